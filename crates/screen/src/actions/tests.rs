use super::{
    page::{page, show_word},
    *,
};
use crate::{panels::trying::tap, session::Controller};
use bevy::ecs::system::RunSystemOnce;
use bevy_egui::egui::{self, Key, Pos2, RawInput, Rect, Vec2};
use grapeshot_floor::turn::Rulebooks;
use grapeshot_game::{
    battle::simulation_world,
    record::{Header, JournalWriter, shelf},
    scenario,
};
use grapeshot_rulesets as rulesets;
use std::{path::Path, sync::Arc};

/// The pages over a battle of two persons of which one has given an order; a record in this folder keeps it.
fn pages(folder: Option<&Path>) -> App {
    let world = simulation_world(rulesets::plugin);
    let file = Path::new("../../scenarios/horse_and_musket/foraging_party.scenario.ron");
    let scenario = scenario::load(file, world.resource::<Rulebooks>()).expect("it ships with the game");
    let persons = vec![Controller::Human; 2];
    let header = Header::new(&scenario, 1, Controller::by_key(&scenario, &persons), None);
    let journal = folder.map(|folder| JournalWriter::begin(folder, &header).expect("it can be written"));
    let mut session = Session::begin(&scenario, rulesets::plugin, 1, persons, journal, Arc::new(|| {}));
    if let Some(side) = session.hand_over() {
        session.take_seat(side, false);
    }
    let order = session.candidates()[0].clone();
    assert!(session.answer_with(order), "{:?}", session.notice());
    let mut app = App::new();
    app.insert_resource(session)
        .insert_resource(Library::new(rulesets::plugin))
        .insert_resource(State::new(Stage::Battle))
        .insert_resource(Wakeup(Arc::new(|| {})))
        .init_resource::<NextState<Stage>>()
        .init_resource::<Preferences>()
        .init_resource::<Pages>()
        .init_resource::<Pictures>()
        .init_resource::<Desk>()
        .init_resource::<BoardView>()
        .init_resource::<Assets<ColorMaterial>>()
        .init_resource::<Art>()
        .add_message::<WindowCloseRequested>()
        .add_message::<FileDragAndDrop>();
    app
}

/// Shows one frame in which something was done and these keys were pressed; returns whether the program ends.
fn frame(app: &mut App, ui_actions: Vec<UiAction>, events: Vec<egui::Event>) -> bool {
    let ctx = egui::Context::default();
    theme::install(&ctx);
    let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, Vec2::new(1280.0, 720.0)));
    ctx.begin_pass(RawInput { screen_rect, events, ..RawInput::default() });
    let shown = ctx.clone();
    app.world_mut()
        .run_system_once(move |mut hands: UiContext| hands.act_all(&shown, ui_actions.clone()))
        .expect("all is there that it wants");
    ctx.end_pass().textures_delta.clear();
    app.world_mut().resource_mut::<Messages<WindowCloseRequested>>().clear();
    !app.world().resource::<Messages<AppExit>>().is_empty()
}

/// Somebody closes the window. Returns whether the program ends.
fn close(app: &mut App) -> bool {
    app.world_mut().write_message(WindowCloseRequested { window: Entity::PLACEHOLDER });
    frame(app, Vec::new(), Vec::new())
}

#[test]
fn whoever_leaves_a_battle_that_is_in_memory_only_is_asked_first() {
    for leave in [close, |app: &mut App| frame(app, vec![UiAction::Again(2)], Vec::new())] {
        let mut app = pages(None);
        assert!(!leave(&mut app));
        assert!(app.world().resource::<Pages>().leaving.is_some(), "it is asked");
        assert!(!frame(&mut app, vec![UiAction::Quit], Vec::new()), "what else is pressed waits");
        assert!(!frame(&mut app, Vec::new(), tap(Key::Escape)));
        assert!(app.world().resource::<Pages>().leaving.is_none(), "they stay");
        assert_eq!(app.world().resource::<Session>().battle().orders().len(), 1);
    }
    let mut app = pages(None);
    assert!(!close(&mut app));
    frame(&mut app, Vec::new(), tap(Key::L));
    assert!(frame(&mut app, Vec::new(), Vec::new()), "they leave all the same");
}

#[test]
fn enter_closes_what_is_told_before_it_gives_the_order_in_hand() {
    let ctx = egui::Context::default();
    theme::install(&ctx);
    let room = Rect::from_min_size(Pos2::ZERO, Vec2::new(1280.0, 720.0));
    let mut ui_actions = vec![UiAction::Commit];
    ctx.begin_pass(RawInput { screen_rect: Some(room), events: tap(Key::Enter), ..RawInput::default() });
    show_word(&ctx, room, "Choose on the table who does it.", &mut ui_actions);
    ctx.end_pass().textures_delta.clear();
    assert_eq!(ui_actions, [UiAction::Read]);
}

