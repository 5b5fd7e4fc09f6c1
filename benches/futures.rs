//! How many futures the computer looks into in a second, in the middle of a battle of each ruleset.

use grapeshot::{
    ai::{Commander, Grounds, Level, commander, looking_ahead},
    battle::{Battle, rulebooks},
    rulesets, scenario,
};
use std::{
    io::{Write, stdout},
    path::Path,
    time::Instant,
};

/// The battles, one of each ruleset.
const BATTLES: [&str; 5] = [
    "horse_and_musket/foraging_party",
    "old_west/stage_to_sand_springs",
    "burt/two_brigades",
    "black_powder/barrosa",
    "fire_and_fury/cooks_mills",
];
/// Turns that are played before anything is measured, so that the lines have met.
const INTO_THE_BATTLE: u16 = 3;
/// Orders before which futures are looked into.
const ORDERS: usize = 12;
/// Futures in which the orders that are left at last are tried.
const FUTURES: u32 = 8;

// What is measured is time.
#[allow(clippy::disallowed_methods)]
fn main() {
    for name in BATTLES {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scenarios/{name}.scenario.ron"));
        let scenario =
            scenario::load(&file, &rulebooks(rulesets::plugin)).unwrap_or_else(|p| panic!("{}", p.render(false)));
        let mut battle = Battle::new(&scenario, 7, rulesets::plugin);
        battle.keep_undo(0);
        let mut minds: Vec<Box<dyn Commander>> = (0..2).map(|side| commander(Level::Regular, side)).collect();
        let (mut looked, mut futures, mut seconds, mut orders) = (0, 0, 0.0, 0);
        let mut general = looking_ahead(7, FUTURES);
        while let Some(ask) = battle.awaiting().asks.first().cloned().filter(|_| looked < ORDERS) {
            let decision = minds[ask.side.index()].decide(&battle, &ask);
            if battle.view().clock().turn > INTO_THE_BATTLE {
                // The first look in a turn also tries leanings.
                general.decide(&battle, &ask);
                let start = Instant::now();
                let ahead = general.decide(&battle, &ask);
                if let Grounds::Foreseen(trials) = ahead.grounds {
                    seconds += start.elapsed().as_secs_f64();
                    futures += trials.iter().map(|trial| trial.futures).sum::<u32>();
                    looked += 1;
                }
                orders += 1;
            }
            decision.carry_out(&mut battle).expect("the computer gives allowed orders");
        }
        let rate = f64::from(futures) / seconds.max(1e-9);
        writeln!(stdout(), "{name:<36} {rate:>8.1} futures a second, {looked} of {orders} orders tried")
            .expect("it is told");
    }
}
