//! How commanders ride, and which units they take over (chapter 12).

use bevy::math::Vec2;

use crate::{
    book::values::{Arm, Officer, Role},
    state::{orders::planned, sequence_of_play::Step, view::BurtView},
};
use grapeshot_floor::{
    english::inches,
    events::{Explained, RuleId},
    forces::{PieceId, UnitId},
    orders::{Leg, Order, Plan, Refusal},
    procedure::{Found, plainly},
    shared::{
        formed::block::{self, Face},
        refuse,
    },
    table::{
        footprint::Outline,
        index::{Feature, TerrainIndex},
        path::{Crossed, Going, Walk, spoken, walk},
        position::{Heading, Place},
        route::route,
        terrain::Ground,
    },
    turn::BattleMut,
};

/// Inches of room between a commander and the unit that he stands beside.
const ROOM: f32 = 0.02;
/// Inches under which a ride does not count.
const LEAST_RIDE: f32 = 0.1;

/// Where a commander rides.
#[derive(Debug, Clone, PartialEq)]
pub struct Ride {
    officer: UnitId,
    path: Vec<Vec2>,
    end: Place,
    /// The text that the log tells of it.
    told: String,
}

/// A general that takes over a unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lead {
    general: UnitId,
    unit: UnitId,
}

/// SB-12.1: the ground as a commander rides over it: like skirmishers, but into no building.
struct Rider<'w>(BurtView<'w>);

impl Rider<'_> {
    /// A commander and his staff go over ground as skirmishers do, on horseback.
    fn over(&self, kind: &str, ground: &Ground) -> Result<f32, String> {
        let rate = ground.rate_for(Arm::LightCavalry.who(), self.0.rate_of(kind, Arm::Skirmishers));
        if rate > 0.0 { Ok(1.0 / rate) } else { Err(format!("nobody rides through the {}", spoken(kind))) }
    }
}

impl Going for Rider<'_> {
    fn cost_per_inch(&self, feature: &Feature) -> Result<f32, String> {
        let terrain = self.0.view.terrain();
        match *feature {
            Feature::Open | Feature::Road(_) | Feature::Slope(..) => Ok(1.0),
            Feature::Building(_) => Err("nobody rides into a building".to_owned()),
            Feature::Crossing(n, ground) => self.over(&terrain.crossings[n].kind, ground),
            Feature::Stream(n, ground) => self.over(if terrain.streams[n].deep { "deep" } else { "stream" }, ground),
            Feature::Area(n, ground) => self.over(&terrain.areas[n].kind, ground),
        }
    }

    /// SB-4.6: an obstacle costs half of the move.
    fn cost_to_cross(&self, _terrain: &TerrainIndex, crossed: &Crossed) -> Result<f32, String> {
        match crossed {
            Crossed::Obstacle(_) => Ok(self.0.numbers().staff_reach * self.0.numbers().obstacle_cost),
            Crossed::TableEdge => Err("the edge of the table".to_owned()),
            Crossed::Wall { .. } | Crossed::Door { .. } | Crossed::Window { .. } => {
                Err("nobody rides into a building".to_owned())
            }
        }
    }
}

impl<'w> BurtView<'w> {
    /// Whether a commander may act in step 7.
    ///
    /// # Errors
    /// Why he may not: the unit is no commander, is not on the table, or has acted.
    pub fn may_ride(&self, officer: UnitId) -> Result<(), Refusal> {
        let name = self.name(officer);
        let Some(known) = self.officer(officer) else {
            return refuse("SB-12.1", format!("{name} is no commander: only commanders move in this step"));
        };
        if !self.present(officer) {
            return refuse("SB-12.4", format!("{name} is not on the table"));
        }
        if known.acted {
            return refuse("SB-2.2", format!("{name} has acted in this step"));
        }
        Ok(())
    }

