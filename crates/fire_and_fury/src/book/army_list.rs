//! Units as scenarios have them: their values, how they stand, and what is wrong with that.

use super::{
    data::{Data, Numbers},
    formations::{self, Formation, Pose},
    values::{Arm, Experience, Flags, Gun, LEADER, Leader, Level, MoraleClass, OrderState, Rating, Troops, arm_of},
    vocabulary::{CAPACITY, UNARMED},
};
use bevy::math::Vec2;
use smol_str::SmolStr;

use grapeshot_floor::{
    english::count,
    events::RuleId,
    forces::{UnitEntry, UnitId, Values},
    shared::settings::Setting,
    table::{
        footprint::{Footprint, Outline},
        measure::inside,
        position::Place,
        terrain::{Building, Terrain},
    },
    turn::{ArmyList, ArmyListEntry, ArmyListProblem, TerrainValues},
};

fn read<T: Setting>(values: &Values, name: &str, otherwise: T) -> T {
    values.0.get(name).and_then(T::of).unwrap_or(otherwise)
}

/// FF-1.3: the width and the depth of a stand of an arm, in inches.
pub fn size(numbers: &Numbers, arm: Arm, mounted: bool) -> (f32, f32) {
    match arm {
        Arm::Artillery => numbers.gun,
        Arm::Cavalry if mounted => numbers.cavalry,
        _ => numbers.infantry,
    }
}

/// FF-3.2: the usual formation of an arm.
fn usual(arm: Arm, flags: Flags, mounted: bool) -> Formation {
    match arm {
        Arm::Artillery => Formation::Unlimbered,
        Arm::Cavalry if !mounted => Formation::OpenOrder,
        Arm::Infantry if flags.open_only || flags.indian => Formation::OpenOrder,
        _ => Formation::Line,
    }
}

/// FF-2.9, FF-2.10, FF-3.2: whether a unit may take a formation.
///
/// # Errors
/// The rule that forbids it, and the reason as a phrase about the unit ("may form open order and march column only").
pub fn may_form(arm: Arm, flags: Flags, mounted: bool, formation: Formation) -> Result<(), (&'static str, String)> {
    let wrong = |rule, why: &str| Err((rule, why.to_owned()));
    let guns = matches!(formation, Formation::Limbered | Formation::Unlimbered);
    if (arm == Arm::Artillery) != guns && formation != Formation::Broken {
        return if guns { wrong("FF-3.2", "has no guns") } else { wrong("FF-3.2", "is either limbered or unlimbered") };
    }
    if formation == Formation::Garrison && arm != Arm::Infantry {
        return wrong("FF-4.6", "is no infantry and garrisons nothing");
    }
    let open_only = flags.open_only || flags.indian || arm == Arm::Cavalry && !mounted;
    match formation {
        Formation::Square if arm == Arm::Cavalry => wrong("FF-12.3", "never forms square"),
        Formation::OpenOrder if arm == Arm::Cavalry && mounted => {
            wrong("FF-2.10", "is mounted and forms no open order")
        }
        Formation::OpenOrder if !(open_only || flags.light) => wrong("FF-2.10", "is no light unit"),
        Formation::Line | Formation::SupportedLine | Formation::FieldColumn | Formation::Square if open_only => {
            wrong("FF-2.10", "may form open order and march column only")
        }
        _ => Ok(()),
    }
}

fn flags(values: &Values) -> Flags {
    let flag = |name: &str| values.flag(name).unwrap_or_default();
    Flags {
        light: flag("light"),
        open_only: flag("open_only"),
        militia: flag("militia"),
        indian: flag("indian"),
        bayonets: flag("bayonets"),
        marksmen: flag("marksmen"),
        buck_and_ball: flag("buck_and_ball"),
        brave_colonel: flag("brave_colonel"),
        fixed: flag("fixed"),
    }
}

