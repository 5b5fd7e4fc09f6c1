//! A period small enough to read at once, on the core of Combat Patrol: drovers who sing to their cattle. It takes
//! horse from the core under a rule of its own and leaves guns, engineers, close order and special troops. All of it is
//! in this folder:
//!
//! - DR-1.1: men who have done nothing yet may sing, which is their action; a morale marker of their unit comes off.
//! - DR-1.2: before a turn ends the cattle, which nobody plays, go two inches where a die points, each if it has room.
//! - DR-2.1: arms are those of the core.
//! - DR-3.1: riders ride as in the core.

mod tests;

use bevy::{
    app::App,
    ecs::{
        resource::Resource,
        schedule::IntoScheduleConfigs,
        system::{Res, ResMut},
    },
};
use grapeshot::{
    chance::StreamId,
    events::{EventKind, Explained, RuleId},
    files::{
        DataFile, DataFiles,
        shape::{Kind, must},
    },
    forces::{PieceId, UnitId},
    orders::{ArgumentKind, Order, Plan, Refusal, Verb, VerbId},
    procedure::{During, Found, PhaseSystems},
    rulesets::combat_patrol::{
        CombatPatrol, add_ruleset,
        arms::mounted,
        book::{cites::Topic, judgement::JudgementChanges, marks, profile::Weapon, rule_settings::CoreSettings},
        evaluation::{
            Evaluator,
            family::{By, Chapter},
        },
        state::{
            activity,
            sequence_of_play::{FigureAction, SequenceOfPlay, Stage, go_to},
        },
        turn::{
            chapters,
            procedure::{handler, phase},
            settings,
        },
        view::{
            rulebook::{Book, BookData, SkirmishView},
            supplement::Supplement,
        },
    },
    table::{
        footprint::{Footprint, Outline},
        position::{Heading, Place},
    },
    turn::{Ask, BattleMut, BattleStateApp, ChanceStream, Clock, Draws, RulesetId, Vocabulary, vocabulary::UnitKind},
};
use serde::{Deserialize, Serialize};
use std::{any::Any, sync::Arc};

pub const DROVERS: RulesetId = RulesetId("drovers");
pub const SING: VerbId = VerbId::new("sing");
pub const HERD: Stage = Stage::new("Herd");
const SONG: RuleId = RuleId::new("DR-1.1");
const CATTLE: RuleId = RuleId::new("DR-1.2");
const DICE: StreamId = StreamId::new("cattle");
/// How far cattle go, in inches.
const PACE: f32 = 2.0;

/// Until which turn the cattle have gone.
#[derive(Resource, Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Herd {
    moved_in: u16,
}

/// The plugin of the period.
pub fn plugin(app: &mut App) {
    let musket = Weapon {
        id: "musket".into(),
        name: "musket".into(),
        bands: Some((5.0, 10.0, 20.0)),
        rate: 1,
        rates: None,
        reload: true,
        hth: 1,
        hth_moving: None,
        bayonet: false,
        silent: false,
        burst: None,
        crew: false,
        family: None,
        year: 0,
    };
    let taken = vec![chapters::core(cites), chapters::horse(cites), drovers()];
    let weapons = vec![musket];
    let words = vocabulary(&weapons);
    let rules = CombatPatrol::new(&DataFiles::default(), weapons, Vec::new(), Arc::new(Drovers), cites, taken);
    add_ruleset(app, DROVERS, "Drovers", &["DR", "CP"], words, rules);
}

struct Drovers;

impl Supplement for Drovers {
    fn itself(&self) -> &dyn Any {
        self
    }

    fn judgement(&self) -> JudgementChanges {
        JUDGEMENT.read(&DataFiles::default()).expect("the judgement of drovers is sound")
    }
}

/// Drovers think otherwise of leaders.
static JUDGEMENT: DataFile = DataFile {
    name: "drovers/judgement.ron",
    own: "(command: (tempo: 0.75), leaders: (caught: 0.2))",
    root: must("judgement.ron", Kind::Record(&JudgementChanges::SHAPE), "what drovers think"),
};

/// The rules that stand behind the chapters it takes.
fn cites(topic: Topic) -> &'static str {
    if (Topic::RidersPace..=Topic::Charge).contains(&topic) { "DR-3.1" } else { "DR-2.1" }
}

