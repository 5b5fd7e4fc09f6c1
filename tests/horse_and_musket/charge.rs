//! Chapter 6: impetus, the charge and its first fight.

use grapeshot::{
    events::{BattleEvent, EventKind},
    forces::{Fate, SideId},
    orders::Leg,
    rulesets::combat_patrol::{book::marks, state::sequence_of_play::Ride, view::supplement::FightSide},
    table::position::Heading,
};

use super::{mounted::horse, *};

const IMPETUS: FightSide = FightSide {
    attacker: true,
    in_body: false,
    from_rear: false,
    ride: Ride { moved: true, impetus: true },
    caught: false,
};

/// Answers questions of these kinds in the way that goes on, until another comes; all events.
pub fn go_on(test: &mut TestBattle, answers: &[(&str, &str)]) -> Vec<BattleEvent> {
    let mut events = Vec::new();
    while let Some(ask) = test.battle.awaiting().asks.first().cloned() {
        let Some((_, verb)) = answers.iter().find(|(kind, _)| *kind == ask.kind) else { break };
        let next = order(test, verb);
        events.extend(test.order(next));
    }
    events
}

/// Nobody reacts, and the march goes on to its fights.
pub const TO_THE_FIGHT: [(&str, &str); 3] = [("react", "hold"), ("resume", "press_on"), ("act", "end")];

pub fn kind(test: &TestBattle) -> String {
    test.battle.awaiting().asks.first().map_or_else(String::new, |ask| ask.kind.to_string())
}

/// A dragoon 8 inches south of a man on foot with a sword, each with a mate far away; others of red where the test
/// wants them. The dragoon's leader is the far one.
pub fn pair(others: &[(f32, f32, f32)]) -> TestTable {
    let blue = horse(table(), "blue", BLUE, &[(5.0, 5.0, 90.0), (20.0, 4.0, 90.0)])
        .number("endurance", 2.0)
        .leader("level", Value::Word("company".into()));
    let foes = [&[(60.0, 40.0, 270.0), (20.0, 12.0, 270.0)], others].concat();
    blue.unit("red", RED, &foes).weapons(&["sword"]).number("endurance", 2.0)
}

/// Declares riders with movement cards, and fixes their paths of a charge.
pub fn charge_at(test: &mut TestBattle, men: impl Into<Vec<PieceId>>, cards: &[u16], foe: PieceId) {
    let men = men.into();
    declare(test, men.clone(), cards);
    let charge = order(test, "charge").pieces(men).target(foe);
    test.order(charge);
}

/// The dragoon charges the man with 12 inches of movement; these cards come in the fight.
pub fn charge(test: &mut TestBattle, blue: &[u16], red: &[u16]) -> Vec<BattleEvent> {
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    charge_at(test, [man], &[7, 8], foe);
    test.cards(BLUE, blue);
    test.cards(RED, red);
    let march = order(test, "march");
    let mut events = test.order(march);
    events.extend(go_on(test, &TO_THE_FIGHT));
    events
}

pub fn fights(events: &[BattleEvent]) -> Vec<(PieceId, PieceId, Option<PieceId>)> {
    let fought = |event: &BattleEvent| match event.kind {
        EventKind::Fought { attacker, defender, winner, .. } => Some((attacker, defender, winner)),
        _ => None,
    };
    events.iter().filter_map(fought).collect()
}

// Cards by what is read of them: 7 has 4 hand to hand and wounds, 3 puts out of action, 1 has 1, 4 has 3, 5 has 6.
pub const WINS: u16 = 7;
pub const LOSES: u16 = 1;
pub const WOUND: u16 = 7;
pub const OUT: u16 = 3;

/// HM-6.10: contact after 3.5 inches in all: no impetus. 12 inches with a turn 5 inches before contact: impetus.
#[test]
fn impetus_needs_four_straight_inches() {
    let test = pair(&[]).battle();
    let man = test.piece("blue", 2);
    let north = Heading(90.0);
    let rides = |corners: &[(f32, f32)]| {
        let corners: Vec<Vec2> = corners.iter().map(|(x, y)| Vec2::new(*x, *y)).collect();
        cp(&test).has_impetus(man, &corners, north)
    };
    assert!(!rides(&[(20.0, 4.0), (20.0, 7.5)]));
    assert!(rides(&[(13.0, 4.0), (20.0, 4.0), (20.0, 9.0)]));
    assert!(rides(&[(20.0, 4.0), (20.0, 8.0)]));
    assert!(!rides(&[(17.0, 4.0), (20.0, 7.0), (20.0, 10.0)]));
}

