//! What the pointer holds of the table, where it would lie if it were let go now, and what comes of it then.

use bevy::math::Vec2;

use super::{Editor, GRID, changes::Step, on_grid};
use crate::{bench::contact, pointer::CLICK_SLACK};
use grapeshot_floor::{forces::PieceId, table::measure, turn::BattleView};
use grapeshot_game::scenario::edit::{Point, Thing, a_radius, stakes::Drawn};

/// Inches within which a point comes to lie on a line of another thing.
const SNAP: f32 = 0.4;

/// What the pointer has taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Grip {
    /// The chosen thing.
    Whole,
    /// One of its points.
    Point(usize),
    /// Its rim, if it is round.
    Rim,
    /// Nothing: it draws the stake in hand.
    Pen,
}

/// A press of the pointer that has not been let go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Hold {
    grip: Grip,
    from: Vec2,
    now: Vec2,
    pixel: Vec2,
    moved: bool,
}

impl Editor {
    /// What would be drawn if the pointer let go now.
    pub fn drawn(&self) -> Option<Drawn> {
        let (stake, _) = self.stake.as_ref()?;
        let hold = self.hold.filter(|hold| hold.grip == Grip::Pen)?;
        Some(self.document.drawn(*stake, hold.from, hold.now))
    }

    /// The points of the chosen thing as they would lie if it were let go now.
    pub fn ghost(&self) -> Vec<Vec2> {
        let Some((chosen, thing)) = self.chosen_thing() else { return Vec::new() };
        let at = thing.points.iter().map(|point| point.at);
        match self.hold {
            Some(Hold { grip: Grip::Point(n), now, .. }) => {
                at.enumerate().map(|(m, at)| if m == n { self.document.place(chosen, n, now) } else { at }).collect()
            }
            Some(Hold { grip: Grip::Whole, from, now, .. }) => self.document.places(chosen, now - from),
            _ => at.collect(),
        }
    }

    /// The middle and the radius of the chosen thing as they would be if it were let go now, if it is round.
    pub fn rim(&self) -> Option<(Vec2, f32)> {
        let (_, thing) = self.chosen_thing()?;
        let (middle, known) = (self.ghost().first().copied()?, thing.radius()?);
        let held = self.hold.filter(|hold| hold.grip == Grip::Rim && hold.moved);
        Some((middle, held.map_or(known, |hold| a_radius(hold.now.distance(middle)))))
    }

    /// Whether something is dragged.
    pub fn is_dragging(&self) -> bool {
        self.hold.is_some_and(|hold| hold.moved)
    }

    /// Takes what lies at a place of a table: a point of the chosen thing, else the thing itself. A unit lies where its
    /// bases are.
    pub(super) fn take(&mut self, at: Vec2, pixel: Vec2, inches: f32, table: &BattleView) {
        self.told = None;
        let standing = self.standing_at(at, table);
        let things = self.document.things();
        let near = |thing: &Thing| {
            let points = thing.points.iter().enumerate().map(|(n, point)| (n, point.at.distance(at)));
            points.filter(|(_, apart)| *apart <= inches).min_by(|a, b| a.1.total_cmp(&b.1)).map(|(n, _)| n)
        };
        let own = self.chosen.map(|chosen| &things[chosen]);
        let point = own.filter(|thing| thing.points.len() > 1).and_then(near);
        let on_rim = |(middle, radius): (Vec2, f32)| (middle.distance(at) - radius).abs() <= inches;
        let grip = match point {
            Some(point) => Grip::Point(point),
            None if self.rim().is_some_and(on_rim) => Grip::Rim,
            None => Grip::Whole,
        };
        if grip == Grip::Whole {
            let apart = |n: usize, thing: &Thing| if standing == Some(n) { (0.0, 0.0) } else { apart_from(thing, at) };
            let found = things.iter().enumerate().map(|(n, thing)| (n, apart(n, thing)));
            let found = found.filter(|(_, (apart, _))| *apart <= inches);
            let least = |a: &(usize, (f32, f32)), b: &(usize, (f32, f32))| {
                a.1.0.total_cmp(&b.1.0).then(a.1.1.total_cmp(&b.1.1)).then(b.0.cmp(&a.0))
            };
            self.chosen = found.min_by(least).map(|(n, _)| n);
        }
        self.hold = self.chosen.map(|_| Hold { grip, from: at, now: at, pixel, moved: false });
    }

    /// Begins to draw the stake in hand at a place of a table.
    pub(super) fn set_pen(&mut self, at: Vec2, pixel: Vec2, grid: f32) {
        let from = on_grid(at, grid);
        self.told = None;
        self.hold = Some(Hold { grip: Grip::Pen, from, now: from, pixel, moved: false });
    }

    /// Drags what was taken over a table.
    pub(super) fn drag(&mut self, at: Vec2, pixel: Vec2, grid: f32, table: &BattleView) {
        let Some(mut hold) = self.hold else { return };
        hold.moved |= hold.pixel.distance(pixel) > CLICK_SLACK;
        if hold.moved {
            hold.now = match hold.grip {
                Grip::Point(_) => self.line_near(at).unwrap_or_else(|| on_grid(at, grid)),
                Grip::Pen => on_grid(at, grid),
                Grip::Rim => self.rim().map_or(at, |(middle, _)| rim_on_grid(middle, at, grid)),
                Grip::Whole => self
                    .contact_near(at - hold.from, table)
                    .map_or_else(|| hold.from + on_grid(at - hold.from, grid), |shift| at + shift),
            };
            self.hold = Some(hold);
        }
    }

