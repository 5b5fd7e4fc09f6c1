//! Movement (chapter 5). A way goes through the files in this order:
//!
//! 1. [`allowance`]: what a path costs a figure, how far it gets, where it may end; [`room`]: the free place nearest to where
//!    it should stand.
//! 2. [`plan`]: how an order's path becomes the paths of its figures.
//! 3. [`march`]: how they walk together; [`bog`]: checks on their way; [`stops`], [`resume`]: the pause for reactions and what comes
//!    after it.
//! 4. [`arrivals`]: who comes onto the table later.

pub mod allowance;
pub mod arrivals;
pub mod bog;
pub mod march;
pub mod plan;
pub mod resume;
pub mod room;
pub mod stops;
