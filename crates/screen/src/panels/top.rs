//! The top bar: scenario, turn, the question, the scrubber, speed, rules, menu.

use bevy_egui::egui::{
    self, Align, Align2, CornerRadius, FontId, Layout, Pos2, Rect, RichText, Sense, Stroke, StrokeKind, Ui, Vec2,
};

use super::shown::{Shown, words};
use crate::{
    preferences::{PAUSE, STEP_BACK, STEP_ON},
    stage::Stage,
    theme,
    ui_action::UiAction,
    widgets::{self, Rank},
};
use grapeshot_floor::{events::EventKind, forces::Fate};

/// The brightness of a colour, 0 to 1, from which ink is read on it better than ivory.
const LIGHT: f32 = 0.45;

/// Shows the top bar in a window this wide.
pub fn show(ui: &mut Ui, width: f32, narrow: bool, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    let rect = Rect::from_min_size(ui.max_rect().min, Vec2::new(width, theme::TOP_BAR));
    ui.painter().rect_filled(rect, CornerRadius::ZERO, theme::TABLE);
    ui.painter().hline(rect.x_range(), rect.bottom() - 1.0, Stroke::new(2.0, theme::BRASS));
    ui.allocate_rect(rect, Sense::click_and_drag());
    let small = width < SMALL;
    let banner = if small {
        // Beside the question stand the menu and the three signs of time.
        let right = rect.right() - 3.0 * 32.0 - 76.0 - 24.0;
        Rect::from_min_max(Pos2::new(rect.left() + 12.0, rect.top() + 8.0), Pos2::new(right, rect.top() + 48.0))
    } else {
        let banner_width = if narrow { 360.0 } else { 520.0 };
        Rect::from_center_size(
            Pos2::new(rect.left() + width * if narrow { 0.44 } else { 0.47 }, rect.center().y),
            Vec2::new(banner_width, 40.0),
        )
    };
    let left =
        Rect::from_min_max(rect.min + Vec2::new(16.0, 6.0), Pos2::new(banner.left() - 12.0, rect.bottom() - 8.0));
    let right = Rect::from_min_max(Pos2::new(banner.right() + 12.0, rect.top() + 6.0), rect.max - Vec2::new(12.0, 8.0));
    if !small {
        ui.scope_builder(egui::UiBuilder::new().max_rect(left).layout(Layout::left_to_right(Align::Center)), |ui| {
            scenario_info(ui, narrow, shown);
        });
    }
    question(ui, banner, shown);
    ui.scope_builder(egui::UiBuilder::new().max_rect(right).layout(Layout::right_to_left(Align::Center)), |ui| {
        tools(ui, width, shown, ui_actions);
    });
}

/// Below this width in points the bar has no room for the scenario beside the question.
const SMALL: f32 = 900.0;
/// Below this width in points the keys and the rules are found in the menu.
const SCANT: f32 = 1150.0;

/// Points that the title of the scenario is wide at least.
const TITLE_ROOM: f32 = 90.0;

