//! The commands, one file each; [`io`] is what they share.

mod check;
mod contact_sheet;
mod drawing;
mod game;
mod generate;
mod io;
mod league;
mod log;
mod migrate;
mod new;
mod package;
mod preview;
mod replay;
mod resolve;
mod rules;
mod schema;
mod simulate;
mod statistics;
mod words;

use clap::{Parser, Subcommand};
use grapeshot::{crash, record::Build, rulesets};
use std::{path::PathBuf, process::ExitCode};

/// How a command ended.
pub enum Ending {
    /// All is well.
    Well,
    /// Something was found, and told.
    Findings,
    /// It was called wrongly; what to do.
    Usage(String),
}

/// The commit of which the program is built.
const COMMIT: &str = env!("GRAPESHOT_COMMIT");
/// The version as it is told.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (commit ", env!("GRAPESHOT_COMMIT"), ")");

/// Horse-and-musket battles on the table, exactly by the rules. Without a command the game opens.
#[derive(Parser)]
#[command(name = "grapeshot", version = VERSION)]
struct Cli {
    /// A folder with your own data files, which take the place of the game's files of the same name
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Open a battle in the window
    Play(game::Play),
    /// Watch the computer play against itself
    Demo(game::Demo),
    /// Play many battles without a window and count
    Simulate(simulate::Simulate),
    /// Let levels of the computer play each other from both sides, and tell how strong they are
    League(league::Arguments),
    /// Join the parts that simulate --shard wrote
    Merge(simulate::Merge),
    /// Look for mistakes in scenario files
    Check(check::Check),
    /// Begin the file of a new battle
    New(new::New),
    /// Write files of earlier versions of the game as those of today
    Migrate(migrate::Migrate),
    /// Write what a package of the game holds besides: pages for man, completions, the icon
    #[command(hide = true)]
    Package(package::Package),
    /// Make a battle from a ruleset, a size, a country, a kind and a seed
    Generate(generate::Generate),
    /// Draw the set-up table as a picture
    Preview(preview::Preview),
    /// Play a record anew and verify it
    Replay(replay::Replay),
    /// Count the battles of your records: won and lost by ruleset and level of the computer, and the luck in them
    Statistics(statistics::Arguments),
    /// Play a script on a scenario and say what came of it
    Resolve(resolve::Resolve),
    /// Read a rule, or see which rules have a test
    Rules(rules::Rules),
    /// Tell the words that a scenario of a ruleset may use, and what they mean
    Words(words::Words),
    /// Print the JSON Schema of the scenario or script format
    Schema(schema::Schema),
}

/// Reads the command line and does what it says.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(wrong) if wrong.use_stderr() => wrong.exit(),
        // It is the help or the version, and somebody wanted it.
        Err(wanted) => {
            io::settle(wanted.print());
            return code_of(Ending::Well);
        }
    };
    crash::watch(crash::folder());
    let build = Build { commit: COMMIT.into(), data: rulesets::data_digest() };
    crash::note("build", build.to_string());
    build.settle().expect("it is said nowhere else");
    let follows = matches!(&cli.command, Some(Command::Preview(preview)) if preview.watches());
    let ending = match cli.data.as_deref().filter(|_| !follows).map(io::settle_data) {
        Some(Err(ending)) => ending,
        _ => match cli.command {
            None => game::title(),
            Some(Command::Play(play)) => play.run(),
            Some(Command::Demo(demo)) => demo.run(),
            Some(Command::Simulate(simulate)) => simulate.run(),
            Some(Command::League(league)) => league.run(),
            Some(Command::Merge(merge)) => merge.run(),
            Some(Command::Check(check)) => check.run(),
            Some(Command::New(new)) => new.run(),
            Some(Command::Migrate(migrate)) => migrate.run(),
            Some(Command::Package(package)) => package.run(),
            Some(Command::Generate(generate)) => generate.run(),
            Some(Command::Preview(preview)) => preview.run(cli.data),
            Some(Command::Replay(replay)) => replay.run(),
            Some(Command::Statistics(statistics)) => statistics.run(),
            Some(Command::Resolve(resolve)) => resolve.run(),
            Some(Command::Rules(rules)) => rules.run(),
            Some(Command::Words(words)) => words.run(),
            Some(Command::Schema(schema)) => schema.run(),
        },
    };
    code_of(ending)
}

/// How the program ends.
fn code_of(ending: Ending) -> ExitCode {
    match ending {
        Ending::Well if io::all_is_written() => ExitCode::SUCCESS,
        Ending::Well | Ending::Findings => ExitCode::from(1),
        Ending::Usage(why) => {
            io::tell(&why);
            ExitCode::from(2)
        }
    }
}
