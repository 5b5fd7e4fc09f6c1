//! The bench in the window of the game: a designer begins a battle or goes on with one, and comes back.

use std::{path::PathBuf, sync::Arc};

use super::UiContext;
use crate::{bench::Bench, session::Session, stage::Stage};
use grapeshot_game::record::shelf;

impl UiContext<'_, '_> {
    /// Begins the file of the battle that the designer has chosen, beside others and over none, and opens it.
    pub(super) fn begin_design(&mut self) {
        let kept = self.pages.design.begun(&self.library).and_then(|(id, text)| shelf::keep_battle(&id, &text));
        match kept {
            Ok(file) => {
                self.pages.design.has_begun();
                self.open_bench(file);
            }
            Err(why) => self.pages.told = Some(why),
        }
    }

    /// Opens a scenario file on the bench. What lies on the table makes room; its record keeps it.
    pub(super) fn open_bench(&mut self, file: PathBuf) {
        let (plugins, wake) = (self.library.plugins, Arc::clone(&self.wakeup.0));
        let bench = match &self.bench {
            Some(bench) => bench.follow_instead(file, plugins, wake),
            None => Bench::follow(file, None, plugins, wake).of_the_game(),
        };
        self.clear_table();
        self.commands.insert_resource(bench);
        self.open(Stage::Bench);
    }

    /// Looks for the battles that the designer can go on with; the one on the bench is read as it is now, and chosen.
    pub(super) fn list_designs(&mut self) {
        self.library.read();
        if let Some(bench) = &self.bench {
            self.library.renew(bench.file());
        }
        self.pages.design.read(&self.library);
        if let Some(bench) = &self.bench {
            self.pages.design.choose(bench.file());
        }
    }

    /// Goes from the bench to another page. The chooser shows what was designed, and the last battle lies on the table
    /// again.
    pub(super) fn leave_bench(&mut self, stage: Stage) {
        let Some(bench) = &self.bench else { return };
        if let Some(battle) = self.library.renew(bench.file()) {
            self.pages.setup.choose(battle);
        }
        self.commands.remove_resource::<Bench>();
        self.clear_table();
        self.pages.records.read();
        self.recall();
        self.next.set(if stage == Stage::Battle { Stage::Title } else { stage });
    }

    /// Takes what lies on the table off it.
    fn clear_table(&mut self) {
        (self.pages.resting, self.pages.loaded, self.pages.file) = (None, None, None);
        self.commands.remove_resource::<Session>();
    }
}
