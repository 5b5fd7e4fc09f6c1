//! Crews that leave their guns for a square (FF-12.6).

use bevy::math::Vec2;

use super::ways::CONTACT;
use crate::{
    book::{
        formations::Formation,
        marks,
        values::{Arm, Troops},
    },
    condition::{losses, order_state},
    state::view::FuryView,
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{SideId, UnitId},
    orders::Refusal,
    shared::refuse,
    turn::BattleMut,
};

impl FuryView<'_> {
    /// FF-5.13, FF-12.6: the nearest square in which the crews of a battery may take shelter now.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn may_shelter(&self, unit: UnitId) -> Result<UnitId, Refusal> {
        let (name, values) = (self.name(unit), self.values(unit));
        if !values.is_guns() || values.formation() != Formation::Unlimbered {
            return refuse("FF-12.6", format!("{name} has no unlimbered guns"));
        }
        if values.sheltered.is_some() {
            return refuse("FF-12.6", format!("The crews of {name} have left their guns"));
        }
        let near = self.numbers().shelter;
        let square = |friend: &UnitId| {
            let of = self.values(*friend);
            of.arm == Arm::Infantry && of.formation() == Formation::Square && !of.is_broken()
        };
        let squares = self.units_of(self.side(unit)).filter(square).map(|friend| (friend, self.gap(unit, friend)));
        let nearest = squares.filter(|(_, gap)| self.within(*gap, near)).min_by(|a, b| a.1.total_cmp(&b.1));
        let Some((square, _)) = nearest else {
            return refuse("FF-12.6", format!("{name} has no square of friends within {near:.0}\u{2033}"));
        };
        let threatened = self.play().charges.iter().any(|charge| {
            charge.target == unit || charge.target == square || self.passes_near(charge.unit, charge.target, unit)
        });
        if threatened {
            Ok(square)
        } else {
            refuse("FF-5.13", format!("No charge comes at {name}, at the square or close by"))
        }
    }

    /// FF-5.13: whether a charge passes near some guns, as it was declared: straight from its front to its target.
    fn passes_near(&self, charger: UnitId, target: UnitId, guns: UnitId) -> bool {
        let (from, to): (Vec2, Vec2) = (self.pose(charger).front, self.middle(target));
        self.outlines(guns).any(|stand| self.within(stand.gap_to_segment(from, to), self.numbers().shelter))
    }
}

/// FF-12.6: puts the crews of a battery into a square; its guns stay, silenced and abandoned.
pub fn take_shelter(battle: &mut BattleMut, unit: UnitId, square: UnitId) {
    let ff = FuryView::of(battle.view());
    let text = format!("The crews of {} take shelter in the square of {}", ff.name(unit), ff.name(square));
    let side = ff.side(unit);
    battle.log(Some(side), EventKind::Note, RuleId::new("FF-12.6"), text.clone(), Explained::default());
    order_state::silence(battle, unit, true, "FF-12.6");
    battle.unit_mut::<Troops>(unit).sheltered = Some(square);
    battle.mark_unit(unit, &marks::ABANDONED, 1, RuleId::new("FF-12.6"), text);
}

/// The batteries whose crews have taken shelter, with the squares that they are in.
fn abandoned(battle: &BattleMut) -> Vec<(UnitId, UnitId)> {
    let ff = FuryView::of(battle.view());
    ff.units().filter_map(|unit| Some((unit, ff.values(unit).sheltered?))).collect()
}

/// FF-12.6, FF-12.8: brings crews whose square is no more back to their guns if these are near, or removes both; crews
/// in a square that broke are lost.
pub fn look_after(battle: &mut BattleMut) {
    for (unit, square) in abandoned(battle) {
        let ff = FuryView::of(battle.view());
        if !ff.present(square) || ff.values(square).is_broken() {
            losses::lose_guns(battle, unit, "FF-12.8");
        } else if ff.formation(square) != Formation::Square {
            if ff.within(ff.gap(unit, square), ff.numbers().shelter) {
                order_state::man_guns(battle, unit, "FF-12.6");
            } else {
                losses::lose_guns(battle, unit, "FF-12.6");
            }
        }
    }
}

/// FF-12.6: lets a side capture the abandoned guns that it touches at the end of its turn.
pub fn capture(battle: &mut BattleMut, side: SideId) {
    for (unit, _) in abandoned(battle) {
        let ff = FuryView::of(battle.view());
        let taken = ff.side(unit) != side
            && ff.units_of(side).any(|enemy| {
                !ff.values(enemy).is_guns() && !ff.values(enemy).is_broken() && ff.gap(unit, enemy) <= CONTACT
            });
        if taken {
            losses::lose_guns(battle, unit, "FF-12.6");
        }
    }
}
