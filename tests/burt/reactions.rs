//! Reactions to assaults (SB-9.4 to SB-9.9, SB-9.18, SB-9.20).

use super::kit::*;
use grapeshot::{
    orders::Order,
    rulesets::burt::{
        book::{
            dice,
            values::{Chit, Level, Motion},
            verbs,
        },
        fire::shot::{Load, Occasion},
        state::sequence_of_play::{Reaction, Step, Support},
    },
};

/// A column of blue that assaults a line of red, which has an order, from 7 inches away.
fn field(red: Chit) -> TestTable {
    table()
        .foot("a", BLUE, 24, "column", (40.0, 20.0, 90.0))
        .chit(Chit::Assault)
        .foot("r", RED, 24, "line", (40.0, 27.0, 270.0))
        .chit(red)
}

/// The assault is declared, and the half move made.
fn declared(table: TestTable) -> TestBattle {
    let mut test = table.battle();
    go_to(&mut test, Step::Assaults);
    let order = assault(&test, "a", "r");
    test.order(order);
    test
}

/// The line has passed its test and is asked how it reacts.
fn asked_to_react(red: Chit) -> TestBattle {
    let mut test = declared(field(red));
    force_morale(&mut test, &[6]);
    go_to_question(&mut test, "react");
    test
}

fn may(test: &TestBattle, reaction: &str) -> bool {
    test.battle.check(&order(test, &verbs::REACT).choice(reaction)).is_ok()
}

/// SB-9.6: FIRE may fire, MANOEUVER may countercharge or evade, RESERVE all of it, REGROUP only holds.
#[test]
fn the_order_says_how_a_unit_may_react() {
    let all = ["fire", "countercharge", "evade", "hold"];
    for (chit, wanted) in [
        (Chit::Fire, [true, false, false, true]),
        (Chit::Manoeuver, [false, true, true, true]),
        (Chit::Reserve, [true, true, true, true]),
        (Chit::Regroup, [false, false, false, true]),
    ] {
        let test = asked_to_react(chit);
        assert_eq!(all.map(|reaction| may(&test, reaction)), wanted, "{chit:?}");
        // What is asked does not tell what lies on the chit.
        assert_eq!(choices(&test), all, "{chit:?}");
    }
}

/// SB-9.6, Illegal: a reaction that the order does not allow.
#[test]
fn a_unit_that_regroups_is_refused_its_fire() {
    let mut test = asked_to_react(Chit::Regroup);
    let order = order(&test, &verbs::REACT).choice("fire");
    let (why, rule) = test.refused(order);
    assert_eq!(rule, "SB-9.6");
    assert!(why.contains("REGROUP orders"), "{why}");
}

/// SB-9.6: a unit that fired in step 9 does not fire again.
#[test]
fn a_unit_fires_once_a_turn() {
    let mut test = declared(field(Chit::Fire));
    go_to(&mut test, Step::Fire);
    let shot = shoot(&test, "r", "a");
    if asked_side(&test) == BLUE {
        pass(&mut test);
    }
    force_morale(&mut test, &[6]);
    test.order(shot);
    if asked(&test) == "react" {
        let order = order(&test, &verbs::REACT).choice("fire");
        assert_eq!(test.refused(order).1, "SB-6.1");
    } else {
        assert!(burt(&test).work(test.unit("r")).fired || step(&test) != Step::Reactions);
    }
}

/// SB-3.7, SB-9.6: a reserve that is assaulted has MANOEUVER orders after its reaction, and has left the reserve.
#[test]
fn a_reserve_that_is_assaulted_leaves_the_reserve() {
    let mut test = asked_to_react(Chit::Reserve);
    let before = army_morale(&test, RED);
    force_morale(&mut test, &[1]);
    let events = react(&mut test, "fire");
    assert!(texts(&events).contains("R has MANOEUVER orders now"), "{}", texts(&events));
    assert!(army_morale(&test, RED) < before);
    assert!(burt(&test).values(test.unit("r")).left_reserve);
}

