//! Who sees whom (BP-1.8).

use bevy::math::Vec2;

use super::view::BlackPowderView;
use crate::{
    forces::UnitId,
    rulesets::{
        black_powder::book::{
            data::WeaponKind,
            values::{Formation, Troop},
        },
        shared::formed::block::{self, Face},
    },
    table::{
        footprint::Outline,
        measure::{crossing, edges, inside},
        terrain::SightThrough,
    },
};

/// What a unit sees of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    /// How many of its three lines are free.
    pub lines: u8,
    /// Whether lines are free only over other units (BP-5.10).
    pub overhead: bool,
}

/// The share of a stretch that lies inside a polygon, in inches.
fn inches_inside(a: Vec2, b: Vec2, polygon: &[Vec2]) -> f32 {
    let mut cuts: Vec<f32> =
        edges(polygon).filter_map(|(c, d)| crossing(a, b, c, d).map(|(share, _)| share)).chain([0.0, 1.0]).collect();
    cuts.sort_unstable_by(f32::total_cmp);
    let length = a.distance(b);
    cuts.windows(2)
        .filter(|pair| inside(a + (b - a) * pair[0].midpoint(pair[1]), polygon))
        .map(|pair| (pair[1] - pair[0]) * length)
        .sum()
}

impl<'w> BlackPowderView<'w> {
    /// BP-1.8: whether a unit sees another.
    pub fn sees(&self, unit: UnitId, target: UnitId) -> bool {
        self.lines(unit, target, false).next().is_some()
    }

    /// BP-1.8: the lines of a unit to another that are free. `guns`: they shoot over what is far enough from both
    /// (BP-5.10).
    pub fn sight(&self, unit: UnitId, target: UnitId, guns: bool) -> Seen {
        let one = |seen: Seen, over: bool| Seen { lines: seen.lines + 1, overhead: seen.overhead | over };
        self.lines(unit, target, guns).fold(Seen { lines: 0, overhead: false }, one)
    }

    /// The free lines of a unit to another, each with whether it goes over other units.
    fn lines(&self, unit: UnitId, target: UnitId, guns: bool) -> impl Iterator<Item = bool> {
        let bp = *self;
        let (own, other) = (self.outline(unit), self.outline(target));
        let all_round = self.formation(unit).is_all_round();
        let quarter = block::quarter(&own, block::nearest_point(&other, own.place.at));
        let seeing = quarter != Face::Rear || all_round;
        let eyes = if all_round {
            let (left, right) = block::edge(&own, quarter);
            [left, (left + right) / 2.0, right]
        } else {
            block::eyes(&own)
        };
        let between = if seeing { self.in_between(unit, target, &own, &other) } else { Vec::new() };
        eyes.into_iter().filter(move |_| seeing).filter_map(move |eye| {
            let point = block::nearest_point(&other, eye);
            if !bp.ground_is_free(unit, target, eye, point) {
                return None;
            }
            let mut over = false;
            for (_, blocker) in &between {
                match bp.passes_line(blocker, &own, &other, eye, point, guns) {
                    Line::Free => {}
                    Line::Over => over = true,
                    Line::Blocked => return None,
                }
            }
            Some(over)
        })
    }

    /// BP-1.8: what hides a unit from another, and where the middle line meets it; none if it is seen.
    pub fn hidden_by(&self, unit: UnitId, target: UnitId) -> Option<(String, Vec2)> {
        let guns = self.guns(unit).0;
        if self.sight(unit, target, guns).lines > 0 {
            return None;
        }
        let (own, other) = (self.outline(unit), self.outline(target));
        let quarter = block::quarter(&own, block::nearest_point(&other, own.place.at));
        let all_round = self.formation(unit).is_all_round();
        if quarter == Face::Rear && !all_round {
            return Some(("its own front: it looks the other way".into(), own.place.at));
        }
        let eye = if all_round {
            let (left, right) = block::edge(&own, quarter);
            (left + right) / 2.0
        } else {
            block::eyes(&own)[1]
        };
        let point = block::nearest_point(&other, eye);
        let between = self.in_between(unit, target, &own, &other);
        let body = || {
            let blocked =
                |body: &Outline| matches!(self.passes_line(body, &own, &other, eye, point, guns), Line::Blocked);
            between.iter().find(|(_, body)| blocked(body)).map(|(id, _)| InTheWay::Unit(*id))
        };
        let what = self.ground_in_the_way(unit, target, eye, point).or_else(body)?;
        let terrain = self.view.terrain();
        let spoken = |name: Option<&String>, kind: &str| name.map_or_else(|| kind.replace('_', " "), Clone::clone);
        let (name, outline) = match what {
            InTheWay::Building(n) => (terrain.buildings[n].name.clone(), terrain.buildings[n].outline.clone()),
            InTheWay::Hill(n) => (spoken(terrain.hills[n].name.as_ref(), "a hill"), terrain.hills[n].outline.clone()),
            InTheWay::Area(n) => {
                let area = &terrain.areas[n];
                (spoken(area.name.as_ref(), &area.kind), area.outline.clone())
            }
            InTheWay::Unit(id) => (self.name(id).to_owned(), self.outline(id).corners()),
        };
        let shares = edges(&outline).filter_map(|(c, d)| crossing(eye, point, c, d)).map(|(share, _)| share);
        Some((name, eye.lerp(point, shares.fold(1.0, f32::min))))
    }

