//! Fire and Fury, rule by rule.

mod kit;

mod basics;
mod checks;
mod formations;
mod movement;