/// FF-3.1: the pose of a unit whose front has its middle at the anchor; of a garrison the anchor is a place in its
/// structure.
pub fn pose(entry: &UnitEntry, terrain: &Terrain, anchor: Place) -> Option<Pose> {
    let arm = arm_of(&entry.kind)?;
    let values = &entry.values;
    let (flags, mounted) = (flags(values), values.flag("mounted").unwrap_or(true));
    let named = values.word("formation").and_then(|word| Formation::named(word));
    let formation = named.unwrap_or_else(|| usual(arm, flags, mounted));
    let interval = values.number("interval").unwrap_or_default();
    let pose = Pose {
        ranks: values.number("ranks").unwrap_or(1.0) as u8,
        interval,
        rear_left: values.flag("rear_left").unwrap_or_default(),
        ..Pose::new(anchor.at, anchor.facing, formation)
    };
    let structure = structure_at(terrain, anchor.at).filter(|_| formation == Formation::Garrison);
    Some(structure.map_or(pose, |structure| formations::in_structure(&pose, structure, anchor.facing).0))
}

/// FF-1.5: the state of order of troops when the battle begins.
fn order(values: &Values) -> OrderState {
    read(values, "order", OrderState::Good)
}

/// FF-4.6: the structure at a point.
pub fn structure_at(terrain: &Terrain, at: Vec2) -> Option<&Building> {
    terrain.buildings.iter().find(|building| inside(at, &building.outline))
}

/// FF-1.3, FF-4.6: the width and the depth of the stands of a unit in a pose; of a garrison, those of all stands
/// together, as they fill their structure.
pub fn size_in(numbers: &Numbers, terrain: &Terrain, arm: Arm, mounted: bool, pose: &Pose) -> (f32, f32) {
    const WITHIN: f32 = 0.1;
    let within = pose.front - pose.facing.forward() * WITHIN;
    match structure_at(terrain, within).filter(|_| pose.formation == Formation::Garrison) {
        Some(structure) => formations::in_structure(pose, structure, pose.facing).1,
        None => size(numbers, arm, mounted),
    }
}

/// FF-3.2 to FF-3.6: the outlines of the stands of a unit, the middle of its front at the anchor; none if it is a leader.
pub fn layout(book: &Data, entry: &UnitEntry, terrain: &Terrain, anchor: Place, count: usize) -> Option<Vec<Outline>> {
    let arm = arm_of(&entry.kind)?;
    let mounted = entry.values.flag("mounted").unwrap_or(true);
    let pose = pose(entry, terrain, anchor)?;
    let size = size_in(&book.numbers, terrain, arm, mounted, &pose);
    Some(formations::outlines(&pose, count, size, book.numbers.refuse))
}

/// A unit of troops or guns with this many stands at a place; none if it is a leader.
pub fn troops(book: &Data, entry: &UnitEntry, terrain: &Terrain, anchor: Place, stands: usize) -> Option<Troops> {
    let arm = arm_of(&entry.kind)?;
    let values = &entry.values;
    Some(Troops {
        arm,
        weapon: values.word("weapon").and_then(|word| book.small_arm(word)).filter(|_| arm != Arm::Artillery),
        experience: read(values, "experience", Experience::Trained),
        morale: read(values, "morale", MoraleClass::Reliable),
        flags: flags(values),
        start: stands as u8 + values.number("lost").unwrap_or_default() as u8,
        pose: pose(entry, terrain, anchor)?,
        order: if arm == Arm::Artillery { OrderState::Good } else { order(values) },
        silenced: arm == Arm::Artillery && values.flag("silenced").unwrap_or_default(),
        sheltered: None,
        low_on_ammo: false,
        mounted: values.flag("mounted").unwrap_or(true),
        arrived: entry.arrival.is_none(),
        colonel_away: 0,
    })
}

