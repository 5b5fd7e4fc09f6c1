use super::{Commander, Decision};
use crate::{
    battle::Battle,
    chance::{Chance, StreamId},
    events::Explained,
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

/// Gives the allowed order that the ruleset appraises highest, the first of equals.
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
        let considered = appraised.iter().take(KEPT).map(|(order, _, felt)| (order.clone(), *felt)).collect();
        let allowed = |(order, ..): &(Order, Explained, f32)| battle.rules().check(&view, order).is_ok();
        let picked = appraised.iter().position(allowed).expect("one of the prospects is allowed");
        let (order, worth, _) = appraised.swap_remove(picked);
        Decision { order, reason: sentence(&worth), considered }
    }
}

/// The reasons of an appraisal in a sentence: its two weightiest lines.
fn sentence(worth: &Explained) -> String {
    let mut lines: Vec<_> = worth.modifiers().iter().filter(|line| line.amount != 0.0).collect();
    lines.sort_by(|a, b| b.amount.abs().total_cmp(&a.amount.abs()));
    let words: Vec<_> = lines.iter().take(2).map(|line| format!("{} ({:+.1})", line.label, line.amount)).collect();
    match words.as_slice() {
        [] => "There was nothing better to do.".into(),
        [one] => format!("For this: {one}."),
        all => format!("For these: {}.", all.join(", ")),
    }
}
