//! The bottom bar: what is chosen, in words; the verbs; choices and numbers; the gold button; the end.

use std::borrow::Cow;

use bevy_egui::egui::{self, Align, CornerRadius, Layout, Rect, RichText, Sense, Stroke, Ui, Vec2};

use super::shown::Shown;
use crate::{
    forces::PieceId,
    orders::{ArgumentKind, Leg, Refusal},
    screen::{
        deeds::Deed,
        preferences::UNDO,
        session::{Draft, VerbButton},
        theme,
        widgets::{self, Rank},
    },
    turn::Ask,
};

/// Shows the bottom bar in a window this wide.
pub fn show(ui: &mut Ui, width: f32, narrow: bool, shown: &Shown, deeds: &mut Vec<Deed>) {
    let rect = Rect::from_min_size(ui.max_rect().min, Vec2::new(width, theme::BOTTOM_BAR));
    ui.painter().rect_filled(rect, CornerRadius::ZERO, theme::TABLE);
    ui.painter().hline(rect.x_range(), rect.top() + 1.0, Stroke::new(2.0, theme::BRASS));
    ui.allocate_rect(rect, Sense::click_and_drag());
    let inside = rect.shrink2(Vec2::new(16.0, 8.0));
    ui.scope_builder(egui::UiBuilder::new().max_rect(inside).layout(Layout::left_to_right(Align::Center)), |ui| {
        chosen(ui, if narrow { 220.0 } else { 310.0 }, shown, deeds);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ends(ui, narrow, shown, deeds);
            if let (true, Some(draft)) = (shown.person, shown.draft()) {
                commit(ui, narrow, draft, deeds);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                if let (true, Some(ask)) = (shown.person, shown.ask) {
                    verbs(ui, narrow, ask, shown, deeds);
                }
            });
        });
    });
}

fn chosen(ui: &mut Ui, width: f32, shown: &Shown, deeds: &mut Vec<Deed>) {
    let (first, second) = words(shown);
    ui.allocate_ui_with_layout(Vec2::new(width, 50.0), Layout::top_down(Align::Min), |ui| {
        ui.set_width(width);
        ui.spacing_mut().item_spacing.y = 1.0;
        ui.add_space(6.0);
        let bold = egui::FontId::new(theme::SIZE_BODY, theme::bold_family());
        ui.add(egui::Label::new(RichText::new(&first).font(bold).color(theme::IVORY)).truncate()).on_hover_text(&first);
        ui.horizontal(|ui| {
            let text = RichText::new(&second).size(theme::SIZE_BODY).color(theme::BRASS_LIGHT);
            ui.add(egui::Label::new(text).truncate()).on_hover_text(&second);
            if let Some(refusal) = shown.draft().and_then(Draft::refusal) {
                bar_link(ui, refusal, deeds);
            }
        });
    });
}

fn bar_link(ui: &mut Ui, refusal: &Refusal, deeds: &mut Vec<Deed>) {
    let text = RichText::new(refusal.rule.0.as_str()).size(theme::SIZE_LINK).color(theme::IVORY).underline();
    if ui.add(egui::Label::new(text).sense(Sense::click()).extend()).clicked() {
        deeds.push(Deed::OpenRule(refusal.rule.clone()));
    }
}

