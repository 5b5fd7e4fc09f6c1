//! What a battle is about, as a designer draws it on the table: objectives, zones and edges that earn points, and the
//! zones in which sides set up. What is drawn is on the table, and an edge is on its edge.

use bevy::math::Vec2;
use std::ops::Range;

use super::{Document, a_radius, number};
use crate::scenario::{node::Node, written};
use grapeshot_floor::{
    english::{capital, words::in_words},
    forces::Edge,
    turn::Vocabulary,
};

in_words! {
    /// Something that a battle is about.
    pub enum Stake: ALL, word, meaning, how {
        /// A place worth holding.
        Objective = "objective",
            "a place that earns points for who holds it at the end",
            "Click where its middle is to be, or draw from there to its rim.";
        /// An area that earns points.
        Zone = "zone for points",
            "an area in which the pieces of the side earn points at the end",
            "Click where its middle is to be, or draw from corner to corner.";
        /// A stretch of an edge that earns points.
        Exit = "edge to leave over",
            "a stretch of an edge over which the pieces of the side earn points by leaving",
            "Click near an edge of the table, or draw along it.";
        /// The zone in which a side sets up.
        SetUp = "set-up zone",
            "where the side may place its units before the first turn",
            "Click where its middle is to be, or draw from corner to corner.";
    }
}

/// What is drawn of a stake, in inches of the table.
#[derive(Debug, Clone, PartialEq)]
pub enum Drawn {
    /// A circle: its middle, its radius.
    Round(Vec2, f32),
    /// An area, by its corners.
    Area(Vec<Vec2>),
    /// A stretch of an edge, by its ends.
    Edge(Vec<Vec2>),
}

/// A stroke shorter than this is a click, and nothing is drawn narrower, in inches.
const LEAST: f32 = 1.0;
/// The radius of an objective that was clicked, in inches.
const USUAL_RADIUS: f32 = 3.0;
/// The length and the breadth of a zone that was clicked, in inches; the smallest table is as large.
const USUAL_ZONE: f32 = 6.0;
/// The length of an edge that was clicked, in inches.
const USUAL_EDGE: f32 = 12.0;

impl Stake {
    /// Whether a ruleset plays it.
    pub fn is_played(self, words: &Vocabulary) -> bool {
        words.plays(match self {
            Self::Objective => "victory: objectives",
            Self::Zone => "victory: zones",
            Self::Exit => "victory: exits",
            Self::SetUp => "sides: zone",
        })
    }

    /// Whether it is one of a side.
    pub fn is_of_a_side(self) -> bool {
        self != Self::Objective
    }
}

impl Document {
    /// What a stroke over the table draws of a stake; a click draws a usual one.
    pub fn drawn(&self, stake: Stake, from: Vec2, to: Vec2) -> Drawn {
        let (from, to) = (self.on_table(from), self.on_table(to));
        let clicked = from.distance(to) < LEAST;
        match stake {
            Stake::Objective if clicked => Drawn::Round(from, USUAL_RADIUS),
            Stake::Objective => Drawn::Round(from, a_radius(from.distance(to))),
            Stake::Zone | Stake::SetUp => {
                let half = Vec2::splat(USUAL_ZONE / 2.0);
                let (low, high) = if clicked { (from - half, from + half) } else { (from.min(to), from.max(to)) };
                let size = (high - low).max(Vec2::splat(LEAST));
                let low = low.min(self.table - size).max(Vec2::ZERO);
                let [east, north] = [Vec2::X, Vec2::Y].map(|way| way * size);
                Drawn::Area(vec![low, low + east, low + size, low + north])
            }
            Stake::Exit => {
                let (corner, along) = self.edge_near(from).1;
                let (at, length) = (from.dot(along), self.table.dot(along));
                let half = USUAL_EDGE / 2.0;
                let (low, high) = if clicked { (at - half, at + half) } else { (at, to.dot(along)) };
                let long = (high - low).abs().clamp(LEAST, length);
                let low = low.min(high).min(length - long).max(0.0);
                Drawn::Edge(vec![corner + along * low, corner + along * (low + long)])
            }
        }
    }

