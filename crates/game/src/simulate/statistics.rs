//! Shares with their uncertainty, means, quartiles.

use serde::Serialize;

/// A share of trials with the 95 % interval in which the true share lies, by Wilson's score.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Share {
    /// Successes.
    pub count: u64,
    /// The share, 0 to 1.
    pub share: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Share {
    /// A number of successes in a number of trials; without trials anything may be true.
    pub fn of(count: u64, trials: u64) -> Self {
        const Z: f64 = 1.959_963_984_540_054;
        if trials == 0 {
            return Self { count, share: 0.0, low: 0.0, high: 1.0 };
        }
        let n = trials as f64;
        let share = count as f64 / n;
        let middle = share + Z * Z / (2.0 * n);
        let spread = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        Self { count, share, low: ((middle - spread) / scale).max(0.0), high: ((middle + spread) / scale).min(1.0) }
    }
}

/// Mean and quartiles.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Spread {
    pub mean: f64,
    /// A quarter lies below.
    pub low: f64,
    /// Half lies below.
    pub median: f64,
    /// Three quarters lie below.
    pub high: f64,
}

impl Spread {
    /// Of these numbers; all 0 if there are none.
    pub fn of(numbers: impl IntoIterator<Item = f64>) -> Self {
        let mut numbers: Vec<f64> = numbers.into_iter().collect();
        if numbers.is_empty() {
            return Self::default();
        }
        numbers.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let place = share * (numbers.len() - 1) as f64;
            let (below, above) = (numbers[place.floor() as usize], numbers[place.ceil() as usize]);
            below + (above - below) * place.fract()
        };
        Self {
            mean: numbers.iter().sum::<f64>() / numbers.len() as f64,
            low: at(0.25),
            median: at(0.5),
            high: at(0.75),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wilson_interval_is_that_of_the_textbook() {
        let share = Share::of(8, 10);
        assert!((share.low - 0.4902).abs() < 1e-3 && (share.high - 0.9433).abs() < 1e-3, "{share:?}");
        assert_eq!((Share::of(0, 0).low, Share::of(0, 0).high), (0.0, 1.0));
    }

    #[test]
    fn quartiles_lie_between_neighbours() {
        assert_eq!(Spread::of([4.0, 1.0, 3.0, 2.0]), Spread { mean: 2.5, low: 1.75, median: 2.5, high: 3.25 });
    }
}
