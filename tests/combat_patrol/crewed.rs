//! Crew-served small arms (CP-6.12) and snipers (CP-6.13).

use bevy::app::App;
use grapeshot::{
    events::{BattleEvent, EventKind},
    forces::Value,
    rulesets::{
        self,
        combat_patrol::{
            book::marks,
            state::{sequence_of_play::FigureAction, shot::Manner},
        },
    },
    testing::{BLUE, RED},
};

use crate::chapters::*;

/// Horse & Musket with a weapon of rate 3 that takes a crew.
fn with_machine_gun(app: &mut App) {
    let own = grapeshot::rulesets::read_data("tests/combat_patrol/crewed".as_ref());
    app.insert_resource(own.expect("the data are sound"));
    rulesets::plugin(app);
}

/// A gunner with his mate beside him and their sergeant far behind; enemies ten inches off and beside each other.
fn nest() -> TestTable {
    table()
        .plugins(with_machine_gun)
        .unit("crew", BLUE, &[(20.0, 4.0, 90.0), (20.0, 10.0, 90.0), (21.5, 10.0, 90.0)])
        .weapons(&["machine_gun"])
        .leader("weapons", Value::List(vec![Value::Word("pistol".into())]))
        .leader("accuracy", Value::Word("Elite".into()))
        .unit("foe", RED, &[(20.0, 21.0, 270.0), (24.0, 21.0, 270.0), (31.0, 21.0, 270.0)])
        .number("endurance", 6.0)
}

fn ready() -> (TestBattle, PieceId) {
    let mut test = nest().acting("crew");
    test.order(order(&test, "declare"));
    let gunner = test.piece("crew", 2);
    (test, gunner)
}

fn shots(test: &TestBattle, gunner: PieceId) -> u8 {
    cp(test).aim(gunner, test.piece("foe", 1), Manner::default()).expect("a shot").shots
}

fn targets(events: &[BattleEvent]) -> Vec<PieceId> {
    let shot = |event: &BattleEvent| match event.kind {
        EventKind::Shot { target, .. } => Some(target),
        _ => None,
    };
    events.iter().filter_map(shot).collect()
}

/// CP-6.12: it needs two unstunned crew to shoot at its full rate; with one, rate 1.
#[test]
fn a_crew_served_weapon_needs_two_men_for_its_full_rate() {
    let (mut test, gunner) = ready();
    assert_eq!(shots(&test, gunner), 3);
    let mate = test.piece("crew", 3);
    test.mark(mate, &marks::STUN, 1);
    assert_eq!(shots(&test, gunner), 1);
    test.mark(mate, &marks::STUN, 0);
    test.stand(mate, 25.0, 10.0, 90.0);
    assert_eq!(shots(&test, gunner), 1, "he is too far away to serve it");
}

/// CP-6.12, CP-2.12: a man who serves it has used his action; the gunner too.
#[test]
fn serving_the_weapon_is_an_action() {
    let (mut test, gunner) = ready();
    test.cards(BLUE, &[2, 2, 2]);
    test.order(order(&test, "shoot").pieces([gunner]).target(test.piece("foe", 1)));
    let parts = [1, 2, 3].map(|man| cp(&test).part(test.piece("crew", man)));
    assert_eq!(parts, [FigureAction::Stationary, FigureAction::Done, FigureAction::Done]);
}

/// CP-6.12: it uses the gunner's Accuracy, and the leader's if he directs it.
#[test]
fn the_leader_at_the_weapon_directs_its_fire() {
    let mut test = nest().acting("crew");
    let (gunner, leader) = (test.piece("crew", 2), test.piece("crew", 1));
    let holes =
        |test: &TestBattle| cp(test).aim(gunner, test.piece("foe", 1), Manner::default()).expect("a shot").holes();
    assert_eq!(holes(&test), 2, "he is six inches away");
    test.stand(leader, 18.5, 10.0, 90.0);
    assert_eq!(holes(&test), 1);
    test.mark(leader, &marks::STUN, 1);
    assert_eq!(holes(&test), 3, "stunned he directs nothing, and is not present");
}

