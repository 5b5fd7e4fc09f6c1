//! The walk of a unit over the ground.
//!
//! A unit uses the slowest class that its way touches for all of its move (FF-4.1). So the way is walked once for each
//! class, over ground no slower than that class, with the inches of that class; the walk that gets farthest counts.

use bevy::math::Vec2;

use crate::{
    book::{
        formations::{Formation, Pose, Stands},
        values::Class,
    },
    state::{standing::StandingUnit, view::FuryView},
};
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::UnitId,
    shared::formed::{
        going::{bounds, lies_between, meet},
        trail,
        walk::{Bar, Body, Ground, Marching, Moment, Purse, Step, Toll, USED_UP, Walker, no_entry, thinner},
    },
    table::{footprint::Outline, measure::turned_about},
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
pub struct Allowance(f32);

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
    fn new(ff: FuryView<'w>, most: Class, rides: bool, road: Option<f32>, low: Vec2, high: Vec2) -> Self {
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

/// A step of a walk.
pub type March = Step<Own>;

/// A planned walk.
#[derive(Debug, Clone, PartialEq)]
pub struct Walked {
    /// The moments of the walk, the start first.
    pub stages: Vec<Stage>,
    /// The inches that were paid, by reason.
    pub bill: Explained,
    /// The inches that it had.
    pub allowance: f32,
    /// The slowest class that it could touch.
    pub class: Class,
    /// Why it stopped before its end.
    pub stopped: Option<String>,
    /// FF-4.7: friends that it passed.
    pub passed: Vec<UnitId>,
}

impl Walked {
    /// The pose of the unit at the end.
    pub fn end(&self) -> &Pose {
        &self.stages[self.stages.len() - 1].pose
    }

    /// The poses on the way.
    pub fn poses(&self) -> Vec<Pose> {
        self.stages.iter().map(|stage| stage.pose).collect()
    }

    /// FF-1.4: the inches of the way of the middle of its front.
    pub fn inches(&self) -> f32 {
        // The sum of no floats is minus zero.
        self.stages.windows(2).map(|pair| pair[0].pose.front.distance(pair[1].pose.front)).sum::<f32>().max(0.0)
    }

    /// FF-4.1: the slowest class that the way touches, linear features included.
    pub fn class_touched(&self, ff: &FuryView, unit: UnitId) -> Class {
        let rides = ff.rides(unit);
        let terrain = ff.view.terrain();
        let mut worst = Class::Open;
        for stand in self.stages.iter().flat_map(|stage| stage.body.outlines()) {
            worst = worst.max(ff.class_under(&stand, rides).0);
            for obstacle in &terrain.obstacles {
                if obstacle.line.windows(2).any(|leg| stand.cut_by(leg[0], leg[1])) {
                    worst = worst.max(ff.class_of_obstacle(obstacle, rides));
                }
            }
        }
        worst
    }

    /// The inches that were paid.
    pub fn paid(&self) -> f32 {
        self.stages.last().map_or(0.0, |stage| stage.cost)
    }
}

/// The steps of a walk and the terms for planning it.
#[derive(Debug, Clone, Copy)]
pub struct Purpose<'s> {
    /// The steps of the walk.
    pub steps: &'s [March],
    /// The share of a full move.
    pub share: f32,
    /// The formation at whose rate it goes.
    pub rate: Formation,
    /// Whether it goes at the double quick.
    pub double_quick: bool,
    /// FF-4.7: whether friends may be passed.
    pub passes: bool,
    /// Enemies that it may touch.
    pub goals: &'s [UnitId],
}

/// Whether all straight steps from a pose lead in the direction in which the unit looks.
fn goes_ahead(from: &Pose, steps: &[March]) -> bool {
    let mut facing = from.facing;
    steps.iter().all(|step| match step {
        Step::Wheel(degrees) => {
            facing = facing.turned(*degrees);
            true
        }
        Step::Slide(way) => way.normalize_or_zero().dot(facing.forward()) > 0.999,
        _ => true,
    })
}

