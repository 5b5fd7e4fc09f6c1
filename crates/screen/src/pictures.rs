//! Pictures that the panels show, drawn once and kept as textures: cards, the table.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::Arc,
};

use bevy::ecs::resource::Resource;
use bevy_egui::egui::{self, TextureHandle, TextureId, TextureOptions};
use smol_str::SmolStr;

use crate::{
    keeping,
    session::{Controller, Session},
    tableau,
};
use grapeshot_floor::{events::Drawn, forces::SideId, table::terrain::Terrain, turn::Vocabulary};
use grapeshot_game::{
    battle::{Battle, Plugins},
    picture::{
        cards,
        map::{self, Layers, MapOptions},
        palette::Palette,
        raster::{self, Image, PictureError},
    },
    scenario::Scenario,
};

/// Pixels across the picture of a table.
const TABLE_WIDTH: u32 = 1400;
/// Pixels across a picture of the table that is kept.
const PICTURE_WIDTH: u32 = 2400;
/// Pixels across the picture of the bare ground.
const GROUND_WIDTH: u32 = 480;
/// Pixels across the painting of the title: as many as the window has, or more.
const TITLE_WIDTHS: [u32; 3] = [1280, 1920, 2560];
/// The most card pictures that are kept.
const CARDS_KEPT: usize = 120;

/// Scenario, seed, number of orders, the side that looks, palette.
type LeftKey = (u64, u64, usize, Option<SideId>, &'static str);
type CardKey = (SmolStr, SmolStr, Vec<SmolStr>, u32);

/// The viewer for which a table is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Eyes {
    /// A viewer who sees everything.
    Everything,
    /// A side, which sees what it may know.
    Side(SideId),
    /// A viewer who sees only what all sides know of each other.
    Stranger,
}

impl Eyes {
    /// The viewer of a table at which nobody sits: one person sees it as his side will, several persons see only what
    /// all of their sides know, onlookers see all of it.
    pub fn of(controllers: &[Controller]) -> Self {
        let persons = (0..controllers.len()).filter(|n| controllers[*n] == Controller::Human);
        match persons.collect::<Vec<_>>()[..] {
            [] => Self::Everything,
            [one] => Self::Side(SideId(one as u8)),
            _ => Self::Stranger,
        }
    }
}

