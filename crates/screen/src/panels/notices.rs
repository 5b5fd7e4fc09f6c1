//! What lies over the table for a while: toasts, captions, notices, the hand-over, the keys, the menu.

use bevy_egui::egui::{self, Align2, Area, Color32, CornerRadius, Id, Order, Pos2, Rect, Sense, Ui, Vec2};

use super::{Desk, shown::Shown};
use crate::{
    keyboard,
    preferences::{ACTIONS, FIXED, WHY},
    session::{Session, ThoughtOf},
    stage::Stage,
    theme,
    ui_action::UiAction,
    widgets::{self, Rank},
};
use grapeshot_floor::{
    events::EventKind,
    forces::{Fate, SideId},
    orders::Order as BattleOrder,
};
use grapeshot_game::{
    ai::{Controller, Level},
    home,
};

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
    if shown.draft().is_some() || units.is_empty() && !shown.session.may_pass_on() {
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

fn shade(ctx: &egui::Context, id: &str) -> bool {
    let screen = ctx.content_rect();
    let shade = Area::new(Id::new(id)).order(Order::Middle).fixed_pos(screen.min).show(ctx, |ui| {
        ui.painter().rect_filled(screen, CornerRadius::ZERO, Color32::from_black_alpha(110));
        ui.allocate_rect(screen, Sense::click()).clicked()
    });
    // The shade lies over what was clicked before.
    ctx.move_to_top(shade.response.layer_id);
    shade.inner
}

/// Points across the list of the keys, where there is room.
const KEYS_WIDTH: f32 = 1140.0;
/// Points for the name of a key in that list.
const KEY_ROOM: f32 = 104.0;
/// The height of a row of that list.
const KEY_ROW: f32 = 21.0;

/// A line of the list of the keys.
enum Line<'a> {
    /// What the keys below it are for.
    Head(&'static str),
    /// A key and what it does.
    Key(String, &'a str),
    /// A word without a key.
    Word(&'static str),
}

/// The keys, those of the question first: of the orders that may be given now.
fn key_lines<'a>(shown: &'a Shown) -> Vec<Line<'a>> {
    let mut lines = vec![Line::Head("At this question")];
    let open = shown.session.buttons().iter().filter(|button| button.open.is_ok());
    lines.extend(open.map(|button| Line::Key(shown.preferences.verb_key(&button.verb), button.verb.label)));
    if lines.len() == 1 {
        lines.push(Line::Word("Nobody at this screen is asked just now."));
    }
    lines.push(Line::Head("On the table"));
    lines.extend(ON_THE_TABLE.map(|(key, label)| Line::Key(key.to_owned(), label)));
    lines.push(Line::Head("Always"));
    lines.extend(FIXED.map(|(key, label)| Line::Key(key.to_owned(), label)));
    lines.extend(ACTIONS.iter().map(|action| Line::Key(shown.preferences.key(action).to_owned(), action.label)));
    lines
}

/// What the pointer does on the table.
pub const ON_THE_TABLE: [(&str, &str); 4] = [
    ("Wheel", "Zoom about the pointer"),
    ("Right drag", "Move the table"),
    ("Right click", "The menu of a piece; beside one, the last step back"),
    ("Shift", "Choose further men"),
];

/// Points between two lines of the list, and between two of its columns.
const KEY_GAP: Vec2 = Vec2::new(12.0, 3.0);
/// The least points that a column is wide, unless there is but one.
const KEY_COLUMN: f32 = 330.0;
/// The most columns.
const KEY_COLUMNS: usize = 3;

/// The lines of each column, from the height of each line and whether it is a heading: columns as high as they must be
/// so that there are at most `count`, and no higher than the room. No heading stands at the foot of a column.
fn columns_of(heights: &[(f32, bool)], count: usize, room: f32) -> Vec<std::ops::Range<usize>> {
    let filled = |most: f32| {
        let (mut columns, mut from, mut height) = (Vec::new(), 0, 0.0);
        for (n, (line, _)) in heights.iter().enumerate() {
            if height + line > most && n > from {
                let to = if heights[n - 1].1 && n - 1 > from { n - 1 } else { n };
                columns.push(from..to);
                (from, height) = (to, heights[to..n].iter().map(|(line, _)| line).sum());
            }
            height += line;
        }
        columns.push(from..heights.len());
        columns
    };
    let all: f32 = heights.iter().map(|(line, _)| line).sum();
    let mut most = all / count as f32;
    while most < room && filled(most).len() > count {
        most += KEY_ROW / 2.0;
    }
    filled(most.min(room))
}

/// Shows the keys in columns; where they have no room side by side, on pages.
pub fn help(ctx: &egui::Context, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    if shade(ctx, "help shade") {
        ui_actions.push(UiAction::Help);
    }
    let screen = ctx.content_rect();
    let area = Area::new(Id::new("help")).order(Order::Foreground).pivot(Align2::CENTER_CENTER);
    area.fixed_pos(screen.center()).show(ctx, |ui| {
        let width = KEYS_WIDTH.min(screen.width() - 40.0);
        widgets::panel(ui, Vec2::new(width, 0.0), |ui| {
            let (room, lines) = (ui.available_width(), key_lines(shown));
            let most = ((room / KEY_COLUMN) as usize).clamp(1, KEY_COLUMNS);
            let wide = |count: usize| (room - KEY_GAP.x * (count - 1) as f32) / count as f32;
            let laid_out = |count: usize| {
                let heights: Vec<(f32, bool)> = lines.iter().map(|line| line_height(ui, line, wide(count))).collect();
                (count, columns_of(&heights, count, screen.height() - 110.0))
            };
            // Uses as few columns as can stand side by side.
            let fits = |(count, columns): &(usize, Vec<_>)| columns.len() <= *count;
            let found = (most.min(2)..=most).map(laid_out).find(fits);
            let (count, columns) = found.unwrap_or_else(|| laid_out(most));
            let column = wide(count);
            let pages = columns.len().div_ceil(count);
            let page = turned(ui, pages);
            ui.horizontal(|ui| {
                ui.label(theme::title("Keys", theme::SIZE_PANEL));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if widgets::key_button(ui, "Escape", "Back", Rank::Plain, 26.0).clicked() {
                        ui_actions.push(UiAction::Help);
                    }
                    if pages > 1 {
                        let word = format!("Page {} of {pages}: the next", page + 1);
                        if widgets::key_button(ui, "Right", &word, Rank::Plain, 26.0).clicked() {
                            turn_to(ui, page + 1);
                        }
                    }
                });
            });
            widgets::rule(ui);
            let top = ui.cursor().min;
            for (n, shown_here) in columns.into_iter().skip(page * count).take(count).enumerate() {
                let left = top.x + (column + KEY_GAP.x) * n as f32;
                let rect = Rect::from_min_size(Pos2::new(left, top.y), Vec2::new(column, 0.0));
                ui.scope_builder(egui::UiBuilder::new().max_rect(rect).id_salt(("keys", n)), |ui| {
                    ui.spacing_mut().item_spacing.y = KEY_GAP.y;
                    for line in &lines[shown_here] {
                        match line {
                            Line::Head(text) => _ = ui.label(theme::bold(*text)),
                            Line::Word(text) => _ = ui.label(theme::secondary(*text)),
                            Line::Key(key, label) => key_row(ui, key, label),
                        }
                    }
                });
            }
        });
    });
}

