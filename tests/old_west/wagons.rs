//! Wagons (OW-10).

use bevy::math::Vec2;
use grapeshot::rulesets::old_west::wagons::state::WagonsView;
use grapeshot::{
    forces::{Fate, UnitId, Value},
    rulesets::{
        combat_patrol::book::{grade::Grade, marks},
        old_west::wagons::{state::Rolling, way::turns},
    },
    table::position::Heading,
    testing::{BLUE, RED, TestBattle, TestTable},
    turn::{PrizeStart, PrizeTerm, VictoryTerms},
};

use crate::{
    kit::{axle, far_enemy, table, wagon},
    wild::{at, cp, order, to, told},
};

/// A buckboard whose rear axle is at a point and that heads east, with its driver; it acts.
fn buckboard(x: f32, y: f32) -> TestTable {
    far_enemy(table()).wagon("coach", BLUE, "buckboard", (x + 1.0, y, 0.0))
}

/// Declares that nobody walks, if that is asked.
fn stand(test: &mut TestBattle) {
    if test.battle.awaiting().asks[0].kind == "declare" {
        let nobody = order(test, "declare");
        test.order(nobody);
    }
}

/// The driver sets out with these cards and goes to these points.
fn drive(test: &mut TestBattle, how: (&str, &str), cards: &[u16], corners: &[(f32, f32)]) {
    stand(test);
    test.cards(BLUE, cards);
    let set_out = order(test, how.0);
    test.order(set_out);
    let roll = order(test, how.1).path(corners.iter().map(|(x, y)| to(*x, *y)).collect::<Vec<_>>());
    test.order(roll);
}

/// OW-D5: a buckboard at (10, 10) that heads east lies from 9.5 to 12.5, its team from 12.5 to 14.5.
#[test]
fn body_and_team_lie_before_the_axle() {
    let test = buckboard(10.0, 10.0).acting("coach");
    assert_eq!(axle(&test), (10.0, 10.0));
    let team = wagon(&test).team.expect("it is hitched");
    assert_eq!((at(&test, wagon(&test).body), at(&test, team)), ((11.0, 10.0), (13.5, 10.0)));
}

/// OW-10.2, OW-10.4: it moves one card, two at a gallop; it halts only if it does not gallop.
#[test]
fn a_wagon_moves_one_card_and_gallops_two() {
    let mut test = buckboard(10.0, 10.0).acting("coach");
    drive(&mut test, ("set_out", "roll"), &[1], &[(40.0, 10.0)]);
    assert_eq!((axle(&test), wagon(&test).rolling), ((16.0, 10.0), Rolling::Rolling));
    let mut test = buckboard(10.0, 10.0).acting("coach");
    drive(&mut test, ("set_out", "pull_up"), &[1], &[(40.0, 10.0)]);
    assert_eq!((axle(&test), wagon(&test).rolling), ((16.0, 10.0), Rolling::Stopped));
    let mut test = buckboard(10.0, 10.0).acting("coach");
    drive(&mut test, ("whip_up", "roll"), &[1, 6], &[(40.0, 10.0)]);
    assert_eq!((axle(&test), wagon(&test).rolling), ((25.0, 10.0), Rolling::Galloping));
    let mut test = buckboard(10.0, 10.0).acting("coach");
    stand(&mut test);
    test.cards(BLUE, &[1, 6]);
    test.order(order(&test, "whip_up"));
    let halt = order(&test, "pull_up").path([to(40.0, 10.0)]);
    assert_eq!(test.refused(halt).1, "OW-10.4");
}

/// OW-10.2, OW-10.8: a wounded team goes at half speed, and a dead animal stops it.
#[test]
fn a_wounded_team_goes_at_half_speed() {
    let mut test = buckboard(10.0, 10.0).acting("coach");
    let team = wagon(&test).team.expect("it is hitched");
    test.mark(team, &marks::WOUND, 1);
    drive(&mut test, ("set_out", "roll"), &[1], &[(40.0, 10.0)]);
    assert_eq!(axle(&test), (13.0, 10.0));
}

/// OW-10.2, CP-15.2: what is too heavy for men on foot is no burden to a wagon: with a strongbox on board it goes as far.
#[test]
fn a_strongbox_does_not_slow_a_wagon() {
    let start = PrizeStart::Aboard(UnitId(1));
    let strongbox = PrizeTerm { name: "the strongbox".into(), start, weight: 2.0, rewards: Vec::new() };
    let loaded = buckboard(10.0, 10.0).victory(VictoryTerms { prizes: vec![strongbox], ..VictoryTerms::default() });
    let mut test = loaded.acting("coach");
    assert_eq!(cp(&test).prizes_of(wagon(&test).body).count(), 1, "it is on board");
    drive(&mut test, ("set_out", "roll"), &[1], &[(40.0, 10.0)]);
    assert_eq!(axle(&test), (16.0, 10.0));
}

