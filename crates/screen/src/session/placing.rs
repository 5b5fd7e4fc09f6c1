//! Setting units down before the battle: a unit is dragged where it shall stand, or turned by its handle, again and
//! again until its side is ready.

use bevy::math::Vec2;

use super::{Selection, Session};
use grapeshot_floor::{
    forces::UnitId,
    orders::{ArgumentKind, Leg, VerbId},
    table::position::Place,
    turn::Ask,
};

/// How a unit stands that may be set down anew.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Standing {
    /// The point and the facing that an order would name to leave it as it stands.
    pub anchor: Place,
    /// The middle of its pieces, in inches.
    pub middle: Vec2,
    /// Inches from its middle to its foremost piece.
    pub ahead: f32,
}

impl Standing {
    /// The anchor after the unit was moved by `by` inches and turned by `turn` degrees about its middle.
    fn after(&self, by: Vec2, turn: f32) -> Place {
        let from_middle = Vec2::from_angle(turn.to_radians()).rotate(self.anchor.at - self.middle);
        Place { at: self.middle + from_middle + by, facing: self.anchor.facing.turned(turn), ..self.anchor }
    }
}

impl Session {
    /// Whether the arrow keys move what is in hand rather than the view.
    pub fn takes_arrows(&self) -> bool {
        let kinds = [ArgumentKind::FreePath, ArgumentKind::BodyPath, ArgumentKind::Place, ArgumentKind::Heading];
        let Some(ask) = self.ask_for_human() else { return false };
        self.draft().is_some_and(|draft| {
            let counts = ask.numbers.is_some() && draft.takes(ArgumentKind::Number);
            counts || kinds.into_iter().any(|kind| draft.takes(kind))
        })
    }

    /// The verb that sets units down, if the question that stands allows one.
    fn placing_verb(&self, ask: &Ask) -> Option<VerbId> {
        let places = |id: &&VerbId| {
            self.battle.vocabulary().verb(id).is_some_and(|verb| verb.needs.contains(&ArgumentKind::Place))
        };
        ask.verbs.iter().find(places).cloned()
    }

    /// Whether a question lets units be set down.
    pub(super) fn is_placing(&self, ask: &Ask) -> bool {
        self.placing_verb(ask).is_some()
    }

    /// How a unit stands, if the person who is asked may set it down anew.
    pub fn placeable(&self, unit: UnitId) -> Option<Standing> {
        let ask = self.ask_for_human().filter(|ask| self.is_placing(ask))?;
        let view = self.view();
        if !view.knows_unit(unit) || view.side_of_unit(unit) != ask.side {
            return None;
        }
        if ask.pick && !ask.pieces.iter().any(|piece| view.unit_of(*piece) == unit) {
            return None;
        }
        let anchor = self.battle.rules().anchor(&view, unit)?;
        let places: Vec<Vec2> = self.shown().present(unit).map(|(_, piece)| piece.place.at).collect();
        let middle = places.iter().copied().sum::<Vec2>() / places.len().max(1) as f32;
        let forward = anchor.facing.forward();
        let front = places.into_iter().chain([anchor.at]).map(|at| (at - middle).dot(forward));
        Some(Standing { anchor, middle, ahead: front.fold(0.0, f32::max) })
    }

    /// Tries a unit moved by `by` inches and turned by `turn` degrees about its middle.
    pub fn try_placing(&mut self, unit: UnitId, by: Vec2, turn: f32) {
        let Some(standing) = self.placeable(unit) else { return };
        let Some(verb) = self.ask_for_human().and_then(|ask| self.placing_verb(ask)) else { return };
        if self.carried() != Some(unit) {
            self.draft = None;
            self.select_unit(Some(unit));
            self.choose_verb(&verb);
        }
        let Place { at, facing, .. } = standing.after(by, turn);
        self.try_out(|order| {
            order.path = vec![Leg::To(at)];
            order.heading = Some(facing);
        });
    }

    /// The unit that the order in hand would set down.
    pub fn carried(&self) -> Option<UnitId> {
        let draft = self.draft.as_ref().filter(|draft| draft.takes(ArgumentKind::Place))?;
        let order = draft.shown();
        order.pieces.first().map(|piece| self.view().unit_of(*piece)).or(order.unit)
    }

    /// Sets a unit down where it was tried. If it may not stand there, it stays where it stood, with a notice that says
    /// why. It stays chosen, so that it can be moved on.
    pub fn set_down(&mut self) -> bool {
        let (Some(unit), Some(draft)) = (self.carried(), self.draft.take()) else { return false };
        let set_down = self.answer_with(draft.shown().clone());
        if set_down {
            self.look_at = None;
            self.selection = Selection::default();
            self.select_unit(Some(unit));
        }
        set_down
    }
}
