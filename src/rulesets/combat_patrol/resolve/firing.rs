//! Fire of figures: shots, the cards of a crew-served weapon, loading, throwing, and fire called from afar.

use super::{acting, by_order, done, what};
use crate::{
    events::{EventKind, Explained, RuleId},
    orders::Order,
    rulesets::combat_patrol::cites::{Topic, cites},
    rulesets::combat_patrol::{
        book::{BookData, Cp},
        check::Volley,
        crewed,
        deeds::{By, Deed, plainly},
        flow::Flow,
        marks,
        missions::{self, Call},
        shooting::{self, Aim, FireLine},
        sniping::{self, Snipe},
        spotting,
        throwing::{self, Throw},
        verbs,
    },
    turn::Field,
};

pub(super) fn deeds() -> Vec<Deed> {
    vec![
        Deed::new(verbs::SHOOT, By::Men, |cp, order| cp.check_shoot(order, cp.activation()), resolve_shoot),
        Deed::new(verbs::SWEEP, By::Side, |cp, order| cp.check_sweep(order), resolve_sweep),
        Deed::new(verbs::CEASE, By::Side, |_, _| plainly("The weapon ceases fire", ()), resolve_cease),
        Deed::new(verbs::RELOAD, By::Men, |cp, order| cp.check_reload(order, cp.activation()), resolve_reload),
        Deed::new(verbs::THROW, By::Pieces, |cp, order| cp.check_throw(order, cp.activation()), resolve_throw)
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
fn resolve_shoot(field: &mut Field, book: &BookData, order: &Order, volley: Volley) {
    let unit = field.view().resource::<Flow>().active().unit;
    let cp = Cp::of(field.view());
    let text = format!("{} fires at {}", cp.unit_name(unit), cp.name(volley.target));
    spotting::before_shots(field, order);
    let line = FireLine::begin(field, order.side, RuleId::new("CP-6.4"), text);
    for (n, (planned, manner)) in volley.shots.into_iter().enumerate() {
        let piece = planned.shooter;
        let cp = by_order(field, order);
        let aim = match n {
            0 => Ok(planned),
            _ => cp.manner(cp.activation(), piece).and_then(|manner| cp.aim(piece, volley.target, manner)),
        };
        let aim = match aim {
            Ok(aim) => aim,
            Err(refusal) => {
                let text = format!("{} keeps his shot: {}", cp.name(piece), refusal.reason);
                field.detail(Some(order.side), EventKind::Note, refusal.rule, text, Explained::default());
                continue;
            }
        };
        if book.weapon(aim.weapon).crew {
            crewed::open_fire(field, book, &aim, manner);
            break;
        }
        shooting::resolve_shot(field, book, &aim);
        done(field, piece);
    }
    line.end(field);
}

/// CP-6.12: the next card of a crew-served weapon.
fn resolve_sweep(field: &mut Field, book: &BookData, order: &Order, aim: Aim) {
    let cp = Cp::of(field.view());
    let text = format!("{} fires on at {}", cp.name(aim.shooter), cp.name(aim.target));
    let line = FireLine::begin(field, order.side, RuleId::new("CP-6.12"), text);
    crewed::next_card(field, book, &aim);
    line.end(field);
}

fn resolve_cease(field: &mut Field, _: &BookData, order: &Order, (): ()) {
    if let Some(sweep) = &field.view().resource::<Flow>().sweep {
        let text = format!("{} ceases fire", field.view().piece(sweep.shooter).name);
        field.note(Some(order.side), RuleId::new("CP-6.12"), text);
    }
    crewed::cease(field);
}

fn resolve_reload(field: &mut Field, _: &BookData, order: &Order, (): ()) {
    let name = acting(field);
    let text = format!("{name}: {}", what(order, "reloads", "reload"));
    spotting::of_pieces(field, &order.pieces, |field| {
        field.note(Some(order.side), RuleId::new(cites(field, Topic::Reload)), text)
    });
    for piece in &order.pieces {
        let view = field.view();
        let name = view.piece(*piece).name.clone();
        let (reload, out) = (view.mark(*piece, &marks::RELOAD), view.mark(*piece, &marks::OUT_OF_AMMO));
        let text = if reload + out > 1 { format!("{name} loads; one more to go") } else { format!("{name} is loaded") };
        if reload > 0 {
            field.mark_piece(*piece, &marks::RELOAD, reload - 1, RuleId::new(cites(field, Topic::Reload)), text);
        } else {
            field.mark_piece(*piece, &marks::OUT_OF_AMMO, out - 1, RuleId::new("CP-6.9"), text);
        }
        done(field, *piece);
    }
}

fn resolve_throw(field: &mut Field, book: &BookData, _: &Order, throw: Throw) {
    done(field, throw.man);
    throwing::throw(field, book, &throw);
}

fn resolve_call(field: &mut Field, _: &BookData, order: &Order, call: Call) {
    missions::call(field, order.pieces[0], &call);
}

fn resolve_snipe(field: &mut Field, book: &BookData, _: &Order, snipe: Snipe) {
    done(field, snipe.man);
    sniping::snipe(field, book, &snipe);
}
