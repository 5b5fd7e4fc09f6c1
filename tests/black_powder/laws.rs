//! What holds in every battle that ships, played by the computer against itself.

use super::*;
use grapeshot::{
    ai,
    battle::Battle,
    rulesets::{
        black_powder::{
            book::values::Formation,
            state::sequence_of_play::{Response, Task},
        },
        shared::formed::{block, contacts},
    },
    table::position::Heading,
    testing,
};

const SEEDS: [u64; 3] = [3, 7, 11];

/// An evader with the way it was told to face at the end.
fn evader(battle: &Battle, order: &Order) -> Option<(UnitId, Heading)> {
    let bp = BlackPowderView::of(battle.view());
    let Some(Task::Charge(charge)) = bp.play().task() else { return None };
    let away = bp.evading_from(charge.target, charge.chargers.first()?.unit);
    match order.choice.as_deref().and_then(Response::named) {
        Some(Response::Evade) => Some((charge.target, away)),
        Some(Response::EvadeFacing) => Some((charge.target, away.about())),
        _ => None,
    }
}

/// Units stand on the table and on no other, and what fights is in contact.
pub fn no_law_is_broken(battle: &Battle, at: &str) {
    let bp = BlackPowderView::of(battle.view());
    let units: Vec<UnitId> = bp.regiments().collect();
    for (n, a) in units.iter().enumerate() {
        let own = bp.outline(*a);
        assert!(own.place.at.is_finite() && bp.on_table(&own), "{at}: {} stands at {:?}", bp.name(*a), own.place);
        assert!(bp.casualties(*a) <= bp.values(*a).stamina, "{at}: {} has too many casualties", bp.name(*a));
        for b in &units[n + 1..] {
            let deep = own.overlap(&bp.outline(*b));
            assert!(deep <= 0.02, "{at}: {} and {} overlap by {deep}", bp.name(*a), bp.name(*b));
        }
        for enemy in bp.fighting(*a) {
            assert!(bp.present(enemy) && bp.side(enemy) != bp.side(*a), "{at}: {} fights nobody", bp.name(*a));
            let shared = contacts::shared(&own, &bp.outline(enemy));
            assert!(shared > 0.4, "{at}: {} and {} fight with {shared} inches of contact", bp.name(*a), bp.name(enemy));
        }
        if bp.formation(*a) == Formation::Garrison {
            assert_eq!(bp.supports(*a, &[]).all().count(), 0, "{at}: {} is supported in its house", bp.name(*a));
        }
    }
}

/// BP-6.1: a charge ends in contact, or the log says why it does not.
/// BP-6.8: an evader faces as its player chose.
/// BP-7.15: units that fight are in contact.
/// BP-8.2: a garrison has no flank or rear to be supported.
#[test]
fn the_laws_hold_in_every_battle_that_ships() {
    let (mut charges, mut evasions) = (0, 0);
    let battles = testing::shipped(grapeshot::rulesets::plugin);
    for scenario in battles.into_iter().filter(|scenario| scenario.ruleset == "black_powder") {
        let name = &scenario.id;
        for seed in SEEDS {
            let mut battle = Battle::new(&scenario, seed, grapeshot::rulesets::plugin);
            let mut commanders = [ai::unerring(seed), ai::unerring(seed + 1)];
            while let Some(ask) = battle.awaiting().asks.first().cloned() {
                let order = commanders[ask.side.index()].decide(&battle, &ask).order;
                let evades = evader(&battle, &order);
                let at = format!("{name}, seed {seed}, order {}: {order:?}", battle.orders().len());
                battle.submit(order).unwrap_or_else(|refusal| panic!("{at}: {refusal}"));
                no_law_is_broken(&battle, &at);
                let bp = BlackPowderView::of(battle.view());
                if let Some((unit, facing)) = evades.filter(|(unit, _)| bp.present(*unit) && !bp.in_combat(*unit)) {
                    evasions += 1;
                    let own = bp.outline(unit);
                    let turned = block::facing(&own, facing);
                    // Without room it faces otherwise.
                    let room = bp.on_table(&turned)
                        && bp.blocked_at(unit, &turned, None).is_none()
                        && bp.open_ground(unit, bp.formation(unit), &turned);
                    let faces = own.place.facing.angle_to(facing) < 1.0;
                    assert!(faces || !room, "{at}: {} faces {:?}, not {facing:?}", bp.name(unit), own.place.facing);
                }
            }
            for event in battle.log().events() {
                let at = format!("{name}, seed {seed}, turn {}: {} ({})", event.turn, event.text, event.rule);
                assert!(!event.text.contains("no room to strike"), "{at}");
                assert!(!event.text.contains("moves 0.0") && !event.text.contains("moves -0.0"), "{at}");
                if event.text.contains("does not reach") {
                    charges += 1;
                    assert!(event.text.contains(": "), "it says why: {at}");
                }
            }
        }
    }
    assert!(charges > 0 && evasions > 0, "{charges} charges that fell short, {evasions} evasions");
}
