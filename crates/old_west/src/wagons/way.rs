//! The way of a wagon by its rear axle, and what it must pass (OW-10.3, OW-10.5 to OW-10.7).

use bevy::math::Vec2;
use easy_ext::ext;

use super::{book::Woods, state::Wagon};
use crate::wagons::state::WagonsView;
use grapeshot_combat_patrol::{book::grade::Grade, movement::mover::Mover, view::rulebook::SkirmishView};
use grapeshot_floor::{
    events::Explained,
    forces::PieceId,
    orders::{PlannedMove, Refusal},
    shared::refuse,
    table::{
        index::{Feature, TerrainIndex},
        measure,
        path::{self, Crossed, Going, Part},
        position::{Heading, Place},
    },
};

/// Inches by which a wagon feels its way to what stops it.
const FEEL: f32 = 0.25;
/// Two corners nearer to each other than this are one, in inches.
const HAIR: f32 = 1e-3;

/// What a wagon must pass on its way.
#[derive(Debug, Clone, PartialEq)]
pub enum Hazard {
    /// A sharp turn, in degrees.
    Turn(f32),
    /// A linear obstacle, by its index.
    Obstacle(usize),
    /// Rough ground; if it fails, it stops this many inches along its way.
    Rough(f32),
}

/// A check that a wagon comes to.
#[derive(Debug, Clone, PartialEq)]
pub struct Peril {
    /// How many inches along its way.
    pub at: f32,
    /// What it must pass.
    pub what: Hazard,
    /// The grade of the check.
    pub grade: Grade,
}

/// The way that a wagon would go.
#[derive(Debug, Clone, PartialEq)]
pub struct Drive {
    /// The corners of its rear axle, where it stands first.
    pub way: Vec<Vec2>,
    /// Its heading at the end.
    pub heading: Heading,
    /// The checks that it comes to, in order.
    pub perils: Vec<Peril>,
}

/// What ground and obstacles cost a wagon (OW-10.2, OW-10.5, OW-10.6).
struct Wheels<'w> {
    ground: Mover<'w>,
    crashes: bool,
    woods: bool,
    terrain: &'w grapeshot_floor::table::terrain::Terrain,
}

impl Going for Wheels<'_> {
    fn cost_per_inch(&self, feature: &Feature) -> Result<f32, String> {
        if let Feature::Area(n, _) = feature
            && !self.woods
            && self.terrain.areas[*n].kind == "woods"
        {
            return Err("no wagon goes into woods".into());
        }
        self.ground.cost_per_inch(feature)
    }

    fn cost_to_cross(&self, terrain: &TerrainIndex, crossed: &Crossed) -> Result<f32, String> {
        match crossed {
            Crossed::Obstacle(_) if self.crashes => Ok(0.0),
            Crossed::Obstacle(_) => Err("clear a gap first, or take it at a gallop".into()),
            _ => self.ground.cost_to_cross(terrain, crossed),
        }
    }
}

fn wheels<'w>(cp: &SkirmishView<'w>, wagon: &Wagon, crashes: bool) -> Wheels<'w> {
    Wheels {
        ground: Mover { mounted: true, wounded: false, laden: false, wheeled: false, ..cp.mover(wagon.body) },
        crashes,
        woods: cp.wagon_settings().wagons_in_woods == Woods::Rough,
        terrain: cp.view.terrain(),
    }
}

