//! How a herd moves as one (OW-9.4, OW-9.6).

use bevy::math::Vec2;
use easy_ext::ext;

use super::{layout::is_pasture, state::Herd};
use crate::herds::state::HerdsView;
use grapeshot_combat_patrol::{
    book::{data::CoreNumbers, marks},
    cards::decks,
    movement::mover::Mover,
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    events::RuleId,
    forces::{PieceId, UnitId},
    table::{
        footprint::Outline,
        path::{self, Going, Part},
        position::{Heading, Place},
    },
    turn::BattleMut,
};

/// Inches between the rings in which an animal looks for a free place.
const RING: f32 = 0.25;
/// Directions in which it looks on each ring, from that of the move; left before right.
const TURNS: [f32; 16] =
    [0.0, 22.5, -22.5, 45.0, -45.0, 67.5, -67.5, 90.0, -90.0, 112.5, -112.5, 135.0, -135.0, 157.5, -157.5, 180.0];
/// Steps by which the way of the central animal is cut until all find a place.
const CUTS: u8 = 24;
/// A herd that would come less far than this stays, in inches.
const LEAST: f32 = 0.05;

/// The way of one animal.
#[derive(Debug, Clone, PartialEq)]
pub struct AnimalMove {
    /// The animal that goes this way.
    pub animal: PieceId,
    /// Its corners, its own place first.
    pub path: Vec<Vec2>,
    /// Where it ends.
    pub end: Place,
}

/// Where animals look for places when their herd has moved.
#[derive(Debug, Clone, Copy)]
pub struct Pasture<'a> {
    /// The animals of the herd, which make room for each other.
    pub herd: &'a [PieceId],
    /// How far from the central animal they may stand, in inches; none in a stampede.
    pub reach: Option<f32>,
    /// How far from its start each may come, in inches.
    pub most: f32,
    /// Which way the herd goes.
    pub onward: Heading,
}

/// How far it is to the bounds of a box on either axis, in a direction; without end if it does not lead there.
pub fn inches_to(low: Vec2, high: Vec2, at: Vec2, forward: Vec2) -> Vec2 {
    let until = |at: f32, by: f32, low: f32, high: f32| match by {
        by if by > 1e-4 => ((high - at) / by).max(0.0),
        by if by < -1e-4 => ((low - at) / by).max(0.0),
        _ => f32::INFINITY,
    };
    Vec2::new(until(at.x, forward.x, low.x, high.x), until(at.y, forward.y, low.y, high.y))
}

