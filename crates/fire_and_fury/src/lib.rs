//! Regimental Fire and Fury, 1812: regiments of stands, leaders that check for their groups, fire with one die for all
//! stands that shoot at a target, charges with the bayonet.
//!
//! The rooms, in their order; each imports only from those before it:
//!
//! 1. [`book`]: the rulebook as data, and the values of units and leaders.
//! 2. [`state`]: where a battle stands, as plain data, and what the rules read from it.
//! 3. [`condition`]: order gained and lost, stands lost, places taken.
//! 4. [`movement`]: how units move and give way.
//! 5. [`command`]: leaders and maneuver checks.
//! 6. [`fire`]: musketry and cannonade.
//! 7. [`charge`]: charges, hasty maneuvers and charge combat.
//! 8. [`acting`]: which units may act in a step.
//! 9. [`evaluation`]: the judgement of the computer player.
//! 10. [`turn`]: the chapters: what is asked, checked and resolved in a player turn.

pub mod acting;
pub mod book;
pub mod charge;
pub mod command;
pub mod condition;
pub mod evaluation;
pub mod fire;
pub mod movement;
pub mod state;
pub mod turn;

use bevy::{app::App, ecs::world::World};
use smol_str::SmolStr;
use std::sync::Arc;

use book::{
    army_list,
    data::Data,
    marks,
    rule_settings::FurySettings,
    setting_checks,
    values::{Gun, Leader, Troops, Work},
    verbs, vocabulary,
};
use condition::places;
use evaluation::family::Regimental;
use grapeshot_floor::{
    events::{Explained, RuleId},
    files::DataFiles,
    forces::{PieceId, SideId, Sides, UnitEntry, UnitId, Values},
    orders::{Order, Plan, Refusal},
    procedure::{Between, Chapters, driver},
    shared::first_player,
    table::{
        footprint::{Footprint, Outline},
        position::Place,
        terrain::Terrain,
    },
    turn::{
        ArmyList, ArmyListProblem, Ask, Awaiting, BattleMut, BattleStateApp, BattleView, Fire, OrdersJudged, Outcome,
        Purpose, Readiness, Rulebook, Rulebooks, Rules, RulesetId, ScenarioRules, SettingProblem, Settings, Standing,
        TurnShown, UnitsShown, VictoryTerms,
        bases::{Base, SeenShape},
        position::{Position, Weights},
        rules::{Arc2, DeclaredCharge, Emblem, Light, Reach, Sightline, Stride, UnitCard},
        sheet::Sheet,
        turn_steps::TurnSteps,
    },
};
use state::{
    sequence_of_play::SequenceOfPlay,
    view::{Book, FuryView},
};
use turn::{deployment, sequence, sound};

/// The id of this ruleset.
pub const FIRE_AND_FURY: RulesetId = RulesetId("fire_and_fury");

/// Adds the ruleset.
///
/// # Panics
/// If a data file of the user is wrong; they are checked before, by [`book::checks::check`].
pub fn plugin(app: &mut App) {
    let user = app.world().get_resource::<DataFiles>().cloned().unwrap_or_default();
    let book = match user.made(|user| Data::read(user).map(|data| Book::new(data.seasoned(), data))) {
        Ok(book) => Book::clone(&book),
        Err((file, problem)) => panic!("{}: {}", file.name, problem.message),
    };
    app.battle_component::<Troops>("fury_troops");
    app.battle_component::<Work>("fury_work");
    app.battle_component::<Leader>("fury_leader");
    app.battle_component::<Gun>("fury_gun");
    app.battle_resource::<SequenceOfPlay>("fury_sequence_of_play");
    let chapters = Chapters::new(turn::chapters());
    chapters.add(app, FIRE_AND_FURY);
    app.add_systems(Between(FIRE_AND_FURY.0), sequence::settle);
    let vocabulary = vocabulary::vocabulary(&book, chapters.verbs.clone(), chapters.questions.clone());
    let vocabulary = Arc::new(vocabulary);
    let rules = Arc::new(FireAndFury { book, chapters });
    let title = "Regimental Fire & Fury 1812";
    let book = Rulebook { id: FIRE_AND_FURY, title, prefixes: &["FF"], vocabulary, rules };
    app.world_mut().get_resource_or_init::<Rulebooks>().add(book);
}

/// The questions of this ruleset.
pub struct FireAndFury {
    book: Book,
    chapters: Chapters<Regimental>,
}

impl FireAndFury {
    fn ff<'w>(&'w self, view: &'w BattleView) -> FuryView<'w> {
        FuryView::by(view.awhile(), self.book.judged_in(view))
    }
}

impl Rules for FireAndFury {
    fn awaiting(&self, view: &BattleView) -> Awaiting {
        self.ff(view).awaiting()
    }

    fn check(&self, view: &BattleView, order: &Order) -> Result<Plan, Refusal> {
        self.ff(view).check(order)
    }

