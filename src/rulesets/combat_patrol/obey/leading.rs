//! What leaders do, and the turn around it: deploying, acting, dice given away, markers, a new leader, the end.

use bevy::ecs::world::World;
use smol_str::SmolStr;

use super::{acting, by_order, in_hand};
use crate::{
    events::{EventKind, Explained, RuleId},
    rulesets::combat_patrol::{
        book::{Cp, book},
        flow::{Flow, Stage},
        morale,
        profile::{Grade, Leader, Level, Section, Soldier},
        sequence::{self, begin_unit, go_to},
        set_up, spotting, troop,
    },
    turn::Field,
};

pub(super) fn obey_ready(world: &mut World) {
    let (mut field, order) = in_hand(world);
    set_up::ready(&mut field, order.side);
}

pub(super) fn obey_deploy(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let places = by_order(&field, &order).deployment_places(&order).expect("the order was checked");
    set_up::place(&mut field, order.side, &places);
}

pub(super) fn obey_act(world: &mut World) {
    let mut field = Field::new(world);
    let book = book(&field);
    let unit = field.view().resource::<Flow>().active().unit;
    begin_unit(&mut field, &book, unit);
}

/// CP-2.13: the unit holds the number just drawn and acts at once; the leader keeps its old number.
pub(super) fn obey_swap(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let book = book(&field);
    let unit = field.view().resource::<Flow>().active().unit;
    let target = order.target_unit.expect("the order was checked");
    let cp = Cp::of(field.view());
    let (number, old) = (cp.section(unit).die, cp.section(target).die);
    let side = cp.view.side_of_unit(unit);
    let text = format!("{} gives his {number} to {} and keeps its {old}", cp.unit_name(unit), cp.unit_name(target));
    let hides = if spotting::veil_of(&field, target).is_some() { target } else { unit };
    spotting::of_unit(&mut field, hides, |field| field.note(Some(side), RuleId::new("CP-2.13"), text));
    for (unit, die) in [(target, number), (unit, old)] {
        field.unit_mut::<Section>(unit).die = die;
        let kind = EventKind::Rolled { side: Some(side), unit: Some(unit), faces: 6, dice: vec![die] };
        let text = format!("{} now shows {die}", field.view().unit(unit).name);
        field.detail(Some(side), kind, RuleId::new("CP-2.13"), text, Explained::default());
    }
    begin_unit(&mut field, &book, target);
}

pub(super) fn obey_steady(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let book = book(&field);
    let count = order.number.expect("the order was checked") as u8;
    morale::remove_markers(&mut field, &book, count);
}

pub(super) fn obey_hunt(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let book = book(&field);
    let prey = order.target_unit.expect("the order was checked");
    troop::prey::go_at(&mut field, &book, prey);
}

/// CP-4.5: the new leader's Guts is one grade below the lost leader's, his level and radius the same.
pub(super) fn obey_promote(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let book = book(&field);
    let piece = order.pieces[0];
    let unit = field.view().unit_of(piece);
    let lost = {
        let mut flow = field.resource_mut::<Flow>();
        flow.leaderless.remove(0);
        flow.lost_leaders.iter().find(|(known, _)| *known == unit).map(|(_, leader)| leader.clone())
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
        field.view().piece(piece).name,
        field.view().unit(unit).name,
        leader.guts
    );
    field.piece_mut::<Soldier>(piece).leader = Some(leader);
    field.unit_mut::<Section>(unit).leader = Some(piece);
    let side = field.view().side_of_unit(unit);
    let kind = EventKind::Joined { piece, unit, post: Some("leader".into()) };
    field.log(Some(side), kind, RuleId::new("CP-4.5"), text, Explained::default());
    if field.view().resource::<Flow>().leaderless.is_empty() {
        sequence::finish_turn(&mut field, &book);
    }
}

pub(super) fn obey_end(world: &mut World) {
    let (mut field, order) = in_hand(world);
    let text = format!("{} does no more", acting(&field));
    field.detail(Some(order.side), EventKind::Note, RuleId::new("CP-2.11"), text, Explained::default());
    go_to(&mut field, Stage::Fights);
}
