//! The reader of the rules: contents and search, the rule itself, where it was used in this battle.
//!
//! 1. `typeset`: a rule in the signs of print; `search`: the rules that have some words; `contents`: all that there are.
//! 2. `text`: a rule in paragraphs, tables and rulings; `rule`: the one that is open.

mod contents;
mod rule;
mod search;
mod text;
mod typeset;

use bevy_egui::egui::{self, Ui};
use egui_commonmark::CommonMarkCache;

use self::{
    contents::contents,
    rule::{BESIDE, beside, one_rule},
    search::Found,
    text::Part,
};
use super::{
    keyboard, pages,
    panels::shown::Shown,
    stage::Stage,
    theme,
    ui_action::UiAction,
    widgets::{self, Rank},
};
use grapeshot_floor::{
    events::RuleId,
    rulebook_text::{self, Rule},
};

/// What the reader has open.
#[derive(Default)]
pub struct ReaderPage {
    /// The rule that is open.
    pub open: Option<RuleId>,
    before: Vec<RuleId>,
    search: String,
    all: bool,
    /// The last search: its words, whether it went through all rulebooks, and the rules it found.
    found: Option<(String, bool, Vec<Found>)>,
    cache: CommonMarkCache,
    /// The text of the rule that is open, in parts.
    linked: Option<(&'static str, Vec<Part>)>,
}

impl ReaderPage {
    /// A reader that begins with a search for these words.
    #[cfg(test)]
    pub fn searching(search: &str) -> Self {
        Self { search: search.to_owned(), ..Self::default() }
    }

    /// Opens a rule; the one before is remembered.
    pub fn turn_to(&mut self, id: RuleId) {
        if let Some(open) = self.open.replace(id.clone())
            && open != id
        {
            self.before.push(open);
        }
    }

    /// Goes back to the rule before; false if there is none.
    pub fn back(&mut self) -> bool {
        match self.before.pop() {
            Some(before) => {
                self.open = Some(before);
                true
            }
            None => false,
        }
    }
}

/// Shows the reader; `prefixes` are those of the ruleset on the table, its own first, `offered` those of all rulesets
/// that can be played.
pub fn show(
    ctx: &egui::Context,
    page: &mut ReaderPage,
    prefixes: &[&str],
    offered: &[&str],
    shown: Option<&Shown>,
    ui_actions: &mut Vec<UiAction>,
) {
    let room = pages::page(ctx, "reader", "Rules", "every rule by its number", ui_actions, |ui, ui_actions| {
        if let Some(shown) = shown {
            let label = format!("Back to {}", shown.view().scenario_info().title);
            if widgets::key_button(ui, "", &label, Rank::Bar, 30.0).clicked() {
                ui_actions.push(UiAction::Open(Stage::Battle));
            }
        }
    });
    if page.open.is_none() {
        let own = prefixes.first().copied();
        page.open = rulebook_text::all()
            .iter()
            .find(|rule| own.map_or_else(|| offered.contains(&prefix(rule)), |own| prefix(rule) == own))
            .map(|rule| RuleId::new(rule.id));
    }
    let words = ["Contents", "The rule", "In this battle"];
    let [left, middle, right] = pages::parts(ctx, "reader", room, words, [0.8, 1.7, 0.7]);
    let before = page.open.clone();
    if let Some(left) = left {
        pages::place(ctx, "reader list", left, |ui| contents(ui, page, prefixes, offered));
        if page.open != before {
            // The list of what was found comes before the rule.
            pages::turn_to(ctx, "reader", 1);
        }
    }
    // Rules of games that cannot be played here would only puzzle.
    let listed = if page.all || prefixes.is_empty() { offered } else { prefixes };
    let open = page.open.as_ref().and_then(|id| rulebook_text::rule(&id.0));
    if let Some(middle) = middle {
        pages::place(ctx, "reader rule", middle, |ui| match open {
            Some(rule) => one_rule(ui, page, rule, listed),
            None => {
                let id = page.open.as_ref().map_or_else(String::new, ToString::to_string);
                ui.label(theme::title(format!("{id}: no such rule"), theme::SIZE_TITLE));
                ui.add(egui::Label::new(theme::body("The rulebooks have no paragraph with this number.")).wrap());
            }
        });
    }
    if let Some(right) = right {
        pages::place(ctx, "reader uses", right, |ui| {
            if let Some(rule) = open {
                uses(ui, rule, shown, ui_actions);
            }
        });
    }
    if keyboard::writes(ctx) {
        return;
    }
    if keyboard::pressed(ctx, "B") {
        page.back();
    }
    for (n, key) in BESIDE.into_iter().enumerate() {
        if keyboard::pressed(ctx, key)
            && let Some(rule) = open.and_then(|open| beside(open, listed)[n])
        {
            page.turn_to(RuleId::new(rule.id));
        }
    }
}

/// The letters before a rule's number, which name its rulebook ("CP").
fn prefix(rule: &Rule) -> &'static str {
    rule.id.split('-').next().unwrap_or_default()
}

