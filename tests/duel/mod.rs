//! A ruleset small enough to read at once: two parties walk towards each other and shoot with one die. It is added
//! through the same seam as every ruleset, so the machinery round the rules is tested without them.
//!
//! With the setting `chits` both sides lay a chit on their party each turn, face down, until both are ready (DU-1.2): a
//! steady party hits more easily, a wary one is hit less easily, and a chit is turned up when its party shoots or is
//! shot at. Each side also notes how many men it can lose, by a die that it rolls out of sight (DU-1.3).
//!
//! With the setting `scouts` a party may send out men in units of their own, and each side may call one helper who was
//! not there when the battle began (DU-1.8).

mod chits;
mod ground;
mod scouts;
mod stands;

use bevy::{
    app::App,
    ecs::{component::Component, resource::Resource, schedule::IntoScheduleConfigs, world::World},
    math::Vec2,
};
use grapeshot::{
    chance::StreamId,
    english::time_of_day,
    events::{BattleEvent, EventKind, Explained, RuleId},
    forces::{Edge, Fate, PieceId, Side, SideId, Unit, UnitEntry, UnitId, Value, Values},
    orders::{ArgumentKind, Leg, Odds, Order, Plan, Refusal, Verb, VerbId},
    scenario::{Scenario, ScenarioUnit, StartPiece},
    table::{
        footprint::{Footprint, Outline},
        measure,
        position::{Heading, Place},
        terrain::{Area, Ground, Road, Terrain},
    },
    turn::{
        ArmyList, ArmyListEntry, ArmyListProblem, Ask, Awaiting, BattleMut, BattleSecretApp, BattleStateApp,
        BattleView, ChanceStream, Clock, Confidential, Draws, InHand, OrdersJudged, Outcome, Resolve, ResolveSystems,
        Rulebook, Rulebooks, Rules, RulesetId, STRANGER, ScenarioRules, Standing, TerrainPart, TerrainProblem,
        TerrainValue, TerrainValues, TurnShown, UnitsShown, VictoryTerms, Vocabulary,
        rules::{CardRow, UnitCard},
        ruleset_schedule,
        vocabulary::{Formation, UnitKind, ValueField, ValueKind, questions},
    },
};
use serde::{Deserialize, Serialize};
use std::{any::Any, cell::Cell, collections::BTreeMap, sync::Arc};

pub use chits::{Nerve, Stance};
use chits::{broken, choose, lay_chits, losses, needed, nerve_row, ready, take_heart, turn_up};
pub use scouts::{CALL, SEND};

pub const DUEL: RulesetId = RulesetId("duel");
pub const WALK: VerbId = VerbId::new("walk");
pub const SHOOT: VerbId = VerbId::new("shoot");
pub const PASS: VerbId = VerbId::new("pass");
pub const CHOOSE: VerbId = VerbId::new("choose");
pub const READY: VerbId = VerbId::new("ready");
pub const DICE: StreamId = StreamId::new("dice");
const RULE: RuleId = RuleId::new("DU-1.1");
const CHITS: RuleId = RuleId::new("DU-1.2");
const NERVE: RuleId = RuleId::new("DU-1.3");
const RESERVE: RuleId = RuleId::new("DU-1.7");
const GOING: RuleId = RuleId::new("DU-1.5");
const PACE: f32 = 6.0;
const RANGE: f32 = 12.0;

/// Whose move it is, and who has not chosen its chit yet.
#[derive(Resource, Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Turnover {
    side: SideId,
    choosing: Vec<SideId>,
    chosen: Vec<SideId>,
}

/// How often a unit has shot.
#[derive(Component, Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
struct Shots(u16);

/// The plugin of the ruleset.
pub fn plugin(app: &mut App) {
    register(app, None);
}

/// A fault of the ruleset, for tests of the law against it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It tells everybody what lies on the chits.
    Tells,
    /// A side that looks ahead does so with the secrets of the other.
    Peeps,
}

