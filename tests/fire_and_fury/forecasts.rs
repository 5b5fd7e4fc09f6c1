//! Fire and charges are counted in one place: the plan, the sheet, the computer and the dice agree on them.

use grapeshot::{
    ai::{Level, commander},
    battle::{Battle, rulebooks},
    orders::{Order, Outlook},
    rulesets::{
        self,
        fire_and_fury::{
            book::{
                data::{ChargeTable, Data, FireModifiers},
                formations::Formation,
                values::{Gun, OrderState},
                verbs,
            },
            evaluation::appraise,
            state::view::FuryView,
        },
    },
    scenario,
};
use std::path::Path;

use crate::kit::*;

/// What the computer says of an order, by a rulebook: what begins like this, summed up.
fn said(test: &TestBattle, book: &Data, order: &Order, why: &str) -> f32 {
    let worth = appraise(&FuryView::by(test.battle.view(), book), order);
    let lines = worth.modifiers().iter().filter(|line| line.label.starts_with(why));
    lines.map(|line| line.amount).sum()
}

fn rulebook(test: &TestBattle) -> Data {
    ff(test).book.clone()
}

/// What the computer fears to lose by the charge of `p` at `q`, or hopes to take by it.
fn expected(test: &TestBattle, how: &str, why: &str) -> f32 {
    said(test, &rulebook(test), &charge(test, "p", "q", how), why)
}

const COSTS: &str = "what it may cost";
const TAKES: &str = "what it costs the enemy";

/// Ten veteran stands before eight that fire buck and ball.
fn p_and_q() -> TestTable {
    let battle = table().foot("p", BLUE, 10, "line", (20.0, 10.0, 90.0)).word("experience", "veteran");
    battle.foot("q", RED, 8, "line", (20.0, 16.0, 270.0)).flag("buck_and_ball")
}

fn outlook(test: &TestBattle, how: &str) -> Outlook {
    plan(test, &charge(test, "p", "q", how)).outlooks[0].clone()
}

/// FF-10.18: eight points with buck and ball leave the charger as it is with 5 of 10; it wins by 4 to 2 with 64 of 100, in
/// disorder with 55.
#[test]
fn the_odds_of_a_charge_count_the_fire_that_comes_before() {
    let test = ready(p_and_q(), 5);
    about(outlook(&test, "cold_steel").wins, 0.5 * 0.64 + 0.5 * 0.55);
    let told = plan(&test, &charge(&test, "p", "q", "cold_steel"));
    let fire = told.odds.iter().find(|odds| odds.label.starts_with("Fire at")).expect("the fire is shown");
    about(fire.chance, 0.5);
}

/// FF-10.18: a charger that fires itself disorders its target before the combat.
#[test]
fn the_odds_of_a_charge_count_the_fire_of_the_charger() {
    let mut test = ready(p_and_q(), 5);
    let armed = outlook(&test, "fire").wins;
    put_troops(&mut test, "p", |troops| troops.weapon = None);
    let unarmed = outlook(&test, "fire").wins;
    assert!(armed > unarmed + 0.02, "{armed} with muskets, {unarmed} without");
}

/// FF-10.4: the plan of a charge counts cold steel; FF-6.4: and the disorder of a full move.
#[test]
fn the_plan_of_a_charge_counts_steel_and_disorder() {
    let test = ready(p_and_q(), 5);
    let sum = plan(&test, &charge(&test, "p", "q", "cold_steel")).odds[0].explained.clone();
    assert_eq!(amount(&sum, "cold steel"), Some(1.0));
    let tardy = ready(p_and_q(), 1);
    let sum = plan(&tardy, &charge(&tardy, "p", "q", "fire_disordered")).odds[0].explained.clone();
    assert_eq!(amount(&sum, "disordered"), Some(-1.0));
}

/// FF-10.5: charges with a target in common are one combat, also in the plan of the second.
#[test]
fn the_plan_of_a_charge_counts_those_who_charge_already() {
    let battle = table().foot("p", BLUE, 6, "line", (16.0, 10.0, 90.0)).foot("r", BLUE, 6, "line", (24.0, 10.0, 90.0));
    let mut test = battle.foot("q", RED, 12, "line", (20.0, 16.0, 270.0)).battle();
    for key in ["p", "r"] {
        checks_alone(&mut test, key, 6);
        pass(&mut test);
    }
    go_to(&mut test, "declare");
    let alone = outlook(&test, "fire").wins;
    let other = charge(&test, "r", "q", "fire");
    test.order(other);
    let both = outlook(&test, "fire").wins;
    assert!(both > alone + 0.1, "{both} both, {alone} alone");
}

