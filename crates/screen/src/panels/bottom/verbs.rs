//! The buttons of the verbs, and of what an order may carry: each in its place, with all its words; those that have no
//! room stand under one button more.

use bevy_egui::egui::{self, Popup, Rect, RectAlign, Response, Ui};

use super::{
    super::shown::Shown,
    words::{self, Word},
};
use crate::{
    session::{VerbButton, only_goes_on},
    theme,
    ui_action::UiAction,
    widgets::{self, Rank},
};
use grapeshot_floor::turn::Ask;

/// Points between two buttons.
const GAP: f32 = 7.0;
/// Points between two rows.
const ROW_GAP: f32 = 4.0;
/// Points that the frame of the chosen button reaches over it at both ends.
const FRAME: f32 = 6.0;
/// The height of a button in points where there is one row, and where there are two.
const HEIGHTS: [f32; 2] = [40.0, 26.0];
/// The word on the button that opens the list of buttons without room.
const MORE: &str = "More";
/// The share of the window that the list may take from top to bottom.
const LIST_SHARE: f32 = 0.7;

/// How the buttons are laid out.
#[derive(Debug, Clone, PartialEq, Default)]
struct Layout {
    two_rows: bool,
    /// The verbs that stand in the bar, by their places in the list.
    verbs: Vec<usize>,
    /// The number of words that stand in the bar.
    words: usize,
}

/// A part of the bar whose buttons all have room: in one row, else in two; else as many as have room in two beside the
/// button for the others. The words of the order in hand come first, then its verb, then the verbs that can be used.
/// `verbs` holds the width of each verb's button and its rank, 0 for the most wanted.
fn lay_out(room: f32, verbs: &[(f32, usize)], words: &[f32], more: f32) -> Layout {
    let all: Vec<usize> = (0..verbs.len()).collect();
    let wide = |shown: &[usize], words: &[f32], two_rows: bool| {
        let widths: Vec<f32> = shown.iter().map(|n| verbs[*n].0).collect();
        part(&widths, two_rows).1 + part(words, two_rows).1
    };
    for two_rows in [false, true] {
        if wide(&all, words, two_rows) <= room {
            return Layout { two_rows, verbs: all, words: words.len() };
        }
    }
    let room = room - more - GAP;
    let mut wanted = all;
    wanted.sort_by_key(|n| verbs[*n].1);
    let in_hand: Vec<usize> = wanted.iter().copied().filter(|n| verbs[*n].1 == 0).collect();
    let most = (0..=words.len()).rev().find(|n| wide(&in_hand, &words[..*n], true) <= room).unwrap_or_default();
    let fits = |n: &usize| {
        let mut shown = wanted[..*n].to_vec();
        shown.sort_unstable();
        wide(&shown, &words[..most], true) <= room
    };
    let count = (0..=wanted.len()).rev().find(fits).unwrap_or_default();
    let mut shown = wanted[..count].to_vec();
    shown.sort_unstable();
    Layout { two_rows: true, verbs: shown, words: most }
}

