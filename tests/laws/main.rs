//! The laws that every battle keeps, over a tiny ruleset and over every scenario that is shipped.

mod arrivals;
#[path = "../duel/mod.rs"]
mod duel;
#[path = "../formed_duel/mod.rs"]
mod formed_duel;
mod found;
mod keyframes;
#[path = "../kit/mod.rs"]
mod kit;
#[path = "../period/mod.rs"]
mod period;
mod schedules;
mod secrets;
mod shipped;

use bevy::{
    app::App,
    ecs::{schedule::IntoScheduleConfigs, system::Query, world::World},
    math::Vec2,
};
use duel::{Nerve, Stance};
use grapeshot::{
    ai::{Level, commander, unerring},
    battle::{Battle, Intervention, KEYFRAMES_APART, KEYFRAMES_MOST, replay, simulation_world},
    events::{BattleEvent, EventKind, Explained, Known, RuleId, Trial},
    forces::{Fate, PieceId, SideId, UnitId, Value},
    orders::{Leg, Order, PlannedMove},
    procedure::During,
    record::{Header, Journal, JournalWriter, Snapshot},
    rulesets::{
        self,
        black_powder::{
            BLACK_POWDER,
            book::values::{Formation, Regiment},
        },
        combat_patrol::state::sequence_of_play::Stage,
        fire_and_fury::{
            book::values::Class,
            state::{
                sequence_of_play::{Charge, ChargeStage, SequenceOfPlay},
                view::FuryView,
            },
        },
        horse_and_musket::HORSE_AND_MUSKET,
    },
    scenario::{self, Scenario},
    table::position::Place,
    testing::{self, BLUE, GREEN, RED, TestBattle, TestTable, WILD},
    turn::{Ask, BattleMut, BattleView, LossTerm, Resolve, ResolveSystems, STRANGER, VictoryTerms},
};
use kit::{agreement, conduct, moments};
use rayon::iter::{IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};
use std::sync::Arc;

#[test]
fn a_duel_keeps_the_laws() {
    for seed in 0..12 {
        kit::keeps_the_laws(&duel::scenario(3, 40), duel::plugin, seed, 400);
    }
}

/// A formed ruleset of two chapters keeps the laws of all rulesets, and is played to its end by the computer.
#[test]
fn a_formed_duel_keeps_the_laws() {
    for seed in 0..6 {
        let orders = kit::keeps_the_laws(&formed_duel::scenario(3, 8), formed_duel::plugin, seed, 400);
        assert!(orders > 10, "{orders}");
    }
    kit::all_state_is_registered(&formed_duel::scenario(3, 8), formed_duel::plugin);
}

/// A battalion with its staff and a battery on each side, under Burt's rules, for this many turns.
fn two_battalions(turns: u16) -> Arc<Scenario> {
    let battalion = |table: TestTable, side: SideId, name: &str, y: f32, facing: f32| {
        let back = if facing == 90.0 { -1.5 } else { 1.5 };
        table
            .block(&format!("{name}_staff"), side, "command_element", "", (24.0, y + back, facing))
            .block(&format!("{name}_foot"), side, "infantry", "line", (24.0, y, facing))
            .number("figures", 24.0)
            .under(&format!("{name}_staff"))
            .block(&format!("{name}_guns"), side, "foot_guns", "unlimbered", (34.0, y, facing))
            .number("figures", 2.0)
    };
    let table = TestTable::new("burt", grapeshot::rulesets::plugin).size(48.0, 36.0).turns(turns);
    let table = battalion(table, BLUE, "blue", 12.0, 90.0);
    Arc::new(battalion(table, RED, "red", 22.0, 270.0).scenario())
}

#[test]
fn a_battle_of_two_battalions_keeps_the_laws() {
    kit::keeps_the_laws(&two_battalions(4), rulesets::plugin, 3, 800);
}

