//! The designer's bench: the table of a scenario as its file has it, laid anew whenever the file is saved.
//!
//! 1. `watch`: hears when something is saved; [`follower`]: reads and checks it.
//! 2. [`Bench`]: takes the news: a battle is laid on the table, and what was chosen, how it was looked at and the view
//!    stay; what is wrong is listed over the last good table until it is mended.
//! 3. [`measuring`]: battles of the computer on the table, behind the window; [`measured`]: what came of them.
//! 4. [`editing`]: the table as a designer changes it; [`contact`]: how bases come to lie against others; [`sheet`]: what
//!    is chosen, what can be done to it, and what can be added.
//! 5. `mistakes`: the list; `layers`: the layers with their keys; [`page`]: both, and the card of the chosen unit.

mod contact;
pub mod editing;
pub mod follower;
mod layers;
mod measured;
pub mod measuring;
mod mistakes;
pub mod page;
mod sheet;
#[cfg(not(target_family = "wasm"))]
mod watch;

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError, mpsc::Receiver},
};

use bevy::prelude::*;

use self::{
    editing::Editor,
    follower::{Beside, DataFolder, Follower, News},
    measuring::Series,
};
use super::{
    session::{Session, Wake},
    stage::{FrameSystems, Stage, Wakeup},
};
use grapeshot_floor::files::Problems;
use grapeshot_game::{
    battle::Plugins,
    record::shelf,
    scenario::{self, Scenario},
    simulate::Fairness,
};

/// Points from top to bottom of a row of buttons.
const ROW: f32 = 27.0;

/// The files that are followed, and what is wrong with them now.
#[derive(Resource)]
pub struct Bench {
    file: PathBuf,
    news: Mutex<Receiver<News>>,
    wrong: Option<Wrong>,
    read: bool,
    /// Whether the script beside the file was played; none if there is no script.
    played: Option<bool>,
    follower: Follower,
    series: Option<Series>,
    /// The text of the file with which nothing is wrong.
    text: Option<String>,
    /// The table in hand to be changed.
    editor: Option<Editor>,
    data: Option<DataFolder>,
    /// Whether it was opened from the pages of the game, to which it leads back.
    leads_back: bool,
}

/// What is wrong with the files.
pub struct Wrong {
    /// Whether it is the script that came out otherwise than it says; then the table is as the script left it.
    pub of_script: bool,
    /// How many mistakes there are.
    pub count: usize,
    /// The first mistakes, in the order of the files.
    pub mistakes: Vec<Mistake>,
}

/// A mistake in a file.
pub struct Mistake {
    /// What is wrong, with its line and what to do.
    pub text: String,
    /// Where it is on the table, if it is anywhere.
    pub at: Option<Vec2>,
}

impl Bench {
    /// Follows a scenario file and a folder of data files.
    pub fn follow(file: PathBuf, data: Option<DataFolder>, plugins: Plugins, wake: Wake) -> Self {
        let (follower, news) = follower::follow(file.clone(), data.clone(), plugins, wake);
        Self {
            file,
            news: Mutex::new(news),
            wrong: None,
            read: false,
            played: None,
            follower,
            series: None,
            text: None,
            editor: None,
            data,
            leads_back: false,
        }
    }

    /// The same, opened from the pages of the game to be changed.
    pub fn of_the_game(self) -> Self {
        Self { leads_back: true, ..self }
    }

    /// Follows another scenario file in the place of this one.
    pub fn follow_instead(&self, file: PathBuf, plugins: Plugins, wake: Wake) -> Self {
        Self { leads_back: self.leads_back, ..Self::follow(file, self.data.clone(), plugins, wake) }
    }

    /// Whether it leads back to the pages of the game; else nothing is played in its window.
    pub fn leads_back(&self) -> bool {
        self.leads_back
    }

    /// The scenario file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// What is wrong with the files, if anything is.
    pub fn wrong(&self) -> Option<&Wrong> {
        self.wrong.as_ref()
    }

    /// Whether the files were read once.
    pub fn was_read(&self) -> bool {
        self.read
    }

    /// Whether the script beside the file was played; none if there is no script.
    pub fn played(&self) -> Option<bool> {
        self.played
    }

    /// Has the script beside the file played, or the table at its set-up again.
    pub fn play(&self, plays: bool) {
        self.follower.play(plays);
    }

    /// The battles that are played on the table, or were.
    pub fn series(&self) -> Option<&Series> {
        self.series.as_ref()
    }

    /// Plays battles behind the window; a series that goes on is given up.
    pub fn measure(&mut self, series: Series) {
        self.series = Some(series);
    }

