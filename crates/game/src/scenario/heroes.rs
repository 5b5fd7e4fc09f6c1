//! The heroes of a unit.

use super::{
    node::Node,
    problem::{Problem, short},
    reading::Reading,
    values::{Rest, values},
};
use grapeshot_floor::forces::Values;

/// A hero as a unit of the file has him.
pub struct Hero<'n> {
    /// Which figure he is, from 0.
    pub figure: usize,
    /// His own name, if the file gives him one.
    pub name: Option<&'n str>,
    /// What he is.
    pub values: Values,
}

/// Reads the heroes of a unit of this many figures. What is not given they have from their men, and who leads has it
/// from the leader.
pub fn heroes<'n>(
    node: &'n Node,
    figures: usize,
    men: &Values,
    leader: &Values,
    reading: &mut Reading,
) -> Vec<Hero<'n>> {
    let what = short(node.text("key"));
    let list = node.list("heroes");
    if !reading.words.plays("units: heroes") {
        return Vec::new();
    }
    let mut heroes: Vec<Hero> = Vec::new();
    for entry in list {
        let figure = (entry.number("figure").unwrap_or(1.0).max(1.0) as usize) - 1;
        if figure >= figures && figures > 0 {
            reading.problems.push(
                Problem::at(entry.span_of("figure"), format!("unit {what:?} has no figure {}", figure + 1))
                    .label("no such figure")
                    .help(format!("It has {figures}, counted from 1, the leader first.")),
            );
            continue;
        }
        if heroes.iter().any(|other| other.figure == figure) {
            let message = format!("figure {} of unit {what:?} is a hero twice", figure + 1);
            reading.problems.push(Problem::at(entry.head(), message).label("leave one out"));
            continue;
        }
        let leads = figure == 0 && node.get("leader").is_some();
        if leads && entry.get("name").is_some() {
            reading.problems.push(
                Problem::at(entry.span_of("name"), format!("the leader of unit {what:?} has a name already"))
                    .label("leave it out")
                    .also(node.span_of("leader"), "named here"),
            );
        }
        let mut rest = men.clone();
        if leads {
            rest.0.extend(leader.0.clone());
        }
        let fields = &reading.words.hero_values;
        let values = values(entry, "values", &format!("a hero of unit {what:?}"), fields, Rest::Of(&rest), reading);
        let name = entry.get("name").and_then(Node::as_text).filter(|_| !leads);
        heroes.push(Hero { figure, name, values });
    }
    heroes
}
