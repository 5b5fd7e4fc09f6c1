//! The dice of charge combat, and the losses of both sides (FF-10.5, FF-10.10 to FF-10.12, FF-12.8).

use std::cmp::Ordering;

use super::{
    aftermath::{countercharger_goes, loser_goes, winners_go},
    defeat::Ending,
    hasty::Hasty,
    score::{Combat, RESULTS, TIE},
};
use crate::{
    book::dice,
    command::fallen,
    condition::{losses, order_state},
    movement::giving_way,
    state::{
        sequence_of_play::{Charge, ChargeStage, Sequel, change},
        supposed::Supposed,
        view::FuryView,
    },
};
use grapeshot_floor::{
    english::{number, signed},
    events::{EventKind, Explained, RuleId},
    forces::UnitId,
    orders::{Order, Outlook},
    procedure::{Found, plainly},
    shared::{formed::walk::Body, refuse},
    table::footprint::Outline,
    turn::BattleMut,
};

impl FuryView<'_> {
    /// FF-10.5: the combats that are still to be fought; all units in contact with each other fight one combat.
    pub fn combats(&self) -> Vec<Combat> {
        let mut combats: Vec<Combat> = Vec::new();
        for charge in self.play().charges.iter().filter(|charge| charge.stage == ChargeStage::Contact) {
            if !self.present(charge.unit) || self.values(charge.unit).is_broken() {
                continue;
            }
            let mut combat = self.combat_of(charge);
            // FF-12.6: no unit fights for abandoned guns.
            if combat.defenders.is_empty() {
                continue;
            }
            let common = |known: &Combat| known.defenders.iter().any(|unit| combat.defenders.contains(unit));
            let (known, others): (Vec<Combat>, Vec<Combat>) = combats.into_iter().partition(common);
            combats = others;
            for known in known {
                combat = known.with(combat);
            }
            combats.push(combat);
        }
        combats
    }

    /// The combat that a charge would bring about by itself.
    pub fn combat_of(&self, charge: &Charge) -> Combat {
        let met = std::iter::once((charge.target, charge.outflanks)).chain(charge.also.iter().copied());
        let met: Vec<(UnitId, bool)> = met.filter(|(unit, _)| self.values(*unit).sheltered.is_none()).collect();
        let touched = self.is_touched_in_flank(charge.unit, self.enemies_of(self.side(charge.unit)));
        let flanked = met.iter().filter(|(_, flanked)| *flanked).map(|(unit, _)| *unit);
        Combat {
            attackers: vec![charge.unit],
            defenders: met.iter().map(|(unit, _)| *unit).collect(),
            second: false,
            desperate: false,
            flanked: flanked.chain(touched.then_some(charge.unit)).collect(),
            class: charge.class,
            level: charge.level,
        }
    }

    /// FF-5.13, FF-10.16: how the combat of a unit with its chargers would go for it if it did this in haste, or stood
    /// as it does, the fire before the combat included. None if no combat would follow, or if that depends on how the
    /// chargers go on.
    pub fn outlook_in_haste(&self, unit: UnitId, hasty: Option<&Hasty>) -> Option<Outlook> {
        let at_it = |charge: &&Charge| charge.stage == ChargeStage::Declared && charge.targets().any(|met| met == unit);
        let known = self.suppose(unit);
        let (known, charges, label): (_, Vec<Charge>, _) = match hasty {
            Some(Hasty::Evade(_) | Hasty::Shelter(_)) => return None,
            Some(Hasty::Countercharge(charger)) => {
                let charge = self.charge_of(*charger)?.clone();
                let charge = Charge { target: unit, outflanks: false, also: Vec::new(), ..charge };
                (Supposed { in_haste: true, ..known }, vec![charge], "countercharging")
            }
            Some(Hasty::Square(odd)) => {
                let charges = self.charges().filter(at_it).cloned().collect();
                (self.squared(unit, *odd), charges, "in square")
            }
            None => (known, self.charges().filter(at_it).cloned().collect(), "as it stands"),
        };
        let supposition = self.supposing(vec![known], Vec::new());
        let forecast = self.after(&supposition).once_home(&charges, |seen, combat| seen.forecast(combat))?;
        Some(forecast.outlook_of_defenders(label))
    }

    /// FF-10.5, FF-10.16: whether the combat of a charger is fought now, and which results it may have.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_fight(&self, order: &Order) -> Found<Combat> {
        let unit = self.one_unit(order)?;
        let Some(combat) = self.combats().into_iter().find(|combat| combat.attackers.contains(&unit)) else {
            return refuse("FF-10.5", format!("{} has no combat to fight", self.name(unit)));
        };
        if !combat.defenders.iter().any(|unit| self.present(*unit)) {
            return plainly("No enemy is left to fight", combat);
        }
        Ok((self.outlook(&combat, &self.forecast(&combat), "charge combat"), combat))
    }
}

