//! Questions that are waited for, and questions that must not come.

use std::collections::BTreeSet;

use super::names::Preparing;
use crate::battle::Battle;
use grapeshot_floor::{
    files::{Problem, node::Node, problem::short},
    forces::{SideId, UnitId},
    orders::{Order, VerbId},
    turn::Ask,
};

/// This many questions are answered on the way to the one that is waited for, if the script does not say.
const MOST_ANSWERS: usize = 500;

/// A kind of question, or one of a unit or side.
#[derive(Debug, Clone)]
pub struct Question {
    kind: Option<String>,
    unit: Option<UnitId>,
    side: Option<SideId>,
}

impl Question {
    fn is_asked(&self, battle: &Battle) -> bool {
        battle.awaiting().asks.iter().any(|ask| {
            self.kind.as_deref().is_none_or(|kind| ask.kind == kind)
                && self.unit.is_none_or(|unit| ask.unit == Some(unit))
                && self.side.is_none_or(|side| ask.side == side)
        })
    }
}

/// How what comes on the way is answered, and how far it may lead.
#[derive(Debug, Clone)]
pub struct Way {
    verbs: Vec<VerbId>,
    /// This many turns after the one that is played.
    turns: u16,
    most: usize,
}

/// The question that a step waits for.
#[derive(Debug, Clone)]
pub struct Until {
    question: Question,
    turn: Option<u16>,
    way: Way,
}

/// The question that must not be asked up to the end of the turn, or before another.
#[derive(Debug, Clone)]
pub struct Never {
    question: Question,
    before: Option<Question>,
    way: Way,
}

/// Where a battle is on the way, before each answer.
enum Stand {
    /// Somebody is asked in a turn that the way may lead to.
    Asked,
    /// The turns that it may lead through are over.
    Past,
    /// The battle is over.
    Over,
}

/// Why a wait failed, with what to do about it.
type Failure = (String, String);

impl Preparing<'_> {
    /// The question that a record names.
    pub fn question(&mut self, node: &Node) -> Question {
        let questions = &self.battle.vocabulary().questions;
        if let Some(value) = node.get("kind")
            && let Some(word) = value.as_text().filter(|word| !questions.iter().any(|kind| kind.id == *word))
        {
            let message = format!("there is no kind of question {:?}", short(word));
            let kinds: Vec<_> = questions.iter().map(|kind| kind.id).collect();
            self.unknown(value, message, word, kinds);
        }
        Question {
            kind: node.get("kind").and_then(Node::as_text).map(str::to_owned),
            unit: self.unit(node, "unit"),
            side: self.side(node, "side"),
        }
    }

    fn way(&mut self, node: &Node) -> Way {
        for value in node.list("verbs") {
            let verbs = &self.battle.vocabulary().verbs;
            if let Some(word) = value.as_text().filter(|word| !verbs.iter().any(|verb| verb.id.0 == *word)) {
                let words: Vec<_> = verbs.iter().map(|verb| verb.id.0.to_string()).collect();
                let message = format!("there is no verb {:?}", short(word));
                self.unknown(value, message, word, words.iter().map(String::as_str));
            }
        }
        Way {
            verbs: node.list("verbs").iter().filter_map(Node::as_text).map(|verb| VerbId(verb.into())).collect(),
            turns: node.number("turns").map_or(0, |turns| turns as u16),
            most: node.number("most").map_or(MOST_ANSWERS, |most| most as usize),
        }
    }

    /// A step that waits for a question.
    pub fn until(&mut self, node: &Node) -> Until {
        Until { question: self.question(node), turn: node.number("turn").map(|turn| turn as u16), way: self.way(node) }
    }

    /// A step in which a question must not be asked.
    pub fn never(&mut self, node: &Node) -> Never {
        let before = node.get("before").map(|before| self.question(before));
        Never { question: self.question(node), before, way: self.way(node) }
    }
}

/// Whether a step that waits says for what.
pub fn conform(node: &Node, place: std::ops::Range<usize>, problems: &mut Vec<Problem>) {
    let names_one = |node: &Node| ["kind", "unit", "side", "turn"].iter().any(|field| node.get(field).is_some());
    if !names_one(node) || node.get("before").is_some_and(|before| !names_one(before)) {
        problems.push(
            Problem::at(place, "it is not said what is waited for")
                .help("Name the kind of question, its unit, the side that is asked, or the turn."),
        );
    } else if node.get("turn").is_some() && node.get("turns").is_some() {
        problems.push(
            Problem::at(node.span_of("turns"), "`turn` says already how far it goes")
                .label("one too many")
                .help("`turn` names the turn, `turns` counts from the one that is played."),
        );
    }
}

