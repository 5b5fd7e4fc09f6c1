//! Morale markers, and how leaders and heroes remove them (CP-11.5, CP-13.3).

use super::draws::draw_all;
use crate::{
    book::marks,
    spotting,
    state::{activity, sequence_of_play::SequenceOfPlay},
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    english::count,
    events::{EventKind, Explained, RuleId},
    forces::{PieceId, UnitId},
    turn::BattleMut,
};

/// CP-11.5, CP-13.3: how many markers the unit's leader, or a lone hero, may remove now.
pub fn most_removals(cp: &SkirmishView, unit: UnitId) -> u8 {
    let markers = cp.view.unit_marks(unit).count(&marks::MORALE);
    if let Some((piece, hero)) = cp.lone_hero(unit).and_then(|piece| Some((piece, cp.hero(piece)?))) {
        return if cp.stunned(piece) { 0 } else { cp.numbers().leader_removes.of(hero.guts).min(markers) };
    }
    let Some(leader) = cp.leader_of(unit) else { return 0 };
    let Some(values) = cp.as_leader(leader) else { return 0 };
    if markers == 0 || cp.stunned(leader) || !values.trained {
        return 0;
    }
    let others: Vec<PieceId> = cp.men(unit).filter(|piece| *piece != leader).collect();
    let radius = cp.radius(leader);
    let near = others.iter().filter(|piece| cp.view.gap(leader, **piece) <= radius).count();
    // "At least half, rounded up" of the unit's other figures within his radius.
    if near < others.len().div_ceil(2) {
        return 0;
    }
    let (extra, _) = cp.supplement().extra_removals(cp, unit);
    (cp.numbers().leader_removes.of(values.guts) + extra).min(markers)
}

/// CP-11.5: the leader removes markers, and is busy for the rest of the activation.
pub fn remove_markers(battle: &mut BattleMut, book: &BookData, removed: u8) {
    let unit = battle.resource::<SequenceOfPlay>().active().unit;
    if let Some(hero) = SkirmishView::of(battle.view()).lone_hero(unit).filter(|_| removed > 0) {
        steady_himself(battle, hero, removed);
    } else if removed > 0 {
        let leader = SkirmishView::of(battle.view()).leader_of(unit);
        battle.resource_mut::<SequenceOfPlay>().active_mut().busy = leader;
        let markers = battle.view().unit_marks(unit).count(&marks::MORALE);
        let cp = SkirmishView::of(battle.view());
        let who = leader.map_or("The leader", |leader| cp.name(leader)).to_owned();
        let text = format!(
            "{who} removes {removed} of {}; the men shoot without a leader",
            count(markers.into(), "morale marker")
        );
        let (side, rule) = (cp.view.side_of_unit(unit), RuleId::new("CP-11.5"));
        let said: Vec<PieceId> = leader.into_iter().collect();
        spotting::of_pieces(battle, &said, |battle| battle.note(Some(side), rule.clone(), text));
        lower_markers(battle, unit, markers - removed, rule);
    } else {
        let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
        let text = format!("No morale marker of {name} is removed");
        battle.detail(Some(side), EventKind::Note, RuleId::new("CP-11.5"), text, Explained::default());
    }
    draw_all(battle, book);
}

/// Lowers the morale markers of a unit to this number.
fn lower_markers(battle: &mut BattleMut, unit: UnitId, left: u8, rule: RuleId) {
    let text = format!("{} has {} left", battle.view().unit(unit).name, count(left.into(), "morale marker"));
    battle.mark_unit(unit, &marks::MORALE, left, rule, text);
}

/// CP-13.3: removes a lone hero's own markers, which is his whole activation.
fn steady_himself(battle: &mut BattleMut, hero: PieceId, removed: u8) {
    let view = battle.view();
    let (unit, side, rule) = (view.unit_of(hero), view.side_of(hero), RuleId::new("CP-13.3"));
    let left = view.unit_marks(unit).count(&marks::MORALE) - removed;
    let text = format!(
        "{} takes heart, loses {} and does no more",
        view.piece(hero).name,
        count(removed.into(), "morale marker")
    );
    battle.note(Some(side), rule.clone(), text);
    lower_markers(battle, unit, left, rule);
    activity::done(battle, hero);
}
