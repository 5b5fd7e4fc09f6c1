//! What lies over the table for a while: toasts, captions, notices, what is left undone.

use bevy_egui::egui::{self, Align2, Area, Color32, CornerRadius, Id, Order, Pos2, Rect, Sense, Ui, Vec2};

use super::{Desk, shown::Shown};
use crate::{
    preferences::WHY,
    session::{Session, ThoughtOf},
    theme,
    ui_action::UiAction,
    widgets::{self, Rank},
};
use grapeshot_floor::{events::EventKind, forces::Fate};

/// Seconds that a toast stays.
const TOAST: f64 = 5.0;
/// The most toasts at a time.
const TOASTS: usize = 3;

/// A slip about something that happened and may have been missed.
#[derive(Debug, Clone)]
pub struct Toast {
    text: String,
    at: Option<bevy::math::Vec2>,
    side: Option<grapeshot_floor::forces::SideId>,
    until: f64,
    /// The order of which the event came.
    step: u32,
}

/// Makes toasts of the events that were shown since the last look.
pub fn notice(shown: &Shown, desk: &mut Desk, now: f64) {
    let from = desk.toasted.min(shown.cursor);
    if shown.cursor.saturating_sub(from) < 200 {
        for event in &shown.log[from..shown.cursor] {
            let at = match &event.kind {
                EventKind::Removed { piece, fate: Fate::Fled | Fate::Exited | Fate::Casualty } => {
                    shown.session.shown().piece(*piece).map(|piece| piece.place.at)
                }
                EventKind::Phase { .. } if event.turn > desk.toasted_turn => None,
                _ => continue,
            };
            desk.toasted_turn = event.turn;
            // Several pieces of a unit that are lost at once are one piece of news.
            if desk.toasts.iter().any(|toast| toast.step == event.step && toast.text == event.text) {
                continue;
            }
            let (text, side) = (event.text.clone(), event.side);
            desk.toasts.push(Toast { text, at, side, until: now + TOAST, step: event.step });
        }
    }
    desk.toasted = shown.cursor;
    desk.toasts.retain(|toast| toast.until > now);
    let over = desk.toasts.len().saturating_sub(TOASTS);
    desk.toasts.drain(..over);
}

/// Points that a slip is wide at most, so that it lies on no panel beside the room it is shown in.
fn slip_width(room: Rect, most: f32) -> f32 {
    most.min(room.width() - 20.0)
}

/// Points that slips are wide at most, and that one is high.
const SLIPS: f32 = 440.0;
const SLIP: f32 = 36.0;

/// Where slips lie below the top bar, as high as there is room clear of the panels over the table; none if there is no
/// room.
fn place_of_slips(room: Rect, panels: &[Rect], count: usize) -> Option<Pos2> {
    let size = Vec2::new(slip_width(room, SLIPS), SLIP * count as f32);
    let tops = std::iter::once(room.top()).chain(panels.iter().map(|panel| panel.bottom()));
    let mut places: Vec<Pos2> = tops.map(|top| Pos2::new(room.center().x, top + 10.0)).collect();
    places.sort_by(|a, b| a.y.total_cmp(&b.y));
    places.into_iter().find(|at| {
        let slips = Rect::from_min_size(*at - Vec2::new(size.x / 2.0, 0.0), size);
        room.contains_rect(slips) && !panels.iter().any(|panel| panel.intersects(slips))
    })
}

/// The room that is left to panels, if the slip of what is at stake keeps a place at the foot.
pub fn room_beside_stake(room: Rect, shown: &Shown) -> Rect {
    let foot = if shown.session.at_stake().is_some() { SLIP + 4.0 } else { 0.0 };
    Rect::from_min_max(room.min, room.max - Vec2::new(0.0, foot))
}

