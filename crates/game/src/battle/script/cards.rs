//! The cards of lessons: what stands on them, what they point at, what they wait for.

use super::{
    names::{Named, Preparing, named},
    orders::ScriptOrder,
};
use crate::battle::Battle;
use grapeshot_floor::{
    files::{Problem, node::Node, problem::short},
    forces::{PieceId, SideId, UnitId},
    orders::{Order, Plan},
};
use std::collections::BTreeSet;

/// How far from the end of the way that a card asks for another may end, in inches.
const NEAR: f32 = 3.0;
/// Degrees by which another facing at the end may differ.
const ASKEW: f32 = 30.0;

/// The panels that a card can point at.
const PANELS: [&str; 6] = ["log", "odds", "unit", "roster", "cards", "top"];

/// A card of a lesson.
#[derive(Debug, Clone)]
pub struct Card {
    pub text: String,
    pub rings: Vec<Ring>,
    pub task: Task,
}

/// A unit or a piece that a card names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnTable {
    Unit(UnitId),
    Piece(PieceId),
}

/// What a card points at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ring {
    Table(OnTable),
    /// The button with this word.
    Button(String),
    /// A panel by its name: "log".
    Panel(String),
}

/// What a card waits for.
#[derive(Debug, Clone)]
pub enum Task {
    Read,
    /// That this unit or piece is chosen.
    Choose(OnTable),
    Give(Box<Wanted>),
}

/// The order that a card asks for.
#[derive(Debug, Clone)]
pub struct Wanted {
    pub(super) order: ScriptOrder,
    wrong: Option<String>,
    near: f32,
}

impl Preparing<'_> {
    /// The card of a step that tells or asks something.
    pub fn card(&mut self, node: &Node) -> Option<Card> {
        let text = node.text("text").split_whitespace().collect::<Vec<_>>().join(" ");
        let rings: Vec<Option<Ring>> = node.list("ring").iter().map(|ring| self.ring(ring)).collect();
        let choose = match node.get("choose") {
            Some(value) => Some(self.on_table(value)?),
            None => None,
        };
        let task = match (node.get("order"), choose) {
            (Some(order), _) => Task::Give(Box::new(Wanted {
                order: self.order(order)?,
                wrong: node.get("wrong").and_then(Node::as_text).map(str::to_owned),
                near: node.number("near").unwrap_or(NEAR),
            })),
            (None, Some(choose)) => Task::Choose(choose),
            (None, None) => Task::Read,
        };
        Some(Card { text, rings: rings.into_iter().collect::<Option<_>>()?, task })
    }

    fn ring(&mut self, node: &Node) -> Option<Ring> {
        let word = node.as_text()?;
        if let Some(button) = word.strip_prefix("button:") {
            return Some(Ring::Button(button.trim().to_owned()));
        }
        if let Some(panel) = word.strip_prefix("panel:").map(str::trim) {
            if !PANELS.contains(&panel) {
                self.unknown(node, format!("there is no panel {:?}", short(panel)), panel, PANELS);
                return None;
            }
            return Some(Ring::Panel(panel.to_owned()));
        }
        self.on_table(node).map(Ring::Table)
    }

    fn on_table(&mut self, node: &Node) -> Option<OnTable> {
        let name = node.as_text()?;
        match named(self.battle, name) {
            Some(Named::Unit(unit)) => Some(OnTable::Unit(unit)),
            Some(Named::Piece(piece)) => Some(OnTable::Piece(piece)),
            Some(Named::Side(_)) | None => {
                let message = format!("there is no unit or piece {:?}", short(name));
                let help = "Units are named by their keys, pieces by that of their unit and their number: \"fr_1.3\".";
                self.problems.push(Problem::at(node.head(), message).label("unknown").help(help));
                None
            }
        }
    }
}

impl Wanted {
    /// The order that the card asks for.
    pub fn order(&self, battle: &Battle) -> Option<Order> {
        self.order.ready(battle).ok()
    }

    /// The side whose order it is, as far as the script says it.
    pub(super) fn side(&self, battle: &Battle) -> Option<SideId> {
        self.order.says_side(battle)
    }

    /// Whether an order is what the card asks for, or near enough. What the rules refuse they tell themselves.
    ///
    /// # Errors
    /// What it would have done instead, and what is asked for.
    pub fn takes(&self, battle: &Battle, order: &Order) -> Result<(), String> {
        let Some(wanted) = self.order(battle) else { return Ok(()) };
        let (Ok(asked), Ok(given)) = (battle.check(&wanted), battle.check(order)) else { return Ok(()) };
        if self.is_like(battle, (&wanted, &asked), (order, &given)) {
            return Ok(());
        }
        let told = self.wrong.clone().unwrap_or_else(|| "That is another order than the card asks for.".into());
        Err(format!("{told} It would have done this: {}.", given.summary.trim_end_matches('.')))
    }

    fn is_like(&self, battle: &Battle, (wanted, asked): (&Order, &Plan), (order, given): (&Order, &Plan)) -> bool {
        let view = battle.view();
        let same_unit = |a: Option<_>, b: Option<_>| match (a, b) {
            (Some(a), Some(b)) => view.unit_of(a) == view.unit_of(b),
            (None, _) => true,
            (Some(_), None) => false,
        };
        let doers = |order: &Order| -> BTreeSet<UnitId> {
            let of_pieces: BTreeSet<UnitId> = order.pieces.iter().map(|piece| view.unit_of(*piece)).collect();
            if of_pieces.is_empty() { order.unit.into_iter().collect() } else { of_pieces }
        };
        // The stands of a unit that is a block do all together what it does.
        let is_block = |unit: UnitId| {
            let word = battle.rules().formation(&view, unit);
            word.is_some_and(|word| battle.vocabulary().is_block(&word))
        };
        let asked_to_do = |piece: &&PieceId| !is_block(view.unit_of(**piece));
        let ends = |plan: &Plan| plan.moves.first().map(|way| way.end);
        let arrives = match (ends(asked), ends(given)) {
            (Some(wanted), Some(end)) => {
                wanted.at.distance(end.at) <= self.near && wanted.facing.angle_to(end.facing) <= ASKEW
            }
            (None, _) => true,
            (Some(_), None) => false,
        };
        wanted.verb == order.verb
            && (doers(wanted).is_empty() || doers(wanted) == doers(order))
            && wanted.pieces.iter().filter(asked_to_do).all(|piece| order.pieces.contains(piece))
            && same_unit(wanted.target, order.target)
            && (wanted.target_unit.is_none() || wanted.target_unit == order.target_unit)
            && (wanted.choice.is_none() || wanted.choice == order.choice)
            && (wanted.formation.is_none() || wanted.formation == order.formation)
            && (wanted.number.is_none() || wanted.number == order.number)
            && arrives
    }
}
