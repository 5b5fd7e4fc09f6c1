//! Scripts: a battle told in steps, for tests of rules without Rust and for reports of what went wrong.
//!
//! A script is a RON list of steps, or a struct `(scenario: "..", seed: 1, steps: [..])`. Units are named by their
//! key (`"fr_1"`), pieces by key and number (`"fr_1.3"`); inside values, `"@fr_1"` and `"@fr_1.3"` stand for ids.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use smol_str::SmolStr;

use super::{Battle, Bearer, Intervention, compare};
use crate::{
    chance::StreamId,
    forces::{PieceId, SideId, UnitId},
    orders::{Leg, Order, VerbId},
    table::position::Heading,
};
use bevy::math::Vec2;

/// A script with what it is played on.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// The scenario file, seen from the script's own folder.
    #[serde(default)]
    pub scenario: Option<String>,
    /// The seed; 0 if none.
    #[serde(default)]
    pub seed: u64,
    /// The steps.
    pub steps: Vec<Step>,
}

/// One step of a script.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// The next results of a stream: dice by face, cards by number.
    Force {
        /// The stream ("dice").
        stream: SmolStr,
        /// The results.
        results: Vec<u16>,
    },
    /// Puts a unit, a piece or the battle into a state.
    Set {
        /// The unit.
        #[serde(default)]
        unit: Option<String>,
        /// The piece.
        #[serde(default)]
        piece: Option<String>,
        /// The registered name ("place").
        state: String,
        /// The value.
        value: Value,
    },
    /// Gives an order, which must be allowed.
    Order(ScriptOrder),
    /// Gives an order, which must be refused, by this rule if it is named.
    Refuse {
        /// The order.
        order: ScriptOrder,
        /// The rule.
        #[serde(default)]
        rule: Option<String>,
    },
    /// Says what must be so now.
    Expect(Expect),
}

/// What must be so. Objects need to have what is named, numbers may be off by a thousandth, and `{"has": [..]}`
/// stands for a list in which these come in this order.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Expect {
    unit: Option<String>,
    piece: Option<String>,
    state: Option<String>,
    is: Option<Value>,
    not: Option<Value>,
    events: Option<Vec<Value>>,
    no_event: Option<Value>,
    asks: Option<Vec<Value>>,
    outcome: Option<Value>,
}

/// An order with units and pieces by name.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ScriptOrder {
    side: Option<String>,
    verb: String,
    unit: Option<String>,
    pieces: Vec<String>,
    also: Vec<String>,
    target: Option<String>,
    target_unit: Option<String>,
    path: Vec<ScriptLeg>,
    heading: Option<f32>,
    formation: Option<SmolStr>,
    choice: Option<SmolStr>,
    number: Option<f32>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ScriptLeg {
    To(f32, f32),
    March {
        inches: f32,
        #[serde(default)]
        aside: f32,
    },
    Wheel {
        #[serde(default)]
        about: Option<String>,
        degrees: f32,
    },
    AboutFace,
    Climb(u8),
    Form(SmolStr),
}

/// What went wrong in a script.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The step, from 1.
    pub step: usize,
    /// What was expected and what was found, in lines.
    pub what: Vec<String>,
}

impl Script {
    /// Reads a script.
    ///
    /// # Errors
    /// What is wrong, with line and column.
    pub fn parse(text: &str) -> Result<Self, String> {
        let options = ron::Options::default().with_default_extension(
            ron::extensions::Extensions::IMPLICIT_SOME | ron::extensions::Extensions::UNWRAP_VARIANT_NEWTYPES,
        );
        let body = text
            .lines()
            .map(str::trim_start)
            .find(|line| !line.is_empty() && !line.starts_with("//"))
            .unwrap_or_default();
        if body.starts_with('[') {
            let steps = options.from_str(text).map_err(|error| error.to_string())?;
            return Ok(Self { scenario: None, seed: 0, steps });
        }
        options.from_str(text).map_err(|error| error.to_string())
    }

