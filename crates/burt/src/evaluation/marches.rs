//! Moves that a unit could make, before the rules check them.

use bevy::math::Vec2;

use super::{
    evaluator::Evaluator,
    summary::{Stance, Summary, stance},
};
use crate::book::{
    bases,
    data::TroopRow,
    values::{Arm, Array, Chit, Formation, Level},
    verbs,
};
use grapeshot_floor::{
    orders::{Leg, Order},
    shared::formed::{block, walk::Body},
    table::{footprint::Outline, position::Heading},
};

/// A move, and the stance in which it ends.
#[derive(Debug, Clone, PartialEq)]
pub struct March {
    /// The legs of its way.
    pub path: Vec<Leg>,
    /// The word of the arrangement that the unit takes; none if it keeps its own.
    pub formation: Option<&'static str>,
    /// The stance after the move.
    pub stance: Stance,
}

impl March {
    /// The order for the move.
    pub fn order(&self, evaluator: &Evaluator, body: &Summary) -> Order {
        let mut order = Order::new(evaluator.side, &verbs::MARCH).pieces(vec![body.piece]);
        order.path.clone_from(&self.path);
        order.formation = self.formation.map(Into::into);
        order
    }
}

/// The limits of a unit's move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Allowance {
    /// Inches of the move.
    pub inches: f32,
    /// Whether the unit may change formation and wheel freely.
    pub manoeuvres: bool,
    /// The least distance to an enemy in inches.
    pub berth: f32,
    /// SB-3.4: whether it must advance.
    pub advances: bool,
}

/// Degrees of the turns that a unit makes on the spot (SB-4.2).
const SQUARE_ON: [f32; 3] = [90.0, -90.0, 180.0];

/// How many of these inches a block moves before it is nearer to an outline than `apart` allows.
fn free_until(from: &Outline, forward: Vec2, inches: f32, outline: &Outline, apart: f32) -> f32 {
    let near = |far: f32| block::moved(from, forward * far).gap_within(outline, apart).is_some_and(|gap| gap < apart);
    let mut step = inches;
    while step > 0.0 && near(step) {
        step -= 0.5;
    }
    // An outline that lies across the way stops the block before it.
    let length = step.max(0.0);
    let parts = length.ceil() as u16;
    let at = |n: u16| length * f32::from(n) / f32::from(parts.max(1));
    (1..=parts).find(|n| near(at(*n))).map_or(length, |n| at(n - 1))
}

impl Evaluator<'_, '_> {
    /// The limits of a unit's move in step 5 or 6 under an order; none if it may not move.
    pub fn allowance(&self, body: &Summary, chit: Chit) -> Option<Allowance> {
        let numbers = self.burt.numbers();
        let formation = body.stance.formation;
        let inches = match chit {
            Chit::Manoeuver | Chit::Assault => body.move_in(formation),
            Chit::Fire => body.move_in(formation) * numbers.fire_forward,
            Chit::Reserve => TroopRow::by_formation(body.reserve, formation),
            Chit::Regroup => return None,
        };
        let berth = if chit == Chit::Reserve { numbers.reserve_berth } else { numbers.enemy_berth };
        Some(Allowance { inches, manoeuvres: chit == Chit::Manoeuver, berth, advances: chit == Chit::Assault })
    }

    /// How many inches a unit moves, `aside` degrees off its facing, before a friend, a building or the least distance
    /// to an enemy stops it.
    fn free_way(&self, body: &Summary, from: &Stance, aside: f32, inches: f32, berth: f32) -> f32 {
        let way = from.block.place.facing.turned(aside).forward();
        let mut free = inches;
        for other in self.bodies.iter().filter(|other| other.unit != body.unit) {
            let apart = if other.ours == body.ours { 0.1 } else { berth + 0.05 };
            let passes = other.ours == body.ours && (body.arm == Arm::Skirmishers || other.arm == Arm::Skirmishers);
            if passes || other.stance.block.place.at.distance(from.block.place.at) > inches + 14.0 {
                continue;
            }
            free = free_until(&from.block, way, free, &other.stance.block, apart);
        }
        // No unit goes through a building.
        for house in &self.houses {
            if from.block.gap(house) <= free {
                free = free_until(&from.block, way, free, house, 0.05);
            }
        }
        free
    }

