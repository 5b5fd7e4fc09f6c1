use clap::Args;
use grapeshot::{
    ai::{Controller, Level},
    files::{Limit, read_text},
    scenario::Scenario,
    simulate::{Campaign, Fairness, Format, Records, Report, Shard, merge, simulate},
};
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    collections::BTreeMap,
    num::{NonZeroU64, NonZeroUsize},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use super::{Ending, io};

/// What is read as a part of a series; a million battles have some 250 million bytes.
const PART: Limit = Limit { what: "a report of simulate --format json", bytes: 256 << 20 };

#[derive(Args)]
pub struct Simulate {
    /// Scenario files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Battles for each scenario
    #[arg(long, default_value = "100", value_name = "N")]
    battles: NonZeroU64,
    /// The seed of the series; battle n of it is always the same battle
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Threads; as many as there are processors if not given
    #[arg(long, value_name = "J")]
    jobs: Option<NonZeroUsize>,
    /// text, json or csv
    #[arg(long, default_value = "text")]
    format: Format,
    /// The level of all commanders: random, recruit, regular, veteran or general
    #[arg(long, default_value = "regular")]
    level: Level,
    /// The commander of one side, as NAME=ai:LEVEL
    #[arg(long = "side", value_name = "NAME=ai:LEVEL")]
    sides: Vec<String>,
    /// Play only a part of the series, as 2/8 for the second of eight
    #[arg(long, default_value = "1/1", value_name = "I/N")]
    shard: Shard,
    /// Keep who won how often beside each scenario file: the chooser of battles shows it
    #[arg(long)]
    keep: bool,
    /// Record every battle in this folder; replay reads the files
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// Orders after which a battle counts as one without end
    #[arg(long, default_value_t = 20_000, value_name = "N")]
    most_orders: u32,
}

impl Simulate {
    pub fn run(self) -> Ending {
        let stop = Arc::new(AtomicBool::new(false));
        let stopper = stop.clone();
        // Without the handler Ctrl-C ends the program at once; that is worse, but no reason not to play.
        let _ = ctrlc::set_handler(move || {
            if stopper.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        let books = io::books();
        let jobs = self.jobs.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
        let mut reports = Vec::new();
        let mut clean = true;
        for file in &self.files {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let Some(scenario) = io::load(file, &books) else {
                clean = false;
                continue;
            };
            let levels = match self.levels(&scenario) {
                Ok(levels) => levels,
                Err(why) => return Ending::Usage(why),
            };
            let campaign = Campaign {
                jobs,
                levels,
                most_orders: self.most_orders,
                shard: self.shard,
                records: self.record.clone().map(|folder| Records { folder, scenario: std::path::absolute(file).ok() }),
                ..Campaign::new(scenario, self.battles.get(), self.seed, grapeshot::rulesets::plugin)
            };
            let bar = bar(self.battles.get() / self.shard.of, &campaign.scenario.title);
            let report = simulate(&campaign, &stop, &|| bar.inc(1));
            bar.finish_and_clear();
            let report = match report {
                Ok(report) => report,
                Err(error) => {
                    io::tell(&format!("The battles of {} are not recorded: {error}", file.display()));
                    clean = false;
                    continue;
                }
            };
            clean &= report.is_clean();
            if self.keep {
                match Fairness::of(&report).and_then(|fairness| fairness.keep(file)) {
                    Ok(path) => io::tell(&format!("Kept in {}.", path.display())),
                    Err(why) => {
                        io::tell(&format!("Nothing is kept beside {}: {why}.", file.display()));
                        clean = false;
                    }
                }
            }
            reports.push(report);
        }
        if stop.load(Ordering::Relaxed) {
            io::tell("Stopped: the report is of the battles done so far.");
        }
        write(&reports, self.format);
        if clean { Ending::Well } else { Ending::Findings }
    }

    fn levels(&self, scenario: &Scenario) -> Result<Vec<Level>, String> {
        let mut levels = vec![self.level; scenario.players().len()];
        for (key, controller) in sides(&self.sides)? {
            let Some(side) = scenario.players().iter().position(|side| side.key == key) else {
                let keys: Vec<_> = scenario.players().iter().map(|side| side.key.as_str()).collect();
                return Err(format!("{} has no side {key}; its sides are {}.", scenario.title, keys.join(", ")));
            };
            let Controller::Computer(level) = controller else {
                return Err(format!("Nobody sits at a simulation: {key} must be played by ai:LEVEL."));
            };
            levels[side] = level;
        }
        Ok(levels)
    }
}

/// Reads `NAME=human` and `NAME=ai:LEVEL`.
pub fn sides(given: &[String]) -> Result<BTreeMap<String, Controller>, String> {
    given
        .iter()
        .map(|text| {
            let Some((key, controller)) = text.split_once('=') else {
                return Err(format!("--side wants NAME=human or NAME=ai:LEVEL, not {text}."));
            };
            Ok((key.to_owned(), controller.parse()?))
        })
        .collect()
}

pub fn bar(battles: u64, title: &str) -> ProgressBar {
    if !io::on_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {per_sec} {eta}");
    ProgressBar::new(battles)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        .with_message(title.to_owned())
}

fn write(reports: &[Report], format: Format) {
    match format {
        Format::Json => {
            let list: Vec<_> = reports.iter().map(Report::json).collect();
            io::out_json(&serde_json::json!({ "reports": list }));
        }
        Format::Text => {
            let texts: Vec<_> = reports.iter().map(|report| report.write(format)).collect();
            io::out(&texts.join("\n"));
        }
        Format::Csv => {
            for (n, report) in reports.iter().enumerate() {
                let text = report.write(format);
                // One head for all scenarios, as they have the same columns.
                io::out(if n == 0 { &text } else { text.split_once('\n').map_or("", |(_, rows)| rows) });
            }
        }
    }
}

#[derive(Args)]
pub struct Merge {
    /// JSON reports of the parts
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    /// text, json or csv
    #[arg(long, default_value = "text")]
    format: Format,
}

impl Merge {
    pub fn run(self) -> Ending {
        let mut by_scenario = BTreeMap::<String, Vec<Report>>::new();
        for path in &self.parts {
            match reports_in(path) {
                Ok(reports) => {
                    for report in reports {
                        by_scenario.entry(report.conditions.scenario.clone()).or_default().push(report);
                    }
                }
                Err(why) => return Ending::Usage(format!("{} {why}", path.display())),
            }
        }
        let mut whole = Vec::new();
        let mut clean = true;
        for (scenario, parts) in by_scenario {
            match merge(parts) {
                Ok(report) => {
                    let missing = report.conditions.battles.saturating_sub(report.results.len() as u64);
                    if missing > 0 {
                        io::tell(&format!("{scenario}: {missing} battles of the series are in none of the parts."));
                        clean = false;
                    }
                    clean &= report.is_clean();
                    whole.push(report);
                }
                Err(why) => return Ending::Usage(format!("{scenario}: {why}.")),
            }
        }
        write(&whole, self.format);
        if clean { Ending::Well } else { Ending::Findings }
    }
}

fn reports_in(path: &std::path::Path) -> Result<Vec<Report>, String> {
    #[derive(serde::Deserialize)]
    struct File {
        reports: Vec<Report>,
    }
    let text = read_text(path, PART).map_err(|error| error.to_string())?;
    let file: File =
        serde_json::from_str(&text).map_err(|error| format!("is no report of simulate --format json: {error}"))?;
    Ok(file.reports)
}
