//! The seal at the end of each line of a record: a checksum of the line and of all lines before it. A byte that
//! changes anywhere breaks the seal of its line, and with it of all that follow.
//!
//! Lines stay JSON: `{"undo":{"left":3}}` is written as `{"undo":{"left":3},"seal":"0123456789abcdef"}`.

use xxhash_rust::xxh3::xxh3_64_with_seed;

const BEFORE: &str = ",\"seal\":\"";
const AFTER: &str = "\"}";
/// Bytes from the comma before the seal to the end of the line.
const LENGTH: usize = BEFORE.len() + 16 + AFTER.len();

/// What the lines so far come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Seal(u64);

impl Seal {
    /// Seals a JSON object as the next line, and gives back the line without its end.
    pub fn close(&mut self, object: &[u8]) -> Vec<u8> {
        let body = object.strip_suffix(b"}").unwrap_or(object);
        self.0 = xxh3_64_with_seed(body, self.0);
        let mut line = body.to_vec();
        line.extend_from_slice(format!("{BEFORE}{:016x}{AFTER}", self.0).as_bytes());
        line
    }

    /// The JSON object of the next line; none if its seal is missing or wrong.
    pub fn open(&mut self, line: &[u8]) -> Option<Vec<u8>> {
        let (body, _) = parts(line)?;
        let mut next = *self;
        let mut object = body.to_vec();
        object.push(b'}');
        if next.close(&object) != line {
            return None;
        }
        *self = next;
        Some(object)
    }
}

/// Whether a line ends as a sealed one does.
pub fn is_sealed(line: &[u8]) -> bool {
    parts(line).is_some()
}

fn parts(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let (body, end) = line.split_at_checked(line.len().checked_sub(LENGTH)?)?;
    (end.starts_with(BEFORE.as_bytes()) && end.ends_with(AFTER.as_bytes())).then_some((body, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_byte_anywhere_breaks_the_seal() {
        let (first, second) = (b"{\"a\":1}".as_slice(), b"{\"b\":[true]}".as_slice());
        let mut seal = Seal::default();
        let lines = [seal.close(first), seal.close(second)];
        let read = |lines: &[Vec<u8>]| {
            let mut seal = Seal::default();
            lines.iter().map(|line| seal.open(line)).collect::<Option<Vec<_>>>()
        };
        assert_eq!(read(&lines), Some(vec![first.to_vec(), second.to_vec()]));
        for line in 0..2 {
            for at in 0..lines[line].len() {
                for bit in 0..8 {
                    let mut changed = lines.clone();
                    changed[line][at] ^= 1 << bit;
                    assert_eq!(read(&changed), None, "line {line}, byte {at}, bit {bit}");
                }
            }
        }
        assert_eq!(read(&[lines[1].clone(), lines[0].clone()]), None, "their order counts");
        assert!(is_sealed(&lines[0]) && !is_sealed(first) && !is_sealed(b""));
    }
}
