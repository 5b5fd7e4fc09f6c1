//! Chapter 6: where charges, halts and evasions end, and what the log says of it.

use super::*;
use grapeshot::{
    forces::Value,
    rulesets::{black_powder::book::values::Formation, shared::formed::contacts},
    table::{footprint::Outline, position::Heading},
};

/// A blue unit at (60,20) facing north and a red one this many inches before it, facing it.
fn facing(kind: &str, formation: &str, foe: &str, foe_formation: &str, gap: f32) -> TestTable {
    table().blue("one", kind, formation, (60.0, 20.0, 90.0)).red("foe", foe, foe_formation, (60.0, 20.0 + gap, 270.0))
}

/// Where a unit was last moved to before the first event of a kind.
fn place_before(test: &TestBattle, events: &[BattleEvent], key: &str, is: impl Fn(&EventKind) -> bool) -> Outline {
    let upto = events.iter().position(|event| is(&event.kind)).expect("it happens");
    let own = test.piece(key, 1);
    let end = events[..upto].iter().rev().find_map(|event| match &event.kind {
        EventKind::Moved { piece, end, .. } if *piece == own => Some(*end),
        _ => None,
    });
    Outline { footprint: bp(test).outline(test.unit(key)).footprint, place: end.expect("it has moved") }
}

fn shot(kind: &EventKind) -> bool {
    matches!(kind, EventKind::Shot { .. })
}

/// BP-6.4, BP-6.6: closing fire happens with the charger one inch away from the target, at whatever angle it comes.
#[test]
fn closing_fire_is_given_at_one_inch() {
    for heading in [270.0, 255.0, 240.0, 225.0] {
        for (kind, formation) in [("acw_infantry", "line"), ("line_infantry", "attack_column"), ("dragoons", "line")] {
            let mut test = table()
                .blue("one", kind, formation, (60.0, 20.0, 90.0))
                .red("foe", "acw_infantry", "line", (68.0, 32.0, heading))
                .battle();
            charge(&mut test, &["one"], "foe", &[1, 1]);
            force(&mut test, &dice::SHOTS, &[1, 1, 1]);
            let events = respond(&mut test, "closing_fire");
            let gap = place_before(&test, &events, "one", shot).gap(&bp(&test).outline(test.unit("foe")));
            assert!((gap - 1.0).abs() < 0.02, "{kind}, {heading}: {gap}\n{}", texts(&events));
            assert!(in_combat(&test, "one"), "{}", texts(&events));
        }
    }
}

/// BP-6.4: a charger that begins within an inch receives closing fire where it is, and another enemy nearby does not
/// keep it farther off.
#[test]
fn closing_fire_is_given_at_one_inch_beside_another_enemy() {
    let mut test = facing("line_infantry", "attack_column", "acw_infantry", "line", 10.0)
        .red("beside", "acw_infantry", "line", (69.2, 29.4, 270.0))
        .red("beyond", "acw_infantry", "line", (50.8, 29.4, 270.0))
        .battle();
    charge(&mut test, &["one"], "foe", &[1, 1]);
    force(&mut test, &dice::SHOTS, &[1, 1, 1]);
    let events = respond(&mut test, "closing_fire");
    near_point(place_before(&test, &events, "one", shot).place.at, 60.0, 29.0 - 1.75);
    let mut test = facing("line_infantry", "line", "acw_infantry", "line", 0.7).battle();
    charge(&mut test, &["one"], "foe", &[1, 1]);
    force(&mut test, &dice::SHOTS, &[1, 1, 1]);
    let events = respond(&mut test, "closing_fire");
    let upto = events.iter().position(|event| shot(&event.kind)).expect("it shoots");
    assert!(!events[..upto].iter().any(|event| matches!(event.kind, EventKind::Moved { .. })), "{}", texts(&events));
    assert!(in_combat(&test, "one"));
}

