//! Chapter 6: the charge, its fights and what comes after them.

use grapeshot::{
    events::{BattleEvent, EventKind},
    forces::{Fate, SideId},
    orders::Leg,
    rulesets::combat_patrol::{flow::Ride, marks, supplement::FightSide},
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

fn to(x: f32, y: f32) -> Leg {
    Leg::To(Vec2::new(x, y))
}

/// Answers questions of these kinds in the way that goes on, until another comes; all events.
fn go_on(test: &mut TestBattle, answers: &[(&str, &str)]) -> Vec<BattleEvent> {
    let mut events = Vec::new();
    while let Some(ask) = test.battle.awaiting().asks.first().cloned() {
        let Some((_, verb)) = answers.iter().find(|(kind, _)| *kind == ask.kind) else { break };
        let next = order(test, verb);
        events.extend(test.order(next));
    }
    events
}

/// Nobody reacts, and the march goes on to its fights.
const TO_THE_FIGHT: [(&str, &str); 3] = [("react", "hold"), ("resume", "press_on"), ("act", "end")];

fn kind(test: &TestBattle) -> String {
    test.battle.awaiting().asks.first().map_or_else(String::new, |ask| ask.kind.to_string())
}

/// A dragoon 8 inches south of a man on foot with a sword, each with a mate far away; others of red where the test wants
/// them. The dragoon's leader is the far one.
fn pair(others: &[(f32, f32, f32)]) -> TestTable {
    let blue = horse(table(), "blue", BLUE, &[(5.0, 5.0, 90.0), (20.0, 4.0, 90.0)])
        .number("endurance", 2.0)
        .leader("level", Value::Word("company".into()));
    let foes = [&[(60.0, 40.0, 270.0), (20.0, 12.0, 270.0)], others].concat();
    blue.unit("red", RED, &foes).weapons(&["sword"]).number("endurance", 2.0)
}

/// The dragoon charges the man with 12 inches of movement; these cards come in the fight.
fn charge(test: &mut TestBattle, blue: &[u16], red: &[u16]) -> Vec<BattleEvent> {
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    test.cards(BLUE, &[7, 8]);
    let declare = order(test, "declare").pieces([man]);
    test.order(declare);
    let charge = order(test, "charge").pieces([man]).target(foe);
    test.order(charge);
    test.cards(BLUE, blue);
    test.cards(RED, red);
    let march = order(test, "march");
    let mut events = test.order(march);
    events.extend(go_on(test, &TO_THE_FIGHT));
    events
}

fn fights(events: &[BattleEvent]) -> Vec<(PieceId, PieceId, Option<PieceId>)> {
    let fought = |event: &BattleEvent| match event.kind {
        EventKind::Fought { attacker, defender, winner } => Some((attacker, defender, winner)),
        _ => None,
    };
    events.iter().filter_map(fought).collect()
}

fn veer(test: &mut TestBattle, inches: f32) -> Vec<BattleEvent> {
    let veer = order(test, "veer").number(inches);
    test.order(veer)
}

// Cards by what is read of them: 7 has 4 hand to hand and wounds, 3 puts out of action, 1 has 1, 4 has 3, 5 has 6.
const WINS: u16 = 7;
const LOSES: u16 = 1;
const WOUND: u16 = 7;
const OUT: u16 = 3;

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
    declare(&mut test, vec![man], 4);
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
    test.cards(BLUE, &[7, 8]);
    let declare = order(&test, "declare").pieces([man]);
    test.order(declare);
    let charge = order(&test, "charge").pieces([man]).target(foe);
    test.order(charge);
    let march = order(&test, "march");
    test.order(march);
    assert_eq!(kind(&test), "react");
    near(place(&test, man), 20.0, 7.25);
}

