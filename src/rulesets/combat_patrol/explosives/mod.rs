//! What bursts (chapter 8): the [`burst`] itself, [`throwing`], fire [`missions`] from beyond the table, and [`mines`].

pub mod burst;
pub mod mines;
pub mod missions;
pub mod throwing;
