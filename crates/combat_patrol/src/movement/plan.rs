//! How an order's path becomes the paths of its figures.

use bevy::math::Vec2;

use super::{
    allowance::{Others, Wish},
    mover::{Mover, bill},
};
use crate::{
    book::{cites::Topic, profile::Engine},
    state::{
        sequence_of_play::{Activation, FigureAction},
        ways::{self, Fixed, Route, Spot, level},
    },
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    events::RuleId,
    forces::{Layout, PieceId, UnitId},
    orders::{Leg, Order, PlannedMove, Refusal},
    shared::refuse,
    table::{
        footprint::Outline,
        index::Feature,
        measure::middle,
        path::{self, Part},
        position::{Heading, Place},
        route,
    },
};

/// Where one figure is to go: its corners, its own place first, and its facing at the end.
type Goal = (PieceId, Vec<Spot>, Option<Heading>);

/// A figure of several that would get less far than this stays where it is, in inches.
const SHUFFLE: f32 = 0.25;

/// Steps in which the path of a gun is shortened until its crew finds room at its end.
const COMPANY_STEPS: u8 = 16;

/// The points of a path, if it goes only from point to point.
fn points_of(path: &[Leg]) -> Result<Vec<Vec2>, Refusal> {
    let mut corners = Vec::new();
    for leg in path {
        match leg {
            Leg::To(point) => corners.push(*point),
            _ => return refuse("CP-5.2", "Figures that move singly go from point to point"),
        }
    }
    if corners.is_empty() { refuse("CP-5.2", "Say where to go") } else { Ok(corners) }
}