/// Shows the toasts between the panels and clear of the panels over the table.
pub fn toasts(
    ctx: &egui::Context,
    room: Rect,
    panels: &[Rect],
    shown: &Shown,
    desk: &Desk,
    ui_actions: &mut Vec<UiAction>,
) {
    let at_stake = shown.session.at_stake();
    if desk.toasts.is_empty() && at_stake.is_none() {
        return;
    }
    // The log tells what has no room here; the slip of what is at stake is always shown.
    let stake = usize::from(at_stake.is_some());
    let whole = place_of_slips(room, panels, desk.toasts.len() + stake).map(|at| (&desk.toasts[..], at));
    let foot = Pos2::new(room.center().x, room.bottom() + 2.0);
    let stake = at_stake.as_ref().map(|_| (&[][..], place_of_slips(room, panels, stake).unwrap_or(foot)));
    let Some((toasts, at)) = whole.or(stake) else { return };
    Area::new(Id::new("toasts")).order(Order::Foreground).pivot(Align2::CENTER_TOP).fixed_pos(at).show(ctx, |ui| {
        ui.set_max_width(slip_width(room, SLIPS));
        if let Some(text) = &at_stake {
            let slip = theme::slip_frame().show(ui, |ui| {
                ui.add(egui::Label::new(theme::bold(format!("Not saved. {text}")).color(theme::TARGET)).truncate());
            });
            slip.response.interact(Sense::hover()).on_hover_text(text);
        }
        for toast in toasts {
            let response = theme::slip_frame()
                .show(ui, |ui| {
                    ui.horizontal(|ui| {
                        let (bar, _) = ui.allocate_exact_size(Vec2::new(5.0, 18.0), Sense::hover());
                        ui.painter().rect_filled(bar, CornerRadius::ZERO, shown.coat_of(toast.side));
                        ui.add(egui::Label::new(theme::body(&toast.text)).truncate());
                    });
                })
                .response
                .interact(Sense::click());
            if let Some(point) = toast.at
                && response.on_hover_text("Go there").clicked()
            {
                ui_actions.push(UiAction::LookAt(point));
            }
        }
    });
}

/// Shows why the computer did what it did last, above the bottom bar.
pub fn caption(ctx: &egui::Context, room: Rect, shown: &Shown, why: bool, ui_actions: &mut Vec<UiAction>) {
    // A reason that is older than the last order would only puzzle.
    let fresh = |step: usize| !shown.past && step + 1 >= shown.battle.orders().len();
    // The caption waits until the player has read the notice in its place, and makes room for the order in hand.
    if shown.session.notice().is_some() || shown.draft().is_some() {
        return;
    }
    // Against a person the computer keeps its thoughts to itself until the battle is over.
    let plays = shown.session.persons() > 0 && shown.battle.outcome().is_none();
    let told = shown.preferences.captions && !plays;
    let caption = shown.session.caption().filter(|caption| told && fresh(caption.step));
    let Some(caption) = caption else { return };
    slip_at_foot(ctx, "caption", room, shown.coat(caption.side), |ui| {
        ui.add(egui::Label::new(theme::bold(&caption.title)).wrap());
        let Some(thought) = &caption.thought else { return };
        ui.add(egui::Label::new(theme::prose(&thought.reason, theme::SIZE_LIST)).wrap());
        if why {
            candidates(ui, &thought.considered, shown.session, ui_actions);
        } else if !thought.considered.is_empty() {
            ui.label(theme::secondary(format!("{}: what else it thought of", shown.preferences.key(&WHY))));
        }
    });
}

/// Shows what came of an order while the table rests at it, above the bottom bar.
pub fn result(ctx: &egui::Context, room: Rect, shown: &Shown) {
    let told = shown.session.rests_at();
    let Some(first) = told.first() else { return };
    slip_at_foot(ctx, "result", room, shown.coat_of(first.side), |ui| {
        for line in &told {
            ui.add(egui::Label::new(theme::bold(&line.text)).wrap());
        }
        ui.label(theme::secondary("Space: go on"));
    });
}

/// A slip above the bottom bar, with a bar in the colour of a side.
fn slip_at_foot(ctx: &egui::Context, id: &str, room: Rect, coat: Color32, words: impl FnOnce(&mut Ui)) {
    let at = Pos2::new(room.center().x, room.bottom() - 10.0);
    Area::new(Id::new(id))
        .order(Order::Foreground)
        .interactable(false)
        .pivot(Align2::CENTER_BOTTOM)
        .fixed_pos(at)
        .show(ctx, |ui| {
            theme::slip_frame().show(ui, |ui| {
                ui.set_max_width((room.width() - 60.0).clamp(240.0, 640.0));
                ui.horizontal(|ui| {
                    let (bar, _) = ui.allocate_exact_size(Vec2::new(5.0, 36.0), Sense::hover());
                    ui.painter().rect_filled(bar, CornerRadius::ZERO, coat);
                    ui.vertical(|ui| {
                        ui.spacing_mut().item_spacing.y = 1.0;
                        words(ui);
                    });
                });
            });
        });
}

