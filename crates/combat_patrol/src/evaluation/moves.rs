//! Where a unit might go, and in what formation.

use bevy::math::Vec2;

use super::{
    evaluator::{Evaluator, UnitSummary},
    known::{Destination, PositionValue},
    order,
};
use crate::{
    book::cites::Topic,
    orders::verbs,
    state::sequence_of_play::{Activation, FigureAction, SequenceOfPlay},
};
use grapeshot_floor::{
    events::Explained,
    forces::PieceId,
    orders::{Leg, Order},
    table::{measure, position::Heading, terrain::Area},
    turn::Ask,
};

impl Evaluator<'_, '_> {
    /// Where a unit gets that makes for a place with this many inches.
    pub fn reached(&self, block: &UnitSummary, to: Vec2, inches: f32) -> Vec2 {
        if let (Some(way), Some(task)) = (self.way(block.unit), self.task(block.unit)) {
            let goal = &self.goals()[task.goal];
            if to.distance(goal.at) <= goal.radius && way.corners.len() > 2 {
                let length: f32 = way.corners.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
                return if length <= inches { to } else { way.after(inches) };
            }
        }
        let step = to - block.centre;
        if step.length() <= inches { to } else { block.centre + step.normalize_or_zero() * inches }
    }

    /// The best places that a unit might make for, at a sprint or not, the best first, with what each is worth.
    pub fn destinations(&self, block: &UnitSummary, inches: f32, sprints: bool) -> Vec<(Destination, PositionValue)> {
        self.memos.made_for.get((block.unit, inches, sprints), || self.rate_destinations(block, inches, sprints))
    }

    fn rate_destinations(&self, block: &UnitSummary, inches: f32, sprints: bool) -> Vec<(Destination, PositionValue)> {
        let list = self.places_to_go(block, inches);
        // The most promising places are looked at first, until none of the rest can be among the best.
        let mut hopes: Vec<(f32, usize)> =
            list.iter().map(|place| self.at_most(block, place.reached)).zip(0..list.len()).collect();
        hopes.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut rated: Vec<(usize, PositionValue)> = Vec::new();
        for (at_most, n) in hopes {
            if rated.get(self.judgement.moves.offered - 1).is_some_and(|(_, last)| at_most < last.total()) {
                break;
            }
            rated.push((n, self.stand_of_mover(block, list[n].reached, sprints)));
            rated.sort_by(|a, b| b.1.total().total_cmp(&a.1.total()).then(a.0.cmp(&b.0)));
            rated.truncate(self.judgement.moves.offered);
        }
        rated.into_iter().map(|(n, stand)| (list[n].clone(), stand)).collect()
    }

    /// Where a unit could go to: to its goal, into cover, to where it fires well, back, to its leader.
    fn places_to_go(&self, block: &UnitSummary, inches: f32) -> Vec<Destination> {
        let mut list: Vec<Destination> = Vec::new();
        let enemy = self.nearest_enemy(block.centre);
        let facing = |at: Vec2| match self.nearest_enemy(at) {
            Some(enemy) => Heading::from_to(at, enemy.centre),
            None => Heading::from_to(block.centre, at),
        };
        let mut offer = |at: Vec2, formation, spacing, heading| {
            let reached = self.reached(block, at, inches);
            list.push(Destination { at, formation, spacing, heading, reached });
        };
        let judged = &self.judgement.moves;
        // Riders in close order keep it.
        let keeps = block.rides && self.cp.supplement().in_body(self.cp, block.man);
        let open = if keeps { ("line", None) } else { ("open_line", Some(judged.spacing)) };
        if let Some(task) = self.task(block.unit) {
            let goal = &self.goals()[task.goal];
            match self.cp.view.ground().building_at(goal.at) {
                _ if goal.exit => {
                    offer(goal.at, "open_line", Some(judged.spacing_close), self.outward(goal.at).outward());
                }
                Some(building) => {
                    let outline = &self.cp.view.terrain().buildings[building].outline;
                    if let Some((at, heading)) = self.before_the_door(block, building) {
                        offer(at, "open_line", Some(judged.spacing_close), heading);
                    }
                    let (anchor, heading) = room(outline);
                    offer(anchor, "open_two", Some(judged.spacing_close), heading);
                }
                None => {
                    let heading = facing(goal.at);
                    let (formation, spacing) = if keeps { open } else { ("open_two", Some(judged.spacing_close)) };
                    offer(goal.at + heading.forward() * (judged.spacing / 2.0), formation, spacing, heading);
                }
            }
        }
        if let Some(enemy) = enemy {
            let away = (block.centre - enemy.centre).normalize_or(Vec2::X);
            for place in self.places_in_cover(block, enemy.centre, inches) {
                offer(place, "open_line", Some(judged.spacing_close), facing(place));
            }
            for (place, front, spacing) in self.edges_of_hiding(block, enemy.centre) {
                offer(place, "open_line", Some(spacing), front);
            }
            let (short, medium, _) = block.bands;
            // Riders wait out of musket range, or where a charge may begin; some stand to shoot.
            let charge = self.pace(block, false) - judged.within;
            let stands = if block.rides { self.judgement.horse.stands_to_fire } else { 1.0 };
            let bands = [medium * stands - judged.within, short * stands - judged.within];
            let ranges = match block.rides {
                true => vec![charge, enemy.bands.2 + judged.within, bands[0], bands[1]],
                false => bands.to_vec(),
            };
            for range in ranges {
                let apart = enemy.centre.distance(block.centre);
                let at = enemy.centre + away * range;
                let draws_off = block.rides && self.cp.view.ground().on_table(at);
                if range > 0.0 && (apart > range || draws_off) {
                    offer(at, open.0, open.1, facing(at));
                }
            }
            offer(block.centre, open.0, open.1, facing(block.centre));
            let back = block.centre + away * inches;
            if self.cp.view.ground().on_table(back) {
                offer(back, open.0, open.1, facing(back));
            }
        }
        let out_of_command = self.cp.men(block.unit).find(|piece| !self.cp.in_command(*piece));
        if let Some(lost) = out_of_command {
            let at = self.cp.rally_point(lost);
            offer(at, "open_two", Some(judged.spacing_close), facing(at));
        }
        list
    }

