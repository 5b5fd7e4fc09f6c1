//! The window that follows a scenario file: what is saved lies on the table, what is wrong is listed over the last good
//! one. It is run here without a display: each update is a frame.

#![cfg(feature = "screen")]

use bevy::{app::App, math::Vec2};
use grapeshot::{
    files::Problems,
    picture::map::Layer,
    rulesets,
    screen::{
        Start,
        bench::{Bench, Wrong, follower::DataFolder, measuring::Series},
        camera::BoardView,
        overlay::survey::Surveyed,
        session::Session,
        ui_action::Edit,
        unseen,
    },
    simulate::{Campaign, Report, simulate},
};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
    thread,
    time::{Duration, Instant},
};
use tempfile::TempDir;

const STARTER: &str = "scenarios/horse_and_musket/foraging_party.scenario.ron";
const LATE: &str = "scenarios/black_powder/plancenoit.scenario.ron";
const BEASTS: &str = "scenarios/old_west/grizzly_pass.scenario.ron";
/// How long a change is waited for while the machine does other things.
const LONG: Duration = Duration::from_secs(60);

/// A window that follows a file.
struct Window {
    app: App,
    file: PathBuf,
    /// The folder of the file.
    folder: TempDir,
}

impl Window {
    /// A window on a copy of a shipped scenario, its text changed.
    fn on(scenario: &str, change: impl Fn(&str) -> String) -> Self {
        Self::with(scenario, None, change)
    }

    fn with(scenario: &str, data: Option<DataFolder>, change: impl Fn(&str) -> String) -> Self {
        let folder = TempDir::new().expect("a folder for the test");
        let file = folder.path().join("battle.scenario.ron");
        fs::write(&file, change(&fs::read_to_string(scenario).expect("it is shipped"))).expect("the folder is there");
        let app = unseen(Start::Bench { file: file.clone(), data }, rulesets::plugin);
        let mut window = Self { app, file, folder };
        window.wait_for("the first reading", |window| window.bench().was_read());
        // Panels find their places in the first frames.
        (0..8).for_each(|_| window.app.update());
        window
    }

    fn bench(&self) -> &Bench {
        self.app.world().resource::<Bench>()
    }

    fn session(&self) -> &Session {
        self.app.world().resource::<Session>()
    }

    /// The title of the scenario on the table, if one lies there.
    fn title(&self) -> Option<&str> {
        self.app.world().get_resource::<Session>().map(|session| session.scenario().title.as_str())
    }

    /// What is said to be wrong.
    fn wrong(&self) -> Option<String> {
        self.bench().wrong().map(Wrong::text)
    }

    fn save(&self, text: &str) {
        fs::write(&self.file, text).expect("the folder is there");
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.file).expect("it was saved")
    }

    /// Draws frames until something is so; returns how long that took.
    fn wait_for(&mut self, what: &str, so: impl Fn(&Self) -> bool) -> Duration {
        let begun = Instant::now();
        loop {
            self.app.update();
            if so(self) {
                return begun.elapsed();
            }
            assert!(begun.elapsed() < LONG, "never seen: {what}; wrong is {:?}", self.wrong());
            thread::sleep(Duration::from_millis(2));
        }
    }

    fn waits_for_title(&mut self, title: &str) -> Duration {
        self.wait_for(title, |window| window.title() == Some(title) && window.wrong().is_none())
    }
}

fn entitled(text: &str, title: &str) -> String {
    let from = text.find("title: \"").expect("it has a title") + "title: \"".len();
    let to = from + text[from..].find('"').expect("it ends");
    format!("{}{title}{}", &text[..from], &text[to..])
}

fn as_it_is(text: &str) -> String {
    text.to_owned()
}

