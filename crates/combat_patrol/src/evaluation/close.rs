//! What men might do besides shooting: throw explosives, call for fire from beyond the table, break doors.

use super::{
    evaluator::{Evaluator, UnitSummary, frail},
    order,
};
use crate::{
    book::{
        action_card::Burst,
        profile::{Band, Weapon},
    },
    orders::verbs,
    state::{
        doors::DoorId,
        sequence_of_play::{FigureAction, SequenceOfPlay},
    },
};
use grapeshot_floor::{
    events::Explained,
    forces::PieceId,
    orders::Order,
    table::{measure, position::Heading},
    turn::Ask,
};

/// An explosive to throw: the weapon's number, the weapon, the template of its burst.
type Explosive<'w> = (u8, &'w Weapon, Burst);

impl Evaluator<'_, '_> {
    /// CP-8.4: each man's best throw of each thing that he has.
    pub(super) fn throws(&self, ask: &Ask) -> Vec<Order> {
        let men = ask.pieces.iter().copied().filter(|man| self.cp.part(*man) == FigureAction::Stationary);
        let throw = |man: PieceId, (n, (_, weapon, _)): (usize, Explosive)| {
            let (_, target) = self.best_throw_of(man, &weapon.id)?;
            let throw = order(ask, &verbs::THROW).pieces([man]).target(target);
            Some(if n == 0 { throw } else { throw.choice(weapon.id.as_str()) })
        };
        men.flat_map(|man| self.cp.explosives(man).enumerate().filter_map(move |what| throw(man, what))).collect()
    }

