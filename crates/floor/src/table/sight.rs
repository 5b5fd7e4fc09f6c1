//! Lines of sight, with the blocker named.
//!
//! A line is judged the same way from both of its ends: it is always followed from the same one of them, and
//! every exception for a figure counts for the one that looks as for the one that is looked at.

mod line;

use line::{Line, Pair};

use bevy::math::Vec2;
use serde::Serialize;
use smol_str::SmolStr;

use super::{
    footprint::{Footprint, Outline},
    index::{TerrainIndex, Thing},
    kept::Kept,
    path::spoken,
    position::{Heading, Place},
};

/// What stands in the way of a line of sight.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Blocker {
    /// The scenario's id of the thing.
    pub id: SmolStr,
    /// What it is, in words ("the corn barn", "woods").
    pub what: String,
    /// Where the middle line is first blocked, in inches.
    pub at: Vec2,
}

/// The numbers of CP-1.8.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SightRule {
    /// A figure within this many inches of an obstacle, a wood's or building's edge looks over or out of it.
    pub edge: f32,
    /// An obstacle over this height blocks, in inches.
    pub man_height: f32,
}

/// CP-1.8: whether a piece sees another, with the reason if it does not.
///
/// # Errors
/// The first thing that blocks the middle line, if all three of [`is_seen`] are blocked.
pub fn sees(terrain: &TerrainIndex, rule: SightRule, eye: &Outline, target: &Outline) -> Result<(), Blocker> {
    if is_seen(terrain, rule, eye, target) { Ok(()) } else { line_is_free(terrain, rule, eye, target, target.place.at) }
}

/// CP-1.8: whether a piece sees another. Three lines are tried: centre to centre and centre to each flank.
///
/// Each line is free or blocked alike from both of its ends; the flank lines of the two pieces differ, so that
/// one of two pieces at a corner may see more of the other than it shows, as the rule has it.
///
/// What was judged before between the same outlines is not judged again: the terrain stays as it is.
pub fn is_seen(terrain: &TerrainIndex, rule: SightRule, eye: &Outline, target: &Outline) -> bool {
    let (eye, target) = (&Judged::seen_from(eye), &Judged::seen_from(target));
    if let Some(known) = terrain.found().of::<Judged>().recall(rule, eye, target) {
        return known;
    }
    let pair = Pair::new(terrain, rule, eye, target);
    // What blocks one of the lines mostly blocks the others too.
    let mut blocker: Option<Thing> = None;
    let mut free = |end: Vec2| {
        let line = Line::new(&pair, end);
        if blocker.is_some_and(|thing| line.blocked_by(thing).is_some()) {
            return false;
        }
        blocker = line.any_blocker();
        blocker.is_none()
    };
    let seen = free(target.place.at) || target.flanks_from(eye.place.at).into_iter().any(free);
    terrain.found().of::<Judged>().keep(eye, target, seen);
    seen
}

/// Whether one straight line is free between two bases; it goes from the centre of `eye` to `end`.
///
/// What blocks, and what does not (CP-1.8, CP-14.3):
/// - An obstacle over man height, unless one of the two bases is within the edge distance of it.
/// - A wood or crop, unless the line is in it for no more than its reach (from base to base) and both ends are inside
///   it or one of the two bases is within the edge distance of its edge. What lets nobody see through has a reach of
///   twice the edge distance, and only for those at its edge.
/// - A building. From inside one sees, and is seen, only within the edge distance of a door or window of one's floor,
///   and through the side of the building in which that is. Floors block; between the rooms of a floor only those
///   within the edge distance of where the line leaves a room see each other. Those outside at its corner look round
///   it: the line may cut off twice the edge distance.
/// - A hill higher than the ground at both ends.
///
/// # Errors
/// What blocks it first, seen from `eye`.
pub fn line_is_free(
    terrain: &TerrainIndex,
    rule: SightRule,
    eye: &Outline,
    target: &Outline,
    end: Vec2,
) -> Result<(), Blocker> {
    let from = eye.place.at;
    match Line::new(&Pair::new(terrain, rule, eye, target), end).blocked_first() {
        None => Ok(()),
        Some((share, thing)) => Err(blocker(terrain, thing, from + (end - from) * share)),
    }
}

