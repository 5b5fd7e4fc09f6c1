//! The charge (`Charge`): riders side by side, straight at the enemy.

use bevy::math::Vec2;

use crate::{
    book::cites::Topic,
    movement::{allowance::Others, mover::bill},
    state::{
        sequence_of_play::Activation,
        ways::{self, Fixed, Route},
    },
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    events::RuleId,
    forces::PieceId,
    orders::{Leg, Order, PlannedMove, Refusal},
    shared::refuse,
    table::{
        footprint::Outline,
        path::{self, Walk},
        position::{Heading, Place},
    },
};

/// How near a charger comes to the enemy he meets, in inches.
pub const CONTACT: f32 = 0.01;

/// A rider who sets out on the last leg of his charge.
struct Charger {
    piece: PieceId,
    /// His way up to the last leg, his own place first.
    approach: Vec<Vec2>,
    /// The farthest point that he gets to on the last leg.
    farthest: Vec2,
    /// The enemy in his strip, with the inches of the last leg to him.
    meets: Option<(PieceId, f32)>,
}

impl Charger {
    fn start(&self) -> Vec2 {
        self.approach[self.approach.len() - 1]
    }

    /// Inches of his whole way if he goes `last` inches on its last leg.
    fn inches(&self, last: f32) -> f32 {
        path::length(&self.approach) + last
    }
}