    /// The moves that a unit considers within an allowance: toward the goal, straight on, to face the enemy, back, past
    /// what stops it, and changes of formation.
    pub fn marches(&self, body: &Summary, allowance: Allowance) -> Vec<March> {
        let mut list = Vec::new();
        let from = body.stance;
        let heading = from.block.place.facing;
        let gap = |foe: &Summary| foe.stance.block.gap(&from.block);
        let nearest = self.foes(body).min_by(|a, b| gap(a).total_cmp(&gap(b)));
        if from.formation == Formation::House {
            return self.sallies(body, allowance);
        }
        let pivots = body.arm == Arm::Skirmishers
            || body.arm.is_close_order() && bases::wide(from.array, self.burt.bases(body.unit)) <= 1;
        let width = 2.0 * from.block.footprint.half_width();
        // SB-4.2: a turn on the spot costs a part of the move, a wheel its arc.
        let on_spot = if pivots { 0.0 } else { allowance.inches * self.burt.numbers().turn_cost };
        for turn in self.turns(body, allowance, nearest) {
            let on_the_spot = pivots || SQUARE_ON.contains(&turn);
            let cost = if on_the_spot { on_spot } else { width * turn.abs().to_radians() };
            if cost > allowance.inches {
                continue;
            }
            let turned = if on_the_spot { from.block.turned(turn) } else { from.block.wheeled(turn) };
            let wheeled = Stance { block: turned, ..from };
            let left = allowance.inches - cost;
            let free = self.free_way(body, &wheeled, 0.0, left, allowance.berth);
            let leg = |inches: f32| {
                let mut path = Vec::new();
                if turn.abs() > 1.0 {
                    path.push(Leg::Wheel { about: None, degrees: turn });
                }
                if inches > 0.1 {
                    path.push(Leg::March { inches, aside: 0.0 });
                }
                path
            };
            let mut lengths = vec![free, free / 2.0, 0.0];
            if let Some(enemy) = nearest {
                let gap = wheeled.block.gap(&enemy.stance.block);
                // Places from which the unit can charge, and places where the enemy cannot charge it.
                let (charge, charged) = (body.charge_in(from.formation), enemy.charge_in(enemy.stance.formation));
                let stops = [charge - 0.5, charged + 0.5];
                lengths.extend(stops.map(|stop| gap - stop).into_iter().filter(|stop| *stop > 0.5 && *stop < free));
            }
            for inches in lengths {
                let path = leg(inches);
                if path.is_empty() {
                    continue;
                }
                let block = block::moved(&turned, turned.place.facing.forward() * inches);
                list.push(March { path, formation: None, stance: Stance { block, ..from } });
            }
        }
        // A move back that keeps the facing.
        let back = allowance.inches * self.burt.numbers().backward;
        if back > 0.5 && body.nearest < self.judgement.position.near {
            let block = block::moved(&from.block, heading.forward() * -back);
            let path = vec![Leg::March { inches: back, aside: 180.0 }];
            list.push(March { path, formation: None, stance: Stance { block, ..from } });
        }
        list.extend(self.sidesteps(body, allowance));
        if allowance.manoeuvres {
            list.extend(self.formings(body, allowance.berth));
        }
        if let Some(enemy) = nearest.filter(|_| allowance.advances) {
            let turn = heading.turn_to(Heading::from_to(from.front(), enemy.stance.block.place.at));
            let turned = if turn.abs() > 90.0 { from.block.turned(180.0) } else { from.block.wheeled(turn) };
            let free = self.free_way(body, &Stance { block: turned, ..from }, 0.0, allowance.inches, allowance.berth);
            let block = block::moved(&turned, turned.place.facing.forward() * free);
            list.push(March { path: Vec::new(), formation: None, stance: Stance { block, ..from } });
        }
        if matches!(body.arm, Arm::Infantry | Arm::Skirmishers) && !allowance.advances {
            list.extend(self.entries(body, allowance));
        }
        list
    }