/// FF-3.4: the stands of the left flank and of the right one that a unit begins with refused.
pub fn refused(entry: &UnitEntry) -> (u8, u8) {
    let stands = entry.values.numbers("refused");
    let flank = |n: usize| stands.get(n).copied().unwrap_or_default() as u8;
    (flank(0), flank(1))
}

/// FF-2.3: the gun stand of this number in a battery; none if it is no gun stand.
pub fn gun(book: &Data, entry: &UnitEntry, number: usize) -> Option<Gun> {
    (arm_of(&entry.kind)? == Arm::Artillery).then_some(())?;
    let words = entry.values.words("guns");
    let word = words.get(number).or(words.first())?;
    Some(Gun { kind: book.gun(word)?, damaged: false })
}

/// FF-2.4: a leader of a scenario; none if it is a unit.
pub fn leader(entry: &UnitEntry) -> Option<Leader> {
    (entry.kind == LEADER).then(|| Leader {
        rating: read(&entry.values, "rating", Rating::Able),
        level: read(&entry.values, "level", Level::Brigade),
        attached: None,
        moved: false,
        checked: false,
        on_foot: 0,
        absent: 0,
        removed: false,
    })
}

/// FF-11.1: the key of the unit that a leader begins with, if the scenario names one.
pub fn attached(entry: &UnitEntry) -> Option<&SmolStr> {
    entry.values.word("attached").filter(|key| !key.is_empty())
}

/// FF-1.3: the base of a leader; none if it is a unit.
pub fn footprint(book: &Data, entry: &UnitEntry) -> Option<Footprint> {
    let leader = leader(entry)?;
    let numbers = &book.numbers;
    let diameter = if leader.level == Level::Brigade { numbers.leader } else { numbers.high_leader };
    Some(Footprint::Circle { diameter })
}

/// FF-4.6: the stands that a structure holds.
pub fn capacity_of(values: &TerrainValues, id: &str) -> usize {
    values.of(id).number(CAPACITY).unwrap_or_default() as usize
}

struct Checker<'r> {
    book: &'r Data,
    list: &'r ArmyList<'r>,
    problems: Vec<ArmyListProblem>,
}

