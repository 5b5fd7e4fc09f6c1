//! Answers worth having: the finite list of orders that a question may be answered with, and what each is worth.

use bevy::math::Vec2;

use super::{
    book::Cp,
    flow::{Flow, Part},
    march, marks, melee, reaction, verbs,
};
use crate::{
    events::Explained,
    forces::PieceId,
    orders::{Leg, Order, VerbId},
    table::position::Heading,
    turn::{Ask, VictoryTerms},
};

/// Orders that answer a question, each of which is allowed; never empty.
pub fn candidates(cp: &Cp, ask: &Ask) -> Vec<Order> {
    let order = |verb: &VerbId| {
        let order = Order::new(ask.side, verb);
        match ask.unit {
            Some(unit) => order.unit(unit),
            None => order,
        }
    };
    let mut list: Vec<Order> = match ask.kind.as_str() {
        "deploy" => vec![order(&verbs::READY)],
        "lead" => lead(cp, ask, &order),
        "steady" => counts(ask).map(|n| order(&verbs::STEADY).number(n)).collect(),
        "declare" => declare(cp, ask, &order),
        "act" => act(cp, ask, &order),
        "react" => react(cp, ask, &order),
        "resume" => vec![order(&verbs::PRESS_ON), order(&verbs::SHORTEN).pieces(ask.pieces.clone()).number(0.0)],
        "fight" => melee::open_fights(cp)
            .into_iter()
            .map(|fight| order(&verbs::FIGHT).pieces([fight.attacker]).target(fight.defender))
            .collect(),
        "advance" => {
            let (least, most) = ask.numbers.unwrap_or_default();
            vec![order(&verbs::ADVANCE).number(least), order(&verbs::ADVANCE).number(most)]
        }
        "promote" => ask.pieces.iter().map(|piece| order(&verbs::PROMOTE).pieces([*piece])).collect(),
        _ => Vec::new(),
    };
    list.retain(|order| cp.check(order).is_ok());
    list
}

fn counts(ask: &Ask) -> impl Iterator<Item = f32> + use<> {
    let most = ask.numbers.map_or(0.0, |(_, most)| most) as u8;
    (0..=most).map(f32::from)
}

fn lead(cp: &Cp, ask: &Ask, order: &dyn Fn(&VerbId) -> Order) -> Vec<Order> {
    let mut list = vec![order(&verbs::ACT), order(&verbs::END)];
    if let Some(unit) = ask.unit {
        let acted = &cp.view.resource::<Flow>().acted;
        let number = cp.section(unit).die;
        list.extend(cp.swappable(unit, number, acted).into_iter().map(|to| order(&verbs::SWAP).target_unit(to)));
    }
    list
}

fn declare(cp: &Cp, ask: &Ask, order: &dyn Fn(&VerbId) -> Order) -> Vec<Order> {
    let movable = &ask.pieces;
    let activation = cp.view.resource::<Flow>().active();
    let idle: Vec<PieceId> = movable
        .iter()
        .copied()
        .filter(|piece| !cp.view.marks(*piece).has(&marks::RELOAD) && !cp.has_target(activation, *piece))
        .collect();
    let fresh: Vec<PieceId> = movable.iter().copied().filter(|piece| !cp.wounded(*piece)).collect();
    let mut list = vec![order(&verbs::DECLARE), order(&verbs::DECLARE).pieces(movable.clone())];
    if !idle.is_empty() && idle.len() < movable.len() {
        list.push(order(&verbs::DECLARE).pieces(idle));
    }
    if !fresh.is_empty() {
        list.push(order(&verbs::DECLARE).pieces(movable.clone()).also(fresh));
    }
    list
}

fn act(cp: &Cp, ask: &Ask, order: &dyn Fn(&VerbId) -> Order) -> Vec<Order> {
    let activation = cp.view.resource::<Flow>().active();
    let mut list = vec![order(&verbs::END)];
    let stationary: Vec<PieceId> = activation.with_part(Part::Stationary).filter(|p| cp.view.in_play(*p)).collect();
    let stunned: Vec<PieceId> = stationary.iter().copied().filter(|p| cp.stunned(*p)).collect();
    let unloaded: Vec<PieceId> = stationary
        .iter()
        .copied()
        .filter(|p| !stunned.contains(p))
        .filter(|p| cp.view.marks(*p).has(&marks::RELOAD) || cp.view.marks(*p).has(&marks::OUT_OF_AMMO))
        .collect();
    if !stunned.is_empty() {
        list.push(order(&verbs::RECOVER).pieces(stunned));
    }
    if !unloaded.is_empty() {
        list.push(order(&verbs::RELOAD).pieces(unloaded));
    }
    list.extend(volleys(cp, ask, order));
    list.extend(turns(cp, ask, order));
    if !activation.marched {
        if !activation.routes.is_empty() {
            list.push(order(&verbs::MARCH));
        }
        let fixed = |piece: &PieceId| activation.routes.iter().any(|route| route.piece == *piece);
        let movers: Vec<PieceId> = cp.movers_of(activation).into_iter().filter(|piece| !fixed(piece)).collect();
        if !movers.is_empty() {
            list.extend(moves(cp, &movers, order));
        }
    }
    list
}

