//! Ending the game (chapter 15).

use super::{book::Cp, flow::Stage, sequence::go_to};
use crate::{
    events::{EventKind, Explained, RuleId},
    forces::{Fate, SideId},
    table::{footprint::Outline, measure},
    turn::{Field, Outcome, Standing, VictoryTerms},
};

/// Whether a side has no figure left on the table.
pub fn wiped_out(field: &Field) -> bool {
    let view = field.view();
    let cp = Cp::of(view);
    let stands = |side| view.units().any(|unit| view.side_of_unit(unit) == side && cp.men(unit).next().is_some());
    view.sides().ids().any(|side| !stands(side))
}

impl Cp<'_> {
    /// CP-15.2: how each side stands: objectives held, losses inflicted, figures in an area, handicap.
    pub fn standings(&self) -> Vec<Standing> {
        let terms = self.view.resource::<VictoryTerms>();
        self.view.sides().ids().map(|side| Standing { side, points: self.points_of(side, terms) }).collect()
    }

    fn points_of(&self, side: SideId, terms: &VictoryTerms) -> Explained {
        let rule = RuleId::new("CP-15.2");
        let mut points = Explained::default();
        if let Some(handicap) = terms.handicap.get(side.index()).filter(|points| **points != 0.0) {
            points.add(rule.clone(), "to begin with", *handicap);
        }
        for hold in &terms.holds {
            let objective = &terms.objectives[hold.objective];
            if hold.side.is_none_or(|only| only == side) && self.holder(objective.at, objective.radius) == Some(side) {
                points.add(rule.clone(), format!("holds {}", objective.name), hold.points);
            }
        }
        let (mut men, mut leaders) = (0.0, 0.0);
        for piece in self.view.pieces().filter(|piece| self.view.side_of(*piece) != side) {
            if !matches!(self.view.fate(piece), Fate::Casualty | Fate::Fled) {
                continue;
            }
            let rank = self.as_leader(piece).and_then(|leader| terms.losses.by_rank.get(&leader.rank));
            match rank {
                Some(worth) => leaders += worth,
                None => men += terms.losses.each,
            }
        }
        if men > 0.0 {
            points.add(rule.clone(), "enemy men lost", men);
        }
        if leaders > 0.0 {
            points.add(rule.clone(), "enemy leaders lost", leaders);
        }
        for zone in terms.zones.iter().filter(|zone| zone.side == side) {
            let inside = self
                .view
                .pieces()
                .filter(|piece| self.view.in_play(*piece) && self.view.side_of(*piece) == side)
                .filter(|piece| !self.stunned(*piece) && self.is_man(*piece))
                .filter(|piece| wholly_inside(&self.view.outline(*piece), &zone.outline))
                .count();
            let earned = (inside as f32 * zone.each).floor();
            if earned > 0.0 {
                points.add(rule.clone(), format!("{inside} figures {}", zone.name), earned);
            }
        }
        for exit in terms.exits.iter().filter(|exit| exit.side == side) {
            let out = self.exited(exit);
            let earned = (out as f32 * exit.each).floor();
            if earned > 0.0 {
                points.add(rule.clone(), format!("{out} figures {}", exit.name), earned);
            }
        }
        for prize in 0..terms.prizes.len() {
            if let Some((what, earned)) = self.points_for_prize(prize, side) {
                points.add(rule.clone(), what, earned);
            }
        }
        points
    }

    /// Who holds a place: more unstunned figures than any enemy with the base within the radius, at least one.
    pub fn holder(&self, at: bevy::math::Vec2, radius: f32) -> Option<SideId> {
        let mut counts = vec![0u32; self.view.sides().0.len()];
        for piece in self.view.pieces_index().within(at, radius) {
            let footprint = self.view.footprint(piece);
            let within = self.view.place(piece).at.distance(at) + footprint.reach() <= radius + 1e-4;
            if within && !self.stunned(piece) && self.is_man(piece) {
                counts[self.view.side_of(piece).index()] += 1;
            }
        }
        let most = *counts.iter().max()?;
        let first = counts.iter().position(|count| *count == most)?;
        let alone = counts.iter().filter(|count| **count == most).count() == 1;
        (most > 0 && alone).then_some(SideId(first as u8))
    }

    /// CP-15.2: who has won by points now.
    pub fn verdict(&self) -> Outcome {
        let terms = self.view.resource::<VictoryTerms>();
        let points: Vec<f32> = self.standings().iter().map(|standing| standing.points.total()).collect();
        let mut order: Vec<usize> = (0..points.len()).collect();
        order.sort_by(|a, b| points[*b].total_cmp(&points[*a]).then(a.cmp(b)));
        let lead = points[order[0]] - order.get(1).map_or(0.0, |second| points[*second]);
        let winner = if lead >= terms.margin && lead > 0.0 { Some(SideId(order[0] as u8)) } else { terms.otherwise };
        order.sort_by_key(|side| winner != Some(SideId(*side as u8)));
        let score: Vec<String> = order.iter().map(|side| format!("{:.0}", points[*side])).collect();
        let score = score.join(" to ");
        let text = match winner {
            Some(side) => format!("{} win, {score} points", self.view.side_named(side).name),
            None => format!("A draw, {score} points"),
        };
        let turn = self.view.clock().turn;
        Outcome { winner, points, turn, text, rule: RuleId::new("CP-15.2") }
    }
}

fn wholly_inside(outline: &Outline, area: &[bevy::math::Vec2]) -> bool {
    measure::inside(outline.place.at, area)
        && measure::distance_to_edge(outline.place.at, area) >= outline.footprint.reach() - 1e-4
}

/// CP-15.1: the battle is over; the points are counted.
pub fn end_battle(field: &mut Field) {
    let outcome = Cp::of(field.view()).verdict();
    let turn = field.view().clock().turn;
    let kind = EventKind::Phase { phase: "over".into(), turn };
    field.log(outcome.winner, kind, outcome.rule.clone(), outcome.text.clone(), Explained::default());
    for standing in Cp::of(field.view()).standings() {
        let name = field.view().side_named(standing.side).short.clone();
        let text = format!("{name}: {:.0} points", standing.points.total());
        field.detail(Some(standing.side), EventKind::Note, RuleId::new("CP-15.2"), text, standing.points);
    }
    field.world().insert_resource(outcome);
    go_to(field, Stage::Over);
}
