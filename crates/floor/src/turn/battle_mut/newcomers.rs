//! Units and pieces that come into being in the battle: skirmishers who are sent out, a crew that leaves its gun, a herd
//! that splits in two.
//!
//! They get the next ids, which stay theirs; going back to an earlier state takes them out of the battle, and the same
//! orders bring them back under the same ids.

use bevy::ecs::entity::Entity;
use smol_str::{SmolStr, format_smolstr};

use super::BattleMut;
use crate::{
    events::{EventKind, Explained, RuleId},
    forces::{Fate, Marks, Piece, PieceId, Roster, SideId, Unit, UnitEntry, UnitId},
    table::footprint::Outline,
    turn::{BattleStates, state::BattleStateType},
};

/// A unit that comes into being in the battle.
#[derive(Debug, Clone, PartialEq)]
pub struct NewUnit {
    /// What scripts call it. If another unit is called so already, a number from 2 is put behind it.
    pub key: SmolStr,
    pub name: String,
    /// Whose it is.
    pub side: SideId,
    /// The unit of the leader above it in the command chain.
    pub superior: Option<UnitId>,
    /// The unit out of which it comes, if it comes out of one; it has the same colours.
    pub from: Option<UnitId>,
    /// What it is, in words of the ruleset.
    pub unit_entry: UnitEntry,
}

/// A piece that comes into being in the battle.
#[derive(Debug, Clone, PartialEq)]
pub struct NewPiece {
    pub name: String,
    /// Its picture in words of the screen ("foot", "leader", "officer").
    pub look: SmolStr,
    /// Its shape and where it stands.
    pub outline: Outline,
}

impl BattleMut<'_> {
    /// Brings a unit without pieces into the battle; its own parts the ruleset gives it with
    /// [`BattleMut::add_unit_part`]. All learn of it: what is done out of sight belongs into [`BattleMut::tell_only`].
    pub fn raise_unit(&mut self, new: NewUnit, rule: RuleId, text: impl Into<String>) -> UnitId {
        let (side, from) = (new.side, new.from);
        let unit = self.enlist(new);
        self.log(Some(side), EventKind::Raised { unit, from }, rule, text, Explained::default());
        unit
    }

    /// Brings a piece into the battle, as the last of its unit, and tells it as a detail of the last main event. Its own
    /// parts the ruleset gives it with [`BattleMut::add_piece_part`].
    pub fn add_piece(&mut self, unit: UnitId, new: NewPiece, rule: RuleId, text: impl Into<String>) -> PieceId {
        let NewPiece { name, look, outline: Outline { footprint, place } } = new;
        let (number, side) = (self.next_number(unit), self.view().side_of_unit(unit));
        let world = self.world.change();
        let entity = world.spawn((place, footprint, Fate::InPlay, Marks::default())).id();
        let piece = world.resource_mut::<Roster>().enlist_piece(entity, unit);
        world.entity_mut(entity).insert((piece, Piece { id: piece, unit, number, name, look }));
        self.unit_mut::<Unit>(unit).pieces.push(piece);
        self.stand(piece, place);
        self.detail(Some(side), EventKind::Added { piece, unit, footprint, place }, rule, text, Explained::default());
        piece
    }

    /// Makes some pieces of a unit a unit of its own: it has the parts of the unit that it leaves, as they are now, but
    /// none of its markers. Pieces that hide go on hiding, and then only their own side learns of it.
    ///
    /// # Panics
    /// If a piece is of another unit.
    pub fn split_unit(
        &mut self,
        from: UnitId,
        pieces: &[PieceId],
        key: SmolStr,
        name: String,
        rule: RuleId,
        text: impl Into<String>,
    ) -> UnitId {
        let view = self.view();
        assert!(pieces.iter().all(|piece| view.unit_of(*piece) == from), "the pieces are of the unit that is split");
        let Unit { side, superior, .. } = *view.unit(from);
        let unit_entry = view.unit_part::<UnitEntry>(from).clone();
        let unit = self.enlist(NewUnit { key, name, side, superior, from: Some(from), unit_entry });
        self.copy_parts(from, unit);
        pieces.iter().for_each(|piece| self.transfer(*piece, unit));
        let kind = EventKind::Raised { unit, from: Some(from) };
        self.log(Some(side), kind, rule.clone(), text, Explained::default());
        for piece in pieces {
            let text = format!("{} goes with {}", self.view().piece(*piece).name, self.view().unit(unit).name);
            let kind = EventKind::Joined { piece: *piece, unit, post: None };
            self.detail(Some(side), kind, rule.clone(), text, Explained::default());
        }
        unit
    }

    /// Gives a new unit its entity and its id.
    fn enlist(&mut self, new: NewUnit) -> UnitId {
        let key = self.free_key(new.key);
        let NewUnit { name, side, superior, from, unit_entry, .. } = new;
        let world = self.world.change();
        let entity = world.spawn((unit_entry, Marks::default())).id();
        let id = world.resource_mut::<Roster>().enlist_unit(entity, side);
        world.entity_mut(entity).insert((id, Unit { id, key, name, side, superior, from, pieces: Vec::new() }));
        id
    }

    /// A key that no unit has yet: this one, or this one with the next free number from 2 behind it.
    fn free_key(&self, key: SmolStr) -> SmolStr {
        let view = self.view();
        let taken = |key: &SmolStr| view.unit_ids().any(|unit| view.unit(unit).key == *key);
        let numbered = (2..).map(|n| format_smolstr!("{key}_{n}"));
        std::iter::once(key.clone()).chain(numbered).find(|key| !taken(key)).unwrap_or(key)
    }

    /// Gives a unit the parts of another one that make up its state, except what every unit has of its own.
    fn copy_parts(&mut self, from: UnitId, to: UnitId) {
        let (from, to): (Entity, Entity) = (self.unit_entity(from), self.unit_entity(to));
        let own = [std::any::TypeId::of::<Unit>(), std::any::TypeId::of::<Marks>()];
        let world = self.world.change();
        let is_part = |state: &&BattleStateType| state.component && !own.contains(&state.type_id);
        let parts: Vec<BattleStateType> = world.resource::<BattleStates>().iter().filter(is_part).cloned().collect();
        for part in parts {
            let value = (part.save)(world, &[from]);
            (part.load)(world, &[to], &value);
        }
    }
}
