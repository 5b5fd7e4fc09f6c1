//! Chapter 5.

use bevy::math::Vec2;
use grapeshot::{
    events::{BattleEvent, EventKind},
    forces::{Edge, Fate},
    orders::{Plan, PlannedMove},
    rulesets::combat_patrol::book::marks,
    table::{position::Heading, terrain::DoorState},
    testing::{BLUE, RED},
};

use super::*;

/// A man at (20,10), a mate to his left, an enemy in the far corner without a weapon to shoot with.
fn man() -> TestTable {
    table()
        .unit("men", BLUE, &[(20.0, 10.0, 90.0), (9.0, 10.0, 90.0)])
        .unit("foe", RED, &[(70.0, 46.0, 270.0)])
        .weapons(&["sword"])
}

/// The battle with the first man declared moving on a card.
fn moving(table: TestTable, card: u16) -> TestBattle {
    let mut test = table.acting("men");
    let man = test.piece("men", 1);
    declare(&mut test, vec![man], card);
    test
}

/// What a move of the first man to a point would be.
fn plan(test: &TestBattle, x: f32, y: f32) -> PlannedMove {
    let order = order(test, "move").pieces([test.piece("men", 1)]).path([to(x, y)]);
    let plan: Plan = test.battle.check(&order).expect("he may go there");
    plan.moves[0].clone()
}

/// The first man goes to a point.
fn go(test: &mut TestBattle, x: f32, y: f32) -> Vec<BattleEvent> {
    test.order(order(test, "move").pieces([test.piece("men", 1)]).path([to(x, y)]));
    let mut events = test.order(order(test, "march"));
    while test.battle.awaiting().asks.first().is_some_and(|ask| ["react", "resume"].contains(&ask.kind.as_str())) {
        let before = test.battle.log().len();
        test.go_on();
        events.extend(test.battle.log().events()[before..].iter().cloned());
    }
    events
}

fn at(test: &TestBattle) -> Vec2 {
    test.battle.view().place(test.piece("men", 1)).at
}

fn near(a: f32, b: f32) -> bool {
    // A figure that stops before a line, or has just crossed it, stands a hair off.
    (a - b).abs() < 0.03
}

/// CP-5.1: card 7 -> each mover has 7 in in the open; the number is not shared out, and one card is drawn.
#[test]
fn every_mover_has_the_whole_allowance() {
    let mut test = man().acting("men");
    let men = test.pieces("men");
    declare(&mut test, men.clone(), 7);
    for man in men {
        let start = test.battle.view().place(man).at;
        let order = order(&test, "move").pieces([man]).path([to(start.x, start.y + 20.0)]);
        let plan = test.battle.check(&order).expect("he may go");
        assert_eq!(plan.moves[0].allowance, Some(7.0));
        assert!(near(plan.moves[0].end.at.y, 17.0), "{:?}", plan.moves[0].end);
    }
}

/// CP-5.2: a move is a chain of straight stretches, its length that of the path of the base centre; a figure need not
/// use all of its allowance and ends with any facing; who moved gets a Moved marker, who did not gets none.
#[test]
fn a_move_is_a_chain_of_stretches() {
    let mut test = moving(man(), 7);
    let (man, mate) = (test.piece("men", 1), test.piece("men", 2));
    let bent = order(&test, "move").pieces([man]).path([to(20.0, 13.0), to(23.0, 13.0)]).heading(Heading(180.0));
    let cost = test.battle.check(&bent).expect("he may go").moves[0].cost.total();
    assert!(near(cost, 6.0), "{cost}");
    let too_long = order(&test, "move").pieces([man]).path([to(20.0, 13.0), to(30.0, 13.0)]);
    assert!(near(test.battle.check(&too_long).expect("as far as it goes").moves[0].end.at.x, 24.0));
    test.activation_cards(&[5]);
    test.order(bent);
    test.order(order(&test, "march"));
    let view = test.battle.view();
    assert_eq!((view.place(man).at, view.place(man).facing), (Vec2::new(23.0, 13.0), Heading(180.0)));
    assert_eq!([man, mate].map(|piece| view.mark(piece, &marks::MOVED)), [1, 0]);
}

