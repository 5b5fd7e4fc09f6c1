//! Where the battle stands: [`sequence_of_play`] holds turn, card, activation, march and what is still to come,
//! [`activity`] what each figure does and has done in the activation; [`ways`] are the paths of movers, [`shot`] how
//! shots are made; [`doors`], [`guns`], [`mines`] and [`led_horses`] hold what else changes on the table; [`prizes`]
//! says which figure has what; [`happened`] holds the events of the scenario.

pub mod activity;
pub mod doors;
pub mod guns;
pub mod happened;
pub mod led_horses;
pub mod mines;
pub mod prizes;
pub mod sequence_of_play;
pub mod shot;
pub mod ways;
