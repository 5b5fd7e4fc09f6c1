//! What a shot and a charge may be expected to do, from the same scores and tables that decide them.

use bevy::math::Vec2;

use super::{
    evaluator::{Evaluator, UnitSummary},
    stance::Stance,
};
use crate::{
    book::{
        dice::{chance_to_hit, chance_to_save},
        values::{Formation, Troop},
    },
    combat::breaks,
};
use grapeshot_floor::{forces::UnitId, shared::formed::block::Face};

/// The chance that infantry which must form square stands in order when the cavalry comes (BP-6.9).
const SQUARE: f32 = 34.0 / 36.0;

/// How a target answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It holds.
    Holds,
    /// It gives closing fire.
    Fires,
    /// It charges, too.
    Counters,
}

/// A unit that charges, with the face it strikes.
#[derive(Debug, Clone, Copy)]
pub struct Attack<'a> {
    /// The unit.
    pub body: &'a UnitSummary,
    /// Its formation.
    pub formation: Formation,
    /// The face it strikes.
    pub face: Face,
    /// What supports it adds to the result.
    pub support: f32,
    /// Whether it charges now; else it is in the fight already.
    pub charges: bool,
}

/// What closing fire may do to a charger (BP-6.6).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Volley {
    /// The casualties to be expected.
    casualties: f32,
    /// The chance that it is disordered.
    disorder: f32,
    /// The chance that it breaks or retires, so that it does not go in.
    stopped: f32,
    /// What that costs, as a share of its worth.
    lost: f32,
}

/// What a beaten unit may expect (BP-7.8).
struct Beaten {
    /// What it loses, as a share of its worth.
    share: f32,
    /// The chance that it breaks or retires.
    leaves: f32,
}

fn needed(score: i32, unsteady: bool) -> i32 {
    score + i32::from(unsteady)
}

impl Evaluator<'_, '_> {
    /// BP-5.4 to BP-5.7: the casualties to be expected of a shot from one stance at another, seen or not.
    pub fn volley(&self, shooter: &UnitSummary, from: &Stance, target: &UnitSummary, at: &Stance, gap: f32) -> f32 {
        let numbers = self.bp.numbers();
        let guns = shooter.troop == Troop::Artillery;
        let close = gap <= numbers.close_range;
        let long = guns && gap > shooter.range / 2.0;
        let band = if !guns || close { 0 } else { 1 + usize::from(long) };
        let mut dice = shooter.shoot[band];
        match from.formation {
            Formation::AttackColumn | Formation::MixedLine | Formation::MixedColumn | Formation::Square => {
                dice = dice.min(1.0);
            }
            Formation::Garrison => dice = dice.min(f32::from(numbers.face_dice)),
            Formation::MarchColumn | Formation::Limbered => return 0.0,
            _ => {}
        }
        if target.troop != Troop::Cavalry
            && !at.formation.is_all_round()
            && at.formation != Formation::MarchColumn
            && at.quarter(from.front) != Face::Front
        {
            dice *= 2.0;
        }
        let body = at.formation.body();
        let column = matches!(body, Formation::AttackColumn | Formation::MarchColumn | Formation::Square);
        let mut hit = i32::from(numbers.to_hit) - shooter.first;
        let loose = from.formation == Formation::Skirmish || from.formation.screened();
        hit -= i32::from(close || loose);
        hit -= i32::from(guns && column);
        hit += i32::from(shooter.unsteady()) + i32::from(long);
        let hard = matches!(at.formation, Formation::Skirmish | Formation::Deployed);
        hit += i32::from(hard || (!guns && at.formation.screened()));
        let save = self.saving(target, at, from.at, guns) + if guns { 2 - i32::from(long) } else { 0 };
        dice * chance_to_hit(hit) * (1.0 - chance_to_save(save))
    }

