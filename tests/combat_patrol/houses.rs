//! Chapter 14, and the doors, windows and stairs of chapter 5.

use bevy::math::Vec2;
use grapeshot::{
    battle::Intervention,
    events::{BattleEvent, EventKind},
    forces::Value,
    orders::{Leg, Plan},
    rulesets::combat_patrol::{book::marks, state::shot::Manner},
    table::{
        house::{Breach, Breaches, Inside, Wall},
        position::Place,
        terrain::DoorState,
    },
    testing::{BLUE, RED},
};

use super::*;

/// A house of three storeys with a closed door in its south wall, a window of every storey in its west wall, one of the
/// second storey alone in its east wall, and stairs.
fn house(table: TestTable) -> TestTable {
    table
        .building((20.0, 20.0), (32.0, 32.0), &[(26.0, 20.0, DoorState::Closed)], &[(20.0, 26.0)])
        .storeys(3)
        .window(2, 32.0, 26.0)
        .stairs(28.0, 28.0)
}

/// The house with two men in it and an enemy without a weapon to shoot with far away.
fn indoors() -> TestTable {
    house(table())
        .unit("men", BLUE, &[(28.0, 26.0, 90.0), (23.0, 23.0, 90.0)])
        .unit("foe", RED, &[(70.0, 46.0, 270.0)])
        .weapons(&["sword"])
}

/// The battle with all men declared moving on a card.
fn moving(table: TestTable, card: u16) -> TestBattle {
    let mut test = table.acting("men");
    let men = test.pieces("men");
    declare(&mut test, men, card);
    test
}

/// What a way of the first man would be.
fn plan(test: &TestBattle, path: &[Leg]) -> Plan {
    let order = order(test, "move").pieces([test.piece("men", 1)]).path(path);
    test.battle.check(&order).expect("he may go that way")
}

#[track_caller]
fn near(place: Place, x: f32, y: f32, storey: u8) {
    assert!(place.at.distance(Vec2::new(x, y)) < 0.03 && place.floor + 1 == storey, "{place:?}, not ({x}, {y})");
}

/// All go on until the march is over.
fn march(test: &mut TestBattle) -> Vec<BattleEvent> {
    let before = test.battle.log().len();
    test.order(order(test, "march"));
    while test.battle.awaiting().asks.first().is_some_and(|ask| ["react", "resume"].contains(&ask.kind.as_str())) {
        test.go_on();
    }
    test.battle.log().events()[before..].to_vec()
}

/// CP-14.1: a man who walks up to a house stops with his base outside it, and a man who stops just inside a door,
/// before it: nobody stands across a wall, as a scenario may not put him there either.
#[test]
fn nobody_stops_across_a_wall_of_a_house() {
    let outside = house(table())
        .unit("men", BLUE, &[(23.0, 15.0, 90.0), (26.0, 15.0, 90.0)])
        .unit("foe", RED, &[(70.0, 46.0, 270.0)])
        .weapons(&["sword"]);
    let test = moving(outside, 4);
    let at_the_wall = plan(&test, &[to(23.0, 24.0)]).moves[0].clone();
    assert!((19.47..=19.501).contains(&at_the_wall.end.at.y), "{:?}", at_the_wall.end);
    assert!(at_the_wall.stopped.as_deref().is_some_and(|why| why.contains("the wall of")), "{:?}", at_the_wall.stopped);
    let along_it = plan(&test, &[to(23.0, 19.6), to(24.0, 19.6)]).moves[0].clone();
    assert!(along_it.end.at.y <= 19.501, "{:?}", along_it.end);
    let door = |y: f32| {
        let way = order(&test, "move").pieces([test.piece("men", 2)]).path([to(26.0, y)]);
        test.battle.check(&way).expect("he may go that way").moves[0].end.at.y
    };
    assert!((19.4..=19.501).contains(&door(20.3)), "{}", door(20.3));
    assert!((door(20.6) - 20.6).abs() < 0.01, "there is room inside: {}", door(20.6));
}

const UP: Leg = Leg::Climb(2);

