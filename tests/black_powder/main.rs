//! The rulebook Black Powder, rule by rule.

mod basics;
mod breaks;
mod bridges;
mod buildings;
mod charge_ends;
mod charges;
mod combat;
mod command;
mod data;
mod demolition;
mod foolish;
mod forecasts;
mod going;
mod groups;
mod laws;
mod movement;
mod officers;
mod plans;
mod play;
mod player;
mod responses;
mod settings;
mod shooting;
mod specials;
mod sums;
mod terms;
mod winning;
mod withdrawals;
mod words;
mod worked;

use bevy::math::Vec2;
use grapeshot::{
    battle::Intervention,
    chance::StreamId,
    events::{BattleEvent, EventKind},
    forces::{SideId, UnitId, Value},
    orders::{Leg, Order, VerbId},
    rulesets::{
        black_powder::{
            book::{
                dice, marks,
                values::{Officer, Work},
                verbs,
            },
            state::{
                sequence_of_play::{Contact, SequenceOfPlay},
                view::BlackPowderView,
            },
        },
        shared::formed::block::Face,
    },
    testing::{BLUE, RED, TestBattle, TestTable},
};

/// A bare table of 120 by 72 inches on which blue goes first, with a general and a brigadier for each side in its
/// corner.
fn table() -> TestTable {
    officers(
        TestTable::new("black_powder", grapeshot::rulesets::plugin)
            .size(120.0, 72.0)
            .setting("first_player", Value::Word("blue".into())),
    )
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

fn bp(test: &TestBattle) -> BlackPowderView<'_> {
    BlackPowderView::of(test.battle.view())
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

/// Where the middle of the front of a unit is.
fn front(test: &TestBattle, key: &str) -> Vec2 {
    grapeshot::rulesets::shared::formed::block::front(&bp(test).outline(test.unit(key)))
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

/// Puts another state of the sequence of play into the battle.
fn put_flow(test: &mut TestBattle, change: impl FnOnce(&mut SequenceOfPlay)) {
    let mut play = bp(test).play().clone();
    change(&mut play);
    let value = serde_json::to_value(play).expect("the flow is plain data");
    let put = Intervention::Put { state: "black_powder_sequence_of_play".into(), of: None, value };
    test.battle.intervene(put).expect("the flow is registered");
}

/// Two units that fight already, the one having struck a face of the other.
fn touch(test: &mut TestBattle, attacker: &str, defender: &str, face: Face) {
    let (attacker, defender) = (test.unit(attacker), test.unit(defender));
    let contact = Contact { attacker, defender, attacker_face: Face::Front, defender_face: face };
    put_flow(test, |play| play.contacts.push(contact));
}

/// Puts the blue brigadier six inches behind a unit.
fn beside(test: &mut TestBattle, key: &str) {
    let block = bp(test).outline(test.unit(key));
    let at = block.place.offset(-6.0 - block.footprint.half_depth(), 0.0);
    let piece = test.piece("blue", 1);
    test.stand(piece, at.x, at.y, block.place.facing.0);
}

/// Changes what a commander is.
fn officer(test: &mut TestBattle, key: &str, change: impl FnOnce(&mut Officer)) {
    let mut officer = test.battle.view().unit_part::<Officer>(test.unit(key)).clone();
    change(&mut officer);
    test.put_unit(test.unit(key), "officer", officer);
}

/// Changes what a unit did in this turn.
fn work(test: &mut TestBattle, key: &str, change: impl FnOnce(&mut Work)) {
    let mut work = bp(test).work(test.unit(key)).clone();
    change(&mut work);
    test.put_unit(test.unit(key), "work", work);
}

/// Orders units to charge an enemy, with these two dice.
fn charge(test: &mut TestBattle, keys: &[&str], target: &str, dice: &[u16]) -> Vec<BattleEvent> {
    until(test, "command");
    let order = told(test, &CHARGE, keys).target(test.piece(target, 1));
    commanded(test, order, dice)
}

/// Answers a charge.
fn respond(test: &mut TestBattle, answer: &str) -> Vec<BattleEvent> {
    assert_eq!(asked(test), "respond");
    test.order(order(test, &verbs::RESPOND).choice(answer))
}

/// The answers that the target of a charge has; only one is taken without a question.
fn answers(test: &TestBattle) -> Vec<String> {
    if asked(test) != "respond" {
        return Vec::new();
    }
    test.battle.awaiting().asks[0].choices.iter().map(|(choice, _)| choice.to_string()).collect()
}

/// Decides by one of the choices.
fn decide(test: &mut TestBattle, choice: &str) -> Vec<BattleEvent> {
    test.order(order(test, &verbs::DECIDE).choice(choice))
}

/// The round is fought with these dice.
fn round(test: &mut TestBattle, blows: &[u16], saves: &[u16], tests: &[u16]) -> Vec<BattleEvent> {
    force(test, &dice::BLOWS, blows);
    force(test, &dice::SAVES, saves);
    force(test, &dice::TESTS, tests);
    until_fought(test)
}

/// Passes until the active side has fought, or a question of the fight is put; the events on the way.
fn until_fought(test: &mut TestBattle) -> Vec<BattleEvent> {
    let (from, side) = (test.battle.log().len(), bp(test).play().active);
    for _ in 0..60 {
        let quiet = ["initiative", "command", "officers", "shooting"].contains(&asked(test).as_str());
        if !quiet || bp(test).play().active != side {
            break;
        }
        pass(test);
    }
    test.battle.log().events()[from..].to_vec()
}

/// The combat results, by side.
fn scores(events: &[BattleEvent]) -> Vec<f32> {
    let result = |event: &&BattleEvent| event.rule.0 == "BP-7.5" && event.text.contains("combat result");
    events.iter().filter(result).map(|event| event.explained.total()).collect()
}

/// Whether a unit is still on the table.
fn stands(test: &TestBattle, key: &str) -> bool {
    bp(test).present(test.unit(key))
}

fn casualties(test: &TestBattle, key: &str) -> u8 {
    bp(test).casualties(test.unit(key))
}

fn disordered(test: &TestBattle, key: &str) -> bool {
    bp(test).disordered(test.unit(key))
}

fn in_combat(test: &TestBattle, key: &str) -> bool {
    bp(test).in_combat(test.unit(key))
}

fn flag(on: bool) -> Value {
    Value::Flag(on)
}
