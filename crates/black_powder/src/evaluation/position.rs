//! What standing somewhere is worth to a unit.

use bevy::math::Vec2;

use super::{
    clash::{Answer, striker},
    evaluator::{Evaluator, UnitSummary},
    notes::{Aim, PositionValue},
    stance::Stance,
};
use crate::{
    book::{
        judgement::Position,
        values::{Formation, Troop},
    },
    combat::{
        forecast::{Assault, Striker},
        score::Supports,
    },
    state::view::BlackPowderView,
};
use grapeshot_floor::{shared::formed::block::Face, table::position::Heading};
use std::cell::OnceCell;

/// The chance that a unit comes `gap` inches in a turn, by moves of `one` inches.
fn arrives(says: &Position, gap: f32, one: f32) -> f32 {
    if gap <= one - says.spare {
        says.one_move
    } else if gap <= 2.0 * one {
        says.two_moves
    } else if gap <= 3.0 * one {
        says.three_moves
    } else {
        0.0
    }
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
            if gap <= says.crowd && !enemy.unsteady() && enemy.troop != Troop::Artillery {
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
            let reach = if parted { 0.0 } else { arrives(says, gap, enemy.inches) };
            if reach > 0.0 && enemy.charges() && self.may_fall_on(enemy, enemy.stance.formation, body, stance) {
                let ahead = enemy.stance.quarter(stance.at) == Face::Front;
                let face = stance.quarter(enemy.stance.front);
                let strikers = [striker(&bp, enemy, &enemy.stance, stance, face)];
                let assault = Assault { strikers: &strikers, target: body.unit, supports: supports(), backing: none };
                let lost = self.clash(&bp, assault, body, Answer::Fires).max(0.0)
                    * reach
                    * if ahead { 1.0 } else { says.aside };
                others += lost;
                worst = worst.max(lost);
            }
            if !parted {
                value.hope = value.hope.max(self.hope_of(&bp, body, stance, enemy, gap));
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
        value.fear = -says.fear * (worst + says.fear_others * (others - worst));
        if body.ours {
            self.weigh_goal(body, stance, (nearest, free), &mut value);
            value.lanes = -says.fire * self.masked(body, stance);
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

    /// The worth of the charge that a unit in a stance could make on an enemy at this distance.
    fn hope_of(&self, bp: &BlackPowderView, body: &UnitSummary, stance: &Stance, enemy: &UnitSummary, gap: f32) -> f32 {
        let says = &self.judgement.position;
        let reach = arrives(says, gap, body.inches);
        if reach <= 0.0 || !body.charges() || !self.may_fall_on(body, stance.formation, enemy, &enemy.stance) {
            return 0.0;
        }
        // From where the unit stands, the rules say whether it could charge the enemy.
        let stands = body.ours && gap <= body.inches && *stance == body.stance;
        if stance.quarter(enemy.stance.at) != Face::Front || stands && self.onset(body, enemy).is_none() {
            return 0.0;
        }
        let face = enemy.stance.quarter(stance.front);
        let at = |face| striker(bp, body, stance, &enemy.stance, face);
        let gain = |strikers: &[Striker], backing| {
            let assault = Assault { strikers, target: enemy.unit, supports: enemy.supports, backing };
            self.clash(bp, assault, enemy, Answer::Fires)
        };
        let won = if enemy.building.is_some() {
            // A house is stormed by two at once, with one behind them, or not at all.
            let behind = [Supports { rear: Some(body.unit), ..Supports::default() }; 4];
            gain(&[at(Face::Front), at(Face::Left)], behind) / 2.0
        } else {
            gain(&[at(face)], [Supports::default(); 4])
        };
        won * reach * says.hope
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
        value.goal = -aim.stake * away + if away <= 0.0 { aim.prize } else { 0.0 };
        value.goal -= self.bars_a_bridge(body, stance);
        if let Some(house) = stance.house {
            let worth = self.house_value(Some(house));
            if worth > 0.0 {
                value.goal = worth;
            }
        }
        let formation = stance.formation;
        // Columns are for the road, lines and batteries for the fight.
        let ready = match (body.troop, formation) {
            (Troop::Artillery, Formation::Deployed) if nearest < body.range * says.in_range => says.in_action,
            (Troop::Infantry | Troop::Cavalry, Formation::MarchColumn) if free < says.surprised_near => -says.surprised,
            (Troop::Infantry | Troop::Cavalry, Formation::MarchColumn) if nearest > says.on_road_far => says.on_road,
            (Troop::Infantry, Formation::AttackColumn | Formation::MixedColumn) if nearest > says.column_far => {
                says.column
            }
            (_, Formation::Square) if !self.horse_near(body, stance) => -says.square,
            _ => 0.0,
        };
        value.order = ready;
        if let Some(enemy) = self.closest_foe(body, stance)
            && nearest < says.facing_within
            && !formation.is_all_round()
        {
            let toward = (enemy.stance.at - stance.at).normalize_or_zero().dot(stance.forward);
            value.order +=
                says.facing * (toward - 1.0) * if nearest < says.facing_near_within { says.facing_near } else { 1.0 };
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
