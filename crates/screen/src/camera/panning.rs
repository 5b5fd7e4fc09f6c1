//! The view goes where the battle or a panel wants it to look, no farther than it must.

use bevy::prelude::*;

use super::{BoardView, RIM};
use crate::session::{LookAt, Part, Session};

/// Seconds in which a pan to a point comes half the way and slows down again.
const PAN_SECONDS: f32 = 0.16;
/// Inches from its goal at which a pan ends.
const ARRIVED: f32 = 0.03;
/// The share of the free part at each side within which nothing counts as well seen. While the table is shown as it was
/// fitted it counts nowhere, so that a piece near one edge does not move the view away from the other.
const EDGE: f32 = 0.12;
const FITTED_EDGE: f32 = 0.02;
/// The share of the free part at each side that the view leaves when it goes somewhere, if what is to be seen fits
/// then.
const COMFORT: f32 = 0.28;

impl BoardView {
    /// Moves the view to the part that the battle wants to be seen.
    pub fn look(&mut self, look: LookAt) {
        self.looked = Some(look);
        match look {
            LookAt::Point(at) => self.go_to(at),
            LookAt::Doings { now, soon, unless_seen } => self.follow(now, soon, unless_seen),
        }
    }

    /// Pans no farther than it must so that what goes on is well seen: what comes soon with what goes on now, if both
    /// have room in the free part, else only that.
    fn follow(&mut self, now: Part, soon: Part, unless_seen: bool) {
        let free = self.free();
        // Where it will be when it has gone where it is going.
        let ahead = self.going_to.map_or(Vec2::ZERO, |goal| goal - self.centre);
        let seen = |part: Part, edge: f32| {
            let rect = free.shrink2(free.size() * edge);
            let (low, high) = (self.table_at(rect.left_bottom()) + ahead, self.table_at(rect.right_top()) + ahead);
            (part.0.cmpge(low).all() && part.1.cmple(high).all(), low, high)
        };
        let bare = if unless_seen { 0.0 } else { self.edge() };
        let fits = |part: Part, (_, low, high): (bool, Vec2, Vec2)| (part.1 - part.0).cmple(high - low).all();
        let wanted = [soon, now].into_iter().find(|part| fits(*part, seen(*part, EDGE)));
        let middle = (now.0 + now.1) / 2.0;
        let part = wanted.unwrap_or((middle, middle));
        if seen(now, bare).0 && (unless_seen || seen(part, bare).0) {
            return;
        }
        let edge = if fits(part, seen(part, COMFORT)) { COMFORT } else { EDGE };
        let (_, low, high) = seen(part, edge);
        let by = (part.1 - high).max(Vec2::ZERO) - (low - part.0).max(Vec2::ZERO);
        self.pan_by(ahead + by);
    }

    fn edge(&self) -> f32 {
        if self.fitted { FITTED_EDGE } else { EDGE }
    }

    /// Sets out for a place this many inches away, held so that no more walnut comes into sight than must.
    fn pan_by(&mut self, by: Vec2) {
        let middle = self.table_at(self.free().center());
        let at = self.held(middle + by);
        if at.distance(middle) > 0.5 {
            self.going_to = Some(self.centre + at - middle);
        }
    }

    /// Pans to a point of the table if it does not lie well inside the free part.
    pub fn go_to(&mut self, at: Vec2) {
        let free = self.free();
        if free.shrink2(free.size() * self.edge()).contains(self.to_points(at)) {
            return;
        }
        let middle = self.table_at(free.center());
        self.pan_by(at - middle);
    }

    /// The point nearest to this one that may lie in the middle of the free part: no more walnut comes into sight than
    /// must, and a table that fits is put whole into the free part.
    fn held(&self, at: Vec2) -> Vec2 {
        let free = self.free();
        let room = Vec2::new(free.width(), free.height()) * self.point / self.scale / 2.0;
        let hold = |at: f32, room: f32, size: f32| {
            let (low, high) = (room - RIM, size + RIM - room);
            if low > high { size / 2.0 } else { at.clamp(low, high) }
        };
        Vec2::new(hold(at.x, room.x, self.table.x), hold(at.y, room.y, self.table.y))
    }

    /// Pans on for this many seconds, as a spring without swinging does: it neither starts nor turns with a jerk, even
    /// if it is sent elsewhere on its way.
    fn pan(&mut self, seconds: f32) {
        let Some(goal) = self.going_to else { return };
        let omega = 1.0 / PAN_SECONDS;
        let fading = bevy::math::ops::exp(-omega * seconds);
        let away = self.centre - goal;
        let drift = (self.speed + away * omega) * seconds;
        self.speed = (self.speed - drift * omega) * fading;
        self.centre = goal + (away + drift) * fading;
        if self.centre.distance(goal) < ARRIVED && self.speed.length() < 1.0 {
            (self.centre, self.speed, self.going_to) = (goal, Vec2::ZERO, None);
        }
    }

    /// Whether the view is on its way.
    pub fn moving(&self) -> bool {
        self.going_to.is_some()
    }
}

