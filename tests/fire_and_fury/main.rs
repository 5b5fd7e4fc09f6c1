//! Fire and Fury, rule by rule.

mod kit;

mod basics;
mod battles;
mod charge_moves;
mod charges;
mod checks;
mod combats;
mod computer;
mod fire;
mod foolish;
mod forecasts;
mod formations;
mod light;
mod movement;
mod particulars;
mod passing;
mod retreats;
mod roads;
mod set_up;
mod settings;
mod shelter;
mod structures;
mod terms;
