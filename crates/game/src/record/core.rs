//! The state that every battle has, whatever its ruleset.

use bevy::app::App;

use grapeshot_floor::{
    chance::Chance,
    forces::{Fate, Marks, Piece, Sides, Unit, UnitEntry},
    table::{footprint::Footprint, house::Breaches, position::Place},
    turn::{
        Awaiting, BattleStateApp, Clock, Concealment, Deployment, Outcome, ScenarioEvents, ScenarioInfo, Settings,
        VictoryTerms,
    },
};

/// Registers the state that every battle has.
pub fn plugin(app: &mut App) {
    app.battle_component::<Unit>("unit")
        .battle_component::<UnitEntry>("unit_entry")
        .battle_component::<Piece>("piece")
        .battle_component::<Place>("place")
        .battle_component::<Footprint>("footprint")
        .battle_component::<Fate>("fate")
        .battle_component::<Marks>("marks")
        .battle_resource::<Chance>("chance")
        .battle_resource::<Clock>("clock")
        .battle_resource::<Awaiting>("awaiting")
        .battle_resource::<Outcome>("outcome")
        .battle_resource::<Sides>("sides")
        .battle_resource::<Settings>("settings")
        .battle_resource::<ScenarioInfo>("scenario_info")
        .battle_resource::<VictoryTerms>("victory")
        .battle_resource::<Deployment>("deployment")
        .battle_resource::<Concealment>("concealment")
        .battle_resource::<ScenarioEvents>("scenario_events")
        .battle_resource::<Breaches>("breaches");
}
