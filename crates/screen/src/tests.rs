//! Every page at every size of text in every window: nothing is cut at its side, nothing lies on anything else.

use bevy::app::App;
use bevy_egui::egui::{self, Pos2, Rect, Vec2};
use smol_str::SmolStr;
use std::{
    collections::BTreeSet,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use super::{
    bench::{self, Bench, measuring::Series},
    camera::BoardView,
    glimpse::Means,
    lessons,
    library::Library,
    open::{Start, unseen},
    panels::{
        self, Desk, Tab,
        notices::{self, ON_THE_TABLE},
        shown::Shown,
        trying,
    },
    pictures::Pictures,
    preferences::{ACTIONS, FIXED, Preferences},
    quick::{self, QuickPage},
    reader::{self, ReaderPage},
    records::{self, RecordsPage},
    report::{self, ReportPage},
    session::{Controller, Selection, Session, Wake},
    settings::{self, SettingsPage},
    setup::{self, SetupPage},
    stage::Stage,
    statistics::{self, StatisticsPage},
    theme,
    title::{self, TitlePage},
    ui_action::UiAction,
    widgets::Cap,
};
use grapeshot_floor::{
    events::{BattleEvent, EventKind, RuleId, Subject},
    forces::{SideId, UnitId},
    orders::{ArgumentKind, Order, Verb},
    rulebook_text,
    turn::{Rulebooks, STRANGER, vocabulary::MarkShape},
};
use grapeshot_game::{
    ai::{Level, commander},
    battle::{Battle, simulation_world},
    picture::palette::Palette,
    record::{Header, JournalWriter, shelf},
    scenario,
    testing::{BLUE, RED, TestTable},
};
use grapeshot_rulesets as rulesets;

/// Sizes of windows in pixels.
const WINDOWS: [(f32, f32); 3] = [(1280.0, 720.0), (1600.0, 900.0), (1920.0, 1080.0)];
/// Sizes of text and panels.
const SCALES: [f32; 5] = [0.75, 1.0, 1.25, 1.5, 2.0];
/// Points by which words may reach over an edge or into each other without being wrong.
const SLACK: f32 = 1.5;

/// A text as it was painted: its words, its box, what is seen of it, and the ground that it is written on.
#[derive(Debug, Clone)]
struct Painted {
    text: String,
    rect: Rect,
    /// The boxes of its lines.
    lines: Vec<Rect>,
    clip: Rect,
    ground: Option<Rect>,
    /// Whether the end of it was left out.
    shortened: bool,
}

impl Painted {
    fn seen(&self) -> Rect {
        self.rect.intersect(self.clip)
    }

    /// Whether a line of it lies on a line of another.
    fn lies_on(&self, other: &Self) -> bool {
        let seen = |text: &Self, line: &Rect| line.intersect(text.clip).shrink(SLACK);
        let mut one = self.lines.iter().map(|line| seen(self, line));
        one.any(|one| other.lines.iter().any(|line| one.intersect(seen(other, line)).is_positive()))
    }

    fn is_seen(&self, screen: Rect) -> bool {
        let seen = self.seen();
        seen.width() > SLACK && seen.height() > SLACK && screen.intersects(seen)
    }
}

/// The texts of a shape, each on the last box before it on which it begins: a panel, a button, a chip. `boxes`: those
/// that were painted before.
fn texts(shape: &egui::Shape, clip: Rect, boxes: &mut Vec<Rect>, found: &mut Vec<Painted>) {
    match shape {
        egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| texts(shape, clip, boxes, found)),
        egui::Shape::Rect(ground) if ground.fill.a() > 0 || ground.stroke.width > 0.0 => {
            boxes.push(ground.rect);
        }
        egui::Shape::Text(text) if !text.galley.text().trim().is_empty() => {
            let rect = text.galley.mesh_bounds.translate(text.pos.to_vec2());
            // Bars and marks that are smaller than a letter are no ground.
            let holds = |ground: &&Rect| ground.height() > rect.height() * 0.8 && ground.contains(rect.center());
            let ground = boxes.iter().rev().find(holds).copied();
            // Three points after a space are those of a text that goes on elsewhere.
            let words = text.galley.text();
            let shortened = text.galley.elided || (words.ends_with('\u{2026}') && !words.ends_with(" \u{2026}"));
            let lines = text
                .galley
                .rows
                .iter()
                .map(|row| row.row.visuals.mesh_bounds.translate(row.pos.to_vec2() + text.pos.to_vec2()));
            let (text, lines) = (words.to_owned(), lines.collect());
            found.push(Painted { text, rect, lines, clip, ground, shortened });
        }
        _ => {}
    }
}

/// A context in which pages are shown one after the other.
struct Desktop {
    ctx: egui::Context,
    pictures: Pictures,
    /// Whether shortened words count as wrong, too.
    whole: bool,
    /// Whether a panel that is higher than its place counts as wrong, too.
    tall: bool,
    wrong: Vec<String>,
}

impl Desktop {
    fn new() -> Self {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        Self { ctx, pictures: Pictures::default(), whole: false, tall: false, wrong: Vec::new() }
    }

    /// A context in which no panel may be higher than its place.
    fn of_whole_panels() -> Self {
        Self { tall: true, ..Self::new() }
    }

    /// A context on which no word may be shortened.
    fn of_whole_words() -> Self {
        Self { whole: true, ..Self::new() }
    }

    /// What is painted of a page in a window of a size once everything has found its place.
    fn painted(
        &mut self,
        size: Vec2,
        page: &mut dyn FnMut(&egui::Context, &mut Pictures),
    ) -> (Vec<Painted>, Vec<(Rect, f32)>) {
        let screen = Rect::from_min_size(Pos2::ZERO, size);
        let (mut painted, mut grown) = (Vec::new(), Vec::new());
        for _ in 0..4 {
            self.ctx.begin_pass(egui::RawInput { screen_rect: Some(screen), ..egui::RawInput::default() });
            page(&self.ctx, &mut self.pictures);
            let mut output = self.ctx.end_pass();
            output.textures_delta.clear();
            painted.clear();
            grown = super::widgets::grown_panels(&self.ctx);
            let tall = super::widgets::tall_panels(&self.ctx);
            grown.extend(tall.into_iter().filter(|_| self.tall));
            let mut boxes = Vec::new();
            for shape in &output.shapes {
                texts(&shape.shape, shape.clip_rect, &mut boxes, &mut painted);
            }
        }
        (painted, grown)
    }

    /// Shows a page in each window at each scale, and keeps what is wrong with it.
    fn show(&mut self, what: &str, page: impl FnMut(&egui::Context, &mut Pictures)) {
        self.show_at(what, &WINDOWS.map(|window| (window, &SCALES[..])), page);
    }

    /// Shows a page in some windows, each at its scales.
    fn show_at(
        &mut self,
        what: &str,
        sizes: &[((f32, f32), &[f32])],
        mut page: impl FnMut(&egui::Context, &mut Pictures),
    ) {
        for (window, scales) in sizes {
            for scale in *scales {
                let size = Vec2::new(window.0, window.1) / *scale;
                let screen = Rect::from_min_size(Pos2::ZERO, size);
                let (painted, grown) = self.painted(size, &mut page);
                let whole = format!("{what}, {} x {} at {:.0} %", window.0, window.1, scale * 100.0);
                let grown = grown.into_iter().map(|(rect, over)| {
                    let inside = |text: &&Painted| rect.contains(text.rect.center());
                    let first = painted.iter().find(inside).map_or("a panel", |text| text.text.as_str());
                    format!("the panel of {first:?} is {over:.0} points larger than its place")
                });
                let shortened = painted.iter().filter(|text| self.whole && text.shortened && text.is_seen(screen));
                let shortened = shortened.map(|text| format!("{:?} is shortened", text.text));
                let faults = faults(&painted, screen).into_iter().chain(grown).chain(shortened);
                self.wrong.extend(faults.map(|fault| format!("{whole}: {fault}")));
            }
        }
    }

    fn check(self) {
        assert!(self.wrong.is_empty(), "{} faults:\n{}", self.wrong.len(), self.wrong.join("\n"));
    }
}

