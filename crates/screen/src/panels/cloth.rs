//! The cloth over the table while the seat changes: it says who may look, and what he will be shown again.

use bevy_egui::egui::{
    self, Align, Area, Color32, CornerRadius, FontId, Id, Key, Layout, Order, Pos2, Rect, RichText, Sense, Stroke, Ui,
    Vec2,
};

use super::{Desk, shown::Shown};
use crate::{
    keyboard,
    preferences::PEEK,
    session::Missed,
    stage::Stage,
    theme,
    ui_action::UiAction,
    widgets::{self, Rank},
};
use grapeshot_floor::{english, forces::SideId};

/// Seconds that Enter is held until the cloth is lifted, so that the key that gave the last order does not lift it.
const HOLD: f64 = 0.6;
/// The cloth, its pattern and its folds.
const CLOTH: [Color32; 3] =
    [Color32::from_rgb(0x55, 0x1C, 0x19), Color32::from_rgb(0x7A, 0x3A, 0x2B), Color32::from_rgb(0x46, 0x15, 0x13)];
/// Points between two lines of its pattern.
const LOZENGE: f32 = 44.0;

/// Covers the table until the next player has sat down; returns whether it is covered.
pub fn show(ctx: &egui::Context, shown: &Shown, desk: &mut Desk, ui_actions: &mut Vec<UiAction>) -> bool {
    let Some(side) = shown.session.covered_for() else {
        desk.lifting = None;
        return false;
    };
    // What lay open belonged to the player before.
    desk.put_away();
    desk.toasts.clear();
    if !shown.preferences.hand_over {
        ui_actions.push(UiAction::TakeSeat(false));
        return true;
    }
    let missed = shown.session.missed_by(side);
    let again = shown.preferences.show_again && missed != Missed::default();
    if held(ctx, desk) {
        ui_actions.push(UiAction::TakeSeat(again));
    } else if keyboard::pressed(ctx, "R") {
        ui_actions.push(UiAction::TakeSeat(false));
    } else if keyboard::pressed(ctx, "S") {
        ui_actions.push(UiAction::Open(Stage::Title));
    }
    let screen = ctx.content_rect();
    Area::new(Id::new("cloth")).order(Order::Foreground).constrain(false).fixed_pos(screen.min).show(ctx, |ui| {
        ui.allocate_rect(screen, Sense::click_and_drag());
        weave(ui, screen);
        let size = Vec2::new(560.0_f32.min(screen.width() - 40.0), 430.0);
        let place = Rect::from_center_size(screen.center(), size);
        ui.scope_builder(egui::UiBuilder::new().max_rect(place), |ui| {
            widgets::panel(ui, Vec2::new(size.x, 0.0), |ui| words(ui, shown, side, (missed, again), desk, ui_actions));
        });
        let bar = Rect::from_min_size(place.min, Vec2::new(size.x, 8.0));
        ui.painter().rect_filled(bar, CornerRadius { nw: 4, ne: 4, ..CornerRadius::ZERO }, shown.coat(side));
    });
    true
}

/// Whether somebody peeks at what is his alone, on a table at which several look.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Peek {
    /// Nobody does.
    #[default]
    Closed,
    /// The cloth lies over the table, so that the others can look away. It holds the side whose key is held, and since
    /// when.
    Covered(Option<(SideId, f64)>),
    /// A player looks as long as his key is held.
    Looks(SideId),
}

/// Covers the table for a player who wants to peek, and lifts the cloth as long as he holds his key; returns whether it
/// is covered.
pub fn peek(ctx: &egui::Context, shown: &Shown, desk: &mut Desk, ui_actions: &mut Vec<UiAction>) -> bool {
    let sides = shown.session.may_peek();
    if sides.is_empty() {
        desk.peek = Peek::Closed;
        return false;
    }
    let wanted = !ctx.text_edit_focused() && keyboard::pressed(ctx, shown.preferences.key(&PEEK));
    let now = ctx.input(|input| input.time);
    let down = |n: usize, by_pointer: bool| {
        let key = Key::from_name(&(n + 1).to_string());
        by_pointer || key.is_some_and(|key| ctx.input(|input| input.key_down(key)))
    };
    match desk.peek {
        Peek::Closed => {
            if wanted {
                desk.put_away();
                desk.peek = Peek::Covered(None);
                ctx.request_repaint();
            }
            false
        }
        Peek::Covered(held) => {
            let chosen = peek_words(ctx, shown, &sides, held, now);
            let holds =
                sides.iter().enumerate().find(|(n, side)| down(*n, chosen == Some(**side))).map(|(_, side)| *side);
            desk.peek = match (holds, held) {
                (Some(side), Some((before, since))) if side == before && now - since >= HOLD => {
                    ui_actions.push(UiAction::Peek(Some(side)));
                    Peek::Looks(side)
                }
                (Some(side), Some((before, since))) if side == before => Peek::Covered(Some((side, since))),
                (Some(side), _) => Peek::Covered(Some((side, now))),
                (None, _) if wanted || keyboard::pressed(ctx, "Escape") => Peek::Closed,
                (None, _) => Peek::Covered(None),
            };
            if holds.is_some() {
                ctx.request_repaint();
            }
            true
        }
        Peek::Looks(side) => {
            let n = sides.iter().position(|other| *other == side).unwrap_or_default();
            if !down(n, ctx.input(|input| input.pointer.primary_down())) {
                ui_actions.push(UiAction::Peek(None));
                desk.peek = Peek::Closed;
            }
            ctx.request_repaint();
            looks(ctx, shown, side);
            false
        }
    }
}

