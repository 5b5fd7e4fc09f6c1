//! How a unit marches by Burt's rules (SB-4.2 to SB-4.12, SB-5.4): their answers to the shared walk.
//!
//! A move is a purse of shares: a change of frontage by one base and a turn on the spot cost a quarter of it, an
//! obstacle or limbering costs half of it, and an inch costs one inch's share of the rate that the unit's formation has
//! at that moment.

use bevy::math::Vec2;

use crate::{
    book::{
        bases,
        data::TroopRow,
        values::{Arm, Array, Formation},
    },
    state::{pose::Pose, sight::part_in_front, view::BurtView},
};
use grapeshot_floor::{
    english,
    forces::UnitId,
    shared::formed::{
        block,
        going::Near,
        walk::{Bar, Body, FINE, Ground, HAIR, Marching, PRESS, Purse, Step, Toll, Walker, thinner},
    },
    table::{footprint::Outline, path::spoken, position::Heading},
};

/// Degrees nearer than this are the same.
pub(super) const SAME_DEGREES: f32 = 0.5;
/// Shares of a move nearer than this are the same.
const SAME_SHARE: f32 = 1e-3;
/// Inches of a corner's way between the moments of a turn at which the distance to enemies is measured.
const LOOK: f32 = 0.25;

/// SB-4.1: the rate at which a unit goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// A normal move.
    Move,
    /// The charge rate.
    Charge,
    /// A reserve's move.
    Reserve,
    /// A rout or a pursuit (SB-10.1, SB-10.2): the charge rate, or for units without one the normal rate.
    Flight,
}

/// The limits of a walk beyond ground and friends.
#[derive(Debug, Clone, PartialEq)]
pub struct Leave {
    /// SB-4.12: inches that it keeps from enemies; it comes no nearer to enemies that are nearer already.
    pub berth: f32,
    /// SB-3.5: inches that it must be away from enemies where it ends.
    pub end_berth: f32,
    /// The enemy that it may come up to and touch.
    pub target: Option<UnitId>,
    /// SB-9.1: whether it lines up, where it touches the enemy, beside friends that it would stand on.
    pub lines_up: bool,
    /// SB-9.2: the outlines of its assaulters, whose front zones it may not leave.
    pub zones: Vec<Outline>,
    /// Whether it must touch nobody where it ends (SB-9.3).
    pub apart: bool,
    /// Whether terrain takes no level from it (SB-10.1, SB-10.3).
    pub keeps_order: bool,
    /// Whether friends that it passes take no level from it; they lose one all the same (SB-10.1).
    pub spared: bool,
    /// The corners between which it may go, if they are not those of the table (SB-11.6).
    pub table: Option<(Vec2, Vec2)>,
}

impl BurtView<'_> {
    /// SB-4.12: the limits of an ordinary move.
    pub fn ordinary_leave(&self) -> Leave {
        Leave {
            berth: self.numbers().enemy_berth,
            end_berth: 0.0,
            target: None,
            lines_up: false,
            zones: Vec::new(),
            apart: false,
            keeps_order: false,
            spared: false,
            table: None,
        }
    }

    /// SB-4.1, SB-10.1: inches of a whole move of a unit in an arrangement; 0 if it has none of that kind.
    pub fn pace(&self, unit: UnitId, array: Array, pace: Pace) -> f32 {
        let (row, arm) = (self.row(unit), self.arm(unit));
        let formation = bases::formation(array, arm, self.bases(unit));
        if formation == Formation::Unlimbered {
            return 0.0;
        }
        match pace {
            Pace::Move => TroopRow::by_formation(row.moves, formation),
            Pace::Charge => TroopRow::by_formation(row.charges, formation),
            Pace::Reserve => TroopRow::by_formation(row.reserve, formation),
            Pace::Flight if formation == Formation::Square => self.numbers().squares_rout,
            Pace::Flight => match TroopRow::by_formation(row.charges, formation) {
                charge if charge > 0.0 => charge,
                _ => TroopRow::by_formation(row.moves, formation),
            },
        }
    }
}

