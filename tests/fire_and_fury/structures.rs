//! Structures and their garrisons (FF-4.6).

use bevy::math::Vec2;
use grapeshot::{
    ai::unerring,
    forces::Value,
    orders::{Leg, Order},
    rulesets::fire_and_fury::{
        book::{
            dice,
            formations::Formation,
            values::{Effect, OrderState},
            verbs,
        },
        command::checks::Under,
        fire::odds,
    },
    table::position::Heading,
    turn::{HoldTerm, HoldWhen, Objective, VictoryTerms},
};

use crate::kit::*;

/// A structure of 4 by 3 inches round (20, 21.5) that holds this many stands.
fn structure(table: TestTable, capacity: u8) -> TestTable {
    let table = table.building((18.0, 20.0), (22.0, 23.0), &[], &[]);
    table.terrain_value("house", "capacity", Value::Number(f32::from(capacity)))
}

fn fort(table: TestTable) -> TestTable {
    table.terrain(|terrain| terrain.buildings[0].cover = Some("fortified".into()))
}

/// A blue garrison of 4, and red far off.
fn garrisoned() -> TestTable {
    let battle = structure(table(), 4).foot("g", BLUE, 4, "garrison", (20.0, 21.5, 90.0));
    battle.foot("b", BLUE, 4, "line", (50.0, 5.0, 90.0))
}

/// FF-4.6: a garrison fills its structure, so that it is as far off as its walls.
#[test]
fn a_garrison_fills_its_structure() {
    let test = garrisoned().foot("r", RED, 4, "line", (20.0, 26.0, 270.0)).battle();
    assert_eq!(formation(&test, "g"), Formation::Garrison);
    about(ff(&test).gap(test.unit("g"), test.unit("r")), 3.0);
    assert_eq!(ff(&test).structure_of(test.unit("g")).map(|house| house.id.as_str()), Some("house"));
    assert_eq!(test.battle.check(&Order::new(BLUE, &verbs::PASS)).err(), None);
}

/// FF-4.6: up to two stands fire from each face, and each stand once, from any face.
#[test]
fn two_stands_of_a_garrison_fire_from_a_face() {
    let battle = garrisoned().foot("r", RED, 4, "line", (20.0, 26.0, 270.0));
    let mut test = at_fire(battle.foot("s", RED, 4, "line", (25.0, 21.5, 180.0)), BLUE);
    let volley = |test: &TestBattle, target: &str| ff(test).shots(&shoot(test, target)).map(|(_, shots)| shots);
    let north = volley(&test, "r").expect("it is before a face");
    assert_eq!((north.len(), odds::points(&north)), (2, 2.0));
    about(north[0].range, 3.0);
    let order = shoot(&test, "r");
    test.order(order);
    let east = volley(&test, "s").expect("two stands are left");
    assert_eq!(east.len(), 2);
    assert!(east.iter().all(|shot| !north.iter().any(|fired| fired.piece == shot.piece)));
    let named = shoot(&test, "s").pieces(ff(&test).stands(unit(&test, "g"))[..1].to_vec());
    assert_eq!(refused_by(&test, &named), "FF-8.1", "it has fired");
}

/// FF-4.6: more than two stands cannot be named for one face.
#[test]
fn a_third_stand_does_not_fire_from_a_face() {
    let test = at_fire(garrisoned().foot("r", RED, 4, "line", (20.0, 26.0, 270.0)), BLUE);
    let named = shoot(&test, "r").pieces(ff(&test).stands(unit(&test, "g"))[..3].to_vec());
    assert_eq!(refused_by(&test, &named), "FF-4.6");
}

/// FF-4.6: a structure with three faces has none at its rear.
#[test]
fn a_structure_of_three_faces_does_not_fire_to_its_rear() {
    let behind = |faces: f32| {
        let battle = garrisoned().terrain_value("house", "faces", Value::Number(faces));
        at_fire(battle.foot("r", RED, 4, "line", (20.0, 17.0, 90.0)), BLUE)
    };
    assert!(behind(4.0).battle.check(&shoot(&behind(4.0), "r")).is_ok());
    assert_eq!(refused_by(&behind(3.0), &shoot(&behind(3.0), "r")), "FF-8.14");
}

