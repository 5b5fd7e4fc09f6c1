/// The chances of 0, 1, 2 ... successes of independent tries, each with its own chance.
pub fn spread(chances: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut spread = vec![1.0];
    for chance in chances {
        spread.push(0.0);
        for hits in (1..spread.len()).rev() {
            spread[hits] = spread[hits - 1] * chance + spread[hits] * (1.0 - chance);
        }
        spread[0] *= 1.0 - chance;
    }
    spread
}

/// The chances of 0, 1, 2 ... successes of two lots of independent tries together.
pub fn sum_of(one: &[f32], other: &[f32]) -> Vec<f32> {
    let mut both = vec![0.0; one.len() + other.len() - 1];
    for (n, share) in one.iter().enumerate() {
        for (m, part) in other.iter().enumerate() {
            both[n + m] += share * part;
        }
    }
    both
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_lots_of_tries_together_are_as_one_of_all() {
        let (one, other) = (spread([0.5].into_iter()), spread([0.25, 0.5].into_iter()));
        assert_eq!(sum_of(&one, &other), spread([0.5, 0.25, 0.5].into_iter()));
    }
}
