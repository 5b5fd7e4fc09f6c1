//! Teams that take fright and run (OW-10.10, OW-10.11, OW-10.13).

use bevy::math::Vec2;
use easy_ext::ext;

use super::{
    drive::{draw, run},
    overturn::overturn,
    state::{Rolling, Wagon},
};
use crate::{
    herds::{
        alarms::{Alarm, RUNAWAY},
        state::HerdsView,
        trample,
    },
    wagons::{state::WagonsView, way::WayView},
};
use grapeshot_combat_patrol::{
    book::{
        action_card::{ActionCard, MoraleResult},
        grade::Grade,
        marks,
    },
    cards::decks,
    movement::room::Wanted,
    state::sequence_of_play::{SequenceOfPlay, Stage, go_to},
    view::rulebook::{Book, BookData, SkirmishView},
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{Fate, PieceId, UnitId},
    table::{footprint::Outline, measure, path, position::Heading},
    turn::BattleMut,
};

/// The stage at which a runaway wagon runs.
pub const RUN: Stage = Stage::new("Runaway");
/// The rule of runaway checks.
const SPOOK: &str = "OW-10.10";
/// The rule of runaways.
const RUNS: &str = "OW-10.11";
/// OW-10.8, OW-1.3: how near to a wagon a bundle bursts that overturns it, in inches.
const BLOWN: f32 = 1.0;
/// A runaway that has less than this before it turns, in inches.
const ROOM: f32 = 1.0;
/// Degrees by which it tries to turn.
const TURN: f32 = 5.0;

/// Questions to the view about runaway.
#[ext(RunawayView)]
pub impl SkirmishView<'_> {
    /// OW-10.10: why something spooks the team of a wagon, in words.
    fn spooks(&self, wagon: &Wagon, team: PieceId, alarm: &Alarm) -> Option<&'static str> {
        let numbers = self.wagon_numbers();
        match alarm {
            Alarm::Shot { shooter, .. } => {
                let aboard = self.carriage(*shooter).is_some_and(|carriage| carriage.body == wagon.body);
                let heard = !aboard || self.wagon_settings().passenger_fire_spooks;
                // Whoever is on board shoots from the middle of the body.
                let gap = match aboard {
                    true => self.view.outline(team).gap_to_point(self.view.place(wagon.body).at),
                    false => self.view.gap(*shooter, team),
                };
                (heard && gap <= numbers.spook_near + 1e-4).then_some("somebody fires beside the team")
            }
            Alarm::Went(piece, _) if self.comes_at(team, *piece) => Some("the team is charged"),
            Alarm::Went(piece, way) => {
                let runs = self.herd_of(*piece).is_some_and(|herd| herd.run.is_some());
                let gap = self.view.outline(team).gap_to_line(way) - self.view.footprint(*piece).reach();
                (runs && gap <= numbers.trample_near + 1e-4).then_some("a stampede passes")
            }
            _ => None,
        }
    }
}

/// Questions to the view about runaway.
#[ext(BlownOverView)]
pub impl SkirmishView<'_> {
    /// OW-10.10: whether an enemy who moved has come into contact with a team.
    fn comes_at(&self, team: PieceId, mover: PieceId) -> bool {
        self.view.in_play(mover)
            && self.is_man(mover)
            && self.carriage(mover).is_none()
            && self.view.is_enemy(mover, self.view.side_of(team))
            && self.touch(mover, team)
    }

    /// OW-10.8: whether a bundle that bursts there overturns a wagon: it lies under its body or adjacent to it.
    fn is_blown_over(&self, wagon: &Wagon, alarm: &Alarm) -> bool {
        match alarm {
            Alarm::Burst { at, bundle: true } => self.view.outline(wagon.body).gap_to_point(*at) <= BLOWN + 1e-4,
            _ => false,
        }
    }
}

/// OW-10.8: a bundle that bursts at a wagon overturns it.
fn blow_over(battle: &mut BattleMut, book: &BookData, alarms: &[Alarm]) {
    let cp = SkirmishView::of(battle.view());
    let blown = |wagon: &Wagon| !wagon.overturned && alarms.iter().any(|alarm| cp.is_blown_over(wagon, alarm));
    let wagons: Vec<UnitId> = cp.coaches().filter(|(_, wagon)| blown(wagon)).map(|(unit, _)| unit).collect();
    wagons.into_iter().for_each(|unit| overturn(battle, book, unit));
}

