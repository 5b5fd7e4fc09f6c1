//! Luck: what cards and dice owed, what they gave, and how many such battles would have been no luckier.

use std::collections::BTreeMap;

use grapeshot_floor::{
    english,
    events::{BattleEvent, EventKind, Trial},
    forces::{Fate, PieceId, SideId, UnitId},
    table::path,
    turn::{ActiveRulebook, BattleView},
};

/// How one kind of trial by cards or dice went for one side, over all its tries.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Luck {
    /// The chance of success, 0 to 1, of each independent try.
    pub chances: Vec<f32>,
    /// How likely each number of successes was, from 0 up, for each group of tries that depend on each other.
    pub lots: Vec<Vec<f32>>,
    /// How many succeeded.
    pub drawn: usize,
}

impl Luck {
    /// How many successes were to be expected.
    pub fn expected(&self) -> f32 {
        let mean = |lot: &Vec<f32>| lot.iter().enumerate().map(|(n, share)| n as f32 * share).sum::<f32>();
        self.chances.iter().sum::<f32>() + self.lots.iter().map(mean).sum::<f32>()
    }

    /// The most that could have succeeded.
    pub fn tries(&self) -> usize {
        self.chances.len() + self.lots.iter().map(|lot| lot.len().saturating_sub(1)).sum::<usize>()
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
        for lot in &self.lots {
            let mut both = vec![0.0; shares.len() + lot.len().saturating_sub(1)];
            for (n, share) in shares.iter().enumerate() {
                for (more, chance) in lot.iter().enumerate() {
                    both[n + more] += share * f64::from(*chance);
                }
            }
            shares = both;
        }
        shares
    }

    /// The share, 0 to 1, of battles with the same tries that would have brought no more successes; ties count half.
    pub fn percentile(&self) -> f64 {
        let shares = self.distribution();
        let below: f64 = shares.iter().take(self.drawn).sum();
        below + shares.get(self.drawn).copied().unwrap_or(0.0) / 2.0
    }

    fn add(&mut self, trial: &Trial) {
        if trial.spread.is_empty() {
            self.chances.extend(std::iter::repeat_n(trial.chance, usize::from(trial.tries)));
        } else {
            self.lots.push(trial.spread.clone());
        }
        self.drawn += usize::from(trial.successes);
    }
}

/// All that the report says of a log.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// Luck by question and side.
    pub luck: BTreeMap<String, BTreeMap<SideId, Luck>>,
    /// Luck in all by side, without tries that depend on each other.
    pub all: BTreeMap<SideId, Luck>,
    /// Losses of each side by id after each event that changed them: turn, share of the turn gone by, losses.
    pub losses: BTreeMap<SideId, Vec<(f64, usize)>>,
    /// The units and men that earned a mention.
    pub honours: Vec<Honour>,
}

/// A unit or a man that earned a mention, and for what.
#[derive(Debug, Clone, PartialEq)]
pub struct Honour {
    pub side: SideId,
    /// The unit or the man ("Section Doyle").
    pub who: String,
    /// The deed ("shot best: 5 hits of 9 shots").
    pub what: String,
    /// The step at which it was done or ended.
    pub step: usize,
}

/// What a unit did and what was done to it, counted over a log.
#[derive(Debug, Clone, Copy, Default)]
struct Record {
    shots: usize,
    hits: usize,
    /// The step of the last hit.
    hit_at: usize,
    shot_at: usize,
    lost: usize,
    lost_at: usize,
    /// Inches that its farthest piece went.
    inches: f32,
    went_at: usize,
}

impl Tally {
    /// Counts the events of a log.
    pub fn of(view: &BattleView, events: &[BattleEvent]) -> Self {
        let mut tally = Self::default();
        for side in view.sides().players() {
            tally.losses.insert(side, vec![(1.0, 0)]);
        }
        for event in events {
            if let (Some(trial), Some(side)) = (&event.trial, event.side) {
                tally.luck.entry(trial.what.to_string()).or_default().entry(side).or_default().add(trial);
                // A try that only says how often a side came to act is no success in what it did then.
                if trial.spread.is_empty() {
                    tally.all.entry(side).or_default().add(trial);
                }
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
                line.push((f64::from(event.turn) + share, so_far.saturating_add_signed(lost as isize)));
            }
        }
    }

