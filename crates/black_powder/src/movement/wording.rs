//! From the legs of an order to the list of manoeuvres of each unit (BP-2.13).

use bevy::math::Vec2;
use smol_str::SmolStr;

use super::{moves::Walk, walker::Leave};
use crate::{
    book::values::{Formation, Size, Stood, Troop},
    state::{pose::Pose, sequence_of_play::Manoeuvre, view::BlackPowderView},
};
use grapeshot_floor::{
    forces::UnitId,
    orders::{Leg, Order, Refusal},
    shared::{
        formed::block::{self, front},
        refuse,
    },
    table::{
        footprint::Outline,
        measure::{inside, turned_about},
        position::{Heading, Place},
    },
};

/// The most moves an order can bring (BP-2.3).
pub const MOST_MOVES: u8 = 3;

/// Headings nearer than this are the same, in degrees.
const SAME_HEADING: f32 = 0.5;

/// Where a unit would stand if nothing were in its way.
struct Ideal<'w> {
    bp: BlackPowderView<'w>,
    unit: UnitId,
    pose: Pose,
    list: Vec<Manoeuvre>,
}

impl Ideal<'_> {
    fn slide(&mut self, by: Vec2) {
        if by.length() < 1e-3 {
            return;
        }
        if self.pose.formation.is_march() {
            let facing = Heading::of(by);
            let depth = self.pose.block.footprint.half_depth();
            let head = front(&self.pose.block) + by;
            self.pose.block.place = Place { at: head - facing.forward() * depth, facing, floor: 0 };
            if let Some(Manoeuvre::Follow { by: path }) = self.list.last_mut() {
                path.push(by);
            } else {
                self.list.push(Manoeuvre::Follow { by: vec![by] });
            }
            return;
        }
        self.pose.block = block::moved(&self.pose.block, by);
        self.list.push(Manoeuvre::Slide { by });
    }

    fn turn(&mut self, degrees: f32, on_corner: bool) {
        let block = &mut self.pose.block;
        if (degrees.abs() - 180.0).abs() < SAME_HEADING {
            block.place.facing = block.place.facing.about();
            self.list.push(Manoeuvre::About);
        } else if on_corner {
            let hand = if degrees > 0.0 { -1.0 } else { 1.0 };
            let pivot = block.place.offset(block.footprint.half_depth(), hand * block.footprint.half_width());
            block.place = turned_about(&block.place, pivot, degrees);
            self.list.push(Manoeuvre::Wheel { degrees });
        } else {
            block.place.facing = block.place.facing.turned(degrees);
            self.list.push(Manoeuvre::Pivot { degrees });
        }
    }

    fn form(&mut self, formation: Formation, heading: Option<Heading>, centre: bool) {
        let facing = heading.unwrap_or(self.pose.block.place.facing);
        let block = self.bp.formed(self.unit, &self.pose, formation, facing, centre);
        self.pose = Pose { block, formation, building: None, ..self.pose };
        self.list.push(Manoeuvre::Form { formation, heading, centre });
    }
}