#[test]
fn what_is_saved_lies_on_the_table_and_view_and_choice_stay() {
    let mut window = Window::on(STARTER, as_it_is);
    let mut view = window.app.world_mut().resource_mut::<BoardView>();
    view.zoom(2.0, Vec2::new(400.0, 300.0));
    view.put(Vec2::new(20.0, 15.0));
    let seen = (view.centre, view.scale);
    let mut session = window.app.world_mut().resource_mut::<Session>();
    let units: Vec<_> = session.view().units().collect();
    let doyle = units.into_iter().find(|unit| session.view().unit(*unit).key == "br_1").expect("it is there");
    session.select_unit(Some(doyle));
    session.toggle_layer(Layer::Reach);
    let own = session.view().side_of_unit(doyle);
    session.look_through(Some(own));
    window.app.update();
    // A unit before the chosen one goes, so that its number is another.
    let text = window.text();
    let from = text.find("key: \"fr_2\"").expect("the unit is there");
    let (begin, end) = (
        text[..from].rfind("        (\n").expect("it begins"),
        from + text[from..].find("\n        ),\n").expect("it ends"),
    );
    window.save(&entitled(&format!("{}{}", &text[..begin], &text[end + "\n        ),\n".len()..]), "Another Party"));
    let took = window.waits_for_title("Another Party");
    println!("the table was new after {took:?}");
    let session = window.session();
    let chosen = session.selection().unit.expect("a unit is chosen");
    assert_eq!(session.view().unit(chosen).key, "br_1");
    assert_ne!(chosen, doyle);
    assert!(session.shows(Layer::Reach), "the layers stay");
    assert_eq!(session.viewer(), Some(session.view().side_of_unit(chosen)), "whose eyes look stays");
    let view = window.app.world().resource::<BoardView>();
    assert_eq!((view.centre, view.scale), seen);
}

/// OW-9.2: herds and beasts that nobody plays may act before anybody is asked; on the bench nothing was played yet, and
/// the table is looked at as any other.
#[test]
fn the_table_is_as_the_file_has_it_before_the_first_card() {
    let mut window = Window::on(BEASTS, as_it_is);
    for layer in [Layer::Sight, Layer::Reach, Layer::Fire, Layer::Command, Layer::Distances] {
        window.app.world_mut().resource_mut::<Session>().toggle_layer(layer);
    }
    (0..4).for_each(|_| window.app.update());
    let mut session = window.app.world_mut().resource_mut::<Session>();
    let units: Vec<_> = session.view().units().collect();
    assert_eq!((session.view().clock().turn, session.waiting().is_none()), (0, true));
    for (unit, in_file) in units.iter().zip(session.scenario().units.clone()) {
        let view = session.view();
        let stand: Vec<Vec2> = view.unit(*unit).pieces.iter().map(|piece| view.place(*piece).at).collect();
        let filed: Vec<Vec2> = in_file.pieces.iter().map(|piece| piece.place.at).collect();
        assert_eq!(stand, filed, "{}", in_file.key);
    }
    session.select_unit(units.last().copied());
    window.app.update();
    assert!(window.session().selection().unit.is_some() && window.session().is_inspected());
}

#[test]
fn a_mistake_is_listed_with_its_line_over_the_last_good_table_until_it_is_mended() {
    let mut window = Window::on(STARTER, as_it_is);
    let good = window.text();
    window.save(&good.replacen("turns: 10", "turns: -4", 1));
    window.wait_for("the mistake", |window| window.wrong().is_some());
    let wrong = window.wrong().expect("it was waited for");
    let line = 1 + good.lines().position(|line| line.contains("turns: 10")).expect("it is there");
    assert!(wrong.contains(&format!("battle.scenario.ron:{line}:")) && wrong.contains("turns: -4"), "{wrong}");
    assert_eq!(window.bench().wrong().map(|wrong| wrong.count), Some(1));
    assert_eq!(window.title(), Some("Foraging Party"), "the last good table stays");
    let places = |window: &Window| -> Vec<Option<Vec2>> {
        window
            .bench()
            .wrong()
            .map(|wrong| wrong.mistakes.iter().map(|mistake| mistake.at).collect())
            .unwrap_or_default()
    };
    assert_eq!(places(&window), [None], "the number of turns is at no place of the table");
    // What lies on the table is marked there.
    window.save(&good.replacen("(guts: \"Regular\"", "(guts: \"Bold\"", 1));
    window.wait_for("the mark on the table", |window| places(window) == [Some(Vec2::new(3.0, 17.0))]);
    // The same mistake in another place is told there.
    window.save(&good.replacen("turns: 10", "\n\nturns: -4", 1));
    let moved = format!("battle.scenario.ron:{}:", line + 2);
    window.wait_for("the mistake where it is now", |window| window.wrong().is_some_and(|text| text.contains(&moved)));
    window.save(&good);
    window.waits_for_title("Foraging Party");
}

