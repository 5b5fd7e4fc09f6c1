//! What may be drawn over a table besides ground and pieces.

use std::str::FromStr;

use grapeshot_floor::english::words::in_words;

in_words! {
    /// One thing that may be drawn over a table.
    #[derive(PartialOrd, Ord)]
    pub enum Layer: ALL, word {
        /// The names of the units.
        Names = "names";
        /// The deployment zones, hatched.
        Zones = "zones";
        /// The objectives, ringed, and the areas and edges that earn points, dashed.
        Objectives = "objectives";
        /// The units that come later, as ghosts at their edge, with turn and chance.
        Arrivals = "arrivals";
        /// The lines of sight that are free.
        Sight = "sight";
        /// How far units could come.
        Reach = "reach";
        /// What units could shoot at.
        Fire = "fire";
        /// Command radii.
        Command = "command";
        /// How far the sides are from each other, in inches and in moves.
        Distances = "distances";
    }
}

impl Layer {
    /// What it shows, in a few words, where that does not speak for itself.
    pub fn meaning(self) -> Option<&'static str> {
        match self {
            Self::Names | Self::Zones | Self::Objectives => None,
            Self::Arrivals => Some("where units come later"),
            Self::Sight => Some("lines of sight that are free"),
            Self::Reach => Some("how far units could come at most"),
            Self::Fire => Some("what they could shoot at from where they stand"),
            Self::Command => Some("command radii"),
            Self::Distances => Some("between the nearest enemies"),
        }
    }
}

impl FromStr for Layer {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|layer| layer.word() == word).ok_or_else(|| {
            let words = Self::ALL.map(Self::word);
            format!("there is no layer {word:?}; the layers are {}", words.join(", "))
        })
    }
}

/// Some of the layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layers(u16);

impl Layers {
    /// Not one.
    pub const NONE: Self = Self(0);

    /// Whether a layer is among them.
    pub fn has(self, layer: Layer) -> bool {
        self.0 & (1 << layer as u16) != 0
    }

    /// The same with one layer more, or with one less if it is among them.
    pub fn toggled(self, layer: Layer) -> Self {
        Self(self.0 ^ (1 << layer as u16))
    }
}

impl Default for Layers {
    /// What a scenario says by itself.
    fn default() -> Self {
        [Layer::Names, Layer::Zones, Layer::Objectives, Layer::Arrivals].into_iter().collect()
    }
}

impl FromIterator<Layer> for Layers {
    fn from_iter<I: IntoIterator<Item = Layer>>(layers: I) -> Self {
        Self(layers.into_iter().fold(0, |all, layer| all | 1 << layer as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_is_known_by_its_word_and_no_other_word_is_one() {
        for layer in Layer::ALL {
            assert_eq!(layer.word().parse(), Ok(layer));
            let only = Layers::NONE.toggled(layer);
            assert!(Layer::ALL.into_iter().all(|other| only.has(other) == (other == layer)));
            assert_eq!(only.toggled(layer), Layers::NONE);
        }
        assert!("sights".parse::<Layer>().expect_err("it is none").contains("sight, reach"));
    }
}