/// SB-9.5: a target that fails its test routs at once; the assaulter need not test, and may stop.
#[test]
fn a_target_that_fails_routs_and_the_assaulter_may_stop() {
    let mut test = declared(field(Chit::Fire));
    force_morale(&mut test, &[1]);
    let events = go_to_question(&mut test, "routed");
    assert_eq!(level(&test, "r"), Level::Rout);
    assert!(!texts(&events).contains("going in"), "{}", texts(&events));
    assert_eq!(choices(&test), ["stop", "pursue"]);
    decide(&mut test, "stop");
    near_point(front(&test, "a"), 40.0, 23.5);
    assert_eq!(burt(&test).values(test.unit("a")).pursuing, None);
}

/// SB-9.5: or it goes on by what is left of its reach, and is in pursuit.
#[test]
fn an_assaulter_may_run_after_a_target_that_routs() {
    let mut test = declared(field(Chit::Fire));
    force_morale(&mut test, &[1]);
    go_to_question(&mut test, "routed");
    let events = decide(&mut test, "pursue");
    let told = texts(&events);
    assert!(told.contains("A pursues R (SB-9.5)"), "{told}");
    near_point(front(&test, "a"), 40.0, 28.0);
}

/// SB-9.7: skirmishers evade 8 + 3 - 5 = 6 inches; the gap of 3.5 becomes 9.5, and infantry with 4.5 left stops.
#[test]
fn skirmishers_evade_by_their_move_and_two_dice() {
    let mut test = declared(
        table()
            .foot("a", BLUE, 24, "column", (40.0, 20.0, 90.0))
            .chit(Chit::Assault)
            .troops("r", RED, "skirmishers", 8, "open_order", (40.0, 27.0, 270.0))
            .chit(Chit::Fire),
    );
    force_morale(&mut test, &[6]);
    go_to_question(&mut test, "react");
    force(&mut test, &dice::EVASION, &[3, 5]);
    react(&mut test, "evade");
    near(outline(&test, "r").gap(&outline(&test, "a")), 9.5);
    assert_eq!((chit_of(&test, "r"), facing(&test, "r")), (Chit::Regroup, 90.0));
    assert_eq!((asked(&test), choices(&test)), ("evaded".to_owned(), vec!["stop".to_owned()]));
    let order = Order::new(BLUE, &verbs::FOLLOW).number(5.0);
    assert_eq!(test.refused(order).1, "SB-9.7");
    let order = Order::new(BLUE, &verbs::FOLLOW).number(2.0);
    test.order(order);
    near_point(front(&test, "a"), 40.0, 25.5);
}

/// SB-9.7, SB-8.3: an evader within reach may be caught: the test has +2 for its rear and +2 for skirmishers.
#[test]
fn an_evader_within_reach_may_be_caught() {
    let mut test = declared(
        table()
            .troops("a", BLUE, "light_cavalry", 12, "line", (40.0, 20.0, 90.0))
            .chit(Chit::Assault)
            .troops("r", RED, "skirmishers", 8, "open_order", (40.0, 27.0, 270.0))
            .chit(Chit::Fire),
    );
    force_morale(&mut test, &[6]);
    go_to_question(&mut test, "react");
    force(&mut test, &dice::EVASION, &[1, 6]);
    react(&mut test, "evade");
    assert_eq!(choices(&test), ["catch", "stop"]);
    let plan = test.battle.check(&order(&test, &verbs::DECIDE).choice("catch")).expect("it is in reach");
    let amounts: Vec<f32> = lines(&plan.odds[0].explained).into_iter().map(|(_, amount)| amount).collect();
    assert_eq!(amounts.iter().filter(|amount| **amount == 2.0).count(), 2, "{:?}", plan.odds);
    let events = decide(&mut test, "catch");
    assert!(texts(&events).contains("strikes the rear of R"), "{}", texts(&events));
}

