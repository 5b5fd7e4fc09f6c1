//! Weapons of the frontier (chapter 5): bands, markers, what they add hand to hand.

use super::{OldWest, settings};
use crate::book::{
    data::{Arm, Class, Reload},
    settings::DerringerBand,
};
use grapeshot_combat_patrol::{
    book::{
        action_card::ActionCard,
        profile::{Band, Weapon},
    },
    view::{rulebook::SkirmishView, supplement::AfterShot},
};
use grapeshot_floor::{events::RuleId, forces::PieceId};

impl OldWest {
    /// A weapon by its number.
    pub fn arm(&self, weapon: u8) -> &Arm {
        &self.data.arms[usize::from(weapon)]
    }

    /// OW-5.2: the band of a weapon at a distance; a weapon with nothing but a medium band may have it as its short one.
    pub fn band_of(&self, cp: &SkirmishView, weapon: u8, distance: f32) -> Option<Band> {
        let weapon = cp.book.weapon(weapon);
        let band = weapon.band(distance)?;
        let only_medium = weapon.bands.is_some_and(|(short, medium, long)| short <= 0.0 && long <= medium);
        Some(if only_medium && settings(cp).derringer_band == DerringerBand::Short { Band::Short } else { band })
    }

    /// OW-5.4 to OW-5.7, OW-D2: the markers that a shot with this card leaves on the weapon.
    pub fn markers_of(&self, cp: &SkirmishView, weapon: &Weapon, card: &ActionCard) -> AfterShot {
        let Some(arm) = self.data.arms.iter().find(|arm| arm.id == weapon.id) else { return AfterShot::default() };
        let out = |markers: u8| AfterShot { reload: 0, out_of_ammo: if card.ooa { markers } else { 0 } };
        match arm.reload {
            Reload::Always => {
                let fouled = card.ooa && card.hr.is_multiple_of(2);
                AfterShot { reload: if fouled { 2 } else { 1 }, out_of_ammo: 0 }
            }
            Reload::Normal => out(1),
            Reload::Double => out(2),
            Reload::Never => out(u8::from(arm.class == Class::Bow && settings(cp).bow_runs_out)),
        }
    }

    /// OW-5.9: what a weapon adds hand to hand, with a bayonet if one is fixed.
    pub fn hand_to_hand(&self, cp: &SkirmishView, figure: PieceId, weapon: u8, moved: bool) -> (i8, String, RuleId) {
        let (arm, soldier) = (self.arm(weapon), cp.soldier(figure));
        let own = cp.book.weapon(weapon);
        if own.bayonet && soldier.bayonet {
            return (own.hth + self.data.numbers.bayonet, format!("{} and bayonet", arm.name), RuleId::new("OW-5.9"));
        }
        let hth = if arm.class == Class::Bow { settings(cp).bow_hth } else { own.hth_of(moved) };
        (hth, arm.name.to_string(), RuleId::new("OW-5.1"))
    }
}