    /// SB-12.1: whether a commander may ride where he is ordered.
    ///
    /// # Errors
    /// Why he may not.
    pub fn check_ride(&self, order: &Order) -> Found<Ride> {
        let officer = self.one_unit(order)?;
        self.may_ride(officer)?;
        let name = self.name(officer);
        let (points, facing) = match order.target_unit {
            Some(unit) if self.side(unit) != order.side || self.troops(unit).is_none() || !self.present(unit) => {
                return refuse("SB-12.1", format!("{} is no unit of yours on the table", self.name(unit)));
            }
            Some(unit) => {
                let place = self.place_beside(officer, unit)?;
                (vec![place.at], Some(place.facing))
            }
            None => {
                let point = |leg: &Leg| if let Leg::To(at) = leg { Some(*at) } else { None };
                match order.path.iter().map(point).collect::<Option<Vec<Vec2>>>() {
                    Some(points) if !points.is_empty() => (points, None),
                    _ => return refuse("SB-12.1", format!("Name the points of {name}'s way, or a unit of his")),
                }
            }
        };
        let ride = self.ridden(officer, &points);
        if let Some(why) = &ride.stopped {
            return refuse("SB-12.1", format!("{name} does not get there: {why}"));
        }
        if ride.length < LEAST_RIDE {
            return refuse("SB-12.1", format!("{name} is there already"));
        }
        let last = ride.corners.windows(2).last().map(|leg| Heading::from_to(leg[0], leg[1]));
        let facing = facing.or(last).unwrap_or(self.outline(officer).place.facing);
        let end = Place { at: ride.end(), facing, floor: 0 };
        self.may_stop(officer, &ride.corners, &end)?;
        let mut cost = Explained::default();
        for line in &ride.bill {
            cost.add("SB-12.1", line.label(), line.cost);
        }
        let reach = Some(self.numbers().staff_reach);
        let piece = self.piece(officer);
        let moves = vec![planned(piece, ride.corners.clone(), end, None, cost, reach, None)];
        let summary = match order.target_unit {
            Some(unit) => format!("{name} rides to {}", self.name(unit)),
            None => format!("{name} rides {}", inches(ride.length)),
        };
        let ride = Ride { officer, path: ride.corners, end, told: summary.clone() };
        Ok((Plan { summary, moves, ..Plan::default() }, ride))
    }

    /// SB-12.1: how a commander rides over points, round what he cannot enter.
    fn ridden(&self, officer: UnitId, points: &[Vec2]) -> Walk {
        let rider = Rider(*self);
        let own = self.outline(officer);
        let mut path = vec![own.place.at];
        for point in points {
            let from = path[path.len() - 1];
            path.extend(&route(self.view.ground(), from, *point, own.footprint.half_width(), &rider)[1..]);
        }
        walk(self.view.ground(), &path, self.numbers().staff_reach, &rider)
    }

    /// SB-12.1, SB-12.3: whether a commander may ride along a way and stop at its end.
    fn may_stop(&self, officer: UnitId, path: &[Vec2], end: &Place) -> Result<(), Refusal> {
        let name = self.name(officer);
        let own = Outline { place: *end, ..self.outline(officer) };
        let half = own.footprint.half_width();
        let enemies: Vec<(UnitId, Outline)> =
            self.enemies_of(self.side(officer)).map(|enemy| (enemy, self.outline(enemy))).collect();
        let meets = |outline: &Outline| path.windows(2).any(|leg| outline.gap_to_segment(leg[0], leg[1]) < half);
        if let Some((enemy, _)) = enemies.iter().find(|(_, outline)| meets(outline)) {
            return refuse("SB-12.1", format!("{name} does not get there: {} is in the way", self.name(*enemy)));
        }
        let size = self.view.terrain().size;
        let tolerance = Vec2::splat(self.numbers().tolerance);
        if own.corners().iter().any(|corner| !(corner.cmpge(-tolerance).all() && corner.cmple(size + tolerance).all()))
        {
            return refuse("SB-12.1", format!("{name} would stand across the edge of the table"));
        }
        if let Some(friend) = self.units().find(|unit| own.overlap(&self.outline(*unit)) > self.numbers().tolerance) {
            return refuse("SB-4.11", format!("No room for {name} here: {} stands there", self.name(friend)));
        }
        let with = |unit: UnitId| self.within(own.gap(&self.outline(unit)), self.numbers().with_unit);
        let berth = self.numbers().staff_berth;
        let near = enemies.iter().find(|(_, outline)| own.gap(outline) < berth - self.numbers().tolerance);
        if let Some((enemy, _)) = near
            && !self.units_of(self.side(officer)).any(with)
        {
            let enemy = self.name(*enemy);
            let text = format!("{name} would stand alone within {berth:.0} inches of {enemy}");
            return refuse("SB-12.1", text);
        }
        match self.officer(officer).and_then(|officer| officer.leads) {
            Some(unit) if !with(unit) => refuse("SB-12.3", self.bound(officer, unit)),
            _ => Ok(()),
        }
    }