impl Checker<'_> {
    fn say(&mut self, unit: usize, field: &'static str, rule: &'static str, message: String, help: impl Into<String>) {
        let rule = RuleId::new(rule);
        self.problems.push(ArmyListProblem { unit: UnitId(unit as u16), field, rule, message, help: help.into() });
    }

    /// FF-2.4: checks which leader a unit is under.
    fn chain(&mut self, n: usize, entry: &ArmyListEntry) {
        let id = UnitId(n as u16);
        let of_guns = entry.unit_entry.values.word("level").is_some_and(|word| word == "artillery");
        let commands = |other: &ArmyListEntry| {
            let guns = of_guns && other.side == entry.side && arm_of(&other.unit_entry.kind) == Some(Arm::Artillery);
            other.superior == Some(id) || guns
        };
        if entry.unit_entry.kind == LEADER && !self.list.units.iter().any(commands) {
            let message = format!("leader {:?} commands nobody", entry.key);
            self.say(n, "key", "FF-2.4", message, "Name him as `under` of the units that he commands.");
        }
        let Some(above) = entry.superior else { return };
        let above = &self.list.units[above.index()];
        if above.unit_entry.kind != LEADER {
            let message = format!("unit {:?} is under a unit that is no leader", entry.key);
            self.say(n, "under", "FF-2.4", message, "Name a unit of kind \"commander\".");
        }
    }

    /// FF-4.6: checks that a garrison has a structure large enough to itself.
    fn garrison(&mut self, n: usize, entry: &ArmyListEntry, at: Vec2) {
        let key = &entry.key;
        let list = self.list;
        let Some(structure) = structure_at(list.terrain, at) else {
            let message = format!("garrison {key:?} stands in no structure");
            return self.say(n, "at", "FF-4.6", message, "Place it in the middle of its structure.");
        };
        let holds = capacity_of(list.terrain_values, &structure.id);
        let stands = entry.outlines.len();
        if stands > holds {
            let message =
                format!("garrison {key:?} has {}, and {} holds {holds}", count(stands, "stand"), structure.name);
            self.say(n, "values", "FF-4.6", message, "Give it fewer stands, or the structure another `capacity`.");
        }
        let same = |other: &&ArmyListEntry| {
            other.unit_entry.values.word("formation").is_some_and(|word| word == Formation::Garrison.id())
                && other.outlines.first().is_some_and(|stand| inside(stand.place.at, &structure.outline))
        };
        if let Some(other) = list.units[..n].iter().find(same) {
            let message = format!("{:?} and {key:?} hold {}", other.key, structure.name);
            self.say(n, "at", "FF-4.6", message, "A structure is held by one unit.");
        }
    }

    /// FF-2: reports values of a unit that contradict each other.
    fn contradictions(&mut self, n: usize, entry: &ArmyListEntry, arm: Arm, formation: Formation) {
        let values = &entry.unit_entry.values;
        let key = &entry.key;
        let on = |name: &str| values.flag(name) == Some(true);
        let guns = arm == Arm::Artillery;
        let weapon = values.word("weapon").map_or("", |word| word.as_str());
        let troops = ["light", "open_only", "militia", "indian", "marksmen", "buck_and_ball", "brave_colonel"];
        let mut wrong: Vec<(&'static str, String, &'static str)> = Vec::new();
        for name in troops.into_iter().filter(|name| guns && on(name)) {
            wrong.push(("FF-2.1", format!("battery {key:?} is {name:?}"), "Only troops are that."));
        }
        for name in ["silenced", "fixed"].into_iter().filter(|name| !guns && on(name)) {
            wrong.push(("FF-1.5", format!("unit {key:?} is {name:?} and has no guns"), "Only guns are that."));
        }
        if on("fixed") && formation == Formation::Limbered {
            wrong.push((
                "FF-9.5",
                format!("battery {key:?} is fixed in place and limbered"),
                "Let it begin unlimbered.",
            ));
        }
        if !guns && on("buck_and_ball") && weapon != "M" {
            let message = format!("unit {key:?} fires buck and ball and has no muskets");
            wrong.push(("FF-15.1", message, "Give it the weapon \"M\"."));
        }
        if !guns && on("marksmen") && weapon == UNARMED {
            wrong.push(("FF-8.11", format!("unit {key:?} are marksmen without firearms"), "Give it a weapon."));
        }
        if arm != Arm::Cavalry && values.flag("mounted") == Some(false) {
            wrong.push(("FF-2.2", format!("unit {key:?} is dismounted and no cavalry"), "Only cavalry dismounts."));
        }
        for (rule, message, help) in wrong {
            self.say(n, "values", rule, message, help);
        }
    }

    /// FF-3.4: checks that a unit can begin with a flank refused as the scenario says.
    fn refused(&mut self, n: usize, entry: &ArmyListEntry, pose: &Pose) {
        let (left, right) = refused(&entry.unit_entry);
        let (key, stands, bent) = (&entry.key, entry.outlines.len(), usize::from(left) + usize::from(right));
        let single = pose.formation == Formation::Line || pose.formation == Formation::OpenOrder && pose.ranks == 1;
        if bent > 0 && !single {
            let message = format!("unit {key:?} is in {} and refuses a flank", pose.formation.label());
            self.say(n, "values", "FF-3.4", message, "A line does, or an open order of one rank.");
        } else if bent > 0 && bent >= stands {
            let message = format!("unit {key:?} refuses {bent} of {}", count(stands, "stand"));
            self.say(n, "values", "FF-3.4", message, "A stand at least looks to the front.");
        }
    }

    /// FF-11.1: checks that a leader can begin with the unit that the scenario names.
    fn attached(&mut self, n: usize, entry: &ArmyListEntry) {
        let Some(with) = attached(&entry.unit_entry) else { return };
        let fits = |other: &ArmyListEntry| {
            other.key == *with && other.side == entry.side && arm_of(&other.unit_entry.kind).is_some()
        };
        if entry.unit_entry.kind != LEADER {
            let message = format!("unit {:?} is attached to a unit and no leader", entry.key);
            self.say(n, "values", "FF-11.1", message, "Only leaders are.");
        } else if !self.list.units.iter().any(fits) {
            let message = format!("leader {:?} is attached to {with:?}, which is no unit of his side", entry.key);
            self.say(n, "values", "FF-11.1", message, "Name the key of a unit of troops or guns.");
        }
    }

    fn unit(&mut self, n: usize, entry: &ArmyListEntry) {
        self.attached(n, entry);
        let Some(arm) = arm_of(&entry.unit_entry.kind) else {
            if refused(&entry.unit_entry) != (0, 0) {
                let message = format!("leader {:?} refuses a flank", entry.key);
                self.say(n, "values", "FF-3.4", message, "Units of troops do.");
            }
            return;
        };
        let values = &entry.unit_entry.values;
        let key = &entry.key;
        let (flags, mounted) = (flags(values), values.flag("mounted").unwrap_or(true));
        let at = entry.outlines.first().map_or(Place::default(), |outline| outline.place);
        let stands = entry.outlines.len();
        let Some(pose) = pose(&entry.unit_entry, self.list.terrain, at) else { return };
        if let Err((rule, why)) = may_form(arm, flags, mounted, pose.formation) {
            let message = format!("unit {key:?} cannot begin in {}: it {why}", pose.formation.label());
            self.say(n, "layout", rule, message, "Name another layout, or change its `values`.");
        }
        let (least, most) = self.book.numbers.interval;
        if pose.formation == Formation::OpenOrder && !(least..=most).contains(&pose.interval) {
            let message = format!("unit {key:?} has intervals of {} inches", pose.interval);
            self.say(n, "values", "FF-3.5", message, format!("An `interval` is {least} to {most} inches."));
        }
        self.refused(n, entry, &pose);
        let broken = order(values) == OrderState::Broken;
        if arm != Arm::Artillery && broken != (pose.formation == Formation::Broken) {
            let message = format!("unit {key:?} is broken by its layout or its order, not by both");
            self.say(n, "values", "FF-1.5", message, "A broken unit has the layout and the order \"broken\".");
        }
        if pose.formation == Formation::Garrison {
            self.garrison(n, entry, at.at);
        }
        self.contradictions(n, entry, arm, pose.formation);
        if pose.formation == Formation::OpenOrder && usize::from(pose.ranks) > stands {
            let message = format!("unit {key:?} has {} in {} ranks", count(stands, "stand"), pose.ranks);
            self.say(n, "values", "FF-3.5", message, "A rank has a stand at least.");
        }
        let guns = values.words("guns").len();
        if arm == Arm::Artillery && guns > 1 && guns != stands {
            let message = format!("battery {key:?} has {} and {guns} kinds of gun", count(stands, "gun stand"));
            self.say(n, "values", "FF-2.3", message, "Name a kind for each stand in `guns`, or one for all.");
        }
    }
}

/// What is wrong with an army list.
pub fn problems(book: &Data, list: &ArmyList) -> Vec<ArmyListProblem> {
    let mut checker = Checker { book, list, problems: Vec::new() };
    if list.sides.iter().filter(|side| side.plays).count() != 2 {
        let message = format!("{} cannot fight by these rules", count(list.sides.len(), "side"));
        checker.say(0, "side", "FF-5.1", message, "Two sides play by turns. Give the units of a third to one of them, or play it by Horse & Musket or Old West.");
    }
    for (n, entry) in list.units.iter().enumerate() {
        checker.chain(n, entry);
        checker.unit(n, entry);
    }
    checker.problems
}