/// A copy of a shipped battle under a title of its own in a folder.
fn designed(folder: &Path) -> PathBuf {
    let file = folder.join("designed.scenario.ron");
    let text = std::fs::read_to_string("../../scenarios/horse_and_musket/foraging_party.scenario.ron");
    let text = text.expect("it ships with the game").replacen("Foraging Party", "Designed", 1);
    std::fs::write(&file, text).expect("the folder is there");
    file
}

#[test]
fn the_bench_is_opened_from_the_game_and_left_for_it() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = designed(folder.path());
    let mut app = pages(Some(folder.path()));
    let goes_to = |app: &App, stage: Stage| {
        let next = app.world().resource::<NextState<Stage>>();
        assert!(matches!(next, NextState::Pending(pending) if *pending == stage), "{next:?}");
    };
    frame(&mut app, vec![UiAction::OpenBench(file.clone())], Vec::new());
    goes_to(&app, Stage::Bench);
    assert!(app.world().resource::<Bench>().leads_back());
    assert!(app.world().get_resource::<Session>().is_none(), "the table is cleared; the record keeps the battle");
    assert_eq!(only_record(folder.path()).extension().and_then(|ending| ending.to_str()), Some("journal"));
    app.insert_resource(State::new(Stage::Bench));
    frame(&mut app, vec![UiAction::Open(Stage::Design)], Vec::new());
    goes_to(&app, Stage::Design);
    assert!(app.world().get_resource::<Bench>().is_some(), "it goes on");
    frame(&mut app, vec![UiAction::Open(Stage::Title)], Vec::new());
    goes_to(&app, Stage::Title);
    assert!(app.world().get_resource::<Bench>().is_none());
    let (library, pages) = (app.world().resource::<Library>(), app.world().resource::<Pages>());
    assert_eq!(library.entries[pages.setup.chosen].path, file, "the chooser shows what was designed");
}

#[test]
fn the_window_that_follows_a_file_stays_at_the_bench() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = designed(folder.path());
    let mut app = pages(None);
    app.world_mut().remove_resource::<Session>();
    app.insert_resource(Bench::follow(file.clone(), None, rulesets::plugin, Arc::new(|| {})));
    frame(&mut app, vec![UiAction::Open(Stage::Title)], Vec::new());
    assert!(matches!(app.world().resource::<NextState<Stage>>(), NextState::Pending(Stage::Bench)));
    frame(&mut app, vec![UiAction::OpenBench(file)], Vec::new());
    assert!(!app.world().resource::<Bench>().leads_back(), "another battle is there in its place");
}

/// The record of the battle on the table in a folder.
fn only_record(folder: &Path) -> PathBuf {
    let files = shelf::files(folder);
    assert_eq!(files.len(), 1, "{files:?}");
    files[0].clone()
}

#[test]
fn the_battle_on_the_table_goes_on_in_its_record_under_the_name_that_it_gets() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let mut app = pages(Some(folder.path()));
    let begun = only_record(folder.path());
    frame(&mut app, vec![UiAction::NameRecord(begun, "at the farm".into())], Vec::new());
    let named = only_record(folder.path());
    assert_eq!(named.file_stem().and_then(|name| name.to_str()), Some("at the farm"));
    // The page of the records is open; going on opens the battle.
    app.insert_resource(State::new(Stage::Records));
    frame(&mut app, vec![UiAction::Open(Stage::Battle)], Vec::new());
    let mut session = app.world_mut().resource_mut::<Session>();
    assert_eq!(session.journal().map(|journal| journal.path().to_owned()), Some(named.clone()));
    if let Some(side) = session.hand_over() {
        session.take_seat(side, false);
    }
    let order = session.candidates()[0].clone();
    assert!(session.answer_with(order), "{:?}", session.notice());
    assert_eq!(Journal::open(&named).expect("it is good").orders().len(), 2);
}

#[test]
fn the_record_of_the_battle_on_the_table_is_deleted_and_the_table_is_cleared() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let mut app = pages(Some(folder.path()));
    let begun = only_record(folder.path());
    frame(&mut app, vec![UiAction::DeleteRecord(begun)], Vec::new());
    assert!(shelf::files(folder.path()).is_empty());
    assert!(!app.world().contains_resource::<Session>());
    assert!(app.world().resource::<Pages>().told.is_none());
}

#[test]
fn an_exported_record_tells_where_it_is() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let mut app = pages(Some(folder.path()));
    let (begun, to) = (only_record(folder.path()), folder.path().join("copies").join("one.journal"));
    let copies = |app: &mut App| {
        frame(app, vec![UiAction::ExportRecord(begun.clone(), to.clone())], Vec::new());
        app.world().resource::<Pages>().told.clone().expect("the player is told")
    };
    assert!(copies(&mut app).contains("one.journal") && to.exists());
    assert!(copies(&mut app).contains("is there already"), "nothing is written over");
}