/// A regiment, cavalry and a battery with their leader on each side, under the rules of Fire and Fury, for this many
/// turns.
fn two_regiments(turns: u16) -> Arc<Scenario> {
    let brigade = |table: TestTable, side: SideId, name: &str, y: f32, facing: f32| {
        let back = if facing == 90.0 { -3.0 } else { 3.0 };
        table
            .block(&format!("{name}_leader"), side, "commander", "", (24.0, y + back, facing))
            .block(&format!("{name}_foot"), side, "infantry", "line", (24.0, y, facing))
            .stands(8)
            .under(&format!("{name}_leader"))
            .block(&format!("{name}_horse"), side, "cavalry", "line", (38.0, y, facing))
            .stands(4)
            .word("weapon", "none")
            .under(&format!("{name}_leader"))
            .block(&format!("{name}_guns"), side, "guns", "unlimbered", (12.0, y, facing))
            .stands(2)
            .under(&format!("{name}_leader"))
    };
    let table = TestTable::new("fire_and_fury", grapeshot::rulesets::plugin).size(48.0, 36.0).turns(turns);
    let table = brigade(table, BLUE, "blue", 12.0, 90.0);
    Arc::new(brigade(table, RED, "red", 22.0, 270.0).scenario())
}

#[test]
fn a_battle_of_two_regiments_keeps_the_laws() {
    for seed in 0..4 {
        kit::keeps_the_laws(&two_regiments(4), rulesets::plugin, seed, 800);
    }
}

/// A duel for this many turns in which chits are laid in secret.
fn with_chits(turns: u16) -> Arc<Scenario> {
    let mut scenario = Scenario::clone(&duel::scenario(3, turns));
    scenario.settings.0.insert("chits".into(), Value::Flag(true));
    Arc::new(scenario)
}

/// A duel in which the first side has a reserve of two men, in a unit of its own.
fn with_reserve(turns: u16) -> Arc<Scenario> {
    let mut scenario = Scenario::clone(&duel::scenario(3, turns));
    let mut reserve = scenario.units[0].clone();
    (reserve.key, reserve.name) = ("reserve".into(), "Reserve".into());
    reserve.pieces.truncate(2);
    for (n, man) in reserve.pieces.iter_mut().enumerate() {
        man.place.at = Vec2::new(20.0 + 2.0 * n as f32, 2.0);
    }
    scenario.units.push(reserve);
    Arc::new(scenario)
}

#[test]
fn a_duel_with_a_reserve_keeps_the_laws() {
    for seed in 0..6 {
        kit::keeps_the_laws(&with_reserve(30), duel::plugin, seed, 400);
    }
}

/// A duel in which men are sent out and called, each side with chits if wished.
fn with_scouts(turns: u16, chits: bool) -> Arc<Scenario> {
    let mut scenario = Scenario::clone(&duel::scenario(3, turns));
    scenario.settings.0.insert("scouts".into(), Value::Flag(true));
    scenario.settings.0.insert("chits".into(), Value::Flag(chits));
    scenario.changed_settings.push("scouts".into());
    if chits {
        scenario.changed_settings.push("chits".into());
    }
    Arc::new(scenario)
}

#[test]
fn a_duel_with_chits_keeps_the_laws() {
    for seed in 0..6 {
        kit::keeps_the_laws(&with_chits(12), duel::plugin, seed, 1000);
    }
}

/// A herd, a bear and two posses of the Old West.
fn with_animals() -> Arc<Scenario> {
    let men = |y: f32| [20.0, 22.0, 24.0, 26.0].map(|x| (x, y, 90.0));
    let heads = [(40.0, 20.0, 0.0), (42.0, 20.0, 0.0), (40.0, 22.0, 0.0), (38.0, 20.0, 0.0), (40.0, 18.0, 0.0)];
    let table = TestTable::new("old_west", grapeshot::rulesets::plugin).turns(3).wild();
    let table = table.unit("posse", BLUE, &men(10.0)).unit("bandits", RED, &men(30.0)).weapons(&["revolver"]);
    let table = table.unit("herd", WILD, &heads).kind("cattle").weapons(&[]).leaderless();
    Arc::new(table.unit("bear", WILD, &[(30.0, 20.0, 0.0)]).kind("grizzly_bear").leaderless().scenario())
}

/// OW-9.2: animals that nobody plays go by the same laws as everybody.
#[test]
fn a_battle_with_animals_keeps_the_laws() {
    for seed in 0..3 {
        kit::keeps_the_laws(&with_animals(), rulesets::plugin, seed, 600);
    }
    kit::all_state_is_registered(&with_animals(), rulesets::plugin);
    kit::a_snapshot_is_whole(&with_animals(), rulesets::plugin);
}

