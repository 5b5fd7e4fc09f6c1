//! Animals (OW-9): herds that nobody plays, and beasts that live alone.
//!
//! 1. [`book`]: the animals, their measures and settings; [`problems`]: what in a scenario goes against the rules.
//! 2. [`state`]: herds and beasts in play; [`layout`]: how a herd stands; [`walk`]: how it moves as one.
//! 3. [`acting`], [`program`]: what they do by themselves; [`bears`]: beasts that start fights; [`herding`]: men who ride herd.
//! 4. [`course`], [`trample`], [`stampede`]: how a stampede goes, which men it runs down, when it runs; [`alarms`] and
//!    [`startle`]: what sets it off.
//! 5. [`rules`]: what animals change in the core; [`signs`]: what is shown of them; [`pens`]: where they are worth
//!    something; [`mind`]: what the computer thinks of them.

pub mod acting;
pub mod alarms;
pub mod bears;
pub mod book;
pub mod course;
pub mod herding;
pub mod layout;
pub mod mind;
pub mod pens;
pub mod problems;
pub mod program;
pub mod riding;
pub mod rules;
pub mod runs;
pub mod signs;
pub mod stampede;
pub mod startle;
pub mod state;
pub mod trample;
pub mod walk;

use bevy::{
    app::App,
    ecs::{
        schedule::{IntoScheduleConfigs, SystemSet},
        world::World,
    },
};

use crate::{
    dynamite::FuseSystems,
    herds::{herding::HerdingView, state::HerdsView},
};
use alarms::{Alarm, Heard, Listeners};
use bears::{BEAR, SET_ON};
use book::Livestock;
use grapeshot_combat_patrol::{
    book::profile::Soldier,
    evaluation::family::{By, Chapter, Question},
    state::sequence_of_play::{SequenceOfPlay, Stage},
    turn::procedure::{handler, phase},
    view::rulebook::{Book, SkirmishView},
};
use grapeshot_floor::{
    events::RuleId,
    files::DataFiles,
    forces::{PieceId, UnitEntry, UnitId, Value},
    orders::{ArgumentKind, Verb},
    procedure::{Between, BetweenSystems, During, PhaseSystems},
    table::position::Place,
    turn::{
        BattleMut, BattleStateApp, RulesetId,
        vocabulary::{Formation, ValueField, ValueKind},
    },
};
use herding::{BRING_ON, DRIVE_HERD, HERDING, RIDE_HERD, SPOOK};
use problems::{CENTRAL, RIDES};
use program::{GRAZE, ROAM};
use state::{Beast, Herd, Stampedes};

