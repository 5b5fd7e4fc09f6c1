//! Orders on chits, and what stays secret (chapter 3).

use grapeshot::{
    battle::{Battle, replay},
    orders::Order,
    record::{Header, Journal, JournalWriter},
    rulesets::burt::{
        book::{
            dice,
            values::{Chit, Level},
            verbs,
        },
        state::{sequence_of_play::Step, view::BurtView},
    },
    testing::known_to,
    turn::{Ask, Secret},
};

use std::path::Path;

use crate::kit::*;

/// A blue brigade whose staff is 0.8 inches from its first battalion and 1.4 from its second, with skirmishers and a
/// battery; a red battalion with its staff.
fn brigade() -> TestTable {
    table()
        .commander("staff", BLUE, "command_element", (40.0, 12.0, 90.0))
        .foot("near", BLUE, 24, "column", (38.0 - 0.3, 14.0, 90.0))
        .under("staff")
        .foot("far", BLUE, 24, "column", (42.9, 14.0, 90.0))
        .under("staff")
        .troops("open", BLUE, "skirmishers", 12, "open_order", (20.0, 14.0, 90.0))
        .guns("guns", BLUE, "6pdr", 2, "unlimbered", (60.0, 14.0, 90.0))
        .commander("enemy_staff", RED, "command_element", (48.0, 52.6, 270.0))
        .foot("enemy", RED, 24, "line", (48.0, 50.0, 270.0))
        .under("enemy_staff")
}

fn orders_of(test: &TestBattle, side: grapeshot::forces::SideId) -> Ask {
    test.battle.awaiting().of(side).cloned().expect("the side gives orders")
}

/// SB-3.1: a command element 0.8" from battalion 1 and 1.4" from battalion 2: only battalion 1 may change.
#[test]
fn only_units_in_contact_may_change() {
    let mut test = second_turn(brigade());
    let element = test.unit("staff");
    near(burt(&test).gap(element, test.unit("near")), 0.8);
    near(burt(&test).gap(element, test.unit("far")), 1.4);
    test.order(gives(&test, &["near"], Chit::Fire));
    let order = gives(&test, &["far"], Chit::Fire);
    assert_eq!(test.refused(order), ("FAR: out of contact with its command element".into(), "SB-3.1".into()));
}

/// SB-3.1: skirmishers and artillery may always change.
#[test]
fn skirmishers_and_guns_may_always_change() {
    let mut test = second_turn(brigade());
    test.order(gives(&test, &["open"], Chit::Regroup));
    test.order(gives(&test, &["guns"], Chit::Manoeuver));
    let pieces = orders_of(&test, BLUE).pieces;
    let keys = ["near", "open", "guns"].map(|key| test.piece(key, 1));
    assert_eq!(pieces, keys, "those that may change");
}

/// SB-3.1: generals and aides need no orders.
#[test]
fn commanders_need_no_orders() {
    let mut test = second_turn(brigade());
    let order = gives(&test, &["staff"], Chit::Fire);
    assert_eq!(test.refused(order).0, "STAFF needs no orders");
}

/// SB-3.1: a unit of the other side gets no order from this one.
#[test]
fn nobody_orders_the_enemy() {
    let mut test = second_turn(brigade());
    let order = Order::new(BLUE, &verbs::ORDER).pieces([test.piece("enemy", 1)]).choice("fire");
    assert_eq!(test.refused(order), ("enemy is not of your side".into(), "SB-3.1".into()));
}

/// SB-3.1: several units get one order at once, and the question counts them.
#[test]
fn one_order_goes_to_many_units() {
    let mut test = second_turn(brigade());
    assert!(orders_of(&test, BLUE).question.ends_with("0 of 3 given"), "{}", orders_of(&test, BLUE).question);
    test.order(gives(&test, &["near", "open", "guns"], Chit::Regroup));
    assert!(orders_of(&test, BLUE).question.ends_with("3 of 3 given"), "{}", orders_of(&test, BLUE).question);
    let order = gives(&test, &["near", "open"], Chit::Assault);
    assert_eq!(test.refused(order).1, "SB-3.3", "all of them must be able to have it");
}

