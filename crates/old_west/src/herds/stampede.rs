//! Stampedes (OW-9.11): they begin with a card, run on every activation card and end with the turn.

use bevy::math::Vec2;

use super::{
    course::{Course, Trampled},
    state::{Herd, Run, Stampedes},
    trample,
    walk::{AnimalMove, Pasture, draw_inches, go, stands_again},
};
use crate::herds::{course::CourseView, state::HerdsView, trample::TrampleView, walk::WalkView};
use grapeshot_combat_patrol::{
    book::marks,
    cards::decks,
    state::sequence_of_play::{SequenceOfPlay, Stage, go_to},
    view::rulebook::{Book, BookData, SkirmishView},
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{Fate, PieceId, UnitId},
    table::{
        footprint::Outline,
        house::Breach,
        measure,
        position::{Heading, Place},
    },
    turn::BattleMut,
};

/// The rule of stampedes.
const STAMPEDE: &str = "OW-9.11";
/// The stage at which stampeding herds run.
pub const RUN: Stage = Stage::new("Stampede");

/// OW-9.11: the direction of the arrow on a card, on the table.
pub fn arrow(card: &grapeshot_combat_patrol::book::action_card::ActionCard) -> Heading {
    let heading = Heading::of(card.dev.parts(1.0));
    Heading((heading.0 / 45.0).round() * 45.0).normalized()
}

/// OW-9.11: a herd begins to stampede: where a card points, or where it is pointed. It runs from the next card on.
pub fn begin(battle: &mut BattleMut, book: &BookData, unit: UnitId, pointed: Option<Heading>) {
    let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
    let heading = pointed.unwrap_or_else(|| {
        let card = decks::draw(battle, book, side, &["dev"], RuleId::new(STAMPEDE), |card| {
            format!("Direction: {}", card.dev.code())
        });
        arrow(card)
    });
    let order = {
        let mut stampedes = battle.resource_mut::<Stampedes>();
        stampedes.begun += 1;
        stampedes.begun
    };
    battle.unit_mut::<Herd>(unit).run = Some(Run { heading, order });
    let text = format!("{name} stampedes to the {}", heading.wind());
    battle.log(Some(side), EventKind::Note, RuleId::new(STAMPEDE), text, Explained::default());
}

/// Before a card is drawn: the herds that stampede already run on it.
pub fn count_due(battle: &mut BattleMut) {
    let cp = SkirmishView::of(battle.view());
    let mut due: Vec<(u16, UnitId)> = cp.herds().filter_map(|(unit, herd)| Some((herd.run?.order, unit))).collect();
    due.sort_unstable();
    let due = due.into_iter().map(|(_, unit)| unit).collect();
    let mut stampedes = battle.resource_mut::<Stampedes>();
    (stampedes.due, stampedes.then) = (due, None);
}

/// OW-9.11: on every card but the one that ends the turn they run before anyone acts.
pub fn divert(battle: &mut BattleMut) {
    let stage = battle.resource::<SequenceOfPlay>().stage.clone();
    let over = stage == Stage::END_TURN || stage == Stage::OVER;
    let mut stampedes = battle.resource_mut::<Stampedes>();
    if over {
        stampedes.due.clear();
    } else if !stampedes.due.is_empty() {
        stampedes.then = Some(stage);
        go_to(battle, RUN);
    }
}

/// The next herd runs; when all have run, play goes on.
pub fn run_next(battle: &mut BattleMut, book: &Book) -> bool {
    let next = {
        let mut stampedes = battle.resource_mut::<Stampedes>();
        if stampedes.due.is_empty() { None } else { Some(stampedes.due.remove(0)) }
    };
    match next {
        Some(unit) => run(battle, book, unit),
        None => {
            let then = battle.resource_mut::<Stampedes>().then.take();
            go_to(battle, then.unwrap_or(Stage::CARD));
        }
    }
    true
}

/// OW-9.11, OW-9.12, OW-9.15: a herd runs one card, and tramples the men that it meets.
fn run(battle: &mut BattleMut, book: &BookData, unit: UnitId) {
    let Some((herd, heading)) = running(&SkirmishView::of(battle.view()), unit) else { return };
    let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
    let text = format!("{name} runs to the {}", heading.wind());
    battle.log(Some(side), EventKind::Note, RuleId::new(STAMPEDE), text, Explained::default());
    let allowance = draw_inches(battle, book, unit, 1, STAMPEDE);
    let course = course(battle, book, unit, &herd, heading, allowance);
    let cp = SkirmishView { view: battle.view(), book };
    let tracks: Vec<(PieceId, Vec<Vec2>)> =
        cp.view.present(unit).map(|animal| (animal, cp.track_of(unit, animal, &course, herd.central))).collect();
    let flat = cp.trampled(&tracks, heading);
    let run_down = cp.run_down(&tracks, heading, &flat);
    for Trampled { wall, name, at } in flat {
        let text = format!("{name} is trampled flat");
        battle.breach(Breach { wall, at, width: 0.0 }, RuleId::new("OW-9.12"), text);
    }
    let cp = SkirmishView { view: battle.view(), book };
    let ends = ends(&cp, &herd, &course, &tracks);
    go(battle, ends, STAMPEDE, "runs");
    if let Some(run) = &mut battle.unit_mut::<Herd>(unit).run {
        run.heading = course.heading;
    }
    leave_table(battle, unit, &tracks);
    for (figure, animals) in run_down {
        trample::trample(battle, book, unit, figure, &animals);
    }
}

/// A herd that stampedes, with its direction.
fn running(cp: &SkirmishView, unit: UnitId) -> Option<(Herd, Heading)> {
    let herd = cp.herd(unit)?;
    cp.view.present(unit).next()?;
    Some((herd.clone(), herd.run?.heading))
}

