//! Black Powder: big battles with battalions, regiments and batteries as blocks, grouped in brigades under commanders.
//!
//! The rooms, in their order; each imports only from those before it:
//!
//! 1. [`book`]: what the rulebook says. Units are blocks of [`grapeshot_floor::shared::formed`].
//! 2. [`state`]: where a battle stands, as plain data: a part of the player turn and a stack of tasks under way.
//! 3. [`movement`]: how units move.
//! 4. [`shooting`]: how units shoot, and what they suffer.
//! 5. [`combat`]: how units fight hand to hand, break and retire.
//! 6. [`charge`]: how units come to blows.
//! 7. [`command`]: how units are ordered to do all this.
//! 8. [`acting`]: moves outside the orders of a turn.
//! 9. [`evaluation`]: the judgement of the computer player.
//! 10. [`turn`]: the chapters: what is asked, checked and resolved, from decision to decision.
//!
//! In the player turn, commands come first, then shooting and combat; a room stands behind those that it sets in
//! motion.

pub mod acting;
pub mod book;
pub mod charge;
pub mod combat;
pub mod command;
pub mod evaluation;
pub mod movement;
pub mod shooting;
pub mod state;
pub mod turn;

use bevy::{app::App, ecs::world::World};
use std::sync::Arc;

use smol_str::SmolStr;

use book::{
    army_list,
    data::Data,
    marks, mines,
    rule_settings::BlackPowderSettings,
    values::{Formation, Officer, Regiment, Troop, Work},
    verbs, vocabulary,
};
use evaluation::family::Powder;
use grapeshot_floor::{
    english::count,
    events::{BattleEvent, EventKind, Explained, RuleId},
    files::DataFiles,
    forces::{Fate, Marks, PieceId, SideId, UnitEntry, UnitId, Values},
    orders::{Order, Plan, PlannedMove, Refusal},
    procedure::{Chapters, driver},
    shared::{first_player, formed::block},
    table::{footprint::Outline, position::Place, terrain::Terrain},
    turn::{
        ArmyList, ArmyListProblem, Ask, Awaiting, BattleMut, BattleStateApp, BattleView, Fire, OrdersJudged, Outcome,
        Purpose, Readiness, Rulebook, Rulebooks, Rules, RulesetId, ScenarioRules, SettingProblem, Settings, Standing,
        TurnShown, UnitsShown,
        position::{Position, Weights},
        rules::{Arc2, Bout, DeclaredCharge, Emblem, Reach, Sightline, Stride, Thing, UnitCard},
        sheet::Sheet,
        turn_steps::TurnSteps,
    },
};
use shooting::casualties;
use state::{
    sequence_of_play::{Part, SequenceOfPlay},
    view::{BlackPowderView, Book},
};
use turn::{sequence, sound};

/// The id of this ruleset.
pub const BLACK_POWDER: RulesetId = RulesetId("black_powder");

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
    app.battle_component::<Regiment>("regiment");
    app.battle_component::<Work>("work");
    app.battle_component::<Officer>("officer");
    app.battle_resource::<SequenceOfPlay>("black_powder_sequence_of_play");
    let chapters = Chapters::new(turn::chapters());
    chapters.add(app, BLACK_POWDER);
    let vocabulary = vocabulary::vocabulary(&book, chapters.verbs.clone(), chapters.questions.clone());
    let vocabulary = Arc::new(vocabulary);
    let rules = Arc::new(BlackPowder { book, chapters });
    let book = Rulebook { id: BLACK_POWDER, title: "Black Powder", prefixes: &["BP"], vocabulary, rules };
    app.world_mut().get_resource_or_init::<Rulebooks>().add(book);
}

/// The questions of this ruleset.
pub struct BlackPowder {
    book: Book,
    chapters: Chapters<Powder>,
}

impl BlackPowder {
    fn bp<'w>(&'w self, view: &'w BattleView) -> BlackPowderView<'w> {
        BlackPowderView::by(view.awhile(), self.book.judged_in(view))
    }
}

impl Rules for BlackPowder {
    fn awaiting(&self, view: &BattleView) -> Awaiting {
        self.bp(view).awaiting()
    }

    fn check(&self, view: &BattleView, order: &Order) -> Result<Plan, Refusal> {
        self.bp(view).check(order)
    }

    fn untimely(&self, view: &BattleView, order: &Order) -> Option<Refusal> {
        self.bp(view).untimely(order)
    }

    fn candidates(&self, view: &BattleView, ask: &Ask) -> Vec<Order> {
        evaluation::candidates(&self.bp(view), ask)
    }

    fn appraise(&self, view: &BattleView, order: &Order) -> Explained {
        evaluation::appraise(&self.bp(view), order)
    }

    fn prospects(&self, view: &BattleView, ask: &Ask) -> Vec<(Order, Explained)> {
        evaluation::prospects(&self.bp(view), ask)
    }

