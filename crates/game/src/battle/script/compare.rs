//! How a value that was found differs from one that was expected.

use serde_json::Value;

/// How far two numbers may be apart and still count as equal, if a script does not say.
pub const NEAR: f64 = 1e-3;

/// A place at which the found value differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The way to it in what was expected: names of fields, and numbers of entries from 0.
    pub path: Vec<String>,
    /// What was expected and what was found, without the place.
    pub what: String,
}

impl Difference {
    /// The difference as a line: `place.at[0]: expected 3, found 4`.
    pub fn told(&self, of: &str) -> String {
        let mut line = of.to_owned();
        for part in &self.path {
            match part.parse::<usize>() {
                Ok(n) => line.push_str(&format!("[{n}]")),
                Err(_) => line.push_str(&format!(".{part}")),
            }
        }
        format!("{line}: {}", self.what)
    }
}

/// Whether a value is what was expected, numbers being at most so far apart.
pub fn matches(wanted: &Value, found: &Value, near: f64) -> bool {
    differences(wanted, found, near).is_empty()
}

/// All differences. An object needs to have the wanted fields and may have more; a field that is expected to be null
/// may be missing. Of a list `{"has": [..]}` wants that these are in it, in any order, and others besides,
/// `{"only": [..]}` these in any order and no others but modifiers of 0, `{"length": n}` that there are n,
/// `{"count": {"of": .., "is": n}}` that n are like this. `{"sum": n}` wants that modifiers come to this, of their
/// list or of the record that holds it. Of a text `{"part": ".."}` and `{"parts": [..]}` want that it holds these.
pub fn differences(wanted: &Value, found: &Value, near: f64) -> Vec<Difference> {
    let mut comparison = Comparison { near, path: Vec::new(), found: Vec::new() };
    comparison.compare(wanted, found);
    comparison.found
}

struct Comparison {
    near: f64,
    path: Vec<String>,
    found: Vec<Difference>,
}

impl Comparison {
    fn differs(&mut self, what: String) {
        self.found.push(Difference { path: self.path.clone(), what });
    }

    fn compare(&mut self, wanted: &Value, found: &Value) {
        match (wanted, found) {
            (Value::Object(fields), Value::Array(list)) => self.compare_list(fields, list),
            (Value::Object(fields), Value::String(text)) => self.compare_text(fields, text),
            (Value::Object(wanted), Value::Object(found)) => {
                for (key, wanted) in wanted {
                    self.path.push(key.clone());
                    match found.get(key) {
                        Some(found) => self.compare(wanted, found),
                        None if key == "sum" && found.contains_key("modifiers") => {
                            self.compare_sum(wanted, found["modifiers"].as_array().map_or(&[], Vec::as_slice));
                        }
                        None if wanted.is_null() => {}
                        None => self.differs(format!("expected {wanted}, found nothing of that name")),
                    }
                    self.path.pop();
                }
            }
            (Value::Array(wanted), Value::Array(found)) if wanted.len() == found.len() => {
                for (n, (wanted, found)) in wanted.iter().zip(found).enumerate() {
                    self.path.push(n.to_string());
                    self.compare(wanted, found);
                    self.path.pop();
                }
            }
            (Value::Array(wanted), Value::Array(found)) => {
                self.differs(format!(
                    "expected a list of {}, found one of {}: {}",
                    wanted.len(),
                    found.len(),
                    lines(found)
                ));
            }
            (Value::Number(a), Value::Number(b))
                if a.as_f64().zip(b.as_f64()).is_some_and(|(a, b)| (a - b).abs() <= self.near) => {}
            _ if wanted == found => {}
            _ => self.differs(format!("expected {wanted}, found {found}")),
        }
    }

