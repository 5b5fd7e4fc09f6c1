//! Verbs that agree with the names of units and sides: the Swing riders march, the Second detail marches.

/// Words before which the noun of a name stands ("Men at the tree", "Chasseurs of Subervie").
const PREPOSITIONS: [&str; 12] = ["of", "at", "in", "on", "by", "from", "with", "under", "a", "de", "du", "zu"];
/// Words after which a name is not what the sentence is about ("the army morale of the French is 4").
const BEFORE_OBJECTS: [&str; 14] =
    ["of", "at", "in", "on", "by", "from", "with", "under", "to", "against", "for", "behind", "near", "toward"];
/// Words that make the name of one person of what follows them ("Captain Ferris").
const TITLES: [&str; 28] = [
    "Brigadier",
    "Brigadier-General",
    "Captain",
    "Colonel",
    "Commandant",
    "Corporal",
    "Count",
    "Deputy",
    "Doc",
    "Don",
    "Ensign",
    "Feldwebel",
    "General",
    "Hauptmann",
    "King",
    "Lieutenant",
    "Lieutenant-Colonel",
    "Lieutenant-General",
    "Lord",
    "Major",
    "Major-General",
    "Marshal",
    "Oberleutnant",
    "Prince",
    "Schoolmaster",
    "Sergeant",
    "Sir",
    "Tsar",
];
/// Peoples and nations that are many without an s.
const PEOPLES: [&str; 10] =
    ["British", "Cheyenne", "Dutch", "English", "French", "Irish", "Portuguese", "Potawatomi", "Shawnee", "Spanish"];
/// Words on s that are no verbs and may follow a name.
const NO_VERBS: [&str; 14] = [
    "across", "always", "as", "besides", "his", "its", "less", "minus", "perhaps", "plus", "this", "thus", "towards",
    "us",
];
/// Verbs that follow the first one in a line.
const FURTHER: [&str; 9] = ["faces", "falls", "goes", "halts", "holds", "leaves", "passes", "retreats", "turns"];
/// Words that may stand between a name and its verb.
const ADVERBS: [&str; 8] = ["again", "already", "also", "at once", "never", "no longer", "now", "still"];

/// Whether a name is that of several: by its noun, which is the last word before a comma, a bracket or a preposition.
pub fn is_plural(name: &str) -> bool {
    let bare = name.split([',', '(']).next().unwrap_or_default().trim();
    let words: Vec<&str> = bare.split(' ').collect();
    if words.iter().any(|word| TITLES.contains(word)) {
        return false;
    }
    if words.contains(&"and") {
        return true;
    }
    let until = words.iter().skip(1).position(|word| PREPOSITIONS.contains(word)).map_or(words.len(), |n| n + 1);
    let Some(noun) = words[..until].last() else { return false };
    let one = ["ss", "us", "is", "'s", "corps"].iter().any(|end| noun.ends_with(end));
    (noun.ends_with('s') && !one) || noun.to_lowercase().ends_with("men") || PEOPLES.contains(noun)
}

/// A verb that agrees with a name ("wins", "win").
pub fn verb<'a>(name: &str, one: &'a str, more: &'a str) -> &'a str {
    if is_plural(name) { more } else { one }
}

/// A text in which the verbs after a name agree with it, where it begins a sentence or a part of one.
pub fn agree(text: String, name: &str) -> String {
    if name.is_empty() || !text.contains(name) || !is_plural(name) {
        return text;
    }
    let mut agreed = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find(name) {
        let (before, after) = (&rest[..at], &rest[at + name.len()..]);
        agreed.push_str(before);
        // "What does Deputies do?"
        let article = if agreed.ends_with(" the ") { "the " } else { "" };
        let asked = agreed.len() - article.len();
        if agreed[..asked].ends_with(" does ") || agreed[..asked].ends_with("Does ") {
            agreed.replace_range(asked - "es ".len()..asked, " ");
        }
        agreed.push_str(name);
        let begins = is_subject(&agreed[..agreed.len() - name.len()]);
        rest = after;
        if begins && let Some(words) = after.strip_prefix(' ') {
            let adverb = ADVERBS.iter().find(|adverb| words.strip_prefix(**adverb).is_some_and(|w| w.starts_with(' ')));
            let skipped = 1 + adverb.map_or(0, |adverb| adverb.len() + 1);
            let verb = after[skipped..].split([' ', ',', ':', ';', '.']).next().unwrap_or_default();
            if let Some(more) = of_several(verb) {
                agreed.push_str(&after[..skipped]);
                agreed.push_str(&more);
                let then = &after[skipped + verb.len()..];
                let part = [": ", "; ", ". "].iter().filter_map(|end| then.find(end)).min().unwrap_or(then.len());
                agreed.push_str(&further(&then[..part]));
                rest = &then[part..];
            }
        }
    }
    agreed.push_str(rest);
    agreed
}