/// SB-3.1: orders may be changed freely until the side is ready.
#[test]
fn an_order_may_be_changed_until_the_side_is_ready() {
    let mut test = second_turn(brigade());
    test.order(gives(&test, &["near"], Chit::Fire));
    test.order(gives(&test, &["near"], Chit::Assault));
    assert_eq!(chit_of(&test, "near"), Chit::Manoeuver, "it is laid down when both are ready");
    test.order(ready(BLUE));
    let order = gives(&test, &["near"], Chit::Fire);
    assert!(test.battle.check(&order).is_err(), "blue has said that it is ready");
    test.order(ready(RED));
    assert_eq!(chit_of(&test, "near"), Chit::Assault);
}

/// SB-3.1: a unit that is given nothing keeps the order it has.
#[test]
fn other_units_keep_their_orders() {
    let mut test = second_turn(brigade());
    put_chit(&mut test, "far", Chit::Fire);
    test.order(ready(BLUE));
    test.order(ready(RED));
    assert_eq!((chit_of(&test, "far"), chit_of(&test, "near")), (Chit::Fire, Chit::Manoeuver));
}

/// SB-3.1: the scenario gives the orders with which the armies set out; turn 1 changes them as every turn does.
#[test]
fn only_units_in_contact_change_their_orders_in_turn_1_too() {
    let mut test = brigade().battle();
    test.order(gives(&test, &["near"], Chit::Assault));
    let order = gives(&test, &["far"], Chit::Assault);
    assert_eq!(test.refused(order), ("FAR: out of contact with its command element".into(), "SB-3.1".into()));
}

/// SB-7.3: routing units get no orders; SB-10.2: nor do pursuers.
#[test]
fn routing_and_pursuing_units_get_no_orders() {
    let mut test = second_turn(brigade());
    put_level(&mut test, "near", Level::Rout);
    let order = gives(&test, &["near"], Chit::Fire);
    assert_eq!(test.refused(order), ("NEAR is routing and takes no orders".into(), "SB-7.3".into()));
    put_level(&mut test, "near", Level::Formed);
    let enemy = test.unit("enemy");
    put_troops(&mut test, "near", |troops| troops.pursuing = Some(enemy));
    let order = gives(&test, &["near"], Chit::Fire);
    assert_eq!(test.refused(order), ("NEAR pursues and takes no orders".into(), "SB-10.2".into()));
}

/// SB-3.3: "This troop type cannot assault."
#[test]
fn neither_guns_nor_skirmishers_assault() {
    let mut test = second_turn(brigade());
    for key in ["open", "guns"] {
        let order = gives(&test, &[key], Chit::Assault);
        let name = key.to_uppercase();
        assert_eq!(test.refused(order), (format!("{name}: this troop type cannot assault"), "SB-3.3".into()));
    }
}

/// SB-7.3: shaken troops may be given any order but ASSAULT.
#[test]
fn shaken_troops_get_any_order_but_assault() {
    let mut test = second_turn(brigade());
    put_level(&mut test, "near", Level::Shaken);
    let order = gives(&test, &["near"], Chit::Assault);
    assert_eq!(test.refused(order).1, "SB-7.3");
    for chit in [Chit::Fire, Chit::Manoeuver, Chit::Regroup] {
        test.order(gives(&test, &["near"], chit));
    }
}

/// SB-3.3: an order is one of five.
#[test]
fn there_are_five_orders() {
    let test = second_turn(brigade());
    assert_eq!(choices(&test), ["reserve", "manoeuver", "fire", "assault", "regroup"]);
    let order = Order::new(BLUE, &verbs::ORDER).pieces([test.piece("near", 1)]).choice("charge");
    assert!(test.battle.check(&order).is_err());
    let nobody = Order::new(BLUE, &verbs::ORDER).pieces([]).choice("fire");
    assert!(test.battle.check(&nobody).is_err());
}

