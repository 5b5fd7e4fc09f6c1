//! The laws of conduct: what a battle tells is what happens on the table. A [`Witness`] reads the log of a battle as it
//! grows and keeps a table of its own by it.
//!
//! 1. Nobody who is out of play acts.
//! 2. No way crosses an enemy, or ground that nobody enters.
//! 3. Nobody goes farther than the line says that he may.
//! 4. Everybody stands where the log has put him.
//! 5. Whoever goes by an order that no card or die can change comes to where the plan put him.
//! 6. A throw has dice.
//! 7. What is written of a unit in two places agrees (`agreement`).
//! 8. Nobody ends on the base of another.
//! 9. The points at the end are those of the places, the losses and the log at the end.
//! 10. Over many battles chances come true as often as was told.
//! 11. Under Fire and Fury those who have fought each other part, and nobody comes to touch an enemy but by a charge.

use super::{ON_THE_WAY, agreement, overlaps};
use bevy::math::Vec2;
use grapeshot::{
    ai::{Level, commander},
    battle::{Battle, Plugins, simulation_world},
    chance::Chance,
    events::{BattleEvent, EventKind, Trial},
    forces::{Fate, PieceId, SideId, UnitEntry, UnitId},
    orders::{Order, Plan},
    rulesets::fire_and_fury::state::view::FuryView,
    scenario::{Scenario, muster},
    table::{
        footprint::{Footprint, Outline},
        index::Feature,
        position::Place,
    },
    turn::{ActiveRulebook, BattleView, Vocabulary},
};
use smol_str::SmolStr;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// How far a piece may stand from where it was told or promised to stand, in inches.
const NEAR: f32 = 0.05;
/// Enemies no farther apart than this touch, in inches.
const TOUCH: f32 = 0.05;
/// Inches of a way between two points at which it is looked at.
const STEP: f32 = 0.25;
/// Inches by which a middle must be within the outline of another to have gone through him.
const THROUGH: f32 = 0.25;
/// Inches about the edge of closed ground that say nothing.
const EDGE: f32 = 0.1;
/// Men go over guns and wagons that nobody keeps from them.
const ENGINES: [&str; 3] = ["gun", "limber", "wagon"];
/// The rules that let a rider go over a man he has beaten, a crew go round its gun, and a man fall with a bridge
/// through the water.
const OTHERWISE: [&str; 4] = ["HM-6.20", "OW-8.6", "HM-7.35", "HM-8.2"];
/// The rules by which a unit comes into touch with an enemy: charges, countercharges and breakthroughs.
const CHARGES: [&str; 3] = ["FF-10.2", "FF-10.9", "FF-10.14"];
/// Standard errors by which the successes of all tries may lie off what was told of their chance.
const ERRORS: f64 = 4.0;

/// What the log has told of a piece.
#[derive(Debug, Clone, Copy)]
struct Told {
    side: SideId,
    outline: Outline,
    fate: Fate,
    /// Whether it bars the way of enemies: nobody goes round a commander, or an animal that nobody plays.
    bars: bool,
}

impl Told {
    fn in_play(&self) -> bool {
        self.fate == Fate::InPlay
    }
}

/// All tries of one kind.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tally {
    tries: f64,
    expected: f64,
    variance: f64,
    successes: f64,
}

/// Reads the log of a battle.
#[derive(Debug, Default)]
pub struct Witness {
    told: BTreeMap<PieceId, Told>,
    read: usize,
    /// The units that took another formation by the order under way.
    formed: BTreeSet<UnitId>,
    /// The pieces that left play by it.
    fallen: BTreeSet<PieceId>,
    tallies: BTreeMap<SmolStr, Tally>,
    /// What contradicted itself after the last order.
    contradicted: Vec<String>,
    /// The enemies who touched after it, each with whether they have fought each other.
    touched: BTreeMap<Pair, bool>,
    broken: Vec<String>,
}

