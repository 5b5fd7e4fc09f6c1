//! Fire of figures: shots, the cards of a crew-served weapon, loading, throwing, and fire called from afar.

use super::super::{check::Volley, procedure::handler};
use super::{by_order, what};
use crate::{
    book::{cites::Topic, marks, profile::Soldier},
    evaluation::family::{By, Handler},
    explosives::{
        missions::{Call, Missions},
        sniping::{self, Snipe},
        throwing::{self, Throw},
    },
    fire::{
        aim::Aim,
        crewed,
        shooting::{self, FireLine},
    },
    orders::verbs,
    spotting,
    state::{
        activity::{self, Activities},
        sequence_of_play::{SequenceOfPlay, Stage},
        shot::Manner,
    },
    view::rulebook::{Book, BookData, SkirmishView},
};
use bevy::ecs::system::{In, Query, Res, ResMut};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::Roster,
    orders::Order,
    procedure::plainly,
    turn::{BattleMut, Markers, Tell},
};

pub(super) fn handlers() -> Vec<Handler> {
    vec![
        handler(verbs::SHOOT, By::Men, |cp, order| cp.check_shoot(order, cp.activation()), resolve_shoot),
        handler(verbs::SWEEP, By::Side, |cp, order| cp.check_sweep(order), resolve_sweep),
        Handler::system(verbs::CEASE, |_, _| plainly("The weapon ceases fire", ()), cease_fire),
        Handler::system(verbs::RELOAD, |cp, order| cp.check_reload(order), reload).by(By::Men),
        handler(verbs::THROW, By::Pieces, |cp, order| cp.check_throw(order), resolve_throw)
            .offered_if(|cp, unit| cp.men(unit).any(|man| cp.to_throw(man).is_some())),
        Handler::system(verbs::CALL, |cp, order| cp.check_call(order, cp.activation()), call_mission)
            .by(By::Pieces)
            .offered_if(|cp, unit| cp.missions_of(unit).is_some()),
        handler(verbs::SNIPE, By::Pieces, |cp, order| cp.check_snipe(order, cp.activation()), resolve_snipe)
            .offered_if(|cp, unit| {
                cp.laid_charges().next().is_some() && cp.men(unit).any(|man| cp.soldier(man).sniper)
            }),
    ]
}

/// CP-6.4: resolves each shot fully in turn: later shots meet what the shots before left. A shooter whose target has
/// gone keeps his action.
fn resolve_shoot(battle: &mut BattleMut, book: &BookData, order: &Order, volley: Volley) {
    let unit = battle.resource::<SequenceOfPlay>().active().unit;
    let cp = SkirmishView::of(battle.view());
    let text = format!("{} fires at {}", cp.unit_name(unit), cp.name(volley.target));
    spotting::before_shots(battle, order);
    let line = FireLine::begin(battle, order.side, RuleId::new("CP-6.4"), text);
    for (n, (planned, manner)) in volley.shots.into_iter().enumerate() {
        let piece = planned.shooter;
        let cp = by_order(battle, order);
        // CP-7.2: a shot of his mates may have struck him.
        if !cp.view.in_play(piece) {
            continue;
        }
        let aim = match n {
            0 => Ok(planned),
            _ => cp
                .manner(cp.activation(), piece)
                .and_then(|now| cp.aim(piece, volley.target, Manner { with: manner.with, ..now })),
        };
        let aim = match aim {
            Ok(aim) => aim,
            Err(refusal) => {
                let text = format!("{} holds fire: {}", cp.name(piece), refusal.reason);
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

/// CP-6.12: the owner of a crew-served weapon has it cease fire.
fn cease_fire(
    In(ordered): In<Option<(Order, ())>>,
    mut play: ResMut<SequenceOfPlay>,
    markers: Markers,
    mut tell: Tell,
) {
    let Some((order, ())) = ordered else { return };
    if let Some(sweep) = play.sweep.take() {
        let text = format!("{} ceases fire", markers.name(sweep.shooter));
        tell.note(Some(order.side), RuleId::new("CP-6.12"), text);
    }
    play.stage = Stage::ACT;
}

/// `Reload`, CP-6.9: figures load, each by one marker.
fn reload(
    In(ordered): In<Option<(Order, Option<u8>)>>,
    (book, play, roster): (Res<Book>, Res<SequenceOfPlay>, Res<Roster>),
    mut soldiers: Query<&mut Soldier>,
    mut markers: Markers,
    mut activities: Activities,
    mut tell: Tell,
) {
    let Some((order, named)) = ordered else { return };
    let rule = RuleId::new(book.cites(Topic::Reload));
    let text = format!("{}: {}", tell.unit_name(play.active().unit), what(&order, "reloads", "reload"));
    tell.note_of(&order.pieces, Some(order.side), rule.clone(), text);
    for piece in order.pieces {
        let (reload, out) = (markers.count(piece, &marks::RELOAD), markers.count(piece, &marks::OUT_OF_AMMO));
        if let Some(mut soldier) = roster.piece(piece).and_then(|entity| soldiers.get_mut(entity).ok()) {
            take_off(&mut soldier, named);
        }
        let name = markers.name(piece);
        let text = if reload + out > 1 { format!("{name} loads; one more to go") } else { format!("{name} is loaded") };
        match reload {
            0 => markers.put(&mut tell, piece, &marks::OUT_OF_AMMO, out - 1, RuleId::new("CP-6.9"), text),
            _ => markers.put(&mut tell, piece, &marks::RELOAD, reload - 1, rule.clone(), text),
        }
        activities.done(piece);
    }
}

/// `Reload`: where markers lie on weapons, one comes off the weapon that is named, else off the first that he carries.
fn take_off(soldier: &mut Soldier, named: Option<u8>) {
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

/// CP-8.5: an observer calls a mission, which lands on the next Artillery card.
fn call_mission(
    In(ordered): In<Option<(Order, Call)>>,
    mut missions: ResMut<Missions>,
    markers: Markers,
    mut activities: Activities,
    mut tell: Tell,
) {
    let Some((order, call)) = ordered else { return };
    let man = order.pieces[0];
    let text = format!("{} calls a mission of the guns beyond the table", markers.name(man));
    tell.note_of(&[man], Some(call.side), RuleId::new("CP-8.5"), text);
    for (known, count, _) in &mut missions.left {
        *count -= u8::from(*known == call.unit);
    }
    missions.called.push(call);
    activities.done(man);
}

fn resolve_snipe(battle: &mut BattleMut, book: &BookData, _: &Order, snipe: Snipe) {
    activity::done(battle, snipe.man);
    sniping::snipe(battle, book, &snipe);
}
