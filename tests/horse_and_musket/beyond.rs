//! Chapter 6: after the charge: who rides on, who breaks through, who falls back.

use grapeshot::{
    events::{BattleEvent, EventKind},
    forces::Fate,
    table::position::Heading,
};

use super::{
    charge::{LOSES, OUT, TO_THE_FIGHT, WINS, WOUND, charge, charge_at, fights, go_on, kind, pair},
    mounted::horse,
    *,
};

fn veer(test: &mut TestBattle, inches: f32) -> Vec<BattleEvent> {
    let veer = order(test, "veer").number(inches);
    test.order(veer)
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
    let foe = test.piece("red", 2);
    charge_at(&mut test, men, &[7, 8], foe);
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
    declare(&mut test, men.clone(), &[7, 8]);
    let charge = order(&test, "charge").pieces(men).target(test.piece("red", 2));
    let plan = test.battle.check(&charge).unwrap();
    assert_eq!(plan.moves.len(), 4);
    for way in &plan.moves {
        assert!((way.end.at.y - 16.5).abs() < 0.02, "{way:?}");
    }
}

/// HM-6.18: Figure 3: dragoon 1 may close to the man 0.2 inches beside his strip; dragoon 2, whose nearest base is 2
/// inches away, rides on until his front is 6 inches beyond the line of first contact.
#[test]
fn figure_3_one_closes_and_one_rides_on() {
    let mut test = charge_of_figure_3();
    let (men, foes) = (test.pieces("blue"), test.pieces("red"));
    assert_eq!(kind(&test), "ride_on");
    assert_eq!(test.battle.awaiting().asks[0].pieces, [men[0]]);
    let second = order(&test, "close_in").pieces([men[1]]);
    assert_eq!(test.refused(second).1, "HM-6.18");
    let first = order(&test, "close_in").pieces([men[0]]);
    let events = test.order(first);
    let told = |event: &BattleEvent| !event.detail && event.text == "BLUE: 1 rider closes to an enemy beside the way";
    assert!(events.iter().any(told), "{events:?}");
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

/// HM-6.18, CP-5.8: nobody closes to a man through another.
#[test]
fn a_rider_does_not_close_to_a_man_behind_another() {
    let pair = [(21.2, 19.2, 270.0), (21.9, 22.2, 270.0)];
    let test = charge_over(figure_3().unit("pair", RED, &pair).weapons(&["sword"]));
    let man = test.piece("blue", 1);
    let close_to = |n| test.battle.check(&order(&test, "close_in").pieces([man]).target(test.piece("pair", n)));
    assert!(close_to(1).is_ok(), "{:?}", close_to(1));
    assert_eq!(close_to(2).expect_err("the first is in the way").rule.0, "HM-6.18");
}

/// HM-6.18: the owner may let him ride on who could close; HM-6.21: a friend in the way stops a rider, who is stunned.
#[test]
fn who_must_ride_on_without_room_is_stunned() {
    let mut test = charge_over(figure_3().unit("mate", BLUE, &[(23.0, 20.0, 90.0)]));
    let men = test.pieces("blue");
    let on = order(&test, "ride_on");
    test.order(on);
    near(place(&test, men[0]), 20.0, 22.5);
    assert!(place(&test, men[1]).at.y > 18.4 && place(&test, men[1]).at.y < 18.55, "{:?}", place(&test, men[1]));
    assert!(cp(&test).stunned(men[1]) && !cp(&test).stunned(men[0]));
}

/// HM-6.19, HM-6.20: Figure 4, C: the man is wounded and falls back to (0, 2); the dragoon rides through him to (0,
/// 4.5).
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

/// HM-6.20, HM-6.22: Figure 4, D: another enemy at (0.3, 3.5) is met after 3.5 inches: a second melee without impetus;
/// its winner may advance an inch, and there is no third fight.
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
