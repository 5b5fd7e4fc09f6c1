//! The one registry of what belongs to the state of a battle.
//!
//! A component of units or pieces, or a resource, that is part of a battle is registered once, under a stable
//! name. Snapshot, restore, checksum, save, undo and look-ahead go through this list and know nothing else.

use bevy::{
    app::App,
    ecs::{
        component::{Component, Mutable},
        entity::Entity,
        resource::Resource,
        world::World,
    },
};
use serde::{Serialize, de::DeserializeOwned};
use std::any::{Any, TypeId};

use super::StateShape;

/// A saved column: the values of one registered type for all entities of its kind, in id order.
pub type Column = Box<dyn Any + Send + Sync>;

/// What the registry can do with one registered type.
#[derive(Clone)]
pub struct BattleStateType {
    /// The stable name.
    pub name: &'static str,
    pub type_id: TypeId,
    /// Copies its values out of the world; `entities` are those of the roster in id order.
    pub save: fn(&World, &[Entity]) -> Column,
    /// Puts copied values back.
    pub load: fn(&mut World, &[Entity], &Column),
    /// Writes its values to a byte sink for the checksum.
    pub digest: fn(&World, &[Entity], &mut Vec<u8>),
    /// Its values as JSON.
    pub to_json: fn(&World, &[Entity]) -> serde_json::Value,
    /// Puts one entity's value (or the resource) from JSON.
    pub from_json: fn(&mut World, Option<Entity>, serde_json::Value) -> Result<(), String>,
    /// What its values look like as data.
    pub shape: fn() -> StateShape,
    /// Whether it is a component of units and pieces rather than a resource.
    pub component: bool,
}

/// All registered types, in the order of their names.
#[derive(Resource, Clone, Default)]
pub struct BattleStates(Vec<BattleStateType>);

impl BattleStates {
    /// The registered types.
    pub fn iter(&self) -> impl Iterator<Item = &BattleStateType> {
        self.0.iter()
    }

    /// A registered type by name.
    pub fn named(&self, name: &str) -> Option<&BattleStateType> {
        self.0.iter().find(|state| state.name == name)
    }

    fn add(&mut self, state: BattleStateType) {
        match self.0.binary_search_by(|known| known.name.cmp(state.name)) {
            Ok(at) => assert!(self.0[at].type_id == state.type_id, "two types are registered as {}", state.name),
            Err(at) => self.0.insert(at, state),
        }
    }
}

/// Registration of battle state on an [`App`].
pub trait BattleStateApp {
    /// Registers a component of units or pieces as part of the battle.
    fn battle_component<C>(&mut self, name: &'static str) -> &mut Self
    where
        C: Component<Mutability = Mutable> + Clone + Serialize + DeserializeOwned;

    /// Registers a resource as part of the battle.
    fn battle_resource<R>(&mut self, name: &'static str) -> &mut Self
    where
        R: Resource + Clone + Serialize + DeserializeOwned;
}

impl BattleStateApp for App {
    fn battle_component<C>(&mut self, name: &'static str) -> &mut Self
    where
        C: Component<Mutability = Mutable> + Clone + Serialize + DeserializeOwned,
    {
        let state = BattleStateType {
            name,
            type_id: TypeId::of::<C>(),
            save: |world, entities| {
                let column: Vec<Option<C>> = entities.iter().map(|e| world.get::<C>(*e).cloned()).collect();
                Box::new(column)
            },
            load: |world, entities, column| {
                let column = column.downcast_ref::<Vec<Option<C>>>().expect("a column goes back into its own type");
                for (entity, value) in entities.iter().zip(column) {
                    match value {
                        Some(value) => match world.get_mut::<C>(*entity) {
                            Some(mut known) => *known = value.clone(),
                            None => {
                                world.entity_mut(*entity).insert(value.clone());
                            }
                        },
                        None => {
                            world.entity_mut(*entity).remove::<C>();
                        }
                    }
                }
            },
            digest: |world, entities, bytes| {
                for entity in entities {
                    put(bytes, &world.get::<C>(*entity));
                }
            },
            to_json: |world, entities| {
                let values: Vec<Option<&C>> = entities.iter().map(|e| world.get::<C>(*e)).collect();
                serde_json::to_value(values).unwrap_or_default()
            },
            from_json: |world, entity, value| {
                let value: C = read(value)?;
                if let Some(entity) = entity {
                    world.entity_mut(entity).insert(value);
                }
                Ok(())
            },
            shape: StateShape::of::<C>,
            component: true,
        };
        self.world_mut().get_resource_or_init::<BattleStates>().add(state);
        self
    }

    fn battle_resource<R>(&mut self, name: &'static str) -> &mut Self
    where
        R: Resource + Clone + Serialize + DeserializeOwned,
    {
        let state = BattleStateType {
            name,
            type_id: TypeId::of::<R>(),
            save: |world, _| Box::new(world.get_resource::<R>().cloned()),
            load: |world, _, column| match column
                .downcast_ref::<Option<R>>()
                .expect("a column goes back into its own type")
            {
                Some(value) => world.insert_resource(value.clone()),
                None => {
                    world.remove_resource::<R>();
                }
            },
            digest: |world, _, bytes| put(bytes, &world.get_resource::<R>()),
            to_json: |world, _| serde_json::to_value(world.get_resource::<R>()).unwrap_or_default(),
            from_json: |world, _, value| {
                world.insert_resource(read::<R>(value)?);
                Ok(())
            },
            shape: StateShape::of::<R>,
            component: false,
        };
        self.world_mut().get_resource_or_init::<BattleStates>().add(state);
        self
    }
}

/// Reads a value; a fault is told with the field that it is in.
fn read<T: DeserializeOwned>(value: serde_json::Value) -> Result<T, String> {
    serde_path_to_error::deserialize(value).map_err(|error| match error.path().to_string().as_str() {
        "." => error.inner().to_string(),
        path => format!("{path}: {}", error.inner()),
    })
}

fn put<T: Serialize>(bytes: &mut Vec<u8>, value: &T) {
    let buffer = std::mem::take(bytes);
    *bytes = postcard::to_extend(value, buffer).expect("battle state is plain data, which postcard can write");
}
