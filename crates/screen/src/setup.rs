//! The battle chooser: battles by ruleset, the table as a picture, the story, who plays which side, the seed.

use bevy_egui::egui::{self, Align, Color32, Layout, Pos2, Rect, Ui, Vec2};
use std::sync::Arc;

use super::{
    library::{Entry, Library},
    pages,
    pictures::{Eyes, Pictures},
    preferences::Preferences,
    session::Controller,
    stage::Stage,
    theme,
    ui_action::UiAction,
    widgets::{self, Rank},
};
use grapeshot_floor::{
    english::{self, words::in_words},
    forces::{Side, SideId, Value},
    turn::Objective,
};
use grapeshot_game::{ai::Level, battle::Plugins, home, scenario::Scenario};

in_words! {
    /// How large a battle is.
    #[derive(Default)]
    pub enum Size: ALL, word {
        /// Battles of any size.
        #[default]
        All = "All";
        /// Battles like the smallest that are made by the same rules.
        Small = "Small";
        /// Battles between the two.
        Medium = "Medium";
        /// Battles like the largest that are made by the same rules.
        Large = "Large";
    }
}

impl Size {
    fn of(scenario: &Scenario, library: &Library) -> Self {
        let grounds = library.books.get(&scenario.ruleset).and_then(|book| book.vocabulary.quick.grounds.as_ref());
        match grounds.map_or(0, |grounds| grounds.size_of(scenario.terrain.size, scenario.units.len())) {
            0 => Self::Small,
            1 => Self::Medium,
            _ => Self::Large,
        }
    }
}

/// What the player has chosen in the chooser.
pub struct SetupPage {
    /// The battle, by its place in the library.
    pub chosen: usize,
    /// The player of each side, in the order of the sides.
    pub controllers: Vec<Controller>,
    /// The seed as the player has typed it.
    pub seed: String,
    search: String,
    size: Size,
    /// Frames in which the list is still scrolled to the battle that was put before the player.
    scrolls: u8,
}

/// Frames after which a list that is laid out for the first time has its place.
const SCROLLS: u8 = 3;

impl Default for SetupPage {
    fn default() -> Self {
        Self {
            chosen: 0,
            controllers: vec![Controller::Human, Controller::Computer(Level::Regular)],
            seed: "1".into(),
            search: String::new(),
            size: Size::All,
            scrolls: 0,
        }
    }
}

impl SetupPage {
    /// The seed of the battle: the number that was typed, or one made from other letters.
    pub fn seed(&self) -> u64 {
        seed_of(&self.seed)
    }

    /// Shows a battle, by its place in the library, whatever was searched before.
    pub fn choose(&mut self, battle: usize) {
        self.chosen = battle;
        self.search.clear();
        self.size = Size::All;
        self.scrolls = SCROLLS;
    }

    /// The player of each side of a battle: a person against the computer unless it was chosen otherwise.
    pub fn controllers_for(&self, sides: usize) -> Vec<Controller> {
        let mut controllers = self.controllers.clone();
        controllers.resize(sides, Controller::Computer(Level::Regular));
        controllers
    }
}

/// Shows the chooser.
pub fn show(
    ctx: &egui::Context,
    page: &mut SetupPage,
    library: &Library,
    pictures: &mut Pictures,
    preferences: &Preferences,
    ui_actions: &mut Vec<UiAction>,
) {
    let aside = english::count(library.entries.len(), "battle");
    let room = pages::page(ctx, "setup", "New battle", &aside, ui_actions, |ui, ui_actions| {
        if widgets::keyed_button(ui, "S", "Settings", Rank::Bar, 30.0) {
            ui_actions.push(UiAction::Open(Stage::Settings));
        }
        if widgets::keyed_button(ui, "R", "Rules", Rank::Bar, 30.0) {
            ui_actions.push(UiAction::Open(Stage::Reader));
        }
        if !home::PAGE && widgets::keyed_button(ui, "D", "Design", Rank::Bar, 30.0) {
            ui_actions.push(UiAction::Open(Stage::Design));
        }
    });
    page.chosen = page.chosen.min(library.entries.len().saturating_sub(1));
    let places = Places::of(ctx, room);
    if let Some(list) = places.list {
        pages::place(ctx, "setup list", list, |ui| battles(ui, page, library));
    }
    let Some(entry) = library.entries.get(page.chosen) else {
        if let Some(table) = places.table {
            pages::place(ctx, "setup none", table, |ui| {
                widgets::head(ui, "No battle found", "");
                ui.add(egui::Label::new(theme::body(
                    "Scenario files end in .scenario.ron and lie in a folder named scenarios, beside the program or where it is started.",
                )).wrap());
            });
        }
        return;
    };
    let scenario = &entry.scenario;
    if let Some(table) = places.table {
        pages::place(ctx, "setup table", table, |ui| {
            let size = scenario.terrain.size;
            let aside = format!("{} \u{b7} {} \u{d7} {}\u{2033}", library.title_of(&scenario.ruleset), size.x, size.y);
            widgets::head(ui, &scenario.title, &aside);
            let eyes = Eyes::of(&page.controllers_for(scenario.players().len()));
            picture(ui, pictures, scenario, library.plugins, &preferences.palette, eyes);
        });
    }
    if let Some(story) = places.story {
        pages::place(ctx, "setup story", story, |ui| tale(ui, scenario, library));
    }
    if let Some(choices) = places.choices {
        pages::place(ctx, "setup choices", choices, |ui| {
            widgets::clear_of_bars(ui);
            egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                sides(ui, page, scenario, preferences);
                length(ui, page, scenario);
                fairness(ui, entry, preferences);
            });
        });
    }
    start(ctx, places.start, page, ui_actions);
    if super::keyboard::pressed(ctx, "F") && !super::keyboard::writes(ctx) {
        let at = Size::ALL.iter().position(|size| *size == page.size).unwrap_or(0);
        page.size = Size::ALL[(at + 1) % Size::ALL.len()];
    }
    if super::keyboard::pressed(ctx, "Enter") && !ctx.text_edit_focused() {
        ui_actions.push(UiAction::Begin);
    }
}

