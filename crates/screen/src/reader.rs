//! The reader of the rules: contents and search, the rule itself, where it was used in this battle.

use bevy_egui::egui::{self, Align, Layout, RichText, Ui};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};

use super::{
    pages,
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

/// The title of a rule, if there is such a rule.
pub fn title_of(id: &RuleId) -> Option<&'static str> {
    rulebook_text::rule(&id.0).map(|rule| rule.title)
}

/// What the reader has open.
#[derive(Default)]
pub struct ReaderPage {
    /// The rule that is open.
    pub open: Option<RuleId>,
    before: Vec<RuleId>,
    search: String,
    all: bool,
    cache: CommonMarkCache,
    linked: Option<(&'static str, String)>,
}

impl ReaderPage {
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
            // What was looked for is to be read.
            pages::turn_to(ctx, "reader", 1);
        }
    }
    let open = page.open.as_ref().and_then(|id| rulebook_text::rule(&id.0));
    if let Some(middle) = middle {
        pages::place(ctx, "reader rule", middle, |ui| match open {
            Some(rule) => one_rule(ui, page, rule),
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
    if !ctx.text_edit_focused() && super::panels::keys::pressed(ctx, "B") {
        page.back();
    }
}

/// The letters before a rule's number, which name its rulebook.
fn prefix(rule: &Rule) -> &'static str {
    rule.id.split('-').next().unwrap_or_default()
}

/// The rules that a search finds, the best first: the number itself, numbers that begin so, then words.
fn find(search: &str, fits: impl Fn(&Rule) -> bool) -> Vec<&'static Rule> {
    let wanted = search.trim().to_uppercase();
    let exact = rulebook_text::rule(&wanted);
    let begins = rulebook_text::all().iter().filter(|rule| rule.id.starts_with(&wanted));
    let mut found: Vec<&'static Rule> = Vec::new();
    for rule in exact.into_iter().chain(begins).chain(rulebook_text::search(search)).filter(|rule| fits(rule)) {
        if !found.iter().any(|known| known.id == rule.id) {
            found.push(rule);
        }
    }
    found
}

fn contents(ui: &mut Ui, page: &mut ReaderPage, prefixes: &[&str], offered: &[&str]) {
    let search = egui::TextEdit::singleline(&mut page.search)
        .hint_text("Find a rule by number or word")
        .desired_width(f32::INFINITY)
        .margin(egui::Margin::symmetric(8, 6));
    let response = ui.add(search);
    if super::panels::keys::pressed(ui.ctx(), "Slash") && !ui.ctx().text_edit_focused() {
        response.request_focus();
    }
    if !prefixes.is_empty() {
        let chosen = usize::from(page.all);
        if let Some(n) = widgets::segments(ui, &["This ruleset", "All"], chosen) {
            page.all = n == 1;
        }
    }
    let all = page.all || prefixes.is_empty();
    // Rules of games that cannot be played here would only puzzle.
    let listed = if all { offered } else { prefixes };
    let fits = |rule: &&Rule| listed.contains(&prefix(rule));
    let mut turn_to = None;
    egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        if page.search.trim().is_empty() {
            chapters(ui, page, fits, &mut turn_to);
        } else {
            let found = find(&page.search, |rule| fits(&rule));
            ui.label(theme::secondary(format!("{} found", found.len())));
            for rule in found.into_iter().take(80) {
                line(ui, page, rule, &mut turn_to);
            }
        }
    });
    if let Some(id) = turn_to {
        page.turn_to(id);
    }
}

fn line(ui: &mut Ui, page: &ReaderPage, rule: &Rule, turn_to: &mut Option<RuleId>) {
    let open = page.open.as_ref().is_some_and(|open| open.0 == rule.id);
    let response = widgets::row(ui, open, |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new(rule.id).size(theme::SIZE_SECONDARY).color(theme::LINK).underline());
            ui.add(egui::Label::new(theme::body(rule.title)).truncate());
        });
    });
    if response.clicked() {
        *turn_to = Some(RuleId::new(rule.id));
    }
}