/// FF-4.6, FF-8.11, FF-8.12: a garrison has the cover of its structure from all sides, and is enfiladed from none.
#[test]
fn fire_at_a_garrison_meets_the_cover_of_its_structure() {
    for (works, wanted) in [(false, ("full cover", -2.0)), (true, ("fortified", -3.0))] {
        for from in [(20.0, 26.0, 270.0), (20.0, 17.0, 90.0), (25.0, 21.5, 180.0)] {
            let battle = if works { fort(garrisoned()) } else { garrisoned() };
            let test = at_fire(battle.foot("r", RED, 6, "line", from), RED);
            let (target, shots) = ff(&test).shots(&shoot(&test, "g")).expect("it is in the arc");
            let sum = ff(&test).fire_modifiers(target, &shots);
            assert_eq!(amount(&sum, wanted.0), Some(wanted.1));
            assert_eq!(amount(&sum, "enfilade"), None);
        }
    }
}

/// FF-4.6, FF-5.4, FF-5.7: a garrison has one more in its check, and no flank.
#[test]
fn a_garrison_checks_one_better_and_has_no_flank() {
    let test = garrisoned().foot("r", RED, 8, "line", (20.0, 17.0, 90.0)).battle();
    let sum = ff(&test).maneuver_modifiers(test.unit("g"), Under::Nobody);
    assert_eq!(amount(&sum, "garrison"), Some(1.0));
    assert_eq!(ff(&test).outflanked_by(test.unit("g")), None);
}

/// A blue unit that comes up to the empty structure from below.
fn before_it(stands: usize, formation: &str, die: u16) -> TestBattle {
    let battle = structure(table(), 4).foot("a", BLUE, stands, formation, (20.0, 15.0, 90.0));
    let mut test = battle.foot("r", RED, 4, "line", (20.0, 55.0, 270.0)).battle();
    checks_alone(&mut test, "a", die);
    test
}

/// FF-4.6: infantry in line comes up and goes in by a Well Handled maneuver, if it fits whole.
#[test]
fn infantry_occupies_a_structure_that_it_comes_up_to() {
    let mut test = before_it(4, "line", 5);
    let order = march(&test, "a", &[ahead(8.0), form("garrison")]);
    test.order(order);
    assert_eq!(formation(&test, "a"), Formation::Garrison);
    assert!(ff(&test).structure_of(test.unit("a")).is_some());
    assert!(stands(&test, "a").iter().all(|stand| (18.0..22.0).contains(&stand.place.at.x)));
}

/// FF-4.6: too many stands, a Tardy result, a march column, too short a way, and a structure that is held.
#[test]
fn a_structure_is_not_occupied_by_whom_the_rule_shuts_out() {
    let enters = |test: &TestBattle| march(test, "a", &[ahead(8.0), form("garrison")]);
    let test = before_it(5, "line", 5);
    assert_eq!(refused_by(&test, &enters(&test)), "FF-4.6");
    let test = before_it(4, "line", 2);
    assert_eq!(ff(&test).work(unit(&test, "a")).effect, Some(Effect::Tardy));
    assert_eq!(refused_by(&test, &enters(&test)), "FF-4.6");
    let test = before_it(4, "march_column", 5);
    assert_eq!(refused_by(&test, &enters(&test)), "FF-4.6");
    let test = before_it(4, "line", 5);
    let short = march(&test, "a", &[ahead(3.0), form("garrison")]);
    assert_eq!(refused_by(&test, &short), "FF-4.6");
    let battle = garrisoned().foot("a", BLUE, 4, "line", (20.0, 15.0, 90.0));
    let mut test = battle.foot("r", RED, 4, "line", (20.0, 55.0, 270.0)).battle();
    checks_alone(&mut test, "a", 5);
    assert_eq!(refused_by(&test, &enters(&test)), "FF-4.6");
}

