//! How long battles take: a whole shipped battle, a turn of one side, and what resolving an order costs among ever more
//! figures.
//!
//! The crowded tables hold units of ten on a table as much larger as there are more figures, so that each has as many
//! neighbours; the orders are those the computer gives, found once and given again.

use bevy::math::Vec2;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use grapeshot::{
    ai::{Level, commander},
    battle::{Battle, rulebooks},
    orders::Order,
    rulesets,
    scenario::{self, Scenario},
    testing::{BLUE, RED, TestTable},
    turn::{HoldTerm, HoldWhen, LossTerm, Objective, VictoryTerms},
};
use std::{
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

const FIGURES: [usize; 4] = [40, 160, 640, 2560];
/// Orders given on a crowded table.
const ORDERS: usize = 120;
/// Turns of which the mean is taken.
const TURNS: u16 = 6;

fn shipped(name: &str) -> Arc<Scenario> {
    let path = format!("scenarios/horse_and_musket/{name}.scenario.ron");
    scenario::load(Path::new(&path), &rulebooks(rulesets::plugin)).expect("the shipped scenario is good")
}

/// Units of ten in lines of close order, blue against red, ten inches apart.
fn crowd(figures: usize) -> Arc<Scenario> {
    let units = figures / 20;
    let across = (units as f32).sqrt().ceil() as usize;
    let size = 16.0 * across as f32 + 8.0;
    let mut table = TestTable::new("horse_and_musket", grapeshot::rulesets::plugin).size(size, 2.0 * size);
    for n in 0..units {
        let (column, row) = ((n % across) as f32, (n / across) as f32);
        for (side, facing, forward) in [(BLUE, 90.0, 0.0), (RED, 270.0, 11.0)] {
            let y = 6.0 + row * 30.0 + forward;
            let places: Vec<(f32, f32, f32)> = (0..10).map(|k| (4.0 + column * 16.0 + k as f32, y, facing)).collect();
            table = table.unit(&format!("{}{n}", side.0), side, &places).weapons(&["musket", "bayonet"]);
        }
    }
    Arc::new(table.turns(40).scenario())
}

/// Four guns and seven sections of foot a side, eighty figures each, who fight for the middle of a table.
fn barrage() -> Arc<Scenario> {
    let crew = [(-1.5, -1.0), (-1.5, 0.2), (1.5, -1.0), (1.5, 0.2), (-0.6, -2.1), (0.6, -2.1)];
    let mut table = TestTable::new("horse_and_musket", grapeshot::rulesets::plugin).size(72.0, 60.0).turns(10);
    for (side, facing, edge, ahead) in [(BLUE, 90.0, 0.0, 1.0), (RED, 270.0, 60.0, -1.0)] {
        let at = |x: f32, y: f32| (x, edge + ahead * y, facing);
        for n in 0..4u8 {
            let x = 9.0 + 18.0 * f32::from(n);
            let men = crew.map(|(right, forward)| at(x + right, 14.0 + forward));
            let gun = ["gun_6", "howitzer"][usize::from(n % 2)];
            table = table.unit(&format!("gun{}_{n}", side.0), side, &men).weapons(&["sword"]);
            table = table.gun(gun, at(x, 14.0), at(x, 6.0));
        }
        for n in 0..7u8 {
            let (left, y) =
                if n == 6 { (34.0, 8.0) } else { (13.0 + 18.0 * f32::from(n / 2) + 6.0 * f32::from(n % 2), 18.0) };
            let men: Vec<(f32, f32, f32)> =
                (0..8u8).map(|k| at(left + f32::from(k % 4), y - f32::from(k / 4))).collect();
            table = table.unit(&format!("foot{}_{n}", side.0), side, &men).weapons(&["musket", "bayonet"]);
        }
    }
    let middle = Objective {
        id: "middle".into(),
        name: "the middle".into(),
        at: Vec2::new(36.0, 30.0),
        radius: 6.0,
        indoors: false,
        held_by: None,
    };
    let victory = VictoryTerms {
        objectives: vec![middle],
        holds: vec![HoldTerm { objective: 0, points: 10.0, side: None, when: HoldWhen::Most }],
        losses: LossTerm { each: 1.0, ..LossTerm::default() },
        handicap: vec![0.0; 2],
        margin: 1.0,
        ..VictoryTerms::default()
    };
    Arc::new(table.victory(victory).scenario())
}

/// Plays on with the computer on both sides for this many orders, or to the end.
fn play(battle: &mut Battle, most: usize) -> Vec<Order> {
    let mut commanders = [commander(Level::Regular, 1), commander(Level::Regular, 2)];
    while battle.outcome().is_none() && battle.orders().len() < most {
        let ask = battle.awaiting().asks[0].clone();
        let order = commanders[ask.side.index()].decide(battle, &ask).order;
        battle.submit(order).expect("the computer gives allowed orders");
    }
    battle.orders().to_vec()
}

fn step(c: &mut Criterion) {
    let mut group = c.benchmark_group("step");
    group.sample_size(10).throughput(Throughput::Elements(ORDERS as u64));
    for figures in FIGURES {
        let scenario = crowd(figures);
        let mut battle = Battle::new(&scenario, 7, grapeshot::rulesets::plugin);
        battle.keep_undo(0);
        let orders = play(&mut battle, ORDERS);
        group.bench_with_input(BenchmarkId::from_parameter(figures), &orders, |bencher, orders| {
            bencher.iter_custom(|rounds| {
                let mut spent = Duration::ZERO;
                for _ in 0..rounds {
                    battle.reset(&scenario, 7);
                    let start = Instant::now();
                    for order in orders {
                        battle.submit(order.clone()).expect("the same orders are allowed again");
                    }
                    spent += start.elapsed();
                }
                spent
            });
        });
    }
    group.finish();
}

fn battle(c: &mut Criterion) {
    let mut group = c.benchmark_group("battle");
    group.sample_size(10);
    let named = ["foraging_party", "hold_the_bridge"].map(|name| (name, shipped(name)));
    for (name, scenario) in named.into_iter().chain([("four guns a side", barrage())]) {
        let mut battle = Battle::new(&scenario, 0, grapeshot::rulesets::plugin);
        battle.keep_undo(0);
        let mut seed = 0;
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                seed += 1;
                battle.reset(&scenario, seed);
                play(&mut battle, usize::MAX).len()
            });
        });
    }
    group.finish();
}

