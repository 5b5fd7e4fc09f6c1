//! The words of a ruleset that a scenario may use, made from what the ruleset registers.

use serde::Serialize;
use std::fmt::Write;

use super::values::expected;
use grapeshot_floor::{
    english::number,
    forces::Value,
    table::{
        footprint::Footprint,
        terrain::{Ground, SightThrough},
    },
    turn::{
        Rulebook,
        vocabulary::{Barrier, UnitKind, ValueField, Vocabulary},
    },
};

/// The place of the terms that a scenario of the ruleset does not have.
const UNPLAYED: &str = "not played";

/// A word that a scenario may use, or a term that its ruleset does not play.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Word {
    /// Where it stands in a scenario ("units: values").
    pub place: &'static str,
    pub word: String,
    /// What it means, in a line; of a term that is not played, what to do instead.
    pub meaning: String,
    /// What may stand for it; empty if it stands for itself.
    pub holds: String,
    /// What it is if the scenario does not say; empty if there is no such thing.
    pub default: String,
    /// The rule that speaks of it, if one does.
    pub rule: String,
}

/// All words of a ruleset, in the order of a scenario's sections.
pub fn dictionary(book: &Rulebook) -> Vec<Word> {
    let words = &book.vocabulary;
    let alone = |place, word: &str, meaning: String| Word {
        place,
        word: word.into(),
        meaning,
        holds: String::new(),
        default: String::new(),
        rule: String::new(),
    };
    let mut all = Vec::new();
    for (word, ground) in &words.grounds {
        all.push(alone("terrain: areas: kind", word, what_ground_does(words, word, ground)));
    }
    for (word, barrier) in &words.barriers {
        all.push(alone("terrain: obstacles: kind", word, what_stops(barrier)));
    }
    if words.steep_rate < 1.0 {
        all.push(alone("terrain: hills", "steep", format!("its slopes: {}", going(words, "steep", words.steep_rate))));
    }
    all.extend(words.roads.iter().map(|road| alone("terrain: roads: kind", road, "a kind of road".into())));
    all.extend(words.materials.iter().map(|of| alone("terrain: buildings: material", of, "what walls are of".into())));
    all.extend(
        words.building_sizes.iter().map(|size| alone("terrain: buildings: size", size, "how large it counts".into())),
    );
    for value in &words.terrain_values {
        let of: Vec<&str> = value.of.iter().map(|part| part.words().0).collect();
        let by_kind: Vec<String> =
            value.by_kind.iter().map(|(kind, value)| format!("{kind} {}", written(value))).collect();
        let mut word = field("terrain: values", &value.field);
        let _ = write!(word.meaning, " (of {})", of.join(", "));
        if !by_kind.is_empty() {
            let _ = write!(word.default, "{}{}", if word.default.is_empty() { "" } else { "; " }, by_kind.join(", "));
        }
        all.push(word);
    }
    all.extend(words.kinds.iter().map(kind));
    let formation = |formation: &grapeshot_floor::turn::vocabulary::Formation| {
        let apart = formation.spacing.map(|inches| format!(", {} inches apart", number(inches)));
        alone("units: layout", &formation.id, format!("{}{}", formation.label, apart.unwrap_or_default()))
    };
    all.extend(words.formations.iter().map(formation));
    all.extend(words.unit_values.iter().map(|value| field("units: values", value)));
    all.extend(words.house_rules.iter().map(|kind| Word {
        rule: kind.rule.into(),
        ..alone("units: house_rules: rule", kind.rule, kind.hint.to_owned())
    }));
    all.extend(words.leader_values.iter().map(|value| field("units: leader: values", value)));
    all.extend(words.hero_values.iter().map(|value| field("units: heroes: values", value)));
    all.extend(words.settings.iter().map(|value| field("settings", value)));
    let unplayed = words.unplayed.iter();
    all.extend(unplayed.map(|unplayed| alone(UNPLAYED, unplayed.term, unplayed.instead.to_owned())));
    all
}

