//! Where animals are worth something to a side: areas, edges and the pot, as the terms of victory name them.

use bevy::math::Vec2;

use crate::herds::state::HerdsView;
use grapeshot_combat_patrol::{evaluation::Evaluator, view::rulebook::SkirmishView};
use grapeshot_floor::{
    forces::{PieceId, SideId, UnitId},
    table::measure,
};

/// A place where animals of a herd are worth points.
#[derive(Debug, Clone, PartialEq)]
pub struct Pen {
    /// The side that gains by it.
    pub side: SideId,
    /// Points for each.
    pub each: f32,
    /// The corners of an area, or a stretch of an edge.
    pub outline: Vec<Vec2>,
    /// Whether it is an area.
    pub area: bool,
    /// Whether animals count there only while the side drives them.
    pub driven: bool,
    /// What it is, in words.
    pub name: String,
}

impl Pen {
    /// Whether a point lies in it.
    pub fn holds(&self, at: Vec2) -> bool {
        self.area && measure::inside(at, &self.outline)
    }

    /// Whether an animal counts at a point, if that side drives the herd.
    pub fn counts(&self, at: Vec2, driver: Option<SideId>) -> bool {
        self.holds(at) && (!self.driven || driver == Some(self.side))
    }

    /// How near a point is to counting, if that side drives the herd: 1 if it does, less the farther it is, nothing `far`
    /// inches away. Where animals must be driven, those that somebody else drives are worth nothing.
    fn share(&self, at: Vec2, driver: Option<SideId>, far: f32) -> f32 {
        if self.counts(at, driver) {
            return 1.0;
        }
        let taken =
            if self.driven { driver.map_or(NEAR, |driver| f32::from(u8::from(driver == self.side))) } else { 1.0 };
        NEAR * taken * (1.0 - self.apart(at) / far).max(0.0)
    }

    /// How far a point is from where it would count, in inches.
    pub fn apart(&self, at: Vec2) -> f32 {
        match self.area {
            true if self.holds(at) => 0.0,
            true => measure::distance_to_edge(at, &self.outline),
            false => self.nearest(at).distance(at),
        }
    }

    /// Where to make for from a point: the middle of an area, the nearest point of an edge; nowhere else from a point in an
    /// area in which it is enough to drive the herd.
    pub fn goal(&self, from: Vec2) -> Vec2 {
        if self.driven && self.holds(from) {
            return from;
        }
        match self.area {
            true => self.outline.iter().sum::<Vec2>() / self.outline.len().max(1) as f32,
            false => self.nearest(from),
        }
    }

    fn nearest(&self, from: Vec2) -> Vec2 {
        let points = self.outline.windows(2).map(|pair| measure::nearest_on_segment(from, pair[0], pair[1]));
        points.min_by(|a, b| a.distance(from).total_cmp(&b.distance(from))).unwrap_or(from)
    }
}

/// The places where the animals of a herd are worth points.
pub fn pens(mind: &Evaluator, herd: UnitId) -> Vec<Pen> {
    let areas = mind.terms.zones.iter().filter(|zone| zone.of.contains(&herd)).map(|zone| Pen {
        side: zone.side,
        each: zone.each,
        outline: zone.outline.clone(),
        area: true,
        driven: zone.driven,
        name: zone.name.clone(),
    });
    let edges = mind.terms.exits.iter().filter(|exit| exit.of.contains(&herd)).map(|exit| Pen {
        side: exit.side,
        each: exit.each,
        outline: exit.line.clone(),
        area: false,
        driven: false,
        name: exit.name.clone(),
    });
    areas.chain(edges).collect()
}

/// The side whose men drive a herd.
pub fn driver_of(cp: &SkirmishView, herd: UnitId) -> Option<SideId> {
    let driver = cp.herd(herd)?.herders.first();
    driver.map(|driver| cp.view.side_of_unit(*driver))
}

/// What the places of a herd are worth to the side that thinks if its animals stand so and a side drives them: those that
/// count whole, the others by how near they are. What an enemy gets counts against it.
pub fn worth_of_stand(mind: &Evaluator, pens: &[Pen], places: &[Vec2], driver: Option<SideId>) -> f32 {
    let far = mind.cp.livestock().judgement.pen_far;
    let of = |pen: &Pen| {
        let sum: f32 = places.iter().map(|at| pen.share(*at, driver, far)).sum();
        if pen.side == mind.side { pen.each * sum } else { -pen.each * sum }
    };
    pens.iter().map(of).sum()
}

/// The part of an animal's points that it is worth to have it just outside.
const NEAR: f32 = 0.5;

/// Where the animals of a unit stand.
pub fn places_of(mind: &Evaluator, unit: UnitId) -> Vec<Vec2> {
    mind.cp.view.present(unit).map(|animal| mind.cp.view.place(animal).at).collect()
}

/// Points for an animal that falls: what the side gets for it, less what it would be worth to it alive; what is lost to
/// the enemy counts if he drives the herd.
pub fn worth_of_quarry(mind: &Evaluator, animal: PieceId) -> f32 {
    let unit = mind.cp.view.unit_of(animal);
    let falls =
        mind.terms.falls.iter().filter(|fall| fall.of.contains(&unit)).map(|fall| match fall.side == mind.side {
            true => fall.each,
            false if fall.own_hand => 0.0,
            false => -fall.each,
        });
    let (at, driver) = (mind.cp.view.place(animal).at, driver_of(mind.cp, unit));
    let robbed = driver.is_some_and(|driver| driver != mind.side);
    let pens: Vec<Pen> = pens(mind, unit).into_iter().filter(|pen| robbed || pen.side == mind.side).collect();
    falls.sum::<f32>() - worth_of_stand(mind, &pens, &[at], driver)
}

/// What it is worth to drive a herd.
pub fn worth_of_having(mind: &Evaluator, herd: UnitId) -> f32 {
    let judgement = &mind.cp.livestock().judgement;
    if mind.cp.herd(herd).is_some_and(|herd| !herd.herders.is_empty()) {
        return judgement.helps;
    }
    let heads = mind.cp.view.present(herd).count() as f32;
    judgement.rides * heads + judgement.share * left_to_win(mind, herd)
}

/// Points that the side could still win with a herd: for the best of its places, the animals that do not count there yet;
/// and for those of its enemies what they would get.
pub fn left_to_win(mind: &Evaluator, herd: UnitId) -> f32 {
    let (pens, places, driver) = (pens(mind, herd), places_of(mind, herd), driver_of(mind.cp, herd));
    let missing = |pen: &Pen| pen.each * places.iter().filter(|at| !pen.counts(**at, driver)).count() as f32;
    let best = |own: bool| {
        let of = pens.iter().filter(|pen| (pen.side == mind.side) == own).map(missing);
        of.fold(0.0, f32::max)
    };
    best(true) + mind.cp.livestock().judgement.denied * best(false)
}
