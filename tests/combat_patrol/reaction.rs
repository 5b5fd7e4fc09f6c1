//! Chapter 10.

use bevy::math::Vec2;
use grapeshot::{
    events::{BattleEvent, EventKind},
    forces::Value,
    orders::VerbId,
    rulesets::combat_patrol::{book::marks, state::sequence_of_play::FigureAction},
    table::position::Heading,
    testing::{BLUE, RED},
};

use super::*;

/// A blue man about to go north, and red men at these places, all loaded, without leaders' help.
fn road(red: &[(f32, f32, f32)]) -> TestTable {
    table()
        .unit("blue", BLUE, &[(20.0, 10.0, 90.0), (40.0, 4.0, 90.0)])
        .unit("red", RED, red)
        .leader("level", Value::Word("company".into()))
}

/// Sends the first blue man north with a movement card of 6 inches; the events up to the next question.
fn march(test: &mut TestBattle) -> Vec<BattleEvent> {
    let man = test.piece("blue", 1);
    declare(test, vec![man], 1);
    let go = order(test, "move").pieces([man]).path([to(20.0, 30.0)]);
    test.order(go);
    let march = order(test, "march");
    test.order(march)
}

fn asked(test: &TestBattle) -> String {
    test.battle.awaiting().asks.first().map_or(String::new(), |ask| ask.kind.to_string())
}

/// A reaction of a red figure.
fn react(test: &TestBattle, n: usize, choice: &str) -> Order {
    Order::new(RED, &VerbId::new("react")).pieces([test.piece("red", n)]).choice(choice)
}

fn hold() -> Order {
    Order::new(RED, &VerbId::new("hold"))
}

fn y(test: &TestBattle) -> f32 {
    test.battle.view().place(test.piece("blue", 1)).at.y
}

fn reacted(test: &TestBattle, n: usize) -> bool {
    test.battle.view().mark(test.piece("red", n), &marks::REACTED) > 0
}

/// CP-10.1: the pause comes when the mover has gone half its path.
#[test]
fn the_pause_comes_at_half_the_way() {
    let mut test = road(&[(20.0, 25.0, 270.0)]).acting("blue");
    march(&mut test);
    assert_eq!(asked(&test), "react");
    assert!((y(&test) - 13.0).abs() < 0.01, "{}", y(&test));
    test.order(hold());
    assert!((y(&test) - 16.0).abs() < 0.01, "he goes on to the end: {}", y(&test));
}

/// CP-10.1: if no enemy sees the mover at half the way, it comes at the first point where one does; none if none does.
#[test]
fn a_mover_whom_nobody_sees_is_not_stopped() {
    // The house hides him until he is near its corner.
    let partly = road(&[(26.0, 15.5, 180.0)]).building((22.0, 9.0), (24.0, 13.5), &[], &[]);
    let mut test = partly.acting("blue");
    march(&mut test);
    assert_eq!(asked(&test), "react");
    assert!(y(&test) >= 13.0 && y(&test) < 16.0, "{}", y(&test));
    let hidden = road(&[(26.0, 12.0, 180.0)]).building((22.0, 4.0), (24.0, 25.0), &[], &[]);
    let mut test = hidden.acting("blue");
    march(&mut test);
    assert_ne!(asked(&test), "react");
    assert!((y(&test) - 16.0).abs() < 0.01);
}

/// CP-10.1: a man who is stunned, has reacted, or has no mover in his front may not try; to turn, he may have him
/// anywhere.
#[test]
fn who_may_try_a_reaction() {
    let mut test =
        road(&[(20.0, 25.0, 270.0), (22.0, 25.0, 270.0), (24.0, 25.0, 270.0), (18.0, 25.0, 90.0)]).acting("blue");
    test.mark(test.piece("red", 2), &marks::STUN, 1);
    test.mark(test.piece("red", 3), &marks::REACTED, 1);
    march(&mut test);
    let mover = test.piece("blue", 1);
    let shoot = |test: &TestBattle, n| react(test, n, "shoot").target(mover);
    let stunned = shoot(&test, 2);
    assert_eq!(test.refused(stunned).1, "CP-10.1");
    let reacted = shoot(&test, 3);
    assert_eq!(test.refused(reacted).1, "CP-10.4");
    let away = shoot(&test, 4);
    assert_eq!(test.refused(away), ("red.4 sees no mover in its front".into(), "CP-10.1".into()));
    let turn = react(&test, 4, "turn").heading(Heading(270.0));
    test.order(turn);
    let front = shoot(&test, 1);
    test.order(front);
}