/// FF-12.3: raw foot forms a hasty square in disorder, which the sheet of answers counts.
#[test]
fn the_sheet_counts_the_disorder_of_raw_foot_in_a_hasty_square() {
    let battle = table().horse("p", BLUE, 6, "line", (20.0, 10.0, 90.0));
    let mut test = ready(battle.foot("q", RED, 12, "line", (20.0, 24.0, 270.0)).word("experience", "raw"), 5);
    let declared = charge(&test, "p", "q", "cold_steel");
    declares(&mut test, declared);
    let square = told(&test, &verbs::REACT, "q").choice("square");
    let shown = plan(&test, &square).outlooks[0].wins;
    test.order(square);
    assert_eq!(order_of(&test, "q"), OrderState::Disordered);
    let charge = ff(&test).charge_of(test.unit("p")).expect("it charges").clone();
    let forecast = ff(&test).forecast_of_charge(&charge).expect("they meet");
    about(shown, 1.0 - forecast.wins - forecast.ties);
}

/// FF-8.3, FF-8.4: of a march column the first stand fires at an enemy that charges it; no stand fires at one that
/// comes from behind.
#[test]
fn the_computer_fears_no_fire_of_stands_that_cannot_fire() {
    for (formation, heading) in [("march_column", 270.0), ("line", 90.0)] {
        let battle = table().foot("p", BLUE, 10, "line", (20.0, 10.0, 90.0));
        let mut test = ready(battle.foot("q", RED, 8, formation, (20.0, 16.0, heading)), 6);
        let armed = expected(&test, "fire", COSTS);
        put_troops(&mut test, "q", |troops| troops.weapon = None);
        about(armed, expected(&test, "fire", COSTS));
    }
}

/// FF-10.6, FF-10.10: the table of charges in use counts for the computer.
#[test]
fn the_computer_counts_charges_by_the_table_in_use() {
    let foot = || p_and_q();
    let horse = || {
        let battle = table().horse("p", BLUE, 10, "line", (20.0, 10.0, 90.0));
        battle.foot("q", RED, 8, "line", (20.0, 16.0, 270.0))
    };
    let cases: [(TestTable, fn(&mut ChargeTable)); 4] = [
        (foot(), |table| table.modifiers.elan = 3),
        (foot(), |table| table.modifiers.disordered = -3),
        (horse(), |table| table.lost_driven_more = 3),
        (foot(), |table| table.pushed = 3),
    ];
    for (n, (table, change)) in cases.into_iter().enumerate() {
        let (usual, test) = (ready(table.clone(), 6), ready(table, 6));
        let (order, mut own) = (charge(&test, "p", "q", "cold_steel"), rulebook(&test));
        change(&mut own.charge);
        assert_ne!(expected(&usual, "cold_steel", TAKES), said(&test, &own, &order, TAKES), "{n}");
    }
}

/// What the computer thinks of a march of `p` ten inches back from the fire of an enemy.
fn retires(battle: TestTable, change: impl FnOnce(&mut TestBattle), table: impl FnOnce(&mut FireModifiers)) -> f32 {
    let mut test = battle.foot("p", BLUE, 8, "line", (20.0, 10.0, 90.0)).battle();
    checks_alone(&mut test, "p", 8);
    change(&mut test);
    let mut book = rulebook(&test);
    table(&mut book.fire.modifiers);
    said(&test, &book, &march(&test, "p", &[back(5.0)]), "a better place")
}

/// FF-8.11, FF-13.2: raw firers, marksmen and the dark count for the computer by the table in use.
#[test]
fn the_computer_counts_who_fires_and_in_what_light() {
    let foe = || table().foot("q", RED, 12, "line", (20.0, 16.0, 270.0));
    let cases: [(TestTable, fn(&mut FireModifiers)); 3] = [
        (foe().word("experience", "raw"), |table| table.firer_raw = -3),
        (foe().flag("marksmen"), |table| table.marksmen = 3),
        (foe().word("experience", "raw"), |table| table.enfilade += 1),
    ];
    for (n, (battle, change)) in cases.into_iter().enumerate() {
        let (usual, other) = (retires(battle.clone(), |_| {}, |_| {}), retires(battle, |_| {}, change));
        assert_eq!(usual != other, n < 2, "{n}: {usual}, {other}");
    }
}

/// FF-8.9: damaged guns fire at half for the computer too.
#[test]
fn the_computer_fears_damaged_guns_less() {
    let battle = || table().guns("q", RED, "HG", 3, "unlimbered", (20.0, 20.0, 270.0));
    let damage = |test: &mut TestBattle| {
        for piece in ff(test).stands(test.unit("q")) {
            let gun = Gun { damaged: true, ..*ff(test).gun(piece).expect("it is a gun").0 };
            test.put(piece, "fury_gun", gun);
        }
    };
    let (sound, damaged) = (retires(battle(), |_| {}, |_| {}), retires(battle(), damage, |_| {}));
    assert!(damaged < sound, "{sound} sound, {damaged} damaged");
}

