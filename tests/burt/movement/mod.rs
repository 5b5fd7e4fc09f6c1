//! Movement (chapter 4), and what each order allows to move (SB-3.3 to SB-3.5).

mod ground;
mod others;
mod rates;

use bevy::math::Vec2;
use grapeshot::{
    orders::{Leg, Plan},
    rulesets::burt::{
        book::{
            values::{Chit, Level, Motion},
            verbs,
        },
        state::sequence_of_play::Step,
    },
};

use crate::kit::*;

/// A table with an enemy far off who does nothing.
pub fn field() -> TestTable {
    table().foot("red", RED, 24, "line", (90.0, 58.0, 270.0)).chit(Chit::Regroup)
}

/// The battle at step 5, blue to act.
pub fn manoeuvres(table: TestTable) -> TestBattle {
    let mut test = table.battle();
    go_to(&mut test, Step::Manoeuvres);
    test
}

/// The battle at step 6, blue to act.
fn reserves(table: TestTable) -> TestBattle {
    let mut test = table.battle();
    go_to(&mut test, Step::Reserves);
    test
}

/// What an order to blue would do.
pub fn plan(test: &TestBattle, legs: &[Leg]) -> Plan {
    let order = march(test, "blue", legs);
    test.battle.check(&order).unwrap_or_else(|refusal| panic!("refused: {refusal}"))
}

/// Blue marches; how far the middle of its front comes.
pub fn goes(test: &mut TestBattle, legs: &[Leg]) -> f32 {
    let from = front(test, "blue");
    let order = march(test, "blue", legs);
    test.order(order);
    front(test, "blue").distance(from)
}

fn refused(test: &mut TestBattle, legs: &[Leg]) -> (String, String) {
    let order = march(test, "blue", legs);
    test.refused(order)
}

fn wheel(test: &TestBattle, degrees: f32) -> Leg {
    Leg::Wheel { about: Some(test.piece("blue", 1)), degrees }
}

fn back(inches: f32) -> Leg {
    Leg::March { inches, aside: 180.0 }
}

fn aside(inches: f32, aside: f32) -> Leg {
    Leg::March { inches, aside }
}

fn line() -> TestTable {
    field().foot("blue", BLUE, 24, "line", (20.0, 20.0, 90.0))
}

fn column() -> TestTable {
    field().foot("blue", BLUE, 24, "column", (20.0, 20.0, 90.0))
}