/// What is chosen and what comes next, in two lines.
fn words(shown: &Shown) -> (String, String) {
    if shown.past {
        return ("This is the past.".into(), "Space goes back to what happens now.".into());
    }
    let view = shown.view();
    if let Some(draft) = shown.draft() {
        let order = draft.shown();
        let unit = order.unit.filter(|unit| view.knows_unit(*unit)).map(|unit| view.unit(unit).name.clone());
        let his = |piece: &PieceId| view.knows_piece(*piece) && Some(view.unit_of(*piece)) == order.unit;
        let unit = unit.filter(|_| order.pieces.iter().all(his));
        let men = match (order.pieces.len(), unit.as_deref()) {
            (0, Some(unit)) => unit.to_string(),
            (1, _) if view.knows_piece(order.pieces[0]) => view.name_alone(order.pieces[0]).to_owned(),
            (n, Some(unit)) => format!("{n} of {unit}"),
            (n, None) if n > 0 => format!("{n} chosen"),
            _ => draft.verb().label.to_string(),
        };
        let first = format!("{}: {men}", draft.verb().label);
        let second = match (draft.refusal(), draft.plan()) {
            (Some(refusal), _) => format!("Not so: {}.", refusal.reason),
            (None, Some(plan)) if !plan.warnings.is_empty() => plan.warnings.join("; "),
            _ => draft.prompt(),
        };
        return (first, second);
    }
    match shown.ask {
        Some(ask) if !shown.person => {
            (format!("The computer thinks for the {}.", view.side_named(ask.side).short), String::new())
        }
        Some(ask) => {
            let unit = ask
                .unit
                .filter(|unit| view.knows_unit(*unit))
                .map_or_else(|| view.side_named(ask.side).name.clone(), |unit| view.unit(unit).name.clone());
            (unit, "Choose an action, or a man on the table.".into())
        }
        None if shown.battle.outcome().is_some() => ("The battle is over.".into(), "Space opens the report.".into()),
        None => (String::new(), String::new()),
    }
}

/// Points between two buttons.
const GAP: f32 = 7.0;
/// The share of the bar that the verbs may take beside the words of an order.
const ROOM_BESIDE_WORDS: f32 = 0.55;
/// The heights of buttons in one row, and in two.
const HEIGHTS: [f32; 2] = [40.0, 24.0];

fn verbs(ui: &mut Ui, narrow: bool, ask: &Ask, shown: &Shown, deeds: &mut Vec<Deed>) {
    ui.spacing_mut().item_spacing.x = GAP;
    let all = shown.session.buttons().iter().filter(|button| ask.go_on.as_ref() != Some(&button.verb.id));
    let mut buttons: Vec<(&VerbButton, f32)> = all.map(|button| (button, width_of(ui, button, narrow))).collect();
    let sum = |buttons: &[(&VerbButton, f32)]| buttons.iter().map(|(_, width)| width + GAP).sum::<f32>();
    // What an order in hand may say needs the room of the verbs that cannot be used now.
    let room = ui.available_width();
    if shown.draft().is_some() && sum(&buttons) > ROOM_BESIDE_WORDS * room {
        buttons.retain(|(button, _)| button.open.is_ok());
    }
    let wide = sum(&buttons);
    let two = wide > room;
    let height = HEIGHTS[usize::from(two)];
    // Each keeps its place: the first row holds the first half.
    let mut so_far = 0.0;
    let first = buttons.iter().take_while(|(_, width)| {
        so_far += width + GAP;
        !two || so_far - width / 2.0 <= wide / 2.0
    });
    let (first, second) = buttons.split_at(first.count());
    egui::ScrollArea::horizontal().id_salt("verbs").auto_shrink([true, false]).show(ui, |ui| {
        ui.horizontal_centered(|ui| {
            ui.add_space(3.0);
            let row = |ui: &mut Ui, row: &[(&VerbButton, f32)], deeds: &mut Vec<Deed>| {
                for (button, _) in row {
                    verb(ui, narrow, button, height, shown, deeds);
                }
            };
            if two {
                in_two_rows(ui, |ui, second_row| row(ui, if second_row { second } else { first }, deeds));
            } else {
                row(ui, first, deeds);
            }
            if let Some(draft) = shown.draft() {
                arguments(ui, ask, draft, shown, deeds);
            }
        });
    });
}

/// Two rows of low buttons, one over the other.
fn in_two_rows(ui: &mut Ui, mut row: impl FnMut(&mut Ui, bool)) {
    let between = 4.0;
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = between;
        ui.add_space((ui.available_height() - 2.0 * HEIGHTS[1] - between).max(0.0) / 2.0);
        for second in [false, true] {
            ui.horizontal(|ui| row(ui, second));
        }
    });
}

