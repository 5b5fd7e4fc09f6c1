//! Gatling guns (chapter 6). Limber, movement and crew are those of the core's guns; what differs is how it fires, card
//! after card as a weapon with a crew, and that its jams are cleared.

pub mod problems;

use std::sync::Arc;

use crate::book::data::Data;
use grapeshot_combat_patrol::{
    book::{marks, profile::Soldier},
    evaluation::{
        Evaluator,
        family::{By, Chapter},
    },
    fire::{aim::Aim, crewed, shooting::FireLine},
    spotting,
    state::{
        activity,
        guns::Gun,
        sequence_of_play::{FigureAction, SequenceOfPlay},
        shot::Manner,
    },
    turn::procedure::handler,
    view::{
        chapter_rules::ChapterRules,
        rulebook::{BookData, SkirmishView},
    },
};
use grapeshot_floor::{
    chance::spread,
    english,
    events::{Explained, RuleId},
    forces::PieceId,
    orders::{ArgumentKind as A, Order, Plan, Refusal, Verb, VerbId},
    procedure::{Found, plainly},
    shared::refuse,
    table::template::Template,
    turn::{Ask, BattleMut},
};

/// To fire a Gatling.
pub const CRANK: VerbId = VerbId::new("crank");
/// To clear its jam.
pub const CLEAR: VerbId = VerbId::new("clear_jam");

/// What is said of a Gatling that rides on a wagon.
const AT_REAR: &str = "The wagon gun fires only to the rear, and only at a standstill";

/// The chapter of Gatlings.
pub fn chapter(data: &Arc<Data>) -> Chapter {
    let mut chapter = Chapter::new("gatling");
    let data = data.clone();
    chapter.problems = Box::new(move |army| problems::problems(&data, army));
    chapter.verbs = vec![
        Verb::new(CRANK, "Crank", "Fire the Gatling, card after card", '8', "OW-6.6").needs(&[A::Pieces, A::Target]),
        Verb::new(CLEAR, "Clear jam", "Take a marker off the Gatling", '9', "OW-6.7").needs(&[A::Pieces]),
    ];
    chapter.handlers = vec![
        handler(CRANK, By::Pieces, check_crank, resolve_crank)
            .offered_if(|cp, unit| of_unit(cp, unit).is_some())
            .thought_of(cranks, worth_of_crank),
        handler(CLEAR, By::Men, check_clear, resolve_clear)
            .offered_if(|cp, unit| of_unit(cp, unit).is_some())
            .thought_of(clears, worth_of_clear),
    ];
    chapter.open = arm;
    chapter.changes.rules = Some(Box::new(Work));
    chapter
}

/// The Gatling of a unit.
fn of_unit<'w>(cp: &SkirmishView<'w>, unit: grapeshot_floor::forces::UnitId) -> Option<&'w Gun> {
    cp.gun_of(unit).filter(|gun| cp.fires_as(gun).is_some())
}

/// Each Gatling fires as the weapon of its kind.
fn arm(battle: &mut BattleMut) {
    let cp = SkirmishView::of(battle.view());
    let guns: Vec<(PieceId, u8)> = cp.guns().iter().filter_map(|gun| Some((gun.piece, cp.fires_as(gun)?))).collect();
    for (piece, weapon) in guns {
        battle.piece_mut::<Soldier>(piece).weapons = vec![weapon];
    }
}

/// The markers of a jam (OW-6.7).
fn jam(cp: &SkirmishView, gun: &Gun) -> u8 {
    cp.soldier(gun.piece).unloaded.iter().map(|(_, markers)| markers).sum()
}

/// OW-6.3, OW-6.5: a Gatling that has not been worked in this activation.
fn idle(cp: &SkirmishView, gun: &Gun) -> Result<(), Refusal> {
    if gun.limbered {
        return refuse("OW-6.3", format!("{} is limbered", cp.name(gun.piece)));
    }
    if cp.part(gun.piece) != FigureAction::Stationary {
        return refuse("OW-6.5", format!("{} has been worked in this activation", cp.name(gun.piece)));
    }
    Ok(())
}

/// OW-6.6: what the first card of its fire would do.
fn check_crank(cp: &SkirmishView, order: &Order) -> Found<(Aim, Manner)> {
    let gun = match *order.pieces.as_slice() {
        [piece] => cp.gun(piece).filter(|gun| cp.fires_as(gun).is_some()),
        _ => None,
    };
    let Some(gun) = gun else { return refuse("OW-6.1", "Name the Gatling") };
    let Some(target) = order.target else { return refuse("CP-6.6", "Name the figure to shoot at") };
    idle(cp, gun)?;
    let name = cp.name(gun.piece);
    if jam(cp, gun) > 0 {
        return refuse("OW-6.7", format!("{name} is jammed"));
    }
    if cp.hands_at(gun.piece).is_empty() {
        return refuse("OW-6.6", format!("Nobody is free to serve {name}"));
    }
    let carriage = cp.carriage(gun.piece);
    if carriage.as_ref().is_some_and(|carriage| carriage.moves) {
        return refuse("OW-6.10", AT_REAR);
    }
    let bearing = cp.view.place(gun.piece).bearing_to(cp.view.place(target).at);
    if bearing > cp.settings().guns.gun_arc + 0.001 {
        if carriage.is_some() {
            return refuse("OW-6.10", AT_REAR);
        }
        return refuse("OW-6.6", "Target is outside the Gatling's 45-degree traverse; turn the gun first");
    }
    let manner = Manner { busy: cp.activation().busy, ..Manner::default() };
    let aim = cp.aim(gun.piece, target, manner)?;
    let odds = cp.odds_of(&aim);
    let cards = english::count(aim.shots.into(), "card");
    let summary =
        format!("{cards} at {}, each further one there or at another within reach of the last", cp.name(target));
    let distribution = spread([odds.chance].into_iter());
    // OW-6.6: the fan that it can sweep.
    let fan = Template::Cone {
        apex: cp.view.place(gun.piece).at,
        heading: cp.view.place(gun.piece).facing,
        half_angle: cp.settings().guns.gun_arc,
        length: cp.longest_range(gun.piece),
    };
    Ok((Plan { summary, odds: vec![odds], distribution, templates: vec![fan], ..Plan::default() }, (aim, manner)))
}