/// What is wrong with painted words: cut at a side, beyond the side of their panel or button, off the window, or on
/// each other.
fn faults(painted: &[Painted], screen: Rect) -> Vec<String> {
    let seen: Vec<&Painted> = painted.iter().filter(|text| text.is_seen(screen)).collect();
    let mut faults = Vec::new();
    for text in &seen {
        let edge = text.clip.intersect(screen);
        let over = (edge.left() - text.rect.left()).max(text.rect.right() - edge.right());
        if over > SLACK {
            faults.push(format!("{:?} is cut by {over:.0} points", text.text));
        }
        let beyond = text.ground.map_or(0.0, |ground| {
            let seen = text.seen();
            (ground.left() - seen.left()).max(seen.right() - ground.right())
        });
        if beyond > SLACK {
            faults.push(format!("{:?} runs {beyond:.0} points over the side of what it stands on", text.text));
        }
        let below = (screen.top() - text.rect.top()).max(text.rect.bottom() - screen.bottom());
        let scrolls = text.clip.top() > screen.top() && text.clip.bottom() < screen.bottom();
        if below > SLACK && !scrolls {
            faults.push(format!("{:?} is {below:.0} points off the window", text.text));
        }
    }
    for (n, one) in seen.iter().enumerate() {
        for other in &seen[n + 1..] {
            if one.lies_on(other) {
                faults.push(format!("{:?} and {:?} lie on each other", one.text, other.text));
            }
        }
    }
    faults
}

fn hot_seat(file: &str) -> Session {
    let world = simulation_world(rulesets::plugin);
    let scenario = scenario::load(Path::new(file), world.resource::<Rulebooks>()).expect("it ships with the game");
    let mut session = Session::begin(&scenario, rulesets::plugin, 1, vec![Controller::Human; 2], None, Arc::new(|| {}));
    take_seat(&mut session);
    session
}

fn take_seat(session: &mut Session) {
    if let Some(side) = session.hand_over() {
        session.take_seat(side, false);
    }
}

const BATTLES: [&str; 2] = [
    "../../scenarios/horse_and_musket/foraging_party.scenario.ron",
    "../../scenarios/black_powder/barrosa.scenario.ron",
];

/// Records of battles, one as it was begun, one that a player named, one that is none.
fn shelf_of_records(folder: &Path) -> RecordsPage {
    let world = simulation_world(rulesets::plugin);
    for file in BATTLES {
        let scenario = scenario::load(Path::new(file), world.resource::<Rulebooks>()).expect("it ships with the game");
        let players = [Controller::Human, Controller::Computer(Level::Regular)];
        let header = Header::new(&scenario, 7, Controller::by_key(&scenario, &players), None);
        let mut writer = JournalWriter::begin(folder, &header).expect("the folder is there");
        let mut battle = Battle::new(&scenario, 7, rulesets::plugin);
        let mut mind = commander(Level::Random, 7);
        for _ in 0..6 {
            let ask = battle.awaiting().asks[0].clone();
            let order = mind.decide(&battle, &ask).order;
            let events = battle.submit(order).expect("the computer gives orders that are allowed").len();
            writer.order(battle.recorded(events)).expect("the folder is there");
        }
    }
    let first = shelf::files(folder)[0].clone();
    shelf::rename(&first, "The afternoon on which it rained").expect("it is a good name");
    std::fs::write(folder.join("notes.journal"), "nonsense\n").expect("the folder is there");
    let mut page = RecordsPage::default();
    page.read_in(Some(folder));
    page
}

/// The records of a folder, counted.
fn counted(folder: &Path) -> StatisticsPage {
    let mut page = StatisticsPage::default();
    page.read(shelf::files(folder), rulesets::plugin, Arc::new(|| {}));
    let begun = Instant::now();
    while !page.is_over() {
        assert!(begun.elapsed() < Duration::from_secs(60), "the records are not counted");
        std::thread::sleep(Duration::from_millis(10));
    }
    page
}

fn means() -> Means {
    Means { plugins: rulesets::plugin, palette: Palette::Campaign, wake: Arc::new(|| {}) }
}

/// Has the window of the bench go on until something has come.
fn until(app: &mut App, so: impl Fn(&Bench) -> bool) {
    let begun = Instant::now();
    while !so(app.world().resource::<Bench>()) {
        assert!(begun.elapsed() < Duration::from_secs(120), "the bench does not go on");
        app.update();
    }
}

/// The bench with a good file, over whose table a mistake is listed then, and with one that is wrong from the start.
#[test]
fn the_bench_keeps_its_words_at_every_size() {
    let mut desktop = Desktop::of_whole_panels();
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("battle.scenario.ron");
    let good = std::fs::read_to_string(BATTLES[1]).expect("it ships with the game");
    let bad = good.replacen("turns: 10", "turns: \"ten\"", 1);
    assert_ne!(good, bad);
    for begin in [&good, &bad] {
        std::fs::write(&file, begin).expect("the folder is there");
        let mut app = unseen(Start::Bench { file: file.clone(), data: None }, rulesets::plugin);
        let mut read = |wrong: bool| {
            until(&mut app, |bench| bench.was_read() && bench.wrong().is_some() == wrong);
            let preferences = Preferences::default();
            if let Some(mut session) = app.world_mut().get_resource_mut::<Session>() {
                let first = session.view().units().next();
                session.select_unit(first);
            }
            let (bench, session) = (app.world().resource::<Bench>(), app.world().get_resource::<Session>());
            let shown = session.map(|session| Shown::of(session, &preferences));
            let mut desk = Desk::default();
            desktop.show(&format!("bench, wrong: {wrong}"), |ctx, _| {
                bench::page::show(ctx, bench, shown.as_ref(), &mut desk, app.world().resource(), &mut Vec::new());
            });
        };
        read(begin == &bad);
        std::fs::write(&file, &bad).expect("the folder is there");
        read(true);
    }
    desktop.check();
}

/// The sheet of a table that is changed, with nothing and with a unit chosen, and the panel of a series, beside each of
/// these.
#[test]
fn the_sheet_and_the_series_of_the_bench_keep_their_words_at_every_size() {
    let mut desktop = Desktop::of_whole_panels();
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("battle.scenario.ron");
    let text = std::fs::read_to_string(BATTLES[1]).expect("it ships with the game");
    let brief = text.replacen("turns: 10", "turns: 1", 1);
    assert_ne!(text, brief);
    std::fs::write(&file, brief).expect("the folder is there");
    let mut app = unseen(Start::Bench { file, data: None }, rulesets::plugin);
    until(&mut app, |bench| bench.was_read() && bench.wrong().is_none());
    let mut look = |app: &App, what: &str| {
        let preferences = Preferences::default();
        let (bench, session) = (app.world().resource::<Bench>(), app.world().resource::<Session>());
        let shown = Shown::of(session, &preferences);
        let mut desk = Desk::default();
        desktop.show(&format!("bench, {what}"), |ctx, _| {
            bench::page::show(ctx, bench, Some(&shown), &mut desk, app.world().resource(), &mut Vec::new());
        });
    };
    app.world_mut().resource_mut::<Bench>().change_table();
    look(&app, "sheet");
    let scenario = Arc::clone(app.world().resource::<Session>().scenario());
    app.world_mut().resource_mut::<Bench>().measure(Series::begin(scenario, 2, rulesets::plugin, Arc::new(|| {})));
    look(&app, "series begun");
    let mut bench = app.world_mut().resource_mut::<Bench>();
    let editor = bench.editor_mut().expect("the table is changed");
    editor.chosen = editor.document().things().iter().position(|thing| thing.list == "units");
    assert!(editor.chosen.is_some());
    editor.refused("The 2nd Foot would stand in the wood, which is closed to it in line.".into());
    until(&mut app, |bench| bench.series().is_some_and(|series| series.report().is_some()));
    look(&app, "sheet of a unit, series");
    app.world_mut().resource_mut::<Bench>().change_table();
    look(&app, "series");
    desktop.check();
}

/// A quick battle for which nothing is wished.
#[test]
fn the_page_of_quick_battles_keeps_its_words_at_every_size() {
    let mut desktop = Desktop::new();
    let mut library = Library::new(rulesets::plugin);
    library.read();
    let preferences = Preferences::default();
    let wake: Wake = Arc::new(|| {});
    let mut page = QuickPage::default();
    desktop.show("quick", |ctx, pictures| {
        quick::show(ctx, &mut page, &library, pictures, &preferences, &wake, &mut Vec::new());
    });
    assert!(page.made().is_some(), "a battle was made");
    desktop.check();
}

