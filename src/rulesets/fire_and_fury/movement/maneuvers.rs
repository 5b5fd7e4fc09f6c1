//! What a check lets a unit do, and where that brings it (FF-6.2, FF-9.2).

use bevy::{ecs::world::World, math::Vec2};

use super::march::{March, Purpose, Walked, WheelBack};
use crate::{
    events::{EventKind, Explained, RuleId},
    forces::UnitId,
    orders::{Leg, NewShape, Order, Plan, Refusal},
    rulesets::{
        fire_and_fury::{
            book::{
                army_list,
                formations::{self, Formation, Pose},
                values::{Arm, Class, Effect, Experience, OrderState, Troops, Work},
            },
            condition::{order_state, places},
            state::{
                orders::{found, planned},
                view::FuryView,
            },
        },
        shared::{
            formed::{
                going::lies_between,
                walk::{Step, thinner},
            },
            refuse,
        },
    },
    table::position::Heading,
    turn::BattleMut,
};

/// An oblique or a withdrawal within so many degrees of the straight way is none.
const STRAIGHT: f32 = 0.5;

/// What a maneuver comes to.
#[derive(Debug, Clone, PartialEq)]
pub struct Maneuver {
    /// Who makes it.
    pub unit: UnitId,
    /// The poses on its way, the last at its end.
    pub poses: Vec<Pose>,
    /// What it does, in a line.
    pub told: String,
    /// The rule.
    pub rule: &'static str,
    /// What was paid.
    pub bill: Explained,
    /// The inches that it had.
    pub allowance: f32,
    /// Why it stopped before its end.
    pub stopped: Option<String>,
    /// FF-6.4, FF-6.12: why it becomes disordered.
    pub disordered: Option<&'static str>,
    /// Whether cavalry is mounted after it.
    pub mounted: bool,
    /// FF-8.2: guns that were prolonged do not fire.
    pub no_fire: bool,
}

/// The legs of an order, in what the rules know.
#[derive(Debug, Default)]
struct Legs {
    steps: Vec<March>,
    before: Option<Formation>,
    after: Option<Formation>,
    about: bool,
    obliques: usize,
    wheels: Vec<f32>,
    moved: bool,
}

