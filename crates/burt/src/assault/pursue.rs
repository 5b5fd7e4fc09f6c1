//! How a unit runs after a fleeing enemy (SB-9.5, SB-10.2).

use super::strikes::strike;
use crate::{
    movement::{marching, pace::Pace},
    state::view::BurtView,
};
use grapeshot_floor::{forces::UnitId, turn::BattleMut};

/// Moves a unit straight on by a number of inches of its charge; it stops an inch before enemies.
pub fn run_on(battle: &mut BattleMut, unit: UnitId, inches: f32, rule: &'static str) {
    let walk = {
        let burt = BurtView::of(battle.view());
        burt.approach(unit, 0.0, inches, inches, Pace::Flight, &burt.ordinary_leave())
    };
    marching::go(battle, unit, &walk, rule);
}

/// SB-9.5: a unit runs after an enemy that routs, by a number of inches of its charge. If it catches the enemy, they
/// are in melee.
pub fn run_after(battle: &mut BattleMut, unit: UnitId, enemy: UnitId, inches: f32) {
    let way = {
        let burt = BurtView::of(battle.view());
        let way = if burt.present(enemy) { burt.way_to(unit, enemy).ok() } else { None };
        way.map(|way| (burt.within(way.cost, inches), way))
    };
    match way {
        Some((true, way)) => strike(battle, &way, &[unit]),
        Some((false, way)) => {
            let walk = {
                let burt = BurtView::of(battle.view());
                burt.approach(unit, way.degrees, inches, inches, Pace::Flight, &burt.ordinary_leave())
            };
            marching::go(battle, unit, &walk, "SB-9.5");
        }
        None => run_on(battle, unit, inches, "SB-9.5"),
    }
}
