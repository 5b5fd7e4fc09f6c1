//! Hand-to-hand combat (BP-7.1 to BP-7.6): dice, scores, the result.

use super::{
    block::{self, Face},
    book::Bp,
    breaks,
    data::{Bonus, Effect},
    dice::{self, Score, chance_to_hit, chance_to_save},
    flow::{Cause, Contact, Flow, Round, RoundChoice, RoundStage, Task, Test, Win},
    harm,
    shooting::{again, freshness, roll_saves},
    values::{Formation, Troop, Work},
};
use crate::{
    events::{EventKind, Explained, RuleId},
    forces::{SideId, UnitId},
    turn::Field,
};

/// Who supports a unit (BP-7.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Supports {
    /// To the rear.
    pub rear: Option<UnitId>,
    /// On the left flank.
    pub left: Option<UnitId>,
    /// On the right flank.
    pub right: Option<UnitId>,
}

impl Supports {
    /// All who support it.
    pub fn all(&self) -> impl Iterator<Item = UnitId> {
        [self.rear, self.left, self.right].into_iter().flatten()
    }
}

impl<'w> Bp<'w> {
    /// BP-7.1: the units linked by contact with one.
    pub fn linked(&self, unit: UnitId) -> Vec<UnitId> {
        let mut group = vec![unit];
        let mut at = 0;
        while at < group.len() {
            let next = self.fighting(group[at]);
            for other in next {
                if !group.contains(&other) {
                    group.push(other);
                }
            }
            at += 1;
        }
        group.sort_unstable();
        group
    }

    /// BP-7.1: the combats that are still to be fought in this part.
    pub fn combats(&self) -> Vec<Vec<UnitId>> {
        let mut combats: Vec<Vec<UnitId>> = Vec::new();
        for contact in &self.flow().contacts {
            if combats.iter().any(|known| known.contains(&contact.attacker)) {
                continue;
            }
            let group = self.linked(contact.attacker);
            if !group.iter().all(|unit| self.work(*unit).fought) {
                combats.push(group);
            }
        }
        combats.sort();
        combats
    }

    /// BP-7.2: the dice of a unit hand to hand.
    pub fn fighting_dice(&self, unit: UnitId) -> Explained {
        let values = self.values(unit);
        let value = values.hand;
        let mut sum = Explained::base(RuleId::new("BP-7.2"), "hand-to-hand value", f32::from(value));
        let each = self.numbers().face_dice;
        let faces = || {
            let faces = Face::ALL.into_iter().filter(|face| self.on_face(unit, *face) > 0).count();
            faces.max(1) as u8 * each
        };
        let limit = match values.formation {
            Formation::Square | Formation::Garrison => Some(faces()),
            Formation::MarchColumn => Some(1),
            Formation::Limbered => Some(0),
            _ => None,
        };
        if let Some(limit) = limit.filter(|_| value > 0) {
            let label = format!("{}: {limit}", values.formation);
            sum.add(RuleId::new("BP-7.2"), label, f32::from(limit) - f32::from(value));
        }
        if let Some(commander) = self.officer_with(unit)
            && let Some(officer) = self.officer(commander)
            && officer.aggression > 0
            && sum.total() > 0.0
        {
            sum.add(RuleId::new("BP-9.3"), self.name(commander).to_owned(), f32::from(officer.aggression));
        }
        sum
    }

    /// BP-7.3: whether a unit fights with the bonus of its charge.
    pub fn is_charging(&self, unit: UnitId) -> bool {
        let work = self.work(unit);
        let against_house = self.formation(unit) == Formation::Garrison
            || self.fighting(unit).iter().any(|enemy| self.formation(*enemy) == Formation::Garrison);
        (work.charged.is_some() || work.countered) && !work.plain_charge && !against_house
    }

