//! Movement (chapter 5). A way goes through the files in this order:
//!
//! 1. [`mover`]: what ground costs a figure; [`allowance`]: how far it gets, where it may end; [`stairs`]: ways over
//!    several floors; [`room`]: the free place nearest to where it should stand; [`company`]: the places of the men that go
//!    with a gun; [`openings`]: posts at doors and windows, and ways through them to an enemy; [`impetus`]: whether a
//!    way gives a rider impetus.
//! 2. [`plan`]: how an order's path becomes the paths of its figures; `assault`: how it leads them into contact.
//! 3. [`setting_out`]: how movers begin; [`bog`]: checks on their way; [`stops`], [`resume`]: where they stop, and how
//!    they go on after the pause for reactions.
//! 4. [`arrivals`]: units that come onto the table later.

pub mod allowance;
pub mod arrivals;
mod assault;
pub mod bog;
pub mod company;
pub mod impetus;
pub mod mover;
pub mod openings;
pub mod plan;
pub mod resume;
pub mod room;
pub mod setting_out;
pub mod stairs;
pub mod stops;
