//! The rules of the Old West supplement, by the chapters of its rulebook.

mod kit;
mod wild;

mod basics;
mod herds;
mod stampedes;
mod wagons;
