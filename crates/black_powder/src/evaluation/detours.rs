//! Ways round ground that is closed to everybody, as deep water is: over its bridges and through its fords (BP-3.5).

use bevy::math::Vec2;

use super::{
    evaluator::{Evaluator, UnitSummary},
    notes::Aim,
    stance::Stance,
};
use crate::{
    book::{
        mover::Mover,
        values::{Formation, Troop},
    },
    state::view::BlackPowderView,
};
use grapeshot_floor::{
    orders::{Leg, Order},
    table::{
        index::{Feature, TerrainIndex},
        measure::{crossing, distance_to_line, distance_to_segment, edges, inside},
        path::{Crossed, Going, length, part_of, walk},
        position::Heading,
        route::route,
    },
};

/// A point so near to a stretch of a way is on it, in inches: about as far as a column is wide to each side.
const ON: f32 = 1.0;

/// The ground as it lets an arm by, in whatever formation.
struct Passage<'a, 'w> {
    bp: &'a BlackPowderView<'w>,
    troop: Troop,
}

impl Passage<'_, '_> {
    /// BP-3.5: the rate of a column on a bridge or in a ford; 0 if that leads nowhere.
    fn over(&self, crossing: usize) -> f32 {
        let crossing = &self.bp.view.terrain().crossings[crossing];
        if crossing.ground.rate <= 0.0 {
            return 0.0;
        }
        self.bp.rate_of(&crossing.kind, Mover::of(self.troop, Formation::MarchColumn))
    }
}

impl Going for Passage<'_, '_> {
    fn cost_per_inch(&self, feature: &Feature) -> Result<f32, String> {
        let rate = match *feature {
            Feature::Open | Feature::Road(_) | Feature::Slope(..) | Feature::Building(_) => 1.0,
            Feature::Crossing(n, _) => self.over(n),
            Feature::Stream(_, ground) | Feature::Area(_, ground) => ground.rate,
        };
        if rate > 0.0 { Ok(1.0 / rate) } else { Err("no entry".to_owned()) }
    }

    fn cost_to_cross(&self, _terrain: &TerrainIndex, crossed: &Crossed) -> Result<f32, String> {
        match crossed {
            Crossed::Obstacle(_) => Ok(self.bp.inches(self.bp.numbers().obstacle_cost)),
            Crossed::Wall { .. } | Crossed::Door { .. } | Crossed::Window { .. } => Ok(0.0),
            Crossed::TableEdge => Err("the edge of the table".to_owned()),
        }
    }
}

/// The legs of a way, which begins where the unit is.
pub fn legs(way: &[Vec2]) -> Vec<Leg> {
    way.iter().skip(1).copied().map(Leg::To).collect()
}

impl Evaluator<'_, '_> {
    /// Whether ground that is closed to everybody lies between two points.
    pub fn parted(&self, a: Vec2, b: Vec2) -> bool {
        let terrain = self.bp.view.terrain();
        let meets = |c: Vec2, d: Vec2| crossing(a, b, c, d).is_some();
        let streams = terrain.streams.iter().filter(|stream| stream.ground.rate <= 0.0);
        let mut areas = terrain.areas.iter().filter(|area| area.ground.rate <= 0.0);
        streams.flat_map(|stream| stream.line.windows(2)).any(|leg| meets(leg[0], leg[1]))
            || areas.any(|area| edges(&area.outline).any(|(c, d)| meets(c, d)))
    }

    /// Whether such ground lies at a point, be it under a bridge.
    pub fn closed_at(&self, point: Vec2) -> bool {
        let terrain = self.bp.view.terrain();
        let mut streams = terrain.streams.iter().filter(|stream| stream.ground.rate <= 0.0);
        let mut areas = terrain.areas.iter().filter(|area| area.ground.rate <= 0.0);
        streams.any(|stream| distance_to_line(point, &stream.line) < stream.width / 2.0)
            || areas.any(|area| inside(point, &area.outline))
    }

    /// Whether the straight way between two points may lead over closed ground.
    pub fn hindered(&self, from: Vec2, to: Vec2) -> bool {
        self.parted(from, to) || self.closed_at(from) || self.closed_at(to)
    }

