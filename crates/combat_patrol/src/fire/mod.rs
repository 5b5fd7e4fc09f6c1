//! Fire (chapters 6 and 7): [`shooting`], why there is [`no_shot`], and weapons that two serve ([`crewed`]), in what
//! [`manner`]; [`cover`], [`wounds`] and [`thrown`]: what becomes of a hit.

pub mod cover;
pub mod crewed;
pub mod manner;
pub mod no_shot;
pub mod shooting;
pub mod thrown;
pub mod wounds;
