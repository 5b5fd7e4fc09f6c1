//! The draws of a morale check, and their results (CP-11.2 to CP-11.6).

use super::forced_moves::{forced_move, touch};
use crate::{
    book::{
        action_card::{ActionCard, MoraleResult},
        marks,
    },
    cards::decks,
    fire::wounds,
    spotting,
    state::{
        activity,
        sequence_of_play::{SequenceOfPlay, Stage, go_to},
    },
    view::{
        period::period,
        rulebook::{BookData, SkirmishView},
    },
};
use grapeshot_floor::{
    english::{count, list},
    events::RuleId,
    forces::{PieceId, SideId, UnitId},
    turn::BattleMut,
};

/// CP-11.6: whether a unit draws in the cover column.
pub fn in_cover(cp: &SkirmishView, unit: UnitId) -> bool {
    let figures: Vec<PieceId> = cp.men(unit).collect();
    let needed = figures.len().div_ceil(2);
    let enemy = cp.nearest_visible_enemy(&figures);
    let covered = figures
        .iter()
        .filter(|piece| {
            let outline = cp.view.outline(**piece);
            match enemy {
                Some(enemy) => cp.is_sheltered(**piece, enemy) || cp.in_building_or_wood(**piece),
                None => cp.near_cover(&outline) || cp.is_passenger(**piece),
            }
        })
        .count();
    covered >= needed
}

impl SkirmishView<'_> {
    /// Whether a figure stands inside a building or a wood.
    fn in_building_or_wood(&self, piece: PieceId) -> bool {
        let at = self.view.place(piece).at;
        let ground = self.view.ground();
        ground.building_at(at).is_some()
            || ground.areas_at(at).into_iter().any(|area| self.view.terrain().areas[area].ground.cover.is_some())
    }
}

/// CP-11.2, CP-11.3: one draw for each marker; then the results are put in the order in which they apply.
pub fn draw_all(battle: &mut BattleMut, book: &BookData) {
    let unit = battle.resource::<SequenceOfPlay>().active().unit;
    let markers = battle.view().unit_marks(unit).count(&marks::MORALE);
    let mut results = Vec::new();
    if markers > 0 {
        let cp = SkirmishView::of(battle.view());
        let side = cp.view.side_of_unit(unit);
        let (grade, raised) = cp.supplement().morale_grade(&cp, unit);
        let cover = in_cover(&SkirmishView::of(cp.view.seen_by(side)), unit);
        let place = if cover { "in cover" } else { "in the open" };
        let name = cp.unit_name(unit).to_owned();
        let cards = count(markers.into(), "card");
        let mut text = format!("{name} draws {cards} for morale as {grade} {place}");
        if raised.is_some() && grade != cp.section(unit).guts {
            text.push_str(", one grade up in close order");
        }
        battle.note(Some(side), raised.unwrap_or(RuleId::new("CP-11.3")), text);
        let deck = &book.core.action_deck;
        let holds = deck.iter().filter(|card| card.morale(grade, cover) == MoraleResult::OK).count();
        let held = holds as f32 / deck.len() as f32;
        for _ in 0..markers {
            let read = ActionCard::morale_field(grade, cover);
            let card = decks::draw(battle, book, side, &[read], RuleId::new("CP-11.3"), |card| {
                let result = card.morale(grade, cover);
                format!("Morale: {result}, {}", result.words())
            });
            let result = card.morale(grade, cover);
            battle.trial("Morale holds", held, usize::from(result == MoraleResult::OK), 1);
            results.push(result);
        }
        battle.mark_unit(
            unit,
            &marks::MORALE,
            0,
            RuleId::new("CP-11.3"),
            format!("The morale markers of {name} come off"),
        );
    }
    let worst = results.iter().copied().filter(|r| r.severity() > 0).max_by_key(|r| r.severity());
    let mut ordered: Vec<MoraleResult> = results.into_iter().filter(|r| r.single()).collect();
    ordered.extend(worst);
    {
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        play.active_mut().results = ordered;
        play.stage = Stage::MORALE;
    }
}

/// Carries out the next morale result, or goes on to the declaration; returns whether play goes on without a decision.
pub fn carry_out(battle: &mut BattleMut, book: &BookData) -> bool {
    let next = {
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        let activation = play.active_mut();
        if activation.results.is_empty() { None } else { Some(activation.results.remove(0)) }
    };
    let unit = battle.resource::<SequenceOfPlay>().active().unit;
    match next {
        Some(_) if SkirmishView::of(battle.view()).men(unit).next().is_none() => {}
        None => go_to(battle, Stage::DECLARE),
        Some(result) if period(battle).chapters.carry_out(battle, book, unit, result) => {}
        Some(result) if result.single() => single(battle, book, unit, result),
        Some(result) => whole(battle, book, unit, result),
    }
    true
}

