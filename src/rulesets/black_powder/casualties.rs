//! What happens to units and commanders: casualties, disorder, loss, places (BP-5.8, 5.9, 6.5, 7.9, 9.1, 9.4).

use bevy::math::Vec2;

use super::{
    book::{BlackPowderView, book},
    data::Effect,
    dice, marks,
    moves::{self, Pose, Walk},
    sequence_of_play::{Loss, SequenceOfPlay},
    values::{Formation, Officer, Regiment},
};
use crate::{
    english::count,
    events::{EventKind, Explained, RuleId},
    forces::{Fate, Marks, UnitId},
    table::{
        footprint::{Footprint, Outline},
        position::{Heading, Place},
    },
    turn::BattleMut,
};

fn rule(id: &'static str) -> RuleId {
    RuleId::new(id)
}

/// Sets the casualties of a unit, and whether it is shaken.
pub fn set_casualties(battle: &mut BattleMut, unit: UnitId, now: u8, why: &'static str) {
    let (name, before, stamina) = {
        let bp = BlackPowderView::of(battle.view());
        (bp.name(unit).to_owned(), bp.casualties(unit), bp.values(unit).stamina)
    };
    let text = if now > before {
        format!("{name} has {}, stamina {stamina}", count(now.into(), "casualty"))
    } else {
        format!("{name} is down to {}, stamina {stamina}", count(now.into(), "casualty"))
    };
    battle.mark_unit(unit, &marks::CASUALTY, now, rule(why), text);
    mark_shaken(battle, unit);
}

/// BP-6.12: shows whether a unit is shaken.
pub fn mark_shaken(battle: &mut BattleMut, unit: UnitId) {
    let (name, shaken) = {
        let bp = BlackPowderView::of(battle.view());
        (bp.name(unit).to_owned(), bp.shaken(unit))
    };
    let text = if shaken { format!("{name} is shaken") } else { format!("{name} is no longer shaken") };
    battle.mark_unit(unit, &marks::SHAKEN, u8::from(shaken), rule("BP-6.12"), text);
}

/// BP-5.9: a unit takes casualties. Those above its stamina are given back and dropped.
pub fn hurt(battle: &mut BattleMut, unit: UnitId, casualties: u8, artillery: bool, why: &'static str) -> u8 {
    if casualties == 0 {
        return 0;
    }
    untested(battle, unit);
    let (before, stamina) = {
        let bp = BlackPowderView::of(battle.view());
        (bp.casualties(unit), bp.values(unit).stamina)
    };
    let all = before + casualties;
    let excess = all.saturating_sub(stamina);
    set_casualties(battle, unit, all.min(stamina), why);
    if excess > 0 {
        let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
        let text = format!("{name}: {excess} above its stamina of {stamina}");
        battle.detail(Some(side), EventKind::Note, rule("BP-5.9"), text, Explained::default());
    }
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    match play.losses.iter_mut().find(|loss| loss.unit == unit) {
        Some(loss) => {
            loss.casualties += casualties;
            loss.excess += excess;
            loss.artillery |= artillery;
        }
        None => play.losses.push(Loss { unit, casualties, excess, artillery }),
    }
    excess
}

/// BP-11.1, Untested: when first hit a die changes its stamina.
fn untested(battle: &mut BattleMut, unit: UnitId) {
    let is_first = !battle.view().unit_part::<Regiment>(unit).past.hit;
    battle.unit_mut::<Regiment>(unit).past.hit = true;
    if !is_first || !BlackPowderView::of(battle.view()).has(unit, Effect::Untested) {
        return;
    }
    let die = battle.roll(&dice::SPECIALS, 6);
    let stamina = battle.view().unit_part::<Regiment>(unit).stamina;
    let now = match die {
        1 => stamina.saturating_sub(1).max(1),
        6 => stamina + 1,
        _ => stamina,
    };
    battle.unit_mut::<Regiment>(unit).stamina = now;
    let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
    let text = format!("{name} is untested: {die}, stamina {now}");
    dice::detail(battle, (side, unit), &[die], "BP-11.1", text, Explained::default());
}

/// BP-5.8, BP-6.5: a unit falls into disorder.
pub fn disorder(battle: &mut BattleMut, unit: UnitId, why: &'static str) {
    let name = battle.view().unit(unit).name.clone();
    battle.mark_unit(unit, &marks::DISORDERED, 1, rule(why), format!("{name} is disordered"));
}

/// BP-6.5: a unit is in order again.
pub fn recover(battle: &mut BattleMut, unit: UnitId, why: &'static str) {
    let name = battle.view().unit(unit).name.clone();
    battle.mark_unit(unit, &marks::DISORDERED, 0, rule(why), format!("{name} is in order again"));
}

