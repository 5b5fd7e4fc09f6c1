//! Numbers, plurals and lists as sentences have them, for every line of the log, card and button.

pub mod agreement;
pub mod words;

use std::borrow::Cow;

/// A number without needless decimals, two at most; what rounds to nothing is a plain 0.
pub fn number(amount: f32) -> String {
    round(amount, 100.0)
}

/// A number to a tenth, as inches are measured, without needless decimals.
pub fn tenths(amount: f32) -> String {
    round(amount, 10.0)
}

/// A number to a tenth, or to a hundredth where a tenth would leave nothing of it.
pub fn small(amount: f32) -> String {
    round(amount, if amount.abs() < 0.05 { 100.0 } else { 10.0 })
}

/// An amount of something that is expected, as far as it counts ("1 hit", "2.3 hits", "0.04 hits").
pub fn about(amount: f32, thing: &str) -> String {
    let shown = small(amount);
    let thing = if shown == "1" { thing.to_owned() } else { plural(thing) };
    format!("{shown} {thing}")
}

/// A number with its sign, without needless decimals; nothing has no sign.
pub fn signed(amount: f32) -> String {
    let text = number(amount.abs());
    if text == "0" {
        text
    } else if amount > 0.0 {
        format!("+{text}")
    } else {
        format!("\u{2212}{text}")
    }
}

/// A length in words, to the tenth of an inch ("1 inch", "4.4 inches"); a tiny one is a hair.
pub fn inches(length: f32) -> String {
    match round(length, 10.0).as_str() {
        "0" if length > 0.0 => "a hair".into(),
        "1" => "1 inch".into(),
        shown => format!("{shown} inches"),
    }
}

/// An amount of something that need not be whole ("1 point", "2.5 points").
pub fn amount(amount: f32, thing: &str) -> String {
    let shown = number(amount);
    let thing = if shown == "1" { thing.to_owned() } else { plural(thing) };
    format!("{shown} {thing}")
}

fn round(amount: f32, parts: f32) -> String {
    // Adding nothing makes a negative nothing a plain one.
    let rounded = (f64::from(amount) * f64::from(parts)).round() / f64::from(parts) + 0.0;
    format!("{rounded}").replace('-', "\u{2212}")
}

/// A number of things ("1 battle", "7 battles").
pub fn count(n: usize, thing: &str) -> String {
    format!("{n} {}", some(n, thing))
}

/// A thing, or its plural if there is not one of it ("battle", "battles").
pub fn some(n: usize, thing: &str) -> Cow<'_, str> {
    if n == 1 { Cow::Borrowed(thing) } else { Cow::Owned(plural(thing)) }
}

/// A number of things, or none of them ("3 hits", "no hits").
pub fn count_or_no(n: usize, thing: &str) -> String {
    if n == 0 { format!("no {}", plural(thing)) } else { count(n, thing) }
}

/// Points of two or more sides ("6 points to 1").
pub fn score(points: impl IntoIterator<Item = f32>) -> String {
    let mut points = points.into_iter();
    let first = points.next().map_or_else(String::new, |first| amount(first, "point"));
    points.fold(first, |score, next| format!("{score} to {}", number(next)))
}

/// A verb that agrees with a number of things ("is", "are").
pub fn verb<'a>(n: usize, one: &'a str, more: &'a str) -> &'a str {
    if n == 1 { one } else { more }
}

/// What a number of things do ("1 figure turns", "3 figures turn").
pub fn does(n: usize, who: &str, one: &str, more: &str) -> String {
    format!("{} {}", count(n, who), verb(n, one, more))
}

/// The plural of a thing; of several words the last one changes.
pub fn plural(thing: &str) -> String {
    let (before, word) = thing.split_at(thing.rfind(' ').map_or(0, |space| space + 1));
    let ends = |endings: &[&str]| endings.iter().any(|ending| word.ends_with(ending));
    let vowel_before_y = ends(&["ay", "ey", "oy", "uy"]);
    let word = match word {
        "die" => "dice".to_owned(),
        "foot" => "feet".to_owned(),
        _ if ends(&["man"]) => format!("{}men", &word[..word.len() - 3]),
        _ if ends(&["s", "x", "z", "ch", "sh"]) => format!("{word}es"),
        _ if ends(&["y"]) && !vowel_before_y => format!("{}ies", &word[..word.len() - 1]),
        _ => format!("{word}s"),
    };
    format!("{before}{word}")
}

/// Names as a sentence lists them ("Dean", "Dean and Cole", "Dean, Cole and Ward").
pub fn list<T: AsRef<str>>(names: &[T]) -> String {
    match names {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", first.join(", "), last.as_ref())
        }
    }
}

/// A sentence with its first letter large.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let mut large = String::with_capacity(text.len());
    large.extend(letters.next().into_iter().flat_map(char::to_uppercase));
    large.push_str(letters.as_str());
    large
}

/// The time of day this many minutes after midnight ("04:05").
pub fn time_of_day(minutes: u32) -> String {
    format!("{:02}:{:02}", minutes / 60 % 24, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_of_day_has_hours_and_minutes_and_begins_anew_at_midnight() {
        assert_eq!([245, 1435, 1445].map(time_of_day), ["04:05", "23:55", "00:05"]);
    }

    #[test]
    fn numbers_keep_their_sign_and_lose_needless_decimals() {
        assert_eq!(signed(2.0), "+2");
        assert_eq!(signed(-1.5), "\u{2212}1.5");
        assert_eq!((signed(0.0), signed(-0.001)), ("0".into(), "0".into()));
        assert_eq!((number(7.0), number(-0.0), number(0.25)), ("7".into(), "0".into(), "0.25".into()));
        assert_eq!(number(-3.0), "\u{2212}3", "there is one minus sign");
    }

    #[test]
    fn lengths_are_inches_to_the_tenth() {
        assert_eq!((inches(1.0), inches(0.96), inches(1.04)), ("1 inch".into(), "1 inch".into(), "1 inch".into()));
        assert_eq!(
            (inches(-0.02), inches(0.02), inches(0.1), inches(4.44)),
            ("0 inches".into(), "a hair".into(), "0.1 inches".into(), "4.4 inches".into())
        );
        assert_eq!((score([6.0, 1.0]), score([1.0, 1.0])), ("6 points to 1".into(), "1 point to 1".into()));
        assert_eq!(score([3.5, 1.0]), "3.5 points to 1", "half a point may decide");
    }

    #[test]
    fn one_thing_is_singular_and_no_or_more_are_plural() {
        assert_eq!((count(1, "die"), count(2, "die")), ("1 die".into(), "2 dice".into()));
        assert_eq!((count(1, "man"), count(0, "horseman")), ("1 man".into(), "0 horsemen".into()));
        assert_eq!(
            (plural("excess casualty"), plural("command roll")),
            ("excess casualties".into(), "command rolls".into())
        );
        assert_eq!((plural("loss"), plural("day"), plural("inch")), ("losses".into(), "days".into(), "inches".into()));
        assert_eq!((verb(1, "is", "are"), verb(0, "is", "are")), ("is", "are"));
        assert_eq!(does(1, "figure", "turns", "turn"), "1 figure turns");
    }

    #[test]
    fn names_are_listed_with_an_and() {
        assert_eq!(list::<&str>(&[]), "");
        assert_eq!(list(&["Dean"]), "Dean");
        assert_eq!(list(&["Dean", "Cole", "Ward"]), "Dean, Cole and Ward");
        assert_eq!(capital("été"), "Été");
    }
}
