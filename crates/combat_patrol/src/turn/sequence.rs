//! Turn and activation (chapter 2): the sequence of play, from decision to decision.

use bevy::{
    app::App,
    ecs::{
        schedule::{IntoScheduleConfigs, ScheduleConfigs, SystemCondition, common_conditions::not},
        system::{In, IntoSystem, ScheduleSystem},
        world::World,
    },
};
use smol_str::SmolStr;

use super::{
    activation::{self, begin_alone, begin_unit, begin_unplayed},
    march,
    procedure::phase,
};
use crate::{
    arms::{artillery::crew, troop},
    book::{grade::Grade, profile::Level, rule_settings::ReshuffleMode},
    cards::{
        decks::{self, ActivationCard},
        tempo,
    },
    command::{cues, heroes},
    ending::{scenario_events, victory},
    evaluation::family::{Phase, Skirmish},
    explosives::missions,
    fire::crewed,
    melee::{aftermath, clash, fight},
    morale, reaction, spotting,
    state::{
        guns::Guns,
        sequence_of_play::{Activation, Actor, March, SequenceOfPlay, Stage, go_to},
    },
    view::rulebook::{Book, BookData, SkirmishView},
};
use grapeshot_floor::{
    events::RuleId,
    forces::{SideId, UnitId},
    procedure::{
        Between, BetweenSystems,
        phase::{at, stop},
    },
    turn::{BattleMut, BattleView, Concealment, RulesetId},
};

/// What happens at the stages of the core.
pub fn phases() -> Vec<Phase> {
    vec![
        Phase::system(Stage::CARD, decks::draw_activation_card.pipe(obey_card)),
        phase(Stage::NEXT_UNIT, "begin_next_unit", |battle, book| next_unit(battle, book)),
        phase(Stage::MORALE, "carry_out_morale", |battle, book| morale::carry_out(battle, book)),
        phase(Stage::DECLARE, "ask_who_moves", |battle, book| activation::declare(battle, book)),
        phase(Stage::ACT, "ask_who_acts", |battle, _| activation::act(battle)),
        phase(Stage::SWEEP, "fire_on", |battle, _| crewed::go_on(battle)),
        phase(Stage::MARCH, "walk_the_paths", |battle, book| of_march(battle, book, march::go)),
        phase(Stage::REACTIONS, "carry_out_reactions", |battle, book| of_march(battle, book, reaction::carry_out)),
        phase(Stage::RESUME, "resume_the_march", |battle, book| of_march(battle, book, march::may_shorten)),
        phase(Stage::RIDE_ON, "ride_on", |battle, book| of_march(battle, book, march::ride_on)),
        Phase::chain(Stage::FIGHTS, fights),
        phase(Stage::END_UNIT, "end_activation", |battle, _| activation::end_unit(battle)),
    ]
}

/// CP-9.1, CP-9.2, CP-9.8: fights the next fight if only one is left; the owner is asked if there are several; after
/// all of them nobody stays in contact.
fn fights() -> ScheduleConfigs<ScheduleSystem> {
    let left = |is: fn(usize) -> bool| {
        move |world: &World| is(fight::open_fights(&SkirmishView::of(BattleView::whole(world))).len())
    };
    let fight = clash::fight_left.pipe(clash::sum_up).pipe(clash::drop_lances).pipe(clash::draw_cards);
    (
        stop.run_if(left(|fights| fights > 1)),
        part_all.run_if(left(|fights| fights == 0)),
        fight.pipe(clash::carry_out).run_if(at::<Skirmish>(Stage::FIGHTS).and_then(left(|fights| fights == 1))),
        stop.run_if(at::<Skirmish>(Stage::FOLLOW_UP).or_else(at::<Skirmish>(Stage::BREAKTHROUGH))),
    )
        .chain()
}

/// CP-9.8: parts all figures after the fights; then comes what was put off for them, or the end of the activation.
fn part_all(world: &mut World) {
    let mut battle = BattleMut::new(world);
    aftermath::part_all(&mut battle);
    let then = battle.resource_mut::<SequenceOfPlay>().active_mut().then.take();
    go_to(&mut battle, then.unwrap_or(Stage::END_UNIT));
}

/// Runs a stage of the movement under way. Without a movement the next unit acts.
fn of_march(battle: &mut BattleMut, book: &BookData, run: fn(&mut BattleMut, &BookData, &March) -> bool) -> bool {
    if let Some(march) = march::under_way(battle) {
        return run(battle, book, &march);
    }
    go_to(battle, Stage::NEXT_UNIT);
    true
}

