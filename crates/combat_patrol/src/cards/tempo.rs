//! What the activation deck gave the sides in a turn, and what it gives on average (CP-2.3, CP-2.14).

use super::decks::{ACTIVATION_CARDS, ActivationCard, Decks};
use crate::{book::rule_settings::ReshuffleMode, view::rulebook::SkirmishView};
use grapeshot_floor::{
    english,
    events::{EventKind, Explained, RuleId},
    forces::SideId,
    turn::BattleMut,
};

/// How the end of a turn lies in the deck (CP-2.14).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// One Reshuffle, anywhere.
    Anywhere,
    /// One Reshuffle, in the bottom half.
    Buried,
    /// Two of them, the second ends the turn.
    Second,
}

impl End {
    fn of(cp: &SkirmishView) -> Self {
        match cp.settings().core.reshuffle_mode {
            ReshuffleMode::Buried => Self::Buried,
            ReshuffleMode::Double => Self::Second,
            ReshuffleMode::Random => Self::Anywhere,
        }
    }

    /// The chance that 0, 1, 2 and more of the number cards come before the end of the turn. `all`: the cards of the
    /// deck, the Reshuffle cards among them.
    fn shares(self, numbers: usize, all: usize) -> Vec<f64> {
        let each = 1.0 / (numbers + 1) as f64;
        match self {
            // Only the order of the number cards and the Reshuffle matters: each place is as likely as another.
            Self::Anywhere => vec![each; numbers + 1],
            // The first Reshuffle lies at one of as many places as there are cards before the second, and one more.
            Self::Second => (0..=numbers).map(|k| 2.0 * (k + 1) as f64 * each / (numbers + 2) as f64).collect(),
            Self::Buried => {
                let (others, places) = (all - 1, all / 2);
                let mut shares = vec![0.0; numbers + 1];
                for below in 0..places {
                    let before = others - below;
                    for (k, share) in shares.iter_mut().enumerate() {
                        let ways = choose(numbers, k) * choose(others - numbers, before.wrapping_sub(k));
                        *share += ways / choose(others, before) / places as f64;
                    }
                }
                shares
            }
        }
    }
}

/// The number of ways in which `some` of `of` things can be chosen.
fn choose(of: usize, some: usize) -> f64 {
    if some > of { 0.0 } else { (0..some).fold(1.0, |ways, n| ways * (of - n) as f64 / (n + 1) as f64) }
}

/// CP-2.3: the chance that number cards bring a side 0, 1, 2 and more activations before the turn ends. `weights`: the
/// units that act on each of the number cards; `all`: the cards of the deck.
pub fn activations(weights: &[usize], end: End, all: usize) -> Vec<f64> {
    let (cards, most) = (weights.len(), weights.iter().sum::<usize>());
    // The number of ways in which a number of cards bring a number of activations.
    let mut ways = vec![vec![0.0_f64; most + 1]; cards + 1];
    ways[0][0] = 1.0;
    for (n, weight) in weights.iter().enumerate() {
        for taken in (0..=n).rev() {
            for sum in (0..=most - weight).rev() {
                ways[taken + 1][sum + weight] += ways[taken][sum];
            }
        }
    }
    let mut shares = vec![0.0; most + 1];
    for (taken, chance) in end.shares(cards, all).into_iter().enumerate() {
        for (share, ways) in shares.iter_mut().zip(&ways[taken]) {
            *share += chance * ways / choose(cards, taken);
        }
    }
    shares
}

/// CP-2.3: says of each side, as a detail of the Reshuffle that ends the turn, how many activations number cards
/// brought it, and how many such a deck brings on average. What Elite, Green and Hero cards change is not in it.
pub fn tell(battle: &mut BattleMut) {
    let view = battle.view();
    let deck = &view.resource::<Decks>().activation;
    let (end, all) = (End::of(&SkirmishView::of(view)), deck.all().len());
    let came: Vec<ActivationCard> = deck.drawn().iter().map(|card| ACTIVATION_CARDS[usize::from(*card)]).collect();
    let rolled = dice(battle);
    let bound = SkirmishView::of(view).settings().core.side_colours;
    let sides: Vec<SideId> = view.sides().players().collect();
    for side in sides {
        let units = |number: u8, red: bool| {
            let own = !bound || (side.0 == 1) == red;
            rolled.iter().filter(|(of, die)| own && *of == side && *die == number).count()
        };
        let weight = |card: &ActivationCard| match card {
            ActivationCard::Number(number, red) => Some(units(*number, *red)),
            _ => None,
        };
        let weights: Vec<usize> = ACTIVATION_CARDS.iter().filter_map(weight).collect();
        let spread: Vec<f32> = activations(&weights, end, all).into_iter().map(|share| share as f32).collect();
        if spread.len() < 2 {
            continue;
        }
        let given: usize = came.iter().filter_map(weight).sum();
        let average: f32 = spread.iter().enumerate().map(|(n, share)| n as f32 * share).sum();
        let text = format!(
            "{}: number cards brought {}, {average:.1} on average",
            battle.view().side_named(side).short,
            english::count(given, "activation")
        );
        battle.detail(Some(side), EventKind::Note, RuleId::new("CP-2.3"), text, Explained::default());
        battle.trial_of("Activations by number cards", spread, given);
    }
}

/// CP-2.1: the command dice of this turn's units, as they were rolled. Swapping them within a side changes nothing of
/// what the deck can bring it.
fn dice(battle: &BattleMut) -> Vec<(SideId, u8)> {
    let log = battle.view().log().events();
    let turn = battle.view().clock().turn;
    log.iter()
        .rev()
        .take_while(|event| event.turn == turn)
        .filter(|event| event.rule == RuleId::new("CP-2.1"))
        .filter_map(|event| match &event.kind {
            EventKind::Rolled { side: Some(side), dice, .. } => Some((*side, *dice.first()?)),
            _ => None,
        })
        .collect()
}
