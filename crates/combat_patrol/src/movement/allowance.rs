//! How far a figure gets on its way, and where it may end (chapter 5).

use super::mover::{Mover, bill};
use crate::{
    state::{
        sequence_of_play::SequenceOfPlay,
        ways::{self, Route, Spot},
    },
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::PieceId,
    orders::{PlannedMove, Refusal},
    table::{
        footprint::Outline,
        measure::distance_to_segment,
        position::{Heading, Place},
    },
};

/// The way that a figure is to go by itself.
#[derive(Debug, Clone, Copy)]
pub struct Wish<'a> {
    /// The figure.
    pub piece: PieceId,
    /// The corners, its own place first.
    pub way: &'a [Spot],
    /// Its facing at the end; none for the way it went.
    pub end_facing: Option<Heading>,
    /// Inches of allowance that it may use; infinite to learn what the way costs.
    pub allowance: f32,
    /// The enemy that it is to contact, if any.
    pub target: Option<PieceId>,
    /// What ground costs it.
    pub going: Mover<'a>,
}

/// Where the others go while a figure moves.
#[derive(Debug, Clone, Copy, Default)]
pub struct Others<'a> {
    /// Figures that leave the places where they stand.
    pub moving: &'a [PieceId],
    /// Places where some of them will stand.
    pub taken: &'a [Outline],
}

/// The share of a turn on the spot that is taken back at a time until there is room.
const TURN_BACK: f32 = 0.02;

/// How near an enemy a planned path may come, in inches.
pub const CONTACT: f32 = 0.01;

/// A mover that begins near an enemy stops this far beyond the tolerance of touching, in inches.
const HAIR: f32 = 1e-3;

/// How an enemy stops a figure on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halting {
    /// In contact with him.
    Contact,
    /// As far from him as CP-5.8 asks.
    Berth,
}

impl<'w> SkirmishView<'w> {
    /// CP-5.2: the paths of this activation that are fixed and not yet walked.
    pub fn fixed_ways(&self) -> Vec<PlannedMove> {
        let activation =
            self.view.resource::<SequenceOfPlay>().activation.as_ref().filter(|activation| !activation.marched);
        let routes = activation.map_or(&[][..], |activation| &activation.routes);
        let way = |route: &Route| PlannedMove {
            piece: route.piece,
            path: route.places.iter().map(|place| place.at).collect(),
            end: route.end(),
            shape: None,
            cost: Explained::default(),
            allowance: None,
            stopped: None,
        };
        routes.iter().map(way).collect()
    }

    /// The share of a way at which a figure must stop before an enemy (CP-5.8), with the enemy; `target` may be
    /// contacted.
    pub fn stopped_by_enemy(
        &self,
        piece: PieceId,
        way: &[Spot],
        target: Option<PieceId>,
    ) -> Option<(f32, PieceId, bool)> {
        self.stopped_by(piece, way, |enemy| Some(if Some(enemy) == target { Halting::Contact } else { Halting::Berth }))
    }

    /// The share of a way at which a figure is stopped by the first of some enemies, with that enemy; `halting` says
    /// how each stops it.
    pub fn stopped_by(
        &self,
        piece: PieceId,
        way: &[Spot],
        halting: impl Fn(PieceId) -> Option<Halting>,
    ) -> Option<(f32, PieceId, bool)> {
        let side = self.view.side_of(piece);
        let footprint = self.view.footprint(piece);
        let (berth, stand_off) = (self.numbers().enemy_berth, self.stand_off());
        let total = ways::length(way);
        let mut gone = 0.0;
        for leg in way.windows(2) {
            let (pair, floor) = ([leg[0].at, leg[1].at], leg[0].floor);
            let stretch = ways::length(leg);
            if floor != leg[1].floor {
                gone += stretch;
                continue;
            }
            let mut first: Option<(f32, PieceId, bool)> = None;
            for other in self.view.pieces_index().along(pair[0], pair[1], footprint.reach() + berth + 3.0) {
                let there = self.view.outline(other);
                // Most enemies are too far from the way to stop anybody.
                let apart = distance_to_segment(there.place.at, pair[0], pair[1]);
                let least = footprint.reach() + there.footprint.reach() + berth.max(stand_off) + CONTACT;
                if self.view.side_of(other) == side
                    || there.place.floor != floor
                    || apart > least
                    || !self.is_man(other)
                {
                    continue;
                }
                let Some(halting) = halting(other) else { continue };
                let outline = Outline {
                    footprint,
                    place: Place { at: pair[0], facing: Heading::from_to(pair[0], pair[1]), floor },
                };
                let contact = halting == Halting::Contact;
                let start = outline.gap(&there);
                // A figure that begins nearer than the berth may go away from the enemy, but not nearer. A stunned
                // enemy may be passed, but only an assault may touch him.
                let berth = if self.stunned(other) { stand_off } else { berth };
                let within = if contact { CONTACT } else { self.no_nearer(berth, start) };
                if start <= within && !contact && !self.parted(outline.place, there.place) {
                    // The figure is as near as it may be: only a step that leads nearer is barred.
                    let ahead = outline.sweep(pair[0] + (pair[1] - pair[0]) * 0.02, &there, (start - CONTACT).max(0.0));
                    if ahead.is_none() {
                        continue;
                    }
                }
                if let Some(share) = self.sweep_past_walls(&outline, pair[1], &there, within)
                    && first.is_none_or(|(known, _, _)| share < known)
                {
                    first = Some((share, other, contact));
                }
            }
            if let Some((share, other, contact)) = first {
                let share = if total > 0.0 { (gone + share * stretch) / total } else { 0.0 };
                return Some((share, other, contact));
            }
            gone += stretch;
        }
        None
    }

