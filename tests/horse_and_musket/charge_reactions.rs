//! Chapter 6: reactions to riders and of riders: counter-charges, the rally square, pursuit.

use grapeshot::{
    events::{BattleEvent, EventKind},
    rulesets::combat_patrol::{book::marks, state::sequence_of_play::SequenceOfPlay},
    table::position::Heading,
};

use super::{
    charge::{LOSES, TO_THE_FIGHT, WINS, WOUND, charge_at, fights, go_on, kind},
    mounted::horse,
    *,
};

/// A rider of red far ahead of one of blue who charges him with 16 inches and has gone 8 at the pause, where the gap is
/// this many inches; red counter-charges with 6.
fn counter_charge(gap: f32) -> TestBattle {
    let blue = horse(table(), "blue", BLUE, &[(5.0, 5.0, 90.0), (20.0, 5.0, 90.0)]);
    let blue = blue.leader("level", Value::Word("company".into()));
    let there = [(60.0, 40.0, 270.0), (20.0, 15.0 + gap, 270.0)];
    let mut test = horse(blue, "red", RED, &there).acting("blue");
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    // 10 + 6 inches.
    charge_at(&mut test, [man], &[4, 1], foe);
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

/// HM-6.12: a lancer who charges moves with his lance also against a rider who counter-charges him from the side while he
/// meets another.
#[test]
fn a_lancer_who_charged_is_moving_in_all_his_fights() {
    let blue = horse(table(), "blue", BLUE, &[(5.0, 5.0, 90.0), (20.0, 5.0, 90.0)]).weapons(&["lance"]);
    let blue = blue.leader("level", Value::Word("company".into()));
    let there = [(60.0, 40.0, 270.0), (20.0, 12.2, 270.0), (25.0, 11.0, 180.0)];
    let mut test = horse(blue, "red", RED, &there).number("reaction", 6.0).acting("blue");
    let [man, foe, beside] = [test.piece("blue", 2), test.piece("red", 2), test.piece("red", 3)];
    // 10 + 6 inches.
    charge_at(&mut test, [man], &[4, 1], foe);
    let march = order(&test, "march");
    test.order(march);
    // Card 30 has a six-sided 2. Card 1: 6 inches.
    test.cards(RED, &[30, 30, 1]);
    let react = order(&test, "react").pieces([foe, beside]).choice("counter_charge");
    test.order(react);
    test.order(order(&test, "hold"));
    test.order(order(&test, "press_on"));
    go_on(&mut test, &[("act", "end")]);
    let cp = cp(&test);
    let contacts = &cp.view.resource::<SequenceOfPlay>().active().contacts;
    let pairs: Vec<_> = contacts.iter().map(|contact| (contact.attacker, contact.defender)).collect();
    assert_eq!(pairs, [(man, foe), (beside, man)]);
    let (_, lancer) = cp.fight_sums(&contacts[1], None);
    let lance = lancer.modifiers().iter().find(|line| line.label == "lance, moving");
    assert_eq!(lance.map(|line| line.amount), Some(3.0), "{lancer:?}");
}

/// HM-6.15, HM-6.33: a man who sees no charge cannot counter-charge.
#[test]
fn nobody_counter_charges_what_is_no_charge() {
    let blue = horse(table(), "blue", BLUE, &[(20.0, 5.0, 90.0), (24.0, 5.0, 90.0)]);
    let mut test =
        horse(blue, "red", RED, &[(20.0, 16.0, 270.0), (60.0, 40.0, 270.0)]).weapons(&["carbine"]).acting("blue");
    let (man, foe) = (test.piece("blue", 1), test.piece("red", 1));
    march_to(&mut test, [man], &[7, 8], (30.0, 5.0));
    let react = order(&test, "react").pieces([foe]).choice("counter_charge");
    assert_eq!(test.refused(react).1, "HM-6.15");
}

/// CP-2.15, CP-10.3: a rider who turns by reaction swings his base out of reach; the men who come at him on foot close
/// up and fight if they have the inches left.
#[test]
fn foot_close_up_to_a_rider_who_turns_on_the_spot() {
    for (card, reaches) in [(4, true), (11, false)] {
        let foot = table().unit("blue", BLUE, &[(5.0, 5.0, 90.0), (20.0, 10.55, 90.0)]).weapons(&["sword"]);
        let foot = foot.leader("level", Value::Word("company".into()));
        let mut test = horse(foot, "red", RED, &[(60.0, 40.0, 270.0), (20.0, 15.0, 90.0)]).acting("blue");
        let (man, rider) = (test.piece("blue", 2), test.piece("red", 2));
        declare(&mut test, [man], &[card]);
        let go = order(&test, "assault").pieces([man]).target(rider);
        test.order(go);
        let march = order(&test, "march");
        test.order(march);
        let turn = order(&test, "react").pieces([rider]).choice("turn").heading(Heading(0.0));
        test.order(turn);
        test.cards(RED, &[30, WINS]);
        test.cards(BLUE, &[WINS]);
        let mut events = test.order(order(&test, "hold"));
        events.extend(go_on(&mut test, &TO_THE_FIGHT));
        assert_eq!(!fights(&events).is_empty(), reaches, "card {card}: {:?}", place(&test, man));
    }
}

/// Five men two inches apart before a charging dragoon; the question is who reacts.
fn charged_foot() -> TestBattle {
    let blue = horse(table(), "blue", BLUE, &[(5.0, 5.0, 90.0), (20.0, 4.0, 90.0)]);
    let blue = blue.leader("level", Value::Word("company".into()));
    let men: Vec<_> = (0..5u8).map(|n| (16.0 + 2.0 * f32::from(n), 14.0, 270.0)).collect();
    let foot = blue.unit("red", RED, &men).weapons(&["musket", "bayonet"]).number("reaction", 6.0);
    let mut test = horse(foot, "friends", RED, &[(60.0, 40.0, 270.0)]).acting("blue");
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 3));
    charge_at(&mut test, [man], &[7, 8], foe);
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
        assert!(cp(&test).supplement().in_body(&cp(&test), *man), "{man:?} {:?}", place(&test, *man));
    }
    let (left, right) = (place(&test, men[0]).facing, place(&test, men[4]).facing);
    assert!(left.angle_to(right) > 90.0, "they face outward: {left:?} {right:?}");
}

