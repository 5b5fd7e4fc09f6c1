//! Battles made on demand: each checks, the same seed makes the same, no two are alike, and they come to an end.

use grapeshot::{
    ai::Level,
    battle::rulebooks,
    generate::{
        Tuning,
        balance::{Balanced, Balancing, Effort, balance},
        generate,
        wish::{Asked, Wish},
    },
    rulesets,
    simulate::{Campaign, simulate},
    turn::quick::QuickKind,
};
use std::{
    collections::BTreeSet,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};

/// Seeds that are tried for each ruleset.
fn seeds() -> u64 {
    std::env::var("SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(12)
}

#[test]
fn every_seed_makes_a_battle_of_its_own_that_checks_and_the_same_one_again() {
    let books = rulebooks(rulesets::plugin);
    let (mut failed, mut tables) = (Vec::new(), BTreeSet::new());
    let mut kinds = BTreeSet::new();
    for book in books.iter() {
        for seed in 0..seeds() {
            let wish = Wish::new(book, &Asked::default(), seed).expect("every ruleset has armies");
            kinds.insert(wish.kind.word());
            match generate(&wish, "quick", Tuning::default(), &books) {
                Ok(made) => {
                    let again = generate(&wish, "quick", Tuning::default(), &books).expect("it was made before");
                    assert_eq!(made.text, again.text, "{}", wish.command());
                    assert!(tables.insert(format!("{:?}", made.scenario.terrain)), "alike: {}", wish.command());
                }
                Err(why) => failed.push(format!("{}: {why}", wish.command())),
            }
        }
    }
    assert!(failed.is_empty(), "{} battles cannot be made:\n{}", failed.len(), failed.join("\n"));
    assert_eq!(kinds.len(), QuickKind::ALL.len(), "the seeds bring every kind: {kinds:?}");
}

#[test]
fn every_house_of_a_made_battle_has_a_name_of_its_own() {
    let books = rulebooks(rulesets::plugin);
    let mut houses = 0;
    for book in books.iter() {
        let grounds = book.vocabulary.quick.grounds.as_ref().expect("every ruleset has grounds");
        let most = grounds.grounds.iter().max_by_key(|ground| ground.houses.1).expect("there are countries");
        for period in &book.vocabulary.quick.periods {
            assert!(period.houses.len() >= usize::from(most.houses.1), "{}: {}", book.title, period.name);
        }
        for seed in 0..4 {
            let asked = Asked { ground: Some(most.key.to_string()), ..Asked::default() };
            let wish = Wish::new(book, &asked, seed).expect("it has this country");
            let made = generate(&wish, "quick", Tuning::default(), &books).expect("it can be made");
            let buildings = &made.scenario.terrain.buildings;
            let names: BTreeSet<&str> = buildings.iter().map(|house| house.name.as_str()).collect();
            assert_eq!(names.len(), buildings.len(), "{names:?}");
            assert!(names.iter().all(|name| name.starts_with("the ")), "{names:?}");
            houses += names.len();
        }
    }
    assert!(houses > 20, "{houses}");
}

/// Every kind of battle of every ruleset and size, in a country drawn from the seed.
#[test]
fn every_kind_and_size_of_battle_can_be_made() {
    let books = rulebooks(rulesets::plugin);
    let mut failed = Vec::new();
    for book in books.iter() {
        let grounds = book.vocabulary.quick.grounds.as_ref().expect("every ruleset has grounds");
        for (n, (of_size, kind)) in
            (0..grounds.sizes.len()).flat_map(|n| QuickKind::ALL.map(|kind| (n, kind))).enumerate()
        {
            let size = &grounds.sizes[of_size];
            let asked =
                Asked { size: Some(size.key.to_string()), kind: Some(kind.word().to_owned()), ..Asked::default() };
            let wish = Wish::new(book, &asked, n as u64).expect("it has all of these");
            match generate(&wish, "quick", Tuning::default(), &books) {
                Ok(made) => {
                    let (table, units) = (made.scenario.terrain.size, made.scenario.units.len());
                    assert_eq!(grounds.size_of(table, units), of_size, "{units} units: {}", wish.command());
                }
                Err(why) => failed.push(format!("{}: {why}", wish.command())),
            }
        }
    }
    assert!(failed.is_empty(), "{} battles cannot be made:\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn battles_made_on_demand_come_to_an_end() {
    let books = rulebooks(rulesets::plugin);
    for book in books.iter() {
        for seed in 0..seeds().div_ceil(6) {
            let asked = Asked { size: Some("small".to_owned()), ..Asked::default() };
            let wish = Wish::new(book, &asked, seed).expect("every ruleset has small battles");
            let made = generate(&wish, "quick", Tuning::default(), &books).expect("it can be made");
            let levels = vec![Level::Recruit; 2];
            let campaign = Campaign { levels, ..Campaign::new(made.scenario, 1, seed, rulesets::plugin) };
            let report = simulate(&campaign, &AtomicBool::new(false), &|| {}).expect("nothing is recorded");
            assert_eq!(report.results[0].error, None, "{}", wish.command());
        }
    }
}

#[test]
fn what_the_lists_do_not_have_is_answered_with_what_they_have() {
    let books = rulebooks(rulesets::plugin);
    let book = books.get("horse_and_musket").expect("it is there");
    let wrong = |asked: Asked| Wish::new(book, &asked, 1).expect_err("it is not in the lists");
    let size = wrong(Asked { size: Some("huge".to_owned()), ..Asked::default() });
    assert!(size.contains("huge") && size.contains("small"), "{size}");
    let kind = wrong(Asked { kind: Some("siege".to_owned()), ..Asked::default() });
    assert!(kind.contains("siege") && kind.contains("ambush"), "{kind}");
    let army = wrong(Asked { armies: vec!["romans".to_owned()], ..Asked::default() });
    assert!(army.contains("romans") && army.contains("french"), "{army}");
    let first = book.vocabulary.quick.armies[0].key.to_string();
    let same = wrong(Asked { armies: vec![first.clone(), first.clone()], ..Asked::default() });
    assert!(same.contains("does not fight"), "{same}");
}

#[test]
fn a_battle_is_played_until_it_is_even_or_it_is_said_that_it_is_not() {
    let books = rulebooks(rulesets::plugin);
    let book = books.get("horse_and_musket").expect("it is there");
    let asked = Asked { size: Some("small".to_owned()), kind: Some("meeting".to_owned()), ..Asked::default() };
    let wish = Wish::new(book, &asked, 3).expect("it has all of these");
    let told = AtomicU64::new(0);
    let effort = Effort { battles: 24, jobs: 2 };
    let stop = AtomicBool::new(false);
    let count = || {
        told.fetch_add(1, Ordering::Relaxed);
    };
    let balanced = balance(&wish, "quick", &books, rulesets::plugin, effort, &stop, &count).expect("it can be made");
    assert_eq!(balanced.played, told.load(Ordering::Relaxed));
    // A battle on trial is played to its end.
    assert!((24..24 + 48).contains(&balanced.played), "{}", balanced.played);
    let mut by_portions = Balancing::new(wish, "quick".to_owned(), books, rulesets::plugin, effort);
    let again = loop {
        if let Some(again) = by_portions.step(10, &stop, &|| {}) {
            break again.expect("it can be made");
        }
    };
    let seen = |balanced: &Balanced| (balanced.tuning, balanced.fairness.clone(), balanced.played);
    assert_eq!(seen(&again), seen(&balanced), "battles by portions come out otherwise");
    assert_eq!(balanced.is_even(), balanced.verdict().starts_with("Both sides"), "{}", balanced.verdict());
    let fairness = &balanced.fairness;
    assert_eq!(fairness.hash, format!("{:016x}", balanced.generated.scenario.hash), "it is of the file as it is now");
    assert!((1..=balanced.played).contains(&fairness.battles) && fairness.wins.len() == 2, "{fairness:?}");
}