/// Registers the ruleset, perhaps with a fault.
pub fn register(app: &mut App, fault: Option<Fault>) {
    app.battle_resource::<Turnover>("duel_turnover").battle_component::<Shots>("duel_shots");
    app.unit_secret::<Stance>().side_secret::<Nerve>();
    ruleset_schedule(app, DUEL);
    app.add_systems(
        Resolve::of(DUEL),
        (walk, shoot, choose, ready, scouts::send, scouts::call).chain().in_set(ResolveSystems::Obey),
    );
    app.add_systems(Resolve::of(DUEL), advance.in_set(ResolveSystems::Advance));
    let verb = |id: VerbId, label, hotkey| Verb::new(id, label, label, hotkey, "DU-1.1");
    let vocabulary = Vocabulary {
        verbs: vec![
            verb(WALK, "Walk", 'w').needs(&[ArgumentKind::Pieces, ArgumentKind::FreePath]),
            verb(SHOOT, "Shoot", 's').needs(&[ArgumentKind::Pieces, ArgumentKind::Target]),
            verb(PASS, "Pass", 'p'),
            verb(CHOOSE, "Choose", 'c')
                .needs(&[ArgumentKind::Choice])
                .meaning(&[(ArgumentKind::Choice, "how the party stands")]),
            verb(READY, "Ready", 'r'),
            verb(SEND, "Send out", 'o').needs(&[ArgumentKind::Pieces]),
            verb(CALL, "Call", 'h').needs(&[ArgumentKind::FreePath]),
        ],
        settings: vec![
            field("chits", ValueKind::Flag, Value::Flag(false), CHITS, "whether the sides lay chits"),
            field("scouts", ValueKind::Flag, Value::Flag(false), scouts::SCOUTS, "whether men are sent out and called"),
        ],
        grounds: ["copse", "meadow"].map(|kind| (kind.into(), Ground::open())).into(),
        roads: ["lane", "causeway"].map(Into::into).to_vec(),
        terrain_values: ground::terrain_values(),
        streams: vec![ChanceStream { id: DICE.0, draws: Draws::Dice(6), by_side: false, hint: "shots" }],
        questions: questions([
            ("act", "what a side does", "DU-1.1"),
            ("chit", "how a side's party stands, in secret", "DU-1.2"),
        ]),
        kinds: vec![
            kind("foot", "foot", Footprint::Circle { diameter: 1.0 }, 12),
            kind("company", "company of stands", stands::STAND, 24),
        ],
        formations: [("frame", "two ranks of stands"), ("square", "hollow square of stands")]
            .map(|(id, label)| Formation { id: id.into(), label, spacing: None, block: true })
            .to_vec(),
        ..Vocabulary::default()
    };
    app.world_mut().resource_mut::<Rulebooks>().add(Rulebook {
        id: DUEL,
        title: "Duel",
        prefixes: &["DU"],
        vocabulary: Arc::new(vocabulary),
        rules: Arc::new(Duel { fault }),
    });
}

fn field(name: &str, kind: ValueKind, usual: Value, rule: RuleId, hint: &str) -> ValueField {
    ValueField { name: name.into(), kind, default: Some(usual), rule, hint: hint.to_owned(), sparse: false }
}

fn kind(id: &'static str, label: &'static str, footprint: Footprint, most: usize) -> UnitKind {
    UnitKind { pieces: (1, most), enters_buildings: true, ..UnitKind::new(id, label, footprint) }
}

struct Duel {
    fault: Option<Fault>,
}

/// The party of a side.
fn party(side: SideId) -> UnitId {
    UnitId(u16::from(side.0))
}

thread_local! {
    /// How often the end of a walk was worked out in this thread.
    pub static RECKONED: Cell<usize> = const { Cell::new(0) };
}

/// The walker, where he starts and where he ends.
type Walk = (PieceId, Vec2, Place);

fn end_of(view: &BattleView, order: &Order) -> Result<Walk, Refusal> {
    RECKONED.set(RECKONED.get() + 1);
    let refuse = |reason: &str| Refusal::new(RULE, reason);
    let [piece] = order.pieces[..] else { return Err(refuse("one man walks at a time")) };
    let [Leg::To(end)] = order.path[..] else { return Err(refuse("a man walks in one line")) };
    let start = view.place(piece);
    if !view.in_play(piece) {
        return Err(refuse("the man is not on the table"));
    }
    if start.at.distance(end) > ground::pace(view, [start.at, end]) {
        return Err(refuse("it is too far"));
    }
    let size = view.terrain().size;
    if end.x < 0.0 || end.y < 0.0 || end.x > size.x || end.y > size.y {
        return Err(refuse("that is not on the table"));
    }
    let place = Place { at: end, facing: start.facing, floor: 0 };
    let outline = Outline { footprint: view.footprint(piece), place };
    let blocked =
        view.pieces().any(|other| other != piece && view.in_play(other) && outline.overlap(&view.outline(other)) > 0.0);
    if blocked { Err(refuse("somebody stands there")) } else { Ok((piece, start.at, place)) }
}

impl Rules for Duel {
    fn imagine(&self, battle: &mut BattleMut, viewer: SideId) {
        if self.fault != Some(Fault::Peeps) {
            chits::imagine(battle, viewer.other());
        }
    }