fn volleys(cp: &Cp, ask: &Ask, order: &dyn Fn(&VerbId) -> Order) -> Vec<Order> {
    let activation = cp.view.resource::<Flow>().active();
    let mut by_target: Vec<(PieceId, Vec<PieceId>)> = Vec::new();
    for piece in &ask.pieces {
        let Ok(manner) = cp.manner(activation, *piece) else { continue };
        if cp.fit_to_shoot(*piece).is_err() {
            continue;
        }
        for enemy in cp.targets_in_range(*piece) {
            if cp.aim_of_fit(*piece, enemy, manner).is_ok() {
                match by_target.iter_mut().find(|(target, _)| *target == enemy) {
                    Some((_, shooters)) => shooters.push(*piece),
                    None => by_target.push((enemy, vec![*piece])),
                }
            }
        }
    }
    by_target.into_iter().map(|(target, shooters)| order(&verbs::SHOOT).pieces(shooters).target(target)).collect()
}

/// CP-1.6: turns that bring an enemy into the arc of figures that have none in it.
fn turns(cp: &Cp, ask: &Ask, order: &dyn Fn(&VerbId) -> Order) -> Vec<Order> {
    let activation = cp.view.resource::<Flow>().active();
    let mut by_enemy: Vec<(PieceId, Heading, Vec<PieceId>)> = Vec::new();
    for piece in &ask.pieces {
        let Ok(manner) = cp.manner(activation, *piece) else { continue };
        let enemies: Vec<PieceId> = cp.targets_in_range(*piece).collect();
        if cp.fit_to_shoot(*piece).is_err() || enemies.iter().any(|enemy| cp.aim_of_fit(*piece, *enemy, manner).is_ok())
        {
            continue;
        }
        let Some(enemy) = enemies.into_iter().find(|enemy| cp.could_aim(*piece, *enemy, manner)) else { continue };
        let at = cp.view.place(*piece).at;
        let heading = Heading::from_to(at, cp.view.place(enemy).at);
        match by_enemy.iter_mut().find(|(known, ahead, _)| *known == enemy && ahead.turn_to(heading).abs() < 45.0) {
            Some((_, _, pieces)) => pieces.push(*piece),
            None => by_enemy.push((enemy, heading, vec![*piece])),
        }
    }
    by_enemy.into_iter().map(|(_, heading, pieces)| order(&verbs::FACE).pieces(pieces).heading(heading)).collect()
}

fn moves(cp: &Cp, movers: &[PieceId], order: &dyn Fn(&VerbId) -> Order) -> Vec<Order> {
    let mut list = Vec::new();
    let side = cp.view.side_of(movers[0]);
    let centre = super::check::middle(movers.iter().map(|piece| cp.view.place(*piece).at));
    let mut goals: Vec<Vec2> = cp.view.resource::<VictoryTerms>().objectives.iter().map(|o| o.at).collect();
    let nearest = cp.enemies(side).min_by(|a, b| {
        let apart = |id: &PieceId| cp.view.place(*id).at.distance_squared(centre);
        apart(a).total_cmp(&apart(b)).then(a.cmp(b))
    });
    if let Some(enemy) = nearest {
        let at = cp.view.place(enemy).at;
        goals.push(at);
        goals.push(centre + (centre - at).normalize_or(Vec2::X) * 6.0);
        list.push(order(&verbs::ASSAULT).pieces(movers.to_vec()).target(enemy));
    }
    for goal in goals {
        let heading = nearest.map(|enemy| Heading::from_to(goal, cp.view.place(enemy).at));
        for formation in ["open_line", "two_ranks"] {
            let mut one = order(&verbs::MOVE).pieces(movers.to_vec()).path([Leg::To(goal)]).formation(formation);
            one.heading = heading;
            list.push(one);
        }
    }
    list.push(order(&verbs::GROUP).pieces(movers.to_vec()).path([Leg::March { inches: 10.0, aside: 0.0 }]));
    list
}

fn react(cp: &Cp, ask: &Ask, order: &dyn Fn(&VerbId) -> Order) -> Vec<Order> {
    let movers = march::movers(cp);
    let mut list = vec![order(&verbs::HOLD)];
    for mover in &movers {
        let shooters: Vec<PieceId> =
            ask.pieces.iter().copied().filter(|piece| cp.reaction_shot(*piece, *mover).is_ok()).collect();
        if !shooters.is_empty() {
            list.push(order(&verbs::REACT).pieces(shooters).choice(reaction::SHOOT).target(*mover));
        }
    }
    for piece in &ask.pieces {
        let place = cp.view.place(*piece);
        let behind = movers.iter().find(|mover| place.bearing_to(cp.view.place(**mover).at) > 90.0);
        if let Some(mover) = behind {
            let heading = Heading::from_to(place.at, cp.view.place(*mover).at);
            list.push(order(&verbs::REACT).pieces([*piece]).choice(reaction::TURN).heading(heading));
        }
    }
    list
}

/// What an order is worth to the side that gives it, in points, with the reasons.
pub fn appraise(cp: &Cp, order: &Order) -> Explained {
    let _ = (cp, order);
    Explained::default()
}
