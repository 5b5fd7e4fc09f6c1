//! Small battles of Burt's rules: units by figures and formation, their state, steps, orders and what the log says.

use bevy::math::Vec2;
use grapeshot::{
    battle::Intervention,
    chance::StreamId,
    events::{BattleEvent, EventKind, Explained},
    forces::{SideId, UnitId, Value},
    orders::{Leg, Order, VerbId},
    rulesets::{
        burt::{
            book::{
                dice, marks,
                values::{Chit, Level, Troops, Work},
                verbs,
            },
            state::{
                sequence_of_play::{Contact, Fight, SequenceOfPlay, Step},
                view::BurtView,
            },
        },
        shared::formed::block::{self, Face},
    },
    table::{footprint::Outline, position::Heading},
    turn::Secret,
};

pub use grapeshot::testing::{BLUE, RED, TestBattle, TestTable};

/// A bare table of 96 by 60 inches. Blue's home edge is the bottom, red's the top.
pub fn table() -> TestTable {
    TestTable::new("burt", grapeshot::rulesets::plugin).size(96.0, 60.0).turns(16)
}

/// Units of Burt's rules. Each stands with the middle of its front at a point, with a facing in degrees. A unit
/// without a brigade is out of contact.
pub trait Army {
    /// A unit of a kind of troops with this many figures in a formation, class C, with MANOEUVER orders.
    fn troops(self, key: &str, side: SideId, kind: &str, figures: u8, formation: &str, at: (f32, f32, f32)) -> Self;
    /// A battalion of infantry.
    fn foot(self, key: &str, side: SideId, figures: u8, formation: &str, at: (f32, f32, f32)) -> Self;
    /// A battery of foot guns, unlimbered or limbered.
    fn guns(self, key: &str, side: SideId, gun: &str, count: u8, formation: &str, at: (f32, f32, f32)) -> Self;
    /// A commander: `command_element`, `commander_in_chief`, `general` or `adc`.
    fn commander(self, key: &str, side: SideId, kind: &str, at: (f32, f32, f32)) -> Self;
    /// The order that the last unit begins with.
    fn chit(self, chit: Chit) -> Self;
    /// The morale class of the last unit.
    fn class(self, class: &str) -> Self;
    /// A setting that is a number.
    fn set_number(self, name: &str, number: f32) -> Self;
}

impl Army for TestTable {
    fn troops(self, key: &str, side: SideId, kind: &str, figures: u8, formation: &str, at: (f32, f32, f32)) -> Self {
        self.block(key, side, kind, formation, at).number("figures", f32::from(figures))
    }

    fn foot(self, key: &str, side: SideId, figures: u8, formation: &str, at: (f32, f32, f32)) -> Self {
        self.troops(key, side, "infantry", figures, formation, at)
    }

    fn guns(self, key: &str, side: SideId, gun: &str, count: u8, formation: &str, at: (f32, f32, f32)) -> Self {
        self.troops(key, side, "foot_guns", count, formation, at).word("gun", gun)
    }

    fn commander(self, key: &str, side: SideId, kind: &str, at: (f32, f32, f32)) -> Self {
        self.block(key, side, kind, "", at)
    }

    fn chit(self, chit: Chit) -> Self {
        self.word("order", chit.id())
    }

    fn class(self, class: &str) -> Self {
        self.word("class", class)
    }

    fn set_number(self, name: &str, number: f32) -> Self {
        self.setting(name, Value::Number(number))
    }
}

/// The battle through its rules.
pub fn burt(test: &TestBattle) -> BurtView<'_> {
    BurtView::of(test.battle.view())
}

// What is asked.

/// The step of the turn.
pub fn step(test: &TestBattle) -> Step {
    burt(test).play().step
}

/// The kind of question that is asked first.
pub fn asked(test: &TestBattle) -> String {
    test.battle.awaiting().asks.first().map_or_else(|| "nothing".to_owned(), |ask| ask.kind.to_string())
}

/// The side that is asked first.
pub fn asked_side(test: &TestBattle) -> SideId {
    test.battle.awaiting().asks[0].side
}

/// The words among which the question leaves the choice.
pub fn choices(test: &TestBattle) -> Vec<String> {
    let ask = test.battle.awaiting().asks.first();
    ask.map(|ask| ask.choices.iter().map(|(choice, _)| choice.to_string()).collect()).unwrap_or_default()
}

// Orders.

/// An order of the side that is asked.
pub fn order(test: &TestBattle, verb: &VerbId) -> Order {
    Order::new(asked_side(test), verb)
}

