//! The search for a rule by its number or by words, and the words round the place that was found.

use bevy_egui::egui;

use super::typeset::{plain, typeset};
use crate::theme;
use grapeshot_floor::rulebook_text::{self, Rule};

/// A rule that a search found, with some of its words round the place.
pub(super) struct Found {
    pub(super) rule: &'static Rule,
    pub(super) words: String,
}

/// The rules that a search finds, the best first: the number itself, numbers that begin so, then words.
pub(super) fn find(search: &str, fits: impl Fn(&Rule) -> bool) -> Vec<Found> {
    let wanted = search.trim().to_uppercase();
    let exact = rulebook_text::rule(&wanted);
    let begins = rulebook_text::all().iter().filter(|rule| rule.id.starts_with(&wanted));
    let by_number = exact.into_iter().chain(begins).map(|rule| (rule, true));
    let by_words = rulebook_text::search(search).into_iter().map(|rule| (rule, false));
    let mut found: Vec<Found> = Vec::new();
    for (rule, by_number) in by_number.chain(by_words).filter(|(rule, _)| fits(rule)) {
        if found.iter().any(|known| known.rule.id == rule.id) {
            continue;
        }
        let text = plain(&typeset(&rule.whole()));
        let title = format!("{} {}", rule.id, rule.title);
        // A word that stands only in what is not shown does not count.
        if by_number || search.split_whitespace().all(|word| hit(&title, word).or(hit(&text, word)).is_some()) {
            found.push(Found { rule, words: words_round(&text, search) });
        }
    }
    found
}

/// Where a word first stands in a text, capital or not, as a range of bytes.
fn hit(text: &str, word: &str) -> Option<std::ops::Range<usize>> {
    let same = |a: char, b: char| a == b || a.to_lowercase().eq(b.to_lowercase());
    text.char_indices().find_map(|(at, _)| {
        let mut letters = text[at..].chars();
        let mut end = at;
        for wanted in word.chars() {
            let letter = letters.next().filter(|letter| same(*letter, wanted))?;
            end += letter.len_utf8();
        }
        (end > at).then_some(at..end)
    })
}

/// Letters that are shown of a text: before the word that was looked for, and in all.
const ROUND: (usize, usize) = (36, 110);

/// The words of a text round the place that has most of the words looked for; its beginning if none of them stands in
/// it.
fn words_round(text: &str, search: &str) -> String {
    let mut best: (usize, String) = (0, words_at(text, 0));
    for word in search.split_whitespace() {
        let mut from = 0;
        while let Some(next) = hit(&text[from..], word) {
            let words = words_at(text, from + next.start);
            let there = search.split_whitespace().filter(|word| hit(&words, word).is_some()).count();
            if there > best.0 {
                best = (there, words);
            }
            from += next.end;
        }
    }
    best.1
}

/// The words of a text round a place, each of them whole.
fn words_at(text: &str, place: usize) -> String {
    let back = text[..place].char_indices().rev().take(ROUND.0).last().map_or(place, |(at, _)| at);
    let begin = match text[back..place].find(' ') {
        _ if back == 0 => 0,
        Some(space) => back + space + 1,
        None => place,
    };
    let end = text[begin..].char_indices().nth(ROUND.1).map_or(text.len(), |(at, _)| begin + at);
    let end = if end == text.len() { end } else { text[begin..end].rfind(' ').map_or(end, |space| begin + space) };
    let before = if begin > 0 { "\u{2026} " } else { "" };
    let after = if end < text.len() { " \u{2026}" } else { "" };
    format!("{before}{}{after}", text[begin..end].trim())
}

/// A text in which the words that were looked for are marked.
pub(super) fn marked(text: &str, search: &str, plain: &egui::TextFormat) -> egui::text::LayoutJob {
    let bold = egui::FontId::new(plain.font_id.size, theme::bold_family());
    let mark = egui::TextFormat { font_id: bold, color: theme::INK, background: theme::BRASS_LIGHT, ..plain.clone() };
    let mut job = egui::text::LayoutJob::default();
    let mut rest = text;
    while !rest.is_empty() {
        let hits = search.split_whitespace().filter_map(|word| hit(rest, word));
        let Some(next) = hits.min_by_key(|hit| (hit.start, std::cmp::Reverse(hit.end))) else { break };
        job.append(&rest[..next.start], 0.0, plain.clone());
        job.append(&rest[next.clone()], 0.0, mark.clone());
        rest = &rest[next.end..];
    }
    job.append(rest, 0.0, plain.clone());
    job
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_shows_the_words_round_the_place_and_marks_them() {
        let text = "A mounted figure that sees a charge may counter-charge on a successful reaction, in open or close \
                    order: one card of movement for all that counter-charge at this pause, and no more than that.";
        let shown = words_round(text, "Reaction");
        assert!(shown.starts_with("\u{2026} ") && shown.ends_with(" \u{2026}"), "{shown}");
        assert!(shown.contains("on a successful reaction, in open"), "{shown}");
        assert!(text.contains(shown.trim_matches(['\u{2026}', ' '])), "{shown}: whole words");
        let both = words_round(text, "movement charge pause");
        assert!(both.contains("at this pause") && both.contains("movement"), "{both}: most of them");
        let job = marked(&shown, "Reaction order", &egui::TextFormat::default());
        let marks: Vec<&str> = (job.sections.iter())
            .filter(|section| section.format.background != egui::Color32::TRANSPARENT)
            .map(|section| &job.text[section.byte_range.start.0..section.byte_range.end.0])
            .collect();
        assert_eq!((job.text.as_str(), marks), (shown.as_str(), vec!["reaction", "order"]));
        for found in find("ford", |_| true) {
            let seen = format!("{} {} {}", found.rule.id, found.rule.title, found.words).to_lowercase();
            assert!(seen.contains("ford"), "{}: {}", found.rule.id, found.words);
        }
    }

    #[test]
    fn a_search_for_a_number_finds_that_rule_first() {
        let rules = rulebook_text::all();
        let wanted = &rules[rules.len() / 2];
        assert_eq!(find(wanted.id, |_| true)[0].rule.id, wanted.id);
    }
}
