//! The combat of a charge: its modifiers, its chances, its results (FF-10).

use grapeshot::rulesets::fire_and_fury::{
    book::{
        values::{Class, OrderState},
        verbs,
    },
    charge::score::Combat,
};

use crate::{
    charges::{combat, p_and_q},
    kit::*,
};

/// FF-10.6: elite fresh with cold steel, 12 stands, against a trained fresh line of 8: +5 and +1.
#[test]
fn the_modifiers_of_the_example() {
    let battle = table().foot("p", BLUE, 12, "line", (20.0, 10.0, 90.0)).word("experience", "elite");
    let mut test = ready(battle.foot("q", RED, 8, "line", (20.0, 15.0, 270.0)), 5);
    let order = charge(&test, "p", "q", "cold_steel");
    test.order(order);
    let combat = combat(&test, &["p"], "q");
    assert_eq!(ff(&test).charge_modifiers(&combat, true).total(), 5.0);
    assert_eq!(ff(&test).charge_modifiers(&combat, false).total(), 1.0);
}

/// FF-10.8: 12 against 5 is 2.4 to 1: -2; 9 against 6 -1; 9 against 7 none.
#[test]
fn the_outnumbered_have_less() {
    for (attackers, defenders, wanted) in [(12, 5, Some(-2.0)), (9, 6, Some(-1.0)), (9, 7, None), (15, 5, Some(-3.0))] {
        let battle = table().foot("p", BLUE, attackers, "line", (20.0, 10.0, 90.0));
        let test = battle.foot("q", RED, defenders, "line", (20.0, 20.0, 270.0)).battle();
        let sum = ff(&test).charge_modifiers(&combat(&test, &["p"], "q"), false);
        let label = format!("outnumbered {attackers} to {defenders}");
        assert_eq!(amount(&sum, &label), wanted, "{label}");
    }
}

/// FF-10.3: half of a defender's supports count for him, unless he is hit in the flank.
#[test]
fn nobody_supports_a_defender_who_is_hit_in_the_flank() {
    let battle = table().foot("p", BLUE, 9, "line", (20.0, 20.0, 90.0));
    let battle = battle.foot("q", RED, 4, "line", (20.0, 20.0, 270.0));
    let test = battle.foot("s", RED, 4, "line", (20.0, 22.0, 270.0)).battle();
    let mut combat = combat(&test, &["p"], "q");
    let outnumbered = |combat: &Combat, label: &str| amount(&ff(&test).charge_modifiers(combat, false), label);
    assert_eq!(outnumbered(&combat, "outnumbered 9 to 6"), Some(-1.0));
    combat.flanked = combat.defenders.clone();
    assert_eq!(outnumbered(&combat, "outnumbered 9 to 4"), Some(-2.0));
}

/// FF-10.17: a charger is outflanked where an enemy touches its flank, not by the target that it touches with its front.
#[test]
fn a_charger_is_outflanked_where_its_flank_is_touched() {
    for (x, outflanked) in [(23.0, true), (23.2, false)] {
        let battle = table().foot("p", BLUE, 6, "line", (20.0, 20.0, 90.0));
        let battle = battle.foot("q", RED, 6, "line", (20.0, 20.0, 270.0));
        let test = battle.foot("r", RED, 4, "field_column", (x, 19.7, 180.0)).battle();
        let (p, q, r) = (test.unit("p"), test.unit("q"), test.unit("r"));
        assert_eq!(ff(&test).is_touched_in_flank(p, [q, r]), outflanked, "{x}");
        assert!(!ff(&test).is_touched_in_flank(p, [q]) && !ff(&test).is_touched_in_flank(q, [p]));
    }
}

