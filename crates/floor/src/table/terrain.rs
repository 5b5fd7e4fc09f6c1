//! The terrain of a table as a scenario lays it out.
//!
//! What a kind of ground does (rate, cover, sight) is the ruleset's business; it is resolved once, when
//! the battle is set up, into the [`Ground`] of each area, so that sight and movement need no names.

use bevy::math::Vec2;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

/// The width of the opening of a door, in inches: a convention of the scenarios.
pub const DOOR_WIDTH: f32 = 1.0;

/// The width of the opening of a window, in inches: a convention of the scenarios.
pub const WINDOW_WIDTH: f32 = 0.5;

/// CP-14.5: the width of a breached stretch of wall, in inches.
pub const BREACH_WIDTH: f32 = 2.0;

/// How far one sees inside an area, or through it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum SightThrough {
    /// The area does not hinder sight.
    Free,
    /// Sight reaches this many inches inside; lines that cross the area are blocked (CP-1.8).
    Inside(f32),
    /// Nothing is seen through it.
    Blocked,
}

/// What the active ruleset makes of a piece of ground.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ground {
    /// Inches moved for each inch of allowance; 0 is impassable.
    pub rate: f32,
    /// Whether the scenario gives this piece of ground its rate, for everybody who enters it; else it has that of its
    /// kind, which may be another for each kind of troops.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own_rate: bool,
    /// The ruleset's code of the cover it gives to those inside it, if any ("b" for brush in CP-7.5).
    pub cover: Option<SmolStr>,
    /// How it hinders sight.
    pub sight: SightThrough,
    /// The grade of its bog check in the ruleset's words, if it bogs.
    pub bog: Option<SmolStr>,
    /// Those that cannot enter it: any of "foot", "mounted" and "wheeled" (CP-5.11).
    #[serde(default)]
    pub closed_to: Vec<SmolStr>,
    /// Whether its cover stops what the ruleset calls heavy shot; as its type of cover does if nothing is said.
    #[serde(default)]
    pub stops_shot: Option<bool>,
}

impl Ground {
    /// Open ground: full rate, no cover, free sight.
    pub fn open() -> Self {
        Self {
            rate: 1.0,
            own_rate: false,
            cover: None,
            sight: SightThrough::Free,
            bog: None,
            closed_to: Vec::new(),
            stops_shot: None,
        }
    }

    /// Inches moved for an inch of allowance by one of "foot", "mounted" or "wheeled", if it has this rate in ground of
    /// the kind; 0 is no entry.
    pub fn rate_for(&self, who: &str, of_kind: f32) -> f32 {
        match self.closed_to.iter().any(|closed| closed == who) {
            true => 0.0,
            false if self.own_rate => self.rate,
            false => of_kind,
        }
    }
}

/// A polygon of ground: a wood, a field, a marsh.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Area {
    /// The scenario's id.
    pub id: SmolStr,
    /// The kind in words of the ruleset's terrain table ("woods").
    pub kind: SmolStr,
    /// The name on the map, if it has one.
    pub name: Option<String>,
    /// Corners in order, either way round, in inches.
    pub outline: Vec<Vec2>,
    /// What the active ruleset makes of it.
    pub ground: Ground,
}

/// A wall, fence, hedge, ditch along a polyline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Obstacle {
    /// The scenario's id.
    pub id: SmolStr,
    /// The kind ("stone_wall").
    pub kind: SmolStr,
    /// The line in inches.
    pub line: Vec<Vec2>,
    /// Height in inches; over 2 it is impassable without ladder or gate and blocks sight.
    pub height: f32,
    /// The ruleset's code of the cover it gives, if any.
    pub cover: Option<SmolStr>,
    /// The grade of its bog check, if it bogs.
    pub bog: Option<SmolStr>,
    /// Whether its cover stops heavy shot, as for [`Ground::stops_shot`].
    pub stops_shot: Option<bool>,
}

/// A road or track along a polyline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Road {
    /// The scenario's id.
    pub id: SmolStr,
    /// The kind ("road", "track").
    pub kind: SmolStr,
    /// The middle of the road in inches.
    pub line: Vec<Vec2>,
    /// Width in inches.
    pub width: f32,
}

/// A stream: the strip of its width round its middle line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Stream {
    /// The scenario's id.
    pub id: SmolStr,
    /// The name on the map, if it has one.
    pub name: Option<String>,
    /// The middle of the stream in inches.
    pub line: Vec<Vec2>,
    /// Width in inches.
    pub width: f32,
    /// Whether it is deep (impassable) rather than shallow.
    pub deep: bool,
    /// What the active ruleset makes of it.
    pub ground: Ground,
}