/// SB-9.7: an evader that has no room to turn straight away from the assaulter turns about: it is tested against and
/// caught as one struck in the rear.
#[test]
fn an_evader_without_room_turns_about() {
    let mut test = declared(
        table()
            .troops("a", BLUE, "light_cavalry", 12, "line", (31.0, 21.0, 90.0))
            .chit(Chit::Assault)
            .troops("r", RED, "skirmishers", 8, "open_order", (40.0, 27.0, 270.0))
            .chit(Chit::Fire)
            .area("deep", (42.5, 25.0), (46.0, 26.9)),
    );
    force_morale(&mut test, &[6]);
    go_to_question(&mut test, "react");
    force(&mut test, &dice::EVASION, &[1, 6]);
    react(&mut test, "evade");
    near(facing(&test, "r"), 90.0);
    let plan = test.battle.check(&order(&test, &verbs::DECIDE).choice("catch")).expect("it is in reach");
    assert!(format!("{:?}", plan.odds).contains("charging a flank or rear"), "{:?}", plan.odds);
    let events = decide(&mut test, "catch");
    assert!(texts(&events).contains("strikes the rear of R"), "{}", texts(&events));
}

/// SB-9.8: assaulter and countercharger meet half way across what is left; both count as charging.
#[test]
fn a_countercharge_meets_the_assaulter_half_way() {
    let mut test = asked_to_react(Chit::Manoeuver);
    force_morale(&mut test, &[6]);
    force(&mut test, &dice::BLOWS, &[1, 1, 1, 1]);
    let events = react(&mut test, "countercharge");
    let told = texts(&events);
    // Of 3.5 inches each goes 1.75.
    assert!(told.contains("A moves 1.8") || told.contains("A moves 1.7"), "{told}");
    assert!(told.contains("A strikes at R on 3+") && told.contains("R strikes at A on 4+"), "{told}");
    near_point(front(&test, "a"), 40.0, 25.25);
    near_point(front(&test, "r"), 40.0, 25.25);
}

/// SB-9.9: an assaulter who fails his test loses a level and stays where it is.
#[test]
fn an_assaulter_who_fails_loses_a_level_and_stays() {
    let mut test = asked_to_react(Chit::Fire);
    force_morale(&mut test, &[1]);
    react(&mut test, "hold");
    assert_eq!(level(&test, "a"), Level::Unformed);
    near_point(front(&test, "a"), 40.0, 23.5);
    assert!(!burt(&test).in_melee(test.unit("a")));
}

/// SB-9.9: a countercharging target may still charge home against an assaulter who failed; only it counts as charging.
#[test]
fn a_countercharge_goes_home_against_an_assaulter_who_failed() {
    let mut test = asked_to_react(Chit::Manoeuver);
    force_morale(&mut test, &[1]);
    force(&mut test, &dice::BLOWS, &[1, 1, 1, 1]);
    let events = react(&mut test, "countercharge");
    let told = texts(&events);
    assert!(told.contains("R strikes the front of A"), "{told}");
    assert!(told.contains("R strikes at A on 4+"), "{told}");
    assert!(told.contains("A strikes at R on 4+"), "deeper, but not charging: {told}");
    near_point(front(&test, "r"), 40.0, 23.5);
}

/// SB-9.18: a unit with ASSAULT orders that another assaults than its own target tests, and drops its assault.
#[test]
fn an_assaulted_assaulter_drops_its_own_assault() {
    let mut test = table()
        .foot("a", BLUE, 24, "column", (37.5, 20.0, 90.0))
        .chit(Chit::Assault)
        .foot("b", BLUE, 24, "column", (44.5, 21.0, 90.0))
        .chit(Chit::Regroup)
        .foot("r", RED, 24, "column", (40.0, 27.0, 270.0))
        .chit(Chit::Assault)
        .battle();
    go_to(&mut test, Step::Assaults);
    let order = assault(&test, "a", "r");
    test.order(order);
    let order = assault(&test, "r", "b");
    test.order(order);
    force_morale(&mut test, &[6, 6, 1]);
    let events = end_turn(&mut test);
    let told = texts(&events);
    assert!(told.contains("R tests morale for being assaulted"), "{told}");
    assert!(told.contains("R meets an assault and gives up that on B (SB-9.18)"), "{told}");
    assert!(!told.contains("R tests morale for going in"), "{told}");
}