/// OW-10.10: each team that takes fright checks once for each action.
pub fn hear(battle: &mut BattleMut, book: &BookData, alarms: &[Alarm]) {
    blow_over(battle, book, alarms);
    let wagons: Vec<UnitId> = SkirmishView::of(battle.view()).coaches().map(|(unit, _)| unit).collect();
    for unit in wagons {
        let cp = SkirmishView { view: battle.view(), book };
        let Some(wagon) = cp.coach(unit).filter(|wagon| cp.draught(wagon).is_some()) else { continue };
        let Some(team) = wagon.team else { continue };
        let mut reasons: Vec<(Option<UnitId>, &'static str)> = Vec::new();
        for alarm in alarms {
            let Some(why) = cp.spooks(wagon, team, alarm) else { continue };
            let doer = alarm.doer(&cp);
            if !reasons.iter().any(|(known, _)| *known == doer) {
                reasons.push((doer, why));
            }
        }
        reasons.into_iter().for_each(|(_, why)| check(battle, book, unit, why));
    }
}

/// OW-10.10: the chance that a check sends the team of a wagon off.
pub fn chance_to_bolt(cp: &SkirmishView, unit: UnitId, wagon: &Wagon) -> f32 {
    let (settings, guts) = (cp.herd_settings(), guts(cp, unit, wagon));
    let deck = &cp.book.core.action_deck;
    deck.iter().filter(|card| settings.bolts(card.morale(guts, false))).count() as f32 / deck.len() as f32
}

/// The Guts of a driver who holds the reins; nobody's are Green.
fn guts(cp: &SkirmishView, unit: UnitId, wagon: &Wagon) -> Grade {
    if cp.at_the_reins(wagon).is_some() { cp.section(unit).guts } else { Grade::Green }
}

/// OW-10.10: with some results of morale the team runs away.
fn check(battle: &mut BattleMut, book: &BookData, unit: UnitId, why: &str) {
    let cp = SkirmishView { view: battle.view(), book };
    let Some(wagon) = cp.coach(unit).filter(|wagon| wagon.rolling != Rolling::Runaway).cloned() else { return };
    let (settings, guts) = (cp.herd_settings(), guts(&cp, unit, &wagon));
    let chance = chance_to_bolt(&cp, unit, &wagon);
    let (side, name) = (cp.view.side_of_unit(unit), cp.name(wagon.body).to_owned());
    let (card, drawn) = decks::take(battle, book, side, &[ActionCard::morale_field(guts, false)]);
    let result = card.morale(guts, false);
    let bolts = settings.bolts(result);
    let came = if bolts { "the team runs away" } else { "the team stands" };
    battle.note(Some(side), RuleId::new(SPOOK), format!("{name}, as {why}: {result}, {came}"));
    battle.trial("Runaway", chance, usize::from(bolts), 1);
    decks::show(battle, drawn, RuleId::new(SPOOK), format!("Runaway check as {guts}: card {}, {result}", card.id));
    if bolts {
        battle.unit_mut::<Wagon>(unit).rolling = Rolling::Runaway;
        battle.mark_piece(wagon.body, &RUNAWAY, 1, RuleId::new(SPOOK), format!("{name} runs away"));
    }
}

/// Before a unit declares: a runaway runs instead.
pub fn divert(battle: &mut BattleMut) {
    let Some(unit) = battle.resource::<SequenceOfPlay>().activation.as_ref().map(|acts| acts.unit) else { return };
    let cp = SkirmishView::of(battle.view());
    let runs = cp.coach(unit).is_some_and(|wagon| {
        // OW-10.17: a driver just stunned by a result still coasts along; the check comes at the next activation.
        let just_now = |driver: PieceId| cp.activity(driver).touched;
        let driven = cp.at_the_reins(wagon).is_some() || wagon.driver.is_some_and(just_now);
        let coasts = matches!(wagon.rolling, Rolling::Rolling | Rolling::Galloping) && !driven;
        !wagon.moved && (wagon.rolling == Rolling::Runaway || coasts)
    });
    if runs {
        go_to(battle, RUN);
    }
}

/// OW-10.13, OW-10.11: the driver tries to regain control; if he does not, the wagon runs.
pub fn act(battle: &mut BattleMut, book: &Book) -> bool {
    let unit = battle.resource::<SequenceOfPlay>().active().unit;
    let cp = SkirmishView { view: battle.view(), book };
    let Some(wagon) = cp.coach(unit).cloned() else {
        go_to(battle, Stage::END_UNIT);
        return true;
    };
    let (manned, draught) = (cp.men(unit).next().is_some(), cp.draught(&wagon).is_some());
    let next = if manned { Stage::DECLARE } else { Stage::END_UNIT };
    if draught && wagon.rolling != Rolling::Runaway {
        // OW-10.14: it has lost its driver.
        check(battle, book, unit, "nobody holds the reins");
        let bolts = |wagon: &Wagon| wagon.rolling == Rolling::Runaway;
        let ran = SkirmishView { view: battle.view(), book }.coach(unit).is_some_and(bolts);
        if !ran {
            calm(battle, unit, Rolling::Stopped, "comes to a stop");
        }
        battle.unit_mut::<Wagon>(unit).moved = true;
        go_to(battle, next);
        return true;
    }
    if !draught {
        calm(battle, unit, Rolling::Stopped, "comes to a stop");
        go_to(battle, next);
        return true;
    }
    let stunned = |driver: &PieceId| cp.view.in_play(*driver) && cp.stunned(*driver) && !cp.activity(*driver).touched;
    if let Some(driver) = wagon.driver.filter(stunned) {
        let text = format!("{} recovers instead of holding them", cp.name(driver));
        battle.mark_piece(driver, &marks::STUN, 0, RuleId::new("OW-10.17"), text);
    } else if let Some(driver) = cp.at_the_reins(&wagon) {
        let (side, guts, who) = (cp.view.side_of_unit(unit), guts(&cp, unit, &wagon), cp.name(driver).to_owned());
        let (card, drawn) = decks::take(battle, book, side, &[ActionCard::morale_field(guts, false)]);
        let holds = |card: &ActionCard| card.morale(guts, false) == MoraleResult::OK;
        let deck = &book.core.action_deck;
        let chance = deck.iter().filter(|card| holds(card)).count() as f32 / deck.len() as f32;
        let held = holds(card);
        let came = if held { "has them in hand again" } else { "does not hold them" };
        battle.note(Some(side), RuleId::new("OW-10.13"), format!("{who} {came}"));
        battle.trial("To hold a runaway", chance, usize::from(held), 1);
        let text = format!("Control as {guts}: card {}, {}", card.id, card.morale(guts, false));
        decks::show(battle, drawn, RuleId::new("OW-10.13"), text);
        if held {
            calm(battle, unit, Rolling::Rolling, "is under control");
            battle.unit_mut::<Wagon>(unit).reined = true;
            go_to(battle, Stage::DECLARE);
            return true;
        }
    }
    bolt(battle, book, unit);
    if battle.view().unit(unit).pieces.iter().any(|piece| battle.view().in_play(*piece)) {
        battle.unit_mut::<Wagon>(unit).moved = true;
    }
    go_to(battle, Stage::END_UNIT);
    true
}

/// A runaway runs no longer.
fn calm(battle: &mut BattleMut, unit: UnitId, rolling: Rolling, how: &str) {
    battle.unit_mut::<Wagon>(unit).rolling = rolling;
    let Some(body) = SkirmishView::of(battle.view()).coach(unit).map(|wagon| wagon.body) else { return };
    let (side, name) = (battle.view().side_of_unit(unit), battle.view().piece(body).name.clone());
    battle.note(Some(side), RuleId::new("OW-10.13"), format!("{name} {how}"));
    battle.mark_piece(body, &RUNAWAY, 0, RuleId::new("OW-10.13"), format!("{name} runs away no more"));
}

/// OW-10.11: it runs straight ahead, and turns where something blocks it.
fn bolt(battle: &mut BattleMut, book: &BookData, unit: UnitId) {
    let cp = SkirmishView { view: battle.view(), book };
    let Some(wagon) = cp.coach(unit).cloned() else { return };
    let (side, name, cards) = (cp.view.side_of_unit(unit), cp.name(wagon.body).to_owned(), cp.wagon_numbers().runs);
    battle.note(Some(side), RuleId::new(RUNS), format!("{name} runs away"));
    let rate = SkirmishView { view: battle.view(), book }.draught(&wagon).unwrap_or_default();
    let mut left = draw(battle, book, unit, cards) * rate;
    let mut run_down: Vec<PieceId> = Vec::new();
    while left > ROOM / 2.0 {
        let cp = SkirmishView { view: battle.view(), book };
        let Some(wagon) = cp.coach(unit).filter(|wagon| wagon.rolling == Rolling::Runaway).cloned() else { return };
        if leads_off(&cp, &wagon) {
            return leave(battle, unit, &wagon);
        }
        let axle = cp.axle(&wagon);
        let turns = (0..=18u8).flat_map(|n| [f32::from(n) * TURN, -f32::from(n) * TURN]);
        let way = |turn: f32| vec![axle.at, axle.at + axle.facing.turned(turn).forward() * left];
        let found = turns.filter_map(|turn| cp.plan_drive(&wagon, &way(turn), f32::INFINITY, true).ok());
        let Some(drive) = { found }.find(|drive| path::length(&drive.way) >= left.min(ROOM) - 0.01) else {
            return overturn(battle, book, unit);
        };
        let turn = axle.facing.turn_to(drive.heading);
        if turn.abs() > 0.5 {
            let (way, degrees) = (if turn > 0.0 { "left" } else { "right" }, turn.abs());
            let text = format!("{name} turns {way} by {degrees:.0} degrees, as something is in its way");
            battle.detail(Some(side), EventKind::Note, RuleId::new(RUNS), text, Explained::default());
        }
        let cp = SkirmishView { view: battle.view(), book };
        let men = in_its_way(&cp, &wagon, &drive.way);
        left -= path::length(&drive.way).max(ROOM / 2.0);
        let passed = run(battle, book, unit, &drive, true);
        for man in men {
            if !run_down.contains(&man) && battle.view().in_play(man) {
                run_down.push(man);
                run_over(battle, book, unit, man);
            }
        }
        if !passed {
            return;
        }
    }
}

/// Whether the front of a runaway is at the edge of the table.
fn leads_off(cp: &SkirmishView, wagon: &Wagon) -> bool {
    let front = wagon.team.unwrap_or(wagon.body);
    let Outline { footprint, place } = cp.view.outline(front);
    !cp.view.ground().on_table(place.offset(footprint.half_depth() + ROOM / 2.0, 0.0))
}

/// OW-10.11: the wagon leaves the table with all who are on it.
fn leave(battle: &mut BattleMut, unit: UnitId, wagon: &Wagon) {
    let name = battle.view().piece(wagon.body).name.clone();
    let side = battle.view().side_of_unit(unit);
    battle.note(Some(side), RuleId::new(RUNS), format!("{name} runs off the table"));
    let on_board: Vec<PieceId> = SkirmishView::of(battle.view()).on_board(wagon).collect();
    for piece in [Some(wagon.body), wagon.team, wagon.gun].into_iter().flatten().chain(on_board) {
        if battle.view().in_play(piece) {
            let text = format!("{} is gone", battle.view().piece(piece).name);
            battle.remove_piece(piece, Fate::Fled, RuleId::new(RUNS), text);
        }
    }
}

/// OW-10.11: the men that a runaway meets within the width of its footprint.
fn in_its_way(cp: &SkirmishView, wagon: &Wagon, way: &[Vec2]) -> Vec<PieceId> {
    let kind = cp.coach_kind(wagon);
    let wide = kind.body.1.max(kind.team.1) / 2.0;
    let ahead = kind.body.0 - cp.wagon_numbers().axle + wagon.team.map_or(0.0, |_| kind.team.0);
    let Some(last) = way.last() else { return Vec::new() };
    let heading = super::way::heading_at_end(Heading(0.0), way);
    let swept = [way[0], *last + heading.forward() * ahead];
    let met = |man: &PieceId| {
        cp.is_man(*man) && cp.carriage(*man).is_none() && !cp.is_animal(*man) && {
            let at = cp.view.place(*man).at;
            measure::distance_to_segment(at, swept[0], swept[1]) <= wide + cp.view.footprint(*man).half_width()
        }
    };
    cp.view.pieces().filter(|piece| cp.view.in_play(*piece)).filter(met).collect()
}

/// OW-10.11: a runaway runs a man down as a herd does; who stands in its way afterwards is thrust aside.
fn run_over(battle: &mut BattleMut, book: &BookData, unit: UnitId, man: PieceId) {
    let cp = SkirmishView { view: battle.view(), book };
    let Some(wagon) = cp.coach(unit) else { return };
    let (body, melee) = (wagon.body, f32::from(cp.wagon_numbers().melee));
    trample::run_over(battle, book, body, man, melee, &mut |_| {});
    let cp = SkirmishView { view: battle.view(), book };
    if !cp.view.in_play(man) || !cp.lies_on_another(&cp.view.outline(man), &[man]) {
        return;
    }
    let place = cp.view.place(man);
    let wanted =
        Wanted { piece: man, from: place.at, goal: place, first: place.facing, within: 6.0, away: &[], taken: &[] };
    if let Some(end) = cp.room_near(wanted, |_| true) {
        let text = format!("{} is thrust aside", cp.name(man));
        battle.move_piece(man, vec![place.at, end.at], end, RuleId::new(RUNS), text);
    }
}
