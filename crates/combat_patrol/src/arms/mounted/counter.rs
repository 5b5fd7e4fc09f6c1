//! Riders that move by reaction: the counter-charge (`CounterCharge`) and the pursuit (`Pursuit`).

use bevy::math::Vec2;

use super::charge::CONTACT;
use crate::{
    book::cites::Topic,
    cards::decks,
    fire::wounds,
    melee::fight::is_behind,
    movement::{
        mover::Mover,
        setting_out,
        stops::{Stop, Walker, settle},
    },
    state::{
        sequence_of_play::{Contact, March, Reaction, Ride, SequenceOfPlay, change_march},
        ways::Route,
    },
    view::rulebook::{BookData, SkirmishView, cites},
};
use grapeshot_floor::{
    english::{count, inches, verb},
    events::{EventKind, Explained, RuleId},
    forces::{PieceId, SideId},
    table::{
        footprint::Outline,
        path,
        position::{Heading, Place},
    },
    turn::BattleMut,
};

/// The shortest step, as a share of the ride, in which two sides come together.
const STEP: f32 = 1e-3;

/// A figure on its way while two sides ride at each other.
struct OnTheWay {
    piece: PieceId,
    side: SideId,
    route: Route,
    /// The shares of the route from which and up to which it goes.
    from: f32,
    to: f32,
    /// Inches of its path that it makes in the whole of the ride.
    speed: f32,
    /// The share of the ride at which it was halted.
    halted: Option<f32>,
}

impl OnTheWay {
    fn share_at(&self, t: f32) -> f32 {
        let t = self.halted.map_or(t, |halted| halted.min(t));
        let length = self.route.length();
        if length <= 0.0 {
            return self.from;
        }
        (self.from + self.speed * t / length).min(self.to)
    }

    fn moves_at(&self, t: f32) -> bool {
        self.halted.is_none() && self.share_at(t) < self.to
    }
}

impl<'w> SkirmishView<'w> {
    /// `CounterCharge`: whether a mounted figure sees a charge.
    pub fn sees_a_charge(&self, piece: PieceId) -> bool {
        let Some(march) = &self.view.resource::<SequenceOfPlay>().march else { return false };
        let place = self.view.place(piece);
        march.routes.iter().any(|route| {
            self.view.in_play(route.piece)
                && !is_behind(place, self.view.place(route.piece).at)
                && self.is_charge(route)
                && self.sees(piece, route.piece)
        })
    }

    /// `Pursuit`: the movers whose paths end farther from a figure than they began, the nearest at the end first.
    pub fn moving_away_from(&self, piece: PieceId, march: &March) -> Vec<PieceId> {
        let own = self.view.outline(piece);
        let gap =
            |route: &Route, place: Place| own.gap(&Outline { footprint: self.view.footprint(route.piece), place });
        let mut away: Vec<(f32, PieceId)> = march
            .routes
            .iter()
            .zip(&march.until)
            .filter(|(route, _)| self.view.in_play(route.piece))
            .map(|(route, until)| (gap(route, route.at(*until)), gap(route, route.places[0]), route.piece))
            .filter(|(end, begin, _)| end > begin)
            .map(|(end, _, mover)| (end, mover))
            .collect();
        away.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        away.into_iter().map(|(_, mover)| mover).collect()
    }

    /// The way of a rider straight on over this many inches of allowance, as far as the ground lets him.
    fn straight_on(&self, piece: PieceId, heading: Heading, inches: f32, mover: &Mover) -> Route {
        let start = self.view.place(piece);
        let walk = path::walk(self.view.ground(), &[start.at, start.at + heading.forward() * inches], inches, mover);
        let mut route = Route::free(piece, start, &walk.corners, Some(heading));
        // The inches that the rider would make with all of his allowance over the ground on the way.
        route.cost = if walk.cost > 0.0 { inches * walk.length / walk.cost } else { inches };
        route
    }

    /// The ways of riders that react: a rider in open order rides as `straight_at` says, a body straight ahead
    /// (`CounterCharge`).
    fn ways_of_riders(
        &self,
        riders: &[PieceId],
        inches: f32,
        straight_at: impl Fn(PieceId) -> Option<Vec2>,
    ) -> Vec<Route> {
        riders
            .iter()
            .filter_map(|rider| {
                let body = self.supplement().body_of(self, *rider);
                let place = self.view.place(*rider);
                let heading = match body.len() {
                    1 => Heading::from_to(place.at, straight_at(*rider)?),
                    _ => place.facing,
                };
                let mover = Mover { close_order: self.supplement().rough_in_body(self, *rider), ..self.mover(*rider) };
                let mut route = self.straight_on(*rider, heading, inches, &mover);
                route.body = (body.len() > 1).then(|| body[0]);
                (route.length() > CONTACT).then_some(route)
            })
            .collect()
    }
}

