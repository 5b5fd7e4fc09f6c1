//! The commands that open the window.

use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub struct Play {
    /// The scenario file, or the record of a battle to go on with
    file: PathBuf,
    /// The player of a side: NAME=human or NAME=ai:LEVEL; of the others a person plays the first
    #[arg(long = "side", value_name = "NAME=WHO")]
    sides: Vec<String>,
    /// The seed of all chance; any if not given
    #[arg(long)]
    seed: Option<u64>,
    /// The file to record in; one in your data folder if not given
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

#[derive(Args)]
pub struct Demo {
    /// The scenario file
    file: PathBuf,
    /// The seed of all chance; any if not given
    #[arg(long)]
    seed: Option<u64>,
}

#[cfg(feature = "screen")]
mod open {
    use grapeshot::{
        ai::Controller,
        battle::replay,
        record::{self, Header, Journal, JournalWriter, journal::ENDING},
        rulesets,
        scenario::Scenario,
        screen::{OpenError, Start, bench::follower::DataFolder, open, who_plays},
    };
    use std::{
        path::{Path, PathBuf},
        sync::Arc,
    };

    use super::{Demo, Play};
    use crate::cli::{Ending, io, simulate};

    fn show(start: Start) -> Ending {
        match open(start, grapeshot::rulesets::plugin) {
            Ok(()) => Ending::Well,
            Err(error @ (OpenError::NoDisplay | OpenError::NoSuchSide { .. })) => Ending::Usage(error.to_string()),
            Err(error) => {
                io::tell(&error.to_string());
                Ending::Findings
            }
        }
    }

    /// Opens the title.
    pub fn title() -> Ending {
        show(Start::Title)
    }

    /// Opens the window that follows a scenario file and a folder of data files.
    pub fn bench(file: PathBuf, data: Option<PathBuf>) -> Ending {
        let data = data.map(|path| DataFolder { path, read: rulesets::read_data });
        show(Start::Bench { file, data })
    }

    impl Play {
        /// Opens the battle.
        pub fn run(self) -> Ending {
            if self.file.extension().is_some_and(|ending| ending == ENDING) {
                return resume(&self.file);
            }
            let sides = match simulate::sides(&self.sides) {
                Ok(sides) => sides,
                Err(why) => return Ending::Usage(why),
            };
            let Some(scenario) = io::load(&self.file, &io::books()) else { return Ending::Findings };
            let seed = self.seed.unwrap_or_else(io::any_seed);
            let sides: Vec<(String, Controller)> = sides.into_iter().collect();
            let controllers = match who_plays(&scenario, &sides) {
                Ok(controllers) => controllers,
                Err(error) => return Ending::Usage(error.to_string()),
            };
            let who = Controller::by_key(&scenario, &controllers);
            let header = Header::new(&scenario, seed, who, std::path::absolute(&self.file).ok());
            let record = match &self.record {
                Some(path) => match record_in(path, &header, &scenario) {
                    Ok(writer) => Some(writer),
                    Err(why) => return Ending::Usage(why),
                },
                None => record::folder().map(|folder| JournalWriter::keep(&folder, &header)),
            };
            let told = record.is_none().then(|| UNRECORDED.to_owned());
            show(Start::Play { scenario, controllers, seed, record, told })
        }
    }

    impl Demo {
        /// Opens the battle.
        pub fn run(self) -> Ending {
            let Some(scenario) = io::load(&self.file, &io::books()) else { return Ending::Findings };
            show(Start::Demo { scenario, seed: self.seed.unwrap_or_else(io::any_seed) })
        }
    }

    /// A battle can be played without a record; the player must know that it has none.
    const UNRECORDED: &str =
        "This battle is not recorded: the system names no folder for your data. Use --record FILE.";

    fn record_in(path: &Path, header: &Header, scenario: &Arc<Scenario>) -> Result<JournalWriter, String> {
        if !path.exists() {
            return JournalWriter::create(path, header).map_err(|error| error.to_string());
        }
        let journal = Journal::open(path).map_err(|error| error.to_string())?;
        journal.is_of(scenario).map_err(|error| error.to_string())?;
        Err(format!("{0} is there already. Go on with it by: grapeshot play {0}", path.display()))
    }

    fn resume(path: &Path) -> Ending {
        let opened = Journal::open(path).map_err(|error| error.to_string()).and_then(|journal| {
            replay(&journal, None, grapeshot::rulesets::plugin).map(|replayed| (journal, replayed))
        });
        let (journal, replayed) = match opened {
            Ok(opened) => opened,
            Err(why) => {
                io::tell(&why);
                return Ending::Findings;
            }
        };
        let damage = journal.damage.as_ref().map(|damage| {
            format!("Line {} of the record is bad: {}; the battle goes on before it.", damage.line, damage.what)
        });
        let diverged = replayed.diverged.as_ref().map(|diverged| {
            format!("Order {} differs: {}; the battle goes on before it.", diverged.step, diverged.what)
        });
        let battle = replayed.battle;
        let (record, elsewhere) = JournalWriter::go_on(&journal, battle.orders().len());
        let told: Vec<String> = damage.into_iter().chain(diverged).chain(elsewhere).collect();
        let told = (!told.is_empty()).then(|| told.join(" "));
        let controllers = Controller::of_sides(battle.scenario(), journal.sides());
        show(Start::Resume { battle: Box::new(battle), controllers, record: Some(record), told })
    }
}

#[cfg(not(feature = "screen"))]
mod open {
    use std::path::PathBuf;

    use super::{Demo, Play};
    use crate::cli::Ending;

    fn no_window() -> Ending {
        Ending::Usage(
            "This Grapeshot was built without the window; simulate, check, preview, replay, resolve and rules need none."
                .into(),
        )
    }

    /// There is no window to open.
    pub fn title() -> Ending {
        no_window()
    }

    /// There is no window to open.
    pub fn bench(_: PathBuf, _: Option<PathBuf>) -> Ending {
        no_window()
    }

    impl Play {
        /// There is no window to open.
        pub fn run(self) -> Ending {
            drop(self);
            no_window()
        }
    }

    impl Demo {
        /// There is no window to open.
        pub fn run(self) -> Ending {
            drop(self);
            no_window()
        }
    }
}

pub use open::{bench, title};
