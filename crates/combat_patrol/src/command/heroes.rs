//! Heroes (chapter 13): their own dice, and the cards on which they act.

use crate::{
    book::{grade::Grade, profile::Hero},
    state::sequence_of_play::Actor,
    view::rulebook::SkirmishView,
};
use grapeshot_floor::forces::{PieceId, SideId, UnitId};

impl SkirmishView<'_> {
    /// CP-13.1: the hero that a figure inside a unit is, with a die beside his unit's. A hero by himself is a unit of
    /// one figure.
    pub fn hero_inside(&self, piece: PieceId) -> Option<Hero> {
        self.hero(piece).filter(|_| self.section(self.view.unit_of(piece)).strength > 1)
    }

    /// CP-13.3: the hero that is a unit by himself.
    pub fn lone_hero(&self, unit: UnitId) -> Option<PieceId> {
        let mut men = self.men(unit);
        let first = men.next()?;
        (men.next().is_none() && self.hero(first).is_some()).then_some(first)
    }

    /// The heroes inside units, in play.
    fn heroes_inside(&self) -> impl Iterator<Item = (PieceId, Hero)> + '_ {
        let in_play = self.view.pieces().filter(|piece| self.view.in_play(*piece));
        in_play.filter_map(|piece| Some((piece, self.hero_inside(piece)?)))
    }
}

/// CP-13.1: the heroes inside a unit, who have dice of their own.
pub fn in_unit(cp: &SkirmishView, unit: UnitId) -> Vec<PieceId> {
    cp.men(unit).filter(|piece| cp.hero_inside(*piece).is_some()).collect()
}

/// CP-13.2: the heroes that act by themselves on a number card: their dice show it while their unit does not act on it.
/// After a Green card heroes of Guts Green do not act, as a Green unit does not (CP-2.7).
pub fn showing(
    cp: &SkirmishView,
    number: u8,
    units: &[UnitId],
    green: bool,
    colours: &dyn Fn(SideId) -> bool,
) -> Vec<Actor> {
    let with_units = cp.supplement().heroes_act_with_units(cp);
    cp.heroes_inside()
        .filter(|(_, hero)| hero.die == number && !(green && hero.guts == Grade::Green))
        .filter(|(piece, _)| !with_units || !units.contains(&cp.view.unit_of(*piece)))
        .filter(|(piece, _)| colours(cp.view.side_of(*piece)))
        .map(|(piece, _)| Actor::Hero(piece))
        .collect()
}

/// CP-2.8: the heroes that act on the Hero card; heroes inside units act without their units.
pub fn on_hero_card(cp: &SkirmishView, number: u8) -> Vec<Actor> {
    let lone = cp.view.units().filter(|unit| {
        let section = cp.section(*unit);
        section.strength == 1 && section.die == number && cp.lone_hero(*unit).is_some()
    });
    let inside = cp.heroes_inside().filter(|(_, hero)| hero.die == number);
    lone.map(Actor::Unit).chain(inside.map(|(piece, _)| Actor::Hero(piece))).collect()
}
