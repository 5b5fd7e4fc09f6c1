//! Chapter 6: charges and states.

use super::*;
use grapeshot::{
    forces::Fate,
    rulesets::black_powder::{
        book::values::Stood,
        state::sequence_of_play::{Manoeuvre, Round},
    },
    table::position::Heading,
};

/// A blue unit at (60,20) facing north and a red one this many inches before it, facing it.
pub(super) fn facing(kind: &str, formation: &str, foe: &str, foe_formation: &str, gap: f32) -> TestTable {
    table().blue("one", kind, formation, (60.0, 20.0, 90.0)).red("foe", foe, foe_formation, (60.0, 20.0 + gap, 270.0))
}

fn refused_charge(table: TestTable) -> (String, String) {
    let mut test = table.battle();
    until(&mut test, "command");
    let charge = told(&test, &CHARGE, &["one"]).target(test.piece("foe", 1));
    test.refused(charge)
}

/// BP-6.1: "This unit cannot charge": shaken, disordered, march column, square, deployed or limbered guns.
#[test]
fn who_cannot_charge() {
    for (kind, formation) in [
        ("line_infantry", "march_column"),
        ("line_infantry", "square"),
        ("foot_battery", "deployed"),
        ("foot_battery", "limbered"),
    ] {
        let (reason, rule) = refused_charge(facing(kind, formation, "line_infantry", "line", 14.0));
        assert_eq!(rule, "BP-6.1", "{kind} {formation}: {reason}");
        assert!(reason.starts_with("This unit cannot charge"), "{reason}");
    }
    let mut test = facing("line_infantry", "line", "line_infantry", "line", 14.0).battle();
    hurt(&mut test, "one", 3);
    until(&mut test, "command");
    let charge = told(&test, &CHARGE, &["one"]).target(test.piece("foe", 1));
    let (reason, rule) = test.refused(charge.clone());
    assert_eq!((reason.as_str(), rule.as_str()), ("This unit cannot charge: ONE is shaken", "BP-6.1"));
    hurt(&mut test, "one", 0);
    disorder(&mut test, "one");
    assert_eq!(bp(&test).can_charge(test.unit("one")).expect_err("it is disordered").rule.to_string(), "BP-6.1");
    assert_eq!(test.refused(charge).1, "BP-6.5", "it gets no orders at all");
}

/// BP-6.1, BP-2.13: what comes before a charge must bring the unit into a formation that charges.
#[test]
fn a_march_column_forms_up_before_it_charges() {
    let mut test = facing("line_infantry", "march_column", "line_infantry", "line", 14.0).battle();
    until(&mut test, "command");
    let go = told(&test, &CHARGE, &["one"]).target(test.piece("foe", 1));
    assert_eq!(test.refused(go.clone().path([ahead(1.0)])).1, "BP-6.1");
    let form = go.path([Leg::Form("attack_column".into())]);
    test.battle.check(&form).expect("a column of attack charges");
    commanded(&mut test, form, &[1, 1]);
    assert_eq!(asked(&test), "respond");
}

/// BP-6.1: infantry 20" from the target needs 2 moves: at r 7 that is 10/36 = 28 %; with too few moves it goes its full
/// distance straight toward the target.
#[test]
fn a_charge_needs_enough_moves() {
    let mut test = facing("line_infantry", "line", "line_infantry", "line", 20.0).battle();
    let commander = test.piece("blue", 1);
    test.stand(commander, 60.0, 15.0, 90.0);
    officer(&mut test, "blue", |officer| officer.rating = 7);
    let order = told(&test, &CHARGE, &["one"]).target(test.piece("foe", 1));
    let plan = test.battle.check(&order).expect("it may try");
    assert!((plan.odds[0].chance - 10.0 / 36.0).abs() < 1e-4, "{}", plan.odds[0].chance);
    assert_eq!(plan.odds[0].needs, "Contact in 2 moves: 5 or less on two dice");
    commanded(&mut test, order, &[3, 4]);
    assert_ne!(asked(&test), "respond", "no response if the moves do not suffice");
    near_point(front(&test, "one"), 60.0, 32.0);
    let mut test = facing("line_infantry", "line", "line_infantry", "line", 12.5).battle();
    beside(&mut test, "one");
    charge(&mut test, &["one"], "foe", &[4, 4]);
    near_point(front(&test, "one"), 60.0, 31.5);
    assert!(!in_combat(&test, "one"), "it stops an inch away");
}

