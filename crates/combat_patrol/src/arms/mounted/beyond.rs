//! Riders with impetus that met nobody (`CloseIn`): they close to an enemy beside their way, or ride on.

use bevy::math::Vec2;

use super::charge::CONTACT;
use crate::{
    book::cites::Topic,
    fire::wounds,
    state::{
        sequence_of_play::{March, SequenceOfPlay, change_march},
        ways::Route,
    },
    view::rulebook::{SkirmishView, cites},
};
use grapeshot_floor::{
    english,
    events::RuleId,
    forces::PieceId,
    orders::{Order, Refusal},
    table::{
        footprint::{Footprint, Outline},
        path,
        position::{Heading, Place},
    },
    turn::BattleMut,
};

/// Steps in which room is looked for ahead of a rider who must go on, in inches.
const STEP: f32 = 0.05;

/// Riders whose ways differ by no more than this have one line of contact, in degrees.
const SAME_WAY: f32 = 30.0;

/// The line of first contact: a point of it, and the heading of the rider that made it.
pub type Line = (Vec2, Heading);

/// A rider who has finished his path without an opponent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Loose {
    pub rider: PieceId,
    /// Inches of movement that he has left.
    pub left: f32,
    /// Inches that he still goes until his front is 6 inches beyond the line of first contact.
    pub on: f32,
}

/// How far a figure gets that goes straight on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Onward {
    /// The share of the way that it goes, 0 to 1.
    pub share: f32,
    /// The enemy that stops it, if one does.
    pub enemy: Option<PieceId>,
    /// Whether anything else stops it.
    pub blocked: bool,
}

impl March {
    /// The movers that charge and were not stopped short of the end of their paths, each with the share of its path
    /// that it went.
    fn chargers(&self) -> impl Iterator<Item = (&Route, f32)> + Clone {
        self.routes
            .iter()
            .zip(self.until.iter().copied())
            .filter(|(route, _)| route.intended.is_some() && !self.halted.contains(&route.piece))
    }
}

/// A rider who closes to an enemy beside his way, and where he ends (`CloseIn`).
pub type Closing = (PieceId, PieceId, Place);

