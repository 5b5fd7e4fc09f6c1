//! The pages before and after a battle.

use super::*;

/// A quick battle for which nothing is wished.
#[test]
fn the_page_of_quick_battles_keeps_its_words_at_every_size() {
    let mut desktop = Desktop::new();
    let library = Library::shipped();
    let preferences = Preferences::default();
    let wake: Wake = Arc::new(|| {});
    let mut page = QuickPage::default();
    desktop.show("quick", |ctx, pictures| {
        quick::show(ctx, &mut page, &library, pictures, &preferences, &wake, &mut Vec::new());
    });
    assert!(page.made().is_some(), "a battle was made");
    desktop.check();
}

#[test]
fn all_that_earns_points_is_told_below_a_wide_table() {
    let mut desktop = Desktop::new();
    let library = Library::shipped();
    let preferences = Preferences::default();
    let wake: Wake = Arc::new(|| {});
    let mut page = QuickPage::default();
    let (painted, _) = desktop.painted(Vec2::from(WINDOWS[0]), &mut |ctx, pictures| {
        quick::show(ctx, &mut page, &library, pictures, &preferences, &wake, &mut Vec::new());
    });
    let points = painted.iter().find(|text| text.text.starts_with("Points for holding"));
    let points = points.expect("places earn points in the battle of the first seed");
    assert!(!points.shortened, "{}", points.text);
}

/// The page of designers with a battle that would begin, and with one that cannot, beside battles of one's own.
#[test]
fn the_page_of_designers_keeps_its_words_at_every_size() {
    let mut desktop = Desktop::new();
    let library = Library::shipped();
    let preferences = Preferences::default();
    for size in ["48x36", "4x4"] {
        let mut page = DesignPage::of(size);
        page.read_in(Path::new(""), &library);
        for part in 0..3 {
            desktop.show(&format!("design {part}, {size}"), |ctx, pictures| {
                crate::pages::turn_to(ctx, "design", part);
                design::show(ctx, &mut page, &library, pictures, &preferences, &mut Vec::new());
            });
        }
    }
    desktop.check();
}

/// The list of the lessons, and the longest card of each beside its table.
#[test]
fn the_lessons_keep_their_words_at_every_size() {
    let mut desktop = Desktop::new();
    let library = Library::shipped();
    let preferences = Preferences::default();
    desktop.show("lessons", |ctx, _| lessons::show(ctx, &library, &preferences, &mut Vec::new()));
    assert!(!library.lessons.is_empty());
    let mut begun = Preferences::default();
    for entry in &library.lessons {
        begun.mark(&entry.scenario.id, Some(Bookmark { card: 12, of: 24 }));
    }
    desktop.show("lessons under way", |ctx, _| lessons::show(ctx, &library, &begun, &mut Vec::new()));
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

/// A lesson that was left goes on at its card, or begins anew; another begins at its first card.
#[test]
fn a_lesson_under_way_goes_on_at_its_card() {
    let ctx = egui::Context::default();
    theme::install(&ctx);
    let library = Library::shipped();
    let mut preferences = Preferences::default();
    preferences.mark(&library.lessons[0].scenario.id, Some(Bookmark { card: 3, of: 24 }));
    for (key, wanted) in [
        (egui::Key::Enter, UiAction::Learn(0, 3)),
        (egui::Key::Num1, UiAction::Learn(0, 3)),
        (egui::Key::A, UiAction::Learn(0, 1)),
        (egui::Key::Num2, UiAction::Learn(1, 1)),
    ] {
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, Vec2::from(WINDOWS[0])));
        ctx.begin_pass(egui::RawInput { screen_rect, events: trying::tap(key), ..egui::RawInput::default() });
        let mut ui_actions = Vec::new();
        lessons::show(&ctx, &library, &preferences, &mut ui_actions);
        ctx.end_pass().textures_delta.clear();
        assert_eq!(ui_actions, [wanted]);
    }
}

#[test]
fn the_title_and_its_pages_keep_their_words_at_every_size() {
    let mut desktop = Desktop::of_whole_words();
    let library = Library::shipped();
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
            crate::pages::turn_to(ctx, "records", part);
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
            crate::pages::turn_to(ctx, "statistics", part);
            statistics::show(ctx, &counted, &library, &mut Vec::new());
        });
    }
    let verbs = session.battle().vocabulary().verbs.clone();
    for part in 0..3 {
        let (mut page, mut changed) = (SettingsPage::default(), Preferences { scale: 1.0, ..Preferences::default() });
        let page_of = |ctx: &egui::Context, _: &mut Pictures| {
            crate::pages::turn_to(ctx, "settings", part);
            settings::show(ctx, &mut page, &mut changed, &verbs, &mut Vec::new());
        };
        desktop.show(&format!("settings {part}"), page_of);
    }
    for part in 0..4 {
        let mut page = SetupPage::default();
        desktop.show(&format!("chooser {part}"), |ctx, pictures| {
            crate::pages::turn_to(ctx, "setup", part);
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
                crate::pages::turn_to(ctx, "reader", part);
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
        crate::pages::turn_to(ctx, "reader", 0);
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
                crate::pages::turn_to(ctx, "report", part);
                report::show(ctx, &mut page, &shown, &mut Vec::new());
            });
        }
    }
    desktop.check();
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
                crate::pages::turn_to(ctx, "report", part);
                report::show(ctx, &mut page, &shown, &mut Vec::new());
            });
        }
    }
    desktop.check();
}
