//! Where designers begin: a new battle of a ruleset, a size and a title, and the battles of their own to go on with.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use bevy_egui::egui::{self, ScrollArea, Ui};

use super::{
    keyboard,
    library::{self, Library},
    pages,
    pictures::{Eyes, Pictures},
    preferences::Preferences,
    setup, theme,
    ui_action::UiAction,
    widgets::{self, Rank},
};
use grapeshot_floor::{english, turn::Rulebook};
use grapeshot_game::{
    record::shelf,
    scenario::{
        self, ENDINGS, Scenario,
        begin::{self, Size},
    },
};

/// The title that is offered.
const TITLE: &str = "New battle";

/// A battle of the designer's own.
struct Own {
    path: PathBuf,
    /// Its title; none if it cannot be read.
    title: Option<String>,
}

impl Own {
    fn file(&self) -> String {
        self.path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }
}

/// A battle as it would begin: the name of its file without endings, its text, its table.
struct Begun {
    id: String,
    text: String,
    scenario: Arc<Scenario>,
}

/// What a designer has chosen, and what would come of it.
pub struct DesignPage {
    /// The ruleset, by its place among those that can be begun with.
    ruleset: usize,
    size: String,
    title: String,
    made: Option<((usize, String, String), Result<Begun, String>)>,
    own: Vec<Own>,
    /// The battle of his own, by its place in the list.
    chosen: usize,
}

impl Default for DesignPage {
    fn default() -> Self {
        let (size, title) = (Size::default().to_string(), TITLE.to_owned());
        Self { ruleset: 0, size, title, made: None, own: Vec::new(), chosen: 0 }
    }
}

/// The rulesets that have something to begin with.
fn offered(library: &Library) -> impl Iterator<Item = &Rulebook> {
    library.books.iter().filter(|book| !book.vocabulary.new_battle.is_empty())
}

/// The battle of a ruleset, a size and a title, or what to do so that there is one.
fn begin(known: &Library, ruleset: usize, size: &str, title: &str) -> Result<Begun, String> {
    let book = offered(known).nth(ruleset).ok_or("No ruleset has anything to begin with.")?;
    let size: Size = size.parse().map_err(|why: String| format!("{}.", english::capital(&why)))?;
    let (id, title) = (begin::id_of(title), title.trim());
    if id.is_empty() {
        return Err("The file gets its name from the title: give it letters from a to z or digits.".to_owned());
    }
    let text = begin::text(book, &id, title, size);
    match scenario::read(&id, &text, &known.books) {
        Ok(scenario) => Ok(Begun { id, text, scenario }),
        Err(problems) => {
            let why = problems.iter().next().map_or_else(String::new, library::told);
            Err(format!("A battle cannot begin so: {why} A table of {} always has room.", Size::default()))
        }
    }
}

impl DesignPage {
    /// The page on which a table of this size is wished.
    #[cfg(test)]
    pub(super) fn of(size: &str) -> Self {
        Self { size: size.to_owned(), ..Self::default() }
    }

    /// Looks for the battles in the designer's own folder.
    pub fn read(&mut self, library: &Library) {
        if let Some(folder) = shelf::battles() {
            self.read_in(&folder, library);
        }
    }

    pub(super) fn read_in(&mut self, folder: &Path, library: &Library) {
        let good = library.entries.iter().map(|entry| (&entry.path, Some(entry.scenario.title.clone())));
        let broken = library.broken.iter().map(|(path, _)| (path, None));
        let own = good.chain(broken).filter(|(path, _)| path.starts_with(folder));
        self.own = own.map(|(path, title)| Own { path: path.clone(), title }).collect();
        self.own.sort_by_key(|own| own.title.clone().unwrap_or_else(|| own.file()).to_lowercase());
        self.chosen = self.chosen.min(self.own.len().saturating_sub(1));
    }

    /// Chooses one of the designer's own battles.
    pub fn choose(&mut self, file: &Path) {
        self.chosen = self.own.iter().position(|own| own.path == file).unwrap_or(self.chosen);
    }

    /// Makes room for the next battle once one was begun: two of one title are easily taken for each other.
    pub fn has_begun(&mut self) {
        TITLE.clone_into(&mut self.title);
    }