    /// The piece that a man might best throw at, and what that is worth.
    pub(super) fn best_throw(&self, man: PieceId) -> Option<(f32, PieceId)> {
        let throws = self.cp.explosives(man).filter_map(|(_, weapon, _)| self.best_throw_of(man, &weapon.id));
        throws.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))
    }

    /// The piece at which a man might best throw an explosive of this name, and what that is worth.
    fn best_throw_of(&self, man: PieceId, what: &str) -> Option<(f32, PieceId)> {
        if !self.cp.is_man(man) || self.cp.stunned(man) || self.cp.in_contact(man) {
            return None;
        }
        let (_, weapon, _) = self.cp.thrown_by(man, Some(what))?;
        let (.., reach) = weapon.bands?;
        let targets = self.cp.enemies_within(self.side, man, reach);
        let rated = targets.map(|target| (self.worth_of_throw_at(man, Some(what), target), target));
        rated.filter(|(worth, _)| *worth > 0.0).max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)))
    }

    fn worth_of_throw_at(&self, man: PieceId, what: Option<&str>, target: PieceId) -> f32 {
        let Some((_, weapon, size)) = self.cp.thrown_by(man, what) else { return 0.0 };
        let at = self.cp.view.place(target).at;
        let shifts = &self.cp.numbers().shifts;
        let shift = match weapon.band(at.distance(self.cp.view.place(man).at)) {
            Some(Band::Short) => 0,
            Some(Band::Medium) => shifts.medium,
            Some(Band::Long) => shifts.long,
            None => return 0.0,
        };
        if !self.cp.sees(man, target) {
            return 0.0;
        }
        let on_point = self.chance(self.cp.numbers().start_column.of(self.cp.soldier(man).accuracy) + shift);
        let template = self.cp.round_template(size, at);
        let struck: f32 = self
            .cp
            .men_under(&template, at)
            .into_iter()
            .map(|struck| {
                let cover = self.cp.cover_from_burst(&self.cp.view.outline(struck), at);
                let worth = self.man(struck)
                    * self.hit(frail(self.cp, struck), self.stops(cover.as_ref().map(|cover| cover.code.as_str())));
                if self.cp.view.side_of(struck) == self.side { -self.judgement.fire.friend * worth } else { worth }
            })
            .sum();
        on_point * struck * self.cp.chance_of_icon(size)
    }

    pub(super) fn worth_of_throw(&self, order: &Order) -> Explained {
        let ([man], Some(target)) = (order.pieces.as_slice(), order.target) else { return Explained::default() };
        let burst = self.worth_of_throw_at(*man, order.choice.as_deref(), target);
        Explained::base("CP-8.4", "a burst among the enemy", burst)
    }

    /// CP-8.5: a mission on each enemy that somebody of the unit sees.
    pub(super) fn calls(&self, ask: &Ask) -> Vec<Order> {
        let activation = self.cp.view.resource::<SequenceOfPlay>().active();
        if self.cp.missions_of(activation.unit).is_none() {
            return Vec::new();
        }
        let free = |man: &PieceId| {
            self.cp.is_man(*man) && self.cp.part(*man) == FigureAction::Stationary && !self.cp.stunned(*man)
        };
        let Some(man) = ask.pieces.iter().copied().find(free) else { return Vec::new() };
        let seen = self.enemies().filter(|block| self.cp.sees(man, block.man));
        seen.map(|block| order(ask, &verbs::CALL).pieces([man]).target(block.man)).collect()
    }

    pub(super) fn worth_of_call(&self, order: &Order) -> Explained {
        let ([man], Some(target)) = (order.pieces.as_slice(), order.target) else { return Explained::default() };
        let Some((_, size)) = self.cp.missions_of(self.cp.view.unit_of(*man)) else { return Explained::default() };
        let at = self.cp.view.place(target).at;
        let holes = self.cp.mission_column(self.cp.soldier(*man).accuracy).total() as i8;
        let under = self.cp.men_under(&self.cp.round_template(size, at), at);
        let men: f32 = under
            .into_iter()
            .map(|struck| if self.cp.view.side_of(struck) == self.side { -self.judgement.fire.friend } else { 1.0 } * self.man(struck))
            .sum();
        let worth = self.chance(holes) * men * self.cp.chance_of_icon(size);
        Explained::base("CP-8.5", "guns beyond the table fire", worth)
    }

    /// CP-9.9: the order to break a locked door before which men stand, if a goal or an enemy is behind it.
    pub(super) fn breaks(&self, ask: &Ask) -> Option<Order> {
        let activation = self.cp.view.resource::<SequenceOfPlay>().active();
        let breaks = |man: &PieceId| {
            self.cp.part(*man) == FigureAction::Stationary
                && self.cp.is_man(*man)
                && !self.cp.stunned(*man)
                && self.cp.door_in_contact(*man).is_some_and(|door| {
                    let inside = self.cp.view.ground().building_at(self.cp.view.place(*man).at) == Some(door.building);
                    !inside && self.worth_of_door(activation.unit, door) > 0.0
                })
                && self.cp.best_hth(*man, None, false).0 >= 1
        };
        let men: Vec<PieceId> = ask.pieces.iter().copied().filter(breaks).collect();
        (!men.is_empty()).then(|| order(ask, &verbs::BREAK).pieces(men))
    }

    /// What a broken door is worth to a unit.
    fn worth_of_door(&self, unit: grapeshot_floor::forces::UnitId, door: DoorId) -> f32 {
        let ground = self.cp.view.ground();
        let behind = |at| ground.building_at(at) == Some(door.building);
        let goal = self.task(unit).filter(|task| behind(self.goals()[task.goal].at)).map_or(0.0, |task| task.stake);
        let foes: f32 = self.enemies().filter(|block| behind(block.centre)).map(|block| f32::from(block.able)).sum();
        goal + foes
    }

    pub(super) fn worth_of_breaking(&self, order: &Order) -> Explained {
        let mut sum = 0.0;
        for man in &order.pieces {
            let Some(door) = self.cp.door_in_contact(*man) else { continue };
            let (wins, _) = self.cp.melee_chances(self.cp.door_sum(*man).total(), 0.0);
            sum += self.judgement.goals.step * wins * self.worth_of_door(self.cp.view.unit_of(*man), door);
        }
        Explained::base("CP-9.9", "the door gives way", sum)
    }

    /// CP-9.9: the place before a locked door of the house that is a unit's goal, if there is no other way in, with the
    /// front to the door.
    pub(super) fn before_the_door(&self, block: &UnitSummary, building: usize) -> Option<(bevy::math::Vec2, Heading)> {
        let house = &self.cp.view.terrain().buildings[building];
        let barred = |door: usize| self.cp.barred(DoorId { building, door });
        if house.windows.iter().any(|window| window.is_on(0)) || !(0..house.doors.len()).all(barred) {
            return None;
        }
        let far = |at: bevy::math::Vec2| at.distance_squared(block.centre);
        let door = house.doors.iter().min_by(|a, b| far(a.at).total_cmp(&far(b.at)))?;
        let (a, b) = measure::edges(&house.outline).min_by(|(a, b), (c, d)| {
            let off = |a, b| measure::distance_to_segment(door.at, a, b);
            off(*a, *b).total_cmp(&off(*c, *d))
        })?;
        let across = (b - a).normalize_or_zero().perp();
        let out = if measure::inside(door.at + across * 0.2, &house.outline) { -across } else { across };
        let at = door.at + out * self.cp.view.footprint(block.man).reach();
        Some((at, Heading::from_to(at, door.at)))
    }
}
