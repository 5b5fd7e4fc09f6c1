//! Burt's Napoleonic rules, rule by rule.

mod kit;

mod army_morale;
mod assault;
mod bases;
mod basics;
mod blows;
mod cohesion;
mod commanders;
mod compulsory;
mod computer;
mod fire;
mod foolish;
mod forecasts;
mod formations;
mod garrisons;
mod melee;
mod melee_ends;
mod morale;
mod movement;
mod mutual;
mod orders;
mod reactions;
mod settings;
mod setup;
mod sight;
mod sums;
mod supports;
mod table;
mod terms;
mod victory;
mod ways;
mod worked;
