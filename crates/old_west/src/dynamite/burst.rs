//! What goes off (OW-7.7, OW-7.8, OW-7.10).

use bevy::ecs::world::World;

use super::{
    state::{Dynamite, Supply},
    supply,
};
use grapeshot_combat_patrol::{
    book::{action_card::Burst, marks},
    cards::decks,
    explosives::burst::{self, Blast, Shelter},
    view::rulebook::{Book, BookData, SkirmishView},
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{Fate, PieceId, SideId},
    table::{house::Breach, position::Place, terrain::BREACH_WIDTH},
    turn::BattleMut,
};

/// The penetration of a bundle against the wall at which it lies (OW-7.8, CP-8.6).
const PENETRATION: f32 = 6.0;

/// A burst of dynamite at a place.
pub fn blast(
    battle: &mut BattleMut,
    book: &BookData,
    (by, from): (SideId, Option<PieceId>),
    place: Place,
    size: Burst,
    rule: RuleId,
) {
    let at = place.at;
    let template = SkirmishView { view: battle.view(), book }.round_template(size, at);
    let blast = Blast { by, from, at, template, icon: size, shelter: Shelter::From(at), rule };
    burst::blast(battle, book, &blast, &|cp, man| cp.is_reached_by_burst(place, man));
}

/// OW-7.7, OW-7.8: a charge explodes where it lies; at a wall it may breach that.
pub fn go_off(battle: &mut BattleMut, book: &BookData, number: usize, rule: &'static str) {
    let charge = battle.resource::<Dynamite>().charges[number].clone();
    if charge.gone {
        return;
    }
    {
        let mut dynamite = battle.resource_mut::<Dynamite>();
        let charge = &mut dynamite.charges[number];
        (charge.gone, charge.lit, charge.connected) = (true, None, false);
    }
    let place = Place { at: charge.at, floor: charge.floor, ..Place::new(0.0, 0.0, 0.0) };
    battle.note(Some(charge.side), RuleId::new(rule), "The charge explodes");
    blast(battle, book, (charge.side, None), place, Burst::Medium, RuleId::new("OW-7.7"));
    let Some((wall, on)) = charge.wall else { return };
    let Some(protection) = (SkirmishView { view: battle.view(), book }).protection_of(wall) else { return };
    battle.ground_changed();
    if burst::penetrates(battle, book, charge.side, PENETRATION, protection) {
        battle.breach(Breach { wall, at: on, width: BREACH_WIDTH }, RuleId::new("OW-7.8"), "The wall is breached");
    }
}

/// OW-7.10: a carrier who has taken a wound since, or is out of action, draws a card: a small burst sets his dynamite off.
pub fn cook_off(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let view = battle.view();
    let hurt = |piece: &PieceId| {
        let Some(supply) = view.get_piece_part::<Supply>(*piece).filter(|supply| supply.carries) else { return false };
        let fallen = !view.in_play(*piece) && view.fate(*piece) == Fate::Casualty;
        fallen || view.mark(*piece, &marks::WOUND) > supply.wounds
    };
    let carriers: Vec<PieceId> = view.pieces().filter(hurt).collect();
    if carriers.is_empty() {
        return;
    }
    let book = battle.resource::<Book>().clone();
    for piece in carriers {
        draw_for(&mut battle, &book, piece);
    }
}

fn draw_for(battle: &mut BattleMut, book: &BookData, piece: PieceId) {
    let (side, name, place) =
        (battle.view().side_of(piece), battle.view().piece(piece).name.clone(), battle.view().place(piece));
    let fallen = !battle.view().in_play(piece);
    let wounds = battle.view().mark(piece, &marks::WOUND);
    let before = supply::of(&SkirmishView::of(battle.view()), piece).wounds;
    let draws = u8::max(1, wounds.saturating_sub(before) + u8::from(fallen && wounds <= before));
    supply::change(battle, piece, |supply| supply.wounds = wounds);
    for _ in 0..draws {
        let chance = SkirmishView { view: battle.view(), book }.chance_of_icon(Burst::Small);
        let text = format!("{name}, who carries dynamite, is hit");
        battle.log(Some(side), EventKind::Note, RuleId::new("OW-7.10"), text, Explained::default());
        let card = decks::draw(battle, book, side, &["he"], RuleId::new("OW-7.10"), |card| {
            let result = if card.he == Some(Burst::Small) { "the dynamite goes off" } else { "nothing happens" };
            format!("Card {}: {result}", card.id)
        });
        let goes = card.he == Some(Burst::Small);
        battle.trial("Dynamite goes off with its carrier", chance, usize::from(goes), 1);
        if goes {
            supply::empty(battle, book, piece);
            blast(battle, book, (side, Some(piece)), place, Burst::Medium, RuleId::new("OW-7.10"));
            return;
        }
    }
    if fallen {
        supply::empty(battle, book, piece);
    }
}
