//! How the wins of the sides go with a value of the scenario that was varied.

use serde::Serialize;
use std::fmt::Write;

use super::report::{Report, Summary};

/// Letters of the line on which 0 to 100 % are drawn.
const LINE: usize = 26;

/// Series of one scenario in which one value of its file was changed again and again.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Curve {
    /// The scenario's title.
    pub title: String,
    /// Where the value stands in the file.
    pub path: String,
    /// The values as they are written, each with what came of it.
    pub points: Vec<(String, Summary)>,
}

impl Curve {
    /// The curves that reports make up: one for each scenario, value that was varied and choice of commanders, in their
    /// order.
    pub fn of(reports: &[Report]) -> Vec<Self> {
        let mut curves: Vec<(&Report, Self)> = Vec::new();
        for report in reports {
            let conditions = &report.conditions;
            let Some(change) = &conditions.change else { continue };
            let alike = |(first, curve): &&mut (&Report, Self)| {
                let of = &first.conditions;
                (&of.scenario, &of.levels, &curve.path) == (&conditions.scenario, &conditions.levels, &change.path)
            };
            let point = (change.value.clone(), report.summary());
            match curves.iter_mut().find(alike) {
                Some((_, curve)) => curve.points.push(point),
                None => {
                    let (title, path) = (conditions.title.clone(), change.path.clone());
                    curves.push((report, Self { title, path, points: vec![point] }));
                }
            }
        }
        curves.into_iter().map(|(_, curve)| curve).collect()
    }

    /// The curve for people: the share of battles that each side won, with its interval on a line from 0 to 100 %.
    pub fn text(&self) -> String {
        let mut text = format!("{}: {}\n{:<12}", self.title, self.path, "");
        let sides = self.points.first().map_or(&[][..], |(_, summary)| &summary.sides);
        for side in sides {
            let _ = write!(text, "{:<width$}", format!("{} wins", side.side), width = LINE + 12);
        }
        text.push_str("turns\n");
        for (value, summary) in &self.points {
            let _ = write!(text, "{value:<12}");
            for side in &summary.sides {
                let _ = write!(text, "{:>5.1} %  {}   ", side.wins.share * 100.0, line(&side.wins));
            }
            let _ = writeln!(text, "{:.1}", summary.turns.mean);
        }
        text
    }
}

/// A share with its interval: `|   --o---      |`.
fn line(share: &super::statistics::Share) -> String {
    let at = |share: f64| ((share * LINE as f64) as usize).min(LINE - 1);
    let letter = |n: usize| match n {
        n if n == at(share.share) => 'o',
        n if (at(share.low)..=at(share.high)).contains(&n) => '-',
        _ => ' ',
    };
    format!("|{}|", (0..LINE).map(letter).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::statistics::Share;

    #[test]
    fn an_interval_is_drawn_about_its_share() {
        let drawn = line(&Share::of(5, 10));
        assert_eq!(drawn.chars().count(), LINE + 2);
        let (o, first) = (drawn.find('o').unwrap(), drawn.find('-').unwrap());
        assert!(first < o && drawn.rfind('-').unwrap() > o, "{drawn}");
        assert_eq!(line(&Share { count: 0, share: 1.0, low: 1.0, high: 1.0 }).find('o'), Some(LINE));
    }
}