/// The list of the lessons, and the longest card of each beside its table.
#[test]
fn the_lessons_keep_their_words_at_every_size() {
    let mut desktop = Desktop::new();
    let mut library = Library::new(rulesets::plugin);
    library.read();
    let preferences = Preferences::default();
    desktop.show("lessons", |ctx, _| lessons::show(ctx, &library, &preferences, &mut Vec::new()));
    assert!(!library.lessons.is_empty());
    for entry in &library.lessons {
        let at = |card: usize| {
            let session = Session::lesson(&entry.scenario, rulesets::plugin, &entry.script, card, Arc::new(|| {}));
            session.unwrap_or_else(|problems| panic!("{}", problems.render(false)))
        };
        let long = |card: &usize| at(*card).card().map_or(0, |card| card.text.len());
        let longest = (1..=at(1).card_number().1).max_by_key(long).expect("it has cards");
        let session = at(longest);
        let shown = Shown::of(&session, &preferences);
        let (mut desk, board) = (Desk::default(), BoardView::default());
        // With large letters in a small window the card leaves little room for a fight beside it.
        let sizes =
            [((1280.0, 720.0), &SCALES[..2]), ((1600.0, 900.0), &SCALES[..3]), ((1920.0, 1080.0), &SCALES[..4])];
        desktop.show_at(&format!("{}, card {longest}", entry.scenario.title), &sizes, |ctx, pictures| {
            panels::show(ctx, &shown, &mut desk, pictures, &board, &mut Vec::new());
        });
    }
    desktop.check();
}

#[test]
fn the_title_and_its_pages_keep_their_words_at_every_size() {
    let mut desktop = Desktop::of_whole_words();
    let mut library = Library::new(rulesets::plugin);
    library.read();
    let preferences = Preferences::default();
    let mut session = hot_seat(BATTLES[1]);
    for _ in 0..12 {
        let Some(order) = session.candidates().first().cloned() else { break };
        session.answer_with(order);
        session.skip();
        take_seat(&mut session);
    }
    for begun in [false, true] {
        let shown = begun.then(|| Shown::of(&session, &preferences));
        let mut page = TitlePage::default();
        desktop.show(if begun { "title with a battle" } else { "title" }, |ctx, pictures| {
            title::show(ctx, &mut page, &library, 3, shown.as_ref(), pictures, &preferences, &mut Vec::new());
        });
    }
    let folder = tempfile::tempdir().expect("a folder for the test");
    for (part, chosen) in [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)] {
        let mut page = shelf_of_records(folder.path());
        page.chosen = chosen;
        desktop.show(&format!("records {part}, {chosen}"), |ctx, _| {
            super::pages::turn_to(ctx, "records", part);
            records::show(ctx, &mut page, &means(), &mut Vec::new());
        });
        for file in shelf::files(folder.path()) {
            std::fs::remove_file(file).expect("it is there");
        }
    }
    shelf_of_records(folder.path());
    let counted = counted(folder.path());
    for part in 0..2 {
        desktop.show(&format!("statistics {part}"), |ctx, _| {
            super::pages::turn_to(ctx, "statistics", part);
            statistics::show(ctx, &counted, &library, &mut Vec::new());
        });
    }
    let verbs = session.battle().vocabulary().verbs.clone();
    for part in 0..3 {
        let (mut page, mut changed) = (SettingsPage::default(), Preferences { scale: 1.0, ..Preferences::default() });
        let page_of = |ctx: &egui::Context, _: &mut Pictures| {
            super::pages::turn_to(ctx, "settings", part);
            settings::show(ctx, &mut page, &mut changed, &verbs, &mut Vec::new());
        };
        desktop.show(&format!("settings {part}"), page_of);
    }
    for part in 0..4 {
        let mut page = SetupPage::default();
        desktop.show(&format!("chooser {part}"), |ctx, pictures| {
            super::pages::turn_to(ctx, "setup", part);
            setup::show(ctx, &mut page, &library, pictures, &preferences, &mut Vec::new());
        });
    }
    desktop.check();
}

#[test]
fn the_reader_keeps_its_words_at_every_size() {
    let mut desktop = Desktop::of_whole_words();
    let preferences = Preferences::default();
    for file in BATTLES {
        let session = hot_seat(file);
        let shown = Shown::of(&session, &preferences);
        let prefixes = session.battle().rulebook().prefixes;
        for part in [0, 1, 1, 2] {
            let mut page = ReaderPage::default();
            // A reader goes on from rule to rule.
            for rule in rulebook_text::all().iter().filter(|rule| rule.id.starts_with(prefixes[0])).take(3 * part) {
                page.turn_to(RuleId::new(rule.id));
            }
            desktop.show(&format!("reader {part}"), |ctx, _| {
                super::pages::turn_to(ctx, "reader", part);
                reader::show(ctx, &mut page, prefixes, prefixes, Some(&shown), &mut Vec::new());
            });
        }
    }
    desktop.check();
}

#[test]
fn a_search_in_the_rules_keeps_its_words_at_every_size() {
    let mut desktop = Desktop::of_whole_words();
    let mut page = ReaderPage::searching("charge");
    desktop.show("search", |ctx, _| {
        super::pages::turn_to(ctx, "reader", 0);
        reader::show(ctx, &mut page, &["BP"], &["BP"], None, &mut Vec::new());
    });
    desktop.check();
}

#[test]
fn the_report_keeps_its_words_at_every_size() {
    let mut desktop = Desktop::new();
    let preferences = Preferences::default();
    for file in BATTLES {
        let session = hot_seat(file);
        let shown = Shown::of(&session, &preferences);
        for part in 0..6 {
            let mut page = ReportPage::default();
            desktop.show(&format!("report {part}"), |ctx, _| {
                super::pages::turn_to(ctx, "report", part);
                report::show(ctx, &mut page, &shown, &mut Vec::new());
            });
        }
    }
    desktop.check();
}

/// The sizes of windows and text in which the whole list of the keys is seen at once.
const KEYS_AT_ONCE: [(f32, f32); 5] =
    [(1280.0, 720.0), (1600.0, 900.0), (1920.0, 1080.0), (960.0, 720.0), (1066.0, 600.0)];

#[test]
fn all_keys_are_seen_at_once_in_as_few_columns_as_have_room() {
    let mut desktop = Desktop::of_whole_words();
    let preferences = Preferences::default();
    for file in
        ["old_west/stage_to_sand_springs", "fire_and_fury/cooks_mills", "burt/reichenbach", "black_powder/barrosa"]
    {
        let mut session = hot_seat(&format!("../../scenarios/{file}.scenario.ron"));
        for _ in 0..60 {
            session.skip();
            take_seat(&mut session);
            if session.buttons().iter().filter(|button| button.open.is_ok()).count() > 7 {
                break;
            }
            let Some(order) = session.candidates().first().cloned() else { break };
            session.answer_with(order);
        }
        let shown = Shown::of(&session, &preferences);
        for (x, y) in KEYS_AT_ONCE {
            let mut desk = Desk { help: true, hidden: true, ..Desk::default() };
            let (painted, _) = desktop.painted(Vec2::new(x, y), &mut |ctx, pictures| {
                panels::show(ctx, &shown, &mut desk, pictures, &BoardView::default(), &mut Vec::new());
            });
            let open = session.buttons().iter().filter(|button| button.open.is_ok());
            let verbs = open.map(|button| button.verb.label);
            let fixed = FIXED.iter().map(|(_, label)| *label).chain(ACTIONS.iter().map(|action| action.label));
            for label in verbs.chain(fixed) {
                let text = painted.iter().find(|text| text.text == label);
                let text = text.unwrap_or_else(|| panic!("{file}, {x} x {y}: {label} is not listed"));
                assert!(text.clip.expand(SLACK).contains_rect(text.rect), "{file}, {x} x {y}: {label} is cut");
            }
            let listed: Vec<&str> = ON_THE_TABLE.iter().chain(&FIXED).map(|(_, label)| *label).collect();
            let last = ACTIONS.last().map(|action| action.label);
            let labels =
                painted.iter().filter(|text| listed.contains(&text.text.as_str()) || last == Some(text.text.as_str()));
            let columns: BTreeSet<i32> = labels.map(|text| text.rect.left() as i32 / 100).collect();
            assert!(columns.len() == 2 || columns.len() == 3 && y < 700.0, "{file}, {x} x {y}: {}", columns.len());
        }
    }
    desktop.check();
}