/// Chapter 9: its verbs, questions and phases, with the animals of this game.
pub fn chapter(livestock: &Livestock) -> Chapter {
    let mut chapter = Chapter::new("animals");
    let known = livestock.clone();
    chapter.problems = Box::new(move |army| problems::problems(&known, army));
    chapter.verbs = vec![
        Verb::new(RIDE_HERD, "Ride herd", "Have the unit ride herd on these animals", 'Y', HERDING)
            .needs(&[ArgumentKind::Pieces, ArgumentKind::Target]),
        Verb::new(BRING_ON, "Bring the herd on", "Draw the movement of the herd", 'B', HERDING),
        Verb::new(DRIVE_HERD, "Drive the herd", "Drive the herd along a way", 'I', HERDING)
            .needs(&[ArgumentKind::FreePath]),
        Verb::new(SPOOK, "Stampede the herd", "Have the herd charge: it stampedes", 'Q', HERDING)
            .takes(&[ArgumentKind::Heading]),
        Verb::new(ROAM, "Go", "Send the animals along a way", 'G', "OW-9.2").needs(&[ArgumentKind::FreePath]),
        Verb::new(SET_ON, "Set on", "Have the bear charge somebody", 'B', BEAR).needs(&[ArgumentKind::Target]),
        Verb::new(GRAZE, "Stay", "Leave the animals where they are", 'S', "OW-9.2"),
    ];
    let leads = |cp: &SkirmishView, unit: UnitId| {
        cp.herd_led_by(unit).is_some_and(|(_, herd)| herd.run.is_none() && !herd.moved)
    };
    chapter.handlers = vec![
        handler(RIDE_HERD, By::Men, |cp, order| cp.check_ride_herd(order), herding::resolve_ride_herd)
            .offered_if(|cp, unit| {
                cp.herd_ridden_by(unit).is_none() && cp.herds().any(|(_, herd)| cp.is_herdable(herd))
            })
            .thought_of(mind::rides, mind::worth_of_riding),
        handler(BRING_ON, By::Unit, |cp, order| cp.check_bring_on(order), herding::resolve_bring_on)
            .offered_if(leads)
            .thought_of(mind::brings, mind::worth_of_bringing),
        handler(DRIVE_HERD, By::Unit, |cp, order| cp.check_drive_herd(order), herding::resolve_drive_herd)
            .offered_if(leads)
            .thought_of(mind::drives, mind::worth_of_driving),
        handler(SPOOK, By::Unit, |cp, order| cp.check_spook(order), herding::resolve_spook)
            .offered_if(leads)
            .thought_of(mind::spooks, mind::worth_of_spooking),
        handler(ROAM, By::Side, program::check_roam, program::resolve_roam),
        handler(GRAZE, By::Side, program::check_graze, program::resolve_graze),
        handler(SET_ON, By::Side, bears::check_set_on, bears::resolve_set_on)
            .thought_of(mind::set_ons, mind::worth_of_setting_on),
    ];
    chapter.questions = vec![Question::new(
        program::KEEP,
        ("keep", "where animals go for which a side decides", "OW-9.2"),
        program::ask,
        mind::keeps,
    )];
    chapter.phases = vec![
        phase(Stage::UNPLAYED, "animals_act", program::act),
        phase(stampede::RUN, "stampedes_run", stampede::run_next),
    ];
    chapter.changes.rules = Some(Box::new(rules::Animals(livestock.clone())));
    chapter.changes.insight = Some(mind::insight());
    chapter.build = build;
    chapter.open = open;
    chapter
}

/// Herds are let go when a unit has acted.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Released;

fn build(app: &mut App, ruleset: RulesetId) {
    let user = app.world().get_resource::<DataFiles>().cloned().unwrap_or_default();
    app.insert_resource(problems::known(&user));
    app.battle_component::<Herd>("herd");
    app.battle_component::<Beast>("beast");
    app.battle_resource::<Stampedes>("stampedes");
    app.battle_resource::<Heard>("heard");
    app.init_resource::<Listeners>();
    let card = During::of(ruleset, Stage::CARD);
    app.add_systems(card.clone(), note_stampedes.before(PhaseSystems).after(FuseSystems::Roll));
    app.add_systems(card, run_before_all.after(PhaseSystems).after(FuseSystems::Read));
    app.add_systems(
        During::of(ruleset, Stage::END_UNIT),
        let_herds_go.before(PhaseSystems).after(FuseSystems::Lay).in_set(Released),
    );
    app.add_systems(During::of(ruleset, Stage::END_TURN), end_stampedes.before(PhaseSystems));
    app.add_systems(Between(ruleset.0), hear_alarms.before(BetweenSystems).after(FuseSystems::Settle));
}

fn note_stampedes(world: &mut World) {
    stampede::count_due(&mut BattleMut::new(world));
}

fn run_before_all(world: &mut World) {
    stampede::divert(&mut BattleMut::new(world));
}

fn let_herds_go(world: &mut World) {
    herding::let_go(&mut BattleMut::new(world));
}

fn end_stampedes(world: &mut World) {
    let book = world.resource::<Book>().clone();
    let mut battle = BattleMut::new(world);
    let turn = battle.view().clock().turn;
    stampede::end_all(&mut battle);
    startle::at_end_of_turn(&mut battle, &book, turn);
}