    /// Plays the script on a battle and says what went wrong. A step that cannot be done ends it.
    pub fn play(&self, battle: &mut Battle) -> Vec<Failure> {
        let mut failures = Vec::new();
        let mut since = battle.log().len();
        for (n, step) in self.steps.iter().enumerate() {
            match self.step(battle, step, &mut since) {
                Ok(differences) if differences.is_empty() => {}
                Ok(differences) => failures.push(Failure { step: n + 1, what: differences }),
                Err(what) => {
                    failures.push(Failure { step: n + 1, what: vec![what] });
                    break;
                }
            }
        }
        failures
    }

    fn step(&self, battle: &mut Battle, step: &Step, since: &mut usize) -> Result<Vec<String>, String> {
        match step {
            Step::Force { stream, results } => {
                battle.force(&StreamId(stream.clone()), results.clone());
                Ok(Vec::new())
            }
            Step::Set { unit, piece, state, value } => {
                let of = bearer(battle, unit.as_deref(), piece.as_deref())?;
                let value = with_ids(battle, value)?;
                battle.intervene(Intervention::Put { state: state.clone(), of, value })?;
                Ok(Vec::new())
            }
            Step::Order(order) => {
                let order = order.resolve(battle)?;
                *since = battle.log().len();
                battle.submit(order).map_err(|refusal| format!("The order was refused: {refusal}."))?;
                Ok(Vec::new())
            }
            Step::Refuse { order, rule } => {
                let order = order.resolve(battle)?;
                Ok(match (battle.check(&order), rule) {
                    (Ok(plan), _) => vec![format!("The order should be refused, but it is allowed: {}.", plan.summary)],
                    (Err(refusal), Some(rule)) if refusal.rule.0 != rule.as_str() => {
                        vec![format!("The order should be refused by {rule}, but it is by {refusal}.")]
                    }
                    (Err(_), _) => Vec::new(),
                })
            }
            Step::Expect(expect) => expect.differences(battle, *since),
        }
    }
}

impl Expect {
    fn differences(&self, battle: &Battle, since: usize) -> Result<Vec<String>, String> {
        let mut found = Vec::new();
        if let Some(name) = &self.state {
            let of = bearer(battle, self.unit.as_deref(), self.piece.as_deref())?;
            let value = battle.state_of(name, of)?;
            if let Some(is) = &self.is {
                compare::differences(name, &with_ids(battle, is)?, &value, &mut found);
            }
            if let Some(not) = &self.not
                && compare::matches(&with_ids(battle, not)?, &value)
            {
                found.push(format!("{name}: should not be {value}"));
            }
        }
        if let Some(events) = &self.events {
            let last: Vec<Value> = battle.log().events()[since..].iter().map(json).collect();
            let wanted = with_ids(battle, &Value::Array(events.clone()))?;
            compare::differences("events", &serde_json::json!({ "has": wanted }), &Value::Array(last), &mut found);
        }
        if let Some(event) = &self.no_event {
            let unwanted = with_ids(battle, event)?;
            let events = battle.log().events()[since..].iter();
            found.extend(
                events
                    .filter(|event| compare::matches(&unwanted, &json(*event)))
                    .map(|event| format!("events: there should be none like \"{}\"", event.text)),
            );
        }
        if let Some(asks) = &self.asks {
            let wanted = with_ids(battle, &Value::Array(asks.clone()))?;
            compare::differences("asks", &wanted, &json(&battle.awaiting().asks), &mut found);
        }
        if let Some(outcome) = &self.outcome {
            compare::differences("outcome", &with_ids(battle, outcome)?, &json(&battle.outcome()), &mut found);
        }
        Ok(found)
    }
}

fn json<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

