//! The reader of the rules: contents and search, the rule itself, where it was used in this battle.

use bevy_egui::egui::{
    self, Align, Layout, RichText, Ui,
    collapsing_header::{CollapsingState, paint_default_icon},
};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};

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

/// A part of a rule's text, in Markdown with links.
enum Part {
    /// Paragraphs and lists.
    Text(String),
    /// A table, row by row, its head first.
    Table(Vec<Vec<Cell>>),
    /// A ruling, set off from the rule.
    Ruling(String),
}

/// A cell of a table.
struct Cell {
    text: String,
    /// What is read of it.
    plain: String,
}

/// A rule that a search found, with some of its words round the place.
struct Found {
    rule: &'static Rule,
    words: String,
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

/// The keys of the rules before and after the one that is open.
const BESIDE: [&str; 2] = ["Left", "Right"];

/// The rules before and after a rule in the rulebooks with these prefixes.
fn beside(rule: &Rule, listed: &[&str]) -> [Option<&'static Rule>; 2] {
    let all = rulebook_text::all();
    let Some(at) = all.iter().position(|known| known.id == rule.id) else { return [None, None] };
    let fits = |known: &&Rule| listed.contains(&prefix(known));
    [all[..at].iter().rev().find(fits), all[at + 1..].iter().find(fits)]
}

/// The letters before a rule's number, which name its rulebook ("CP").
fn prefix(rule: &Rule) -> &'static str {
    rule.id.split('-').next().unwrap_or_default()
}

/// The rules that a search finds, the best first: the number itself, numbers that begin so, then words.
fn find(search: &str, fits: impl Fn(&Rule) -> bool) -> Vec<Found> {
    let wanted = search.trim().to_uppercase();
    let exact = rulebook_text::rule(&wanted);
    let begins = rulebook_text::all().iter().filter(|rule| rule.id.starts_with(&wanted));
    let by_number = exact.into_iter().chain(begins).map(|rule| (rule, true));
    let by_words = rulebook_text::search(search).into_iter().map(|rule| (rule, false));
    let mut found: Vec<Found> = Vec::new();
    for (rule, by_number) in by_number.chain(by_words).filter(|(rule, _)| fits(rule)) {
        if found.iter().any(|known| known.rule.id == rule.id) {
            continue;
        }
        let text = plain(&typeset(&rule.whole()));
        let title = format!("{} {}", rule.id, rule.title);
        // A word that stands only in what is not shown does not count.
        if by_number || search.split_whitespace().all(|word| hit(&title, word).or(hit(&text, word)).is_some()) {
            found.push(Found { rule, words: words_round(&text, search) });
        }
    }
    found
}

/// Where a word first stands in a text, capital or not, as a range of bytes.
fn hit(text: &str, word: &str) -> Option<std::ops::Range<usize>> {
    let same = |a: char, b: char| a == b || a.to_lowercase().eq(b.to_lowercase());
    text.char_indices().find_map(|(at, _)| {
        let mut letters = text[at..].chars();
        let mut end = at;
        for wanted in word.chars() {
            let letter = letters.next().filter(|letter| same(*letter, wanted))?;
            end += letter.len_utf8();
        }
        (end > at).then_some(at..end)
    })
}

/// Letters that are shown of a text: before the word that was looked for, and in all.
const ROUND: (usize, usize) = (36, 110);

/// The words of a text round the place that has most of the words looked for; its beginning if none of them stands in
/// it.
fn words_round(text: &str, search: &str) -> String {
    let mut best: (usize, String) = (0, words_at(text, 0));
    for word in search.split_whitespace() {
        let mut from = 0;
        while let Some(next) = hit(&text[from..], word) {
            let words = words_at(text, from + next.start);
            let there = search.split_whitespace().filter(|word| hit(&words, word).is_some()).count();
            if there > best.0 {
                best = (there, words);
            }
            from += next.end;
        }
    }
    best.1
}