    /// BP-3.5: the rate over closed ground at a crossing; only a column goes there.
    pub fn rate_across(&self, body: &UnitSummary, formation: Formation, crossing: usize) -> f32 {
        if formation.is_march() { Passage { bp: self.bp, troop: body.troop }.over(crossing) } else { 0.0 }
    }

    /// An aim with the way to it, if closed ground bars the straight one, or is under a column that is crossing it.
    pub fn with_way(&self, body: &UnitSummary, aim: Aim) -> Aim {
        let here = &body.stance;
        let tail = here.at - here.forward * here.half_depth;
        let crossing = here.formation.is_march() && (self.closed_at(here.at) || self.closed_at(tail));
        // A column that turns cuts the corner by no more than half its depth: so far from the bank it goes straight on.
        let from = if crossing { here.front + here.forward * here.half_depth } else { here.front };
        let near = aim.at + (from - aim.at).clamp_length_max(aim.radius);
        let barred = self.hindered(from, near);
        if !body.ours || !(crossing || barred) {
            return aim;
        }
        let mut way = vec![from, aim.at];
        if barred {
            let (ground, passage) = (self.bp.view.ground(), Passage { bp: self.bp, troop: body.troop });
            let column = if body.troop == Troop::Artillery { Formation::Limbered } else { Formation::MarchColumn };
            let depth = self.bp.measures(body.unit, column).map_or(0.0, |(_, depth)| depth);
            way = route(ground, from, aim.at, depth / 2.0, &passage);
            // There is no way, or it leads straight over a bridge.
            if !crossing && way.len() == 2 && walk(ground, &way, f32::INFINITY, &passage).stopped.is_some() {
                return aim;
            }
        }
        if crossing {
            way.insert(0, here.front);
        }
        Aim { way, ..aim }
    }

    /// The inches from a point to the end of a way, and whether closed ground has still to be crossed on it.
    pub fn left_of(&self, way: &[Vec2], from: Vec2) -> (f32, bool) {
        let joins = |n: &usize| {
            let (start, end) = (way[*n - 1], way[*n]);
            !self.hindered(from, end) || distance_to_segment(from, start, end) < ON
        };
        let end = (1..way.len()).rev().find(joins).unwrap_or(1);
        let rest = &way[end..];
        let over = self.parted(from, way[end]) || rest.windows(2).any(|leg| self.parted(leg[0], leg[1]));
        (from.distance(way[end]) + length(rest), over)
    }

    /// The inches that a unit in a stance is from its aim. Before a bridge it is a move farther unless it is in column,
    /// which costs a whole move (BP-3.4).
    pub fn away(&self, body: &UnitSummary, aim: &Aim, stance: &Stance) -> f32 {
        if aim.way.is_empty() {
            return stance.at.distance(aim.at);
        }
        let (inches, over) = self.left_of(&aim.way, stance.front);
        if over && !stance.formation.is_march() { inches + body.inches } else { inches }
    }

    /// BP-3.4, BP-3.5: the marches of foot or horse along the way round closed ground; `order` names the unit, which goes
    /// `farthest` inches at most.
    pub fn marches_by_column(&self, body: &UnitSummary, order: &Order, farthest: f32) -> Vec<Order> {
        let (here, aim) = (body.stance, self.aim(body));
        let way = legs(&aim.stretch(farthest));
        if here.formation.is_march() {
            return vec![order.clone().path(way)];
        }
        if body.broken {
            return Vec::new();
        }
        let column = Formation::MarchColumn.id();
        let heading = Heading::from_to(here.front, aim.way[1]);
        let formed = self.turned(order.clone().formation(column), here.facing, heading);
        let goes = order.clone().path([vec![Leg::Form(column.into())], way].concat());
        if farthest > body.inches { vec![formed, goes] } else { vec![formed] }
    }
}

impl Aim {
    /// The beginning of the way to it, of this length in inches, no farther than it has a unit come; at least the point where
    /// it begins.
    pub fn stretch(&self, inches: f32) -> Vec<Vec2> {
        let whole = length(&self.way);
        part_of(&self.way, inches.min(whole - self.radius).max(0.0) / whole.max(1.0))
    }
}