/// SB-9.4: the owner of several assaulted units says which comes first.
#[test]
fn the_owner_says_which_assaulted_unit_comes_first() {
    let mut test = field(Chit::Regroup)
        .foot("b", BLUE, 24, "column", (60.0, 20.0, 90.0))
        .chit(Chit::Assault)
        .foot("s", RED, 24, "line", (60.0, 27.0, 270.0))
        .chit(Chit::Regroup)
        .battle();
    go_to(&mut test, Step::Assaults);
    for (unit, target) in [("a", "r"), ("b", "s")] {
        let order = assault(&test, unit, target);
        test.order(order);
        if step(&test) == Step::Assaults && asked_side(&test) == RED {
            pass(&mut test);
        }
    }
    go_to_question(&mut test, "next");
    assert!(may_act(&test, "r") && may_act(&test, "s") && asked_side(&test) == RED);
    force_morale(&mut test, &[6]);
    let order = told(&test, &verbs::NEXT, "s");
    let events = test.order(order);
    assert!(texts(&events).contains("S tests morale for being assaulted"), "{}", texts(&events));
}

/// A column of red stands 2 inches behind the line, named as its support.
fn supported() -> TestBattle {
    let mut test = declared(field(Chit::Regroup).foot("s", RED, 24, "column", (40.0, 30.0, 270.0)).chit(Chit::Reserve));
    let (unit, friend) = (unit(&test, "s"), unit(&test, "r"));
    put_play(&mut test, |play| play.supports.push(Support { unit, friend, reaction: None, against: None }));
    test
}

/// SB-9.20: a line supported by a column 2 inches behind it, the assaulter 3.5 ahead: 6.5 of 8: it may countercharge; line
/// and column each lose a level.
#[test]
fn a_support_countercharges_through_its_friend() {
    let mut test = supported();
    force_morale(&mut test, &[6, 6]);
    go_to_question(&mut test, "react");
    react(&mut test, "hold");
    assert_eq!(asked(&test), "support");
    force_morale(&mut test, &[6]);
    let events = react(&mut test, "countercharge");
    let told = texts(&events);
    assert!(told.contains("S tests morale") || told.contains("S has ASSAULT orders now"), "{told}");
    assert!(told.contains("S strikes the flank of A"), "the line covers all of the front: {told}");
    for name in ["R", "S"] {
        assert!(told.contains(&format!("{name} is unformed (SB-4.11)")), "{told}");
    }
}

/// SB-9.20, SB-3.7: a support that fails its test loses a level and stays out, with FIRE orders; so does one that holds.
#[test]
fn a_support_that_does_nothing_gets_fire_orders() {
    let mut test = supported();
    force_morale(&mut test, &[6, 1]);
    go_to_question(&mut test, "react");
    assert_eq!((level(&test, "s"), chit_of(&test, "s")), (Level::Unformed, Chit::Fire));
    let mut test = supported();
    force_morale(&mut test, &[6, 6, 1]);
    go_to_question(&mut test, "react");
    react(&mut test, "hold");
    react(&mut test, "hold");
    assert_eq!(chit_of(&test, "s"), Chit::Fire);
    let support = burt(&test).play().supports.first().cloned();
    assert!(support.is_none_or(|support| support.reaction == Some(Reaction::Hold)));
}

/// SB-9.20, Illegal: a support behind its friend cannot fire through it.
#[test]
fn a_support_behind_its_friend_does_not_fire_through_it() {
    let mut test = supported();
    force_morale(&mut test, &[6, 6]);
    go_to_question(&mut test, "react");
    react(&mut test, "hold");
    assert_eq!(choices(&test), ["countercharge", "evade", "hold"]);
    let view = burt(&test);
    let why =
        view.aim(test.unit("s"), test.unit("a"), Load::SmallArms, Occasion::Reaction).expect_err("it sees nothing");
    assert_eq!(why.rule.0, "SB-1.7");
}

