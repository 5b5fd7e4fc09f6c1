//! Several players at one table: the cloth, what each of them has seen, who is asked.

use super::*;

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
fn a_secret_question_is_read_by_whom_it_is_for() {
    let session = session(vec![Controller::Human, Controller::Human]);
    assert_eq!(session.hand_over(), Some(BLUE));
    let ask = session.waiting().expect("somebody is asked");
    let short = &session.battle().view().side_named(BLUE).short;
    assert_eq!(ask.question, format!("The {short} decide"));
    assert!(ask.verbs.is_empty());
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
