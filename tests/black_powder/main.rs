//! The rulebook Black Powder, rule by rule.

mod basics;
mod command;
mod movement;
mod player;

use bevy::math::Vec2;
use grapeshot::{
    chance::StreamId,
    events::{BattleEvent, EventKind},
    forces::{SideId, UnitId, Value},
    orders::{Leg, Order, VerbId},
    rulesets::black_powder::{book::Bp, dice, marks, verbs},
    testing::{BLUE, RED, TestBattle, TestTable},
};

/// A bare table of 120 by 72 inches on which blue goes first, with a general and a brigadier for each side in its
/// corner.
fn table() -> TestTable {
    officers(TestTable::new("black_powder").size(120.0, 72.0).setting("first_player", Value::Word("blue".into())))
}

fn officers(table: TestTable) -> TestTable {
    table
        .block("general", BLUE, "commander", "", (1.0, 1.0, 90.0))
        .block("blue", BLUE, "commander", "", (20.0, 5.0, 90.0))
        .under("general")
        .block("marshal", RED, "commander", "", (119.0, 71.0, 270.0))
        .block("red", RED, "commander", "", (20.0, 67.0, 270.0))
        .under("marshal")
}

/// Units that are added by these have their brigadier.
trait Army {
    /// A blue unit.
    fn blue(self, key: &str, kind: &str, formation: &str, at: (f32, f32, f32)) -> Self;
    /// A red unit.
    fn red(self, key: &str, kind: &str, formation: &str, at: (f32, f32, f32)) -> Self;
    /// Special rules of the last unit.
    fn rules(self, rules: &[&str]) -> Self;
}

impl Army for TestTable {
    fn blue(self, key: &str, kind: &str, formation: &str, at: (f32, f32, f32)) -> Self {
        self.block(key, BLUE, kind, formation, at).under("blue")
    }

    fn red(self, key: &str, kind: &str, formation: &str, at: (f32, f32, f32)) -> Self {
        self.block(key, RED, kind, formation, at).under("red")
    }

    fn rules(self, rules: &[&str]) -> Self {
        self.value("rules", Value::List(rules.iter().map(|rule| Value::Word((*rule).into())).collect()))
    }
}

fn bp(test: &TestBattle) -> Bp<'_> {
    Bp::of(test.battle.view())
}

/// An order of the side that is asked.
fn order(test: &TestBattle, verb: &VerbId) -> Order {
    Order::new(test.battle.awaiting().asks[0].side, verb)
}

/// An order to units by their keys.
fn told(test: &TestBattle, verb: &VerbId, keys: &[&str]) -> Order {
    order(test, verb).pieces(keys.iter().map(|key| test.piece(key, 1)).collect::<Vec<_>>())
}

fn to(x: f32, y: f32) -> Leg {
    Leg::To(Vec2::new(x, y))
}

fn ahead(inches: f32) -> Leg {
    Leg::March { inches, aside: 0.0 }
}

fn force(test: &mut TestBattle, stream: &StreamId, dice: &[u16]) {
    test.battle.force(stream, dice.to_vec());
}

/// The kind of question that is asked.
fn asked(test: &TestBattle) -> String {
    test.battle.awaiting().asks.first().map_or_else(|| "nothing".to_owned(), |ask| ask.kind.to_string())
}

fn asked_side(test: &TestBattle) -> SideId {
    test.battle.awaiting().asks[0].side
}

/// Answers whatever is asked in the way that does least until this kind of question is put.
fn until(test: &mut TestBattle, kind: &str) {
    for _ in 0..200 {
        if asked(test) == kind {
            return;
        }
        pass(test);
    }
    panic!("{kind} was never asked: {:?}", test.battle.awaiting());
}

/// Answers the question in the way that does least.
fn pass(test: &mut TestBattle) {
    let ask = test.battle.awaiting().asks.first().cloned().expect("the battle is not over");
    let order = match &ask.go_on {
        Some(verb) => Order::new(ask.side, verb),
        None => test.battle.rules().candidates(&test.battle.view(), &ask)[0].clone(),
    };
    test.order(order);
}

/// Answers questions until the side's next question of a kind.
fn until_of(test: &mut TestBattle, side: SideId, kind: &str) {
    for _ in 0..200 {
        if asked(test) == kind && asked_side(test) == side {
            return;
        }
        pass(test);
    }
    panic!("{kind} was never asked of {side:?}: {:?}", test.battle.awaiting());
}

/// Gives an order with these dice for it.
fn commanded(test: &mut TestBattle, order: Order, dice: &[u16]) -> Vec<BattleEvent> {
    force(test, &dice::ORDERS, dice);
    test.order(order)
}

fn hurt(test: &mut TestBattle, key: &str, casualties: u8) {
    test.mark_unit(test.unit(key), &marks::CASUALTY, casualties);
}

fn disorder(test: &mut TestBattle, key: &str) {
    test.mark_unit(test.unit(key), &marks::DISORDERED, 1);
}

fn unit(test: &TestBattle, key: &str) -> UnitId {
    test.unit(key)
}

/// Where the middle of the front of a unit is.
fn front(test: &TestBattle, key: &str) -> Vec2 {
    grapeshot::rulesets::black_powder::block::front(&bp(test).outline(test.unit(key)))
}

fn near(a: f32, b: f32) {
    assert!((a - b).abs() < 0.02, "{a} is not {b}");
}

fn near_point(a: Vec2, x: f32, y: f32) {
    assert!(a.distance(Vec2::new(x, y)) < 0.05, "{a} is not ({x}, {y})");
}

/// The dice of all rolls with this rule among events.
fn rolled(events: &[BattleEvent], rule: &str) -> Vec<Vec<u8>> {
    events
        .iter()
        .filter_map(|event| match &event.kind {
            EventKind::Rolled { dice, .. } if event.rule.0 == rule => Some(dice.clone()),
            _ => None,
        })
        .collect()
}

fn texts(events: &[BattleEvent]) -> String {
    events.iter().map(|event| format!("{} ({})", event.text, event.rule)).collect::<Vec<_>>().join("\n")
}

/// The labels and amounts of a sum.
fn lines(sum: &grapeshot::events::Explained) -> Vec<(String, f32)> {
    sum.modifiers().iter().map(|line| (line.label.to_string(), line.amount)).collect()
}

const MARCH: VerbId = verbs::MARCH;
const CHARGE: VerbId = verbs::CHARGE;
