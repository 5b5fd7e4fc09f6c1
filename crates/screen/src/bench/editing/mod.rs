//! The table as a designer changes it: things are taken with the pointer, moved, turned, copied, and written back into the
//! file, which leaves the rest of its text as it is. Nothing is written that the rules of a scenario do not allow.
//!
//! `changes`: what a designer does, taken back and made again; `hold`: what the pointer holds of it; `hands`: the pointer itself.

mod changes;
mod hands;
mod hold;

use bevy::math::Vec2;
use smol_str::SmolStr;

pub(super) use self::hands::{edit, leave};
use self::{
    changes::{Change, Step},
    hold::Hold,
};
use grapeshot_floor::{forces::UnitId, turn::BattleView};
use grapeshot_game::scenario::edit::{Document, Thing, stakes::Stake};

/// Inches of the grid on which things come to stand.
const GRID: f32 = 0.5;
/// Degrees of a turn.
const TURN: f32 = 15.0;

/// The file in hand.
#[derive(Debug)]
pub struct Editor {
    document: Document,
    /// The thing that is chosen.
    pub chosen: Option<usize>,
    /// What the pointer draws next, and the key of its side.
    stake: Option<(Stake, SmolStr)>,
    hold: Option<Hold>,
    done: Vec<Change>,
    undone: Vec<Change>,
    /// The change that is being written.
    waits: Option<(Change, Step)>,
    /// What came of the last change, if it was not made.
    pub told: Option<String>,
}

impl Editor {
    /// Takes a text in hand; none if it cannot be read.
    pub fn of(text: &str) -> Option<Self> {
        let document = Document::read(text)?;
        let (done, undone) = (Vec::new(), Vec::new());
        Some(Self { document, chosen: None, stake: None, hold: None, done, undone, waits: None, told: None })
    }

    /// The text as it is known.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// What the pointer draws next, if it draws anything.
    pub fn stake(&self) -> Option<&(Stake, SmolStr)> {
        self.stake.as_ref()
    }

    /// The chosen thing, by its number and itself.
    fn chosen_thing(&self) -> Option<(usize, &Thing)> {
        self.chosen.and_then(|chosen| Some((chosen, self.document.things().get(chosen)?)))
    }

    /// The number of a unit among the things.
    fn thing_of(&self, unit: UnitId, table: &BattleView) -> Option<usize> {
        let key = &table.unit(unit).key;
        self.document.things().iter().position(|thing| thing.list == "units" && *key == thing.name)
    }

    /// Chooses a unit of a table, or nothing.
    pub fn choose(&mut self, unit: Option<UnitId>, table: &BattleView) {
        self.chosen = unit.and_then(|unit| self.thing_of(unit, table));
    }

    /// The chosen unit, if a unit is chosen.
    fn chosen_unit(&self, table: &BattleView) -> Option<UnitId> {
        let thing = self.document.things().get(self.chosen?).filter(|thing| thing.list == "units")?;
        table.units().find(|unit| table.unit(*unit).key == thing.name)
    }
}

/// The nearest place of a grid of this many inches.
fn on_grid(at: Vec2, grid: f32) -> Vec2 {
    (at / grid).round() * grid
}

/// The degrees by which a key turns.
pub fn turn(finely: bool) -> f32 {
    if finely { TURN / 15.0 } else { TURN }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui_action::Edit;
    use grapeshot_floor::turn::{Rulebooks, Vocabulary};
    use grapeshot_game::{
        battle::{Battle, simulation_world},
        scenario::{self, edit::stakes::Drawn},
    };
    use grapeshot_rulesets as rulesets;
    use std::path::Path;

    /// Two pixels that are no click.
    const PIXELS: [Vec2; 2] = [Vec2::ZERO, Vec2::splat(100.0)];

    /// The table of a battle, and its file in hand.
    fn taken() -> (Battle, Editor) {
        let file = Path::new("../../scenarios/horse_and_musket/foraging_party.scenario.ron");
        let text = std::fs::read_to_string(file).expect("it ships with the game");
        let world = simulation_world(rulesets::plugin);
        let scenario = scenario::load(file, world.resource::<Rulebooks>()).expect("it ships with the game");
        (Battle::laid(&scenario, 0, rulesets::plugin), Editor::of(&text).expect("it can be read"))
    }

    /// Drags from a place of the table to another; returns the text that comes of it.
    fn drag(editor: &mut Editor, battle: &Battle, from: Vec2, to: Vec2) -> Option<String> {
        editor.take(from, PIXELS[0], 0.5, &battle.view());
        if from != to {
            editor.drag(to, PIXELS[1], GRID, &battle.view());
        }
        editor.let_go().map(|(_, after)| after)
    }

    #[test]
    fn what_is_in_hand_is_drawn_once_and_taken_back() {
        let (battle, mut editor) = taken();
        let (words, middle) = (Vocabulary::default(), Vec2::new(30.0, 20.0));
        let objective = Edit::Draw(Stake::Objective, "french".into());
        assert_eq!(editor.makes(&objective, &words, middle), None, "it is only taken in hand");
        assert!(editor.makes(&Edit::LayDown, &words, middle).is_none() && editor.stake().is_none());
        editor.makes(&objective, &words, middle);
        let before = editor.document().text().to_owned();
        let from = Vec2::new(10.1, 20.0);
        editor.set_pen(from, PIXELS[0], GRID);
        editor.drag(from + Vec2::Y * 4.2, PIXELS[1], GRID, &battle.view());
        assert_eq!(editor.drawn(), Some(Drawn::Round(Vec2::new(10.0, 20.0), 4.0)));
        let (_, after) = editor.let_go().expect("it is drawn");
        assert!(after.contains("at: (10, 20), radius: 4)"), "{after}");
        editor.renew(&after);
        let chosen = editor.chosen.map(|chosen| editor.document().things()[chosen].name.as_str());
        assert_eq!((chosen, editor.stake()), (Some("place"), None), "the new one is chosen, and nothing in hand");
        assert_eq!(editor.makes(&Edit::Undo, &words, middle), Some((after, before)));
    }

    #[test]
    fn a_second_press_puts_it_into_the_middle() {
        let (_, mut editor) = taken();
        let (words, middle) = (Vocabulary::default(), Vec2::new(30.2, 20.0));
        let zone = Edit::Draw(Stake::Zone, "french".into());
        editor.makes(&zone, &words, middle);
        let (_, after) = editor.makes(&zone, &words, middle).expect("it comes to the table");
        assert!(after.contains("side: \"french\", outline: [(27, 17), (33, 17), (33, 23), (27, 23)]"), "{after}");
    }

    #[test]
    fn an_objective_is_dragged_by_its_middle_and_grows_by_its_rim() {
        let (battle, mut editor) = taken();
        let barn = Vec2::new(32.0, 31.5);
        assert_eq!(drag(&mut editor, &battle, barn, barn), None, "it is only chosen");
        let grown = drag(&mut editor, &battle, barn + Vec2::X * 4.1, barn + Vec2::X * 6.2).expect("it grows");
        assert!(grown.contains("at: (32, 31.5), radius: 6)"), "{grown}");
        editor.renew(&grown);
        let moved = drag(&mut editor, &battle, barn, barn + Vec2::new(-2.0, 1.0)).expect("it moves");
        assert!(moved.contains("at: (30, 32.5), radius: 6)"), "{moved}");
    }
}
