//! Where movers come to stand (CP-2.15): as far along their paths as they may go and find room, and never farther back
//! than they are.

use bevy::math::Vec2;

use super::{
    allowance::{Halting, Others},
    room::{Company, Wanted},
};
use crate::{
    book::marks,
    state::{sequence_of_play::March, ways::Route},
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    forces::PieceId,
    orders::Refusal,
    table::{
        footprint::Outline,
        measure::distance_to_segment,
        position::{Heading, Place},
    },
};

/// Steps in which a gun goes back on its path until its crew finds room.
const COMPANY_STEPS: u8 = 16;

/// How far from its path a mover looks for room that can stand nowhere on it, in inches.
const ASIDE: f32 = 6.0;

/// Inches under which a figure counts as not having moved.
const NOTHING: f32 = 1e-3;

/// A mover on its path.
#[derive(Debug, Clone, Copy)]
pub struct Walker<'r> {
    /// Its path.
    pub route: &'r Route,
    /// The share of the path that it has gone: it goes no farther back.
    pub gone: f32,
    /// The share to which it would go.
    pub until: f32,
}

/// Where a mover comes to stand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stop {
    /// The share of its path that it has gone then.
    pub share: f32,
    /// Its place: on the path, or beside it if there is no room on what is left of the path.
    pub place: Place,
    /// Why it goes no farther, if that was not told before.
    pub why: Option<Halt>,
}

/// Why a mover stops short.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// It was stunned on its way.
    Stunned,
    /// An enemy stepped in its way.
    Enemy(PieceId),
    /// Others stand where it would come to stand.
    NoRoom,
}

impl Halt {
    /// The reason in words.
    pub fn words(self, cp: &SkirmishView) -> String {
        match self {
            Self::Stunned => "stunned on the way".into(),
            Self::Enemy(enemy) => format!("{} stepped in the way", cp.name(enemy)),
            Self::NoRoom => "no room farther on".into(),
        }
    }
}

impl Stop {
    /// The corners of the way there from a share of the path.
    pub fn corners(&self, route: &Route, from: f32) -> Vec<Vec2> {
        let mut corners = route.corners(from.min(self.share), self.share);
        if corners[corners.len() - 1] != self.place.at {
            corners.push(self.place.at);
        }
        corners
    }
}

/// Where the movers of a march stand when all have gone a share of their paths; none for movers that are out of play.
pub fn stops(cp: &SkirmishView, march: &March, share: f32) -> Vec<Option<Stop>> {
    let there: Vec<usize> = (0..march.routes.len()).filter(|n| cp.view.in_play(march.routes[*n].piece)).collect();
    let mut walkers: Vec<Walker> = Vec::new();
    for n in &there {
        let (route, until) = (&march.routes[*n], march.until[*n]);
        let gone = share_gone(cp, march, *n);
        let halted = cp.stunned(route.piece) && march.gone > 0.0;
        walkers.push(Walker { route, gone, until: if halted { gone } else { share.min(until).max(gone) } });
    }
    let stops = if share < 1.0 {
        let on_path = |walker: &Walker| Stop { share: walker.until, place: walker.route.at(walker.until), why: None };
        walkers.iter().map(on_path).collect()
    } else {
        let enemies = stop_at_enemies(cp, &mut walkers);
        let mut stops = settle(cp, &walkers);
        for ((stop, walker), enemy) in stops.iter_mut().zip(&walkers).zip(enemies) {
            stop.why = halt(cp, walker, stop, enemy);
        }
        stops
    };
    let mut all = vec![None; march.routes.len()];
    for (n, stop) in there.into_iter().zip(stops) {
        all[n] = Some(stop);
    }
    all
}

/// Why a mover comes no farther than it does, if it has a part of its path left.
fn halt(cp: &SkirmishView, walker: &Walker, stop: &Stop, enemy: Option<PieceId>) -> Option<Halt> {
    let left = |until: f32| walker.route.length() * (until - stop.share) > NOTHING;
    if cp.stunned(walker.route.piece) && left(1.0) {
        Some(Halt::Stunned)
    } else if left(walker.until) {
        Some(Halt::NoRoom)
    } else {
        enemy.map(Halt::Enemy)
    }
}

