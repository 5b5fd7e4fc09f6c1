//! What standing somewhere is worth to a unit.

use bevy::math::Vec2;

use super::{
    clash::{Answer, striker},
    evaluator::{Evaluator, UnitSummary},
    notes::{Aim, PositionValue},
    stance::Stance,
};
use crate::{
    book::values::{Formation, Troop},
    combat::{forecast::Assault, score::Supports},
    movement::wording::MOST_MOVES,
};
use grapeshot_floor::{shared::formed::block::Face, table::position::Heading};
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
        let mut best_fire = 0.0_f32;
        let mut shot_at: Option<(&UnitSummary, f32)> = None;
        let (mut worst, mut others) = (0.0_f32, 0.0_f32);
        // The nearest foe, and the nearest that no closed ground keeps off.
        let (mut nearest, mut free) = (f32::INFINITY, f32::INFINITY);
        let mut crowd = 0.0;
        let guns = body.troop == Troop::Artillery;
        for enemy in self.foes(body) {
            let gap = stance.gap(&enemy.stance);
            nearest = nearest.min(gap);
            let parted = self.parted(enemy.stance.at, stance.front);
            if !parted {
                free = free.min(gap);
            }
            if gap <= says.support_near && !enemy.unsteady() && enemy.troop != Troop::Artillery {
                crowd += 1.0;
            }
            if gap > says.far || enemy.busy {
                continue;
            }
            if gap <= body.range && !body.busy {
                let bears = stance.formation.is_all_round() || stance.quarter(enemy.stance.front) == Face::Front;
                if bears && guns {
                    best_fire = best_fire.max(self.shot(body, stance, enemy, &enemy.stance).seen() * enemy.hurt);
                } else if bears && shot_at.is_none_or(|(_, least)| gap < least) {
                    shot_at = Some((enemy, gap));
                }
            }
            value.harm -= self.harm_by(enemy, body, stance, gap);
            let reach = if parted { 0.0 } else { arrives(gap, enemy.inches) };
            if reach > 0.0 && enemy.charges() && self.may_fall_on(enemy, enemy.stance.formation, body, stance) {
                let face = stance.quarter(enemy.stance.front);
                let strikers = [striker(&bp, enemy, &enemy.stance, stance, face)];
                let assault = Assault { strikers: &strikers, target: body.unit, supports: supports(), backing: none };
                let lost = self.clash(&bp, assault, body, Answer::Fires).max(0.0) * reach;
                others += lost;
                worst = worst.max(lost);
            }
        }
        if let Some((enemy, _)) = shot_at {
            best_fire = self.shot(body, stance, enemy, &enemy.stance).expected() * enemy.hurt;
        }
        // After the last turn there is no harm to fear.
        let care = (says.care + says.care_turn * self.left).min(1.0);
        value.harm *= care;
        worst *= care;
        others *= care;
        value.fire = best_fire * says.fire;
        value.fear = -worst - says.fear_others * (others - worst);
        if body.ours {
            self.weigh_goal(body, stance, (nearest, free), &mut value);
        }
        if crowd > 1.0 && stance.house.is_none() {
            let friends =
                self.bodies.iter().filter(|other| other.ours == body.ours && !other.coming && !other.unsteady());
            let beside = friends.filter(|other| other.stance.at.distance(stance.at) <= says.beside).count() as f32;
            value.support -= says.alone * (crowd - says.matched * beside.max(1.0)).max(0.0);
        }
        if nearest < says.support_near {
            value.support += says.support * supports().all().count() as f32;
        }
        value
    }

    /// The harm that an enemy at this distance does a unit in a stance by his fire, where he stands or come nearer.
    fn harm_by(&self, enemy: &UnitSummary, body: &UnitSummary, stance: &Stance, gap: f32) -> f32 {
        let says = &self.judgement.position;
        if gap <= enemy.range {
            let covers = enemy.stance.formation.is_all_round() || enemy.stance.quarter(stance.front) == Face::Front;
            let other = enemy.faced.iter().find(|(unit, _)| *unit != body.unit).map_or(f32::INFINITY, |other| other.1);
            let share = if gap < other + says.as_near { says.harm } else { says.harm_others };
            let toward = || enemy.stance.turned(Heading::from_to(enemy.stance.at, stance.at));
            let (share, from) = if covers { (share, enemy.stance) } else { (share * says.turned_away, toward()) };
            share * self.shot(enemy, &from, body, stance).expected() * body.hurt
        } else if gap <= enemy.range + says.comes_nearer * enemy.inches
            && enemy.troop != Troop::Artillery
            && enemy.building.is_none()
        {
            // The enemy comes nearer first.
            let share = says.harm_others * says.nearer;
            let toward = Heading::from_to(enemy.stance.at, stance.at);
            let near = enemy.stance.turned(toward).moved(toward.forward() * (gap - enemy.range));
            share * self.shot(enemy, &near, body, stance).expected() * body.hurt
        } else {
            0.0
        }
    }

    /// What a unit gains for its goal, and by its formation and facing; `nearest` and `free` are the inches to the nearest
    /// foe, and to the nearest that no closed ground keeps off.
    fn weigh_goal(&self, body: &UnitSummary, stance: &Stance, (nearest, free): (f32, f32), value: &mut PositionValue) {
        if body.coming {
            return;
        }
        let says = &self.judgement.position;
        if body.shaken && body.off == 0.0 {
            value.goal = -(says.safe - nearest).max(0.0) * says.safety;
            return;
        }
        let aim = self.aim(body);
        let away = (self.away(body, aim, stance) - aim.radius).max(0.0);
        value.goal = -aim.stake * away;
        value.goal -= self.bars_a_bridge(body, stance);
        if let Some(house) = stance.house {
            let worth = self.house_value(Some(house));
            if worth > 0.0 {
                value.goal = worth;
            }
        }
        let formation = stance.formation;
        // March columns are for the road, not for the fight.
        let ready = match (body.troop, formation) {
            (Troop::Infantry | Troop::Cavalry, Formation::MarchColumn) if free < says.near => -says.surprised,
            (Troop::Infantry | Troop::Cavalry, Formation::MarchColumn) if nearest > says.far => says.on_road,
            (_, Formation::Square) if !self.horse_near(body, stance) => -says.square,
            _ => 0.0,
        };
        value.order = ready;
        if let Some(enemy) = self.closest_foe(body, stance)
            && nearest < says.facing_within
            && !formation.is_all_round()
        {
            let toward = (enemy.stance.at - stance.at).normalize_or_zero().dot(stance.forward);
            value.order += says.facing * (toward - 1.0);
        }
    }

    /// What it costs the side that a unit in a stance bars a bridge or a ford over which others have still to go.
    fn bars_a_bridge(&self, body: &UnitSummary, stance: &Stance) -> f32 {
        use Formation::{Deployed, MarchColumn, Skirmish};
        let passed = stance.house.is_some() || matches!(stance.formation, Deployed | MarchColumn | Skirmish);
        if passed || self.closed().is_empty() {
            return 0.0;
        }
        let outline = stance.outline();
        let waits = |other: &UnitSummary, aim: &Aim| {
            let half = self.as_column(other).0 / 2.0;
            let on = |leg: &[Vec2]| self.parted(leg[0], leg[1]) && outline.gap_to_line(leg) < half;
            other.unit != body.unit && aim.way.windows(2).any(on)
        };
        let others = self.bodies.iter().zip(self.aims()).filter(|(other, aim)| waits(other, aim));
        others.map(|(other, aim)| aim.stake * other.inches).sum()
    }

    fn closest_foe(&self, body: &UnitSummary, stance: &Stance) -> Option<&UnitSummary> {
        let apart = |foe: &&UnitSummary| foe.stance.at.distance_squared(stance.at);
        self.foes(body).min_by(|a, b| apart(a).total_cmp(&apart(b)))
    }

    /// Whether cavalry is near enough to make a square worth its while.
    pub fn horse_near(&self, body: &UnitSummary, stance: &Stance) -> bool {
        self.foes(body).any(|foe| {
            foe.troop == Troop::Cavalry
                && !foe.unsteady()
                && stance.gap(&foe.stance) < self.judgement.position.horse * foe.inches
        })
    }
}