impl Witness {
    /// Takes the table as it is now: all before it is history.
    pub fn takes_place(&mut self, view: &BattleView, vocabulary: &Vocabulary) {
        self.read = view.log().len();
        self.told.clear();
        for piece in view.piece_ids() {
            let unit = view.unit_of(piece);
            let kind = &view.unit_part::<UnitEntry>(unit).kind;
            let bars = view.is_played(unit)
                && !ENGINES.contains(&view.piece(piece).look.as_str())
                && vocabulary.kind(kind).is_none_or(|kind| kind.takes_room);
            let (side, outline, fate) = (view.side_of(piece), view.outline(piece), view.fate(piece));
            self.told.insert(piece, Told { side, outline, fate, bars });
        }
    }

    /// Says that a law is broken.
    fn finds(&mut self, law: &str, what: String) {
        self.broken.push(format!("{law}: {what}"));
    }

    /// Reads what has been added to the log.
    fn reads(&mut self, view: &BattleView) {
        self.formed.clear();
        self.fallen.clear();
        for event in &view.log().events()[self.read..] {
            self.hears(view, event);
        }
        self.read = view.log().len();
    }

    /// Reads one event.
    pub fn hears(&mut self, view: &BattleView, event: &BattleEvent) {
        let fights = matches!(event.kind, EventKind::Fought { .. });
        for piece in actors(&event.kind) {
            match self.told.get_mut(&piece) {
                // How a fight ended is told when those who fell in it are gone.
                Some(_) if fights && self.fallen.contains(&piece) => {}
                Some(told) if told.fate == Fate::Awaited || !told.bars => told.fate = Fate::InPlay,
                Some(told) if told.in_play() => {}
                _ => self.finds("out of play", format!("{piece} acts: {}", event.text)),
            }
        }
        if let EventKind::Moved { piece, path, end } = &event.kind {
            self.follows(view, (*piece, path, end.floor), event);
        }
        if let Some((gone, most)) = gone_of(&event.text).filter(|(gone, most)| *gone > most + NEAR) {
            self.finds("too far", format!("{gone} of {most}: {}", event.text));
        }
        if matches!(&event.kind, EventKind::Rolled { dice, .. } if dice.is_empty()) {
            self.finds("no dice", event.text.clone());
        }
        if let Some(trial) = &event.trial {
            self.tallies.entry(trial.what.clone()).or_default().count(trial);
        }
        self.notes(&event.kind);
    }

    /// Keeps the table of its own.
    fn notes(&mut self, kind: &EventKind) {
        let mut stands = |piece: &PieceId, place: Option<Place>, footprint: Option<Footprint>| {
            if let Some(told) = self.told.get_mut(piece) {
                told.outline.place = place.unwrap_or(told.outline.place);
                told.outline.footprint = footprint.unwrap_or(told.outline.footprint);
            }
        };
        match kind {
            EventKind::Moved { piece, end, .. } => stands(piece, Some(*end), None),
            EventKind::Reshaped { piece, footprint, end } => stands(piece, Some(*end), Some(*footprint)),
            EventKind::Appeared { piece, footprint, place, .. } => stands(piece, Some(*place), Some(*footprint)),
            EventKind::Turned { piece, to } => {
                if let Some(told) = self.told.get_mut(piece) {
                    told.outline.place.facing = *to;
                }
            }
            EventKind::Formed { unit, .. } => drop(self.formed.insert(*unit)),
            EventKind::Removed { piece, fate } => {
                self.fallen.insert(*piece);
                if let Some(told) = self.told.get_mut(piece) {
                    told.fate = *fate;
                }
            }
            _ => {}
        }
    }

    /// Goes along a way: nobody goes through an enemy or over ground that is closed to everybody.
    fn follows(&mut self, view: &BattleView, (piece, path, floor): (PieceId, &[Vec2], u8), event: &BattleEvent) {
        let Some(own) = self.told.get(&piece).copied().filter(|own| own.bars) else { return };
        let floors = [own.outline.place.floor, floor];
        let mut crossed = None;
        // Stands that take their places in another formation have no way of their own.
        let forms = usize::from(self.formed.contains(&view.unit_of(piece)));
        for pair in path.windows(2).skip(forms) {
            let steps = (pair[0].distance(pair[1]) / STEP).ceil().max(1.0) as usize;
            for n in 1..=steps {
                let point = pair[0].lerp(pair[1], n as f32 / steps as f32);
                let through = |(other, told): (&PieceId, &Told)| {
                    let there = told.bars && told.in_play() && floors == [told.outline.place.floor; 2];
                    let enemy = there && told.side != own.side;
                    (enemy && depth_in(&told.outline, point) > THROUGH).then_some(*other)
                };
                let enemy = self.told.iter().find_map(through).map(|other| view.name_alone(other).to_owned());
                if let Some(what) = enemy.or_else(|| closed(view, point)) {
                    crossed.get_or_insert((what, point));
                }
            }
        }
        if let Some((what, point)) = crossed.filter(|_| !OTHERWISE.contains(&event.rule.0.as_str())) {
            self.finds(
                "way",
                format!("{} goes through {what} at {point} ({}): {}", view.name_alone(piece), event.rule, event.text),
            );
        }
    }