/// Questions to the view about walk.
#[ext(WalkView)]
pub impl<'w> SkirmishView<'w> {
    /// OW-9.4: what ground costs an animal: as riders pay, and walls and fences nothing; twice as much if it is wounded
    /// (CP-7.3), as a bear may be.
    fn animal_going(&self, animal: PieceId) -> Mover<'w> {
        Mover { mounted: true, wheeled: false, ..self.mover(animal) }
    }

    /// Whether an animal comes straight from one point to another: no house, no closed ground between.
    fn animal_can_pass(&self, animal: PieceId, from: Vec2, to: Vec2) -> bool {
        let going = self.animal_going(animal);
        path::survey(self.view.ground(), &[from, to]).iter().all(|part| match part {
            Part::Stretch(stretch) => going.cost_per_inch(&stretch.feature).is_ok(),
            Part::Crossing { crossed, .. } => going.cost_to_cross(self.view.ground(), crossed).is_ok(),
        })
    }

    /// Whether an animal may stand so: on open ground, on no other base, on none of these places.
    fn is_free_for_animal(&self, outline: &Outline, herd: &[PieceId], taken: &[Outline]) -> bool {
        let CoreNumbers { overlap_tolerance, .. } = self.numbers();
        taken.iter().all(|other| outline.overlap(other) <= *overlap_tolerance)
            && is_pasture(self.view.ground(), outline)
            && !self.lies_on_another(outline, herd)
    }

    /// OW-9.6: the free place nearest to where an animal belongs, at a smaller angle to the way of the herd first, then
    /// to the left.
    fn place_for_animal(
        &self,
        animal: PieceId,
        goal: Vec2,
        middle: Vec2,
        pasture: Pasture,
        taken: &[Outline],
    ) -> Option<Place> {
        let Pasture { herd, reach, most, onward } = pasture;
        let from = self.view.place(animal).at;
        let footprint = self.view.footprint(animal);
        let fits = |at: &Vec2| {
            let outline = Outline { footprint, place: Place { at: *at, facing: onward, floor: 0 } };
            reach.is_none_or(|reach| at.distance(middle) <= reach + 1e-3)
                && at.distance(from) <= most + 1e-3
                && self.is_free_for_animal(&outline, herd, taken)
                && (reach.is_none() || self.animal_can_pass(animal, from, *at))
        };
        let rings = (self.herd_numbers().reach / RING) as u8;
        let round = (1..=rings)
            .flat_map(|ring| TURNS.map(|turn| goal + onward.turned(turn).forward() * (RING * f32::from(ring))));
        std::iter::once(goal).chain(round).find(fits).map(|at| Place { at, facing: onward, floor: 0 })
    }

    /// OW-9.6: the ways of a herd whose central animal goes along a path, its own place first, with this many inches to
    /// spend. Empty if it cannot go that way at all.
    fn plan_herd(&self, unit: UnitId, herd: &Herd, corners: &[Vec2], allowance: f32) -> Vec<AnimalMove> {
        let walk = path::walk(self.view.ground(), corners, allowance, &self.animal_going(herd.central));
        (1..=CUTS)
            .rev()
            .map(|cut| path::part_of(&walk.corners, f32::from(cut) / f32::from(CUTS)))
            .find_map(|way| self.herd_along(unit, herd, &way, allowance))
            .unwrap_or_default()
    }

    /// The ways of a herd if its central animal goes all of a path; none if one of them finds no place.
    fn herd_along(&self, unit: UnitId, herd: &Herd, way: &[Vec2], allowance: f32) -> Option<Vec<AnimalMove>> {
        let (start, middle) = (*way.first()?, *way.last()?);
        if path::length(way) < LEAST {
            return None;
        }
        let before = way.iter().rev().copied().find(|at| at.distance(middle) > 1e-4)?;
        let onward = Heading::from_to(before, middle);
        let animals: Vec<PieceId> = self.view.present(unit).collect();
        let numbers = self.herd_numbers();
        let most = allowance + numbers.catch_up;
        let pasture = Pasture { herd: &animals, reach: Some(numbers.reach), most, onward };
        let footprint = |animal| self.view.footprint(animal);
        let centre =
            Outline { footprint: footprint(herd.central), place: Place { at: middle, facing: onward, floor: 0 } };
        if !self.is_free_for_animal(&centre, &animals, &[]) {
            return None;
        }
        let mut moves = vec![AnimalMove { animal: herd.central, path: way.to_vec(), end: centre.place }];
        let mut taken = vec![centre];
        for (animal, slot) in herd.slots.iter().copied().filter(|(animal, _)| *animal != herd.central) {
            if !self.view.in_play(animal) {
                continue;
            }
            let here = self.view.place(animal);
            let end = match self.place_for_animal(animal, middle + slot, middle, pasture, &taken) {
                Some(end) => end,
                // It stays on the near side of what is in its way.
                None => {
                    let outline = self.view.outline(animal);
                    let tolerance = self.numbers().overlap_tolerance;
                    let stays = here.at.distance(middle) <= numbers.reach
                        && taken.iter().all(|other| outline.overlap(other) <= tolerance);
                    stays.then_some(here)?
                }
            };
            let mut path: Vec<Vec2> = way.iter().map(|at| here.at + (*at - start)).collect();
            if end == here {
                path = vec![here.at, here.at];
            }
            if let Some(last) = path.last_mut() {
                *last = end.at;
            }
            taken.push(Outline { footprint: footprint(animal), place: end });
            moves.push(AnimalMove { animal, path, end });
        }
        Some(moves)
    }
}

/// OW-9.6: the animals of a unit go their ways, which one line tells, with the longest of them.
pub fn go(battle: &mut BattleMut, mut moves: Vec<AnimalMove>, rule: &'static str, how: &str) {
    moves.retain(|step| step.path.len() > 1 && step.end != battle.view().place(step.animal));
    let Some(first) = moves.first() else { return };
    let unit = battle.view().unit_of(first.animal);
    let far = moves.iter().map(|step| path::length(&step.path)).fold(0.0, f32::max);
    let name = &battle.view().unit(unit).name;
    let up_to = if moves.len() > 1 { "up to " } else { "" };
    let mut text = format!("{name} {how} {up_to}{}", grapeshot_floor::english::inches(far));
    for AnimalMove { animal, path, end } in moves {
        battle.move_piece(animal, path, end, RuleId::new(rule), std::mem::take(&mut text));
    }
    moved(battle, unit);
}

/// CP-5.2: the animals of a unit have moved: one marker for all.
pub fn moved(battle: &mut BattleMut, unit: UnitId) {
    let text = format!("{} counts as a moving target", battle.view().unit(unit).name);
    battle.mark_unit(unit, &marks::MOVED, 1, RuleId::new("CP-5.2"), text);
}

/// CP-1.9: the animals of a unit act anew, or the turn is over: they count as standing again.
pub fn stands_again(battle: &mut BattleMut, unit: UnitId) {
    let text = format!("{} counts as standing again", battle.view().unit(unit).name);
    battle.mark_unit(unit, &marks::MOVED, 0, RuleId::new("CP-1.9"), text);
}

/// OW-9.4: draws a number of movement cards for animals.
pub fn draw_inches(battle: &mut BattleMut, book: &BookData, unit: UnitId, cards: u8, rule: &'static str) -> f32 {
    let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
    let mut inches = 0.0;
    for _ in 0..cards {
        let card = decks::draw(battle, book, side, &["move"], RuleId::new(rule), |card| {
            format!("{name}: movement {}", card.inches)
        });
        inches += f32::from(card.inches);
    }
    inches
}
