//! A charge, from its order to contact (BP-6).
//!
//! 1. [`declare`]: which units may charge which enemies.
//! 2. [`ways`]: along which way a charge goes, and which face it strikes; [`landing`]: where the charger comes to
//!    stand.
//! 3. [`course`]: how a charger goes its way, as far as it comes.
//! 4. [`responses`]: what the target may answer; [`responding`]: how the response is carried out.
//! 5. [`contact`]: how the chargers strike.
//! 6. [`procedure`]: takes a charge through these stages. Each stage says by an [`onward::Onward`] what follows it, and
//!    calls no other stage.

pub mod contact;
pub mod course;
pub mod declare;
pub mod landing;
pub mod onward;
pub mod procedure;
pub mod responding;
pub mod responses;
pub mod ways;