    fn standings(&self, view: &BattleView) -> Vec<Standing> {
        self.bp(view).standings()
    }

    fn acting(&self, view: &BattleView) -> Option<UnitId> {
        view.resource::<SequenceOfPlay>().commander
    }

    /// Units and commanders lost; BP-9.5: a commander with a successor is made good.
    fn losses(&self, view: &BattleView, event: &BattleEvent) -> Option<(SideId, i32)> {
        let EventKind::Removed { piece, fate } = event.kind else { return None };
        let commands = view.get_unit_part::<Officer>(view.unit_of(piece)).is_some();
        match fate {
            Fate::Casualty | Fate::Fled => Some((view.side_of(piece), 1)),
            Fate::Awaited if commands => Some((view.side_of(piece), -1)),
            _ => None,
        }
    }

    fn position(&self, view: &BattleView) -> Position {
        self.bp(view).position()
    }

    fn weights(&self) -> &Weights {
        &self.book.worth
    }

    fn open(&self, world: &mut World) {
        world.insert_resource(self.book.clone());
        world.insert_resource(self.chapters.procedure.clone());
        let settings = BlackPowderSettings::read(&world.resource::<Settings>().0);
        world.insert_resource(settings);
        world.remove_resource::<Outcome>();
        let mut battle = BattleMut::new(world);
        let units: Vec<UnitId> = battle.view().units().collect();
        let buildings = battle.view().terrain().buildings.len();
        let mut holders = vec![None; buildings];
        for unit in units {
            let unit_entry = battle.view().unit_part::<UnitEntry>(unit).clone();
            match army_list::regiment(&self.book, &unit_entry) {
                Some(mut values) => {
                    let piece = battle.view().unit(unit).pieces[0];
                    if values.formation == Formation::Garrison {
                        values.building =
                            army_list::building_at(battle.view().terrain(), battle.view().place(piece).at);
                        if let Some(building) = values.building {
                            holders[building] = Some(battle.view().side_of_unit(unit));
                        }
                    }
                    battle.add_unit_part(unit, values);
                    battle.add_unit_part(unit, Work::default());
                    begin_worn(&mut battle, unit, &unit_entry);
                }
                None => {
                    let general = battle.view().unit(unit).superior.is_none();
                    battle.add_unit_part(unit, army_list::officer(&unit_entry, general));
                }
            }
        }
        battle.world().insert_resource(SequenceOfPlay::new(Part::First, SideId(0), holders));
        let first = battle.resource::<BlackPowderSettings>().first_player.clone();
        match first_player::named(&battle.view().sides().0, &first) {
            Some(side) => sequence::settle_first(&mut battle, side),
            None => sequence::roll_for_first(&mut battle),
        }
        driver::advance::<Powder>(battle.world());
    }
}

impl TurnShown for BlackPowder {
    fn turn_steps(&self, view: &BattleView) -> Option<TurnSteps> {
        Some(self.bp(view).turn_steps())
    }

    fn declared_charges(&self, view: &BattleView) -> Vec<DeclaredCharge> {
        self.bp(view).declared_charges()
    }

    fn parts_of_way(&self, view: &BattleView, order: &Order) -> Vec<(PlannedMove, f32)> {
        self.bp(view).parts_of_way(order)
    }

    fn sheet(&self, view: &BattleView, ask: &Ask) -> Option<Sheet> {
        if ask.kind == "respond" { self.bp(view).sheet_of_answers(ask) } else { None }
    }

    fn fights_to_come(&self, view: &BattleView) -> Vec<Bout> {
        self.bp(view).combats_to_come()
    }
}

impl UnitsShown for BlackPowder {
    fn unit_card(&self, view: &BattleView, unit: UnitId) -> UnitCard {
        self.bp(view).unit_card(unit)
    }

    fn reaches(&self, view: &BattleView, unit: UnitId) -> Vec<Reach> {
        self.bp(view).command_reaches(unit)
    }

    fn anchor(&self, view: &BattleView, unit: UnitId) -> Option<Place> {
        let bp = self.bp(view);
        let outline = view.in_play(bp.piece(unit)).then(|| bp.outline(unit))?;
        let at = if bp.regiment(unit).is_some() { block::front(&outline) } else { outline.place.at };
        Some(Place { at, ..outline.place })
    }

    fn arc(&self, view: &BattleView, piece: PieceId) -> Option<Arc2> {
        self.bp(view).fire_arc(piece)
    }

    fn formation(&self, view: &BattleView, unit: UnitId) -> Option<SmolStr> {
        let bp = self.bp(view);
        bp.officer(unit).is_none().then(|| bp.formation(unit).id().into())
    }