/// The riders that succeeded in a reaction, by side.
fn successes(march: &March, what: &Reaction, cp: &SkirmishView) -> Vec<(SideId, Vec<PieceId>)> {
    let mut sides: Vec<(SideId, Vec<PieceId>)> = Vec::new();
    for attempt in march.tries.iter().filter(|attempt| attempt.success == Some(true)) {
        for (piece, _) in attempt.figures.iter().filter(|(_, reaction)| reaction == what) {
            if !cp.view.in_play(*piece) || cp.stunned(*piece) || !cp.mounted(*piece) {
                continue;
            }
            match sides.iter_mut().find(|(side, _)| *side == attempt.side) {
                Some((_, pieces)) => pieces.push(*piece),
                None => sides.push((attempt.side, vec![*piece])),
            }
        }
    }
    sides
}

/// `CounterCharge`: draws one card for all riders of a side that counter-charge, and fixes their ways.
pub fn set_out(battle: &mut BattleMut, book: &BookData, march: &March) {
    for (side, riders) in successes(march, &Reaction::CounterCharge, &SkirmishView { view: battle.view(), book }) {
        let text =
            format!("{} {}", count(riders.len(), "rider"), verb(riders.len(), "counter-charges", "counter-charge"));
        battle.note(Some(side), RuleId::new(cites(battle, Topic::CounterCharge)), text);
        let card =
            decks::draw(battle, book, side, &["move"], RuleId::new(cites(battle, Topic::CounterCharge)), |card| {
                format!("Counter-charge: {}", inches(card.inches.into()))
            });
        let cp = SkirmishView { view: battle.view(), book };
        let nearest_charger = |rider: PieceId| {
            march
                .routes
                .iter()
                .filter(|route| cp.view.in_play(route.piece) && cp.is_charge(route))
                .min_by(|a, b| {
                    cp.view.gap(rider, a.piece).total_cmp(&cp.view.gap(rider, b.piece)).then(a.piece.cmp(&b.piece))
                })
                .map(|route| cp.view.place(route.piece).at)
        };
        let routes = cp.ways_of_riders(&riders, f32::from(card.inches), nearest_charger);
        let bogs = cp.bogs_on(&routes);
        tell_who_stays(battle, &riders, &routes, Topic::CounterCharge);
        change_march(battle, |march| {
            march.riders.extend(routes);
            march.rider_bogs.extend(bogs);
        });
    }
}

/// Tells which riders stay where they are, as they react but have no way to ride.
fn tell_who_stays(battle: &mut BattleMut, riders: &[PieceId], routes: &[Route], topic: Topic) {
    let left = riders.iter().filter(|rider| routes.iter().all(|route| route.piece != **rider));
    left.for_each(|rider| stays(battle, *rider, topic));
}

fn stays(battle: &mut BattleMut, rider: PieceId, topic: Topic) {
    let text = format!("{} has no room to ride, and stays", battle.view().piece(rider).name);
    let (side, rule) = (battle.view().side_of(rider), RuleId::new(cites(battle, topic)));
    battle.detail(Some(side), EventKind::Note, rule, text, Explained::default());
}

