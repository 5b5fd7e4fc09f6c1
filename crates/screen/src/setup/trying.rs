//! For tests: the battle chooser in a window, frame by frame.

use bevy_egui::egui::{self, Pos2, Rect, Vec2};

use super::{SetupPage, show};
use crate::{
    library::{Entry, Library},
    panels::trying::texts,
    pictures::Pictures,
    preferences::Preferences,
    theme,
};

/// The chooser in a window.
pub(super) struct Chooser {
    pub(super) ctx: egui::Context,
    pub(super) page: SetupPage,
    pub(super) library: Library,
    pictures: Pictures,
}

pub(super) fn opened() -> Chooser {
    let ctx = egui::Context::default();
    theme::install(&ctx);
    let library = Library::shipped();
    Chooser { ctx, page: SetupPage::default(), library, pictures: Pictures::default() }
}

impl Chooser {
    pub(super) fn chosen(&self) -> &Entry {
        &self.library.entries[self.page.chosen]
    }

    /// Shows a frame in which these keys were pressed; returns the words that are painted.
    pub(super) fn frame(&mut self, events: Vec<egui::Event>) -> Vec<String> {
        let output = self.shown(egui::RawInput { events, ..egui::RawInput::default() });
        texts(&output.shapes).into_iter().map(|(text, _)| text).collect()
    }

    pub(super) fn shown(&mut self, input: egui::RawInput) -> egui::FullOutput {
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, Vec2::new(1920.0, 1080.0)));
        let Self { ctx, page, library, pictures } = self;
        ctx.begin_pass(egui::RawInput { screen_rect, ..input });
        show(ctx, page, library, pictures, &Preferences::default(), &mut Vec::new());
        let mut output = ctx.end_pass();
        output.textures_delta.clear();
        output
    }
}
