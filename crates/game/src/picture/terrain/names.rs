//! What is written on the map.

use bevy::math::Vec2;

use super::shape::{degrees, length, middle, walk};
use crate::picture::palette::{FIELD_NAME, HACHURE, INK, Rgb, WATER_NAME, WOOD_NAME};
use grapeshot_floor::table::{
    measure::{distance_to_edge, distance_to_line},
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
}

/// Where along a stream there is most room for its name: the point, and the way the stream runs there.
fn quiet_stretch(terrain: &Terrain, stream: &[Vec2]) -> (Vec2, Vec2) {
    let room = |at: Vec2| {
        let edge = at.min(terrain.size - at).min_element();
        let roads = terrain.roads.iter().map(|road| distance_to_line(at, &road.line));
        let crossings = terrain.crossings.iter().map(|crossing| distance_to_edge(at, &crossing.outline));
        let walls = terrain.buildings.iter().map(|building| distance_to_edge(at, &building.outline));
        roads.chain(crossings).chain(walls).fold(edge, f32::min)
    };
    let places = [0.25, 0.35, 0.5, 0.65, 0.75].map(|share| walk(stream, length(stream) * share));
    places.into_iter().max_by(|a, b| room(a.0).total_cmp(&room(b.0))).unwrap_or_default()
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
            labels.push(Label { text: name.clone(), at: middle(&area.outline), rotation: 0.0, style });
        }
    }
    for hill in &terrain.hills {
        if let Some(name) = &hill.name {
            labels.push(Label {
                text: name.clone(),
                at: middle(&hill.outline),
                rotation: 0.0,
                style: LabelStyle::Hill,
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
            labels.push(Label { text: name.clone(), at: at + side, rotation, style: LabelStyle::Water });
        }
    }
    for building in &terrain.buildings {
        let top = building.outline.iter().map(|p| p.y).fold(f32::NEG_INFINITY, f32::max);
        let at = Vec2::new(middle(&building.outline).x, top + 0.85);
        labels.push(Label { text: building.name.clone(), at, rotation: 0.0, style: LabelStyle::Place });
    }
    labels.retain(|label| !label.text.is_empty());
    labels
}
