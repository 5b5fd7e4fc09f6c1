//! Settings: each changes what it says. Those of fire, morale and melee stand beside their rules.

use bevy::math::Vec2;
use grapeshot::{
    forces::Value,
    rulesets::burt::book::values::{Chit, Level},
};

use crate::kit::*;

/// A battalion with its staff this many inches behind it.
fn with_staff(gap: f32) -> TestTable {
    table()
        .commander("staff", BLUE, "command_element", (48.0, 9.0 - gap, 90.0))
        .foot("unit", BLUE, 24, "line", (48.0, 10.0, 90.0))
        .under("staff")
        .foot("enemy", RED, 24, "line", (48.0, 50.0, 270.0))
        .chit(Chit::Regroup)
}

/// SB-3.1, setting `contact_distance`: how near a command element must be.
#[test]
fn contact_distance_says_how_near_the_staff_must_be() {
    let in_contact = |gap: f32, distance: Option<f32>| {
        let table = with_staff(gap);
        let test = match distance {
            Some(inches) => table.set_number("contact_distance", inches).battle(),
            None => table.battle(),
        };
        burt(&test).in_contact(test.unit("unit"))
    };
    assert_eq!([in_contact(1.0, None), in_contact(1.1, None)], [true, false]);
    assert_eq!([in_contact(2.9, Some(3.0)), in_contact(3.1, Some(3.0))], [true, false]);
    assert_eq!([in_contact(0.0, Some(0.0)), in_contact(0.5, Some(0.0))], [true, false]);
}

/// SB-10.1, setting `home_edge`: routers with no enemy near make for the edge of their side.
#[test]
fn home_edge_says_where_routers_run() {
    let ends = |edges: Option<[&str; 2]>| {
        let mut table = with_staff(6.0);
        if let Some(edges) = edges {
            table = table.setting("home_edge", Value::List(edges.map(|edge| Value::Word(edge.into())).to_vec()));
        }
        let mut test = table.battle();
        let before = front(&test, "unit");
        put_level(&mut test, "unit", Level::Rout);
        force_morale(&mut test, &[1; 6]);
        end_turn(&mut test);
        outline(&test, "unit").place.at - before
    };
    let way = |edges: Option<[&str; 2]>| ends(edges).normalize_or_zero();
    assert!(way(None).dot(Vec2::NEG_Y) > 0.9, "{}", way(None));
    assert!(way(Some(["left", "right"])).dot(Vec2::NEG_X) > 0.9, "{}", way(Some(["left", "right"])));
}

/// SB-11.4, setting `turn_limit`: the turns of a battle are those of the scenario.
#[test]
fn the_battle_lasts_as_many_turns_as_the_scenario_says() {
    for turns in [1, 3] {
        let mut test = with_staff(0.5).turns(turns).battle();
        for _ in 0..turns {
            assert!(test.battle.outcome().is_none());
            end_turn(&mut test);
        }
        assert!(test.battle.outcome().is_some(), "after {turns}");
    }
}