/// The share of its path that the nth mover has gone: nothing yet if its company found no room on the way.
fn share_gone(cp: &SkirmishView, march: &March, n: usize) -> f32 {
    let route = &march.routes[n];
    let gone = march.gone.min(march.until[n]);
    let waits = !cp.is_man(route.piece) && cp.view.place(route.piece).at != route.at(gone).at;
    if waits { 0.0 } else { gone }
}

/// CP-2.15: a mover stops at an enemy that stepped into its way by reaction. `GroupContact`: a body stops as one where
/// its first figure does. Returns the enemy that stops each.
fn stop_at_enemies(cp: &SkirmishView, walkers: &mut [Walker]) -> Vec<Option<PieceId>> {
    let found = |walker: &Walker| cp.share_to_unforeseen_enemy(walker.route, walker.gone, walker.until);
    let free: Vec<Option<(f32, PieceId)>> = walkers.iter().map(found).collect();
    let mut enemies = vec![None; walkers.len()];
    for n in 0..walkers.len() {
        let with_him =
            (0..walkers.len()).filter(|other| goes_as_one(walkers, n, *other)).filter_map(|other| free[other]);
        if let Some((until, enemy)) =
            with_him.min_by(|a, b| a.0.total_cmp(&b.0)).filter(|(until, _)| *until < walkers[n].until)
        {
            walkers[n].until = until.max(walkers[n].gone);
            enemies[n] = Some(enemy);
        }
    }
    enemies
}

/// The places where movers stand free of other bases: a mover that would stand on another base stops short of it, and
/// so does one that would stand where such a mover has stopped. A mover that is on another base and finds no room on
/// the rest of its path stands at the nearest free place beside the path.
pub fn settle(cp: &SkirmishView, walkers: &[Walker]) -> Vec<Stop> {
    let moving: Vec<PieceId> = walkers.iter().map(|walker| walker.route.piece).collect();
    let mut reached: Vec<f32> = walkers.iter().map(|walker| walker.until).collect();
    // Each round takes back at least one mover; when no mover gives way any more, all stand free, or where they are.
    let rounds = 8 * (walkers.len() + 1);
    for round in 0..=rounds {
        if round == rounds {
            reached = walkers.iter().map(|walker| walker.gone).collect();
        }
        let mut gave_way = false;
        for n in 0..walkers.len() {
            let Walker { route, gone, .. } = walkers[n];
            let others: Vec<Outline> =
                (0..walkers.len()).filter(|m| *m != n).map(|m| base_at(cp, &walkers[m], reached[m])).collect();
            let before = reached[n];
            let away = [moving.as_slice(), &cp.goes_with(route.piece)].concat();
            reached[n] = cp.free_share_from(route, gone, before, &away, &others).unwrap_or(gone);
            if !cp.is_man(route.piece) {
                reached[n] = share_with_company(cp, walkers, &mut reached, n);
            }
            gave_way |= reached[n] < before;
        }
        if !gave_way {
            // A man cannot give way to a wheel: his body and that of the man on which he would stand go no farther.
            let stay = |reached: &mut [f32], pair: [usize; 2]| {
                let mut stays = false;
                for n in 0..walkers.len() {
                    if pair.iter().any(|one| goes_as_one(walkers, *one, n)) && reached[n] > walkers[n].gone {
                        reached[n] = walkers[n].gone;
                        stays = true;
                    }
                }
                stays
            };
            match clash(cp, walkers, &reached) {
                Some(pair) if stay(&mut reached, pair) => {}
                _ => break,
            }
        }
    }
    let mut stops: Vec<Stop> = walkers
        .iter()
        .zip(&reached)
        .map(|(walker, share)| Stop { share: *share, place: walker.route.at(*share), why: None })
        .collect();
    for n in 0..walkers.len() {
        step_aside(cp, walkers, &mut stops, n);
    }
    stops
}

