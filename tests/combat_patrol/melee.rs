//! Chapter 9.

use bevy::math::Vec2;
use grapeshot::{
    events::{BattleEvent, EventKind},
    forces::Value,
    rulesets::combat_patrol::{book::marks, state::sequence_of_play::Ride, view::supplement::FightSide},
    table::{position::Place, terrain::DoorState},
    testing::{BLUE, RED},
};

use super::*;

/// Two men with swords, 4 inches apart; each side has another man far away, so that nobody is wiped out. The leaders
/// are the far ones.
pub(super) fn swords() -> TestTable {
    table()
        .unit("blue", BLUE, &[(5.0, 5.0, 90.0), (20.0, 10.0, 90.0)])
        .weapons(&["sword"])
        .value("endurance", Value::Number(2.0))
        .leader("level", Value::Word("company".into()))
        .unit("red", RED, &[(60.0, 40.0, 270.0), (20.0, 15.0, 270.0)])
        .weapons(&["sword"])
}

/// These men assault these enemies; the cards of the fights are forced. The events from setting out.
pub(super) fn charge(
    test: &mut TestBattle,
    pairs: &[(PieceId, PieceId)],
    blue: &[u16],
    red: &[u16],
) -> Vec<BattleEvent> {
    declare(test, pairs.iter().map(|(man, _)| *man).collect(), 4);
    for (man, foe) in pairs {
        let assault = order(test, "assault").pieces([*man]).target(*foe);
        test.order(assault);
    }
    test.cards(BLUE, blue);
    test.cards(RED, red);
    let march = order(test, "march");
    let mut events = test.order(march);
    while let Some(ask) = test.battle.awaiting().asks.first() {
        let go_on = match ask.kind.as_str() {
            "react" => "hold",
            "act" => "end",
            _ => break,
        };
        let go_on = order(test, go_on);
        events.extend(test.order(go_on));
        if !fights(&events).is_empty() {
            break;
        }
    }
    events
}

fn fights(events: &[BattleEvent]) -> Vec<(PieceId, PieceId, Option<PieceId>)> {
    events
        .iter()
        .filter_map(|event| match event.kind {
            EventKind::Fought { attacker, defender, winner, .. } => Some((attacker, defender, winner)),
            _ => None,
        })
        .collect()
}

pub(super) fn place(test: &TestBattle, piece: PieceId) -> Place {
    test.battle.view().place(piece)
}

#[track_caller]
pub(super) fn near(place: Place, x: f32, y: f32) {
    assert!(place.at.distance(Vec2::new(x, y)) < 0.06, "{place:?} instead of ({x}, {y})");
}

/// Whether the question is how far the winner advances.
pub(super) fn asks_advance(test: &TestBattle) -> bool {
    test.battle.awaiting().asks.first().is_some_and(|ask| ask.kind == "advance")
}

const ATTACKS: FightSide = FightSide {
    attacker: true,
    in_body: false,
    from_rear: false,
    ride: Ride { moved: false, impetus: false },
    caught: false,
};
const DEFENDS: FightSide = FightSide {
    attacker: false,
    in_body: false,
    from_rear: false,
    ride: Ride { moved: false, impetus: false },
    caught: false,
};

/// CP-9.1: nothing is fought before the movement is over; of several fights the owner chooses the next.
#[test]
fn fights_come_after_the_movement_in_the_order_the_owner_chooses() {
    let mut test = table()
        .unit("blue", BLUE, &[(20.0, 10.0, 90.0), (24.0, 10.0, 90.0)])
        .weapons(&["sword"])
        .unit("red", RED, &[(20.0, 14.0, 270.0), (24.0, 14.0, 270.0)])
        .weapons(&["sword"])
        .acting("blue");
    let pairs = [1, 2].map(|n| (test.piece("blue", n), test.piece("red", n)));
    let events = charge(&mut test, &pairs, &[], &[]);
    assert!(fights(&events).is_empty(), "the owner has not chosen yet");
    let ask = test.battle.awaiting().asks[0].clone();
    assert_eq!((ask.kind.as_str(), ask.side), ("fight", BLUE));
    test.cards(BLUE, &[7]);
    test.cards(RED, &[7]);
    let second = order(&test, "fight").pieces([pairs[1].0]).target(pairs[1].1);
    let fought = fights(&test.order(second));
    assert_eq!((fought[0].0, fought[0].1), pairs[1]);
    assert_eq!(fought.len(), 2, "the other fight is the only one left and follows");
}

