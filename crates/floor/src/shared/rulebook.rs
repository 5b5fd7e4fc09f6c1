//! The rulebook of a battle.

use bevy::ecs::resource::Resource;
use std::{ops::Deref, sync::Arc};

use crate::turn::BattleMut;

/// The rulebook of the battle in this world as the data of its ruleset, shared by all its battles.
#[derive(Resource)]
pub struct Book<Data: Send + Sync + 'static>(Arc<Data>);

impl<Data: Send + Sync> Book<Data> {
    /// The rulebook with this data.
    pub fn new(data: impl Into<Arc<Data>>) -> Self {
        Self(data.into())
    }

    /// The rulebook of a battle.
    pub fn of(battle: &BattleMut) -> Self {
        battle.resource::<Self>().clone()
    }
}

impl<Data: Send + Sync> Clone for Book<Data> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<Data: Send + Sync> Deref for Book<Data> {
    type Target = Data;

    fn deref(&self) -> &Data {
        &self.0
    }
}