/// HM-6.10: over open, flat ground: not through rough ground, over an obstacle or up a hill.
#[test]
fn impetus_needs_open_flat_ground() {
    let rides = |table: TestTable| {
        let test = far_enemy(horse(table, "blue", BLUE, &[(20.0, 4.0, 90.0)])).battle();
        let way = [Vec2::new(20.0, 4.0), Vec2::new(20.0, 10.0)];
        cp(&test).has_impetus(test.piece("blue", 1), &way, Heading(90.0))
    };
    assert!(rides(table()));
    assert!(rides(table().area("brush", (15.0, 4.0), (25.0, 5.5))), "6 inches away from contact it does not matter");
    assert!(!rides(table().area("brush", (15.0, 7.0), (25.0, 8.0))));
    assert!(!rides(table().obstacle("fence", &[(15.0, 8.0), (25.0, 8.0)])));
    assert!(!rides(table().hill((15.0, 8.0), (25.0, 20.0), 1, false)));
}

/// HM-6.11: Regular dragoon, sword, impetus, close order: +5; infantry line with bayonets: +3; lancer, moving: +6.
#[test]
fn mounted_modifiers_add_up() {
    let sum = |weapon: &str| {
        let blue = table().unit("blue", BLUE, &line(4, 20.0, 4.0)).weapons(&[weapon]).kind("mounted");
        let foot = blue.unit("red", RED, &[(20.0, 12.0, 270.0)]).weapons(&["musket", "bayonet"]);
        let test = foot.battle();
        let (man, foe) = (test.piece("blue", 2), test.piece("red", 1));
        let formed = FightSide { in_body: true, ..IMPETUS };
        let line = FightSide { attacker: false, in_body: true, ..FightSide::default() };
        let sums = [cp(&test).melee_sum(man, foe, formed, 0, None), cp(&test).melee_sum(foe, man, line, 0, None)];
        sums.map(|sum| sum.total())
    };
    assert_eq!(sum("sword"), [5.0, 3.0]);
    assert_eq!(sum("lance"), [6.0, 3.0]);
}

/// HM-6.11: impetus counts in the first fight only; a rider has no bonus merely for being mounted.
#[test]
fn impetus_counts_in_the_first_fight_only() {
    let test = pair(&[]).battle();
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    let sum = |side, fought| cp(&test).melee_sum(man, foe, side, fought, None).total();
    assert_eq!((sum(IMPETUS, 0), sum(IMPETUS, 1)), (4.0, 1.0));
    assert_eq!(sum(FightSide::default(), 0), 2.0);
}

/// HM-6.12: the lance has 3 after movement into contact of any length, 1 standing still (HM-6.17).
#[test]
fn a_lance_needs_movement_but_not_four_inches() {
    let lancer = table().unit("blue", BLUE, &[(20.0, 4.0, 90.0)]).weapons(&["lance"]).kind("mounted");
    let test = far_enemy(lancer).battle();
    let man = test.piece("blue", 1);
    assert_eq!((cp(&test).best_hth(man, None, true).0, cp(&test).best_hth(man, None, false).0), (3, 1));
}

/// HM-6.13, HM-6.17: foot attack a standing lancer: he takes his sword, and the lance is dropped for good.
#[test]
fn a_lancer_who_did_not_move_drops_his_lance_for_the_sword() {
    let foot = table().unit("blue", BLUE, &[(5.0, 5.0, 90.0), (20.0, 10.0, 90.0)]).weapons(&["sword"]);
    let foot = foot.leader("level", Value::Word("company".into()));
    let lancers = foot.unit("red", RED, &[(20.0, 15.0, 270.0), (60.0, 40.0, 270.0)]).weapons(&["lance", "sword"]);
    let mut test = lancers.kind("mounted").acting("blue");
    let (man, rider) = (test.piece("blue", 2), test.piece("red", 1));
    declare(&mut test, [man], &[4]);
    let assault = order(&test, "assault").pieces([man]).target(rider);
    test.order(assault);
    // 4 + sword 2 against 4 + sword 2: a tie; with the lance at 1 he would lose.
    test.cards(BLUE, &[7]);
    test.cards(RED, &[7]);
    let march = order(&test, "march");
    let mut events = test.order(march);
    events.extend(go_on(&mut test, &TO_THE_FIGHT));
    assert_eq!(fights(&events), [(man, rider, None)]);
    assert_eq!(cp(&test).best_hth(rider, None, true).1, "sword");
    let card = test.battle.rules().unit_card(&test.battle.view(), test.unit("red"));
    assert_eq!(card.pieces[0].states, ["mounted", "lance dropped"]);
}

/// HM-6.14: cavalry on its way into contact pauses at half its path.
#[test]
fn a_charge_pauses_at_half_its_path() {
    let mut test = pair(&[]).acting("blue");
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    charge_at(&mut test, [man], &[7, 8], foe);
    let march = order(&test, "march");
    test.order(march);
    assert_eq!(kind(&test), "react");
    near(place(&test, man), 20.0, 7.25);
}