/// Points that the arrow before a heading takes, with its margins.
const ARROW: f32 = 44.0;

fn chapters(ui: &mut Ui, page: &ReaderPage, fits: impl Fn(&&Rule) -> bool, turn_to: &mut Option<RuleId>) {
    let open = page.open.as_ref().and_then(|id| rulebook_text::rule(&id.0));
    let rules: Vec<&Rule> = rulebook_text::all().iter().filter(fits).collect();
    for book in rules.chunk_by(|a, b| a.book == b.book) {
        let opened = open.is_some_and(|rule| rule.book == book[0].book);
        let font = egui::FontId::new(theme::SIZE_NUMBER, theme::title_family());
        let title = widgets::fitted(ui, book[0].book, &font, ui.available_width() - ARROW);
        let title = theme::title(title, theme::SIZE_NUMBER);
        egui::CollapsingHeader::new(title).id_salt(("book", book[0].book)).default_open(opened).show(ui, |ui| {
            for chapter in book.chunk_by(|a, b| a.chapter == b.chapter) {
                let opened =
                    open.is_some_and(|rule| rule.book == chapter[0].book && rule.chapter == chapter[0].chapter);
                let salt = ("chapter", chapter[0].book, chapter[0].chapter);
                let font = egui::FontId::new(theme::SIZE_BODY, theme::bold_family());
                let title = widgets::fitted(ui, chapter[0].chapter, &font, ui.available_width() - ARROW);
                egui::CollapsingHeader::new(theme::bold(title)).id_salt(salt).default_open(opened).show(ui, |ui| {
                    for rule in chapter {
                        line(ui, page, rule, turn_to);
                    }
                });
            }
        });
    }
}

fn one_rule(ui: &mut Ui, page: &mut ReaderPage, rule: &'static Rule) {
    ui.horizontal(|ui| {
        ui.label(theme::italic(format!("{} \u{b7} {}", rule.book, rule.chapter), theme::SIZE_BODY + 2.0));
        if !page.before.is_empty() {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if widgets::key_button(ui, "B", "rule before", Rank::Plain, 26.0).clicked() {
                    page.back();
                }
            });
        }
    });
    ui.horizontal(|ui| {
        let font = egui::FontId::new(theme::SIZE_TITLE, theme::bold_family());
        ui.label(RichText::new(rule.id).font(font).color(theme::LINK));
        ui.add(egui::Label::new(theme::title(rule.title, 30.0)).wrap());
    });
    widgets::rule(ui);
    if page.linked.as_ref().is_none_or(|(id, _)| *id != rule.id) {
        page.linked = Some((rule.id, linked(&typeset(rule.text))));
        page.cache.link_hooks_clear();
        for other in rulebook_text::all() {
            page.cache.add_link_hook(hook(other.id));
        }
    }
    let text = page.linked.as_ref().map_or("", |(_, text)| text.as_str());
    egui::ScrollArea::vertical().auto_shrink([false, false]).id_salt(rule.id).show(ui, |ui| {
        ui.style_mut().text_styles.insert(egui::TextStyle::Body, egui::FontId::new(19.0, theme::prose_family()));
        ui.spacing_mut().item_spacing.y = 6.0;
        CommonMarkViewer::new().show(ui, &mut page.cache, text);
    });
    let clicked = rulebook_text::all().iter().find(|other| page.cache.get_link_hook(&hook(other.id)) == Some(true));
    if let Some(other) = clicked {
        page.turn_to(RuleId::new(other.id));
    }
}

fn hook(id: &str) -> String {
    format!("rule:{id}")
}