/// An order of a unit's own side to that unit.
pub fn told(test: &TestBattle, verb: &VerbId, key: &str) -> Order {
    let unit = test.unit(key);
    Order::new(burt(test).side(unit), verb).pieces([test.piece(key, 1)])
}

/// A unit marches along legs.
pub fn march(test: &TestBattle, key: &str, legs: &[Leg]) -> Order {
    told(test, &verbs::MARCH, key).path(legs.to_vec())
}

/// A unit declares an assault.
pub fn assault(test: &TestBattle, key: &str, target: &str) -> Order {
    told(test, &verbs::ASSAULT, key).target(test.piece(target, 1))
}

/// A unit fires.
pub fn shoot(test: &TestBattle, key: &str, target: &str) -> Order {
    told(test, &verbs::SHOOT, key).target(test.piece(target, 1))
}

/// Units of a side get an order on their chits.
pub fn gives(test: &TestBattle, keys: &[&str], chit: Chit) -> Order {
    let side = burt(test).side(test.unit(keys[0]));
    let pieces: Vec<_> = keys.iter().map(|key| test.piece(key, 1)).collect();
    Order::new(side, &verbs::ORDER).pieces(pieces).choice(chit.id())
}

/// A side is ready.
pub fn ready(side: SideId) -> Order {
    Order::new(side, &verbs::READY)
}

/// Straight ahead.
pub fn ahead(inches: f32) -> Leg {
    Leg::March { inches, aside: 0.0 }
}

/// To a point.
pub fn to(x: f32, y: f32) -> Leg {
    Leg::To(Vec2::new(x, y))
}

/// Decides by one of the choices of the question.
pub fn decide(test: &mut TestBattle, choice: &str) -> Vec<BattleEvent> {
    let order = order(test, &verbs::DECIDE).choice(choice);
    test.order(order)
}

/// Reacts to an assault.
pub fn react(test: &mut TestBattle, choice: &str) -> Vec<BattleEvent> {
    let order = order(test, &verbs::REACT).choice(choice);
    test.order(order)
}

// Going on.

/// Answers the first question in the way that does least; blue acts first if it may choose. The events that followed.
pub fn pass(test: &mut TestBattle) -> Vec<BattleEvent> {
    let ask = test.battle.awaiting().asks.first().cloned().expect("the battle is not over");
    let mut answers: Vec<Order> = ask.go_on.iter().map(|verb| Order::new(ask.side, verb)).collect();
    if ask.kind == "initiative" {
        answers.push(Order::new(ask.side, &verbs::CHOOSE).choice("blue"));
    }
    for verb in ask.verbs.iter() {
        // The last choice is the one that does least: "hold" comes after fire and flight.
        let choices = ask.choices.iter().rev();
        answers.extend(choices.map(|(choice, _)| Order::new(ask.side, verb).choice(choice.clone())));
    }
    answers.extend(test.battle.rules().candidates(&test.battle.view(), &ask));
    let answer = answers.into_iter().find(|answer| test.battle.check(answer).is_ok());
    test.order(answer.unwrap_or_else(|| panic!("nothing answers {ask:?}")))
}

/// A commander rides to points.
pub fn ride(test: &TestBattle, key: &str, points: &[(f32, f32)]) -> Order {
    told(test, &verbs::RIDE, key).path(points.iter().map(|(x, y)| to(*x, *y)).collect::<Vec<_>>())
}

/// A commander rides to a unit.
pub fn ride_to(test: &TestBattle, key: &str, whom: &str) -> Order {
    told(test, &verbs::RIDE, key).target_unit(test.unit(whom))
}

/// A general takes over a unit.
pub fn lead(test: &TestBattle, key: &str, whom: &str) -> Order {
    told(test, &verbs::LEAD, key).target_unit(test.unit(whom))
}

/// Passes until something is asked in a step of this turn or, if that has gone, of the next; the events that followed.
/// It stands at the first question that is asked in the step.
///
/// # Panics
/// If the battle comes to no question in that step.
pub fn go_to(test: &mut TestBattle, wanted: Step) -> Vec<BattleEvent> {
    let from = test.battle.log().len();
    for _ in 0..400 {
        if step(test) == wanted {
            return test.battle.log().events()[from..].to_vec();
        }
        if test.battle.awaiting().asks.is_empty() {
            break;
        }
        pass(test);
    }
    panic!("nothing is asked in {wanted:?}: {:?} at {:?}", test.battle.awaiting(), step(test));
}