/// CP-10.1: all tries are named before a card is drawn; a figure names one.
#[test]
fn all_tries_are_named_before_any_card_is_drawn() {
    let mut test = road(&[(20.0, 25.0, 270.0), (22.0, 25.0, 270.0)]).acting("blue");
    march(&mut test);
    let mover = test.piece("blue", 1);
    let drawn = |events: &[BattleEvent]| events.iter().filter(|e| matches!(e.kind, EventKind::Drew(_))).count();
    for n in [1, 2] {
        let shot = react(&test, n, "shoot").target(mover);
        let events = test.order(shot);
        assert_eq!(drawn(&events), 0);
    }
    let again = react(&test, 1, "shoot").target(mover);
    assert_eq!(test.refused(again).1, "CP-10.2");
    let events = test.order(hold());
    assert!(drawn(&events) >= 2);
}

/// CP-10.2: the chances of Reaction 1 to 6.
#[test]
fn the_chances_of_a_reaction_are_those_of_the_table() {
    let test = road(&[(20.0, 25.0, 270.0)]).battle();
    for (reaction, percent) in [(1, 18.0), (2, 34.0), (3, 50.0), (4, 66.0), (5, 82.0), (6, 100.0)] {
        assert!((cp(&test).reaction_chance(reaction) * 100.0 - percent).abs() < 0.01, "Reaction {reaction}");
    }
}

/// CP-10.2: Reaction 3: card 30 (d6 2) is a success, card 1 (d6 6) a failure; only a success brings the marker.
#[test]
fn a_check_succeeds_at_or_below_reaction() {
    for (card, success) in [(30, true), (7, false), (1, false)] {
        let mut test = road(&[(20.0, 25.0, 270.0)]).acting("blue");
        march(&mut test);
        let shot = react(&test, 1, "shoot").target(test.piece("blue", 1));
        test.order(shot);
        test.cards(RED, &[card, 2]);
        let events = test.order(hold());
        let shots = events.iter().filter(|event| matches!(event.kind, EventKind::Shot { .. })).count();
        assert_eq!((shots, reacted(&test, 1)), (usize::from(success), success), "card {card}");
    }
}

/// CP-10.2: a failure ends his chance against this activation, also at a second pause of it.
#[test]
fn who_failed_does_not_try_again_against_the_same_activation() {
    let mut test = table()
        .unit("blue", BLUE, &[(20.0, 10.0, 90.0), (30.0, 10.0, 90.0)])
        .weapons(&["sword"])
        .leaderless()
        .unit("red", RED, &[(25.0, 20.0, 270.0)])
        .acting("red");
    let unit = test.unit("blue");
    test.mark_unit(unit, &marks::MORALE, 1);
    // Card 31 is F1; pick 25 of two is the first man; 3 inches back. Red fails with card 1.
    test.cards(BLUE, &[31, 1, 11]);
    test.dice(&[1, 6]);
    test.activation_cards(&[12, 0]);
    let end = order(&test, "end");
    test.order(end);
    assert_eq!(asked(&test), "react");
    let shot = react(&test, 1, "shoot").target(test.piece("blue", 1));
    test.order(shot);
    test.cards(RED, &[1]);
    test.order(hold());
    let other = test.piece("blue", 2);
    declare(&mut test, vec![other], 1);
    // Out of command he goes nearer to the middle of his unit.
    let go = order(&test, "move").pieces([other]).path([to(27.0, 12.0)]);
    test.order(go);
    let march = order(&test, "march");
    test.order(march);
    assert_ne!(asked(&test), "react");
    assert!((test.battle.view().place(other).at.y - 12.0).abs() < 0.01);
}

