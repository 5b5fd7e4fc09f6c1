//! Orders and the roll for them (BP-2.1 to BP-2.5, BP-2.9 to BP-2.13).

use crate::{
    book::{data::Effect, values::Formation},
    state::{
        sequence_of_play::{Leave, Manoeuvre},
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::UnitId,
    orders::{LabelledChance, Odds, Refusal},
    shared::{formed::cues, refuse},
};

/// The result of a roll for an order (BP-2.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Result2D6 {
    /// A double 6.
    Blunder,
    /// No move, and no more orders.
    Failed,
    /// A number of moves; 0 for an Unreliable unit whose roll was equal (BP-11.1).
    Moves(u8),
}

/// BP-2.3: the result of a roll of two dice against the rating `r` with its modifiers.
pub fn result_of(dice: u8, r: i32, equal_gives_none: bool) -> Result2D6 {
    let short = r - i32::from(dice);
    match short {
        _ if dice == 12 => Result2D6::Blunder,
        ..0 => Result2D6::Failed,
        0 if equal_gives_none => Result2D6::Moves(0),
        0 | 1 => Result2D6::Moves(1),
        2 => Result2D6::Moves(2),
        _ => Result2D6::Moves(3),
    }
}

/// BP-13.1: how many of the 36 rolls bring each result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Chances {
    /// Rolls for no move without a failure (Unreliable).
    pub none: u8,
    /// Rolls for one move, two, three.
    pub moves: [u8; 3],
    /// Rolls for a failure that is no blunder.
    pub failed: u8,
    /// Rolls for a double 6.
    pub blunder: u8,
}

impl Chances {
    /// The chance that a unit moves at all.
    pub fn obeys(&self) -> f32 {
        f32::from(self.moves.iter().sum::<u8>()) / 36.0
    }

    /// The chance of a failure, which ends a commander's orders.
    pub fn fails(&self) -> f32 {
        f32::from(self.failed + self.blunder) / 36.0
    }
}

/// BP-2.3: the exact chances, over all rolls of two dice.
pub fn chances(r: i32, equal_gives_none: bool) -> Chances {
    let mut chances = Chances::default();
    for first in 1..=6 {
        for second in 1..=6 {
            match result_of(first + second, r, equal_gives_none) {
                Result2D6::Blunder => chances.blunder += 1,
                Result2D6::Failed => chances.failed += 1,
                Result2D6::Moves(0) => chances.none += 1,
                Result2D6::Moves(n) => chances.moves[usize::from(n) - 1] += 1,
            }
        }
    }
    chances
}

impl<'w> BlackPowderView<'w> {
    /// BP-2.4: the rating of a commander for an order to a unit with all modifiers. `follow`: the distance does not
    /// count (BP-2.10). `forms`: the order holds a change of formation (BP-11.1).
    pub fn rating_for(&self, commander: UnitId, unit: UnitId, forms: bool, follow: bool) -> Explained {
        let numbers = &self.numbers().command;
        let rating = self.officer(commander).map_or(0, |officer| officer.rating);
        let mut sum = Explained::base("BP-2.1", format!("rating of {}", self.name(commander)), f32::from(rating));
        let steps = (self.distance_from(commander, unit) + self.numbers().tolerance * 0.01)
            / self.inches(self.numbers().distance_step);
        let steps = steps.floor();
        if steps >= 1.0 && !follow {
            let marauders = self.effects(unit).find(|(_, effect)| *effect == Effect::IgnoresDistance);
            match marauders {
                Some((special, _)) => {
                    sum.add("BP-11.1", format!("{}: distance ignored", special.label), 0.0);
                }
                None => {
                    let label = format!("{steps:.0} full {:.0}\u{2033}", self.inches(self.numbers().distance_step));
                    sum.add("BP-2.4", label, steps * f32::from(numbers.per_step));
                }
            }
        }
        // BP-3.6: a unit off the table has no enemy near.
        if self.present(unit) && self.enemy_near(unit) {
            let label = format!("enemy within {:.0}\u{2033}", self.inches(self.numbers().near_enemy));
            sum.add("BP-2.4", label, f32::from(numbers.enemy_near));
        }
        match self.formation(unit).body() {
            Formation::AttackColumn => {
                sum.add("BP-2.4", "attack column", f32::from(numbers.attack_column));
            }
            formation if formation.is_march() => {
                if self.on_road(unit) {
                    sum.add("BP-2.4", format!("{formation} on a road"), f32::from(numbers.column_on_road));
                } else {
                    sum.add("BP-2.4", format!("{formation}"), f32::from(numbers.column_off_road));
                }
            }
            _ => {}
        }
        for (special, effect) in self.effects(unit) {
            match effect {
                Effect::Command(amount) => {
                    sum.add("BP-11.1", special.label.to_string(), f32::from(amount));
                }
                Effect::CommandToForm(amount) if forms => {
                    sum.add("BP-11.1", special.label.to_string(), f32::from(amount));
                }
                _ => {}
            }
        }
        for (label, amount) in self.view.house_rules(unit, "BP-2.4") {
            sum.add("BP-2.4", label.to_owned(), f32::from(amount));
        }
        sum
    }

