//! Step 4: assaults are declared, and the half move is made (SB-9.1, SB-9.2).

use super::{
    way::Way,
    wording::{edge_words, needs},
};
use crate::{
    book::{
        data::TroopRow,
        dice::{self, Bare, Score, Tally},
        marks,
        values::{Chit, Formation, Level, Motion, Reason},
    },
    fire::shot::{Load, Occasion, Shot},
    morale::modifiers::{Circumstances, Surroundings},
    movement::{marching, moves::Walk},
    state::{
        chits,
        pose::Pose,
        sequence_of_play::{Assault, AssaultStage, SequenceOfPlay},
        view::BurtView,
    },
};
use grapeshot_floor::{
    english::inches,
    events::{Explained, RuleId},
    forces::{SideId, UnitId},
    orders::{Odds, Order, Plan, Refusal},
    procedure::Found,
    shared::{
        formed::{
            block::{self, Face},
            cues,
        },
        refuse,
    },
    turn::BattleMut,
};

/// An assault that a unit may declare.
#[derive(Debug, Clone)]
pub struct Declared {
    /// The assaulter.
    pub unit: UnitId,
    /// The enemy that it assaults.
    pub target: UnitId,
    /// The way to the edge that it strikes.
    pub way: Way,
}

impl BurtView<'_> {
    /// SB-4.1: inches of the charge of a unit in its formation; 0 if it does not charge.
    pub fn charge_reach(&self, unit: UnitId) -> f32 {
        match self.formation(unit) {
            Formation::House => 0.0,
            formation => TroopRow::by_formation(self.row(unit).charges, formation),
        }
    }

    /// SB-9.1: whether a unit is fit to assault at all, whatever its order.
    ///
    /// # Errors
    /// Why it is not: its arm, its formation, its level, what it is doing.
    pub fn can_assault(&self, unit: UnitId) -> Result<(), Refusal> {
        let name = self.name(unit);
        if self.troops(unit).is_none_or(|values| !values.arm.is_close_order()) {
            return refuse("SB-3.3", "This troop type cannot assault");
        }
        if !self.present(unit) {
            return refuse("SB-9.1", format!("{name} is not on the table"));
        }
        match self.level(unit) {
            Level::Rout => return refuse("SB-7.3", format!("{name} is routing")),
            Level::Shaken => return refuse("SB-9.1", "Shaken troops cannot assault"),
            _ => {}
        }
        if self.in_melee(unit) {
            return refuse("SB-9.15", format!("{name} is in melee"));
        }
        if self.values(unit).pursuing.is_some() {
            return refuse("SB-10.2", format!("{name} is pursuing"));
        }
        if self.work(unit).retreated {
            return refuse("SB-10.3", format!("{name} has retreated in this turn"));
        }
        match self.formation(unit) {
            Formation::Square => refuse("SB-4.1", format!("{name} is in square: a square does not charge")),
            Formation::House => refuse("SB-4.9", format!("{name} is in a building, which it has to leave first")),
            _ => Ok(()),
        }
    }

    /// SB-9.1: whether a unit may assault an enemy from where it stands; gives its way.
    ///
    /// # Errors
    /// Why it may not: it does not see the enemy or reach it, somebody is in the way, or too many units assault the
    /// enemy already.
    pub fn assault_on(&self, unit: UnitId, target: UnitId) -> Result<Way, Refusal> {
        let name = self.name(target);
        if self.troops(target).is_none() {
            return refuse("SB-9.1", format!("{name} is no unit of troops: commanders are not assaulted"));
        }
        if !self.present(target) {
            return refuse("SB-9.1", format!("{name} is not on the table"));
        }
        let reach = self.charge_reach(unit);
        let front = block::front(&self.outline(unit));
        let nearest = block::nearest_point(&self.outline(target), front);
        if !self.within(front.distance(nearest), reach) {
            return refuse(
                "SB-9.1",
                format!("Out of charge reach: {name} is {} away", inches(front.distance(nearest))),
            );
        }
        if !self.sees(unit, target) {
            return refuse("SB-9.1", format!("{} does not see {name}", self.name(unit)));
        }
        if self.arm(unit).is_cavalry() && self.house_of(target).is_some() {
            return refuse("SB-4.9", "Cavalry does not go into buildings");
        }
        let way = self.way_to(unit, target)?;
        if !self.within(way.cost, reach) {
            let text = format!("Out of charge reach: the way takes {} of {}", inches(way.cost), inches(reach));
            return refuse("SB-9.1", text);
        }
        self.has_room_at(target, way.edge)?;
        Ok(way)
    }

    /// Whether a unit may declare an assault, as far as the viewer knows: it may have the order, and has a legal
    /// target.
    ///
    /// # Errors
    /// Why it may not.
    pub fn may_declare(&self, unit: UnitId) -> Result<(), Refusal> {
        self.is_to_assault(unit)?;
        match self.enemies_of(self.side(unit)).any(|enemy| self.assault_on(unit, enemy).is_ok()) {
            true => Ok(()),
            false => refuse("SB-3.4", format!("{} has no enemy that it can assault", self.name(unit))),
        }
    }

    /// Whether a unit is free and ordered to assault in this step.
    fn is_to_assault(&self, unit: UnitId) -> Result<(), Refusal> {
        self.can_assault(unit)?;
        cues::require(&self.view, unit, "SB-3.3")?;
        if self.work(unit).acted || self.assault_of(unit).is_some() {
            return refuse("SB-2.2", format!("{} has declared its assault", self.name(unit)));
        }
        if !self.may_have(unit, Chit::Assault) {
            let chit = self.chit(unit).map_or("other", Chit::label);
            return refuse("SB-3.3", format!("{} has {chit} orders: only ASSAULT may assault", self.name(unit)));
        }
        Ok(())
    }

    /// SB-3.4: a unit of a side that must declare before the side may pass, if there is one.
    pub fn must_declare(&self, side: SideId) -> Option<UnitId> {
        self.units_of(side).find(|unit| self.chit(*unit) == Some(Chit::Assault) && self.may_declare(*unit).is_ok())
    }

    /// SB-8.1: what a unit will need to pass the test of an assault on an edge of a target, once it has advanced.
    pub fn assault_test(&self, unit: UnitId, target: UnitId, edge: Face) -> Score {
        self.assault_test_among(unit, target, edge, &self.surroundings(unit))
    }

    /// As [`Self::assault_test`], for a unit with these surroundings, with the reasons of the sum or without.
    pub fn assault_test_among<T: Tally>(
        &self,
        unit: UnitId,
        target: UnitId,
        edge: Face,
        surroundings: &Surroundings,
    ) -> T {
        let about = Circumstances { enemies: vec![target], ..Circumstances::default() };
        let mut score: T = self.morale_among(unit, Reason::Assaulting, &about, surroundings);
        let add = &self.book.morale.add;
        match self.work(unit).motion {
            Some(Motion::Advanced) => {}
            motion => {
                let retired = if motion == Some(Motion::Retired) { add.retiring } else { 0 };
                score.modify("SB-8.3", "advancing in the assault", add.advancing - retired);
            }
        }
        let flanked = edge != Face::Front && !matches!(self.formation(target), Formation::Square | Formation::House);
        if flanked && self.assault_of(unit).is_none_or(|assault| assault.target != target) {
            score.modify("SB-8.3", "charging a flank or rear", self.settings().top_morale_group as i8);
        }
        score
    }

    /// SB-9.6, SB-9.9: the chance of a unit to pass the test of its assault on an edge of a target that fires this shot
    /// at it first.
    pub fn goes_in_after<T: Tally>(&self, shot: &Shot<T>, edge: Face, surroundings: &Surroundings) -> f32 {
        let (unit, target) = (shot.target, shot.firer);
        let (mut chance, mut known) = (0.0, None);
        for (fallen, share) in shot.losses().into_iter().enumerate() {
            let weaker = self.if_fallen(unit, fallen as u8);
            let state = (weaker.weakness(unit), weaker.lost_this_turn(unit) > 0);
            let passes = known.filter(|(same, _)| *same == state).map_or_else(
                || dice::chance(weaker.assault_test_among::<Bare>(unit, target, edge, surroundings).needed()),
                |(_, passes)| passes,
            );
            known = Some((state, passes));
            chance += share * passes;
        }
        chance
    }

    /// SB-9.6: the shots that a target may have at its assaulter, whatever its order.
    pub fn shots_at_assaulter(&self, target: UnitId, unit: UnitId) -> impl Iterator<Item = Shot> {
        let aimed = move |load: &Load| self.aim(target, unit, *load, Occasion::Reaction).ok();
        self.loads(target).iter().filter_map(aimed)
    }

    /// SB-9.6: the chances of a unit to pass the test of its assault on an edge of its target if the target, which may
    /// have orders to fire, fires first.
    fn after_fire(&self, unit: UnitId, target: UnitId, edge: Face) -> Vec<(String, RuleId)> {
        if ![Chit::Fire, Chit::Reserve].into_iter().any(|chit| self.may_have(target, chit)) {
            return Vec::new();
        }
        let surroundings = self.surroundings(unit);
        let told = |shot: Shot| {
            let chance = self.goes_in_after(&shot, edge, &surroundings);
            let with = if shot.load.is_artillery() { format!(" {}", shot.load.id()) } else { String::new() };
            let text = format!("{:.0} % if {} fires{with} first", chance * 100.0, self.name(target));
            (text, RuleId::new("SB-9.6"))
        };
        self.shots_at_assaulter(target, unit).map(told).collect()
    }

    /// SB-9.2: the walk on which a unit goes half of the way of an assault; it tests and its target reacts after it.
    pub fn half_way(&self, way: &Way) -> Walk {
        self.part_of_way(way, 0.5, self.charge_reach(way.unit))
    }

    /// SB-4.10: the battle as if a unit had made a walk that ends in the pose given, with the level that the ground
    /// costs it.
    pub fn after_walk<'s>(&'s self, walk: &Walk, end: &'s [(UnitId, Pose); 1]) -> BurtView<'s> {
        let (there, unit) = (self.after(end), end[0].0);
        if walk.disorders && !self.work(unit).lost_order { there.if_level_lost(unit) } else { there }
    }

    /// Whether a unit may declare the assault that it is ordered; finds its way.
    ///
    /// # Errors
    /// Why it may not.
    pub fn check_assault(&self, order: &Order) -> Found<Declared> {
        let unit = self.one_unit(order)?;
        self.is_to_assault(unit)?;
        let target = self.target_of(order)?;
        let way = self.assault_on(unit, target)?;
        let reach = self.charge_reach(unit);
        let walk = self.half_way(&way);
        // The assaulter tests after its target has reacted, when it has gone half of its way.
        let half_way = [(unit, walk.end())];
        let there = self.after_walk(&walk, &half_way);
        let score = there.assault_test(unit, target, way.edge);
        let needed = score.needed();
        let then = there.after_fire(unit, target, way.edge);
        let odds = Odds {
            label: format!("{} goes in", self.name(unit)),
            explained: score.0,
            needs: needs(needed),
            chance: dice::chance(needed),
            then,
        };
        let mut moves = vec![self.planned_walk(unit, &walk)];
        moves[0].cost = Explained::base("SB-9.1", "the way to the target", way.cost);
        let summary = format!(
            "{} assaults the {} of {}: {} of {}",
            self.name(unit),
            edge_words(way.edge),
            self.name(target),
            inches(way.cost),
            inches(reach)
        );
        let plan = Plan { summary, moves, odds: vec![odds], ..Plan::default() };
        Ok((plan, Declared { unit, target, way }))
    }
}

