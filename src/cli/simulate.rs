use clap::Args;
use grapeshot::{
    ai::{Controller, Level},
    files::{Limit, read_text},
    record::JournalError,
    scenario::{
        Scenario,
        vary::{Change, Variation, load_changed},
    },
    simulate::{Campaign, Fairness, Format, Records, Report, Shard, curve::Curve, merge, page::page, simulate},
};
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    collections::{BTreeMap, BTreeSet},
    num::{NonZeroU64, NonZeroUsize},
    path::{Path, PathBuf},
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
    #[arg(long, conflicts_with_all = ["vary", "swap"])]
    keep: bool,
    /// Record every battle in this folder; replay reads the files
    #[arg(long, value_name = "DIR", conflicts_with_all = ["vary", "swap"])]
    record: Option<PathBuf>,
    /// Orders after which a battle counts as one without end
    #[arg(long, default_value_t = 20_000, value_name = "N")]
    most_orders: u32,
    /// Play the series with one value of the scenario changed again and again: units.corbet.figures=6..12
    #[arg(long, value_name = "PATH=VALUES")]
    vary: Option<Variation>,
    /// Play the series again with the commanders' levels handed on to the next side
    #[arg(long)]
    swap: bool,
    /// Keep the series in this file as it goes on; what it has of the series is not played again
    #[arg(long, value_name = "FILE.json")]
    series: Option<PathBuf>,
    /// Write a page with curves, what each unit did, and where on the table
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
}

/// Battles after which a series is kept in its file.
const PORTION: usize = 100;

impl Simulate {
    pub fn run(self) -> Ending {
        let stop = stopped_by_hand();
        let mut kept = match self.series.as_deref().filter(|path| path.exists()).map(reports_in) {
            None => Vec::new(),
            Some(Ok(kept)) => kept,
            Some(Err(why)) => {
                return Ending::Usage(format!("{} {why}", self.series.unwrap_or_default().display()));
            }
        };
        let (mut played, mut clean) = (Vec::new(), true);
        for file in &self.files {
            let campaigns = match self.campaigns(file) {
                Ok(campaigns) => campaigns,
                Err(Ending::Findings) => {
                    clean = false;
                    continue;
                }
                Err(ending) => return ending,
            };
            for campaign in campaigns.into_iter().take_while(|_| !stop.load(Ordering::Relaxed)) {
                let scenario = campaign.scenario.clone();
                match self.play(campaign, &stop, &mut kept) {
                    Ok(report) => {
                        clean &= report.is_clean() && (!self.keep || keep(&report, file));
                        played.push((scenario, report));
                    }
                    Err(why) => {
                        io::tell(&format!("The battles of {} are not recorded: {why}", file.display()));
                        clean = false;
                    }
                }
            }
        }
        if stop.load(Ordering::Relaxed) {
            io::tell("Stopped: the report is of the battles done so far.");
        }
        if let Some(path) = &self.report {
            clean &= io::written(path, page(&played, grapeshot::rulesets::plugin).as_bytes());
        }
        let reports: Vec<Report> = played.into_iter().map(|(_, report)| report).collect();
        write(&reports, self.format);
        if clean { Ending::Well } else { Ending::Findings }
    }

    /// The series that a scenario file is played in.
    fn campaigns(&self, file: &Path) -> Result<Vec<Campaign>, Ending> {
        let books = io::books();
        let changes = self.vary.iter().flat_map(|variation| variation.0.iter().cloned().map(Some));
        let changes: Vec<Option<Change>> = if self.vary.is_some() { changes.collect() } else { vec![None] };
        let jobs = self.jobs.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
        let mut campaigns = Vec::new();
        for change in changes {
            let scenario = match &change {
                None => io::load(file, &books),
                Some(change) => io::told(load_changed(file, change, &books)),
            };
            let scenario = scenario.ok_or(Ending::Findings)?;
            let levels = self.levels(&scenario).map_err(Ending::Usage)?;
            let mut swapped = levels.clone();
            swapped.rotate_left(1);
            if self.swap && swapped == levels {
                let why = "--swap has nothing to hand on: all commanders are of one level. Give one with --side.";
                return Err(Ending::Usage(why.into()));
            }
            for levels in [Some(levels), Some(swapped).filter(|_| self.swap)].into_iter().flatten() {
                campaigns.push(Campaign {
                    jobs,
                    levels,
                    most_orders: self.most_orders,
                    shard: self.shard,
                    records: self
                        .record
                        .clone()
                        .map(|folder| Records { folder, scenario: std::path::absolute(file).ok() }),
                    change: change.clone(),
                    ..Campaign::new(scenario.clone(), self.battles.get(), self.seed, grapeshot::rulesets::plugin)
                });
            }
        }
        Ok(campaigns)
    }

