//! The battle on the table: the log tells all that is seen, the computer answers, orders can be put together and
//! taken back.
#![cfg(feature = "screen")]

mod duel;

use bevy::math::Vec2;
use grapeshot::{
    ai::{Controller, Level, commander},
    battle::{Battle, replay, script::Script, simulation_world},
    forces::{MarkId, PieceId, SideId, UnitId, Value},
    orders::{ArgumentKind, Leg, Order, VerbId},
    record::{Header, Journal, JournalWriter},
    rulesets,
    scenario::{self, Scenario},
    screen::{
        pieces::motion::Scene,
        playback::{Speed, Tabletop},
        pointer::nudge,
        session::{Missed, Session},
    },
    table::position::Heading,
    testing::{BLUE, RED, TestTable, files},
    turn::{BattleView, Rulebooks, STRANGER},
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::Duration,
};

const LONG_ENOUGH: usize = 4000;

fn shipped(file: &str) -> Arc<Scenario> {
    let world = simulation_world(rulesets::plugin);
    let file = Path::new(file);
    scenario::load(file, world.resource::<Rulebooks>()).unwrap_or_else(|_| panic!("{} is good", file.display()))
}

fn session(controllers: Vec<Controller>) -> Session {
    session_of("scenarios/horse_and_musket/foraging_party.scenario.ron", controllers)
}

fn session_of(file: &str, controllers: Vec<Controller>) -> Session {
    let mut session =
        Session::begin(&shipped(file), grapeshot::rulesets::plugin, 11, controllers, None, Arc::new(|| {}));
    session.set_speed(Speed::Instant);
    session
}

/// Lets time pass until the session has what is waited for.
fn wait(session: &mut Session, until: impl Fn(&Session) -> bool) {
    for _ in 0..LONG_ENOUGH {
        if let Some(side) = session.hand_over() {
            session.take_seat(side, false);
        }
        session.go_on_showing(0.1);
        if until(session) {
            return;
        }
        thread::sleep(Duration::from_millis(5));
    }
    panic!("it does not come: {:?}, notice {:?}", session.waiting().map(|ask| &ask.question), session.notice());
}

fn over(battle: &Battle) -> Tabletop {
    let mut table = Tabletop::of(&battle.at(0).view());
    for event in battle.log().events() {
        table.apply(event);
    }
    table
}

#[test]
fn the_log_tells_all_that_is_seen_on_the_table() {
    let mut session = session(vec![Controller::Computer(Level::Random), Controller::Computer(Level::Regular)]);
    wait(&mut session, |session| session.battle().orders().len() >= 40 || session.battle().outcome().is_some());
    assert_eq!(session.notice(), None);
    let told = over(session.battle());
    let is = Tabletop::of(&session.battle().view());
    for (n, (told, is)) in told.pieces.iter().zip(&is.pieces).enumerate() {
        assert_eq!(told, is, "piece {n}");
    }
    for (n, (told, is)) in told.units.iter().zip(&is.units).enumerate() {
        assert_eq!(told.marks, is.marks, "unit {n}");
    }
}

/// BP-4.1: a block that has another formation now is shown in the shape that it had then.
#[test]
fn who_looks_back_sees_the_shapes_that_have_been() {
    let mut session =
        session_of("scenarios/black_powder/barrosa.scenario.ron", vec![Controller::Computer(Level::Random); 2]);
    wait(&mut session, |session| session.battle().orders().len() >= 60);
    session.toggle_pause();
    let last = session.battle().orders().len();
    let mut others = 0;
    for step in [last / 4, last / 2, last] {
        session.seek(step);
        let then = session.battle().at(step);
        for piece in then.view().pieces() {
            let (shown, stood) = (session.shown().piece(piece).unwrap().outline(), then.view().outline(piece));
            assert_eq!(shown, stood, "{} after order {step}", then.view().name_alone(piece));
            others += usize::from(shown.footprint != session.battle().view().footprint(piece));
        }
    }
    assert!(others > 0, "no unit has changed its shape");
}

/// SB-3.1: the log does not tell which chit was laid face down; its owner sees it where he looks back.
#[test]
fn who_looks_back_sees_the_chits_that_he_laid_face_down() {
    let players = vec![Controller::Human, Controller::Computer(Level::Regular)];
    let mut session = session_of("scenarios/burt/two_brigades.scenario.ron", players);
    session.set_speed(Speed::Instant);
    wait(&mut session, |session| session.ask_for_human().is_some_and(|ask| ask.kind == "orders"));
    let chits = |table: &Tabletop| -> Vec<_> {
        table.units.iter().map(|unit| unit.chit.as_ref().map(|chit| chit.word.clone())).collect()
    };
    let begun = chits(session.shown());
    let units: Vec<_> = session.allotment().expect("orders are given").units().map(|unit| unit.unit).collect();
    session.choose_units(&units, false);
    assert!(session.allot("fire"), "{:?}", session.notice());
    wait(&mut session, |session| chits(session.shown()) != begun);
    let laid = chits(session.shown());
    let given = session.battle().orders().len();
    assert!(session.go_on(), "{:?}", session.notice());
    wait(&mut session, |session| session.battle().orders().len() > given + 3 && session.ask_for_human().is_some());
    session.seek(given);
    assert_eq!(chits(session.shown()), laid);
    session.seek(0);
    assert_eq!(chits(session.shown()), begun);
}

#[test]
fn who_looks_back_sees_no_unit_that_had_not_come_yet() {
    let mut scenario = Scenario::clone(&duel::scenario(3, 12));
    scenario.settings.0.insert("scouts".into(), Value::Flag(true));
    let battle = Battle::new(&Arc::new(scenario), 1, duel::plugin);
    let mut session = Session::over(battle, vec![Controller::Human; 2], None, Arc::new(|| {}));
    session.set_speed(Speed::Instant);
    let give = |session: &mut Session, order: Order| {
        wait(session, |session| session.ask_for_human().is_some());
        session.choose_verb(&order.verb);
        session.settle(|draft| *draft = order.clone());
        assert!(session.commit(), "{:?}", session.notice());
        wait(session, |session| session.ask_for_human().is_some());
    };
    give(&mut session, Order::new(SideId(0), &duel::SEND).pieces([PieceId(1)]));
    give(&mut session, Order::new(SideId(1), &duel::PASS));
    give(&mut session, Order::new(SideId(0), &duel::CALL).path([Leg::To(Vec2::new(40.0, 4.0))]));
    let is = Tabletop::of(&session.battle().view());
    assert_eq!(over(session.battle()).pieces, is.pieces, "the log tells all of it");
    assert_eq!((session.shown().units.len(), session.shown().pieces.len()), (4, 7));
    let unit_of = |session: &Session, piece| session.shown().piece(piece).map(|piece| piece.unit);
    session.toggle_pause();
    for (step, units, pieces) in [(3, 4, 7), (1, 3, 6), (0, 2, 6), (2, 3, 6), (3, 4, 7)] {
        session.seek(step);
        assert_eq!((session.shown().units.len(), session.shown().pieces.len()), (units, pieces), "order {step}");
        assert_eq!(unit_of(&session, PieceId(1)), Some(UnitId(if step > 0 { 2 } else { 0 })), "order {step}");
        // What is drawn asks for all units that there are now.
        let there: Vec<usize> = (0..4).map(|unit| session.shown().present(UnitId(unit)).count()).collect();
        assert_eq!(there.iter().sum::<usize>(), pieces);
        assert_eq!(Scene::of(&session).poses.len(), pieces);
        assert_eq!(session.flag_of(UnitId(2)), session.flag_of(UnitId(0)), "scouts have the flag of their party");
    }
    session.select_unit(Some(UnitId(3)));
    session.hovered = Some(PieceId(6));
    // It was the other's order: he is asked before it is taken back.
    session.undo();
    session.undo();
    assert_eq!((session.shown().units.len(), session.shown().pieces.len()), (3, 6));
    let chosen = session.selection().unit;
    assert!(chosen.is_none_or(|unit| session.view().knows_unit(unit)), "nobody is chosen who is not there: {chosen:?}");
    assert_eq!(session.hovered, None, "nor is anybody pointed at who is not there");
}