/// Points that the two buttons which begin a battle take side by side.
const START_WIDTH: f32 = 420.0;
/// The height of such a button.
const START: f32 = 52.0;

/// Where the parts of the chooser lie; those that are not shown now have no place.
struct Places {
    list: Option<Rect>,
    table: Option<Rect>,
    story: Option<Rect>,
    choices: Option<Rect>,
    start: Rect,
}

impl Places {
    fn of(ctx: &egui::Context, room: Rect) -> Self {
        let cut = |rect: Rect, height: f32| {
            let foot = Rect::from_min_max(Pos2::new(rect.left(), rect.bottom() - height), rect.max);
            (Rect::from_min_max(rect.min, Pos2::new(rect.right(), foot.top() - theme::MARGIN)), foot)
        };
        if pages::is_narrow(room.width()) || pages::is_low(room.height()) {
            let (room, start) = cut(room, START);
            let (shown, room) = pages::tabbed(ctx, "setup", room, &["Battles", "Table", "Story", "Who plays"]);
            let [list, table, story, choices] = std::array::from_fn(|n| (n == shown).then_some(room));
            return Self { list, table, story, choices, start };
        }
        let shares = if room.width() < 1400.0 { [0.8, 1.55, 1.0] } else { [0.65, 1.7, 0.85] };
        let [list, middle, right] = pages::columns(room, shares);
        let [table, story] = pages::rows(middle, [2.6, 1.0]);
        let one_row = right.width() >= START_WIDTH;
        let (choices, start) = cut(right, if one_row { START } else { 2.0 * START + 6.0 });
        Self { list: Some(list), table: Some(table), story: Some(story), choices: Some(choices), start }
    }
}

/// The line in which a player searches.
fn search(ui: &mut Ui, page: &mut SetupPage) -> egui::Response {
    let search = egui::TextEdit::singleline(&mut page.search)
        .hint_text("Find a battle, place or year (/)")
        .desired_width(f32::INFINITY)
        .margin(egui::Margin::symmetric(8, 6));
    let mut search = search.show(ui);
    if super::keyboard::pressed(ui.ctx(), "Slash") && !ui.ctx().text_edit_focused() {
        widgets::write_anew(ui.ctx(), &mut search, &page.search);
    }
    search.response.response
}

/// The line above the battles of a ruleset.
fn head_of_ruleset(ui: &mut Ui, title: &str, battles: usize) {
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(theme::secondary(english::count(battles, "battle")));
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(egui::Label::new(theme::title(title, theme::SIZE_LIST)).wrap());
            });
        });
    });
    widgets::rule(ui);
}

