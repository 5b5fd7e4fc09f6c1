//! What startles a herd (OW-9.10), and what provokes a beast (OW-9.13).

use super::{
    alarms::Alarm,
    book::{HerdSettings, at_end_of},
    stampede,
    state::Beast,
};
use crate::herds::state::HerdsView;
use easy_ext::ext;
use grapeshot_combat_patrol::{
    book::action_card::ActionCard,
    cards::decks,
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    events::RuleId,
    forces::{PieceId, UnitId},
    turn::BattleMut,
};

/// The rule of stampede checks.
const STARTLED: &str = "OW-9.10";

/// Questions to the view about startle.
#[ext(StartleView)]
pub impl SkirmishView<'_> {
    /// OW-9.10: why something startles a herd, in words; none if it does not.
    fn startles(&self, settings: &HerdSettings, unit: UnitId, alarm: &Alarm) -> Option<&'static str> {
        let numbers = self.herd_numbers();
        let near =
            |piece: PieceId, within: f32| self.nearest_animal(piece, unit).is_some_and(|(gap, _)| gap <= within + 1e-4);
        let of_herd = |piece: PieceId| self.view.unit_of(piece) == unit;
        let (what, startled, why) = match alarm {
            Alarm::Shot { target, .. } if of_herd(*target) => ("fired_at", true, "it is fired at"),
            Alarm::Shot { shooter, silent, .. } => {
                let heard = !silent || settings.silent_bows_startle;
                ("fire_near", heard && near(*shooter, numbers.fire_near), "somebody fires beside it")
            }
            Alarm::Charge { defender, .. } if of_herd(*defender) => ("charged", true, "it is charged"),
            Alarm::Charge { defender, .. } => {
                let unit = self.view.unit_of(*defender);
                let near = self.view.present(unit).any(|piece| near(piece, numbers.charge_near));
                ("charge_near", near, "a unit beside it is charged")
            }
            Alarm::Lost(piece) => ("loss", of_herd(*piece), "it has lost one"),
            Alarm::Burst { at, .. } => {
                let gaps = self.view.present(unit).map(|animal| self.view.outline(animal).gap_to_point(*at));
                ("burst", gaps.fold(f32::INFINITY, f32::min) <= numbers.burst_near, "something bursts")
            }
            Alarm::Wagon(wagon) => ("wagon", near(*wagon, numbers.wagon_near), "a wagon comes to grief beside it"),
            Alarm::Went(piece, path) => {
                let runs = !of_herd(*piece) && self.herd_of(*piece).is_some_and(|herd| herd.run.is_some());
                let beside = |animal: PieceId| {
                    let gap = self.view.outline(animal).gap_to_line(path);
                    gap - self.view.footprint(*piece).reach() <= numbers.herd_near + 1e-4
                };
                ("stampede", runs && self.view.present(unit).any(beside), "a stampede passes")
            }
        };
        (startled && settings.startles(what)).then_some(why)
    }
}

/// OW-9.10: each herd that is startled checks once for each action; OW-9.13: who fires at a bear or attacks it provokes
/// it.
pub fn hear(battle: &mut BattleMut, book: &BookData, alarms: &[Alarm]) {
    provoke(battle, alarms);
    let settings = SkirmishView::of(battle.view()).herd_settings();
    let herds: Vec<UnitId> = SkirmishView::of(battle.view()).herds().map(|(unit, _)| unit).collect();
    for unit in herds {
        let cp = SkirmishView { view: battle.view(), book };
        let mut reasons: Vec<(Option<UnitId>, &'static str)> = Vec::new();
        for alarm in alarms {
            let Some(why) = cp.startles(&settings, unit, alarm) else { continue };
            // What it loses by an action that startles it anyway is part of that action.
            let lost = matches!(alarm, Alarm::Lost(_));
            let doer = alarm.doer(&cp);
            let known = match lost {
                true => !reasons.is_empty(),
                false => doer.is_some() && reasons.iter().any(|(known, _)| *known == doer),
            };
            if !known {
                reasons.push((doer, why));
            }
        }
        for (_, why) in reasons {
            check(battle, book, unit, why);
        }
    }
}

/// OW-9.13: a bear remembers who fired at it or attacked it until it has acted.
fn provoke(battle: &mut BattleMut, alarms: &[Alarm]) {
    for alarm in alarms {
        let (by, at) = match alarm {
            Alarm::Shot { shooter, target, .. } => (*shooter, *target),
            Alarm::Charge { attacker, defender } => (*attacker, *defender),
            _ => continue,
        };
        let unit = battle.view().unit_of(at);
        let known = SkirmishView::of(battle.view()).beast(unit).map(|beast| beast.provokers.contains(&by));
        if known == Some(false) {
            battle.unit_mut::<Beast>(unit).provokers.push(by);
        }
    }
}

/// OW-9.10: the chance that a herd stampedes by one check.
pub fn chance_to_bolt(cp: &SkirmishView, unit: UnitId) -> f32 {
    let (settings, guts) = (cp.herd_settings(), cp.section(unit).guts);
    let deck = &cp.book.core.action_deck;
    deck.iter().filter(|card| settings.bolts(card.morale(guts, false))).count() as f32 / deck.len() as f32
}

/// OW-9.10: one check of a herd: with some results of morale it stampedes.
pub fn check(battle: &mut BattleMut, book: &BookData, unit: UnitId, why: &str) {
    let cp = SkirmishView { view: battle.view(), book };
    let Some(herd) = cp.herd(unit).filter(|herd| herd.run.is_none()) else { return };
    if !cp.species(herd.species).stampedes || cp.view.present(unit).next().is_none() {
        return;
    }
    let settings = cp.herd_settings();
    let (side, name, guts) = (cp.view.side_of_unit(unit), cp.unit_name(unit).to_owned(), cp.section(unit).guts);
    let chance = chance_to_bolt(&cp, unit);
    let (card, drawn) = decks::take(battle, book, side, &[ActionCard::morale_field(guts, false)]);
    let result = card.morale(guts, false);
    let bolts = settings.bolts(result);
    let came = if bolts { "it stampedes" } else { "it stays calm" };
    battle.note(Some(side), RuleId::new(STARTLED), format!("{name} is startled, as {why}: {result}, {came}"));
    battle.trial("Stampede", chance, usize::from(bolts), 1);
    decks::show(battle, drawn, RuleId::new(STARTLED), format!("Stampede check as {guts}: card {}, {result}", card.id));
    if bolts {
        stampede::begin(battle, book, unit, None);
    }
}

/// What startles all herds at the end of a turn.
pub fn at_end_of_turn(battle: &mut BattleMut, book: &BookData, turn: u16) {
    let cp = SkirmishView::of(battle.view());
    if cp.herd_settings().startles(&at_end_of(turn)) {
        let herds: Vec<UnitId> = cp.herds().map(|(unit, _)| unit).collect();
        for unit in herds {
            check(battle, book, unit, "it thunders");
        }
    }
}
