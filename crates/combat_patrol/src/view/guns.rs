//! Guns and the men at them, as questions of the rules (`GunCrew`, `HelpAtGun`).

use super::rulebook::SkirmishView;
use crate::{
    book::data::{ArtilleryNumbers, GunKind},
    state::guns::{Gun, Guns},
};
use grapeshot_floor::forces::{PieceId, UnitId};

/// The men that serve a gun now.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Crew {
    /// Unstunned gunners at the gun.
    pub gunners: Vec<PieceId>,
    /// Unstunned helpers at the gun.
    pub helpers: Vec<PieceId>,
}

impl Crew {
    /// Gunners and helpers together.
    pub fn all(&self) -> impl Iterator<Item = PieceId> + '_ {
        self.gunners.iter().chain(&self.helpers).copied()
    }
}

impl<'w> SkirmishView<'w> {
    /// The numbers of the rules of guns.
    pub fn artillery(&self) -> &'w ArtilleryNumbers {
        &self.book.core.artillery
    }

    /// The guns of the battle.
    pub fn guns(&self) -> &'w [Gun] {
        &self.view.resource::<Guns>().0
    }

    /// A gun by its piece.
    pub fn gun(&self, piece: PieceId) -> Option<&'w Gun> {
        self.guns().iter().find(|gun| gun.piece == piece)
    }

    /// The gun that a limber draws.
    pub fn gun_of_limber(&self, limber: PieceId) -> Option<&'w Gun> {
        self.guns().iter().find(|gun| gun.limber == Some(limber))
    }

    /// The gun of a unit.
    pub fn gun_of(&self, unit: UnitId) -> Option<&'w Gun> {
        self.guns().iter().find(|gun| gun.unit == unit)
    }

    /// The line of the table of guns for a gun.
    pub fn gun_kind(&self, gun: &Gun) -> &'w GunKind {
        &self.book.guns[usize::from(gun.kind)]
    }

    /// CP-6.12: the weapon, by its number, that a gun counts as which fires no rounds.
    pub fn fires_as(&self, gun: &Gun) -> Option<u8> {
        let id = self.gun_kind(gun).fires_as.as_ref()?;
        self.book.weapons.iter().position(|weapon| weapon.id == *id).map(|n| n as u8)
    }

    /// `GunCrew`, `HelpAtGun`: the unstunned men of a gun's crew that are at it, and its helpers.
    pub fn crew(&self, gun: &Gun) -> Crew {
        let settings = &self.settings().guns;
        let (near, near_helper) = (settings.crew_reach(), settings.helper_reach());
        let serves = |piece: &PieceId, near: f32| !self.stunned(*piece) && self.view.gap(*piece, gun.piece) <= near;
        let helpers = gun.helpers.iter().copied().filter(|piece| self.view.in_play(*piece));
        Crew {
            gunners: self.men(gun.unit).filter(|piece| !self.mounted(*piece) && serves(piece, near)).collect(),
            helpers: helpers.filter(|piece| serves(piece, near_helper)).collect(),
        }
    }

    /// `HelpAtGun`: the men of other units that act on the card of a gun's crew.
    pub fn helpers_of(&self, unit: UnitId) -> Vec<PieceId> {
        let helpers = self.gun_of(unit).map_or(&[][..], |gun| &gun.helpers);
        helpers.iter().copied().filter(|piece| self.view.in_play(*piece)).collect()
    }

    /// `HelpAtGun`: the gun at which a man helps.
    pub fn helped_by(&self, piece: PieceId) -> Option<&'w Gun> {
        self.guns().iter().find(|gun| gun.helpers.contains(&piece))
    }

    /// `HelpAtGun`: whether a man helps at a gun.
    pub fn helps(&self, piece: PieceId) -> bool {
        self.helped_by(piece).is_some()
    }

    /// The men that serve a gun that moves, and the gun on its limber; nobody if the mover is neither gun nor limber.
    pub fn goes_with(&self, mover: PieceId) -> Vec<PieceId> {
        if self.is_man(mover) {
            return Vec::new();
        }
        let gun = self.gun(mover).or_else(|| self.gun_of_limber(mover).filter(|gun| gun.limbered));
        gun.map_or_else(Vec::new, |gun| self.crew(gun).all().chain([gun.piece]).collect())
    }
}