/// Shows the verbs that may answer the question, and what the order in hand may carry.
pub(super) fn show(ui: &mut Ui, ask: &Ask, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    ui.spacing_mut().item_spacing.x = GAP;
    let draft = shown.draft();
    let seen = |button: &&VerbButton| {
        // The choices that are given to chosen units have buttons of their own.
        let given = shown.session.allotment().is_some_and(|allotment| allotment.verb == button.verb.id);
        !given && !only_goes_on(ask, &button.verb)
    };
    let buttons: Vec<&VerbButton> = shown.session.buttons().iter().filter(seen).collect();
    let words = draft.map_or_else(Vec::new, |draft| words::of(ask, draft, shown));
    let counted = draft.filter(|draft| words::wants_number(ask, draft, shown));
    let verb_widths: Vec<(f32, usize)> = buttons
        .iter()
        .map(|button| {
            let width = widgets::key_button_width(ui, &shown.preferences.verb_key(&button.verb), button.verb.label);
            let wanted = match (draft.is_some_and(|draft| draft.verb().id == button.verb.id), &button.open) {
                (true, _) => 0,
                (false, Ok(())) => 1,
                (false, Err(_)) => 2,
            };
            (width, wanted)
        })
        .collect();
    let word_widths: Vec<f32> =
        words.iter().enumerate().map(|(n, word)| widgets::key_button_width(ui, &digit(n), &word.label)).collect();
    let number = if counted.is_some() { words::NUMBER_ROOM } else { 0.0 };
    let room = ui.available_width() - FRAME - number;
    let layout = lay_out(room, &verb_widths, &word_widths, widgets::key_button_width(ui, "", MORE));
    let height = HEIGHTS[usize::from(layout.two_rows)];
    ui.horizontal_centered(|ui| {
        ui.add_space(FRAME / 2.0);
        let in_bar: Vec<&VerbButton> = layout.verbs.iter().map(|n| buttons[*n]).collect();
        let widths: Vec<f32> = layout.verbs.iter().map(|n| verb_widths[*n].0).collect();
        in_rows(ui, layout.two_rows, &in_bar, &widths, |ui, button| {
            verb(ui, height, button, shown, ui_actions);
        });
        let (here, rest) = words.split_at(layout.words);
        let numbered: Vec<(usize, &Word)> = here.iter().enumerate().collect();
        let word_height = if layout.two_rows { height } else { 34.0 };
        in_rows(ui, layout.two_rows, &numbered, &word_widths[..layout.words], |ui, (n, word)| {
            name(ui, word_height, *n, word, ui_actions);
        });
        let others: Vec<&VerbButton> =
            buttons.iter().enumerate().filter(|(n, _)| !layout.verbs.contains(n)).map(|(_, button)| *button).collect();
        if !rest.is_empty() || !others.is_empty() {
            let bar = ui.max_rect();
            let button = widgets::key_button(ui, "", MORE, Rank::Plain, height);
            more(&button, bar, |ui| {
                for (n, word) in rest.iter().enumerate() {
                    name(ui, HEIGHTS[1], layout.words + n, word, ui_actions);
                }
                for button in &others {
                    verb(ui, HEIGHTS[1], button, shown, ui_actions);
                }
            });
        }
        if let Some(draft) = counted {
            words::number(ui, ask, draft, ui_actions);
        }
    });
}

/// The list of the buttons that have no room, above the bar and the button that opens it.
fn more(button: &Response, bar: Rect, list: impl FnOnce(&mut Ui)) {
    let most = button.ctx.content_rect().height() * LIST_SHARE;
    let above = Rect::from_x_y_ranges(button.rect.x_range(), bar.y_range());
    Popup::menu(button).anchor(above).align(RectAlign::TOP_END).gap(GAP).frame(theme::slip_frame()).show(|ui| {
        ui.spacing_mut().item_spacing.y = ROW_GAP;
        egui::ScrollArea::vertical().max_height(most).show(ui, list);
    });
}

/// The key of the n-th word that the order may carry.
fn digit(n: usize) -> String {
    if n < 9 { (n + 1).to_string() } else { String::new() }
}

/// How many buttons stand in the first row, so that the wider of two rows is as narrow as can be, and how wide that is.
/// Each button keeps its place.
fn part(widths: &[f32], two_rows: bool) -> (usize, f32) {
    let sum = |row: &[f32]| row.iter().map(|width| width + GAP).sum::<f32>();
    if !two_rows {
        return (widths.len(), sum(widths));
    }
    let wider = |first: usize| sum(&widths[..first]).max(sum(&widths[first..]));
    let parts = (0..=widths.len()).rev().map(|first| (first, wider(first)));
    parts.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or_default()
}

/// Buttons in one row or two, each with its width.
fn in_rows<T>(ui: &mut Ui, two_rows: bool, all: &[T], widths: &[f32], mut show: impl FnMut(&mut Ui, &T)) {
    if !two_rows {
        all.iter().for_each(|one| show(ui, one));
        return;
    }
    if all.is_empty() {
        return;
    }
    let (first, _) = part(widths, true);
    let height = HEIGHTS[1];
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = ROW_GAP;
        ui.spacing_mut().interact_size.y = height;
        ui.add_space((ui.available_height() - 2.0 * height - ROW_GAP).max(0.0) / 2.0);
        for row in [&all[..first], &all[first..]] {
            ui.horizontal(|ui| row.iter().for_each(|one| show(ui, one)));
        }
    });
}

