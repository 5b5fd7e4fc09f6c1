//! The steps of a script, ready to be played.

use std::{collections::BTreeSet, ops::Range};

use super::{
    expectations::{self, Expectation, Wish, json, plan_shape},
    file::{self, STEPS},
    forcing::{Forced, Forcing, left_over},
    names::Preparing,
    orders::ScriptOrder,
    setting::Setting,
};
use crate::battle::Battle;
use grapeshot_floor::{
    files::{
        Problem,
        node::{Form, Node},
        problem::short,
        shape::conform,
    },
    forces::{SideId, UnitId},
    orders::{Order, VerbId},
    rulebook_text,
    turn::Ask,
};

/// So many questions are answered on the way to the one that is waited for, if the script does not say.
const MOST_ANSWERS: usize = 500;

/// The steps of a script with ids for all names.
#[derive(Debug, Clone)]
pub struct Steps(Vec<Step>);

/// A step that can be played.
#[derive(Debug, Clone)]
pub struct Step {
    place: Range<usize>,
    deed: Deed,
}

#[derive(Debug, Clone)]
enum Deed {
    Force(Forcing),
    Set(Setting),
    Order(ScriptOrder),
    Halt(ScriptOrder),
    Refuse { order: ScriptOrder, rule: Option<String>, reason: Option<String> },
    Plan { order: ScriptOrder, wish: Wish },
    Until(Until),
    Expect(Box<Expectation>),
}

/// The question that a step waits for.
#[derive(Debug, Clone)]
struct Until {
    kind: Option<String>,
    unit: Option<UnitId>,
    side: Option<SideId>,
    turn: Option<u16>,
    verbs: Vec<VerbId>,
    most: usize,
}

/// The bytes of a step with the word before its brackets.
pub fn whole_span(node: &Node) -> Range<usize> {
    node.tag.as_ref().map_or(node.span.start, |tag| tag.span.start)..node.span.end
}

fn word(node: &Node) -> &str {
    node.tag.as_ref().map_or("", |tag| &tag.text)
}

/// Says in what a step differs from the form of scripts.
pub fn conform_step(node: &Node, problems: &mut Vec<Problem>) {
    let words = || STEPS.iter().map(|form| form.word);
    let Some(form) = file::step(word(node)) else {
        let (place, found) = match (&node.tag, &node.form) {
            (Some(tag), _) => (tag.span.clone(), tag.text.clone()),
            (None, Form::Word(word)) => (node.head(), word.clone()),
            _ => (node.head(), String::new()),
        };
        let message = match found.is_empty() {
            true => "a step begins with its word: expect(..)".to_owned(),
            false => format!("there is no step `{}`", short(&found)),
        };
        problems.push(Problem::at(place, message).label("unknown step").nearest(&found, words()));
        return;
    };
    let before = problems.len();
    conform(node, form.shape, problems);
    if problems.len() > before {
        return;
    }
    match form.word {
        "expect" => expectations::conform(node, problems),
        "refuse" => conform_refusal(node, problems),
        "plan" if node.get("is").is_none() && node.get("not").is_none() => {
            problems.push(
                Problem::at(whole_span(node), "nothing is expected of this plan")
                    .help("Add `is:` or `not:` with what it must or must not be."),
            );
        }
        "until" => {
            let asked = ["kind", "unit", "side", "turn"].iter().any(|field| node.get(field).is_some());
            if !asked {
                problems.push(
                    Problem::at(whole_span(node), "it is not said what is waited for")
                        .help("Name the kind of question, its unit, the side that is asked, or the turn."),
                );
            }
        }
        _ => {}
    }
}

fn conform_refusal(node: &Node, problems: &mut Vec<Problem>) {
    if node.get("rule").is_none() && node.get("reason").is_none() {
        problems.push(
            Problem::at(whole_span(node), "it is not said why the order must be refused")
                .help("Add `rule:` with the rule that refuses it, or `reason:` with a part of the reason."),
        );
    }
}

/// A step with ids for its names; what the battle does not have is told.
pub fn prepare(node: &Node, text: &str, battle: &Battle, problems: &mut Vec<Problem>) -> Option<Step> {
    let mut preparing = Preparing { battle, text, problems };
    let p = &mut preparing;
    let own = |field: &str| node.get(field).and_then(Node::as_text).map(str::to_owned);
    let deed = match word(node) {
        "force" => Deed::Force(p.forcing(node)?),
        "set" => Deed::Set(p.setting(node)?),
        "order" => Deed::Order(p.order(node)?),
        "halt" => Deed::Halt(p.order(node)?),
        "refuse" => {
            p.known_rule(node);
            Deed::Refuse { order: p.order(node.get("order")?)?, rule: own("rule"), reason: own("reason") }
        }
        "plan" => Deed::Plan { wish: p.wish(node, &plan_shape()), order: p.order(node.get("order")?)? },
        "until" => Deed::Until(p.until(node)),
        _ => Deed::Expect(Box::new(p.expectation(node)?)),
    };
    Some(Step { place: node.tag.as_ref().map_or(node.head(), |tag| tag.span.clone()), deed })
}

