//! Where a side may believe that enemies hide who were not found yet, for a future that it looks into.

use bevy::math::Vec2;

use super::UnitId;
use crate::view::rulebook::SkirmishView;
use grapeshot_floor::{
    chance::{Chance, StreamId},
    events::RuleId,
    forces::{Fate, PieceId, SideId},
    table::{footprint::Outline, position::Place},
    turn::{BattleMut, Concealment},
};

/// Puts each unit that hides from a side at one of the places at which it is suspected, each as likely as the next; off
/// the table if there is none, or no room.
pub fn imagine(battle: &mut BattleMut, viewer: SideId) {
    let cp = SkirmishView::of(battle.view());
    let hidden: Vec<UnitId> =
        cp.concealed_units().into_iter().filter(|unit| cp.view.side_of_unit(*unit) != viewer).collect();
    for side in cp.view.sides().ids().filter(|side| *side != viewer).collect::<Vec<_>>() {
        let own: Vec<UnitId> =
            hidden.iter().copied().filter(|unit| battle.view().side_of_unit(*unit) == side).collect();
        if own.is_empty() {
            continue;
        }
        let places = &battle.view().resource::<Concealment>().places;
        let mut free: Vec<u16> = places.iter().filter(|place| place.side == side).map(|place| place.number).collect();
        battle.resource_mut::<Chance>().shuffle(&StreamId::new("belief"), &mut free);
        for place in &mut battle.resource_mut::<Concealment>().places {
            place.unit = place.unit.filter(|unit| !own.contains(unit));
        }
        for unit in &own {
            hide_at(battle, *unit, free.pop());
        }
    }
}

/// Stands the hidden pieces of a unit at a suspected place, or takes them off the table.
fn hide_at(battle: &mut BattleMut, unit: UnitId, number: Option<u16>) {
    let cp = SkirmishView::of(battle.view());
    let pieces: Vec<PieceId> = cp.view.present(unit).filter(|piece| cp.view.conceals(*piece)).collect();
    let places = &cp.view.resource::<Concealment>().places;
    let place = number.and_then(|number| places.iter().find(|place| place.number == number));
    let moved = place.zip(cp.middle_of(unit)).map(|(place, middle)| {
        let moved = |piece: &PieceId| Outline {
            place: by(cp.view.place(*piece), place.at - middle),
            ..cp.view.outline(*piece)
        };
        pieces.iter().map(|piece| (*piece, moved(piece))).collect::<Vec<_>>()
    });
    let size = cp.view.terrain().size;
    let fits = |outline: &Outline| {
        outline.place.at.cmpge(Vec2::ZERO).all()
            && outline.place.at.cmple(size).all()
            && !cp.lies_on_another(outline, &pieces)
    };
    match moved.filter(|moved| moved.iter().all(|(_, outline)| fits(outline))) {
        Some(moved) => {
            let moved: Vec<(PieceId, Place)> = moved.iter().map(|(piece, outline)| (*piece, outline.place)).collect();
            battle.suppose(&moved);
            let mut concealment = battle.resource_mut::<Concealment>();
            if let Some(place) = concealment.places.iter_mut().find(|place| Some(place.number) == number) {
                place.unit = Some(unit);
            }
        }
        None => {
            for piece in pieces {
                battle.remove_piece(piece, Fate::Awaited, RuleId::new("CP-12.1"), "it is not believed to be there");
            }
        }
    }
}

fn by(place: Place, way: Vec2) -> Place {
    Place { at: place.at + way, ..place }
}
