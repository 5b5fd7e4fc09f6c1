//! The text of a rule as it is read on a page: in the signs of print.

/// A rule's text as it is read on a page: in the signs of print, without the lines that say where it comes from; a star
/// between factors is a multiplication sign, not the beginning of italics, and what the rulebooks call their seed is the
/// sheet that they were written from.
pub(super) fn typeset(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    let letters: Vec<char> = text.chars().collect();
    let factor = |letter: Option<&char>, bracket: char| {
        letter.is_some_and(|letter| letter.is_alphanumeric() || *letter == bracket)
    };
    for (n, letter) in letters.iter().enumerate() {
        let (before, after) = (n.checked_sub(1).and_then(|n| letters.get(n)), letters.get(n + 1));
        let close = factor(before, ')') && factor(after, '(');
        let written = n.checked_sub(2).is_some_and(|n| !letters[n].is_whitespace());
        let apart = before == Some(&' ') && after == Some(&' ') && written;
        out.push(if *letter == '*' && (close || apart) { '\u{d7}' } else { *letter });
    }
    let lines = out.lines().filter(|line| !line.starts_with("- Source:"));
    let lines = lines.map(|line| signs(&replace_word(line, "seed", "rules sheet")));
    lines.collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

/// What is written with several letters of a keyboard, and the sign of print that it stands for.
const SIGNS: [(&str, &str); 7] = [
    ("<->", "\u{2194}"),
    ("->", "\u{2192}"),
    ("<=", "\u{2264}"),
    (">=", "\u{2265}"),
    ("!=", "\u{2260}"),
    ("+/-", "\u{b1}"),
    ("...", "\u{2026}"),
];

/// A line in the signs of print: arrows, at most and at least, minus, times and inches. What stands between backticks
/// is a word of a file and stays.
pub(super) fn signs(line: &str) -> String {
    let parts = line.split('`').enumerate();
    let printed = parts.map(|(n, part)| if n % 2 == 0 { printed(part) } else { part.to_owned() });
    printed.collect::<Vec<_>>().join("`")
}

fn printed(text: &str) -> String {
    let text = SIGNS.iter().fold(text.to_owned(), |text, (typed, sign)| text.replace(typed, sign));
    let letters: Vec<char> = text.chars().collect();
    let at = |n: Option<usize>| n.and_then(|n| letters.get(n)).copied();
    let figure = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    let mut quoted = false;
    let mut out = String::with_capacity(text.len());
    for (n, letter) in letters.iter().enumerate() {
        let (before, after) = (at(n.checked_sub(1)), at(Some(n + 1)));
        let apart = before == Some(' ') && after == Some(' ');
        let spaced = figure(at(n.checked_sub(2))) && apart && figure(at(Some(n + 2)));
        out.push(match letter {
            '"' if figure(before) && !quoted => '\u{2033}',
            '"' => {
                quoted = !quoted;
                '"'
            }
            // Before a number, not within a range or a name.
            '-' if figure(after) && before.is_none_or(|before| " (/,=\u{d7}\u{2264}\u{2265}".contains(before)) => {
                '\u{2212}'
            }
            '-' if spaced => '\u{2212}',
            'x' if spaced || (figure(before) && figure(after)) => '\u{d7}',
            letter => *letter,
        });
    }
    out
}

/// A text with another word in place of one that stands alone.
fn replace_word(text: &str, word: &str, by: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(word) {
        let (head, tail) = rest.split_at(at);
        let tail = &tail[word.len()..];
        let free = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
        let alone = free(head.chars().next_back()) && free(tail.chars().next());
        out.push_str(head);
        out.push_str(if alone { by } else { word });
        rest = tail;
    }
    out.push_str(rest);
    out
}

/// A Markdown text as one line without its signs.
pub(super) fn plain(text: &str) -> String {
    let lines = text.lines().map(|line| line.trim_start_matches(['-', '#', '>', ' ']));
    let lines = lines.filter(|line| line.chars().any(char::is_alphanumeric));
    let line: String = lines.collect::<Vec<_>>().join(" ").replace(['*', '`'], "").replace('|', " ");
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use grapeshot_floor::rulebook_text;
    use grapeshot_game::picture::fonts;

    #[test]
    fn stars_between_factors_are_multiplication_signs_and_emphasis_stays() {
        assert_eq!(
            typeset("gone A*t, then 2*(A+C) or D*A/(A+C)"),
            "gone A\u{d7}t, then 2\u{d7}(A+C) or D\u{d7}A/(A+C)"
        );
        assert_eq!(typeset("3 * 4 and *charge* or **bold**"), "3 \u{d7} 4 and *charge* or **bold**");
        assert_eq!(typeset("* one\n* two"), "* one\n* two");
    }

    #[test]
    fn where_a_rule_comes_from_is_not_told_in_the_middle_of_it() {
        let text = "The seeds of its seed.\n- Source: seed \u{a7}6; base\n- Example: none";
        assert_eq!(typeset(text), "The seeds of its rules sheet.\n- Example: none");
        for rule in rulebook_text::all() {
            let shown = typeset(&rule.whole());
            assert!(!shown.is_empty() && !shown.contains("Source:"), "{}: {shown}", rule.id);
        }
    }

    #[test]
    fn signs_are_those_of_print_and_words_of_files_stay() {
        let typed = "8\" -> D6 <= 3, -1 (10-12) +/-2, 3 x 4 or 3x4, a 2-1 win, \"over 3\" or 5 - 2 `a->b`";
        let printed = "8\u{2033} \u{2192} D6 \u{2264} 3, \u{2212}1 (10-12) \u{b1}2, 3 \u{d7} 4 or 3\u{d7}4, \
                       a 2-1 win, \"over 3\" or 5 \u{2212} 2 `a->b`";
        assert_eq!(signs(typed), printed);
        for rule in rulebook_text::all() {
            let shown = typeset(&rule.whole());
            let outside: String = shown.split('`').step_by(2).collect();
            for (typed, _) in SIGNS {
                assert!(!outside.contains(typed), "{} holds {typed}", rule.id);
            }
            // The numbers of rules stay links.
            let before = rulebook_text::ids(rule.text.split("- Source:").next().unwrap_or_default());
            for id in before {
                assert!(shown.contains(id), "{} lost {id}", rule.id);
            }
        }
    }

    #[test]
    fn every_letter_of_a_rule_is_in_one_of_our_faces() {
        for rule in rulebook_text::all() {
            let missing: String =
                typeset(&rule.whole()).chars().filter(|c| !c.is_whitespace() && !fonts::has(*c)).collect();
            assert!(missing.is_empty(), "{}: {missing}", rule.id);
        }
    }

    #[test]
    fn no_formula_of_a_rulebook_reads_as_emphasis() {
        let parser = |text: &str| {
            let mut open = 0_usize;
            for (n, letter) in text.char_indices().filter(|(_, letter)| *letter == '*') {
                let inside = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
                let between =
                    inside(text[..n].chars().next_back()) && inside(text[n + letter.len_utf8()..].chars().next());
                open += usize::from(between);
            }
            open
        };
        for rule in rulebook_text::all() {
            assert_eq!(parser(&typeset(&rule.whole())), 0, "{}", rule.id);
        }
    }
}
