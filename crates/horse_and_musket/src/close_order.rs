//! What close order does to fire, fights, morale and activation (HM-5.10 to HM-5.18), and the weapons of chapter 3.

use std::{any::Any, sync::Arc};

use crate::{body, data::CloseOrder, groups};
use grapeshot_combat_patrol::{
    book::{
        action_card::ActionCard,
        grade::Grade,
        profile::{Band, Weapon},
        troops::Troop,
    },
    state::{
        sequence_of_play::Activation,
        ways::{Fixed, Route},
    },
    view::{
        rulebook::SkirmishView,
        supplement::{AfterShot, FightSide, Supplement},
    },
};
use grapeshot_floor::{
    english::{count, signed},
    events::{Explained, RuleId},
    forces::{PieceId, UnitId},
    orders::{Order, Refusal},
    table::footprint::Outline,
    turn::{Derivation, position::Weights},
};

/// The Horse and Musket supplement.
pub struct HorseAndMusket {
    /// The numbers of close order.
    close_order: CloseOrder,
    /// Troops that fight in their own way.
    troops: Vec<Troop>,
    /// What a position is worth.
    worth: Weights,
}

/// A close order group, shared by all who ask.
type Group = Arc<Vec<PieceId>>;

/// The close order group of a figure.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct GroupOf(PieceId);

impl Derivation for GroupOf {
    type Answer = Option<Group>;
}

/// The close order groups of a unit.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct GroupsOf(UnitId);

impl Derivation for GroupsOf {
    type Answer = Arc<[Group]>;
}

/// HM-5.17: whether enough of a unit is in close order.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct MostlyFormed(UnitId);

impl Derivation for MostlyFormed {
    type Answer = bool;
}

impl HorseAndMusket {
    /// The supplement with its numbers.
    pub fn new(close_order: CloseOrder, troops: Vec<Troop>, worth: Weights) -> Self {
        Self { close_order, troops, worth }
    }

    /// The group of a figure, if it is in one. A leader who stands in no group of his own unit may stand in that of
    /// another.
    fn group_of(&self, cp: &SkirmishView, piece: PieceId) -> Option<Group> {
        cp.view.derive(GroupOf(piece), || {
            if !groups::touches_anybody(cp, piece) {
                return None;
            }
            let unit = cp.view.unit_of(piece);
            let of_unit = cp.view.derive(GroupsOf(unit), || {
                groups::groups(cp, &self.close_order, unit).into_iter().map(Arc::new).collect()
            });
            let own = of_unit.iter().find(|group| group.contains(&piece)).cloned();
            own.or_else(|| {
                cp.as_leader(piece)?;
                groups::group_under(cp, &self.close_order, piece).map(Arc::new)
            })
        })
    }

    /// HM-5.17: whether enough of a unit is in close order.
    fn mostly_formed(&self, cp: &SkirmishView, unit: UnitId) -> bool {
        cp.view.derive(MostlyFormed(unit), || groups::mostly_formed(cp, &self.close_order, unit))
    }

    /// HM-5.17: the grade counted one up if enough of the unit is in close order.
    fn raised(&self, cp: &SkirmishView, unit: UnitId, rule: &'static str) -> (Grade, Option<RuleId>) {
        let guts = cp.section(unit).guts;
        if self.mostly_formed(cp, unit) { (guts.up(), Some(RuleId::new(rule))) } else { (guts, None) }
    }
}

impl Supplement for HorseAndMusket {
    fn itself(&self) -> &dyn Any {
        self
    }

    /// HM-5.13: a figure in close order fires within 15 degrees of its facing.
    fn fire_arc(&self, cp: &SkirmishView, shooter: PieceId) -> (f32, RuleId) {
        if self.in_body(cp, shooter) {
            (self.close_order.arc, RuleId::new("HM-5.13"))
        } else {
            (90.0, RuleId::new("CP-1.6"))
        }
    }

    fn weights(&self) -> &Weights {
        &self.worth
    }

    fn troops(&self) -> &[Troop] {
        &self.troops
    }

    /// HM-5.1: figures that touch, four or more.
    fn forms_body(&self, outlines: &[Outline], touch: &dyn Fn(&Outline, &Outline) -> bool) -> bool {
        let numbered: Vec<_> = (0..).map(PieceId).zip(outlines.iter().copied()).collect();
        !groups::linked(&numbered, self.close_order.min_linked, touch).is_empty()
    }

    /// HM-5.12: the first two ranks of a group fire.
    fn may_shoot(&self, cp: &SkirmishView, shooter: PieceId) -> Result<(), Refusal> {
        let Some(group) = self.group_of(cp, shooter) else { return Ok(()) };
        let rank = groups::rank(cp, &self.close_order, &group, shooter);
        if rank > self.close_order.firing_ranks {
            let reason = format!("{} stands in rank {rank}: only the first two ranks fire", cp.name(shooter));
            return Err(Refusal::new(RuleId::new("HM-5.12"), reason));
        }
        Ok(())
    }

    /// HM-5.14: a named target in close order counts one range band shorter.
    fn band_against(&self, cp: &SkirmishView, target: PieceId, band: Band) -> (Band, Option<RuleId>) {
        if !self.in_body(cp, target) {
            return (band, None);
        }
        let mut nearer = band;
        for _ in 0..self.close_order.band_reduction {
            nearer = nearer.shorter();
        }
        (nearer, Some(RuleId::new("HM-5.14")))
    }

    /// HM-3.3, HM-3.4: a weapon that reloads gets one marker, two on a misfire (an out-of-ammo card with an even
    /// randomizer); HM-3.5: a bow is out of ammunition as in the core.
    fn after_shot(&self, _: &SkirmishView, weapon: &Weapon, card: &ActionCard) -> AfterShot {
        if !weapon.reload {
            return AfterShot { reload: 0, out_of_ammo: u8::from(card.ooa) };
        }
        let misfire = card.ooa && card.hr.is_multiple_of(2);
        AfterShot { reload: if misfire { 2 } else { 1 }, out_of_ammo: 0 }
    }