    fn candidates(&self, view: &BattleView, ask: &Ask) -> Vec<Order> {
        evaluation::candidates(&self.ff(view), ask)
    }

    fn prospects(&self, view: &BattleView, ask: &Ask) -> Vec<(Order, Explained)> {
        evaluation::prospects(&self.ff(view), ask)
    }

    fn appraise(&self, view: &BattleView, order: &Order) -> Explained {
        evaluation::appraise(&self.ff(view), order)
    }

    fn standings(&self, view: &BattleView) -> Vec<Standing> {
        self.ff(view).standings()
    }

    fn position(&self, view: &BattleView) -> Position {
        self.ff(view).position()
    }

    fn weights(&self) -> &Weights {
        &self.book.worth
    }

    fn open(&self, world: &mut World) {
        world.insert_resource(self.book.clone());
        world.insert_resource(self.chapters.procedure.clone());
        let settings = &world.resource::<Settings>().0;
        let first = first_player::of(&world.resource::<Sides>().0, settings).unwrap_or(SideId(0));
        let settings = FurySettings::read(settings);
        world.insert_resource(settings);
        world.remove_resource::<Outcome>();
        let holders = self.first_holders(world.resource::<VictoryTerms>());
        let mut battle = BattleMut::new(world);
        let units: Vec<UnitId> = battle.view().units().collect();
        for unit in units.iter().copied() {
            let view = battle.view();
            let entry = view.unit_part::<UnitEntry>(unit).clone();
            let pieces = view.unit(unit).pieces.clone();
            let outline = view.outline(pieces[0]);
            let terrain = view.terrain();
            let Some(mut troops) = army_list::troops(&self.book, &entry, terrain, outline.place, pieces.len()) else {
                if let Some(leader) = army_list::leader(&entry) {
                    battle.add_unit_part(unit, leader);
                }
                continue;
            };
            // The first stand lies so that the middle of the unit's front is where the scenario puts it.
            let laid = army_list::layout(&self.book, &entry, terrain, outline.place, pieces.len());
            if let Some(first) = laid.and_then(|laid| laid.first().copied()) {
                troops.pose.front += outline.place.at - first.place.at;
            }
            let silenced = troops.silenced.then_some((marks::SILENCED, "silenced"));
            let state = silenced.or_else(|| marks::of_order(troops.order).map(|mark| (mark, troops.order.words())));
            battle.add_unit_part(unit, troops);
            if let Some((mark, words)) = state {
                let text = format!("{} begins {words}", battle.view().unit(unit).name);
                battle.mark_unit(unit, &mark, 1, RuleId::new("FF-1.5"), text);
            }
            battle.add_unit_part(unit, Work::default());
            for (n, piece) in pieces.into_iter().enumerate() {
                if let Some(gun) = army_list::gun(&self.book, &entry, n) {
                    battle.add_piece_part(piece, gun);
                }
            }
        }
        units.into_iter().for_each(|unit| begin_as_said(&mut battle, unit));
        battle.world().insert_resource(SequenceOfPlay::new(first, holders));
        deployment::begin(&mut battle);
        driver::advance::<Regimental>(battle.world());
    }
}

impl TurnShown for FireAndFury {
    fn turn_steps(&self, view: &BattleView) -> Option<TurnSteps> {
        Some(self.ff(view).turn_steps())
    }

    fn sheet(&self, view: &BattleView, ask: &Ask) -> Option<Sheet> {
        self.ff(view).sheet_of_hasty_maneuvers(ask)
    }

    fn clock(&self, view: &BattleView, turn: u16) -> Option<String> {
        self.ff(view).clock(turn)
    }

    fn light(&self, view: &BattleView, turn: u16) -> Light {
        self.ff(view).light_in(turn).shown()
    }

    fn declared_charges(&self, view: &BattleView) -> Vec<DeclaredCharge> {
        self.ff(view).declared_charges()
    }
}

impl UnitsShown for FireAndFury {
    fn unit_card(&self, view: &BattleView, unit: UnitId) -> UnitCard {
        self.ff(view).unit_card(unit)
    }

    fn reaches(&self, view: &BattleView, unit: UnitId) -> Vec<Reach> {
        self.ff(view).command_reaches(unit)
    }

    fn anchor(&self, view: &BattleView, unit: UnitId) -> Option<Place> {
        let ff = self.ff(view);
        ff.anchor(unit)
            .filter(|_| ff.present(unit))
            .or_else(|| view.present(unit).next().map(|piece| view.place(piece)))
    }

    fn arc(&self, view: &BattleView, piece: PieceId) -> Option<Arc2> {
        self.ff(view).fire_arc(piece)
    }

    fn formation(&self, view: &BattleView, unit: UnitId) -> Option<SmolStr> {
        let troops = self.ff(view).troops(unit)?;
        Some(SmolStr::new_static(troops.formation().id()))
    }