    /// The text with what was drawn of a stake; `side` is the key of its side, if it is one of a side. A side has one zone
    /// to set up in, and may leave over an edge that earns points for it. None if the file has no such side.
    pub fn with_stake(&self, stake: Stake, side: &str, drawn: &Drawn) -> Option<String> {
        match (stake, drawn) {
            (Stake::Objective, Drawn::Round(at, radius)) => {
                let id = self.free_id("place");
                let name = capital(&id.replace('_', " "));
                let (at, radius) = (self.point(*at), number(*radius));
                let entry = format!("(id: \"{id}\", name: \"{name}\", at: {at}, radius: {radius})");
                let text = self.with_term("objectives", &entry)?;
                Self::read(&text)?.with_term("holds", &format!("(objective: \"{id}\", points: 1)"))
            }
            (Stake::Zone, Drawn::Area(corners)) => {
                let (side, name) = (self.side(side)?.text("key"), self.free_name("zone"));
                let outline = self.points(corners);
                self.with_term("zones", &format!("(name: {name}, side: \"{side}\", outline: {outline}, each: 1)"))
            }
            (Stake::SetUp, Drawn::Area(corners)) => {
                let outline = self.as_the_file(&self.points(corners));
                Some(self.replaced(vec![self.field(self.side(side)?, "zone", &outline)?]))
            }
            (Stake::Exit, Drawn::Edge(ends)) => {
                let middle = ends.iter().sum::<Vec2>() / ends.len().max(1) as f32;
                let edge = written::edge(self.edge_near(middle).0);
                let name = self.free_name(&format!("off the {} edge", edge.trim_matches('"')));
                let (side, line) = (self.side(side)?, self.points(ends));
                let key = side.text("key");
                let opened = self.replaced(self.over(side, &edge).into_iter().collect());
                let entry = format!("(name: {name}, side: \"{key}\", line: {line}, each: 1)");
                Self::read(&opened)?.with_term("exits", &entry)
            }
            _ => None,
        }
    }

    /// The text with one more entry, as RON, in a list of the terms of victory, which are made if there are none.
    pub(super) fn with_term(&self, list: &str, entry: &str) -> Option<String> {
        if let Some(section) = self.root.get("victory") {
            return Some(self.with_entry(section, list, entry));
        }
        let (name, last) = self.root.fields().last()?;
        let terms = self.as_the_file(&format!("({list}: [{entry}])"));
        let written = format!("{}: {terms}", self.name("victory"));
        Some(self.replaced(vec![self.behind(&(name.span.start..last.span.end), &written)]))
    }

    /// The change that lets a side leave the table over an edge, a word in quotes, unless it may already.
    fn over(&self, side: &Node, edge: &str) -> Option<(Range<usize>, String)> {
        let Some(edges) = side.get("exit_edges") else { return self.field(side, "exit_edges", &format!("[{edge}]")) };
        if edges.all().iter().any(|known| self.text[known.span.clone()] == *edge) {
            return None;
        }
        Some(match edges.all().last() {
            Some(last) => self.behind(&last.span, edge),
            None => (edges.span.start + 1..edges.span.start + 1, edge.to_owned()),
        })
    }

    fn side(&self, key: &str) -> Option<&Node> {
        self.root.list("sides").iter().find(|side| side.text("key") == key)
    }

    /// A list of points as RON.
    fn points(&self, points: &[Vec2]) -> String {
        let points: Vec<String> = points.iter().map(|point| self.point(*point)).collect();
        format!("[{}]", points.join(", "))
    }

    /// A name in quotes that nothing in the file has: the words, else with a number.
    fn free_name(&self, words: &str) -> String {
        let numbered = (2..).map(|n| written::text(format!("{words} {n}")));
        let taken = |name: &String| self.text.contains(name.as_str());
        std::iter::once(written::text(words)).chain(numbered).find(|name| !taken(name)).unwrap_or_default()
    }