/// BP-6.4, BP-6.6: a charger that cannot halt an inch away, as its own skirmishers stand there, receives closing fire
/// where it stops.
#[test]
fn closing_fire_is_given_at_a_charger_that_is_stopped_on_its_way() {
    let table = facing("line_infantry", "attack_column", "acw_infantry", "line", 10.0);
    let mut test = table.blue("screen", "french_light", "skirmish", (60.0, 26.3, 90.0)).battle();
    charge(&mut test, &["one"], "foe", &[1, 1]);
    force(&mut test, &dice::SHOTS, &[1, 1, 1]);
    let events = respond(&mut test, "closing_fire");
    assert!(texts(&events).contains("it stops: SCREEN stands there"), "{}", texts(&events));
    assert!(events.iter().any(|event| shot(&event.kind)), "{}", texts(&events));
}

/// BP-6.9: cavalry halts three inches from the target, at whatever angle it comes.
#[test]
fn cavalry_halts_three_inches_from_a_square() {
    for heading in [270.0, 240.0, 225.0] {
        let mut test = table()
            .blue("one", "dragoons", "line", (60.0, 20.0, 90.0))
            .red("foe", "line_infantry", "line", (66.0, 36.0, heading))
            .battle();
        let before = bp(&test).outline(test.unit("foe"));
        force(&mut test, &dice::SQUARES, &[3, 4]);
        let events = charge(&mut test, &["one"], "foe", &[1, 1]);
        let gap = bp(&test).outline(test.unit("one")).gap(&before);
        assert!((gap - 3.0).abs() < 0.02, "{heading}: {gap}\n{}", texts(&events));
    }
}

/// BP-5.7: closing fire at a charger whose front has passed a wall gives no cover for that wall; one that the charger
/// has still before it does.
#[test]
fn a_wall_that_a_charger_has_passed_gives_no_cover() {
    let saves = |wall: f32, kind: &str, formation: &str| {
        let mut test = facing(kind, formation, "acw_infantry", "line", 14.0)
            .obstacle("stone_wall", &[(40.0, wall), (80.0, wall)])
            .battle();
        charge(&mut test, &["one"], "foe", &[1, 1]);
        let answer = order(&test, &verbs::RESPOND).choice("closing_fire");
        let told = test.battle.check(&answer).expect("it may fire").odds[0].needs.clone();
        force(&mut test, &dice::SHOTS, &[5, 1, 1]);
        force(&mut test, &dice::SAVES, &[6]);
        let events = respond(&mut test, "closing_fire");
        let save = events.iter().find(|event| event.rule.0 == "BP-5.7").expect("it saves").text.clone();
        let score = save.split(" on ").nth(1).expect("it says the score")[..2].to_owned();
        assert!(told.contains(&format!("saved on {score}")), "what is shown is what happens: {told}; {save}");
        score
    };
    // The front stops at 33.
    assert_eq!(saves(32.2, "line_infantry", "attack_column"), "3+", "the centre has not passed it");
    assert_eq!(saves(32.8, "acw_infantry", "line"), "4+");
    assert_eq!(saves(33.5, "acw_infantry", "line"), "3+", "it has the wall before it");
    assert_eq!(saves(26.0, "acw_infantry", "line"), "4+", "far behind it");
}

/// BP-5.7: hand to hand the cover of who is charged behind its wall counts, however near the charger's centre has come.
#[test]
fn a_wall_covers_who_is_charged_behind_it() {
    for (kind, formation) in [("acw_infantry", "line"), ("line_infantry", "attack_column")] {
        for behind in [0.0, 0.3, 0.9] {
            let mut test = facing(kind, formation, "acw_infantry", "line", 10.0)
                .obstacle("stone_wall", &[(40.0, 30.0 - behind), (80.0, 30.0 - behind)])
                .battle();
            charge(&mut test, &["one"], "foe", &[1, 1]);
            respond(&mut test, "hold");
            assert!(in_combat(&test, "one"));
            let (one, foe) = (test.unit("one"), test.unit("foe"));
            assert_eq!(bp(&test).save_from::<i32>(foe, one).needed(), 3, "{kind}, the wall {behind} before it");
        }
    }
}

