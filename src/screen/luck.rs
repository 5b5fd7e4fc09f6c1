//! Luck: what cards and dice owed, what they gave, and how many such battles would have been no luckier.

use std::collections::BTreeMap;

use crate::{
    events::{BattleEvent, EventKind, Trial},
    forces::{Fate, PieceId, SideId, UnitId},
    turn::{ActiveRulebook, BattleView},
};

/// One question put to chance again and again, for one side.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Luck {
    /// The chance of each try.
    pub chances: Vec<f32>,
    /// How many succeeded.
    pub drawn: usize,
}

impl Luck {
    /// How many successes were to be expected.
    pub fn expected(&self) -> f32 {
        self.chances.iter().sum()
    }

    /// How likely each number of successes was, from 0 up.
    pub fn distribution(&self) -> Vec<f64> {
        let mut shares = vec![1.0_f64];
        for chance in &self.chances {
            let chance = f64::from(chance.clamp(0.0, 1.0));
            shares.push(0.0);
            for n in (0..shares.len()).rev() {
                let before = if n == 0 { 0.0 } else { shares[n - 1] };
                shares[n] = shares[n] * (1.0 - chance) + before * chance;
            }
        }
        shares
    }

    /// The share of such battles, 0 to 1, that would have been no luckier; ties count half.
    pub fn percentile(&self) -> f64 {
        let shares = self.distribution();
        let below: f64 = shares.iter().take(self.drawn).sum();
        below + shares.get(self.drawn).copied().unwrap_or(0.0) / 2.0
    }

    fn add(&mut self, trial: &Trial) {
        self.chances.extend(std::iter::repeat_n(trial.chance, usize::from(trial.tries)));
        self.drawn += usize::from(trial.successes);
    }
}

/// All that the report says of a log.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// Luck by question and side.
    pub luck: BTreeMap<String, BTreeMap<SideId, Luck>>,
    /// Luck in all by side.
    pub all: BTreeMap<SideId, Luck>,
    /// Losses of each side by id after each event that changed them: turn, share of the turn gone by, losses.
    pub losses: BTreeMap<SideId, Vec<(f64, usize)>>,
    /// What is worth a word, with the step it happened at.
    pub honours: Vec<(String, String, usize)>,
}

impl Tally {
    /// Counts a log.
    pub fn of(view: &BattleView, events: &[BattleEvent]) -> Self {
        let mut tally = Self::default();
        for side in view.sides().players() {
            tally.losses.insert(side, vec![(1.0, 0)]);
        }
        for event in events {
            if let (Some(trial), Some(side)) = (&event.trial, event.side) {
                tally.luck.entry(trial.what.to_string()).or_default().entry(side).or_default().add(trial);
                tally.all.entry(side).or_default().add(trial);
            }
        }
        tally.count_losses(view, events);
        tally.find_honours(view, events);
        tally
    }

    fn count_losses(&mut self, view: &BattleView, events: &[BattleEvent]) {
        let rules = &view.resource::<ActiveRulebook>().0.rules;
        let mut turn_starts: BTreeMap<u16, (usize, usize)> = BTreeMap::new();
        for (n, event) in events.iter().enumerate() {
            let span = turn_starts.entry(event.turn).or_insert((n, n));
            span.1 = n + 1;
        }
        for (n, event) in events.iter().enumerate() {
            if let Some((side, lost)) = rules.losses(view, event) {
                let (from, to) = turn_starts[&event.turn];
                let share = (n - from) as f64 / (to - from).max(1) as f64;
                let line = self.losses.entry(side).or_default();
                let so_far = line.last().map_or(0, |(_, losses)| *losses);
                line.push((f64::from(event.turn) + share, so_far + lost as usize));
            }
        }
    }

    fn find_honours(&mut self, view: &BattleView, events: &[BattleEvent]) {
        let mut hits: BTreeMap<UnitId, (usize, usize, usize)> = BTreeMap::new();
        let mut fights: BTreeMap<PieceId, (usize, usize)> = BTreeMap::new();
        let mut lost: BTreeMap<UnitId, (usize, usize)> = BTreeMap::new();
        for event in events {
            let step = event.step as usize;
            match event.kind {
                EventKind::Shot { shooter, hit, .. } => {
                    let count = hits.entry(view.unit_of(shooter)).or_default();
                    count.0 += usize::from(hit);
                    count.1 += 1;
                    if hit {
                        count.2 = step;
                    }
                }
                EventKind::Fought { winner: Some(winner), .. } => {
                    let count = fights.entry(winner).or_default();
                    count.0 += 1;
                    count.1 = step;
                }
                EventKind::Removed { piece, fate: Fate::Casualty } => {
                    let count = lost.entry(view.unit_of(piece)).or_default();
                    count.0 += 1;
                    count.1 = step;
                }
                _ => {}
            }
        }
        let name = |unit: UnitId| view.unit(unit).name.clone();
        if let Some((unit, (hit, shots, step))) = hits.iter().filter(|(_, c)| c.0 > 0).max_by_key(|(_, c)| c.0) {
            self.honours.push((name(*unit), format!("shot best: {hit} hits of {shots} shots"), *step));
        }
        let sharp = hits.iter().filter(|(_, c)| c.1 >= 5 && c.0 > 0).max_by_key(|(_, c)| c.0 * 1000 / c.1);
        if let Some((unit, (hit, shots, step))) = sharp {
            let share = hit * 100 / shots;
            self.honours.push((name(*unit), format!("shot surest: {share} % of {shots} shots hit"), *step));
        }
        if let Some((piece, (won, step))) = fights.iter().max_by_key(|(_, c)| c.0) {
            let fights = if *won == 1 { "won his fight".into() } else { format!("won {won} fights") };
            self.honours.push((view.name_alone(*piece).to_owned(), fights, *step));
        }
        let stood = lost.iter().filter(|(unit, _)| view.present(**unit).next().is_some()).max_by_key(|(_, c)| c.0);
        if let Some((unit, (men, step))) = stood {
            self.honours.push((name(*unit), format!("stood to the end though {men} fell"), *step));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distribution_of_even_chances_is_the_binomial_one() {
        let luck = Luck { chances: vec![0.5; 4], drawn: 2 };
        let shares = luck.distribution();
        let expected = [1.0, 4.0, 6.0, 4.0, 1.0].map(|share| share / 16.0);
        for (share, expected) in shares.iter().zip(expected) {
            assert!((share - expected).abs() < 1e-9);
        }
        assert!((luck.percentile() - 0.5).abs() < 1e-9);
    }

    #[test]
    fn who_hits_with_every_unlikely_shot_is_luckier_than_nearly_all() {
        let luck = Luck { chances: vec![0.1; 3], drawn: 3 };
        assert!(luck.percentile() > 0.99);
        let unlucky = Luck { chances: vec![0.9; 3], drawn: 0 };
        assert!(unlucky.percentile() < 0.01);
    }
}
