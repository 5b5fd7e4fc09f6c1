//! What fire and an assault may be expected to do, by the scores of the rulebook and what is seen at a glance.

use bevy::math::{Vec2, ops};

use super::evaluator::{Evaluator, Stance, Summary};
use crate::book::{
    dice,
    values::{Arm, Array, Chit, Formation, Level},
};
use grapeshot_floor::{
    chance::spread,
    forces::UnitId,
    shared::formed::block::{self, Face},
};

/// Whom an assault strikes, and how.
#[derive(Debug, Clone, Copy)]
pub struct Attack<'s> {
    /// Who assaults.
    pub body: &'s Summary,
    /// Standing so.
    pub stance: &'s Stance,
    /// The edge of the target that is struck.
    pub face: Face,
}

/// How a melee round, or a melee of several, may end for the attacker, as chances.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Ending {
    /// The enemy breaks.
    pub breaks: f32,
    /// He is pushed back.
    pub pushes: f32,
    /// The attacker is pushed back.
    pub pushed: f32,
    /// The attacker breaks.
    pub broken: f32,
    /// Figures that the enemy loses, on average.
    pub kills: f32,
    /// Figures that the attacker loses.
    pub losses: f32,
}

impl Ending {
    /// The chance that nobody gives way.
    fn drawn(&self) -> f32 {
        (1.0 - self.breaks - self.pushes - self.pushed - self.broken).max(0.0)
    }

    /// SB-9.15: how a melee may end whose first round this is, if each that nobody gives way in is followed by one that
    /// may end as another, so many times at most.
    pub fn followed_by(&self, later: &Self, rounds: usize) -> Self {
        let drawn = later.drawn();
        let fought = if drawn < 1.0 { (1.0 - ops::powf(drawn, rounds as f32)) / (1.0 - drawn) } else { rounds as f32 };
        let share = self.drawn() * fought;
        Self {
            breaks: self.breaks + share * later.breaks,
            pushes: self.pushes + share * later.pushes,
            pushed: self.pushed + share * later.pushed,
            broken: self.broken + share * later.broken,
            kills: self.kills + share * later.kills,
            losses: self.losses + share * later.losses,
        }
    }
}

/// What comes before the blows of an assault, and how these may end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Expected {
    /// Figures that the attacker loses to fire on the way.
    pub shots: f32,
    /// The chance that the target stands.
    pub stands: f32,
    /// The chance that the attacker goes in.
    pub goes: f32,
    /// How the melee may end.
    pub ending: Ending,
}

/// How a unit comes to a round of melee.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comes {
    /// It charges, in the first round.
    Charging,
    /// It is struck where it stands, in the first round.
    Standing,
    /// It has fought before.
    Later,
}

/// How a unit is drawn up: the arrangement of its bases, how many stand side by side and one behind the other.
pub type Drawn = (Array, u32, u32);

/// How a unit that stands so is drawn up.
pub fn drawn(stance: &Stance) -> Drawn {
    (stance.array, stance.wide.to_bits(), stance.deep.to_bits())
}

/// Who strikes whom in a round of melee: all that decides how it may end, as both are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Blows {
    by: (UnitId, Drawn),
    at: (UnitId, Drawn),
    /// Whether the front of the target is struck.
    front: bool,
    /// Whether the target charges too.
    charges: bool,
}

/// The dice of so many figures: whole ones, and a last one with a leftover (SB-6.4).
fn dice_of(figures: f32) -> (usize, bool) {
    let figures = figures.round() as usize;
    let (dice, left) = (figures / 4, figures % 4);
    (dice + usize::from(left == 3), left == 1 || left == 2)
}

impl Evaluator<'_, '_> {
    /// Figures (guns) that a unit's fire takes on average, standing so; nothing out of range or arc.
    pub fn fire(&self, firer: &Summary, from: &Stance, target: &Summary, at: &Stance, moved: bool) -> f32 {
        let Some(small) = firer.ranges else { return 0.0 };
        let longest = firer.ball.map_or(small[2], |ball| ball[2].max(small[2]));
        let gap = from.block.gap_within(&at.block, longest);
        gap.map_or(0.0, |gap| self.fire_over(gap, (firer, from), (target, at), moved))
    }