fn battles(ui: &mut Ui, page: &mut SetupPage, library: &Library) {
    let search = search(ui, page);
    let at = Size::ALL.iter().position(|size| *size == page.size).unwrap_or(0);
    if let Some(n) = widgets::segments(ui, &Size::ALL.map(Size::word), at) {
        page.size = Size::ALL[n];
    }
    let wanted = page.search.to_lowercase();
    let says = |text: &str| wanted.split_whitespace().all(|word| text.to_lowercase().contains(word));
    let fits = |scenario: &Scenario| {
        let text = format!("{} {} {} {}", scenario.title, scenario.location, scenario.date, scenario.story);
        (page.size == Size::All || Size::of(scenario, library) == page.size) && says(&text)
    };
    let mut ruleset = "";
    let mut chosen = page.chosen;
    let listed: Vec<usize> = (0..library.entries.len()).filter(|n| fits(&library.entries[*n].scenario)).collect();
    // A battle that a search leaves out is not the one that begins; a title is meant before a word of a story.
    if search.changed() || !listed.contains(&chosen) {
        let titled = listed.iter().find(|n| says(&library.entries[**n].scenario.title));
        chosen = titled.or(listed.first()).copied().unwrap_or(chosen);
    }
    if listed.is_empty() {
        ui.add_space(6.0);
        ui.label(theme::body(nothing_found(&page.search, page.size)));
    }
    if let Some(step) = widgets::list_step(ui.ctx()) {
        let at = listed.iter().position(|n| *n == chosen);
        let to = at.map_or(0, |at| at.saturating_add_signed(step).min(listed.len().saturating_sub(1)));
        chosen = listed.get(to).copied().unwrap_or(chosen);
    }
    widgets::clear_of_bars(ui);
    egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        for n in listed.iter().copied() {
            let entry = &library.entries[n];
            let scenario = &entry.scenario;
            if ruleset != scenario.ruleset {
                ruleset = &scenario.ruleset;
                let count = listed.iter().filter(|n| library.entries[**n].scenario.ruleset == ruleset).count();
                head_of_ruleset(ui, library.title_of(ruleset), count);
            }
            let response = widgets::row(ui, n == page.chosen, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.horizontal(|ui| {
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        pips(ui, Size::of(scenario, library));
                        if entry.is_starter() {
                            widgets::badge(ui, START_HERE, false).on_hover_text("The battle with one page of rules");
                        }
                        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                            ui.add(egui::Label::new(theme::bold(&scenario.title)).wrap());
                        });
                    });
                });
                let place = format!("{}, {}", scenario.location, scenario.date);
                ui.add(egui::Label::new(theme::secondary(place)).wrap());
            });
            if response.clicked() {
                chosen = n;
            } else if n == chosen && (chosen != page.chosen || page.scrolls > 0) {
                response.scroll_to_me(None);
            }
        }
        for (path, problems) in &library.broken {
            let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            ui.label(theme::body(format!("{name} has errors")).color(theme::TARGET)).on_hover_ui(|ui| {
                ui.set_max_width(700.0);
                ui.monospace(problems);
            });
        }
    });
    page.chosen = chosen;
    if page.scrolls > 0 {
        page.scrolls -= 1;
        ui.ctx().request_repaint();
    }
}

/// Why no battle is listed.
fn nothing_found(search: &str, size: Size) -> String {
    let size = if size == Size::All { String::new() } else { format!("{} ", size.word().to_lowercase()) };
    format!("No {size}battle has the words \"{}\" in its title, place, date or story.", search.trim())
}

/// The mark of the battle with which a player begins.
const START_HERE: &str = "start here";

/// Draws three boxes, filled by how large a battle is.
fn pips(ui: &mut Ui, size: Size) {
    let filled = match size {
        Size::Small => 1,
        Size::Medium => 2,
        _ => 3,
    };
    let (rect, response) = ui.allocate_exact_size(Vec2::new(36.0, 10.0), egui::Sense::hover());
    for n in 0..3 {
        let pip = Rect::from_min_size(rect.min + Vec2::new(12.0 * n as f32, 0.0), Vec2::splat(9.0));
        let fill = if n < filled { theme::INK } else { Color32::TRANSPARENT };
        let stroke = egui::Stroke::new(1.2, theme::INK);
        ui.painter().rect(pip, egui::CornerRadius::ZERO, fill, stroke, egui::StrokeKind::Inside);
    }
    response.on_hover_text(format!("{} battle", size.word()));
}

/// Points that one row of words takes below the picture of a table.
const CAPTION: f32 = 24.0;

