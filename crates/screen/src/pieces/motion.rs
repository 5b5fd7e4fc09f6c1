//! The motion of pieces, markers and chits while a beat is shown, and what is seen beside them: one function for each kind
//! of event.

use bevy::{math::ops, prelude::*};
use smol_str::SmolStr;

use super::{
    beat::Shown,
    flow::{Flow, Layouts},
    timing::{FLASH, gone, recoil, smooth},
    track::{Track, between},
};
use crate::{
    playback::{self, Tabletop},
    session::Session,
};
use grapeshot_floor::{
    events::{BattleEvent, EventKind, Subject},
    forces::{Fate, MarkId, PieceId, UnitId},
    table::{
        footprint::Footprint,
        position::{Heading, Place},
        template::Template,
    },
    turn::vocabulary::Gait,
};
use grapeshot_game::picture::blocks::Mover;

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

/// The places of a piece on its way that are kept behind it, the nearest first.
pub const TRAIL: usize = 6;
/// The share of its way between two of them.
const BEHIND: f32 = 0.045;

/// A piece on its way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Going {
    /// What goes.
    pub mover: Mover,
    /// How it goes.
    pub gait: Gait,
    /// From its middle to its side, in inches.
    pub half_width: f32,
    /// Where it is, and where it was a little before.
    pub trail: [Vec2; TRAIL],
    /// How much of its way it has gone, 0 to 1.
    pub share: f32,
    /// Inches of its way.
    pub inches: f32,
}

/// A piece that fires.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Firing {
    /// Where it stands.
    pub place: Place,
    /// Its shape.
    pub footprint: Footprint,
    /// Whether it fires with guns.
    pub guns: bool,
    /// Where its ball goes, if one is seen to fly.
    pub ball: Option<Vec2>,
    /// Seconds since it fired; less than 0 before.
    pub since: f32,
}