    /// The unit, by its number among the things, one of whose bases lies at a place.
    fn standing_at(&self, at: Vec2, table: &BattleView) -> Option<usize> {
        let lies = |piece: &PieceId| table.in_play(*piece) && table.outline(*piece).gap_to_point(at) <= 0.0;
        let size = |piece: &PieceId| table.outline(*piece).footprint.reach();
        let piece = table.pieces().filter(lies).min_by(|a, b| size(a).total_cmp(&size(b)))?;
        self.thing_of(table.unit_of(piece), table)
    }

    /// The corners of each base of the chosen unit as it would stand if it were let go now.
    pub fn bases(&self, table: &BattleView) -> Vec<Vec<Vec2>> {
        let Some(unit) = self.chosen_unit(table) else { return Vec::new() };
        let first = self.chosen_thing().and_then(|(_, thing)| Some((thing.points.first()?.at, self.hold?)));
        let dragged = first.filter(|(_, hold)| hold.grip == Grip::Whole);
        let by = dragged.and_then(|(at, _)| Some(*self.ghost().first()? - at)).unwrap_or(Vec2::ZERO);
        let corners = |piece| table.outline(piece).corners().into_iter().map(|corner| corner + by).collect::<Vec<_>>();
        table.present(unit).map(corners).collect()
    }

    /// What is missing of a shift of the chosen unit that brings it against another.
    fn contact_near(&self, by: Vec2, table: &BattleView) -> Option<Vec2> {
        let unit = self.chosen_unit(table)?;
        let (own, others): (Vec<_>, Vec<_>) =
            table.pieces().filter(|piece| table.in_play(*piece)).partition(|piece| table.unit_of(*piece) == unit);
        let outlines = |pieces: Vec<PieceId>| pieces.into_iter().map(|piece| table.outline(piece)).collect::<Vec<_>>();
        let mut own = outlines(own);
        own.iter_mut().for_each(|outline| outline.place.at += by);
        contact::shift(&own, &outlines(others), SNAP)
    }

    /// The place on a line of another thing that a point is near enough to.
    fn line_near(&self, at: Vec2) -> Option<Vec2> {
        let others = self.document.things().iter().enumerate().filter(|(n, _)| Some(*n) != self.chosen);
        let sides = others.flat_map(|(_, thing)| thing.sides());
        let nearest = sides.map(|(a, b)| measure::nearest_on_segment(at, a, b));
        let nearest = nearest.min_by(|a, b| a.distance(at).total_cmp(&b.distance(at)))?;
        (nearest.distance(at) <= SNAP).then_some(nearest)
    }

    /// Lets go what was taken; returns the text before and after if anything comes of it.
    pub(super) fn let_go(&mut self) -> Option<(String, String)> {
        let hold = self.hold?;
        let rim = self.rim();
        self.hold = None;
        let chosen = self.chosen.filter(|_| self.waits.is_none() && hold.moved);
        let after = match hold.grip {
            Grip::Point(point) => self.document.with_point(chosen?, point, hold.now),
            Grip::Rim => self.document.with_radius(chosen?, rim?.1),
            Grip::Whole => self.document.shifted(chosen?, hold.now - hold.from),
            Grip::Pen => return self.draw(hold.from, hold.now),
        };
        self.sends(after, Step::New)
    }

    /// Puts a corner where an outline was clicked, or takes the one away that was.
    pub(super) fn corner(&mut self, at: Vec2, inches: f32) -> Option<(String, String)> {
        let chosen = self.chosen.filter(|_| self.waits.is_none())?;
        let points = &self.document.things()[chosen].points;
        let after = match points.iter().position(|point| point.at.distance(at) <= inches) {
            Some(point) => self.document.without_corner(chosen, point)?,
            None => self.document.with_corner(chosen, on_grid(at, GRID))?,
        };
        self.sends(after, Step::New)
    }
}

/// How far a place is from a thing in inches, and how large the thing is, so that of things that lie on each other the
/// smallest is taken.
fn apart_from(thing: &Thing, at: Vec2) -> (f32, f32) {
    let points: Vec<Vec2> = thing.points.iter().map(|point| point.at).collect();
    let outline = thing.points.iter().any(Point::closes);
    let apart = match points.len() {
        0 | 1 => points.first().map_or(f32::INFINITY, |point| point.distance(at) - 0.5),
        _ if outline && points.len() > 2 && measure::inside(at, &points) => 0.0,
        _ => measure::distance_to_line(at, &points),
    };
    let size = points.iter().map(|point| point.distance(thing.middle())).fold(0.0, f32::max);
    (apart.max(0.0), size)
}

/// The place nearest to another whose distance from a middle is one of a grid.
fn rim_on_grid(middle: Vec2, at: Vec2, grid: f32) -> Vec2 {
    middle + (at - middle).normalize_or(Vec2::X) * ((middle.distance(at) / grid).round() * grid)
}
