//! Wagons in play, and what may be asked of them (OW-10.1 to OW-10.4).

use bevy::ecs::component::Component;
use easy_ext::ext;
use serde::{Deserialize, Serialize};

use super::book::{Numbers, WagonKind, WagonPark, WagonSettings};
use grapeshot_combat_patrol::view::rulebook::SkirmishView;
use grapeshot_floor::{
    forces::{PieceId, UnitId},
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
    /// The piece that stands on the table for it.
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
    /// Whether there is a load on it (OW-10.16).
    pub loaded: bool,
    /// The Gatling that rides on it (OW-6.10).
    pub gun: Option<PieceId>,
}

/// Where somebody sits who does not drive, if he sits on a wagon (OW-10.9): part of his piece.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Aboard(pub Option<Seat>);

/// A seat on a wagon.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Seat {
    /// The unit of the wagon.
    pub wagon: UnitId,
    /// The number of the seat; the driver has 0.
    pub number: u8,
}

/// OW-1.3: how near a figure is adjacent, in inches.
pub const ADJACENT: f32 = 1.0;

/// Questions to the view about state.
#[ext(WagonsView)]
pub impl<'w> SkirmishView<'w> {
    /// The measures of wagons.
    fn wagon_numbers(&self) -> &'w Numbers {
        &self.view.resource::<WagonPark>().0.numbers
    }

    /// What the scenario chose of the rules of wagons.
    fn wagon_settings(&self) -> WagonSettings {
        WagonSettings::read(self.view.settings())
    }

    /// A wagon by its unit.
    fn coach(&self, unit: UnitId) -> Option<&'w Wagon> {
        self.view.get_unit_part(unit)
    }

    /// The wagons on the table, in id order.
    fn coaches(&self) -> Box<dyn Iterator<Item = (UnitId, &'w Wagon)> + 'w> {
        let cp = *self;
        let all = cp.view.unit_ids().filter_map(move |unit| Some((unit, cp.coach(unit)?)));
        Box::new(all.filter(move |(_, wagon)| cp.view.in_play(wagon.body)))
    }

    /// The wagon to which a piece belongs as its body, its team or its gun, or on which it sits.
    fn coach_of(&self, piece: PieceId) -> Option<&'w Wagon> {
        if let Some(seat) = self.seat_of(piece) {
            return self.coach(seat.wagon);
        }
        let wagon = self.coach(self.view.unit_of(piece))?;
        let parts = [Some(wagon.body), wagon.team, wagon.driver, wagon.gun];
        parts.contains(&Some(piece)).then_some(wagon)
    }

    /// OW-10.9: where a passenger sits.
    fn seat_of(&self, piece: PieceId) -> Option<Seat> {
        self.view.get_piece_part::<Aboard>(piece).and_then(|aboard| aboard.0)
    }

    /// OW-10.9: the men that sit on a wagon besides its driver, each with the number of his seat, in id order.
    fn passengers(&self, wagon: &Wagon) -> Box<dyn Iterator<Item = (u8, PieceId)> + 'w> {
        let (cp, unit) = (*self, self.view.unit_of(wagon.body));
        let seated = move |piece: PieceId| Some((cp.seat_of(piece).filter(|seat| seat.wagon == unit)?.number, piece));
        Box::new(cp.view.pieces().filter(move |piece| cp.view.in_play(*piece)).filter_map(seated))
    }

    /// All who sit on a wagon, its driver first.
    fn on_board(&self, wagon: &Wagon) -> Box<dyn Iterator<Item = PieceId> + 'w> {
        let cp = *self;
        let driver = wagon.driver.into_iter().filter(move |driver| cp.view.in_play(*driver));
        Box::new(driver.chain(self.passengers(wagon).map(|(_, piece)| piece)))
    }

    /// A seat of a wagon, by its number, as inches before its axle and to the right of it: two abreast from the front, at
    /// the sides.
    fn seat_at(&self, wagon: &Wagon, number: u8) -> (f32, f32) {
        let (kind, numbers) = (self.coach_kind(wagon), self.wagon_numbers());
        let back = numbers.seat * (f32::from(number / 2) + 0.5);
        let aside = (kind.body.1 - numbers.rider) / 2.0;
        (kind.body.0 - numbers.axle - back, if number.is_multiple_of(2) { aside } else { -aside })
    }

    /// OW-1.3: whether a figure is adjacent to a piece: within an inch, and with no wall between.
    fn is_beside(&self, figure: PieceId, piece: PieceId) -> bool {
        let (from, there) = (self.view.place(figure), self.view.outline(piece));
        let (across, along) = (there.footprint.half_width(), there.footprint.half_depth());
        let seen_from_it = there.place.frame(from.at);
        let near = there.place.offset(seen_from_it.y.clamp(-along, along), seen_from_it.x.clamp(-across, across));
        let clear = self.view.ground().wall_in_the_way(from.at, near, |_| from.floor).is_none();
        self.view.gap(figure, piece) <= ADJACENT + 1e-4 && clear
    }

    /// What kind of wagon it is.
    fn coach_kind(&self, wagon: &Wagon) -> &'w WagonKind {
        &self.view.resource::<WagonPark>().0.kinds[usize::from(wagon.kind)]
    }

    /// OW-10.3: the rear axle of a wagon, with its heading.
    fn axle(&self, wagon: &Wagon) -> Place {
        let body = self.view.place(wagon.body);
        let (length, _) = self.coach_kind(wagon).body;
        Place { at: body.offset(self.wagon_numbers().axle - length / 2.0, 0.0), ..body }
    }

    /// OW-D5: where the pieces of a wagon are whose rear axle is at a place.
    fn coach_at(&self, wagon: &Wagon, axle: Place) -> Vec<(PieceId, Place)> {
        let kind = self.coach_kind(wagon);
        let numbers = self.wagon_numbers();
        let front = kind.body.0 - numbers.axle;
        let at = |forward: f32| Place { at: axle.offset(forward, 0.0), facing: axle.facing, floor: 0 };
        let mut pieces = vec![(wagon.body, at(kind.body.0 / 2.0 - numbers.axle))];
        pieces.extend(wagon.team.map(|team| (team, at(front + kind.team.0 / 2.0))));
        let seat = |number: u8| {
            let (forward, right) = self.seat_at(wagon, number);
            Place { at: axle.offset(forward, right), ..axle }
        };
        pieces.extend(wagon.driver.filter(|driver| self.view.in_play(*driver)).map(|driver| (driver, seat(0))));
        pieces.extend(self.passengers(wagon).map(|(number, piece)| (piece, seat(number))));
        // OW-6.10: a Gatling stands at the rear and looks back.
        pieces.extend(wagon.gun.map(|gun| {
            let rear = self.view.footprint(gun).half_depth() - numbers.axle;
            (gun, Place { facing: axle.facing.about(), ..at(rear) })
        }));
        pieces
    }

    /// Whether a wagon stands free at a place: on the table, across no wall, on no other base.
    fn coach_fits(&self, wagon: &Wagon, axle: Place) -> bool {
        let own: Vec<PieceId> = self.coach_at(wagon, axle).into_iter().map(|(piece, _)| piece).collect();
        self.coach_at(wagon, axle).into_iter().all(|(piece, place)| {
            let outline = Outline { footprint: self.view.footprint(piece), place };
            self.view.terrain().holds(&outline)
                && self.across_a_wall(&outline).is_none()
                && !self.lies_on_another(&outline, &own)
        })
    }

    /// OW-10.2, OW-10.8: whether the team of a wagon can draw it, and at which rate.
    fn draught(&self, wagon: &Wagon) -> Option<f32> {
        let team = wagon.team.filter(|team| self.view.in_play(*team))?;
        let sound = wagon.dead == 0 && !wagon.overturned;
        let halved = self.wounded(team) || 2 * wagon.animals < self.coach_kind(wagon).animals;
        sound.then(|| if halved { self.wagon_numbers().hurt } else { 1.0 })
    }

    /// The driver of a wagon who can hold the reins.
    fn at_the_reins(&self, wagon: &Wagon) -> Option<PieceId> {
        wagon.driver.filter(|driver| self.view.in_play(*driver) && !self.stunned(*driver))
    }
}
