//! Combat Patrol: the card-driven core that the skirmish rulesets share.
//!
//! The sequence of play is plain data ([`state`]); [`turn`] walks it from decision to decision. The rooms, in the order
//! in which they may see each other:
//!
//! 1. [`book`]: numbers, attributes and tables; [`state`]: where the battle stands; [`view`]: the battle seen through
//!    the rulebook, and what a period changes in it.
//! 2. [`orders`]: what may be ordered; [`cards`]: the two decks; [`command`]: leaders and heroes.
//! 3. [`fire`], [`spotting`], [`movement`], [`explosives`], [`melee`], [`morale`]: the chapters of the rulebook.
//! 4. [`arms`]: horse, guns, wagons, special troops; [`reaction`]: what figures may try at a pause; [`ending`]: points,
//!    prizes and events.
//! 5. [`evaluation`]: answers worth having; [`sheets`]: what a player is shown.
//! 6. [`turn`]: the sequence of play, questions, checks, what resolves orders.

pub mod arms;
pub mod book;
pub mod cards;
pub mod command;
pub mod ending;
pub mod evaluation;
pub mod explosives;
pub mod fire;
pub mod melee;
pub mod morale;
pub mod movement;
pub mod orders;
pub mod reaction;
pub mod sheets;
pub mod spotting;
pub mod state;
pub mod turn;
pub mod view;

use bevy::{
    app::App,
    ecs::{schedule::IntoScheduleConfigs, world::World},
};
use smol_str::SmolStr;
use std::sync::Arc;

use grapeshot_floor::{
    chance::{Deck, StreamId},
    events::{Explained, RuleId},
    files::DataFiles,
    forces::{PieceId, SideId, UnitEntry, UnitId, Values},
    orders::{Order, Plan, PlannedMove, Refusal, VerbId},
    procedure::{Chapters, driver},
    shared::arrivals,
    table::{
        footprint::{Footprint, Outline},
        position::Place,
        terrain::Terrain,
    },
    turn::{
        ArmyList, ArmyListProblem, Ask, Awaiting, BattleMut, BattleStateApp, BattleView, Deployment, Fire, Glance,
        OrdersJudged, Outcome, Purpose, Readiness, Resolve, ResolveSystems, Rulebook, Rulebooks, Rules, RulesetId,
        ScenarioRules, Settings, Standing, TurnShown, UnitsShown, Vocabulary,
        position::{Position, Weights},
        rules::{Arc2, Bout, Reach, Sightline, Stride, Thing, UnitCard},
        sheet::Sheet,
        turn_steps::TurnSteps,
        vocabulary::{ChanceStream, DeckFaces, Draws},
    },
};
use {
    book::{
        action_card::Hits,
        cites::Cites,
        data::{CoreData, GunKind},
        profile::{Section, Soldier, Weapon},
        rule_settings::{CoreSettings, SkirmishSettings},
    },
    evaluation::family::{By, Chapter, Insights, Skirmish},
    state::sequence_of_play::{SequenceOfPlay, Stage},
    view::{
        chapter_rules::AllChapters,
        period::Period,
        rulebook::{Book, BookData, SkirmishView},
        supplement::Supplement,
    },
};

/// A ruleset of the Combat Patrol family: the core with a supplement.
pub struct CombatPatrol {
    book: Book,
    period: Period,
    chapters: Chapters<Skirmish>,
    insights: Insights,
}

