//! Twilight, night and fog (FF-13).

use grapeshot::{
    forces::{SideId, Value},
    rulesets::fire_and_fury::{
        book::{values::Effect, verbs},
        command::checks::Under,
        state::light::Light,
    },
    turn::rules::Light as Shown,
};

use crate::kit::*;

fn pair(a: f32, b: f32) -> Value {
    Value::List(vec![Value::Number(a), Value::Number(b)])
}

/// Light guns and muskets of blue, red at some distance.
fn guns(gap: f32) -> TestTable {
    let battle = table().guns("g", BLUE, "SG", 3, "unlimbered", (20.0, 4.0, 90.0));
    battle.foot("r", RED, 8, "line", (20.0, 4.0 + gap, 270.0))
}

fn at_fire_in(battle: TestTable, turn: u16, side: SideId) -> TestBattle {
    let mut test = battle.battle();
    to_turn(&mut test, turn);
    to_fire(&mut test, side);
    test
}

/// Passes until a turn of blue begins.
fn to_turn(test: &mut TestBattle, turn: u16) {
    for _ in 0..400 {
        if test.battle.view().clock().turn == turn {
            return;
        }
        pass(test);
    }
    panic!("turn {turn} never comes");
}

/// FF-13.1: 48, 36, 24 and 12 inches in the turns after sunset, the other way round before sunrise.
#[test]
fn twilight_shortens_the_range_turn_by_turn() {
    let test =
        guns(30.0).setting("evening_twilight", pair(2.0, 4.0)).setting("morning_twilight", pair(7.0, 4.0)).battle();
    let of = |turn| ff(&test).light_in(turn);
    assert_eq!([1, 6, 11].map(of), [Light::Day, Light::Day, Light::Day]);
    assert_eq!([2, 3, 4, 5].map(of), [48.0, 36.0, 24.0, 12.0].map(Light::Twilight));
    assert_eq!([7, 8, 9, 10].map(of), [12.0, 24.0, 36.0, 48.0].map(Light::Twilight));
    for (turn, reaches) in [(1, true), (2, true), (3, false)] {
        let battle = guns(30.0).setting("evening_twilight", pair(1.0, 4.0));
        let test = at_fire_in(battle, turn, BLUE);
        assert_eq!(test.battle.check(&shoot(&test, "r")).is_ok(), reaches, "{turn}");
    }
}

/// FF-13.3: at night one sees 4 inches under clouds, 8 by a clear moon, 12 by a full one.
#[test]
fn the_moon_says_how_far_one_sees_at_night() {
    for (moon, inches) in [("overcast", 4.0), ("moonlit", 8.0), ("full", 12.0)] {
        let test = guns(30.0).setting("night", pair(1.0, 8.0)).set_word("moon", moon).battle();
        assert_eq!(ff(&test).light(), Light::Night(inches));
        assert_eq!(ff(&test).farthest_sight(), inches);
        assert_eq!(ff(&test).light_in(9), Light::Day);
    }
}

fn modifier(test: &TestBattle, label: &str) -> Option<f32> {
    let (target, shots) = ff(test).shots(&shoot(test, "r")).unwrap_or_else(|refusal| panic!("{refusal}"));
    amount(&ff(test).fire_modifiers(target, &shots), label)
}

/// FF-13.2: in twilight fire from over four inches meets full cover, from nearer not.
#[test]
fn twilight_is_as_full_cover_beyond_four_inches() {
    let at = |gap: f32| {
        let battle =
            table().foot("a", BLUE, 8, "line", (20.0, 20.0, 90.0)).foot("r", RED, 8, "line", (20.0, 20.0 + gap, 270.0));
        at_fire_in(battle.setting("evening_twilight", pair(1.0, 4.0)), 1, BLUE)
    };
    assert_eq!(modifier(&at(6.0), "twilight"), Some(-2.0));
    assert_eq!(modifier(&at(3.5), "twilight"), None);
}

