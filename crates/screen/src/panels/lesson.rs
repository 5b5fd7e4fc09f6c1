//! The card of a lesson beside the table, and the rings round what it is about.

use bevy_egui::egui::{self, Align, FontSelection, Id, LayerId, Order, Rect, Stroke, Style, Ui, Vec2, text::LayoutJob};

use super::{CARD, LEFT_OVER, shown::Shown};
use crate::{
    camera::BoardView,
    session::{Session, frame},
    theme,
    ui_action::{LessonStep, UiAction},
    widgets::{self, Rank},
};
use grapeshot_floor::table::footprint::{Footprint, Outline};
use grapeshot_game::battle::script::{OnTable, Ring, Task};

/// Points of height that are left under a card over the table.
const LEAST_ROOM: f32 = 120.0;
/// Points that a ring stands off what it is about, and that its line is wide.
const OFF: f32 = 6.0;
const LINE: f32 = 3.5;
/// Inches that a ring on the table stands off what it is about.
const ROUND: f32 = 0.5;
/// The least points from the middle of a figure to the ring round it.
const LEAST: f32 = 16.0;

/// Shows the card and the rings round buttons and panels, if a lesson lies on the table; returns the room that is left
/// beside the card.
pub fn show(ctx: &egui::Context, room: Rect, shown: &Shown, ui_actions: &mut Vec<UiAction>) -> Rect {
    let session = shown.session;
    if session.lesson_script().is_none() {
        return room;
    }
    if session.has_chosen() {
        ui_actions.push(UiAction::Lesson(LessonStep::GoOn));
    }
    let min = room.min + Vec2::splat(theme::MARGIN);
    let width = if lies_beside(room) { CARD } else { (room.width() - 2.0 * theme::MARGIN).max(CARD) };
    super::over_table(ctx, ("lesson", true), min, width, room, |ui| card(ui, shown, ui_actions));
    rings(ctx, shown);
    room_left(ctx, room, shown)
}

/// Whether the card lies beside the table, as in a large window, and not over it.
fn lies_beside(room: Rect) -> bool {
    room.width() >= CARD + LEFT_OVER
}

/// The room that the card leaves, if a lesson lies on the table: also while something covers the card, so that the
/// table stays where it is.
pub fn room_left(ctx: &egui::Context, room: Rect, shown: &Shown) -> Rect {
    if shown.session.lesson_script().is_none() {
        return room;
    }
    let min = room.min + Vec2::splat(theme::MARGIN);
    if lies_beside(room) {
        return room.with_min_x(min.x + CARD + theme::MARGIN);
    }
    let high = ctx.memory(|memory| memory.area_rect(Id::new("lesson"))).map_or(0.0, |rect| rect.height());
    room.with_min_y((min.y + high + theme::MARGIN).min(room.bottom() - LEAST_ROOM).max(room.top()))
}

fn card(ui: &mut Ui, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    let session = shown.session;
    let (number, of) = session.card_number();
    widgets::head(ui, &session.scenario().title, &format!("{number} of {of}"));
    let mut press = |ui: &mut Ui, key: &str, word: &str, rank: Rank, step: LessonStep| {
        if widgets::key_button(ui, key, word, rank, 30.0).clicked() {
            ui_actions.push(UiAction::Lesson(step));
        }
    };
    if session.lesson_is_over() && session.caught_up() {
        let words = match session.battle().outcome() {
            Some(_) => "That was the lesson, and the battle is over.",
            None => "That was the lesson. Play on as you like, or go back to the lessons.",
        };
        ui.add(egui::Label::new(theme::body(words)).wrap());
        ui.horizontal_wrapped(|ui| {
            press(ui, "", "To the lessons", Rank::Gold, LessonStep::Finish);
            press(ui, "", "One card back", Rank::Plain, LessonStep::Back);
        });
        return;
    }
    let Some(card) = session.card() else {
        ui.add(egui::Label::new(theme::italic("Look at the table: it goes on there.", theme::SIZE_BODY)).wrap());
        return;
    };
    ui.add(egui::Label::new(marked(&card.text)).wrap());
    if let Some(told) = session.told_by_card() {
        ui.add(egui::Label::new(theme::bold(told).color(theme::TARGET)).wrap());
    }
    ui.horizontal_wrapped(|ui| {
        match card.task {
            Task::Read => press(ui, "Enter", if number == of { "Done" } else { "Go on" }, Rank::Gold, LessonStep::GoOn),
            Task::Choose(_) | Task::Give(_) => press(ui, "", "Show me", Rank::Plain, LessonStep::ShowHow),
        }
        press(ui, "", "Back", if number > 1 { Rank::Plain } else { Rank::Struck }, LessonStep::Back);
        press(ui, "", "Leave", Rank::Plain, LessonStep::Finish);
    });
}