/// In a small window all keys are seen on pages, of which the arrow turns to the next.
#[test]
fn keys_without_room_side_by_side_are_on_pages() {
    let mut desktop = Desktop::of_whole_words();
    let preferences = Preferences::default();
    let session = hot_seat("../../scenarios/old_west/stage_to_sand_springs.scenario.ron");
    let shown = Shown::of(&session, &preferences);
    let mut desk = Desk { help: true, hidden: true, ..Desk::default() };
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for page in 0..3_usize {
        desktop.ctx.data_mut(|data| data.insert_temp(notices::page_id(), page));
        let (painted, _) = desktop.painted(Vec2::new(800.0, 450.0), &mut |ctx, pictures| {
            panels::show(ctx, &shown, &mut desk, pictures, &BoardView::default(), &mut Vec::new());
        });
        let here = painted.iter().filter(|text| text.clip.expand(SLACK).contains_rect(text.rect));
        seen.extend(here.map(|text| text.text.clone()));
    }
    let fixed = FIXED.iter().map(|(_, label)| *label).chain(ACTIONS.iter().map(|action| action.label));
    let missing: Vec<&str> = fixed.filter(|label| !seen.contains(*label)).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

/// The letters of every key cap on a page lie in its middle.
fn assert_caps_are_centred(painted: &[Painted]) -> usize {
    let mut caps = 0;
    for text in painted {
        let Some(cap) = text.ground.filter(|ground| (ground.height() - Cap::HEIGHT).abs() < 0.1) else { continue };
        caps += 1;
        let off = text.rect.center() - cap.center();
        assert!(off.x.abs() < 0.8, "{:?} lies {} points aside", text.text, off.x);
        // Some letters go below the line.
        let stands = |letter: char| (letter.is_ascii_uppercase() && !"QJ".contains(letter)) || letter.is_ascii_digit();
        if text.text.chars().all(stands) {
            assert!(off.y.abs() < 0.8, "{:?} lies {} points too low", text.text, off.y);
        }
    }
    caps
}

#[test]
fn letters_are_in_the_middle_of_their_key_caps() {
    let mut desktop = Desktop::new();
    let preferences = Preferences::default();
    let session = hot_seat(BATTLES[0]);
    let shown = Shown::of(&session, &preferences);
    let mut library = Library::new(rulesets::plugin);
    library.read();
    let size = Vec2::new(1422.0, 800.0);
    let mut desk = Desk { help: true, ..Desk::default() };
    let (painted, _) = desktop.painted(size, &mut |ctx, pictures| {
        panels::show(ctx, &shown, &mut desk, pictures, &BoardView::default(), &mut Vec::new());
    });
    assert!(assert_caps_are_centred(&painted) > FIXED.len() + ACTIONS.len());
    let mut page = TitlePage::default();
    let (painted, _) = desktop.painted(size, &mut |ctx, pictures| {
        title::show(ctx, &mut page, &library, 3, Some(&shown), pictures, &preferences, &mut Vec::new());
    });
    assert_eq!(assert_caps_are_centred(&painted), 9, "of every entry, and of that which goes on");
    let mut page = SetupPage::default();
    let (painted, _) = desktop.painted(size, &mut |ctx, pictures| {
        setup::show(ctx, &mut page, &library, pictures, &preferences, &mut Vec::new());
    });
    assert!(assert_caps_are_centred(&painted) > 6);
}

/// Every page says what Esc does there.
#[test]
fn esc_has_a_word_on_every_page() {
    let mut desktop = Desktop::new();
    let preferences = Preferences::default();
    let session = hot_seat(BATTLES[0]);
    let shown = Shown::of(&session, &preferences);
    let mut library = Library::new(rulesets::plugin);
    library.read();
    let verbs = session.battle().vocabulary().verbs.clone();
    let folder = tempfile::tempdir().expect("a folder for the test");
    let mut says = |name: &str, page: &mut dyn FnMut(&egui::Context, &mut Pictures)| {
        let (painted, _) = desktop.painted(Vec2::new(1422.0, 800.0), page);
        assert!(painted.iter().any(|text| text.text == "Esc" || text.text.starts_with("Esc:")), "{name}");
    };
    let mut page = TitlePage::default();
    says("title", &mut |ctx, pictures| {
        title::show(ctx, &mut page, &library, 3, Some(&shown), pictures, &preferences, &mut Vec::new());
    });
    let mut page = SetupPage::default();
    says("chooser", &mut |ctx, pictures| {
        setup::show(ctx, &mut page, &library, pictures, &preferences, &mut Vec::new());
    });
    let mut page = shelf_of_records(folder.path());
    says("records", &mut |ctx, _| records::show(ctx, &mut page, &means(), &mut Vec::new()));
    let counted = counted(folder.path());
    says("statistics", &mut |ctx, _| statistics::show(ctx, &counted, &library, &mut Vec::new()));
    let mut page = ReaderPage::default();
    says("reader", &mut |ctx, _| {
        reader::show(ctx, &mut page, &["CP"], &["CP"], Some(&shown), &mut Vec::new());
    });
    let (mut page, mut changed) = (SettingsPage::default(), preferences.clone());
    says("settings", &mut |ctx, _| settings::show(ctx, &mut page, &mut changed, &verbs, &mut Vec::new()));
    let mut page = ReportPage::default();
    says("report", &mut |ctx, _| report::show(ctx, &mut page, &shown, &mut Vec::new()));
    let lying = [("battle", false, false), ("keys", true, false), ("menu", false, true)];
    for (name, help, menu) in lying {
        let mut desk = Desk { help, menu, ..Desk::default() };
        says(name, &mut |ctx, pictures| {
            panels::show(ctx, &shown, &mut desk, pictures, &BoardView::default(), &mut Vec::new());
        });
    }
}

/// A battle with a long title and many turns.
#[test]
fn a_long_title_stands_whole_beside_the_pips_of_the_turns() {
    let mut desktop = Desktop::new();
    let preferences = Preferences::default();
    for file in ["fire_and_fury/cooks_mills", "black_powder/fere_champenoise", "horse_and_musket/raisin_trail"] {
        let mut session = hot_seat(&format!("../../scenarios/{file}.scenario.ron"));
        for _ in 0..12 {
            session.skip();
            take_seat(&mut session);
            let Some(order) = session.candidates().first().cloned() else { break };
            session.answer_with(order);
        }
        session.skip();
        take_seat(&mut session);
        let shown = Shown::of(&session, &preferences);
        for (window, scales) in [
            ((1280.0, 720.0), &[0.75, 0.9, 1.0][..]),
            ((1600.0, 900.0), &[0.75, 1.0]),
            ((1920.0, 1080.0), &SCALES[..4]),
        ] {
            for scale in scales {
                let mut desk = Desk::default();
                let size = Vec2::new(window.0, window.1) / *scale;
                let (painted, _) = desktop.painted(size, &mut |ctx, pictures| {
                    panels::show(ctx, &shown, &mut desk, pictures, &BoardView::default(), &mut Vec::new());
                });
                let title = session.scenario().title.as_str();
                let bar = painted.iter().filter(|text| text.rect.bottom() < theme::TOP_BAR);
                let own = bar.clone().find(|text| text.text == title).expect("it stands in the bar");
                assert!(!own.shortened && own.clip.contains_rect(own.rect.shrink(SLACK)), "{title}, {size}");
                for other in bar.filter(|other| other.text != title) {
                    assert!(!own.rect.shrink(SLACK).intersects(other.rect), "{title} and {}, {size}", other.text);
                }
            }
        }
    }
}

#[test]
fn the_battle_keeps_its_words_at_every_size() {
    let mut desktop = Desktop::new();
    let preferences = Preferences::default();
    for file in BATTLES {
        let mut session = hot_seat(file);
        while session.ask_for_human().is_some_and(|ask| ask.verbs.len() < 3) && session.battle().orders().len() < 40 {
            let Some(order) = session.candidates().first().cloned() else { break };
            session.answer_with(order);
            session.skip();
            take_seat(&mut session);
        }
        let verbs: Vec<_> = session
            .buttons()
            .iter()
            .filter(|button| button.open.is_ok())
            .map(|button| button.verb.id.clone())
            .collect();
        for verb in [None].into_iter().chain(verbs.into_iter().map(Some)) {
            if let Some(verb) = &verb {
                session.choose_verb(verb);
            }
            for tab in [Tab::Unit, Tab::Roster, Tab::Map, Tab::Cards, Tab::Log] {
                let mut desk = Desk { tab, drawer: true, ..Desk::default() };
                let shown = Shown::of(&session, &preferences);
                let name = verb.as_ref().map_or_else(|| "no order".to_owned(), ToString::to_string);
                desktop.show(&format!("{}, {name}, {tab:?}", session.scenario().id), |ctx, pictures| {
                    panels::show(ctx, &shown, &mut desk, pictures, &BoardView::default(), &mut Vec::new());
                });
            }
        }
        for (menu, help) in [(true, false), (false, true)] {
            let mut desk = Desk { menu, help, hidden: true, ..Desk::default() };
            let shown = Shown::of(&session, &preferences);
            let what = if menu { "menu" } else { "keys" };
            desktop.show(&format!("{}, {what}", session.scenario().id), |ctx, pictures| {
                panels::show(ctx, &shown, &mut desk, pictures, &BoardView::default(), &mut Vec::new());
            });
        }
    }
    desktop.check();
}

/// The windows and sizes of text in which every question of every ruleset is laid out.
const QUESTIONS: [((f32, f32), &[f32]); 3] =
    [(WINDOWS[0], &[0.75, 1.0, 1.5, 2.0]), (WINDOWS[1], &[0.75, 1.0, 1.5, 2.0]), (WINDOWS[2], &[0.75, 1.0, 1.5, 2.0])];

/// Orders of a battle in which questions are looked for.
const ORDERS_LOOKED_AT: usize = 250;

/// Every kind of question of every ruleset, before an order is taken up and with the computer's order in hand.
#[test]
fn every_question_keeps_its_words_at_every_size() {
    let mut desktop = Desktop::new();
    let preferences = Preferences::default();
    for file in [
        "horse_and_musket/el_bodon",
        "old_west/stage_to_sand_springs",
        "fire_and_fury/cooks_mills",
        "burt/reichenbach",
        "black_powder/barrosa",
    ] {
        let mut session = hot_seat(&format!("../../scenarios/{file}.scenario.ron"));
        let mut computer = commander(Level::Regular, 7);
        let mut seen = BTreeSet::new();
        for _ in 0..ORDERS_LOOKED_AT {
            session.skip();
            take_seat(&mut session);
            let Some(ask) = session.ask_for_human().cloned() else { break };
            let order = computer.decide(session.battle(), &ask).order;
            for in_hand in [false, true] {
                if !seen.insert((ask.kind.clone(), in_hand.then(|| order.verb.clone()))) {
                    continue;
                }
                if in_hand {
                    session.choose_verb(&order.verb);
                    session.settle(|settled| settled.clone_from(&order));
                }
                let shown = Shown::of(&session, &preferences);
                let what = if in_hand { order.verb.0.as_str() } else { "no order" };
                desktop.show_at(&format!("{file}, {}, {what}", ask.kind), &QUESTIONS, |ctx, pictures| {
                    let mut desk = Desk::default();
                    panels::show(ctx, &shown, &mut desk, pictures, &BoardView::default(), &mut Vec::new());
                });
            }
            session.drop_draft();
            assert!(session.answer_with(order), "{:?}", session.notice());
        }
    }
    desktop.check();
}

#[test]
fn the_cloth_keeps_its_words_at_every_size() {
    let mut desktop = Desktop::new();
    let preferences = Preferences::default();
    let world = simulation_world(rulesets::plugin);
    let file = "../../scenarios/horse_and_musket/hold_the_bridge.scenario.ron";
    let scenario = scenario::load(Path::new(file), world.resource::<Rulebooks>()).expect("it ships with the game");
    let session = Session::begin(&scenario, rulesets::plugin, 1, vec![Controller::Human; 2], None, Arc::new(|| {}));
    assert!(session.hand_over().is_some());
    let shown = Shown::of(&session, &preferences);
    desktop.show("cloth", |ctx, pictures| {
        let mut desk = Desk::default();
        panels::show(ctx, &shown, &mut desk, pictures, &BoardView::default(), &mut Vec::new());
    });
    desktop.check();
}

/// What the screen shows, or a page has painted, that only one of two players may know.
fn betrayed(session: &Session, painted: &BTreeSet<String>) -> Vec<String> {
    let (battle, mut betrayed) = (session.battle(), Vec::new());
    let (log, stranger) = (battle.log().events(), battle.view_of_stranger());
    let common: BTreeSet<&str> = known(log).map(|event| event.text.as_str()).collect();
    for event in log.iter().filter(|event| !event.known_to.includes(Some(STRANGER))) {
        let text = event.text.as_str();
        let shown = session.events().iter().any(|shown| shown.text == text && shown.step == event.step);
        let read = painted.iter().any(|painted| painted.contains(text));
        if !common.contains(text) && (shown || read) {
            betrayed.push(format!("{text} (step {})", event.step));
        }
    }
    for unit in battle.view().units() {
        let seen = session.shown().present(unit).count();
        if seen > stranger.present(unit).count() {
            betrayed.push(format!("{seen} pieces of {}", battle.view().unit(unit).name));
        }
        let chit = session.shown().units.get(unit.index()).and_then(|unit| unit.chit.as_ref());
        let word = chit.and_then(|chit| chit.word.as_ref()).filter(|word| Some(*word) != face_up(log, unit));
        betrayed.extend(word.map(|word| format!("the chit {word}")));
    }
    betrayed
}

/// The word of a chit that was turned over before all and has not been changed since.
fn face_up(log: &[BattleEvent], unit: UnitId) -> Option<&SmolStr> {
    let mut turns = known(log).rev().filter_map(|event| match &event.kind {
        EventKind::Revealed { unit: Some(of), value, .. } if *of == unit => Some(value.as_ref()),
        EventKind::Veiled { unit: of, .. } if *of == unit => Some(None),
        _ => None,
    });
    turns.next().flatten()
}

fn known(log: &[BattleEvent]) -> impl DoubleEndedIterator<Item = &BattleEvent> {
    log.iter().filter(|event| event.known_to.includes(Some(STRANGER)))
}

/// All that is painted on the pages that can be reached from the title.
fn pages_of(session: &Session, library: &Library, ctx: &egui::Context) -> BTreeSet<String> {
    let preferences = Preferences::default();
    let shown = Shown::of(session, &preferences);
    let mut found = BTreeSet::new();
    let mut paint = |page: &mut dyn FnMut(&egui::Context)| {
        for _ in 0..2 {
            let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, Vec2::new(1920.0, 1080.0)));
            ctx.begin_pass(egui::RawInput { screen_rect, ..egui::RawInput::default() });
            page(ctx);
            let mut output = ctx.end_pass();
            output.textures_delta.clear();
            let mut painted = Vec::new();
            for shape in &output.shapes {
                texts(&shape.shape, shape.clip_rect, &mut Vec::new(), &mut painted);
            }
            found.extend(painted.into_iter().map(|painted| painted.text));
        }
    };
    let (mut page, mut pictures) = (TitlePage::default(), Pictures::default());
    paint(&mut |ctx| {
        title::show(ctx, &mut page, library, 1, Some(&shown), &mut pictures, &preferences, &mut Vec::new());
    });
    let prefixes = session.battle().rulebook().prefixes;
    let used: BTreeSet<&RuleId> = session.battle().log().events().iter().map(|event| &event.rule).collect();
    for rule in used {
        let mut page = ReaderPage::default();
        page.turn_to(rule.clone());
        paint(&mut |ctx| reader::show(ctx, &mut page, prefixes, prefixes, Some(&shown), &mut Vec::new()));
    }
    found
}