/// Points that the button of a verb is about as wide as.
fn width_of(ui: &Ui, button: &VerbButton, narrow: bool) -> f32 {
    let label = if narrow { short(button.verb.label) } else { button.verb.label };
    let font = egui::FontId::proportional(theme::SIZE_BODY);
    ui.painter().layout_no_wrap(label.to_owned(), font, theme::INK).size().x + 50.0
}

/// The button of a verb; where it cannot be used now, its tooltip says why.
fn verb(ui: &mut Ui, narrow: bool, button: &VerbButton, height: f32, shown: &Shown, deeds: &mut Vec<Deed>) {
    let (verb, allowed) = (&button.verb, &button.open);
    let taken_up = shown.draft().is_some_and(|draft| draft.verb().id == verb.id);
    let rank = match (allowed, taken_up) {
        (_, true) => Rank::Chosen,
        (Ok(()), _) => Rank::Plain,
        (Err(_), _) => Rank::Struck,
    };
    let key = verb.hotkey.to_uppercase().to_string();
    let label = if narrow { short(verb.label) } else { verb.label };
    let response = widgets::key_button(ui, &key, label, rank, height);
    if response.clicked() && rank != Rank::Struck {
        deeds.push(Deed::TakeUp(verb.id.clone()));
    }
    response.on_hover_ui(|ui| {
        ui.label(theme::bold(verb.label));
        match allowed {
            Ok(()) => {
                ui.label(theme::body(verb.hint));
                widgets::rule_link(ui, &verb.rule, deeds);
            }
            Err(refusal) => {
                ui.label(theme::body(format!("Not now: {}.", refusal.reason)));
                widgets::rule_link(ui, &refusal.rule, deeds);
            }
        }
    });
}

/// The short word on a button in a narrow window.
fn short(label: &str) -> &str {
    if label.len() <= 10 { label } else { label.split(' ').next().unwrap_or(label) }
}

/// One of the words that an order may carry.
struct Word<'a> {
    label: Cow<'a, str>,
    chosen: bool,
    deed: Deed,
}

/// The most words that stand in one row.
const ONE_ROW: usize = 3;

/// A button for each word, in two rows if there are many.
fn choices(ui: &mut Ui, words: &[Word], deeds: &mut Vec<Deed>) {
    let two = words.len() > ONE_ROW;
    let height = if two { HEIGHTS[1] } else { 34.0 };
    let in_row = |ui: &mut Ui, row: &[Word], deeds: &mut Vec<Deed>| {
        for word in row {
            let rank = if word.chosen { Rank::Chosen } else { Rank::Plain };
            if widgets::key_button(ui, "", &word.label, rank, height).clicked() && !word.chosen {
                deeds.push(word.deed.clone());
            }
        }
    };
    if !two {
        in_row(ui, words, deeds);
        return;
    }
    let (first, second) = words.split_at(words.len().div_ceil(2));
    in_two_rows(ui, |ui, second_row| in_row(ui, if second_row { second } else { first }, deeds));
}

fn arguments(ui: &mut Ui, ask: &Ask, draft: &Draft, shown: &Shown, deeds: &mut Vec<Deed>) {
    let order = draft.order();
    let mut words: Vec<Word> = Vec::new();
    // Who may be named but need not: a word for all of them, and one for none.
    if draft.verb().takes.contains(&ArgumentKind::Pieces) && order.unit.is_some() {
        let of_unit = shown.session.pieces_of_draft();
        words.extend([("All", true), ("Nobody", false)].map(|(label, all)| Word {
            label: label.into(),
            chosen: if all { order.pieces.len() == of_unit.len() } else { order.pieces.is_empty() },
            deed: Deed::Muster(all),
        }));
    }
    if draft.takes(ArgumentKind::Choice) {
        words.extend(ask.choices.iter().map(|(id, label)| Word {
            label: label.as_str().into(),
            chosen: order.choice.as_ref() == Some(id),
            deed: Deed::Choose(id.clone()),
        }));
    }
    if draft.takes(ArgumentKind::Formation) {
        let all = shown.battle.vocabulary().formations.iter().map(|formation| Word {
            label: formation.label.into(),
            chosen: order.formation.as_ref() == Some(&formation.id),
            deed: Deed::Form(formation.id.clone()),
        });
        let open =
            all.filter(|word| word.chosen || matches!(&word.deed, Deed::Form(id) if draft.formations().contains(id)));
        words.extend(open);
    }
    words.extend(targets(draft, shown));
    let storeys = storeys(draft, shown);
    let stepped = storeys.is_empty();
    words.extend(storeys);
    choices(ui, &words, deeds);
    // A number that may be left out is asked for only where there is a range to choose from.
    let asked = ask.numbers.is_some() || draft.verb().needs.contains(&ArgumentKind::Number);
    if draft.takes(ArgumentKind::Number) && asked && stepped && !means_storey(draft) {
        number(ui, ask, draft, deeds);
    }
}

