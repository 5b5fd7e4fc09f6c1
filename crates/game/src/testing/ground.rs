//! The ground of a small battle.

use smol_str::format_smolstr;

use super::{TestTable, points, rectangle, vocabulary};
use grapeshot_floor::{
    forces::Value,
    table::terrain::{Area, Crossing, Hill, Obstacle, Road, Stream, Terrain},
};

impl TestTable {
    /// Adds an area of a kind of ground, a rectangle from corner to corner.
    pub fn area(mut self, kind: &str, from: (f32, f32), to: (f32, f32)) -> Self {
        let vocabulary = vocabulary(&self.scenario.ruleset, self.plugins);
        let ground = vocabulary.grounds.get(kind).expect("the ruleset knows this ground").clone();
        let id = format_smolstr!("{kind}_{}", self.scenario.terrain.areas.len());
        self.scenario.terrain.areas.push(Area {
            id,
            kind: kind.into(),
            name: None,
            outline: rectangle(from, to),
            ground,
        });
        self
    }

    /// Adds a linear obstacle of a kind.
    pub fn obstacle(mut self, kind: &str, line: &[(f32, f32)]) -> Self {
        let vocabulary = vocabulary(&self.scenario.ruleset, self.plugins);
        let barrier = vocabulary.barriers.get(kind).expect("the ruleset knows this obstacle").clone();
        self.scenario.terrain.obstacles.push(Obstacle {
            id: format_smolstr!("{kind}_{}", self.scenario.terrain.obstacles.len()),
            kind: kind.into(),
            line: points(line),
            height: barrier.height,
            cover: barrier.cover,
            bog: barrier.bog,
            stops_shot: None,
        });
        self
    }

    /// Sets the height of the last obstacle in inches.
    pub fn height(mut self, height: f32) -> Self {
        self.scenario.terrain.obstacles.last_mut().expect("add an obstacle first").height = height;
        self
    }

    /// Sets what a piece of terrain is in the ruleset's own terms, by its id.
    pub fn terrain_value(mut self, id: &str, name: &str, value: Value) -> Self {
        self.scenario.terrain_values.0.entry(id.into()).or_default().0.insert(name.into(), value);
        self
    }

    /// Changes what lies on the table.
    pub fn terrain(mut self, change: impl FnOnce(&mut Terrain)) -> Self {
        change(&mut self.scenario.terrain);
        self
    }

    /// Adds a road two inches wide.
    pub fn road(mut self, line: &[(f32, f32)]) -> Self {
        self.scenario.terrain.roads.push(Road {
            id: "road".into(),
            kind: "road".into(),
            line: points(line),
            width: 2.0,
        });
        self
    }

    /// Adds a stream; deep ones cannot be entered.
    pub fn stream(mut self, line: &[(f32, f32)], width: f32, deep: bool) -> Self {
        let vocabulary = vocabulary(&self.scenario.ruleset, self.plugins);
        let ground = vocabulary.grounds[if deep { "deep" } else { "stream" }].clone();
        self.scenario.terrain.streams.push(Stream {
            id: "stream".into(),
            name: None,
            line: points(line),
            width,
            deep,
            ground,
        });
        self
    }

    /// Adds a bridge, a rectangle from corner to corner.
    pub fn bridge(mut self, from: (f32, f32), to: (f32, f32)) -> Self {
        let vocabulary = vocabulary(&self.scenario.ruleset, self.plugins);
        let ground = vocabulary.grounds["bridge"].clone();
        let crossing = Crossing { id: "bridge".into(), kind: "bridge".into(), outline: rectangle(from, to), ground };
        self.scenario.terrain.crossings.push(crossing);
        self
    }

    /// Adds a hill, a rectangle from corner to corner.
    pub fn hill(mut self, from: (f32, f32), to: (f32, f32), levels: u8, steep: bool) -> Self {
        let rate = if steep { 0.5 } else { 1.0 };
        let hill = Hill { id: "hill".into(), name: None, outline: rectangle(from, to), levels, steep, rate };
        self.scenario.terrain.hills.push(hill);
        self
    }
}