/// The law of the cloth: whoever leaves the table from under it finds nothing on any page that the others may not know.
#[test]
fn no_page_that_is_reached_from_under_the_cloth_shows_more_than_both_may_know() {
    let mut library = Library::new(rulesets::plugin);
    library.read();
    let ctx = egui::Context::default();
    theme::install(&ctx);
    for file in [
        "../../scenarios/horse_and_musket/raisin_trail.scenario.ron",
        "../../scenarios/horse_and_musket/hold_the_bridge.scenario.ron",
        "../../scenarios/burt/two_brigades.scenario.ron",
    ] {
        let mut session = hot_seat(file);
        let (mut covered, mut kept) = (0, 0);
        for _ in 0..400 {
            session.skip();
            if let Some(side) = session.hand_over() {
                kept += usize::from(!betrayed(&session, &BTreeSet::new()).is_empty());
                let mut panels = panels::trying::Panels::new(1280.0, 720.0);
                panels.frame(0.1, Vec::new(), &session);
                let (done, _) = panels.frame(0.1, panels::trying::tap(egui::Key::S), &session);
                assert_eq!(done, [UiAction::Open(Stage::Title)]);
                session.leave_seat();
                let painted = pages_of(&session, &library, &ctx);
                assert!(painted.iter().any(|text| text == "Grapeshot"), "the title was painted");
                assert_eq!(betrayed(&session, &painted), [""; 0], "{file}, step {}", session.steps().1);
                session.seek(0);
                assert_eq!(session.covered_for(), Some(side), "the cloth lies there wherever one looks back to");
                session.skip();
                covered += 1;
                if covered == 5 {
                    break;
                }
                session.take_seat(side, false);
                session.skip();
            }
            let orders = session.candidates();
            let Some(order) = orders.get(session.battle().orders().len() % orders.len().max(1)).cloned() else { break };
            assert!(session.answer_with(order), "{file}: {:?}", session.notice());
        }
        assert!(covered > 0 && kept > 0, "{file}: {covered} times covered, of which {kept} had something to hide");
    }
}

