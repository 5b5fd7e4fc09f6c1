//! Chapter 7: hand-to-hand combat, up to the break tests.

use super::*;
use grapeshot::{events::Explained, table::position::Heading};

/// A blue unit at (60,30) and a red one in contact with its front.
fn fighting(kind: &str, formation: &str, foe: &str, foe_formation: &str) -> TestTable {
    table().blue("one", kind, formation, (60.0, 30.0, 90.0)).red("foe", foe, foe_formation, (60.0, 30.0, 270.0))
}

fn met(table: TestTable) -> TestBattle {
    let mut test = table.battle();
    touch(&mut test, "one", "foe", Face::Front);
    test
}

/// BP-7.1: the active player picks combats one by one; a combat is a group linked by contact.
#[test]
fn the_active_side_picks_the_next_combat() {
    let mut test = fighting("line_infantry", "line", "line_infantry", "line")
        .blue("two", "line_infantry", "line", (80.0, 30.0, 90.0))
        .blue("three", "line_infantry", "line", (90.0, 30.0, 90.0))
        .red("there", "line_infantry_large", "line", (85.0, 30.0, 270.0))
        .battle();
    touch(&mut test, "one", "foe", Face::Front);
    touch(&mut test, "two", "there", Face::Front);
    touch(&mut test, "three", "there", Face::Front);
    assert_eq!(bp(&test).combats().len(), 2);
    assert_eq!(bp(&test).linked(test.unit("two")).len(), 3);
    until(&mut test, "fight");
    let wrong = order(&test, &verbs::FIGHT).target(test.piece("blue", 1));
    assert_eq!(test.refused(wrong).1, "BP-7.1");
    force(&mut test, &dice::BLOWS, &[1; 40]);
    let fight = order(&test, &verbs::FIGHT).target(test.piece("there", 1));
    test.order(fight);
    assert_eq!(asked(&test), "divide");
    let events = decide(&mut test, "even");
    assert!(events.iter().any(|event| event.text.contains("Combat") && event.text.contains("THERE")));
}

/// BP-7.2: line 6 dice; large 8; small 4; tiny 1; march column 1; limbered none; square 2 a face.
#[test]
fn the_dice_of_combat() {
    let dice = |kind: &str, formation: &str| {
        let test = met(fighting(kind, formation, "line_infantry", "line"));
        bp(&test).fighting_dice(test.unit("one")).total()
    };
    assert_eq!(dice("line_infantry", "line"), 6.0);
    assert_eq!(dice("line_infantry", "attack_column"), 6.0);
    assert_eq!(dice("french_line", "mixed_line"), 6.0);
    assert_eq!(dice("line_infantry_large", "line"), 8.0);
    assert_eq!(dice("line_infantry_small", "line"), 4.0);
    assert_eq!(dice("skirmish_company", "skirmish"), 1.0);
    assert_eq!(dice("skirmish_company", "square"), 1.0, "tiny");
    assert_eq!(dice("line_infantry", "march_column"), 1.0);
    assert_eq!(dice("foot_battery", "limbered"), 0.0);
    assert_eq!(dice("foot_battery", "deployed"), 1.0);
    assert_eq!(dice("line_infantry", "square"), 2.0);
    let mut test = met(fighting("line_infantry", "square", "line_infantry", "line").red(
        "flank",
        "line_infantry",
        "line",
        (62.0, 28.0, 180.0),
    ));
    touch(&mut test, "flank", "one", Face::Right);
    assert_eq!(bp(&test).fighting_dice(test.unit("one")).total(), 4.0);
    let shares = bp(&test).division(test.unit("one"), None);
    assert_eq!(shares, [(test.unit("foe"), 2), (test.unit("flank"), 2)], "two on each face");
}

