//! What a side knows of the table.

use std::cell::OnceCell;

use super::{
    notes::{Aim, PositionValue},
    stance::Stance,
};
use crate::{
    book::{
        judgement::Judgement,
        rule_settings::ArmyBreak,
        values::{Formation, Troop},
    },
    state::view::BlackPowderView,
};
use grapeshot_floor::{
    forces::{PieceId, SideId, UnitId},
    orders::Order,
    shared::{breaks, formed::block::Face, memo::Memo},
    table::{footprint::Outline, measure},
    turn::VictoryTerms,
};

/// What the evaluation knows of a unit.
#[derive(Debug, Clone, PartialEq)]
pub struct UnitSummary {
    pub unit: UnitId,
    /// The one piece of the unit.
    pub piece: PieceId,
    /// Whether it is of the side that thinks.
    pub ours: bool,
    /// The commander of its brigade.
    pub brigade: Option<UnitId>,
    /// Its arm.
    pub troop: Troop,
    /// Where and how it stands, or would stand when it comes onto the table.
    pub stance: Stance,
    /// Whether it has still to come onto the table.
    pub coming: bool,
    /// The casualties that it can take until it is shaken.
    pub left: f32,
    /// Whether it is shaken.
    pub shaken: bool,
    /// Whether it is shaken or disordered.
    pub unsteady: bool,
    /// Whether it is in combat.
    pub busy: bool,
    /// Whether its brigade is broken.
    pub broken: bool,
    /// Dice hand to hand.
    pub hand: f32,
    /// The range of its weapon in inches.
    pub range: f32,
    /// Inches of a move.
    pub inches: f32,
    /// The building that it holds.
    pub building: Option<usize>,
    /// What its loss would cost, in the evaluation's points.
    pub value: f32,
    /// What it is worth while it is not shaken, in the same points.
    pub whole: f32,
    /// What one more casualty costs, in the same points.
    pub hurt: f32,
    /// Points for leaving by an exit.
    pub off: f32,
    /// The unit of the other side that is nearest to it, with the distance.
    pub faced: Option<(UnitId, f32)>,
}

impl UnitSummary {
    /// Whether it could charge, standing as it does.
    pub fn charges(&self) -> bool {
        matches!(self.troop, Troop::Infantry | Troop::Cavalry)
            && !self.unsteady
            && !self.busy
            && !self.broken
            && matches!(self.stance.formation.body(), Formation::Line | Formation::AttackColumn | Formation::Skirmish)
    }
}

/// A side's picture of the battle, made anew for each question.
pub struct Evaluator<'a, 'w> {
    /// The battle through its rulebook.
    pub bp: &'a BlackPowderView<'w>,
    /// The side that thinks.
    pub side: SideId,
    /// Turns that are left, this one counted.
    pub left: f32,
    /// The scenario's terms of victory.
    pub terms: &'w VictoryTerms,
    /// The numbers of the computer's judgement.
    pub judgement: &'w Judgement,
    /// All units on the table or about to come, in id order.
    pub bodies: Vec<UnitSummary>,
    pub(super) aims: OnceCell<Vec<Aim>>,
    pub(super) rests: Vec<OnceCell<PositionValue>>,
    onsets: Memo<(UnitId, UnitId), Option<Onset>>,
}

/// A charge that a unit could be ordered to make, as the rules plan it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Onset {
    /// The moves of an order that it needs.
    pub moves: u8,
    /// The face that it strikes.
    pub face: Face,
    /// The block where it meets the target.
    pub contact: Outline,
}

impl<'a, 'w> Evaluator<'a, 'w> {
    /// Takes a picture of the battle for a side.
    pub fn new(bp: &'a BlackPowderView<'w>, side: SideId) -> Self {
        let turn = f32::from(bp.view.clock().turn);
        let bodies: Vec<UnitSummary> = bp.view.units().filter_map(|unit| body(bp, unit, side)).collect();
        let rests = (0..bodies.len()).map(|_| OnceCell::new()).collect();
        let mut evaluator = Self {
            bp,
            side,
            left: (f32::from(bp.view.scenario_info().turns) - turn + 1.0).max(1.0),
            terms: bp.view.resource::<VictoryTerms>(),
            judgement: &bp.book.judgement,
            bodies,
            aims: OnceCell::new(),
            rests,
            onsets: Memo::default(),
        };
        for n in 0..evaluator.bodies.len() {
            let body = &evaluator.bodies[n];
            let apart = |foe: &UnitSummary| (foe.unit, body.stance.gap(&foe.stance));
            evaluator.bodies[n].faced = evaluator.foes(body).map(apart).min_by(|a, b| a.1.total_cmp(&b.1));
        }
        evaluator
    }

    /// What a building is worth to a side that holds it rather than the enemy.
    pub fn house_value(&self, building: Option<usize>) -> f32 {
        let Some(building) = building else { return 0.0 };
        let outline = &self.bp.view.terrain().buildings[building].outline;
        let holds = self.terms.holds.iter();
        let here = holds.filter(|hold| measure::inside(self.terms.objectives[hold.objective].at, outline));
        here.map(|hold| hold.points * self.judgement.units.point).sum()
    }

    /// A unit, if it is on the table or about to come.
    pub fn body(&self, unit: UnitId) -> Option<&UnitSummary> {
        self.bodies.binary_search_by_key(&unit, |body| body.unit).ok().map(|at| &self.bodies[at])
    }

