//! Small battles of Fire and Fury: units by stands and formation, their state, steps, orders and what the log says.

use bevy::math::Vec2;
use grapeshot::{
    battle::Intervention,
    chance::StreamId,
    events::{BattleEvent, EventKind, Explained},
    forces::{SideId, UnitId, Value},
    orders::{Leg, Order, Plan, Refusal, VerbId},
    rulesets::fire_and_fury::{
        book::{
            dice,
            formations::{Formation, Pose},
            marks,
            values::{OrderState, Troops, Work},
            verbs,
        },
        state::{
            sequence_of_play::{SequenceOfPlay, Step},
            view::FuryView,
        },
    },
    table::footprint::Outline,
};

pub use grapeshot::testing::{BLUE, RED, TestBattle, TestTable};

/// A bare table of 60 by 60 inches. Blue's friendly edge is the bottom, red's the top; blue plays first.
pub fn table() -> TestTable {
    TestTable::new("fire_and_fury", grapeshot::rulesets::plugin).size(60.0, 60.0).turns(10)
}

/// Units of Fire and Fury. Each stands with the middle of its front at a point, with a facing in degrees.
pub trait Army {
    /// Trained reliable foot with muskets and bayonets: this many stands in a formation.
    fn foot(self, key: &str, side: SideId, stands: usize, formation: &str, at: (f32, f32, f32)) -> Self;
    /// Mounted cavalry with sabers.
    fn horse(self, key: &str, side: SideId, stands: usize, formation: &str, at: (f32, f32, f32)) -> Self;
    /// A battery of guns of a kind, unlimbered or limbered.
    fn guns(self, key: &str, side: SideId, gun: &str, stands: usize, formation: &str, at: (f32, f32, f32)) -> Self;
    /// An able leader of a brigade.
    fn leader_at(self, key: &str, side: SideId, at: (f32, f32)) -> Self;
    /// A flag of the last unit.
    fn flag(self, name: &str) -> Self;
    /// The last unit has no bayonets, or sabers.
    fn no_bayonets(self) -> Self;
    /// A setting that is a number.
    fn set_number(self, name: &str, number: f32) -> Self;
    /// A setting that is a word.
    fn set_word(self, name: &str, word: &str) -> Self;
}

impl Army for TestTable {
    fn foot(self, key: &str, side: SideId, stands: usize, formation: &str, at: (f32, f32, f32)) -> Self {
        self.block(key, side, "infantry", formation, at).stands(stands)
    }

    fn horse(self, key: &str, side: SideId, stands: usize, formation: &str, at: (f32, f32, f32)) -> Self {
        self.block(key, side, "cavalry", formation, at).stands(stands).word("weapon", "none")
    }

    fn guns(self, key: &str, side: SideId, gun: &str, stands: usize, formation: &str, at: (f32, f32, f32)) -> Self {
        let kinds = Value::List(vec![Value::word(gun)]);
        self.block(key, side, "guns", formation, at).stands(stands).value("guns", kinds).number("interval", 0.0)
    }

    fn leader_at(self, key: &str, side: SideId, (x, y): (f32, f32)) -> Self {
        self.block(key, side, "commander", "", (x, y, 90.0))
    }

    fn flag(self, name: &str) -> Self {
        self.value(name, Value::Flag(true))
    }

    fn no_bayonets(self) -> Self {
        self.value("bayonets", Value::Flag(false))
    }

    fn set_number(self, name: &str, number: f32) -> Self {
        self.setting(name, Value::Number(number))
    }

    fn set_word(self, name: &str, word: &str) -> Self {
        self.setting(name, Value::word(word))
    }
}

/// The battle through its rules.
pub fn ff(test: &TestBattle) -> FuryView<'_> {
    FuryView::of(test.battle.view())
}

// What is asked.

/// The kind of question that is asked.
pub fn asked(test: &TestBattle) -> String {
    test.battle.awaiting().asks.first().map_or_else(|| "nothing".to_owned(), |ask| ask.kind.to_string())
}

/// The side that is asked.
pub fn asked_side(test: &TestBattle) -> SideId {
    test.battle.awaiting().asks[0].side
}

// Orders.

/// An order of a unit's own side to that unit.
pub fn told(test: &TestBattle, verb: &VerbId, key: &str) -> Order {
    let unit = test.unit(key);
    Order::new(ff(test).side(unit), verb).pieces(ff(test).stands(unit))
}

/// A leader checks for units.
pub fn group(test: &TestBattle, leader: &str, keys: &[&str]) -> Order {
    let pieces: Vec<_> = keys.iter().flat_map(|key| ff(test).stands(test.unit(key))).collect();
    let leader = test.unit(leader);
    Order::new(ff(test).side(leader), &verbs::CHECK).pieces(pieces).target_unit(leader)
}

/// A unit checks out of command.
pub fn alone(test: &TestBattle, key: &str) -> Order {
    told(test, &verbs::CHECK, key)
}

