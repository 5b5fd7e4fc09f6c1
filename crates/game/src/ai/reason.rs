//! Why an order was given, in words. They are found when somebody wants to read them: a series of battles needs none.

use serde::Serialize;
use std::sync::Arc;

use super::{Commander, Level, looking_as};
use crate::battle::Battle;
use grapeshot_floor::{
    chance::seed_of,
    english::signed,
    events::{Explained, Modifier},
    forces::PieceId,
    orders::Order,
    table::position::Place,
};

/// What an order was chosen by.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Grounds {
    /// It was picked blindly, out of this many orders.
    Blind(usize),
    /// It was weighed against others.
    Weighed {
        /// What it is worth.
        worth: Explained,
        /// The others with what each is worth, the best first; some may not be allowed.
        others: Vec<(Order, Explained)>,
    },
    /// It was tried in futures of the battle with others, itself first.
    Foreseen(Vec<Foreseen>),
}

/// What came of an order in futures of the battle.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Foreseen {
    pub order: Order,
    /// What it is worth at first sight.
    pub worth: Explained,
    /// The futures that were won with it; one that was not played to the end counts by the chance to win it.
    pub won: f32,
    /// The futures that were played.
    pub futures: u32,
    /// Where the pieces stand at the end of a future that went as they go on average.
    pub end: Vec<(PieceId, Place)>,
}

/// An order that was thought of.
#[derive(Debug, Clone, PartialEq)]
pub struct Considered<'a> {
    pub order: &'a Order,
    /// What it is worth, in words: points, or the futures that were won with it.
    pub worth: String,
    /// Where the pieces stand at the end of a future that went as they go on average; empty if none was played.
    pub end: &'a [(PieceId, Place)],
}

impl Grounds {
    /// What an order speaks by that was given by a commander of a level: what each answer was worth to its side, as the
    /// battle stands that is about to carry it out. None if its side is not asked.
    pub fn of(battle: &Battle, order: &Order, level: Level) -> Option<Self> {
        let ask = battle.awaiting().of(order.side)?;
        let view = battle.view_of(order.side);
        if level == Level::Random {
            return Some(Self::Blind(battle.rules().candidates(&view, ask).len()));
        }
        let seed = seed_of(!battle.seed(), u64::from(order.side.0));
        if let Some(ahead) = looking_as(level, seed, 1, Arc::default()) {
            let mut grounds = ahead.upright().decide(battle, ask).grounds;
            if let Self::Foreseen(trials) = &mut grounds {
                // He may have leant to it.
                let given = trials.iter().position(|trial| trial.order == *order).unwrap_or_default();
                trials[..=given].rotate_right(1);
            }
            return Some(grounds);
        }
        let mut others = battle.rules().prospects(&view, ask);
        let given = others.iter().position(|(other, _)| other == order);
        let worth = match given {
            Some(given) => others.remove(given).1,
            None => battle.rules().appraise(&view, order),
        };
        others.sort_by(|a, b| b.1.total().total_cmp(&a.1.total()));
        Some(Self::Weighed { worth, others })
    }

    /// The orders that were thought of, the one that was given first.
    pub(super) fn considered<'a>(&'a self, given: &'a Order) -> Vec<Considered<'a>> {
        let points = |worth: &Explained| signed((worth.total() * 10.0).round() / 10.0);
        match self {
            Self::Blind(_) => Vec::new(),
            Self::Weighed { worth, others } => {
                let others = others.iter().map(|(order, worth)| (order, worth));
                let all = [(given, worth)].into_iter().chain(others);
                all.map(|(order, worth)| Considered { order, worth: points(worth), end: &[] }).collect()
            }
            Self::Foreseen(trials) => {
                let fared = |trial: &'a Foreseen| Considered {
                    order: &trial.order,
                    worth: format!("{:.0} of {}", trial.won, trial.futures),
                    end: &trial.end,
                };
                trials.iter().map(fared).collect()
            }
        }
    }

    /// Why the order was given, in a sentence; the battle stands as it stood when it was chosen.
    pub fn reason(&self, battle: &Battle) -> String {
        match self {
            Self::Blind(count) => format!("One of {count} orders that were possible, picked blindly."),
            Self::Weighed { worth, others } => {
                let second = others.iter().find(|(order, _)| battle.check(order).is_ok());
                sentence(worth, second.map(|(_, worth)| worth))
            }
            Self::Foreseen(trials) => foreseen(battle, trials),
        }
    }
}