    fn awaiting(&self, view: &BattleView) -> Awaiting {
        let turnover = view.resource::<Turnover>();
        if !turnover.choosing.is_empty() {
            let words = Stance::ALL.map(|(word, _)| (word, word));
            let ask = |side: &SideId| {
                let chit = view.secret::<Stance>(party(*side)).map_or("no chit", |stance| Stance::word(*stance));
                let question = format!("How does your party stand? It has {chit}.");
                Ask::new("chit", *side, "DU-1.2", question, [CHOOSE, READY]).choices(words).go_on(READY).secret()
            };
            return Awaiting { asks: turnover.choosing.iter().map(ask).collect() };
        }
        let side = turnover.side;
        let unit = party(side);
        let verbs = [vec![WALK, SHOOT, PASS], scouts::verbs(view)].concat();
        let ask = Ask::new("act", side, "DU-1.1", "What now?", verbs).go_on(PASS);
        Awaiting::one(ask.about(unit, scouts::men(view, side)))
    }

    fn check(&self, view: &BattleView, order: &Order) -> Result<Plan, Refusal> {
        let summary = if order.verb == WALK {
            let walk = end_of(view, order)?;
            let summary = format!("A man walks {:.1} inches", walk.1.distance(walk.2.at));
            return Ok(Plan { summary, ..Plan::default() }.finding(walk));
        } else if order.verb == SHOOT {
            let ([shooter], Some(target)) = (&order.pieces[..], order.target) else {
                return Err(Refusal::new(RULE, "one man shoots at one other"));
            };
            if !view.in_play(*shooter) || !view.in_play(target) || view.side_of(target) == order.side {
                return Err(Refusal::new(RULE, "that is no target"));
            }
            if view.gap(*shooter, target) > RANGE {
                return Err(Refusal::new(RULE, "the target is out of range"));
            }
            let needed = needed(view, view.unit_of(*shooter), view.unit_of(target));
            let odds = Odds {
                label: "A shot".into(),
                needs: format!("Needs {}", needed.total()),
                chance: (7.0 - needed.total()) / 6.0,
                explained: needed,
                then: Vec::new(),
            };
            return Ok(Plan { summary: "A man shoots".into(), odds: vec![odds], ..Plan::default() }
                .finding((*shooter, target)));
        } else if order.verb == CHOOSE {
            let stance = order.choice.as_deref().and_then(Stance::named);
            let stance = stance.ok_or_else(|| Refusal::new(CHITS, "there is no such chit"))?;
            return Ok(Plan { summary: format!("The party is {}", stance.word()), ..Plan::default() }.finding(stance));
        } else if order.verb == SEND {
            return scouts::check_send(view, order);
        } else if order.verb == CALL {
            return scouts::check_call(view, order);
        } else if order.verb == READY {
            return Ok(Plan { summary: "The party is ready".into(), ..Plan::default() }.finding(order.side));
        } else {
            "Nothing is done".to_owned()
        };
        Ok(Plan { summary, ..Plan::default() })
    }

    fn candidates(&self, view: &BattleView, ask: &Ask) -> Vec<Order> {
        if ask.kind == "chit" {
            let mut orders = vec![Order::new(ask.side, &READY)];
            orders.extend(Stance::ALL.map(|(word, _)| Order::new(ask.side, &CHOOSE).choice(word)));
            return orders;
        }
        let mut orders = vec![Order::new(ask.side, &PASS)];
        for piece in ask.pieces.iter().copied() {
            for enemy in view.pieces().filter(|enemy| view.side_of(*enemy) != ask.side) {
                orders.push(Order::new(ask.side, &SHOOT).pieces([piece]).target(enemy));
                let way = (view.place(enemy).at - view.place(piece).at).clamp_length_max(PACE * 0.9);
                orders.push(Order::new(ask.side, &WALK).pieces([piece]).path([Leg::To(view.place(piece).at + way)]));
            }
        }
        orders.extend(scouts::candidates(view, ask));
        orders.retain(|order| self.check(view, order).is_ok());
        orders
    }

    fn appraise(&self, view: &BattleView, order: &Order) -> Explained {
        let worth = if order.verb == SHOOT {
            let target = order.target.map(|target| view.unit_of(target));
            4.0 - target.map_or(0.0, |target| needed(view, party(order.side), target).total()) / 3.0
        } else if order.verb == CHOOSE {
            // What was chosen once is not thought over again.
            let steady = if order.choice.as_deref() == Some("steady") { 0.1 } else { 0.0 };
            if view.resource::<Turnover>().chosen.contains(&order.side) { -1.0 } else { 1.0 + steady }
        } else if order.verb == WALK {
            1.0
        } else {
            0.0
        };
        Explained::base(RULE, "being active", worth)
    }

