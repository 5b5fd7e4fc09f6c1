//! Every page at every size of text in every window: nothing is cut at its side, nothing lies on anything else.
//!
//! `desktop` shows a page in every window; then come the `pages` around a battle, the bench, the `keys`, the panels of a
//! `battle` and the `sizes` at which they are read, its `secrets`, and orders on `chits`.

mod at_the_bench;
mod battle;
mod chits;
mod desktop;
mod keys;
mod pages;
mod secrets;
mod sizes;

use bevy::app::App;
use bevy_egui::egui::{self, Pos2, Rect, Vec2};
use smol_str::SmolStr;
use std::{
    collections::BTreeSet,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use desktop::{Desktop, Painted, SLACK, texts};

use super::{
    bench::{self, Bench, editing::Editor, measuring::Series},
    camera::BoardView,
    design::{self, DesignPage},
    glimpse::Means,
    lessons,
    library::Library,
    open::{Start, unseen},
    panels::{
        self, Desk, Tab,
        key_list::{self, ON_THE_TABLE},
        shade,
        shown::Shown,
        trying,
    },
    pictures::Pictures,
    preferences::{ACTIONS, Bookmark, FIXED, Preferences},
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
    ui_action::{Edit, UiAction},
    widgets::Cap,
};
use grapeshot_floor::{
    events::{BattleEvent, EventKind, RuleId, Subject},
    forces::{SideId, UnitId},
    orders::{ArgumentKind, Order, Verb},
    rulebook_text,
    turn::{Rulebooks, STRANGER, Vocabulary, vocabulary::MarkShape},
};
use grapeshot_game::{
    ai::{Level, commander},
    battle::{Battle, simulation_world},
    picture::palette::Palette,
    record::{Header, JournalWriter, shelf},
    scenario::{self, edit::stakes::Stake},
    testing::{BLUE, RED, TestTable},
};
use grapeshot_rulesets as rulesets;

/// Sizes of windows in pixels.
const WINDOWS: [(f32, f32); 3] = [(1280.0, 720.0), (1600.0, 900.0), (1920.0, 1080.0)];
/// Sizes of text and panels.
const SCALES: [f32; 5] = [0.75, 1.0, 1.25, 1.5, 2.0];

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

/// Gives the first order that may be given, and lets the next player sit down.
fn give_first(session: &mut Session) {
    let order = session.candidates()[0].clone();
    assert!(session.answer_with(order), "{:?}", session.notice());
    session.skip();
    take_seat(session);
}
