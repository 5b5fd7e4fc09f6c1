//! Mounted figures, which all periods of this family share.
//!
//! A charge goes through the files in this order:
//!
//! 1. [`horses`]: mounting and dismounting, and where the led horses stand.
//! 2. [`charge`]: the paths of a charge.
//! 3. [`square`], [`counter`]: what the enemy may do at the pause, and how the two sides meet.
//! 4. [`beyond`]: riders that met nobody.
//! 5. [`breakthrough`]: how a rider goes on after a fight won with impetus.
//!
//! [`card`] holds the lines of a unit card about it.

pub mod beyond;
pub mod breakthrough;
pub mod card;
pub mod charge;
pub mod counter;
pub mod horses;
pub mod square;

use smol_str::SmolStr;

use crate::{book::cites::Topic, view::rulebook::SkirmishView};
use grapeshot_floor::{
    english::list,
    events::RuleId,
    forces::{PieceId, UnitEntry, Values},
    orders::Order,
    table::footprint::Footprint,
    turn::vocabulary::UnitKind,
};

/// The kind of mounted units in scenarios.
pub const KIND: &str = "mounted";

/// CP-1.5: a rider's base.
const SADDLE: Footprint = Footprint::Rectangle { width: 1.0, depth: 2.0 };

/// Mounted units as scenarios name them, with what they say of a usual one.
pub fn kind(usual: &'static str) -> UnitKind {
    UnitKind {
        id: SmolStr::new_static(KIND),
        label: "mounted",
        footprint: SADDLE,
        size_setting: Some(SmolStr::new_static("base_mounted")),
        pieces: (1, 12),
        enters_buildings: false,
        takes_room: true,
        values: Values::default(),
        equipment: Vec::new(),
        usual,
    }
}

/// A rider's base in a battle with these settings.
pub fn saddle(settings: &Values) -> Footprint {
    kind("").footprint_under(settings)
}

/// Whether a unit is mounted, but begins on foot.
pub fn dismounted(entry: &UnitEntry) -> bool {
    entry.kind == KIND && entry.values.flag("dismounted") == Some(true)
}

/// Whether the figures of a unit begin in the saddle.
pub fn rides(entry: &UnitEntry) -> bool {
    entry.kind == KIND && !dismounted(entry)
}

/// How a figure hurries: men on foot sprint, riders gallop, teams keep to the road.
#[derive(Debug, Clone)]
pub struct Haste {
    /// The verb for several figures ("gallop").
    pub does: &'static str,
    /// The participle of it ("galloping").
    pub doing: &'static str,
    pub rule: RuleId,
}

/// How the hurrying ones of some movers hurry, in words (", 1 of them sprinting and 2 keeping to the road").
pub fn hurry(cp: &SkirmishView, order: &Order) -> String {
    let mut ways: Vec<(&'static str, usize)> = Vec::new();
    for piece in &order.also {
        let doing = cp.haste(*piece).doing;
        match ways.iter_mut().find(|(known, _)| *known == doing) {
            Some((_, count)) => *count += 1,
            None => ways.push((doing, 1)),
        }
    }
    match ways.as_slice() {
        [] => String::new(),
        [(doing, 1)] if order.pieces.len() == 1 => format!(", {doing}"),
        [(doing, all)] if *all == order.pieces.len() => format!(", all of them {doing}"),
        [(first, count), others @ ..] => {
            let others = others.iter().map(|(doing, count)| format!("{count} {doing}"));
            let words: Vec<String> = [format!("{count} of them {first}")].into_iter().chain(others).collect();
            format!(", {}", list(&words))
        }
    }
}

impl<'w> SkirmishView<'w> {
    /// CP-1.5: a rider's base under the settings of the battle.
    pub fn saddle(&self) -> Footprint {
        saddle(self.view.settings())
    }

    /// The words for hurrying, which costs one card more, and its rule.
    pub fn haste(&self, piece: PieceId) -> Haste {
        match (self.is_man(piece), self.mounted(piece)) {
            (false, _) => Haste {
                does: "keep to the road",
                doing: "keeping to the road",
                rule: RuleId::new(self.cites(Topic::LimberedMove)),
            },
            (true, true) => Haste { does: "gallop", doing: "galloping", rule: RuleId::new(self.cites(Topic::Gallop)) },
            (true, false) => Haste { does: "sprint", doing: "sprinting", rule: RuleId::new("CP-5.7") },
        }
    }
}
