use super::{Commander, Decision, reason::Grounds};
use crate::battle::Battle;
use bevy::math::Vec2;
use grapeshot_floor::{
    chance::{Chance, StreamId},
    events::Explained,
    forces::SideId,
    orders::{Order, PlannedMove},
    turn::{Ask, BattleView},
};

/// How far the appraisals of a recruit are off, in points.
pub(super) const RECRUIT: f32 = 3.0;
/// How far the appraisals of a regular are off.
pub(super) const REGULAR: f32 = 0.25;
/// Appraisals as the ruleset makes them.
pub(super) const UNERRING: f32 = 0.0;

/// This many orders are thought over, the best at first sight.
const THOUGHT_OVER: usize = 8;
/// What is worse than the best at first sight by more than this many points is not thought over.
const WORSE: f32 = 1.2;

/// What is worse than the best by no more than this many points is as good, where an answer is secret.
const NEAR: f32 = 0.3;

/// The inches by which an order must bring its pieces nearer to the enemy to be worth what the commander leans to it.
const STRIDE: f32 = 6.0;

/// Gives the allowed order that the ruleset appraises highest, the first of equals; where the answer is secret, any
/// of the orders that are nearly as good, so that nobody can know it before.
pub(super) struct Regular {
    chance: Chance,
    error: f32,
    /// Whether he judges as seasoned commanders do.
    seasoned: bool,
    /// The points that an order is worth more to him for each stride that it brings its pieces nearer to the enemy.
    pub(super) leaning: f32,
}

impl Regular {
    /// A commander whose appraisals are up to `error` points off either way.
    pub(super) fn new(seed: u64, error: f32) -> Self {
        Self { chance: Chance::new(seed), error, seasoned: false, leaning: 0.0 }
    }

    /// The same commander, who judges as seasoned commanders do.
    pub(super) fn seasoned(self) -> Self {
        Self { seasoned: true, ..self }
    }

    /// The battle as he sees it for a side.
    pub(super) fn view_of<'b>(&self, battle: &'b Battle, side: SideId) -> BattleView<'b> {
        let view = battle.view_of(side);
        if self.seasoned { view.seasoned() } else { view }
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

/// How much nearer to the enemy an order brings its pieces on average, in inches.
fn approach(battle: &Battle, view: &BattleView, order: &Order) -> f32 {
    let Ok(plan) = battle.check(order) else { return 0.0 };
    let enemies = || view.pieces().filter(|piece| view.in_play(*piece) && view.side_of(*piece) != order.side);
    let near = |at: Vec2| enemies().map(|enemy| view.place(enemy).at.distance(at)).min_by(f32::total_cmp);
    let nearer = |way: &PlannedMove| Some(near(view.place(way.piece).at)? - near(way.end.at)?);
    plan.moves.iter().filter_map(nearer).sum::<f32>() / plan.moves.len().max(1) as f32
}

impl Commander for Regular {
    fn decide(&mut self, battle: &Battle, ask: &Ask) -> Decision {
        let view = self.view_of(battle, ask.side);
        let mut appraised: Vec<(Order, Explained, f32)> = battle
            .rules()
            .prospects(&view, ask)
            .into_iter()
            .map(|(order, mut worth)| {
                if self.leaning != 0.0 {
                    let inches = approach(battle, &view, &order);
                    let nearer = if inches < 0.0 { "farther from the enemy" } else { "nearer to the enemy" };
                    worth.add(ask.rule.clone(), nearer, self.leaning * inches / STRIDE);
                }
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
        let checked =
            |(n, (order, ..)): (usize, &(Order, Explained, f32))| Some((n, battle.draft(order.clone()).ok()?));
        let first = appraised.iter().enumerate().find_map(checked);
        let (picked, checked) = first.expect("one of the prospects is allowed");
        let (order, worth, _) = appraised.remove(picked);
        let others = appraised.drain(picked..).map(|(order, worth, _)| (order, worth)).collect();
        Decision { order, checked: Some(checked), grounds: Grounds::Weighed { worth, others } }
    }
}
