//! The designer's bench: the table of a scenario as its file has it, laid anew whenever the file is saved.
//!
//! 1. [`follower`]: reads and checks what is saved.
//! 2. [`Bench`]: takes the news: a battle is laid on the table, and what was chosen, how it was looked at and the view
//!    stay; what is wrong is listed over the last good table until it is mended.
//! 3. [`page`]: the list, the layers with their keys, the card of the chosen unit.

pub mod follower;
pub mod page;

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError, mpsc::Receiver},
};

use bevy::prelude::*;

use self::follower::{DataFolder, Follower, News};
use super::{
    session::{Session, Wake},
    stage::{FrameSystems, Wakeup},
};
use grapeshot_floor::files::Problems;
use grapeshot_game::battle::Plugins;

/// The files that are followed, and what is wrong with them now.
#[derive(Resource)]
pub struct Bench {
    file: PathBuf,
    news: Mutex<Receiver<News>>,
    wrong: Option<Wrong>,
    read: bool,
    _follower: Follower,
}

/// What is wrong with the files.
pub struct Wrong {
    /// How many mistakes there are.
    pub count: usize,
    /// Each with its place, its line and what to do.
    pub text: String,
}

impl Bench {
    /// Follows a scenario file and a folder of data files.
    pub fn follow(file: PathBuf, data: Option<DataFolder>, plugins: Plugins, wake: Wake) -> Self {
        let (follower, news) = follower::follow(file.clone(), data, plugins, wake);
        Self { file, news: Mutex::new(news), wrong: None, read: false, _follower: follower }
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

    /// What came of the files last, if they were read anew.
    fn latest(&mut self) -> Option<News> {
        let news = self.news.get_mut().unwrap_or_else(PoisonError::into_inner);
        news.try_iter().last()
    }
}

impl Wrong {
    fn of(problems: &[Problems]) -> Self {
        let count = problems.iter().map(|of_file| of_file.iter().len()).sum();
        let texts: Vec<String> = problems.iter().map(|of_file| of_file.render(false)).collect();
        Self { count, text: texts.join("\n") }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, take_news.before(FrameSystems::Look));
}

/// Lays the table anew when the files were saved, or keeps what is wrong with them.
fn take_news(
    bench: Option<ResMut<Bench>>,
    session: Option<ResMut<Session>>,
    wakeup: Res<Wakeup>,
    mut commands: Commands,
) {
    let Some(mut bench) = bench else { return };
    let Some(news) = bench.bypass_change_detection().latest() else { return };
    bench.read = true;
    match news {
        News::Bad(problems) => bench.wrong = Some(Wrong::of(&problems)),
        News::Good(battle) => {
            bench.wrong = None;
            let mut laid = Session::inspect(*battle, wakeup.0.clone());
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