/// The pictures that were drawn. A picture that cannot be drawn is remembered as none, so that it is tried once.
#[derive(Resource, Default)]
pub struct Pictures {
    cards: BTreeMap<CardKey, Option<TextureHandle>>,
    tables: BTreeMap<(u64, &'static str, Eyes), Option<TextureHandle>>,
    /// The scenarios in which nobody hides, by hash.
    open: BTreeSet<u64>,
    grounds: BTreeMap<u64, Option<TextureHandle>>,
    /// The painting of the title, by palette and pixels across.
    title: Option<((&'static str, u32), Option<TextureHandle>)>,
    /// The table of the battle that the title offers to go on with.
    left: Option<(LeftKey, Option<TextureHandle>)>,
}

/// A picture as a texture; none if it cannot be drawn.
pub(super) fn texture(ctx: &egui::Context, name: &str, svg: &str, width: u32, height: u32) -> Option<TextureHandle> {
    match raster::raster(svg, width, height) {
        Ok(image) => Some(loaded(ctx, name, &image)),
        Err(error) => {
            tracing::warn!("{name} cannot be drawn: {error}");
            None
        }
    }
}

/// Pixels as a texture.
pub(super) fn loaded(ctx: &egui::Context, name: &str, image: &Image) -> TextureHandle {
    let size = [image.width as usize, image.height as usize];
    let pixels = egui::ColorImage::from_rgba_unmultiplied(size, &image.rgba);
    ctx.load_texture(name, pixels, TextureOptions::LINEAR)
}

impl Pictures {
    /// The face of a drawn card in this width of logical pixels, with the part of it that was read marked.
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

    /// The table of a scenario at set-up, with zones, objectives and names, in the coats of a palette; as one viewer
    /// sees it: everybody sees all, unless somebody hides.
    pub fn table(
        &mut self,
        ctx: &egui::Context,
        scenario: &Arc<Scenario>,
        plugins: Plugins,
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
        let battle = Battle::laid(scenario, 0, plugins);
        if !battle.view().anybody_hides() && self.open.insert(scenario.hash) && eyes != Eyes::Everything {
            return self.table(ctx, scenario, plugins, palette.name(), eyes);
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

    /// The painting of the title for a window of a width in pixels.
    pub fn title(&mut self, ctx: &egui::Context, palette: &str, across: f32) -> Option<TextureId> {
        let palette = Palette::named(palette).unwrap_or_default();
        let most = ctx.input(|input| input.max_texture_side) as u32;
        let widths = TITLE_WIDTHS.into_iter().filter(|width| *width <= most.max(TITLE_WIDTHS[0]));
        let last = widths.clone().next_back().unwrap_or(TITLE_WIDTHS[0]);
        let across = widths.clone().find(|width| *width as f32 >= across).unwrap_or(last);
        let key = (palette.name(), across);
        if self.title.as_ref().is_none_or(|(known, _)| *known != key) {
            let drawing = texture(ctx, "title", &tableau::svg(palette), across, height(tableau::SIZE, across));
            self.title = Some((key, drawing));
        }
        self.title.as_ref().and_then(|(_, drawing)| drawing.as_ref()).map(TextureHandle::id)
    }

    /// The table of a battle as it stands, small, as far as anybody at the screen knows of it.
    pub fn left(&mut self, ctx: &egui::Context, session: &Session, palette: &str) -> Option<TextureId> {
        let palette = Palette::named(palette).unwrap_or_default();
        let battle = session.battle();
        let scenario = battle.scenario();
        let key = (scenario.hash, battle.seed(), battle.orders().len(), session.viewer(), palette.name());
        if self.left.as_ref().is_none_or(|(known, _)| *known != key) {
            let options = small(&scenario.terrain, palette);
            let svg = map::battle_svg(&session.view(), battle.vocabulary(), &options);
            self.left = Some((key, table(ctx, scenario, &svg, GROUND_WIDTH)));
        }
        self.left.as_ref().and_then(|(_, drawing)| drawing.as_ref()).map(TextureHandle::id)
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

/// Draws the table of a battle as it stands, as far as the viewer knows of it, as a PNG.
///
/// # Errors
/// Why it cannot be drawn.
fn png_of(session: &Session, palette: Palette) -> Result<Vec<u8>, PictureError> {
    let options = MapOptions { palette, ..MapOptions::for_table(&session.scenario().terrain) };
    let svg = map::battle_svg(&session.view(), session.battle().vocabulary(), &options);
    raster::png(&svg, PICTURE_WIDTH)
}

/// Keeps a picture of the table in the user's folder of pictures, or where his data is; answers where it is.
///
/// # Errors
/// Why it could not be kept and what to do, as a sentence.
pub fn keep_table(session: &Session, palette: Palette) -> Result<String, String> {
    keep_in(&keeping::pictures()?, session, palette)
}

/// Keeps a picture of the table in a folder, under the battle's title, turn and order.
fn keep_in(folder: &Path, session: &Session, palette: Palette) -> Result<String, String> {
    let clock = session.view().clock();
    let name = keeping::name_of(&session.scenario().title, clock.turn);
    let png = png_of(session, palette).map_err(|error| format!("The table cannot be drawn: {error}."))?;
    keeping::keep(folder, &format!("{name}, order {}", clock.step), "png", &png)
        .map_err(|trouble| format!("The picture could not be written to {trouble}. Is the disk full?"))
}

fn table(ctx: &egui::Context, scenario: &Scenario, svg: &str, width: u32) -> Option<TextureHandle> {
    texture(ctx, &format!("table of {}", scenario.title), svg, width, height(scenario.terrain.size, width))
}

/// How a battle is drawn in a picture too small for names and signs.
pub(super) fn small(terrain: &Terrain, palette: Palette) -> MapOptions {
    MapOptions { palette, layers: Layers::NONE, ..MapOptions::for_table(terrain) }
}

/// Pixels down the picture of a table that has a width in pixels.
pub(super) fn height(table: bevy::math::Vec2, width: u32) -> u32 {
    (width as f32 * table.y / table.x.max(1.0)).round().clamp(1.0, 4096.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use grapeshot_floor::turn::Rulebooks;
    use grapeshot_game::{ai::Level, battle::simulation_world, scenario};
    use grapeshot_rulesets as rulesets;
    use std::fs;

    #[test]
    fn one_person_sees_the_table_as_his_side_will_several_what_all_know_and_onlookers_everything() {
        let (person, computer) = (Controller::Human, Controller::Computer(Level::Regular));
        assert_eq!(Eyes::of(&[person, computer]), Eyes::Side(SideId(0)));
        assert_eq!(Eyes::of(&[computer, person]), Eyes::Side(SideId(1)));
        assert_eq!(Eyes::of(&[person, person]), Eyes::Stranger);
        assert_eq!(Eyes::of(&[computer, computer]), Eyes::Everything);
    }

    #[test]
    fn a_picture_of_the_table_is_kept_under_the_name_of_the_battle() {
        let world = simulation_world(rulesets::plugin);
        let file = Path::new("../../scenarios/horse_and_musket/hold_the_bridge.scenario.ron");
        let scenario = scenario::load(file, world.resource::<Rulebooks>()).expect("it ships with the game");
        let session = Session::begin(&scenario, rulesets::plugin, 1, vec![Controller::Human; 2], None, Arc::new(|| {}));
        let folder = tempfile::tempdir().expect("a folder for the test");
        let inner = folder.path().join("pictures");
        let kept = keep_in(&inner, &session, Palette::Campaign).expect("the folder is there");
        assert!(kept.contains("Hold the Bridge, turn"), "{kept}");
        let png = fs::read(&kept).expect("it was just written");
        assert!(png.starts_with(b"\x89PNG") && png.len() > 20_000, "{} bytes", png.len());

        let taken = folder.path().join("a file");
        fs::write(&taken, "").expect("the folder is there");
        let trouble = keep_in(&taken, &session, Palette::Campaign).expect_err("a file is no folder");
        assert!(trouble.contains("could not be written"), "{trouble}");
    }
}
