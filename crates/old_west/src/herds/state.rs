//! Herds and lone beasts in play, and what may be asked of them.

use bevy::{
    ecs::{component::Component, resource::Resource},
    math::Vec2,
};
use easy_ext::ext;
use serde::{Deserialize, Serialize};

use super::book::{HerdSettings, Livestock, LivestockTable, Numbers, Species};
use grapeshot_combat_patrol::{book::marks, state::sequence_of_play::Stage, view::rulebook::SkirmishView};
use grapeshot_floor::{
    forces::{PieceId, SideId, UnitId},
    table::position::Heading,
};

/// A stampede (OW-9.11).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Where it goes.
    pub heading: Heading,
    /// Its place in the order in which stampedes began in this turn.
    pub order: u16,
}

/// A herd (OW-9.5): part of its unit.
#[derive(Component, Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Herd {
    /// The kind of its animals, by its number in the table.
    pub species: u8,
    /// The central animal.
    pub central: PieceId,
    /// Where each animal belongs: inches from the central one.
    pub slots: Vec<(PieceId, Vec2)>,
    /// The units that herd it, the first assigned first (OW-9.7).
    pub herders: Vec<UnitId>,
    /// Inches that were drawn for it in the activation under way.
    pub allowance: Option<f32>,
    /// Whether it was moved in the activation under way.
    pub moved: bool,
    /// Its stampede, if it runs.
    pub run: Option<Run>,
}

/// A beast that lives alone (OW-9.13): part of its unit.
#[derive(Component, Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Beast {
    /// The kind, by its number in the table.
    pub species: u8,
    /// The men that fired at it or attacked it since it last acted.
    pub provokers: Vec<PieceId>,
}

/// Stampedes on the card that was drawn (OW-9.11).
#[derive(Resource, Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Stampedes {
    /// The herds still to run on this card, in order.
    pub due: Vec<UnitId>,
    /// What happens when they have run.
    pub then: Option<Stage>,
    /// How many stampedes began in this turn.
    pub begun: u16,
}

impl Herd {
    /// Where an animal belongs, in inches from the central one.
    pub fn slot(&self, animal: PieceId) -> Option<Vec2> {
        self.slots.iter().find(|(known, _)| *known == animal).map(|(_, slot)| *slot)
    }

    /// OW-9.5: an animal is gone. If it was the central one, that nearest to its place takes its place.
    pub fn lose(&mut self, animal: PieceId) {
        self.slots.retain(|(known, _)| *known != animal);
        if self.central != animal {
            return;
        }
        let nearest =
            self.slots.iter().copied().min_by(|a, b| a.1.length().total_cmp(&b.1.length()).then(a.0.cmp(&b.0)));
        if let Some((central, at)) = nearest {
            self.central = central;
            self.slots.iter_mut().for_each(|(_, slot)| *slot -= at);
        }
    }
}

/// Questions to the view about state.
#[ext(HerdsView)]
pub impl<'w> SkirmishView<'w> {
    /// The animals of the ruleset.
    fn livestock(&self) -> &'w LivestockTable {
        &self.view.resource::<Livestock>().0
    }

    /// The measures of herds.
    fn herd_numbers(&self) -> &'w Numbers {
        &self.livestock().numbers
    }

    /// The settings of animals.
    fn herd_settings(&self) -> HerdSettings {
        HerdSettings::read(self.view.settings())
    }

    /// A herd by its unit.
    fn herd(&self, unit: UnitId) -> Option<&'w Herd> {
        self.view.get_unit_part(unit)
    }

    /// The herd of an animal.
    fn herd_of(&self, piece: PieceId) -> Option<&'w Herd> {
        self.herd(self.view.unit_of(piece))
    }

    /// A beast by its unit.
    fn beast(&self, unit: UnitId) -> Option<&'w Beast> {
        self.view.get_unit_part(unit)
    }

    /// The herds that still have an animal on the table, in id order.
    fn herds(&self) -> Box<dyn Iterator<Item = (UnitId, &'w Herd)> + 'w> {
        let cp = *self;
        let all = cp.view.unit_ids().filter_map(move |unit| Some((unit, cp.herd(unit)?)));
        Box::new(all.filter(move |(unit, _)| cp.is_there(*unit)))
    }

    /// The beasts that live alone and are on the table, in id order.
    fn beasts(&self) -> Box<dyn Iterator<Item = (UnitId, &'w Beast)> + 'w> {
        let cp = *self;
        let all = cp.view.unit_ids().filter_map(move |unit| Some((unit, cp.beast(unit)?)));
        Box::new(all.filter(move |(unit, _)| cp.is_there(*unit)))
    }

    fn is_there(&self, unit: UnitId) -> bool {
        self.view.present(unit).next().is_some()
    }

    /// What kind of animal a herd or beast is.
    fn species(&self, number: u8) -> &'w Species {
        &self.livestock().species[usize::from(number)]
    }

    /// Whether a piece is an animal, of a herd or by itself.
    fn is_animal(&self, piece: PieceId) -> bool {
        let unit = self.view.unit_of(piece);
        self.herd(unit).is_some() || self.beast(unit).is_some()
    }

    /// Whether a herd is stunned: one marker for all of it (OW-9.11).
    fn herd_stunned(&self, unit: UnitId) -> bool {
        self.view.unit_marks(unit).has(&marks::STUN)
    }

    /// The smallest gap between a piece and an animal of a unit, with the animal; none if it has none on the table.
    fn nearest_animal(&self, piece: PieceId, unit: UnitId) -> Option<(f32, PieceId)> {
        let gaps = self.view.present(unit).map(|animal| (self.view.gap(piece, animal), animal));
        gaps.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))
    }

    /// OW-9.2: the men nearest to the animals of a unit within some inches, as a stranger sees them: a hidden man is
    /// not shied at.
    fn man_near(&self, unit: UnitId, within: f32) -> Option<(f32, PieceId)> {
        let mut best: Option<(f32, PieceId)> = None;
        for animal in self.view.present(unit) {
            let reach = self.view.footprint(animal).reach() + within + 4.0;
            for man in self.view.pieces_index().near(self.view.place(animal).at, reach) {
                if !self.is_man(man) || self.is_animal(man) || self.view.conceals(man) {
                    continue;
                }
                let gap = self.view.gap(animal, man);
                if gap <= within && best.is_none_or(|(known, id)| gap < known || (gap == known && man < id)) {
                    best = Some((gap, man));
                }
            }
        }
        best
    }

    /// OW-9.2: the side that decides for animals that nobody herds; none if they follow their program.
    fn keeper(&self) -> Option<SideId> {
        let controller = self.herd_settings().animal_controller;
        self.view.sides().players().find(|side| self.view.side_named(*side).key == controller)
    }
}
