//! Chapter 6: answers to a charge: closing fire, counter-charges, evasion, squares.

use super::{charges::facing, *};
use grapeshot::rulesets::black_powder::{
    book::values::Formation,
    state::sequence_of_play::{Round, Task},
};

/// BP-6.4: what each kind of target may answer, charged in the front.
#[test]
fn answers_to_a_charge_in_front() {
    let to = |charger: &str, foe: &str, formation: &str| {
        let mut test = facing(charger, "line", foe, formation, 14.0).battle();
        charge(&mut test, &["one"], "foe", &[1, 1]);
        answers(&test)
    };
    assert_eq!(to("line_infantry", "line_infantry", "line"), ["hold", "closing_fire"]);
    assert_eq!(to("line_infantry", "line_infantry", "square"), ["hold", "closing_fire"]);
    assert_eq!(to("line_infantry", "foot_battery", "deployed"), ["hold", "closing_fire"]);
    assert!(to("line_infantry", "foot_battery", "limbered").is_empty(), "only hold");
    assert_eq!(to("line_infantry", "horse_battery", "limbered"), ["hold", "evade", "evade_facing"]);
    assert_eq!(to("line_infantry", "dragoons", "line"), ["hold", "counter_charge"]);
    assert!(to("line_infantry", "line_infantry", "march_column").is_empty());
    assert_eq!(to("line_infantry", "french_light", "skirmish"), ["hold", "closing_fire", "evade", "evade_facing"]);
    assert_eq!(to("dragoons", "irregular_cavalry_small", "line"), ["hold", "counter_charge", "evade", "evade_facing"]);
    assert_eq!(to("dragoons", "acw_infantry", "line"), ["hold", "closing_fire"], "no Form Square");
    assert!(to("dragoons", "line_infantry", "line").is_empty(), "the square must be tried");
}

/// BP-6.4: shaken or disordered units neither counter-charge nor evade; disordered infantry still must form square.
#[test]
fn unsteady_targets_answer_less() {
    let to = |foe: &str, formation: &str, shaken: bool| {
        let mut test = facing("line_infantry", "line", foe, formation, 14.0).battle();
        if shaken {
            hurt(&mut test, "foe", 3)
        } else {
            disorder(&mut test, "foe")
        }
        charge(&mut test, &["one"], "foe", &[1, 1]);
        answers(&test)
    };
    for shaken in [false, true] {
        assert!(to("dragoons", "line", shaken).is_empty());
        assert_eq!(to("french_light", "skirmish", shaken), ["hold", "closing_fire"]);
    }
    let mut test = facing("dragoons", "line", "line_infantry", "line", 20.0).battle();
    disorder(&mut test, "foe");
    force(&mut test, &dice::SQUARES, &[3, 4]);
    charge(&mut test, &["one"], "foe", &[1, 1]);
    assert_eq!(bp(&test).formation(test.unit("foe")), Formation::Square);
    assert!(disordered(&test, "foe"), "it stays disordered in square");
    assert!(in_combat(&test, "one"), "BP-6.11: a disordered square is charged home");
}

/// BP-6.4, BP-6.10: charged in flank or rear a unit holds, or turns to face if the charger needs two moves or more.
#[test]
fn a_unit_turns_to_face_a_charge_from_afar() {
    let from = |y: f32| {
        let mut test = table()
            .blue("one", "dragoons", "line", (60.0, y, 270.0))
            .red("foe", "line_infantry", "line", (60.0, 30.0, 270.0))
            .battle();
        beside(&mut test, "one");
        charge(&mut test, &["one"], "foe", &[1, 1]);
        test
    };
    assert!(answers(&from(45.0)).is_empty(), "one move: no time");
    let mut test = from(55.0);
    assert_eq!(answers(&test), ["hold", "turn_to_face"]);
    respond(&mut test, "turn_to_face");
    near(bp(&test).outline(test.unit("foe")).place.facing.normalized().0, 90.0);
    let contact = bp(&test).contact(test.unit("one"), test.unit("foe")).expect("it strikes");
    assert_eq!(contact.defender_face, Face::Front);
}

