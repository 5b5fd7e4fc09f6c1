//! The events of a scenario (CP-2.10, CP-2.4): from their card or at the end of a turn.

use crate::{
    book::{marks, rule_settings::EventOrder},
    cards::decks,
    fire::wounds,
    movement::arrivals,
    spotting,
    state::happened::{Award, Happened},
    view::rulebook::{Book, SkirmishView},
};
use grapeshot_floor::{
    chance::{Chance, StreamId},
    english::{amount, count},
    events::{EventKind, Explained, RuleId},
    forces::PieceId,
    table::{measure, terrain::Area},
    turn::{BattleMut, ScenarioEvents, Strikes},
};

/// The stream that chooses which of several events a card brings.
const EVENTS: StreamId = StreamId::new("events");

/// CP-2.10: lets the scenario's next event happen, or any that is still to come.
pub fn draw(battle: &mut BattleMut) {
    let cp = SkirmishView::of(battle.view());
    let waiting = cp.events_left(|event| event.turn.is_none());
    let random = cp.settings().core.event_order == EventOrder::Random;
    let next = match waiting.len() {
        0 => {
            battle.note(None, RuleId::new("CP-2.10"), "Nothing more happens: the scenario names no further event");
            return;
        }
        count if random => battle.world().resource_mut::<Chance>().pick(&EVENTS, count),
        _ => 0,
    };
    happen(battle, waiting[next], RuleId::new("CP-2.10"));
}

/// CP-2.4: lets the scenario's events of the end of this turn happen.
pub fn end_of_turn(battle: &mut BattleMut, turn: u16) {
    for number in SkirmishView::of(battle.view()).events_left(|event| event.turn == Some(turn)) {
        happen(battle, number, RuleId::new("CP-2.4"));
    }
}

fn happen(battle: &mut BattleMut, number: usize, rule: RuleId) {
    let event = battle.resource::<ScenarioEvents>().0[number].clone();
    battle.note(None, rule.clone(), format!("{}: {}", event.name, event.text));
    battle.resource_mut::<Happened>().done.push(number);
    for (side, points) in event.points {
        let text = format!("{}: {}", battle.view().side_named(side).short, amount(points, "point"));
        battle.detail(Some(side), EventKind::Note, rule.clone(), text, Explained::default());
        let award = Award { side, points, name: event.name.clone() };
        battle.resource_mut::<Happened>().awards.push(award);
    }
    for (unit, change) in event.markers {
        if SkirmishView::of(battle.view()).men(unit).next().is_some() {
            let now = battle.view().unit_marks(unit).count(&marks::MORALE).saturating_add_signed(change);
            let text = format!("{} has {}", battle.view().unit(unit).name, count(now.into(), "morale marker"));
            battle.mark_unit(unit, &marks::MORALE, now, rule.clone(), text);
        }
    }
    if let Some(strikes) = &event.strikes {
        strike(battle, strikes, &rule);
    }
    for unit in event.arrives {
        arrivals::bring(battle, unit);
    }
}

/// Every figure beside the ground that an event strikes draws a card: "!!" stuns it, as under a burst (CP-8.2).
fn strike(battle: &mut BattleMut, strikes: &Strikes, rule: &RuleId) {
    let book = battle.resource::<Book>().clone();
    let cp = SkirmishView::of(battle.view());
    let areas: Vec<&Area> = strikes.areas.iter().filter_map(|n| cp.view.terrain().areas.get(*n)).collect();
    let near = |man: &PieceId| {
        let at = cp.view.place(*man).at;
        let beside = |area: &&Area| {
            measure::inside(at, &area.outline) || measure::distance_to_edge(at, &area.outline) <= strikes.within
        };
        cp.view.in_play(*man) && cp.is_man(*man) && cp.view.inside(*man).is_none() && areas.iter().any(beside)
    };
    let struck: Vec<PieceId> = cp.view.pieces().filter(near).collect();
    for man in struck {
        let (side, name) = (battle.view().side_of(man), battle.view().piece(man).name.clone());
        let card = spotting::of_pieces(battle, &[man], |battle| {
            decks::draw(battle, &book, side, &["stun"], rule.clone(), |card| {
                let result = if card.stun { "it is struck" } else { "nothing strikes it" };
                format!("{name} is beside the ground that is struck: {result}")
            })
        });
        if card.stun && !SkirmishView::of(battle.view()).stunned(man) {
            wounds::stun(battle, man, rule.clone(), "");
        }
    }
}
