//! What the check of an order finds.

use grapeshot_floor::orders::{Plan, Refusal};

/// What the check of a deed gives: the plan that is shown, and what resolving the order takes.
pub type Found<T> = Result<(Plan, T), Refusal>;

/// A plan that only says what is done.
///
/// # Errors
/// None: it has the form of a check.
pub fn plainly<T>(summary: impl Into<String>, found: T) -> Found<T> {
    Ok((Plan { summary: summary.into(), ..Plan::default() }, found))
}