/// BP-6.4: a unit in combat has no response; nor is there closing fire twice in a turn.
#[test]
fn a_unit_in_combat_does_not_answer() {
    let mut test = facing("line_infantry", "attack_column", "acw_infantry", "line", 14.0)
        .blue("two", "line_infantry", "attack_column", (66.0, 34.0, 90.0))
        .battle();
    touch(&mut test, "two", "foe", Face::Front);
    charge(&mut test, &["one"], "foe", &[1, 1]);
    assert!(answers(&test).is_empty());
    let mut test = facing("line_infantry", "line", "acw_infantry", "line", 14.0).battle();
    work(&mut test, "foe", |work| work.closing = true);
    charge(&mut test, &["one"], "foe", &[1, 1]);
    assert!(answers(&test).is_empty(), "only hold is left");
    assert!(in_combat(&test, "one"));
}

/// BP-6.4: what the target cannot answer is refused.
#[test]
fn a_wrong_answer_is_refused() {
    let mut test = facing("line_infantry", "line", "line_infantry", "line", 14.0).battle();
    charge(&mut test, &["one"], "foe", &[1, 1]);
    for word in ["evade", "counter_charge", "square", "", "run"] {
        let wrong = order(&test, &verbs::RESPOND).choice(word);
        assert_eq!(test.refused(wrong).1, "BP-6.4", "{word}");
    }
}

/// BP-6.6: line 3 dice at 4+ with +1: needs 3; artillery uses its close-range dice and save.
#[test]
fn closing_fire_is_at_close_range() {
    let fire = |foe: &str, formation: &str| {
        let mut test = facing("acw_infantry", "line", foe, formation, 14.0).battle();
        charge(&mut test, &["one"], "foe", &[1, 1]);
        let answer = order(&test, &verbs::RESPOND).choice("closing_fire");
        test.battle.check(&answer).expect("it may fire").odds[0].needs.clone()
    };
    assert_eq!(fire("line_infantry", "line"), "3 dice, 3+ to hit, saved on 4+");
    assert_eq!(fire("line_infantry", "attack_column"), "1 die, 3+ to hit, saved on 4+");
    assert_eq!(fire("foot_battery", "deployed"), "3 dice, 3+ to hit, saved on 6+");
}

/// BP-6.6: test B if the charger is shaken or took a casualty from artillery, on the hand-to-hand lines; 7 or more
/// holds, cavalry too; if it breaks or retires there is no combat and the target is free.
#[test]
fn closing_fire_may_turn_a_charge() {
    let with = |charger: &str, foe: &str, formation: &str, before: u8, tests: &[u16]| {
        let mut test = facing(charger, "line", foe, formation, 14.0).battle();
        hurt(&mut test, "one", before);
        charge(&mut test, &["one"], "foe", &[1, 1]);
        force(&mut test, &dice::SHOTS, &[3, 1, 1]);
        force(&mut test, &dice::SAVES, &[1]);
        force(&mut test, &dice::TESTS, tests);
        let events = respond(&mut test, "closing_fire");
        (test, events)
    };
    let (test, events) = with("acw_infantry", "line_infantry", "line", 0, &[]);
    assert!(rolled(&events, "BP-7.8").is_empty() && in_combat(&test, "one"), "one casualty of a musket: no test");
    let (test, events) = with("acw_infantry", "line_infantry", "line", 2, &[3, 4]);
    assert_eq!(rolled(&events, "BP-7.8"), [[3, 4]]);
    assert!(in_combat(&test, "one") && bp(&test).shaken(test.unit("one")), "it goes in all the same");
    let (test, events) = with("dragoons", "acw_infantry", "line", 2, &[3, 4]);
    assert!(in_combat(&test, "one"), "cavalry that passes goes in: {}", texts(&events));
    let (mut test, events) = with("acw_infantry", "foot_battery", "deployed", 0, &[3, 4]);
    let tested = events.iter().find(|event| event.rule.0 == "BP-7.8").expect("artillery: it tests");
    assert_eq!(lines(&tested.explained)[1], ("casualties from artillery".to_owned(), -1.0));
    assert_eq!(asked(&test), "retire", "6 on the lines for hand-to-hand: retires");
    decide(&mut test, "0");
    assert!(!in_combat(&test, "foe") && disordered(&test, "one"));
    near_point(front(&test, "one"), 60.0, 33.0 - 12.0);
    let (test, _) = with("acw_infantry", "line_infantry", "line", 2, &[2, 2]);
    assert!(!stands(&test, "one") && !in_combat(&test, "foe"));
}

