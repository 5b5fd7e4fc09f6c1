//! Chapter 9: commanders.

use super::*;
use grapeshot::forces::Fate;

fn far() -> TestTable {
    table().blue("one", "line_infantry", "line", (60.0, 20.0, 90.0)).red(
        "foe",
        "line_infantry",
        "line",
        (60.0, 50.0, 270.0),
    )
}

fn of<'t>(test: &'t TestBattle, key: &str) -> &'t Officer {
    test.battle.view().unit_part::<Officer>(test.unit(key))
}

fn fate(test: &TestBattle, key: &str) -> Fate {
    test.battle.view().fate(test.piece(key, 1))
}

/// BP-9.1: a lone commander cannot be shot at or charged; an enemy within an inch drives him to the nearest friend
/// within 12 inches, or he is lost.
#[test]
fn a_lone_commander_flees() {
    let with = |friend: f32| {
        let mut test = table()
            .blue("one", "line_infantry", "line", (60.0, 20.0, 90.0))
            .red("foe", "line_infantry", "line", (60.0, 50.0 + friend, 270.0))
            .battle();
        let red = test.piece("red", 1);
        test.stand(red, 60.0, 30.0, 270.0);
        let charge = told(&test, &CHARGE, &["one"]).target(red);
        assert_eq!(test.refused(charge).1, "BP-6.1");
        beside(&mut test, "one");
        let march = told(&test, &MARCH, &["one"]).path([ahead(9.0)]);
        commanded(&mut test, march, &[3, 4]);
        test.order(order(&test, &verbs::GO));
        test
    };
    let test = with(-9.0);
    assert_eq!((fate(&test, "red"), of(&test, "red").with), (Fate::InPlay, Some(test.unit("foe"))));
    let test = with(0.0);
    assert_eq!(fate(&test, "red"), Fate::Casualty);
}

/// BP-9.1, BP-9.2: he rides 48 inches or walks 36, terrain ignored but impassable ground, not to within an inch of an
/// enemy; he may join a unit of his command.
#[test]
fn commanders_move_at_the_end_of_the_command() {
    let mut test = far()
        .area("steep_rock", (30.0, 2.0), (40.0, 12.0))
        .area("woods", (42.0, 2.0), (50.0, 12.0))
        .block("other", BLUE, "commander", "", (80.0, 5.0, 90.0))
        .under("general")
        .block("theirs", BLUE, "line_infantry", "line", (90.0, 20.0, 90.0))
        .under("other")
        .battle();
    until(&mut test, "officers");
    let ride = |test: &TestBattle, x: f32, y: f32| told(test, &verbs::RIDE, &["blue"]).path([to(x, y)]);
    let join = |test: &TestBattle, key: &str| told(test, &verbs::RIDE, &["blue"]).target_unit(test.unit(key));
    for (order, rule) in [
        (ride(&test, 68.5, 5.0), "BP-9.2"),
        (ride(&test, 35.0, 7.0), "BP-9.2"),
        (join(&test, "theirs"), "BP-9.2"),
        (join(&test, "foe"), "BP-9.2"),
    ] {
        let refusal = test.battle.check(&order).expect_err(&format!("{order:?}"));
        assert_eq!(refusal.rule.to_string(), rule, "{refusal}");
        test.refused(order);
    }
    let foe = test.piece("foe", 1);
    test.stand(foe, 60.0, 25.0, 270.0);
    let beside = ride(&test, 54.2, 25.0);
    assert_eq!(test.refused(beside).1, "BP-9.1");
    test.battle.check(&ride(&test, 46.0, 7.0)).expect("woods do not matter");
    test.order(join(&test, "one"));
    assert_eq!(of(&test, "blue").with, Some(test.unit("one")));
    let again = ride(&test, 46.0, 7.0);
    assert_eq!(test.refused(again).1, "BP-9.2", "he has moved");
    officer(&mut test, "blue", |officer| officer.mounted = false);
    assert_eq!(bp(&test).ride_inches(test.unit("blue")), 36.0);
}

/// BP-9.3: a joined commander adds his dice hand to hand, goes with the unit, and leaves if it is not in combat.
#[test]
fn a_joined_commander_fights_with_his_unit() {
    let mut test = far().battle();
    let one = test.unit("one");
    officer(&mut test, "blue", |officer| officer.with = Some(one));
    assert_eq!(bp(&test).fighting_dice(one).total(), 7.0);
    officer(&mut test, "blue", |officer| officer.aggression = 3);
    assert_eq!(bp(&test).fighting_dice(one).total(), 9.0);
    officer(&mut test, "general", |officer| officer.with = Some(one));
    assert_eq!(bp(&test).fighting_dice(one).total(), 10.0, "the general too");
    let march = told(&test, &MARCH, &["one"]).path([ahead(6.0)]);
    commanded(&mut test, march, &[3, 4]);
    test.order(order(&test, &verbs::GO));
    for key in ["blue", "general"] {
        let place = test.battle.view().place(test.piece(key, 1));
        assert_eq!(place.at, bp(&test).outline(one).place.at, "{key}");
    }
    assert!(bp(&test).may_ride(test.unit("blue")).is_ok());
    touch(&mut test, "one", "foe", Face::Front);
    assert_eq!(bp(&test).may_ride(test.unit("blue")).expect_err("it fights").rule.to_string(), "BP-9.3");
}

