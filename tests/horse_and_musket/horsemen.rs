//! Chapter 6: bodies of riders, reactions on horseback and what happens on the way.

use grapeshot::{events::EventKind, orders::Leg, table::position::Heading};

use super::{charge::charge_at, mounted::horse, *};

fn ahead(inches: f32) -> Leg {
    Leg::March { inches, aside: 0.0 }
}

/// CP-2.15: a check on the way is drawn when the first mover reaches the place: after the pause if it lies beyond it.
#[test]
fn bog_checks_are_drawn_on_the_way() {
    let fence = table().obstacle("fence", &[(10.0, 18.0), (30.0, 18.0)]);
    let blue = horse(fence, "blue", BLUE, &[(20.0, 10.0, 90.0)]);
    let mut test = blue.unit("red", RED, &[(20.0, 26.0, 270.0), (60.0, 40.0, 270.0)]).acting("blue");
    let man = test.piece("blue", 1);
    declare(&mut test, [man], &[7, 8]);
    let go = order(&test, "move").pieces([man]).path([Leg::To(Vec2::new(20.0, 22.0))]);
    test.order(go);
    let checked =
        |events: &[grapeshot::events::BattleEvent]| events.iter().any(|event| event.rule.to_string() == "HM-6.9");
    let march = order(&test, "march");
    let events = test.order(march);
    assert_eq!(test.battle.awaiting().asks[0].kind, "react");
    assert!(!checked(&events), "the fence lies beyond the pause");
    let hold = order(&test, "hold");
    assert!(checked(&test.order(hold)));
}

/// CP-5.10: bogged by 5, 4 or 3 holes in Green, Regular or Elite ground.
#[test]
fn the_grade_of_the_ground_says_how_many_holes_bog() {
    let test = far_enemy(table().unit("blue", BLUE, &line(4, 20.0, 10.0))).battle();
    assert_eq!(["green", "regular", "elite"].map(|grade| cp(&test).bog_holes(grade)), [5, 4, 3]);
    let chance = |holes| (cp(&test).chance_of_holes(holes) * 100.0).round();
    assert_eq!([5, 4, 3].map(chance), [12.0, 24.0, 40.0]);
}

/// A line of riders charges one of red, who is at the end of a line of four; the question is who reacts.
fn line_against_line() -> TestBattle {
    let blue = horse(table(), "blue", BLUE, &line(4, 20.0, 4.0));
    let red: Vec<_> = (0..4u8).map(|n| (20.0 + f32::from(n), 21.0, 270.0)).collect();
    let mut test = horse(blue, "red", RED, &red).acting("blue");
    let (men, foe) = (test.pieces("blue"), test.piece("red", 1));
    declare(&mut test, men.clone(), &[4, 4]);
    let charge = order(&test, "group").pieces(men).path([ahead(20.0)]).target(foe);
    test.order(charge);
    let march = order(&test, "march");
    test.order(march);
    test
}

/// HM-6.15: a group counter-charges as one, straight ahead, after one check; both bodies halt at their first touch.
#[test]
fn a_group_counter_charges_as_one() {
    let mut test = line_against_line();
    let (men, foes) = (test.pieces("blue"), test.pieces("red"));
    // The leader is in the group: Guts Regular, 3; card 30 has 2. Card 1: 6 inches.
    test.cards(RED, &[30, 1]);
    let react = order(&test, "react").pieces([foes[2]]).choice("counter_charge");
    test.order(react);
    let hold = order(&test, "hold");
    test.order(hold);
    let go = order(&test, "press_on");
    let events = test.order(go);
    let rode = |piece: PieceId| {
        events.iter().find_map(|event| match &event.kind {
            EventKind::Moved { piece: who, end, .. } if *who == piece => Some(end.at),
            _ => None,
        })
    };
    let fronts: Vec<f32> = foes.iter().map(|foe| rode(*foe).expect("all of them ride").y - 1.0).collect();
    assert!(fronts.iter().all(|y| (y - fronts[0]).abs() < 0.01), "{fronts:?}");
    let front = rode(men[0]).expect("the chargers ride on").y + 1.0;
    assert!((fronts[0] - front).abs() < 0.05, "they touch: {front} {fronts:?}");
}

/// A rider at y = `from` who has charged an enemy at y = `to` that reactions took away.
fn charge_at_nobody(from: f32, to: f32) -> (TestBattle, PieceId) {
    let blue = horse(table(), "blue", BLUE, &[(20.0, from, 90.0)]);
    let mut test = blue.unit("red", RED, &[(20.0, to, 270.0), (60.0, 40.0, 270.0)]).acting("blue");
    let (man, foe) = (test.piece("blue", 1), test.piece("red", 1));
    charge_at(&mut test, [man], &[7, 8], foe);
    let march = order(&test, "march");
    test.order(march);
    test.stand(foe, 40.0, 12.0, 270.0);
    let hold = order(&test, "hold");
    test.order(hold);
    (test, man)
}

/// HM-6.18: if reactions took every enemy away, the line runs through the intended one: the rider goes 6 inches beyond.
#[test]
fn a_charger_whose_enemy_is_gone_rides_on() {
    let (test, man) = charge_at_nobody(4.0, 12.0);
    // His front was to be at y = 11.5.
    near(place(&test, man), 20.0, 16.5);
}

/// HM-6.19, HM-6.24: without impetus a charger who meets nobody stops at the place of the intended enemy.
#[test]
fn without_impetus_a_charger_stops_where_the_enemy_was() {
    let (test, man) = charge_at_nobody(8.0, 12.5);
    near(place(&test, man), 20.0, 11.0);
}

/// HM-6.16: foot may turn by reaction to riders behind it.
#[test]
fn foot_may_turn_to_riders_by_reaction() {
    let blue = horse(table(), "blue", BLUE, &[(20.0, 4.0, 90.0)]);
    let mut test = blue.unit("red", RED, &[(20.0, 12.0, 90.0), (60.0, 40.0, 270.0)]).acting("blue");
    let (man, foe) = (test.piece("blue", 1), test.piece("red", 1));
    charge_at(&mut test, [man], &[7, 8], foe);
    let march = order(&test, "march");
    test.order(march);
    test.cards(RED, &[30]);
    let turn = order(&test, "react").pieces([foe]).choice("turn").heading(Heading(270.0));
    test.order(turn);
    let hold = order(&test, "hold");
    test.order(hold);
    assert_eq!(place(&test, foe).facing, Heading(270.0));
}