/// CP-6.12: it never does moving fire.
#[test]
fn a_crew_served_weapon_never_fires_on_the_move() {
    let mut test = nest().acting("crew");
    let gunner = test.piece("crew", 2);
    declare(&mut test, vec![gunner], 7);
    test.order(order(&test, "move").pieces([gunner]).path([to(20.0, 11.0)]));
    test.order(order(&test, "march"));
    while test.battle.awaiting().asks[0].kind == "react" {
        test.go_on();
    }
    let refusal = cp(&test)
        .aim(gunner, test.piece("foe", 1), Manner { moving_fire: true, ..Manner::default() })
        .expect_err("it was moved");
    assert_eq!(refusal.rule.to_string(), "CP-6.12");
}

/// CP-6.12: each further to-hit card may name a new target within 4 in of the last.
#[test]
fn each_further_card_may_name_a_target_near_the_last() {
    let (mut test, gunner) = ready();
    let foes = test.pieces("foe");
    test.cards(BLUE, &[2, 2, 2]);
    let mut fired = targets(&test.order(order(&test, "shoot").pieces([gunner]).target(foes[0])));
    assert_eq!(test.battle.awaiting().asks[0].kind, "sweep");
    let (reason, rule) = test.refused(order(&test, "sweep").target(foes[2]));
    assert_eq!((reason.as_str(), rule.as_str()), ("A new target must be within 4 inches of the last", "CP-6.12"));
    fired.extend(targets(&test.order(order(&test, "sweep").target(foes[1]))));
    fired.extend(targets(&test.order(order(&test, "sweep").target(foes[0]))));
    assert_eq!(fired, [foes[0], foes[1], foes[0]]);
    assert_ne!(test.battle.awaiting().asks[0].kind, "sweep", "three cards are all");
}

/// CP-6.12: the log tells each card in a line, and that the weapon ceases fire.
#[test]
fn the_log_tells_each_card_and_that_the_fire_ceases() {
    let (mut test, gunner) = ready();
    let foe = test.piece("foe", 1);
    let main = |events: Vec<BattleEvent>| -> Vec<String> {
        events.into_iter().filter(|event| !event.detail).map(|event| event.text).collect()
    };
    // Card 3 shows one hole, card 6 six.
    test.cards(BLUE, &[3, 6, 3]);
    let first = main(test.order(order(&test, "shoot").pieces([gunner]).target(foe)));
    assert_eq!(first, ["CREW fires at foe.1: 1 shot, no hit"]);
    let next = main(test.order(order(&test, "sweep").target(foe)));
    assert_eq!(next[0], "Crew.2 fires on at foe.1: 1 shot, 1 hit");
    let ceased = main(test.order(order(&test, "cease")));
    assert_eq!(ceased[0], "Crew.2 ceases fire");
}

/// CP-6.5: an out of ammunition card ends its fire.
#[test]
fn out_of_ammunition_ends_the_fire_of_a_crew() {
    let (mut test, gunner) = ready();
    test.cards(BLUE, &[4]);
    test.order(order(&test, "shoot").pieces([gunner]).target(test.piece("foe", 1)));
    assert_ne!(test.battle.awaiting().asks[0].kind, "sweep");
}

/// CP-6.11: a figure struck twice by one attack brings one marker, whatever the weapon.
#[test]
fn one_attack_brings_one_marker_for_a_figure() {
    let (mut test, gunner) = ready();
    let foes = test.pieces("foe");
    for far in &foes[1..] {
        let y = 40.0 + far.0 as f32;
        test.stand(*far, 60.0, y, 270.0);
    }
    test.cards(BLUE, &[7, 12, 7, 13, 2]);
    test.order(order(&test, "shoot").pieces([gunner]).target(foes[0]));
    test.order(order(&test, "sweep").target(foes[0]));
    let view = test.battle.view();
    assert_eq!(view.mark(foes[0], &marks::WOUND), 2);
    assert_eq!(view.unit_marks(test.unit("foe")).count(&marks::MORALE), 1);
}

