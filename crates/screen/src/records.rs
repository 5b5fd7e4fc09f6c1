//! The battles begun: every order is kept in a journal as it is given; here the player goes on with a battle, replays
//! it, names it, exports it as one file or throws it away.

use std::{
    path::{Path, PathBuf},
    sync::OnceLock,
    time::SystemTime,
};

use bevy_egui::egui::{self, Align, Area, Id, Layout, Pos2, Rect, TextureHandle, Ui, Vec2};

use super::{
    glimpse::{Glimpse, Glimpses, Means},
    keeping, keyboard, pages,
    panels::shade,
    theme,
    thumbs::Thumbs,
    ui_action::UiAction,
    widgets::{self, Rank},
};
use grapeshot_floor::{english, files::clock};
use grapeshot_game::{
    ai::Controller,
    home,
    record::{JournalInfo, journal::ENDING, shelf},
};

/// What the page of the battles begun shows.
#[derive(Default)]
pub struct RecordsPage {
    /// The journals, the last written first. Each is opened when it is shown.
    pub list: Vec<(PathBuf, OnceLock<JournalInfo>)>,
    /// The chosen journal, by its place in the list.
    pub chosen: usize,
    asks: Option<Question>,
    glimpses: Glimpses,
    thumbs: Thumbs,
}

/// What the player is asked about the record that is chosen.
enum Question {
    /// The name that it gets, as typed so far.
    Name(String),
    /// The place of the file that is given away, as typed so far.
    Export(String),
    /// Whether it is to be deleted.
    Delete,
}

impl RecordsPage {
    /// Lists the records anew; the chosen one stays chosen.
    pub fn read(&mut self) {
        self.read_in(shelf::folder().as_deref());
    }

    /// Lists the records in this folder.
    pub fn read_in(&mut self, folder: Option<&Path>) {
        let chosen = self.path().map(Path::to_path_buf);
        let files = folder.map(shelf::files).unwrap_or_default();
        self.list = files.into_iter().map(|path| (path, OnceLock::new())).collect();
        self.glimpses.clear();
        if let Some(chosen) = chosen {
            self.choose(&chosen);
        }
    }

    /// Chooses a record, if it is there.
    pub fn choose(&mut self, path: &Path) {
        if let Some(at) = self.list.iter().position(|(known, _)| known == path) {
            self.chosen = at;
        }
    }

    fn path(&self) -> Option<&Path> {
        self.list.get(self.chosen).map(|(path, _)| path.as_path())
    }

    /// What the list shows of a journal, read when it is first asked for.
    fn info(&self, n: usize) -> Option<&JournalInfo> {
        info_of(&self.list, n)
    }
}

/// What is known of a journal of a list, read when it is first asked for.
fn info_of(list: &[(PathBuf, OnceLock<JournalInfo>)], n: usize) -> Option<&JournalInfo> {
    list.get(n).map(|(path, info)| info.get_or_init(|| shelf::info(path)))
}

/// How long ago something was written, in words.
fn ago(written: SystemTime) -> String {
    let seconds = clock::now().duration_since(written).map_or(0, |gone| gone.as_secs());
    match seconds {
        0..60 => "just now".into(),
        60..3600 => format!("{} min ago", seconds / 60),
        3600..86400 => format!("{} h ago", seconds / 3600),
        _ => format!("{} ago", english::count((seconds / 86400) as usize, "day")),
    }
}

/// A moment as the player's clock and calendar have it ("26 November 2026, 21:04").
fn moment(at: SystemTime, zone: jiff::tz::TimeZone) -> String {
    jiff::Timestamp::try_from(at)
        .map_or_else(|_| String::new(), |at| at.to_zoned_datetime(zone).strftime("%-d %B %Y, %H:%M").to_string())
}

/// When a record was last written; empty if the system does not say.
fn date(info: &JournalInfo) -> String {
    info.written.map_or_else(String::new, |at| moment(at, jiff::tz::TimeZone::system()))
}

/// The player of a side, as a player says it.
fn in_words(who: &str) -> String {
    who.parse().map_or_else(|_| who.to_owned(), Controller::words)
}

/// The title of a record: the name that its player gave it, else that of its battle.
fn called(info: &JournalInfo) -> &str {
    info.name.as_deref().unwrap_or(&info.title)
}

/// Where the battle of a record stands: its end, or its turn and the side whose decision it waits for.
fn stands(info: &JournalInfo) -> String {
    let turn = match info.outcome.as_ref().map_or(info.turn, |outcome| outcome.turn.min(info.turns)) {
        0 => "Before the first turn".to_owned(),
        turn => format!("Turn {turn} of {}", info.turns),
    };
    match (&info.outcome, info.waits_for.as_slice()) {
        (Some(_), _) => match &info.winner {
            Some(winner) => format!("{turn}, victory for the {winner}"),
            None => format!("{turn}, a draw"),
        },
        (None, []) => turn,
        (None, waits) => format!("{turn}, {} to decide", waits.join(" and ")),
    }
}

