use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::{borrow::Cow, fmt};

/// The id of a rule of a rulebook ("CP-6.3").
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RuleId(pub SmolStr);

impl RuleId {
    /// A rule by its id.
    pub const fn new(id: &'static str) -> Self {
        Self(SmolStr::new_static(id))
    }
}

impl From<&'static str> for RuleId {
    fn from(id: &'static str) -> Self {
        Self::new(id)
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// One line of a sum.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Modifier {
    /// The rule that makes it.
    pub rule: RuleId,
    /// What it is for ("medium range").
    pub label: Cow<'static, str>,
    /// How much.
    pub amount: f32,
}

/// A number with its reasons: a sum of modifiers, each made by a rule.
///
/// A rule can make one modifier only once for one label: adding the same pair again replaces it, so that nothing
/// is counted twice.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Explained {
    modifiers: Vec<Modifier>,
}

impl Explained {
    /// A sum that starts with its base value.
    pub fn base(rule: impl Into<RuleId>, label: impl Into<Cow<'static, str>>, amount: f32) -> Self {
        Self { modifiers: vec![Modifier { rule: rule.into(), label: label.into(), amount }] }
    }

    /// Adds a modifier; the same rule and label counts once.
    pub fn add(&mut self, rule: impl Into<RuleId>, label: impl Into<Cow<'static, str>>, amount: f32) {
        let (rule, label) = (rule.into(), label.into());
        match self.modifiers.iter_mut().find(|m| m.rule == rule && m.label == label) {
            Some(known) => known.amount = amount,
            None => self.modifiers.push(Modifier { rule, label, amount }),
        }
    }

    /// Adds a modifier if it changes anything.
    pub fn add_some(&mut self, rule: impl Into<RuleId>, label: impl Into<Cow<'static, str>>, amount: f32) {
        if amount != 0.0 {
            self.add(rule, label, amount);
        }
    }

    /// Adds the lines of another sum, each times a factor.
    pub fn add_all(&mut self, other: &Self, times: f32) {
        for line in &other.modifiers {
            self.add(line.rule.clone(), line.label.clone(), line.amount * times);
        }
    }

    /// The sum with one more modifier.
    pub fn with(mut self, rule: impl Into<RuleId>, label: impl Into<Cow<'static, str>>, amount: f32) -> Self {
        self.add(rule, label, amount);
        self
    }

    /// The lines of the sum.
    pub fn modifiers(&self) -> &[Modifier] {
        &self.modifiers
    }

    /// The sum.
    pub fn total(&self) -> f32 {
        self.modifiers.iter().fold(0.0, |sum, m| sum + m.amount)
    }

    /// Whether there is nothing to explain.
    pub fn is_empty(&self) -> bool {
        self.modifiers.is_empty()
    }
}
