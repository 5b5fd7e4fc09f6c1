//! Values that have words.

/// An enum whose values have words: a table with a line for each value. Behind its name stand the functions that give
/// the words, in the order of the line: `id` and `word` are what orders and files say, `label` is for players. `ALL`
/// before them is the list of all values; `named(id)` behind them finds the value with an `id`.
#[macro_export]
macro_rules! in_words {
    (@() $($rows:tt)*) => {};
    (@(ALL, $($rest:tt)*) $($variant:ident = $($word:literal),+;)+) => {
        /// All of them, in their order.
        pub const ALL: [Self; [$(stringify!($variant)),+].len()] = [$(Self::$variant),+];

        $crate::english::words::in_words!(@($($rest)*) $($variant = $($word),+;)+);
    };
    (@(named($by:ident), $($rest:tt)*) $($rows:tt)*) => {
        /// The one with this word; none if it is no word of theirs.
        pub fn named(word: &str) -> Option<Self> {
            Self::ALL.into_iter().find(|known| known.$by() == word)
        }

        $crate::english::words::in_words!(@($($rest)*) $($rows)*);
    };
    (@($column:ident, $($rest:tt)*) $($variant:ident = $word:literal $(, $more:literal)*;)+) => {
        pub fn $column(self) -> &'static str {
            match self {
                $(Self::$variant => $word,)+
            }
        }

        $crate::english::words::in_words!(@($($rest)*) $($variant = $($more),*;)+);
    };
    ($(#[$about:meta])* pub enum $name:ident: $($given:ident $(($by:ident))?),+ {
        $($(#[$more:meta])* $variant:ident = $($word:literal),+;)+
    }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name {
            $($(#[$more])* $variant,)+
        }

        impl $name {
            $crate::english::words::in_words!(@($($given $(($by))?,)+) $($variant = $($word),+;)+);
        }
    };
}

pub use in_words;
