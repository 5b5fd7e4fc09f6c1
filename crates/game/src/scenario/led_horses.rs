//! The horses of men who begin on foot.

use super::{
    node::Node,
    problem::{Problem, short},
    reading::Reading,
};
use grapeshot_floor::{
    english::count,
    forces::UnitEntry,
    table::position::{Heading, Place},
};

/// Reads where the led horses of a unit of this many figures stand. A unit that has no such horses, that arrives later
/// or has fewer men than horses is a problem.
pub fn led_horses(node: &Node, entry: &UnitEntry, figures: usize, reading: &mut Reading) -> Vec<Place> {
    let Some(record) = node.get("led_horses").filter(|_| reading.words.plays("units: led_horses")) else {
        return Vec::new();
    };
    let what = short(node.text("key"));
    let points = record.points("points");
    let here = |message: String| Problem::at(node.span_of("led_horses"), message);
    if reading.rules.led_horse(entry, &reading.settings).is_none() {
        reading.problems.push(
            here(format!("unit {what:?} has no led horses"))
                .label("leave it out")
                .help("Only the men of a mounted unit who begin dismounted have led horses."),
        );
        return Vec::new();
    }
    if node.get("arrives").is_some() {
        reading.problems.push(
            here(format!("unit {what:?} arrives later, and its horses with it"))
                .label("leave it out")
                .also(node.span_of("arrives"), "when it arrives"),
        );
        return Vec::new();
    }
    if points.len() > figures && figures > 0 {
        let (horses, men) = (count(points.len(), "led horse"), figures);
        reading.problems.push(
            Problem::at(record.span_of("points"), format!("unit {what:?} has {horses} for {men} of its men"))
                .label("too many")
                .help("A man has one horse."),
        );
    }
    let facing = record.number("facing").or(node.number("facing")).unwrap_or_default();
    points.into_iter().map(|at| Place { at, facing: Heading(facing).normalized(), floor: 0 }).collect()
}