impl SkirmishView<'_> {
    /// The figures whose places do not count when paths are fixed, as they move by the same order or by fixed paths;
    /// and the places where the movers with fixed paths will end.
    pub(super) fn others_on_the_move(&self, order: &Order, activation: &Activation) -> (Vec<PieceId>, Vec<Outline>) {
        let mut moving = order.pieces.clone();
        let mut taken = Vec::new();
        for route in &activation.routes {
            if !order.pieces.contains(&route.piece) {
                moving.push(route.piece);
                taken.push(self.base_after(route));
            }
        }
        (moving, taken)
    }

    /// CP-5.2: paths of figures that move by themselves. With one figure the path is its own; several keep their places
    /// to each other, or go to their places in a formation.
    ///
    /// # Errors
    /// If none of them can go that way, with the reason of the first.
    pub fn plan_move(&self, order: &Order, activation: &Activation) -> Result<Fixed, Refusal> {
        let goals = match order.path.iter().any(|leg| matches!(leg, Leg::Climb(_))) {
            true => vec![self.goal_upstairs(order)?],
            false => {
                let corners = points_of(&order.path)?;
                self.goals(order, &corners)?
            }
        };
        self.plan_goals(order, activation, &goals)
    }

    /// CP-5.5: the way of one figure that climbs stairs.
    fn goal_upstairs(&self, order: &Order) -> Result<Goal, Refusal> {
        let ([piece], None) = (order.pieces.as_slice(), &order.formation) else {
            return refuse("CP-5.5", "Figures climb stairs one by one: name one figure, or man a storey");
        };
        let Place { at, floor, .. } = self.view.place(*piece);
        let mut way = vec![Spot { at, floor }];
        for leg in &order.path {
            let last = way[way.len() - 1];
            match leg {
                Leg::To(at) => way.push(Spot { at: *at, ..last }),
                Leg::Climb(0) => return refuse("CP-14.1", "Storeys are counted from 1, the ground floor"),
                Leg::Climb(storey) => way.push(Spot { floor: storey - 1, ..last }),
                _ => return refuse("CP-5.2", "Figures that move singly go from point to point"),
            }
        }
        Ok((*piece, way, order.heading))
    }

    /// The paths of the figures that can go their ways.
    ///
    /// # Errors
    /// If none of them can, with the reason of the first.
    pub fn plan_goals(&self, order: &Order, activation: &Activation, goals: &[Goal]) -> Result<Fixed, Refusal> {
        let (mut moving, elsewhere) = self.others_on_the_move(order, activation);
        let mut first_refusal = None;
        let mut fixed: Fixed = (Vec::new(), Vec::new());
        // A figure that stays where it is may be in the way of the others.
        while let Some((piece, refusal)) = self.plan_singly(goals, &moving, &elsewhere, &mut fixed)? {
            moving.retain(|id| *id != piece);
            first_refusal.get_or_insert(refusal);
            let base = self.view.outline(piece);
            let barred = |route: &Route| {
                let end = self.base_after(route);
                end.overlap(&base) > 0.0
            };
            let free = fixed.0.iter().position(barred).unwrap_or(fixed.0.len());
            fixed.0.truncate(free);
            fixed.1.truncate(free);
        }
        if fixed.0.is_empty() {
            return Err(first_refusal.unwrap_or_else(|| Refusal::new(RuleId::new("CP-5.2"), "Nobody can go that way")));
        }
        self.supplement().charge_formed(self, activation, &mut fixed)?;
        self.may_end_so(activation.unit, &self.ends_of(activation, &fixed.0))?;
        Ok(fixed)
    }

    /// Where the movers with fixed paths end, and those of these routes.
    pub(super) fn ends_of(&self, activation: &Activation, routes: &[Route]) -> Vec<(PieceId, Outline)> {
        let fixed = |piece: PieceId| routes.iter().any(|route| route.piece == piece);
        let before = activation.routes.iter().filter(|route| !fixed(route.piece));
        let end = |route: &Route| (route.piece, self.base_after(route));
        before.chain(routes).map(end).collect()
    }

    /// Fixes the paths of the moving figures one after the other, beginning after those that are fixed already, until
    /// one of them cannot go. Returns that figure with the refusal.
    fn plan_singly(
        &self,
        goals: &[Goal],
        moving: &[PieceId],
        elsewhere: &[Outline],
        fixed: &mut Fixed,
    ) -> Result<Option<(PieceId, Refusal)>, Refusal> {
        let end = |route: &Route| self.base_after(route);
        let mut taken: Vec<Outline> = elsewhere.iter().copied().chain(fixed.0.iter().map(end)).collect();
        let left = goals.iter().filter(|(piece, ..)| moving.contains(piece)).skip(fixed.0.len());
        for (piece, way, facing) in left {
            let piece = *piece;
            let allowance = self.allowance_of(piece)?;
            let going = self.mover(piece);
            let wish = Wish { piece, way, end_facing: *facing, allowance, target: None, going };
            let away = [moving, &self.goes_with(piece)].concat();
            let result = self
                .fix_route(wish, Others { moving: &away, taken: &taken })
                .and_then(|planned| self.with_room_for_company(planned, wish, Others { moving, taken: &taken }))
                .and_then(|(route, shown)| self.check_rejoins(&route).map(|()| (route, shown)))
                .and_then(|(route, shown)| match self.part(piece) {
                    FigureAction::Sprinting if !self.is_man(piece) => {
                        self.check_keeps_to_road(&route).map(|()| (route, shown))
                    }
                    _ => Ok((route, shown)),
                });
            let (route, shown) = match result {
                Ok(planned) => planned,
                Err(refusal) => return Ok(Some((piece, refusal))),
            };
            // A figure does not give up its place, and bar its mates, for a hair of a way in a press.
            if goals.len() > 1 && route.length() < SHUFFLE && ways::length(way) > 2.0 * SHUFFLE {
                let why = shown.stopped.unwrap_or_else(|| "there is no room".into());
                let reason = format!("{} cannot move that way: {why}", self.name(piece));
                return Ok(Some((piece, Refusal::new(RuleId::new("CP-1.5"), reason))));
            }
            taken.push(end(&route));
            fixed.0.push(route);
            fixed.1.push(shown);
        }
        Ok(None)
    }

    /// `CrewAction`: the path of a gun or limber, as far along as all that go with it have room.
    fn with_room_for_company(
        &self,
        (route, shown): (Route, PlannedMove),
        wish: Wish,
        others: Others,
    ) -> Result<(Route, PlannedMove), Refusal> {
        if self.is_man(route.piece) {
            return Ok((route, shown));
        }
        let mut refusal = None;
        for step in (1..=COMPANY_STEPS).rev() {
            let share = f32::from(step) / f32::from(COMPANY_STEPS);
            match self.company_at(route.piece, route.at(share), others) {
                Ok(_) if step == COMPANY_STEPS => return Ok((route, shown)),
                Ok(_) => {
                    let corners = route.corners(0.0, share);
                    let mut route = Route::free(route.piece, route.places[0], &corners, wish.end_facing);
                    let paid = path::walk(self.view.ground(), &corners, f32::INFINITY, &wish.going);
                    route.cost = paid.cost;
                    let stopped = refusal.map(|refusal: Refusal| refusal.reason);
                    let cost = bill(self.book.cites, &paid.bill, &wish.going);
                    return Ok((
                        route.clone(),
                        PlannedMove { path: corners, end: route.end(), cost, stopped, ..shown },
                    ));
                }
                Err(why) => _ = refusal.get_or_insert(why),
            }
        }
        Err(refusal
            .unwrap_or_else(|| Refusal::new(RuleId::new(self.cites(Topic::CrewAction)), "The crew finds no room")))
    }

    /// The inches that a figure of the acting unit may move.
    ///
    /// # Errors
    /// If it was not declared moving.
    pub fn allowance_of(&self, piece: PieceId) -> Result<f32, Refusal> {
        self.activity(piece).inches().ok_or_else(|| {
            Refusal::new(RuleId::new("CP-2.11"), format!("{} was not declared moving", self.name(piece)))
        })
    }

    /// Where each figure of a move is to go: its corners, its own place first, and its facing at the end.
    fn goals(&self, order: &Order, corners: &[Vec2]) -> Result<Vec<Goal>, Refusal> {
        if let [piece] = order.pieces.as_slice()
            && order.formation.is_none()
        {
            let mut way = vec![self.view.place(*piece).at];
            way.extend_from_slice(corners);
            // A gun moved by hand keeps its front.
            let own = (self.engine(*piece) == Some(Engine::Gun)).then(|| self.view.place(*piece).facing);
            return Ok(vec![(*piece, level(&way, self.view.place(*piece).floor), order.heading.or(own))]);
        }
        if order.formation.is_some() {
            let places = self.places_of(order, &order.pieces, corners)?;
            // A wounded figure pays double for everything, so that the same way is best for it.
            let going = Mover { floor: 0, ..self.mover(order.pieces[0]) };
            let radius = order.pieces.iter().map(|piece| self.view.footprint(*piece).reach()).fold(0.0, f32::max);
            let mut ways = route::Ways::new(self.view.ground(), radius, &going);
            let mut way_to = |piece: PieceId, to: Place| match self.view.place(piece) {
                Place { at, floor: 0, .. } => level(&ways.find(at, to.at), 0),
                _ => self.way_by_stairs(piece, to.at, 0),
            };
            let mut goals: Vec<Goal> =
                places.into_iter().map(|(piece, place)| (piece, way_to(piece, place), Some(place.facing))).collect();
            // The man ahead goes first, so that he is out of the way of the men behind him.
            goals.sort_by(|a, b| ways::length(&a.1).total_cmp(&ways::length(&b.1)));
            return Ok(goals);
        }
        // The figures keep their places to each other: the first figure named goes along the path, the others beside
        // it.
        let lead = self.view.place(order.pieces[0]).at;
        Ok(order
            .pieces
            .iter()
            .map(|piece| {
                let Place { at: own, floor, .. } = self.view.place(*piece);
                let mut way = vec![own];
                way.extend(corners.iter().map(|corner| *corner + (own - lead)));
                (*piece, level(&way, floor), order.heading)
            })
            .collect())
    }

    /// The way to a point on a floor, round what is impassable and by the stairs, as the legs of an order.
    pub fn legs_to(&self, piece: PieceId, goal: Vec2, floor: u8) -> Vec<Leg> {
        let way = self.way_by_stairs(piece, goal, floor);
        let legs = way.windows(2).map(|pair| match pair[0].floor == pair[1].floor {
            true => Leg::To(pair[1].at),
            false => Leg::Climb(pair[1].floor + 1),
        });
        legs.collect()
    }

    /// Places of these figures in the order's formation at the end of its path. Each figure takes the place across the
    /// front that its own place calls for, so that nobody crosses his mates.
    fn places_of(&self, order: &Order, pieces: &[PieceId], corners: &[Vec2]) -> Result<Vec<(PieceId, Place)>, Refusal> {
        let name = order.formation.as_deref().unwrap_or("line");
        let Some(layout) = Layout::named(name) else {
            return refuse("CP-5.2", format!("\"{name}\" is no formation"));
        };
        let Some(anchor) = corners.last().copied() else { return refuse("CP-5.2", "Say where to go") };
        let centre = middle(pieces.iter().map(|piece| self.view.place(*piece).at));
        let facing = order.heading.unwrap_or_else(|| Heading::from_to(centre, anchor));
        let footprint = self.view.footprint(pieces[0]);
        let spacing = layout.usual_spacing(Some(order.number.unwrap_or(1.5).clamp(0.5, 6.0)), footprint);
        let slots = layout.places(Place { at: anchor, facing, floor: 0 }, pieces.len(), footprint, spacing);
        let across = |at: Vec2| (at - anchor).dot(facing.right());
        let deep = |at: Vec2| -(at - anchor).dot(facing.forward());
        // Figures are sorted by rank, then across the front.
        let rank = |at: Vec2| (deep(at) / footprint.half_depth().max(0.25)).round() as i32;
        let mut slots: Vec<Place> = slots;
        slots.sort_by(|a, b| rank(a.at).cmp(&rank(b.at)).then(across(a.at).total_cmp(&across(b.at))));
        let mut figures: Vec<PieceId> = pieces.to_vec();
        let depth_of = |piece: &PieceId| deep(self.view.place(*piece).at);
        figures.sort_by(|a, b| depth_of(a).total_cmp(&depth_of(b)).then(a.cmp(b)));
        let mut assigned = Vec::new();
        let mut rest = figures.as_slice();
        for row in slots.chunk_by(|a, b| rank(a.at) == rank(b.at)) {
            let (front, behind) = rest.split_at(row.len());
            let mut front = front.to_vec();
            let side_of = |piece: &PieceId| across(self.view.place(*piece).at);
            front.sort_by(|a, b| side_of(a).total_cmp(&side_of(b)).then(a.cmp(b)));
            assigned.extend(front.into_iter().zip(row.iter().copied()));
            rest = behind;
        }
        Ok(assigned)
    }

    /// Places of a whole unit in the order's formation, for deployment.
    ///
    /// # Errors
    /// If the path or formation says nothing.
    pub fn places_in_formation(&self, order: &Order, unit: UnitId) -> Result<Vec<(PieceId, Place)>, Refusal> {
        let mut corners = Vec::new();
        for leg in &order.path {
            if let Leg::To(point) = leg {
                corners.push(*point);
            }
        }
        let Some(anchor) = corners.last().copied() else { return refuse("CP-1.12", "Say where the unit is to stand") };
        let pieces: Vec<PieceId> = self.view.present(unit).collect();
        if order.formation.is_some() && pieces.iter().all(|piece| self.is_man(*piece)) {
            return self.places_of(order, &pieces, &corners);
        }
        let lead = self.view.place(pieces[0]);
        let turn = order.heading.map_or(0.0, |heading| lead.facing.turn_to(heading));
        Ok(pieces
            .iter()
            .map(|piece| {
                let place = self.view.place(*piece);
                let frame = lead.frame(place.at);
                let turned = Place { at: anchor, facing: lead.facing.turned(turn), floor: 0 };
                (*piece, Place { at: turned.offset(frame.y, frame.x), facing: place.facing.turned(turn), ..place })
            })
            .collect())
    }

    /// The figures of the acting unit that move, in order.
    pub fn movers_of(&self, activation: &Activation) -> Vec<PieceId> {
        let moves = |piece: &PieceId| matches!(self.part(*piece), FigureAction::Moving | FigureAction::Sprinting);
        activation.figures.iter().copied().filter(|piece| moves(piece) && self.view.in_play(*piece)).collect()
    }

    /// `LimberedMove`: a limber that was announced to keep to the road must do so throughout.
    ///
    /// # Errors
    /// The refusal if it leaves the road.
    fn check_keeps_to_road(&self, route: &Route) -> Result<(), Refusal> {
        let corners: Vec<Vec2> = route.places.iter().map(|place| place.at).collect();
        let ground = self.view.ground();
        let off = path::survey(ground, &corners).into_iter().any(|part| match part {
            Part::Stretch(stretch) => {
                !matches!(stretch.feature, Feature::Road(_) | Feature::Crossing(..)) && stretch.length > 1e-3
            }
            Part::Crossing { .. } => false,
        });
        if off {
            return refuse(
                self.cites(Topic::LimberedMove),
                format!("{} was announced to stay on the road throughout", self.name(route.piece)),
            );
        }
        Ok(())
    }
}
