//! How a value that was found differs from one that was expected.

use serde_json::Value;

/// How far two numbers may be apart and still count as equal.
const TOLERANCE: f64 = 1e-3;

/// Whether a value is what was expected.
pub(super) fn matches(wanted: &Value, found: &Value) -> bool {
    let mut lines = Vec::new();
    differences("", wanted, found, &mut lines);
    lines.is_empty()
}

/// Adds a line for each place at which the found value differs. An object needs to have the wanted fields and may
/// have more; `{"has": [..]}` wants a list in which these come in this order, others between them.
pub(super) fn differences(at: &str, wanted: &Value, found: &Value, lines: &mut Vec<String>) {
    match (wanted, found) {
        (Value::Object(fields), Value::Array(list)) if fields.len() == 1 && fields.contains_key("has") => {
            let Some(needed) = fields["has"].as_array() else {
                lines.push(format!("{at}: has needs a list"));
                return;
            };
            let mut rest = list.iter();
            for one in needed {
                if !rest.any(|value| matches(one, value)) {
                    let list: Vec<String> = list.iter().map(|value| format!("    {value}")).collect();
                    lines.push(format!("{at}: has no {one} at its place; it has\n{}", list.join("\n")));
                    return;
                }
            }
        }
        (Value::Object(wanted), Value::Object(found)) => {
            for (key, wanted) in wanted {
                let at = if at.is_empty() { key.clone() } else { format!("{at}.{key}") };
                match found.get(key) {
                    Some(found) => differences(&at, wanted, found, lines),
                    None => lines.push(format!("{at}: expected {wanted}, found nothing of that name")),
                }
            }
        }
        (Value::Array(wanted), Value::Array(found)) if wanted.len() == found.len() => {
            for (n, (wanted, found)) in wanted.iter().zip(found).enumerate() {
                differences(&format!("{at}[{n}]"), wanted, found, lines);
            }
        }
        (Value::Number(a), Value::Number(b))
            if a.as_f64().zip(b.as_f64()).is_some_and(|(a, b)| (a - b).abs() <= TOLERANCE) => {}
        _ if wanted == found => {}
        _ => lines.push(format!("{at}: expected {wanted}, found {found}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_object_may_have_more_than_was_expected_but_not_less() {
        assert!(matches(&json!({ "a": 1 }), &json!({ "a": 1.0004, "b": 2 })));
        let mut lines = Vec::new();
        differences("unit", &json!({ "a": 1, "c": 3 }), &json!({ "a": 2 }), &mut lines);
        assert_eq!(lines, ["unit.a: expected 1, found 2", "unit.c: expected 3, found nothing of that name"]);
    }

    #[test]
    fn has_finds_values_in_their_order() {
        let list = json!([{ "n": 1 }, { "n": 2 }, { "n": 3 }]);
        assert!(matches(&json!({ "has": [{ "n": 1 }, { "n": 3 }] }), &list));
        assert!(!matches(&json!({ "has": [{ "n": 3 }, { "n": 1 }] }), &list));
    }
}
