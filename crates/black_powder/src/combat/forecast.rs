//! What a round of combat may be expected to come to, from the same dice and scores that decide it (BP-7.2 to BP-7.6).

use super::score::{Standing, Supports};
use crate::{
    book::{
        data::{Bonus, Effect},
        dice::{Score, chance_to_hit, chance_to_save},
        values::{Formation, Troop},
    },
    shooting::aim::Shot,
    state::{
        sequence_of_play::{Contact, Part, Round},
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    chance::spread,
    events::{Explained, RuleId},
    forces::{SideId, UnitId},
    orders::{Odds, Outlook},
    shared::formed::block::{self, Face},
    table::footprint::Outline,
    turn::rules::Bout,
};

/// A unit that would strike: where it would stand, and the face of the target that it would touch.
#[derive(Debug, Clone, Copy)]
pub struct Striker {
    /// The unit.
    pub unit: UnitId,
    /// The block where it touches.
    pub at: Outline,
    /// The face.
    pub face: Face,
    /// Whether the fire that it meets has shaken or disordered it.
    pub hurt: bool,
}

/// What one side brings to a round.
#[derive(Default)]
struct Share {
    /// The chance of each of its dice to cause a casualty.
    dice: Vec<f32>,
    /// What the side adds to the result in any case.
    sure: f32,
    /// How many further points it may add, from 1 to 3 alike (BP-11.1).
    thirds: usize,
}

impl Share {
    /// So many dice of a unit at an enemy who saves.
    fn add(&mut self, count: usize, strike: &Score, save: &Score, again: bool) {
        let once = chance_to_hit(strike.needed());
        let hit = if again { once + (1.0 - once) * once } else { once };
        let chance = hit * (1.0 - chance_to_save(save.needed()));
        self.dice.extend(std::iter::repeat_n(chance, count));
    }

    fn bonus(&mut self, bonus: Option<(String, Bonus)>) {
        match bonus {
            Some((_, Bonus::Fixed(amount))) => self.sure += f32::from(amount),
            Some((_, Bonus::D3)) => self.thirds += 1,
            None => {}
        }
    }

    /// How likely each result is, from what is sure up.
    fn results(&self) -> Vec<f32> {
        let mut results = spread(self.dice.iter().copied());
        for _ in 0..self.thirds {
            let mut next = vec![0.0; results.len() + 3];
            for (n, share) in results.iter().enumerate() {
                for more in 1..=3 {
                    next[n + more] += share / 3.0;
                }
            }
            results = next;
        }
        results
    }

    /// The chances to have the better result, and the same.
    fn against(&self, other: &Self) -> (f32, f32) {
        let (mut wins, mut ties) = (0.0, 0.0);
        for (mine, share) in self.results().iter().enumerate() {
            for (theirs, other_share) in other.results().iter().enumerate() {
                let lead = self.sure + mine as f32 - other.sure - theirs as f32;
                if lead > 0.0 {
                    wins += share * other_share;
                } else if lead == 0.0 {
                    ties += share * other_share;
                }
            }
        }
        (wins, ties)
    }
}

impl BlackPowderView<'_> {
    /// BP-7.2 to BP-7.6: how the first round would go if these units came home on a target that holds.
    pub fn outlook_of_charge(&self, strikers: &[Striker], target: UnitId) -> Outlook {
        let flanked = strikers.iter().any(|striker| striker.face != Face::Front);
        let (wins, ties) = self.first_round(strikers, target, Standing { flanked, ..Standing::default() });
        Outlook { label: "if it holds".into(), wins, ties, rule: RuleId::new("BP-7.5") }
    }

    /// BP-7.2 to BP-7.6: the chances of these units to win the first round, and of a draw, if they came home on a
    /// target that meets them so. Supports count that stand with the target now; those of the chargers have still to
    /// come up.
    pub fn first_round(&self, strikers: &[Striker], target: UnitId, held: Standing) -> (f32, f32) {
        let (mut ours, mut theirs) = (Share::default(), Share::default());
        let house = self.formation(target) == Formation::Garrison;
        let horse = strikers.iter().any(|striker| self.troop(striker.unit) == Troop::Cavalry);
        let mut faces: Vec<Face> = strikers.iter().map(|striker| striker.face).collect();
        faces.sort_unstable();
        faces.dedup();
        let held = Standing { faces: faces.len(), ..held };
        let charging = Standing { charging: !house, home: true, flanked: false, faces: 1 };
        let dice = self.dice_standing(target, held).total().max(0.0) as usize;
        let strike = self.to_strike_standing(target, held);
        let own = self.outline(target);
        let mut best: Option<(String, Bonus)> = None;
        for (n, striker) in strikers.iter().enumerate() {
            let unit = striker.unit;
            let blows = self.dice_standing(unit, charging).total().max(0.0) as usize;
            let from = block::middle(&striker.at, Face::Rear);
            let save = self.save_standing(target, &own, Some(from), (unit, true));
            let again = self.has(unit, Effect::RerollCharge);
            let mut score = self.to_strike_standing(unit, charging);
            if striker.hurt && !self.unsteady(unit) {
                score.modify("BP-7.3", "shaken or disordered", self.numbers().fighting.shaken);
            }
            ours.add(blows, &score, &save, again);
            let count = dice / strikers.len() + usize::from(n < dice % strikers.len());
            let save = self.save_standing(unit, &striker.at, None, (target, held.home));
            theirs.add(count, &strike, &save, held.home && self.has(target, Effect::RerollCharge));
            best = best.or_else(|| self.result_of_charging(unit));
        }
        ours.bonus(best);
        theirs.sure = self.result_against(target, &self.supports(target, &[]), horse).total();
        if held.home {
            theirs.bonus(self.result_of_charging(target));
        }
        ours.against(&theirs)
    }

    /// BP-6.6, BP-7.2 to BP-7.6: the chances of the target to win the first round after such a shot at one of the
    /// chargers, and of a draw. If no charger goes in it has won.
    pub fn round_after_fire(&self, strikers: &[Striker], shot: &Shot) -> (f32, f32) {
        let at = shot.target;
        let standing = self.casualties(at);
        let stamina = self.regiment(at).map_or(0, |values| values.stamina);
        let fought = |strikers: &[Striker]| match strikers {
            [] => (1.0, 0.0),
            _ => {
                let flanked = strikers.iter().any(|striker| striker.face != Face::Front);
                let (lost, drawn) =
                    self.first_round(strikers, shot.shooter, Standing { flanked, ..Standing::default() });
                (1.0 - lost - drawn, drawn)
            }
        };
        let with = |hurt: bool| -> Vec<Striker> {
            let struck = |striker: &Striker| Striker { hurt: hurt && striker.unit == at, ..*striker };
            strikers.iter().map(struck).collect()
        };
        let others: Vec<Striker> = strikers.iter().filter(|striker| striker.unit != at).copied().collect();
        let (steady, hurt, without) = (fought(&with(false)), fought(&with(true)), fought(&others));
        let (mut wins, mut ties) = (0.0, 0.0);
        for (six, shares) in shot.casualties().into_iter().enumerate() {
            for (fallen, share) in shares.into_iter().enumerate() {
                let disordered = self.disordered(at) || six > 0;
                let goes = self.goes_in(at, fallen as u8, disordered, shot.artillery);
                let fight = if disordered || standing + fallen as u8 >= stamina { hurt } else { steady };
                wins += share * (goes * fight.0 + (1.0 - goes) * without.0);
                ties += share * (goes * fight.1 + (1.0 - goes) * without.1);
            }
        }
        (wins, ties)
    }

    /// BP-7.2 to BP-7.6: the chances of a side to win a round as it stands, and of a draw.
    pub fn chances_of_round(&self, round: &Round, side: SideId) -> (f32, f32) {
        let (mut ours, mut theirs) = (Share::default(), Share::default());
        let (mut our_best, mut their_best) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
        for unit in &round.units {
            let mine = self.side(*unit) == side;
            let (share, best) = if mine { (&mut ours, &mut our_best) } else { (&mut theirs, &mut their_best) };
            let main = round.main.iter().find(|(who, _)| who == unit).map(|(_, enemy)| *enemy);
            let again = self.has(*unit, Effect::RerollCharge) && self.charges_home(*unit);
            for (enemy, count) in self.division(*unit, main) {
                share.add(usize::from(count), &self.to_strike(*unit), &self.save_from(enemy, *unit), again);
            }
            let modifiers = self.result_modifiers(*unit, &self.supports(*unit, &round.withheld)).total();
            if modifiers > *best {
                *best = modifiers;
                share.sure = modifiers;
                share.thirds = 0;
                share.bonus(self.charge_result(*unit));
            }
        }
        ours.against(&theirs)
    }

    /// BP-7.1: the combats that are still to be fought, with the chances of who came.
    pub fn combats_to_come(&self) -> Vec<Bout> {
        if self.play().part != Part::Fighting {
            return Vec::new();
        }
        self.combats().into_iter().filter_map(|units| self.bout(&units)).collect()
    }

    fn bout(&self, units: &[UnitId]) -> Option<Bout> {
        let of_it = |contact: &&Contact| units.contains(&contact.attacker);
        let contacts: Vec<Contact> = self.play().contacts.iter().filter(of_it).copied().collect();
        let first = *contacts.first()?;
        let round = Round::new(units.to_vec(), contacts);
        let (wins, ties) = self.chances_of_round(&round, self.side(first.attacker));
        let odds = Odds {
            label: format!("{} against {}", self.name(first.attacker), self.name(first.defender)),
            explained: Explained::default(),
            needs: "The higher combat result".into(),
            chance: wins,
            then: vec![
                (format!("drawn {:.0} %", ties * 100.0), RuleId::new("BP-7.5")),
                (format!("loses {:.0} %", (1.0 - wins - ties) * 100.0), RuleId::new("BP-7.7")),
            ],
        };
        Some(Bout { attacker: self.piece(first.attacker), defender: self.piece(first.defender), odds })
    }

    /// Who supports whom in a round.
    pub fn supports_in(&self, round: &Round) -> Vec<(UnitId, Supports)> {
        round.units.iter().map(|unit| (*unit, self.supports(*unit, &round.withheld))).collect()
    }
}
