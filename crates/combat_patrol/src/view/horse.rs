//! Mounted figures, and the movement cards of figures, guns and limbers (`RidersPace`, `LimberedMove`).

use super::rulebook::SkirmishView;
use crate::book::{
    data::{MountedNumbers, Paces},
    profile::{Engine, Soldier},
};
use grapeshot_floor::forces::PieceId;

impl<'w> SkirmishView<'w> {
    /// The numbers of the rules of mounted figures.
    pub fn horse(&self) -> &'w MountedNumbers {
        &self.book.core.mounted
    }

    /// Whether a figure rides.
    pub fn mounted(&self, piece: PieceId) -> bool {
        self.soldier(piece).mounted
    }

    /// CP-5.1, CP-5.7, `RidersPace`, `Gallop`, `HeavyCavalry`: the movement cards of a figure and what is added to
    /// them; one card more to sprint or gallop.
    pub fn paces(&self, piece: PieceId, sprints: bool) -> Paces {
        let soldier = self.soldier(piece);
        match soldier.engine {
            Some(engine) => self.paces_of_engine(engine, sprints),
            None => self.paces_of_man(soldier, sprints),
        }
    }

    /// The movement cards of a man and what is added to them; one card more to sprint or gallop.
    pub fn paces_of_man(&self, soldier: &Soldier, sprints: bool) -> Paces {
        let paces = match (soldier.mounted, soldier.heavy) {
            (false, _) => Paces { cards: 1, plus: 0.0, times: None },
            (true, false) => self.horse().light,
            (true, true) => self.horse().heavy,
        };
        Paces { cards: paces.cards + u8::from(sprints), ..paces }
    }

    /// `LimberedMove`, `Manhandle`: the movement cards of a limber, one more if it keeps to the road, and of a gun
    /// moved by hand.
    pub fn paces_of_engine(&self, engine: Engine, by_road: bool) -> Paces {
        let numbers = self.artillery();
        match engine {
            Engine::Limber | Engine::Wagon | Engine::Own => {
                Paces { cards: numbers.limbered.cards + u8::from(by_road), ..numbers.limbered }
            }
            Engine::Gun => numbers.by_hand,
        }
    }
}
