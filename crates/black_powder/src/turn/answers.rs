//! Whether an answer to a question in the middle of things is allowed: how far an order is carried out, what a charge
//! meets, what a winner does.

use super::asks;
use crate::{
    book::{
        values::{Formation, Troop},
        verbs,
    },
    movement::{moves::Walk, walker::Leave},
    state::{
        orders::{bad_answer, plain, planned},
        pose::Pose,
        sequence_of_play::{Carry, Charge, ChargeStage, Response, RoundChoice, Task, Win},
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    events::Explained,
    forces::UnitId,
    orders::{Order, Plan, PlannedMove, Refusal},
    shared::{
        formed::block::{self, Face},
        refuse,
    },
    table::footprint::Outline,
};

impl<'w> BlackPowderView<'w> {
    /// A way as it was walked, before it is gone.
    fn planned_way(&self, unit: UnitId, walk: &Walk) -> PlannedMove {
        let end = walk.end();
        planned(self.piece(unit), walk.way(), end.block.place, Some(end.shape()), walk.explained(), None, None)
    }

    pub(super) fn check_task(&self, order: &Order, task: &Task) -> Result<Plan, Refusal> {
        match task {
            Task::Carry(carry) => self.check_carry(order, carry),
            Task::Charge(charge) => self.check_charge_task(order, charge),
            Task::Test(_) => match order.choice.as_deref() {
                Some("yes") => plain("It rolls again; the second roll counts"),
                Some("no") => plain("The roll stands"),
                _ => refuse("BP-11.1", "Yes or no?"),
            },
            Task::Retire(retire) => {
                let word = order.choice.as_deref().unwrap_or_default();
                let Some(aside) = retire.ways.iter().find(|aside| asks::way_word(**aside) == word) else {
                    return refuse("BP-7.9", "That way is not open");
                };
                let walk = self.retirement(retire.unit, *aside, 1);
                let moves = walk.map(|(walk, _)| self.planned_way(retire.unit, &walk));
                let summary = format!("{} retires", self.name(retire.unit));
                Ok(Plan { summary, moves: moves.into_iter().collect(), ..Plan::default() })
            }
            Task::Round(round) => {
                let word = order.choice.as_deref().unwrap_or_default();
                match round.choices.first() {
                    Some(RoundChoice::Support(_)) if matches!(word, "yes" | "no") => plain("So it supports"),
                    Some(RoundChoice::Support(_)) => refuse("BP-7.6", "Yes or no?"),
                    Some(RoundChoice::Divide(unit)) => {
                        let known = word == "even"
                            || self.fighting(*unit).iter().any(|enemy| self.view.unit(*enemy).key == word);
                        if known {
                            plain("So its dice are divided")
                        } else {
                            refuse("BP-7.2", "Name an enemy in contact")
                        }
                    }
                    None => bad_answer(order),
                }
            }
            Task::Win(win) => self.check_win(order, win),
        }
    }

    fn check_carry(&self, order: &Order, carry: &Carry) -> Result<Plan, Refusal> {
        if !order.path.is_empty() || order.heading.is_some() || order.formation.is_some() {
            return refuse("BP-2.13", "The order was given before the dice");
        }
        if order.verb == verbs::STAY {
            return plain(format!("{} stays", self.name(carry.unit)));
        }
        let walk = self.carried(carry, order.number);
        let moves = vec![PlannedMove {
            allowance: Some(walk.allowance),
            stopped: walk.stopped.clone(),
            ..self.planned_way(carry.unit, &walk)
        }];
        Ok(Plan { summary: format!("{} moves as ordered", self.name(carry.unit)), moves, ..Plan::default() }
            .finding(walk))
    }

    fn check_charge_task(&self, order: &Order, charge: &Charge) -> Result<Plan, Refusal> {
        match charge.stage {
            ChargeStage::Respond => {
                let word = order.choice.as_deref().unwrap_or_default();
                let responses = self.responses(charge);
                let Some(response) = Response::named(word).filter(|response| responses.contains(response)) else {
                    return refuse("BP-6.4", "The target cannot answer like that");
                };
                let mut odds = Vec::new();
                if let Some(target) = order.target {
                    let at = self.view.unit_of(target);
                    let fit = charge
                        .chargers
                        .iter()
                        .any(|charger| charger.unit == at && self.gives_closing_fire(charge.target, charger));
                    if response == Response::ClosingFire && !fit {
                        return refuse("BP-6.6", "Closing fire goes at one of the chargers in front");
                    }
                }
                if response == Response::ClosingFire {
                    let named = order.target.map(|piece| self.view.unit_of(piece));
                    let at = self.closing_fire_goes_at(charge, named);
                    odds.extend(at.map(|at| self.odds_of_shot(&self.closing_fire(charge, at))));
                }
                let summary = format!("{}: {}", self.name(charge.target), response.label());
                Ok(Plan { summary, odds, ..Plan::default() })
            }
            ChargeStage::Redirect => {
                if order.verb == verbs::STAY {
                    return plain(format!("{} stops after its full distance", self.name(charge.chargers[0].unit)));
                }
                let target = self.target_of(order)?;
                if !self.redirects(charge, &charge.chargers[0]).contains(&target) {
                    return refuse("BP-6.8", format!("{} is not in its path within its reach", self.name(target)));
                }
                let summary = format!("{} charges {}", self.name(charge.chargers[0].unit), self.name(target));
                Ok(plain(summary)?.finding(target))
            }
            ChargeStage::Halted => {
                if order.verb == verbs::STAY {
                    return plain(format!("{} stays before the square", self.name(charge.chargers[0].unit)));
                }
                let unit = charge.chargers[0].unit;
                let walk = self.free_walk(unit, order)?;
                let moves = vec![self.planned_way(unit, &walk)];
                Ok(Plan { summary: format!("{} rides on", self.name(unit)), moves, ..Plan::default() }.finding(walk))
            }
            _ => bad_answer(order),
        }
    }

    /// BP-6.11, BP-7.11: one move in any direction that contacts no enemy.
    ///
    /// # Errors
    /// If the way leads nowhere, is too long or barred, or ends in contact with an enemy.
    pub fn free_walk(&self, unit: UnitId, order: &Order) -> Result<Walk, Refusal> {
        let list = self.wording(unit, order, &mut None)?;
        let walk = self.walk(unit, &list, 1, Leave::default());
        if walk.end().block == walk.poses[0].block && walk.end().building == walk.poses[0].building {
            let why = walk.stopped.clone().unwrap_or_else(|| "it leads nowhere".into());
            return refuse("BP-3.3", format!("{} cannot go there: {why}", self.name(unit)));
        }
        Ok(walk)
    }

    fn check_win(&self, order: &Order, win: &Win) -> Result<Plan, Refusal> {
        let unit = win.unit;
        let name = self.name(unit);
        if order.verb == verbs::STAY {
            return plain(format!("{name} stays"));
        }
        if order.verb == verbs::REFORM {
            let pose = self.reformed(unit, order)?;
            let way = vec![self.outline(unit).place.at, pose.block.place.at];
            let moves = vec![planned(
                self.piece(unit),
                way,
                pose.block.place,
                Some(pose.shape()),
                Explained::default(),
                None,
                None,
            )];
            return Ok(Plan { summary: format!("{name} reforms"), moves, ..Plan::default() }.finding(pose));
        }
        if order.verb == verbs::OCCUPY {
            return match win.building {
                Some(building) if self.garrison(building).is_none() => plain(format!("{name} goes into the building")),
                _ => refuse("BP-8.2", "There is no building to occupy"),
            };
        }
        if win.drew {
            return refuse("BP-7.11", format!("{name} did not win: it may only stay or reform"));
        }
        if order.verb == verbs::MOVE {
            let walk = self.free_walk(unit, order)?;
            let moves = vec![self.planned_way(unit, &walk)];
            return Ok(Plan { summary: format!("{name} moves"), moves, ..Plan::default() }.finding(walk));
        }
        if order.verb == verbs::SWEEP {
            let target = self.target_of(order)?;
            if !self.sweeps(win).contains(&target) {
                return refuse("BP-7.12", format!("{name} cannot sweep on into {}", self.name(target)));
            }
            return Ok(plain(format!("{name} sweeps on into {}", self.name(target)))?.finding(target));
        }
        bad_answer(order)
    }

    /// BP-7.11 b: how a unit would stand after it has changed its facing or its formation.
    ///
    /// # Errors
    /// If the unit is not on the table, if it cannot take that formation or has no room for it, or if nothing would
    /// change.
    pub fn reformed(&self, unit: UnitId, order: &Order) -> Result<Pose, Refusal> {
        let now = self.start_pose(unit).map_or_else(|| refuse("BP-7.11", "It is not on the table"), Ok)?;
        let facing = order.heading.map_or(now.block.place.facing, |heading| heading.normalized());
        let formation = match &order.formation {
            Some(word) => Formation::named(word).unwrap_or(now.formation),
            None => now.formation,
        };
        let limbers = matches!(formation, Formation::Limbered | Formation::Deployed | Formation::Garrison);
        if now.building.is_some() || (formation != now.formation && (limbers || !self.can_form(unit, formation))) {
            return refuse("BP-7.11", format!("{} cannot take {formation}", self.name(unit)));
        }
        if formation == now.formation && facing == now.block.place.facing {
            return refuse("BP-7.11", "That changes nothing");
        }
        let clear = |block: &Outline| {
            self.on_table(block)
                && self.blocked_at(unit, block, None).is_none()
                && self.open_ground(unit, formation, block)
        };
        let blocks = [false, true].map(|centre| match formation == now.formation {
            true => block::facing(&now.block, facing),
            false => self.formed(unit, &now, formation, facing, centre),
        });
        match blocks.into_iter().find(|block| clear(block)) {
            Some(block) => Ok(Pose { block, formation, building: None, cost: 0.0 }),
            None => refuse("BP-3.3", format!("There is no room for {formation}")),
        }
    }

    /// BP-7.12: the enemies into which a winner may sweep on.
    pub fn sweeps(&self, win: &Win) -> Vec<UnitId> {
        let unit = win.unit;
        let work = self.work(unit);
        let horse = self.troop(unit) == Troop::Cavalry;
        let may = (horse || self.settings().infantry_sweep)
            && !win.drew
            && work.charged.is_some()
            && !work.swept
            && !self.unsteady(unit);
        if !may || self.can_charge(unit).is_err() {
            return Vec::new();
        }
        let one = self.move_inches(unit);
        self.enemies_of(self.side(unit))
            .filter(|enemy| self.quarter(unit, *enemy) == Face::Front && self.gap(unit, *enemy) <= one)
            .filter(|enemy| {
                horse
                    || win.beaten.contains(enemy)
                    || self.within(self.gap(unit, *enemy), self.numbers().sweep_infantry)
            })
            .filter(|enemy| self.can_charge_at(unit, *enemy).is_ok())
            .filter(|enemy| self.strike_way(unit, *enemy, self.face_for(unit, *enemy), one).is_ok())
            .collect()
    }
}