/// FF-8.3, FF-8.9, FF-12.4: the shots of a unit at another are as many as the number of stands that fire at one target.
#[test]
fn as_many_stands_fire_as_are_counted() {
    for (formation, heading) in [
        ("line", 270.0),
        ("supported_line", 270.0),
        ("field_column", 270.0),
        ("march_column", 270.0),
        ("square", 270.0),
    ] {
        let battle = table().foot("q", RED, 10, formation, (20.0, 16.0, heading));
        let test = at_fire(battle.foot("p", BLUE, 4, "line", (20.0, 13.5, 90.0)), RED);
        let (p, q) = (test.unit("p"), test.unit("q"));
        let counted = ff(&test).firing_at_one(q, &ff(&test).pose(q));
        assert_eq!(ff(&test).shots_of(q, p).len(), counted, "{formation}");
    }
}

/// FF-10.10, FF-12.8: a square that is hard pressed holds, so a charge drives it from nothing, and works hold as well.
#[test]
fn the_computer_knows_that_squares_and_works_hold() {
    let pushed = |formation: &str, works: bool| {
        let battle = table().foot("p", BLUE, 10, "line", (20.0, 10.0, 90.0));
        let battle = battle.foot("q", RED, 8, formation, (20.0, 16.0, 270.0));
        let battle = if works { battle.obstacle("earthwork", &[(12.0, 15.8), (28.0, 15.8)]) } else { battle };
        let test = ready(battle, 6);
        let forecast = ff(&test).forecast_at_a_glance(test.unit("p"), test.unit("q"), false, false);
        forecast.toll(test.unit("q")).pushed
    };
    assert!(pushed("line", false) > 0.1);
    assert_eq!((pushed("square", false), pushed("line", true)), (0.0, 0.0));
}

/// FF-10.16, FF-10.18, FF-5.13: what the computer counts the chances of a charge, and of a unit that stands, to be is what a
/// player is shown.
#[test]
fn the_computer_counts_on_what_a_player_is_shown() {
    let (mut charges, mut answers) = (0, 0);
    for (name, seed) in [("cooks_mills", 7), ("chippawa", 7), ("the_thames", 7)] {
        let books = rulebooks(rulesets::plugin);
        let file = format!("scenarios/fire_and_fury/{name}.scenario.ron");
        let scenario = scenario::load(Path::new(&file), &books).unwrap_or_else(|problems| panic!("{problems}"));
        let mut battle = Battle::new(&scenario, seed, rulesets::plugin);
        let mut side = commander(Level::Regular, seed);
        while let Some(ask) = battle.awaiting().asks.first().cloned() {
            let (rules, view) = (battle.rules(), battle.view_of(ask.side));
            if ask.kind == "declare" || ask.kind == "hasty" {
                let stands = rules.sheet(&view, &ask).into_iter().flat_map(|sheet| sheet.groups);
                let stands: Vec<_> =
                    stands.filter_map(|group| Some((group.unit, group.ways.last()?.outlook.clone()?))).collect();
                for (order, worth) in rules.prospects(&view, &ask) {
                    let plan = rules.check(&view, &order).expect("it is allowed");
                    let unit = order.pieces.first().map(|piece| view.unit_of(*piece));
                    let outlook = match order.verb == verbs::CHARGE {
                        true => plan.outlooks.first(),
                        false => stands.iter().find(|(known, _)| Some(*known) == unit).map(|(_, outlook)| outlook),
                    };
                    let Some(Outlook { wins, label, .. }) = outlook else { continue };
                    let shown = format!(", {:.0} % {label}", wins * 100.0);
                    let mut lines = worth.modifiers().iter();
                    assert!(lines.any(|line| line.label.ends_with(&shown)), "{shown}: {worth:?}");
                    charges += usize::from(order.verb == verbs::CHARGE);
                    answers += usize::from(order.verb == verbs::REACT);
                }
            }
            let order = side.decide(&battle, &ask).order;
            battle.submit(order).expect("a commander gives only orders that are allowed");
        }
    }
    assert!(charges > 10 && answers > 0, "{charges} charges, {answers} answers");
}

/// FF-10.10, FF-10.12: the loser of a combat loses as many stands, and is as far gone, as its forecast counts on.
#[test]
fn a_forecast_counts_on_what_befalls_the_loser() {
    let test = ready(p_and_q(), 5);
    let forecast = ff(&test).forecast_at_a_glance(test.unit("p"), test.unit("q"), true, false);
    let toll = forecast.toll(test.unit("q"));
    let loses = [toll.pushed, toll.driven, toll.flees].iter().sum::<f32>();
    about(loses, forecast.wins);
    assert_eq!(formation(&test, "q"), Formation::Line);
}