/// Adds the systems that run by themselves between the stages of a ruleset.
pub fn add_between(app: &mut App, ruleset: RulesetId) {
    let label = Between(ruleset.0);
    let systems = (settle_guns, quit, settle_hidden, end_when_wiped_out.run_if(at::<Skirmish>(Stage::CARD)));
    // The end of a turn and the beginning of the next run in one go.
    app.configure_sets(label, BetweenSystems.run_if(not(at::<Skirmish>(Stage::NEW_TURN))));
    app.add_systems(label, systems.chain().in_set(BetweenSystems));
}

fn settle_guns(world: &mut World) {
    if world.resource::<Guns>().0.is_empty() {
        return;
    }
    let book = world.resource::<Book>().clone();
    crew::settle_all(&mut BattleMut::new(world), &book);
}

fn quit(world: &mut World) {
    troop::quit(&mut BattleMut::new(world));
}

/// CP-15.1: ends the battle before the next card if a side has nobody left.
fn end_when_wiped_out(world: &mut World) {
    let mut battle = BattleMut::new(world);
    if victory::wiped_out(&battle) {
        victory::end_battle(&mut battle);
    }
}

fn settle_hidden(world: &mut World) {
    if world.resource::<Concealment>().is_empty() {
        return;
    }
    let mut battle = BattleMut::new(world);
    let before = battle.view().log().len();
    spotting::settle(&mut battle);
    if battle.view().log().len() > before {
        march::look_again(&mut battle);
    }
}

/// The units in play whose die shows a number, in id order.
fn units_showing(battle: &BattleMut, number: u8) -> Vec<UnitId> {
    let cp = SkirmishView::of(battle.view());
    cp.view.units().filter(|unit| cp.section(*unit).die == number && cp.chapters().heeds_die(&cp, *unit)).collect()
}

/// CP-2.3, CP-2.6, CP-2.7: carries out what the activation card says.
fn obey_card(In(card): In<ActivationCard>, world: &mut World) -> bool {
    let book = world.resource::<Book>().clone();
    obey(&mut BattleMut::new(world), &book, card);
    true
}

fn obey(battle: &mut BattleMut, book: &BookData, card: ActivationCard) {
    battle.resource_mut::<SequenceOfPlay>().on_number = matches!(card, ActivationCard::Number(..));
    match card {
        ActivationCard::Reshuffle => reshuffle(battle),
        ActivationCard::Artillery => missions::land(battle, book),
        ActivationCard::Green => battle.resource_mut::<SequenceOfPlay>().green = true,
        ActivationCard::Number(number, red) => {
            let green = std::mem::take(&mut battle.resource_mut::<SequenceOfPlay>().green);
            let mut units = units_showing(battle, number);
            // CP-2.2: black is the first side's colour, red the second's.
            let bound = SkirmishView::of(battle.view()).settings().core.side_colours;
            let colours = |side: SideId| !bound || (side.0 == 1) == red;
            units.retain(|unit| colours(battle.view().side_of_unit(*unit)));
            if green {
                units.retain(|unit| {
                    let cp = SkirmishView::of(battle.view());
                    let (grade, raised) = cp.supplement().activation_grade(&cp, *unit);
                    let lost = grade == Grade::Green;
                    let (side, name) = (cp.view.side_of_unit(*unit), cp.unit_name(*unit).to_owned());
                    if lost {
                        let text = format!("{name} loses this activation to the Green card");
                        spotting::of_unit(battle, *unit, |battle| {
                            battle.note(Some(side), RuleId::new("CP-2.7"), text);
                        });
                    } else if let Some(rule) = raised.filter(|_| cp.section(*unit).guts == Grade::Green) {
                        let text = format!("{name} is in close order: the Green card does not stop it");
                        spotting::of_unit(battle, *unit, |battle| battle.note(Some(side), rule, text));
                    }
                    !lost
                });
            }
            let mut actors: Vec<Actor> = units.iter().copied().map(Actor::Unit).collect();
            actors.extend(heroes::showing(&SkirmishView::of(battle.view()), number, &units, green, &colours));
            battle.resource_mut::<SequenceOfPlay>().number = Some(number);
            put_in_order(battle, book, actors, &card.name());
        }
        ActivationCard::Elite => {
            let number = battle.resource::<SequenceOfPlay>().number;
            let units = match number {
                None => Vec::new(),
                Some(number) => units_showing(battle, number)
                    .into_iter()
                    .filter(|unit| {
                        let cp = SkirmishView::of(battle.view());
                        cp.supplement().activation_grade(&cp, *unit).0 == Grade::Elite
                    })
                    .collect(),
            };
            put_in_order(battle, book, units.into_iter().map(Actor::Unit).collect(), "Elite");
        }
        ActivationCard::Hero => {
            let number = battle.resource::<SequenceOfPlay>().number;
            let heroes =
                number.map_or(Vec::new(), |number| heroes::on_hero_card(&SkirmishView::of(battle.view()), number));
            put_in_order(battle, book, heroes, "Hero");
        }
        ActivationCard::Event => scenario_events::draw(battle),
    }
}

