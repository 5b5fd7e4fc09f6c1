//! Chapter 7: what rounds do: solid shot, shell and spherical case, walls and roofs.

use grapeshot::{
    events::{BattleEvent, EventKind},
    rulesets::combat_patrol::{
        book::{action_card::Deviation, marks},
        explosives::burst::{Struck, deviated},
        orders::aim::PointOrPiece,
    },
    table::{position::Heading, template::Template},
};

use super::{
    artillery::{at_point, battery, stand_to, the_gun},
    *,
};

/// A gun at (36, 6) that looks north, loaded with a round.
pub(super) fn gun(kind: &str, round: &str) -> TestTable {
    battery(table().size(72.0, 160.0), kind, 36.0, 6.0)
        .word("round", round)
        .setting("spherical_case", Value::List(vec![Value::Word("french".into())]))
}

/// A point as the figures of the rulebook have it, with the gun at (0, 0).
pub(super) fn point(x: f32, y: f32) -> Vec2 {
    Vec2::new(36.0 + x, 6.0 + y)
}

/// Red's men, who look at the gun, where the figures of the rulebook have them.
pub(super) fn red(table: TestTable, key: &str, men: &[(f32, f32)]) -> TestTable {
    let places: Vec<(f32, f32, f32)> = men.iter().map(|(x, y)| (36.0 + x, 6.0 + y, 270.0)).collect();
    table.unit(key, RED, &places)
}

/// Figure 6: two ranks of five.
fn two_ranks(table: TestTable) -> TestTable {
    let men: Vec<(f32, f32)> = [30.0, 31.0].iter().flat_map(|y| (-2..=2).map(|x| (x as f32, *y))).collect();
    red(table, "red", &men)
}

/// The gun is fired at a point with these cards; its events.
pub(super) fn fire(test: &mut TestBattle, x: f32, y: f32, cards: &[u16]) -> Vec<BattleEvent> {
    stand_to(test);
    test.cards(BLUE, cards);
    let at = point(x, y);
    let order = at_point(test, at.x, at.y);
    test.order(order)
}

pub(super) fn out(test: &TestBattle, key: &str) -> Vec<usize> {
    let men = test.pieces(key);
    (1..=men.len()).filter(|n| !test.battle.view().in_play(men[n - 1])).collect()
}

pub(super) fn covered(events: &[BattleEvent]) -> Vec<Template> {
    let templates = events.iter().filter_map(|event| match &event.kind {
        EventKind::Covered { templates, .. } => Some(templates.clone()),
        _ => None,
    });
    templates.flatten().collect()
}

/// HM-7.13: the column is the leader's Accuracy and the band by the gun's table; stunned, he leaves it to the crew.
#[test]
fn a_gun_draws_to_hit_by_its_leaders_accuracy() {
    let elite = gun("gun_6", "canister").leader("accuracy", Value::Word("Elite".into()));
    let mut test = red(elite, "red", &[(0.0, 30.0)]).acting("blue");
    let column = |test: &TestBattle| {
        let at = PointOrPiece::Point(point(0.0, 30.0));
        cp(test).gun_shot(cp(test).gun(the_gun(test)).unwrap(), at, None).unwrap().column.total()
    };
    assert_eq!(column(&test), 2.0, "Elite, medium");
    test.mark(test.piece("blue", 1), &marks::STUN, 1);
    assert_eq!(column(&test), 3.0, "Regular crew, medium");
}

/// HM-7.15, Figure 5: where the red, blue and green rounds come down, and where their tracks pass the rank at 36.
#[test]
fn figure_5_points_of_impact() {
    let test = red(gun("gun_6", "shot"), "red", &[(0.0, 60.0)]).battle();
    for (dev, inches, at, crosses) in [
        (Deviation::LongRight, 3.0, (2.12, 32.12), 2.38),
        (Deviation::ShortLeft, 3.0, (-2.12, 27.88), -2.74),
        (Deviation::Long, 0.0, (0.0, 30.0), 0.0),
    ] {
        let impact = deviated(point(0.0, 0.0), point(0.0, 30.0), dev.parts(inches));
        assert!(impact.distance(point(at.0, at.1)) < 0.01, "{impact}");
        let track = cp(&test).track(the_gun(&test), impact);
        let along = 36.0 / track.from.facing.forward().y;
        assert!((track.from.offset(along, 0.0).x - 36.0 - crosses).abs() < 0.01);
    }
}

