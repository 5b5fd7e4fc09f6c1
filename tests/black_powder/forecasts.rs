//! The computer counts on the dice, scores and saves of the rules, wherever it thinks of a unit.

use super::*;
use grapeshot::{
    ai::{self, Level},
    battle::Battle,
    rulesets::black_powder::{
        book::data::{Data, Numbers},
        evaluation::appraise,
    },
};

/// What the computer expects of an order, by a rulebook, for one reason.
fn expected(test: &TestBattle, book: &Data, order: &Order, why: &str) -> f32 {
    let worth = appraise(&BlackPowderView { book, ..bp(test) }, order);
    lines(&worth).into_iter().filter(|(label, _)| label.starts_with(why)).map(|(_, amount)| amount).sum()
}

/// A blue unit at (60, 40) with this heading.
fn one(formation: &str, heading: f32) -> TestTable {
    table().blue("one", "line_infantry", formation, (60.0, 40.0, heading))
}

/// The same with a red unit `gap` inches north of it, facing it.
fn under_fire(formation: &str, heading: f32, foe: &str, foe_formation: &str, gap: f32) -> TestTable {
    one(formation, heading).red("foe", foe, foe_formation, (60.0, 40.0 + gap, 270.0))
}

/// The fire that the blue unit escapes as the computer expects by a rulebook, if it goes back as ordered.
fn feared_by(book: &Data, table: TestTable) -> f32 {
    let mut test = table.battle();
    beside(&mut test, "one");
    until(&mut test, "command");
    let back = told(&test, &MARCH, &["one"]).unit(test.unit("blue")).path([to(60.0, 4.0)]);
    commanded(&mut test, back, &[1, 1]);
    assert_eq!(asked(&test), "carry");
    expected(&test, book, &order(&test, &verbs::GO), "the fire it would come under")
}

fn rulebook() -> Data {
    bp(&one("line", 90.0).battle()).book.clone()
}

fn feared(table: TestTable) -> f32 {
    let fire = feared_by(&rulebook(), table);
    assert!(fire > 0.0, "it is shot at");
    fire
}

type Change = fn(&mut Numbers);

/// BP-5.4, BP-5.7: the numbers of the rulebook in use count for fire.
#[test]
fn the_computer_counts_fire_by_the_numbers_of_the_rulebook_in_use() {
    let guns = |formation: &str, gap: f32| under_fire(formation, 90.0, "foot_battery", "deployed", gap);
    let line = |formation: &str, gap: f32| under_fire(formation, 90.0, "line_infantry", "line", gap);
    let cases: [(TestTable, Change); 7] = [
        (line("line", 5.0), |numbers| numbers.shooting.close = -1),
        (guns("attack_column", 20.0), |numbers| numbers.shooting.artillery_at_column = -1),
        (guns("line", 30.0), |numbers| numbers.shooting.long_range = 1),
        (guns("line", 30.0), |numbers| numbers.save.artillery_long = 2),
        (guns("line", 20.0), |numbers| numbers.save.artillery_near = 2),
        (guns("march_column", 20.0), |numbers| numbers.save.march_column = 1),
        (line("attack_column", 10.0), |numbers| numbers.save.column = -2),
    ];
    for (n, (table, change)) in cases.into_iter().enumerate() {
        let mut own = rulebook();
        change(&mut own.numbers);
        assert_ne!(feared(table.clone()), feared_by(&own, table), "{n}");
    }
}

/// BP-7.3, BP-7.8: the numbers of the rulebook in use count for charges.
#[test]
fn the_computer_counts_charges_by_the_numbers_of_the_rulebook_in_use() {
    let cases: [(f32, Change); 4] = [
        (270.0, |numbers| numbers.fighting.charging = -2),
        (270.0, |numbers| numbers.fighting.shaken = 2),
        (270.0, |numbers| numbers.testing.excess = 2),
        (90.0, |numbers| numbers.fighting.flank = 3),
    ];
    for (n, (heading, change)) in cases.into_iter().enumerate() {
        let mut test = table()
            .blue("one", "line_infantry", "line", (60.0, 20.0, 90.0))
            .red("foe", "line_infantry", "line", (60.0, 28.0, heading))
            .battle();
        hurt(&mut test, "foe", 3);
        beside(&mut test, "one");
        until(&mut test, "command");
        let order = told(&test, &CHARGE, &["one"]).unit(test.unit("blue")).target(test.piece("foe", 1));
        let mut own = rulebook();
        change(&mut own.numbers);
        let worth = |book: &Data| expected(&test, book, &order, "what the charge should do");
        assert_ne!(worth(bp(&test).book), worth(&own), "{n}");
    }
}

