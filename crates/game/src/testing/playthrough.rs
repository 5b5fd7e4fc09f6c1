//! A battle as a text that can be played again: every order, the question that it answered, the lines of the log that it
//! led to with their sums, and the checksum of the battle after it. What has changed is a difference between two texts.

use std::fmt::Write;

use crate::{battle::Battle, record::Intervention};
use grapeshot_floor::{
    english::{number, signed},
    events::{BattleEvent, Explained},
    orders::Order,
};

/// What stands before an order, and before what a script does to a battle from outside its rules.
const ORDER: &str = "> ";
const DEED: &str = "! ";

/// An order with what was done to the battle before it.
pub type Given = (Vec<Intervention>, Order);

/// The text of a battle at its set-up with these orders, up to the first that is not allowed.
///
/// # Panics
/// If something cannot be done to the battle that was done to it before its text was written.
pub fn told(mut battle: Battle, given: &[Given]) -> String {
    let scenario = battle.scenario();
    let mut text = format!("{} ({}), seed {}\n", scenario.title, scenario.ruleset, battle.seed());
    tell_events(&mut text, battle.log().events());
    let _ = writeln!(text, "= {:016x}", battle.checksum());
    for (before, order) in given {
        text.push('\n');
        for deed in before {
            let _ = writeln!(text, "{DEED}{}", json(deed));
            battle.intervene(deed.clone()).unwrap_or_else(|why| panic!("{why}: {}", json(deed)));
        }
        let ask = battle.awaiting().asks.iter().find(|ask| ask.side == order.side);
        if let Some(ask) = ask {
            let side = &battle.view().side_named(ask.side).key;
            let _ = writeln!(text, "{side}: {} ({}, {})", ask.question, ask.kind, ask.rule);
        }
        let _ = writeln!(text, "{ORDER}{}", json(order));
        match battle.submit(order.clone()) {
            Err(refusal) => {
                let _ = writeln!(text, "refused: {refusal}");
                return text;
            }
            Ok(events) => tell_events(&mut text, &battle.log().events()[events]),
        }
        let _ = writeln!(text, "= {:016x}", battle.checksum());
    }
    match battle.outcome() {
        Some(outcome) => {
            let _ = writeln!(text, "\n{}", json(outcome));
        }
        None => text.push_str("\nThe battle goes on.\n"),
    }
    text
}

/// The seed of the battle that a text tells, if its first line says one.
pub fn seed_in(text: &str) -> Option<u64> {
    text.lines().next()?.rsplit_once(", seed ")?.1.parse().ok()
}

/// The orders of a text.
///
/// # Panics
/// If a line is none that [`told`] writes.
pub fn orders_in(text: &str) -> Vec<Given> {
    let (mut given, mut before) = (Vec::new(), Vec::new());
    for line in text.lines() {
        if let Some(deed) = line.strip_prefix(DEED) {
            before.push(serde_json::from_str(deed).unwrap_or_else(|why| panic!("{why}: {line}")));
        } else if let Some(order) = line.strip_prefix(ORDER) {
            let order = serde_json::from_str(order).unwrap_or_else(|why| panic!("{why}: {line}"));
            given.push((std::mem::take(&mut before), order));
        }
    }
    given
}

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("it can be written")
}

/// Each line of the log with its turn and its rule, a detail under its line, and the sum that led to it.
fn tell_events(text: &mut String, events: &[BattleEvent]) {
    let told = events.iter().filter(|event| !event.text.is_empty() || !event.explained.is_empty()).map(|event| {
        let margin = if event.detail { "    " } else { "  " };
        let line = format!("{margin}{} {} ({})", event.turn, event.text, event.rule);
        format!("{line}{}", sum(&event.explained))
    });
    // The pieces of a body are moved one by one, and each has the same line.
    for same in told.collect::<Vec<_>>().chunk_by(|a, b| a == b) {
        let times = if same.len() > 1 { format!(" \u{d7} {}", same.len()) } else { String::new() };
        let _ = writeln!(text, "{}{times}", same[0]);
    }
}

/// A sum on a line of its own.
fn sum(sum: &Explained) -> String {
    let Some((base, others)) = sum.modifiers().split_first() else { return String::new() };
    let mut text = format!("\n      {}: {} {}", number(sum.total()), base.label, number(base.amount));
    for modifier in others {
        let _ = write!(text, ", {} {} ({})", modifier.label, signed(modifier.amount), modifier.rule);
    }
    text
}
