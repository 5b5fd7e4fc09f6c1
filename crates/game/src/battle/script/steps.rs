//! The steps of a script, ready to be played.

use std::ops::Range;

use super::{
    cards::{Card, Task},
    expectations::{self, Expectation, Wish, json, plan_shape},
    file::{self, STEPS},
    forcing::{Forced, Forcing, left_over},
    names::{Preparing, is_rule},
    orders::ScriptOrder,
    setting::Setting,
    showing::{self, Showing, Shown},
    waits::{self, Never, Until},
};
use crate::battle::Battle;
use grapeshot_floor::{
    files::{
        Problem,
        node::{Form, Node},
        problem::short,
        shape::conform,
    },
    orders::{Order, Refusal},
    rulebook_text,
    turn::Ask,
};

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
    Never(Never),
    Expect(Box<Expectation>),
    Show(Box<Showing>),
    Card(Box<Card>),
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
        "plan" if node.get("is").is_none() && node.get("not").is_none() => {
            problems.push(
                Problem::at(whole_span(node), "nothing is expected of this plan")
                    .help("Add `is:` or `not:` with what it must or must not be."),
            );
        }
        "until" | "never" => waits::conform(node, whole_span(node), problems),
        "show" => showing::conform(node, whole_span(node), problems),
        _ => {}
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
        "never" => Deed::Never(p.never(node)),
        "show" => Deed::Show(Box::new(p.showing(node)?)),
        "tell" | "ask" => Deed::Card(Box::new(p.card(node)?)),
        _ => Deed::Expect(Box::new(p.expectation(node)?)),
    };
    Some(Step { place: node.tag.as_ref().map_or(node.head(), |tag| tag.span.clone()), deed })
}

impl Preparing<'_> {
    /// The rule of a refusal is one that there is.
    fn known_rule(&mut self, node: &Node) {
        let Some(rule) = node.get("rule").and_then(Node::as_text) else { return };
        if !is_rule(self.battle, rule) {
            self.problems.push(
                Problem::at(node.span_of("rule"), format!("there is no rule {:?}", short(rule)))
                    .label("unknown rule")
                    .nearest(rule, rulebook_text::all().iter().map(|rule| rule.id)),
            );
        }
    }
}

impl Steps {
    /// These steps.
    pub fn new(steps: Vec<Step>) -> Self {
        Self(steps)
    }

    /// The number of steps.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The card of a step, if it is one.
    pub fn card(&self, step: usize) -> Option<&Card> {
        match &self.0.get(step)?.deed {
            Deed::Card(card) => Some(card),
            _ => None,
        }
    }

    /// Plays one step.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub fn play_one(&self, step: usize, battle: &mut Battle) -> Result<(), Problem> {
        let mut shown = Vec::new();
        let mut playing = Playing::of(battle, &mut shown);
        self.0.get(step).map_or(Ok(()), |step| playing.step(battle, step).map(drop))
    }

    /// Plays from a step on up to the next card, and returns its number, or that of all steps.
    ///
    /// # Errors
    /// What went wrong; a step that cannot be done ends it.
    pub fn play_to_card(&self, from: usize, battle: &mut Battle) -> Result<usize, Vec<Problem>> {
        let (mut shown, mut problems) = (Vec::new(), Vec::new());
        let mut playing = Playing::of(battle, &mut shown);
        let mut at = from;
        while at < self.len() && self.card(at).is_none() {
            problems.extend(playing.step(battle, &self.0[at]).map_err(|problem| vec![problem])?);
            at += 1;
        }
        battle.go_on();
        if problems.is_empty() { Ok(at) } else { Err(problems) }
    }

    /// Plays the steps and says what went wrong. A step that cannot be done ends it.
    pub fn play(&self, battle: &mut Battle, shown: &mut Vec<Shown>) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut playing = Playing::of(battle, shown);
        for step in &self.0 {
            let found = playing.step(battle, step);
            let ends = found.is_err();
            let found = found.unwrap_or_else(|problem| vec![problem]);
            problems.extend(found.into_iter().map(|problem| playing.after_the_end(problem)));
            if ends {
                return problems;
            }
        }
        battle.go_on();
        problems.extend(left_over(battle, &playing.forced));
        problems
    }
}

/// What the steps remember of each other.
struct Playing<'s> {
    /// The number of events before the last order.
    since: usize,
    forced: Vec<Forced>,
    shown: &'s mut Vec<Shown>,
    /// The last order, and the unit whose activation it ended, if it did.
    ended: Option<(Range<usize>, String)>,
}