/// The march of a unit.
pub(super) struct March<'w> {
    pub(super) burt: BurtView<'w>,
    pub(super) unit: UnitId,
    pub(super) pace: Pace,
    pub(super) leave: Leave,
}

/// The purse of a move, in shares of a whole move.
pub(super) struct Shares {
    /// Inches of a whole move in the present formation.
    pub(super) rate: f32,
    /// What is left of the move; 1 is all of it.
    pub(super) left: f32,
    /// The share that is left to move about (SB-9.2); changes of formation take nothing of it.
    pub(super) roam: f32,
    /// Inches of the move that an inch of open ground costs (SB-4.2, SB-4.3).
    pub(super) price: f32,
    /// Inches by which a crew may push its guns (SB-4.1).
    pub(super) push: f32,
    /// SB-4.2: whether it has made its free pivot.
    pub(super) pivoted: bool,
    /// SB-4.4: inches that the road adds to a whole move.
    pub(super) bonus: f32,
}

impl Shares {
    /// Inches that are left of the move, whatever an inch costs.
    pub(super) fn inches(&self) -> f32 {
        if self.rate > 0.0 { self.left.min(self.roam).max(0.0) * self.rate } else { self.push }
    }
}

impl Purse for Shares {
    fn left(&self) -> f32 {
        self.inches() / self.price
    }

    fn pay(&mut self, inches: f32) {
        if self.rate > 0.0 {
            let share = inches * self.price / self.rate;
            self.left -= share;
            self.roam -= share;
        } else {
            // Guns that were pushed do nothing else.
            self.push -= inches;
            self.left = 0.0;
        }
    }
}

/// A step of a walk that only units of these rules make.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Own {
    /// Straight on or oblique by some inches, with the inches of the move that each costs, its label and its rule.
    Dear(Vec2, f32, &'static str, &'static str),
    /// A turn on the spot, degrees counter-clockwise.
    Turn(f32),
    /// A change of arrangement; out of a building, toward a heading.
    Form(Array, Option<Heading>),
    /// A move into a building, by its index.
    Enter(usize),
}

impl<'w> Marching for March<'w> {
    type Moment = Pose;
    type Ground = Near<'w>;
    type Purse = Shares;
    type Own = Own;
    type Who = UnitId;