/// A rider of red far ahead of one of blue who charges him with 16 inches and has gone 8 at the pause, where the gap is so
/// many inches; red counter-charges with 6.
fn counter_charge(gap: f32) -> TestBattle {
    let blue = horse(table(), "blue", BLUE, &[(5.0, 5.0, 90.0), (20.0, 5.0, 90.0)]);
    let blue = blue.leader("level", Value::Word("company".into()));
    let there = [(60.0, 40.0, 270.0), (20.0, 15.0 + gap, 270.0)];
    let mut test = horse(blue, "red", RED, &there).acting("blue");
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    // 10 + 6 inches.
    test.cards(BLUE, &[4, 1]);
    let declare = order(&test, "declare").pieces([man]);
    test.order(declare);
    let charge = order(&test, "charge").pieces([man]).target(foe);
    test.order(charge);
    let march = order(&test, "march");
    test.order(march);
    near(place(&test, man), 20.0, 13.0);
    // Card 30 has a six-sided 2: success. Card 1: 6 inches.
    test.cards(RED, &[30, 1]);
    let react = order(&test, "react").pieces([foe]).choice("counter_charge");
    test.order(react);
    let hold = order(&test, "hold");
    test.order(hold);
    test.cards(BLUE, &[WINS]);
    test.cards(RED, &[WINS]);
    test
}

/// HM-6.15: D 10, A 8, C 6: the charger rides 5.71 inches, the counter-charger 4.29; both have impetus.
#[test]
fn charger_and_counter_charger_meet_in_proportion() {
    let mut test = counter_charge(10.0);
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    let press_on = order(&test, "press_on");
    let mut events = test.order(press_on);
    events.extend(go_on(&mut test, &TO_THE_FIGHT));
    let rides: Vec<(PieceId, f32)> = events
        .iter()
        .filter(|event| event.rule.to_string() == "HM-6.15")
        .filter_map(|event| match &event.kind {
            EventKind::Moved { piece, end, .. } => Some((*piece, end.at.y)),
            _ => None,
        })
        .collect();
    assert_eq!(rides.len(), 2, "{rides:?}");
    assert!((rides[0].1 - 18.71).abs() < 0.02 && rides[0].0 == man, "{rides:?}");
    assert!((rides[1].1 - 20.71).abs() < 0.02 && rides[1].0 == foe, "{rides:?}");
    assert_eq!(fights(&events), [(man, foe, None)], "both have sword and impetus");
    let impetus = events.iter().filter(|e| e.explained.modifiers().iter().any(|line| line.label == "impetus")).count();
    assert_eq!(impetus, 2);
}

/// HM-6.15: D 16, A 8, C 6: no contact; the charger finishes his path, the other rides 6.
#[test]
fn charger_and_counter_charger_may_not_meet() {
    let mut test = counter_charge(16.0);
    let press_on = order(&test, "press_on");
    let mut events = test.order(press_on);
    events.extend(go_on(&mut test, &TO_THE_FIGHT));
    assert!(fights(&events).is_empty());
    near(place(&test, test.piece("blue", 2)), 20.0, 21.0);
    near(place(&test, test.piece("red", 2)), 20.0, 25.0);
}

/// HM-6.15, HM-6.33: who sees no charge cannot counter-charge.
#[test]
fn nobody_counter_charges_what_is_no_charge() {
    let blue = horse(table(), "blue", BLUE, &[(20.0, 5.0, 90.0), (24.0, 5.0, 90.0)]);
    let mut test =
        horse(blue, "red", RED, &[(20.0, 16.0, 270.0), (60.0, 40.0, 270.0)]).weapons(&["carbine"]).acting("blue");
    let (man, foe) = (test.piece("blue", 1), test.piece("red", 1));
    test.cards(BLUE, &[7, 8]);
    let declare = order(&test, "declare").pieces([man]);
    test.order(declare);
    let go = order(&test, "move").pieces([man]).path([to(30.0, 5.0)]);
    test.order(go);
    let march = order(&test, "march");
    test.order(march);
    let react = order(&test, "react").pieces([foe]).choice("counter_charge");
    assert_eq!(test.refused(react).1, "HM-6.15");
}

