//! A round of combat: both sides throw their dice, the sums are compared, beaten units test (BP-7.1 to BP-7.7,
//! BP-7.11).

use super::score::Supports;
use crate::{
    book::{
        data::{Bonus, Effect},
        dice::{self, Score},
        values::{Troop, Work},
    },
    shooting::{
        casualties,
        volley::{again, freshness, may_save_again, roll_saves},
    },
    state::{
        sequence_of_play::{Cause, Contact, Round, RoundChoice, RoundStage, SequenceOfPlay, Task, Test, Win},
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    english,
    events::{Duel, EventKind, Explained, RuleId},
    forces::{SideId, UnitId},
    shared::formed::block,
    turn::BattleMut,
};

/// BP-7.1: begins the round of a combat.
pub fn begin(battle: &mut BattleMut, unit: UnitId) {
    let (units, contacts) = {
        let bp = BlackPowderView::of(battle.view());
        let units = bp.linked(unit);
        let contacts: Vec<Contact> =
            bp.play().contacts.iter().filter(|contact| units.contains(&contact.attacker)).copied().collect();
        (units, contacts)
    };
    if contacts.is_empty() {
        return;
    }
    battle.resource_mut::<SequenceOfPlay>().tasks.push(Task::Round(Round::new(units, contacts)));
}

/// Goes on with a round.
pub fn go_on(battle: &mut BattleMut, mut round: Round) {
    match round.stage {
        RoundStage::Gather => {
            round.choices = choices(&BlackPowderView::of(battle.view()), &round);
            round.stage = RoundStage::Ask;
            battle.resource_mut::<SequenceOfPlay>().tasks.push(Task::Round(round));
        }
        RoundStage::Ask | RoundStage::Roll => fight(battle, round),
        RoundStage::After => after(battle, &round),
    }
}

/// BP-7.2, BP-7.6: the choices that owners must make before the dice.
fn choices(bp: &BlackPowderView, round: &Round) -> Vec<RoundChoice> {
    let mut choices = Vec::new();
    for unit in &round.units {
        let dice = bp.fighting_dice(*unit).total().max(0.0) as usize;
        let enemies = bp.fighting(*unit).len();
        let free = enemies > 1 && dice > 0 && dice != enemies;
        if free && !bp.has_dice_by_face(*unit) {
            choices.push(RoundChoice::Divide(*unit));
        }
    }
    let elsewhere: Vec<UnitId> =
        bp.combats().into_iter().flatten().filter(|unit| !round.units.contains(unit)).collect();
    for support in bp.regiments() {
        let here = round.units.iter().any(|unit| bp.could_support(support, *unit).is_some());
        if here
            && !bp.play().supporting.contains(&support)
            && elsewhere.iter().any(|unit| bp.could_support(support, *unit).is_some())
        {
            choices.push(RoundChoice::Support(support));
        }
    }
    choices
}

struct Blow {
    unit: UnitId,
    enemy: UnitId,
    hits: u8,
    save: Score,
}

fn side_and_name(battle: &BattleMut, unit: UnitId) -> (SideId, String) {
    (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone())
}

/// BP-7.2 to BP-7.7: lets both sides fight at the same time; then beaten units test.
fn fight(battle: &mut BattleMut, mut round: Round) {
    {
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        play.driven.clear();
        play.losses.clear();
    }
    let names: Vec<String> = round.units.iter().map(|unit| battle.view().unit(*unit).name.clone()).collect();
    battle.note(None, RuleId::new("BP-7.1"), format!("Combat: {}", names.join(", ")));
    let (supports, chances) = {
        let bp = BlackPowderView::of(battle.view());
        let came = round.contacts.first().map(|contact| bp.side(contact.attacker));
        (bp.supports_in(&round), came.map(|side| bp.chances_of_round(&round, side)).unwrap_or_default())
    };
    let mut blows = Vec::new();
    for unit in &round.units {
        strike(battle, *unit, &round, &mut blows);
    }
    let mut caused: Vec<(UnitId, u8)> = Vec::new();
    let mut second_saves: Vec<(UnitId, bool)> =
        round.units.iter().map(|unit| (*unit, may_save_again(battle, *unit))).collect();
    for blow in &blows {
        let one = second_saves.iter_mut().find(|(unit, _)| *unit == blow.enemy).map(|(_, left)| left);
        let failed = roll_saves(battle, blow.enemy, blow.hits, &blow.save, one.unwrap_or(&mut false));
        caused.push((blow.unit, failed));
        casualties::hurt(battle, blow.enemy, failed, false, "BP-7.4");
    }
    let sums = result(battle, &round, &supports, &caused);
    let best = sums.iter().map(|(_, sum)| sum.total()).fold(f32::NEG_INFINITY, f32::max);
    let winners: Vec<SideId> = sums.iter().filter(|(_, sum)| sum.total() == best).map(|(side, _)| *side).collect();
    round.winner = if winners.len() == 1 { winners.first().copied() } else { None };
    tell_result(battle, &round, &sums, chances);
    for unit in round.units.clone() {
        battle.unit_mut::<Work>(unit).fought = true;
        let hit = battle
            .view()
            .resource::<SequenceOfPlay>()
            .losses
            .iter()
            .any(|loss| loss.unit == unit && loss.casualties > 0);
        if hit {
            casualties::risk_officer(battle, unit);
        }
    }
    {
        let helpers: Vec<UnitId> = supports.iter().flat_map(|(_, supports)| supports.all()).collect();
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        play.supporting.extend(helpers);
        play.won.retain(|unit| !round.units.contains(unit));
    }
    let tests = tests(battle, &round, &supports);
    battle.resource_mut::<SequenceOfPlay>().losses.clear();
    round.stage = RoundStage::After;
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    play.tasks.push(Task::Round(round));
    play.tasks.extend(tests.into_iter().rev().map(Task::Test));
}

/// BP-7.3: throws the dice of one unit at its enemies.
fn strike(battle: &mut BattleMut, unit: UnitId, round: &Round, blows: &mut Vec<Blow>) {
    let main = round.main.iter().find(|(who, _)| *who == unit).map(|(_, enemy)| *enemy);
    let (shares, dice_sum) = {
        let bp = BlackPowderView::of(battle.view());
        (bp.division(unit, main), bp.fighting_dice(unit))
    };
    if shares.iter().all(|(_, dice)| *dice == 0) {
        return;
    }
    let mut score = BlackPowderView::of(battle.view()).to_strike(unit);
    let fresh = freshness(battle, unit);
    score.modify("BP-11.1", "freshly raised", fresh);
    let needed = score.needed();
    let (side, name) = side_and_name(battle, unit);
    let (charge, one) = {
        let bp = BlackPowderView::of(battle.view());
        (bp.has(unit, Effect::RerollCharge) && bp.charges_home(unit), bp.has(unit, Effect::RerollBlow))
    };
    let mut one_left = usize::from(one);
    for (enemy, count) in shares.into_iter().filter(|(_, count)| *count > 0) {
        let mut rolled = dice::roll(battle, &dice::BLOWS, count);
        let text = format!(
            "{name} strikes at {} on {}+: {}",
            battle.view().unit(enemy).name,
            needed.clamp(2, 6),
            dice::shown(&rolled)
        );
        dice::log(battle, (side, unit), &rolled, "BP-7.3", text, score.sum.clone());
        let struck = rolled.iter().filter(|die| dice::hits(**die, needed)).count();
        battle.trial("Blows", dice::chance_to_hit(needed), struck, rolled.len());
        let dice_text = format!("{name} has {}", english::count(count.into(), "die"));
        battle.detail(Some(side), EventKind::Note, RuleId::new("BP-7.2"), dice_text, dice_sum.clone());
        let most = if charge { usize::from(count) } else { one_left };
        if most > 0 {
            let label = format!("{name}, missed blows");
            if !charge && rolled.iter().any(|die| !dice::hits(*die, needed)) {
                one_left = 0;
            }
            again(battle, unit, &dice::BLOWS, &mut rolled, most, |die| !dice::hits(die, needed), &label);
        }
        let hits = rolled.iter().filter(|die| dice::hits(**die, needed)).count() as u8;
        let save = BlackPowderView::of(battle.view()).save_from(enemy, unit);
        blows.push(Blow { unit, enemy, hits, save });
    }
}

/// BP-7.5: the score of each side.
fn result(
    battle: &mut BattleMut,
    round: &Round,
    supports: &[(UnitId, Supports)],
    caused: &[(UnitId, u8)],
) -> Vec<(SideId, Explained)> {
    let mut sides: Vec<SideId> = round.units.iter().map(|unit| battle.view().side_of_unit(*unit)).collect();
    sides.sort_unstable();
    sides.dedup();
    let mut sums = Vec::new();
    for side in sides {
        let own: Vec<UnitId> =
            round.units.iter().copied().filter(|unit| battle.view().side_of_unit(*unit) == side).collect();
        let casualties: u8 =
            caused.iter().filter(|(unit, _)| own.contains(unit)).map(|(_, casualties)| *casualties).sum();
        let mut best: Option<Explained> = None;
        for unit in &own {
            let none = Supports::default();
            let helpers = supports.iter().find(|(who, _)| who == unit).map_or(&none, |(_, supports)| supports);
            let mut sum: Explained = BlackPowderView::of(battle.view()).result_modifiers(*unit, helpers);
            let bonus = BlackPowderView::of(battle.view()).charge_result(*unit);
            if let Some((label, bonus)) = bonus {
                let amount = match bonus {
                    Bonus::Fixed(amount) => amount,
                    Bonus::D3 => {
                        let die = battle.roll(&dice::SPECIALS, 6);
                        let amount = die.div_ceil(2);
                        let (side, name) = side_and_name(battle, *unit);
                        let text = format!("{name}, {label}: +{amount}");
                        dice::detail(battle, (side, *unit), &[die], "BP-11.1", text, Explained::default());
                        amount as i8
                    }
                };
                sum.add("BP-11.1", label, f32::from(amount));
            }
            if best.as_ref().is_none_or(|known| sum.total() > known.total()) {
                best = Some(sum);
            }
        }
        let base = Explained::base(
            "BP-7.5",
            format!("{} caused", english::some(usize::from(casualties), "casualty")),
            f32::from(casualties),
        );
        let lines = best.unwrap_or_default();
        let sum = lines
            .modifiers()
            .iter()
            .fold(base, |sum, line| sum.with(line.rule.clone(), line.label.clone(), line.amount));
        sums.push((side, sum));
    }
    sums
}

/// BP-7.5: logs the results of both sides and which has won.
fn tell_result(battle: &mut BattleMut, round: &Round, sums: &[(SideId, Explained)], (wins, ties): (f32, f32)) {
    let rule = RuleId::new("BP-7.5");
    let Some(first) = round.contacts.first() else { return };
    let (came, stood) = (battle.view().side_of_unit(first.attacker), battle.view().side_of_unit(first.defender));
    let of =
        |side: SideId| sums.iter().find(|(known, _)| *known == side).map(|(_, sum)| sum.clone()).unwrap_or_default();
    let (mine, against) = (of(came), of(stood));
    let short = |side: SideId| battle.view().side_named(side).short.clone();
    let result = match round.winner {
        Some(side) => format!("the {} win the combat", short(side)),
        None => "the combat is drawn".to_owned(),
    };
    let text = format!("{} {:.0} against {:.0}: {result}", short(came), mine.total(), against.total());
    let piece = |unit: UnitId| battle.view().unit(unit).pieces[0];
    let (attacker, defender) = (piece(first.attacker), piece(first.defender));
    let winner = round.winner.map(|side| if side == came { attacker } else { defender });
    let duel = Some(Box::new(Duel { against, wins, ties }));
    battle.log(Some(came), EventKind::Fought { attacker, defender, winner, duel }, rule.clone(), text, mine);
    for (side, sum) in sums {
        let text = format!("{}: combat result {:.0}", battle.view().side_named(*side).short, sum.total());
        battle.detail(Some(*side), EventKind::Note, rule.clone(), text, sum.clone());
    }
}

/// BP-7.7: the tests after a round.
fn tests(battle: &mut BattleMut, round: &Round, supports: &[(UnitId, Supports)]) -> Vec<Test> {
    let mut tests = Vec::new();
    for unit in &round.units {
        let bp = BlackPowderView::of(battle.view());
        if !bp.present(*unit) {
            continue;
        }
        let loss = bp.play().losses.iter().find(|loss| loss.unit == *unit).copied();
        let won = round.winner.map(|winner| winner == bp.side(*unit));
        let wavers = loss.is_some_and(|loss| loss.casualties > 0) && bp.has(*unit, Effect::Wavers);
        let Some(cause) = Cause::after_round(won, bp.shaken(*unit), wavers) else { continue };
        let only_cavalry = bp.only_cavalry_at(*unit, &bp.fighting(*unit));
        let helpers = supports.iter().find(|(who, _)| who == unit).map(|(_, supports)| supports.all().collect());
        tests.push(Test {
            excess: loss.map_or(0, |loss| loss.excess),
            only_cavalry,
            in_combat: true,
            supports: helpers.unwrap_or_default(),
            ..Test::new(*unit, cause)
        });
    }
    tests
}

/// BP-7.11, BP-7.13: after the tests, lets units without an enemy do more.
fn after(battle: &mut BattleMut, round: &Round) {
    if let Some(winner) = round.winner {
        let winners: Vec<UnitId> =
            round.units.iter().copied().filter(|unit| battle.view().side_of_unit(*unit) == winner).collect();
        let still: Vec<UnitId> =
            winners.into_iter().filter(|unit| BlackPowderView::of(battle.view()).in_combat(*unit)).collect();
        battle.resource_mut::<SequenceOfPlay>().won.extend(still);
    }
    let mut wins = Vec::new();
    for unit in &round.units {
        let bp = BlackPowderView::of(battle.view());
        if !bp.present(*unit) || bp.in_combat(*unit) || bp.play().driven.contains(unit) {
            continue;
        }
        // BP-7.14: guns stay.
        if !matches!(bp.troop(*unit), Troop::Infantry | Troop::Cavalry) {
            continue;
        }
        let enemies: Vec<UnitId> = round.contacts.iter().filter_map(|contact| contact.other(*unit)).collect();
        let building = if enemies.is_empty() { None } else { vacant_house(&bp, *unit) };
        let bp = BlackPowderView::of(battle.view());
        let beaten = enemies.into_iter().filter(|enemy| bp.present(*enemy)).collect();
        let drew = round.winner != Some(bp.side(*unit));
        wins.push(Win { unit: *unit, drew, beaten, building });
    }
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    play.tasks.extend(wins.into_iter().rev().map(Task::Win));
}

/// BP-8.2: the empty building beside a unit into which it may go.
pub fn vacant_house(bp: &BlackPowderView, unit: UnitId) -> Option<usize> {
    let own = bp.outline(unit);
    let terrain = bp.view.terrain();
    (0..terrain.buildings.len()).find(|index| {
        let house = block::garrison(&terrain.buildings[*index], own.place.facing);
        own.gap(&house) <= 0.1 && bp.garrison(*index).is_none() && bp.may_occupy(unit, *index).is_ok()
    })
}
