//! The words of a battle have their room in every window.

use super::*;

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

/// A battle that is in memory only says so on its pages, and whoever leaves it is asked.
#[test]
fn what_is_not_saved_stays_visible_at_every_size() {
    let mut desktop = Desktop::new();
    let preferences = Preferences::default();
    let mut session = hot_seat(BATTLES[1]);
    give_first(&mut session);
    let at_stake = session.at_stake().expect("no record is kept");
    let library = Library::shipped();
    let shown = Shown::of(&session, &preferences);
    let mut page = TitlePage::default();
    desktop.show("title", |ctx, pictures| {
        title::show(ctx, &mut page, &library, 3, Some(&shown), pictures, &preferences, &mut Vec::new());
    });
    desktop.show("battle", |ctx, pictures| {
        let mut desk = Desk::default();
        panels::show(ctx, &shown, &mut desk, pictures, &BoardView::default(), &mut Vec::new());
    });
    desktop.show("question", |ctx, _| shade::ask_to_leave(ctx, &at_stake, &mut Vec::new()));
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

#[test]
fn the_words_in_the_bar_leave_the_buttons_their_room() {
    let session = hot_seat("../../scenarios/burt/reichenbach.scenario.ron");
    let mut panels = panels::trying::Panels::new(1256.0, 624.0);
    let texts = panels.texts(&session);
    let prompt = texts.iter().find(|(text, _)| text.starts_with("Choose units by click"));
    let (_, prompt) = prompt.unwrap_or_else(|| panic!("orders are given: {texts:?}"));
    let button = texts.iter().find(|(text, at)| text == "1" && at.top() > 624.0 - theme::BOTTOM_BAR);
    let (_, button) = button.expect("the first order has a button in the bar");
    assert!(prompt.width() <= 221.0 && prompt.right() < button.left(), "{prompt:?}, {button:?}");
}

#[test]
fn a_long_question_is_read_to_its_end_in_a_narrow_window() {
    let mut session = hot_seat("../../scenarios/black_powder/fuentes_village.scenario.ron");
    let mut computer = commander(Level::Regular, 7);
    for _ in 0..120 {
        session.skip();
        take_seat(&mut session);
        let Some(ask) = session.ask_for_human().cloned() else { break };
        if ask.kind == "respond" {
            let painted = painted(&session);
            assert!(painted.iter().any(|text| text.text.ends_with(&ask.question)), "{}", ask.question);
        }
        let order = computer.decide(session.battle(), &ask).order;
        assert!(session.answer_with(order), "{:?}", session.notice());
    }
}

#[test]
fn a_table_without_heads_begins_below_its_title() {
    let mut session = hot_seat("../../scenarios/burt/two_brigades.scenario.ron");
    let side = session.ask_for_human().expect("orders are given").side;
    let view = session.view();
    let own: Vec<UnitId> = view.units().filter(|unit| view.side_of_unit(*unit) == side).collect();
    for unit in own {
        session.select_unit(Some(unit));
        let painted = painted_in(&session, (1920.0, 1600.0));
        let title = painted.iter().find(|text| text.text.starts_with("Morale: "));
        let first = painted.iter().find(|text| text.text.starts_with("class "));
        if let (Some(title), Some(first)) = (title, first) {
            let below = first.rect.center().y - title.rect.center().y;
            assert!(below < 42.0, "{below} points");
            return;
        }
    }
    panic!("no card tells of morale");
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
