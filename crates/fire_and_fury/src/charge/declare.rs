//! Which units charge which enemies (FF-10.1, FF-10.4).

use bevy::math::Vec2;

use super::ways::{Allowance, Way};
use crate::{
    book::{
        formations::Formation,
        marks,
        values::{Arm, Effect},
    },
    state::{
        orders::planned,
        sequence_of_play::{Charge, change},
        view::FuryView,
    },
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::UnitId,
    orders::{Leg, Order, Plan, Refusal},
    procedure::Found,
    shared::refuse,
    turn::{BattleMut, Derivation},
};

/// FF-10.2: the way of a charge, by the charger, its target, the effect of its check, and whether it chooses the full
/// move in disorder; the answer also says whether it goes that full move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ChargeOf(UnitId, UnitId, Effect, bool);

impl Derivation for ChargeOf {
    type Answer = Option<(Way, bool)>;
}

impl FuryView<'_> {
    /// FF-10.1: whether a unit may charge at all.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn may_charge(&self, unit: UnitId) -> Result<Effect, Refusal> {
        let (name, values, work) = (self.name(unit), self.values(unit), self.work(unit));
        if values.is_guns() || values.is_broken() {
            return refuse(
                "FF-10.1",
                format!("{name} is {}: it never charges", if values.is_guns() { "guns" } else { "broken" }),
            );
        }
        let storms = values.formation() == Formation::MarchColumn
            && work.effect.is_some_and(Effect::is_well_handled)
            && self.is_near_defile(unit);
        let barred = matches!(values.formation(), Formation::MarchColumn | Formation::Square | Formation::Garrison);
        if barred && !storms {
            return refuse("FF-10.1", format!("{name} is in {} and does not charge", values.formation().label()));
        }
        if work.done {
            return refuse("FF-10.1", format!("{name} has made its maneuver"));
        }
        if self.charge_of(unit).is_some() {
            return refuse("FF-10.1", format!("{name} has declared its charge"));
        }
        match work.effect {
            Some(effect) if effect.is_usable() => Ok(effect),
            Some(effect) => refuse("FF-10.1", format!("{name} is {}", effect.words())),
            None => refuse("FF-10.1", format!("{name} has not checked")),
        }
    }

    /// FF-10.4: whether a unit may charge with cold steel.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn may_use_steel(&self, unit: UnitId) -> Result<(), Refusal> {
        let (name, values) = (self.name(unit), self.values(unit));
        if !values.flags.bayonets {
            return refuse("FF-2.11", format!("{name} has no bayonets"));
        }
        if values.arm == Arm::Cavalry && !values.mounted {
            return refuse("FF-10.4", format!("{name} is dismounted"));
        }
        Ok(())
    }

    /// FF-10.1: the way of a charge by the check of its unit, and whether it goes its full move in disorder: by choice, or
    /// because half a move does not reach.
    pub fn way_by_check(&self, unit: UnitId, target: UnitId, effect: Effect, by_choice: bool) -> Option<(Way, bool)> {
        let way = |disordered| {
            let way = self.charge_way(unit, target, Allowance::of(effect, disordered));
            way.map(|way| (way, disordered))
        };
        let find = || match by_choice {
            true => way(true),
            false if effect.is_well_handled() => way(false),
            false => way(false).or_else(|| way(true)),
        };
        self.derive(ChargeOf(unit, target, effect, by_choice), find)
    }

    /// FF-10.17: whether a charger is behind the front of its target as it declares its charge.
    pub fn declares_on_flank(&self, unit: UnitId, target: UnitId) -> bool {
        let centres: Vec<Vec2> = self.outlines(unit).map(|stand| stand.place.at).collect();
        self.is_charged_in_flank(target, &centres)
    }

    /// FF-10.17: whether a charger whose stands have these middles is behind the front of a unit.
    pub fn is_charged_in_flank(&self, unit: UnitId, stands: &[Vec2]) -> bool {
        if self.has_no_flank(unit) || !self.behind_front(unit, stands) {
            return false;
        }
        let pose = self.pose(unit);
        let middle = stands.iter().sum::<Vec2>() / stands.len() as f32;
        let hand = if (middle - pose.front).dot(pose.facing.right()) >= 0.0 { 1.0 } else { -1.0 };
        !self.flank_is_refused(unit, hand, stands)
    }

    /// FF-10.1: whether a unit may charge another, and along which way.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_charge(&self, order: &Order) -> Found<Charge> {
        let unit = self.one_unit(order)?;
        let effect = self.may_charge(unit)?;
        let name = self.name(unit);
        let Some(target) = order.target.map(|piece| self.view.unit_of(piece)) else {
            return refuse("FF-10.1", "Name the enemy");
        };
        if self.troops(target).is_none() || self.side(target) == order.side || !self.present(target) {
            return refuse("FF-10.1", format!("{name} charges an enemy unit on the table"));
        }
        if self.values(target).sheltered.is_some() {
            return refuse("FF-12.6", format!("{} is abandoned and no target", self.name(target)));
        }
        let (cold_steel, in_disorder) = match order.choice.as_deref() {
            Some("cold_steel") => (true, false),
            None | Some("fire") => (false, false),
            Some("cold_steel_disordered") => (true, true),
            Some("fire_disordered") => (false, true),
            _ => {
                return refuse(
                    "FF-10.4",
                    "Say whether with cold_steel or with fire, _disordered after it for a full move",
                );
            }
        };
        if in_disorder && !effect.is_tardy() {
            return refuse("FF-6.4", format!("{name} needs no disorder: only a Tardy or a Rally gives this choice"));
        }
        if cold_steel {
            self.may_use_steel(unit)?;
        }
        if !self.sees(unit, target) {
            return refuse("FF-10.1", format!("{name} does not see {}", self.name(target)));
        }
        let mut storm: Vec<Vec2> = Vec::new();
        for leg in &order.path {
            let Leg::To(point) = leg else { return refuse("FF-12.2", "Name the points of the way through the defile") };
            storm.push(*point);
        }
        let (way, disordered) = if !storm.is_empty() {
            (self.storm_way(unit, target, effect, &storm)?, false)
        } else if self.formation(unit) == Formation::MarchColumn {
            return refuse("FF-10.1", format!("{name} is in march column: it charges through a defile only"));
        } else if let Some(found) = self.way_by_check(unit, target, effect, in_disorder) {
            found
        } else {
            return refuse("FF-10.1", format!("{name} does not reach {}", self.name(target)));
        };
        let end = way.poses[way.poses.len() - 1];
        let laid: Vec<_> = grapeshot_floor::shared::formed::walk::Body::outlines(&self.body_in(unit, &end)).collect();
        let cost = Explained::base("FF-10.2", "the way to contact", way.cost);
        let moves = self.stands(unit).into_iter().zip(laid).map(|(piece, outline)| {
            let path = vec![self.view.place(piece).at, outline.place.at];
            planned(piece, path, outline.place, None, cost.clone(), None, None)
        });
        let steel = if cold_steel { " with cold steel" } else { "" };
        let mut warnings = Vec::new();
        if disordered {
            warnings.push(format!("{name} goes its full move and becomes disordered (FF-6.4)"));
        }
        let charge = Charge {
            cold_steel,
            disordered,
            outflanks: self.declares_on_flank(unit, target),
            also: way.also.iter().map(|met| (*met, self.declares_on_flank(unit, *met))).collect(),
            storm,
            ..Charge::new(unit, target, self.level_of(unit))
        };
        let summary = format!("{name} charges {}{steel}", self.name(target));
        Ok((Plan { summary, moves: moves.collect(), warnings, ..Plan::default() }, charge))
    }
}

/// Declares the charge of the order in hand.
pub fn resolve_charge(battle: &mut BattleMut, _: &Order, charge: Charge) {
    let view = battle.view();
    let (name, enemy) = (view.unit(charge.unit).name.clone(), view.unit(charge.target).name.clone());
    let side = view.side_of_unit(charge.unit);
    let steel = if charge.cold_steel { " with cold steel" } else { "" };
    let text = format!("{name} charges {enemy}{steel}");
    battle.log(Some(side), EventKind::Note, RuleId::new("FF-10.1"), text.clone(), Explained::default());
    battle.mark_unit(charge.unit, &marks::CHARGING, 1, RuleId::new("FF-10.1"), text.clone());
    if charge.cold_steel {
        battle.mark_unit(charge.unit, &marks::COLD_STEEL, 1, RuleId::new("FF-10.4"), text);
    }
    change(battle, |play| play.charges.push(charge));
}