/// CP-9.2: two are not to fight who were not brought into contact by this movement.
#[test]
fn a_fight_between_men_apart_is_refused() {
    let mut test = table()
        .unit("blue", BLUE, &[(20.0, 10.0, 90.0), (24.0, 10.0, 90.0)])
        .weapons(&["sword"])
        .unit("red", RED, &[(20.0, 14.0, 270.0), (24.0, 14.0, 270.0)])
        .weapons(&["sword"])
        .acting("blue");
    let pairs = [1, 2].map(|n| (test.piece("blue", n), test.piece("red", n)));
    charge(&mut test, &pairs, &[], &[]);
    let crossed = order(&test, "fight").pieces([pairs[0].0]).target(pairs[1].1);
    assert_eq!(test.refused(crossed), ("These two are not to fight".into(), "CP-9.2".into()));
}

/// Two swordsmen of blue in contact with one of red: the pairs of them, and the one.
fn two_at_one() -> (TestBattle, [(PieceId, PieceId); 2], PieceId) {
    let mut test = table()
        .unit("blue", BLUE, &[(18.0, 12.0, 90.0), (22.0, 12.0, 90.0)])
        .weapons(&["sword"])
        .unit("red", RED, &[(60.0, 40.0, 270.0), (20.0, 15.0, 270.0)])
        .weapons(&["sword"])
        .acting("blue");
    let foe = test.piece("red", 2);
    let pairs = [1, 2].map(|n| (test.piece("blue", n), foe));
    charge(&mut test, &pairs, &[], &[]);
    (test, pairs, foe)
}

/// CP-9.2: several against one fight him one after another, and he has -1 for each fight before.
#[test]
fn one_man_fights_several_one_after_another_and_tires() {
    let (mut test, pairs, foe) = two_at_one();
    // Red wins the first fight; blue's first man is wounded and falls back.
    test.cards(BLUE, &[8, 7]);
    test.cards(RED, &[6, 7, 7]);
    let first = order(&test, "fight").pieces([pairs[0].0]).target(foe);
    let events = test.order(first);
    let fought = fights(&events);
    assert_eq!(fought.len(), 2);
    assert_eq!(fought[0].2, Some(foe));
    // 4 + sword 2 - 1 for the fight before = 5 against 6.
    assert_eq!(fought[1].2, Some(pairs[1].0));
    let tired = events.iter().flat_map(|event| event.explained.modifiers()).find(|m| m.label == "1 earlier fight");
    assert_eq!(tired.expect("the second fight counts the first").amount, -1.0);
}

/// CP-9.2: a man who fell back is out of contact and fights no more.
#[test]
fn who_fell_back_fights_no_more() {
    let (mut test, pairs, foe) = two_at_one();
    test.cards(BLUE, &[6, 7]);
    test.cards(RED, &[8]);
    let first = order(&test, "fight").pieces([pairs[0].0]).target(foe);
    let events = test.order(first);
    assert_eq!(fights(&events).len(), 1);
    assert!(!cp(&test).in_contact(foe));
}

