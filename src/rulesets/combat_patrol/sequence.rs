//! Turn and activation (chapter 2): the sequence of play, from decision to decision.

use bevy::{
    app::App,
    ecs::{
        resource::Resource,
        schedule::{IntoScheduleConfigs, ScheduleLabel, SystemSet},
        system::{IntoSystem, Res},
        world::World,
    },
};
use smol_str::SmolStr;

use super::{
    arrivals,
    artillery::crew,
    book::{Book, BookData, Cp},
    crewed,
    decks::{self, ActivationCard},
    flow::{Activation, Actor, Flow, Part, Stage},
    happenings, heroes, march, marks, melee, missions, morale, mounted,
    profile::{Grade, Level, Section},
    reaction, spotting, tempo, troop, victory, wagons,
};
use crate::{
    events::{EventKind, Explained, RuleId},
    forces::{PieceId, SideId, UnitId},
    rulesets::shared::dice,
    turn::{ActiveRulebook, Clock, Field, RulesetId, strict_schedule},
};

/// The schedule of a ruleset that is run at a stage: what happens then.
#[derive(ScheduleLabel, Debug, Clone, PartialEq, Eq, Hash)]
pub struct During(pub &'static str, pub Stage);

impl During {
    /// The schedule of a ruleset at a stage.
    pub fn of(ruleset: RulesetId, stage: Stage) -> Self {
        Self(ruleset.0, stage)
    }
}

/// The schedule of a ruleset that is run before each stage: what follows by itself from what has happened.
#[derive(ScheduleLabel, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Between(pub &'static str);

/// What happens at a stage, in its [`During`] schedule. A system of a period that is before it may go to another stage
/// instead.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StepSystems;

/// Somebody must decide, or the battle is over: a stage that is run puts this into the world, and play stops.
#[derive(Resource)]
pub struct Stop;

/// What happens at a stage; gives whether play goes on without anybody's decision.
pub type Run = fn(&mut Field, &Book) -> bool;

/// A stage at which something happens, with the name of its system. At a stage without one somebody must decide.
#[derive(Clone)]
pub struct Step {
    /// The stage.
    pub stage: Stage,
    /// The name of its system.
    pub name: &'static str,
    /// What happens.
    pub run: Run,
}

impl Step {
    /// What happens at a stage.
    pub fn new(stage: Stage, name: &'static str, run: Run) -> Self {
        Self { stage, name, run }
    }

    /// Adds it to a ruleset as a system in the schedule of its stage.
    pub fn add(self, app: &mut App, ruleset: RulesetId) {
        let stage = self.stage;
        let label = During::of(ruleset, stage.clone());
        strict_schedule(app, label.clone());
        let run = self.run;
        let system = move |world: &mut World| {
            let book = world.resource::<Book>().clone();
            if !run(&mut Field::new(world), &book) {
                world.insert_resource(Stop);
            }
        };
        let system = IntoSystem::into_system(system).with_name(self.name);
        let still_there = move |flow: Res<Flow>| flow.stage == stage;
        app.add_systems(label, system.run_if(still_there).in_set(StepSystems));
    }
}

/// What happens at the stages of the core.
pub fn steps() -> Vec<Step> {
    vec![
        Step::new(Stage::CARD, "draw_activation_card", |field, book| card(field, book)),
        Step::new(Stage::NEXT_UNIT, "begin_next_unit", |field, book| next_unit(field, book)),
        Step::new(Stage::MORALE, "carry_out_morale", |field, book| morale::carry_out(field, book)),
        Step::new(Stage::DECLARE, "ask_who_moves", |field, book| declare(field, book)),
        Step::new(Stage::ACT, "ask_who_acts", |field, _| act(field)),
        Step::new(Stage::SWEEP, "fire_on", |field, _| crewed::go_on(field)),
        Step::new(Stage::MARCH, "walk_the_paths", |field, book| march::go(field, book)),
        Step::new(Stage::REACTIONS, "carry_out_reactions", |field, book| reaction::carry_out(field, book)),
        Step::new(Stage::RESUME, "resume_the_march", |field, book| march::may_shorten(field, book)),
        Step::new(Stage::RIDE_ON, "ride_on", |field, _| mounted::beyond::ride_on(field)),
        Step::new(Stage::FIGHTS, "fight_hand_to_hand", |field, book| melee::next_fight(field, book)),
        Step::new(Stage::END_UNIT, "end_activation", |field, _| end_unit(field)),
        Step::new(Stage::END_TURN, "end_turn", end_turn),
    ]
}

/// Adds what follows by itself between the stages of a ruleset.
pub fn add_between(app: &mut App, ruleset: RulesetId) {
    let label = Between(ruleset.0);
    strict_schedule(app, label);
    app.add_systems(label, (settle_guns, quit, settle_hidden).chain());
}

fn settle_guns(world: &mut World) {
    let book = world.resource::<Book>().clone();
    crew::settle_all(&mut Field::new(world), &book);
}

fn quit(world: &mut World) {
    troop::quit(&mut Field::new(world));
}

fn settle_hidden(world: &mut World) {
    let book = world.resource::<Book>().clone();
    spotting::settle(&mut Field::new(world), &book);
}

/// Runs stage after stage until somebody must decide, or the battle is over.
pub fn advance(world: &mut World) {
    let ruleset = world.resource::<ActiveRulebook>().0.id;
    loop {
        world.run_schedule(Between(ruleset.0));
        let stage = world.resource::<Flow>().stage.clone();
        let ran = world.try_run_schedule(During::of(ruleset, stage)).is_ok();
        if !ran || world.remove_resource::<Stop>().is_some() {
            break;
        }
    }
}

/// Sets what happens next.
pub fn go_to(field: &mut Field, stage: Stage) {
    field.resource_mut::<Flow>().stage = stage;
}

/// CP-2.1: a turn begins: every unit on the table that somebody plays rolls its command die.
pub fn begin_turn(field: &mut Field) {
    let turn = {
        let mut clock = field.resource_mut::<Clock>();
        clock.turn += 1;
        clock.turn
    };
    if turn == 1 {
        spotting::mark_places(field);
    }
    let kind = EventKind::Phase { phase: "command_dice".into(), turn };
    field.log(None, kind, RuleId::new("CP-2.1"), format!("Turn {turn}: command dice are rolled"), Explained::default());
    arrivals::come(field, turn);
    let units: Vec<UnitId> = field.view().units().collect();
    for unit in units {
        let cp = Cp::of(field.view());
        if cp.men(unit).next().is_none() || !cp.view.is_played(unit) {
            continue;
        }
        let die = field.roll(&decks::DICE, 6);
        field.unit_mut::<Section>(unit).die = die;
        let view = field.view();
        let side = view.side_of_unit(unit);
        let text = format!("{} rolls {die}", view.unit(unit).name);
        dice::detail(field, (side, unit), &[die], "CP-2.1", text, Explained::default());
        heroes::roll(field, unit);
    }
    let mut flow = field.resource_mut::<Flow>();
    flow.number = None;
    flow.reshuffles = 0;
    flow.green = false;
    flow.queue.clear();
    flow.stage = Stage::CARD;
}

/// The units in play whose die shows a number, in id order.
fn units_showing(field: &Field, number: u8) -> Vec<UnitId> {
    let cp = Cp::of(field.view());
    cp.view.units().filter(|unit| cp.section(*unit).die == number && cp.men(*unit).next().is_some()).collect()
}

/// CP-2.3, CP-2.6, CP-2.7: the next activation card.
fn card(field: &mut Field, book: &BookData) -> bool {
    if victory::wiped_out(field) {
        victory::end_battle(field);
        return false;
    }
    let card = decks::draw_activation(field);
    let supplement = &book.supplement;
    match card {
        ActivationCard::Reshuffle => reshuffle(field),
        ActivationCard::Artillery => missions::land(field, book),
        ActivationCard::Green => field.resource_mut::<Flow>().green = true,
        ActivationCard::Number(number, red) => {
            let green = std::mem::take(&mut field.resource_mut::<Flow>().green);
            let mut units = units_showing(field, number);
            // CP-2.2: black is the first side's colour, red the second's.
            let bound = field.view().settings().flag("side_colours") == Some(true);
            let colours = |side: SideId| !bound || (side.0 == 1) == red;
            units.retain(|unit| colours(field.view().side_of_unit(*unit)));
            if green {
                units.retain(|unit| {
                    let cp = Cp::of(field.view());
                    let (grade, raised) = supplement.activation_grade(&cp, *unit);
                    let lost = grade == Grade::Green;
                    let (side, name) = (cp.view.side_of_unit(*unit), cp.unit_name(*unit).to_owned());
                    if lost {
                        let text = format!("{name} loses this activation to the Green card");
                        spotting::of_unit(field, *unit, |field| {
                            field.note(Some(side), RuleId::new("CP-2.7"), text);
                        });
                    } else if let Some(rule) = raised.filter(|_| cp.section(*unit).guts == Grade::Green) {
                        let text = format!("{name} is in close order: the Green card does not stop it");
                        spotting::of_unit(field, *unit, |field| field.note(Some(side), rule, text));
                    }
                    !lost
                });
            }
            let mut actors: Vec<Actor> = units.iter().copied().map(Actor::Unit).collect();
            actors.extend(heroes::showing(&Cp::of(field.view()), number, &units, green, &colours));
            let mut flow = field.resource_mut::<Flow>();
            (flow.number, flow.on_number) = (Some(number), true);
            put_in_order(field, book, actors, &card.name());
        }
        ActivationCard::Elite => {
            let number = field.view().resource::<Flow>().number;
            let units = match number {
                None => Vec::new(),
                Some(number) => units_showing(field, number)
                    .into_iter()
                    .filter(|unit| supplement.activation_grade(&Cp::of(field.view()), *unit).0 == Grade::Elite)
                    .collect(),
            };
            field.resource_mut::<Flow>().on_number = false;
            put_in_order(field, book, units.into_iter().map(Actor::Unit).collect(), "Elite");
        }
        ActivationCard::Hero => {
            let number = field.view().resource::<Flow>().number;
            let heroes = number.map_or(Vec::new(), |number| heroes::on_hero_card(&Cp::of(field.view()), number));
            field.resource_mut::<Flow>().on_number = false;
            put_in_order(field, book, heroes, "Hero");
        }
        ActivationCard::Event => happenings::draw(field),
    }
    true
}

/// CP-2.4, CP-2.14: a Reshuffle ends the turn; of two the second does.
fn reshuffle(field: &mut Field) {
    let double = decks::reshuffle_mode(&Cp::of(field.view())) == "double";
    let first = {
        let mut flow = field.resource_mut::<Flow>();
        flow.reshuffles += 1;
        flow.reshuffles == 1
    };
    if double && first {
        field.note(None, RuleId::new("CP-2.14"), "This Reshuffle is the first of two: the turn goes on");
    } else {
        tempo::tell(field);
        go_to(field, Stage::END_TURN);
    }
}

/// CP-2.5: if several may act on a card, each draws a ten-sided icon; higher acts first, ties draw again.
fn put_in_order(field: &mut Field, book: &BookData, actors: Vec<Actor>, card: &str) {
    let ordered = if actors.len() > 1 { draw_for_order(field, book, actors) } else { actors };
    let mut flow = field.resource_mut::<Flow>();
    flow.queue = ordered;
    flow.acted.clear();
    flow.heroes_acted.clear();
    flow.card = SmolStr::from(card);
    flow.stage = Stage::NEXT_UNIT;
}

fn draw_for_order(field: &mut Field, book: &BookData, actors: Vec<Actor>) -> Vec<Actor> {
    let mut drawn: Vec<(u8, Actor)> = Vec::new();
    for actor in actors {
        let view = field.view();
        let (unit, name) = match actor {
            Actor::Unit(unit) => (unit, view.unit(unit).name.clone()),
            Actor::Hero(piece) => (view.unit_of(piece), view.piece(piece).name.clone()),
        };
        let side = view.side_of_unit(unit);
        let card = spotting::of_unit(field, unit, |field| {
            decks::draw(field, book, side, &["d10"], RuleId::new("CP-2.5"), |card| {
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
            ordered.extend(draw_for_order(field, book, tied));
        } else {
            ordered.extend(tied);
        }
    }
    ordered
}

/// The next unit on the card begins its activation, or its leader is asked first (CP-2.13).
fn next_unit(field: &mut Field, book: &BookData) -> bool {
    let next = {
        let mut flow = field.resource_mut::<Flow>();
        if flow.queue.is_empty() { None } else { Some(flow.queue.remove(0)) }
    };
    let unit = match next {
        None => {
            go_to(field, Stage::CARD);
            return true;
        }
        Some(Actor::Hero(piece)) => {
            begin_alone(field, piece);
            return true;
        }
        Some(Actor::Unit(unit)) => unit,
    };
    if Cp::of(field.view()).men(unit).next().is_none() {
        return true;
    }
    let cp = Cp::of(field.view());
    let flow = cp.view.resource::<Flow>();
    let above_team = cp.leader_of(unit).and_then(|leader| cp.as_leader(leader)).is_some_and(|l| l.level > Level::Team);
    let acted = flow.acted.clone();
    let on_number = flow.on_number && flow.number == Some(cp.section(unit).die);
    let may_swap = above_team && on_number && !cp.swappable(unit, cp.section(unit).die, &acted).is_empty();
    if may_swap {
        let mut flow = field.resource_mut::<Flow>();
        flow.activation = Some(Activation::new(unit));
        flow.stage = Stage::LEAD;
        return false;
    }
    begin_unit(field, book, unit);
    // The owner may have to say whether the leader removes markers.
    field.view().resource::<Flow>().stage != Stage::STEADY
}

/// CP-2.11: a unit's activation begins: Moved and Reacted come off, then the leader may remove morale markers.
pub fn begin_unit(field: &mut Field, book: &BookData, unit: UnitId) {
    let view = field.view();
    let side = view.side_of_unit(unit);
    let text = format!("{} acts on {}", view.unit(unit).name, view.resource::<Flow>().card);
    let turn = view.clock().turn;
    let cp = Cp::of(view);
    // `HelpAtGun`: helpers act with the gun's crew, not with their own unit.
    let mut figures: Vec<PieceId> = view.present(unit).filter(|piece| !cp.helps(*piece)).collect();
    figures.extend(cp.helpers_of(unit));
    // CP-12.4: what a hidden unit does only its own side learns.
    let veil = spotting::veil_of(field, unit);
    field.veil(veil);
    let kind = EventKind::Phase { phase: "activation".into(), turn };
    field.log(Some(side), kind, RuleId::new("CP-2.11"), text, Explained::default());
    let mut activation = Activation::new(unit);
    for piece in &figures {
        activation.parts.push((*piece, first_part(field, *piece)));
    }
    let text = format!("{} is no longer pinned", field.view().unit(unit).name);
    field.mark_unit(unit, &marks::PINNED, 0, RuleId::new("CP-11.4"), text);
    {
        let mut flow = field.resource_mut::<Flow>();
        flow.acted.push(unit);
        flow.activation = Some(activation);
    }
    let most = morale::most_removals(&Cp { view: field.view(), book }, unit);
    go_to(field, if most > 0 { Stage::STEADY } else { Stage::MORALE });
    if most == 0 {
        morale::draw_all(field, book);
    }
}

/// CP-2.11: Moved and Reacted come off a figure that is to act; whether it still has an action on this card.
fn first_part(field: &mut Field, piece: PieceId) -> Part {
    let view = field.view();
    // CP-10.4: with this setting a figure that reacted has used its action.
    let costly = view.settings().flag("reaction_costs_activation") == Some(true);
    let reacted = costly && view.mark(piece, &marks::REACTED) > 0;
    clear_moved_and_reacted(field, piece, RuleId::new("CP-2.11"));
    let acted = Cp::of(field.view()).hero(piece).is_some() && {
        // CP-13.2: a hero has one action on a card, with his unit or without it.
        let mut flow = field.resource_mut::<Flow>();
        let acted = flow.heroes_acted.contains(&piece);
        flow.heroes_acted.push(piece);
        acted
    };
    if reacted || acted { Part::Done } else { Part::Stationary }
}

/// CP-2.8, CP-13.2: a hero inside a unit acts by himself; the unit's morale is no matter of this activation.
fn begin_alone(field: &mut Field, piece: PieceId) {
    let view = field.view();
    if !view.in_play(piece) || view.resource::<Flow>().heroes_acted.contains(&piece) {
        return;
    }
    let (unit, side, turn) = (view.unit_of(piece), view.side_of(piece), view.clock().turn);
    let text = format!("{} acts alone on {}", view.piece(piece).name, view.resource::<Flow>().card);
    let kind = EventKind::Phase { phase: "activation".into(), turn };
    field.log(Some(side), kind, RuleId::new("CP-13.2"), text, Explained::default());
    let part = first_part(field, piece);
    let activation = Activation { alone: Some(piece), parts: vec![(piece, part)], ..Activation::new(unit) };
    field.resource_mut::<Flow>().activation = Some(activation);
    go_to(field, Stage::DECLARE);
}

/// Takes Moved and Reacted off a figure (CP-1.9).
fn clear_moved_and_reacted(field: &mut Field, piece: PieceId, rule: RuleId) {
    for (mark, text) in [(marks::MOVED, "counts as standing again"), (marks::REACTED, "may react again")] {
        if field.view().marks(piece).has(&mark) {
            let text = format!("{} {text}", field.view().piece(piece).name);
            field.mark_piece(piece, &mark, 0, rule.clone(), text);
        }
    }
}

/// CP-2.11: whether the owner has anything to declare; a unit that cannot move goes on to its actions.
fn declare(field: &mut Field, book: &BookData) -> bool {
    let cp = Cp { view: field.view(), book };
    let activation = cp.view.resource::<Flow>().active();
    let can_move = activation.parts.iter().any(|(piece, _)| cp.may_declare(activation, *piece).is_ok());
    if can_move {
        // `EasyPrey`: easy prey leaves some no choice; what is left of their activation is for those who could not go.
        return troop::prey::lure(field, book) && field.view().resource::<Flow>().stage != Stage::PREY;
    }
    go_to(field, Stage::ACT);
    true
}

/// Whether a figure of the unit has anything left to do; if none has, the activation ends.
fn act(field: &mut Field) -> bool {
    let side = field.view().side_of_unit(field.view().resource::<Flow>().active().unit);
    let cp = Cp::of(field.view_of(side));
    let activation = cp.view.resource::<Flow>().active();
    let anything = activation.parts.iter().any(|(piece, _)| cp.has_something_to_do(activation, *piece));
    if anything {
        return false;
    }
    go_to(field, Stage::FIGHTS);
    true
}

/// CP-2.11, step 8: stun from sprinting; the activation ends.
fn end_unit(field: &mut Field) -> bool {
    let activation = {
        let mut flow = field.resource_mut::<Flow>();
        flow.stage = Stage::NEXT_UNIT;
        flow.activation.take()
    };
    let Some(activation) = activation else { return true };
    field.veil(None);
    for piece in activation.with_part(Part::Sprinting) {
        if field.view().in_play(piece) && Cp::of(field.view()).is_man(piece) {
            let haste = Cp::of(field.view()).haste(piece);
            super::wounds::stun(field, piece, haste.rule, &format!(", out of breath from {}", haste.doing));
        }
    }
    mounted::horses::run_loose(field, activation.unit);
    wagons::change_hands(field);
    if victory::wiped_out(field) {
        victory::end_battle(field);
        return false;
    }
    true
}

/// CP-2.4: the turn ends; leaders are replaced, markers come off, cards are shuffled and dice rolled anew.
fn end_turn(field: &mut Field, book: &Book) -> bool {
    let view = field.view();
    let turn = view.clock().turn;
    if turn >= view.occasion().turns {
        happenings::end_of_turn(field, turn);
        field.note(None, RuleId::new("CP-15.1"), format!("Turn {turn} ends, the last of the battle"));
        victory::end_battle(field);
        return false;
    }
    happenings::end_of_turn(field, turn);
    let view = field.view();
    let leaderless: Vec<UnitId> = view
        .resource::<Flow>()
        .lost_leaders
        .iter()
        .map(|(unit, _)| *unit)
        .filter(|unit| view.is_played(*unit) && Cp::of(view).men(*unit).next().is_some())
        .collect();
    if !leaderless.is_empty() {
        let mut flow = field.resource_mut::<Flow>();
        flow.leaderless = leaderless;
        flow.stage = Stage::PROMOTE;
        return false;
    }
    finish_turn(field, book);
    true
}

/// CP-2.4, steps 3 to 5.
pub fn finish_turn(field: &mut Field, book: &BookData) {
    let turn = field.view().clock().turn;
    field.note(None, RuleId::new("CP-2.4"), format!("Turn {turn} ends"));
    field.resource_mut::<Flow>().lost_leaders.clear();
    let pieces: Vec<PieceId> = field.view().pieces().filter(|piece| field.view().in_play(*piece)).collect();
    for piece in pieces {
        clear_moved_and_reacted(field, piece, RuleId::new("CP-2.4"));
    }
    decks::reshuffle_activation(field, book);
    begin_turn(field);
}
