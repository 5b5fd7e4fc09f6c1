//! The computer at the table: what it did, what it thought, and what it keeps to itself.

use super::*;

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
