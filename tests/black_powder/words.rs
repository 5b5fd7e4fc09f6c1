//! What players read before they decide: questions, choices, plans.

use super::player::{BATTLES, scenario_named};
use grapeshot::{
    ai::{self, Level},
    battle::Battle,
    orders::{Order, Plan},
    turn::Ask,
};

/// Things that are counted, with their plurals.
const THINGS: [(&str, &str); 12] = [
    ("battalion", "battalions"),
    ("casualty", "casualties"),
    ("degree", "degrees"),
    ("die", "dice"),
    ("face", "faces"),
    ("hit", "hits"),
    ("inch", "inches"),
    ("move", "moves"),
    ("order", "orders"),
    ("point", "points"),
    ("turn", "turns"),
    ("unit", "units"),
];

/// What is wrong with a line: a plural of one thing, or one thing where there are more.
fn fault_of(line: &str) -> Option<&'static str> {
    let words: Vec<&str> = line.split(|letter: char| letter.is_whitespace() || "(),:;".contains(letter)).collect();
    words.windows(2).find_map(|pair| {
        let number: f32 = pair[0].parse().ok()?;
        THINGS.iter().find_map(|(one, more)| match number {
            1.0 if pair[1] == *more => Some("one of many"),
            1.0 => None,
            _ if pair[1] == *one => Some("many of one"),
            _ => None,
        })
    })
}

/// All that an order's plan says.
fn words_of(plan: &Plan) -> Vec<String> {
    let mut words = vec![plan.summary.clone()];
    words.extend(plan.warnings.iter().cloned());
    for odds in &plan.odds {
        words.extend([odds.label.clone(), odds.needs.clone()]);
        words.extend(odds.then.iter().map(|(line, _)| line.clone()));
        words.extend(odds.explained.modifiers().iter().map(|line| line.label.to_string()));
    }
    words.extend(plan.outcomes.iter().map(|outcome| outcome.label.clone()));
    for planned in &plan.moves {
        words.extend(planned.stopped.clone());
        words.extend(planned.cost.modifiers().iter().map(|line| line.label.to_string()));
    }
    words
}

/// All that a question says, and the plans of all answers that are offered, or why one is refused.
fn words_at(battle: &Battle, ask: &Ask) -> Vec<String> {
    let mut words = vec![ask.question.clone()];
    words.extend(ask.choices.iter().map(|(_, label)| label.to_string()));
    let view = battle.view_of(ask.side);
    let weighed = battle.rules().prospects(&view, ask);
    words.extend(weighed.iter().flat_map(|(_, worth)| worth.modifiers()).map(|line| line.label.to_string()));
    let offered = weighed.into_iter().map(|(order, _)| order).chain(battle.rules().candidates(&view, ask));
    let plans = offered.map(|order: Order| match battle.rules().check(&view, &order) {
        Ok(plan) => words_of(&plan),
        Err(refusal) => vec![refusal.reason],
    });
    words.extend(plans.flatten());
    words
}

/// BP-5.5, BP-6.1: one thing is told in the singular, everything else in the plural.
#[test]
fn questions_and_plans_count_one_thing_as_one() {
    let mut faults = Vec::new();
    for name in BATTLES {
        let mut battle = Battle::new(&scenario_named(name), 5, grapeshot::rulesets::plugin);
        let mut commanders = [ai::commander(Level::Regular, 5), ai::commander(Level::Regular, 6)];
        while let Some(ask) = battle.awaiting().asks.first().cloned() {
            // To look at all of them would take too long.
            if battle.orders().len().is_multiple_of(4) {
                let wrong = words_at(&battle, &ask).into_iter().filter(|line| fault_of(line).is_some());
                faults.extend(wrong.map(|line| format!("{name}, {}: {line}", ask.kind)));
            }
            let decision = commanders[ask.side.index()].decide(&battle, &ask);
            battle.submit(decision.order).expect("a commander gives only orders that are allowed");
        }
    }
    faults.sort();
    faults.dedup();
    assert!(faults.is_empty(), "{} faults, as {:#?}", faults.len(), &faults[..faults.len().min(20)]);
}

#[test]
fn a_wrong_plural_is_found() {
    assert_eq!(fault_of("1 dice, 6+ to hit"), Some("one of many"));
    assert_eq!(fault_of("contact in 2 move: 30 %"), Some("many of one"));
    assert_eq!(fault_of("1 die, 0.75 casualties, 12 inches"), None);
}