impl<'w> BlackPowderView<'w> {
    /// BP-2.13: the list of manoeuvres that an order gives a unit. `ways` are the ways of the first unit that is named,
    /// alongside which all others go; for the first unit they are found.
    ///
    /// # Errors
    /// If the unit has no room to come onto the table, if a leg of the way says too little or asks for more than the
    /// rules of turns, formations and buildings let it do, or if a manoeuvre is barred to it.
    pub fn wording(
        &self,
        unit: UnitId,
        order: &Order,
        ways: &mut Option<Vec<Vec2>>,
    ) -> Result<Vec<Manoeuvre>, Refusal> {
        let given = ways.clone();
        let mut found = Vec::new();
        let Some(pose) = self.start_pose(unit) else {
            return refuse("BP-3.6", format!("There is no room for {} to come onto the table", self.name(unit)));
        };
        let mut ideal = Ideal { bp: *self, unit, pose, list: Vec::new() };
        let centre = order.choice.as_deref() == Some("centre");
        let mut next_way = 0;
        let mut into = None;
        // The unit turns to the heading as it takes the last formation.
        let (path, last) = match (&order.formation, order.path.split_last()) {
            (None, Some((Leg::Form(formation), before))) => (before, Some(formation)),
            (last, _) => (order.path.as_slice(), last.as_ref()),
        };
        for leg in path {
            if ideal.pose.building.is_some() && !matches!(leg, Leg::Form(_)) {
                return refuse("BP-8.3", "Leaving a building takes a whole move: name the formation outside first");
            }
            if into.is_some() {
                return refuse("BP-8.1", "Nothing can follow the entry of a building in one order");
            }
            match leg {
                Leg::To(point) => {
                    let by = match &given {
                        Some(ways) => ways.get(next_way).copied().unwrap_or_default(),
                        None => *point - front(&ideal.pose.block),
                    };
                    found.push(by);
                    next_way += 1;
                    into = self.building_at(unit, front(&ideal.pose.block) + by);
                    match into {
                        Some(building) => {
                            let by = self.up_to(&ideal.pose.block, by, building);
                            ideal.slide(by);
                            ideal.list.push(Manoeuvre::Enter { building });
                        }
                        None => ideal.slide(by),
                    }
                }
                Leg::March { inches, aside } => {
                    if *inches <= 0.0 {
                        return refuse("BP-3.2", "Say how many inches to go");
                    }
                    ideal.slide(ideal.pose.block.place.facing.turned(*aside).forward() * *inches);
                }
                Leg::Wheel { about, degrees } => {
                    if degrees.abs() > 180.0 {
                        return refuse("BP-3.2", "Nobody turns by more than half a circle");
                    }
                    ideal.turn(*degrees, about.is_some());
                }
                Leg::Climb(_) => return refuse("BP-8.1", "A garrison holds the whole building, not a storey of it"),
                Leg::AboutFace => ideal.turn(180.0, false),
                Leg::Form(formation) => {
                    let formation = self.orderable(unit, ideal.pose.formation, formation)?;
                    ideal.form(formation, None, centre);
                }
            }
        }
        self.word_end(&mut ideal, last, order.heading.map(Heading::normalized), centre)?;
        if ways.is_none() {
            *ways = Some(found);
        }
        Ok(ideal.list)
    }

    /// BP-3.4: the last formation that a unit takes, in which it may turn to a heading; without one it turns where it
    /// stands.
    fn word_end(
        &self,
        ideal: &mut Ideal,
        last: Option<&SmolStr>,
        heading: Option<Heading>,
        centre: bool,
    ) -> Result<(), Refusal> {
        if let Some(formation) = last {
            let formation = self.orderable(ideal.unit, ideal.pose.formation, formation)?;
            let facing = ideal.pose.block.place.facing;
            let leaves = ideal.pose.building.is_some();
            if let Some(heading) = heading
                && !leaves
                && facing.angle_to(heading) > self.numbers().form_turn + SAME_HEADING
            {
                return refuse("BP-3.4", "In a change of formation it may turn by 90 degrees at most");
            }
            ideal.form(formation, heading, centre);
        } else if let Some(heading) = heading {
            if ideal.pose.building.is_some() {
                return refuse("BP-8.3", "A garrison sees all round and has no facing");
            }
            let degrees = ideal.pose.block.place.facing.turn_to(heading);
            if degrees.abs() > SAME_HEADING {
                ideal.turn(degrees, false);
            }
        }
        Ok(())
    }

    /// The building in which a path ends, if the unit is one that could go in.
    fn building_at(&self, unit: UnitId, point: Vec2) -> Option<usize> {
        if self.troop(unit) != Troop::Infantry {
            return None;
        }
        self.view.terrain().buildings.iter().position(|building| inside(point, &building.outline))
    }

    /// As much of a slide as leads to the wall of a building.
    fn up_to(&self, block: &Outline, by: Vec2, building: usize) -> Vec2 {
        let house = block::garrison(&self.view.terrain().buildings[building], block.place.facing);
        let share = block.sweep(block.place.at + by, &house, 0.0).unwrap_or(1.0);
        let length = by.length();
        by.normalize_or_zero() * (share * length - 0.01).max(0.0)
    }