    fn sightline(&self, view: &BattleView, eye: PieceId, target: PieceId) -> Option<Sightline> {
        let bp = self.bp(view);
        let (eye, target) = (view.unit_of(eye), view.unit_of(target));
        // Lines of sight of commanders are not asked about.
        bp.regiment(eye).and(bp.regiment(target))?;
        Some(Sightline { blocker: bp.hidden_by(eye, target), rule: RuleId::new("BP-1.8") })
    }

    fn stride(&self, view: &BattleView, unit: UnitId) -> Option<Stride> {
        self.bp(view).stride(unit)
    }

    fn things(&self, view: &BattleView) -> Vec<Thing> {
        self.bp(view).bridges_shown()
    }

    fn emblem(&self, view: &BattleView, unit: UnitId) -> Emblem {
        self.bp(view).emblem(unit)
    }

    fn unit_state(&self, view: &BattleView, unit: UnitId) -> Option<String> {
        self.bp(view).unit_state(unit)
    }
}

impl OrdersJudged for BlackPowder {
    fn purpose(&self, view: &BattleView, order: &Order) -> Purpose {
        let initiative = view.resource::<SequenceOfPlay>().part == Part::Initiative;
        match &order.verb {
            verb if *verb == verbs::SHOOT => Purpose::Fire,
            verb if [verbs::GO, verbs::MOVE, verbs::RIDE].contains(verb) => Purpose::March,
            verb if *verb == verbs::MARCH && initiative => Purpose::March,
            verb if [verbs::CHARGE, verbs::SWEEP].contains(verb) => Purpose::Charge,
            verb if *verb == verbs::FOLLOW && order.target.is_some() => Purpose::Charge,
            verb if [verbs::DONE, verbs::STAY, verbs::READY].contains(verb) => Purpose::Hold,
            _ => Purpose::Other,
        }
    }

    fn readiness(&self, view: &BattleView, unit: UnitId) -> Readiness {
        let bp = self.bp(view);
        let commander = bp.regiment(unit).is_none();
        Readiness { commander, obeys: commander || !bp.shaken(unit), lacks_ammunition: false }
    }

    /// BP-5.4: guns at close range fire canister.
    fn fire_on(&self, view: &BattleView, shooter: UnitId, target: UnitId) -> Option<Fire> {
        let bp = self.bp(view);
        bp.regiment(target)?;
        let range = bp.regiment(shooter).and_then(|_| bp.range_of_fire(shooter, target))?;
        let canister = bp.troop(shooter) == Troop::Artillery && bp.within(range, bp.numbers().close_range);
        Some(if canister { Fire::Canister } else { Fire::Shot })
    }
}

impl ScenarioRules for BlackPowder {
    fn settled(&self) -> &'static [(&'static str, &'static str)] {
        sound::SETTLED
    }

    fn sound(&self, view: &BattleView) -> Result<(), String> {
        self.bp(view).sound()
    }

    fn follow(&self, battle: &mut BattleMut, unit: UnitId, state: &str) {
        if state == "marks" && battle.view().get_unit_part::<Regiment>(unit).is_some() {
            let shaken = BlackPowderView::of(battle.view()).shaken(unit);
            battle.unit_mut::<Marks>(unit).set(&marks::SHAKEN, u8::from(shaken));
        }
    }

    fn layout(
        &self,
        entry: &UnitEntry,
        settings: &Values,
        terrain: &Terrain,
        anchor: Place,
        count: usize,
    ) -> Option<Vec<Outline>> {
        Some(vec![army_list::block(&self.book, entry, settings, terrain, anchor)?; count])
    }

    fn roll_problems(&self, army: &ArmyList) -> Vec<ArmyListProblem> {
        let mut problems = army_list::problems(&self.book, army);
        problems.extend(mines::problems(&self.book, army));
        problems
    }

    fn setting_problems(&self, army: &ArmyList) -> Vec<SettingProblem> {
        let first = BlackPowderSettings::read(army.settings).first_player;
        first_player::problem(army, &first, "roll", "BP-1.6").into_iter().collect()
    }
}

/// BP-5.8, BP-6.5: a unit begins with the casualties that the scenario gives it, and in disorder if it says so.
fn begin_worn(battle: &mut BattleMut, unit: UnitId, unit_entry: &UnitEntry) {
    let casualties = unit_entry.values.number("casualties").unwrap_or_default() as u8;
    let name = battle.view().unit(unit).name.clone();
    if casualties > 0 {
        let text = format!("{name} begins with {}", count(casualties.into(), "casualty"));
        battle.mark_unit(unit, &marks::CASUALTY, casualties, RuleId::new("BP-5.8"), text);
        casualties::mark_shaken(battle, unit);
    }
    if unit_entry.values.flag("disordered").unwrap_or_default() {
        battle.mark_unit(unit, &marks::DISORDERED, 1, RuleId::new("BP-6.5"), format!("{name} begins disordered"));
    }
}
