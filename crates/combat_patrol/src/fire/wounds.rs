//! Wounds, stun and losses (chapter 7), and the morale markers they bring (CP-6.11); hits on riders: whether they fall
//! on the man or on his horse.

use crate::{
    book::{
        action_card::{ActionCard, Burst, Location, Severity},
        cites::Topic,
        marks,
        profile::{Engine, Section, Soldier},
        rule_settings::CoreSettings,
    },
    cards::decks,
    state::sequence_of_play::SequenceOfPlay,
    view::{
        cover::Cover,
        period::period,
        rulebook::{BookData, SkirmishView, cites},
    },
};
use grapeshot_floor::{
    english::count,
    events::{Drawn, EventKind, Explained, RuleId},
    forces::{Fate, MarkId, PieceId, SideId, UnitId},
    table::footprint::Footprint,
    turn::BattleMut,
};

/// CP-7.4: stuns a figure; more stuns do not add up.
pub fn stun(battle: &mut BattleMut, piece: PieceId, rule: RuleId, why: &str) {
    let text = format!("{} is stunned{why}", battle.view().piece(piece).name);
    battle.mark_piece(piece, &marks::STUN, 1, rule, text);
}

/// CP-5.2: marks figures that moved as moving targets until they act again.
pub fn moved(battle: &mut BattleMut, pieces: &[PieceId]) {
    let what = ("counts as a moving target", "count as moving targets");
    mark_all(battle, pieces, &marks::MOVED, 1, RuleId::new("CP-5.2"), what);
}

/// Lays a marker on figures that have none, or takes it off, with a line for each unit that says what becomes of one of
/// its figures, or of several.
pub fn mark_all(
    battle: &mut BattleMut,
    pieces: &[PieceId],
    mark: &MarkId,
    now: u8,
    rule: RuleId,
    (one, more): (&str, &str),
) {
    let view = battle.view();
    // A line about figures that hide is for their own side alone.
    let mut lines: Vec<((UnitId, bool), Vec<PieceId>)> = Vec::new();
    for piece in pieces.iter().copied().filter(|piece| view.mark(*piece, mark) != now) {
        let line = (view.unit_of(piece), view.conceals(piece));
        match lines.iter_mut().find(|(known, _)| *known == line) {
            Some((_, told)) => told.push(piece),
            None => lines.push((line, vec![piece])),
        }
    }
    for ((unit, _), told) in lines {
        let text = match told[..] {
            [piece] => format!("{} {one}", battle.view().piece(piece).name),
            _ => format!("{}: {} {more}", battle.view().unit(unit).name, count(told.len(), "figure")),
        };
        battle.mark_pieces(&told, mark, now, rule.clone(), text);
    }
}

/// CP-6.11: gives a unit the morale marker for a figure struck by an attack.
pub fn add_morale_marker(battle: &mut BattleMut, unit: UnitId, rule: RuleId) {
    if SkirmishView::of(battle.view()).men(unit).next().is_none() {
        return;
    }
    let now = battle.view().unit_marks(unit).count(&marks::MORALE).saturating_add(1);
    let text = format!("{} has {}", battle.view().unit(unit).name, count(now.into(), "morale marker"));
    battle.mark_unit(unit, &marks::MORALE, now, rule, text);
}

/// CP-7.2: takes a figure out of play. If it led its unit, the unit gets one more morale marker (CP-11.1) and has no
/// leader until the end of the turn (CP-4.5).
pub fn incapacitate(battle: &mut BattleMut, piece: PieceId, text: String) {
    let unit = battle.view().unit_of(piece);
    let led = SkirmishView::of(battle.view()).section(unit).leader == Some(piece);
    battle.remove_piece(piece, Fate::Casualty, RuleId::new("CP-7.2"), text);
    lose_leader(battle, unit, piece);
    if led {
        add_morale_marker(battle, unit, RuleId::new("CP-11.1"));
    }
}

/// Leaves a unit whose leader left play without one until the end of the turn (CP-4.5).
pub fn lose_leader(battle: &mut BattleMut, unit: UnitId, piece: PieceId) {
    let led = SkirmishView::of(battle.view()).section(unit).leader == Some(piece);
    if led {
        let values = SkirmishView::of(battle.view()).as_leader(piece).cloned();
        battle.unit_mut::<Section>(unit).leader = None;
        // CP-4.5: a lost squad or platoon leader, a unit of his own, is not replaced.
        battle.resource_mut::<SequenceOfPlay>().lost_leaders.extend(values.map(|values| (unit, values)));
    }
}

/// CP-7.1: applies a hit of this severity; `how` says in words where or how. As many wounds as Endurance incapacitate..
pub fn wound(battle: &mut BattleMut, piece: PieceId, severity: Severity, how: &str) {
    let cp = SkirmishView::of(battle.view());
    let name = cp.name(piece).to_owned();
    let endurance = cp.soldier(piece).endurance;
    let wounds = cp.view.mark(piece, &marks::WOUND) + 1;
    match severity {
        Severity::Incapacitated => incapacitate(battle, piece, format!("{name} is out of action, {how}")),
        Severity::Wound if wounds >= endurance => {
            let text = format!("{name} is out of action, {how}, wound {wounds} of {endurance}");
            incapacitate(battle, piece, text);
        }
        Severity::Wound => {
            let text = format!("{name} is wounded, {how}");
            battle.mark_piece(piece, &marks::WOUND, wounds, RuleId::new("CP-7.1"), text);
        }
    }
}