/// BP-6.1: the target must be visible and not wholly in a place closed to the charger.
#[test]
fn the_target_must_be_seen_and_open() {
    let behind =
        facing("line_infantry", "line", "line_infantry", "line", 14.0).building((40.0, 26.0), (80.0, 29.0), &[], &[]);
    assert_eq!(refused_charge(behind).1, "BP-1.8");
    let woods = facing("line_infantry", "line", "french_light", "skirmish", 14.0);
    let (reason, rule) = refused_charge(woods.clone().area("woods", (40.0, 33.0), (80.0, 40.0)));
    assert_eq!(rule, "BP-6.1", "{reason}");
    let mut test = woods.area("woods", (40.0, 34.5), (80.0, 40.0)).battle();
    until(&mut test, "command");
    let charge = told(&test, &CHARGE, &["one"]).target(test.piece("foe", 1));
    test.battle.check(&charge).expect("it is not wholly in the wood");
}

/// BP-6.2: column W 4 at (20,10), line with front edge y 22, x 16-25: path 12.0". A friendly line's corner at x 18.5, y
/// 15 cuts half an inch into the strip: the column slides aside, cost 0.5": 12.5".
#[test]
fn the_strip_of_a_charge_must_be_free() {
    let base = || {
        table().blue("column", "line_infantry", "attack_column", (20.0, 10.0, 90.0)).red(
            "line",
            "line_infantry",
            "line",
            (20.5, 22.0, 270.0),
        )
    };
    let test = base().battle();
    let way = bp(&test).charge_way(test.unit("column"), test.unit("line")).expect("there is a way");
    near(way.cost, 12.0);
    assert_eq!(way.list.len(), 1, "no wheel");
    let test = base().blue("friend", "line_infantry", "line", (14.0, 15.0, 90.0)).battle();
    let way = bp(&test).charge_way(test.unit("column"), test.unit("line")).expect("there is a way");
    near(way.cost, 12.5);
    assert!(matches!(way.list[0], Manoeuvre::Slide { by } if (by.x - 0.5).abs() < 0.02), "{:?}", way.list);
    assert_eq!(bp(&test).moves_needed(test.unit("column"), way.cost), 2, "not reached with one move");
}

/// BP-6.2: one wheel of at most 90 degrees; the charger ends flush with the edge it strikes.
#[test]
fn a_charger_wheels_and_ends_flush() {
    let mut test = table()
        .blue("one", "dragoons", "line", (60.0, 20.0, 90.0))
        .red("foe", "acw_infantry", "line", (76.0, 36.0, 225.0))
        .battle();
    let way = bp(&test).charge_way(test.unit("one"), test.unit("foe")).expect("there is a way");
    assert!(matches!(way.list[0], Manoeuvre::Wheel { degrees } if degrees < -20.0 && degrees > -90.0));
    charge(&mut test, &["one"], "foe", &[1, 1]);
    respond(&mut test, "hold");
    near(bp(&test).outline(test.unit("one")).place.facing.normalized().0, 45.0);
    assert!(bp(&test).gap(test.unit("one"), test.unit("foe")) < 0.02);
    near_point(front(&test, "one"), 76.0, 36.0);
}

/// BP-6.2: an enemy more than an inch deep in the strip is struck too.
#[test]
fn a_second_enemy_in_the_strip_is_a_second_target() {
    let mut test = facing("dragoons", "line", "acw_infantry", "attack_column", 14.0)
        .red("other", "acw_infantry", "attack_column", (64.2, 34.0, 270.0))
        .battle();
    charge(&mut test, &["one"], "foe", &[1, 1]);
    let events = respond(&mut test, "hold");
    assert!(in_combat(&test, "foe") && in_combat(&test, "other"), "{}", texts(&events));
    assert_eq!(bp(&test).fighting(test.unit("one")).len(), 2);
}

/// BP-6.2: a charger may not strike another enemy first: one that stands before its target bars its way.
#[test]
fn an_enemy_before_the_target_bars_the_charge() {
    let battle = |y: f32| {
        facing("dragoons", "line", "acw_infantry", "line", 17.0)
            .red("screen", "acw_infantry", "line", (60.0, y, 270.0))
            .battle()
    };
    let test = battle(29.0);
    assert_eq!(bp(&test).charge_way(test.unit("one"), test.unit("foe")), None);
    let nearer = bp(&test).charge_way(test.unit("one"), test.unit("screen"));
    near(nearer.expect("the first is there to be struck").cost, 9.0);
}