/// BP-6.10, BP-6.1: a target that turns to face may bring its front out of reach: the charger goes its full distance.
#[test]
fn a_target_that_turns_away_from_a_charge_does_not_cancel_it() {
    let mut test = table()
        .blue("one", "line_infantry", "attack_column", (87.5, 36.75, 180.0))
        .red("foe", "line_infantry", "line", (60.0, 36.0, 270.0))
        .battle();
    beside(&mut test, "one");
    // The flank is 23 inches away and the front, once it has turned, 26.75.
    charge(&mut test, &["one"], "foe", &[3, 4]);
    let events = respond(&mut test, "turn_to_face");
    assert!(!in_combat(&test, "one"));
    near_point(front(&test, "one"), 63.5, 36.75);
    let said = texts(&events);
    assert!(said.contains("ONE does not reach FOE: it takes 26.8\u{2033} of 24.0\u{2033}"), "{said}");
    assert!(!said.contains("no room"), "{said}");
}

/// BP-6.3, BP-6.10: after the target has turned the charger strikes the next face if it has no place on the front.
#[test]
fn a_charger_strikes_the_next_face_that_it_can_reach() {
    let mut test = table()
        .blue("one", "dragoons", "line", (80.0, 46.0, 225.0))
        .blue("two", "acw_infantry", "attack_column", (54.0, 36.0, 90.0))
        .blue("three", "acw_infantry", "attack_column", (58.5, 36.0, 90.0))
        .red("foe", "acw_infantry", "line", (60.0, 36.0, 270.0))
        .battle();
    // Two units strike its front already: there is no place for a third.
    touch(&mut test, "two", "foe", Face::Front);
    touch(&mut test, "three", "foe", Face::Front);
    let (one, foe) = (test.unit("one"), test.unit("foe"));
    let way = bp(&test).strike_way(one, foe, Face::Front, 60.0).expect("a flank is free").way;
    assert!(matches!(way.face, Face::Left | Face::Right), "{:?}", way.face);
    let short = bp(&test).strike_way(one, foe, Face::Front, 10.0).expect_err("it is out of reach");
    assert!(short.why.contains("front"), "{}", short.why);
}

/// BP-6.2, BP-6.3: a charge is refused when no face can be reached: enemies an inch before the target would be struck
/// first.
#[test]
fn a_charge_without_a_way_to_any_face_is_refused() {
    let mut test = facing("dragoons", "line", "acw_infantry", "attack_column", 14.0)
        .red("left", "acw_infantry", "attack_column", (55.9, 33.0, 270.0))
        .red("right", "acw_infantry", "attack_column", (64.1, 33.0, 270.0))
        .red("behind_left", "acw_infantry", "attack_column", (55.9, 36.6, 270.0))
        .red("behind_right", "acw_infantry", "attack_column", (64.1, 36.6, 270.0))
        .battle();
    until(&mut test, "command");
    let into = told(&test, &CHARGE, &["one"]).target(test.piece("foe", 1));
    let way = bp(&test).strike_way(test.unit("one"), test.unit("foe"), Face::Front, 60.0);
    assert!(way.is_err(), "{way:?}");
    let (reason, rule) = test.refused(into);
    assert_eq!(rule, "BP-6.3", "{reason}");
    assert!(reason.contains("no way leads"), "{reason}");
}

/// BP-6.13: two lines that charge together share the face: the first makes room for the second.
#[test]
fn two_lines_share_a_face() {
    let mut test = table()
        .blue("one", "acw_infantry", "line", (57.5, 20.0, 90.0))
        .blue("two", "acw_infantry", "line", (66.5, 19.0, 90.0))
        .red("foe", "acw_infantry", "line", (62.0, 28.0, 270.0))
        .battle();
    beside(&mut test, "one");
    charge(&mut test, &["one", "two"], "foe", &[1, 1]);
    let events = respond(&mut test, "hold");
    assert!(in_combat(&test, "one") && in_combat(&test, "two"), "{}", texts(&events));
    for key in ["one", "two"] {
        let shared = contacts::shared(&bp(&test).outline(test.unit(key)), &bp(&test).outline(test.unit("foe")));
        assert!(shared >= 0.5, "{key} touches with {shared}\n{}", texts(&events));
    }
}

