//! The JSON Schema of the scenario format, made from the tables that check it, and from the words of a ruleset.

use serde_json::{Map, Value, json};

use super::{
    dictionary::{Word, dictionary},
    file, ground,
    node::MOST,
    shape::{Field, Kind, Shape},
};
use grapeshot_floor::{
    forces,
    turn::{
        Rulebook, TerrainPart,
        vocabulary::{ValueField, ValueKind},
    },
};

/// The JSON Schema of the scenario format, whatever the ruleset. Points are arrays of two numbers.
pub fn schema() -> Value {
    whole(&mut |_, field| Some(value(field.kind)), "Grapeshot scenario")
}

/// The JSON Schema of the scenarios of a ruleset: with its words, and without what it does not play.
pub fn schema_of(book: &Rulebook) -> Value {
    let words = dictionary(book);
    whole(&mut |way, field| of_ruleset(way, field, book, &words), &format!("Grapeshot scenario: {}", book.title))
}

fn whole(fields: Fields, title: &str) -> Value {
    let mut schema = record_with(&file::SCENARIO, "", fields);
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["title"] = json!(title);
    schema["properties"]["$schema"] = json!({"type": "string", "description": "where an editor finds this schema"});
    schema
}

/// The JSON Schema of a record.
pub(crate) fn record(shape: &Shape) -> Value {
    record_with(shape, "", &mut |_, field| Some(value(field.kind)))
}

/// What may stand in a field, by the fields that lead to it ("units: kind"); none if it may not be there.
type Fields<'f> = &'f mut dyn FnMut(&str, &Field) -> Option<Value>;

fn record_with(shape: &Shape, way: &str, fields: Fields) -> Value {
    let mut properties = Map::new();
    for field in shape.fields {
        let way = if way.is_empty() { field.name.to_owned() } else { format!("{way}: {}", field.name) };
        let Some(found) = fields(&way, field) else { continue };
        let mut value = match field.kind {
            Kind::Record(shape) => record_with(shape, &way, fields),
            Kind::Records(shape) => list(record_with(shape, &way, fields), 0),
            _ => found,
        };
        value["description"] = json!(field.hint);
        properties.insert(field.name.to_owned(), value);
    }
    let required: Vec<&str> = shape.fields.iter().filter(|field| field.required).map(|field| field.name).collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// What may stand in a field of a scenario of this ruleset; none if it does not play the field.
fn of_ruleset(way: &str, field: &Field, book: &Rulebook, words: &[Word]) -> Option<Value> {
    if !book.vocabulary.plays(way) {
        return None;
    }
    let known: Vec<&Word> = words.iter().filter(|word| word.place == way).collect();
    let vocabulary = &book.vocabulary;
    let part = TerrainPart::ALL.into_iter().find(|part| way == format!("terrain: {}: values", part.words().0));
    Some(match (field.kind, way) {
        (Kind::Values, "units: values") => values(&vocabulary.unit_values),
        (Kind::Values, "units: leader: values") => values(&vocabulary.leader_values),
        (Kind::Values, "units: heroes: values") => values(&vocabulary.hero_values),
        (Kind::Values, "settings") => values(&vocabulary.settings),
        (Kind::Values, _) => {
            let of = |part| vocabulary.terrain_values.iter().filter(move |value| value.of.contains(&part));
            values(part.into_iter().flat_map(of).map(|value| &value.field))
        }
        (Kind::OneOf(all), _) => {
            let plays = |word: &&&str| vocabulary.plays(&format!("{way}: {word}"));
            json!({"enum": all.iter().filter(plays).collect::<Vec<_>>()})
        }
        (Kind::Text, "terrain: buildings: size") if known.is_empty() => return None,
        (Kind::Text, "about: ruleset") => json!({"const": book.id.0}),
        (Kind::Text, _) if matches!(field.name, "cover" | "bog") => {
            json!({"enum": ground::codes(field.name, vocabulary)})
        }
        (Kind::Text, "units: equipment: what" | "victory: spoils: of") => json!({"enum": vocabulary.equipment()}),
        (Kind::Text, _) if !known.is_empty() => {
            json!({"anyOf": known.iter().map(|word| meant(word)).collect::<Vec<_>>()})
        }
        _ => value(field.kind),
    })
}

/// A word with its meaning, which an editor shows beside it.
fn meant(word: &Word) -> Value {
    let parts = [&word.meaning, &word.holds, &word.default];
    let parts: Vec<&str> = parts.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    json!({"const": word.word, "description": parts.join("; ")})
}

/// Named values in the ruleset's words.
fn values<'f>(fields: impl IntoIterator<Item = &'f ValueField>) -> Value {
    let property = |field: &ValueField| {
        let mut value = value_of(&field.kind);
        value["description"] = json!(format!("{} ({})", field.hint, field.rule));
        if let Some(default) = &field.default {
            value["default"] = plain(default);
        }
        (field.name.to_string(), value)
    };
    let properties: Map<_, _> = fields.into_iter().map(property).collect();
    json!({"type": "object", "properties": properties, "additionalProperties": false})
}

/// What a named value may hold.
fn value_of(kind: &ValueKind) -> Value {
    match kind {
        ValueKind::Flag => json!({"type": "boolean"}),
        ValueKind::Integer(least, most) => json!({"type": "integer", "minimum": least, "maximum": most}),
        ValueKind::Number(least, most) => number(*least, *most),
        ValueKind::Word(words) if words.is_empty() => json!({"type": "string"}),
        ValueKind::Word(words) => json!({"enum": words}),
        ValueKind::Words(words) => json!({"type": "array", "items": {"enum": words}}),
        ValueKind::Numbers(count, least, most) => {
            json!({"type": "array", "items": number(*least, *most), "minItems": count, "maxItems": count})
        }
    }
}

/// A value as JSON has it.
fn plain(value: &forces::Value) -> Value {
    match value {
        forces::Value::Flag(flag) => json!(flag),
        forces::Value::Number(number) => json!(as_written(*number)),
        forces::Value::Word(word) => json!(word),
        forces::Value::List(values) => values.iter().map(plain).collect(),
    }
}

fn number(least: f32, most: f32) -> Value {
    json!({"type": "number", "minimum": as_written(least), "maximum": as_written(most)})
}

/// A number as one writes it: the 0.33 of the rules is nearer to 0.33 than any other number of theirs, but more.
fn as_written(number: f32) -> f64 {
    number.to_string().parse().unwrap_or(f64::from(number))
}

fn list(items: Value, least: usize) -> Value {
    json!({"type": "array", "items": items, "minItems": least, "maxItems": MOST})
}

fn value(kind: Kind) -> Value {
    let point = || json!({"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2});
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
        Kind::WholeOrDice(least, most) => {
            let dice = json!({"type": "string", "pattern": "^[1-3]d6(\\+[0-9]{1,2})?$"});
            json!({"anyOf": [{"type": "integer", "minimum": least, "maximum": most}, dice]})
        }
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