/// CP-5.9: nobody ends his move on a friend or across a wall: a mover that would stands at the nearest free place, if
/// possible not behind its place on the path. A gun with its crew takes such a place only on its path.
fn step_aside(cp: &SkirmishView, walkers: &[Walker], stops: &mut [Stop], n: usize) {
    let route = walkers[n].route;
    let Stop { share, place, .. } = stops[n];
    if share * route.length() < NOTHING {
        return;
    }
    let mut moving: Vec<PieceId> = walkers.iter().map(|walker| walker.route.piece).collect();
    moving.extend(cp.goes_with(route.piece));
    let tolerance = cp.numbers().overlap_tolerance;
    let base =
        |walker: &Walker, stop: &Stop| Outline { footprint: cp.view.footprint(walker.route.piece), place: stop.place };
    let own = base(&walkers[n], &stops[n]);
    let others = walkers.iter().zip(stops.iter()).enumerate().filter(|(m, _)| *m != n);
    let taken: Vec<Outline> = others.map(|(_, (walker, stop))| base(walker, stop)).collect();
    let back = |stops: &mut [Stop]| {
        let share = cp.free_share(route, share, &moving, &taken);
        stops[n] = Stop { share, place: route.at(share), why: None };
    };
    if !cp.is_man(route.piece) {
        let movers: Vec<(PieceId, Place)> =
            walkers.iter().zip(stops.iter()).map(|(walker, stop)| (walker.route.piece, stop.place)).collect();
        match company(cp, route.piece, place, &movers) {
            Ok(Some(_)) => return,
            Ok(None) => {}
            Err(_) => return back(stops),
        }
    }
    let walled = route.target.is_none() && cp.across_a_wall(&own).is_some();
    if !walled && !cp.lies_on_another(&own, &moving) && taken.iter().all(|other| own.overlap(other) <= tolerance) {
        return;
    }
    let onward = heading_at(route, share);
    let wanted = Wanted {
        piece: route.piece,
        from: place.at,
        goal: place,
        first: onward,
        within: ASIDE,
        away: &moving,
        taken: &taken,
    };
    let not_back = |outline: &Outline| {
        let at = outline.place.at;
        off_path(route, share, 1.0, at) <= off_path(route, 0.0, share, at) + NOTHING
    };
    match cp.room_near(wanted, not_back).or_else(|| cp.room_near(wanted, |_| true)) {
        Some(free) => stops[n].place = free,
        None => back(stops),
    }
}

/// How far a point is from a part of a path, from one share of it to another, in inches.
fn off_path(route: &Route, from: f32, to: f32, point: Vec2) -> f32 {
    let corners = route.corners(from, to);
    let legs = corners.windows(2).map(|pair| distance_to_segment(point, pair[0], pair[1]));
    legs.fold(point.distance(corners[0]), f32::min)
}

/// The heading of a path at a share of it.
fn heading_at(route: &Route, share: f32) -> Heading {
    let ahead = route.corners(share, 1.0);
    let behind = route.corners(0.0, share);
    let leg = |corners: &[Vec2], last: bool| {
        let mut legs = corners.windows(2).filter(|pair| pair[0] != pair[1]);
        let leg = if last { legs.next_back() } else { legs.next() };
        leg.map(|pair| Heading::from_to(pair[0], pair[1]))
    };
    leg(&ahead, false).or_else(|| leg(&behind, true)).unwrap_or(route.at(share).facing)
}

fn base_at(cp: &SkirmishView, walker: &Walker, share: f32) -> Outline {
    Outline { footprint: cp.view.footprint(walker.route.piece), place: walker.route.at(share) }
}

/// `GroupContact`: whether two movers stop as one.
fn goes_as_one(walkers: &[Walker], one: usize, other: usize) -> bool {
    let body = |n: usize| walkers[n].route.body;
    one == other || (body(one).is_some() && body(one) == body(other))
}

/// Two movers that would stand on each other, at least one of which has set out.
fn clash(cp: &SkirmishView, walkers: &[Walker], reached: &[f32]) -> Option<[usize; 2]> {
    let pairs = (0..walkers.len()).flat_map(|one| (one + 1..walkers.len()).map(move |other| [one, other]));
    let tolerance = cp.numbers().overlap_tolerance;
    { pairs }.find(|[one, other]| {
        let further = |n: usize| reached[n] > walkers[n].gone;
        let bases = [*one, *other].map(|n| base_at(cp, &walkers[n], reached[n]));
        (further(*one) || further(*other)) && bases[0].overlap(&bases[1]) > tolerance
    })
}