/// BP-6.3: the face of the quarter that held the charger's front at the start of the turn is struck.
#[test]
fn the_face_is_that_of_the_quarter_it_came_from() {
    for (x, y, heading, face) in
        [(60.0, 22.0, 90.0, Face::Front), (80.0, 36.0, 180.0, Face::Left), (60.0, 52.0, 270.0, Face::Rear)]
    {
        let mut test = table()
            .blue("one", "dragoons", "line", (x, y, heading))
            .red("foe", "acw_infantry", "line", (60.0, 36.0, 270.0))
            .battle();
        assert_eq!(bp(&test).face_for(test.unit("one"), test.unit("foe")), face);
        charge(&mut test, &["one"], "foe", &[1, 1]);
        if asked(&test) == "respond" {
            respond(&mut test, "hold");
        }
        let contact = *bp(&test).contact(test.unit("one"), test.unit("foe")).expect("it strikes");
        assert_eq!(contact.defender_face, face);
        let flanked = bp(&test).to_strike(test.unit("foe")).needed() == 5;
        assert_eq!(flanked, face != Face::Front, "BP-7.3: engaged to flank or rear");
    }
}

/// BP-6.3: where it stood at the start of its turn counts, not where it has come since.
#[test]
fn a_move_in_the_turn_wins_no_flank() {
    let mut test = facing("dragoons", "line", "acw_infantry", "line", 16.0).battle();
    let start = Stood::of(bp(&test).outline(test.unit("one")));
    let piece = test.piece("one", 1);
    test.stand(piece, 78.0, 36.75, 180.0);
    work(&mut test, "one", |work| work.start = Some(start));
    assert_eq!(bp(&test).face_for(test.unit("one"), test.unit("foe")), Face::Front);
}

/// BP-6.3: a face takes at most two units, a flank one; who has no place there strikes the next or may not charge.
#[test]
fn a_flank_takes_one_unit() {
    let mut test = facing("line_infantry", "attack_column", "acw_infantry", "line", 14.0).battle();
    for (key, face, most) in [("foe", Face::Left, 1), ("foe", Face::Front, 2)] {
        let (one, foe) = (test.unit("one"), test.unit(key));
        for held in 0..=most {
            let way = bp(&test).charge_way_on(one, foe, face);
            if face == Face::Front {
                assert_eq!(way.is_some(), held < most, "{face:?} {held}");
            } else {
                assert!(way.is_none_or(|way| way.face != face || held < most));
            }
            put_flow(&mut test, |play| {
                let contact = Contact { attacker: one, defender: foe, attacker_face: Face::Front, defender_face: face };
                play.contacts.push(contact);
            });
        }
        put_flow(&mut test, |play| play.contacts.clear());
    }
}

/// BP-6.5: disordered: no orders, no support, -1 to shoot, fight and test; in order again at the end of its own turn.
#[test]
fn disorder_lasts_through_its_own_turn() {
    let mut test = facing("line_infantry", "line", "line_infantry", "line", 30.0)
        .blue("two", "line_infantry", "line", (40.0, 20.0, 90.0))
        .battle();
    disorder(&mut test, "foe");
    disorder(&mut test, "one");
    until(&mut test, "command");
    let march = told(&test, &MARCH, &["one"]).path([ahead(6.0)]);
    assert_eq!(test.refused(march).1, "BP-6.5");
    until_of(&mut test, RED, "officers");
    assert!(disordered(&test, "foe"), "in its own turn");
    // Blue was disordered in the middle of its own turn by the test, so that it keeps it until its next.
    until_of(&mut test, BLUE, "command");
    assert!(!disordered(&test, "foe"));
    assert!(disordered(&test, "one"));
    until_of(&mut test, RED, "officers");
    assert!(!disordered(&test, "one"));
}

/// BP-6.5: a unit in combat does not recover.
#[test]
fn a_fighting_unit_does_not_recover() {
    let mut test = facing("line_infantry", "line", "line_infantry", "line", 0.0).battle();
    touch(&mut test, "one", "foe", Face::Front);
    disorder(&mut test, "foe");
    for _ in 0..2 {
        force(&mut test, &dice::BLOWS, &[1; 12]);
        until_fought(&mut test);
    }
    assert!(in_combat(&test, "foe") && disordered(&test, "foe"));
}

/// BP-6.6: a natural 6 disorders the charger, who goes in and still is charging.
#[test]
fn a_disordered_charger_still_charges() {
    let mut test = facing("acw_infantry", "line", "line_infantry", "line", 14.0).battle();
    charge(&mut test, &["one"], "foe", &[1, 1]);
    force(&mut test, &dice::SHOTS, &[6, 1, 1]);
    force(&mut test, &dice::SAVES, &[6]);
    respond(&mut test, "closing_fire");
    assert!(disordered(&test, "one") && in_combat(&test, "one"));
    assert!(bp(&test).is_charging(test.unit("one")));
    assert_eq!(bp(&test).to_strike(test.unit("one")).needed(), 4, "+1 and -1");
}

