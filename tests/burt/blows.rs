//! Whoever is in a melee strikes, and every melee ends: a law of whole battles (SB-9.10, SB-9.17).

use grapeshot::{
    ai::{Level, commander},
    battle::{Battle, rulebooks},
    events::BattleEvent,
    forces::UnitId,
    rulesets::{
        self,
        burt::{book::values::Arm, state::view::BurtView},
    },
    scenario,
};
use std::{collections::BTreeMap, path::Path};

/// The number of rounds that no two units fight against each other.
const LONG: usize = 10;

/// What is known of the melees of a battle.
#[derive(Default)]
struct Melees {
    /// The rounds that were fought.
    rounds: usize,
    /// The names in the round under way, and its blows.
    round: (String, Vec<String>),
    /// The turns for which two units have been in contact without a pause.
    together: BTreeMap<(UnitId, UnitId), usize>,
}

impl Melees {
    /// Looks at the events of an order.
    fn look_at(&mut self, battle: &Battle, events: &[BattleEvent], at: &str) {
        for event in events {
            match (event.rule.0.as_ref(), event.text.strip_prefix("Melee: ")) {
                ("SB-9.13", Some(names)) => self.round = (names.to_owned(), Vec::new()),
                ("SB-9.11", _) => self.round.1.push(event.text.clone()),
                ("SB-9.14", _) => self.all_strike(&BurtView::of(battle.view()), at),
                _ => {}
            }
        }
    }

    /// A round is over.
    fn all_strike(&mut self, burt: &BurtView, at: &str) {
        self.rounds += 1;
        let (names, blows) = &self.round;
        for unit in
            burt.all_units().filter(|unit| format!(", {names}, ").contains(&format!(", {}, ", burt.name(*unit))))
        {
            let name = burt.name(unit);
            let strikes = blows.iter().any(|blow| blow.starts_with(&format!("{name} strike")));
            assert!(strikes || burt.arm(unit) == Arm::Wagon, "{at}: {name} has no die: {blows:#?}");
        }
    }

    /// Looks at who is in contact when a turn begins.
    fn look_at_turn(&mut self, battle: &Battle, at: &str) {
        let burt = BurtView::of(battle.view());
        let fights = &burt.play().fights;
        let pairs = fights.iter().map(|fight| (fight.contact.attacker, fight.contact.defender));
        self.together = pairs.map(|pair| (pair, self.together.get(&pair).map_or(1, |turns| turns + 1))).collect();
        for ((one, other), turns) in &self.together {
            assert!(*turns < LONG, "{at}: {} and {} fight for {turns} turns", burt.name(*one), burt.name(*other));
        }
    }
}

/// Plays a battle to its end, and gives the rounds of melee that it saw.
fn rounds_of(file: &str, level: Level, seed: u64) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/burt").join(format!("{file}.scenario.ron"));
    let scenario = scenario::load(&path, &rulebooks(rulesets::plugin)).expect("it is shipped");
    let mut battle = Battle::new(&scenario, seed, rulesets::plugin);
    let mut commanders = [seed, seed + 1].map(|seed| commander(level, seed));
    let (mut melees, mut turn) = (Melees::default(), 0);
    while battle.outcome().is_none() {
        let ask = battle.awaiting().asks.first().expect("somebody is asked").clone();
        let order = commanders[ask.side.index()].decide(&battle, &ask).order;
        let events = battle.submit(order).expect("a commander gives orders that are allowed");
        let at = format!("{file} seed {seed} order {}", battle.orders().len());
        melees.look_at(&battle, &battle.log().events()[events], &at);
        let now = battle.view().clock().turn;
        if now != turn {
            turn = now;
            melees.look_at_turn(&battle, &at);
        }
    }
    melees.rounds
}

/// SB-9.10, SB-9.17: in battles with blind orders and in battles of the computer.
#[test]
fn whoever_is_in_a_melee_strikes_and_every_melee_ends() {
    let mut rounds = 0;
    for file in ["two_brigades", "columbeira", "reichenbach", "fuentes_houses"] {
        rounds += (0..3).map(|seed| rounds_of(file, Level::Random, seed)).sum::<usize>();
        rounds += rounds_of(file, Level::Recruit, 1);
    }
    rounds += (2..6).map(|seed| rounds_of("reichenbach", Level::Recruit, seed)).sum::<usize>();
    assert!(rounds >= 40, "{rounds} rounds are too few to tell");
}
