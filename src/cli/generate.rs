use clap::Args;
use grapeshot::generate::{
    Tuning,
    balance::{Effort, balance},
    generate,
    wish::{Asked, Wish},
};
use indicatif::ProgressBar;
use std::{num::NonZeroUsize, path::PathBuf, sync::atomic::AtomicBool};

use super::{Ending, io, new::id_of_new};

#[derive(Args)]
pub struct Generate {
    /// The ruleset, as a scenario names it
    #[arg(long)]
    ruleset: String,
    /// small, medium or large; drawn from the seed if it is not given, as all that follows
    #[arg(long)]
    size: Option<String>,
    /// The country
    #[arg(long)]
    ground: Option<String>,
    /// meeting, attack, convoy, raid, crossing or ambush
    #[arg(long)]
    kind: Option<String>,
    /// The armies, the first side first
    #[arg(long, value_delimiter = ',', num_args = 1..=2, value_name = "ARMY,ARMY")]
    sides: Vec<String>,
    /// The same seed makes the same battle
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Battles that the computer plays at most to make it even; none with 0
    #[arg(long, default_value_t = 240, value_name = "N")]
    battles: u64,
    /// Threads; as many as there are processors if not given
    #[arg(long, value_name = "J")]
    jobs: Option<NonZeroUsize>,
    /// The file to write: NAME.scenario.ron; without it the scenario goes to stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Generate {
    pub fn run(self) -> Ending {
        let books = io::books();
        let book = match io::book(&books, &self.ruleset) {
            Ok(book) => book,
            Err(ending) => return ending,
        };
        let asked = Asked { size: self.size, ground: self.ground, kind: self.kind, armies: self.sides };
        let wish = match Wish::new(book, &asked, self.seed) {
            Ok(wish) => wish,
            Err(why) => return Ending::Usage(why),
        };
        let id = match self.output.as_deref().map(id_of_new) {
            None => format!("quick_{}", wish.seed),
            Some(Ok(id)) => id,
            Some(Err(ending)) => return ending,
        };
        let jobs = self.jobs.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
        let made = if self.battles == 0 {
            generate(&wish, &id, Tuning::default(), &books)
        } else {
            let bar = ProgressBar::new(self.battles);
            let effort = Effort { battles: self.battles, jobs };
            let stop = AtomicBool::new(false);
            let balanced = balance(&wish, &id, &books, grapeshot::rulesets::plugin, effort, &stop, &|| bar.inc(1));
            bar.finish_and_clear();
            balanced.map(|balanced| {
                io::tell(&balanced.verdict());
                balanced.generated
            })
        };
        let generated = match made {
            Ok(generated) => generated,
            Err(why) => {
                io::tell(&format!("The battle cannot be made: {why}"));
                return Ending::Findings;
            }
        };
        let Some(path) = self.output else {
            io::out(&generated.text);
            return Ending::Well;
        };
        if !io::written(&path, generated.text.as_bytes()) {
            return Ending::Findings;
        }
        let (shown, title) = (path.display(), &generated.scenario.title);
        io::out(&format!("Written {shown}: {title}. `grapeshot play {shown}` opens it.\n"));
        Ending::Well
    }
}
