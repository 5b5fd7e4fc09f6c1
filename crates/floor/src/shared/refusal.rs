//! Why an order is not allowed.

use crate::{events::RuleId, orders::Refusal};

/// Refuses an order by a rule ("CP-6.1") with a reason, a sentence without full stop.
///
/// # Errors
/// Always: the refusal.
pub fn refuse<T>(rule: &'static str, reason: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(RuleId::new(rule), reason))
}
