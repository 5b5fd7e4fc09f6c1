//! Which men a stampede runs down (OW-9.15).

use bevy::math::Vec2;
use easy_ext::ext;

use super::{course::Trampled, state::Herd};
use crate::herds::state::HerdsView;
use grapeshot_combat_patrol::{
    book::action_card::Severity,
    cards::decks,
    fire::wounds,
    spotting,
    view::{
        rulebook::{BookData, SkirmishView},
        supplement::FightSide,
    },
};
use grapeshot_floor::{
    english::number,
    events::{Duel, EventKind, Explained, RuleId},
    forces::{Fate, PieceId, UnitId},
    table::{house::Wall, position::Heading},
    turn::BattleMut,
};

/// The rule of trampling.
const TRAMPLE: &str = "OW-9.15";

/// Questions to the view about trample.
#[ext(TrampleView)]
pub impl SkirmishView<'_> {
    /// OW-9.15: the figures that the animals of a herd run down on their tracks, in the order in which they come to
    /// them, each with the animals that come so near. A man in a house is safe, but not in a tent that goes down.
    fn run_down(
        &self,
        tracks: &[(PieceId, Vec<Vec2>)],
        heading: Heading,
        flat: &[Trampled],
    ) -> Vec<(PieceId, Vec<PieceId>)> {
        let reach = self.herd_numbers().trample;
        let stands = |house: usize| flat.iter().all(|gone| gone.wall != Wall::House(house));
        let mut met = Vec::new();
        for man in self.view.pieces().filter(|piece| self.view.in_play(*piece) && self.is_man(*piece)) {
            let outline = self.view.outline(man);
            if self.is_animal(man)
                || self.carriage(man).is_some()
                || outline.place.floor > 0
                || self.view.ground().building_at(outline.place.at).is_some_and(stands)
            {
                continue;
            }
            let gap = |(animal, track): &(PieceId, Vec<Vec2>)| {
                (outline.gap_to_line(track) - self.view.footprint(*animal).reach()).max(0.0)
            };
            let close: Vec<PieceId> =
                tracks.iter().filter(|track| gap(track) <= reach + 1e-4).map(|(animal, _)| *animal).collect();
            if !close.is_empty() {
                met.push((outline.place.at.dot(heading.forward()), man, close));
            }
        }
        met.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        met.into_iter().map(|(_, man, animals)| (man, animals)).collect()
    }
}

/// OW-9.13: an animal of a herd is lost; the herd goes on with another central animal if need be.
pub fn lose(battle: &mut BattleMut, animal: PieceId, rule: &'static str, how: &str) {
    let unit = battle.view().unit_of(animal);
    let text = format!("{} {how}", battle.view().piece(animal).name);
    battle.remove_piece(animal, Fate::Casualty, RuleId::new(rule), text);
    let before = SkirmishView::of(battle.view()).herd(unit).map(|herd| herd.central);
    battle.unit_mut::<Herd>(unit).lose(animal);
    let view = battle.view();
    if let Some(now) = SkirmishView::of(view).herd(unit).map(|herd| herd.central)
        && before != Some(now)
        && view.in_play(now)
    {
        let (side, text) = (view.side_of_unit(unit), format!("{} leads the herd now", view.piece(now).name));
        battle.detail(Some(side), EventKind::Note, RuleId::new("OW-9.5"), text, Explained::default());
    }
}

/// OW-9.15: one figure against the herd that runs over it.
pub fn trample(battle: &mut BattleMut, book: &BookData, unit: UnitId, figure: PieceId, animals: &[PieceId]) {
    if !battle.view().in_play(figure) || battle.view().present(unit).next().is_none() {
        return;
    }
    if battle.view().conceals(figure) {
        let why = format!("{} runs over it", battle.view().unit(unit).name);
        spotting::reveal(battle, battle.view().unit_of(figure), &[figure], &why);
    }
    let cp = SkirmishView { view: battle.view(), book };
    let Some(herd) = cp.herd(unit) else { return };
    let there = |animal: &&PieceId| cp.view.in_play(**animal);
    let Some(first) = animals.iter().find(there).copied().or_else(|| cp.view.present(unit).next()) else { return };
    let melee = cp.species(herd.species).melee;
    run_over(battle, book, first, figure, f32::from(melee), &mut |battle| fell_one(battle, book, figure, animals));
}

