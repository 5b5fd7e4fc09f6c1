//! The laws of agreement: what is written of a unit in two places is the same in both.

use grapeshot::{
    forces::UnitId,
    rulesets::{
        black_powder::{book::values::Formation as Block, state::view::BlackPowderView},
        burt::state::view::BurtView,
        fire_and_fury::{book::formations::Formation as Stands, state::view::FuryView},
    },
    table::measure::inside,
    turn::BattleView,
};

/// What is said of units of blocks and stands that contradicts itself: broken and in another formation, in a house and
/// outside it.
pub fn contradictions(view: BattleView, ruleset: &str) -> Vec<String> {
    let says: fn(BattleView, UnitId) -> Option<&'static str> = match ruleset {
        "fire_and_fury" => of_stands,
        "burt" => of_bases,
        "black_powder" => of_blocks,
        _ => return Vec::new(),
    };
    let there = view.units().filter(|unit| view.present(*unit).next().is_some());
    there.filter_map(|unit| Some(format!("{} {}", view.unit(unit).name, says(view, unit)?))).collect()
}

/// FF-5.9, FF-4.6: broken troops are in no other formation, and nobody else is; a garrison is in a building.
fn of_stands(view: BattleView, unit: UnitId) -> Option<&'static str> {
    let ff = FuryView::of(view);
    let values = ff.troops(unit).filter(|values| !values.is_guns())?;
    let formation = ff.formation(unit);
    if values.is_broken() != (formation == Stands::Broken) {
        return Some(if values.is_broken() {
            "is broken, its formation is not"
        } else {
            "is in no formation, yet not broken"
        });
    }
    let housed = view.ground().building_at(ff.middle(unit)).is_some();
    (formation == Stands::Garrison && !housed).then_some("is the garrison of no building")
}

/// SB-10.1: a unit in a house stands in it.
fn of_bases(view: BattleView, unit: UnitId) -> Option<&'static str> {
    let sb = BurtView::of(view);
    sb.troops(unit)?;
    let house = view.terrain().buildings.get(sb.house_of(unit)?)?;
    (!inside(sb.outline(unit).place.at, &house.outline)).then_some("is in a house, and stands outside it")
}

/// BP-8.1: a unit is a garrison if it is in a building, and only then.
fn of_blocks(view: BattleView, unit: UnitId) -> Option<&'static str> {
    let bp = BlackPowderView::of(view);
    let values = bp.regiment(unit)?;
    match (values.building.is_some(), bp.formation(unit) == Block::Garrison) {
        (true, false) => Some("is in a building, and no garrison"),
        (false, true) => Some("is a garrison, and in no building"),
        _ => None,
    }
}
