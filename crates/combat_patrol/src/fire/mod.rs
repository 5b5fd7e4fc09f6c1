//! Fire (chapters 6 and 7): [`shooting`], the reasons for [`no_shot`], weapons that take a crew ([`crewed`]), the
//! [`manner`] of a shot; [`cover`]; [`wounds`], and riders who are thrown.

pub mod cover;
pub mod crewed;
pub mod manner;
pub mod no_shot;
pub mod shooting;
pub mod wounds;