/// A battle that is in memory only says so on its pages, and whoever leaves it is asked.
#[test]
fn what_is_not_saved_stays_visible_at_every_size() {
    let mut desktop = Desktop::new();
    let preferences = Preferences::default();
    let mut session = hot_seat(BATTLES[1]);
    let order = session.candidates()[0].clone();
    assert!(session.answer_with(order), "{:?}", session.notice());
    session.skip();
    take_seat(&mut session);
    let at_stake = session.at_stake().expect("no record is kept");
    let mut library = Library::new(rulesets::plugin);
    library.read();
    let shown = Shown::of(&session, &preferences);
    let mut page = TitlePage::default();
    desktop.show("title", |ctx, pictures| {
        title::show(ctx, &mut page, &library, 3, Some(&shown), pictures, &preferences, &mut Vec::new());
    });
    desktop.show("battle", |ctx, pictures| {
        let mut desk = Desk::default();
        panels::show(ctx, &shown, &mut desk, pictures, &BoardView::default(), &mut Vec::new());
    });
    desktop.show("question", |ctx, _| notices::ask_to_leave(ctx, &at_stake, &mut Vec::new()));
    desktop.check();
    let mut panels = panels::trying::Panels::new(1280.0, 720.0);
    assert!(panels.texts(&session).iter().any(|(text, _)| text.starts_with("Not saved.")));
    panels.desk.menu = true;
    let menu = |panels: &mut panels::trying::Panels, session: &Session| {
        let texts = panels.texts(session).into_iter().map(|(text, _)| text);
        texts.filter(|text| text.starts_with("Seed")).collect::<String>()
    };
    assert_eq!(menu(&mut panels, &session), "Seed 1. The orders of this battle are in no record.");
    let (scenario, persons) = (Arc::clone(session.scenario()), vec![Controller::Human; 2]);
    let folder = tempfile::tempdir().expect("a folder for the test");
    let header = Header::new(&scenario, 1, Vec::new(), None);
    let writer = JournalWriter::begin(folder.path(), &header).expect("it can be written");
    let mut session = Session::begin(&scenario, rulesets::plugin, 1, persons, Some(writer), Arc::new(|| {}));
    take_seat(&mut session);
    let kept = "Seed 1. Every order is kept as it is given: nothing is lost by leaving.";
    assert_eq!(menu(&mut panels, &session), kept);
}

/// No button and no key of the battle gives it up: that stands in the menu, which asks first.
#[test]
fn a_battle_is_given_up_by_the_menu_and_after_a_question() {
    for (file, undone) in [
        ("../../scenarios/black_powder/barrosa.scenario.ron", true),
        ("../../scenarios/burt/two_brigades.scenario.ron", false),
        ("../../scenarios/fire_and_fury/chippawa.scenario.ron", true),
    ] {
        let mut session = hot_seat(file);
        while session.way_out().is_none() {
            let order = session.candidates()[0].clone();
            assert!(session.answer_with(order), "{file}: {:?}", session.notice());
            session.skip();
            take_seat(&mut session);
        }
        let (verb, side) = (session.way_out().expect("it was found").clone(), session.ask_for_human().unwrap().side);
        assert!(session.buttons().iter().all(|button| button.verb.id != verb.id));
        let mut panels = panels::trying::Panels::new(1920.0, 1080.0);
        let says = |panels: &mut panels::trying::Panels, session: &Session, word: &str| {
            panels.texts(session).iter().any(|(text, _)| text == word)
        };
        let key = egui::Key::from_name(&verb.hotkey.to_string()).expect("it has a key");
        assert!(!says(&mut panels, &session, verb.label), "{file}");
        assert_eq!(panels.frame(0.1, panels::trying::tap(key), &session).0, []);
        panels.desk.menu = true;
        assert!(says(&mut panels, &session, verb.label), "{file}");
        assert_eq!(panels.frame(0.1, panels::trying::tap(key), &session).0, [UiAction::GiveUp]);
        (panels.desk.menu, panels.desk.gives_up) = (false, true);
        assert!(says(&mut panels, &session, "Give the battle up?"));
        for other in [key, egui::Key::Enter, egui::Key::Space] {
            assert_eq!(panels.frame(0.1, panels::trying::tap(other), &session).0, []);
        }
        assert_eq!(panels.frame(0.1, panels::trying::tap(egui::Key::Escape), &session).0, [UiAction::GiveUp]);
        let order = Order::new(side, &verb.id);
        let done = panels.frame(0.1, panels::trying::tap(egui::Key::G), &session).0;
        assert_eq!(done, [UiAction::GiveAll(vec![order.clone()], false)]);
        panels.desk.put_away();
        assert!(session.give_all(vec![order], false), "{:?}", session.notice());
        session.skip();
        assert!(session.battle().outcome().is_some(), "{file}");
        // A secret that was shown lies open, and is not forgotten again.
        assert_eq!(session.can_undo().is_ok(), undone, "{file}: {:?}", session.can_undo());
        assert_eq!(says(&mut panels, &session, "Undo"), undone, "{file}");
    }
}

#[test]
fn undo_is_shown_in_the_past_where_it_works() {
    let mut session = hot_seat(BATTLES[1]);
    let shown = |session: &Session| {
        let mut panels = panels::trying::Panels::new(1920.0, 1080.0);
        panels.texts(session).iter().any(|(text, _)| text == "Undo")
    };
    session.seek(0);
    while session.can_undo().is_err() {
        session.skip();
        let order = session.candidates()[0].clone();
        assert!(session.answer_with(order), "{:?}", session.notice());
        session.skip();
        session.seek(0);
        assert_eq!(shown(&session), session.can_undo().is_ok());
    }
}

#[test]
fn several_units_that_are_picked_are_counted_as_units_and_not_by_their_stands() {
    let mut session = hot_seat("../../scenarios/fire_and_fury/chippawa.scenario.ron");
    let several = |session: &Session| {
        let view = session.battle().view();
        let ask = session.ask_for_human().filter(|ask| ask.pick)?;
        let units: BTreeSet<UnitId> = ask.pieces.iter().map(|piece| view.unit_of(*piece)).collect();
        let stands = ask.pieces.len();
        (units.len() > 1 && stands > units.len()).then_some(units.len())
    };
    for _ in 0..100 {
        if several(&session).is_some() {
            break;
        }
        let order = session.candidates()[0].clone();
        assert!(session.answer_with(order), "{:?}", session.notice());
        session.skip();
        take_seat(&mut session);
    }
    let units = several(&session).expect("several units may be picked");
    let takes = |verb: &Verb| verb.needs.contains(&ArgumentKind::Pieces);
    let verb = session.buttons().iter().map(|button| &button.verb).find(|verb| takes(verb)).expect("of some").clone();
    session.choose_verb(&verb.id);
    session.draft_all(true);
    let mut panels = panels::trying::Panels::new(1920.0, 1080.0);
    let texts = panels.texts(&session);
    let told = format!("{}: {units} units", verb.label);
    assert!(texts.iter().any(|(text, _)| *text == told), "{told}: {texts:?}");
}

/// A coin on a tag has a count that says something.
#[test]
fn coins_count_morale_markers_and_nothing_else() {
    let world = simulation_world(rulesets::plugin);
    let books = world.resource::<Rulebooks>();
    let marks = books.iter().flat_map(|book| &book.vocabulary.marks);
    let coins: BTreeSet<&str> = marks.filter(|mark| mark.shape == MarkShape::Coins).map(|mark| mark.label).collect();
    assert_eq!(coins, BTreeSet::from(["morale markers"]));
}

/// In a battle of the computer nobody is asked: the bars show what happens.
#[test]
fn a_battle_that_is_watched_keeps_its_words_at_every_size() {
    let mut desktop = Desktop::new();
    let preferences = Preferences::default();
    let world = simulation_world(rulesets::plugin);
    let scenario =
        scenario::load(Path::new(BATTLES[1]), world.resource::<Rulebooks>()).expect("it ships with the game");
    let computers = vec![Controller::Computer(Level::Regular); 2];
    let session = Session::begin(&scenario, rulesets::plugin, 1, computers, None, Arc::new(|| {}));
    let shown = Shown::of(&session, &preferences);
    let mut desk = Desk::default();
    desktop.show("watched", |ctx, pictures| {
        panels::show(ctx, &shown, &mut desk, pictures, &BoardView::default(), &mut Vec::new());
    });
    desktop.check();
}

/// A battle of two persons after some orders of the computer.
fn played(file: &str, orders: usize) -> Session {
    let mut session = hot_seat(&format!("../../scenarios/{file}.scenario.ron"));
    let mut computer = commander(Level::Regular, 7);
    for _ in 0..orders {
        session.skip();
        take_seat(&mut session);
        let Some(ask) = session.ask_for_human().cloned() else { break };
        let order = computer.decide(session.battle(), &ask).order;
        assert!(session.answer_with(order), "{:?}", session.notice());
    }
    session.skip();
    take_seat(&mut session);
    session
}

/// The texts of the panels in a window of the smallest size.
fn painted(session: &Session) -> Vec<Painted> {
    painted_in(session, WINDOWS[0])
}