/// A text in which what stands between two pairs of stars is bold.
fn marked(text: &str) -> LayoutJob {
    let mut job = LayoutJob::default();
    for (n, part) in text.split("**").enumerate() {
        let part = if n % 2 == 1 { theme::bold(part) } else { theme::body(part) };
        part.append_to(&mut job, &Style::default(), FontSelection::Default, Align::Center);
    }
    job
}

/// Draws the rings round buttons and panels, over everything.
fn rings(ctx: &egui::Context, shown: &Shown) {
    let Some(card) = shown.session.card() else { return };
    let painter = ctx.layer_painter(LayerId::new(Order::Foreground, Id::new("lesson rings")));
    let stroke = Stroke::new(LINE, theme::TARGET);
    for ring in &card.rings {
        match ring {
            Ring::Button(word) => {
                if let Some(place) = widgets::place_of_button(ctx, word) {
                    painter.rect_stroke(place.expand(OFF), 8.0, stroke, egui::StrokeKind::Outside);
                }
            }
            Ring::Panel(panel) => {
                // The place of an area is remembered after it was shown last.
                let is_shown =
                    |id: Id| ctx.memory(|memory| memory.areas().visible_last_frame(&LayerId::new(Order::Middle, id)));
                let mut ids = areas(panel).iter().map(|id| Id::new(*id));
                let place = ids.find(|id| is_shown(*id)).and_then(|id| ctx.memory(|memory| memory.area_rect(id)));
                if let Some(place) = place {
                    painter.rect_stroke(place.expand(OFF / 2.0), 8.0, stroke, egui::StrokeKind::Inside);
                }
            }
            Ring::Table(_) => {}
        }
    }
}

/// Draws the rings round what lies on the table, under the names of units and the panels: a frame round a block or a
/// body that stands close, else a circle round each piece.
pub fn rings_on_table(painter: &egui::Painter, session: &Session, board: &BoardView) {
    let Some(card) = session.card() else { return };
    let view = session.view();
    for ring in &card.rings {
        let pieces = match ring {
            Ring::Table(OnTable::Piece(piece)) => vec![*piece],
            Ring::Table(OnTable::Unit(unit)) => view.present(*unit).collect(),
            Ring::Button(_) | Ring::Panel(_) => continue,
        };
        let outlines: Vec<Outline> = pieces.into_iter().map(|piece| view.outline(piece)).collect();
        let stroke = Stroke::new(LINE, theme::TARGET);
        let figure = matches!(outlines.as_slice(), [Outline { footprint: Footprint::Circle { .. }, .. }]);
        let off = ROUND.max(board.inches(OFF));
        if let Some(corners) = frame(&outlines, off).filter(|_| !figure) {
            let corners = corners.into_iter().map(|corner| board.to_points(corner)).collect();
            painter.add(egui::Shape::closed_line(corners, stroke));
            continue;
        }
        for outline in outlines {
            let points = (outline.footprint.reach() + ROUND) * board.points_per_inch();
            painter.circle_stroke(board.to_points(outline.place.at), points.max(LEAST), stroke);
        }
    }
}

/// The areas in which a panel may lie, by their ids.
fn areas(panel: &str) -> &'static [&'static str] {
    match panel {
        "log" => &["log panel", "drawer"],
        "odds" => &["odds", "sheet", "duel"],
        "unit" => &["unit", "left column", "drawer"],
        "roster" => &["roster", "left column", "drawer"],
        "cards" => &["common card", "last cards"],
        _ => &["top bar"],
    }
}

/// The key that turns a card over which is read.
pub fn keys(ctx: &egui::Context, shown: &Shown, ui_actions: &mut Vec<UiAction>) -> bool {
    let reads = shown.session.card_is_read() && crate::keyboard::pressed(ctx, "Enter");
    if reads {
        ui_actions.push(UiAction::Lesson(LessonStep::GoOn));
    }
    reads
}