/// CP-9.3: 4 + Melee 0 + musket with bayonet 2 = 6 against 2 + 1 + sword 2 = 5: the first wins.
#[test]
fn the_higher_score_wins() {
    let mut test = table()
        .unit("blue", BLUE, &[(12.0, 5.0, 90.0), (20.0, 10.0, 90.0)])
        .weapons(&["musket", "bayonet"])
        .unit("red", RED, &[(60.0, 40.0, 270.0), (20.0, 14.0, 270.0)])
        .weapons(&["sword"])
        .number("melee", 1.0)
        .acting("blue");
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    let events = charge(&mut test, &[(man, foe)], &[7, 7], &[8]);
    assert_eq!(fights(&events), [(man, foe, Some(man))]);
    let text = &events.iter().find(|event| matches!(event.kind, EventKind::Fought { .. })).unwrap().text;
    assert_eq!(text, "Blue.2 6 against red.2 5: blue.2 wins");
}

/// CP-9.3: equal scores are a tie: nobody is hit.
#[test]
fn equal_scores_are_a_tie() {
    let mut test = swords().acting("blue");
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    let events = charge(&mut test, &[(man, foe)], &[7], &[7]);
    assert_eq!(fights(&events), [(man, foe, None)]);
    assert!(!events.iter().any(|event| matches!(event.kind, EventKind::Hit { .. })));
}

/// CP-9.4: every line of the table, and what makes no difference.
#[test]
fn modifiers_of_a_fight_add_up() {
    let mut test = swords().acting("blue");
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    let sum = |test: &TestBattle, side, fought| cp(test).melee_sum(man, foe, side, fought, None).total();
    assert_eq!(sum(&test, ATTACKS, 0), 2.0, "a sword");
    assert_eq!(sum(&test, ATTACKS, 2), 0.0, "two fights before");
    assert_eq!(sum(&test, FightSide { from_rear: true, ..DEFENDS }, 0), 1.0, "from the rear");
    test.mark(man, &marks::RELOAD, 1);
    assert_eq!(sum(&test, ATTACKS, 0), 2.0, "an unloaded weapon makes no difference");
    test.mark(man, &marks::WOUND, 1);
    assert_eq!(sum(&test, ATTACKS, 0), 1.0, "wounded");
    test.mark(man, &marks::STUN, 1);
    assert_eq!(sum(&test, ATTACKS, 0), -1.0, "and stunned");
}

/// CP-9.4: +1 for the defender over an obstacle, in a door or window, from works or uphill; not for the attacker.
#[test]
fn who_defends_a_position_has_one_more() {
    let duel = |table: TestTable| {
        table
            .unit("blue", BLUE, &[(20.0, 14.0, 90.0)])
            .weapons(&["sword"])
            .unit("red", RED, &[(20.0, 15.01, 270.0)])
            .weapons(&["sword"])
            .battle()
    };
    let line = [(15.0, 14.5), (25.0, 14.5)];
    let positions = [
        ("a wall", table().obstacle("stone_wall", &line)),
        ("a fence", table().obstacle("fence", &line)),
        ("works", table().obstacle("earthwork", &line)),
        ("a window", table().building((17.0, 14.5), (23.0, 20.0), &[], &[(20.0, 14.5)])),
        ("a door", table().building((17.0, 14.5), (23.0, 20.0), &[(20.0, 14.5, DoorState::Open)], &[])),
        ("uphill", table().hill((15.0, 14.5), (25.0, 20.0), 1, false)),
    ];
    for (what, position) in positions {
        let test = duel(position);
        let (man, foe) = (test.piece("blue", 1), test.piece("red", 1));
        assert_eq!(cp(&test).melee_sum(foe, man, DEFENDS, 0, None).total(), 3.0, "{what}");
        assert_eq!(cp(&test).melee_sum(man, foe, ATTACKS, 0, None).total(), 2.0, "{what}: the attacker");
    }
    let open = duel(table());
    assert_eq!(cp(&open).melee_sum(open.piece("red", 1), open.piece("blue", 1), DEFENDS, 0, None).total(), 2.0);
}