    /// Plays a series from where it was left; what is played is kept in between, if it is kept at all.
    fn play(&self, mut campaign: Campaign, stop: &AtomicBool, kept: &mut Vec<Report>) -> Result<Report, JournalError> {
        let conditions = campaign.conditions();
        let at = kept.iter().position(|report| report.conditions == conditions);
        campaign.begun = at.map(|at| kept.swap_remove(at));
        let begun = |campaign: &Campaign| campaign.begun.as_ref().map_or(0, |report| report.results.len());
        let bar = bar(self.battles.get() / self.shard.of, &conditions.heading());
        bar.inc(begun(&campaign) as u64);
        if self.series.is_some() {
            campaign.portion = PORTION;
        }
        loop {
            let before = begun(&campaign);
            let report = simulate(&campaign, stop, &|| bar.inc(1))?;
            let over = self.series.is_none() || report.results.len() < before + PORTION || stop.load(Ordering::Relaxed);
            if let Some(path) = &self.series {
                kept.push(report.clone());
                if !io::written(path, json(kept).to_string().as_bytes()) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            if over || stop.load(Ordering::Relaxed) {
                bar.finish_and_clear();
                return Ok(report);
            }
            kept.pop();
            campaign.begun = Some(report);
        }
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

/// What Ctrl-C sets; pressed once more it ends the program.
pub fn stopped_by_hand() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let stopper = stop.clone();
    // Without the handler Ctrl-C ends the program at once; that is worse, but no reason not to play.
    let _ = ctrlc::set_handler(move || {
        if stopper.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    stop
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

/// Keeps who won how often beside a scenario file; tells where, or why not.
fn keep(report: &Report, file: &Path) -> bool {
    let kept = Fairness::of(report).and_then(|fairness| fairness.keep(file));
    io::tell(&match &kept {
        Ok(path) => format!("Kept in {}.", path.display()),
        Err(why) => format!("Nothing is kept beside {}: {why}.", file.display()),
    });
    kept.is_ok()
}

fn json(reports: &[Report]) -> serde_json::Value {
    serde_json::json!({ "reports": reports.iter().map(Report::json).collect::<Vec<_>>() })
}

fn write(reports: &[Report], format: Format) {
    match format {
        Format::Json => io::out_json(&json(reports)),
        Format::Text => {
            let curves = Curve::of(reports);
            let curves = curves.iter().map(Curve::text);
            let texts: Vec<_> = reports.iter().map(|report| report.write(format)).chain(curves).collect();
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
        let mut by_series = BTreeMap::<String, Vec<Report>>::new();
        for path in &self.parts {
            match reports_in(path) {
                Ok(reports) => {
                    for report in reports {
                        by_series.entry(report.conditions.heading()).or_default().push(report);
                    }
                }
                Err(why) => return Ending::Usage(format!("{} {why}", path.display())),
            }
        }
        let mut whole = Vec::new();
        let mut clean = true;
        for (scenario, parts) in by_series {
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

fn reports_in(path: &Path) -> Result<Vec<Report>, String> {
    #[derive(serde::Deserialize)]
    struct File {
        reports: Vec<Report>,
    }
    let text = read_text(path, PART).map_err(|error| error.to_string())?;
    let file: File =
        serde_json::from_str(&text).map_err(|error| format!("is no report of simulate --format json: {error}"))?;
    for report in &file.reports {
        let mut numbers = BTreeSet::new();
        if let Some(twice) = report.results.iter().find(|result| !numbers.insert(result.battle)) {
            return Err(format!("has battle {} of {} twice", twice.battle, report.conditions.scenario));
        }
    }
    Ok(file.reports)
}