/// What was judged of sight between two outlines.
#[derive(Debug, Default)]
struct Judged {
    rule: Option<SightRule>,
    kept: Kept<(Outline, Outline), bool>,
}

impl Judged {
    /// An outline as far as sight depends on it: a disc looks the same whichever way it faces.
    fn seen_from(outline: &Outline) -> Outline {
        match outline.footprint {
            Footprint::Circle { .. } => Outline { place: Place { facing: Heading(0.0), ..outline.place }, ..*outline },
            Footprint::Rectangle { .. } => *outline,
        }
    }

    fn recall(&mut self, rule: SightRule, eye: &Outline, target: &Outline) -> Option<bool> {
        if self.rule != Some(rule) {
            *self = Self { rule: Some(rule), ..Self::default() };
        }
        self.kept.recall((eye.place.at, target.place.at), &(*eye, *target))
    }

    fn keep(&mut self, eye: &Outline, target: &Outline, seen: bool) {
        self.kept.keep((eye.place.at, target.place.at), (*eye, *target), seen);
    }
}

fn blocker(terrain: &TerrainIndex, thing: Thing, at: Vec2) -> Blocker {
    let terrain = terrain.terrain();
    let (id, what) = match thing {
        Thing::Building(i) => (&terrain.buildings[i].id, terrain.buildings[i].name.clone()),
        Thing::Obstacle(i, ..) => (&terrain.obstacles[i].id, spoken(&terrain.obstacles[i].kind)),
        Thing::Area(i) => {
            let area = &terrain.areas[i];
            (&area.id, area.name.clone().unwrap_or_else(|| spoken(&area.kind)))
        }
        Thing::Hill(i) => {
            let hill = &terrain.hills[i];
            (&hill.id, hill.name.clone().unwrap_or_else(|| "the hill".to_owned()))
        }
        Thing::Crossing(i) => (&terrain.crossings[i].id, spoken(&terrain.crossings[i].kind)),
        Thing::Road(i, ..) => (&terrain.roads[i].id, spoken(&terrain.roads[i].kind)),
        Thing::Stream(i, ..) => (&terrain.streams[i].id, "the stream".to_owned()),
    };
    Blocker { id: id.clone(), what, at }
}

#[cfg(test)]
mod tests {
    use super::{super::sample::*, *};
    use crate::table::terrain::{DoorState, SightThrough, Terrain};
    use proptest::prelude::*;

    fn foot(x: f32, y: f32) -> Outline {
        Outline { footprint: Footprint::Circle { diameter: 1.0 }, place: Place::new(x, y, 0.0) }
    }

    fn seen(terrain: &Terrain, eye: (f32, f32), target: (f32, f32)) -> Result<(), Blocker> {
        let index = TerrainIndex::new(terrain.clone());
        let (eye, target) = (foot(eye.0, eye.1), foot(target.0, target.1));
        let there = sees(&index, SIGHT, &eye, &target);
        assert_eq!(there.is_ok(), sees(&index, SIGHT, &target, &eye).is_ok());
        there
    }

    /// CP-1.8: two figures in the same wood 5 in apart see each other; 7 in apart they do not.
    #[test]
    fn sight_reaches_six_inches_inside_a_wood() {
        let terrain = Terrain { areas: vec![wood(box_of((5.0, 5.0), (55.0, 35.0)))], ..table() };
        assert!(seen(&terrain, (20.0, 20.0), (26.0, 20.0)).is_ok());
        assert!(seen(&terrain, (20.0, 20.0), (27.0, 20.0)).is_ok(), "6 in from base to base is within 6 in");
        let blocker = seen(&terrain, (20.0, 20.0), (28.0, 20.0)).unwrap_err();
        assert_eq!((blocker.what.as_str(), blocker.id.as_str()), ("woods", "woods"));
    }

