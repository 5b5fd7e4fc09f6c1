//! The log of a battle as a person reads it.

use grapeshot::{
    ai::{Grounds, Level},
    battle::Battle,
    english::{number, signed},
    events::{BattleEvent, Explained, folded, worth_reading},
    orders::Order,
    simulate::foolish::Foolish,
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

/// Why the computer gave an order.
#[derive(Serialize)]
pub struct Reason {
    /// The order, from 1, as the lines of the log name it.
    step: u32,
    /// The key of its side.
    side: String,
    /// The level of the commander.
    level: Level,
    order: Order,
    /// Why, in a sentence.
    reason: String,
    /// What the order is worth, and the others with what each is worth, the best first.
    grounds: Grounds,
}

/// This many of the other orders are told.
const OTHERS: usize = 12;

impl Reason {
    /// Why a commander of a level gives an order, as the battle stands before it.
    pub fn of(battle: &Battle, order: &Order, level: Level) -> Option<Self> {
        let mut grounds = Grounds::of(battle, order, level)?;
        let reason = grounds.reason(battle);
        if let Grounds::Weighed { others, .. } = &mut grounds {
            others.truncate(OTHERS);
        }
        let side = battle.view().side_named(order.side).key.to_string();
        Some(Self { step: battle.view().clock().step + 1, side, level, order: order.clone(), reason, grounds })
    }

    fn write(&self, text: &mut String, whole: bool) {
        let _ = writeln!(text, "{:>4}     why ({}, {}): {}", self.step, self.side, self.level, self.reason);
        if let Grounds::Weighed { worth, .. } = &self.grounds
            && whole
        {
            sum(text, worth);
        }
    }
}

/// The log as text, before each order why it was given, after each what was foolish by then; the whole one with details
/// and sums.
pub fn text(battle: &Battle, whole: bool, reasons: &[Reason], foolish: &[Foolish]) -> String {
    let mut text = format!("{}, seed {}\n", battle.scenario().title, battle.seed());
    let mut turn = 0;
    let mut reasons = reasons.iter().peekable();
    let mut foolish = foolish.iter().peekable();
    for Line { main, details } in lines(battle, whole) {
        if main.turn != turn
            && let Some(hour) = battle.rules().clock(&battle.view(), main.turn)
        {
            let _ = writeln!(text, "{MARGIN}{hour}");
        }
        turn = main.turn;
        while let Some(order) = foolish.next_if(|order| order.step < main.step) {
            call_foolish(&mut text, battle, order);
        }
        while let Some(reason) = reasons.next_if(|reason| reason.step <= main.step) {
            reason.write(&mut text, whole);
        }
        let _ = writeln!(text, "{:>4} {:>2}  {} ({})", main.step, main.turn, main.text, main.rule);
        if whole {
            sum(&mut text, &main.explained);
        }
        for detail in worth_reading(main, details) {
            let _ = writeln!(text, "{MARGIN}{} ({})", detail.text, detail.rule);
            sum(&mut text, &detail.explained);
        }
    }
    for reason in reasons {
        reason.write(&mut text, whole);
    }
    for order in foolish {
        call_foolish(&mut text, battle, order);
    }
    text
}

fn call_foolish(text: &mut String, battle: &Battle, order: &Foolish) {
    let side = &battle.view().side_named(order.side).key;
    let _ = writeln!(text, "{:>4}     foolish ({side}): {}: {}", order.step, order.unit, order.kind.phrase());
}

/// What stands before a detail.
const MARGIN: &str = "             ";

/// A sum on a line: what it comes to, and every modifier with its amount and its rule.
fn sum(text: &mut String, sum: &Explained) {
    let Some((base, others)) = sum.modifiers().split_first() else { return };
    let _ = write!(text, "{MARGIN}= {}: {} {} ({})", number(sum.total()), base.label, number(base.amount), base.rule);
    for modifier in others {
        let _ = write!(text, ", {} {} ({})", modifier.label, signed(modifier.amount), modifier.rule);
    }
    text.push('\n');
}
