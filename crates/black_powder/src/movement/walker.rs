//! How a block marches by the rules of Black Powder (BP-3.2 to BP-3.5): their answers to the shared walk.

use bevy::math::Vec2;

use crate::{
    book::values::{Formation, Stood, Troop},
    state::{pose::Pose, sequence_of_play::Manoeuvre, view::BlackPowderView},
};
use grapeshot_floor::{
    english,
    forces::UnitId,
    shared::formed::{
        block::{self, overlaps},
        going::Near,
        walk::{Bar, Body, Ground, HAIR, Marching, Moment, Purse, Step, Toll, Walker},
    },
    table::{footprint::Outline, position::Heading},
};

/// What a walk may do beyond the ordinary.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Leave {
    /// The target of its charge, whose outline it may touch.
    pub target: Option<UnitId>,
    /// BP-7.9: whether it goes through friends freely.
    pub through_friends: bool,
    /// BP-2.7: where it stood at the start of its command, if it must obey the proximity rule.
    pub near: Option<Stood>,
    /// BP-6.2: whether it comes on along the strip of its charge: neither the target nor another enemy keeps it off.
    pub charging: bool,
}

/// The march of a unit.
pub(super) struct March<'w> {
    pub(super) bp: BlackPowderView<'w>,
    pub(super) unit: UnitId,
    pub(super) leave: Leave,
}

/// The moves that a march may use.
pub(super) struct Moves {
    /// Inches of one move in the present formation.
    pub(super) one: f32,
    /// Inches left of the moves begun.
    pub(super) left: f32,
    /// Moves not begun.
    pub(super) whole: u8,
    /// Moves used.
    pub(super) used: u8,
    /// Inches of path that are wanted at most.
    pub(super) most: f32,
    /// BP-3.2: whether it has turned about in this move.
    pub(super) turned: bool,
}

impl Moves {
    /// Inches of path that its moves allow from now on, however many are wanted.
    pub(super) fn all(&self) -> f32 {
        self.left + f32::from(self.whole) * self.one
    }

    /// Begins a move.
    fn begin(&mut self) {
        self.whole -= 1;
        self.used += 1;
    }
}

impl Purse for Moves {
    fn left(&self) -> f32 {
        self.all().min(self.most)
    }

    fn pay(&mut self, inches: f32) {
        self.most -= inches;
        self.left -= inches;
        while self.left < -1e-3 && self.whole > 0 {
            self.begin();
            self.left += self.one;
            self.turned = false;
        }
    }
}

impl Moment for Pose {
    type Body = Outline;

    fn body(&self) -> &Outline {
        &self.block
    }

    fn cost(&self) -> f32 {
        self.cost
    }

    fn with(&self, block: Outline, cost: f32) -> Self {
        Self { block, cost, ..*self }
    }

    fn same_form(&self, other: &Self) -> bool {
        self.formation == other.formation && self.block.footprint == other.block.footprint
    }
}

/// A step of a walk that only a block of Black Powder makes.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Own {
    what: Manoeuvre,
    /// Whether it is the only step of the list.
    alone: bool,
}

/// The steps of a list.
pub(super) fn steps(list: &[Manoeuvre]) -> Vec<Step<Own>> {
    let step = |manoeuvre: &Manoeuvre| match manoeuvre {
        Manoeuvre::Slide { by } => Step::Slide(*by),
        Manoeuvre::Wheel { degrees } => Step::Wheel(*degrees),
        Manoeuvre::Follow { by } => Step::Follow(by.clone()),
        what => Step::Own(Own { what: what.clone(), alone: list.len() == 1 }),
    };
    list.iter().map(step).collect()
}

impl<'w> Marching for March<'w> {
    type Moment = Pose;
    type Ground = Near<'w>;
    type Purse = Moves;
    type Own = Own;
    type Who = UnitId;

    fn ground(&self, from: &Pose, low: Vec2, high: Vec2) -> Near<'w> {
        let house = self.leave.target.filter(|_| self.leave.charging);
        let house = house.and_then(|target| self.bp.values(target).building);
        self.bp.ground_near(self.unit, from.formation, low, high).without(house).leaving(&from.block)
    }

    /// BP-3.3: the units in the way that cannot be passed.
    fn bars(&self, from: &Pose, middle: Vec2, reach: f32) -> Vec<Bar<UnitId>> {
        self.bp
            .regiments()
            .filter(|other| *other != self.unit)
            .map(|who| Bar { who, outline: self.bp.outline(who) })
            .filter(|bar| bar.outline.place.at.distance(middle) <= reach + bar.outline.footprint.reach())
            .filter(|bar| {
                let friend = self.bp.side(bar.who) == self.bp.side(self.unit);
                let free = if friend { self.leave.through_friends } else { self.leave.charging };
                !(free || self.bp.passes(self.unit, from.formation, bar.who))
            })
            .collect()
    }

    fn barred_by(&self, who: UnitId) -> String {
        format!("{} is in the way", self.bp.name(who))
    }

    /// BP-3.5: what an obstacle costs.
    fn crossing(&self, obstacle: usize, purse: &Moves) -> Result<(f32, String), String> {
        let name = grapeshot_floor::table::path::spoken(&self.bp.view.terrain().obstacles[obstacle].kind);
        let cost = self.bp.inches(self.bp.numbers().obstacle_cost);
        if matches!(self.bp.troop(self.unit), Troop::Artillery | Troop::Wagon) {
            return Err(format!("guns and wagons do not get over the {name}"));
        }
        if purse.left() < cost + HAIR {
            return Err(format!("it takes {} to cross the {name}", english::inches(cost)));
        }
        Ok((cost, format!("crosses the {name}")))
    }

    fn rule(&self, toll: Toll) -> &'static str {
        match toll {
            Toll::Open => "BP-3.2",
            Toll::Slow | Toll::Obstacle => "BP-3.5",
        }
    }

    /// BP-2.7, BP-3.3: whether the block may end at a pose.
    fn may_end(&self, _start: &Pose, end: &Pose) -> Result<(), String> {
        let blocked = match self.leave.charging {
            true => self.bp.barred_halt(self.unit, &end.block, self.leave.target),
            false => self.bp.blocked_at(self.unit, &end.block, self.leave.target),
        };
        if let Some(why) = blocked {
            return Err(why);
        }
        if let Some(near) = self.leave.near
            && !self.bp.heeds_proximity(near, &end.block)
        {
            return Err("enemy within 12 inches: front or rear only".into());
        }
        Ok(())
    }

    fn take(&self, walker: &mut Walker<'_, Self>, own: &Own) {
        match &own.what {
            Manoeuvre::Pivot { degrees } => pivot(walker, *degrees),
            Manoeuvre::About => about(walker),
            Manoeuvre::Form { formation, heading, centre } => {
                let costs = own.alone || formation.body() != walker.now().formation.body();
                self.form(walker, *formation, *heading, *centre, costs);
            }
            Manoeuvre::Enter { building } => self.enter(walker, *building),
            Manoeuvre::Slide { .. } | Manoeuvre::Wheel { .. } | Manoeuvre::Follow { .. } => {}
        }
    }
}