impl CombatPatrol {
    /// The rulebook of the family: chapters of the core and of a period, with a supplement, its weapons and guns, and
    /// the rules that it cites.
    ///
    /// # Panics
    /// If a data file of the user is wrong; they are checked before, by [`book::files::check_with`].
    pub fn new(
        user: &DataFiles,
        weapons: Vec<Weapon>,
        guns: Vec<GunKind>,
        supplement: Arc<dyn Supplement>,
        cites: Cites,
        chapters: Vec<Chapter>,
    ) -> Self {
        let core = match user.made(CoreData::read) {
            Ok(core) => core,
            Err((file, problem)) => panic!("{}: {}", file.name, problem.message),
        };
        let mut chapters = Chapters::new(chapters);
        // The core's verbs come in the core's order, whichever chapters bring them, then the period's.
        let order: Vec<VerbId> = orders::verbs::verbs(cites).into_iter().map(|verb| verb.id).collect();
        let verbs = &mut chapters.verbs;
        verbs.sort_by_key(|verb| order.iter().position(|known| *known == verb.id).unwrap_or(order.len()));
        let handles = |verb: &VerbId| chapters.procedure.handlers().find(|handler| handler.verb == *verb);
        let mut acts: Vec<VerbId> = orders::verbs::ACTS.into_iter().filter(|verb| handles(verb).is_some()).collect();
        let own = verbs.iter().filter(|verb| !order.contains(&verb.id)).map(|verb| verb.id.clone());
        acts.extend(own.filter(|verb| handles(verb).is_some_and(|handler| handler.by != By::Side)));
        let (mut own_rules, mut insights, mut in_place) = (AllChapters::default(), Vec::new(), Vec::new());
        for changes in std::mem::take(&mut chapters.changes) {
            own_rules.0.extend(changes.rules);
            insights.extend(changes.insight);
            in_place.extend(changes.in_place);
        }
        let in_place = acts.iter().filter(|verb| in_place.contains(verb)).cloned().collect();
        let period = supplement.judgement();
        let judgement = core.judgement.with(&period);
        let learnt = core.judgement.with(&core.seasoned).with(&period).with(&supplement.seasoned());
        let hits = Hits::of(&core.action_deck);
        let book = BookData { core, hits, judgement, weapons, guns, cites, acts, in_place };
        let seasoned = BookData { judgement: learnt, ..book.clone() };
        let period = Period { supplement, chapters: Arc::new(own_rules) };
        Self { book: Book::new(seasoned, book), period, chapters, insights: Insights(insights.into()) }
    }

    /// Asks something of the battle as it is seen, which may look up the same things many times.
    fn ask<A>(&self, view: &BattleView, question: impl FnOnce(&SkirmishView) -> A) -> A {
        let glance = Glance::default();
        question(&SkirmishView { view: view.with(&glance), book: self.book.judged_in(view) })
    }
}

/// Registers a ruleset of this family: its schedule, state, words and questions.
pub fn add_ruleset(
    app: &mut App,
    id: RulesetId,
    title: &'static str,
    prefixes: &'static [&'static str],
    mut vocabulary: Vocabulary,
    rules: CombatPatrol,
) {
    app.battle_component::<Section>("section");
    app.battle_component::<Soldier>("soldier");
    app.battle_component::<state::activity::Activity>("activity");
    app.battle_resource::<SequenceOfPlay>("sequence_of_play");
    app.battle_resource::<cards::decks::Decks>("decks");
    app.battle_resource::<state::doors::Doors>("doors");
    app.battle_resource::<state::led_horses::Horses>("led_horses");
    app.battle_resource::<state::guns::Guns>("guns");
    app.battle_resource::<state::happened::Happened>("happened");
    app.battle_resource::<state::mines::Mines>("mines");
    app.battle_resource::<state::prizes::Prizes>("prizes");
    app.battle_resource::<explosives::missions::Missions>("missions");
    app.battle_resource::<arms::wagons::Taken>("taken");
    rules.chapters.add(app, id);
    turn::sequence::add_between(app, id);
    let declare = turn::procedure::declare_in_place.before(driver::resolve::<Skirmish>);
    app.add_systems(Resolve::of(id), declare.in_set(ResolveSystems::Obey));
    vocabulary.verbs = rules.chapters.verbs.clone();
    vocabulary.questions = rules.chapters.questions.clone();
    let own = std::mem::take(&mut vocabulary.streams);
    vocabulary.streams = vec![
        ChanceStream {
            id: cards::decks::DICE.0,
            draws: Draws::Dice(6),
            by_side: false,
            hint: "the command dice of all units in their order when a turn begins (CP-2.1), and the dice of heroes",
        },
        ChanceStream {
            id: cards::decks::ACTIVATION.0,
            draws: Draws::Cards("activation".into()),
            by_side: false,
            hint: "the activation cards (CP-2.2)",
        },
        ChanceStream {
            id: "action".into(),
            draws: Draws::Cards("action".into()),
            by_side: true,
            hint: "the action cards that a side draws (CP-3.1)",
        },
        arrivals::stream(),
    ];
    vocabulary.streams.extend(own);
    vocabulary.decks = vec![
        DeckFaces {
            id: "action".into(),
            title: "Action deck",
            picture: "action".into(),
            cards: rules
                .book
                .core
                .action_deck
                .iter()
                .map(|card| (smol_str::format_smolstr!("{}", card.id), card.fields()))
                .collect(),
        },
        DeckFaces {
            id: "activation".into(),
            title: "Activation deck",
            picture: "activation".into(),
            cards: cards::decks::ACTIVATION_CARDS.iter().map(|card| (card.id(), card.fields())).collect(),
        },
    ];
    let book = Rulebook { id, title, prefixes, vocabulary: Arc::new(vocabulary), rules: Arc::new(rules) };
    app.world_mut().get_resource_or_init::<Rulebooks>().add(book);
}

