//! The settings of a scenario: each changes what it says, and nothing else.

use grapeshot::{
    chance::Chance,
    forces::Value,
    rulesets::fire_and_fury::{
        book::{
            data::Data,
            dice,
            values::{Effect, Leader, MoraleClass, Rating},
            verbs,
        },
        fire::odds,
    },
};

use crate::kit::*;

fn pair(a: f32, b: f32) -> Value {
    Value::List(vec![Value::Number(a), Value::Number(b)])
}

fn two() -> TestTable {
    table().foot("a", BLUE, 8, "line", (20.0, 20.0, 90.0)).foot("r", RED, 8, "line", (20.0, 50.0, 270.0))
}

/// FF-5.1: `first_player` names the side that goes first in every turn.
#[test]
fn the_first_player_is_whom_the_scenario_names() {
    for (first, side) in [("first", BLUE), ("blue", BLUE), ("red", RED)] {
        let test = two().set_word("first_player", first).battle();
        assert_eq!((asked_side(&test), ff(&test).play().first), (side, side));
    }
}

/// FF-5.1: records of Grapeshot 0.1 number the side that goes first, from 1.
#[test]
fn the_first_player_of_an_old_record_is_the_side_of_that_number() {
    for (number, side) in [(1.0, BLUE), (2.0, RED)] {
        let test = two().set_number("first_player", number).battle();
        assert_eq!((asked_side(&test), ff(&test).play().first), (side, side));
    }
}

/// FF-5.1: `begins` and `minutes_per_turn` say what the clock shows.
#[test]
fn the_clock_begins_when_it_is_told_and_goes_on_by_its_turns() {
    let shown = |minutes: f32| {
        let test = two().setting("begins", pair(8.0, 30.0)).set_number("minutes_per_turn", minutes).battle();
        [1, 2, 4].map(|turn| ff(&test).clock(turn).expect("there is a time of day"))
    };
    assert_ne!(shown(10.0), shown(15.0));
    assert_eq!(shown(15.0)[0], shown(10.0)[0]);
    assert!(shown(15.0)[2].contains("9:15"), "{:?}", shown(15.0));
    assert!(shown(10.0)[2].contains("9:00"), "{:?}", shown(10.0));
}

/// FF-1.1: `scale` says how many men a stand is.
#[test]
fn the_scale_says_how_many_men_stand_on_the_table() {
    let men = |scale: f32| {
        let test = two().set_number("scale", scale).battle();
        let card = test.battle.rules().unit_card(&test.battle.view(), test.unit("a"));
        card.values.iter().find(|row| row.label == "Men").map(|row| row.value.to_string())
    };
    assert_eq!((men(40.0), men(30.0)), (Some("about 320".into()), Some("about 240".into())));
}

/// FF-8.7: `sg_long` gives siege guns one point over 48 up to 60 inches.
#[test]
fn siege_guns_may_have_one_point_at_fifty_inches() {
    for (setting, wanted) in [(2.0, 4.0), (1.0, 2.0)] {
        let battle = table().guns("g", BLUE, "SG", 2, "unlimbered", (20.0, 5.0, 90.0));
        let battle = battle.foot("r", RED, 8, "line", (20.0, 55.0, 270.0)).set_number("sg_long", setting);
        let test = at_fire(battle, BLUE);
        let (_, shots) = ff(&test).shots(&shoot(&test, "r")).expect("it is in range");
        assert_eq!(odds::points(&shots), wanted);
    }
}

/// FF-8.11: `fortified_cover` is what fortified cover modifies fire by.
#[test]
fn works_may_be_no_better_than_full_cover() {
    for wanted in [-3.0, -2.0] {
        let battle =
            table().foot("a", BLUE, 8, "line", (20.0, 20.0, 90.0)).foot("r", RED, 8, "line", (20.0, 23.0, 270.0));
        let battle = battle.obstacle("earthwork", &[(10.0, 22.9), (30.0, 22.9)]).set_number("fortified_cover", wanted);
        let test = at_fire(battle, BLUE);
        let (target, shots) = ff(&test).shots(&shoot(&test, "r")).expect("it is in range");
        assert_eq!(amount(&ff(&test).fire_modifiers(target, &shots), "fortified"), Some(wanted));
    }
}

/// FF-16.1: `greater_losses` and `heavy_casualties` are the thresholds of each side.
#[test]
fn the_thresholds_are_those_of_the_scenario() {
    let battle = two().setting("heavy_casualties", pair(3.0, 2.0)).setting("greater_losses", pair(7.0, 5.0));
    let test = battle.battle();
    assert_eq!((ff(&test).thresholds(BLUE), ff(&test).thresholds(RED)), ((3.0, 7.0), (2.0, 5.0)));
    let mut test = two().setting("greater_losses", pair(4.0, 4.0)).battle();
    put_play(&mut test, |play| play.lost = [4, 3]);
    let of = |key: &str, label: &str| {
        let sum = ff(&test)
            .maneuver_modifiers(test.unit(key), grapeshot::rulesets::fire_and_fury::command::checks::Under::Nobody);
        amount(&sum, label)
    };
    assert_eq!((of("a", "greater losses"), of("a", "heavy casualties")), (Some(-2.0), None));
    assert_eq!((of("r", "greater losses"), of("r", "heavy casualties")), (None, Some(-1.0)));
}

