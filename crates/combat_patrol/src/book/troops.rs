//! The table of troops that fight in their own way.

use serde::Deserialize;
use smol_str::SmolStr;

use grapeshot_floor::events::RuleId;

/// Ground that does not slow a kind of troops.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FreeGround {
    /// The rule that says so.
    pub rule: RuleId,
    /// The kinds of ground, in the ruleset's words.
    pub kinds: Vec<SmolStr>,
}

/// What a kind of troops adds hand to hand.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeleeBonus {
    /// The rule that says so.
    pub rule: RuleId,
    /// The setting that says how much.
    pub setting: SmolStr,
}

/// The Endurance that a kind of troops has.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnEndurance {
    /// The rule that says so.
    pub rule: RuleId,
    /// Wounds that incapacitate.
    pub wounds: u8,
}

/// How far easy prey lures a kind of troops.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lure {
    /// The rule that says so.
    pub rule: RuleId,
    /// Inches within which prey lures.
    pub within: f32,
}

/// When a kind of troops has had enough.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quits {
    /// The rule that says so.
    pub rule: RuleId,
    /// The share of its starting figures under which a unit leaves the table.
    pub below: f32,
}

/// A kind of troops of a period's table. Without an entry such troops are as all others.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Troop {
    /// Its id ("indian").
    pub id: SmolStr,
    /// What they are called ("Indians").
    pub name: SmolStr,
    /// Ground that does not slow them.
    #[serde(default)]
    pub woods: Option<FreeGround>,
    /// The rule that forbids them close order.
    #[serde(default)]
    pub no_close_order: Option<RuleId>,
    /// The rule by which they start hidden.
    #[serde(default)]
    pub hidden: Option<RuleId>,
    /// The rule by which only leaders of their own kind swap dice with them.
    #[serde(default)]
    pub own_leaders: Option<RuleId>,
    /// The rule that forbids them weapons with a crew.
    #[serde(default)]
    pub no_crew: Option<RuleId>,
    /// What they add hand to hand.
    #[serde(default)]
    pub melee: Option<MeleeBonus>,
    /// Their Endurance.
    #[serde(default)]
    pub endurance: Option<OwnEndurance>,
    /// How easy prey lures them.
    #[serde(default)]
    pub easy_prey: Option<Lure>,
    /// The rule by which a morale result that names one figure takes more.
    #[serde(default)]
    pub morale_spreads: Option<RuleId>,
    /// When they leave the table.
    #[serde(default)]
    pub quits: Option<Quits>,
}