/// OW-10.3: turns less than a body length apart count as one.
#[test]
fn turns_near_each_other_are_one() {
    let way = |apart: f32| {
        let first = Vec2::new(10.0, 0.0);
        let second = first + Heading(30.0).forward() * apart;
        [Vec2::ZERO, first, second, second + Heading(60.0).forward() * 5.0]
    };
    let degrees = |apart: f32| {
        let found = turns(Heading(0.0), &way(apart), 3.0);
        found.into_iter().map(|(_, turn)| turn.round()).collect::<Vec<_>>()
    };
    assert_eq!(degrees(2.0), [60.0]);
    assert_eq!(degrees(4.0), [30.0, 30.0]);
}

/// OW-10.3: no turn is sharper than 90 degrees, and no wagon goes backwards.
#[test]
fn a_wagon_does_not_turn_on_its_heel() {
    let mut test = buckboard(30.0, 20.0).acting("coach");
    stand(&mut test);
    test.cards(BLUE, &[6]);
    test.order(order(&test, "set_out"));
    let back = order(&test, "roll").path([to(20.0, 20.0)]);
    assert_eq!(test.refused(back).1, "OW-10.3");
}

/// OW-10.3: a standing wagon turns about with its whole activation.
#[test]
fn a_standing_wagon_turns_about() {
    let mut test = buckboard(30.0, 20.0).acting("coach");
    stand(&mut test);
    let mut about = order(&test, "turn_about");
    about.heading = Some(Heading(180.0));
    test.order(about);
    assert_eq!((axle(&test), at(&test, wagon(&test).body)), ((30.0, 20.0), (29.0, 20.0)));
}

/// OW-10.6, OW-10.7: at a walk a fence must have a gap; at a gallop a check decides.
#[test]
fn a_fence_is_crossed_only_at_a_gallop() {
    let fenced = || buckboard(10.0, 10.0).obstacle("fence", &[(17.0, 5.0), (17.0, 15.0)]);
    let mut test = fenced().acting("coach");
    stand(&mut test);
    test.cards(BLUE, &[49]);
    test.order(order(&test, "set_out"));
    let way = order(&test, "roll").path([to(40.0, 10.0)]);
    let draft = test.battle.check(&way).expect("it goes up to the fence");
    assert!(draft.moves[0].end.at.x < 19.0);
    // Card 5 has four holes: it passes the Green check; card 46 has more and stops it before the fence.
    let gallop = |card: u16| {
        let mut test = fenced().acting("coach");
        drive(&mut test, ("whip_up", "roll"), &[49, 1, card], &[(40.0, 10.0)]);
        (axle(&test).0, wagon(&test).rolling)
    };
    assert_eq!(gallop(5), (26.0, Rolling::Galloping));
    let (stopped, rolling) = gallop(6);
    assert!(stopped < 17.0 - 4.4, "{stopped}");
    assert_eq!(rolling, Rolling::Stopped);
}

/// OW-10.2: a wagon an inch and a half wide goes through a gap of two inches, and stops before a narrower one.
#[test]
fn a_wagon_does_not_go_through_a_narrow_gap() {
    let end = |gap: f32| {
        let fence = |on: TestTable, from: f32, to: f32| on.obstacle("fence", &[(18.0, from), (18.0, to)]);
        let on = fence(fence(buckboard(10.0, 10.0), 2.0, 10.0 - gap / 2.0), 10.0 + gap / 2.0, 18.0);
        let mut test = on.acting("coach");
        stand(&mut test);
        test.cards(BLUE, &[49]);
        test.order(order(&test, "set_out"));
        let way = order(&test, "roll").path([to(40.0, 10.0)]);
        test.battle.check(&way).map(|plan| plan.moves[0].end.at.x)
    };
    let (wide, narrow) = (end(2.05), end(1.9));
    // Its team of two inches stops before the fence: the axle is four and a half inches behind that.
    let (wide, narrow) = (wide.expect("it fits"), narrow.expect("it comes up to the fence"));
    assert!(narrow < wide && narrow <= 18.0 - 3.0 + 0.1, "{narrow} {wide}");
}

/// OW-10.8: a hit falls on those on board or on the team, which is one figure.
#[test]
fn the_team_is_one_figure() {
    let on = table().wagon("coach", BLUE, "stagecoach", (31.25, 20.0, 0.0));
    let test = on.unit("red", RED, &[(31.0, 30.0, 270.0)]).weapons(&["rifle"]).acting("red");
    let man = test.piece("red", 1);
    let (body, team, driver) = (wagon(&test).body, wagon(&test).team, wagon(&test).driver);
    let mut hit = cp(&test).candidates(man, driver.expect("he drives"));
    hit.sort();
    let mut all = vec![driver.expect("he drives"), team.expect("it is hitched")];
    all.sort();
    assert_eq!(hit, all);
    assert!(!cp(&test).candidates(man, team.expect("it is hitched")).contains(&body));
}

