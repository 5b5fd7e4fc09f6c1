//! Charges that engineers lay and fire (CP-8.6, `LayCharge`, `FireCharge`).
//!
//! This file says what a charge lies at and what it must overcome; in [`work`] engineers lay and fire it, in [`blow`]
//! it goes off.

pub mod blow;
pub mod work;

use bevy::math::Vec2;

use super::missions;
use crate::{
    book::cites::Topic,
    cards::decks,
    state::mines::{Mine, Mines, Structure},
    view::rulebook::{BookData, SkirmishView, cites},
};
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::{PieceId, UnitEntry, UnitId, Values},
    shared::dice,
    table::{house::Wall, measure, path, terrain::Terrain},
    turn::{ArmyList, ArmyListProblem, BattleMut},
};

/// How near the wall of a building a charge lies that is laid at it, in inches.
const AT_WALL: f32 = 1.0;
/// How near the charge an engineer stands who works on it, in inches.
const AT_WORK: f32 = 1.0;
/// The words of what a charge does: destroy all it lies on, or breach a wall.
pub const EFFECTS: [&str; 2] = [DESTROY, BREACH];
const DESTROY: &str = "destroy";
const BREACH: &str = "breach";

/// CP-8.6, CP-8.9: what a charge must overcome to breach a wall; none if nothing breaches it.
fn protection(book: &BookData, terrain: &Terrain, wall: Wall) -> Option<f32> {
    let numbers = &book.core.burst;
    let material = match wall {
        Wall::Building(n) => &terrain.buildings[n].material,
        Wall::Obstacle(n) => numbers.walls.get(&terrain.obstacles[n].kind)?,
        Wall::Area(_) | Wall::House(_) | Wall::Crossing(_) => return None,
    };
    numbers.protection.get(material).copied()
}

/// The bridge or building that a charge at a point would destroy.
fn structure_at(terrain: &Terrain, at: Vec2) -> Option<Structure> {
    let bridge = terrain.crossings.iter().position(|crossing| measure::inside(at, &crossing.outline));
    let house = || {
        let near = |outline: &[Vec2]| measure::inside(at, outline) || measure::distance_to_edge(at, outline) <= AT_WALL;
        terrain.buildings.iter().position(|building| near(&building.outline))
    };
    bridge.map(Structure::Crossing).or_else(|| house().map(Structure::Building))
}

/// CP-8.6: the wall with which a charge at a point is in contact, the nearest if there are several, and the point of
/// contact.
pub fn wall_at(book: &BookData, terrain: &Terrain, at: Vec2) -> Option<(Wall, Vec2)> {
    let walls =
        (0..terrain.buildings.len()).map(Wall::Building).chain((0..terrain.obstacles.len()).map(Wall::Obstacle));
    let breakable = walls.filter(|wall| protection(book, terrain, *wall).is_some());
    let points = breakable.filter_map(|wall| Some((wall, terrain.nearest_on_wall(wall, at)?)));
    let near = points.filter(|(_, on)| on.distance(at) <= AT_WALL);
    near.min_by(|a, b| a.1.distance(at).total_cmp(&b.1.distance(at)))
}

fn breaches(values: &Values) -> bool {
    values.word("charge_effect").is_some_and(|word| word == BREACH)
}

/// What the charge of a unit would bring down.
fn structure_of(book: &BookData, terrain: &Terrain, at: Vec2, values: &Values) -> Option<Structure> {
    if !breaches(values) {
        return structure_at(terrain, at);
    }
    let burst = missions::size(values.word("charge_burst")).unwrap_or(book.core.burst.structure);
    wall_at(book, terrain, at).map(|(wall, on)| Structure::Stretch { wall, at, on, burst })
}

/// The point of a charge that the values of a unit name.
fn point_of(entry: &UnitEntry) -> Option<Vec2> {
    match entry.values.numbers("charge").as_slice() {
        [x, y] => Some(Vec2::new(*x, *y)),
        _ => None,
    }
}

/// `LayCharge`, CP-8.6: charges of a scenario that lie at nothing they could bring down.
pub fn problems(book: &BookData, army: &ArmyList) -> Vec<ArmyListProblem> {
    let stray = army.units.iter().enumerate().filter_map(|(n, unit)| {
        let values = &unit.unit_entry.values;
        let at = point_of(&unit.unit_entry)?;
        if structure_of(book, army.terrain, at, values).is_some() {
            return None;
        }
        let (rule, what, help) = match (breaches(values), wall_at(book, army.terrain, at)) {
            (true, _) => (
                "CP-8.6",
                "no wall to breach",
                "`charge` must lie within an inch of the wall of a building, of a stone wall, log barricade or fence.",
            ),
            (false, Some(_)) => {
                ("CP-8.6", "a wall, which is breached and not destroyed,", "Say so: `charge_effect: \"breach\"`.")
            }
            (false, None) => (
                book.cites(Topic::LayCharge),
                "nothing to blow up",
                "`charge` must lie on a crossing, in a building or within an inch of its wall.",
            ),
        };
        let message = format!("there is {what} at ({}, {})", at.x, at.y);
        Some(ArmyListProblem {
            unit: UnitId(n as u16),
            field: "values",
            rule: RuleId::new(rule),
            message,
            help: help.into(),
        })
    });
    stray.collect()
}