/// BP-6.7: charger and counter-charger meet half way, and both have the charge bonus.
#[test]
fn a_counter_charge_meets_half_way() {
    let mut test = facing("dragoons", "line", "dragoons", "line", 16.0).battle();
    charge(&mut test, &["one"], "foe", &[1, 1]);
    respond(&mut test, "counter_charge");
    near_point(front(&test, "one"), 60.0, 28.0);
    near_point(front(&test, "foe"), 60.0, 28.0);
    for key in ["one", "foe"] {
        assert_eq!(bp(&test).to_strike(test.unit(key)).needed(), 3, "{key}");
        assert!(bp(&test).charge_result(test.unit(key)).is_some(), "{key}");
    }
    let mut test = facing("dragoons", "line", "dragoons", "line", 50.0).battle();
    charge(&mut test, &["one"], "foe", &[1, 1]);
    respond(&mut test, "counter_charge");
    near_point(front(&test, "foe"), 60.0, 52.0);
    let mut test = facing("dragoons", "line", "dragoons", "line", 1.0).battle();
    charge(&mut test, &["one"], "foe", &[1, 1]);
    respond(&mut test, "counter_charge");
    near_point(front(&test, "foe"), 60.0, 21.0);
    assert_eq!(bp(&test).to_strike(test.unit("foe")).needed(), 3);
}

/// BP-6.7: where others stand at the place at which they would meet, the counter-charger is met where it stands, and the
/// log says why.
#[test]
fn a_counter_charger_is_met_where_it_stands_if_the_meeting_place_is_taken() {
    let table = facing("dragoons", "line", "dragoons", "line", 16.0);
    let mut test = table.blue("screen", "french_light", "skirmish", (60.0, 29.0, 90.0)).battle();
    charge(&mut test, &["one"], "foe", &[1, 1]);
    let told = texts(&respond(&mut test, "counter_charge"));
    near_point(front(&test, "foe"), 60.0, 36.0);
    assert!(told.contains("FOE: is met where it stands: SCREEN stands where they would meet (BP-6.7)"), "{told}");
    assert_eq!(bp(&test).to_strike(test.unit("foe")).needed(), 3);
}

/// BP-6.8: an evader goes one full move straight away; a charger that cannot reach it goes its full distance.
#[test]
fn an_evader_gets_away() {
    let evading = |answer: &str, dice: &[u16]| {
        let mut test = facing("line_infantry", "line", "french_light", "skirmish", 8.0).battle();
        beside(&mut test, "one");
        charge(&mut test, &["one"], "foe", dice);
        respond(&mut test, answer);
        test
    };
    // r is 7, so that 7 gives one move.
    let test = evading("evade", &[3, 4]);
    near_point(bp(&test).outline(test.unit("foe")).place.at, 60.0, 28.75 + 12.0);
    near(bp(&test).outline(test.unit("foe")).place.facing.normalized().0, 90.0);
    assert!(!in_combat(&test, "foe") && !disordered(&test, "foe"));
    near_point(front(&test, "one"), 60.0, 32.0);
    let test = evading("evade_facing", &[3, 4]);
    near(bp(&test).outline(test.unit("foe")).place.facing.normalized().0, 270.0);
}

