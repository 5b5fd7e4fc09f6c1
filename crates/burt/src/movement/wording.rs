//! From the legs, the formation and the heading of an order to the steps of a walk (SB-4.2 to SB-4.9).
//!
//! A leg to a point takes a unit there as its kind of troops moves: skirmishers and squares straight, whatever their
//! facing; columns one base wide, a single limbered gun and wagons pivot and go; others wheel until their front points
//! there and go, after a turn on the spot if the point lies behind them. A leg to a point with the heading that the
//! unit has already is an oblique or backward move.

use bevy::math::Vec2;

use super::{
    moves::Terms,
    straight::{wheel_to, wheeled},
    walker::{Own, SAME_DEGREES},
};
use crate::{
    book::{
        bases::{self, array_named},
        values::{Arm, Array, Formation},
    },
    state::{pose::Pose, view::BurtView},
};
use grapeshot_floor::{
    forces::UnitId,
    orders::{Leg, Order, Refusal},
    shared::{
        formed::{
            block,
            walk::{Body, Step},
        },
        refuse,
    },
    table::{measure::inside, position::Heading},
};

/// Where a unit would stand if nothing were in its way, and the steps that it has taken to come there.
struct Ideal<'w> {
    burt: BurtView<'w>,
    unit: UnitId,
    pose: Pose,
    pivoted: bool,
    steps: Vec<Step<Own>>,
}