/// BP-6.13: a charger that has struck a second enemy makes room only as far as it keeps contact with both.
#[test]
fn a_charger_keeps_its_second_enemy_when_it_makes_room() {
    let mut test = table()
        .blue("one", "acw_infantry", "line", (61.0, 20.0, 90.0))
        .blue("two", "acw_infantry", "attack_column", (69.0, 18.0, 90.0))
        .red("foe", "acw_infantry", "attack_column", (60.0, 28.0, 270.0))
        .red("other", "acw_infantry", "attack_column", (64.8, 28.0, 270.0))
        .battle();
    beside(&mut test, "one");
    charge(&mut test, &["one", "two"], "foe", &[1, 1]);
    let events = respond(&mut test, "hold");
    let bp = bp(&test);
    let one = test.unit("one");
    assert_eq!(bp.fighting(one).len(), 2, "{}", texts(&events));
    for enemy in bp.fighting(one) {
        let shared = contacts::shared(&bp.outline(one), &bp.outline(enemy));
        assert!(shared >= 0.5, "{} is touched with {shared}\n{}", bp.name(enemy), texts(&events));
    }
}

/// BP-6.1: the log says why a charge falls short, and why a charger stays where it is.
#[test]
fn a_charge_that_falls_short_says_why() {
    let mut test = facing("line_infantry", "line", "line_infantry", "line", 20.0).battle();
    beside(&mut test, "one");
    let events = charge(&mut test, &["one"], "foe", &[4, 4]);
    assert!(
        texts(&events).contains("ONE does not reach FOE: it takes 20.0\u{2033} of 12.0\u{2033}"),
        "{}",
        texts(&events)
    );
    let mut test = facing("line_infantry", "line", "acw_infantry", "line", 14.0)
        .blue("friend", "line_infantry", "line", (60.0, 21.51, 90.0))
        .battle();
    let blue = test.piece("blue", 1);
    test.stand(blue, 60.0, 15.0, 90.0);
    force(&mut test, &dice::BLUNDERS, &[5]);
    until(&mut test, "command");
    let march = told(&test, &MARCH, &["one"]).path([to(60.0, 10.0)]);
    let events = commanded(&mut test, march, &[6, 6]);
    assert!(texts(&events).contains("ONE stays where it is: FRIEND is in the way"), "{}", texts(&events));
}

/// BP-6.8: an evader ends facing as its player chose, also where the edge of the table, ground or units cut its move.
#[test]
fn an_evader_faces_as_its_player_chose_wherever_it_stops() {
    type Added = fn(TestTable) -> TestTable;
    let cut: [(&str, f32, Added); 4] = [
        ("the edge of the table", 32.0, |table| table),
        ("a river", 0.0, |table| table.stream(&[(0.0, 40.0), (120.0, 40.0)], 2.0, true)),
        ("a friend", 0.0, |table| table.red("friend", "acw_infantry", "line", (60.0, 40.0, 270.0))),
        ("an enemy", 0.0, |table| table.blue("enemy", "acw_infantry", "line", (60.0, 40.0, 90.0))),
    ];
    for (what, up, add) in cut {
        for (answer, heading) in [("evade", 90.0), ("evade_facing", 270.0)] {
            let base = table().blue("one", "acw_infantry", "line", (60.0, 20.0 + up, 90.0)).red(
                "foe",
                "horse_battery",
                "limbered",
                (60.0, 28.0 + up, 270.0),
            );
            let mut test = add(base).battle();
            beside(&mut test, "one");
            charge(&mut test, &["one"], "foe", &[3, 4]);
            let events = respond(&mut test, answer);
            let now = bp(&test).outline(test.unit("foe")).place;
            assert!(now.facing.angle_to(Heading(heading)) < 0.5, "{what}, {answer}: {now:?}\n{}", texts(&events));
        }
    }
}

