//! What is written on the map.

use bevy::math::Vec2;

use super::shape::{degrees, length, middle, walk};
use crate::picture::palette::{FIELD_NAME, HACHURE, INK, Rgb, WATER_NAME, WOOD_NAME};
use grapeshot_floor::table::{
    measure::{distance_to_edge, distance_to_line, inside},
    terrain::Terrain,
};

/// What a name belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LabelStyle {
    /// A stream: italic, wide.
    Water,
    /// A wood or thicket.
    Wood,
    /// A field or any other area.
    Field,
    Hill,
    /// A building or place: small capitals.
    Place,
}

impl LabelStyle {
    /// The class of its text (see `fonts::STYLE`).
    pub fn class(self) -> &'static str {
        if self == Self::Place { "c" } else { "i" }
    }

    /// Its ink.
    pub fn colour(self) -> Rgb {
        match self {
            Self::Water => WATER_NAME,
            Self::Wood => WOOD_NAME,
            Self::Field => FIELD_NAME,
            Self::Hill => HACHURE,
            Self::Place => INK,
        }
    }

    /// Extra space between letters in logical pixels.
    pub fn tracking(self) -> f32 {
        match self {
            Self::Water => 4.0,
            Self::Wood | Self::Hill => 2.0,
            Self::Field | Self::Place => 0.5,
        }
    }
}

/// A name on the map.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    pub text: String,
    /// Its middle, in inches on the table.
    pub at: Vec2,
    /// Degrees clockwise as seen; from -90 to 90, so that it never stands on its head.
    pub rotation: f32,
    /// What it belongs to.
    pub style: LabelStyle,
    /// Where it may lie, upright, the best first, wherever it has to make room for something.
    pub spots: Vec<Spot>,
}

/// Where a name may lie.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spot {
    /// A point of what is named, in inches on the table.
    pub at: Vec2,
    /// The way from that point on which the whole name lies; none if its middle lies there.
    pub way: Vec2,
}

/// The most places that are found on a piece of ground.
const MOST_SPOTS: usize = 28;
/// How many steps it is across a piece of ground from one place that is tried to the next.
const STEPS: f32 = 8.0;

/// Places on a piece of ground, those nearest to its middle first.
fn spots_on(outline: &[Vec2]) -> Vec<Spot> {
    let (low, high) = outline.iter().fold((Vec2::MAX, Vec2::MIN), |(low, high), at| (low.min(*at), high.max(*at)));
    let step = ((high - low).max_element() / STEPS).max(0.5);
    let (columns, rows) = (((high.x - low.x) / step) as i32, ((high.y - low.y) / step) as i32);
    let grid = (0..=columns).flat_map(|x| (0..=rows).map(move |y| Vec2::new(x as f32, y as f32)));
    let centre = middle(outline);
    let mut places: Vec<Vec2> = grid.map(|by| low + by * step).chain([centre]).collect();
    places.retain(|at| inside(*at, outline));
    places.sort_by(|a, b| a.distance(centre).total_cmp(&b.distance(centre)));
    places.truncate(MOST_SPOTS);
    places.into_iter().map(|at| Spot { at, way: Vec2::ZERO }).collect()
}

/// Places beside a building: above it, below it, to both sides.
fn spots_beside(outline: &[Vec2]) -> Vec<Spot> {
    let (low, high) = outline.iter().fold((Vec2::MAX, Vec2::MIN), |(low, high), at| (low.min(*at), high.max(*at)));
    let (centre, half) = ((low + high) / 2.0, (high - low) / 2.0);
    [Vec2::Y, Vec2::NEG_Y, Vec2::X, Vec2::NEG_X].map(|way| Spot { at: centre + half * way, way }).to_vec()
}

/// Places on both banks of a stream, those first where there is most room.
fn spots_along(terrain: &Terrain, stream: &[Vec2], width: f32) -> Vec<Spot> {
    let mut places: Vec<(f32, (Vec2, Vec2))> = [0.5, 0.35, 0.65, 0.25, 0.75, 0.15, 0.85]
        .map(|share| walk(stream, length(stream) * share))
        .map(|place| (room(terrain, place.0), place))
        .to_vec();
    places.sort_by(|a, b| b.0.total_cmp(&a.0));
    let banks = places.into_iter().flat_map(|(_, (at, run))| {
        let side = run.perp().normalize_or(Vec2::Y);
        [side, -side].map(|way| Spot { at: at + way * width / 2.0, way })
    });
    banks.collect()
}