/// A rule's text as it is read on a page: a star between factors is a multiplication sign, not the beginning of
/// italics, and what the rulebooks call their seed is the sheet that they were written from.
fn typeset(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    let letters: Vec<char> = text.chars().collect();
    let factor = |letter: Option<&char>, bracket: char| {
        letter.is_some_and(|letter| letter.is_alphanumeric() || *letter == bracket)
    };
    for (n, letter) in letters.iter().enumerate() {
        let (before, after) = (n.checked_sub(1).and_then(|n| letters.get(n)), letters.get(n + 1));
        let close = factor(before, ')') && factor(after, '(');
        let written = n.checked_sub(2).is_some_and(|n| !letters[n].is_whitespace());
        let apart = before == Some(&' ') && after == Some(&' ') && written;
        out.push(if *letter == '*' && (close || apart) { '\u{d7}' } else { *letter });
    }
    let lines = out.lines().map(|line| {
        let line = replace_word(line, "seed", "rules sheet");
        match line.strip_prefix("- Source: ") {
            Some(source) => format!("- Source: {}", replace_word(source, "base", "published game")),
            None => line,
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A text with another word in place of one that stands alone.
fn replace_word(text: &str, word: &str, by: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(word) {
        let (head, tail) = rest.split_at(at);
        let tail = &tail[word.len()..];
        let free = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
        let alone = free(head.chars().next_back()) && free(tail.chars().next());
        out.push_str(head);
        out.push_str(if alone { by } else { word });
        rest = tail;
    }
    out.push_str(rest);
    out
}

/// The text with every number of a rule that exists made a link.
fn linked(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 5 / 4);
    let mut rest = text;
    while !rest.is_empty() {
        let word = rest.find(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '-' || letter == '.'));
        let (word, after) = match word {
            Some(0) => {
                let letter = rest.chars().next().map_or(1, char::len_utf8);
                out.push_str(&rest[..letter]);
                rest = &rest[letter..];
                continue;
            }
            Some(end) => rest.split_at(end),
            None => (rest, ""),
        };
        let bare = word.trim_end_matches(['.', '-']);
        if bare.contains('-') && rulebook_text::rule(bare).is_some_and(|rule| rule.id == bare) {
            out.push_str(&format!("[{bare}]({}){}", hook(bare), &word[bare.len()..]));
        } else {
            out.push_str(word);
        }
        rest = after;
    }
    out
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
                    if widgets::text_link(ui, &format!("turn {}, step {}", event.turn, event.step)).clicked() {
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

    #[test]
    fn numbers_of_rules_become_links_and_other_words_stay() {
        let known = rulebook_text::all()[0].id;
        let text = format!("As in {known}. A well-known ZZ-9.9 stays.");
        let expected = format!("As in [{known}](rule:{known}). A well-known ZZ-9.9 stays.");
        assert_eq!(linked(&text), expected);
    }

    #[test]
    fn stars_between_factors_are_multiplication_signs_and_emphasis_stays() {
        assert_eq!(
            typeset("gone A*t, then 2*(A+C) or D*A/(A+C)"),
            "gone A\u{d7}t, then 2\u{d7}(A+C) or D\u{d7}A/(A+C)"
        );
        assert_eq!(typeset("3 * 4 and *charge* or **bold**"), "3 \u{d7} 4 and *charge* or **bold**");
        assert_eq!(typeset("* one\n* two"), "* one\n* two");
    }

    #[test]
    fn sources_are_named_as_a_player_knows_them() {
        assert_eq!(typeset("- Source: seed \u{a7}6; base"), "- Source: rules sheet \u{a7}6; published game");
        assert_eq!(typeset("The seeds on its base."), "The seeds on its base.");
    }

    #[test]
    fn no_formula_of_a_rulebook_reads_as_emphasis() {
        let parser = |text: &str| {
            let mut open = 0_usize;
            for (n, letter) in text.char_indices().filter(|(_, letter)| *letter == '*') {
                let inside = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
                let between =
                    inside(text[..n].chars().next_back()) && inside(text[n + letter.len_utf8()..].chars().next());
                open += usize::from(between);
            }
            open
        };
        for rule in rulebook_text::all() {
            assert_eq!(parser(&typeset(rule.text)), 0, "{}", rule.id);
        }
    }

    #[test]
    fn a_search_for_a_number_finds_that_rule_first() {
        let rules = rulebook_text::all();
        let wanted = &rules[rules.len() / 2];
        assert_eq!(find(wanted.id, |_| true)[0].id, wanted.id);
    }
}
