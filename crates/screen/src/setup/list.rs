//! The battles of the chooser by ruleset, searched by words and by size.

use bevy_egui::egui::{self, Align, Color32, Layout, Rect, Ui, Vec2};

use super::SetupPage;
use crate::{keyboard, library::Library, theme, widgets};
use grapeshot_floor::english::{self, words::in_words};
use grapeshot_game::scenario::Scenario;

in_words! {
    /// How large a battle is.
    #[derive(Default)]
    pub enum Size: ALL, word {
        /// Battles of any size.
        #[default]
        All = "All";
        /// Battles like the smallest that are made by the same rules.
        Small = "Small";
        /// Battles between the two.
        Medium = "Medium";
        /// Battles like the largest that are made by the same rules.
        Large = "Large";
    }
}

impl Size {
    fn of(scenario: &Scenario, library: &Library) -> Self {
        let grounds = library.books.get(&scenario.ruleset).and_then(|book| book.vocabulary.quick.grounds.as_ref());
        match grounds.map_or(0, |grounds| grounds.size_of(scenario.terrain.size, scenario.units.len())) {
            0 => Self::Small,
            1 => Self::Medium,
            _ => Self::Large,
        }
    }
}

/// The line in which a player searches.
fn search(ui: &mut Ui, page: &mut SetupPage) -> egui::Response {
    let search = egui::TextEdit::singleline(&mut page.search)
        .hint_text("Find a battle, place or year (/)")
        .desired_width(f32::INFINITY)
        .margin(egui::Margin::symmetric(8, 6));
    let mut search = search.show(ui);
    if keyboard::pressed(ui.ctx(), "Slash") && !ui.ctx().text_edit_focused() {
        widgets::write_anew(ui.ctx(), &mut search, &page.search);
    }
    search.response.response
}

/// The line above the battles of a ruleset.
fn head_of_ruleset(ui: &mut Ui, title: &str, battles: usize) {
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(theme::secondary(english::count(battles, "battle")));
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(egui::Label::new(theme::title(title, theme::SIZE_LIST)).wrap());
            });
        });
    });
    widgets::rule(ui);
}

pub(super) fn battles(ui: &mut Ui, page: &mut SetupPage, library: &Library) {
    let search = search(ui, page);
    let at = Size::ALL.iter().position(|size| *size == page.size).unwrap_or(0);
    if let Some(n) = widgets::segments(ui, &Size::ALL.map(Size::word), at) {
        page.size = Size::ALL[n];
    }
    let wanted = page.search.to_lowercase();
    let says = |text: &str| wanted.split_whitespace().all(|word| text.to_lowercase().contains(word));
    let fits = |scenario: &Scenario| {
        let text = format!("{} {} {} {}", scenario.title, scenario.location, scenario.date, scenario.story);
        (page.size == Size::All || Size::of(scenario, library) == page.size) && says(&text)
    };
    let mut ruleset = "";
    let mut chosen = page.chosen;
    let listed: Vec<usize> = (0..library.entries.len()).filter(|n| fits(&library.entries[*n].scenario)).collect();
    // A battle that a search leaves out is not the one that begins; a title is meant before a word of a story.
    if search.changed() || !listed.contains(&chosen) {
        let titled = listed.iter().find(|n| says(&library.entries[**n].scenario.title));
        chosen = titled.or(listed.first()).copied().unwrap_or(chosen);
    }
    if listed.is_empty() {
        ui.add_space(6.0);
        ui.label(theme::body(nothing_found(&page.search, page.size)));
    }
    if let Some(step) = widgets::list_step(ui.ctx()) {
        let at = listed.iter().position(|n| *n == chosen);
        let to = at.map_or(0, |at| at.saturating_add_signed(step).min(listed.len().saturating_sub(1)));
        chosen = listed.get(to).copied().unwrap_or(chosen);
    }
    widgets::clear_of_bars(ui);
    egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        for n in listed.iter().copied() {
            let entry = &library.entries[n];
            let scenario = &entry.scenario;
            if ruleset != scenario.ruleset {
                ruleset = &scenario.ruleset;
                let count = listed.iter().filter(|n| library.entries[**n].scenario.ruleset == ruleset).count();
                head_of_ruleset(ui, library.title_of(ruleset), count);
            }
            let response = widgets::row(ui, n == page.chosen, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.horizontal(|ui| {
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        pips(ui, Size::of(scenario, library));
                        if entry.is_starter() {
                            widgets::badge(ui, START_HERE, false).on_hover_text("The battle with one page of rules");
                        }
                        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                            ui.add(egui::Label::new(theme::bold(&scenario.title)).wrap());
                        });
                    });
                });
                let place = format!("{}, {}", scenario.location, scenario.date);
                ui.add(egui::Label::new(theme::secondary(place)).wrap());
            });
            if response.clicked() {
                chosen = n;
            } else if n == chosen && (chosen != page.chosen || page.scrolls > 0) {
                response.scroll_to_me(None);
            }
        }
        for (path, problems) in &library.broken {
            let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            ui.label(theme::body(format!("{name} has errors")).color(theme::TARGET)).on_hover_ui(|ui| {
                ui.set_max_width(700.0);
                ui.monospace(problems);
            });
        }
    });
    page.chosen = chosen;
    if page.scrolls > 0 {
        page.scrolls -= 1;
        ui.ctx().request_repaint();
    }
}

