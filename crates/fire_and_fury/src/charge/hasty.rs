//! What charged units do in haste (FF-5.13, FF-10.9, FF-12.3, FF-12.9).

use super::shelter;
use crate::{
    book::{
        formations::{Formation, Pose, Side},
        marks,
        values::{Arm, Class, Experience},
    },
    condition::{order_state, places},
    movement::giving_way,
    state::{
        sequence_of_play::{Countercharge, change},
        supposed::Supposed,
        view::FuryView,
    },
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::UnitId,
    orders::{Order, Refusal},
    procedure::{Found, plainly},
    shared::{formed::walk::Body, refuse},
    turn::BattleMut,
};

/// FF-5.13: a maneuver that a charged unit makes before the charge comes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Hasty {
    /// FF-12.3: it forms a square; the sides stand in the order in which they get odd stands.
    Square([Side; 4]),
    /// FF-10.9: it countercharges this charger.
    Countercharge(UnitId),
    /// FF-12.9: it evades toward its home edge, or behind a friend, where it takes this pose.
    Evade(Option<Pose>),
    /// FF-12.6: the crews take shelter in this square.
    Shelter(UnitId),
}

impl Hasty {
    /// The words of the choices in an order, each with its label.
    pub const CHOICES: [(&'static str, &'static str); 4] = [
        ("square", "form square"),
        ("countercharge", "countercharge"),
        ("evade", "evade"),
        ("shelter", "take shelter in a square"),
    ];
}

impl FuryView<'_> {
    /// FF-12.3: whether a unit may form a hasty square.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn may_square(&self, unit: UnitId) -> Result<(), Refusal> {
        let (name, values) = (self.name(unit), self.values(unit));
        if values.arm != Arm::Infantry || values.is_broken() {
            return refuse("FF-12.3", format!("{name} cannot form a hasty square"));
        }
        if !(values.formation().is_line() || values.formation() == Formation::FieldColumn) {
            return refuse("FF-12.3", format!("{name} is in {}", values.formation().label()));
        }
        let near = self.numbers().support;
        let threatened = self.play().charges.iter().any(|charge| {
            self.values(charge.unit).is_mounted()
                && (charge.target == unit || self.within(self.gap(charge.target, unit), near))
        });
        if !threatened {
            return refuse("FF-12.3", format!("No cavalry charges {name} or a unit beside it"));
        }
        self.has_room(unit, &values.pose.form(Formation::Square), values.mounted)
    }

    /// FF-12.3: a unit as it would be in a hasty square; raw troops would be in disorder.
    pub fn squared(&self, unit: UnitId, odd: [Side; 4]) -> Supposed {
        let now = self.suppose_at(unit, Pose { odd, ..self.pose(unit).form(Formation::Square) });
        let raw = now.troops.experience == Experience::Raw;
        Supposed { in_haste: true, ..if raw { now.disordered() } else { now } }
    }

    /// FF-10.9: the charger that a unit may countercharge.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn may_countercharge(&self, unit: UnitId) -> Result<UnitId, Refusal> {
        let (name, values) = (self.name(unit), self.values(unit));
        if !values.is_mounted() || !self.in_good_order(unit) {
            return refuse("FF-10.9", format!("{name} is no mounted cavalry in good order"));
        }
        let near = self.numbers().countercharge;
        let free = |charger: &UnitId| !self.play().countercharges.iter().any(|known| known.charger == *charger);
        let chargers = self
            .play()
            .charges
            .iter()
            .filter(|charge| charge.target == unit || self.within(self.gap(charge.target, unit), near));
        let chargers =
            chargers.map(|charge| charge.unit).filter(free).map(|charger| (charger, self.gap(unit, charger)));
        match chargers.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0))) {
            Some((charger, _)) => Ok(charger),
            None => refuse("FF-10.9", format!("{name} and its friends near it are not charged")),
        }
    }

    /// FF-12.9: whether a unit may evade.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn may_evade(&self, unit: UnitId) -> Result<(), Refusal> {
        let pose = self.pose(unit);
        let name = self.name(unit);
        if pose.formation != Formation::OpenOrder || pose.ranks > 1 || self.values(unit).is_broken() {
            return refuse("FF-12.9", format!("{name} is in no open order of one rank"));
        }
        let chargers = self.chargers_of(unit);
        if chargers.is_empty() {
            return refuse("FF-12.9", format!("Nobody charges {name}"));
        }
        if chargers.into_iter().any(|charger| self.values(charger).is_mounted()) {
            return refuse("FF-12.9", format!("Cavalry charges {name}"));
        }
        Ok(())
    }

    /// FF-12.9: the pose of a unit that evades to the shelter of a friend behind it: broken, at the friend's rear edge.
    ///
    /// # Errors
    /// Why the friend is no shelter for it.
    pub fn sheltered_behind(&self, unit: UnitId, friend: UnitId) -> Result<Pose, Refusal> {
        let name = self.name(unit);
        let shelters = self.troops(friend).is_some_and(|values| {
            let formed = matches!(values.formation(), Formation::OpenOrder | Formation::FieldColumn);
            (formed || values.formation().is_line()) && !values.is_broken()
        });
        if !shelters || friend == unit || self.side(friend) != self.side(unit) || !self.present(friend) {
            let why = format!("{name} shelters behind open order, a line or a field column of its own side");
            return refuse("FF-12.9", why);
        }
        if !self.behind_front(unit, &[self.middle(friend)]) {
            return refuse("FF-12.9", format!("{} does not stand behind {name}", self.name(friend)));
        }
        let (pose, theirs) = (self.pose(unit), self.pose(friend));
        let block = pose.form(Formation::Broken);
        let deep = self.measures(friend).1 + 2.0 * self.body_in(unit, &block).half_depth();
        let end = block.at(theirs.front - theirs.facing.forward() * deep, theirs.facing.about());
        let most = self.full_move(unit, Formation::Broken, Class::Open, false);
        if !self.within(pose.front.distance(end.front), most) {
            return refuse("FF-12.9", format!("{} is more than {most:.0}\u{2033} off", self.name(friend)));
        }
        self.has_room(unit, &end, self.values(unit).mounted)?;
        self.keeps_off(unit, &end, self.values(unit).mounted)?;
        Ok(end)
    }

    /// FF-5.13: the words of the choices for what a unit may do in haste.
    pub fn hasty_choices(&self, unit: UnitId) -> Vec<&'static str> {
        if self.play().reacted.contains(&unit) {
            return Vec::new();
        }
        let may = |word: &str| self.hasty(unit, word).is_ok();
        Hasty::CHOICES.iter().map(|(word, _)| *word).filter(|word| may(word)).collect()
    }

    fn hasty(&self, unit: UnitId, word: &str) -> Result<Hasty, Refusal> {
        let (word, sides) = word.split_once(':').unwrap_or((word, ""));
        let odd = if sides.is_empty() { Some(Side::ALL) } else { Side::ordered(sides) };
        let Some(odd) = odd else {
            return refuse("FF-3.6", "Name sides of the square: front, rear, left and right");
        };
        match word {
            "square" => self.may_square(unit).map(|()| Hasty::Square(odd)),
            "countercharge" => self.may_countercharge(unit).map(Hasty::Countercharge),
            "evade" => self.may_evade(unit).map(|()| Hasty::Evade(None)),
            "shelter" => self.may_shelter(unit).map(Hasty::Shelter),
            _ => refuse("FF-5.13", "Say which: square, countercharge, evade or shelter"),
        }
    }

    /// FF-5.13: the units that may do something in haste.
    pub fn may_react(&self) -> Vec<UnitId> {
        let side = self.play().phasing.other();
        self.units_of(side).filter(|unit| !self.hasty_choices(*unit).is_empty()).collect()
    }

    /// FF-5.13: whether a unit may do in haste what an order says.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_react(&self, order: &Order) -> Found<(UnitId, Hasty)> {
        let unit = self.one_unit(order)?;
        let name = self.name(unit);
        if self.play().reacted.contains(&unit) {
            return refuse("FF-5.13", format!("{name} has made its hasty maneuver"));
        }
        let hasty = match (self.hasty(unit, order.choice.as_deref().unwrap_or_default())?, order.target_unit) {
            (Hasty::Evade(_), Some(friend)) => Hasty::Evade(Some(self.sheltered_behind(unit, friend)?)),
            (hasty, _) => hasty,
        };
        let what = match hasty {
            Hasty::Square(_) => "forms square in haste".to_owned(),
            Hasty::Countercharge(charger) => format!("countercharges {}", self.name(charger)),
            Hasty::Evade(_) => "evades".to_owned(),
            Hasty::Shelter(square) => format!("leaves its guns for the square of {}", self.name(square)),
        };
        plainly(format!("{name} {what}"), (unit, hasty))
    }
}