/// The words as a page of a ruleset: a table for each place.
pub fn page(book: &Rulebook) -> String {
    let mut text = format!(
        "# Words of {}\n\nWhat a scenario of `{}` may say, by the place where it stands. What every scenario may say \
         is in [scenario-format.md](../scenario-format.md). `grapeshot words {} WORD` tells one word.\n",
        book.title, book.id, book.id
    );
    let cell = |text: &str| text.replace('|', "\\|");
    let mut place = "";
    let (unplayed, words): (Vec<Word>, Vec<Word>) =
        dictionary(book).into_iter().partition(|word| word.place == UNPLAYED);
    for word in words {
        if word.place != place {
            place = word.place;
            let _ =
                write!(text, "\n## {place}\n| Word | Means | May be | If not said | Rule |\n|---|---|---|---|---|\n");
        }
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} | {} |",
            word.word,
            cell(&word.meaning),
            cell(&word.holds),
            cell(&word.default),
            word.rule
        );
    }
    if !unplayed.is_empty() {
        let _ = write!(text, "\n## {UNPLAYED}\n| Term | Instead |\n|---|---|\n");
    }
    for term in unplayed {
        let _ = writeln!(text, "| `{}` | {} |", term.word, cell(&term.meaning));
    }
    text
}

fn field(place: &'static str, value: &ValueField) -> Word {
    Word {
        place,
        word: value.name.to_string(),
        meaning: value.hint.clone(),
        holds: expected(&value.kind),
        default: value.default.as_ref().map_or_else(|| "must be said".into(), written),
        rule: value.rule.to_string(),
    }
}

fn kind(kind: &UnitKind) -> Word {
    let (least, most) = kind.pieces;
    let men = if least == most { format!("{least}") } else { format!("{least} to {most}") };
    let base = match kind.footprint {
        Footprint::Circle { diameter } => format!("{} inches across", number(diameter)),
        Footprint::Rectangle { width, depth } => format!("{} by {} inches", number(width), number(depth)),
    };
    let with: Vec<&str> = kind.equipment.iter().map(|with| with.id.as_str()).collect();
    let with = if with.is_empty() { String::new() } else { format!("; with {}", with.join(", ")) };
    let values: Vec<String> = kind.values.0.iter().map(|(name, value)| format!("{name} {}", written(value))).collect();
    Word {
        place: "units: kind",
        word: kind.id.to_string(),
        meaning: kind.label.to_owned(),
        holds: format!("pieces: {men}, a base {base}{with}"),
        default: values.join(", "),
        rule: String::new(),
    }
}

/// How fast one goes over ground; where they differ, each kind of mover.
fn going(words: &Vocabulary, kind: &str, rate: f32) -> String {
    let movers = words.rates.get(kind).map(Vec::as_slice).unwrap_or_default();
    if movers.iter().all(|(_, own)| *own == rate) {
        return match rate {
            0.0 => "nobody enters it".to_owned(),
            1.0 => "full rate".to_owned(),
            rate => format!("{} inches for an inch of allowance", number(rate)),
        };
    }
    let each = movers.iter().map(|(who, rate)| match *rate {
        0.0 => format!("{who} no entry"),
        rate => format!("{who} {}", number(rate)),
    });
    format!("inches for an inch of allowance: {}", each.collect::<Vec<_>>().join(", "))
}

fn what_ground_does(words: &Vocabulary, kind: &str, ground: &Ground) -> String {
    let mut does = vec![going(words, kind, ground.rate)];
    does.extend(ground.cover.as_ref().map(|cover| format!("cover {cover}")));
    match ground.sight {
        SightThrough::Free => {}
        SightThrough::Inside(inches) => does.push(format!("one sees {} inches inside it", number(inches))),
        SightThrough::Blocked => does.push("nobody sees through it".into()),
    }
    does.extend(ground.bog.as_ref().map(|bog| format!("bog check {bog}")));
    if !ground.closed_to.is_empty() {
        let closed: Vec<&str> = ground.closed_to.iter().map(|kind| kind.as_str()).collect();
        does.push(format!("closed to {}", closed.join(", ")));
    }
    does.join("; ")
}

fn what_stops(barrier: &Barrier) -> String {
    let mut does = vec![format!("{} inches high", number(barrier.height))];
    does.extend(barrier.cover.as_ref().map(|cover| format!("cover {cover}")));
    does.extend(barrier.bog.as_ref().map(|bog| format!("bog check {bog}")));
    does.join("; ")
}

/// A value as a scenario writes it.
fn written(value: &Value) -> String {
    match value {
        Value::Flag(flag) => flag.to_string(),
        Value::Number(amount) => number(*amount),
        Value::Word(word) => format!("\"{word}\""),
        Value::List(values) => format!("[{}]", values.iter().map(written).collect::<Vec<_>>().join(", ")),
    }
}
