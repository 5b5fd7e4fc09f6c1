//! How a unit changes its shape on its way: turns on the spot, other arrangements, buildings entered and left (SB-4.2,
//! SB-4.5, SB-4.9).

use super::walker::{March, SAME_DEGREES, SAME_SHARE};
use crate::{
    book::{
        bases,
        values::{Arm, Array, Formation},
    },
    state::{pose::Pose, view::BurtView},
};
use grapeshot_floor::{
    forces::UnitId,
    shared::formed::{
        block,
        walk::{Bar, Body, Ground, HAIR, Marching, PRESS, Purse, Walker, thinner},
    },
    table::{footprint::Outline, position::Heading},
};

impl March<'_> {
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
    pub(super) fn turn(&self, walker: &mut Walker<Self>, degrees: f32) {
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
    pub(super) fn form(&self, walker: &mut Walker<Self>, wanted: Array, out: Option<Heading>) {
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
    pub(super) fn enter(&self, walker: &mut Walker<Self>, building: usize) {
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