    /// SB-12.3: the reason why a general may not ride away from his unit.
    fn bound(&self, general: UnitId, unit: UnitId) -> String {
        format!("{} leads {} until its brigadier is back", self.name(general), self.name(unit))
    }

    /// SB-12.2: a place with a unit to which a commander can ride: behind it if there is room, else beside it, else
    /// before it.
    ///
    /// # Errors
    /// Why there is none.
    fn place_beside(&self, officer: UnitId, unit: UnitId) -> Result<Place, Refusal> {
        let own = self.outline(officer);
        let mut first = None;
        for place in self.places_beside(&own, unit) {
            let ride = self.ridden(officer, &[place.at]);
            let reached = match &ride.stopped {
                None => self.may_stop(officer, &ride.corners, &place),
                Some(why) => refuse("SB-12.1", format!("{} does not get there: {why}", self.name(officer))),
            };
            match reached {
                Ok(()) => return Ok(place),
                Err(refusal) => first = first.or(Some(refusal)),
            }
        }
        Err(first.unwrap_or_else(|| Refusal::new(RuleId::new("SB-12.1"), "There is no room beside it")))
    }

    /// Places against a unit: behind it, beside it, before it.
    fn places_beside(&self, own: &Outline, unit: UnitId) -> Vec<Place> {
        let body = self.outline(unit);
        let off = own.footprint.half_width().max(own.footprint.half_depth()) + ROOM;
        let facing = body.place.facing;
        [Face::Rear, Face::Left, Face::Right, Face::Front]
            .into_iter()
            .flat_map(|face| {
                let out = block::outward(&body, face).forward();
                let along = block::outward(&body, face).right();
                let reach = block::face_length(&body, face) / 2.0;
                [0.0, -reach, reach].map(|aside| block::middle(&body, face) + out * off + along * aside)
            })
            .map(|at| Place { at, facing, floor: 0 })
            .collect()
    }

    /// The first place against a unit at which a commander has room, whether he can ride there or not.
    pub(super) fn room_beside(&self, own: &Outline, unit: UnitId) -> Place {
        let size = self.view.terrain().size;
        let rider = Rider(*self);
        let free = |place: &Place| {
            let own = Outline { place: *place, ..*own };
            let on_table =
                own.corners().iter().all(|corner| corner.cmpge(Vec2::ZERO).all() && corner.cmple(size).all());
            on_table
                && rider.cost_per_inch(&self.view.ground().feature_at(place.at)).is_ok()
                && self.units().all(|unit| own.overlap(&self.outline(unit)) <= self.numbers().tolerance)
        };
        let places = self.places_beside(own, unit);
        // A general that finds no room stands on top of his unit.
        places.iter().copied().find(free).unwrap_or(self.outline(unit).place)
    }

    /// SB-12.3: whether a general may take over a unit now.
    pub fn may_be_led(&self, general: UnitId, unit: UnitId) -> Result<(), Refusal> {
        let (name, whom) = (self.name(general), self.name(unit));
        if !self.officer(general).is_some_and(|officer| officer.role.is_general()) || !self.present(general) {
            return refuse("SB-12.3", format!("{name} is no general on the table"));
        }
        if self.side(unit) != self.side(general) || self.troops(unit).is_none() || !self.present(unit) {
            return refuse("SB-12.3", format!("{whom} is no unit of yours on the table"));
        }
        let Some(element) = self.view.unit(unit).superior else {
            return refuse("SB-12.3", format!("{whom} is of no brigade and needs nobody to lead it"));
        };
        if !self.within(self.gap(general, unit), self.numbers().with_unit) {
            return refuse("SB-12.3", format!("{name} is not within an inch of {whom}"));
        }
        if self.routing(unit) {
            return refuse("SB-7.3", format!("{whom} is routing and takes no orders"));
        }
        if self.beside_element(unit) {
            return refuse("SB-12.3", format!("{whom} is in contact with {}", self.name(element)));
        }
        match self.officer(general).and_then(|officer| officer.leads) {
            Some(led) => refuse("SB-12.3", self.bound(general, led)),
            None => Ok(()),
        }
    }

