//! Orders of leaders and of the turn: deploying, acting, swapping dice, markers, a new leader, the end.

use bevy::ecs::system::{In, ResMut};
use smol_str::SmolStr;

use super::super::{activation::begin_unit, procedure::handler, set_up};
use crate::{
    arms::troop,
    book::{
        grade::Grade,
        profile::{Leader, Level, Section, Soldier},
    },
    evaluation::family::{By, Handler},
    morale,
    orders::verbs,
    spotting,
    state::sequence_of_play::{SequenceOfPlay, Stage, go_to},
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{PieceId, UnitId},
    orders::Order,
    procedure::plainly,
    shared::dice,
    table::position::Place,
    turn::{BattleMut, Tell},
};

pub(super) fn handlers() -> Vec<Handler> {
    vec![
        handler(verbs::READY, By::Side, |_, _| plainly("The battle begins", ()), resolve_ready),
        handler(verbs::DEPLOY, By::Side, |cp, order| cp.check_deploy(order), resolve_deploy),
        handler(verbs::ACT, By::Side, |_, _| plainly("The leader acts himself", ()), resolve_act),
        handler(verbs::SWAP, By::Side, |cp, order| cp.check_swap_order(order), resolve_swap),
        handler(verbs::STEADY, By::Side, |cp, order| cp.check_number(order), resolve_steady),
        handler(verbs::HUNT, By::Side, |cp, order| cp.check_hunt(order, cp.activation()), resolve_hunt),
        handler(verbs::PROMOTE, By::Side, |cp, order| cp.check_promote(order), resolve_promote),
        Handler::system(verbs::END, |_, _| plainly("The unit's activation ends", ()), end_activation).by(By::Unit),
    ]
}

fn resolve_ready(battle: &mut BattleMut, _: &BookData, order: &Order, (): ()) {
    set_up::ready(battle, order.side);
}

fn resolve_deploy(
    battle: &mut BattleMut,
    _: &BookData,
    order: &Order,
    (unit, places): (UnitId, Vec<(PieceId, Place)>),
) {
    set_up::place(battle, order.side, unit, &places);
}

fn resolve_act(battle: &mut BattleMut, book: &BookData, _: &Order, (): ()) {
    let unit = battle.resource::<SequenceOfPlay>().active().unit;
    begin_unit(battle, book, unit);
}

/// CP-2.13: gives the unit the number just drawn, so that it acts at once; the leader takes the unit's old number.
fn resolve_swap(battle: &mut BattleMut, book: &BookData, _: &Order, target: UnitId) {
    let unit = battle.resource::<SequenceOfPlay>().active().unit;
    let cp = SkirmishView::of(battle.view());
    let (number, old) = (cp.section(unit).die, cp.section(target).die);
    let side = cp.view.side_of_unit(unit);
    let text = format!("{} gives the {number} to {} and takes its {old}", cp.unit_name(unit), cp.unit_name(target));
    let hides = if spotting::veil_of(battle, target).is_some() { target } else { unit };
    spotting::of_unit(battle, hides, |battle| battle.note(Some(side), RuleId::new("CP-2.13"), text));
    for (unit, die) in [(target, number), (unit, old)] {
        battle.unit_mut::<Section>(unit).die = die;
        let text = format!("{} now shows {die}", battle.view().unit(unit).name);
        dice::detail(battle, (side, unit), &[die], "CP-2.13", text, Explained::default());
    }
    begin_unit(battle, book, target);
}

fn resolve_steady(battle: &mut BattleMut, book: &BookData, _: &Order, count: f32) {
    morale::remove_markers(battle, book, count as u8);
}

fn resolve_hunt(battle: &mut BattleMut, book: &BookData, _: &Order, (prey, rule): (UnitId, RuleId)) {
    troop::prey::go_at(battle, book, prey, &rule);
}

/// CP-4.5: the new leader's Guts is one grade below the lost leader's, his level and radius the same.
fn resolve_promote(battle: &mut BattleMut, _: &BookData, _: &Order, piece: PieceId) {
    let unit = battle.view().unit_of(piece);
    let lost = {
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        play.leaderless.remove(0);
        play.lost_leaders.iter().find(|(known, _)| *known == unit).map(|(_, leader)| leader.clone())
    };
    let mut leader = lost.unwrap_or(Leader {
        guts: Grade::Regular,
        level: Level::Team,
        rank: SmolStr::new_static("corporal"),
        trained: true,
    });
    leader.guts = leader.guts.down();
    let text = format!(
        "{} takes the lead of {}, Guts {}",
        battle.view().piece(piece).name,
        battle.view().unit(unit).name,
        leader.guts
    );
    battle.piece_mut::<Soldier>(piece).leader = Some(leader);
    battle.unit_mut::<Section>(unit).leader = Some(piece);
    let side = battle.view().side_of_unit(unit);
    let kind = EventKind::Joined { piece, unit, post: Some("leader".into()) };
    battle.log(Some(side), kind, RuleId::new("CP-4.5"), text, Explained::default());
    if battle.resource::<SequenceOfPlay>().leaderless.is_empty() {
        go_to(battle, Stage::NEW_TURN);
    }
}

/// CP-2.11: ends the unit's actions; its fights come next.
fn end_activation(In(ordered): In<Option<(Order, ())>>, mut play: ResMut<SequenceOfPlay>, mut tell: Tell) {
    let Some((order, ())) = ordered else { return };
    let text = format!("{} does no more", tell.unit_name(play.active().unit));
    tell.detail(Some(order.side), EventKind::Note, RuleId::new("CP-2.11"), text);
    play.stage = Stage::FIGHTS;
}