    fn standings(&self, view: &BattleView) -> Vec<Standing> {
        let points = |side: SideId| scouts::men(view, side).count() as f32;
        let sides = view.sides().ids();
        sides.map(|side| Standing { side, points: Explained::base(RULE, "men left", points(side)) }).collect()
    }

    fn outcome(&self, view: &BattleView) -> Option<Outcome> {
        let points: Vec<f32> = self.standings(view).iter().map(|standing| standing.points.total()).collect();
        let broken = broken(view);
        let over = view.clock().turn > view.scenario_info().turns || points.contains(&0.0) || broken.is_some();
        let more = (points[0] != points[1]).then(|| SideId(u8::from(points[1] > points[0])));
        let winner = broken.map(|side| SideId(1 - side.0)).or(more);
        over.then(|| Outcome { winner, points, turn: view.clock().turn, text: "It is over.".into(), rule: RULE })
    }

    /// DU-1.6: a figure stands for thirty men.
    fn losses(&self, view: &BattleView, event: &BattleEvent) -> Option<(SideId, i32)> {
        match event.kind {
            EventKind::Removed { piece, .. } => Some((view.side_of(piece), 30)),
            _ => None,
        }
    }

    fn open(&self, world: &mut World) {
        let turnover = Turnover { side: SideId(0), choosing: Vec::new(), chosen: Vec::new() };
        world.insert_resource(turnover);
        world.resource_mut::<Clock>().turn = 1;
        let units: Vec<_> = world.resource::<grapeshot::forces::Roster>().units().map(|(_, entity)| entity).collect();
        for unit in units {
            world.entity_mut(unit).insert(Shots::default());
        }
        let mut battle = BattleMut::new(world);
        battle.note(None, RULE, "The duel begins.");
        if battle.view().settings().flag("chits") == Some(true) {
            battle.view().sides().ids().for_each(|side| take_heart(&mut battle, side));
            lay_chits(&mut battle);
        }
    }
}

impl TurnShown for Duel {
    /// DU-1.6: the first turn begins at five in the morning, and each is a quarter of an hour.
    fn clock(&self, _: &BattleView, turn: u16) -> Option<String> {
        Some(time_of_day(5 * 60 + 15 * (u32::from(turn) - 1)))
    }
}

impl UnitsShown for Duel {
    fn unit_card(&self, view: &BattleView, unit: UnitId) -> UnitCard {
        let nerve = view.side_secret::<Nerve>(view.side_of_unit(unit));
        UnitCard {
            title: view.unit(unit).name.clone(),
            rows: nerve.map(nerve_row).into_iter().collect(),
            ..UnitCard::default()
        }
    }

    fn unit_state(&self, view: &BattleView, unit: UnitId) -> Option<String> {
        let view = if self.fault == Some(Fault::Tells) { view.seen_by(view.side_of_unit(unit)) } else { *view };
        view.secret::<Stance>(unit).map(|stance| Stance::word(*stance).to_owned())
    }
}

impl OrdersJudged for Duel {}

impl ScenarioRules for Duel {
    fn sound(&self, view: &BattleView) -> Result<(), String> {
        let breaks = |side: &SideId| {
            view.side_secret::<Nerve>(*side).is_some_and(|nerve| losses(view, *side) >= usize::from(nerve.0))
        };
        let overdue = view.sides().ids().find(breaks).filter(|side| broken(view) != Some(*side));
        overdue.map_or(Ok(()), |side| Err(format!("the {} should have given up", view.side_named(side).short)))
    }

    fn roll_problems(&self, army: &ArmyList) -> Vec<ArmyListProblem> {
        ground::roll_problems(army)
    }

    fn terrain_problems(&self, terrain: &Terrain, values: &TerrainValues) -> Vec<TerrainProblem> {
        ground::terrain_problems(terrain, values)
    }

    fn layout(&self, entry: &UnitEntry, _: &Values, _: &Terrain, anchor: Place, count: usize) -> Option<Vec<Outline>> {
        stands::layout(entry, anchor, count)
    }
}

/// DU-1.7: for a man who fell one of the side's reserve comes to its party, if it has any.
fn fill_up(battle: &mut BattleMut, side: SideId) {
    let view = battle.view();
    let reserve = |unit: &UnitId| view.side_of_unit(*unit) == side && *unit != party(side);
    let next = view.units().filter(reserve).find_map(|unit| view.present(unit).next());
    if let Some(man) = next {
        battle.join_unit(man, party(side), RESERVE, "A man of the reserve comes up");
    }
}

