//! Battles that are made on demand: a wish and a seed become the file of a scenario.
//!
//! 1. [`wish`]: what is wished, in the words of a ruleset's lists.
//! 2. `draw`: numbers drawn from the seed, by purpose, so that other forces stand on the same ground.
//! 3. `forces`: who comes, and where they stand.
//! 4. `ground`: roads, water, a village, fields, woods, hills: what a map of the time could show.
//! 5. `plan`: what the battle is about: where both begin, what they go for, the story.
//! 6. `text`: the battle as the file of a scenario.
//! 7. [`balance`]: battles are played until both sides win about as often.

pub mod balance;
mod draw;
mod forces;
mod ground;
mod plan;
mod text;
pub mod wish;

use std::sync::Arc;

use crate::scenario::{self, Scenario};
use grapeshot_floor::turn::{Rulebooks, quick::Grounds};
use wish::Wish;

/// What makes the forces of a battle fairer than the lists alone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tuning {
    /// The strength of each side, for one that its list gives.
    pub strength: [f32; 2],
    /// The points that each side begins with.
    pub handicap: [f32; 2],
}

impl Default for Tuning {
    fn default() -> Self {
        Self { strength: [1.0; 2], handicap: [0.0; 2] }
    }
}

/// A battle that was made.
#[derive(Debug, Clone)]
pub struct Generated {
    /// The file of the scenario.
    pub text: String,
    /// The scenario that is read from it.
    pub scenario: Arc<Scenario>,
}

/// Grounds that are drawn before one is given up on which the forces do not stand as they must.
const TRIES: u64 = 40;

/// Makes a battle; `id` is the name of its file without endings.
///
/// # Errors
/// If the ruleset has no lists, or the forces found no ground on which they could stand: why.
pub fn generate(wish: &Wish, id: &str, tuning: Tuning, books: &Rulebooks) -> Result<Generated, String> {
    let book = books.get(&wish.ruleset).ok_or_else(|| format!("there is no ruleset {}", wish.ruleset))?;
    let grounds = book.vocabulary.quick.grounds.as_ref().ok_or_else(|| no_lists(book.title))?;
    let mut wrong = String::new();
    for attempt in 0..TRIES {
        let plan = plan::Plan::new(wish, &book.vocabulary, grounds, tuning, attempt)?;
        let text = text::text(&plan, wish, id, tuning);
        match scenario::read(id, &text, books) {
            Ok(scenario) => return worth(plan, wish, id, tuning, books, grounds, &scenario),
            Err(problems) => wrong = problems.render(false),
        }
    }
    Err(format!("the forces find no ground on which they can stand; change the seed. The last trial said:\n{wrong}"))
}

/// The same battle with points for coming through, where that is what it is about: all who should come through bring as
/// many as two places.
fn worth(
    plan: plan::Plan,
    wish: &Wish,
    id: &str,
    tuning: Tuning,
    books: &Rulebooks,
    grounds: &Grounds,
    scenario: &Arc<Scenario>,
) -> Result<Generated, String> {
    let through = plan.through(scenario);
    let each = if through == 0 { 1.0 } else { (2.0 * grounds.hold / through as f32).max(0.05) };
    let text = text::text(&plan.with_each(each), wish, id, tuning);
    match scenario::read(id, &text, books) {
        Ok(scenario) => Ok(Generated { text, scenario }),
        Err(problems) => Err(problems.render(false)),
    }
}

fn no_lists(title: &str) -> String {
    format!("{title} has no armies from which a battle could be made")
}
