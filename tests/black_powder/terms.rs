//! Terms of a scenario: what earns points, where units come, what ground does.

use super::*;
use grapeshot::{
    battle::Battle,
    forces::{Edge, Fate},
    rulesets::black_powder::{
        book::dice::Score,
        shooting::shot::Manner,
        state::tasks::{Cause, Test},
    },
    testing::farm,
    turn::{BreakTerm, ExitTerm, HoldWhen, VictoryTerms, ZoneTerm},
};

fn points(test: &TestBattle) -> [f32; 2] {
    [BLUE, RED].map(|side| bp(test).standings()[side.index()].points.total())
}

/// BP-10.3: a scenario may give points for having units at an objective, or for having no enemy there.
#[test]
fn an_objective_may_be_shared_or_denied() {
    let earned = |when, red: bool| {
        let y = if red { 33.0 } else { 60.0 };
        let table = table().blue("one", "line_infantry", "line", (60.0, 29.0, 90.0));
        points(&table.red("foe", "line_infantry", "line", (60.0, y, 270.0)).victory(farm((60.0, 30.0), when)).battle())
    };
    assert_eq!([earned(HoldWhen::Most, false), earned(HoldWhen::Most, true)], [[4.0, 0.0], [0.0, 0.0]]);
    assert_eq!([earned(HoldWhen::Some, false), earned(HoldWhen::Some, true)], [[4.0, 0.0], [4.0, 4.0]]);
    assert_eq!([earned(HoldWhen::Denied, false), earned(HoldWhen::Denied, true)], [[4.0, 0.0], [0.0, 0.0]]);
}

/// BP-10.3: named units count in a zone with their middle, whosever they are.
#[test]
fn named_units_count_in_a_zone() {
    let outline = [(40.0, 20.0), (80.0, 20.0), (80.0, 40.0), (40.0, 40.0)].map(|(x, y)| Vec2::new(x, y)).to_vec();
    let battle = |of: &[&str]| {
        let table = table().blue("one", "line_infantry", "line", (60.0, 29.0, 90.0));
        let table = table.red("foe", "line_infantry", "line", (42.0, 36.0, 270.0));
        // The officers come first.
        let of = of.iter().map(|key| UnitId(if *key == "one" { 4 } else { 5 })).collect();
        let zone =
            ZoneTerm { side: BLUE, of, driven: false, outline: outline.clone(), each: 1.0, name: "the field".into() };
        points(&table.victory(VictoryTerms { zones: vec![zone], ..VictoryTerms::default() }).battle())
    };
    assert_eq!([battle(&[]), battle(&["foe"])], [[1.0, 0.0], [1.0, 0.0]]);
    assert_eq!(battle(&["one", "foe"]), [2.0, 0.0]);
}

/// BP-3.6, BP-10.3: a unit that leaves the table over a stretch of an edge earns the points for that; over another part of
/// the edge it earns none.
#[test]
fn a_unit_earns_points_for_leaving_over_a_stretch() {
    let earned = |from: f32, to: f32| {
        let exit = ExitTerm {
            side: BLUE,
            of: Vec::new(),
            line: vec![Vec2::new(from, 72.0), Vec2::new(to, 72.0)],
            each: 3.0,
            name: "off the north edge".into(),
        };
        let mut test = table()
            .exit(BLUE, Edge::North)
            .blue("one", "line_infantry", "line", (60.0, 66.0, 90.0))
            .red("foe", "line_infantry", "line", (20.0, 20.0, 270.0))
            .victory(VictoryTerms { exits: vec![exit], ..VictoryTerms::default() })
            .battle();
        assert_eq!(bp(&test).worth_off(test.unit("one")), 3.0);
        let march = told(&test, &MARCH, &["one"]).path([ahead(6.0)]);
        let general = test.piece("blue", 1);
        test.stand(general, 60.0, 60.0, 90.0);
        commanded(&mut test, march, &[2, 2]);
        test.order(order(&test, &verbs::GO));
        assert_eq!(test.battle.view().fate(test.piece("one", 1)), Fate::Exited);
        points(&test)
    };
    assert_eq!([earned(50.0, 70.0), earned(80.0, 110.0)], [[3.0, 0.0], [0.0, 0.0]]);
}