/// The computer's thoughts and what comes of them, among ever more figures.
fn think(c: &mut Criterion) {
    let mut group = c.benchmark_group("think and step");
    group.sample_size(10).throughput(Throughput::Elements(ORDERS as u64));
    for figures in FIGURES {
        let scenario = crowd(figures);
        let mut battle = Battle::new(&scenario, 7, grapeshot::rulesets::plugin);
        battle.keep_undo(0);
        group.bench_function(BenchmarkId::from_parameter(figures), |bencher| {
            bencher.iter(|| {
                battle.reset(&scenario, 7);
                play(&mut battle, ORDERS).len()
            });
        });
    }
    group.finish();
}

/// A whole turn of one side, thought and resolved, with this many units and with 2.6 times as many: the mean of
/// several, as the cards let more or fewer units act in a turn.
fn side_turn(c: &mut Criterion) {
    let mut group = c.benchmark_group("turn of a side");
    group.sample_size(10);
    for units in [10, 26] {
        let scenario = crowd(units * 20);
        let mut battle = Battle::new(&scenario, 7, grapeshot::rulesets::plugin);
        battle.keep_undo(0);
        group.bench_function(BenchmarkId::new("units", units), |bencher| {
            bencher.iter_custom(|rounds| {
                (0..rounds).map(|_| turns_of_blue(&mut battle, &scenario) / u32::from(TURNS)).sum()
            });
        });
    }
    group.finish();
}

/// The time that the first side takes in the first turns, with the computer on both sides.
fn turns_of_blue(battle: &mut Battle, scenario: &Arc<Scenario>) -> Duration {
    let mut commanders = [commander(Level::Regular, 1), commander(Level::Regular, 2)];
    let mut spent = Duration::ZERO;
    battle.reset(scenario, 7);
    while battle.outcome().is_none() && battle.view().clock().turn <= TURNS {
        let ask = battle.awaiting().asks[0].clone();
        let start = Instant::now();
        let order = commanders[ask.side.index()].decide(battle, &ask).order;
        battle.submit(order).expect("the computer gives allowed orders");
        if ask.side == BLUE {
            spent += start.elapsed();
        }
    }
    spent
}

criterion_group!(benches, step, think, battle, side_turn);
criterion_main!(benches);