/// OW-6.6: it fires, and its owner names a target for each further card.
fn resolve_crank(battle: &mut BattleMut, book: &BookData, order: &Order, (aim, manner): (Aim, Manner)) {
    let cp = SkirmishView::of(battle.view());
    let text = format!("{} fires at {}", cp.name(aim.shooter), cp.name(aim.target));
    spotting::before_shots(battle, order);
    let line = FireLine::begin(battle, order.side, RuleId::new("OW-6.6"), text);
    crewed::open_fire(battle, book, &aim, manner);
    line.end(battle);
}

/// OW-6.7: a man of the crew clears the jam, one marker in an activation of the unit.
fn check_clear(cp: &SkirmishView, order: &Order) -> Found<PieceId> {
    let [man] = *order.pieces.as_slice() else { return refuse("OW-6.7", "Name one man of the crew") };
    let Some(gun) = of_unit(cp, cp.activation().unit) else { return refuse("OW-6.7", "The unit has no Gatling") };
    cp.require_unstunned(man)?;
    cp.require_stationary(man)?;
    if jam(cp, gun) == 0 {
        return refuse("OW-6.7", format!("{} is not jammed", cp.name(gun.piece)));
    }
    if cp.part(gun.piece) != FigureAction::Stationary {
        return refuse("OW-6.7", format!("{} has been worked in this activation", cp.name(gun.piece)));
    }
    if cp.view.gap(man, gun.piece) > cp.settings().guns.crew_reach() {
        return refuse("OW-6.7", format!("{} is not at the gun", cp.name(man)));
    }
    plainly(format!("{} clears the jam", cp.name(man)), gun.piece)
}

fn resolve_clear(battle: &mut BattleMut, _: &BookData, order: &Order, gun: PieceId) {
    let man = order.pieces[0];
    activity::done(battle, man);
    activity::done(battle, gun);
    {
        let mut soldier = battle.piece_mut::<Soldier>(gun);
        if let Some((_, markers)) = soldier.unloaded.first_mut() {
            *markers -= 1;
        }
        soldier.unloaded.retain(|(_, markers)| *markers > 0);
    }
    let left = battle.view().mark(gun, &marks::OUT_OF_AMMO).saturating_sub(1);
    let view = battle.view();
    let text = match left {
        0 => format!("{} clears the jam", view.piece(man).name),
        _ => format!("{} works at the jam: {left} to go", view.piece(man).name),
    };
    battle.note(Some(order.side), RuleId::new("OW-6.7"), text);
    let text = format!("{} has {}", battle.view().piece(gun).name, english::count(left.into(), "marker"));
    battle.mark_piece(gun, &marks::OUT_OF_AMMO, left, RuleId::new("OW-6.7"), text);
}

/// What men could do at a Gatling that is jammed.
struct Work;

impl ChapterRules for Work {
    fn has_work(&self, cp: &SkirmishView, man: PieceId) -> bool {
        let Some(gun) = of_unit(cp, cp.view.unit_of(man)) else { return false };
        cp.is_man(man)
            && cp.require_stationary(man).is_ok()
            && jam(cp, gun) > 0
            && idle(cp, gun).is_ok()
            && cp.view.gap(man, gun.piece) <= cp.settings().guns.crew_reach()
    }
}

fn cranks(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    let Some(gun) = ask.unit.and_then(|unit| of_unit(mind.cp, unit)) else { return Vec::new() };
    let targets = mind.cp.targets_in_range(gun.piece);
    let order = |target| Order::new(ask.side, &CRANK).pieces([gun.piece]).target(target);
    let orders = targets.map(|target| ask.unit.map_or(order(target), |unit| order(target).unit(unit)));
    orders.filter(|order| mind.cp.check(order).is_ok()).collect()
}

fn worth_of_crank(mind: &Evaluator, order: &Order) -> Explained {
    let ([gun], Some(target)) = (order.pieces.as_slice(), order.target) else { return Explained::default() };
    let busy = mind.cp.view.resource::<SequenceOfPlay>().active().busy;
    let Ok(aim) = mind.cp.aim(*gun, target, Manner { busy, ..Manner::default() }) else { return Explained::default() };
    let hits = mind.chance(aim.holes()) * f32::from(aim.shots);
    let (each, _) = mind.worth_of_hit(*gun, target);
    Explained::base("OW-6.6", format!("{} expected", english::about(hits, "hit")), hits * each)
}

fn clears(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    let order = |man: &PieceId| {
        let order = Order::new(ask.side, &CLEAR).pieces([*man]);
        ask.unit.map_or(order.clone(), |unit| order.unit(unit))
    };
    ask.pieces.iter().map(order).find(|order| mind.cp.check(order).is_ok()).into_iter().collect()
}

fn worth_of_clear(mind: &Evaluator, _: &Order) -> Explained {
    Explained::base("OW-6.7", "the Gatling will fire again", mind.judgement.reply.press_on)
}
