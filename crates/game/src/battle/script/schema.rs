//! The JSON Schema of scripts, made from the tables that check them.

use serde_json::{Value, json};

use super::file;
use crate::scenario::schema::record;

/// The JSON Schema of the script format. A step is an object with one field, its word; what the battle and its ruleset
/// name is not in it.
pub fn schema() -> Value {
    let steps: Vec<Value> = file::STEPS
        .iter()
        .map(|form| {
            json!({
                "type": "object",
                "description": form.hint,
                "properties": { form.word: record(form.shape) },
                "required": [form.word],
                "additionalProperties": false,
            })
        })
        .collect();
    let steps = json!({ "type": "array", "minItems": 1, "items": { "oneOf": steps } });
    let mut whole = record(&file::SCRIPT);
    whole["properties"]["steps"] = steps.clone();
    whole["properties"]["seed"] = json!({ "type": "integer", "minimum": 0, "maximum": u64::MAX });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Grapeshot script",
        "anyOf": [steps, whole],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_holds_every_step_with_its_fields() {
        let schema = schema();
        let steps = schema["anyOf"][0]["items"]["oneOf"].as_array().expect("there are steps");
        assert_eq!(steps.len(), file::STEPS.len());
        let order = steps.iter().find(|step| step["required"] == json!(["order"])).expect("orders are steps");
        assert_eq!(order["properties"]["order"]["required"], json!(["verb"]));
    }
}