/// Why no battle is listed.
fn nothing_found(search: &str, size: Size) -> String {
    let size = if size == Size::All { String::new() } else { format!("{} ", size.word().to_lowercase()) };
    format!("No {size}battle has the words \"{}\" in its title, place, date or story.", search.trim())
}

/// The mark of the battle with which a player begins.
const START_HERE: &str = "start here";

/// Draws three boxes, filled by how large a battle is.
fn pips(ui: &mut Ui, size: Size) {
    let filled = match size {
        Size::Small => 1,
        Size::Medium => 2,
        _ => 3,
    };
    let (rect, response) = ui.allocate_exact_size(Vec2::new(36.0, 10.0), egui::Sense::hover());
    for n in 0..3 {
        let pip = Rect::from_min_size(rect.min + Vec2::new(12.0 * n as f32, 0.0), Vec2::splat(9.0));
        let fill = if n < filled { theme::INK } else { Color32::TRANSPARENT };
        let stroke = egui::Stroke::new(1.2, theme::INK);
        ui.painter().rect(pip, egui::CornerRadius::ZERO, fill, stroke, egui::StrokeKind::Inside);
    }
    response.on_hover_text(format!("{} battle", size.word()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        panels::trying::{tap, texts},
        setup::trying::{Chooser, opened},
    };

    #[test]
    fn the_chooser_opens_on_the_battle_to_begin_with_and_marks_it() {
        let mut chooser = opened();
        let mut texts = Vec::new();
        for _ in 0..3 {
            texts = chooser.frame(Vec::new());
        }
        assert!(chooser.chosen().is_starter());
        assert_eq!(texts.iter().filter(|text| *text == START_HERE).count(), 1, "{texts:?}");
        assert!(!texts.iter().any(|text| text.eq_ignore_ascii_case("random")), "it is no level for players");
    }

    #[test]
    fn a_search_chooses_a_battle_by_its_title_before_one_that_tells_of_the_words() {
        let mut chooser = opened();
        let typed = |text: &str| vec![egui::Event::Text(text.into())];
        chooser.frame(tap(egui::Key::Slash));
        chooser.frame(typed("two brig"));
        assert_eq!(chooser.chosen().scenario.title, "Two Brigades");
        chooser.frame(tap(egui::Key::Escape));
        chooser.frame(tap(egui::Key::Slash));
        chooser.frame(typed("barrosa"));
        assert_eq!(chooser.page.search, "barrosa", "new words take the place of the old ones");
        assert_eq!(chooser.chosen().scenario.title, "Barrosa");
        chooser.frame(typed(" trafalgar"));
        let texts = chooser.frame(Vec::new());
        assert!(texts.iter().any(|text| text.starts_with("No battle has the words")), "{texts:?}");
    }

    /// What rests draws nothing: neither the page nor a cursor in a text field asks for another frame.
    #[test]
    fn a_text_field_at_rest_asks_for_no_other_frame() {
        let mut chooser = opened();
        let mut waits = Vec::new();
        for n in 0..12 {
            let events = if n == 3 { tap(egui::Key::Slash) } else { Vec::new() };
            let time = Some(f64::from(n) * 2.0);
            let output = chooser.shown(egui::RawInput { events, time, focused: true, ..egui::RawInput::default() });
            waits.push(output.viewport_output[&egui::ViewportId::ROOT].repaint_delay);
        }
        assert!(chooser.ctx.text_edit_focused());
        assert_eq!(waits[8..], [std::time::Duration::MAX; 4]);
    }

    /// A battle that was just made is shown, and the list is scrolled to it.
    #[test]
    fn a_battle_that_is_put_before_the_player_is_seen_in_the_list() {
        let mut chooser = opened();
        let last = chooser.library.entries.len() - 1;
        let title = chooser.library.entries[last].scenario.title.clone();
        let seen = |texts: Vec<String>| texts.iter().filter(|text| **text == title).count();
        chooser.frame(Vec::new());
        assert_eq!(seen(chooser.frame(Vec::new())), 0);
        chooser.page.choose(last);
        let mut texts = Vec::new();
        for _ in 0..60 {
            texts = chooser.frame(Vec::new());
        }
        assert!(seen(texts) >= 2, "over the table and in the list");
        assert_eq!(chooser.page.chosen, last);
    }

    #[test]
    fn the_bar_of_the_list_covers_no_words() {
        let mut chooser = opened();
        let shown = |chooser: &mut Chooser| texts(&chooser.shown(egui::RawInput::default()).shapes);
        let right = |painted: &[(String, Rect)], word: &str| {
            let (_, place) = painted.iter().find(|(text, _)| text == word).expect("it is painted");
            place.right()
        };
        let count = |of: &str, chooser: &Chooser| {
            let battles = chooser.library.entries.iter().filter(|entry| entry.scenario.ruleset == of).count();
            english::count(battles, "battle")
        };
        let starter = chooser.library.entries[0].scenario.ruleset.clone();
        let all = count(&starter, &chooser);
        for _ in 0..60 {
            shown(&mut chooser);
        }
        let beside = right(&shown(&mut chooser), &all);
        chooser.library.entries.truncate(1);
        for _ in 0..60 {
            shown(&mut chooser);
        }
        let alone = shown(&mut chooser);
        let alone = alone.iter().filter(|(text, _)| *text == count(&starter, &chooser));
        // The head of the page counts the battles, too, and stands above the list.
        let (_, alone) = alone.max_by(|a, b| a.1.top().total_cmp(&b.1.top())).expect("it is painted");
        assert!(beside < alone.right() - 6.0, "{beside} points beside the bar, {} without one", alone.right());
    }
}