    /// Figures (guns) that a unit's fire takes on average at a target so many inches off; nothing out of range or arc.
    pub fn fire_over(
        &self,
        gap: f32,
        (firer, from): (&Summary, &Stance),
        (target, at): (&Summary, &Stance),
        moved: bool,
    ) -> f32 {
        let Some(small) = firer.ranges else { return 0.0 };
        if matches!(from.formation, Formation::Limbered) || firer.level == Level::Rout {
            return 0.0;
        }
        let canister = firer.ball.is_some() && gap <= small[2];
        let ranges = match firer.ball {
            Some(ball) if !canister => ball,
            _ => small,
        };
        if gap > ranges[2] || gap <= 0.0 {
            return 0.0;
        }
        let toward = block::nearest_point(&at.block, from.block.place.at);
        if !from.all_round() && block::quarter(&from.block, toward) != Face::Front {
            return 0.0;
        }
        let table = &self.burt.book.fire;
        let mut score = i32::from(table.to_hit);
        if gap <= ranges[0] {
            score += i32::from(table.hit.short);
        } else if gap > ranges[1] {
            score += i32::from(table.hit.long);
        }
        if firer.first_volley {
            score += i32::from(table.hit.first_volley);
        }
        if firer.level == Level::Shaken {
            score += i32::from(table.hit.shaken);
        }
        if moved {
            score += i32::from(self.burt.settings().moving_fire_penalty);
        }
        let guns = firer.ball.is_some();
        let deep = at.formation == Formation::Square || at.deep > 1.0;
        if guns && deep && target.arm != Arm::Artillery {
            score += i32::from(table.hit.many_ranks);
        }
        let mut save = i32::from(table.to_save);
        // SB-6.9: a building is hard cover.
        let housed = at.formation == Formation::House;
        if housed {
            score += i32::from(table.hit.cover);
        }
        if housed && (!guns || canister) {
            save += i32::from(table.save.hard_cover);
        }
        if guns && !housed {
            save += i32::from(table.save.artillery_in_the_open);
        }
        if matches!(target.arm, Arm::Skirmishers | Arm::Artillery) {
            save += i32::from(table.save.skirmishers_or_crew);
        }
        let dice = if guns {
            firer.figures * f32::from(if canister { table.canister_dice } else { table.ball_dice })
        } else if from.formation == Formation::House {
            firer.figures.min(f32::from(self.burt.numbers().house_side)) / f32::from(table.figures_per_die)
        } else {
            (from.wide * firer.on_base).min(firer.figures) / f32::from(table.figures_per_die)
        };
        let score = score.max(i32::from(table.floor));
        let unsaved = dice::chance(score) * (1.0 - dice::chance(save.max(i32::from(table.floor))));
        let crew = target.crew.map_or(1.0, |crew| {
            // SB-6.10: small arms and canister must beat the crew, ball and shell equal it.
            let most = if guns && !canister { 7.0 } else { 6.0 };
            (most - f32::from(crew)) / 6.0
        });
        (dice * unsaved * crew).min(target.figures)
    }

    /// The chance that a unit passes a test of morale with so much added to the die.
    pub fn passes(&self, body: &Summary, added: i32) -> f32 {
        dice::chance(i32::from(self.burt.book.morale.score(body.class)) - body.morale - added)
    }

    /// The chance that a unit stands that is assaulted where it stands so (SB-8.2), from lower ground or not.
    pub fn stands(&self, body: &Summary, stance: &Stance, uphill: bool) -> f32 {
        let add = &self.burt.book.morale.add;
        let mut added = match stance.formation {
            Formation::Square => i32::from(self.burt.settings().top_morale_group),
            Formation::Column => i32::from(add.in_column),
            Formation::House => i32::from(add.hard_cover),
            _ => 0,
        };
        if stance.formation != Formation::Square && self.flank_secure(body, stance) {
            added += i32::from(add.secure_flank);
        }
        if uphill {
            added += i32::from(self.burt.settings().uphill_morale);
        }
        self.passes(body, added)
    }

    /// SB-8.4: whether a unit that stands so is higher than a place from which it is assaulted.
    fn is_uphill(&self, stance: &Stance, start: Vec2) -> bool {
        let ground = self.burt.view.ground();
        !self.burt.view.terrain().hills.is_empty() && ground.level_at(stance.block.place.at) > ground.level_at(start)
    }

    /// Whether a friend stands beside a unit, so that a flank is secure (SB-8.5), as seen at a glance.
    pub fn flank_secure(&self, body: &Summary, stance: &Stance) -> bool {
        match self.index(body.unit) {
            Some(at) if *stance == body.stance => {
                *self.asked[at].secured.get_or_init(|| self.find_flank_secure(body, stance))
            }
            _ => self.find_flank_secure(body, stance),
        }
    }

    fn find_flank_secure(&self, body: &Summary, stance: &Stance) -> bool {
        let within = self.burt.settings().secure_flank_distance;
        self.bodies.iter().any(|friend| {
            friend.ours == body.ours
                && friend.unit != body.unit
                && friend.level < Level::Shaken
                && friend.arm.is_close_order()
                && friend.stance.block.gap_within(&stance.block, within).is_some()
                && matches!(
                    block::quarter(&stance.block, block::nearest_point(&friend.stance.block, stance.block.place.at)),
                    Face::Left | Face::Right
                )
        })
    }