    /// CP-1.8 (a): a figure within 1.0 in of the edge of a wood looks out of it, and can be seen.
    #[test]
    fn a_man_at_the_edge_of_a_wood_looks_out() {
        let terrain = Terrain { areas: vec![wood(box_of((20.0, 5.0), (40.0, 35.0)))], ..table() };
        assert!(seen(&terrain, (21.5, 20.0), (5.0, 20.0)).is_ok());
        let blocker = seen(&terrain, (22.0, 20.0), (5.0, 20.0)).unwrap_err();
        assert_eq!(blocker.at, Vec2::new(22.0, 20.0), "the eye stands in it");
        assert!(seen(&terrain, (21.5, 20.0), (50.0, 20.0)).is_err(), "not through the whole wood");
        let blocker = seen(&terrain, (5.0, 20.0), (50.0, 20.0)).unwrap_err();
        assert_eq!(blocker.at, Vec2::new(20.0, 20.0));
    }

    /// CP-1.8: walls over man height block, low ones do not; a figure within 1.0 in looks over.
    #[test]
    fn high_walls_block_and_low_ones_do_not() {
        let with = |height| Terrain { obstacles: vec![wall(height, &[(20.0, 0.0), (20.0, 40.0)])], ..table() };
        assert!(seen(&with(1.0), (10.0, 20.0), (30.0, 20.0)).is_ok());
        assert!(seen(&with(2.0), (10.0, 20.0), (30.0, 20.0)).is_ok());
        let blocker = seen(&with(3.0), (10.0, 20.0), (30.0, 20.0)).unwrap_err();
        assert_eq!((blocker.what.as_str(), blocker.at), ("stone wall", Vec2::new(20.0, 20.0)));
        assert!(seen(&with(3.0), (18.5, 20.0), (30.0, 20.0)).is_ok());
        assert!(seen(&with(3.0), (18.4, 20.0), (30.0, 20.0)).is_err());
    }

    /// CP-1.8: one of the three lines is enough.
    #[test]
    fn a_flank_that_shows_is_seen() {
        let to = |y: f32| Terrain { obstacles: vec![wall(3.0, &[(29.0, 0.0), (29.0, y)])], ..table() };
        let index = |y| TerrainIndex::new(to(y));
        assert!(sees(&index(20.2), SIGHT, &foot(10.0, 20.0), &foot(32.0, 20.0)).is_ok());
        assert!(sees(&index(20.6), SIGHT, &foot(10.0, 20.0), &foot(32.0, 20.0)).is_err());
    }

    /// CP-1.8: buildings block; one looks round their corner.
    #[test]
    fn a_house_blocks_and_is_named() {
        let terrain = Terrain { buildings: vec![house((20.0, 15.0), (26.0, 25.0))], ..table() };
        let blocker = seen(&terrain, (10.0, 20.0), (40.0, 20.0)).unwrap_err();
        assert_eq!((blocker.what.as_str(), blocker.at), ("Corn barn", Vec2::new(20.0, 20.0)));
        assert!(seen(&terrain, (19.4, 20.0), (40.0, 20.0)).is_err(), "nobody looks through a house he leans on");
        assert!(seen(&terrain, (10.0, 25.0), (40.0, 25.0)).is_ok(), "along its side the view is free");
    }

    /// CP-14.3: figures within 1 in of a window or door look out and are seen; others inside are not.
    #[test]
    fn in_a_house_only_those_at_an_opening_see_and_are_seen() {
        let mut barn = house((20.0, 15.0), (26.0, 25.0));
        barn.doors[0].state = DoorState::Closed;
        let terrain = Terrain { buildings: vec![barn], ..table() };
        assert!(seen(&terrain, (23.0, 16.4), (23.0, 2.0)).is_ok(), "at the door");
        assert!(seen(&terrain, (23.0, 23.6), (30.0, 38.0)).is_ok(), "at the window, aslant");
        assert!(seen(&terrain, (23.0, 16.6), (23.0, 2.0)).is_err(), "too far inside");
        assert!(seen(&terrain, (23.0, 16.4), (23.0, 38.0)).is_err(), "not through the other side");
        assert!(seen(&terrain, (21.0, 20.0), (25.0, 20.0)).is_ok(), "within one room");
    }