/// Passes until a kind of question is asked; the events that followed.
///
/// # Panics
/// If it is never asked.
pub fn go_to_question(test: &mut TestBattle, kind: &str) -> Vec<BattleEvent> {
    let from = test.battle.log().len();
    for _ in 0..400 {
        if asked(test) == kind {
            return test.battle.log().events()[from..].to_vec();
        }
        if test.battle.awaiting().asks.is_empty() {
            break;
        }
        pass(test);
    }
    panic!("{kind} is never asked: {:?} at {:?}", test.battle.awaiting(), step(test));
}

/// Passes until the step that is being played is over; the events that followed.
pub fn end_step(test: &mut TestBattle) -> Vec<BattleEvent> {
    let (from, now) = (test.battle.log().len(), step(test));
    for _ in 0..400 {
        if step(test) != now || test.battle.awaiting().asks.is_empty() {
            break;
        }
        pass(test);
    }
    test.battle.log().events()[from..].to_vec()
}

/// Passes until the next turn's orders are asked, or the battle is over; the events that followed.
pub fn end_turn(test: &mut TestBattle) -> Vec<BattleEvent> {
    let (from, now) = (test.battle.log().len(), test.battle.view().clock().turn);
    for _ in 0..400 {
        if test.battle.view().clock().turn != now || test.battle.awaiting().asks.is_empty() {
            break;
        }
        pass(test);
    }
    test.battle.log().events()[from..].to_vec()
}

/// The next dice of a stream.
pub fn force(test: &mut TestBattle, stream: &StreamId, dice: &[u16]) {
    test.battle.force(stream, dice.to_vec());
}

/// The next morale tests.
pub fn force_morale(test: &mut TestBattle, dice: &[u16]) {
    force(test, &dice::MORALE, dice);
}

// State.

/// Puts a unit's chit, face down.
pub fn put_chit(test: &mut TestBattle, key: &str, chit: Chit) {
    test.put_unit(test.unit(key), "burt_order", Secret::new(chit));
    put_troops(test, key, |troops| troops.left_reserve = chit != Chit::Reserve);
}

/// Changes what a unit is.
pub fn put_troops(test: &mut TestBattle, key: &str, change: impl FnOnce(&mut Troops)) {
    let mut troops = burt(test).values(test.unit(key)).clone();
    change(&mut troops);
    test.put_unit(test.unit(key), "burt_troops", troops);
}

/// Changes what a unit did in this turn.
pub fn put_work(test: &mut TestBattle, key: &str, change: impl FnOnce(&mut Work)) {
    let mut work = burt(test).work(test.unit(key)).clone();
    change(&mut work);
    test.put_unit(test.unit(key), "burt_work", work);
}

/// Puts a unit on a level, with its marker.
pub fn put_level(test: &mut TestBattle, key: &str, level: Level) {
    put_troops(test, key, |troops| troops.level = level);
    let unit = test.unit(key);
    for other in Level::ALL {
        if let Some(mark) = marks::of_level(other) {
            test.mark_unit(unit, &mark, u8::from(other == level));
        }
    }
}

/// Takes figures from a unit, as if they had fallen in an earlier turn. Its outline stays as it was: only what falls in
/// play takes bases away.
pub fn put_losses(test: &mut TestBattle, key: &str, lost: u8) {
    test.mark_unit(test.unit(key), &marks::LOST, lost);
    let figures = figures(test, key);
    put_work(test, key, |work| work.figures = figures);
}

/// Puts the middle of a unit's front somewhere else, with another facing in degrees.
pub fn put_front(test: &mut TestBattle, key: &str, x: f32, y: f32, facing: f32) {
    let size = outline(test, key).footprint;
    let (width, depth) = (size.half_width() * 2.0, size.half_depth() * 2.0);
    let outline = block::by_front(Vec2::new(x, y), Heading(facing), width, depth);
    test.put(test.piece(key, 1), "place", outline.place);
}

/// Changes where the sequence of play stands.
pub fn put_play(test: &mut TestBattle, change: impl FnOnce(&mut SequenceOfPlay)) {
    let mut play = burt(test).play().clone();
    change(&mut play);
    let value = serde_json::to_value(play).expect("the sequence of play is plain data");
    let put = Intervention::Put { state: "burt_sequence_of_play".into(), of: None, value };
    test.battle.intervene(put).expect("the sequence of play is registered");
}