    /// Places at the edges of the wood in which a unit hides, on the side of the enemy: a line along the edge sees out
    /// and stays hidden. Each comes with the front of the line and the spacing with which it finds room.
    fn edges_of_hiding(&self, block: &UnitSummary, enemy: Vec2) -> Vec<(Vec2, Heading, f32)> {
        if !self.cp.is_hidden(block.unit) {
            return Vec::new();
        }
        let areas = &self.cp.view.terrain().areas;
        let around = |area: &&Area| area.ground.cover.is_some() && measure::inside(block.centre, &area.outline);
        let gaps = f32::from(block.men.max(2) - 1);
        let mut places: Vec<(Vec2, Heading, f32)> = Vec::new();
        for area in areas.iter().filter(around) {
            let line = |(a, b): (Vec2, Vec2)| {
                let along = (b - a).normalize_or_zero();
                let out = if measure::inside(a.midpoint(b) + along.perp() * 0.1, &area.outline) { -1.0 } else { 1.0 };
                let out = along.perp() * out;
                let length = a.distance(b);
                let moves = &self.judgement.moves;
                let spacing = ((length - 2.0 * moves.at_edge) / gaps).min(moves.spacing);
                if spacing < self.judgement.figures.base || (enemy - a.midpoint(b)).dot(out) <= 0.0 {
                    return None;
                }
                let half = spacing * gaps / 2.0 + moves.at_edge;
                let middle = (block.centre - a).dot(along).clamp(half, (length - half).max(half));
                Some((a + along * middle - out * moves.at_edge, Heading::from_to(Vec2::ZERO, out), spacing))
            };
            places.extend(measure::edges(&area.outline).filter_map(line));
        }
        places.sort_by(|a, b| a.0.distance_squared(block.centre).total_cmp(&b.0.distance_squared(block.centre)));
        places.truncate(self.judgement.moves.covers);
        places
    }

    /// Places behind walls and in woods near a unit, on the side away from the enemy.
    fn places_in_cover(&self, block: &UnitSummary, threat: Vec2, inches: f32) -> Vec<Vec2> {
        let terrain = self.cp.view.terrain();
        let at = block.centre;
        let mut places: Vec<Vec2> = Vec::new();
        for obstacle in terrain.obstacles.iter().filter(|obstacle| obstacle.cover.is_some()) {
            for pair in obstacle.line.windows(2) {
                if measure::distance_to_segment(at, pair[0], pair[1]) > inches {
                    continue;
                }
                // The place lies far enough from the ends that a line of men has room.
                let half = f32::from(block.men) * self.judgement.moves.spacing_close / 2.0;
                let room = (half / pair[0].distance(pair[1])).min(0.5);
                let (a, b) = (pair[0].lerp(pair[1], room), pair[1].lerp(pair[0], room));
                let nearest = measure::nearest_on_segment(at, a, b);
                let along = (b - a).normalize_or((pair[1] - pair[0]).normalize_or(Vec2::X));
                let away = if (threat - nearest).dot(along.perp()) > 0.0 { -along.perp() } else { along.perp() };
                places.push(nearest + away * self.judgement.moves.at_edge);
            }
        }
        for area in terrain.areas.iter().filter(|area| area.ground.cover.is_some() && area.ground.rate > 0.0) {
            if measure::inside(at, &area.outline) || measure::distance_to_edge(at, &area.outline) > inches {
                continue;
            }
            let edge = measure::edges(&area.outline)
                .map(|(a, b)| measure::nearest_on_segment(at, a, b))
                .min_by(|a, b| a.distance_squared(at).total_cmp(&b.distance_squared(at)));
            places.extend(edge.map(|edge| edge + (edge - at).normalize_or(Vec2::X)));
        }
        places.sort_by(|a, b| a.distance_squared(at).total_cmp(&b.distance_squared(at)));
        places.truncate(self.judgement.moves.covers);
        places
    }

