//! The table of troops that fight in their own way.

use smol_str::SmolStr;

use grapeshot_floor::{
    events::RuleId,
    files::{
        record::record,
        shape::Kind::{self, Key, Maybe, Number, OneOf, Record, Text, Texts, Whole},
        tables::INCHES,
    },
};

/// The id of a rule.
const RULE: Kind = Maybe(&Text);

record! {
    /// Ground that does not slow a kind of troops.
    FreeGround: "ground that does not slow them" {
        rule: RuleId, Text, "the rule";
        kinds: Vec<SmolStr>, Texts, "kinds of ground";
    }

    /// What a kind of troops adds hand to hand.
    MeleeBonus: "a bonus hand to hand" {
        rule: RuleId, Text, "the rule";
        setting: SmolStr, OneOf(&["indian_melee_bonus"]), "the setting that says how much";
    }

    /// The Endurance that a kind of troops has.
    OwnEndurance: "an Endurance" {
        rule: RuleId, Text, "the rule";
        wounds: u8, Whole(1, 12), "wounds that incapacitate";
    }

    /// How far easy prey lures a kind of troops.
    Lure: "a lure" {
        rule: RuleId, Text, "the rule";
        within: f32, INCHES, "inches";
    }

    /// When a kind of troops has had enough: with fewer than this a unit leaves the table.
    Quits: "the end of their will" {
        rule: RuleId, Text, "the rule";
        below: f32, Number(0.0, 1.0), "the share of the starting figures";
    }

    /// A kind of troops of a period's table. What it does not name is as for all others.
    Troop: "a kind of troops" {
        id: SmolStr, Key, "its own id";
        name: SmolStr, Text, "what they are called";
    } may {
        woods: Option<FreeGround>, Maybe(&Record(&FreeGround::SHAPE)), "ground that does not slow them";
        no_close_order: Option<RuleId>, RULE, "the rule that forbids them close order";
        hidden: Option<RuleId>, RULE, "the rule by which they start hidden";
        no_crew: Option<RuleId>, RULE, "the rule that forbids them weapons with a crew";
        own_leaders: Option<RuleId>, RULE, "the rule by which only their own leaders swap dice with them";
        melee: Option<MeleeBonus>, Maybe(&Record(&MeleeBonus::SHAPE)), "what they add hand to hand";
        endurance: Option<OwnEndurance>, Maybe(&Record(&OwnEndurance::SHAPE)), "their Endurance";
        easy_prey: Option<Lure>, Maybe(&Record(&Lure::SHAPE)), "how easy prey lures them";
        /// The result names one figure.
        morale_spreads: Option<RuleId>, RULE, "the rule by which a morale result takes more than one";
        quits: Option<Quits>, Maybe(&Record(&Quits::SHAPE)), "when they leave the table";
    }
}