/// BP-6.8: an evader without room to turn at once goes straight away all the same, and faces as chosen at the end.
#[test]
fn an_evader_turns_when_it_has_room() {
    for (answer, heading) in [("evade", 45.0), ("evade_facing", 225.0)] {
        let mut test = table()
            .blue("one", "acw_infantry", "attack_column", (50.0, 18.0, 45.0))
            .red("foe", "french_light", "skirmish", (60.0, 28.0, 270.0))
            .red("left", "acw_infantry", "line", (70.6, 28.0, 270.0))
            .red("right", "acw_infantry", "line", (49.4, 28.0, 270.0))
            .battle();
        beside(&mut test, "one");
        charge(&mut test, &["one"], "foe", &[3, 3]);
        let events = respond(&mut test, answer);
        let now = bp(&test).outline(test.unit("foe")).place;
        assert!(now.facing.angle_to(Heading(heading)) < 3.0, "{answer}: {now:?}\n{}", texts(&events));
        assert!(now.at.y > 31.0, "it goes away: {now:?}\n{}", texts(&events));
    }
}

/// BP-6.9: a square that was disordered before says that it still is.
#[test]
fn a_disordered_square_is_still_disordered() {
    let mut test = facing("dragoons", "line", "line_infantry", "line", 20.0).battle();
    disorder(&mut test, "foe");
    force(&mut test, &dice::SQUARES, &[3, 4]);
    let events = charge(&mut test, &["one"], "foe", &[1, 1]);
    assert!(texts(&events).contains("FOE forms square: 7, square, still disordered"), "{}", texts(&events));
}

/// BP-5.9: unsaved hits above stamina are named, also on a unit that was at its stamina before.
#[test]
fn hits_above_stamina_are_named() {
    for (before, excess) in [(3, 2), (2, 1)] {
        let mut test = facing("line_infantry", "line", "line_infantry", "line", 15.0).battle();
        hurt(&mut test, "foe", before);
        until(&mut test, "shooting");
        force(&mut test, &dice::SHOTS, &[5, 5, 1]);
        force(&mut test, &dice::SAVES, &[1, 1]);
        force(&mut test, &dice::TESTS, &[6, 6]);
        let order = told(&test, &verbs::SHOOT, &["one"]).target(test.piece("foe", 1));
        let events = test.order(order);
        let said = format!("FOE: {excess} above its stamina of 3");
        assert!(texts(&events).contains(&said), "{}", texts(&events));
    }
}

/// BP-3.2: the log tells what a turn costs and where the unit faces then.
#[test]
fn the_log_tells_what_a_turn_costs() {
    let mut test = table()
        .blue("one", "line_infantry", "line", (60.0, 20.0, 90.0))
        .red("far", "line_infantry", "line", (110.0, 65.0, 270.0))
        .setting("scale", Value::Number(1.0))
        .battle();
    beside(&mut test, "one");
    until(&mut test, "command");
    let wheel = told(&test, &MARCH, &["one"]).path([Leg::Wheel { about: None, degrees: 45.0 }]);
    commanded(&mut test, wheel, &[3, 4]);
    let events = test.order(order(&test, &verbs::GO));
    let said = texts(&events);
    assert!(
        said.contains("ONE turns 45\u{b0} to the left and faces north-west: 3.6\u{2033} of 12.0\u{2033}"),
        "{said}"
    );
    assert_eq!(bp(&test).formation(test.unit("one")), Formation::Line);
    let mut test = table()
        .blue("one", "line_infantry", "line", (60.0, 20.0, 90.0))
        .red("far", "line_infantry", "line", (110.0, 65.0, 270.0))
        .battle();
    beside(&mut test, "one");
    until(&mut test, "command");
    let go = told(&test, &MARCH, &["one"]).path([ahead(30.0)]);
    commanded(&mut test, go, &[3, 4]);
    let events = test.order(order(&test, &verbs::GO));
    assert!(texts(&events).contains("ONE moves 12.0\u{2033} of 12.0\u{2033}"), "{}", texts(&events));
}
