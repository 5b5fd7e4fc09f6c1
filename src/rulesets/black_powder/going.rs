//! What the ground does to a block (BP-3.5).

use bevy::math::Vec2;

use super::{
    book::Bp,
    values::{Formation, Troop},
};
use crate::{
    forces::UnitId,
    table::{
        footprint::Outline,
        measure::{edges, inside},
        path::spoken,
    },
};

/// A kind of mover, by the columns of BP-3.5.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mover {
    /// Formed infantry.
    Infantry,
    /// Infantry in skirmish order.
    Skirmishers,
    /// Formed cavalry.
    Cavalry,
    /// Cavalry in skirmish order.
    OpenCavalry,
    /// Guns and wagons.
    Wheels,
}

impl Mover {
    /// The mover that an arm is in a formation.
    pub fn of(troop: Troop, formation: Formation) -> Self {
        match (troop, formation) {
            (Troop::Infantry, Formation::Skirmish) => Self::Skirmishers,
            (Troop::Infantry, _) => Self::Infantry,
            (Troop::Cavalry, Formation::Skirmish) => Self::OpenCavalry,
            (Troop::Cavalry, _) => Self::Cavalry,
            (Troop::Artillery | Troop::Wagon, _) => Self::Wheels,
        }
    }

    /// BP-3.5: what a kind of ground does to it.
    pub fn rate_in(self, row: &super::data::GroundRow) -> f32 {
        self.rate(row.rates)
    }

    /// Its column.
    fn rate(self, rates: (f32, f32, f32, f32, f32)) -> f32 {
        match self {
            Self::Infantry => rates.0,
            Self::Skirmishers => rates.1,
            Self::Cavalry => rates.2,
            Self::OpenCavalry => rates.3,
            Self::Wheels => rates.4,
        }
    }
}

/// A piece of ground that hinders a mover.
pub struct Hindrance<'w> {
    shape: Shape<'w>,
    /// Inches moved for an inch of the move; 0 is no entry.
    pub rate: f32,
    /// What it is.
    pub name: String,
    /// Whether no part of a column may be in it either.
    solid: bool,
}

enum Shape<'w> {
    Polygon(&'w [Vec2]),
    Strip(&'w [Vec2], f32),
}

/// The ground near a move as one mover finds it.
pub struct Near<'w> {
    bp: Bp<'w>,
    column: bool,
    /// Ground that hinders.
    pub hindrances: Vec<Hindrance<'w>>,
    /// Linear obstacles, by index.
    pub obstacles: Vec<usize>,
    /// Whether the edge of the table is near.
    pub edge: bool,
    /// Whether it cannot cross obstacles.
    pub wheels: bool,
}

/// Whether a block and a polygon overlap.
pub fn overlaps(block: &Outline, polygon: &[Vec2]) -> bool {
    inside(block.place.at, polygon) || edges(polygon).any(|(a, b)| block.cut_by(a, b))
}

fn bounds(points: &[Vec2], margin: f32) -> (Vec2, Vec2) {
    let low = points.iter().copied().fold(Vec2::INFINITY, Vec2::min) - margin;
    let high = points.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max) + margin;
    (low, high)
}

fn meet((low, high): (Vec2, Vec2), (other_low, other_high): (Vec2, Vec2)) -> bool {
    low.cmple(other_high).all() && other_low.cmple(high).all()
}

impl<'w> Bp<'w> {
    /// BP-3.5: inches that a mover goes for an inch of its move over a kind of ground.
    pub fn rate_of(&self, kind: &str, mover: Mover) -> f32 {
        self.book.terrain.grounds.get(kind).map_or(1.0, |row| mover.rate(row.rates))
    }

