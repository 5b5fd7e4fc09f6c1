//! How a ruleset is put together: out of chapters, which list what may be done, what is asked and what happens.
//!
//! 1. [`family`]: what the chapters of a ruleset are made for: its view of the battle, its sequence of play.
//! 2. [`verb`]: who may give an order, whether it is allowed, and what resolves it.
//! 3. [`question`]: what is asked in a phase, and which sides answer.
//! 4. [`phase`]: what happens in a part of the sequence of play.
//! 5. [`chapter`]: all of these that belong together, with their state and systems.
//! 6. [`driver`]: resolves the order in hand, then goes from phase to phase until somebody must decide.

pub mod chapter;
pub mod driver;
pub mod family;
pub mod phase;
pub mod question;
pub mod verb;

pub use chapter::{Chapter, Chapters, Problems};
pub use driver::Procedure;
pub use family::{Family, PhaseId};
pub use phase::{Between, BetweenSystems, During, Phase, PhaseSystems, Stop};
pub use question::Question;
pub use verb::{Found, Resolving, VerbHandler, plainly};