    /// The chance that an assaulter goes in (SB-8.3).
    pub fn goes_in(&self, attack: &Attack, target: &Summary, shot: bool) -> f32 {
        let add = &self.burt.book.morale.add;
        let top = i32::from(self.burt.settings().top_morale_group);
        let mut added = i32::from(add.advancing);
        if target.arm == Arm::Skirmishers || target.level == Level::Rout {
            added += top;
        }
        if attack.face != Face::Front {
            added += top;
        }
        if shot {
            added += i32::from(add.casualties);
        }
        self.passes(attack.body, added)
    }

    /// The score that a unit needs in melee, and the chance that its enemy saves (SB-9.11, SB-9.12).
    fn blow(&self, by: &Summary, from: &Stance, at: &Summary, to: &Stance, comes: Comes, face: Face) -> (i32, f32) {
        let table = &self.burt.book.melee;
        let hit = &table.hit;
        let mut score = i32::from(table.to_hit);
        let square = to.formation == Formation::Square;
        let cover = to.formation == Formation::House;
        if cover {
            score += i32::from(hit.cover);
        }
        if by.level == Level::Disordered {
            score += i32::from(self.burt.settings().melee_disordered_penalty);
        }
        if by.level >= Level::Shaken {
            score += i32::from(hit.shaken_or_routing);
        }
        if by.arm.is_cavalry() && square {
            score += i32::from(hit.cavalry_at_square);
        }
        if by.arm == Arm::LightCavalry && at.level == Level::Formed {
            score += i32::from(hit.light_cavalry_at_formed);
        }
        if !square && !cover {
            if comes == Comes::Charging {
                score += i32::from(hit.impetus);
            }
            let first = comes != Comes::Later;
            if first && from.formation != Formation::Square && from.deep > to.deep {
                score += i32::from(hit.deeper);
            }
            if first && by.shock {
                score += i32::from(hit.armoured_or_lancers);
            }
        }
        if by.arm.is_close_order() && at.arm == Arm::Skirmishers {
            score += i32::from(hit.close_at_open);
        }
        if face != Face::Front && !to.all_round() {
            score += i32::from(hit.flank_or_rear);
        }
        if at.level == Level::Shaken {
            score += i32::from(hit.at_shaken);
        }
        if at.level == Level::Rout {
            score += i32::from(hit.at_routing);
        }
        if by.arm.is_cavalry() && at.level >= Level::Disordered {
            score += i32::from(hit.cavalry_at_disordered);
        }
        let mut save = i32::from(table.to_save);
        if at.level >= Level::Unformed {
            save += i32::from(table.save.unformed);
        }
        if at.armoured {
            save += i32::from(table.save.armoured);
        }
        (score.max(2), dice::chance(save.max(2)))
    }

    /// SB-9.15: how many rounds a melee may go on after its first.
    pub fn later_rounds(&self) -> usize {
        (self.left as usize).saturating_sub(1).min(self.judgement.clash.rounds)
    }

    /// How a melee may end, its first round and those that follow.
    pub fn melee(&self, attack: &Attack, target: &Summary, at: &Stance, target_charges: bool) -> Ending {
        let blows = Blows {
            by: (attack.body.unit, drawn(attack.stance)),
            at: (target.unit, drawn(at)),
            front: attack.face == Face::Front,
            charges: target_charges,
        };
        if let Some(known) = self.rounds.borrow().get(&blows) {
            return *known;
        }
        let ending = self.find_ending(attack, target, at, target_charges);
        self.rounds.borrow_mut().insert(blows, ending);
        ending
    }

