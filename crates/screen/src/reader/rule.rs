//! The rule that is open, and the ways from it to the one before, the one after and the one that was read last.

use bevy_egui::egui::{self, Align, Layout, RichText, Ui};
use egui_commonmark::CommonMarkViewer;

use super::{
    ReaderPage, prefix,
    text::{Part, hook, parts, ruling, table},
    typeset::signs,
};
use crate::{
    theme,
    widgets::{self, Rank},
};
use grapeshot_floor::{
    events::RuleId,
    rulebook_text::{self, Rule},
};

/// The height of the buttons that lead to the rules beside the one that is open.
const FOOT: f32 = 30.0;

pub(super) fn one_rule(ui: &mut Ui, page: &mut ReaderPage, rule: &'static Rule, listed: &[&str]) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let back = page.before.last().map(|before| format!("back to {before}"));
            if let Some(back) = back
                && widgets::key_button(ui, "B", &back, Rank::Plain, 26.0).clicked()
            {
                page.back();
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let place = theme::italic(format!("{} \u{b7} {}", rule.book, rule.chapter), theme::SIZE_BODY + 2.0);
                ui.add(egui::Label::new(place).truncate());
            });
        });
    });
    ui.horizontal(|ui| {
        let font = egui::FontId::new(theme::SIZE_TITLE, theme::bold_family());
        ui.label(RichText::new(rule.id).font(font).color(theme::LINK));
        ui.add(egui::Label::new(theme::title(signs(rule.title), 30.0)).wrap());
    });
    widgets::rule(ui);
    if page.linked.as_ref().is_none_or(|(id, _)| *id != rule.id) {
        page.linked = Some((rule.id, parts(rule)));
        page.cache.link_hooks_clear();
        for other in rulebook_text::all() {
            page.cache.add_link_hook(hook(other.id));
        }
    }
    let ReaderPage { linked, cache, .. } = page;
    let parts = linked.as_ref().map_or(&[][..], |(_, parts)| parts);
    let room = ui.available_height() - FOOT - ui.spacing().item_spacing.y;
    let scrolled = egui::ScrollArea::vertical().auto_shrink([false, false]).max_height(room).id_salt(rule.id);
    scrolled.show(ui, |ui| {
        ui.style_mut().text_styles.insert(egui::TextStyle::Body, egui::FontId::new(19.0, theme::prose_family()));
        ui.spacing_mut().item_spacing.y = 6.0;
        for (n, part) in parts.iter().enumerate() {
            match part {
                Part::Text(text) => _ = CommonMarkViewer::new().show(ui, cache, text),
                Part::Table(rows) => _ = ui.push_id(n, |ui| table(ui, cache, rows)),
                Part::Ruling(text) => _ = ui.push_id(n, |ui| ruling(ui, cache, text)),
            }
        }
    });
    to_those_beside(ui, page, rule, listed);
    let clicked = rulebook_text::all().iter().find(|other| page.cache.get_link_hook(&hook(other.id)) == Some(true));
    if let Some(other) = clicked {
        page.turn_to(RuleId::new(other.id));
    }
}

/// The keys of the rules before and after the one that is open.
pub(super) const BESIDE: [&str; 2] = ["Left", "Right"];

/// The rules before and after a rule in the rulebooks with these prefixes.
pub(super) fn beside(rule: &Rule, listed: &[&str]) -> [Option<&'static Rule>; 2] {
    let all = rulebook_text::all();
    let Some(at) = all.iter().position(|known| known.id == rule.id) else { return [None, None] };
    let fits = |known: &&Rule| listed.contains(&prefix(known));
    [all[..at].iter().rev().find(fits), all[at + 1..].iter().find(fits)]
}

/// Buttons that lead to the rules before and after the one that is open.
fn to_those_beside(ui: &mut Ui, page: &mut ReaderPage, rule: &Rule, listed: &[&str]) {
    let half = (ui.available_width() - ui.spacing().item_spacing.x) / 2.0;
    ui.horizontal(|ui| {
        let mut button = |ui: &mut Ui, n: usize| {
            let Some(other) = beside(rule, listed)[n] else { return };
            let whole = format!("{} {}", other.id, signs(other.title));
            // A title that has no room is shown as a tooltip.
            let fits = widgets::key_button_width(ui, BESIDE[n], &whole) <= half;
            let label = if fits { &whole } else { other.id };
            if widgets::key_button(ui, BESIDE[n], label, Rank::Plain, FOOT).on_hover_text(&whole).clicked() {
                page.turn_to(RuleId::new(other.id));
            }
        };
        button(ui, 0);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| button(ui, 1));
    });
}