/// Closes the ranks of some of five men two inches apart.
fn close_ranks(numbers: &[usize]) -> TestBattle {
    let mut test = charged_foot();
    let men: Vec<PieceId> = numbers.iter().map(|n| test.piece("red", *n)).collect();
    let square = order(&test, "react").pieces(men).choice("close_ranks");
    test.order(square);
    let hold = order(&test, "hold");
    test.order(hold);
    test
}

/// HM-6.16: when only some succeed they come to touch their mates, whether those reacted or not; so does one alone.
#[test]
fn who_closes_ranks_touches_a_mate_whether_that_one_reacted_or_not() {
    for numbers in [&[1][..], &[3], &[1, 5], &[2, 4], &[1, 2, 5]] {
        let test = close_ranks(numbers);
        let men = test.pieces("red");
        for n in numbers {
            let man = test.piece("red", *n);
            let touches = men.iter().any(|mate| *mate != man && cp(&test).touch(man, *mate));
            assert!(touches, "{numbers:?}: {n} touches nobody: {:?}", place(&test, man));
        }
    }
}

/// HM-6.16: a man who cannot come to touch a mate within 3 inches stays where he is; a man without mates has no ranks
/// to close.
#[test]
fn nobody_walks_to_touch_nobody() {
    let blue = horse(table(), "blue", BLUE, &[(5.0, 5.0, 90.0), (20.0, 4.0, 90.0)]);
    let blue = blue.leader("level", Value::Word("company".into()));
    let foot = blue.unit("red", RED, &[(14.0, 14.0, 270.0), (20.0, 14.0, 270.0), (26.0, 14.0, 270.0)]);
    let foot = foot.weapons(&["musket"]).number("reaction", 6.0).unit("lone", RED, &[(30.0, 16.0, 250.0)]);
    let mut test = foot.weapons(&["musket"]).acting("blue");
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    charge_at(&mut test, [man], &[7, 8], foe);
    let march = order(&test, "march");
    test.order(march);
    let men = test.pieces("red");
    let before: Vec<Place> = men.iter().map(|man| place(&test, *man)).collect();
    let lone = order(&test, "react").pieces([test.piece("lone", 1)]).choice("close_ranks");
    assert_eq!(test.refused(lone).1, "HM-6.16");
    let square = order(&test, "react").pieces(men.clone()).choice("close_ranks");
    test.order(square);
    let hold = order(&test, "hold");
    test.order(hold);
    let after: Vec<Place> = men.iter().map(|man| place(&test, *man)).collect();
    assert_eq!(after, before);
}