/// BP-3.6: dice may say the turn in which a unit comes, or it comes by chance.
#[test]
fn dice_say_in_which_turn_a_unit_comes() {
    let comes = |late: fn(TestTable) -> TestTable, dice: &[u16]| {
        let table = table().blue("one", "line_infantry", "line", (40.0, 20.0, 90.0));
        let table = table.red("foe", "line_infantry", "line", (90.0, 60.0, 270.0));
        let table =
            table.blue("late", "line_infantry", "line", (60.0, 20.0, 90.0)).arrives(2, &[(50.0, 0.0), (70.0, 0.0)]);
        let mut test = late(table).battle();
        force(&mut test, &StreamId::new("arrivals"), dice);
        while bp(&test).start_pose(test.unit("late")).is_none() {
            pass(&mut test);
        }
        test.battle.view().clock().turn
    };
    assert_eq!(comes(|table| table.by_dice("1d6+1"), &[2, 2]), 3, "they show 3 in turn 2, and again in turn 3");
    assert_eq!(comes(|table| table.by_chance(2), &[3, 6, 2]), 4);
}

/// BP-3.6: a unit that may come over either of two edges is awaited where a die says when its turn has come.
#[test]
fn a_die_says_over_which_edge_a_unit_comes() {
    for (die, wanted) in [(2, Vec2::new(0.0, 20.0)), (3, Vec2::new(60.0, 0.0))] {
        let table = table().blue("one", "line_infantry", "line", (40.0, 20.0, 90.0));
        let table = table.red("foe", "line_infantry", "line", (90.0, 60.0, 270.0));
        let table =
            table.blue("late", "line_infantry", "line", (60.0, 20.0, 90.0)).arrives(2, &[(50.0, 0.0), (70.0, 0.0)]);
        let mut test = table.or_elsewhere(2, &[(0.0, 10.0), (0.0, 30.0)]).battle();
        force(&mut test, &StreamId::new("arrivals"), &[die]);
        while test.battle.view().clock().turn < 2 {
            pass(&mut test);
        }
        let pose = bp(&test).start_pose(test.unit("late")).expect("it may come");
        let front = pose.block.place.offset(pose.block.footprint.half_depth(), 0.0);
        assert!((front - wanted).abs().min_element() < 2.0, "{die}: {front}");
        assert!(front.distance(wanted) < 3.0, "{die}: {front}");
    }
}

/// BP-3.5: a piece of ground has the rate that its scenario gives it, and is closed to those that the scenario names.
#[test]
fn ground_is_as_the_scenario_has_it() {
    let cost = |rate: Option<f32>, closed: &[&str]| {
        let mut scenario = table()
            .blue("one", "line_infantry", "line", (60.0, 20.0, 90.0))
            .red("foe", "line_infantry", "line", (60.0, 40.0, 270.0))
            .area("orchard", (40.0, 22.0), (80.0, 32.0))
            .scenario();
        let ground = &mut scenario.terrain.areas[0].ground;
        (ground.rate, ground.own_rate) = (rate.unwrap_or(ground.rate), rate.is_some());
        ground.closed_to = closed.iter().map(|who| (*who).into()).collect();
        let test = TestBattle { battle: Battle::new(&scenario.into(), 1, grapeshot::rulesets::plugin) };
        bp(&test).charge_way(test.unit("one"), test.unit("foe")).map(|way| way.cost)
    };
    let cost_of = |rate| cost(Some(rate), &[]).expect("there is a way");
    let (usual, free, slow) = (cost(None, &[]).expect("there is a way"), cost_of(1.0), cost_of(0.25));
    assert!(free < usual && usual < slow, "{free}, {usual}, {slow}");
    assert_eq!([cost(None, &["foot"]), cost(None, &["mounted", "wheeled"])], [None, Some(usual)]);
}

/// BP-2.2: a unit that waits for its cue gets no orders until its turn, until an enemy is near, or until it is harmed.
#[test]
fn a_unit_waits_for_its_cue() {
    let refusal = |cue: (f32, f32), foe: f32, harm: &dyn Fn(&mut TestBattle)| {
        let table = table().blue("one", "line_infantry", "line", (60.0, 20.0, 90.0));
        let table = table.value("cue_turn", Value::Number(cue.0)).value("cue_within", Value::Number(cue.1));
        let mut test = table.red("foe", "line_infantry", "line", (60.0, foe, 270.0)).battle();
        harm(&mut test);
        while test.battle.view().clock().turn < 2 {
            pass(&mut test);
        }
        bp(&test).may_act(test.unit("one")).err().map(|refusal| refusal.reason)
    };
    let told = "ONE waits for its cue: until turn 3, or until an enemy is within 20 inches, or until it is harmed";
    assert_eq!(refusal((3.0, 20.0), 60.0, &|_| {}), Some(told.to_owned()));
    assert_eq!(refusal((2.0, 0.0), 60.0, &|_| {}), None, "its turn has come");
    assert_eq!(refusal((3.0, 20.0), 38.0, &|_| {}), None, "an enemy is near");
    let hit = |test: &mut TestBattle| test.mark_unit(test.unit("one"), &marks::CASUALTY, 1);
    assert_eq!(refusal((3.0, 20.0), 60.0, &hit), None, "it is harmed");
}