impl ScriptOrder {
    /// The order with ids for names. Without a side it is the unit's, or the side that is asked first.
    fn resolve(&self, battle: &Battle) -> Result<Order, String> {
        let piece_ids = |names: &[String]| names.iter().map(|name| piece(battle, name)).collect::<Result<Vec<_>, _>>();
        let unit_id = self.unit.as_deref().map(|name| unit(battle, name)).transpose()?;
        let side = match (&self.side, unit_id) {
            (Some(key), _) => side(battle, key)?,
            (None, Some(unit)) => battle.view().side_of_unit(unit),
            (None, None) => battle.awaiting().asks.first().ok_or("Nobody is asked.")?.side,
        };
        let path = self.path.iter().map(|leg| leg.resolve(battle)).collect::<Result<Vec<_>, _>>()?;
        Ok(Order {
            side,
            unit: unit_id,
            verb: VerbId(self.verb.as_str().into()),
            pieces: piece_ids(&self.pieces)?,
            also: piece_ids(&self.also)?,
            target: self.target.as_deref().map(|name| piece(battle, name)).transpose()?,
            target_unit: self.target_unit.as_deref().map(|name| unit(battle, name)).transpose()?,
            path,
            heading: self.heading.map(Heading),
            formation: self.formation.clone(),
            choice: self.choice.clone(),
            number: self.number,
        })
    }
}

impl ScriptLeg {
    fn resolve(&self, battle: &Battle) -> Result<Leg, String> {
        Ok(match self {
            Self::To(x, y) => Leg::To(Vec2::new(*x, *y)),
            Self::March { inches, aside } => Leg::March { inches: *inches, aside: *aside },
            Self::Wheel { about, degrees } => {
                Leg::Wheel { about: about.as_deref().map(|name| piece(battle, name)).transpose()?, degrees: *degrees }
            }
            Self::AboutFace => Leg::AboutFace,
            Self::Climb(storey) => Leg::Climb(*storey),
            Self::Form(formation) => Leg::Form(formation.clone()),
        })
    }
}

fn side(battle: &Battle, key: &str) -> Result<SideId, String> {
    let sides = battle.view().sides();
    let found = sides.0.iter().find(|side| side.key == key).map(|side| side.id);
    found.ok_or_else(|| {
        let keys: Vec<_> = sides.0.iter().map(|side| side.key.as_str()).collect();
        format!("There is no side {key}; the sides are {}.", keys.join(", "))
    })
}

fn unit(battle: &Battle, key: &str) -> Result<UnitId, String> {
    let view = battle.view();
    view.units().find(|id| view.unit(*id).key == key).ok_or_else(|| {
        let keys: Vec<_> = view.units().map(|id| view.unit(id).key.as_str()).collect();
        format!("There is no unit {key}; the units are {}.", keys.join(", "))
    })
}

fn piece(battle: &Battle, name: &str) -> Result<PieceId, String> {
    let numbered = name.rsplit_once('.').and_then(|(key, number)| Some((key, number.parse::<u16>().ok()?)));
    let Some((key, number)) = numbered else {
        return Err(format!("A piece is named by unit and number, such as fr_1.3, not {name}."));
    };
    let view = battle.view();
    let unit = unit(battle, key)?;
    let found = view.pieces().find(|id| {
        let piece = view.piece(*id);
        piece.number == number && (piece.unit == unit || view.unit(unit).pieces.contains(id))
    });
    found.ok_or_else(|| format!("Unit {key} has no piece {number}."))
}

fn bearer(battle: &Battle, of_unit: Option<&str>, of_piece: Option<&str>) -> Result<Option<Bearer>, String> {
    match (of_unit, of_piece) {
        (Some(name), None) => unit(battle, name).map(|id| Some(Bearer::Unit(id))),
        (None, Some(name)) => piece(battle, name).map(|id| Some(Bearer::Piece(id))),
        (None, None) => Ok(None),
        (Some(_), Some(_)) => Err("Name a unit or a piece, not both.".into()),
    }
}

/// A value in which names that begin with @ have become ids.
fn with_ids(battle: &Battle, value: &Value) -> Result<Value, String> {
    Ok(match value {
        Value::String(text) => match text.strip_prefix('@') {
            Some(name) if name.contains('.') => piece(battle, name)?.0.into(),
            Some(name) => unit(battle, name)?.0.into(),
            None => value.clone(),
        },
        Value::Array(list) => list.iter().map(|value| with_ids(battle, value)).collect::<Result<_, _>>()?,
        Value::Object(fields) => {
            let fields = fields.iter().map(|(key, value)| Ok((key.clone(), with_ids(battle, value)?)));
            Value::Object(fields.collect::<Result<_, String>>()?)
        }
        _ => value.clone(),
    })
}
