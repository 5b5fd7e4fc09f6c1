//! Chapter 11: special rules for units and points.

use super::*;
use grapeshot::rulesets::black_powder::{
    book::points::{points, points_of_commander},
    command::rating::Chances,
    shooting::shot::Manner,
};

/// A blue unit with these rules at (60,20), an enemy this many inches before it.
fn with(kind: &str, rules: &[&str], foe: &str, gap: f32) -> TestTable {
    table().blue("one", kind, "line", (60.0, 20.0, 90.0)).rules(rules).red(
        "foe",
        foe,
        "line",
        (60.0, 20.0 + gap, 270.0),
    )
}

/// The same in contact.
fn met(kind: &str, rules: &[&str], foe: &str) -> TestBattle {
    let mut test = with(kind, rules, foe, 0.0).battle();
    touch(&mut test, "one", "foe", Face::Front);
    test
}

fn charged(test: &mut TestBattle) {
    let foe = test.unit("foe");
    work(test, "one", |work| work.charged = Some(foe));
}

/// How many dice were rolled again.
fn again(events: &[BattleEvent]) -> usize {
    let again = |event: &&BattleEvent| event.text.contains("rolled again");
    events
        .iter()
        .filter(again)
        .map(|event| match &event.kind {
            EventKind::Rolled { dice, .. } => dice.len(),
            _ => 0,
        })
        .sum()
}

/// BP-11.1, Brave: at the end of its own command part, shaken and no enemy within 12", it removes a casualty.
#[test]
fn the_brave_rally_themselves() {
    for (gap, left) in [(30.0, 2), (12.0, 3)] {
        let mut test = with("line_infantry", &["brave"], "line_infantry", gap).battle();
        hurt(&mut test, "one", 3);
        until(&mut test, "officers");
        assert_eq!(casualties(&test, "one"), left);
    }
    let mut test = with("line_infantry", &["brave"], "line_infantry", 30.0).number("stamina", 3.0).battle();
    hurt(&mut test, "one", 2);
    until(&mut test, "officers");
    assert_eq!(casualties(&test, "one"), 2, "not shaken");
}

/// BP-11.1, Ferocious Charge: in the first round after its own charge it re-rolls all missed dice once.
#[test]
fn a_ferocious_charge_strikes_twice() {
    for rule in ["ferocious_charge", "bloodthirsty"] {
        let mut test = met("line_infantry", &[rule], "line_infantry");
        charged(&mut test);
        let events = round(&mut test, &[3, 3, 3, 2, 2, 1, 6, 1, 1, 1, 1, 1, 1, 1, 1], &[6; 8], &[6, 6]);
        assert_eq!(again(&events), 3, "{}", texts(&events));
        let mut test = met("line_infantry", &[rule], "line_infantry");
        let events = round(&mut test, &[1; 12], &[], &[]);
        assert_eq!(again(&events), 0, "not in a later round");
    }
}

/// BP-11.1, Crack: while it has no casualties it re-rolls one failed save a shot or round; Stubborn: always; once in a
/// round against several enemies, and not twice for both rules.
#[test]
fn failed_saves_are_rolled_again() {
    let saves = |rules: &[&str], before: u8| {
        let mut test = met("line_infantry", rules, "line_infantry");
        hurt(&mut test, "one", before);
        let events = round(&mut test, &[1, 1, 1, 1, 1, 1, 6, 6, 1, 1, 1, 1], &[1, 1, 6], &[6, 6]);
        (again(&events), casualties(&test, "one") - before)
    };
    assert_eq!(saves(&[], 0), (0, 2));
    assert_eq!(saves(&["stubborn"], 0), (1, 1));
    assert_eq!(saves(&["stubborn"], 1), (1, 1));
    assert_eq!(saves(&["crack"], 0), (1, 1));
    assert_eq!(saves(&["crack"], 1), (0, 2));
    assert_eq!(saves(&["crack", "stubborn"], 0), (1, 1), "the same re-roll");
    let mut test = with("line_infantry", &["stubborn"], "line_infantry", 0.0)
        .red("other", "line_infantry", "attack_column", (66.6, 20.0, 270.0))
        .battle();
    touch(&mut test, "one", "foe", Face::Front);
    touch(&mut test, "one", "other", Face::Front);
    until_fought(&mut test);
    force(&mut test, &dice::BLOWS, &[1, 1, 1, 1, 1, 1, 6, 1, 1, 1, 1, 1, 6, 1, 1, 1, 1, 1]);
    force(&mut test, &dice::SAVES, &[1, 6, 1, 6]);
    force(&mut test, &dice::TESTS, &[6, 6]);
    let events = decide(&mut test, "even");
    assert_eq!(again(&events), 1, "once in the round: {}", texts(&events));
    assert_eq!(casualties(&test, "one"), 1);
}