    /// The ground between two corners of a box as a unit in a formation finds it.
    pub fn ground_near(&self, unit: UnitId, formation: Formation, low: Vec2, high: Vec2) -> Near<'w> {
        let mover = Mover::of(self.troop(unit), formation);
        let terrain = self.view.terrain();
        let here = (low, high);
        let mut hindrances = Vec::new();
        for area in &terrain.areas {
            let closed = area.ground.rate <= 0.0;
            let rate = if closed { 0.0 } else { self.rate_of(&area.kind, mover) };
            if rate < 1.0 && meet(bounds(&area.outline, 0.0), here) {
                let name = area.name.clone().unwrap_or_else(|| spoken(&area.kind));
                hindrances.push(Hindrance { shape: Shape::Polygon(&area.outline), rate, name, solid: false });
            }
        }
        for stream in &terrain.streams {
            let half = stream.width / 2.0;
            let rate = self.rate_of(if stream.deep { "deep" } else { "stream" }, mover);
            if rate < 1.0 && meet(bounds(&stream.line, half), here) {
                let name = stream.name.clone().unwrap_or_else(|| "the stream".to_owned());
                hindrances.push(Hindrance { shape: Shape::Strip(&stream.line, half), rate, name, solid: false });
            }
        }
        for hill in terrain.hills.iter().filter(|hill| hill.steep && hill.rate < 1.0) {
            if meet(bounds(&hill.outline, 0.0), here) {
                let name = "the slope".to_owned();
                hindrances.push(Hindrance {
                    shape: Shape::Polygon(&hill.outline),
                    rate: hill.rate,
                    name,
                    solid: false,
                });
            }
        }
        let own = self.values(unit).building;
        for (index, building) in terrain.buildings.iter().enumerate() {
            if own != Some(index) && meet(bounds(&building.outline, 0.0), here) {
                let name = building.name.clone();
                hindrances.push(Hindrance { shape: Shape::Polygon(&building.outline), rate: 0.0, name, solid: true });
            }
        }
        let obstacles = (0..terrain.obstacles.len())
            .filter(|index| meet(bounds(&terrain.obstacles[*index].line, 0.0), here))
            .collect();
        Near {
            bp: *self,
            column: formation.is_march(),
            hindrances,
            obstacles,
            edge: low.cmplt(Vec2::ZERO).any() || high.cmpgt(terrain.size).any(),
            wheels: mover == Mover::Wheels,
        }
    }

    /// Whether a block lies wholly on the table.
    pub fn on_table(&self, block: &Outline) -> bool {
        let size = self.view.terrain().size;
        let tolerance = Vec2::splat(self.numbers().tolerance);
        block.corners().iter().all(|corner| corner.cmpge(-tolerance).all() && corner.cmple(size + tolerance).all())
    }
}

impl Near<'_> {
    /// Whether there is nothing but open table.
    pub fn is_open(&self) -> bool {
        self.hindrances.is_empty() && self.obstacles.is_empty() && !self.edge
    }

    fn lies_in(&self, block: &Outline, shape: &Shape) -> bool {
        match shape {
            Shape::Polygon(outline) => overlaps(block, outline),
            Shape::Strip(line, half) => block.gap_to_line(line) < *half,
        }
    }

    fn holds(&self, point: Vec2, shape: &Shape) -> bool {
        match shape {
            Shape::Polygon(outline) => inside(point, outline),
            Shape::Strip(line, half) => crate::table::measure::distance_to_line(point, line) < *half,
        }
    }

    /// BP-3.5: the rate of a block where it stands, with the ground that slows it most. A unit is inside as long as any
    /// part of its outline is; for march columns and limbered guns roads and bridges make all of it normal.
    pub fn rate(&self, block: &Outline) -> (f32, Option<&str>) {
        if self.edge && !self.bp.on_table(block) {
            return (0.0, Some("the edge of the table"));
        }
        let mut worst = (1.0, None);
        let depth = block.footprint.half_depth();
        for hindrance in &self.hindrances {
            if hindrance.rate >= worst.0 {
                continue;
            }
            let there = if self.column && !hindrance.solid {
                let points = [depth, 0.0, -depth].map(|forward| block.place.offset(forward, 0.0));
                points.into_iter().any(|point| self.holds(point, &hindrance.shape) && !self.bp.on_road_at(point))
            } else {
                self.lies_in(block, &hindrance.shape)
            };
            if there {
                worst = (hindrance.rate, Some(hindrance.name.as_str()));
            }
        }
        worst
    }

    /// The obstacles that a block stands across.
    pub fn across(&self, block: &Outline) -> Vec<usize> {
        let terrain = self.bp.view.terrain();
        let cut = |index: &usize| terrain.obstacles[*index].line.windows(2).any(|leg| block.cut_by(leg[0], leg[1]));
        self.obstacles.iter().copied().filter(cut).collect()
    }
}
