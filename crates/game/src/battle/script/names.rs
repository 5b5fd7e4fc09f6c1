//! Names of units, pieces and sides, which become ids.

use crate::battle::{Battle, Bearer};
use grapeshot_floor::{
    files::{Problem, node::Node, problem::short},
    forces::{PieceId, SideId, UnitId},
    rulebook_text,
    turn::IdKind,
};

/// What stands in place of a rule where nobody is asked.
const SEQUENCE_OF_PLAY: &str = "sequence of play";

/// What the parts of the preparation share: the battle and what was found.
pub struct Preparing<'p> {
    pub battle: &'p Battle,
    /// The text of the script.
    pub text: &'p str,
    /// What was found.
    pub problems: &'p mut Vec<Problem>,
}

/// A unit, piece or side by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    Side(SideId),
    Unit(UnitId),
    Piece(PieceId),
}

impl Named {
    /// What it is.
    pub fn kind(self) -> IdKind {
        match self {
            Self::Side(_) => IdKind::Side,
            Self::Unit(_) => IdKind::Unit,
            Self::Piece(_) => IdKind::Piece,
        }
    }

    /// The id as a number.
    pub fn number(self) -> u64 {
        match self {
            Self::Side(id) => id.0.into(),
            Self::Unit(id) => id.0.into(),
            Self::Piece(id) => id.0.into(),
        }
    }
}

/// Whether a rule is one of the books, or of a ruleset whose book is not among them. Refusals by the order of play
/// itself name no rule.
pub fn is_rule(battle: &Battle, rule: &str) -> bool {
    let without_book = |prefix: &&str| {
        rule.starts_with(&format!("{prefix}-")) && !rulebook_text::all().iter().any(|rule| rule.id.starts_with(*prefix))
    };
    rulebook_text::rule(rule).is_some_and(|known| known.id == rule)
        || battle.rulebook().prefixes.iter().any(without_book)
        || rule == SEQUENCE_OF_PLAY
}

/// A unit by its key, a side by its key, or a piece by unit and number. A unit goes before a side of the same name,
/// which is `side:name`.
pub fn named(battle: &Battle, name: &str) -> Option<Named> {
    if let Some(key) = name.strip_prefix("side:") {
        return side_named(battle, key).map(Named::Side);
    }
    unit_named(battle, name)
        .map(Named::Unit)
        .or_else(|| side_named(battle, name).map(Named::Side))
        .or_else(|| piece_named(battle, name).map(Named::Piece))
}

fn side_named(battle: &Battle, key: &str) -> Option<SideId> {
    battle.view().sides().0.iter().find(|side| side.key == key).map(|side| side.id)
}

fn unit_named(battle: &Battle, key: &str) -> Option<UnitId> {
    let view = battle.view();
    view.unit_ids().find(|id| view.unit(*id).key == key)
}

fn piece_named(battle: &Battle, name: &str) -> Option<PieceId> {
    let (key, number) = name.rsplit_once('.')?;
    let (unit, number) = (unit_named(battle, key)?, number.parse::<u16>().ok()?);
    let view = battle.view();
    view.piece_ids().find(|id| view.piece(*id).number == number && view.piece(*id).unit == unit)
}

/// The keys of all units.
pub fn unit_keys(battle: &Battle) -> Vec<&str> {
    let view = battle.view();
    view.unit_ids().map(|id| view.unit(id).key.as_str()).collect()
}

/// The keys of all sides.
pub fn side_keys(battle: &Battle) -> Vec<&str> {
    battle.view().sides().0.iter().map(|side| side.key.as_str()).collect()
}

impl Preparing<'_> {
    /// Something is wrong at a value, and what may stand there instead.
    pub fn unknown<'n>(&mut self, node: &Node, message: String, word: &str, valid: impl IntoIterator<Item = &'n str>) {
        self.problems.push(Problem::at(node.head(), message).label("unknown").nearest(word, valid));
    }

    /// The side of a field.
    pub fn side(&mut self, node: &Node, field: &str) -> Option<SideId> {
        let value = node.get(field)?;
        let key = value.as_text()?;
        let found = side_named(self.battle, key);
        if found.is_none() {
            self.unknown(value, format!("there is no side {:?}", short(key)), key, side_keys(self.battle));
        }
        found
    }

    /// The unit of a field.
    pub fn unit(&mut self, node: &Node, field: &str) -> Option<UnitId> {
        let value = node.get(field)?;
        let key = value.as_text()?;
        let found = unit_named(self.battle, key);
        if found.is_none() {
            self.unknown(value, format!("there is no unit {:?}", short(key)), key, unit_keys(self.battle));
        }
        found
    }

    /// The piece of a field.
    pub fn piece(&mut self, node: &Node, field: &str) -> Option<PieceId> {
        self.piece_of(node.get(field)?)
    }

    /// The pieces of a field.
    pub fn pieces(&mut self, node: &Node, field: &str) -> Vec<PieceId> {
        node.get(field).map_or(&[][..], Node::all).iter().filter_map(|value| self.piece_of(value)).collect()
    }

    /// The piece that a value names.
    pub fn piece_of(&mut self, value: &Node) -> Option<PieceId> {
        let name = value.as_text()?;
        let found = piece_named(self.battle, name);
        if found.is_none() {
            let view = self.battle.view();
            let unit = name.rsplit_once('.').and_then(|(key, _)| unit_named(self.battle, key));
            let problem = Problem::at(value.head(), format!("there is no piece {:?}", short(name))).label("unknown");
            self.problems.push(match unit {
                Some(unit) => {
                    let numbers = view.piece_ids().filter(|id| view.piece(*id).unit == unit).count();
                    let key = &view.unit(unit).key;
                    problem.help(format!("Unit {key} has the pieces {key}.1 to {key}.{numbers}."))
                }
                None => problem.help(format!(
                    "A piece is named by its unit's key and its number, such as {}.1; the units are {}.",
                    unit_keys(self.battle).first().copied().unwrap_or("fr_1"),
                    unit_keys(self.battle).join(", ")
                )),
            });
        }
        found
    }

    /// What the state of a step belongs to: its unit, its piece, or the whole battle.
    pub fn bearer(&mut self, node: &Node) -> Option<Bearer> {
        if let (Some(_), Some(piece)) = (node.get("unit"), node.get("piece")) {
            self.problems.push(
                Problem::at(piece.head(), "a state belongs to a unit or to a piece, not to both").label("one too many"),
            );
        }
        let unit = self.unit(node, "unit").map(Bearer::Unit);
        unit.or_else(|| self.piece(node, "piece").map(Bearer::Piece))
    }
}
