use bevy::math::Vec2;

use grapeshot_floor::chance::{Chance, StreamId, seed_of};

/// Numbers drawn from a seed for one purpose.
pub(super) struct Draw {
    chance: Chance,
    stream: StreamId,
}

/// Steps between the ends of a stretch from which a number of inches is drawn.
const STEPS: usize = 1000;

impl Draw {
    /// Draws for a purpose; another attempt draws others.
    pub(super) fn new(seed: u64, attempt: u64, purpose: &'static str) -> Self {
        Self { chance: Chance::new(seed_of(seed, attempt)), stream: StreamId::new(purpose) }
    }

    /// A number from 0 to `below`, excluded.
    pub(super) fn below(&mut self, below: usize) -> usize {
        self.chance.pick(&self.stream, below.max(1))
    }

    /// One of a list, which is not empty.
    pub(super) fn one<'l, T>(&mut self, list: &'l [T]) -> &'l T {
        &list[self.below(list.len())]
    }

    /// A whole number from the first to the second.
    pub(super) fn whole(&mut self, (least, most): (u16, u16)) -> u16 {
        least + self.below(usize::from(most.saturating_sub(least)) + 1) as u16
    }

    /// A number from the first to the second.
    pub(super) fn number(&mut self, (least, most): (f32, f32)) -> f32 {
        least + (most - least) * self.below(STEPS + 1) as f32 / STEPS as f32
    }

    /// Whether something happens that happens in this share of all cases.
    pub(super) fn happens(&mut self, share: f32) -> bool {
        self.number((0.0, 1.0)) < share
    }

    /// A point of a box.
    pub(super) fn point(&mut self, low: Vec2, high: Vec2) -> Vec2 {
        Vec2::new(self.number((low.x, high.x)), self.number((low.y, high.y)))
    }

    /// Shuffles a list.
    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        self.chance.shuffle(&self.stream, list);
    }
}