/// FF-8.11, FF-13.3: the dark replaces less cover and adds to none: fortified stays -3, open order has its -2.
#[test]
fn the_dark_replaces_cover_and_adds_to_none() {
    let at = |kind: Option<&str>, open: bool| {
        let battle = table().foot("a", BLUE, 8, "line", (20.0, 20.0, 90.0));
        let form = if open { "open_order" } else { "line" };
        let battle = battle.foot("r", RED, 4, form, (20.0, 23.5, 270.0)).flag("light").setting("night", pair(1.0, 8.0));
        let battle = match kind {
            Some(kind) => battle.obstacle(kind, &[(14.0, 23.2), (26.0, 23.2)]),
            None => battle,
        };
        at_fire_in(battle, 1, BLUE)
    };
    assert_eq!(modifier(&at(None, false), "night"), Some(-2.0));
    assert_eq!(modifier(&at(Some("fence"), false), "night"), Some(-2.0));
    assert_eq!(modifier(&at(Some("fence"), false), "partial cover"), None);
    let works = at(Some("earthwork"), false);
    assert_eq!((modifier(&works, "night"), modifier(&works, "fortified")), (None, Some(-3.0)));
    let open = at(None, true);
    assert_eq!((modifier(&open, "night"), modifier(&open, "open order")), (Some(-2.0), None));
}

/// FF-13.3: the dark does not count for units that fight in a charge.
#[test]
fn who_is_charged_at_night_fires_as_by_day() {
    let battle = table().foot("a", BLUE, 8, "line", (20.0, 20.0, 90.0)).leader_at("l", BLUE, (20.0, 18.5));
    let battle = battle.foot("r", RED, 8, "line", (20.0, 23.5, 270.0)).setting("night", pair(1.0, 8.0));
    let mut test = battle.battle();
    go_to(&mut test, "leaders");
    let order = told(&test, &verbs::RIDE, "l").target_unit(test.unit("a"));
    test.order(order);
    checks(&mut test, "l", &["a"], 6);
    go_to(&mut test, "declare");
    let order = told(&test, &verbs::CHARGE, "a").target(test.piece("r", 4)).choice("cold_steel");
    test.order(order);
    go_to(&mut test, "fire");
    let (target, shots) = ff(&test).shots(&shoot(&test, "a")).expect("it is charged");
    assert_eq!(amount(&ff(&test).fire_modifiers(target, &shots), "night"), None);
}

/// FF-5.5, FF-13.2, FF-13.4: twilight and fog reduce the command radius to four inches.
#[test]
fn twilight_and_fog_reduce_the_command_radius() {
    let battle = || {
        table().foot("a", BLUE, 4, "line", (20.0, 20.0, 90.0)).leader_at("l", BLUE, (20.0, 13.0)).foot(
            "r",
            RED,
            4,
            "line",
            (20.0, 50.0, 270.0),
        )
    };
    let led = |battle: TestTable| {
        let test = battle.battle();
        (ff(&test).command_radius(test.unit("l")), ff(&test).in_radius(test.unit("l"), test.unit("a")))
    };
    assert_eq!(led(battle()), (8.0, true));
    assert_eq!(led(battle().setting("evening_twilight", pair(1.0, 1.0))), (4.0, false));
    assert_eq!(led(battle().set_number("fog_range", 10.0)), (4.0, false));
}

/// FF-4.4, FF-13.4: fog limits sight: no unit fires or charges beyond it.
#[test]
fn fog_limits_sight() {
    let at = |fog: f32| at_fire_in(guns(20.0).set_number("fog_range", fog), 1, BLUE);
    assert!(at(20.0).battle.check(&shoot(&at(20.0), "r")).is_ok());
    assert_eq!(refused_by(&at(19.0), &shoot(&at(19.0), "r")), "FF-8.14");
    let battle = table().foot("a", BLUE, 4, "line", (20.0, 20.0, 90.0)).leader_at("l", BLUE, (20.0, 17.0));
    let mut test = battle.foot("r", RED, 4, "line", (20.0, 27.0, 270.0)).set_number("fog_range", 5.0).battle();
    checks(&mut test, "l", &["a"], 6);
    go_to(&mut test, "declare");
    let order = told(&test, &verbs::CHARGE, "a").target(test.piece("r", 1));
    assert_eq!(refused_by(&test, &order), "FF-10.1");
}