/// The words of a text round a place, each of them whole.
fn words_at(text: &str, place: usize) -> String {
    let back = text[..place].char_indices().rev().take(ROUND.0).last().map_or(place, |(at, _)| at);
    let begin = match text[back..place].find(' ') {
        _ if back == 0 => 0,
        Some(space) => back + space + 1,
        None => place,
    };
    let end = text[begin..].char_indices().nth(ROUND.1).map_or(text.len(), |(at, _)| begin + at);
    let end = if end == text.len() { end } else { text[begin..end].rfind(' ').map_or(end, |space| begin + space) };
    let before = if begin > 0 { "\u{2026} " } else { "" };
    let after = if end < text.len() { " \u{2026}" } else { "" };
    format!("{before}{}{after}", text[begin..end].trim())
}

/// A text in which the words that were looked for are marked.
fn marked(text: &str, search: &str, plain: &egui::TextFormat) -> egui::text::LayoutJob {
    let bold = egui::FontId::new(plain.font_id.size, theme::bold_family());
    let mark = egui::TextFormat { font_id: bold, color: theme::INK, background: theme::BRASS_LIGHT, ..plain.clone() };
    let mut job = egui::text::LayoutJob::default();
    let mut rest = text;
    while !rest.is_empty() {
        let hits = search.split_whitespace().filter_map(|word| hit(rest, word));
        let Some(next) = hits.min_by_key(|hit| (hit.start, std::cmp::Reverse(hit.end))) else { break };
        job.append(&rest[..next.start], 0.0, plain.clone());
        job.append(&rest[next.clone()], 0.0, mark.clone());
        rest = &rest[next.end..];
    }
    job.append(rest, 0.0, plain.clone());
    job
}