    /// CP-1.8: a hill blocks when it is higher than both ends.
    #[test]
    fn a_hill_blocks_those_below_it_only() {
        let low = hill(1, false, box_of((5.0, 10.0), (15.0, 30.0)));
        let terrain = Terrain { hills: vec![hill(1, false, box_of((25.0, 10.0), (35.0, 30.0))), low], ..table() };
        assert_eq!(seen(&terrain, (20.0, 20.0), (40.0, 20.0)).unwrap_err().what, "the hill");
        assert!(seen(&terrain, (10.0, 20.0), (40.0, 20.0)).is_ok(), "from a hill as high");
        assert!(seen(&terrain, (30.0, 20.0), (40.0, 20.0)).is_ok(), "from its top");
    }

    /// CP-1.8: crops block as the ruleset says; brush does not.
    #[test]
    fn ground_hinders_sight_as_its_ruleset_says() {
        let with = |sight| Terrain {
            areas: vec![area("crops", rough(0.5, sight), box_of((20.0, 5.0), (30.0, 35.0)))],
            ..table()
        };
        assert!(seen(&with(SightThrough::Free), (10.0, 20.0), (40.0, 20.0)).is_ok());
        assert!(seen(&with(SightThrough::Blocked), (10.0, 20.0), (40.0, 20.0)).is_err());
        assert!(seen(&with(SightThrough::Blocked), (21.4, 20.0), (10.0, 20.0)).is_ok());
        assert!(seen(&with(SightThrough::Blocked), (24.0, 20.0), (26.0, 20.0)).is_err());
        assert!(seen(&with(SightThrough::Inside(6.0)), (24.0, 20.0), (26.0, 20.0)).is_ok());
    }

    fn country() -> impl Strategy<Value = Terrain> {
        let spot = || (2.0_f32..50.0, 2.0_f32..30.0);
        let boxes = move || prop::collection::vec((spot(), 1.0_f32..10.0, 1.0_f32..10.0), 0..4);
        let walls = prop::collection::vec((spot(), spot(), any::<bool>()), 0..6);
        (boxes(), boxes(), boxes(), walls).prop_map(|(woods, houses, hills, walls)| {
            let boxed = |((x, y), w, h): ((f32, f32), f32, f32)| ((x, y), (x + w, y + h));
            Terrain {
                areas: woods.into_iter().map(boxed).map(|(low, high)| wood(box_of(low, high))).collect(),
                buildings: houses.into_iter().map(boxed).map(|(low, high)| house(low, high)).collect(),
                hills: hills.into_iter().map(boxed).map(|(low, high)| hill(1, false, box_of(low, high))).collect(),
                obstacles: walls.into_iter().map(|(a, b, high)| wall(if high { 3.0 } else { 1.0 }, &[a, b])).collect(),
                ..table()
            }
        })
    }

    proptest! {
        /// CP-1.8: a line is free or blocked whichever end one stands at, and by the same thing if there is only one.
        #[test]
        fn a_line_of_sight_is_the_same_from_both_ends(
            terrain in country(), (ax, ay, bx, by) in (0.0_f32..60.0, 0.0_f32..40.0, 0.0_f32..60.0, 0.0_f32..40.0),
            facing in 0.0_f32..360.0,
        ) {
            let terrain = TerrainIndex::new(terrain);
            let a = foot(ax, ay);
            let b = Outline {
                footprint: Footprint::Rectangle { width: 1.0, depth: 2.0 },
                place: Place::new(bx, by, facing),
            };
            let there = line_is_free(&terrain, SIGHT, &a, &b, b.place.at);
            let back = line_is_free(&terrain, SIGHT, &b, &a, a.place.at);
            prop_assert_eq!(there.is_ok(), back.is_ok());
            for (eye, target, line) in [(&a, &b, &there), (&b, &a, &back)] {
                let seen = sees(&terrain, SIGHT, eye, target);
                prop_assert!(line.is_err() || seen.is_ok());
                prop_assert!(seen.is_ok() || seen == *line);
            }
        }
    }
}
