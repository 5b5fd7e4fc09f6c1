//! What the computer thinks of its riders and of men that hide: riders charge one after the other, each at an enemy
//! that he can meet (`Charge`), as a charge straight ahead takes few of an open line to anybody; a man that hides does not stir
//! for nothing (CP-12.2).

use grapeshot_combat_patrol::{
    evaluation::{Evaluator, Insight},
    orders::verbs,
    state::sequence_of_play::SequenceOfPlay,
};
use grapeshot_floor::{events::Explained, forces::PieceId, orders::Order, turn::Ask};

/// What the frontier makes the computer think of besides the core's orders.
pub fn insight() -> Insight {
    Insight { ideas, adds, ..Insight::default() }
}

/// The riders of the unit that acts whose way is not fixed yet.
fn riders_left(mind: &Evaluator) -> Vec<PieceId> {
    let Some(activation) = mind.cp.view.resource::<SequenceOfPlay>().activation.as_ref() else { return Vec::new() };
    if activation.marched {
        return Vec::new();
    }
    let fixed = |rider: &PieceId| activation.routes.iter().any(|route| route.piece == *rider);
    let movers = mind.cp.movers_of(activation).into_iter();
    movers.filter(|mover| mind.cp.is_man(*mover) && mind.cp.mounted(*mover) && !fixed(mover)).collect()
}

/// The enemies nearest to a rider that he may reach.
fn within_reach(mind: &Evaluator, rider: PieceId) -> Vec<PieceId> {
    let view = mind.cp.view;
    let inches = mind.cp.activity(rider).inches().unwrap_or_default() + mind.judgement.figures.base;
    let at = view.place(rider).at;
    let mut foes: Vec<PieceId> = mind.cp.enemies_within(mind.side, rider, inches).collect();
    foes.sort_by(|a, b| {
        view.place(*a).at.distance_squared(at).total_cmp(&view.place(*b).at.distance_squared(at)).then(a.cmp(b))
    });
    foes.truncate(mind.judgement.moves.offered);
    foes
}

/// `Charge`: when one of the riders charges, the others charge enemies that they can meet.
fn ideas(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    let Some(activation) = mind.cp.view.resource::<SequenceOfPlay>().activation.as_ref() else { return Vec::new() };
    if !activation.routes.iter().any(|route| route.intended.is_some()) {
        return Vec::new();
    }
    let charge = |rider: PieceId, foe: PieceId| {
        Order::new(ask.side, &verbs::CHARGE).unit(activation.unit).pieces([rider]).target(foe)
    };
    let meets =
        |order: &Order| mind.cp.plan_paths(order).is_ok_and(|fixed| fixed.0.iter().any(|route| route.target.is_some()));
    let riders = riders_left(mind).into_iter();
    riders
        .flat_map(|rider| within_reach(mind, rider).into_iter().map(move |foe| charge(rider, foe)))
        .filter(meets)
        .collect()
}

/// CP-12.2: a man that hides stays where he is, unless the way brings more than this.
fn adds(mind: &Evaluator, order: &Order) -> Explained {
    let stirs = order.verb == verbs::DECLARE && !order.pieces.is_empty();
    let hides = || order.unit.is_some_and(|unit| mind.cp.is_hidden(unit));
    match stirs && hides() {
        true => Explained::base("CP-12.2", "men who hide do not stir", -mind.judgement.ambush.hiding),
        false => Explained::default(),
    }
}