    /// Makes the battle that would begin, unless it is made.
    fn make(&mut self, library: &Library) {
        let asked = (self.ruleset, self.size.clone(), self.title.clone());
        if self.made.as_ref().is_none_or(|(made, _)| *made != asked) {
            let begun = begin(library, self.ruleset, &self.size, &self.title);
            self.made = Some((asked, begun));
        }
    }

    /// The battle that would begin: the name of its file without endings, its text.
    ///
    /// # Errors
    /// What to do so that there is one.
    pub fn begun(&mut self, library: &Library) -> Result<(String, String), String> {
        self.make(library);
        match &self.made {
            Some((_, Ok(begun))) => Ok((begun.id.clone(), begun.text.clone())),
            Some((_, Err(why))) => Err(why.clone()),
            None => Err(String::new()),
        }
    }
}

/// Shows the page.
pub fn show(
    ctx: &egui::Context,
    page: &mut DesignPage,
    library: &Library,
    pictures: &mut Pictures,
    preferences: &Preferences,
    ui_actions: &mut Vec<UiAction>,
) {
    let aside = "a battle of your own, on the bench";
    let room = pages::page(ctx, "design", "Design", aside, ui_actions, |_, _| {});
    page.make(library);
    let [wished, table, own] =
        pages::parts(ctx, "design", room, ["New battle", "Table", "Your battles"], [0.95, 1.6, 0.8]);
    if let Some(rect) = wished {
        pages::place(ctx, "design new", rect, |ui| {
            ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| new_battle(ui, page, library, ui_actions));
        });
    }
    if let Some(rect) = table {
        pages::place(ctx, "design table", rect, |ui| match &page.made {
            Some((_, Ok(begun))) => {
                let scenario = &begun.scenario;
                let size = scenario.terrain.size;
                let aside = format!("{} \u{d7} {}\u{2033}", size.x, size.y);
                widgets::head(ui, &scenario.title, &aside);
                setup::picture(ui, pictures, scenario, library.plugins, &preferences.palette, Eyes::Everything);
            }
            Some((_, Err(why))) => {
                widgets::head(ui, "No table yet", "");
                // Beside the wishes, which tell it, it is not told again.
                if wished.is_none() {
                    ui.add(egui::Label::new(theme::body(why).color(theme::TARGET)).wrap());
                }
            }
            None => {}
        });
    }
    if let Some(rect) = own {
        pages::place(ctx, "design own", rect, |ui| own_battles(ui, page, ui_actions));
    }
}

/// The ruleset, the size and the title of a new battle, and the button that begins it.
fn new_battle(ui: &mut Ui, page: &mut DesignPage, library: &Library, ui_actions: &mut Vec<UiAction>) {
    // The key that leaves a text field does nothing else.
    let writes = keyboard::writes(ui.ctx());
    widgets::head(ui, "New battle", "");
    ui.label(theme::body("Rules"));
    let rulesets = offered(library).count();
    let title = offered(library).nth(page.ruleset).map_or("", |book| book.title);
    if widgets::keyed_button(ui, "1", title, Rank::Plain, BUTTON) {
        page.ruleset = (page.ruleset + 1) % rulesets.max(1);
    }
    ui.add_space(6.0);
    ui.label(theme::body("Table, west to east and south to north, in inches"));
    ui.horizontal(|ui| {
        let field = egui::TextEdit::singleline(&mut page.size);
        ui.add(field.desired_width(90.0).margin(egui::Margin::symmetric(8, 6)));
        if widgets::keyed_button(ui, "2", "another", Rank::Plain, BUTTON) {
            page.size = after(&page.size).to_string();
        }
    });
    ui.add_space(6.0);
    ui.label(theme::body("Title"));
    ui.horizontal(|ui| {
        let key = "3";
        let room = ui.available_width() - widgets::key_button_width(ui, key, "") - ui.spacing().item_spacing.x - 16.0;
        let field = egui::TextEdit::singleline(&mut page.title).desired_width(room.max(60.0));
        let mut field = field.margin(egui::Margin::symmetric(8, 6)).show(ui);
        if widgets::keyed_button(ui, key, "", Rank::Plain, BUTTON) {
            widgets::write_anew(ui.ctx(), &mut field, &page.title);
        }
    });
    ui.add_space(6.0);
    let good = match &page.made {
        Some((_, Ok(begun))) => {
            let folder = shelf::battles().unwrap_or_default();
            let file = folder.join(format!("{}{}", begun.id, ENDINGS[0]));
            let kept = format!("Kept as {}, or with a number if that is there.", file.display());
            ui.add(egui::Label::new(theme::body(kept)).wrap());
            true
        }
        Some((_, Err(why))) => {
            ui.add(egui::Label::new(theme::body(why).color(theme::TARGET)).wrap());
            false
        }
        None => false,
    };
    widgets::rule(ui);
    let rank = if good { Rank::Gold } else { Rank::Struck };
    let begins = widgets::key_button(ui, "Enter", "Begin on the bench", rank, 40.0).clicked();
    if good && (begins || (!writes && keyboard::pressed(ui.ctx(), "Enter"))) {
        ui_actions.push(UiAction::BeginDesign);
    }
}

