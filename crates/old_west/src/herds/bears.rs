//! Bears (OW-9.13, OW-9.14): beasts that live alone and start fights.

use easy_ext::ext;

use super::{
    acting::{leave, wander, way_of},
    state::Beast,
    walk::{AnimalMove, draw_inches, go, moved},
};
use crate::herds::{state::HerdsView, walk::WalkView};
use grapeshot_combat_patrol::{
    book::{
        action_card::{ActionCard, MoraleResult},
        marks,
    },
    cards::decks,
    melee::fight::is_behind,
    morale,
    movement::allowance::{Others, Wish},
    state::{
        activity,
        sequence_of_play::{Contact, Ride, SequenceOfPlay},
        ways::level,
    },
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    english::inches,
    events::RuleId,
    forces::{PieceId, UnitId},
    orders::{Order, VerbId},
    procedure::{Found, plainly},
    shared::refuse,
    table::{path, position::Heading},
    turn::BattleMut,
};

/// The rule of bears.
pub const BEAR: &str = "OW-9.13";
/// A bear is set on somebody.
pub const SET_ON: VerbId = VerbId::new("set_on");
/// The rule of their nerve.
const NERVE: &str = "OW-9.14";

/// Questions to the view about bears.
#[ext(BearsView)]
pub impl SkirmishView<'_> {
    /// OW-9.13: the men a bear would go at, nearest first, provokers before others; empty if it is not provoked. A hidden man
    /// provokes nobody.
    fn bears_prey(&self, bear: PieceId, beast: &Beast) -> Vec<PieceId> {
        let threat = self.herd_settings().bear_threat_in;
        let there = |man: &PieceId| self.view.in_play(*man) && !self.view.conceals(*man);
        let provokers: Vec<PieceId> = beast.provokers.iter().copied().filter(there).collect();
        let near = self.view.pieces_index().within(self.view.place(bear).at, threat + 8.0);
        let man = |piece: &PieceId| self.is_man(*piece) && !self.is_animal(*piece) && there(piece);
        let close = |piece: &PieceId| self.view.gap(bear, *piece) <= threat + 1e-4;
        let threatens = near.iter().any(|piece| man(piece) && close(piece));
        if provokers.is_empty() && !threatens {
            return Vec::new();
        }
        let mut all: Vec<(bool, f32, PieceId)> = self
            .view
            .pieces()
            .filter(|piece| self.view.in_play(*piece) && man(piece))
            .map(|piece| (!provokers.contains(&piece), self.view.gap(bear, piece), piece))
            .collect();
        all.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
        all.into_iter().map(|(_, _, piece)| piece).collect()
    }
}

/// A bear acts; false if it is left to the side that decides for it, or to the program of animals.
pub fn act(battle: &mut BattleMut, book: &BookData, unit: UnitId) -> bool {
    let cp = SkirmishView { view: battle.view(), book };
    let Some((bear, beast)) = cp.view.present(unit).next().zip(cp.beast(unit).cloned()) else { return true };
    let result = nerve(battle, book, unit);
    if SkirmishView::of(battle.view()).stunned(bear) {
        let text = format!("{} recovers", battle.view().piece(bear).name);
        battle.mark_piece(bear, &marks::STUN, 0, RuleId::new("CP-7.4"), text);
        return true;
    }
    if result != MoraleResult::OK {
        battle.unit_mut::<Beast>(unit).provokers.clear();
        obey(battle, book, unit, (bear, &beast), result);
        return true;
    }
    let cp = SkirmishView { view: battle.view(), book };
    let (prey, kept) = (cp.bears_prey(bear, &beast), cp.keeper().is_some());
    battle.unit_mut::<Beast>(unit).provokers.clear();
    if prey.is_empty() || kept {
        return false;
    }
    charge(battle, book, unit, bear, &prey, Strides::Charge);
    true
}

/// OW-9.2, OW-9.13: the man on which the side that decides for a bear sets it.
pub fn check_set_on(cp: &SkirmishView, order: &Order) -> Found<(PieceId, PieceId)> {
    let unit = cp.activation().unit;
    let bear = cp.view.present(unit).next().filter(|_| cp.beast(unit).is_some());
    let Some(bear) = bear else { return refuse(BEAR, "Only bears start fights") };
    let prey = order.target.filter(|man| cp.view.in_play(*man) && cp.is_man(*man) && !cp.is_animal(*man));
    let Some(prey) = prey.filter(|man| !cp.view.conceals(*man)) else { return refuse(BEAR, "Say what it goes at") };
    plainly(format!("{} goes at {}", cp.name(bear), cp.name(prey)), (bear, prey))
}

