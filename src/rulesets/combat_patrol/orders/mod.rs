//! What may be ordered: [`verbs`] are the words of the core, [`deeds`] what belongs to a verb: its check, what resolves it,
//! when it is offered, what it is worth to the computer.

pub mod deeds;
pub mod verbs;