#[test]
fn a_file_that_is_wrong_from_the_start_is_followed_too() {
    let mut window = Window::on(STARTER, |text| text.replacen("turns: 10", "turns: ten", 1));
    assert!(window.wrong().is_some_and(|wrong| wrong.contains("turns: ten")) && window.title().is_none());
    window.save(&window.text().replacen("turns: ten", "turns: 12", 1));
    window.waits_for_title("Foraging Party");
    assert_eq!(window.session().scenario().turns, 12);
}

#[test]
fn a_file_is_followed_through_renames_and_away_and_back() {
    let mut window = Window::on(STARTER, as_it_is);
    let good = window.text();
    for n in 1..=2 {
        // Many editors write another file and put it in the place of the first.
        let beside = window.folder.path().join("battle.scenario.ron~");
        let title = format!("Renamed {n}");
        fs::write(&beside, entitled(&good, &title)).unwrap();
        fs::rename(&beside, &window.file).unwrap();
        window.waits_for_title(&title);
    }
    fs::remove_file(&window.file).unwrap();
    window.wait_for("that the file is gone", |window| window.wrong().is_some());
    assert_eq!(window.title(), Some("Renamed 2"), "the table stays");
    window.save(&entitled(&good, "Back"));
    window.waits_for_title("Back");
}

#[test]
fn a_folder_that_goes_and_comes_back_is_followed() {
    let mut window = Window::on(STARTER, |text| entitled(text, "Before"));
    let good = window.text();
    let place = window.folder.path().to_owned();
    let away = place.with_extension("away");
    fs::rename(&place, &away).unwrap();
    window.wait_for("that the folder is gone", |window| window.wrong().is_some());
    fs::create_dir(&place).unwrap();
    window.save(&entitled(&good, "After"));
    window.waits_for_title("After");
    window.save(&entitled(&good, "And on"));
    window.waits_for_title("And on");
    fs::remove_dir_all(away).unwrap();
}

#[cfg(unix)]
#[test]
fn a_file_behind_a_link_is_followed() {
    let elsewhere = TempDir::new().unwrap();
    let mut window = Window::on(STARTER, as_it_is);
    let good = window.text();
    let real = elsewhere.path().join("real.ron");
    fs::write(&real, entitled(&good, "Behind")).unwrap();
    fs::remove_file(&window.file).unwrap();
    std::os::unix::fs::symlink(&real, &window.file).unwrap();
    window.waits_for_title("Behind");
    fs::write(&real, entitled(&good, "Behind and new")).unwrap();
    window.waits_for_title("Behind and new");
}

#[test]
fn a_script_beside_the_file_is_played_on_its_table() {
    let mut window = Window::on(STARTER, as_it_is);
    let at = |window: &Window| {
        let view = window.session().view();
        let officer = view.units().find(|unit| view.unit(*unit).key == "fr_lt").expect("he is in it");
        view.place(view.unit(officer).pieces[0]).at
    };
    let file = window.folder.path().join("battle.script.ron");
    let write = |then: &str| {
        let there = "set(piece: \"fr_lt.1\", state: \"place\", fields: {\"at\": [30, 20]})";
        fs::write(&file, format!("[{there}, {then}]")).expect("the folder is there");
    };
    assert_eq!(window.bench().played(), None, "there is no script");
    write("");
    window.wait_for("the script", |window| window.bench().played() == Some(false));
    assert_eq!(at(&window), Vec2::new(3.0, 17.0), "it is not played unasked");
    window.bench().play(true);
    window.wait_for("its end", |window| window.bench().played() == Some(true));
    assert_eq!((at(&window), window.wrong()), (Vec2::new(30.0, 20.0), None));
    write("order(verb: \"fly\", unit: \"fr_lt\")");
    window.wait_for("what is wrong with it", |window| window.wrong().is_some_and(|wrong| wrong.contains("fly")));
    assert!(window.bench().wrong().is_some_and(|wrong| wrong.of_script));
    window.bench().play(false);
    window.wait_for("the table before it", |window| window.bench().played() == Some(false));
    assert_eq!((at(&window), window.wrong()), (Vec2::new(3.0, 17.0), None));
}