/// What the check of the order in hand found, if it has this verb.
fn found<T: Any + Clone>(world: &World, verb: &VerbId) -> Option<T> {
    let hand = world.get_resource::<InHand>().filter(|hand| hand.order.verb == *verb)?;
    hand.plan.findings.get().cloned()
}

fn walk(world: &mut World) {
    let Some((piece, from, end)) = found::<Walk>(world, &WALK) else { return };
    let mut battle = BattleMut::new(world);
    battle.move_piece(piece, vec![from, end.at], end, RULE, "A man walks");
}

fn shoot(world: &mut World) {
    let Some((shooter, target)) = found::<(PieceId, PieceId)>(world, &SHOOT) else { return };
    let mut battle = BattleMut::new(world);
    let side = battle.view().side_of(shooter);
    let (unit, aimed_at) = (battle.view().unit_of(shooter), battle.view().unit_of(target));
    turn_up(&mut battle, unit);
    turn_up(&mut battle, aimed_at);
    let needed = needed(&battle.view(), unit, aimed_at);
    let die = battle.roll(&DICE, 6);
    let rolled = EventKind::Rolled { side: Some(side), unit: None, faces: 6, dice: vec![die] };
    battle.log(Some(side), rolled, RULE, format!("Rolled {die}"), Explained::base(RULE, "die", f32::from(die)));
    battle.unit_mut::<Shots>(unit).0 += 1;
    if f32::from(die) < needed.total() {
        return;
    }
    battle.remove_piece(target, Fate::Casualty, RULE, "A man falls");
    let side = battle.view().side_of_unit(aimed_at);
    fill_up(&mut battle, side);
    let nerve = battle.view().side_secret::<Nerve>(side).copied();
    if nerve.is_some_and(|nerve| losses(&battle.view(), side) >= usize::from(nerve.0)) {
        battle.reveal_side::<Nerve>(side, NERVE, "They give up");
    }
}

fn advance(world: &mut World) {
    if !world.get_resource::<InHand>().is_some_and(|hand| [WALK, SHOOT, PASS, SEND, CALL].contains(&hand.order.verb)) {
        return;
    }
    let mut turnover = world.resource_mut::<Turnover>();
    turnover.side = SideId(1 - turnover.side.0);
    if turnover.side == SideId(0) {
        world.resource_mut::<Clock>().turn += 1;
        let mut battle = BattleMut::new(world);
        if battle.view().settings().flag("chits") == Some(true) {
            lay_chits(&mut battle);
        }
    }
}

/// Two parties of this many men, 30 inches apart, for this many turns.
pub fn scenario(men: usize, turns: u16) -> Arc<Scenario> {
    let side = |n: u8, key: &str, name: &str, own_edge| Side {
        id: SideId(n),
        key: key.into(),
        name: name.into(),
        short: name.into(),
        coat: key.into(),
        flag: key.into(),
        goes_for: "the other side".into(),
        own_edge,
        exit_edges: Vec::new(),
        dummies: Vec::new(),
        plays: true,
    };
    let unit = |n: u8, key: &str, y: f32, facing: f32| ScenarioUnit {
        key: key.into(),
        name: format!("Party {key}"),
        short: String::new(),
        colours: "".into(),
        side: SideId(n),
        superior: None,
        pieces: (0..men)
            .map(|n| StartPiece {
                name: format!("Man {}", n + 1),
                place: Place::new(10.0 + 2.0 * n as f32, y, facing),
                footprint: Footprint::Circle { diameter: 1.0 },
                look: "foot".into(),
            })
            .collect(),
        unit_entry: UnitEntry { kind: "foot".into(), ..UnitEntry::default() },
    };
    Arc::new(Scenario {
        id: "duel_at_dawn".into(),
        title: "Duel at dawn".into(),
        ruleset: "duel".into(),
        location: "a meadow".into(),
        date: "1806".into(),
        story: "Honour.".into(),
        lesson: "None.".into(),
        turns,
        terrain: Terrain { size: Vec2::new(48.0, 48.0), ..Terrain::default() },
        terrain_values: TerrainValues::default(),
        sides: vec![side(0, "french", "French", Edge::South), side(1, "british", "British", Edge::North)],
        units: vec![unit(0, "fr_1", 9.0, 90.0), unit(1, "br_1", 39.0, 270.0)],
        deployment: Vec::new(),
        settings: Values(["chits", "scouts"].map(|name| (name.into(), Value::Flag(false))).into()),
        changed_settings: Vec::new(),
        victory: VictoryTerms { handicap: vec![0.0; 2], margin: 1.0, ..VictoryTerms::default() },
        scenario_events: Vec::new(),
        hash: 7,
    })
}
