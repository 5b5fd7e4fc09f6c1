//! The answers of the rules to the shared walk: what ground is passable to a unit, who bars its way, its own steps.

use bevy::math::Vec2;

use crate::{
    book::{
        formations::{Formation, Pose, Stands},
        values::Class,
    },
    state::view::FuryView,
};
use grapeshot_floor::{
    forces::UnitId,
    shared::formed::{
        going::{bounds, lies_between, meet},
        walk::{Bar, Body, Ground, Marching, Moment, Purse, Toll, USED_UP, Walker, no_entry, thinner},
    },
    table::measure::turned_about,
};

/// A moment of a walk.
#[derive(Debug, Clone, PartialEq)]
pub struct Stage {
    /// The stands of the unit.
    pub body: Stands,
    /// The pose of the unit.
    pub pose: Pose,
    /// Inches paid so far.
    pub cost: f32,
}

impl Moment for Stage {
    type Body = Stands;

    fn body(&self) -> &Stands {
        &self.body
    }

    fn cost(&self) -> f32 {
        self.cost
    }

    fn with(&self, body: Stands, cost: f32) -> Self {
        Self { pose: body.pose(&self.pose), body, cost }
    }

    fn same_form(&self, other: &Self) -> bool {
        self.pose.formation == other.pose.formation
    }
}

/// Inches that are left.
pub struct Allowance(pub(super) f32);

impl Purse for Allowance {
    fn left(&self) -> f32 {
        self.0
    }

    fn pay(&mut self, inches: f32) {
        self.0 -= inches;
    }
}

/// The ground near a step, of which the unit may enter nothing slower than a class.
pub struct Passable<'w> {
    ff: FuryView<'w>,
    most: Class,
    rides: bool,
    /// The factor of a good road on inches; none for a unit that does not follow roads.
    road: Option<f32>,
    /// Boxes round all ground that is not open, each with whether it may be slower than the class.
    near: Vec<((Vec2, Vec2), bool)>,
    edge: bool,
}

/// The reason of a unit that stops before ground over which it has fewer inches than it has gone.
pub fn slower(class: Class, name: &str) -> String {
    format!("{} ground ahead, {}", class.word(), name.replace('_', " "))
}

impl<'w> Passable<'w> {
    pub(super) fn new(ff: FuryView<'w>, most: Class, rides: bool, road: Option<f32>, low: Vec2, high: Vec2) -> Self {
        let terrain = ff.view.terrain();
        let slower = |class: Class| class > most;
        // A crossing may be slower than the ground that it crosses.
        let crossings = terrain.crossings.iter().any(|crossing| slower(ff.class_of_crossing(crossing)));
        let areas = terrain
            .areas
            .iter()
            .map(|area| (bounds(&area.outline, 0.0), crossings || slower(ff.class_of_area(area, rides))));
        let streams = terrain
            .streams
            .iter()
            .map(|stream| (bounds(&stream.line, stream.width), crossings || slower(ff.class_of_stream(stream))));
        let houses = terrain.buildings.iter().map(|house| (bounds(&house.outline, 0.0), slower(Class::Impassable)));
        let steep = terrain.hills.iter().filter(|hill| hill.steep);
        let slopes = steep.map(|hill| (bounds(&hill.outline, 0.0), slower(ff.class_of_slope())));
        let roads = terrain.roads.iter().filter(|_| road.is_some());
        let roads = roads.map(|road| (bounds(&road.line, road.width), false));
        let lines = terrain.obstacles.iter().map(|line| (bounds(&line.line, 0.0), false));
        let all = areas.chain(streams).chain(houses).chain(slopes).chain(roads).chain(lines);
        let near = all.filter(|(of, _)| meet(*of, (low, high))).collect();
        let edge = low.cmplt(Vec2::ZERO).any() || high.cmpgt(terrain.size).any();
        Self { ff, most, rides, road, near, edge }
    }

