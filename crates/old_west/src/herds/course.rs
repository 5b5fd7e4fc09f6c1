//! The course of a stampede past what stands in its way (OW-9.12). Everything is seen from the central animal: how far
//! along the way of the herd, and how far to its left.

use bevy::math::Vec2;
use easy_ext::ext;
use smol_str::SmolStr;
use std::collections::BTreeMap;

use super::{book::AtTheEdge, state::Herd, walk::inches_to};
use crate::herds::state::HerdsView;
use grapeshot_combat_patrol::{book::profile::Engine, view::rulebook::SkirmishView};
use grapeshot_floor::{
    forces::{PieceId, UnitId, Value, Values},
    table::{
        house::Wall,
        measure, path,
        position::Heading,
        terrain::{Area, Building, Ground},
    },
    turn::{
        TerrainPart, TerrainValue,
        vocabulary::{ValueField, ValueKind},
    },
};

/// The value of terrain that says how a stampede takes it.
pub const OBSTACLE_CLASS: &str = "obstacle_class";
/// The word for a piece of terrain whose width says how a stampede takes it.
const BY_WIDTH: &str = "by_width";
/// Inches by which the central animal feels its way to what turns it aside.
const FEEL: f32 = 0.05;
/// Turns that differ by no more than this, in degrees, are equal.
const EVEN: f32 = 0.1;

/// How a stampede takes something that stands in its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// It tramples or jumps it.
    Small,
    /// It flows around it.
    Medium,
    /// It splits: the animals on each side of its middle go round that side.
    Split,
    /// It turns aside.
    Deflect,
}

/// What a piece of terrain may say of itself, as scenarios write it.
pub fn terrain_value() -> TerrainValue {
    let words = [BY_WIDTH, "small", "medium", "large", "linear"].map(SmolStr::new_static).to_vec();
    let field = ValueField {
        name: OBSTACLE_CLASS.into(),
        kind: ValueKind::Word(words),
        default: Some(Value::Word(SmolStr::new_static(BY_WIDTH))),
        rule: grapeshot_floor::events::RuleId::new("OW-9.12"),
        hint: "how a stampede takes it".into(),
        sparse: false,
    };
    let of = vec![TerrainPart::Areas, TerrainPart::Obstacles, TerrainPart::Streams, TerrainPart::Buildings];
    TerrainValue { field, of, by_kind: BTreeMap::new() }
}

/// Something solid in the way of a stampede.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    outline: Vec<Vec2>,
    class: Option<SmolStr>,
}

/// Something small that a stampede tramples flat.
#[derive(Debug, Clone, PartialEq)]
pub struct Trampled {
    /// Which area or house it is.
    pub wall: Wall,
    /// Its name, behind its article.
    pub name: String,
    /// Where it stood.
    pub at: Vec2,
}

/// A straight part of a stampede's way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Leg {
    /// Where the central animal begins it.
    pub from: Vec2,
    /// Which way.
    pub heading: Heading,
    /// How long it is, in inches.
    pub length: f32,
}

/// The course of a stampede on one card.
#[derive(Debug, Clone, PartialEq)]
pub struct Course {
    /// Its parts.
    pub legs: Vec<Leg>,
    /// Where it goes on.
    pub heading: Heading,
}

impl Leg {
    /// A point as inches along the leg and to its left.
    fn frame(&self, point: Vec2) -> Vec2 {
        let delta = point - self.from;
        Vec2::new(delta.dot(self.heading.forward()), -delta.dot(self.heading.right()))
    }

    fn point(&self, along: f32, left: f32) -> Vec2 {
        self.from + self.heading.forward() * along - self.heading.right() * left
    }

    /// Where the leg ends.
    pub fn end(&self) -> Vec2 {
        self.point(self.length, 0.0)
    }
}

/// How much of a block a leg sees: along from and to, and from right to left.
pub struct Seen {
    near: f32,
    far: f32,
    right: f32,
    left: f32,
}

impl Block {
    fn seen(&self, leg: &Leg) -> Seen {
        let corners = self.outline.iter().map(|corner| leg.frame(*corner));
        let none = Seen { near: f32::INFINITY, far: f32::NEG_INFINITY, right: f32::INFINITY, left: f32::NEG_INFINITY };
        corners.fold(none, |seen, at| Seen {
            near: seen.near.min(at.x),
            far: seen.far.max(at.x),
            right: seen.right.min(at.y),
            left: seen.left.max(at.y),
        })
    }
}