/// SB-3.2: the other side sees neither what is being chosen nor what lies face down.
#[test]
fn the_enemy_sees_no_order() {
    let mut test = second_turn(brigade());
    // All but the number of orders given so far.
    let known = |test: &TestBattle| {
        let told = known_to(&test.battle, RED);
        told.lines().filter(|line| !line.starts_with("clock")).map(str::to_owned).collect::<Vec<_>>()
    };
    let before = known(&test);
    test.order(gives(&test, &["near"], Chit::Assault));
    assert!(known(&test) == before, "an order that is given changes nothing for red");
    let blue = BurtView::of(test.battle.view_of(BLUE));
    assert_eq!(blue.chosen(test.unit("near")), Some(Chit::Assault));
    assert_eq!(chit_seen_by(&test, BLUE, "near"), Some(Chit::Manoeuver));
    assert_eq!(chit_seen_by(&test, RED, "near"), None);
    test.order(ready(BLUE));
    test.order(ready(RED));
    assert_eq!(chit_seen_by(&test, RED, "near"), None);
}

/// SB-3.2: a battle that is saved while a side gives its orders opens with the same orders, and hides them as before.
#[test]
fn a_save_made_behind_the_cloth_opens_behind_the_cloth() {
    let folder = tempfile::TempDir::new().expect("a folder for the test");
    let books = grapeshot::battle::rulebooks(grapeshot::rulesets::plugin);
    let file = Path::new("scenarios/burt/two_brigades.scenario.ron");
    let scenario = grapeshot::scenario::load(file, &books).expect("it is shipped");
    let mut writer =
        JournalWriter::begin(folder.path(), &Header::new(&scenario, 5, Vec::new(), None)).expect("written");
    let mut battle = Battle::new(&scenario, 5, grapeshot::rulesets::plugin);
    let leger = |battle: &Battle| {
        battle.view().units().find(|unit| battle.view().unit(*unit).key == "12l").expect("it is there")
    };
    let before = known_to(&battle, RED);
    for chit in ["fire", "assault"] {
        let piece = BurtView::of(battle.view()).piece(leger(&battle));
        let events =
            battle.submit(Order::new(BLUE, &verbs::ORDER).pieces([piece]).choice(chit)).expect("allowed").len();
        writer.order(battle.recorded(events)).expect("written");
    }
    let journal = Journal::open(writer.path()).expect("it can be read");
    let opened = replay(&journal, None, grapeshot::rulesets::plugin).expect("it can be played");
    assert_eq!(opened.diverged, None);
    let opened = opened.battle;
    assert_eq!(opened.checksum(), battle.checksum());
    let of = |side| BurtView::of(opened.view_of(side)).chosen(leger(&opened));
    assert_eq!((of(BLUE), of(RED)), (Some(Chit::Assault), None));
    let lines =
        |told: &str| told.lines().filter(|line| !line.starts_with("clock")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(lines(&known_to(&opened, RED)), lines(&before), "red learns nothing from the file");
    let ask = opened.awaiting().of(BLUE).expect("blue is still asked");
    assert!(ask.secret);
    assert_eq!(ask.as_known(&opened.view_of(RED)).question, "The French decide");
}

/// SB-3.2: each side is asked by itself, and the other reads no more than who is asked.
#[test]
fn the_question_for_orders_is_secret() {
    let test = second_turn(brigade());
    let asks = &test.battle.awaiting().asks;
    assert_eq!(asks.iter().map(|ask| ask.side).collect::<Vec<_>>(), [BLUE, RED], "both at once");
    let seen = asks[0].as_known(&test.battle.view_of(RED));
    assert_eq!((seen.question.as_str(), seen.pieces.len()), ("The blue decide", 0));
}

/// SB-3.2: an order stays shown until it is changed; then the chit is hidden again.
#[test]
fn a_shown_order_is_hidden_again_when_it_is_changed() {
    let shown = |chit: Chit| {
        let mut test = second_turn(brigade());
        let mut secret = serde_json::to_value(Secret::new(Chit::Fire)).expect("plain data");
        secret["shown"] = true.into();
        test.put_unit(test.unit("near"), "burt_order", secret);
        assert_eq!(chit_seen_by(&test, RED, "near"), Some(Chit::Fire));
        test.order(gives(&test, &["near"], chit));
        assert_eq!(chit_seen_by(&test, RED, "near"), Some(Chit::Fire), "until both are ready");
        test.order(ready(BLUE));
        test.order(ready(RED));
        (chit_of(&test, "near"), chit_seen_by(&test, RED, "near"))
    };
    assert_eq!(shown(Chit::Assault), (Chit::Assault, None));
    assert_eq!(shown(Chit::Fire), (Chit::Fire, Some(Chit::Fire)), "it was not changed");
}

/// A blue line that faces a red one 6 inches away, with orders of its own.
fn facing_lines(chit: Chit) -> TestBattle {
    let mut test = table()
        .foot("line", BLUE, 24, "line", (48.0, 30.0, 90.0))
        .foot("enemy", RED, 24, "line", (48.0, 36.0, 270.0))
        .chit(Chit::Regroup)
        .battle();
    put_chit(&mut test, "line", chit);
    test
}

/// SB-3.2: a unit that fires has FIRE orders, and a unit that moves more than such a unit could has MANOEUVER orders.
#[test]
fn fire_and_a_long_move_show_the_order() {
    let mut test = facing_lines(Chit::Fire);
    go_to(&mut test, Step::Fire);
    assert_eq!(chit_seen_by(&test, RED, "line"), None);
    test.order(shoot(&test, "line", "enemy"));
    assert_eq!(chit_seen_by(&test, RED, "line"), Some(Chit::Fire));
    let moved = |inches: f32| {
        let mut test = facing_lines(Chit::Manoeuver);
        go_to(&mut test, Step::Manoeuvres);
        test.order(march(&test, "line", &[ahead(inches)]));
        chit_seen_by(&test, RED, "line")
    };
    assert_eq!(moved(1.5), None, "a unit with FIRE orders could do that");
    assert_eq!(moved(3.0), Some(Chit::Manoeuver));
}

/// SB-3.2: a unit that declares an assault has ASSAULT orders.
#[test]
fn an_assault_shows_the_order() {
    let mut test = facing_lines(Chit::Assault);
    go_to(&mut test, Step::Assaults);
    test.order(assault(&test, "line", "enemy"));
    assert_eq!(chit_seen_by(&test, RED, "line"), Some(Chit::Assault));
}

/// SB-3.2: a unit that regains a level has REGROUP orders.
#[test]
fn regrouping_shows_the_order() {
    let mut test = facing_lines(Chit::Regroup);
    put_level(&mut test, "line", Level::Disordered);
    go_to(&mut test, Step::Manoeuvres);
    assert_eq!(chit_seen_by(&test, RED, "line"), None);
    end_turn(&mut test);
    assert_eq!(chit_seen_by(&test, RED, "line"), Some(Chit::Regroup));
    assert_eq!(chit_seen_by(&test, BLUE, "enemy"), None, "it was formed already");
}

/// SB-3.2: reserves that move far show their order.
#[test]
fn a_reserve_move_shows_the_order() {
    let mut test = table()
        .foot("line", BLUE, 24, "line", (48.0, 10.0, 90.0))
        .chit(Chit::Reserve)
        .foot("enemy", RED, 24, "line", (48.0, 50.0, 270.0))
        .battle();
    go_to(&mut test, Step::Reserves);
    test.order(march(&test, "line", &[ahead(7.0)]));
    assert_eq!(chit_seen_by(&test, RED, "line"), Some(Chit::Reserve));
}

/// SB-2.2, SB-3.2: everybody is asked whose chit might be the right one, and a pass says nothing else.
#[test]
fn who_is_asked_gives_no_chit_away() {
    let kinds = |chit: Chit| {
        let mut test = facing_lines(chit);
        let mut kinds = Vec::new();
        for _ in 0..60 {
            if test.battle.view().clock().turn > 1 || test.battle.awaiting().asks.is_empty() {
                break;
            }
            let ask = test.battle.awaiting().asks[0].clone();
            kinds.push((ask.kind.clone(), ask.side, ask.pieces.clone()));
            let answer = ask.go_on.as_ref().map(|verb| Order::new(ask.side, verb));
            match answer.filter(|answer| test.battle.check(answer).is_ok()) {
                Some(answer) => drop(test.order(answer)),
                None => drop(pass(&mut test)),
            }
        }
        kinds
    };
    let fire = kinds(Chit::Fire);
    assert!(fire.iter().any(|(kind, ..)| kind == "manoeuvre") && fire.iter().any(|(kind, ..)| kind == "reserve"));
    for chit in [Chit::Manoeuver, Chit::Reserve, Chit::Regroup] {
        assert_eq!(kinds(chit), fire, "{chit:?}");
    }
}

/// SB-2.2: pass lines say only that a side passes.
#[test]
fn a_pass_says_only_that_a_side_passes() {
    let mut test = facing_lines(Chit::Fire);
    go_to(&mut test, Step::Manoeuvres);
    let events = test.order(Order::new(BLUE, &verbs::PASS));
    assert_eq!(events[0].text, "The blue pass");
}

/// SB-3.6: "A unit cannot go back into reserve."
#[test]
fn nobody_goes_back_into_reserve() {
    let mut test = second_turn(brigade());
    let order = gives(&test, &["near"], Chit::Reserve);
    assert_eq!(test.refused(order), ("NEAR: a unit cannot go back into reserve".into(), "SB-3.6".into()));
}

/// SB-3.6: each unit that leaves RESERVE costs its army one point of army morale, once.
#[test]
fn to_leave_reserve_costs_a_point() {
    let mut test = second_turn(brigade());
    put_chit(&mut test, "near", Chit::Reserve);
    let before = army_morale(&test, BLUE);
    test.order(gives(&test, &["near"], Chit::Fire));
    assert_eq!(army_morale(&test, BLUE), before, "it is only chosen yet");
    test.order(ready(BLUE));
    let events = test.order(ready(RED));
    assert_eq!(army_morale(&test, BLUE), before - 1);
    let line = with_rule(&events, "SB-11.1");
    assert_eq!(line.len(), 1);
    assert!(!line[0].known_to.is_all(), "only its own side learns of it");
    end_turn(&mut test);
    test.order(gives(&test, &["near"], Chit::Manoeuver));
    end_turn(&mut test);
    assert_eq!(army_morale(&test, BLUE), before - 1, "once for that unit");
}

/// SB-3.7: a reserve that loses a figure to small arms has MANOEUVER orders from then on, and has left RESERVE.
#[test]
fn casualties_from_small_arms_end_reserve() {
    let mut test = table()
        .foot("target", BLUE, 24, "line", (48.0, 30.0, 90.0))
        .chit(Chit::Reserve)
        .foot("enemy", RED, 24, "line", (48.0, 33.0, 270.0))
        .chit(Chit::Fire)
        .battle();
    let before = army_morale(&test, BLUE);
    go_to(&mut test, Step::Fire);
    while asked_side(&test) != RED {
        pass(&mut test);
    }
    force(&mut test, &dice::SHOTS, &[6, 1, 1, 1, 1, 1]);
    force(&mut test, &dice::SAVES, &[1]);
    test.order(shoot(&test, "enemy", "target"));
    end_step(&mut test);
    assert_eq!((figures(&test, "target"), chit_of(&test, "target")), (23, Chit::Manoeuver));
    assert_eq!(chit_seen_by(&test, RED, "target"), Some(Chit::Manoeuver));
    assert_eq!(army_morale(&test, BLUE), before - 1);
}

/// SB-3.7: casualties from artillery do not end RESERVE.
#[test]
fn casualties_from_guns_do_not_end_reserve() {
    let mut test = table()
        .foot("target", BLUE, 24, "line", (48.0, 30.0, 90.0))
        .chit(Chit::Reserve)
        .guns("enemy", RED, "6pdr", 1, "unlimbered", (48.0, 40.0, 270.0))
        .chit(Chit::Fire)
        .battle();
    go_to(&mut test, Step::Fire);
    while asked_side(&test) != RED {
        pass(&mut test);
    }
    force(&mut test, &dice::SHOTS, &[6, 6]);
    force(&mut test, &dice::SAVES, &[1, 1]);
    test.order(shoot(&test, "enemy", "target").choice("ball"));
    end_step(&mut test);
    assert_eq!((figures(&test, "target"), chit_of(&test, "target")), (23, Chit::Reserve));
}

/// SB-3.1: an order can be taken back until dice are rolled, also the ready of the first side.
#[test]
fn orders_can_be_taken_back_before_the_dice() {
    let mut test = second_turn(brigade());
    test.battle.keep_undo(10);
    test.order(gives(&test, &["near"], Chit::Fire));
    test.order(ready(BLUE));
    assert!(test.battle.undo().is_ok());
    assert!(test.battle.undo().is_ok());
    test.order(ready(BLUE));
    test.order(ready(RED));
    assert!(test.battle.can_undo().is_err(), "both have rolled for initiative");
}
