//! Settings of a rulebook, typed: a table declares them once, with their defaults, and they are parsed once, when a
//! battle opens.

use smol_str::SmolStr;

use crate::{
    events::RuleId,
    forces::Value,
    turn::vocabulary::{ValueField, ValueKind},
};

/// What a setting is to the rules.
pub trait Setting: Sized {
    /// From the value of a scenario; none if it is a value of another kind.
    fn of(value: &Value) -> Option<Self>;

    /// As a scenario writes it.
    fn value(&self) -> Value;
}

impl Setting for bool {
    fn of(value: &Value) -> Option<Self> {
        if let Value::Flag(flag) = value { Some(*flag) } else { None }
    }

    fn value(&self) -> Value {
        Value::Flag(*self)
    }
}

/// A setting that follows from others if a scenario leaves it out: an empty list says so.
impl Setting for Option<bool> {
    fn of(value: &Value) -> Option<Self> {
        match value {
            Value::List(list) if list.is_empty() => Some(None),
            value => bool::of(value).map(Some),
        }
    }

    fn value(&self) -> Value {
        self.map_or_else(|| Value::List(Vec::new()), Value::Flag)
    }
}

impl Setting for f32 {
    fn of(value: &Value) -> Option<Self> {
        if let Value::Number(number) = value { Some(*number) } else { None }
    }

    fn value(&self) -> Value {
        Value::Number(*self)
    }
}

impl Setting for u8 {
    fn of(value: &Value) -> Option<Self> {
        f32::of(value).map(|number| number as Self)
    }

    fn value(&self) -> Value {
        Value::Number(f32::from(*self))
    }
}

impl Setting for i8 {
    fn of(value: &Value) -> Option<Self> {
        f32::of(value).map(|number| number as Self)
    }

    fn value(&self) -> Value {
        Value::Number(f32::from(*self))
    }
}

impl Setting for SmolStr {
    fn of(value: &Value) -> Option<Self> {
        if let Value::Word(word) = value { Some(word.clone()) } else { None }
    }

    fn value(&self) -> Value {
        Value::Word(self.clone())
    }
}

/// A list is a list; a single value counts as a list of one.
impl<T: Setting> Setting for Vec<T> {
    fn of(value: &Value) -> Option<Self> {
        match value {
            Value::List(list) => list.iter().map(T::of).collect(),
            one => T::of(one).map(|one| vec![one]),
        }
    }

    fn value(&self) -> Value {
        Value::List(self.iter().map(T::value).collect())
    }
}

impl<T: Setting, const N: usize> Setting for [T; N] {
    fn of(value: &Value) -> Option<Self> {
        Vec::of(value)?.try_into().ok()
    }

    fn value(&self) -> Value {
        Value::List(self.iter().map(T::value).collect())
    }
}

/// A setting that is one of some words.
pub trait Worded: Sized + 'static {
    /// The words, with what each stands for.
    const WORDS: &'static [(&'static str, Self)];

    /// What its values may be.
    fn kind() -> ValueKind {
        ValueKind::Word(Self::WORDS.iter().map(|(word, _)| SmolStr::new_static(word)).collect())
    }
}

impl<T: Worded + Copy + PartialEq> Setting for T {
    fn of(value: &Value) -> Option<Self> {
        let word = SmolStr::of(value)?;
        T::WORDS.iter().find(|(known, _)| *known == word).map(|(_, stands_for)| *stands_for)
    }

    fn value(&self) -> Value {
        let word = T::WORDS.iter().find(|(_, stands_for)| stands_for == self);
        Value::Word(word.map_or(SmolStr::default(), |(word, _)| SmolStr::new_static(word)))
    }
}

/// A setting that is one of some words: what each of them stands for.
#[macro_export]
macro_rules! worded {
    ($(#[$doc:meta])* $name:ident { $($(#[$of:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name {
            $($(#[$of])* $variant),+
        }

        impl $crate::shared::settings::Worded for $name {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, Self::$variant)),+];
        }
    };
}

/// A table of settings: for each its name, what it is to the rules, its default, what scenarios may write, the rule
/// that speaks of it, and what it means. It gives the typed settings and the fields that a ruleset registers.
#[macro_export]
macro_rules! settings {
    ($(#[$doc:meta])* $name:ident $(by $cites:ident: $type:ty)? {
        $($field:ident: $of:ty = $default:expr, $kind:expr, $rule:expr, $hint:literal;)+
    }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name {
            $(#[doc = concat!("Setting: ", $hint, ".")] pub $field: $of,)+
        }

        impl $name {
            /// The settings as a ruleset registers them, with the rules that stand behind them.
            pub fn fields($($cites: $type)?) -> Vec<$crate::turn::vocabulary::ValueField> {
                vec![$({
                    let default: $of = $default;
                    $crate::turn::vocabulary::ValueField {
                        name: smol_str::SmolStr::new_static(stringify!($field)),
                        kind: $kind,
                        default: Some($crate::shared::settings::Setting::value(&default)),
                        rule: $crate::events::RuleId::new($rule),
                        hint: $hint.into(),
                        sparse: false,
                    }
                }),+]
            }

            /// The settings of a battle; what its ruleset does not register is as the table has it.
            pub fn read(values: &$crate::forces::Values) -> Self {
                let value = |name| values.0.get(name);
                Self {
                    $($field: value(stringify!($field))
                        .and_then($crate::shared::settings::Setting::of)
                        .unwrap_or_else(|| $default),)+
                }
            }
        }
    };
}

pub use {settings, worded};

/// Gives a setting another default, and the rule that says so.
pub fn with_default(fields: &mut [ValueField], name: &str, default: &impl Setting, rule: &'static str) {
    for field in fields.iter_mut().filter(|field| field.name == name) {
        field.default = Some(default.value());
        field.rule = RuleId::new(rule);
    }
}