/// FF-8.13: `ammo_rule` no_resupply lets no unit resupply.
#[test]
fn there_may_be_no_ammunition_to_be_had() {
    for (rule, may) in [("resupply", true), ("no_resupply", false)] {
        let mut test = two().set_word("ammo_rule", rule).battle();
        put_troops(&mut test, "a", |troops| troops.low_on_ammo = true);
        checks_alone(&mut test, "a", 5);
        let order = told(&test, &verbs::DECIDE, "a").choice("resupply");
        assert_eq!(test.battle.check(&order).is_ok(), may);
        if !may {
            assert_eq!(refused_by(&test, &order), "FF-8.13");
        }
    }
}

/// FF-11.5: `replacement_delay` and `replacement_rating` say when a successor comes and how good he is.
#[test]
fn a_successor_comes_when_and_as_the_scenario_says() {
    for (delay, rating, turns, wanted) in
        [(1.0, "able", 2, Rating::Able), (0.0, "poor", 1, Rating::Poor), (2.0, "gallant", 3, Rating::Gallant)]
    {
        let battle = table().leader_at("l", BLUE, (20.0, 17.0)).word("rating", "able");
        let battle = battle.foot("a", BLUE, 8, "line", (20.0, 20.0, 90.0)).under("l");
        let battle = battle.foot("r", RED, 8, "line", (20.0, 50.0, 270.0));
        let battle = battle.set_number("replacement_delay", delay).set_word("replacement_rating", rating);
        let mut test = battle.battle();
        let leader = unit(&test, "l");
        let piece = test.piece("l", 1);
        let fallen =
            Leader { absent: 1 + delay as u8, removed: true, ..ff(&test).leader(leader).expect("he leads").clone() };
        test.put_unit(leader, "fury_leader", fallen);
        test.put(piece, "fate", grapeshot::forces::Fate::Casualty);
        let began = test.battle.view().clock().turn;
        for _ in 0..200 {
            if ff(&test).present(leader) {
                break;
            }
            pass(&mut test);
        }
        assert_eq!(test.battle.view().clock().turn - began, turns);
        assert_eq!(ff(&test).leader(leader).expect("he leads").rating, wanted);
    }
}

/// A regiment in the firefight of FF-8.20.
#[derive(Clone, Copy)]
struct Regiment {
    stands: u8,
    disordered: bool,
}

/// FF-8.20: two trained reliable regiments of this many stands, alone at four inches, able leaders: the stands lost by
/// both in the first game turn and in all, and the game turns until one gives way, on average of this many firefights.
fn firefights(book: &Data, start: u8, runs: u32) -> (f32, f32, f32) {
    let mut chance = Chance::new(1812);
    let (mut first, mut all, mut turns) = (0_u32, 0_u32, 0_u32);
    for _ in 0..runs {
        let mut sides = [Regiment { stands: start, disordered: false }; 2];
        let lost = |sides: &[Regiment; 2]| sides.iter().map(|of| u32::from(start - of.stands)).sum::<u32>();
        let mut turn = 0;
        'fight: loop {
            turn += 1;
            for phasing in 0..2 {
                let now = sides[phasing];
                if now.disordered {
                    let effectiveness = book.effectiveness_of(start, now.stands, MoraleClass::Reliable);
                    let modifier = i32::from(book.maneuver.modifiers.of_effectiveness(effectiveness));
                    let result = i32::from(chance.roll(&dice::MANEUVER, dice::FACES)) + modifier;
                    if !matches!(book.maneuver.effect(result, true), Effect::Rally | Effect::RallyWithElan) {
                        sides[phasing].stands -= (-result).clamp(0, i32::from(now.stands)) as u8;
                        break 'fight;
                    }
                    sides[phasing].disordered = false;
                }
                for (firer, target) in [(1 - phasing, phasing), (phasing, 1 - phasing)] {
                    let share = if sides[firer].disordered { 0.5 } else { 1.0 };
                    let points = f32::from(sides[firer].stands) * share;
                    let die = i32::from(chance.roll(&dice::FIRE, dice::FACES));
                    let modified = book.fire.of_points(points).map(|modifier| die + i32::from(modifier));
                    let Some(result) = modified.and_then(|modified| book.fire.result(modified)) else { continue };
                    let of = &mut sides[target];
                    of.stands -= if of.disordered { result.disordered } else { result.lost }.min(of.stands);
                    of.disordered = true;
                    if of.stands <= 1 {
                        break 'fight;
                    }
                }
            }
            if turn == 1 {
                first += lost(&sides);
            }
        }
        if turn == 1 {
            first += lost(&sides);
        }
        all += lost(&sides);
        turns += turn;
    }
    let runs = runs as f32;
    (first as f32 / runs, turns as f32 / runs, all as f32 / runs)
}

/// FF-8.20: 20,000 firefights of ten against ten, and of eight against eight, go as the rulebook says within a tenth.
#[test]
fn twenty_thousand_firefights_keep_the_pace_of_the_rulebook() {
    let test = two().battle();
    for (start, wanted) in [(10, (0.63, 3.9, 2.1)), (8, (0.39, 4.4, 1.6))] {
        let seen = firefights(ff(&test).book, start, 20_000);
        for (seen, wanted) in [(seen.0, wanted.0), (seen.1, wanted.1), (seen.2, wanted.2)] {
            let off: f32 = (seen - wanted) / wanted;
            assert!(off.abs() <= 0.1, "{start}: {seen} is not {wanted}");
        }
    }
}
