//! Changes of formation: which units may make them, and how they stand then (FF-3.8, FF-6.12, FF-6.13, FF-6.19).

use bevy::math::Vec2;

use super::{
    legs::Legs,
    maneuvers::Maneuver,
    march::{Purpose, Walked},
};
use crate::{
    book::{
        army_list,
        formations::{self, Formation, Pose, Side},
        values::{Arm, Class, Effect, Experience},
    },
    state::view::FuryView,
};
use grapeshot_floor::{
    forces::UnitId,
    orders::{Order, Refusal},
    shared::{
        formed::{going::lies_between, walk::thinner},
        refuse,
    },
    table::position::Heading,
};

impl FuryView<'_> {
    /// FF-6.12: whether a unit may change into a formation by an effect, holding or with a half move.
    fn may_change(&self, unit: UnitId, effect: Effect, to: Formation, moved: bool) -> Result<(), Refusal> {
        let values = self.values(unit);
        let (name, from) = (self.name(unit), values.formation());
        let mounts = values.arm == Arm::Cavalry && (to == Formation::OpenOrder) == values.mounted;
        let mounted = if mounts { !values.mounted } else { values.mounted };
        if let Err((rule, why)) = army_list::may_form(values.arm, values.flags, mounted, to) {
            return refuse(rule, format!("{name} {why}"));
        }
        if matches!(to, Formation::Broken | Formation::StormingColumn | Formation::Garrison) {
            return refuse("FF-3.2", format!("{name} does not choose to be in {}", to.label()));
        }
        if to == from {
            return refuse("FF-6.12", format!("{name} is in {} already", to.label()));
        }
        if effect.is_well_handled() {
            return Ok(());
        }
        let to_square = to == Formation::Square && (from.is_line() || from == Formation::FieldColumn);
        let from_square =
            from == Formation::Square && (to.is_line() || matches!(to, Formation::OpenOrder | Formation::FieldColumn));
        if !(to_square || from_square) {
            return refuse("FF-6.2", format!("{name} is Tardy: it changes into or out of square, and no more"));
        }
        if moved {
            return refuse("FF-6.2", format!("{name} is Tardy and holds its position as it changes"));
        }
        Ok(())
    }

    /// FF-6.12, FF-6.13, FF-12.3: a change of formation, with half a move before or after.
    pub(super) fn formation_change(
        &self,
        unit: UnitId,
        effect: Effect,
        legs: &Legs,
        from: &Pose,
        order: &Order,
    ) -> Result<Maneuver, Refusal> {
        let name = self.name(unit);
        let on_road = order.choice.as_deref() == Some("road");
        let to = match (legs.before, legs.after) {
            (Some(_), Some(_)) => return refuse("FF-6.12", format!("{name} changes formation once")),
            (Some(to), None) | (None, Some(to)) => to,
            (None, None) => return refuse("FF-6.12", "Name the formation"),
        };
        self.may_change(unit, effect, to, legs.moved)?;
        if legs.about {
            return refuse("FF-6.12", format!("{name} changes formation or faces about"));
        }
        let deploys = from.formation == Formation::MarchColumn
            && (to == Formation::Line || to == Formation::OpenOrder)
            && !matches!(order.choice.as_deref(), Some("face_left" | "face_right"));
        if deploys && legs.moved {
            return refuse("FF-6.13", format!("{name} deploys to the front without moving"));
        }
        let rule = match (deploys, to) {
            (true, _) => "FF-6.13",
            (_, Formation::Square) => "FF-12.3",
            _ => "FF-6.12",
        };
        let share = (&legs.steps[..], 0.5);
        let (mut poses, mut maneuver) = if legs.after.is_some() {
            self.may_turn(unit, legs, from.formation)?;
            let walked = self.walked(unit, from, share, effect, from.formation, false);
            let end = *walked.end();
            let maneuver = self.done_and_moved(unit, &walked, (&format!("forms {}", to.label()), " after"), rule);
            (vec![self.formed(unit, &end, to, order)?], maneuver)
        } else {
            let wanted = order.heading.unwrap_or(from.facing);
            let formed = match on_road {
                true if to != Formation::MarchColumn => {
                    return refuse("FF-7.1", format!("{name} forms a march column on a road"));
                }
                true => self.on_road(unit, from, to, wanted)?,
                false => self.formed(unit, from, to, order)?,
            };
            self.may_turn(unit, legs, to)?;
            let what = format!("forms {}", to.label());
            let walked = if legs.moved {
                let steps = legs.steps_from(from.front - formed.front);
                self.walked(unit, &formed, (&steps, 0.5), effect, to, false)
            } else {
                self.standing(unit, &formed)
            };
            (Vec::new(), self.done_and_moved(unit, &walked, (&what, ", then"), rule))
        };
        maneuver.poses.append(&mut poses);
        let end = maneuver.poses[maneuver.poses.len() - 1];
        maneuver.mounted = self.values(unit).mounted_in(to);
        self.has_room(unit, &end, maneuver.mounted)?;
        let values = self.values(unit);
        if values.experience == Experience::Raw && self.class_in(unit, &end, maneuver.mounted) >= Class::Broken {
            maneuver.disordered = Some(rule);
        }
        Ok(maneuver)
    }

    /// FF-3.4: the pose in which a unit sets out: with its line straight again, or with its flank still refused if it
    /// has no room to straighten it.
    pub fn setting_out(&self, unit: UnitId) -> Pose {
        let values = self.values(unit);
        let straight = Pose { refused: (0, 0), ..values.pose };
        let bent = values.pose.refused != (0, 0) && self.has_room(unit, &straight, values.mounted).is_err();
        if bent { values.pose } else { straight }
    }

    /// The pose of a unit turned about its middle to a heading, straight.
    pub fn turned_about(&self, unit: UnitId, pose: &Pose, facing: Heading) -> Pose {
        let depth = formations::measures(pose, self.count(unit), self.size(unit)).1;
        let middle = pose.front - pose.facing.forward() * (depth / 2.0);
        Pose { refused: (0, 0), ..pose.at(middle + facing.forward() * (depth / 2.0), facing) }
    }

    /// The pose of a unit turned about its middle to a point.
    pub fn turned_to(&self, unit: UnitId, point: Vec2) -> Pose {
        let pose = self.pose(unit);
        let depth = self.measures(unit).1;
        let middle = pose.front - pose.facing.forward() * (depth / 2.0);
        self.turned_about(unit, &pose, Heading::from_to(middle, point))
    }

    /// A unit that stays where it is, in a pose.
    pub(super) fn standing(&self, unit: UnitId, pose: &Pose) -> Walked {
        let purpose =
            Purpose { steps: &[], share: 0.0, rate: pose.formation, double_quick: false, passes: false, goals: &[] };
        let stood = self.walk(unit, pose, &purpose);
        Walked { stopped: None, allowance: 0.0, ..stood }
    }

    fn class_in(&self, unit: UnitId, pose: &Pose, mounted: bool) -> Class {
        let (size, count) = (self.size_in(unit, pose, mounted), self.stands_if(unit, mounted).len());
        let stands = formations::outlines(pose, count, size, self.numbers().refuse);
        let rides = self.rides_if(unit, mounted);
        stands.iter().map(|stand| self.class_under(stand, rides).0).max().unwrap_or(Class::Open)
    }

    /// Whether a unit has room in a pose, mounted or not if it is cavalry: on the table, on no other and on no ground that is
    /// closed to it.
    ///
    /// # Errors
    /// The unit or ground that is in the way.
    pub fn has_room(&self, unit: UnitId, pose: &Pose, mounted: bool) -> Result<(), Refusal> {
        let (size, count) = (self.size_in(unit, pose, mounted), self.stands_if(unit, mounted).len());
        let stands = formations::outlines(pose, count, size, self.numbers().refuse);
        let table = (Vec2::ZERO, self.view.terrain().size);
        let name = self.name(unit);
        if stands.iter().any(|stand| !lies_between(stand, table, self.numbers().tolerance)) {
            return refuse("FF-6.12", format!("{name} would stand over the edge of the table"));
        }
        if self.class_in(unit, pose, mounted) == Class::Impassable {
            return refuse("FF-4.1", format!("{name} cannot stand there"));
        }
        for other in self.units().filter(|other| *other != unit) {
            if self.outlines(other).any(|theirs| stands.iter().any(|own| thinner(own).overlap(&theirs) > 0.0)) {
                return refuse("FF-4.7", format!("{name} has no room there: {} stands there", self.name(other)));
            }
        }
        Ok(())
    }

    /// FF-3.8, FF-6.12, FF-6.13, FF-6.19: the pose of a unit after it changes into a formation from a pose.
    ///
    /// # Errors
    /// If the order names sides of a square that do not exist.
    pub fn formed(&self, unit: UnitId, from: &Pose, to: Formation, order: &Order) -> Result<Pose, Refusal> {
        let count = self.stands_if(unit, self.values(unit).mounted_in(to)).len();
        let (width, depth) = self.size(unit);
        let choice = order.choice.as_deref().unwrap_or_default();
        let interval = if to == Formation::OpenOrder { self.numbers().interval.0 } else { from.interval };
        let two_ranks = matches!(to, Formation::SupportedLine | Formation::FieldColumn);
        let rear_left = if two_ranks { choice == "left" } else { from.rear_left };
        let odd = match to {
            Formation::Square if !choice.is_empty() => {
                let Some(odd) = Side::ordered(choice) else {
                    return refuse("FF-3.6", "Name sides of the square: front, rear, left and right");
                };
                odd
            }
            _ => from.odd,
        };
        let plain = Pose { interval, ranks: 1, rear_left, odd, ..from.form(to) };
        Ok(match (from.formation, to) {
            (Formation::Square, _) => {
                let facing = order.heading.unwrap_or(from.facing);
                let side = formations::measures(from, count, (width, depth)).1;
                let middle = from.front - from.facing.forward() * (side / 2.0);
                plain.at(middle + facing.forward() * (side / 2.0), facing)
            }
            (Formation::MarchColumn, Formation::Line | Formation::OpenOrder) if choice.starts_with("face") => {
                // The nearest stand stays in place, the others come up beside it.
                let facing = from.facing.turned(if choice == "face_left" { 90.0 } else { -90.0 });
                let front = formations::measures(&plain, count, (width, depth)).0;
                let head = from.front - from.facing.forward() * (front / 2.0);
                plain.at(head + facing.forward() * (depth / 2.0), facing)
            }
            (Formation::MarchColumn, Formation::Line | Formation::OpenOrder) => {
                // FF-6.13: a field column to the right first, then on one flank or both.
                let step = width + if to == Formation::OpenOrder { interval } else { 0.0 };
                let more = count.saturating_sub(2) as f32 * step;
                let aside = match choice {
                    "left" => -more / 2.0,
                    "right" => more / 2.0,
                    // The odd stand comes up on the right.
                    _ => (count.saturating_sub(2) % 2) as f32 * step / 2.0,
                };
                plain.at(from.front + from.facing.right() * (step / 2.0 + aside), from.facing)
            }
            (Formation::Line | Formation::OpenOrder, Formation::MarchColumn) => {
                // The stand at the chosen end is the head and looks to its flank.
                let hand = if choice == "left" { -1.0 } else { 1.0 };
                let front = formations::measures(from, count, (width, depth)).0;
                let facing = from.facing.turned(-90.0 * hand);
                let middle = from.front - from.facing.forward() * (depth / 2.0);
                plain.at(middle + from.facing.right() * (hand * front / 2.0), facing)
            }
            _ => plain,
        })
    }
}
