//! Who moves in an activation (CP-2.11), on foot, on horseback or with a gun.

use super::{artillery::team, mounted::hurry};
use crate::{
    english::{does, inches},
    events::{EventKind, Explained, RuleId},
    forces::PieceId,
    orders::Order,
    rulesets::combat_patrol::{
        book::{cites::Topic, data::Paces},
        cards::decks,
        spotting,
        state::{
            activity,
            sequence_of_play::{FigureAction, SequenceOfPlay, Stage, go_to},
        },
        view::rulebook::{BookData, SkirmishView, cites},
    },
    turn::BattleMut,
};

/// CP-2.11: these figures move in this activation, and the movement cards are drawn.
pub fn declare(battle: &mut BattleMut, book: &BookData, order: &Order) {
    for piece in &order.pieces {
        let part = if order.also.contains(piece) { FigureAction::Sprinting } else { FigureAction::Moving };
        activity::set_part(battle, *piece, part);
    }
    go_to(battle, Stage::ACT);
    if order.pieces.is_empty() {
        let view = battle.view();
        let text = format!("{}: nobody is to move", view.unit(view.resource::<SequenceOfPlay>().active().unit).name);
        battle.detail(Some(order.side), EventKind::Note, RuleId::new("CP-2.11"), text, Explained::default());
        return;
    }
    let unit = battle.resource::<SequenceOfPlay>().active().unit;
    let name = battle.view().unit(unit).name.clone();
    let movers = order.pieces.len();
    let haste = order.also.first().map(|piece| SkirmishView::of(battle.view()).haste(*piece));
    let hurry = hurry(&SkirmishView::of(battle.view()), order);
    let text = format!("{name}: {} to move{hurry}", does(movers, "figure", "is", "are"));
    spotting::of_pieces(battle, &order.pieces, |battle| battle.note(Some(order.side), RuleId::new("CP-2.11"), text));
    // CP-5.7, `RidersPace`: the unit draws once; each mover adds up as many of the cards as it may use.
    let cp = SkirmishView::of(battle.view());
    let paces: Vec<(PieceId, Paces)> =
        order.pieces.iter().map(|piece| (*piece, cp.paces(*piece, order.also.contains(piece)))).collect();
    let most = paces.iter().map(|(_, paces)| paces.cards).max().unwrap_or_default();
    let usual = || RuleId::new(if most > 1 { cites(battle, Topic::RidersPace) } else { "CP-5.1" });
    let rule = haste.map_or_else(usual, |haste| haste.rule);
    let mut drawn = Vec::new();
    for _ in 0..most {
        let card = decks::draw(battle, book, order.side, &["move"], rule.clone(), |card| {
            format!("Movement: {}", inches(card.inches.into()))
        });
        drawn.push(f32::from(card.inches));
    }
    for (piece, paces) in paces {
        activity::change(battle, piece, |activity| activity.allowance = Some(paces.inches(&drawn)));
    }
    team::declare(battle, &order.pieces);
}
