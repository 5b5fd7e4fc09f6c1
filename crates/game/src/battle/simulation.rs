//! The simulation: a world with the state that every battle has, and with all rulesets.

use bevy::{
    app::{App, Plugin},
    ecs::world::World,
};

use crate::record;
use grapeshot_floor::{
    files,
    turn::{BattleStates, Derived, Rulebooks},
};

/// A function that adds rulesets to an app.
pub type Plugins = fn(&mut App);

/// The simulation: the state every battle has, and all rulesets.
pub struct SimulationPlugin {
    /// What adds the rulesets.
    pub rulesets: Plugins,
}

impl Plugin for SimulationPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<BattleStates>().init_resource::<Rulebooks>().init_resource::<Derived>();
        app.insert_resource(files::user_data());
        record::core::plugin(app);
        (self.rulesets)(app);
    }
}

/// The rulesets that these plugins add.
pub fn rulebooks(plugins: Plugins) -> Rulebooks {
    simulation_world(plugins).resource::<Rulebooks>().clone()
}

/// A world with the simulation in it, without a battle.
pub fn simulation_world(plugins: Plugins) -> World {
    let mut app = App::empty();
    app.add_plugins(SimulationPlugin { rulesets: plugins });
    app.finish();
    app.cleanup();
    std::mem::take(app.world_mut())
}
