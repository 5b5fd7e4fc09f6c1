//! The responses that the target of a charge may give (BP-6.4), and squares (BP-6.9).

use smallvec::SmallVec;

use crate::{
    book::{
        data::Effect,
        values::{Formation, Troop},
    },
    combat::forecast::Striker,
    shooting::shot::{Manner, Shot},
    state::{
        melee::Forecast,
        pose::Pose,
        sequence_of_play::{Charge, Charger, Response},
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    forces::UnitId,
    shared::formed::{
        block::{self, Face, front},
        walk::Ground,
    },
    table::{
        footprint::{Footprint, Outline},
        position::{Heading, Place},
    },
};

/// BP-6.9: of the 36 throws of two dice, the number that forms a square in order; one more forms it disordered.
pub const SQUARES: f32 = 34.0;

impl Charge {
    /// The chargers as they would strike.
    pub fn strikers(&self) -> SmallVec<[Striker; 4]> {
        let striker = |charger: &Charger| {
            let at = charger.course.as_ref()?.contact.outline();
            Some(Striker { unit: charger.unit, at, face: charger.face?, charges: true })
        };
        self.chargers.iter().filter_map(striker).collect()
    }
}

impl<'w> BlackPowderView<'w> {
    /// BP-6.4: the responses that the target of a charge may give; never empty. A square that must be tried is the only
    /// answer.
    pub fn responses(&self, charge: &Charge) -> Vec<Response> {
        let (target, strikers) = (charge.target, charge.strikers());
        if self.in_combat(target) {
            return vec![Response::Hold];
        }
        if self.forms_square_against(target, &strikers) {
            return vec![Response::Square];
        }
        let mut responses = vec![Response::Hold];
        if charge.chargers.iter().any(|charger| self.gives_closing_fire(target, charger.unit, charger.face)) {
            responses.push(Response::ClosingFire);
        }
        if self.counter_charges(target, &strikers) {
            responses.push(Response::CounterCharge);
        }
        let steady = !self.unsteady(target);
        if steady && self.evades(target) {
            responses.extend([Response::Evade, Response::EvadeFacing]);
        }
        let late =
            charge.chargers.first().is_some_and(|charger| charger.needs >= 2 && charger.face != Some(Face::Front));
        if steady && late && !self.formation(target).is_all_round() && self.turned_to_face(charge).is_some() {
            responses.push(Response::TurnToFace);
        }
        responses
    }

    /// BP-6.4: whether a unit is infantry that must try to form square against such chargers.
    pub fn forms_square_against(&self, target: UnitId, strikers: &[Striker]) -> bool {
        let fit = matches!(self.formation(target).body(), Formation::Line | Formation::AttackColumn);
        let horse = |striker: &Striker| striker.face == Face::Front && self.troop(striker.unit) == Troop::Cavalry;
        let infantry = self.troop(target) == Troop::Infantry && self.has(target, Effect::FormsSquare);
        fit && infantry && strikers.iter().any(horse)
    }

    /// BP-6.4: whether cavalry may meet such chargers with a charge of its own.
    pub fn counter_charges(&self, target: UnitId, strikers: &[Striker]) -> bool {
        let in_order = !matches!(self.formation(target), Formation::Skirmish | Formation::MarchColumn);
        let front = strikers.iter().any(|striker| striker.face == Face::Front);
        self.troop(target) == Troop::Cavalry && in_order && front && !self.unsteady(target)
    }

    /// BP-6.4: whether the target may give closing fire at a charger that comes at this face.
    pub fn gives_closing_fire(&self, target: UnitId, charger: UnitId, face: Option<Face>) -> bool {
        let formation = self.formation(target);
        let arm = match self.troop(target) {
            Troop::Infantry => formation != Formation::MarchColumn,
            Troop::Artillery => formation == Formation::Deployed,
            Troop::Cavalry | Troop::Wagon => false,
        };
        let square = formation == Formation::Square && self.troop(charger) == Troop::Cavalry;
        let side = face == Some(Face::Front) || formation.is_all_round();
        arm && side && !square && !self.work(target).closing && self.closing_dice(target, charger) > 0
    }

    /// BP-6.6: the charger at which closing fire goes: the one that was named, else the first that it may go at.
    pub fn closing_fire_goes_at(&self, charge: &Charge, named: Option<UnitId>) -> Option<UnitId> {
        let of_charge = named.filter(|named| charge.chargers.iter().any(|charger| charger.unit == *named));
        let fit = |charger: &&Charger| self.gives_closing_fire(charge.target, charger.unit, charger.face);
        of_charge.or_else(|| charge.chargers.iter().find(fit).map(|charger| charger.unit))
    }

    /// BP-6.4, BP-6.6: closing fire at one of the chargers, where it halts an inch away.
    pub fn closing_fire(&self, charge: &Charge, at: UnitId) -> Shot {
        let berth = self.inches(self.numbers().berth);
        let charger = charge.chargers.iter().find(|charger| charger.unit == at);
        let halted = charger.and_then(|charger| self.halt(charger, charge.target, berth));
        let there = halted.map(|(_, _, block)| (at, Pose { block, ..self.pose(at) }));
        self.after(there.as_slice()).shot(charge.target, at, Manner::Closing)
    }

    /// BP-6.4, BP-7.5: how a charge and the first round would go after this response; none if they would not come to
    /// blows where the target stands.
    pub fn forecast_of_answer(&self, charge: &Charge, response: Response) -> Option<Forecast> {
        let (target, mut strikers) = (charge.target, charge.strikers());
        match response {
            _ if strikers.is_empty() => return None,
            Response::ClosingFire => {
                let at = self.closing_fire_goes_at(charge, None)?;
                let assault = self.assault(&strikers, target);
                return Some(self.round_after_fire(assault, &self.closing_fire(charge, at)));
            }
            Response::TurnToFace => strikers.iter_mut().for_each(|striker| striker.face = Face::Front),
            Response::Hold | Response::CounterCharge => {}
            Response::Evade | Response::EvadeFacing | Response::Square => return None,
        }
        Some(self.first_round(self.assault(&strikers, target), response == Response::CounterCharge))
    }

    /// BP-6.4: whether a unit can evade.
    fn evades(&self, unit: UnitId) -> bool {
        let formation = self.formation(unit);
        let horse_guns = self.values(unit).horse && formation == Formation::Limbered;
        formation == Formation::Skirmish || horse_guns || self.has(unit, Effect::Evades)
    }

    /// BP-6.10: the target with its front to the first charger, if it has room to turn.
    pub fn turned_to_face(&self, charge: &Charge) -> Option<Outline> {
        let charger = self.outline(charge.chargers.first()?.unit);
        let own = self.outline(charge.target);
        let heading = Heading::from_to(own.place.at, front(&charger));
        let turned = block::facing(&own, heading);
        self.is_clear(charge.target, charge.target, &turned).then_some(turned)
    }

    /// BP-6.9: where the square of a target stands: it keeps the centre of the old outline, moved straight back as far
    /// as needed to be clear of the cavalry and of friends, six inches at most.
    pub fn square_place(&self, target: UnitId, chargers: &[UnitId]) -> Option<Outline> {
        let (width, depth) = self.measures(target, Formation::Square)?;
        let own = self.outline(target);
        let most = self.inches(self.numbers().square_room);
        let footprint = Footprint::Rectangle { width, depth };
        let berth = self.inches(self.numbers().berth);
        (0..=(most / 0.25) as i32).find_map(|step| {
            let at = own.place.at - own.place.facing.forward() * (step as f32 * 0.25);
            let block = Outline { footprint, place: Place { at, facing: own.place.facing, floor: 0 } };
            let clear = self.is_clear(target, target, &block)
                && chargers.iter().all(|charger| block.gap(&self.outline(*charger)) >= berth)
                && self.open_ground(target, Formation::Square, &block);
            clear.then_some(block)
        })
    }

    /// Whether a unit in a formation may stand on the ground under a block.
    pub fn open_ground(&self, unit: UnitId, formation: Formation, block: &Outline) -> bool {
        let reach = block.footprint.reach();
        let near = self.ground_near(unit, formation, block.place.at - reach, block.place.at + reach);
        near.rate(block).0 > 0.0
    }

    /// BP-6.8: the heading of a unit that evades: straight away from the charger.
    pub fn evading_from(&self, unit: UnitId, charger: UnitId) -> Heading {
        Heading::from_to(front(&self.outline(charger)), self.outline(unit).place.at)
    }

    /// BP-6.8: the enemies on which a charger may turn if its target has gone: those in its path within its reach.
    pub fn redirects(&self, charge: &Charge, charger: &Charger) -> Vec<UnitId> {
        let unit = charger.unit;
        let own = self.outline(unit);
        self.enemies_of(self.side(unit))
            .filter(|enemy| *enemy != charge.target && !charge.missed.contains(enemy))
            .filter(|enemy| block::quarter_of(&own, &self.outline(*enemy)) == Face::Front)
            .filter(|enemy| self.can_charge_at(unit, *enemy).is_ok())
            .filter(|enemy| self.strike_way(unit, *enemy, self.face_for(unit, *enemy), charger.reach).is_ok())
            .collect()
    }
}