/// Questions to the view about way.
#[ext(WayView)]
pub impl SkirmishView<'_> {
    /// OW-10.2 to OW-10.7: the way of a wagon through these corners, where it stands first, with this many inches to
    /// spend.
    ///
    /// # Errors
    /// If a turn is too sharp, or if it cannot move that way at all.
    fn plan_drive(&self, wagon: &Wagon, corners: &[Vec2], inches: f32, crashes: bool) -> Result<Drive, Refusal> {
        let axle = self.axle(wagon);
        let name = self.name(wagon.body);
        let body = self.coach_kind(wagon).body.0;
        let going = wheels(self, wagon, crashes);
        let walk = path::walk(self.view.ground(), corners, inches, &going);
        let gap = self.narrow_gap(wagon, &walk.corners);
        let until = |inches: f32| path::part_of(&walk.corners, inches / path::length(&walk.corners).max(HAIR));
        let way = self.free_way(wagon, axle, &gap.map_or_else(|| walk.corners.clone(), until));
        if path::length(&way) < HAIR {
            let narrow = || if gap.is_some() { "the gap is too narrow" } else { "there is no room" };
            let why = walk.stopped.unwrap_or_else(|| narrow().into());
            let rule = if why.starts_with("clear a gap") { "OW-10.6" } else { "OW-10.2" };
            return refuse(rule, format!("{name} cannot move that way: {why}"));
        }
        let turns = turns(axle.facing, &way, body);
        let sharpest = self.wagon_numbers().sharp_turn;
        if let Some((_, turn)) = turns.iter().find(|(_, turn)| turn.abs() > sharpest + 0.1) {
            let reason = format!("{name} cannot turn by {:.0} degrees: {sharpest:.0} at most", turn.abs());
            return refuse("OW-10.3", reason);
        }
        let mut perils = self.rough_on(&way);
        if crashes {
            let free = self.wagon_numbers().free_turn;
            perils.extend(turns.into_iter().filter(|(_, turn)| turn.abs() > free + 0.1).map(|(at, turn)| Peril {
                at,
                what: Hazard::Turn(turn),
                grade: if turn.abs() > sharpest { Grade::Elite } else { Grade::Regular },
            }));
            perils.extend(self.obstacles_on(&way));
        }
        perils.sort_by(|a, b| a.at.total_cmp(&b.at));
        let heading = heading_at_end(axle.facing, &way);
        Ok(Drive { way, heading, perils })
    }

    /// Inches of its allowance that an inch of the ground at a point costs a wagon; none where it cannot go.
    fn cost_to_wheels(&self, wagon: &Wagon, at: Vec2) -> Option<f32> {
        wheels(self, wagon, true).cost_per_inch(&self.view.ground().feature_at(at)).ok()
    }

    /// OW-10.2: how many inches along a way a wagon comes before its team is at a gap between walls that is narrower than
    /// its body and half an inch more; none without such a gap.
    fn narrow_gap(&self, wagon: &Wagon, corners: &[Vec2]) -> Option<f32> {
        let (kind, numbers) = (self.coach_kind(wagon), self.wagon_numbers());
        let needed = kind.body.1 + numbers.gap_room;
        let ahead = kind.body.0 - numbers.axle + if wagon.team.is_some() { kind.team.0 } else { 0.0 };
        let mut gone = 0.0;
        for leg in corners.windows(2) {
            let length = leg[0].distance(leg[1]);
            let walls = self.walls_beside(leg[0], leg[1], needed);
            let steps = (length / FEEL).ceil().max(1.0) as u16;
            let at = |step: u16| leg[0].lerp(leg[1], f32::from(step) / f32::from(steps));
            let inches = |step: u16| gone + length * f32::from(step) / f32::from(steps);
            // A team that is in a gap already goes on.
            let comes_to = |step: &u16| inches(*step) >= ahead - FEEL;
            let narrow = |step: &u16| room_between(&walls, at(*step), at(*step + 1)) < needed - HAIR;
            if let Some(step) = (0..steps).filter(comes_to).find(|step| !walls.is_empty() && narrow(step)) {
                return Some((inches(step) - ahead).max(0.0));
            }
            gone += length;
        }
        None
    }

    /// The walls of houses and the linear obstacles that are no farther than `within` inches from a leg.
    fn walls_beside(&self, from: Vec2, to: Vec2, within: f32) -> Vec<(Vec2, Vec2)> {
        let terrain = self.view.ground().terrain();
        let fences = terrain.obstacles.iter().flat_map(|wall| wall.line.windows(2).map(|ab| (ab[0], ab[1])));
        let houses = terrain.buildings.iter().flat_map(|house| measure::edges(&house.outline));
        let near = |(a, b): &(Vec2, Vec2)| {
            let ends = [(from, *a, *b), (to, *a, *b), (*a, from, to), (*b, from, to)];
            ends.into_iter().any(|(at, c, d)| measure::distance_to_segment(at, c, d) <= within)
        };
        fences.chain(houses).filter(near).collect()
    }

    /// The part of a way on which a wagon stands nowhere on another base or in a house.
    fn free_way(&self, wagon: &Wagon, axle: Place, corners: &[Vec2]) -> Vec<Vec2> {
        let total = path::length(corners);
        let steps = (total / FEEL).ceil().max(1.0) as u16;
        let mut free = 0.0;
        for step in 1..=steps {
            let share = f32::from(step) / f32::from(steps);
            let part = path::part_of(corners, share);
            let at = part.last().copied().unwrap_or(axle.at);
            if !self.coach_fits(wagon, Place { at, facing: heading_at_end(axle.facing, &part), floor: 0 }) {
                break;
            }
            free = share;
        }
        path::part_of(corners, free)
    }

    /// OW-10.5: one check for each piece of rough ground on a way, and where it stops: halfway through its way there.
    fn rough_on(&self, way: &[Vec2]) -> Vec<Peril> {
        let mut gone = 0.0;
        let mut found: Vec<(String, f32, f32)> = Vec::new();
        for part in path::survey(self.view.ground(), way) {
            let Part::Stretch(stretch) = part else { continue };
            let rough = match &stretch.feature {
                Feature::Area(n, ground) if ground.rate < 1.0 => Some(format!("area {n}")),
                Feature::Stream(n, ground) if ground.rate < 1.0 => Some(format!("stream {n}")),
                _ => None,
            };
            if let Some(piece) = rough {
                match found.iter_mut().find(|(known, ..)| *known == piece) {
                    Some((_, _, inches)) => *inches += stretch.length,
                    None => found.push((piece, gone, stretch.length)),
                }
            }
            gone += stretch.length;
        }
        let peril = |(_, at, inches): (String, f32, f32)| Peril {
            at,
            what: Hazard::Rough(at + inches / 2.0),
            grade: Grade::Regular,
        };
        found.into_iter().map(peril).collect()
    }

    /// OW-10.7: one check for each linear obstacle on a way.
    fn obstacles_on(&self, way: &[Vec2]) -> Vec<Peril> {
        let mut gone = 0.0;
        let mut perils = Vec::new();
        for part in path::survey(self.view.ground(), way) {
            match part {
                Part::Stretch(stretch) => gone += stretch.length,
                Part::Crossing { crossed: Crossed::Obstacle(n), .. } => {
                    let bog = self.view.terrain().obstacles[n].bog.as_deref();
                    let grade = if bog == Some("regular") { Grade::Regular } else { Grade::Green };
                    perils.push(Peril { at: gone, what: Hazard::Obstacle(n), grade });
                }
                Part::Crossing { .. } => {}
            }
        }
        perils
    }

    /// What is shown of the way of a wagon.
    fn shown_drive(&self, wagon: &Wagon, drive: &Drive, allowance: f32) -> Vec<PlannedMove> {
        let end = Place { at: drive.way.last().copied().unwrap_or_default(), facing: drive.heading, floor: 0 };
        let start = self.axle(wagon).at;
        let shown = |(piece, place): (PieceId, Place)| {
            let from = self.view.place(piece).at;
            let mut path: Vec<Vec2> = drive.way.iter().map(|at| from + (*at - start)).collect();
            if let Some(last) = path.last_mut() {
                *last = place.at;
            }
            PlannedMove {
                piece,
                path,
                end: place,
                shape: None,
                cost: Explained::default(),
                allowance: Some(allowance),
                stopped: None,
            }
        };
        self.coach_at(wagon, end).into_iter().map(shown).collect()
    }
}