    /// BP-4.1: the formation of this word, if the unit can be ordered to take it.
    fn orderable(&self, unit: UnitId, now: Formation, word: &str) -> Result<Formation, Refusal> {
        let Some(formation) = Formation::named(word) else {
            return refuse("BP-4.1", format!("There is no formation {word:.40}"));
        };
        let name = self.name(unit);
        if formation == Formation::Garrison {
            return refuse("BP-8.1", "To enter a building draw the path into it");
        }
        if !self.can_form(unit, formation) {
            let rule =
                if matches!(formation, Formation::MixedLine | Formation::MixedColumn) { "BP-4.3" } else { "BP-4.1" };
            return refuse(rule, format!("{name} cannot take {formation}"));
        }
        if formation == now {
            return refuse("BP-3.4", format!("{name} is in {formation}"));
        }
        if self.broken(unit) {
            return refuse("BP-10.2", format!("{name}: a broken brigade changes no formation"));
        }
        Ok(formation)
    }

    /// BP-8.1: whether a unit may go into a building.
    ///
    /// # Errors
    /// If another unit holds the building, if the unit is no infantry, or if the building is too small for it.
    pub fn may_occupy(&self, unit: UnitId, building: usize) -> Result<(), String> {
        use Size;
        let house = &self.view.terrain().buildings[building];
        if let Some(garrison) = self.garrison(building).filter(|garrison| *garrison != unit) {
            return Err(format!("{} holds {}", self.name(garrison), house.name));
        }
        let values = self.values(unit);
        if values.troop != Troop::Infantry {
            return Err("only infantry goes into buildings".into());
        }
        let most = match house.size.as_deref() {
            Some("small") => Size::Small,
            Some("large") => Size::Large,
            _ => Size::Standard,
        };
        if values.size < most {
            return Err(format!("{} is too small for it", house.name));
        }
        Ok(())
    }

    /// BP-2.7: what a unit may do that begins its command within 12 inches of an enemy.
    pub fn near_start(&self, unit: UnitId) -> Option<Stood> {
        self.enemy_near(unit).then(|| Stood::of(self.outline(unit)))
    }

    /// BP-2.13: the walk of a list with all the moves an order can bring.
    ///
    /// # Errors
    /// If it leads nowhere, or where the unit may not go.
    pub fn planned_walk(&self, unit: UnitId, list: &[Manoeuvre], moves: u8) -> Result<Walk, Refusal> {
        if !self.present(unit) {
            let start = self.start_pose(unit);
            let start = start.map_or_else(|| refuse("BP-3.6", "There is no room to come onto the table"), Ok)?;
            return Ok(self.walk_on(unit, start, list, moves));
        }
        let walk = self.walk(unit, list, moves, Leave::default());
        let (start, end) = (walk.poses[0], walk.end());
        if let Some(near) = self.near_start(unit)
            && end.block != start.block
            && !on_the_spot(&start, &end)
            && !self.heeds_proximity(near, &end.block)
        {
            return refuse("BP-2.7", "Enemy within 12 inches: front or rear only");
        }
        let still = end.block == start.block && end.formation == start.formation && end.building == start.building;
        if still {
            let why = walk.stopped.clone().unwrap_or_else(|| "say where it goes, or its formation".into());
            let rule = rule_of(&why);
            return refuse(rule, format!("{} cannot do that: {why}", self.name(unit)));
        }
        Ok(walk)
    }
}

/// BP-2.7 d: a change of formation or a turn on the spot.
fn on_the_spot(start: &Pose, end: &Pose) -> bool {
    let centre = start.block.place.at.distance(end.block.place.at) < 0.02;
    let same_front = front(&start.block).distance(front(&end.block)) < 0.02;
    centre || (same_front && start.formation != end.formation)
}

/// The rule that a reason to stop comes from.
fn rule_of(why: &str) -> &'static str {
    if why.starts_with("no entry") || why.contains("to cross") || why.contains("get over") {
        "BP-3.5"
    } else if why.contains("edge of the table") {
        "BP-3.6"
    } else if why.contains("whole move") || why.contains("no room") {
        "BP-3.4"
    } else if why.contains("says nothing") {
        "BP-2.13"
    } else if why.contains("enter a building") || why.contains("too small") || why.contains("holds") {
        "BP-8.1"
    } else {
        "BP-3.3"
    }
}
