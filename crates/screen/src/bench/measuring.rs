//! A series of battles that the computer plays against itself behind the window, on the table that is followed.

use std::{
    io,
    path::Path,
    process::{Command, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{Receiver, TryRecvError, channel},
    },
};

use crate::session::Wake;
use grapeshot_floor::files::disk;
use grapeshot_game::{
    background::{self, Left, PORTION},
    battle::Plugins,
    record::shelf,
    scenario::Scenario,
    simulate::{Campaign, Records, Report, Shard, report::Summary, simulate},
};

/// Battles of a series.
pub const LENGTHS: [u64; 3] = [50, 200, 1000];
/// The seed of the series: that of `simulate`, if it is given none.
const SEED: u64 = 1;
/// How often in a series the window is told how far it has come.
const STEPS: u64 = 50;

/// A series under way, or what came of it.
pub struct Series {
    campaign: Campaign,
    done: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
    heard: Mutex<Receiver<Option<Report>>>,
    report: Option<(Report, Summary)>,
    over: bool,
    /// The number of the heat map that lies on the table, if one does.
    pub heat: Option<usize>,
}

impl Drop for Series {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Series {
    /// Begins a series with regular commanders; one processor is left to the window.
    pub fn begin(scenario: Arc<Scenario>, battles: u64, plugins: Plugins, wake: Wake) -> Self {
        let campaign = Campaign { jobs: background::threads(), ..Campaign::new(scenario, battles, SEED, plugins) };
        let mut portions = Campaign { portion: PORTION, ..campaign.clone() };
        let (done, stop) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let (news, heard) = channel();
        let series = Self {
            campaign,
            done: done.clone(),
            stop: stop.clone(),
            heard: Mutex::new(heard),
            report: None,
            over: false,
            heat: None,
        };
        let step = move || {
            let told = || {
                let n = done.fetch_add(1, Ordering::Relaxed) + 1;
                if n * STEPS / battles != (n - 1) * STEPS / battles {
                    wake();
                }
            };
            let report = simulate(&portions, &stop, &told).ok().filter(|report| !report.results.is_empty());
            let played = report.as_ref().map_or(battles, |report| report.results.len() as u64);
            if played < battles && !stop.load(Ordering::Relaxed) {
                portions.begun = report;
                return Left::More;
            }
            // A window that is closed hears nothing.
            let _ = news.send(report);
            wake();
            Left::Nothing
        };
        if background::begin("series", step).is_err() {
            tracing::error!("the system gives no thread to play battles in");
        }
        series
    }

    /// Ends it after the battles under way.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Takes the report, if it has come; answers whether it has come now.
    pub fn listen(&mut self) -> bool {
        match self.heard.get_mut().unwrap_or_else(PoisonError::into_inner).try_recv() {
            Ok(report) => {
                self.over = true;
                self.report = report.map(|report| {
                    let summary = report.summary();
                    (report, summary)
                });
                return true;
            }
            // Nothing plays it any more.
            Err(TryRecvError::Disconnected) => self.over = true,
            Err(TryRecvError::Empty) => {}
        }
        false
    }

    /// Battles that are played, and battles of the whole.
    pub fn progress(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.campaign.battles)
    }

    /// Whether battles are still played.
    pub fn goes_on(&self) -> bool {
        !self.over
    }

    /// What came of it, once it is over.
    pub fn report(&self) -> Option<&(Report, Summary)> {
        self.report.as_ref()
    }

    /// Whether it was played on a table as this one is.
    pub fn is_of(&self, scenario: &Scenario) -> bool {
        self.campaign.scenario.hash == scenario.hash
    }

    /// Opens a battle of the series in a window of its own, beside this one. It is played once more with a record, in a
    /// folder for battles on this table, if it was not opened before.
    pub fn open(&self, battle: u64, file: &Path) {
        let Some(folder) = shelf::folder() else { return };
        let folder = folder.join("series").join(format!("{:016x}", self.campaign.scenario.hash));
        let records = Records { folder, scenario: std::path::absolute(file).ok() };
        let shard = Shard { part: battle + 1, of: self.campaign.battles };
        let campaign = Campaign { jobs: 1, shard, records: Some(records), ..self.campaign.clone() };
        let run = move || {
            let Some(record) = campaign.record_of(battle) else { return };
            let played = if disk::is_there(&record) {
                Ok(())
            } else {
                simulate(&campaign, &AtomicBool::new(false), &|| {}).map(drop)
            };
            match played.map(|()| show(&record)) {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::error!("{} is not opened: {error}", record.display()),
                Err(error) => tracing::error!("battle {battle} is not recorded: {error}"),
            }
        };
        if background::once("battle", run).is_err() {
            tracing::error!("the system gives no thread to play the battle in");
        }
    }
}

/// Opens a record in a window of its own.
fn show(record: &Path) -> io::Result<()> {
    let mut window = Command::new(std::env::current_exe()?);
    window.arg("play").arg(record).stdin(Stdio::null()).spawn()?.wait()?;
    Ok(())
}
