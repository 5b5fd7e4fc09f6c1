//! The ground: where things are, what shape they have, what lies between them.
//!
//! 1. [`position`]: a [`Place`](position::Place) is a point in inches and a heading in degrees.
//! 2. [`footprint`]: the outline of a base, the gap between two outlines, contact, sweeps.
//! 3. [`terrain`]: areas, obstacles, roads, streams, buildings, hills as the scenario lays them out, and where
//!    among them a base can stand.
//! 4. [`index`]: spatial indexes, so that no question looks at the whole table.
//! 5. [`sight`]: lines of sight, with the blocker named.
//! 6. [`survey`]: what lies along a path; [`path`]: what that costs, where it stops; `kept`: what was found out, as
//!    long as it holds.
//! 7. [`house`]: floors, rooms, stairs, and what parts those inside from those outside; walls that
//!    went down.
//! 8. [`route`]: a way round what cannot be entered or crossed.
//! 9. [`measure`]: angles, arcs, rectangles laid along a line; [`template`]: what a burst or a shot covers.

mod breach;
pub mod footprint;
pub mod house;
pub mod index;
pub(crate) mod kept;
pub mod measure;
pub mod path;
mod pieces;
pub mod position;
pub mod route;
#[cfg(test)]
mod sample;
pub mod sight;
mod stand;
pub mod survey;
pub mod template;
pub mod terrain;
