//! The scenario settings: each changes what it says.

use super::*;
use grapeshot::{
    forces::{Fate, Values},
    rulesets::black_powder::book::rule_settings::{ArmyBreak, BlackPowderSettings},
    turn::{BattleView, VictoryTerms},
};

fn far() -> TestTable {
    table().blue("one", "line_infantry", "line", (60.0, 20.0, 90.0)).red(
        "foe",
        "line_infantry",
        "line",
        (60.0, 60.0, 270.0),
    )
}

fn views(test: &TestBattle) -> BattleView<'_> {
    test.battle.view()
}

/// BP-2.1, BP-9.2, BP-9.3: staff rating, horse and aggression by commander.
#[test]
fn commanders_are_what_the_scenario_says() {
    let test = far()
        .block("other", BLUE, "commander", "", (80.0, 5.0, 90.0))
        .under("general")
        .number("rating", 6.0)
        .number("aggression", 3.0)
        .value("mounted", flag(false))
        .block("theirs", BLUE, "line_infantry", "line", (80.0, 10.0, 90.0))
        .under("other")
        .battle();
    let other = views(&test).unit_part::<Officer>(test.unit("other"));
    assert_eq!((other.rating, other.aggression, other.mounted), (6, 3, false));
    let usual = views(&test).unit_part::<Officer>(test.unit("blue"));
    assert_eq!((usual.rating, usual.aggression, usual.mounted), (8, 1, true));
    assert_eq!(bp(&test).rating_for(test.unit("other"), test.unit("theirs"), false, false).total(), 6.0);
}

/// BP-10.1: the share of lost units that breaks a brigade.
#[test]
fn the_share_that_breaks_a_brigade() {
    let breaking = |share: f32| {
        let mut test = far()
            .red("two", "line_infantry", "line", (80.0, 60.0, 270.0))
            .red("three", "line_infantry", "line", (100.0, 60.0, 270.0))
            .setting("brigade_break_share", Value::Number(share))
            .battle();
        hurt(&mut test, "foe", 3);
        bp(&test).is_breaking(test.unit("red"))
    };
    assert!(!breaking(0.5));
    assert!(!breaking(0.34));
    let two_of_three = |share: f32| {
        let mut test = far()
            .red("two", "line_infantry", "line", (80.0, 60.0, 270.0))
            .red("three", "line_infantry", "line", (100.0, 60.0, 270.0))
            .setting("brigade_break_share", Value::Number(share))
            .battle();
        hurt(&mut test, "foe", 3);
        hurt(&mut test, "two", 3);
        bp(&test).is_breaking(test.unit("red"))
    };
    assert!(two_of_three(0.5));
    assert!(!two_of_three(1.0));
}

/// BP-10.3: the share of broken brigades that breaks an army.
#[test]
fn the_share_that_breaks_an_army() {
    let broken = |share: f32| {
        let mut test = far()
            .block("second", RED, "commander", "", (100.0, 70.0, 270.0))
            .under("marshal")
            .block("other", RED, "line_infantry", "line", (100.0, 60.0, 270.0))
            .under("second")
            .setting("army_break_share", Value::Number(share))
            .battle();
        let red = test.unit("red");
        put_flow(&mut test, |play| play.broken.push(red));
        bp(&test).army_broken(RED)
    };
    assert!(broken(0.5));
    assert!(!broken(0.75));
}

/// BP-6.5: with `disordered_retire` a disordered unit may go back one move by initiative, into its rear quarter.
#[test]
fn disordered_units_may_retire() {
    for on in [false, true] {
        let mut test = table()
            .setting("disordered_retire", flag(on))
            .blue("other", "line_infantry", "line", (20.0, 30.0, 90.0))
            .blue("one", "line_infantry", "line", (60.0, 30.0, 90.0))
            .red("foe", "line_infantry", "line", (60.0, 40.0, 270.0))
            .red("there", "line_infantry", "line", (20.0, 40.0, 270.0))
            .battle();
        disorder(&mut test, "one");
        assert_eq!(asked(&test), "initiative");
        let back = told(&test, &MARCH, &["one"]).path([Leg::March { inches: 10.0, aside: 180.0 }]);
        let ahead = told(&test, &MARCH, &["one"]).path([ahead(3.0)]);
        assert_eq!(test.refused(ahead).1, "BP-6.5");
        if on {
            test.order(back);
            near_point(front(&test, "one"), 60.0, 20.0);
        } else {
            assert_eq!(test.refused(back).1, "BP-6.5");
        }
    }
}