/// Whether a journal can be opened.
fn opens(info: &JournalInfo) -> bool {
    info.trouble.is_none() || info.step > 0
}

/// The players of the sides in a line.
fn sides(info: &JournalInfo) -> String {
    let sides = info.sides.iter().map(|(side, who)| format!("{side}: {}", in_words(who)));
    sides.collect::<Vec<_>>().join(" \u{b7} ")
}

/// The height of a battle's row in the list, in points.
const ROW: f32 = 78.0;
/// The room in it for the picture of the table.
const THUMB: Vec2 = Vec2::new(96.0, 70.0);
/// The height of a button at the foot.
const BUTTON: f32 = 40.0;

/// Shows the battles begun.
pub fn show(ctx: &egui::Context, page: &mut RecordsPage, means: &Means, ui_actions: &mut Vec<UiAction>) {
    page.chosen = page.chosen.min(page.list.len().saturating_sub(1));
    let asked = page.asks.is_some();
    let aside = format!("{} kept, every order as it was given", page.list.len());
    let mut unused = Vec::new();
    let heard = if asked { &mut unused } else { &mut *ui_actions };
    let room = pages::page(ctx, "records", "Battles begun", &aside, heard, |_, _| {});
    if page.list.is_empty() {
        pages::place(ctx, "records none", room, |ui| {
            widgets::head(ui, "No battle was begun yet", "");
            ui.add(egui::Label::new(theme::body("Whatever is played is kept here from its first order on.")).wrap());
        });
        return;
    }
    if !asked && let Some(step) = widgets::list_step(ctx) {
        page.chosen = page.chosen.saturating_add_signed(step).min(page.list.len() - 1);
    }
    let foot = Rect::from_min_max(Pos2::new(room.left(), room.bottom() - BUTTON), room.max);
    let room = Rect::from_min_max(room.min, Pos2::new(room.right(), foot.top() - theme::MARGIN));
    let [list, chosen] = pages::parts(ctx, "records", room, ["Battles", "The one chosen"], [1.0, 0.9]);
    if let Some(list) = list {
        pages::place(ctx, "records list", list, |ui| records(ui, page, means));
    }
    let Some(info) = page.info(page.chosen).cloned() else { return };
    if let Some(place) = chosen {
        pages::place(ctx, "records chosen", place, |ui| one(ui, &info, &mut page.glimpses, means));
    }
    let question = buttons(ctx, foot, &info, asked, ui_actions);
    if let Some(asks) = &mut page.asks {
        if ask(ctx, asks, &info, ui_actions) {
            page.asks = None;
        }
    } else {
        page.asks = question;
    }
}

fn records(ui: &mut Ui, page: &mut RecordsPage, means: &Means) {
    let RecordsPage { list: known, chosen: shown, thumbs, .. } = page;
    let mut chosen = *shown;
    let list = egui::ScrollArea::vertical().auto_shrink([false, false]);
    // The record that the keys have chosen is scrolled into sight.
    let seen = ui.id().with("seen");
    let moved = ui.data(|data| data.get_temp::<usize>(seen)) != Some(chosen);
    ui.data_mut(|data| data.insert_temp(seen, chosen));
    let high = ROW + 4.0 + ui.spacing().item_spacing.y;
    let list = if moved {
        let held = ui.available_height();
        list.vertical_scroll_offset((high * chosen as f32 - held / 2.0).max(0.0))
    } else {
        list
    };
    list.show_rows(ui, ROW + 4.0, known.len(), |ui, rows| {
        for n in rows {
            let Some(info) = info_of(known, n) else { continue };
            let thumb = thumbs.of(ui.ctx(), info, means);
            if row(ui, info, thumb, n == *shown) {
                chosen = n;
                ui.data_mut(|data| data.insert_temp(seen, chosen));
            }
        }
    });
    *shown = chosen;
}

/// Shows a record in the list; returns whether it was clicked.
fn row(ui: &mut Ui, info: &JournalInfo, thumb: Option<&TextureHandle>, chosen: bool) -> bool {
    let response = widgets::row(ui, chosen, |ui| {
        ui.set_height(ROW);
        ui.horizontal_top(|ui| {
            small_table(ui, thumb);
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 1.0;
                row_words(ui, info);
            });
        });
    });
    response.clicked()
}

