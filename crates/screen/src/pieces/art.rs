use bevy::{prelude::*, sprite_render::AlphaMode2d};
use smol_str::SmolStr;
use std::collections::BTreeMap;

use super::Worn;
use crate::mesh::{Lay, Triangles};
use grapeshot_floor::{
    table::footprint::Footprint,
    turn::{bases::Base, rules::Thing, vocabulary::MarkShape},
};
use grapeshot_game::picture::{
    bases, blocks,
    palette::Palette,
    paths::painted_paths,
    symbols::{self, Detail},
    things,
};

/// What a figure looks like: its look, its coat, its shape, how closely it is seen.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FigureKey {
    /// The look in a scenario's words.
    pub look: SmolStr,
    /// The coat in a side's words.
    pub coat: SmolStr,
    /// The formation of its unit, for blocks; empty if it has none.
    pub formation: SmolStr,
    /// Width and depth in hundredths of an inch; a disc has no depth.
    shape: (u32, u32),
    /// The bases that it is made of.
    bases: Vec<BaseKey>,
    /// How closely it is seen.
    pub detail: Detail,
    /// Whether it has acted: it is paler then.
    pub acted: bool,
}

/// A base in hundredths of an inch and whole degrees.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct BaseKey {
    at: (i32, i32),
    turn: i32,
    size: (i32, i32),
    ranks: (u8, u8),
    figures: u8,
}

impl BaseKey {
    fn of(base: &Base) -> Self {
        let hundredths = |of: Vec2| ((of.x * 100.0).round() as i32, (of.y * 100.0).round() as i32);
        Self {
            at: hundredths(base.at),
            turn: base.turn.round() as i32,
            size: hundredths(base.size),
            ranks: base.ranks,
            figures: base.figures,
        }
    }

    fn base(&self) -> Base {
        let inches = |(x, y): (i32, i32)| Vec2::new(x as f32, y as f32) / 100.0;
        let (at, size) = (inches(self.at), inches(self.size));
        Base { at, turn: self.turn as f32, size, ranks: self.ranks, figures: self.figures }
    }
}

impl FigureKey {
    /// The picture of a piece in this dress, with this much detail.
    pub fn of(worn: &Worn, detail: Detail) -> Self {
        let shape = match worn.footprint {
            Footprint::Circle { diameter } => (hundredths(diameter), 0),
            Footprint::Rectangle { width, depth } => (hundredths(width), hundredths(depth)),
        };
        let (look, coat, formation) = (worn.look.clone(), worn.coat.clone(), worn.formation.clone());
        let bases = worn.bases.iter().map(BaseKey::of).collect();
        Self { look, coat, formation, shape, bases, detail, acted: false }
    }

    fn footprint(&self) -> Footprint {
        let inches = |hundredths: u32| hundredths as f32 / 100.0;
        match self.shape {
            (diameter, 0) => Footprint::Circle { diameter: inches(diameter) },
            (width, depth) => Footprint::Rectangle { width: inches(width), depth: inches(depth) },
        }
    }
}

/// What a thing that is no piece looks like.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum ThingKey {
    /// The counter of a suspected place.
    Suspected,
    /// The chip on the piece that carries a prize.
    Carried {
        /// What the prize is called.
        name: SmolStr,
    },
    /// A thing that lies or stands on the table.
    Lying {
        /// The look in the pictures' words ("prize").
        look: SmolStr,
        /// What it is called.
        name: SmolStr,
        /// The coat of its side.
        coat: SmolStr,
        /// How closely it is seen.
        detail: Detail,
        /// Width and depth in hundredths of an inch, where the table says.
        size: Option<(u32, u32)>,
    },
}

impl ThingKey {
    /// The picture of a thing that lies or stands, with this much detail.
    pub fn lying(thing: &Thing, coat: SmolStr, detail: Detail) -> Self {
        let size = thing.size.map(|(across, along)| (hundredths(across), hundredths(along)));
        // Only a prize is drawn by its name.
        let name = if thing.look == "prize" { thing.label.as_str().into() } else { SmolStr::default() };
        Self::Lying { look: thing.look.clone(), name, coat, detail, size }
    }
}

fn hundredths(inches: f32) -> u32 {
    (inches * 100.0).round().max(1.0) as u32
}

/// The meshes of figures and markers, each made once, and the few materials that all share.
#[derive(Resource)]
pub struct Art {
    palette: Palette,
    figures: BTreeMap<FigureKey, (Handle<Mesh>, f32)>,
    markers: BTreeMap<(u8, u8), Handle<Mesh>>,
    things: BTreeMap<ThingKey, Handle<Mesh>>,
    lost: Option<Handle<Mesh>>,
    /// The opaque one.
    pub white: Handle<ColorMaterial>,
    /// The one for hidden pieces, at 45 %.
    pub faint: Handle<ColorMaterial>,
    /// The one for ghosts of a move.
    pub ghost: Handle<ColorMaterial>,
    /// The one for pieces that fade away now.
    pub fading: Handle<ColorMaterial>,
}