/// Writes the words on the cloth before somebody peeks; returns the side whose button is held.
fn peek_words(
    ctx: &egui::Context,
    shown: &Shown,
    sides: &[SideId],
    held: Option<(SideId, f64)>,
    now: f64,
) -> Option<SideId> {
    let screen = ctx.content_rect();
    let mut chosen = None;
    Area::new(Id::new("peek")).order(Order::Foreground).constrain(false).fixed_pos(screen.min).show(ctx, |ui| {
        ui.allocate_rect(screen, Sense::click_and_drag());
        weave(ui, screen);
        let size = Vec2::new(520.0_f32.min(screen.width() - 40.0), 300.0);
        let place = Rect::from_center_size(screen.center(), size);
        ui.scope_builder(egui::UiBuilder::new().max_rect(place), |ui| {
            widgets::panel(ui, Vec2::new(size.x, 0.0), |ui| {
                ui.spacing_mut().item_spacing.y = 8.0;
                ui.vertical_centered(|ui| {
                    ui.add(egui::Label::new(theme::title("Who looks?", 32.0)).wrap());
                    let text = "The others look away. The cloth is lifted as long as the key is held.";
                    ui.add(egui::Label::new(theme::body(text)).wrap());
                    for (n, side) in sides.iter().enumerate() {
                        let label = format!("We are the {}", shown.view().side_named(*side).short);
                        let response = widgets::key_button(ui, &format!("Hold {}", n + 1), &label, Rank::Gold, 44.0);
                        if response.is_pointer_button_down_on() {
                            chosen = Some(*side);
                        }
                        if let Some((_, since)) = held.filter(|(of, _)| of == side) {
                            hold_bar(ui, response.rect, ((now - since) / HOLD).clamp(0.0, 1.0) as f32);
                        }
                    }
                    ui.label(theme::secondary("Esc: nobody"));
                });
            });
        });
    });
    chosen
}

/// What is said while a player peeks.
fn looks(ctx: &egui::Context, shown: &Shown, side: SideId) {
    let screen = ctx.content_rect();
    let at = Pos2::new(screen.center().x, screen.bottom() - super::bottom::height(screen.width()) - 12.0);
    let area = Area::new(Id::new("peeks")).order(Order::Foreground).pivot(egui::Align2::CENTER_BOTTOM);
    area.fixed_pos(at).show(ctx, |ui| {
        theme::slip_frame().show(ui, |ui| {
            let text = format!("The {} look: let go, and all is covered.", shown.view().side_named(side).short);
            ui.label(theme::bold(text));
        });
    });
}

/// The bar on a button that grows while it is held.
fn hold_bar(ui: &Ui, button: Rect, share: f32) {
    let bar = Rect::from_min_max(
        Pos2::new(button.left() + 3.0, button.bottom() - 6.0),
        Pos2::new(button.left() + 3.0 + (button.width() - 6.0) * share, button.bottom() - 3.0),
    );
    ui.painter().rect_filled(bar, CornerRadius::ZERO, theme::INK);
}

/// Whether Enter was held long enough since it was pressed under the cloth.
fn held(ctx: &egui::Context, desk: &mut Desk) -> bool {
    let now = ctx.input(|input| input.time);
    let pressed = ctx.input(|input| {
        input
            .events
            .iter()
            .any(|event| matches!(event, egui::Event::Key { key: Key::Enter, pressed: true, repeat: false, .. }))
    });
    if pressed {
        desk.lifting = Some(now);
    } else if !ctx.input(|input| input.key_down(Key::Enter)) {
        desk.lifting = None;
    }
    if desk.lifting.is_some() {
        ctx.request_repaint();
    }
    desk.lifting.is_some_and(|since| now - since >= HOLD)
}

/// Red cloth with lozenges, between two brass rods.
fn weave(ui: &Ui, screen: Rect) {
    let painter = ui.painter();
    let [ground, thread, fold] = CLOTH;
    painter.rect_filled(screen, CornerRadius::ZERO, ground);
    let folds = 9;
    for n in 0..folds {
        let middle = screen.left() + screen.width() * (n as f32 + 0.5) / folds as f32;
        let strip = Rect::from_center_size(Pos2::new(middle, screen.center().y), Vec2::new(26.0, screen.height()));
        painter.rect_filled(strip, CornerRadius::ZERO, fold);
    }
    let lines = ((screen.width() + screen.height()) / LOZENGE) as usize + 1;
    for n in 0..=lines {
        let x = screen.left() - screen.height() + n as f32 * LOZENGE;
        for (from, to) in [(x, x + screen.height()), (x + screen.height(), x)] {
            let line = [Pos2::new(from, screen.top()), Pos2::new(to, screen.bottom())];
            painter.line_segment(line, Stroke::new(1.3, thread));
        }
    }
    for y in [screen.top(), screen.bottom() - 10.0] {
        let rod = Rect::from_min_size(Pos2::new(screen.left(), y), Vec2::new(screen.width(), 10.0));
        painter.rect_filled(rod, CornerRadius::ZERO, theme::BRASS);
    }
}