/// CP-5.5: a flight of stairs costs the story height, which the scenario may set (`story_height`): of 7 inches 2 lead
/// to the stairs, 3 up them, 2 go on.
#[test]
fn stairs_cost_the_height_of_the_storey() {
    let way = [to(28.0, 28.0), UP, to(28.0, 31.0)];
    let whole = plan(&moving(indoors(), 7), &way);
    near(whole.moves[0].end, 28.0, 30.0, 2);
    assert_eq!(whole.moves[0].cost.total(), 7.0);
    let high = indoors().setting("story_height", Value::Number(4.0));
    near(plan(&moving(high, 7), &way).moves[0].end, 28.0, 29.0, 2);
    // Two flights cost 6.
    near(plan(&moving(indoors(), 2), &[to(28.0, 28.0), Leg::Climb(3), to(28.0, 31.0)]).moves[0].end, 28.0, 28.0, 3);
    // Wounded, all costs are doubled: 4 to the stairs, 6 up, none of 10 left.
    let mut test = moving(indoors(), 4);
    test.mark(test.piece("men", 1), &marks::WOUND, 1);
    near(plan(&test, &way).moves[0].end, 28.0, 28.0, 2);
}

/// CP-5.5: a man who has not enough left for the stairs stays at their foot.
#[test]
fn stairs_must_be_paid_before_they_are_climbed() {
    let stopped = plan(&moving(indoors(), 11), &[to(28.0, 28.0), UP]);
    near(stopped.moves[0].end, 28.0, 28.0, 1);
    let why = "it takes 3.0 inches to climb the stairs, and 1.0 are left";
    assert_eq!(stopped.moves[0].stopped.as_deref(), Some(why));
}

/// CP-5.5, CP-14.1: there are stairs only where the scenario has them, and no storeys above the last; figures climb one
/// by one, and no close order does.
#[test]
fn nobody_climbs_without_stairs() {
    let mut test = moving(indoors(), 7);
    let man = test.piece("men", 1);
    let stopped = |path: &[Leg]| plan(&test, path).moves[0].stopped.clone().expect("he gets no farther");
    assert_eq!(stopped(&[to(28.0, 27.0), UP]), "there are no stairs at that place in the house");
    assert_eq!(stopped(&[to(28.0, 28.0), Leg::Climb(4)]), "the house has no storey 4");
    let both = order(&test, "move").pieces(test.pieces("men")).path([to(28.0, 28.0), UP]);
    assert_eq!(test.refused(both).1, "CP-5.5");
    let cellar = order(&test, "move").pieces([man]).path([to(28.0, 28.0), Leg::Climb(0)]);
    assert_eq!(test.refused(cellar).1, "CP-14.1");
    if CLOSE_ORDER {
        let formed = order(&test, "group").pieces(test.pieces("men")).path([UP]);
        assert!(["CP-5.5", "HM-5.1", "HM-5.6"].contains(&test.refused(formed).1.as_str()));
    }
}

/// CP-5.5: from upstairs nobody leaves by a window, and the door is downstairs; a window of another storey is a wall.
#[test]
fn upper_storeys_are_left_by_the_stairs() {
    let test = moving(indoors().upstairs_of("men", 1, 2), 4);
    let window = plan(&test, &[to(23.0, 26.0), to(15.0, 26.0)]);
    assert!(window.moves[0].end.at.x >= 20.0);
    assert_eq!(window.moves[0].stopped.as_deref(), Some("nobody leaps from an upper storey"));
    let mut test = moving(indoors(), 4);
    let wall = plan(&test, &[to(36.0, 26.0)]);
    assert_eq!(wall.moves[0].stopped.as_deref(), Some("the wall of the house"), "that window is on storey 2");
    // Two inches to the window, two through it, one beyond.
    test.stand(test.piece("men", 1), 22.0, 26.0, 90.0);
    let out = plan(&test, &[to(19.0, 26.0)]).moves[0].clone();
    assert!(out.end.at.x < 20.0, "and this is on every storey: {:?} {:?}", out.end, out.stopped);
}

