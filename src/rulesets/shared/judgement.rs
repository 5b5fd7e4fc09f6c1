//! What a computer player thinks of things, as data: the record of a `judgement.ron` from one table, which tells what each
//! number means and from what to what it may go.

/// A section of the file: its record, and what may stand in it.
macro_rules! section {
    ($name:ident: $what:literal { $($field:ident: $type:ty, $kind:expr, $hint:literal;)+ }) => {
        #[doc = concat!("Section of the judgement: ", $what, ".")]
        #[derive(Debug, Clone, Copy, PartialEq, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $(#[doc = $hint] pub $field: $type,)+
        }

        impl $name {
            const SHAPE: $crate::files::shape::Shape = $crate::files::shape::Shape {
                what: $what,
                fields: &[$($crate::files::shape::must(stringify!($field), $kind, $hint)),+],
            };
        }
    };
}

/// The file: its sections.
macro_rules! judgement {
    ($($field:ident: $name:ident, $hint:literal;)+) => {
        /// `judgement.ron`: what the computer player thinks of things.
        #[derive(Debug, Clone, PartialEq, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Judgement {
            $(#[doc = $hint] pub $field: $name,)+
        }

        impl Judgement {
            /// What may stand in the file.
            pub const SHAPE: $crate::files::shape::Shape = $crate::files::shape::Shape {
                what: "the file of the computer's judgement",
                fields: &[$($crate::files::shape::must(
                    stringify!($field),
                    $crate::files::shape::Kind::Record(&$name::SHAPE),
                    $hint,
                )),+],
            };
        }
    };
}

pub(crate) use {judgement, section};