/// The room between the walls to the left and those to the right of a short leg, in inches. Walls that cross the leg
/// itself are no sides of a gap.
fn room_between(walls: &[(Vec2, Vec2)], from: Vec2, to: Vec2) -> f32 {
    let onward = (to - from).normalize_or_zero();
    let length = from.distance(to);
    let (mut left, mut right) = (f32::INFINITY, f32::INFINITY);
    for (a, b) in walls {
        let frame = |at: Vec2| Vec2::new((at - from).dot(onward), onward.perp_dot(at - from));
        let (a, b) = (frame(*a), frame(*b));
        let (low, high) = if a.x <= b.x { (a, b) } else { (b, a) };
        if high.x < 0.0 || low.x > length {
            continue;
        }
        let side_at = |along: f32| match high.x - low.x < HAIR {
            true => None,
            false => Some(low.y + (high.y - low.y) * (along - low.x) / (high.x - low.x)),
        };
        let first = side_at(low.x.max(0.0)).unwrap_or(low.y);
        let last = side_at(high.x.min(length)).unwrap_or(high.y);
        if first > 0.0 && last > 0.0 {
            left = left.min(first.min(last));
        } else if first < 0.0 && last < 0.0 {
            right = right.min(-first.max(last));
        }
    }
    left + right
}

/// The heading of a wagon at the end of a way.
pub fn heading_at_end(start: Heading, way: &[Vec2]) -> Heading {
    let legs = way.windows(2).rev();
    let mut long = legs.filter(|leg| leg[0].distance(leg[1]) > HAIR);
    long.next().map_or(start, |leg| Heading::from_to(leg[0], leg[1]))
}

/// OW-10.3: the turns on a way, each with how far along it is and its degrees, to the left above 0. Turns less than a
/// body length apart are one, at the first of them.
pub fn turns(start: Heading, way: &[Vec2], body: f32) -> Vec<(f32, f32)> {
    let mut found: Vec<(f32, f32)> = Vec::new();
    let mut last: Option<f32> = None;
    let (mut heading, mut gone) = (start, 0.0);
    for leg in way.windows(2).filter(|leg| leg[0].distance(leg[1]) > HAIR) {
        let next = Heading::from_to(leg[0], leg[1]);
        let turn = heading.turn_to(next);
        if turn.abs() > 0.1 {
            match found.last_mut() {
                Some(turns) if last.is_some_and(|at| gone - at < body) => turns.1 += turn,
                _ => found.push((gone, turn)),
            }
            last = Some(gone);
        }
        heading = next;
        gone += leg[0].distance(leg[1]);
    }
    found
}
