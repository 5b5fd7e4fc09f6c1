//! Changes that chapters of a period make to the core: which pieces may be fought, which units have a die, what a hit
//! does to pieces of their own.

use bevy::math::Vec2;
use smol_str::SmolStr;

use super::{
    cover::Cover,
    rulebook::{BookData, SkirmishView},
};
use crate::book::{
    action_card::{MoraleResult, Severity},
    marks,
};
use grapeshot_floor::{
    events::RuleId,
    forces::{PieceId, SideId, UnitEntry, UnitId},
    orders::Refusal,
    table::{footprint::Outline, position::Place, terrain::Terrain},
    turn::BattleMut,
};

/// Stretches of a straight way on which a figure is slowed.
#[derive(Debug, Clone, PartialEq)]
pub struct Drag {
    /// What slows it, in a word of the ground ("herd").
    pub what: SmolStr,
    /// The stretches, from and to, in inches from the start.
    pub stretches: Vec<(f32, f32)>,
    /// Inches moved for an inch of allowance.
    pub rate: f32,
}

/// What carries a figure that sits on it and does not walk.
#[derive(Debug, Clone, PartialEq)]
pub struct Carriage {
    /// The piece on which it sits.
    pub body: PieceId,
    /// The piece that draws it.
    pub team: Option<PieceId>,
    /// Whether it is on the move, or has moved in the activation under way.
    pub moves: bool,
    /// The rule of passengers.
    pub rule: RuleId,
}

/// The rules that a chapter of a period adds to the core. The defaults change nothing.
pub trait ChapterRules: Send + Sync + 'static {
    /// Whether a piece that nobody plays may be fired at and attacked as an enemy may.
    fn is_quarry(&self, _cp: &SkirmishView, _piece: PieceId) -> bool {
        false
    }

    /// Whether a unit has a command die (CP-2.1), if the chapter differs from the core.
    fn has_die(&self, _cp: &SkirmishView, _unit: UnitId) -> Option<bool> {
        None
    }

    /// Whether a unit acts when a card shows its die (CP-2.3), if the chapter differs from the core.
    fn heeds_die(&self, _cp: &SkirmishView, _unit: UnitId) -> Option<bool> {
        None
    }

    /// Changes the figures that a hit may fall on (CP-6.6); `found` holds them, the nearest to the shooter first.
    fn candidates(&self, _cp: &SkirmishView, _shooter: PieceId, _target: PieceId, _found: &mut Vec<PieceId>) {}

    /// Whether a piece of the chapter's own is struck by what bursts over it (CP-8.2).
    fn is_under_burst(&self, _cp: &SkirmishView, _piece: PieceId) -> bool {
        false
    }

    /// A hit of this severity on a piece that is no man; returns whether the piece is the chapter's own.
    fn hit_own(&self, _battle: &mut BattleMut, _book: &BookData, _piece: PieceId, _severity: Severity) -> bool {
        false
    }

    /// What forbids a figure to be declared moving beyond the core's rules.
    ///
    /// # Errors
    /// The refusal.
    fn may_march(&self, _cp: &SkirmishView, _piece: PieceId) -> Result<(), Refusal> {
        Ok(())
    }

    /// The cover that a figure has against fire from a point, by the rules of the chapter.
    fn cover(&self, _cp: &SkirmishView, _piece: PieceId, _from: Vec2) -> Option<Cover> {
        None
    }

    /// What carries a figure, if it does not stand on the ground.
    fn carriage(&self, _cp: &SkirmishView, _piece: PieceId) -> Option<Carriage> {
        None
    }

    /// Whether a piece counts as a moving target without a marker of its own (CP-6.3).
    fn is_moving(&self, _cp: &SkirmishView, _piece: PieceId) -> bool {
        false
    }

    /// Carries out a morale result of a unit of the chapter's own (CP-11.4); returns whether nothing of it is left to
    /// do.
    fn carry_out(&self, _battle: &mut BattleMut, _book: &BookData, _unit: UnitId, _result: MoraleResult) -> bool {
        false
    }

    /// Where a figure on a straight way from one point to another is slowed beyond what the ground does: stretches in
    /// inches from the first point, apart and in order, and the rate there.
    fn drag(&self, _cp: &SkirmishView, _piece: PieceId, _from: Vec2, _to: Vec2) -> Option<Drag> {
        None
    }

    /// What a figure may throw besides the explosives among its weapons (CP-8.4), by the number of the weapon.
    fn also_throws(&self, _cp: &SkirmishView, _piece: PieceId) -> Option<u8> {
        None
    }

    /// Whether a figure of the unit that acts has something to do by the rules of the chapter, whatever else it did.
    fn has_work(&self, _cp: &SkirmishView, _piece: PieceId) -> bool {
        false
    }

    /// The unit that drives a unit which nobody plays.
    fn driver_of(&self, _cp: &SkirmishView, _unit: UnitId) -> Option<UnitId> {
        None
    }

    /// Whether a piece that is no man can never move again, or has run away, by the rules of the chapter.
    fn is_wreck(&self, _cp: &SkirmishView, _piece: PieceId) -> bool {
        false
    }

    /// How the chapter lays out the pieces of a unit in a formation of its own, facing as the anchor does.
    fn layout(&self, _entry: &UnitEntry, _terrain: &Terrain, _anchor: Place, _count: usize) -> Option<Vec<Outline>> {
        None
    }
}