/// OW-10.10: a shot within two inches of the team may make it run away; the setting can exempt those on board.
#[test]
fn a_shot_beside_the_team_may_spook_it() {
    let spooked = |y: f32, card: u16| {
        let on = buckboard(30.0, 20.0).unit("foe", RED, &[(33.5, y, 90.0)]).weapons(&["revolver"]);
        let on = on.unit("mark", BLUE, &[(33.5, y + 4.0, 90.0)]);
        let mut test = on.acting("foe");
        test.order(order(&test, "declare"));
        test.cards(BLUE, &[card]);
        test.cards(RED, &[4, 4]);
        let (man, target) = (test.piece("foe", 1), test.piece("mark", 1));
        let shoot = order(&test, "shoot").pieces([man]).target(target);
        let events = test.order(shoot);
        told(&events, "OW-10.10").first().map(|text| (*text).to_owned())
    };
    // The edge of the team is at y = 20.75, the base of the man half an inch wide.
    assert!(spooked(23.1, 1).is_some_and(|text| text.ends_with("C1, the team runs away")));
    assert!(spooked(23.1, 4).is_some_and(|text| text.ends_with("OK, the team stands")));
    assert_eq!(spooked(23.4, 1), None);
}

/// A runaway at its next activation with these cards.
fn runaway(on: TestTable, cards: &[u16]) -> TestBattle {
    let mut test = on.battle();
    let unit = test.unit("coach");
    let mut state = serde_json::to_value(wagon(&test)).expect("a wagon is plain data");
    state["rolling"] = serde_json::to_value(Rolling::Runaway).expect("so is what it does");
    test.put_unit(unit, "wagon", state);
    test.cards(BLUE, cards);
    test.begin_turn(&[1, 4], &[3, 0]);
    test
}

/// OW-10.11, OW-10.13: without control it runs two cards straight ahead; with OK it is in hand again.
#[test]
fn a_runaway_runs_two_cards() {
    // C1 for a Regular driver, then movement 7 and 6.
    let test = runaway(buckboard(10.0, 10.0), &[1, 7, 1]);
    assert_eq!((axle(&test), wagon(&test).rolling), ((23.0, 10.0), Rolling::Runaway));
    let mut test = runaway(buckboard(10.0, 10.0), &[4]);
    assert_eq!((axle(&test), wagon(&test).rolling), ((10.0, 10.0), Rolling::Rolling));
    assert_eq!(test.battle.awaiting().asks[0].unit, Some(test.unit("coach")));
    drive(&mut test, ("set_out", "roll"), &[1], &[(40.0, 10.0)]);
    assert_eq!(axle(&test), (16.0, 10.0));
}

/// OW-10.7, OW-10.12: a runaway that fails at a fence overturns beyond it: the driver is thrown, the team is gone.
#[test]
fn a_runaway_overturns_at_a_fence() {
    let on = buckboard(10.0, 10.0).obstacle("fence", &[(20.0, 5.0), (20.0, 15.0)]);
    // No control; movement 7 and 6; six holes at the fence; a tie of the fall.
    let test = runaway(on, &[1, 7, 1, 6, 7, 7]);
    let driver = test.piece("coach", 1);
    assert!(wagon(&test).overturned && wagon(&test).team.is_none());
    assert!(test.battle.view().in_play(driver) && cp(&test).stunned(driver));
    assert_eq!(test.battle.view().fate(test.piece("coach", 3)), Fate::Exited);
    assert!(!cp(&test).lies_on_another(&test.battle.view().outline(driver), &[driver]));
}

/// OW-10.12: the setting says what attacks those on board.
#[test]
fn the_scenario_says_how_hard_a_fall_is() {
    let hurt = |value: f32| {
        let on = buckboard(10.0, 10.0).obstacle("fence", &[(20.0, 5.0), (20.0, 15.0)]);
        let on = on.setting("overturn_attack_value", Value::Number(value));
        let test = runaway(on, &[1, 7, 1, 6, 7, 7, 2]);
        test.battle.view().mark(test.piece("coach", 1), &marks::WOUND)
    };
    assert_eq!((hurt(0.0), hurt(3.0)), (0, 1));
}

/// OW-10.8: a man who is on board has the cover of a fence.
#[test]
fn the_driver_has_the_cover_of_a_fence() {
    let test = buckboard(30.0, 20.0).unit("foe", RED, &[(33.0, 30.0, 270.0)]).weapons(&["rifle"]).acting("foe");
    let cover = cp(&test).cover_from(test.piece("coach", 1), test.piece("foe", 1));
    assert_eq!(cover.as_deref(), Some("f"));
}