/// The small picture of a table, in the middle of the room that all of them have.
fn small_table(ui: &mut Ui, thumb: Option<&TextureHandle>) {
    let (room, _) = ui.allocate_exact_size(Vec2::new(THUMB.x, ROW), egui::Sense::hover());
    let size = thumb.map_or(THUMB, TextureHandle::size_vec2);
    let rect = Rect::from_center_size(room.center(), size * (THUMB / size).min_elem());
    ui.painter().rect_filled(rect, egui::CornerRadius::ZERO, theme::PAPER);
    if let Some(thumb) = thumb {
        let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        ui.painter().image(thumb.id(), rect, whole, egui::Color32::WHITE);
    }
    let stroke = egui::Stroke::new(1.0, theme::INK2);
    ui.painter().rect_stroke(rect, egui::CornerRadius::ZERO, stroke, egui::StrokeKind::Inside);
}

/// What the list says of a record: its title, where it stands, its players, when it was played.
fn row_words(ui: &mut Ui, info: &JournalInfo) {
    ui.allocate_ui(Vec2::new(ui.available_width(), 24.0), |ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(theme::secondary(info.written.map_or_else(String::new, ago)));
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(egui::Label::new(theme::title(called(info), theme::SIZE_LIST)).truncate());
            });
        });
    });
    let state = match (&info.trouble, &info.name) {
        (Some(_), _) if opens(info) => {
            theme::secondary(format!("{}, its end is bad", stands(info))).color(theme::TARGET)
        }
        (Some(_), _) => theme::secondary("It cannot be opened.").color(theme::TARGET),
        (None, Some(_)) => theme::secondary(format!("{} \u{b7} {}", info.title, stands(info))),
        (None, None) => theme::secondary(stands(info)),
    };
    for line in [state, theme::secondary(sides(info)), theme::secondary(date(info))] {
        ui.add(egui::Label::new(line).truncate());
    }
}

/// Shows what is known of the record that is chosen.
fn one(ui: &mut Ui, info: &JournalInfo, glimpses: &mut Glimpses, means: &Means) {
    widgets::head(ui, called(info), if info.name.is_some() { &info.title } else { "" });
    egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        let high = (ui.available_height() * 0.55).max(120.0);
        let glimpse = if opens(info) { glimpses.of(ui.ctx(), &info.path, means) } else { Ok(None) };
        let seen = glimpse.unwrap_or_default();
        picture(ui, seen, high, if opens(info) && glimpse.is_ok() { "The table is being looked at." } else { "" });
        ui.add_space(6.0);
        let say = |ui: &mut Ui, text: egui::RichText| ui.add(egui::Label::new(text).wrap());
        say(ui, theme::bold(stands(info)));
        if let Some(outcome) = &info.outcome {
            say(ui, theme::body(&outcome.text));
        }
        for (side, who) in &info.sides {
            let points = seen.and_then(|seen| seen.points.iter().find(|(known, _)| known == side));
            let points =
                points.map_or_else(String::new, |(_, points)| format!(", {}", english::amount(*points, "point")));
            say(ui, theme::body(format!("{side}: {}{points}", in_words(who))));
        }
        say(ui, theme::body(format!("{} given", english::count(info.step, "order"))));
        if let Some(written) = info.written {
            say(ui, theme::body(format!("Last played {} ({})", date(info), ago(written))));
        }
        if let (None, Err(trouble)) = (&info.trouble, glimpse) {
            say(ui, theme::body(trouble).color(theme::TARGET));
        }
        if let Some(trouble) = &info.trouble {
            say(ui, theme::body(trouble).color(theme::TARGET));
        }
        ui.add_space(6.0);
        say(ui, theme::secondary(info.path.display().to_string()));
    });
}

/// The table of a record, or the frame in which it will be.
fn picture(ui: &mut Ui, seen: Option<&Glimpse>, high: f32, word: &str) {
    let table = seen.map_or(Vec2::new(3.0, 2.0), |seen| seen.table.max(Vec2::splat(1.0)));
    let scale = (ui.available_width() / table.x).min(high / table.y);
    ui.vertical_centered(|ui| {
        let (rect, _) = ui.allocate_exact_size(table * scale, egui::Sense::hover());
        let painter = ui.painter();
        match seen.and_then(Glimpse::picture) {
            Some(texture) => {
                let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
                painter.image(texture, rect, whole, egui::Color32::WHITE);
            }
            None => {
                painter.rect_filled(rect, egui::CornerRadius::ZERO, theme::PAPER);
                let font = egui::FontId::proportional(theme::SIZE_SECONDARY);
                painter.text(rect.center(), egui::Align2::CENTER_CENTER, word, font, theme::INK2);
            }
        }
        let stroke = egui::Stroke::new(1.2, theme::INK2);
        painter.rect_stroke(rect, egui::CornerRadius::ZERO, stroke, egui::StrokeKind::Inside);
    });
}