/// `CrewAction`: the men and the gun that go with the gun or limber on the nth path, when all movers stand at these
/// stops.
pub fn company_on(
    cp: &SkirmishView,
    march: &March,
    stops: &[Option<Stop>],
    n: usize,
) -> Result<Option<Company>, Refusal> {
    let (Some(stop), piece) = (stops[n], march.routes[n].piece) else { return Ok(None) };
    let others = march.routes.iter().zip(stops).filter_map(|(route, stop)| Some((route.piece, (*stop)?.place)));
    company(cp, piece, stop.place, &others.collect::<Vec<_>>())
}

fn company(
    cp: &SkirmishView,
    piece: PieceId,
    place: Place,
    movers: &[(PieceId, Place)],
) -> Result<Option<Company>, Refusal> {
    if cp.is_man(piece) {
        return Ok(None);
    }
    let moving: Vec<PieceId> = movers.iter().map(|(mover, _)| *mover).collect();
    let others = movers.iter().filter(|(mover, _)| *mover != piece);
    let taken: Vec<Outline> =
        others.map(|(mover, place)| Outline { footprint: cp.view.footprint(*mover), place: *place }).collect();
    cp.company_at(piece, place, Others { moving: &moving, taken: &taken })
}

/// `CrewAction`: the largest share of the nth path, up to the share that it has reached, at which all that go with it
/// have room.
fn share_with_company(cp: &SkirmishView, walkers: &[Walker], reached: &mut [f32], n: usize) -> f32 {
    let (most, least) = (reached[n], walkers[n].gone);
    let shares = (0..=COMPANY_STEPS).rev();
    let shares = shares.map(|step| least + (most - least) * f32::from(step) / f32::from(COMPANY_STEPS));
    for share in shares {
        reached[n] = share;
        let movers: Vec<(PieceId, Place)> = walkers
            .iter()
            .zip(reached.iter())
            .map(|(walker, here)| (walker.route.piece, walker.route.at(*here)))
            .collect();
        if company(cp, walkers[n].route.piece, walkers[n].route.at(share), &movers).is_ok() {
            return share;
        }
    }
    least
}

impl SkirmishView<'_> {
    /// CP-2.15: the share of its path at which a mover finds an enemy that stepped into its way by reaction, with that
    /// enemy.
    fn share_to_unforeseen_enemy(&self, route: &Route, gone: f32, until: f32) -> Option<(f32, PieceId)> {
        if until <= gone {
            return None;
        }
        let halting = self.halted_by_strangers(route.piece);
        let stepped = |enemy: PieceId| {
            let marks = self.view.marks(enemy);
            (marks.has(&marks::REACTED) && marks.has(&marks::MOVED)).then_some(halting)
        };
        let (share, enemy, _) = self.stopped_by(route.piece, &route.spots(gone, until), stepped)?;
        let share = gone + (until - gone) * share;
        (route.length() * (until - share) > NOTHING).then_some((share, enemy))
    }

    /// CP-12.2: the share of its path at which a mover runs into a figure that hides from its side: in contact with it
    /// if the mover may assault, else at the distance of CP-5.8.
    pub fn share_to_hidden_enemy(&self, route: &Route) -> f32 {
        if !self.view.anybody_hides() {
            return 1.0;
        }
        let halting = self.halted_by_strangers(route.piece);
        let hides = |enemy: PieceId| self.view.conceals(enemy).then_some(halting);
        let stopped = self.stopped_by(route.piece, &route.spots(0.0, 1.0), hides);
        stopped.map_or(1.0, |(share, ..)| share)
    }

    /// CP-2.15: how an enemy that a mover did not foresee stops it: in contact if the mover may assault, as only men in
    /// command may, else at the berth.
    fn halted_by_strangers(&self, piece: PieceId) -> Halting {
        if self.is_man(piece) && self.in_command(piece) { Halting::Contact } else { Halting::Berth }
    }
}
