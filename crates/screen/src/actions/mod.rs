//! Shows the page that is open and does what people did at it.
//!
//! 1. `page`: the page that is open, and what people did at it.
//! 2. `doing`: does it, at the window, at the bench and at the table.
//! 3. `battles`: lays battles and lessons on the table; `recording`: the records they are written to; `files`: what a
//!    player keeps of them; `designing`: the bench in their place.

mod battles;
mod designing;
mod doing;
mod files;
mod page;
mod recording;

use std::path::PathBuf;

use bevy::{
    ecs::system::SystemParam,
    prelude::*,
    window::{FileDragAndDrop, WindowCloseRequested},
};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::{
    bench::Bench,
    camera::BoardView,
    design::DesignPage,
    keeping::Errand,
    library::Library,
    overlay::PaintSystems,
    panels::Desk,
    pictures::Pictures,
    pieces::art::Art,
    preferences::Preferences,
    quick::QuickPage,
    reader::ReaderPage,
    records::RecordsPage,
    report::ReportPage,
    session::Session,
    settings::SettingsPage,
    setup::SetupPage,
    shots,
    stage::{Stage, Wakeup},
    statistics::StatisticsPage,
    theme,
    title::TitlePage,
    ui_action::UiAction,
};
use grapeshot_game::{picture::palette::Palette, record::Journal};

/// What the pages of the window remember while they are shut.
#[derive(Resource, Default)]
struct Pages {
    title: TitlePage,
    setup: SetupPage,
    quick: QuickPage,
    design: DesignPage,
    reader: ReaderPage,
    report: ReportPage,
    settings: SettingsPage,
    records: RecordsPage,
    statistics: StatisticsPage,
    before: Vec<Stage>,
    told: Option<String>,
    /// What is made meanwhile.
    errands: Vec<Errand>,
    dressed: bool,
    file: Option<PathBuf>,
    /// The journal of the battle on the table and how many of its orders are good, while nobody has gone on with it.
    resting: Option<(Journal, usize)>,
    /// The record that the battle on the table was loaded from, if it was.
    loaded: Option<PathBuf>,
    /// What somebody wants to do, until he has confirmed that part of the battle may be lost by it.
    leaving: Option<UiAction>,
}

/// Tells the player something as soon as there is a window.
pub(super) fn tell(world: &mut World, told: Option<String>) {
    let mut pages = world.resource_mut::<Pages>();
    pages.told = pages.told.take().or(told);
}

pub(super) fn plugin(app: &mut App) {
    let (preferences, trouble) = Preferences::load();
    app.insert_resource(preferences)
        .insert_resource(Pages { told: trouble, ..Pages::default() })
        .init_resource::<Pictures>()
        .init_resource::<Desk>()
        .add_plugins(shots::plugin)
        .add_systems(Update, dress)
        .add_systems(EguiPrimaryContextPass, show.in_set(PaintSystems::Panels));
}

/// All that a player's action may change.
#[derive(SystemParam)]
struct UiContext<'w, 's> {
    session: Option<ResMut<'w, Session>>,
    bench: Option<ResMut<'w, Bench>>,
    preferences: ResMut<'w, Preferences>,
    pages: ResMut<'w, Pages>,
    desk: ResMut<'w, Desk>,
    library: ResMut<'w, Library>,
    pictures: ResMut<'w, Pictures>,
    board: ResMut<'w, BoardView>,
    art: ResMut<'w, Art>,
    stage: Res<'w, State<Stage>>,
    next: ResMut<'w, NextState<Stage>>,
    wakeup: Res<'w, Wakeup>,
    exit: MessageWriter<'w, AppExit>,
    closing: MessageReader<'w, 's, WindowCloseRequested>,
    dropping: MessageReader<'w, 's, FileDragAndDrop>,
    commands: Commands<'w, 's>,
}

/// Puts in the fonts before the first pass, as soon as there is a window, and looks what there is to play.
fn dress(mut contexts: EguiContexts, mut hands: UiContext) {
    if hands.pages.dressed {
        return;
    }
    let Ok(ctx) = contexts.ctx_mut() else { return };
    theme::install(ctx);
    hands.pages.dressed = true;
    if hands.bench.is_some() {
        // Nothing else is played in that window.
        return;
    }
    hands.library.read();
    hands.pages.records.read();
    if hands.session.is_none() {
        hands.recall();
    }
}

fn show(mut contexts: EguiContexts, mut hands: UiContext) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    if !hands.pages.dressed {
        return Ok(());
    }
    let palette = Palette::named(&hands.preferences.palette).unwrap_or_default();
    if hands.art.palette() != palette {
        hands.art.set_palette(palette);
    }
    if hands.session.as_ref().is_some_and(|session| session.is_added()) {
        hands.take_up();
    }
    let height = ctx.content_rect().height() * ctx.zoom_factor();
    let scale = hands.preferences.scale_for(height);
    if (ctx.zoom_factor() - scale).abs() > 1e-3 {
        ctx.set_zoom_factor(scale);
    }
    hands.hear();
    let mut ui_actions = Vec::new();
    page::page(&ctx, &mut hands, &mut ui_actions);
    hands.act_all(&ctx, ui_actions);
    Ok(())
}

/// What an error says, as a sentence.
fn sentence(error: &impl ToString) -> String {
    let text = error.to_string();
    if text.ends_with('.') { text } else { format!("{text}.") }
}

#[cfg(test)]
mod tests;