impl Rules for CombatPatrol {
    fn awaiting(&self, view: &BattleView) -> Awaiting {
        self.ask(view, |cp| cp.awaiting())
    }

    fn check(&self, view: &BattleView, order: &Order) -> Result<Plan, Refusal> {
        self.ask(view, |cp| cp.check(order))
    }

    fn untimely(&self, view: &BattleView, order: &Order) -> Option<Refusal> {
        self.ask(view, |cp| cp.untimely(order))
    }

    fn candidates(&self, view: &BattleView, ask: &Ask) -> Vec<Order> {
        self.ask(view, |cp| evaluation::candidates(cp, ask))
    }

    fn appraise(&self, view: &BattleView, order: &Order) -> Explained {
        self.ask(view, |cp| evaluation::appraise(cp, order))
    }

    fn prospects(&self, view: &BattleView, ask: &Ask) -> Vec<(Order, Explained)> {
        self.ask(view, |cp| evaluation::prospects(cp, ask))
    }

    fn standings(&self, view: &BattleView) -> Vec<Standing> {
        self.ask(view, |cp| cp.standings())
    }

    fn imagine(&self, battle: &mut BattleMut, viewer: SideId) {
        cards::decks::imagine(battle);
        spotting::imagine::imagine(battle, viewer);
    }

    fn position(&self, view: &BattleView) -> Position {
        self.ask(view, |cp| cp.position())
    }

    fn weights(&self) -> &Weights {
        self.period.supplement.weights()
    }

    fn deck(&self, view: &BattleView, stream: &StreamId) -> Option<Vec<u16>> {
        let decks = view.resource::<cards::decks::Decks>();
        decks.action.iter().chain([&decks.activation]).find(|deck| deck.stream() == stream).map(Deck::all)
    }

    fn acting(&self, view: &BattleView) -> Option<UnitId> {
        view.resource::<SequenceOfPlay>().activation.as_ref().map(|activation| activation.unit)
    }

    fn open(&self, world: &mut World) {
        world.insert_resource(self.book.clone());
        world.insert_resource(self.period.clone());
        world.insert_resource(self.chapters.procedure.clone());
        world.insert_resource(self.insights.clone());
        let settings = SkirmishSettings::read(&world.resource::<Settings>().0);
        world.insert_resource(settings);
        world.remove_resource::<Outcome>();
        world.insert_resource(state::doors::Doors::default());
        world.insert_resource(state::led_horses::Horses::default());
        world.insert_resource(state::guns::Guns::default());
        world.insert_resource(state::happened::Happened::default());
        world.insert_resource(state::mines::Mines::default());
        world.insert_resource(explosives::missions::Missions::default());
        world.insert_resource(arms::wagons::Taken::default());
        let mut battle = BattleMut::new(world);
        turn::settings::enlist(&mut battle, &self.book);
        spotting::hide(&mut battle);
        ending::prizes::open(&mut battle);
        cards::decks::open(&mut battle, &self.book);
        explosives::mines::open(&mut battle, &self.book);
        explosives::missions::open(&mut battle);
        self.chapters.open(&mut battle);
        let deploys = !battle.resource::<Deployment>().0.is_empty();
        battle.world().insert_resource(SequenceOfPlay::new(if deploys { Stage::DEPLOY } else { Stage::NEW_TURN }));
        if deploys {
            turn::set_up::begin(&mut battle);
        } else {
            // The first turn does it once more; a table that is only laid comes to none.
            spotting::mark_places(&mut battle);
        }
        driver::advance::<Skirmish>(battle.world());
    }
}

impl TurnShown for CombatPatrol {
    fn turn_steps(&self, view: &BattleView) -> Option<TurnSteps> {
        Some(self.ask(view, |cp| cp.turn_steps()))
    }

    fn fixed_ways(&self, view: &BattleView) -> Vec<PlannedMove> {
        self.ask(view, |cp| cp.fixed_ways())
    }

    fn sheet(&self, view: &BattleView, ask: &Ask) -> Option<Sheet> {
        if ask.kind == "react" { self.ask(view, |cp| cp.sheet_of_reactions(ask)) } else { None }
    }

    fn fights_to_come(&self, view: &BattleView) -> Vec<Bout> {
        self.ask(view, melee::fight::fights_to_come)
    }
}

impl UnitsShown for CombatPatrol {
    fn unit_card(&self, view: &BattleView, unit: UnitId) -> UnitCard {
        self.ask(view, |cp| cp.unit_card(unit))
    }