    /// BP-5.7: the score with which a unit saves in a stance against fire from a point, but for artillery.
    fn saving(&self, body: &UnitSummary, at: &Stance, eye: Vec2, guns: bool) -> i32 {
        let cover = self.bp.shelter(&at.outline(), at.house, eye).map_or(0, |(_, cover)| i32::from(cover));
        let formation = match at.formation.body() {
            Formation::AttackColumn if !guns => -1,
            Formation::MarchColumn => 2,
            _ => 0,
        };
        body.morale + formation - cover
    }

    /// BP-7.2: the dice of a unit hand to hand in a formation that is struck on so many faces.
    fn dice(&self, body: &UnitSummary, formation: Formation, faces: usize) -> f32 {
        let each = f32::from(self.bp.numbers().face_dice);
        match formation {
            Formation::Square | Formation::Garrison if body.hand > 1.0 => each * faces.min(Face::ALL.len()) as f32,
            Formation::MarchColumn => body.hand.min(1.0),
            Formation::Limbered => 0.0,
            _ => body.hand,
        }
    }

    /// BP-6.6: what closing fire does to a charger, with the break test that follows.
    fn closing_fire(&self, attack: &Attack, target: &UnitSummary, at: &Stance) -> Volley {
        let body = attack.body;
        let guns = target.troop == Troop::Artillery;
        let dice = match at.formation {
            Formation::AttackColumn | Formation::MixedLine | Formation::MixedColumn | Formation::Square => {
                target.shoot[0].min(1.0)
            }
            Formation::Garrison => target.shoot[0].min(f32::from(self.bp.numbers().face_dice)),
            Formation::MarchColumn | Formation::Limbered => 0.0,
            _ => target.shoot[0],
        };
        let column = attack.formation.body() == Formation::AttackColumn;
        let loose = attack.formation == Formation::Skirmish;
        let to_hit = i32::from(self.bp.numbers().to_hit) - 1 - target.first - i32::from(guns && column);
        let hit = needed(to_hit + i32::from(loose), target.unsteady());
        let save = body.morale - i32::from(!guns && column) + if guns { 2 } else { 0 };
        let one = chance_to_hit(hit) * (1.0 - chance_to_save(save));
        let count = dice as i32;
        let disorder = 1.0 - (0..count).fold(1.0, |left, _| left * (5.0 / 6.0));
        let mut volley = Volley { casualties: dice * one, disorder, ..Volley::default() };
        // The chance of each number of casualties, and what the test for them brings.
        let mut chance = (0..count).fold(1.0, |left, _| left * (1.0 - one));
        for casualties in 1..=count {
            chance *= (count - casualties + 1) as f32 / casualties as f32 * one / (1.0 - one);
            let all = body.casualties + casualties as f32;
            if body.steady || !(guns || body.wavers || all >= body.stamina) {
                continue;
            }
            let modifier = -((all - body.stamina).max(0.0) as i32) - i32::from(guns);
            for (disordered, part) in [(0, 1.0 - disorder), (1, disorder)] {
                let chances = breaks::chances(self.bp.book, modifier - disordered, true, body.troop);
                let [breaks, retires, ..] = chances.map(|count| chance * part * f32::from(count) / 36.0);
                volley.stopped += breaks + retires;
                volley.lost += breaks + self.judgement.clash.retired * retires;
            }
        }
        volley
    }

    /// BP-7.8: what a beaten unit may expect.
    fn beaten(&self, body: &UnitSummary, casualties: f32, disordered: bool) -> Beaten {
        let excess = (body.casualties + casualties - body.stamina).max(0.0);
        let modifier = -(excess + 0.5).floor() as i32 - i32::from(disordered);
        let chances = if body.steady {
            breaks::passed(self.bp.book, body.troop)
        } else {
            breaks::chances(self.bp.book, modifier, true, body.troop)
        };
        let share = |count: u8| f32::from(count) / 36.0;
        Beaten {
            share: share(chances[0])
                + self.judgement.clash.retired
                    * (share(chances[1]) + self.judgement.clash.in_order * share(chances[2])),
            leaves: 1.0 - share(chances[3]),
        }
    }