/// BP-11.1, Determined Charge: with a legal charge within one move an order must be a charge.
#[test]
fn the_determined_must_charge() {
    let mut test = with("line_infantry", &["determined_charge"], "line_infantry", 11.0).battle();
    let march = told(&test, &MARCH, &["one"]).path([ahead(3.0)]);
    assert_eq!(test.refused(march.clone()).1, "BP-11.1", "by initiative");
    until(&mut test, "command");
    assert_eq!(test.refused(march).1, "BP-11.1", "by order");
    let mut far = with("line_infantry", &["determined_charge"], "line_infantry", 12.5).battle();
    until(&mut far, "command");
    far.battle.check(&told(&far, &MARCH, &["one"]).path([ahead(3.0)])).expect("out of one move");
}

/// BP-11.1, Elite n+: at the start of its turn a die of n removes disorder; fallen into it again, it keeps it.
#[test]
fn the_elite_recovers_at_once() {
    for (rule, least) in [("elite_3", 3), ("elite_4", 4), ("elite_5", 5)] {
        for die in 1..=6_u16 {
            let mut test = with("line_infantry", &[rule], "line_infantry", 40.0).battle();
            until_of(&mut test, RED, "command");
            disorder(&mut test, "one");
            force(&mut test, &dice::SPECIALS, &[die]);
            until_of(&mut test, BLUE, "officers");
            assert_eq!(disordered(&test, "one"), die < least, "{rule} with {die}");
            if die >= least {
                disorder(&mut test, "one");
                until_of(&mut test, RED, "command");
                assert!(disordered(&test, "one"), "BP-6.5: until the end of its next turn");
            }
        }
    }
}

/// BP-11.1, Evade: it may evade in any formation.
#[test]
fn evade_works_in_any_formation() {
    let mut test = table()
        .blue("one", "acw_infantry", "line", (60.0, 20.0, 90.0))
        .red("foe", "acw_infantry", "attack_column", (60.0, 34.0, 270.0))
        .rules(&["evade"])
        .battle();
    charge(&mut test, &["one"], "foe", &[1, 1]);
    assert!(answers(&test).contains(&"evade".to_owned()));
}

/// BP-11.1, First Fire: +1 the first time it shoots in the battle, closing fire included.
#[test]
fn the_first_fire_hits_better() {
    let mut test = with("line_infantry", &["first_fire"], "line_infantry", 10.0).battle();
    let needed = |test: &TestBattle| bp(test).shot(test.unit("one"), test.unit("foe"), Manner::Ordinary).hit.needed();
    assert_eq!(needed(&test), 3);
    until(&mut test, "shooting");
    force(&mut test, &dice::SHOTS, &[1, 1, 1]);
    let shoot = told(&test, &verbs::SHOOT, &["one"]).target(test.piece("foe", 1));
    test.order(shoot);
    assert_eq!(needed(&test), 4);
}

/// BP-11.1, Freshly Raised: the first time it shoots or fights: 6: +1 to hit, 1: -1.
#[test]
fn the_freshly_raised_may_surprise() {
    for (die, added) in [(6, 1.0), (1, -1.0), (3, 0.0)] {
        let mut test = with("line_infantry", &["freshly_raised"], "line_infantry", 10.0).battle();
        until(&mut test, "shooting");
        force(&mut test, &dice::SHOTS, &[1, 1, 1]);
        force(&mut test, &dice::SPECIALS, &[die]);
        let shoot = told(&test, &verbs::SHOOT, &["one"]).target(test.piece("foe", 1));
        let events = test.order(shoot);
        let shot = events.iter().find(|event| event.rule.0 == "BP-5.4").expect("it shoots");
        assert_eq!(shot.explained.total(), added);
    }
    let mut test = met("line_infantry", &["freshly_raised"], "line_infantry");
    force(&mut test, &dice::SPECIALS, &[6]);
    let events = round(&mut test, &[1; 12], &[], &[]);
    let blow = events.iter().find(|event| event.rule.0 == "BP-7.3").expect("it fights");
    assert_eq!(blow.explained.total(), 1.0);
    let events = round(&mut test, &[1; 12], &[], &[]);
    assert!(rolled(&events, "BP-11.1").is_empty(), "only once");
}