/// HM-7.15, Figure 5: the blue round passes over the open-order unit and may hit the close-order unit behind it.
#[test]
fn a_unit_before_the_impact_is_passed_over() {
    let open = red(gun("gun_6", "shot"), "open", &[(0.0, 30.0), (3.0, 30.0)]);
    let close: Vec<(f32, f32)> = (-1..=4).map(|x| (x as f32, 36.0)).collect();
    let test = red(open, "close", &close).battle();
    let crossed = |x: f32, y: f32| {
        let track = cp(&test).track(the_gun(&test), point(x, y));
        cp(&test).crossed_by(&track).into_iter().map(|met| met.man).collect::<Vec<_>>()
    };
    assert_eq!(crossed(2.12, 32.12), [test.piece("close", 4)]);
    assert_eq!(crossed(0.0, 30.0), [test.piece("open", 1), test.piece("close", 2)]);
    assert!(crossed(-2.12, 27.88).is_empty());
}

/// HM-7.16: every solid shot at troops deviates, without a to-hit draw.
#[test]
fn solid_shot_at_troops_always_deviates() {
    let mut test = two_ranks(gun("gun_6", "shot")).acting("blue");
    stand_to(&mut test);
    let at = point(0.0, 30.0);
    let odds = test.battle.check(&at_point(&test, at.x, at.y)).unwrap().odds;
    assert!(odds.iter().all(|odds| !odds.needs.contains("deviates")), "{odds:?}");
    let far = at_point(&test, 36.0, 150.0);
    assert_eq!(test.refused(far).1, "HM-7.12");
}

/// HM-7.17, Figure 6: long 3 and long-right 3 fall beyond both ranks: no damage; short 3 endangers both.
#[test]
fn figure_6_rounds_beyond_and_short() {
    let test = two_ranks(gun("gun_6", "shot")).battle();
    let ranks = |x: f32, y: f32| {
        let track = cp(&test).track(the_gun(&test), point(x, y));
        cp(&test).crossed_by(&track).len()
    };
    assert_eq!(ranks(0.0, 33.0), 0);
    assert_eq!(ranks(2.12, 32.12), 0);
    assert_eq!(ranks(-1.41, 31.41), 2, "inside the unit both ranks check");
    assert_eq!(ranks(0.0, 27.0), 2);
    let track = cp(&test).track(the_gun(&test), point(0.0, 27.0));
    assert!((track.end - 39.0).abs() < 0.01);
}

/// HM-7.17: the track stops at a building, an earth bank that is not the gun's own, and higher ground.
#[test]
fn solid_ground_stops_a_shot() {
    let house = gun("gun_6", "shot").building((30.0, 40.0), (42.0, 44.0), &[], &[]);
    let test = two_ranks(house).battle();
    let end = |test: &TestBattle| cp(test).track(the_gun(test), point(0.0, 27.0)).end;
    assert!((end(&test) - 34.0).abs() < 0.01);
    let bank = gun("gun_6", "shot").obstacle("earthwork", &[(30.0, 7.8), (42.0, 7.8)]);
    let bank = bank.obstacle("earthwork", &[(30.0, 35.0), (42.0, 35.0)]);
    assert!((end(&red(bank, "red", &[(20.0, 30.0)]).battle()) - 29.0).abs() < 0.01);
    let hill = gun("gun_6", "shot").hill((20.0, 38.0), (50.0, 60.0), 1, false);
    assert!((end(&red(hill, "red", &[(20.0, 30.0)]).battle()) - 32.0).abs() < 0.01);
}

/// HM-7.18, Figure 6: the red round: card 9 (large icon) takes the man at x = -1 of the first rank, card 10 of the
/// second.
#[test]
fn figure_6_the_red_round_ploughs_both_ranks() {
    let mut test = two_ranks(gun("gun_6", "shot")).acting("blue");
    let events = fire(&mut test, 0.0, 30.0, &[5, 9, 10]);
    assert_eq!(out(&test, "red"), [2, 7]);
    assert!(matches!(covered(&events)[..], [Template::Strip { .. }]));
    let markers = events.iter().filter_map(|event| match &event.kind {
        EventKind::Marked { mark, now, .. } if *mark == marks::MORALE => Some(*now),
        _ => None,
    });
    assert_eq!(markers.max(), Some(2), "CP-6.11");
}

