//! Fire (chapters 6 and 7): the [`manner`] of a shot, the [`aim`] that may be taken and the reasons for [`no_shot`],
//! the `odds`; [`shooting`], and weapons that take a crew ([`crewed`]); [`cover`]; [`wounds`], and riders who are thrown.

pub mod aim;
pub mod cover;
pub mod crewed;
pub mod manner;
pub mod no_shot;
mod odds;
pub mod shooting;
pub mod wounds;
