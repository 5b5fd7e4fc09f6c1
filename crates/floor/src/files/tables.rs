//! What the tables of data files have in common: kinds of number, what is said of ground, and the file itself.

use super::shape::Kind;

/// What is added to a number of the rules.
pub const MODIFIER: Kind = Kind::Integer(-10, 10);
/// A length in inches, perhaps none.
pub const INCHES: Kind = Kind::Number(0.0, 240.0);
/// Inches that something is divided by, or that must get somewhere.
pub const STEP: Kind = Kind::Number(0.1, 240.0);
/// An angle in degrees.
pub const DEGREES: Kind = Kind::Number(0.0, 180.0);
/// Inches moved for an inch of allowance; 0 is no entry.
pub const RATE: Kind = Kind::Number(0.0, 1.0);

/// How a kind of ground hinders sight.
pub const SIGHT: Kind = Kind::Variant(&[("Free", &[]), ("Inside", &[Kind::Number(0.5, 60.0)]), ("Blocked", &[])]);
/// How high a kind of obstacle is, in inches.
pub const HEIGHT: Kind = Kind::Number(0.1, 12.0);

/// A data file of the folder of a ruleset, compiled in.
#[macro_export]
macro_rules! data_file {
    ($folder:literal, $file:literal, $kind:expr, $hint:literal) => {
        $crate::files::DataFile {
            name: concat!($folder, "/", $file),
            own: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/rulesets/", $folder, "/", $file)),
            root: $crate::files::shape::must($file, $kind, $hint),
        }
    };
}

pub use data_file;
