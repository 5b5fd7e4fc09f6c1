//! The walk of a formed body: a list of steps over the ground, as far as its purse lasts.
//!
//! A ruleset says in [`Marching`] what ground does to its bodies, who bars their way, what an obstacle costs and where
//! a body may end; [`Walker`] walks. A walk can be interrupted at a pose, for fire in the middle of a move, and what is
//! left of its steps walked from there. `body`: what walks, and a moment of its walk.

mod body;
mod walker;

pub use body::{Body, Moment, thinner};
pub use walker::Walker;

use bevy::math::Vec2;

use crate::table::footprint::Outline;

/// A body stops so far before what is in its way, in inches.
pub const HAIR: f32 = 0.004;
/// Where a walk must end is found to within this many inches.
pub const FINE: f32 = 0.004;
/// An end that is not allowed is drawn back in steps of this many inches.
pub const BACK: f32 = 0.25;
/// Outlines may press into each other so deep, in inches: less is rounding.
pub const PRESS: f32 = 0.01;
/// Why a walk stops that has used up its move.
pub const USED_UP: &str = "its move is used up";

/// The ground near a step, as a body finds it.
pub trait Ground<B> {
    /// Whether it is nothing but open table.
    fn is_open(&self) -> bool;
    /// Inches moved for an inch paid where a body stands, and what slows it; 0 is no entry.
    fn rate(&self, body: &B) -> (f32, Option<&str>);
    /// The obstacles, by index, across which a body stands.
    fn across(&self, body: &B) -> Vec<usize>;
    /// Points of a straight way, in inches from its start, between which no more than one thing changes.
    fn stops(&self, from: &B, way: Vec2) -> Vec<f32>;
}

/// The inches that a walk may still cost.
pub trait Purse {
    /// Inches that are left.
    fn left(&self) -> f32;
    /// Pays inches, no more than are left.
    fn pay(&mut self, inches: f32);
}

/// What a stretch of a walk is paid for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Toll {
    /// Ground that hinders nobody.
    Open,
    /// Ground that slows.
    Slow,
    Obstacle,
}

/// A step of a walk.
#[derive(Debug, Clone, PartialEq)]
pub enum Step<Own> {
    /// Straight by this many inches, with the same facing.
    Slide(Vec2),
    /// About one end of the front by this many degrees, to the left if they are more than 0.
    Wheel(f32),
    /// About the middle by this many degrees.
    Pivot(f32),
    /// A column along the legs of a way: its head goes first, and its tail follows.
    Follow(Vec<Vec2>),
    /// What only this ruleset knows.
    Own(Own),
}

/// Another body in the way, with what is said of it.
pub struct Bar<Who> {
    /// Whose body.
    pub who: Who,
    /// One of its outlines.
    pub outline: Outline,
}

/// How the bodies of a ruleset march.
pub trait Marching: Sized {
    /// A moment of a walk.
    type Moment: Moment;
    /// The ground as it finds it.
    type Ground: Ground<<Self::Moment as Moment>::Body>;
    /// What it may spend.
    type Purse: Purse;
    /// Steps of its own.
    type Own: Clone;
    /// The bodies that can stand in its way.
    type Who: Copy;

    /// The ground between two corners of a box for a body that sets out from a moment.
    fn ground(&self, from: &Self::Moment, low: Vec2, high: Vec2) -> Self::Ground;
    /// The outlines of others within this many inches of a point that cannot be passed.
    fn bars(&self, from: &Self::Moment, middle: Vec2, reach: f32) -> Vec<Bar<Self::Who>>;
    /// Why one of them ends the walk ("the 5th is in the way").
    fn barred_by(&self, who: Self::Who) -> String;
    /// What it costs to cross an obstacle, in inches, with what is said of it.
    ///
    /// # Errors
    /// If it bars the way or more is to be paid than is left: the reason in words.
    fn crossing(&self, obstacle: usize, purse: &Self::Purse) -> Result<(f32, String), String>;
    /// The rule by which something is paid.
    fn rule(&self, toll: Toll) -> &'static str;
    /// What ground is called that slows nobody.
    fn open_ground(&self) -> &'static str {
        "open ground"
    }
    /// Why a body may not stand where it would come to, by the name of what closes the ground there.
    fn closed(&self, _there: &BodyOf<Self>, name: Option<&str>) -> String {
        no_entry(name)
    }
    /// Whether a walk that began at a moment may end at another.
    ///
    /// # Errors
    /// If it may not end there, the reason in words.
    fn may_end(&self, start: &Self::Moment, end: &Self::Moment) -> Result<(), String>;
    /// Carries out a step of its own.
    fn take(&self, walker: &mut Walker<'_, Self>, step: &Self::Own);
    /// The inches of a step after which it is interrupted, if it is; `at` gives the body after this many inches.
    fn interrupt(
        &self,
        _from: &Self::Moment,
        _inches: f32,
        _at: &dyn Fn(f32) -> <Self::Moment as Moment>::Body,
    ) -> Option<f32> {
        None
    }
}

type BodyOf<M> = <<M as Marching>::Moment as Moment>::Body;

/// Why a body does not go on: the ground before it is closed.
pub fn no_entry(name: Option<&str>) -> String {
    match name {
        Some(edge) if edge.starts_with("the edge") => edge.to_owned(),
        name => format!("no entry: {}", name.unwrap_or("closed ground")),
    }
}

#[cfg(test)]
mod tests;