/// The kind of a bridge that was destroyed in the battle.
pub const FALLEN_BRIDGE: &str = "fallen_bridge";

/// A ford or bridge: it replaces the stream inside its polygon.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Crossing {
    /// The scenario's id.
    pub id: SmolStr,
    /// The kind ("ford", "bridge").
    pub kind: SmolStr,
    /// Corners in inches.
    pub outline: Vec<Vec2>,
    /// What the active ruleset makes of it.
    pub ground: Ground,
}

/// How a door stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum DoorState {
    /// Open: passing costs nothing.
    Open,
    /// Closed but not locked.
    Closed,
    /// Locked: it must be broken.
    Locked,
}

/// A door in a building's outline, on the ground floor. A breached stretch of wall is one, too (CP-14.5).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Door {
    /// Middle of the opening on the outline.
    pub at: Vec2,
    /// How it stands.
    pub state: DoorState,
    /// Whether it is a gate, which is harder to break.
    pub gate: bool,
    /// How wide it is, in inches.
    pub width: f32,
    /// How often it must be beaten before it breaks, if not as often as others (CP-9.9).
    pub endurance: Option<u8>,
}

impl Door {
    /// A door of the usual width and strength.
    pub fn new(at: Vec2, state: DoorState) -> Self {
        Self { at, state, gate: false, width: DOOR_WIDTH, endurance: None }
    }

    /// CP-14.5: a breached stretch of wall, 2 inches wide.
    pub fn breach(at: Vec2) -> Self {
        Self { at, state: DoorState::Open, gate: false, width: BREACH_WIDTH, endurance: None }
    }

    /// Whether it is a breach in the wall.
    pub fn is_breach(&self) -> bool {
        self.width == BREACH_WIDTH
    }
}

/// A window or loophole in a building's outline, 0.5 inches wide.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Window {
    /// Middle of the opening on the outline.
    pub at: Vec2,
    /// The only floor that has it, 0 on the ground; all floors if none.
    pub floor: Option<u8>,
}

impl Window {
    /// A window that every floor has.
    pub fn on_every_floor(at: Vec2) -> Self {
        Self { at, floor: None }
    }

    /// Whether a floor has it.
    pub fn is_on(&self, floor: u8) -> bool {
        self.floor.is_none_or(|only| only == floor)
    }
}

/// A section of a floor (CP-14.1).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Room {
    /// What it is called.
    pub name: String,
    /// The floor that it is on, 0 on the ground.
    pub floor: u8,
    /// Corners in inches.
    pub outline: Vec<Vec2>,
}

/// A building with storeys, doors and windows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Building {
    /// The scenario's id.
    pub id: SmolStr,
    /// The name on the map.
    pub name: String,
    /// Corners in inches.
    pub outline: Vec<Vec2>,
    /// Number of storeys.
    pub storeys: u8,
    /// Material in the ruleset's words ("masonry", "log", "wood_frame").
    pub material: SmolStr,
    pub doors: Vec<Door>,
    pub windows: Vec<Window>,
    /// The sections of its floors; a floor without any is one.
    pub rooms: Vec<Room>,
    /// Where its stairs or ladders are, each from the ground to the top floor.
    pub stairs: Vec<Vec2>,
    /// The ruleset's code of the cover it gives ("h"), if any.
    pub cover: Option<SmolStr>,
    /// How large it counts, in the ruleset's words, if that means anything.
    pub size: Option<SmolStr>,
}

/// A hill: a polygon this many levels above the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hill {
    /// The scenario's id.
    pub id: SmolStr,
    /// The name on the map, if it has one.
    pub name: Option<String>,
    /// Corners in inches.
    pub outline: Vec<Vec2>,
    /// Levels above the table.
    pub levels: u8,
    /// Whether its slopes slow movement.
    pub steep: bool,
    /// Rate on its slopes.
    pub rate: f32,
}

/// All that lies on a table.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Terrain {
    /// Width and height of the table in inches.
    pub size: Vec2,
    pub areas: Vec<Area>,
    /// Walls, fences, hedges, ditches.
    pub obstacles: Vec<Obstacle>,
    /// Roads and tracks.
    pub roads: Vec<Road>,
    pub streams: Vec<Stream>,
    /// Fords and bridges.
    pub crossings: Vec<Crossing>,
    pub buildings: Vec<Building>,
    pub hills: Vec<Hill>,
}
