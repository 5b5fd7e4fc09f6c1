use serde::{Deserialize, Serialize};

use super::{Chance, StreamId};

/// A deck of cards: those to come, top card last, and those drawn. Cards are numbers in their ruleset's list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deck {
    stream: StreamId,
    to_come: Vec<u16>,
    drawn: Vec<u16>,
}

impl Deck {
    /// A shuffled deck of these cards; its chance comes from this stream.
    pub fn shuffled(cards: impl IntoIterator<Item = u16>, stream: StreamId, chance: &mut Chance) -> Self {
        let mut deck = Self { stream, to_come: Vec::new(), drawn: cards.into_iter().collect() };
        deck.reshuffle(chance);
        deck
    }

    /// Puts the drawn cards back and shuffles all.
    pub fn reshuffle(&mut self, chance: &mut Chance) {
        self.to_come.append(&mut self.drawn);
        // The order before a shuffle must not depend on the history of the deck: only the chance does.
        self.to_come.sort_unstable();
        chance.shuffle(&self.stream, &mut self.to_come);
    }

    /// Draws the top card; an empty deck is shuffled anew first (CP-3.1). A forced card is brought to the top
    /// from where it lies, so that no card is ever lost or doubled.
    ///
    /// # Panics
    /// If the deck never had a card.
    pub fn draw(&mut self, chance: &mut Chance) -> u16 {
        if let Some(forced) = chance.take_forced(&self.stream) {
            if let Some(at) = self.to_come.iter().rposition(|c| *c == forced) {
                let card = self.to_come.remove(at);
                self.drawn.push(card);
                return card;
            }
            if let Some(at) = self.drawn.iter().position(|c| *c == forced) {
                let card = self.drawn.remove(at);
                self.drawn.push(card);
                return card;
            }
        }
        if self.to_come.is_empty() {
            self.reshuffle(chance);
        }
        let card = self.to_come.pop().expect("a deck has at least one card");
        self.drawn.push(card);
        card
    }

    /// Shuffles the cards that are still to come.
    pub fn shuffle_what_comes(&mut self, chance: &mut Chance) {
        self.to_come.sort_unstable();
        chance.shuffle(&self.stream, &mut self.to_come);
    }

    /// The stream its chance comes from.
    pub fn stream(&self) -> &StreamId {
        &self.stream
    }

    /// The number of cards still to come.
    pub fn left(&self) -> usize {
        self.to_come.len()
    }

    /// The cards drawn since the last shuffle, the oldest first (CP-15.3: open to all).
    pub fn drawn(&self) -> &[u16] {
        &self.drawn
    }

    /// All cards of the deck, sorted.
    pub fn all(&self) -> Vec<u16> {
        let mut all: Vec<u16> = self.to_come.iter().chain(&self.drawn).copied().collect();
        all.sort_unstable();
        all
    }

    /// Moves one card to a place counted from the bottom, 0 the lowest.
    pub fn bury(&mut self, card: u16, place: usize) {
        if let Some(at) = self.to_come.iter().position(|c| *c == card) {
            self.to_come.remove(at);
            self.to_come.insert(place.min(self.to_come.len()), card);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deck() -> (Deck, Chance) {
        let mut chance = Chance::new(7);
        (Deck::shuffled(0..50, StreamId::new("action"), &mut chance), chance)
    }

    /// CP-3.1: the draw takes the top card and puts it on the discards; an empty deck shuffles the discards.
    #[test]
    fn no_card_is_lost_through_a_reshuffle() {
        let (mut deck, mut chance) = deck();
        for _ in 0..50 {
            deck.draw(&mut chance);
        }
        assert_eq!((deck.left(), deck.drawn().len()), (0, 50));
        deck.draw(&mut chance);
        assert_eq!((deck.left(), deck.drawn().len()), (49, 1));
        assert_eq!(deck.all(), (0..50).collect::<Vec<_>>());
    }

    #[test]
    fn a_forced_card_comes_next_wherever_it_lies_and_is_not_doubled() {
        let (mut deck, mut chance) = deck();
        let first = deck.draw(&mut chance);
        chance.force(&StreamId::new("action"), [first, 13]);
        assert_eq!(deck.draw(&mut chance), first);
        assert_eq!(deck.draw(&mut chance), 13);
        assert_eq!(deck.all(), (0..50).collect::<Vec<_>>());
    }

    #[test]
    fn the_same_seed_gives_the_same_deck_and_another_stream_does_not_disturb_it() {
        let (deck, _) = deck();
        let mut chance = Chance::new(7);
        chance.roll(&StreamId::new("dice"), 6);
        assert_eq!(Deck::shuffled(0..50, StreamId::new("action"), &mut chance), deck);
        let mut other = Chance::new(8);
        assert_ne!(Deck::shuffled(0..50, StreamId::new("action"), &mut other), deck);
    }
}
