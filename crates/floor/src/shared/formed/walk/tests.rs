//! Walks of a frame of stands, a hollow square and a bent flank.

use super::*;
use crate::{
    shared::formed::frames::{Frame, STAND, bent, square, twelve},
    table::{
        footprint::{Footprint, Outline},
        position::{Heading, Place},
    },
};

#[derive(Debug, Clone, PartialEq)]
struct Here {
    body: Frame,
    cost: f32,
}

impl Moment for Here {
    type Body = Frame;

    fn body(&self) -> &Frame {
        &self.body
    }

    fn cost(&self) -> f32 {
        self.cost
    }

    fn with(&self, body: Frame, cost: f32) -> Self {
        Self { body, cost }
    }

    fn same_form(&self, other: &Self) -> bool {
        self.body.stands == other.body.stands
    }
}

struct Inches(f32);

impl Purse for Inches {
    fn left(&self) -> f32 {
        self.0
    }

    fn pay(&mut self, inches: f32) {
        self.0 -= inches;
    }
}

/// Bad ground from some y on, over which a body goes at half pace.
#[derive(Clone, Copy)]
struct Mud(f32);

impl Ground<Frame> for Mud {
    fn is_open(&self) -> bool {
        self.0.is_infinite()
    }

    fn rate(&self, body: &Frame) -> (f32, Option<&str>) {
        let touches = body.outlines().any(|stand| stand.corners().iter().any(|corner| corner.y > self.0));
        if touches { (0.5, Some("the mud")) } else { (1.0, None) }
    }

    fn across(&self, _: &Frame) -> Vec<usize> {
        Vec::new()
    }

    fn stops(&self, _: &Frame, _: Vec2) -> Vec<f32> {
        Vec::new()
    }
}

struct Rules {
    mud: Mud,
    others: Vec<Outline>,
    /// Where its own walk is interrupted: beyond this y.
    fire: f32,
}

impl Default for Rules {
    fn default() -> Self {
        Self { mud: Mud(f32::INFINITY), others: Vec::new(), fire: f32::INFINITY }
    }
}

impl Marching for Rules {
    type Moment = Here;
    type Ground = Mud;
    type Purse = Inches;
    type Own = ();
    type Who = usize;

    fn ground(&self, _: &Here, _: Vec2, _: Vec2) -> Mud {
        self.mud
    }

    fn bars(&self, _: &Here, _: Vec2, _: f32) -> Vec<Bar<usize>> {
        self.others.iter().enumerate().map(|(who, outline)| Bar { who, outline: *outline }).collect()
    }

    fn barred_by(&self, who: usize) -> String {
        format!("number {who} is in the way")
    }

    fn crossing(&self, _: usize, _: &Self::Purse) -> Result<(f32, String), String> {
        Err("there are no obstacles".into())
    }

    fn rule(&self, _: Toll) -> &'static str {
        "T-1"
    }

    fn may_end(&self, _: &Here, _: &Here) -> Result<(), String> {
        Ok(())
    }

    fn take(&self, _: &mut Walker<'_, Self>, (): &()) {}

    fn interrupt(&self, from: &Here, inches: f32, at: &dyn Fn(f32) -> Frame) -> Option<f32> {
        let reached = |inches: f32| at(inches).place.at.y >= self.fire;
        if reached(0.0) || from.body.place.at.y >= self.fire || !reached(inches) {
            return None;
        }
        let (mut low, mut high) = (0.0, inches);
        while high - low > FINE {
            let middle = low.midpoint(high);
            if reached(middle) { high = middle } else { low = middle }
        }
        Some(high)
    }
}

fn walk<'r>(rules: &'r Rules, body: Frame, inches: f32, steps: &[Step<()>]) -> Walker<'r, Rules> {
    let mut walker = Walker::new(rules, Here { body, cost: 0.0 }, Inches(inches));
    walker.go(steps);
    walker
}

fn north(inches: f32) -> Step<()> {
    Step::Slide(Vec2::new(0.0, inches))
}

