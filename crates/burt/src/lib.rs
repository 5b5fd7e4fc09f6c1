//! Steve Burt's Napoleonic rules: battalions, squadrons and batteries of bases, orders given in secret on chits, and
//! twelve steps in which the sides act by turns.
//!
//! The rooms, in their order; each imports only from those before it:
//!
//! 1. [`book`]: the rulebook as data, and the values of units and commanders.
//! 2. [`state`]: where a battle stands, as plain data.
//! 3. [`cohesion`]: how units lose levels, and armies their morale.
//! 4. [`movement`]: how units move, by order and by compulsion, and how commanders ride.
//! 5. [`morale`]: how units test.
//! 6. [`fire`]: how units fire, and what they hit.
//! 7. [`assault`]: how assaults are declared and met.
//! 8. [`melee`]: how melees are fought.
//! 9. [`acting`]: which units may act in a step.
//! 10. [`evaluation`]: the judgement of the computer player.
//! 11. [`turn`]: the chapters: what is asked, checked and resolved in the twelve steps.

pub mod acting;
pub mod assault;
pub mod book;
pub mod cohesion;
pub mod evaluation;
pub mod fire;
pub mod melee;
pub mod morale;
pub mod movement;
pub mod state;
pub mod turn;

use bevy::{
    app::App,
    ecs::{schedule::IntoScheduleConfigs, world::World},
};
use std::sync::Arc;

use smol_str::SmolStr;

use acting::orders::Chosen;
use book::{
    army_list, bases,
    data::Data,
    marks,
    rule_settings::BurtSettings,
    values::{ArmyMorale, Chit, Officer, Troops, Work},
    verbs, vocabulary,
};
use cohesion::army;
use evaluation::family::Napoleonic;
use fire::{casualties, shot::Load};
use grapeshot_floor::{
    events::{BattleEvent, EventKind, Explained, RuleId},
    files::DataFiles,
    forces::{PieceId, SideId, UnitEntry, UnitId, Values},
    orders::{Order, Plan, Refusal},
    procedure::{Chapters, driver},
    shared::formed::block,
    table::{footprint::Outline, position::Place, terrain::Terrain},
    turn::{
        ArmyList, ArmyListProblem, Ask, Awaiting, BattleMut, BattleSecretApp, BattleStateApp, BattleView, Fire,
        OrdersJudged, Outcome, Purpose, Readiness, Resolve, ResolveSystems, Rulebook, Rulebooks, Rules, RulesetId,
        ScenarioRules, Secret, Settings, Standing, TurnShown, UnitsShown,
        bases::{Base, SeenShape},
        chit::{Allotment, ChitFace, OrderChit},
        position::{Position, Weights},
        rules::{Arc2, Bout, DeclaredCharge, Emblem, Reach, Sightline, Stride, UnitCard},
        sheet::Sheet,
        turn_steps::TurnSteps,
    },
};
use state::{
    sequence_of_play::{SequenceOfPlay, Step},
    view::{Book, BurtView},
};
use turn::{deployment, sound, steps, table};

/// The id of this ruleset.
pub const BURT: RulesetId = RulesetId("burt");

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
    app.battle_component::<Troops>("burt_troops");
    app.battle_component::<Work>("burt_work");
    app.battle_component::<Officer>("burt_officer");
    app.battle_resource::<SequenceOfPlay>("burt_sequence_of_play");
    app.unit_secret::<Chit>();
    app.unit_secret::<Chosen>();
    app.side_secret::<ArmyMorale>();
    let chapters = Chapters::new(turn::chapters());
    chapters.add(app, BURT);
    let keep_up = steps::keep_up_with_the_order.before(driver::advance::<Napoleonic>);
    app.add_systems(Resolve::of(BURT), keep_up.in_set(ResolveSystems::Advance));
    let vocabulary = vocabulary::vocabulary(&book, chapters.verbs.clone(), chapters.questions.clone());
    let vocabulary = Arc::new(vocabulary);
    let rules = Arc::new(Burt { book, chapters });
    let book = Rulebook { id: BURT, title: "Napoleonic Wargames Rules", prefixes: &["SB"], vocabulary, rules };
    app.world_mut().get_resource_or_init::<Rulebooks>().add(book);
}

/// The questions of this ruleset.
pub struct Burt {
    book: Book,
    chapters: Chapters<Napoleonic>,
}

impl Burt {
    fn burt<'w>(&'w self, view: &'w BattleView) -> BurtView<'w> {
        BurtView::by(view.awhile(), self.book.judged_in(view))
    }
}

