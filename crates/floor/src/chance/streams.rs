use bevy::ecs::resource::Resource;
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use std::collections::{BTreeMap, VecDeque};

/// The name of a stream of chance, by its purpose ("dice").
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StreamId(pub SmolStr);

impl StreamId {
    /// A stream by its purpose.
    pub const fn new(purpose: &'static str) -> Self {
        Self(SmolStr::new_static(purpose))
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Stream {
    rng: ChaCha8Rng,
    /// Results that come next, whatever the generator says; dice by face, cards by number.
    forced: VecDeque<u16>,
}

/// A seed for one of many things that have a seed together: a battle of a series, a future of a battle.
pub fn seed_of(seed: u64, number: u64) -> u64 {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..].copy_from_slice(&number.to_le_bytes());
    xxhash_rust::xxh3::xxh3_64(&bytes)
}

/// All chance of a battle, made from one seed.
#[derive(Resource, Debug, Clone, Serialize, Deserialize)]
pub struct Chance {
    seed: u64,
    streams: BTreeMap<StreamId, Stream>,
}

impl Chance {
    /// Chance from a seed.
    pub fn new(seed: u64) -> Self {
        Self { seed, streams: BTreeMap::new() }
    }

    pub fn seed(&self) -> u64 {
        self.seed
    }

    fn stream(&mut self, id: &StreamId) -> &mut Stream {
        if !self.streams.contains_key(id) {
            let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
            rng.set_stream(xxhash_rust::xxh3::xxh3_64(id.0.as_bytes()));
            self.streams.insert(id.clone(), Stream { rng, forced: VecDeque::new() });
        }
        self.streams.get_mut(id).expect("the stream was put there the line before")
    }

    /// Rolls one die with this many faces, 1 to `faces`.
    pub fn roll(&mut self, id: &StreamId, faces: u8) -> u8 {
        let stream = self.stream(id);
        let rolled = stream.rng.random_range(1..=faces);
        stream.forced.pop_front().map_or(rolled, |forced| (forced as u8).clamp(1, faces))
    }

    /// Shuffles a list.
    pub fn shuffle<T>(&mut self, id: &StreamId, list: &mut [T]) {
        list.shuffle(&mut self.stream(id).rng);
    }

    /// A number from 0 to `below`, excluded.
    pub fn pick(&mut self, id: &StreamId, below: usize) -> usize {
        self.stream(id).rng.random_range(0..below as u64) as usize
    }

    /// Makes these results come next from a stream: dice by face, cards by their number in the deck's list.
    pub fn force(&mut self, id: &StreamId, results: impl IntoIterator<Item = u16>) {
        self.stream(id).forced.extend(results);
    }

    /// The forced results that nobody has drawn yet, by stream.
    pub fn forced(&self) -> impl Iterator<Item = (&StreamId, &VecDeque<u16>)> {
        self.streams.iter().map(|(id, stream)| (id, &stream.forced)).filter(|(_, forced)| !forced.is_empty())
    }

    /// The next forced result of a stream, taken off.
    pub fn take_forced(&mut self, id: &StreamId) -> Option<u16> {
        self.streams.get_mut(id)?.forced.pop_front()
    }
}