    /// HM-5.16: activation cards one grade up.
    fn activation_grade(&self, cp: &SkirmishView, unit: UnitId) -> (Grade, Option<RuleId>) {
        self.raised(cp, unit, "HM-5.16")
    }

    /// HM-5.16, CP-2.2: a Regular unit of enough figures can rank as Elite.
    fn may_rank_as_elite(&self, cp: &SkirmishView, unit: UnitId) -> bool {
        let section = cp.section(unit);
        let enough = cp.men(unit).count() >= self.close_order.min_linked;
        section.guts == Grade::Elite || (section.guts == Grade::Regular && enough)
    }

    /// HM-5.15: morale one grade up.
    fn morale_grade(&self, cp: &SkirmishView, unit: UnitId) -> (Grade, Option<RuleId>) {
        self.raised(cp, unit, "HM-5.15")
    }

    /// HM-5.15: the leader may remove one marker more.
    fn extra_removals(&self, cp: &SkirmishView, unit: UnitId) -> (u8, Option<RuleId>) {
        if self.mostly_formed(cp, unit) {
            (self.close_order.leader_extra, Some(RuleId::new("HM-5.15")))
        } else {
            (0, None)
        }
    }

    /// HM-3.2: a fixed bayonet adds to the weapon that carries it.
    fn weapon_hth(&self, cp: &SkirmishView, figure: PieceId, weapon: u8, moved: bool) -> (i8, String, RuleId) {
        let weapon = cp.book.weapon(weapon);
        if weapon.bayonet && cp.soldier(figure).bayonet {
            let hth = weapon.hth + self.close_order.bayonet;
            return (hth, format!("{}, bayonet", weapon.name), RuleId::new("HM-3.2"));
        }
        if weapon.hth_moving.is_some() {
            let state = if moved { "moving" } else { "not moving" };
            return (weapon.hth_of(moved), format!("{}, {state}", weapon.name), RuleId::new("HM-6.12"));
        }
        (weapon.hth, weapon.name.to_string(), RuleId::new("HM-3.1"))
    }

    /// HM-5.10: the bonus of close order, not against an enemy who attacks from the rear.
    fn melee_modifiers(
        &self,
        _cp: &SkirmishView,
        _figure: PieceId,
        _foe: PieceId,
        fight: FightSide,
        sum: &mut Explained,
    ) {
        if fight.in_body && !fight.from_rear {
            sum.add("HM-5.10", "close order", f32::from(self.close_order.melee_bonus));
        }
    }

    fn body_of(&self, cp: &SkirmishView, piece: PieceId) -> Vec<PieceId> {
        self.group_of(cp, piece).map_or_else(|| vec![piece], |group| group.to_vec())
    }

    fn in_body(&self, cp: &SkirmishView, piece: PieceId) -> bool {
        self.group_of(cp, piece).is_some()
    }

    fn rank_in_body(&self, cp: &SkirmishView, piece: PieceId) -> u8 {
        self.group_of(cp, piece).map_or(1, |group| groups::rank(cp, &self.close_order, &group, piece))
    }

    /// HM-5.8: a group moves at quarter rate in rough ground.
    fn rough_in_body(&self, cp: &SkirmishView, piece: PieceId) -> Option<f32> {
        self.in_body(cp, piece).then_some(self.close_order.rough_cost)
    }

    fn plan_body(&self, cp: &SkirmishView, order: &Order, activation: &Activation) -> Result<Fixed, Refusal> {
        cp.may_form(activation.unit)?;
        body::plan(cp, &self.close_order, order, activation)
    }

    fn charge_formed(&self, cp: &SkirmishView, activation: &Activation, fixed: &mut Fixed) -> Result<(), Refusal> {
        body::charge_formed(cp, &self.close_order, activation, fixed)
    }

    /// HM-5.9: a body that moves as one is in close order for the whole of its movement, and so are the figures that
    /// close up from it, unless losses on the way have left too few.
    fn keeps_body_bonus(&self, cp: &SkirmishView, route: &Route, all: &[Route]) -> bool {
        body::kept_together(cp, &self.close_order, route, all)
    }

    fn state_of(&self, cp: &SkirmishView, unit: UnitId) -> Option<String> {
        let groups = groups::groups(cp, &self.close_order, unit);
        let largest = groups.iter().max_by_key(|group| group.len())?;
        let ranks = largest.iter().map(|piece| groups::rank(cp, &self.close_order, largest, *piece)).max()?;
        Some(format!("close order, {}", count(ranks.into(), "rank")))
    }

    /// HM-9.1: the close order summary of the card.
    fn melee_lines(&self, _cp: &SkirmishView) -> Vec<Vec<String>> {
        vec![vec!["close order".into(), signed(self.close_order.melee_bonus.into())]]
    }

    /// HM-9.1: the close order summary of the card.
    fn movement_lines(&self, _cp: &SkirmishView) -> Vec<Vec<String>> {
        let c = &self.close_order;
        vec![
            vec!["close order: oblique, once".into(), format!("{}\u{2033}", signed(c.oblique))],
            vec!["close order: each obstacle".into(), format!("{}\u{2033}", signed(c.obstacle_foot))],
            vec!["close order: rough ground".into(), "quarter".into()],
            vec!["close order: arc of fire".into(), format!("{:.0}\u{b0}", c.arc * 2.0)],
            vec!["fire at close order".into(), "one band nearer".into()],
            vec!["close order: morale".into(), "one grade up".into()],
        ]
    }
}