    /// What a charge of these units is worth to their side, if it reaches (chapters 6 and 7).
    pub fn clash(&self, attacks: &[Attack], target: &UnitSummary, at: &Stance, support: f32, answer: Answer) -> f32 {
        let Some(first) = attacks.first() else { return 0.0 };
        let horse = attacks.iter().any(|attack| attack.body.troop == Troop::Cavalry);
        let in_front = attacks.iter().any(|attack| attack.face == Face::Front);
        let formed = matches!(at.formation.body(), Formation::Line | Formation::AttackColumn);
        if horse && in_front && target.squares && formed && target.troop == Troop::Infantry {
            let open = self.fight(attacks, target, at, support, Answer::Holds, true);
            return SQUARE * self.judgement.clash.pinned * target.value + (1.0 - SQUARE) * open
                - self.judgement.clash.stopped * first.body.hurt;
        }
        self.fight(attacks, target, at, support, answer, false)
    }

    fn fight(
        &self,
        attacks: &[Attack],
        target: &UnitSummary,
        at: &Stance,
        support: f32,
        answer: Answer,
        disordered: bool,
    ) -> f32 {
        let numbers = self.bp.numbers();
        let house = at.formation == Formation::Garrison;
        let all_round = at.formation.is_all_round();
        let to_hit = i32::from(numbers.to_hit);
        let fire = if answer == Answer::Fires { self.closing_fire(&attacks[0], target, at) } else { Volley::default() };
        let most = attacks[0];
        let mut gain = 0.0;
        let mut loss = fire.casualties * most.body.hurt + fire.lost * most.body.value;
        // The chance that they still fight, and the casualties so far of the target and of each charger.
        let share = 1.0 / attacks.len() as f32;
        // With several of them the others go on when the fire stops the one at whom it was aimed.
        let (mut going, mut worn, mut spent) = (1.0 - fire.stopped * share, 0.0_f32, fire.casualties * share);
        for round in 0..if house { self.judgement.clash.rounds } else { 1 } {
            let mut done = 0.0;
            let mut shock = 0.0_f32;
            let mut own_support = 0.0_f32;
            let flanked = !all_round && attacks.iter().any(|attack| attack.face != Face::Front);
            for (n, attack) in attacks.iter().enumerate() {
                let body = attack.body;
                let charges = attack.charges && !house;
                let mut hit = to_hit - i32::from(charges) + i32::from(attack.formation == Formation::Skirmish);
                hit = needed(hit, body.unsteady() || body.casualties + spent >= body.stamina);
                let column = i32::from(at.formation.body() == Formation::AttackColumn);
                let cover = if house { 2 } else { 0 };
                let lances = if all_round || !charges { 0 } else { body.lances };
                let save = target.morale - column - cover - lances;
                let off = if n == 0 && round == 0 { fire.disorder / 6.0 } else { 0.0 };
                let chance = (chance_to_hit(hit) - off).max(1.0 / 6.0);
                done += self.dice(body, attack.formation, 1) * chance * (1.0 - chance_to_save(save));
                shock = shock.max(if charges { body.shock } else { 0.0 });
                own_support = own_support.max(attack.support);
            }
            let mut hit = to_hit + i32::from(flanked) + i32::from(at.formation == Formation::Skirmish);
            hit -= i32::from(answer == Answer::Counters);
            hit = needed(hit, target.unsteady() || disordered || target.casualties + worn >= target.stamina);
            let save = most.body.morale - i32::from(most.formation.body() == Formation::AttackColumn);
            let dice = self.dice(target, at.formation, attacks.len());
            let suffered = dice * chance_to_hit(hit) * (1.0 - chance_to_save(save));
            let mut against = suffered + support;
            if house {
                against += self.walls(target);
            }
            if at.formation == Formation::Square && attacks.iter().any(|attack| attack.body.troop == Troop::Cavalry) {
                against += f32::from(numbers.result.square);
            }
            if answer == Answer::Counters {
                against += target.shock;
            }
            let lead = done + shock + own_support - against;
            let spread = (self.judgement.clash.luck_each * (done + suffered) + self.judgement.clash.luck).sqrt();
            let x = self.judgement.clash.sure * lead / spread;
            let win = 0.5 + 0.5 * x / (1.0 + x * x).sqrt();
            let theirs = self.beaten(target, worn + done, target.disordered || disordered);
            gain += going * (win * theirs.share * target.value + done * target.hurt);
            // What drives a garrison out may go in.
            if house {
                gain += going * win * theirs.leaves * self.house_value(target.building);
            }
            let mut leaves = 0.0;
            for attack in attacks {
                let ours = self.beaten(attack.body, suffered * share + spent, attack.body.disordered);
                loss += going * ((1.0 - win) * ours.share * attack.body.value + suffered * share * attack.body.hurt);
                leaves += share * ours.leaves;
            }
            going *= win * (1.0 - theirs.leaves) + (1.0 - win) * (1.0 - leaves);
            worn = (worn + done).min(target.stamina - target.casualties);
            spent = (spent + suffered * share).min(most.body.stamina - most.body.casualties);
        }
        gain - loss
    }

