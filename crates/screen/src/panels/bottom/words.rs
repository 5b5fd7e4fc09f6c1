//! The words that an order may carry besides its verb: pieces, choices, formations, storeys, targets, numbers.

use bevy_egui::egui::{self, Ui};
use smol_str::SmolStr;
use std::borrow::Cow;

use super::super::shown::Shown;
use crate::{
    session::Draft,
    ui_action::UiAction,
    widgets::{self, Rank},
};
use grapeshot_floor::{
    forces::{PieceId, UnitId},
    orders::{ArgumentKind, Leg, PlannedMove},
    turn::Ask,
};

/// Points that the stepper of a number takes.
pub(super) const NUMBER_ROOM: f32 = 150.0;

/// One of the words that an order may carry.
pub struct Word<'a> {
    /// The text on its button.
    pub label: Cow<'a, str>,
    /// Whether the order carries it.
    pub chosen: bool,
    /// What choosing it does.
    pub ui_action: UiAction,
    /// Whether it can be chosen now.
    pub open: bool,
}

impl<'a> Word<'a> {
    fn new(label: impl Into<Cow<'a, str>>, chosen: bool, ui_action: UiAction) -> Self {
        Self { label: label.into(), chosen, ui_action, open: true }
    }

    /// Whether a click on it does something: a word that the order carries already can only be taken back where it says
    /// so.
    pub fn acts(&self) -> bool {
        self.open && (!self.chosen || matches!(self.ui_action, UiAction::Hasten(_)))
    }
}

/// The words that the order in hand may carry.
pub fn of<'a>(ask: &'a Ask, draft: &Draft, shown: &Shown<'a>) -> Vec<Word<'a>> {
    let order = draft.order();
    let mut words: Vec<Word> = Vec::new();
    if draft.takes(ArgumentKind::Commander) && draft.commanders().len() > 1 {
        words.extend(draft.commanders().iter().map(|commander| {
            let label = format!("By {}", shown.session.short_name(*commander));
            Word::new(label, order.unit == Some(*commander), UiAction::Command(*commander))
        }));
    }
    // For pieces that may be named but need not be, there is a word for all of them and one for none.
    if draft.verb().takes.contains(&ArgumentKind::Pieces) && order.unit.is_some() {
        let of_unit = shown.session.pieces_of_draft();
        words.extend([("All", true), ("Nobody", false)].map(|(label, all)| {
            let chosen = if all { order.pieces.len() == of_unit.len() } else { order.pieces.is_empty() };
            Word::new(label, chosen, UiAction::Muster(all))
        }));
    }
    if draft.takes(ArgumentKind::Also) && !ask.second.is_empty() && !order.pieces.is_empty() {
        let all = shown.session.all_hasten();
        words.push(Word::new(format!("All {}", ask.second), all, UiAction::Hasten(!all)));
    }
    if draft.takes(ArgumentKind::Choice) || draft.takes(ArgumentKind::Bend) {
        let open = ask.choices_of(&draft.verb().id).filter(|(id, _)| draft.is_open(id));
        words
            .extend(open.map(|(id, label)| Word::new(label.as_str(), draft.chooses(id), UiAction::Choose(id.clone()))));
    }
    if draft.takes(ArgumentKind::Formation) {
        let label = |word: &SmolStr| shown.battle.vocabulary().formation(word).map_or("", |formation| formation.label);
        words.extend(draft.formations().iter().map(|(word, open)| Word {
            open: *open,
            ..Word::new(label(word), draft.takes_up(word), UiAction::Form(word.clone()))
        }));
    }
    if draft.takes(ArgumentKind::Steps) && draft.takes(ArgumentKind::BodyPath) {
        let faced = matches!(order.path.last(), Some(Leg::AboutFace));
        words.push(Word::new("face about", faced, UiAction::FaceAbout));
    }
    words.extend(targets(draft, shown));
    words.extend(storeys(draft, shown));
    words
}

/// Whether a number is asked for by steps. A number that may be left out is asked for only where there is a range to
/// choose from.
pub fn wants_number(ask: &Ask, draft: &Draft, shown: &Shown) -> bool {
    let asked = ask.numbers.is_some() || draft.verb().needs.contains(&ArgumentKind::Number);
    draft.takes(ArgumentKind::Number) && asked && !means_storey(draft) && storeys(draft, shown).is_empty()
}

/// The number from which the one of an order is stepped. An order that may leave it out means all there is: the inches
/// of its way, if it has one.
pub fn number_now(ask: &Ask, draft: &Draft) -> f32 {
    let (least, most) = ask.numbers.unwrap_or((0.0, 100.0));
    let way = || draft.plan().and_then(|plan| PlannedMove::dearest(&plan.moves));
    let whole = || way().map_or(most, |way| way.cost.total().ceil().clamp(least, most));
    let needed = draft.verb().needs.contains(&ArgumentKind::Number);
    draft.order().number.unwrap_or_else(|| if needed { least } else { whole() })
}

