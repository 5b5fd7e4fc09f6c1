//! Pictures that the panels show, drawn once and kept as textures: cards, the table.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use bevy::ecs::resource::Resource;
use bevy_egui::egui::{self, TextureHandle, TextureId, TextureOptions};
use smol_str::SmolStr;

use crate::{
    battle::Battle,
    events::Drawn,
    forces::SideId,
    picture::{
        cards,
        map::{self, MapOptions},
        palette::Palette,
        raster,
    },
    scenario::Scenario,
    turn::Vocabulary,
};

/// Pixels across the picture of a table.
const TABLE_WIDTH: u32 = 1400;
/// Pixels across the picture of the bare ground.
const GROUND_WIDTH: u32 = 480;
/// The most card pictures that are kept.
const CARDS_KEPT: usize = 120;

type CardKey = (SmolStr, SmolStr, Vec<SmolStr>, u32);

/// Who looks at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Eyes {
    /// One who may see everything.
    Everything,
    /// A side.
    Side(SideId),
    /// One who sees only what all sides know of each other.
    Stranger,
}

/// The pictures that were drawn. A picture that cannot be drawn is remembered as none, so that it is tried once.
#[derive(Resource, Default)]
pub struct Pictures {
    cards: BTreeMap<CardKey, Option<TextureHandle>>,
    tables: BTreeMap<(u64, &'static str, Eyes), Option<TextureHandle>>,
    /// The scenarios in which nobody hides, by hash.
    open: BTreeSet<u64>,
    grounds: BTreeMap<u64, Option<TextureHandle>>,
}

fn texture(ctx: &egui::Context, name: &str, svg: &str, width: u32, height: u32) -> Option<TextureHandle> {
    match raster::raster(svg, width, height) {
        Ok(image) => {
            let size = [image.width as usize, image.height as usize];
            let pixels = egui::ColorImage::from_rgba_unmultiplied(size, &image.rgba);
            Some(ctx.load_texture(name, pixels, TextureOptions::LINEAR))
        }
        Err(error) => {
            tracing::warn!("{name} cannot be drawn: {error}");
            None
        }
    }
}

impl Pictures {
    /// The face of a drawn card, so many logical pixels wide, with what was read of it.
    pub fn card(
        &mut self,
        ctx: &egui::Context,
        vocabulary: &Vocabulary,
        drawn: &Drawn,
        width: u32,
    ) -> Option<TextureId> {
        let pixels = (width as f32 * ctx.pixels_per_point()).round() as u32;
        let key = (drawn.deck.clone(), drawn.card.clone(), drawn.read.clone(), pixels);
        if self.cards.len() > CARDS_KEPT && !self.cards.contains_key(&key) {
            self.cards.clear();
        }
        let drawing = self.cards.entry(key).or_insert_with(|| {
            let deck = vocabulary.decks.iter().find(|deck| deck.id == drawn.deck)?;
            let (_, face) = deck.cards.iter().find(|(id, _)| *id == drawn.card)?;
            let svg = cards::card_svg(&deck.picture, face, &drawn.read);
            texture(ctx, &format!("card {}", drawn.card), &svg, pixels, pixels * 7 / 5)
        });
        drawing.as_ref().map(TextureHandle::id)
    }

    /// The table of a scenario at set-up, with zones, objectives and names, in the coats of a palette; and whose eyes it
    /// is drawn for: everybody's, unless somebody hides.
    pub fn table(
        &mut self,
        ctx: &egui::Context,
        scenario: &Arc<Scenario>,
        palette: &str,
        eyes: Eyes,
    ) -> (Option<TextureId>, Eyes) {
        let palette = Palette::named(palette).unwrap_or_default();
        let eyes = if self.open.contains(&scenario.hash) { Eyes::Everything } else { eyes };
        let key = (scenario.hash, palette.name(), eyes);
        if let Some(drawing) = self.tables.get(&key) {
            return (drawing.as_ref().map(TextureHandle::id), eyes);
        }
        // Nothing that chance decides is drawn.
        let battle = Battle::new(scenario, 0);
        if !battle.view().anybody_hides() && self.open.insert(scenario.hash) && eyes != Eyes::Everything {
            return self.table(ctx, scenario, palette.name(), eyes);
        }
        let view = match eyes {
            Eyes::Everything => battle.view(),
            Eyes::Side(side) => battle.view_of(side),
            Eyes::Stranger => battle.view_of_stranger(),
        };
        let options = MapOptions { palette, ..MapOptions::for_table(&scenario.terrain) };
        let svg = map::battle_svg(&view, battle.vocabulary(), &options);
        let drawing = table(ctx, scenario, &svg, TABLE_WIDTH);
        let id = drawing.as_ref().map(TextureHandle::id);
        self.tables.insert(key, drawing);
        (id, eyes)
    }

    /// The bare ground of a scenario, small.
    pub fn ground(&mut self, ctx: &egui::Context, scenario: &Scenario) -> Option<TextureId> {
        let drawing = self.grounds.entry(scenario.hash).or_insert_with(|| {
            let svg = map::ground_svg(&scenario.terrain, &MapOptions::for_table(&scenario.terrain));
            table(ctx, scenario, &svg, GROUND_WIDTH)
        });
        drawing.as_ref().map(TextureHandle::id)
    }
}

fn table(ctx: &egui::Context, scenario: &Scenario, svg: &str, width: u32) -> Option<TextureHandle> {
    let size = scenario.terrain.size;
    let height = (width as f32 * size.y / size.x.max(1.0)).round().clamp(1.0, 4096.0) as u32;
    texture(ctx, &format!("table of {}", scenario.title), svg, width, height)
}