    /// BP-7.3: the score a unit needs to hit hand to hand.
    pub fn to_strike(&self, unit: UnitId) -> Score {
        let numbers = self.numbers();
        let modifiers = &numbers.fighting;
        let formation = self.formation(unit);
        let mut score = Score::base("BP-7.3", "to hit", i32::from(numbers.to_hit));
        if self.is_charging(unit) {
            score.modify("BP-7.3", "charging", modifiers.charging);
        }
        if self.flow().won.contains(&unit) {
            score.modify("BP-7.3", "won the last round", modifiers.won);
        }
        if self.unsteady(unit) {
            let word = if self.disordered(unit) { "disordered" } else { "shaken" };
            score.modify("BP-7.3", word, modifiers.shaken);
        }
        if formation == Formation::Skirmish {
            score.modify("BP-7.3", "skirmishers", modifiers.skirmishers);
        }
        let flanked = self
            .flow()
            .contacts
            .iter()
            .any(|contact| contact.other(unit).is_some() && contact.face_of(unit) != Face::Front);
        if flanked && !formation.is_all_round() {
            score.modify("BP-7.3", "engaged to flank or rear", modifiers.flank);
        }
        score
    }

    /// BP-5.7, BP-11.1: the score with which a unit saves hand to hand against an enemy.
    pub fn save_from(&self, unit: UnitId, enemy: UnitId) -> Score {
        let charged = self.contact(unit, enemy).is_some_and(|contact| contact.defender == unit);
        let mut score = self.save(unit, charged.then_some(enemy), None);
        if self.is_charging(enemy) && !self.formation(unit).is_all_round() {
            for (special, effect) in self.effects(enemy) {
                if let Effect::ChargeSave(amount) = effect {
                    score.modify("BP-11.1", special.label.to_string(), amount);
                }
            }
        }
        score
    }

    /// BP-7.2: how a unit divides its dice over the enemies in contact: at least one each while it has them, the rest at
    /// the one named, or evenly.
    pub fn division(&self, unit: UnitId, main: Option<UnitId>) -> Vec<(UnitId, u8)> {
        let mut enemies = self.fighting(unit);
        enemies.sort_unstable();
        let dice = self.fighting_dice(unit).total().max(0.0) as u8;
        let mut shares: Vec<(UnitId, u8)> = enemies.iter().map(|enemy| (*enemy, 0)).collect();
        if matches!(self.formation(unit), Formation::Square | Formation::Garrison) {
            let each = self.numbers().face_dice;
            let extra = dice
                .saturating_sub(each * Face::ALL.iter().filter(|face| self.on_face(unit, **face) > 0).count() as u8);
            for face in Face::ALL {
                let here = |share: &&mut (UnitId, u8)| {
                    self.contact(unit, share.0).is_some_and(|contact| contact.face_of(unit) == face)
                };
                let count = shares.iter_mut().filter(|share| here(&share)).count() as u8;
                let mut left = each;
                for share in shares.iter_mut().filter(|share| here(&share)) {
                    share.1 = each.div_ceil(count).min(left);
                    left -= share.1;
                }
            }
            let goal = main.unwrap_or(enemies.first().copied().unwrap_or(unit));
            if let Some(share) = shares.iter_mut().find(|share| share.0 == goal) {
                share.1 += extra;
            }
            return shares;
        }
        let mut left = dice;
        let count = shares.len();
        for share in &mut shares {
            if left > 0 {
                share.1 = 1;
                left -= 1;
            }
        }
        match main.and_then(|main| shares.iter().position(|share| share.0 == main)) {
            Some(at) => shares[at].1 += left,
            None if count > 0 => {
                for n in 0..usize::from(left) {
                    shares[n % count].1 += 1;
                }
            }
            None => {}
        }
        shares
    }