    fn ground(&self, from: &Pose, low: Vec2, high: Vec2) -> Near<'w> {
        let house = self.leave.target.and_then(|target| self.burt.house_of(target));
        let table = self.leave.table.unwrap_or(self.burt.table());
        self.burt.ground_near(self.unit, from.array, (low, high), table).without(house).leaving(&from.block)
    }

    /// SB-4.11: friends are passed, enemies are not.
    fn bars(&self, _from: &Pose, middle: Vec2, reach: f32) -> Vec<Bar<UnitId>> {
        self.burt
            .enemies_of(self.burt.side(self.unit))
            .map(|who| Bar { who, outline: self.burt.outline(who) })
            .filter(|bar| bar.outline.place.at.distance(middle) <= reach + bar.outline.footprint.reach())
            .collect()
    }

    fn barred_by(&self, who: UnitId) -> String {
        if self.leave.target == Some(who) {
            return format!("it has come to {}", self.burt.name(who));
        }
        format!("{} is in the way", self.burt.name(who))
    }

    /// SB-4.6: the cost of an obstacle, as a part of the rate in use.
    fn crossing(&self, obstacle: usize, purse: &Shares) -> Result<(f32, String), String> {
        let name = spoken(&self.burt.view.terrain().obstacles[obstacle].kind);
        if matches!(self.burt.arm(self.unit), Arm::Artillery | Arm::Wagon) {
            return Err(format!("guns and wagons do not get over the {name}"));
        }
        let cost = self.burt.numbers().obstacle_cost * purse.rate / purse.price;
        if purse.left() < cost - 1e-3 {
            return Err(format!("it takes half a move to cross the {name}"));
        }
        Ok((cost.min(purse.left()), format!("crosses the {name}")))
    }

    fn rule(&self, toll: Toll) -> &'static str {
        match toll {
            Toll::Open => "SB-4.2",
            Toll::Slow => "SB-4.7",
            Toll::Obstacle => "SB-4.6",
        }
    }

    /// SB-4.11, SB-4.12, SB-3.5, SB-9.2: whether the unit may end at a pose.
    fn may_end(&self, start: &Pose, end: &Pose) -> Result<(), String> {
        let burt = self.burt;
        if self.leave.table.is_some() && !burt.on_table(&end.block) {
            return Err("it does not come wholly onto the table".into());
        }
        let side = burt.side(self.unit);
        for other in burt.units().filter(|other| *other != self.unit) {
            let outline = burt.outline(other);
            let apart =
                outline.place.at.distance(end.block.place.at) - outline.footprint.reach() - end.block.footprint.reach();
            if apart > self.leave.end_berth.max(self.leave.berth) {
                continue;
            }
            let beside = self.leave.lines_up && burt.side(other) == side;
            if !beside && end.block.overlap(&outline) > PRESS {
                return Err(format!("no room for the unit here: {} stands there", burt.name(other)));
            }
            let gap = end.block.gap(&outline);
            if self.leave.apart && gap < HAIR {
                return Err(format!("it would touch {}", burt.name(other)));
            }
            if burt.side(other) == side {
                continue;
            }
            let tolerance = burt.numbers().tolerance;
            if gap < self.leave.end_berth - tolerance {
                let berth = english::inches(self.leave.end_berth);
                return Err(format!("a reserve ends no nearer than {berth} to {}", burt.name(other)));
            }
            let near = Some(other) != self.leave.target && gap < self.leave.berth - tolerance;
            if near && gap < start.block.gap(&outline) - tolerance {
                return Err(self.too_near(other));
            }
        }
        if !self.leave.zones.iter().all(|zone| part_in_front(zone, &end.block)) {
            return Err("an assaulted unit does not leave the front zone of its assaulter".into());
        }
        Ok(())
    }

    fn take(&self, walker: &mut Walker<'_, Self>, own: &Own) {
        match own {
            Own::Dear(by, price, label, rule) => dear(walker, *by, *price, label, rule),
            Own::Turn(degrees) => self.turn(walker, *degrees),
            Own::Form(array, out) => self.form(walker, *array, *out),
            Own::Enter(building) => self.enter(walker, *building),
        }
    }

    /// SB-4.12: the inches of a way at which it first comes too near an enemy.
    fn interrupt(&self, from: &Pose, inches: f32, at: &dyn Fn(f32) -> Outline) -> Option<f32> {
        let (start, end) = (at(0.0), at(inches));
        let straight = start.place.facing == end.place.facing;
        let tolerance = self.burt.numbers().tolerance;
        let enemies = self.burt.enemies_of(self.burt.side(self.unit)).filter(|enemy| Some(*enemy) != self.leave.target);
        let reach = inches + from.block.reach() + self.leave.berth;
        let mut first: Option<f32> = None;
        for outline in enemies.map(|enemy| self.burt.outline(enemy)) {
            if outline.place.at.distance(start.place.at) > reach + outline.footprint.reach() {
                continue;
            }
            let now = start.gap(&outline);
            let least = self.leave.berth.min(now);
            let stop = if straight && now >= self.leave.berth {
                let share = start.sweep(end.place.at, &outline, self.leave.berth - tolerance / 2.0);
                share.map(|share| share * inches)
            } else {
                nearing(inches, |inches| at(inches).gap(&outline) < least - tolerance / 2.0)
            };
            if let Some(stop) = stop.filter(|stop| first.is_none_or(|first| *stop < first)) {
                first = Some(stop);
            }
        }
        first
    }
}

/// The inches of a way at which a condition begins to hold, if it does.
pub(super) fn nearing(inches: f32, so: impl Fn(f32) -> bool) -> Option<f32> {
    let steps = (inches / LOOK).ceil().max(1.0) as i32;
    let at = |step: i32| inches * step as f32 / steps as f32;
    let first = (1..=steps).find(|step| so(at(*step)))?;
    let (mut low, mut high) = (at(first - 1), at(first));
    while high - low > FINE {
        let middle = low.midpoint(high);
        if so(middle) { high = middle } else { low = middle }
    }
    Some(low)
}