    fn compare_list(&mut self, fields: &serde_json::Map<String, Value>, list: &[Value]) {
        for (key, wanted) in fields {
            self.path.push(key.clone());
            match (key.as_str(), wanted) {
                ("has", Value::Array(needed)) => {
                    self.compare_unordered(needed, &list.iter().collect::<Vec<_>>());
                }
                ("only", Value::Array(needed)) => {
                    let counted: Vec<&Value> = list.iter().filter(|value| amount(value) != Some(0.0)).collect();
                    let besides = self.compare_unordered(needed, &counted);
                    if !besides.is_empty() {
                        self.differs(format!("there is more than that: {}", lines(besides)));
                    }
                }
                ("sum", wanted) if list.iter().all(|value| amount(value).is_some()) => self.compare_sum(wanted, list),
                ("length", Value::Number(length)) => {
                    if length.as_u64() != Some(list.len() as u64) {
                        self.differs(format!("expected {length}, found {}: {}", list.len(), lines(list)));
                    }
                }
                ("count", Value::Object(count)) if count.contains_key("of") && count.contains_key("is") => {
                    let found = list.iter().filter(|value| matches(&count["of"], value, self.near)).count();
                    if count["is"].as_u64() != Some(found as u64) {
                        self.differs(format!("expected {}, found {found} in {}", count["is"], lines(list)));
                    }
                }
                _ => self.differs(format!("expected named values, found a list: {}", lines(list))),
            }
            self.path.pop();
        }
    }

    /// Finds for each needed value another one that is like it, and gives back those that nothing needs.
    fn compare_unordered<'v>(&mut self, needed: &[Value], list: &[&'v Value]) -> Vec<&'v Value> {
        let mut owners = vec![None; list.len()];
        for n in 0..needed.len() {
            if !give_own(n, needed, list, self.near, &mut owners, &mut vec![false; list.len()]) {
                self.path.push(n.to_string());
                let again =
                    if list.iter().any(|value| matches(&needed[n], value, self.near)) { "further " } else { "" };
                self.differs(format!("there is no {again}{}; there is {}", needed[n], lines(list.iter().copied())));
                self.path.pop();
            }
        }
        list.iter().zip(&owners).filter(|(_, owner)| owner.is_none()).map(|(value, _)| *value).collect()
    }

    fn compare_sum(&mut self, wanted: &Value, modifiers: &[Value]) {
        let sum: f64 = modifiers.iter().filter_map(amount).sum();
        if wanted.as_f64().is_none_or(|wanted| (wanted - sum).abs() > self.near) {
            let sum = (sum * 1e4).round() / 1e4;
            self.differs(format!("expected a sum of {wanted}, found {sum}: {}", lines(modifiers)));
        }
    }

    fn compare_text(&mut self, fields: &serde_json::Map<String, Value>, text: &str) {
        for (key, wanted) in fields {
            let parts: Vec<&str> = match (key.as_str(), wanted) {
                ("part", Value::String(part)) => vec![part],
                ("parts", Value::Array(parts)) => parts.iter().filter_map(Value::as_str).collect(),
                _ => {
                    self.differs(format!("expected {}, found {text:?}", Value::Object(fields.clone())));
                    return;
                }
            };
            for part in parts.into_iter().filter(|part| !text.contains(part)) {
                self.differs(format!("expected a text with {part:?}, found {text:?}"));
            }
        }
    }
}

/// Gives a needed value one of the list that is like it for its own; another one that has it takes another if it can.
fn give_own(
    n: usize,
    needed: &[Value],
    list: &[&Value],
    near: f64,
    owners: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for (at, value) in list.iter().enumerate() {
        if tried[at] || !matches(&needed[n], value, near) {
            continue;
        }
        tried[at] = true;
        if owners[at].is_none_or(|owner| give_own(owner, needed, list, near, owners, tried)) {
            owners[at] = Some(n);
            return true;
        }
    }
    false
}

/// What a modifier adds; none if it is no modifier.
fn amount(value: &Value) -> Option<f64> {
    value.get("amount").and_then(Value::as_f64)
}