/// Shows the buttons for the record that is chosen; returns the question that a clicked one asks.
fn buttons(
    ctx: &egui::Context,
    place: Rect,
    info: &JournalInfo,
    asked: bool,
    ui_actions: &mut Vec<UiAction>,
) -> Option<Question> {
    let mut question = None;
    let area = Area::new(Id::new("records foot")).constrain(false).fixed_pos(place.min);
    area.show(ctx, |ui| {
        ui.set_width(place.width());
        ui.horizontal(|ui| {
            let opens = opens(info);
            let mut button = |key: &str, label: &str, rank: Rank| {
                let rank = if rank == Rank::Gold || opens || label == "Delete" { rank } else { Rank::Struck };
                let clicked = widgets::key_button(ui, key, label, rank, BUTTON).clicked();
                !asked && rank != Rank::Struck && (clicked || keyboard::pressed(ctx, key))
            };
            let gold = if opens { Rank::Gold } else { Rank::Struck };
            let over = info.outcome.is_some();
            if button("Enter", if over { "Replay" } else { "Go on" }, gold) {
                ui_actions.push(UiAction::Load(info.path.clone(), over));
            }
            if !over && button("R", "Replay", Rank::Plain) {
                ui_actions.push(UiAction::Load(info.path.clone(), true));
            }
            if button("N", "Name it", Rank::Plain) {
                question = Some(Question::Name(called(info).to_owned()));
            }
            if button("E", "Export", Rank::Plain) {
                let place = export_place(info);
                if home::PAGE {
                    ui_actions.push(UiAction::ExportRecord(info.path.clone(), place));
                } else {
                    question = Some(Question::Export(place.display().to_string()));
                }
            }
            if button("Delete", "Delete", Rank::Plain) {
                question = Some(Question::Delete);
            }
        });
    });
    question
}

/// The file that is offered for a battle that is given away.
fn export_place(info: &JournalInfo) -> PathBuf {
    keeping::free(&keeping::exports().unwrap_or_default(), &keeping::name_of(called(info), info.turn), ENDING)
}

/// A place as the player wrote it; `~` is his own folder.
pub fn written_place(text: &str) -> PathBuf {
    let text = text.trim();
    match text.strip_prefix('~').map(|rest| rest.trim_start_matches(['/', '\\'])).zip(home::own()) {
        Some((rest, home)) => home.join(rest),
        None => text.into(),
    }
}

/// Asks the player a question; returns whether it was answered or put away.
fn ask(ctx: &egui::Context, question: &mut Question, info: &JournalInfo, ui_actions: &mut Vec<UiAction>) -> bool {
    let path = info.path.clone();
    let name = called(info).to_owned();
    let (title, text, word) = match question {
        Question::Name(_) => ("Name this battle", "The file of its record gets this name.".to_owned(), "Name it"),
        Question::Export(_) => {
            let text = "The battle in one file: drop it on the window of the game, here or on any other machine.";
            ("Export this battle to", text.to_owned(), "Export")
        }
        Question::Delete => (
            "Delete this record?",
            format!("\u{201c}{name}\u{201d} of {} is gone for good then.", date(info)),
            "Delete it",
        ),
    };
    let deletes = matches!(question, Question::Delete);
    let mut answered = false;
    let (key, rank) = if deletes { ("D", Rank::Plain) } else { ("Enter", Rank::Gold) };
    shade::over_all(ctx, title, |ui| {
        ui.add(egui::Label::new(theme::body(text)).wrap());
        if let Question::Name(text) | Question::Export(text) = question {
            let field =
                egui::TextEdit::singleline(text).desired_width(f32::INFINITY).margin(egui::Margin::symmetric(8, 6));
            let response = ui.add(field);
            if !response.has_focus() && !response.lost_focus() {
                response.request_focus();
            }
        }
        ui.horizontal(|ui| {
            // If the record would be gone, the button that keeps it comes first.
            let stay = if deletes { ("Keep it", Rank::Gold) } else { ("Back", Rank::Plain) };
            let does =
                |ui: &mut Ui| widgets::key_button(ui, key, word, rank, 34.0).clicked() || keyboard::pressed(ctx, key);
            let done = if deletes { false } else { does(ui) };
            answered |=
                widgets::key_button(ui, "Esc", stay.0, stay.1, 34.0).clicked() || keyboard::pressed(ctx, "Escape");
            if done || (deletes && does(ui)) {
                answered = true;
                ui_actions.push(match &*question {
                    Question::Name(name) => UiAction::NameRecord(path.clone(), name.clone()),
                    Question::Export(to) => UiAction::ExportRecord(path.clone(), written_place(to)),
                    Question::Delete => UiAction::DeleteRecord(path.clone()),
                });
            }
        });
    });
    answered
}