/// Questions to the view about course.
#[ext(CourseView)]
pub impl SkirmishView<'_> {
    /// OW-9.12: all that is solid: houses, ground that nobody enters, guns, limbers and wagons; a linear obstacle only if
    /// the scenario says how wide it counts.
    fn solid_blocks(&self, unit: UnitId) -> Vec<Block> {
        let terrain = self.view.terrain();
        let class = |id: &str| {
            let values: &Values = self.view.terrain_values(id);
            values.word(OBSTACLE_CLASS).filter(|word| *word != BY_WIDTH).cloned()
        };
        let closed = |ground: &grapeshot_floor::table::terrain::Ground| {
            ground.rate <= 0.0 || ground.closed_to.iter().any(|closed| closed == "mounted")
        };
        let standing = terrain.buildings.iter().filter(|house| !house.outline.is_empty() && !self.is_tent(house));
        // What has a second storey is not run down, whatever it is called.
        let solid = |house: &Building| class(&house.id).filter(|word| *word != "small");
        let houses = standing.map(|house| Block { outline: house.outline.clone(), class: solid(house) });
        let areas = terrain.areas.iter().filter(|area| closed(&area.ground) || class(&area.id).is_some());
        let areas = areas.map(|area| Block { outline: area.outline.clone(), class: class(&area.id) });
        let deep = terrain.streams.iter().filter(|stream| closed(&stream.ground));
        let banks = deep.flat_map(|stream| {
            let class = class(&stream.id);
            stream
                .line
                .windows(2)
                .map(move |ab| Block { outline: strip(ab[0], ab[1], stream.width), class: class.clone() })
        });
        let walls = terrain.obstacles.iter().filter_map(|wall| Some((wall, class(&wall.id)?)));
        let walls = walls.flat_map(|(wall, class)| {
            wall.line.windows(2).map(move |ab| Block { outline: strip(ab[0], ab[1], 0.1), class: Some(class.clone()) })
        });
        let engine = |piece: PieceId| self.engine(piece).is_some_and(|engine| engine != Engine::Own);
        let pieces = self.view.pieces().filter(|piece| self.view.in_play(*piece) && self.view.unit_of(*piece) != unit);
        let pieces = pieces
            .filter(|piece| engine(*piece) || (self.engine(*piece) == Some(Engine::Own) && !self.is_animal(*piece)))
            .map(|piece| Block { outline: self.view.outline(piece).corners(), class: None });
        houses.chain(areas).chain(banks).chain(walls).chain(pieces).collect()
    }

    /// OW-9.12: whether a building is one that is trampled, such as a tent: of one storey, and small by the scenario.
    fn is_tent(&self, house: &Building) -> bool {
        let class = self.view.terrain_values(&house.id).word(OBSTACLE_CLASS);
        house.storeys == 1 && class.is_some_and(|word| word == "small")
    }

    /// OW-9.12: what a stampede tramples flat on these tracks: small things that are not solid, such as bushes and tents.
    fn trampled(&self, tracks: &[(PieceId, Vec<Vec2>)], heading: Heading) -> Vec<Trampled> {
        let small = |area: &Area| {
            let word = self.view.terrain_values(&area.id).word(OBSTACLE_CLASS).cloned();
            match word.as_deref() {
                Some("small") => true,
                Some(word) if word != BY_WIDTH => false,
                // What gives no cover is ground and no thing.
                _ => {
                    area.ground.rate > 0.0
                        && area.ground.cover.is_some()
                        && width(&area.outline, heading) <= self.herd_numbers().small
                }
            }
        };
        let met = |outline: &[Vec2]| {
            tracks.iter().any(|(animal, track)| {
                let reach = self.view.footprint(*animal).reach();
                let inside = || track.iter().any(|at| measure::inside(*at, outline));
                let near = |(a, b): (Vec2, Vec2)| {
                    track.windows(2).any(|leg| {
                        let ends = [
                            measure::distance_to_segment(leg[0], a, b),
                            measure::distance_to_segment(leg[1], a, b),
                            measure::distance_to_segment(a, leg[0], leg[1]),
                            measure::distance_to_segment(b, leg[0], leg[1]),
                        ];
                        measure::crossing(leg[0], leg[1], a, b).is_some() || ends.iter().any(|gap| *gap <= reach)
                    })
                };
                inside() || measure::edges(outline).any(near)
            })
        };
        let open = Ground::open();
        let standing = |area: &Area| area.ground != open;
        let gone = |wall: Wall, name: String, outline: &[Vec2]| {
            let at = outline.first().copied().unwrap_or_default();
            Trampled { wall, name, at }
        };
        let terrain = self.view.terrain();
        let areas = (0..).zip(&terrain.areas).filter(|(_, area)| standing(area) && small(area) && met(&area.outline));
        let areas =
            areas.map(|(n, area)| gone(Wall::Area(n), format!("the {}", path::spoken(&area.kind)), &area.outline));
        let tents = (0..).zip(&terrain.buildings).filter(|(_, house)| self.is_tent(house) && met(&house.outline));
        let tents = tents.map(|(n, house)| gone(Wall::House(n), house.the_name(), &house.outline));
        areas.chain(tents).collect()
    }

    /// OW-9.12: how a stampede takes a block, seen from the path line of the central animal: by the scenario, or by its
    /// width across that line. What the line misses counts as medium.
    fn class_of(&self, block: &Block, seen: &Seen) -> Class {
        let numbers = self.herd_numbers();
        let misses = seen.left <= 0.0 || seen.right >= 0.0;
        let large = || match seen.left <= numbers.split && -seen.right <= numbers.split {
            true => Class::Split,
            false => Class::Deflect,
        };
        match block.class.as_deref() {
            Some("small" | "linear") => Class::Small,
            _ if misses => Class::Medium,
            Some("medium") => Class::Medium,
            Some("large") => large(),
            _ if seen.left - seen.right <= numbers.medium => Class::Medium,
            _ => large(),
        }
    }

    /// OW-9.11, OW-9.12: the course of a herd that runs this far, in inches. `even` says whether it turns right where both
    /// turns are equal, and is asked only then.
    fn course(
        &self,
        unit: UnitId,
        herd: &Herd,
        heading: Heading,
        inches: f32,
        even: &mut dyn FnMut() -> bool,
    ) -> Course {
        let mut course = Course { legs: Vec::new(), heading };
        let mut leg = Leg { from: self.view.place(herd.central).at, heading, length: inches };
        let mut turns = 0;
        let blocks = self.solid_blocks(unit);
        let radius = self.view.footprint(herd.central).reach();
        let edges = self.edge_faces();
        loop {
            let Some((length, face)) = self.turned_aside(&blocks, &edges, &leg, radius) else {
                course.legs.push(leg);
                break;
            };
            let left = leg.length - length;
            leg.length = length;
            course.legs.push(leg);
            if turns == self.herd_numbers().deflections {
                break;
            }
            turns += 1;
            let along = Heading::from_to(face.0, face.1);
            let (one, other) = (leg.heading.turn_to(along), leg.heading.turn_to(along.about()));
            let turn = if (one.abs() - other.abs()).abs() <= EVEN {
                // A turn to the right is one clockwise.
                let right = even();
                if right == (one < 0.0) { one } else { other }
            } else if one.abs() < other.abs() {
                one
            } else {
                other
            };
            course.heading = rounded(leg.heading.turned(turn));
            leg = Leg { from: leg.end(), heading: course.heading, length: left };
        }
        course
    }

    /// The edges of the table, if stampedes turn at them.
    fn edge_faces(&self) -> Vec<(Vec2, Vec2)> {
        if self.herd_settings().stampede_off_table == AtTheEdge::Leave {
            return Vec::new();
        }
        let size = self.view.terrain().size;
        let corners = [Vec2::ZERO, Vec2::new(size.x, 0.0), size, Vec2::new(0.0, size.y)];
        (0..4).map(|n| (corners[n], corners[(n + 1) % 4])).collect()
    }

    /// Where on a leg the central animal is turned aside, and by which face.
    fn turned_aside(
        &self,
        blocks: &[Block],
        edges: &[(Vec2, Vec2)],
        leg: &Leg,
        radius: f32,
    ) -> Option<(f32, (Vec2, Vec2))> {
        let clear = radius + self.herd_numbers().clear;
        let turning = blocks.iter().filter(|block| {
            let seen = block.seen(leg);
            seen.far > 0.0 && seen.near < leg.length + clear && self.class_of(block, &seen) == Class::Deflect
        });
        let faces: Vec<(Vec2, Vec2)> =
            turning.flat_map(|block| measure::edges(&block.outline)).chain(edges.iter().copied()).collect();
        let steps = (leg.length / FEEL) as u16;
        (0..=steps).map(|step| f32::from(step) * FEEL).find_map(|length| {
            let at = leg.point(length, 0.0);
            let ahead = |face: &&(Vec2, Vec2)| {
                let near = measure::nearest_on_segment(at, face.0, face.1);
                let open = self.view.ground().feature_at(near);
                let ford = matches!(open, grapeshot_floor::table::index::Feature::Crossing(_, of) if of.rate > 0.0);
                // Along a face it goes on; only what lies ahead turns it.
                near.distance(at) < clear && (near - at).dot(leg.heading.forward()) > EVEN && !ford
            };
            let gap = |face: &&(Vec2, Vec2)| measure::distance_to_segment(at, face.0, face.1);
            let face = faces.iter().filter(ahead).min_by(|a, b| gap(a).total_cmp(&gap(b)))?;
            Some(((length - FEEL).max(0.0), *face))
        })
    }

    /// OW-9.12: the track of one animal along a course: its corners, its own place first. It flows past what is in its
    /// own way and comes back to its line.
    fn track_of(&self, unit: UnitId, animal: PieceId, course: &Course, central: PieceId) -> Vec<Vec2> {
        let radius = self.view.footprint(animal).reach();
        let clear = self.herd_numbers().clear;
        let blocks = self.solid_blocks(unit);
        let mut track = vec![self.view.place(animal).at];
        let turns_back = self.herd_settings().stampede_off_table == AtTheEdge::TurnBack;
        for leg in &course.legs {
            let start = leg.frame(track[track.len() - 1]);
            let (mut end, mut shifts) = (start.x + leg.length, Vec::new());
            if turns_back {
                let (low, high) = (Vec2::splat(radius), self.view.terrain().size - Vec2::splat(radius));
                let room = inches_to(low, high, track[track.len() - 1], leg.heading.forward());
                end = end.min(start.x + room.min_element());
            }
            for block in &blocks {
                let seen = block.seen(leg);
                let in_the_way = seen.right - radius < start.y
                    && start.y < seen.left + radius
                    && seen.far + radius > start.x
                    && seen.near - radius < end;
                if !in_the_way {
                    continue;
                }
                let (left, right) = (seen.left + radius + clear, seen.right - radius - clear);
                let nearer = if left - start.y <= start.y - right { left } else { right };
                let aside = match self.class_of(block, &seen) {
                    Class::Small => continue,
                    Class::Deflect => {
                        end = end.min((seen.near - radius - clear).max(start.x));
                        continue;
                    }
                    // What the central animal passes by is passed on its side.
                    Class::Medium if seen.right >= 0.0 => right,
                    Class::Medium if seen.left <= 0.0 => left,
                    Class::Split if start.y.abs() > EVEN && animal != central => {
                        if start.y > 0.0 {
                            left
                        } else {
                            right
                        }
                    }
                    Class::Medium | Class::Split => nearer,
                };
                shifts.push(((seen.near - radius - clear).max(start.x), seen.far + radius + clear, aside));
            }
            shifts.sort_by(|a: &(f32, f32, f32), b| a.0.total_cmp(&b.0));
            for (from, to, aside) in shifts.into_iter().filter(|(from, ..)| *from < end) {
                track.push(leg.point(from, start.y));
                track.push(leg.point(from, aside));
                track.push(leg.point(to.min(end), aside));
                if to < end {
                    track.push(leg.point(to, start.y));
                }
            }
            let last = leg.frame(track[track.len() - 1]);
            let aside = if last.x >= end { last.y } else { start.y };
            track.push(leg.point(end.max(last.x), aside));
        }
        track.dedup_by(|a, b| a.distance(*b) < 1e-4);
        track
    }
}

/// How wide an outline is across a heading, in inches.
fn width(outline: &[Vec2], heading: Heading) -> f32 {
    let across = outline.iter().map(|corner| corner.dot(heading.right()));
    let (least, most) = across.fold((f32::INFINITY, f32::NEG_INFINITY), |(a, b), at| (a.min(at), b.max(at)));
    most - least
}

/// A heading without the crumbs of arithmetic.
fn rounded(heading: Heading) -> Heading {
    Heading((heading.0 * 100.0).round() / 100.0).normalized()
}

/// The corners of a strip of ground.
fn strip(a: Vec2, b: Vec2, width: f32) -> Vec<Vec2> {
    let aside = Heading::from_to(a, b).right() * width / 2.0;
    vec![a + aside, b + aside, b - aside, a - aside]
}
