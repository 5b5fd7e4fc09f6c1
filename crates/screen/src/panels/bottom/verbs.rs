//! The buttons of the verbs, and of what an order may carry, folded so that nothing is cut.

use bevy_egui::egui::{self, Ui};
use std::borrow::Cow;

use super::{
    super::shown::Shown,
    clip,
    words::{self, Word},
};
use crate::{
    session::VerbButton,
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

/// How much is written on the buttons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Wording {
    /// The whole label.
    Full,
    /// Its first word, where it is long.
    Short,
    /// Nothing but the key where the verb cannot be used now.
    KeysOfStruck,
    /// Nothing but the key, save on the verb in hand.
    Keys,
}

/// One way to lay the buttons out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Fold {
    two_rows: bool,
    /// What is written on the verbs.
    verbs: Wording,
    /// What is written on the words that the order in hand may carry.
    words: Wording,
}

/// The ways to lay the buttons out, from the roomiest to the tightest. Who has an order in hand reads its words; the
/// other verbs give way to them.
const FOLDS: [Fold; 8] = [
    Fold::new(false, Wording::Full, Wording::Full),
    Fold::new(false, Wording::Short, Wording::Full),
    Fold::new(true, Wording::Full, Wording::Full),
    Fold::new(true, Wording::Short, Wording::Full),
    Fold::new(true, Wording::KeysOfStruck, Wording::Full),
    Fold::new(true, Wording::Keys, Wording::Full),
    Fold::new(true, Wording::Keys, Wording::Short),
    Fold::new(true, Wording::Keys, Wording::Keys),
];

impl Fold {
    const fn new(two_rows: bool, verbs: Wording, words: Wording) -> Self {
        Self { two_rows, verbs, words }
    }

    fn height(self) -> f32 {
        if self.two_rows { 26.0 } else { 40.0 }
    }

    /// What is written on the button of a verb.
    fn label(self, button: &VerbButton, shown: &Shown) -> &'static str {
        let label = button.verb.label;
        let in_hand = shown.draft().is_some_and(|draft| draft.verb().id == button.verb.id);
        match self.verbs {
            Wording::Full => label,
            Wording::KeysOfStruck if button.open.is_err() && !in_hand => "",
            Wording::Keys if !in_hand => "",
            _ => short(label),
        }
    }

    /// What is written on the button of a word.
    fn word<'w>(self, word: &'w Word) -> Cow<'w, str> {
        let most = match self.words {
            Wording::Full => return Cow::Borrowed(&word.label),
            Wording::Short => 18,
            Wording::KeysOfStruck | Wording::Keys => 9,
        };
        Cow::Owned(clip(&word.label, most))
    }
}

/// Shows the verbs that may answer the question, and what the order in hand may carry. Those that cannot be used now
/// are seen only while no order is in hand: one that is needs their room.
pub(super) fn show(ui: &mut Ui, narrow: bool, ask: &Ask, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    ui.spacing_mut().item_spacing.x = GAP;
    let draft = shown.draft();
    let seen = |button: &&VerbButton| {
        let wanted = draft.is_none_or(|draft| button.open.is_ok() || draft.verb().id == button.verb.id);
        // What is given to chosen units has buttons of its own.
        let given = shown.session.allotment().is_some_and(|allotment| allotment.verb == button.verb.id);
        wanted && !given && ask.go_on.as_ref() != Some(&button.verb.id)
    };
    let buttons: Vec<&VerbButton> = shown.session.buttons().iter().filter(seen).collect();
    let words = draft.map_or_else(Vec::new, |draft| words::of(ask, draft, shown));
    let counted = draft.filter(|draft| words::wants_number(ask, draft, shown));
    let room = ui.available_width() - FRAME;
    let wide = |fold: Fold| {
        let (_, verbs) = part(&widths_of_verbs(ui, fold, &buttons, shown), fold.two_rows);
        let (_, words) = part(&widths_of_words(ui, fold, &words), fold.two_rows);
        verbs + words + if counted.is_some() { words::NUMBER_ROOM } else { 0.0 }
    };
    let folds = FOLDS.into_iter().filter(|fold| !narrow || fold.verbs > Wording::Full);
    let fold = folds.into_iter().find(|fold| wide(*fold) <= room).unwrap_or(FOLDS[FOLDS.len() - 1]);
    let (first_verbs, _) = part(&widths_of_verbs(ui, fold, &buttons, shown), fold.two_rows);
    let (first_words, _) = part(&widths_of_words(ui, fold, &words), fold.two_rows);
    egui::ScrollArea::horizontal().id_salt("verbs").auto_shrink([true, false]).show(ui, |ui| {
        ui.horizontal_centered(|ui| {
            ui.add_space(FRAME / 2.0);
            in_rows(ui, fold, &buttons, first_verbs, |ui, button| verb(ui, fold, button, shown, ui_actions));
            let words: Vec<(usize, Word)> = words.into_iter().enumerate().collect();
            in_rows(ui, fold, &words, first_words, |ui, (n, word)| name(ui, fold, *n, word, ui_actions));
            if let Some(draft) = counted {
                words::number(ui, ask, draft, ui_actions);
            }
        });
    });
}

