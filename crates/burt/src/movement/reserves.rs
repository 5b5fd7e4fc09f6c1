//! Step 6: reserves move and are named as supports (SB-3.5, SB-9.3).

use bevy::math::Vec2;

use super::{
    manoeuvres,
    moves::{Terms, Walk},
    pace::{Leave, Pace},
};
use crate::{
    book::values::Chit,
    cohesion::army,
    state::{
        chits,
        sequence_of_play::{SequenceOfPlay, Support},
        view::BurtView,
    },
};
use grapeshot_floor::{
    events::RuleId,
    forces::UnitId,
    orders::{Leg, Order, Plan, Refusal},
    procedure::Found,
    shared::{
        formed::{
            block::{self, Face},
            walk::{Body, HAIR},
        },
        refuse,
    },
    table::footprint::Outline,
    turn::BattleMut,
};

/// Inches between the places for a support that are tried, at most.
const APART: f32 = 1.0;

/// A support as its check found it.
#[derive(Debug, Clone, PartialEq)]
pub struct Supports {
    unit: UnitId,
    friend: UnitId,
    walk: Walk,
}

impl BurtView<'_> {
    /// Whether a unit may act in step 6, as far as the viewer knows: everybody knows that a unit that has moved in this
    /// turn cannot have RESERVE orders.
    ///
    /// # Errors
    /// Why it may not.
    pub fn may_move_reserve(&self, unit: UnitId) -> Result<(), Refusal> {
        self.may_move(unit)?;
        let name = self.name(unit);
        if !self.may_have(unit, Chit::Reserve) {
            return refuse("SB-3.3", format!("{name} has no RESERVE orders: it does not move in step 6"));
        }
        if self.work(unit).moved {
            return refuse("SB-3.3", format!("{name} has moved in this turn"));
        }
        let array = if self.present(unit) { Some(self.array(unit)) } else { self.outdoor_array(unit) };
        if array.is_none_or(|array| self.pace(unit, array, Pace::Reserve) <= 0.0) {
            return refuse("SB-4.1", format!("{name} has no reserve rate"));
        }
        Ok(())
    }

    /// SB-3.5: the terms of a reserve's move: it ends no nearer than 4 inches to an enemy.
    pub(super) fn reserve_terms(&self, unit: UnitId) -> Terms {
        let terms = self.terms(unit, Pace::Reserve, 1.0, false);
        let leave = Leave { end_berth: self.numbers().reserve_berth, ..terms.leave };
        Terms { leave, ..terms }
    }

    /// SB-9.3: whether a reserve may be named as the support of a friend; with the way that it goes.
    ///
    /// # Errors
    /// Why it may not.
    pub fn check_support(&self, order: &Order) -> Found<Supports> {
        let unit = self.one_unit(order)?;
        let name = self.name(unit);
        let Some(friend) = order.target_unit else { return refuse("SB-9.3", "Name the friend that it supports") };
        if self.side(friend) != order.side {
            return refuse("SB-9.3", format!("{} is not yours", self.name(friend)));
        }
        if self.chit(unit) != Some(Chit::Reserve) {
            return refuse("SB-9.3", format!("{name} has no RESERVE orders: only reserves are named as supports"));
        }
        self.may_move_reserve(unit)?;
        if friend == unit || self.troops(friend).is_none() || !self.assaulted(friend) {
            return refuse("SB-9.3", format!("{} is not assaulted: it needs no support", self.name(friend)));
        }
        if self.assaulted(unit) {
            return refuse("SB-9.3", format!("{name} is assaulted itself"));
        }
        let walk = match order.path.is_empty() {
            false => self.support_walk(unit, friend, order),
            true => self.support_ways(unit, friend, order),
        };
        let walk = match walk {
            Some(walk) => walk,
            None => {
                let text = format!(
                    "{name} comes to no place within {} behind or beside {}",
                    grapeshot_floor::english::inches(self.numbers().support_within),
                    self.name(friend)
                );
                return refuse("SB-9.3", text);
            }
        };
        let moves = vec![self.planned_walk(unit, &walk)];
        let summary = format!("{name} comes up to support {}", self.name(friend));
        let warnings = vec![format!("{name} leaves the reserve")];
        Ok((Plan { summary, moves, warnings, ..Plan::default() }, Supports { unit, friend, walk }))
    }

    /// SB-9.3: the walk of a support along a path, if it leads to a place behind or beside the friend.
    fn support_walk(&self, unit: UnitId, friend: UnitId, order: &Order) -> Option<Walk> {
        let terms = self.terms(unit, Pace::Reserve, 1.0, false);
        let terms = Terms { leave: Leave { apart: true, ..terms.leave }, ..terms };
        let start = if self.present(unit) { self.pose(unit) } else { self.entry(unit, None)? };
        let leave = if self.present(unit) { terms.leave.clone() } else { self.entering(terms.leave.clone(), &start) };
        let terms = Terms { leave, ..terms };
        let steps = self.steps(unit, start, order, &terms).ok()?;
        let walk = self.walk(unit, start, &steps, &terms);
        self.supports_from(friend, &walk.end().block).then_some(walk)
    }

    /// SB-9.3: whether a block lies at most 2 inches behind or beside a friend without touching it. Anywhere round a
    /// unit that has no front counts as beside it.
    fn supports_from(&self, friend: UnitId, block: &Outline) -> bool {
        let own = self.outline(friend);
        let gap = own.gap(block);
        let beside = self.all_round(friend) || block::quarter(&own, block.place.at) != Face::Front;
        beside && gap >= HAIR / 2.0 && self.within(gap, self.numbers().support_within)
    }

    /// SB-9.3: the cheapest of the ways to places behind and beside a friend. A unit that stands at such a place
    /// already stays.
    fn support_ways(&self, unit: UnitId, friend: UnitId, order: &Order) -> Option<Walk> {
        let own = self.outline(friend);
        let stays = Order { path: Vec::new(), heading: None, ..order.clone() };
        if self.present(unit)
            && let Some(walk) = self.support_walk(unit, friend, &stays)
        {
            return Some(walk);
        }
        let body = if self.present(unit) { self.outline(unit) } else { self.entry(unit, None)?.block };
        let facing = own.place.facing;
        let (width, depth) = (body.half_width(), 2.0 * body.half_depth());
        let mut fronts: Vec<Vec2> = Vec::new();
        let within = self.numbers().support_within;
        let gaps = [0.1, within / 2.0];
        for gap in gaps {
            // Places behind the friend, from the middle outward.
            let files = (own.half_width() / APART).ceil() as i32;
            let right = |file: i32| (file as f32 * APART).clamp(-own.half_width(), own.half_width());
            fronts.extend((-files..=files).map(|file| own.place.offset(-own.half_depth() - gap, right(file))));
            // Places beside the friend, in one line with it and half its depth back.
            let aside = own.half_width() + width + gap;
            let ahead = own.half_depth();
            let rows = [ahead, ahead - depth.min(2.0 * own.half_depth()) / 2.0];
            fronts.extend(rows.into_iter().flat_map(|row| [-aside, aside].map(|side| own.place.offset(row, side))));
        }
        let start = body.front();
        fronts.sort_by(|a, b| start.distance(*a).total_cmp(&start.distance(*b)));
        let reach = self
            .pace(unit, self.outdoor_array(unit).unwrap_or(self.array(unit)), Pace::Reserve)
            .max(self.pace(unit, self.array(unit), Pace::Reserve))
            + self.numbers().road_bonus;
        let near = |front: &&Vec2| start.distance(**front) <= reach;
        let walks = fronts.iter().filter(near).flat_map(|front| {
            // The support turns to face as its friend does if its move lasts, else it stands as it comes.
            [Some(facing), None].map(|heading| {
                let order = Order { path: vec![Leg::To(*front)], heading, ..order.clone() };
                self.support_walk(unit, friend, &order).map(|walk| (heading.is_some(), walk))
            })
        });
        let mut found: Vec<(bool, Walk)> = walks.flatten().filter(|(_, walk)| walk.stopped.is_none()).collect();
        found.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.end().cost.total_cmp(&b.1.end().cost)));
        found.into_iter().next().map(|(_, walk)| walk)
    }
}

/// Brings up the support of the order in hand. The unit has left the reserve for good, however the assault ends.
pub fn resolve_support(battle: &mut BattleMut, _: &Order, Supports { unit, friend, walk }: Supports) {
    manoeuvres::go(battle, unit, &walk);
    chits::show(battle, unit);
    let names = [unit, friend].map(|unit| battle.view().unit(unit).name.clone());
    let text = format!("{} is named to support {}", names[0], names[1]);
    battle.note(Some(battle.view().side_of_unit(unit)), RuleId::new("SB-9.3"), text);
    army::leaves_reserve(battle, unit);
    battle.resource_mut::<SequenceOfPlay>().supports.push(Support { unit, friend, reaction: None, against: None });
}
