//! The activation of a unit (CP-2.11), from its beginning to its end.

use crate::{
    arms::{mounted, troop, wagons},
    book::marks,
    ending::victory,
    fire::wounds,
    morale, spotting,
    state::{
        activity::{self, Activity},
        sequence_of_play::{ACTIVATION, Activation, FigureAction, SequenceOfPlay, Stage, go_to},
    },
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{PieceId, UnitId},
    turn::{BattleMut, Glance},
};
/// Lets a unit that nobody plays, or that has no man left, act by the rules of the period.
pub fn begin_unplayed(battle: &mut BattleMut, unit: UnitId) {
    let view = battle.view();
    let side = view.side_of_unit(unit);
    let text = format!("{} acts on {}", view.unit(unit).name, view.resource::<SequenceOfPlay>().card);
    let kind = EventKind::Phase { phase: "activation".into(), turn: view.clock().turn };
    let figures: Vec<PieceId> = view.present(unit).collect();
    battle.log(Some(side), kind, RuleId::new("CP-2.3"), text, Explained::default());
    clear_moved_and_reacted(battle, &figures, RuleId::new("CP-2.11"));
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    play.acted.push(unit);
    play.activation = Some(Activation { figures, ..Activation::new(unit) });
    play.stage = Stage::UNPLAYED;
}

/// CP-2.11: begins a unit's activation: Moved and Reacted come off, then the leader may remove morale markers.
pub fn begin_unit(battle: &mut BattleMut, book: &BookData, unit: UnitId) {
    let view = battle.view();
    let side = view.side_of_unit(unit);
    let text = format!("{} acts on {}", view.unit(unit).name, view.resource::<SequenceOfPlay>().card);
    let turn = view.clock().turn;
    let cp = SkirmishView::of(view);
    // `HelpAtGun`: helpers act with the gun's crew, not with their own unit.
    let apart = |piece: PieceId| !cp.supplement().heroes_act_with_units(&cp) && cp.hero_inside(piece).is_some();
    let mut figures: Vec<PieceId> = view.present(unit).filter(|piece| !cp.helps(*piece) && !apart(*piece)).collect();
    figures.extend(cp.helpers_of(unit));
    // CP-12.4: only its own side learns what a hidden unit does.
    let veil = spotting::veil_of(battle, unit);
    battle.veil(veil);
    let kind = EventKind::Phase { phase: ACTIVATION.into(), turn };
    battle.log(Some(side), kind, RuleId::new("CP-2.11"), text, Explained::default());
    let mut activation = Activation::new(unit);
    begin_to_act(battle, &figures);
    activation.figures = figures;
    let text = format!("{} is no longer pinned", battle.view().unit(unit).name);
    battle.mark_unit(unit, &marks::PINNED, 0, RuleId::new("CP-11.4"), text);
    {
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        play.acted.push(unit);
        play.activation = Some(activation);
    }
    let most = morale::most_removals(&SkirmishView { view: battle.view(), book }, unit);
    go_to(battle, if most > 0 { Stage::STEADY } else { Stage::MORALE });
    if most == 0 {
        morale::draw_all(battle, book);
    }
}

/// CP-2.11: takes Moved and Reacted off figures that are to act; a figure may have used its action on this card
/// already.
fn begin_to_act(battle: &mut BattleMut, figures: &[PieceId]) {
    let cp = SkirmishView::of(battle.view());
    // CP-10.4: with this setting a figure that reacted has used its action.
    let costs = cp.settings().core.reaction_costs_activation;
    let reacted = |piece: &PieceId| costs && cp.view.mark(*piece, &marks::REACTED) > 0;
    let reacted: Vec<PieceId> = figures.iter().copied().filter(reacted).collect();
    clear_moved_and_reacted(battle, figures, RuleId::new("CP-2.11"));
    for piece in figures.iter().copied() {
        let hero = SkirmishView::of(battle.view()).hero(piece).is_some();
        let acted = hero && {
            // CP-13.2: a hero has one action on a card, with his unit or without it.
            let mut play = battle.resource_mut::<SequenceOfPlay>();
            let acted = play.heroes_acted.contains(&piece);
            play.heroes_acted.push(piece);
            acted
        };
        let part = if reacted.contains(&piece) || acted { FigureAction::Done } else { FigureAction::Stationary };
        activity::change(battle, piece, |activity| activity.action = Some(part));
    }
}