/// The bear charges: its first card is drawn already.
pub fn resolve_set_on(battle: &mut BattleMut, book: &BookData, _: &Order, (bear, prey): (PieceId, PieceId)) {
    let unit = battle.view().unit_of(bear);
    let begun = SkirmishView::of(battle.view()).activity(bear).allowance.unwrap_or_default();
    charge(battle, book, unit, bear, &[prey], Strides::Begun(begun));
    leave(battle);
}

/// How far a bear comes that charges.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Strides {
    /// All cards of a charge are drawn.
    Charge,
    /// Those of a move were drawn, and gave these inches: the rest of a charge follows.
    Begun(f32),
    /// One card, as it comes out to meet somebody.
    Meets,
}

/// OW-9.14: a bear draws for its morale markers. Gives the first bad result, else an advance if there is one, else that
/// it keeps its nerve.
fn nerve(battle: &mut BattleMut, book: &BookData, unit: UnitId) -> MoraleResult {
    let cp = SkirmishView { view: battle.view(), book };
    let markers = cp.view.unit_marks(unit).count(&marks::MORALE);
    if markers == 0 {
        return MoraleResult::OK;
    }
    let (side, guts, name) = (cp.view.side_of_unit(unit), cp.section(unit).guts, cp.unit_name(unit).to_owned());
    let cover = morale::in_cover(&cp, unit);
    let deck = &book.core.action_deck;
    let holds = deck.iter().filter(|card| card.morale(guts, cover) == MoraleResult::OK).count();
    let held = holds as f32 / deck.len() as f32;
    battle.note(Some(side), RuleId::new(NERVE), format!("{name} draws for its nerve"));
    let mut results = Vec::new();
    for _ in 0..markers {
        let read = ActionCard::morale_field(guts, cover);
        let card = decks::draw(battle, book, side, &[read], RuleId::new(NERVE), |card| {
            format!("Nerve as {guts}: {}", card.morale(guts, cover))
        });
        let result = card.morale(guts, cover);
        battle.trial("Morale holds", held, usize::from(result == MoraleResult::OK), 1);
        results.push(result);
    }
    battle.mark_unit(unit, &marks::MORALE, 0, RuleId::new(NERVE), format!("The morale markers of {name} come off"));
    let bad = |result: &MoraleResult| !matches!(result, MoraleResult::OK | MoraleResult::A1);
    let advance = results.iter().find(|result| **result == MoraleResult::A1);
    results.iter().copied().find(bad).or(advance.copied()).unwrap_or(MoraleResult::OK)
}

/// OW-9.14: an advance makes a bear charge, any bad result makes it retreat.
fn obey(battle: &mut BattleMut, book: &BookData, unit: UnitId, (bear, beast): (PieceId, &Beast), result: MoraleResult) {
    if result != MoraleResult::A1 {
        return retreat(battle, book, unit, bear);
    }
    let cp = SkirmishView { view: battle.view(), book };
    let provoked = Beast { provokers: nearest_men(&cp, bear), ..beast.clone() };
    let prey = cp.bears_prey(bear, &provoked);
    charge(battle, book, unit, bear, &prey, Strides::Charge);
}

/// The nearest man that does not hide.
fn nearest_men(cp: &SkirmishView, bear: PieceId) -> Vec<PieceId> {
    let mut near = cp.view.pieces_index().nearest(cp.view.place(bear).at);
    let man = |piece: &PieceId| cp.is_man(*piece) && !cp.is_animal(*piece) && !cp.view.conceals(*piece);
    near.find(man).into_iter().collect()
}

/// OW-9.14: a bear goes straight away from the nearest figure, one card.
fn retreat(battle: &mut BattleMut, book: &BookData, unit: UnitId, bear: PieceId) {
    let cp = SkirmishView { view: battle.view(), book };
    let Some(from) = nearest_men(&cp, bear).first().copied() else { return };
    let heading = Heading::from_to(cp.view.place(from).at, cp.view.place(bear).at);
    let text = format!("{} backs away from {}", cp.name(bear), cp.name(from));
    battle.note(Some(battle.view().side_of(bear)), RuleId::new(NERVE), text);
    let allowance = draw_inches(battle, book, unit, 1, NERVE);
    wander(battle, book, unit, heading, allowance);
}