impl SkirmishView<'_> {
    /// `CloseIn`: the riders with impetus who are not in contact, those in front first.
    pub fn loose_riders(&self, march: &March) -> Vec<Loose> {
        let mut loose = Vec::new();
        let allowed = |piece: PieceId| self.activity(piece).allowance;
        let [chargers, riders] = march.lines;
        if let Some(line) = chargers {
            for (route, until) in march.chargers() {
                let cost = route.cost * until;
                let left = (allowed(route.piece).unwrap_or(cost) - cost).max(0.0);
                // A rider that should have met an enemy goes on from where that enemy stood.
                let own = route.target.map(|_| self.front_at(route, until));
                loose.extend(self.loose(&route.clone().cut(until), left, own.unwrap_or(line)));
            }
        }
        if let Some(line) = riders {
            for route in &march.riders {
                loose.extend(self.loose(route, (route.cost - route.length()).max(0.0), line));
            }
        }
        loose.sort_by(|a, b| a.on.total_cmp(&b.on).then(a.rider.cmp(&b.rider)));
        loose
    }

    /// Where the front of a charger is at a share of his way, and how he looks.
    fn front_at(&self, route: &Route, share: f32) -> Line {
        let place = route.at(share);
        (place.offset(self.view.footprint(route.piece).half_depth(), 0.0), place.facing)
    }

    /// `CloseIn`: where the movers, and the riders that came at them, made their first contact.
    pub fn lines_of_contact(&self, march: &March) -> [Option<Line>; 2] {
        let riders = march.riders.iter().map(|route| (route, 1.0));
        [self.line_of_contact(march.chargers()), self.line_of_contact(riders)]
    }

    fn loose(&self, route: &Route, left: f32, line: Line) -> Option<Loose> {
        let rider = route.piece;
        if !self.view.in_play(rider) || self.stunned(rider) || self.in_contact(rider) || !self.ride_of(route).impetus {
            return None;
        }
        if self.behind_a_fighter(rider) {
            return None;
        }
        let (place, half) = (self.view.place(rider), self.view.footprint(rider).half_depth());
        let front = place.offset(half, 0.0);
        // The line does not count for a rider that goes another way.
        let (at, heading) = line;
        let same_way = heading.angle_to(place.facing) <= SAME_WAY;
        let short = if same_way { (at - front).dot(place.facing.forward()) } else { 0.0 };
        let on = short + self.horse().beyond_nobody;
        Some(Loose { rider, left, on: on.max(0.0) })
    }

    /// `CloseIn`: the front of the rider that came into contact after the fewest inches; if nobody did because
    /// reactions took every enemy away, of the rider that should have.
    fn line_of_contact<'r>(&self, routes: impl Iterator<Item = (&'r Route, f32)> + Clone) -> Option<Line> {
        let front =
            |place: Place, piece: PieceId| (place.offset(self.view.footprint(piece).half_depth(), 0.0), place.facing);
        let fewest = |a: &(f32, PieceId, Line), b: &(f32, PieceId, Line)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
        let met = routes.clone().filter(|(route, _)| self.view.in_play(route.piece) && self.in_contact(route.piece));
        let met = met.map(|(route, until)| {
            (route.length() * until, route.piece, front(self.view.place(route.piece), route.piece))
        });
        if let Some((.., line)) = met.min_by(fewest) {
            return Some(line);
        }
        let missed = routes.filter(|(route, until)| {
            let there = |enemy: PieceId| self.view.in_play(enemy) && self.touch(route.piece, enemy);
            *until >= 1.0 && self.view.in_play(route.piece) && route.target.is_some_and(|enemy| !there(enemy))
        });
        let missed = missed.map(|(route, _)| (route.length(), route.piece, front(route.end(), route.piece)));
        missed.min_by(fewest).map(|(.., line)| line)
    }

    /// `CloseIn`: whether a rider of a rear rank has a mate in contact ahead of him, so that he halts behind him.
    fn behind_a_fighter(&self, rider: PieceId) -> bool {
        if self.supplement().rank_in_body(self, rider) < 2 {
            return false;
        }
        let place = self.view.place(rider);
        let width = self.view.footprint(rider).half_width();
        self.supplement().body_of(self, rider).into_iter().any(|mate| {
            let frame = place.frame(self.view.place(mate).at);
            mate != rider && frame.y > 0.0 && frame.x.abs() <= width * 2.0 && self.in_contact(mate)
        })
    }

    /// `CloseIn`: the enemies whose bases lie within an inch of a rider's strip within his remaining move, each with
    /// where the rider stands when he has closed to that enemy; the nearest first.
    pub fn beside_the_way(&self, loose: &Loose) -> Vec<(PieceId, Place)> {
        let rider = loose.rider;
        let (place, footprint, going) = (self.view.place(rider), self.view.footprint(rider), self.mover(rider));
        let strip = Outline {
            footprint: Footprint::Rectangle {
                width: 2.0 * footprint.half_width(),
                depth: 2.0 * footprint.half_depth() + loose.left,
            },
            place: Place { at: place.offset(loose.left / 2.0, 0.0), facing: place.facing, floor: 0 },
        };
        let side = self.view.side_of(rider);
        let near = self.view.pieces_index().within(place.at, loose.left + footprint.reach() + 4.5);
        let mut found: Vec<(f32, PieceId, Place)> = near
            .into_iter()
            .filter(|enemy| self.view.is_enemy(*enemy, side) && self.is_man(*enemy))
            .filter_map(|enemy| {
                let there = self.view.outline(enemy);
                let frame = place.frame(there.place.at);
                let beside = strip.gap(&there);
                if frame.y <= 0.0 || beside > self.horse().beside {
                    return None;
                }
                // The rider shifts aside no more than he needs to touch the enemy.
                let aside = beside * frame.x.signum();
                let shifted = Outline { footprint, place: Place { at: place.offset(0.0, aside), ..place } };
                let far = Place { at: place.offset(loose.left, aside), ..place };
                let share = shifted.sweep(far.at, &there, CONTACT * 2.0)?;
                let end = Place { at: shifted.place.at.lerp(far.at, share), ..place };
                let inches = end.at.distance(place.at);
                // The rider does not reach the enemy across a wall (CP-5.8), over closed ground (CP-5.11) or past
                // another enemy.
                let open =
                    || path::walk(self.view.ground(), &[place.at, end.at], f32::INFINITY, &going).stopped.is_none();
                let clear = !self.parted(end, there.place)
                    && open()
                    && !self.goes_through_an_enemy(rider, place, end.at, &[enemy])
                    && !self.lies_on_another(&Outline { footprint, place: end }, &[rider]);
                (clear && inches <= loose.left).then_some((inches, enemy, end))
            })
            .collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        found.into_iter().map(|(_, enemy, end)| (enemy, end)).collect()
    }

    /// The loose riders of the movement under way that have an enemy beside their way, of the next side that says which
    /// of them close; the movers' side comes first.
    pub fn may_close(&self) -> Vec<Loose> {
        let Some(march) = &self.view.resource::<SequenceOfPlay>().march else { return Vec::new() };
        let movers = march.routes.first().map(|route| self.view.side_of(route.piece));
        let side_of = |loose: &Loose| self.view.side_of(loose.rider);
        let mut open: Vec<Loose> = self.loose_riders(march);
        open.retain(|loose| !march.settled.contains(&side_of(loose)) && !self.beside_the_way(loose).is_empty());
        let next = open.iter().map(side_of).min_by_key(|side| (Some(*side) != movers, *side));
        open.retain(|loose| Some(side_of(loose)) == next);
        open
    }

    /// `CloseIn`: the riders of an order, each with his enemy and the place where he closes to it.
    ///
    /// # Errors
    /// If the order names no rider and enemy, or an enemy that is not within reach of the rider's way.
    pub fn closing(&self, order: &Order) -> Result<Vec<Closing>, Refusal> {
        let refuse = |reason: String| Err(Refusal::new(RuleId::new(self.cites(Topic::CloseIn)), reason));
        let loose = self.may_close();
        let mut closing = Vec::new();
        for piece in &order.pieces {
            let Some(one) = loose.iter().find(|loose| loose.rider == *piece) else {
                return refuse(format!("{} has no enemy within an inch of the way", self.name(*piece)));
            };
            let ways = self.beside_the_way(one);
            let Some((enemy, place)) = ways.into_iter().find(|(enemy, _)| order.target.is_none_or(|t| t == *enemy))
            else {
                return refuse(format!("{} cannot close to that enemy", self.name(*piece)));
            };
            closing.push((*piece, enemy, place));
        }
        if closing.is_empty() {
            return refuse("Name the riders who close to an enemy".into());
        }
        Ok(closing)
    }

    /// `RideThrough`, `NoRoomBeyond`: how far a rider gets that must go on, `inches` ahead and `aside` inches to the
    /// side; friends, impassable ground and the table's edge stop him, and so does any enemy but the one that he rides
    /// through.
    pub fn onward(&self, rider: PieceId, inches: f32, aside: f32, through: Option<PieceId>) -> Onward {
        let (place, footprint) = (self.view.place(rider), self.view.footprint(rider));
        let to = place.offset(inches, aside);
        let length = place.at.distance(to);
        let here = Outline { footprint, place };
        let side = self.view.side_of(rider);
        if length < CONTACT {
            return Onward { share: 1.0, enemy: None, blocked: false };
        }
        let near = self.view.pieces_index().along(place.at, to, footprint.reach() + 3.5);
        let (friends, enemies): (Vec<PieceId>, Vec<PieceId>) = near
            .into_iter()
            .filter(|id| *id != rider && Some(*id) != through)
            .partition(|id| self.view.side_of(*id) == side || !self.is_man(*id));
        let met = enemies
            .into_iter()
            .filter(|enemy| place.frame(self.view.place(*enemy).at).y > 0.0)
            .filter_map(|enemy| Some((self.sweep_past_walls(&here, to, &self.view.outline(enemy), CONTACT)?, enemy)))
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let half = footprint.half_depth();
        let fronts = [place.offset(half, 0.0), Place { at: to, ..place }.offset(half, 0.0)];
        let walk = path::walk(self.view.ground(), &fronts, f32::INFINITY, &self.mover(rider));
        let open = if walk.stopped.is_some() { walk.length } else { length };
        let tolerance = self.numbers().overlap_tolerance;
        let at = |inches: f32| Outline { footprint, place: Place { at: place.at.lerp(to, inches / length), ..place } };
        let on_a_friend = |inches: f32| {
            friends.iter().any(|friend| {
                let there = self.view.outline(*friend);
                let deep = at(inches).overlap(&there);
                deep > tolerance && deep > here.overlap(&there)
            })
        };
        let until = met.map_or(length, |(share, _)| share * length).min(open);
        let mut gone = 0.0f32;
        let mut friend_stops = false;
        while gone < until {
            let next = (gone + STEP).min(until);
            if on_a_friend(next) {
                friend_stops = true;
                break;
            }
            gone = next;
        }
        let enemy = met.filter(|(share, _)| !friend_stops && share * length <= open).map(|(_, enemy)| enemy);
        let blocked = enemy.is_none() && gone < length - CONTACT;
        // A rider does not stop on the base of a man that he rides through.
        while gone > 0.0 && self.lies_on_another(&at(gone), &[rider]) {
            gone = (gone - STEP).max(0.0);
        }
        Onward { share: gone / length, enemy, blocked }
    }
}