/// CP-6.8: applies a damage card to a figure that is hit by fire: location, cover, severity.
pub fn hit_by_fire(
    battle: &mut BattleMut,
    book: &BookData,
    by: SideId,
    piece: PieceId,
    card: &ActionCard,
    drawn: Drawn,
    cover: Option<&Cover>,
) {
    let cp = SkirmishView::of(battle.view());
    let name = cp.name(piece).to_owned();
    let side: SideId = cp.view.side_of(piece);
    let place = card.loc.word();
    let stops = |card: &ActionCard| cover.is_some_and(|cover| card.cover.contains(cover.code.as_str()));
    let stopped = stops(card);
    let text = match cover.map(|cover| cp.words_of_cover(cover)) {
        Some(cover) if stopped => format!("{name} is hit in the {place}, but the cover of {cover} stops it"),
        Some(cover) => format!("{name} is hit in the {place}; the cover of {cover} does not stop it"),
        None => format!("{name} is hit in the {place}"),
    };
    decks::show(battle, drawn, RuleId::new("CP-6.7"), format!("Damage card {}: {name}", card.id));
    let fells = |card: &ActionCard| card.sev == Severity::Incapacitated && !stops(card);
    let deck = &book.core.action_deck;
    let felling = deck.iter().filter(|card| fells(card)).count() as f32 / deck.len() as f32;
    battle.trial("A hit fells its man", felling, usize::from(fells(card)), 1);
    let kind = EventKind::Hit { piece, location: place.into(), stopped };
    battle.detail(Some(side), kind, RuleId::new("CP-6.8"), text, Explained::default());
    if stopped {
        stun(battle, piece, RuleId::new("CP-6.8"), " by the near miss");
    } else if !horse_takes_it(battle, book, by, piece) {
        // CP-6.14: a hit on a rider may fall on the horse.
        wound(battle, piece, card.sev, &format!("hit in the {place}"));
    }
}

/// CP-9.5: applies a damage card to the loser of a fight: location and severity, no cover.
pub fn hit_in_melee(battle: &mut BattleMut, book: &BookData, winner: SideId, loser: PieceId) {
    let name = battle.view().piece(loser).name.clone();
    let unit = battle.view().unit_of(loser);
    let (card, drawn) = decks::take(battle, book, winner, &["loc", "sev"]);
    decks::show(battle, drawn, RuleId::new("CP-9.5"), format!("Damage card {}: {name}", card.id));
    if !SkirmishView::of(battle.view()).is_man(loser) {
        return hit_engine(battle, book, loser, card.sev);
    }
    let side = battle.view().side_of_unit(unit);
    let kind = EventKind::Hit { piece: loser, location: card.loc.word().into(), stopped: false };
    let text = format!("{name} is struck in the {}", card.loc.word());
    battle.detail(Some(side), kind, RuleId::new("CP-9.5"), text, Explained::default());
    let armoured = SkirmishView::of(battle.view()).soldier(loser).armour;
    if armoured && card.loc == Location::Torso {
        battle.note(
            Some(side),
            RuleId::new(cites(battle, Topic::HeavyCavalry)),
            format!("The armour of {name} stops it"),
        );
        return;
    }
    wound(battle, loser, card.sev, &format!("struck in the {}", card.loc.word()));
    add_morale_marker(battle, unit, RuleId::new("CP-9.5"));
}

/// Applies a hit to a piece that is no man; a period's own piece is hit by the rules of the period.
pub fn hit_engine(battle: &mut BattleMut, book: &BookData, piece: PieceId, severity: Severity) {
    if SkirmishView::of(battle.view()).engine(piece) == Some(Engine::Own) {
        period(battle).chapters.hit_own(battle, book, piece, severity);
    } else {
        hit_limber(battle, piece, severity);
    }
}

/// Tells that a hit changes nothing more on a piece that has suffered all a hit can do.
pub fn no_worse(battle: &mut BattleMut, piece: PieceId, rule: RuleId) {
    let text = format!("{} is hit again, which changes nothing", battle.view().piece(piece).name);
    let side = battle.view().side_of(piece);
    battle.detail(Some(side), EventKind::Note, rule, text, Explained::default());
}

/// `LimberHit`: applies a hit to a limber: half speed, or none at all.
fn hit_limber(battle: &mut BattleMut, limber: PieceId, severity: Severity) {
    let (name, rule) = (battle.view().piece(limber).name.clone(), RuleId::new(cites(battle, Topic::LimberHit)));
    match severity {
        Severity::Wound if battle.view().mark(limber, &marks::WOUND) > 0 => no_worse(battle, limber, rule),
        Severity::Incapacitated if battle.view().mark(limber, &marks::WRECKED) > 0 => no_worse(battle, limber, rule),
        Severity::Wound => {
            let text = format!("{name} has lost horses and goes at half speed");
            battle.mark_piece(limber, &marks::WOUND, 1, RuleId::new(cites(battle, Topic::LimberHit)), text);
        }
        Severity::Incapacitated => {
            battle.mark_piece(
                limber,
                &marks::WRECKED,
                1,
                RuleId::new(cites(battle, Topic::LimberHit)),
                format!("{name} cannot move again"),
            );
        }
    }
}

/// The base of a man on foot under these settings.
pub fn afoot(settings: &CoreSettings) -> Footprint {
    Footprint::Circle { diameter: settings.base_foot }
}

/// `ManOrHorse`: whether a hit by fire on a rider falls on his horse; if it does, the horse is lost and the rider on
/// foot, and he may be hurt (`ThrownRider`).
fn horse_takes_it(battle: &mut BattleMut, book: &BookData, by: SideId, rider: PieceId) -> bool {
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
    let cp = SkirmishView::of(battle.view());
    if cp.supplement().is_horseman(&cp, rider) {
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
        wound(battle, rider, card.sev, "hurt by the fall");
    }
}
