//! Declaring the pieces that move in an activation (CP-2.11), on foot, on horseback or with a gun.

use super::{artillery::team, mounted::hurry};
use crate::{
    book::{cites::Topic, data::Paces},
    cards::decks,
    spotting,
    state::{
        activity,
        sequence_of_play::{Activation, FigureAction, SequenceOfPlay, Stage, go_to},
    },
    view::rulebook::{BookData, SkirmishView, cites},
};
use grapeshot_floor::{
    english::{does, inches},
    events::{EventKind, Explained, RuleId},
    forces::PieceId,
    orders::{Order, Refusal},
    shared::refuse,
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

/// CP-11.4: the refusal of every movement of a pinned unit.
pub fn pinned() -> Refusal {
    Refusal::new(RuleId::new("CP-11.4"), "Pinned: no figure may move in this activation")
}

impl SkirmishView<'_> {
    /// CP-2.11, CP-7.4: whether a figure may be declared moving.
    ///
    /// # Errors
    /// If its unit is pinned, if it is stunned or has used its action, or if it is a gun, limber or wagon that may not
    /// move.
    pub fn may_declare(&self, activation: &Activation, piece: PieceId) -> Result<(), Refusal> {
        let name = || self.name(piece);
        if activation.pinned {
            return Err(pinned());
        }
        self.chapters().may_march(self, piece)?;
        if !self.is_man(piece) {
            return self.engine_may_move(piece);
        }
        self.require_unstunned(piece)?;
        if self.part(piece) == FigureAction::Done {
            return refuse("CP-2.11", format!("{} has used its action", name()));
        }
        Ok(())
    }
}
