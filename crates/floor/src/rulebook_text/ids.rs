/// Everything in a text that has the form of a rule id, in order.
pub fn ids(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at + 6 <= bytes.len() {
            let start = at;
            at += 1;
            let free = start == 0 || !bytes[start - 1].is_ascii_alphanumeric();
            let prefix = bytes[start].is_ascii_uppercase() && bytes[start + 1].is_ascii_uppercase();
            if !(free && prefix && bytes[start + 2] == b'-') {
                continue;
            }
            let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let chapter = digits(start + 3);
            let dot = start + 3 + chapter;
            if chapter == 0 || bytes.get(dot) != Some(&b'.') {
                continue;
            }
            let number = digits(dot + 1);
            if number > 0 {
                at = dot + 1 + number;
                return Some(&text[start..at]);
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_found_only_where_they_stand_alone() {
        let found: Vec<&str> = ids("(CP-1.10), HM-5.3: XCP-1.1 and CP-2 then OW-9.13.").collect();
        assert_eq!(found, ["CP-1.10", "HM-5.3", "OW-9.13"]);
    }
}
