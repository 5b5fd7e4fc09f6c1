//! The bottom bar: what is chosen, in words; the verbs; choices and numbers; the gold button; the button that ends a
//! part of the turn.
//!
//! 1. [`verbs`]: their buttons; buttons that have no room are a click away. 2. [`words`]: what else an order may carry.

mod verbs;
pub mod words;

use bevy_egui::egui::{self, Align, CornerRadius, Layout, Rect, RichText, Sense, Stroke, Ui, Vec2, text::LayoutJob};
use std::collections::BTreeSet;

use super::{allotment, shown::Shown};
use crate::{
    preferences::{PEEK, UNDO},
    session::{Draft, only_goes_on},
    theme,
    ui_action::UiAction,
    widgets::{self, Rank},
};
use grapeshot_floor::{
    english,
    forces::{PieceId, UnitId},
    orders::{ArgumentKind, Plan, PlannedMove, Refusal, Verb},
};
use grapeshot_game::battle::script::Task;

/// Below this width in points everything but the verbs takes less room.
const SCANT: f32 = 1150.0;

/// The most letters that say what going on without doing more means.
const ENDING: usize = 30;

/// Points for the words in the bar while it has no buttons for orders.
const WORDS: f32 = 400.0;

/// Points for the link to a rule beside what it forbids.
const LINK_ROOM: f32 = 66.0;

/// Below this width in points the verbs have a row of their own.
const SMALL: f32 = 1000.0;
/// The height of that row.
const SECOND_ROW: f32 = 44.0;

/// The height of the bottom bar in a window this wide.
pub fn height(width: f32) -> f32 {
    if width < SMALL { theme::BOTTOM_BAR + SECOND_ROW } else { theme::BOTTOM_BAR }
}

/// Shows the bottom bar in a window this wide. At a young question no click goes on or pauses without doing
/// more.
pub fn show(ui: &mut Ui, width: f32, narrow: bool, young: bool, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    let rect = Rect::from_min_size(ui.max_rect().min, Vec2::new(width, height(width)));
    ui.painter().rect_filled(rect, CornerRadius::ZERO, theme::TABLE);
    ui.painter().hline(rect.x_range(), rect.top() + 1.0, Stroke::new(2.0, theme::BRASS));
    ui.allocate_rect(rect, Sense::click_and_drag());
    let (scant, small) = (width < SCANT, width < SMALL);
    let mut inside = rect.shrink2(Vec2::new(if small { 8.0 } else { 16.0 }, 6.0));
    let verbs = |ui: &mut Ui, ui_actions: &mut Vec<UiAction>| {
        if let (true, Some(ask)) = (shown.person, shown.ask) {
            match shown.session.allotment().filter(|_| shown.draft().is_none()) {
                Some(allotment) => {
                    allotment::buttons(ui, shown, allotment, ui_actions);
                    // The other verbs that may answer have their buttons beside them.
                    let other = |verb: &Verb| verb.id != allotment.verb && !only_goes_on(ask, verb);
                    if shown.session.buttons().iter().any(|button| other(&button.verb)) {
                        verbs::show(ui, ask, shown, ui_actions);
                    }
                }
                None => verbs::show(ui, ask, shown, ui_actions),
            }
        }
    };
    if small {
        let row = Rect::from_min_size(inside.min, Vec2::new(inside.width(), SECOND_ROW + 14.0));
        inside.min.y += SECOND_ROW + 14.0;
        let builder = egui::UiBuilder::new().max_rect(row).layout(Layout::left_to_right(Align::Center));
        ui.scope_builder(builder, |ui| verbs(ui, ui_actions));
    }
    ui.scope_builder(egui::UiBuilder::new().max_rect(inside).layout(Layout::left_to_right(Align::Center)), |ui| {
        let room: f32 = match (narrow, scant) {
            (_, true) => 180.0,
            (true, false) => 220.0,
            (false, false) => 310.0,
        };
        let room = if shown.person { room } else { room.max(WORDS) };
        // In a small window the order in hand needs the room; the question stands above.
        if !small || shown.draft().is_none() {
            chosen(ui, room, shown, ui_actions);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ends(ui, narrow, young, shown, ui_actions);
            if let (true, Some(draft)) = (shown.person, shown.draft()) {
                let letters = match (narrow, scant) {
                    (_, true) => 16,
                    (true, false) => 22,
                    (false, false) => 40,
                };
                commit(ui, letters, draft, shown, ui_actions);
            }
            if !small {
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| verbs(ui, ui_actions));
            }
        });
    });
}