/// Five men two inches apart before a charging dragoon; the question is who reacts.
fn charged_foot() -> TestBattle {
    let blue = horse(table(), "blue", BLUE, &[(5.0, 5.0, 90.0), (20.0, 4.0, 90.0)]);
    let blue = blue.leader("level", Value::Word("company".into()));
    let men: Vec<_> = (0..5u8).map(|n| (16.0 + 2.0 * f32::from(n), 14.0, 270.0)).collect();
    let foot = blue.unit("red", RED, &men).weapons(&["musket", "bayonet"]).number("reaction", 6.0);
    let mut test = horse(foot, "friends", RED, &[(60.0, 40.0, 270.0)]).acting("blue");
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 3));
    test.cards(BLUE, &[7, 8]);
    let declare = order(&test, "declare").pieces([man]);
    test.order(declare);
    let charge = order(&test, "charge").pieces([man]).target(foe);
    test.order(charge);
    let march = order(&test, "march");
    test.order(march);
    assert_eq!(kind(&test), "react");
    test
}

/// HM-6.16: foot close ranks by reaction: up to 3 inches, touching, facing outward; they then fight in close order.
#[test]
fn foot_form_a_rally_square_by_reaction() {
    let mut test = charged_foot();
    let men = test.pieces("red");
    let before: Vec<Vec2> = men.iter().map(|man| place(&test, *man).at).collect();
    let square = order(&test, "react").pieces(men.clone()).choice("close_ranks");
    test.order(square);
    let hold = order(&test, "hold");
    test.order(hold);
    for (man, was) in men.iter().zip(before) {
        assert!(place(&test, *man).at.distance(was) <= 3.01);
        assert!(cp(&test).book.supplement.in_body(&cp(&test), *man), "{man:?} {:?}", place(&test, *man));
    }
    let (left, right) = (place(&test, men[0]).facing, place(&test, men[4]).facing);
    assert!(left.angle_to(right) > 90.0, "they face outward: {left:?} {right:?}");
}

/// HM-6.16: foot cannot charge moving cavalry as a reaction.
#[test]
fn foot_cannot_charge_cavalry_as_a_reaction() {
    let mut test = charged_foot();
    let charge = order(&test, "react").pieces(test.pieces("red")).choice("counter_charge");
    let (reason, rule) = test.refused(charge);
    assert_eq!((reason.as_str(), rule.as_str()), ("Foot cannot charge moving cavalry as a reaction", "HM-6.16"));
}

/// Figure 3, moved to (20, 10): four light dragoons, three men on foot.
fn figure_3() -> TestTable {
    let dragoons = [0.0, 3.0, 6.0, 9.0].map(|x| (20.0 + x, 10.0, 90.0));
    let foot = [(18.8, 18.0, 270.0), (26.0, 18.0, 270.0), (29.0, 18.0, 270.0)];
    horse(table(), "blue", BLUE, &dragoons).unit("red", RED, &foot).weapons(&["sword"])
}

/// The dragoons of Figure 3 charge; the question is who closes.
fn charge_of_figure_3() -> TestBattle {
    charge_over(figure_3())
}

/// They charge over such a table.
fn charge_over(table: TestTable) -> TestBattle {
    let mut test = table.acting("blue");
    let men = test.pieces("blue");
    test.cards(BLUE, &[7, 8]);
    let declare = order(&test, "declare").pieces(men.clone());
    test.order(declare);
    let charge = order(&test, "charge").pieces(men.clone()).target(test.piece("red", 2));
    test.order(charge);
    let march = order(&test, "march");
    test.order(march);
    go_on(&mut test, &TO_THE_FIGHT);
    test
}

/// HM-6.33: the dragoons of Figure 3: paths of 6.5 inches for all four, dragoons 1 and 2 to the line y = 7.5.
#[test]
fn figure_3_chargers_without_an_enemy_end_on_the_line_of_contact() {
    let mut test = figure_3().acting("blue");
    let men = test.pieces("blue");
    test.cards(BLUE, &[7, 8]);
    let declare = order(&test, "declare").pieces(men.clone());
    test.order(declare);
    let charge = order(&test, "charge").pieces(men).target(test.piece("red", 2));
    let plan = test.battle.check(&charge).unwrap();
    assert_eq!(plan.moves.len(), 4);
    for way in &plan.moves {
        assert!((way.end.at.y - 16.5).abs() < 0.02, "{way:?}");
    }
}

