//! Wagons in play, and what may be asked of them (OW-10.1 to OW-10.4).

use bevy::ecs::component::Component;
use serde::{Deserialize, Serialize};

use super::book::{Numbers, WagonKind, WagonPark, WagonSettings};
use crate::{
    forces::{PieceId, UnitId},
    rulesets::combat_patrol::view::rulebook::SkirmishView,
    table::{footprint::Outline, position::Place},
};

/// What a wagon does between its activations (OW-10.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rolling {
    /// It stands.
    Stopped,
    /// It rolls.
    Rolling,
    /// It gallops.
    Galloping,
    /// Its team runs away.
    Runaway,
}

/// A wagon (OW-10.1): part of its unit.
#[derive(Component, Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Wagon {
    /// The kind, by its number in the table.
    pub kind: u8,
    /// Its body.
    pub body: PieceId,
    /// Its team, while it is hitched.
    pub team: Option<PieceId>,
    /// Its driver, if it has one.
    pub driver: Option<PieceId>,
    /// What it does.
    pub rolling: Rolling,
    /// Animals in the traces.
    pub animals: u8,
    /// Whether an animal that was hurt or killed has been cut out: it gallops no more (OW-10.15).
    pub spent: bool,
    /// Whether its driver has just regained control: it does not gallop in this activation (OW-10.13).
    pub reined: bool,
    /// Animals of the team that were killed and are still in the traces (OW-10.8).
    pub dead: u8,
    /// Inches that were drawn for it in the activation under way, and whether at a gallop.
    pub drawn: Option<(f32, bool)>,
    /// Whether it has moved in the activation under way.
    pub moved: bool,
    /// Whether it lies on its side (OW-10.12).
    pub overturned: bool,
}

impl<'w> SkirmishView<'w> {
    /// The measures of wagons.
    pub fn wagon_numbers(&self) -> &'w Numbers {
        &self.view.resource::<WagonPark>().0.numbers
    }

    /// The settings of wagons.
    pub fn wagon_settings(&self) -> WagonSettings {
        WagonSettings::read(self.view.settings())
    }

    /// A wagon by its unit.
    pub fn coach(&self, unit: UnitId) -> Option<&'w Wagon> {
        self.view.get_unit_part(unit)
    }

    /// The wagons on the table, in id order.
    pub fn coaches(&self) -> impl Iterator<Item = (UnitId, &'w Wagon)> + use<'w> {
        let cp = *self;
        let all = cp.view.unit_ids().filter_map(move |unit| Some((unit, cp.coach(unit)?)));
        all.filter(move |(_, wagon)| cp.view.in_play(wagon.body))
    }

    /// The wagon to which a piece belongs as its body, its team or its driver.
    pub fn coach_of(&self, piece: PieceId) -> Option<&'w Wagon> {
        let wagon = self.coach(self.view.unit_of(piece))?;
        (wagon.body == piece || wagon.team == Some(piece) || wagon.driver == Some(piece)).then_some(wagon)
    }

    /// What kind of wagon it is.
    pub fn coach_kind(&self, wagon: &Wagon) -> &'w WagonKind {
        &self.view.resource::<WagonPark>().0.kinds[usize::from(wagon.kind)]
    }

    /// OW-10.3: the rear axle of a wagon, with its heading.
    pub fn axle(&self, wagon: &Wagon) -> Place {
        let body = self.view.place(wagon.body);
        let (length, _) = self.coach_kind(wagon).body;
        Place { at: body.offset(self.wagon_numbers().axle - length / 2.0, 0.0), ..body }
    }

    /// OW-D5: where the pieces of a wagon are whose rear axle is at a place.
    pub fn coach_at(&self, wagon: &Wagon, axle: Place) -> Vec<(PieceId, Place)> {
        let kind = self.coach_kind(wagon);
        let numbers = self.wagon_numbers();
        let front = kind.body.0 - numbers.axle;
        let at = |forward: f32| Place { at: axle.offset(forward, 0.0), facing: axle.facing, floor: 0 };
        let mut pieces = vec![(wagon.body, at(kind.body.0 / 2.0 - numbers.axle))];
        pieces.extend(wagon.team.map(|team| (team, at(front + kind.team.0 / 2.0))));
        pieces.extend(wagon.driver.map(|driver| (driver, at(front - numbers.seat / 2.0))));
        pieces
    }

    /// Whether a wagon stands free at a place: on the table, across no wall, on no other base.
    pub fn coach_fits(&self, wagon: &Wagon, axle: Place) -> bool {
        let own: Vec<PieceId> = self.coach_at(wagon, axle).into_iter().map(|(piece, _)| piece).collect();
        self.coach_at(wagon, axle).into_iter().all(|(piece, place)| {
            let outline = Outline { footprint: self.view.footprint(piece), place };
            self.view.terrain().holds(&outline)
                && self.across_a_wall(&outline).is_none()
                && !self.lies_on_another(&outline, &own)
        })
    }

    /// OW-10.2, OW-10.8: whether the team of a wagon can draw it, and at which rate.
    pub fn draught(&self, wagon: &Wagon) -> Option<f32> {
        let team = wagon.team.filter(|team| self.view.in_play(*team))?;
        let sound = wagon.dead == 0 && !wagon.overturned;
        let halved = self.wounded(team) || 2 * wagon.animals < self.coach_kind(wagon).animals;
        sound.then(|| if halved { self.wagon_numbers().hurt } else { 1.0 })
    }

    /// The driver of a wagon who can hold the reins.
    pub fn at_the_reins(&self, wagon: &Wagon) -> Option<PieceId> {
        wagon.driver.filter(|driver| self.view.in_play(*driver) && !self.stunned(*driver))
    }
}