fn chosen(ui: &mut Ui, width: f32, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    let (first, second) = words(shown);
    let refusal = shown.draft().and_then(Draft::refusal);
    let room = width - if refusal.is_some() { LINK_ROOM } else { 0.0 };
    let (second_line, rows) = in_two_rows(ui, &second, room);
    // A label in a row would stretch it over all of the bar.
    let second_line = ui.painter().layout_job(second_line);
    ui.allocate_ui_with_layout(Vec2::new(width, 50.0), Layout::top_down(Align::Min), |ui| {
        ui.set_width(width);
        ui.spacing_mut().item_spacing.y = 1.0;
        ui.add_space(if rows > 1 { 1.0 } else { 6.0 });
        let bold = egui::FontId::new(theme::SIZE_BODY, theme::bold_family());
        ui.add(egui::Label::new(RichText::new(&first).font(bold).color(theme::IVORY)).truncate()).on_hover_text(&first);
        ui.horizontal(|ui| {
            ui.add(egui::Label::new(second_line)).on_hover_text(&second);
            if let Some(refusal) = refusal {
                bar_link(ui, refusal, ui_actions);
            }
        });
    });
}

/// A text in one row if it fits into this many points, else in two rows of smaller letters; and the number of rows.
fn in_two_rows(ui: &Ui, text: &str, room: f32) -> (LayoutJob, usize) {
    let font = egui::FontId::proportional(theme::SIZE_BODY);
    let long = ui.painter().layout_no_wrap(text.to_owned(), font.clone(), theme::BRASS_LIGHT).size().x;
    if long <= room {
        return (LayoutJob::simple_singleline(text.to_owned(), font, theme::BRASS_LIGHT), 1);
    }
    let font = egui::FontId::proportional(theme::SIZE_SECONDARY);
    let mut job = LayoutJob::simple(text.to_owned(), font, theme::BRASS_LIGHT, room);
    job.wrap.max_rows = 2;
    (job, 2)
}

fn bar_link(ui: &mut Ui, refusal: &Refusal, ui_actions: &mut Vec<UiAction>) {
    let text = RichText::new(refusal.rule.0.as_str()).size(theme::SIZE_LINK).color(theme::IVORY).underline();
    if ui.add(egui::Label::new(text).sense(Sense::click()).extend()).clicked() {
        ui_actions.push(UiAction::OpenRule(refusal.rule.clone()));
    }
}

