//! What a player is told when a kind of question is put to him for the first time.

use bevy_egui::egui::{self, Rect, Vec2};
use std::{collections::BTreeMap, sync::LazyLock};

use super::{CARD, LEFT_OVER, shown::Shown};
use crate::{
    theme,
    ui_action::UiAction,
    widgets::{self, Rank},
};
use grapeshot_floor::events::RuleId;

/// The texts by the rules that ask.
static HINTS: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    ron::from_str(include_str!("../../../../assets/hints.ron")).expect("the game's own hints are good")
});

/// The text about the question of a rule, if there is one.
pub fn text(rule: &str) -> Option<&'static str> {
    HINTS.get(rule).map(String::as_str)
}

/// The rule of the question that stands and its text, if its player has not been told of it yet.
fn wanted(shown: &Shown) -> Option<(RuleId, &'static str)> {
    let ask = shown.ask.filter(|_| shown.person && shown.session.lesson_script().is_none())?;
    let kind = shown.battle.vocabulary().questions.iter().find(|kind| kind.id == ask.kind)?;
    let likes = shown.preferences;
    let told = !likes.hints || likes.hinted.contains(kind.rule.0.as_str());
    Some((kind.rule.clone(), text(&kind.rule.0)?)).filter(|_| !told)
}

/// Shows the card, if there is something to be told and room for it; returns the room that is left beside it.
pub fn show(ctx: &egui::Context, room: Rect, shown: &Shown, ui_actions: &mut Vec<UiAction>) -> Rect {
    let Some((rule, text)) = wanted(shown).filter(|_| room.width() >= CARD + LEFT_OVER) else { return room };
    let min = room.min + Vec2::splat(theme::MARGIN);
    super::over_table(ctx, ("hint", true), min, CARD, room, |ui| {
        ui.add(egui::Label::new(theme::body(text)).wrap());
        ui.horizontal_wrapped(|ui| {
            if widgets::key_button(ui, "", &rule.0, Rank::Plain, 28.0).clicked() {
                ui_actions.push(UiAction::OpenRule(rule.clone()));
            }
            if widgets::key_button(ui, "", "I see", Rank::Gold, 28.0).clicked() {
                ui_actions.push(UiAction::Hinted(rule.clone()));
            }
            if widgets::key_button(ui, "", "No more hints", Rank::Plain, 28.0).clicked() {
                ui_actions.push(UiAction::NoHints);
            }
        });
    });
    room.with_min_x(min.x + CARD + theme::MARGIN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grapeshot_floor::{rulebook_text, turn::Rulebooks};
    use grapeshot_game::battle::simulation_world;
    use std::collections::BTreeSet;

    #[test]
    fn every_question_has_a_hint_of_two_sentences_and_every_hint_a_question() {
        let world = simulation_world(grapeshot_rulesets::plugin);
        let mut asked = BTreeSet::new();
        for book in world.resource::<Rulebooks>().iter() {
            for kind in &book.vocabulary.questions {
                let told = text(&kind.rule.0).unwrap_or_else(|| panic!("{}: {} has no hint", book.title, kind.rule.0));
                assert_eq!(
                    told.matches(['.', '?']).count() - told.matches("...").count(),
                    2,
                    "{}: {told}",
                    kind.rule.0
                );
                assert!(rulebook_text::rule(&kind.rule.0).is_some(), "{} is a rule", kind.rule.0);
                asked.insert(kind.rule.0.to_string());
            }
        }
        let hints: BTreeSet<String> = HINTS.keys().cloned().collect();
        assert_eq!(hints, asked);
    }
}