impl Rules for Burt {
    fn awaiting(&self, view: &BattleView) -> Awaiting {
        self.burt(view).awaiting()
    }

    fn check(&self, view: &BattleView, order: &Order) -> Result<Plan, Refusal> {
        self.burt(view).check(order)
    }

    fn candidates(&self, view: &BattleView, ask: &Ask) -> Vec<Order> {
        let burt = self.burt(view);
        let roll = burt.roll_call();
        evaluation::candidates(&burt.with(&roll), ask)
    }

    fn prospects(&self, view: &BattleView, ask: &Ask) -> Vec<(Order, Explained)> {
        let burt = self.burt(view);
        let roll = burt.roll_call();
        evaluation::prospects(&burt.with(&roll), ask)
    }

    fn appraise(&self, view: &BattleView, order: &Order) -> Explained {
        evaluation::appraise(&self.burt(view), order)
    }

    fn standings(&self, view: &BattleView) -> Vec<Standing> {
        self.burt(view).standings()
    }

    /// Figures and guns that fell.
    fn imagine(&self, battle: &mut BattleMut, viewer: SideId) {
        evaluation::belief::imagine(battle, viewer);
    }

    fn position(&self, view: &BattleView) -> Position {
        self.burt(view).position()
    }

    fn weights(&self) -> &Weights {
        &self.book.worth
    }

    fn losses(&self, view: &BattleView, event: &BattleEvent) -> Option<(SideId, i32)> {
        let EventKind::Marked { subject: grapeshot_floor::events::Subject::Unit(unit), mark, before, now } =
            &event.kind
        else {
            return None;
        };
        (*mark == marks::LOST).then(|| (view.side_of_unit(*unit), i32::from(*now) - i32::from(*before)))
    }

    fn open(&self, world: &mut World) {
        world.insert_resource(self.book.clone());
        world.insert_resource(self.chapters.procedure.clone());
        let settings = BurtSettings::read(&world.resource::<Settings>().0);
        world.insert_resource(settings);
        world.remove_resource::<Outcome>();
        let mut battle = BattleMut::new(world);
        let units: Vec<UnitId> = battle.view().units().collect();
        for unit in units {
            let entry = battle.view().unit_part::<UnitEntry>(unit).clone();
            let piece = battle.view().unit(unit).pieces[0];
            let at = battle.view().outline(piece).place.at;
            match army_list::troops(&self.book, &entry, battle.view().terrain(), at) {
                Some(values) => {
                    let lost = army_list::lost(&entry.values);
                    let work = Work { figures: values.start.saturating_sub(lost), ..Work::default() };
                    let level = values.level;
                    battle.add_unit_part(unit, values);
                    battle.add_unit_part(unit, work);
                    battle.add_unit_part(unit, Secret::new(army_list::starting_order(&entry)));
                    battle.add_unit_part(unit, Secret::new(Chosen(None)));
                    if lost > 0 {
                        let text = format!("{} begins without {lost} of its figures", battle.view().unit(unit).name);
                        battle.mark_unit(unit, &marks::LOST, lost, RuleId::new("SB-1.4"), text);
                    }
                    if let Some(mark) = marks::of_level(level) {
                        let text = format!("{} begins {}", battle.view().unit(unit).name, level.word());
                        battle.mark_unit(unit, &mark, 1, RuleId::new("SB-7.1"), text);
                    }
                }
                None => {
                    if let Some(officer) = army_list::officer(&entry) {
                        battle.add_unit_part(unit, officer);
                    }
                }
            }
        }
        let ways = evaluation::Ways::over(&BurtView::of(battle.view()));
        battle.world().insert_resource(ways);
        battle.world().insert_resource(SequenceOfPlay::new(Step::Deploy));
        for side in [SideId(0), SideId(1)] {
            army::begin(&mut battle, side);
        }
        deployment::begin(&mut battle);
        driver::advance::<Napoleonic>(battle.world());
    }
}

impl TurnShown for Burt {
    fn sheet(&self, view: &BattleView, ask: &Ask) -> Option<Sheet> {
        self.burt(view).sheet_of_reactions(ask)
    }

    fn allotment(&self, view: &BattleView, ask: &Ask) -> Option<Allotment> {
        self.burt(view).allotment(ask)
    }

    fn declared_charges(&self, view: &BattleView) -> Vec<DeclaredCharge> {
        self.burt(view).declared_charges()
    }

    fn turn_steps(&self, view: &BattleView) -> Option<TurnSteps> {
        Some(self.burt(view).turn_steps())
    }

    fn fights_to_come(&self, view: &BattleView) -> Vec<Bout> {
        self.burt(view).fights_to_come()
    }
}