/// BP-11.1, Heavy Cavalry: +1, or +D3, to the result in the round after its own charge or counter-charge.
#[test]
fn heavy_cavalry_adds_to_the_result() {
    for (rule, die, bonus) in [
        ("heavy_cavalry_1", 1, 1.0),
        ("heavy_cavalry_d3", 1, 1.0),
        ("heavy_cavalry_d3", 4, 2.0),
        ("heavy_cavalry_d3", 5, 3.0),
    ] {
        let mut test = met("dragoons", &[rule], "line_infantry");
        charged(&mut test);
        force(&mut test, &dice::SPECIALS, &[die]);
        let events = round(&mut test, &[1; 14], &[], &[6, 6]);
        assert_eq!(scores(&events), [bonus, 0.0], "{rule} {die}: {}", texts(&events));
        let events = round(&mut test, &[1; 14], &[], &[6, 6]);
        assert_eq!(scores(&events), [0.0, 0.0], "only in the first round");
    }
}

/// BP-11.1, Lancers: enemy saves at -1 in the round after its charge, not of squares, skirmishers or garrisons.
#[test]
fn lancers_pierce() {
    let save = |foe: &str, formation: &str, charges: bool| {
        let mut test = table()
            .blue("one", "lancers", "line", (60.0, 20.0, 90.0))
            .red("foe", foe, formation, (60.0, 20.0, 270.0))
            .battle();
        touch(&mut test, "one", "foe", Face::Front);
        if charges {
            charged(&mut test);
        }
        bp(&test).save_from::<i32>(test.unit("foe"), test.unit("one")).needed()
    };
    assert_eq!(save("line_infantry", "line", true), 5);
    assert_eq!(save("line_infantry", "line", false), 4);
    assert_eq!(save("line_infantry", "square", true), 4);
    assert_eq!(save("french_light", "skirmish", true), 4);
}

/// BP-11.1, Poorly Drilled: orders to change formation are at -1; Reliable: all at +1; BP-2.5: in a group too.
#[test]
fn drill_counts_in_orders() {
    let mut test = with("line_infantry", &["poorly_drilled"], "line_infantry", 40.0)
        .blue("two", "line_infantry", "line", (72.0, 20.0, 90.0))
        .battle();
    beside(&mut test, "one");
    let plan = |order: Order| test.battle.check(&order).expect("it is allowed").odds[0].explained.total();
    let march = plan(told(&test, &MARCH, &["one"]).path([ahead(3.0)]));
    let form = plan(told(&test, &MARCH, &["one"]).formation("attack_column"));
    assert_eq!(form, march - 1.0);
    let second = plan(told(&test, &MARCH, &["two"]).formation("attack_column"));
    assert_eq!(plan(told(&test, &MARCH, &["two", "one"]).formation("attack_column")), form);
    assert!(second > form);
}

/// BP-11.1, Sharpshooters: one missed shot is rolled again each time; BP-5.8: it counts with its last score only.
#[test]
fn sharpshooters_shoot_again() {
    let mut test = with("line_infantry", &["sharpshooters"], "line_infantry", 10.0).battle();
    until(&mut test, "shooting");
    force(&mut test, &dice::SHOTS, &[1, 2, 4, 6]);
    force(&mut test, &dice::SAVES, &[1, 6]);
    let shoot = told(&test, &verbs::SHOOT, &["one"]).target(test.piece("foe", 1));
    let events = test.order(shoot);
    assert_eq!(again(&events), 1);
    assert!(disordered(&test, "foe"), "the second roll was a 6");
    assert_eq!(casualties(&test, "foe"), 1);
}

/// BP-11.1, Steady: it passes its first break test without a roll, only the first; beaten guns break all the same.
#[test]
fn the_steady_pass_their_first_test() {
    let mut test = met("line_infantry", &["steady"], "line_infantry");
    let blows = [1, 1, 1, 1, 1, 1, 6, 1, 1, 1, 1, 1];
    let events = round(&mut test, &blows, &[1], &[1, 1]);
    assert!(rolled(&events, "BP-7.8").is_empty() && stands(&test, "one"), "{}", texts(&events));
    let events = round(&mut test, &blows, &[1], &[]);
    assert_eq!(rolled(&events, "BP-7.8"), [[1, 1]], "the second is rolled");
    let mut guns = table()
        .blue("one", "foot_battery", "deployed", (60.0, 20.0, 90.0))
        .rules(&["steady"])
        .red("foe", "line_infantry", "line", (60.0, 20.0, 270.0))
        .battle();
    touch(&mut guns, "one", "foe", Face::Front);
    round(&mut guns, &[1, 6, 1, 1, 1, 1, 1], &[1], &[6, 6]);
    assert!(!stands(&guns, "one"));
    let mut horse = met("dragoons", &["steady"], "line_infantry");
    let events = round(&mut horse, &[1, 1, 1, 1, 1, 1, 1, 1, 6, 1, 1, 1, 1, 1], &[1], &[1, 1]);
    assert_eq!(asked(&horse), "retire", "in order: {}", texts(&events));
}

