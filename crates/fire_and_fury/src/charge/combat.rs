//! The dice of charge combat, and who loses what (FF-10.5, FF-10.10 to FF-10.12, FF-12.8).

use super::{
    aftermath::{countercharger_goes, loser_goes, winners_go},
    hasty::Hasty,
    score::{Combat, RESULTS},
};
use crate::{
    book::{dice, formations::Formation, values::OrderState},
    command::fallen,
    condition::{losses, order_state},
    movement::retreats,
    state::{
        sequence_of_play::{Charge, ChargeStage, Sequel, change},
        view::{FuryView, InHaste},
    },
};
use grapeshot_floor::{
    english::signed,
    events::{EventKind, Explained, RuleId},
    forces::UnitId,
    orders::{LabelledChance, Odds, Order, Outlook, Plan},
    procedure::{Found, plainly},
    shared::{formed::walk::Body, refuse},
    table::footprint::Outline,
    turn::BattleMut,
};

impl FuryView<'_> {
    /// FF-10.5: the combats that are still to be fought: all who are in contact with each other, together.
    pub fn combats(&self) -> Vec<Combat> {
        let mut combats: Vec<Combat> = Vec::new();
        for charge in self.play().charges.iter().filter(|charge| charge.stage == ChargeStage::Contact) {
            if !self.present(charge.unit) || self.values(charge.unit).is_broken() {
                continue;
            }
            let mut combat = self.combat_of(charge);
            // FF-12.6: nobody fights for abandoned guns.
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

    /// FF-5.13, FF-10.16: how the combat with those who charge a unit would go for it if it did this in haste, or stood as
    /// it does; nothing that comes in between, fire above all, is counted. None where no combat would follow, or where it
    /// depends on how the chargers go on.
    pub fn outlook_in_haste(&self, unit: UnitId, hasty: Option<&Hasty>) -> Option<Outlook> {
        let declared = self.play().charges.iter().filter(|charge| charge.stage == ChargeStage::Declared);
        let at_it = |charge: &&Charge| charge.target == unit || charge.also.iter().any(|(met, _)| *met == unit);
        let (seen, combat, label) = match hasty {
            Some(Hasty::Evade(_) | Hasty::Shelter(_)) => return None,
            Some(Hasty::Countercharge(charger)) => {
                let seen = self.if_it(unit, InHaste::Countercharge);
                let combat = seen.combat_of(self.charge_of(*charger)?);
                let combat = Combat { defenders: vec![unit], flanked: Vec::new(), ..combat };
                (seen, combat, "countercharging")
            }
            Some(Hasty::Square(_)) | None => {
                let square = hasty.is_some();
                let seen = if square { self.if_it(unit, InHaste::Square) } else { *self };
                let combat = declared.filter(at_it).map(|charge| seen.combat_of(charge)).reduce(Combat::with)?;
                (seen, combat, if square { "in square" } else { "as it stands" })
            }
        };
        let Outlook { wins, ties, rule, .. } = seen.outlook(&combat).outlooks.into_iter().next()?;
        Some(Outlook { label: label.into(), wins: 1.0 - wins - ties, ties, rule })
    }

    /// FF-10.5, FF-10.16: whether the combat of a charger is fought now, and what may come of it.
    ///
    /// # Errors
    /// Why it is not.
    pub fn check_fight(&self, order: &Order) -> Found<Combat> {
        let unit = self.one_unit(order)?;
        let Some(combat) = self.combats().into_iter().find(|combat| combat.attackers.contains(&unit)) else {
            return refuse("FF-10.5", format!("{} has no combat to fight", self.name(unit)));
        };
        if !combat.defenders.iter().any(|unit| self.present(*unit)) {
            return plainly("No enemy is left to fight", combat);
        }
        Ok((self.outlook(&combat), combat))
    }

    /// What a combat may come to: the sums of both sides, all results with their chances.
    pub fn outlook(&self, combat: &Combat) -> Plan {
        let (own, theirs) = (self.charge_modifiers(combat, true), self.charge_modifiers(combat, false));
        let net = (own.total() - theirs.total()) as i32;
        let chances = self.combat_chances(net);
        let rule = RuleId::new("FF-10.16");
        let wins: f32 = chances[..3].iter().map(|(_, chance)| chance).sum();
        let ties = chances[3].1;
        let odds = [(own, "attackers"), (theirs, "defender")].map(|(sum, label)| Odds {
            label: label.to_owned(),
            needs: format!("the die {}", signed(sum.total())),
            explained: sum,
            chance: if label == "attackers" { wins } else { 1.0 - wins - ties },
            then: Vec::new(),
        });
        let name = self.name(combat.attackers[0]);
        Plan {
            summary: format!("{name} fights {}", self.names(&combat.defenders)),
            odds: odds.to_vec(),
            outcomes: chances
                .into_iter()
                .map(|(label, chance)| LabelledChance::new(label, chance, rule.clone()))
                .collect(),
            outlooks: vec![Outlook { label: "charge combat".into(), wins, ties, rule: rule.clone() }],
            ..Plan::default()
        }
    }
}

/// The combat of the order in hand.
pub fn resolve_fight(battle: &mut BattleMut, _: &Order, combat: Combat) {
    fight(battle, combat);
}

/// The charges of a combat are over.
fn close(battle: &mut BattleMut, combat: &Combat) {
    let attackers = combat.attackers.clone();
    change(battle, |play| {
        for charge in play.charges.iter_mut().filter(|charge| attackers.contains(&charge.unit)) {
            charge.stage = ChargeStage::Over;
        }
    });
}

/// FF-10.5, FF-10.11: both sides roll until somebody loses.
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
        let wins: f32 = ff.combat_chances(net)[..3].iter().map(|(_, chance)| chance).sum();
        let (leads, holds) = (ff.lead(&combat.attackers), ff.lead(&combat.defenders));
        let (side, enemy) = (ff.side(leads), ff.side(holds));
        let names = (ff.names(&combat.attackers), ff.names(&combat.defenders));
        let more = (combat.attackers.len() > 1, combat.defenders.len() > 1);
        let (a, d) = (battle.roll(&dice::CHARGE, dice::FACES), battle.roll(&dice::CHARGE, dice::FACES));
        let own = own.with(RuleId::new("FF-10.5"), "the die", f32::from(a));
        let theirs = theirs.with(RuleId::new("FF-10.5"), "the die", f32::from(d));
        let difference = i32::from(a) - i32::from(d) + net;
        let text = format!("{} {} with {:.0}", names.0, if more.0 { "attack" } else { "attacks" }, own.total());
        dice::log(battle, (side, leads), a, "FF-10.5", text, own);
        battle.trial("To win a combat", wins, usize::from(difference > 0), 1);
        let text = format!("{} {} with {:.0}", names.1, if more.1 { "defend" } else { "defends" }, theirs.total());
        dice::log(battle, (enemy, holds), d, "FF-10.5", text, theirs);
        let name = result_of(&FuryView::of(battle.view()), difference);
        let rule = if difference > 0 {
            "FF-10.10"
        } else if difference < 0 {
            "FF-10.12"
        } else {
            "FF-10.11"
        };
        let text = format!("{name} ({})", signed(difference as f32));
        battle.log(Some(side), EventKind::Note, RuleId::new(rule), text, Explained::default());
        if difference == 0 {
            struggle(battle, &mut combat);
            continue;
        }
        if difference > 0 {
            defenders_lose(battle, &combat, difference)
        } else {
            attackers_lose(battle, &combat, -difference)
        }
        return;
    }
}