    /// Compares the table with what was told of it.
    pub fn looks(&mut self, view: &BattleView) {
        for piece in view.piece_ids() {
            let Some(told) = self.told.get(&piece).copied() else { continue };
            if view.in_play(piece) != told.in_play() {
                self.finds("untold", format!("{piece} is {:?}, the log has it {:?}", view.fate(piece), told.fate));
            } else if told.in_play() && told.outline.place.at.distance(view.place(piece).at) > NEAR {
                let (at, told) = (view.place(piece).at, told.outline.place.at);
                self.finds("untold", format!("{piece} stands at {at}, the log has it at {told}"));
            }
        }
    }

    /// Counts the points of a battle again.
    pub fn settles(&mut self, battle: &Battle, told: &[f32]) {
        let counted = standings_of(battle);
        if counted != told {
            let at = format!("{} seed {}", battle.scenario().id, battle.seed());
            self.finds("points", format!("{told:?} at the end, {counted:?} by the state [{at}]"));
        }
    }

    /// Takes note of what contradicts itself now, and did not before.
    fn agrees(&mut self, contradictions: Vec<String>) {
        for what in contradictions.iter().filter(|what| !self.contradicted.contains(what)) {
            self.broken.push(format!("agreement: {what}"));
        }
        self.contradicted = contradictions;
    }

    /// FF-10.5, FF-10.13, FF-6.18: those who have fought each other part, and nobody comes to touch an enemy but by a charge;
    /// stands that a charge has only brushed may go on touching. `told`: what has been added to the log.
    pub fn parts(&mut self, ff: FuryView, told: &[BattleEvent]) {
        // A unit that is halted on its way passes enemies.
        if ff.play().under_way.is_some() {
            return;
        }
        let (now, fight) = (touching(ff), fighting(ff));
        let charges = |event: &BattleEvent| match &event.kind {
            EventKind::Moved { piece, .. } if CHARGES.contains(&event.rule.0.as_str()) => Some(ff.view.unit_of(*piece)),
            _ => None,
        };
        let came: BTreeSet<UnitId> = told.iter().filter_map(charges).collect();
        let charged = |unit: UnitId| came.contains(&unit) || ff.charge_of(unit).is_some();
        for pair in now.iter().filter(|pair| !fight.contains(pair)) {
            // What was said once is not said again.
            let what = match self.touched.insert(*pair, false) {
                Some(true) => "touch after their fight",
                None if !charged(pair.0) && !charged(pair.1) => "have come to touch without a charge",
                _ => continue,
            };
            let names = (ff.name(pair.0), ff.name(pair.1));
            self.finds("touch", format!("{} and {} {what}", names.0, names.1));
        }
        let fought = |pair: &Pair| fight.contains(pair) || self.touched.get(pair) == Some(&true);
        self.touched = now.into_iter().map(|pair| (pair, fought(&pair))).collect();
    }

    /// Compares the ends of an order's ways with where the pieces stand that went.
    pub fn compares(&mut self, view: &BattleView, order: &Order, plan: &Plan, from: usize) {
        let events = &view.log().events()[from..];
        let chance = |event: &BattleEvent| {
            matches!(event.kind, EventKind::Rolled { .. } | EventKind::Drew(_) | EventKind::Appeared { .. })
        };
        let sure = events.iter().position(chance).unwrap_or(events.len());
        // A target answers, and may be elsewhere then.
        let alone = order.target.is_none() && order.target_unit.is_none();
        for way in plan.moves.iter().filter(|way| alone && way.allowance.is_some()) {
            let ends = events[..sure].iter().filter_map(|event| match &event.kind {
                EventKind::Moved { piece, end, .. } | EventKind::Reshaped { piece, end, .. } if *piece == way.piece => {
                    Some((end.at, &event.text))
                }
                _ => None,
            });
            let ends: Vec<(Vec2, &String)> = ends.collect();
            let came = ends.iter().any(|(at, _)| at.distance(way.end.at) <= NEAR);
            if let Some((at, text)) = ends.last().filter(|_| !came) {
                self.finds("plan", format!("{} was to come to {} and is at {at}: {text}", way.piece, way.end.at));
            }
        }
    }