    /// FF-7.3: the inches that a unit moves for an inch paid when its front goes from a point in a direction of length
    /// 1, and for how many inches this holds, at most `most`.
    pub(super) fn pace(&self, front: Vec2, way: Vec2, most: f32) -> (f32, f32) {
        let Some(times) = self.road else { return (1.0, most) };
        let (follows, inches) = self.ff.good_road_from(front, way, most);
        (if follows { times } else { 1.0 }, inches)
    }
}

impl Ground<Stands> for Passable<'_> {
    fn is_open(&self) -> bool {
        self.near.is_empty() && !self.edge
    }

    fn rate(&self, body: &Stands) -> (f32, Option<&str>) {
        for stand in body.outlines() {
            let size = self.ff.view.terrain().size;
            if self.edge && !lies_between(&stand, (Vec2::ZERO, size), self.ff.numbers().tolerance) {
                return (0.0, Some("the edge of the table"));
            }
            let own = bounds(&stand.corners(), 0.0);
            if self.near.iter().any(|(of, slower)| *slower && meet(*of, own)) {
                let (class, name) = self.ff.class_under(&stand, self.rides);
                if class > self.most {
                    return (0.0, Some(name));
                }
            }
        }
        (self.pace(body.front(), body.place().facing.forward(), 1.0).0, None)
    }

    fn across(&self, body: &Stands) -> Vec<usize> {
        let obstacles = &self.ff.view.terrain().obstacles;
        let cut = |n: &usize| {
            let line = &obstacles[*n].line;
            body.outlines().any(|stand| line.windows(2).any(|leg| stand.cut_by(leg[0], leg[1])))
        };
        if self.near.is_empty() { Vec::new() } else { (0..obstacles.len()).filter(cut).collect() }
    }

    fn stops(&self, _: &Stands, way: Vec2) -> Vec<f32> {
        const APART: f32 = 0.25;
        let count = (way.length() / APART) as usize;
        (1..=count).map(|n| n as f32 * APART).collect()
    }
}

/// A unit that goes by the rules, and what it may pass and touch.
pub struct Going<'w> {
    pub ff: FuryView<'w>,
    /// The unit that goes.
    pub unit: UnitId,
    /// The slowest class that it may touch.
    pub most: Class,
    /// FF-4.7: friends that it may pass.
    pub passes: Vec<UnitId>,
    /// Enemies that it may touch, as it charges them.
    pub goals: Vec<UnitId>,
    /// FF-7.2: whether it always goes straight ahead, as a file that follows a road.
    pub ahead: bool,
}

impl<'w> Marching for Going<'w> {
    type Moment = Stage;
    type Ground = Passable<'w>;
    type Purse = Allowance;
    type Own = Own;
    type Who = UnitId;

