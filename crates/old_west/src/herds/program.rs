//! What a herd does that nobody herds (OW-9.2, OW-9.3).

use bevy::math::Vec2;
use easy_ext::ext;

use super::{
    acting::{go_on, leave, moves_along, set_allowance, wander},
    bears::{self, SET_ON},
    stampede::arrow,
    state::Herd,
    walk::{AnimalMove, draw_inches, go, stands_again},
};
use crate::herds::{state::HerdsView, walk::WalkView};
use grapeshot_combat_patrol::{
    book::marks,
    cards::decks,
    spotting,
    state::sequence_of_play::{SequenceOfPlay, Stage, go_to},
    view::rulebook::{Book, BookData, SkirmishView},
};
use grapeshot_floor::{
    english::inches,
    events::{Explained, RuleId},
    forces::{PieceId, UnitId},
    orders::{Leg, Order, Plan, PlannedMove, VerbId},
    procedure::{Found, plainly},
    shared::refuse,
    table::{footprint::Outline, position::Heading},
    turn::{Ask, Awaiting, BattleMut},
};

/// The rule of the program.
const PROGRAM: &str = "OW-9.2";
/// The stage at which a side decides for animals that nobody herds.
pub const KEEP: Stage = Stage::new("Keep");
/// Animals that nobody herds go somewhere.
pub const ROAM: VerbId = VerbId::new("roam");
/// Animals that nobody herds stay.
pub const GRAZE: VerbId = VerbId::new("graze");

/// Questions to the view about program.
#[ext(ProgramView)]
pub impl SkirmishView<'_> {
    /// OW-9.5: the animals that a stampede has scattered too far from the central one, with their ways back.
    fn stragglers(&self, unit: UnitId, herd: &Herd, allowance: f32) -> Vec<AnimalMove> {
        let middle = self.view.place(herd.central).at;
        let reach = self.herd_numbers().reach;
        let animals: Vec<PieceId> = self.view.present(unit).collect();
        let mut moves: Vec<AnimalMove> = Vec::new();
        for animal in
            animals.iter().copied().filter(|animal| self.view.place(*animal).at.distance(middle) > reach + 1e-3)
        {
            let here = self.view.place(animal);
            let goal = middle + herd.slot(animal).unwrap_or_default();
            let far = here.at.distance(goal);
            let at = here.at + (goal - here.at) * (allowance / far).min(1.0);
            let facing = Heading::from_to(here.at, goal);
            let others: Vec<Outline> =
                animals.iter().filter(|other| **other != animal).map(|other| self.after(*other, &moves)).collect();
            let outline = Outline {
                footprint: self.view.footprint(animal),
                place: grapeshot_floor::table::position::Place { at, facing, floor: 0 },
            };
            if self.is_free_for_animal(&outline, &animals, &others) && self.animal_can_pass(animal, here.at, at) {
                moves.push(AnimalMove { animal, path: vec![here.at, at], end: outline.place });
            }
        }
        moves
    }

    /// Where an animal is after these moves.
    fn after(&self, animal: PieceId, moves: &[AnimalMove]) -> Outline {
        let moved = moves.iter().find(|step| step.animal == animal).map(|step| step.end);
        let outline = self.view.outline(animal);
        Outline { place: moved.unwrap_or(outline.place), ..outline }
    }
}

/// A herd or beast that nobody plays acts on its card.
pub fn act(battle: &mut BattleMut, book: &Book) -> bool {
    let unit = battle.resource::<SequenceOfPlay>().active().unit;
    let cp = SkirmishView { view: battle.view(), book };
    if cp.beast(unit).is_none() && cp.herd(unit).is_none() {
        go_to(battle, Stage::END_UNIT);
        return true;
    }
    stands_again(battle, unit);
    let cp = SkirmishView { view: battle.view(), book };
    if cp.beast(unit).is_some() && bears::act(battle, book, unit) {
        go_on(battle);
        return true;
    }
    let cp = SkirmishView { view: battle.view(), book };
    if cp.herd_stunned(unit) {
        let text = format!("{} comes to rest", cp.unit_name(unit));
        battle.mark_unit(unit, &marks::STUN, 0, RuleId::new("OW-9.11"), text);
        go_to(battle, Stage::END_UNIT);
        return true;
    }
    let species = species_of(&cp, unit);
    let moves = cp.species(species).moves;
    let keeper = cp.keeper();
    gather(battle, book, unit, moves);
    if keeper.is_some() {
        let allowance = draw_inches(battle, book, unit, moves, "OW-9.4");
        set_allowance(battle, Some(allowance));
        go_to(battle, KEEP);
        return true;
    }
    follow(battle, book, unit, moves);
    go_to(battle, Stage::END_UNIT);
    true
}

