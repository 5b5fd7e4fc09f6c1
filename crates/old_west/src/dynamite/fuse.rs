//! The fuse: how it is laid (OW-7.6), and the die beside a charge whose fuse burns (OW-7.7).

use bevy::{ecs::world::World, math::Vec2};
use smol_str::SmolStr;

use super::{
    burst,
    state::{Dynamite, Supply, charges, now},
    supply,
};
use crate::book::settings::Frontier;
use grapeshot_combat_patrol::{
    arms::declaration,
    book::marks,
    cards::decks,
    spotting,
    state::{
        activity,
        sequence_of_play::{FigureAction, SequenceOfPlay},
    },
    view::rulebook::{Book, BookData, SkirmishView},
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::PieceId,
    orders::{Order, Plan},
    procedure::Found,
    shared::refuse,
    turn::{Awaiting, BattleMut, BattleView, Clock},
};

/// The choice to lay fuse on the move.
const FUSE: &str = "lay_fuse";
/// Activations in which fuse may be laid (OW-7.6).
const MOST: u8 = 3;

/// The charge to which a man may still lay fuse, by its number.
fn unfinished(cp: &SkirmishView, man: PieceId) -> Option<usize> {
    let open = |charge: &super::state::Charge| charge.by == man && !charge.set && !charge.gone;
    charges(cp).iter().position(open)
}

/// OW-7.6: asks which man moves, and whether he lays fuse as he goes.
pub fn ask_declare(cp: &SkirmishView, play: &SequenceOfPlay) -> Awaiting {
    let mut ask = cp.ask_declare(play);
    if play.active().figures.iter().any(|piece| unfinished(cp, *piece).is_some()) {
        ask.choices.push((SmolStr::new_static(FUSE), "lay fuse on the way, at half the movement".into()));
    }
    Awaiting::one(ask)
}

/// OW-7.6: those who move; with the choice of laying fuse he who placed a charge does so at half his movement.
pub fn check_declare(cp: &SkirmishView, order: &Order) -> Found<Option<usize>> {
    let (plan, ()) = cp.check_declare(order, cp.activation())?;
    match &order.choice {
        None => Ok((plan, None)),
        Some(choice) if choice == FUSE => {
            let layer = order.pieces.iter().find_map(|piece| Some((*piece, unfinished(cp, *piece)?)));
            let Some((man, number)) = layer else { return refuse("OW-7.6", "Nobody who moves has fuse to lay") };
            if order.also.contains(&man) {
                return refuse("OW-7.6", format!("{} cannot sprint while laying fuse", cp.name(man)));
            }
            let summary = format!("{}; {} lays fuse at half the movement", plan.summary, cp.name(man));
            Ok((Plan { summary, ..plan }, Some(number)))
        }
        Some(choice) => refuse("OW-7.6", format!("\"{choice}\" is no way to move")),
    }
}

/// OW-7.6: the movement of a man who lays fuse is halved.
pub fn resolve_declare(battle: &mut BattleMut, book: &BookData, order: &Order, laying: Option<usize>) {
    declaration::declare(battle, book, order);
    let Some(number) = laying else { return };
    let man = {
        let charge = &mut battle.resource_mut::<Dynamite>().charges[number];
        charge.busy = true;
        charge.by
    };
    activity::change(battle, man, |activity| activity.allowance = activity.allowance.map(|inches| inches / 2.0));
    let text = format!("{} lays fuse and moves half as far", battle.view().piece(man).name);
    battle.detail(Some(order.side), EventKind::Note, RuleId::new("OW-7.6"), text, Explained::default());
}

/// OW-7.6: when an activation ends the fuse lies along the way of the man who laid it. A man who did something else has
/// set it, one who did nothing may go on laying.
pub fn lay(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let Some(activation) = battle.resource::<SequenceOfPlay>().activation.clone() else { return };
    let all = charges(&SkirmishView::of(battle.view())).to_vec();
    for (n, charge) in all.iter().enumerate().filter(|(_, charge)| !charge.set && !charge.gone) {
        if !activation.figures.contains(&charge.by) {
            continue;
        }
        if !charge.busy {
            let did = activity::Activity::of(&battle.view(), charge.by);
            if did.part() != FigureAction::Stationary || did.touched {
                set(&mut battle, n);
            }
            continue;
        }
        let way = way_of(&battle.view(), charge.by);
        let laid = {
            let mut dynamite = battle.resource_mut::<Dynamite>();
            let charge = &mut dynamite.charges[n];
            charge.busy = false;
            if let Some(way) = way {
                if charge.fuse.is_empty() {
                    let at = charge.at;
                    charge.fuse.push(at);
                }
                charge.fuse.extend(way.into_iter().skip(1));
                charge.laid += 1;
            }
            charge.laid
        };
        if laid >= MOST {
            set(&mut battle, n);
        }
    }
}