#[test]
fn a_person_is_asked_and_the_first_order_is_drafted_given_and_taken_back() {
    let mut session = session(vec![Controller::Human, Controller::Human]);
    wait(&mut session, |session| session.ask_for_human().is_some());
    assert!(session.buttons().iter().any(|button| button.open.is_ok()), "no verb can be used");
    let candidate = session.candidates()[0].clone();
    session.choose_verb(&candidate.verb);
    assert_eq!(session.draft().map(|draft| &draft.order().verb), Some(&candidate.verb));
    session.settle(|order| *order = candidate.clone());
    assert!(session.draft().and_then(|draft| draft.plan()).is_some(), "{:?}", session.draft());
    let before = session.battle().checksum();
    assert!(session.commit(), "{:?}", session.notice());
    assert_eq!(session.battle().orders().len(), 1);
    if session.can_undo().is_ok() {
        session.undo();
        assert_eq!(session.battle().checksum(), before);
    }
}

#[test]
fn what_is_only_pointed_at_is_given_as_it_is_shown() {
    let mut session = session(vec![Controller::Human, Controller::Human]);
    wait(&mut session, |session| session.ask_for_human().is_some());
    session.select_unit(Some(UnitId(0)));
    session.choose_verb(&VerbId::new("deploy"));
    session.draft_leg(Leg::To(Vec2::new(4.0, 10.0)));
    assert!(session.draft().is_some_and(|draft| draft.waits_for().is_none() && draft.plan().is_some()));
    session.try_out(|order| order.heading = Some(Heading(45.0)));
    assert!(session.draft().is_some_and(|draft| draft.plan().is_some()), "{:?}", session.draft());
    assert!(session.commit(), "{:?}", session.notice());
    assert_eq!(session.battle().orders()[0].heading, Some(Heading(45.0)));
}

#[test]
fn the_table_can_be_looked_at_as_it_was_before_any_order() {
    let mut session = session(vec![Controller::Computer(Level::Random); 2]);
    wait(&mut session, |session| session.battle().orders().len() >= 10);
    let start = Tabletop::of(&session.battle().at(0).view());
    session.seek(0);
    let places = |table: &Tabletop| table.pieces.iter().map(|piece| piece.place).collect::<Vec<_>>();
    assert_eq!(places(session.shown()), places(&start));
    let orders = session.battle().orders().len();
    session.go_on_showing(0.1);
    assert_eq!(session.battle().orders().len(), orders, "the battle goes on while somebody looks back");
}

/// CP-2.2: cards and dice that are looked back at are those of the moment that is shown.
#[test]
fn who_looks_back_reads_of_units_what_they_were() {
    let computer = Controller::Computer(Level::Regular);
    let mut session = session(vec![computer; 2]);
    session.set_speed(Speed::Instant);
    wait(&mut session, |session| session.battle().outcome().is_some() || session.battle().orders().len() > 60);
    let units: Vec<UnitId> = session.battle().view().units().collect();
    let rules = |session: &Session| session.battle().rulebook().rules.clone();
    let rules = rules(&session);
    let cards = |view: &BattleView| -> Vec<String> {
        units.iter().map(|unit| format!("{:?}", rules.unit_card(view, *unit))).collect()
    };
    let now = cards(&session.moment());
    assert_eq!(now, cards(&session.battle().view()));
    let mut changes = 0;
    for given in [55, 30, 3, 58] {
        session.seek(given);
        let then = cards(&session.battle().at(given).view());
        changes += usize::from(then != now);
        assert_eq!(cards(&session.moment()), then, "after {given} orders");
    }
    assert!(changes > 0, "something has happened to them since");
    session.skip();
    assert_eq!(cards(&session.moment()), now);
}

/// CP-2.2: cards and dice change with the table, not before it.
#[test]
fn what_is_read_of_units_does_not_run_ahead_of_the_log() {
    let mut session = session(vec![Controller::Computer(Level::Random); 2]);
    session.set_speed(Speed::Normal);
    let units: Vec<UnitId> = session.battle().view().units().collect();
    let rules = session.battle().rulebook().rules.clone();
    let cards = |view: &BattleView| -> Vec<String> {
        units.iter().map(|unit| format!("{:?}", rules.unit_card(view, *unit))).collect()
    };
    let (mut compared, mut changes) = (0, 0);
    while compared < 30 && session.battle().outcome().is_none() {
        wait(&mut session, |session| !session.caught_up());
        let given = session.battle().orders().len();
        if given <= 20 {
            // Both sides are still being laid out.
            session.skip();
            continue;
        }
        let before = cards(&session.battle().at(given - 1).view());
        session.go_on_showing(0.01);
        assert!(session.playback().beat().is_some(), "it is being shown");
        assert_eq!(cards(&session.moment()), before, "order {given} is being shown");
        session.skip();
        let after = cards(&session.moment());
        assert_eq!(after, cards(&session.battle().view()), "order {given} was shown");
        changes += usize::from(after != before);
        compared += 1;
    }
    assert!(changes > 0, "something has happened to them");
}

#[test]
fn a_battle_that_is_shown_at_once_is_the_same_battle() {
    let computer = Controller::Computer(Level::Recruit);
    let mut session = session(vec![computer; 2]);
    session.set_speed(Speed::Instant);
    wait(&mut session, |session| session.battle().outcome().is_some() || session.battle().orders().len() > 150);
    let (scenario, seed) = (session.scenario().clone(), session.battle().seed());
    let mut alone = Battle::new(&scenario, seed, rulesets::plugin);
    let mut minds: Vec<_> = (0..2).map(|side| commander(Level::Recruit, seed.wrapping_add(side))).collect();
    for given in session.battle().orders() {
        let ask = alone.awaiting().asks[0].clone();
        let order = minds[ask.side.index()].decide(&alone, &ask).order;
        assert_eq!(&order, given);
        alone.submit(order).expect("it is allowed");
    }
    assert_eq!(alone.checksum(), session.battle().checksum());
    session.set_controller(BLUE, Controller::Human);
    session.set_speed(Speed::Normal);
    session.skip();
    let orders = session.battle().orders().len();
    wait(&mut session, |session| session.ask_for_human().is_some() || session.battle().outcome().is_some());
    assert!(session.battle().orders().len() >= orders && session.notice().is_none(), "{:?}", session.notice());
}

