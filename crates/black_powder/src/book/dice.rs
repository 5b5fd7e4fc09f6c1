//! Dice: streams by purpose, chances.

use grapeshot_floor::{
    chance::StreamId,
    turn::{ChanceStream, Draws},
};

pub use grapeshot_floor::shared::dice::{Score, detail, log, roll, rolled, shown};

/// Who goes first.
pub const FIRST: StreamId = StreamId::new("first turn");
/// Two dice for orders.
pub const ORDERS: StreamId = StreamId::new("orders");
/// The blunder table.
pub const BLUNDERS: StreamId = StreamId::new("blunders");
/// Shooting.
pub const SHOTS: StreamId = StreamId::new("shooting");
/// Blows hand to hand.
pub const BLOWS: StreamId = StreamId::new("combat");
/// Saves.
pub const SAVES: StreamId = StreamId::new("saves");
/// Break tests.
pub const TESTS: StreamId = StreamId::new("break tests");
/// Squares.
pub const SQUARES: StreamId = StreamId::new("squares");
/// Commanders at risk.
pub const OFFICERS: StreamId = StreamId::new("commanders");
/// Dice of special rules.
pub const SPECIALS: StreamId = StreamId::new("special rules");

/// The streams of the ruleset's dice, by which they are forced.
pub fn streams() -> Vec<ChanceStream> {
    let stream = |id: StreamId, hint| ChanceStream { id: id.0, draws: Draws::Dice(6), by_side: false, hint };
    vec![
        stream(FIRST, "who goes first, a die a side (BP-1.6)"),
        stream(ORDERS, "the two dice of an order (BP-2.4)"),
        stream(BLUNDERS, "the blunder table (BP-2.8)"),
        stream(SHOTS, "shooting, a die a shot (BP-5.4)"),
        stream(BLOWS, "hand-to-hand combat, a die a blow (BP-7.3)"),
        stream(SAVES, "saves, a die a hit (BP-5.7)"),
        stream(TESTS, "break tests, two dice (BP-7.7)"),
        stream(SQUARES, "whether a square is formed in time, two dice (BP-6.5)"),
        stream(OFFICERS, "commanders at risk, two dice (BP-9.4)"),
        stream(SPECIALS, "dice of special rules (BP-11.1)"),
    ]
}

/// BP-5.4, BP-7.3: the score that a die needs to hit without the modifiers that are added to it.
pub fn to_hit(rule: &'static str, needed: i8) -> Score {
    Score::on_the_die(rule, format!("on the die, which hits on {needed}+"), needed.into())
}

/// BP-5.4, BP-7.3: the chance of one die to reach a score; a natural 6 always does, a natural 1 never.
pub fn chance_to_hit(needed: i32) -> f32 {
    f32::from(7 - needed.clamp(2, 6) as i8) / 6.0
}

/// BP-5.7: the chance of one die to save; a natural 1 never does, and over 6 there is no save.
pub fn chance_to_save(needed: i32) -> f32 {
    if needed > 6 { 0.0 } else { f32::from(7 - needed.max(2) as i8) / 6.0 }
}

/// Whether a die hits.
pub fn hits(die: u8, needed: i32) -> bool {
    die == 6 || (die != 1 && i32::from(die) >= needed)
}

/// Whether a die saves.
pub fn saves(die: u8, needed: i32) -> bool {
    needed <= 6 && die != 1 && i32::from(die) >= needed
}

#[cfg(test)]
mod tests {
    use super::*;
    use grapeshot_floor::chance::spread;

    /// BP-5.4: needed score 2 -> 5/6, 3 -> 2/3, 4 -> 1/2, 5 -> 1/3, 6 or more -> 1/6.
    #[test]
    fn the_chance_of_a_hit_by_the_score_needed() {
        for (needed, sixths) in [(1, 5.0), (2, 5.0), (3, 4.0), (4, 3.0), (5, 2.0), (6, 1.0), (7, 1.0), (9, 1.0)] {
            assert!((chance_to_hit(needed) - sixths / 6.0).abs() < 1e-6, "{needed}");
            let dice = (1..=6).filter(|die| hits(*die, needed)).count();
            assert_eq!(dice as f32, sixths, "{needed}");
        }
    }

    /// BP-5.7: a natural 1 always fails; if more than 6 is needed there is no save.
    #[test]
    fn the_chance_of_a_save_by_the_score_needed() {
        for (needed, sixths) in [(1, 5.0), (2, 5.0), (4, 3.0), (5, 2.0), (6, 1.0), (7, 0.0)] {
            assert!((chance_to_save(needed) - sixths / 6.0).abs() < 1e-6, "{needed}");
            let dice = (1..=6).filter(|die| saves(*die, needed)).count();
            assert_eq!(dice as f32, sixths, "{needed}");
        }
    }

    /// BP-13.1: casualties from n dice, each causing one with chance hit x unsaved.
    #[test]
    fn casualties_from_several_dice() {
        let case = |dice, to_hit, save| {
            spread(std::iter::repeat_n(chance_to_hit(to_hit) * (1.0 - chance_to_save(save)), dice))
        };
        let near = |got: Vec<f32>, expected: &[f32]| {
            assert_eq!(got.len(), expected.len());
            for (a, b) in got.iter().zip(expected) {
                assert!((a - b).abs() < 1e-5, "{got:?} is not {expected:?}");
            }
        };
        near(case(3, 4, 4), &[27.0 / 64.0, 27.0 / 64.0, 9.0 / 64.0, 1.0 / 64.0]);
        near(case(3, 3, 4), &[8.0 / 27.0, 12.0 / 27.0, 6.0 / 27.0, 1.0 / 27.0]);
        near(case(2, 4, 6), &[49.0 / 144.0, 70.0 / 144.0, 25.0 / 144.0]);
        near(case(3, 3, 6), &[64.0 / 729.0, 240.0 / 729.0, 300.0 / 729.0, 125.0 / 729.0]);
    }
}