/// BP-11.1, Superbly Drilled: after a failed order, but not a blunder, it may still make one move as ordered.
#[test]
fn the_superbly_drilled_move_anyway() {
    for (dice, moves) in [([5, 6], true), ([6, 6], false)] {
        let mut test = with("line_infantry", &["superbly_drilled"], "line_infantry", 40.0).battle();
        let march = told(&test, &MARCH, &["one"]).path([ahead(20.0)]);
        force(&mut test, &dice::BLUNDERS, &[2]);
        commanded(&mut test, march, &dice);
        assert_eq!(asked(&test) == "carry", moves);
        if moves {
            test.order(order(&test, &verbs::GO));
            near_point(front(&test, "one"), 60.0, 32.0);
        }
    }
}

/// BP-11.1, Terrifying Charge: the enemy tests just before contact, after closing fire; if it goes there is no combat.
#[test]
fn a_terrifying_charge_may_win_without_a_fight() {
    let charges = |tests: &[u16]| {
        let mut test = with("acw_infantry", &["terrifying_charge"], "acw_infantry", 14.0).battle();
        charge(&mut test, &["one"], "foe", &[1, 1]);
        force(&mut test, &dice::TESTS, tests);
        let events = respond(&mut test, "hold");
        (test, events)
    };
    let (test, events) = charges(&[3, 4]);
    assert_eq!(rolled(&events, "BP-7.8"), [[3, 4]]);
    assert!(in_combat(&test, "one"));
    let (test, _) = charges(&[2, 2]);
    assert!(!stands(&test, "foe") && !in_combat(&test, "one"));
    near_point(front(&test, "one"), 60.0, 34.0);
    let (mut test, _) = charges(&[2, 3]);
    assert_eq!(asked(&test), "retire");
    decide(&mut test, "0");
    assert!(!in_combat(&test, "one") && disordered(&test, "foe"));
    near_point(front(&test, "one"), 60.0, 34.0);
    let mut test = with("dragoons", &["terrifying_charge"], "dragoons", 14.0).battle();
    charge(&mut test, &["one"], "foe", &[1, 1]);
    force(&mut test, &dice::TESTS, &[2, 2]);
    let events = respond(&mut test, "counter_charge");
    assert!(!stands(&test, "foe"), "before they meet: {}", texts(&events));
}

/// BP-11.1, Tough Fighters: one missed die hand to hand is rolled again in each round.
#[test]
fn tough_fighters_strike_again() {
    let mut test = met("line_infantry", &["tough_fighters"], "line_infantry");
    for _ in 0..2 {
        let events = round(&mut test, &[1; 13], &[], &[]);
        assert_eq!(again(&events), 1, "{}", texts(&events));
    }
}

/// BP-11.1, Unreliable: a roll equal to r gives no move, which is no failure and gives no free move.
#[test]
fn the_unreliable_may_not_move() {
    let mut test = with("line_infantry", &["unreliable"], "line_infantry", 40.0).battle();
    let commander = test.piece("blue", 1);
    test.stand(commander, 60.0, 12.0, 90.0);
    let march = told(&test, &MARCH, &["one"]).path([ahead(6.0)]);
    let plan = test.battle.check(&march).expect("it may be ordered");
    near(plan.odds[0].chance, 21.0 / 36.0);
    commanded(&mut test, march, &[4, 4]);
    assert_ne!(asked(&test), "carry");
    assert!(!test.battle.view().unit_part::<Officer>(test.unit("blue")).done);
    assert_eq!(
        grapeshot::rulesets::black_powder::command::rating::chances(8, true),
        Chances { none: 5, moves: [6, 5, 10], failed: 9, blunder: 1 }
    );
}

