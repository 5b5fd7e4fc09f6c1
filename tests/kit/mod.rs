//! The laws that every battle of every ruleset keeps, as functions over a scenario.

pub mod agreement;
pub mod conduct;
pub mod moments;

use bevy::{
    app::App,
    ecs::{
        component::Component,
        entity::Entity,
        schedule::{IntoScheduleConfigs, Schedules},
        system::Local,
        world::World,
    },
};
use grapeshot::{
    ai::{Commander, Decision, Level, commander, looking_ahead, unerring},
    battle::{Battle, Bearer, Intervention, Plugins, simulation_world},
    chance::{Chance, StreamId},
    forces::{PieceId, Roster, SideId, UnitEntry, UnitId},
    orders::{Leg, Order, VerbId},
    record::Snapshot,
    scenario::Scenario,
    table::footprint::Outline,
    testing::known_to,
    turn::{BattleStates, Derived, Resolve, ResolveSystems, Rulebooks, STRANGER, SecretKind, SecretKinds, SecretOf},
};
use serde_json::Value;
use std::{
    any::TypeId,
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// How deep two bases in play may overlap, in inches.
const OVERLAP: f32 = 0.02;
/// Every this many orders the dearer laws are looked at.
const NOW_AND_THEN: usize = 7;
/// The units of a duel.
const DUEL: usize = 2;
/// Every this many orders somebody looks ahead in a battle of more units than a duel has, which takes longest.
const SELDOM: usize = 5 * NOW_AND_THEN;

/// Plays a battle with blind orders to its end and looks at every law on the way. Gives the number of orders.
///
/// # Panics
/// If a law is broken.
pub fn keeps_the_laws(scenario: &Arc<Scenario>, plugins: Plugins, seed: u64, most_orders: usize) -> usize {
    let mut battle = Battle::new(scenario, seed, plugins);
    let mut blind = commander(Level::Random, seed ^ 0xB11D);
    let mut chaos = Chance::new(seed);
    let mut checksums = Vec::new();
    while battle.outcome().is_none() {
        let step = battle.orders().len();
        let at = format!("{} seed {seed} order {}", scenario.id, step + 1);
        assert!(step < most_orders, "{at}: the battle does not end");
        let ask = battle.awaiting().asks.first().unwrap_or_else(|| panic!("{at}: nobody is asked")).clone();
        if step.is_multiple_of(NOW_AND_THEN) {
            every_candidate_is_allowed(&battle, &at);
            nonsense_is_refused(&mut battle, &mut chaos, &at);
            a_snapshot_brings_back_everything(&mut battle, &at);
        }
        nothing_overlaps(&battle, &at);
        every_question_is_of_a_known_kind(&battle, &at);
        no_key_is_for_two_verbs(&battle, &at);
        let before = (battle.checksum(), battle.log().len());
        let order = blind.decide(&battle, &ask).order;
        let events = battle.submit(order.clone()).unwrap_or_else(|refusal| panic!("{at}: {refusal}: {order:?}"));
        assert_eq!(events, before.1..battle.log().len(), "{at}: the events are not those of the order");
        let after = battle.checksum();
        if battle.can_undo().is_ok() {
            assert_eq!(battle.undo().as_ref(), Ok(&order), "{at}: undo gives back another order");
            assert_eq!((battle.checksum(), battle.log().len()), before, "{at}: undo leaves something behind");
            battle.submit(order).unwrap_or_else(|refusal| panic!("{at}: refused after undo: {refusal}"));
            assert_eq!(battle.checksum(), after, "{at}: the same order does something else after undo");
        }
        checksums.push(after);
    }
    assert!(battle.awaiting().asks.is_empty(), "{} seed {seed}: somebody is asked after the end", scenario.id);
    the_same_orders_give_the_same_battle(&battle, scenario, plugins, &checksums);
    checksums.len()
}

fn every_question_is_of_a_known_kind(battle: &Battle, at: &str) {
    for ask in &battle.awaiting().asks {
        let known = battle.vocabulary().questions.iter().any(|kind| kind.id == ask.kind);
        assert!(known, "{at}: no kind of question is called {}: \"{}\"", ask.kind, ask.question);
    }
}

fn no_key_is_for_two_verbs(battle: &Battle, at: &str) {
    for ask in &battle.awaiting().asks {
        let mut keys = BTreeMap::new();
        for verb in ask.verbs.iter().filter_map(|id| battle.vocabulary().verb(id)) {
            if let Some(other) = keys.insert(verb.hotkey.to_ascii_uppercase(), verb.label) {
                panic!("{at}: \"{}\" offers {other} and {} on {}", ask.question, verb.label, verb.hotkey);
            }
        }
    }
}

fn every_candidate_is_allowed(battle: &Battle, at: &str) {
    for ask in &battle.awaiting().asks {
        let candidates = battle.rules().candidates(&battle.view_of(ask.side), ask);
        assert!(!candidates.is_empty(), "{at}: no order answers \"{}\"", ask.question);
        for order in candidates {
            battle.check(&order).unwrap_or_else(|refusal| panic!("{at}: a candidate is refused: {refusal}: {order:?}"));
            assert!(
                battle.rules().appraise(&battle.view_of(ask.side), &order).total().is_finite(),
                "{at}: the worth of an order is no number: {order:?}"
            );
        }
        if let Some(go_on) = &ask.go_on {
            assert!(ask.verbs.contains(go_on), "{at}: {go_on} goes on but is not among the answers");
        }
    }
}

/// Orders without sense are refused, or at least harm nothing that can be taken back.
fn nonsense_is_refused(battle: &mut Battle, chaos: &mut Chance, at: &str) {
    let stream = StreamId::new("chaos");
    let before = battle.checksum();
    let verbs: Vec<VerbId> = battle.vocabulary().verbs.iter().map(|verb| verb.id.clone()).collect();
    for _ in 0..12 {
        let mut pick = |below: usize| chaos.pick(&stream, below);
        let verb = verbs[pick(verbs.len())].clone();
        let mut order = Order::new(SideId(pick(4) as u8), &verb);
        let number = [f32::NAN, f32::INFINITY, -1.0, 1e30, 0.0, 7.5][pick(6)];
        if pick(2) == 0 {
            order = order.unit(UnitId(pick(300) as u16));
        }
        if pick(2) == 0 {
            order = order.pieces((0..pick(4)).map(|n| PieceId((pick(60) + n) as u32)).collect::<Vec<_>>());
        }
        if pick(2) == 0 {
            order = order.target(PieceId(pick(90) as u32));
        }
        if pick(2) == 0 {
            let about = Some(PieceId(pick(90) as u32));
            order = order.path([
                Leg::To(bevy::math::Vec2::new(number, 3.0)),
                Leg::Wheel { about, degrees: number },
                Leg::March { inches: number, aside: 0.0 },
            ]);
        }
        if pick(3) == 0 {
            order = order.number(number).choice("no such choice").formation("no such formation");
        }
        // An order that happens to make sense may be allowed: then only its refusal is not looked at.
        let _ = battle.check(&order);
    }
    let mut foreign = Order::new(SideId(200), &verbs[0]);
    assert!(battle.submit(foreign.clone()).is_err(), "{at}: a side that is not there gives orders");
    foreign.side = battle.awaiting().asks[0].side;
    foreign.unit = Some(UnitId(u16::MAX));
    assert!(battle.submit(foreign).is_err(), "{at}: a unit that is not there gets orders");
    assert_eq!(battle.checksum(), before, "{at}: a refused order changed something");
}

fn a_snapshot_brings_back_everything(battle: &mut Battle, at: &str) {
    let (checksum, state) = (battle.checksum(), battle.state_json());
    let snapshot = battle.snapshot();
    let orders = battle.orders().len();
    let mut blind = commander(Level::Random, checksum);
    for _ in 0..3 {
        let Some(ask) = battle.awaiting().asks.first().cloned() else { break };
        let order = blind.decide(battle, &ask).order;
        battle.submit(order).unwrap_or_else(|refusal| panic!("{at}: {refusal}"));
    }
    battle.restore(&snapshot);
    assert_eq!(battle.orders().len(), orders, "{at}: a snapshot does not bring back the orders");
    assert_eq!(battle.checksum(), checksum, "{at}: a snapshot does not bring back the state");
    assert_eq!(battle.state_json(), state, "{at}: a snapshot does not bring back the state");
}

/// Questions put while pieces are on their way, when they may pass through one another.
const ON_THE_WAY: [&str; 3] = ["react", "resume", "pass_through"];

/// What is secret of a side changes nothing that another side sees, hears, is asked or decides: at every moment of a
/// battle with blind orders each secret is exchanged for every other value that the battle has had. Gives how many were
/// exchanged.
///
/// # Panics
/// If another side could tell the difference.
pub fn secrets_are_kept(scenario: &Arc<Scenario>, plugins: Plugins, seed: u64) -> usize {
    let mut battle = Battle::new(scenario, seed, plugins);
    let mut blind = commander(Level::Random, seed ^ 0xB11D);
    let mut values: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    let mut exchanged = 0;
    while let Some(ask) = battle.awaiting().asks.first().cloned() {
        let kinds = battle.view().resource::<SecretKinds>().clone();
        for kind in kinds.iter() {
            let known = values.entry(kind.name.to_string()).or_default();
            let now: Vec<Value> = secrets(&battle, kind).into_iter().map(|(_, value)| value).collect();
            known.extend(now.into_iter().filter(|value| !known.contains(value)).collect::<Vec<_>>());
            for (of, now) in secrets(&battle, kind) {
                for value in known.iter().filter(|value| **value != now) {
                    exchanged += usize::from(nobody_else_sees(&battle, kind, of, value));
                }
            }
        }
        battle.submit(blind.decide(&battle, &ask).order).expect("a candidate is allowed");
    }
    exchanged
}

/// The secrets of a kind that are not revealed, with their values.
fn secrets(battle: &Battle, kind: &SecretKind) -> Vec<(SecretOf, Value)> {
    let value = |of: SecretOf| {
        let (state, at) = match of {
            SecretOf::Unit(unit) => (battle.state_of(&kind.name, Some(Bearer::Unit(unit))), None),
            SecretOf::Side(side) => (battle.state_of(&kind.name, None), Some(side.index())),
        };
        let state = state.expect("a secret is battle state");
        (of, at.map_or(state.clone(), |at| state[at].clone()))
    };
    kind.closed(&battle.view()).into_iter().map(value).collect()
}

/// Commanders of all kinds: the blind one, those that err, one that does not, and one that looks ahead, in few futures.
fn minds(seed: u64) -> [Box<dyn Commander>; 5] {
    let [random, recruit, regular] =
        [Level::Random, Level::Recruit, Level::Regular].map(|level| commander(level, seed));
    [random, recruit, regular, unerring(seed), looking_ahead(seed, 2)]
}

/// What commanders of all kinds decide for a side, if it is asked.
fn decisions(battle: &Battle, side: SideId) -> Vec<Decision> {
    let ask = battle.awaiting().of(side);
    let every = if battle.scenario().units.len() > DUEL { SELDOM } else { NOW_AND_THEN };
    let kinds = if battle.orders().len().is_multiple_of(every) { 5 } else { 4 };
    ask.map_or_else(Vec::new, |ask| minds(5).iter_mut().take(kinds).map(|mind| mind.decide(battle, ask)).collect())
}

/// Whether a secret can be exchanged; the battle may tell that it can have no such value any more.
fn nobody_else_sees(battle: &Battle, kind: &SecretKind, of: SecretOf, value: &Value) -> bool {
    let mut other = battle.at(battle.orders().len());
    let (bearer, owner, value) = match of {
        SecretOf::Unit(unit) => (Some(Bearer::Unit(unit)), battle.view().side_of_unit(unit), value.clone()),
        SecretOf::Side(side) => {
            let mut all = battle.state_of(&kind.name, None).expect("a secret is battle state");
            all[side.index()] = value.clone();
            (None, side, all)
        }
    };
    let put = Intervention::Put { state: kind.name.to_string(), of: bearer, value };
    if other.intervene(put).is_err() {
        return false;
    }
    assert_ne!(other.checksum(), battle.checksum(), "nothing was exchanged");
    for side in battle.view().sides().ids().chain([STRANGER]).filter(|side| *side != owner) {
        let (is, would_be) = (known_to(battle, side), known_to(&other, side));
        let differs = is.lines().zip(would_be.lines()).find(|(is, would_be)| is != would_be);
        let order = battle.orders().len();
        assert_eq!(differs, None, "{} of {of:?} can be told by {side:?} after order {order}", kind.name);
        assert_eq!(is.len(), would_be.len());
        assert_eq!(
            decisions(battle, side),
            decisions(&other, side),
            "{side:?} decides another way after order {order}"
        );
    }
    true
}

fn nothing_overlaps(battle: &Battle, at: &str) {
    if battle.awaiting().asks.iter().any(|ask| ON_THE_WAY.contains(&ask.kind.as_str())) {
        return;
    }
    let found = overlaps(battle, battle.view().pieces());
    assert!(found.is_empty(), "{at}: {} after\n{}", found.join("\n"), last_order(battle));
}

/// Which of these pieces stand nowhere, or on the base of another.
pub fn overlaps(battle: &Battle, pieces: impl IntoIterator<Item = PieceId>) -> Vec<String> {
    let view = battle.view();
    let takes_room = |piece: &PieceId| {
        let kind = &view.unit_part::<UnitEntry>(view.unit_of(*piece)).kind;
        view.in_play(*piece) && battle.vocabulary().kind(kind).is_none_or(|kind| kind.takes_room)
    };
    // A file of stands that bends behind its head lies on itself on the inner side of the bend (FF-7.2).
    let bends = |a: PieceId, b: PieceId| {
        let unit = view.unit_of(a);
        let word = battle.rules().formation(&view, unit).filter(|_| unit == view.unit_of(b));
        word.is_some_and(|word| battle.vocabulary().is_block(&word))
    };
    let all: Vec<(PieceId, Outline)> =
        view.pieces().filter(takes_room).map(|piece| (piece, view.outline(piece))).collect();
    let mut pieces: Vec<PieceId> = pieces.into_iter().filter(takes_room).collect();
    pieces.sort_unstable();
    pieces.dedup();
    let mut found = Vec::new();
    for a in &pieces {
        let own = view.outline(*a);
        if !own.place.at.is_finite() || !own.place.facing.0.is_finite() {
            found.push(format!("{a} stands nowhere: {:?}", own.place));
        }
        for (b, there) in all.iter().filter(|(b, _)| a < b || a != b && pieces.binary_search(b).is_err()) {
            let deep = own.overlap(there);
            if deep > OVERLAP && !bends(*a, *b) {
                found.push(format!("{a} and {b} overlap by {deep} inches: {own:?}, {there:?}"));
            }
        }
    }
    found
}

/// The last order and what came of it, in lines.
fn last_order(battle: &Battle) -> String {
    let step = battle.view().clock().step;
    let events = battle.log().events().iter().filter(|event| event.step == step);
    let lines: Vec<String> =
        events.map(|event| format!("  {} ({}) {:?}", event.text, event.rule, event.kind)).collect();
    format!("{:?}\n{}", battle.orders().last(), lines.join("\n"))
}

fn the_same_orders_give_the_same_battle(
    battle: &Battle,
    scenario: &Arc<Scenario>,
    plugins: Plugins,
    checksums: &[u64],
) {
    let mut again = Battle::new(scenario, battle.seed().wrapping_add(1), plugins);
    again.reset(scenario, battle.seed());
    for (n, order) in battle.orders().iter().enumerate() {
        again.submit(order.clone()).unwrap_or_else(|refusal| panic!("{} order {}: {refusal}", scenario.id, n + 1));
        assert_eq!(again.checksum(), checksums[n], "{} order {}: replay differs", scenario.id, n + 1);
    }
    assert_eq!(again.log().events(), battle.log().events(), "{}: replay tells another story", scenario.id);
}

/// All state of a battle is registered, so that snapshots, checksums and records know of it.
///
/// # Panics
/// If a component or resource is not.
pub fn all_state_is_registered(scenario: &Arc<Scenario>, plugins: Plugins) {
    // These follow from the scenario or from registered state, or live only while an order is resolved.
    // A rulebook's own data do not change.
    const DERIVED: [&str; 19] = [
        "PieceIndex",
        "SeenPieces",
        "TerrainIndex",
        "TerrainValues",
        "Roster",
        "BattleLog",
        "ActiveRulebook",
        "InHand",
        "Rulebooks",
        "Book",
        "Period",
        "Procedure",
        "Insights",
        "SkirmishSettings",
        "BlackPowderSettings",
        "BurtSettings",
        "FurySettings",
        "Frontier",
        "Ways",
    ];
    let battle = Battle::new(scenario, 1, plugins);
    let world = battle.world();
    let registered: BTreeSet<TypeId> = world.resource::<BattleStates>().iter().map(|state| state.type_id).collect();
    let empty = simulation_world(plugins);
    let before: BTreeSet<TypeId> = empty.iter_resources().filter_map(|(info, _)| info.type_id()).collect();
    for (info, _) in world.iter_resources() {
        let known = info.type_id().is_some_and(|id| registered.contains(&id) || before.contains(&id));
        let name = info.name().shortname().to_string();
        let of_any = name.split('<').next().unwrap_or_default();
        assert!(known || DERIVED.contains(&of_any), "the resource {name} is not registered as battle state");
    }
    let ids = [TypeId::of::<UnitId>(), TypeId::of::<PieceId>()];
    let roster = world.resource::<Roster>();
    let entities = roster.units().map(|(_, entity)| entity).chain(roster.pieces().map(|(_, entity)| entity));
    for entity in entities {
        for info in world.inspect_entity(entity).expect("the roster's entities are there") {
            let known = info.type_id().is_some_and(|id| registered.contains(&id) || ids.contains(&id));
            assert!(known, "the component {} is not registered as battle state", info.name());
        }
    }
}

/// No schedule of a ruleset leaves the order of two systems to chance.
///
/// # Panics
/// If one does.
pub fn no_schedule_is_ambiguous(plugins: Plugins) {
    let mut world = simulation_world(plugins);
    for book in world.resource::<Rulebooks>().iter() {
        assert!(world.resource::<Schedules>().contains(Resolve::of(book.id)), "{} has no schedule", book.id);
    }
    let labels: Vec<_> = world.resource::<Schedules>().iter().map(|(_, schedule)| schedule.label()).collect();
    for label in labels {
        let Some(mut schedule) = world.resource_mut::<Schedules>().remove(label) else { continue };
        if let Err(error) = schedule.initialize(&mut world) {
            panic!("{label:?} has systems in no order: {error:?}");
        }
        assert_eq!(schedule.graph().conflicting_systems().len(), 0, "{label:?} has systems in no order");
    }
}

/// A component that means nothing.
#[derive(Component)]
struct Junk;

/// Puts junk on some entities, takes it from others and makes new ones, so that none stays where it was stored.
fn stir(world: &mut World, mut times: Local<usize>) {
    *times += 1;
    let entities: Vec<Entity> = world.resource::<Roster>().pieces().map(|(_, entity)| entity).collect();
    for (n, entity) in entities.into_iter().enumerate() {
        let mut entity = world.entity_mut(entity);
        if (n * 7 + *times).is_multiple_of(3) {
            entity.insert(Junk);
        } else {
            entity.remove::<Junk>();
        }
    }
    world.spawn(Junk);
}

/// Has every ruleset of an app stir its world before each order.
pub fn make_noise(app: &mut App) {
    let ids: Vec<_> = app.world().resource::<Rulebooks>().iter().map(|book| book.id).collect();
    for id in ids {
        app.add_systems(Resolve::of(id), stir.before(ResolveSystems::Obey));
    }
}

/// Where entities are stored, and what else lives in the world, changes no battle.
///
/// # Panics
/// If it does.
pub fn noise_changes_nothing(scenario: &Arc<Scenario>, plugins: Plugins, noisy: Plugins, seed: u64) {
    let mut quiet = Battle::new(scenario, seed, plugins);
    let mut stirred = Battle::new(scenario, seed, noisy);
    let mut blind = commander(Level::Random, seed);
    while let Some(ask) = quiet.awaiting().asks.first().cloned() {
        let order = blind.decide(&quiet, &ask).order;
        quiet.submit(order.clone()).expect("the commander's orders are allowed");
        stirred.submit(order).unwrap_or_else(|refusal| panic!("only with noise: {refusal}"));
        let step = quiet.orders().len();
        assert_eq!(quiet.checksum(), stirred.checksum(), "{} seed {seed}: noise changed order {step}", scenario.id);
    }
}

/// Has an app keep nothing of what follows from the state of its battles.
pub fn keep_nothing(app: &mut App) {
    app.insert_resource(Derived::keeping_nothing());
}

/// What is kept of what follows from the state changes no battle: somebody who works everything out anew whenever he is
/// asked comes to the same orders, and they do the same.
///
/// # Panics
/// If something that was kept no longer held.
pub fn keeping_changes_nothing(
    scenario: &Arc<Scenario>,
    plugins: Plugins,
    forgetful: Plugins,
    seed: u64,
    most_orders: usize,
) {
    let mut keeping = Battle::new(scenario, seed, plugins);
    let mut forgetful = Battle::new(scenario, seed, forgetful);
    let (mut one, mut other) = (commander(Level::Recruit, seed), commander(Level::Recruit, seed));
    while let Some(ask) = keeping.awaiting().asks.first().cloned().filter(|_| keeping.orders().len() < most_orders) {
        let at = format!("{} seed {seed} order {}", scenario.id, keeping.orders().len() + 1);
        let order = one.decide(&keeping, &ask).order;
        assert_eq!(order, other.decide(&forgetful, &ask).order, "{at}: who keeps nothing decides otherwise");
        keeping.submit(order.clone()).unwrap_or_else(|refusal| panic!("{at}: {refusal}"));
        forgetful.submit(order).unwrap_or_else(|refusal| panic!("{at}: refused where nothing is kept: {refusal}"));
        assert_eq!(keeping.checksum(), forgetful.checksum(), "{at}: it does something else where nothing is kept");
        assert_eq!(keeping.awaiting(), forgetful.awaiting(), "{at}: others are asked where nothing is kept");
    }
}

/// A snapshot of one battle put into a world of its own gives an equal battle there.
///
/// # Panics
/// If it does not.
pub fn a_snapshot_is_whole(scenario: &Arc<Scenario>, plugins: Plugins) {
    let battle = Battle::new(scenario, 5, plugins);
    let other = Battle::new(scenario, 6, plugins);
    assert_ne!(battle.checksum(), other.checksum());
    let mut world = simulation_world(plugins);
    grapeshot::scenario::muster(&mut world, scenario);
    battle.snapshot().put_back(&mut world);
    let moved = Snapshot::take(&world);
    let mut third = other;
    third.restore(&moved);
    assert_eq!(third.state_json(), battle.state_json());
}