/// Where the rule was used in the battle on the table.
fn uses(ui: &mut Ui, rule: &Rule, shown: Option<&Shown>, ui_actions: &mut Vec<UiAction>) {
    let Some(shown) = shown else {
        widgets::head(ui, "In a battle", "");
        ui.add(egui::Label::new(theme::body("No battle lies on the table.")).wrap());
        return;
    };
    let used: Vec<_> = shown
        .log
        .iter()
        .filter(|event| event.rule.0 == rule.id || event.explained.modifiers().iter().any(|m| m.rule.0 == rule.id))
        .collect();
    let times = match used.len() {
        1 => "used once".to_string(),
        n => format!("used {n} times"),
    };
    widgets::head(ui, "In this battle", &times);
    if used.is_empty() {
        ui.add(egui::Label::new(theme::body("It was not needed yet.")).wrap());
    }
    egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        for event in used.into_iter().rev().take(100) {
            ui.horizontal_top(|ui| {
                let (bar, _) = ui.allocate_exact_size(egui::Vec2::new(5.0, 36.0), egui::Sense::hover());
                ui.painter().rect_filled(bar, egui::CornerRadius::ZERO, shown.coat_of(event.side));
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    ui.add(egui::Label::new(theme::body(&event.text)).wrap());
                    if widgets::text_link(ui, &format!("turn {}, order {}", event.turn, event.step)).clicked() {
                        ui_actions.push(UiAction::Seek(event.step as usize));
                        ui_actions.push(UiAction::Open(Stage::Battle));
                    }
                });
            });
            ui.add_space(4.0);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::trying::tap;

    #[test]
    fn one_goes_from_rule_to_rule_within_the_rulebooks_that_are_listed() {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        let mut page = ReaderPage::default();
        let mut press = |key| {
            let screen_rect = Some(egui::Rect::from_min_size(egui::Pos2::ZERO, egui::Vec2::new(1280.0, 720.0)));
            ctx.begin_pass(egui::RawInput { screen_rect, events: tap(key), ..egui::RawInput::default() });
            show(&ctx, &mut page, &["BP"], &["BP", "CP"], None, &mut Vec::new());
            ctx.end_pass().textures_delta.clear();
            page.open.clone().expect("a rule is open").to_string()
        };
        let own: Vec<&str> =
            rulebook_text::all().iter().map(|rule| rule.id).filter(|id| id.starts_with("BP-")).collect();
        assert_eq!(press(egui::Key::ArrowLeft), own[0], "there is none before it");
        assert_eq!(press(egui::Key::ArrowRight), own[1]);
        assert_eq!(press(egui::Key::ArrowRight), own[2]);
        assert_eq!(press(egui::Key::ArrowLeft), own[1]);
        assert_eq!(press(egui::Key::B), own[2], "that is where one was before");
    }
}