/// CP-14.1, CP-14.2: a figure inside is at a story and section, which the log tells; inside the rate is 1.
#[test]
fn a_figure_inside_is_on_a_storey_and_in_a_section() {
    let rooms =
        indoors().room("the hall", 1, (20.0, 20.0), (32.0, 32.0)).room("the loft", 2, (20.0, 20.0), (32.0, 32.0));
    let mut test = moving(rooms, 7);
    let man = test.piece("men", 1);
    let whereabouts = |test: &TestBattle| test.battle.view().inside(man);
    assert_eq!(whereabouts(&test), Some(Inside { building: 0, floor: 0, room: Some(0) }));
    let climb = order(&test, "move").pieces([man]).path([to(28.0, 28.0), UP, to(28.0, 30.0)]);
    test.order(climb);
    let events = march(&mut test);
    assert_eq!(whereabouts(&test), Some(Inside { building: 0, floor: 1, room: Some(1) }));
    let told = events.iter().any(|event| event.text.ends_with("to storey 2 of the house, the loft"));
    assert!(told, "{:?}", events.iter().map(|event| &event.text).collect::<Vec<_>>());
    near(test.battle.view().place(man), 28.0, 30.0, 2);
}

/// A man in the house on a storey, and an enemy west of it.
fn watched(x: f32, y: f32, storey: u8) -> TestBattle {
    house(table())
        .unit("men", BLUE, &[(x, y, 180.0)])
        .upstairs(1, storey)
        .unit("foe", RED, &[(12.0, 26.0, 0.0)])
        .battle()
}

/// CP-14.3: a man who is within 1 in of a window of his storey shoots out and is shot at, with cover type h; others
/// inside are neither seen nor shot at.
#[test]
fn who_stands_at_a_window_shoots_out_and_is_shot_at() {
    for storey in [1, 2, 3] {
        let test = watched(20.6, 26.0, storey);
        let (man, foe) = (test.piece("men", 1), test.piece("foe", 1));
        assert!(cp(&test).aim(man, foe, Manner::default()).is_ok(), "storey {storey}");
        assert!(cp(&test).aim(foe, man, Manner::default()).is_ok(), "storey {storey}");
        assert_eq!(cp(&test).cover_from(man, foe).as_deref(), Some("h"));
    }
    for (x, y) in [(24.0, 26.0), (20.6, 30.0)] {
        let test = watched(x, y, 1);
        let (man, foe) = (test.piece("men", 1), test.piece("foe", 1));
        let refusals = [cp(&test).aim(man, foe, Manner::default()), cp(&test).aim(foe, man, Manner::default())];
        for refusal in refusals {
            assert_eq!(refusal.expect_err("he is away from the window").rule.to_string(), "CP-1.8");
        }
    }
}

/// CP-14.3: a window serves its storey only.
#[test]
fn nobody_looks_out_of_the_window_of_another_storey() {
    for (storey, sees) in [(1, false), (2, true), (3, false)] {
        let test = house(table())
            .unit("men", BLUE, &[(31.4, 26.0, 0.0)])
            .upstairs(1, storey)
            .unit("foe", RED, &[(40.0, 26.0, 180.0)])
            .battle();
        assert_eq!(cp(&test).sees(test.piece("men", 1), test.piece("foe", 1)), sees, "storey {storey}");
    }
}

/// CP-14.1: floors part those on different storeys; from room to room of one storey only those at the wall between see
/// each other.
#[test]
fn floors_and_walls_between_rooms_hide() {
    let duel = |storeys: (u8, u8), x: f32| {
        let test = house(table())
            .room("the hall", 1, (20.0, 20.0), (26.0, 32.0))
            .room("the kitchen", 1, (26.0, 20.0), (32.0, 32.0))
            .unit("men", BLUE, &[(x, 23.0, 0.0)])
            .upstairs(1, storeys.0)
            .unit("foe", RED, &[(30.0, 23.0, 180.0)])
            .upstairs(1, storeys.1)
            .battle();
        cp(&test).sees(test.piece("men", 1), test.piece("foe", 1))
    };
    assert!(duel((2, 2), 22.0), "storey 2 is one room");
    assert!(!duel((2, 1), 22.0));
    assert!(!duel((1, 1), 22.0), "in different rooms");
    assert!(duel((1, 1), 24.6), "at the wall between them");
    assert!(duel((1, 1), 27.5), "in one room");
}

