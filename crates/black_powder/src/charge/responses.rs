//! What the target of a charge may answer (BP-6.4), and squares (BP-6.9).

use crate::{
    book::{
        data::Effect,
        values::{Formation, Troop},
    },
    shooting::aim::{Manner, Shot},
    state::{
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

impl<'w> BlackPowderView<'w> {
    /// BP-6.4: what the target of a charge may answer; never empty. A square that must be tried is the only answer.
    pub fn responses(&self, charge: &Charge) -> Vec<Response> {
        let target = charge.target;
        if self.in_combat(target) {
            return vec![Response::Hold];
        }
        let in_front = |charger: &&Charger| charger.face == Some(Face::Front);
        if self.forms_square_against(charge) {
            return vec![Response::Square];
        }
        let mut responses = vec![Response::Hold];
        if charge.chargers.iter().any(|charger| self.gives_closing_fire(target, charger)) {
            responses.push(Response::ClosingFire);
        }
        let values = self.values(target);
        let steady = !self.unsteady(target);
        let front = charge.chargers.iter().any(|charger| in_front(&charger));
        if values.troop == Troop::Cavalry
            && front
            && steady
            && !matches!(values.formation, Formation::Skirmish | Formation::MarchColumn)
        {
            responses.push(Response::CounterCharge);
        }
        if steady && self.evades(target) {
            responses.extend([Response::Evade, Response::EvadeFacing]);
        }
        let late = charge.chargers.first().is_some_and(|charger| charger.needs >= 2 && !in_front(&charger));
        if steady && late && !values.formation.is_all_round() && self.turned_to_face(charge).is_some() {
            responses.push(Response::TurnToFace);
        }
        responses
    }

    /// BP-6.4: infantry that must try to form square.
    fn forms_square_against(&self, charge: &Charge) -> bool {
        let values = self.values(charge.target);
        let fit = matches!(
            values.formation,
            Formation::Line | Formation::AttackColumn | Formation::MixedLine | Formation::MixedColumn
        );
        let horse = charge
            .chargers
            .iter()
            .any(|charger| self.troop(charger.unit) == Troop::Cavalry && charger.face == Some(Face::Front));
        fit && horse && values.troop == Troop::Infantry && self.has(charge.target, Effect::FormsSquare)
    }

    /// BP-6.4: whether the target may give closing fire at this charger.
    pub fn gives_closing_fire(&self, target: UnitId, charger: &Charger) -> bool {
        let values = self.values(target);
        let arm = match values.troop {
            Troop::Infantry => values.formation != Formation::MarchColumn,
            Troop::Artillery => values.formation == Formation::Deployed,
            Troop::Cavalry | Troop::Wagon => false,
        };
        let square = values.formation == Formation::Square && self.troop(charger.unit) == Troop::Cavalry;
        let side = charger.face == Some(Face::Front) || values.formation.is_all_round();
        arm && side
            && !square
            && !self.work(target).closing
            && self.shot(target, charger.unit, Manner::Closing).count() > 0
    }

    /// BP-6.6: the charger at which closing fire goes: the one that was named, else the first at which it may.
    pub fn closing_fire_goes_at(&self, charge: &Charge, named: Option<UnitId>) -> Option<UnitId> {
        let mut chargers = charge.chargers.iter();
        let of_charge = named.filter(|named| charge.chargers.iter().any(|charger| charger.unit == *named));
        let fit = |charger: &&Charger| self.gives_closing_fire(charge.target, charger);
        of_charge.or_else(|| chargers.find(fit).map(|charger| charger.unit))
    }

    /// BP-6.4, BP-6.6: closing fire at one of the chargers, where it halts an inch away.
    pub fn closing_fire(&self, charge: &Charge, at: UnitId) -> Shot {
        let berth = self.inches(self.numbers().berth);
        let charger = charge.chargers.iter().find(|charger| charger.unit == at);
        let halted = charger.and_then(|charger| self.halt(charger, charge.target, berth));
        let block = halted.map_or_else(|| self.outline(at), |(_, _, block)| block);
        self.shot_at(charge.target, at, block, Manner::Closing)
    }

    /// BP-6.4: who can evade.
    fn evades(&self, unit: UnitId) -> bool {
        let values = self.values(unit);
        let horse_guns = values.horse && values.formation == Formation::Limbered;
        values.formation == Formation::Skirmish || horse_guns || self.has(unit, Effect::Evades)
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

    /// BP-6.8: which way a unit evades: straight away from the charger.
    pub fn evading_from(&self, unit: UnitId, charger: UnitId) -> Heading {
        Heading::from_to(front(&self.outline(charger)), self.outline(unit).place.at)
    }

    /// BP-6.8: enemies on which a charger may turn whose target has gone: those in its path within its reach.
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
