use super::{Commander, Decision};
use crate::{
    battle::Battle,
    chance::{Chance, StreamId},
    english::signed,
    events::{Explained, Modifier},
    orders::Order,
    turn::Ask,
};

/// How far the appraisals of a recruit are off, in points.
pub(super) const RECRUIT: f32 = 3.0;
/// How far the appraisals of a regular are off.
pub(super) const REGULAR: f32 = 0.25;
/// The appraisals of a veteran are as the ruleset makes them.
pub(super) const VETERAN: f32 = 0.0;

/// The orders whose worth is kept for the onlooker.
const KEPT: usize = 12;
/// So many orders are thought over, the best at first sight.
const THOUGHT_OVER: usize = 8;
/// What is worse than the best at first sight by more than so many points is not thought over.
const WORSE: f32 = 1.2;

/// What is worse than the best by no more than so many points is as good, where an answer is secret.
const NEAR: f32 = 0.3;

/// Gives the allowed order that the ruleset appraises highest, the first of equals; where the answer is secret, any
/// of those that are nearly as good, so that nobody can know it before.
pub(super) struct Regular {
    chance: Chance,
    error: f32,
}

impl Regular {
    /// A commander whose appraisals are up to `error` points off either way.
    pub(super) fn new(seed: u64, error: f32) -> Self {
        Self { chance: Chance::new(seed), error }
    }

    fn misjudgement(&mut self) -> f32 {
        const GRAIN: usize = 2001;
        if self.error == 0.0 {
            return 0.0;
        }
        let grain = self.chance.pick(&StreamId::new("judgement"), GRAIN) as f32;
        (grain / (GRAIN - 1) as f32 * 2.0 - 1.0) * self.error
    }
}

impl Commander for Regular {
    fn decide(&mut self, battle: &Battle, ask: &Ask) -> Decision {
        let view = battle.view_of(ask.side);
        let mut appraised: Vec<(Order, Explained, f32)> = battle
            .rules()
            .prospects(&view, ask)
            .into_iter()
            .map(|(order, worth)| {
                let felt = worth.total();
                (order, worth, felt)
            })
            .collect();
        // The sorts are stable, so that of equals the first prospect stays first.
        appraised.sort_by(|a, b| b.2.total_cmp(&a.2));
        let least = appraised.first().map_or(0.0, |best| best.2 - WORSE);
        let thought_over = appraised.iter().take(THOUGHT_OVER).take_while(|order| order.2 >= least).count();
        for order in &mut appraised[..thought_over] {
            order.2 += self.misjudgement();
        }
        appraised[..thought_over].sort_by(|a, b| b.2.total_cmp(&a.2));
        if ask.secret {
            let near = appraised.iter().take_while(|order| order.2 >= appraised[0].2 - NEAR).count();
            let picked = self.chance.pick(&StreamId::new("guile"), near);
            appraised[..=picked].rotate_right(1);
        }
        let considered = appraised.iter().take(KEPT).map(|(order, _, felt)| (order.clone(), *felt)).collect();
        let checked =
            |(n, (order, ..)): (usize, &(Order, Explained, f32))| Some((n, battle.draft(order.clone()).ok()?));
        let first = appraised.iter().enumerate().find_map(checked);
        let (picked, checked) = first.expect("one of the prospects is allowed");
        let (order, worth, _) = appraised.remove(picked);
        let allowed = |(order, ..): &&(Order, Explained, f32)| battle.check(order).is_ok();
        let second = appraised[picked..].iter().find(allowed).map(|(_, worth, _)| worth);
        Decision { order, checked: Some(checked), reason: sentence(&worth, second), considered }
    }
}

/// Points that are too few to be named as a reason.
const HARDLY: f32 = 0.05;

/// Why an order was given, in a sentence: what most sets it apart from the second best, then what else speaks for it.
fn sentence(worth: &Explained, second: Option<&Explained>) -> String {
    let Some(second) = second else { return "There was nothing better to do.".into() };
    let gains = |line: &&Modifier| line.amount >= HARDLY;
    let losses = |line: &&Modifier| line.amount <= -HARDLY;
    let ahead = |line: &Modifier| line.amount - like(second, line);
    let behind = |line: &Modifier| like(worth, line) - line.amount;
    let best = worth.modifiers().iter().filter(gains).max_by(|a, b| ahead(a).total_cmp(&ahead(b)));
    let spared = second.modifiers().iter().filter(losses).max_by(|a, b| behind(a).total_cmp(&behind(b)));
    let spared = spared.filter(|line| behind(line) >= HARDLY && best.is_none_or(|best| behind(line) > ahead(best)));
    if let Some(spared) = spared {
        return format!("Against the next best speaks this: {}.", words(spared));
    }
    let Some(best) = best else { return "Nothing else looked better.".into() };
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
    use crate::events::RuleId;

    fn sum(lines: &[(&'static str, f32)]) -> Explained {
        let mut sum = Explained::default();
        for (label, amount) in lines {
            sum.add(RuleId::new("X-1"), *label, *amount);
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
        assert_eq!(sentence(&hold, Some(&go)), "Against the next best speaks this: under 8 muskets (\u{2212}2.3).");
        assert_eq!(sentence(&sum(&[("a shot kept", -0.2)]), Some(&sum(&[]))), "Nothing else looked better.");
        assert_eq!(sentence(&hold, None), "There was nothing better to do.");
    }
}
