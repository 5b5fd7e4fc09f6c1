//! Lines of sight: from the eyes of a body to the nearest point of another, over the ground and past other bodies.

use bevy::math::Vec2;

use super::{block, walk::Body};
use crate::table::{
    footprint::Outline,
    index::TerrainIndex,
    measure::{crossing, edges, inside},
    terrain::SightThrough,
};

/// What a body that may stand in the way does to a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passing {
    /// It does not matter.
    Free,
    /// The line goes over it.
    Over,
    /// It blocks the line.
    Blocked,
}

/// What of the ground blocks a line, by its index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Screen {
    Building(usize),
    Hill(usize),
    /// A wood, or whatever hides.
    Area(usize),
}

/// The point of a body nearest to a point: where a line of sight ends.
pub fn nearest_point<B: Body>(body: &B, from: Vec2) -> Vec2 {
    let points = body.outlines().map(|outline| block::nearest_point(&outline, from));
    points.min_by(|a, b| a.distance_squared(from).total_cmp(&b.distance_squared(from))).unwrap_or(body.place().at)
}

/// Whether a body may stand between two others: it is near enough to the line between them.
pub fn may_part<A: Body, B: Body>(own: &A, other: &B, between: &Outline) -> bool {
    let (from, to) = (own.place().at, other.place().at);
    let half = from.distance(to) / 2.0 + own.reach();
    between.place.at.distance((from + to) / 2.0) <= half + between.footprint.reach()
}

/// The free lines from eyes to a body, each with whether it goes over other bodies. `ground`: whether the ground leaves
/// a line free; `passing`: what a body in between does to it.
pub fn free_lines<'a, B, Who>(
    eyes: impl IntoIterator<Item = Vec2> + 'a,
    target: B,
    between: Vec<(Who, Outline)>,
    ground: impl Fn(Vec2, Vec2) -> bool + 'a,
    passing: impl Fn(&Outline, Vec2, Vec2) -> Passing + 'a,
) -> impl Iterator<Item = bool> + 'a
where
    B: Body + 'a,
    Who: 'a,
{
    eyes.into_iter().filter_map(move |eye| {
        let point = nearest_point(&target, eye);
        if !ground(eye, point) {
            return None;
        }
        let mut over = false;
        for (_, body) in &between {
            match passing(body, eye, point) {
                Passing::Free => {}
                Passing::Over => over = true,
                Passing::Blocked => return None,
            }
        }
        Some(over)
    })
}

/// The inches of a stretch that lie inside a polygon.
pub fn inches_inside(a: Vec2, b: Vec2, polygon: &[Vec2]) -> f32 {
    let mut cuts: Vec<f32> =
        edges(polygon).filter_map(|(c, d)| crossing(a, b, c, d).map(|(share, _)| share)).chain([0.0, 1.0]).collect();
    cuts.sort_unstable_by(f32::total_cmp);
    let length = a.distance(b);
    cuts.windows(2)
        .filter(|pair| inside(a + (b - a) * pair[0].midpoint(pair[1]), polygon))
        .map(|pair| (pair[1] - pair[0]) * length)
        .sum()
}

/// How a ruleset sees over the ground.
#[derive(Clone, Copy)]
pub struct SightOver<'g> {
    pub ground: &'g TerrainIndex,
    /// What the inches that a line may go through woods are multiplied with.
    pub scale: f32,
    /// A line may touch ground by this many inches.
    pub tolerance: f32,
}

