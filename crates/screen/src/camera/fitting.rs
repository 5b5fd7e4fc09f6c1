//! A table is fitted into the window when it is laid, and anew while panels find their places.

use bevy::prelude::*;

use super::{BoardView, Insets, RIM, ZOOM_RANGE};
use crate::session::{Part, Session};
use grapeshot_floor::forces::Fate;

/// Inches round the pieces that are to be seen with them.
const SEEN_RIM: f32 = 2.5;
/// The share of the free part's height or width that a long table must take where all of it is shown; else it is shown
/// larger, taking the second share, and pieces at its far ends lie under panels until the player pans.
const COVERED: (f32, f32) = (0.82, 0.92);

impl BoardView {
    /// Fits a table of this size into the window: as large as its larger side allows, its edges under the panels at the
    /// sides if need be, but `seen` (a part of the table by its lower left and upper right corner, in inches) within
    /// the part that panels leave free, as long as little of that part stays bare. A longer table is panned along.
    pub fn fit(&mut self, table: Vec2, seen: Option<(Vec2, Vec2)>) {
        self.table = table;
        let free = self.free();
        let room = Vec2::new(free.width(), free.height()).max(Vec2::splat(50.0)) * self.point;
        let whole = table + 2.0 * RIM;
        let inside = (room / whole).min_element();
        // Bars go from side to side, so that nothing can be seen above and below them.
        let filled = (room.y / whole.y).min(self.window.x / whole.x).max(inside);
        let (low, high) = seen.unwrap_or((Vec2::ZERO, table));
        let (low, high) = ((low - SEEN_RIM).max(Vec2::splat(-RIM)), (high + SEEN_RIM).min(table + RIM));
        let needed = (room / (high - low).max(Vec2::ONE)).min_element().max(inside);
        let (scale, covering) = (filled.min(needed), (room / whole).max_element());
        let scale = if scale < covering * COVERED.0 { covering * COVERED.1 } else { scale };
        self.scale = scale.clamp(ZOOM_RANGE.0, ZOOM_RANGE.1);
        self.fitted = true;
        (self.going_to, self.speed) = (None, Vec2::ZERO);
        // The middle of the table lies in the middle of the free part, unless what must be seen were under a panel
        // then.
        let half = room / self.scale / 2.0;
        let hold = |middle: f32, half: f32, low: f32, high: f32| {
            if high - half <= low + half { middle.clamp(high - half, low + half) } else { middle }
        };
        let middle = Vec2::new(hold(table.x / 2.0, half.x, low.x, high.x), hold(table.y / 2.0, half.y, low.y, high.y));
        // A table that is broader than what a card leaves beside it lies under the card rather than under a panel.
        let beyond = (whole.x / 2.0 - half.x).max(0.0);
        let under_card = beyond.min((self.insets.card * self.point / self.scale - beyond).max(0.0));
        self.put(middle + Vec2::new(under_card, 0.0));
    }

    /// Fits the whole of a table of this size into the part that panels leave free.
    pub(super) fn fit_whole(&mut self, table: Vec2) {
        self.table = table;
        let free = self.free();
        let room = Vec2::new(free.width(), free.height()).max(Vec2::splat(50.0)) * self.point;
        self.scale = (room / (table + 2.0 * RIM)).min_element().clamp(ZOOM_RANGE.0, ZOOM_RANGE.1);
        self.fitted = true;
        self.put(table / 2.0);
    }
}

/// Fits a table into the window that was just laid, all of it between the panels if it is only looked at.
pub(super) fn fit_new_table(
    session: Option<Res<Session>>,
    mut view: ResMut<BoardView>,
    mut shown: Local<Option<(String, (Vec2, Insets, f32, bool, Vec2))>>,
) {
    let Some(session) = session else { return };
    let scenario = session.scenario();
    // When all sides are set up, units stand there that nobody saw before.
    let begun = session.shown().turn > 0;
    let table = scenario.terrain.size;
    let known = (scenario.id.clone(), (view.window, view.insets, view.point, begun, table));
    let fit = |view: &mut BoardView| {
        if session.is_inspected() { view.fit_whole(table) } else { view.fit(table, to_be_seen(&session)) }
    };
    match shown.as_ref() {
        Some((id, room)) if *id == known.0 => {
            // Panels find their places in the first frames; until the player moves the view, it follows them.
            if *room != known.1 && view.fitted {
                fit(&mut view);
                if let Some(look) = view.looked {
                    view.look(look);
                }
            }
        }
        _ => {
            view.looked = None;
            fit(&mut view);
        }
    }
    if shown.as_ref() != Some(&known) {
        *shown = Some(known);
    }
}