    /// What was found, the law first.
    pub fn broken(&self) -> &[String] {
        &self.broken
    }

    /// The kinds of tries that came out too often or too seldom.
    pub fn lucky(&self) -> Vec<String> {
        let off = |(what, tally): (&SmolStr, &Tally)| {
            let errors = tally.errors();
            (errors.abs() > ERRORS).then(|| format!("{what}: {errors:.1} standard errors, {tally:?}"))
        };
        self.tallies.iter().filter_map(off).collect()
    }

    /// Adds what another witness has counted and found.
    pub fn joins(&mut self, other: Self) {
        self.broken.extend(other.broken);
        for (what, tally) in other.tallies {
            self.tallies.entry(what).or_default().joins(&tally);
        }
    }
}

impl Tally {
    fn count(&mut self, trial: &Trial) {
        let (chance, tries) = (f64::from(trial.chance), f64::from(trial.tries));
        let (expected, variance) = if trial.spread.is_empty() {
            (chance * tries, tries * chance * (1.0 - chance))
        } else {
            let moment = |power: i32| -> f64 {
                trial.spread.iter().enumerate().map(|(n, share)| f64::from(*share) * (n as f64).powi(power)).sum()
            };
            (moment(1), moment(2) - moment(1).powi(2))
        };
        self.joins(&Self { tries, expected, variance, successes: f64::from(trial.successes) });
    }

    fn joins(&mut self, other: &Self) {
        self.tries += other.tries;
        self.expected += other.expected;
        self.variance += other.variance;
        self.successes += other.successes;
    }

    /// How many standard errors the successes lie above what was told; half a success is no error.
    fn errors(&self) -> f64 {
        let off = self.successes - self.expected;
        (off.abs() - 0.5).max(0.0).copysign(off) / self.variance.max(1e-9).sqrt()
    }
}

/// The pieces that do something.
fn actors(kind: &EventKind) -> Vec<PieceId> {
    match kind {
        EventKind::Moved { piece, .. } | EventKind::Turned { piece, .. } => vec![*piece],
        EventKind::Shot { shooter, .. } => vec![*shooter],
        EventKind::Fought { attacker, defender, .. } => vec![*attacker, *defender],
        _ => Vec::new(),
    }
}

/// How deep within an outline a point lies, in inches; below 0 outside.
fn depth_in(outline: &Outline, point: Vec2) -> f32 {
    let off = outline.place.frame(point).abs();
    match outline.footprint {
        Footprint::Circle { diameter } => diameter / 2.0 - off.length(),
        footprint => (footprint.half_width() - off.x).min(footprint.half_depth() - off.y),
    }
}

/// What is closed to everybody at a point and for a hand's breadth round it.
fn closed(view: &BattleView, point: Vec2) -> Option<String> {
    let round = [Vec2::ZERO, Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y].map(|aside| point + EDGE * aside);
    round.map(|point| closed_at(view, point)).into_iter().reduce(Option::and)?
}

fn closed_at(view: &BattleView, point: Vec2) -> Option<String> {
    let terrain = view.terrain();
    match view.ground().feature_at(point) {
        Feature::Stream(n, _) if terrain.streams[n].deep => Some(terrain.streams[n].id.to_string()),
        Feature::Area(n, ground) if ground.rate == 0.0 => Some(terrain.areas[n].id.to_string()),
        Feature::Area(n, _) => {
            let class = view.terrain_values(&terrain.areas[n].id).word("class");
            class.is_some_and(|class| class == "impassable").then(|| terrain.areas[n].id.to_string())
        }
        _ => None,
    }
}

/// Two enemies, the one with the lower id first.
type Pair = (UnitId, UnitId);