impl Preparing<'_> {
    /// The rule of a refusal is one of the books, or of a ruleset whose book is not among them.
    fn known_rule(&mut self, node: &Node) {
        let Some(rule) = node.get("rule").and_then(Node::as_text) else { return };
        let without_book = |prefix: &&str| {
            rule.starts_with(&format!("{prefix}-"))
                && !rulebook_text::all().iter().any(|rule| rule.id.starts_with(*prefix))
        };
        let known = rulebook_text::rule(rule).is_some() || self.battle.rulebook().prefixes.iter().any(without_book);
        // Refusals by the order of play itself name no rule.
        if !known && rule != "sequence of play" {
            self.problems.push(
                Problem::at(node.span_of("rule"), format!("there is no rule {:?}", short(rule)))
                    .label("unknown rule")
                    .nearest(rule, rulebook_text::all().iter().map(|rule| rule.id)),
            );
        }
    }

    fn until(&mut self, node: &Node) -> Until {
        for value in node.list("verbs") {
            let verbs = &self.battle.vocabulary().verbs;
            if let Some(word) = value.as_text().filter(|word| !verbs.iter().any(|verb| verb.id.0 == *word)) {
                let words: Vec<_> = verbs.iter().map(|verb| verb.id.0.to_string()).collect();
                self.unknown(
                    value,
                    format!("there is no verb {:?}", short(word)),
                    word,
                    words.iter().map(String::as_str),
                );
            }
        }
        let questions = &self.battle.vocabulary().questions;
        if let Some(value) = node.get("kind")
            && let Some(word) = value.as_text().filter(|word| !questions.iter().any(|kind| kind.id == *word))
        {
            let message = format!("there is no kind of question {:?}", short(word));
            let kinds: Vec<_> = questions.iter().map(|kind| kind.id).collect();
            self.unknown(value, message, word, kinds);
        }
        let verbs = node.list("verbs").iter().filter_map(Node::as_text);
        Until {
            kind: node.get("kind").and_then(Node::as_text).map(str::to_owned),
            unit: self.unit(node, "unit"),
            side: self.side(node, "side"),
            turn: node.number("turn").map(|turn| turn as u16),
            verbs: verbs.map(|verb| VerbId(verb.into())).collect(),
            most: node.number("most").map_or(MOST_ANSWERS, |most| most as usize),
        }
    }
}

impl Steps {
    /// These steps.
    pub fn new(steps: Vec<Step>) -> Self {
        Self(steps)
    }

    /// Plays the steps and says what went wrong. A step that cannot be done ends it.
    pub fn play(&self, battle: &mut Battle) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut playing = Playing { since: battle.log().len(), forced: Vec::new() };
        for step in &self.0 {
            match playing.step(battle, step) {
                Ok(found) => problems.extend(found),
                Err(problem) => {
                    problems.push(problem);
                    return problems;
                }
            }
        }
        battle.go_on();
        problems.extend(left_over(battle, &playing.forced));
        problems
    }
}

/// What the steps remember of each other.
struct Playing {
    /// The number of events before the last order.
    since: usize,
    forced: Vec<Forced>,
}

