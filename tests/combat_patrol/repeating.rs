//! CP-6.5, CP-6.9, CP-6.11: weapons that shoot more than once, and such as run out of ammunition.

use bevy::app::App;
use grapeshot::{
    rulesets::{
        self,
        combat_patrol::{book::marks, state::shot::Manner},
    },
    testing::RED,
};

use crate::chapters::{
    shooting::{duel, pair, shoot, shots},
    *,
};

/// Horse & Musket with a bow of rate of fire 3.
fn repeaters(app: &mut App) {
    let own = grapeshot::rulesets::read_data("tests/combat_patrol/repeaters".as_ref());
    app.insert_resource(own.expect("the data are sound"));
    rulesets::plugin(app);
}

/// An archer with a bow of rate of fire 3 and a target nine inches off.
fn archer() -> TestTable {
    table()
        .plugins(repeaters)
        .unit("shooter", BLUE, &[(20.0, 10.0, 90.0)])
        .weapons(&["bow"])
        .unit("target", RED, &[(20.0, 20.0, 270.0)])
        .number("endurance", 6.0)
}

/// CP-6.5: a weapon with rate of fire n draws n to-hit cards per shot, each resolved fully in turn; the usual rate is
/// 1.
#[test]
fn the_rate_of_fire_is_the_number_of_cards() {
    let mut test = archer().acting("shooter");
    // Hit and wound, miss, hit and wound.
    let events = shoot(&mut test, &[7, 39, 2, 14, 12]);
    assert_eq!(shots(&events), [true, false, true]);
    assert_eq!(test.battle.view().mark(test.piece("target", 1), &marks::WOUND), 2);
    let test = duel(9.0).battle();
    let (shooter, target) = pair(&test);
    assert_eq!(cp(&test).aim(shooter, target, Manner::default()).expect("a shot").shots, 1);
}

/// CP-6.5: drawing stops after an ooa result; in moving fire on foot the rate is 1.
#[test]
fn out_of_ammunition_ends_the_fire() {
    let mut test = archer().acting("shooter");
    let events = shoot(&mut test, &[2, 4, 7]);
    assert_eq!(shots(&events), [false, false]);
    let test = archer().battle();
    let (shooter, target) = pair(&test);
    let rate = |moving_fire| {
        cp(&test).aim(shooter, target, Manner { moving_fire, ..Manner::default() }).expect("a shot").shots
    };
    assert_eq!([rate(false), rate(true)], [3, 1]);
}

/// CP-6.9: an ooa card misses and lays one Out of ammo marker, which one action removes; a musket misfires instead
/// (HM-3.4).
#[test]
fn an_out_of_ammo_card_leaves_its_marker() {
    let mut test = duel(3.0).unit("shooters", BLUE, &[(50.0, 10.0, 90.0)]).acting("shooter");
    let (shooter, _) = pair(&test);
    shoot(&mut test, &[21]);
    assert_eq!(test.battle.view().mark(shooter, &marks::OUT_OF_AMMO), 0, "a musket");

    let mut test = table()
        .unit("shooter", BLUE, &[(20.0, 10.0, 90.0)])
        .weapons(&["bow"])
        .unit("target", RED, &[(20.0, 14.0, 270.0)])
        .acting("shooter");
    let (shooter, target) = pair(&test);
    let events = shoot(&mut test, &[4]);
    assert_eq!(shots(&events), [false]);
    assert_eq!(test.battle.view().mark(shooter, &marks::OUT_OF_AMMO), 1);
    assert_eq!(test.battle.view().mark(shooter, &marks::RELOAD), 0);
    test.act_next(test.unit("shooter"));
    test.order(order(&test, "declare"));
    let (reason, rule) = test.refused(order(&test, "shoot").pieces([shooter]).target(target));
    assert_eq!((reason.as_str(), rule.as_str()), ("shooter.1 is out of ammunition", "CP-6.9"));
    test.activation_cards(&[5]);
    test.order(order(&test, "reload").pieces([shooter]));
    assert_eq!(test.battle.view().mark(shooter, &marks::OUT_OF_AMMO), 0);
}

/// CP-6.11: a figure struck twice by one attack adds one marker.
#[test]
fn a_figure_struck_twice_by_one_attack_brings_one_marker() {
    let mut test = archer().acting("shooter");
    let events = shoot(&mut test, &[7, 39, 14, 12, 2]);
    assert_eq!(shots(&events), [true, true, false]);
    assert_eq!(test.battle.view().mark(test.piece("target", 1), &marks::WOUND), 2);
    assert_eq!(test.battle.view().unit_marks(test.unit("target")).count(&marks::MORALE), 1);
}
