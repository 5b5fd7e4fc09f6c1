//! Closing ranks by reaction: the rally square (HM-6.16).

use bevy::math::Vec2;

use super::super::{
    book::Cp,
    check::middle,
    movement::{Others, Route, Wish},
    stairs::level,
    wounds,
};
use crate::{
    english::count,
    events::RuleId,
    forces::{PieceId, SideId},
    table::{
        footprint::Outline,
        position::{Heading, Place},
    },
    turn::Field,
};

/// HM-6.16: men of one unit close ranks: he who is nearest to their middle stands, the others come up to 3 inches to
/// touch those who stand together; then all face outward.
pub fn close_ranks(field: &mut Field, side: SideId, men: &[PieceId]) {
    let cp = Cp::of(field.view());
    let centre = middle(men.iter().map(|man| cp.view.place(*man).at).collect::<Vec<_>>().into_iter());
    let mut order = men.to_vec();
    let apart = |man: &PieceId| cp.view.place(*man).at.distance_squared(centre);
    order.sort_by(|a, b| apart(a).total_cmp(&apart(b)).then(a.cmp(b)));
    let text = format!("{} closes ranks: {}", cp.unit_name(cp.view.unit_of(men[0])), count(men.len(), "man"));
    field.note(Some(side), RuleId::new("HM-6.16"), text);
    let mut together = vec![order[0]];
    for man in &order[1..] {
        let cp = Cp::of(field.view());
        if let Some(route) = cp.way_to_mates(*man, &together) {
            let text = format!("{} joins the square", cp.name(*man));
            let corners = route.corners(0.0, 1.0);
            field.move_piece(*man, corners, route.end(), RuleId::new("HM-6.16"), text);
            wounds::moved(field, *man);
        }
        together.push(*man);
    }
    let cp = Cp::of(field.view());
    let centre = middle(men.iter().map(|man| cp.view.place(*man).at).collect::<Vec<_>>().into_iter());
    for man in men {
        let at = field.view().place(*man).at;
        if at.distance(centre) > 0.01 {
            let text = format!("{} faces outward", field.view().piece(*man).name);
            field.turn_piece(*man, Heading::from_to(centre, at), RuleId::new("HM-6.16"), text);
        }
    }
}

impl Cp<'_> {
    /// The shortest step with which a man comes to touch one of his mates, if there is one he can make.
    fn way_to_mates(&self, man: PieceId, mates: &[PieceId]) -> Option<Route> {
        let start = self.view.place(man);
        let touching = |route: &Route| {
            let outline = self.base_after(route);
            mates.iter().any(|mate| outline.gap(&self.view.outline(*mate)) <= self.touch_tolerance())
        };
        if mates.iter().any(|mate| self.touch(man, *mate)) {
            return None;
        }
        let mut near: Vec<PieceId> = mates.to_vec();
        near.sort_by(|a, b| self.view.gap(man, *a).total_cmp(&self.view.gap(man, *b)).then(a.cmp(b)));
        let mut nearest: Option<Route> = None;
        for mate in near {
            let there = self.view.place(mate);
            let reach = self.view.footprint(man).half_depth() + self.view.footprint(mate).half_depth();
            let toward = Heading::from_to(there.at, start.at);
            for turn in [0.0f32, 30.0, -30.0, 60.0, -60.0, 90.0, -90.0] {
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
                nearest.get_or_insert(route);
            }
        }
        nearest
    }
}