    /// SB-4.2, SB-4.3: moves past what stops a unit straight on, its facing kept: obliquely, and of skirmishers and
    /// squares also to the side.
    fn sidesteps(&self, body: &Summary, allowance: Allowance) -> Vec<March> {
        let (from, numbers) = (body.stance, self.burt.numbers());
        if self.free_way(body, &from, 0.0, allowance.inches, allowance.berth) >= allowance.inches {
            return Vec::new();
        }
        let freely = matches!(from.formation, Formation::Open | Formation::Square);
        let inches = if freely { allowance.inches } else { allowance.inches / numbers.oblique_cost };
        let aslant = [numbers.oblique_most, 90.0].into_iter().take(if freely { 2 } else { 1 });
        let mut list = Vec::new();
        for aside in aslant.flat_map(|aside| [aside, -aside]) {
            let free = self.free_way(body, &from, aside, inches, allowance.berth);
            let way = from.block.place.facing.turned(aside).forward();
            for inches in [free, free / 2.0].into_iter().filter(|inches| *inches > 0.5) {
                let path = vec![Leg::March { inches, aside }];
                let block = block::moved(&from.block, way * inches);
                list.push(March { path, formation: None, stance: Stance { block, ..from } });
            }
        }
        list
    }

    /// The degrees by which a unit may turn before it marches: to the goal, to the nearest enemy, and square turns where
    /// its goal lies far aside or its way is barred; each at least three apart.
    fn turns(&self, body: &Summary, allowance: Allowance, nearest: Option<&Summary>) -> Vec<f32> {
        let most = self.judgement.acts.toward;
        let (from, goal) = (body.stance, self.goal(body).toward);
        let toward = |point: Vec2| {
            let turn = || from.block.place.facing.turn_to(Heading::from_to(from.front(), point));
            if from.front().distance(point) < 0.5 { 0.0 } else { turn() }
        };
        let mut turns: Vec<f32> = vec![0.0];
        turns.extend(nearest.map(|enemy| toward(enemy.stance.block.place.at).clamp(-most, most)));
        if body.level < Level::Shaken {
            turns.push(toward(goal).clamp(-most, most));
            let barred = || self.barred(body, &from, goal) * 2.0 > allowance.inches;
            if body.arm.is_close_order() && (toward(goal).abs() > self.judgement.acts.turns_beyond || barred()) {
                turns.extend(SQUARE_ON);
            }
        }
        turns.sort_by(f32::total_cmp);
        turns.dedup_by(|a, b| (*a - *b).abs() < 3.0);
        turns
    }

    /// SB-4.9: ways into empty buildings that a unit may reach.
    fn entries(&self, body: &Summary, allowance: Allowance) -> Vec<March> {
        let buildings = self.burt.view.terrain().buildings.iter().enumerate();
        let reach = allowance.inches * (1.0 - self.burt.numbers().obstacle_cost);
        let houses = buildings.map(|(n, building)| (n, block::garrison(building, body.stance.block.place.facing)));
        let near = houses.filter(|(_, house)| house.gap(&body.stance.block) <= reach);
        let empty = near.filter(|(_, house)| self.bodies.iter().all(|other| other.stance.block.gap(house) > 0.0));
        empty
            .map(|(n, house)| {
                let stance = Stance { block: house, array: Array::House(n), formation: Formation::House };
                March { path: vec![Leg::To(house.place.at)], formation: None, stance }
            })
            .collect()
    }