/// OW-9.12: the course of a herd; where both turns are equal a card decides.
fn course(battle: &mut BattleMut, book: &BookData, unit: UnitId, herd: &Herd, heading: Heading, inches: f32) -> Course {
    // Each time a card is needed it is drawn, and the course is found again with what it said.
    let mut drawn: Vec<bool> = Vec::new();
    loop {
        let mut asked = 0;
        let course = SkirmishView { view: battle.view(), book }.course(unit, herd, heading, inches, &mut || {
            asked += 1;
            drawn.get(asked - 1).copied().unwrap_or(true)
        });
        if asked <= drawn.len() {
            return course;
        }
        let side = battle.view().side_of_unit(unit);
        let card = decks::draw(battle, book, side, &["hr"], RuleId::new("OW-9.12"), |card| {
            let way = if card.hr.is_multiple_of(2) { "right" } else { "left" };
            format!("Both ways are as near: {}, {way}", card.hr)
        });
        drawn.push(card.hr.is_multiple_of(2));
    }
}

/// OW-9.12: where the animals end: at their slots if these are free, else as near as may be to the end of their tracks.
/// Those whose track leads off the table run straight on.
fn ends(cp: &SkirmishView, herd: &Herd, course: &Course, tracks: &[(PieceId, Vec<Vec2>)]) -> Vec<AnimalMove> {
    let animals: Vec<PieceId> = tracks.iter().map(|(animal, _)| *animal).collect();
    let end_of =
        |animal: PieceId| tracks.iter().find(|(known, _)| *known == animal).and_then(|(_, track)| track.last());
    let middle = end_of(herd.central).copied().unwrap_or_default();
    let pasture = Pasture { herd: &animals, reach: None, most: f32::INFINITY, onward: course.heading };
    let mut taken: Vec<Outline> = Vec::new();
    let mut moves = Vec::new();
    let mut order: Vec<&(PieceId, Vec<Vec2>)> = tracks.iter().collect();
    order.sort_by_key(|(animal, _)| *animal != herd.central);
    for (animal, track) in order {
        let last = track.last().copied().unwrap_or_default();
        let footprint = cp.view.footprint(*animal);
        let slot = middle + herd.slot(*animal).unwrap_or_default();
        let runs_off = !cp.view.ground().on_table(last);
        let place = |at: Vec2| Place { at, facing: course.heading, floor: 0 };
        let free = |at: Vec2| cp.is_free_for_animal(&Outline { footprint, place: place(at) }, &animals, &taken);
        // It comes back to its slot only as far as it could have gone astray on the way.
        let near = slot.distance(last) <= cp.herd_numbers().reach;
        let end = if runs_off {
            Some(place(last))
        } else if near && free(slot) {
            Some(place(slot))
        } else {
            cp.place_for_animal(*animal, last, middle, pasture, &taken)
        };
        let here = cp.view.place(*animal);
        let end = end.unwrap_or(here);
        let mut path = track.clone();
        path.push(end.at);
        path.dedup_by(|a, b| a.distance(*b) < 1e-4);
        if !runs_off {
            taken.push(Outline { footprint, place: end });
        }
        if path.len() > 1 {
            moves.push(AnimalMove { animal: *animal, path, end });
        }
    }
    moves
}

/// OW-9.12: animals that cross the edge of the table leave the game.
fn leave_table(battle: &mut BattleMut, unit: UnitId, tracks: &[(PieceId, Vec<Vec2>)]) {
    let size = battle.view().terrain().size;
    let table = [Vec2::ZERO, Vec2::new(size.x, 0.0), size, Vec2::new(0.0, size.y)];
    for (animal, track) in tracks {
        let Some(out) = track.iter().find(|at| !battle.view().ground().on_table(**at)) else { continue };
        // Its place is where it crossed the edge.
        let from = track.iter().take_while(|at| battle.view().ground().on_table(**at)).last().copied().unwrap_or(*out);
        let crossings = measure::edges(&table).filter_map(|(a, b)| measure::crossing(from, *out, a, b));
        let share = crossings.map(|(share, _)| share).fold(1.0, f32::min);
        let at = from.lerp(*out, share).clamp(Vec2::ZERO, size);
        let place = Place { at, ..battle.view().place(*animal) };
        battle.suppose(&[(*animal, place)]);
        let text = format!("{} runs off the table", battle.view().piece(*animal).name);
        battle.remove_piece(*animal, Fate::Exited, RuleId::new("OW-9.12"), text);
        battle.unit_mut::<Herd>(unit).lose(*animal);
    }
}

/// OW-9.11: the turn ends, and with it every stampede: the herd is stunned and nobody herds it any more.
pub fn end_all(battle: &mut BattleMut) {
    let cp = SkirmishView::of(battle.view());
    let all: Vec<UnitId> = cp.herds().map(|(unit, _)| unit).chain(cp.beasts().map(|(unit, _)| unit)).collect();
    let ran: Vec<UnitId> = cp.herds().filter(|(_, herd)| herd.run.is_some()).map(|(unit, _)| unit).collect();
    all.into_iter().for_each(|unit| stands_again(battle, unit));
    for unit in ran {
        {
            let mut herd = battle.unit_mut::<Herd>(unit);
            herd.run = None;
            herd.herders.clear();
        }
        let text = format!("{} has run itself out", battle.view().unit(unit).name);
        battle.mark_unit(unit, &marks::STUN, 1, RuleId::new(STAMPEDE), text);
    }
    *battle.resource_mut::<Stampedes>() = Stampedes::default();
}