/// What happened startles herds, provokes bears, and brings them out.
fn hear_alarms(world: &mut World) {
    let book = world.resource::<Book>().clone();
    let mut battle = BattleMut::new(world);
    let listeners = battle.world().resource::<Listeners>().clone();
    let cp = SkirmishView::of(battle.view());
    let beasts = cp.herds().next().is_some() || cp.beasts().next().is_some();
    if !beasts && !listeners.0.iter().any(|listener| (listener.is_there)(&cp)) {
        return;
    }
    let alarms = alarms::listen(&mut battle);
    if alarms.is_empty() {
        return;
    }
    startle::hear(&mut battle, &book, &alarms);
    listeners.0.iter().for_each(|listener| (listener.hear)(&mut battle, &book, &alarms));
    let acts = battle.resource::<SequenceOfPlay>().activation.is_some();
    for alarm in alarms.iter().filter(|_| acts) {
        if let Alarm::Went(piece, _) = alarm {
            bears::meet(&mut battle, &book, *piece);
        }
    }
}

/// Makes herds and beasts of the animals of the scenario, and assigns those who ride herd.
fn open(battle: &mut BattleMut) {
    battle.world().insert_resource(Stampedes::default());
    battle.world().insert_resource(Heard::default());
    let units: Vec<UnitId> = battle.view().unit_ids().collect();
    for unit in &units {
        muster(battle, *unit);
    }
    for unit in units {
        let view = battle.view();
        let Some(key) = view.unit_part::<UnitEntry>(unit).values.word(RIDES).cloned() else { continue };
        let herd = view.unit_ids().find(|other| view.unit(*other).key == key);
        if let Some(herd) = herd.filter(|herd| SkirmishView::of(view).herd(*herd).is_some()) {
            battle.unit_mut::<Herd>(herd).herders.push(unit);
        }
    }
}

fn muster(battle: &mut BattleMut, unit: UnitId) {
    let view = battle.view();
    let entry = view.unit_part::<UnitEntry>(unit).clone();
    let livestock = view.resource::<Livestock>();
    let Some(number) = livestock.number(&entry.kind) else { return };
    let alone = livestock.0.species[usize::from(number)].attacks;
    let pieces: Vec<(PieceId, Place)> =
        view.unit(unit).pieces.iter().map(|piece| (*piece, view.place(*piece))).collect();
    if alone {
        return battle.add_unit_part(unit, Beast { species: number, provokers: Vec::new() });
    }
    let central = entry.values.number(CENTRAL).unwrap_or_default() as usize;
    let Some((central, middle)) = pieces.get(central).or(pieces.first()).copied() else { return };
    let slots = pieces.iter().map(|(piece, place)| (*piece, place.at - middle.at)).collect();
    for (piece, _) in &pieces {
        battle.piece_mut::<Soldier>(*piece).engine = Some(rules::ANIMAL);
    }
    let herd = Herd { species: number, central, slots, herders: Vec::new(), allowance: None, moved: false, run: None };
    battle.add_unit_part(unit, herd);
}

/// The formation in which herds are laid out.
pub fn formation() -> Formation {
    Formation { id: layout::HERD.into(), label: "herd", spacing: None, block: true }
}

/// What units may say of herds.
pub fn unit_values() -> Vec<ValueField> {
    let field = |name: &'static str, kind, default, rule: &'static str, hint: &'static str| ValueField {
        name: name.into(),
        kind,
        default: Some(default),
        rule: RuleId::new(rule),
        hint: hint.into(),
        sparse: false,
    };
    vec![
        field(
            RIDES,
            ValueKind::Word(Vec::new()),
            Value::List(Vec::new()),
            HERDING,
            "the key of the herd that it rides from the start",
        ),
        field(
            CENTRAL,
            ValueKind::Integer(0, 60),
            Value::Number(0.0),
            "OW-9.5",
            "which animal of a herd is the central one, from 0",
        ),
    ]
}