/// OW-9.13: a bear charges the first of these that it can reach; if it reaches nobody it goes as far as it can toward
/// the first.
pub fn charge(
    battle: &mut BattleMut,
    book: &BookData,
    unit: UnitId,
    bear: PieceId,
    prey: &[PieceId],
    strides: Strides,
) {
    let cp = SkirmishView { view: battle.view(), book };
    let (Some(first), Some(beast)) = (prey.first().copied(), cp.beast(unit)) else { return };
    let species = cp.species(beast.species);
    let (cards, begun) = match strides {
        Strides::Charge => (species.charges, 0.0),
        Strides::Begun(inches) => (species.charges.saturating_sub(species.moves), inches),
        Strides::Meets => (1, 0.0),
    };
    let text = format!("{} goes at {}", cp.name(bear), cp.name(first));
    battle.note(Some(battle.view().side_of(bear)), RuleId::new(BEAR), text);
    let allowance = begun + draw_inches(battle, book, unit, cards, BEAR);
    let cp = SkirmishView { view: battle.view(), book };
    let ways = prey.iter().filter_map(|man| Some((*man, way_at(&cp, bear, *man, allowance)?)));
    let Some((man, step)) = { ways }.next() else {
        let way = [cp.view.place(bear).at, cp.view.place(first).at];
        let step = way_of(&cp, unit, &way, allowance);
        return go(battle, step.into_iter().collect(), BEAR, "goes");
    };
    let text = format!("{} comes {} at {}", cp.name(bear), inches(path::length(&step.path)), cp.name(man));
    battle.move_piece(bear, step.path, step.end, RuleId::new(BEAR), text);
    moved(battle, unit);
    let from_rear = is_behind(battle.view().place(man), step.end.at);
    let contact = Contact {
        attacker: bear,
        defender: man,
        attacker_in_body: false,
        defender_in_body: false,
        from_rear,
        attacker_ride: Ride { moved: true, impetus: false },
        defender_ride: Ride::default(),
        caught: false,
        second: false,
    };
    battle.resource_mut::<SequenceOfPlay>().active_mut().contacts.push(contact);
}

/// The way of a bear into contact with a man.
fn way_at(cp: &SkirmishView, bear: PieceId, man: PieceId, allowance: f32) -> Option<AnimalMove> {
    let there = cp.view.place(man);
    let here = cp.view.place(bear);
    if there.floor > 0 || cp.view.ground().building_at(there.at).is_some() {
        return None;
    }
    let way = level(&[here.at, there.at], 0);
    let going = cp.animal_going(bear);
    let wish = Wish { piece: bear, way: &way, end_facing: None, allowance, target: Some(man), going };
    let (route, shown) = cp.fix_route(wish, Others::default()).ok()?;
    Some(AnimalMove { animal: bear, path: shown.path, end: route.end() })
}

/// OW-9.14, CP-10.2: a bear tries to meet a figure that comes near it; if it fails it has no other try in this
/// activation. A side that decides for it lets its own men pass.
pub fn meet(battle: &mut BattleMut, book: &BookData, went: PieceId) {
    let cp = SkirmishView { view: battle.view(), book };
    if !cp.view.in_play(went) || !cp.is_man(went) || cp.is_animal(went) || cp.view.conceals(went) {
        return;
    }
    if cp.keeper() == Some(cp.view.side_of(went)) {
        return;
    }
    let within = cp.herd_numbers().counter_charge;
    let ready: Vec<(UnitId, PieceId)> = cp
        .beasts()
        .filter_map(|(unit, _)| Some((unit, cp.view.present(unit).next()?)))
        .filter(|(_, bear)| !cp.stunned(*bear) && !cp.view.marks(*bear).has(&marks::REACTED))
        .filter(|(_, bear)| !cp.activity(*bear).failed_to_react)
        .filter(|(_, bear)| cp.view.gap(*bear, went) <= within + 1e-4)
        .collect();
    for (unit, bear) in ready {
        let cp = SkirmishView { view: battle.view(), book };
        let reaction = cp.section(unit).reaction;
        let chance = cp.reaction_chance(reaction);
        let (side, name) = (battle.view().side_of(bear), battle.view().piece(bear).name.clone());
        let who = battle.view().piece(went).name.clone();
        let (card, drawn) = decks::take(battle, book, side, &["d6"]);
        let meets = card.d6 <= reaction;
        let came = if meets { "it comes" } else { "it waits" };
        battle.note(
            Some(side),
            RuleId::new(NERVE),
            format!("{name} smells {who}: {} against {reaction}: {came}", card.d6),
        );
        battle.trial("To react", chance, usize::from(meets), 1);
        decks::show(battle, drawn, RuleId::new("CP-10.2"), format!("Reaction: {}", card.d6));
        if meets {
            battle.mark_piece(bear, &marks::REACTED, 1, RuleId::new("CP-10.4"), format!("{name} has reacted"));
            charge(battle, book, unit, bear, &[went], Strides::Meets);
        } else {
            activity::change(battle, bear, |activity| activity.failed_to_react = true);
        }
    }
}