fn scenario_info(ui: &mut Ui, narrow: bool, shown: &Shown) {
    ui.set_clip_rect(ui.max_rect().expand(2.0));
    let scenario_info = shown.view().scenario_info();
    let bold = FontId::new(theme::SIZE_BODY, theme::bold_family());
    let turn = match shown.turn() {
        0 => "Set-up".to_owned(),
        turn => format!("Turn {turn} of {}", scenario_info.turns),
    };
    let phase = shown.events().iter().rev().find_map(|event| match &event.kind {
        EventKind::Phase { phase, .. } => Some(words(phase)),
        _ => None,
    });
    let below: Vec<String> = shown.hour(shown.turn()).into_iter().chain(phase).collect();
    let below = below.join(", ");
    let wide = |text: &str, font: FontId| ui.painter().layout_no_wrap(text.to_owned(), font, theme::IVORY).size().x;
    let gap = ui.spacing().item_spacing.x;
    let pips = if narrow { 0.0 } else { gap + widgets::turn_pips_width(scenario_info.turns) };
    let below_wide = wide(&below, FontId::proportional(theme::SIZE_SECONDARY));
    let turn_wide = (wide(&turn, bold.clone()) + pips).max(below_wide) + 10.0 + 2.0 * gap;
    let room = (ui.available_width() - turn_wide).max(TITLE_ROOM);
    // A long title is written smaller, and then in two lines, before anything of it is left out.
    let sizes = [theme::SIZE_TITLE, theme::SIZE_PANEL, theme::SIZE_BANNER, theme::SIZE_LIST];
    let fits = |size: f32| {
        let letters = scenario_info.title.chars().count() as f32 * size * theme::TRACKING;
        wide(&scenario_info.title, FontId::new(size, theme::title_family())) + letters <= room
    };
    let one_line = sizes.into_iter().skip(usize::from(narrow)).find(|size| fits(*size));
    let title = theme::title(&scenario_info.title, one_line.unwrap_or(theme::SIZE_NUMBER)).color(theme::IVORY);
    ui.scope(|ui| {
        ui.set_max_width(room);
        let label = egui::Label::new(title);
        let label = if one_line.is_some() { label.extend() } else { label.wrap() };
        ui.add(label).on_hover_text(&scenario_info.title);
    });
    ui.add(egui::Separator::default().vertical().spacing(10.0));
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.horizontal(|ui| {
            ui.label(RichText::new(turn).font(bold).color(theme::IVORY));
            if !narrow {
                widgets::turn_pips(ui, shown.turn(), scenario_info.turns);
            }
        });
        if !below.is_empty() {
            let text = RichText::new(below).size(theme::SIZE_SECONDARY).color(theme::BRASS_LIGHT);
            ui.add(egui::Label::new(text).truncate());
        }
    });
}

fn question(ui: &mut Ui, rect: Rect, shown: &Shown) {
    let painter = ui.painter().clone();
    painter.rect(
        rect,
        CornerRadius::same(4),
        theme::PAPER_LIGHT,
        Stroke::new(if shown.person { 2.0 } else { 1.2 }, if shown.person { theme::SELECT } else { theme::BRASS }),
        StrokeKind::Outside,
    );
    let (side, text, pill) = match (shown.past, shown.ask, shown.battle.outcome()) {
        (true, ..) => (None, "You look at the battle as it was.".to_string(), "past"),
        (_, Some(_), _) if shown.session.is_watched() => {
            (None, "The record ends here. Space plays on, in a battle of its own.".to_string(), "past")
        }
        (_, Some(ask), _) => {
            let person = shown.person || shown.session.peeking().is_some();
            (Some(ask.side), shown.question_of(ask), if person { "human" } else { "computer" })
        }
        (_, None, Some(outcome)) if shown.cursor >= shown.log.len() => (outcome.winner, outcome.text.clone(), "over"),
        _ => {
            // The details of what happens, stand by stand and die by die, are in the log.
            let main = shown.events().iter().rev().find(|event| !event.detail);
            (None, main.map_or_else(String::new, |event| event.text.clone()), "shown")
        }
    };
    let mut x = rect.left() + 12.0;
    if let Some(side) = side {
        let bar = Rect::from_min_size(rect.min, Vec2::new(6.0, rect.height()));
        painter.rect_filled(bar, CornerRadius { nw: 4, sw: 4, ne: 0, se: 0 }, shown.coat(side));
        let flag = Rect::from_min_size(Pos2::new(rect.left() + 14.0, rect.center().y - 10.0), Vec2::new(30.0, 20.0));
        widgets::paint_flag(&painter, flag, &shown.view().side_named(side).flag, shown.coat(side));
        x = flag.right() + 10.0;
    }
    let font = FontId::new(theme::SIZE_SECONDARY, theme::bold_family());
    let ground = side.map_or(theme::INK2, |side| shown.coat(side));
    let ink = if ground.intensity() > LIGHT { theme::INK } else { theme::FIELD };
    let word = painter.layout_no_wrap(pill.to_string(), font, ink);
    let pill_rect = Rect::from_center_size(
        Pos2::new(rect.right() - 12.0 - word.size().x / 2.0 - 8.0, rect.center().y),
        word.size() + Vec2::new(18.0, 5.0),
    );
    painter.rect_filled(pill_rect, CornerRadius::same(10), ground);
    painter.galley(pill_rect.center() - word.size() / 2.0, word, ink);
    let room = Rect::from_min_max(Pos2::new(x, rect.top()), Pos2::new(pill_rect.left() - 8.0, rect.bottom()));
    let long = text.len() as f32 * 8.6 > room.width();
    let size = if long { theme::SIZE_BODY } else { theme::SIZE_BANNER };
    let text_shown = FontId::new(size, theme::bold_family());
    ui.scope_builder(egui::UiBuilder::new().max_rect(room).layout(Layout::left_to_right(Align::Center)), |ui| {
        let mut job = egui::text::LayoutJob::simple(text.clone(), text_shown, theme::INK, room.width());
        job.wrap.max_rows = 2;
        let words = ui.painter().layout_job(job);
        ui.label(words).on_hover_text(&text);
    });
}

