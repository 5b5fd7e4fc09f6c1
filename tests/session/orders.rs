//! Orders put together: drafted, pointed at, dragged, given, passed.

use super::*;

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
    session.say(reason);
    let order = session.candidates()[0].clone();
    assert!(session.answer_with(order), "{:?}", session.notice());
    assert_eq!(session.notice(), None, "the next order makes it old news");
}

/// FF-11.1, FF-6.1: a leader is taken up where he may ride, whether or not that is worth much, and joins the unit onto which he
/// is dragged; what an order would do agrees with the names of units.
#[test]
fn a_leader_may_be_dragged_and_what_units_do_agrees_with_their_names() {
    let people = vec![Controller::Human, Controller::Human];
    let mut session = session_of("scenarios/fire_and_fury/cooks_mills.scenario.ron", people);
    wait(&mut session, |session| session.ask_for_human().is_some_and(|ask| ask.kind == "leaders"));
    let view = session.battle().view();
    let leader = view.unit(unit_called(&session, "Lieutenant-Colonel Lord Tweeddale")).pieces[0];
    let guns = unit_called(&session, "Royal Artillery six-pounders");
    session.take_up(leader).expect("he may ride");
    assert_eq!(session.draft().expect("he rides").order().verb, VerbId::new("ride"));
    let foot = unit_called(&session, "100th Foot, battalion companies");
    assert!(session.join(foot));
    assert_eq!(session.draft().expect("he still rides").order().target_unit, Some(foot));
    session.drop_draft();
    assert!(session.go_on(), "{:?}", session.notice());
    for verb in ["check", "march"].map(VerbId::new) {
        wait(&mut session, |session| session.ask_for_human().is_some_and(|ask| ask.verbs.contains(&verb)));
        session.select_unit(Some(guns));
        session.choose_verb(&verb);
        if session.commit() {
            continue;
        }
        session.settle(|order| order.path = vec![Leg::March { inches: 4.0, aside: 0.0 }]);
        let plan = session.draft().and_then(|draft| draft.plan()).expect("they may move");
        assert!(plan.summary.starts_with("Royal Artillery six-pounders move 4"), "{}", plan.summary);
    }
}

/// A battle that stands where a unit may do something to a target of which the computer does not think, with both.
fn beyond_the_computer(file: &str, verb: &VerbId) -> (Battle, UnitId, PieceId) {
    let scenario = shipped(file);
    let mut battle = Battle::new(&scenario, 5, rulesets::plugin);
    let mut computers: Vec<_> = scenario.sides.iter().map(|_| commander(Level::Regular, 5)).collect();
    while let Some(ask) = battle.awaiting().asks.first().cloned() {
        let view = battle.view_of(ask.side);
        let offered = battle.rules().candidates(&view, &ask);
        let offered: Vec<&Order> = offered.iter().filter(|order| order.verb == *verb).collect();
        let mut doers: Vec<UnitId> = ask.pieces.iter().map(|piece| view.unit_of(*piece)).chain(ask.unit).collect();
        doers.retain(|_| ask.verbs.contains(verb));
        for doer in doers {
            let men: Vec<PieceId> = view.present(doer).collect();
            let bodies = || men.chunks(men.len()).chain(men.chunks(1));
            let may = |target: PieceId| {
                bodies().any(|body| {
                    let order = Order { unit: ask.unit, ..Order::new(ask.side, verb) };
                    battle.check(&order.pieces(body.to_vec()).target(target)).is_ok()
                })
            };
            let unthought = view.piece_ids().find(|piece| {
                let known = view.knows_piece(*piece) && view.in_play(*piece);
                known && offered.iter().all(|order| order.target != Some(*piece)) && may(*piece)
            });
            if let Some(target) = unthought {
                return (battle, doer, target);
            }
        }
        let decision = computers[ask.side.index()].decide(&battle, &ask);
        battle.submit(decision.order).expect("the computer gives orders that are allowed");
    }
    panic!("the computer thinks of everything in {file}");
}

#[test]
fn every_target_is_shown_that_the_rules_allow_whether_the_computer_thinks_of_it_or_not() {
    let orders = [
        ("scenarios/black_powder/barrosa.scenario.ron", "shoot"),
        ("scenarios/fire_and_fury/cooks_mills.scenario.ron", "charge"),
        ("scenarios/horse_and_musket/foraging_party.scenario.ron", "shoot"),
    ];
    for (file, verb) in orders {
        let verb = VerbId::new(verb);
        let (battle, doer, target) = beyond_the_computer(file, &verb);
        let mut session = Session::over(battle, vec![Controller::Human; 2], None, Arc::new(|| {}));
        session.set_speed(Speed::Instant);
        wait(&mut session, |session| session.ask_for_human().is_some());
        session.select_unit(Some(doer));
        session.choose_verb(&verb);
        let targets = session.draft().expect("it is in hand").targets().to_vec();
        assert!(targets.contains(&target), "{file}: {targets:?} without {target:?}");
        for target in targets {
            session.draft_target(target);
            let draft = session.draft().expect("it is in hand");
            assert!(draft.plan().is_some(), "{file}: {:?}", draft.refusal());
        }
    }
}

#[test]
fn an_order_lets_a_battle_that_was_paused_go_on() {
    let mut session = session(vec![Controller::Human, Controller::Human]);
    wait(&mut session, |session| session.ask_for_human().is_some());
    session.toggle_pause();
    assert!(session.playback().paused());
    let order = session.candidates()[0].clone();
    assert!(session.answer_with(order), "{:?}", session.notice());
    assert!(!session.playback().paused());
}

/// BP-6.1: a unit that is dragged onto an enemy charges him if it may; else it is still to march.
#[test]
fn a_unit_that_is_dragged_onto_an_enemy_charges_him() {
    let controllers = vec![Controller::Computer(Level::Regular), Controller::Human];
    let mut session = session_of("scenarios/black_powder/barrosa.scenario.ron", controllers);
    let alone = |order: &&Order| order.verb == VerbId::new("charge") && order.pieces.len() == 1;
    let charge = (0..80).find_map(|_| {
        wait(&mut session, |session| session.ask_for_human().is_some());
        let charge = session.candidates().iter().find(alone).cloned();
        assert!(charge.is_some() || session.go_on(), "{:?}", session.notice());
        charge
    });
    let charge = charge.expect("the British come near enough");
    let target = charge.target.expect("it names an enemy");
    session.take_up(charge.pieces[0]).expect("it may march");
    let in_hand = session.draft().expect("an order is in hand").order().clone();
    assert!(!session.charge(charge.pieces[0]), "nobody charges himself");
    assert_eq!(session.draft().map(|draft| draft.order()), Some(&in_hand));
    assert!(session.charge(target));
    let draft = session.draft().expect("the charge is in hand");
    assert_eq!((&draft.order().pieces, draft.order().target), (&charge.pieces, Some(target)));
    assert!(session.commit(), "{:?}", session.notice());
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
