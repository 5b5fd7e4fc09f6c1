//! A formed ruleset small enough to read at once, and the template of a new one: blocks of pikes march at each other and
//! push. It is put together out of chapters:
//!
//! - FD-1.1: in its march a side's blocks go straight ahead, up to six inches each, as long as nobody is in the way.
//! - FD-1.2: a block that comes within four inches of an enemy before it tells him: he stands, or gives two inches of
//!   ground if there is room, before the march ends in contact.
//! - FD-2.1: in its push a side's blocks that touch an enemy push him: both roll a die, and one who rolls less goes back an
//!   inch and loses a file. A block without files is gone.
//! - FD-3.1: files are points. The battle ends with its turns, or when a side has no block.

use bevy::{
    app::App,
    ecs::{component::Component, resource::Resource, world::World},
    math::Vec2,
};
use grapeshot::{
    chance::StreamId,
    events::{EventKind, Explained, RuleId},
    forces::{Fate, PieceId, SideId, UnitId},
    orders::{ArgumentKind as A, Order, Plan, Refusal, Verb, VerbId},
    procedure::{self, Chapters, Family, Found, VerbHandler, plainly},
    rulesets::shared::{ending, formed::block, orders::planned, refuse},
    scenario::Scenario,
    table::footprint::{Footprint, Outline},
    testing::{BLUE, RED, TestTable},
    turn::{
        Ask, Awaiting, BattleMut, BattleStateApp, BattleView, ChanceStream, Clock, Draws, OrdersJudged, Outcome,
        Rulebook, Rulebooks, Rules, RulesetId, ScenarioRules, Standing, TurnShown, UnitsShown, Vocabulary,
        vocabulary::UnitKind,
    },
};
use serde::{Deserialize, Serialize};
use std::{cmp::Ordering, sync::Arc};

const PIKES: RulesetId = RulesetId("pikes");
const ADVANCE: VerbId = VerbId::new("advance");
const RECEIVE: VerbId = VerbId::new("receive");
const PUSH: VerbId = VerbId::new("push");
const PASS: VerbId = VerbId::new("pass");
const DICE: StreamId = StreamId::new("push");
const PACE: f32 = 6.0;
const NEAR: f32 = 4.0;
const CONTACT: f32 = 0.4;

/// The files of a block.
#[derive(Component, Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Files(u8);

/// Where the sequence of play stands.
#[derive(Resource, Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Play {
    side: SideId,
    pushes: bool,
    acted: Vec<UnitId>,
    /// FD-1.2: an enemy has still to receive a block, which has inches to go.
    comes: Option<(UnitId, UnitId, f32)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    March,
    Receive,
    Push,
}

/// The battle through the rules.
#[derive(Clone, Copy)]
pub struct PikeView<'w>(BattleView<'w>);

impl<'w> PikeView<'w> {
    fn play(&self) -> &'w Play {
        self.0.resource()
    }

    fn name(&self, unit: UnitId) -> &'w str {
        &self.0.unit(unit).name
    }

    fn piece(&self, unit: UnitId) -> PieceId {
        self.0.unit(unit).pieces[0]
    }

    fn outline(&self, unit: UnitId) -> Outline {
        self.0.outline(self.piece(unit))
    }

    fn blocks(&self) -> impl Iterator<Item = UnitId> + use<'w> {
        let view = self.0;
        view.units().filter(move |unit| view.present(*unit).next().is_some())
    }

    /// The blocks of the side that acts which have done nothing yet.
    fn idle(&self) -> impl Iterator<Item = UnitId> + use<'w> {
        let (view, play) = (self.0, self.play());
        self.blocks().filter(move |unit| view.side_of_unit(*unit) == play.side && !play.acted.contains(unit))
    }

    /// Inches that a block can go straight in a direction, `most` at the longest.
    fn room(&self, unit: UnitId, way: Vec2, most: f32) -> f32 {
        let own = self.outline(unit);
        let free = |inches: &f32| {
            let there = block::moved(&own, way * *inches);
            let meets = |other| other != unit && there.overlap(&self.outline(other)) > 0.0;
            self.0.terrain().holds(&there) && !self.blocks().any(meets)
        };
        (1..=16).map(|n| most * n as f32 / 16.0).take_while(free).last().unwrap_or(0.0)
    }

    /// The enemy nearest before a block, and the gap.
    fn ahead(&self, unit: UnitId) -> Option<(UnitId, f32)> {
        let (own, side) = (self.outline(unit), self.0.side_of_unit(unit));
        let before = |enemy: &UnitId| block::quarter_of(&own, &self.outline(*enemy)) == block::Face::Front;
        let enemies = self.blocks().filter(|enemy| self.0.side_of_unit(*enemy) != side).filter(before);
        enemies.map(|enemy| (enemy, own.gap(&self.outline(enemy)))).min_by(|a, b| a.1.total_cmp(&b.1))
    }

    fn touched(&self, unit: UnitId) -> Option<UnitId> {
        self.ahead(unit).filter(|(_, gap)| *gap <= CONTACT).map(|(enemy, _)| enemy)
    }

    fn one(&self, order: &Order, rule: &'static str) -> Result<UnitId, Refusal> {
        let [piece] = order.pieces[..] else { return refuse(rule, "Name one block") };
        let unit = self.0.unit_of(piece);
        match self.idle().any(|known| known == unit) {
            true => Ok(unit),
            false => refuse(rule, format!("{} does nothing more", self.name(unit))),
        }
    }

    fn ask_each(&self, kind: &'static str, rule: &'static str, question: &str, verb: VerbId) -> Awaiting {
        let able = self.idle().map(|unit| self.piece(unit));
        Awaiting::one(Ask::new(kind, self.play().side, rule, question, [verb, PASS]).pick(able).go_on(PASS))
    }

    fn each(&self, ask: &Ask, verb: &VerbId) -> Vec<Order> {
        self.idle().map(|unit| Order::new(ask.side, verb).pieces([self.piece(unit)])).collect()
    }
}

