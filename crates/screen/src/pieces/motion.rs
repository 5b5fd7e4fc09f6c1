//! The motion of pieces, smoke and chits while a beat is shown: one function for each kind of event.

use bevy::prelude::*;
use smol_str::SmolStr;

use crate::{
    playback::{self, Tabletop},
    session::Session,
};
use grapeshot_floor::{
    events::{BattleEvent, EventKind, Subject},
    forces::{Fate, MarkId, PieceId, UnitId},
    table::{
        path,
        position::{Heading, Place},
    },
};

/// How a piece stands in this moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Centre and facing.
    pub place: Place,
    /// Degrees it is tilted away from its facing.
    pub tilt: f32,
    /// How much of it is seen, 0 to 1.
    pub seen: f32,
    /// Whether it is drawn at all.
    pub shown: bool,
}

/// Inches within which figures on different storeys would be drawn on each other.
const OVER_EACH_OTHER: f32 = 0.7;
/// Inches that a figure steps out from under each figure above it.
const STEP_OUT: f32 = 0.55;

/// The direction from a wall towards the middle of a house, along an edge of the table.
fn inward(from: Vec2, middle: Vec2) -> Vec2 {
    let way = middle - from;
    if way.y.abs() * 2.0 >= way.x.abs() { Vec2::new(0.0, way.y.signum()) } else { Vec2::new(way.x.signum(), 0.0) }
}

/// A puff of smoke or a flash.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Puff {
    /// Where it is, in inches.
    pub at: Vec2,
    /// Its size, 1 for that of a marker.
    pub size: f32,
    /// Whether it is a flash.
    pub flash: bool,
}

/// A marker that is being laid down.
#[derive(Debug, Clone, PartialEq)]
pub struct Falling {
    /// What it falls on.
    pub subject: Subject,
    /// Its kind.
    pub mark: MarkId,
    /// How high it still is, from 1 down to 0.
    pub height: f32,
}

/// A chit that is being turned over.
#[derive(Debug, Clone, PartialEq)]
pub struct Turning {
    /// The unit that it lies beside.
    pub unit: UnitId,
    /// The word of its order.
    pub word: SmolStr,
    /// How far it has turned, 0 to 1.
    pub share: f32,
}

/// The share of its time in which a chit turns; then it stands still to be read.
const TURNS: f32 = 0.5;

/// The table at this moment: what stands still is where the cursor has it, what moves is where the running beat has it.
#[derive(Resource, Debug, Default, PartialEq)]
pub struct Scene {
    /// Pieces by id.
    pub poses: Vec<Pose>,
    /// Smoke and flashes of shots.
    pub puffs: Vec<Puff>,
    /// Markers on their way.
    pub falling: Vec<Falling>,
    /// Chits that turn over.
    pub turning: Vec<Turning>,
}

impl Scene {
    /// The table while nothing moves.
    fn still(table: &Tabletop) -> Self {
        let poses = table
            .pieces
            .iter()
            .map(|piece| Pose { place: piece.place, tilt: 0.0, seen: 1.0, shown: piece.fate == Fate::InPlay })
            .collect();
        Self { poses, ..Self::default() }
    }

    /// The table of a battle at this moment.
    pub fn of(session: &Session) -> Self {
        let mut scene = Self::still(session.shown());
        if let Some(beat) = session.playback().beat() {
            let mut nth = 0;
            for event in session.beat_events() {
                let length = playback::seconds(event, nth);
                let share = if length > 0.0 { (beat.elapsed / length).clamp(0.0, 1.0) } else { 1.0 };
                scene.show(event, share, beat.elapsed, nth);
                if matches!(event.kind, EventKind::Shot { .. }) {
                    nth += 1;
                }
            }
        }
        scene.part_storeys(session);
        scene
    }

    /// Figures above each other on the storeys of a house: the uppermost is drawn where it stands, those below it step
    /// out towards the middle of the house, so that each is seen.
    fn part_storeys(&mut self, session: &Session) {
        let view = session.view();
        let tall = |place: Place| {
            let house = view.ground().building_at(place.at)?;
            (view.terrain().buildings[house].storeys > 1).then_some(house)
        };
        let mut inside: Vec<(usize, usize, Place)> = (self.poses.iter().enumerate())
            .filter(|(_, pose)| pose.shown)
            .filter_map(|(n, pose)| Some((n, tall(pose.place)?, pose.place)))
            .collect();
        inside.sort_by_key(|(n, _, place)| (std::cmp::Reverse(place.floor), *n));
        for (i, (n, house, place)) in inside.iter().enumerate() {
            let over = inside[..i]
                .iter()
                .filter(|(_, _, above)| above.floor > place.floor && above.at.distance(place.at) < OVER_EACH_OTHER);
            let outline = &view.terrain().buildings[*house].outline;
            let middle = outline.iter().copied().sum::<Vec2>() / outline.len() as f32;
            let inward = inward(place.at, middle);
            self.poses[*n].place.at += inward * STEP_OUT * over.count() as f32;
        }
    }