/// FF-10.5: the pairs that are to fight each other now, or have just fought and are still to go on.
fn fighting(ff: FuryView) -> BTreeSet<Pair> {
    let combats = ff.combats();
    let pairs = |ours: &[UnitId], theirs: &[UnitId]| -> Vec<Pair> {
        ours.iter().flat_map(|a| theirs.iter().map(|b| (*a.min(b), *a.max(b)))).collect()
    };
    let fought = combats.iter().flat_map(|combat| pairs(&combat.attackers, &combat.defenders));
    let over = ff.play().aftermath.iter().flat_map(|over| pairs(&[over.unit], &over.enemies));
    fought.chain(over).collect()
}

/// Enemies who touch; abandoned guns fight nobody (FF-12.6).
fn touching(ff: FuryView) -> BTreeSet<Pair> {
    let able: Vec<UnitId> = ff.units().filter(|unit| ff.values(*unit).sheltered.is_none()).collect();
    let touches = |a: UnitId, b: UnitId| a < b && ff.side(a) != ff.side(b) && ff.gap(a, b) <= TOUCH;
    able.iter().flat_map(|a| able.iter().filter(|b| touches(*a, **b)).map(|b| (*a, *b))).collect()
}

/// "7.0 of 6.0": inches gone and those that were had, if a line names them.
fn gone_of(text: &str) -> Option<(f32, f32)> {
    let (before, after) = text.split_once(" of ")?;
    let gone = before.rsplit(' ').next()?.parse::<f32>().ok()?;
    let most = after.split([' ', ',', ':', ';', ')']).next()?.parse::<f32>().ok()?;
    before.rsplit(' ').next()?.contains('.').then_some((gone, most))
}

/// Plays a battle of the computer against itself and reads it.
pub fn watched(scenario: &Arc<Scenario>, plugins: Plugins, seed: u64) -> Witness {
    let mut battle = Battle::new(scenario, seed, plugins);
    battle.keep_undo(0);
    let mut computer = commander(Level::Regular, seed);
    let mut witness = Witness::default();
    witness.takes_place(&battle.view(), battle.vocabulary());
    while let Some(ask) = battle.awaiting().asks.first().cloned() {
        let order = computer.decide(&battle, &ask).order;
        let plan = battle.check(&order).expect("the computer's order is allowed");
        let (from, known) = (battle.log().len(), witness.broken.len());
        battle.submit(order.clone()).expect("it was checked");
        let view = battle.view();
        witness.reads(&view);
        witness.looks(&view);
        let asked: Vec<&str> = battle.awaiting().asks.iter().map(|ask| ask.kind.as_str()).collect();
        witness.agrees(agreement::contradictions(view, &scenario.ruleset));
        if scenario.ruleset == "fire_and_fury" {
            witness.parts(FuryView::of(view), &view.log().events()[from..]);
        }
        if !asked.iter().any(|kind| ON_THE_WAY.contains(kind)) {
            witness.compares(&view, &order, &plan, from);
            let done = &view.log().events()[from..];
            let told = done.iter().rfind(|event| !event.detail).map_or("", |event| &event.text);
            for what in overlaps(&battle, done.iter().flat_map(|event| actors(&event.kind))) {
                witness.finds("base", format!("{what}: {told}"));
            }
        }
        if witness.broken.len() > known {
            let at = format!("{} seed {seed} order {} turn {}", scenario.id, battle.orders().len(), view.clock().turn);
            witness.broken[known..].iter_mut().for_each(|found| *found = format!("{found} [{at}]"));
            witness.takes_place(&view, battle.vocabulary());
        }
    }
    witness.settles(&battle, &battle.outcome().expect("nobody is asked any more").points);
    witness
}

/// The points of the sides by the state of a battle alone, in a world that has seen nothing of it.
fn standings_of(battle: &Battle) -> Vec<f32> {
    let mut world = simulation_world(battle.plugins());
    world.insert_resource(Chance::new(battle.seed()));
    world.insert_resource(ActiveRulebook(battle.rulebook().clone()));
    muster(&mut world, battle.scenario());
    battle.rules().open(&mut world);
    world.insert_resource(battle.log().clone());
    battle.snapshot().put_back(&mut world);
    battle.rules().standings(&BattleView::whole(&world)).iter().map(|side| side.points.total()).collect()
}
