//! What leaders do, and the turn around it: deploying, acting, dice given away, markers, a new leader, the end.

use smol_str::SmolStr;

use super::acting;
use crate::{
    events::{EventKind, Explained, RuleId},
    forces::{PieceId, UnitId},
    orders::Order,
    rulesets::combat_patrol::{
        book::{BookData, Cp},
        deeds::{By, Deed, plainly},
        flow::{Flow, Stage},
        morale,
        profile::{Grade, Leader, Level, Section, Soldier},
        sequence::{self, begin_unit, go_to},
        set_up, spotting, troop, verbs,
    },
    rulesets::shared::dice,
    table::position::Place,
    turn::Field,
};

pub(super) fn deeds() -> Vec<Deed> {
    vec![
        Deed::new(verbs::READY, By::Side, |_, _| plainly("The battle begins", ()), resolve_ready),
        Deed::new(verbs::DEPLOY, By::Side, |cp, order| cp.check_deploy(order), resolve_deploy),
        Deed::new(verbs::ACT, By::Side, |_, _| plainly("The leader acts himself", ()), resolve_act),
        Deed::new(verbs::SWAP, By::Side, |cp, order| cp.check_swap_order(order), resolve_swap),
        Deed::new(verbs::STEADY, By::Side, |cp, order| cp.check_number(order), resolve_steady),
        Deed::new(verbs::HUNT, By::Side, |cp, order| cp.check_hunt(order, cp.activation()), resolve_hunt),
        Deed::new(verbs::PROMOTE, By::Side, |cp, order| cp.check_promote(order), resolve_promote),
        Deed::new(verbs::END, By::Unit, |_, _| plainly("The unit's activation ends", ()), resolve_end),
    ]
}

fn resolve_ready(field: &mut Field, _: &BookData, order: &Order, (): ()) {
    set_up::ready(field, order.side);
}

fn resolve_deploy(field: &mut Field, _: &BookData, order: &Order, (unit, places): (UnitId, Vec<(PieceId, Place)>)) {
    set_up::place(field, order.side, unit, &places);
}

fn resolve_act(field: &mut Field, book: &BookData, _: &Order, (): ()) {
    let unit = field.view().resource::<Flow>().active().unit;
    begin_unit(field, book, unit);
}

/// CP-2.13: the unit holds the number just drawn and acts at once; the leader keeps its old number.
fn resolve_swap(field: &mut Field, book: &BookData, _: &Order, target: UnitId) {
    let unit = field.view().resource::<Flow>().active().unit;
    let cp = Cp::of(field.view());
    let (number, old) = (cp.section(unit).die, cp.section(target).die);
    let side = cp.view.side_of_unit(unit);
    let text = format!("{} gives his {number} to {} and keeps its {old}", cp.unit_name(unit), cp.unit_name(target));
    let hides = if spotting::veil_of(field, target).is_some() { target } else { unit };
    spotting::of_unit(field, hides, |field| field.note(Some(side), RuleId::new("CP-2.13"), text));
    for (unit, die) in [(target, number), (unit, old)] {
        field.unit_mut::<Section>(unit).die = die;
        let text = format!("{} now shows {die}", field.view().unit(unit).name);
        dice::detail(field, (side, unit), &[die], "CP-2.13", text, Explained::default());
    }
    begin_unit(field, book, target);
}

fn resolve_steady(field: &mut Field, book: &BookData, _: &Order, count: f32) {
    morale::remove_markers(field, book, count as u8);
}

fn resolve_hunt(field: &mut Field, book: &BookData, _: &Order, (prey, rule): (UnitId, RuleId)) {
    troop::prey::go_at(field, book, prey, &rule);
}

/// CP-4.5: the new leader's Guts is one grade below the lost leader's, his level and radius the same.
fn resolve_promote(field: &mut Field, book: &BookData, _: &Order, piece: PieceId) {
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
        sequence::finish_turn(field, book);
    }
}

fn resolve_end(field: &mut Field, _: &BookData, order: &Order, (): ()) {
    let text = format!("{} does no more", acting(field));
    field.detail(Some(order.side), EventKind::Note, RuleId::new("CP-2.11"), text, Explained::default());
    go_to(field, Stage::FIGHTS);
}