/// The button of a word that the order may carry.
fn name(ui: &mut Ui, height: f32, n: usize, word: &Word, ui_actions: &mut Vec<UiAction>) {
    let rank = match (word.chosen, word.open) {
        (true, _) => Rank::Chosen,
        (false, true) => Rank::Plain,
        (false, false) => Rank::Struck,
    };
    if widgets::key_button(ui, &digit(n), &word.label, rank, height).clicked() && word.acts() {
        ui_actions.push(word.ui_action.clone());
    }
}

/// The button of a verb; where it cannot be used now, its tooltip says why.
fn verb(ui: &mut Ui, height: f32, button: &VerbButton, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    let (verb, allowed) = (&button.verb, &button.open);
    let taken_up = shown.draft().is_some_and(|draft| draft.verb().id == verb.id);
    let rank = match (allowed, taken_up) {
        (_, true) => Rank::Chosen,
        (Ok(()), _) => Rank::Plain,
        (Err(_), _) => Rank::Struck,
    };
    let response = widgets::key_button(ui, &shown.preferences.verb_key(&button.verb), verb.label, rank, height);
    if response.clicked() && rank != Rank::Struck {
        ui_actions.push(UiAction::TakeUp(verb.id.clone()));
    }
    response.on_hover_ui(|ui| {
        ui.label(theme::bold(verb.label));
        match allowed {
            Ok(()) => {
                ui.label(theme::body(verb.hint));
                widgets::rule_link(ui, &verb.rule, ui_actions);
            }
            Err(refusal) => {
                ui.label(theme::body(format!("Not now: {}.", refusal.reason)));
                widgets::rule_link(ui, &refusal.rule, ui_actions);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_rows_are_as_even_as_their_order_lets_them_be() {
        assert_eq!(part(&[50.0, 50.0, 50.0, 50.0], true), (2, 2.0 * (50.0 + GAP)));
        assert_eq!(part(&[120.0, 40.0, 40.0, 40.0], true), (1, 3.0 * (40.0 + GAP)));
        assert_eq!(part(&[120.0], true), (1, 120.0 + GAP));
        assert_eq!(part(&[], true), (0, 0.0));
    }

    #[test]
    fn what_has_no_room_is_left_to_the_list_and_what_is_in_hand_never_is() {
        let verbs = [(100.0, 1), (100.0, 2), (100.0, 1), (100.0, 0), (100.0, 1)];
        let gone = |layout: &Layout| (0..verbs.len()).filter(|n| !layout.verbs.contains(n)).collect::<Vec<_>>();
        let layout = lay_out(1000.0, &verbs, &[60.0, 60.0], 50.0);
        assert_eq!((layout.two_rows, layout.verbs.len(), layout.words), (false, 5, 2));
        let layout = lay_out(400.0, &verbs, &[60.0, 60.0], 50.0);
        assert_eq!((layout.two_rows, layout.verbs.len(), layout.words), (true, 5, 2));
        let layout = lay_out(360.0, &verbs, &[60.0, 60.0], 50.0);
        assert_eq!((gone(&layout), layout.words), (vec![1], 2), "the one that cannot be used goes first");
        let layout = lay_out(240.0, &verbs, &[60.0, 60.0], 50.0);
        assert_eq!((gone(&layout), layout.words), (vec![1, 2, 4], 2), "the others keep their order");
        let layout = lay_out(240.0, &verbs, &[60.0; 8], 50.0);
        assert_eq!((gone(&layout).contains(&3), layout.words), (false, 2));
    }

    #[test]
    fn one_row_holds_all() {
        assert_eq!(part(&[50.0, 60.0], false), (2, 110.0 + 2.0 * GAP));
    }
}