/// FF-4.6: a garrison leaves by a Well Handled maneuver in any formation, by a Tardy one in line.
#[test]
fn a_garrison_leaves_and_touches_its_structure() {
    let left = |die: u16, to: &str| {
        let mut test = garrisoned().foot("r", RED, 4, "line", (20.0, 55.0, 270.0)).battle();
        checks_alone(&mut test, "g", die);
        let order = march(&test, "g", &[form(to)]).heading(Heading(90.0));
        (test, order)
    };
    // -2 out of command, +2 fresh, +1 garrison.
    let (mut test, order) = left(5, "field_column");
    test.order(order);
    assert_eq!(formation(&test, "g"), Formation::FieldColumn);
    let walls = stands(&test, "g");
    let wall = (bevy::math::Vec2::new(18.0, 23.0), bevy::math::Vec2::new(22.0, 23.0));
    assert!(walls[..2].iter().any(|stand| stand.gap_to_segment(wall.0, wall.1) < 0.05), "its front touches the wall");
    assert!(walls.iter().all(|stand| stand.place.at.y > 23.0));
    let (mut test, order) = left(1, "line");
    assert_eq!(ff(&test).work(unit(&test, "g")).effect, Some(Effect::Tardy));
    test.order(order);
    assert_eq!((formation(&test, "g"), pose(&test, "g").facing), (Formation::Line, Heading(90.0)));
    near(front(&test, "g"), 20.0, 23.77);
    let (test, order) = left(1, "field_column");
    assert_eq!(refused_by(&test, &order), "FF-4.6");
    let march_off = march(&test, "g", &[Leg::March { inches: 3.0, aside: 0.0 }]);
    assert_eq!(refused_by(&test, &march_off), "FF-4.6");
}

/// Whether the computer leaves the structure with its garrison if the enemy stands there.
fn leaves_it(battle: TestTable, enemy: (f32, f32, f32)) -> bool {
    let mut test = battle.foot("r", RED, 4, "line", enemy).battle();
    checks_alone(&mut test, "g", 5);
    let ask = test.battle.awaiting().asks[0].clone();
    let order = unerring(1).decide(&test.battle, &ask).order;
    test.order(order);
    formation(&test, "g") != Formation::Garrison
}

/// FF-4.6: the computer leaves a structure if the enemy is far off, and holds it if he is near.
#[test]
fn the_computer_leaves_a_structure_that_is_of_no_use() {
    assert!(leaves_it(garrisoned(), (20.0, 50.0, 270.0)), "the enemy is far off");
    assert!(!leaves_it(garrisoned(), (20.0, 30.0, 270.0)), "the enemy comes near");
}

/// FF-16.2: a garrison that alone keeps a key position stays in its structure though the enemy is far off; it leaves if a
/// friend keeps the position too.
#[test]
fn a_garrison_that_alone_keeps_a_key_position_stays_in_it() {
    let at = Vec2::new(20.0, 21.5);
    let terms = VictoryTerms {
        objectives: vec![Objective {
            id: "o".into(),
            name: "the house".into(),
            at,
            radius: 5.0,
            indoors: false,
            held_by: None,
        }],
        holds: vec![HoldTerm { objective: 0, points: 5.0, side: None, when: HoldWhen::Most }],
        ..VictoryTerms::default()
    };
    let kept = || garrisoned().victory(terms.clone());
    let far = (20.0, 50.0, 270.0);
    assert!(!leaves_it(kept(), far), "nobody else keeps the position");
    assert!(leaves_it(kept().foot("h", BLUE, 4, "line", (20.0, 17.5, 90.0)), far), "a friend keeps it too");
}

/// FF-4.6: a garrison does not charge.
#[test]
fn a_garrison_does_not_charge() {
    let mut test = garrisoned().foot("r", RED, 4, "line", (20.0, 26.0, 270.0)).battle();
    checks_alone(&mut test, "g", 5);
    assert_eq!(ff(&test).may_charge(unit(&test, "g")).expect_err("it holds a structure").rule.0, "FF-10.1");
}