#[test]
fn several_units_are_picked_for_one_order() {
    let mut session = ordering();
    let view = session.battle().view();
    let named = |name: &str| view.units().find(|unit| view.unit(*unit).name == name).expect(name);
    let (first, second, other) = (named("1st/28th"), named("2nd/87th"), named("8e Ligne, 1st"));
    let pieces = [first, second, other].map(|unit| view.unit(unit).pieces[0]);
    session.choose_verb(&VerbId::new("march"));
    assert_eq!(session.draft().map(|draft| draft.order().pieces.len()), Some(0), "nobody was picked yet");
    session.select_unit(Some(first));
    session.select_pieces(&[pieces[1]], true);
    assert_eq!(session.draft().expect("it is in hand").order().pieces, [pieces[0], pieces[1]]);
    session.draft_leg(Leg::March { inches: 12.0, aside: 0.0 });
    let plan = session.draft().and_then(|draft| draft.plan()).expect("both may march");
    assert_eq!(plan.moves.len(), 2);
    session.select_pieces(&[pieces[1]], true);
    assert_eq!(session.draft().expect("it is in hand").order().pieces, [pieces[0]], "it was left out again");
    session.select_unit(Some(other));
    assert_eq!(session.draft().expect("it is in hand").order().pieces, [pieces[0]], "an enemy is only looked at");
}

#[test]
fn units_are_chosen_alike_before_an_order_is_begun_and_after() {
    let mut session = ordering();
    let view = session.battle().view();
    let units = ["1st/28th", "2nd/87th", "2nd/67th"].map(|name| unit_called(&session, name));
    let pieces = units.map(|unit| view.unit(unit).pieces[0]);
    let choose = |session: &mut Session| {
        session.select_unit(Some(units[0]));
        session.select_pieces(&pieces[..2], true);
        assert_eq!(session.selection().pieces, pieces[..2], "one of them was chosen already");
        session.select_pieces(&pieces[1..], true);
        assert_eq!(session.selection().pieces, pieces, "the third joins them");
        session.select_pieces(&pieces[1..], true);
        assert_eq!(session.selection().pieces, pieces[..1], "all of these were chosen, so they leave");
        session.select_pieces(&pieces[1..2], true);
    };
    choose(&mut session);
    session.choose_verb(&VerbId::new("march"));
    let drafted = |session: &Session| session.draft().expect("it is in hand").order().pieces.clone();
    assert_eq!(drafted(&session), pieces[..2], "those who were chosen before march");
    choose(&mut session);
    assert_eq!(drafted(&session), pieces[..2]);
    session.draft_toggle(pieces[0], false);
    session.drop_draft();
    assert_eq!(session.selection().pieces, pieces[1..2], "what was left out of the order is chosen no longer");
}

#[test]
fn a_unit_that_is_dragged_is_taken_up_or_says_why_it_does_not_move() {
    let mut session = ordering();
    let view = session.battle().view();
    let piece = |name: &str| view.unit(unit_called(&session, name)).pieces[0];
    let (regiment, general) = (piece("1st/28th"), piece("Lieutenant-General Graham"));
    session.take_up(regiment).expect("it may march");
    let draft = session.draft().expect("an order is in hand");
    assert_eq!(draft.order().pieces, [regiment]);
    assert!(draft.takes(ArgumentKind::BodyPath), "{:?}", draft.verb());
    session.drop_draft();
    let reason = session.take_up(general).expect_err("generals ride later");
    assert!(reason.contains("Graham"), "{reason}");
    assert!(session.draft().is_none());
}

/// Barrosa at the first question for orders.
fn ordering() -> Session {
    let mut session = session_of("scenarios/black_powder/barrosa.scenario.ron", vec![Controller::Human; 2]);
    for _ in 0..10 {
        wait(&mut session, |session| session.ask_for_human().is_some());
        if session.ask_for_human().is_some_and(|ask| ask.kind == "command") {
            return session;
        }
        assert!(session.go_on(), "{:?}", session.notice());
    }
    panic!("nobody may give orders: {:?}", session.waiting());
}

#[test]
fn the_table_rests_at_what_came_of_an_order_until_it_was_read() {
    let computer = Controller::Computer(Level::Regular);
    let mut session = session(vec![Controller::Human, computer]);
    session.set_rests_at_results(true);
    session.set_speed(Speed::Normal);
    let mut rests = 0;
    for _ in 0..LONG_ENOUGH {
        session.go_on_showing(0.1);
        if session.resting() {
            rests += 1;
            let told = session.rests_at().first().expect("something came of it").text.clone();
            assert!(!told.is_empty());
            let (given, shown) = (session.battle().orders().len(), session.playback().shown());
            session.go_on_showing(0.5);
            assert!(session.resting(), "nobody has read of {told:?} in half a second");
            assert_eq!((session.battle().orders().len(), session.playback().shown()), (given, shown), "{told}");
            session.leave_rest();
            assert!(!session.resting(), "{told}");
            if rests == 3 {
                return;
            }
        }
        if session.ask_for_human().is_some() && !session.go_on() {
            let order = session.candidates()[0].clone();
            assert!(session.answer_with(order), "{:?}", session.notice());
        }
        thread::sleep(Duration::from_millis(1));
    }
    panic!("the table rested {rests} times");
}

/// Two players at one table, one of which answers in secret: what came of the last order is read before it is covered,
/// and who sits down is shown only what he has not seen.
#[test]
fn no_cloth_falls_over_a_result_and_nobody_is_shown_again_what_he_saw() {
    let mut session = session_of("scenarios/burt/reichenbach.scenario.ron", vec![Controller::Human; 2]);
    session.set_rests_at_results(true);
    session.set_speed(Speed::Instant);
    let mut minds: Vec<_> = (0..2).map(|_| commander(Level::Recruit, 3)).collect();
    let mut rested = 0;
    for _ in 0..LONG_ENOUGH {
        while !session.caught_up() {
            session.go_on_showing(0.1);
        }
        if let Some(side) = session.hand_over() {
            assert!(session.covered_for().is_some() != session.resting());
            if session.resting() {
                rested += 1;
                session.go_on_showing(60.0);
                assert!(session.covered_for().is_none(), "nobody has said that he has read it");
                session.leave_rest();
            }
            assert_eq!(session.covered_for(), Some(side));
            session.take_seat(side, false);
            assert_eq!(session.missed_by(side), Missed::default(), "he sits at the screen");
        }
        let Some(ask) = session.ask_for_human().cloned() else { break };
        let order = minds[ask.side.index()].decide(session.battle(), &ask).order;
        assert!(session.answer_with(order), "{:?}", session.notice());
        if rested > 2 {
            return;
        }
    }
    panic!("the table rested {rested} times before it was covered");
}

