use crate::battle::Battle;
use grapeshot_floor::{
    forces::{PieceId, SideId, UnitId},
    orders::Order,
    turn::{Ask, BattleView, Fire, Readiness, VictoryTerms},
};
use std::collections::BTreeSet;

/// The table as a side sees it.
pub struct Table<'b> {
    battle: &'b Battle,
    pub view: BattleView<'b>,
    pub side: SideId,
}

impl<'b> Table<'b> {
    pub fn of(battle: &'b Battle, side: SideId) -> Self {
        Self { battle, view: battle.view_of(side), side }
    }

    pub fn readiness(&self, unit: UnitId) -> Readiness {
        self.battle.rules().readiness(&self.view, unit)
    }

    pub fn present(&self, unit: UnitId) -> bool {
        self.view.knows_unit(unit) && self.view.present(unit).next().is_some()
    }

    pub fn name(&self, unit: UnitId) -> &'b str {
        &self.view.unit(unit).name
    }

    /// The troops of a side that the viewer knows of and that obey, without commanders.
    fn troops(&self, own: bool) -> impl Iterator<Item = UnitId> {
        let units = self.view.units().filter(move |unit| match own {
            true => self.view.side_of_unit(*unit) == self.side,
            false => self.view.is_enemy_unit(*unit, self.side),
        });
        let fit = move |unit: &UnitId| {
            let ready = self.readiness(*unit);
            ready.obeys && !ready.commander
        };
        units.filter(move |unit| self.present(*unit)).filter(fit)
    }

    pub fn friends(&self) -> impl Iterator<Item = UnitId> {
        self.troops(true)
    }

    pub fn enemies(&self) -> impl Iterator<Item = UnitId> {
        self.troops(false)
    }

    /// The inches between two units, from base to base.
    pub fn gap(&self, one: UnitId, other: UnitId) -> f32 {
        let theirs: Vec<PieceId> = self.view.present(other).collect();
        let gaps = self.view.present(one).flat_map(|own| theirs.iter().map(move |foe| self.view.gap(own, *foe)));
        gaps.fold(f32::INFINITY, f32::min)
    }

    /// Whether an enemy could fire at a unit.
    pub fn under_fire(&self, unit: UnitId) -> bool {
        self.enemies().any(|enemy| self.battle.rules().fire_on(&self.view, enemy, unit).is_some())
    }

    /// Whether an enemy could fire canister at a unit.
    pub fn under_canister(&self, unit: UnitId) -> bool {
        let rules = self.battle.rules();
        self.enemies().any(|enemy| rules.fire_on(&self.view, enemy, unit) == Some(Fire::Canister))
    }

    /// Whether a unit could fire at an enemy.
    pub fn bears(&self, unit: UnitId) -> bool {
        self.enemies().any(|enemy| self.battle.rules().fire_on(&self.view, unit, enemy).is_some())
    }

    /// Whether a unit stands at an objective.
    pub fn at_objective(&self, unit: UnitId) -> bool {
        let terms = self.view.get_resource::<VictoryTerms>();
        let objectives = terms.map_or(&[][..], |terms| &terms.objectives);
        let at = |piece: PieceId| {
            let outline = self.view.outline(piece);
            objectives.iter().any(|objective| outline.gap_to_point(objective.at) <= objective.radius)
        };
        self.view.present(unit).any(at)
    }

    /// Whether the reason why a way stops names a friend of a unit. Of the units that it could name, it names the one with
    /// the longest name.
    pub fn names_a_friend(&self, why: &str, unit: UnitId) -> bool {
        let others = self.view.units().filter(|other| *other != unit);
        let named = others.filter(|other| !self.name(*other).is_empty() && why.contains(self.name(*other)));
        named
            .max_by_key(|other| self.name(*other).len())
            .is_some_and(|other| self.view.side_of_unit(other) == self.side)
    }
}

/// The units that a question is about, of the side that is asked.
pub fn asked(view: &BattleView, ask: &Ask) -> BTreeSet<UnitId> {
    let pieces = ask.pieces.iter().map(|piece| view.unit_of(*piece));
    ask.unit.into_iter().chain(pieces).filter(|unit| view.side_of_unit(*unit) == ask.side).collect()
}

/// The units that an order is for: those of its pieces, else those that the question is about.
pub fn ordered(view: &BattleView, ask: &Ask, order: &Order) -> BTreeSet<UnitId> {
    match order.pieces.is_empty() {
        true if ask.pick => BTreeSet::new(),
        true => asked(view, ask),
        false => order.pieces.iter().map(|piece| view.unit_of(*piece)).collect(),
    }
}
