//! Storming columns: a file through a defile, and out of it into a line (FF-12.1).

use bevy::math::Vec2;

use super::{
    going::Own,
    legs::Legs,
    maneuvers::Maneuver,
    march::{March, Purpose, Walked},
};
use crate::{
    book::{
        army_list,
        formations::{Bend, Formation, Pose},
        values::{Class, Effect},
        vocabulary::DEFILE,
    },
    state::view::FuryView,
};
use grapeshot_floor::{
    forces::UnitId,
    orders::{Leg, Order, Refusal},
    shared::{
        formed::walk::{Body, Step},
        refuse,
    },
    table::{
        footprint::Outline,
        measure::{distance_to_edge, inside},
        position::Heading,
    },
};

/// Inches between the points of a way through a defile that are looked at.
const FINE: f32 = 0.05;
/// Formations into which a storming column opens by itself, the widest first.
pub const OPENS_INTO: [Formation; 3] = [Formation::Line, Formation::SupportedLine, Formation::FieldColumn];

/// FF-12.1: a storming column before it goes, and its way.
#[derive(Debug, Clone, PartialEq)]
pub struct Storm {
    /// Its pose when it sets out: its head where its stand nearest to the defile is.
    pub start: Pose,
    /// The legs of its way.
    pub legs: Vec<Vec2>,
    /// The inches of the way to the near end of the defile, and to its far end.
    pub defile: (f32, f32),
}