    /// The formed units that may stand between two.
    fn in_between(&self, unit: UnitId, target: UnitId, own: &Outline, other: &Outline) -> Vec<(UnitId, Outline)> {
        let middle = (own.place.at + other.place.at) / 2.0;
        let half = own.place.at.distance(other.place.at) / 2.0 + own.footprint.reach();
        self.regiments()
            .filter(|unit_between| *unit_between != unit && *unit_between != target)
            .filter(|unit_between| self.formation(*unit_between) != Formation::Skirmish)
            .map(|unit_between| (unit_between, self.outline(unit_between)))
            .filter(|(_, outline)| outline.place.at.distance(middle) <= half + outline.footprint.reach())
            .collect()
    }

    fn passes_line(&self, blocker: &Outline, own: &Outline, other: &Outline, a: Vec2, b: Vec2, guns: bool) -> Line {
        if !blocker.cut_by(a, b) {
            return Line::Free;
        }
        let far = self.inches(self.numbers().overlooked);
        if blocker.gap(own) <= far || blocker.gap(other) <= far {
            return Line::Blocked;
        }
        // BP-5.10: for guns the shot is overhead, from a hill as from level ground.
        if guns {
            return Line::Over;
        }
        let ground = self.view.ground();
        if ground.level_at(a) > ground.level_at(blocker.place.at) { Line::Free } else { Line::Blocked }
    }

    /// BP-1.8: whether hills, buildings and woods leave a line free.
    pub fn ground_is_free(&self, unit: UnitId, target: UnitId, a: Vec2, b: Vec2) -> bool {
        self.ground_in_the_way(unit, target, a, b).is_none()
    }

    /// BP-1.8: the building, hill or wood that blocks a line.
    fn ground_in_the_way(&self, unit: UnitId, target: UnitId, a: Vec2, b: Vec2) -> Option<InTheWay> {
        let terrain = self.view.terrain();
        let (low, high) = (a.min(b), a.max(b));
        let near = |polygon: &[Vec2]| {
            let least = polygon.iter().copied().fold(Vec2::INFINITY, Vec2::min);
            let most = polygon.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
            least.cmple(high).all() && low.cmple(most).all()
        };
        let held = [self.values(unit).building, self.values(target).building];
        let house = terrain.buildings.iter().enumerate().position(|(index, building)| {
            !held.contains(&Some(index))
                && near(&building.outline)
                && inches_inside(a, b, &building.outline) > self.numbers().tolerance
        });
        if let Some(house) = house {
            return Some(InTheWay::Building(house));
        }
        let ground = self.view.ground();
        if !terrain.hills.is_empty() {
            let level = ground.level_at(a).max(ground.level_at(b));
            let hill = terrain.hills.iter().position(|hill| {
                hill.levels > level && near(&hill.outline) && inches_inside(a, b, &hill.outline) > 0.01
            });
            if let Some(hill) = hill {
                return Some(InTheWay::Hill(hill));
            }
        }
        let mut woods = 0.0;
        for (n, area) in terrain.areas.iter().enumerate() {
            if area.ground.sight == SightThrough::Free || !near(&area.outline) {
                continue;
            }
            woods += inches_inside(a, b, &area.outline);
            let most = match area.ground.sight {
                SightThrough::Inside(inches) => self.inches(inches),
                SightThrough::Blocked | SightThrough::Free => 0.0,
            };
            if woods > most + self.numbers().tolerance {
                return Some(InTheWay::Area(n));
            }
        }
        None
    }

    /// Whether a unit shoots with guns, and with howitzers.
    pub fn guns(&self, unit: UnitId) -> (bool, bool) {
        match self.weapon(unit) {
            Some(weapon) if self.troop(unit) == Troop::Artillery => {
                (weapon.is_artillery(), weapon.kind == WeaponKind::Howitzer)
            }
            _ => (false, false),
        }
    }
}

/// What blocks a line, by its number or id.
enum InTheWay {
    Building(usize),
    Hill(usize),
    Area(usize),
    Unit(UnitId),
}

enum Line {
    Free,
    Over,
    Blocked,
}