fn tools(ui: &mut Ui, width: f32, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    ui.spacing_mut().item_spacing.x = 6.0;
    let (small, scant) = (width < SMALL, width < SCANT);
    if !scant && widgets::key_button(ui, "", "?", Rank::Bar, 28.0).on_hover_text("The keys (F1)").clicked() {
        ui_actions.push(UiAction::Help);
    }
    let key = if scant { "" } else { "Escape" };
    if widgets::key_button(ui, key, "Menu", Rank::Bar, 28.0).clicked() {
        ui_actions.push(UiAction::Menu);
    }
    if !scant
        && widgets::key_button(ui, "", "Rules", Rank::Bar, 28.0).on_hover_text("Every rule by its number").clicked()
    {
        ui_actions.push(UiAction::Open(Stage::Reader));
    }
    let speed = shown.session.playback().speed();
    if !small {
        let faster = widgets::key_button(ui, "", speed.label(), Rank::Bar, 28.0);
        if faster.on_hover_text("How fast events are shown").clicked() {
            ui_actions.push(UiAction::Speed(speed.next()));
        }
    }
    if width >= super::NARROW {
        ui.label(RichText::new(format!("order {}", shown.order())).size(theme::SIZE_SECONDARY).color(theme::IVORY));
    }
    let buttons = 3.0 * 32.0;
    let room = (ui.available_width() - buttons).min(340.0);
    if room > 60.0 {
        scrubber(ui, Vec2::new(room, 40.0), shown, ui_actions);
    }
    let on = format!("One step on ({})", shown.preferences.key(&STEP_ON));
    if glyph(ui, Glyph::On).on_hover_text(on).clicked() {
        ui_actions.push(UiAction::Step(1));
    }
    let (sign, word) =
        if !shown.session.playback().paused() { (Glyph::Pause, "Pause") } else { (Glyph::Play, "Play on") };
    if glyph(ui, sign).on_hover_text(format!("{word} ({})", shown.preferences.key(&PAUSE))).clicked() {
        ui_actions.push(UiAction::Pause);
    }
    let back = format!("One step back ({})", shown.preferences.key(&STEP_BACK));
    if glyph(ui, Glyph::Back).on_hover_text(back).clicked() {
        ui_actions.push(UiAction::Step(-1));
    }
}

/// Signs that no font of the game has.
#[derive(Clone, Copy, PartialEq)]
pub enum Glyph {
    /// One step back.
    Back,
    /// A triangle: the battle goes on.
    Play,
    /// Two bars: the battle stands still.
    Pause,
    /// One step on.
    On,
}