    fn reaches(&self, view: &BattleView, unit: UnitId) -> Vec<Reach> {
        let command = self.ask(view, |cp| cp.leader_of(unit).map(|leader| (leader, cp.radius(leader))));
        let reach = |(leader, radius): (PieceId, f32)| Reach {
            centre: view.place(leader).at,
            radius,
            label: format!("command {radius:.0}\u{2033}"),
        };
        command.map(reach).into_iter().collect()
    }

    fn arc(&self, view: &BattleView, piece: PieceId) -> Option<Arc2> {
        let (weapon, (half_angle, _)) =
            self.ask(view, |cp| Some((cp.ranged_weapon(piece, 0.0)?, cp.supplement().fire_arc(cp, piece))))?;
        let (short, medium, long) = self.book.weapon(weapon).bands?;
        let place = view.place(piece);
        let rim = view.footprint(piece).half_depth();
        Some(Arc2 {
            apex: place.at,
            heading: place.facing,
            half_angle,
            bands: [("short", short), ("medium", medium), ("long", long)]
                .map(|(name, band)| (band + rim, format!("{name} {band:.0}\u{2033}")))
                .to_vec(),
        })
    }

    fn sightline(&self, view: &BattleView, eye: PieceId, target: PieceId) -> Option<Sightline> {
        let seen = self.ask(view, |cp| cp.line_of_sight(eye, target));
        let blocker = seen.err().map(|blocker| (blocker.what, blocker.at));
        Some(Sightline { blocker, rule: RuleId::new("CP-1.8") })
    }

    fn stride(&self, view: &BattleView, unit: UnitId) -> Option<Stride> {
        self.ask(view, |cp| cp.stride(unit))
    }

    fn things(&self, view: &BattleView) -> Vec<Thing> {
        self.ask(view, |cp| cp.things())
    }

    fn weapon_in_hand(&self, view: &BattleView, piece: PieceId) -> Option<SmolStr> {
        // It looks up one part of one piece: keeping what is found would take longer.
        SkirmishView { view: view.awhile(), book: &self.book }.weapon_in_hand(piece)
    }

    fn unit_state(&self, view: &BattleView, unit: UnitId) -> Option<String> {
        self.ask(view, |cp| cp.unit_state(unit))
    }
}

impl OrdersJudged for CombatPatrol {
    fn purpose(&self, _: &BattleView, order: &Order) -> Purpose {
        orders::verbs::purpose(&order.verb)
    }

    fn readiness(&self, view: &BattleView, unit: UnitId) -> Readiness {
        self.ask(view, |cp| cp.readiness(unit))
    }

    fn fire_on(&self, view: &BattleView, shooter: UnitId, target: UnitId) -> Option<Fire> {
        self.ask(view, |cp| cp.fire_on(shooter, target))
    }

    fn chance_if_standing(&self, view: &BattleView, order: &Order) -> Option<f32> {
        self.ask(view, |cp| cp.chance_if_standing(order))
    }
}

impl ScenarioRules for CombatPatrol {
    fn roll_problems(&self, army: &ArmyList) -> Vec<ArmyListProblem> {
        let mut problems = explosives::mines::problems(&self.book, army);
        problems.extend(turn::settings::problems(army));
        problems.extend(arms::artillery::indirect::problems(&self.book, army));
        problems.extend(arms::troop::problems(&self.book, &*self.period.supplement, army));
        problems.extend(spotting::muster::problems(&self.book, army, &|entry| self.begins_hidden(entry)));
        problems.extend(self.chapters.problems(army));
        problems
    }

    fn begins_hidden(&self, entry: &UnitEntry) -> bool {
        entry.hidden || arms::troop::begins_hidden(self.period.supplement.troops(), entry)
    }

    fn footprint(&self, entry: &UnitEntry, settings: &Values) -> Option<Footprint> {
        arms::mounted::dismounted(entry).then(|| fire::wounds::afoot(&CoreSettings::read(settings)))
    }

    fn led_horse(&self, entry: &UnitEntry, settings: &Values) -> Option<Footprint> {
        arms::mounted::dismounted(entry).then(|| arms::mounted::saddle(settings))
    }

    fn layout(
        &self,
        entry: &UnitEntry,
        _settings: &Values,
        terrain: &Terrain,
        anchor: Place,
        count: usize,
    ) -> Option<Vec<Outline>> {
        self.period.chapters.layout(entry, terrain, anchor, count)
    }

    fn settled(&self) -> &'static [(&'static str, &'static str)] {
        turn::sound::SETTLED
    }

    fn sound(&self, view: &BattleView) -> Result<(), String> {
        self.ask(view, |cp| cp.sound())
    }
}