    /// BP-7.5: what its building adds to the result of a garrison.
    fn walls(&self, garrison: &UnitSummary) -> f32 {
        let result = &self.bp.numbers().result;
        let size = garrison.building.and_then(|index| self.bp.view.terrain().buildings[index].size.as_deref());
        f32::from(match size {
            Some("small") => result.small_building,
            Some("large") => result.large_building,
            _ => result.medium_building,
        })
    }

    /// BP-7.6: what supports add to the result of a unit where it stands.
    pub fn supports(&self, body: &UnitSummary, stance: &Stance) -> f32 {
        self.supports_but(body, stance, &[])
    }

    /// The same without those that fight, too.
    pub fn supports_but(&self, body: &UnitSummary, stance: &Stance, fighting: &[UnitId]) -> f32 {
        let apart = matches!(stance.formation, Formation::Square | Formation::Garrison);
        if !matches!(body.troop, Troop::Infantry | Troop::Cavalry) || apart {
            return 0.0;
        }
        let within = self.bp.inches(self.bp.numbers().support_within);
        let (mut rear, mut left, mut right) = (0.0, 0.0, 0.0);
        for other in &self.bodies {
            let fit = other.ours == body.ours
                && other.unit != body.unit
                && !fighting.contains(&other.unit)
                && other.troop == body.troop
                && !other.unsteady()
                && !other.busy
                && !other.coming
                && matches!(other.stance.formation.body(), Formation::Line | Formation::AttackColumn);
            if !fit || other.stance.forward.dot(stance.forward) < 0.0 || stance.gap(&other.stance) > within {
                continue;
            }
            match stance.quarter(other.stance.front) {
                Face::Rear => rear = 1.0,
                Face::Left => left = 1.0,
                Face::Right => right = 1.0,
                Face::Front => {}
            }
        }
        rear + left + right
    }

    /// Whether a unit may charge another at all, as they stand (BP-6.1, BP-6.11, BP-8.2).
    pub fn may_fall_on(&self, body: &UnitSummary, formation: Formation, target: &UnitSummary, at: &Stance) -> bool {
        let horse = body.troop == Troop::Cavalry;
        let fit = matches!(formation.body(), Formation::Line | Formation::AttackColumn | Formation::Skirmish);
        let closed = match at.formation {
            Formation::Square => horse && !target.unsteady(),
            Formation::Garrison => horse,
            _ => false,
        };
        fit && !closed && !target.coming
    }
}