/// Where the page of the list of keys is kept.
pub fn page_id() -> Id {
    Id::new("page of keys")
}

fn turn_to(ui: &Ui, page: usize) {
    ui.data_mut(|data| data.insert_temp(page_id(), page));
}

/// The page that is open, of this many; the arrow keys turn it.
fn turned(ui: &Ui, pages: usize) -> usize {
    let page = ui.data(|data| data.get_temp::<usize>(page_id())).unwrap_or_default();
    let by = ui.input(|input| {
        let pressed = |key| usize::from(input.key_pressed(key));
        pressed(egui::Key::ArrowRight) + pages.saturating_sub(1) * pressed(egui::Key::ArrowLeft)
    });
    let page = (page + by) % pages.max(1);
    turn_to(ui, page);
    page
}

/// The height of a line in a column of a width, with the gap below it, and whether it is a heading.
fn line_height(ui: &Ui, line: &Line, column: f32) -> (f32, bool) {
    let high = |text: &str, size: f32, room: f32| {
        let font = egui::FontId::proportional(size);
        ui.painter().layout(text.to_owned(), font, theme::INK, room).size().y
    };
    let (height, heads) = match line {
        Line::Head(text) => (high(text, theme::SIZE_BODY, column), true),
        Line::Word(text) => (high(text, theme::SIZE_SECONDARY, column), false),
        Line::Key(_, label) => {
            let room = column - KEY_ROOM - ui.spacing().item_spacing.x;
            (high(label, theme::SIZE_BODY, room).max(KEY_ROW), false)
        }
    };
    (height + KEY_GAP.y, heads)
}