/// The orders that the computer thought of, the best first, with what each was worth to it. The one under the pointer
/// shows where it leads on the table.
fn candidates(ui: &mut Ui, considered: &[ThoughtOf], session: &Session, ui_actions: &mut Vec<UiAction>) {
    ui.add_space(3.0);
    if considered.is_empty() {
        ui.label(theme::secondary("It weighed nothing else."));
    }
    let mut foreseen = None;
    for (n, ThoughtOf { text, worth, .. }) in considered.iter().enumerate() {
        let line = ui.horizontal(|ui| {
            ui.allocate_ui(Vec2::new(64.0, 18.0), |ui| {
                ui.set_min_width(64.0);
                ui.label(theme::bold(worth));
            });
            ui.add(egui::Label::new(if n == 0 { theme::bold(text) } else { theme::body(text) }).wrap());
        });
        if ui.rect_contains_pointer(line.response.rect) {
            foreseen = Some(n);
        }
    }
    if considered.iter().any(|order| !order.end.is_empty()) {
        ui.label(theme::secondary("Point at one: a future of it on the table"));
        if foreseen != session.foresees() {
            ui_actions.push(UiAction::Foresee(foreseen));
        }
    }
}

/// Shows a word to the player; returns whether he has read it.
pub fn word(ctx: &egui::Context, room: Rect, text: &str) -> bool {
    let mut read = false;
    at_the_foot(ctx, "word", room, slip_width(room, 520.0), |ui| {
        ui.horizontal(|ui| {
            ui.add(egui::Label::new(theme::body(text).color(theme::IVORY)).wrap());
            read = widgets::key_button(ui, "Enter", "Close", Rank::Bar, 26.0).clicked();
        });
    });
    read
}

/// A dark slip above the lower edge of a room.
fn at_the_foot(ctx: &egui::Context, id: &str, room: Rect, width: f32, contents: impl FnOnce(&mut Ui)) {
    let at = Pos2::new(room.center().x, room.bottom() - 14.0);
    Area::new(Id::new(id)).order(Order::Foreground).pivot(Align2::CENTER_BOTTOM).fixed_pos(at).show(ctx, |ui| {
        egui::Frame::NONE
            .fill(theme::TABLE_DARK)
            .corner_radius(CornerRadius::same(4))
            .inner_margin(egui::Margin::symmetric(14, 10))
            .show(ui, |ui| {
                ui.set_max_width(width);
                contents(ui);
            });
    });
}

/// How many of the units that could still do something are named.
const UNDONE: usize = 3;

/// Tells which units could still do something, before a part of the turn ends, and offers to pass for the rest of the
/// turn where the same is asked again and again.
pub fn undone(ctx: &egui::Context, room: Rect, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    let units = shown.session.undone();
    let busy = shown.draft().is_some() || shown.session.notice().is_some();
    if busy || units.is_empty() && !shown.session.may_pass_on() {
        return;
    }
    at_the_foot(ctx, "undone", room, room.width() - 40.0, |ui| {
        if units.is_empty() {
            if widgets::key_button(ui, "", "Pass for the rest of this turn", Rank::Bar, 26.0).clicked() {
                ui_actions.push(UiAction::PassOn);
            }
            return;
        }
        ui.label(theme::bold("These could still do something. Space again ends it.").color(theme::IVORY));
        ui.horizontal_wrapped(|ui| {
            for unit in units.iter().take(UNDONE) {
                let name = shown.session.short_name(*unit);
                if widgets::key_button(ui, "", name, Rank::Bar, 26.0).on_hover_text("Go there").clicked() {
                    ui_actions.push(UiAction::Select(*unit));
                    let first = shown.session.shown().present(*unit).next();
                    ui_actions.extend(first.map(|(_, piece)| UiAction::LookAt(piece.place.at)));
                }
            }
            if units.len() > UNDONE {
                let more = format!("and {} more", units.len() - UNDONE);
                ui.label(theme::body(more).color(theme::IVORY));
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{panels::trying::about_to_fire, preferences::Preferences};
    use grapeshot_floor::{events::BattleEvent, forces::PieceId};

    #[test]
    fn pieces_that_are_lost_at_once_are_told_once() {
        let (session, _) = about_to_fire();
        let preferences = Preferences::default();
        let shown = Shown::of(&session, &preferences);
        let event = shown.log.last().expect("something has happened").clone();
        let lost = |n: u32, step: u32| BattleEvent {
            kind: EventKind::Removed { piece: PieceId(n), fate: Fate::Casualty },
            text: "Royal Scots lose 2 stands".into(),
            step,
            ..event.clone()
        };
        let log = [lost(0, 7), lost(1, 7), lost(2, 8)];
        let shown = Shown { log: &log, cursor: log.len(), ..shown };
        let mut desk = Desk::default();
        notice(&shown, &mut desk, 0.0);
        assert_eq!(desk.toasts.len(), 2);
    }
}
