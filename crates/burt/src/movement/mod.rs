//! How units move (chapters 4, 5, 10 and 12): by order, in reserve, by compulsion, and how commanders ride.
//!
//! 1. [`going`]: what the ground does to a unit.
//! 2. [`walker`]: what the shared walk asks of the rules; [`moves`]: a walk as far as a move lasts.
//! 3. [`straight`]: straight moves, for assaults and compulsory moves; [`wording`]: what an order says, as steps.
//! 4. [`marching`]: units go where their walk led them.
//! 5. [`arrivals`], [`manoeuvres`], [`reserves`], [`commanders`]: steps 5 to 7.
//! 6. [`compulsory`]: step 3, and routs whenever they begin; [`flight`]: the walks of that; [`break_off`]: what is asked
//!    when a unit leaves a melee.

pub mod arrivals;
pub mod break_off;
pub mod commanders;
pub mod compulsory;
pub mod flight;
pub mod going;
pub mod manoeuvres;
pub mod marching;
pub mod moves;
pub mod reserves;
pub mod straight;
pub mod walker;
pub mod wording;