impl Playing {
    fn step(&mut self, battle: &mut Battle, step: &Step) -> Result<Vec<Problem>, Problem> {
        if !matches!(step.deed, Deed::Expect(_)) {
            battle.go_on();
        }
        let wrong = |place: &Range<usize>, message: String| Problem::at(place.clone(), message).label("in this step");
        match &step.deed {
            Deed::Force(forcing) => forcing.play(battle, &mut self.forced).map(|()| Vec::new()),
            Deed::Set(setting) => setting.play(battle).map(|()| Vec::new()),
            Deed::Order(order) | Deed::Halt(order) => {
                let given = order.ready(battle).map_err(|why| wrong(&order.place, why))?;
                self.since = battle.log().len();
                let done = match &step.deed {
                    Deed::Halt(_) => battle.submit_and_halt(given),
                    _ => battle.submit(given).map(|_| ()),
                };
                done.map_err(|refusal| {
                    wrong(&order.place, format!("The order was refused: {refusal}")).help(waiting(battle))
                })?;
                Ok(Vec::new())
            }
            Deed::Refuse { order, rule, reason } => {
                let given = order.ready(battle).map_err(|why| wrong(&order.place, why))?;
                Ok(unrefused(battle, &given, rule.as_deref(), reason.as_deref())
                    .map(|message| wrong(&order.place, message).help(waiting(battle)))
                    .into_iter()
                    .collect())
            }
            Deed::Plan { order, wish } => {
                let given = order.ready(battle).map_err(|why| wrong(&order.place, why))?;
                match battle.check(&given) {
                    Ok(plan) => Ok(wish.problems("plan", &json(&plan))),
                    Err(refusal) => {
                        Err(wrong(&order.place, format!("The order would be refused: {refusal}")).help(waiting(battle)))
                    }
                }
            }
            Deed::Until(until) => {
                self.since = battle.log().len();
                until.wait(battle).map_err(|(message, help)| wrong(&step.place, message).help(help))?;
                Ok(Vec::new())
            }
            Deed::Expect(expectation) => Ok(expectation.problems(battle, self.since)),
        }
    }
}

/// Why an order is not refused as it must be.
fn unrefused(battle: &Battle, order: &Order, rule: Option<&str>, reason: Option<&str>) -> Option<String> {
    let refusal = match battle.check(order) {
        Ok(plan) => return Some(format!("The order should be refused, but it is allowed: {}", plan.summary)),
        Err(refusal) => refusal,
    };
    if let Some(why) = battle.malformed(order) {
        return Some(format!("No rule looked at the order, as it makes no sense: {why}"));
    }
    if let Some(rule) = rule
        && !refusal.rule.0.eq_ignore_ascii_case(rule)
    {
        return Some(format!("The order should be refused by {rule}, but it is by another rule: {refusal}"));
    }
    let reason = reason.filter(|reason| !refusal.reason.contains(reason))?;
    Some(format!("The order should be refused because {reason:?}, but it is for another reason: {refusal}"))
}

/// What the battle waits for, for those whose order did not fit.
fn waiting(battle: &Battle) -> String {
    let asks = &battle.awaiting().asks;
    if let Some(outcome) = battle.outcome() {
        return format!("The battle is over: {}", outcome.text);
    }
    let told = |ask: &Ask| {
        let verbs: Vec<&str> = ask.verbs.iter().map(|verb| verb.0.as_str()).collect();
        let pieces: Vec<String> = ask.pieces.iter().map(|piece| battle.piece_key(*piece)).collect();
        let about = if pieces.is_empty() { String::new() } else { format!(" of {}", pieces.join(", ")) };
        format!("It waits for this ({}){about}: {} Answers are {}.", ask.kind, ask.question, verbs.join(", "))
    };
    asks.iter().map(told).collect::<Vec<_>>().join("\n")
}

impl Until {
    fn is_met(&self, battle: &Battle) -> bool {
        let turn = battle.view().clock().turn;
        let meets = |ask: &Ask| {
            self.kind.as_deref().is_none_or(|kind| ask.kind == kind)
                && self.unit.is_none_or(|unit| ask.unit == Some(unit))
                && self.side.is_none_or(|side| ask.side == side)
        };
        self.turn.is_none_or(|wanted| wanted == turn) && battle.awaiting().asks.iter().any(meets)
    }

    /// Answers what comes until the question is asked.
    fn wait(&self, battle: &mut Battle) -> Result<(), (String, String)> {
        let mut came = BTreeSet::new();
        for _ in 0..=self.most {
            if self.is_met(battle) {
                return Ok(());
            }
            let turn = battle.view().clock().turn;
            let Some(ask) = battle.awaiting().asks.first().cloned() else {
                return Err(("The battle ended before this was asked".into(), listed(&came)));
            };
            if self.turn.is_some_and(|wanted| turn > wanted) {
                return Err((format!("It is turn {turn} already, and this was not asked"), listed(&came)));
            }
            let unit = ask.unit.map(|unit| format!(" of {}", battle.view().unit(unit).key)).unwrap_or_default();
            came.insert(format!("{}{unit}", ask.kind));
            let order = self
                .answer(battle, &ask)
                .ok_or_else(|| (format!("Nothing can answer this: {}", ask.question), listed(&came)))?;
            battle.submit(order).map_err(|refusal| (format!("The answer was refused: {refusal}"), listed(&came)))?;
        }
        Err((format!("This was not asked within {} answers", self.most), listed(&came)))
    }

    /// The first of the verbs that the question allows, else the one that goes on, else what may be done first.
    fn answer(&self, battle: &Battle, ask: &Ask) -> Option<Order> {
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
