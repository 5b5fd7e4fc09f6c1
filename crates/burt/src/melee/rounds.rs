//! Step 11: all units that are linked by contact fight one round (SB-9.13, SB-9.19).

use super::{
    coming,
    forecast::{Strike, ending},
    results,
};
use crate::{
    book::{dice, values::Chit},
    cohesion::forced,
    fire::{casualties, shot::Load, volley},
    movement::marching,
    state::{
        pose::Pose,
        sequence_of_play::{Contact, SequenceOfPlay, push},
        tasks::Task,
        touching::divisions,
        view::BurtView,
    },
};
use grapeshot_floor::{
    english::{self, count},
    events::{Duel, EventKind, Explained, RuleId},
    forces::{SideId, UnitId},
    shared::formed::{
        block::{self, Face},
        contacts,
    },
    turn::BattleMut,
};

/// Fighting units that stand at most this many inches apart, because bases fell, close up again.
const DRIFT: f32 = 3.0;
/// Units whose touching edges differ by more than this many degrees line up.
const ASLANT: f32 = 0.5;
/// Units that are more than this many inches apart close up.
const APART: f32 = 0.02;

/// Does the next thing of step 11; returns whether there was one.
pub fn go_on(battle: &mut BattleMut) -> bool {
    if coming::go_on(battle) {
        return true;
    }
    let next = {
        let play = battle.view().resource::<SequenceOfPlay>();
        let contacts: Vec<Contact> = play.fights.iter().map(|fight| fight.contact).collect();
        let fresh = contacts.iter().map(|contact| contacts::linked(&contacts, contact.attacker));
        fresh.filter(|units| units.iter().all(|unit| !play.dealt_with.contains(unit))).min()
    };
    match next {
        Some(units) => {
            begin(battle, units);
            true
        }
        None => {
            leave(battle);
            false
        }
    }
}

/// Begins the round of a melee: each unit with several enemies divides its dice (SB-9.19), the first side first.
fn begin(battle: &mut BattleMut, units: Vec<UnitId>) {
    close_up(battle, &units);
    if part(battle, &units) {
        return;
    }
    let names: Vec<String> = units.iter().map(|unit| battle.view().unit(*unit).name.clone()).collect();
    battle.note(None, RuleId::new("SB-9.13"), format!("Melee: {}", names.join(", ")));
    let divide: Vec<UnitId> = {
        let burt = BurtView::of(battle.view());
        let first = burt.play().first;
        let mut dividing: Vec<UnitId> = units
            .iter()
            .copied()
            .filter(|unit| divisions(burt.melee_dice(*unit).dice, burt.fighting(*unit).len()).len() > 1)
            .collect();
        dividing.sort_by_key(|unit| (burt.side(*unit) != first, *unit));
        dividing
    };
    {
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        play.divisions.clear();
        play.dealt_with.extend(&units);
    }
    push(battle, Task::Round { units });
    for unit in divide.into_iter().rev() {
        push(battle, Task::Divide { unit });
    }
}

/// The contacts of some units, the oldest first.
fn contacts_of(battle: &BattleMut, units: &[UnitId]) -> Vec<Contact> {
    let fights = &battle.view().resource::<SequenceOfPlay>().fights;
    fights.iter().map(|fight| fight.contact).filter(|contact| units.contains(&contact.attacker)).collect()
}

/// Lays fighting units flush against each other: the unit that came turns to the edge that it struck, and closes up if
/// bases fell between them. A unit that came to several enemies stays with the first.
fn close_up(battle: &mut BattleMut, units: &[UnitId]) {
    let mut closed: Vec<UnitId> = Vec::new();
    for Contact { attacker, defender, attacker_face, defender_face } in contacts_of(battle, units) {
        if closed.contains(&attacker) {
            continue;
        }
        closed.push(attacker);
        let moved = {
            let burt = BurtView::of(battle.view());
            let (own, his) = (burt.outline(attacker), burt.outline(defender));
            let facing = block::outward(&his, defender_face).turned(180.0);
            let aslant = own.place.facing.angle_to(facing) > ASLANT;
            let due = attacker_face == Face::Front && (aslant || own.gap(&his) > APART);
            let aside = own.footprint.half_width();
            let flush = if due { burt.flush(attacker, &own, defender, defender_face, aside) } else { None };
            flush.filter(|flush| flush.place.at.distance(own.place.at) <= DRIFT).map(|block| (own, block))
        };
        if let Some((own, block)) = moved {
            let pose = Pose { block, ..BurtView::of(battle.view()).pose(attacker) };
            marching::place(battle, attacker, &[own.place.at], pose, "SB-9.10");
        }
    }
}

