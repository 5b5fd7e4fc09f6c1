//! The rulebook of a battle.

use bevy::ecs::resource::Resource;
use std::{ops::Deref, sync::Arc};

use crate::turn::{BattleMut, BattleView};

/// The rulebook of the battle in this world as the data of its ruleset, shared by all its battles.
#[derive(Resource)]
pub struct Book<Data: Send + Sync + 'static> {
    data: Arc<Data>,
    seasoned: Arc<Data>,
}

impl<Data: Send + Sync> Book<Data> {
    /// The rulebook with this data, and with the data by which seasoned commanders judge: the rules in both are the same.
    pub fn new(seasoned: Data, data: Data) -> Self {
        Self { data: Arc::new(data), seasoned: Arc::new(seasoned) }
    }

    /// The data by which whoever looks through this view judges.
    pub fn judged_in(&self, view: &BattleView) -> &Data {
        if view.is_seasoned() { &self.seasoned } else { &self.data }
    }

    /// The rulebook of a battle.
    pub fn of(battle: &BattleMut) -> Self {
        battle.resource::<Self>().clone()
    }
}

impl<Data: Send + Sync> Clone for Book<Data> {
    fn clone(&self) -> Self {
        Self { data: Arc::clone(&self.data), seasoned: Arc::clone(&self.seasoned) }
    }
}

impl<Data: Send + Sync> Deref for Book<Data> {
    type Target = Data;

    fn deref(&self) -> &Data {
        &self.data
    }
}