/// Whether a name after these words is what their sentence is about.
fn is_subject(before: &str) -> bool {
    let begins = |text: &str| text.is_empty() || [": ", ". ", "; "].iter().any(|end| text.ends_with(end));
    let is_object =
        |text: &str| text.trim_end().split(' ').next_back().is_some_and(|word| BEFORE_OBJECTS.contains(&word));
    begins(before) || before.ends_with("The ") || before.strip_suffix("the ").is_some_and(|text| !is_object(text))
}

/// The rest of a part of a sentence about several, with its further verbs ("and faces", ", turns").
fn further(part: &str) -> String {
    let joined = |text: String, verb: &&str| {
        let more = of_several(verb).unwrap_or_default();
        let with = |text: String, before: &str| {
            let ends = text.ends_with(&format!("{before}{verb}"));
            let text = text.replace(&format!("{before}{verb} "), &format!("{before}{more} "));
            if ends { format!("{}{more}", &text[..text.len() - verb.len()]) } else { text }
        };
        with(with(text, ", "), " and ")
    };
    FURTHER.iter().fold(part.to_owned(), joined)
}

/// What several do, by what one does ("marches", "march"); none if the word is no such verb.
fn of_several(verb: &str) -> Option<String> {
    let more = match verb {
        "is" => "are",
        "was" => "were",
        "has" => "have",
        "does" => "do",
        _ if NO_VERBS.contains(&verb) || !verb.ends_with('s') || verb.ends_with("ss") => return None,
        _ if !verb.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-') => return None,
        _ => {
            let hissing = ["sses", "shes", "ches", "xes", "zzes", "oes"].iter().any(|end| verb.ends_with(end));
            return Some(match verb.strip_suffix("ies") {
                Some(stem) if stem.len() > 1 => format!("{stem}y"),
                _ if hissing => verb[..verb.len() - 2].to_owned(),
                _ => verb[..verb.len() - 1].to_owned(),
            });
        }
    };
    Some(more.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_noun_of_a_name_says_whether_it_is_of_several() {
        let several = [
            "Swing riders",
            "Men at the tree",
            "Voltigeurs, first",
            "Ohio riflemen, van",
            "Royal Scots and grenadiers",
            "Chasseurs a cheval",
            "Batteries 2 and 3 (Baratarians)",
            "French",
            "95th Rifles",
        ];
        let one = [
            "Second detail",
            "Captain Ferris",
            "Graham's corps",
            "Picket at the bridge",
            "Frank Ross",
            "Gatling gun",
            "Breaks gang, first",
            "Faro Kate",
            "Thomieres's staff",
            "",
        ];
        assert_eq!(several.into_iter().filter(|name| !is_plural(name)).collect::<Vec<_>>(), Vec::<&str>::new());
        assert_eq!(one.into_iter().filter(|name| is_plural(name)).collect::<Vec<_>>(), Vec::<&str>::new());
    }

    #[test]
    fn what_several_do_has_the_verb_of_several() {
        let told = |text: &str| agree(text.to_owned(), "Swing riders");
        assert_eq!(told("Swing riders marches"), "Swing riders march");
        assert_eq!(
            told("Swing riders is pinned: Swing riders has a marker"),
            "Swing riders are pinned: Swing riders have a marker"
        );
        assert_eq!(told("The Swing riders still carries it"), "The Swing riders still carry it");
        assert_eq!(told("Swing riders: 2 men recover"), "Swing riders: 2 men recover");
        assert_eq!(told("What does Swing riders do?"), "What do Swing riders do?");
        assert_eq!(told("Does Swing riders turn?"), "Do Swing riders turn?");
        assert_eq!(agree("Where does the French ride?".into(), "French"), "Where do the French ride?");
        assert_eq!(told("Swing riders goes"), "Swing riders go");
        assert_eq!(told("Swing riders lies down"), "Swing riders lie down");
        assert_eq!(told("Swing riders moves 1.5, turns and faces east"), "Swing riders move 1.5, turn and face east");
        assert_eq!(told("Swing riders is shaken and retreats"), "Swing riders are shaken and retreat");
        assert_eq!(told("Swing riders rallies and holds"), "Swing riders rally and hold");
        assert_eq!(agree("The Americans is ready".into(), "The Americans"), "The Americans are ready");
        assert_eq!(agree("The French wins more often; 9 tell".into(), "French"), "The French win more often; 9 tell");
        assert_eq!(agree("The Gang wins".into(), "Gang"), "The Gang wins");
    }

    #[test]
    fn what_is_done_to_several_stays_as_it_is() {
        let told = |text: &str| agree(text.to_owned(), "Swing riders");
        assert_eq!(told("The shot at Swing riders misses"), "The shot at Swing riders misses");
        assert_eq!(told("Swing riders as ordered"), "Swing riders as ordered");
        assert_eq!(told("The courage of the Swing riders is 4"), "The courage of the Swing riders is 4");
        assert_eq!(agree("Second detail marches".into(), "Second detail"), "Second detail marches");
    }
}