/// CP-9.4: a man who is come at from behind (CP-1.6) has 1 less.
#[test]
fn a_man_attacked_from_behind_fights_worse() {
    for (facing, rear) in [(270.0, false), (90.0, true)] {
        let mut test = swords().acting("blue");
        let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
        test.stand(foe, 20.0, 15.0, facing);
        declare(&mut test, vec![man], 4);
        let assault = order(&test, "assault").pieces([man]).target(foe);
        test.order(assault);
        test.cards(BLUE, &[7]);
        test.cards(RED, &[7]);
        let march = order(&test, "march");
        let mut events = test.order(march);
        while fights(&events).is_empty() {
            let ask = test.battle.awaiting().asks[0].clone();
            let go_on = Order::new(ask.side, &ask.go_on.expect("the question has a way to go on"));
            events.extend(test.order(go_on));
        }
        let lines: Vec<_> = events.iter().flat_map(|event| event.explained.modifiers()).collect();
        assert_eq!(lines.iter().any(|line| line.label == "attacked from the rear"), rear, "facing {facing}");
        assert_eq!(fights(&events)[0].2, rear.then_some(man));
    }
}

/// CP-9.4: of several weapons the owner names one before the cards; what he does not carry he cannot name.
#[test]
fn the_owner_names_the_weapon_he_fights_with() {
    let mut test = table()
        .unit("blue", BLUE, &[(20.0, 10.0, 90.0), (24.0, 10.0, 90.0)])
        .weapons(&["sword", "axe"])
        .unit("red", RED, &[(20.0, 14.0, 270.0), (24.0, 14.0, 270.0)])
        .weapons(&["sword"])
        .acting("blue");
    let pairs = [1, 2].map(|n| (test.piece("blue", n), test.piece("red", n)));
    charge(&mut test, &pairs, &[], &[]);
    let fight = |test: &TestBattle| order(test, "fight").pieces([pairs[0].0]).target(pairs[0].1);
    let refused = fight(&test).choice("hatchet_tomahawk");
    assert!(test.refused(refused).0.contains("hatchet_tomahawk"));
    test.cards(BLUE, &[7]);
    test.cards(RED, &[7]);
    let named = fight(&test).choice("sword");
    let events = test.order(named);
    assert_eq!(fights(&events)[0].2, None, "with the axe he would have won by one");
}

/// A house with a locked door to the south, a man at it and a mate to go in.
fn locked_house(weapon: &str) -> TestTable {
    table()
        .building((10.0, 20.0), (16.0, 26.0), &[(13.0, 20.0, DoorState::Locked)], &[])
        .unit("blue", BLUE, &[(13.0, 19.5, 90.0), (15.0, 18.0, 90.0)])
        .weapons(&[weapon])
        .unit("red", RED, &[(60.0, 40.0, 270.0)])
        .weapons(&["sword"])
}

/// CP-9.9: each win takes 1 off the door's Endurance; at 0 it is broken and may be passed.
#[test]
fn a_locked_door_is_broken_by_winning_against_it() {
    let mut test = locked_house("sword").setting("door_endurance", Value::Number(1.0)).acting("blue");
    let (man, mate) = (test.piece("blue", 1), test.piece("blue", 2));
    declare(&mut test, vec![mate], 4);
    let enter = order(&test, "move").pieces([mate]).path([to(13.0, 18.0), to(13.0, 23.0)]);
    assert!(test.battle.check(&enter).unwrap().moves[0].end.at.y < 20.0);
    // 4 + sword 2 against 6: a tie, and a tie does not break it.
    test.cards(BLUE, &[7]);
    test.cards(RED, &[6]);
    let attack = order(&test, "break").pieces([man]);
    test.order(attack.clone());
    assert_eq!(place(&test, man).at, Vec2::new(13.0, 19.5), "no recoil");
    assert_eq!(test.battle.check(&attack).unwrap_err().rule.to_string(), "CP-2.12");
    let unit = test.unit("blue");
    let march = order(&test, "end");
    test.order(march);
    test.act_next(unit);
    declare(&mut test, vec![mate], 4);
    test.cards(BLUE, &[6]);
    test.cards(RED, &[7]);
    test.order(attack);
    test.order(enter);
    let march = order(&test, "march");
    test.order(march);
    near(place(&test, mate), 13.0, 23.0);
}