pub(super) fn picture(
    ui: &mut Ui,
    pictures: &mut Pictures,
    scenario: &Arc<Scenario>,
    plugins: Plugins,
    palette: &str,
    eyes: Eyes,
) {
    let room = ui.available_size() - Vec2::new(0.0, CAPTION);
    let table = scenario.terrain.size;
    let scale = (room.x / table.x.max(1.0)).min(room.y / table.y.max(1.0));
    let size = Vec2::new(table.x, table.y) * scale;
    ui.vertical_centered(|ui| {
        let (drawing, eyes) = pictures.table(ui.ctx(), scenario, plugins, palette, eyes);
        match drawing {
            Some(texture) => {
                let response = ui.add(egui::Image::new((texture, size)));
                let stroke = egui::Stroke::new(1.2, theme::INK2);
                ui.painter().rect_stroke(response.rect, egui::CornerRadius::ZERO, stroke, egui::StrokeKind::Outside);
            }
            None => {
                ui.label(theme::body("The table cannot be drawn."));
            }
        }
        let mut lines: Vec<String> = match eyes {
            Eyes::Everything => Vec::new(),
            Eyes::Side(side) => vec![format!("Drawn as the {} see it", scenario.sides[side.index()].short)],
            Eyes::Stranger => vec!["Drawn without those who hide".to_owned()],
        };
        let victory = &scenario.victory;
        let worth = |(n, objective): (usize, &Objective)| {
            Some(format!("{} {}", objective.name, victory.worth_told(n, &scenario.sides)?))
        };
        let points: Vec<String> = victory.objectives.iter().enumerate().filter_map(worth).collect();
        if !points.is_empty() {
            lines.push(format!("Points for holding: {}", points.join(", ")));
        }
        let areas = victory.zones.iter().map(|zone| {
            let side = &scenario.sides[zone.side.index()].short;
            format!("Points for each piece: {side}, {} {}", zone.name, zone.each)
        });
        lines.extend(areas);
        let words = egui::Label::new(theme::secondary(lines.join(" \u{b7} ")));
        // Below a wide table there is room for several rows.
        ui.add(if ui.available_height() < 3.0 * CAPTION { words.truncate() } else { words.wrap() });
    });
}

pub(super) fn tale(ui: &mut Ui, scenario: &Scenario, library: &Library) {
    widgets::head(ui, "The story", &format!("{}, {}", scenario.location, scenario.date));
    egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.add(egui::Label::new(theme::prose(&scenario.story, theme::SIZE_LIST)).wrap());
        if !scenario.lesson.is_empty() {
            widgets::rule(ui);
            ui.horizontal_top(|ui| {
                ui.label(theme::bold("You learn"));
                ui.add(egui::Label::new(theme::body(&scenario.lesson)).wrap());
            });
        }
        if !scenario.changed_settings.is_empty() {
            ui.horizontal_top(|ui| {
                ui.label(theme::bold("House rules"));
                ui.vertical(|ui| {
                    for rule in house_rules(scenario, library) {
                        ui.add(egui::Label::new(theme::body(rule)).wrap());
                    }
                });
            });
        }
    });
}

/// The settings of a battle that differ from its ruleset's, as sentences.
fn house_rules(scenario: &Scenario, library: &Library) -> Vec<String> {
    let settings = library.books.get(&scenario.ruleset).map_or(&[][..], |book| &book.vocabulary.settings);
    let said = scenario.changed_settings.iter().map(|name| {
        let field = settings.iter().find(|field| field.name == *name);
        let meaning = field.map_or(name.as_str(), |field| field.hint.as_str());
        house_rule(meaning, scenario.settings.0.get(name), &scenario.sides)
    });
    said.collect()
}

/// The meaning of a setting holds nothing but words for scenario writers after one of these.
const FOR_WRITERS: [&str; 5] = [", or", "; ", ": ", ", by its key", " by its key"];

/// A house rule as a sentence: what the setting means, and its value.
fn house_rule(meaning: &str, value: Option<&Value>, sides: &[Side]) -> String {
    let side = |word: &str| sides.iter().find(|side| side.key == word).map(|side| side.name.clone());
    let words = |value: &Value| match value {
        Value::Number(share) if meaning.starts_with("share ") => format!("{:.0} %", share * 100.0),
        value => side(&value.to_string()).unwrap_or_else(|| value.to_string().replace('_', " ")),
    };
    let value = match value {
        Some(Value::List(list)) => list.iter().map(words).collect::<Vec<_>>().join(" and "),
        Some(value) => words(value),
        None => String::new(),
    };
    let end = FOR_WRITERS.iter().filter_map(|mark| meaning.find(mark)).min().unwrap_or(meaning.len());
    format!("{}: {value}", meaning[..end].replace('_', " "))
}

