//! Morale tests (chapter 8), and rallying (SB-10.5).

mod modifiers;
mod routs;
mod tests;

use bevy::math::Vec2;
use grapeshot::{
    events::BattleEvent,
    orders::Order,
    rulesets::{
        burt::{
            book::{
                dice,
                values::{Chit, Level, Motion, Reason},
                verbs,
            },
            morale::modifiers::Circumstances,
            state::sequence_of_play::{Assault, AssaultStage, Step},
        },
        shared::formed::block::Face,
    },
};

use crate::kit::*;

/// A blue line of class C whose front is at (48,20), facing north, and a red line in sight 25 inches before it: nothing
/// adds to a test.
pub fn field() -> TestTable {
    table()
        .foot("blue", BLUE, 24, "line", (48.0, 20.0, 90.0))
        .chit(Chit::Regroup)
        .foot("red", RED, 24, "line", (48.0, 45.0, 270.0))
        .chit(Chit::Regroup)
}

fn circumstances(test: &TestBattle, enemies: &[&str]) -> Circumstances {
    let enemies = enemies.iter().map(|key| test.unit(key)).collect();
    Circumstances { enemies, ..Circumstances::default() }
}

/// The score that blue needs in a test that enemies cause.
fn needed_against(test: &TestBattle, reason: Reason, enemies: &[&str]) -> i32 {
    let about = circumstances(test, enemies);
    burt(test).morale_needed(test.unit("blue"), reason, &about).needed()
}

fn needed(test: &TestBattle, reason: Reason) -> i32 {
    needed_against(test, reason, &[])
}

/// What is added to the die of class C in a test for losses by fire.
fn added(test: &TestBattle) -> i32 {
    4 - needed(test, Reason::Casualties)
}

fn added_against(test: &TestBattle, reason: Reason, enemies: &[&str]) -> i32 {
    4 - needed_against(test, reason, enemies)
}

/// Red assaults blue, from a point.
fn assaulted(test: &mut TestBattle, assaulter: &str, edge: Face) {
    let (unit, target, start) = (test.unit(assaulter), test.unit("blue"), front(test, assaulter));
    put_assault(test, Assault { unit, target, edge, start, left: 0.0, stage: AssaultStage::Declared, pursuit: false });
}

fn put_assault(test: &mut TestBattle, assault: Assault) {
    put_play(test, |play| play.assaults.push(assault));
}

/// Steps 9 to 12 without anybody acting; the events until the next turn begins.
pub fn evening(test: &mut TestBattle) -> Vec<BattleEvent> {
    put_play(test, |play| {
        play.step = Step::Fire;
        play.first = BLUE;
        play.acting = BLUE;
        play.passed = [false, true];
    });
    test.order(Order::new(BLUE, &verbs::PASS))
}

/// The units that tested, with their reasons, in order.
fn tests_of(events: &[BattleEvent]) -> Vec<String> {
    let tests = with_rule(events, "SB-8.1").into_iter().filter(|event| event.text.contains(" tests morale"));
    tests.map(|event| event.text.split(':').next().unwrap_or_default().to_owned()).collect()
}

/// A unit lost figures to fire in this turn.
fn shot_at(test: &mut TestBattle, key: &str, lost: u8) {
    put_losses(test, key, lost);
    let figures = figures(test, key) + lost;
    put_work(test, key, |work| {
        work.figures = figures;
        work.lost = lost;
        work.lost_to_fire = lost;
    });
}
