//! The page that is open.

use std::sync::Arc;

use bevy_egui::egui;

use super::UiContext;
use crate::{
    bench,
    camera::Insets,
    design,
    glimpse::Means,
    keyboard, lessons,
    panels::{self, notices, shown::Shown},
    preferences::PICTURE,
    quick, reader, records, report,
    session::Session,
    settings, setup,
    stage::Stage,
    statistics, title,
    ui_action::UiAction,
};
use grapeshot_floor::orders::Verb;
use grapeshot_game::picture::palette::Palette;

/// Shows the page that is open.
pub(super) fn page(ctx: &egui::Context, hands: &mut UiContext, ui_actions: &mut Vec<UiAction>) {
    let UiContext { session, bench, preferences, pages, desk, library, pictures, board, stage, wakeup, .. } = hands;
    let likes_now = preferences.clone();
    let session = session.as_deref();
    let shown = session.map(|session| Shown::of(session, &likes_now));
    let mut insets = Insets::default();
    match stage.get() {
        Stage::Title => {
            let records = pages.records.list.len();
            title::show(ctx, &mut pages.title, library, records, shown.as_ref(), pictures, &likes_now, ui_actions);
        }
        Stage::Lessons => lessons::show(ctx, library, &likes_now, ui_actions),
        Stage::Setup => {
            setup::show(ctx, &mut pages.setup, library, pictures, &likes_now, ui_actions);
        }
        Stage::Quick => quick::show(ctx, &mut pages.quick, library, pictures, &likes_now, &wakeup.0, ui_actions),
        Stage::Design => design::show(ctx, &mut pages.design, library, pictures, &likes_now, ui_actions),
        Stage::Battle => match &shown {
            Some(shown) => insets = panels::show(ctx, shown, desk, pictures, board, ui_actions),
            None => ui_actions.push(UiAction::Open(Stage::Title)),
        },
        Stage::Report => match &shown {
            Some(shown) => report::show(ctx, &mut pages.report, shown, ui_actions),
            None => ui_actions.push(UiAction::Open(Stage::Title)),
        },
        Stage::Reader => {
            let prefixes = match session {
                Some(session) => session.battle().rulebook().prefixes,
                None => &[],
            };
            let offered: Vec<&str> = library.books.iter().flat_map(|book| book.prefixes).copied().collect();
            reader::show(ctx, &mut pages.reader, prefixes, &offered, shown.as_ref(), ui_actions);
        }
        Stage::Settings => {
            let verbs: Vec<Verb> = match session {
                Some(session) => session.battle().vocabulary().verbs.clone(),
                None => library.books.iter().flat_map(|book| book.vocabulary.verbs.clone()).collect(),
            };
            let mut likes_new = likes_now.clone();
            settings::show(ctx, &mut pages.settings, &mut likes_new, &verbs, ui_actions);
            if likes_new != likes_now {
                **preferences = likes_new;
            }
        }
        Stage::Records => {
            let palette = Palette::named(&likes_now.palette).unwrap_or_default();
            let means = Means { plugins: library.plugins, palette, wake: Arc::clone(&wakeup.0) };
            records::show(ctx, &mut pages.records, &means, ui_actions);
        }
        Stage::Statistics => statistics::show(ctx, &pages.statistics, library, ui_actions),
        Stage::Bench => match bench {
            Some(bench) => insets = bench::page::show(ctx, &*bench, shown.as_ref(), desk, board, ui_actions),
            None => ui_actions.push(UiAction::Open(Stage::Title)),
        },
    }
    // In the settings a key that is pressed may be one that is chosen.
    let listens = *stage.get() != Stage::Settings && !ctx.text_edit_focused();
    if listens && keyboard::pressed(ctx, likes_now.key(&PICTURE)) {
        ui_actions.push(UiAction::Shot);
    }
    if board.insets != insets {
        board.insets = insets;
    }
    let free = board.free();
    // Under the cloth nobody reads what the player before was told.
    let covered = *stage.get() == Stage::Battle && desk.covered;
    let word = session.and_then(Session::notice).filter(|_| !covered).or(pages.told.as_deref()).map(str::to_string);
    if let Some(word) = word {
        let on_table = matches!(stage.get(), Stage::Battle | Stage::Bench);
        let room = if on_table { free } else { ctx.content_rect() };
        show_word(ctx, room, &word, ui_actions);
    }
}

/// Shows a word to the player; the key that closes it does nothing else.
pub(super) fn show_word(ctx: &egui::Context, room: egui::Rect, word: &str, ui_actions: &mut Vec<UiAction>) {
    let entered = keyboard::pressed(ctx, "Enter");
    if entered {
        ui_actions.clear();
    }
    if notices::word(ctx, room, word) || entered {
        ui_actions.push(UiAction::Read);
    }
}
