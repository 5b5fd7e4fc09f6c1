//! Step 1: orders on chits, unseen by the other side (SB-3.1 to SB-3.6).

use super::steps::{both_ready, phase};
use crate::{
    acting::orders::Chosen,
    book::{values::Chit, verbs},
    cohesion::army,
    evaluation::family::{Chapter, Handler, Question},
    state::{
        phase::Phase,
        sequence_of_play::{SequenceOfPlay, Step},
        view::BurtView,
    },
};
use grapeshot_floor::{
    english::count,
    events::{EventKind, Explained, RuleId},
    forces::{PieceId, SideId, UnitId},
    orders::{ArgumentKind as A, Order, Verb},
    procedure::{Found, plainly},
    shared::refuse,
    turn::{Ask, Awaiting, BattleMut, Secret},
};

/// What the check of an order to give orders found: the chit, and the units that get it.
#[derive(Debug, Clone, PartialEq)]
pub struct Given {
    chit: Chit,
    units: Vec<UnitId>,
}

/// The chapter of orders: step 1. Each side chooses them, unseen.
pub fn chapter() -> Chapter {
    let mut chapter = Chapter::new("orders");
    chapter.verbs = vec![
        Verb::new(verbs::ORDER, "Order", "Give units an order on their chits, face down", 'O', "SB-3.1")
            .needs(&[A::Pieces, A::Choice])
            .meaning(&[(A::Choice, "the order: reserve, manoeuver, fire, assault or regroup")]),
        Verb::new(verbs::READY, "Ready", "The side stands by its places and orders", 'B', "SB-3.1"),
    ];
    let orders = Phase::At(Step::Orders);
    chapter.handlers = vec![
        Handler::new(verbs::ORDER, |burt, order| burt.check_order(order), resolve_order)
            .worth(|mind, order| mind.worth_of_order(order)),
        Handler::new(verbs::READY, |_, _| plainly("The orders stand", ()), resolve_ready).during([orders]),
    ];
    chapter.questions = vec![Question::new(
        orders,
        ("orders", "which orders lie on the chits of a side", "SB-3.1"),
        |burt, play| {
            let sides = [SideId(0), SideId(1)].into_iter().filter(|side| !play.ready[side.index()]);
            Awaiting { asks: sides.map(|side| burt.ask_orders(side)).collect() }
        },
        |mind, ask| mind.answers_to_orders(ask),
    )];
    chapter.phases = vec![phase(orders, "wait_for_orders", |battle| both_ready(battle, lay_down))];
    chapter
}

impl BurtView<'_> {
    /// SB-3.1: the question to a side which orders its units get.
    fn ask_orders(&self, side: SideId) -> Ask {
        let orderable = self.orderable(side);
        let question =
            format!("{} orders: {} of {} given", self.view.side_named(side).short, self.ordered(side), orderable.len());
        let verbs = [verbs::ORDER, verbs::LEAD, verbs::READY];
        Ask::new("orders", side, "SB-3.1", question, verbs)
            .pick(orderable.into_iter().map(|unit| self.piece(unit)))
            .choices(Chit::ALL.map(|chit| (chit.id(), chit.label())))
            .go_on(verbs::READY)
            .secret()
    }

    /// Whether units may get the order that is named.
    ///
    /// # Errors
    /// Why one of them may not.
    pub fn check_order(&self, order: &Order) -> Found<Given> {
        let Some(chit) = order.choice.as_deref().and_then(Chit::named) else {
            return refuse("SB-3.3", "Name the order: reserve, manoeuver, fire, assault or regroup");
        };
        if order.pieces.is_empty() {
            return refuse("SB-3.1", "Name the units");
        }
        let mut units: Vec<UnitId> = order.pieces.iter().map(|piece: &PieceId| self.view.unit_of(*piece)).collect();
        units.sort_unstable();
        units.dedup();
        for unit in &units {
            if self.side(*unit) != order.side {
                return refuse("SB-3.1", format!("{} is not yours", self.name(*unit)));
            }
            self.may_change_order(*unit)?;
            self.may_get(*unit, chit)?;
        }
        let whom = match units[..] {
            [unit] => self.name(unit).to_owned(),
            _ => count(units.len(), "unit"),
        };
        plainly(format!("{whom}: {}", chit.label()), Given { chit, units })
    }
}

/// Gives units the chit of the order in hand, out of the enemy's sight.
fn resolve_order(battle: &mut BattleMut, _: &Order, Given { chit, units }: Given) {
    for unit in units {
        let text = format!("{} will have {} orders", battle.view().unit(unit).name, chit.label());
        battle.give_secret(unit, Chosen(Some(chit)), RuleId::new("SB-3.1"), text);
    }
}

/// Notes that a side is done with its orders.
fn resolve_ready(battle: &mut BattleMut, order: &Order, (): ()) {
    let side = order.side;
    battle.resource_mut::<SequenceOfPlay>().ready[side.index().min(1)] = true;
    let text = format!("The {} are ready", battle.view().side_named(side).short);
    battle.detail(Some(side), EventKind::Note, RuleId::new("SB-3.1"), text, Explained::default());
}

/// SB-3.1, SB-3.2: lays the chosen orders on the table when both sides are ready. A chit that was changed lies face
/// down again.
fn lay_down(battle: &mut BattleMut) {
    let rule = || RuleId::new("SB-3.1");
    let units: Vec<UnitId> = BurtView::of(battle.view()).all_units().collect();
    for unit in units {
        let chosen = battle.view().secret::<Chosen>(unit).and_then(|chosen| chosen.0);
        let now = battle.view().secret::<Chit>(unit).copied();
        let name = battle.view().unit(unit).name.clone();
        if let Some(chit) = chosen {
            if now != Some(chit) {
                battle.cover::<Chit>(unit, RuleId::new("SB-3.2"), format!("{name}: a new chit lies face down"));
                battle.give_secret(unit, chit, rule(), format!("{name} has {} orders", chit.label()));
            }
            battle.add_unit_part(unit, Secret::new(Chosen(None)));
        }
        if battle.view().secret::<Chit>(unit) != Some(&Chit::Reserve) {
            army::leaves_reserve(battle, unit);
        }
    }
}