fn sides(ui: &mut Ui, page: &mut SetupPage, scenario: &Scenario, preferences: &Preferences) {
    let players = scenario.players().len();
    page.controllers = page.controllers_for(players.max(page.controllers.len()));
    for side in scenario.players() {
        let controller = &mut page.controllers[side.id.index()];
        let men: usize = scenario.units.iter().filter(|unit| unit.side == side.id).map(|unit| unit.pieces.len()).sum();
        ui.horizontal(|ui| {
            widgets::flag(ui, &side.flag, theme::coat(&preferences.palette, &side.coat), 24.0);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(theme::secondary(english::count(men, "piece")));
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(egui::Label::new(theme::title(&side.short, theme::SIZE_PANEL)).truncate());
                });
            });
        });
        widgets::rule(ui);
        ui.add(egui::Label::new(theme::bold(&side.name)).wrap());
        ui.add(egui::Label::new(theme::body(&side.goes_for)).wrap());
        let handicap = scenario.victory.handicap.get(side.id.index()).copied().unwrap_or(0.0);
        if handicap != 0.0 {
            ui.label(theme::body(format!("points to begin with: {}", english::number(handicap))));
        }
        labelled(ui, "Played by", |ui| {
            let chosen = usize::from(*controller != Controller::Human);
            let clicked = widgets::segments(ui, &["Human", "Computer"], chosen);
            let key = (side.id.index() + 1).to_string();
            let pressed = widgets::keyed_button(ui, &key, "", Rank::Plain, 28.0).then_some(1 - chosen);
            match clicked.or(pressed) {
                Some(0) => *controller = Controller::Human,
                Some(_) if chosen == 0 => *controller = Controller::Computer(Level::Regular),
                _ => {}
            }
        });
        match controller {
            Controller::Human => labelled(ui, "Level", |ui| {
                ui.label(theme::italic("a person at this table", theme::SIZE_BODY + 2.0));
            }),
            // The words of the levels need the whole width, and no label.
            Controller::Computer(level) => row(ui, |ui| {
                let words = LEVELS.map(Level::word);
                let at = LEVELS.iter().position(|known| known == level).unwrap_or(0);
                let clicked = widgets::segments(ui, &words, at);
                // Its key stands beside it: the keys of the levels follow those of the sides.
                let key = (players + side.id.index() + 1).to_string();
                let pressed = widgets::keyed_button(ui, &key, "", Rank::Plain, 28.0);
                if let Some(n) = clicked.or(pressed.then_some((at + 1) % LEVELS.len())) {
                    *level = LEVELS[n];
                }
            }),
        }
        ui.add_space(14.0);
    }
}

/// The levels that a player chooses from: blind orders are no opponent.
const LEVELS: [Level; Level::ALL.len() - 1] = {
    let [_, levels @ ..] = Level::ALL;
    levels
};

fn row(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.set_min_height(34.0);
        contents(ui);
    });
}

pub(super) fn labelled(ui: &mut Ui, label: &str, contents: impl FnOnce(&mut Ui)) {
    row(ui, |ui| {
        ui.allocate_ui_with_layout(Vec2::new(66.0, 28.0), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(66.0);
            ui.label(theme::secondary(label));
        });
        contents(ui);
    });
}

fn length(ui: &mut Ui, page: &mut SetupPage, scenario: &Scenario) {
    ui.label(theme::title("Length and seed", theme::SIZE_PANEL));
    widgets::rule(ui);
    labelled(ui, "Turns", |ui| {
        ui.label(theme::bold(scenario.turns.to_string()));
        ui.label(theme::secondary("as the scenario has it"));
    });
    labelled(ui, "Seed", |ui| {
        ui.add(egui::TextEdit::singleline(&mut page.seed).desired_width(110.0).margin(egui::Margin::symmetric(8, 6)));
        if widgets::keyed_button(ui, "N", "new one", Rank::Plain, 30.0) {
            page.seed = next_seed(page.seed()).to_string();
        }
    });
    ui.label(theme::secondary("Same seed and orders: the same battle, on every machine."));
    ui.add_space(14.0);
}

/// The seed that was typed: a number, or one made from other letters.
pub(super) fn seed_of(text: &str) -> u64 {
    let text = text.trim();
    text.parse().unwrap_or_else(|_| xxhash_rust::xxh3::xxh3_64(text.as_bytes()))
}

/// Another seed, short enough to read out.
pub(super) fn next_seed(seed: u64) -> u64 {
    xxhash_rust::xxh3::xxh3_64(&seed.to_le_bytes()) % 1_000_000
}