/// BP-2.3, BP-13.1: an order that may bring one move, two or three shows where its unit would stand after each, with the
/// chance to come so far.
#[test]
fn an_order_of_several_moves_shows_where_each_of_them_ends() {
    let mut session = ordering();
    let regiment = unit_called(&session, "1st/28th");
    session.select_unit(Some(regiment));
    session.choose_verb(&VerbId::new("march"));
    let march = |session: &mut Session, inches: f32| {
        session.settle(|order| order.path = vec![Leg::March { inches, aside: 0.0 }]);
        let draft = session.draft().expect("it is in hand");
        let end = draft.plan().expect("it may march").moves[0].end;
        (draft.parts().iter().map(|(part, chance)| (part.end.at, *chance)).collect::<Vec<_>>(), end.at)
    };
    let (short, _) = march(&mut session, 6.0);
    assert!(short.is_empty(), "one move is enough: {short:?}");
    let (far, end) = march(&mut session, 30.0);
    let start = session.shown().present(regiment).next().expect("it stands there").1.place.at;
    assert_eq!(far.len(), 3, "{far:?}");
    assert!((far[0].0.distance(start) - 12.0).abs() < 0.1 && far[2].0.distance(end) < 0.05, "{far:?} from {start}");
    assert!(far[0].1 > far[1].1 && far[1].1 > far[2].1 && far[2].1 > 0.0, "{far:?}");
}

fn unit_called(session: &Session, name: &str) -> UnitId {
    let view = session.battle().view();
    view.units().find(|unit| view.unit(*unit).name == name).expect(name)
}

/// BP-2.12, BP-2.1: the brigadier gives the order unless the general is chosen, whose rating counts then.
#[test]
fn an_order_is_given_by_the_general_where_he_is_chosen() {
    let mut session = ordering();
    let regiment = unit_called(&session, "1st/28th");
    session.choose_verb(&VerbId::new("march"));
    session.select_unit(Some(regiment));
    session.draft_leg(Leg::March { inches: 12.0, aside: 0.0 });
    let keys = |session: &Session| -> Vec<String> {
        let commanders = session.draft().expect("it is in hand").commanders();
        commanders.iter().map(|unit| session.battle().view().unit(*unit).key.to_string()).collect()
    };
    let by = |session: &Session| {
        let unit = session.draft().expect("it is in hand").order().unit.expect("somebody gives it");
        session.battle().view().unit(unit).key.to_string()
    };
    let base = |session: &Session| {
        let plan = session.draft().and_then(|draft| draft.plan()).expect("it is allowed");
        format!("{:?}", plan.odds[0].explained)
    };
    assert_eq!(keys(&session), ["wheatley", "graham"]);
    assert_eq!(by(&session), "wheatley");
    let of_the_brigadier = base(&session);
    let general = session.draft().expect("it is in hand").commanders()[1];
    session.draft_commander(general);
    assert_eq!(by(&session), "graham");
    session.select_unit(Some(unit_called(&session, "1st/28th")));
    assert_eq!(by(&session), "graham", "he stays the one who was chosen");
    assert_ne!(base(&session), of_the_brigadier, "his rating counts");
    assert!(session.commit(), "{:?}", session.notice());
    assert_eq!(session.battle().orders().last().expect("it was given").unit, Some(general));
}

/// BP-2.13, BP-3.4: an order is a list of steps in the order in which they were given; each can be moved or left out.
#[test]
fn a_formation_is_a_step_among_the_others() {
    let mut session = ordering();
    let regiment = unit_called(&session, "1st/28th");
    session.choose_verb(&VerbId::new("march"));
    session.select_unit(Some(regiment));
    let path = |session: &Session| session.draft().expect("it is in hand").order().path.clone();
    let column = || Leg::Form("attack_column".into());
    let (square, march) = (Leg::Form("square".into()), Leg::March { inches: 6.0, aside: 0.0 });
    let words = |session: &Session| -> Vec<String> {
        session.draft().expect("it is in hand").formations().iter().map(|(word, _)| word.to_string()).collect()
    };
    let first = words(&session);
    assert!(!first.contains(&"line".to_owned()), "it stands in line: {first:?}");
    session.draft_formation("square");
    session.draft_formation("attack_column");
    assert_eq!(path(&session), [column()], "the last that is named is meant");
    session.draft_leg(Leg::March { inches: 1.0, aside: 0.0 });
    assert_eq!(words(&session)[..first.len()], first, "each keeps its place and its number");
    assert!(words(&session).contains(&"line".to_owned()), "a column can form line again");
    session.draft_back();
    session.draft_leg(march.clone());
    session.draft_formation("square");
    assert_eq!(path(&session), [column(), march.clone(), square.clone()]);
    let draft = session.draft().expect("it is in hand");
    assert!(draft.plan().is_some(), "form, march, form: {:?}", draft.refusal());
    assert_eq!(draft.stages().len(), 2, "the column before and after its march");
    assert!(draft.takes_up(&"square".into()) && !draft.takes_up(&"attack_column".into()));
    session.drop_step(2);
    assert!(!session.draft().expect("it is in hand").takes_up(&"square".into()), "what was left out is not lit");
    session.hasten_step(1);
    assert_eq!(path(&session), [march, column()]);
    assert!(session.commit(), "{:?}", session.notice());
}

/// BP-2.2: the orders of a side end at once only where no unit has anything worth doing left.
#[test]
fn a_part_of_the_turn_ends_only_after_it_was_told_who_could_still_act() {
    let mut session = ordering();
    let given = session.battle().orders().len();
    assert!(!session.go_on_or_tell(), "the brigades have not moved yet");
    assert_eq!(session.battle().orders().len(), given);
    let told = session.undone().to_vec();
    let view = session.battle().view();
    assert!(told.contains(&unit_called(&session, "1st/28th")), "{told:?}");
    assert!(told.iter().all(|unit| view.side_of_unit(*unit) == session.ask_for_human().expect("it stands").side));
    assert!(session.go_on_or_tell(), "it was told once");
    assert_eq!(session.battle().orders().len(), given + 1);
    assert!(session.undone().is_empty(), "that was of the question before");
}

#[test]
fn what_is_asked_again_and_again_can_be_passed_for_the_rest_of_the_turn() {
    let mut session = session_of("scenarios/horse_and_musket/el_bodon.scenario.ron", vec![Controller::Human; 2]);
    let asked = |session: &Session| {
        let ask = session.ask_for_human()?;
        Some((session.battle().view().clock().turn, ask.side, ask.kind.clone()))
    };
    for _ in 0..400 {
        wait(&mut session, |session| session.ask_for_human().is_some() || session.battle().outcome().is_some());
        if session.may_pass_on() {
            let passed = asked(&session);
            session.pass_on();
            while session.battle().outcome().is_none()
                && session.battle().view().clock().turn == passed.as_ref().unwrap().0
            {
                wait(&mut session, |session| session.ask_for_human().is_some() || session.battle().outcome().is_some());
                assert_ne!(asked(&session), passed, "it is passed by itself");
                let order = session.candidates()[0].clone();
                assert!(session.answer_with(order), "{:?}", session.notice());
            }
            return;
        }
        if !session.go_on() {
            let order = session.candidates()[0].clone();
            assert!(session.answer_with(order), "{:?}", session.notice());
        }
    }
    panic!("nothing was asked again and again");
}