    /// CP-5.8: how near a figure may come to an enemy that it is not to contact, in inches. It keeps the berth; a
    /// figure that begins nearer, at `start` inches, comes no nearer, and never touches.
    pub fn no_nearer(&self, berth: f32, start: f32) -> f32 {
        let apart = self.touch_tolerance() + HAIR;
        let least = if start > apart { apart } else { CONTACT };
        berth.min(start - CONTACT).max(least)
    }

    /// The base of a figure where its path ends.
    pub fn base_after(&self, route: &Route) -> Outline {
        Outline { footprint: self.view.footprint(route.piece), place: route.end() }
    }

    /// The largest share of a route at which the mover's base lies on no other base; `moving` are left out, `taken` are
    /// the places where others of them end. A mover may begin on another base. A wall of a house counts as a base for
    /// all that do not come into contact (CP-14.4).
    pub fn free_share(&self, route: &Route, from: f32, moving: &[PieceId], taken: &[Outline]) -> f32 {
        self.free_share_from(route, 0.0, from, moving, taken).unwrap_or(0.0)
    }

    /// The largest share of a route, from the least to the most, at which the mover's base lies on no other base, as
    /// [`SkirmishView::free_share`]; none if it lies on another at all of them.
    pub fn free_share_from(
        &self,
        route: &Route,
        least: f32,
        most: f32,
        moving: &[PieceId],
        taken: &[Outline],
    ) -> Option<f32> {
        let footprint = self.view.footprint(route.piece);
        let tolerance = self.numbers().overlap_tolerance;
        let length = route.length();
        // A mover that neither goes nor turns stands where he stood.
        if length <= 0.0
            && route.places.first().map(|place| place.facing) == route.places.last().map(|place| place.facing)
        {
            return Some(most);
        }
        let deepest = |share: f32| {
            let place = route.at(share);
            let outline = Outline { footprint, place };
            let near = self.view.pieces_index().near(place.at, footprint.reach() + 3.5);
            let others = near
                .filter(|id| *id != route.piece && !moving.contains(id))
                .map(|id| self.view.outline(id))
                .chain(taken.iter().copied());
            let deepest = others.map(|other| outline.overlap(&other)).fold(0.0, f32::max);
            let walled = self.across_a_wall(&outline).filter(|_| route.target.is_none());
            walled.map_or(deepest, |(_, deep)| deepest.max(deep))
        };
        let mut share = most;
        // Each step back parts the bases by as much as they overlap, so a few dozen steps clear any crowd; a figure
        // that only turns, as the pivot of a wheeling body, turns back a little at a time.
        for _ in 0..64 {
            let deep = deepest(share);
            if deep <= tolerance {
                return Some(share);
            }
            share -= if length > 0.0 { (deep + CONTACT).max(0.05) / length } else { TURN_BACK };
            if share <= least {
                break;
            }
        }
        (least <= 0.0 || deepest(least) <= tolerance).then_some(least)
    }

