//! Where the battle stands: [`sequence_of_play`] holds turn, card, activation, march and what waits; [`sound`] says which
//! state nobody may set from outside, and what the rules rely on in it.

pub mod sequence_of_play;
pub mod sound;