/// CP-6.6, CP-14.1: the target area is on the storey of the named figure.
#[test]
fn a_hit_falls_on_the_storey_that_was_aimed_at() {
    let test = house(table())
        .unit("men", BLUE, &[(20.6, 26.0, 180.0), (20.6, 26.6, 180.0), (20.6, 25.4, 180.0)])
        .upstairs(2, 2)
        .unit("foe", RED, &[(12.0, 26.0, 0.0)])
        .battle();
    let men = test.pieces("men");
    assert_eq!(cp(&test).candidates(test.piece("foe", 1), men[1]), [men[1]]);
    assert_eq!(cp(&test).candidates(test.piece("foe", 1), men[0]).len(), 2);
}

/// Attackers west of the house, a defender behind its window.
fn storm(at: &[(f32, f32, f32)]) -> TestTable {
    house(table())
        .unit("men", BLUE, at)
        .weapons(&["sword"])
        .unit("foe", RED, &[(70.0, 46.0, 270.0), (20.6, 26.0, 180.0)])
        .weapons(&["sword"])
}

/// These assault the defender.
fn assault(test: &mut TestBattle, men: &[PieceId], foe: PieceId) -> Vec<BattleEvent> {
    let before = test.battle.log().len();
    test.order(order(test, "assault").pieces(men).target(foe));
    test.order(order(test, "march"));
    while let Some(ask) = test.battle.awaiting().asks.first() {
        let go_on = match ask.kind.as_str() {
            "react" => "hold",
            "act" => "end",
            _ => break,
        };
        test.order(order(test, go_on));
        if test.battle.log().events()[before..].iter().any(|e| matches!(e.kind, EventKind::Fought { .. })) {
            break;
        }
    }
    test.battle.log().events()[before..].to_vec()
}

fn fights(events: &[BattleEvent]) -> Vec<&BattleEvent> {
    events.iter().filter(|event| matches!(event.kind, EventKind::Fought { .. })).collect()
}

/// CP-14.4: contact through a window: the defender has +1 (CP-9.4), the winner may step through (CP-9.7).
#[test]
fn men_fight_through_a_window() {
    let mut test = moving(storm(&[(16.0, 26.0, 0.0), (5.0, 5.0, 0.0)]), 4);
    let (man, foe) = (test.piece("men", 1), test.piece("foe", 2));
    // 6 + 2 against 1 + 2 + 1; the damage wounds.
    test.cards(BLUE, &[6, 7]);
    test.cards(RED, &[8]);
    let events = assault(&mut test, &[man], foe);
    let fought = fights(&events);
    assert_eq!(fought.len(), 1, "{events:#?}");
    let lines: Vec<_> = events.iter().flat_map(|event| event.explained.modifiers()).collect();
    assert!(lines.iter().any(|line| line.label == "defends a position" && line.amount == 1.0));
    assert!(test.battle.view().place(foe).at.x > 21.0, "the loser falls back into the room");
    assert!(test.battle.awaiting().asks[0].kind == "advance");
    let step = order(&test, "advance").number(1.0);
    test.order(step);
    assert!(test.battle.view().place(man).at.x > 20.0, "he steps through the window");
}

/// CP-14.4: one pair for each opening: the second is refused, and others do not come into contact through the wall.
#[test]
fn one_pair_fights_through_an_opening() {
    let mut test = moving(storm(&[(16.0, 26.0, 0.0), (16.0, 28.0, 0.0)]), 4);
    let (men, foe) = (test.pieces("men"), test.piece("foe", 2));
    let both = order(&test, "assault").pieces(men.clone()).target(foe);
    let plan = test.battle.check(&both).expect("one of them may");
    assert_eq!(plan.moves.len(), 1);
    let first = order(&test, "assault").pieces([men[0]]).target(foe);
    test.order(first);
    let second = order(&test, "assault").pieces([men[1]]).target(foe);
    assert_eq!(test.refused(second).1, "CP-14.4");
}

