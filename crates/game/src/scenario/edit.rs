//! Changes to the text of a scenario. Each replaces the bytes of what it changes and leaves the rest, with its remarks and
//! its layout, as it is. What lies on the table stays on it, and what lies on an edge of it slides along that edge.
//!
//! 1. [`Document`]: the text of a scenario; [`things`]: what it says that lies at places of the table.
//! 2. `notation`: how a change is written in RON or in JSON, and fitted into what stands there.
//! 3. `fields`: what is written of a thing, of what it is worth, and of the battle itself.
//! 4. `places`: things shifted, turned, widened, bent.
//! 5. `entries`: new things, copies, and things that go.
//! 6. [`stakes`]: what a battle is about, drawn on the table.

mod entries;
mod fields;
mod notation;
mod places;
pub mod stakes;
#[cfg(test)]
mod tests;
mod things;

use bevy::math::Vec2;

pub(crate) use entries::{AHEAD, BEHIND};
pub use fields::{ABOUT, Written, meaning};
pub(crate) use notation::number;
pub use notation::points;
pub(super) use notation::replaced;
pub use places::a_radius;
use things::gather;
pub use things::{Point, Thing};

use super::{node::Node, text};

/// A text of a scenario, and the things in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    text: String,
    root: Node,
    things: Vec<Thing>,
    /// The far corner of the table.
    table: Vec2,
}

impl Document {
    /// The things in a text; none if it cannot be read at all.
    pub fn read(text: &str) -> Option<Self> {
        let root = text::parse_either(text, &mut Vec::new())?;
        let mut things = Vec::new();
        gather(&root, "", &mut things);
        let inches = |name| root.get("table").and_then(|table| table.number(name)).unwrap_or(f32::INFINITY);
        let table = Vec2::new(inches("width"), inches("height"));
        Some(Self { text: text.to_owned(), root, things, table })
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The things that lie on the table, in the order of the text.
    pub fn things(&self) -> &[Thing] {
        &self.things
    }

    fn entry(&self, thing: usize) -> Option<&Node> {
        let span = &self.things.get(thing)?.span;
        let mut node = &self.root;
        while node.span != *span {
            node = node.parts().find(|part| part.span.start <= span.start && span.end <= part.span.end)?;
        }
        Some(node)
    }
}
