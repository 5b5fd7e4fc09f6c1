//! The text of a rule in its parts: paragraphs with links, tables, rulings.

use bevy_egui::egui::{self, Align, Layout, Ui};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};

use super::typeset::{plain, typeset};
use crate::theme;
use grapeshot_floor::rulebook_text::{self, Rule};

/// A part of a rule's text, in Markdown with links.
pub(super) enum Part {
    /// Paragraphs and lists.
    Text(String),
    /// A table, row by row, its head first.
    Table(Vec<Vec<Cell>>),
    /// A ruling, set off from the rule.
    Ruling(String),
}

/// A cell of a table.
pub(super) struct Cell {
    text: String,
    /// What is read of it.
    plain: String,
}

/// The text of a rule in its parts, its rulings last.
pub(super) fn parts(rule: &Rule) -> Vec<Part> {
    let rulings = rule.rulings.iter().map(|ruling| Part::Ruling(linked(&format!("**Ruling:** {}", typeset(ruling)))));
    text_and_tables(&typeset(rule.text)).into_iter().chain(rulings).collect()
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

pub(super) fn hook(id: &str) -> String {
    format!("rule:{id}")
}

/// A ruling, with a bar at its side.
pub(super) fn ruling(ui: &mut Ui, cache: &mut CommonMarkCache, text: &str) {
    let margin = egui::Margin { left: 16, top: 4, ..egui::Margin::ZERO };
    let place = egui::Frame::new().inner_margin(margin).show(ui, |ui| CommonMarkViewer::new().show(ui, cache, text));
    let bar = place.response.rect;
    ui.painter().vline(bar.left() + 5.0, bar.top() + 6.0..=bar.bottom(), egui::Stroke::new(3.0, theme::BRASS_LIGHT));
}

/// A table whose cells are wrapped, so that it is as wide as its place at most.
pub(super) fn table(ui: &mut Ui, cache: &mut CommonMarkCache, rows: &[Vec<Cell>]) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::search::find;

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
}