/// FF-5.3: where a question can be answered for one regiment alone, its stands are named by themselves.
#[test]
fn the_one_regiment_that_can_answer_needs_no_click() {
    let scenario = shipped("scenarios/fire_and_fury/cooks_mills.scenario.ron");
    let mut battle = Battle::new(&scenario, 5, rulesets::plugin);
    let mut minds: Vec<_> = scenario.sides.iter().map(|_| commander(Level::Recruit, 5)).collect();
    let (side, pieces, verb) = loop {
        let ask = battle.awaiting().asks.first().cloned().expect("a regiment is left alone before the end");
        let view = battle.view();
        let of_one = ask.pieces.windows(2).all(|two| view.unit_of(two[0]) == view.unit_of(two[1]));
        if ask.pick && ask.pieces.len() > 1 && of_one {
            break (ask.side, ask.pieces.clone(), ask.verbs[0].clone());
        }
        let decision = minds[ask.side.index()].decide(&battle, &ask);
        battle.submit(decision.order).expect("the computer gives orders that are allowed");
    };
    let mut session = Session::over(battle, vec![Controller::Human; 2], None, Arc::new(|| {}));
    session.set_speed(Speed::Instant);
    wait(&mut session, |session| session.ask_for_human().is_some_and(|ask| ask.side == side));
    session.choose_verb(&verb);
    assert_eq!(session.draft().expect("it is in hand").order().pieces, pieces);
}

/// The pieces of a unit that the window shows.
fn shown(session: &Session, key: &str) -> usize {
    let view = session.battle().view();
    let unit = view.units().find(|unit| view.unit(*unit).key == key).expect("it is on the table");
    session.shown().present(unit).count()
}

const AMBUSH: &str = "scenarios/horse_and_musket/raisin_trail.scenario.ron";

/// The player of one side sees nothing of units that hide from it, on the table or in the log; an onlooker sees all.
#[test]
fn the_window_shows_what_its_player_has_seen() {
    let (human, computer) = (Controller::Human, Controller::Computer(Level::Regular));
    let mut session = session_of(AMBUSH, vec![human, computer]);
    wait(&mut session, |session| session.ask_for_human().is_some());
    assert_eq!(session.viewer(), Some(grapeshot::forces::SideId(0)));
    assert_eq!((shown(&session, "in_1"), shown(&session, "us_1")), (0, 8));
    assert!(!session.events().iter().any(|event| event.text.contains("Shawnee")));
    let enemy = session_of(AMBUSH, vec![computer, human]);
    assert_eq!(shown(&enemy, "in_1"), 10);
    let onlooker = session_of(AMBUSH, vec![computer, computer]);
    assert_eq!((onlooker.viewer(), shown(&onlooker, "in_1"), shown(&onlooker, "us_1")), (None, 10, 8));
}

/// Where two share the screen, it shows what the side has seen that is to choose.
#[test]
fn the_window_turns_to_the_side_that_is_to_choose() {
    let mut session = session_of(AMBUSH, vec![Controller::Human; 2]);
    let mut seen = [false; 2];
    for _ in 0..60 {
        wait(&mut session, |session| session.ask_for_human().is_some() || session.battle().outcome().is_some());
        let Some(ask) = session.ask_for_human().cloned() else { break };
        seen[ask.side.index()] = true;
        assert_eq!(session.viewer(), Some(ask.side));
        let known = session.battle().view_of(ask.side);
        for unit in session.battle().view().units() {
            let there = known.present(unit).count();
            assert_eq!(session.shown().present(unit).count(), there, "{}", session.battle().view().unit(unit).key);
        }
        if seen == [true; 2] {
            return;
        }
        let order = session.candidates()[0].clone();
        assert!(session.answer_with(order));
    }
    panic!("only one side was ever asked");
}

#[test]
fn of_those_who_are_asked_only_those_look_for_somebody_who_can_see_the_place() {
    let place = Vec2::new(50.0, 25.0);
    let table = TestTable::new("horse_and_musket", grapeshot::rulesets::plugin)
        .area("woods", (15.0, 20.0), (35.0, 34.0))
        .unit("blue", BLUE, &[(45.0, 18.0, 90.0), (44.0, 18.0, 90.0)])
        .unit("red", RED, &[(25.0, 31.0, 270.0)])
        .hidden()
        .dummies(RED, &[(place.x, place.y)]);
    let mut test = table.acting("blue");
    let (seer, stunned) = (test.piece("blue", 1), test.piece("blue", 2));
    test.mark(stunned, &MarkId::new("stun"), 1);
    let mut session = Session::over(test.battle, vec![Controller::Human; 2], None, Arc::new(|| {}));
    session.set_speed(Speed::Instant);
    wait(&mut session, |session| session.ask_for_human().is_some());
    session.choose_verb(&VerbId::new("declare"));
    session.draft_all(false);
    assert!(session.commit(), "{:?}", session.notice());
    wait(&mut session, |session| session.ask_for_human().is_some_and(|ask| ask.kind == "act"));
    session.choose_verb(&VerbId::new("spot"));
    let pieces = |session: &Session| session.draft().map(|draft| draft.shown().pieces.clone());
    assert_eq!(pieces(&session), Some(vec![seer, stunned]), "nobody knows yet where they are to look");
    assert!(!session.commit() && session.notice().is_some(), "he is told to name it");
    session.try_out(|order| order.path = vec![Leg::To(place)]);
    assert_eq!(session.notice(), None, "he has done what he was told");
    assert_eq!(pieces(&session), Some(vec![seer]));
    session.draft_leg(Leg::To(place));
    assert!(session.commit(), "{:?}", session.notice());
    assert_eq!(session.battle().orders().last().map(|order| order.pieces.clone()), Some(vec![seer]));
}

#[test]
fn those_who_stand_in_close_order_can_march_as_one_whatever_the_computer_would_do() {
    let line = [30.0, 31.0, 32.0, 33.0, 34.0].map(|x| (x, 10.0, 90.0));
    let apart = [&[(26.0, 10.0, 90.0)][..], &line].concat();
    for (places, marching) in [(&line[..], 0..5), (&apart, 1..6)] {
        let table = TestTable::new("horse_and_musket", grapeshot::rulesets::plugin).unit("blue", BLUE, places).unit(
            "red",
            RED,
            &[(10.0, 40.0, 270.0)],
        );
        let test = table.acting("blue");
        let men = test.pieces("blue");
        let mut session = Session::over(test.battle, vec![Controller::Human; 2], None, Arc::new(|| {}));
        session.set_speed(Speed::Instant);
        wait(&mut session, |session| session.ask_for_human().is_some());
        session.choose_verb(&VerbId::new("declare"));
        assert!(session.commit(), "{:?}", session.notice());
        wait(&mut session, |session| session.ask_for_human().is_some_and(|ask| ask.kind == "act"));
        let group = VerbId::new("group");
        let open = session.buttons().iter().find(|button| button.verb.id == group).map(|button| button.open.clone());
        assert_eq!(open, Some(Ok(())));
        session.choose_verb(&group);
        assert_eq!(session.draft().map(|draft| draft.order().pieces.clone()), Some(men[marching].to_vec()));
    }
}