    /// BP-7.6: whether a unit could support another on a side of it.
    pub fn could_support(&self, support: UnitId, unit: UnitId) -> Option<Face> {
        let (own, other) = (self.values(support), self.values(unit));
        let loose = own.formation == Formation::Skirmish && other.formation != Formation::Skirmish;
        if support == unit
            || self.side(support) != self.side(unit)
            || own.troop != other.troop
            || !matches!(own.troop, Troop::Infantry | Troop::Cavalry)
            || matches!(own.formation, Formation::Square | Formation::MarchColumn | Formation::Garrison)
            || other.formation == Formation::Square
            || loose
            || self.unsteady(support)
            || self.in_combat(support)
        {
            return None;
        }
        let (block, behind) = (self.outline(unit), self.outline(support));
        if behind.place.facing.angle_to(block.place.facing) > 90.0
            || !self.within(block.gap(&behind), self.numbers().support_within)
        {
            return None;
        }
        match block::quarter_of(&block, &behind) {
            Face::Front => None,
            face => Some(face),
        }
    }

    /// BP-7.6: who supports a unit; units withheld or engaged elsewhere do not.
    pub fn supports(&self, unit: UnitId, withheld: &[UnitId]) -> Supports {
        let mut supports = Supports::default();
        for support in self.regiments_of(self.side(unit)) {
            if withheld.contains(&support) || self.flow().supporting.contains(&support) {
                continue;
            }
            let place = match self.could_support(support, unit) {
                Some(Face::Rear) => &mut supports.rear,
                Some(Face::Left) => &mut supports.left,
                Some(Face::Right) => &mut supports.right,
                _ => continue,
            };
            place.get_or_insert(support);
        }
        supports
    }

    /// BP-7.5: the modifiers of one unit to the result, but for dice.
    pub fn result_modifiers(&self, unit: UnitId, supports: &Supports) -> Explained {
        let modifiers = &self.numbers().result;
        let rule = || RuleId::new("BP-7.5");
        let mut sum = Explained::default();
        if supports.rear.is_some() {
            sum.add(rule(), "support to the rear", f32::from(modifiers.rear_support));
        }
        if supports.left.is_some() {
            sum.add(rule(), "left flank supported", f32::from(modifiers.flank_support));
        }
        if supports.right.is_some() {
            sum.add(rule(), "right flank supported", f32::from(modifiers.flank_support));
        }
        let horse = self.fighting(unit).iter().any(|enemy| self.troop(*enemy) == Troop::Cavalry);
        if self.formation(unit) == Formation::Square && horse {
            sum.add(rule(), "square against cavalry", f32::from(modifiers.square));
        }
        if let Some(house) = self.building_of(unit) {
            let (word, amount) = match house.size.as_deref() {
                Some("small") => ("small building", modifiers.small_building),
                Some("large") => ("large building", modifiers.large_building),
                _ => ("medium building", modifiers.medium_building),
            };
            sum.add(rule(), word, f32::from(amount));
        }
        sum
    }

    /// The bonus of its charge to the result (BP-11.1), with the name of the rule.
    pub fn charge_result(&self, unit: UnitId) -> Option<(String, Bonus)> {
        if !self.is_charging(unit) {
            return None;
        }
        self.effects(unit).find_map(|(special, effect)| match effect {
            Effect::ChargeResult(bonus) => Some((special.label.to_string(), bonus)),
            _ => None,
        })
    }

    /// The casualties that a unit may expect to cause an enemy with so many dice.
    pub fn expected_blows(&self, unit: UnitId, enemy: UnitId, dice: u8) -> f32 {
        let hit = chance_to_hit(self.to_strike(unit).needed());
        f32::from(dice) * hit * (1.0 - chance_to_save(self.save_from(enemy, unit).needed()))
    }
}

/// BP-7.1: a combat begins its round.
pub fn begin(field: &mut Field, unit: UnitId) {
    let (units, contacts) = {
        let bp = Bp::of(field.view());
        let units = bp.linked(unit);
        let contacts: Vec<Contact> =
            bp.flow().contacts.iter().filter(|contact| units.contains(&contact.attacker)).copied().collect();
        (units, contacts)
    };
    if contacts.is_empty() {
        return;
    }
    let round = Round {
        units,
        stage: RoundStage::Gather,
        choices: Vec::new(),
        main: Vec::new(),
        withheld: Vec::new(),
        contacts,
        winner: None,
    };
    field.resource_mut::<Flow>().tasks.push(Task::Round(round));
}