/// Three parties of the Old West who all fight each other, a man of each worth a point to whoever shoots him.
fn with_three_parties() -> Arc<Scenario> {
    let men = |x: f32, y: f32, facing: f32| [0.0, 2.0, 4.0].map(|aside| (x + aside, y, facing));
    let losses = LossTerm { each: 1.0, ..LossTerm::default() };
    let table = TestTable::new("old_west", grapeshot::rulesets::plugin).size(40.0, 30.0).turns(6).third();
    let table = table.unit("posse", BLUE, &men(8.0, 8.0, 90.0)).weapons(&["rifle"]);
    let table = table.unit("bandits", RED, &men(8.0, 20.0, 270.0)).weapons(&["revolver"]);
    let table = table.unit("rangers", GREEN, &men(22.0, 14.0, 180.0)).weapons(&["rifle"]);
    Arc::new(table.victory(VictoryTerms { losses, margin: 1.0, ..VictoryTerms::default() }).scenario())
}

/// CP-15.1: a battle of three parties goes by the same laws as one of two. The computer plays it to its end, which comes
/// with the last turn or when one party is left, and no man counts for two parties.
#[test]
fn a_battle_of_three_parties_keeps_the_laws() {
    for seed in 0..4 {
        kit::keeps_the_laws(&with_three_parties(), rulesets::plugin, seed, 900);
    }
    for seed in 0..4 {
        let mut battle = Battle::new(&with_three_parties(), seed, rulesets::plugin);
        let mut computer = commander(Level::Regular, seed);
        while let Some(ask) = battle.awaiting().asks.first().cloned() {
            let order = computer.decide(&battle, &ask).order;
            battle.submit(order).unwrap_or_else(|refusal| panic!("seed {seed}: {refusal}"));
        }
        let (view, outcome) = (battle.view(), battle.outcome().expect("it is over"));
        let lost = view.pieces().filter(|piece| matches!(view.fate(*piece), Fate::Casualty | Fate::Fled)).count();
        assert!(outcome.points.iter().sum::<f32>() <= lost as f32, "seed {seed}: {outcome:?}, {lost} lost");
        let left = view
            .sides()
            .players()
            .filter(|side| view.pieces().any(|piece| view.side_of(piece) == *side && view.in_play(piece)));
        assert!(outcome.turn == 6 || left.count() <= 1, "seed {seed}: {outcome:?}");
    }
}

/// A stagecoach with passengers, a buckboard with a Gatling, a wagon without a team, and bandits who stand about them.
fn with_wagons() -> Arc<Scenario> {
    let men = |x: f32, y: f32| [0.0, 1.5, 3.0, 4.5].map(|aside| (x + aside, y, 90.0));
    let film = Value::Word("hollywood".into());
    let table = TestTable::new("old_west", grapeshot::rulesets::plugin)
        .turns(4)
        .wild()
        .setting("style", film)
        .setting("gatling_crew", Value::Number(2.0));
    let table = table.obstacle("fence", &[(4.0, 26.0), (60.0, 26.0)]);
    let table = table.wagon("stage", BLUE, "stagecoach", (20.0, 20.0, 0.0)).weapons(&["shotgun"]);
    let table =
        table.wagon("gun", BLUE, "buckboard", (40.0, 16.0, 180.0)).wagon_gun("gatling", 2).weapons(&["revolver"]);
    let table = table.unit("guards", BLUE, &men(4.0, 4.0)).weapons(&["rifle"]).word("aboard", "stage");
    let table = table.unit("settlers", BLUE, &men(18.0, 18.0)).weapons(&["revolver"]);
    let table = table.unit("bandits", RED, &men(18.0, 23.0)).weapons(&["revolver"]).number("dynamite_figure", 2.0);
    let riders = [(30.0, 28.0, 270.0), (33.0, 28.0, 270.0), (36.0, 28.0, 270.0)];
    let table = table.unit("riders", RED, &riders).kind("mounted").weapons(&["revolver"]);
    Arc::new(table.wagon("loot", RED, "buggy", (50.0, 30.0, 90.0)).weapons(&["revolver"]).scenario())
}

/// OW-10.1: wagons and those on board go by the same laws as everybody.
#[test]
fn a_battle_with_wagons_keeps_the_laws() {
    for seed in 0..6 {
        kit::keeps_the_laws(&with_wagons(), rulesets::plugin, seed, 600);
    }
    kit::all_state_is_registered(&with_wagons(), rulesets::plugin);
    kit::a_snapshot_is_whole(&with_wagons(), rulesets::plugin);
}
