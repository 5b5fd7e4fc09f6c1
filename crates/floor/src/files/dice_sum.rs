//! A number that six-sided dice say, as a file writes it.

use serde::{Deserialize, Serialize};
use std::{fmt, ops::RangeInclusive};

/// The faces of its dice.
const FACES: u16 = 6;
/// The most dice that are added up.
const MOST_DICE: u8 = 3;
/// The most that is added to them.
const MOST_MORE: u8 = 93;

/// A number that six-sided dice say, as one writes it: `2d6`, or `1d6+2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiceSum {
    /// How many dice are added up, 1 to 3.
    pub dice: u8,
    /// What is added to them, 0 to 93.
    pub more: u8,
}

impl DiceSum {
    /// How it is written, for those who must know.
    pub const EXPECTED: &'static str =
        "1 to 3 six-sided dice in quotes with what is added to them, \"2d6\" or \"1d6+2\"";

    /// Reads what stands in a file; none if it is not written so.
    pub fn parse(text: &str) -> Option<Self> {
        let (dice, more) = text.split_once("d6")?;
        let number = |digits: &str| {
            let digit = |byte: u8| byte.is_ascii_digit();
            digits.bytes().all(digit).then(|| digits.parse::<u8>().ok()).flatten()
        };
        let more = if more.is_empty() { 0 } else { number(more.strip_prefix('+')?)? };
        let sum = Self { dice: number(dice)?, more };
        ((1..=MOST_DICE).contains(&sum.dice) && more <= MOST_MORE).then_some(sum)
    }

    /// The least and the most that it may come to.
    pub fn range(self) -> RangeInclusive<u16> {
        let (dice, more) = (u16::from(self.dice), u16::from(self.more));
        dice + more..=dice * FACES + more
    }
}

impl fmt::Display for DiceSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}d6", self.dice)?;
        if self.more > 0 { write!(f, "+{}", self.more) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_read_as_they_are_written() {
        for (text, range) in [("1d6", 1..=6), ("2d6", 2..=12), ("1d6+2", 3..=8), ("3d6+80", 83..=98)] {
            let sum = DiceSum::parse(text).expect(text);
            assert_eq!((sum.range(), sum.to_string()), (range, text.to_owned()));
        }
        for text in ["", "d6", "6", "0d6", "4d6", "2d8", "2d6+", "2d6-1", "2d6+94", "+2d6", "2d6+1+1", " 2d6", "999d6"]
        {
            assert_eq!(DiceSum::parse(text), None, "{text}");
        }
    }
}
