//! What rulesets have in common, whatever they play: they take it or leave it.
//!
//! 1. [`refusal`]: why an order is not allowed.
//! 2. [`orders`]: what checks of orders have in common, and how they are resolved.
//! 3. [`dice`]: pools of six-sided dice, and the score that one of them needs.
//! 4. [`card`]: rows and tables of a unit card.
//! 5. [`ending`]: who has won by points, and how a battle is declared over.
//! 6. [`judgement`]: what a computer player thinks of things, as data.
//! 7. [`formed`]: bodies of men in ranks, and how they walk.
//! 8. [`arrivals`]: over which edge units come.
//! 9. [`grid`]: how far it is to a place round what slows or closes.

pub mod arrivals;
pub mod card;
pub mod dice;
pub mod ending;
pub mod formed;
pub mod grid;
pub mod judgement;
pub mod orders;
pub mod refusal;
pub mod settings;

pub use refusal::refuse;
