//! What standing somewhere is worth to a unit.

use super::{
    clash::{Answer, striker},
    evaluator::{Evaluator, UnitSummary},
    notes::PositionValue,
    stance::Stance,
};
use crate::{
    book::values::{Formation, Troop},
    combat::{forecast::Assault, score::Supports},
    movement::wording::MOST_MOVES,
};
use grapeshot_floor::table::position::Heading;
use std::cell::OnceCell;

/// The chance that a unit comes `gap` inches in a turn, by moves of `one` inches: roughly one in the square of the moves.
fn arrives(gap: f32, one: f32) -> f32 {
    let moves = (gap / one).ceil().max(1.0);
    if moves <= f32::from(MOST_MOVES) { 1.0 / (moves * moves) } else { 0.0 }
}

impl Evaluator<'_, '_> {
    /// What it is worth to stay as it is.
    pub fn rest(&self, body: &UnitSummary) -> PositionValue {
        match self.bodies.binary_search_by_key(&body.unit, |known| known.unit) {
            Ok(at) => *self.rests[at].get_or_init(|| self.value_at(body, &body.stance)),
            Err(_) => self.value_at(body, &body.stance),
        }
    }

    /// What it is worth for a unit of either side to stand in a stance.
    pub fn value_at(&self, body: &UnitSummary, stance: &Stance) -> PositionValue {
        let says = &self.judgement.position;
        let here = [(body.unit, stance.pose())];
        let bp = self.bp.after(&here);
        let none = [Supports::default(); 4];
        let supports = OnceCell::new();
        let supports = || *supports.get_or_init(|| bp.supports(body.unit, &[]));
        let mut value = PositionValue::default();
        let (mut worst, mut all) = (0.0_f32, 0.0);
        let mut shot_at: Option<(&UnitSummary, f32)> = None;
        // The inches to the nearest foe that no closed ground keeps off.
        let mut nearest = f32::INFINITY;
        let guns = body.troop == Troop::Artillery;
        for enemy in self.foes(body) {
            let gap = stance.gap(&enemy.stance);
            let parted = self.parted(enemy.stance.at, stance.front);
            if !parted {
                nearest = nearest.min(gap);
            }
            if enemy.busy {
                continue;
            }
            if gap <= body.range && !body.busy && stance.covers(enemy.stance.front) {
                if guns {
                    value.fire = value.fire.max(self.shot(body, stance, enemy, &enemy.stance).seen() * enemy.hurt);
                } else if shot_at.is_none_or(|(_, least)| gap < least) {
                    shot_at = Some((enemy, gap));
                }
            }
            // He shoots at the unit that is nearest to him (BP-5.2).
            let as_near = self.bp.inches(self.bp.numbers().nearly_as_near);
            let first = enemy.faced.is_none_or(|(unit, least)| unit == body.unit || gap < least + as_near);
            if gap <= enemy.range && enemy.stance.covers(stance.front) {
                let share = if first { 1.0 } else { says.others };
                value.harm -= share * self.shot(enemy, &enemy.stance, body, stance).expected() * body.hurt;
            }
            let reach = if parted { 0.0 } else { arrives(gap, enemy.inches) };
            if reach > 0.0 && enemy.charges() && self.may_fall_on(enemy, enemy.stance.formation, body, stance) {
                let face = stance.quarter(enemy.stance.front);
                let strikers = [striker(&bp, enemy, &enemy.stance, stance, face)];
                let assault = Assault { strikers: &strikers, target: body.unit, supports: supports(), backing: none };
                let lost = self.clash(&bp, assault, body, Answer::Fires).max(0.0) * reach;
                worst = worst.max(lost);
                all += lost;
            }
        }
        if let Some((enemy, _)) = shot_at {
            value.fire = self.shot(body, stance, enemy, &enemy.stance).expected() * enemy.hurt;
        }
        // The fewer turns are left, the less there is to fear.
        let care = self.left / (self.left + 1.0);
        value.harm *= care;
        value.fear = -care * (worst + says.others * (all - worst));
        if body.ours && !body.coming {
            self.weigh_goal(body, stance, nearest, &mut value);
        }
        if nearest < says.near {
            value.support += says.support * supports().all().count() as f32;
        }
        value
    }

    /// What a unit gains for its goal, and by its formation and facing; `nearest` is the inches to the nearest foe that no
    /// closed ground keeps off.
    fn weigh_goal(&self, body: &UnitSummary, stance: &Stance, nearest: f32, value: &mut PositionValue) {
        let says = &self.judgement.position;
        if body.shaken && body.off == 0.0 {
            value.goal = -self.pressed(nearest);
            return;
        }
        let aim = self.aim(body);
        value.goal = -aim.stake * (self.away(body, aim, stance) - aim.radius).max(0.0);
        let worth = self.house_value(stance.house);
        if worth > 0.0 {
            value.goal = worth;
        }
        // March columns are for the road, not for the fight.
        let unready = match stance.formation {
            Formation::MarchColumn => body.troop != Troop::Wagon && nearest < says.near,
            Formation::Square => !self.horse_near(body, stance),
            _ => false,
        };
        if unready {
            value.order -= says.unready;
        }
        if let Some((enemy, _)) = self.nearest_enemy(stance)
            && nearest < says.near
            && !stance.formation.is_all_round()
        {
            let away = stance.facing.angle_to(Heading::from_to(stance.at, enemy.stance.at));
            value.order -= says.unready * away / 180.0;
        }
    }

    /// What it costs a unit that goes back that the nearest enemy is no more than these inches away.
    pub fn pressed(&self, nearest: f32) -> f32 {
        let says = &self.judgement.position;
        says.safety * (says.near - nearest).max(0.0)
    }

    /// Whether cavalry is near enough to make a square worth its while.
    pub fn horse_near(&self, body: &UnitSummary, stance: &Stance) -> bool {
        self.foes(body).any(|foe| {
            foe.troop == Troop::Cavalry && !foe.unsteady && stance.gap(&foe.stance) < self.judgement.position.near
        })
    }
}