/// Points that a button of the page is high.
const BUTTON: f32 = 32.0;

/// The usual size that comes after this one.
fn after(size: &str) -> Size {
    let at = size.parse().ok().and_then(|size: Size| Size::USUAL.iter().position(|known| *known == size));
    Size::USUAL[at.map_or(0, |at| (at + 1) % Size::USUAL.len())]
}

/// The battles of the designer's own, of which one is opened on the bench.
fn own_battles(ui: &mut Ui, page: &mut DesignPage, ui_actions: &mut Vec<UiAction>) {
    widgets::head(ui, "Your battles", "");
    if page.own.is_empty() {
        let told = "None yet. What you begin here is kept, and so is every quick battle that you play.";
        ui.add(egui::Label::new(theme::body(told)).wrap());
        return;
    }
    if let Some(step) = widgets::list_step(ui.ctx()) {
        page.chosen = page.chosen.saturating_add_signed(step).min(page.own.len() - 1);
    }
    if widgets::keyed_button(ui, "O", "Open on the bench", Rank::Plain, BUTTON) {
        ui_actions.push(UiAction::OpenBench(page.own[page.chosen].path.clone()));
    }
    widgets::rule(ui);
    let mut chosen = page.chosen;
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        for (n, own) in page.own.iter().enumerate() {
            let response = widgets::row(ui, n == page.chosen, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                // Letters stand high in their line.
                ui.add_space(3.0);
                let title = own.title.as_deref().unwrap_or("It has mistakes");
                ui.add(egui::Label::new(theme::bold(title)).wrap());
                ui.add(egui::Label::new(theme::body(own.file())).truncate());
            });
            if response.clicked() {
                chosen = n;
            }
        }
    });
    page.chosen = chosen;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::trying::{click, tap, texts};

    /// The page in a window, frame by frame.
    struct Window {
        ctx: egui::Context,
        library: Library,
        page: DesignPage,
        pictures: Pictures,
    }

    impl Window {
        fn new() -> Self {
            let ctx = egui::Context::default();
            theme::install(&ctx);
            let mut window =
                Self { ctx, library: Library::shipped(), page: DesignPage::default(), pictures: Pictures::default() };
            for _ in 0..3 {
                window.frame(Vec::new());
            }
            window
        }

        fn frame(&mut self, events: Vec<egui::Event>) -> (Vec<(String, egui::Rect)>, Vec<UiAction>) {
            let size = egui::Vec2::new(1600.0, 900.0);
            let screen_rect = Some(egui::Rect::from_min_size(egui::Pos2::ZERO, size));
            self.ctx.begin_pass(egui::RawInput { screen_rect, events, ..egui::RawInput::default() });
            let (mut ui_actions, preferences) = (Vec::new(), Preferences::default());
            show(&self.ctx, &mut self.page, &self.library, &mut self.pictures, &preferences, &mut ui_actions);
            let mut output = self.ctx.end_pass();
            output.textures_delta.clear();
            (texts(&output.shapes), ui_actions)
        }

        /// Clicks on these words; returns what was done.
        fn click(&mut self, words: &str) -> Vec<UiAction> {
            let (painted, _) = self.frame(Vec::new());
            let (_, place) = painted.into_iter().find(|(text, _)| text == words).expect("the words are shown");
            self.frame(click(place.center())).1
        }
    }

    #[test]
    fn every_ruleset_begins_on_a_table_of_every_usual_size() {
        let library = Library::shipped();
        for n in 0..offered(&library).count() {
            for size in Size::USUAL {
                let begun = begin(&library, n, &size.to_string(), "The \u{201c}Old\u{201d} Road \"2\"");
                let begun = begun.unwrap_or_else(|why| panic!("{n}, {size}: {why}"));
                assert_eq!((begun.id.as_str(), begun.scenario.id.as_str()), ("the_old_road_2", "the_old_road_2"));
                assert_eq!(begun.scenario.title, "The \u{201c}Old\u{201d} Road \"2\"");
            }
        }
    }

    #[test]
    fn what_cannot_begin_says_what_to_do() {
        let library = Library::shipped();
        let why = |size: &str, title: &str| begin(&library, 0, size, title).err().expect("nothing begins");
        assert!(why("48", TITLE).contains("48x36"), "{}", why("48", TITLE));
        for size in ["8x8", "900x40"] {
            assert!(why(size, TITLE).ends_with("A table of 48x36 always has room."), "{}", why(size, TITLE));
        }
        assert!(why("48x36", " ?! ").contains("title"));
    }

    #[test]
    fn what_cannot_begin_says_why_once() {
        let mut window = Window::new();
        window.page.size = "4x4".into();
        window.frame(Vec::new());
        let (painted, _) = window.frame(Vec::new());
        let why = window.page.begun(&window.library).expect_err("there is no table so small");
        assert_eq!(painted.iter().filter(|(text, _)| *text == why).count(), 1, "{painted:?}");
    }

    #[test]
    fn a_battle_is_begun_with_keys_alone() {
        let mut window = Window::new();
        window.frame(tap(egui::Key::Num1));
        window.frame(tap(egui::Key::Num2));
        assert_eq!((window.page.ruleset, window.page.size.as_str()), (1, "60x44"));
        window.frame(tap(egui::Key::Num3));
        window.frame(vec![egui::Event::Text("The Ford".into())]);
        assert_eq!(window.page.title, "The Ford", "it takes the place of what stood there");
        let (_, done) = window.frame(tap(egui::Key::Enter));
        assert!(done.is_empty(), "the key only leaves the field: {done:?}");
        let (_, done) = window.frame(tap(egui::Key::Enter));
        assert_eq!(done, [UiAction::BeginDesign]);
        let begun = window.page.begun(&window.library);
        assert_eq!(begun.map(|(id, _)| id), Ok("the_ford".to_owned()));
        window.page.has_begun();
        assert_eq!(window.page.title, TITLE, "another battle has another title");
    }

    #[test]
    fn what_is_typed_with_the_key_that_leaves_the_title_does_nothing_else() {
        let mut window = Window::new();
        window.library.broken = vec![("/own/a.scenario.ron".into(), String::new())];
        window.page.read_in(Path::new("/own"), &window.library);
        window.frame(tap(egui::Key::Num3));
        // In a slow window all of it comes in one frame.
        let typed = [egui::Event::Text("o".into())].into_iter().chain(tap(egui::Key::O));
        let (_, done) = window.frame(typed.chain(tap(egui::Key::Enter)).collect());
        assert!(done.is_empty(), "nothing is opened: {done:?}");
        assert_eq!(window.page.title, "o");
    }

    #[test]
    fn a_battle_is_begun_with_the_mouse_alone() {
        let mut window = Window::new();
        window.click("another");
        assert_eq!(window.page.size, "60x44");
        assert_eq!(window.click("Begin on the bench"), [UiAction::BeginDesign]);
        window.page.size = "4x4".into();
        assert!(window.click("Begin on the bench").is_empty(), "there is no table so small");
    }

    #[test]
    fn the_battles_of_ones_own_are_opened_from_the_list() {
        let mut window = Window::new();
        let folder = Path::new("/own");
        let files = ["/own/b.scenario.ron", "/own/a.scenario.ron", "/elsewhere/c.scenario.ron"];
        window.library.broken = files.map(|file| (file.into(), String::new())).to_vec();
        window.library.entries.clear();
        window.page.read_in(folder, &window.library);
        let (_, done) = window.frame(tap(egui::Key::O));
        assert_eq!(done, [UiAction::OpenBench(files[1].into())]);
        window.frame(tap(egui::Key::ArrowDown));
        let (_, done) = window.frame(tap(egui::Key::O));
        assert_eq!(done, [UiAction::OpenBench(files[0].into())]);
        window.frame(tap(egui::Key::ArrowDown));
        assert_eq!(window.page.chosen, 1, "the third lies elsewhere");
        window.page.choose(Path::new(files[1]));
        assert_eq!(window.page.chosen, 0, "it was on the bench");
    }
}
