//! The modifiers that a scenario gives a unit.

use super::{
    node::Node,
    problem::{Problem, short},
    reading::Reading,
};
use grapeshot_floor::forces::HouseRule;

/// Reads the house rules of a unit. Each names a rule in whose sums the ruleset takes one, and adds something.
pub fn house_rules(node: &Node, reading: &mut Reading) -> Vec<HouseRule> {
    node.list("house_rules").iter().filter_map(|entry| house_rule(entry, reading)).collect()
}

fn house_rule(node: &Node, reading: &mut Reading) -> Option<HouseRule> {
    let (rule, amount) = (node.get("rule")?.as_text()?, node.number("amount")?);
    let kinds = &reading.words.house_rules;
    if !kinds.iter().any(|kind| kind.rule == rule) {
        let message = format!("no unit can have a modifier of its own in sums of {:?}", short(rule));
        let problem = Problem::at(node.span_of("rule"), message).label("no such sums");
        let named: Vec<String> = kinds.iter().map(|kind| format!("{} ({})", kind.rule, kind.hint)).collect();
        reading.problems.push(problem.help(format!("It can in those of {}.", named.join(", "))));
    }
    if amount == 0.0 {
        let problem = Problem::at(node.span_of("amount"), "a modifier of 0 is none".to_owned()).label("without effect");
        reading.problems.push(problem.help("Give it another amount, or leave the house rule out."));
    }
    Some(HouseRule { rule: rule.into(), amount: amount as i8, text: node.text("text").to_owned() })
}
