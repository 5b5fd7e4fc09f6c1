//! Scripts: a battle told in steps, for tests of rules without Rust and for reports of what went wrong.
//!
//! 1. `file`: what may stand in a `*.script.ron` file, as tables; [`schema()`] describes it to other programs.
//! 2. [`Script`]: a file as it was read, with the place of every value; all that is wrong with its form at once.
//! 3. `names`, `values`, `orders`, `forcing`, `setting`, `waits`, `expectations`, `showing`: what the steps name becomes
//!    what the battle has. Units, pieces and sides never change, so all names are looked up before the first step is
//!    played.
//! 4. `cards`, `steps`: what a lesson tells and asks, and the steps, ready to be played. [`Lesson`]: a script that a player
//!    follows card by card.
//! 5. `compare`: how what was found differs from what was expected.
//! 6. [`manual()`]: the lists of the manual, made from the tables and the rulesets.

mod cards;
mod compare;
mod expectations;
mod file;
mod forcing;
mod lesson;
mod manual;
mod names;
mod orders;
mod read;
mod schema;
mod setting;
mod showing;
mod steps;
mod values;
mod waits;

pub use cards::{Card, OnTable, Ring, Task};
pub use lesson::Lesson;
pub use manual::manual;
pub use read::Script;
pub use schema::schema;
pub use showing::Shown;
