//! A whole battle of the computer against itself.

use criterion::{Criterion, criterion_group, criterion_main};
use grapeshot::{
    ai::Level,
    battle::{Battle, rulebooks},
    rulesets, scenario,
    simulate::run::play,
};
use std::path::Path;

fn whole(criterion: &mut Criterion) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/horse_and_musket/foraging_party.scenario.ron");
    let scenario =
        scenario::load(&file, &rulebooks(rulesets::plugin)).unwrap_or_else(|p| panic!("{}", p.render(false)));
    let mut battle = Battle::new(&scenario, 1);
    battle.keep_undo(0);
    let mut group = criterion.benchmark_group("battle");
    group.sample_size(10);
    for level in [Level::Random, Level::Veteran] {
        let mut seed = 0;
        group.bench_function(level.word(), |bench| {
            bench.iter(|| {
                seed += 1;
                battle.reset(&scenario, seed);
                play(&mut battle, seed, &[level, level], 20_000)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, whole);
criterion_main!(benches);