/// What kind of animal a herd or a beast is.
fn species_of(cp: &SkirmishView, unit: UnitId) -> u8 {
    let herd = cp.herd(unit).map(|herd| herd.species);
    herd.or(cp.beast(unit).map(|beast| beast.species)).unwrap_or_default()
}

/// OW-9.12: those that a stampede scattered come back first.
fn gather(battle: &mut BattleMut, book: &BookData, unit: UnitId, cards: u8) {
    let cp = SkirmishView { view: battle.view(), book };
    let Some(herd) = cp.herd(unit) else { return };
    let apart = cp.herd_numbers().reach + 1e-3;
    let middle = cp.view.place(herd.central).at;
    if !cp.view.present(unit).any(|animal| cp.view.place(animal).at.distance(middle) > apart) {
        return;
    }
    let text = format!("{} gathers", cp.unit_name(unit));
    battle.note(Some(battle.view().side_of_unit(unit)), RuleId::new("OW-9.12"), text);
    let allowance = draw_inches(battle, book, unit, cards, "OW-9.12");
    let cp = SkirmishView { view: battle.view(), book };
    let moves = cp.herd(unit).map(|herd| cp.stragglers(unit, herd, allowance)).unwrap_or_default();
    go(battle, moves, "OW-9.12", "comes back");
}

/// OW-9.2: the program: it shies from who is near, else it grazes, or drifts where a card points.
fn follow(battle: &mut BattleMut, book: &BookData, unit: UnitId, cards: u8) {
    let cp = SkirmishView { view: battle.view(), book };
    let (side, name) = (cp.view.side_of_unit(unit), cp.unit_name(unit).to_owned());
    let shy = cp.herd_numbers().shy;
    let from = cp.herd(unit).and_then(|herd| {
        let (_, near) = cp.man_near(unit, shy)?;
        Some((herd.central, near))
    });
    if let Some((central, near)) = from {
        let heading = Heading::from_to(cp.view.place(near).at, cp.view.place(central).at);
        let does = &cp.species(species_of(&cp, unit)).near;
        let text = format!("{name} {does} {}", cp.name(near));
        battle.note(Some(side), RuleId::new(PROGRAM), text);
        let allowance = draw_inches(battle, book, unit, cards, PROGRAM);
        wander(battle, book, unit, heading, allowance);
        return;
    }
    let grazes = cp.herd_numbers().grazes;
    let (card, drawn) = decks::take(battle, book, side, &["d10"]);
    if card.d10 <= grazes {
        battle.note(Some(side), RuleId::new(PROGRAM), format!("{name} stays where it is: {}", card.d10));
        return decks::show(battle, drawn, RuleId::new(PROGRAM), format!("Ten-sided icon {}", card.d10));
    }
    battle.note(Some(side), RuleId::new(PROGRAM), format!("{name} drifts: {}", card.d10));
    decks::show(battle, drawn, RuleId::new(PROGRAM), format!("Ten-sided icon {}", card.d10));
    let card = decks::draw(battle, book, side, &["dev"], RuleId::new(PROGRAM), |card| {
        format!("Direction: {}", card.dev.code())
    });
    let heading = arrow(card);
    let allowance = draw_inches(battle, book, unit, 1, PROGRAM);
    wander(battle, book, unit, heading, allowance);
}

/// OW-9.2: a side decides for animals that nobody herds.
pub fn ask(cp: &SkirmishView, play: &SequenceOfPlay) -> Awaiting {
    let unit = play.active().unit;
    let Some(side) = cp.keeper() else { return Awaiting::default() };
    let question = format!("Where does {} go?", cp.unit_name(unit));
    // The animals are of another side, so the question names no unit.
    let mut verbs = vec![ROAM, GRAZE];
    verbs.extend(cp.beast(unit).map(|_| SET_ON));
    Awaiting::one(Ask::new("keep", side, PROGRAM, question, verbs).go_on(GRAZE))
}

/// The inches that were drawn for the animals that act.
fn allowance_of_active(cp: &SkirmishView) -> f32 {
    cp.activation().figures.first().and_then(|figure| cp.activity(*figure).allowance).unwrap_or_default()
}

