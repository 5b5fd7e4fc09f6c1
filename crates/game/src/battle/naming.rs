//! What a battle is as data, with the names of units, pieces and sides beside their ids.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::Battle;
use grapeshot_floor::{
    events::EventKind,
    forces::{PieceId, SideId, UnitId},
    turn::{Ask, IdKind, Outcome, StateShape},
};

impl Battle {
    /// The battle as data: `names` of sides, units and pieces in the order of their ids, `events`, `awaiting`,
    /// `outcome` and `state`. Beside each field that holds an id, `unit`, stands what scripts call it, `unit_name`.
    pub fn to_json(&self) -> Value {
        let event_kind = StateShape::of::<EventKind>();
        let events = self.log().events().iter().map(|event| {
            let mut event = value(event);
            self.name_beside(&mut event, &StateShape::Record(vec![("side", StateShape::of::<Option<SideId>>())]));
            self.name_beside(&mut event, &event_kind);
            event
        });
        json!({
            "names": self.names(),
            "events": events.collect::<Vec<_>>(),
            "awaiting": { "asks": self.with_names(&self.awaiting().asks, &StateShape::of::<Vec<Ask>>()) },
            "outcome": self.with_names(&self.outcome(), &StateShape::of::<Option<Outcome>>()),
            "state": self.state_with_names(),
        })
    }

    /// What scripts and people call the sides, units and pieces, in the order of their ids.
    fn names(&self) -> Value {
        let view = self.view();
        let sides = view.sides().0.iter().map(|side| json!({ "key": side.key, "name": side.name }));
        let units = view.unit_ids().map(|id| json!({ "key": view.unit(id).key, "name": view.unit(id).name }));
        let pieces = view.piece_ids().map(|id| json!({ "key": self.piece_key(id), "name": view.piece(id).name }));
        json!({
            "sides": sides.collect::<Vec<_>>(),
            "units": units.collect::<Vec<_>>(),
            "pieces": pieces.collect::<Vec<_>>(),
        })
    }

    /// A piece as scripts name it: its unit's key and its number.
    pub fn piece_key(&self, id: PieceId) -> String {
        let view = self.view();
        let piece = view.piece(id);
        format!("{}.{}", view.unit(piece.unit).key, piece.number)
    }

    fn state_with_names(&self) -> Value {
        let mut whole = self.state_json();
        for state in self.states() {
            let Some(value) = whole.get_mut(state.name) else { continue };
            let shape = (state.shape)();
            if !state.component {
                self.name_beside(value, &shape);
                continue;
            }
            let columns = value.as_object_mut().into_iter().flat_map(Map::values_mut);
            for value in columns.filter_map(Value::as_array_mut).flatten() {
                self.name_beside(value, &shape);
            }
        }
        whole
    }

    /// A value as data with the names of units, pieces and sides beside their ids.
    pub(super) fn with_names<T: Serialize>(&self, of: &T, shape: &StateShape) -> Value {
        let mut value = value(of);
        self.name_beside(&mut value, shape);
        value
    }

    /// Puts names beside the ids in a value.
    fn name_beside(&self, value: &mut Value, shape: &StateShape) {
        match (shape, value) {
            (StateShape::Maybe(inner), value) => self.name_beside(value, inner),
            (StateShape::List(inner), Value::Array(list)) => {
                list.iter_mut().for_each(|value| self.name_beside(value, inner));
            }
            (StateShape::Tuple(items), Value::Array(list)) => {
                items.iter().zip(list).for_each(|(shape, value)| self.name_beside(value, shape));
            }
            (StateShape::Map(_, inner), Value::Object(fields)) => {
                fields.values_mut().for_each(|value| self.name_beside(value, inner));
            }
            (StateShape::Record(shapes) | StateShape::OneOf(shapes), Value::Object(fields)) => {
                for (name, shape) in shapes {
                    let Some(value) = fields.get_mut(*name) else { continue };
                    match self.name_of(value, shape) {
                        Some(named) => {
                            fields.insert(format!("{name}_name"), named);
                        }
                        None => self.name_beside(value, shape),
                    }
                }
            }
            _ => {}
        }
    }

    /// The name of an id, or the names of several.
    fn name_of(&self, value: &Value, shape: &StateShape) -> Option<Value> {
        let view = self.view();
        match (shape, value) {
            (StateShape::Maybe(inner), value) => self.name_of(value, inner),
            (StateShape::List(inner), Value::Array(list)) if matches!(**inner, StateShape::Id(_)) => {
                list.iter().map(|value| self.name_of(value, inner)).collect::<Option<_>>().map(Value::Array)
            }
            (StateShape::Id(kind), Value::Number(number)) => {
                let id = number.as_u64()?;
                Some(match kind {
                    IdKind::Side => view.side_named(SideId(id as u8)).key.as_str().into(),
                    IdKind::Unit => view.unit(UnitId(id as u16)).key.as_str().into(),
                    IdKind::Piece => self.piece_key(PieceId(id as u32)).into(),
                    IdKind::Mark => return None,
                })
            }
            _ => None,
        }
    }
}

fn value<T: Serialize>(of: &T) -> Value {
    serde_json::to_value(of).unwrap_or_default()
}
