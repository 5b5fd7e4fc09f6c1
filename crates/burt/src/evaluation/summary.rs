//! What a side sees of a unit, what it believes of its order, and where it sends it.

use bevy::math::Vec2;
use std::cell::OnceCell;

use crate::{
    book::{
        bases,
        data::TroopRow,
        values::{Arm, Array, Chit, Formation, Level},
    },
    state::pose::Pose,
};
use grapeshot_floor::{
    chance::{Chance, StreamId},
    forces::{PieceId, UnitId},
    shared::formed::block,
    table::footprint::Outline,
};

/// How a unit stands, or would stand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stance {
    /// The outline of the unit.
    pub block: Outline,
    /// The arrangement of its bases.
    pub array: Array,
    /// The formation that follows from the arrangement.
    pub formation: Formation,
}

impl Stance {
    /// The middle of its front.
    pub fn front(&self) -> Vec2 {
        block::front(&self.block)
    }

    /// The stance in the form that the rules use.
    pub fn pose(&self) -> Pose {
        Pose { block: self.block, array: self.array, cost: 0.0 }
    }

    /// Whether it has neither flank nor rear.
    pub fn all_round(&self) -> bool {
        matches!(self.formation, Formation::Square | Formation::Open | Formation::House)
    }
}

/// The stance of a number of bases of an arm in an outline.
pub fn stance(block: Outline, array: Array, arm: Arm, count: u8) -> Stance {
    Stance { block, array, formation: bases::formation(array, arm, count) }
}

/// The chance of each order to be a unit's order; the chances add up to 1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Beliefs([f32; 5]);

impl Beliefs {
    /// The belief that an order is certain.
    pub fn known(chit: Chit) -> Self {
        Self(Chit::ALL.map(|other| if other == chit { 1.0 } else { 0.0 }))
    }

    /// Turns weights into chances that add up to 1.
    pub fn weighed(weights: [f32; 5]) -> Self {
        let sum: f32 = weights.iter().sum();
        if sum <= 0.0 { Self([0.2; 5]) } else { Self(weights.map(|weight| weight / sum)) }
    }

    /// One of the orders, each as likely as it is held to be.
    pub fn draw(&self, chance: &mut Chance) -> Chit {
        const GRAIN: usize = 1000;
        let mut drawn = chance.pick(&StreamId::new("belief"), GRAIN) as f32 / GRAIN as f32;
        let holds = |chit: &Chit| {
            drawn -= self.of(*chit);
            drawn < 0.0
        };
        Chit::ALL.into_iter().find(holds).unwrap_or(Chit::Manoeuver)
    }

    /// The chance of an order, 0 to 1.
    pub fn of(&self, chit: Chit) -> f32 {
        self.0[chit as usize]
    }
}

/// The values of a unit that the computer player looks at.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    pub unit: UnitId,
    pub piece: PieceId,
    /// Whether it belongs to the side that decides.
    pub ours: bool,
    /// The command element of its brigade.
    pub brigade: Option<UnitId>,
    pub arm: Arm,
    /// The stance in which it stands now.
    pub stance: Stance,
    pub level: Level,
    /// Ranges of its small arms, or of its guns' canister; none without.
    pub ranges: Option<(f32, f32, f32)>,
    /// Ranges of its guns' ball; none without.
    pub ball: Option<(f32, f32, f32)>,
    /// Inches of a move in column, line and square.
    pub moves: (f32, f32, f32),
    /// Inches of a charge in column, line and square.
    pub charges: (f32, f32, f32),
    /// Inches of a reserve move in column, line and square.
    pub reserve: (f32, f32, f32),
    /// Its order, if the side that decides knows it.
    pub chit: Option<Chit>,
    /// The chance of each order to be its order.
    pub beliefs: Beliefs,
    /// Whether it is in melee.
    pub busy: bool,
    /// Whether it routs or pursues, so that nobody commands it.
    pub out_of_hand: bool,
    /// Its worth in points.
    pub value: f32,
    /// The cost of one more lost figure, in points.
    pub hurt: f32,
    /// The distance to the nearest enemy in inches.
    pub nearest: f32,
    /// How much more the best other order would be worth to it than its own, in points, once it is asked for.
    pub need: OnceCell<f32>,
    /// The tests that it will take in this turn, once they are asked for: the natural score that each needs, and the worth
    /// of passing it in points.
    pub tests: OnceCell<Vec<(i32, f32)>>,
}

impl Summary {
    /// Inches of a move in a formation.
    pub fn move_in(&self, formation: Formation) -> f32 {
        if formation == Formation::Unlimbered { 0.0 } else { TroopRow::by_formation(self.moves, formation) }
    }

    /// Inches of a charge in a formation.
    pub fn charge_in(&self, formation: Formation) -> f32 {
        TroopRow::by_formation(self.charges, formation)
    }

    /// Whether it could assault from its stance.
    pub fn assaults(&self) -> bool {
        self.arm.is_close_order()
            && self.level < Level::Shaken
            && !self.busy
            && !self.out_of_hand
            && !matches!(self.stance.formation, Formation::Square | Formation::House)
    }

    /// SB-11.5: whether it counts for the objective on which it stands.
    pub fn holds(&self) -> bool {
        (self.arm.is_close_order() || self.arm == Arm::Skirmishers) && self.level < Level::Shaken
    }

    /// The distance in inches at which it stops before an enemy: it can charge or fire at him from there with effect.
    pub fn arms_length(&self) -> f32 {
        let fires = self.ranges.map_or(0.0, |ranges| ranges.1);
        self.ball.map_or_else(|| self.charge_in(self.stance.formation).max(fires), |ball| ball.0)
    }

    /// The range of its fire in inches.
    pub fn range(&self) -> f32 {
        self.ball.or(self.ranges).map_or(0.0, |ranges| ranges.2)
    }
}

/// A place that a unit tries to reach.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Goal {
    /// The place where the unit goes: the one that attracts its brigade, moved to the side as the unit stands in the
    /// brigade now.
    pub at: Vec2,
    /// The place that attracts its brigade.
    pub centre: Vec2,
    /// The next place on the way: the goal itself, or a place before it.
    pub toward: Vec2,
    /// The index of the field with the distances to the goal; without one the way is straight.
    pub field: Option<usize>,
    /// The unit has arrived within this many inches of the goal.
    pub radius: f32,
}

impl Goal {
    /// The goal of a unit that stays where it is.
    pub fn still(body: &Summary) -> Self {
        let at = body.stance.front();
        Self { at, centre: at, toward: at, field: None, radius: 0.0 }
    }
}