/// Where along a stream there is most room for its name: the point, and the way the stream runs there.
fn quiet_stretch(terrain: &Terrain, stream: &[Vec2]) -> (Vec2, Vec2) {
    let places = [0.25, 0.35, 0.5, 0.65, 0.75].map(|share| walk(stream, length(stream) * share));
    places.into_iter().max_by(|a, b| room(terrain, a.0).total_cmp(&room(terrain, b.0))).unwrap_or_default()
}

/// Inches from a point to the nearest edge, road, crossing or wall.
fn room(terrain: &Terrain, at: Vec2) -> f32 {
    let edge = at.min(terrain.size - at).min_element();
    let roads = terrain.roads.iter().map(|road| distance_to_line(at, &road.line));
    let crossings = terrain.crossings.iter().map(|crossing| distance_to_edge(at, &crossing.outline));
    let walls = terrain.buildings.iter().map(|building| distance_to_edge(at, &building.outline));
    roads.chain(crossings).chain(walls).fold(edge, f32::min)
}

/// All names on a map.
pub fn labels(terrain: &Terrain) -> Vec<Label> {
    let mut labels = Vec::new();
    for area in &terrain.areas {
        if let Some(name) = &area.name {
            let style = match area.kind.as_str() {
                "woods" | "wood" | "brush" | "light_woods" | "dense_woods" => LabelStyle::Wood,
                "marsh" | "swamp" | "deep" | "lake" | "pond" | "river" | "creek" => LabelStyle::Water,
                _ => LabelStyle::Field,
            };
            let (at, spots) = (middle(&area.outline), spots_on(&area.outline));
            labels.push(Label { text: name.clone(), at, rotation: 0.0, style, spots });
        }
    }
    for hill in &terrain.hills {
        if let Some(name) = &hill.name {
            labels.push(Label {
                text: name.clone(),
                at: middle(&hill.outline),
                rotation: 0.0,
                style: LabelStyle::Hill,
                spots: spots_on(&hill.outline),
            });
        }
    }
    for stream in &terrain.streams {
        if let Some(name) = &stream.name {
            let (at, run) = quiet_stretch(terrain, &stream.line);
            // The y axis of the table points up, that of the picture down.
            let mut rotation = -degrees(run);
            if rotation > 90.0 {
                rotation -= 180.0;
            } else if rotation < -90.0 {
                rotation += 180.0;
            }
            let side = run.perp() * (stream.width * 0.5 + 0.75);
            let side = if side.x < 0.0 { -side } else { side };
            let spots = spots_along(terrain, &stream.line, stream.width);
            labels.push(Label { text: name.clone(), at: at + side, rotation, style: LabelStyle::Water, spots });
        }
    }
    for building in &terrain.buildings {
        let top = building.outline.iter().map(|p| p.y).fold(f32::NEG_INFINITY, f32::max);
        let at = Vec2::new(middle(&building.outline).x, top + 0.85);
        let (text, spots) = (building.name.clone(), spots_beside(&building.outline));
        labels.push(Label { text, at, rotation: 0.0, style: LabelStyle::Place, spots });
    }
    labels.retain(|label| !label.text.is_empty());
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_lie_anywhere_on_its_ground_from_its_middle_outward() {
        let bent = [(0.0, 0.0), (12.0, 0.0), (12.0, 3.0), (3.0, 3.0), (3.0, 12.0), (0.0, 12.0)].map(Vec2::from);
        let spots = spots_on(&bent);
        assert!(spots.len() > 6 && spots.iter().all(|spot| inside(spot.at, &bent)), "{spots:?}");
        let far = |spot: &Spot| spot.at.distance(middle(&bent));
        assert!(spots.windows(2).all(|pair| far(&pair[0]) <= far(&pair[1])));
    }

    #[test]
    fn a_building_is_named_on_any_of_its_sides() {
        let spots = spots_beside(&[(2.0, 2.0), (6.0, 2.0), (6.0, 4.0), (2.0, 4.0)].map(Vec2::from));
        assert_eq!(spots[0], Spot { at: Vec2::new(4.0, 4.0), way: Vec2::Y });
        assert_eq!(spots.len(), 4);
    }
}
