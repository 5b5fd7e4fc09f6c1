//! The file of a new battle: a bare table on which two sides of a ruleset stand, for a designer to begin with.

use std::{fmt, str::FromStr};

use super::written;
use grapeshot_floor::turn::Rulebook;

/// Inches from an edge to the nearest units, and from one place to the next.
const STEP: f32 = 4.0;
/// Letters of an id that is made of a title: with a number behind it, it is an id still.
const LONGEST: usize = 36;
/// Letters with marks, in small, and the plain ones that stand for each of them in an id.
const PLAIN: [(&str, &str); 17] = [
    ("àáâãäåāăą", "a"),
    ("æ", "ae"),
    ("çćč", "c"),
    ("ďđ", "d"),
    ("èéêëēęě", "e"),
    ("ìíîïī", "i"),
    ("ł", "l"),
    ("ñńň", "n"),
    ("òóôõöøōő", "o"),
    ("œ", "oe"),
    ("ř", "r"),
    ("śšș", "s"),
    ("ß", "ss"),
    ("ťț", "t"),
    ("ùúûüūůű", "u"),
    ("ýÿ", "y"),
    ("źżž", "z"),
];

/// The size of a table in inches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Size {
    /// From west to east.
    pub width: f32,
    /// From south to north.
    pub height: f32,
}

impl Size {
    /// Usual ones, from small to large.
    pub const USUAL: [Self; 4] =
        [Self::of(36.0, 28.0), Self::of(48.0, 36.0), Self::of(60.0, 44.0), Self::of(72.0, 48.0)];

    const fn of(width: f32, height: f32) -> Self {
        Self { width, height }
    }
}

impl Default for Size {
    fn default() -> Self {
        Self::of(48.0, 36.0)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.trim().parse::<f32>().ok();
        let numbers = text.split_once('x').and_then(|(width, height)| Some((number(width)?, number(height)?)));
        match numbers {
            Some((width, height)) => Ok(Self { width, height }),
            None => Err(format!("a size is written 48x36, not {text}")),
        }
    }
}

/// A small letter without its mark.
fn plain(letter: char) -> String {
    let known = PLAIN.iter().find(|(marked, _)| marked.contains(letter));
    known.map_or_else(|| letter.to_string(), |(_, plain)| (*plain).to_owned())
}

/// The id of a battle with this title: its letters from a to z, without their marks, and its digits, `_` between words.
/// Empty if it has none.
pub fn id_of(title: &str) -> String {
    let word = |word: &str| {
        let letters: String = word.to_lowercase().chars().map(plain).collect();
        letters.chars().filter(char::is_ascii_alphanumeric).collect::<String>()
    };
    let words: Vec<String> = title
        .split(|letter: char| !letter.is_alphanumeric() && letter != '\'' && letter != '\u{2019}')
        .map(word)
        .filter(|word| !word.is_empty())
        .collect();
    let mut id = words.join("_");
    id.truncate(LONGEST);
    id.trim_end_matches('_').to_owned()
}

/// The text of a new battle.
pub fn text(book: &Rulebook, id: &str, title: &str, Size { width, height }: Size) -> String {
    let (ruleset, title) = (book.id.0, written::text(title));
    let (x, far) = (width / 2.0, height - STEP);
    // What a longer name begins with stands after it.
    let places = [
        ("$NEAREST", STEP / 2.0),
        ("$NEARER", 2.0 * STEP),
        ("$NEAR", STEP),
        ("$FARTHEST", far + STEP / 2.0),
        ("$FARTHER", far - STEP),
        ("$FAR", far),
        ("$EAST", x + 2.5 * STEP),
        ("$X", x),
    ];
    let battle = places
        .iter()
        .fold(book.vocabulary.new_battle.to_owned(), |text, (word, inches)| text.replace(word, &inches.to_string()));
    format!(
        "// docs/scenario-format.md has the format, `grapeshot words {ruleset}` the words.\n(\n    format: 1,\n    about: (\n        \
         id: \"{id}\",\n        title: {title},\n        ruleset: \"{ruleset}\",\n        location: \"somewhere\",\n        \
         date: \"some day\",\n        story: \"How it came to this.\",\n    ),\n    table: (width: {width}, height: {height}),\n    \
         terrain: (),\n{battle})\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::shape::is_key;

    #[test]
    fn a_title_gives_a_file_its_name() {
        assert_eq!(id_of("The Orchard Road"), "the_orchard_road");
        assert_eq!(id_of("Lundy's Lane, 1814"), "lundys_lane_1814");
        assert_eq!(id_of("Überfall bei Łódź"), "uberfall_bei_lodz");
        assert_eq!(id_of("  \u{2014} ?"), "");
        let long = id_of("The afternoon on which it rained so hard that nobody fired");
        assert!(is_key(&format!("{long}_999")), "{long}");
    }

    #[test]
    fn a_size_is_read_as_it_is_written() {
        for size in Size::USUAL {
            assert_eq!(size.to_string().parse(), Ok(size));
        }
        assert!(Size::USUAL.contains(&Size::default()));
        assert_eq!(" 30 x 24.5 ".parse(), Ok(Size { width: 30.0, height: 24.5 }));
        for bad in ["48", "x36", "48x", "48 by 36"] {
            assert!(bad.parse::<Size>().is_err(), "{bad}");
        }
    }
}
