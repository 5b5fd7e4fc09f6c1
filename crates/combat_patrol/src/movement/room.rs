//! Room for a figure: the free place nearest to where it should stand.

use bevy::math::Vec2;

use super::allowance::CONTACT;
use crate::{
    state::mines::{Mines, Structure},
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    forces::PieceId,
    table::{
        footprint::{Footprint, Outline},
        measure::distance_to_segment,
        path::{self, Part},
        position::{Heading, Place},
    },
};

/// Inches between the rings in which a place is sought.
const STEP: f32 = 0.1;

/// Directions in which it is sought on each ring, from the first, in degrees.
const TURNS: [f32; 12] = [0.0, 30.0, -30.0, 60.0, -60.0, 90.0, -90.0, 120.0, -120.0, 150.0, -150.0, 180.0];

/// The least that a base across a wall is taken back, in inches.
const OFF_THE_WALL: f32 = 0.05;

/// Inches beyond the tolerance of touching at which two bases are apart for certain.
const CLEAR: f32 = 0.1;

/// The place that a figure looks for.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// The figure.
    pub piece: PieceId,
    /// The point from which it comes: no wall, obstacle or impassable ground may lie between.
    pub from: Vec2,
    /// Where it should stand, and how it faces there.
    pub goal: Place,
    /// The direction that is tried first on each ring.
    pub first: Heading,
    /// How far from the goal the place may be, in inches.
    pub within: f32,
    /// Figures whose bases do not count: they are gone when the figure comes.
    pub away: &'a [PieceId],
    /// Places that others will take.
    pub taken: &'a [Outline],
}

impl SkirmishView<'_> {
    /// The free place nearest to the goal that fits: on the table, off every other base, across no wall of a house, out
    /// of contact with enemies, with open ground and no enemy on the way. The goal itself is tried first.
    pub fn room_near(&self, wanted: Wanted, fits: impl Fn(&Outline) -> bool) -> Option<Place> {
        let Wanted { piece, from, goal, first, within, away, taken } = wanted;
        let footprint = self.view.footprint(piece);
        let going = self.mover(piece);
        let tolerance = self.numbers().overlap_tolerance;
        let free = |at: Vec2| {
            let outline = Outline { footprint, place: Place { at, ..goal } };
            let open = || {
                path::survey(self.view.ground(), &[from, at]).iter().all(|part| match part {
                    Part::Stretch(stretch) => path::Going::cost_per_inch(&going, &stretch.feature).is_ok(),
                    Part::Crossing { .. } => false,
                })
            };
            self.view.ground().on_table(at)
                && taken.iter().all(|other| outline.overlap(other) <= tolerance)
                && !self.lies_on_another(&outline, &[away, &[piece]].concat())
                && self.across_a_wall(&outline).is_none()
                && !self.too_near_an_enemy(piece, &outline, away)
                && open()
                && fits(&outline)
                && !self.goes_through_an_enemy(piece, Place { at: from, ..goal }, at, away)
        };
        if free(goal.at) {
            return Some(goal);
        }
        let rings = (within / STEP) as u8;
        let places = (1..=rings)
            .flat_map(|ring| TURNS.map(|turn| goal.at + first.turned(turn).forward() * (STEP * f32::from(ring))));
        { places }.find(|at| free(*at)).map(|at| Place { at, ..goal })
    }

    /// CP-5.8: whether a figure that goes straight from a place to a point goes through an enemy that is not in `but`.
    pub fn goes_through_an_enemy(&self, piece: PieceId, from: Place, to: Vec2, but: &[PieceId]) -> bool {
        let (footprint, side) = (self.view.footprint(piece), self.view.side_of(piece));
        let tolerance = self.numbers().overlap_tolerance;
        let steps = (from.at.distance(to) / STEP).ceil().max(1.0) as u16;
        let share = |step: u16| f32::from(step) / f32::from(steps);
        let at = |step: u16| Outline { footprint, place: Place { at: from.at.lerp(to, share(step)), ..from } };
        let near = self.view.pieces_index().along(from.at, to, footprint.reach() + 3.5).into_iter();
        near.filter(|id| !but.contains(id) && self.view.is_enemy(*id, side) && self.is_man(*id)).any(|enemy| {
            let there = self.view.outline(enemy);
            let before = at(0).overlap(&there) + tolerance;
            let on_him = |base: Outline| base.overlap(&there) > before && !self.parted(base.place, there.place);
            (1..=steps).any(|step| on_him(at(step)))
        })
    }

    /// CP-14.1: the house across a wall of which a base would stand, with the inches by which it is too near: a base is
    /// wholly inside a house or wholly outside it. Ruins have no walls.
    pub fn across_a_wall(&self, outline: &Outline) -> Option<(usize, f32)> {
        let at = outline.place.at;
        let reach = outline.footprint.reach();
        let houses = self.view.terrain().buildings.iter().enumerate();
        { houses }.find_map(|(n, house)| {
            let walls =
                || (0..house.outline.len()).map(|n| (house.outline[n], house.outline[(n + 1) % house.outline.len()]));
            let near = walls().filter(|(a, b)| {
                let (low, high) = (a.min(*b) - reach, a.max(*b) + reach);
                at.cmpge(low).all() && at.cmple(high).all() && outline.cut_by(*a, *b)
            });
            let deep = |(a, b): (Vec2, Vec2)| match outline.footprint {
                Footprint::Circle { .. } => (reach - distance_to_segment(at, a, b)).max(OFF_THE_WALL),
                _ => OFF_THE_WALL,
            };
            let deepest = near.map(deep).reduce(f32::max)?;
            (!self.view.resource::<Mines>().destroyed(Structure::Building(n))).then_some((n, deepest))
        })
    }

    /// Why a mover stops before the end of its path, if it would stand so there.
    pub fn no_room_at(&self, outline: &Outline) -> String {
        match self.across_a_wall(outline) {
            Some((house, _)) => format!("the wall of {}", self.view.terrain().buildings[house].the_name()),
            None => "the place is taken by another base".into(),
        }
    }

    /// How near an enemy a base may be that is not to touch him, in inches.
    pub fn stand_off(&self) -> f32 {
        self.touch_tolerance() + CLEAR
    }

    /// CP-5.8: whether a figure would swing its base at an enemy by turning: only an assault brings it into contact.
    pub fn turns_at_an_enemy(&self, piece: PieceId, turned: &Outline) -> bool {
        let here =
            Outline { footprint: turned.footprint, place: Place { at: turned.place.at, ..self.view.place(piece) } };
        self.too_near_an_enemy(piece, turned, &[]) && !self.too_near_an_enemy(piece, &here, &[])
    }

    /// Whether a base would stand so near an enemy that it could be doubted whether the two touch; the enemies in `but`
    /// do not count.
    pub fn too_near_an_enemy(&self, piece: PieceId, outline: &Outline, but: &[PieceId]) -> bool {
        let side = self.view.side_of(piece);
        let near = self.view.pieces_index().near(outline.place.at, self.contact_reach(piece));
        near.filter(|other| self.view.is_enemy(*other, side) && self.is_man(*other) && !but.contains(other))
            .map(|enemy| self.view.outline(enemy))
            .any(|enemy| outline.gap(&enemy) < self.stand_off() - CONTACT && !self.parted(outline.place, enemy.place))
    }
}

/// A gun that is to stand at a place, and the places of the men that serve it.
#[derive(Debug, Clone, PartialEq)]
pub struct Company {
    pub gun: PieceId,
    /// Where it will be.
    pub place: Place,
    /// The men, each with his place.
    pub men: Vec<(PieceId, Place)>,
}