/// CP-5.3: open, road and building floor 1; woods, brush, rough, ploughed or marshy ground, steep slope, stream 1/2; a
/// road inside rough terrain restores rate 1.
#[test]
fn the_ground_sets_the_rate() {
    let box_of = |table: TestTable, kind: &str| table.area(kind, (10.0, 10.0), (30.0, 40.0));
    let reached = |table: TestTable| plan(&moving(table, 7), 20.0, 30.0).end.at.y - 10.0;
    assert!(near(reached(man()), 7.0));
    for kind in ["woods", "brush", "orchard", "crops", "ploughed", "rough", "marsh"] {
        let inches = reached(box_of(man(), kind));
        assert!(near(inches, 3.5), "{kind}: {inches}");
    }
    let inches = reached(man().stream(&[(20.0, 0.0), (20.0, 40.0)], 4.0, false));
    assert!(near(inches, 3.5), "stream: {inches}");
    let inches = reached(man().hill((10.0, 10.0), (30.0, 40.0), 1, true));
    assert!(near(inches, 3.5), "steep slope: {inches}");
    let inches = reached(man().hill((10.0, 10.0), (30.0, 40.0), 1, false));
    assert!(near(inches, 7.0), "gentle slope: {inches}");
    let inches = reached(box_of(man(), "woods").road(&[(20.0, 0.0), (20.0, 40.0)]));
    assert!(near(inches, 7.0), "road through woods: {inches}");
    let inches = reached(man().building((10.0, 5.0), (30.0, 40.0), &[], &[]));
    assert!(near(inches, 7.0), "floor: {inches}");
}

/// CP-5.4: allowance 6, wall 3 in away: 3 + 2 = 5, so 1 in beyond the wall; who has not 2 in left does not cross.
#[test]
fn a_wall_costs_two_inches() {
    let wall = |y: f32| man().obstacle("stone_wall", &[(10.0, y), (30.0, y)]);
    assert!(near(plan(&moving(wall(13.0), 1), 20.0, 30.0).end.at.y, 14.0));
    let stopped = plan(&moving(wall(14.5), 1), 20.0, 30.0);
    assert!(stopped.end.at.y <= 14.5, "4.5 + 2 is more than 6: {:?}", stopped.end);
    for kind in ["fence", "hedge", "ditch", "log_barricade"] {
        let table = man().obstacle(kind, &[(10.0, 13.0), (30.0, 13.0)]);
        assert!(near(plan(&moving(table, 1), 20.0, 30.0).end.at.y, 14.0), "{kind}");
    }
}

/// CP-5.4: height over 2 in is impassable.
#[test]
fn a_high_wall_is_not_climbed() {
    let table = |height: f32| man().obstacle("stone_wall", &[(10.0, 13.0), (30.0, 13.0)]).height(height);
    let stopped = plan(&moving(table(2.1), 4), 20.0, 30.0);
    assert!(stopped.end.at.y <= 13.0);
    assert_eq!(stopped.stopped.as_deref(), Some("the stone wall is too high to climb"));
    assert!(plan(&moving(table(2.0), 4), 20.0, 30.0).end.at.y > 13.0, "2 inches is within the limit");
}

/// CP-5.5: an open door costs 0, a closed one 1 in, a window 2 in; a locked door is not passed, nor is the wall.
#[test]
fn doors_and_windows_are_passed_on_foot() {
    let house = |doors: &[(f32, f32, DoorState)], windows: &[(f32, f32)]| {
        plan(&moving(man().building((15.0, 13.0), (25.0, 23.0), doors, windows), 7), 20.0, 22.0)
    };
    let door = |state| house(&[(20.0, 13.0, state)], &[]);
    assert!(near(door(DoorState::Open).end.at.y, 17.0));
    assert!(near(door(DoorState::Closed).end.at.y, 16.0));
    assert!(near(house(&[], &[(20.0, 13.0)]).end.at.y, 15.0));
    let locked = door(DoorState::Locked);
    assert!(locked.end.at.y <= 13.0);
    assert_eq!(locked.stopped.as_deref(), Some("the door is locked"));
    let wall = house(&[], &[]);
    assert!(wall.end.at.y <= 13.0);
    assert_eq!(wall.stopped.as_deref(), Some("the wall of the house"));
}

/// CP-5.6: card 7, wounded man in the open: 3.5 in; all costs are doubled.
#[test]
fn a_wounded_man_moves_at_half_rate() {
    let reached = |table: TestTable, card| {
        let mut test = moving(table, card);
        test.mark(test.piece("men", 1), &marks::WOUND, 1);
        plan(&test, 20.0, 30.0).end.at.y - 10.0
    };
    assert!(near(reached(man(), 7), 3.5));
    assert!(near(reached(man().area("woods", (10.0, 10.0), (30.0, 40.0)), 7), 1.75));
    // 2 inches to the wall cost 4, the wall another 4, and 2 of 10 are left.
    assert!(near(reached(man().obstacle("stone_wall", &[(10.0, 12.0), (30.0, 12.0)]), 4), 3.0));
}

