//! The rules of the Combat Patrol core, by the chapters of its rulebook, as a ruleset on the core (`RULES`) plays them.

mod acting;
mod activation;
mod basics;
mod burst;
mod command;
mod deck;
mod foolish;
mod heroes;
mod houses;
mod looking;
mod melee;
mod melee_ends;
mod missions;
mod morale;
mod movement;
mod reaction;
mod scenario_events;
mod set_up;
mod settings;
pub(crate) mod shooting;
mod spotting;
mod unplayed;
mod victory;
mod wounds;

use super::{CLOSE_ORDER, ENDURANCE, RULES};
pub(crate) use grapeshot::{
    forces::{PieceId, SideId},
    orders::{Leg, Order, VerbId},
    rulesets::combat_patrol::view::rulebook::SkirmishView,
    testing::{BLUE, TestBattle, TestTable, order},
    turn::Zone,
};

/// An empty table.
pub(crate) fn table() -> TestTable {
    TestTable::new(RULES, grapeshot::rulesets::plugin)
}

/// The battle seen through its rulebook.
pub(crate) fn cp(test: &TestBattle) -> SkirmishView<'_> {
    SkirmishView::of(test.battle.view())
}

/// Declares these figures moving with a movement card, by its printed number.
pub(crate) fn declare(test: &mut TestBattle, pieces: Vec<PieceId>, card: u16) {
    test.cards(BLUE, &[card]);
    let order = order(test, "declare").pieces(pieces);
    test.order(order);
}

/// A leg to a point.
pub(crate) fn to(x: f32, y: f32) -> Leg {
    Leg::To(bevy::math::Vec2::new(x, y))
}

/// Twelve inches of the table from this height, in which a side sets up.
pub(crate) fn zone(side: SideId, from: f32) -> Zone {
    let outline = [(0.0, from), (60.0, from), (60.0, from + 12.0), (0.0, from + 12.0)];
    Zone { side, outline: outline.into_iter().map(bevy::math::Vec2::from).collect() }
}