/// Makes the hasty maneuver of the order in hand.
pub fn resolve_react(battle: &mut BattleMut, _: &Order, (unit, hasty): (UnitId, Hasty)) {
    let ff = FuryView::of(battle.view());
    let (name, side) = (ff.name(unit).to_owned(), ff.side(unit));
    let pose = ff.pose(unit);
    change(battle, |play| play.reacted.push(unit));
    match hasty {
        Hasty::Square(odd) => {
            let squared = FuryView::of(battle.view()).squared(unit, odd).troops;
            let text = format!("{name} forms square in haste");
            battle.log(Some(side), EventKind::Note, RuleId::new("FF-12.3"), text.clone(), Explained::default());
            places::take(battle, unit, &[squared.pose], "FF-12.3");
            battle.mark_unit(unit, &marks::HASTY_SQUARE, 1, RuleId::new("FF-12.3"), text);
            order_state::set(battle, unit, squared.order, "FF-12.3");
        }
        Hasty::Countercharge(charger) => {
            let text = format!("{name} will countercharge {}", battle.view().unit(charger).name);
            battle.log(Some(side), EventKind::Note, RuleId::new("FF-10.9"), text.clone(), Explained::default());
            battle.mark_unit(unit, &marks::COUNTERCHARGING, 1, RuleId::new("FF-10.9"), text);
            let countercharge = Countercharge { unit, charger, moved: false };
            change(battle, |play| play.countercharges.push(countercharge));
        }
        Hasty::Evade(shelter) => {
            battle.log(
                Some(side),
                EventKind::Note,
                RuleId::new("FF-12.9"),
                format!("{name} evades"),
                Explained::default(),
            );
            change(battle, |play| play.evaded.push((unit, pose)));
            match shelter {
                Some(end) => giving_way::shelter(battle, unit, end),
                None => giving_way::retreat_in_full(battle, unit, "FF-12.9"),
            }
        }
        Hasty::Shelter(square) => shelter::take_shelter(battle, unit, square),
    }
}