/// A cloth that falls with the last who stood by it.
#[derive(Debug, Clone, PartialEq)]
pub struct Cloth {
    /// Where its staff stood.
    pub at: Vec2,
    /// The coat of its side.
    pub coat: SmolStr,
    /// How far it has fallen, 0 to 1.
    pub share: f32,
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
/// The most inches that it does.
const RECOIL_MOST: f32 = 1.2;
/// Degrees that a man who falls is tilted.
const FALLEN: f32 = 82.0;
/// The share of the time of his loss in which he drops.
const DROPS: f32 = 0.3;

/// The table at this moment: what stands still is where the cursor has it, what moves is where the running beat has it.
#[derive(Resource, Debug, Default, PartialEq)]
pub struct Scene {
    /// Pieces by id.
    pub poses: Vec<Pose>,
    /// Blocks that take another formation.
    pub flows: Vec<Flow>,
    /// Pieces on their way.
    pub going: Vec<Going>,
    /// Pieces that fire.
    pub firing: Vec<Firing>,
    /// Cloths that fall.
    pub cloths: Vec<Cloth>,
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
            let shown = Shown::of(session, beat.elapsed);
            let mut nth = 0;
            for event in session.beat_events() {
                let length = shown.seconds(event, nth);
                let share = if length > 0.0 { (beat.elapsed / length).clamp(0.0, 1.0) } else { 1.0 };
                scene.show(&shown, event, share, nth);
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

    fn show(&mut self, shown: &Shown, event: &BattleEvent, share: f32, nth: usize) {
        match &event.kind {
            EventKind::Moved { piece, path, end } => {
                self.show_moved(shown, (*piece, path.as_slice(), *end), shown.session.playback().gait(event), share);
            }
            EventKind::Turned { piece, to } => self.show_turned(*piece, *to, share),
            EventKind::Reshaped { piece, footprint, end } => {
                self.show_reshaped(shown, (*piece, *footprint, *end), share);
            }
            EventKind::Shot { shooter, target, hit } => self.show_shot(shown, (*shooter, *target, *hit), nth),
            EventKind::Covered { from, templates } => self.show_covered(shown, *from, templates),
            EventKind::Fought { attacker, defender, .. } => {
                self.show_fought(*attacker, *defender, (shown.elapsed / playback::BLOWS).min(1.0));
            }
            EventKind::Hit { piece, stopped, .. } => self.show_hit(*piece, *stopped, share),
            EventKind::Marked { subject, mark, before, now } if now > before => {
                self.show_marked(*subject, mark, share);
            }
            EventKind::Removed { piece, fate } => self.show_removed(shown, *piece, *fate, share),
            EventKind::Appeared { piece, place, .. } => self.show_appeared(*piece, *place, share),
            EventKind::Revealed { unit: Some(unit), value: Some(word), .. } => {
                self.turning.push(Turning { unit: *unit, word: word.clone(), share: (share / TURNS).min(1.0) });
            }
            // Cards, dice, phases and words are shown by the panels.
            EventKind::Marked { .. }
            | EventKind::Formed { .. }
            | EventKind::Drew(_)
            | EventKind::Rolled { .. }
            | EventKind::Raised { .. }
            | EventKind::Added { .. }
            | EventKind::Joined { .. }
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

    fn show_moved(&mut self, shown: &Shown, (piece, way, end): (PieceId, &[Vec2], Place), gait: Gait, share: f32) {
        let Some(footprint) = shown.table().piece(piece).map(|piece| piece.footprint) else { return };
        let mover = shown.mover(piece);
        let Some(pose) = self.pose(piece) else { return };
        let track = Track::of(pose.place, way, end, footprint);
        let gone = gone(mover, gait, share);
        pose.place = track.at(gone);
        pose.shown = true;
        if mover == Mover::Foot && matches!(footprint, Footprint::Circle { .. }) && share < 1.0 {
            // Men sway as they march, each with his own step.
            let steps = track.inches() * gone * 3.0 + piece.0 as f32;
            pose.tilt = ops::sin(steps * 2.0) * 2.0;
        }
        let trail = std::array::from_fn(|n| track.at((gone - BEHIND * n as f32).max(0.0)).at);
        let half_width = footprint.half_width();
        self.going.push(Going { mover, gait, half_width, trail, share, inches: track.inches() });
    }

    fn show_turned(&mut self, piece: PieceId, to: Heading, share: f32) {
        if let Some(pose) = self.pose(piece) {
            let turn = pose.place.facing.turn_to(to);
            pose.place.facing = pose.place.facing.turned(turn * share);
        }
    }

    /// A block flows into its new formation out of its old one, base by base.
    fn show_reshaped(&mut self, shown: &Shown, (piece, footprint, end): (PieceId, Footprint, Place), share: f32) {
        let Some(pose) = self.pose(piece) else { return };
        let start = pose.place;
        let eased = smooth(share);
        pose.place = between(start, end, eased);
        if share < 1.0
            && let Some(layouts) = Layouts::of(shown.session, piece, (start, end), footprint)
        {
            self.flows.push(Flow { piece, bases: layouts.at(eased) });
        }
    }

    fn show_shot(&mut self, shown: &Shown, (shooter, target, hit): (PieceId, PieceId, bool), nth: usize) {
        let turn = shown.order.get(nth).copied().unwrap_or(nth);
        let since = shown.elapsed - turn as f32 * playback::RIPPLE;
        let to = self.pose(target).map(|pose| pose.place.at);
        let guns = shown.mover(shooter) == Mover::Guns;
        self.fire(shown, shooter, guns, to.filter(|_| guns), since);
        if hit
            && since > FLASH
            && let Some(pose) = self.pose(target)
        {
            pose.tilt = 10.0 * (1.0 - ((since - FLASH) / 0.3).clamp(0.0, 1.0));
        }
    }

    /// A gun of which the log tells what its fire covers: its ball goes to the end of its track.
    fn show_covered(&mut self, shown: &Shown, from: Option<PieceId>, templates: &[Template]) {
        let Some(gun) = from.filter(|from| shown.mover(*from) == Mover::Guns) else { return };
        let ball = templates.iter().find_map(|template| match template {
            Template::Strip { to, .. } => Some(*to),
            Template::Circle { .. } | Template::Cone { .. } => None,
        });
        self.fire(shown, gun, true, ball, shown.elapsed);
    }

    fn fire(&mut self, shown: &Shown, shooter: PieceId, guns: bool, ball: Option<Vec2>, since: f32) {
        let Some(from) = shown.table().piece(shooter) else { return };
        let (place, footprint) = (from.place, from.footprint);
        self.firing.push(Firing { place, footprint, guns, ball, since });
        if guns && let Some(pose) = self.pose(shooter) {
            let length = (2.0 * footprint.half_depth()).min(RECOIL_MOST);
            pose.place.at = place.offset(-length * recoil(since), 0.0);
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

    /// A man drops where he stood, and fades to his mark; all else fades.
    fn show_removed(&mut self, shown: &Shown, piece: PieceId, fate: Fate, share: f32) {
        let falls = fate == Fate::Casualty && shown.mover(piece) == Mover::Foot;
        let Some(pose) = self.pose(piece) else { return };
        let at = pose.place.at;
        if falls {
            pose.tilt = FALLEN * (share / DROPS).min(1.0);
            pose.seen = 1.0 - ((share - DROPS) / (1.0 - DROPS)).max(0.0);
        } else {
            pose.seen = 1.0 - share;
        }
        if shown.bore_cloth(piece) {
            self.cloths.push(Cloth { at, coat: shown.coat(piece), share });
        }
    }
}
