//! Orders of a script, with ids for names.

use bevy::math::Vec2;
use std::ops::Range;

use super::{file, names::Preparing};
use crate::battle::Battle;
use grapeshot_floor::{
    files::{
        Problem,
        node::{Form, Node},
    },
    forces::SideId,
    orders::{Leg, Order, VerbId},
    table::position::Heading,
};

/// An order that is ready but for the side that gives it.
#[derive(Debug, Clone)]
pub struct ScriptOrder {
    /// Its place in the text.
    pub place: Range<usize>,
    side: Option<SideId>,
    order: Order,
}

impl ScriptOrder {
    fn side_of_unit(&self, battle: &Battle) -> Option<SideId> {
        self.order.unit.map(|unit| battle.view().side_of_unit(unit))
    }

    /// The side whose order it is, if it says the side, the unit or the pieces.
    pub fn says_side(&self, battle: &Battle) -> Option<SideId> {
        let of_piece = || self.order.pieces.first().map(|piece| battle.view().side_of(*piece));
        self.side.or(self.side_of_unit(battle)).or_else(of_piece)
    }

    /// The order. Without a side it is the unit's, or the side that is asked first.
    ///
    /// # Errors
    /// If nobody is asked and no side is named.
    pub fn ready(&self, battle: &Battle) -> Result<Order, String> {
        let asked = || battle.awaiting().asks.first().map(|ask| ask.side);
        let side = self.side.or(self.side_of_unit(battle)).or_else(asked);
        let side = side.ok_or("Nobody is asked anything now, so it must be said whose order this is: side: \"..\".")?;
        Ok(Order { side, ..self.order.clone() })
    }
}

impl Preparing<'_> {
    /// The order in a record.
    pub fn order(&mut self, node: &Node) -> Option<ScriptOrder> {
        let verb = VerbId(node.text("verb").into());
        let verbs = self.battle.vocabulary();
        let known = verbs.verb(&verb).is_some();
        if let (false, Some(value)) = (known, node.get("verb")) {
            let words: Vec<_> = verbs.verbs.iter().map(|verb| verb.id.0.to_string()).collect();
            self.unknown(value, format!("there is no verb {verb}"), &verb.0, words.iter().map(String::as_str));
        }
        if let Some(value) = node.get("formation") {
            self.formation(value, node.text("formation"));
        }
        let legs: Vec<Option<Leg>> =
            node.get("path").map_or(&[][..], Node::all).iter().map(|leg| self.leg(leg)).collect();
        let text = |field: &str| node.get(field).and_then(Node::as_text).map(Into::into);
        let order = Order {
            side: SideId(0),
            unit: self.unit(node, "unit"),
            verb,
            pieces: self.pieces(node, "pieces"),
            also: self.pieces(node, "also"),
            target: self.piece(node, "target"),
            target_unit: self.unit(node, "target_unit"),
            path: legs.into_iter().collect::<Option<_>>()?,
            heading: node.number("heading").map(Heading),
            formation: text("formation"),
            choice: text("choice"),
            number: node.number("number"),
        };
        let side = self.side(node, "side");
        known.then(|| ScriptOrder { place: node.head(), side, order })
    }

    fn formation(&mut self, value: &Node, word: &str) -> bool {
        let formations = &self.battle.vocabulary().formations;
        let known = formations.iter().any(|formation| formation.id == word);
        if !known {
            let words: Vec<_> = formations.iter().map(|formation| formation.id.to_string()).collect();
            self.unknown(value, format!("there is no formation {word:?}"), word, words.iter().map(String::as_str));
        }
        known
    }

    fn leg(&mut self, node: &Node) -> Option<Leg> {
        let word = match (&node.tag, &node.form) {
            (Some(tag), _) => tag.text.as_str(),
            (None, Form::Word(word)) => word.as_str(),
            _ => "",
        };
        let values: Vec<Option<f32>> = node.all().iter().map(Node::as_number).collect();
        let fields = |allowed: &[&str]| node.fields().iter().all(|(name, _)| allowed.contains(&name.text.as_str()));
        let leg = match (word, values.as_slice()) {
            ("to", [Some(x), Some(y)]) => Some(Leg::To(Vec2::new(*x, *y))),
            ("climb", [Some(storey)]) if (1.0..=9.0).contains(storey) => Some(Leg::Climb(*storey as u8)),
            ("form", [_]) => {
                let value = &node.all()[0];
                let formation = value.as_text()?;
                return self.formation(value, formation).then(|| Leg::Form(formation.into()));
            }
            ("about_face", []) => Some(Leg::AboutFace),
            ("march", []) if fields(&["inches", "aside"]) => node
                .number("inches")
                .map(|inches| Leg::March { inches, aside: node.number("aside").unwrap_or_default() }),
            ("wheel", []) if fields(&["degrees", "about"]) => {
                let about = node.get("about").map(|about| self.piece_of(about));
                match about {
                    Some(None) => return None,
                    about => node.number("degrees").map(|degrees| Leg::Wheel { about: about.flatten(), degrees }),
                }
            }
            _ => None,
        };
        if leg.is_none() {
            let legs: Vec<_> = file::LEGS.iter().map(|(leg, _)| *leg).collect();
            self.problems.push(
                Problem::at(node.head(), "this is no part of a way")
                    .label("not allowed")
                    .help(format!("Expected one of {}.", legs.join(", "))),
            );
        }
        leg
    }
}