/// A list with an entry in each line.
fn lines<'v>(list: impl IntoIterator<Item = &'v Value>) -> String {
    let lines: String = list.into_iter().map(|value| format!("\n    {value}")).collect();
    if lines.is_empty() { "nothing".to_owned() } else { lines }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn matches(wanted: &Value, found: &Value) -> bool {
        super::matches(wanted, found, NEAR)
    }

    #[test]
    fn an_object_may_have_more_than_was_expected_but_not_less() {
        assert!(matches(&json!({ "a": 1 }), &json!({ "a": 1.0004, "b": 2 })));
        let found = differences(&json!({ "a": 1, "c": 3 }), &json!({ "a": 2 }), NEAR);
        let lines: Vec<String> = found.iter().map(|difference| difference.told("unit")).collect();
        assert_eq!(lines, ["unit.a: expected 1, found 2", "unit.c: expected 3, found nothing of that name"]);
    }

    #[test]
    fn what_is_missing_is_null() {
        assert!(matches(&json!({ "a": null }), &json!({})));
        assert!(!matches(&json!({ "a": null }), &json!({ "a": 0 })));
    }

    #[test]
    fn numbers_may_be_off_by_as_much_as_was_said() {
        assert!(super::matches(&json!([1.0]), &json!([1.4]), 0.5));
        assert!(!super::matches(&json!([1.0]), &json!([1.6]), 0.5));
    }

    #[test]
    fn has_finds_values_in_any_order_each_once() {
        let list = json!([{ "n": 1, "m": 1 }, { "n": 2 }, { "n": 1, "m": 2 }]);
        assert!(matches(&json!({ "has": [{ "n": 2 }, { "n": 1 }] }), &list));
        assert!(matches(&json!({ "has": [{ "n": 1 }, { "m": 1 }] }), &list), "the first gives way to the second");
        assert!(!matches(&json!({ "has": [{ "n": 2 }, { "n": 2 }] }), &list));
        assert!(!matches(&json!({ "has": [{ "n": 4 }] }), &list));
    }

    #[test]
    fn only_allows_no_others_but_modifiers_of_nothing() {
        let list = json!([{ "label": "base", "amount": 0.0 }, { "label": "a", "amount": 2.0 }, { "label": "b", "amount": -1.0 }]);
        assert!(matches(&json!({ "only": [{ "amount": -1 }, { "label": "a" }] }), &list));
        assert!(!matches(&json!({ "only": [{ "label": "a" }] }), &list));
        assert!(!matches(&json!({ "only": [{ "label": "a" }, { "label": "base" }, { "label": "b" }] }), &list));
    }

    #[test]
    fn modifiers_are_summed_in_their_list_or_in_what_holds_it() {
        let list = json!([{ "label": "a", "amount": 2.5 }, { "label": "b", "amount": -1.0 }]);
        assert!(matches(&json!({ "sum": 1.5 }), &list) && !matches(&json!({ "sum": 2.5 }), &list));
        let whole = json!({ "explained": { "modifiers": list } });
        assert!(matches(&json!({ "explained": { "sum": 1.5 } }), &whole));
        assert!(!matches(&json!({ "explained": { "sum": 1 } }), &whole));
        assert!(!matches(&json!({ "sum": 3 }), &json!([1, 2])), "these are no modifiers");
    }

    #[test]
    fn lists_are_counted_and_texts_hold_parts() {
        let list = json!([{ "n": 1 }, { "n": 1 }, { "n": 3 }]);
        assert!(matches(&json!({ "length": 3, "count": { "of": { "n": 1 }, "is": 2 } }), &list));
        assert!(!matches(&json!({ "length": 2 }), &list));
        assert!(!matches(&json!({ "count": { "of": { "n": 1 }, "is": 1 } }), &list));
        assert!(matches(&json!({ "parts": ["two", "men"] }), &json!("two brave men")));
        assert!(!matches(&json!({ "part": "three" }), &json!("two brave men")));
    }
}