/// The rules of all chapters that add any.
#[derive(Default)]
pub struct AllChapters(pub Vec<Box<dyn ChapterRules>>);

impl AllChapters {
    fn any(&self, holds: impl Fn(&dyn ChapterRules) -> bool) -> bool {
        self.0.iter().any(|rules| holds(rules.as_ref()))
    }

    fn first<T>(&self, answer: impl Fn(&dyn ChapterRules) -> Option<T>) -> Option<T> {
        self.0.iter().find_map(|rules| answer(rules.as_ref()))
    }

    /// Whether a piece that nobody plays may be fired at and attacked as an enemy may.
    pub fn is_quarry(&self, cp: &SkirmishView, piece: PieceId) -> bool {
        self.any(|rules| rules.is_quarry(cp, piece))
    }

    /// CP-2.1: whether a unit has a command die.
    pub fn has_die(&self, cp: &SkirmishView, unit: UnitId) -> bool {
        let usual = || cp.view.is_played(unit) && cp.men(unit).next().is_some();
        self.first(|rules| rules.has_die(cp, unit)).unwrap_or_else(usual)
    }

    /// CP-2.3: whether a unit acts when a card shows its die.
    pub fn heeds_die(&self, cp: &SkirmishView, unit: UnitId) -> bool {
        let usual = || cp.men(unit).next().is_some();
        !cp.waits_for_cue(unit) && self.first(|rules| rules.heeds_die(cp, unit)).unwrap_or_else(usual)
    }

    /// CP-6.6: changes the figures that a hit may fall on.
    pub fn candidates(&self, cp: &SkirmishView, shooter: PieceId, target: PieceId, found: &mut Vec<PieceId>) {
        self.0.iter().for_each(|rules| rules.candidates(cp, shooter, target, found));
    }

    /// CP-8.2: whether a piece of a chapter's own is struck by what bursts over it.
    pub fn is_under_burst(&self, cp: &SkirmishView, piece: PieceId) -> bool {
        self.any(|rules| rules.is_under_burst(cp, piece))
    }

    /// Applies a hit to a piece of a chapter's own; false if it is none.
    pub fn hit_own(&self, battle: &mut BattleMut, book: &BookData, piece: PieceId, severity: Severity) -> bool {
        self.0.iter().any(|rules| rules.hit_own(battle, book, piece, severity))
    }

    /// Whether a figure may be declared moving.
    ///
    /// # Errors
    /// The rule of a chapter that forbids it.
    pub fn may_march(&self, cp: &SkirmishView, piece: PieceId) -> Result<(), Refusal> {
        self.0.iter().try_for_each(|rules| rules.may_march(cp, piece))
    }

    /// CP-7.5: the cover that a figure has against fire from a point, by the rules of a chapter.
    pub fn cover(&self, cp: &SkirmishView, piece: PieceId, from: Vec2) -> Option<Cover> {
        self.first(|rules| rules.cover(cp, piece, from))
    }

    /// What carries a figure, if it does not stand on the ground.
    pub fn carriage(&self, cp: &SkirmishView, piece: PieceId) -> Option<Carriage> {
        self.first(|rules| rules.carriage(cp, piece))
    }

    /// CP-6.3: whether a piece counts as a moving target.
    pub fn is_moving(&self, cp: &SkirmishView, piece: PieceId) -> bool {
        cp.view.mark(piece, &marks::MOVED) > 0 || self.any(|rules| rules.is_moving(cp, piece))
    }

    /// CP-11.4: carries out a morale result of a unit of a chapter's own.
    pub fn carry_out(&self, battle: &mut BattleMut, book: &BookData, unit: UnitId, result: MoraleResult) -> bool {
        self.0.iter().any(|rules| rules.carry_out(battle, book, unit, result))
    }

    /// What slows a figure on a straight way beyond what the ground does.
    pub fn drag(&self, cp: &SkirmishView, piece: PieceId, from: Vec2, to: Vec2) -> Option<Drag> {
        self.first(|rules| rules.drag(cp, piece, from, to))
    }

    /// CP-8.4: what a figure may throw besides the explosives among its weapons, by the number of the weapon.
    pub fn also_throws(&self, cp: &SkirmishView, piece: PieceId) -> Option<u8> {
        self.first(|rules| rules.also_throws(cp, piece))
    }

    /// Whether a figure of the unit that acts has something to do by the rules of a chapter.
    pub fn has_work(&self, cp: &SkirmishView, piece: PieceId) -> bool {
        self.any(|rules| rules.has_work(cp, piece))
    }

    /// The side that drives a unit which nobody plays.
    pub fn driver_of(&self, cp: &SkirmishView, unit: UnitId) -> Option<SideId> {
        self.first(|rules| rules.driver_of(cp, unit)).map(|driver| cp.view.side_of_unit(driver))
    }

    /// Whether a piece that is no man can never move again, or has run away, by the rules of a chapter.
    pub fn is_wreck(&self, cp: &SkirmishView, piece: PieceId) -> bool {
        self.any(|rules| rules.is_wreck(cp, piece))
    }

    /// How a chapter lays out the pieces of a unit.
    pub fn layout(&self, entry: &UnitEntry, terrain: &Terrain, anchor: Place, count: usize) -> Option<Vec<Outline>> {
        self.first(|rules| rules.layout(entry, terrain, anchor, count))
    }
}
