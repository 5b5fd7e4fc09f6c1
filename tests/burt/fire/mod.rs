//! Fire (chapter 6).

mod casualties;
mod scores;
mod targets;

use grapeshot::{
    forces::{UnitId, Value},
    orders::Order,
    rulesets::{
        burt::{
            book::{
                dice,
                values::{Chit, Level},
                verbs,
            },
            fire::shot::{Effect, Load, Occasion, Shot},
            state::{cover::Cover, sequence_of_play::Step},
        },
        shared::{dice::Score, formed::block::Face},
    },
};

use crate::kit::*;

/// A blue unit with FIRE orders whose front is at (48,20), facing north, and a red battalion whose front is this many
/// inches before it.
fn duel(kind: &str, figures: u8, formation: &str, red_formation: &str, gap: f32) -> TestTable {
    table()
        .troops("blue", BLUE, kind, figures, formation, (48.0, 20.0, 90.0))
        .chit(Chit::Fire)
        .foot("red", RED, 24, red_formation, (48.0, 20.0 + gap, 270.0))
        .chit(Chit::Regroup)
}

fn lines_at(gap: f32) -> TestTable {
    duel("infantry", 24, "line", "line", gap)
}

fn battery(gun: &str, count: u8, red_formation: &str, gap: f32) -> TestTable {
    table()
        .guns("blue", BLUE, gun, count, "unlimbered", (48.0, 20.0, 90.0))
        .chit(Chit::Fire)
        .foot("red", RED, 24, red_formation, (48.0, 20.0 + gap, 270.0))
        .chit(Chit::Regroup)
}

fn shot(test: &TestBattle, load: Load) -> Shot {
    burt(test).shot(test.unit("blue"), test.unit("red"), load)
}

/// The score that small arms need.
fn to_hit(test: &TestBattle) -> i32 {
    shot(test, Load::SmallArms).to_hit()
}

/// Full dice, and whether there is an extra one.
fn dice_of(test: &TestBattle, load: Load) -> (u8, bool) {
    let shot = shot(test, load);
    (shot.full(), shot.leftover.is_some())
}

/// Step 9 begins, and blue acts first.
fn to_fire(test: &mut TestBattle) {
    put_play(test, |play| {
        play.step = Step::Fire;
        play.first = BLUE;
        play.acting = BLUE;
        play.passed = [false; 2];
    });
}

/// Why a unit may not fire at an enemy.
fn why_not(test: &TestBattle, key: &str, target: &str) -> String {
    let refusal = test.battle.check(&shoot(test, key, target)).expect_err("it may not fire");
    refusal.rule.to_string()
}

fn aims(test: &TestBattle, load: Load) -> Result<(), String> {
    let shot = burt(test).aim(test.unit("blue"), test.unit("red"), load, Occasion::Step);
    shot.map(|_| ()).map_err(|refusal| refusal.rule.to_string())
}

fn one_die(hit: i32, save: i32, effect: Effect, standing: u8) -> Shot {
    Shot {
        firer: UnitId(0),
        target: UnitId(1),
        load: Load::SmallArms,
        dice: Score::base("SB-6.4", "a die", 1),
        hit: Score::base("SB-6.5", "to hit", hit),
        leftover: None,
        save: Score::base("SB-6.6", "to save", save),
        effect,
        standing,
        floor: 2,
    }
}

/// The share of all rolls of two dice to hit and two to save in which a figure falls.
fn kills_of_all_rolls(hit: i32, save: i32) -> f32 {
    let mut kills = 0;
    for n in 0..6_u32.pow(4) {
        let die = |place: u32| (n / 6_u32.pow(place) % 6 + 1) as u8;
        let reaches = |place: u32, needed: i32| {
            let second = dice::goes_on(die(place), needed).then(|| die(place + 1));
            dice::reaches(die(place), second, needed)
        };
        kills += u32::from(reaches(0, hit) && !reaches(2, save));
    }
    kills as f32 / 6_f32.powi(4)
}
