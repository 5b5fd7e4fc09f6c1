//! The log of a battle as a person reads it.

use grapeshot::{
    battle::Battle,
    english::{number, signed},
    events::{BattleEvent, Explained, folded},
};
use serde::Serialize;
use std::fmt::Write;

/// A line of the log with what is folded under it.
#[derive(Serialize)]
pub struct Line<'a> {
    #[serde(flatten)]
    /// The event.
    pub main: &'a BattleEvent,
    /// Its details.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub details: &'a [BattleEvent],
}

/// The lines of the log, each with its details if the whole log is wanted.
pub fn lines(battle: &Battle, whole: bool) -> Vec<Line<'_>> {
    let events = battle.log().events();
    let line = |line: std::ops::Range<usize>| Line {
        main: &events[line.start],
        details: if whole { &events[line.start + 1..line.end] } else { &[] },
    };
    folded(events).into_iter().map(line).collect()
}

/// The log as text; the whole one with details and sums.
pub fn text(battle: &Battle, whole: bool) -> String {
    let mut text = format!("{}, seed {}\n", battle.scenario().title, battle.seed());
    let mut turn = 0;
    for Line { main, details } in lines(battle, whole) {
        if main.turn != turn
            && let Some(hour) = battle.rules().clock(&battle.view(), main.turn)
        {
            let _ = writeln!(text, "{MARGIN}{hour}");
        }
        turn = main.turn;
        let _ = writeln!(text, "{:>4} {:>2}  {} ({})", main.step, main.turn, main.text, main.rule);
        if whole {
            sum(&mut text, &main.explained);
        }
        for detail in details {
            let _ = writeln!(text, "{MARGIN}{} ({})", detail.text, detail.rule);
            sum(&mut text, &detail.explained);
        }
    }
    text
}

/// What stands before a detail.
const MARGIN: &str = "             ";

/// A sum on a line: what it comes to, and every modifier with its rule.
fn sum(text: &mut String, sum: &Explained) {
    let Some((base, others)) = sum.modifiers().split_first() else { return };
    let _ = write!(text, "{MARGIN}= {}: {} {} ({})", number(sum.total()), number(base.amount), base.label, base.rule);
    for modifier in others {
        let _ = write!(text, ", {} {} ({})", signed(modifier.amount), modifier.label, modifier.rule);
    }
    text.push('\n');
}
