//! Fire (chapters 6 and 7): [`shooting`], weapons that two serve ([`crewed`]), shots at what lies on the table ([`sniping`]);
//! [`cover`] and [`wounds`]: what becomes of a hit.

pub mod cover;
pub mod crewed;
pub mod shooting;
pub mod sniping;
pub mod wounds;