/// FF-12.5, FF-12.7: trained fresh infantry in hasty square, 8 stands, against veteran fresh cavalry: +1 and +3; in a deliberate
/// square +2.
#[test]
fn a_hasty_square_is_worse_than_a_deliberate_one() {
    let battle = table().horse("h", BLUE, 8, "line", (20.0, 10.0, 90.0)).word("experience", "veteran");
    let mut test = battle.foot("q", RED, 8, "square", (20.0, 20.0, 270.0)).battle();
    let sums = |test: &TestBattle| {
        let combat = combat(test, &["h"], "q");
        (ff(test).charge_modifiers(&combat, true).total(), ff(test).charge_modifiers(&combat, false).total())
    };
    assert_eq!(sums(&test), (3.0, 2.0));
    let q = test.unit("q");
    put_play(&mut test, |play| play.reacted.push(q));
    assert_eq!(sums(&test), (3.0, 1.0));
    let mut flank = combat(&test, &["h"], "q");
    flank.flanked = flank.defenders.clone();
    assert_eq!(ff(&test).charge_modifiers(&flank, false).total(), -1.0, "-3 in place of the -1 (FF-12.7)");
}

/// FF-10.6: cavalry adds two over open ground, one over broken, and nothing at a square.
#[test]
fn cavalry_charges_best_over_open_ground() {
    let battle = table().horse("h", BLUE, 8, "line", (20.0, 10.0, 90.0));
    let test = battle.foot("q", RED, 8, "line", (20.0, 20.0, 270.0)).battle();
    for (class, amount) in [(Class::Open, 4.0), (Class::Broken, 3.0), (Class::Rough, 2.0)] {
        let combat = Combat { class, ..combat(&test, &["h"], "q") };
        assert_eq!(ff(&test).charge_modifiers(&combat, true).total(), amount, "{class:?}");
    }
}

/// FF-10.16: the chances of the results are those of all hundred pairs of dice.
#[test]
fn the_chances_of_a_combat_are_those_of_the_rulebook() {
    let test = p_and_q(7.0).battle();
    for (net, wanted) in [
        (-4, [0, 3, 12, 6, 24, 34, 21]),
        (-2, [0, 10, 18, 8, 28, 26, 10]),
        (0, [3, 18, 24, 10, 24, 18, 3]),
        (2, [10, 26, 28, 8, 18, 10, 0]),
        (4, [21, 34, 24, 6, 12, 3, 0]),
        (6, [36, 36, 18, 4, 6, 0, 0]),
    ] {
        let shown: Vec<i32> =
            ff(&test).combat_chances(net).iter().map(|(_, share)| (share * 100.0).round() as i32).collect();
        assert_eq!(shown, wanted, "{net}");
    }
}

/// Fights the combat of `p` at `q` with two dice; both stand as they stand after the charge.
fn fought(mut test: TestBattle, how: &str, dice: &[u16]) -> (TestBattle, Vec<grapeshot::events::BattleEvent>) {
    let order = charge(&test, "p", "q", how);
    force(&mut test, &grapeshot::rulesets::fire_and_fury::book::dice::FIRE, &[1, 1, 1, 1]);
    force(&mut test, &grapeshot::rulesets::fire_and_fury::book::dice::CHARGE, dice);
    let from = test.battle.log().len();
    test.order(order);
    for _ in 0..12 {
        if says(&test.battle.log().events()[from..], "FF-10.5", "attack") {
            break;
        }
        goes_on(&mut test);
    }
    let events = test.battle.log().events()[from..].to_vec();
    (test, events)
}

/// FF-10.10: D = 11: Swept, two stands and two more; the troops break and retreat.
#[test]
fn who_is_swept_by_eleven_loses_four_stands() {
    // Veteran 1 + fresh 2 + steel 1 = 4 against 2; 10 - 1 + 2 = 11.
    let (test, events) = fought(ready(p_and_q(6.0), 5), "cold_steel", &[10, 1]);
    assert!(says(&events, "FF-10.10", "Swept from the Field (+11)"), "{events:#?}");
    assert_eq!((count(&test, "q"), order_of(&test, "q")), (4, OrderState::Broken));
}