/// HM-6.18: Figure 3: dragoon 1 may close to the man 0.2 inches beside his strip; dragoon 2, whose nearest base is 2 inches
/// away, rides on until his front is 6 inches beyond the line of first contact.
#[test]
fn figure_3_one_closes_and_one_rides_on() {
    let mut test = charge_of_figure_3();
    let (men, foes) = (test.pieces("blue"), test.pieces("red"));
    assert_eq!(kind(&test), "ride_on");
    assert_eq!(test.battle.awaiting().asks[0].pieces, [men[0]]);
    let second = order(&test, "close_in").pieces([men[1]]);
    assert_eq!(test.refused(second).1, "HM-6.18");
    let first = order(&test, "close_in").pieces([men[0]]);
    test.order(first);
    assert!(cp(&test).touch(men[0], foes[0]));
    assert_eq!(place(&test, men[0]).facing, Heading(90.0));
    near(place(&test, men[1]), 23.0, 22.5);
    let contacts = |n: usize, foe: usize| cp(&test).touch(men[n], foes[foe]);
    assert!(contacts(2, 1) && contacts(3, 2));
}

/// HM-6.18, CP-5.8: nobody closes to a man behind the wall of a house, however near he is.
#[test]
fn a_rider_does_not_close_to_a_man_in_a_house() {
    let test = charge_over(figure_3().building((17.0, 17.0), (19.4, 19.0), &[], &[]));
    let men = test.pieces("blue");
    assert_ne!(kind(&test), "ride_on");
    near(place(&test, men[0]), 20.0, 22.5);
}

/// HM-6.18: the owner may let him ride on who could close; HM-6.21: a friend in the way stops a rider, who is stunned.
#[test]
fn who_must_ride_on_without_room_is_stunned() {
    let mut test = figure_3().unit("mate", BLUE, &[(23.0, 20.0, 90.0)]).acting("blue");
    let men = test.pieces("blue");
    test.cards(BLUE, &[7, 8]);
    let declare = order(&test, "declare").pieces(men.clone());
    test.order(declare);
    let charge = order(&test, "charge").pieces(men.clone()).target(test.piece("red", 2));
    test.order(charge);
    let march = order(&test, "march");
    test.order(march);
    go_on(&mut test, &TO_THE_FIGHT);
    let on = order(&test, "ride_on");
    test.order(on);
    near(place(&test, men[0]), 20.0, 22.5);
    assert!(place(&test, men[1]).at.y > 18.4 && place(&test, men[1]).at.y < 18.55, "{:?}", place(&test, men[1]));
    assert!(cp(&test).stunned(men[1]) && !cp(&test).stunned(men[0]));
}

/// HM-6.19, HM-6.20: Figure 4, C: the man is wounded and falls back to (0, 2); the dragoon rides through him to (0, 4.5).
#[test]
fn figure_4_a_victor_rides_through_the_man_he_wounded() {
    let mut test = pair(&[]).acting("blue");
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    let events = charge(&mut test, &[WINS, WOUND], &[LOSES]);
    assert_eq!(fights(&events), [(man, foe, Some(man))]);
    assert_eq!(kind(&test), "breakthrough");
    near(place(&test, foe), 20.0, 14.0);
    veer(&mut test, 0.0);
    near(place(&test, man), 20.0, 16.5);
    assert_eq!((place(&test, man).facing, place(&test, foe).facing), (Heading(90.0), Heading(270.0)));
}

/// HM-6.19, HM-6.20: a victor over a man who is out of action goes 4 inches; he may veer an inch, not more.
#[test]
fn figure_4_a_victor_rides_four_inches_beyond_the_fallen() {
    for aside in [0.0, 1.0, -1.0] {
        let mut test = pair(&[]).acting("blue");
        let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
        charge(&mut test, &[WINS, OUT], &[LOSES]);
        assert_eq!(test.battle.view().fate(foe), Fate::Casualty);
        let too_far = order(&test, "veer").number(1.5);
        assert_eq!(test.refused(too_far).1, "HM-6.20");
        veer(&mut test, aside);
        near(place(&test, man), 20.0 + aside, 14.5);
        assert_eq!(place(&test, man).facing, Heading(90.0));
    }
}