/// The texts of the panels in a window.
fn painted_in(session: &Session, window: (f32, f32)) -> Vec<Painted> {
    let preferences = Preferences::default();
    let (shown, mut desk) = (Shown::of(session, &preferences), Desk::default());
    let (painted, _) = Desktop::new().painted(Vec2::from(window), &mut |ctx, pictures| {
        panels::show(ctx, &shown, &mut desk, pictures, &BoardView::default(), &mut Vec::new());
    });
    painted
}

/// The texts of the panels that are shortened.
fn shortened(session: &Session) -> Vec<Painted> {
    painted(session).into_iter().filter(|text| text.shortened).collect()
}

#[test]
fn the_log_tells_in_a_narrow_window_what_came_of_a_shot() {
    let session = played("fire_and_fury/cooks_mills", 40);
    assert!(session.battle().log().events().iter().any(|event| matches!(event.kind, EventKind::Shot { .. })));
    let cut: Vec<String> = shortened(&session).into_iter().map(|text| text.text).collect();
    let rolled = |event: &BattleEvent| matches!(event.kind, EventKind::Rolled { .. });
    let lines = session.battle().log().events().iter().filter(|event| !event.detail && !rolled(event));
    for line in lines {
        assert!(!cut.contains(&line.text), "{}", line.text);
    }
}

#[test]
fn what_may_come_of_a_shot_is_read_to_its_end() {
    let (mut session, fire) = trying::about_to_fire();
    session.choose_verb(&fire.verb);
    session.settle(|settled| settled.clone_from(&fire));
    let plan = session.draft().and_then(|draft| draft.plan()).expect("it may fire");
    let cut = shortened(&session);
    assert!(plan.outcomes.len() > 2, "{}", plan.summary);
    for outcome in &plan.outcomes {
        assert!(cut.iter().all(|text| text.text != outcome.label), "{}", outcome.label);
    }
}

#[test]
fn the_common_card_is_read_from_its_heading_to_its_foot_in_a_narrow_window() {
    for orders in 6..14 {
        let painted = painted(&played("old_west/dynamite_at_the_bank", orders));
        let heading = painted.iter().find(|text| text.text == "On this card");
        assert!(heading.is_none_or(|heading| !heading.shortened));
        let foot = painted.iter().find(|text| text.text.ends_with("cards left"));
        assert_eq!(foot.is_some(), heading.is_some());
        assert!(foot.is_none_or(|foot| foot.clip.contains_rect(foot.rect)), "after {orders} orders");
    }
}

#[test]
fn the_bar_names_the_side_that_thinks_in_a_narrow_window() {
    let world = simulation_world(rulesets::plugin);
    let file = Path::new("../../scenarios/fire_and_fury/cooks_mills.scenario.ron");
    let scenario = scenario::load(file, world.resource::<Rulebooks>()).expect("it ships with the game");
    let computers = vec![Controller::Computer(Level::Regular); 2];
    let session = Session::begin(&scenario, rulesets::plugin, 1, computers, None, Arc::new(|| {}));
    let cut = shortened(&session);
    assert!(cut.iter().all(|text| !text.text.starts_with("The computer thinks")), "{cut:?}");
}

/// The test of the tests: words that run over the side of their ground are found though nothing cuts them, and so are
/// those that push the side of a panel out.
#[test]
fn words_beyond_the_side_of_their_ground_are_found() {
    const LONG: &str = "far too long a line for such a narrow panel";
    let all = WINDOWS.len() * SCALES.len();
    let mut desktop = Desktop::new();
    let show = |ctx: &egui::Context, id: &str, contents: &dyn Fn(&mut egui::Ui)| {
        egui::Area::new(egui::Id::new(id)).fixed_pos(Pos2::new(40.0, 40.0)).show(ctx, |ui| {
            super::widgets::panel(ui, Vec2::new(160.0, 60.0), contents);
        });
    };
    desktop.show("a panel that grows", |ctx, _| show(ctx, "one", &|ui| drop(ui.add(egui::Label::new(LONG).extend()))));
    assert_eq!(desktop.wrong.iter().filter(|fault| fault.contains("larger than its place")).count(), all);
    desktop.wrong.clear();
    desktop.show("painted words", |ctx, _| {
        show(ctx, "other", &|ui| {
            let at = ui.max_rect().left_top();
            ui.painter().text(at, egui::Align2::LEFT_TOP, &LONG[..38], egui::FontId::proportional(14.0), theme::INK);
        });
    });
    assert_eq!(
        desktop.wrong.iter().filter(|fault| fault.contains("over the side")).count(),
        all,
        "{:?}",
        desktop.wrong
    );
}

/// What a finished battle tells has its place as well: its points, its luck, its honours.
#[test]
fn the_report_of_a_finished_battle_keeps_its_words_at_every_size() {
    let mut desktop = Desktop::new();
    let preferences = Preferences::default();
    let world = simulation_world(rulesets::plugin);
    for file in BATTLES {
        let scenario = scenario::load(Path::new(file), world.resource::<Rulebooks>()).expect("it ships with the game");
        let mut battle = Battle::new(&scenario, 7, grapeshot_rulesets::plugin);
        let mut minds: Vec<_> = scenario.sides.iter().map(|_| commander(Level::Random, 7)).collect();
        while let Some(ask) = battle.awaiting().asks.first().cloned() {
            let decision = minds[ask.side.index()].decide(&battle, &ask);
            battle.submit(decision.order).expect("the computer gives orders that are allowed");
        }
        let session = Session::over(battle, vec![Controller::Human; 2], None, Arc::new(|| {}));
        let shown = Shown::of(&session, &preferences);
        for part in 0..6 {
            let mut page = ReportPage::default();
            desktop.show(&format!("{}, report {part}", scenario.id), |ctx, _| {
                super::pages::turn_to(ctx, "report", part);
                report::show(ctx, &mut page, &shown, &mut Vec::new());
            });
        }
    }
    desktop.check();
}

/// A battle in which orders are given on chits, at its first question: six units a side in two brigades, all in contact
/// with their command elements.
fn with_chits() -> Session {
    let mut table = TestTable::new("burt", grapeshot_rulesets::plugin).size(72.0, 48.0).turns(8);
    for (side, y, behind, facing, name) in [(BLUE, 12.0, 9.5, 90.0, "b"), (RED, 36.0, 38.5, 270.0, "r")] {
        for brigade in 0..2_u8 {
            let x = 12.0 + 30.0 * f32::from(brigade);
            let staff = format!("{name}_staff_{brigade}");
            table = table.block(&staff, side, "command_element", "", (x, behind, facing));
            for n in 0..3_u8 {
                let at = (x - 2.3 + 2.3 * f32::from(n), y, facing);
                let key = format!("{name}_{brigade}_{n}");
                table = table.block(&key, side, "infantry", "column", at).number("figures", 24.0).under(&staff);
            }
        }
    }
    let battle = table.battle().battle;
    let mut session = Session::over(battle, vec![Controller::Human; 2], None, Arc::new(|| {}));
    take_seat(&mut session);
    session
}

/// A battle in which both sides have given their orders: the rest is played on one table.
fn after_orders() -> Session {
    let mut session = with_chits();
    for _ in 0..2 {
        assert!(session.go_on(), "{:?}", session.notice());
        session.skip();
        take_seat(&mut session);
    }
    session
}

#[test]
fn orders_on_chits_keep_their_words_at_every_size() {
    let mut desktop = Desktop::new();
    let preferences = Preferences::default();
    let mut session = with_chits();
    let units: Vec<_> = session.allotment().expect("orders are given").units().map(|unit| unit.unit).collect();
    session.choose_units(&units[..4], false);
    assert!(session.allot("fire"), "{:?}", session.notice());
    let shown = Shown::of(&session, &preferences);
    desktop.show("orders", |ctx, pictures| {
        let mut desk = Desk::default();
        panels::show(ctx, &shown, &mut desk, pictures, &BoardView::default(), &mut Vec::new());
    });
    desktop.check();
}

#[test]
fn the_strip_of_steps_keeps_its_words_at_every_size() {
    let mut desktop = Desktop::new();
    let preferences = Preferences::default();
    let session = after_orders();
    let shown = Shown::of(&session, &preferences);
    desktop.show("steps", |ctx, pictures| {
        let mut desk = Desk::default();
        panels::show(ctx, &shown, &mut desk, pictures, &BoardView::default(), &mut Vec::new());
    });
    desktop.check();
}

