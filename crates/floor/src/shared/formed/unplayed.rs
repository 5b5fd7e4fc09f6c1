//! The terms of the scenario format that mean something for single figures only. A ruleset of formed bodies registers
//! them as unplayed.

use crate::turn::Unplayed;

const FIGURES: &str = "Leave it out: it means something in the skirmish rulesets, whose figures stand singly.";
const WHOLE: &str = "Leave it out: a body holds a building as a whole.";
const NO_BOG: &str = "Leave it out: these rules have no bog checks. What ground does to bodies follows from its kind.";
const BY_KIND: &str = "Leave it out: water and crossings are as their kinds are. Draw an area of another kind there.";
const SHOT: &str = "Leave it out: cover is the same against all fire. Give it another `cover`.";
const TWO_SIDES: &str = "Leave it out: two sides fight by these rules, and both are played.";

/// Terms that no ruleset of formed bodies plays.
pub const OF_FIGURES: &[Unplayed] = &[
    Unplayed::new("events", "Leave them out. A unit that comes later has `arrives`."),
    Unplayed::new("sides: dummies", FIGURES),
    Unplayed::new("sides: plays", TWO_SIDES),
    Unplayed::new("terrain: areas: bog", NO_BOG),
    Unplayed::new("terrain: areas: stops_shot", SHOT),
    Unplayed::new("terrain: buildings: breaches", WHOLE),
    Unplayed::new("terrain: buildings: doors", WHOLE),
    Unplayed::new("terrain: buildings: rooms", WHOLE),
    Unplayed::new("terrain: buildings: stairs", WHOLE),
    Unplayed::new("terrain: buildings: storeys", WHOLE),
    Unplayed::new("terrain: buildings: windows", WHOLE),
    Unplayed::new("terrain: buildings: windows_on", WHOLE),
    Unplayed::new("terrain: crossings: bog", NO_BOG),
    Unplayed::new("terrain: crossings: closed_to", BY_KIND),
    Unplayed::new("terrain: crossings: rate", BY_KIND),
    Unplayed::new("terrain: obstacles: bog", NO_BOG),
    Unplayed::new(
        "terrain: obstacles: height",
        "Leave it out: what a line does follows from its kind and its `cover`.",
    ),
    Unplayed::new("terrain: obstacles: stops_shot", SHOT),
    Unplayed::new("terrain: streams: bog", NO_BOG),
    Unplayed::new("units: arrives: elsewhere: facing", "Leave it out: a body faces inward from the edge."),
    Unplayed::new("units: equipment", FIGURES),
    Unplayed::new("units: heroes", FIGURES),
    Unplayed::new("units: hidden", FIGURES),
    Unplayed::new("units: led_horses", FIGURES),
    Unplayed::new("units: points_on", FIGURES),
    Unplayed::new("units: spacing", "Leave it out: how a body stands follows from its formation."),
    Unplayed::new("victory: falls", "Leave them out: they are for animals and others that no side plays."),
    Unplayed::new(
        "victory: objectives: indoors",
        "Leave it out: an objective whose middle is in a building is held by those who hold the building.",
    ),
    Unplayed::new("victory: prizes", "Leave them out: nobody carries anything in these rules. Use an objective."),
    Unplayed::new("victory: spoils", "Leave them out: nothing of a body counts by itself. Use an objective."),
    Unplayed::new("victory: zones: driven", "Leave it out: nobody drives a unit in these rules."),
];

/// The holder of a place at the start, in rules that look only at who holds it at the end.
pub const HELD_AT_THE_START: Unplayed = Unplayed::new(
    "victory: objectives: held_by",
    "Leave it out: only who holds it at the end counts. Set troops up there.",
);

/// Leaving the table, in rules without an order for it.
pub const LEAVING: &[Unplayed] = &[
    Unplayed::new("sides: exit_edges", "Leave it out: no unit leaves the table by an order in these rules."),
    Unplayed::new(
        "victory: exits",
        "Leave them out: no unit leaves the table by an order in these rules. Use `zones` along the edge.",
    ),
];