/// Fights the combat of the order in hand.
pub fn resolve_fight(battle: &mut BattleMut, _: &Order, combat: Combat) {
    fight(battle, combat);
}

/// Ends the charges of a combat.
fn close(battle: &mut BattleMut, combat: &Combat) {
    let attackers = combat.attackers.clone();
    change(battle, |play| {
        for charge in play.charges.iter_mut().filter(|charge| attackers.contains(&charge.unit)) {
            charge.stage = ChargeStage::Over;
        }
    });
}

/// FF-10.5, FF-10.11: has both sides roll until one loses.
pub fn fight(battle: &mut BattleMut, mut combat: Combat) {
    close(battle, &combat);
    let former = former_of(battle, &combat.defenders);
    loop {
        let there = |unit: &UnitId| FuryView::of(battle.view()).present(*unit);
        combat.attackers.retain(there);
        if combat.attackers.is_empty() {
            return;
        }
        if !combat.defenders.iter().any(there) {
            winners_go(battle, &combat, &former, 0);
            return;
        }
        combat.defenders.retain(there);
        let ff = FuryView::of(battle.view());
        let (own, theirs) = (ff.charge_modifiers(&combat, true), ff.charge_modifiers(&combat, false));
        let net = (own.total() - theirs.total()) as i32;
        let wins: f32 = ff.combat_chances(net)[..TIE].iter().map(|(_, chance)| chance).sum();
        let (leads, holds) = (ff.lead(&combat.attackers), ff.lead(&combat.defenders));
        let (side, enemy) = (ff.side(leads), ff.side(holds));
        let names = (ff.names(&combat.attackers), ff.names(&combat.defenders));
        let more = (combat.attackers.len() > 1, combat.defenders.len() > 1);
        let (a, d) = (battle.roll(&dice::CHARGE, dice::FACES), battle.roll(&dice::CHARGE, dice::FACES));
        let own = own.with("FF-10.5", "the die", f32::from(a));
        let theirs = theirs.with("FF-10.5", "the die", f32::from(d));
        let difference = i32::from(a) - i32::from(d) + net;
        let row = FuryView::of(battle.view()).row_of(difference);
        let text = format!("{} {} with {}", names.0, if more.0 { "attack" } else { "attacks" }, number(own.total()));
        dice::log(battle, (side, leads), a, "FF-10.5", text, own);
        battle.trial("To win a combat", wins, usize::from(row < TIE), 1);
        let text = format!("{} {} with {}", names.1, if more.1 { "defend" } else { "defends" }, number(theirs.total()));
        dice::log(battle, (enemy, holds), d, "FF-10.5", text, theirs);
        let rule = match row.cmp(&TIE) {
            Ordering::Less => "FF-10.10",
            Ordering::Equal => "FF-10.11",
            Ordering::Greater => "FF-10.12",
        };
        let text = format!("{} ({})", RESULTS[row], signed(difference as f32));
        battle.log(Some(side), EventKind::Note, RuleId::new(rule), text, Explained::default());
        match row.cmp(&TIE) {
            Ordering::Less => return defenders_lose(battle, &combat, difference),
            Ordering::Equal => struggle(battle, &mut combat),
            Ordering::Greater => return attackers_lose(battle, &combat, -difference),
        }
    }
}

/// The outlines of the defenders' stands as they stand; of units that are gone, as they stood.
fn former_of(battle: &BattleMut, units: &[UnitId]) -> Vec<Outline> {
    let ff = FuryView::of(battle.view());
    let of = |unit: &UnitId| -> Vec<Outline> {
        match ff.present(*unit) {
            true => ff.outlines(*unit).collect(),
            false => ff.former_body(*unit, &ff.pose(*unit)).outlines().collect(),
        }
    };
    units.iter().flat_map(of).collect()
}

/// FF-10.11: makes each side lose a stand and its order; then both roll again.
fn struggle(battle: &mut BattleMut, combat: &mut Combat) {
    lose_among(battle, &combat.attackers, 1, "FF-10.11");
    lose_among(battle, &combat.defenders, 1, "FF-10.11");
    for unit in combat.attackers.iter().chain(&combat.defenders).copied() {
        if FuryView::of(battle.view()).present(unit) {
            order_state::disorder(battle, unit, "FF-10.11");
            order_state::silence(battle, unit, true, "FF-10.11");
        }
    }
    combat.desperate = true;
}

/// Makes a unit lose stands; of guns the last ones are wrecked.
fn lose(battle: &mut BattleMut, unit: UnitId, count: u8, rule: &'static str) {
    if FuryView::of(battle.view()).present(unit) && !FuryView::of(battle.view()).values(unit).is_guns() {
        losses::lose(battle, unit, count, rule);
        return;
    }
    for _ in 0..count {
        if let Some(piece) = FuryView::of(battle.view()).stands(unit).last().copied() {
            losses::wreck(battle, unit, piece, rule);
        }
    }
}