/// HM-7.18: no hit but "!!" stuns; card 13 shows it without any burst icon.
#[test]
fn the_wind_of_a_shot_stuns() {
    let mut test = two_ranks(gun("gun_6", "shot")).acting("blue");
    fire(&mut test, 0.0, 30.0, &[5, 13, 3]);
    assert!(out(&test, "red").is_empty());
    assert!(cp(&test).stunned(test.piece("red", 2)));
}

/// HM-7.18: an open-order figure is at stake within an inch of the track, and needs the small icon.
#[test]
fn open_order_figures_need_the_small_icon() {
    let men = red(gun("gun_6", "shot"), "red", &[(0.9, 30.0), (-1.2, 32.0)]);
    let mut test = men.acting("blue");
    // Short 3: the track is x = 0. Card 10 shows a medium icon only, which also stuns; then card 2 would hit.
    fire(&mut test, 0.0, 30.0, &[29, 2, 2]);
    assert_eq!(out(&test, "red"), [1]);
}

/// HM-7.18: with enfilade_ranks each man in the track counts as a rank.
#[test]
fn enfilade_takes_man_after_man() {
    let column: Vec<(f32, f32)> = (0..5).map(|n| (0.0, 30.0 + n as f32)).collect();
    let flank = |table: TestTable| {
        let places: Vec<(f32, f32, f32)> = column.iter().map(|(x, y)| (36.0 + x, 6.0 + y, 0.0)).collect();
        table.unit("red", RED, &places)
    };
    let met = |test: &TestBattle| {
        let track = cp(test).track(the_gun(test), point(0.0, 28.0));
        cp(test).crossed_by(&track).len()
    };
    assert_eq!(met(&flank(gun("gun_6", "shot")).battle()), 1);
    let enfilade = gun("gun_6", "shot").setting("enfilade_ranks", Value::Flag(true));
    assert_eq!(met(&flank(enfilade).battle()), 5);
}

/// HM-7.19: a hit on a man behind a wall: a card with the wall among its letters stuns him instead; a fence is nothing.
#[test]
fn walls_stop_solid_shot_but_fences_do_not() {
    for (kind, lost) in [("stone_wall", 0), ("fence", 1)] {
        let wall = gun("gun_6", "shot").obstacle(kind, &[(30.0, 35.2), (42.0, 35.2)]);
        let mut test = red(wall, "red", &[(0.0, 30.0), (10.0, 30.0)]).acting("blue");
        fire(&mut test, 0.0, 30.0, &[29, 2, 2]);
        assert_eq!(out(&test, "red").len(), lost, "{kind}");
        assert_eq!(cp(&test).stunned(test.piece("red", 1)), lost == 0);
    }
}

/// HM-7.19: the scenario says for a single feature whether its cover stops solid shot (`stops_shot`).
#[test]
fn a_feature_may_stop_solid_shot_or_not() {
    for (kind, stops, lost) in [("stone_wall", false, 1), ("fence", true, 0)] {
        let wall = gun("gun_6", "shot").obstacle(kind, &[(30.0, 35.2), (42.0, 35.2)]);
        let wall = wall.terrain(|terrain| terrain.obstacles[0].stops_shot = Some(stops));
        let mut test = red(wall, "red", &[(0.0, 30.0), (10.0, 30.0)]).acting("blue");
        fire(&mut test, 0.0, 30.0, &[29, 2, 2]);
        assert_eq!(out(&test, "red").len(), lost, "{kind}");
    }
    // An area too: men in an abatis of brush that is said to stop shot.
    for (stops, lost) in [(None, 1), (Some(true), 0)] {
        let brush = gun("gun_6", "shot").area("brush", (30.0, 34.0), (42.0, 40.0));
        let brush = brush.terrain(|terrain| terrain.areas[0].ground.stops_shot = stops);
        let mut test = red(brush, "red", &[(0.0, 30.0), (10.0, 30.0)]).acting("blue");
        // Card 1 has brush among its letters.
        fire(&mut test, 0.0, 30.0, &[29, 2, 1]);
        assert_eq!(out(&test, "red").len(), lost, "{stops:?}");
    }
}

fn house(round: &str) -> TestTable {
    let house = gun("gun_6", round).building((30.0, 30.0), (42.0, 36.0), &[], &[]).storeys(2);
    red(house, "red", &[(-2.0, 26.0), (5.0, 29.0)])
}