/// CP-11.4: carries out a result that names one figure, chosen with the pick of a second card among the unit's
/// unstunned figures that no result of this activation has touched.
fn single(battle: &mut BattleMut, book: &BookData, unit: UnitId, result: MoraleResult) {
    let cp = SkirmishView::of(battle.view());
    let side = cp.view.side_of_unit(unit);
    let candidates: Vec<PieceId> =
        cp.men(unit).filter(|piece| !cp.stunned(*piece) && !cp.activity(*piece).touched).collect();
    if candidates.is_empty() {
        let text = format!("{result}: no figure of {} is left that it could name", cp.unit_name(unit));
        battle.note(Some(side), RuleId::new("CP-11.4"), text);
        return;
    }
    let count = how_many(battle, book, unit).min(candidates.len());
    let chosen = choose(battle, book, side, candidates, count);
    for piece in &chosen {
        activity::change(battle, *piece, |activity| activity.touched = true);
    }
    let names: Vec<&str> = chosen.iter().map(|piece| SkirmishView::of(battle.view()).name(*piece)).collect();
    let text = format!("{result}: {} {}", list(&names), result.deed(names.len()));
    spotting::of_pieces(battle, &chosen, |battle| battle.note(Some(side), RuleId::new("CP-11.4"), text));
    match result {
        MoraleResult::S1 => {
            touch(battle, &chosen);
            for piece in chosen {
                wounds::stun(battle, piece, RuleId::new("CP-11.4"), "");
            }
        }
        _ => forced_move(battle, book, &chosen, result),
    }
}

/// `MoraleSpreads`: how many figures a result takes that names one: one, or with some troops as many as another card
/// shows.
fn how_many(battle: &mut BattleMut, book: &BookData, unit: UnitId) -> usize {
    let cp = SkirmishView { view: battle.view(), book };
    let Some(rule) = cp.troop(unit).and_then(|troop| troop.morale_spreads.clone()) else { return 1 };
    let side = cp.view.side_of_unit(unit);
    let card = decks::draw(battle, book, side, &["hr"], rule, |card| format!("How many figures: {}", card.hr));
    usize::from(card.hr)
}

/// CP-11.4: a number of these figures, chosen one by one with the pick of one card each.
fn choose(
    battle: &mut BattleMut,
    book: &BookData,
    side: SideId,
    mut candidates: Vec<PieceId>,
    count: usize,
) -> Vec<PieceId> {
    let mut chosen = Vec::new();
    for _ in 0..count {
        let card = decks::draw(battle, book, side, &["pick"], RuleId::new("CP-11.4"), |card| {
            format!("Which figure: pick {}", card.pick)
        });
        chosen.push(candidates.remove(card.choose(candidates.len())));
    }
    chosen
}

/// CP-11.4: carries out a result for the whole unit; it does not move a figure again that a single result has moved.
fn whole(battle: &mut BattleMut, book: &BookData, unit: UnitId, result: MoraleResult) {
    let cp = SkirmishView::of(battle.view());
    let side = cp.view.side_of_unit(unit);
    let text = format!("{} {result}: {}", cp.unit_name(unit), result.words());
    let figures: Vec<PieceId> = cp.men(unit).collect();
    let movers: Vec<PieceId> =
        figures.iter().copied().filter(|piece| !cp.activity(*piece).touched && !cp.stunned(*piece)).collect();
    battle.note(Some(side), RuleId::new("CP-11.4"), text);
    match result {
        MoraleResult::P => {
            battle.resource_mut::<SequenceOfPlay>().active_mut().pinned = true;
            let text = format!("{} is pinned: no figure may move in this activation", battle.view().unit(unit).name);
            battle.mark_unit(unit, &marks::PINNED, 1, RuleId::new("CP-11.4"), text);
        }
        MoraleResult::SA => {
            touch(battle, &figures);
            for piece in figures {
                wounds::stun(battle, piece, RuleId::new("CP-11.4"), "");
            }
        }
        MoraleResult::CA | MoraleResult::FB => {
            forced_move(battle, book, &movers, result);
        }
        MoraleResult::RT => forced_move(battle, book, &movers, result),
        MoraleResult::OK | MoraleResult::A1 | MoraleResult::S1 | MoraleResult::C1 | MoraleResult::F1 => {}
    }
}

/// The explained chance of each result for a unit, for its card.
pub fn chances(cp: &SkirmishView, unit: UnitId) -> Vec<(MoraleResult, f32)> {
    let (grade, _) = cp.supplement().morale_grade(cp, unit);
    let cover = in_cover(cp, unit);
    let deck = &cp.book.core.action_deck;
    use MoraleResult as R;
    [R::OK, R::A1, R::S1, R::C1, R::P, R::F1, R::CA, R::SA, R::FB, R::RT]
        .into_iter()
        .map(|result| {
            let cards = deck.iter().filter(|card| card.morale(grade, cover) == result).count();
            (result, cards as f32 / deck.len() as f32)
        })
        .collect()
}
