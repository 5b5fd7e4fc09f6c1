//! The computer player.
//!
//! 1. [`Commander`]: the battle and a question in, an order and its reasons out.
//! 2. [`random`]: any legal order, each as likely as the next.
//! 3. [`regular`]: the order that the ruleset appraises highest.
//! 4. [`value`]: the chance of each side to win, as a battle stands.
//! 5. [`lookahead`]: the order of which most may be expected in futures of the battle.
//! 6. [`reason`]: why it was given, in words.

mod lookahead;
mod random;
mod reason;
mod regular;
pub mod value;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::{fmt, ops::Range, str::FromStr, sync::Arc};

use lookahead::LookAhead;
pub use lookahead::Thinking;
pub use reason::{Considered, Foreseen, Grounds};

use crate::{
    battle::{Battle, Checked},
    scenario::Scenario,
};
use grapeshot_floor::{
    orders::{Order, Refusal},
    turn::Ask,
};

/// What a commander decided, and why.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Decision {
    pub order: Order,
    /// The order as it was checked, if he has checked it.
    #[serde(skip)]
    pub checked: Option<Checked>,
    /// What it was chosen by.
    pub grounds: Grounds,
}

impl Decision {
    /// Why, in a sentence. The battle must stand as it stood when this was decided.
    pub fn reason(&self, battle: &Battle) -> String {
        self.grounds.reason(battle)
    }

    /// The orders that he thought of, the one he gives first.
    pub fn considered(&self) -> Vec<Considered<'_>> {
        self.grounds.considered(&self.order)
    }

    /// Gives the order, as it was checked if it was.
    ///
    /// # Errors
    /// A [`Refusal`] if it is not allowed; nothing has changed then.
    pub fn carry_out(self, battle: &mut Battle) -> Result<Range<usize>, Refusal> {
        match self.checked {
            Some(checked) => battle.give(checked),
            None => battle.submit(self.order),
        }
    }
}

/// Somebody who answers for a side.
pub trait Commander: Send {
    /// Answers a question of the battle. It must not depend on anything but the battle and the earlier questions.
    fn decide(&mut self, battle: &Battle, ask: &Ask) -> Decision;

    /// Thinks a step further; answers once he has decided, as [`Commander::decide`] does. Until then he is asked the same
    /// again.
    fn ponder(&mut self, battle: &Battle, ask: &Ask) -> Option<Decision> {
        Some(self.decide(battle, ask))
    }
}

/// How well the computer plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Any legal order.
    Random,
    /// Sees what is good, and errs.
    Recruit,
    /// Errs seldom.
    Regular,
    /// Judges as a seasoned commander, does not err, and looks ahead in some futures.
    Veteran,
    /// Looks ahead in many futures.
    General,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 5] = [Self::Random, Self::Recruit, Self::Regular, Self::Veteran, Self::General];

    pub fn word(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Recruit => "recruit",
            Self::Regular => "regular",
            Self::Veteran => "veteran",
            Self::General => "general",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|level| level.word() == word).ok_or_else(|| {
            format!("there is no level {word}; the levels are random, recruit, regular, veteran, general")
        })
    }
}

/// The futures in which a veteran tries the orders that are left at last.
const VETERAN: u32 = 24;
/// The futures of a general.
const GENERAL: u32 = 200;

/// The player of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Controller {
    /// A person at the screen.
    Human,
    Computer(Level),
}

impl Controller {
    /// The player of each side of a scenario, in order, by the sides' keys; a person for sides that are not named.
    pub fn of_sides(scenario: &Scenario, named: &[(SmolStr, String)]) -> Vec<Self> {
        let of = |key: &str| named.iter().find(|(known, _)| known == key).and_then(|(_, who)| who.parse().ok());
        scenario.players().iter().map(|side| of(&side.key).unwrap_or(Self::Human)).collect()
    }

    /// The keys of a scenario's sides, each with who decides for it.
    pub fn by_key(scenario: &Scenario, controllers: &[Self]) -> Vec<(SmolStr, String)> {
        let who = controllers.iter().map(ToString::to_string);
        scenario.players().iter().map(|side| side.key.clone()).zip(who).collect()
    }

    /// The player, as a person says it ("computer, recruit").
    pub fn words(self) -> String {
        match self {
            Self::Human => "human".into(),
            Self::Computer(level) => format!("computer, {level}"),
        }
    }
}

impl fmt::Display for Controller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Computer(level) => write!(f, "ai:{level}"),
        }
    }
}

impl FromStr for Controller {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            None if text == "human" => Ok(Self::Human),
            None if text == "ai" => Ok(Self::Computer(Level::Regular)),
            Some(("ai", level)) => level.parse().map(Self::Computer),
            _ => Err(format!("a side is played by human, ai or ai:LEVEL, not by {text}")),
        }
    }
}

/// The commander of a level. Its own chance comes from the seed; it never touches the battle's.
pub fn commander(level: Level, seed: u64) -> Box<dyn Commander> {
    match level {
        Level::Random => Box::new(random::Random::new(seed)),
        Level::Recruit => Box::new(regular::Regular::new(seed, regular::RECRUIT)),
        Level::Regular => Box::new(regular::Regular::new(seed, regular::REGULAR)),
        Level::Veteran | Level::General => thinking_aloud(level, seed, 1, Arc::default()),
    }
}

/// The commander of a level, who thinks on some threads and tells how far he has come. He decides the same on any number
/// of threads.
pub fn thinking_aloud(level: Level, seed: u64, threads: usize, thinking: Arc<Thinking>) -> Box<dyn Commander> {
    match looking_as(level, seed, threads, thinking) {
        Some(ahead) => Box::new(ahead),
        None => commander(level, seed),
    }
}

/// The commander of a level, if he looks ahead.
fn looking_as(level: Level, seed: u64, threads: usize, thinking: Arc<Thinking>) -> Option<LookAhead> {
    let futures = match level {
        Level::Random | Level::Recruit | Level::Regular => return None,
        Level::Veteran => VETERAN,
        Level::General => GENERAL,
    };
    Some(LookAhead::new(seed, futures, threads, thinking))
}

/// A commander who gives the order that his ruleset appraises highest, and never errs.
pub fn unerring(seed: u64) -> Box<dyn Commander> {
    Box::new(regular::Regular::new(seed, regular::UNERRING))
}

/// A regular who judges as seasoned commanders do.
pub fn seasoned(seed: u64) -> Box<dyn Commander> {
    Box::new(regular::Regular::new(seed, regular::REGULAR).seasoned())
}

/// A commander who tries orders in this many futures, on one thread.
pub fn looking_ahead(seed: u64, futures: u32) -> Box<dyn Commander> {
    Box::new(LookAhead::new(seed, futures, 1, Arc::default()))
}
