//! Fire and Fury, rule by rule.

mod kit;

mod basics;
mod charges;
mod checks;
mod fire;
mod formations;
mod movement;
