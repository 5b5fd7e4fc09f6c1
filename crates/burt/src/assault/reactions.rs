//! Step 10: how an assaulted unit and its supports may react, and the other questions of the step (SB-9.4 to SB-9.8,
//! SB-9.20).

use smol_str::SmolStr;

use super::wording::needs;
use crate::{
    book::{
        dice,
        values::{Arm, Array, Chit},
        verbs,
    },
    fire::shot::{Load, Occasion, Shot},
    movement::pace::Pace,
    state::{
        orders::bad_answer,
        sequence_of_play::{Assault, AssaultStage, Reaction, Support},
        tasks::Task,
        view::BurtView,
    },
};
use grapeshot_floor::{
    english::inches,
    events::Explained,
    forces::{SideId, UnitId},
    orders::{Odds, Order, Plan, Refusal, VerbId},
    procedure::{Found, plainly},
    shared::{
        formed::block::{self, Face},
        refuse,
    },
    turn::{Ask, Awaiting},
};

/// A reaction that a unit may make.
#[derive(Debug, Clone)]
pub struct Reacts {
    /// The unit that reacts.
    pub unit: UnitId,
    /// What it does.
    pub reaction: Reaction,
    /// The assaulter that it fires at, charges or evades from.
    pub enemy: UnitId,
    /// Its shot, if it fires.
    pub shot: Option<Shot>,
}

/// What an assaulter does whose target ran or evaded.
#[derive(Debug, Clone, Copy)]
pub enum Sequel {
    /// It stops where it is.
    Stops,
    /// SB-9.5: it runs after the routers.
    Pursues,
    /// SB-9.7: it tries to catch the evader.
    Catches,
    /// SB-9.7: it goes on by this many inches.
    GoesOn(f32),
}

/// The ammunition that a reaction fires; none if it is no fire.
pub fn load_of(reaction: Reaction) -> Option<Load> {
    match reaction {
        Reaction::Fire => Some(Load::SmallArms),
        Reaction::Canister => Some(Load::Canister),
        Reaction::Ball => Some(Load::Ball),
        _ => None,
    }
}

impl<'w> BurtView<'w> {
    /// SB-9.4: the assaulters of a unit that still come on, in id order.
    pub fn assaulters_of(&self, target: UnitId) -> Vec<UnitId> {
        let declared = self.assaults_on(target).filter(|assault| assault.stage == AssaultStage::Declared);
        let mut units: Vec<UnitId> =
            declared.map(|assault| assault.unit).filter(|unit| self.present(*unit) && !self.routing(*unit)).collect();
        units.sort_unstable();
        units
    }

    /// SB-9.18: the enemy that assaults a unit and that the unit assaults, even if the unit has dropped its own
    /// assault.
    pub fn mutual(&self, unit: UnitId) -> Option<UnitId> {
        let declared = |by: UnitId, on: UnitId| {
            self.play().assaults.iter().any(|assault| assault.unit == by && assault.target == on && !assault.pursuit)
        };
        self.assaulters_of(unit).into_iter().find(|enemy| declared(*enemy, unit) && declared(unit, *enemy))
    }