/// BP-7.2: a unit in contact with several enemies divides its dice as it likes, at least one to each.
#[test]
fn dice_are_divided_among_enemies() {
    let mut test = met(fighting("line_infantry", "line", "line_infantry", "attack_column").red(
        "other",
        "line_infantry",
        "attack_column",
        (64.1, 30.0, 270.0),
    ));
    touch(&mut test, "one", "other", Face::Front);
    let (foe, other) = (test.unit("foe"), test.unit("other"));
    assert_eq!(bp(&test).division(test.unit("one"), None), [(foe, 3), (other, 3)]);
    assert_eq!(bp(&test).division(test.unit("one"), Some(other)), [(foe, 1), (other, 5)]);
    until_fought(&mut test);
    assert_eq!(asked(&test), "divide");
    let wrong = order(&test, &verbs::DECIDE).choice("blue");
    assert_eq!(test.refused(wrong).1, "BP-7.2");
    force(&mut test, &dice::BLOWS, &[1; 18]);
    let events = decide(&mut test, "other");
    let counts: Vec<usize> = rolled(&events, "BP-7.3").iter().map(Vec::len).collect();
    assert_eq!(counts[..2], [1, 5]);
}

/// BP-7.3: 4 or more; +1 charging, +1 won the last round, -1 shaken or disordered once, -1 skirmishers, -1 flank or
/// rear.
#[test]
fn the_score_to_hit_in_combat() {
    let needed = |change: &dyn Fn(&mut TestBattle), formation: &str| {
        let mut test = met(fighting("french_light", formation, "line_infantry", "line"));
        change(&mut test);
        bp(&test).to_strike(test.unit("one")).needed()
    };
    assert_eq!(needed(&|_| {}, "line"), 4);
    assert_eq!(needed(&|test| work(test, "one", |work| work.charged = Some(UnitId(5))), "line"), 3);
    let won = |test: &mut TestBattle| {
        let one = test.unit("one");
        put_flow(test, |play| play.won.push(one));
    };
    assert_eq!(needed(&won, "line"), 3);
    assert_eq!(needed(&|test| disorder(test, "one"), "line"), 5);
    let both = |test: &mut TestBattle| {
        disorder(test, "one");
        hurt(test, "one", 3);
    };
    assert_eq!(needed(&both, "line"), 5);
    assert_eq!(needed(&|_| {}, "skirmish"), 5);
    let flank = |face: Face| move |test: &mut TestBattle| touch(test, "foe", "one", face);
    assert_eq!(needed(&flank(Face::Left), "line"), 5);
    assert_eq!(needed(&flank(Face::Rear), "line"), 5);
    assert_eq!(needed(&flank(Face::Front), "line"), 4);
    assert_eq!(needed(&flank(Face::Rear), "skirmish"), 5, "skirmishers have no rear");
    assert_eq!(needed(&flank(Face::Rear), "square"), 4);
}

/// BP-7.3: the bonus of the last round is lost in a new combat.
#[test]
fn the_bonus_of_the_last_round_stays_in_its_combat() {
    let mut test = table()
        .blue("one", "dragoons", "line", (60.0, 20.0, 90.0))
        .red("foe", "acw_infantry", "line", (60.0, 34.0, 270.0))
        .battle();
    let (one, foe) = (test.unit("one"), test.unit("foe"));
    put_flow(&mut test, |play| play.won = vec![one, foe]);
    charge(&mut test, &["one"], "foe", &[1, 1]);
    respond(&mut test, "hold");
    assert!(bp(&test).play().won.is_empty());
}

/// BP-7.3, BP-7.4: natural 6 hits, natural 1 misses; each unsaved hit is a casualty; no disorder.
#[test]
fn naturals_count_in_combat_and_bring_no_disorder() {
    let mut test = met(fighting("line_infantry", "line", "line_infantry", "line"));
    disorder(&mut test, "one");
    let events = round(&mut test, &[6, 1, 4, 4, 4, 4, 6, 6, 1, 1, 1, 1], &[1, 6, 6], &[6, 6]);
    assert_eq!((casualties(&test, "foe"), casualties(&test, "one")), (1, 0), "{}", texts(&events));
    assert!(!disordered(&test, "foe"));
    assert_eq!(scores(&events), [1.0, 0.0]);
}

