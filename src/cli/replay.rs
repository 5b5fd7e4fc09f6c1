use clap::Args;
use grapeshot::{battle::replay, record::Journal};
use std::{fmt::Write, path::PathBuf};

use super::{Ending, io};

#[derive(Args)]
pub struct Replay {
    /// The record of a battle
    record: PathBuf,
    /// Say only whether every checksum is right
    #[arg(long)]
    verify: bool,
    /// Stop after so many orders
    #[arg(long, value_name = "K")]
    until: Option<usize>,
    /// Print the state at the end as JSON
    #[arg(long, conflicts_with = "verify")]
    dump_state: bool,
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
        let replayed = match replay(&journal, self.until) {
            Ok(replayed) => replayed,
            Err(why) => {
                io::tell(&format!("{}: {why}.", self.record.display()));
                return Ending::Findings;
            }
        };
        let battle = replayed.battle;
        if self.dump_state {
            io::out_json(&battle.state_json());
        } else if !self.verify {
            let mut text = String::new();
            for event in battle.log().events() {
                let indent = if event.detail { "    " } else { "" };
                let _ = writeln!(text, "{:>4} {:>2}  {indent}{} ({})", event.step, event.turn, event.text, event.rule);
            }
            io::out(&text);
        }
        let mut ending = Ending::Well;
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
        if self.verify {
            let orders = battle.orders().len();
            io::out(&format!("{orders} orders verified, checksum {:016x}\n", battle.checksum()));
        }
        ending
    }
}