/// The part of the table with all pieces of a battle on it, and while the sides set up with their zones; none if
/// nothing is there.
pub(crate) fn to_be_seen(session: &Session) -> Option<Part> {
    let there = session.shown().pieces.iter().filter(|piece| piece.fate == Fate::InPlay).map(|piece| piece.place.at);
    let zones = session.scenario().deployment.iter().filter(|_| session.shown().turn == 0);
    let all = there.chain(zones.flat_map(|zone| zone.outline.iter().copied())).map(|at| (at, at));
    all.reduce(|(low, high), (at, _)| (low.min(at), high.max(at)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::camera::tests::view;
    use grapeshot_floor::turn::Rulebooks;
    use grapeshot_game::{
        battle::{Battle, simulation_world},
        scenario,
    };
    use grapeshot_rulesets as rulesets;
    use std::{path::Path, sync::Arc};

    #[test]
    fn a_fitted_table_lies_between_the_panels_if_there_are_pieces_on_all_of_it() {
        let mut view = view();
        let table = Vec2::new(60.0, 40.0);
        view.fit(table, Some((Vec2::ZERO, table)));
        for corner in [Vec2::ZERO, table] {
            assert!(view.free().contains(view.to_points(corner)), "{corner}");
        }
    }

    #[test]
    fn a_fitted_table_goes_under_the_panels_rather_than_leave_the_window_bare() {
        let mut view = view();
        let (low, high) = (Vec2::new(10.0, 6.0), Vec2::new(80.0, 54.0));
        view.fit(Vec2::new(96.0, 60.0), Some((low, high)));
        let free = view.free();
        for corner in [low, high] {
            assert!(free.contains(view.to_points(corner)), "{corner}");
        }
        let (top, bottom) = (view.to_points(Vec2::new(48.0, 60.0)).y, view.to_points(Vec2::new(48.0, 0.0)).y);
        assert!(bottom - top > free.height() * 0.9, "it is {} of {} points high", bottom - top, free.height());
    }

    #[test]
    fn a_table_too_broad_for_what_a_card_leaves_lies_under_the_card_and_under_no_panel() {
        let mut view = view();
        (view.insets.left, view.insets.card) = (700.0, 400.0);
        let table = Vec2::new(30.0, 30.0);
        view.fit(table, Some((Vec2::ZERO, table)));
        let (left, right) = (view.to_points(Vec2::ZERO).x, view.to_points(table).x);
        assert!(left < view.free().left() && left > 300.0, "its left edge is at {left}");
        assert!(right <= view.free().right() + 1.0, "its right edge is at {right}");
    }

    #[test]
    fn the_whole_of_a_long_table_can_be_seen_between_the_panels() {
        let mut view = view();
        let table = Vec2::new(96.0, 48.0);
        view.fit_whole(table);
        for corner in [Vec2::ZERO, table] {
            assert!(view.free().contains(view.to_points(corner)), "{corner}");
        }
    }

    /// A long table lies whole beside each panel, until the view is moved by hand.
    #[test]
    fn a_table_that_is_only_looked_at_is_fitted_anew_when_panels_come_and_go() {
        let file = Path::new("../../scenarios/black_powder/guilford.scenario.ron");
        let books = simulation_world(rulesets::plugin);
        let scenario = scenario::load(file, books.resource::<Rulebooks>()).expect("it ships with the game");
        let table = scenario.terrain.size;
        let battle = Battle::new(&scenario, 0, rulesets::plugin);
        let mut app = App::new();
        app.insert_resource(Session::inspect(battle, Arc::new(|| {})))
            .insert_resource(view())
            .add_systems(Update, fit_new_table);
        let mut scale_beside = |right: f32, zoom: f32| {
            let mut view = app.world_mut().resource_mut::<BoardView>();
            view.insets.right = right;
            if zoom != 1.0 {
                view.zoom(zoom, Vec2::new(800.0, 450.0));
            }
            app.update();
            let view = app.world().resource::<BoardView>();
            let whole = [Vec2::ZERO, table].iter().all(|corner| view.free().contains(view.to_points(*corner)));
            (view.scale, whole)
        };
        let (alone, whole) = scale_beside(0.0, 1.0);
        assert!(whole, "it is whole beside one panel");
        let (between, whole) = scale_beside(350.0, 1.0);
        assert!(whole && between < alone, "it is whole between two panels: {between} of {alone} pixels to the inch");
        assert_eq!(scale_beside(0.0, 1.0).0, alone);
        let (near, _) = scale_beside(0.0, 2.0);
        assert_eq!(scale_beside(350.0, 1.0).0, near, "the view was chosen by hand");
    }
}
