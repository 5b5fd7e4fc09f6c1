//! The panels of a battle.

use super::*;

/// What is so at the table, at once or after some orders.
fn after_orders<T>(session: &mut Session, so: impl Fn(&Session) -> Option<T>) -> Option<T> {
    (0..=100).find_map(|_| {
        so(session).or_else(|| {
            give_first(session);
            None
        })
    })
}

/// BP-2.13: the inches are counted down from those of the way, not from the most that could be named.
#[test]
fn the_inches_of_an_order_are_counted_from_those_of_its_way() {
    let mut session = hot_seat("../../scenarios/black_powder/barrosa.scenario.ron");
    let mut computer = commander(Level::Recruit, 7);
    for _ in 0..300 {
        session.skip();
        take_seat(&mut session);
        let ask = session.ask_for_human().cloned().expect("the battle goes on");
        let go = session.candidates().iter().find(|order| ask.kind == "carry" && order.verb.0 == "go");
        if let Some(go) = go.map(|order| order.verb.clone()) {
            session.choose_verb(&go);
            let plan = session.draft().and_then(|draft| draft.plan()).expect("it may go");
            let way = plan.moves.iter().map(|way| way.cost.total()).fold(0.0, f32::max);
            if way > 2.0 {
                let mut panels = panels::trying::Panels::new(1920.0, 1080.0);
                panels.texts(&session);
                let shorter = panels.frame(0.1, panels::trying::tap(egui::Key::ArrowLeft), &session).0;
                assert_eq!(shorter, [UiAction::Count(way.ceil() - 1.0)]);
                return;
            }
            session.draft_back();
        }
        let order = computer.decide(session.battle(), &ask).order;
        assert!(session.answer_with(order), "{:?}", session.notice());
    }
    panic!("no order was carried out");
}

/// The cards of a lesson are the same each time and play the other sides, and nobody gives it up.
#[test]
fn the_menu_of_a_lesson_offers_only_what_it_can_do() {
    let library = Library::shipped();
    for lesson in &library.lessons {
        let begun = Session::lesson(&lesson.scenario, rulesets::plugin, &lesson.script, 2, Arc::new(|| {}));
        let session = begun.unwrap_or_else(|problems| panic!("{}", problems.render(false)));
        let mut panels = panels::trying::Panels::new(1920.0, 1080.0);
        panels.desk.menu = true;
        let texts = panels.texts(&session);
        let says = |word: &str| texts.iter().any(|(text, _)| text.starts_with(word));
        assert!(says("Another battle") && says("Seed"));
        for word in ["Same battle", "Human", "Computer", "Concede"] {
            assert!(!says(word), "{}: {word}", lesson.scenario.id);
        }
        let menu = panels.place("menu").expect("it is open");
        let inside = texts.iter().filter(|(_, at)| menu.contains(at.center()));
        let numbers: Vec<usize> = inside.filter_map(|(text, _)| text.parse().ok()).collect();
        assert_eq!(numbers, (1..=numbers.len()).collect::<Vec<_>>(), "{}", lesson.scenario.id);
        assert!(numbers.len() > 4, "{numbers:?}");
    }
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
            give_first(&mut session);
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
fn only_a_part_of_a_turn_is_called_a_step() {
    let session = hot_seat("../../scenarios/burt/two_brigades.scenario.ron");
    let mut panels = panels::trying::Panels::new(1920.0, 1080.0);
    panels.desk.menu = true;
    let texts: Vec<String> = panels.texts(&session).into_iter().map(|(text, _)| text).collect();
    assert!(texts.iter().any(|text| text == "order 0"), "{texts:?}");
    assert!(!texts.iter().any(|text| text.starts_with("step ")), "{texts:?}");
}

/// A way that is fixed leaves nothing in the log before it is gone.
#[test]
fn an_order_of_which_the_log_tells_nothing_is_counted() {
    let mut session = hot_seat(BATTLES[0]);
    let mut computer = commander(Level::Regular, 7);
    let mut silent = 0;
    for _ in 0..40 {
        session.skip();
        take_seat(&mut session);
        let told = session.events().len();
        let ask = session.ask_for_human().cloned().expect("the battle goes on");
        let order = computer.decide(session.battle(), &ask).order;
        assert!(session.answer_with(order), "{:?}", session.notice());
        if session.events().len() == told {
            silent += 1;
            let preferences = Preferences::default();
            assert_eq!(Shown::of(&session, &preferences).order(), session.battle().orders().len());
        }
    }
    assert!(silent > 0, "the log told of every order");
}

#[test]
fn the_unit_of_a_question_is_chosen_when_the_table_has_come_to_it() {
    let mut session = played("horse_and_musket/foraging_party", 4);
    let mut computer = commander(Level::Regular, 7);
    let mut early = 0;
    for _ in 0..60 {
        let Some(ask) = session.ask_for_human().cloned() else { break };
        let before = session.selection().unit;
        let order = computer.decide(session.battle(), &ask).order;
        assert!(session.answer_with(order), "{:?}", session.notice());
        let asked = session.waiting().and_then(|ask| ask.unit);
        if !session.caught_up() && asked.is_some() && asked != before {
            assert_ne!(session.selection().unit, asked, "the table still shows what came before");
            early += 1;
        }
        session.skip();
        take_seat(&mut session);
        if let Some(asked) = session.ask_for_human().and_then(|ask| ask.unit) {
            assert_eq!(session.selection().unit, Some(asked));
        }
    }
    assert!(early > 0, "no question was about another unit");
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
    let units = after_orders(&mut session, several).expect("several units may be picked");
    let takes = |verb: &Verb| verb.needs.contains(&ArgumentKind::Pieces);
    let verb = session.buttons().iter().map(|button| &button.verb).find(|verb| takes(verb)).expect("of some").clone();
    session.choose_verb(&verb.id);
    session.draft_all(true);
    let mut panels = panels::trying::Panels::new(1920.0, 1080.0);
    let texts = panels.texts(&session);
    let told = format!("{}: {units} units", verb.label);
    assert!(texts.iter().any(|(text, _)| *text == told), "{told}: {texts:?}");
}

#[test]
fn a_unit_that_may_not_act_is_told_why_as_soon_as_its_order_is_begun() {
    let mut session = hot_seat("../../scenarios/black_powder/plancenoit.scenario.ron");
    let idle = |session: &Session| {
        let view = session.battle().view();
        let ask = session.ask_for_human().filter(|ask| ask.pick)?;
        let march = ask.verbs.iter().find(|verb| verb.0 == "march")?.clone();
        let mut own = view.units().filter(|unit| view.side_of_unit(*unit) == ask.side);
        let offered = |unit: UnitId| ask.pieces.iter().any(|piece| view.unit_of(*piece) == unit);
        let commands = |unit: UnitId| session.battle().rules().readiness(&view, unit).commander;
        let waits = |unit: &UnitId| view.present(*unit).next().is_some() && !offered(*unit) && !commands(*unit);
        own.find(waits).map(|unit| (unit, march))
    };
    let (unit, march) = after_orders(&mut session, idle).expect("some unit may not act");
    session.select_unit(Some(unit));
    session.choose_verb(&march);
    let draft = session.draft().expect("an order is begun");
    assert!(draft.refusal().is_some(), "{}", draft.prompt());
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