/// SB-4.2, SB-4.3: moves straight, at more than an inch of the move for an inch.
fn dear(walker: &mut Walker<March>, by: Vec2, price: f32, label: &'static str, rule: &'static str) {
    let before = walker.now().cost;
    walker.purse.price = price;
    walker.go(&[Step::Slide(by)]);
    walker.purse.price = 1.0;
    if !walker.rest.is_empty() {
        walker.rest.clear();
        let rules = walker.rules;
        let why = rules.halted(walker.now());
        walker.stop(why);
    }
    let more = (walker.now().cost - before) * (price - 1.0);
    if more > 0.0 {
        walker.bill.push((label.into(), rule, more));
        let mut last = *walker.now();
        last.cost += more;
        walker.moments.push(last);
    }
}

impl March<'_> {
    fn too_near(&self, enemy: UnitId) -> String {
        let berth = english::inches(self.leave.berth);
        format!("it comes no nearer than {berth} to {}", self.burt.name(enemy))
    }

    /// SB-4.12: why a walk was interrupted at a pose: the enemy nearest to it.
    pub(super) fn halted(&self, pose: &Pose) -> String {
        let enemies = self.burt.enemies_of(self.burt.side(self.unit)).filter(|enemy| Some(*enemy) != self.leave.target);
        let gap = |enemy: &UnitId| pose.block.gap(&self.burt.outline(*enemy));
        let nearest = enemies.min_by(|a, b| gap(a).total_cmp(&gap(b)));
        nearest.map_or_else(|| "an enemy is near".to_owned(), |enemy| self.too_near(enemy))
    }

    fn formation(&self, pose: &Pose) -> Formation {
        bases::formation(pose.array, self.burt.arm(self.unit), self.burt.bases(self.unit))
    }

    /// SB-4.2: columns one base wide, a single limbered gun and wagons pivot freely once in a move.
    fn is_narrow(&self, pose: &Pose) -> bool {
        let wide = bases::wide(pose.array, self.burt.bases(self.unit));
        self.burt.arm(self.unit) == Arm::Wagon
            || wide == 1 && matches!(self.formation(pose), Formation::Column | Formation::Limbered)
    }

    /// SB-4.2, SB-4.1: a turn on the spot.
    fn turn(&self, walker: &mut Walker<Self>, degrees: f32) {
        let numbers = self.burt.numbers();
        let now = *walker.now();
        let turn = degrees.abs();
        let square_on = [90.0, 180.0].iter().any(|whole| (turn - whole).abs() < SAME_DEGREES);
        let mut cost = 0.0;
        match self.formation(&now) {
            Formation::House => return walker.stop("a unit in a building has no facing"),
            Formation::Open | Formation::Square => {}
            Formation::Unlimbered => {
                if turn > numbers.gun_pivot + SAME_DEGREES {
                    return walker.stop("a crew pivots its guns by 90 degrees at most");
                }
                if walker.purse.push < numbers.gun_push || walker.purse.left <= 0.0 {
                    return walker.stop("a crew either pushes its guns or pivots them");
                }
                walker.purse.push = 0.0;
                walker.purse.left = 0.0;
            }
            _ if self.is_narrow(&now) && !walker.purse.pivoted && turn <= numbers.free_pivot + SAME_DEGREES => {
                walker.purse.pivoted = true;
            }
            _ if square_on => {
                cost = numbers.turn_cost * walker.purse.rate;
                if walker.purse.left() < cost - 1e-3 {
                    return walker.stop("a turn on the spot takes a quarter of a move");
                }
            }
            _ => return walker.stop("it turns on the spot by 90 or 180 degrees; it wheels to turn less"),
        }
        let block = now.block.turned(degrees);
        if (turn - 180.0).abs() > SAME_DEGREES && !self.has_room(&now, &block, now.array) {
            return walker.stop("there is no room to turn");
        }
        if cost > 0.0 {
            let cost = cost.min(walker.purse.left());
            walker.pay(cost, "turns on the spot".into(), "SB-4.2");
        }
        walker.put(block, cost);
    }

    /// Whether a block may stand on its ground and on no enemy.
    pub(super) fn has_room(&self, now: &Pose, block: &Outline, array: Array) -> bool {
        let reach = block.footprint.reach();
        let pose = Pose { array, ..*now };
        let ground = self.ground(&pose, block.place.at - reach, block.place.at + reach);
        let slim = thinner(block);
        let free = |bar: &Bar<UnitId>| {
            slim.overlap(&bar.outline) <= 0.0 || block.overlap(&bar.outline) <= now.block.overlap(&bar.outline) + 1e-3
        };
        ground.rate(block).0 > 0.0 && self.bars(now, block.place.at, reach).iter().all(free)
    }

    /// SB-5.4, SB-4.5: changes the arrangement, as far as the quarters of the move last.
    fn form(&self, walker: &mut Walker<Self>, wanted: Array, out: Option<Heading>) {
        let (burt, numbers) = (self.burt, self.burt.numbers());
        let now = *walker.now();
        let bases = burt.bases(self.unit);
        if matches!(now.array, Array::House(_)) {
            return self.leave_house(walker, wanted, out);
        }
        let left = walker.purse.left;
        let (array, share, short) = match (now.array, wanted) {
            (Array::Unlimbered, Array::Limbered) | (Array::Limbered, Array::Unlimbered) => {
                if left < numbers.limber_cost - SAME_SHARE {
                    return walker.stop("to limber or unlimber takes half a move");
                }
                (wanted, numbers.limber_cost, false)
            }
            _ => {
                let (from, to) = (bases::wide(now.array, bases), bases::wide(wanted, bases));
                let needed = from.abs_diff(to).max(1);
                let have = ((left + SAME_SHARE) / numbers.frontage_cost).floor().max(0.0) as u8;
                if have == 0 {
                    return walker.stop("each base of frontage takes a quarter of a move");
                }
                if have >= needed {
                    (wanted, f32::from(needed) * numbers.frontage_cost, false)
                } else {
                    let reached = if to > from { from + have } else { from - have };
                    (Array::Ranks(reached), f32::from(have) * numbers.frontage_cost, true)
                }
            }
        };
        let Some((width, depth)) = bases::measures(burt.book, burt.row(self.unit), array, bases) else { return };
        let block = block::by_front(now.block.front(), now.block.place.facing, width, depth);
        if !self.has_room(&now, &block, array) {
            return walker.stop("there is no room for it to stand like that");
        }
        let word = bases::label_of(array, burt.arm(self.unit), bases);
        let rule = if matches!(array, Array::Limbered | Array::Unlimbered) { "SB-4.5" } else { "SB-5.4" };
        let inches = share * self.whole(walker, now.array, array);
        walker.bill.push((format!("into {word}").into(), rule, inches));
        let purse = &mut walker.purse;
        purse.left = (purse.left - share).max(0.0);
        purse.rate = burt.pace(self.unit, array, self.pace) + purse.bonus;
        if purse.rate <= 0.0 {
            purse.push = 0.0;
        }
        walker.moments.push(Pose { block, array, cost: now.cost + inches });
        if short {
            walker.stop("the change of formation goes on in the next turn");
        }
    }

    /// Inches of the whole move of which a change of formation takes a share: those of the old formation, or of the new
    /// one if the old has none.
    fn whole(&self, walker: &Walker<Self>, old: Array, new: Array) -> f32 {
        if walker.purse.rate > 0.0 && old != Array::Unlimbered {
            walker.purse.rate
        } else {
            self.burt.pace(self.unit, new, self.pace)
        }
    }

    /// SB-4.9: moves a unit out of a building, so that it touches one of its sides.
    fn leave_house(&self, walker: &mut Walker<Self>, wanted: Array, out: Option<Heading>) {
        let burt = self.burt;
        let now = *walker.now();
        let cost = burt.numbers().obstacle_cost;
        if walker.purse.left.min(walker.purse.roam) < cost - SAME_SHARE {
            return walker.stop("it takes half a move to leave a building");
        }
        let toward = out.unwrap_or(now.block.place.facing);
        let Some(block) = self.outside(&now, wanted, toward, 180.0) else {
            return walker.stop("there is no room for it outside in this formation");
        };
        let inches = cost * walker.purse.rate;
        walker.bill.push(("leaves the building".into(), "SB-4.9", inches));
        walker.purse.left -= cost;
        walker.purse.roam -= cost;
        walker.purse.rate = burt.pace(self.unit, wanted, self.pace);
        walker.moments.push(Pose { block, array: wanted, cost: now.cost + inches });
    }

    /// SB-4.9: where a unit in a building comes to stand outside: touching the side with room that looks most toward a
    /// heading, at most `most` degrees off it. It comes out through friends if they stand before all such sides.
    pub(super) fn outside(&self, now: &Pose, array: Array, toward: Heading, most: f32) -> Option<Outline> {
        let burt = self.burt;
        let (width, depth) = bases::measures(burt.book, burt.row(self.unit), array, burt.bases(self.unit))?;
        let mut faces: Vec<(f32, block::Face)> = block::Face::ALL
            .into_iter()
            .map(|face| (block::outward(&now.block, face).angle_to(toward), face))
            .filter(|(off, _)| *off <= most)
            .collect();
        faces.sort_by(|a, b| a.0.total_cmp(&b.0));
        let at = |face: block::Face| {
            let (door, out) = (block::middle(&now.block, face), block::outward(&now.block, face));
            block::by_front(door + out.forward() * (depth + HAIR), out, width, depth)
        };
        let tolerance = burt.numbers().tolerance;
        let apart = |enemy: UnitId, outline: &Outline| {
            let theirs = burt.outline(enemy);
            outline.gap(&theirs) >= self.leave.berth.min(now.block.gap(&theirs)) - tolerance
        };
        let mut places = faces.into_iter().map(|(_, face)| at(face)).filter(|outline| {
            self.has_room(&Pose { array, ..*now }, outline, array)
                && burt.enemies_of(burt.side(self.unit)).all(|enemy| apart(enemy, outline))
        });
        let first = places.next()?;
        let empty = |outline: &Outline| {
            burt.units_of(burt.side(self.unit))
                .all(|friend| friend == self.unit || outline.overlap(&burt.outline(friend)) <= PRESS)
        };
        Some(std::iter::once(first).chain(places).find(empty).unwrap_or(first))
    }

    /// SB-4.9: moves a unit into a building that it has come to.
    fn enter(&self, walker: &mut Walker<Self>, building: usize) {
        let burt = self.burt;
        let now = *walker.now();
        let place = &burt.view.terrain().buildings[building];
        let house = block::garrison(place, now.block.place.facing);
        if now.block.gap(&house) > 0.1 {
            return walker.stop("it does not reach the building");
        }
        if let Err(why) = burt.may_occupy(self.unit, building) {
            return walker.stop(why);
        }
        let cost = burt.numbers().obstacle_cost * walker.purse.rate;
        if walker.purse.left() < cost - 1e-3 {
            return walker.stop("it takes half a move to enter a building");
        }
        let cost = cost.min(walker.purse.left());
        walker.pay(cost, "enters the building".into(), "SB-4.9");
        walker.moments.push(Pose { block: house, array: Array::House(building), cost: now.cost + cost });
    }
}

impl BurtView<'_> {
    /// SB-4.9: whether a unit may go into a building.
    ///
    /// # Errors
    /// Why not.
    pub fn may_occupy(&self, unit: UnitId, building: usize) -> Result<(), String> {
        if !matches!(self.arm(unit), Arm::Infantry | Arm::Skirmishers) {
            return Err("only infantry and skirmishers enter buildings".into());
        }
        let holder = self.units().find(|other| *other != unit && self.house_of(*other) == Some(building));
        match holder {
            Some(other) => Err(format!("{} holds {}", self.name(other), self.view.terrain().buildings[building].name)),
            None => Ok(()),
        }
    }
}
