//! The end of a turn and the beginning of the next (CP-2.4, CP-2.1): one system for each step, in their order.

use bevy::ecs::{
    schedule::{IntoScheduleConfigs, ScheduleConfigs},
    system::{Commands, In, IntoSystem, Query, Res, ResMut, ScheduleSystem},
    world::World,
};

use super::activation::clear_moved_and_reacted;
use crate::{
    book::profile::{Section, Soldier},
    cards::decks,
    command::heroes,
    ending::{scenario_events, victory},
    evaluation::family::Phase,
    movement::arrivals,
    spotting,
    state::sequence_of_play::{SequenceOfPlay, Stage},
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    chance::Chance,
    events::{EventKind, Explained, RuleId},
    forces::{Piece, PieceId, Roster, SideId, UnitId},
    procedure::Stop,
    shared::dice,
    turn::{BattleMut, BattleView, Clock, ScenarioInfo, Tell, derived::state_changed},
};

/// What happens at the end of a turn and at the beginning of the next.
pub fn phases() -> Vec<Phase> {
    vec![Phase::chain(Stage::END_TURN, end_of_turn), Phase::chain(Stage::NEW_TURN, beginning_of_turn)]
}

/// CP-2.4: the scenario's events of the end of the turn; then the battle is over, or lost leaders are replaced.
fn end_of_turn() -> ScheduleConfigs<ScheduleSystem> {
    let replace_leaders = leaderless_units.pipe(ask_for_new_leaders).pipe(state_changed);
    (carry_out_scenario_events, end_the_battle.run_if(is_last_turn), replace_leaders.run_if(goes_on)).chain()
}

/// CP-2.4, steps 3 to 5, and CP-2.1: markers come off, the activation cards are shuffled, command dice are rolled.
fn beginning_of_turn() -> ScheduleConfigs<ScheduleSystem> {
    let after_a_turn = (
        say_that_the_turn_ends.pipe(state_changed),
        take_off_moved_and_reacted,
        decks::cards_of_the_turn.pipe(decks::shuffle_cards).pipe(state_changed),
    );
    let new_turn = (
        count_the_turn.pipe(state_changed),
        mark_suspected_places.run_if(is_first_turn),
        say_that_the_turn_begins,
        bring_arrivals,
        who_rolls.pipe(roll_command_dice).pipe(state_changed),
        turn_to_the_cards.pipe(state_changed),
    );
    (after_a_turn.chain().run_if(a_turn_was_played), new_turn.chain()).chain()
}

fn is_last_turn(clock: Res<Clock>, info: Res<ScenarioInfo>) -> bool {
    clock.turn >= info.turns
}

fn is_first_turn(clock: Res<Clock>) -> bool {
    clock.turn == 1
}

fn a_turn_was_played(clock: Res<Clock>) -> bool {
    clock.turn > 0
}

fn goes_on(play: Res<SequenceOfPlay>) -> bool {
    play.stage != Stage::OVER
}

fn carry_out_scenario_events(world: &mut World) {
    let turn = world.resource::<Clock>().turn;
    scenario_events::end_of_turn(&mut BattleMut::new(world), turn);
}

/// CP-15.1: after the last turn tells which side has won.
fn end_the_battle(world: &mut World) {
    let turn = world.resource::<Clock>().turn;
    let mut battle = BattleMut::new(world);
    battle.note(None, RuleId::new("CP-15.1"), format!("Turn {turn} ends, the last of the battle"));
    victory::end_battle(&mut battle);
    world.insert_resource(Stop);
}

/// The units that lost their leader this turn and have men that can take the lead.
fn leaderless_units(world: &World) -> Vec<UnitId> {
    let view = BattleView::whole(world);
    let cp = SkirmishView::of(view);
    let lost = &view.resource::<SequenceOfPlay>().lost_leaders;
    let units = lost.iter().map(|(unit, _)| *unit);
    units.filter(|unit| view.is_played(*unit) && cp.men(*unit).next().is_some()).collect()
}

