//! The JSON Schema of the scenario format, made from the tables that check it.

use serde_json::{Value, json};

use super::{
    file,
    node::MOST,
    shape::{Kind, Shape},
};

/// The JSON Schema of the scenario format. Points are arrays of two numbers; what the ruleset's words allow is not in
/// it, as every ruleset has its own.
pub fn schema() -> Value {
    let mut schema = record(&file::SCENARIO);
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["title"] = json!("Grapeshot scenario");
    schema
}

/// The JSON Schema of a record.
pub(crate) fn record(shape: &Shape) -> Value {
    let properties = shape.fields.iter().map(|field| {
        let mut value = value(field.kind);
        value["description"] = json!(field.hint);
        (field.name.to_owned(), value)
    });
    let required: Vec<&str> = shape.fields.iter().filter(|field| field.required).map(|field| field.name).collect();
    json!({
        "type": "object",
        "properties": properties.collect::<serde_json::Map<_, _>>(),
        "required": required,
        "additionalProperties": false,
    })
}

fn value(kind: Kind) -> Value {
    let number = |least: f32, most: f32| json!({"type": "number", "minimum": least, "maximum": most});
    let point = || json!({"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2});
    let list =
        |items: Value, least: usize| json!({"type": "array", "items": items, "minItems": least, "maxItems": MOST});
    match kind {
        Kind::Text => json!({"type": "string", "minLength": 1}),
        Kind::Key => json!({"type": "string", "pattern": "^[a-z0-9_]{1,40}$"}),
        Kind::OneOf(words) => json!({"enum": words}),
        Kind::AnyOf(words) => list(json!({"enum": words}), 0),
        Kind::Texts => list(json!({"type": "string"}), 0),
        Kind::Number(least, most) => number(least, most),
        Kind::Whole(least, most) => json!({"type": "integer", "minimum": least, "maximum": most}),
        Kind::Flag => json!({"type": "boolean"}),
        Kind::Point => point(),
        Kind::Points(least) => list(point(), least),
        Kind::NumberOr(least, most, words) => json!({"anyOf": [number(least, most), {"enum": words}]}),
        Kind::Record(shape) => record(shape),
        Kind::Records(shape) => list(record(shape), 0),
        Kind::Numbers(least, most) => json!({"type": "object", "additionalProperties": number(least, most)}),
        Kind::Values => json!({"type": "object"}),
        Kind::Integer(least, most) => json!({"type": "integer", "minimum": least, "maximum": most}),
        Kind::Word(words) => json!({"enum": words}),
        Kind::Maybe(kind) => json!({"anyOf": [value(*kind), {"type": "null"}]}),
        Kind::Tuple(kinds) => {
            let each: Vec<Value> = kinds.iter().copied().map(value).collect();
            json!({"type": "array", "prefixItems": each, "minItems": kinds.len(), "maxItems": kinds.len()})
        }
        Kind::List(kind, least) => list(value(*kind), least),
        Kind::Rows(shape, least) => list(record(shape), least),
        Kind::Map(kind) => json!({"type": "object", "additionalProperties": value(*kind)}),
        Kind::Variant(variants) => json!({"enum": variants.iter().map(|(word, _)| word).collect::<Vec<_>>()}),
        Kind::Letters(letters) => json!({"type": "string", "pattern": format!("^[{letters}]*$")}),
        Kind::Any => json!({}),
        Kind::Anys => json!({"type": "array"}),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_schema_holds_every_section_and_what_is_required() {
        let schema = schema();
        assert_eq!(schema["required"], json!(["format", "about", "table", "sides", "units"]));
        let area = &schema["properties"]["terrain"]["properties"]["areas"]["items"];
        assert_eq!(area["required"], json!(["id", "kind", "outline"]));
        assert_eq!(area["properties"]["outline"]["minItems"], 3);
    }

    #[test]
    fn the_manual_names_every_field_of_the_format() {
        let manual = include_str!("../../../../docs/scenario-format.md");
        let mut missing = BTreeSet::new();
        let mut shapes = vec![&file::SCENARIO];
        while let Some(shape) = shapes.pop() {
            for field in shape.fields {
                if !manual.contains(&format!("`{}`", field.name)) {
                    missing.insert(field.name);
                }
                if let Kind::Record(inner) | Kind::Records(inner) = field.kind {
                    shapes.push(inner);
                }
            }
        }
        assert!(missing.is_empty(), "{missing:?}");
    }
}
