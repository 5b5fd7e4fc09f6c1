//! The forces: sides, units and pieces, and the roster that gives them their order.
//!
//! Sides, units and pieces have ids that never move: they count from 0 in the order of the scenario, what comes into
//! being in the battle has the next ids, and a piece that is lost stays as an entity with a [`Fate`]. Rules walk the
//! forces in id order through the [`Roster`], never over a bare query.

mod arrival;
mod house_rule;
mod ids;
mod layout;
mod nations;
mod piece;
mod roster;
mod side;
mod unit;
mod values;

pub use arrival::{Arrival, Elsewhere};
pub use house_rule::HouseRule;
pub use ids::{PieceId, SideId, UnitId};
pub use layout::Layout;
pub use nations::{COLOURS, NATIONS};
pub use piece::{Fate, MarkId, Marks, Piece};
pub use roster::Roster;
pub use side::{Edge, Side, Sides, players};
pub use unit::Unit;
pub use values::{UnitEntry, Value, Values};