/// The name of the result of a difference.
fn result_of(ff: &FuryView, difference: i32) -> &'static str {
    let table = &ff.book.charge;
    let far = difference.abs();
    let row = if far >= i32::from(table.swept) {
        3
    } else if far >= i32::from(table.driven) {
        2
    } else {
        usize::from(difference != 0)
    };
    RESULTS[if difference > 0 { 3 - row } else { 3 + row }]
}

/// The stands of the defenders as they stand; of those who are gone as they stood.
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

/// FF-10.11: each side loses a stand and its order, and both roll again.
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

/// A unit loses stands: of guns the last ones are wrecked.
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

/// FF-10.5: the units of a side share their losses, the lead unit first.
fn lose_among(battle: &mut BattleMut, units: &[UnitId], mut count: u8, rule: &'static str) {
    let lead = FuryView::of(battle.view()).lead(units);
    for unit in std::iter::once(lead).chain(units.iter().copied().filter(|unit| *unit != lead)) {
        let stands = FuryView::of(battle.view()).count(unit) as u8;
        let share = count.min(stands);
        lose(battle, unit, share, rule);
        count -= share;
    }
}

/// FF-10.10, FF-10.12: the stands of a swept side.
fn lost_when_swept(ff: &FuryView, difference: i32) -> u8 {
    let table = &ff.book.charge;
    table.lost_swept + (difference - i32::from(table.more_from)).max(0) as u8
}