/// Whether nothing is left to ask before the movement is over: riders who may close are asked about, the others ride
/// on.
pub fn ride_on(battle: &mut BattleMut, march: &March) -> bool {
    if !SkirmishView::of(battle.view()).may_close().is_empty() {
        return false;
    }
    all_ride_on(battle, march);
    true
}

/// `CloseIn`: each of these riders closes to an enemy beside his way.
pub fn close_in(battle: &mut BattleMut, order: &Order, closing: &[Closing]) {
    let riders = closing.len();
    let unit = battle.view().unit_of(order.pieces[0]);
    let text = format!(
        "{}: {} to an enemy beside the way",
        battle.view().unit(unit).name,
        english::does(riders, "rider", "closes", "close")
    );
    battle.note(Some(order.side), RuleId::new(cites(battle, Topic::CloseIn)), text);
    for (rider, enemy, end) in closing.iter().copied() {
        let cp = SkirmishView::of(battle.view());
        if cp.lies_on_another(&Outline { footprint: cp.view.footprint(rider), place: end }, &[rider]) {
            continue;
        }
        let text = format!("{} closes to {}", cp.name(rider), cp.name(enemy));
        let from = cp.view.place(rider).at;
        battle.move_piece(rider, vec![from, end.at], end, RuleId::new(cites(battle, Topic::CloseIn)), text);
    }
}

