//! Bridges that are destroyed (BP-3.5).

use super::*;
use grapeshot::{battle::rulebooks, rulesets, scenario, table::house::Breaches};

/// A deep river from west to east with a bridge. Blue foot with a charge for it stands at its south end; red foot waits in
/// march column before its north end, so far away that nobody is near an enemy.
fn river() -> TestTable {
    table()
        .stream(&[(0.0, 40.0), (120.0, 40.0)], 4.0, true)
        .bridge((58.0, 37.0), (62.0, 43.0))
        .red("column", "line_infantry", "march_column", (60.0, 50.0, 270.0))
        .blue("sappers", "line_infantry", "line", (60.0, 36.5, 90.0))
        .value("charge", Value::List(vec![Value::Number(60.0), Value::Number(40.0)]))
}

fn demolish(test: &TestBattle, key: &str) -> Order {
    told(test, &verbs::DEMOLISH, &[key])
}

/// Has the bridge destroyed if this die does it, and goes on to red's command; what happened.
fn worked(test: &mut TestBattle, die: u16) -> Vec<BattleEvent> {
    beside(test, "sappers");
    until(test, "command");
    let from = test.battle.log().len();
    force(test, &dice::BRIDGES, &[die]);
    let order = demolish(test, "sappers");
    commanded(test, order, &[2, 2]);
    assert!(test.battle.view().unit_marks(test.unit("sappers")).has(&marks::AT_THE_BRIDGE));
    until_of(test, RED, "command");
    assert!(!test.battle.view().unit_marks(test.unit("sappers")).has(&marks::AT_THE_BRIDGE));
    test.battle.log().events()[from..].to_vec()
}

fn refusal(test: &TestBattle, key: &str) -> (String, String) {
    let refusal = test.battle.check(&demolish(test, key)).expect_err("it is refused");
    (refusal.rule.to_string(), refusal.reason)
}

/// BP-3.5: a die of 4 or more at the end of the player turn destroys the bridge, and the river under it counts; a lower
/// one leaves it.
#[test]
fn nobody_goes_over_a_bridge_that_was_destroyed() {
    for (die, falls) in [(3, false), (4, true)] {
        let mut test = river().battle();
        let events = worked(&mut test, die);
        assert_eq!(rolled(&events, "BP-3.5"), [vec![die as u8]], "{}", texts(&events));
        assert_eq!(texts(&events).contains("the bridge is destroyed"), falls, "{}", texts(&events));
        assert_eq!(test.battle.view().resource::<Breaches>().0.len(), usize::from(falls));
        let over = told(&test, &MARCH, &["column"]).path([to(60.0, 30.0)]);
        let plan = test.battle.check(&over).expect("it goes as far as it can");
        let head = plan.moves[0].end.at.y - 4.0;
        assert_eq!(head < 41.5, !falls, "{head}: {:?}", plan.warnings);
        let looks: Vec<_> =
            test.battle.rules().things(&test.battle.view()).into_iter().map(|thing| thing.look).collect();
        assert_eq!(looks, [if falls { "fallen_bridge" } else { "charge_planned" }]);
    }
}

/// BP-3.5: the scenario says what the die must show, and what it is worth.
#[test]
fn the_scenario_gives_the_score_and_the_points() {
    for (die, points) in [(5, 0.0), (6, 7.0)] {
        let mut test = river().number("charge_score", 6.0).number("charge_points", 7.0).battle();
        worked(&mut test, die);
        near(bp(&test).standings()[BLUE.index()].points.total(), points);
        near(bp(&test).standings()[RED.index()].points.total(), 0.0);
    }
}

/// BP-3.5: the unit has a charge, stands at the bridge and is steady; nobody stands on the bridge.
#[test]
fn a_bridge_is_not_destroyed_by_everybody_and_everywhere() {
    let check = |table: TestTable, change: fn(&mut TestBattle), key: &str, rule: &str, part: &str| {
        let mut test = table.battle();
        until(&mut test, "command");
        change(&mut test);
        let (by, reason) = refusal(&test, key);
        assert!(by == rule && reason.contains(part), "{by}: {reason}");
    };
    let other = |at: (f32, f32, f32), how: &str| river().blue("other", "line_infantry", how, at);
    check(other((20.0, 20.0, 90.0), "line"), |_| {}, "other", "BP-3.5", "has no charge for a bridge");
    check(other((60.0, 45.0, 90.0), "march_column"), |_| {}, "sappers", "BP-3.5", "stands on the bridge");
    check(river(), |test| hurt(test, "sappers", 3), "sappers", "BP-3.5", "shaken");
    check(river(), |test| disorder(test, "sappers"), "sappers", "BP-6.5", "disordered");
    let away = |test: &mut TestBattle| test.stand(test.piece("sappers", 1), 60.0, 30.0, 90.0);
    check(river(), away, "sappers", "BP-3.5", "from the bridge");
}

/// BP-3.5: a unit that could not begin the work at the end of the player turn does not roll.
#[test]
fn the_work_comes_to_nothing_if_somebody_comes_onto_the_bridge() {
    let mut test = river().blue("other", "line_infantry", "march_column", (20.0, 20.0, 90.0)).battle();
    beside(&mut test, "sappers");
    until(&mut test, "command");
    let order = demolish(&test, "sappers");
    commanded(&mut test, order, &[2, 2]);
    let piece = test.piece("other", 1);
    test.stand(piece, 60.0, 41.5, 90.0);
    let from = test.battle.log().len();
    until_of(&mut test, RED, "command");
    let told = texts(&test.battle.log().events()[from..]);
    assert!(told.contains("The bridge stands: OTHER stands on the bridge"), "{told}");
    assert!(bp(&test).bridge_of(test.unit("sappers")).is_some());
}

/// BP-3.5: an order that fails sets nobody to work.
#[test]
fn a_failed_order_destroys_no_bridge() {
    let mut test = river().battle();
    beside(&mut test, "sappers");
    until(&mut test, "command");
    let order = demolish(&test, "sappers");
    commanded(&mut test, order, &[6, 5]);
    assert!(!test.battle.view().unit_marks(test.unit("sappers")).has(&marks::AT_THE_BRIDGE));
}

/// BP-3.5: the computer thinks of it where it may, and values it.
#[test]
fn the_computer_destroys_its_bridge() {
    let mut test = river().number("charge_points", 10.0).battle();
    beside(&mut test, "sappers");
    until(&mut test, "command");
    let ask = test.battle.awaiting().asks[0].clone();
    assert!(ask.verbs.contains(&verbs::DEMOLISH));
    let best = test.battle.rules().prospects(&test.battle.view(), &ask);
    let (order, worth) = best.iter().find(|(order, _)| order.verb == verbs::DEMOLISH).expect("it is thought of");
    assert!(worth.total() > 0.0, "{order:?}");
}

/// BP-3.5: a charge lies on a bridge.
#[test]
fn a_charge_without_a_bridge_is_a_mistake() {
    let text = include_str!("../rules/black_powder/field.scenario.ron");
    let unit = "layout: \"line\", at: (60, 30), facing: 90";
    let charged = text.replace(unit, &format!("{unit}, values: (charge: [60, 40])"));
    assert_ne!(text, charged);
    let problems = scenario::read("field.scenario.ron", &charged, &rulebooks(rulesets::plugin)).expect_err("no bridge");
    let messages: Vec<_> = problems.iter().map(|problem| problem.message.clone()).collect();
    assert!(messages.iter().any(|message| message.contains("there is no bridge at (60, 40)")), "{messages:?}");
}