/// Takes a unit out of all contact.
pub fn part(battle: &mut BattleMut, unit: UnitId) {
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    play.contacts.retain(|contact| contact.other(unit).is_none());
}

/// BP-7.8: a unit leaves the table for good: it broke, or fled over the edge, or went off by an exit.
pub fn lose(battle: &mut BattleMut, unit: UnitId, fate: Fate, why: &'static str, text: String) {
    part(battle, unit);
    vacate(battle, unit);
    battle.unit_mut::<Marks>(unit).set(&marks::ACTED, 0);
    let piece = battle.view().unit(unit).pieces[0];
    battle.remove_piece(piece, fate, rule(why), text);
    {
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        play.driven.push(unit);
        play.won.retain(|known| *known != unit);
    }
    let with: Vec<UnitId> = BlackPowderView::of(battle.view()).officers_with(unit).collect();
    for commander in with {
        match fate {
            Fate::Casualty => escape_or_fall(battle, commander),
            _ => go_to_friend(battle, commander, None),
        }
    }
}

/// A garrison leaves its building.
fn vacate(battle: &mut BattleMut, unit: UnitId) {
    battle.unit_mut::<Regiment>(unit).building = None;
}

/// BP-9.4: 10 or more on two dice: the commander of a broken unit is lost; else he goes to the nearest friend.
fn escape_or_fall(battle: &mut BattleMut, commander: UnitId) {
    let book = book(battle);
    let dice = dice::roll(battle, &dice::OFFICERS, 2);
    let total = dice[0] + dice[1];
    let lost = total >= book.numbers.officer_lost_broken;
    let (side, name) = (battle.view().side_of_unit(commander), battle.view().unit(commander).name.clone());
    let text = if lost {
        format!("{name} falls with the unit: {total}")
    } else {
        format!("{name} escapes from the broken unit: {total}")
    };
    dice::log(battle, (side, commander), &dice, "BP-9.4", text, Explained::default());
    if lost {
        fall(battle, commander, "BP-9.4");
    } else {
        go_to_friend(battle, commander, None);
    }
}

/// BP-9.4: each commander with a unit that took a casualty is at risk.
pub fn risk_officer(battle: &mut BattleMut, unit: UnitId) {
    let with: Vec<UnitId> = BlackPowderView::of(battle.view()).officers_with(unit).collect();
    for commander in with {
        risk(battle, commander);
    }
}

fn risk(battle: &mut BattleMut, commander: UnitId) {
    let book = book(battle);
    let dice = dice::roll(battle, &dice::OFFICERS, 2);
    let total = dice[0] + dice[1];
    let lost = total >= book.numbers.officer_lost_on;
    let (side, name) = (battle.view().side_of_unit(commander), battle.view().unit(commander).name.clone());
    let text = if lost { format!("{name} is hit: {total}") } else { format!("{name} is not hit: {total}") };
    dice::log(battle, (side, commander), &dice, "BP-9.4", text, Explained::default());
    if lost {
        fall(battle, commander, "BP-9.4");
    }
}

/// A commander is lost (BP-9.1, BP-9.4).
pub fn fall(battle: &mut BattleMut, commander: UnitId, why: &'static str) {
    {
        let mut officer = battle.unit_mut::<Officer>(commander);
        officer.fallen = true;
        officer.with = None;
        officer.done = true;
    }
    let name = battle.view().unit(commander).name.clone();
    let piece = battle.view().unit(commander).pieces[0];
    battle.remove_piece(piece, Fate::Casualty, rule(why), format!("{name} is lost"));
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    if play.commander == Some(commander) {
        play.commander = None;
    }
}

/// BP-9.1, BP-9.4: a commander goes to the nearest friendly unit, within so many inches if that is said; else he is
/// lost.
pub fn go_to_friend(battle: &mut BattleMut, commander: UnitId, within: Option<f32>) {
    battle.unit_mut::<Officer>(commander).with = None;
    let found = {
        let bp = BlackPowderView::of(battle.view());
        let at = bp.outline(commander).place.at;
        let friends = bp.regiments_of(bp.side(commander));
        let near = friends.map(|unit| (unit, bp.outline(unit).gap_to_point(at)));
        let nearest = near.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        nearest.filter(|(_, gap)| within.is_none_or(|most| bp.within(*gap, most))).map(|(unit, _)| unit)
    };
    match found {
        Some(unit) => join(battle, commander, unit, "BP-9.1"),
        None => fall(battle, commander, "BP-9.1"),
    }
}

