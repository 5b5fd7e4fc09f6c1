//! Dynamite (chapter 7).
//!
//! 1. [`state`]: who carries what, and what lies where.
//! 2. [`supply`]: what a scenario gives to each man.
//! 3. [`throw`]: sticks and bundles that are thrown.
//! 4. [`charge`]: bundles that are prepared, placed, fused, lit, connected and pushed; [`fuse`]: the fuse and its die.
//! 5. [`burst`]: what goes off, on purpose or not; [`snipe`]: shots at a charge.
//! 6. [`think`]: what the computer thinks of it.

pub mod burst;
pub mod charge;
pub mod fuse;
pub mod snipe;
pub mod state;
pub mod supply;
pub mod think;
pub mod throw;

use bevy::{
    app::App,
    ecs::schedule::{IntoScheduleConfigs, SystemSet},
};

use crate::book::cites::cites;
use grapeshot_combat_patrol::{
    evaluation::family::{By, Chapter, Question},
    orders::verbs,
    state::sequence_of_play::Stage,
    turn::{asks::questions, procedure::handler},
};
use grapeshot_floor::{
    orders::{ArgumentKind as A, Verb, VerbId},
    procedure::{Between, BetweenSystems, During, PhaseSystems},
    turn::{BattleStateApp, RulesetId},
};

/// To prepare a bundle.
pub const PREPARE: VerbId = VerbId::new("prepare_charge");
/// To place it.
pub const PLACE: VerbId = VerbId::new("place_charge");
/// To light a fuse.
pub const LIGHT: VerbId = VerbId::new("light_fuse");
/// To put a lit fuse out.
pub const CUT: VerbId = VerbId::new("cut_fuse");
/// To connect a blasting machine.
pub const CONNECT: VerbId = VerbId::new("connect_machine");
/// To push its plunger.
pub const PLUNGE: VerbId = VerbId::new("push_plunger");
/// To take dynamite up.
pub const PICK_UP: VerbId = VerbId::new("pick_up_dynamite");

/// What happens with fuses by itself; what other chapters do at the same stage comes after it (OW-9.11).
#[derive(SystemSet, Debug, Clone, PartialEq, Eq, Hash)]
pub enum FuseSystems {
    /// Their dice are rolled again with a new turn.
    Roll,
    /// Their dice are read on a card.
    Read,
    /// They are laid.
    Lay,
    /// What the last deed has done to carriers and charges.
    Settle,
}

fn verbs_of_dynamite() -> Vec<Verb> {
    let one = |verb: Verb| verb.needs(&[A::Pieces]);
    vec![
        one(Verb::new(PREPARE, "Prepare", "Prepare a bundle to be placed", 'B', "OW-7.5")),
        Verb::new(PLACE, "Place", "Place the bundle at a point beside the man", 'N', "OW-7.5")
            .needs(&[A::Pieces, A::FreePath]),
        one(Verb::new(LIGHT, "Light", "Light the fuse whose end is beside the man", 'I', "OW-7.7")),
        one(Verb::new(CUT, "Cut fuse", "Put out the burning fuse beside the man", 'Y', "OW-7.7")),
        one(Verb::new(CONNECT, "Connect", "Connect the blasting machine to the fuse", 'O', "OW-7.9")),
        one(Verb::new(PLUNGE, "Push", "Push the plunger: the charge explodes at once", 'Q', "OW-7.9")),
        one(Verb::new(PICK_UP, "Pick up", "Take up the dynamite that lies beside the man", '8', "OW-7.1")),
    ]
}

/// The chapter of dynamite.
pub fn chapter() -> Chapter {
    let mut chapter = Chapter::new("dynamite");
    chapter.verbs = verbs_of_dynamite();
    chapter.handlers = vec![
        handler(verbs::THROW, By::Pieces, throw::check, throw::resolve)
            .offered_if(|cp, unit| cp.men(unit).any(|man| cp.to_throw(man).is_some())),
        handler(verbs::DECLARE, By::Side, fuse::check_declare, fuse::resolve_declare),
        handler(verbs::SNIPE, By::Men, snipe::check, snipe::resolve)
            .offered_if(|cp, unit| snipe::charges(cp) && cp.men(unit).any(|man| cp.soldier(man).sniper))
            .thought_of(think::snipes, think::worth_of_snipe),
        handler(PREPARE, By::Men, charge::check_prepare, charge::resolve_prepare)
            .offered_if(supply::unit_carries)
            .thought_of(think::prepares, think::worth_of_work),
        handler(PLACE, By::Men, charge::check_place, charge::resolve_place)
            .offered_if(supply::unit_carries)
            .thought_of(think::places, think::worth_of_work),
        handler(LIGHT, By::Men, charge::check_light, charge::resolve_light)
            .offered_if(|cp, _| charge::any(cp))
            .thought_of(think::lights, think::worth_of_blast),
        handler(CUT, By::Men, charge::check_cut, charge::resolve_cut)
            .offered_if(|cp, _| charge::any(cp))
            .thought_of(think::cuts, think::worth_of_blast),
        handler(CONNECT, By::Men, charge::check_connect, charge::resolve_connect)
            .offered_if(|cp, _| charge::any(cp))
            .thought_of(think::connects, think::worth_of_blast),
        handler(PLUNGE, By::Men, charge::check_plunge, charge::resolve_plunge)
            .offered_if(|cp, _| charge::any(cp))
            .thought_of(think::pushes, think::worth_of_blast),
        handler(PICK_UP, By::Men, supply::check_pick_up, supply::resolve_pick_up)
            .offered_if(|cp, _| supply::any_cache(cp))
            .thought_of(think::takes, think::worth_of_taking),
    ];
    let declare = questions(cites).into_iter().find(|question| question.phase == Stage::DECLARE);
    chapter.questions = declare.into_iter().map(|of_core| Question { ask: fuse::ask_declare, ..of_core }).collect();
    chapter.build = build;
    chapter.open = supply::open;
    chapter.problems = Box::new(supply::problems);
    chapter.changes.rules = Some(Box::new(charge::Work));
    chapter.changes.insight = Some(think::insight());
    chapter.changes.in_place = vec![PREPARE, PLACE];
    chapter
}

fn build(app: &mut App, ruleset: RulesetId) {
    app.battle_component::<state::Supply>("supply");
    app.battle_resource::<state::Dynamite>("dynamite");
    let card = During::of(ruleset, Stage::CARD);
    app.add_systems(card.clone(), fuse::roll_again.in_set(FuseSystems::Roll).before(PhaseSystems));
    app.add_systems(card, fuse::read_dice.in_set(FuseSystems::Read).after(PhaseSystems));
    let end = During::of(ruleset, Stage::END_UNIT);
    app.add_systems(end, fuse::lay.in_set(FuseSystems::Lay).before(PhaseSystems));
    let settle = (burst::cook_off, fuse::settle).chain().in_set(FuseSystems::Settle);
    app.add_systems(Between(ruleset.0), settle.before(BetweenSystems));
}