fn key_row(ui: &mut egui::Ui, key: &str, label: &str) {
    ui.horizontal(|ui| {
        ui.spacing_mut().interact_size.y = KEY_ROW;
        let (rect, _) = ui.allocate_exact_size(Vec2::new(KEY_ROOM, KEY_ROW), Sense::hover());
        let cap = widgets::Cap::of(ui.painter(), key);
        let at = Pos2::new(rect.left() + cap.width / 2.0, rect.center().y);
        cap.paint(ui.painter(), at, theme::PAPER_DARK);
        ui.add(egui::Label::new(theme::body(label)).wrap());
    });
}

/// Shows the menu of a battle.
pub fn menu(ctx: &egui::Context, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    if shade(ctx, "menu shade") {
        ui_actions.push(UiAction::Menu);
    }
    let middle = ctx.content_rect().center();
    Area::new(Id::new("menu")).order(Order::Foreground).pivot(Align2::CENTER_CENTER).fixed_pos(middle).show(
        ctx,
        |ui| {
            widgets::panel(ui, Vec2::new(360.0, 0.0), |ui| {
                widgets::head(ui, "Menu", &format!("order {}", shown.order()));
                let most = ctx.content_rect().height() - 90.0;
                // All of it is shown where there is room for it.
                let list = egui::ScrollArea::vertical().max_height(most).min_scrolled_height(most);
                list.show(ui, |ui| menu_entries(ui, shown, ui_actions));
            });
        },
    );
}

fn menu_entries(ui: &mut Ui, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    ui.spacing_mut().item_spacing.y = 8.0;
    let mut entries = vec![
        ("Esc", "Back to the battle", UiAction::Menu),
        ("", "Rules", UiAction::Open(Stage::Reader)),
        ("", "Settings", UiAction::Open(Stage::Settings)),
        ("", "How it stands", UiAction::Open(Stage::Report)),
        ("", "Same battle, new cards and dice", UiAction::Again(shown.battle.seed().wrapping_add(1))),
        ("", "Another battle", UiAction::Open(Stage::Setup)),
        ("", "Title", UiAction::Open(Stage::Title)),
        ("", "Quit", UiAction::Quit),
        ("P", "Keep a picture of the table", UiAction::Picture),
        ("E", "Export the battle as one file", UiAction::Export),
    ];
    entries.retain(|(.., ui_action)| !home::PAGE || *ui_action != UiAction::Quit);
    // The cards of a lesson are the same each time, and they play the other sides.
    let teaches = shown.session.lesson_script().is_some();
    entries.retain(|(.., ui_action)| !teaches || !matches!(ui_action, UiAction::Again(_)));
    let buttons = ui.spacing().interact_size;
    ui.spacing_mut().interact_size.x = ui.available_width();
    // What has no letter has a number: the entries, then the sides.
    let mut numbers = (1..).map(|n: usize| n.to_string());
    for (n, (letter, label, ui_action)) in entries.into_iter().enumerate() {
        let key = if letter.is_empty() { numbers.next().unwrap_or_default() } else { letter.to_owned() };
        let rank = if n == 0 { Rank::Gold } else { Rank::Plain };
        if widgets::key_button(ui, &key, label, rank, 34.0).clicked() || (n > 0 && keyboard::pressed(ui.ctx(), &key)) {
            ui_actions.push(ui_action);
        }
    }
    if let Some(verb) = shown.session.way_out().filter(|_| !teaches || shown.session.lesson_is_over()) {
        let key = shown.preferences.verb_key(verb);
        if widgets::key_button(ui, &key, verb.label, Rank::Plain, 34.0).clicked() || keyboard::pressed(ui.ctx(), &key) {
            ui_actions.push(UiAction::GiveUp);
        }
    }
    ui.spacing_mut().interact_size = buttons;
    widgets::rule(ui);
    if !shown.session.is_watched() && !teaches {
        for (side, key) in shown.view().sides().players().zip(numbers) {
            who_plays(ui, shown, side, &key, ui_actions);
        }
    }
    let text = theme::secondary(format!("Seed {}. {}", shown.battle.seed(), kept(shown.session)));
    ui.add(egui::Label::new(text).wrap());
}

