//! How the computer comes to ride a herd: the men go near while their leader stays, who then takes it over at once; and
//! nobody is out of breath when he comes there.

use super::{herding::HERDING, pens::worth_of_having, state::Herd};
use crate::herds::{herding::HerdingView, state::HerdsView};
use grapeshot_combat_patrol::{evaluation::Evaluator, orders::verbs};
use grapeshot_floor::{
    events::Explained,
    forces::{PieceId, UnitId},
    orders::Order,
    turn::Ask,
};

/// Herds that a unit could take over which rides on none yet, and has not enough men near.
fn out_of_reach<'w>(mind: &Evaluator<'_, 'w>, unit: UnitId) -> impl Iterator<Item = (UnitId, &'w Herd)> {
    let cp = *mind.cp;
    let free = cp.herd_ridden_by(unit).is_none();
    let herds = cp.herds().filter(move |(_, herd)| free && cp.is_herdable(herd) && herd.run.is_none());
    herds.filter(move |(_, herd)| !cp.enough_riders(unit, herd))
}

/// OW-9.7: all move but the leader, who takes a herd over when enough of them have come near.
pub fn declares(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    let Some(unit) = ask.unit.filter(|unit| out_of_reach(mind, *unit).next().is_some()) else { return Vec::new() };
    let leader = mind.cp.leader_of(unit);
    let movers: Vec<PieceId> =
        ask.pieces.iter().copied().filter(|piece| mind.cp.is_man(*piece) && Some(*piece) != leader).collect();
    let enough = leader.is_some_and(|leader| !mind.cp.stunned(leader)) && movers.len() >= mind.cp.herd_numbers().riders;
    if enough { vec![Order::new(ask.side, &verbs::DECLARE).unit(unit).pieces(movers)] } else { Vec::new() }
}

/// What it brings that these move, for the herds near them: the leader who stays takes one over if enough come near; who
/// comes there out of breath rides no herd.
pub fn worth_of_declaring(mind: &Evaluator, order: &Order) -> Explained {
    let cp = mind.cp;
    let Some(unit) = order.unit.filter(|_| order.verb == verbs::DECLARE && !order.pieces.is_empty()) else {
        return Explained::default();
    };
    let judgement = &cp.livestock().judgement;
    let hurries = !order.also.is_empty();
    let stays = cp.leader_of(unit).is_some_and(|leader| !order.pieces.contains(&leader) && !cp.stunned(leader));
    if !hurries && !stays {
        return Explained::default();
    }
    let of = |(of, herd): (UnitId, &Herd)| chance_to_come_near(mind, unit, herd, order) * worth_of_having(mind, of);
    let best = out_of_reach(mind, unit).map(of).fold(0.0, f32::max);
    let (label, worth) = match hurries {
        true => ("out of breath they ride no herd", -judgement.winded * best),
        false => ("the leader takes the herd over when they are near", judgement.takes_over * best),
    };
    if best > 0.0 { Explained::base(HERDING, label, worth) } else { Explained::default() }
}

/// The chance that enough of a unit come so near the central animal that they ride its herd, if these move.
fn chance_to_come_near(mind: &Evaluator, unit: UnitId, herd: &Herd, order: &Order) -> f32 {
    let cp = mind.cp;
    let within = cp.herd_settings().herding_distance_in;
    let missing = |man: PieceId| (cp.view.gap(man, herd.central) - within).max(0.0);
    let comes = |man: &PieceId| !cp.stunned(*man) && (order.pieces.contains(man) || missing(*man) == 0.0);
    let mut left: Vec<f32> = cp.men(unit).filter(comes).map(missing).collect();
    left.sort_by(f32::total_cmp);
    let Some(needed) = left.get(cp.herd_numbers().riders - 1) else { return 0.0 };
    chance_of_inches(mind, mind.block(unit).map_or(1, |block| block.paces.cards), *needed)
}

/// The chance that a number of movement cards bring the inches that are needed.
fn chance_of_inches(mind: &Evaluator, cards: u8, needed: f32) -> f32 {
    let deck = &mind.cp.book.core.action_deck;
    let mut sums = vec![1.0f32];
    for _ in 0..cards {
        let mut more =
            vec![0.0; sums.len() + usize::from(deck.iter().map(|card| card.inches).max().unwrap_or_default())];
        for (sum, chance) in sums.iter().enumerate() {
            for card in deck {
                more[sum + usize::from(card.inches)] += chance / deck.len() as f32;
            }
        }
        sums = more;
    }
    sums.iter().enumerate().filter(|(sum, _)| *sum as f32 >= needed).map(|(_, chance)| chance).sum()
}