impl SkirmishView<'_> {
    /// `Charge`: the paths of a charge: all ride the same way, straight ahead at the end; a rider without an enemy
    /// in his strip ends on the line through the nearest contact.
    ///
    /// # Errors
    /// If the order names no enemy, if a figure that is named is on foot, if the way is no line from point to point or
    /// leads to nobody, or if none of the riders can go it.
    pub fn plan_charge(&self, order: &Order, activation: &Activation) -> Result<Fixed, Refusal> {
        let Some(target) = order.target.filter(|target| self.view.in_play(*target)) else {
            return refuse(self.cites(Topic::Charge), "Name the enemy to charge");
        };
        if !self.view.is_enemy(target, self.view.side_of(order.pieces[0])) {
            return refuse("CP-5.8", self.no_enemy(target));
        }
        if let Some(man) = order.pieces.iter().find(|piece| !self.mounted(**piece)) {
            return refuse(self.cites(Topic::Charge), format!("{} is on foot: only riders charge", self.name(*man)));
        }
        let mut corners = Vec::new();
        for leg in &order.path {
            let Leg::To(point) = leg else {
                return refuse(self.cites(Topic::Charge), "A charge goes from point to point");
            };
            corners.push(*point);
        }
        let heading = self.heading_of_charge(order, target, &corners);
        let mut first_refusal = None;
        let mut chargers = Vec::new();
        for piece in &order.pieces {
            match self.set_out_to_charge(order, *piece, &corners, heading) {
                Ok(charger) => chargers.push(charger),
                Err(why) => {
                    first_refusal.get_or_insert(why);
                }
            }
        }
        let shortest = chargers.iter().filter_map(|charger| {
            let (enemy, inches) = charger.meets?;
            Some((charger.inches(inches), charger.start() + heading.forward() * inches, charger.piece, enemy))
        });
        let nearest = shortest.min_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
        let line = nearest
            .map(|(_, at, piece, enemy)| (at + heading.forward() * self.view.footprint(piece).half_depth(), enemy));
        if line.is_none() {
            let barred = chargers.iter().map(|charger| self.barred_from(charger, heading, target));
            if let Some(barred) = barred.collect::<Option<Vec<_>>>() {
                return Err(first_refusal.into_iter().chain(barred).next().expect("each of them was refused"));
            }
        }
        chargers.sort_by(|a, b| {
            let way = |charger: &Charger| charger.meets.map_or(f32::INFINITY, |(_, inches)| inches);
            way(a).total_cmp(&way(b)).then(a.piece.cmp(&b.piece))
        });
        let mut moving = order.pieces.clone();
        let mut taken: Vec<Outline> = Vec::new();
        for route in activation.routes.iter().filter(|route| !order.pieces.contains(&route.piece)) {
            moving.push(route.piece);
            taken.push(self.base_after(route));
        }
        let mut fixed: Fixed = (Vec::new(), Vec::new());
        for charger in &chargers {
            let found = self.fix_charger(charger, heading, line, target, Others { moving: &moving, taken: &taken });
            match found {
                Ok((route, shown)) => {
                    taken.push(self.base_after(&route));
                    fixed.0.push(route);
                    fixed.1.push(shown);
                }
                Err(why) => {
                    moving.retain(|piece| *piece != charger.piece);
                    first_refusal.get_or_insert(why);
                }
            }
        }
        if fixed.0.is_empty() {
            return Err(first_refusal
                .unwrap_or_else(|| Refusal::new(RuleId::new(self.cites(Topic::Charge)), "Nobody can charge so")));
        }
        Ok(fixed)
    }

    /// The heading of the riders on the last leg: as the order says, else from the rider that will be nearest to the
    /// target straight at it.
    fn heading_of_charge(&self, order: &Order, target: PieceId, corners: &[Vec2]) -> Heading {
        if let Some(heading) = order.heading {
            return heading.normalized();
        }
        let there = self.view.place(target).at;
        let lead = self.view.place(order.pieces[0]).at;
        let shift = corners.last().map_or(Vec2::ZERO, |corner| *corner - lead);
        let starts = order.pieces.iter().map(|piece| self.view.place(*piece).at + shift);
        let from = starts.min_by(|a, b| a.distance_squared(there).total_cmp(&b.distance_squared(there)));
        Heading::from_to(from.unwrap_or(lead), there)
    }

    fn set_out_to_charge(
        &self,
        order: &Order,
        piece: PieceId,
        corners: &[Vec2],
        heading: Heading,
    ) -> Result<Charger, Refusal> {
        self.require_command(piece)?;
        let allowance = self.allowance_of(piece)?;
        let own = self.view.place(piece).at;
        let lead = self.view.place(order.pieces[0]).at;
        let mut approach = vec![own];
        approach.extend(corners.iter().map(|corner| *corner + (own - lead)));
        let name = self.name(piece);
        if self.stopped_by_enemy(piece, &ways::level(&approach, 0), None).is_some() {
            return refuse("CP-5.8", format!("{name} would pass an enemy on the way"));
        }
        let start = approach[approach.len() - 1];
        let mut way = approach.clone();
        way.push(start + heading.forward() * allowance.max(0.01));
        let walk = self.walked(piece, &way, allowance);
        if walk.length < path::length(&approach) - CONTACT {
            let why = walk.stopped.unwrap_or_else(|| "the way is too long".into());
            return refuse(self.cites(Topic::Charge), format!("{name} does not come to charge: {why}"));
        }
        let farthest = walk.end();
        let outline =
            Outline { footprint: self.view.footprint(piece), place: Place { at: start, facing: heading, floor: 0 } };
        let meets =
            self.first_enemy(piece, &outline, farthest).map(|(share, enemy)| (enemy, share * start.distance(farthest)));
        Ok(Charger { piece, approach, farthest, meets })
    }

    fn walked(&self, piece: PieceId, way: &[Vec2], allowance: f32) -> Walk {
        path::walk(self.view.ground(), way, allowance, &self.mover(piece))
    }

    /// The first enemy that a base meets on a straight way, no wall between them, with the share of the way.
    pub fn first_enemy(&self, piece: PieceId, outline: &Outline, to: Vec2) -> Option<(f32, PieceId)> {
        let side = self.view.side_of(piece);
        self.view
            .pieces_index()
            .along(outline.place.at, to, outline.footprint.reach() + 3.5)
            .into_iter()
            .filter(|other| self.view.is_enemy(*other, side) && self.is_man(*other))
            .filter_map(|other| Some((self.sweep_past_walls(outline, to, &self.view.outline(other), CONTACT)?, other)))
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))
    }

    /// Why a charger does not ride straight at an enemy, within reach or not: the enemy is not in his strip, or stands
    /// behind a wall or ground where nobody rides (CP-5.8, CP-5.11).
    fn barred_from(&self, charger: &Charger, heading: Heading, enemy: PieceId) -> Option<Refusal> {
        let (piece, start, there) = (charger.piece, charger.start(), self.view.outline(enemy));
        let footprint = self.view.footprint(piece);
        let outline = Outline { footprint, place: Place { at: start, facing: heading, floor: 0 } };
        let far = start + heading.forward() * self.view.gap(piece, enemy).mul_add(2.0, 4.0);
        let Some(share) = outline.sweep(far, &there, CONTACT) else {
            let reason = format!("{} stands in nobody's way", self.name(enemy));
            return Some(Refusal::new(RuleId::new(self.cites(Topic::Charge)), reason));
        };
        let contact = Place { at: start.lerp(far, share), ..outline.place };
        let barred = |from: Vec2, to: Vec2| self.walked(piece, &[from, to], f32::INFINITY).stopped;
        let parted = || self.parted(contact, there.place).then(|| barred(contact.at, there.place.at)).flatten();
        let why = barred(start, contact.at).or_else(parted)?;
        let reason = format!("{} does not reach {}: {why}", self.name(piece), self.name(enemy));
        Some(Refusal::new(RuleId::new("CP-5.8"), reason))
    }

    /// The path of one charger: to the enemy in his strip, or to the line of the nearest contact.
    fn fix_charger(
        &self,
        charger: &Charger,
        heading: Heading,
        line: Option<(Vec2, PieceId)>,
        target: PieceId,
        others: Others,
    ) -> Result<(Route, PlannedMove), Refusal> {
        let piece = charger.piece;
        let name = self.name(piece);
        let (start, most) = (charger.start(), charger.start().distance(charger.farthest));
        let inches = match (charger.meets, line) {
            (Some((_, inches)), _) => inches,
            (None, Some((at, _))) => {
                let front = start + heading.forward() * self.view.footprint(piece).half_depth();
                (at - front).dot(heading.forward()).clamp(0.0, most)
            }
            (None, None) => most,
        };
        let mut corners = charger.approach.clone();
        corners.push(start + heading.forward() * inches);
        let mut route = Route::free(piece, self.view.place(piece), &corners, Some(heading));
        route.target = charger.meets.map(|(enemy, _)| enemy);
        if route.length() < CONTACT {
            return refuse(self.cites(Topic::Charge), format!("{name} stands on the line already"));
        }
        let share = self.free_share(&route, 1.0, others.moving, others.taken);
        if share < 1.0 {
            if charger.meets.is_some() || share * route.length() < CONTACT {
                return refuse("CP-1.5", format!("{name} has no room to charge: bases overlap"));
            }
            route = route.cut(share);
        }
        let way: Vec<Vec2> = route.places.iter().map(|place| place.at).collect();
        let paid = self.walked(piece, &way, f32::INFINITY);
        route.cost = paid.cost;
        route.intended = Some(charger.meets.map(|(enemy, _)| enemy).or(line.map(|(_, enemy)| enemy)).unwrap_or(target));
        let shown = PlannedMove {
            piece,
            path: way,
            end: route.end(),
            shape: None,
            cost: bill(self.book.cites, &paid.bill, &self.mover(piece)),
            allowance: None,
            stopped: route.target.is_none().then(|| "no enemy straight ahead within reach".into()),
        };
        Ok((route, shown))
    }

    /// `Charge`: whether a mover charges: on horseback into contact, or so that the last stretch of its path points
    /// straight at an enemy that it sees.
    pub fn is_charge(&self, route: &Route) -> bool {
        if !self.mounted(route.piece) || route.length() < CONTACT {
            return false;
        }
        route.intended.is_some() || self.points_at_enemy(route)
    }

    fn points_at_enemy(&self, route: &Route) -> bool {
        let end = route.end();
        let Some(last) = route.places.windows(2).rev().find(|pair| pair[0].at != pair[1].at) else { return false };
        let onward = (last[1].at - last[0].at).normalize_or_zero();
        let outline = Outline { footprint: self.view.footprint(route.piece), place: end };
        let far = self.walked(route.piece, &[end.at, end.at + onward * self.longest_reach()], f32::INFINITY).end();
        let first = self.first_enemy(route.piece, &outline, far);
        first.is_some_and(|(_, enemy)| self.sees(route.piece, enemy))
    }
}