/// CP-6.12: it fires by an order of its own, and the computer gives it.
#[test]
fn the_weapon_fires_by_an_order_of_its_own() {
    let (mut test, gunner) = ready();
    let foe = test.piece("foe", 1);
    let both = order(&test, "shoot").pieces([gunner, test.piece("crew", 3)]).target(foe);
    assert_eq!(test.refused(both).1, "CP-6.12");
    let ask = test.battle.awaiting().asks[0].clone();
    let candidates = test.battle.rules().candidates(&test.battle.view_of(BLUE), &ask);
    assert!(candidates.iter().any(|answer| answer.verb.0 == "shoot" && answer.pieces == [gunner]));
    test.cards(BLUE, &[2]);
    test.order(order(&test, "shoot").pieces([gunner]).target(foe));
    let ask = test.battle.awaiting().asks[0].clone();
    let candidates = test.battle.rules().candidates(&test.battle.view_of(BLUE), &ask);
    assert!(candidates.iter().any(|answer| answer.verb.0 == "sweep"));
}

/// A sniper and a line of enemies with their sergeant in the middle.
fn sniper(rated: bool) -> TestTable {
    table().unit("sniper", BLUE, &[(20.0, 10.0, 90.0)]).value("sniper", Value::Flag(rated)).weapons(&["rifle"]).unit(
        "foe",
        RED,
        &[(20.0, 22.0, 270.0), (19.0, 21.0, 270.0), (21.0, 23.0, 270.0)],
    )
}

/// CP-6.13: a figure rated sniper names any visible figure and hits that one.
#[test]
fn a_sniper_hits_whom_he_named() {
    let among = |rated: bool| {
        let test = sniper(rated).battle();
        cp(&test).candidates(test.piece("sniper", 1), test.piece("foe", 1)).len()
    };
    assert_eq!([among(false), among(true)], [3, 1]);
    let mut test = sniper(true).acting("sniper");
    test.order(order(&test, "declare"));
    // Whatever the pick says.
    test.cards(BLUE, &[36, 12]);
    test.activation_cards(&[12]);
    test.order(order(&test, "shoot").pieces([test.piece("sniper", 1)]).target(test.piece("foe", 1)));
    assert_eq!(test.battle.view().mark(test.piece("foe", 1), &marks::WOUND), 1);
}

/// CP-6.3, CP-6.13: one column less; a column under 1 counts as 1. Range bands as the weapon's.
#[test]
fn a_sniper_aims_at_one_column_less() {
    let holes = |rated: bool| {
        let test = sniper(rated).battle();
        let aim = cp(&test).aim(test.piece("sniper", 1), test.piece("foe", 1), Manner::default()).expect("a shot");
        (aim.holes(), aim.column.modifiers().iter().any(|line| line.rule.to_string() == "CP-6.13"))
    };
    assert_eq!([holes(false), holes(true)], [(3, false), (2, true)], "Regular at 11 inches, medium");
}

/// CP-6.13: the computer's sniper thinks of the leader.
#[test]
fn the_computers_sniper_aims_at_the_leader() {
    let far = sniper(true).unit("more", RED, &[(40.0, 25.0, 270.0)]);
    let mut test = far.acting("sniper");
    test.order(order(&test, "declare"));
    let ask = test.battle.awaiting().asks[0].clone();
    let leader = test.piece("foe", 1);
    let prospects = test.battle.rules().prospects(&test.battle.view_of(BLUE), &ask);
    assert!(prospects.iter().any(|(answer, _)| answer.verb.0 == "shoot" && answer.target == Some(leader)));
}
