//! The bench, whose file is good or wrong.

use super::*;
use grapeshot_game::simulate::Fairness;

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
    let mut bench = app.world_mut().resource_mut::<Bench>();
    let editor = bench.editor_mut().expect("the table is changed");
    let zone = Edit::Draw(Stake::SetUp, "french".into());
    assert!(editor.makes(&zone, &Vocabulary::default(), bevy::math::Vec2::ZERO).is_none());
    look(&app, "sheet, a zone in hand");
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
    app.world_mut().resource_mut::<Bench>().stop_measuring();
    assert!(app.world().resource::<Bench>().series().is_none(), "it was over and is put away");
    desktop.check();
}

#[test]
fn a_series_on_the_bench_is_kept_beside_a_battle_of_ones_own() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("battle.scenario.ron");
    let text = std::fs::read_to_string(BATTLES[1]).expect("it ships with the game");
    std::fs::write(&file, text.replacen("turns: 10", "turns: 1", 1)).expect("the folder is there");
    let mut app = unseen(Start::Bench { file: file.clone(), data: None }, rulesets::plugin);
    until(&mut app, |bench| bench.was_read() && bench.wrong().is_none());
    let scenario = Arc::clone(app.world().resource::<Session>().scenario());
    let series = Series::begin(Arc::clone(&scenario), 2, rulesets::plugin, Arc::new(|| {}));
    app.world_mut().resource_mut::<Bench>().measure(series);
    until(&mut app, |bench| bench.series().is_some_and(|series| series.report().is_some()));
    let bench = app.world().resource::<Bench>();
    bench.keep_fairness(&folder.path().join("others"), &scenario);
    assert_eq!(Fairness::read(&file), None, "it lies elsewhere");
    bench.keep_fairness(folder.path(), &scenario);
    let kept = Fairness::read(&file).expect("it is kept");
    assert_eq!((kept.battles, kept.hash), (2, format!("{:016x}", scenario.hash)));
    Fairness { battles: 50, ..Fairness::read(&file).expect("it is kept") }.keep(&file).expect("it can be written");
    bench.keep_fairness(folder.path(), &scenario);
    assert_eq!(Fairness::read(&file).map(|kept| kept.battles), Some(50), "the longer series stays");
}

/// What is measured of a unit and what stands in its sheet are about the same unit.
#[test]
fn the_sheet_and_the_table_of_the_bench_have_one_chosen_unit() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("battle.scenario.ron");
    let text = std::fs::read_to_string(BATTLES[0]).expect("it ships with the game");
    std::fs::write(&file, &text).expect("the folder is there");
    let mut app = unseen(Start::Bench { file, data: None }, rulesets::plugin);
    until(&mut app, |bench| bench.was_read() && bench.wrong().is_none());
    let mut bench = app.world_mut().resource_mut::<Bench>();
    bench.change_table();
    let editor = bench.editor_mut().expect("the table is changed");
    let things = editor.document().things();
    let (n, thing) = things.iter().enumerate().rfind(|(_, thing)| thing.list == "units").expect("it has units");
    let (chosen, key) = (Some(n), thing.name.clone());
    editor.chosen = chosen;
    app.update();
    let session = app.world().resource::<Session>();
    let unit = session.selection().unit.expect("the unit of the sheet is chosen on the table");
    assert_eq!(session.view().unit(unit).key, key);
    let mut taken_up = Editor::of(&text).expect("it can be read");
    taken_up.choose(Some(unit), &session.battle().view());
    assert_eq!(taken_up.chosen, chosen);
}