#[test]
fn any_of_twelve_stands_meets_what_is_in_its_way() {
    let tree =
        Outline { footprint: STAND, place: Place { at: Vec2::new(22.5, 26.0), facing: Heading(90.0), floor: 0 } };
    let rules = Rules { others: vec![tree], ..Rules::default() };
    let walker = walk(&rules, twelve(), 12.0, &[north(10.0)]);
    assert_eq!(walker.stopped.as_deref(), Some("number 0 is in the way"));
    let gone = walker.now().body.place.at.y - 20.0;
    assert!((gone - (26.0 - 0.375 - 20.75)).abs() < 0.05, "{gone}");
    let beside = Rules {
        others: vec![Outline { place: Place { at: Vec2::new(24.0, 26.0), ..tree.place }, ..tree }],
        ..Rules::default()
    };
    assert_eq!(walk(&beside, twelve(), 12.0, &[north(10.0)]).stopped, None);
}

#[test]
fn one_may_stand_within_a_hollow_square_that_marches_on() {
    let inside = Outline { footprint: Footprint::Circle { diameter: 0.5 }, place: square().place };
    let rules = Rules { others: vec![inside], ..Rules::default() };
    let walker = walk(&rules, square(), 12.0, &[north(5.0)]);
    let gone = walker.now().body.place.at.y - 20.0;
    assert!(walker.stopped.is_some() && gone > 1.0 && gone < 2.0, "the rear side meets him: {gone}");
}

#[test]
fn the_bent_flank_of_a_line_slows_all_of_it() {
    let rules = Rules { mud: Mud(22.0), ..Rules::default() };
    let paid = |body: Frame| walk(&rules, body, 20.0, &[north(4.0)]).now().cost;
    let ahead = Frame { stands: vec![(0.0, 0.0, 0.0), (1.0, 1.5, -90.0)], ..twelve() };
    assert!((paid(bent()) - (1.625 + 2.0 * 2.375)).abs() < 0.02, "{}", paid(bent()));
    assert!(paid(ahead.clone()) > paid(bent()), "{} {}", paid(ahead), paid(bent()));
}

#[test]
fn a_wheel_is_paid_by_the_outer_corner() {
    let rules = Rules::default();
    let walker = walk(&rules, twelve(), 20.0, &[Step::Wheel(90.0)]);
    assert!((walker.now().cost - 6.0 * std::f32::consts::FRAC_PI_2).abs() < 0.01, "{}", walker.now().cost);
    assert!((walker.now().body.place.facing.angle_to(Heading(180.0))) < 0.01);
}

#[test]
fn a_walk_that_is_interrupted_goes_on_and_ends_where_it_would_have() {
    let column = Frame { stands: (0..4).map(|n| (1.5 - n as f32, 0.0, 0.0)).collect(), ..twelve() };
    let lists: [(Frame, Vec<Step<()>>); 4] = [
        (twelve(), vec![north(6.0), Step::Wheel(30.0)]),
        (twelve(), vec![Step::Wheel(60.0), north(2.0)]),
        (square(), vec![Step::Pivot(45.0), north(5.0)]),
        (column, vec![Step::Follow(vec![Vec2::new(0.0, 3.0), Vec2::new(4.0, 3.0)])]),
    ];
    for (body, steps) in lists {
        let whole = Rules::default();
        let all = walk(&whole, body.clone(), 30.0, &steps);
        let rules = Rules { fire: 21.0, ..Rules::default() };
        let mut parts = walk(&rules, body, 30.0, &steps);
        assert!(!parts.rest.is_empty() && parts.stopped.is_none(), "it is interrupted");
        let at = parts.now().body.place.at.y;
        assert!((at - 21.0).abs() < 0.01, "{at}");
        parts.resume();
        let (ends, would) = (parts.now(), all.now());
        assert!(
            ends.body.place.at.distance(would.body.place.at) < 0.02,
            "{:?} {:?}",
            ends.body.place,
            would.body.place
        );
        assert!(ends.body.place.facing.angle_to(would.body.place.facing) < 0.2);
        assert!((ends.cost - would.cost).abs() < 0.02 && parts.rest.is_empty(), "{} {}", ends.cost, would.cost);
    }
}