/// BP-7.12: with `infantry_sweep` infantry sweeps on into the retired or another enemy within six inches.
#[test]
fn infantry_may_sweep() {
    for on in [false, true] {
        let mut test = table()
            .setting("infantry_sweep", flag(on))
            .blue("one", "line_infantry", "line", (60.0, 20.0, 90.0))
            .red("foe", "acw_infantry", "line", (60.0, 34.0, 270.0))
            .value("stamina", Value::Number(1.0))
            .red("next", "acw_infantry", "line", (60.0, 39.9, 270.0))
            .red("later", "acw_infantry", "line", (70.0, 45.0, 270.0))
            .battle();
        charge(&mut test, &["one"], "foe", &[1, 1]);
        respond(&mut test, "hold");
        force(&mut test, &dice::BLOWS, &[6, 6, 6, 6, 6, 6, 1, 1, 1, 1, 1, 1]);
        force(&mut test, &dice::SAVES, &[1; 6]);
        force(&mut test, &dice::TESTS, &[1, 1, 6, 6]);
        until_fought(&mut test);
        assert_eq!(asked(&test), "win");
        let later = order(&test, &verbs::SWEEP).target(test.piece("later", 1));
        test.refused(later);
        let next = order(&test, &verbs::SWEEP).target(test.piece("next", 1));
        if on {
            test.order(next);
            assert_eq!(answers(&test), ["hold", "closing_fire"]);
        } else {
            test.refused(next);
        }
    }
}

/// BP-10.3: objectives give points to who holds them, and then decide at the turn limit.
#[test]
fn objectives_are_held() {
    use grapeshot::turn::{HoldTerm, HoldWhen, Objective};
    let terms = VictoryTerms {
        objectives: vec![Objective {
            id: "o".into(),
            name: "the hill".into(),
            at: Vec2::new(60.0, 20.0),
            radius: 3.0,
            indoors: false,
            held_by: None,
        }],
        holds: vec![HoldTerm { objective: 0, side: None, points: 5.0, when: HoldWhen::Most }],
        margin: 1.0,
        ..VictoryTerms::default()
    };
    let mut test = far().victory(terms).turns(1).battle();
    assert_eq!(bp(&test).holder(0), Some(BLUE));
    assert_eq!(bp(&test).standings()[0].points.total(), 5.0);
    hurt(&mut test, "one", 3);
    assert_eq!(bp(&test).holder(0), None, "shaken units hold nothing");
    hurt(&mut test, "one", 0);
    while test.battle.outcome().is_none() {
        pass(&mut test);
    }
    assert_eq!(test.battle.outcome().expect("it is over").winner, Some(BLUE));
}

/// BP-10.3: points for broken brigades and armies, where the scenario gives them; the battle may go on then.
#[test]
fn broken_brigades_may_give_points() {
    let with = |meaning: &str| {
        let mut test = far()
            .setting("army_break", Value::Word(meaning.into()))
            .setting("points_brigade", Value::Number(2.0))
            .setting("points_army", Value::List(vec![Value::Number(4.0), Value::Number(7.0)]))
            .battle();
        hurt(&mut test, "foe", 3);
        until(&mut test, "officers");
        pass(&mut test);
        test
    };
    let test = with("loses");
    let outcome = test.battle.outcome().expect("it is over");
    assert_eq!((outcome.winner, outcome.points[0]), (Some(BLUE), 9.0));
    assert!(with("ends").battle.outcome().is_some());
    assert!(with("points").battle.outcome().is_none());
}

/// BP-3.6: a unit leaves by an exit of its side, for its points.
#[test]
fn a_unit_leaves_by_an_exit() {
    use grapeshot::forces::Edge;
    let mut test = table()
        .exit(BLUE, Edge::North)
        .blue("one", "line_infantry", "line", (60.0, 66.0, 90.0))
        .number("worth_off", 3.0)
        .red("foe", "line_infantry", "line", (20.0, 20.0, 270.0))
        .battle();
    let march = told(&test, &MARCH, &["one"]).path([ahead(6.0)]);
    let general = test.piece("blue", 1);
    test.stand(general, 60.0, 60.0, 90.0);
    commanded(&mut test, march, &[2, 2]);
    test.order(order(&test, &verbs::GO));
    assert_eq!(test.battle.view().fate(test.piece("one", 1)), Fate::Exited);
    assert_eq!(bp(&test).standings()[0].points.total(), 3.0);
}