/// BP-6.8: if the charger reaches the evader it strikes its rear, and the evader is disordered, however it faces.
#[test]
fn an_evader_may_be_caught() {
    for answer in ["evade", "evade_facing"] {
        let mut test = facing("line_infantry", "line", "french_light", "skirmish", 8.0).battle();
        charge(&mut test, &["one"], "foe", &[1, 1]);
        respond(&mut test, answer);
        assert!(in_combat(&test, "foe") && disordered(&test, "foe"), "{answer}");
        let contact = bp(&test).contact(test.unit("one"), test.unit("foe")).expect("it is caught");
        assert_eq!(contact.defender_face, Face::Rear);
        assert_eq!(bp(&test).to_strike(test.unit("foe")).needed(), 6, "disordered, skirmishers");
    }
}

/// BP-6.8: Fire and Evade: it shoots at the charger where that stands, at 4 or more, and goes.
#[test]
fn some_fire_and_evade() {
    let mut test = facing("line_infantry", "line", "acw_infantry", "line", 8.0).rules(&["fire_and_evade"]).battle();
    beside(&mut test, "one");
    charge(&mut test, &["one"], "foe", &[3, 4]);
    force(&mut test, &dice::SHOTS, &[4, 3, 3]);
    force(&mut test, &dice::SAVES, &[1]);
    let events = respond(&mut test, "evade");
    assert_eq!(casualties(&test, "one"), 1, "{}", texts(&events));
    let shot = events.iter().find(|event| matches!(event.kind, EventKind::Shot { .. })).expect("it shoots");
    assert_eq!(shot.explained.total(), 0.0);
    near_point(bp(&test).outline(test.unit("foe")).place.at, 60.0, 40.75);
}

/// BP-6.9: 2: no square and disorder; 3 to 11: square; 12: square in disorder.
#[test]
fn a_square_is_formed_on_three_to_eleven() {
    let mut counts = [0; 3];
    let mut test = facing("dragoons", "line", "line_infantry", "line", 20.0).battle();
    until(&mut test, "command");
    let snapshot = test.battle.snapshot();
    for first in 1..=6 {
        for second in 1..=6 {
            test.battle.restore(&snapshot);
            force(&mut test, &dice::SQUARES, &[first, second]);
            charge(&mut test, &["one"], "foe", &[1, 1]);
            let square = bp(&test).formation(test.unit("foe")) == Formation::Square;
            let disorder = disordered(&test, "foe");
            counts[match (square, disorder) {
                (false, true) => 0,
                (true, false) => 1,
                (true, true) => 2,
                (false, false) => panic!("neither square nor disorder"),
            }] += 1;
        }
    }
    assert_eq!(counts, [1, 34, 1]);
}

/// BP-6.9: the square keeps its centre, moved back as far as needed to be clear of the cavalry; without a clear place
/// within six inches it is as a 2.
#[test]
fn a_square_needs_room() {
    let mut test = facing("dragoons", "line", "line_infantry", "line", 1.5).battle();
    force(&mut test, &dice::SQUARES, &[3, 4]);
    charge(&mut test, &["one"], "foe", &[1, 1]);
    assert_eq!(bp(&test).formation(test.unit("foe")), Formation::Square);
    near_point(front(&test, "one"), 60.0, 20.0);
    assert!(bp(&test).gap(test.unit("one"), test.unit("foe")) >= 0.99, "clear of the cavalry");
    let mut test = facing("dragoons", "line", "line_infantry", "line", 1.5)
        .red("second", "line_infantry", "line", (60.0, 23.2, 270.0))
        .red("third", "line_infantry", "line", (60.0, 26.5, 270.0))
        .red("fourth", "line_infantry", "line", (60.0, 29.8, 270.0))
        .battle();
    force(&mut test, &dice::SQUARES, &[3, 4]);
    charge(&mut test, &["one"], "foe", &[1, 1]);
    assert_eq!(bp(&test).formation(test.unit("foe")), Formation::Line);
    assert!(disordered(&test, "foe") && in_combat(&test, "foe"));
}