fn widths_of_verbs(ui: &Ui, fold: Fold, buttons: &[&VerbButton], shown: &Shown) -> Vec<f32> {
    let width = |button: &&VerbButton| {
        widgets::key_button_width(ui, &shown.preferences.verb_key(&button.verb), fold.label(button, shown))
    };
    buttons.iter().map(width).collect()
}

fn widths_of_words(ui: &Ui, fold: Fold, words: &[Word]) -> Vec<f32> {
    let width = |(n, word): (usize, &Word)| widgets::key_button_width(ui, &digit(n), &fold.word(word));
    words.iter().enumerate().map(width).collect()
}

/// The key of the n-th word that the order may carry.
fn digit(n: usize) -> String {
    if n < 9 { (n + 1).to_string() } else { String::new() }
}

/// How many buttons stand in the first row, so that the wider of two rows is as narrow as can be, and how wide that is.
/// Each keeps its place.
fn part(widths: &[f32], two_rows: bool) -> (usize, f32) {
    let sum = |row: &[f32]| row.iter().map(|width| width + GAP).sum::<f32>();
    if !two_rows {
        return (widths.len(), sum(widths));
    }
    let wider = |first: usize| sum(&widths[..first]).max(sum(&widths[first..]));
    let parts = (0..=widths.len()).rev().map(|first| (first, wider(first)));
    parts.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or_default()
}

/// Buttons in one row or two, so many of them in the first.
fn in_rows<T>(ui: &mut Ui, fold: Fold, all: &[T], first: usize, mut show: impl FnMut(&mut Ui, &T)) {
    if !fold.two_rows {
        all.iter().for_each(|one| show(ui, one));
        return;
    }
    if all.is_empty() {
        return;
    }
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = ROW_GAP;
        ui.spacing_mut().interact_size.y = fold.height();
        ui.add_space((ui.available_height() - 2.0 * fold.height() - ROW_GAP).max(0.0) / 2.0);
        for row in [&all[..first], &all[first..]] {
            ui.horizontal(|ui| row.iter().for_each(|one| show(ui, one)));
        }
    });
}

/// The button of a word that the order may carry.
fn name(ui: &mut Ui, fold: Fold, n: usize, word: &Word, ui_actions: &mut Vec<UiAction>) {
    let rank = match (word.chosen, word.open) {
        (true, _) => Rank::Chosen,
        (false, true) => Rank::Plain,
        (false, false) => Rank::Struck,
    };
    let height = if fold.two_rows { fold.height() } else { 34.0 };
    let label = fold.word(word);
    let response = widgets::key_button(ui, &digit(n), &label, rank, height);
    if response.clicked() && rank == Rank::Plain {
        ui_actions.push(word.ui_action.clone());
    }
    if *label != *word.label {
        response.on_hover_text(&*word.label);
    }
}

/// The button of a verb; where it cannot be used now, its tooltip says why.
fn verb(ui: &mut Ui, fold: Fold, button: &VerbButton, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    let (verb, allowed) = (&button.verb, &button.open);
    let taken_up = shown.draft().is_some_and(|draft| draft.verb().id == verb.id);
    let rank = match (allowed, taken_up) {
        (_, true) => Rank::Chosen,
        (Ok(()), _) => Rank::Plain,
        (Err(_), _) => Rank::Struck,
    };
    let response = widgets::key_button(
        ui,
        &shown.preferences.verb_key(&button.verb),
        fold.label(button, shown),
        rank,
        fold.height(),
    );
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

/// The short word on a button.
fn short(label: &str) -> &str {
    if label.len() <= 10 { label } else { label.split(' ').next().unwrap_or(label) }
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
    fn one_row_holds_all() {
        assert_eq!(part(&[50.0, 60.0], false), (2, 110.0 + 2.0 * GAP));
    }
}
