//! What holds in every battle that ships, played by the computer to its end.

use std::{
    collections::BTreeMap,
    ops::Range,
    sync::{Arc, OnceLock},
};

use bevy::math::Vec2;
use grapeshot::{
    ai::{Level, commander},
    battle::Battle,
    events::{BattleEvent, EventKind},
    forces::PieceId,
    rulesets::combat_patrol::{
        state::{
            sequence_of_play::{March, SequenceOfPlay, Stage},
            ways::Route,
        },
        view::rulebook::SkirmishView,
    },
    scenario::Scenario,
    table::{footprint::Outline, position::Place},
    testing,
};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

/// Battles of each scenario.
const SEEDS: [u64; 3] = [1, 2, 3];
/// A figure that begins nearer to an enemy than this was never out of contact for certain, in inches.
const BESIDE: f32 = 0.1;
/// A figure out of contact has at least this far to go until it touches an enemy, in inches.
const SHORTEST: f32 = 0.04;
/// How far a figure may stand from its path by rounding, in inches.
const ROUNDING: f32 = 0.02;

/// The scenarios of this ruleset that ship.
pub fn shipped() -> Vec<Arc<Scenario>> {
    let all = testing::shipped(grapeshot::rulesets::plugin);
    all.into_iter().filter(|scenario| scenario.ruleset == "horse_and_musket").collect()
}

/// One order of a battle and what came of it.
struct Step<'b> {
    battle: &'b Battle,
    /// Its events, by their number in the log.
    events: Range<usize>,
    /// Where the pieces stood before it.
    before: BTreeMap<PieceId, Place>,
    /// The movement that was under way before it.
    march: Option<March>,
    /// Scenario, seed and number of the order.
    at: String,
}

impl Step<'_> {
    fn events(&self) -> &[BattleEvent] {
        &self.battle.log().events()[self.events.clone()]
    }

    /// The lines of its log, for a failure.
    fn story(&self) -> String {
        self.events().iter().map(|event| format!("  {} ({})\n", event.text, event.rule)).collect()
    }

    /// Goes through what moved, with the path and an enemy that the mover touches then, if there is one.
    fn follow(&self, mut look: impl FnMut(&BattleEvent, PieceId, &[Vec2], &SkirmishView, Option<PieceId>)) {
        let view = self.battle.view();
        let cp = SkirmishView::of(view);
        let mut places = self.before.clone();
        for event in self.events() {
            match &event.kind {
                EventKind::Moved { piece, end, path } => {
                    places.insert(*piece, *end);
                    let outline = |piece: PieceId| Outline { footprint: view.footprint(piece), place: places[&piece] };
                    let enemy = |other: &&PieceId| view.side_of(**other) != view.side_of(*piece) && cp.is_man(**other);
                    let mut enemies = places.keys().filter(enemy);
                    let touched = enemies.find(|enemy| cp.bases_touch(&outline(*piece), &outline(**enemy)));
                    look(event, *piece, path, &cp, touched.copied());
                }
                EventKind::Turned { piece, to } => {
                    places.get_mut(piece).expect("who turns stands somewhere").facing = *to
                }
                EventKind::Removed { piece, .. } => _ = places.remove(piece),
                _ => {}
            }
        }
    }
}

/// What a law finds wrong with an order, one line or more for each fault.
type Law = fn(&Step) -> Vec<String>;

const LAWS: [Law; 5] = [goes_back, stays_in_contact, advances_into_contact, moves_nowhere, fights_as_no_man];

/// Plays every scenario that ships some times, once for all tests, and looks at every order: the faults by law.
fn faults(law: usize) -> &'static [String] {
    static FAULTS: OnceLock<[Vec<String>; LAWS.len()]> = OnceLock::new();
    let found = FAULTS.get_or_init(|| {
        let scenarios = shipped();
        let games: Vec<(&Arc<Scenario>, u64)> =
            scenarios.iter().flat_map(|scenario| SEEDS.map(move |seed| (scenario, seed))).collect();
        let played: Vec<[Vec<String>; LAWS.len()]> =
            games.par_iter().map(|(scenario, seed)| play(scenario, *seed)).collect();
        let of_law = |law: usize| played.iter().flat_map(|game| game[law].clone()).collect();
        std::array::from_fn(of_law)
    });
    &found[law]
}

#[track_caller]
fn holds(law: usize) {
    let faults = faults(law);
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.concat());
}

fn play(scenario: &Arc<Scenario>, seed: u64) -> [Vec<String>; LAWS.len()] {
    let mut battle = Battle::new(scenario, seed, grapeshot::rulesets::plugin);
    let mut computer = commander(Level::Regular, seed);
    let mut faults: [Vec<String>; LAWS.len()] = Default::default();
    while let Some(ask) = battle.awaiting().asks.first().cloned() {
        let view = battle.view();
        let before =
            view.pieces().filter(|piece| view.in_play(*piece)).map(|piece| (piece, view.place(piece))).collect();
        let march = view.resource::<SequenceOfPlay>().march.clone();
        let order = computer.decide(&battle, &ask).order;
        let events = battle.submit(order).expect("the computer's orders are allowed");
        let at = format!("{} seed {seed} order {}", scenario.id, battle.orders().len());
        let step = Step { battle: &battle, events, before, march, at };
        for (law, faults) in LAWS.iter().zip(&mut faults) {
            faults.extend(law(&step));
        }
    }
    faults
}

/// How far a point is from a part of a path, by shares of it.
fn off_path(route: &Route, from: f32, to: f32, at: Vec2) -> f32 {
    let corners = route.corners(from, to);
    let near = |pair: &[Vec2]| {
        let way = pair[1] - pair[0];
        let share =
            if way == Vec2::ZERO { 0.0 } else { ((at - pair[0]).dot(way) / way.length_squared()).clamp(0.0, 1.0) };
        at.distance(pair[0] + way * share)
    };
    corners.windows(2).map(near).fold(f32::INFINITY, f32::min)
}