/// FF-13.3: at night only an attached leader commands, and Well Handled is Tardy.
#[test]
fn at_night_a_unit_needs_its_leader_with_it() {
    let battle = table().foot("a", BLUE, 4, "line", (20.0, 20.0, 90.0)).leader_at("l", BLUE, (20.0, 18.5));
    let mut test = battle.foot("r", RED, 4, "line", (20.0, 50.0, 270.0)).setting("night", pair(1.0, 2.0)).battle();
    let (a, l) = (test.unit("a"), test.unit("l"));
    assert!(!ff(&test).in_radius(l, a), "he is near, but not with it");
    assert!(ff(&test).may_check(a, Under::Nobody).is_ok());
    let order = told(&test, &verbs::RIDE, "l").target_unit(a);
    test.order(order);
    assert!(ff(&test).in_radius(l, a));
    // Fresh +2, attached +1, provisional -1: 9 + 2 is 11.
    checks(&mut test, "l", &["a"], 9);
    assert_eq!(ff(&test).work(a).effect, Some(Effect::Tardy));
    let chances = ff(&test).chances(a, 2);
    let of = |wanted: Effect| chances.iter().find(|(effect, _)| *effect == wanted).map_or(0.0, |(_, chance)| *chance);
    assert_eq!((of(Effect::DoubleQuick), of(Effect::WellHandled)), (0.0, 0.0));
    about(of(Effect::Tardy), 1.0);
}

/// FF-5.1, FF-13: the clock tells the light, and the log when it changes.
#[test]
fn the_clock_tells_the_light() {
    let battle = table().foot("a", BLUE, 4, "line", (20.0, 20.0, 90.0)).foot("r", RED, 4, "line", (20.0, 50.0, 270.0));
    let battle = battle.setting("begins", pair(18.0, 45.0)).setting("evening_twilight", pair(2.0, 1.0));
    let mut test = battle.setting("night", pair(3.0, 1.0)).battle();
    let told = |test: &TestBattle, turn| ff(test).clock(turn).expect("there is a time of day");
    assert!(!told(&test, 1).contains("twilight"));
    assert!(told(&test, 2).ends_with(", twilight"), "{}", told(&test, 2));
    assert!(told(&test, 3).ends_with(", night"));
    to_turn(&mut test, 4);
    let events = test.battle.log().events();
    assert!(says(events, "FF-13.1", "Twilight: nobody sees farther than 48"));
    assert!(says(events, "FF-13.3", "Night: nobody sees farther than 4"));
    assert!(says(events, "FF-13.1", "It is day"));
}

/// FF-13: what is shown of the light is the day, the twilight or the night of each turn.
#[test]
fn the_light_of_each_turn_is_shown() {
    let battle = table().foot("a", BLUE, 4, "line", (20.0, 20.0, 90.0)).foot("r", RED, 4, "line", (20.0, 50.0, 270.0));
    let battle = battle.setting("evening_twilight", pair(2.0, 1.0)).setting("night", pair(3.0, 2.0));
    let test = battle.setting("morning_twilight", pair(5.0, 1.0)).battle();
    let view = test.battle.view();
    let shown: Vec<Shown> = (1..=6).map(|turn| test.battle.rules().light(&view, turn)).collect();
    let (twilight, night) = (Shown::Twilight, Shown::Night);
    assert_eq!(shown, [Shown::Day, twilight, night, night, twilight, Shown::Day]);
}
