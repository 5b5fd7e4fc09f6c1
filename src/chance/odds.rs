/// The chances of 0, 1, 2 ... successes of independent tries, each with its own chance.
pub fn spread(chances: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut spread = vec![1.0];
    for chance in chances {
        let mut next = vec![0.0; spread.len() + 1];
        for (hits, share) in spread.iter().enumerate() {
            next[hits] += share * (1.0 - chance);
            next[hits + 1] += share * chance;
        }
        spread = next;
    }
    spread
}