/// Somebody drops files on the window; answers what the player is told.
fn dropped(app: &mut App, files: &[&Path]) -> Option<String> {
    app.world_mut().resource_mut::<Pages>().told = None;
    for file in files {
        let path_buf = file.to_path_buf();
        app.world_mut().write_message(FileDragAndDrop::DroppedFile { window: Entity::PLACEHOLDER, path_buf });
    }
    frame(app, Vec::new(), Vec::new());
    app.world_mut().resource_mut::<Messages<FileDragAndDrop>>().clear();
    app.world().resource::<Pages>().told.clone()
}

#[test]
fn a_scenario_that_is_dropped_lies_in_the_chooser_and_what_is_no_battle_is_named() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let mut app = pages(Some(folder.path()));
    let write = |name: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, "nonsense\n").expect("the folder is there");
        file
    };
    for (name, told) in [
        ("letter.txt", "letter.txt is neither"),
        ("bad.scenario.ron", "bad.scenario.ron cannot be played"),
        ("notes.journal", "record"),
    ] {
        let word = dropped(&mut app, &[&write(name)]).unwrap_or_default();
        assert!(word.contains(told), "{name}: {word}");
    }
    let good = Path::new("../../scenarios/black_powder/barrosa.scenario.ron");
    let word = dropped(&mut app, &[good, good]).unwrap_or_default();
    assert!(word.contains("one at a time"), "{word}");
    assert!(!matches!(app.world().resource::<NextState<Stage>>(), NextState::Pending(_)), "nothing was opened");
    assert_eq!(dropped(&mut app, &[good]), None);
    assert!(matches!(app.world().resource::<NextState<Stage>>(), NextState::Pending(Stage::Setup)));
    let (shown, library) = (app.world().resource::<Pages>(), app.world().resource::<Library>());
    assert_eq!(library.entries[shown.setup.chosen].scenario.id, "barrosa");
}

/// The actions that come from the page that is open in a frame in which these keys were pressed.
fn done_at(app: &mut App, events: Vec<egui::Event>) -> Vec<UiAction> {
    let ctx = egui::Context::default();
    theme::install(&ctx);
    let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, Vec2::new(1280.0, 720.0)));
    ctx.begin_pass(RawInput { screen_rect, events, ..RawInput::default() });
    let shown = ctx.clone();
    let look = move |mut hands: UiContext| {
        let mut done = Vec::new();
        page(&shown, &mut hands, &mut done);
        done
    };
    let done = app.world_mut().run_system_once(look).expect("all is there that it wants");
    ctx.end_pass().textures_delta.clear();
    done
}

#[test]
fn enter_closes_a_word_to_the_player_before_it_does_anything_else() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let mut app = pages(Some(folder.path()));
    let record = only_record(folder.path());
    app.insert_resource(State::new(Stage::Records));
    let mut known = app.world_mut().resource_mut::<Pages>();
    known.records.read_in(Some(folder.path()));
    known.told = Some("The copy is there.".to_owned());
    assert_eq!(done_at(&mut app, tap(Key::Enter)), [UiAction::Read]);
    app.world_mut().resource_mut::<Pages>().told = None;
    assert_eq!(done_at(&mut app, tap(Key::Enter)), [UiAction::Load(record, false)]);
}

/// In the settings the key may be one that is chosen.
#[test]
fn the_key_of_pictures_takes_one_on_every_page_but_the_settings() {
    for (stage, taken) in [(Stage::Battle, 1), (Stage::Report, 1), (Stage::Statistics, 1), (Stage::Settings, 0)] {
        let mut app = pages(None);
        app.insert_resource(State::new(stage));
        let done = done_at(&mut app, tap(Key::F12));
        assert_eq!(done.iter().filter(|done| **done == UiAction::Shot).count(), taken, "{stage:?}");
    }
}

/// The story would tell what one side hides from the other.
#[test]
fn no_story_is_told_before_the_battle_is_over() {
    let mut app = pages(None);
    frame(&mut app, vec![UiAction::Story], Vec::new());
    let pages = app.world().resource::<Pages>();
    assert!(pages.told.as_ref().is_some_and(|told| told.contains("when the battle is over")));
    assert!(pages.errands.is_empty());
}

#[test]
fn what_is_made_meanwhile_is_told_once_it_is_made() {
    let mut app = pages(None);
    let errand = Errand::default();
    app.world_mut().resource_mut::<Pages>().errands.push(Arc::clone(&errand));
    let hear = |app: &mut App| {
        app.world_mut().run_system_once(|mut hands: UiContext| hands.hear()).expect("all is there that it wants");
        let pages = app.world().resource::<Pages>();
        (pages.told.clone(), pages.errands.len())
    };
    assert_eq!(hear(&mut app), (None, 1));
    errand.set("It is there.".to_owned()).expect("it was not set before");
    assert_eq!(hear(&mut app), (Some("It is there.".to_owned()), 0));
}

#[test]
fn whoever_leaves_a_battle_that_is_kept_is_not_asked() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    assert!(close(&mut pages(Some(folder.path()))));
}
