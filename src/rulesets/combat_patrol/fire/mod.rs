//! Fire (chapters 6 and 7): [`shooting`] and weapons that two serve ([`crewed`]); [`cover`], [`wounds`] and [`thrown`]:
//! what becomes of a hit.

pub mod cover;
pub mod crewed;
pub mod shooting;
pub mod thrown;
pub mod wounds;