/// What is chosen and what comes next, in two lines.
fn words(shown: &Shown) -> (String, String) {
    if shown.past {
        return ("This is the past.".into(), "Space goes back to what happens now.".into());
    }
    let view = shown.view();
    if let Some(draft) = shown.draft() {
        return words_of_draft(shown, draft);
    }
    if shown.session.halted() {
        return ("This is what came of the fight.".into(), "Enter goes on when you have read it.".into());
    }
    if shown.session.resting() {
        return ("This is what came of it.".into(), "Space goes on when you have read it.".into());
    }
    if let Some(side) = shown.session.peeking() {
        return (format!("The {} look at what is theirs alone.", view.side_named(side).short), String::new());
    }
    if let Some(card) = shown.session.card().filter(|_| !shown.person) {
        let next = match card.task {
            Task::Read => "Read it, then go on with Enter.",
            Task::Choose(_) => "Choose on the table what it names.",
            Task::Give(_) => "Do what it says.",
        };
        return ("The card waits for you.".into(), next.into());
    }
    match shown.ask {
        Some(ask) if !shown.person => {
            let over = shown.session.thought_over();
            let over = over.map_or_else(String::new, |share| format!("{:.0} % thought over.", share * 100.0));
            (format!("The computer thinks for the {}.", view.side_named(ask.side).short), over)
        }
        Some(ask) => {
            let unit = ask
                .unit
                .filter(|unit| view.knows_unit(*unit))
                .map_or_else(|| view.side_named(ask.side).name.clone(), |unit| view.unit(unit).name.clone());
            let places = view.units().any(|unit| shown.session.placeable(unit).is_some());
            let only = matches!(shown.session.buttons(), [only] if only_goes_on(ask, &only.verb));
            let next = if only {
                "Nothing is left to order here."
            } else if shown.session.allotment().is_some() {
                "Choose units by click, box or list; then press an order."
            } else if places {
                "Drag a unit where it shall stand; its handle turns it."
            } else {
                "Choose an action, or a piece on the table."
            };
            (unit, next.into())
        }
        None if shown.battle.outcome().is_some() => ("The battle is over.".into(), "Space opens the report.".into()),
        None => (String::new(), String::new()),
    }
}

/// The same of an order in the making.
fn words_of_draft(shown: &Shown, draft: &Draft) -> (String, String) {
    let view = shown.view();
    let order = draft.shown();
    // Picked pieces that are all of a unit are called by that unit, though the order does not name it.
    let first = order.pieces.first().filter(|piece| view.knows_piece(**piece)).map(|piece| view.unit_of(*piece));
    let picked = first.filter(|unit| view.present(*unit).count() == order.pieces.len());
    let of = order.unit.or(picked);
    let unit = of.filter(|unit| view.knows_unit(*unit)).map(|unit| view.unit(unit).name.clone());
    let his = |piece: &PieceId| view.knows_piece(*piece) && Some(view.unit_of(*piece)) == of;
    let unit = unit.filter(|_| order.pieces.iter().all(his));
    let men = match (order.pieces.len(), unit.as_deref()) {
        (0, Some(unit)) => Some(unit.to_string()),
        (1, _) if view.knows_piece(order.pieces[0]) => Some(shown.session.name_alone(order.pieces[0]).to_owned()),
        (_, Some(unit)) if order.unit.is_none() => Some(unit.to_string()),
        (n, Some(unit)) => Some(format!("{n} of {unit}")),
        (0, None) => None,
        (n, None) => {
            let known = order.pieces.iter().filter(|piece| view.knows_piece(**piece));
            let units: BTreeSet<UnitId> = known.map(|piece| view.unit_of(*piece)).collect();
            let all: usize = units.iter().map(|unit| view.present(*unit).count()).sum();
            let units = english::count(units.len(), "unit");
            Some(if all == n { units } else { format!("{n} of {units}") })
        }
    };
    let label = &draft.verb().label;
    let first = men.map_or_else(|| label.to_string(), |men| format!("{label}: {men}"));
    let second = match (draft.refusal(), draft.plan()) {
        (Some(refusal), _) => sentence(&refusal.reason),
        (None, Some(plan)) if !plan.reasons().is_empty() => sentence(&plan.reasons().join("; ")),
        (None, Some(_)) if draft.waits_for().is_some() => "A click settles it; Enter gives the order.".into(),
        _ => draft.prompt(),
    };
    (first, second)
}