/// `CounterCharge`: movers and counter-chargers go on at the same time, each in proportion to its allowance; a figure
/// that touches an enemy halts, and its body with it.
pub fn meet(battle: &mut BattleMut, book: &BookData) {
    crate::movement::bog::check_riders(battle, book);
    let cp = SkirmishView { view: battle.view(), book };
    // The checks may have cut the ways of riders short.
    let Some(march) = cp.view.resource::<SequenceOfPlay>().march.clone() else { return };
    let mut all: Vec<OnTheWay> = Vec::new();
    for (route, until) in march.routes.iter().zip(&march.until) {
        let able = cp.view.in_play(route.piece) && !cp.stunned(route.piece);
        // A mover that was stopped before the pause has not come as far as the others.
        let gone = march.gone.min(*until);
        let to = if able { *until } else { gone };
        let allowance = cp.activity(route.piece).allowance.unwrap_or(route.cost).max(route.cost);
        let left = allowance - route.cost * march.gone;
        // Ground slows the ride as it slows the march, by the inches of path that an inch of allowance gives.
        let rate = if route.cost > 0.0 { route.length() / route.cost } else { 1.0 };
        all.push(OnTheWay {
            piece: route.piece,
            side: cp.view.side_of(route.piece),
            route: route.clone(),
            from: gone,
            to,
            speed: left * rate,
            halted: None,
        });
    }
    for route in &march.riders {
        all.push(OnTheWay {
            piece: route.piece,
            side: cp.view.side_of(route.piece),
            route: route.clone(),
            from: 0.0,
            to: 1.0,
            speed: route.cost,
            halted: None,
        });
    }
    all.retain(|one| cp.view.in_play(one.piece));
    ride(&cp, &mut all);
    let ends = stand_free(&cp, &all);
    let chargers = march.routes.len();
    for (one, stop) in all.iter().zip(&ends) {
        let rider = march.riders.iter().any(|route| route.piece == one.piece);
        let (corners, end) = (stop.corners(&one.route, one.from), stop.place);
        if end != battle.view().place(one.piece) {
            let text = setting_out::went(&battle.view().piece(one.piece).name, "rides", path::length(&corners), "");
            battle.move_piece(one.piece, corners, end, RuleId::new(cites(battle, Topic::CounterCharge)), text);
            if rider {
                wounds::moved(battle, &[one.piece]);
            }
        } else if rider {
            stays(battle, one.piece, Topic::CounterCharge);
        }
    }
    let share_of =
        |piece: PieceId| all.iter().zip(&ends).find(|(one, _)| one.piece == piece).map(|(_, stop)| stop.share);
    change_march(battle, |march| {
        for n in 0..chargers {
            if let Some(share) = share_of(march.routes[n].piece) {
                march.until[n] = share;
            }
        }
        for route in &mut march.riders {
            if let Some(share) = share_of(route.piece) {
                *route = route.clone().cut(share);
            }
        }
        march.gone = 1.0;
    });
}

/// Lets all ride until each has halted or finished: from one meeting to the next, each time no farther than the nearest
/// two enemies can come.
fn ride(cp: &SkirmishView, all: &mut [OnTheWay]) {
    let outline = |one: &OnTheWay, t: f32| Outline {
        footprint: cp.view.footprint(one.piece),
        place: one.route.at(one.share_at(t)),
    };
    let on_the_way: Vec<PieceId> = all.iter().map(|one| one.piece).collect();
    let mut t = 0.0f32;
    while t < 1.0 {
        let mut step = 1.0 - t;
        let mut met: Vec<usize> = Vec::new();
        for n in 0..all.len() {
            if !all[n].moves_at(t) {
                continue;
            }
            let here = outline(&all[n], t);
            for (m, other) in all.iter().enumerate() {
                if other.side == all[n].side {
                    continue;
                }
                let there = outline(other, t);
                let gap = here.gap(&there);
                if gap <= CONTACT * 1.5 {
                    if !cp.parted(here.place, there.place) {
                        met.extend([n, m]);
                    }
                } else {
                    let nearing = all[n].speed + if other.moves_at(t) { other.speed } else { 0.0 };
                    step = step.min((gap - CONTACT) / nearing);
                }
            }
            for other in cp.view.pieces_index().within(here.place.at, all[n].speed * (1.0 - t) + 4.0) {
                if on_the_way.contains(&other) || cp.view.side_of(other) == all[n].side {
                    continue;
                }
                let there = cp.view.outline(other);
                let gap = here.gap(&there);
                if gap <= CONTACT * 1.5 {
                    if !cp.parted(here.place, there.place) {
                        met.push(n);
                    }
                } else {
                    step = step.min((gap - CONTACT) / all[n].speed);
                }
            }
        }
        if met.is_empty() {
            t = (t + step.max(STEP)).min(1.0);
            continue;
        }
        let bodies: Vec<PieceId> = met.iter().filter_map(|n| all[*n].route.body).collect();
        for (n, one) in all.iter_mut().enumerate() {
            if met.contains(&n) || one.route.body.is_some_and(|body| bodies.contains(&body)) {
                one.halted.get_or_insert(t);
            }
        }
    }
}