    /// Fixes the path of one figure that moves by itself: as far along its corners as its allowance lasts and as
    /// enemies, obstacles and other bases let it.
    ///
    /// # Errors
    /// If it cannot move at all that way, or does not reach the enemy it is to contact.
    pub fn fix_route(&self, wish: Wish, others: Others) -> Result<(Route, PlannedMove), Refusal> {
        let Wish { piece, way, end_facing, allowance, target, going } = wish;
        let Others { moving, taken } = others;
        let name = self.name(piece);
        let start = self.view.place(piece);
        let mut walk = self.walk_and_climb(piece, way, allowance, &going);
        let mut stopped = walk.stopped.take();
        let mut reached = std::mem::take(&mut walk.way);
        let mut whole = true;
        let mut contact = None;
        if let Some((share, enemy, is_target)) = self.stopped_by_enemy(piece, &reached, target) {
            reached = ways::part_of(&reached, share);
            whole = false;
            if is_target {
                contact = Some(enemy);
                stopped = None;
            } else {
                stopped = Some(format!("may not pass within half an inch of {}", self.name(enemy)));
            }
        }
        if let Some(target) = target
            && contact.is_none()
        {
            let why = stopped.unwrap_or_else(|| "the way is too long".into());
            return Err(Refusal::new(
                RuleId::new("CP-5.8"),
                format!("{name} does not reach {}: {why}", self.name(target)),
            ));
        }
        let mut route = Route::through(piece, start, &reached, end_facing.filter(|_| contact.is_none()));
        route.target = contact;
        let share = self.free_share(&route, 1.0, moving, taken);
        if share < 1.0 {
            if contact.is_some() {
                let reason = format!("{name} does not reach the enemy: bases overlap");
                return Err(Refusal::new(RuleId::new("CP-1.5"), reason));
            }
            let end = self.base_after(&route);
            let walled = self.across_a_wall(&end).is_some();
            // The reason at the wall says more.
            stopped = stopped.filter(|_| walled).or_else(|| Some(self.no_room_at(&end)));
            // Room was found for its facing there; a man on foot needs the same room whichever way he faces.
            let facing = if self.mounted(piece) { Some(route.at(share).facing) } else { end_facing };
            route = Route::through(piece, start, &route.spots(0.0, share), facing);
            whole = false;
        }
        if contact.is_none() && self.mounted(piece) {
            self.keep_off_enemies(&mut route, Others { moving, taken });
        }
        if route.length() < 0.01 {
            let why = stopped.unwrap_or_else(|| "there is nowhere to go".into());
            let rule = if share < 1.0 { "CP-1.5" } else { "CP-5.2" };
            return Err(Refusal::new(RuleId::new(rule), format!("{name} cannot move that way: {why}")));
        }
        let gone: Vec<Spot> = route.places.iter().map(|place| Spot { at: place.at, floor: place.floor }).collect();
        // A way that was walked as planned is paid already.
        let paid = if whole { walk } else { self.walk_and_climb(piece, &gone, f32::INFINITY, &going) };
        route.cost = paid.cost;
        route.target = contact;
        route.intended = contact.filter(|_| self.mounted(piece));
        let shown = PlannedMove {
            piece,
            path: gone.into_iter().map(|spot| spot.at).collect(),
            end: route.end(),
            shape: None,
            cost: bill(self.book.cites, &paid.bill, &going),
            allowance: allowance.is_finite().then_some(allowance),
            stopped,
        };
        Ok((route, shown))
    }

    /// CP-5.8: a rider does not swing his base into contact at the end of his way: he faces as he came, or else as he
    /// set out.
    fn keep_off_enemies(&self, route: &mut Route, Others { moving, taken }: Others) {
        let (piece, last) = (route.piece, route.places.len() - 1);
        let base = |facing: Heading| Outline {
            footprint: self.view.footprint(piece),
            place: Place { facing, ..route.places[last] },
        };
        let off = |facing: Heading| !self.too_near_an_enemy(piece, &base(facing), &[]);
        if last == 0 || off(route.places[last].facing) {
            return;
        }
        let tolerance = self.numbers().overlap_tolerance;
        let free = |facing: Heading| {
            let base = base(facing);
            !self.lies_on_another(&base, &[moving, &[piece]].concat())
                && taken.iter().all(|other| base.overlap(other) <= tolerance)
        };
        let came = Heading::from_to(route.places[last - 1].at, route.places[last].at);
        if let Some(facing) = [came, route.places[0].facing].into_iter().find(|facing| off(*facing) && free(*facing)) {
            route.places[last].facing = facing;
        }
    }

    /// CP-4.3: a figure out of command may only end nearer to its leader.
    ///
    /// # Errors
    /// The refusal if the route does not lead nearer.
    pub fn check_rejoins(&self, route: &Route) -> Result<(), Refusal> {
        self.require_command(route.piece).or_else(|refusal| {
            let goal = self.rally_point(route.piece);
            let nearer = route.end().at.distance(goal) < route.places[0].at.distance(goal);
            if nearer && route.target.is_none() { Ok(()) } else { Err(refusal) }
        })
    }

    /// The most inches of a movement card.
    pub fn longest_card(&self) -> f32 {
        f32::from(self.book.core.action_deck.iter().map(|card| card.inches).max().unwrap_or(0))
    }

    /// The longest way a mover on foot may still come within a turn of the cards, in inches: beyond it nobody is
    /// asked whether he turns.
    pub fn longest_reach(&self) -> f32 {
        2.0 * self.longest_card()
    }
}
