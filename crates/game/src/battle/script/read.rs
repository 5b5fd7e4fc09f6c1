//! A script file as it was read, with the place of every value.

use std::path::{Path, PathBuf};

use super::{
    file,
    showing::Shown,
    steps::{self, Steps},
};
use crate::battle::Battle;
use grapeshot_floor::{
    files::{
        Limit, Problem, Problems,
        node::{Form, Node},
        problem::short,
        read_text,
        shape::conform,
        text,
    },
    rulebook_text,
};

/// What is read as a script.
const LIMIT: Limit = Limit { what: "a script", bytes: 1 << 20 };
/// Steps of the longest script.
const MOST_STEPS: usize = 20_000;

/// A script: the scenario it is played on, the seed, the steps.
#[derive(Debug, Clone)]
pub struct Script {
    /// The file, as messages name it.
    name: String,
    folder: PathBuf,
    text: String,
    scenario: Option<String>,
    seed: u64,
    steps: Vec<Node>,
}

impl Script {
    /// Reads a script file.
    ///
    /// # Errors
    /// All that is wrong with its form, or why it cannot be read.
    pub fn load(path: &Path) -> Result<Self, Problems> {
        let name = path.display().to_string();
        let text = read_text(path, LIMIT)
            .map_err(|error| Problems::new(name.clone(), "", vec![Problem::at(0..0, error.to_string())]))?;
        let script = Self::read(&name, &text)?;
        Ok(Self { folder: path.with_file_name(""), ..script })
    }

    /// Reads the text of a script; the name stands in the messages.
    ///
    /// # Errors
    /// All that is wrong with its form.
    pub fn read(name: &str, text: &str) -> Result<Self, Problems> {
        let mut problems = Vec::new();
        if text.len() as u64 > LIMIT.bytes || text.trim().is_empty() {
            let message = if text.trim().is_empty() { "is empty" } else { "is too long for a script" };
            return Err(Problems::new(name, "", vec![Problem::at(0..0, message)]));
        }
        let script = text::parse(text, &mut problems).and_then(|root| whole(name, text, root, &mut problems));
        match script {
            Some(script) if problems.is_empty() => Ok(script),
            _ => Err(Problems::new(name, text, problems)),
        }
    }

    /// The scenario file that it names, seen from where the script is.
    pub fn scenario(&self) -> Option<PathBuf> {
        self.scenario.as_ref().map(|scenario| self.folder.join(scenario))
    }

    /// The seed it names.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Looks up all that the steps name in a battle that has just begun.
    ///
    /// # Errors
    /// All that the battle does not have.
    pub fn prepare(&self, battle: &Battle) -> Result<Steps, Problems> {
        let mut problems = Vec::new();
        let steps =
            self.steps.iter().filter_map(|node| steps::prepare(node, &self.text, battle, &mut problems)).collect();
        if problems.is_empty() { Ok(Steps::new(steps)) } else { Err(self.problems(problems)) }
    }

    /// Plays the script on a battle that has just begun, and says what went wrong: what it names and the battle does
    /// not have, before the first step is played; else every expectation that was not met. A step that cannot be done
    /// ends it. What it shows is added to the list.
    ///
    /// # Errors
    /// What went wrong.
    pub fn play(&self, battle: &mut Battle, shown: &mut Vec<Shown>) -> Result<(), Problems> {
        let failures = self.prepare(battle)?.play(battle, shown);
        if failures.is_empty() { Ok(()) } else { Err(self.problems(failures)) }
    }

    /// The place of something shown: the number of its step, its line and its column, from 1.
    pub fn place_of(&self, shown: &Shown) -> (Option<usize>, usize, usize) {
        let problem = Problem::at(shown.place.clone(), "");
        let (line, column) = self.problems(vec![problem.clone()]).place_of(&problem);
        (self.step_of(&problem), line, column)
    }

    /// The number of the step, from 1, in which a problem lies.
    pub fn step_of(&self, problem: &Problem) -> Option<usize> {
        let at = problem.span.start;
        self.steps.iter().position(|step| steps::whole_span(step).contains(&at)).map(|n| n + 1)
    }

    /// The text of a step, which is counted from 1.
    pub fn text_of(&self, step: usize) -> &str {
        self.steps.get(step.saturating_sub(1)).map_or("", |node| &self.text[steps::whole_span(node)])
    }

    pub(super) fn problems(&self, list: Vec<Problem>) -> Problems {
        Problems::new(self.name.clone(), self.text.clone(), list)
    }
}

fn whole(name: &str, text: &str, root: Node, problems: &mut Vec<Problem>) -> Option<Script> {
    let (scenario, seed, steps) = match root.form {
        // A list of steps alone is a script, too.
        Form::List(steps) => (None, 0, steps),
        _ => {
            conform(&root, &file::SCRIPT, problems);
            rules(&root, problems);
            let scenario = root.get("scenario").and_then(Node::as_text).map(str::to_owned);
            (scenario, seed(&root, text, problems), root.get("steps")?.all().to_vec())
        }
    };
    if steps.is_empty() || steps.len() > MOST_STEPS {
        let message = format!("a script has from 1 to {MOST_STEPS} steps, not {}", steps.len());
        problems.push(Problem::at(root.span.start..root.span.start + 1, message));
        return None;
    }
    for step in &steps {
        steps::conform_step(step, problems);
    }
    let folder = Path::new(name).with_file_name("");
    Some(Script { name: name.to_owned(), folder, text: text.to_owned(), scenario, seed, steps })
}

fn rules(root: &Node, problems: &mut Vec<Problem>) {
    for node in root.list("rules") {
        if let Some(id) = node.as_text().filter(|id| rulebook_text::rule(id).is_none()) {
            problems.push(
                Problem::at(node.head(), format!("there is no rule {:?}", short(id)))
                    .label("unknown rule")
                    .nearest(id, rulebook_text::all().iter().map(|rule| rule.id)),
            );
        }
    }
}

fn seed(root: &Node, text: &str, problems: &mut Vec<Problem>) -> u64 {
    let Some(node) = root.get("seed") else { return 0 };
    text[node.span.clone()].parse().unwrap_or_else(|_| {
        problems.push(
            Problem::at(node.head(), "`seed` cannot be this")
                .label("not allowed")
                .help(format!("Expected a whole number from 0 to {}.", u64::MAX)),
        );
        0
    })
}