/// BP-5.7: the cover of terrain is what the scenario says, by kind if it says nothing.
#[test]
fn cover_follows_the_scenario() {
    use grapeshot::rulesets::black_powder::shooting::shot::Manner;
    let mut scenario = table()
        .blue("one", "line_infantry", "line", (60.0, 20.0, 90.0))
        .red("foe", "line_infantry", "line", (60.0, 30.0, 270.0))
        .obstacle("hedge", &[(50.0, 29.2), (70.0, 29.2)])
        .scenario();
    let needed = |scenario: &grapeshot::scenario::Scenario| {
        let battle =
            grapeshot::battle::Battle::new(&std::sync::Arc::new(scenario.clone()), 1, grapeshot::rulesets::plugin);
        let test = TestBattle { battle };
        bp(&test).shot(test.unit("one"), test.unit("foe"), Manner::Ordinary).save.needed()
    };
    assert_eq!(needed(&scenario), 3);
    for (cover, score) in [(Some("heavy"), 2), (None, 4)] {
        scenario.terrain.obstacles[0].cover = cover.map(Into::into);
        assert_eq!(needed(&scenario), score);
    }
}

/// BP-8.1: a building is as large as the scenario says, medium if it says nothing.
#[test]
fn buildings_are_medium_unless_told() {
    let test = far().building((57.0, 30.0), (63.0, 34.0), &[], &[]).battle();
    assert_eq!(test.battle.view().terrain().buildings[0].size.as_deref(), Some("medium"));
}

/// BP-11.1: special rules are by unit; without any the unit has those of its row.
#[test]
fn special_rules_follow_the_scenario() {
    let test = far().blue("two", "british_line", "line", (20.0, 20.0, 90.0)).rules(&["brave"]).battle();
    let labels: Vec<&str> = bp(&test).specials(test.unit("two")).map(|special| special.label.as_str()).collect();
    assert_eq!(labels, ["Brave"]);
    let labels: Vec<&str> = bp(&test).specials(test.unit("one")).map(|special| special.label.as_str()).collect();
    assert_eq!(labels, ["Form Square"]);
}

/// BP-2.2: units may wait for a turn, or for the loss of a building (scenario).
#[test]
fn a_brigade_may_wait() {
    let mut test = far()
        .block("other", BLUE, "commander", "", (80.0, 5.0, 90.0))
        .under("general")
        .number("waits", 2.0)
        .block("theirs", BLUE, "line_infantry", "line", (80.0, 10.0, 90.0))
        .under("other")
        .battle();
    let march = told(&test, &MARCH, &["theirs"]).path([ahead(6.0)]).unit(test.unit("other"));
    assert_eq!(test.refused(march.clone()).1, "BP-2.2");
    until_of(&mut test, RED, "command");
    until_of(&mut test, BLUE, "command");
    test.battle.check(&march).expect("its turn has come");
}

/// BP-10.3: a battle whose scenario says nothing lasts 12 full turns.
#[test]
fn twelve_turns_are_usual() {
    let world = grapeshot::battle::simulation_world(grapeshot::rulesets::plugin);
    let books = world.resource::<grapeshot::turn::Rulebooks>();
    assert_eq!(books.get("black_powder").expect("it is registered").vocabulary.turns, 12);
}

/// BP-1.3, BP-10.3: the settings of a battle are parsed when it opens; what a scenario leaves out is as the table has
/// it.
#[test]
fn a_battle_opens_with_the_settings_of_its_scenario() {
    let fields = BlackPowderSettings::fields().into_iter();
    let defaults = Values(fields.map(|field| (field.name, field.default.expect("settings have defaults"))).collect());
    let nothing = BlackPowderSettings::read(&Values::default());
    assert_eq!(BlackPowderSettings::read(&defaults), nothing);
    let table = far()
        .setting("army_break", Value::Word("points".into()))
        .setting("points_army", Value::List(vec![Value::Number(3.0), Value::Number(4.0)]));
    let test = table.battle();
    let own = test.battle.view().resource::<BlackPowderSettings>();
    let changed = BlackPowderSettings { army_break: ArmyBreak::Points, points_army: [3.0, 4.0], ..nothing };
    assert_eq!(*own, BlackPowderSettings { first_player: "blue".into(), ..changed });
}