/// `LayCharge`: notes the charges of the scenario; where they take a random number of activations, it is rolled now.
pub fn open(battle: &mut BattleMut, book: &BookData) {
    let view = battle.view();
    let laid: Vec<(UnitId, Vec2, Structure, f32, f32)> = view
        .units()
        .filter_map(|unit| {
            let entry = view.unit_part::<UnitEntry>(unit);
            let at = point_of(entry)?;
            let structure = structure_of(book, view.terrain(), at, &entry.values)?;
            let number = |name| entry.values.number(name).unwrap_or_default();
            Some((unit, at, structure, number("charge_penetration"), number("charge_points")))
        })
        .collect();
    let settings = &SkirmishView::of(view).settings().engineers;
    let (random, fixed) = (settings.charge_random, settings.charge_activations);
    let mut mines = Vec::new();
    for (unit, at, structure, penetration, points) in laid {
        let needed = if random { battle.roll(&decks::DICE, 6) } else { fixed };
        let view = battle.view();
        let (side, name) = (view.side_of_unit(unit), view.unit(unit).name.clone());
        let text = format!("{name} needs {needed} activations to lay its charge");
        if random {
            let rule = cites(battle, Topic::LayCharge);
            dice::log(battle, (side, unit), &[needed], rule, text, Explained::default());
        }
        let (done, fired, success) = (0, false, false);
        mines.push(Mine { unit, at, structure, penetration, needed, done, fired, success, points });
    }
    battle.resource_mut::<Mines>().0 = mines;
}

impl<'w> SkirmishView<'w> {
    /// The charge of a unit of engineers.
    pub fn mine_of(&self, unit: UnitId) -> Option<&'w Mine> {
        self.view.resource::<Mines>().0.iter().find(|mine| mine.unit == unit)
    }

    /// The charges that are laid and have not gone off.
    pub fn laid_charges(&self) -> impl Iterator<Item = &'w Mine> {
        self.view.resource::<Mines>().0.iter().filter(|mine| mine.is_ready())
    }

    /// What a structure is called, behind its article.
    pub fn name_of_structure(&self, structure: Structure) -> String {
        let terrain = self.view.terrain();
        match structure {
            Structure::Crossing(n) | Structure::Stretch { wall: Wall::Crossing(n), .. } => {
                format!("the {}", path::spoken(&terrain.crossings[n].kind))
            }
            Structure::Building(n) => terrain.buildings[n].the_name(),
            Structure::Stretch { wall: Wall::Building(n) | Wall::House(n), .. } => {
                format!("the wall of {}", terrain.buildings[n].the_name())
            }
            Structure::Stretch { wall: Wall::Obstacle(n), .. } => {
                format!("the {}", path::spoken(&terrain.obstacles[n].kind))
            }
            Structure::Stretch { wall: Wall::Area(n), .. } => format!("the {}", path::spoken(&terrain.areas[n].kind)),
        }
    }

    /// Whether a point lies on or in a structure, or under the burst at a stretch of wall.
    pub fn lies_on(&self, at: Vec2, structure: Structure) -> bool {
        let terrain = self.view.terrain();
        match structure {
            Structure::Crossing(n) => measure::inside(at, &terrain.crossings[n].outline),
            Structure::Building(n) => measure::inside(at, &terrain.buildings[n].outline),
            Structure::Stretch { .. } => self.template_of(structure).1.holds(at),
        }
    }

    /// The figures on or in a structure, or under the burst at a stretch of wall.
    pub fn all_on(&self, structure: Structure) -> Vec<PieceId> {
        let on = |piece: &PieceId| self.view.in_play(*piece) && self.lies_on(self.view.place(*piece).at, structure);
        self.view.pieces().filter(on).collect()
    }

    /// `LayCharge`: whether an engineer stands where his charge is laid.
    pub fn at_charge(&self, piece: PieceId, mine: &Mine) -> bool {
        self.view.outline(piece).gap_to_point(mine.at) <= AT_WORK + 1e-4
    }

    /// What follows if a charge goes off, for the player's eyes.
    pub fn what_a_charge_does(&self, mine: &Mine, men: usize) -> Vec<(String, RuleId)> {
        let Structure::Stretch { wall, .. } = mine.structure else {
            return vec![(
                format!("{men} figures are on it, under a large burst"),
                RuleId::new(self.cites(Topic::FireCharge)),
            )];
        };
        let through = self.protection_of(wall).map_or(0.0, |wall| self.chance_to_penetrate(mine.penetration, wall));
        vec![
            (format!("{men} figures are under its burst"), RuleId::new("CP-8.2")),
            (format!("breaches the wall in {:.0} %", through * 100.0), RuleId::new("CP-8.6")),
        ]
    }
}