/// CP-5.7: cards 7 and 4 -> sprinters 11 in, then stunned; the unit's ordinary movers 7 in.
#[test]
fn sprinters_draw_one_card_more_and_are_stunned() {
    let mut test = man().acting("men");
    let men = test.pieces("men");
    test.cards(BLUE, &[7, 9]);
    test.order(order(&test, "declare").pieces(men.clone()).also([men[0]]));
    let far = |man: usize, x: f32| order(&test, "move").pieces([men[man]]).path([to(x, 30.0)]);
    let ends = [far(0, 20.0), far(1, 9.0)].map(|order| test.battle.check(&order).expect("he may go").moves[0].end.at.y);
    assert!(near(ends[0], 21.0) && near(ends[1], 17.0), "{ends:?}");
    let sprint = far(0, 20.0);
    test.order(sprint);
    test.activation_cards(&[5]);
    test.order(order(&test, "march"));
    test.go_on();
    assert_eq!([men[0], men[1]].map(|man| cp(&test).stunned(man)), [true, false]);
}

/// CP-5.7: the announcement stands even if he does not go as far, or not at all: all sprinters get Stun.
#[test]
fn who_called_a_sprint_is_stunned_whatever_he_did() {
    let mut test = man().acting("men");
    let sprinter = test.piece("men", 1);
    test.cards(BLUE, &[7, 9]);
    test.order(order(&test, "declare").pieces([sprinter]).also([sprinter]));
    test.activation_cards(&[5]);
    test.order(order(&test, "end"));
    assert!(cp(&test).stunned(sprinter));
}

/// CP-5.7: calling a sprint after the first card: "Declare before drawing".
#[test]
fn a_sprint_is_declared_before_drawing() {
    let mut test = moving(man(), 7);
    let late = order(&test, "declare").pieces([test.piece("men", 1)]).also([test.piece("men", 1)]);
    let (reason, rule) = test.refused(late);
    assert_eq!(rule, "CP-5.7");
    assert!(reason.starts_with("Declare before drawing"), "{reason}");
}

/// CP-5.7: a sprinter may not shoot; who does not move cannot sprint; a wounded man on foot cannot sprint (CP-7.3), nor
/// can a stunned one.
#[test]
fn what_a_sprinter_may_not_do() {
    let near_foe = || man().unit("near", RED, &[(20.0, 22.0, 270.0)]).weapons(&["sword"]);
    let mut test = near_foe().acting("men");
    let men = test.pieces("men");
    let sitting = order(&test, "declare").pieces([men[1]]).also([men[0]]);
    assert_eq!(test.refused(sitting).1, "CP-5.7");
    test.mark(men[0], &marks::WOUND, 1);
    let wounded = order(&test, "declare").pieces([men[0]]).also([men[0]]);
    assert_eq!(test.refused(wounded).1, "CP-7.3");
    test.mark(men[0], &marks::WOUND, 0);
    test.mark(men[0], &marks::STUN, 1);
    let stunned = order(&test, "declare").pieces([men[0]]).also([men[0]]);
    assert_eq!(test.refused(stunned).1, "CP-7.4");
    test.mark(men[0], &marks::STUN, 0);
    test.cards(BLUE, &[7, 9]);
    test.order(order(&test, "declare").pieces([men[0]]).also([men[0]]));
    go(&mut test, 20.0, 12.0);
    let (reason, rule) = test.refused(order(&test, "shoot").pieces([men[0]]).target(test.piece("near", 1)));
    assert_eq!((rule.as_str(), reason.as_str()), ("CP-5.7", "men.1: a sprinter may not shoot"));
}

/// A man at (20,10) with an enemy straight ahead of him.
fn facing_each_other(gap: f32) -> TestTable {
    man().unit("near", RED, &[(20.0, 11.0 + gap, 270.0)]).weapons(&["sword"])
}

/// CP-5.8: a figure assaults by ending its move touching an enemy; movement stops on contact.
#[test]
fn an_assault_ends_in_contact() {
    let mut test = moving(facing_each_other(5.0), 7);
    let (man, foe) = (test.piece("men", 1), test.piece("near", 1));
    let assault = order(&test, "assault").pieces([man]).target(foe);
    let plan = test.battle.check(&assault).expect("5 inches are within 7");
    assert!(near(plan.moves[0].end.at.y, 15.0), "{:?}", plan.moves[0].end);
    test.order(assault);
    let mut events = test.order(order(&test, "march"));
    while test.battle.awaiting().asks[0].kind == "react" {
        events = test.order(order(&test, "hold"));
    }
    assert!(events.iter().any(|event| matches!(event.kind, EventKind::Fought { .. })), "and they fight");
}

/// CP-5.8: a man who does not reach the enemy does not assault.
#[test]
fn an_assault_that_is_too_far_is_refused() {
    let mut test = moving(facing_each_other(7.5), 7);
    let assault = order(&test, "assault").pieces([test.piece("men", 1)]).target(test.piece("near", 1));
    assert_eq!(test.refused(assault).1, "CP-5.8");
    let friend = order(&test, "assault").pieces([test.piece("men", 1)]).target(test.piece("men", 2));
    assert_eq!(test.refused(friend), ("The target is a friend".to_owned(), "CP-5.8".to_owned()));
}