/// What becomes of the battle when it is left now.
fn kept(session: &Session) -> String {
    match (session.at_stake(), session.journal()) {
        (Some(at_stake), _) => at_stake,
        (None, Some(_)) if session.is_watched() => "What is played from here gets a record of its own.".into(),
        (None, Some(_)) => "Every order is kept as it is given: nothing is lost by leaving.".into(),
        (None, None) if session.lesson_script().is_some() && !session.lesson_is_over() => {
            "The lesson goes on at the card that lies open.".into()
        }
        (None, None) => "No record keeps this battle.".into(),
    }
}

/// Asks whether a battle is to be left of which something would be lost.
pub fn ask_to_leave(ctx: &egui::Context, at_stake: &str, ui_actions: &mut Vec<UiAction>) {
    let text = format!("{at_stake} If you leave now, they are lost.");
    let answers = [("Esc", "Stay", UiAction::Stay), ("L", "Leave", UiAction::Leave)];
    ask(ctx, "Leave the battle?", &text, answers, ui_actions);
}

/// Asks whether the player who is asked gives the battle up.
pub fn ask_to_give_up(ctx: &egui::Context, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    let (Some(asked), Some(verb)) = (shown.session.ask_for_human(), shown.session.way_out()) else {
        ui_actions.push(UiAction::GiveUp);
        return;
    };
    let name = &shown.view().side_named(asked.side).name;
    let text = format!("{name}: the battle is over at once, and the others win.");
    let gives_up = UiAction::GiveAll(vec![BattleOrder::new(asked.side, &verb.id)], false);
    let answers = [("Esc", "Fight on", UiAction::GiveUp), ("G", "Give it up", gives_up)];
    ask(ctx, "Give the battle up?", &text, answers, ui_actions);
}

/// A question over everything else, with the key, word and action of its two answers.
fn ask(
    ctx: &egui::Context,
    title: &str,
    text: &str,
    answers: [(&str, &str, UiAction); 2],
    ui_actions: &mut Vec<UiAction>,
) {
    over_all(ctx, title, |ui| {
        ui.add(egui::Label::new(theme::body(text)).wrap());
        for (n, (key, label, ui_action)) in answers.into_iter().enumerate() {
            let rank = if n == 0 { Rank::Gold } else { Rank::Plain };
            if widgets::key_button(ui, key, label, rank, 34.0).clicked() || keyboard::pressed(ctx, key) {
                ui_actions.push(ui_action);
            }
        }
    });
}

/// A panel over everything else, which lies in the shade.
pub fn over_all(ctx: &egui::Context, title: &str, contents: impl FnOnce(&mut Ui)) {
    shade(ctx, "question shade");
    let middle = ctx.content_rect().center();
    let area = Area::new(Id::new("question")).order(Order::Foreground).pivot(Align2::CENTER_CENTER).fixed_pos(middle);
    area.show(ctx, |ui| {
        widgets::panel(ui, Vec2::new(440.0_f32.min(ctx.content_rect().width() - 40.0), 0.0), |ui| {
            widgets::head(ui, title, "");
            ui.spacing_mut().item_spacing.y = 8.0;
            contents(ui);
        });
    });
}

/// The player of a side, to be changed in the middle of the battle with a click or a key.
fn who_plays(ui: &mut Ui, shown: &Shown, side: SideId, key: &str, ui_actions: &mut Vec<UiAction>) {
    let now = shown.session.controller(side);
    ui.horizontal(|ui| {
        ui.label(theme::body(format!("{}:", shown.view().side_named(side).short)));
        let chosen = usize::from(now != Controller::Human);
        let clicked = widgets::segments(ui, &["Human", "Computer"], chosen);
        let pressed = widgets::keyed_button(ui, key, "", Rank::Plain, 28.0).then_some(1 - chosen);
        let next = match clicked.or(pressed) {
            Some(0) => Controller::Human,
            Some(_) if chosen == 0 => Controller::Computer(Level::Regular),
            _ => return,
        };
        ui_actions.push(UiAction::Hand(side, next));
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
