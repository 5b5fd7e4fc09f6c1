//! The corner in which a panel over the table covers the least of what the order in hand is about.

use bevy::math;
use bevy_egui::egui::{Pos2, Rect, Vec2};

use super::shown::Shown;
use crate::camera::BoardView;
use grapeshot_floor::orders::PlannedMove;

/// The point of the window at which the order in hand is aimed: its target, or where its longest way ends.
pub(super) fn aim(shown: &Shown, board: &BoardView) -> Option<Pos2> {
    let draft = shown.draft()?;
    let target = draft.shown().target.filter(|piece| shown.view().knows_piece(*piece));
    let end = || PlannedMove::dearest(&draft.plan()?.moves).map(|way| way.end.at);
    target.map(|piece| shown.view().place(piece).at).or_else(end).map(|at| board.to_points(at))
}

/// The points of the window that the order in hand is about: its ends, its target and the pieces that act.
pub(super) fn busy_points(shown: &Shown, board: &BoardView) -> Vec<Pos2> {
    let Some(draft) = shown.draft() else { return Vec::new() };
    let view = shown.view();
    // Where the rules choose the pieces, the plan alone names them.
    let summary = draft.plan().filter(|_| draft.shown().pieces.is_empty()).map_or("", |plan| &plan.summary);
    let named = view.units().filter(|unit| view.knows_unit(*unit) && summary.contains(&*view.unit(*unit).name));
    let acting = named.flat_map(|unit| view.present(unit));
    let ways = draft.plan().into_iter().flat_map(|plan| &plan.moves);
    let ends = ways.flat_map(|way| along(&way.path).into_iter().chain([way.end.at]));
    let target = draft.shown().target.filter(|piece| shown.view().knows_piece(*piece));
    let own = draft.shown().pieces.iter().copied().filter(|piece| shown.view().knows_piece(*piece));
    ends.chain(target.into_iter().chain(own).chain(acting).map(|piece| shown.view().place(piece).at))
        .map(|point| board.to_points(point))
        .collect()
}

/// Points along a way, its corners among them.
fn along(path: &[math::Vec2]) -> Vec<math::Vec2> {
    let between = |leg: &[math::Vec2]| [0.0, 0.25, 0.5, 0.75].map(|share| leg[0].lerp(leg[1], share));
    path.windows(2).flat_map(between).collect()
}

/// The corner of the free room whose panel would not cover the aim and the fewest of the other points; the lower right one if
/// all are as good.
pub(super) fn free_corner(room: Rect, size: Vec2, aim: Option<Pos2>, busy: &[Pos2]) -> Pos2 {
    let margin = 10.0;
    let (left, right) = (room.left() + margin, room.right() - size.x - margin);
    let (top, bottom) = (room.top() + margin, (room.bottom() - size.y - margin).max(room.top() + margin));
    let corners = [(right, bottom), (right, top), (left, bottom), (left, top)];
    let covered = |(x, y): (f32, f32)| {
        let rect = Rect::from_min_size(Pos2::new(x, y), size).expand(24.0);
        let covers = |point: &&Pos2| rect.contains(**point);
        (aim.iter().filter(covers).count(), busy.iter().filter(covers).count())
    };
    let best = corners.into_iter().min_by_key(|corner| covered(*corner)).unwrap_or(corners[0]);
    Pos2::new(best.0, best.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        panels::{odds, trying},
        preferences::Preferences,
    };
    use grapeshot_floor::forces::UnitId;

    #[test]
    fn an_order_to_fire_is_about_the_stands_that_the_rules_choose() {
        let (mut session, fire) = trying::about_to_fire();
        session.choose_verb(&fire.verb);
        session.draft_target(fire.target.expect("it has one"));
        let view = session.view();
        let plan = session.draft().and_then(|draft| draft.plan()).expect("it may fire");
        let fires =
            |unit: &UnitId| view.side_of_unit(*unit) == fire.side && plan.summary.starts_with(&*view.unit(*unit).name);
        let shooter = view.units().find(fires).and_then(|unit| view.present(unit).next());
        let at = view.place(shooter.expect("the plan names it")).at;
        let (preferences, board) = (Preferences::default(), BoardView::default());
        let busy = busy_points(&Shown::of(&session, &preferences), &board);
        assert!(busy.contains(&board.to_points(at)), "{}", plan.summary);
    }

    #[test]
    fn the_odds_panel_flips_away_from_the_target() {
        let room = Rect::from_min_max(Pos2::ZERO, Pos2::new(1000.0, 700.0));
        let size = Vec2::new(odds::WIDTH, 300.0);
        let calm = free_corner(room, size, None, &[Pos2::new(100.0, 100.0)]);
        assert!(calm.x > 500.0 && calm.y > 300.0);
        let flipped = free_corner(room, size, None, &[Pos2::new(900.0, 600.0)]);
        assert!(flipped.x > 500.0 && flipped.y < 300.0);
        // Better over several men who fire than over their target, which is pointed at.
        let men = [700.0, 720.0, 740.0].map(|x| Pos2::new(x, 600.0));
        let narrow = Rect::from_min_max(Pos2::new(400.0, 0.0), room.max);
        let over_men = free_corner(narrow, size, Some(Pos2::new(700.0, 100.0)), &men);
        assert!(over_men.y > 300.0, "{over_men}");
    }
}