/// BP-7.5: column 6 dice at 3+: 4 hits, line saves 2: 2 casualties. Line 6 dice at 4+: 3 hits, column saves at 3+: 1.
/// Column has rear support: 3 to 1.
#[test]
fn the_result_of_a_charging_column() {
    let mut test = met(fighting("line_infantry", "attack_column", "line_infantry", "line").blue(
        "second",
        "line_infantry",
        "attack_column",
        (60.0, 24.0, 90.0),
    ));
    let foe = test.unit("foe");
    work(&mut test, "one", |work| work.charged = Some(foe));
    let events = round(&mut test, &[3, 4, 5, 6, 2, 1, 4, 5, 6, 1, 1, 1], &[4, 5, 1, 1, 3, 4, 2], &[4, 4]);
    assert_eq!((casualties(&test, "foe"), casualties(&test, "one")), (2, 1), "{}", texts(&events));
    assert_eq!(scores(&events), [3.0, 1.0]);
    let result = events.iter().find(|event| event.rule.0 == "BP-7.5").expect("there is a result");
    let expected = [("casualties caused", 2.0), ("support to the rear", 1.0)];
    assert_eq!(lines(&result.explained), expected.map(|(label, amount)| (label.to_owned(), amount)));
}

fn modifiers(test: &TestBattle, key: &str) -> f32 {
    let unit = test.unit(key);
    bp(test).result_modifiers::<Explained>(unit, &bp(test).supports(unit, &[])).total()
}

/// BP-7.5: rear and each flank +1, square against cavalry +3, buildings +1 to +3.
#[test]
fn the_modifiers_of_the_result() {
    let supported = met(fighting("line_infantry", "line", "line_infantry", "line")
        .blue("left", "line_infantry", "line", (50.0, 28.0, 90.0))
        .blue("right", "line_infantry", "line", (70.0, 28.0, 90.0))
        .blue("rear", "line_infantry", "line", (60.0, 25.0, 90.0)));
    assert_eq!(modifiers(&supported, "one"), 3.0);
    let square = |foe: &str| {
        let test = met(fighting("line_infantry", "square", foe, "line"));
        modifiers(&test, "one")
    };
    assert_eq!(square("dragoons"), 3.0);
    assert_eq!(square("line_infantry"), 0.0);
    for (size, bonus) in [("small", 1.0), ("medium", 2.0), ("large", 3.0)] {
        let test = table()
            .blue("one", "line_infantry_small", "garrison", (60.0, 30.0, 90.0))
            .red("foe", "line_infantry", "line", (60.0, 50.0, 270.0))
            .building((57.0, 28.0), (63.0, 32.0), &[], &[])
            .building_size(size)
            .battle();
        assert_eq!(modifiers(&test, "one"), bonus, "{size}");
    }
}

/// BP-7.5: in a combat of many units the best modifiers of one unit on each side count.
#[test]
fn only_the_best_modifiers_of_a_side_count() {
    let mut test = met(fighting("line_infantry", "line", "line_infantry", "line")
        .blue("two", "line_infantry", "line", (76.0, 30.0, 90.0))
        .red("wide", "line_infantry", "line", (76.0, 30.0, 270.0))
        .blue("rear", "line_infantry", "line", (60.0, 25.0, 90.0))
        .blue("behind", "line_infantry", "line", (76.0, 25.0, 90.0)));
    touch(&mut test, "two", "wide", Face::Front);
    touch(&mut test, "two", "foe", Face::Front);
    assert_eq!(modifiers(&test, "one"), 1.0);
    assert_eq!(modifiers(&test, "two"), 1.0);
    force(&mut test, &dice::BLOWS, &[1; 24]);
    force(&mut test, &dice::TESTS, &[6, 6, 6, 6]);
    let mut events = until_fought(&mut test);
    while asked(&test) == "divide" {
        events.extend(decide(&mut test, "even"));
    }
    assert_eq!(scores(&events), [1.0, 0.0], "{}", texts(&events));
}