/// CP-4.5: asks the owners of these units to name new leaders; if there are none, the turn is over.
fn ask_for_new_leaders(In(units): In<Vec<UnitId>>, mut play: ResMut<SequenceOfPlay>, mut commands: Commands) {
    if units.is_empty() {
        play.stage = Stage::NEW_TURN;
        return;
    }
    play.leaderless = units;
    play.stage = Stage::PROMOTE;
    commands.insert_resource(Stop);
}

fn say_that_the_turn_ends(mut play: ResMut<SequenceOfPlay>, mut tell: Tell) {
    play.lost_leaders.clear();
    let text = format!("Turn {} ends", tell.turn());
    tell.note(None, RuleId::new("CP-2.4"), text);
}

fn take_off_moved_and_reacted(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let view = battle.view();
    let there: Vec<PieceId> = view.pieces().filter(|piece| view.in_play(*piece)).collect();
    clear_moved_and_reacted(&mut battle, &there, RuleId::new("CP-2.4"));
}

fn count_the_turn(mut clock: ResMut<Clock>) {
    clock.turn += 1;
}

fn mark_suspected_places(world: &mut World) {
    spotting::mark_places(&mut BattleMut::new(world));
}

fn say_that_the_turn_begins(mut tell: Tell) {
    let turn = tell.turn();
    let kind = EventKind::Phase { phase: "command_dice".into(), turn };
    let text = format!("Turn {turn}: command dice are rolled");
    tell.log(None, kind, RuleId::new("CP-2.1"), text, Explained::default());
}

fn bring_arrivals(world: &mut World) {
    arrivals::come(&mut BattleMut::new(world));
}

/// The units that roll a command die, each with the heroes inside it that have dice of their own.
fn who_rolls(world: &World) -> Vec<(UnitId, Vec<PieceId>)> {
    let cp = SkirmishView::of(BattleView::whole(world));
    let units = cp.view.units().filter(|unit| cp.chapters().has_die(&cp, *unit));
    units.map(|unit| (unit, heroes::in_unit(&cp, unit))).collect()
}

/// CP-2.1, CP-13.1: every unit rolls its command die, and then each hero inside it his own.
fn roll_command_dice(
    In(rolling): In<Vec<(UnitId, Vec<PieceId>)>>,
    roster: Res<Roster>,
    mut chance: ResMut<Chance>,
    mut sections: Query<&mut Section>,
    mut soldiers: Query<(&Piece, &mut Soldier)>,
    mut tell: Tell,
) {
    let show = |tell: &mut Tell, (side, unit): (SideId, UnitId), die: u8, rule: &'static str, name: &str| {
        let kind = dice::rolled(side, Some(unit), &[die]);
        tell.detail(Some(side), kind, RuleId::new(rule), format!("{name} rolls {die}"));
    };
    for (unit, heroes) in rolling {
        let of = (roster.side_of_unit(unit), unit);
        if let Some(mut section) = roster.unit(unit).and_then(|entity| sections.get_mut(entity).ok()) {
            section.die = chance.roll(&decks::DICE, dice::FACES);
            let name = tell.unit_name(unit).to_owned();
            show(&mut tell, of, section.die, "CP-2.1", &name);
        }
        for hero in heroes {
            let known = roster.piece(hero).and_then(|entity| soldiers.get_mut(entity).ok());
            let Some((piece, mut soldier)) = known else { continue };
            let die = chance.roll(&decks::DICE, dice::FACES);
            if let Some(hero) = &mut soldier.hero {
                hero.die = die;
            }
            show(&mut tell, of, die, "CP-13.1", &piece.name);
        }
    }
}

fn turn_to_the_cards(mut play: ResMut<SequenceOfPlay>) {
    play.number = None;
    play.reshuffles = 0;
    play.green = false;
    play.queue.clear();
    play.stage = Stage::CARD;
}