/// A reason as a sentence.
fn sentence(reason: &str) -> String {
    let mut letters = reason.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

/// Shows, from right to left, the gold button, which gives the order and says what that does, and the button that lays
/// the order down.
fn commit(ui: &mut Ui, letters: usize, draft: &Draft, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    if widgets::key_button(ui, "Esc", "", Rank::Bar, 30.0).on_hover_text("Lay it down again").clicked() {
        ui_actions.push(UiAction::LayDown);
    }
    let Some(plan) = draft.plan().filter(|_| draft.waits_for().is_none()) else { return };
    let response = widgets::key_button(ui, "Enter", &deed(draft, plan, shown, letters), Rank::Gold, 40.0);
    if response.clicked() {
        ui_actions.push(UiAction::Commit);
    }
    response.on_hover_ui(|ui| {
        ui.label(theme::bold(&plan.summary));
        for reason in plan.reasons() {
            ui.label(theme::body(reason).color(theme::TARGET));
        }
    });
}

/// What the order in hand does, its verb first, in at most this many letters.
fn deed(draft: &Draft, plan: &Plan, shown: &Shown, letters: usize) -> String {
    let (verb, order) = (draft.verb().label, draft.order());
    let view = shown.view();
    let unit_of = |piece: PieceId| view.knows_piece(piece).then(|| view.unit_of(piece));
    let target = order.target.and_then(unit_of).or(order.target_unit).filter(|unit| view.knows_unit(*unit));
    if let Some(target) = target.map(|unit| shown.session.short_name(unit)) {
        // Where pieces may be named and none are, others than those of the chosen unit may do it.
        let unit = order.unit.filter(|_| !draft.takes(ArgumentKind::Pieces));
        let doer = order.pieces.first().copied().and_then(unit_of).or(unit);
        let doer = doer.map_or("", |unit| shown.session.short_name(unit));
        let whole = format!("{verb}: {doer} at {target}");
        let fits = !doer.is_empty() && whole.chars().count() <= letters;
        return if fits { whole } else { widgets::clip(&format!("{verb}: {target}"), letters) };
    }
    let choices = || shown.ask.into_iter().flat_map(|ask| ask.choices_of(&draft.verb().id));
    let chosen = order.choice.as_ref().and_then(|word| choices().find(|(known, _)| known == word));
    let way = PlannedMove::dearest(&plan.moves).map_or(0.0, |way| way.cost.total());
    match chosen {
        Some((_, label)) => widgets::clip(&format!("{verb}: {label}"), letters),
        None if way > 0.0 => widgets::clip(&format!("{verb} {}\u{2033}", english::tenths(way)), letters),
        None => widgets::clip(verb, letters),
    }
}

fn ends(ui: &mut Ui, narrow: bool, young: bool, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    if shown.past {
        if widgets::key_button(ui, "Space", "Back to now", Rank::Gold, 40.0).clicked() {
            ui_actions.push(UiAction::Live);
        }
        undo(ui, narrow, shown, ui_actions);
        return;
    }
    if shown.session.halted() {
        // In a small window the button on the panel of the fight may have to be scrolled to.
        if widgets::key_button(ui, "Enter", "Go on", Rank::Gold, 40.0).clicked() {
            ui_actions.push(UiAction::LeaveFight(false));
        }
        undo(ui, narrow, shown, ui_actions);
        return;
    }
    if shown.ask.is_none() && shown.battle.outcome().is_some() && shown.cursor >= shown.log.len() {
        if widgets::key_button(ui, "Space", "Report", Rank::Gold, 40.0).clicked() {
            ui_actions.push(UiAction::Open(crate::stage::Stage::Report));
        }
        undo(ui, narrow, shown, ui_actions);
        return;
    }
    if let (true, Some(ask)) = (shown.person, shown.ask) {
        if let Some(verb) = ask.go_on.as_ref().and_then(|id| shown.battle.vocabulary().verb(id)) {
            // The button that goes on is gold where nothing else is left to do.
            let done = shown.session.allotment().is_some_and(|all| all.open().all(|unit| unit.given.is_some()));
            let rank = if shown.session.buttons().len() <= 1 || done { Rank::Gold } else { Rank::Plain };
            let ending = match ask.ending.as_str() {
                "" => verb.label,
                ending => ending,
            };
            let label =
                if narrow && only_goes_on(ask, verb) { verb.label.to_owned() } else { widgets::clip(ending, ENDING) };
            let response = widgets::key_button(ui, "Space", &label, rank, 40.0);
            if response.clicked() && !young {
                ui_actions.push(UiAction::GoOn);
            }
            response.on_hover_ui(|ui| {
                ui.label(theme::body(if ask.ending.is_empty() { verb.hint } else { ending }));
                widgets::rule_link(ui, &verb.rule, ui_actions);
            });
        }
    } else if shown.session.resting() {
        let label = if shown.session.hand_over().is_some() { "Hand over" } else { "Go on" };
        if widgets::key_button(ui, "Space", label, Rank::Gold, 40.0).clicked() {
            ui_actions.push(UiAction::LeaveRest);
        }
    } else if widgets::key_button(
        ui,
        "Space",
        if shown.session.playback().paused() { "Play on" } else { "Pause" },
        Rank::Plain,
        40.0,
    )
    .clicked()
        && !young
    {
        ui_actions.push(UiAction::Pause);
    }
    if shown.session.thought_over().is_some()
        && widgets::key_button(ui, "Enter", if narrow { "" } else { "Decide now" }, Rank::Plain, 40.0)
            .on_hover_text("Have the computer decide with what it has thought over")
            .clicked()
    {
        ui_actions.push(UiAction::DecideNow);
    }
    if !shown.session.may_peek().is_empty() && shown.session.peeking().is_none() {
        let response =
            widgets::key_button(ui, shown.preferences.key(&PEEK), if narrow { "" } else { "Peek" }, Rank::Plain, 40.0);
        if response.on_hover_text("Look at your own chits while the others look away").clicked() {
            ui_actions.push(UiAction::Cover);
        }
    }
    undo(ui, narrow, shown, ui_actions);
}

/// The button that takes the last order back; while the past is shown, or after the battle, only if an order can be
/// taken back.
fn undo(ui: &mut Ui, narrow: bool, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    let undo = shown.session.can_undo();
    if undo.is_err() && (shown.past || shown.battle.outcome().is_some()) {
        return;
    }
    let rank = if undo.is_ok() { Rank::Plain } else { Rank::Struck };
    let response = widgets::key_button(ui, shown.preferences.key(&UNDO), if narrow { "" } else { "Undo" }, rank, 40.0);
    match &undo {
        Ok(()) => {
            if response.on_hover_text("Takes the last order back; cards and dice stay as they are.").clicked() {
                ui_actions.push(UiAction::Undo);
            }
        }
        Err(reason) => {
            response.on_hover_text(reason);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{library::Library, preferences::Preferences, session::Session};
    use grapeshot_rulesets as rulesets;
    use std::sync::Arc;

    /// The cards of a lesson play the other side; no computer does.
    #[test]
    fn a_card_that_waits_is_no_thought_of_the_computer() {
        let library = Library::shipped();
        let preferences = Preferences::default();
        let mut cards = 0;
        for lesson in &library.lessons {
            let begun = Session::lesson(&lesson.scenario, rulesets::plugin, &lesson.script, 1, Arc::new(|| {}));
            let mut session = begun.unwrap_or_else(|problems| panic!("{}", problems.render(false)));
            while !session.lesson_is_over() {
                let before = session.card_number();
                let (first, second) = words(&Shown::of(&session, &preferences));
                assert!(!first.contains("thinks"), "{}, card {}: {first}", lesson.scenario.id, before.0);
                if first == "The card waits for you." {
                    assert!(!second.is_empty());
                    cards += 1;
                }
                session.show_how();
                if session.has_chosen() {
                    session.turn_card();
                }
                session.skip();
                assert!(session.lesson_is_over() || session.card_number() > before, "{:?}", session.notice());
            }
        }
        assert!(cards > 0, "some card is read while the other side has something to do");
    }

    #[test]
    fn a_refusal_reads_as_a_sentence() {
        assert_eq!(sentence("bases overlap"), "Bases overlap.");
    }

    #[test]
    fn a_long_summary_is_cut_with_an_ellipsis() {
        assert_eq!(widgets::clip("Nine men march", 20), "Nine men march");
        assert_eq!(widgets::clip("Nine men march", 6), "Nine \u{2026}");
    }
}
