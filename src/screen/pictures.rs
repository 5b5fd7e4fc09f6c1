//! Pictures that the panels show, drawn once and kept as textures: cards, the table.

use std::{collections::BTreeMap, sync::Arc};

use bevy::ecs::resource::Resource;
use bevy_egui::egui::{self, TextureHandle, TextureId, TextureOptions};
use smol_str::SmolStr;

use crate::{
    events::Drawn,
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

/// The pictures that were drawn. A picture that cannot be drawn is remembered as none, so that it is tried once.
#[derive(Resource, Default)]
pub struct Pictures {
    cards: BTreeMap<CardKey, Option<TextureHandle>>,
    tables: BTreeMap<(u64, &'static str), Option<TextureHandle>>,
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

    /// The table of a scenario at set-up, with zones, objectives and names, in the coats of a palette.
    pub fn table(&mut self, ctx: &egui::Context, scenario: &Arc<Scenario>, palette: &str) -> Option<TextureId> {
        let palette = Palette::named(palette).unwrap_or_default();
        let drawing = self.tables.entry((scenario.hash, palette.name())).or_insert_with(|| {
            let options = MapOptions { palette, ..MapOptions::for_table(&scenario.terrain) };
            table(ctx, scenario, &options, TABLE_WIDTH)
        });
        drawing.as_ref().map(TextureHandle::id)
    }

    /// The bare ground of a scenario, small.
    pub fn ground(&mut self, ctx: &egui::Context, scenario: &Arc<Scenario>) -> Option<TextureId> {
        let drawing = self.grounds.entry(scenario.hash).or_insert_with(|| {
            let bare = Scenario { units: Vec::new(), ..Scenario::clone(scenario) };
            let options =
                MapOptions { zones: false, objectives: false, tags: false, ..MapOptions::for_table(&bare.terrain) };
            table(ctx, &bare, &options, GROUND_WIDTH)
        });
        drawing.as_ref().map(TextureHandle::id)
    }
}

fn table(ctx: &egui::Context, scenario: &Scenario, options: &MapOptions, width: u32) -> Option<TextureHandle> {
    let svg = map::table_svg(scenario, options);
    let size = scenario.terrain.size;
    let height = (width as f32 * size.y / size.x.max(1.0)).round().clamp(1.0, 4096.0) as u32;
    texture(ctx, &format!("table of {}", scenario.title), &svg, width, height)
}