/// A drawn sign as a button on the walnut.
pub fn glyph(ui: &mut Ui, glyph: Glyph) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(26.0), Sense::click());
    let colour = if response.hovered() { theme::SELECT } else { theme::IVORY };
    let c = rect.center();
    let painter = ui.painter();
    let triangle = |dx: f32, dir: f32| {
        let points = vec![
            c + Vec2::new(dx - 5.0 * dir, -6.5),
            c + Vec2::new(dx + 6.0 * dir, 0.0),
            c + Vec2::new(dx - 5.0 * dir, 6.5),
        ];
        painter.add(egui::Shape::convex_polygon(points, colour, Stroke::NONE));
    };
    match glyph {
        Glyph::Play => triangle(0.0, 1.0),
        Glyph::Pause => {
            for dx in [-5.0, 2.0] {
                let bar = Rect::from_min_size(c + Vec2::new(dx, -6.5), Vec2::new(3.5, 13.0));
                painter.rect_filled(bar, CornerRadius::ZERO, colour);
            }
        }
        Glyph::Back | Glyph::On => {
            let dir = if glyph == Glyph::On { 1.0 } else { -1.0 };
            triangle(-1.5 * dir, dir);
            let bar = Rect::from_center_size(c + Vec2::new(6.5 * dir, 0.0), Vec2::new(2.0, 13.0));
            painter.rect_filled(bar, CornerRadius::ZERO, colour);
        }
    }
    response
}

/// From this height in points on the line of time has room for the marks of losses.
const ROOMY: f32 = 44.0;

/// The line of time: ticks at the turns, marks where men fell, the gold barrier of undo, a knob to drag.
pub fn scrubber(ui: &mut Ui, size: Vec2, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let len = shown.log.len().max(1) as f32;
    let (from, to) = (rect.left() + 8.0, rect.right() - 8.0);
    let y = rect.center().y + 3.0;
    let x_of = |n: usize| from + (to - from) * n as f32 / len;
    let painter = ui.painter();
    painter.hline(from..=to, y, Stroke::new(4.0, theme::INK2));
    painter.hline(from..=x_of(shown.cursor), y, Stroke::new(4.0, theme::BRASS));
    let mut turn = 0;
    let mut last_label = f32::MIN;
    for (n, event) in shown.log.iter().enumerate() {
        if event.turn != turn {
            turn = event.turn;
            let x = x_of(n);
            painter.vline(x, y - 7.0..=y + 5.0, Stroke::new(1.4, theme::IVORY));
            if x - last_label > 14.0 {
                let font = FontId::proportional(theme::SIZE_LINK);
                painter.text(Pos2::new(x, y - 7.0), Align2::CENTER_BOTTOM, turn, font, theme::IVORY);
                last_label = x;
            }
        }
        if let EventKind::Removed { piece, fate: Fate::Casualty } = event.kind {
            painter.vline(x_of(n), y - 2.0..=y + 2.0, Stroke::new(1.0, theme::TABLE_DARK));
            // Where there is room each loss has a mark in the coat of its side, a disc or a square.
            if size.y >= ROOMY {
                let side = shown.view().side_of(piece);
                let (at, edge) = (Pos2::new(x_of(n), y + 13.0), Stroke::new(1.0, theme::IVORY));
                if side.0 == 0 {
                    painter.circle(at, 4.0, shown.coat(side), edge);
                } else {
                    let square = Rect::from_center_size(at, Vec2::splat(7.0));
                    painter.rect(square, CornerRadius::ZERO, shown.coat(side), edge, egui::StrokeKind::Middle);
                }
            }
        }
    }
    if let Some(barrier) = shown.barrier() {
        painter.vline(x_of(barrier + 1), y - 8.0..=y + 7.0, Stroke::new(2.0, theme::SELECT));
    }
    painter.circle(Pos2::new(x_of(shown.cursor), y), 7.0, theme::IVORY, Stroke::new(1.5, theme::TABLE_DARK));
    if let Some(pos) = response.interact_pointer_pos()
        && (response.dragged() || response.clicked())
    {
        let share = ((pos.x - from) / (to - from)).clamp(0.0, 1.0);
        let to = (share * len).round() as usize;
        if to != shown.cursor {
            ui_actions.push(if to >= shown.log.len() {
                UiAction::Live
            } else {
                UiAction::Seek(shown.log[to].step as usize)
            });
        }
    }
    response.on_hover_ui(|ui| {
        ui.label(theme::body("Drag to any moment of the battle."));
        ui.label(theme::secondary("The gold line is the last card or die shown: undo stops there."));
    });
}
