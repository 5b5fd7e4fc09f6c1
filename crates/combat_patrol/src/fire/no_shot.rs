//! Why a shot is not possible (CP-6.1 to CP-6.3, CP-6.9), and the words for it.

use crate::{book::cites::Topic, view::rulebook::SkirmishView};
use grapeshot_floor::{english::amount, events::RuleId, forces::PieceId, orders::Refusal, table::sight};

/// Why a figure may not shoot, or not at a target. The computer thinks of many shots that are not possible, and nobody
/// reads why: [`SkirmishView::refuse_shot`] makes the words only when they are read.
#[derive(Debug, Clone, PartialEq)]
pub enum NoShot {
    /// CP-7.4: the shooter is stunned.
    Stunned,
    /// CP-6.1: the shooter has no weapon to shoot with.
    Unarmed,
    /// `Reload`: no weapon of the shooter is loaded.
    NotLoaded,
    /// `Weapons`: the weapon, by its number, that the figure does not carry.
    Lacks(u8),
    /// CP-6.9: the shooter is out of ammunition.
    OutOfAmmo,
    /// A rule of the period forbids it.
    ByPeriod(Refusal),
    /// CP-6.1: the shooter is in contact.
    InContact,
    /// CP-6.12: the weapon, by its number, may not be fired on the move.
    NotOnTheMove(u8),
    /// CP-6.1: the target is no longer on the table.
    TargetGone,
    /// CP-6.1: the target, which the shooter's side does not fight.
    NoEnemy(PieceId),
    /// `GunCrew`: the target is a gun, not its crew.
    TargetIsGun,
    /// CP-1.6: the bearing and half the arc in degrees, and the rule for that arc.
    OutOfArc(f32, f32, RuleId),
    /// CP-6.2: the distance in inches, and the weapon by its number.
    OutOfRange(f32, u8),
    /// CP-1.8: the target, which the shooter does not see.
    Unseen(PieceId),
    /// CP-6.1: the target is in contact.
    TargetInContact,
    /// CP-6.1: the figure in the way.
    BlockedBy(PieceId),
    /// CP-6.3: the holes that the shot would need.
    TooHard(f32),
}

impl SkirmishView<'_> {
    /// The words for a shot that is not possible.
    pub fn refuse_shot(&self, shooter: PieceId, why: NoShot) -> Refusal {
        let name = self.name(shooter);
        let refusal = |rule: &'static str, reason: String| Refusal::new(RuleId::new(rule), reason);
        match why {
            NoShot::Stunned => refusal("CP-7.4", format!("{name} is stunned")),
            NoShot::Unarmed => refusal("CP-6.1", format!("{name} has no weapon to shoot with")),
            NoShot::NotLoaded => refusal(self.cites(Topic::Reload), format!("{name}: not loaded")),
            NoShot::Lacks(weapon) => {
                let weapon = &self.book.weapon(weapon).name;
                refusal(self.cites(Topic::Weapons), format!("{name} has no {weapon} to shoot with"))
            }
            NoShot::OutOfAmmo => refusal("CP-6.9", format!("{name} is out of ammunition")),
            NoShot::ByPeriod(refusal) => refusal,
            NoShot::InContact => refusal("CP-6.1", format!("{name} is in contact with an enemy")),
            NoShot::NotOnTheMove(weapon) => {
                let weapon = &self.book.weapon(weapon).name;
                refusal("CP-6.12", format!("{name}: a {weapon} is served by a crew and never fires on the move"))
            }
            NoShot::TargetGone => refusal("CP-6.1", "The target is no longer on the table".into()),
            NoShot::TargetIsGun => {
                refusal(self.cites(Topic::GunCrew), "A gun cannot be hurt: shoot at its crew".into())
            }
            NoShot::NoEnemy(target) => refusal("CP-6.1", self.no_enemy(target)),
            NoShot::OutOfArc(bearing, half_arc, rule) if half_arc < 90.0 => {
                let arc = half_arc * 2.0;
                let reason = format!("{name}: outside the {arc:.0}-degree arc of close order ({bearing:.1} degrees)");
                Refusal::new(rule, reason)
            }
            NoShot::OutOfArc(bearing, _, rule) => {
                Refusal::new(rule, format!("{name}: no shot, out of arc ({bearing:.0} degrees)"))
            }
            NoShot::OutOfRange(distance, weapon) => {
                let weapon = &self.book.weapon(weapon).name;
                refusal("CP-6.2", format!("{name}: no shot, out of range ({distance:.1} inches, {weapon})"))
            }
            NoShot::Unseen(target) => {
                let (eye, there) = (self.view.outline(shooter), self.view.outline(target));
                let what = match sight::sees(self.view.ground(), self.sight_rule(), &eye, &there) {
                    Err(blocker) => format!(": {} in the way", blocker.what),
                    Ok(()) => String::new(),
                };
                refusal("CP-1.8", format!("{name} does not see the target{what}"))
            }
            NoShot::TargetInContact => refusal("CP-6.1", "Enemies in contact with friends may not be chosen".into()),
            NoShot::BlockedBy(friend) => {
                refusal("CP-6.1", format!("{name}: no shot, blocked by {}", self.name(friend)))
            }
            NoShot::TooHard(holes) => {
                refusal("CP-6.3", format!("{name} cannot hit: it would take {}", amount(holes, "hole")))
            }
        }
    }
}
