//! What the table shows beside pieces: the twelve steps, the chits, the bases of units, and the sheet on which orders
//! are given.

use bevy::math::Vec2;
use smol_str::SmolStr;

use crate::{
    acting::orders::Chosen,
    book::{
        base_places::{self, Strength},
        marks,
        values::{Chit, Work},
    },
    state::{
        sequence_of_play::{AssaultStage, Step},
        view::BurtView,
    },
};
use grapeshot_floor::{
    events::RuleId,
    forces::{PieceId, UnitId},
    shared::formed::block::front,
    table::footprint::Footprint,
    turn::{
        Ask, Secret,
        bases::{Base, SeenShape},
        chit::{Allotment, AllotmentGroup, AllottedUnit, ChitFace, OrderChit},
        rules::DeclaredCharge,
        turn_steps::{SideInStep, StepPart, TurnStep, TurnSteps},
    },
};

/// SB-2.1: the steps, each with its word and its rule.
const STEPS: [(Step, &str, &str); 12] = [
    (Step::Orders, "Orders", "SB-3.1"),
    (Step::Initiative, "Initiative", "SB-1.10"),
    (Step::Compulsory, "Compulsory", "SB-10.1"),
    (Step::Assaults, "Assaults", "SB-9.1"),
    (Step::Manoeuvres, "Manoeuvres", "SB-4.1"),
    (Step::Reserves, "Reserves", "SB-3.5"),
    (Step::Commanders, "Command", "SB-12.1"),
    (Step::Regroup, "Regroup", "SB-7.4"),
    (Step::Fire, "Fire", "SB-6.1"),
    (Step::Reactions, "Reactions", "SB-9.4"),
    (Step::Melees, "Melees", "SB-9.9"),
    (Step::Morale, "Morale", "SB-8.2"),
];

impl BurtView<'_> {
    /// SB-2.1, SB-2.2: the twelve steps, the one that is played, and what each side does in it.
    pub fn turn_steps(&self) -> TurnSteps {
        let now = self.play().step;
        let steps = STEPS.map(|(step, label, rule)| TurnStep {
            number: step.number(),
            label: label.into(),
            about: step.label().to_owned(),
            phase: step.label().into(),
            rule: RuleId::new(rule),
        });
        TurnSteps {
            steps: steps.to_vec(),
            now: STEPS.iter().position(|(step, ..)| *step == now),
            sides: self.sides_in_step(),
            to_act: Vec::new(),
            acted: self.acted_in_step(),
        }
    }

    /// SB-2.2: the pieces of the units and commanders that have acted in this step.
    fn acted_in_step(&self) -> Vec<PieceId> {
        let acted = |unit: UnitId| {
            self.view.get_unit_part::<Work>(unit).is_some_and(|work| work.acted)
                || self.officer(unit).is_some_and(|officer| officer.acted)
        };
        let known = self.view.units().filter(|unit| self.present(*unit) && acted(*unit));
        known.map(|unit| self.piece(unit)).collect()
    }

    fn sides_in_step(&self) -> Vec<SideInStep> {
        let play = self.play();
        let asked = self.awaiting();
        if asked.asks.is_empty() {
            return Vec::new();
        }
        let in_step = |side| {
            let (part, word) = match play.step {
                _ if asked.of(side).is_some() => (StepPart::Acts, "acts"),
                Step::Deploy | Step::Orders if play.ready[side.index().min(1)] => (StepPart::Done, "is ready"),
                _ if play.task().is_none() && play.passed[side.index().min(1)] => (StepPart::Done, "has passed"),
                _ => (StepPart::Waits, "waits"),
            };
            SideInStep { side, part, word }
        };
        self.view.sides().players().map(in_step).collect()
    }

    /// SB-9.1: the assaults that have not gone in yet, each with the odds of its first round as both stand now.
    pub fn declared_charges(&self) -> Vec<DeclaredCharge> {
        let open = self
            .play()
            .assaults
            .iter()
            .filter(|assault| matches!(assault.stage, AssaultStage::Declared | AssaultStage::GoesIn));
        open.filter(|assault| self.present(assault.unit) && self.present(assault.target))
            .filter_map(|assault| {
                let (now, way) = (self.outline(assault.unit), self.way_home(assault).ok()?);
                let outlook = self.outlook_of_round(assault.target, &[&way]).outlook("as both stand now");
                let (from, to, width) = (front(&now), front(&way.flush), 2.0 * now.footprint.half_width());
                Some(DeclaredCharge { unit: assault.unit, from, to, width, outlook })
            })
            .collect()
    }

    /// SB-3.2: the chit beside a unit; while orders are given its own side sees the one that will lie there.
    pub fn chit_beside(&self, unit: UnitId) -> Option<OrderChit> {
        self.troops(unit)?;
        let lies_open = self.view.get_unit_part::<Secret<Chit>>(unit).is_some_and(Secret::is_shown);
        let changes = self.view.secret::<Chosen>(unit).is_some_and(|chosen| chosen.0.is_some());
        let face = self.chosen(unit).map(Chit::face);
        Some(OrderChit { face, shown: lies_open && !changes })
    }

    /// SB-3.1: the orders of a side: the chit that each unit was given or keeps, and why some get none.
    pub fn allotment(&self, ask: &Ask) -> Option<Allotment> {
        if ask.kind != "orders" {
            return None;
        }
        let allotted = |unit: UnitId| AllottedUnit {
            unit,
            given: self
                .view
                .secret::<Chosen>(unit)
                .and_then(|chosen| chosen.0)
                .map(|chit| SmolStr::new_static(chit.id())),
            keeps: self.chit(unit).map(|chit| SmolStr::new_static(chit.id())),
            barred: self.may_change_order(unit).err(),
        };
        let units: Vec<UnitId> = self.units_of(ask.side).collect();
        let above = |unit: UnitId| self.view.unit(unit).superior;
        let mut elements: Vec<Option<UnitId>> = units.iter().map(|unit| above(*unit)).collect();
        elements.sort_by_key(|element| (element.is_none(), *element));
        elements.dedup();
        let group = |element: Option<UnitId>| AllotmentGroup {
            title: element.map_or_else(|| "Of no brigade".to_owned(), |element| self.name(element).to_owned()),
            units: units.iter().copied().filter(|unit| above(*unit) == element).map(allotted).collect(),
        };
        Some(Allotment {
            title: "Orders".to_owned(),
            verb: crate::book::verbs::ORDER,
            faces: Chit::ALL.map(Chit::face).to_vec(),
            groups: elements.into_iter().map(group).collect(),
            rule: RuleId::new("SB-3.1"),
        })
    }

    /// SB-1.4: the bases of a unit as it is seen; none for commanders and for troops in buildings.
    pub fn bases_seen(&self, piece: PieceId, shape: SeenShape) -> Vec<Base> {
        let unit = self.view.unit_of(piece);
        let (Some(values), Footprint::Rectangle { width, depth }) = (self.troops(unit), shape.footprint) else {
            return Vec::new();
        };
        let left = values.start.saturating_sub(shape.marks.count(&marks::LOST));
        let strength = Strength { start: values.start, left };
        base_places::places(self.book, self.row(unit), shape.formation, strength, Vec2::new(width, depth))
    }
}

/// The face of a chit by the word of its order.
pub fn face_of(word: &str) -> Option<ChitFace> {
    Chit::named(word).map(Chit::face)
}
