//! The battle as it was before: what is shown of it, and what is read of its units.

use super::*;

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