/// CP-14.4: a wall parts those who stand close on both sides of it, and so does a locked door: they are not in contact.
#[test]
fn nobody_fights_through_a_wall() {
    let duel = |table: TestTable| {
        let test = table.unit("men", BLUE, &[(26.0, 19.45, 90.0)]).unit("foe", RED, &[(26.0, 20.45, 270.0)]).battle();
        (cp(&test).in_contact(test.piece("men", 1)), cp(&test).touch(test.piece("foe", 1), test.piece("men", 1)))
    };
    let with = |doors: &[(f32, f32, DoorState)], windows: &[(f32, f32)]| {
        duel(table().building((20.0, 20.0), (32.0, 32.0), doors, windows))
    };
    assert_eq!(with(&[], &[]), (false, false));
    assert_eq!(with(&[(26.0, 20.0, DoorState::Locked)], &[]), (false, false));
    assert_eq!(with(&[(26.0, 20.0, DoorState::Open)], &[]), (true, true));
    assert_eq!(with(&[], &[(26.0, 20.0)]), (true, true));
}

/// CP-14.2, CP-14.4: a man who is upstairs is come at by the stairs.
#[test]
fn the_enemy_upstairs_is_reached_by_the_stairs() {
    let table = house(table())
        .unit("men", BLUE, &[(28.0, 26.0, 90.0), (23.0, 23.0, 90.0)])
        .weapons(&["sword"])
        .unit("foe", RED, &[(70.0, 46.0, 270.0), (28.0, 31.0, 270.0)])
        .upstairs(2, 2)
        .weapons(&["sword"]);
    let mut test = moving(table, 4);
    let (man, foe) = (test.piece("men", 1), test.piece("foe", 2));
    let events = assault(&mut test, &[man], foe);
    assert_eq!(fights(&events).len(), 1);
    assert_eq!(test.battle.view().place(man).floor, 1);
}

/// CP-14.5: a breached stretch of wall of 2 in is a door that costs nothing, and one sees through it.
#[test]
fn a_breach_is_a_door() {
    let table = |x: f32| {
        table()
            .building((20.0, 20.0), (32.0, 32.0), &[], &[])
            .breach(26.0, 20.0)
            .unit("men", BLUE, &[(x, 16.0, 90.0), (5.0, 5.0, 0.0)])
            .unit("foe", RED, &[(70.0, 46.0, 270.0)])
    };
    let test = moving(table(26.9), 7);
    near(plan(&test, &[to(26.9, 30.0)]).moves[0].end, 26.9, 23.0, 1);
    let wall = plan(&moving(table(27.2), 7), &[to(27.2, 30.0)]);
    assert_eq!(wall.moves[0].stopped.as_deref(), Some("the wall of the house"));
}

/// CP-14.5: a wall that is breached in the battle is a door from then on, and a wall again when that is taken back.
#[test]
fn a_wall_is_breached_in_battle() {
    let mut test = moving(
        table()
            .building((20.0, 20.0), (32.0, 32.0), &[], &[])
            .unit("men", BLUE, &[(26.0, 16.0, 90.0), (5.0, 5.0, 0.0)])
            .unit("foe", RED, &[(25.2, 20.6, 270.0)])
            .weapons(&["sword"]),
        7,
    );
    let (man, foe) = (test.piece("men", 1), test.piece("foe", 1));
    assert!(!cp(&test).sees(man, foe));
    let breach = |breaches: &[Breach]| Intervention::Put {
        state: "breaches".into(),
        of: None,
        value: serde_json::to_value(Breaches(breaches.to_vec())).expect("breaches are plain data"),
    };
    let down = Breach { wall: Wall::Building(0), at: Vec2::new(26.0, 20.0), width: 2.0 };
    test.battle.intervene(breach(&[down])).expect("the walls are state of the battle");
    assert!(cp(&test).sees(man, foe));
    assert!(plan(&test, &[to(26.9, 16.0), to(26.9, 30.0)]).moves[0].end.at.y > 20.0);
    test.battle.intervene(breach(&[])).expect("the walls are state of the battle");
    assert!(!cp(&test).sees(man, foe));
    assert!(plan(&test, &[to(26.9, 16.0), to(26.9, 30.0)]).moves[0].end.at.y < 20.0);
}

