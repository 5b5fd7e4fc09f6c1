//! The room that is left on the table for words: nothing that is written covers a piece, a target or another label.

use bevy_egui::egui::{Pos2, Rect, Vec2};
use std::collections::BTreeMap;

use crate::{camera::BoardView, pieces::motion::Scene, session::Session};
use grapeshot_floor::{
    forces::UnitId,
    table::{
        footprint::{Footprint, Outline},
        position::Place,
    },
};

/// Points between two labels, and between a label and a piece.
const GAP: f32 = 2.0;
/// Points from one place that is tried to the next, where all places are tried.
const GRID: f32 = 14.0;

/// The corners round a disc whose radius is 1.
const DISC: [(f32, f32); 8] = [
    (1.0, 0.4142),
    (0.4142, 1.0),
    (-0.4142, 1.0),
    (-1.0, 0.4142),
    (-1.0, -0.4142),
    (-0.4142, -1.0),
    (0.4142, -1.0),
    (1.0, -0.4142),
];

/// What stands on the table, as it is seen in the window.
#[derive(Debug, Clone)]
struct Body {
    unit: Option<UnitId>,
    corners: Vec<Pos2>,
    bounds: Rect,
}

impl Body {
    fn of(view: &BoardView, unit: Option<UnitId>, footprint: Footprint, place: Place) -> Self {
        let corners: Vec<Pos2> = match footprint {
            Footprint::Circle { diameter } => {
                let (middle, radius) = (view.to_points(place.at), diameter / 2.0 * view.points_per_inch());
                DISC.map(|(x, y)| middle + Vec2::new(x, y) * radius).to_vec()
            }
            Footprint::Rectangle { .. } => {
                Outline { footprint, place }.corners().into_iter().map(|corner| view.to_points(corner)).collect()
            }
        };
        Self { unit, bounds: Rect::from_points(&corners), corners }
    }

    /// Whether a rectangle shares anything with it: no line parts the two.
    fn meets(&self, rect: Rect) -> bool {
        if !self.bounds.intersects(rect) {
            return false;
        }
        let others = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
        let next = self.corners.iter().skip(1).chain(self.corners.first());
        !self.corners.iter().zip(next).any(|(a, b)| {
            let across = (*b - *a).rot90();
            let side = |at: Pos2| (at - *a).dot(across);
            let inner = self
                .corners
                .iter()
                .map(|corner| side(*corner))
                .fold(0.0, |most: f32, s| if s.abs() > most.abs() { s } else { most });
            others.iter().all(|corner| side(*corner) * inner.signum() < 0.0)
        })
    }
}

/// Points along a square in which the bodies of a part of the window are looked for.
const SQUARE: f32 = 64.0;

/// What stands in the window, found by where it stands.
#[derive(Debug, Clone, Default)]
struct Bodies {
    all: Vec<Body>,
    /// The bodies that reach into each square, by their numbers.
    squares: BTreeMap<(i32, i32), Vec<u32>>,
}

impl Bodies {
    fn add(&mut self, body: Body) {
        let number = self.all.len() as u32;
        for square in squares_of(body.bounds) {
            self.squares.entry(square).or_default().push(number);
        }
        self.all.push(body);
    }

    /// The bodies near a rectangle; a body may come several times.
    fn near(&self, rect: Rect) -> impl Iterator<Item = &Body> {
        let numbers = squares_of(rect).filter_map(|square| self.squares.get(&square)).flatten();
        numbers.map(|number| &self.all[*number as usize])
    }
}

fn squares_of(rect: Rect) -> impl Iterator<Item = (i32, i32)> {
    let square = |at: Pos2| ((at.x / SQUARE).floor() as i32, (at.y / SQUARE).floor() as i32);
    let (low, high) = (square(rect.min), square(rect.max));
    (low.0..=high.0).flat_map(move |x| (low.1..=high.1).map(move |y| (x, y)))
}

/// The room for words in the free part of the window.
#[derive(Debug, Clone)]
pub struct Room {
    free: Rect,
    bodies: Bodies,
    taken: Vec<Rect>,
    /// Places taken by flags that lie on the pieces of their own unit.
    worn: Vec<Rect>,
}

impl Room {
    /// The room round the pieces of a battle as they are shown.
    pub fn of(session: &Session, view: &BoardView, scene: &Scene) -> Self {
        let free = view.free().shrink(4.0);
        let all = (session.shown().pieces.iter().zip(&scene.poses))
            .filter(|(_, pose)| pose.shown)
            .map(|(piece, pose)| Body::of(view, Some(piece.unit), piece.footprint, pose.place))
            .filter(|body| body.bounds.intersects(free.expand(40.0)));
        let mut bodies = Bodies::default();
        all.for_each(|body| bodies.add(body));
        Self { free, bodies, taken: Vec::new(), worn: Vec::new() }
    }

    /// Takes the room of something that will stand there: the ghost of a move.
    pub fn stand(&mut self, view: &BoardView, outline: Outline) {
        self.bodies.add(Body::of(view, None, outline.footprint, outline.place));
    }

