//! The art as data: everything on the table and on the cards is SVG text made here. The screen turns it into meshes,
//! `preview` and the cards into pixels; nothing here needs a window.
//!
//! 1. [`palette`]: the named colours and the coats, told apart by every eye.
//! 2. [`fonts`]: the faces that are compiled in; how wide a text is.
//! 3. [`dress`]: what figures wear; [`symbols`]: figures, guns, wagons, markers; [`flags`]; [`blocks`]: units as blocks
//!    by formation, [`bases`]: units as their bases; [`chits`]; [`things`]: what else lies on the table, [`rubble`]: what is left of walls;
//!    [`wheels`]: wagons of two parts.
//! 4. [`terrain`]: the ground in layers.
//! 5. [`cards`]: card faces, with the field that was read.
//! 6. [`map`]: a whole table as one picture.
//! 7. [`raster`]: SVG to pixels; [`paths`]: SVG to plain painted paths.
//! 8. [`icon`]: the icon of the program.
//! 9. [`contact_sheet`]: a page with the pictures of several battles.

pub mod bases;
pub mod blocks;
pub mod cards;
pub mod chits;
pub mod contact_sheet;
pub mod dress;
pub mod flags;
pub mod fonts;
pub mod icon;
pub mod map;
pub mod palette;
pub mod paths;
pub mod raster;
mod rubble;
#[cfg(test)]
mod sample;
pub mod symbols;
pub mod terrain;
pub mod things;
mod wheels;
