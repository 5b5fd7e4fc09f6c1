//! Changes to flanks beside a maneuver: they are refused (FF-3.4), and open order expands and contracts (FF-3.5).

use super::maneuvers::Maneuver;
use crate::{
    book::{
        formations::{self, Formation, Pose},
        values::Effect,
    },
    state::view::FuryView,
};
use grapeshot_floor::{
    forces::UnitId,
    orders::{Order, Refusal},
    shared::refuse,
};

impl FuryView<'_> {
    /// FF-3.4, FF-3.5: whether a unit has just checked, has a maneuver and does not charge.
    fn is_handled(&self, unit: UnitId) -> bool {
        let checked = self.play().group.contains(&unit) && self.work(unit).effect.is_some_and(Effect::is_usable);
        checked && self.charge_of(unit).is_none()
    }

    /// FF-3.4: whether a unit may refuse a flank, and how it stands then.
    ///
    /// # Errors
    /// Why it may not.
    pub fn check_refuse(&self, order: &Order) -> Result<Maneuver, Refusal> {
        let unit = self.one_unit(order)?;
        let name = self.name(unit);
        if !self.is_handled(unit) {
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
            return refuse("FF-3.4", format!("{name} cannot refuse that many stands"));
        }
        let bent = match order.choice.as_deref() {
            Some("left") => (stands as u8, 0),
            Some("right") => (0, stands as u8),
            Some("straight") => (0, 0),
            _ => return refuse("FF-3.4", "Say which flank: left or right, or straight"),
        };
        let end = Pose { refused: bent, ..pose };
        self.has_room(unit, &end, self.values(unit).mounted)?;
        self.keeps_off(unit, &end, self.values(unit).mounted)?;
        let walked = self.standing(unit, &end);
        let what = if bent == (0, 0) { "straightens its line" } else { "refuses a flank" };
        Ok(self.done(unit, &walked, what, "FF-3.4"))
    }

    /// FF-3.5: the ranks and the interval with which `count` stands of a width have a front of `front` inches.
    fn spread(&self, count: usize, width: f32, front: f32) -> Option<(u8, f32)> {
        let (least, most) = self.numbers().interval;
        let hair = self.numbers().tolerance;
        (1..=count).find_map(|ranks| {
            let files = count.div_ceil(ranks) as f32;
            let interval = if files > 1.0 { (front - files * width) / (files - 1.0) } else { least };
            let fits = (interval - most).abs() <= hair || (interval - least).abs() <= hair;
            let fits = fits || (least..=most).contains(&interval);
            let wide = files * width + (files - 1.0) * interval;
            (fits && (wide - front).abs() <= hair).then(|| (ranks as u8, interval.clamp(least, most)))
        })
    }

    /// FF-3.5: whether an open order expands or contracts to a front of some inches, on one flank or both; never both
    /// in one turn.
    ///
    /// # Errors
    /// Why it may not.
    pub fn check_spread(&self, order: &Order) -> Result<Maneuver, Refusal> {
        let unit = self.one_unit(order)?;
        let name = self.name(unit);
        if !self.is_handled(unit) {
            return refuse("FF-3.5", format!("{name} expands or contracts before or after its maneuver"));
        }
        let pose = Pose { refused: (0, 0), ..self.pose(unit) };
        if pose.formation != Formation::OpenOrder {
            return refuse("FF-3.5", format!("{name} is in {}; only open order does that", pose.formation.label()));
        }
        let (count, size) = (self.count(unit), self.size(unit));
        let before = formations::measures(&pose, count, size).0;
        let Some(front) = order.number else { return refuse("FF-3.5", "Name the inches of its front") };
        let Some((ranks, interval)) = self.spread(count, size.0, front) else {
            let (least, most) = self.numbers().interval;
            let why = format!("{name} has no such front with intervals of {least} to {most} inches");
            return refuse("FF-3.5", why);
        };
        let wider = front > before;
        if self.work(unit).spread.is_some_and(|known| known != wider) {
            return refuse("FF-3.5", format!("{name} either expands or contracts in a turn"));
        }
        let aside = match order.choice.as_deref() {
            None | Some("both") => 0.0,
            Some("left") => (before - front) / 2.0,
            Some("right") => (front - before) / 2.0,
            _ => return refuse("FF-3.5", "Say on which flank: left, right or both"),
        };
        let end = Pose { ranks, files: 0, interval, front: pose.front + pose.facing.right() * aside, ..pose };
        self.has_room(unit, &end, self.values(unit).mounted)?;
        self.keeps_off(unit, &end, self.values(unit).mounted)?;
        let walked = self.standing(unit, &end);
        let what = if wider { "expands" } else { "contracts" };
        let done = self.work(unit).done;
        Ok(Maneuver { spread: Some(wider), done, ..self.done(unit, &walked, what, "FF-3.5") })
    }
}
