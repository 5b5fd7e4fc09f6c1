//! Wagons (OW-10): a driver, a body and a team.
//!
//! 1. [`book`]: the wagons, their measures and settings; [`problems`]: what in a scenario goes against the rules.
//! 2. [`state`]: wagons in play; [`way`]: the way of a wagon and what it must pass.
//! 3. [`seats`]: boarding, getting down, taking the reins; [`gap`]: gaps that are cleared in obstacles.
//! 4. [`drive`]: driving; [`cutting`]: animals cut out of the traces; [`overturn`]: how it ends badly; [`forced`]: what
//!    morale does to it; [`runaway`]: teams that take fright.
//! 5. [`rules`]: what wagons change in the core; [`mind`]: what the computer thinks of
//!    them, by its [`route`], [`hands`] on board and beside them.

pub mod book;
pub mod cutting;
pub mod drive;
pub mod forced;
pub mod gap;
pub mod hands;
pub mod mind;
pub mod overturn;
pub mod problems;
pub mod route;
pub mod rules;
pub mod runaway;
pub mod seats;
pub mod state;
pub mod way;

use bevy::{
    app::App,
    ecs::{schedule::IntoScheduleConfigs, world::World},
};
use std::sync::Arc;

use crate::{
    book::data::Data,
    herds::{
        Released,
        alarms::{Listener, Listeners, OVERTURNED, RUNAWAY},
    },
    wagons::{
        cutting::CuttingView, drive::DriveView, gap::GapView, overturn::OverturnView, seats::SeatsView,
        state::WagonsView,
    },
};
use book::{BODY, TEAM, WagonPark};
use cutting::CUT_OUT;
use drive::{PULL_UP, ROLL, SET_OUT, TURN_ABOUT, WHIP_UP};
use gap::CLEAR_GAP;
use grapeshot_combat_patrol::{
    arms::artillery,
    evaluation::family::{By, Chapter},
    state::sequence_of_play::Stage,
    turn::procedure::{handler, phase},
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    events::RuleId,
    files::DataFiles,
    forces::{MarkId, UnitEntry, UnitId},
    orders::{ArgumentKind, Verb},
    procedure::{During, PhaseSystems},
    turn::{
        BattleMut, BattleStateApp, RulesetId,
        vocabulary::{Mark, MarkShape},
    },
};
use overturn::OVERTURN_WAGON;
use seats::{BOARD, GET_DOWN, TAKE_REINS};
use state::{Aboard, Rolling, Wagon};

/// Chapter 10: its verbs, questions and phases, with the wagons of this game.
pub fn chapter(park: &WagonPark, data: &Arc<Data>) -> Chapter {
    let mut chapter = Chapter::new("wagons");
    let (known, data) = (park.clone(), data.clone());
    chapter.problems = Box::new(move |army| problems::problems(&known, &data, army));
    chapter.changes.rules = Some(Box::new(rules::Wagons));
    chapter.verbs = vec![
        Verb::new(SET_OUT, "Set out", "Draw the movement of the wagon at a walk", 'W', "OW-10.2"),
        Verb::new(WHIP_UP, "Whip up", "Draw the movement of the wagon at a gallop", 'P', "OW-10.2"),
        Verb::new(ROLL, "Roll on", "Drive the wagon along a way, and roll on", 'D', "OW-10.3")
            .needs(&[ArgumentKind::FreePath]),
        Verb::new(PULL_UP, "Pull up", "Drive the wagon along a way, and halt at its end", '0', "OW-10.4")
            .needs(&[ArgumentKind::FreePath]),
        Verb::new(CUT_OUT, "Cut out", "Cut an animal out of the team", '5', "OW-10.15")
            .needs(&[ArgumentKind::Pieces, ArgumentKind::Target]),
        Verb::new(TURN_ABOUT, "Turn about", "Turn the standing wagon about", '7', "OW-10.3")
            .needs(&[ArgumentKind::Heading]),
        Verb::new(BOARD, "Board", "Take a seat on a wagon that stands", '1', "OW-10.9")
            .needs(&[ArgumentKind::Pieces, ArgumentKind::Target]),
        Verb::new(GET_DOWN, "Get down", "Get down from the wagon", '2', "OW-10.9").needs(&[ArgumentKind::Pieces]),
        Verb::new(TAKE_REINS, "Take the reins", "Drive a wagon that has lost its driver", '3', "OW-10.14")
            .needs(&[ArgumentKind::Pieces]),
        Verb::new(CLEAR_GAP, "Clear a gap", "Open a gap in the obstacle beside the men", '6', "OW-10.6")
            .needs(&[ArgumentKind::Pieces]),
        Verb::new(OVERTURN_WAGON, "Overturn", "Make a barricade of an empty wagon", '4', "OW-10.16")
            .needs(&[ArgumentKind::Pieces, ArgumentKind::Target]),
    ];
    let any = |cp: &SkirmishView, _: UnitId| cp.coaches().next().is_some();
    let has = |cp: &SkirmishView, unit: UnitId| cp.coach(unit).is_some_and(|wagon| !wagon.moved);
    chapter.handlers = vec![
        handler(SET_OUT, By::Unit, |cp, order| cp.check_set_out(order), drive::resolve_set_out)
            .offered_if(has)
            .thought_of(mind::set_outs, mind::worth_of_setting_out),
        handler(WHIP_UP, By::Unit, |cp, order| cp.check_set_out(order), drive::resolve_set_out)
            .offered_if(has)
            .thought_of(mind::whips, mind::worth_of_setting_out),
        handler(PULL_UP, By::Unit, |cp, order| cp.check_roll(order), drive::resolve_roll)
            .offered_if(has)
            .thought_of(mind::pulls, mind::worth_of_rolling),
        handler(ROLL, By::Unit, |cp, order| cp.check_roll(order), drive::resolve_roll)
            .offered_if(has)
            .thought_of(mind::rolls, mind::worth_of_rolling),
        handler(CUT_OUT, By::Men, |cp, order| cp.check_cut_out(order), cutting::resolve_cut_out)
            .offered_if(any)
            .thought_of(hands::cuts, hands::worth_of_cutting),
        handler(TURN_ABOUT, By::Unit, |cp, order| cp.check_turn_about(order), drive::resolve_turn_about)
            .offered_if(has),
        handler(BOARD, By::Men, |cp, order| cp.check_board(order), seats::resolve_board)
            .offered_if(any)
            .thought_of(hands::boards, hands::worth_of_boarding),
        handler(GET_DOWN, By::Men, |cp, order| cp.check_get_down(order), seats::resolve_get_down)
            .offered_if(any)
            .thought_of(hands::get_downs, hands::worth_of_getting_down),
        handler(TAKE_REINS, By::Men, |cp, order| cp.check_take_reins(order), seats::resolve_take_reins)
            .offered_if(any)
            .thought_of(hands::reins, hands::worth_of_reins),
        handler(CLEAR_GAP, By::Men, |cp, order| cp.check_clear_gap(order), gap::resolve_clear_gap)
            .offered_if(|cp, _| cp.coaches().next().is_some() || !cp.guns().is_empty())
            .thought_of(hands::clears, hands::worth_of_clearing),
        handler(OVERTURN_WAGON, By::Men, |cp, order| cp.check_overturn(order), overturn::resolve_overturn)
            .offered_if(any)
            .thought_of(hands::barricades, hands::worth_of_barricade),
    ];
    chapter.changes.insight = Some(hands::insight());
    chapter.phases = vec![phase(runaway::RUN, "runaways_run", runaway::act)];
    chapter.build = build;
    chapter.open = open;
    chapter
}