/// A number, by steps or by dragging.
fn number(ui: &mut Ui, ask: &Ask, draft: &Draft, deeds: &mut Vec<Deed>) {
    let (least, most) = ask.numbers.unwrap_or((0.0, 100.0));
    let mut number = draft.order().number.unwrap_or(least);
    ui.spacing_mut().interact_size.y = 34.0;
    if widgets::key_button(ui, "", "\u{2212}", Rank::Plain, 34.0).clicked() {
        deeds.push(Deed::Count((number - 1.0).max(least)));
    }
    let stepper = egui::DragValue::new(&mut number).range(least..=most).speed(0.1).max_decimals(1);
    if ui.add(stepper).changed() {
        deeds.push(Deed::Count(number));
    }
    if widgets::key_button(ui, "", "+", Rank::Plain, 34.0).clicked() {
        deeds.push(Deed::Count((number + 1.0).min(most)));
    }
}

/// A press within so many inches of stairs is on them.
const ON_STAIRS: f32 = 0.5;

/// Whether the number of an order is a storey: that of the place it points at. Where it takes a layout, it is a spacing.
fn means_storey(draft: &Draft) -> bool {
    let place = draft.takes(ArgumentKind::FreePath) && !draft.takes(ArgumentKind::Formation);
    draft.takes(ArgumentKind::Number) && !draft.verb().needs.contains(&ArgumentKind::Number) && place
}

/// The storeys of the house that is pointed at: where a way comes to stairs, those to climb to; else those that may be
/// meant, in place of a number.
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
    let climbs = draft.takes(ArgumentKind::FreePath) && draft.takes(ArgumentKind::Formation);
    let means = means_storey(draft);
    let at_stairs = climbs && house.stairs.iter().any(|stairs| stairs.distance(at) <= ON_STAIRS);
    if !means && !at_stairs {
        return Vec::new();
    }
    let word = |storey: u8| Word {
        label: format!("Storey {storey}").into(),
        chosen: match order.path.last() {
            Some(Leg::Climb(to)) => *to == storey,
            _ => means && order.number == Some(f32::from(storey)),
        },
        deed: if means { Deed::Count(f32::from(storey)) } else { Deed::Climb(storey) },
    };
    (1..=house.storeys).map(word).collect()
}

/// The most targets that get a button of their own; more are pointed at on the table.
const TARGET_BUTTONS: usize = 6;

/// The targets that the rules allow, as buttons, so that they can be chosen without pointing.
fn targets<'a>(draft: &Draft, shown: &Shown<'a>) -> Vec<Word<'a>> {
    let view = shown.view();
    let mut words = Vec::new();
    if draft.takes(ArgumentKind::Target) && draft.order().target.is_none() {
        let pieces = shown.session.possible_targets();
        if pieces.len() <= TARGET_BUTTONS {
            let known = pieces.into_iter().filter(|piece| view.knows_piece(*piece));
            let word =
                |piece| Word { label: view.piece(piece).name.as_str().into(), chosen: false, deed: Deed::Shoot(piece) };
            words.extend(known.map(word));
        }
    }
    if draft.takes(ArgumentKind::TargetUnit) {
        let offered = shown.session.candidates().iter().filter(|order| order.verb == draft.verb().id);
        let mut units: Vec<_> = offered.filter_map(|order| order.target_unit).collect();
        units.sort_unstable();
        units.dedup();
        if units.len() <= TARGET_BUTTONS {
            let known = units.into_iter().filter(|unit| view.knows_unit(*unit));
            let word = |unit| Word {
                label: view.unit(unit).name.as_str().into(),
                chosen: draft.order().target_unit == Some(unit),
                deed: Deed::Aim(unit),
            };
            words.extend(known.map(word));
        }
    }
    words
}