/// Guns pivot freely instead of moving (BP-5.12); others pay the longest way of a corner.
fn pivot(walker: &mut Walker<March>, degrees: f32) {
    if degrees.abs() < 1e-3 {
        return;
    }
    if walker.now().formation != Formation::Deployed {
        walker.pivot(degrees);
        return;
    }
    let moves = &mut walker.purse;
    if moves.left <= 0.0 && moves.whole > 0 {
        moves.begin();
    }
    moves.left = 0.0;
    let block = walker.now().block.turned(degrees);
    walker.put(block, 0.0);
}

/// BP-3.2: turns a block by 180 degrees on the spot, free, once in a move.
fn about(walker: &mut Walker<March>) {
    if walker.purse.turned {
        pivot(walker, 180.0);
        return;
    }
    walker.purse.turned = true;
    let block = walker.now().block;
    walker.put(block.turned(180.0), 0.0);
    let moves = &mut walker.purse;
    if moves.used == 0 && moves.whole > 0 && moves.left <= 0.0 {
        moves.begin();
        moves.left = moves.one;
    }
}

impl March<'_> {
    /// BP-3.4: changes the formation for one whole move.
    fn form(
        &self,
        walker: &mut Walker<Self>,
        formation: Formation,
        heading: Option<Heading>,
        centre: bool,
        costs: bool,
    ) {
        if costs && walker.purse.whole == 0 {
            walker.stop("a formation change takes a whole move");
            return;
        }
        let now = *walker.now();
        let facing = heading.unwrap_or(now.block.place.facing);
        let bp = self.bp;
        let clear = |block: &Outline| {
            bp.on_table(block)
                && bp.blocked_at(self.unit, block, self.leave.target).is_none()
                && self.standable(&now, block, formation)
        };
        let ways = if centre { [true, false] } else { [false, true] };
        let blocks = ways.map(|centre| bp.formed(self.unit, &now, formation, facing, centre));
        let Some(block) = blocks.into_iter().find(|block| clear(block)) else {
            walker.stop(format!("there is no room for it in {formation}"));
            return;
        };
        let moves = &mut walker.purse;
        let cost = if costs { moves.one } else { 0.0 };
        if costs {
            moves.begin();
            walker.bill.push((format!("into {formation}").into(), "BP-3.4", cost));
        }
        moves.left = 0.0;
        moves.turned = false;
        moves.one = bp.move_in(self.unit, formation);
        walker.moments.push(Pose { block, formation, building: None, cost: now.cost + cost });
    }

    /// Whether ground is not closed to it in a formation.
    fn standable(&self, now: &Pose, block: &Outline, formation: Formation) -> bool {
        let reach = block.footprint.reach();
        let near = self.bp.ground_near(self.unit, formation, block.place.at - reach, block.place.at + reach);
        let houses = self.bp.view.terrain().buildings.iter().enumerate();
        let touched =
            houses.filter(|(index, _)| Some(*index) != now.building).any(|(_, house)| overlaps(block, &house.outline));
        near.rate(block).0 > 0.0 && !touched
    }

    /// BP-3.5, BP-8.1: moves a unit into a building that it has come to.
    fn enter(&self, walker: &mut Walker<Self>, building: usize) {
        let cost = self.bp.inches(self.bp.numbers().building_cost);
        let now = *walker.now();
        let house = block::garrison(&self.bp.view.terrain().buildings[building], now.block.place.facing);
        if now.block.gap(&house) > 0.1 {
            walker.stop("it does not reach the building");
            return;
        }
        if let Err(why) = self.bp.may_occupy(self.unit, building) {
            walker.stop(why);
            return;
        }
        if walker.purse.left() < cost - 1e-3 {
            walker.stop(format!("it takes {} to enter a building", english::inches(cost)));
            return;
        }
        walker.pay(cost, "enters the building".into(), "BP-3.5");
        walker.purse.left = 0.0;
        let pose =
            Pose { block: house, formation: Formation::Garrison, building: Some(building), cost: now.cost + cost };
        walker.moments.push(pose);
    }
}