/// HM-6.20, HM-6.22: Figure 4, D: another enemy at (0.3, 3.5) is met after 3.5 inches: a second melee without impetus; its
/// winner may advance an inch, and there is no third fight.
#[test]
fn figure_4_a_victor_meets_another_enemy() {
    let mut test = pair(&[(20.3, 15.5, 270.0)]).acting("blue");
    let (man, second) = (test.piece("blue", 2), test.piece("red", 3));
    charge(&mut test, &[WINS, OUT, WINS, WOUND], &[LOSES, LOSES]);
    let events = veer(&mut test, 0.0);
    assert_eq!(fights(&events), [(man, second, Some(man))]);
    let lines: Vec<&str> = events
        .iter()
        .find(|event| matches!(event.kind, EventKind::Fought { .. }))
        .map(|event| event.explained.modifiers().iter().map(|line| line.label.as_ref()).collect())
        .unwrap();
    assert!(!lines.contains(&"impetus") && !lines.contains(&"close order"), "{lines:?}");
    near(place(&test, man), 20.0, 14.0);
    assert_eq!(kind(&test), "advance");
}

/// HM-6.23: Figure 4, A: the dragoon loses and is wounded: back 2 inches to (0, -3.5), facing the enemy; the man stays.
#[test]
fn figure_4_a_beaten_rider_falls_back() {
    let mut test = pair(&[]).acting("blue");
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    // 1 + 4 against 6 + 2.
    let events = charge(&mut test, &[LOSES], &[5, WOUND]);
    assert_eq!(fights(&events), [(man, foe, Some(foe))]);
    near(place(&test, man), 20.0, 8.5);
    assert_eq!(place(&test, man).facing, Heading(90.0));
    near(place(&test, foe), 20.0, 12.0);
    assert_eq!(kind(&test), "advance", "HM-6.19: a winner on foot may advance an inch");
}

/// HM-6.23: Figure 4, E: a tie: both back 2 inches.
#[test]
fn figure_4_both_fall_back_on_a_tie() {
    let mut test = pair(&[]).acting("blue");
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    // 1 + 4 against 3 + 2.
    let events = charge(&mut test, &[LOSES], &[4]);
    assert_eq!(fights(&events), [(man, foe, None)]);
    near(place(&test, man), 20.0, 8.5);
    near(place(&test, foe), 20.0, 14.0);
}

/// HM-6.21: the table's edge stops a victor, his front at it, and he is stunned.
#[test]
fn a_victor_without_room_stops_and_is_stunned() {
    let mut test = pair(&[]).size(72.0, 14.0).acting("blue");
    let man = test.piece("blue", 2);
    test.stand(test.piece("red", 1), 60.0, 10.0, 270.0);
    charge(&mut test, &[WINS, OUT], &[LOSES]);
    veer(&mut test, 0.0);
    near(place(&test, man), 20.0, 13.0);
    assert!(cp(&test).stunned(man));
}

/// HM-6.24: a rider who charged without impetus may advance an inch, no more.
#[test]
fn without_impetus_the_winner_may_advance_an_inch() {
    let mut test = pair(&[]).acting("blue");
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    test.stand(man, 20.0, 7.5, 90.0);
    let events = charge(&mut test, &[WINS, OUT], &[LOSES]);
    assert_eq!(fights(&events), [(man, foe, Some(man))]);
    assert_eq!(kind(&test), "advance");
}

