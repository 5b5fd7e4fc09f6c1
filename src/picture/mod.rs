//! The art as data: everything on the table and on the cards is SVG text made here. The screen turns it into meshes,
//! `preview` and the cards into pixels; nothing here needs a window.
//!
//! 1. [`palette`]: the named colours and the coats, told apart by every eye.
//! 2. [`fonts`]: the faces that are compiled in; how wide a text is.
//! 3. [`symbols`]: figures, guns, wagons, markers, flags.
//! 4. [`cards`]: card faces, with the field that was read.
//! 5. [`raster`]: SVG to pixels; [`paths`]: SVG to plain painted paths.

pub mod cards;
pub mod fonts;
pub mod palette;
pub mod paths;
pub mod raster;
pub mod symbols;