/// BP-9.4: with a unit that takes a casualty in a shooting part: 2D6, 12 and he is lost; once for all its casualties.
#[test]
fn a_commander_may_be_hit() {
    for (dice, lost) in [([6, 6], true), ([6, 5], false)] {
        let mut test = table()
            .blue("one", "line_infantry", "line", (60.0, 20.0, 90.0))
            .red("foe", "line_infantry", "line", (60.0, 30.0, 270.0))
            .battle();
        let foe = test.unit("foe");
        officer(&mut test, "red", |officer| officer.with = Some(foe));
        until(&mut test, "shooting");
        force(&mut test, &dice::SHOTS, &[5, 5, 1]);
        force(&mut test, &dice::SAVES, &[1, 1]);
        force(&mut test, &dice::OFFICERS, &dice);
        let shoot = told(&test, &verbs::SHOOT, &["one"]).target(test.piece("foe", 1));
        let events = [test.order(shoot), until_fought(&mut test)].concat();
        assert_eq!(rolled(&events, "BP-9.4").len(), 1, "{}", texts(&events));
        assert_eq!(events.iter().any(|event| event.text == "RED is lost"), lost, "{}", texts(&events));
    }
}

/// BP-9.4: so too by closing fire and in a round of combat.
#[test]
fn a_commander_is_at_risk_in_closing_fire_and_combat() {
    let mut test = table()
        .blue("one", "acw_infantry", "line", (60.0, 20.0, 90.0))
        .red("foe", "acw_infantry", "line", (60.0, 34.0, 270.0))
        .battle();
    let one = test.unit("one");
    officer(&mut test, "blue", |officer| officer.with = Some(one));
    charge(&mut test, &["one"], "foe", &[1, 1]);
    force(&mut test, &dice::SHOTS, &[5, 1, 1]);
    force(&mut test, &dice::SAVES, &[1]);
    force(&mut test, &dice::OFFICERS, &[1, 1]);
    let events = respond(&mut test, "closing_fire");
    assert_eq!(rolled(&events, "BP-9.4"), [[1, 1]]);
    force(&mut test, &dice::BLOWS, &[1, 1, 1, 1, 1, 1, 1, 6, 1, 1, 1, 1, 1]);
    force(&mut test, &dice::SAVES, &[1]);
    force(&mut test, &dice::OFFICERS, &[6, 6]);
    force(&mut test, &dice::TESTS, &[6, 6]);
    let events = until_fought(&mut test);
    assert_eq!(rolled(&events, "BP-9.4"), [[6, 6]], "{}", texts(&events));
    assert_eq!(fate(&test, "blue"), Fate::Casualty);
}

/// BP-9.4: if his unit breaks: 10 or more and he is lost, else he goes to the nearest friend.
#[test]
fn a_commander_escapes_from_a_broken_unit() {
    for (dice, lost) in [([5, 5], true), ([5, 4], false)] {
        let mut test = table()
            .blue("one", "line_infantry", "line", (60.0, 30.0, 90.0))
            .red("foe", "line_infantry", "line", (60.0, 30.0, 270.0))
            .red("friend", "line_infantry", "line", (80.0, 60.0, 270.0))
            .battle();
        let foe = test.unit("foe");
        touch(&mut test, "one", "foe", Face::Front);
        officer(&mut test, "red", |officer| officer.with = Some(foe));
        hurt(&mut test, "foe", 3);
        force(&mut test, &dice::BLOWS, &[6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
        force(&mut test, &dice::SAVES, &[1, 1, 1]);
        force(&mut test, &dice::OFFICERS, &[1, 1, dice[0], dice[1]]);
        force(&mut test, &dice::TESTS, &[1, 1]);
        let events = until_fought(&mut test);
        assert!(!stands(&test, "foe"), "{}", texts(&events));
        assert_eq!(rolled(&events, "BP-9.4"), [vec![1, 1], dice.map(|die| die as u8).to_vec()]);
        assert_eq!(fate(&test, "red") == Fate::Casualty, lost);
        let with = (!lost).then(|| test.unit("friend"));
        assert_eq!(of(&test, "red").with, with);
    }
}

/// BP-9.5: a lost brigadier is replaced at the start of his side's next turn, rating 1 lower, not under 5.
#[test]
fn a_lost_commander_is_replaced() {
    for (rating, next) in [(8, 7), (5, 5)] {
        let mut test = far().battle();
        officer(&mut test, "red", |officer| {
            officer.rating = rating;
            officer.fallen = true;
        });
        let red = test.piece("red", 1);
        test.put(red, "fate", Fate::Casualty);
        until_of(&mut test, RED, "command");
        assert_eq!((of(&test, "red").rating, of(&test, "red").fallen), (next, false));
        assert_eq!(fate(&test, "red"), Fate::InPlay);
        let view = test.battle.view();
        let lost = view.events().filter_map(|event| test.battle.rules().losses(&view, event)).map(|(_, lost)| lost);
        assert_eq!(lost.sum::<i32>(), -1, "his loss, of which no event told, is made good");
        assert!(bp(&test).distance_from(test.unit("red"), test.unit("foe")) < 1.0);
    }
}

/// BP-9.5: the general is replaced by the best brigadier, at his rating less 1, whose brigade has a new commander.
#[test]
fn the_best_brigadier_takes_over_the_army() {
    let mut test = far()
        .block("other", RED, "commander", "", (90.0, 65.0, 270.0))
        .under("marshal")
        .block("theirs", RED, "line_infantry", "line", (90.0, 60.0, 270.0))
        .under("other")
        .battle();
    officer(&mut test, "marshal", |officer| officer.fallen = true);
    officer(&mut test, "other", |officer| officer.rating = 9);
    let marshal = test.piece("marshal", 1);
    test.put(marshal, "fate", Fate::Casualty);
    until_of(&mut test, RED, "command");
    assert_eq!(of(&test, "marshal").rating, 8);
    assert_eq!(of(&test, "other").rating, 8, "his brigade has a new commander");
    assert_eq!(of(&test, "red").rating, 8);
    assert!(of(&test, "marshal").general);
}