    /// SB-4.9: ways out of the building that a unit holds: toward its goal and the nearest enemy.
    fn sallies(&self, body: &Summary, allowance: Allowance) -> Vec<March> {
        if !allowance.manoeuvres {
            return Vec::new();
        }
        let count = self.burt.bases(body.unit);
        let word = if body.arm == Arm::Skirmishers { "open_order" } else { "column" };
        let Some(array) = bases::array_named(word, body.arm, count) else { return Vec::new() };
        let formed = self.arranged(body, array).block.footprint;
        let (width, depth) = (2.0 * formed.half_width(), 2.0 * formed.half_depth());
        let house = body.stance.block;
        let left = allowance.inches * (1.0 - self.burt.numbers().obstacle_cost);
        let toward = self.goal(body).toward;
        let out = Heading::from_to(house.place.at, toward);
        let door = block::nearest_point(&house, toward);
        let front = door + out.forward() * (depth + left * 0.5);
        let block = block::by_front(front, out, width, depth);
        let stance = stance(block, array, body.arm, count);
        vec![March { path: vec![Leg::To(front)], formation: None, stance }]
    }

    /// Changes of formation that fit into one move, and moves after them.
    fn formings(&self, body: &Summary, berth: f32) -> Vec<March> {
        let count = self.burt.bases(body.unit);
        let words: &[&'static str] = match body.arm {
            Arm::Infantry => &["column", "line", "deep_line", "square"],
            Arm::HeavyCavalry | Arm::LightCavalry => &["column", "line", "deep_line"],
            Arm::Artillery => &["unlimbered", "limbered"],
            Arm::Skirmishers | Arm::Wagon => &[],
        };
        let horse = || self.foes(body).any(|foe| foe.arm.is_cavalry());
        let mut list = Vec::new();
        for word in words.iter().filter(|word| **word != "square" || horse()) {
            let Some(array) = bases::array_named(word, body.arm, count) else { continue };
            if array == body.stance.array {
                continue;
            }
            let (now, then) = (bases::wide(body.stance.array, count), bases::wide(array, count));
            let changes = now.abs_diff(then).max(1);
            let share = match body.arm {
                Arm::Artillery => self.burt.numbers().limber_cost,
                _ => f32::from(changes) * self.burt.numbers().frontage_cost,
            };
            let reached = if share <= 1.0 || array == Array::Square {
                array
            } else {
                let part = (1.0 / self.burt.numbers().frontage_cost) as u8;
                Array::Ranks(if then > now { now + part } else { now.saturating_sub(part).max(1) })
            };
            let formed = self.arranged(body, reached);
            list.push(March { path: Vec::new(), formation: Some(word), stance: formed });
            // The rest of the move after a change of formation takes the unit on, and guns toward their goal.
            if share < 1.0 {
                let left = body.move_in(formed.formation) * (1.0 - share);
                let width = 2.0 * formed.block.footprint.half_width();
                let most = (left / width).to_degrees();
                let goal = Heading::from_to(formed.front(), self.goal(body).toward);
                let guns = body.arm == Arm::Artillery;
                let turn = if guns { formed.block.place.facing.turn_to(goal).clamp(-most, most) } else { 0.0 };
                let turned = Stance { block: formed.block.wheeled(turn), ..formed };
                let left = left - width * turn.abs().to_radians();
                let free = self.free_way(body, &turned, 0.0, left, berth);
                if free > 0.5 {
                    let block = block::moved(&turned.block, turned.block.place.facing.forward() * free);
                    let wheel = guns.then_some(Leg::Wheel { about: None, degrees: turn });
                    let march = Leg::March { inches: free, aside: 0.0 };
                    let path = [Leg::Form((*word).into())].into_iter().chain(wheel).chain([march]).collect();
                    list.push(March { path, formation: None, stance: Stance { block, ..formed } });
                }
            }
        }
        list
    }
}