    fn ground(&self, from: &Stage, low: Vec2, high: Vec2) -> Passable<'w> {
        let formation = from.pose.formation;
        let file = formation.is_file() || formation == Formation::Broken;
        let road =
            (file && self.ahead).then(|| self.ff.road_multiplier(self.unit, formation)).filter(|times| *times > 1.0);
        Passable::new(self.ff, self.most, self.ff.rides(self.unit), road, low, high)
    }

    fn bars(&self, _: &Stage, middle: Vec2, reach: f32) -> Vec<Bar<UnitId>> {
        let standing = self.ff.standing_units();
        let others = standing.iter().filter(|other| other.unit != self.unit && !self.passes.contains(&other.unit));
        let near = others.filter(|other| other.may_be_within(reach, middle, 0.0));
        let stands = near.flat_map(|of| of.stands.iter().map(|stand| Bar { who: of.unit, outline: *stand }));
        stands.filter(|bar| bar.outline.place.at.distance(middle) <= reach + bar.outline.footprint.reach()).collect()
    }

    fn barred_by(&self, who: UnitId) -> String {
        format!("{} is in the way", self.ff.name(who))
    }

    fn crossing(&self, obstacle: usize, _: &Allowance) -> Result<(f32, String), String> {
        let of = &self.ff.view.terrain().obstacles[obstacle];
        let class = self.ff.class_of_obstacle(of, self.ff.rides(self.unit));
        let name = format!("the {}", of.kind.replace('_', " "));
        match class {
            Class::Impassable => Err(no_entry(Some(&name))),
            _ if class > self.most => Err(slower(class, &name)),
            _ => Ok((0.0, name)),
        }
    }

    fn rule(&self, _: Toll) -> &'static str {
        "FF-6.1"
    }

    fn open_ground(&self) -> &'static str {
        match self.most {
            Class::Open => "open ground",
            Class::Broken => "broken ground",
            Class::Rough | Class::Impassable => "rough ground",
        }
    }

    fn closed(&self, there: &Stands, name: Option<&str>) -> String {
        let rides = self.ff.rides(self.unit);
        let class = there.outlines().map(|stand| self.ff.class_under(&stand, rides).0).max();
        match (class, name) {
            (Some(class @ (Class::Broken | Class::Rough)), Some(name)) => slower(class, name),
            _ => no_entry(name),
        }
    }

    fn may_end(&self, start: &Stage, end: &Stage) -> Result<(), String> {
        self.ff.may_stop(self.unit, &start.body, &end.body, &self.goals)
    }

    fn take(&self, walker: &mut Walker<'_, Self>, step: &Own) {
        match step {
            Own::WheelBack(degrees) => self.wheel_back(walker, *degrees),
            Own::File(legs) => self.file(walker, legs),
        }
    }
}

impl Going<'_> {
    /// FF-6.8: wheels a unit to the rear: the pivot stays, the outer corner swings back, and every inch of its arc
    /// costs an inch.
    fn wheel_back(&self, walker: &mut Walker<'_, Self>, degrees: f32) {
        const FINE: f32 = 1.0;
        let from = walker.now().body.clone();
        let hand = if degrees < 0.0 { -1.0 } else { 1.0 };
        let pivot = from.place().offset(from.half_depth(), hand * from.half_width());
        let steps = (degrees.abs() / FINE).ceil().max(1.0) as u32;
        let arc = 2.0 * from.half_width() * degrees.abs().to_radians() / steps as f32;
        let reach = 2.0 * from.reach();
        let others = self.bars(walker.now(), from.place().at, reach);
        let ground = self.ground(walker.now(), from.place().at - reach, from.place().at + reach);
        for step in 1..=steps {
            let body = from.at(turned_about(&from.place(), pivot, degrees * step as f32 / steps as f32));
            let pressed = |bar: &&Bar<UnitId>| {
                let pairs = body.outlines().zip(from.outlines());
                let mut pairs =
                    pairs.map(|(now, before)| (thinner(&now).overlap(&bar.outline), before.overlap(&bar.outline)));
                pairs.any(|(now, before)| now > 0.0 && now > before)
            };
            if let Some(bar) = others.iter().find(pressed) {
                walker.stop(self.barred_by(bar.who));
                return;
            }
            if let (rate, Some(name)) = ground.rate(&body)
                && rate <= 0.0
            {
                walker.stop(self.closed(&body, Some(name)));
                return;
            }
            if arc > walker.purse.left() + 1e-3 {
                walker.stop(USED_UP);
                return;
            }
            walker.pay(arc, "wheel to the rear".into(), "FF-6.8");
            walker.put(body, arc);
        }
    }
}

/// A step of a march that only units of these rules make.
#[derive(Debug, Clone, PartialEq)]
pub enum Own {
    /// FF-6.8: a wheel to the rear, about the left front corner if the degrees are below 0, else about the right one.
    WheelBack(f32),
    /// FF-7.2: the head of a file goes along legs, and the others follow.
    File(Vec<Vec2>),
}