/// CP-10.3: a reaction shot is at a mover, one column harder.
#[test]
fn a_reaction_shot_is_at_a_moving_target() {
    let mut test = road(&[(20.0, 17.0, 270.0), (22.0, 17.0, 270.0)]).acting("blue");
    march(&mut test);
    let mover = test.piece("blue", 1);
    // 3 inches at half the way: short range, Regular 2, moving +1.
    assert_eq!(cp(&test).reaction_shot(test.piece("red", 1), mover).unwrap().holes(), 3);
    let bystander = react(&test, 1, "shoot").target(test.piece("blue", 2));
    assert_eq!(test.refused(bystander), ("A reaction may only shoot at a mover".into(), "CP-10.3".into()));
    let dance = react(&test, 1, "dance").target(mover);
    assert!(test.battle.check(&dance).is_err());
}

/// CP-10.3: he may turn to any facing.
#[test]
fn a_reaction_may_be_to_turn() {
    let mut test = road(&[(20.0, 25.0, 90.0)]).acting("blue");
    march(&mut test);
    let turn = react(&test, 1, "turn").heading(Heading(250.0));
    test.order(turn);
    test.cards(RED, &[30]);
    test.order(hold());
    assert_eq!(test.battle.view().place(test.piece("red", 1)).facing, Heading(250.0));
    assert!(reacted(&test, 1));
}

/// CP-10.3: a step of at most 2 inches into cover; he is asked also if he can do nothing else.
#[test]
fn a_reaction_may_be_a_step_into_cover() {
    let beside = || road(&[(20.0, 25.0, 270.0)]).weapons(&["sword"]).area("brush", (21.3, 20.0), (30.0, 30.0));
    let mut test = beside().acting("blue");
    march(&mut test);
    assert_eq!(asked(&test), "react");
    let step = |test: &TestBattle, x: f32| react(test, 1, "step").path([to(x, 25.0)]);
    let too_far = step(&test, 22.5);
    assert_eq!(test.refused(too_far), ("A step into cover is at most 2 inches".into(), "CP-10.3".into()));
    let open = step(&test, 19.0);
    assert_eq!(test.refused(open), ("A step by reaction must lead into cover".into(), "CP-10.3".into()));
    let into = step(&test, 21.5);
    test.order(into);
    test.cards(RED, &[30]);
    test.order(hold());
    assert!(test.battle.view().place(test.piece("red", 1)).at.distance(Vec2::new(21.5, 25.0)) < 0.01);
}

/// CP-10.3: after a success the mover may shorten his path, but not lengthen it or take another.
#[test]
fn the_mover_may_shorten_his_path_after_a_reaction() {
    let mut test = road(&[(20.0, 25.0, 90.0)]).acting("blue");
    march(&mut test);
    let turn = react(&test, 1, "turn").heading(Heading(270.0));
    test.order(turn);
    test.cards(RED, &[30]);
    test.order(hold());
    assert_eq!(asked(&test), "resume");
    let man = test.piece("blue", 1);
    let longer = order(&test, "shorten").pieces([man]).number(5.0);
    assert_eq!(test.refused(longer).1, "CP-10.3");
    let elsewhere = order(&test, "move").pieces([man]).path([to(30.0, 13.0)]);
    assert!(test.battle.check(&elsewhere).is_err());
    let shorter = order(&test, "shorten").pieces([man]).number(1.0);
    test.order(shorter);
    let on = order(&test, "press_on");
    test.order(on);
    assert!((y(&test) - 14.0).abs() < 0.01, "{}", y(&test));
}

/// CP-2.15, CP-5.2, CP-5.9: a man who is stunned at the pause while he passes through a friend does not go back: he
/// stands at the nearest free place, and counts as moved.
#[test]
fn who_stops_on_a_friend_stands_beside_him_and_not_behind() {
    let mut test = road(&[(20.0, 25.0, 270.0)]).unit("mate", BLUE, &[(20.0, 13.0, 90.0)]).acting("blue");
    march(&mut test);
    let (man, mate) = (test.piece("blue", 1), test.piece("mate", 1));
    assert!((y(&test) - 13.0).abs() < 0.01, "at the pause he is on his mate: {}", y(&test));
    test.mark(man, &marks::STUN, 1);
    let events = test.order(hold());
    let view = test.battle.view();
    assert!(y(&test) >= 12.99, "he does not go back: {}", y(&test));
    assert!(view.outline(man).overlap(&view.outline(mate)) <= 0.02);
    assert!(
        view.place(man).at.distance(Vec2::new(20.0, 13.0)) <= 1.11,
        "no farther than he must: {:?}",
        view.place(man)
    );
    let subject = grapeshot::events::Subject::Piece(man);
    let counts = |event: &&BattleEvent| match &event.kind {
        EventKind::Marked { subject: of, mark, now, .. } => *of == subject && *mark == marks::MOVED && *now == 1,
        _ => false,
    };
    assert_eq!(events.iter().filter(counts).count(), 1, "he moved, so he counts as a moving target");
}