/// A Markdown text as one line without its signs.
fn plain(text: &str) -> String {
    let lines = text.lines().map(|line| line.trim_start_matches(['-', '#', '>', ' ']));
    let lines = lines.filter(|line| line.chars().any(char::is_alphanumeric));
    let line: String = lines.collect::<Vec<_>>().join(" ").replace(['*', '`'], "").replace('|', " ");
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn contents(ui: &mut Ui, page: &mut ReaderPage, prefixes: &[&str], offered: &[&str]) {
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

/// The height of the buttons that lead to the rules beside the one that is open.
const FOOT: f32 = 30.0;

fn one_rule(ui: &mut Ui, page: &mut ReaderPage, rule: &'static Rule, listed: &[&str]) {
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

/// The text of a rule in its parts, its rulings last.
fn parts(rule: &Rule) -> Vec<Part> {
    let rulings = rule.rulings.iter().map(|ruling| Part::Ruling(linked(&format!("**Ruling:** {}", typeset(ruling)))));
    text_and_tables(&typeset(rule.text)).into_iter().chain(rulings).collect()
}

/// A ruling, with a bar at its side.
fn ruling(ui: &mut Ui, cache: &mut CommonMarkCache, text: &str) {
    let margin = egui::Margin { left: 16, top: 4, ..egui::Margin::ZERO };
    let place = egui::Frame::new().inner_margin(margin).show(ui, |ui| CommonMarkViewer::new().show(ui, cache, text));
    let bar = place.response.rect;
    ui.painter().vline(bar.left() + 5.0, bar.top() + 6.0..=bar.bottom(), egui::Stroke::new(3.0, theme::BRASS_LIGHT));
}

fn text_and_tables(text: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for line in text.lines() {
        let Some(row) = line.strip_prefix('|') else {
            match parts.last_mut() {
                Some(Part::Text(text)) => {
                    text.push('\n');
                    text.push_str(line);
                }
                _ => parts.push(Part::Text(line.to_owned())),
            }
            continue;
        };
        // The line under the head of a Markdown table holds no cells.
        if row.chars().all(|letter| "-:| ".contains(letter)) {
            continue;
        }
        let row = row.trim_end().strip_suffix('|').unwrap_or(row).split('|').map(str::trim);
        let row: Vec<Cell> = row.map(|cell| Cell { text: linked(cell), plain: plain(cell) }).collect();
        match parts.last_mut() {
            Some(Part::Table(rows)) => rows.push(row),
            _ => parts.push(Part::Table(vec![row])),
        }
    }
    for part in &mut parts {
        if let Part::Text(text) = part {
            *text = linked(text);
        }
    }
    parts
}

/// A table whose cells are wrapped, so that it is as wide as its place at most.
fn table(ui: &mut Ui, cache: &mut CommonMarkCache, rows: &[Vec<Cell>]) {
    let font = egui::FontId::new(theme::SIZE_BODY, theme::bold_family());
    let wide = |text: &str| ui.painter().layout_no_wrap(text.to_owned(), font.clone(), theme::INK).size().x + 1.0;
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let gap = 2.0 * ui.spacing().item_spacing.x;
    let of_column =
        |n: usize, wide: &dyn Fn(&Cell) -> f32| rows.iter().filter_map(|row| row.get(n)).map(wide).fold(0.0, f32::max);
    let whole: Vec<f32> = (0..columns).map(|n| of_column(n, &|cell| wide(&cell.plain))).collect();
    let words: Vec<f32> =
        (0..columns).map(|n| of_column(n, &|cell| cell.plain.split(' ').map(&wide).fold(0.0, f32::max))).collect();
    let widths = shared_out(ui.available_width() - gap * columns as f32, &words, &whole);
    ui.style_mut().text_styles.insert(egui::TextStyle::Body, egui::FontId::proportional(theme::SIZE_BODY));
    ui.spacing_mut().item_spacing.y = 3.0;
    for (n, row) in rows.iter().enumerate() {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            for (cell, width) in row.iter().zip(&widths) {
                ui.allocate_ui_with_layout(egui::Vec2::new(*width, 0.0), Layout::top_down(Align::Min), |ui| {
                    ui.set_width(*width);
                    ui.spacing_mut().item_spacing.x = 0.0;
                    if n == 0 {
                        ui.add(egui::Label::new(theme::bold(&cell.plain)).wrap());
                    } else {
                        CommonMarkViewer::new().show(ui, cache, &cell.text);
                    }
                });
            }
        });
        let stroke = egui::Stroke::new(if n == 0 { 1.2 } else { 0.6 }, theme::INK3);
        let (line, _) = ui.allocate_exact_size(egui::Vec2::new(ui.available_width(), 2.0), egui::Sense::hover());
        ui.painter().hline(line.x_range(), line.center().y, stroke);
    }
    ui.add_space(6.0);
}

/// The widths of columns that share a room: each what it wants whole if there is room, else what its longest word needs
/// and a share of what is left.
fn shared_out(room: f32, least: &[f32], whole: &[f32]) -> Vec<f32> {
    let sum = |widths: &[f32]| widths.iter().sum::<f32>();
    if sum(whole) <= room {
        return whole.to_vec();
    }
    let left = (room - sum(least)).max(0.0);
    let wanted = (sum(whole) - sum(least)).max(1.0);
    least.iter().zip(whole).map(|(least, whole)| least + (whole - least) * left / wanted).collect()
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

fn hook(id: &str) -> String {
    format!("rule:{id}")
}

/// A rule's text as it is read on a page: in the signs of print, without the lines that say where it comes from; a star
/// between factors is a multiplication sign, not the beginning of italics, and what the rulebooks call their seed is the
/// sheet that they were written from.
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
    let lines = out.lines().filter(|line| !line.starts_with("- Source:"));
    let lines = lines.map(|line| signs(&replace_word(line, "seed", "rules sheet")));
    lines.collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

/// What is written with several letters of a keyboard, and the sign of print that it stands for.
const SIGNS: [(&str, &str); 7] = [
    ("<->", "\u{2194}"),
    ("->", "\u{2192}"),
    ("<=", "\u{2264}"),
    (">=", "\u{2265}"),
    ("!=", "\u{2260}"),
    ("+/-", "\u{b1}"),
    ("...", "\u{2026}"),
];

/// A line in the signs of print: arrows, at most and at least, minus, times and inches. What stands between backticks
/// is a word of a file and stays.
fn signs(line: &str) -> String {
    let parts = line.split('`').enumerate();
    let printed = parts.map(|(n, part)| if n % 2 == 0 { printed(part) } else { part.to_owned() });
    printed.collect::<Vec<_>>().join("`")
}

fn printed(text: &str) -> String {
    let text = SIGNS.iter().fold(text.to_owned(), |text, (typed, sign)| text.replace(typed, sign));
    let letters: Vec<char> = text.chars().collect();
    let at = |n: Option<usize>| n.and_then(|n| letters.get(n)).copied();
    let figure = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    let mut quoted = false;
    let mut out = String::with_capacity(text.len());
    for (n, letter) in letters.iter().enumerate() {
        let (before, after) = (at(n.checked_sub(1)), at(Some(n + 1)));
        let apart = before == Some(' ') && after == Some(' ');
        let spaced = figure(at(n.checked_sub(2))) && apart && figure(at(Some(n + 2)));
        out.push(match letter {
            '"' if figure(before) && !quoted => '\u{2033}',
            '"' => {
                quoted = !quoted;
                '"'
            }
            // Before a number, not within a range or a name.
            '-' if figure(after) && before.is_none_or(|before| " (/,=\u{d7}\u{2264}\u{2265}".contains(before)) => {
                '\u{2212}'
            }
            '-' if spaced => '\u{2212}',
            'x' if spaced || (figure(before) && figure(after)) => '\u{d7}',
            letter => *letter,
        });
    }
    out
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
    use grapeshot_game::picture::fonts;

    #[test]
    fn numbers_of_rules_become_links_and_other_words_stay() {
        let known = rulebook_text::all()[0].id;
        let text = format!("As in {known}. A well-known ZZ-9.9 stays.");
        let expected = format!("As in [{known}](rule:{known}). A well-known ZZ-9.9 stays.");
        assert_eq!(linked(&text), expected);
    }

    #[test]
    fn columns_share_their_room_and_no_word_is_broken_where_it_fits() {
        assert_eq!(shared_out(100.0, &[10.0, 20.0], &[30.0, 60.0]), [30.0, 60.0]);
        let shared = shared_out(60.0, &[10.0, 20.0], &[30.0, 120.0]);
        assert!((shared.iter().sum::<f32>() - 60.0).abs() < 1e-3 && shared[0] > 10.0 && shared[1] > 20.0, "{shared:?}");
        assert_eq!(shared_out(20.0, &[10.0, 20.0], &[30.0, 120.0]), [10.0, 20.0]);
    }

    #[test]
    fn the_tables_of_a_rule_are_parts_of_its_text() {
        let known = rulebook_text::all()[0].id;
        let text = format!("One\ntwo\n\n| Head | {known} |\n|---|:-:|\n| 3 | *four* |\n\nfive");
        let parts = text_and_tables(&text);
        let [Part::Text(before), Part::Table(rows), Part::Text(after)] = &parts[..] else { panic!("{}", parts.len()) };
        assert_eq!((before.as_str(), after.as_str()), ("One\ntwo\n", "\nfive"));
        let cells: Vec<&str> = rows.iter().flatten().map(|cell| cell.plain.as_str()).collect();
        assert_eq!(cells, ["Head", known, "3", "four"]);
        assert!(rows[0][1].text.contains("](rule:"), "{}", rows[0][1].text);
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
    fn where_a_rule_comes_from_is_not_told_in_the_middle_of_it() {
        let text = "The seeds of its seed.\n- Source: seed \u{a7}6; base\n- Example: none";
        assert_eq!(typeset(text), "The seeds of its rules sheet.\n- Example: none");
        for rule in rulebook_text::all() {
            let shown = typeset(&rule.whole());
            assert!(!shown.is_empty() && !shown.contains("Source:"), "{}: {shown}", rule.id);
        }
    }

    #[test]
    fn the_rulings_of_a_rule_are_set_off_from_it_and_their_numbers_are_links() {
        let rule = rulebook_text::rule("BP-2.11").expect("it has a ruling");
        let parts = parts(rule);
        let Some((Part::Ruling(ruling), before)) = parts.split_last() else { panic!("the ruling is the last part") };
        assert!(ruling.starts_with("**Ruling:** Units of a broken brigade may be rallied"), "{ruling}");
        assert!(ruling.contains("[BP-10.2](rule:BP-10.2)"), "{ruling}");
        let told = |part: &Part| matches!(part, Part::Text(text) if text.contains("broken brigade may be rallied"));
        assert!(!before.is_empty() && !before.iter().any(told));
        assert!(find("broken brigade rallied", |_| true).iter().any(|found| found.rule.id == "BP-2.11"));
    }

    #[test]
    fn signs_are_those_of_print_and_words_of_files_stay() {
        let typed = "8\" -> D6 <= 3, -1 (10-12) +/-2, 3 x 4 or 3x4, a 2-1 win, \"over 3\" or 5 - 2 `a->b`";
        let printed = "8\u{2033} \u{2192} D6 \u{2264} 3, \u{2212}1 (10-12) \u{b1}2, 3 \u{d7} 4 or 3\u{d7}4, \
                       a 2-1 win, \"over 3\" or 5 \u{2212} 2 `a->b`";
        assert_eq!(signs(typed), printed);
        for rule in rulebook_text::all() {
            let shown = typeset(&rule.whole());
            let outside: String = shown.split('`').step_by(2).collect();
            for (typed, _) in SIGNS {
                assert!(!outside.contains(typed), "{} holds {typed}", rule.id);
            }
            // The numbers of rules stay links.
            let before = rulebook_text::ids(rule.text.split("- Source:").next().unwrap_or_default());
            for id in before {
                assert!(shown.contains(id), "{} lost {id}", rule.id);
            }
        }
    }

    #[test]
    fn every_letter_of_a_rule_is_in_one_of_our_faces() {
        for rule in rulebook_text::all() {
            let missing: String =
                typeset(&rule.whole()).chars().filter(|c| !c.is_whitespace() && !fonts::has(*c)).collect();
            assert!(missing.is_empty(), "{}: {missing}", rule.id);
        }
    }

    #[test]
    fn a_search_shows_the_words_round_the_place_and_marks_them() {
        let text = "A mounted figure that sees a charge may counter-charge on a successful reaction, in open or close \
                    order: one card of movement for all that counter-charge at this pause, and no more than that.";
        let shown = words_round(text, "Reaction");
        assert!(shown.starts_with("\u{2026} ") && shown.ends_with(" \u{2026}"), "{shown}");
        assert!(shown.contains("on a successful reaction, in open"), "{shown}");
        assert!(text.contains(shown.trim_matches(['\u{2026}', ' '])), "{shown}: whole words");
        let both = words_round(text, "movement charge pause");
        assert!(both.contains("at this pause") && both.contains("movement"), "{both}: most of them");
        let job = marked(&shown, "Reaction order", &egui::TextFormat::default());
        let marks: Vec<&str> = (job.sections.iter())
            .filter(|section| section.format.background != egui::Color32::TRANSPARENT)
            .map(|section| &job.text[section.byte_range.start.0..section.byte_range.end.0])
            .collect();
        assert_eq!((job.text.as_str(), marks), (shown.as_str(), vec!["reaction", "order"]));
        for found in find("ford", |_| true) {
            let seen = format!("{} {} {}", found.rule.id, found.rule.title, found.words).to_lowercase();
            assert!(seen.contains("ford"), "{}: {}", found.rule.id, found.words);
        }
    }

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
            assert_eq!(parser(&typeset(&rule.whole())), 0, "{}", rule.id);
        }
    }

    #[test]
    fn a_search_for_a_number_finds_that_rule_first() {
        let rules = rulebook_text::all();
        let wanted = &rules[rules.len() / 2];
        assert_eq!(find(wanted.id, |_| true)[0].rule.id, wanted.id);
    }
}
