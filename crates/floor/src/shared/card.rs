//! Rows and tables of a unit card.

use crate::{
    events::RuleId,
    turn::rules::{CardRow, CardTable},
};

/// A row: a label, its value, the rule it stands on ("CP-1.2").
pub fn row(label: impl Into<String>, value: impl Into<String>, rule: &'static str) -> CardRow {
    CardRow { label: label.into(), value: value.into(), rule: Some(RuleId::new(rule)) }
}

/// A table: its title, a head for each column, rows of as many cells, the rule it stands on.
pub fn table(title: &str, heads: &[&str], rows: Vec<Vec<String>>, rule: &'static str) -> CardTable {
    let heads = heads.iter().map(|head| (*head).to_owned()).collect();
    CardTable { title: title.to_owned(), heads, rows, rule: Some(RuleId::new(rule)) }
}