/// Shows how often each side won when the computer played the battle many times: a bar, and each share with its
/// uncertainty.
fn fairness(ui: &mut Ui, entry: &Entry, preferences: &Preferences) {
    ui.label(theme::title("Fairness", theme::SIZE_PANEL));
    widgets::rule(ui);
    let Some(measured) = &entry.fairness else {
        let text = "Not measured. “grapeshot simulate --keep” plays it many times and counts who wins.";
        ui.add(egui::Label::new(theme::body(text)).wrap());
        return;
    };
    let sides = entry.scenario.players();
    let (bar, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 18.0), egui::Sense::hover());
    ui.painter().rect_filled(bar, egui::CornerRadius::ZERO, theme::PAPER_DARK);
    // The first side from the left, the others from the right: what lies between them are draws.
    let (mut left, mut right) = (bar.left(), bar.right());
    for (n, side) in sides.iter().enumerate() {
        let width = bar.width() * measured.share(SideId(n as u8)).share as f32;
        let range = if n == 0 { left..=left + width } else { right - width..=right };
        if n == 0 {
            left += width;
        } else {
            right -= width;
        }
        let part = Rect::from_x_y_ranges(range, bar.y_range());
        ui.painter().rect_filled(part, egui::CornerRadius::ZERO, theme::coat(&preferences.palette, &side.coat));
        ui.painter().rect_stroke(
            part,
            egui::CornerRadius::ZERO,
            egui::Stroke::new(1.2, theme::INK),
            egui::StrokeKind::Inside,
        );
    }
    ui.painter().vline(bar.center().x, bar.y_range().expand(3.0), egui::Stroke::new(1.5, theme::INK));
    ui.add_space(4.0);
    for (n, side) in sides.iter().enumerate() {
        let share = measured.share(SideId(n as u8));
        labelled(ui, &side.short, |ui| {
            ui.label(theme::bold(format!("{:.0} %", share.share * 100.0)));
            ui.label(theme::secondary(format!("{:.0} to {:.0}", share.low * 100.0, share.high * 100.0)));
        });
    }
    let drawn = measured.battles.saturating_sub(measured.wins.iter().sum());
    let mut text = format!("{} battles, computer against computer", measured.battles);
    if drawn > 0 {
        text += &format!(", {drawn} drawn");
    }
    text += &format!("; half were over by turn {:.0}.", measured.turns);
    if measured.hash != format!("{:016x}", entry.scenario.hash) {
        text += " The scenario was changed since.";
    }
    ui.add(egui::Label::new(theme::secondary(text)).wrap());
}

