use bevy::ecs::world::World;

use super::Scenario;
use grapeshot_floor::{
    events::BattleLog,
    forces::{Fate, Marks, Piece, PieceId, Roster, Sides, Unit, UnitId},
    table::{
        footprint::Outline,
        house::Breaches,
        index::{PieceIndex, TerrainIndex},
    },
    turn::{Clock, Concealment, Deployment, ScenarioEvents, ScenarioInfo, SeenPieces, Settings},
};

/// Sets a scenario up in a world: the table, the sides, every unit and piece in its place. What the active
/// ruleset adds to them comes after, with [`Rules::open`](grapeshot_floor::turn::Rules::open). Units and pieces of an
/// earlier battle are taken off first.
pub fn muster(world: &mut World, scenario: &Scenario) {
    dismiss(world);
    let mut roster = Roster::default();
    let mut index = PieceIndex::default();
    let mut next_piece = 0;
    for (n, entry) in scenario.units.iter().enumerate() {
        let id = UnitId(n as u16);
        let pieces: Vec<PieceId> = (next_piece..).take(entry.pieces.len()).map(PieceId).collect();
        next_piece += pieces.len() as u32;
        let unit = Unit {
            id,
            key: entry.key.clone(),
            name: entry.name.clone(),
            side: entry.side,
            superior: entry.superior,
            from: None,
            pieces: pieces.clone(),
        };
        let entity = world.spawn((id, unit, entry.unit_entry.clone(), Marks::default())).id();
        roster.enlist_unit(entity, entry.side);
        for (number, (start, piece)) in entry.pieces.iter().zip(pieces).enumerate() {
            let part = Piece {
                id: piece,
                unit: id,
                number: number as u16 + 1,
                name: start.name.clone(),
                look: start.look.clone(),
            };
            let fate = if entry.unit_entry.arrival.is_some() { Fate::Awaited } else { Fate::InPlay };
            let entity = world.spawn((piece, part, start.place, start.footprint, fate, Marks::default())).id();
            roster.enlist_piece(entity, id);
            if fate == Fate::InPlay {
                index.put(piece, Outline { footprint: start.footprint, place: start.place });
            }
        }
    }
    world.insert_resource(roster);
    world.insert_resource(index);
    world.insert_resource(TerrainIndex::new(scenario.terrain.clone()));
    world.insert_resource(scenario.terrain_values.clone());
    world.insert_resource(Breaches::default());
    world.insert_resource(Sides(scenario.sides.clone()));
    world.insert_resource(Deployment(scenario.deployment.clone()));
    world.insert_resource(scenario.victory.clone());
    world.insert_resource(ScenarioEvents(scenario.scenario_events.clone()));
    world.insert_resource(Settings(scenario.settings.clone()));
    world.insert_resource(ScenarioInfo {
        id: scenario.id.clone(),
        title: scenario.title.clone(),
        turns: scenario.turns,
    });
    world.insert_resource(Clock::default());
    world.insert_resource(BattleLog::default());
    world.insert_resource(Concealment::default());
    world.insert_resource(SeenPieces::default());
}

/// Takes the units and pieces of the last battle out of the world, if there was one.
pub fn dismiss(world: &mut World) {
    let Some(roster) = world.remove_resource::<Roster>() else { return };
    for (_, entity) in roster.units() {
        world.despawn(entity);
    }
    for (_, entity) in roster.pieces() {
        world.despawn(entity);
    }
}
