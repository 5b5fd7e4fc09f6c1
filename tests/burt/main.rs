//! Burt's Napoleonic rules, rule by rule.

mod kit;

mod army_morale;
mod assault;
mod basics;
mod cohesion;
mod commanders;
mod compulsory;
mod fire;
mod formations;
mod melee;
mod morale;
mod movement;
mod orders;
mod reactions;
mod settings;
mod sight;
mod supports;
mod table;
mod victory;
mod worked;