/// The round goes on.
pub fn go_on(field: &mut Field, mut round: Round) {
    match round.stage {
        RoundStage::Gather => {
            round.choices = choices(&Bp::of(field.view()), &round);
            round.stage = RoundStage::Ask;
            field.resource_mut::<Flow>().tasks.push(Task::Round(round));
        }
        RoundStage::Ask | RoundStage::Roll => fight(field, round),
        RoundStage::After => after(field, &round),
    }
}

/// BP-7.2, BP-7.6: what owners must choose before the dice.
fn choices(bp: &Bp, round: &Round) -> Vec<RoundChoice> {
    let mut choices = Vec::new();
    for unit in &round.units {
        let dice = bp.fighting_dice(*unit).total().max(0.0) as usize;
        let enemies = bp.fighting(*unit).len();
        let fixed = matches!(bp.formation(*unit), Formation::Square | Formation::Garrison);
        if enemies > 1 && dice > enemies && !fixed {
            choices.push(RoundChoice::Divide(*unit));
        }
    }
    let elsewhere: Vec<UnitId> =
        bp.combats().into_iter().flatten().filter(|unit| !round.units.contains(unit)).collect();
    for support in bp.regiments() {
        let here = round.units.iter().any(|unit| bp.could_support(support, *unit).is_some());
        if here
            && !bp.flow().supporting.contains(&support)
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

fn side_and_name(field: &Field, unit: UnitId) -> (SideId, String) {
    (field.view().side_of_unit(unit), field.view().unit(unit).name.clone())
}

/// BP-7.2 to BP-7.7: both sides fight at the same time; then the beaten test.
fn fight(field: &mut Field, mut round: Round) {
    {
        let mut flow = field.resource_mut::<Flow>();
        flow.driven.clear();
        flow.losses.clear();
    }
    let names: Vec<String> = round.units.iter().map(|unit| field.view().unit(*unit).name.clone()).collect();
    field.note(None, RuleId::new("BP-7.1"), format!("Combat: {}", names.join(", ")));
    let supports: Vec<(UnitId, Supports)> = {
        let bp = Bp::of(field.view());
        round.units.iter().map(|unit| (*unit, bp.supports(*unit, &round.withheld))).collect()
    };
    let mut blows = Vec::new();
    for unit in &round.units {
        strike(field, *unit, &round, &mut blows);
    }
    let mut caused: Vec<(UnitId, u8)> = Vec::new();
    for blow in &blows {
        let failed = roll_saves(field, blow.enemy, blow.hits, &blow.save);
        caused.push((blow.unit, failed));
        harm::hurt(field, blow.enemy, failed, false, "BP-7.4");
    }
    let sums = result(field, &round, &supports, &caused);
    let best = sums.iter().map(|(_, sum)| sum.total()).fold(f32::NEG_INFINITY, f32::max);
    let winners: Vec<SideId> = sums.iter().filter(|(_, sum)| sum.total() == best).map(|(side, _)| *side).collect();
    round.winner = if winners.len() == 1 { winners.first().copied() } else { None };
    for unit in round.units.clone() {
        field.unit_mut::<Work>(unit).fought = true;
        let hit = field.view().resource::<Flow>().losses.iter().any(|loss| loss.unit == unit && loss.casualties > 0);
        if hit {
            harm::risk_officer(field, unit);
        }
    }
    {
        let helpers: Vec<UnitId> = supports.iter().flat_map(|(_, supports)| supports.all()).collect();
        let mut flow = field.resource_mut::<Flow>();
        flow.supporting.extend(helpers);
        flow.won.retain(|unit| !round.units.contains(unit));
    }
    let tests = tests(field, &round, &supports);
    field.resource_mut::<Flow>().losses.clear();
    round.stage = RoundStage::After;
    let mut flow = field.resource_mut::<Flow>();
    flow.tasks.push(Task::Round(round));
    flow.tasks.extend(tests.into_iter().rev().map(Task::Test));
}

/// BP-7.3: one unit throws its dice at its enemies.
fn strike(field: &mut Field, unit: UnitId, round: &Round, blows: &mut Vec<Blow>) {
    let main = round.main.iter().find(|(who, _)| *who == unit).map(|(_, enemy)| *enemy);
    let (shares, dice_sum) = {
        let bp = Bp::of(field.view());
        (bp.division(unit, main), bp.fighting_dice(unit))
    };
    if shares.iter().all(|(_, dice)| *dice == 0) {
        return;
    }
    let mut score = Bp::of(field.view()).to_strike(unit);
    let fresh = freshness(field, unit);
    score.modify("BP-11.1", "freshly raised", fresh);
    let needed = score.needed();
    let (side, name) = side_and_name(field, unit);
    let (charge, one) = {
        let bp = Bp::of(field.view());
        (bp.has(unit, Effect::RerollCharge) && bp.is_charging(unit), bp.has(unit, Effect::RerollBlow))
    };
    let mut one_left = usize::from(one);
    for (enemy, count) in shares.into_iter().filter(|(_, count)| *count > 0) {
        let mut rolled = dice::roll(field, &dice::BLOWS, count);
        let text = format!(
            "{name} strikes at {} on {}+: {}",
            field.view().unit(enemy).name,
            needed.clamp(2, 6),
            dice::shown(&rolled)
        );
        dice::log(field, (side, unit), &rolled, "BP-7.3", text, score.0.clone());
        let dice_text = format!("{count} dice");
        field.detail(Some(side), EventKind::Note, RuleId::new("BP-7.2"), dice_text, dice_sum.clone());
        let most = if charge { usize::from(count) } else { one_left };
        if most > 0 {
            let label = format!("{name}, missed blows");
            if !charge && rolled.iter().any(|die| !dice::hits(*die, needed)) {
                one_left = 0;
            }
            again(field, unit, &dice::BLOWS, &mut rolled, most, |die| !dice::hits(die, needed), &label);
        }
        let hits = rolled.iter().filter(|die| dice::hits(**die, needed)).count() as u8;
        let save = Bp::of(field.view()).save_from(enemy, unit);
        blows.push(Blow { unit, enemy, hits, save });
    }
}

/// BP-7.5: the score of each side.
fn result(
    field: &mut Field,
    round: &Round,
    supports: &[(UnitId, Supports)],
    caused: &[(UnitId, u8)],
) -> Vec<(SideId, Explained)> {
    let mut sides: Vec<SideId> = round.units.iter().map(|unit| field.view().side_of_unit(*unit)).collect();
    sides.sort_unstable();
    sides.dedup();
    let mut sums = Vec::new();
    for side in sides {
        let own: Vec<UnitId> =
            round.units.iter().copied().filter(|unit| field.view().side_of_unit(*unit) == side).collect();
        let casualties: u8 =
            caused.iter().filter(|(unit, _)| own.contains(unit)).map(|(_, casualties)| *casualties).sum();
        let mut best: Option<Explained> = None;
        for unit in &own {
            let none = Supports::default();
            let helpers = supports.iter().find(|(who, _)| who == unit).map_or(&none, |(_, supports)| supports);
            let mut sum = Bp::of(field.view()).result_modifiers(*unit, helpers);
            let bonus = Bp::of(field.view()).charge_result(*unit);
            if let Some((label, bonus)) = bonus {
                let amount = match bonus {
                    Bonus::Fixed(amount) => amount,
                    Bonus::D3 => {
                        let die = field.roll(&dice::SPECIALS, 6);
                        let amount = die.div_ceil(2);
                        let (side, name) = side_and_name(field, *unit);
                        let text = format!("{name}, {label}: +{amount}");
                        dice::detail(field, (side, *unit), &[die], "BP-11.1", text, Explained::default());
                        amount as i8
                    }
                };
                sum.add(RuleId::new("BP-11.1"), label, f32::from(amount));
            }
            if best.as_ref().is_none_or(|known| sum.total() > known.total()) {
                best = Some(sum);
            }
        }
        let base = Explained::base(RuleId::new("BP-7.5"), "casualties caused", f32::from(casualties));
        let lines = best.unwrap_or_default();
        let sum = lines
            .modifiers()
            .iter()
            .fold(base, |sum, line| sum.with(line.rule.clone(), line.label.clone(), line.amount));
        let text = format!("{}: combat result {:.0}", field.view().side_named(side).short, sum.total());
        field.log(Some(side), EventKind::Note, RuleId::new("BP-7.5"), text, sum.clone());
        sums.push((side, sum));
    }
    sums
}

/// BP-7.7: who tests after a round.
fn tests(field: &mut Field, round: &Round, supports: &[(UnitId, Supports)]) -> Vec<Test> {
    let mut tests = Vec::new();
    for unit in &round.units {
        let bp = Bp::of(field.view());
        if !bp.present(*unit) {
            continue;
        }
        let loss = bp.flow().losses.iter().find(|loss| loss.unit == *unit).copied();
        let lost = round.winner.is_some_and(|winner| winner != bp.side(*unit));
        let cause = if lost {
            Some(Cause::C)
        } else if round.winner.is_none() && bp.shaken(*unit) {
            Some(Cause::D)
        } else if breaks::wavers(field, *unit) && loss.is_some_and(|loss| loss.casualties > 0) {
            Some(Cause::Wavering)
        } else {
            None
        };
        let Some(cause) = cause else { continue };
        let bp = Bp::of(field.view());
        let enemies = bp.fighting(*unit);
        let square = bp.formation(*unit) == Formation::Square;
        let only_cavalry = square && enemies.iter().all(|enemy| bp.troop(*enemy) == Troop::Cavalry);
        let helpers = supports.iter().find(|(who, _)| who == unit).map(|(_, supports)| supports.all().collect());
        tests.push(Test {
            excess: loss.map_or(0, |loss| loss.excess),
            only_cavalry,
            enemies,
            supports: helpers.unwrap_or_default(),
            ..Test::new(*unit, cause)
        });
    }
    tests
}

/// BP-7.11, BP-7.13: the tests were taken; who is left without an enemy may do more.
fn after(field: &mut Field, round: &Round) {
    if let Some(winner) = round.winner {
        let winners: Vec<UnitId> =
            round.units.iter().copied().filter(|unit| field.view().side_of_unit(*unit) == winner).collect();
        let still: Vec<UnitId> = winners.into_iter().filter(|unit| Bp::of(field.view()).in_combat(*unit)).collect();
        field.resource_mut::<Flow>().won.extend(still);
    }
    let mut wins = Vec::new();
    for unit in &round.units {
        let bp = Bp::of(field.view());
        if !bp.present(*unit) || bp.in_combat(*unit) || bp.flow().driven.contains(unit) {
            continue;
        }
        // BP-7.14: guns stay.
        if !matches!(bp.troop(*unit), Troop::Infantry | Troop::Cavalry) {
            continue;
        }
        let enemies: Vec<UnitId> = round.contacts.iter().filter_map(|contact| contact.other(*unit)).collect();
        let building = if enemies.is_empty() { None } else { vacant_house(&bp, *unit) };
        let bp = Bp::of(field.view());
        let beaten = enemies.into_iter().filter(|enemy| bp.present(*enemy)).collect();
        let drew = round.winner != Some(bp.side(*unit));
        wins.push(Win { unit: *unit, drew, beaten, building });
    }
    let mut flow = field.resource_mut::<Flow>();
    flow.tasks.extend(wins.into_iter().rev().map(Task::Win));
}

/// BP-8.2: the empty building beside a unit into which it may go.
pub fn vacant_house(bp: &Bp, unit: UnitId) -> Option<usize> {
    let own = bp.outline(unit);
    let terrain = bp.view.terrain();
    (0..terrain.buildings.len()).find(|index| {
        let house = super::book::garrison_outline(&terrain.buildings[*index], own.place.facing);
        own.gap(&house) <= 0.1 && bp.garrison(*index).is_none() && bp.may_occupy(unit, *index).is_ok()
    })
}