/// OW-9.2, OW-9.4: where a side sends animals that nobody herds.
pub fn check_roam(cp: &SkirmishView, order: &Order) -> Found<Vec<AnimalMove>> {
    let unit = cp.activation().unit;
    let allowance = allowance_of_active(cp);
    let lead = cp.herd(unit).map(|herd| herd.central).or_else(|| cp.view.present(unit).next());
    let Some(lead) = lead else { return refuse(PROGRAM, "No animal is left") };
    let way = way_of_order(cp, order, lead)?;
    let moves = moves_along(cp, unit, &way, allowance);
    planned(cp, unit, moves, allowance)
}

/// The corners of an order's path, the place of the leading animal first.
///
/// # Errors
/// If it names no points.
pub fn way_of_order(
    cp: &SkirmishView,
    order: &Order,
    lead: PieceId,
) -> Result<Vec<Vec2>, grapeshot_floor::orders::Refusal> {
    let mut way = vec![cp.view.place(lead).at];
    for leg in &order.path {
        match leg {
            Leg::To(at) => way.push(*at),
            _ => return refuse("OW-9.6", "Animals go from point to point"),
        }
    }
    if way.len() < 2 { refuse("OW-9.6", "Say where they are to go") } else { Ok(way) }
}

/// What is shown of the moves of animals.
///
/// # Errors
/// If they cannot go at all.
pub fn planned(cp: &SkirmishView, unit: UnitId, moves: Vec<AnimalMove>, allowance: f32) -> Found<Vec<AnimalMove>> {
    let name = cp.unit_name(unit);
    let Some(first) = moves.first() else { return refuse("OW-9.6", format!("{name} cannot go that way")) };
    let summary = format!("{name} goes {}", inches(grapeshot_floor::table::path::length(&first.path)));
    let shown = moves.iter().map(|step| PlannedMove {
        piece: step.animal,
        path: step.path.clone(),
        end: step.end,
        shape: None,
        cost: Explained::default(),
        allowance: Some(allowance),
        stopped: None,
    });
    Ok((Plan { summary, moves: shown.collect(), ..Plan::default() }, moves))
}

/// CP-12.2: a man that hides where an animal that was sent there would come to stand is found, and the animals find their
/// places anew round him, as far along their way as that is possible.
pub fn come_upon(
    battle: &mut BattleMut,
    book: &BookData,
    unit: UnitId,
    moves: Vec<AnimalMove>,
    allowance: f32,
) -> Vec<AnimalMove> {
    let cp = SkirmishView { view: battle.view(), book };
    if !cp.view.anybody_hides() {
        return moves;
    }
    let stands_on = |base: &Outline| {
        let end = |step: &AnimalMove| Outline { footprint: cp.view.footprint(step.animal), place: step.end };
        moves.iter().any(|step| end(step).overlap(base) > cp.numbers().overlap_tolerance)
    };
    let hidden = cp.view.pieces().filter(|piece| cp.view.in_play(*piece) && cp.view.conceals(*piece));
    let found: Vec<PieceId> = hidden.filter(|piece| stands_on(&cp.view.outline(*piece))).collect();
    let Some(first) = moves.first().filter(|_| !found.is_empty()) else { return moves };
    let (way, why) = (first.path.clone(), format!("{} comes upon it", cp.unit_name(unit)));
    for piece in found {
        if battle.view().conceals(piece) {
            spotting::reveal(battle, battle.view().unit_of(piece), &[piece], &why);
        }
    }
    moves_along(&SkirmishView { view: battle.view(), book }, unit, &way, allowance)
}

/// The animals go where they are sent.
pub fn resolve_roam(battle: &mut BattleMut, book: &BookData, order: &Order, moves: Vec<AnimalMove>) {
    let unit = battle.resource::<SequenceOfPlay>().active().unit;
    let text = format!("{} goes on", battle.view().unit(unit).name);
    battle.note(Some(order.side), RuleId::new(PROGRAM), text);
    let allowance = allowance_of_active(&SkirmishView { view: battle.view(), book });
    let moves = come_upon(battle, book, unit, moves, allowance);
    go(battle, moves, "OW-9.4", "goes");
    leave(battle);
}

/// The animals stay.
pub fn check_graze(cp: &SkirmishView, _: &Order) -> Found<()> {
    plainly(format!("{} stays where it is", cp.unit_name(cp.activation().unit)), ())
}

/// OW-9.2: nothing moves.
pub fn resolve_graze(battle: &mut BattleMut, _: &BookData, order: &Order, (): ()) {
    let unit = battle.resource::<SequenceOfPlay>().active().unit;
    let text = format!("{} stays where it is", battle.view().unit(unit).name);
    battle.note(Some(order.side), RuleId::new(PROGRAM), text);
    leave(battle);
}
