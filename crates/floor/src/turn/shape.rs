//! What a registered type looks like as data.

use std::fmt;

use crate::english::words::in_words;

in_words! {
    /// What an id or a registered word stands for, and the name of its type.
    pub enum IdKind: ALL, word, of, named(of) {
        Side = "side", "SideId";
        Unit = "unit", "UnitId";
        Piece = "piece", "PieceId";
        /// A kind of marker.
        Mark = "marker", "MarkId";
    }
}

impl fmt::Display for IdKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What a value of the state looks like as data.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum StateShape {
    /// Anything: the type does not say what it holds.
    #[default]
    Anything,
    /// Nothing at all.
    Nothing,
    /// `true` or `false`.
    Flag,
    /// A whole number from the first to the second.
    Whole(i64, u64),
    Number,
    Text,
    /// An id of the battle, or a word that its ruleset registers.
    Id(IdKind),
    /// The value, or nothing.
    Maybe(Box<Self>),
    /// Any number of these.
    List(Box<Self>),
    /// Exactly these, in a list.
    Tuple(Vec<Self>),
    /// Values by key.
    Map(Box<Self>, Box<Self>),
    /// Named fields.
    Record(Vec<(&'static str, Self)>),
    /// One of these words; what belongs to one is named by it: `word` alone, or `{word: ..}`.
    OneOf(Vec<(&'static str, Self)>),
}

impl StateShape {
    /// The shape as one would write it down: `{at: [number, number], floor: whole}`.
    pub fn told(&self) -> String {
        let listed = |shapes: &[Self]| shapes.iter().map(Self::told).collect::<Vec<_>>().join(", ");
        match self {
            Self::Anything => "anything".to_owned(),
            Self::Nothing => "nothing".to_owned(),
            Self::Flag => "true or false".to_owned(),
            Self::Whole(..) => "whole number".to_owned(),
            Self::Number => "number".to_owned(),
            Self::Text => "text".to_owned(),
            Self::Id(kind) => format!("@{kind}"),
            Self::Maybe(inner) => format!("{} or None", inner.told()),
            Self::List(inner) => format!("[{}, ...]", inner.told()),
            Self::Tuple(items) => format!("[{}]", listed(items)),
            Self::Map(key, value) => format!("{{{}: {}, ...}}", key.told(), value.told()),
            Self::Record(fields) => {
                let fields: Vec<_> = fields.iter().map(|(name, shape)| format!("{name}: {}", shape.told())).collect();
                format!("{{{}}}", fields.join(", "))
            }
            Self::OneOf(variants) => {
                let told = |(name, shape): &(&str, Self)| match shape {
                    Self::Nothing => format!("{name:?}"),
                    shape => format!("{{{name}: {}}}", shape.told()),
                };
                variants.iter().map(told).collect::<Vec<_>>().join(" | ")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    use crate::{
        events::EventKind,
        forces::{Fate, PieceId, Values},
        table::position::Place,
    };

    #[derive(Deserialize)]
    #[expect(dead_code, reason = "only its shape is looked at")]
    enum Deed {
        Rest,
        Shoot(PieceId),
        Ride { inches: f32, then: Option<Box<Deed>> },
    }

    #[test]
    fn a_shape_tells_fields_ids_and_words() {
        assert_eq!(StateShape::of::<Place>().told(), "{at: [number, number], facing: number, floor: whole number}");
        assert_eq!(StateShape::of::<Fate>().told(), r#""in_play" | "awaited" | "casualty" | "exited" | "fled""#);
        assert_eq!(StateShape::of::<Values>().told(), "{text: anything, ...}");
    }

    #[test]
    fn every_word_is_found_that_lies_in_another() {
        let told = StateShape::of::<EventKind>().told();
        for word in ["fled", "exited", "circle", "rectangle", "piece: @piece"] {
            assert!(told.contains(word), "{word}: {told}");
        }
        assert!(!told.contains("fate: {"), "{told}");
    }

    #[test]
    fn every_variant_is_found_even_where_one_holds_another() {
        let StateShape::OneOf(variants) = StateShape::of::<Deed>() else { panic!("an enum is one of several") };
        assert_eq!(variants[0], ("Rest", StateShape::Nothing));
        assert_eq!(variants[1], ("Shoot", StateShape::Id(IdKind::Piece)));
        let StateShape::Record(fields) = &variants[2].1 else { panic!("a ride has fields") };
        assert_eq!(fields[0], ("inches", StateShape::Number));
        assert!(matches!(fields[1].1, StateShape::Maybe(_)));
    }
}