/// BP-5.6: a march column shot at from behind gives double dice, like a line.
#[test]
fn the_computer_fears_the_guns_behind_a_march_column() {
    let mut alike = rulebook();
    alike.numbers.shooting.artillery_at_column = 0;
    alike.numbers.save.march_column = 0;
    let from_behind = |formation: &str| under_fire(formation, 270.0, "foot_battery", "deployed", 44.0);
    near(feared_by(&alike, from_behind("march_column")), feared_by(&alike, from_behind("line")));
}

/// A red regiment of lancers, which does not shoot, facing the blue unit.
fn lancers(table: TestTable, at: (f32, f32)) -> TestTable {
    table.red("lancers", "lancers", "line", (at.0, at.1, 270.0))
}

/// BP-5.4: not clear: fewer than three lines are free: -1.
#[test]
fn the_computer_knows_that_a_target_which_is_not_clear_is_harder_to_hit() {
    let fire = |x: f32| feared(lancers(under_fire("line", 90.0, "line_infantry", "line", 14.0), (x, 48.0)));
    assert!(fire(66.0) < fire(90.0), "{} half hidden, {} clear", fire(66.0), fire(90.0));
}

/// BP-5.10: overhead: -1 for guns that are no howitzers.
#[test]
fn the_computer_knows_that_guns_shoot_worse_overhead() {
    let fire = |x: f32| feared(lancers(under_fire("line", 90.0, "foot_battery", "deployed", 30.0), (x, 55.0)));
    assert!(fire(60.0) < fire(110.0), "{} overhead, {} clear", fire(60.0), fire(110.0));
}

/// BP-1.1: a tiny unit has one die, however it stands.
#[test]
fn the_computer_expects_one_die_of_a_tiny_garrison() {
    let fire = |size: &str| {
        let table = one("line", 90.0)
            .red("foe", "line_infantry", "garrison", (60.0, 52.0, 270.0))
            .value("shoot", Value::List(vec![Value::Number(4.0); 3]))
            .word("size", size);
        feared(table.building((54.0, 50.0), (66.0, 54.0), &[], &[]))
    };
    assert!(fire("tiny") < fire("standard"), "{}, {}", fire("tiny"), fire("standard"));
}

/// BP-5.8, BP-7.5: what the computer counts the chances of a shot, a charge and an answer to a charge to be is what a
/// player is shown of them.
#[test]
fn the_computer_counts_on_what_a_player_is_shown() {
    let (mut shots, mut charges, mut answers) = (0, 0, 0);
    for name in player::BATTLES {
        let mut battle = Battle::new(&player::scenario_named(name), 7, grapeshot::rulesets::plugin);
        let mut commander = ai::commander(Level::Regular, 7);
        for _ in 0..120 {
            let Some(ask) = battle.awaiting().asks.first().cloned() else { break };
            let (rules, view) = (battle.rules(), battle.view_of(ask.side));
            let sheet = rules.sheet(&view, &ask);
            for (order, worth) in rules.prospects(&view, &ask) {
                let plan = rules.check(&view, &order).expect("it is allowed");
                let labels: Vec<String> = lines(&worth).into_iter().map(|(label, _)| label).collect();
                let counted =
                    |shown: &str| assert!(labels.iter().any(|label| label.contains(shown)), "{shown}: {labels:?}");
                if order.verb == verbs::SHOOT {
                    counted(&plan.odds[0].then[0].0);
                    shots += 1;
                }
                if let Some(outlook) = plan.outlooks.first() {
                    counted(&format!(", {:.0} % {}", outlook.wins * 100.0, outlook.label));
                    charges += 1;
                }
                let ways = sheet.iter().flat_map(|sheet| &sheet.groups).flat_map(|group| &group.ways);
                let outlook = ways.filter(|way| way.orders.contains(&order)).find_map(|way| way.outlook.as_ref());
                if let Some(outlook) = outlook {
                    counted(&format!(", {:.0} %", outlook.wins * 100.0));
                    answers += 1;
                }
            }
            let order = commander.decide(&battle, &ask).order;
            battle.submit(order).expect("a commander gives only orders that are allowed");
        }
    }
    assert!(shots > 20 && charges > 20 && answers > 4, "{shots} shots, {charges} charges, {answers} answers");
}
