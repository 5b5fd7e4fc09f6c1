use bevy::{ecs::resource::Resource, math::Vec2};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::collections::BTreeMap;

use crate::{
    events::{Explained, RuleId},
    forces::{Side, SideId, UnitId},
    table::{footprint::Outline, measure},
};

/// How a side stands: its points with their reasons.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Standing {
    pub side: SideId,
    /// Points by reason.
    pub points: Explained,
}

/// How a battle ended.
#[derive(Resource, Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<SideId>,
    /// Points of each side by id.
    pub points: Vec<f32>,
    /// The turn in which it ended.
    pub turn: u16,
    /// Why it ended and who won, in a sentence.
    pub text: String,
    pub rule: RuleId,
}

/// A place worth holding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Objective {
    /// The scenario's id ("o_barn").
    pub id: SmolStr,
    /// What it is ("the barn").
    pub name: String,
    /// Its middle in inches.
    pub at: Vec2,
    /// Its radius in inches.
    pub radius: f32,
    /// Whether only those inside the building at its middle count.
    pub indoors: bool,
    /// The side that holds it when the battle begins, where the rules keep account of that and the scenario says so.
    pub held_by: Option<SideId>,
}

/// When a side earns the points of an objective.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum HoldWhen {
    /// It has more there than any enemy.
    #[default]
    Most,
    /// It has anybody there.
    Some,
    /// No enemy has anybody there.
    Denied,
}

impl HoldWhen {
    /// Whether a side earns the points of an objective where this many of each side count, by side id; if it does, how
    /// ("holds").
    pub fn earned(self, there: &[u32], side: SideId) -> Option<&'static str> {
        let own = there.get(side.index()).copied().unwrap_or_default();
        let others = there.iter().enumerate().filter(|(n, _)| *n != side.index()).map(|(_, count)| *count);
        match self {
            Self::Most => (own > others.max().unwrap_or_default()).then_some("holds"),
            Self::Some => (own > 0).then_some("has figures at"),
            Self::Denied => (others.sum::<u32>() == 0).then_some("no enemy is at"),
        }
    }
}

/// Where a side may deploy.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Zone {
    /// Whose it is.
    pub side: SideId,
    /// Its corners in inches.
    pub outline: Vec<Vec2>,
}

/// Points for holding an objective at the end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HoldTerm {
    /// The objective, by index.
    pub objective: usize,
    pub points: f32,
    /// The only side that can earn them; any side if none.
    pub side: Option<SideId>,
    /// When it earns them.
    pub when: HoldWhen,
}

/// Points for enemy losses.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct LossTerm {
    /// Points for each enemy figure.
    pub each: f32,
    /// Points for a leader instead, by his rank ("sergeant").
    pub by_rank: BTreeMap<SmolStr, f32>,
    /// Points for a hero instead.
    pub heroes: f32,
    /// Points for each enemy gun that nobody of its crew stands at, at the end.
    pub guns: f32,
    /// Points for each horse that enemy riders have lost; the sum is rounded down.
    pub horses: f32,
    /// Whether a loss counts only for the side by whose hand it came.
    #[serde(default, skip_serializing_if = "is_false")]
    pub own_hand: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// Points for breaking units: at least a share of them is lost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BreakTerm {
    /// What it is, in words ("the Guard broken").
    pub name: String,
    /// The side that earns them.
    pub side: SideId,
    /// The units; a commander stands for all units under him.
    pub of: Vec<UnitId>,
    /// The share of them that must be lost, above 0 up to 1.
    pub share: f32,
    pub points: f32,
}

impl BreakTerm {
    /// How much of the units must be lost.
    pub fn needed(&self, all: usize) -> usize {
        (all as f32 * self.share - 1e-4).ceil() as usize
    }

    /// Whether so much of the units is lost.
    pub fn is_earned(&self, lost: usize, all: usize) -> bool {
        all > 0 && lost >= self.needed(all)
    }
}

/// Points for own figures that stand wholly inside an area at the end, unstunned; or for pieces of given units whose
/// middle is in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ZoneTerm {
    /// The side that earns them; its figures count, if no units are named.
    pub side: SideId,
    /// The units whose pieces count, whosever they are.
    pub of: Vec<UnitId>,
    /// Whether they count only while the side drives them.
    pub driven: bool,
    /// The area's corners in inches.
    pub outline: Vec<Vec2>,
    /// Points for each figure; the sum is rounded down.
    pub each: f32,
    /// What it is, in words ("south of the river").
    pub name: String,
}

impl ZoneTerm {
    /// Its name, and what a piece earns there.
    pub fn told(&self) -> String {
        format!("{}, {} each", self.name, self.each)
    }

    /// Whether a piece of a unit counts for it: one of the side that stands wholly in the area, or one of the units that
    /// it names with its middle there.
    pub fn counts(&self, (side, unit): (SideId, UnitId), outline: &Outline) -> bool {
        match self.of.as_slice() {
            [] => side == self.side && outline.corners().iter().all(|corner| measure::inside(*corner, &self.outline)),
            of => of.contains(&unit) && measure::inside(outline.place.at, &self.outline),
        }
    }
}

/// Points for own figures, or pieces of given units, that leave the table over a stretch of an edge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExitTerm {
    /// The side that earns them; its figures count, if no units are named.
    pub side: SideId,
    /// The units whose pieces count, whosever they are.
    pub of: Vec<UnitId>,
    /// The stretch of the edge, in inches.
    pub line: Vec<Vec2>,
    /// Points for each figure; the sum is rounded down.
    pub each: f32,
    /// What it is, in words ("off the west edge").
    pub name: String,
}

