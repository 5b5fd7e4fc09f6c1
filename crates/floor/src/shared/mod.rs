//! What rulesets have in common, whatever they play: they take it or leave it.
//!
//! 1. [`refusal`]: why an order is not allowed.
//! 2. [`orders`]: what checks of orders have in common, and how they are resolved.
//! 3. [`dice`]: pools of six-sided dice, and the score that one of them needs.
//! 4. [`card`]: rows and tables of a unit card.
//! 5. [`ending`]: who has won by points, and how a battle is declared over.
//! 6. [`breaks`]: points for breaking units that the scenario names.
//! 7. [`judgement`]: what a computer player thinks of things, as data.
//! 8. [`formed`]: bodies of men in ranks, and how they walk.
//! 9. [`arrivals`]: in which turn and over which edge units come, where dice say it.
//! 10. [`first_player`]: the side that goes first.
//! 11. [`grid`]: how far it is to a place round what slows or closes.
//! 12. [`rulebook`]: the rulebook of a battle.
//! 13. [`memo`]: answers that are kept while one question is thought over.

pub mod arrivals;
pub mod breaks;
pub mod card;
pub mod dice;
pub mod ending;
pub mod first_player;
pub mod formed;
pub mod grid;
pub mod judgement;
pub mod memo;
pub mod orders;
pub mod refusal;
pub mod rulebook;
pub mod settings;

pub use refusal::refuse;
