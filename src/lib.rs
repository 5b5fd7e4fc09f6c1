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
//!
//! The crates, each of which sees only those before it:
//!
//! 1. `crates/floor`: the table, forces, events, orders, and the traits that a ruleset implements.
//! 2. `crates/combat_patrol`: the card-driven core; on it `crates/horse_and_musket` and `crates/old_west`.
//!    `crates/fire_and_fury`, `crates/burt` and `crates/black_powder` stand on the floor alone. None of the five sees
//!    another.
//! 3. [`rulesets`] (`crates/rulesets`): the five, a line for each.
//! 4. `crates/game`: scenarios, records, battles, the computer player, series, pictures. It sees no ruleset: whoever
//!    begins a battle says which there are.
//! 5. `crates/screen`: the window, which sees none either.
//! 6. `crates/web`: the designer's bench as a page in a browser.
//! 7. This one: the command line. Its tests, under `tests`, are those of the rules and of whole battles.

pub use grapeshot_floor::{chance, english, events, files, forces, orders, procedure, rulebook_text, table, turn};
pub use grapeshot_game::{
    ai, battle, crash, generate, luck, picture, record, scenario, simulate, statistics, story, testing,
};
pub use grapeshot_rulesets as rulesets;
#[cfg(feature = "screen")]
pub use grapeshot_screen as screen;

/// A battle makes and drops many short lists, which takes this allocator half as long as the usual one.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
