//! Fire of figures: shots, the cards of a crew-served weapon, loading, throwing, and fire called from afar.

use super::super::{
    check::Volley,
    deeds::{By, Deed},
};
use super::{acting, by_order, what};
use crate::{
    events::{EventKind, Explained, RuleId},
    forces::PieceId,
    orders::Order,
    rulesets::combat_patrol::{
        book::{cites::Topic, marks, profile::Soldier},
        explosives::{
            missions::{self, Call},
            sniping::{self, Snipe},
            throwing::{self, Throw},
        },
        fire::{
            crewed,
            shooting::{self, Aim, FireLine},
        },
        orders::{found::plainly, verbs},
        spotting,
        state::{activity, sequence_of_play::SequenceOfPlay, shot::Manner},
        view::rulebook::{BookData, SkirmishView, cites},
    },
    turn::BattleMut,
};

pub(super) fn deeds() -> Vec<Deed> {
    vec![
        Deed::new(verbs::SHOOT, By::Men, |cp, order| cp.check_shoot(order, cp.activation()), resolve_shoot),
        Deed::new(verbs::SWEEP, By::Side, |cp, order| cp.check_sweep(order), resolve_sweep),
        Deed::new(verbs::CEASE, By::Side, |_, _| plainly("The weapon ceases fire", ()), resolve_cease),
        Deed::new(verbs::RELOAD, By::Men, |cp, order| cp.check_reload(order), resolve_reload),
        Deed::new(verbs::THROW, By::Pieces, |cp, order| cp.check_throw(order), resolve_throw)
            .offered_if(|cp, unit| cp.men(unit).any(|man| cp.to_throw(man).is_some())),
        Deed::new(verbs::CALL, By::Pieces, |cp, order| cp.check_call(order, cp.activation()), resolve_call)
            .offered_if(|cp, unit| cp.missions_of(unit).is_some()),
        Deed::new(verbs::SNIPE, By::Pieces, |cp, order| cp.check_snipe(order, cp.activation()), resolve_snipe)
            .offered_if(|cp, unit| {
                cp.laid_charges().next().is_some() && cp.men(unit).any(|man| cp.soldier(man).sniper)
            }),
    ]
}

/// CP-6.4: each shot is resolved fully in turn: those after the first meet what the shots before left. A shooter whose
/// target has gone keeps his action.
fn resolve_shoot(battle: &mut BattleMut, book: &BookData, order: &Order, volley: Volley) {
    let unit = battle.resource::<SequenceOfPlay>().active().unit;
    let cp = SkirmishView::of(battle.view());
    let text = format!("{} fires at {}", cp.unit_name(unit), cp.name(volley.target));
    spotting::before_shots(battle, order);
    let line = FireLine::begin(battle, order.side, RuleId::new("CP-6.4"), text);
    for (n, (planned, manner)) in volley.shots.into_iter().enumerate() {
        let piece = planned.shooter;
        let cp = by_order(battle, order);
        let aim = match n {
            0 => Ok(planned),
            _ => cp
                .manner(cp.activation(), piece)
                .and_then(|now| cp.aim(piece, volley.target, Manner { with: manner.with, ..now })),
        };
        let aim = match aim {
            Ok(aim) => aim,
            Err(refusal) => {
                let text = format!("{} keeps his shot: {}", cp.name(piece), refusal.reason);
                battle.detail(Some(order.side), EventKind::Note, refusal.rule, text, Explained::default());
                continue;
            }
        };
        if book.weapon(aim.weapon).crew {
            crewed::open_fire(battle, book, &aim, manner);
            break;
        }
        shooting::resolve_shot(battle, book, &aim);
        activity::done(battle, piece);
    }
    line.end(battle);
}

/// CP-6.12: the next card of a crew-served weapon.
fn resolve_sweep(battle: &mut BattleMut, book: &BookData, order: &Order, aim: Aim) {
    let cp = SkirmishView::of(battle.view());
    let text = format!("{} fires on at {}", cp.name(aim.shooter), cp.name(aim.target));
    let line = FireLine::begin(battle, order.side, RuleId::new("CP-6.12"), text);
    crewed::next_card(battle, book, &aim);
    line.end(battle);
}

fn resolve_cease(battle: &mut BattleMut, _: &BookData, order: &Order, (): ()) {
    if let Some(sweep) = &battle.resource::<SequenceOfPlay>().sweep {
        let text = format!("{} ceases fire", battle.view().piece(sweep.shooter).name);
        battle.note(Some(order.side), RuleId::new("CP-6.12"), text);
    }
    crewed::cease(battle);
}

fn resolve_reload(battle: &mut BattleMut, _: &BookData, order: &Order, named: Option<u8>) {
    let name = acting(battle);
    let text = format!("{name}: {}", what(order, "reloads", "reload"));
    spotting::of_pieces(battle, &order.pieces, |battle| {
        battle.note(Some(order.side), RuleId::new(cites(battle, Topic::Reload)), text)
    });
    for piece in &order.pieces {
        let view = battle.view();
        let name = view.piece(*piece).name.clone();
        let (reload, out) = (view.mark(*piece, &marks::RELOAD), view.mark(*piece, &marks::OUT_OF_AMMO));
        take_off(battle, *piece, named);
        let text = if reload + out > 1 { format!("{name} loads; one more to go") } else { format!("{name} is loaded") };
        if reload > 0 {
            battle.mark_piece(*piece, &marks::RELOAD, reload - 1, RuleId::new(cites(battle, Topic::Reload)), text);
        } else {
            battle.mark_piece(*piece, &marks::OUT_OF_AMMO, out - 1, RuleId::new("CP-6.9"), text);
        }
        activity::done(battle, *piece);
    }
}

/// `Reload`: where markers lie on weapons, one comes off the weapon that is named, else off the first that he carries.
fn take_off(battle: &mut BattleMut, piece: PieceId, named: Option<u8>) {
    let mut soldier = battle.piece_mut::<Soldier>(piece);
    let empty = |weapon: &u8| soldier.unloaded.iter().position(|(n, _)| n == weapon);
    let first = soldier.weapons.iter().find_map(empty);
    let Some(n) = named.as_ref().and_then(empty).or(first) else { return };
    soldier.unloaded[n].1 -= 1;
    soldier.unloaded.retain(|(_, markers)| *markers > 0);
}

fn resolve_throw(battle: &mut BattleMut, book: &BookData, _: &Order, throw: Throw) {
    activity::done(battle, throw.man);
    throwing::throw(battle, book, &throw);
}

fn resolve_call(battle: &mut BattleMut, _: &BookData, order: &Order, call: Call) {
    missions::call(battle, order.pieces[0], &call);
}

fn resolve_snipe(battle: &mut BattleMut, book: &BookData, _: &Order, snipe: Snipe) {
    activity::done(battle, snipe.man);
    sniping::snipe(battle, book, &snipe);
}
