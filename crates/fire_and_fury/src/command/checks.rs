//! Which units check under which leaders, with which modifiers and chances (FF-5.3 to FF-5.9).

use super::results;
use crate::{
    book::{
        dice,
        formations::Formation,
        values::{Effect, Leader, Rating, Work},
    },
    condition::order_state,
    state::{sequence_of_play::change, view::FuryView},
};
use grapeshot_floor::{
    english::number,
    events::{EventKind, Explained, RuleId},
    forces::{SideId, UnitId},
    orders::{LabelledChance, Odds, Order, Plan, Refusal},
    procedure::Found,
    shared::{formed::cues, refuse},
    turn::{BattleMut, VictoryTerms},
};

/// FF-5.6: the leader under which a unit checks, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Under {
    /// It checks with this leader.
    Leader(UnitId),
    /// It is out of command.
    Nobody,
    /// FF-5.3: it checks without a leader, but came into the radius of leaders that had checked already.
    Late,
}

/// Units that check with one die.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The leader of the check, or none.
    pub under: Under,
    /// The units with their modifiers.
    pub units: Vec<(UnitId, Explained)>,
}

impl FuryView<'_> {
    /// FF-16.1: the numbers of stands whose loss is heavy casualties for a side, and greater losses.
    pub fn thresholds(&self, side: SideId) -> (f32, f32) {
        let own = |unit: &UnitId| self.side(*unit) == side;
        let start: f32 = self.all_units().filter(own).map(|unit| f32::from(self.values(unit).start)).sum();
        let (settings, numbers) = (self.settings(), self.numbers());
        let of = |given: f32, share: f32| if given > 0.0 { given } else { (start * share - 1e-4).ceil() };
        let n = side.index().min(1);
        (
            of(settings.heavy_casualties[n], numbers.heavy_casualties),
            of(settings.greater_losses[n], numbers.greater_losses),
        )
    }

    /// FF-16.2: whether a key position of a side is held by the enemy: one for which only the enemy earns points.
    pub fn has_lost_key_position(&self, side: SideId) -> bool {
        let terms = self.view.resource::<VictoryTerms>();
        terms.holds.iter().any(|hold| {
            let holder = self.play().holders.get(hold.objective).copied().flatten();
            hold.side.is_some_and(|earns| earns != side && holder == Some(earns))
        })
    }

    /// FF-5.4: the modifiers of the check of a unit with this leader, or none.
    pub fn maneuver_modifiers(&self, unit: UnitId, under: Under) -> Explained {
        let values = self.values(unit);
        let table = &self.book.maneuver.modifiers;
        let mut sum = Explained::default();
        let mut add = |rule: &'static str, label: &'static str, amount: i8| {
            if amount != 0 {
                sum.add(rule, label, f32::from(amount));
            }
        };
        match under {
            Under::Leader(leader) => {
                let (label, amount) = match self.leader(leader).map_or(Rating::Able, |leader| leader.rating) {
                    Rating::Gallant => ("gallant leader", table.leader_gallant),
                    Rating::Able => ("able leader", table.leader_able),
                    Rating::Poor => ("poor leader", table.leader_poor),
                };
                add("FF-5.4", label, amount);
                let own = self.view.unit(unit).superior == Some(leader);
                if !own || values.flags.militia {
                    add("FF-5.6", "provisional command", table.provisional);
                }
            }
            Under::Nobody => add("FF-5.6", "out of command", table.out_of_command),
            Under::Late => add("FF-5.3", "provisional command", table.provisional),
        }
        if self.attached_to(unit).is_some() {
            add("FF-11.2", "attached leader", table.attached);
        } else if values.has_brave_colonel() {
            add("FF-2.11", "brave colonel", table.attached);
        }
        add("FF-5.4", values.experience.word(), table.of_experience(values.experience));
        if values.is_guns() {
            if self.is_battery(unit) || self.has_battalion_gun_near_friends(unit) {
                add("FF-5.4", "battery", table.battery);
            }
        } else {
            let effectiveness = self.effectiveness(unit);
            add("FF-5.4", effectiveness.word(), table.of_effectiveness(effectiveness));
        }
        let column = matches!(
            values.formation(),
            Formation::FieldColumn
                | Formation::MarchColumn
                | Formation::StormingColumn
                | Formation::Square
                | Formation::Garrison
                | Formation::Limbered
        );
        if column || self.in_linear_cover(unit) {
            let label = if column { values.formation().label() } else { "linear cover" };
            add("FF-5.4", label, table.column_square_cover);
        }
        if values.flags.indian {
            let (label, amount) = match self.in_woods(unit) {
                true => ("Indians in woods", table.indians_in_woods),
                false => ("Indians in the open", table.indians_elsewhere),
            };
            add("FF-2.9", label, amount);
        }
        if values.is_broken() {
            add("FF-5.4", "broken", table.outflanked_or_broken);
        } else if self.outflanked_by(unit).is_some() {
            add("FF-5.7", "outflanked", table.outflanked_or_broken);
        }
        let side = self.side(unit);
        if self.has_lost_key_position(side) {
            add("FF-16.2", "key position lost", table.key_position_lost);
        }
        let lost = f32::from(self.play().lost[side.index().min(1)]);
        let (heavy, greater) = self.thresholds(side);
        if lost >= greater {
            add("FF-16.1", "greater losses", table.greater_losses);
        } else if lost >= heavy {
            add("FF-16.1", "heavy casualties", table.heavy_casualties);
        }
        for (label, amount) in self.view.house_rules(unit, "FF-5.4") {
            sum.add("FF-5.4", label.to_owned(), f32::from(amount));
        }
        sum
    }

    /// FF-5.4: whether a lone battalion gun has friendly troops near it.
    fn has_battalion_gun_near_friends(&self, unit: UnitId) -> bool {
        let battalion =
            self.stands(unit).into_iter().any(|piece| self.gun(piece).is_some_and(|(_, kind)| kind.id == "BG"));
        let near = self.numbers().battalion_gun;
        let troops = |friend: &UnitId| *friend != unit && !self.values(*friend).is_guns();
        battalion
            && self.units_of(self.side(unit)).any(|friend| troops(&friend) && self.within(self.gap(unit, friend), near))
    }

    /// FF-5.8, FF-5.9: the effect of a modified result on a unit. FF-13.3: at night Double Quick and Well Handled count
    /// as Tardy.
    fn effect_of(&self, unit: UnitId, modified: i32) -> Effect {
        let values = self.values(unit);
        let disordered = !values.is_guns() && values.must_check();
        match self.book.maneuver.effect(modified, disordered) {
            Effect::DoubleQuick | Effect::WellHandled if self.is_night() => Effect::Tardy,
            effect => effect,
        }
    }

    /// FF-5.8, FF-5.9: the effects of a check with their chances, in the order of the table.
    pub fn chances(&self, unit: UnitId, modifiers: i32) -> Vec<(Effect, f32)> {
        let values = self.values(unit);
        let disordered = !values.is_guns() && values.must_check();
        let table = &self.book.maneuver;
        let rolled: Vec<Effect> =
            (1..=i32::from(dice::FACES)).map(|die| self.effect_of(unit, die + modifiers)).collect();
        let share = |effect: Effect| rolled.iter().filter(|of| **of == effect).count() as f32 / f32::from(dice::FACES);
        table.effects(disordered).map(|effect| (effect, share(effect))).collect()
    }

    /// FF-5.3: whether a unit may check with this leader, or none.
    ///
    /// # Errors
    /// Why it may not.
    pub fn may_check(&self, unit: UnitId, under: Under) -> Result<(), Refusal> {
        let name = self.name(unit);
        if self.troops(unit).is_none() {
            return refuse("FF-5.3", format!("{name} is a leader and does not check"));
        }
        if self.work(unit).checked {
            return refuse("FF-5.3", format!("{name} has checked in this phase"));
        }
        cues::require(&self.view, unit, "FF-5.3")?;
        let far = |square: UnitId| !self.within(self.gap(unit, square), self.numbers().shelter);
        if let Some(square) = self.values(unit).sheltered.filter(|square| far(*square)) {
            return refuse(
                "FF-12.6",
                format!("The crews of {name} are with {}, too far from their guns", self.name(square)),
            );
        }
        match under {
            Under::Leader(leader) => {
                let who = self.name(leader);
                let Some(of) = self.leader(leader).filter(|_| self.present(leader)) else {
                    return refuse("FF-5.3", format!("{who} is no leader on the table"));
                };
                if of.checked {
                    return refuse("FF-5.3", format!("{who} has made his check in this phase"));
                }
                if !self.may_command(leader, unit) {
                    return refuse("FF-2.4", format!("{who} commands guns only"));
                }
                if !self.in_radius(leader, unit) {
                    return refuse("FF-5.5", format!("{name} is outside the command radius of {who}"));
                }
                Ok(())
            }
            Under::Nobody if !self.leaders_over(unit).is_empty() => {
                refuse("FF-5.3", format!("{name} is in command: it checks with its leader's group"))
            }
            _ => Ok(()),
        }
    }

    /// FF-5.3: the leaders that could make one check for all of these units.
    fn could_check_for(&self, side: SideId, units: &[UnitId]) -> Vec<UnitId> {
        let may = |leader: &UnitId| units.iter().all(|unit| self.may_check(*unit, Under::Leader(*leader)).is_ok());
        self.leaders_of(side).filter(may).collect()
    }

    /// FF-5.3, FF-5.6: the leader with which the units of an order check: the one that it names, or else the only one
    /// that could check for them all; none if there is none.
    ///
    /// # Errors
    /// Which leaders there are to choose from.
    fn under_of(&self, order: &Order, units: &[UnitId]) -> Result<Under, Refusal> {
        if let Some(named) = order.target_unit {
            return Ok(Under::Leader(named));
        }
        match self.could_check_for(order.side, units).as_slice() {
            [] => Ok(Under::Nobody),
            [only] => Ok(Under::Leader(*only)),
            several => {
                let names: Vec<&str> = several.iter().map(|leader| self.name(*leader)).collect();
                refuse("FF-5.6", format!("Say who checks: {}", names.join(" or ")))
            }
        }
    }

    /// FF-5.3: the units that an order lets check, with their leader and their modifiers.
    ///
    /// # Errors
    /// Why they may not.
    pub fn group_of(&self, order: &Order) -> Result<Group, Refusal> {
        if !self.play().group.is_empty() {
            return refuse("FF-5.2", "The units that have checked do first what that gave");
        }
        let units = self.units_named(order)?;
        let under = self.under_of(order, &units)?;
        if under == Under::Nobody && units.len() > 1 {
            return refuse("FF-5.3", "Units out of command check one by one");
        }
        for unit in &units {
            self.may_check(*unit, under)?;
        }
        if let Under::Leader(leader) = under {
            if self.side(leader) != order.side {
                return refuse("FF-5.3", format!("{} is not yours", self.name(leader)));
            }
            if let Some(left) = self.must_be_in(leader).into_iter().find(|unit| !units.contains(unit)) {
                let why = format!("{} must check, and no other leader is left for it", self.name(left));
                return refuse("FF-5.3", why);
            }
        }
        let units = units.into_iter().map(|unit| (unit, self.maneuver_modifiers(unit, under))).collect();
        Ok(Group { under, units })
    }

    /// FF-5.3: the units that must check and have no other leader than this one that has still to make his check.
    pub fn must_be_in(&self, leader: UnitId) -> Vec<UnitId> {
        let unchecked = |other: &UnitId| self.leader(*other).is_some_and(|leader| !leader.checked);
        self.units_of(self.side(leader))
            .filter(|unit| self.values(*unit).must_check() && !self.work(*unit).checked)
            .filter(|unit| {
                let over: Vec<UnitId> = self.leaders_over(*unit).into_iter().filter(unchecked).collect();
                over == [leader]
            })
            .collect()
    }

    /// FF-5.3: a unit that must still check, and the leader in whose group it must.
    pub fn still_due(&self, side: SideId) -> Option<(UnitId, UnitId)> {
        let due = |unit: &UnitId| self.values(*unit).must_check() && !self.work(*unit).checked;
        self.units_of(side).filter(due).find_map(|unit| {
            let leader = self
                .leaders_over(unit)
                .into_iter()
                .find(|leader| self.leader(*leader).is_some_and(|leader| !leader.checked))?;
            Some((unit, leader))
        })
    }

    /// FF-5.3: a unit that must check and does it alone at the end: out of command, or late.
    pub fn last_due(&self, side: SideId) -> Option<(UnitId, Under)> {
        let due = |unit: &UnitId| self.values(*unit).must_check() && !self.work(*unit).checked;
        let unit = self.units_of(side).find(due)?;
        let under = if self.leaders_over(unit).is_empty() { Under::Nobody } else { Under::Late };
        Some((unit, under))
    }

    /// FF-5.3: whether units may check as an order says, with all possible effects.
    ///
    /// # Errors
    /// Why they may not.
    pub fn check_check(&self, order: &Order) -> Found<Group> {
        let group = self.group_of(order)?;
        let (mut odds, mut outcomes) = (Vec::new(), Vec::new());
        for (unit, sum) in &group.units {
            let (name, modifiers) = (self.name(*unit), sum.total() as i32);
            let chances = self.chances(*unit, modifiers);
            let chance = chances.iter().filter(|(effect, _)| effect.is_usable()).map(|(_, chance)| chance).sum();
            let rule = RuleId::new(self.rule_of_table(*unit));
            outcomes.extend(
                chances
                    .into_iter()
                    .map(|(effect, chance)| LabelledChance::new(effect.words(), chance, rule.clone()).of(name)),
            );
            odds.push(Odds {
                label: name.to_owned(),
                explained: sum.clone(),
                needs: dice::with_modifier(modifiers),
                chance,
                then: Vec::new(),
            });
        }
        let names: Vec<&str> = group.units.iter().map(|(unit, _)| self.name(*unit)).collect();
        let summary = match group.under {
            Under::Leader(leader) => {
                format!("{} checks for {}", self.name(leader), grapeshot_floor::english::list(&names))
            }
            _ => format!("{} checks out of command", names[0]),
        };
        Ok((Plan { summary, odds, outcomes, ..Plan::default() }, group))
    }

    /// The line of the log about an effect: it tells if the night has changed it, and if a unit holds that would
    /// retreat.
    fn told_of_effect(&self, unit: UnitId, modified: i32, effect: Effect) -> String {
        let values = self.values(unit);
        let by_day = self.book.maneuver.effect(modified, !values.is_guns() && values.must_check());
        let words = effect.words();
        if by_day != effect {
            return format!("{}, at night {words}", by_day.words());
        }
        let holds = match effect {
            Effect::FallBack | Effect::Shaken | Effect::Wavering if values.formation() == Formation::Square => {
                Some("the square")
            }
            Effect::FallBack if self.is_fortified(unit) => Some("the works"),
            Effect::FallBack | Effect::Shaken | Effect::Wavering if self.close_enemies(unit).is_empty() => {
                Some("its position, no enemy is in close range")
            }
            _ => None,
        };
        holds.map_or_else(|| words.to_owned(), |what| format!("{words}: it holds {what}"))
    }

    fn rule_of_table(&self, unit: UnitId) -> &'static str {
        let values = self.values(unit);
        if !values.is_guns() && values.must_check() { "FF-5.9" } else { "FF-5.8" }
    }
}

