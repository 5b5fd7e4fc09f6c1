//! A charge goes one way through, from its order to contact (BP-6).
//!
//! 1. [`declare`]: who may charge whom.
//! 2. [`ways`]: along which way a charge goes, and what face it strikes; [`landing`]: where the charger comes to stand.
//! 3. [`course`]: a charger goes its way, as far as it comes.
//! 4. [`responses`]: what the target may answer; [`responding`]: the response carried out.
//! 5. [`contact`]: the chargers strike.
//! 6. [`procedure`]: takes a charge through these stages. Each of them says by an [`onward::Onward`] what follows it;
//!    none hands the charge to another.

pub mod contact;
pub mod course;
pub mod declare;
pub mod landing;
pub mod onward;
pub mod procedure;
pub mod responding;
pub mod responses;
pub mod ways;
