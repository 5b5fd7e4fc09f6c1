//! Small battles for tests of rules: a bare table, figures where the rule wants them, cards and dice forced.

mod forces;
mod ground;
mod houses;
mod play;
pub mod playthrough;
mod shipped;
mod sight;

use bevy::math::Vec2;
use smol_str::SmolStr;
use std::sync::Arc;

pub use play::{TestBattle, burst, order};
pub use shipped::{files, shipped};
pub use sight::known_to;

use crate::{
    battle::{Battle, Plugins, simulation_world},
    scenario::Scenario,
};
use grapeshot_floor::{
    forces::{Edge, Side, SideId, UnitId, Value, Values},
    table::terrain::Terrain,
    turn::{HoldTerm, HoldWhen, Objective, Rulebooks, ScenarioEvent, TerrainValues, VictoryTerms, Vocabulary, Zone},
};

/// The first side.
pub const BLUE: SideId = SideId(0);

/// The second side.
pub const RED: SideId = SideId(1);

/// The third side, which nobody plays.
pub const WILD: SideId = SideId(2);

/// The third side where three are played.
pub const GREEN: SideId = SideId(2);

/// A battle under construction. Blue's own edge is south, Red's north.
#[derive(Debug, Clone)]
pub struct TestTable {
    scenario: Scenario,
    plugins: Plugins,
}

impl TestTable {
    /// A bare table of 72 by 48 inches under one of these rulesets, with its settings at their defaults.
    ///
    /// # Panics
    /// If there is no such ruleset.
    pub fn new(ruleset: &str, plugins: Plugins) -> Self {
        let vocabulary = vocabulary(ruleset, plugins);
        let settings =
            vocabulary.settings.iter().filter_map(|field| Some((field.name.clone(), field.default.clone()?)));
        let side = |id: SideId, key: &str, own_edge| Side {
            id,
            key: key.into(),
            name: key.to_uppercase(),
            short: key.to_owned(),
            coat: SmolStr::from(if id == BLUE { "french" } else { "british" }),
            flag: SmolStr::from(if id == BLUE { "french" } else { "british" }),
            goes_for: String::new(),
            own_edge,
            exit_edges: Vec::new(),
            dummies: Vec::new(),
            plays: true,
        };
        Self {
            plugins,
            scenario: Scenario {
                id: "test".into(),
                title: "Test".into(),
                ruleset: ruleset.into(),
                location: String::new(),
                date: String::new(),
                story: String::new(),
                lesson: String::new(),
                turns: 8,
                terrain: Terrain { size: Vec2::new(72.0, 48.0), ..Terrain::default() },
                terrain_values: TerrainValues::default(),
                sides: vec![side(BLUE, "blue", Edge::South), side(RED, "red", Edge::North)],
                units: Vec::new(),
                deployment: Vec::new(),
                settings: Values(settings.collect()),
                changed_settings: Vec::new(),
                victory: VictoryTerms { margin: vocabulary.margin, ..VictoryTerms::default() },
                scenario_events: Vec::new(),
                hash: 0,
            },
        }
    }

    /// Plays under other rulesets, such as one with data of its own.
    pub fn plugins(mut self, plugins: Plugins) -> Self {
        self.plugins = plugins;
        self
    }

    /// Changes a setting.
    pub fn setting(mut self, name: &str, value: Value) -> Self {
        self.scenario.settings.0.insert(name.into(), value);
        self
    }

    /// Sets the size of the table in inches.
    pub fn size(mut self, width: f32, height: f32) -> Self {
        self.scenario.terrain.size = Vec2::new(width, height);
        self
    }

    /// Sets the number of turns.
    pub fn turns(mut self, turns: u16) -> Self {
        self.scenario.turns = turns;
        self
    }

    /// Opens an edge to a side (CP-5.9).
    pub fn exit(mut self, side: SideId, edge: Edge) -> Self {
        self.scenario.sides[side.index()].exit_edges.push(edge);
        self
    }

    /// Gives a side another edge to fall back to.
    pub fn own_edge(mut self, side: SideId, edge: Edge) -> Self {
        self.scenario.sides[side.index()].own_edge = edge;
        self
    }

    /// Adds a third side that is played.
    pub fn third(mut self) -> Self {
        let like = self.scenario.sides[RED.index()].clone();
        let named = Side { id: GREEN, key: "green".into(), name: "GREEN".into(), short: "green".into(), ..like };
        self.scenario.sides.push(Side { own_edge: Edge::East, ..named });
        self
    }

    /// Adds a third side, which nobody plays.
    pub fn wild(mut self) -> Self {
        let like = self.scenario.sides[RED.index()].clone();
        self.scenario.sides.push(Side { id: WILD, key: "wild".into(), name: "WILD".into(), plays: false, ..like });
        self
    }

    /// Gives a side places at which its enemy suspects somebody in vain.
    pub fn dummies(mut self, side: SideId, places: &[(f32, f32)]) -> Self {
        self.scenario.sides[side.index()].dummies = points(places);
        self
    }

    /// Gives sides zones to deploy in.
    pub fn zones(mut self, zones: Vec<Zone>) -> Self {
        self.scenario.deployment = zones;
        self
    }

    /// Adds an event to the scenario.
    pub fn scenario_event(mut self, scenario_event: ScenarioEvent) -> Self {
        self.scenario.scenario_events.push(scenario_event);
        self
    }

    /// Sets the terms of victory; without a margin they have that of the ruleset.
    pub fn victory(mut self, terms: VictoryTerms) -> Self {
        let margin = if terms.margin > 0.0 { terms.margin } else { self.scenario.victory.margin };
        self.scenario.victory = VictoryTerms { margin, ..terms };
        self
    }

    /// The scenario as it stands.
    pub fn scenario(mut self) -> Scenario {
        self.settle_blocks();
        self.scenario
    }

    /// The battle, come to its first question.
    pub fn battle(self) -> TestBattle {
        let plugins = self.plugins;
        TestBattle { battle: Battle::new(&Arc::new(self.scenario()), 1, plugins) }
    }

    /// The battle before any turn began: its first turn stands still at the first card that lets this unit act, which
    /// it does. Command dice and activation cards are forced for that.
    ///
    /// # Panics
    /// If the unit is not on the table.
    pub fn acting(self, key: &str) -> TestBattle {
        let n = self.scenario.units.iter().position(|unit| unit.key == key).expect("the unit is on the table");
        let mut battle = self.battle();
        battle.act_next(UnitId(n as u16));
        battle
    }
}

/// The words of a ruleset.
fn vocabulary(ruleset: &str, plugins: Plugins) -> Arc<Vocabulary> {
    let world = simulation_world(plugins);
    let book = world.resource::<Rulebooks>().get(ruleset).expect("the ruleset is registered");
    book.vocabulary.clone()
}

/// A place worth 4 points within 4 inches of a point, earned in a way.
pub fn farm(at: (f32, f32), when: HoldWhen) -> VictoryTerms {
    let (id, name, at) = ("farm".into(), "the farm".into(), at.into());
    let place = Objective { id, name, at, radius: 4.0, indoors: false, held_by: None };
    let hold = HoldTerm { objective: 0, points: 4.0, side: None, when };
    VictoryTerms { objectives: vec![place], holds: vec![hold], ..VictoryTerms::default() }
}

fn points(line: &[(f32, f32)]) -> Vec<Vec2> {
    line.iter().map(|(x, y)| Vec2::new(*x, *y)).collect()
}

fn rectangle(from: (f32, f32), to: (f32, f32)) -> Vec<Vec2> {
    points(&[from, (to.0, from.1), to, (from.0, to.1)])
}