/// Below this height in points of the window the flag on the cloth is small.
const LOW: f32 = 460.0;

fn words(
    ui: &mut Ui,
    shown: &Shown,
    side: SideId,
    (missed, again): (Missed, bool),
    desk: &Desk,
    ui_actions: &mut Vec<UiAction>,
) {
    let view = shown.view();
    let named = view.side_named(side);
    let others: Vec<&str> = view
        .sides()
        .players()
        .filter(|other| *other != side)
        .map(|other| view.side_named(other).short.as_str())
        .collect();
    ui.spacing_mut().item_spacing.y = 6.0;
    ui.vertical_centered(|ui| {
        // In a low window the words need the room.
        let low = ui.ctx().content_rect().height() < LOW;
        ui.add_space(if low { 0.0 } else { 14.0 });
        widgets::flag(ui, &named.flag, shown.coat(side), if low { 24.0 } else { 56.0 });
        ui.add_space(6.0);
        ui.add(egui::Label::new(theme::title(format!("Hand over to the {}", named.short), 32.0)).wrap());
        let turn = view.clock().turn;
        let when = if turn == 0 {
            "before the battle".into()
        } else {
            format!("turn {turn} of {}", view.scenario_info().turns)
        };
        ui.label(theme::italic(format!("{}, {when}", named.name), theme::SIZE_LIST));
        widgets::rule(ui);
        ui.add_space(4.0);
        let text = |text: String| RichText::new(text).size(16.0).color(theme::INK);
        ui.add(
            egui::Label::new(text(format!("The table is covered. {}, please look away.", english::list(&others))))
                .wrap(),
        );
        ui.add(egui::Label::new(text(promise(missed, again))).wrap());
        ui.add_space(8.0);
        let label = format!("We are the {}: lift the cloth", named.short);
        let response = widgets::key_button(ui, "Hold Enter", &label, Rank::Gold, 48.0);
        if let Some(since) = desk.lifting {
            hold_bar(ui, response.rect, ((ui.input(|input| input.time) - since) / HOLD).clamp(0.0, 1.0) as f32);
        }
        if response.clicked() {
            ui_actions.push(UiAction::TakeSeat(again));
        }
        ui.add_space(6.0);
    });
    ui.horizontal(|ui| {
        if widgets::key_button(ui, "R", "lift without showing it again", Rank::Plain, 30.0).clicked() {
            ui_actions.push(UiAction::TakeSeat(false));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if widgets::key_button(ui, "S", "stop here", Rank::Plain, 30.0).clicked() {
                ui_actions.push(UiAction::Open(Stage::Title));
            }
        });
    });
    ui.vertical_centered(|ui| {
        let font = FontId::new(theme::SIZE_BODY + 1.0, theme::italic_family());
        let text = RichText::new("Log, small map and line of time show nothing until then.").font(font);
        ui.label(text.color(theme::INK2));
        ui.add_space(4.0);
    });
}

/// What the player will be shown again, in a sentence.
fn promise(missed: Missed, again: bool) -> String {
    if missed == Missed::default() {
        return "Nothing has happened since that your men could see.".into();
    }
    let parts = [(missed.moves, "move"), (missed.volleys, "volley"), (missed.fights, "fight")];
    let parts: Vec<String> =
        parts.into_iter().filter(|(n, _)| *n > 0).map(|(n, thing)| english::count(n, thing)).collect();
    let what = if parts.is_empty() { "no move and no shot".to_owned() } else { english::list(&parts) };
    if !again {
        return format!("Since you looked last your men saw {what}.");
    }
    let seconds = missed.seconds.round();
    let long = if seconds >= 1.0 { format!(", {}", english::count(seconds as usize, "second")) } else { String::new() };
    format!("When you lift it you first see again what your men saw: {what}{long}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cloth_says_what_will_be_shown_again() {
        let missed = Missed { moves: 3, volleys: 1, fights: 0, seconds: 12.2 };
        assert_eq!(
            promise(missed, true),
            "When you lift it you first see again what your men saw: 3 moves and 1 volley, 12 seconds."
        );
        assert_eq!(promise(missed, false), "Since you looked last your men saw 3 moves and 1 volley.");
        let short = promise(Missed { seconds: 1.2, ..missed }, true);
        assert!(short.ends_with("3 moves and 1 volley, 1 second."), "{short}");
        assert!(promise(Missed::default(), true).starts_with("Nothing has happened"));
    }
}