/// FF-5.3: makes the check of a group with one die, and applies the effect on each unit.
pub fn check_group(battle: &mut BattleMut, group: &Group) {
    let first = group.units[0].0;
    let side = battle.view().side_of_unit(first);
    let die = battle.roll(&dice::MANEUVER, dice::FACES);
    let who = match group.under {
        Under::Leader(leader) => {
            battle.unit_mut::<Leader>(leader).checked = true;
            leader
        }
        _ => first,
    };
    let text = format!("{} rolls {die} for the maneuver check", battle.view().unit(who).name);
    dice::log(battle, (side, first), die, "FF-5.3", text, Explained::default());
    let mut waiting = Vec::new();
    for (unit, sum) in &group.units {
        if !FuryView::of(battle.view()).present(*unit) {
            continue;
        }
        order_state::man_guns(battle, *unit, "FF-12.6");
        let ff = FuryView::of(battle.view());
        let rule = ff.rule_of_table(*unit);
        let modified = i32::from(die) + sum.total() as i32;
        let effect = ff.effect_of(*unit, modified);
        let text =
            format!("{}: {}, {}", ff.name(*unit), number(modified as f32), ff.told_of_effect(*unit, modified, effect));
        let explained = sum.clone().with("FF-5.3", "the die", f32::from(die));
        battle.log(Some(side), EventKind::Note, RuleId::new(rule), text, explained);
        {
            let mut work = battle.unit_mut::<Work>(*unit);
            work.checked = true;
            work.effect = Some(effect);
        }
        results::apply(battle, *unit, effect, modified);
        if effect.is_usable() && FuryView::of(battle.view()).present(*unit) {
            waiting.push(*unit);
        }
    }
    change(battle, |play| play.group = waiting);
}

/// Makes the check of the order in hand.
pub fn resolve_check(battle: &mut BattleMut, _: &Order, group: Group) {
    check_group(battle, &group);
}