#[test]
fn orders_that_only_the_computer_gave_are_not_taken_back() {
    let mut session = session(vec![Controller::Computer(Level::Regular), Controller::Human]);
    wait(&mut session, |session| session.ask_for_human().is_some() && !session.battle().orders().is_empty());
    assert_eq!(session.battle().can_undo(), Ok(()));
    let given = session.battle().orders().len();
    assert!(session.can_undo().is_err());
    session.undo();
    assert_eq!(session.battle().orders().len(), given);
    assert!(session.notice().is_some());
}

/// Whether a verb's button can be used.
fn open(session: &Session, id: &str) -> bool {
    session.buttons().iter().any(|button| button.verb.id.0 == id && button.open.is_ok())
}

#[test]
fn an_action_that_cannot_be_used_says_why_as_a_player_would() {
    for file in ["old_west/dynamite_at_the_bank", "old_west/stage_to_sand_springs", "horse_and_musket/el_bodon"] {
        let mut session = session_of(&format!("scenarios/{file}.scenario.ron"), vec![Controller::Human; 2]);
        for _ in 0..40 {
            wait(&mut session, |session| session.ask_for_human().is_some() || session.battle().outcome().is_some());
            for button in session.buttons() {
                let Err(refusal) = &button.open else { continue };
                let idle = [" needs a", "Name one", "Name the point"].iter().any(|part| refusal.reason.contains(part));
                assert!(!idle, "{file}: {}: {}", button.verb.label, refusal.reason);
            }
            let Some(order) = session.candidates().last().cloned() else { break };
            assert!(session.answer_with(order), "{:?}", session.notice());
        }
    }
}

#[test]
fn a_unit_is_placed_again_and_again_and_turned_until_its_side_is_ready() {
    for (file, verb) in [("horse_and_musket/hold_the_bridge", "deploy"), ("black_powder/barrosa", "place")] {
        let mut session = session_of(&format!("scenarios/{file}.scenario.ron"), vec![Controller::Human; 2]);
        wait(&mut session, |session| session.ask_for_human().is_some_and(|ask| ask.kind == "deploy"));
        let view = session.battle().view();
        let unit = view.units().find(|unit| session.placeable(*unit).is_some()).expect("somebody can be placed");
        let places =
            |session: &Session| session.shown().present(unit).map(|(_, piece)| piece.place).collect::<Vec<_>>();
        let before = places(&session);
        let mut given = session.battle().orders().len();
        for (by, turn) in [(Vec2::ZERO, 0.0), (Vec2::new(0.0, 0.5), 0.0), (Vec2::ZERO, 10.0)] {
            session.try_placing(unit, by, turn);
            let places_before = places(&session);
            assert!(session.set_down(), "{file}: {:?}", session.notice());
            given += 1;
            assert_eq!(session.battle().orders().len(), given);
            wait(&mut session, |session| session.ask_for_human().is_some());
            for (was, is) in places_before.iter().zip(places(&session)) {
                assert!((was.facing.turn_to(is.facing) - turn).abs() < 0.01, "{file}: it turned otherwise");
                if turn == 0.0 {
                    assert!(is.at.distance(was.at + by) < 0.01, "{file}: {was:?} went to {is:?}");
                }
            }
            assert_eq!(session.selection().unit, Some(unit), "it stays chosen");
            assert!(open(&session, verb), "{file}: it cannot be placed again");
        }
        for _ in 0..3 {
            session.undo();
            wait(&mut session, |session| session.ask_for_human().is_some());
            assert!(open(&session, verb), "{file}: after it was taken back it cannot be placed again");
        }
        assert_eq!(places(&session), before);
    }
}

#[test]
fn a_unit_that_may_not_stand_there_stays_where_it_was() {
    let mut session = session_of("scenarios/horse_and_musket/hold_the_bridge.scenario.ron", vec![Controller::Human; 2]);
    wait(&mut session, |session| session.ask_for_human().is_some());
    let view = session.battle().view();
    let unit = view.units().find(|unit| session.placeable(*unit).is_some()).expect("somebody can be placed");
    session.try_placing(unit, Vec2::new(0.0, 500.0), 0.0);
    assert!(!session.set_down());
    assert!(session.notice().is_some() && session.draft().is_none());
    assert!(session.battle().orders().is_empty());
    let placing = session.buttons().iter().find(|button| button.verb.needs.contains(&ArgumentKind::Place));
    assert!(placing.is_some_and(|button| button.open.is_ok()));
}

#[test]
fn what_the_computer_did_is_told_until_a_person_has_answered() {
    let mut session = session(vec![Controller::Human, Controller::Computer(Level::Random)]);
    for _ in 0..200 {
        wait(&mut session, |session| session.ask_for_human().is_some() || session.battle().outcome().is_some());
        let told = session.caption().is_some();
        let order = session.candidates()[0].clone();
        assert!(session.answer_with(order), "{:?}", session.notice());
        assert_eq!(session.caption(), None);
        if told {
            return;
        }
    }
    panic!("the computer never said anything");
}

#[test]
fn what_the_computer_answered_in_secret_is_told_to_nobody_else() {
    let mut session = session(vec![Controller::Human, Controller::Computer(Level::Regular)]);
    assert!(session.battle().awaiting().of(RED).is_some_and(|ask| ask.secret), "it sets up");
    wait(&mut session, |session| session.battle().awaiting().of(RED).is_none());
    assert_eq!(session.caption(), None);
}

/// SB-3.2: what else the computer could have done would tell which orders lie face down.
#[test]
fn nobody_reads_the_thoughts_of_a_side_that_keeps_secrets_from_him() {
    let mut session = session_of(
        "scenarios/burt/two_brigades.scenario.ron",
        vec![Controller::Computer(Level::Regular), Controller::Human],
    );
    let mut told = 0;
    while session.battle().view().clock().turn == 1 {
        wait(&mut session, |session| session.ask_for_human().is_some());
        if let Some(caption) = session.caption() {
            assert_eq!(caption.thought, None, "{}", caption.title);
            told += 1;
        }
        let order = session.candidates()[0].clone();
        assert!(session.answer_with(order), "{:?}", session.notice());
    }
    assert!(told > 0, "what it did is told");
}

/// SB-3.2: a side with nothing to think over takes as long as one that weighs many moves.
#[test]
fn a_side_that_keeps_secrets_answers_after_the_same_time_whatever_it_thinks() {
    let mut session = session_of(
        "scenarios/burt/two_brigades.scenario.ron",
        vec![Controller::Computer(Level::Random), Controller::Human],
    );
    let mut answers = 0;
    while answers < 5 {
        wait(&mut session, |session| session.thinking().is_some() || session.ask_for_human().is_some());
        if session.ask_for_human().is_some() {
            let order = session.candidates()[0].clone();
            assert!(session.answer_with(order), "{:?}", session.notice());
            continue;
        }
        let given = session.battle().orders().len();
        for _ in 0..5 {
            thread::sleep(Duration::from_millis(20));
            session.go_on_showing(0.05);
            assert_eq!(session.battle().orders().len(), given, "it answers before a quarter of a second is over");
        }
        wait(&mut session, |session| session.battle().orders().len() > given);
        answers += 1;
    }
}