    /// Keeps beside the file, if it lies in this folder, how a whole series on the table went; the chooser shows it. A
    /// longer series that is kept stays.
    pub fn keep_fairness(&self, folder: &Path, table: &Scenario) {
        // Other data files are other rules than those of the chooser.
        let own = self.data.is_none() && self.file.starts_with(folder);
        let series = self.series.as_ref().filter(|series| own && series.is_of(table));
        let report = series.and_then(Series::report);
        let Some(Ok(fairness)) = report.map(|(report, _)| Fairness::of(report)) else { return };
        let longer = |known: &Fairness| {
            (&known.hash, &known.game) == (&fairness.hash, &fairness.game) && known.battles > fairness.battles
        };
        if Fairness::read(&self.file).is_some_and(|known| longer(&known)) {
            return;
        }
        if let Err(trouble) = fairness.keep(&self.file) {
            tracing::warn!("{trouble}");
        }
    }

    /// Ends the series after the battles under way; one that is over is put away.
    pub fn stop_measuring(&mut self) {
        match &self.series {
            Some(series) if series.goes_on() => series.stop(),
            _ => self.series = None,
        }
    }

    /// Lays a heat map of the series on the table, or takes it away if it lies there.
    pub fn show_heat(&mut self, map: usize) {
        if let Some(series) = &mut self.series {
            series.heat = Some(map).filter(|_| series.heat != Some(map));
        }
    }

    /// The table in hand to be changed, if it is.
    pub fn editor(&self) -> Option<&Editor> {
        self.editor.as_ref()
    }

    /// The same, to be changed.
    pub fn editor_mut(&mut self) -> Option<&mut Editor> {
        self.editor.as_mut()
    }

    /// Takes the table in hand to be changed, or puts it down.
    pub fn change_table(&mut self) {
        self.editor = match self.editor {
            Some(_) => None,
            None => self.text.as_deref().and_then(Editor::of),
        };
    }

    /// Has the file written, if it still has the text before and if nothing is wrong with the text after.
    pub fn write(&self, before: String, after: String) {
        self.follower.write(before, after);
    }

    /// What came since it was asked last.
    fn latest(&mut self) -> Vec<News> {
        let news = self.news.get_mut().unwrap_or_else(PoisonError::into_inner);
        news.try_iter().collect()
    }
}

impl Wrong {
    /// What is wrong with files; what is wrong with the scenario file has places on the table.
    fn of(problems: &[Problems], scenario_file: &Path, of_script: bool) -> Self {
        let scenario_file = scenario_file.display().to_string();
        let count = problems.iter().map(|of_file| of_file.iter().len()).sum();
        let of_file = |of_file: &Problems| {
            let places = if of_file.file() == scenario_file { scenario::places(of_file) } else { Vec::new() };
            let place = |n: usize| places.get(n).copied().flatten();
            let texts = of_file.render_each(false).into_iter().enumerate();
            texts.map(|(n, text)| Mistake { text, at: place(n) }).collect::<Vec<_>>()
        };
        Self { of_script, count, mistakes: problems.iter().flat_map(of_file).collect() }
    }

    /// What is wrong, as one text.
    pub fn text(&self) -> String {
        self.mistakes.iter().map(|mistake| mistake.text.as_str()).collect()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, take_news.before(FrameSystems::Look))
        .add_systems(Update, editing::edit.run_if(in_state(Stage::Bench)).in_set(FrameSystems::Point))
        .add_systems(OnExit(Stage::Bench), editing::leave);
}

/// Lays the table anew when the files were saved, or keeps what is wrong with them.
fn take_news(
    bench: Option<ResMut<Bench>>,
    session: Option<ResMut<Session>>,
    wakeup: Res<Wakeup>,
    mut commands: Commands,
) {
    let Some(mut bench) = bench else { return };
    let came = bench.bypass_change_detection().series.as_mut().is_some_and(Series::listen);
    if let (Some(session), Some(folder)) = (&session, came.then(shelf::battles).flatten()) {
        bench.keep_fairness(&folder, session.scenario());
    }
    let mut last = None;
    for news in bench.bypass_change_detection().latest() {
        match news {
            News::Refused(why) => bench.editor.iter_mut().for_each(|editor| editor.refused(why.clone())),
            read => last = Some(read),
        }
    }
    let Some(news) = last else { return };
    let first = !std::mem::replace(&mut bench.read, true);
    match news {
        News::Refused(_) => {}
        News::Bad(problems) => bench.wrong = Some(Wrong::of(&problems, &bench.file, false)),
        News::Good(good) => {
            bench.played = good.script.as_ref().map(|script| matches!(script, Beside::Played(_)));
            bench.wrong = match good.script {
                Some(Beside::Played(Err(problems))) => Some(Wrong::of(&[problems], &bench.file, true)),
                _ => None,
            };
            if let (Some(editor), Some(text)) = (&mut bench.editor, &good.text) {
                editor.renew(text);
            }
            bench.text = good.text;
            // A designer who comes from the game has come to change it.
            if first && bench.leads_back {
                bench.change_table();
            }
            let mut laid = Session::inspect(good.battle, wakeup.0.clone());
            match session {
                Some(mut session) => {
                    laid.take_over(&session);
                    *session = laid;
                }
                None => commands.insert_resource(laid),
            }
        }
    }
}
