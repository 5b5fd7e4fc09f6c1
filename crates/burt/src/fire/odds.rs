//! The likely losses of a target to a shot.

use super::{
    casualties::called,
    shot::{Effect, Load, Shot},
};
use crate::{
    book::dice::{self, Tally},
    state::view::BurtView,
};
use grapeshot_floor::{
    chance::spread,
    english,
    events::RuleId,
    orders::{Odds, Plan},
};

impl<T: Tally> Shot<T> {
    /// The chance of each die to make a hit that is not saved, 0 to 1.
    fn chances(&self) -> impl Iterator<Item = f32> {
        let unsaved = 1.0 - dice::chance(self.to_save());
        let full = std::iter::repeat_n(dice::chance(self.to_hit()), self.full().into());
        full.chain(self.to_hit_leftover().map(dice::chance)).map(move |hit| hit * unsaved)
    }

    /// The chance, 0 to 1, of each number of figures (guns) to fall, from 0 to all that stand.
    pub fn losses(&self) -> Vec<f32> {
        let most = usize::from(self.standing);
        let capped = |spread: Vec<f32>| {
            let mut losses = vec![0.0; spread.len().min(most + 1)];
            let last = losses.len() - 1;
            for (n, share) in spread.into_iter().enumerate() {
                losses[n.min(last)] += share;
            }
            losses
        };
        match self.effect {
            Effect::Figure => capped(spread(self.chances())),
            Effect::Gun(from) => {
                let lost = dice::chance(from.into());
                capped(spread(self.chances().map(|chance| chance * lost)))
            }
            Effect::Base(full) => {
                let mut losses = vec![0.0; most + 1];
                losses[0] = 1.0;
                for chance in self.chances() {
                    let mut next = vec![0.0; most + 1];
                    for (lost, share) in losses.iter().enumerate() {
                        let base = next_base(self.standing, lost as u8, full);
                        let goes = if base == 0 { 0.0 } else { chance * dice::chance(i32::from(base) + 1) };
                        next[lost] += share * (1.0 - goes);
                        if base > 0 {
                            next[lost + usize::from(base)] += share * goes;
                        }
                    }
                    losses = next;
                }
                losses
            }
        }
    }

    /// The figures (guns) that fall on average.
    pub fn expected(&self) -> f32 {
        // The chances of the dice add up if every hit finds a figure that stands.
        match self.effect {
            Effect::Figure if self.dice.needed() <= i32::from(self.standing) => self.chances().sum(),
            _ => self.losses().iter().enumerate().map(|(n, share)| n as f32 * share).sum(),
        }
    }
}

/// SB-6.11: the figures on the base that goes next when `lost` of `standing` figures have fallen; 0 if none is left.
pub fn next_base(standing: u8, lost: u8, full: u8) -> u8 {
    match standing.saturating_sub(lost) {
        0 => 0,
        left => (left - 1) % full.max(1) + 1,
    }
}

impl BurtView<'_> {
    /// What a shot would do, for the player.
    pub fn plan_of_shot(&self, shot: &Shot) -> Plan {
        let (name, enemy) = (self.name(shot.firer), self.name(shot.target));
        let with = match shot.load {
            Load::SmallArms => "",
            Load::Canister => " with canister",
            Load::Ball if self.gun(shot.firer).is_some_and(|gun| gun.howitzer) => " with shell",
            Load::Ball => " with ball",
        };
        let dice = english::count(shot.dice.needed() as usize, "die");
        Plan {
            summary: format!("{name} fires at {enemy}{with}: {dice}"),
            odds: self.odds_of_shot(shot),
            distribution: shot.losses(),
            ..Plan::default()
        }
    }

    /// The odds of the full dice of a shot, and of the extra die.
    pub fn odds_of_shot(&self, shot: &Shot) -> Vec<Odds> {
        let thing = called(self.arm(shot.target));
        let label = format!("{} at {}", self.name(shot.firer), self.name(shot.target));
        let mut then = vec![(format!("saved on {}+", shot.to_save()), RuleId::new("SB-6.6"))];
        match shot.effect {
            Effect::Figure => {}
            Effect::Gun(from) => then.push((format!("a gun is lost on {from}+"), RuleId::new("SB-6.10"))),
            Effect::Base(_) => {
                let base = next_base(shot.standing, 0, self.row(shot.target).figures);
                then.push((format!("a base goes on {}+", base + 1), RuleId::new("SB-6.11")));
            }
        }
        then.push((format!("{} to be expected", english::amount(shot.expected(), thing)), RuleId::new("SB-6.3")));
        let odds = |count: u8, needed: i32, explained| Odds {
            label: label.clone(),
            explained,
            needs: format!("{}, {needed}+ to hit", english::count(count.into(), "die")),
            chance: dice::chance(needed),
            then: then.clone(),
        };
        let full = (shot.full() > 0).then(|| odds(shot.full(), shot.to_hit(), shot.hit.0.clone()));
        let extra = shot.leftover.as_ref().zip(shot.to_hit_leftover());
        full.into_iter().chain(extra.map(|(score, needed)| odds(1, needed, score.0.clone()))).collect()
    }
}
