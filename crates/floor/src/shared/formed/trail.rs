//! A walk as it is shown and told: the corners of its way, what was paid for it, and a sentence for the log.

use bevy::math::Vec2;
use std::borrow::Cow;

use super::walk::{Body, Moment};
use crate::{events::Explained, table::position::Heading};

/// A walk over fewer inches, or a turn by fewer degrees, is none: nobody can measure it.
pub const TRIFLE: f32 = 0.05;

/// The corners of the way of the middle through some moments, for the eye.
pub fn corners<M: Moment>(moments: &[M]) -> Vec<Vec2> {
    let mut way: Vec<Vec2> = Vec::new();
    for moment in moments {
        let at = moment.body().place().at;
        if let [.., before, last] = way[..]
            && (last - before).normalize_or_zero().dot((at - last).normalize_or_zero()) > 0.9999
        {
            way.pop();
        }
        if way.last() != Some(&at) {
            way.push(at);
        }
    }
    way
}

/// The inches of the way of the middle through some moments.
pub fn inches<M: Moment>(moments: &[M]) -> f32 {
    corners(moments).windows(2).map(|leg| leg[0].distance(leg[1])).sum()
}

/// What was paid, by rule.
pub fn explained(bill: &[(Cow<'static, str>, &'static str, f32)]) -> Explained {
    let mut sum = Explained::default();
    for (label, rule, inches) in bill {
        let before = sum.modifiers().iter().find(|line| line.label == *label).map_or(0.0, |line| line.amount);
        sum.add(*rule, label.clone(), before + inches);
    }
    sum
}

/// A turn in words, with the facing after it; nothing if there is none.
pub fn turning(from: Heading, to: Heading) -> Option<String> {
    let degrees = from.turn_to(to);
    let turn = match degrees.abs().round() {
        whole if whole < 1.0 => return None,
        180.0 => "turns about".to_owned(),
        whole => format!("turns {whole:.0}\u{b0} to the {}", if degrees > 0.0 { "left" } else { "right" }),
    };
    Some(format!("{turn} and faces {}", to.wind()))
}

/// What the log says of a run without a change of formation; nothing if the body neither moves nor turns. `paid`: inches
/// of its move used, and of how many. `stopped`: why it stopped before its end.
pub fn told<M: Moment>(name: &str, run: &[M], paid: Option<(f32, f32)>, stopped: Option<&str>) -> Option<String> {
    let (first, last) = (run[0].body().place(), run[run.len() - 1].body().place());
    let inches = inches(run);
    let moves = (inches >= TRIFLE).then(|| format!("moves {inches:.1}\u{2033}"));
    let turn = turning(first.facing, last.facing);
    let as_far = turn.is_none() && paid.is_some_and(|(cost, _)| (cost - inches).abs() < TRIFLE);
    let mut text = match (moves, turn) {
        (None, None) => return None,
        (Some(moves), Some(turn)) => format!("{name} {moves}, {turn}"),
        (Some(one), None) | (None, Some(one)) => format!("{name} {one}"),
    };
    match paid {
        Some((_, of)) if as_far => text += &format!(" of {of:.1}\u{2033}"),
        Some((cost, of)) if cost >= TRIFLE => text += &format!(": {cost:.1}\u{2033} of {of:.1}\u{2033}"),
        _ => {}
    }
    if let Some(stopped) = stopped {
        text += &format!("; it stops: {stopped}");
    }
    Some(text)
}
