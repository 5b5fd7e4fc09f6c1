//! The words, numbers, texts and signs of a file, before they are a tree.

use std::ops::Range;

use super::problem::Problem;

/// What a text is made of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Token {
    Open(u8),
    Close(u8),
    Colon,
    Comma,
    Text,
    Word,
    Number,
}

/// The words, numbers, texts and signs of a text, each with its bytes; remarks are left out.
pub(super) fn tokens(text: &str, problems: &mut Vec<Problem>) -> Option<Vec<(Token, Range<usize>)>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let rest = &bytes[at..];
        let token = match bytes[at] {
            b' ' | b'\t' | b'\r' | b'\n' => {
                at += 1;
                continue;
            }
            // The extensions that a file asks for stand before all else.
            b'#' if found.is_empty() && rest.starts_with(b"#![") => {
                at += rest.iter().position(|byte| *byte == b']').map_or(rest.len(), |end| end + 1);
                continue;
            }
            b'/' if rest.starts_with(b"//") => {
                at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                continue;
            }
            b'/' if rest.starts_with(b"/*") => {
                at = after_comment(bytes, at).or_else(|| {
                    problems.push(Problem::at(start..start + 2, "a comment is never closed").label("it begins here"));
                    None
                })?;
                continue;
            }
            open @ (b'(' | b'[' | b'{') => Token::Open(open),
            close @ (b')' | b']' | b'}') => Token::Close(close),
            b':' => Token::Colon,
            b',' => Token::Comma,
            b'"' => {
                at = after_text(bytes, at).or_else(|| {
                    problems.push(never_closed(text, &found, start));
                    None
                })?;
                found.push((Token::Text, start..at));
                continue;
            }
            b'r' if raw_text(bytes, at).is_some() => {
                at = raw_text(bytes, at)?.or_else(|| {
                    problems.push(Problem::at(start..start + 1, "a text is never closed").label("it begins here"));
                    None
                })?;
                found.push((Token::Text, start..at));
                continue;
            }
            first if first.is_ascii_alphanumeric() || b"_+-.".contains(&first) => {
                at += rest
                    .iter()
                    .position(|byte| !(byte.is_ascii_alphanumeric() || b"_+-.".contains(byte)))
                    .unwrap_or(rest.len());
                let word = &text[start..at];
                let digit = first.is_ascii_digit() || b"+-.".contains(&first);
                let token = if digit || word == "inf" || word == "NaN" { Token::Number } else { Token::Word };
                found.push((token, start..at));
                continue;
            }
            _ => {
                if let Some(opened) = runaway(text, &found) {
                    problems.push(never_closed(text, &found, opened));
                    return None;
                }
                let length = text[start..].chars().next().map_or(1, char::len_utf8);
                let span = start..start + length;
                problems.push(
                    Problem::at(span.clone(), format!("{:?} has no meaning here", &text[span]))
                        .label("here")
                        .help("Text belongs in quotes, remarks behind //."),
                );
                return None;
            }
        };
        at += 1;
        found.push((token, start..at));
    }
    Some(found)
}

/// The start of the first text that goes over several lines and ends where no text can end: before a word. Its own
/// closing quote is missing, and what closed it was meant to open the next one.
pub(super) fn runaway(text: &str, found: &[(Token, Range<usize>)]) -> Option<usize> {
    let pairs = found.windows(2);
    let mut odd = pairs.filter(|pair| pair[0].0 == Token::Text && matches!(pair[1].0, Token::Word | Token::Text));
    odd.find(|pair| text[pair[0].1.clone()].contains('\n')).map(|pair| pair[0].1.start)
}

/// Says that a text is never closed that begins here, or that a text before it runs away.
pub(super) fn never_closed(text: &str, found: &[(Token, Range<usize>)], start: usize) -> Problem {
    let opened = runaway(text, found).unwrap_or(start);
    Problem::at(opened..opened + 1, "a text is never closed")
        .label("it begins here")
        .help("Its closing quote is missing.")
}

fn after_comment(bytes: &[u8], start: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = start;
    while at < bytes.len() {
        if bytes[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if bytes[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return Some(at);
            }
        } else {
            at += 1;
        }
    }
    None
}

fn after_text(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return Some(at + 1),
            _ => at += 1,
        }
    }
    None
}

/// `None` if no raw text begins here; its end, if it has one.
fn raw_text(bytes: &[u8], start: usize) -> Option<Option<usize>> {
    let hashes = bytes[start + 1..].iter().take_while(|byte| **byte == b'#').count();
    let quote = start + 1 + hashes;
    if bytes.get(quote) != Some(&b'"') {
        return None;
    }
    let mut at = quote + 1;
    while at < bytes.len() {
        if bytes[at] == b'"' && bytes[at + 1..].iter().take_while(|byte| **byte == b'#').count() >= hashes {
            return Some(Some(at + 1 + hashes));
        }
        at += 1;
    }
    Some(None)
}