impl Ideal<'_> {
    fn formation(&self) -> Formation {
        bases::formation(self.pose.array, self.burt.arm(self.unit), self.burt.bases(self.unit))
    }

    /// SB-4.2: whether the troops turn freely: skirmishers, and squares, which face all ways.
    fn turns_freely(&self) -> bool {
        matches!(self.formation(), Formation::Open | Formation::Square)
    }

    /// SB-4.2: whether the troops have a free pivot in a move and have not made it yet.
    fn pivots(&self) -> bool {
        let narrow = bases::wide(self.pose.array, self.burt.bases(self.unit)) == 1
            && matches!(self.formation(), Formation::Column | Formation::Limbered);
        (narrow || self.burt.arm(self.unit) == Arm::Wagon) && !self.pivoted
    }

    fn slide(&mut self, by: Vec2) {
        if by.length() < 1e-3 {
            return;
        }
        self.pose.block = self.pose.block.moved(by);
        self.steps.push(Step::Slide(by));
    }

    fn dear(&mut self, by: Vec2, price: f32, label: &'static str, rule: &'static str) {
        self.pose.block = self.pose.block.moved(by);
        self.steps.push(Step::Own(Own::Dear(by, price, label, rule)));
    }

    /// SB-4.2: adds a turn on the spot.
    fn turn(&mut self, degrees: f32) {
        if self.pivots() && degrees.abs() <= self.burt.numbers().free_pivot + SAME_DEGREES {
            self.pivoted = true;
        }
        self.pose.block = self.pose.block.turned(degrees);
        self.steps.push(Step::Own(Own::Turn(degrees)));
    }

    /// SB-4.2: adds a wheel on a front corner.
    fn wheel(&mut self, degrees: f32) {
        self.pose.block = wheeled(&self.pose.block, degrees);
        self.steps.push(Step::Wheel(degrees));
    }

    /// Turns this many degrees to the left as its troops turn: freely, by a turn on the spot, or by a wheel.
    fn face(&mut self, degrees: f32) {
        let square_on = [90.0, 180.0].iter().any(|whole| (degrees.abs() - whole).abs() < SAME_DEGREES);
        let free = self.pivots() && degrees.abs() <= self.burt.numbers().free_pivot + SAME_DEGREES;
        if self.turns_freely() || free || square_on || self.formation() == Formation::Unlimbered {
            self.turn(degrees);
        } else {
            self.wheel(degrees);
        }
    }

    /// SB-4.2, SB-4.3: adds a straight march, `aside` degrees off the facing.
    fn march(&mut self, inches: f32, aside: f32) -> Result<(), Refusal> {
        let numbers = self.burt.numbers();
        let by = self.pose.block.place.facing.turned(aside).forward() * inches;
        let off = Heading(0.0).angle_to(Heading(aside));
        if self.turns_freely() || self.formation() == Formation::Unlimbered || off < SAME_DEGREES {
            self.slide(by);
        } else if off <= numbers.oblique_most + SAME_DEGREES {
            self.dear(by, numbers.oblique_cost, "obliquely", "SB-4.3");
        } else if off > 180.0 - SAME_DEGREES {
            self.dear(by, 1.0 / numbers.backward, "backward", "SB-4.2");
        } else {
            return refuse("SB-4.3", "Close order troops oblique by 45 degrees at most: wheel or turn first");
        }
        Ok(())
    }

    /// Adds the way to a point, as its kind of troops moves.
    fn go_to(&mut self, point: Vec2, keeps_facing: bool) -> Result<(), Refusal> {
        let by = point - self.pose.block.front();
        if by.length() < 1e-3 {
            return Ok(());
        }
        if self.turns_freely() || self.formation() == Formation::Unlimbered {
            self.slide(by);
            return Ok(());
        }
        let facing = self.pose.block.place.facing;
        let aside = facing.turn_to(Heading::of(by));
        let most = self.burt.numbers().oblique_most;
        if aside.abs() < SAME_DEGREES || keeps_facing && (aside.abs() <= most || aside.abs() > 180.0 - SAME_DEGREES) {
            return self.march(by.length(), aside);
        }
        let off = self.pose.block.place.facing.turn_to(Heading::from_to(self.pose.block.place.at, point));
        if self.pivots() && off.abs() <= self.burt.numbers().free_pivot {
            self.turn(off);
            let ahead = self.pose.block.place.at.distance(point) - self.pose.block.half_depth();
            self.slide(self.pose.block.place.facing.forward() * ahead.max(0.0));
            return Ok(());
        }
        if off.abs() > 135.0 {
            self.turn(180.0);
        } else if off.abs() > 90.0 {
            self.turn(90.0_f32.copysign(off));
        }
        let Some(degrees) = wheel_to(&self.pose.block, point) else {
            return refuse("SB-4.2", "This point lies too near beside the unit to wheel there");
        };
        if degrees.abs() >= SAME_DEGREES {
            self.wheel(degrees);
        }
        let ahead = (point - self.pose.block.front()).dot(self.pose.block.place.facing.forward());
        self.slide(self.pose.block.place.facing.forward() * ahead.max(0.0));
        Ok(())
    }

    fn form(&mut self, array: Array, out: Option<Heading>) {
        let (row, count) = (self.burt.row(self.unit), self.burt.bases(self.unit));
        self.steps.push(Step::Own(Own::Form(array, out)));
        let Some((width, depth)) = bases::measures(self.burt.book, row, array, count) else { return };
        self.pose.block = match self.pose.array {
            Array::House(_) => {
                let out = out.unwrap_or(self.pose.block.place.facing);
                let face = block::Face::ALL.into_iter().min_by(|a, b| {
                    let off = |face: &block::Face| block::outward(&self.pose.block, *face).angle_to(out);
                    off(a).total_cmp(&off(b))
                });
                let face = face.unwrap_or(block::Face::Front);
                let (door, toward) = (block::middle(&self.pose.block, face), block::outward(&self.pose.block, face));
                block::by_front(door + toward.forward() * depth, toward, width, depth)
            }
            _ => block::by_front(self.pose.block.front(), self.pose.block.place.facing, width, depth),
        };
        self.pose.array = array;
    }
}

