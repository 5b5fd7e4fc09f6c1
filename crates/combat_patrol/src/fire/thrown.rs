//! Hits on riders: whether they fall on the man or on his horse.

use super::wounds;
use crate::{
    book::{action_card::Burst, cites::Topic, profile::Soldier, rule_settings::CoreSettings},
    cards::decks,
    view::rulebook::{BookData, SkirmishView, cites},
};
use grapeshot_floor::{
    events::RuleId,
    forces::{PieceId, SideId},
    table::footprint::Footprint,
    turn::BattleMut,
};

/// The base of a man on foot under these settings.
pub fn afoot(settings: &CoreSettings) -> Footprint {
    Footprint::Circle { diameter: settings.base_foot }
}

/// `ManOrHorse`: whether a hit by fire on a rider falls on his horse; if it does, the horse is lost and the rider on
/// foot, and he may be hurt (`ThrownRider`).
pub fn horse_takes_it(battle: &mut BattleMut, book: &BookData, by: SideId, rider: PieceId) -> bool {
    if !SkirmishView::of(battle.view()).mounted(rider) {
        return false;
    }
    let name = battle.view().piece(rider).name.clone();
    let most = book.core.mounted.horse_hit;
    let card = decks::draw(battle, book, by, &["d10"], RuleId::new(cites(battle, Topic::ManOrHorse)), |card| {
        let who = if card.d10 <= most { "the horse" } else { "the man" };
        format!("Man or horse: {}: {who} of {name} is hit", card.d10)
    });
    if card.d10 > most {
        return false;
    }
    throw(battle, book, by, rider);
    true
}

/// `ThrownRider`: puts a rider that lost his horse on foot; he may have been thrown.
fn throw(battle: &mut BattleMut, book: &BookData, by: SideId, rider: PieceId) {
    let cp = SkirmishView::of(battle.view());
    let (name, man, place) = (cp.name(rider).to_owned(), afoot(&cp.settings().core), cp.view.place(rider));
    battle.piece_mut::<Soldier>(rider).mounted = false;
    battle.reshape_piece(
        rider,
        man,
        place,
        RuleId::new(cites(battle, Topic::ThrownRider)),
        format!("{name} loses the horse"),
    );
    if book.supplement.is_horseman(&SkirmishView::of(battle.view()), rider) {
        return;
    }
    let card = decks::draw(battle, book, by, &["he"], RuleId::new(cites(battle, Topic::ThrownRider)), |card| {
        let how = if card.shows(Burst::Medium) { "is thrown and hurt" } else { "lands unhurt" };
        format!("{name} {how}")
    });
    if card.shows(Burst::Medium) {
        let card = decks::draw(battle, book, by, &["sev"], RuleId::new(cites(battle, Topic::ThrownRider)), |card| {
            format!("How badly: card {}", card.id)
        });
        wounds::wound(battle, rider, card.sev, "hurt by the fall");
    }
}