/// HM-7.20, Figure 7: a 12-inch face of two storeys, aimed at s 6, h 4.5: short-left 3 strikes the ground floor.
#[test]
fn figure_7_a_round_at_the_side_of_a_building() {
    let test = house("shot").battle();
    let aim = PointOrPiece::Point(Vec2::new(36.0, 30.0));
    let shot = cp(&test).gun_shot(cp(&test).gun(the_gun(&test)).unwrap(), aim, Some(2)).unwrap();
    let (face, s, h) = shot.face.unwrap();
    assert_eq!((face.length(), s, h), (12.0, 6.0, 4.5));
    let Struck::Wall { s, h, bounced } = face.struck(s, h, Deviation::ShortLeft.parts(3.0)) else {
        panic!("it misses")
    };
    assert!((s - 3.88).abs() < 0.01 && (h - 2.38).abs() < 0.01 && !bounced);
    assert_eq!(face.struck(6.0, 4.5, Vec2::new(0.0, 2.0)), Struck::Over);
    assert_eq!(face.struck(6.0, 4.5, Vec2::new(7.0, 0.0)), Struck::Beside);
    let storey = at_point(&test, 36.0, 30.0).number(3.0);
    let mut test = house("shot").acting("blue");
    stand_to(&mut test);
    assert_eq!(test.refused(storey).1, "HM-7.20");
}

/// HM-7.20: a round through masonry bursts an inch behind the wall under a medium template, without cover.
#[test]
fn splinters_fly_behind_a_wall() {
    let mut test = house("shot").acting("blue");
    stand_to(&mut test);
    // Card 1 misses, card 9 deviates short-left 3, card 2 (7) goes through 8, card 2 (small icon) hits, card 8 kills.
    test.cards(BLUE, &[1, 9, 2, 2, 8]);
    let order = at_point(&test, 36.0, 30.0).number(2.0);
    let events = test.order(order);
    let templates = covered(&events);
    let [Template::Circle { centre, radius }] = templates[..] else { panic!("{templates:?}") };
    assert!(centre.distance(Vec2::new(33.88, 31.0)) < 0.01 && radius == 2.5, "{centre}");
    assert_eq!(out(&test, "red"), [1]);
}

/// HM-7.20: only those on the storey in which the round goes through the wall are under its splinters.
#[test]
fn splinters_stay_on_their_storey() {
    for (storey, lost) in [(1, vec![1]), (2, vec![])] {
        let mut test = house("shot").upstairs(1, storey).acting("blue");
        stand_to(&mut test);
        // It misses and deviates short-left 3, into the ground floor.
        test.cards(BLUE, &[1, 9, 2, 2, 8]);
        let order = at_point(&test, 36.0, 30.0).number(2.0);
        test.order(order);
        assert_eq!(out(&test, "red"), lost, "storey {storey}");
    }
}

/// HM-7.33: a shell through the roof strikes every man of the top floor, and nobody below.
#[test]
fn a_shell_through_the_roof_strikes_the_top_floor() {
    let table = gun("howitzer", "shell").building((30.0, 76.0), (42.0, 82.0), &[], &[(36.0, 76.0)]).storeys(2);
    let men = red(table, "red", &[(0.0, 70.6), (-5.0, 75.0), (3.0, 74.0)]).upstairs(1, 2).upstairs(2, 2);
    let mut test = men.acting("blue");
    stand_to(&mut test);
    // Card 6 hits the point; card 5 (7) goes through the roof; cards 2 (small icon) and 8 for each man upstairs.
    test.cards(BLUE, &[6, 5, 2, 8, 2, 8]);
    let order = order(&test, "fire").pieces([the_gun(&test)]).target(test.piece("red", 1));
    test.order(order);
    assert_eq!(out(&test, "red"), [1, 2]);
}

/// HM-7.21: a 6-pounder goes through masonry with 50 %, through wood with 70 %; through earth never.
#[test]
fn penetration_is_half_the_weight_of_shot() {
    let test = house("shot").battle();
    let value = cp(&test).gun(the_gun(&test)).unwrap().pounds / 2.0;
    assert!((cp(&test).chance_to_penetrate(value, 8.0) - 0.5).abs() < 1e-4);
    assert!((cp(&test).chance_to_penetrate(value, 6.0) - 0.7).abs() < 1e-4);
    assert_eq!(cp(&test).protection(0), Some(8.0));
}