/// The white material at this opacity, 0 to 1. Corners of meshes may be see-through, so it always blends.
pub fn see_through(alpha: f32) -> ColorMaterial {
    ColorMaterial { color: Color::WHITE.with_alpha(alpha), alpha_mode: AlphaMode2d::Blend, ..default() }
}

impl FromWorld for Art {
    fn from_world(world: &mut World) -> Self {
        let mut materials = world.resource_mut::<Assets<ColorMaterial>>();
        let mut shade = |alpha: f32| materials.add(see_through(alpha));
        Self {
            palette: Palette::default(),
            figures: BTreeMap::new(),
            markers: BTreeMap::new(),
            things: BTreeMap::new(),
            lost: None,
            white: shade(1.0),
            faint: shade(0.45),
            ghost: shade(0.5),
            fading: shade(1.0),
        }
    }
}

impl Art {
    /// The palette of the coats that figures wear.
    pub fn palette(&self) -> Palette {
        self.palette
    }

    /// Puts all figures into the coats of a palette; true if they wore others.
    pub fn set_palette(&mut self, palette: Palette) -> bool {
        let other = self.palette != palette;
        if other {
            self.palette = palette;
            self.figures.clear();
            self.things.clear();
        }
        other
    }

    /// A figure's mesh, and its height within the layer of pieces, 0 to 1: equal figures get the same, so that they are
    /// drawn together.
    pub fn figure(&mut self, meshes: &mut Assets<Mesh>, key: &FigureKey) -> (Handle<Mesh>, f32) {
        if let Some((mesh, slice)) = self.figures.get(key) {
            return (mesh.clone(), *slice);
        }
        let (look, formation, coat) = (&key.look, &key.formation, &key.coat);
        let svg = if key.bases.is_empty() {
            blocks::piece(key.detail, look, formation, coat, self.palette, key.footprint())
        } else {
            let all: Vec<Base> = key.bases.iter().map(BaseKey::base).collect();
            bases::unit(key.detail, look, formation, coat, self.palette, key.footprint(), &all)
        };
        let svg = if key.acted { symbols::acted(&svg) } else { svg };
        let mesh = meshes.add(tessellate(&svg, Lay::SYMBOL));
        let slice = self.figures.len() as f32 / 64.0 % 1.0;
        self.figures.insert(key.clone(), (mesh.clone(), slice));
        (mesh, slice)
    }

    /// A marker's mesh, in pixels.
    pub fn marker(&mut self, meshes: &mut Assets<Mesh>, shape: MarkShape, count: u8) -> Handle<Mesh> {
        let key = (shape as u8, if shape == MarkShape::Coins { count } else { 1 });
        self.markers
            .entry(key)
            .or_insert_with(|| meshes.add(tessellate(&symbols::marker(shape, count), PIXELS)))
            .clone()
    }

    /// A thing's mesh: in inches where it lies or stands, else in pixels.
    pub fn thing(&mut self, meshes: &mut Assets<Mesh>, key: &ThingKey) -> Handle<Mesh> {
        let palette = self.palette;
        let draw = || match key {
            ThingKey::Suspected => tessellate(&symbols::suspected_mark(), PIXELS),
            ThingKey::Carried { name } => tessellate(&things::carried(name), PIXELS),
            ThingKey::Lying { look, name, coat, detail, size } => {
                let size = size.map(|(across, along)| (across as f32 / 100.0, along as f32 / 100.0));
                tessellate(&things::lying(look, name, coat, palette, *detail, size), Lay::SYMBOL)
            }
        };
        self.things.entry(key.clone()).or_insert_with(|| meshes.add(draw())).clone()
    }

    /// The mesh of the mark where a piece was lost, in pixels.
    pub fn lost(&mut self, meshes: &mut Assets<Mesh>) -> Handle<Mesh> {
        self.lost.get_or_insert_with(|| meshes.add(tessellate(&symbols::lost_mark(), PIXELS))).clone()
    }
}

/// Shapes whose units are pixels: their entity's scale brings them to inches.
const PIXELS: Lay = Lay { scale: 1.0, origin: Vec2::ZERO, tolerance: 0.08 };

fn tessellate(svg: &str, lay: Lay) -> Mesh {
    let mut triangles = Triangles::default();
    match painted_paths(svg) {
        Ok(paths) => triangles.paint(&paths, lay),
        Err(error) => tracing::error!("a figure cannot be drawn: {error}"),
    }
    triangles.mesh()
}
