//! Engineers at their charge: they lay it (`LayCharge`) and fire it (`FireCharge`).

use bevy::ecs::system::{In, Res, ResMut};

use super::blow;
use crate::{
    book::cites::Topic,
    cards::decks,
    spotting::of_pieces,
    state::{
        activity::{self, Activities},
        mines::{Mine, Mines},
        sequence_of_play::{Activation, FigureAction, SequenceOfPlay},
    },
    view::rulebook::{Book, BookData, SkirmishView, cites},
};
use grapeshot_floor::{
    english::count,
    events::{Explained, RuleId},
    forces::{PieceId, UnitId},
    orders::{Odds, Order, Plan, Refusal},
    procedure::{Found, plainly},
    shared::refuse,
    turn::{BattleMut, Tell},
};

impl<'w> SkirmishView<'w> {
    fn engineers(&self, order: &Order, activation: &Activation, rule: &'static str) -> Result<&'w Mine, Refusal> {
        let Some(mine) = self.mine_of(activation.unit) else {
            return refuse(rule, format!("{} has no charge", self.unit_name(activation.unit)));
        };
        if mine.fired {
            return refuse(rule, "The charge has been fired");
        }
        for piece in &order.pieces {
            let name = self.name(*piece);
            self.require_unstunned(*piece)?;
            if self.part(*piece) != FigureAction::Stationary || self.view.unit_of(*piece) != mine.unit {
                return refuse("CP-2.12", format!("{name} has moved or used its action"));
            }
        }
        Ok(mine)
    }

    /// `LayCharge`: engineers at the charge spend their action; several in one activation count once.
    ///
    /// # Errors
    /// If the unit has no charge or it is laid or has been worked on in this activation, or if an engineer is not at
    /// it, is stunned or has used his action.
    pub fn check_lay(&self, order: &Order, activation: &Activation) -> Found<UnitId> {
        let mine = self.engineers(order, activation, self.cites(Topic::LayCharge))?;
        if mine.done >= mine.needed {
            return refuse(self.cites(Topic::LayCharge), "The charge is laid");
        }
        if activation.laid {
            return refuse(
                self.cites(Topic::LayCharge),
                "The charge has been worked on in this activation: several engineers count once",
            );
        }
        if let Some(piece) = order.pieces.iter().find(|piece| !self.at_charge(**piece, mine)) {
            return refuse(self.cites(Topic::LayCharge), format!("{} is not at the charge", self.name(*piece)));
        }
        let left = mine.needed - mine.done - 1;
        let summary = match left {
            0 => "The charge is laid".to_owned(),
            left => format!("The charge is laid in {}", count(left.into(), "more activation")),
        };
        plainly(summary, mine.unit)
    }

    /// `FireCharge`: an engineer within reach of the finished charge fires it.
    ///
    /// # Errors
    /// If the order does not name one engineer, if the unit has no charge or it is not ready, or if he is too far from
    /// it, stunned or has used his action.
    pub fn check_fire_charge(&self, order: &Order, activation: &Activation) -> Found<UnitId> {
        let mine = self.engineers(order, activation, self.cites(Topic::FireCharge))?;
        let [piece] = order.pieces.as_slice() else {
            return refuse(self.cites(Topic::FireCharge), "Name one engineer");
        };
        if mine.done < mine.needed {
            let left = mine.needed - mine.done;
            return refuse(
                self.cites(Topic::FireCharge),
                format!("The charge is not ready: it takes {left} more activations"),
            );
        }
        let reach = self.book.core.burst.fuse;
        let gap = self.view.outline(*piece).gap_to_point(mine.at);
        if gap > reach {
            return refuse(
                self.cites(Topic::FireCharge),
                format!("{} is {gap:.1} inches from the charge, not {reach:.0}", self.name(*piece)),
            );
        }
        let on: Vec<PieceId> = self.all_on(mine.structure).into_iter().filter(|piece| self.is_man(*piece)).collect();
        let odds = Odds {
            label: format!("{} fires the charge", self.name(*piece)),
            explained: Explained::default(),
            needs: "Needs a card with a hole".into(),
            chance: self.chance_of_holes(1),
            then: self.what_a_charge_does(mine, on.len()),
        };
        let friends = on.iter().filter(|piece| self.view.side_of(**piece) == order.side).count();
        let warnings = match friends {
            0 => Vec::new(),
            n => vec![format!(
                "{n} of your own men are {} ({})",
                mine.structure.where_men_are(),
                self.cites(Topic::FireCharge)
            )],
        };
        let summary = format!("The charge at {} is fired", self.name_of_structure(mine.structure));
        let templates = vec![self.template_of(mine.structure).1];
        Ok((Plan { summary, odds: vec![odds], templates, warnings, ..Plan::default() }, mine.unit))
    }

    /// Whether an engineer could work on his charge or fire it.
    pub fn has_work_at_charge(&self, activation: &Activation, piece: PieceId) -> bool {
        let Some(mine) = self.mine_of(self.view.unit_of(piece)).filter(|mine| !mine.fired) else { return false };
        match mine.done < mine.needed {
            true => !activation.laid && self.at_charge(piece, mine),
            false => self.view.outline(piece).gap_to_point(mine.at) <= self.book.core.burst.fuse,
        }
    }
}

/// `LayCharge`: counts an activation of work on the charge of a unit.
pub fn lay(
    In(ordered): In<Option<(Order, UnitId)>>,
    book: Res<Book>,
    mut play: ResMut<SequenceOfPlay>,
    mut mines: ResMut<Mines>,
    mut activities: Activities,
    mut tell: Tell,
) {
    let Some((order, unit)) = ordered else { return };
    play.active_mut().laid = true;
    for piece in &order.pieces {
        activities.done(*piece);
    }
    let mut left = 0;
    if let Some(mine) = mines.0.iter_mut().find(|mine| mine.unit == unit) {
        mine.done += 1;
        left = mine.needed - mine.done;
    }
    let text = match left {
        0 => "The charge is laid".to_owned(),
        left => format!("The charge is worked on: {left} more activations"),
    };
    tell.note_of(&order.pieces, Some(order.side), RuleId::new(book.cites(Topic::LayCharge)), text);
}

/// `FireCharge`: a card decides whether the charge of a unit goes off.
pub fn fire(battle: &mut BattleMut, book: &BookData, order: &Order, unit: UnitId) {
    let piece = order.pieces[0];
    let cp = SkirmishView { view: battle.view(), book };
    let Some(mine) = cp.mine_of(unit) else { return };
    let chance = cp.chance_of_holes(1);
    let name = cp.name(piece).to_owned();
    let what = cp.name_of_structure(mine.structure);
    activity::done(battle, piece);
    let (card, drawn) = decks::take(battle, book, order.side, &["holes"]);
    let goes = card.holes > 0;
    let result = if goes { "it goes off" } else { "it fails" };
    let text = format!("{name} fires the charge at {what}: {result}");
    of_pieces(battle, &[piece], |battle| {
        battle.note(Some(order.side), RuleId::new(cites(battle, Topic::FireCharge)), text);
        battle.trial("To fire a charge", chance, usize::from(goes), 1);
        decks::show(
            battle,
            drawn,
            RuleId::new(cites(battle, Topic::FireCharge)),
            format!("Card {}: {}", card.id, count(card.holes.into(), "hole")),
        );
    });
    if goes {
        blow::go_off(battle, book, unit, order.side, piece);
    }
}