/// HM-6.16: foot cannot charge moving cavalry as a reaction.
#[test]
fn foot_cannot_charge_cavalry_as_a_reaction() {
    let mut test = charged_foot();
    let charge = order(&test, "react").pieces(test.pieces("red")).choice("counter_charge");
    let (reason, rule) = test.refused(charge);
    assert_eq!((reason.as_str(), rule.as_str()), ("Foot cannot charge moving cavalry as a reaction", "HM-6.16"));
}

/// A man on foot moves north, away from a rider 5 inches behind him, who pursues: the cards of the march, the pursuit
/// and the fight.
fn pursuit(to_y: f32, ride: u16, blue: &[u16], red: &[u16]) -> (TestBattle, Vec<BattleEvent>) {
    let foot = table().unit("blue", BLUE, &[(5.0, 5.0, 90.0), (20.0, 20.0, 90.0)]).weapons(&["sword"]);
    let foot = foot.leader("level", Value::Word("company".into())).number("endurance", 2.0);
    let mut test = horse(foot, "red", RED, &[(60.0, 40.0, 270.0), (20.0, 13.5, 90.0)]).acting("blue");
    let (man, rider) = (test.piece("blue", 2), test.piece("red", 2));
    march_to(&mut test, [man], &[7], (20.0, to_y));
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
    march_to(&mut test, [man], &[7], (20.0, 15.0));
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
    assert_eq!(text, "Red.2 5 against blue.2 2: red.2 wins");
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

/// CP-10.1, HM-6.15: the sheet of a pause tells what each may try with the chance of its check, the card on which a
/// counter-charge meets the charger, and how the first fight would go; what was named stays on it.
#[test]
fn the_sheet_of_a_pause_tells_every_try_and_what_it_leads_to() {
    let blue = horse(table(), "blue", BLUE, &[(5.0, 5.0, 90.0), (20.0, 5.0, 90.0)]);
    let blue = blue.leader("level", Value::Word("company".into()));
    let there = [(60.0, 40.0, 270.0), (20.0, 25.0, 270.0)];
    let mut test = horse(blue, "red", RED, &there).acting("blue");
    let (man, foe) = (test.piece("blue", 2), test.piece("red", 2));
    charge_at(&mut test, [man], &[4, 1], foe);
    let march = order(&test, "march");
    test.order(march);
    let sheet = |test: &TestBattle| {
        let ask = test.battle.awaiting().asks[0].clone();
        assert_eq!(ask.kind, "react");
        test.battle.rules().sheet(&test.battle.view_of(ask.side), &ask).expect("it is a question for a sheet")
    };
    let told = sheet(&test);
    let ways = &told.groups[0].ways;
    let labels: Vec<&str> = ways.iter().map(|way| way.label.as_str()).collect();
    assert_eq!(labels, ["Counter-charge", "Stand"]);
    for way in ways {
        for order in &way.orders {
            let plan = test.battle.check(order).expect("what is offered is allowed");
            assert_eq!((Some(plan.odds[0].chance), plan.odds.len()), (way.chance, way.checks));
        }
    }
    // 10 inches between them, 8 of which the charger still has.
    assert!(ways[0].note.contains("on a card of 2 or more"), "{}", ways[0].note);
    let wins = |n: usize| ways[n].outlook.as_ref().map(|outlook| outlook.wins).expect("they would fight");
    assert!(wins(0) > wins(1), "impetus helps");
    test.order(ways[0].orders[0].clone());
    assert!(test.battle.awaiting().asks.is_empty() || sheet(&test).named.len() == 1);
}
