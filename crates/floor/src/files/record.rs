//! Records of data files, each number written down once: its name, what it is to the rules, what may stand in the file
//! for it, and what it means.

/// Records of data files: the struct that the rules read, and the shape that the file is held to. What need not stand
/// in the file comes last, under `may`, and is the default of its type if it does not.
#[macro_export]
macro_rules! record {
    ($(
        $(#[$about:meta])+
        $name:ident: $what:literal {
            $($($(#[$more:meta])* $field:ident),+: $type:ty, $kind:expr, $hint:literal;)*
        } $(may {
            $($($(#[$may_more:meta])* $may_field:ident),+: $may_type:ty, $may_kind:expr, $may_hint:literal;)+
        })?
    )+) => {$(
        $(#[$about])+
        #[derive(Debug, Clone, PartialEq, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[doc = concat!($hint, ".")] $(#[$more])* pub $field: $type,)+)*
            $($($(#[doc = concat!($may_hint, ".")] $(#[$may_more])* #[serde(default)] pub $may_field: $may_type,)+)+)?
        }

        impl $name {
            /// What may stand in the file.
            pub const SHAPE: $crate::files::shape::Shape = $crate::files::shape::Shape {
                what: $what,
                fields: &[
                    $($($crate::files::shape::must(stringify!($field), $kind, $hint),)+)*
                    $($($($crate::files::shape::may(stringify!($may_field), $may_kind, $may_hint),)+)+)?
                ],
            };
        }
    )+};
}

/// Choices of data files: each a word, perhaps with values in brackets behind it.
#[macro_export]
macro_rules! choice {
    ($(
        $(#[$about:meta])+
        $name:ident { $($(#[$more:meta])+ $word:ident $(($($type:ty: $kind:expr),+))?,)+ }
    )+) => {$(
        $(#[$about])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
        pub enum $name { $($(#[$more])+ $word $(($($type),+))?,)+ }

        impl $name {
            /// What may stand in the file.
            pub const KIND: $crate::files::shape::Kind =
                $crate::files::shape::Kind::Variant(&[$((stringify!($word), &[$($($kind),+)?])),+]);
        }
    )+};
}

/// The data files of the folder of a ruleset, compiled in: each with what the rules read of it and what may stand in it.
#[macro_export]
macro_rules! data_files {
    ($folder:literal: $data:ident {
        $($file:ident $field:ident: $type:ty, $name:literal, $kind:expr, $hint:literal;)+
    }) => {
        $(
            #[doc = concat!("`", $name, "`: ", $hint, ".")]
            pub static $file: $crate::files::DataFile =
                $crate::files::tables::data_file!($folder, $name, $kind, $hint);
        )+

        /// All data of the ruleset.
        #[derive(Debug, Clone, PartialEq)]
        pub struct $data {
            $(#[doc = concat!($hint, ".")] pub $field: $type,)+
        }

        impl $data {
            /// Reads the data.
            ///
            /// # Errors
            /// What is wrong with which file.
            pub fn read(
                user: &$crate::files::DataFiles,
            ) -> Result<Self, (&'static $crate::files::DataFile, $crate::files::Problem)> {
                Ok(Self { $($field: $file.load(user)?,)+ })
            }
        }

        /// The data files.
        pub fn files() -> Vec<&'static $crate::files::DataFile> {
            vec![$(&$file),+]
        }
    };
}

pub use {choice, data_files, record};