impl BurtView<'_> {
    /// The arrangement that a unit takes when it comes out of a building, or onto the table (SB-11.6).
    pub(super) fn outdoor_array(&self, unit: UnitId) -> Option<Array> {
        let arm = self.arm(unit);
        let word = match arm {
            Arm::Skirmishers => "open_order",
            Arm::Artillery | Arm::Wagon => "limbered",
            _ => "column",
        };
        array_named(word, arm, self.bases(unit))
    }

    /// The steps that a unit takes by an order, from a pose.
    ///
    /// # Errors
    /// Why it cannot take them.
    pub(super) fn steps(
        &self,
        unit: UnitId,
        start: Pose,
        order: &Order,
        terms: &Terms,
    ) -> Result<Vec<Step<Own>>, Refusal> {
        let mut ideal = Ideal { burt: *self, unit, pose: start, pivoted: false, steps: Vec::new() };
        let heading = order.heading.map(Heading::normalized);
        for (n, leg) in order.path.iter().enumerate() {
            if ideal.steps.iter().any(|step| matches!(step, Step::Own(Own::Enter(_)))) {
                return refuse("SB-4.9", "Nothing can follow the entry of a building");
            }
            if ideal.formation() == Formation::House && !matches!(leg, Leg::Form(_)) {
                self.may_form(unit, terms)?;
                let out = match leg {
                    Leg::To(point) => Some(Heading::from_to(ideal.pose.block.place.at, *point)),
                    _ => heading,
                };
                if let Some(array) = self.outdoor_array(unit) {
                    ideal.form(array, out);
                }
            }
            match leg {
                Leg::To(point) => {
                    let keeps = heading.is_some_and(|to| to.angle_to(ideal.pose.block.place.facing) < SAME_DEGREES);
                    match self.building_at(unit, *point) {
                        Some(building) => {
                            let house =
                                block::garrison(&self.view.terrain().buildings[building], start.block.place.facing);
                            let door = block::nearest_point(&house, ideal.pose.block.front());
                            ideal.go_to(door, keeps)?;
                            ideal.steps.push(Step::Own(Own::Enter(building)));
                        }
                        None => ideal.go_to(*point, keeps && n + 1 == order.path.len())?,
                    }
                }
                Leg::March { inches, aside } => {
                    if *inches <= 0.0 {
                        return refuse("SB-4.2", "Say how many inches to go");
                    }
                    ideal.march(*inches, *aside)?;
                }
                Leg::Wheel { about, degrees } => {
                    if degrees.abs() > 180.0 {
                        return refuse("SB-4.2", "Nobody turns by more than half a circle");
                    }
                    if about.is_some() && !ideal.turns_freely() && ideal.formation() != Formation::Unlimbered {
                        ideal.wheel(*degrees);
                    } else {
                        ideal.face(*degrees);
                    }
                }
                Leg::AboutFace => ideal.turn(180.0),
                Leg::Climb(_) => return refuse("SB-4.9", "A unit holds the whole building, not a storey of it"),
                Leg::Form(word) => {
                    let array = self.formable(unit, ideal.pose.array, word, terms)?;
                    ideal.form(array, heading);
                }
            }
        }
        if let Some(word) = &order.formation {
            let array = self.formable(unit, ideal.pose.array, word, terms)?;
            ideal.form(array, heading);
        }
        if let Some(heading) = heading
            && ideal.formation() != Formation::House
        {
            let degrees = ideal.pose.block.place.facing.turn_to(heading);
            if degrees.abs() >= SAME_DEGREES {
                ideal.face(degrees);
            }
        }
        Ok(ideal.steps)
    }

    /// The building that a point lies in, if the unit is one that could go in and is not in it.
    fn building_at(&self, unit: UnitId, point: Vec2) -> Option<usize> {
        let buildings = &self.view.terrain().buildings;
        let index = buildings.iter().position(|building| inside(point, &building.outline))?;
        (self.house_of(unit) != Some(index)).then_some(index)
    }

    /// SB-3.3, SB-5.4: whether the order on a unit's chit lets it change its formation.
    fn may_form(&self, unit: UnitId, terms: &Terms) -> Result<(), Refusal> {
        if terms.forms {
            return Ok(());
        }
        refuse("SB-5.4", format!("{}: a change of formation needs MANOEUVER orders", self.name(unit)))
    }

    /// The arrangement of a word, if a unit can be ordered to take it.
    fn formable(&self, unit: UnitId, now: Array, word: &str, terms: &Terms) -> Result<Array, Refusal> {
        self.may_form(unit, terms)?;
        let (arm, count) = (self.arm(unit), self.bases(unit));
        if word == "house" {
            return refuse("SB-4.9", "To enter a building draw the path into it");
        }
        let Some(array) = array_named(word, arm, count) else {
            return match word {
                "square" => refuse("SB-5.3", "Only infantry forms square"),
                _ => refuse("SB-5.1", format!("{} cannot take this formation: {word:.40}", self.name(unit))),
            };
        };
        if bases::word_of(now, arm, count) == word && bases::wide(now, count) == bases::wide(array, count) {
            let label = bases::label_of(now, arm, count);
            return refuse("SB-5.4", format!("{} stands so already: {label}", self.name(unit)));
        }
        Ok(array)
    }
}