/// CP-9.9: a door may have an Endurance of its own.
#[test]
fn a_strong_door_takes_more_blows() {
    let table = |endurance: Option<u8>| {
        table()
            .building((20.0, 20.0), (32.0, 32.0), &[(26.0, 20.0, DoorState::Locked)], &[])
            .door_endurance(endurance)
            .unit("men", BLUE, &[(26.0, 19.4, 90.0)])
            .weapons(&["sword"])
            .unit("foe", RED, &[(70.0, 46.0, 270.0)])
    };
    for (endurance, left) in [(None, 2), (Some(4), 4)] {
        let mut test = table(endurance).acting("men");
        test.order(order(&test, "declare"));
        let attack = order(&test, "break").pieces([test.piece("men", 1)]);
        let plan = test.battle.check(&attack).expect("he stands at it");
        assert_eq!(plan.odds[0].then[0].0, format!("the door has {left} Endurance left"));
    }
}

/// CP-14.3: figures sent to man a storey go to its doors and windows, upstairs by the stairs, each to one of his own.
#[test]
fn men_are_sent_to_the_windows() {
    let mut test = moving(indoors(), 4);
    let men = test.pieces("men");
    let down = order(&test, "man").pieces(men.clone()).path([to(26.0, 26.0)]).number(1.0);
    let plan = test.battle.check(&down).expect("they may");
    assert_eq!(plan.moves.len(), 2);
    for planned in &plan.moves {
        let (window, door) = (Vec2::new(20.55, 26.0), Vec2::new(26.0, 20.55));
        let post = planned.end.at;
        assert!(post.distance(window) < 0.05 || post.distance(door) < 0.05, "{post}");
    }
    let up = order(&test, "man").pieces([men[0]]).path([to(26.0, 26.0)]).number(2.0);
    let planned = test.battle.check(&up).expect("he may").moves[0].clone();
    assert_eq!(planned.end.floor, 1);
    assert!(planned.end.facing.0 == 0.0 || planned.end.facing.0 == 180.0, "he looks out");
    test.order(up);
    march(&mut test);
    let view = test.battle.view();
    assert_eq!(view.place(men[0]).floor, 1);
}

/// CP-14.1, CP-14.3: what cannot be manned.
#[test]
fn what_is_no_storey_is_not_manned() {
    let mut test = moving(indoors(), 4);
    let men = test.pieces("men");
    let man = |test: &TestBattle, at: (f32, f32), storey: f32| {
        order(test, "man").pieces(men.clone()).path([to(at.0, at.1)]).number(storey)
    };
    let refused = man(&test, (26.0, 26.0), 4.0);
    assert_eq!(test.refused(refused), ("The house has storeys 1 to 3".into(), "CP-14.1".into()));
    let refused = man(&test, (5.0, 5.0), 1.0);
    assert_eq!(test.refused(refused), ("There is no building at that point".into(), "CP-14.1".into()));
}

/// CP-9.6, CP-11.7: a man who falls back to his edge from upstairs goes by the stairs.
#[test]
fn the_way_from_upstairs_leads_down_the_stairs() {
    let test = indoors().upstairs_of("men", 1, 3).battle();
    let way = cp(&test).way_by_stairs(test.piece("men", 1), Vec2::new(5.0, 5.0), 0);
    let floors: Vec<u8> = way.iter().map(|spot| spot.floor).collect();
    assert_eq!((floors.first(), floors.last()), (Some(&2), Some(&0)));
    let climbs = way.windows(2).find(|pair| pair[0].floor != pair[1].floor).expect("he climbs down");
    assert_eq!(climbs[0].at, Vec2::new(28.0, 28.0));
    assert!(way.len() > 4, "and leaves by a door or window: {way:?}");
}