/// OW-7.6: nothing more is laid of a fuse.
fn set(battle: &mut BattleMut, number: usize) {
    let mut dynamite = battle.resource_mut::<Dynamite>();
    let charge = &mut dynamite.charges[number];
    charge.set = true;
    let (man, side) = (charge.by, charge.side);
    let text = format!("The fuse of {} is set", battle.view().piece(man).name);
    spotting::of_pieces(battle, &[man], |battle| {
        battle.detail(Some(side), EventKind::Note, RuleId::new("OW-7.6"), text, Explained::default());
    });
}

/// The way of a man in the activation under way, if he moved.
fn way_of(view: &BattleView, man: PieceId) -> Option<Vec<Vec2>> {
    let begun = |kind: &EventKind| matches!(kind, EventKind::Phase { phase, .. } if phase == "activation");
    let events = view.log().events().iter().rev().take_while(|event| !begun(&event.kind));
    let mut ways: Vec<Vec<Vec2>> = events
        .filter_map(|event| match &event.kind {
            EventKind::Moved { piece, path, .. } if *piece == man => Some(path.clone()),
            _ => None,
        })
        .collect();
    ways.reverse();
    let first = ways.first().and_then(|way| way.first().copied())?;
    Some(std::iter::once(first).chain(ways.into_iter().flat_map(|way| way.into_iter().skip(1))).collect())
}

/// OW-7.5, OW-7.6: a man who is stunned or has fought has nothing prepared any more, and has set his fuse; so has one who
/// has reacted, or is gone.
pub fn settle(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let view = battle.view();
    let upset = |piece: PieceId| view.mark(piece, &marks::STUN) > 0 || activity::Activity::of(&view, piece).fights > 0;
    let spoilt = |piece: &PieceId| {
        let prepared = view.get_piece_part::<Supply>(*piece).is_some_and(|supply| supply.prepared);
        prepared && upset(*piece)
    };
    let men: Vec<PieceId> = view.pieces().filter(spoilt).collect();
    let out = |charge: &super::state::Charge| {
        let (man, reacted) = (charge.by, view.mark(charge.by, &marks::REACTED) > 0);
        !charge.set && !charge.gone && (!view.in_play(man) || upset(man) || reacted)
    };
    let unset: Vec<usize> =
        (0..).zip(&view.resource::<Dynamite>().charges).filter(|(_, charge)| out(charge)).map(|(n, _)| n).collect();
    for man in men {
        supply::change(&mut battle, man, |supply| supply.prepared = false);
        let text = format!("{} must prepare the bundle again", battle.view().piece(man).name);
        let side = battle.view().side_of(man);
        battle.note(Some(side), RuleId::new("OW-7.5"), text);
    }
    for n in unset {
        set(&mut battle, n);
    }
}

/// OW-7.7: charges whose die shows the number of a card explode before anybody acts on it.
pub fn read_dice(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let now = now(&battle.view());
    if battle.resource::<Dynamite>().read == now {
        return;
    }
    battle.resource_mut::<Dynamite>().read = now;
    let play = battle.resource::<SequenceOfPlay>();
    let Some(number) = play.number.filter(|_| play.on_number) else { return };
    let book = battle.resource::<Book>().clone();
    let burns =
        |charge: &super::state::Charge| charge.lit.is_some_and(|lit| lit.die == number && (lit.turn, lit.cards) != now);
    let due: Vec<usize> =
        (0..).zip(&battle.resource::<Dynamite>().charges).filter(|(_, charge)| burns(charge)).map(|(n, _)| n).collect();
    for n in due {
        burst::go_off(&mut battle, &book, n, "OW-7.7");
    }
}

/// OW-7.7: with the command dice of a new turn the dice beside burning fuses are rolled again, unless they are kept.
pub fn roll_again(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let turn = battle.view().resource::<Clock>().turn;
    let keeps = battle.view().resource::<Frontier>().0.fuse_die_persists;
    let old = |charge: &super::state::Charge| charge.lit.is_some_and(|lit| lit.turn < turn);
    let burning: Vec<usize> =
        (0..).zip(&battle.resource::<Dynamite>().charges).filter(|(_, charge)| old(charge)).map(|(n, _)| n).collect();
    for n in burning {
        let kept = battle.resource::<Dynamite>().charges[n].lit.map(|lit| lit.die);
        let die = if keeps { kept.unwrap_or(1) } else { battle.roll(&decks::DICE, 6) };
        let text = format!("The fuse burns on: its die shows {die}");
        battle.note(None, RuleId::new("OW-7.7"), text);
        if let Some(lit) = &mut battle.resource_mut::<Dynamite>().charges[n].lit {
            (lit.die, lit.turn, lit.cards) = (die, turn, 0);
        }
    }
}
