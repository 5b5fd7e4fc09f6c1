//! The changes of the file in hand: each is made once its text was written, and can be taken back and made again.

use bevy::math::Vec2;

use super::{Editor, GRID, on_grid};
use crate::ui_action::Edit;
use grapeshot_floor::turn::Vocabulary;
use grapeshot_game::scenario::edit::{Document, Thing, points};

/// Inches from a thing to its copy.
const BESIDE: Vec2 = Vec2::new(2.0, -2.0);
/// Changes that can be taken back.
const KEPT: usize = 500;

/// What a change does to what was done before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    New,
    Back,
    Again,
}

/// A change that was made: the text before it and after it.
#[derive(Debug, Clone)]
pub(super) struct Change {
    before: String,
    after: String,
}

impl Change {
    /// What takes it back.
    fn back(self) -> Self {
        Self { before: self.after, after: self.before }
    }
}

impl Editor {
    /// The file was read anew: by a change that was made here, or by another program.
    pub fn renew(&mut self, text: &str) {
        let mut made = false;
        match self.waits.take() {
            Some((change, step)) if change.after == text => {
                made = true;
                self.told = None;
                match step {
                    Step::New => {
                        self.undone.clear();
                        self.done.push(change);
                        let over = self.done.len().saturating_sub(KEPT);
                        self.done.drain(..over);
                    }
                    Step::Back => self.undone.push(change.back()),
                    Step::Again => self.done.push(change),
                }
            }
            // The file was read once more before it was written.
            Some((change, step)) if change.before == text => self.waits = Some((change, step)),
            _ => {}
        }
        if text != self.document.text() {
            let Some(document) = Document::read(text) else { return };
            let [known, now] = [&self.document, &document].map(|of| of.things().iter().map(named).collect::<Vec<_>>());
            let name = self.chosen.and_then(|chosen| known.get(chosen));
            let same = name.and_then(|name| now.iter().position(|other| other == name));
            // What was added here is chosen, and what was given another name stays so.
            let other = now.iter().position(|name| !known.contains(name)).filter(|_| made);
            self.chosen = if now.len() > known.len() { other.or(same) } else { same.or(other) };
            self.document = document;
            self.hold = None;
        }
    }

    /// A change was not written.
    pub fn refused(&mut self, why: String) {
        match self.waits.take() {
            Some((change, Step::Back)) => self.done.push(change.back()),
            Some((change, Step::Again)) => self.undone.push(change),
            Some((_, Step::New)) | None => {}
        }
        self.told = Some(why);
    }

    /// Whether anything can be taken back, and whether anything can be made again.
    pub fn steps(&self) -> (bool, bool) {
        let fits = |changes: &[Change], text: fn(&Change) -> &String| {
            changes.last().is_some_and(|change| text(change) == self.document.text())
        };
        (fits(&self.done, |change| &change.after), fits(&self.undone, |change| &change.before))
    }

    /// The text before and after what a designer does, if it changes anything; it counts as done once it was written.
    pub fn makes(&mut self, edit: &Edit, words: &Vocabulary, middle: Vec2) -> Option<(String, String)> {
        if self.waits.is_some() {
            return None;
        }
        let document = &self.document;
        let (after, step) = match edit {
            Edit::Draw(stake, side) => {
                let stake = (*stake, side.clone());
                if self.stake.as_ref() != Some(&stake) {
                    (self.stake, self.told) = (Some(stake), None);
                    return None;
                }
                let middle = on_grid(middle, GRID);
                return self.draw(middle, middle);
            }
            Edit::LayDown => {
                self.stake = None;
                return None;
            }
            Edit::Undo => (self.done.pop_if(|change| change.after == document.text())?.before, Step::Back),
            Edit::Redo => (self.undone.pop_if(|change| change.before == document.text())?.after, Step::Again),
            Edit::Terrain(list, kind) => (new_terrain(document, list, kind, words, middle)?, Step::New),
            Edit::Unit(side, kind, facing) => {
                let kind = words.kinds.iter().find(|known| known.id == *kind)?;
                (document.with_unit(side, kind, on_grid(middle, GRID), *facing), Step::New)
            }
            Edit::Turn(degrees) => (document.turned(self.chosen?, *degrees), Step::New),
            Edit::Copy => (document.copied(self.chosen?, BESIDE)?, Step::New),
            Edit::Remove => (document.without(self.chosen?)?, Step::New),
            Edit::Field(name, value) => match self.chosen {
                Some(chosen) => (document.with_field(chosen, name, value), Step::New),
                None => (document.with_battle_field(name, value), Step::New),
            },
        };
        self.sends(after, step)
    }

    pub(super) fn sends(&mut self, after: String, step: Step) -> Option<(String, String)> {
        let before = self.document.text().to_owned();
        if after == before {
            return None;
        }
        self.waits = Some((Change { before: before.clone(), after: after.clone() }, step));
        Some((before, after))
    }

    /// Draws the stake in hand by a stroke over the table, and lays it down.
    pub(super) fn draw(&mut self, from: Vec2, to: Vec2) -> Option<(String, String)> {
        if self.waits.is_some() {
            return None;
        }
        let (stake, side) = self.stake.take()?;
        let drawn = self.document.drawn(stake, from, to);
        self.sends(self.document.with_stake(stake, &side, &drawn)?, Step::New)
    }
}

fn named(thing: &Thing) -> (String, String) {
    (thing.list.clone(), thing.name.clone())
}

/// The text with a new piece of terrain at a place of the table.
fn new_terrain(document: &Document, list: &str, kind: &str, words: &Vocabulary, middle: Vec2) -> Option<String> {
    let at = on_grid(middle, GRID);
    let square = |half: f32| {
        let corners = [Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0), Vec2::new(1.0, 1.0), Vec2::new(-1.0, 1.0)];
        points(&corners.map(|corner| at + corner * half))
    };
    let line = points(&[at - Vec2::X * 4.0, at + Vec2::X * 4.0]);
    let kind = format!("\"{kind}\"");
    let fields = match list {
        "areas" => vec![("kind", kind), ("outline", square(3.0))],
        "obstacles" => vec![("kind", kind), ("line", line)],
        "roads" => vec![("kind", kind), ("line", line), ("width", "2".to_owned())],
        "streams" => vec![("line", line), ("width", "2".to_owned())],
        "hills" => vec![("outline", square(5.0))],
        "crossings" => vec![("kind", kind), ("outline", square(1.0))],
        "buildings" => {
            let material = words.materials.first().map_or("masonry", |material| material.as_str());
            vec![("name", "\"House\"".to_owned()), ("outline", square(2.0)), ("material", format!("\"{material}\""))]
        }
        _ => return None,
    };
    document.with_terrain(list, &fields)
}