#[test]
fn one_order_is_given_to_many_units_and_changed_freely() {
    let mut session = with_chits();
    let given = |session: &Session| -> Vec<Option<String>> {
        let sheet = session.allotment().expect("orders are given");
        sheet.units().map(|unit| unit.given.as_ref().map(ToString::to_string)).collect()
    };
    assert!(!session.allot("fire"), "nobody was chosen");
    session.clear_notice();
    let units: Vec<_> = session.allotment().expect("orders are given").units().map(|unit| unit.unit).collect();
    assert_eq!((units.len(), given(&session)), (6, vec![None; 6]));
    session.choose_units(&units, false);
    assert!(session.allot("fire"));
    session.skip();
    assert_eq!(given(&session), vec![Some("fire".to_owned()); 6]);
    session.choose_units(&units[1..2], false);
    session.choose_units(&units[2..4], true);
    session.choose_units(&units[2..3], true);
    assert_eq!(session.allotted().into_iter().collect::<Vec<_>>(), [units[1], units[3]], "the third left again");
    assert!(session.allot("assault"));
    session.skip();
    let words = ["fire", "assault", "fire", "assault", "fire", "fire"].map(|word| Some(word.to_owned()));
    assert_eq!(given(&session), words);
}

#[test]
fn after_one_unit_the_next_without_an_order_is_chosen() {
    let mut session = with_chits();
    let units: Vec<_> = session.allotment().expect("orders are given").units().map(|unit| unit.unit).collect();
    session.choose_units(&units[..1], false);
    assert!(session.allot("regroup"));
    assert_eq!(session.selection().unit, Some(units[1]));
}

#[test]
fn orders_are_given_behind_the_cloth_and_the_rest_is_played_on_one_table() {
    let mut session = with_chits();
    assert_eq!(session.viewer(), Some(BLUE));
    assert!(session.may_peek().is_empty(), "behind the cloth there is nothing to peek at");
    assert!(session.go_on());
    assert_eq!(session.hand_over(), Some(RED), "the other sits down before it sees its chits");
    let session = after_orders();
    assert_eq!((session.hand_over(), session.viewer()), (None, Some(STRANGER)));
    let read = session.shown().units.iter().filter_map(|unit| unit.chit.as_ref()).filter(|chit| chit.word.is_some());
    assert_eq!(read.count(), 0, "all chits lie face down");
}

/// The unit that one side had in hand is not in the other side's hand.
#[test]
fn what_the_side_before_chose_stays_chosen_no_longer() {
    let mut session = with_chits();
    let units: Vec<_> = session.allotment().expect("orders are given").units().map(|unit| unit.unit).collect();
    session.choose_units(&units[..2], false);
    assert!(session.selection().unit.is_some());
    assert!(session.go_on());
    take_seat(&mut session);
    assert_eq!(session.selection(), &Selection::default());
}

#[test]
fn a_unit_that_is_chosen_while_the_enemy_decides_is_picked_when_its_side_is_asked() {
    let mut session = after_orders();
    let first = session.ask_for_human().expect("who acts first is asked").choices[0].0.clone();
    session.draft_choice(first);
    assert!(session.commit(), "{:?}", session.notice());
    session.skip();
    let asked = session.ask_for_human().expect("a side is asked").side;
    let view = session.view();
    let other = view.units().find(|unit| view.side_of_unit(*unit) != asked && view.unit(*unit).name.ends_with("_0_0"));
    session.select_unit(other);
    assert!(session.selection().pieces.is_empty(), "it is not this side's decision");
    assert!(session.go_on(), "the side passes: {:?}", session.notice());
    session.skip();
    assert_ne!(session.ask_for_human().expect("the other side is asked").side, asked);
    assert_eq!((session.selection().unit, session.selection().pieces.len()), (other, 1));
}

/// SB-1.10: a question with two choices waits for the choice at once.
#[test]
fn a_question_of_choices_needs_no_verb_first() {
    let mut session = after_orders();
    assert_eq!(session.ask_for_human().map(|ask| ask.kind.to_string()), Some("initiative".to_owned()));
    assert_eq!(session.draft().map(|draft| draft.verb().id.0.to_string()), Some("choose".to_owned()));
    session.draft_choice("r");
    assert!(!session.commit(), "there is no such side");
    session.clear_notice();
    let side = session.ask_for_human().expect("it stands").choices[0].0.clone();
    session.draft_choice(side);
    assert!(session.commit(), "{:?}", session.notice());
}

#[test]
fn who_peeks_reads_his_own_chits_and_no_others() {
    let mut session = after_orders();
    assert_eq!(session.may_peek(), [BLUE, RED]);
    session.peek(Some(RED));
    assert!(session.ask_for_human().is_none(), "nothing is ordered meanwhile");
    session.go_on_showing(1.0);
    let readable = |session: &Session| -> BTreeSet<SideId> {
        let units = session.shown().units.iter().enumerate();
        let read = units.filter(|(_, unit)| unit.chit.as_ref().is_some_and(|chit| chit.word.is_some()));
        read.map(|(n, _)| session.view().side_of_unit(UnitId(n as u16))).collect()
    };
    assert_eq!(readable(&session), [RED].into());
    session.peek(None);
    session.go_on_showing(1.0);
    assert_eq!((readable(&session), session.viewer()), (BTreeSet::new(), Some(STRANGER)));
    assert!(session.ask_for_human().is_some());
}

/// A click on a step of the strip opens its rule.
#[test]
fn the_strip_opens_the_rule_of_a_step() {
    let session = after_orders();
    let preferences = Preferences::default();
    let ctx = egui::Context::default();
    theme::install(&ctx);
    let screen = Rect::from_min_size(Pos2::ZERO, Vec2::new(1422.0, 800.0));
    let at = Pos2::new(screen.right() - 30.0, theme::TOP_BAR + panels::steps::HEIGHT / 2.0);
    let button = |pressed| egui::Event::PointerButton {
        pos: at,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    let frames = [vec![], vec![egui::Event::PointerMoved(at)], vec![button(true)], vec![button(false)], vec![]];
    let mut done = Vec::new();
    for (n, events) in frames.into_iter().enumerate() {
        let time = Some(n as f64 * 0.1);
        ctx.begin_pass(egui::RawInput { screen_rect: Some(screen), events, time, ..egui::RawInput::default() });
        let (mut desk, mut pictures) = (Desk::default(), Pictures::default());
        let shown = Shown::of(&session, &preferences);
        panels::show(&ctx, &shown, &mut desk, &mut pictures, &BoardView::default(), &mut done);
        ctx.end_pass().textures_delta.clear();
    }
    assert!(done.contains(&UiAction::OpenRule(RuleId::new("SB-8.2"))), "{done:?}");
}

/// CP-2.11: whoever does not want to move goes on with one key, and *Declare* keeps its button.
#[test]
fn to_go_on_at_declare_moves_nobody() {
    let test = TestTable::new("horse_and_musket", rulesets::plugin)
        .unit("blue", BLUE, &[(20.0, 10.0, 90.0), (22.0, 10.0, 90.0)])
        .weapons(&["musket"])
        .unit("red", RED, &[(20.0, 15.0, 270.0)])
        .acting("blue");
    let mut session = Session::over(test.battle, vec![Controller::Human; 2], None, Arc::new(|| {}));
    session.skip();
    take_seat(&mut session);
    assert_eq!(session.ask_for_human().map(|ask| ask.kind.as_str()), Some("declare"));
    let texts: Vec<String> = painted(&session).into_iter().map(|text| text.text).collect();
    for word in ["Declare", "Nobody moves"] {
        assert!(texts.iter().any(|text| text == word), "{word}: {texts:?}");
    }
    assert!(session.go_on(), "{:?}", session.notice());
    session.skip();
    assert_eq!(session.ask_for_human().map(|ask| ask.kind.as_str()), Some("act"));
}

/// CP-2.5: beside the card stands who acts after the unit that acts now; who has acted is told apart from both.
#[test]
fn the_card_tells_who_acts_next() {
    let mut told = 0;
    for orders in (4..60).step_by(4) {
        let session = played("horse_and_musket/foraging_party", orders);
        let view = session.view();
        let Some(steps) = session.battle().rules().turn_steps(&view) else { panic!("it has steps") };
        let to_act: Vec<UnitId> = steps
            .to_act
            .iter()
            .filter_map(|subject| match subject {
                Subject::Unit(unit) => Some(*unit),
                Subject::Piece(_) => None,
            })
            .collect();
        let acting = session.ask_for_human().and_then(|ask| ask.unit);
        assert!(!to_act.iter().any(|unit| acting == Some(*unit)), "{acting:?} acts now");
        assert!(steps.acted.iter().all(|piece| !to_act.contains(&view.unit_of(*piece))), "{to_act:?}");
        if let Some(first) = to_act.first() {
            let line = format!("Then: {}", session.short_name(*first));
            assert!(painted_in(&session, WINDOWS[1]).iter().any(|text| text.text.starts_with(&line)), "{line}");
            told += 1;
        }
    }
    assert!(told > 1, "it was told {told} times");
}
