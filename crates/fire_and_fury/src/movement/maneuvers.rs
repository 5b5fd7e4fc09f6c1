//! The maneuvers that a check allows, and where they bring a unit (FF-6.2).

use super::legs::Legs;
use super::{
    going::Own,
    march::{March, Purpose, Walked},
};
use crate::{
    book::{
        formations::{self, Bend, Formation, Pose},
        values::{Class, Effect, OrderState, Work},
    },
    condition::{order_state, places},
    state::{orders::planned, standing::StandingUnit, view::FuryView},
};
use grapeshot_floor::{
    english::does,
    events::{EventKind, Explained, RuleId},
    forces::UnitId,
    orders::{Leg, NewShape, Order, Plan, Refusal},
    shared::{formed::walk::Step, refuse},
    table::position::Heading,
    turn::BattleMut,
};

/// A maneuver as its check works it out.
#[derive(Debug, Clone, PartialEq)]
pub struct Maneuver {
    /// The unit that makes it.
    pub unit: UnitId,
    /// The poses on its way, the last at its end.
    pub poses: Vec<Pose>,
    /// The line of the log about it.
    pub told: String,
    /// The rule that the log cites for it.
    pub rule: &'static str,
    /// The inches that were paid, by reason.
    pub bill: Explained,
    /// The inches that it had.
    pub allowance: f32,
    /// Why it stopped before its end, if it did.
    pub stopped: Option<String>,
    /// FF-6.4, FF-6.12: the rule by which it becomes disordered, if it does.
    pub disordered: Option<&'static str>,
    /// Whether cavalry is mounted after it.
    pub mounted: bool,
    /// FF-8.2: whether the guns may not fire, as they were prolonged.
    pub no_fire: bool,
    /// FF-3.5: whether open order expands, or contracts; none if it does neither.
    pub spread: Option<bool>,
    /// Whether the unit has no maneuver left after it.
    pub done: bool,
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
        if self.charge_of(unit).is_some() {
            return refuse("FF-10.1", format!("{name} has declared its charge"));
        }
        match work.effect {
            Some(effect) if effect.is_usable() => Ok(effect),
            _ => refuse("FF-6.2", format!("{name} has no maneuver by its check")),
        }
    }

    /// FF-6.2, FF-9.2: whether a unit may make the maneuver of an order, and where that brings it.
    ///
    /// # Errors
    /// Why it may not.
    pub fn check_march(&self, order: &Order) -> Result<Maneuver, Refusal> {
        let unit = self.one_unit(order)?;
        let effect = self.may_maneuver(unit)?;
        let maneuver = self.maneuver(unit, effect, order)?;
        self.keeps_off(unit, &maneuver.poses[maneuver.poses.len() - 1], maneuver.mounted)?;
        Ok(maneuver)
    }

    /// FF-6.18: whether a unit that stands in a pose is an inch off enemies, or no nearer to one than it was, as a
    /// change of formation must not bring it to an enemy.
    ///
    /// # Errors
    /// The unit to which it would come too near.
    pub fn keeps_off(&self, unit: UnitId, end: &Pose, mounted: bool) -> Result<(), Refusal> {
        let count = self.stands_if(unit, mounted).len();
        let stands = formations::outlines(end, count, self.size_in(unit, end, mounted), self.numbers().refuse);
        let own = StandingUnit::new(unit, stands);
        let (berth, side, all) = (self.numbers().enemy_berth, self.side(unit), self.standing_units());
        let enemies = all.iter().filter(|other| self.side(other.unit) != side);
        for enemy in enemies.filter(|enemy| enemy.may_be_within(berth, own.middle, own.reach)) {
            let gap = self.gap_of(own.stands.iter().copied(), &enemy.stands);
            if gap < berth - self.numbers().tolerance && gap < self.gap(unit, enemy.unit) - 1e-3 {
                let why =
                    format!("{} would come within {berth:.0}\u{2033} of {}", self.name(unit), self.name(enemy.unit));
                return refuse("FF-6.18", why);
            }
        }
        Ok(())
    }

    /// The plan of a maneuver for the player, with the way of each stand.
    pub fn plan_of(&self, maneuver: &Maneuver) -> Plan {
        let unit = maneuver.unit;
        let stands = self.stands_if(unit, maneuver.mounted);
        let end = &maneuver.poses[maneuver.poses.len() - 1];
        let size = self.size_in(unit, end, maneuver.mounted);
        let last = formations::outlines(end, stands.len(), size, self.numbers().refuse);
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
        let held = self.count(unit).saturating_sub(stands.len());
        if held > 0 {
            let text = does(held, "stand", "holds", "hold");
            warnings.push(format!("{}: {text} the horses (FF-6.19)", self.name(unit)));
        }
        let summary = maneuver.told.clone();
        Plan { summary, moves: moves.collect(), warnings, ..Plan::default() }
    }

    /// The maneuver of an order by an effect.
    ///
    /// # Errors
    /// Why the effect does not give it.
    pub fn maneuver(&self, unit: UnitId, effect: Effect, order: &Order) -> Result<Maneuver, Refusal> {
        let values = self.values(unit);
        let straight = self.setting_out(unit);
        if order.formation.as_deref() == Some(Formation::StormingColumn.id()) {
            let first = Leg::Form(Formation::StormingColumn.id().into());
            let path = std::iter::once(first).chain(order.path.iter().cloned()).collect();
            return self.maneuver(unit, effect, &Order { path, formation: None, ..order.clone() });
        }
        let legs = self.legs(unit, order, &straight)?;
        if legs.before == Some(Formation::StormingColumn) {
            return self.storm_maneuver(unit, effect, &legs, order);
        }
        let choice = order.choice.as_deref().unwrap_or_default();
        if values.is_guns() {
            return self.gun_maneuver(unit, effect, &legs, &straight, order);
        }
        if values.formation() == Formation::Garrison {
            return self.leave(unit, effect, &legs, order);
        }
        if legs.before.or(legs.after) == Some(Formation::Garrison) {
            return self.occupy(unit, effect, &legs, &straight);
        }
        match choice {
            "change_front" | "change_front_back" => self.change_front(unit, effect, &legs, &straight, choice),
            "flank_left" | "flank_right" => self.flank_march(unit, effect, &legs, &straight, choice),
            "disordered" => self.disordered_move(unit, effect, &legs, &straight),
            _ if legs.before.is_some() || legs.after.is_some() => {
                self.formation_change(unit, effect, &legs, &straight, order)
            }
            "" => self.plain_move(unit, effect, &legs, &straight),
            _ => refuse("FF-6.2", format!("{} changes no formation, which this choice belongs to", self.name(unit))),
        }
    }

    /// FF-6.6, FF-6.9: how a unit may wheel and oblique.
    pub fn may_turn(&self, unit: UnitId, legs: &Legs, formation: Formation) -> Result<(), Refusal> {
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

    pub(super) fn walked(
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

    pub fn done(&self, unit: UnitId, walked: &Walked, what: &str, rule: &'static str) -> Maneuver {
        self.done_and_moved(unit, walked, (what, ""), rule)
    }

    /// The line about a maneuver: what it does and, if it moves, the inches.
    pub fn done_and_moved(
        &self,
        unit: UnitId,
        walked: &Walked,
        (what, link): (&str, &str),
        rule: &'static str,
    ) -> Maneuver {
        let name = self.name(unit);
        let (paid, way) = (walked.bill.total(), walked.inches());
        let over = match walked.class {
            Class::Open => String::new(),
            class => format!(" over {} ground", class.word()),
        };
        // FF-7.3: an inch along a good road costs less than an inch.
        let road = if way > paid + 0.05 { format!(", {way:.1}\u{2033} by road") } else { String::new() };
        // The inches alone say so if all of them are spent.
        let why = walked.stopped.as_ref().filter(|_| paid + 0.05 < walked.allowance);
        let far = format!("{link} {paid:.1}\u{2033} of {:.1}\u{2033}{over}{road}", walked.allowance);
        let told = match (walked.stopped.as_ref().filter(|_| way < 0.05), why) {
            (Some(why), _) if link.is_empty() => format!("{name} does not move: {why}"),
            (Some(why), _) => format!("{name} {what}; it does not move: {why}"),
            _ if way < 0.05 => format!("{name} {what}"),
            (None, None) => format!("{name} {what}{far}"),
            (None, Some(why)) => format!("{name} {what}{far}; it stops: {why}"),
        };
        Maneuver {
            unit,
            poses: walked.poses(),
            told,
            rule,
            bill: walked.bill.clone(),
            allowance: walked.allowance,
            stopped: walked.stopped.clone(),
            disordered: None,
            mounted: self.values(unit).mounted,
            no_fire: false,
            spread: None,
            done: true,
        }
    }

    /// FF-6.3, FF-6.5, FF-6.11: a full move, or a half move by a Tardy effect; with an about face it is a half move,
    /// too.
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
        // FF-7.2: a file on a road turns round at no cost.
        let turns = legs.about && !(from.formation.is_file() && self.is_on_road(from.front));
        let half = turns || !effect.is_well_handled();
        let share = if half { 0.5 } else { 1.0 };
        let passes = effect.is_well_handled() && self.values(unit).order == OrderState::Good;
        let walked = self.walked(unit, &from, (&legs.steps, share), effect, from.formation, passes);
        let (what, rule) = match (turns, half) {
            (true, _) => (("faces about", ", then"), "FF-6.11"),
            (_, true) => (("moves", ""), "FF-6.3"),
            _ => (("moves", ""), "FF-6.5"),
        };
        let maneuver = self.done_and_moved(unit, &walked, what, rule);
        if legs.about {
            self.has_room(unit, &maneuver.poses[maneuver.poses.len() - 1], maneuver.mounted)?;
        }
        Ok(maneuver)
    }

    /// FF-6.11: the pose after an about face: the stands keep their places and look the other way. The ranks of an open
    /// order stand at each other's gaps, so that its front comes to where its rear was, half a gap aside, or to another
    /// place with room.
    pub(super) fn faced_about(&self, unit: UnitId, from: &Pose) -> Pose {
        let about = self.turned_back(unit, from);
        if from.formation != Formation::OpenOrder || from.ranks <= 1 {
            return about;
        }
        let half = (self.size(unit).0 + from.interval) / 2.0;
        let aside = [half, 0.0, -half].map(|inches| about.at(about.front + from.facing.right() * inches, about.facing));
        let fits = |pose: &Pose| self.has_room(unit, pose, self.values(unit).mounted).is_ok();
        aside.into_iter().find(fits).unwrap_or(about)
    }

    /// The pose of a unit that looks back from where its rear was.
    fn turned_back(&self, unit: UnitId, from: &Pose) -> Pose {
        let depth = formations::measures(from, self.count(unit), self.size(unit)).1;
        if !from.bend.is_straight() {
            let mut track = from.track(depth);
            track.reverse();
            let straight = from.form(from.formation).at(track[0], Heading::from_to(track[1], track[0]));
            return Pose { bend: Bend::behind(&straight, &track, depth), ..straight };
        }
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

    /// FF-6.8, FF-6.10: whether a unit is a line or an open order and well handled, as a change of front and a march by
    /// the flank ask. `what` is the maneuver and its rule.
    fn is_handled_in_line(
        &self,
        unit: UnitId,
        effect: Effect,
        from: &Pose,
        (what, rule): (&str, &'static str),
    ) -> Result<(), Refusal> {
        let name = self.name(unit);
        if !effect.is_well_handled() {
            return refuse(rule, format!("{name} {what} by a Well Handled maneuver only"));
        }
        if !(from.formation.is_line() || from.formation == Formation::OpenOrder) {
            return refuse(rule, format!("{name} is in {}; only a line {what}", from.formation.label()));
        }
        Ok(())
    }

    /// FF-6.8: the change of front of a line or an open order, which wheels as far as its full rate goes, forward or to
    /// the rear, and does no more.
    fn change_front(
        &self,
        unit: UnitId,
        effect: Effect,
        legs: &Legs,
        from: &Pose,
        choice: &str,
    ) -> Result<Maneuver, Refusal> {
        let name = self.name(unit);
        self.is_handled_in_line(unit, effect, from, ("changes front", "FF-6.8"))?;
        let [degrees] = legs.wheels[..] else { return refuse("FF-6.8", "It wheels once, and does no more") };
        if legs.steps.len() != 1 || legs.before.is_some() || legs.after.is_some() || legs.about {
            return refuse("FF-6.8", "It wheels once, and does no more");
        }
        let most = self.numbers().change_front;
        if degrees.abs() > most + 0.01 {
            return refuse("FF-6.8", format!("{name} wheels no more than {most:.0}\u{b0}"));
        }
        let step = if choice == "change_front" { Step::Wheel(degrees) } else { Step::Own(Own::WheelBack(degrees)) };
        let walked = self.walked(unit, from, (&[step], 1.0), effect, from.formation, false);
        if let Some(why) = &walked.stopped {
            return refuse("FF-6.8", format!("{name} cannot change front so far: {why}"));
        }
        Ok(self.done(unit, &walked, "changes front", "FF-6.8"))
    }

    /// FF-6.10: the flank march of a line or an open order, which goes along its own axis at the rate of a march
    /// column, and turns to the front.
    fn flank_march(
        &self,
        unit: UnitId,
        effect: Effect,
        legs: &Legs,
        from: &Pose,
        choice: &str,
    ) -> Result<Maneuver, Refusal> {
        self.is_handled_in_line(unit, effect, from, ("marches by the flank", "FF-6.10"))?;
        let [Step::Slide(way)] = &legs.steps[..] else {
            return refuse("FF-6.10", "It marches straight to a flank, without wheel or oblique");
        };
        let right = from.facing.right() * if choice == "flank_right" { 1.0 } else { -1.0 };
        let steps = [Step::Slide(right * way.length())];
        let walked = self.walked(unit, from, (&steps, 1.0), effect, Formation::MarchColumn, false);
        Ok(self.done(unit, &walked, "marches by the flank", "FF-6.10"))
    }
}

/// Begins a maneuver: logs it, and makes all its changes to the unit except moving it.
pub fn begin(battle: &mut BattleMut, maneuver: &Maneuver) {
    let unit = maneuver.unit;
    let side = battle.view().side_of_unit(unit);
    let (rule, told) = (RuleId::new(maneuver.rule), maneuver.told.clone());
    battle.log(Some(side), EventKind::Note, rule, told, maneuver.bill.clone());
    if let Some(rule) = maneuver.disordered {
        order_state::disorder(battle, unit, rule);
    }
    places::set_mounted(battle, unit, maneuver.mounted);
    let mut work = battle.unit_mut::<Work>(unit);
    work.done = maneuver.done;
    work.no_fire |= maneuver.no_fire;
    work.spread = maneuver.spread.or(work.spread);
}