/// A man on foot moves north, away from a rider 5 inches behind him, who pursues: the cards of the march, the pursuit and
/// the fight.
fn pursuit(to_y: f32, ride: u16, blue: &[u16], red: &[u16]) -> (TestBattle, Vec<BattleEvent>) {
    let foot = table().unit("blue", BLUE, &[(5.0, 5.0, 90.0), (20.0, 20.0, 90.0)]).weapons(&["sword"]);
    let foot = foot.leader("level", Value::Word("company".into())).number("endurance", 2.0);
    let mut test = horse(foot, "red", RED, &[(60.0, 40.0, 270.0), (20.0, 13.5, 90.0)]).acting("blue");
    let (man, rider) = (test.piece("blue", 2), test.piece("red", 2));
    march_to(&mut test, man, 7, (20.0, to_y));
    test.cards(RED, &[30, ride]);
    let react = order(&test, "react").pieces([rider]).choice("pursue");
    test.order(react);
    let hold = order(&test, "hold");
    test.order(hold);
    test.cards(BLUE, blue);
    test.cards(RED, red);
    let events = go_on(&mut test, &TO_THE_FIGHT);
    (test, events)
}

/// HM-6.25: foot goes from 5 to 11 inches away; success, card 7: the rider ends 4 short; card 10 is short by 1.
#[test]
fn a_rider_pursues_who_moves_away() {
    for (card, short) in [(7, 4.0), (4, 1.0)] {
        let (test, events) = pursuit(26.0, card, &[], &[]);
        assert!(fights(&events).is_empty());
        let gap = test.battle.view().gap(test.piece("blue", 2), test.piece("red", 2));
        assert!((gap - short).abs() < 0.02, "{gap}");
    }
}

/// HM-6.25: nobody pursues who comes nearer, and foot does not pursue.
#[test]
fn nobody_pursues_who_comes_nearer() {
    let foot = table().unit("blue", BLUE, &[(20.0, 20.0, 270.0), (24.0, 20.0, 270.0)]);
    let mut test =
        horse(foot, "red", RED, &[(20.0, 8.0, 90.0), (60.0, 40.0, 270.0)]).weapons(&["carbine"]).acting("blue");
    let (man, rider) = (test.piece("blue", 1), test.piece("red", 1));
    march_to(&mut test, man, 7, (20.0, 15.0));
    let react = order(&test, "react").pieces([rider]).choice("pursue");
    assert_eq!(test.refused(react).1, "HM-6.25");
}

/// HM-6.26: foot caught from behind adds neither Melee nor weapon: 1 against 1 + 2 + impetus 2 loses.
#[test]
fn foot_caught_from_behind_fights_with_the_card_alone() {
    let (test, events) = pursuit(24.0, 4, &[4], &[LOSES, WOUND]);
    let (man, rider) = (test.piece("blue", 2), test.piece("red", 2));
    assert_eq!(fights(&events), [(rider, man, Some(rider))]);
    let text = &events.iter().find(|event| matches!(event.kind, EventKind::Fought { .. })).unwrap().text;
    // 3 on the card, -1 from the rear; the rider 1 + sword 2 + impetus 2.
    assert_eq!(text, "red.2 5 against blue.2 2: red.2 wins");
}

/// HM-6.26: if the rider does not win, the foot runs 2 inches on and nobody is hurt; the rider stays.
#[test]
fn foot_caught_from_behind_that_is_not_beaten_runs_on() {
    // 6 - 1 = 5 against 1 + 2 + 2 = 5.
    let (test, events) = pursuit(24.0, 4, &[5], &[LOSES]);
    let (man, rider) = (test.piece("blue", 2), test.piece("red", 2));
    assert_eq!(fights(&events), [(rider, man, None)]);
    near(place(&test, man), 20.0, 26.0);
    near(place(&test, rider), 20.0, 22.5);
    assert_eq!(test.battle.view().mark(man, &marks::WOUND), 0);
}

/// HM-6.32: heavy against light cavalry with equal rest: first contact Melee -1 and +4 against +2 = +1; later rounds -1.
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
    test.cards(BLUE, &[7, 8]);
    let declare = order(&test, "declare").pieces([man]);
    test.order(declare);
    let charge = order(&test, "charge").pieces([man]).target(foe);
    test.order(charge);
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
        test.cards(BLUE, &[7, 8]);
        let declare = order(&test, "declare").pieces([man]);
        test.order(declare);
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
    test.cards(BLUE, &[7, 8]);
    let declare = order(&test, "declare").pieces(men.clone());
    test.order(declare);
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
