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
/// may be missing. Of a list `{"has": [..]}` wants that these come in this order, others between them,
/// `{"length": n}` so many, `{"count": {"of": .., "is": n}}` so many that are like this; of a text `{"part": ".."}`
/// and `{"parts": [..]}` want that it holds these.
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
                    let mut rest = list.iter();
                    for (n, one) in needed.iter().enumerate() {
                        if !rest.any(|value| matches(one, value, self.near)) {
                            self.path.push(n.to_string());
                            self.differs(format!("has no {one} at its place; it has {}", lines(list)));
                            self.path.pop();
                            break;
                        }
                    }
                }
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

/// A list with an entry in each line.
fn lines(list: &[Value]) -> String {
    if list.is_empty() {
        return "nothing".to_owned();
    }
    list.iter().map(|value| format!("\n    {value}")).collect()
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
    fn has_finds_values_in_their_order() {
        let list = json!([{ "n": 1 }, { "n": 2 }, { "n": 3 }]);
        assert!(matches(&json!({ "has": [{ "n": 1 }, { "n": 3 }] }), &list));
        assert!(!matches(&json!({ "has": [{ "n": 3 }, { "n": 1 }] }), &list));
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