impl ExitTerm {
    /// That it is a way out, its name, and what a piece earns there.
    pub fn told(&self) -> String {
        format!("way out: {}, {} each", self.name, self.each)
    }

    /// Whether pieces of a unit count for it.
    pub fn counts(&self, (side, unit): (SideId, UnitId)) -> bool {
        if self.of.is_empty() { side == self.side } else { self.of.contains(&unit) }
    }
}

/// Points for pieces of units that nobody plays and that fall.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FallTerm {
    /// What it is, in words ("sheep in the pot").
    pub name: String,
    /// The side that earns them.
    pub side: SideId,
    /// The units whose pieces count.
    pub of: Vec<UnitId>,
    /// Whether only those count that figures of the side brought down.
    pub own_hand: bool,
    /// Points for each; the sum is rounded down.
    pub each: f32,
}

/// Points for carrying a prize.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PrizeReward {
    /// The side that earns them.
    pub side: SideId,
    pub points: f32,
    /// The stretch of an edge over which it must be carried off; without one it counts at the end too.
    pub off: Option<Vec<Vec2>>,
    /// The objective at which it must be at the end, by index.
    pub at: Option<usize>,
    /// Whether it counts if nobody has ever taken it up.
    pub untouched: bool,
}

/// Where a prize is at the start.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum PrizeStart {
    /// The first figure of a unit carries it.
    With(UnitId),
    /// It is on the wagon of a unit, or whatever else that has besides its men.
    Aboard(UnitId),
    /// It lies at a point, in inches.
    Lying(Vec2),
}

/// A thing that is worth carrying.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PrizeTerm {
    /// What it is, in words ("the mail").
    pub name: String,
    /// Where it is at the start.
    pub start: PrizeStart,
    /// What it weighs: a man on foot who carries more than 1 moves at half his rate.
    pub weight: f32,
    /// What it brings to each side: of several that fit the best.
    pub rewards: Vec<PrizeReward>,
}

/// When a piece is worth points at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SpoilState {
    /// A piece of the side has left the table by an order, over the stretch of the edge.
    Off,
    /// The side has a piece of the enemy in its hands.
    Taken,
    /// A piece of the enemy is on the table and in nobody's hands.
    Left,
    /// A gun of the side is on the table with a man of its crew.
    Worked,
    /// A piece of the side is on the table with its middle inside the outline.
    Inside,
    /// A piece of the enemy can never move again, or has run away.
    Wrecked,
}

/// Points for what becomes of pieces: wagons brought off or taken, guns saved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SpoilTerm {
    /// What it is, in words ("wagons brought off").
    pub name: String,
    /// The side that gets the points.
    pub side: SideId,
    /// Which pieces, by their looks ("wagon").
    pub of: SmolStr,
    /// When they count.
    pub when: SpoilState,
    /// The stretch of the edge over which they must go, in inches.
    pub line: Vec<Vec2>,
    /// The corners of the area in which they must be, in inches.
    pub outline: Vec<Vec2>,
    /// Points for each.
    pub each: f32,
}

/// How points are counted and who wins.
#[derive(Resource, Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct VictoryTerms {
    pub objectives: Vec<Objective>,
    /// Points for holding them.
    pub holds: Vec<HoldTerm>,
    /// Points for losses.
    pub losses: LossTerm,
    /// Points for standing in an area.
    pub zones: Vec<ZoneTerm>,
    /// Points for leaving the table.
    pub exits: Vec<ExitTerm>,
    /// Points for pieces that nobody plays and that fall.
    pub falls: Vec<FallTerm>,
    /// Points for breaking units.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub breaks: Vec<BreakTerm>,
    /// Things that are worth carrying.
    pub prizes: Vec<PrizeTerm>,
    /// Points for what becomes of pieces.
    pub spoils: Vec<SpoilTerm>,
    /// Points a side begins with, by side id.
    pub handicap: Vec<f32>,
    /// The lead a side needs to win.
    pub margin: f32,
    /// The side that wins when the lead is too small; a draw if none.
    pub otherwise: Option<SideId>,
}

impl VictoryTerms {
    /// Whether anything earns points.
    pub fn gives_points(&self) -> bool {
        let losses = self.losses.each > 0.0
            || self.losses.heroes > 0.0
            || self.losses.guns > 0.0
            || self.losses.horses > 0.0
            || self.losses.by_rank.values().any(|points| *points > 0.0);
        let leaving = !self.exits.is_empty() || !self.prizes.is_empty() || !self.spoils.is_empty();
        let falling = !self.falls.is_empty() || !self.breaks.is_empty();
        losses || leaving || falling || !self.holds.is_empty() || !self.zones.is_empty()
    }

    /// The most points for holding an objective, in words: one number where all sides that can earn any earn the same
    /// ("6"), else the number of each ("British 12, French 4"); none if nobody earns any.
    pub fn worth_told(&self, objective: usize, sides: &[Side]) -> Option<String> {
        let most = |side: &Side| {
            let holds = self.holds.iter().filter(|hold| hold.objective == objective);
            let earned = holds.filter(|hold| hold.side.is_none_or(|only| only == side.id));
            earned.map(|hold| hold.points).fold(0.0, f32::max)
        };
        let worths = sides.iter().filter(|side| side.plays).map(|side| (side, most(side)));
        let worths: Vec<(&Side, f32)> = worths.filter(|(_, worth)| *worth > 0.0).collect();
        let (_, first) = worths.first()?;
        if worths.iter().all(|(_, worth)| worth == first) {
            return Some(first.to_string());
        }
        let each = worths.iter().map(|(side, worth)| format!("{} {worth}", side.short));
        Some(each.collect::<Vec<_>>().join(", "))
    }
}

/// The deployment zones of the sides.
#[derive(Resource, Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Deployment(pub Vec<Zone>);
