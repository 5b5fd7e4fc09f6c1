//! Who must answer what (the decision points of the rulebook).

use smol_str::SmolStr;

use super::sequence::other;
use crate::{
    book::verbs,
    state::{
        sequence_of_play::{ChargeStage, Leave, Phase, Round, RoundChoice, Task},
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    english,
    forces::{SideId, UnitId},
    orders::VerbId,
    turn::{Ask, Awaiting},
};

/// Numbers of inches that an order may be cut short to.
const FARTHEST: f32 = 200.0;

/// A question that may also be answered by giving the battle up; a last verb that only ends something goes on.
fn ask(
    kind: &'static str,
    side: SideId,
    rule: &'static str,
    question: impl Into<String>,
    verbs: impl Into<Vec<VerbId>>,
) -> Ask {
    let mut verbs: Vec<VerbId> = verbs.into();
    let plain = [verbs::DONE, verbs::STAY, verbs::GO, verbs::READY];
    let go_on = verbs.last().filter(|verb| plain.contains(verb)).cloned();
    verbs.push(verbs::CONCEDE);
    Ask { go_on, ..Ask::new(kind, side, rule, question, verbs) }
}

/// A way of a retirement as a choice.
pub fn way_word(aside: f32) -> SmolStr {
    smol_str::format_smolstr!("{aside:.0}")
}

fn way_label(aside: f32) -> String {
    match aside {
        0.0 => "straight back".to_owned(),
        left if left > 0.0 => format!("{left:.0} degrees to its right"),
        right => format!("{:.0} degrees to its left", -right),
    }
}

impl BlackPowderView<'_> {
    /// Who must answer what now.
    pub fn awaiting(&self) -> Awaiting {
        if self.play().part == Phase::Over {
            return Awaiting::default();
        }
        match self.play().task() {
            Some(task) => Awaiting::one(self.ask_task(task)),
            None => self.ask_part(),
        }
    }

    fn about(&self, ask: Ask, unit: UnitId) -> Ask {
        ask.about(unit, [self.piece(unit)])
    }

    fn ask_task(&self, task: &Task) -> Ask {
        match task {
            Task::Carry(carry) => {
                let unit = carry.unit;
                let moves = english::count(usize::from(carry.moves), "move");
                let why = match carry.why {
                    Leave::Order => "",
                    Leave::Free => ", although the order failed",
                    Leave::Drill => ", being superbly drilled",
                };
                let question = format!("{} has {moves}{why}: how far does it go?", self.name(unit));
                let one = ask("carry", self.side(unit), "BP-2.13", question, [verbs::STAY, verbs::GO]);
                self.about(one.numbers(0.0, FARTHEST), unit)
            }
            Task::Charge(charge) => {
                let charger = charge.chargers.first().map_or(charge.target, |charger| charger.unit);
                match charge.stage {
                    ChargeStage::Redirect => {
                        let question = format!(
                            "{} has gone: does {} turn on another enemy?",
                            self.name(charge.target),
                            self.name(charger)
                        );
                        let one = ask("redirect", self.side(charger), "BP-6.8", question, [verbs::SWEEP, verbs::STAY]);
                        self.about(one, charger)
                    }
                    ChargeStage::Halted => {
                        let question = format!("{} stands before the square: does it ride on?", self.name(charger));
                        let one = ask("halted", self.side(charger), "BP-6.11", question, [verbs::MOVE, verbs::STAY]);
                        self.about(one, charger)
                    }
                    _ => {
                        let question = format!(
                            "{} charges {}: what does it answer?",
                            self.name(charger),
                            self.name(charge.target)
                        );
                        let one = ask("respond", self.side(charge.target), "BP-6.4", question, [verbs::RESPOND]);
                        let responses = self.responses(charge).into_iter();
                        let choices = responses.map(|response| (response.id(), response.label()));
                        self.about(one.choices(choices), charge.target)
                    }
                }
            }
            Task::Test(test) => {
                let question = format!("{} is valiant: does it roll its break test again?", self.name(test.unit));
                let one = ask("reroll", self.side(test.unit), "BP-11.1", question, [verbs::DECIDE]);
                self.about(one.choices([("yes", "roll again"), ("no", "let it stand")]), test.unit)
            }
            Task::Retire(retire) => {
                let question = format!("Which way does {} retire?", self.name(retire.unit));
                let one = ask("retire", self.side(retire.unit), "BP-7.9", question, [verbs::DECIDE]);
                let ways = retire.ways.iter().map(|aside| (way_word(*aside), way_label(*aside)));
                self.about(one.choices(ways), retire.unit)
            }
            Task::Round(round) => self.ask_round(round),
            Task::Win(win) => {
                let unit = win.unit;
                let question = format!("{} has no enemy left in contact: what does it do?", self.name(unit));
                let mut list = vec![verbs::REFORM];
                if !win.drew {
                    list.push(verbs::MOVE);
                    if !self.sweeps(win).is_empty() {
                        list.push(verbs::SWEEP);
                    }
                }
                if win.building.is_some() {
                    list.push(verbs::OCCUPY);
                }
                list.push(verbs::STAY);
                let one = ask("win", self.side(unit), "BP-7.11", question, list);
                self.about(one, unit)
            }
        }
    }

    fn ask_round(&self, round: &Round) -> Ask {
        let unit = round.chooser().unwrap_or(round.units[0]);
        match round.choices.first() {
            Some(RoundChoice::Support(_)) => {
                let question = format!("Does {} support this combat, or another?", self.name(unit));
                let one = ask("support", self.side(unit), "BP-7.6", question, [verbs::DECIDE]);
                self.about(one.choices([("yes", "this one"), ("no", "another")]), unit)
            }
            _ => {
                let question = format!("At whom does {} strike most?", self.name(unit));
                let one = ask("divide", self.side(unit), "BP-7.2", question, [verbs::DECIDE]);
                let enemies = self.fighting(unit);
                let enemies = enemies.iter().map(|enemy| (self.view.unit(*enemy).key.as_str(), self.name(*enemy)));
                self.about(one.choices([("even", "evenly")].into_iter().chain(enemies)), unit)
            }
        }
    }

    fn ask_part(&self) -> Awaiting {
        let play = self.play();
        let side = play.active;
        let name = &self.view.side_named(side).short;
        let one = match play.part {
            Phase::First => {
                let question = format!("The {name} rolled higher: who has the first turn?");
                let sides = [side, other(side)].map(|side| self.view.side_named(side));
                ask("first", side, "BP-1.6", question, [verbs::CHOOSE])
                    .choices(sides.map(|side| (side.key.as_str(), side.name.as_str())))
            }
            Phase::Deploy => {
                let side = play.placing;
                let brigade = self.next_to_place(side);
                let question = match brigade {
                    Some(brigade) => format!("Place the brigade of {} in the zone", self.name(brigade)),
                    None => "Place your units in the zone".to_owned(),
                };
                let mut one = ask("deploy", side, "BP-1.9", question, [verbs::PLACE, verbs::READY]);
                one.unit = brigade;
                one.pick(self.to_place(side).into_iter().map(|unit| self.piece(unit)))
            }
            Phase::Initiative => {
                let question = format!("Which units of the {name} move by initiative?");
                let able = self.regiments_of(side).filter(|unit| self.may_take_initiative(*unit).is_ok());
                ask("initiative", side, "BP-2.6", question, [verbs::MARCH, verbs::CHARGE, verbs::DONE])
                    .pick(able.map(|unit| self.piece(unit)))
                    .ending("End initiative: orders")
            }
            Phase::Command => {
                let question = match play.commander {
                    Some(commander) => format!("What does {} order next?", self.name(commander)),
                    None => format!("Which commander of the {name} gives orders next?"),
                };
                let mut one = ask(
                    "command",
                    side,
                    "BP-2.2",
                    question,
                    [verbs::MARCH, verbs::CHARGE, verbs::FOLLOW, verbs::RALLY, verbs::DONE],
                );
                one.unit = play.commander;
                let units: std::collections::BTreeSet<_> =
                    self.commanding(side).flat_map(|commander| self.orderable_units(commander)).collect();
                let ending = match play.commander {
                    Some(commander) => format!("{} has given all orders", self.name(commander)),
                    None => "End orders: commanders ride".to_owned(),
                };
                one.pick(units.into_iter().map(|unit| self.piece(unit))).ending(ending)
            }
            Phase::Officers => {
                let question = format!("Where do the commanders of the {name} ride?");
                let able = self.officers_of(side).filter(|officer| self.may_ride(*officer).is_ok());
                ask("officers", side, "BP-9.2", question, [verbs::RIDE, verbs::DONE])
                    .pick(able.map(|unit| self.piece(unit)))
                    .ending("End rides: shooting")
            }
            Phase::Shooting => {
                let question = format!("Who of the {name} shoots next?");
                let able = self.regiments_of(side).filter(|unit| !self.targets(*unit).is_empty());
                ask("shooting", side, "BP-5.1", question, [verbs::SHOOT, verbs::DONE])
                    .pick(able.map(|unit| self.piece(unit)))
                    .ending("End shooting: hand to hand")
            }
            Phase::Fighting => {
                let mut one = ask("fight", side, "BP-7.1", "Which combat comes next?", [verbs::FIGHT]);
                one.pieces = self.combats().into_iter().map(|units| self.piece(units[0])).collect();
                one
            }
            _ => return Awaiting::default(),
        };
        Awaiting::one(one)
    }

    /// BP-1.9: the next brigade of a side to be placed, by its commander.
    pub fn next_to_place(&self, side: SideId) -> Option<UnitId> {
        let zone = self.view.resource::<grapeshot_floor::turn::Deployment>().0.iter().any(|zone| zone.side == side);
        let unplaced = |brigade: &UnitId| {
            !self.play().placed.contains(brigade) && self.brigade(*brigade).any(|unit| self.present(unit))
        };
        if zone { self.brigades_of(side).find(unplaced) } else { None }
    }

    /// BP-1.9: the units of the brigade that is placed next, with its commander.
    pub fn to_place(&self, side: SideId) -> Vec<UnitId> {
        let Some(brigade) = self.next_to_place(side) else { return Vec::new() };
        let units = self.brigade(brigade).chain([brigade]);
        units.filter(|unit| self.present(*unit)).collect()
    }
}
