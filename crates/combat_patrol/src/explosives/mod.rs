//! Explosives (chapter 8): the [`burst`] itself, [`throwing`], fire [`missions`] from beyond the table, [`mines`], and
//! shots at them ([`sniping`]).

pub mod burst;
pub mod mines;
pub mod missions;
pub mod sniping;
pub mod throwing;