fn build(app: &mut App, ruleset: RulesetId) {
    let user = app.world().get_resource::<DataFiles>().cloned().unwrap_or_default();
    app.insert_resource(WagonPark::known(&user));
    app.battle_component::<Wagon>("wagon");
    app.battle_component::<Aboard>("aboard");
    let listener = Listener { is_there: |cp| cp.coaches().next().is_some(), hear: runaway::hear };
    app.world_mut().get_resource_or_init::<Listeners>().0.push(listener);
    for stage in [Stage::DECLARE, Stage::UNPLAYED] {
        app.add_systems(During::of(ruleset, stage), run_away_first.before(PhaseSystems));
    }
    app.add_systems(During::of(ruleset, Stage::END_UNIT), forget_driving.before(PhaseSystems).after(Released));
}

fn run_away_first(world: &mut World) {
    runaway::divert(&mut BattleMut::new(world));
}

fn forget_driving(world: &mut World) {
    drive::forget(&mut BattleMut::new(world));
}

/// The markers of wagons.
pub fn marks() -> Vec<Mark> {
    let mark = |id: &MarkId, label, shape, rule| Mark { id: id.clone(), label, shape, rule: RuleId::new(rule) };
    vec![
        mark(&RUNAWAY, "runs away", MarkShape::BentArrow, "OW-10.10"),
        mark(&OVERTURNED, "lies on its side", MarkShape::Pin, "OW-10.12"),
    ]
}

/// Makes the wagons that the scenario names.
fn open(battle: &mut BattleMut) {
    let units: Vec<UnitId> = battle.view().unit_ids().collect();
    for unit in units {
        let view = battle.view();
        let entry = view.unit_part::<UnitEntry>(unit).clone();
        let Some(kind) = view.resource::<WagonPark>().number(&entry.kind) else { continue };
        let pieces = view.unit(unit).pieces.clone();
        let of = |look: &str| pieces.iter().copied().find(|piece| view.piece(*piece).look == look);
        let (Some(body), team) = (of(BODY), of(TEAM)) else { continue };
        let cp = SkirmishView::of(view);
        let driver = pieces.iter().copied().find(|piece| cp.is_man(*piece));
        let rolls = entry.values.flag(problems::ROLLS) == Some(true);
        let rolling = if rolls { Rolling::Rolling } else { Rolling::Stopped };
        let animals = view.resource::<WagonPark>().0.kinds[usize::from(kind)].animals;
        let wagon = Wagon {
            kind,
            body,
            team,
            driver,
            rolling,
            animals,
            spent: false,
            reined: false,
            dead: 0,
            drawn: None,
            moved: false,
            overturned: false,
            loaded: entry.values.flag(problems::LOADED) == Some(true),
            gun: of(artillery::GUN),
        };
        let axle = cp.axle(&wagon);
        let places: Vec<_> = cp.coach_at(&wagon, axle);
        battle.suppose(&places);
        battle.add_unit_part(unit, wagon);
    }
    seats::seat_all(battle);
}
