//! Small battles on the frontier.

use grapeshot::{
    events::{BattleEvent, EventKind},
    forces::{PieceId, Value},
    orders::Order,
    rulesets::{
        combat_patrol::view::rulebook::SkirmishView,
        old_west::wagons::state::{Wagon, WagonsView},
    },
    testing::{BLUE, RED, TestBattle, TestTable},
};

pub use grapeshot::testing::order;

/// An empty table of 72 by 48 inches.
pub fn table() -> TestTable {
    TestTable::new("old_west", grapeshot::rulesets::plugin)
}

/// A line of this many figures from a left end, two inches apart, facing north.
pub fn line(count: u8, x: f32, y: f32) -> Vec<(f32, f32, f32)> {
    (0..count).map(|n| (x + 2.0 * f32::from(n), y, 90.0)).collect()
}

/// An enemy with a sword, far away.
pub fn far_enemy(table: TestTable) -> TestTable {
    table.unit("red", RED, &[(68.0, 44.0, 270.0)]).weapons(&["sword"])
}

/// A posse of this many at (20, 10) and an enemy far away.
pub fn posse(count: u8) -> TestTable {
    far_enemy(table().unit("blue", BLUE, &line(count, 20.0, 10.0)))
}

pub fn flag(on: bool) -> Value {
    Value::Flag(on)
}

pub fn word(word: &str) -> Value {
    Value::Word(word.into())
}

/// The battle seen through its rulebook.
pub fn cp(test: &TestBattle) -> SkirmishView<'_> {
    SkirmishView::of(test.battle.view())
}

/// The wagon with the key "coach".
pub fn wagon(test: &TestBattle) -> &Wagon {
    cp(test).coach(test.unit("coach")).expect("it is a wagon")
}

/// Says of it what it does.
pub fn put_wagon(test: &mut TestBattle, change: impl FnOnce(&mut Wagon)) {
    let mut state = wagon(test).clone();
    change(&mut state);
    test.put_unit(test.unit("coach"), "wagon", state);
}

/// Its rear axle, in hundredths of an inch.
pub fn axle(test: &TestBattle) -> (f32, f32) {
    let at = cp(test).axle(wagon(test)).at;
    ((at.x * 100.0).round() / 100.0, (at.y * 100.0).round() / 100.0)
}

/// Nobody of the unit that acts is to move.
pub fn stand(test: &mut TestBattle) {
    test.order(order(test, "declare"));
}

/// How many shots hit, and how many were fired.
pub fn hits(events: &[BattleEvent]) -> (usize, usize) {
    let shots = events.iter().filter_map(|event| match event.kind {
        EventKind::Shot { hit, .. } => Some(hit),
        _ => None,
    });
    let shots: Vec<bool> = shots.collect();
    (shots.iter().filter(|hit| **hit).count(), shots.len())
}

/// A blue unit that acts and stands, with these weapons, and a red man this many inches before its first man.
pub fn duel(weapons: &[&str], gap: f32, change: impl FnOnce(TestTable) -> TestTable) -> TestBattle {
    let table = table()
        .unit("blue", BLUE, &[(20.0, 10.0, 90.0), (16.0, 10.0, 90.0)])
        .weapons(weapons)
        .unit("red", RED, &[(20.0, 11.0 + gap, 270.0), (60.0, 40.0, 270.0)])
        .number("endurance", 6.0);
    let mut test = change(table).acting("blue");
    stand(&mut test);
    test
}

/// The first blue man's order to shoot at the first red one.
pub fn shot(test: &TestBattle) -> Order {
    order(test, "shoot").pieces([shooter(test)]).target(test.piece("red", 1))
}

/// The first blue man.
pub fn shooter(test: &TestBattle) -> PieceId {
    test.piece("blue", 1)
}

/// The activation ends, and the blue unit acts again and stands.
pub fn again(test: &mut TestBattle) {
    let unit = test.unit("blue");
    if test.battle.awaiting().asks[0].unit == Some(unit) {
        test.order(order(test, "end"));
    }
    test.act_next(unit);
    stand(test);
}