/// FF-10.5: shares the losses of a side among its units, the lead unit first.
fn lose_among(battle: &mut BattleMut, units: &[UnitId], count: u8, rule: &'static str) {
    for (unit, share) in FuryView::of(battle.view()).shares(units, count) {
        lose(battle, unit, share, rule);
    }
}

/// FF-10.10: carries out the defeat of the defenders by this difference.
fn defenders_lose(battle: &mut BattleMut, combat: &Combat, difference: i32) {
    let rule = "FF-10.10";
    let former = former_of(battle, &combat.defenders);
    let ff = FuryView::of(battle.view());
    let defeat = ff.defeat(combat, false, difference);
    let (guns, troops): (Vec<_>, Vec<_>) =
        defeat.units.iter().copied().partition(|(unit, _)| ff.values(*unit).is_guns());
    let swept = ff.is_swept(difference);
    let leaders: Vec<(UnitId, Option<UnitId>)> =
        troops.iter().map(|(unit, _)| (*unit, ff.attached_to(*unit))).collect();
    for (unit, ending) in guns {
        guns_lose(battle, unit, ending);
    }
    lose_among(battle, &troops.iter().map(|(unit, _)| *unit).collect::<Vec<_>>(), defeat.stands, rule);
    for (unit, ending) in troops {
        gives_way(battle, combat, (unit, ending), &combat.attackers, rule);
    }
    for (unit, leader) in leaders.into_iter().filter(|_| swept) {
        fallen::risk(battle, unit, leader, "FF-11.3");
    }
    let held = defeat.units.iter().filter(|(_, ending)| *ending == Ending::Holds).map(|(unit, _)| *unit);
    let held: Vec<UnitId> = held.collect();
    if held.is_empty() {
        winners_go(battle, combat, &former, difference);
        return;
    }
    for attacker in combat.attackers.clone() {
        loser_goes(battle, combat, attacker, Sequel::PushedBack, &held);
    }
}

/// FF-10.10, FF-10.12: carries out the ending of troops that have lost, if they are still there.
fn gives_way(
    battle: &mut BattleMut,
    combat: &Combat,
    (unit, ending): (UnitId, Ending),
    enemies: &[UnitId],
    rule: &'static str,
) {
    if !FuryView::of(battle.view()).present(unit) {
        return;
    }
    if ending == Ending::Flees {
        giving_way::retreat_in_full(battle, unit, rule);
        return;
    }
    order_state::disorder(battle, unit, rule);
    match ending {
        Ending::OutOfRange => loser_goes(battle, combat, unit, Sequel::OutOfRange, enemies),
        Ending::Back => loser_goes(battle, combat, unit, Sequel::PushedBack, enemies),
        _ => {}
    }
}

/// FF-9.6, FF-10.10: carries out the ending of guns that have lost.
fn guns_lose(battle: &mut BattleMut, unit: UnitId, ending: Ending) {
    match ending {
        Ending::Lost => losses::lose_guns(battle, unit, "FF-10.10"),
        Ending::Holds => {
            let ff = FuryView::of(battle.view());
            if ff.values(unit).silenced
                && let Some(piece) = ff.stands(unit).last().copied()
            {
                losses::damage(battle, unit, piece, "FF-10.10");
            }
            order_state::silence(battle, unit, true, "FF-10.10");
        }
        _ => giving_way::retreat_in_full(battle, unit, "FF-10.10"),
    }
}

/// FF-10.12: carries out the defeat of the attackers by this difference.
fn attackers_lose(battle: &mut BattleMut, combat: &Combat, difference: i32) {
    let rule = "FF-10.12";
    let ff = FuryView::of(battle.view());
    let defeat = ff.defeat(combat, true, difference);
    let lead = ff.lead(&combat.attackers);
    let (leader, swept) = (ff.attached_to(lead), ff.is_swept(difference));
    let former: Vec<Outline> = combat.attackers.iter().flat_map(|unit| ff.outlines(*unit)).collect();
    lose_among(battle, &combat.attackers, defeat.stands, rule);
    for (unit, ending) in defeat.units {
        gives_way(battle, combat, (unit, ending), &combat.defenders, rule);
    }
    if swept {
        fallen::risk(battle, lead, leader, "FF-11.3");
    }
    for defender in combat.defenders.iter().copied() {
        let ff = FuryView::of(battle.view());
        if ff.present(defender) && ff.values(defender).is_mounted() {
            order_state::disorder(battle, defender, rule);
        }
        countercharger_goes(battle, combat, defender, &former);
    }
}