/// CP-5.8: a figure may not move through an enemy, nor pass within 0.5 in of an unstunned enemy's base except to
/// contact it.
#[test]
fn a_figure_gives_an_enemy_a_wide_berth() {
    let stopped = plan(&moving(facing_each_other(5.0), 7), 20.0, 30.0);
    assert!(near(stopped.end.at.y, 14.5), "{:?}", stopped.end);
    assert!(stopped.stopped.expect("he stops").contains("may not pass within half an inch"));
    for (aside, passes) in [(1.4, false), (1.6, true)] {
        let table = man().unit("near", RED, &[(20.0 + aside, 13.0, 270.0)]).weapons(&["sword"]);
        let end = plan(&moving(table, 7), 20.0, 30.0).end.at.y;
        assert_eq!(near(end, 17.0), passes, "{aside} aside: {end}");
    }
}

/// CP-5.8: a stunned enemy is passed closely, but touched only by an assault, and never walked through.
#[test]
fn a_stunned_enemy_may_be_passed() {
    let mut test = moving(man().unit("near", RED, &[(21.2, 13.0, 270.0)]).weapons(&["sword"]), 7);
    test.mark(test.piece("near", 1), &marks::STUN, 1);
    assert!(near(plan(&test, 20.0, 30.0).end.at.y, 17.0));
    let mut test = moving(facing_each_other(3.0), 7);
    test.mark(test.piece("near", 1), &marks::STUN, 1);
    go(&mut test, 20.0, 30.0);
    let gap = test.battle.view().gap(test.piece("men", 1), test.piece("near", 1));
    assert!((0.05..0.5).contains(&gap), "{gap}");
    assert!(!cp(&test).in_contact(test.piece("men", 1)));
}

/// CP-5.9: figures may pass through friends but not end on them.
#[test]
fn friends_are_passed_through() {
    let friend = |y: f32| man().unit("friend", BLUE, &[(20.0, y, 90.0)]);
    assert!(near(plan(&moving(friend(13.0), 7), 20.0, 30.0).end.at.y, 17.0));
    let short = plan(&moving(friend(17.0), 7), 20.0, 30.0);
    assert!(near(short.end.at.y, 16.0), "{:?}", short.end);
    assert_eq!(short.stopped.as_deref(), Some("the place is taken by another base"));
}

/// CP-5.9: leaving the table is allowed only over an edge the scenario opens; the figure is out of the game.
#[test]
fn the_table_is_left_only_over_an_open_edge() {
    for open in [false, true] {
        let mut table = man();
        if open {
            table = table.exit(BLUE, Edge::South);
        }
        let mut test = table.acting("men");
        let man = test.piece("men", 1);
        test.stand(man, 20.0, 4.0, 270.0);
        declare(&mut test, vec![man], 7);
        test.activation_cards(&[5]);
        go(&mut test, 20.0, 0.0);
        let fate = test.battle.view().fate(man);
        assert_eq!(fate, if open { Fate::Exited } else { Fate::InPlay });
        assert!(open || at(&test).y >= 0.0);
    }
}

/// CP-5.11: cliffs and deep water are not entered on foot; at a ford or on a bridge the stream is crossed.
#[test]
fn impassable_ground_is_not_entered() {
    let cliff = plan(&moving(man().area("cliff", (10.0, 13.0), (30.0, 20.0)), 7), 20.0, 30.0);
    assert!(cliff.end.at.y <= 13.0);
    assert_eq!(cliff.stopped.as_deref(), Some("impassable ground cannot be entered"));
    let river = || man().stream(&[(0.0, 14.0), (40.0, 14.0)], 2.0, true);
    let deep = plan(&moving(river(), 7), 20.0, 30.0);
    assert!(deep.end.at.y <= 13.0);
    assert_eq!(deep.stopped.as_deref(), Some("deep water cannot be entered"));
    let bridge = plan(&moving(river().bridge((18.0, 12.0), (22.0, 16.0)), 7), 20.0, 30.0);
    assert!(near(bridge.end.at.y, 17.0), "{:?}", bridge.end);
}

/// CP-5.11: a man who stands before impassable ground does not set out into it.
#[test]
fn nobody_sets_out_into_what_he_cannot_enter() {
    let mut test = moving(man().area("cliff", (10.0, 10.0), (30.0, 20.0)), 7);
    let into = order(&test, "move").pieces([test.piece("men", 1)]).path([to(20.0, 15.0)]);
    let (reason, rule) = test.refused(into);
    assert!(reason.contains("impassable ground cannot be entered"), "{reason}");
    assert_eq!(rule, "CP-5.2");
}