    /// The moves, assaults and marches that the movers of the unit may be ordered to.
    pub(super) fn marches(&self, ask: &Ask) -> Vec<Order> {
        let activation = self.cp.view.resource::<SequenceOfPlay>().active();
        if activation.marched {
            return Vec::new();
        }
        let movers = self.cp.movers_of(activation);
        let Some(block) = self.block(activation.unit) else { return Vec::new() };
        let mut list = Vec::new();
        let on_their_way = !activation.routes.is_empty();
        if on_their_way {
            list.push(order(ask, &verbs::MARCH));
        }
        let fixed = |piece: &PieceId| activation.routes.iter().any(|route| route.piece == *piece);
        let rest = || movers.iter().copied().filter(|piece| !fixed(piece)).collect::<Vec<PieceId>>();
        if let Some(gun) = self.own_gun(activation.unit) {
            list.extend(self.moves_of_crew(ask, gun, &rest()));
            return list;
        }
        if let Some(mine) = self.charge_of(activation.unit) {
            list.extend(self.moves_of_engineers(ask, mine, &rest()));
            return list;
        }
        if self.worth_of_helpers(block, &movers).is_some() {
            list.extend(self.moves_to_help(ask, block, &movers));
            return list;
        }
        let movers: Vec<PieceId> = movers.into_iter().filter(|mover| self.cp.is_man(*mover)).collect();
        // The men of a train choose their way first, as the wagons' way is given.
        if on_their_way || movers.is_empty() {
            list.extend(self.drives(ask, activation));
            let rest: Vec<PieceId> = movers.into_iter().filter(|mover| !fixed(mover)).collect();
            list.extend(self.fetches(ask, &rest));
            list.extend(self.moves_of_the_rest(ask, block, &rest));
            return list;
        }
        let Some(first) = movers.first() else { return list };
        list.extend(self.fetches(ask, &movers));
        let inches = self.cp.activity(*first).inches().unwrap_or_default();
        list.extend(self.assaults(ask, &movers, inches));
        if self.follows(block) {
            list.extend(self.follow(ask, block, *first));
            return list;
        }
        list.extend(self.mannings(ask, block, &movers, inches));
        let rated = self.destinations(block, inches, self.cp.part(*first) == FigureAction::Sprinting);
        if let Some((destination, _)) = rated.first() {
            list.extend(self.ride_together(ask, block, &movers, destination.at, inches));
        }
        for (n, (destination, _)) in rated.into_iter().enumerate() {
            let one = move_to(ask, &movers, &destination);
            if n == 0 && destination.formation == "open_line" && self.cp.book.acts.contains(&verbs::GROUP) {
                let mut closed = one.clone().formation("two_ranks");
                closed.number = None;
                list.push(closed);
            }
            list.push(one);
        }
        list
    }

    /// The moves of men that have found no way yet while their mates storm a house or run at the enemy.
    fn moves_of_the_rest(&self, ask: &Ask, block: &UnitSummary, rest: &[PieceId]) -> Vec<Order> {
        let activation = self.cp.view.resource::<SequenceOfPlay>().active();
        let storms = self.task(block.unit).is_some_and(|task| self.house_of(task).is_some())
            || activation.routes.iter().any(|route| route.target.is_some());
        let Some(first) = rest.first().filter(|_| storms && !block.rides && !self.follows(block)) else {
            return Vec::new();
        };
        let inches = self.cp.activity(*first).inches().unwrap_or_default();
        let mut list = self.assaults(ask, rest, inches);
        list.extend(self.mannings(ask, block, rest, inches));
        list.extend(self.destinations(block, inches, false).first().map(|(onward, _)| move_to(ask, rest, onward)));
        list
    }

