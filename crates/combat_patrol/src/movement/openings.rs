//! Doors and windows as posts, and as the only ways to an enemy in a house (CP-14.2 to CP-14.4).

use bevy::math::Vec2;

use crate::{
    movement::{
        allowance::{Others, Wish},
        mover::Mover,
    },
    state::{
        sequence_of_play::{Activation, Contact},
        ways::{self, Fixed, Route, Spot, level},
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
        house::Between,
        path::Crossed,
        position::{Heading, Place},
        route,
    },
};

/// The distance that a base at an opening keeps from the wall, in inches.
const OFF_THE_WALL: f32 = 0.05;

/// The distance beyond contact at which an assault through an opening sets out, in inches.
const BEFORE_CONTACT: f32 = 0.02;

/// Inches from his post within which a man has reached it.
const AT_POST: f32 = 0.1;

impl SkirmishView<'_> {
    /// CP-14.3: the places behind the doors and windows of a floor from which a man shoots, looking out.
    pub fn posts(&self, building: usize, floor: u8, reach: f32) -> Vec<Place> {
        let house = &self.view.terrain().buildings[building];
        let openings = house.openings_on(floor);
        openings.filter_map(|at| house.post_behind(at, floor, reach + OFF_THE_WALL)).collect()
    }

    /// CP-14.3: whether a figure stands within an inch of a door or window of its floor.
    pub fn at_opening(&self, base: &Outline) -> bool {
        let Some(building) = self.view.ground().building_at(base.place.at) else { return false };
        let house = &self.view.terrain().buildings[building];
        let edge = self.numbers().sight_edge + 1e-4;
        house.openings_on(base.place.floor).any(|at| base.gap_to_point(at) <= edge)
    }

    /// CP-14.2, CP-14.3: figures go to the doors and windows of a storey, each to one that is free, the nearest first
    /// to those that look toward the enemy.
    ///
    /// # Errors
    /// If there is no such storey, or nobody gets nearer to a place there.
    pub fn plan_man(&self, order: &Order, activation: &Activation) -> Result<Fixed, Refusal> {
        let [Leg::To(point)] = order.path.as_slice() else {
            return refuse("CP-14.3", "Say which building to man");
        };
        let Some(building) = self.view.ground().building_at(*point) else {
            return refuse("CP-14.1", "There is no building at that point");
        };
        let house = &self.view.terrain().buildings[building];
        let storey = order.number.unwrap_or(1.0);
        if storey.fract() != 0.0 || storey < 1.0 || storey > f32::from(house.storeys) {
            let reason = format!("The {} has storeys 1 to {}", house.name, house.storeys);
            return refuse("CP-14.1", reason);
        }
        let mut goals = self.ways_to_posts(&order.pieces, building, storey as u8 - 1);
        if goals.is_empty() {
            return refuse("CP-14.3", "They stand at the doors and windows of that storey, or all are taken");
        }
        goals.sort_by(|a, b| ways::length(&a.1).total_cmp(&ways::length(&b.1)).then(a.0.cmp(&b.0)));
        let going: Vec<PieceId> = goals.iter().map(|(piece, ..)| *piece).collect();
        let order = Order { pieces: going, ..order.clone() };
        self.plan_goals(&order, activation, &goals)
    }

    /// The ways to the free posts of a floor, for the men not at a post yet.
    fn ways_to_posts(
        &self,
        pieces: &[PieceId],
        building: usize,
        floor: u8,
    ) -> Vec<(PieceId, Vec<Spot>, Option<Heading>)> {
        let Some(first) = pieces.first() else { return Vec::new() };
        let footprint = self.view.footprint(*first);
        let mut posts = self.posts(building, floor, footprint.reach());
        let there = |piece: PieceId, post: &Place| {
            let place = self.view.place(piece);
            place.floor == post.floor && place.at.distance(post.at) <= AT_POST
        };
        let staying = |piece: PieceId| posts.iter().any(|post| there(piece, post));
        let mut free: Vec<PieceId> = pieces.iter().copied().filter(|piece| !staying(*piece)).collect();
        posts.retain(|post| {
            let base = Outline { footprint, place: *post };
            !self.lies_on_another(&base, &free)
        });
        let side = self.view.side_of(*first);
        let danger = |post: &Place| {
            let ahead = self.enemies(side).filter(|enemy| post.bearing_to(self.view.place(*enemy).at) <= 60.0);
            ahead.map(|enemy| self.view.place(enemy).at.distance(post.at)).fold(f32::INFINITY, f32::min)
        };
        posts.sort_by(|a, b| danger(a).total_cmp(&danger(b)));
        let going = Mover { floor: 0, ..self.mover(*first) };
        let mut ways = route::Ways::new(self.view.ground(), footprint.reach(), &going);
        let mut way_to = |piece: PieceId, to: Vec2| match self.view.place(piece) {
            Place { at, floor: 0, .. } if floor == 0 => level(&ways.find(at, to), 0),
            _ => self.way_by_stairs(piece, to, floor),
        };
        let mut goals = Vec::new();
        for post in posts {
            let far = |piece: &PieceId| ways::way(&self.view.place(*piece), &post);
            let nearest = (0..free.len()).min_by(|a, b| far(&free[*a]).total_cmp(&far(&free[*b])).then(a.cmp(b)));
            let Some(nearest) = nearest else { break };
            let piece = free.remove(nearest);
            goals.push((piece, way_to(piece, post.at), Some(post.facing)));
        }
        goals
    }

    /// Whether a wall or a floor is between two figures, so that they come at each other only through an opening or by
    /// the stairs.
    pub fn indoors_apart(&self, a: PieceId, b: PieceId) -> bool {
        let (a, b) = (self.view.place(a), self.view.place(b));
        let ground = self.view.ground();
        a.floor != b.floor || ground.building_at(a.at) != ground.building_at(b.at)
    }

    /// CP-14.4: a way into contact through a door or window beside the enemy, else to him through the house.
    ///
    /// # Errors
    /// If no way leads there; the reason is that of the first way.
    pub fn way_through_openings(
        &self,
        piece: PieceId,
        enemy: PieceId,
        allowance: f32,
        others: Others,
    ) -> Result<(Route, PlannedMove), Refusal> {
        let there = self.view.place(enemy);
        let mut ways: Vec<Vec<Spot>> = Vec::new();
        for stand in self.before_openings(piece, enemy) {
            let mut way = self.way_by_stairs(piece, stand, 0);
            way.push(Spot { at: there.at, floor: 0 });
            ways.push(way);
        }
        ways.push(self.way_by_stairs(piece, there.at, there.floor));
        let mut first = None;
        let going = self.mover(piece);
        for way in ways {
            let wish = Wish { piece, way: &way, end_facing: None, allowance, target: Some(enemy), going };
            match self.fix_route(wish, others) {
                Ok(found) => return Ok(found),
                Err(refusal) => first.get_or_insert(refusal),
            };
        }
        Err(first.expect("at least one way was tried"))
    }

    /// The points where a figure would stand in contact with an enemy on the ground floor, an opening between them.
    fn before_openings(&self, piece: PieceId, enemy: PieceId) -> Vec<Vec2> {
        let (here, there) = (self.view.place(piece), self.view.place(enemy));
        if here.floor != 0 || there.floor != 0 {
            return Vec::new();
        }
        let ground = self.view.ground();
        let reach = self.view.footprint(piece).reach() + self.view.footprint(enemy).reach();
        let houses = [ground.building_at(there.at), ground.building_at(here.at)];
        let openings =
            houses.into_iter().flatten().flat_map(|house| self.view.terrain().buildings[house].openings_on(0));
        let mut stands: Vec<Vec2> = openings
            .filter(|opening| opening.distance(there.at) < reach)
            .map(|opening| there.at + (opening - there.at).normalize_or_zero() * (reach + BEFORE_CONTACT))
            .filter(|stand| ground.building_at(*stand) != ground.building_at(there.at))
            .collect();
        stands.sort_by(|a, b| here.at.distance(*a).total_cmp(&here.at.distance(*b)));
        stands
    }

    /// CP-14.4: the door or window through which a figure at this place touches an enemy.
    pub fn opening_between(&self, place: Place, enemy: PieceId) -> Option<Crossed> {
        match self.view.ground().between(place, self.view.place(enemy)) {
            Between::Opening(opening) => Some(opening),
            Between::Nothing | Between::Wall => None,
        }
    }

    /// CP-14.4: through an opening only one pair fights.
    ///
    /// # Errors
    /// If another of these paths leads to a fight through the same one.
    pub fn require_own_opening(&self, route: &Route, others: &[Route]) -> Result<(), Refusal> {
        let Some(enemy) = route.target else { return Ok(()) };
        match self.taken_by_another(route.piece, route.end(), enemy, others) {
            Some(refusal) => Err(refusal),
            None => Ok(()),
        }
    }

    /// CP-14.4: the refusal of an assault through an opening at which another comes to fight, if there is one.
    pub fn opening_taken(&self, piece: PieceId, enemy: PieceId, others: &[Route]) -> Option<Refusal> {
        let facing = self.view.place(piece).facing;
        let mut stands = self.before_openings(piece, enemy).into_iter();
        stands.find_map(|at| self.taken_by_another(piece, Place { at, facing, floor: 0 }, enemy, others))
    }

    fn taken_by_another(&self, piece: PieceId, at: Place, enemy: PieceId, others: &[Route]) -> Option<Refusal> {
        let wanted = self.opening_between(at, enemy)?;
        let goes = |other: &Route| self.opening_between(other.end(), other.target?);
        let taken = others.iter().any(|other| other.piece != piece && goes(other) == Some(wanted));
        let reason = || format!("{}: another fights through that opening", self.name(piece));
        taken.then(|| Refusal::new(RuleId::new("CP-14.4"), reason()))
    }

    /// CP-14.4: keeps only the first of several fights through one opening.
    pub fn one_pair_an_opening(&self, contacts: &mut Vec<Contact>) {
        let mut taken: Vec<Crossed> = Vec::new();
        contacts.retain(|contact| match self.opening_between(self.view.place(contact.attacker), contact.defender) {
            Some(opening) if taken.contains(&opening) => false,
            Some(opening) => {
                taken.push(opening);
                true
            }
            None => true,
        });
    }
}