fn start(ctx: &egui::Context, rect: Rect, page: &mut SetupPage, ui_actions: &mut Vec<UiAction>) {
    egui::Area::new("setup start".into()).fixed_pos(rect.min).constrain(false).show(ctx, |ui| {
        let two_rows = rect.height() > START;
        let layout = if two_rows { Layout::top_down(Align::Min) } else { Layout::left_to_right(Align::Center) };
        ui.set_max_width(rect.width());
        ui.with_layout(layout, |ui| {
            ui.spacing_mut().item_spacing.y = 6.0;
            if two_rows {
                ui.spacing_mut().interact_size.x = rect.width();
            }
            if widgets::key_button(ui, "Enter", "Lay the table and play", Rank::Gold, START).clicked() {
                ui_actions.push(UiAction::Begin);
            }
            if widgets::keyed_button(ui, "W", "Watch it played", Rank::Plain, START) {
                for controller in &mut page.controllers {
                    if *controller == Controller::Human {
                        *controller = Controller::Computer(Level::Regular);
                    }
                }
                ui_actions.push(UiAction::Begin);
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::trying::{tap, texts};

    #[test]
    fn a_house_rule_is_told_by_what_it_means() {
        let value = Value::List(vec![Value::Number(0.0), Value::Number(6.0)]);
        assert_eq!(house_rule("points for a broken army", Some(&value), &[]), "points for a broken army: 0 and 6");
        assert_eq!(
            house_rule("what a broken army means", Some(&Value::Word("ends".into())), &[]),
            "what a broken army means: ends"
        );
        let number = |number| Some(Value::Number(number));
        assert_eq!(house_rule("share of lost units", number(0.75).as_ref(), &[]), "share of lost units: 75 %");
        assert_eq!(
            house_rule("losses that are heavy; 0 for a quarter", number(3.0).as_ref(), &[]),
            "losses that are heavy: 3"
        );
    }

    #[test]
    fn every_house_rule_of_a_battle_is_said_whole() {
        let library = opened().library;
        let mut said = 0;
        for entry in &library.entries {
            for rule in house_rules(&entry.scenario, &library) {
                let (meaning, value) = rule.rsplit_once(": ").expect("what it means, and how it stands");
                assert!(!value.is_empty() && !meaning.ends_with([',', '(', ' ']), "{rule}");
                assert_eq!(rule.matches('(').count(), rule.matches(')').count(), "{rule}");
                assert!(!rule.contains(['_', ';']) && !rule.contains("by its place"), "{rule}");
                said += 1;
            }
        }
        assert!(said > 20, "{said}");
    }

    /// The chooser in a window.
    struct Chooser {
        ctx: egui::Context,
        page: SetupPage,
        library: Library,
        pictures: Pictures,
    }

    fn opened() -> Chooser {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        let library = Library::shipped();
        Chooser { ctx, page: SetupPage::default(), library, pictures: Pictures::default() }
    }

    impl Chooser {
        fn chosen(&self) -> &Entry {
            &self.library.entries[self.page.chosen]
        }

        /// Shows a frame in which these keys were pressed; returns the words that are painted.
        fn frame(&mut self, events: Vec<egui::Event>) -> Vec<String> {
            let output = self.shown(egui::RawInput { events, ..egui::RawInput::default() });
            texts(&output.shapes).into_iter().map(|(text, _)| text).collect()
        }

        fn shown(&mut self, input: egui::RawInput) -> egui::FullOutput {
            let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, Vec2::new(1920.0, 1080.0)));
            let Self { ctx, page, library, pictures } = self;
            ctx.begin_pass(egui::RawInput { screen_rect, ..input });
            show(ctx, page, library, pictures, &Preferences::default(), &mut Vec::new());
            let mut output = ctx.end_pass();
            output.textures_delta.clear();
            output
        }
    }

    #[test]
    fn the_chooser_opens_on_the_battle_to_begin_with_and_marks_it() {
        let mut chooser = opened();
        let mut texts = Vec::new();
        for _ in 0..3 {
            texts = chooser.frame(Vec::new());
        }
        assert!(chooser.chosen().is_starter());
        assert_eq!(texts.iter().filter(|text| *text == START_HERE).count(), 1, "{texts:?}");
        assert!(!texts.iter().any(|text| text.eq_ignore_ascii_case("random")), "it is no level for players");
    }

    #[test]
    fn the_battles_stand_in_the_order_in_which_they_are_best_learnt() {
        let library = opened().library;
        for battles in library.entries.chunk_by(|a, b| a.scenario.ruleset == b.scenario.ruleset) {
            let units: Vec<usize> = battles.iter().map(|entry| entry.scenario.units.len()).collect();
            let from = usize::from(battles[0].is_starter());
            assert!(units[from..].is_sorted(), "{}: {units:?}", battles[0].scenario.ruleset);
        }
        let rulesets: std::collections::BTreeSet<&str> =
            library.entries.iter().map(|entry| entry.scenario.ruleset.as_str()).collect();
        let runs = library.entries.chunk_by(|a, b| a.scenario.ruleset == b.scenario.ruleset).count();
        assert_eq!(runs, rulesets.len(), "the battles of a ruleset stand together");
    }

    #[test]
    fn the_key_beside_who_plays_a_side_changes_it_and_that_beside_a_level_the_level() {
        let mut chooser = opened();
        chooser.frame(Vec::new());
        let mut press = |key| {
            chooser.frame(tap(key));
            chooser.page.controllers[1]
        };
        assert_eq!(press(egui::Key::Num2), Controller::Human);
        assert_eq!(press(egui::Key::Num4), Controller::Human, "a person has no level");
        assert_eq!(press(egui::Key::Num2), Controller::Computer(Level::Regular));
        let levels: Vec<Controller> = LEVELS.iter().map(|_| press(egui::Key::Num4)).collect();
        assert_eq!(levels.last(), Some(&Controller::Computer(Level::Regular)), "it has gone round");
        assert!(LEVELS.iter().all(|level| levels.contains(&Controller::Computer(*level))));
    }

    #[test]
    fn a_search_chooses_a_battle_by_its_title_before_one_that_tells_of_the_words() {
        let mut chooser = opened();
        let typed = |text: &str| vec![egui::Event::Text(text.into())];
        chooser.frame(tap(egui::Key::Slash));
        chooser.frame(typed("two brig"));
        assert_eq!(chooser.chosen().scenario.title, "Two Brigades");
        chooser.frame(tap(egui::Key::Escape));
        chooser.frame(tap(egui::Key::Slash));
        chooser.frame(typed("barrosa"));
        assert_eq!(chooser.page.search, "barrosa", "new words take the place of the old ones");
        assert_eq!(chooser.chosen().scenario.title, "Barrosa");
        chooser.frame(typed(" trafalgar"));
        let texts = chooser.frame(Vec::new());
        assert!(texts.iter().any(|text| text.starts_with("No battle has the words")), "{texts:?}");
    }

    /// What rests draws nothing: neither the page nor a cursor in a text field asks for another frame.
    #[test]
    fn a_text_field_at_rest_asks_for_no_other_frame() {
        let mut chooser = opened();
        let mut waits = Vec::new();
        for n in 0..12 {
            let events = if n == 3 { tap(egui::Key::Slash) } else { Vec::new() };
            let time = Some(f64::from(n) * 2.0);
            let output = chooser.shown(egui::RawInput { events, time, focused: true, ..egui::RawInput::default() });
            waits.push(output.viewport_output[&egui::ViewportId::ROOT].repaint_delay);
        }
        assert!(chooser.ctx.text_edit_focused());
        assert_eq!(waits[8..], [std::time::Duration::MAX; 4]);
    }

    /// A battle that was just made is shown, and the list is scrolled to it.
    #[test]
    fn a_battle_that_is_put_before_the_player_is_seen_in_the_list() {
        let mut chooser = opened();
        let last = chooser.library.entries.len() - 1;
        let title = chooser.library.entries[last].scenario.title.clone();
        let seen = |texts: Vec<String>| texts.iter().filter(|text| **text == title).count();
        chooser.frame(Vec::new());
        assert_eq!(seen(chooser.frame(Vec::new())), 0);
        chooser.page.choose(last);
        let mut texts = Vec::new();
        for _ in 0..60 {
            texts = chooser.frame(Vec::new());
        }
        assert!(seen(texts) >= 2, "over the table and in the list");
        assert_eq!(chooser.page.chosen, last);
    }

    #[test]
    fn the_bar_of_the_list_covers_no_words() {
        let mut chooser = opened();
        let shown = |chooser: &mut Chooser| texts(&chooser.shown(egui::RawInput::default()).shapes);
        let right = |painted: &[(String, Rect)], word: &str| {
            let (_, place) = painted.iter().find(|(text, _)| text == word).expect("it is painted");
            place.right()
        };
        let count = |of: &str, chooser: &Chooser| {
            let battles = chooser.library.entries.iter().filter(|entry| entry.scenario.ruleset == of).count();
            english::count(battles, "battle")
        };
        let starter = chooser.library.entries[0].scenario.ruleset.clone();
        let all = count(&starter, &chooser);
        for _ in 0..60 {
            shown(&mut chooser);
        }
        let beside = right(&shown(&mut chooser), &all);
        chooser.library.entries.truncate(1);
        for _ in 0..60 {
            shown(&mut chooser);
        }
        let alone = shown(&mut chooser);
        let alone = alone.iter().filter(|(text, _)| *text == count(&starter, &chooser));
        // The head of the page counts the battles, too, and stands above the list.
        let (_, alone) = alone.max_by(|a, b| a.1.top().total_cmp(&b.1.top())).expect("it is painted");
        assert!(beside < alone.right() - 6.0, "{beside} points beside the bar, {} without one", alone.right());
    }

    #[test]
    fn a_battle_that_is_added_stands_with_those_of_its_rules() {
        let Chooser { mut library, .. } = opened();
        let mut made = (*library.entries[0].scenario).clone();
        made.hash = made.hash.wrapping_add(1);
        let ruleset = made.ruleset.clone();
        let at = library.add(Arc::new(made), "made.scenario.ron".into());
        assert_eq!(library.entries[at].scenario.ruleset, ruleset);
        let runs = library.entries.chunk_by(|a, b| a.scenario.ruleset == b.scenario.ruleset);
        assert_eq!(runs.filter(|run| run[0].scenario.ruleset == ruleset).count(), 1);
    }

    #[test]
    fn a_battle_that_is_measured_after_it_was_added_shows_it() {
        let Chooser { mut library, .. } = opened();
        let mut made = (*library.entries[0].scenario).clone();
        made.hash = made.hash.wrapping_add(1);
        let made = Arc::new(made);
        let measured = library.entries[0].fairness.clone().expect("shipped battles are measured");
        let folder = tempfile::tempdir().expect("a folder for the test");
        let path = folder.path().join("made.scenario.ron");
        let at = library.add(Arc::clone(&made), path.clone());
        assert_eq!(library.entries[at].fairness, None);
        measured.keep(&path).expect("it is kept beside it");
        assert_eq!(library.add(made, path), at);
        assert_eq!(library.entries[at].fairness, Some(measured));
    }

    #[test]
    fn a_seed_may_be_a_number_or_a_word() {
        let mut page = SetupPage { seed: " 4711 ".into(), ..SetupPage::default() };
        assert_eq!(page.seed(), 4711);
        page.seed = "bridge".into();
        let word = page.seed();
        assert_eq!(word, page.seed());
        assert_ne!(word, 4711);
    }

    #[test]
    fn sides_beyond_the_chosen_ones_are_played_by_the_computer() {
        let page = SetupPage::default();
        assert_eq!(page.controllers_for(3)[2], Controller::Computer(Level::Regular));
    }
}