/// BP-9.3: a commander joins a unit: he is where it is.
pub fn join(battle: &mut BattleMut, commander: UnitId, unit: UnitId, why: &'static str) {
    battle.unit_mut::<Officer>(commander).with = Some(unit);
    let place = battle.view().place(battle.view().unit(unit).pieces[0]);
    let text = format!("{} joins {}", battle.view().unit(commander).name, battle.view().unit(unit).name);
    ride(battle, commander, place, why, text);
}

/// A commander goes somewhere.
pub fn ride(battle: &mut BattleMut, commander: UnitId, place: Place, why: &'static str, text: String) {
    let piece = battle.view().unit(commander).pieces[0];
    let from = battle.view().place(piece).at;
    battle.move_piece(piece, vec![from, place.at], place, rule(why), text);
}

/// BP-9.1: commanders who stand alone with an enemy within an inch go to the nearest friend within 12 inches.
pub fn displace_officers(battle: &mut BattleMut, moved: UnitId) {
    let (alone, flee) = {
        let bp = BlackPowderView::of(battle.view());
        let block = bp.outline(moved);
        let officers = bp.view.units().filter(|unit| {
            bp.officer(*unit).is_some_and(|officer| officer.with.is_none())
                && bp.present(*unit)
                && bp.side(*unit) != bp.side(moved)
                && bp.within(block.gap(&bp.outline(*unit)), bp.numbers().berth)
        });
        (officers.collect::<Vec<_>>(), bp.numbers().flee_within)
    };
    for commander in alone {
        go_to_friend(battle, commander, Some(flee));
    }
}

/// Puts a unit where a walk led it: along its way, with its turns and changes of formation. The log says what it took of
/// the moves, why it stopped before its end, and why it stays where it is if it does.
pub fn go(battle: &mut BattleMut, unit: UnitId, walk: &Walk, why: &'static str) {
    let now = BlackPowderView::of(battle.view()).pose(unit);
    let mut poses = walk.poses.clone();
    if poses[0].formation != now.formation || poses[0].building != now.building {
        put(battle, unit, vec![poses[0].block.place.at], poses[0], why);
    } else if poses[0].block != now.block {
        // It turns before it goes.
        poses.insert(0, Pose { cost: poses[0].cost, ..now });
    }
    let stopped = walk.stopped.as_deref().filter(|why| *why != "its move ends");
    let mut from = 0;
    for n in 1..poses.len() {
        let (before, pose) = (poses[n - 1], poses[n]);
        let changes = before.formation != pose.formation || before.building != pose.building;
        let last = n + 1 == poses.len();
        if changes || last {
            let upto = if changes { n - 1 } else { n };
            if upto > from {
                let run = Run {
                    poses: &poses[from..=upto],
                    paid: Some((poses[upto].cost - poses[from].cost, walk.allowance - poses[from].cost)),
                    stopped: stopped.filter(|_| last && !changes),
                };
                shift(battle, unit, &run, why);
            }
            from = n;
        }
        if changes {
            put(battle, unit, vec![before.block.place.at, pose.block.place.at], pose, why);
        }
    }
    if let (Some(stopped), true) = (&walk.stopped, poses[..] == [now]) {
        let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
        let text = format!("{name} stays where it is: {stopped}");
        battle.detail(Some(side), EventKind::Note, rule(why), text, Explained::default());
    }
    let moves = walk.moves;
    battle.unit_mut::<super::values::Work>(unit).moves += moves;
}

/// A turn in words, with the facing after it; nothing if there is none.
pub(super) fn turning(from: Heading, to: Heading) -> Option<String> {
    let degrees = from.turn_to(to);
    let turn = match degrees.abs().round() {
        whole if whole < 1.0 => return None,
        180.0 => "turns about".to_owned(),
        whole => format!("turns {whole:.0}\u{b0} to the {}", if degrees > 0.0 { "left" } else { "right" }),
    };
    Some(format!("{turn} and faces {}", to.wind()))
}

/// A unit on its way without a change of formation.
struct Run<'p> {
    poses: &'p [Pose],
    /// Inches of its moves used, and of how many.
    paid: Option<(f32, f32)>,
    /// Why it stopped before its end.
    stopped: Option<&'p str>,
}

