//! The contents of the rulebooks, and in their place what a search has found.

use bevy_egui::egui::{
    self, RichText, Ui,
    collapsing_header::{CollapsingState, paint_default_icon},
};

use super::{
    ReaderPage, prefix,
    search::{find, marked},
    typeset::signs,
};
use crate::{keyboard, theme, widgets};
use grapeshot_floor::{
    events::RuleId,
    rulebook_text::{self, Rule},
};

pub(super) fn contents(ui: &mut Ui, page: &mut ReaderPage, prefixes: &[&str], offered: &[&str]) {
    let search = egui::TextEdit::singleline(&mut page.search)
        .hint_text("Find a rule by number or word (/)")
        .desired_width(f32::INFINITY)
        .margin(egui::Margin::symmetric(8, 6));
    let response = ui.add(search);
    if keyboard::pressed(ui.ctx(), "Slash") && !ui.ctx().text_edit_focused() {
        response.request_focus();
    }
    if !prefixes.is_empty() {
        let chosen = usize::from(page.all);
        if let Some(n) = widgets::segments(ui, &["This ruleset", "All"], chosen) {
            page.all = n == 1;
        }
    }
    let all = page.all || prefixes.is_empty();
    let listed = if all { offered } else { prefixes };
    let fits = |rule: &&Rule| listed.contains(&prefix(rule));
    if page.found.as_ref().is_none_or(|(search, in_all, _)| *search != page.search || *in_all != all) {
        page.found = Some((page.search.clone(), all, find(&page.search, |rule| fits(&rule))));
    }
    // Enter reads the first that was found.
    let entered = response.lost_focus() && keyboard::pressed(ui.ctx(), "Enter");
    let first = page.found.as_ref().and_then(|(_, _, found)| found.first()).filter(|_| entered);
    let mut turn_to = first.map(|found| RuleId::new(found.rule.id));
    egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| match &page.found {
        Some((search, _, found)) if !search.trim().is_empty() => {
            ui.label(theme::secondary(format!("{} found", found.len())));
            for found in found.iter().take(80) {
                line(ui, page, found.rule, Some((search, &found.words)), &mut turn_to);
            }
        }
        _ => chapters(ui, page, fits, &mut turn_to),
    });
    if let Some(id) = turn_to {
        page.turn_to(id);
    }
}

/// Shows a rule in a list; after a search, with the words round the place that was found.
fn line(ui: &mut Ui, page: &ReaderPage, rule: &Rule, found: Option<(&String, &String)>, turn_to: &mut Option<RuleId>) {
    let open = page.open.as_ref().is_some_and(|open| open.0 == rule.id);
    let response = widgets::row(ui, open, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        let format = |size: f32, color| egui::TextFormat {
            font_id: egui::FontId::proportional(size),
            color,
            ..egui::TextFormat::default()
        };
        let title = signs(rule.title);
        ui.horizontal(|ui| {
            ui.label(RichText::new(rule.id).size(theme::SIZE_SECONDARY).color(theme::LINK).underline());
            let label = match found {
                Some((search, _)) => egui::Label::new(marked(&title, search, &format(theme::SIZE_BODY, theme::INK))),
                None => egui::Label::new(theme::body(&title)),
            };
            ui.add(label.wrap());
        });
        if let Some((search, words)) = found {
            ui.add(egui::Label::new(marked(words, search, &format(theme::SIZE_SECONDARY, theme::INK2))).wrap());
        }
    });
    if response.clicked() {
        *turn_to = Some(RuleId::new(rule.id));
    }
}

fn chapters(ui: &mut Ui, page: &ReaderPage, fits: impl Fn(&&Rule) -> bool, turn_to: &mut Option<RuleId>) {
    let open = page.open.as_ref().and_then(|id| rulebook_text::rule(&id.0));
    let rules: Vec<&Rule> = rulebook_text::all().iter().filter(fits).collect();
    for book in rules.chunk_by(|a, b| a.book == b.book) {
        let opened = open.is_some_and(|rule| rule.book == book[0].book);
        let title = theme::title(book[0].book, theme::SIZE_NUMBER);
        fold(ui, ("book", book[0].book), title, opened, |ui| {
            for chapter in book.chunk_by(|a, b| a.chapter == b.chapter) {
                let opened =
                    open.is_some_and(|rule| rule.book == chapter[0].book && rule.chapter == chapter[0].chapter);
                let salt = ("chapter", chapter[0].book, chapter[0].chapter);
                fold(ui, salt, theme::bold(chapter[0].chapter), opened, |ui| {
                    for rule in chapter {
                        line(ui, page, rule, None, turn_to);
                    }
                });
            }
        });
    }
}

/// A heading that unfolds what stands under it.
fn fold(ui: &mut Ui, salt: impl egui::AsIdSalt, title: RichText, open: bool, contents: impl FnOnce(&mut Ui)) {
    let id = ui.make_persistent_id(salt);
    let mut state = CollapsingState::load_with_default_open(ui.ctx(), id, open);
    let head = ui.horizontal(|ui| {
        state.show_toggle_button(ui, paint_default_icon);
        let label = egui::Label::new(title).wrap().sense(egui::Sense::click());
        ui.add(label).on_hover_cursor(egui::CursorIcon::PointingHand)
    });
    if head.inner.clicked() {
        state.toggle(ui);
    }
    state.show_body_indented(&head.response, ui, contents);
}