#[test]
fn battles_are_played_behind_the_window_as_simulate_plays_them() {
    let mut window = Window::on(STARTER, as_it_is);
    let scenario = window.session().scenario().clone();
    let begin = |window: &mut Window, battles| {
        let series = Series::begin(scenario.clone(), battles, rulesets::plugin, Arc::new(|| {}));
        window.app.world_mut().resource_mut::<Bench>().measure(series);
    };
    begin(&mut window, 3);
    window.wait_for("the report", |window| window.bench().series().is_some_and(|series| series.report().is_some()));
    let checksums = |report: &Report| report.results.iter().map(|result| result.checksum.clone()).collect::<Vec<_>>();
    let campaign = Campaign::new(scenario.clone(), 3, 1, rulesets::plugin);
    let simulated = simulate(&campaign, &AtomicBool::new(false), &|| {}).expect("nothing is recorded");
    let series = window.bench().series().expect("it was played");
    let (report, summary) = series.report().expect("it was waited for");
    assert_eq!((checksums(report), summary.ended), (checksums(&simulated), 3));
    assert!(series.is_of(&scenario) && series.progress() == (3, 3));
    window.app.world_mut().resource_mut::<Bench>().show_heat(0);
    window.app.update();
    assert_eq!(window.bench().series().and_then(|series| series.heat), Some(0));
    // A changed table is told apart from the one that was measured.
    window.save(&entitled(&window.text(), "Changed"));
    window.waits_for_title("Changed");
    assert!(!window.bench().series().expect("it stays").is_of(window.session().scenario()));
    begin(&mut window, 100_000);
    window.bench().series().expect("it has begun").stop();
    window.wait_for("its end", |window| window.bench().series().is_some_and(|series| !series.goes_on()));
}

#[test]
fn a_change_on_the_table_is_written_into_the_file_and_taken_back() {
    let mut window = Window::on(STARTER, as_it_is);
    let good = window.text();
    let words = window.session().battle().vocabulary().clone();
    let change = |window: &mut Window, edit: Edit| {
        let mut bench = window.app.world_mut().resource_mut::<Bench>();
        let editor = bench.editor_mut().expect("it is in hand");
        if editor.chosen.is_none() {
            editor.chosen = editor.document().things().iter().position(|thing| thing.name == "fr_lt");
        }
        let made = editor.makes(&edit, &words, Vec2::new(30.0, 20.0));
        let sent = made.is_some();
        made.into_iter().for_each(|(before, after)| bench.write(before, after));
        sent
    };
    window.app.world_mut().resource_mut::<Bench>().change_table();
    let facing = |window: &Window| {
        let view = window.session().view();
        let officer = view.units().find(|unit| view.unit(*unit).key == "fr_lt").expect("he is in it");
        view.place(view.unit(officer).pieces[0]).facing.0
    };
    assert!(change(&mut window, Edit::Turn(45.0)));
    window.wait_for("the turn", |window| facing(window) == 45.0);
    let turned = window.text();
    assert_eq!(
        turned,
        good.replacen("at: (3, 17),\n            facing: 0,", "at: (3, 17),\n            facing: 45,", 1)
    );
    assert_eq!(fs::read_to_string(format!("{}~", window.file.display())).expect("it is kept"), good);
    assert!(change(&mut window, Edit::Undo));
    window.wait_for("that it is taken back", |window| facing(window) == 0.0);
    assert_eq!(window.text(), good);
    assert!(change(&mut window, Edit::Redo));
    window.wait_for("that it is made again", |window| facing(window) == 45.0);
    // What is no scenario is refused with a sentence, and nothing is written.
    assert!(change(&mut window, Edit::Field("kind".into(), "\"cook\"".into())));
    let told = |window: &Window| window.bench().editor().and_then(|editor| editor.told.clone());
    window.wait_for("why not", |window| told(window).is_some_and(|told| told.contains("cook")));
    assert_eq!(window.text(), turned);
    // A new wood lies where the designer looks.
    assert!(change(&mut window, Edit::Terrain("areas", "woods".into())));
    window.wait_for("the wood", |window| window.session().scenario().terrain.areas.len() == 5);
    // Another program has the file, too: its words stay, and what was done here before is not taken back over them.
    window.save(&entitled(&window.text(), "Elsewhere"));
    window.waits_for_title("Elsewhere");
    assert!(!change(&mut window, Edit::Undo), "the text is another now");
    let (before, after) = (turned.clone(), good.clone());
    window.bench().write(before, after);
    window.wait_for("why not", |window| told(window).is_some_and(|told| told.contains("another program")));
    assert!(window.text().contains("Elsewhere"));
}

