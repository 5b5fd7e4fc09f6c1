//! Whole battles with blind orders: nothing breaks, nothing stands on anything, everything is explained.

use super::*;
use grapeshot::{battle::Battle, chance::Chance, orders::VerbId as Verb, scenario::Scenario, turn::Ask};
use std::sync::Arc;

/// Two mixed armies near each other, with woods, a house and a wall between them.
fn field() -> Arc<Scenario> {
    let mut table = officers(TestTable::new("black_powder", grapeshot::rulesets::plugin).size(72.0, 60.0).turns(8))
        .setting("brigade_break_share", Value::Number(1.0))
        .setting("army_break_share", Value::Number(1.0))
        .setting("off_table_return", flag(true))
        .setting("disordered_retire", flag(true))
        .setting("infantry_sweep", flag(true))
        .area("woods", (4.0, 24.0), (16.0, 34.0))
        .area("rough", (50.0, 26.0), (66.0, 34.0))
        .obstacle("hedge", &[(20.0, 30.0), (34.0, 30.0)])
        .building((38.0, 27.0), (44.0, 31.0), &[], &[]);
    let army = [
        ("line_infantry", "line"),
        ("french_line", "mixed_line"),
        ("french_light", "skirmish"),
        ("line_infantry", "attack_column"),
        ("foot_battery", "deployed"),
        ("dragoons", "line"),
        ("lancers", "line"),
        ("horse_battery", "limbered"),
        ("irregular_cavalry_small", "skirmish"),
        ("line_infantry_small", "march_column"),
    ];
    let rules = ["valiant", "steady", "wavering", "terrifying_charge", "stubborn", "ferocious_charge"];
    for (n, (kind, formation)) in army.into_iter().enumerate() {
        let (x, row) = (7.0 + 13.0 * (n % 5) as f32, (n / 5) as f32);
        table = table.blue(&format!("b{n}"), kind, formation, (x, 22.0 - 9.0 * row, 90.0));
        table = table.red(&format!("r{n}"), kind, formation, (x, 38.0 + 9.0 * row, 270.0));
        if n < rules.len() && kind.contains("infantry") {
            table = table.rules(&[rules[n], "fire_and_evade"]);
        }
    }
    let mut scenario = table.scenario();
    scenario.sides[0].own_edge = grapeshot::forces::Edge::South;
    Arc::new(scenario)
}

/// An order made of what the question offers, at random.
fn blind(battle: &Battle, ask: &Ask, chance: &mut Chance) -> Order {
    let stream = StreamId::new("blind");
    let mut pick = |below: usize| chance.pick(&stream, below.max(1));
    let offered: Vec<&Verb> = ask.verbs.iter().filter(|verb| **verb != verbs::CONCEDE).collect();
    let charge = offered.iter().copied().find(|verb| **verb == verbs::CHARGE);
    let verb = match charge {
        Some(charge) if pick(3) > 0 => charge,
        _ => offered[pick(offered.len())],
    };
    let mut order = Order::new(ask.side, verb);
    if !ask.choices.is_empty() {
        order = order.choice(ask.choices[pick(ask.choices.len())].0.clone());
    }
    let view = battle.view();
    let pieces: Vec<_> = view.pieces().filter(|piece| view.in_play(*piece)).collect();
    let enemies: Vec<_> = pieces.iter().copied().filter(|piece| view.side_of(*piece) != ask.side).collect();
    if !ask.pieces.is_empty() && ![verbs::MOVE, verbs::REFORM, verbs::SWEEP].contains(verb) {
        let count = if pick(3) == 0 { 2 } else { 1 };
        let named: Vec<_> = (0..count).map(|_| ask.pieces[pick(ask.pieces.len())]).collect();
        order = order.pieces(named);
    }
    if [verbs::CHARGE, verbs::SHOOT, verbs::SWEEP].contains(verb) && !enemies.is_empty() {
        order = order.target(enemies[pick(enemies.len())]);
    }
    if *verb == verbs::FIGHT && !ask.pieces.is_empty() {
        order = Order::new(ask.side, verb).target(ask.pieces[pick(ask.pieces.len())]);
    }
    if [verbs::MARCH, verbs::FOLLOW, verbs::MOVE, verbs::RIDE, verbs::CHARGE].contains(verb) && pick(4) != 0 {
        let leg = match pick(4) {
            0 if *verb != verbs::RIDE => Leg::March { inches: 1.0 + pick(30) as f32, aside: pick(360) as f32 },
            1 if *verb != verbs::RIDE => Leg::Wheel { about: None, degrees: pick(180) as f32 - 90.0 },
            _ => to(pick(72) as f32, pick(60) as f32),
        };
        if *verb != verbs::CHARGE || pick(3) == 0 {
            order = order.path([leg]);
        }
    }
    if [verbs::MARCH, verbs::REFORM].contains(verb) && pick(3) == 0 {
        let words = ["line", "attack_column", "march_column", "skirmish", "square", "limbered", "deployed"];
        order = order.formation(words[pick(words.len())]);
    }
    order
}

/// Battles with blind orders come to their end, and each event of dice, shots and blows says why.
#[test]
fn battles_with_blind_orders_come_to_an_end() {
    let scenario = field();
    let mut seen = std::collections::BTreeSet::new();
    for seed in 1..=8 {
        let mut battle = Battle::new(&scenario, seed, grapeshot::rulesets::plugin);
        let mut chance = Chance::new(seed);
        let mut steps = 0;
        while battle.outcome().is_none() {
            steps += 1;
            assert!(steps < 3000, "seed {seed}: the battle does not end");
            let ask = battle.awaiting().asks.first().cloned().expect("somebody is asked");
            seen.insert(ask.kind.to_string());
            let at = format!("seed {seed}, step {steps}, {}", ask.kind);
            let mut given = false;
            for _ in 0..24 {
                let order = blind(&battle, &ask, &mut chance);
                let before = battle.checksum();
                match battle.submit(order.clone()) {
                    Ok(_) => {
                        given = true;
                        break;
                    }
                    Err(refusal) => {
                        assert!(refusal.rule.0.starts_with("BP-"), "{at}: {refusal}");
                        assert_eq!(battle.checksum(), before, "{at}: a refusal changed something: {order:?}");
                    }
                }
            }
            if !given {
                let order = match &ask.go_on {
                    Some(verb) => Order::new(ask.side, verb),
                    None => battle.rules().candidates(&battle.view(), &ask)[0].clone(),
                };
                battle.submit(order).unwrap_or_else(|refusal| panic!("{at}: {refusal}"));
            }
            laws::no_law_is_broken(&battle, &format!("{at}: {:?}", battle.orders().last()));
        }
        for pair in battle.log().events().windows(2) {
            let shapes = matches!(pair[1].kind, EventKind::Reshaped { .. } | EventKind::Turned { .. });
            assert!(!shapes || pair[0].text != pair[1].text, "it is said twice: {}", pair[1].text);
        }
        for event in battle.log().events() {
            assert!(event.rule.0.starts_with("BP-"), "{} ({})", event.text, event.rule);
            if let EventKind::Shot { .. } = event.kind {
                assert!(!event.explained.modifiers().is_empty(), "{}", event.text);
            }
        }
    }
    for kind in ["initiative", "command", "carry", "officers", "shooting", "respond", "retire", "win"] {
        assert!(seen.contains(kind), "{kind} was never asked: {seen:?}");
    }
}
