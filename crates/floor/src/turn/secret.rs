//! What a side knows alone until the rules reveal it: the order on a chit that lies face down, a number that is noted
//! out of sight.
//!
//! A secret belongs to a unit ([`Secret`], a component) or to a side ([`SideSecrets`], a resource); a ruleset registers
//! its type once ([`BattleSecretApp`]), which makes it battle state too. Only [`BattleView::secret`] and
//! [`BattleView::side_secret`] read one, and they open it for its own side, for a view of the whole battle, and for
//! everybody once it is revealed. [`BattleMut::give_secret`](super::BattleMut::give_secret),
//! [`BattleMut::reveal`](super::BattleMut::reveal) and [`BattleMut::cover`](super::BattleMut::cover) change it, each
//! with its event.
//!
//! What hides on the table is [`Concealment`](super::Concealment); who learns of an event that is no secret of this
//! kind says [`BattleMut::tell_only`](super::BattleMut::tell_only).

use bevy::{
    app::App,
    ecs::{component::Component, resource::Resource, world::World},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use smol_str::SmolStr;

use super::{BattleStateApp, BattleView};
use crate::forces::{Roster, SideId, UnitId};

/// A type of which a value can be secret.
pub trait Confidential: Clone + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The stable name of the secret in the state of a battle and in its events ("burt_order").
    const NAME: &'static str;

    /// The value in a word, where one tells it: the event by which it is revealed carries it.
    fn word(&self) -> Option<SmolStr> {
        None
    }
}

/// A value of a unit that only its own side knows until it is revealed.
#[derive(Component, Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Secret<T: Confidential> {
    value: T,
    /// Whether everybody knows it.
    shown: bool,
}

impl<T: Confidential> Secret<T> {
    /// A value that nobody but its own side knows.
    pub fn new(value: T) -> Self {
        Self { value, shown: false }
    }

    /// Whether everybody knows it.
    pub fn is_shown(&self) -> bool {
        self.shown
    }

    /// The value for a viewer, who is of its side or is not.
    fn open(&self, own: bool) -> Option<&T> {
        (own || self.shown).then_some(&self.value)
    }

    pub(super) fn word(&self) -> Option<SmolStr> {
        self.value.word()
    }

    pub(super) fn set_shown(&mut self, shown: bool) -> bool {
        std::mem::replace(&mut self.shown, shown) != shown
    }
}

/// A value of each side that only the side itself knows until it is revealed; by side id, none where a side has none.
#[derive(Resource, Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct SideSecrets<T: Confidential>(Vec<Option<Secret<T>>>);

impl<T: Confidential> Default for SideSecrets<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Confidential> SideSecrets<T> {
    pub(super) fn get(&self, side: SideId) -> Option<&Secret<T>> {
        self.0.get(side.index())?.as_ref()
    }

    pub(super) fn get_mut(&mut self, side: SideId) -> Option<&mut Secret<T>> {
        self.0.get_mut(side.index())?.as_mut()
    }

    pub(super) fn put(&mut self, side: SideId, secret: Secret<T>) {
        if self.0.len() <= side.index() {
            self.0.resize(side.index() + 1, None);
        }
        self.0[side.index()] = Some(secret);
    }
}

/// Whose a secret is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SecretOf {
    Unit(UnitId),
    Side(SideId),
}

/// A registered kind of secret.
#[derive(Debug, Clone)]
pub struct SecretKind {
    /// The stable name, the same as its battle state's.
    pub name: SmolStr,
    closed: fn(&World) -> Vec<SecretOf>,
}

impl SecretKind {
    /// Whose secrets of this kind are not revealed, units and sides in the order of their ids.
    pub fn closed(&self, view: &BattleView) -> Vec<SecretOf> {
        (self.closed)(view.world())
    }
}

/// The kinds of secret of all rulesets.
#[derive(Resource, Debug, Clone, Default)]
pub struct SecretKinds(Vec<SecretKind>);

impl SecretKinds {
    /// All kinds, in the order in which they were registered.
    pub fn iter(&self) -> impl Iterator<Item = &SecretKind> {
        self.0.iter()
    }

    /// Whether anything of the battle is secret.
    pub(super) fn any_closed(&self, world: &World) -> bool {
        self.0.iter().any(|kind| !(kind.closed)(world).is_empty())
    }
}

/// Registration of secrets on an [`App`].
pub trait BattleSecretApp {
    /// Registers a secret of units as part of the battle.
    fn unit_secret<T: Confidential>(&mut self) -> &mut Self;

    /// Registers a secret of sides as part of the battle.
    fn side_secret<T: Confidential>(&mut self) -> &mut Self;
}

fn add(app: &mut App, kind: SecretKind) {
    app.world_mut().get_resource_or_init::<SecretKinds>().0.push(kind);
}

impl BattleSecretApp for App {
    fn unit_secret<T: Confidential>(&mut self) -> &mut Self {
        self.battle_component::<Secret<T>>(T::NAME);
        let closed = |world: &World| {
            let Some(roster) = world.get_resource::<Roster>() else { return Vec::new() };
            let closed = |entity| world.get::<Secret<T>>(entity).is_some_and(|secret| !secret.shown);
            let units = roster.units().filter(|(_, entity)| closed(*entity));
            units.map(|(unit, _)| SecretOf::Unit(unit)).collect()
        };
        add(self, SecretKind { name: T::NAME.into(), closed });
        self
    }

    fn side_secret<T: Confidential>(&mut self) -> &mut Self {
        self.battle_resource::<SideSecrets<T>>(T::NAME);
        let closed = |world: &World| {
            let Some(secrets) = world.get_resource::<SideSecrets<T>>() else { return Vec::new() };
            let sides = secrets.0.iter().enumerate();
            let closed = sides.filter(|(_, secret)| secret.as_ref().is_some_and(|secret| !secret.shown));
            closed.map(|(side, _)| SecretOf::Side(SideId(side as u8))).collect()
        };
        add(self, SecretKind { name: T::NAME.into(), closed });
        self
    }
}

impl<'w> BattleView<'w> {
    /// The secret of a unit, if it has one and whose view it is may know it: its own side before it is revealed, then
    /// everybody.
    pub fn secret<T: Confidential>(&self, unit: UnitId) -> Option<&'w T> {
        let own = self.side().is_none_or(|side| side == self.side_of_unit(unit));
        self.get_unit_part::<Secret<T>>(unit)?.open(own)
    }

    /// The secret of a side, if it has one and whose view it is may know it: the side itself before it is revealed,
    /// then everybody.
    pub fn side_secret<T: Confidential>(&self, of: SideId) -> Option<&'w T> {
        let own = self.side().is_none_or(|side| side == of);
        self.get_resource::<SideSecrets<T>>()?.get(of)?.open(own)
    }

    /// Whether a side knows anything of its own that another does not: somebody hides, or something is secret.
    pub fn keeps_secrets(&self) -> bool {
        self.anybody_hides() || self.get_resource::<SecretKinds>().is_some_and(|kinds| kinds.any_closed(self.world()))
    }
}