impl FuryView<'_> {
    /// FF-6.2: whether a unit may still make its maneuver.
    ///
    /// # Errors
    /// Why it may not.
    pub fn may_maneuver(&self, unit: UnitId) -> Result<Effect, Refusal> {
        let name = self.name(unit);
        if !self.play().group.contains(&unit) {
            return refuse("FF-5.2", format!("{name} has not checked just now"));
        }
        let work = self.work(unit);
        if work.done {
            return refuse("FF-6.2", format!("{name} has made its maneuver"));
        }
        match work.effect {
            Some(effect) if effect.is_usable() => Ok(effect),
            _ => refuse("FF-6.2", format!("{name} has no maneuver by its check")),
        }
    }

    /// The legs of an order, as the rules read them from a pose.
    fn legs(&self, order: &Order, from: &Pose) -> Result<Legs, Refusal> {
        let mut legs = Legs::default();
        let mut pose = *from;
        let mut follow: Vec<Vec2> = Vec::new();
        let oblique = self.numbers().oblique;
        for leg in &order.path {
            match leg {
                Leg::Form(word) => {
                    let Some(formation) = Formation::named(word) else {
                        return refuse("FF-3.2", format!("there is no formation {word:?}"));
                    };
                    if legs.moved {
                        legs.after = Some(formation)
                    } else {
                        legs.before = Some(formation)
                    };
                    pose.formation = formation;
                }
                Leg::AboutFace => {
                    if legs.moved {
                        return refuse("FF-6.11", "It faces about before it moves");
                    }
                    legs.about = true;
                    pose.facing = pose.facing.about();
                }
                Leg::Wheel { degrees, .. } => {
                    legs.moved = true;
                    legs.wheels.push(*degrees);
                    legs.steps.push(Step::Wheel(*degrees));
                    pose.facing = pose.facing.turned(*degrees);
                }
                Leg::March { inches, aside } => {
                    legs.moved = true;
                    let off = Heading(*aside).normalized().angle_to(Heading(0.0));
                    let slant = off.min(180.0 - off);
                    if slant > oblique + 0.01 {
                        return refuse("FF-6.9", format!("It goes no more than {oblique:.0}\u{b0} off its heading"));
                    }
                    legs.obliques += usize::from(slant > STRAIGHT);
                    legs.steps.push(Step::Slide(pose.facing.turned(*aside).forward() * *inches));
                }
                Leg::To(point) if pose.formation.is_file() => {
                    legs.moved = true;
                    let at = pose.front + follow.iter().sum::<Vec2>();
                    follow.push(*point - at);
                }
                Leg::To(point) => {
                    legs.moved = true;
                    let way = *point - pose.front;
                    let off = pose.facing.angle_to(Heading::of(way));
                    let slant = off.min(180.0 - off);
                    if slant > oblique + 0.01 {
                        return refuse("FF-6.9", format!("It goes no more than {oblique:.0}\u{b0} off its heading"));
                    }
                    legs.obliques += usize::from(slant > STRAIGHT);
                    legs.steps.push(Step::Slide(way));
                    pose.front = *point;
                }
                Leg::Climb(_) => return refuse("FF-6.2", "Nobody climbs"),
            }
        }
        if !follow.is_empty() {
            legs.steps.push(Step::Follow(follow));
        }
        if let Some(word) = &order.formation {
            let Some(formation) = Formation::named(word) else {
                return refuse("FF-3.2", format!("there is no formation {word:?}"));
            };
            if legs.moved {
                legs.after = Some(formation)
            } else {
                legs.before = Some(formation)
            };
        }
        Ok(legs)
    }

    /// FF-6.2, FF-9.2: whether a unit may make the maneuver of an order, and where that brings it.
    ///
    /// # Errors
    /// Why it may not.
    pub fn check_march(&self, order: &Order) -> Result<Plan, Refusal> {
        let unit = self.one_unit(order)?;
        let effect = self.may_maneuver(unit)?;
        let maneuver = self.maneuver(unit, effect, order)?;
        Ok(self.plan_of(maneuver))
    }

    /// A maneuver as it is shown: the way of each stand.
    fn plan_of(&self, maneuver: Maneuver) -> Plan {
        let unit = maneuver.unit;
        let size = army_list::size(self.numbers(), self.values(unit).arm, maneuver.mounted);
        let stands = self.stands(unit);
        let count = stands.len();
        let laid: Vec<_> =
            maneuver.poses.iter().map(|pose| formations::outlines(pose, count, size, self.numbers().refuse)).collect();
        let last = &laid[laid.len() - 1];
        let moves = stands.iter().enumerate().map(|(n, piece)| {
            let now = self.view.outline(*piece);
            let end = last[n];
            let formation = Some(maneuver.poses[maneuver.poses.len() - 1].formation.id().into());
            let reshaped = end.footprint != now.footprint;
            let shape = reshaped.then_some(NewShape { footprint: end.footprint, formation });
            let path = vec![now.place.at, end.place.at];
            let (bill, allowance) = (maneuver.bill.clone(), Some(maneuver.allowance));
            planned(*piece, path, end.place, shape, bill, allowance, maneuver.stopped.clone())
        });
        let mut warnings: Vec<String> = Vec::new();
        if maneuver.disordered.is_some() {
            warnings.push(format!("{} becomes disordered", self.name(unit)));
        }
        let summary = maneuver.told.clone();
        Plan { summary, moves: moves.collect(), warnings, ..Plan::default() }.finding(maneuver)
    }

    /// The maneuver of an order by an effect.
    ///
    /// # Errors
    /// Why the effect does not give it.
    pub fn maneuver(&self, unit: UnitId, effect: Effect, order: &Order) -> Result<Maneuver, Refusal> {
        let values = self.values(unit);
        let straight = Pose { refused: (0, 0), ..values.pose };
        let legs = self.legs(order, &straight)?;
        let choice = order.choice.as_deref().unwrap_or_default();
        if values.is_guns() {
            return self.gun_maneuver(unit, effect, &legs, &straight);
        }
        match choice {
            "change_front" | "change_front_back" => self.change_front(unit, effect, &legs, &straight, choice),
            "flank_left" | "flank_right" => self.flank_march(unit, effect, &legs, &straight, choice),
            "disordered" => self.disordered_move(unit, effect, &legs, &straight),
            _ if legs.before.is_some() || legs.after.is_some() => {
                self.formation_change(unit, effect, &legs, &straight, order)
            }
            _ => self.plain_move(unit, effect, &legs, &straight),
        }
    }

    /// FF-6.6, FF-6.9: how a unit may wheel and oblique.
    fn may_turn(&self, unit: UnitId, legs: &Legs, formation: Formation) -> Result<(), Refusal> {
        let name = self.name(unit);
        let most = self.numbers().wheel;
        if let Some(degrees) = legs.wheels.iter().find(|degrees| degrees.abs() > most + 0.01) {
            let why = format!("{name} wheels {:.0}\u{b0}; {most:.0}\u{b0} is the most", degrees.abs());
            return refuse("FF-6.6", why);
        }
        if legs.wheels.len() > 1 && !formation.is_file() {
            return refuse("FF-6.6", format!("{name} wheels once"));
        }
        if legs.obliques > 1 {
            return refuse("FF-6.9", format!("{name} goes oblique once"));
        }
        if legs.obliques > 0 && !legs.wheels.is_empty() {
            return refuse("FF-6.9", format!("{name} either wheels or goes oblique"));
        }
        if formation == Formation::Square && !legs.wheels.is_empty() {
            return refuse("FF-6.6", format!("{name} is in square and does not wheel"));
        }
        Ok(())
    }

    fn walked(
        &self,
        unit: UnitId,
        from: &Pose,
        (steps, share): (&[March], f32),
        effect: Effect,
        rate: Formation,
        passes: bool,
    ) -> Walked {
        let double_quick = effect == Effect::DoubleQuick;
        self.walk(unit, from, &Purpose { steps, share, rate, double_quick, passes, goals: &[] })
    }

    fn done(&self, unit: UnitId, walked: &Walked, what: &str, rule: &'static str) -> Maneuver {
        let name = self.name(unit);
        let moved = match (walked.inches(), &walked.stopped) {
            (inches, _) if inches < 0.05 => String::new(),
            (inches, None) => format!(" {inches:.1}\u{2033} of {:.1}\u{2033}", walked.allowance),
            (inches, Some(why)) => format!(" {inches:.1}\u{2033} of {:.1}\u{2033}; it stops: {why}", walked.allowance),
        };
        Maneuver {
            unit,
            poses: walked.poses(),
            told: format!("{name} {what}{moved}"),
            rule,
            bill: walked.bill.clone(),
            allowance: walked.allowance,
            stopped: walked.stopped.clone(),
            disordered: None,
            mounted: self.values(unit).mounted,
            no_fire: false,
        }
    }

    /// FF-6.3, FF-6.5, FF-6.11: a full move, or a half move by a Tardy effect; with an about face it is a half move too.
    fn plain_move(&self, unit: UnitId, effect: Effect, legs: &Legs, from: &Pose) -> Result<Maneuver, Refusal> {
        let name = self.name(unit);
        if !legs.moved && !legs.about {
            return refuse("FF-6.2", "Name the way, or a formation");
        }
        self.may_turn(unit, legs, from.formation)?;
        if legs.about && !effect.is_well_handled() {
            return refuse("FF-6.11", format!("{name} faces about by a Well Handled maneuver only"));
        }
        let from = if legs.about { self.faced_about(unit, from) } else { *from };
        let half = legs.about || !effect.is_well_handled();
        let share = if half { 0.5 } else { 1.0 };
        let passes = effect.is_well_handled() && self.values(unit).order == OrderState::Good;
        let walked = self.walked(unit, &from, (&legs.steps, share), effect, from.formation, passes);
        let (what, rule) = match (legs.about, half) {
            (true, _) => ("faces about and moves", "FF-6.11"),
            (_, true) => ("moves", "FF-6.3"),
            _ => ("moves", "FF-6.5"),
        };
        Ok(self.done(unit, &walked, what, rule))
    }

    /// FF-6.11: the stands keep their places and look the other way.
    fn faced_about(&self, unit: UnitId, from: &Pose) -> Pose {
        let depth = formations::measures(from, self.count(unit), self.size(unit)).1;
        from.at(from.front - from.facing.forward() * depth, from.facing.about())
    }

    /// FF-6.4: a full move in disorder.
    fn disordered_move(&self, unit: UnitId, effect: Effect, legs: &Legs, from: &Pose) -> Result<Maneuver, Refusal> {
        let name = self.name(unit);
        if !effect.is_tardy() {
            return refuse("FF-6.4", format!("{name} needs no disorder: only a Tardy or a Rally gives this choice"));
        }
        if legs.before.is_some() || legs.after.is_some() || legs.about {
            return refuse("FF-6.4", format!("{name} keeps its formation and its front"));
        }
        if !legs.moved {
            return refuse("FF-6.4", "Name the way");
        }
        self.may_turn(unit, legs, from.formation)?;
        let walked = self.walked(unit, from, (&legs.steps, 1.0), effect, from.formation, false);
        let maneuver = self.done(unit, &walked, "moves in disorder", "FF-6.4");
        Ok(Maneuver { disordered: Some("FF-6.4"), ..maneuver })
    }

    /// FF-6.8: a line or an open order wheels as far as its full rate goes, forward or to the rear, and does no more.
    fn change_front(
        &self,
        unit: UnitId,
        effect: Effect,
        legs: &Legs,
        from: &Pose,
        choice: &str,
    ) -> Result<Maneuver, Refusal> {
        let name = self.name(unit);
        if !effect.is_well_handled() {
            return refuse("FF-6.8", format!("{name} changes front by a Well Handled maneuver only"));
        }
        if !(from.formation.is_line() || from.formation == Formation::OpenOrder) {
            return refuse("FF-6.8", format!("{name} is in {}; lines change front", from.formation.label()));
        }
        let [degrees] = legs.wheels[..] else { return refuse("FF-6.8", "It wheels once, and does no more") };
        if legs.steps.len() != 1 || legs.before.is_some() || legs.after.is_some() || legs.about {
            return refuse("FF-6.8", "It wheels once, and does no more");
        }
        let most = self.numbers().change_front;
        if degrees.abs() > most + 0.01 {
            return refuse("FF-6.8", format!("{name} wheels no more than {most:.0}\u{b0}"));
        }
        let step = if choice == "change_front" { Step::Wheel(degrees) } else { Step::Own(WheelBack(degrees)) };
        let walked = self.walked(unit, from, (&[step], 1.0), effect, from.formation, false);
        if walked.stopped.is_some() {
            let why = walked.stopped.clone().unwrap_or_default();
            return refuse("FF-6.8", format!("{name} cannot change front so far: {why}"));
        }
        Ok(self.done(unit, &walked, "changes front", "FF-6.8"))
    }

    /// FF-6.10: a line or an open order goes along its own axis at the rate of a march column, and turns to the front.
    fn flank_march(
        &self,
        unit: UnitId,
        effect: Effect,
        legs: &Legs,
        from: &Pose,
        choice: &str,
    ) -> Result<Maneuver, Refusal> {
        let name = self.name(unit);
        if !effect.is_well_handled() {
            return refuse("FF-6.10", format!("{name} marches by the flank by a Well Handled maneuver only"));
        }
        if !(from.formation.is_line() || from.formation == Formation::OpenOrder) {
            return refuse("FF-6.10", format!("{name} is in {}; lines march by the flank", from.formation.label()));
        }
        let [Step::Slide(way)] = &legs.steps[..] else {
            return refuse("FF-6.10", "It marches straight to a flank, without wheel or oblique");
        };
        let right = from.facing.right() * if choice == "flank_right" { 1.0 } else { -1.0 };
        let steps = [Step::Slide(right * way.length())];
        let walked = self.walked(unit, from, (&steps, 1.0), effect, Formation::MarchColumn, false);
        Ok(self.done(unit, &walked, "marches by the flank", "FF-6.10"))
    }

    /// FF-6.12: whether a unit may change into a formation by an effect, holding or with a half move.
    fn may_change(&self, unit: UnitId, effect: Effect, to: Formation, moved: bool) -> Result<(), Refusal> {
        let values = self.values(unit);
        let (name, from) = (self.name(unit), values.formation());
        let mounts = values.arm == Arm::Cavalry && (to == Formation::OpenOrder) == values.mounted;
        let mounted = if mounts { !values.mounted } else { values.mounted };
        if let Err((rule, why)) = army_list::may_form(values.arm, values.flags, mounted, to) {
            return refuse(rule, format!("{name} {why}"));
        }
        if matches!(to, Formation::Broken | Formation::StormingColumn) {
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
    fn formation_change(
        &self,
        unit: UnitId,
        effect: Effect,
        legs: &Legs,
        from: &Pose,
        order: &Order,
    ) -> Result<Maneuver, Refusal> {
        let name = self.name(unit);
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
            let maneuver = self.done(unit, &walked, &format!("forms {} after it moves", to.label()), rule);
            (vec![self.formed(unit, &end, to, order)], maneuver)
        } else {
            let formed = self.formed(unit, from, to, order);
            self.may_turn(unit, legs, to)?;
            let what = format!("forms {}", to.label());
            let what = if legs.moved { format!("{what} and moves") } else { what };
            let walked = if legs.moved {
                self.walked(unit, &formed, share, effect, to, false)
            } else {
                self.standing(unit, &formed)
            };
            (Vec::new(), self.done(unit, &walked, &what, rule))
        };
        maneuver.poses.append(&mut poses);
        let end = maneuver.poses[maneuver.poses.len() - 1];
        maneuver.mounted = self.mounted_in(unit, to);
        self.has_room(unit, &end, maneuver.mounted)?;
        let values = self.values(unit);
        if values.experience == Experience::Raw && self.class_in(unit, &end, maneuver.mounted) >= Class::Broken {
            maneuver.disordered = Some(rule);
        }
        Ok(maneuver)
    }

    /// FF-6.19: whether cavalry is mounted in a formation.
    fn mounted_in(&self, unit: UnitId, to: Formation) -> bool {
        match to {
            Formation::OpenOrder => false,
            Formation::MarchColumn => self.values(unit).mounted,
            _ => true,
        }
    }

    /// A unit that stays where it is, in a pose.
    fn standing(&self, unit: UnitId, pose: &Pose) -> Walked {
        let purpose =
            Purpose { steps: &[], share: 0.0, rate: pose.formation, double_quick: false, passes: false, goals: &[] };
        let stood = self.walk(unit, pose, &purpose);
        Walked { stopped: None, allowance: 0.0, ..stood }
    }

    fn class_in(&self, unit: UnitId, pose: &Pose, mounted: bool) -> Class {
        let size = army_list::size(self.numbers(), self.values(unit).arm, mounted);
        let stands = formations::outlines(pose, self.count(unit), size, self.numbers().refuse);
        stands.iter().map(|stand| self.class_under(stand, mounted).0).max().unwrap_or(Class::Open)
    }

    /// Whether a unit has room in a pose: on the table, on no other and on no ground that is closed to it.
    ///
    /// # Errors
    /// What stands or lies there.
    pub fn has_room(&self, unit: UnitId, pose: &Pose, mounted: bool) -> Result<(), Refusal> {
        let size = army_list::size(self.numbers(), self.values(unit).arm, mounted);
        let stands = formations::outlines(pose, self.count(unit), size, self.numbers().refuse);
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

    /// FF-3.8, FF-6.12, FF-6.13, FF-6.19: how a unit stands that changes into a formation from a pose.
    pub fn formed(&self, unit: UnitId, from: &Pose, to: Formation, order: &Order) -> Pose {
        let count = self.count(unit);
        let (width, depth) = self.size(unit);
        let choice = order.choice.as_deref().unwrap_or_default();
        let interval = if to == Formation::OpenOrder { self.numbers().interval.0 } else { from.interval };
        let plain = Pose { interval, ranks: 1, ..from.form(to) };
        match (from.formation, to) {
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
        }
    }

    /// FF-9.1 to FF-9.3: what guns do.
    fn gun_maneuver(&self, unit: UnitId, effect: Effect, legs: &Legs, from: &Pose) -> Result<Maneuver, Refusal> {
        let name = self.name(unit);
        let values = self.values(unit);
        if values.flags.fixed {
            return refuse("FF-9.5", format!("{name} is fixed in place"));
        }
        let (heavy, well) = (self.has_heavy_guns(unit), effect.is_well_handled());
        // The double quick is only for the light carriages, by the table.
        let pace = if heavy && effect == Effect::DoubleQuick { Effect::WellHandled } else { effect };
        let to = legs.before.or(legs.after);
        if to.is_some_and(|to| to == from.formation) {
            return refuse("FF-9.2", format!("{name} is {} already", from.formation.label()));
        }
        if let Some(to) = to {
            if !matches!(to, Formation::Limbered | Formation::Unlimbered) {
                return refuse("FF-3.2", format!("{name} is either limbered or unlimbered"));
            }
            if legs.moved && (heavy || !well) {
                let why = if heavy { "on heavy carriages" } else { "Tardy" };
                return refuse("FF-9.2", format!("{name} is {why}: it does no more than that"));
            }
            if legs.moved && (to == Formation::Limbered) != legs.before.is_some() {
                return refuse("FF-9.2", format!("{name} moves limbered"));
            }
            let share = (&legs.steps[..], 0.5);
            let (walked, end) = if legs.after.is_some() {
                let walked = self.walked(unit, from, share, pace, from.formation, false);
                let end = self.limbered(unit, walked.end(), to);
                (walked, end)
            } else {
                let formed = self.limbered(unit, from, to);
                let walked = match legs.moved {
                    true => self.walked(unit, &formed, share, pace, to, false),
                    false => self.standing(unit, &formed),
                };
                let end = *walked.end();
                (walked, end)
            };
            let what = if to == Formation::Limbered { "limbers" } else { "unlimbers" };
            let mut maneuver = self.done(unit, &walked, what, "FF-9.2");
            maneuver.poses.push(end);
            self.has_room(unit, &end, false)?;
            return Ok(maneuver);
        }
        if from.formation == Formation::Limbered {
            let share = if well { 1.0 } else { 0.5 };
            let walked = self.walked(unit, from, (&legs.steps, share), pace, from.formation, false);
            return Ok(self.done(unit, &walked, "moves", "FF-9.2"));
        }
        if heavy {
            return refuse("FF-9.2", format!("{name} is on heavy carriages: no hand haul and no prolonge"));
        }
        if let [degrees] = legs.wheels[..]
            && legs.steps.len() == 1
        {
            let most = self.numbers().wheel;
            if degrees.abs() > most + 0.01 {
                return refuse("FF-9.3", format!("{name} turns no more than {most:.0}\u{b0}"));
            }
            let steps = [Step::Pivot(degrees)];
            // To turn on the spot is no matter of inches.
            let walked = self.walked(unit, from, (&steps, 10.0), effect, from.formation, false);
            return Ok(self.done(unit, &walked, "is turned by hand", "FF-9.3"));
        }
        let [Step::Slide(way)] = &legs.steps[..] else {
            return refuse("FF-9.3", format!("{name} is hauled straight, or turned on the spot"));
        };
        let haul = self.walked(unit, from, (&legs.steps, 1.0), effect, from.formation, false);
        let back = way.dot(from.facing.forward()) < 0.0;
        if back && well && way.length() > haul.allowance + 0.01 {
            let walked = self.walked(unit, from, (&legs.steps, 0.5), effect, Formation::Limbered, false);
            let maneuver = self.done(unit, &walked, "is prolonged to the rear", "FF-9.2");
            return Ok(Maneuver { no_fire: true, ..maneuver });
        }
        Ok(self.done(unit, &haul, "is hauled by hand", "FF-9.3"))
    }

    /// FF-9.1: guns that limber look the other way, the head where the right-hand gun stood; guns that unlimber keep
    /// their front.
    pub fn limbered(&self, unit: UnitId, from: &Pose, to: Formation) -> Pose {
        let plain = from.form(to);
        if to != Formation::Limbered || from.formation == Formation::Limbered {
            return plain;
        }
        let (width, depth) = self.size(unit);
        let front = formations::measures(from, self.count(unit), (width, depth)).0;
        let right = from.front + from.facing.right() * ((front - width) / 2.0);
        plain.at(right - from.facing.forward() * depth, from.facing.about())
    }

    /// FF-3.4: whether a unit may refuse a flank, and how it stands then.
    ///
    /// # Errors
    /// Why it may not.
    pub fn check_refuse(&self, order: &Order) -> Result<Plan, Refusal> {
        let unit = self.one_unit(order)?;
        let name = self.name(unit);
        if !self.play().group.contains(&unit) || !self.work(unit).effect.is_some_and(Effect::is_usable) {
            return refuse("FF-3.4", format!("{name} refuses a flank as the last act of its maneuver, or as it holds"));
        }
        let pose = self.pose(unit);
        let count = self.count(unit);
        let single = pose.formation == Formation::Line || pose.formation == Formation::OpenOrder && pose.ranks <= 1;
        if !single {
            return refuse("FF-3.4", format!("{name} is in {}; lines refuse a flank", pose.formation.label()));
        }
        let stands = order.number.unwrap_or(1.0);
        if stands < 1.0 || stands.fract() != 0.0 || stands as usize >= count {
            return refuse("FF-3.4", format!("{name} cannot refuse so many stands"));
        }
        let bent = match order.choice.as_deref() {
            Some("left") => (stands as u8, 0),
            Some("right") => (0, stands as u8),
            Some("straight") => (0, 0),
            _ => return refuse("FF-3.4", "Say which flank: left or right, or straight"),
        };
        let end = Pose { refused: bent, ..pose };
        self.has_room(unit, &end, self.values(unit).mounted)?;
        let walked = self.standing(unit, &end);
        let what = if bent == (0, 0) { "straightens its line" } else { "refuses a flank" };
        Ok(self.plan_of(self.done(unit, &walked, what, "FF-3.4")))
    }
}

/// Carries out a maneuver.
pub fn carry_out(battle: &mut BattleMut, maneuver: &Maneuver) {
    let unit = maneuver.unit;
    let side = battle.view().side_of_unit(unit);
    let (rule, told) = (RuleId::new(maneuver.rule), maneuver.told.clone());
    battle.log(Some(side), EventKind::Note, rule, told, maneuver.bill.clone());
    if let Some(rule) = maneuver.disordered {
        order_state::disorder(battle, unit, rule);
    }
    battle.unit_mut::<Troops>(unit).mounted = maneuver.mounted;
    places::take(battle, unit, &maneuver.poses, maneuver.rule);
    let mut work = battle.unit_mut::<Work>(unit);
    work.done = true;
    work.no_fire |= maneuver.no_fire;
}

/// The maneuver of the order in hand, or its refused flank.
pub fn resolve_march(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let Some(maneuver) = found::<Maneuver>(&battle) else { return };
    carry_out(&mut battle, &maneuver);
}