/// BP-10.3: units that a scenario names earn points once the share of them is destroyed that it asks for; a commander
/// stands for the units under him.
#[test]
fn units_that_are_named_earn_points_when_they_break() {
    let earned = |of: &str, share: f32, lost: &[&str]| {
        let table = table().blue("one", "line_infantry", "line", (60.0, 20.0, 90.0));
        let table = table.red("foe", "line_infantry", "line", (60.0, 60.0, 270.0));
        let table = table.red("other", "line_infantry", "line", (80.0, 60.0, 270.0));
        let of = vec![table.clone().battle().unit(of)];
        let term = BreakTerm { name: "broken".into(), side: BLUE, of, share, points: 5.0 };
        let mut test = table.victory(VictoryTerms { breaks: vec![term], ..VictoryTerms::default() }).battle();
        for unit in lost {
            test.put(test.piece(unit, 1), "fate", Fate::Casualty);
        }
        points(&test)[0]
    };
    assert_eq!([earned("foe", 1.0, &["foe"]), earned("foe", 1.0, &["other"])], [5.0, 0.0]);
    assert_eq!([earned("red", 0.5, &["other"]), earned("red", 0.6, &["other"])], [5.0, 0.0], "one of his two");
    assert_eq!(earned("marshal", 0.5, &["other"]), 5.0, "the brigade is under the marshal");
}

/// BP-10.1, BP-10.3: a commander may have a share of his own at which what he commands breaks.
#[test]
fn a_brigade_and_an_army_may_break_at_a_share_of_their_own() {
    let breaks = |marshal: Option<f32>, brigadier: Option<f32>| {
        let share = |table: TestTable, share: Option<f32>| match share {
            Some(share) => table.value("breaks_at", Value::Number(share)),
            None => table,
        };
        let table = TestTable::new("black_powder", grapeshot::rulesets::plugin).size(120.0, 72.0);
        let table = share(table.block("marshal", RED, "commander", "", (119.0, 71.0, 270.0)), marshal);
        let table = share(table.block("red", RED, "commander", "", (20.0, 67.0, 270.0)).under("marshal"), brigadier);
        let table = table.block("general", BLUE, "commander", "", (1.0, 1.0, 90.0));
        let test = table
            .block("one", BLUE, "line_infantry", "line", (60.0, 20.0, 90.0))
            .under("general")
            .red("foe", "line_infantry", "line", (60.0, 60.0, 270.0))
            .battle();
        (bp(&test).army_break_share(RED), bp(&test).brigade_break_share(test.unit("red")))
    };
    assert_eq!(breaks(None, None), (0.5, 0.5));
    assert_eq!(breaks(Some(0.75), None), (0.75, 0.5));
    assert_eq!(breaks(None, Some(0.25)), (0.5, 0.25));
}

/// BP-2.4, BP-5.4, BP-5.7, BP-7.3, BP-7.8: a scenario may give a unit modifiers of its own.
#[test]
fn a_house_rule_is_a_modifier_like_any_other() {
    let line = "line_infantry";
    let table = table().blue("plain", line, "line", (40.0, 20.0, 90.0)).blue("own", line, "line", (60.0, 20.0, 90.0));
    let rules = ["BP-2.4", "BP-5.4", "BP-5.7", "BP-7.3", "BP-7.8"];
    let table = rules.iter().fold(table, |table, rule| table.house_rule(rule, 1, "fresh cartridges"));
    let test = table.red("foe", line, "line", (50.0, 30.0, 270.0)).battle();
    let bp = bp(&test);
    let sums = |key: &str| {
        let (unit, foe) = (test.unit(key), test.unit("foe"));
        let test_of = Test {
            unit,
            causes: vec![Cause::A],
            excess: 0,
            artillery: false,
            only_cavalry: false,
            in_combat: false,
            supports: Vec::new(),
            dice: None,
            asks: false,
        };
        let save: Score = bp.save(unit, None, None);
        [
            bp.rating_for(test.unit("blue"), unit, false, true),
            bp.shot(unit, foe, Manner::Ordinary).hit.sum,
            save.sum,
            bp.to_strike(unit).sum,
            bp.break_sum(&test_of),
        ]
    };
    for ((rule, plain), own) in rules.iter().zip(sums("plain")).zip(sums("own")) {
        assert_eq!(own.total() - plain.total(), 1.0, "{rule}");
        let line = own.modifiers().iter().find(|line| line.label == "fresh cartridges").expect("it is told");
        assert_eq!(line.rule.0, *rule);
    }
}