/// BP-6.8: a charger whose target has gone may turn on another enemy in its path and reach.
#[test]
fn a_charger_turns_on_another_enemy() {
    let mut test = facing("dragoons", "line", "french_light", "skirmish", 8.0)
        .red("other", "acw_infantry", "line", (70.0, 30.0, 270.0))
        .battle();
    beside(&mut test, "one");
    charge(&mut test, &["one"], "foe", &[3, 4]);
    respond(&mut test, "evade");
    assert_eq!(asked(&test), "redirect");
    let wrong = order(&test, &verbs::SWEEP).target(test.piece("foe", 1));
    assert_eq!(test.refused(wrong).1, "BP-6.8");
    let other = order(&test, &verbs::SWEEP).target(test.piece("other", 1));
    test.order(other);
    assert_eq!(asked(&test), "respond", "it may answer in its turn");
    respond(&mut test, "hold");
    assert!(in_combat(&test, "other") && !in_combat(&test, "foe"));
}

/// BP-6.11: cavalry declares no charge on a steady square, but on a disordered or shaken one, without bonus.
#[test]
fn cavalry_charges_only_unsteady_squares() {
    let (reason, rule) = refused_charge(facing("dragoons", "line", "line_infantry", "square", 14.0));
    assert_eq!(rule, "BP-6.11", "{reason}");
    let mut test = facing("dragoons", "line", "line_infantry", "square", 14.0).battle();
    hurt(&mut test, "foe", 3);
    charge(&mut test, &["one"], "foe", &[1, 1]);
    assert!(answers(&test).is_empty(), "a square gives no closing fire at cavalry");
    assert!(in_combat(&test, "one"));
    assert_eq!(bp(&test).to_strike(test.unit("one")).needed(), 4);
    assert_eq!(bp(&test).charge_result(test.unit("one")), None);
}

/// BP-6.11: cavalry stopped by a square may use one of the moves left to retire or pass by.
#[test]
fn cavalry_before_a_square_rides_on_with_a_move_left() {
    let mut test = facing("dragoons", "line", "line_infantry", "line", 14.0).battle();
    force(&mut test, &dice::SQUARES, &[3, 4]);
    charge(&mut test, &["one"], "foe", &[1, 1]);
    near_point(front(&test, "one"), 60.0, 31.0);
    assert_eq!(asked(&test), "halted");
    let into = order(&test, &verbs::MOVE).path([to(60.0, 33.0)]);
    let plan = test.battle.check(&into).map(|plan| plan.moves[0].end.at.y);
    assert!(plan.is_err() || plan.is_ok_and(|y| y < 31.0), "an inch from all enemies");
    let back = order(&test, &verbs::MOVE).path([to(60.0, 13.0)]);
    test.order(back);
    near_point(front(&test, "one"), 60.0, 13.0);
    assert!(!in_combat(&test, "one"));
}

/// BP-6.12: a shaken unit can be ordered and move, but not charge or support.
#[test]
fn a_shaken_unit_can_move() {
    let mut test = facing("line_infantry", "line", "line_infantry", "line", 30.0).battle();
    hurt(&mut test, "one", 3);
    let march = told(&test, &MARCH, &["one"]).path([ahead(6.0)]);
    test.battle.check(&march).expect("it may move");
}

/// BP-6.13: units that charge together move one after the other; the target answers once and fires at one of them.
#[test]
fn several_units_charge_together() {
    let mut test = facing("line_infantry", "attack_column", "acw_infantry", "line", 14.0)
        .blue("two", "line_infantry", "attack_column", (65.0, 18.0, 90.0))
        .battle();
    charge(&mut test, &["one", "two"], "foe", &[1, 1]);
    assert_eq!(answers(&test), ["hold", "closing_fire"]);
    let at_two = order(&test, &verbs::RESPOND).choice("closing_fire").target(test.piece("two", 1));
    let elsewhere = order(&test, &verbs::RESPOND).choice("closing_fire").target(test.piece("blue", 1));
    assert_eq!(test.refused(elsewhere).1, "BP-6.6");
    force(&mut test, &dice::SHOTS, &[6, 1, 1]);
    force(&mut test, &dice::SAVES, &[6]);
    let events = test.order(at_two);
    assert!(disordered(&test, "two") && !disordered(&test, "one"), "{}", texts(&events));
    assert!(in_combat(&test, "one") && in_combat(&test, "two"), "{}", texts(&events));
    assert_eq!(bp(&test).on_face(test.unit("foe"), Face::Front), 2);
    let (one, two) = (bp(&test).outline(test.unit("one")), bp(&test).outline(test.unit("two")));
    assert!(one.overlap(&two) < 0.02, "they do not stand on each other");
}