/// How the orders that were tried fared: "Charge wins 15 of 24 futures, Hold 9 of 24."
fn foreseen(battle: &Battle, trials: &[Foreseen]) -> String {
    let verb = |order: &Order| {
        battle.vocabulary().verb(&order.verb).map_or_else(|| order.verb.to_string(), |verb| verb.label.to_string())
    };
    let told = |trial: &Foreseen| format!("{} wins {:.0} of {} futures", verb(&trial.order), trial.won, trial.futures);
    let fared: Vec<String> = trials.iter().take(3).map(told).collect();
    format!("{}.", fared.join(", "))
}

/// Points that are too few to be named as a reason.
const HARDLY: f32 = 0.05;

/// Why an order was given, in a sentence: what most sets it apart from the second best, then what else speaks for it.
fn sentence(worth: &Explained, second: Option<&Explained>) -> String {
    let Some(second) = second else { return "Nothing else was possible.".into() };
    let gains = |line: &&Modifier| line.amount >= HARDLY;
    let losses = |line: &&Modifier| line.amount <= -HARDLY;
    let ahead = |line: &Modifier| line.amount - like(second, line);
    let behind = |line: &Modifier| like(worth, line) - line.amount;
    let best = worth.modifiers().iter().filter(gains).max_by(|a, b| ahead(a).total_cmp(&ahead(b)));
    let spared = second.modifiers().iter().filter(losses).max_by(|a, b| behind(a).total_cmp(&behind(b)));
    let spared = spared.filter(|line| behind(line) >= HARDLY && best.is_none_or(|best| behind(line) > ahead(best)));
    if let Some(spared) = spared {
        return format!("Otherwise: {}.", words(spared));
    }
    let Some(best) = best else { return "No other order looked better.".into() };
    let others = worth.modifiers().iter().filter(gains).filter(|line| *line != best);
    match others.max_by(|a, b| a.amount.total_cmp(&b.amount)) {
        None => format!("For this: {}.", words(best)),
        Some(other) => format!("For these: {}, {}.", words(best), words(other)),
    }
}

/// What a sum has for the same reason as a line of another, whatever numbers its label names.
fn like(sum: &Explained, line: &Modifier) -> f32 {
    let subject = |line: &Modifier| line.label.split(' ').next_back().map(|word| word.trim_end_matches('s').to_owned());
    let same = |other: &&Modifier| other.rule == line.rule && subject(other) == subject(line);
    sum.modifiers().iter().filter(same).map(|other| other.amount).sum()
}

fn words(line: &Modifier) -> String {
    format!("{} ({})", line.label, signed((line.amount * 10.0).round() / 10.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(lines: &[(&'static str, f32)]) -> Explained {
        let mut sum = Explained::default();
        for (label, amount) in lines {
            sum.add("X-1", *label, *amount);
        }
        sum
    }

    #[test]
    fn what_sets_an_order_apart_from_the_second_best_is_its_reason() {
        let charge = sum(&[("3 fights, 60 % won", 1.5), ("2 inches nearer to the bridge", 0.4), ("under fire", -0.9)]);
        let shoot = sum(&[("0.3 hits expected", 0.5), ("1 inch nearer to the bridge", 0.3)]);
        let why = "For these: 3 fights, 60 % won (+1.5), 2 inches nearer to the bridge (+0.4).";
        assert_eq!(sentence(&charge, Some(&shoot)), why);
    }

    #[test]
    fn a_reason_does_not_begin_with_a_drawback_of_the_order() {
        let (hold, go) = (sum(&[("a shot kept", -0.2)]), sum(&[("under 8 muskets", -2.3), ("in cover", 0.1)]));
        assert_eq!(sentence(&hold, Some(&go)), "Otherwise: under 8 muskets (\u{2212}2.3).");
        assert_eq!(sentence(&sum(&[("a shot kept", -0.2)]), Some(&sum(&[]))), "No other order looked better.");
        assert_eq!(sentence(&hold, None), "Nothing else was possible.");
    }
}