/// BP-7.6: second line at (20,4): 4.5" away, in the rear quarter: rear support. At (20,2): 6.5": none.
#[test]
fn support_stands_within_six_inches() {
    let at = |y: f32| {
        let test = table()
            .blue("line", "line_infantry", "line", (20.0, 10.0, 90.0))
            .blue("second", "line_infantry", "line", (20.0, y, 90.0))
            .red("foe", "line_infantry", "line", (20.0, 10.0, 270.0))
            .battle();
        bp(&test).could_support(test.unit("second"), test.unit("line"))
    };
    assert_eq!(at(4.0), Some(Face::Rear));
    assert_eq!(at(2.0), None);
}

/// BP-7.6: which units cannot support, and which cannot be supported.
#[test]
fn who_cannot_support() {
    let with = |kind: &str, formation: &str, facing: f32, change: &dyn Fn(&mut TestBattle)| {
        let mut test = met(fighting("line_infantry", "line", "line_infantry", "line").blue(
            "second",
            kind,
            formation,
            (60.0, 25.0, facing),
        ));
        change(&mut test);
        bp(&test).could_support(test.unit("second"), test.unit("one")).is_some()
    };
    let nothing = |_: &mut TestBattle| {};
    assert!(with("line_infantry", "line", 90.0, &nothing));
    assert!(with("line_infantry", "attack_column", 20.0, &nothing), "within 90 degrees");
    assert!(!with("line_infantry", "line", 270.0, &nothing), "it looks away");
    assert!(!with("dragoons", "line", 90.0, &nothing), "cavalry");
    assert!(!with("foot_battery", "deployed", 90.0, &nothing), "artillery");
    assert!(!with("line_infantry", "square", 90.0, &nothing));
    assert!(!with("line_infantry", "march_column", 90.0, &nothing));
    assert!(!with("french_light", "skirmish", 90.0, &nothing));
    assert!(!with("line_infantry", "line", 90.0, &|test| disorder(test, "second")));
    assert!(!with("line_infantry", "line", 90.0, &|test| hurt(test, "second", 3)));
    assert!(!with("line_infantry", "line", 90.0, &|test| touch(test, "second", "foe", Face::Rear)));
    let square = met(fighting("line_infantry", "square", "line_infantry", "line").blue(
        "second",
        "line_infantry",
        "line",
        (60.0, 24.0, 90.0),
    ));
    assert_eq!(bp(&square).could_support(square.unit("second"), square.unit("one")), None);
    let loose = met(fighting("french_light", "skirmish", "line_infantry", "line").blue(
        "second",
        "french_light",
        "skirmish",
        (60.0, 25.0, 90.0),
    ));
    assert!(bp(&loose).could_support(loose.unit("second"), loose.unit("one")).is_some(), "both skirmish");
}

/// BP-7.6: a unit supports only one combat; if it could support more, its owner chooses.
#[test]
fn a_support_between_two_combats_is_asked() {
    let mut test = fighting("line_infantry", "attack_column", "line_infantry", "attack_column")
        .blue("two", "line_infantry", "attack_column", (68.0, 30.0, 90.0))
        .red("there", "line_infantry", "attack_column", (68.0, 30.0, 270.0))
        .blue("support", "line_infantry", "attack_column", (64.0, 23.5, 90.0))
        .battle();
    touch(&mut test, "one", "foe", Face::Front);
    touch(&mut test, "two", "there", Face::Front);
    until(&mut test, "fight");
    let fight = order(&test, &verbs::FIGHT).target(test.piece("foe", 1));
    test.order(fight);
    assert_eq!(asked(&test), "support");
    force(&mut test, &dice::BLOWS, &[1; 24]);
    force(&mut test, &dice::TESTS, &[6, 6, 6, 6]);
    let wrong = order(&test, &verbs::DECIDE).choice("perhaps");
    assert_eq!(test.refused(wrong).1, "BP-7.6");
    let first = decide(&mut test, "no");
    let both = scores(&first);
    assert_eq!(both[..2], [0.0, 0.0], "{}", texts(&first));
    assert_eq!(both[2..], [1.0, 0.0], "it supports the other: {}", texts(&first));
}