/// FF-10.10: Driven Back costs a stand and the order, and the loser goes out of close range.
#[test]
fn who_is_driven_back_goes_out_of_close_range() {
    // 4 - 2 + 7 - 4 = 5.
    let (test, events) = fought(ready(p_and_q(6.0), 5), "cold_steel", &[7, 4]);
    assert!(says(&events, "FF-10.10", "Driven Back (+5)"), "{events:#?}");
    assert_eq!((count(&test, "q"), order_of(&test, "q")), (7, OrderState::Disordered));
    let gap = ff(&test).gap(test.unit("p"), test.unit("q"));
    assert!(gap > 2.0, "{gap}");
}

/// FF-10.13: guns with a river at their back cannot go, so the winner goes back from them.
#[test]
fn a_winner_parts_from_the_beaten_who_cannot_go() {
    let battle = table().foot("p", BLUE, 6, "line", (20.0, 10.0, 90.0));
    let battle = battle.guns("q", RED, "LG", 2, "limbered", (20.0, 15.0, 270.0));
    let battle = battle.area("river", (0.0, 18.03), (60.0, 24.0)).foot("r", RED, 4, "line", (20.0, 50.0, 270.0));
    let (mut test, events) = fought(ready(battle, 5), "cold_steel", &[6, 5]);
    if asked(&test) == "winner" {
        let order = told(&test, &verbs::DECIDE, "p").choice("carry");
        test.order(order);
    }
    let gap = ff(&test).gap(test.unit("p"), test.unit("q"));
    assert!(gap > 0.98, "{gap}, {}: {events:#?}", asked(&test));
}

/// FF-10.10: guns in works that are hard pressed hold, outflanked or not, and the attacker goes back two inches.
#[test]
fn outflanked_guns_in_works_hold_if_they_are_hard_pressed() {
    let battle = table().foot("p", BLUE, 6, "line", (27.0, 21.0, 180.0));
    let battle = battle.guns("q", RED, "LG", 2, "unlimbered", (20.0, 20.0, 270.0));
    let battle = battle.obstacle("earthwork", &[(14.0, 19.8), (26.0, 19.8)]);
    let (test, events) = fought(ready(battle, 5), "cold_steel", &[1, 4]);
    assert!(says(&events, "FF-10.10", "Hard Pressed"), "{events:#?}");
    assert_eq!(count(&test, "q"), 2);
    about(ff(&test).gap(test.unit("p"), test.unit("q")), 2.0);
}

/// FF-10.12: D = -9 Repulsed costs two stands, -10 three.
#[test]
fn who_is_repulsed_loses_two_stands_or_more() {
    // 3 without steel, against 2 of trained troops, or 4 of elite ones.
    for (experience, lost) in [("trained", 2), ("elite", 3)] {
        let battle = p_and_q(6.0).word_of("q", "experience", experience);
        let (test, events) = fought(ready(battle, 5), "fire", &[1, 10]);
        assert!(says(&events, "FF-10.12", "Repulsed"), "{events:#?}");
        assert_eq!((10 - count(&test, "p"), order_of(&test, "p")), (lost, OrderState::Broken));
    }
}

/// FF-10.11: a tie costs both a stand and their order, and both roll again without cold steel.
#[test]
fn a_desperate_struggle_goes_on() {
    // 4 to 2: 3 and 5 tie; then 1 + 2 - 1 = 2 to 2 - 1 = 1: 5 and 4 make 2.
    let (test, events) = fought(ready(p_and_q(6.0), 5), "cold_steel", &[3, 5, 5, 4]);
    assert!(says(&events, "FF-10.11", "Desperate Struggle"), "{events:#?}");
    assert!(says(&events, "FF-10.10", "Hard Pressed"), "{events:#?}");
    // The defender was disordered by the struggle, so it loses one more.
    assert_eq!((count(&test, "p"), count(&test, "q")), (9, 6));
}