/// CP-9.9: a house door has Endurance 2: one win is not enough.
#[test]
fn a_house_door_withstands_one_blow() {
    let mut test = locked_house("sword").acting("blue");
    let (man, mate) = (test.piece("blue", 1), test.piece("blue", 2));
    declare(&mut test, vec![mate], 4);
    test.cards(BLUE, &[6]);
    test.cards(RED, &[7]);
    let attack = order(&test, "break").pieces([man]);
    test.order(attack);
    let enter = order(&test, "move").pieces([mate]).path([to(13.0, 18.0), to(13.0, 23.0)]);
    assert!(test.battle.check(&enter).unwrap().moves[0].end.at.y < 20.0);
}

/// CP-9.9: only who stands at a locked door may attack it, with a weapon of HtH 1 or more.
#[test]
fn a_door_is_attacked_only_by_who_stands_at_it_with_a_fit_weapon() {
    let mut test = locked_house("sword").acting("blue");
    let nobody = order(&test, "declare");
    test.order(nobody);
    let afar = order(&test, "break").pieces([test.piece("blue", 2)]);
    assert_eq!(test.refused(afar), ("blue.2 stands at no locked door".into(), "CP-9.9".into()));
    let mut test = locked_house("pistol").acting("blue");
    let nobody = order(&test, "declare");
    test.order(nobody);
    let unfit = order(&test, "break").pieces([test.piece("blue", 1)]);
    assert_eq!(test.refused(unfit), ("blue.1 has no weapon to break a door with".into(), "CP-9.9".into()));
}

/// CP-9.2, CP-9.3: a fight is told with the sums of both and the chances it had; the others are told with theirs.
#[test]
fn a_fight_tells_both_sums_and_its_chances_and_the_fights_to_come_theirs() {
    let mut test = table()
        .unit("blue", BLUE, &[(20.0, 10.0, 90.0), (24.0, 10.0, 90.0)])
        .weapons(&["sword"])
        .unit("red", RED, &[(20.0, 14.0, 270.0), (24.0, 14.0, 270.0)])
        .weapons(&["sword"])
        .acting("blue");
    let pairs = [1, 2].map(|n| (test.piece("blue", n), test.piece("red", n)));
    charge(&mut test, &pairs, &[], &[]);
    let bouts = test.battle.rules().fights_to_come(&test.battle.view());
    assert_eq!(bouts.iter().map(|bout| (bout.attacker, bout.defender)).collect::<Vec<_>>(), pairs);
    // Card 7 shows 4, card 8 shows 2.
    test.cards(BLUE, &[7]);
    test.cards(RED, &[8]);
    let first = order(&test, "fight").pieces([pairs[0].0]).target(pairs[0].1);
    let chance = test.battle.check(&first).expect("they stand hand to hand").odds[0].chance;
    assert_eq!(chance, bouts[0].odds.chance);
    let events = test.order(first);
    let fought = events.iter().find(|event| matches!(event.kind, EventKind::Fought { .. })).expect("they fight");
    let EventKind::Fought { duel: Some(duel), .. } = &fought.kind else { panic!("it was decided") };
    let drawn = |sum: &grapeshot::events::Explained| {
        sum.modifiers().iter().find(|line| line.label == "card").map(|line| line.amount)
    };
    assert_eq!(duel.wins, chance);
    assert!(duel.wins + duel.ties < 1.0);
    assert_eq!((drawn(&fought.explained), drawn(&duel.against)), (Some(4.0), Some(2.0)));
    let told = |sum: f32| fought.text.contains(&format!(" {sum:.0}"));
    assert!(told(fought.explained.total()) && told(duel.against.total()), "{}", fought.text);
}