    /// SB-3.1: whether a unit itself is in contact with the command element of its brigade.
    pub fn beside_element(&self, unit: UnitId) -> bool {
        let element = self.view.unit(unit).superior;
        let reach = self.settings().contact_distance;
        element.is_some_and(|element| self.present(element) && self.within(self.gap(element, unit), reach))
    }

    /// SB-12.3: whether a general may take over a unit, in step 1 or 7.
    ///
    /// # Errors
    /// Why he may not.
    pub fn check_lead(&self, order: &Order) -> Found<Lead> {
        let general = self.one_unit(order)?;
        if self.play().step == Step::Commanders {
            self.may_ride(general)?;
        }
        let Some(unit) = order.target_unit else { return refuse("SB-12.3", "Name the unit that he takes over") };
        self.may_be_led(general, unit)?;
        plainly(format!("{} takes over {}", self.name(general), self.name(unit)), Lead { general, unit })
    }

    /// Commanders that are with a unit and can be lost with it (SB-12.4).
    pub(super) fn endangered(&self, unit: UnitId) -> Vec<UnitId> {
        self.officers_of(self.side(unit))
            .filter(|officer| {
                self.officer(*officer).is_some_and(|officer| officer.role != Role::Adc && !officer.risked)
            })
            .filter(|officer| self.within(self.gap(*officer, unit), self.numbers().with_unit))
            .collect()
    }

    /// SB-12.4: commanders with no friend within an inch that an enemy has reached on his way, or stands against; each
    /// with that enemy.
    pub(super) fn ridden_down(&self, moved: &[(PieceId, Vec<Vec2>)]) -> Vec<(UnitId, UnitId)> {
        let touch = self.numbers().tolerance;
        let mut lost = Vec::new();
        for officer in self.view.units().filter(|unit| self.officer(*unit).is_some() && self.present(*unit)) {
            let (own, side) = (self.outline(officer), self.side(officer));
            let near = |friend: UnitId| self.within(self.gap(officer, friend), self.numbers().with_unit);
            if self.units_of(side).any(near) {
                continue;
            }
            let swept = |enemy: &UnitId| {
                let body = self.outline(*enemy);
                let ways = moved.iter().filter(|(piece, _)| *piece == self.piece(*enemy));
                let mut legs = ways.flat_map(|(_, path)| path.windows(2));
                body.gap(&own) <= touch
                    || legs.any(|leg| {
                        let place = Place { at: leg[0], ..body.place };
                        Outline { place, ..body }.sweep(leg[1], &own, touch).is_some()
                    })
            };
            if let Some(enemy) = self.enemies_of(side).filter(|enemy| !self.routing(*enemy)).find(swept) {
                lost.push((officer, enemy));
            }
        }
        lost
    }
}

/// Moves the commander of the order in hand.
pub fn resolve_ride(battle: &mut BattleMut, _: &Order, Ride { officer, path, end, told }: Ride) {
    go(battle, officer, path, end, "SB-12.1", told);
}

/// Moves a commander, as an event of its own.
pub(super) fn go(
    battle: &mut BattleMut,
    officer: UnitId,
    path: Vec<Vec2>,
    end: Place,
    rule: &'static str,
    text: String,
) {
    let piece = battle.view().unit(officer).pieces[0];
    battle.note(Some(battle.view().side_of_unit(officer)), RuleId::new(rule), text.clone());
    battle.move_piece(piece, path, end, RuleId::new(rule), text);
}

/// SB-12.3: lets the general of the order in hand take over a unit.
pub fn resolve_lead(battle: &mut BattleMut, _: &Order, Lead { general, unit }: Lead) {
    battle.unit_mut::<Officer>(general).leads = Some(unit);
    let text = format!("{} leads {} now", battle.view().unit(general).name, battle.view().unit(unit).name);
    battle.note(Some(battle.view().side_of_unit(general)), RuleId::new("SB-12.3"), text);
}