/// Moves the view where a panel or the battle asked it to look.
pub(super) fn glide(
    time: Res<Time<Real>>,
    buttons: Res<ButtonInput<MouseButton>>,
    session: Option<ResMut<Session>>,
    mut view: ResMut<BoardView>,
    mut redraw: MessageWriter<bevy::window::RequestRedraw>,
) {
    if let Some(mut session) = session
        && session.look_at.is_some()
        && !buttons.any_pressed([MouseButton::Left, MouseButton::Middle, MouseButton::Right])
        && let Some(at) = session.bypass_change_detection().look_at.take()
    {
        view.look(at);
    }
    if view.moving() {
        view.pan(time.delta_secs().min(0.05));
        redraw.write(bevy::window::RequestRedraw);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::camera::tests::view;
    use bevy_egui::egui;

    #[test]
    fn a_table_that_fits_does_not_move_for_a_unit_at_its_edge() {
        let mut view = view();
        view.fit(Vec2::new(60.0, 40.0), Some((Vec2::ZERO, Vec2::new(60.0, 40.0))));
        view.go_to(Vec2::new(1.0, 1.0));
        assert!(!view.moving());
        view.zoom(3.0, Vec2::new(800.0, 450.0));
        view.go_to(Vec2::new(1.0, 1.0));
        assert!(view.moving());
    }

    #[test]
    fn a_pan_starts_turns_and_ends_without_a_jerk() {
        let mut view = view();
        view.fit(Vec2::new(60.0, 40.0), None);
        view.zoom(4.0, Vec2::new(800.0, 450.0));
        view.go_to(Vec2::new(5.0, 5.0));
        assert!(view.moving());
        let mut before = Vec2::ZERO;
        for frame in 0..600 {
            if frame == 12 {
                view.go_to(Vec2::new(55.0, 35.0));
            }
            view.pan(1.0 / 60.0);
            let change = view.speed.distance(before);
            assert!(change < 40.0, "frame {frame}: the speed changes by {change} inches a second");
            before = view.speed;
        }
        assert!(!view.moving());
        assert!(view.free().contains(view.to_points(Vec2::new(55.0, 35.0))));
    }

    /// A wide table leaves neither a third of the window bare nor a piece where the view cannot come to see it.
    #[test]
    fn a_long_table_fills_the_window_and_is_panned_along() {
        for table in [Vec2::new(96.0, 48.0), Vec2::new(48.0, 96.0), Vec2::new(60.0, 40.0)] {
            let mut view = view();
            view.fit(table, Some((Vec2::ONE, table - 1.0)));
            let free = view.free();
            let paper = egui::Rect::from_two_pos(view.to_points(Vec2::ZERO), view.to_points(table));
            let share = paper.intersect(free).area() / free.area();
            assert!(share > 0.77, "{table}: {:.0} % of the room", share * 100.0);
            for corner in [Vec2::ONE, table - 1.0] {
                view.go_to(corner);
                for _ in 0..300 {
                    view.pan(1.0 / 60.0);
                }
                assert!(free.contains(view.to_points(corner)), "{table}: {corner}");
            }
        }
    }

    /// A question about a figure that is seen at the edge of the fitted table brings no pan, which would hide the
    /// figures at the other edge.
    #[test]
    fn a_table_as_it_was_fitted_stays_for_whoever_is_seen() {
        let mut view = view();
        let table = Vec2::new(60.0, 40.0);
        let (low, high) = (Vec2::new(5.0, 5.0), Vec2::new(55.0, 35.0));
        view.fit(table, Some((low, high)));
        for at in [low, high] {
            view.go_to(at);
            view.look(LookAt::Doings { now: (at, at), soon: (low, high), unless_seen: false });
            assert!(!view.moving(), "{at}");
        }
    }

    /// Events all about a part that has room in the window are seen by one pan; well seen events move nothing.
    #[test]
    fn the_view_follows_what_goes_on_by_few_and_short_pans() {
        let mut view = view();
        view.fit(Vec2::new(60.0, 40.0), None);
        view.zoom(3.0, Vec2::new(800.0, 450.0));
        view.put(Vec2::new(30.0, 20.0));
        let at = |x: f32, y: f32| (Vec2::new(x, y), Vec2::new(x, y));
        view.look(LookAt::Doings { now: at(31.0, 21.0), soon: at(29.0, 19.0), unless_seen: false });
        assert!(!view.moving(), "it is well seen");
        let soon = (Vec2::new(40.0, 20.0), Vec2::new(46.0, 24.0));
        view.look(LookAt::Doings { now: at(40.0, 20.0), soon, unless_seen: false });
        let goal = view.going_to.expect("it goes there");
        for now in [at(40.0, 20.0), at(46.0, 24.0), at(43.0, 22.0)] {
            view.look(LookAt::Doings { now, soon, unless_seen: false });
            assert_eq!(view.going_to, Some(goal), "one pan is enough");
        }
        assert!(goal.x < 43.0, "it goes no farther than it must: {goal}");
        view.put(Vec2::new(30.0, 20.0));
        let (low, high) = view.seen();
        let edge = at(high.x - 0.5, (low.y + high.y) / 2.0);
        view.look(LookAt::Doings { now: edge, soon: edge, unless_seen: true });
        assert!(!view.moving(), "a player's view stays as long as it is seen at all");
        let out = at(high.x + 2.0, 20.0);
        view.look(LookAt::Doings { now: out, soon: out, unless_seen: true });
        assert!(view.moving());
    }
}