    /// Keeps words out of a rectangle in which nothing itself is written.
    pub fn bar(&mut self, rect: Rect) {
        let corners = vec![rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
        self.bodies.add(Body { unit: None, corners, bounds: rect });
    }

    /// The free part of the window.
    pub fn free(&self) -> Rect {
        self.free
    }

    /// The rectangles in which words were written so far.
    #[cfg(test)]
    pub fn taken(&self) -> &[Rect] {
        &self.taken
    }

    /// The rectangles of what was laid on units so far.
    #[cfg(test)]
    pub fn worn(&self) -> &[Rect] {
        &self.worn
    }

    /// Takes a rectangle, so that nothing else is written there.
    pub fn take(&mut self, rect: Rect) {
        self.taken.push(rect);
    }

    /// Frees a rectangle that was taken.
    pub fn give_back(&mut self, rect: Rect) {
        if let Some(at) = self.taken.iter().rposition(|taken| taken.center().distance(rect.center()) < GAP) {
            self.taken.remove(at);
        }
    }

    /// Whether something may be written there.
    pub fn is_free(&self, rect: Rect) -> bool {
        self.is_free_beside(rect, None)
    }

    /// Whether something may be laid there, if it may lie on the pieces of one unit.
    fn is_free_beside(&self, rect: Rect, own: Option<UnitId>) -> bool {
        let wide = rect.expand(GAP);
        self.free.contains_rect(rect)
            && !self.taken.iter().chain(&self.worn).any(|taken| taken.intersects(wide))
            && !self.bodies.near(wide).any(|body| (own.is_none() || body.unit != own) && body.meets(wide))
    }

    /// Takes the first of these places on a unit that covers no other unit.
    pub fn first_on(&mut self, unit: UnitId, places: impl IntoIterator<Item = Rect>) -> Option<Rect> {
        let place = places.into_iter().find(|place| self.is_free_beside(*place, Some(unit)))?;
        self.worn.push(place);
        Some(place)
    }

    /// Takes the first of these places that is free.
    pub fn first(&mut self, places: impl IntoIterator<Item = Rect>) -> Option<Rect> {
        let place = places.into_iter().find(|place| self.is_free(*place))?;
        self.take(place);
        Some(place)
    }

    /// Takes the free place for a label of this size in points whose middle is nearest to a point.
    pub fn nearest(&mut self, middle: Pos2, size: Vec2) -> Option<Rect> {
        let wanted = self.keep_in(Rect::from_center_size(middle, size));
        if self.is_free(wanted) {
            self.take(wanted);
            return Some(wanted);
        }
        let span = self.free.shrink2(size / 2.0);
        if span.is_negative() {
            return None;
        }
        let middle = wanted.center();
        let (columns, rows) = ((span.width() / GRID) as usize, (span.height() / GRID) as usize);
        let mut places: Vec<(f32, Pos2)> = (0..=columns)
            .flat_map(|x| (0..=rows).map(move |y| span.min + Vec2::new(x as f32, y as f32) * GRID))
            .map(|place| (place.distance(middle), place))
            .collect();
        places.sort_by(|a, b| a.0.total_cmp(&b.0));
        self.first(places.into_iter().map(|(_, place)| Rect::from_center_size(place, size)))
    }

    /// A place moved so far that panels do not cover it.
    pub fn keep_in(&self, rect: Rect) -> Rect {
        let mut by = Vec2::ZERO;
        by.x += (self.free.left() - rect.left()).max(0.0) - (rect.right() - self.free.right()).max(0.0);
        by.y += (self.free.top() - rect.top()).max(0.0) - (rect.bottom() - self.free.bottom()).max(0.0);
        rect.translate(by)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(places: &[Place]) -> Room {
        let view = BoardView::default();
        let (free, bodies) = (view.free(), Bodies::default());
        let mut room = Room { free, bodies, taken: Vec::new(), worn: Vec::new() };
        for place in places {
            let footprint = Footprint::Rectangle { width: 8.0, depth: 1.0 };
            room.stand(&view, Outline { footprint, place: *place });
        }
        room
    }

    #[test]
    fn a_label_may_lie_in_the_empty_corner_beside_a_slanting_block() {
        let room = room(&[Place::new(0.0, 0.0, 45.0)]);
        let view = BoardView::default();
        let size = Vec2::new(40.0, 16.0);
        let at = |x, y| Rect::from_center_size(view.to_points(bevy::math::Vec2::new(x, y)), size);
        assert!(!room.is_free(at(0.0, 0.0)), "on the block");
        assert!(!room.is_free(at(-2.0, 2.0)), "on its left half");
        assert!(room.is_free(at(2.5, 2.5)), "in the corner of the box round it");
    }

    #[test]
    fn labels_at_one_place_make_room_for_each_other() {
        let mut room = room(&[]);
        let middle = room.free().center();
        let places: Vec<Rect> = (0..20).filter_map(|_| room.nearest(middle, Vec2::new(60.0, 20.0))).collect();
        assert_eq!(places.len(), 20);
        for (n, one) in places.iter().enumerate() {
            assert!(places[n + 1..].iter().all(|other| !one.intersects(*other)), "{one:?}");
        }
    }
}
