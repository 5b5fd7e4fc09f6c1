//! What is in the buildings of the section `terrain`: windows, rooms, stairs.

use bevy::math::Vec2;

use super::{lines, node::Node, problem::Problem, reading::Reading};
use grapeshot_floor::table::{
    measure,
    terrain::{Room, Window},
};

/// The windows that every storey has, then those that only one has.
pub fn windows(node: &Node, storeys: u8, outline: &[Vec2], reading: &mut Reading) -> Vec<Window> {
    let mut windows = Vec::new();
    let mut take = |list: &[Node], floor: Option<u8>, reading: &mut Reading| {
        for window in list {
            let Some(at) = window.as_point() else { continue };
            lines::on_outline(at, Some(window), "window", outline, reading);
            windows.push(Window { at, floor });
        }
    };
    take(node.list("windows"), None, reading);
    for entry in node.list("windows_on") {
        if let Some(floor) = floor(entry, storeys, "these windows are", reading) {
            take(entry.list("points"), Some(floor), reading);
        }
    }
    windows
}

/// The sections of the storeys.
pub fn rooms(node: &Node, storeys: u8, outline: &[Vec2], reading: &mut Reading) -> Vec<Room> {
    let mut rooms = Vec::new();
    for entry in node.list("rooms") {
        let Some(floor) = floor(entry, storeys, "this room is", reading) else { continue };
        let corners = lines::outline(entry, "outline", reading);
        for (corner, at) in entry.list("outline").iter().zip(&corners) {
            if outline.len() >= 3 && !measure::inside(*at, outline) {
                reading.problems.push(
                    Problem::at(corner.head(), "a room reaches out of its building")
                        .label("this corner")
                        .help("Its corners must lie in the building or on its outline."),
                );
            }
        }
        rooms.push(Room { name: entry.text("name").to_owned(), floor, outline: corners });
    }
    rooms
}

/// The stairs, which lead from the ground to the top.
pub fn stairs(node: &Node, storeys: u8, outline: &[Vec2], reading: &mut Reading) -> Vec<Vec2> {
    let mut stairs = Vec::new();
    for entry in node.list("stairs") {
        let Some(at) = entry.as_point() else { continue };
        if outline.len() >= 3 && !measure::well_inside(at, outline) {
            reading.problems.push(
                Problem::at(entry.head(), "stairs lie outside their building")
                    .label("these stairs")
                    .help("They must lie within the outline of the building."),
            );
        } else if storeys < 2 {
            reading.problems.push(
                Problem::at(entry.head(), "stairs lead nowhere: the building has one storey")
                    .label("these stairs")
                    .help("Leave them out, or say how many `storeys` it has."),
            );
        }
        stairs.push(at);
    }
    stairs
}

/// The floor of an entry, 0 on the ground, if the building has it.
fn floor(entry: &Node, storeys: u8, what: &str, reading: &mut Reading) -> Option<u8> {
    let storey = entry.number("storey").unwrap_or(1.0).max(1.0) as u8;
    if storey > storeys {
        let count = if storeys == 1 { "one storey".to_owned() } else { format!("{storeys} storeys") };
        reading.problems.push(
            Problem::at(entry.span_of("storey"), format!("{what} on storey {storey}, but the building has {count}"))
                .label("there is no such storey")
                .help("Storey 1 is the ground floor."),
        );
        return None;
    }
    Some(storey - 1)
}