/// `CloseIn`: lets all riders go on that met nobody.
fn all_ride_on(battle: &mut BattleMut, march: &March) {
    for loose in SkirmishView::of(battle.view()).loose_riders(march) {
        let cp = SkirmishView::of(battle.view());
        // A rider that went on before him may have left him an opponent.
        if cp.in_contact(loose.rider) || loose.on < CONTACT {
            continue;
        }
        let text = format!("{} meets nobody and must ride on {}", cp.name(loose.rider), english::inches(loose.on));
        let side = cp.view.side_of(loose.rider);
        battle.note(Some(side), RuleId::new(cites(battle, Topic::CloseIn)), text);
        let onward = go_onward(battle, loose.rider, loose.on, 0.0, None, RuleId::new(cites(battle, Topic::CloseIn)));
        if onward.share > 0.0 {
            change_march(battle, |march| march.rode_on.push(loose.rider));
        }
    }
}

/// Moves a rider that must go on; one without room is stunned (`NoRoomBeyond`).
pub fn go_onward(
    battle: &mut BattleMut,
    rider: PieceId,
    inches: f32,
    aside: f32,
    through: Option<PieceId>,
    rule: RuleId,
) -> Onward {
    let cp = SkirmishView::of(battle.view());
    let onward = cp.onward(rider, inches, aside, through);
    let place = cp.view.place(rider);
    let end = Place { at: place.at.lerp(place.offset(inches, aside), onward.share), ..place };
    if end.at.distance(place.at) > CONTACT {
        let text = format!("{} rides on {}", cp.name(rider), english::inches(end.at.distance(place.at)));
        battle.move_piece(rider, vec![place.at, end.at], end, rule, text);
    }
    if onward.blocked {
        wounds::stun(battle, rider, RuleId::new(cites(battle, Topic::NoRoomBeyond)), ", with no room to ride on");
    }
    onward
}