/// SB-9.10, SB-9.17: ends the contact between units that no longer touch each other with a base each. Returns whether
/// it ended for any; units that are then in no melee get REGROUP orders when the step ends.
fn part(battle: &mut BattleMut, units: &[UnitId]) -> bool {
    let apart: Vec<Contact> = {
        let burt = BurtView::of(battle.view());
        contacts_of(battle, units).into_iter().filter(|contact| !burt.still_touch(contact)).collect()
    };
    for Contact { attacker, defender, .. } in &apart {
        results::separate(battle, *attacker, *defender);
        let names = [attacker, defender].map(|unit| battle.view().unit(*unit).name.clone());
        let text = format!("{} and {} have lost contact", names[0], names[1]);
        battle.note(None, RuleId::new("SB-9.17"), text);
        for unit in [*attacker, *defender] {
            if !BurtView::of(battle.view()).in_melee(unit) {
                battle.resource_mut::<SequenceOfPlay>().dealt_with.push(unit);
            }
        }
    }
    !apart.is_empty()
}

/// The hits that were not saved, by the unit that suffers them.
type Suffered = Vec<(UnitId, u8)>;

/// SB-9.13: fights a round of linked units: all roll, all save, then figures fall, and the sides compare casualties.
pub fn fight(battle: &mut BattleMut, units: &[UnitId]) {
    let (strikes, came, chances) = {
        let burt = BurtView::of(battle.view());
        let strikes = burt.strikes_of_all(units);
        let Some(first) = burt.play().fights.iter().find(|fight| units.contains(&fight.contact.attacker)) else {
            return;
        };
        let came = first.contact;
        let forecast = burt.forecast(&strikes, burt.side(came.attacker));
        (strikes, came, (forecast.breaks + forecast.pushes, forecast.draws))
    };
    let mut suffered: Suffered = Vec::new();
    for strike in &strikes {
        let unsaved = roll(battle, strike);
        match suffered.iter_mut().find(|(unit, _)| *unit == strike.blow.at.unit) {
            Some((_, sum)) => *sum += unsaved,
            None => suffered.push((strike.blow.at.unit, unsaved)),
        }
    }
    let enemies = results::Melee::of(&BurtView::of(battle.view()), units);
    for (unit, unsaved) in &suffered {
        let (effect, standing) = {
            let burt = BurtView::of(battle.view());
            (burt.effect_on(*unit, Load::SmallArms), burt.figures(*unit))
        };
        let lost = volley::take_effect(battle, *unit, effect, standing, *unsaved);
        casualties::fall(battle, *unit, lost, false, "SB-9.13");
    }
    for fight in &mut battle.resource_mut::<SequenceOfPlay>().fights {
        if units.contains(&fight.contact.attacker) {
            fight.fought = true;
            fight.impetus.clear();
        }
    }
    let scored = |side: SideId, battle: &BattleMut| -> u8 {
        let theirs = suffered.iter().filter(|(unit, _)| battle.view().side_of_unit(*unit) != side);
        theirs.map(|(_, unsaved)| *unsaved).sum()
    };
    let side = battle.view().side_of_unit(came.attacker);
    let (mine, theirs) = (scored(side, battle), scored(side.other(), battle));
    tell(battle, came, (mine, theirs), chances);
    let winner = match mine.cmp(&theirs) {
        std::cmp::Ordering::Greater => Some(side),
        std::cmp::Ordering::Less => Some(side.other()),
        std::cmp::Ordering::Equal => None,
    };
    results::decide(battle, &enemies, winner, (mine.max(theirs), mine.min(theirs)));
}

