use clap::Args;
use grapeshot::{
    ai::Level,
    simulate::{
        Format,
        league::{League, play},
    },
};
use std::{
    num::{NonZeroU64, NonZeroUsize},
    path::PathBuf,
    sync::atomic::Ordering,
};

use super::{
    Ending, io,
    simulate::{bar, stopped_by_hand},
};

#[derive(Args)]
pub struct Arguments {
    /// Scenario files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The levels that play each other; one level alone plays itself
    #[arg(long, value_delimiter = ',', default_value = "regular,veteran", value_name = "LEVEL,...")]
    levels: Vec<Level>,
    /// Battles from each side of each scenario, for each two levels
    #[arg(long, default_value = "20", value_name = "N")]
    battles: NonZeroU64,
    /// The seed of the series
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Threads; as many as there are processors if not given
    #[arg(long, value_name = "J")]
    jobs: Option<NonZeroUsize>,
    /// text or json
    #[arg(long, default_value = "text")]
    format: Format,
}

impl Arguments {
    pub fn run(self) -> Ending {
        if self.format == Format::Csv {
            return Ending::Usage("A league is written as text or json.".into());
        }
        let books = io::books();
        let mut clean = true;
        let mut scenarios = Vec::new();
        for file in &self.files {
            match io::load(file, &books) {
                Some(scenario) if scenario.players().len() == 2 => scenarios.push(scenario),
                Some(scenario) => {
                    io::tell(&format!("{} has more than two players and is left out.", scenario.title));
                }
                None => clean = false,
            }
        }
        let league = League {
            scenarios,
            levels: self.levels,
            battles: self.battles.get(),
            seed: self.seed,
            jobs: self.jobs.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get),
            plugins: grapeshot::rulesets::plugin,
        };
        let bar = bar(league.length(), "League");
        let stop = stopped_by_hand();
        let table = play(&league, &stop, &|| bar.inc(1));
        bar.finish_and_clear();
        if stop.load(Ordering::Relaxed) {
            io::tell("Stopped: the table is of the battles done so far.");
        }
        match self.format {
            Format::Json => io::out_json(&serde_json::json!(table)),
            _ => io::out(&table.text()),
        }
        clean &= table.seats.iter().all(|seat| seat.errors == 0);
        if clean { Ending::Well } else { Ending::Findings }
    }
}