/// SB-10.2: a pursuer that comes upon another enemy assaults it without a test of its own; the target may only hold or
/// fire.
#[test]
fn a_pursuer_that_comes_upon_another_enemy_takes_no_test() {
    let mut test = table()
        .foot("a", BLUE, 24, "column", (40.0, 20.0, 90.0))
        .foot("r", RED, 24, "line", (40.0, 27.0, 270.0))
        .chit(Chit::Manoeuver)
        .battle();
    let gone = unit(&test, "r");
    put_troops(&mut test, "a", |troops| troops.pursuing = Some(gone));
    force_morale(&mut test, &[6]);
    let events = end_turn(&mut test);
    let told = texts(&events);
    assert!(told.contains("A comes upon R"), "{told}");
    assert!(!told.contains("A tests morale for going in"), "{told}");
    assert!(told.contains("A strikes the front of R"), "{told}");
    assert!(!told.contains("countercharges"), "{told}");
}

/// SB-8.4: the half move counts as advancing.
#[test]
fn the_half_move_counts_as_advancing() {
    let test = declared(field(Chit::Fire));
    assert_eq!(burt(&test).work(test.unit("a")).motion, Some(Motion::Advanced));
}

/// Guns of red with FIRE orders that a column assaults, and a column of red behind them that is named as their support.
fn before_guns() -> TestBattle {
    let mut test = declared(
        table()
            .foot("a", BLUE, 24, "column", (40.0, 20.0, 90.0))
            .chit(Chit::Assault)
            .guns("r", RED, "6pdr", 2, "unlimbered", (40.0, 27.0, 270.0))
            .chit(Chit::Fire)
            .foot("s", RED, 24, "column", (40.0, 31.0, 270.0))
            .chit(Chit::Reserve),
    );
    let (unit, friend) = (unit(&test, "s"), unit(&test, "r"));
    put_play(&mut test, |play| play.supports.push(Support { unit, friend, reaction: None, against: None }));
    test
}

/// SB-9.5: artillery that fails its test abandons its guns: they are lost, and the assaulter may go on over them.
#[test]
fn guns_that_fail_their_test_are_lost() {
    let mut test = before_guns();
    force_morale(&mut test, &[1, 1]);
    let events = go_to_question(&mut test, "routed");
    let told = texts(&events);
    assert!(told.contains("The crews of R run: their guns are lost (SB-10.1)"), "{told}");
    assert!(!stands(&test, "r"));
    assert_eq!((asked_side(&test), choices(&test)), (BLUE, vec!["stop".to_owned(), "pursue".to_owned()]));
    let events = decide(&mut test, "pursue");
    assert!(texts(&events).contains("A pursues R"), "{}", texts(&events));
    assert!(front(&test, "a").y > 23.6, "{}", texts(&events));
}

/// SB-9.4: supports of a target that fails may still react, also if it was guns.
#[test]
fn the_supports_of_guns_that_are_lost_still_react() {
    let mut test = before_guns();
    force_morale(&mut test, &[1, 6]);
    go_to_question(&mut test, "support");
    assert!(choices(&test).contains(&"countercharge".to_owned()), "{:?}", choices(&test));
    let mut told = texts(&react(&mut test, "countercharge"));
    assert_eq!(asked(&test), "routed", "{told}");
    told += &texts(&decide(&mut test, "stop"));
    assert!(told.contains("S strikes the front of A"), "{told}");
}

/// What the plan of a reaction, and the sheet of the question, say of the fight that would follow.
fn fight_after(test: &TestBattle, reaction: &str) -> Option<(f32, f32)> {
    let plan = test.battle.check(&order(test, &verbs::REACT).choice(reaction)).expect("it may react so");
    let ask = test.battle.awaiting().asks[0].clone();
    let sheet = test.battle.rules().sheet(&test.battle.view_of(ask.side), &ask).expect("it is a question for a sheet");
    let way = sheet.groups[0].ways.iter().find(|way| way.orders[0].choice.as_deref() == Some(reaction));
    assert_eq!(way.expect("it is on the sheet").outlook.as_ref(), plan.outlooks.first(), "{reaction}");
    plan.outlooks.first().map(|outlook| (outlook.wins, outlook.ties))
}