    fn show(&mut self, event: &BattleEvent, share: f32, elapsed: f32, nth: usize) {
        match &event.kind {
            EventKind::Moved { piece, path, end } => self.show_moved(*piece, path, *end, share),
            EventKind::Turned { piece, to } => self.show_turned(*piece, *to, share),
            EventKind::Shot { shooter, target, hit } => self.show_shot(*shooter, *target, *hit, elapsed, nth),
            EventKind::Fought { attacker, defender, .. } => {
                self.show_fought(*attacker, *defender, (elapsed / playback::BLOWS).min(1.0));
            }
            EventKind::Hit { piece, stopped, .. } => self.show_hit(*piece, *stopped, share),
            EventKind::Marked { subject, mark, before, now } if now > before => {
                self.show_marked(*subject, mark, share);
            }
            EventKind::Removed { piece, .. } => self.show_removed(*piece, share),
            EventKind::Appeared { piece, place, .. } => self.show_appeared(*piece, *place, share),
            EventKind::Revealed { unit: Some(unit), value: Some(word), .. } => {
                self.turning.push(Turning { unit: *unit, word: word.clone(), share: (share / TURNS).min(1.0) });
            }
            // Cards, dice, phases and words are shown by the panels.
            EventKind::Marked { .. }
            | EventKind::Formed { .. }
            | EventKind::Reshaped { .. }
            | EventKind::Drew(_)
            | EventKind::Rolled { .. }
            | EventKind::Raised { .. }
            | EventKind::Added { .. }
            | EventKind::Joined { .. }
            | EventKind::Covered { .. }
            | EventKind::Revealed { .. }
            | EventKind::Veiled { .. }
            | EventKind::Cleared { .. }
            | EventKind::Phase { .. }
            | EventKind::Note => {}
        }
    }

    fn pose(&mut self, piece: PieceId) -> Option<&mut Pose> {
        self.poses.get_mut(piece.index())
    }

    fn show_moved(&mut self, piece: PieceId, way: &[Vec2], end: Place, share: f32) {
        let Some(pose) = self.pose(piece) else { return };
        let eased = share * share * (3.0 - 2.0 * share);
        let turn = pose.place.facing.turn_to(end.facing);
        pose.place = Place {
            at: if way.len() > 1 { path::point_at_share(way, eased) } else { pose.place.at.lerp(end.at, eased) },
            facing: pose.place.facing.turned(turn * eased),
            floor: end.floor,
        };
        pose.shown = true;
        // Men sway as they march, each with his own step.
        let steps = path::length(way) * eased * 3.0 + piece.0 as f32;
        pose.tilt = bevy::math::ops::sin(steps * 2.0) * 2.0 * if share < 1.0 { 1.0 } else { 0.0 };
    }

    fn show_turned(&mut self, piece: PieceId, to: Heading, share: f32) {
        if let Some(pose) = self.pose(piece) {
            let turn = pose.place.facing.turn_to(to);
            pose.place.facing = pose.place.facing.turned(turn * share);
        }
    }

    fn show_shot(&mut self, shooter: PieceId, target: PieceId, hit: bool, elapsed: f32, nth: usize) {
        let Some(from) = self.poses.get(shooter.index()).map(|pose| pose.place) else { return };
        let since = elapsed - nth as f32 * playback::RIPPLE;
        if since < 0.0 {
            return;
        }
        let muzzle = from.offset(0.95, 0.2);
        if since < FLASH {
            self.puffs.push(Puff { at: muzzle, size: 1.0, flash: true });
        } else {
            let age = ((since - FLASH) / (playback::SHOT - FLASH)).clamp(0.0, 1.0);
            let rise = from.facing.forward() * (0.25 + 0.5 * age);
            self.puffs.push(Puff {
                at: muzzle + rise,
                size: 0.5 + 0.9 * bevy::math::ops::sin(age * 2.6),
                flash: false,
            });
        }
        if hit
            && since > FLASH
            && let Some(pose) = self.pose(target)
        {
            pose.tilt = 10.0 * (1.0 - ((since - FLASH) / 0.3).clamp(0.0, 1.0));
        }
    }

    fn show_fought(&mut self, attacker: PieceId, defender: PieceId, share: f32) {
        let (Some(a), Some(d)) = (self.poses.get(attacker.index()), self.poses.get(defender.index())) else { return };
        let way = (d.place.at - a.place.at).normalize_or_zero();
        let lunge = 0.3 * (1.0 - (2.0 * share - 1.0).abs());
        if let Some(pose) = self.pose(attacker) {
            pose.place.at += way * lunge;
        }
        if let Some(pose) = self.pose(defender) {
            pose.place.at -= way * lunge * 0.5;
        }
    }

    fn show_hit(&mut self, piece: PieceId, stopped: bool, share: f32) {
        if let Some(pose) = self.pose(piece) {
            let most = if stopped { 8.0 } else { 26.0 };
            pose.tilt = most * (1.0 - (2.0 * share - 1.0).abs());
        }
    }

    fn show_marked(&mut self, subject: Subject, mark: &MarkId, share: f32) {
        // The marker drops, and bounces once.
        let height = if share < 0.6 { 1.0 - share / 0.6 } else { 0.25 * (1.0 - (5.0 * share - 4.0).abs()) };
        self.falling.push(Falling { subject, mark: mark.clone(), height: height.max(0.0) });
    }

    fn show_appeared(&mut self, piece: PieceId, place: Place, share: f32) {
        if let Some(pose) = self.pose(piece) {
            *pose = Pose { place, tilt: 0.0, seen: share, shown: true };
        }
    }

    fn show_removed(&mut self, piece: PieceId, share: f32) {
        if let Some(pose) = self.pose(piece) {
            pose.seen = 1.0 - share;
        }
    }
}

/// Seconds that a flash is seen.
const FLASH: f32 = 0.06;
