//! Grapeshot plays horse-and-musket tabletop battles by published rulesets, exactly.
//!
//! Everything is one story, and the modules tell it in this order:
//!
//! 1. The battle is waiting: it names who must answer and what may be answered ([`turn::Awaiting`]).
//! 2. A player or the computer answers with an [`orders::Order`]: plain data.
//! 3. The active ruleset checks it ([`turn::Rules::check`]) and gives a plan or a refusal with its rule.
//! 4. The order enters the record; the ruleset's schedule resolves it and draws cards through [`chance`].
//! 5. Each thing that happened is appended to the log as an [`events::BattleEvent`] with its explanation.
//! 6. The sequence of play goes on until somebody must decide again, or the battle has an outcome.
//! 7. The screen follows the log; the record, the statistics and the tests read the same log.

pub mod ai;
pub mod battle;
pub mod chance;
pub mod crash;
pub mod english;
pub mod events;
pub mod files;
pub mod forces;
pub mod orders;
pub mod picture;
pub mod record;
pub mod rulebook_text;
pub mod rulesets;
pub mod scenario;
#[cfg(feature = "screen")]
pub mod screen;
pub mod simulate;
pub mod table;
pub mod testing;
pub mod turn;

/// A battle makes and drops many short lists, which takes this allocator half as long as the usual one.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
