//! What a computer player thinks of things, as data: the record of a `judgement.ron` from one table, which tells what
//! each number means and from what to what it may go.

use crate::files::shape::Kind;

/// What things are worth: an ordinary unit that is needed comes to about ten.
pub const POINTS: Kind = Kind::Number(0.0, 100.0);
/// A part of something, or a chance.
pub const SHARE: Kind = Kind::Number(0.0, 1.0);
/// How many times something counts, or this many of something.
pub const TIMES: Kind = Kind::Number(0.0, 100.0);
/// This many of something, at least one.
pub const COUNT: Kind = Kind::Whole(1, 100);
/// Inches by which something is divided.
pub const FAR: Kind = Kind::Number(1.0, 240.0);

/// A section of the file: its record, and what may stand in it.
#[macro_export]
macro_rules! section {
    ($name:ident: $what:literal { $($field:ident: $type:ty, $kind:expr, $hint:literal;)+ }) => {
        $crate::files::record::record! {
            #[doc = concat!("Section of the judgement: ", $what, ".")]
            #[derive(Copy)]
            $name: $what { $($field: $type, $kind, $hint;)+ }
        }
    };
    // A section of which a period, or seasoned commanders, may have numbers of their own.
    ($section:ident $name:ident: $what:literal { $($field:ident: $type:ty, $kind:expr, $hint:literal;)+ }) => {
        $crate::shared::judgement::section! { $name: $what { $($field: $type, $kind, $hint;)+ }}

        impl $name {
            fn change(&mut self, changes: &$section::Changes) {
                $(if let Some(own) = changes.$field { self.$field = own; })+
            }
        }

        #[doc = concat!("What is changed in a section of the judgement: ", $what, ".")]
        pub mod $section {
            use super::*;

            $crate::files::record::record! {
                /// The numbers that are others.
                #[derive(Copy, Default)]
                Changes: $what {} may { $($field: Option<$type>, $kind, $hint;)+ }
            }
        }
    };
}

/// The file: its sections. If it may be changed, each of them has the name of its field too.
#[macro_export]
macro_rules! judgement {
    ($($field:ident: $name:ident, $hint:literal;)+) => {
        $crate::files::record::record! {
            /// `judgement.ron`: what the computer player thinks of things.
            Judgement: "the file of the computer's judgement" {
                $($field: $name, $crate::files::shape::Kind::Record(&$name::SHAPE), $hint;)+
            }
        }
    };
    (may be changed: $($field:ident: $name:ident, $hint:literal;)+) => {
        $crate::shared::judgement::judgement! { $($field: $name, $hint;)+ }

        impl Judgement {
            /// The judgement under changes.
            pub fn with(&self, changes: &JudgementChanges) -> Self {
                let mut own = self.clone();
                $(own.$field.change(&changes.$field);)+
                own
            }
        }

        $crate::files::record::record! {
            /// What a period, or `seasoned.ron`, changes in the judgement: only what differs.
            #[derive(Default)]
            JudgementChanges: "changes of the computer's judgement" {} may {
                $($field: $field::Changes, $crate::files::shape::Kind::Record(&$field::Changes::SHAPE), $hint;)+
            }
        }
    };
}

pub use {judgement, section};