impl UnitsShown for Burt {
    fn chit(&self, view: &BattleView, unit: UnitId) -> Option<OrderChit> {
        self.burt(view).chit_beside(unit)
    }

    fn face_of(&self, word: &str) -> Option<ChitFace> {
        table::face_of(word)
    }

    fn bases(&self, view: &BattleView, piece: PieceId, shape: SeenShape) -> Vec<Base> {
        self.burt(view).bases_seen(piece, shape)
    }

    fn unit_card(&self, view: &BattleView, unit: UnitId) -> UnitCard {
        self.burt(view).unit_card(unit)
    }

    fn reaches(&self, view: &BattleView, unit: UnitId) -> Vec<Reach> {
        self.burt(view).command_reaches(unit)
    }

    fn anchor(&self, view: &BattleView, unit: UnitId) -> Option<Place> {
        let burt = self.burt(view);
        let outline = view.in_play(burt.piece(unit)).then(|| burt.outline(unit))?;
        Some(Place { at: block::front(&outline), ..outline.place })
    }

    fn arc(&self, view: &BattleView, piece: PieceId) -> Option<Arc2> {
        self.burt(view).fire_arc(piece)
    }

    fn formation(&self, view: &BattleView, unit: UnitId) -> Option<SmolStr> {
        let burt = self.burt(view);
        let values = burt.troops(unit)?;
        Some(SmolStr::new_static(bases::word_of(values.array, values.arm, burt.bases(unit))))
    }

    fn sightline(&self, view: &BattleView, eye: PieceId, target: PieceId) -> Option<Sightline> {
        let burt = self.burt(view);
        let (eye, target) = (view.unit_of(eye), view.unit_of(target));
        burt.troops(eye).and(burt.troops(target))?;
        Some(Sightline { blocker: burt.hidden_by(eye, target), rule: RuleId::new("SB-1.7") })
    }

    fn stride(&self, view: &BattleView, unit: UnitId) -> Option<Stride> {
        self.burt(view).stride(unit)
    }

    fn emblem(&self, view: &BattleView, unit: UnitId) -> Emblem {
        self.burt(view).emblem(unit)
    }

    fn unit_state(&self, view: &BattleView, unit: UnitId) -> Option<String> {
        self.burt(view).unit_state(unit)
    }
}

impl OrdersJudged for Burt {
    fn purpose(&self, _: &BattleView, order: &Order) -> Purpose {
        match &order.verb {
            verb if *verb == verbs::SHOOT => Purpose::Fire,
            verb if *verb == verbs::MARCH || *verb == verbs::RIDE => Purpose::March,
            verb if *verb == verbs::ASSAULT => Purpose::Charge,
            // SB-7.4: a unit regroups by its chit, without a further order.
            verb if *verb == verbs::ORDER && order.choice.as_deref().and_then(Chit::named) == Some(Chit::Regroup) => {
                Purpose::Other
            }
            verb if [verbs::ORDER, verbs::READY, verbs::PASS].contains(verb) => Purpose::Hold,
            _ => Purpose::Other,
        }
    }

    fn readiness(&self, view: &BattleView, unit: UnitId) -> Readiness {
        let burt = self.burt(view);
        let commander = burt.troops(unit).is_none();
        Readiness { commander, obeys: commander || !burt.routing(unit), lacks_ammunition: false }
    }

    fn fire_on(&self, view: &BattleView, shooter: UnitId, target: UnitId) -> Option<Fire> {
        let burt = self.burt(view);
        burt.troops(target)?;
        let load = burt.troops(shooter).and_then(|_| burt.load_for(shooter, target))?;
        Some(if load == Load::Canister { Fire::Canister } else { Fire::Shot })
    }
}

impl ScenarioRules for Burt {
    fn settled(&self) -> &'static [(&'static str, &'static str)] {
        sound::SETTLED
    }

    fn sound(&self, view: &BattleView) -> Result<(), String> {
        self.burt(view).sound()
    }

    fn follow(&self, battle: &mut BattleMut, unit: UnitId, state: &str) {
        if matches!(state, "burt_troops" | "marks") {
            casualties::lay(battle, unit);
        }
    }

    fn layout(
        &self,
        entry: &UnitEntry,
        _settings: &Values,
        terrain: &Terrain,
        anchor: Place,
        count: usize,
    ) -> Option<Vec<Outline>> {
        Some(vec![army_list::outline(&self.book, entry, terrain, anchor)?; count])
    }

    fn roll_problems(&self, list: &ArmyList) -> Vec<ArmyListProblem> {
        army_list::problems(&self.book, list)
    }
}
