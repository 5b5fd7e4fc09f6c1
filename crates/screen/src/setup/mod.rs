//! The battle chooser: battles by ruleset, the table as a picture, the story, who plays which side, the seed.
//!
//! 1. `list`: the battles, searched by words and by size. 2. `story`: the table as a picture, and what is told of it.
//! 3. `choices`: who plays each side, and the seed; `fairness`: how often each side won.

mod choices;
mod fairness;
mod list;
mod story;
#[cfg(test)]
mod trying;

use bevy_egui::egui::{self, Align, Layout, Pos2, Rect};

use self::list::Size;
pub(super) use self::{
    choices::labelled,
    story::{picture, tale},
};
use super::{
    keyboard,
    library::Library,
    pages,
    pictures::{Eyes, Pictures},
    preferences::Preferences,
    session::Controller,
    stage::Stage,
    theme,
    ui_action::UiAction,
    widgets::{self, Rank},
};
use grapeshot_floor::english;
use grapeshot_game::{ai::Level, home};

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

/// The seed that was typed: a number, or one made from other letters.
pub(super) fn seed_of(text: &str) -> u64 {
    let text = text.trim();
    text.parse().unwrap_or_else(|_| xxhash_rust::xxh3::xxh3_64(text.as_bytes()))
}

/// Another seed, short enough to read out.
pub(super) fn next_seed(seed: u64) -> u64 {
    xxhash_rust::xxh3::xxh3_64(&seed.to_le_bytes()) % 1_000_000
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
        pages::place(ctx, "setup list", list, |ui| list::battles(ui, page, library));
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
                choices::sides(ui, page, scenario, preferences);
                choices::length(ui, page, scenario);
                fairness::show(ui, entry, preferences);
            });
        });
    }
    start(ctx, places.start, page, ui_actions);
    if keyboard::pressed(ctx, "F") && !keyboard::writes(ctx) {
        let at = Size::ALL.iter().position(|size| *size == page.size).unwrap_or(0);
        page.size = Size::ALL[(at + 1) % Size::ALL.len()];
    }
    if keyboard::pressed(ctx, "Enter") && !ctx.text_edit_focused() {
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