/// CP-2.15: nobody ends his movement farther back on his path than he was at the pause.
#[test]
fn nobody_goes_back_on_his_path_after_the_pause() {
    holds(0);
}

/// CP-9.8, HM-6.23: after the fights of an activation no opposing figures touch.
#[test]
fn nobody_is_in_contact_when_an_activation_begins() {
    holds(1);
}

/// CP-9.7: an advance never ends in contact.
#[test]
fn nobody_advances_into_contact() {
    holds(2);
}

/// CP-5.8: nobody comes into a fight without a move.
#[test]
fn nobody_moves_nowhere_into_a_fight() {
    holds(3);
}

/// CP-1.1, CP-9.1: guns, limbers and wagons have no attributes: they fight nobody, and nobody fights them.
#[test]
fn only_men_fight() {
    holds(4);
}

fn goes_back(step: &Step) -> Vec<String> {
    let Some(march) = step.march.as_ref().filter(|march| march.gone > 0.0) else { return Vec::new() };
    let now = step.battle.view().resource::<SequenceOfPlay>().march.as_ref();
    if now.is_some_and(|now| now.gone == march.gone) {
        return Vec::new();
    }
    let mut faults = Vec::new();
    for (route, until) in march.routes.iter().zip(&march.until) {
        let gone = march.gone.min(*until);
        let first = step.events().iter().find_map(|event| match &event.kind {
            EventKind::Moved { piece, end, .. } if *piece == route.piece => Some((*end, event.text.clone())),
            _ => None,
        });
        let Some((end, text)) = first else { continue };
        let (onward, back) = (off_path(route, gone, 1.0, end.at), off_path(route, 0.0, gone, end.at));
        // A man who finds no room on the rest of his path stands beside it, if need be behind (CP-5.9).
        let on_path = back < ROUNDING;
        if on_path && onward > ROUNDING {
            faults.push(format!("{}: {text}: {onward:.2} inches back\n{}", step.at, step.story()));
        }
    }
    faults
}

fn stays_in_contact(step: &Step) -> Vec<String> {
    let view = step.battle.view();
    let play = view.resource::<SequenceOfPlay>();
    let begins = [Stage::STEADY, Stage::PREY, Stage::DECLARE, Stage::LEAD, Stage::PROMOTE].contains(&play.stage);
    let fresh = play.activation.as_ref().is_none_or(|activation| {
        activation.contacts.is_empty() && !activation.marched && activation.forced_inches.is_empty()
    });
    if !begins || !fresh {
        return Vec::new();
    }
    let cp = SkirmishView::of(view);
    let men: Vec<PieceId> = view.pieces().filter(|piece| view.in_play(*piece) && cp.is_man(*piece)).collect();
    let touching = men.iter().flat_map(|man| cp.contacts(*man).map(move |enemy| (*man, enemy)));
    let line = |(man, enemy)| {
        let gap = view.gap(man, enemy);
        format!("{}: {} and {} still touch: gap {gap:.3}\n{}", step.at, cp.name(man), cp.name(enemy), step.story())
    };
    touching.filter(|(man, enemy)| man < enemy).map(line).collect()
}

fn advances_into_contact(step: &Step) -> Vec<String> {
    let mut faults = Vec::new();
    step.follow(|event, piece, path, cp, touched| {
        if event.rule.to_string() == "CP-9.7" && !path.is_empty() {
            faults.extend(
                touched
                    .map(|enemy| format!("{}: {}: {} into {}\n", step.at, event.text, cp.name(piece), cp.name(enemy))),
            );
        }
    });
    faults
}

fn moves_nowhere(step: &Step) -> Vec<String> {
    let mut faults = Vec::new();
    step.follow(|event, piece, path, cp, touched| {
        // Riders who must ride on or at each other meet anybody in their way, and what is no man fights nobody.
        if !["CP-2.15", "CP-11.7"].contains(&event.rule.to_string().as_str()) || !cp.is_man(piece) {
            return;
        }
        let under_way = step.battle.view().resource::<SequenceOfPlay>().march.as_ref();
        let marches = step.march.iter().chain(under_way);
        let way = marches.flat_map(|march| &march.routes).find(|route| route.piece == piece);
        let inches: f32 = path.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        let inches = way.map_or(inches, |route| route.length());
        let start = way.map_or(step.before[&piece], |route| route.places[0]);
        let view = step.battle.view();
        let from = Outline { footprint: view.footprint(piece), place: start };
        // A rider who turns to his enemy swings the front of his base at him, however short his way.
        let beside = |enemy: &PieceId| {
            let there =
                step.before.get(enemy).map(|place| Outline { footprint: view.footprint(*enemy), place: *place });
            there.is_some_and(|there| from.gap(&there) < BESIDE)
        };
        if let Some(enemy) = touched.filter(|enemy| inches < SHORTEST && beside(enemy)) {
            faults.push(format!("{}: {} ({}) into {}\n", step.at, event.text, event.rule, cp.name(enemy)));
        }
    });
    faults
}

fn fights_as_no_man(step: &Step) -> Vec<String> {
    let cp = SkirmishView::of(step.battle.view());
    let mut faults = Vec::new();
    for event in step.events() {
        if let EventKind::Fought { attacker, defender, .. } = event.kind
            && [attacker, defender].iter().any(|piece| !cp.is_man(*piece))
        {
            faults.push(format!("{}: {}\n", step.at, event.text));
        }
    }
    faults
}