    /// BP-2.5: the rating for an order to several units: the worst of all, with the unit it comes from.
    pub fn rating_for_all(
        &self,
        commander: UnitId,
        units: &[(UnitId, bool)],
        follow: bool,
    ) -> Option<(Explained, UnitId)> {
        let sums = units.iter().map(|(unit, forms)| (self.rating_for(commander, *unit, *forms, follow), *unit));
        sums.min_by(|a, b| a.0.total().total_cmp(&b.0.total()).then(a.1.cmp(&b.1)))
    }

    /// The chances of an order as the player sees them before the roll.
    pub fn odds_of_order(
        &self,
        commander: UnitId,
        worst: &(Explained, UnitId),
        group: usize,
    ) -> (Odds, Vec<LabelledChance>) {
        let r = worst.0.total() as i32;
        let unreliable = self.has(worst.1, Effect::EqualGivesNone);
        let chances = chances(r, unreliable);
        let rule = || RuleId::new("BP-2.3");
        let success: u8 = chances.moves.iter().sum();
        let outcome = |label: &str, of_36: u8, rule| LabelledChance::new(label, f32::from(of_36) / 36.0, rule);
        let outcomes = vec![
            outcome("three moves", chances.moves[2], rule()),
            outcome("two moves", chances.moves[1], rule()),
            outcome("one move", chances.moves[0], rule()),
            outcome("failed", chances.failed + chances.none, rule()),
            outcome("blunder", chances.blunder, RuleId::new("BP-2.8")),
        ];
        let mut then = Vec::new();
        if group > 1 {
            then.push((format!("worst modifiers: {}", self.name(worst.1)), RuleId::new("BP-2.5")));
        }
        let odds = Odds {
            label: format!("{} commands", self.name(commander)),
            explained: worst.0.clone(),
            needs: if success == 0 { "Cannot succeed".into() } else { format!("{} or less on two dice", r.min(11)) },
            chance: f32::from(success) / 36.0,
            then,
        };
        (odds, outcomes)
    }

    /// BP-2.5: whether gaps of six inches or less join all units in one chain.
    pub fn is_chain(&self, units: &[UnitId]) -> bool {
        let Some(first) = units.first() else { return true };
        let mut joined = vec![*first];
        let mut left: Vec<UnitId> = units[1..].to_vec();
        while let Some(at) = left
            .iter()
            .position(|unit| joined.iter().any(|known| self.within(self.gap(*known, *unit), self.numbers().group_gap)))
        {
            joined.push(left.remove(at));
        }
        left.is_empty()
    }