    pub(super) fn worth_of_move(&self, order: &Order) -> Explained {
        let activation = self.cp.view.resource::<SequenceOfPlay>().active();
        let (Some(block), Some(Leg::To(to))) = (self.block(activation.unit), order.path.last()) else {
            return Explained::default();
        };
        if let Some(mut worth) = self.worth_of_fetching(order) {
            self.add_as_declared(activation, &mut worth);
            return worth;
        }
        // They set out for the gun or the charge one after the other, then they march.
        let movers = || self.cp.movers_of(activation);
        if self.is_bound(activation.unit) || self.worth_of_helpers(block, &movers()).is_some() {
            return Explained::base(
                self.cp.cites(Topic::CrewAction),
                "goes to where it is wanted",
                self.judgement.moves.set_out,
            );
        }
        let inches = order.pieces.first().and_then(|piece| self.cp.activity(*piece).inches()).unwrap_or_default();
        let sprints = order.pieces.iter().any(|piece| self.cp.part(*piece) == FigureAction::Sprinting);
        if self.follows(block) {
            let Ok(fixed) = self.cp.plan_paths(order) else { return Explained::default() };
            let end = fixed.0.first().map_or(block.centre, |route| route.end().at);
            return self.worth_of_following(block, end, sprints);
        }
        let reached = self.reached(block, *to, inches);
        // Declared sprinters are out of breath afterwards even if they stay where they are.
        let here = self.stand_of_mover(block, block.centre, sprints);
        let mut there = self.stand_of_mover(block, reached, sprints);
        let mut worth = self.gain(block.unit, &here, &there);
        let on_their_way = !activation.routes.is_empty();
        // Among walls, enemies and mates on their way only the planned paths tell where each man gets.
        let hides = self.cp.is_hidden(block.unit);
        if on_their_way
            || hides
            || (worth.total() > self.judgement.moves.promising && self.many_in_the_way(block, reached))
        {
            let Ok(fixed) = self.cp.plan_paths(order) else { return Explained::default() };
            let all = [&activation.routes[..], &fixed.0].concat();
            there = self.breathless(self.stand_after(block, &all), sprints);
            if hides {
                let shown = all.iter().any(|route| self.cp.shows_itself(route, 0.0, 1.0).is_some());
                there = if shown { there.found() } else { there.hidden(self.worth_of_hiding(block.unit)) };
            }
            let here = self.breathless(self.stand_after(block, &activation.routes), sprints);
            worth = self.gain(block.unit, &here, &there);
        }
        if order.formation.as_deref() == Some("two_ranks") {
            self.weigh_close_order(block, reached, &there, &mut worth);
        }
        self.add_as_declared(activation, &mut worth);
        worth
    }

    /// Whether walls of the unit's goal or enemies are so near a point that a unit may not get there as it wishes.
    fn many_in_the_way(&self, block: &UnitSummary, at: Vec2) -> bool {
        let walls = || {
            let house = self.task(block.unit).and_then(|task| self.house_of(task))?;
            let outline = &self.cp.view.terrain().buildings[house].outline;
            Some(measure::inside(at, outline) || measure::distance_to_edge(at, outline) < self.judgement.ground.close)
        };
        let near = |enemy: &UnitSummary| enemy.centre.distance(at) < self.judgement.ground.close;
        self.nearest_enemy(at).is_some_and(near) || walls().unwrap_or(false)
    }

    /// CP-2.12: adds the loss of men that were declared moving and stay while their mates set out.
    pub(super) fn add_as_declared(&self, activation: &Activation, worth: &mut Explained) {
        if !activation.routes.is_empty() {
            worth.add("CP-2.12", "moves as declared", self.judgement.moves.set_out);
        }
    }

    /// `GroupMelee`, `GroupTarget`: close order is better in the fight and worse under fire.
    fn weigh_close_order(&self, block: &UnitSummary, at: Vec2, there: &PositionValue, worth: &mut Explained) {
        let near = |enemy: &UnitSummary| enemy.centre.distance(at) < self.judgement.ground.close;
        if self.nearest_enemy(at).is_some_and(near) {
            worth.add(
                self.cp.cites(Topic::GroupMelee),
                "close order for the fight",
                self.judgement.moves.close_fight * f32::from(block.men),
            );
        }
        if there.danger > 0.0 {
            worth.add(
                self.cp.cites(Topic::GroupTarget),
                "close order under fire",
                -self.judgement.moves.close_danger * there.danger,
            );
        }
    }
}

/// The order that sends men to a destination.
fn move_to(ask: &Ask, men: &[PieceId], to: &Destination) -> Order {
    let order = order(ask, &verbs::MOVE).pieces(men.to_vec()).path([Leg::To(to.at)]);
    Order { number: to.spacing, ..order.formation(to.formation).heading(to.heading) }
}

/// Where a unit stands in two ranks in the middle of a room, along its longer side: the anchor and the front.
fn room(outline: &[Vec2]) -> (Vec2, Heading) {
    let low = outline.iter().copied().fold(Vec2::INFINITY, Vec2::min);
    let high = outline.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
    let (middle, size) = ((low + high) / 2.0, high - low);
    let heading = if size.x >= size.y { Heading(90.0) } else { Heading(0.0) };
    // The second rank stands behind the gaps of the first: half a space aside, some inches behind.
    (middle + heading.forward() * 0.85 + heading.right() * 0.3, heading)
}