    /// The edge of the table that is nearest to a place on it, the corner at which it begins, and its direction.
    fn edge_near(&self, at: Vec2) -> (Edge, (Vec2, Vec2)) {
        let far = self.table - at;
        let (east, north) = (Vec2::new(self.table.x, 0.0), Vec2::new(0.0, self.table.y));
        let edges = [
            (at.x, Edge::West, (Vec2::ZERO, Vec2::Y)),
            (far.x, Edge::East, (east, Vec2::Y)),
            (at.y, Edge::South, (Vec2::ZERO, Vec2::X)),
            (far.y, Edge::North, (north, Vec2::X)),
        ];
        let nearest = edges.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
        nearest.map_or((Edge::West, (Vec2::ZERO, Vec2::Y)), |(_, edge, line)| (edge, line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "(
    table: (width: 40, height: 30),
    sides: [
        (key: \"us\", own_edge: \"south\", exit_edges: [\"north\"]),
        (key: \"them\", own_edge: \"north\"),
    ],
    units: [],
)
";

    fn drawn(text: &str, stake: Stake, from: (f32, f32), to: (f32, f32)) -> String {
        let document = Document::read(text).expect("it can be read");
        let drawn = document.drawn(stake, from.into(), to.into());
        let after = document.with_stake(stake, "us", &drawn).expect("there is such a side");
        assert!(Document::read(&after).is_some(), "{after}");
        after
    }

    #[test]
    fn an_objective_comes_with_what_it_is_worth() {
        let text = drawn(TEXT, Stake::Objective, (20.0, 10.0), (20.0, 14.5));
        let place = "objectives: [(id: \"place\", name: \"Place\", at: (20, 10), radius: 4.5)]";
        assert!(text.contains(place) && text.contains("holds: [(objective: \"place\", points: 1)]"), "{text}");
        assert!(text.contains("    units: [],\n    victory: ("), "the section is made: {text}");
        let second = drawn(&text, Stake::Objective, (5.0, 5.0), (5.0, 5.0));
        assert!(second.contains("(id: \"place_2\", name: \"Place 2\", at: (5, 5), radius: 3)"), "{second}");
        assert!(second.contains("(objective: \"place_2\", points: 1)"), "{second}");
    }

    #[test]
    fn a_zone_is_drawn_from_corner_to_corner_on_the_table() {
        let text = drawn(TEXT, Stake::Zone, (30.0, 20.0), (45.0, 12.0));
        let zone = "(name: \"zone\", side: \"us\", outline: [(30, 12), (40, 12), (40, 20), (30, 20)], each: 1)";
        assert!(text.contains(zone), "{text}");
        let clicked = drawn(&text, Stake::Zone, (39.0, 15.0), (39.0, 15.0));
        let zone = "(name: \"zone 2\", side: \"us\", outline: [(34, 12), (40, 12), (40, 18), (34, 18)], each: 1)";
        assert!(clicked.contains(zone), "{clicked}");
    }

    #[test]
    fn a_side_has_one_zone_to_set_up_in() {
        let text = drawn(TEXT, Stake::SetUp, (0.0, 0.0), (10.0, 5.0));
        assert!(text.contains("[\"north\"], zone: [(0, 0), (10, 0), (10, 5), (0, 5)])"), "{text}");
        let other = drawn(&text, Stake::SetUp, (2.0, 0.0), (10.0, 0.2));
        assert!(other.contains("zone: [(2, 0), (10, 0), (10, 1), (2, 1)])"), "not narrower than an inch: {other}");
    }

    #[test]
    fn an_edge_is_on_its_edge_and_open_to_the_side() {
        let text = drawn(TEXT, Stake::Exit, (39.0, 12.0), (20.0, 28.0));
        assert!(text.contains("exit_edges: [\"north\", \"east\"]"), "{text}");
        let exit = "(name: \"off the east edge\", side: \"us\", line: [(40, 12), (40, 28)], each: 1)";
        assert!(text.contains(exit), "{text}");
        let clicked = drawn(&text, Stake::Exit, (2.0, 29.5), (2.0, 29.5));
        assert!(clicked.contains("exit_edges: [\"north\", \"east\"]"), "it may leave there already: {clicked}");
        assert!(clicked.contains("line: [(0, 30), (12, 30)]"), "{clicked}");
    }

    #[test]
    fn in_json_it_is_written_as_json() {
        let text = "{\"table\": {\"width\": 40, \"height\": 30}, \"sides\": [{\"key\": \"us\"}]}";
        let after = drawn(text, Stake::Exit, (0.0, 10.0), (0.0, 20.0));
        let exits = "\"exits\": [{\"name\": \"off the west edge\", \"side\": \"us\", \"line\": [[0, 10], [0, 20]]";
        assert!(after.contains(exits) && after.contains("\"exit_edges\": [\"west\"]"), "{after}");
    }
}