    /// BP-2.1, BP-2.2, BP-6.5, BP-10.2: whether a commander may give a unit an order now.
    ///
    /// # Errors
    /// If the unit may not act, is not under the commander, or is of a broken brigade.
    pub fn may_order(&self, commander: UnitId, unit: UnitId) -> Result<(), Refusal> {
        let name = self.name(unit);
        let officer = self.officer(commander);
        let commands = self.unit(unit).superior == Some(commander) || officer.is_some_and(|officer| officer.general);
        if !commands {
            return refuse("BP-2.1", format!("{name} is not under {}", self.name(commander)));
        }
        self.may_act(unit)?;
        if self.broken(unit) {
            return refuse("BP-10.2", format!("{name}: units of a broken brigade get no orders"));
        }
        Ok(())
    }

    /// BP-2.2, BP-6.5: whether a unit may act in this command part at all.
    ///
    /// # Errors
    /// If it has acted, is in combat, is disordered, or stands still as the scenario has it.
    pub fn may_act(&self, unit: UnitId) -> Result<(), Refusal> {
        let name = self.name(unit);
        let work = self.work(unit);
        if work.ordered || work.initiative {
            return refuse("BP-2.2", format!("{name}: this unit has acted"));
        }
        if self.in_combat(unit) {
            return refuse("BP-7.1", format!("{name} is in combat"));
        }
        if self.disordered(unit) {
            return refuse("BP-6.5", format!("{name} is disordered and gets no orders"));
        }
        if self.waits(unit) {
            return refuse("BP-2.2", format!("{name} stands still as the scenario has it"));
        }
        cues::require(&self.view, unit, "BP-2.2")
    }

    /// Whether a unit still waits for its time or for the loss of a building (scenario).
    pub fn waits(&self, unit: UnitId) -> bool {
        let Some(commander) = self.unit(unit).superior else { return false };
        let Some(officer) = self.officer(commander) else { return false };
        let lost = officer.waits_for_loss && self.play().building_lost;
        officer.waits > self.view.clock().turn && !lost
    }

    /// BP-2.6: whether a unit may move by initiative.
    ///
    /// # Errors
    /// If it may not act, if no enemy was near when the turn began, if it makes no initiative moves, or if its brigade
    /// is broken.
    pub fn may_take_initiative(&self, unit: UnitId) -> Result<(), Refusal> {
        let name = self.name(unit);
        let backs = self.settings().disordered_retire && self.disordered(unit);
        if !self.work(unit).near {
            return refuse("BP-2.6", format!("{name} began the turn with no enemy within 12 inches"));
        }
        if let Some((special, _)) = self.effects(unit).find(|(_, effect)| *effect == Effect::NoInitiative) {
            return refuse("BP-11.1", format!("{name}: {} makes no initiative moves", special.label));
        }
        if backs && !self.in_combat(unit) && !self.work(unit).initiative {
            return Ok(());
        }
        self.may_act(unit)?;
        if self.broken(unit) {
            return refuse("BP-10.2", format!("{name}: its brigade is broken"));
        }
        Ok(())
    }

    /// BP-2.9, BP-11.1: the moves a unit may make although the order failed.
    pub fn free_move(&self, unit: UnitId) -> Option<Leave> {
        use Leave;
        let formation = self.formation(unit);
        if formation.is_march() || formation == Formation::Square {
            Some(Leave::Free)
        } else if self.has(unit, Effect::MovesAnyway) {
            Some(Leave::Drill)
        } else {
            None
        }
    }

    /// BP-2.9: the moves of a success for a unit: a square makes one at most; an Unreliable unit none on an equal roll.
    pub fn moves_for(&self, unit: UnitId, dice: u8, r: i32) -> u8 {
        match result_of(dice, r, self.has(unit, Effect::EqualGivesNone)) {
            Result2D6::Moves(moves) if self.formation(unit) == Formation::Square => moves.min(1),
            Result2D6::Moves(moves) => moves,
            _ => 0,
        }
    }

    /// Whether a list holds a change of formation (BP-11.1).
    pub fn forms(list: &[Manoeuvre]) -> bool {
        list.iter().any(|manoeuvre| matches!(manoeuvre, Manoeuvre::Form { .. }))
    }
}