/// CP-2.15: a path is shortened only from where the mover is: he who finds his place taken, and no room before it, does
/// not go back behind the place of the pause.
#[test]
fn who_finds_his_place_taken_goes_no_farther_back_than_the_pause() {
    let mut test = table()
        .unit("blue", BLUE, &[(20.0, 10.0, 90.0), (40.0, 4.0, 90.0), (20.0, 16.0, 90.0)])
        .unit("red", RED, &[(20.0, 25.0, 270.0)])
        .leader("level", Value::Word("company".into()))
        .acting("blue");
    let (man, other) = (test.piece("blue", 1), test.piece("blue", 3));
    declare(&mut test, vec![man, other], 1);
    // They change places: at half the way they meet.
    let moves = [(other, to(20.0, 10.4)), (man, to(20.0, 16.0))];
    for (piece, end) in moves {
        let go = order(&test, "move").pieces([piece]).path([end]);
        test.order(go);
    }
    let march = order(&test, "march");
    test.order(march);
    assert_eq!(asked(&test), "react");
    let paused = (y(&test), test.battle.view().place(other).at.y);
    test.mark(other, &marks::STUN, 1);
    test.mark(man, &marks::STUN, 1);
    test.order(hold());
    let view = test.battle.view();
    assert!(y(&test) >= paused.0 - 0.01, "{} before {paused:?}", y(&test));
    assert!(view.place(other).at.y <= paused.1 + 0.01, "{:?} before {paused:?}", view.place(other));
    assert!(view.outline(man).overlap(&view.outline(other)) <= 0.02);
}

/// CP-5.6: a man wounded by a reaction pays double for the rest of his path: with 3 of 6 inches left he goes 1.5
/// further.
#[test]
fn who_is_wounded_at_the_pause_goes_on_at_half_rate() {
    let mut test = road(&[(20.0, 25.0, 270.0)]).acting("blue");
    march(&mut test);
    let man = test.piece("blue", 1);
    let shot = react(&test, 1, "shoot").target(man);
    test.order(shot);
    // Success, six holes, a wound in the leg.
    test.cards(RED, &[30, 6, 4]);
    test.order(hold());
    assert_eq!(test.battle.view().mark(man, &marks::WOUND), 1);
    assert_eq!(asked(&test), "resume");
    let longer = order(&test, "shorten").pieces([man]).number(1.6);
    assert_eq!(test.refused(longer).1, "CP-10.3", "he can go no more than 1.5 inches");
    let on = order(&test, "press_on");
    test.order(on);
    assert!((y(&test) - 14.5).abs() < 0.02, "{}", y(&test));
}

/// CP-1.6: a mover within a hundredth of an inch of the line between front and rear is in front.
#[test]
fn a_hair_does_not_decide_who_is_behind() {
    for (y, behind) in [(9.996, false), (9.98, true)] {
        let figure = grapeshot::table::position::Place::new(20.0, 10.0, 90.0);
        assert_eq!(
            grapeshot::rulesets::combat_patrol::melee::fight::is_behind(figure, Vec2::new(25.0, y)),
            behind,
            "{y}"
        );
    }
}

/// CP-10.4: one success between two activations of his own; his own activation takes the marker off.
#[test]
fn a_marker_of_a_reaction_comes_off_with_his_own_activation() {
    let mut test = road(&[(20.0, 25.0, 270.0)]).acting("blue");
    test.mark(test.piece("red", 1), &marks::REACTED, 1);
    march(&mut test);
    assert_ne!(asked(&test), "react", "he has reacted since his last activation");
    test.mark(test.piece("red", 1), &marks::REACTED, 1);
    test.act_next(test.unit("red"));
    assert!(!reacted(&test, 1));
    assert_eq!(cp(&test).part(test.piece("red", 1)), FigureAction::Stationary, "it costs nothing");
}

