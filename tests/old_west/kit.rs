//! Small battles on the frontier.

use grapeshot::{
    forces::Value,
    testing::{BLUE, RED, TestTable},
};

/// An empty table of 72 by 48 inches.
pub fn table() -> TestTable {
    TestTable::new("old_west")
}

/// A line of so many figures from a left end, two inches apart, facing north.
pub fn line(count: u8, x: f32, y: f32) -> Vec<(f32, f32, f32)> {
    (0..count).map(|n| (x + 2.0 * f32::from(n), y, 90.0)).collect()
}

/// An enemy with a sword, far away.
pub fn far_enemy(table: TestTable) -> TestTable {
    table.unit("red", RED, &[(68.0, 44.0, 270.0)]).weapons(&["sword"])
}

/// A posse of so many at (20, 10) and an enemy far away.
pub fn posse(count: u8) -> TestTable {
    far_enemy(table().unit("blue", BLUE, &line(count, 20.0, 10.0)))
}

/// A flag.
pub fn flag(on: bool) -> Value {
    Value::Flag(on)
}