/// HM-7.22: a round that falls short bounces into the wall at the ground, with 2 less: 1 + 7 is no more than 8.
#[test]
fn a_short_round_bounces_into_the_wall() {
    for (card, text) in [(2, "does not go through"), (4, "it goes through")] {
        let mut test = house("shot").acting("blue");
        stand_to(&mut test);
        test.cards(BLUE, &[1, 29, card]);
        let order = at_point(&test, 36.0, 30.0).number(1.0);
        let events = test.order(order);
        assert!(events.iter().any(|event| event.rule.to_string() == "HM-7.22"));
        assert!(events.iter().any(|event| event.text.contains(text)), "{text}");
    }
}

/// HM-7.29: shell may not be fired under its minimum range, nor beyond its greatest.
#[test]
fn shell_has_a_minimum_range() {
    let mut test = red(gun("howitzer", "shell"), "red", &[(0.0, 70.0)]).acting("blue");
    stand_to(&mut test);
    let near = at_point(&test, 36.0, 65.0);
    assert_eq!(test.refused(near), ("Target closer than minimum range: 59.0 of 60 inches".into(), "HM-7.29".into()));
    let good = at_point(&test, 36.0, 66.0);
    assert_eq!(test.battle.check(&good).unwrap().odds[0].explained.total(), 4.0, "always long range");
}

/// HM-7.30: Regular, needs 4 holes; long-right 3 is 9 inches: 6.36 right, 6.36 long; a medium circle.
#[test]
fn a_missed_shell_deviates_three_times() {
    let mut test = red(gun("howitzer", "shell"), "red", &[(0.0, 70.0)]).acting("blue");
    let events = fire(&mut test, 0.0, 70.0, &[1, 18]);
    let [Template::Circle { centre, radius }] = covered(&events)[..] else { panic!("a shell bursts in a circle") };
    assert!(centre.distance(point(6.36, 76.36)) < 0.02, "{centre}");
    assert_eq!(radius, 2.5);
}

/// HM-7.30: those under a shell are hit by the medium icon, friend and foe, nearest first.
#[test]
fn a_shell_hits_those_under_it() {
    let mut test = red(gun("howitzer", "shell"), "red", &[(0.0, 70.5), (2.0, 71.0), (3.0, 70.0)]).acting("blue");
    // Card 6 hits the point; card 2 (small icon) hits the nearest, card 8 kills; card 3 shows nothing.
    fire(&mut test, 0.0, 70.0, &[6, 2, 8, 3]);
    assert_eq!(out(&test, "red"), [1]);
}

/// HM-7.31: spherical case bursts in the large cone along its flight: (2,5) from the burst is in it, (4,5) is not.
#[test]
fn spherical_case_bursts_in_a_cone() {
    let mut test = red(gun("howitzer", "case"), "red", &[(2.0, 75.0), (4.0, 75.0)]).acting("blue");
    // Card 6 hits the point; card 1 (large icon) hits the first man, card 8 kills.
    let events = fire(&mut test, 0.0, 70.0, &[6, 1, 8]);
    let [Template::Cone { apex, heading, half_angle, length }] = covered(&events)[..] else { panic!("it is a cone") };
    assert!(apex.distance(point(0.0, 70.0)) < 0.01);
    assert!((heading.0 - 90.0).abs() < 0.01 && half_angle == 30.0 && length == 7.0);
    assert_eq!(out(&test, "red"), [1]);
}

/// HM-7.32: those in a building beside the burst have its cover.
#[test]
fn a_building_shelters_from_a_shell_beside_it() {
    let house = gun("howitzer", "shell").building((30.0, 77.0), (42.0, 83.0), &[], &[]);
    let mut test = red(house, "red", &[(0.0, 72.0)]).acting("blue");
    let burst = point(0.0, 70.0);
    let outline = test.battle.view().outline(test.piece("red", 1));
    assert_eq!(cp(&test).cover_from_burst(&outline, burst).map(|cover| cover.code), Some("h".into()));
    // Card 2 hits, and stops at the house.
    fire(&mut test, 0.0, 70.0, &[6, 2, 2]);
    assert!(cp(&test).stunned(test.piece("red", 1)));
}