/// What the chapters are made for.
pub struct Pikemen;

impl Family for Pikemen {
    const SEQUENCE: &'static str = "FD-1.1";
    type View<'w> = PikeView<'w>;
    type Play = Play;
    type Phase = Phase;
    type By = ();
    type Answers = fn(&PikeView, &Ask) -> Vec<Order>;
    type Worth = f32;
    type Changes = ();

    fn phase(play: &Play) -> Phase {
        match play.comes {
            Some(_) => Phase::Receive,
            None if play.pushes => Phase::Push,
            None => Phase::March,
        }
    }
}

type Chapter = procedure::Chapter<Pikemen>;
type Handler = VerbHandler<Pikemen>;
type Question = procedure::Question<Pikemen>;

/// FD-1.1, FD-1.2.
fn march() -> Chapter {
    let mut chapter = Chapter::new("march");
    chapter.verbs = vec![
        Verb::new(ADVANCE, "Advance", "Go straight ahead", 'a', "FD-1.1").needs(&[A::Pieces]),
        Verb::new(RECEIVE, "Receive", "Stand, or give ground", 'r', "FD-1.2")
            .needs(&[A::Choice])
            .meaning(&[(A::Choice, "stand or give")]),
        Verb::new(PASS, "Pass", "Do no more", 'p', "FD-1.1"),
    ];
    chapter.handlers = vec![
        Handler::new(ADVANCE, check_advance, advance).worth(2.0),
        Handler::new(RECEIVE, check_receive, receive).worth(1.0),
        Handler::new(PASS, |_, _| plainly("No more", ()), pass).worth(0.5),
    ];
    chapter.questions = vec![
        Question::new(
            Phase::March,
            ("march", "which block advances", "FD-1.1"),
            |view, _| view.ask_each("march", "FD-1.1", "Which block advances?", ADVANCE),
            |view, ask| view.each(ask, &ADVANCE),
        ),
        Question::new(Phase::Receive, ("receive", "how a block receives pikes", "FD-1.2"), ask_receive, |_, ask| {
            ["stand", "give"].map(|word| Order::new(ask.side, &RECEIVE).choice(word)).to_vec()
        }),
    ];
    chapter.phases = vec![procedure::Phase::new(Phase::March, "march", |battle| {
        let over = PikeView(battle.view()).idle().next().is_none();
        let mut play = battle.resource_mut::<Play>();
        if over {
            play.acted.clear();
        }
        play.pushes = over;
        over
    })];
    chapter
}

fn check_advance(view: &PikeView, order: &Order) -> Found<(UnitId, f32)> {
    let unit = view.one(order, "FD-1.1")?;
    let (own, name) = (view.outline(unit), view.name(unit));
    let inches = view.room(unit, own.place.facing.forward(), PACE);
    if inches <= 0.0 {
        return refuse("FD-1.1", format!("{name} has no room before it"));
    }
    let (now, end) = (own.place, block::moved(&own, own.place.facing.forward() * inches).place);
    let moves = vec![planned(view.piece(unit), vec![now.at, end.at], end, None, Explained::default(), None, None)];
    let summary = format!("{name} advances {inches:.1}\u{2033}");
    Ok((Plan { summary, moves, ..Plan::default() }, (unit, inches)))
}

/// FD-1.2: the block stops as soon as it is near enough to an enemy, who is asked.
fn advance(battle: &mut BattleMut, _: &Order, (unit, inches): (UnitId, f32)) {
    let (enemy, gap) = PikeView(battle.view()).ahead(unit).unzip();
    let first = gap.map_or(inches, |gap| (gap - NEAR).max(0.0).min(inches));
    go(battle, unit, first, "FD-1.1");
    let mut play = battle.resource_mut::<Play>();
    play.acted.push(unit);
    play.comes = enemy.filter(|_| first < inches).map(|enemy| (enemy, unit, inches - first));
}