/// BP-7.11: a winner left alone may stay, reform, or make one move that contacts no enemy; limbering is no reform.
#[test]
fn what_a_winner_may_do() {
    let won = || {
        let mut test = met(fighting("line_infantry", "line", "line_infantry_small", "line").red(
            "far",
            "line_infantry",
            "line",
            (60.0, 60.0, 270.0),
        ));
        hurt(&mut test, "foe", 1);
        let events = round(&mut test, &[6, 6, 6, 6, 1, 1, 1, 1, 1, 1], &[1, 1, 1, 1], &[1, 1]);
        assert!(!stands(&test, "foe"), "{}", texts(&events));
        assert_eq!(asked(&test), "win");
        test
    };
    let mut test = won();
    let limber = order(&test, &verbs::REFORM).formation("limbered");
    assert_eq!(test.refused(limber).1, "BP-7.11");
    let nothing = order(&test, &verbs::REFORM);
    assert_eq!(test.refused(nothing).1, "BP-7.11");
    test.battle.check(&order(&test, &verbs::STAY)).expect("it may stay");
    let column = order(&test, &verbs::REFORM).formation("attack_column").heading(Heading(0.0));
    test.order(column);
    near(bp(&test).outline(test.unit("one")).place.facing.0, 0.0);
    let mut test = won();
    let aside = order(&test, &verbs::MOVE).path([to(50.0, 36.0)]);
    test.order(aside);
    near_point(front(&test, "one"), 50.0, 36.0);
    let mut test = won();
    let sweep = order(&test, &verbs::SWEEP).target(test.piece("far", 1));
    test.refused(sweep);
}

/// BP-7.12: cavalry that charged and drove off all its enemies may charge another within one move, at once, once.
#[test]
fn cavalry_sweeps_on() {
    let mut test = table()
        .blue("one", "dragoons", "line", (60.0, 20.0, 90.0))
        .red("foe", "acw_infantry", "line", (60.0, 30.0, 270.0))
        .value("stamina", Value::Number(1.0))
        .red("next", "acw_infantry", "line", (60.0, 42.0, 270.0))
        .red("third", "acw_infantry", "line", (60.0, 54.0, 270.0))
        .battle();
    charge(&mut test, &["one"], "foe", &[1, 1]);
    respond(&mut test, "hold");
    let blows = [6, 6, 6, 6, 6, 6, 6, 6, 1, 1, 1, 1, 1, 1];
    round(&mut test, &blows, &[1; 8], &[1, 1]);
    assert_eq!(asked(&test), "win");
    let far = order(&test, &verbs::SWEEP).target(test.piece("third", 1));
    assert_eq!(test.refused(far).1, "BP-7.12");
    let sweep = order(&test, &verbs::SWEEP).target(test.piece("next", 1));
    test.order(sweep);
    assert_eq!(answers(&test), ["hold", "closing_fire"]);
    force(&mut test, &dice::BLOWS, &blows);
    force(&mut test, &dice::SAVES, &[1; 8]);
    force(&mut test, &dice::TESTS, &[1, 1]);
    let events = respond(&mut test, "hold");
    let blow = events.iter().find(|event| event.rule.0 == "BP-7.3").expect("it is fought at once");
    assert_eq!(blow.explained.total(), 1.0, "with the charge bonus");
    assert!(!stands(&test, "next"));
    assert_eq!(asked(&test), "win");
    let second = order(&test, &verbs::SWEEP).target(test.piece("third", 1));
    test.refused(second);
}