/// A unit makes a maneuver along legs.
pub fn march(test: &TestBattle, key: &str, legs: &[Leg]) -> Order {
    told(test, &verbs::MARCH, key).path(legs.to_vec())
}

/// Straight ahead.
pub fn ahead(inches: f32) -> Leg {
    Leg::March { inches, aside: 0.0 }
}

/// Straight back.
pub fn back(inches: f32) -> Leg {
    Leg::March { inches, aside: 180.0 }
}

/// Off the heading by this many degrees, to the left if they are more than 0.
pub fn aside(inches: f32, degrees: f32) -> Leg {
    Leg::March { inches, aside: degrees }
}

/// A wheel, to the left if the degrees are more than 0.
pub fn wheel(degrees: f32) -> Leg {
    Leg::Wheel { about: None, degrees }
}

/// A change of formation.
pub fn form(formation: &str) -> Leg {
    Leg::Form(formation.into())
}

/// What an order would do.
pub fn plan(test: &TestBattle, order: &Order) -> Plan {
    test.battle.check(order).unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// Why an order is not allowed.
pub fn refusal(test: &TestBattle, order: &Order) -> Refusal {
    test.battle.check(order).expect_err("the order is not allowed")
}

/// The rule by which an order is refused.
pub fn refused_by(test: &TestBattle, order: &Order) -> String {
    refusal(test, order).rule.0.to_string()
}

// Going on.

/// The side that is asked does no more.
pub fn pass(test: &mut TestBattle) -> Vec<BattleEvent> {
    let order = Order::new(asked_side(test), &verbs::PASS);
    test.order(order)
}

/// The side that is asked does no more; charges that must go in go in.
pub fn goes_on(test: &mut TestBattle) -> Vec<BattleEvent> {
    let ask = test.battle.awaiting().asks[0].clone();
    if ask.verbs.contains(&verbs::PASS) {
        return pass(test);
    }
    let unit = test.battle.view().unit_of(ask.pieces[0]);
    let order = Order::new(ask.side, &ask.verbs[0]).pieces(ff(test).stands(unit));
    test.order(order)
}

/// Goes on until a kind of question is asked.
///
/// # Panics
/// If it is never asked.
pub fn go_to(test: &mut TestBattle, kind: &str) -> Vec<BattleEvent> {
    let from = test.battle.log().len();
    for _ in 0..200 {
        if asked(test) == kind {
            return test.battle.log().events()[from..].to_vec();
        }
        if test.battle.awaiting().asks.is_empty() {
            break;
        }
        goes_on(test);
    }
    panic!("{kind} is never asked: {:?}", test.battle.awaiting());
}

/// The next dice of a stream.
pub fn force(test: &mut TestBattle, stream: &StreamId, dice: &[u16]) {
    test.battle.force(stream, dice.to_vec());
}

/// A unit out of command checks with a forced die.
pub fn checks_alone(test: &mut TestBattle, key: &str, die: u16) -> Vec<BattleEvent> {
    go_to(test, "check");
    force(test, &dice::MANEUVER, &[die]);
    let order = alone(test, key);
    test.order(order)
}

/// A leader's group checks with a forced die.
pub fn checks(test: &mut TestBattle, leader: &str, keys: &[&str], die: u16) -> Vec<BattleEvent> {
    go_to(test, "check");
    force(test, &dice::MANEUVER, &[die]);
    let order = group(test, leader, keys);
    test.order(order)
}

/// A unit makes a maneuver.
pub fn marches(test: &mut TestBattle, key: &str, legs: &[Leg]) -> Vec<BattleEvent> {
    let order = march(test, key, legs);
    test.order(order)
}

/// A charge with cold steel or with fire.
pub fn charge(test: &TestBattle, key: &str, target: &str, how: &str) -> Order {
    told(test, &verbs::CHARGE, key).target(test.piece(target, 1)).choice(how)
}

/// A charge is declared, and no other.
pub fn declares(test: &mut TestBattle, order: Order) {
    test.order(order);
    if asked(test) == "declare" {
        pass(test);
    }
}

/// A battle that stands at the declaration of charges, the attacker Well Handled.
pub fn ready(battle: TestTable, die: u16) -> TestBattle {
    let mut test = battle.battle();
    checks_alone(&mut test, "p", die);
    pass(&mut test);
    go_to(&mut test, "declare");
    test
}

// Fire.

/// It is the fire of a side; blue plays first, so its own comes second.
pub fn to_fire(test: &mut TestBattle, side: SideId) {
    let step = if side == RED { Step::DefensiveFire } else { Step::OffensiveFire };
    put_play(test, |play| play.step = step);
}

/// A battle that stands at the fire of a side.
pub fn at_fire(battle: TestTable, side: SideId) -> TestBattle {
    let mut test = battle.battle();
    to_fire(&mut test, side);
    test
}

/// All units that may fire at a unit do.
pub fn shoot(test: &TestBattle, target: &str) -> Order {
    let side = if ff(test).side(test.unit(target)) == RED { BLUE } else { RED };
    Order::new(side, &verbs::SHOOT).target(test.piece(target, 1))
}

// State.

/// Changes what a unit is.
pub fn put_troops(test: &mut TestBattle, key: &str, change: impl FnOnce(&mut Troops)) {
    let mut troops = ff(test).values(test.unit(key)).clone();
    change(&mut troops);
    test.put_unit(test.unit(key), "fury_troops", troops);
}

/// Changes what a unit does in this turn.
pub fn put_work(test: &mut TestBattle, key: &str, change: impl FnOnce(&mut Work)) {
    let mut work = ff(test).work(test.unit(key)).clone();
    change(&mut work);
    test.put_unit(test.unit(key), "fury_work", work);
}

/// Changes where the sequence of play stands.
pub fn put_play(test: &mut TestBattle, change: impl FnOnce(&mut SequenceOfPlay)) {
    let mut play = ff(test).play().clone();
    change(&mut play);
    let value = serde_json::to_value(play).expect("the sequence of play is plain data");
    let put = Intervention::Put { state: "fury_sequence_of_play".into(), of: None, value };
    test.battle.intervene(put).expect("the sequence of play is registered");
}

/// Puts troops into an order, with its marker.
pub fn put_order(test: &mut TestBattle, key: &str, order: OrderState) {
    put_troops(test, key, |troops| troops.order = order);
    let unit = test.unit(key);
    for other in [OrderState::Disordered, OrderState::Broken] {
        if let Some(mark) = marks::of_order(other) {
            test.mark_unit(unit, &mark, u8::from(other == order));
        }
    }
}

/// Puts a unit into a pose with all its stands.
pub fn put_pose(test: &mut TestBattle, key: &str, pose: Pose) {
    put_troops(test, key, |troops| troops.pose = pose);
    let unit = test.unit(key);
    let body: Vec<Outline> = {
        use grapeshot::rulesets::shared::formed::walk::Body;
        ff(test).body_in(unit, &pose).outlines().collect()
    };
    for (piece, outline) in ff(test).stands(unit).into_iter().zip(body) {
        test.put(piece, "place", outline.place);
    }
}

// What there is.

/// How a unit stands.
pub fn pose(test: &TestBattle, key: &str) -> Pose {
    ff(test).pose(test.unit(key))
}

/// Where the middle of the front of a unit is.
pub fn front(test: &TestBattle, key: &str) -> Vec2 {
    pose(test, key).front
}

pub fn formation(test: &TestBattle, key: &str) -> Formation {
    pose(test, key).formation
}

/// The outlines of its stands.
pub fn stands(test: &TestBattle, key: &str) -> Vec<Outline> {
    ff(test).outlines(test.unit(key)).collect()
}

/// How many stands it has left.
pub fn count(test: &TestBattle, key: &str) -> usize {
    ff(test).count(test.unit(key))
}

pub fn order_of(test: &TestBattle, key: &str) -> OrderState {
    ff(test).values(test.unit(key)).order
}

/// The unit by key.
pub fn unit(test: &TestBattle, key: &str) -> UnitId {
    test.unit(key)
}

// What was told.

/// Whether an event with this rule says so.
pub fn says(events: &[BattleEvent], rule: &str, words: &str) -> bool {
    events.iter().any(|event| event.rule.0 == rule && event.text.contains(words))
}

/// The sum of the first event with this rule that has one.
pub fn sum<'e>(events: &'e [BattleEvent], rule: &str) -> &'e Explained {
    let found = events.iter().find(|event| event.rule.0 == rule && !event.explained.is_empty());
    &found.unwrap_or_else(|| panic!("no sum by {rule}: {events:#?}")).explained
}

/// What a label adds to a sum; nothing if it is not there.
pub fn amount(sum: &Explained, label: &str) -> Option<f32> {
    sum.modifiers().iter().find(|line| line.label == label).map(|line| line.amount)
}

/// The dice rolled by a rule.
pub fn rolled(events: &[BattleEvent], rule: &str) -> Vec<u8> {
    let dice = events.iter().filter_map(|event| match &event.kind {
        EventKind::Rolled { dice, .. } if event.rule.0 == rule => Some(dice.clone()),
        _ => None,
    });
    dice.flatten().collect()
}

/// Whether two points are the same, but for rounding.
pub fn near(a: Vec2, x: f32, y: f32) {
    assert!(a.distance(Vec2::new(x, y)) < 0.015, "{a} is not ({x}, {y})");
}

/// Whether two numbers are the same, but for rounding.
pub fn about(a: f32, b: f32) {
    assert!((a - b).abs() < 0.015, "{a} is not {b}");
}