/// HM-7.33: a shell that comes down on a roof goes through with 7 or more, and attacks all inside without cover.
#[test]
fn a_shell_goes_through_a_roof() {
    for (card, lost) in [(2, vec![1]), (18, vec![])] {
        let house = gun("howitzer", "shell").building((30.0, 78.0), (42.0, 84.0), &[], &[]);
        let mut test = red(house, "red", &[(-4.0, 73.0), (20.0, 70.0)]).acting("blue");
        // Card 1 misses, card 34 deviates long 3: 9 inches, onto the roof; then the roof; card 2 hits, card 8 kills.
        let cards: &[u16] = if card == 2 { &[1, 34, 2, 2, 8] } else { &[1, 34, 18] };
        fire(&mut test, 0.0, 66.0, cards);
        assert_eq!(out(&test, "red"), lost);
    }
}

/// HM-7.12: a loaded gun may fire as a reaction at a mover, by one check of the crew's Reaction.
#[test]
fn a_gun_fires_as_a_reaction() {
    let table = red(gun("gun_6", "canister"), "red", &[(-6.0, 30.0), (0.0, 50.0)]);
    let mut test = table.acting("red");
    let runner = test.piece("red", 1);
    declare(&mut test, [runner], &[10]);
    let go = order(&test, "move").pieces([runner]).path([Leg::To(point(2.0, 30.0))]);
    test.order(go);
    let march = order(&test, "march");
    test.order(march);
    let ask = test.battle.awaiting().asks[0].clone();
    assert_eq!((ask.kind.as_str(), ask.side), ("react", BLUE));
    let gun = the_gun(&test);
    assert!(ask.pieces.contains(&gun), "{:?}", ask.pieces);
    let turn = order(&test, "react").pieces([gun]).choice("turn").heading(Heading(0.0));
    assert_eq!(test.refused(turn).1, "HM-7.12");
    let shoot = order(&test, "react").pieces([gun]).choice("shoot").target(runner);
    test.order(shoot);
    // Card 30 (2) passes the check; card 6 aims; the man at 30 inches is hit by card 6, and card 8 kills.
    test.cards(BLUE, &[30, 6, 6, 8]);
    let hold = order(&test, "hold");
    test.order(hold);
    assert_eq!(out(&test, "red"), [1]);
    assert_eq!(test.battle.view().mark(gun, &marks::OUT_OF_AMMO), 1);
}

/// HM-7.12: the computer fires its gun at the enemy, and loads it again.
#[test]
fn the_computer_serves_its_guns() {
    let mut test = two_ranks(gun("gun_6", "shot")).acting("blue");
    let mut done: Vec<String> = Vec::new();
    for _ in 0..80 {
        let Some(ask) = test.battle.awaiting().asks.first().cloned() else { break };
        let view = test.battle.view();
        let mut orders = test.battle.rules().prospects(&view, &ask);
        orders.sort_by(|a, b| b.1.total().total_cmp(&a.1.total()));
        let best = orders.into_iter().find(|(order, _)| test.battle.check(order).is_ok()).expect("one is allowed");
        done.push(best.0.verb.to_string());
        test.order(best.0);
    }
    for verb in ["fire", "load"] {
        assert!(done.iter().any(|known| known == verb), "no {verb} in {done:?}");
    }
}

/// HM-7.12: the line that says what a gun fires says how many men the round struck, too.
#[test]
fn the_line_of_a_round_says_how_many_it_struck() {
    for near in [2.0, 130.0] {
        let mut test = red(gun("gun_6", "canister"), "red", &[(0.0, near), (1.0, near)]).acting("blue");
        let events = fire(&mut test, 0.0, 20.0, &[]);
        let mut struck: Vec<_> = events
            .iter()
            .filter_map(|event| match event.kind {
                EventKind::Hit { piece, .. } => Some(piece),
                _ => None,
            })
            .collect();
        struck.dedup();
        let fired = events.iter().find(|event| event.text.contains("fires canister")).expect("it fires");
        let expected = match struck.len() {
            0 => "nobody hit".to_owned(),
            1 => "1 man hit".to_owned(),
            men => format!("{men} men hit"),
        };
        assert!(fired.text.ends_with(&expected) && !fired.detail, "{}: {expected}", fired.text);
        assert_eq!(struck.is_empty(), near > 100.0);
    }
}