/// HM-6.32: heavy against light cavalry with equal rest: first contact Melee -1 and +4 against +2 = +1; later rounds
/// -1.
#[test]
fn heavy_cavalry_in_close_order_has_more_impetus() {
    let blue = horse(table(), "blue", BLUE, &line(4, 20.0, 4.0)).value("heavy_cavalry", Value::Flag(true));
    let test = horse(blue, "red", RED, &[(20.0, 12.0, 270.0)]).battle();
    let (heavy, light) = (test.piece("blue", 2), test.piece("red", 1));
    let formed = FightSide { in_body: true, ..IMPETUS };
    let lead = |side: FightSide, fought| {
        cp(&test).melee_sum(heavy, light, side, fought, None).total()
            - cp(&test).melee_sum(light, heavy, side, fought, None).total()
    };
    assert_eq!((lead(formed, 0), lead(IMPETUS, 0), lead(FightSide::default(), 1)), (1.0, -1.0, -1.0));
}

/// HM-6.32: armour stops a hit on the torso hand to hand: no wound, no marker; the loser falls back all the same.
#[test]
fn armour_stops_a_hit_on_the_torso() {
    let mut test = pair(&[]).unit("far", RED, &[(65.0, 40.0, 270.0)]);
    test = horse(test, "armoured", RED, &[(40.0, 40.0, 270.0), (30.0, 12.0, 270.0)]).value("armour", Value::Flag(true));
    let mut test = test.acting("blue");
    let (man, foe) = (test.piece("blue", 2), test.piece("armoured", 2));
    test.stand(man, 30.0, 2.0, 90.0);
    charge_at(&mut test, [man], &[7, 8], foe);
    let march = order(&test, "march");
    test.order(march);
    // Card 3: torso, out of action.
    test.cards(BLUE, &[WINS, OUT]);
    test.cards(RED, &[LOSES]);
    let events = go_on(&mut test, &TO_THE_FIGHT);
    assert_eq!(fights(&events), [(man, foe, Some(man))]);
    assert_eq!(test.battle.view().fate(foe), Fate::InPlay);
    assert_eq!(test.battle.view().mark(foe, &marks::WOUND), 0);
    assert_eq!(test.battle.view().unit_marks(test.unit("armoured")).count(&marks::MORALE), 0);
    near(place(&test, foe), 30.0, 14.0);
}

/// HM-6.33: only riders charge, and only at an enemy who stands in the way of one of them.
#[test]
fn what_is_no_charge_is_refused() {
    let refused = |side: SideId, mounted: bool, heading: Option<Heading>| {
        let unit = table().unit("blue", side, &[(20.0, 4.0, 90.0), (24.0, 4.0, 90.0)]).weapons(&["sword"]);
        let unit = if mounted { unit.kind("mounted") } else { unit };
        let mut test = unit.unit("red", RED, &[(20.0, 12.0, 270.0)]).acting("blue");
        let man = test.piece("blue", 1);
        declare(&mut test, [man], &[7, 8]);
        let mut charge = order(&test, "charge").pieces([man]).target(test.piece("red", 1));
        charge.heading = heading;
        test.refused(charge).1
    };
    assert_eq!(refused(BLUE, false, None), "HM-6.33");
    assert_eq!(refused(BLUE, true, Some(Heading(0.0))), "HM-6.33");
}

/// HM-6.18, HM-6.11: a group of riders halts as one at its first contact and keeps the bonus of close order.
#[test]
fn a_group_of_riders_charges_in_close_order() {
    let blue = horse(table(), "blue", BLUE, &line(4, 20.0, 4.0));
    let mut test =
        blue.unit("red", RED, &[(19.8, 12.0, 270.0), (60.0, 40.0, 270.0)]).weapons(&["sword"]).acting("blue");
    let (men, foe) = (test.pieces("blue"), test.piece("red", 1));
    declare(&mut test, men.clone(), &[7, 8]);
    let charge = order(&test, "group").pieces(men.clone()).path([Leg::March { inches: 12.0, aside: 0.0 }]).target(foe);
    test.order(charge);
    test.cards(BLUE, &[WINS, OUT]);
    test.cards(RED, &[LOSES]);
    let march = order(&test, "march");
    let mut events = test.order(march);
    events.extend(go_on(&mut test, &[TO_THE_FIGHT.as_slice(), &[("ride_on", "ride_on")]].concat()));
    let texts: Vec<&str> = events.iter().map(|event| event.text.as_str()).collect();
    assert_eq!(fights(&events), [(men[0], foe, Some(men[0]))], "{} {texts:#?}", kind(&test));
    let sum = &events.iter().find(|event| matches!(event.kind, EventKind::Fought { .. })).unwrap().explained;
    let labels: Vec<&str> = sum.modifiers().iter().map(|line| line.label.as_ref()).collect();
    assert!(labels.contains(&"impetus") && labels.contains(&"close order"), "{labels:?}");
    // The others met nobody: their fronts are 6 inches beyond the line y = 11.5.
    near(place(&test, men[3]), 23.0, 16.5);
}
