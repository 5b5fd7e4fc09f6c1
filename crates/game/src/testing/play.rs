//! A small battle in play: its chance forced, its state set, orders given that must be allowed or refused.

use bevy::math::Vec2;
use serde::Serialize;
use smol_str::format_smolstr;

use crate::battle::{Battle, Bearer, Intervention};
use grapeshot_floor::{
    chance::StreamId,
    events::{BattleEvent, EventKind},
    forces::{MarkId, Marks, PieceId, SideId, UnitId},
    orders::{Order, VerbId},
    table::{position::Place, template::Template},
};

/// A small battle under test.
pub struct TestBattle {
    pub battle: Battle,
}

impl TestBattle {
    /// A unit by its key.
    ///
    /// # Panics
    /// If it is not on the table.
    pub fn unit(&self, key: &str) -> UnitId {
        let view = self.battle.view();
        view.units().find(|unit| view.unit(*unit).key == key).expect("the unit is on the table")
    }

    /// A figure by its unit's key and its number, from 1.
    ///
    /// # Panics
    /// If it is not on the table.
    pub fn piece(&self, key: &str, number: usize) -> PieceId {
        self.battle.view().unit(self.unit(key)).pieces[number - 1]
    }

    /// All figures of a unit.
    pub fn pieces(&self, key: &str) -> Vec<PieceId> {
        self.battle.view().unit(self.unit(key)).pieces.clone()
    }

    /// Puts a value of the registered state on a figure.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn put(&mut self, piece: PieceId, state: &str, value: impl Serialize) {
        self.set(state, Some(Bearer::Piece(piece)), value);
    }

    /// Puts a value of the registered state on a unit.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn put_unit(&mut self, unit: UnitId, state: &str, value: impl Serialize) {
        self.set(state, Some(Bearer::Unit(unit)), value);
    }

    fn set(&mut self, state: &str, of: Option<Bearer>, value: impl Serialize) {
        let value = serde_json::to_value(value).expect("a value of the state is plain data");
        self.battle.intervene(Intervention::Put { state: state.into(), of, value }).expect("the state is registered");
    }

    /// Lays this many markers of a kind on a figure.
    pub fn mark(&mut self, piece: PieceId, mark: &MarkId, count: u8) {
        let mut marks = self.battle.view().marks(piece).clone();
        marks.set(mark, count);
        self.put(piece, "marks", marks);
    }

    /// Lays this many markers of a kind on a unit.
    pub fn mark_unit(&mut self, unit: UnitId, mark: &MarkId, count: u8) {
        let mut marks: Marks = self.battle.view().unit_marks(unit).clone();
        marks.set(mark, count);
        self.put_unit(unit, "marks", marks);
    }

    /// Puts a figure somewhere else.
    pub fn stand(&mut self, piece: PieceId, x: f32, y: f32, facing: f32) {
        self.put(piece, "place", Place::new(x, y, facing));
    }

    /// Makes these action cards of a side come next, by their printed numbers.
    pub fn cards(&mut self, side: SideId, cards: &[u16]) {
        let stream = StreamId(format_smolstr!("action {}", side.0));
        self.battle.force(&stream, cards.iter().map(|card| card - 1).collect());
    }

    /// Makes these activation cards come next, by their place in the deck's list: 0 to 5 black 1 to 6, 6 to 11 red,
    /// 12 Reshuffle, 13 Elite, 14 Green, 15 Hero, 16 Event.
    pub fn activation_cards(&mut self, cards: &[u16]) {
        self.battle.force(&StreamId::new("activation"), cards.to_vec());
    }

    /// Makes these command dice come next, by unit.
    pub fn dice(&mut self, dice: &[u16]) {
        self.battle.force(&StreamId::new("command dice"), dice.to_vec());
    }

    /// Ends what is going on until a turn begins with these command dice, by unit, and these activation cards; it
    /// stands at the first question in it.
    ///
    /// # Panics
    /// If the battle ends before.
    pub fn begin_turn(&mut self, dice: &[u16], cards: &[u16]) {
        self.dice(dice);
        self.activation_cards(&[&[12], cards].concat());
        let turn = self.battle.view().clock().turn;
        while self.battle.view().clock().turn == turn {
            self.go_on();
        }
    }

    /// Answers the first question in the way that ends most: the unit passes, nobody reacts, the march goes on.
    ///
    /// # Panics
    /// If the battle is over.
    pub fn go_on(&mut self) {
        let ask = self.battle.awaiting().asks.first().cloned().expect("the battle is not over");
        let go_on = ["end", "hold", "press_on"].map(VerbId::new).into_iter().find(|verb| ask.verbs.contains(verb));
        let order = match go_on {
            Some(verb) => Order::new(ask.side, &verb),
            None => self.battle.rules().candidates(&self.battle.view(), &ask)[0].clone(),
        };
        self.battle.submit(order).expect("going on is always allowed");
    }

    /// Ends what is going on until a unit acts alone: it alone shows a 1 in the next turn, and the first card is a 1.
    pub fn act_next(&mut self, unit: UnitId) {
        let units = self.battle.view().unit_ids().len();
        // Several rounds of the same dice and cards, so that the turn after this one begins as wished whenever it
        // comes.
        let dice: Vec<u16> = (0..units).map(|n| if n == unit.index() { 1 } else { 6 }).collect();
        self.dice(&dice);
        self.activation_cards(&[12, 0]);
        for _ in 0..200 {
            let Some(ask) = self.battle.awaiting().asks.first().cloned() else { break };
            let clock = self.battle.view().clock();
            if clock.turn >= 2 && ask.unit == Some(unit) {
                return;
            }
            self.go_on();
        }
        panic!("the unit never came to act: {:?}", self.battle.awaiting());
    }

    /// Gives an order that must be allowed; the events it caused.
    ///
    /// # Panics
    /// If it is refused.
    pub fn order(&mut self, order: Order) -> Vec<BattleEvent> {
        match self.battle.submit(order.clone()) {
            Ok(events) => self.battle.log().events()[events].to_vec(),
            Err(refusal) => panic!("refused: {refusal}: {order:?}"),
        }
    }

    /// The reason and rule with which an order is refused; it must change nothing.
    ///
    /// # Panics
    /// If it is allowed, or changes something.
    pub fn refused(&mut self, order: Order) -> (String, String) {
        let before = self.battle.checksum();
        let refusal = self.battle.submit(order.clone()).expect_err("the rules forbid this order");
        assert_eq!(self.battle.checksum(), before, "a refused order changed something: {order:?}");
        (refusal.reason, refusal.rule.to_string())
    }
}

/// An order of the unit that is asked first, or of its side.
///
/// # Panics
/// If the battle is over.
pub fn order(test: &TestBattle, verb: &str) -> Order {
    let ask = &test.battle.awaiting().asks[0];
    let order = Order::new(ask.side, &VerbId(verb.into()));
    match ask.unit {
        Some(unit) => order.unit(unit),
        None => order,
    }
}

/// The middle of the one round template that lay over the table.
///
/// # Panics
/// If no such template was laid.
pub fn burst(events: &[BattleEvent]) -> Vec2 {
    let at = events.iter().find_map(|event| match &event.kind {
        EventKind::Covered { templates, .. } => match templates[..] {
            [Template::Circle { centre, .. }] => Some(centre),
            _ => None,
        },
        _ => None,
    });
    at.expect("it bursts")
}