/// CP-2.8, CP-13.2: begins the activation of a hero inside a unit by himself, in which the unit's morale is not tested.
pub fn begin_alone(battle: &mut BattleMut, piece: PieceId) {
    let view = battle.view();
    if !view.in_play(piece) || view.resource::<SequenceOfPlay>().heroes_acted.contains(&piece) {
        return;
    }
    let (unit, side, turn) = (view.unit_of(piece), view.side_of(piece), view.clock().turn);
    let text = format!("{} acts alone on {}", view.piece(piece).name, view.resource::<SequenceOfPlay>().card);
    let kind = EventKind::Phase { phase: ACTIVATION.into(), turn };
    battle.log(Some(side), kind, RuleId::new("CP-13.2"), text, Explained::default());
    begin_to_act(battle, &[piece]);
    let activation = Activation { alone: Some(piece), figures: vec![piece], ..Activation::new(unit) };
    battle.resource_mut::<SequenceOfPlay>().activation = Some(activation);
    go_to(battle, Stage::DECLARE);
}

/// Takes Moved and Reacted off figures (CP-1.9).
pub fn clear_moved_and_reacted(battle: &mut BattleMut, pieces: &[PieceId], rule: RuleId) {
    let standing = ("counts as standing again", "count as standing again");
    wounds::mark_all(battle, pieces, &marks::MOVED, 0, rule.clone(), standing);
    wounds::mark_all(battle, pieces, &marks::REACTED, 0, rule, ("may react again", "may react again"));
}

/// CP-2.11: the declaration; a unit that cannot move goes on to its actions. Returns whether play goes on without a
/// decision.
pub fn declare(battle: &mut BattleMut, book: &BookData) -> bool {
    let glance = Glance::default();
    let cp = SkirmishView { view: battle.view().with(&glance), book };
    let activation = cp.view.resource::<SequenceOfPlay>().active();
    let can_move = activation.figures.iter().any(|piece| cp.may_declare(activation, *piece).is_ok());
    if can_move {
        // `EasyPrey`: easy prey leaves some units no choice; the rest of their activation is for the men that could not
        // go.
        return troop::prey::lure(battle, book) && battle.resource::<SequenceOfPlay>().stage != Stage::PREY;
    }
    go_to(battle, Stage::ACT);
    true
}

/// Goes on to the end of the activation if no figure of the unit has anything left to do; returns whether it does.
pub fn act(battle: &mut BattleMut) -> bool {
    let side = battle.view().side_of_unit(battle.resource::<SequenceOfPlay>().active().unit);
    let glance = Glance::default();
    let cp = SkirmishView::of(battle.view_of(side).with(&glance));
    let activation = cp.view.resource::<SequenceOfPlay>().active();
    let anything = activation.figures.iter().any(|piece| cp.has_something_to_do(activation, *piece));
    if anything {
        return false;
    }
    let text = format!("{} has nothing left to do", cp.unit_name(activation.unit));
    battle.detail(Some(side), EventKind::Note, RuleId::new("CP-2.11"), text, Explained::default());
    go_to(battle, Stage::FIGHTS);
    true
}

/// CP-2.11, step 8: stuns figures that sprinted, and ends the activation.
pub fn end_unit(battle: &mut BattleMut) -> bool {
    let activation = {
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        play.stage = Stage::NEXT_UNIT;
        play.activation.take()
    };
    let Some(activation) = activation else { return true };
    battle.veil(None);
    let view = battle.view();
    let sprinted = |piece: &PieceId| Activity::of(&view, *piece).part() == FigureAction::Sprinting;
    let sprinters: Vec<PieceId> = activation.figures.iter().copied().filter(sprinted).collect();
    for piece in sprinters {
        let cp = SkirmishView::of(battle.view());
        if cp.view.in_play(piece) && cp.is_man(piece) {
            let haste = cp.haste(piece);
            wounds::stun(battle, piece, haste.rule, &format!(", out of breath from {}", haste.doing));
        }
    }
    mounted::horses::run_loose(battle, activation.unit);
    wagons::change_hands(battle);
    if victory::wiped_out(battle) {
        victory::end_battle(battle);
        return false;
    }
    true
}