    /// Finds the best of each kind; nobody gets a second mention while somebody else has earned one.
    fn find_honours(&mut self, view: &BattleView, events: &[BattleEvent]) {
        let mut records: BTreeMap<UnitId, Record> = BTreeMap::new();
        let mut fights: BTreeMap<PieceId, (usize, usize)> = BTreeMap::new();
        let mut ways: BTreeMap<PieceId, f32> = BTreeMap::new();
        for event in events {
            let step = event.step as usize;
            match &event.kind {
                EventKind::Shot { shooter, target, hit } => {
                    let record = records.entry(view.unit_of(*shooter)).or_default();
                    record.shots += 1;
                    if *hit {
                        (record.hits, record.hit_at) = (record.hits + 1, step);
                    }
                    records.entry(view.unit_of(*target)).or_default().shot_at += 1;
                }
                EventKind::Fought { winner: Some(winner), .. } => {
                    let count = fights.entry(*winner).or_default();
                    *count = (count.0 + 1, step);
                }
                EventKind::Removed { piece, fate: Fate::Casualty } => {
                    let record = records.entry(view.unit_of(*piece)).or_default();
                    (record.lost, record.lost_at) = (record.lost + 1, step);
                }
                EventKind::Moved { piece, path, .. } if event.turn > 0 => {
                    let way = ways.entry(*piece).or_default();
                    *way += path::length(path);
                    let record = records.entry(view.unit_of(*piece)).or_default();
                    if *way > record.inches {
                        (record.inches, record.went_at) = (*way, step);
                    }
                }
                _ => {}
            }
        }
        let stands = |unit: UnitId| view.present(unit).next().is_some();
        self.honour_best(
            view,
            &records,
            |_, r| (r.hits > 0).then_some(r.hits as f32),
            |r| {
                (
                    format!("shot best: {} of {}", english::count(r.hits, "hit"), english::count(r.shots, "shot")),
                    r.hit_at,
                )
            },
        );
        let share = |r: &Record| r.hits as f32 / r.shots as f32;
        self.honour_best(
            view,
            &records,
            |_, r| (r.shots >= 5 && r.hits > 0).then(|| share(r)),
            |r| {
                let shots = english::count(r.shots, "shot");
                (format!("shot surest: {:.0} % of {shots} hit", share(r) * 100.0), r.hit_at)
            },
        );
        if let Some((piece, (won, step))) = fights.iter().max_by_key(|(_, c)| c.0) {
            let what = if *won == 1 { "won his fight".into() } else { format!("won {won} fights") };
            let (side, who) = (view.side_of(*piece), view.name_alone(*piece).to_owned());
            self.honours.push(Honour { side, who, what, step: *step });
        }
        let whole = |unit: UnitId| stands(unit) && view.unit(unit).pieces.len() > 1;
        self.honour_best(
            view,
            &records,
            |unit, r| (whole(unit) && r.lost > 1).then_some(r.lost as f32),
            |r| (format!("stood to the end though {} fell", r.lost), r.lost_at),
        );
        let calm = |unit, r: &Record| (stands(unit) && r.shot_at > 2).then_some(r.shot_at as f32);
        self.honour_best(view, &records, calm, |r| {
            let lost = if r.lost == 0 { String::new() } else { format!(", {} fell", r.lost) };
            (format!("stood under fire: {} at them{lost}", english::count(r.shot_at, "shot")), r.lost_at.max(1))
        });
        self.honour_best(
            view,
            &records,
            |unit, r| (stands(unit) && r.inches > 0.0).then_some(r.inches),
            |r| (format!("went farthest: {}", english::inches(r.inches)), r.went_at),
        );
    }

    /// Gives a mention to the unit with the highest number among the units that have none yet.
    fn honour_best(
        &mut self,
        view: &BattleView,
        records: &BTreeMap<UnitId, Record>,
        number: impl Fn(UnitId, &Record) -> Option<f32>,
        words: impl Fn(&Record) -> (String, usize),
    ) {
        let named = |unit: UnitId| self.honours.iter().any(|honour| honour.who == view.unit(unit).name);
        let ranked = records.iter().filter_map(|(unit, record)| Some((*unit, record, number(*unit, record)?)));
        let best = ranked.filter(|(unit, ..)| !named(*unit)).max_by(|a, b| a.2.total_cmp(&b.2));
        if let Some((unit, record, _)) = best {
            let (what, step) = words(record);
            let (side, who) = (view.side_of_unit(unit), view.unit(unit).name.clone());
            self.honours.push(Honour { side, who, what, step });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distribution_of_even_chances_is_the_binomial_one() {
        let luck = Luck { chances: vec![0.5; 4], drawn: 2, ..Luck::default() };
        let shares = luck.distribution();
        let expected = [1.0, 4.0, 6.0, 4.0, 1.0].map(|share| share / 16.0);
        for (share, expected) in shares.iter().zip(expected) {
            assert!((share - expected).abs() < 1e-9);
        }
        assert!((luck.percentile() - 0.5).abs() < 1e-9);
    }

    #[test]
    fn who_hits_with_every_unlikely_shot_is_luckier_than_nearly_all() {
        let luck = Luck { chances: vec![0.1; 3], drawn: 3, ..Luck::default() };
        assert!(luck.percentile() > 0.99);
        let unlucky = Luck { chances: vec![0.9; 3], drawn: 0, ..Luck::default() };
        assert!(unlucky.percentile() < 0.01);
    }

    #[test]
    fn lots_of_tries_that_hang_on_each_other_are_laid_together() {
        let luck = Luck { chances: vec![0.5], lots: vec![vec![0.5, 0.0, 0.5]; 2], drawn: 4 };
        let expected = [1.0, 1.0, 2.0, 2.0, 1.0, 1.0].map(|share| share / 8.0);
        let shares = luck.distribution();
        assert_eq!((shares.len(), luck.tries()), (6, 5));
        assert!(shares.iter().zip(expected).all(|(share, expected)| (share - expected).abs() < 1e-9), "{shares:?}");
        assert!((luck.expected() - 2.5).abs() < 1e-6);
    }
}