    /// SB-9.3: the entry of a unit as a support; none if it is no support.
    pub fn support_of(&self, unit: UnitId) -> Option<&'w Support> {
        self.play().supports.iter().find(|support| support.unit == unit)
    }

    /// The assaulters to which a unit may react: its own, or those of the friend that it supports.
    fn reacts_to(&self, unit: UnitId, task: &Task) -> Vec<UnitId> {
        match (task, self.support_of(unit)) {
            (Task::Support { .. }, Some(support)) => self.assaulters_of(support.friend),
            _ => self.assaulters_of(unit),
        }
    }

    /// SB-9.4: the assaulted units of a side that have still to react, in id order.
    pub fn to_react(&self, side: SideId) -> Vec<UnitId> {
        let done = &self.play().dealt_with;
        self.units_of(side).filter(|unit| !done.contains(unit) && !self.assaulters_of(*unit).is_empty()).collect()
    }

    /// SB-9.6, SB-9.20: whether a unit may make this reaction against an assaulter, as far as the viewer knows.
    ///
    /// # Errors
    /// Why it may not: its order, its formation, the distance.
    pub fn may_react(&self, unit: UnitId, reaction: Reaction, enemy: UnitId, supports: bool) -> Result<(), Refusal> {
        let name = self.name(unit);
        if reaction == Reaction::Hold {
            return Ok(());
        }
        if self.work(unit).retreated {
            return refuse("SB-10.3", format!("{name} has retreated in this turn: it may only hold"));
        }
        if self.in_melee(unit) {
            return refuse("SB-9.4", format!("{name} is in melee: it can only hold"));
        }
        let may_have = |chits: &[Chit]| supports || chits.iter().any(|chit| self.may_have(unit, *chit));
        let ordered = |chits: &[Chit], what: &str| {
            if may_have(chits) {
                return Ok(());
            }
            let chit = self.chit(unit).map_or("its", Chit::label);
            refuse("SB-9.6", format!("{name} has {chit} orders, which do not let it {what}"))
        };
        match reaction {
            Reaction::Fire | Reaction::Canister | Reaction::Ball => {
                ordered(&[Chit::Fire, Chit::Reserve], "fire")?;
                let load = load_of(reaction).unwrap_or(Load::SmallArms);
                self.aim(unit, enemy, load, Occasion::Reaction).map(|_| ())
            }
            Reaction::Countercharge => {
                ordered(&[Chit::Manoeuver, Chit::Reserve, Chit::Assault], "countercharge")?;
                self.can_countercharge(unit, enemy, supports)
            }
            Reaction::Evade => {
                if self.arm(unit) != Arm::Skirmishers {
                    ordered(&[Chit::Reserve, Chit::Manoeuver], "evade")?;
                }
                self.can_evade(unit, enemy)
            }
            Reaction::Hold => Ok(()),
        }
    }

    /// SB-9.6, SB-9.20: whether a unit can countercharge an assaulter, whatever its order.
    fn can_countercharge(&self, unit: UnitId, enemy: UnitId, supports: bool) -> Result<(), Refusal> {
        self.can_assault(unit)?;
        let name = self.name(enemy);
        if self.assault_of(enemy).is_some_and(|assault| assault.pursuit) {
            return refuse("SB-10.2", format!("{name} is pursuing: hold or fire"));
        }
        let (distance, reach) = (self.support_distance(unit, enemy), self.charge_reach(unit));
        if !self.within(distance, reach) {
            let text = format!("{name} is {} away, beyond its charge of {}", inches(distance), inches(reach));
            return refuse("SB-9.6", text);
        }
        let own = self.outline(unit);
        let nearest = block::nearest_point(&self.outline(enemy), block::front(&own));
        if !supports && block::quarter(&own, nearest) != Face::Front {
            return refuse("SB-9.6", format!("{name} is not in front of {}", self.name(unit)));
        }
        Ok(())
    }

    /// SB-9.6: whether a unit can evade, whatever its order.
    fn can_evade(&self, unit: UnitId, enemy: UnitId) -> Result<(), Refusal> {
        let name = self.name(unit);
        if self.assault_of(enemy).is_some_and(|assault| assault.pursuit) {
            return refuse("SB-10.2", format!("{} is pursuing: hold or fire", self.name(enemy)));
        }
        match self.array(unit) {
            Array::Square => refuse("SB-9.6", format!("{name} is in square and cannot evade")),
            Array::Unlimbered => refuse("SB-9.6", format!("{name} is unlimbered: only limbered guns evade")),
            _ => Ok(()),
        }
    }

    /// SB-9.20: the distance of a countercharge to an enemy, in inches: straight from the middle of the unit's front to
    /// the nearest point of the enemy.
    pub fn support_distance(&self, unit: UnitId, enemy: UnitId) -> f32 {
        let front = block::front(&self.outline(unit));
        front.distance(block::nearest_point(&self.outline(enemy), front))
    }

    /// SB-9.6: the reactions that a unit may choose among, as far as the viewer knows. A unit with ASSAULT orders must
    /// countercharge if it can.
    pub fn reactions(&self, unit: UnitId, task: &Task) -> Vec<Reaction> {
        let supports = matches!(task, Task::Support { .. });
        let enemies = self.reacts_to(unit, task);
        let may =
            |reaction: &Reaction| enemies.iter().any(|enemy| self.may_react(unit, *reaction, *enemy, supports).is_ok());
        let all: Vec<Reaction> = Reaction::ALL.into_iter().filter(may).collect();
        let must = !supports && self.chit(unit) == Some(Chit::Assault) && all.contains(&Reaction::Countercharge);
        if must { vec![Reaction::Countercharge] } else { all }
    }

    /// Checks a reaction against the assaulter named or, if none is named, against the nearest one that allows it.
    ///
    /// # Errors
    /// Why the unit may not make this reaction.
    pub fn reacts(&self, task: &Task, reaction: Reaction, at: Option<UnitId>) -> Result<Reacts, Refusal> {
        let Some(unit) = task.unit() else { return refuse("SB-9.6", "No unit is to react") };
        let supports = matches!(task, Task::Support { .. });
        let mut enemies = self.reacts_to(unit, task);
        if let Some(named) = at {
            if !enemies.contains(&named) {
                let text = format!("{} does not assault {}", self.name(named), self.name(unit));
                return refuse("SB-9.6", text);
            }
            enemies = vec![named];
        }
        let own = self.outline(unit);
        enemies.sort_by(|a, b| own.gap(&self.outline(*a)).total_cmp(&own.gap(&self.outline(*b))).then(a.cmp(b)));
        let must = !supports && self.chit(unit) == Some(Chit::Assault) && reaction != Reaction::Countercharge;
        if must && enemies.iter().any(|enemy| self.may_react(unit, Reaction::Countercharge, *enemy, false).is_ok()) {
            return refuse("SB-9.6", format!("{} has ASSAULT orders and must countercharge", self.name(unit)));
        }
        let mut why = refuse("SB-9.6", format!("{} is not assaulted", self.name(unit)));
        for enemy in enemies {
            match self.may_react(unit, reaction, enemy, supports) {
                Ok(()) => {
                    let shot = load_of(reaction).map(|load| self.shot(unit, enemy, load));
                    return Ok(Reacts { unit, reaction, enemy, shot });
                }
                Err(refusal) if why.is_err() => why = Err(refusal),
                Err(_) => {}
            }
        }
        why
    }

    /// SB-9.4: the question which assaulted unit of a side reacts next.
    pub fn ask_next(&self) -> Awaiting {
        let Some(Task::NextReaction { side }) = self.play().task() else { return Awaiting::default() };
        let question = format!("Which assaulted unit of the {} comes next?", self.view.side_named(*side).short);
        let units = self.to_react(*side);
        let pieces = units.into_iter().map(|unit| self.piece(unit));
        Awaiting::one(Ask::new("next", *side, "SB-9.4", question, [verbs::NEXT]).pick(pieces))
    }

    /// The question how an assaulted unit, or one that supports it, reacts. Its choices include reactions that a chit
    /// which lies face down might allow, so that the question says nothing about the chit.
    pub fn ask_react(&self, kind: &'static str, rule: &'static str) -> Awaiting {
        let Some((task, unit)) = self.play().task().and_then(|task| Some((task, task.unit()?))) else {
            return Awaiting::default();
        };
        let name = self.name(unit);
        let question = match task {
            Task::React { .. } => format!("How does {name} meet the assault?"),
            _ => format!("How does {name} support the friend?"),
        };
        let choices = self.public().reactions(unit, task);
        let choices = choices.into_iter().map(|reaction| (reaction.id(), label_of(reaction)));
        Awaiting::one(self.ask_of_unit(unit, kind, rule, question, vec![verbs::REACT]).choices(choices))
    }

    /// SB-9.5: the question what an assaulter does after its target routed.
    pub fn ask_routed(&self) -> Awaiting {
        let Some(assault) = self.assault_at_hand() else { return Awaiting::default() };
        let (name, target) = (self.name(assault.unit), self.name(assault.target));
        let question = format!("{target} runs: does {name} stop or pursue?");
        let choices = [("stop", "stop where it is"), ("pursue", "run after them")];
        let ask = self.ask_of_unit(assault.unit, "routed", "SB-9.5", question, vec![verbs::DECIDE]);
        Awaiting::one(ask.choices(choices))
    }

    /// SB-9.7: the question what an assaulter does after its target evaded.
    pub fn ask_evaded(&self) -> Awaiting {
        let Some(assault) = self.assault_at_hand() else { return Awaiting::default() };
        let (name, target) = (self.name(assault.unit), self.name(assault.target));
        let question = format!("{target} has evaded: what does {name} do?");
        let mut choices = vec![("stop", "stop where it is")];
        if self.can_catch(assault.unit).is_ok() {
            choices.insert(0, ("catch", "try to catch it"));
        }
        let ask = self.ask_of_unit(assault.unit, "evaded", "SB-9.7", question, vec![verbs::DECIDE, verbs::FOLLOW]);
        Awaiting::one(ask.choices(choices).numbers(0.0, assault.left))
    }

    /// A question about a unit, put to its side.
    fn ask_of_unit(
        &self,
        unit: UnitId,
        kind: &'static str,
        rule: &'static str,
        question: String,
        verbs: Vec<VerbId>,
    ) -> Ask {
        Ask::new(kind, self.side(unit), rule, question, verbs).about(unit, [self.piece(unit)])
    }

    /// The assault of the unit whose task is under way.
    fn assault_at_hand(&self) -> Option<&'w Assault> {
        self.play().task().and_then(Task::unit).and_then(|unit| self.assault_of(unit))
    }

    /// SB-9.7: whether the rest of an assaulter's reach covers the new gap to the target that evaded.
    ///
    /// # Errors
    /// Why it does not.
    pub fn can_catch(&self, unit: UnitId) -> Result<(), Refusal> {
        let Some(assault) = self.assault_of(unit) else { return refuse("SB-9.7", "It does not assault") };
        let way = self.way_home(assault)?;
        if !self.within(way.cost, assault.left) {
            let text = format!("It takes {} of {} that are left", inches(way.cost), inches(assault.left));
            return refuse("SB-9.7", text);
        }
        Ok(())
    }

    /// Whether an order names an assaulted unit that waits.
    ///
    /// # Errors
    /// It names none.
    pub fn check_next(&self, order: &Order) -> Found<UnitId> {
        let unit = self.one_unit(order)?;
        if !self.to_react(order.side).contains(&unit) {
            return refuse("SB-9.4", format!("{} is not waiting for an assault", self.name(unit)));
        }
        plainly(format!("{} comes next", self.name(unit)), unit)
    }

    /// Whether the reaction of an order is allowed.
    ///
    /// # Errors
    /// Why it may not.
    pub fn check_react(&self, order: &Order) -> Found<Reacts> {
        let Some(task) = self.play().task() else { return bad_answer(order) };
        let word = order.choice.as_deref().unwrap_or_default();
        let Some(reaction) = Reaction::named(word) else {
            return refuse("SB-9.6", format!("{word:?} is no reaction"));
        };
        let reacts = self.reacts(task, reaction, order.target.map(|piece| self.view.unit_of(piece)))?;
        Ok((self.plan_of_reaction(&reacts), reacts))
    }

    /// SB-9.5: checks the order of an assaulter whose target routed: to stop or to pursue.
    ///
    /// # Errors
    /// The order says neither.
    pub fn check_routed(&self, order: &Order) -> Found<Sequel> {
        let Some(assault) = self.assault_at_hand() else { return bad_answer(order) };
        let name = self.name(assault.unit);
        match order.choice.as_deref() {
            Some("stop") => plainly(format!("{name} stops"), Sequel::Stops),
            Some("pursue") => plainly(format!("{name} runs after them by {}", inches(assault.left)), Sequel::Pursues),
            _ => refuse("SB-9.5", "Stop or pursue"),
        }
    }

    /// SB-9.7: checks the order of an assaulter whose target evaded: to go on by the inches of the order, or by all
    /// that it has left.
    ///
    /// # Errors
    /// It has fewer left.
    pub fn check_follow(&self, order: &Order) -> Found<Sequel> {
        let Some(Assault { unit, left, .. }) = self.assault_at_hand() else { return bad_answer(order) };
        let name = self.name(*unit);
        let far = order.number.unwrap_or(*left);
        if !(0.0..=left + self.numbers().tolerance).contains(&far) {
            return refuse("SB-9.7", format!("{name} has {} left", inches(*left)));
        }
        let text = match far {
            far if far < self.numbers().tolerance => format!("{name} stays in place"),
            far => format!("{name} goes on by {}", inches(far)),
        };
        plainly(text, Sequel::GoesOn(far))
    }

    /// SB-9.7: checks the order of an assaulter whose target evaded: to try to catch it, or to stop.
    ///
    /// # Errors
    /// The order says neither, or the target is out of reach.
    pub fn check_evaded(&self, order: &Order) -> Found<Sequel> {
        let Some(Assault { unit, target, edge, .. }) = self.assault_at_hand() else { return bad_answer(order) };
        let name = self.name(*unit);
        match order.choice.as_deref() {
            Some("stop") => plainly(format!("{name} stops"), Sequel::Stops),
            Some("catch") => {
                self.can_catch(*unit)?;
                let score = self.assault_test(*unit, *target, *edge);
                let needed = score.needed();
                let odds = Odds {
                    label: format!("{name} goes on"),
                    explained: score.0,
                    needs: needs(needed),
                    chance: dice::chance(needed),
                    then: Vec::new(),
                };
                let summary = format!("{name} tries to catch {}", self.name(*target));
                Ok((Plan { summary, odds: vec![odds], ..Plan::default() }, Sequel::Catches))
            }
            _ => refuse("SB-9.7", "Catch or stop"),
        }
    }

    /// What a reaction would do, for the player.
    fn plan_of_reaction(&self, reacts: &Reacts) -> Plan {
        let (name, enemy) = (self.name(reacts.unit), self.name(reacts.enemy));
        let plan = |summary: String| Plan { summary, ..Plan::default() };
        match (reacts.reaction, &reacts.shot) {
            (_, Some(shot)) => self.plan_of_shot(shot),
            (Reaction::Countercharge, _) => plan(format!("{name} countercharges {enemy}")),
            (Reaction::Evade, _) => {
                let rate = self.pace(reacts.unit, self.array(reacts.unit), Pace::Move);
                let walk = self.evasion(reacts.unit, reacts.enemy, rate);
                let mut moves = vec![self.planned_walk(reacts.unit, &walk)];
                moves[0].cost = Explained::base("SB-9.7", "its move, and D6 - D6", rate);
                let summary = format!("{name} evades by {} + D6 - D6", inches(rate));
                Plan { summary, moves, ..Plan::default() }
            }
            _ => plan(format!("{name} holds")),
        }
    }
}

/// The label of a reaction on its button.
fn label_of(reaction: Reaction) -> SmolStr {
    SmolStr::new_static(match reaction {
        Reaction::Fire => "fire",
        Reaction::Canister => "fire canister",
        Reaction::Ball => "fire ball or shell",
        Reaction::Countercharge => "countercharge",
        Reaction::Evade => "evade",
        Reaction::Hold => "hold",
    })
}
