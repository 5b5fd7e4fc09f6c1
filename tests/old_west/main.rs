//! The rules of the Old West supplement, by the chapters of its rulebook.

mod kit;
mod wild;

mod arms;
mod basics;
mod battles;
mod dynamite;
mod gatling;
mod herds;
mod judgement;
mod leaders;
mod obstacles;
mod passengers;
mod riders;
mod saddle;
mod stampedes;
mod terms;
mod thinking;
mod wagon_morale;
mod wagons;