/// The gold button, which does what it says, and the one that lays the order down; from right to left.
fn commit(ui: &mut Ui, narrow: bool, draft: &Draft, deeds: &mut Vec<Deed>) {
    if widgets::key_button(ui, "Esc", "", Rank::Bar, 30.0).on_hover_text("Lay it down again").clicked() {
        deeds.push(Deed::LayDown);
    }
    let Some(plan) = draft.plan().filter(|_| draft.waits_for().is_none()) else { return };
    let label = if plan.summary.is_empty() { draft.verb().label } else { plan.summary.as_str() };
    let response = widgets::key_button(ui, "Enter", &clip(label, if narrow { 22 } else { 40 }), Rank::Gold, 40.0);
    if response.clicked() {
        deeds.push(Deed::Commit);
    }
    response.on_hover_ui(|ui| {
        ui.label(theme::bold(&plan.summary));
        for warning in &plan.warnings {
            ui.label(theme::body(warning).color(theme::TARGET));
        }
    });
}

/// A text cut to so many letters.
pub fn clip(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    text.chars().take(most.saturating_sub(1)).chain(['\u{2026}']).collect()
}

fn ends(ui: &mut Ui, narrow: bool, shown: &Shown, deeds: &mut Vec<Deed>) {
    if shown.past {
        if widgets::key_button(ui, "Space", "Back to now", Rank::Gold, 40.0).clicked() {
            deeds.push(Deed::Live);
        }
        return;
    }
    if shown.ask.is_none() && shown.battle.outcome().is_some() && shown.cursor >= shown.log.len() {
        if widgets::key_button(ui, "Space", "Report", Rank::Gold, 40.0).clicked() {
            deeds.push(Deed::Open(crate::screen::stage::Stage::Report));
        }
        return;
    }
    if let (true, Some(ask)) = (shown.person, shown.ask) {
        if let Some(verb) = ask.go_on.as_ref().and_then(|id| shown.battle.vocabulary().verb(id)) {
            let rank = if ask.verbs.len() <= 1 { Rank::Gold } else { Rank::Plain };
            let response = widgets::key_button(ui, "Space", verb.label, rank, 40.0);
            if response.clicked() {
                deeds.push(Deed::GoOn);
            }
            response.on_hover_ui(|ui| {
                ui.label(theme::body(verb.hint));
                widgets::rule_link(ui, &verb.rule, deeds);
            });
        }
    } else if widgets::key_button(
        ui,
        "Space",
        if shown.session.playback().paused() { "Play on" } else { "Pause" },
        Rank::Plain,
        40.0,
    )
    .clicked()
    {
        deeds.push(Deed::Pause);
    }
    let undo = shown.session.can_undo();
    let rank = if undo.is_ok() { Rank::Plain } else { Rank::Struck };
    let response = widgets::key_button(ui, shown.likes.key(&UNDO), if narrow { "" } else { "Undo" }, rank, 40.0);
    match &undo {
        Ok(()) => {
            if response.on_hover_text("Takes the last order back; cards and dice stay as they are.").clicked() {
                deeds.push(Deed::Undo);
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

    #[test]
    fn a_long_summary_is_cut_with_an_ellipsis() {
        assert_eq!(clip("Nine men march", 20), "Nine men march");
        assert_eq!(clip("Nine men march", 6), "Nine \u{2026}");
    }
}