/// BP-2.4: the number of a data file is that of the table as soon as it is saved, and a mistake in it is listed.
#[test]
fn data_files_are_followed_too() {
    let data = TempDir::new().unwrap();
    let numbers = data.path().join("black_powder/numbers.ron");
    fs::create_dir(data.path().join("black_powder")).unwrap();
    let own = fs::read_to_string("assets/rulesets/black_powder/numbers.ron").unwrap();
    fs::write(&numbers, own.replacen("distance_step: 12.0", "distance_step: 10.0", 1)).unwrap();
    let read: fn(&Path) -> Result<_, Vec<Problems>> = rulesets::read_data;
    let folder = DataFolder { path: data.path().to_owned(), read };
    let mut window = Window::with(LATE, Some(folder), as_it_is);
    let radius = |window: &Window| {
        let (view, rules) = (window.session().view(), window.session().battle().rules());
        view.units().flat_map(|unit| rules.reaches(&view, unit)).map(|reach| reach.radius).fold(f32::INFINITY, f32::min)
    };
    assert_eq!(radius(&window), 10.0);
    fs::write(&numbers, own.replacen("distance_step: 12.0", "distance_step: 9.0", 1)).unwrap();
    window.wait_for("the new number", |window| radius(window) == 9.0);
    fs::write(&numbers, own.replacen("distance_step: 12.0", "distance_step: \"far\"", 1)).unwrap();
    window.wait_for("the mistake", |window| window.wrong().is_some_and(|wrong| wrong.contains("numbers.ron:")));
    assert_eq!(radius(&window), 9.0, "the table stays");
    fs::write(&numbers, &own).unwrap();
    window.wait_for("the number of the game", |window| window.wrong().is_none() && radius(window) == 12.0);
}

/// The layers are asked of the rules once, and again when something else is to be drawn.
#[test]
fn the_layers_of_the_window_are_those_that_are_wanted() {
    let mut window = Window::on(LATE, as_it_is);
    let survey = |window: &Window| window.app.world().resource::<Surveyed>().survey.clone();
    let begun = survey(&window);
    let late: usize = begun.arrivals.iter().map(|(group, _)| group.units.len()).sum();
    assert!(late > 5 && begun.looks.is_empty() && begun.threats.is_empty(), "{begun:?}");
    for layer in [Layer::Arrivals, Layer::Sight, Layer::Fire, Layer::Command, Layer::Distances] {
        window.app.world_mut().resource_mut::<Session>().toggle_layer(layer);
    }
    window.app.update();
    let all = survey(&window);
    assert!(all.arrivals.is_empty() && !all.looks.is_empty() && !all.reaches.is_empty() && all.distances.len() == 1);
    // Of one unit the blocked lines are told too.
    let units: Vec<_> = all.threats.iter().map(|(_, threat)| threat.unit).collect();
    let blocked = units.into_iter().any(|unit| {
        window.app.world_mut().resource_mut::<Session>().select_unit(Some(unit));
        window.app.update();
        let one = survey(&window);
        assert_eq!(one.threats.iter().map(|(_, threat)| threat.unit).collect::<Vec<_>>(), [unit]);
        one.looks.iter().any(|look| look.line.blocker.is_some())
    });
    assert!(blocked);
}
