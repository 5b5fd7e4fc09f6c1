//! What a ruleset shows of a battle: cards, reaches, sights, things, fights.

use serde::Serialize;
use smol_str::SmolStr;

use crate::{forces::UnitId, table::position::Place};

/// One row of a unit card: a label, its value, the rule it stands on.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CardRow {
    /// What it is ("Guts").
    pub label: String,
    /// Its value ("Regular").
    pub value: String,
    pub rule: Option<crate::events::RuleId>,
}

/// A table on a unit card.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CardTable {
    /// Its title ("Movement").
    pub title: String,
    /// Column heads.
    pub heads: Vec<String>,
    /// Rows of cells.
    pub rows: Vec<Vec<String>>,
    pub rule: Option<crate::events::RuleId>,
}

/// The line of one piece on a unit card.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CardPiece {
    pub piece: crate::forces::PieceId,
    /// Name ("Sergeant Lebrun").
    pub name: String,
    /// Weapon and post in words.
    pub note: String,
    /// States in words ("wounded", "must reload").
    pub states: Vec<String>,
    /// Whether it is out of the battle.
    pub out: bool,
}

/// What the card of a unit shows; the screen and the command line lay it out.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct UnitCard {
    /// Title ("Section Lebrun").
    pub title: String,
    /// Line under the title ("6e Leger, foot, musket and bayonet").
    pub subtitle: String,
    /// The command die or its like, if there is one to show.
    pub die: Option<u8>,
    /// States of the unit in words ("close order, 2 ranks").
    pub badges: Vec<String>,
    /// The boxed values ("Guts", "Reg.").
    pub values: Vec<CardRow>,
    /// Further rows.
    pub rows: Vec<CardRow>,
    pub pieces: Vec<CardPiece>,
    /// Tables of the front.
    pub tables: Vec<CardTable>,
    /// Tables of the back.
    pub back: Vec<CardTable>,
    /// The cards of figures in it that have one of their own.
    pub own: Vec<UnitCard>,
}

/// What a unit carries on the table besides its name.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Emblem {
    /// Whether the unit is one block, which flies a flag.
    pub block: bool,
    /// States that have a badge of their own, in words of the pictures ("disordered", "shaken", "broken").
    pub badges: Vec<SmolStr>,
    /// The losses it has taken, and how many it can take.
    pub losses: Option<(u8, u8)>,
    /// The rating of a commander.
    pub rating: Option<u8>,
}

/// How light it is on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub enum Light {
    /// By day.
    #[default]
    Day,
    /// At dawn or dusk.
    Twilight,
    /// By night.
    Night,
}

/// Whether a piece sees another, and what stands in the way if it does not.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Sightline {
    /// What stands in the way, in words ("the corn barn"), and where the line meets it, in inches; none if it is free.
    pub blocker: Option<(String, bevy::math::Vec2)>,
    pub rule: crate::events::RuleId,
}

/// How far a unit could come at most before its enemies may answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Stride {
    /// Inches from where it stands.
    pub inches: f32,
    /// What that takes ("three moves").
    pub label: String,
    pub rule: crate::events::RuleId,
}

/// A command radius or the like to draw round a unit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Reach {
    /// Its middle in inches.
    pub centre: bevy::math::Vec2,
    /// Inches.
    pub radius: f32,
    /// What it is ("command 12 inches").
    pub label: String,
}

/// An arc with range bands in which a piece may shoot.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Arc2 {
    /// The apex in inches.
    pub apex: bevy::math::Vec2,
    /// Middle of the arc.
    pub heading: crate::table::position::Heading,
    /// Degrees to each side.
    pub half_angle: f32,
    /// Ends of the range bands in inches from the apex, with their names.
    pub bands: Vec<(f32, String)>,
}

/// Where a thing is that is no piece.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ThingAt {
    /// It lies or stands on the table.
    Lying(Place),
    /// A piece has it.
    Carried(crate::forces::PieceId),
}

/// A thing on the table that is no piece: a prize, a led horse, a charge, a place at which somebody is suspected.
#[derive(Debug, Clone, PartialEq)]
pub struct Thing {
    /// What it looks like, in words of the pictures ("prize", "led_horse", "charge").
    pub look: SmolStr,
    /// Where it is.
    pub at: ThingAt,
    /// What it is, for who points at it ("the mail").
    pub label: String,
    /// The side it belongs to, if it belongs to one.
    pub side: Option<crate::forces::SideId>,
    /// Inches across and along, where its size follows from the table; its picture's own size otherwise.
    pub size: Option<(f32, f32)>,
    /// Inches round it within which somebody may be found.
    pub reach: Option<f32>,
    /// The rule that it stands on.
    pub rule: crate::events::RuleId,
}

/// A fight hand to hand that is still to come.
#[derive(Debug, Clone, PartialEq)]
pub struct Bout {
    /// The one that came.
    pub attacker: crate::forces::PieceId,
    /// The one that was there.
    pub defender: crate::forces::PieceId,
    /// The sum of both, and the chance that who came wins.
    pub odds: crate::orders::Odds,
}

/// A charge that was declared and has not gone in yet.
#[derive(Debug, Clone, PartialEq)]
pub struct DeclaredCharge {
    /// The unit that charges.
    pub unit: UnitId,
    /// Where it begins, in the middle of its front, in inches.
    pub from: bevy::math::Vec2,
    /// Where it would meet its target, in inches.
    pub to: bevy::math::Vec2,
    /// The width of its front in inches.
    pub width: f32,
    /// How the fight would go as both stand now.
    pub outlook: crate::orders::Outlook,
}