/// The army morale of a side.
pub fn put_army_morale(test: &mut TestBattle, side: SideId, morale: u8) {
    let ratings = [BLUE, RED].map(|other| if other == side { morale } else { army_morale(test, other) });
    let value = ratings.map(|rating| serde_json::json!({ "value": rating, "shown": false })).to_vec().into();
    let state = "burt_army_morale".into();
    test.battle
        .intervene(grapeshot::battle::Intervention::Put { state, of: None, value })
        .expect("army morale is registered");
}

/// Two units are in melee, the one having struck a face of the other.
pub fn put_melee(test: &mut TestBattle, attacker: &str, defender: &str, face: Face) {
    let (attacker, defender) = (test.unit(attacker), test.unit(defender));
    let contact = Contact { attacker, defender, attacker_face: Face::Front, defender_face: face };
    put_play(test, |play| play.fights.push(Fight { contact, fought: false, impetus: Vec::new() }));
}

// What there is.

/// The outline of a unit.
pub fn outline(test: &TestBattle, key: &str) -> Outline {
    burt(test).outline(test.unit(key))
}

/// Where the middle of the front of a unit is.
pub fn front(test: &TestBattle, key: &str) -> Vec2 {
    block::front(&outline(test, key))
}

/// The facing of a unit in degrees.
pub fn facing(test: &TestBattle, key: &str) -> f32 {
    outline(test, key).place.facing.0
}

/// Living figures.
pub fn figures(test: &TestBattle, key: &str) -> u8 {
    burt(test).figures(test.unit(key))
}

pub fn level(test: &TestBattle, key: &str) -> Level {
    burt(test).level(test.unit(key))
}

/// Its order, as its own side knows it.
pub fn chit_of(test: &TestBattle, key: &str) -> Chit {
    burt(test).chit(test.unit(key)).expect("it is a unit of troops")
}

/// Its order as a side knows it.
pub fn chit_seen_by(test: &TestBattle, side: SideId, key: &str) -> Option<Chit> {
    BurtView::of(test.battle.view_of(side)).chit(test.unit(key))
}

/// Whether it is on the table.
pub fn stands(test: &TestBattle, key: &str) -> bool {
    burt(test).present(test.unit(key))
}

/// A side's army morale.
pub fn army_morale(test: &TestBattle, side: SideId) -> u8 {
    test.battle.view().side_secret::<grapeshot::rulesets::burt::book::values::ArmyMorale>(side).expect("it has one").0
}

/// Whether a unit is among those that the question names.
pub fn may_act(test: &TestBattle, key: &str) -> bool {
    let piece = test.piece(key, 1);
    test.battle.awaiting().asks.iter().any(|ask| ask.pieces.contains(&piece))
}

/// The battle at step 1 of the second turn, before anybody is ready.
pub fn second_turn(table: TestTable) -> TestBattle {
    let mut test = table.battle();
    end_turn(&mut test);
    assert_eq!((step(&test), test.battle.view().clock().turn), (Step::Orders, 2));
    test
}

// What was told.

/// The dice of all rolls with this rule among events.
pub fn rolled(events: &[BattleEvent], rule: &str) -> Vec<Vec<u8>> {
    events
        .iter()
        .filter_map(|event| match &event.kind {
            EventKind::Rolled { dice, .. } if event.rule.0 == rule => Some(dice.clone()),
            _ => None,
        })
        .collect()
}

/// The events with this rule.
pub fn with_rule<'e>(events: &'e [BattleEvent], rule: &str) -> Vec<&'e BattleEvent> {
    events.iter().filter(|event| event.rule.0 == rule).collect()
}

/// All that was told, in lines with their rules.
pub fn texts(events: &[BattleEvent]) -> String {
    events.iter().map(|event| format!("{} ({})", event.text, event.rule)).collect::<Vec<_>>().join("\n")
}

/// The labels and amounts of a sum.
pub fn lines(sum: &Explained) -> Vec<(String, f32)> {
    sum.modifiers().iter().map(|line| (line.label.to_string(), line.amount)).collect()
}

/// Two numbers are the same within a fiftieth.
pub fn near(a: f32, b: f32) {
    assert!((a - b).abs() < 0.02, "{a} is not {b}");
}

/// A point is there within a twentieth of an inch.
pub fn near_point(a: Vec2, x: f32, y: f32) {
    assert!(a.distance(Vec2::new(x, y)) < 0.05, "{a} is not ({x}, {y})");
}

/// The unit of a key, for state that names units.
pub fn unit(test: &TestBattle, key: &str) -> UnitId {
    test.unit(key)
}
