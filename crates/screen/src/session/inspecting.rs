//! A table that is only looked at, as the file of its scenario has it: nobody is asked and nobody answers.

use super::{Selection, Session, Wake};
use grapeshot_floor::forces::{PieceId, SideId, UnitId};
use grapeshot_game::{
    battle::Battle,
    picture::map::{Layer, Layers},
};

/// What a table is looked at for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Inspection {
    /// The side whose knowledge is shown; everything if it is none.
    pub side: Option<SideId>,
    /// What is drawn over the table.
    layers: Layers,
    /// How often the table was laid anew.
    laid: u32,
}

impl Session {
    /// Lays a battle on the table to be looked at.
    pub fn inspect(battle: Battle, wake: Wake) -> Self {
        let mut session = Self::lay(battle, Vec::new(), None, wake, Some(Inspection::default()));
        session.go_on_showing(0.0);
        session
    }

    /// Whether the table is only looked at.
    pub fn is_inspected(&self) -> bool {
        self.inspection.is_some()
    }

    /// How often a table that is looked at was laid anew.
    pub fn laid(&self) -> u32 {
        self.inspection.map_or(0, |inspection| inspection.laid)
    }

    /// The layers that are drawn over a table that is looked at.
    pub fn layers(&self) -> Layers {
        self.inspection.map_or(Layers::NONE, |inspection| inspection.layers)
    }

    /// Whether a layer is drawn. In a battle that is played the names and the objectives always are, and the zones while
    /// the sides set up.
    pub fn shows(&self, layer: Layer) -> bool {
        match &self.inspection {
            Some(inspection) => inspection.layers.has(layer),
            None => match layer {
                Layer::Names | Layer::Objectives => true,
                Layer::Zones => self.shown().turn == 0,
                _ => false,
            },
        }
    }

    /// Draws a layer over a table that is looked at, or leaves it out.
    pub fn toggle_layer(&mut self, layer: Layer) {
        if let Some(inspection) = &mut self.inspection {
            inspection.layers = inspection.layers.toggled(layer);
        }
    }

    /// Shows a table that is looked at as a side knows it, or all of it.
    pub fn look_through(&mut self, side: Option<SideId>) {
        let Some(inspection) = &mut self.inspection else { return };
        inspection.side = side;
        self.look_as(side, None);
        self.skip();
        self.go_on_showing(0.0);
    }

    /// Takes over from the table that lay here before what was chosen and how it was looked at, as far as there is still
    /// something of that name.
    pub fn take_over(&mut self, before: &Self) {
        let Some((was, inspection)) = before.inspection.zip(self.inspection.as_mut()) else { return };
        (inspection.layers, inspection.laid) = (was.layers, was.laid + 1);
        let named = |side: SideId| {
            let key = &before.scenario().sides[side.index()].key;
            self.battle.scenario().sides.iter().find(|side| side.key == *key).map(|side| side.id)
        };
        let side = was.side.and_then(named);
        self.look_through(side);
        let chosen = before.selection.unit.and_then(|unit| Some((unit, self.same_unit(before, unit)?)));
        if let Some((old, unit)) = chosen {
            let numbers = before.battle.view().unit(old).pieces.clone();
            let own = &self.battle.view().unit(unit).pieces;
            let same = |piece: &PieceId| own.get(numbers.iter().position(|known| known == piece)?).copied();
            let pieces = before.selection.pieces.iter().filter_map(same).collect();
            self.selection = Selection { unit: Some(unit), pieces };
        }
        self.tool = before.tool.filter(|held| held.piece.is_none());
        self.pointer = before.pointer;
    }

    /// The unit that has the same key as one of another table, if it can be seen.
    fn same_unit(&self, other: &Self, unit: UnitId) -> Option<UnitId> {
        let (view, key) = (self.view(), &other.battle.view().unit(unit).key);
        view.units().find(|unit| view.unit(*unit).key == *key)
    }
}