/// The places where all stand free of other bases: a mover that would stand on a friend stops short of him. Of several
/// that ride at the same enemy, a rider that has met him keeps his place, the first that met him before the others.
fn stand_free(cp: &SkirmishView, all: &[OnTheWay]) -> Vec<Stop> {
    let mut gives_way: Vec<usize> = (0..all.len()).rev().collect();
    let met_at = |n: &usize| all[*n].halted.unwrap_or(f32::INFINITY);
    gives_way.sort_by(|a, b| met_at(b).total_cmp(&met_at(a)));
    let walker = |n: &usize| Walker { route: &all[*n].route, gone: all[*n].from, until: all[*n].share_at(1.0) };
    let walkers: Vec<Walker> = gives_way.iter().map(walker).collect();
    let mut stops: Vec<(usize, Stop)> = gives_way.into_iter().zip(settle(cp, &walkers)).collect();
    stops.sort_by_key(|(n, _)| *n);
    stops.into_iter().map(|(_, stop)| stop).collect()
}

/// `Pursuit`: riders that succeeded go after the enemies that moved away; returns their contacts.
pub fn pursue(battle: &mut BattleMut, book: &BookData, march: &March) -> Vec<Contact> {
    let mut contacts = Vec::new();
    for (side, riders) in successes(march, &Reaction::Pursue, &SkirmishView { view: battle.view(), book }) {
        let cp = SkirmishView { view: battle.view(), book };
        let after: Vec<(PieceId, Vec<PieceId>)> =
            riders.iter().map(|rider| (*rider, cp.moving_away_from(*rider, march))).collect();
        let riders: Vec<PieceId> = after.iter().filter(|(_, away)| !away.is_empty()).map(|(rider, _)| *rider).collect();
        if riders.is_empty() {
            battle.note(Some(side), RuleId::new("CP-10.5"), "There is nobody left to pursue: the reaction is lost");
            continue;
        }
        battle.note(
            Some(side),
            RuleId::new(cites(battle, Topic::Pursuit)),
            format!("{} {}", count(riders.len(), "rider"), verb(riders.len(), "pursues", "pursue")),
        );
        let card = decks::draw(battle, book, side, &["move"], RuleId::new(cites(battle, Topic::Pursuit)), |card| {
            format!("Pursuit: {}", inches(card.inches.into()))
        });
        let cp = SkirmishView { view: battle.view(), book };
        let goal = |rider: PieceId| {
            let (_, away) = after.iter().find(|(known, _)| *known == rider)?;
            away.first().map(|mover| cp.view.place(*mover).at)
        };
        let routes = cp.ways_of_riders(&riders, f32::from(card.inches), goal);
        tell_who_stays(battle, &riders, &routes, Topic::Pursuit);
        let cp = SkirmishView { view: battle.view(), book };
        let mut all: Vec<OnTheWay> = routes
            .into_iter()
            .map(|route| {
                let speed = route.cost;
                OnTheWay { piece: route.piece, side, route, from: 0.0, to: 1.0, speed, halted: None }
            })
            .collect();
        ride(&cp, &mut all);
        let ends = stand_free(&cp, &all);
        for (one, stop) in all.iter().zip(&ends) {
            let (corners, end) = (stop.corners(&one.route, 0.0), stop.place);
            if end != battle.view().place(one.piece) {
                let text = setting_out::went(&battle.view().piece(one.piece).name, "rides", path::length(&corners), "");
                battle.move_piece(one.piece, corners, end, RuleId::new(cites(battle, Topic::Pursuit)), text);
                wounds::moved(battle, &[one.piece]);
            } else {
                stays(battle, one.piece, Topic::Pursuit);
            }
            let cp = SkirmishView { view: battle.view(), book };
            let route = one.route.clone().cut(stop.share);
            contacts.extend(caught(&cp, &route, march));
        }
    }
    contacts
}

/// `Pursuit`, `CaughtFromBehind`: the enemy that a pursuer has caught, if any: the nearest that moved away, if he
/// touches one.
fn caught(cp: &SkirmishView, route: &Route, march: &March) -> Option<Contact> {
    let pursuer = route.piece;
    let fled = |enemy: &PieceId| march.routes.iter().any(|route| route.piece == *enemy);
    let touched: Vec<PieceId> = cp.contacts(pursuer).collect();
    let defender = touched.iter().copied().find(fled).or(touched.first().copied())?;
    let from_rear = is_behind(cp.view.place(defender), cp.view.place(pursuer).at);
    Some(Contact {
        attacker: pursuer,
        defender,
        attacker_in_body: cp.supplement().in_body(cp, pursuer) && route.body.is_some(),
        defender_in_body: cp.supplement().in_body(cp, defender),
        from_rear,
        attacker_ride: cp.ride_of(route),
        defender_ride: Ride { moved: cp.activity(defender).moved_in, impetus: false },
        caught: from_rear && fled(&defender) && !cp.mounted(defender),
        second: false,
    })
}