#[test]
fn who_watches_reads_what_the_computer_thought() {
    let computers = vec![Controller::Computer(Level::Regular); 2];
    let mut session = session_of("scenarios/burt/two_brigades.scenario.ron", computers);
    wait(&mut session, |session| session.caption().is_some_and(|caption| caption.thought.is_some()));
}

#[test]
fn a_secret_question_is_read_by_whom_it_is_for() {
    let session = session(vec![Controller::Human, Controller::Human]);
    assert_eq!(session.hand_over(), Some(BLUE));
    let ask = session.waiting().expect("somebody is asked");
    let short = &session.battle().view().side_named(BLUE).short;
    assert_eq!(ask.question, format!("The {short} decide"));
    assert!(ask.verbs.is_empty());
}

#[test]
fn a_step_beyond_the_end_lets_the_computer_decide_once() {
    let mut session = session(vec![Controller::Computer(Level::Random); 2]);
    for _ in 0..3 {
        session.skip();
        session.toggle_pause();
        assert!(session.caught_up() && session.playback().paused());
        let given = session.battle().orders().len();
        session.step_once();
        wait(&mut session, |session| session.battle().orders().len() > given && session.caught_up());
        for _ in 0..50 {
            session.go_on_showing(0.1);
            thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(session.battle().orders().len(), given + 1, "it went on");
        assert!(session.playback().paused());
    }
}

/// Sides that were given to another in the middle of the battle, and a battle that two persons play, are the same after
/// the window was closed.
#[test]
fn who_plays_a_side_is_written_down_when_it_changes() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let scenario = shipped("scenarios/horse_and_musket/foraging_party.scenario.ron");
    let both = vec![Controller::Human; 2];
    let header = Header::new(&scenario, 3, Controller::by_key(&scenario, &both), None);
    let path = folder.path().join("battle.journal");
    let writer = JournalWriter::create(&path, &header).expect("the folder can be written");
    let mut session =
        Session::begin(&scenario, grapeshot::rulesets::plugin, 3, both.clone(), Some(writer), Arc::new(|| {}));
    let of = || Controller::of_sides(&scenario, Journal::open(&path).expect("it was just written").sides());
    assert_eq!(of(), both);
    let computer = Controller::Computer(Level::Veteran);
    session.set_controller(grapeshot::forces::SideId(1), computer);
    assert_eq!(of(), [Controller::Human, computer]);
    session.set_controller(grapeshot::forces::SideId(1), Controller::Human);
    assert_eq!(of(), both);
}

/// Where men hide and two persons share the screen, nobody sees the table before he sits down, the one before him sees
/// what came of his order, and then each sees again what his side saw.
#[test]
fn who_sits_down_sees_again_what_his_side_saw_meanwhile() {
    let mut session = session_of(AMBUSH, vec![Controller::Human; 2]);
    let first = session.hand_over().expect("somebody must sit down first");
    assert_eq!(
        (shown(&session, "in_1"), shown(&session, "us_1")),
        (0, 8),
        "those who hide are not shown to a stranger"
    );
    session.take_seat(first, true);
    let mut changes = 0;
    for _ in 0..200 {
        session.go_on_showing(1000.0);
        if let Some(side) = session.hand_over() {
            assert_ne!(session.viewer(), Some(side), "the table turned before he sat down");
            let missed = session.missed_by(side);
            let all = session.battle().orders().iter().any(|order| order.side == side);
            session.take_seat(side, true);
            assert_eq!(session.viewer(), Some(side));
            if all && missed.moves > 0 {
                assert!(!session.caught_up(), "what he missed is not shown again");
                changes += 1;
                if changes == 2 {
                    return;
                }
            }
            continue;
        }
        if session.ask_for_human().is_none() {
            assert!(session.battle().outcome().is_none(), "the battle is over");
            continue;
        }
        let order = session.candidates()[session.candidates().len() / 2].clone();
        assert!(session.answer_with(order), "{:?}", session.notice());
    }
    panic!("nobody missed anything");
}

/// The record of a battle that was left before its end.
fn left(file: &str, controllers: &[Controller], folder: &Path, orders: usize) -> Journal {
    let scenario = shipped(file);
    let header = Header::new(&scenario, 11, Controller::by_key(&scenario, controllers), None);
    let writer = JournalWriter::begin(folder, &header).expect("the folder can be written");
    let path = writer.path().to_owned();
    let plugins = grapeshot::rulesets::plugin;
    let mut session = Session::begin(&scenario, plugins, 11, controllers.to_vec(), Some(writer), Arc::new(|| {}));
    session.set_speed(Speed::Instant);
    while session.battle().orders().len() < orders {
        wait(&mut session, |session| session.ask_for_human().is_some() || session.battle().orders().len() >= orders);
        if session.battle().orders().len() < orders {
            let order = session.candidates()[0].clone();
            assert!(session.answer_with(order), "{:?}", session.notice());
        }
    }
    drop(session);
    Journal::open(&path).expect("it was just written")
}

/// A battle that is watched again.
fn watched(journal: &Journal) -> Session {
    let battle = replay(journal, None, grapeshot::rulesets::plugin).expect("it is played alike").battle;
    let controllers = Controller::of_sides(battle.scenario(), journal.sides());
    let writer = JournalWriter::branch(journal, battle.orders().len());
    let mut session = Session::over(battle, controllers, Some(writer), Arc::new(|| {}));
    session.set_speed(Speed::Instant);
    session.watch_again();
    session
}

/// Shows a battle that is watched to the end of its record, and looks at it after every order.
fn watch(session: &mut Session, look: impl Fn(&Session)) {
    for step in 0..=session.battle().orders().len() {
        session.seek(step);
        look(session);
    }
    session.skip();
    for _ in 0..100 {
        session.go_on_showing(0.1);
        thread::sleep(Duration::from_millis(1));
    }
    assert!(session.caught_up());
}

#[test]
fn a_battle_that_is_not_over_is_watched_as_its_players_knew_it_and_stays_as_it_is() {
    let (human, computer) = (Controller::Human, Controller::Computer(Level::Random));
    for (controllers, viewer, hidden, own) in [
        ([human, computer], Some(SideId(0)), 0, 8),
        ([computer, human], Some(SideId(1)), 10, 8),
        ([human, human], Some(STRANGER), 0, 8),
    ] {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let journal = left(AMBUSH, &controllers, folder.path(), 6);
        let mut session = watched(&journal);
        session.seek(0);
        assert_eq!((shown(&session, "in_1"), shown(&session, "us_1")), (hidden, own));
        watch(&mut session, |session| {
            assert_eq!(session.viewer(), viewer);
            assert!(session.events().iter().all(|event| event.known_to.includes(viewer)));
        });
        assert!(session.ask_for_human().is_none() && session.hand_over().is_none(), "nobody is asked");
        assert_eq!(session.battle().orders().len(), 6, "nobody has answered");
        // A player who gave both sides to the computer would see all.
        session.set_controller(SideId(0), computer);
        session.set_controller(SideId(1), computer);
        assert_eq!(session.viewer(), viewer);
        session.undo();
        assert_eq!(session.battle().orders().len(), 6);
        drop(session);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no record was begun");
    }
}

