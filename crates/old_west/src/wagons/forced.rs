//! What morale does to a wagon (OW-10.17).

use bevy::math::Vec2;
use easy_ext::ext;

use super::{
    drive::{draw, run},
    seats,
    state::{Rolling, Wagon},
    way::Drive,
};
use crate::wagons::{seats::SeatsView, state::WagonsView, way::WayView};
use grapeshot_combat_patrol::{
    book::action_card::MoraleResult,
    state::activity,
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{PieceId, UnitId},
    table::{
        footprint::Outline,
        path,
        position::{Heading, Place},
    },
    turn::BattleMut,
};

/// The rule of morale on wagons.
const MORALE: &str = "OW-10.17";
/// Degrees between the turns of which a driver thinks who cannot go where he would.
const STEP: f32 = 15.0;
/// The part of an inch by which a wagon is driven up to the enemy.
const FEEL: f32 = 0.25;

/// OW-10.17: gives whether nothing is left for the core to do.
pub fn carry_out(battle: &mut BattleMut, book: &BookData, unit: UnitId, result: MoraleResult) -> bool {
    let cp = SkirmishView { view: battle.view(), book };
    let Some(wagon) = cp.coach(unit).cloned() else { return false };
    let driver = wagon.driver.filter(|driver| cp.view.in_play(*driver));
    let Some(driver) = driver else { return false };
    let (side, name) = (cp.view.side_of_unit(unit), cp.name(wagon.body).to_owned());
    use MoraleResult as R;
    match result {
        R::S1 | R::SA | R::OK => return false,
        _ if wagon.rolling == Rolling::Runaway => {
            battle.note(Some(side), RuleId::new(MORALE), format!("{name} runs away: {result} changes nothing"));
            return true;
        }
        R::P => return false,
        R::A1 | R::C1 | R::CA | R::F1 | R::FB | R::RT => {}
    }
    // CP-11.4: no result moves a driver who is stunned or was touched by another one.
    if cp.stunned(driver) || cp.activity(driver).touched {
        return false;
    }
    if cp.draught(&wagon).is_none() || wagon.overturned {
        // He carries it out on foot.
        if let Some(place) = cp.place_beside(driver, &wagon, &[]) {
            let text = format!("{} gets down from {name}, which cannot move", cp.name(driver));
            battle.note(Some(side), RuleId::new(MORALE), text);
            seats::alight(battle, driver, place, MORALE);
        }
        return false;
    }
    drive(battle, book, unit, &wagon, result);
    activity::change(battle, driver, |activity| activity.touched = true);
    activity::done(battle, driver);
    true
}

/// OW-10.17: a move of one card away from the nearest enemy, or toward him.
fn drive(battle: &mut BattleMut, book: &BookData, unit: UnitId, wagon: &Wagon, result: MoraleResult) {
    let cp = SkirmishView { view: battle.view(), book };
    let (side, name) = (cp.view.side_of_unit(unit), cp.name(wagon.body).to_owned());
    let near = |enemy: &PieceId| cp.view.gap(wagon.body, *enemy);
    let nearest = cp.enemies(side).min_by(|a, b| near(a).total_cmp(&near(b)).then(a.cmp(b)));
    let Some(enemy) = nearest else {
        return battle.note(
            Some(side),
            RuleId::new(MORALE),
            format!("{name} {result}: there is no enemy, and it stays"),
        );
    };
    let toward = result == MoraleResult::A1;
    let going = if toward { "toward" } else { "away from" };
    let text = format!("{name} {result}: it is driven {going} {}", cp.name(enemy));
    battle.note(Some(side), RuleId::new(MORALE), text);
    let cards = SkirmishView::of(battle.view()).wagon_numbers().moves;
    let drawn = draw(battle, book, unit, cards);
    let cp = SkirmishView { view: battle.view(), book };
    let inches = drawn * cp.draught(wagon).unwrap_or_default();
    let Some(way) = cp.forced_drive(wagon, enemy, inches, toward) else {
        let text = format!("{name} has no room to go {going} {}, and stays", cp.name(enemy));
        return battle.detail(Some(side), EventKind::Note, RuleId::new(MORALE), text, Explained::default());
    };
    let halted = toward && path::length(&way.way) < inches - 0.01;
    let passed = run(battle, book, unit, &way, false);
    let mut wagon = battle.unit_mut::<Wagon>(unit);
    wagon.moved = true;
    wagon.rolling = if passed && !halted { Rolling::Rolling } else { Rolling::Stopped };
}

/// Questions to the view about forced.
#[ext(ForcedView)]
pub impl SkirmishView<'_> {
    /// OW-10.17: the way of this length in inches that leads a wagon straight away from an enemy, or toward him, or else
    /// that which ends farthest from him, or nearest.
    fn forced_drive(&self, wagon: &Wagon, enemy: PieceId, inches: f32, toward: bool) -> Option<Drive> {
        let axle = self.axle(wagon);
        let there = self.view.place(enemy).at;
        let wanted = if toward { Heading::from_to(axle.at, there) } else { Heading::from_to(there, axle.at) };
        let sharpest = self.wagon_numbers().sharp_turn;
        let straight = axle.facing.turn_to(wanted).clamp(-sharpest, sharpest);
        let way = |turn: f32| {
            let to = axle.at + axle.facing.turned(turn).forward() * inches;
            let drive = self.plan_drive(wagon, &[axle.at, to], inches, false).ok()?;
            if toward { self.halted(wagon, enemy, drive) } else { Some(drive) }
        };
        let steps = (sharpest / STEP) as i8;
        let turns = (-steps..=steps).map(|n| f32::from(n) * STEP);
        let ways: Vec<Drive> = std::iter::once(straight).chain(turns).filter_map(way).collect();
        let far = |drive: &Drive| drive.way.last().map_or(0.0, |at: &Vec2| at.distance(there));
        let full = |drive: &&Drive| path::length(&drive.way) >= inches - 0.01 || toward;
        if let Some(first) = ways.first().filter(full) {
            return Some(first.clone());
        }
        let worth = |drive: &Drive| if toward { -far(drive) } else { far(drive) };
        ways.into_iter().max_by(|a, b| worth(a).total_cmp(&worth(b)))
    }

    /// OW-10.17: the part of a way on which a wagon keeps an inch off an enemy.
    fn halted(&self, wagon: &Wagon, enemy: PieceId, drive: Drive) -> Option<Drive> {
        let (total, foe) = (path::length(&drive.way), self.view.outline(enemy));
        let apart = |place: Place| {
            let pieces = self.coach_at(wagon, place).into_iter();
            let gap =
                |(piece, place): (PieceId, Place)| Outline { footprint: self.view.footprint(piece), place }.gap(&foe);
            pieces.map(gap).fold(f32::INFINITY, f32::min)
        };
        let axle = self.axle(wagon);
        let end = |part: &[Vec2]| {
            let at = part.last().copied().unwrap_or(axle.at);
            Place { at, facing: super::way::heading_at_end(axle.facing, part), floor: 0 }
        };
        let steps = (total / FEEL).ceil().max(1.0) as u16;
        let parts = (1..=steps).map(|step| path::part_of(&drive.way, f32::from(step) / f32::from(steps)));
        let way = parts.take_while(|part| apart(end(part)) >= self.wagon_numbers().halts - 1e-3).last()?;
        let length = path::length(&way);
        let perils = drive.perils.into_iter().filter(|peril| peril.at <= length).collect();
        Some(Drive { heading: end(&way).facing, way, perils })
    }
}