/// A number, by steps or by dragging.
pub(super) fn number(ui: &mut Ui, ask: &Ask, draft: &Draft, ui_actions: &mut Vec<UiAction>) {
    let (least, most) = ask.numbers.unwrap_or((0.0, 100.0));
    let mut number = number_now(ask, draft);
    ui.spacing_mut().interact_size.y = 34.0;
    if widgets::key_button(ui, "", "\u{2212}", Rank::Plain, 34.0).clicked() {
        ui_actions.push(UiAction::Count((number - 1.0).max(least)));
    }
    // A question between whole numbers asks for a count; a number of inches has its tenths.
    let whole = ask.numbers.is_some_and(|(least, most)| least.fract() == 0.0 && most.fract() == 0.0);
    let stepper = egui::DragValue::new(&mut number).range(least..=most);
    let stepper =
        if whole { stepper.speed(0.05).fixed_decimals(0) } else { stepper.speed(0.1).min_decimals(0).max_decimals(1) };
    if ui.add(stepper).changed() {
        ui_actions.push(UiAction::Count(if whole { number.round() } else { number }));
    }
    if widgets::key_button(ui, "", "+", Rank::Plain, 34.0).clicked() {
        ui_actions.push(UiAction::Count((number + 1.0).min(most)));
    }
}

/// Inches from stairs within which a press is on them.
const ON_STAIRS: f32 = 0.5;

/// Whether the number of an order is a storey: the storey of the place it points at. In an order that takes a layout it
/// is a spacing.
fn means_storey(draft: &Draft) -> bool {
    let place = draft.takes(ArgumentKind::FreePath) && !draft.takes(ArgumentKind::Formation);
    draft.takes(ArgumentKind::Number) && !draft.verb().needs.contains(&ArgumentKind::Number) && place
}

/// The storeys of the house that is pointed at: where a way comes to stairs, the storeys to climb to; else those that
/// the order may name, in place of a number.
fn storeys(draft: &Draft, shown: &Shown) -> Vec<Word<'static>> {
    let view = shown.view();
    let order = draft.order();
    let way = order.path.iter().rev().find_map(|leg| match leg {
        Leg::To(point) => Some(*point),
        _ => None,
    });
    let at = way.or_else(|| order.target.map(|piece| view.place(piece).at));
    let house = at.and_then(|at| Some((at, &view.terrain().buildings[view.ground().building_at(at)?])));
    let Some((at, house)) = house.filter(|(_, house)| house.storeys > 1) else { return Vec::new() };
    let goes_there = draft.takes(ArgumentKind::FreePath) || draft.takes(ArgumentKind::Place);
    let climbs = goes_there && draft.takes(ArgumentKind::Formation);
    let means = means_storey(draft);
    let at_stairs = climbs && house.stairs.iter().any(|stairs| stairs.distance(at) <= ON_STAIRS);
    if !means && !at_stairs {
        return Vec::new();
    }
    let word = |storey: u8| {
        let chosen = match order.path.last() {
            Some(Leg::Climb(to)) => *to == storey,
            _ => means && order.number == Some(f32::from(storey)),
        };
        let ui_action = if means { UiAction::Count(f32::from(storey)) } else { UiAction::Climb(storey) };
        Word::new(format!("Storey {storey}"), chosen, ui_action)
    };
    (1..=house.storeys).map(word).collect()
}

/// The most targets that get a button of their own; more are pointed at on the table.
const TARGET_BUTTONS: usize = 6;

/// The targets that the rules allow, as buttons, so that they can be chosen without pointing.
fn targets<'a>(draft: &Draft, shown: &Shown<'a>) -> Vec<Word<'a>> {
    let view = shown.view();
    let mut words = Vec::new();
    if draft.order().target.is_none() && draft.targets().len() <= TARGET_BUTTONS {
        let word = |piece: &PieceId| {
            let label = match view.unit_of(*piece) {
                unit if shown.session.is_block(unit) => shown.session.short_name(unit),
                _ => view.piece(*piece).name.as_str(),
            };
            Word::new(label, false, UiAction::Shoot(*piece))
        };
        words.extend(draft.targets().iter().map(word));
    }
    if draft.target_units().len() <= TARGET_BUTTONS {
        let word = |unit: &UnitId| {
            let chosen = draft.order().target_unit == Some(*unit);
            Word::new(view.unit(*unit).name.as_str(), chosen, UiAction::Aim(*unit))
        };
        words.extend(draft.target_units().iter().map(word));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use grapeshot_floor::{
        forces::SideId,
        orders::{Order, Verb, VerbId},
    };

    #[test]
    fn a_number_that_may_be_left_out_is_stepped_down_from_the_most() {
        let verb = Verb::new(VerbId::new("follow"), "Follow", "", 'F', "X-1.1").takes(&[ArgumentKind::Number]);
        let ask = Ask::new("evaded", SideId(0), "X-1.1", "How far?", [verb.id.clone()]).numbers(0.0, 7.0);
        let order = Order::new(SideId(0), &verb.id);
        assert_eq!(number_now(&ask, &Draft::new(verb.clone(), order.clone())), 7.0);
        assert_eq!(number_now(&ask, &Draft::new(verb, order.number(3.0))), 3.0);
    }
}