/// A block goes some inches ahead, or back.
fn go(battle: &mut BattleMut, unit: UnitId, inches: f32, rule: &'static str) {
    let view = PikeView(battle.view());
    let (piece, own, name) = (view.piece(unit), view.outline(unit), view.name(unit).to_owned());
    let way = own.place.facing.forward() * inches.signum();
    let room = view.room(unit, way, inches.abs());
    if room > 0.0 {
        let end = block::moved(&own, way * room).place;
        battle.move_piece(piece, vec![own.place.at, end.at], end, RuleId::new(rule), format!("{name} goes on"));
    }
}

fn ask_receive(view: &PikeView, play: &Play) -> Awaiting {
    let Some((enemy, unit, _)) = play.comes else { return Awaiting::default() };
    let question = format!("{} comes up: does {} stand?", view.name(unit), view.name(enemy));
    let ask = Ask::new("receive", view.0.side_of_unit(enemy), "FD-1.2", question, [RECEIVE]);
    Awaiting::one(ask.choices([("stand", "stand"), ("give", "give ground")]).about(enemy, [view.piece(enemy)]))
}

fn check_receive(view: &PikeView, order: &Order) -> Found<bool> {
    match order.choice.as_deref() {
        Some(word @ ("stand" | "give")) if view.play().comes.is_some() => plainly("So it is received", word == "give"),
        _ => refuse("FD-1.2", "Stand, or give ground"),
    }
}

fn receive(battle: &mut BattleMut, _: &Order, gives: bool) {
    let Some((enemy, unit, inches)) = battle.resource_mut::<Play>().comes.take() else { return };
    if gives {
        go(battle, enemy, -2.0, "FD-1.2");
    }
    go(battle, unit, inches, "FD-1.1");
}

fn pass(battle: &mut BattleMut, _: &Order, (): ()) {
    let idle: Vec<UnitId> = PikeView(battle.view()).idle().collect();
    battle.resource_mut::<Play>().acted.extend(idle);
}

/// FD-2.1.
fn pushing() -> Chapter {
    let mut chapter = Chapter::new("push");
    chapter.verbs = vec![Verb::new(PUSH, "Push", "Push the enemy in contact", 'u', "FD-2.1").needs(&[A::Pieces])];
    chapter.handlers = vec![Handler::new(PUSH, check_push, push).worth(3.0)];
    chapter.questions = vec![Question::new(
        Phase::Push,
        ("push", "which block pushes", "FD-2.1"),
        |view, _| view.ask_each("push", "FD-2.1", "Which block pushes?", PUSH),
        |view, ask| view.each(ask, &PUSH),
    )];
    chapter.phases = vec![procedure::Phase::new(Phase::Push, "push", |battle| {
        let view = PikeView(battle.view());
        if view.idle().any(|unit| view.touched(unit).is_some()) {
            return false;
        }
        let side = view.play().side.other();
        battle.world().insert_resource(Play { side, pushes: false, acted: Vec::new(), comes: None });
        if side == BLUE {
            battle.resource_mut::<Clock>().turn += 1;
        }
        // After the last turn nobody acts any more.
        battle.view().clock().turn <= battle.view().scenario_info().turns
    })];
    chapter
}

fn check_push(view: &PikeView, order: &Order) -> Found<(UnitId, UnitId)> {
    let unit = view.one(order, "FD-2.1")?;
    match view.touched(unit) {
        Some(enemy) => plainly(format!("{} pushes {}", view.name(unit), view.name(enemy)), (unit, enemy)),
        None => refuse("FD-2.1", format!("{} touches no enemy", view.name(unit))),
    }
}

fn push(battle: &mut BattleMut, order: &Order, (unit, enemy): (UnitId, UnitId)) {
    let rule = RuleId::new("FD-2.1");
    let dice = [battle.roll(&DICE, 6), battle.roll(&DICE, 6)];
    let names = [unit, enemy].map(|unit| battle.view().unit(unit).name.clone());
    let text = format!("{} pushes with {}, {} holds with {}", names[0], dice[0], names[1], dice[1]);
    let kind = EventKind::Rolled { side: Some(order.side), unit: Some(unit), faces: 6, dice: dice.to_vec() };
    battle.log(Some(order.side), kind, rule.clone(), text, Explained::default());
    battle.resource_mut::<Play>().acted.push(unit);
    let (loser, name) = match dice[0].cmp(&dice[1]) {
        Ordering::Greater => (enemy, &names[1]),
        Ordering::Less => (unit, &names[0]),
        Ordering::Equal => return,
    };
    go(battle, loser, -1.0, "FD-2.1");
    battle.unit_mut::<Files>(loser).0 -= 1;
    battle.note(None, rule.clone(), format!("{name} loses a file"));
    if battle.view().unit_part::<Files>(loser).0 == 0 {
        let piece = battle.view().unit(loser).pieces[0];
        battle.remove_piece(piece, Fate::Casualty, rule, format!("{name} is gone"));
    }
}

