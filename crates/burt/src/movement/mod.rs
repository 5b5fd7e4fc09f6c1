//! How units move (chapters 4, 5, 10 and 12): by order, in reserve and by compulsion, and how commanders ride.
//!
//! 1. [`going`]: how ground slows and disorders a unit.
//! 2. [`pace`]: how far a unit may walk; [`walker`]: the answers of the rules to the shared walk, `reshaping` the
//!    longest ones; [`moves`]: a walk as far as a move lasts.
//! 3. [`straight`]: straight moves, for assaults and compulsory moves; [`wording`]: an order as the steps of a walk.
//! 4. [`marching`]: how units move along their walks.
//! 5. [`arrivals`], [`manoeuvres`], [`reserves`], [`riding`], [`commanders`]: steps 5 to 7.
//! 6. [`compulsory`]: step 3, and routs whenever they begin; [`flight`]: their walks; [`break_off`]: the question when
//!    a unit leaves a melee.

pub mod arrivals;
pub mod break_off;
pub mod commanders;
pub mod compulsory;
pub mod flight;
pub mod going;
pub mod manoeuvres;
pub mod marching;
pub mod moves;
pub mod pace;
pub mod reserves;
mod reshaping;
pub mod riding;
pub mod straight;
pub mod walker;
pub mod wording;