    fn find_ending(&self, attack: &Attack, target: &Summary, at: &Stance, target_charges: bool) -> Ending {
        let (by, from) = (attack.body, attack.stance);
        let flank = attack.face != Face::Front && !at.all_round();
        let (their_front, their_depth) = (2.0 * at.block.footprint.half_width(), 2.0 * at.block.footprint.half_depth());
        let own_front = 2.0 * from.block.footprint.half_width();
        let (faced, bases) = if flank { (their_depth, at.deep) } else { (their_front, at.wide) };
        // SB-9.10: the bases fight that touch, as the fronts lie against each other.
        let touching = own_front.min(faced);
        let own_bases = (touching / (own_front / from.wide).max(0.1) + 0.5).min(from.wide);
        let own_figures = (own_bases * by.on_base).min(by.figures);
        let their_figures = if at.formation == Formation::House {
            target.figures.min(f32::from(self.burt.numbers().house_side))
        } else {
            let their_bases = (touching / (faced / bases).max(0.1) + 0.5).min(bases);
            (their_bases * target.on_base).min(target.figures)
        };
        let pool = |figures: f32, score: i32, saved: f32| {
            let (dice, leftover) = dice_of(figures);
            let chance = |score: i32| dice::chance(score) * (1.0 - saved);
            let last = leftover.then(|| chance(score + 1));
            spread(std::iter::repeat_n(chance(score), dice).chain(last))
        };
        let round = |own: Comes, their: Comes| {
            let (score, saved) = self.blow(by, from, target, at, own, attack.face);
            let (their_score, own_saved) = self.blow(target, at, by, from, their, Face::Front);
            self.ending_of(&pool(own_figures, score, saved), &pool(their_figures, their_score, own_saved))
        };
        let theirs = if target_charges { Comes::Charging } else { Comes::Standing };
        let first = round(Comes::Charging, theirs);
        first.followed_by(&round(Comes::Later, Comes::Later), self.later_rounds())
    }

    /// What an assault is worth to the side of the one that makes it, from the test of the target to the end of the
    /// melee, as it looks at a glance. It is reckoned over what the target's order may be.
    pub fn assault(&self, attack: &Attack, target: &Summary, at: &Stance) -> f32 {
        let body = attack.body;
        let shots = self.shots_at(attack, target, at);
        let counter = target.assaults() && target.beliefs.of(Chit::Assault) > 0.5;
        let expected = Expected {
            shots,
            stands: self.stands(target, at, self.is_uphill(at, attack.stance.front())),
            goes: self.goes_in(attack, target, shots >= 0.5),
            ending: self.melee(attack, target, at, counter),
        };
        self.outcome(body, target, &expected)
    }

    /// Figures that an attacker loses on average to fire at half the way, by those whose order lets them.
    pub fn shots_at(&self, attack: &Attack, target: &Summary, at: &Stance) -> f32 {
        let may_fire = target.beliefs.of(Chit::Fire) + target.beliefs.of(Chit::Reserve);
        let half = attack.stance.block;
        let gap = half.gap(&at.block).max(0.5);
        let nearer = Stance {
            block: block::moved(&half, half.place.facing.forward() * (gap / 2.0).min(gap - 0.4)),
            ..*attack.stance
        };
        self.fire(target, at, attack.body, &nearer, false) * may_fire * self.judgement.clash.fired_on
    }

    /// What an assault is worth to the side of the one that makes it, by what is expected of it.
    pub fn outcome(&self, body: &Summary, target: &Summary, expected: &Expected) -> f32 {
        let Expected { shots, stands, goes, ending } = *expected;
        let fight = self.worth_of_ending(&ending, target, body.value, body.hurt);
        let fails = self.judgement.clash.fails * self.price_of_losing_one(body);
        self.outcome_of_met(target, stands, goes * fight - (1.0 - goes) * fails - shots * body.hurt)
    }

    /// What the end of a round is worth to those who came: they are worth so much together, and lose so much by a figure.
    pub fn worth_of_ending(&self, ending: &Ending, target: &Summary, value: f32, hurt: f32) -> f32 {
        let says = &self.judgement.clash;
        ending.breaks * (says.rally * target.value + target.ground - says.pursuit)
            - ending.broken * says.risk * says.rally * value
            + (ending.pushes - ending.pushed) * says.pushed
            + ending.kills * target.hurt
            - ending.losses * hurt
    }

    /// What an assault is worth to the side of those who make it, by the chance that the target stands, and what it is
    /// worth to them if he does.
    pub fn outcome_of_met(&self, target: &Summary, stands: f32, met: f32) -> f32 {
        let says = &self.judgement.clash;
        let gain = says.rally * target.value + target.ground;
        if target.level == Level::Rout {
            return gain * 0.5;
        }
        let beliefs = &target.beliefs;
        // Who may evade gives ground and is lost to nobody.
        let evades = match target.arm {
            // Nobody gives up his house for nothing.
            _ if target.stance.formation == Formation::House => 0.0,
            Arm::Skirmishers => says.evades,
            Arm::Artillery => 0.0,
            _ => says.evades * beliefs.of(Chit::Reserve) * 0.5,
        };
        // Enemies that assault too take no test of being assaulted (SB-9.18).
        let mutual = if target.assaults() { beliefs.of(Chit::Assault) } else { 0.0 };
        let alone =
            (1.0 - stands) * gain + stands * ((1.0 - evades) * met + evades * (says.pushed * 0.5 + target.ground));
        says.dash * (1.0 - stands) + (1.0 - mutual) * alone + mutual * met * says.mutual
    }
}