impl SightOver<'_> {
    /// The first building, hill or wood that blocks a line; `open`: buildings that do not.
    pub fn screen(&self, a: Vec2, b: Vec2, open: &[Option<usize>]) -> Option<Screen> {
        const HILL: f32 = 0.01;
        let terrain = self.ground.terrain();
        let (low, high) = (a.min(b), a.max(b));
        let near = |polygon: &[Vec2]| {
            let least = polygon.iter().copied().fold(Vec2::INFINITY, Vec2::min);
            let most = polygon.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
            least.cmple(high).all() && low.cmple(most).all()
        };
        let house = terrain.buildings.iter().enumerate().position(|(index, building)| {
            !open.contains(&Some(index))
                && near(&building.outline)
                && inches_inside(a, b, &building.outline) > self.tolerance
        });
        if let Some(house) = house {
            return Some(Screen::Building(house));
        }
        if !terrain.hills.is_empty() {
            let level = self.ground.level_at(a).max(self.ground.level_at(b));
            let hill = terrain.hills.iter().position(|hill| {
                hill.levels > level && near(&hill.outline) && inches_inside(a, b, &hill.outline) > HILL
            });
            if let Some(hill) = hill {
                return Some(Screen::Hill(hill));
            }
        }
        let mut woods = 0.0;
        for (n, area) in terrain.areas.iter().enumerate() {
            if area.ground.sight == SightThrough::Free || !near(&area.outline) {
                continue;
            }
            woods += inches_inside(a, b, &area.outline);
            let most = match area.ground.sight {
                SightThrough::Inside(inches) => inches * self.scale,
                SightThrough::Blocked | SightThrough::Free => 0.0,
            };
            if woods > most + self.tolerance {
                return Some(Screen::Area(n));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        shared::formed::{
            block::{by_front, eyes},
            frames::{bent, square, twelve},
        },
        table::position::Heading,
    };

    fn seen<B: Body>(target: B, between: Vec<Outline>) -> usize {
        let eyes = eyes(&by_front(Vec2::new(20.0, 10.0), Heading(90.0), 4.0, 1.0));
        let blocks = |body: &Outline, a, b| if body.cut_by(a, b) { Passing::Blocked } else { Passing::Free };
        free_lines(eyes, target, between.into_iter().enumerate().collect(), |_, _| true, blocks).count()
    }

    #[test]
    fn the_nearest_stand_of_twelve_is_looked_at() {
        // Its rear rank lies from 17 to 23 at y 19.25.
        assert!(nearest_point(&twelve(), Vec2::new(20.0, 10.0)).distance(Vec2::new(20.0, 19.25)) < 1e-4);
        assert!(nearest_point(&twelve(), Vec2::new(30.0, 10.0)).distance(Vec2::new(23.0, 19.25)) < 1e-4);
    }

    #[test]
    fn one_sees_into_a_hollow_square_no_farther_than_its_side() {
        assert!(nearest_point(&square(), Vec2::new(20.0, 10.0)).distance(Vec2::new(20.0, 17.625)) < 1e-4);
        assert!(nearest_point(&square(), Vec2::new(20.0, 20.0)).distance(Vec2::new(20.0, 20.0)) > 1.0, "nobody within");
    }

    #[test]
    fn the_bent_flank_is_seen_first_from_behind() {
        assert!(nearest_point(&bent(), Vec2::new(22.0, 10.0)).distance(Vec2::new(22.0, 18.6)) < 1e-4);
    }

    #[test]
    fn what_stands_between_takes_lines_away() {
        assert_eq!(seen(twelve(), Vec::new()), 3);
        let wide = by_front(Vec2::new(20.0, 15.0), Heading(90.0), 8.0, 1.0);
        assert_eq!(seen(twelve(), vec![wide]), 0);
        let half = by_front(Vec2::new(17.0, 15.0), Heading(90.0), 4.0, 1.0);
        assert_eq!(seen(twelve(), vec![half]), 2, "the left end of the front sees nothing");
        assert!(may_part(&twelve(), &half, &wide) && !may_part(&twelve(), &half, &block::moved(&wide, Vec2::X * 40.0)));
    }

    #[test]
    fn lines_over_bodies_are_told_apart() {
        let line = by_front(Vec2::new(20.0, 15.0), Heading(90.0), 8.0, 1.0);
        let over = |body: &Outline, a, b| if body.cut_by(a, b) { Passing::Over } else { Passing::Free };
        let eyes = [Vec2::new(20.0, 10.0), Vec2::new(10.0, 18.0)];
        let lines: Vec<bool> = free_lines(eyes, twelve(), vec![(1, line)], |_, _| true, over).collect();
        assert_eq!(lines, [true, false]);
    }

    #[test]
    fn a_stretch_lies_inside_a_polygon_as_far_as_it_cuts_it() {
        let wood = [Vec2::new(0.0, 0.0), Vec2::new(4.0, 0.0), Vec2::new(4.0, 4.0), Vec2::new(0.0, 4.0)];
        assert!((inches_inside(Vec2::new(-2.0, 2.0), Vec2::new(3.0, 2.0), &wood) - 3.0).abs() < 1e-4);
        assert_eq!(inches_inside(Vec2::new(-2.0, 5.0), Vec2::new(3.0, 5.0), &wood), 0.0);
    }
}