/// The chapter of this period.
fn drovers() -> Chapter {
    let mut chapter = Chapter::new("drovers");
    let sing = Verb::new(SING, "Sing", "Sing, which takes heart", '1', "DR-1.1").needs(&[ArgumentKind::Pieces]);
    chapter.verbs = vec![sing];
    chapter.handlers = vec![
        handler(SING, By::Men, check_song, resolve_song)
            .offered_if(|cp, unit| cp.view.unit_marks(unit).count(&marks::MORALE) > 0)
            .thought_of(songs, |_, _| Explained::base(SONG, "the men take heart", 0.4)),
    ];
    chapter.phases = vec![phase(HERD, "run_the_herd", run_the_herd)];
    chapter.build = |app, ruleset| {
        app.battle_resource::<Herd>("herd");
        app.add_systems(During::of(ruleset, Stage::END_TURN), herd_first.before(PhaseSystems));
    };
    chapter.open = |battle| battle.world().insert_resource(Herd::default());
    chapter
}

/// DR-1.1: the unit that sings, and the markers that stay on it.
fn check_song(cp: &SkirmishView, order: &Order) -> Found<(UnitId, u8)> {
    let unit = cp.activation().unit;
    let markers = cp.view.unit_marks(unit).count(&marks::MORALE);
    if markers == 0 {
        return Err(Refusal::new(SONG, "nobody is downcast"));
    }
    if let Some(piece) = order.pieces.iter().find(|piece| cp.part(**piece) != FigureAction::Stationary) {
        return Err(Refusal::new(SONG, format!("{} has something else to do", cp.name(*piece))));
    }
    let summary = format!("{} sings", cp.unit_name(unit));
    Ok((Plan { summary, ..Plan::default() }, (unit, markers - 1)))
}

fn resolve_song(battle: &mut BattleMut, _: &BookData, order: &Order, (unit, left): (UnitId, u8)) {
    let name = battle.view().unit(unit).name.clone();
    battle.note(Some(order.side), SONG, format!("{name} sings"));
    battle.mark_unit(unit, &marks::MORALE, left, SONG, format!("{name} takes heart"));
    for piece in &order.pieces {
        activity::done(battle, *piece);
    }
}

fn songs(mind: &Evaluator, ask: &Ask) -> Vec<Order> {
    let idle = |piece: &PieceId| mind.cp.part(*piece) == FigureAction::Stationary;
    let singers: Vec<PieceId> = ask.pieces.iter().copied().filter(idle).collect();
    let song = Order::new(ask.side, &SING).pieces(singers);
    if mind.cp.check(&song).is_ok() { vec![song] } else { Vec::new() }
}

/// DR-1.2: before a turn ends the cattle go, once.
fn herd_first(mut play: ResMut<SequenceOfPlay>, herd: Res<Herd>, clock: Res<Clock>) {
    if herd.moved_in < clock.turn {
        play.stage = HERD;
    }
}

/// DR-1.2: each head of cattle goes where a die points if it has room.
fn run_the_herd(battle: &mut BattleMut, _: &Book) -> bool {
    let turn = battle.view().clock().turn;
    let kind = EventKind::Phase { phase: "herd".into(), turn };
    battle.log(None, kind, CATTLE, "The cattle go where they like", Explained::default());
    let view = battle.view();
    let cattle: Vec<PieceId> =
        view.units().filter(|unit| !view.is_played(*unit)).flat_map(|unit| view.present(unit)).collect();
    for piece in cattle {
        let die = battle.roll(&DICE, 6);
        let cp = SkirmishView::of(battle.view());
        let from = cp.view.place(piece);
        let facing = Heading(f32::from(die) * 60.0).normalized();
        let end = Place { at: from.at + facing.forward() * PACE, facing, floor: 0 };
        let outline = Outline { footprint: cp.view.footprint(piece), place: end };
        if cp.view.terrain().holds(&outline) && !cp.lies_on_another(&outline, &[piece]) {
            let text = format!("{} goes on", cp.name(piece));
            battle.move_piece(piece, vec![from.at, end.at], end, CATTLE, text);
        }
    }
    battle.resource_mut::<Herd>().moved_in = turn;
    go_to(battle, Stage::END_TURN);
    true
}

fn vocabulary(weapons: &[Weapon]) -> Vocabulary {
    let weapons: Vec<_> = weapons.iter().map(|weapon| weapon.id.clone()).collect();
    Vocabulary {
        marks: marks::marks(cites),
        formations: chapters::formations(),
        kinds: vec![
            UnitKind {
                pieces: (1, 12),
                enters_buildings: true,
                ..UnitKind::new("foot", "foot", Footprint::Circle { diameter: 1.0 })
            },
            mounted::kind(""),
        ],
        unit_values: settings::unit_values(cites, &weapons, &[]),
        leader_values: settings::leader_values(cites, &weapons),
        hero_values: settings::hero_values(cites, &weapons),
        settings: CoreSettings::fields(cites),
        turns: settings::TURNS,
        losses: settings::losses(),
        streams: vec![ChanceStream { id: DICE.0, draws: Draws::Dice(6), by_side: false, hint: "the cattle (DR-1.2)" }],
        ..Vocabulary::default()
    }
}
