use clap::{Args, ValueEnum};
use grapeshot::{
    ai::Controller,
    battle::{Battle, replay_watching},
    orders::Order,
    record::Journal,
    simulate::foolish::{Counter, Foolish},
    story::Story,
};
use std::path::PathBuf;

use super::{
    Ending, io,
    log::{self, Reason},
};

#[derive(Args)]
pub struct Replay {
    /// The record of a battle
    record: PathBuf,
    /// Print the whole log: under each line its details, and the sums with every modifier
    #[arg(long)]
    log: bool,
    /// Say before each order of the computer why it was given, and what else it thought of, and after it what was foolish
    #[arg(long)]
    why: bool,
    /// How the log is printed
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Print no log, only whether every checksum is right
    #[arg(long, conflicts_with_all = ["log", "why", "format"])]
    verify: bool,
    /// Stop after this many orders
    #[arg(long, value_name = "K")]
    until: Option<usize>,
    /// Print no log, but the state at the end as JSON
    #[arg(long, conflicts_with_all = ["log", "why", "format", "verify"])]
    dump_state: bool,
    /// Print no log, but write the battle as a page: the table at the end of each turn, what happened, what it cost
    #[arg(long, value_name = "FILE.html", conflicts_with_all = ["log", "why", "format", "verify", "dump_state"])]
    story: Option<PathBuf>,
}

/// How a log is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for each event, with its order, its turn and its rule
    Text,
    /// The events as data
    Json,
}

impl Replay {
    pub fn run(self) -> Ending {
        let journal = match Journal::open(&self.record) {
            Ok(journal) => journal,
            Err(error) => {
                io::tell(&error.to_string());
                return Ending::Findings;
            }
        };
        let controllers = Controller::of_sides(&journal.header.scenario, &journal.header.sides);
        let (mut reasons, mut counter) = (Vec::new(), Counter::default());
        let mut story = self.story.as_ref().map(|_| Story::default());
        let mut watch = |battle: &Battle, order: &Order| {
            if let Some(story) = &mut story {
                story.watch(battle);
            }
            if self.why {
                counter.look(battle, order);
            }
            if let Some(Controller::Computer(level)) = controllers.get(order.side.index()).filter(|_| self.why) {
                reasons.extend(Reason::of(battle, order, *level));
            }
        };
        let replayed = match replay_watching(&journal, self.until, grapeshot::rulesets::plugin, &mut watch) {
            Ok(replayed) => replayed,
            Err(why) => {
                io::tell(&format!("{}: {why}.", self.record.display()));
                return Ending::Findings;
            }
        };
        let battle = replayed.battle;
        if self.why {
            counter.end(&battle);
        }
        let mut ending = Ending::Well;
        if let (Some(path), Some(story)) = (&self.story, story) {
            if !io::written(path, story.page(&battle).as_bytes()) {
                ending = Ending::Findings;
            }
        } else if self.dump_state {
            io::out_json(&battle.state_json());
        } else if self.verify {
            let orders = battle.orders().len();
            io::out(&format!("{orders} orders verified, checksum {:016x}\n", battle.checksum()));
        } else {
            self.print(&battle, &reasons, counter.found());
        }
        if !journal.is_sealed() {
            io::tell(&format!(
                "{} is of format 1, whose lines have no seals: its orders are verified, its first line is not.",
                self.record.display()
            ));
        }
        if let Some(damage) = &journal.damage {
            io::tell(&format!(
                "{}, line {}: {}; the orders before it are played.",
                self.record.display(),
                damage.line,
                damage.what
            ));
            ending = Ending::Findings;
        }
        if let Some(diverged) = &replayed.diverged {
            io::tell(&format!("Order {} differs: {}.", diverged.step, diverged.what));
            ending = Ending::Findings;
        }
        ending
    }

    fn print(&self, battle: &Battle, reasons: &[Reason], foolish: &[Foolish]) {
        match self.format {
            Format::Json => {
                let mut whole = serde_json::json!({
                    "scenario": battle.scenario().id,
                    "seed": battle.seed(),
                    "log": log::lines(battle, self.log),
                    "outcome": battle.outcome(),
                });
                if self.why {
                    whole["reasons"] = serde_json::json!(reasons);
                    whole["foolish"] = serde_json::json!(foolish);
                }
                io::out_json(&whole);
            }
            Format::Text => io::out(&log::text(battle, self.log, reasons, foolish)),
        }
    }
}