/// CP-10.4: with the setting, who reacted has used the action of his next activation.
#[test]
fn with_the_setting_a_reaction_costs_the_next_action() {
    let mut test = road(&[(20.0, 25.0, 270.0), (22.0, 25.0, 270.0)])
        .setting("reaction_costs_activation", Value::Flag(true))
        .acting("blue");
    // The turn goes on to red without ending: markers come off at the end of a turn.
    test.mark(test.piece("red", 1), &marks::REACTED, 1);
    let red = test.unit("red");
    let mut section = cp(&test).section(red).clone();
    section.die = 2;
    test.put_unit(red, "section", section);
    test.activation_cards(&[1]);
    let end = order(&test, "end");
    test.order(end);
    assert_eq!(cp(&test).part(test.piece("red", 1)), FigureAction::Done);
    assert_eq!(cp(&test).part(test.piece("red", 2)), FigureAction::Stationary);
}

/// CP-10.4: nobody reacts to a reaction.
#[test]
fn there_are_no_reactions_to_reactions() {
    let mut test =
        road(&[(20.0, 25.0, 270.0)]).weapons(&["sword"]).area("brush", (21.3, 20.0), (30.0, 30.0)).acting("blue");
    march(&mut test);
    let into = react(&test, 1, "step").path([to(21.5, 25.0)]);
    test.order(into);
    test.cards(RED, &[30]);
    test.order(hold());
    assert_eq!(asked(&test), "resume", "blue is not asked for a reaction to the step");
}

/// CP-10.5: first all checks, then the shots, then the turns, whatever the order of naming.
#[test]
fn checks_come_first_then_shots_then_turns() {
    let mut test = road(&[(20.0, 25.0, 90.0), (22.0, 20.0, 270.0)]).acting("blue");
    march(&mut test);
    let turn = react(&test, 1, "turn").heading(Heading(270.0));
    test.order(turn);
    let shot = react(&test, 2, "shoot").target(test.piece("blue", 1));
    test.order(shot);
    test.cards(RED, &[30, 30, 2]);
    let events = test.order(hold());
    let turned = events.iter().position(|event| matches!(event.kind, EventKind::Turned { .. })).expect("one turned");
    let fired = events.iter().position(|event| matches!(event.kind, EventKind::Shot { .. })).expect("one fired");
    let checked = events.iter().rposition(|event| event.text.contains("(Reaction ")).expect("both were checked");
    assert!(checked < fired && fired < turned, "{checked} {fired} {turned}");
}

/// CP-10.3: the shots of a unit at a mover by reaction are one line of the log, which tells how many hit.
#[test]
fn the_shots_of_a_unit_by_reaction_are_one_line() {
    let places = [(20.0, 17.0, 270.0), (22.0, 17.0, 270.0), (18.0, 17.0, 270.0)];
    let mut test = road(&places).acting("blue");
    march(&mut test);
    for n in [1, 2, 3] {
        let shot = react(&test, n, "shoot").target(test.piece("blue", 1));
        test.order(shot);
    }
    // Three checks, of which the last fails; a miss and a hit that wounds.
    test.cards(RED, &[30, 30, 1, 3, 6, 2]);
    let events = test.order(hold());
    let lines: Vec<&str> = events.iter().filter(|event| !event.detail).map(|event| event.text.as_str()).collect();
    let fire: Vec<&&str> = lines.iter().filter(|line| line.contains("fire")).collect();
    assert_eq!(fire, [&"RED fires at blue.1 by reaction: 2 shots, 1 hit"], "{lines:?}");
}

/// CP-10.5: a success that has become impossible is lost; its marker stays.
#[test]
fn a_success_without_a_target_is_lost() {
    let mut test = road(&[(20.0, 17.0, 270.0), (22.0, 17.0, 270.0)]).acting("blue");
    march(&mut test);
    for n in [1, 2] {
        let shot = react(&test, n, "shoot").target(test.piece("blue", 1));
        test.order(shot);
    }
    // Two checks, a hit, and out of action.
    test.cards(RED, &[30, 30, 6, 9]);
    let events = test.order(hold());
    assert!(!test.battle.view().in_play(test.piece("blue", 1)));
    let shots = events.iter().filter(|event| matches!(event.kind, EventKind::Shot { .. })).count();
    assert_eq!(shots, 1);
    assert!(events.iter().any(|event| event.rule.to_string() == "CP-10.5"));
}