impl FuryView<'_> {
    /// FF-12.1: whether a point lies in a defile.
    fn is_defile(&self, at: Vec2) -> bool {
        let terrain = self.view.terrain();
        let marked = |id: &str| self.view.terrain_values(id).flag(DEFILE).unwrap_or_default();
        terrain.crossings.iter().any(|of| marked(&of.id) && inside(at, &of.outline))
            || terrain.areas.iter().any(|of| marked(&of.id) && inside(at, &of.outline))
    }

    /// FF-10.1, FF-12.1: whether a unit in march column stands near enough to a defile to charge through it.
    pub fn is_near_defile(&self, unit: UnitId) -> bool {
        let most = self.full_move(unit, Formation::StormingColumn, Class::Open, true) + self.numbers().tolerance;
        let terrain = self.view.terrain();
        let marked = |id: &str| self.view.terrain_values(id).flag(DEFILE).unwrap_or_default();
        let crossings = terrain.crossings.iter().filter(|of| marked(&of.id)).map(|of| &of.outline);
        let areas = terrain.areas.iter().filter(|of| marked(&of.id)).map(|of| &of.outline);
        let head = self.pose(unit).front;
        crossings.chain(areas).any(|outline| inside(head, outline) || distance_to_edge(head, outline) <= most)
    }

    /// FF-12.1: where a way enters a defile and where it leaves it, in inches from its start; none if it leads through none.
    fn defile_on(&self, start: Vec2, legs: &[Vec2]) -> Option<(f32, f32)> {
        let (mut from, mut gone) = (start, 0.0);
        let mut found: Option<(f32, f32)> = None;
        for leg in legs {
            let (ahead, length) = (leg.normalize_or_zero(), leg.length());
            for step in 0..=(length / FINE) as u32 {
                let inches = step as f32 * FINE;
                if self.is_defile(from + ahead * inches) {
                    let at = gone + inches;
                    found = Some((found.map_or(at, |(near, _)| near), at));
                }
            }
            from += *leg;
            gone += length;
        }
        found
    }

    /// FF-12.1: the storming column that a unit becomes for a way of points.
    ///
    /// # Errors
    /// Why it does not become one.
    pub fn storm(&self, unit: UnitId, effect: Effect, points: &[Vec2]) -> Result<Storm, Refusal> {
        let (name, values) = (self.name(unit), self.values(unit));
        if values.is_guns()
            || values.formation() == Formation::Garrison
            || army_list::may_form(values.arm, values.flags, values.mounted, Formation::FieldColumn).is_err()
        {
            return refuse("FF-12.1", format!("{name} forms no storming column"));
        }
        if !effect.is_well_handled() {
            return refuse("FF-12.1", format!("{name} storms a defile by a Well Handled maneuver only"));
        }
        let Some(first) = points.first() else { return refuse("FF-12.1", "Name the way through the defile") };
        let pose = values.pose;
        let depth = self.size(unit).1;
        let (head, track) = if pose.formation.is_file() {
            (pose.front, pose.track(depth * self.count(unit) as f32))
        } else {
            let near = |stand: &Outline| stand.place.at.distance(*first);
            let nearest = self.outlines(unit).min_by(|a, b| near(a).total_cmp(&near(b)));
            let Some(stand) = nearest else { return refuse("FF-12.1", format!("{name} is not on the table")) };
            let ahead = (*first - stand.place.at).normalize_or_zero();
            let head = stand.place.at + ahead * (depth / 2.0);
            (head, vec![head, head - ahead * depth])
        };
        let mut legs = Vec::new();
        let mut from = head;
        for point in points {
            if point.distance(from) > 1e-3 {
                legs.push(*point - from);
                from = *point;
            }
        }
        let Some(leg) = legs.first() else { return refuse("FF-12.1", "Name the way through the defile") };
        let Some(defile) = self.defile_on(head, &legs) else {
            return refuse("FF-12.1", "The way leads through no defile");
        };
        let most = self.full_move(unit, Formation::StormingColumn, Class::Open, effect == Effect::DoubleQuick);
        if !self.within(defile.0, most) {
            return refuse("FF-12.1", format!("{name} is farther than {most:.0}\u{2033} from the defile"));
        }
        let facing = if pose.formation.is_file() { pose.facing } else { Heading::of(*leg) };
        let straight = pose.form(Formation::StormingColumn).at(head, facing);
        let inches = depth * self.count(unit) as f32;
        Ok(Storm { start: Pose { bend: Bend::behind(&straight, &track, inches), ..straight }, legs, defile })
    }

    /// FF-12.1: the walk of a storming column, up to half the rate of a march column.
    pub fn stormed(&self, unit: UnitId, effect: Effect, storm: &Storm, goals: &[UnitId]) -> Walked {
        let steps: [March; 1] = [Step::Own(Own::File(storm.legs.clone()))];
        let (rate, double_quick) = (Formation::StormingColumn, effect == Effect::DoubleQuick);
        let purpose = Purpose { steps: &steps, share: 1.0, rate, double_quick, passes: false, goals };
        self.walk(unit, &storm.start, &purpose)
    }

    /// FF-12.1: a maneuver through a defile with no enemy at its far end: the stands that have left it form up at once.
    pub(super) fn storm_maneuver(
        &self,
        unit: UnitId,
        effect: Effect,
        legs: &Legs,
        order: &Order,
    ) -> Result<Maneuver, Refusal> {
        let name = self.name(unit);
        let points: Vec<Vec2> =
            order.path.iter().filter_map(|leg| if let Leg::To(at) = leg { Some(*at) } else { None }).collect();
        let storm = self.storm(unit, effect, &points)?;
        let walked = self.stormed(unit, effect, &storm, &[]);
        if let Some(enemy) = self.enemies_of(self.side(unit)).find(|enemy| self.stands_before(unit, &walked, *enemy)) {
            return refuse("FF-12.2", format!("{name} must charge {}, who stands in its way", self.name(enemy)));
        }
        let mut maneuver = self.done(unit, &walked, "storms through the defile", "FF-12.1");
        if walked.inches() + self.numbers().tolerance >= storm.defile.1 {
            let end = *walked.end();
            let opened = match legs.after {
                Some(to) if !OPENS_INTO.contains(&to) => {
                    return refuse("FF-12.1", format!("{name} forms line, supported line or field column"));
                }
                Some(to) => {
                    let pose = self.formed(unit, &end, to, &Order { choice: None, ..order.clone() })?;
                    self.has_room(unit, &pose, maneuver.mounted)?;
                    Some(pose)
                }
                None => self.opened(unit, &end),
            };
            maneuver.poses.extend(opened);
        }
        Ok(maneuver)
    }

    /// FF-12.2: whether an enemy stands where a storming column would end.
    fn stands_before(&self, unit: UnitId, walked: &Walked, enemy: UnitId) -> bool {
        let near = self.numbers().enemy_berth + self.numbers().tolerance;
        let theirs: Vec<Outline> = self.outlines(enemy).collect();
        self.gap_of(self.body_in(unit, walked.end()).outlines(), &theirs) <= near
    }

    /// FF-12.1, FF-12.2: the pose of a storming column that opens at the end of its way, into the widest formation that
    /// has room; none if none has.
    fn opened(&self, unit: UnitId, end: &Pose) -> Option<Pose> {
        let mounted = self.values(unit).mounted;
        let poses = OPENS_INTO.map(|to| end.form(to));
        poses.into_iter().find(|pose| self.has_room(unit, pose, mounted).is_ok())
    }
}