/// SB-9.6, SB-9.9, SB-9.13: each reaction tells how the first round would go, and that the assaulter may not come in; fire
/// makes that likelier, and takes figures from it.
#[test]
fn each_reaction_tells_of_the_fight_that_would_follow() {
    let test = asked_to_react(Chit::Reserve);
    let (a, r) = (test.unit("a"), test.unit("r"));
    let fights = burt(&test);
    let assault = fights.assault_of(a).expect("it assaults");
    let goes = dice::chance(fights.assault_test(a, r, assault.edge).needed());
    assert!(goes > 0.0 && goes < 1.0, "{goes}");
    let way = fights.way_home(assault).expect("it comes home");
    let round = fights.outlook_of_round(r, &[&way]);
    let held = fight_after(&test, "hold").expect("they would fight");
    near(held.0, 1.0 - goes + goes * (round.pushed + round.broken));
    near(held.1, goes * round.draws);
    let fired = fight_after(&test, "fire").expect("they would fight");
    assert!(fired.0 > held.0 + 0.05, "{fired:?} is hardly better than {held:?}");
    let met = fight_after(&test, "countercharge").expect("they would fight");
    assert!(met != held && met.0 + met.1 <= 1.0, "{met:?}");
    assert_eq!(fight_after(&test, "evade"), None);
}

/// SB-9.8, SB-9.9: a target that countercharges strikes with impetus: at the assaulter who comes, met half way, and
/// at one who fails his test.
#[test]
fn the_fight_after_a_countercharge_has_the_impetus_of_both() {
    let test = asked_to_react(Chit::Manoeuver);
    let (a, r) = (test.unit("a"), test.unit("r"));
    let goes = {
        let fights = burt(&test);
        dice::chance(fights.assault_test(a, r, fights.assault_of(a).expect("it assaults").edge).needed())
    };
    let told = fight_after(&test, "countercharge").expect("they would fight");
    let mut fights = [false, true].map(|comes| {
        let mut test = asked_to_react(Chit::Manoeuver);
        force_morale(&mut test, &[if comes { 6 } else { 1 }]);
        let events = react(&mut test, "countercharge");
        let fought = events.iter().chain(test.battle.log().events()).find_map(|event| match &event.kind {
            grapeshot::events::EventKind::Fought { duel: Some(duel), .. } => Some((duel.wins, duel.ties)),
            _ => None,
        });
        fought.expect("they fight")
    });
    // Of the one who comes the assaulter is named first, of the other the unit that came at him.
    let (lost, drawn) = fights[1];
    fights[1] = (1.0 - lost - drawn, drawn);
    near(told.0, goes * fights[1].0 + (1.0 - goes) * fights[0].0);
    near(told.1, goes * fights[1].1 + (1.0 - goes) * fights[0].1);
}

/// SB-9.20: the fight that each answer of a support leads to is told, and the target's answers count on the one that
/// serves its side best.
#[test]
fn the_odds_of_an_answer_count_on_what_supports_may_do() {
    let mut test = supported();
    force_morale(&mut test, &[6, 6]);
    go_to_question(&mut test, "react");
    let held = fight_after(&test, "hold").expect("they would fight");
    react(&mut test, "hold");
    assert_eq!(asked(&test), "support");
    let [charges, evades, idle] = ["countercharge", "evade", "hold"].map(|answer| fight_after(&test, answer));
    assert_eq!(evades, idle, "the line fights alone");
    assert_ne!(charges, idle, "the column strikes the flank of the assaulter");
    let best = if charges > idle { charges } else { idle };
    assert_eq!(Some(held), best);
}