/// Declares the assault of the order in hand, and makes its half move.
pub fn resolve_assault(battle: &mut BattleMut, _: &Order, Declared { unit, target, way }: Declared) {
    let (walk, reach, start, text) = {
        let burt = BurtView::of(battle.view());
        let reach = burt.charge_reach(unit);
        let text = format!(
            "{} assaults the {} of {}: {} of {}",
            burt.name(unit),
            edge_words(way.edge),
            burt.name(target),
            inches(way.cost),
            inches(reach)
        );
        (burt.part_of_way(&way, 0.5, reach), reach, block::front(&burt.outline(unit)), text)
    };
    let side = battle.view().side_of_unit(unit);
    battle.note(Some(side), RuleId::new("SB-9.1"), text);
    chits::show(battle, unit);
    for (marked, what) in [(unit, "assaulting"), (target, "assaulted")] {
        let text = format!("{} is marked as {what}", battle.view().unit(marked).name);
        battle.mark_unit(marked, &marks::ASSAULT, 1, RuleId::new("SB-9.2"), text);
    }
    let left = reach - walk.end().cost;
    let assault = Assault { unit, target, edge: way.edge, start, left, stage: AssaultStage::Declared, pursuit: false };
    battle.resource_mut::<SequenceOfPlay>().assaults.push(assault);
    marching::go(battle, unit, &walk, "SB-9.2");
}