impl Run<'_> {
    /// The corners of its way.
    fn way(&self) -> Vec<Vec2> {
        moves::corners(self.poses)
    }

    /// What the log says of it; nothing if it neither moves nor turns.
    fn text(&self, name: &str) -> Option<String> {
        let (first, last) = (self.poses[0].block.place, self.poses[self.poses.len() - 1].block.place);
        let inches: f32 = self.way().windows(2).map(|leg| leg[0].distance(leg[1])).sum();
        let moves = (inches >= moves::TRIFLE).then(|| format!("moves {inches:.1}\u{2033}"));
        let turn = turning(first.facing, last.facing);
        let as_far = turn.is_none() && self.paid.is_some_and(|(cost, _)| (cost - inches).abs() < moves::TRIFLE);
        let mut text = match (moves, turn) {
            (None, None) => return None,
            (Some(moves), Some(turn)) => format!("{name} {moves}, {turn}"),
            (Some(one), None) | (None, Some(one)) => format!("{name} {one}"),
        };
        match self.paid {
            Some((_, of)) if as_far => text += &format!(" of {of:.1}\u{2033}"),
            Some((cost, of)) if cost >= moves::TRIFLE => text += &format!(": {cost:.1}\u{2033} of {of:.1}\u{2033}"),
            _ => {}
        }
        if let Some(stopped) = self.stopped {
            text += &format!("; it stops: {stopped}");
        }
        Some(text)
    }
}

/// Puts a unit at the end of a run.
fn shift(battle: &mut BattleMut, unit: UnitId, run: &Run, why: &'static str) {
    let piece = battle.view().unit(unit).pieces[0];
    let name = battle.view().unit(unit).name.clone();
    let pose = run.poses[run.poses.len() - 1];
    battle.unit_mut::<Regiment>(unit).building = pose.building;
    let Some(text) = run.text(&name) else { return };
    let way = run.way();
    match way[..] {
        [at] if at == pose.block.place.at => battle.turn_piece(piece, pose.block.place.facing, rule(why), text),
        _ => battle.move_piece(piece, way, pose.block.place, rule(why), text),
    }
    accompany(battle, unit, &pose);
}

/// Puts a unit at the end of a way, in the formation that it has. `paid`: inches of its moves used, and of how many.
pub(super) fn lead(
    battle: &mut BattleMut,
    unit: UnitId,
    way: &[Vec2],
    pose: Pose,
    paid: Option<(f32, f32)>,
    why: &'static str,
) {
    let now = BlackPowderView::of(battle.view()).pose(unit);
    let at = |at: &Vec2| Pose { block: Outline { place: Place { at: *at, ..now.block.place }, ..now.block }, ..now };
    let poses: Vec<Pose> = way.iter().map(at).chain([pose]).collect();
    shift(battle, unit, &Run { poses: &poses, paid, stopped: None }, why);
}

/// Puts a unit at a pose.
pub fn put(battle: &mut BattleMut, unit: UnitId, way: Vec<Vec2>, pose: Pose, why: &'static str) {
    let piece = battle.view().unit(unit).pieces[0];
    let (name, side) = (battle.view().unit(unit).name.clone(), battle.view().side_of_unit(unit));
    let was = battle.view().unit_part::<Regiment>(unit).formation;
    let before: Footprint = battle.view().footprint(piece);
    if was == pose.formation && before == pose.block.footprint {
        lead(battle, unit, &way, pose, None, why);
        return;
    }
    {
        let mut values = battle.unit_mut::<Regiment>(unit);
        values.formation = pose.formation;
        values.building = pose.building;
    }
    let text = match (pose.building, was == Formation::Garrison) {
        (Some(_), _) => format!("{name} goes into the building"),
        (None, true) => format!("{name} leaves the building, {}", pose.formation),
        _ => format!("{name}: {}", pose.formation),
    };
    let kind = EventKind::Formed { unit, formation: pose.formation.id().into() };
    battle.log(Some(side), kind, rule("BP-3.4"), text, Explained::default());
    let front = 2.0 * pose.block.footprint.half_width();
    let depth = 2.0 * pose.block.footprint.half_depth();
    let room = format!("{name} is {front:.1}\u{2033} wide and {depth:.1}\u{2033} deep");
    battle.reshape_piece(piece, pose.block.footprint, pose.block.place, rule("BP-3.4"), room);
    accompany(battle, unit, &pose);
}

/// BP-9.3, BP-9.1: the commanders with a unit go with it, and those of the enemy whom it comes upon go away.
fn accompany(battle: &mut BattleMut, unit: UnitId, pose: &Pose) {
    let name = battle.view().unit(unit).name.clone();
    let with: Vec<UnitId> = BlackPowderView::of(battle.view()).officers_with(unit).collect();
    for commander in with {
        let text = format!("{} goes with {name}", battle.view().unit(commander).name);
        ride(battle, commander, pose.block.place, "BP-9.3", text);
    }
    displace_officers(battle, unit);
}