/// BP-6.4: the sheet of a charge tells every answer that is allowed, with the first round as it would come to it.
#[test]
fn the_sheet_of_a_charge_tells_every_answer() {
    let mut test = facing("heavy_cavalry", "line", "light_cavalry", "line", 11.0).battle();
    beside(&mut test, "one");
    charge(&mut test, &["one"], "foe", &[1, 1]);
    let ask = test.battle.awaiting().asks[0].clone();
    let sheet = test.battle.rules().sheet(&test.battle.view_of(ask.side), &ask).expect("it is a question for a sheet");
    let offered: Vec<Option<&str>> = sheet.groups[0].ways.iter().map(|way| way.orders[0].choice.as_deref()).collect();
    assert_eq!(offered, answers(&test).iter().map(|answer| Some(answer.as_str())).collect::<Vec<_>>());
    let wins = |choice: &str| {
        let way = sheet.groups[0].ways.iter().find(|way| way.orders[0].choice.as_deref() == Some(choice));
        way.and_then(|way| way.outlook.as_ref()).map(|outlook| outlook.wins).expect("they would fight")
    };
    assert!(wins("counter_charge") > wins("hold"), "who charges, too, has the bonus of it");
    let (win, tie) = sheet.groups[0].ways.iter().find_map(|way| way.outlook.clone()).map(|o| (o.wins, o.ties)).unwrap();
    respond(&mut test, "hold");
    let round = Round::new(bp(&test).linked(test.unit("one")), bp(&test).play().contacts.clone());
    let held = bp(&test).chances_of_round(&round, bp(&test).side(test.unit("foe")));
    assert!((held.0 - win).abs() < 1e-5 && (held.1 - tie).abs() < 1e-5, "{held:?} is not {win}, {tie}");
}

/// BP-6.4, BP-6.6: the sheet of a charge tells how the fight goes after closing fire, which disorders the charger by each
/// natural 6 and may keep it from coming in.
#[test]
fn the_sheet_of_a_charge_counts_closing_fire() {
    let mut test = facing("line_infantry", "line", "line_infantry", "line", 11.0).battle();
    beside(&mut test, "one");
    charge(&mut test, &["one"], "foe", &[1, 1]);
    let ask = test.battle.awaiting().asks[0].clone();
    let sheet = test.battle.rules().sheet(&test.battle.view_of(ask.side), &ask).expect("it is a question for a sheet");
    let outlook = |choice: &str| {
        let way = sheet.groups[0].ways.iter().find(|way| way.orders[0].choice.as_deref() == Some(choice));
        way.and_then(|way| way.outlook.clone()).expect("they would fight")
    };
    let (held, fired) = (outlook("hold"), outlook("closing_fire"));
    assert!(fired.wins > held.wins + 0.05, "{fired:?} is hardly better than {held:?}");
    let Some(Task::Charge(known)) = bp(&test).play().task().cloned() else { panic!("a charge is under way") };
    let shot = bp(&test).closing_fire(&known, test.unit("one"));
    let spread = shot.casualties();
    let (sum, six): (f32, f32) = (spread.iter().flatten().sum(), spread.iter().map(|[_, six]| six).sum());
    let mean: f32 = spread.iter().enumerate().map(|(n, [calm, six])| n as f32 * (calm + six)).sum();
    assert!((sum - 1.0).abs() < 1e-5 && (mean - shot.expected()).abs() < 1e-5, "{sum}, {mean}");
    assert!((six - (1.0 - (5.0_f32 / 6.0).powi(shot.count().into()))).abs() < 1e-5, "{six}");
}
