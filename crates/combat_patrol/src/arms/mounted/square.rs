//! Closing ranks by reaction: the rally square (`CloseRanks`).

use bevy::math::Vec2;

use crate::{
    book::cites::Topic,
    fire::wounds,
    movement::allowance::{Others, Wish},
    spotting,
    state::ways::{Route, level},
    view::rulebook::{SkirmishView, cites},
};
use grapeshot_floor::{
    english::count,
    events::RuleId,
    forces::{PieceId, SideId},
    table::{
        footprint::Outline,
        measure::middle,
        position::{Heading, Place},
    },
    turn::BattleMut,
};

/// `CloseRanks`: men of one unit close ranks. The man of the unit nearest to their middle stands, and those that touch
/// him stand with him. Each of the others comes up to 3 inches to touch one of these, or else any mate, whether that
/// mate reacted or not. A man that comes to touch nobody stays where he is. Then all that touch a mate face outward.
pub fn close_ranks(battle: &mut BattleMut, side: SideId, men: &[PieceId]) {
    let cp = SkirmishView::of(battle.view());
    let unit = cp.view.unit_of(men[0]);
    let mates: Vec<PieceId> = cp.men(unit).filter(|mate| !cp.mounted(*mate)).collect();
    let centre = middle(men.iter().map(|man| cp.view.place(*man).at).collect::<Vec<_>>().into_iter());
    let nearest = |those: &[PieceId]| {
        let mut order = those.to_vec();
        let apart = |man: &PieceId| cp.view.place(*man).at.distance_squared(centre);
        order.sort_by(|a, b| apart(a).total_cmp(&apart(b)).then(a.cmp(b)));
        order
    };
    // A man alone goes to his mates, not they to him.
    let middle_ones = nearest(&mates);
    let Some(heart) = middle_ones.into_iter().find(|mate| *men != [*mate]) else { return };
    let mut waiting = nearest(men);
    let text = format!("{} closes ranks: {}", cp.unit_name(unit), count(men.len(), "man"));
    spotting::of_pieces(battle, men, |battle| {
        battle.note(Some(side), RuleId::new(cites(battle, Topic::CloseRanks)), text)
    });
    loop {
        let cp = SkirmishView::of(battle.view());
        let together = cp.linked_with(heart, &mates);
        waiting.retain(|man| !together.contains(man));
        let next = waiting.iter().find_map(|man| Some((*man, cp.way_to_mates(*man, &together)?)));
        let Some((man, route)) = next else { break };
        join(battle, man, &route);
        waiting.retain(|waiting| *waiting != man);
    }
    // A man that cannot come to the others in the middle, or is alone there, goes to any mate he can reach.
    for man in nearest_last(men, heart) {
        let cp = SkirmishView::of(battle.view());
        if cp.linked_with(man, &mates).len() > 1 {
            continue;
        }
        let others: Vec<PieceId> = mates.iter().copied().filter(|mate| *mate != man).collect();
        match cp.way_to_mates(man, &others) {
            Some(route) => join(battle, man, &route),
            None => {
                let text = format!("{} finds no mate in reach, and stays", cp.name(man));
                spotting::of_pieces(battle, &[man], |battle| {
                    battle.note(Some(side), RuleId::new(cites(battle, Topic::CloseRanks)), text)
                });
            }
        }
    }
    face_outward(battle, men, &mates);
}

/// The men, the one nearest to the middle last.
fn nearest_last(men: &[PieceId], heart: PieceId) -> Vec<PieceId> {
    let (last, mut first): (Vec<PieceId>, Vec<PieceId>) = men.iter().partition(|man| **man == heart);
    first.extend(last);
    first
}

fn join(battle: &mut BattleMut, man: PieceId, route: &Route) {
    let text = format!("{} joins the square", battle.view().piece(man).name);
    battle.move_piece(man, route.corners(0.0, 1.0), route.end(), RuleId::new(cites(battle, Topic::CloseRanks)), text);
    wounds::moved(battle, &[man]);
}

/// `CloseRanks`: each man that touches a mate faces away from the middle of the men that he stands with.
fn face_outward(battle: &mut BattleMut, men: &[PieceId], mates: &[PieceId]) {
    for man in men {
        let cp = SkirmishView::of(battle.view());
        let together = cp.linked_with(*man, mates);
        let places: Vec<Vec2> = together.iter().map(|mate| cp.view.place(*mate).at).collect();
        let (at, centre) = (cp.view.place(*man).at, middle(places.into_iter()));
        if together.len() > 1 && at.distance(centre) > 0.01 {
            let text = format!("{} faces outward", cp.name(*man));
            battle.turn_piece(*man, Heading::from_to(centre, at), RuleId::new(cites(battle, Topic::CloseRanks)), text);
        }
    }
}

impl SkirmishView<'_> {
    /// The figures in a chain of contact with a man, himself included.
    fn linked_with(&self, man: PieceId, mates: &[PieceId]) -> Vec<PieceId> {
        let mut linked = vec![man];
        let mut next = 0;
        while let Some(one) = linked.get(next).copied() {
            let more = mates.iter().copied().filter(|mate| !linked.contains(mate) && self.touch(one, *mate));
            let more: Vec<PieceId> = more.collect();
            linked.extend(more);
            next += 1;
        }
        linked
    }

    /// The shortest step with which a man comes to touch one of his mates, if there is one he can make.
    fn way_to_mates(&self, man: PieceId, mates: &[PieceId]) -> Option<Route> {
        let start = self.view.place(man);
        let touching = |route: &Route| {
            let outline = self.base_after(route);
            mates.iter().any(|mate| outline.gap(&self.view.outline(*mate)) <= self.touch_tolerance())
        };
        let mut near: Vec<PieceId> = mates.to_vec();
        near.sort_by(|a, b| self.view.gap(man, *a).total_cmp(&self.view.gap(man, *b)).then(a.cmp(b)));
        for mate in near {
            let there = self.view.place(mate);
            let reach = self.view.footprint(man).half_depth() + self.view.footprint(mate).half_depth();
            let toward = Heading::from_to(there.at, start.at);
            for turn in [0.0f32, 30.0, -30.0, 60.0, -60.0, 90.0, -90.0, 120.0, -120.0, 150.0, -150.0, 180.0] {
                let goal: Vec2 = there.at + toward.turned(turn).forward() * reach;
                let outline = Outline { footprint: self.view.footprint(man), place: Place { at: goal, ..start } };
                if self.lies_on_another(&outline, &[man]) {
                    continue;
                }
                let wish = Wish {
                    piece: man,
                    way: &level(&[start.at, goal], start.floor),
                    end_facing: None,
                    allowance: self.horse().close_ranks,
                    target: None,
                    going: self.mover(man),
                };
                let Ok((route, _)) = self.fix_route(wish, Others::default()) else { continue };
                if touching(&route) {
                    return Some(route);
                }
            }
        }
        None
    }
}