#[test]
fn what_is_played_on_from_a_replay_is_a_battle_of_its_own_with_its_own_record() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let journal = left(AMBUSH, &[Controller::Human; 2], folder.path(), 5);
    let before = std::fs::read(&journal.path).unwrap();
    let mut session = watched(&journal);
    watch(&mut session, |_| {});
    session.toggle_pause();
    let side = session.hand_over().expect("the next player sits down before he sees more");
    assert_eq!(session.viewer(), Some(STRANGER));
    session.take_seat(side, false);
    wait(&mut session, |session| session.ask_for_human().is_some());
    let order = session.candidates()[0].clone();
    assert!(session.answer_with(order), "{:?}", session.notice());
    let own = session.journal().expect("it is recorded").path().to_owned();
    assert_ne!(own, journal.path);
    let recorded = replay(&Journal::open(&own).unwrap(), None, grapeshot::rulesets::plugin).unwrap();
    assert_eq!((recorded.battle.checksum(), recorded.diverged), (session.battle().checksum(), None));
    assert_eq!(std::fs::read(&journal.path).unwrap(), before, "what was watched is as it was");
}

#[test]
fn nobody_takes_back_what_another_has_ordered_behind_the_cloth() {
    let mut session = session(vec![Controller::Human, Controller::Human]);
    wait(&mut session, |session| session.ask_for_human().is_some());
    let first = session.ask_for_human().expect("it sets up").side;
    assert!(session.go_on(), "it is ready: {:?}", session.notice());
    assert_eq!(session.can_undo(), Ok(()), "who still sits there takes back his own");
    wait(&mut session, |session| session.ask_for_human().is_some_and(|ask| ask.side != first));
    let given = session.battle().orders().len();
    for _ in 0..2 {
        session.undo();
        assert_eq!(session.battle().orders().len(), given);
        assert!(session.notice().is_some_and(|told| told.contains("another player's")), "{:?}", session.notice());
    }
    session.choose_verb(&VerbId::new("deploy"));
    let own = session.candidates().iter().find(|order| order.verb == VerbId::new("deploy")).cloned();
    if let Some(order) = own {
        assert!(session.answer_with(order), "{:?}", session.notice());
        wait(&mut session, |session| session.ask_for_human().is_some());
        session.undo();
        assert_eq!(session.battle().orders().len(), given, "his own he does");
    }
}

#[test]
fn at_one_table_another_is_asked_before_his_order_is_taken_back() {
    let battle = Battle::new(&duel::scenario(3, 12), 1, duel::plugin);
    let mut session = Session::over(battle, vec![Controller::Human; 2], None, Arc::new(|| {}));
    session.set_speed(Speed::Instant);
    wait(&mut session, |session| session.ask_for_human().is_some());
    let first = session.ask_for_human().expect("a side is asked").side;
    assert!(session.answer_with(Order::new(first, &duel::PASS)));
    wait(&mut session, |session| session.ask_for_human().is_some_and(|ask| ask.side != first));
    session.undo();
    assert_eq!(session.battle().orders().len(), 1);
    let short = &session.battle().view().side_named(first).short;
    assert!(session.notice().is_some_and(|told| told.contains(short.as_str())), "{:?}", session.notice());
    session.undo();
    assert_eq!(session.battle().orders().len(), 0, "they wanted it");
}

#[test]
fn a_unit_is_chosen_moved_turned_and_placed_with_keys_alone() {
    let mut session = session_of("scenarios/horse_and_musket/hold_the_bridge.scenario.ron", vec![Controller::Human; 2]);
    wait(&mut session, |session| session.ask_for_human().is_some());
    session.walk(true);
    let first = session.selection().unit.expect("somebody is chosen");
    session.walk(true);
    assert_ne!(session.selection().unit, Some(first), "the next one is chosen");
    session.walk(false);
    assert_eq!(session.selection().unit, Some(first));
    let anchor = session.placeable(first).expect("it may be placed").anchor;
    assert!(!session.takes_arrows(), "the arrows move the view until something is in hand");
    session.choose_verb(&VerbId::new("deploy"));
    assert!(session.takes_arrows());
    for way in [Vec2::Y, Vec2::NEG_Y, Vec2::X, Vec2::NEG_X] {
        nudge::nudge(&mut session, way, true);
    }
    nudge::turn(&mut session, 1.0, false);
    let order = session.draft().expect("it is in hand").shown().clone();
    assert_eq!(order.heading, Some(Heading((anchor.facing.0 + 15.0).round()).normalized()));
    let Some(Leg::To(at)) = order.path.last() else { panic!("{order:?}") };
    assert!(at.distance(anchor.at) < 0.01, "there and back again: {at} for {}", anchor.at);
    nudge::turn(&mut session, -1.0, false);
    assert!(session.commit(), "{:?}", session.notice());
    assert_eq!(session.battle().orders().len(), 1);
}

/// A lesson at the table: each card waits, is followed, and the next one is laid; another order than a card asks for is
/// not given; going back lays the table as it was when the card before was turned up.
#[test]
fn every_lesson_is_followed_at_the_table() {
    for file in files("lessons", ".scenario.ron") {
        let name = file.display().to_string();
        let scenario = shipped(&name);
        let script = Script::load(&PathBuf::from(name.replace(".scenario.", ".script."))).expect("it is good");
        let script = Arc::new(script);
        let begin = |card: usize| {
            let session = Session::lesson(&scenario, rulesets::plugin, &script, card, Arc::new(|| {}));
            let mut session = session.unwrap_or_else(|problems| panic!("{}", problems.render(false)));
            session.set_speed(Speed::Instant);
            session
        };
        let mut session = begin(1);
        let mut cards = 0;
        while !session.lesson_is_over() {
            wait(&mut session, |session| session.card().is_some() || session.lesson_is_over());
            assert_eq!(session.notice(), None, "{name}");
            if session.lesson_is_over() {
                break;
            }
            let (number, of) = session.card_number();
            cards += 1;
            assert_eq!(number, cards, "{name}: cards come one after the other");
            assert_eq!(begin(number).battle().checksum(), session.battle().checksum(), "{name}: back to card {number}");
            if !session.card_is_read() {
                let before = session.battle().orders().len();
                if !session.go_on() && session.told_by_card().is_some() {
                    assert_eq!(session.battle().orders().len(), before, "{name}, card {number} of {of}");
                }
                // The rules may have refused it first.
                session.clear_notice();
            }
            if session.card_number().0 == number {
                session.show_how();
                if session.has_chosen() {
                    session.turn_card();
                }
            }
            assert_eq!(session.told_by_card(), None, "{name}, card {number} of {of}");
        }
        assert_eq!(cards, session.card_number().1, "{name}");
        assert!(session.at_stake().is_none(), "nothing is lost when a lesson is left");
    }
}