impl Until {
    /// Answers what comes until the question is asked.
    ///
    /// # Errors
    /// Why it was not, and what was asked instead.
    pub fn wait(&self, battle: &mut Battle) -> Result<(), Failure> {
        let last = self.turn.unwrap_or_else(|| self.way.last_turn(battle));
        let mut came = BTreeSet::new();
        for _ in 0..=self.way.most {
            if self.turn.is_none_or(|wanted| wanted == battle.view().clock().turn) && self.question.is_asked(battle) {
                return Ok(());
            }
            match stand(battle, last) {
                Stand::Asked => self.way.answer(battle, &mut came)?,
                Stand::Past => {
                    let message = format!("This was not asked by the end of turn {last}; {}", stopped(battle));
                    let help = "`turns` lets it go on into later turns.";
                    let help = if self.turn.is_none() { format!("{} {help}", listed(&came)) } else { listed(&came) };
                    return Err((message, help));
                }
                Stand::Over => return Err(("The battle ended before this was asked".into(), listed(&came))),
            }
        }
        Err((format!("This was not asked within {} answers; {}", self.way.most, stopped(battle)), listed(&came)))
    }
}

impl Never {
    /// Answers what comes as far as it is said, and looks out for the question.
    ///
    /// # Errors
    /// That it was asked, or that what should be asked instead was not.
    pub fn watch(&self, battle: &mut Battle) -> Result<(), Failure> {
        let last = self.way.last_turn(battle);
        let mut came = BTreeSet::new();
        for _ in 0..=self.way.most {
            if self.question.is_asked(battle) {
                return Err((format!("This was asked; {}", stopped(battle)), listed(&came)));
            }
            if self.before.as_ref().is_some_and(|before| before.is_asked(battle)) {
                return Ok(());
            }
            match (stand(battle, last), &self.before) {
                (Stand::Asked, _) => self.way.answer(battle, &mut came)?,
                (_, None) => return Ok(()),
                (_, Some(_)) => {
                    return Err((format!("Nor was asked what `before` names; {}", stopped(battle)), listed(&came)));
                }
            }
        }
        Err((format!("It did not come to an end within {} answers; {}", self.way.most, stopped(battle)), listed(&came)))
    }
}

fn stand(battle: &Battle, last: u16) -> Stand {
    if battle.awaiting().asks.is_empty() {
        Stand::Over
    } else if battle.view().clock().turn > last {
        Stand::Past
    } else {
        Stand::Asked
    }
}

/// Where the battle stopped.
fn stopped(battle: &Battle) -> String {
    let turn = battle.view().clock().turn;
    match battle.awaiting().asks.first() {
        Some(ask) => {
            let side = &battle.view().side_named(ask.side).short;
            format!("it stopped in turn {turn} at this question to the {side} side ({}): {}", ask.kind, ask.question)
        }
        None => format!("it stopped at the end of the battle, in turn {turn}"),
    }
}

impl Way {
    /// The last turn that it may lead to. What comes before the first turn belongs to it.
    fn last_turn(&self, battle: &Battle) -> u16 {
        battle.view().clock().turn.max(1) + self.turns
    }

    /// Answers the first question.
    fn answer(&self, battle: &mut Battle, came: &mut BTreeSet<String>) -> Result<(), Failure> {
        let Some(ask) = battle.awaiting().asks.first().cloned() else { return Ok(()) };
        let unit = ask.unit.map(|unit| format!(" of {}", battle.view().unit(unit).key)).unwrap_or_default();
        came.insert(format!("{}{unit}", ask.kind));
        let order = self
            .choice(battle, &ask)
            .ok_or_else(|| (format!("Nothing can answer this: {}", ask.question), listed(came)))?;
        battle.submit(order).map(|_| ()).map_err(|refusal| (format!("The answer was refused: {refusal}"), listed(came)))
    }

    /// The first of the verbs that the question allows, else the one that goes on, else what may be done first.
    fn choice(&self, battle: &Battle, ask: &Ask) -> Option<Order> {
        let mut candidates = None;
        let preferred = self.verbs.iter().filter(|verb| ask.verbs.contains(verb));
        for verb in preferred.chain(&ask.go_on) {
            let bare = Order::new(ask.side, verb);
            let of_unit = ask.unit.map(|unit| bare.clone().unit(unit));
            if let Some(order) = [Some(bare), of_unit].into_iter().flatten().find(|order| battle.check(order).is_ok()) {
                return Some(order);
            }
            let candidates =
                candidates.get_or_insert_with(|| battle.rules().candidates(&battle.view_of(ask.side), ask));
            if let Some(order) = candidates.iter().find(|order| order.verb == *verb) {
                return Some(order.clone());
            }
        }
        let candidates = candidates.unwrap_or_else(|| battle.rules().candidates(&battle.view_of(ask.side), ask));
        candidates.into_iter().next()
    }
}

fn listed(came: &BTreeSet<String>) -> String {
    if came.is_empty() {
        return "Nothing was asked.".into();
    }
    let list: Vec<_> = came.iter().map(String::as_str).collect();
    format!("What was asked: {}.", list.join(", "))
}