    /// Whether a commander is the general.
    pub fn general(&self, commander: UnitId) -> bool {
        self.bp.officer(commander).is_some_and(|officer| officer.general)
    }

    /// The units that an order names.
    pub fn named(&self, order: &Order) -> Vec<&UnitSummary> {
        order.pieces.iter().filter_map(|piece| self.body(self.bp.view.unit_of(*piece))).collect()
    }

    /// The enemy's units on the table.
    pub fn enemies(&self) -> impl Iterator<Item = &UnitSummary> {
        self.bodies.iter().filter(|body| !body.ours && !body.coming)
    }

    /// The side's own units on the table.
    pub fn friends(&self) -> impl Iterator<Item = &UnitSummary> {
        self.bodies.iter().filter(|body| body.ours && !body.coming)
    }

    /// The units of the other side of a body that are on the table.
    pub fn foes(&self, of: &UnitSummary) -> impl Iterator<Item = &UnitSummary> {
        let ours = of.ours;
        self.bodies.iter().filter(move |body| body.ours != ours && !body.coming)
    }

    /// The enemy nearest to a stance, with the distance.
    pub fn nearest_enemy(&self, stance: &Stance) -> Option<(&UnitSummary, f32)> {
        self.enemies().map(|enemy| (enemy, stance.gap(&enemy.stance))).min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// BP-6.1 to BP-6.3: the charge of a unit at an enemy from where it stands; `None` if the rules refuse it.
    pub fn onset(&self, body: &UnitSummary, target: &UnitSummary) -> Option<Onset> {
        self.onsets.get((body.unit, target.unit), || {
            let way = self.bp.charge_from(body.unit, &self.bp.pose(body.unit), target.unit).ok()?;
            let moves = self.bp.moves_needed(body.unit, way.cost);
            Some(Onset { moves, face: way.face, contact: way.contact })
        })
    }
}

/// What one unit counts towards breaking its brigade and the army.
fn worth_to_brigade(bp: &BlackPowderView, commander: UnitId) -> f32 {
    if bp.play().broken.contains(&commander) {
        return 0.0;
    }
    let settings = bp.settings();
    let (counted, gone) = bp.brigade_state(commander);
    let needed = ((counted as f32 * bp.brigade_break_share(commander) - 1e-3).ceil() - gone as f32).max(1.0);
    let side = bp.side(commander);
    let points = settings.points_brigade.max(bp.book.judgement.units.brigade);
    let brigades = bp.brigades_of(side).count() as f32;
    let army = match settings.army_break {
        // A broken army loses all that its brigades are worth.
        ArmyBreak::Loses => points * brigades,
        ArmyBreak::Ends | ArmyBreak::Points => settings.points_army.get(side.index()).copied().unwrap_or(0.0),
    };
    let more = ((bp.army_break_share(side) - bp.broken_share(side)) * brigades - 1e-3).ceil().max(1.0);
    (points + army / more) / needed
}

/// What a unit is worth as it is, and what it would be worth unshaken.
fn worth(bp: &BlackPowderView, unit: UnitId) -> (f32, f32) {
    let values = bp.values(unit);
    let lost = values.worth_lost.unwrap_or(bp.view.resource::<VictoryTerms>().losses.each)
        + breaks::at_stake(&bp.view, unit, |other| bp.units_lost(other));
    let fights = matches!(values.troop, Troop::Infantry | Troop::Cavalry);
    let brigade = bp.unit(unit).superior.filter(|_| fights).map_or(0.0, |commander| worth_to_brigade(bp, commander));
    let units = &bp.book.judgement.units;
    let worth = |brigade: f32| (lost + brigade + bp.worth_off(unit)).max(units.least) * units.point;
    (worth(if bp.shaken(unit) { units.spent * brigade } else { brigade }), worth(brigade))
}

/// The part of a unit's worth that one more casualty costs; `left` is how many it can take until it is shaken: the fewer
/// these are, the more each of them counts.
pub fn cost(left: f32) -> f32 {
    1.0 / (1.0 + left.max(1.0))
}

fn body(bp: &BlackPowderView, unit: UnitId, side: SideId) -> Option<UnitSummary> {
    let values = bp.regiment(unit)?;
    let here = bp.present(unit);
    let stance = Stance::of(&bp.start_pose(unit).filter(|_| here || bp.side(unit) == side)?);
    let left = f32::from(values.stamina) - f32::from(bp.casualties(unit));
    let (value, whole) = worth(bp, unit);
    Some(UnitSummary {
        unit,
        piece: bp.piece(unit),
        ours: bp.side(unit) == side,
        brigade: bp.unit(unit).superior,
        troop: values.troop,
        stance,
        coming: !here,
        left,
        shaken: bp.shaken(unit),
        unsteady: bp.shaken(unit) || bp.disordered(unit),
        busy: bp.in_combat(unit),
        broken: bp.broken(unit),
        hand: f32::from(values.hand),
        range: bp.weapon(unit).map_or(0.0, |weapon| bp.inches(weapon.range)),
        inches: bp.move_in(unit, Formation::Line),
        building: values.building,
        value,
        whole,
        hurt: value * cost(left),
        off: bp.worth_off(unit),
        faced: None,
    })
}