struct PikeRules(Chapters<Pikemen>);

impl Rules for PikeRules {
    fn awaiting(&self, view: &BattleView) -> Awaiting {
        self.0.procedure.awaiting(&PikeView(*view), view.resource())
    }

    fn check(&self, view: &BattleView, order: &Order) -> Result<Plan, Refusal> {
        self.0.procedure.check(&PikeView(*view), (view.resource(), view.resource()), order)
    }

    fn candidates(&self, view: &BattleView, ask: &Ask) -> Vec<Order> {
        let question = self.0.procedure.question_of_kind(&ask.kind);
        let mut list = question.map_or_else(Vec::new, |question| (question.answers)(&PikeView(*view), ask));
        list.extend(ask.go_on.iter().map(|verb| Order::new(ask.side, verb)));
        list.retain(|order| self.check(view, order).is_ok());
        list
    }

    fn appraise(&self, view: &BattleView, order: &Order) -> Explained {
        let handler = self.0.procedure.handler(&order.verb, &Pikemen::phase(view.resource()));
        let worth = handler.and_then(|handler| handler.worth).unwrap_or_default();
        Explained::base("FD-1.1", "being active", worth)
    }

    fn standings(&self, view: &BattleView) -> Vec<Standing> {
        let blocks = |side| PikeView(*view).blocks().filter(move |unit| view.side_of_unit(*unit) == side);
        let files = |side| blocks(side).map(|unit| f32::from(view.unit_part::<Files>(unit).0)).sum();
        let points = |side| Explained::base("FD-3.1", "files", files(side));
        [BLUE, RED].map(|side| Standing { side, points: points(side) }).to_vec()
    }

    fn outcome(&self, view: &BattleView) -> Option<Outcome> {
        let points: Vec<f32> = self.standings(view).iter().map(|standing| standing.points.total()).collect();
        let over = view.clock().turn > view.scenario_info().turns || points.contains(&0.0);
        let (winner, turn) = (ending::winner(&points, 1.0, None), view.clock().turn);
        over.then(|| Outcome { winner, turn, points, text: "The push is over.".into(), rule: RuleId::new("FD-3.1") })
    }

    fn open(&self, world: &mut World) {
        world.insert_resource(self.0.procedure.clone());
        world.insert_resource(Play { side: BLUE, pushes: false, acted: Vec::new(), comes: None });
        world.resource_mut::<Clock>().turn = 1;
        let mut battle = BattleMut::new(world);
        let all: Vec<UnitId> = battle.view().units().collect();
        all.into_iter().for_each(|unit| battle.add_unit_part(unit, Files(4)));
    }
}

impl TurnShown for PikeRules {}

impl UnitsShown for PikeRules {}

impl ScenarioRules for PikeRules {}

impl OrdersJudged for PikeRules {}

/// The plugin of the ruleset.
pub fn plugin(app: &mut App) {
    app.battle_component::<Files>("pike_files").battle_resource::<Play>("pike_play");
    let chapters = Chapters::new(vec![march(), pushing()]);
    chapters.add(app, PIKES);
    let vocabulary = Vocabulary {
        verbs: chapters.verbs.clone(),
        questions: chapters.questions.clone(),
        kinds: vec![UnitKind::new("pikes", "block of pikes", Footprint::Rectangle { width: 4.0, depth: 2.0 })],
        streams: vec![ChanceStream { id: DICE.0, draws: Draws::Dice(6), by_side: false, hint: "pushes" }],
        ..Vocabulary::default()
    };
    let (vocabulary, rules) = (Arc::new(vocabulary), Arc::new(PikeRules(chapters)));
    let book = Rulebook { id: PIKES, title: "Pikes", prefixes: &["FD"], vocabulary, rules };
    app.world_mut().get_resource_or_init::<Rulebooks>().add(book);
}

/// Two lines of blocks, for a number of turns.
pub fn scenario(blocks: usize, turns: u16) -> Arc<Scenario> {
    let table = TestTable::new("pikes", plugin).size(40.0, 30.0).turns(turns);
    let place = |table: TestTable, n: usize| {
        let (x, blue, red) = (6.0 + 6.0 * n as f32, format!("blue_{n}"), format!("red_{n}"));
        table.block(&blue, BLUE, "pikes", "", (x, 6.0, 90.0)).block(&red, RED, "pikes", "", (x, 22.0, 270.0))
    };
    Arc::new((0..blocks).fold(table, place).scenario())
}
