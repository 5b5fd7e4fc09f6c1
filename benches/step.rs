//! What the computer does again and again over one order: check, resolve, snapshot, checksum, list the candidates.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use grapeshot::{
    ai::{Level, commander},
    battle::{Battle, rulebooks},
    rulesets, scenario,
};
use std::{hint::black_box, path::Path};

/// Orders given before anything is measured, so that the lines have met.
const INTO_THE_BATTLE: usize = 60;

fn battle() -> Battle {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/horse_and_musket/foraging_party.scenario.ron");
    let scenario =
        scenario::load(&file, &rulebooks(rulesets::plugin)).unwrap_or_else(|p| panic!("{}", p.render(false)));
    let mut battle = Battle::new(&scenario, 7, grapeshot::rulesets::plugin);
    let mut commanders = [commander(Level::Regular, 7), commander(Level::Regular, 8)];
    for _ in 0..INTO_THE_BATTLE {
        let Some(ask) = battle.awaiting().asks.first().cloned() else { break };
        let order = commanders[ask.side.index()].decide(&battle, &ask).order;
        battle.submit(order).expect("the computer gives allowed orders");
    }
    battle
}

fn step(criterion: &mut Criterion) {
    let mut battle = battle();
    battle.keep_undo(0);
    let snapshot = battle.snapshot();
    let ask = battle.awaiting().asks[0].clone();
    let order = commander(Level::Random, 1).decide(&battle, &ask).order;
    criterion.bench_function("check", |bench| bench.iter(|| battle.check(black_box(&order))));
    criterion.bench_function("candidates", |bench| {
        bench.iter(|| battle.rules().candidates(&battle.view_of(ask.side), black_box(&ask)));
    });
    criterion.bench_function("checksum", |bench| bench.iter(|| battle.checksum()));
    criterion.bench_function("snapshot", |bench| bench.iter(|| battle.snapshot()));
    criterion.bench_function("submit and restore", |bench| {
        bench.iter_batched(
            || order.clone(),
            |order| {
                let events = battle.submit(order);
                battle.restore(&snapshot);
                events
            },
            BatchSize::SmallInput,
        );
    });
}

criterion_group!(benches, step);
criterion_main!(benches);