/// Red charges the blue garrison with these two dice of the combat; blue plays second here.
fn charged(battle: TestTable, dice: [u16; 2]) -> TestBattle {
    let battle = battle.foot("r", RED, 4, "line", (20.0, 28.0, 270.0)).leader_at("l", RED, (20.0, 30.5));
    let mut test = battle.set_word("first_player", "red").set_word("ammo_rule", "unlimited").battle();
    checks(&mut test, "l", &["r"], 6);
    go_to(&mut test, "declare");
    let order = told(&test, &verbs::CHARGE, "r").target(test.piece("g", 1)).choice("cold_steel");
    test.order(order);
    force(&mut test, &dice::CHARGE, &dice);
    for _ in 0..20 {
        if test.battle.log().events().iter().any(|event| event.rule.0 == "FF-10.10" || event.rule.0 == "FF-10.12") {
            break;
        }
        goes_on(&mut test);
    }
    test
}

/// FF-10.7, FF-10.10: a garrison in works that is hard pressed holds, and the attacker goes back two inches.
#[test]
fn a_fortified_garrison_that_is_hard_pressed_holds() {
    // Both trained and fresh: +1 cold steel against +2 works. 7 + 3 - (3 + 4) = 3.
    let test = charged(fort(garrisoned()), [8, 4]);
    assert!(says(test.battle.log().events(), "FF-10.10", "Hard Pressed"));
    assert_eq!((formation(&test, "g"), order_of(&test, "g")), (Formation::Garrison, OrderState::Disordered));
    about(ff(&test).gap(test.unit("g"), test.unit("r")), 2.0);
}

/// FF-4.6, FF-10.13: a garrison in a house that is driven back leaves by the side away from the enemy, and the winner
/// goes in if it fits.
#[test]
fn a_garrison_that_is_driven_back_leaves_by_the_far_side() {
    let test = charged(garrisoned(), [10, 3]);
    assert!(says(test.battle.log().events(), "FF-10.10", "Driven Back"));
    assert!(says(test.battle.log().events(), "FF-4.6", "turned out of house"));
    assert_eq!((formation(&test, "g"), formation(&test, "r")), (Formation::Line, Formation::Garrison));
    assert!(stands(&test, "g").iter().all(|stand| stand.place.at.y < 20.0));
}

/// FF-5.10: troops in works hold their position if they fall back.
#[test]
fn a_fortified_garrison_holds_if_it_falls_back() {
    for (works, holds) in [(true, true), (false, false)] {
        let battle = if works { fort(garrisoned()) } else { garrisoned() };
        let battle = battle.foot("r", RED, 4, "line", (20.0, 26.0, 270.0)).word_of("g", "experience", "raw");
        let mut test = battle.battle();
        put_troops(&mut test, "g", |troops| troops.start = 8);
        // -2 out of command, -2 spent, -1 raw, +1 garrison: 4 - 4 = 0.
        checks_alone(&mut test, "g", 4);
        assert_eq!(ff(&test).work(unit(&test, "g")).effect, Some(Effect::FallBack));
        assert_eq!(formation(&test, "g") == Formation::Garrison, holds);
    }
}

/// FF-3.9: a garrison that loses a stand fills its structure with the others.
#[test]
fn a_garrison_that_loses_a_stand_still_fills_its_structure() {
    let battle = garrisoned().foot("r", RED, 12, "line", (20.0, 25.0, 270.0));
    let mut test = at_fire(battle, RED);
    put_order(&mut test, "g", OrderState::Disordered);
    force(&mut test, &dice::FIRE, &[10]);
    let order = shoot(&test, "g");
    test.order(order);
    assert_eq!(count(&test, "g"), 3);
    about(ff(&test).gap(test.unit("g"), test.unit("r")), 2.0);
    assert!(test.battle.view().footprint(ff(&test).stands(unit(&test, "g"))[0]).half_depth() > 1.4);
}