/// FF-10.10: the defenders lose by so much. They share the losses, the lead unit first (FF-10.5); all else comes upon each.
fn defenders_lose(battle: &mut BattleMut, combat: &Combat, difference: i32) {
    let rule = "FF-10.10";
    let former = former_of(battle, &combat.defenders);
    let ff = FuryView::of(battle.view());
    let table = &ff.book.charge;
    let (driven, swept) = (difference >= i32::from(table.driven), difference >= i32::from(table.swept));
    let horse = ff.mostly(&combat.attackers, |attacker| ff.values(attacker).is_mounted());
    let worse = horse || ff.is_outflanked(combat, &combat.defenders);
    let troops: Vec<UnitId> = combat.defenders.iter().copied().filter(|unit| !ff.values(*unit).is_guns()).collect();
    let guns: Vec<UnitId> = combat.defenders.iter().copied().filter(|unit| ff.values(*unit).is_guns()).collect();
    let count = match (swept, driven) {
        (true, _) => lost_when_swept(&ff, difference),
        (_, true) if worse => table.lost_driven + table.lost_driven_more,
        (_, true) => table.lost_driven,
        _ => u8::from(!troops.is_empty() && ff.values(ff.lead(&troops)).must_check()),
    };
    let holds = |unit: &UnitId| {
        let (square, fortified) = (ff.formation(*unit) == Formation::Square, ff.is_fortified(*unit));
        // Fortified guns stay where they are also if they are outflanked.
        let stays = ff.values(*unit).is_guns() || !ff.is_outflanked(combat, &combat.defenders);
        !driven && (square || fortified && stays)
    };
    let held: Vec<UnitId> = combat.defenders.iter().copied().filter(holds).collect();
    let leaders: Vec<(UnitId, Option<UnitId>)> = troops.iter().map(|unit| (*unit, ff.attached_to(*unit))).collect();
    for unit in guns {
        guns_lose(battle, unit, (driven, swept, horse));
    }
    if !troops.is_empty() {
        lose_among(battle, &troops, count, rule);
    }
    for unit in troops.iter().copied() {
        let ff = FuryView::of(battle.view());
        if !ff.present(unit) {
            continue;
        }
        let square = ff.formation(unit) == Formation::Square;
        let outflanked = ff.is_outflanked(combat, &combat.defenders) && !square;
        if swept || driven && (worse || square) || !driven && outflanked {
            if !driven {
                order_state::disorder(battle, unit, rule);
            }
            retreats::retreat_in_full(battle, unit, rule);
            continue;
        }
        order_state::disorder(battle, unit, rule);
        if driven {
            loser_goes(battle, combat, unit, Sequel::OutOfRange, &combat.attackers);
        } else if !held.contains(&unit) {
            loser_goes(battle, combat, unit, Sequel::PushedBack, &combat.attackers);
        }
    }
    for (unit, leader) in leaders.into_iter().filter(|_| swept) {
        fallen::risk(battle, unit, leader, "FF-11.3");
    }
    if held.is_empty() {
        winners_go(battle, combat, &former, difference);
        return;
    }
    for attacker in combat.attackers.clone() {
        loser_goes(battle, combat, attacker, Sequel::PushedBack, &held);
    }
}

/// FF-9.6, FF-10.10: guns that lose a combat.
fn guns_lose(battle: &mut BattleMut, unit: UnitId, (driven, swept, horse): (bool, bool, bool)) {
    let ff = FuryView::of(battle.view());
    let limbered = ff.formation(unit) == Formation::Limbered;
    let (heavy, fixed) = (ff.has_heavy_guns(unit), ff.values(unit).flags.fixed);
    let fortified = ff.is_fortified(unit);
    if !limbered && (swept || driven && (heavy || fixed || horse)) {
        losses::lose_guns(battle, unit, "FF-10.10");
    } else if !driven && fortified {
        if ff.values(unit).silenced
            && let Some(piece) = ff.stands(unit).last().copied()
        {
            losses::damage(battle, unit, piece, "FF-10.10");
        }
        order_state::silence(battle, unit, true, "FF-10.10");
    } else if !limbered && (heavy || fixed) {
        losses::lose_guns(battle, unit, "FF-10.10");
    } else {
        retreats::retreat_in_full(battle, unit, "FF-10.10");
    }
}

/// FF-10.12: the attackers lose by so much.
fn attackers_lose(battle: &mut BattleMut, combat: &Combat, difference: i32) {
    let rule = "FF-10.12";
    let ff = FuryView::of(battle.view());
    let table = &ff.book.charge;
    let (driven, swept) = (difference >= i32::from(table.driven), difference >= i32::from(table.swept));
    let (more, few) = (table.lost_driven_more, table.lost_driven);
    let horse = ff.mostly(&combat.defenders, |defender| ff.values(defender).is_mounted());
    let stands = lost_when_swept(&ff, difference);
    let lead = ff.lead(&combat.attackers);
    let outflanked = ff.is_outflanked(combat, &combat.attackers);
    let worse = horse || outflanked;
    let leader = ff.attached_to(lead);
    let disordered = ff.values(lead).order == OrderState::Disordered;
    let count = if swept {
        stands
    } else if driven {
        if worse { few + more } else { few }
    } else {
        u8::from(disordered)
    };
    let former: Vec<Outline> = combat.attackers.iter().flat_map(|unit| ff.outlines(*unit)).collect();
    lose_among(battle, &combat.attackers, count, rule);
    for unit in combat.attackers.clone() {
        if !FuryView::of(battle.view()).present(unit) {
            continue;
        }
        // FF-12.2: a storming column that loses breaks.
        let storms = FuryView::of(battle.view()).formation(unit) == Formation::StormingColumn;
        if swept || outflanked || driven && worse || storms {
            retreats::retreat_in_full(battle, unit, rule);
            continue;
        }
        order_state::disorder(battle, unit, rule);
        let way = if driven { Sequel::OutOfRange } else { Sequel::PushedBack };
        loser_goes(battle, combat, unit, way, &combat.defenders);
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