impl<'s> Playing<'s> {
    fn of(battle: &Battle, shown: &'s mut Vec<Shown>) -> Self {
        Self { since: battle.log().len(), forced: Vec::new(), shown, ended: None }
    }

    fn step(&mut self, battle: &mut Battle, step: &Step) -> Result<Vec<Problem>, Problem> {
        if !matches!(step.deed, Deed::Expect(_) | Deed::Show(_)) {
            battle.go_on();
        }
        match &step.deed {
            Deed::Force(forcing) => forcing.play(battle, &mut self.forced).map(|()| Vec::new()),
            Deed::Set(setting) => setting.play(battle).map(|()| Vec::new()),
            Deed::Order(order) => self.give(battle, order, false),
            Deed::Halt(order) => self.give(battle, order, true),
            Deed::Card(card) => match &card.task {
                Task::Give(wanted) => self.give(battle, &wanted.order, false),
                Task::Read | Task::Choose(_) => Ok(Vec::new()),
            },
            Deed::Refuse { order, rule, reason } => {
                let given = order.ready(battle).map_err(|why| wrong(&order.place, why))?;
                match refused(battle, &given, rule.as_deref(), reason.as_deref()) {
                    Err(message) => Ok(vec![wrong(&order.place, message).help(waiting(battle))]),
                    Ok(refusal) => {
                        if rule.is_none() && reason.is_none() {
                            self.shown.push(Shown::refusal(&order.place, &refusal));
                        }
                        Ok(Vec::new())
                    }
                }
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
                self.waits(battle);
                until.wait(battle).map_err(|(message, help)| wrong(&step.place, message).help(help))?;
                Ok(Vec::new())
            }
            Deed::Never(never) => {
                self.waits(battle);
                never.watch(battle).map_err(|(message, help)| wrong(&step.place, message).help(help))?;
                Ok(Vec::new())
            }
            Deed::Expect(expectation) => Ok(expectation.problems(battle, self.since)),
            Deed::Show(showing) => {
                let shown = showing.play(battle, self.since, &step.place).map_err(|why| wrong(&step.place, why))?;
                self.shown.extend(shown);
                Ok(Vec::new())
            }
        }
    }

    /// Gives an order, and stops when it is carried out if the battle is not to go on.
    fn give(&mut self, battle: &mut Battle, order: &ScriptOrder, halts: bool) -> Result<Vec<Problem>, Problem> {
        let given = order.ready(battle).map_err(|why| wrong(&order.place, why))?;
        let acting = battle.rules().acting(&battle.view());
        let since = battle.log().len();
        let done = if halts { battle.submit_and_halt(given) } else { battle.submit(given).map(|_| ()) };
        done.map_err(|refusal| wrong(&order.place, format!("The order was refused: {refusal}")).help(waiting(battle)))?;
        self.since = since;
        self.ended = acting
            .filter(|unit| battle.rules().acting(&battle.view()) != Some(*unit))
            .map(|unit| (order.place.clone(), battle.view().unit(unit).key.to_string()));
        self.shown.extend(self.ended.iter().map(|(place, unit)| Shown::ended(place, unit)));
        Ok(Vec::new())
    }

    fn waits(&mut self, battle: &Battle) {
        self.since = battle.log().len();
        self.ended = None;
    }

    /// The problem, which says so if the last order ended an activation.
    fn after_the_end(&self, problem: Problem) -> Problem {
        match &self.ended {
            Some((place, unit)) if *place != problem.span => problem
                .also(place.clone(), format!("after this order {unit} acts no more; `halt` stops right after it")),
            _ => problem,
        }
    }
}

/// What is wrong in a step.
fn wrong(place: &Range<usize>, message: String) -> Problem {
    Problem::at(place.clone(), message).label("in this step")
}

/// The refusal that an order gets.
///
/// # Errors
/// Why it is not refused as it must be.
fn refused(battle: &Battle, order: &Order, rule: Option<&str>, reason: Option<&str>) -> Result<Refusal, String> {
    let refusal = match battle.check(order) {
        Ok(plan) => return Err(format!("The order should be refused, but it is allowed: {}", plan.summary)),
        Err(refusal) => refusal,
    };
    if let Some(why) = battle.malformed(order) {
        return Err(format!("No rule looked at the order, as it makes no sense: {why}"));
    }
    if let Some(rule) = rule.filter(|rule| refusal.rule.0 != *rule) {
        return Err(format!("The order should be refused by {rule}, but it is by another rule: {refusal}"));
    }
    match reason.filter(|reason| !refusal.reason.contains(reason)) {
        Some(reason) => {
            Err(format!("The order should be refused because {reason:?}, but it is for another reason: {refusal}"))
        }
        None => Ok(refusal),
    }
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