    fn sightline(&self, view: &BattleView, eye: PieceId, target: PieceId) -> Option<Sightline> {
        self.ff(view).sightline(eye, target)
    }

    fn bases(&self, view: &BattleView, piece: PieceId, shape: SeenShape) -> Vec<Base> {
        self.ff(view).base_seen(piece, shape)
    }

    fn stride(&self, view: &BattleView, unit: UnitId) -> Option<Stride> {
        self.ff(view).stride(unit)
    }

    fn emblem(&self, view: &BattleView, unit: UnitId) -> Emblem {
        self.ff(view).emblem(unit)
    }

    fn unit_state(&self, view: &BattleView, unit: UnitId) -> Option<String> {
        self.ff(view).unit_state(unit)
    }
}

impl ScenarioRules for FireAndFury {
    fn settled(&self) -> &'static [(&'static str, &'static str)] {
        sound::SETTLED
    }

    fn sound(&self, view: &BattleView) -> Result<(), String> {
        self.ff(view).sound()
    }

    fn follow(&self, battle: &mut BattleMut, unit: UnitId, state: &str) {
        if matches!(state, "fury_troops" | "fury_leader" | "fate") {
            places::lay(battle, unit);
        }
    }

    fn footprint(&self, entry: &UnitEntry, _settings: &Values) -> Option<Footprint> {
        army_list::footprint(&self.book, entry)
    }

    fn layout(
        &self,
        entry: &UnitEntry,
        _settings: &Values,
        terrain: &Terrain,
        anchor: Place,
        count: usize,
    ) -> Option<Vec<Outline>> {
        army_list::layout(&self.book, entry, terrain, anchor, count)
    }

    fn roll_problems(&self, list: &ArmyList) -> Vec<ArmyListProblem> {
        army_list::problems(&self.book, list)
    }

    fn setting_problems(&self, list: &ArmyList) -> Vec<SettingProblem> {
        setting_checks::problems(&self.book, list)
    }
}

impl OrdersJudged for FireAndFury {
    fn purpose(&self, _: &BattleView, order: &Order) -> Purpose {
        match &order.verb {
            verb if *verb == verbs::SHOOT => Purpose::Fire,
            verb if *verb == verbs::MARCH || *verb == verbs::RIDE => Purpose::March,
            verb if *verb == verbs::CHARGE => Purpose::Charge,
            verb if *verb == verbs::DECIDE && order.choice.as_deref() == Some("resupply") => Purpose::Resupply,
            verb if *verb == verbs::CHECK || *verb == verbs::PASS => Purpose::Hold,
            _ => Purpose::Other,
        }
    }

    fn readiness(&self, view: &BattleView, unit: UnitId) -> Readiness {
        let ff = self.ff(view);
        let troops = ff.troops(unit);
        Readiness {
            commander: troops.is_none(),
            obeys: troops.is_none_or(|values| !values.is_broken()),
            lacks_ammunition: troops.is_some() && ff.may_resupply(unit).is_ok(),
        }
    }

    fn fire_on(&self, view: &BattleView, shooter: UnitId, target: UnitId) -> Option<Fire> {
        let ff = self.ff(view);
        ff.troops(target)?;
        let range = ff.troops(shooter).and_then(|_| ff.range_of_fire(shooter, target))?;
        let canister = ff.values(shooter).is_guns() && ff.within(range, ff.numbers().canister);
        Some(if canister { Fire::Canister } else { Fire::Shot })
    }
}

/// FF-3.4, FF-11.1: lets a unit begin with its flanks refused, and a leader with a unit, as the scenario says.
fn begin_as_said(battle: &mut BattleMut, unit: UnitId) {
    let view = battle.view();
    let entry = view.unit_part::<UnitEntry>(unit);
    let refused = army_list::refused(entry);
    let with = army_list::attached(entry).and_then(|key| view.units().find(|unit| view.unit(*unit).key == *key));
    if with.is_some() {
        battle.unit_mut::<Leader>(unit).attached = with;
    } else if refused != (0, 0) {
        battle.unit_mut::<Troops>(unit).pose.refused = refused;
    } else {
        return;
    }
    places::lay(battle, unit);
}

impl FireAndFury {
    /// FF-16.2: the side that holds each key position before troops come to it: the one that the scenario names, else
    /// the one whose enemy it earns points.
    fn first_holders(&self, terms: &VictoryTerms) -> Vec<Option<grapeshot_floor::forces::SideId>> {
        let owner = |objective: usize| {
            let earns = terms.holds.iter().filter(|hold| hold.objective == objective).find_map(|hold| hold.side);
            earns.map(|side| side.other())
        };
        terms.objectives.iter().enumerate().map(|(n, objective)| objective.held_by.or_else(|| owner(n))).collect()
    }
}
