//! Answers worth having, and what each is worth: the judgement of the computer player.

use crate::{
    events::Explained,
    forces::UnitId,
    orders::{Leg, Order},
    rulesets::fire_and_fury::{book::verbs, command::checks::Under, state::view::FuryView, turn::check::because},
    turn::Ask,
};

/// Orders that answer a question, each of which is allowed; never empty.
pub fn candidates(ff: &FuryView, ask: &Ask) -> Vec<Order> {
    answers(ff, ask).into_iter().map(|(order, _)| order).filter(|order| ff.check(order).is_ok()).collect()
}

/// What an order is worth to the side that gives it, with the reasons.
pub fn appraise(ff: &FuryView, order: &Order) -> Explained {
    if order.verb == verbs::CONCEDE {
        return because("FF-16.3", "defeat", -100.0);
    }
    if order.verb == verbs::PASS {
        return Explained::default();
    }
    let _ = ff;
    because("FF-5.2", "to do something", 0.1)
}

/// The best answers to a question, with what they are worth; each of them is allowed.
pub fn prospects(ff: &FuryView, ask: &Ask) -> Vec<(Order, Explained)> {
    let mut list = answers(ff, ask);
    list.retain(|(order, _)| ff.check(order).is_ok());
    list
}

/// The leader's groups that could check, and units out of command.
fn checks(ff: &FuryView, ask: &Ask) -> Vec<Order> {
    let able = ff.able_to_check(ask.side);
    let pieces = |units: &[UnitId]| units.iter().flat_map(|unit| ff.stands(*unit)).collect::<Vec<_>>();
    let groups = ff.leaders_of(ask.side).filter_map(|leader| {
        let under = Under::Leader(leader);
        let group: Vec<UnitId> = able.iter().copied().filter(|unit| ff.may_check(*unit, under).is_ok()).collect();
        (!group.is_empty()).then(|| Order::new(ask.side, &verbs::CHECK).pieces(pieces(&group)).target_unit(leader))
    });
    let alone = able.iter().filter(|unit| ff.may_check(**unit, Under::Nobody).is_ok());
    let alone = alone.map(|unit| Order::new(ask.side, &verbs::CHECK).pieces(pieces(&[*unit])));
    groups.chain(alone).collect()
}

fn answers(ff: &FuryView, ask: &Ask) -> Vec<(Order, Explained)> {
    let pass = (Order::new(ask.side, &verbs::PASS), Explained::default());
    let mut list = match ask.kind.as_str() {
        "check" => checks(ff, ask).into_iter().map(|order| (order, because("FF-5.3", "to check", 0.5))).collect(),
        "maneuver" => ff
            .waiting()
            .into_iter()
            .map(|unit| {
                let ahead = Leg::March { inches: 2.0, aside: 0.0 };
                let order = Order::new(ask.side, &verbs::MARCH).pieces(ff.stands(unit)).path([ahead]);
                (order, because("FF-6.2", "to go on", 0.2))
            })
            .collect(),
        _ => Vec::new(),
    };
    list.push(pass);
    list
}
