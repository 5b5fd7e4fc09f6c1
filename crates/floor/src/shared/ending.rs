//! The winner by points, and how a battle is declared over.

use crate::{
    english::{agreement, amount, score},
    events::{EventKind, Explained, RuleId},
    forces::SideId,
    turn::{BattleMut, BattleView, Outcome, Standing},
};

/// The sides by their points, the most first; of equals the first side.
fn by_points(points: &[f32]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|a, b| points[*b].total_cmp(&points[*a]).then(a.cmp(b)));
    order
}

/// The winner by points, by side id: the side that leads by the margin or more, in points; else `otherwise`.
pub fn winner(points: &[f32], margin: f32, otherwise: Option<SideId>) -> Option<SideId> {
    let order = by_points(points);
    let of = |place: usize| order.get(place).map_or(0.0, |side| points[*side]);
    let lead = of(0) - of(1);
    if lead >= margin && lead > 0.0 { Some(SideId(order[0] as u8)) } else { otherwise }
}

/// The points in words, those of the winner first, then the most ("6 points to 1").
pub fn told(points: &[f32], winner: Option<SideId>) -> String {
    let mut order = by_points(points);
    order.sort_by_key(|side| winner != Some(SideId(*side as u8)));
    score(order.into_iter().map(|side| points[side]))
}

/// The outcome of a battle in a sentence: the winner, why, and the points.
pub fn outcome(view: &BattleView, winner: Option<SideId>, points: Vec<f32>, why: &str, rule: &'static str) -> Outcome {
    let who = winner.map_or_else(
        || "A draw".to_owned(),
        |side| {
            let name = &view.side_named(side).name;
            format!("{name} {}", agreement::verb(name, "wins", "win"))
        },
    );
    let text = format!("{who}: {why}, {}", told(&points, winner));
    Outcome { winner, points, turn: view.clock().turn, text, rule: RuleId::new(rule) }
}

/// Declares how the battle ended: the outcome with the points of each side enters the log, and stands from now on.
pub fn declare(battle: &mut BattleMut, outcome: Outcome, standings: Vec<Standing>) {
    let (turn, rule) = (battle.view().clock().turn, outcome.rule.clone());
    let kind = EventKind::Phase { phase: "over".into(), turn };
    battle.log(outcome.winner, kind, rule.clone(), outcome.text.clone(), Explained::default());
    for standing in standings {
        let name = battle.view().side_named(standing.side).short.clone();
        let text = format!("{name}: {}", amount(standing.points.total(), "point"));
        battle.detail(Some(standing.side), EventKind::Note, rule.clone(), text, standing.points);
    }
    battle.world().insert_resource(outcome);
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLUE: Option<SideId> = Some(SideId(0));
    const RED: Option<SideId> = Some(SideId(1));

    #[test]
    fn a_lead_that_is_too_small_wins_for_nobody_else_named() {
        assert_eq!((winner(&[6.0, 1.0], 2.0, None), winner(&[1.0, 6.0], 2.0, None)), (BLUE, RED));
        assert_eq!((winner(&[6.0, 5.0], 2.0, None), winner(&[6.0, 5.0], 2.0, RED)), (None, RED));
        assert_eq!(winner(&[5.0, 5.0], 0.0, None), None, "no lead is none");
        assert_eq!(winner(&[1.0, 6.0, 3.0], 3.0, None), RED, "the second is who comes next");
    }

    #[test]
    fn the_points_of_the_winner_come_first() {
        assert_eq!(told(&[6.0, 1.0], BLUE), "6 points to 1");
        assert_eq!(told(&[6.0, 7.0], BLUE), "6 points to 7");
        assert_eq!(told(&[1.0, 6.0], None), "6 points to 1");
    }
}