/// BP-3.6, BP-2.8: a blundered charge gives the target its response, and a commander whose Follow me blunders stays.
#[test]
fn a_blundered_charge_is_answered() {
    let mut test = facing("line_infantry", "line", "acw_infantry", "line", 11.0).battle();
    until(&mut test, "command");
    force(&mut test, &dice::BLUNDERS, &[5]);
    let lead = told(&test, &verbs::FOLLOW, &["one"]).path([ahead(3.0)]).unit(test.unit("general"));
    officer(&mut test, "general", |officer| officer.rating = 10);
    let general = test.piece("general", 1);
    test.stand(general, 60.0, 12.0, 90.0);
    commanded(&mut test, lead, &[6, 6]);
    assert_eq!(answers(&test), ["hold", "closing_fire"]);
    respond(&mut test, "hold");
    assert!(in_combat(&test, "one"));
    assert_eq!(test.battle.view().unit_part::<Officer>(test.unit("general")).with, None);
    assert_eq!(test.battle.view().fate(general), Fate::InPlay);
    assert_eq!(Heading(90.0), bp(&test).outline(test.unit("one")).place.facing);
}

/// BP-6.1, BP-7.5: a charge tells the chance of contact and how the first round would go if the target holds, by the
/// dice and scores that decide it when it has come to that; out of the reach of three moves it is refused.
#[test]
fn a_charge_tells_the_chance_of_contact_and_the_fight_that_would_follow() {
    for (kind, formation, foe, foe_formation) in [
        ("line_infantry", "line", "line_infantry", "line"),
        ("line_infantry", "attack_column", "line_infantry", "line"),
        ("heavy_cavalry", "line", "light_cavalry", "line"),
    ] {
        let mut test = facing(kind, formation, foe, foe_formation, 11.0).battle();
        beside(&mut test, "one");
        until(&mut test, "command");
        let order = told(&test, &CHARGE, &["one"]).target(test.piece("foe", 1));
        let plan = test.battle.check(&order).expect("it may try");
        assert!(plan.odds[0].needs.starts_with("Contact in 1 move: "), "{}", plan.odds[0].needs);
        let [outlook] = plan.outlooks.as_slice() else { panic!("{:?}", plan.outlooks) };
        commanded(&mut test, order, &[1, 1]);
        if asked(&test) == "respond" {
            respond(&mut test, "hold");
        }
        let units = bp(&test).linked(test.unit("one"));
        assert_eq!(units.len(), 2, "they are in contact");
        let round = Round::new(units, bp(&test).play().contacts.clone());
        let chances = bp(&test).chances_of_round(&round, bp(&test).side(test.unit("one")));
        assert_eq!((outlook.wins, outlook.ties), chances, "{kind} in {formation}");
        let events = until_fought(&mut test);
        let duel = events.iter().find_map(|event| match &event.kind {
            EventKind::Fought { duel: Some(duel), .. } => Some((duel.clone(), event.explained.total())),
            _ => None,
        });
        let (duel, mine) = duel.expect("the round tells both results");
        assert_eq!((duel.wins, duel.ties), chances);
        assert_eq!(scores(&events), [mine, duel.against.total()]);
    }
    let mut far = facing("line_infantry", "line", "line_infantry", "line", 38.0).battle();
    until(&mut far, "command");
    let charge = told(&far, &CHARGE, &["one"]).target(far.piece("foe", 1));
    let (reason, rule) = far.refused(charge);
    assert_eq!(
        (reason.as_str(), rule.as_str()),
        ("FOE is out of the reach of ONE: it takes 38.0\u{2033}, and it has 36.0\u{2033} at most", "BP-6.1")
    );
}

/// BP-6.11: cavalry that rides at a column does not come to blows with the steady square beside it, but slides clear.
#[test]
fn cavalry_slides_clear_of_a_steady_square_beside_its_target() {
    let mut test = table()
        .blue("horse", "dragoons", "line", (20.0, 12.0, 90.0))
        .red("foe", "line_infantry", "attack_column", (18.0, 30.0, 90.0))
        .red("square", "line_infantry", "square", (22.5, 30.5, 90.0))
        .battle();
    let events = charge(&mut test, &["horse"], "foe", &[1, 2]);
    assert!(in_combat(&test, "foe") && !in_combat(&test, "square"), "{}", texts(&events));
}