/// Rolls the strike of one unit at one enemy, and the saves of the enemy; returns how many hits are not saved.
fn roll(battle: &mut BattleMut, strike: &Strike) -> u8 {
    let (by, at) = (strike.blow.by.unit, strike.blow.at.unit);
    let (side, name) = (battle.view().side_of_unit(by), battle.view().unit(by).name.clone());
    let (foe, enemy) = (battle.view().side_of_unit(at), battle.view().unit(at).name.clone());
    let plain = strike.dice - u8::from(strike.leftover);
    let mut hits = 0;
    for (count, leftover) in [(plain, false), (u8::from(strike.leftover), true)] {
        if count == 0 {
            continue;
        }
        let (score, needed) = {
            let burt = BurtView::of(battle.view());
            (burt.melee_score(&strike.blow, leftover), burt.melee_needs(&strike.blow, leftover))
        };
        let rolled = dice::pool(battle, &dice::BLOWS, count, needed);
        hits += rolled.successes;
        let with = if leftover { " with the extra die" } else { "" };
        let struck = english::count_or_no(rolled.successes.into(), "hit");
        let text = format!("{name} strikes at {enemy}{with} on {needed}+: {}: {struck}", rolled.told());
        dice::log(battle, (side, by), &rolled.all(), "SB-9.11", text, score.0);
        battle.trial("Blows", dice::chance(needed), rolled.successes.into(), count.into());
    }
    if hits == 0 {
        return 0;
    }
    let (save, needed) = {
        let burt = BurtView::of(battle.view());
        (burt.melee_save(&strike.blow), burt.melee_save_needs(&strike.blow))
    };
    let rolled = dice::pool(battle, &dice::SAVES, hits, needed);
    let text =
        format!("{enemy} saves {} of {} on {needed}+: {}", rolled.successes, count(hits.into(), "hit"), rolled.told());
    dice::detail(battle, (foe, at), &rolled.all(), "SB-9.12", text, save.0);
    battle.trial("To save", dice::chance(needed), rolled.successes.into(), hits.into());
    hits - rolled.successes
}

/// SB-9.14: tells in the log the casualties that both sides scored, and the result.
fn tell(battle: &mut BattleMut, came: Contact, (mine, theirs): (u8, u8), (wins, ties): (f32, f32)) {
    let rule = || RuleId::new("SB-9.14");
    let minimum = BurtView::of(battle.view()).settings().break_minimum;
    let sides = [came.attacker, came.defender].map(|unit| battle.view().side_of_unit(unit));
    let short = sides.map(|side| battle.view().side_named(side).short.clone());
    let loser = if mine > theirs { &short[1] } else { &short[0] };
    let result = match ending(mine.max(theirs), mine.min(theirs), minimum) {
        super::forecast::Ending::Drawn => "nobody gives way".to_owned(),
        super::forecast::Ending::Pushed => format!("the {loser} are pushed back"),
        super::forecast::Ending::Broken => format!("the {loser} break"),
    };
    let text = format!("{} {mine} against {theirs}: {result}", short[0]);
    let scored = |scored: u8| {
        let label = format!("{} scored", english::some(scored.into(), "casualty"));
        Explained::base(rule(), label, f32::from(scored))
    };
    let piece = |unit: UnitId| battle.view().unit(unit).pieces[0];
    let (attacker, defender) = (piece(came.attacker), piece(came.defender));
    let winner = match mine.cmp(&theirs) {
        std::cmp::Ordering::Greater => Some(attacker),
        std::cmp::Ordering::Less => Some(defender),
        std::cmp::Ordering::Equal => None,
    };
    let duel = Some(Box::new(Duel { against: scored(theirs), wins, ties }));
    let kind = EventKind::Fought { attacker, defender, winner, duel };
    battle.log(Some(sides[0]), kind, rule(), text, scored(mine));
}

/// SB-9.17: gives REGROUP orders to units whose contact ended in this step, unless they pursue or rout.
fn leave(battle: &mut BattleMut) {
    let left: Vec<UnitId> = {
        let burt = BurtView::of(battle.view());
        let fought = burt.play().dealt_with.iter().copied();
        fought
            .filter(|unit| burt.present(*unit) && !burt.in_melee(*unit) && !burt.routing(*unit))
            .filter(|unit| burt.values(*unit).pursuing.is_none())
            .collect()
    };
    for unit in left {
        forced::order(battle, unit, Chit::Regroup, "SB-9.17");
    }
}
