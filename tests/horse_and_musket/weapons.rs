//! Chapter 3.

use grapeshot::rulesets::combat_patrol::{book::marks, state::shot::Manner};

use super::*;

/// HM-3.1: the weapons table: bands, reload and hand to hand; all shoot once.
#[test]
fn the_weapons_are_those_of_the_table() {
    let test = far_enemy(table()).battle();
    let shoots = |short: f32, medium: f32, long: f32| Some((short, medium, long));
    let rows = [
        ("pistol", shoots(2.0, 4.0, 8.0), true, 0),
        ("carbine", shoots(4.0, 8.0, 16.0), true, 1),
        ("musket", shoots(5.0, 10.0, 20.0), true, 1),
        ("rifle", shoots(9.0, 18.0, 36.0), true, 1),
        ("bow", shoots(6.0, 12.0, 24.0), false, 1),
        ("sword", None, false, 2),
        ("hatchet_tomahawk", None, false, 1),
        ("axe", None, false, 3),
    ];
    let weapons = &cp(&test).book.weapons;
    for (id, bands, reload, hth) in rows {
        let weapon = weapons.iter().find(|weapon| weapon.id == id).expect("the table has this weapon");
        assert_eq!((weapon.bands, weapon.reload, weapon.hth, weapon.rate), (bands, reload, hth, 1), "{id}");
    }
}

/// A man with these weapons against one at 9 inches.
fn duel(weapons: &[&str]) -> TestBattle {
    table()
        .unit("blue", BLUE, &[(20.0, 10.0, 90.0)])
        .weapons(weapons)
        .unit("red", RED, &[(20.0, 20.0, 270.0)])
        .acting("blue")
}

/// Fires with a to-hit card; the markers for reloading and out of ammunition.
fn fire(weapons: &[&str], card: u16) -> (u8, u8) {
    let mut test = duel(weapons);
    let man = test.piece("blue", 1);
    let nobody = order(&test, "declare");
    test.order(nobody);
    test.cards(BLUE, &[card]);
    let shot = order(&test, "shoot").pieces([man]).target(test.piece("red", 1));
    test.order(shot);
    let view = test.battle.view();
    (view.mark(man, &marks::RELOAD), view.mark(man, &marks::OUT_OF_AMMO))
}

/// HM-3.1: a Regular musket at 9 inches: medium, column 3, 40 %; who has no weapon of the table has HtH 0.
#[test]
fn a_regular_musket_at_nine_inches_hits_with_two_in_five() {
    let test = duel(&["musket"]);
    let aim = cp(&test).aim(test.piece("blue", 1), test.piece("red", 1), Manner::default()).unwrap();
    assert_eq!(aim.holes(), 3);
    assert!((cp(&test).chance_of_holes(3) - 0.4).abs() < 1e-6);
    let unarmed = duel(&[]);
    assert_eq!(cp(&unarmed).best_hth(unarmed.piece("blue", 1), None, false).0, 0);
}

/// HM-3.2: a bayonet adds 1 to the musket, rifle or carbine that carries it, and nothing to anything else.
#[test]
fn a_bayonet_adds_one_to_the_firearm_that_carries_it() {
    let cases = [("musket", 2), ("rifle", 2), ("carbine", 2), ("pistol", 0), ("sword", 2), ("bow", 1)];
    for (weapon, hth) in cases {
        let test = duel(&[weapon, "bayonet"]);
        assert_eq!(cp(&test).best_hth(test.piece("blue", 1), None, false).0, hth, "{weapon}");
    }
    let alone = duel(&["bayonet"]);
    assert_eq!(cp(&alone).best_hth(alone.piece("blue", 1), None, false).0, 0);
}

/// Ends the activation of a unit and brings it to its next.
fn again(test: &mut TestBattle, unit: grapeshot::forces::UnitId) {
    let end = order(test, "end");
    test.order(end);
    test.act_next(unit);
}

/// HM-3.3: fire, reload, fire; all weapons start loaded; who is not loaded cannot fire.
#[test]
fn a_musket_is_reloaded_with_an_action() {
    let mut test = table()
        .unit("blue", BLUE, &[(20.0, 10.0, 90.0), (22.0, 10.0, 90.0)])
        .unit("red", RED, &[(20.0, 20.0, 270.0)])
        .acting("blue");
    let (man, target, unit) = (test.piece("blue", 1), test.piece("red", 1), test.unit("blue"));
    let nobody = order(&test, "declare");
    test.order(nobody.clone());
    let load = order(&test, "reload").pieces([man]);
    assert_eq!(test.refused(load.clone()), ("blue.1 is loaded".into(), "HM-3.3".into()));
    let shot = order(&test, "shoot").pieces([man]).target(target);
    test.cards(BLUE, &[1]);
    test.order(shot.clone());
    assert_eq!(test.battle.view().mark(man, &marks::RELOAD), 1);
    again(&mut test, unit);
    test.order(nobody.clone());
    assert_eq!(test.refused(shot.clone()), ("blue.1: not loaded".into(), "HM-3.3".into()));
    test.order(load);
    assert_eq!(test.battle.view().mark(man, &marks::RELOAD), 0);
    again(&mut test, unit);
    test.order(nobody);
    test.order(shot);
}

/// HM-3.4: card 21 (ooa, hr 6): two markers; card 4 (ooa, hr 5): one.
#[test]
fn an_even_randomizer_on_an_ooa_card_is_a_misfire() {
    assert_eq!(fire(&["musket"], 21), (2, 0));
    assert_eq!(fire(&["musket"], 4), (1, 0));
    assert_eq!(fire(&["musket"], 1), (1, 0), "a plain miss");
}

/// HM-3.5: a bow has no Reload marker; an ooa card gives it one Out of ammo marker.
#[test]
fn a_bow_runs_out_of_arrows_instead() {
    assert_eq!(fire(&["bow"], 21), (0, 1));
    assert_eq!(fire(&["bow"], 1), (0, 0));
}

/// HM-3.6: the default Endurance is 2, and the setting changes it for units that give none of their own.
#[test]
fn endurance_is_two_unless_the_scenario_says_otherwise() {
    let endurance = |table: TestTable| {
        let test = far_enemy(table).battle();
        cp(&test).soldier(test.piece("blue", 1)).endurance
    };
    let three = || table().setting("endurance", Value::Number(3.0));
    assert_eq!(endurance(table().unit("blue", BLUE, &[(20.0, 10.0, 90.0)])), 2);
    assert_eq!(endurance(three().unit("blue", BLUE, &[(20.0, 10.0, 90.0)])), 3);
    assert_eq!(endurance(three().unit("blue", BLUE, &[(20.0, 10.0, 90.0)]).number("endurance", 4.0)), 4);
}
