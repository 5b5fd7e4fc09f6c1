//! How far a motion has come at any share of its time: a march, the recoil of a gun, a volley along a line.

use crate::playback;
use grapeshot_floor::{table::position::Place, turn::vocabulary::Gait};
use grapeshot_game::picture::blocks::Mover;

/// The turn of each of some places in a line, the one on its right first.
pub(super) fn along_line(places: &[Place]) -> Vec<usize> {
    let Some(first) = places.first() else { return Vec::new() };
    let right = first.facing.right();
    let mut line: Vec<usize> = (0..places.len()).collect();
    line.sort_by(|a, b| places[*b].at.dot(right).total_cmp(&places[*a].at.dot(right)));
    let mut turns = vec![0; places.len()];
    for (turn, place) in line.into_iter().enumerate() {
        turns[place] = turn;
    }
    turns
}

/// The share of its way that a piece has gone after a share of its time, both 0 to 1: who marches sets off and halts
/// softly, who runs is off at once, who rides or charges gathers speed.
pub(super) fn gone(mover: Mover, gait: Gait, share: f32) -> f32 {
    match (mover, gait) {
        (_, Gait::Run) => share,
        (Mover::Horse, Gait::March) | (_, Gait::Charge) => share * share * (1.6 - 0.6 * share),
        (_, Gait::March) => smooth(share),
    }
}

/// Begins and ends softly.
pub(super) fn smooth(share: f32) -> f32 {
    share * share * (3.0 - 2.0 * share)
}

/// How far a gun has leapt back, as a share of its length, some seconds after its shot: at once, then it is run up again.
pub(super) fn recoil(since: f32) -> f32 {
    if since < 0.0 {
        return 0.0;
    }
    if since < LEAP {
        return 1.0 - (1.0 - since / LEAP).powi(2);
    }
    1.0 - smooth(((since - LEAP) / (playback::SHOT - LEAP)).clamp(0.0, 1.0))
}

/// Seconds that a flash is seen.
pub const FLASH: f32 = 0.06;
/// Seconds in which a gun leaps back.
const LEAP: f32 = 0.09;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_volley_runs_along_the_line_from_its_right() {
        // They face up the table, so that the right hand is at the greater x.
        let line = [12.0, 10.0, 13.0, 11.0].map(|x| Place::new(x, 5.0, 90.0));
        assert_eq!(along_line(&line), [1, 3, 0, 2]);
        assert!(along_line(&[]).is_empty());
    }

    #[test]
    fn riders_gather_speed_and_who_runs_is_off_at_once() {
        let early = |mover, gait| gone(mover, gait, 0.2);
        assert!(early(Mover::Horse, Gait::Charge) < early(Mover::Foot, Gait::March));
        assert!(early(Mover::Foot, Gait::March) < early(Mover::Foot, Gait::Run));
        for mover in [Mover::Foot, Mover::Horse] {
            for gait in [Gait::March, Gait::Run, Gait::Charge] {
                assert_eq!(gone(mover, gait, 0.0), 0.0);
                assert!((gone(mover, gait, 1.0) - 1.0).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn a_gun_leaps_back_by_its_length_and_is_run_up_again() {
        assert_eq!(recoil(-0.1), 0.0);
        assert!((recoil(LEAP) - 1.0).abs() < 1e-5);
        assert!((0.05..0.95).contains(&recoil(0.4)));
        assert!(recoil(playback::SHOT).abs() < 1e-5);
    }
}