/// CP-2.4, CP-2.14: a Reshuffle ends the turn, or with two in the deck the second does.
fn reshuffle(battle: &mut BattleMut) {
    let double = SkirmishView::of(battle.view()).settings().core.reshuffle_mode == ReshuffleMode::Double;
    let first = {
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        play.reshuffles += 1;
        play.reshuffles == 1
    };
    if double && first {
        battle.note(None, RuleId::new("CP-2.14"), "This Reshuffle is the first of two: the turn goes on");
    } else {
        tempo::tell(battle);
        go_to(battle, Stage::END_TURN);
    }
}

/// CP-2.5: puts the units in order that may act on a card: each draws a ten-sided icon; higher acts first, ties draw
/// again.
fn put_in_order(battle: &mut BattleMut, book: &BookData, actors: Vec<Actor>, card: &str) {
    let ordered = if actors.len() > 1 { draw_for_order(battle, book, actors) } else { actors };
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    play.queue = ordered;
    play.acted.clear();
    play.heroes_acted.clear();
    play.card = SmolStr::from(card);
    play.stage = Stage::NEXT_UNIT;
}

fn draw_for_order(battle: &mut BattleMut, book: &BookData, actors: Vec<Actor>) -> Vec<Actor> {
    let mut drawn: Vec<(u8, Actor)> = Vec::new();
    for actor in actors {
        let view = battle.view();
        let (unit, name) = match actor {
            Actor::Unit(unit) => (unit, view.unit(unit).name.clone()),
            Actor::Hero(piece) => (view.unit_of(piece), view.piece(piece).name.clone()),
        };
        let side = view.side_of_unit(unit);
        let card = spotting::of_unit(battle, unit, |battle| {
            decks::draw(battle, book, side, &["d10"], RuleId::new("CP-2.5"), |card| {
                format!("{name} draws {} for the order of play", card.d10)
            })
        });
        drawn.push((card.d10, actor));
    }
    drawn.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut ordered = Vec::new();
    for tied in drawn.chunk_by(|a, b| a.0 == b.0) {
        let tied: Vec<Actor> = tied.iter().map(|(_, actor)| *actor).collect();
        if tied.len() > 1 {
            ordered.extend(draw_for_order(battle, book, tied));
        } else {
            ordered.extend(tied);
        }
    }
    ordered
}

/// Begins the activation of the next unit on the card, or asks its leader first (CP-2.13).
fn next_unit(battle: &mut BattleMut, book: &BookData) -> bool {
    let next = {
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        if play.queue.is_empty() { None } else { Some(play.queue.remove(0)) }
    };
    let unit = match next {
        None => {
            go_to(battle, Stage::CARD);
            return true;
        }
        Some(Actor::Hero(piece)) => {
            begin_alone(battle, piece);
            return true;
        }
        Some(Actor::Unit(unit)) => unit,
    };
    let cp = SkirmishView::of(battle.view());
    if !cp.view.is_played(unit) || cp.men(unit).next().is_none() {
        if cp.chapters().heeds_die(&cp, unit) {
            begin_unplayed(battle, unit);
        }
        return true;
    }
    cues::note(battle, unit);
    let cp = SkirmishView::of(battle.view());
    let play = cp.view.resource::<SequenceOfPlay>();
    let above_team = cp.leader_of(unit).and_then(|leader| cp.as_leader(leader)).is_some_and(|l| l.level > Level::Team);
    let acted = play.acted.clone();
    let on_number = play.on_number && play.number == Some(cp.section(unit).die);
    let may_swap = above_team && on_number && !cp.swappable(unit, cp.section(unit).die, &acted).is_empty();
    if may_swap {
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        play.activation = Some(Activation::new(unit));
        play.stage = Stage::LEAD;
        return false;
    }
    begin_unit(battle, book, unit);
    // The owner may have to say whether the leader removes markers.
    battle.resource::<SequenceOfPlay>().stage != Stage::STEADY
}