/// OW-10.15: a dead animal is cut out by a figure beside the team; then the wagon goes again, but never at a gallop.
#[test]
fn a_dead_animal_is_cut_out() {
    let on = table().wagon("coach", BLUE, "stagecoach", (31.25, 20.0, 0.0));
    let mut test = far_enemy(on.unit("men", BLUE, &[(36.0, 22.0, 270.0)])).acting("men");
    let unit = test.unit("coach");
    let mut state = serde_json::to_value(wagon(&test)).expect("a wagon is plain data");
    state["dead"] = serde_json::to_value(1).expect("a number is plain data");
    test.put_unit(unit, "wagon", state);
    assert_eq!(cp(&test).draught(wagon(&test)), None);
    stand(&mut test);
    let (man, team) = (test.piece("men", 1), wagon(&test).team.expect("it is hitched"));
    let cut = order(&test, "cut_out").pieces([man]).target(team);
    test.order(cut);
    assert_eq!((wagon(&test).animals, wagon(&test).dead, wagon(&test).spent), (5, 0, true));
    assert_eq!(cp(&test).draught(wagon(&test)), Some(1.0));
}

/// OW-10.14: a wagon that rolls on without a driver checks as Green at its next card, and stops if it does not run away.
#[test]
fn a_wagon_without_a_driver_stops_or_runs() {
    let after = |card: u16| {
        let on = buckboard(10.0, 10.0).value("rolling", Value::Flag(true)).unit("men", BLUE, &[(60.0, 5.0, 0.0)]);
        let mut test = on.battle();
        let driver = test.piece("coach", 1);
        test.put(driver, "fate", Fate::Casualty);
        test.cards(BLUE, &[card]);
        test.begin_turn(&[6, 4, 1], &[3, 0]);
        wagon(&test).rolling
    };
    // P and C1 for Green.
    assert_eq!((after(1), after(3)), (Rolling::Stopped, Rolling::Runaway));
}

/// OW-10.1: body, team and driver are one unit, with one die; the driver's Guts are those of the unit.
#[test]
fn a_wagon_is_a_unit_of_its_own() {
    let test = buckboard(10.0, 10.0).value("guts", Value::Word("Elite".into())).battle();
    let (unit, wagon) = (test.unit("coach"), wagon(&test));
    let pieces = [Some(wagon.body), wagon.team, wagon.driver];
    assert!(pieces.into_iter().flatten().all(|piece| test.battle.view().unit_of(piece) == unit));
    assert_eq!(cp(&test).men(unit).collect::<Vec<_>>(), [test.piece("coach", 1)]);
    assert_eq!(cp(&test).section(unit).guts, Grade::Elite);
}

/// OW-10.5: rough ground halves its way and asks for one check: with 4 inches of it from 3 to 7 a failed check stops the
/// wagon at 5.
#[test]
fn rough_ground_may_stop_a_wagon() {
    // Its axle is at x = 10: rough ground from 13 to 17. Card 4 shows 10 inches: 3 in the open, 3.5 at half.
    let drives = |checked: u16| {
        let on = buckboard(10.0, 10.0).area("rough", (13.0, 0.0), (17.0, 20.0));
        let mut test = on.acting("coach");
        drive(&mut test, ("whip_up", "roll"), &[4, 4, checked], &[(17.0, 10.0)]);
        (axle(&test).0, wagon(&test).rolling)
    };
    // Four holes fail the Regular check, three pass it.
    assert_eq!(drives(5), (15.0, Rolling::Stopped));
    assert_eq!(drives(7), (17.0, Rolling::Galloping));
}

/// OW-10.2: woods are rough ground to a wagon, or closed to it by the setting `wagons_in_woods`.
#[test]
fn a_scenario_may_close_woods_to_wagons() {
    let way = |setting: &str| {
        let on = buckboard(10.0, 10.0).area("woods", (10.0, 0.0), (60.0, 20.0));
        let on = on.setting("wagons_in_woods", Value::Word(setting.into()));
        let mut test = on.acting("coach");
        stand(&mut test);
        test.cards(BLUE, &[1]);
        test.order(order(&test, "set_out"));
        let roll = order(&test, "roll").path([to(40.0, 10.0)]);
        test.battle.check(&roll).map(|plan| plan.moves[0].end.at.x).map_err(|refusal| refusal.rule.to_string())
    };
    // Card 1 shows 6 inches; the body is an inch before the axle.
    assert_eq!(way("rough"), Ok(14.0));
    assert_eq!(way("forbidden"), Err("OW-10.2".into()));
}