impl FuryView<'_> {
    /// FF-4.7, FF-6.18: whether a unit that has gone from one place to another may stop there: on no other unit, and no
    /// nearer than an inch to enemies that it does not go for.
    ///
    /// # Errors
    /// What is in the way, in a clause.
    pub fn may_stop(&self, unit: UnitId, start: &Stands, end: &Stands, goals: &[UnitId]) -> Result<(), String> {
        let berth = self.numbers().enemy_berth;
        let own: Vec<Outline> = end.outlines().collect();
        let (middle, reach) = (end.place().at, end.reach());
        let standing = self.standing_units();
        let others = standing.iter().filter(|other| other.unit != unit);
        for StandingUnit { unit: other, stands: theirs, .. } in
            others.filter(|other| other.may_be_within(berth, middle, reach))
        {
            let other = *other;
            let pressed = |own: &Outline| theirs.iter().any(|stand| thinner(own).overlap(stand) > 0.0);
            if own.iter().any(pressed) {
                return Err(format!("{} stands there", self.name(other)));
            }
            if self.side(other) != self.side(unit) && !goals.contains(&other) {
                let gap = self.gap_of(own.iter().copied(), theirs);
                let before = self.gap_of(start.outlines(), theirs);
                let away = before < berth && gap >= before - 1e-3;
                if gap < berth - self.numbers().tolerance && !away {
                    return Err(format!("{} is within {berth:.0}\u{2033}", self.name(other)));
                }
            }
        }
        Ok(())
    }

    /// Walks a way from a pose with this many inches, over ground no slower than a class.
    fn walk_over(&self, unit: UnitId, from: &Pose, purpose: &Purpose, class: Class, inches: f32) -> Walked {
        let friends = |other: &UnitId| *other != unit && self.side(*other) == self.side(unit);
        let square = |other: &UnitId| self.formation(*other) == Formation::Square;
        let passes: Vec<UnitId> = match purpose.passes {
            true => self.units().filter(|other| friends(other) && !square(other)).collect(),
            false => self
                .units()
                .filter(|other| {
                    friends(other) && (self.formation(*other) == Formation::OpenOrder || self.values(*other).is_guns())
                })
                .collect(),
        };
        let (goals, ahead) = (purpose.goals.to_vec(), goes_ahead(from, purpose.steps));
        let going = Going { ff: *self, unit, most: class, passes, goals, ahead };
        let start = Stage { body: self.body_in(unit, from), pose: *from, cost: 0.0 };
        let mut walker = Walker::new(&going, start, Allowance(inches));
        walker.go(purpose.steps);
        if purpose.goals.is_empty() {
            walker.settle();
        }
        let passed = self.passed_by(unit, &walker.moments, &going.passes);
        Walked {
            bill: trail::explained(&walker.bill),
            stages: walker.moments,
            allowance: inches,
            class,
            stopped: walker.stopped,
            passed,
        }
    }

    /// FF-4.7: the friends that a walk leads through, without open order and guns, which are passed freely.
    fn passed_by(&self, unit: UnitId, moments: &[Stage], friends: &[UnitId]) -> Vec<UnitId> {
        let costs = |friend: &UnitId| {
            self.formation(*friend) != Formation::OpenOrder && !self.values(*friend).is_guns() && *friend != unit
        };
        let met = |friend: &UnitId| {
            let theirs: Vec<Outline> = self.outlines(*friend).collect();
            moments.windows(2).any(|pair| {
                let way = pair[1].body.place().at - pair[0].body.place().at;
                pair[0].body.outlines().any(|stand| {
                    let slim = thinner(&stand);
                    theirs.iter().any(|other| {
                        slim.sweep(stand.place.at + way, other, 0.0)
                            .is_some_and(|share| share > 0.0 || way == Vec2::ZERO)
                    })
                })
            })
        };
        friends.iter().copied().filter(|friend| costs(friend) && met(friend)).collect()
    }

    /// FF-4.1, FF-6.1: walks a way, with the inches of the slowest class that it touches.
    pub fn walk(&self, unit: UnitId, from: &Pose, purpose: &Purpose) -> Walked {
        let wanted = |walked: &Walked| (walked.stopped.is_none(), walked.paid());
        let mut best: Option<Walked> = None;
        for class in Class::PASSABLE {
            let full = self.full_move(unit, purpose.rate, class, purpose.double_quick) * purpose.share;
            // A walk that comes to its end, or has gone farther than a slower one can, is the best.
            let settled = best.as_ref().is_some_and(|known| known.stopped.is_none() || known.paid() >= full);
            if full <= 0.0 || settled {
                continue;
            }
            let mut walked = self.walk_over(unit, from, purpose, class, full);
            let toll = self.numbers().passage * walked.passed.len() as f32;
            if toll > 0.0 && walked.paid() > full - toll + 1e-3 {
                walked = self.walk_over(unit, from, purpose, class, (full - toll).max(0.0));
                walked.allowance = full;
            }
            let through = self.numbers().passage * walked.passed.len() as f32;
            if through > 0.0 {
                walked.bill.add(RuleId::new("FF-4.7"), "passage of lines", through);
            }
            let better = best.as_ref().is_none_or(|known| {
                let (new, old) = (wanted(&walked), wanted(known));
                new.0 && !old.0 || new.0 == old.0 && new.1 > old.1 + 1e-3
            });
            if better {
                best = Some(walked);
            }
        }
        best.unwrap_or_else(|| Walked {
            stages: vec![Stage { body: self.body_in(unit, from), pose: *from, cost: 0.0 }],
            bill: Explained::default(),
            allowance: 0.0,
            class: Class::Open,
            stopped: Some("it cannot move here".to_owned()),
            passed: Vec::new(),
        })
    }
}