/// OW-9.15: a figure against what runs over it, which has so much Melee. If the figure wins, what it does to what it
/// beat is left to the caller.
pub fn run_over(
    battle: &mut BattleMut,
    book: &BookData,
    by: PieceId,
    figure: PieceId,
    melee: f32,
    beaten: &mut dyn FnMut(&mut BattleMut),
) {
    let cp = SkirmishView { view: battle.view(), book };
    let (side, own) = (cp.view.side_of(by), cp.view.side_of(figure));
    let theirs = Explained::base(TRAMPLE, "Melee", melee);
    let ours = cp.melee_sum(figure, by, FightSide::default(), 0, None);
    let (wins, ties) = cp.melee_chances(theirs.total(), ours.total());
    let names = (cp.name(by).to_owned(), cp.name(figure).to_owned());
    let (card, drawn) = decks::take(battle, book, side, &["hth"]);
    let (own_card, own_drawn) = decks::take(battle, book, own, &["hth"]);
    let (first, second) = (f32::from(card.hth) + theirs.total(), f32::from(own_card.hth) + ours.total());
    let (winner, result) = if first > second {
        (Some(by), format!("{} is run down", names.1))
    } else if second > first {
        (Some(figure), format!("{} stands", names.1))
    } else {
        (None, format!("{} is knocked over", names.1))
    };
    let against = ours.with(TRAMPLE, "card", f32::from(own_card.hth));
    let duel = Duel { against: against.clone(), wins, ties };
    let kind = EventKind::Fought { attacker: by, defender: figure, winner, duel: Some(Box::new(duel)) };
    let text = format!("{} {} against {} {}: {result}", names.0, number(first), names.1, number(second));
    let sum = theirs.with(TRAMPLE, "card", f32::from(card.hth));
    battle.log(Some(side), kind, RuleId::new(TRAMPLE), text, sum);
    battle.trial("Run down", wins, usize::from(winner == Some(by)), 1);
    decks::show(battle, drawn, RuleId::new(TRAMPLE), format!("{}: card {}", names.0, card.hth));
    decks::show(battle, own_drawn, RuleId::new(TRAMPLE), format!("{}: card {}", names.1, own_card.hth));
    let text = format!("{} has {second:.0}", names.1);
    battle.detail(Some(own), EventKind::Note, RuleId::new(TRAMPLE), text, against);
    match winner {
        None => {
            wounds::stun(battle, figure, RuleId::new(TRAMPLE), " on the spot");
            wounds::add_morale_marker(battle, battle.view().unit_of(figure), RuleId::new("CP-6.11"));
        }
        Some(winner) if winner == by => wounds::hit_in_melee(battle, book, side, figure),
        Some(_) => beaten(battle),
    }
}

/// OW-9.15: a figure that stands draws a combat result: it may fell one of the animals that come so near.
fn fell_one(battle: &mut BattleMut, book: &BookData, figure: PieceId, animals: &[PieceId]) {
    let side = battle.view().side_of(figure);
    let card = decks::draw(battle, book, side, &["sev", "pick"], RuleId::new(TRAMPLE), |card| match card.sev {
        Severity::Incapacitated => format!("Combat result: one falls, pick {}", card.pick),
        Severity::Wound => "Combat result: a wound, which does not stop it".to_owned(),
    });
    let there: Vec<PieceId> = animals.iter().copied().filter(|animal| battle.view().in_play(*animal)).collect();
    if card.sev == Severity::Incapacitated && !there.is_empty() {
        lose(battle, there[card.choose(there.len())], TRAMPLE, "is struck down");
    }
}