/// BP-11.1, Untested: when first hit: 1: stamina -1, 6: +1, else as it is.
#[test]
fn the_untested_find_out() {
    for (die, stamina) in [(1, 2), (3, 3), (6, 4)] {
        let mut test = with("line_infantry", &[], "recruits", 10.0).battle();
        until(&mut test, "shooting");
        force(&mut test, &dice::SHOTS, &[5, 1, 1]);
        force(&mut test, &dice::SAVES, &[1]);
        force(&mut test, &dice::SPECIALS, &[die]);
        let shoot = told(&test, &verbs::SHOOT, &["one"]).target(test.piece("foe", 1));
        test.order(shoot);
        assert_eq!(bp(&test).values(test.unit("foe")).stamina, stamina);
    }
}

/// BP-11.1, Valiant: once in the battle a break test may be rolled again; the second counts.
#[test]
fn the_valiant_roll_again() {
    let blows = [1, 1, 1, 1, 1, 1, 6, 1, 1, 1, 1, 1];
    for (answer, left) in [("yes", true), ("no", false)] {
        let mut test = met("line_infantry", &["valiant"], "line_infantry");
        round(&mut test, &blows, &[1], &[1, 1, 6, 6]);
        assert_eq!(asked(&test), "reroll");
        let wrong = order(&test, &verbs::DECIDE).choice("maybe");
        assert_eq!(test.refused(wrong).1, "BP-11.1");
        decide(&mut test, answer);
        assert_eq!(stands(&test, "one"), left);
        if left {
            round(&mut test, &blows, &[1], &[1, 1]);
            assert!(!stands(&test, "one"), "only once");
        }
    }
}

/// BP-11.1, Wavering: it tests whenever it takes a casualty, on the lines of the occasion; one test only with others.
#[test]
fn the_wavering_test_for_any_casualty() {
    let mut test = with("line_infantry", &[], "french_conscript", 10.0).battle();
    until(&mut test, "shooting");
    force(&mut test, &dice::SHOTS, &[5, 1, 1]);
    force(&mut test, &dice::SAVES, &[1]);
    let shoot = told(&test, &verbs::SHOOT, &["one"]).target(test.piece("foe", 1));
    force(&mut test, &dice::TESTS, &[3, 3]);
    let events = test.order(shoot);
    assert_eq!(rolled(&events, "BP-7.8"), [[3, 3]], "{}", texts(&events));
    assert!(stands(&test, "foe") && !disordered(&test, "foe"), "6 on the lines for shooting: holds");
    // In combat it wins and tests nevertheless, on the lines for hand-to-hand.
    let mut test = met("line_infantry", &["wavering"], "line_infantry");
    force(&mut test, &dice::TESTS, &[3, 3, 6, 6]);
    let events = round(&mut test, &[6, 6, 1, 1, 1, 1, 6, 1, 1, 1, 1, 1], &[1, 1, 1], &[]);
    assert_eq!(asked(&test), "retire", "{}", texts(&events));
    // A charger that wavers in closing fire tests on the lines for shooting.
    let mut test = with("acw_infantry", &["wavering"], "acw_infantry", 14.0).battle();
    charge(&mut test, &["one"], "foe", &[1, 1]);
    force(&mut test, &dice::SHOTS, &[5, 1, 1]);
    force(&mut test, &dice::SAVES, &[1]);
    force(&mut test, &dice::TESTS, &[3, 3]);
    let events = respond(&mut test, "closing_fire");
    assert_eq!(rolled(&events, "BP-7.8"), [[3, 3]]);
    assert!(in_combat(&test, "one"), "6 on the lines for shooting: holds");
}

/// BP-11.2: line infantry 36, dragoons 44, guard heavy cavalry 58, foot battery 27, rifle battalion 56; ratings by 25.
#[test]
fn points_of_units_and_commanders() {
    let test = table()
        .blue("line", "line_infantry", "line", (20.0, 10.0, 90.0))
        .blue("crack", "line_infantry", "line", (40.0, 10.0, 90.0))
        .rules(&["crack", "tough_fighters"])
        .blue("horse", "dragoons", "line", (60.0, 10.0, 90.0))
        .rules(&["ferocious_charge", "tough_fighters"])
        .red("foe", "line_infantry", "line", (60.0, 60.0, 270.0))
        .battle();
    let of = |key: &str| points(bp(&test).book, bp(&test).values(test.unit(key))).total();
    assert_eq!(of("line"), 36.0);
    assert_eq!(of("crack"), 36.0 + 3.0 + 1.0);
    assert_eq!(of("horse"), 40.0 + 5.0 + 2.0);
    for (rating, expected) in [(5, -50.0), (6, -25.0), (7, 0.0), (8, 25.0), (9, 50.0), (10, 75.0)] {
        assert_eq!(points_of_commander(bp(&test).book, rating), expected);
    }
}