/// BP-7.12, BP-6.7: a sweep may be met by a counter-charge, and is fought at once.
#[test]
fn a_sweep_may_be_met_by_a_counter_charge() {
    let mut test = table()
        .blue("one", "dragoons", "line", (60.0, 20.0, 90.0))
        .red("foe", "acw_infantry", "line", (60.0, 30.0, 270.0))
        .value("stamina", Value::Number(1.0))
        .red("next", "dragoons", "line", (60.0, 46.0, 270.0))
        .battle();
    charge(&mut test, &["one"], "foe", &[1, 1]);
    respond(&mut test, "hold");
    round(&mut test, &[6, 6, 6, 6, 6, 6, 6, 6, 1, 1, 1, 1, 1, 1], &[1; 8], &[1, 1]);
    let sweep = order(&test, &verbs::SWEEP).target(test.piece("next", 1));
    test.order(sweep);
    force(&mut test, &dice::BLOWS, &[1; 16]);
    let events = respond(&mut test, "counter_charge");
    assert_eq!(scores(&events), [1.0, 1.0], "both are heavy cavalry: {}", texts(&events));
    assert!(in_combat(&test, "one") && in_combat(&test, "next"));
}

/// BP-7.13: infantry that holds after losing stays in contact; the winner has +1 in the next player turn.
#[test]
fn beaten_infantry_that_holds_fights_on() {
    let mut test = met(fighting("line_infantry", "line", "line_infantry", "line"));
    round(&mut test, &[4, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], &[1, 1], &[4, 4]);
    assert!(in_combat(&test, "foe"));
    assert_eq!(bp(&test).to_strike(test.unit("one")).needed(), 3);
    assert_eq!(bp(&test).to_strike(test.unit("foe")).needed(), 4);
    let events = round(&mut test, &[1; 12], &[], &[]);
    assert_eq!(scores(&events), [0.0, 0.0], "it is fought in the enemy's turn: {}", texts(&events));
}

/// BP-7.14: guns in combat have one die; if their enemy goes they stay.
#[test]
fn guns_that_win_stay() {
    let mut test = met(fighting("line_infantry_small", "line", "foot_battery", "deployed"));
    hurt(&mut test, "one", 1);
    round(&mut test, &[1, 1, 1, 1, 6], &[1], &[1, 1]);
    assert!(!stands(&test, "one") && stands(&test, "foe"));
    assert_ne!(asked(&test), "win");
    near_point(front(&test, "foe"), 60.0, 30.0);
}

/// BP-7.15: a charger stands so that it shares at least half an inch with the face it strikes.
#[test]
fn contact_is_more_than_a_corner() {
    let mut test = table()
        .blue("one", "line_infantry", "attack_column", (66.0, 20.0, 90.0))
        .blue("friend", "line_infantry", "attack_column", (60.0, 29.9, 90.0))
        .red("foe", "acw_infantry", "line", (60.0, 30.0, 270.0))
        .battle();
    touch(&mut test, "friend", "foe", Face::Front);
    charge(&mut test, &["one"], "foe", &[1, 1]);
    assert!(in_combat(&test, "one"));
    let (one, foe) = (bp(&test).outline(test.unit("one")), bp(&test).outline(test.unit("foe")));
    assert!(grapeshot::rulesets::shared::formed::contacts::shared(&one, &foe) >= 0.49);
}

/// BP-7.15: a unit with no enemy left in contact is free and may be ordered in its next turn.
#[test]
fn a_unit_left_alone_is_free() {
    let mut test = met(fighting("line_infantry", "line", "line_infantry_small", "line")
        .red("far", "line_infantry", "line", (60.0, 60.0, 270.0))
        .red("farther", "line_infantry", "line", (80.0, 60.0, 270.0)));
    hurt(&mut test, "foe", 1);
    let march = told(&test, &MARCH, &["one"]).path([ahead(3.0)]);
    until(&mut test, "officers");
    assert_eq!(bp(&test).may_act(test.unit("one")).expect_err("it fights").rule.to_string(), "BP-7.1");
    round(&mut test, &[6, 6, 6, 6, 1, 1, 1, 1, 1, 1], &[1, 1, 1, 1], &[1, 1]);
    until_of(&mut test, BLUE, "command");
    test.battle.check(&march).expect("it is free");
}
