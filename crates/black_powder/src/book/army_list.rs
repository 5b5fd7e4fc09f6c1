//! From the entries of a scenario to units and commanders, and what is wrong with an army list.

use smol_str::SmolStr;
use std::collections::BTreeMap;

use super::{
    data::{Data, UnitRow},
    mover::Mover,
    outlines::{may_form, measures},
    rule_settings::BlackPowderSettings,
    values::{Formation, Officer, Past, Regiment, Size, Troop},
};
use grapeshot_floor::{
    english::count,
    events::RuleId,
    forces::{UnitEntry, UnitId, Values},
    shared::formed::block::{self, overlaps},
    table::{
        footprint::Outline,
        measure::{distance_to_edge, inside},
        position::Place,
        terrain::Terrain,
    },
    turn::{ArmyList, ArmyListEntry, ArmyListProblem, Zone},
};

/// The kind of unit that a commander is.
pub const COMMANDER: &str = "commander";
/// BP-1.1, Scenario settings: the most units of a brigade.
const MOST_UNITS: usize = 12;

fn number(values: &Values, name: &str) -> f32 {
    values.number(name).unwrap_or_default()
}

/// The formation in which an arm stands at the start, if the scenario names none.
fn usual(troop: Troop) -> Formation {
    match troop {
        Troop::Infantry | Troop::Cavalry => Formation::Line,
        Troop::Artillery => Formation::Deployed,
        Troop::Wagon => Formation::MarchColumn,
    }
}

/// The formation that an entry names.
pub fn formation_of(values: &Values, troop: Troop) -> Formation {
    values.word("formation").and_then(|word| Formation::named(word)).unwrap_or(usual(troop))
}

/// BP-1.1: the values of a row at another size than its own, unless the scenario gave values of its own.
fn at_size(book: &Data, row: &UnitRow, size: Size, hand: u8, shoot: [u8; 3], stamina: u8) -> (u8, [u8; 3], u8) {
    let as_printed = hand == row.hand && shoot == [row.shoot.0, row.shoot.1, row.shoot.2] && stamina == row.stamina;
    if size == row.size || !as_printed {
        return (hand, shoot, stamina);
    }
    if size == Size::Tiny {
        return (hand.min(1), shoot.map(|dice| dice.min(1)), 1);
    }
    let (from, to) = (book.numbers.sizes.of(row.size), book.numbers.sizes.of(size));
    let by = |value: u8, delta: i8, least: u8| {
        if value == 0 { 0 } else { (i16::from(value) + i16::from(delta)).max(i16::from(least)) as u8 }
    };
    let shoot =
        if row.troop == Troop::Artillery { shoot } else { shoot.map(|dice| by(dice, to.shoot - from.shoot, 1)) };
    (by(hand, to.hand - from.hand, 1), shoot, by(stamina, to.stamina - from.stamina, 1))
}

/// A unit of a scenario; `None` if it is a commander.
pub fn regiment(book: &Data, unit_entry: &UnitEntry) -> Option<Regiment> {
    let row = book.row(&unit_entry.kind)?;
    let values = &unit_entry.values;
    let size = values.word("size").and_then(|word| Size::named(word)).unwrap_or(row.size);
    let dice = values.numbers("shoot");
    let shoot = [0, 1, 2].map(|band| dice.get(band).copied().unwrap_or_default() as u8);
    let (hand, shoot, stamina) =
        at_size(book, row, size, number(values, "hand") as u8, shoot, number(values, "stamina") as u8);
    let weapon = values.word("weapon").and_then(|word| book.weapon(word));
    let rules = values.words("rules").iter().filter_map(|word| book.special(word)).collect();
    let lost = number(values, "worth_lost");
    let early = number(values, "early") as u16;
    Some(Regiment {
        row: row.id.clone(),
        troop: row.troop,
        size,
        horse: row.horse,
        hand,
        shoot,
        morale: number(values, "morale") as u8,
        stamina: stamina.max(1),
        inches: row.inches,
        manhandled: row.manhandled,
        weapon,
        rules,
        formation: formation_of(values, row.troop),
        building: None,
        past: Past::default(),
        worth_off: number(values, "worth_off"),
        worth_lost: (lost >= 0.0).then_some(lost),
        worth_shaken: number(values, "worth_shaken"),
        early: (early > 0).then(|| (early, values.word("early_for").cloned().unwrap_or_default())),
    })
}

/// A commander of a scenario.
pub fn officer(unit_entry: &UnitEntry, general: bool) -> Officer {
    let values = &unit_entry.values;
    Officer {
        rating: number(values, "rating") as u8,
        mounted: values.flag("mounted").unwrap_or(true),
        aggression: number(values, "aggression") as u8,
        general,
        with: None,
        done: false,
        rode: false,
        fallen: false,
        waits: number(values, "waits") as u16,
        waits_for_loss: values.flag("waits_for_loss").unwrap_or_default(),
    }
}

/// The building in which a garrison is to stand.
pub fn building_at(terrain: &Terrain, at: bevy::math::Vec2) -> Option<usize> {
    terrain.buildings.iter().position(|building| inside(at, &building.outline))
}

/// BP-1.3: the outline of a unit, its front at the anchor; a garrison has the outline of its building.
pub fn block(
    book: &Data,
    unit_entry: &UnitEntry,
    settings: &Values,
    terrain: &Terrain,
    anchor: Place,
) -> Option<Outline> {
    let values = regiment(book, unit_entry)?;
    let scale = BlackPowderSettings::read(settings).scale;
    if values.formation == Formation::Garrison
        && let Some(building) = building_at(terrain, anchor.at)
    {
        return Some(block::garrison(&terrain.buildings[building], anchor.facing));
    }
    let (width, depth) = measures(book, scale, values.troop, values.size, values.formation)
        .or_else(|| measures(book, scale, values.troop, values.size, usual(values.troop)))?;
    Some(block::by_front(anchor.at, anchor.facing, width, depth))
}

struct Checker<'r> {
    book: &'r Data,
    army: &'r ArmyList<'r>,
    problems: Vec<ArmyListProblem>,
}

impl Checker<'_> {
    fn say(&mut self, unit: usize, field: &'static str, rule: &'static str, message: String, help: impl Into<String>) {
        let rule = RuleId::new(rule);
        self.problems.push(ArmyListProblem { unit: UnitId(unit as u16), field, rule, message, help: help.into() });
    }

    fn is_commander(&self, unit: usize) -> bool {
        self.army.units.get(unit).is_some_and(|entry| entry.unit_entry.kind == COMMANDER)
    }

    /// BP-2.1: every unit is under a commander, every commander but one under the general.
    fn chain(&mut self) {
        let mut generals: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
        let mut strength: BTreeMap<usize, usize> = BTreeMap::new();
        for (n, entry) in self.army.units.iter().enumerate() {
            let above = entry.superior.map(UnitId::index);
            let key = &entry.key;
            if self.is_commander(n) {
                match above {
                    None => generals.entry(entry.side.0).or_default().push(n),
                    Some(above) if !self.is_commander(above) => {
                        let message = format!("commander {key:?} is under a unit that is no commander");
                        self.say(n, "under", "BP-2.1", message, "A commander is under the general.");
                    }
                    Some(above) if self.army.units[above].superior.is_some() => {
                        let message = format!("commander {key:?} is under a commander who is not the general");
                        self.say(n, "under", "BP-2.1", message, "Brigade commanders are under the general.");
                    }
                    Some(_) => {}
                }
                continue;
            }
            match above {
                Some(above) if self.is_commander(above) => *strength.entry(above).or_default() += 1,
                _ => {
                    let message = format!("unit {key:?} is of a brigade without commander");
                    let help = "Name the commander of its brigade: `under: \"...\"`, a unit of kind \"commander\".";
                    self.say(n, "under", "BP-2.1", message, help);
                }
            }
        }
        for (_, generals) in generals {
            for second in generals.iter().skip(1) {
                let message = format!("commander {:?} is a second general", self.army.units[*second].key);
                self.say(*second, "under", "BP-2.1", message, "Put him under the general of his side.");
            }
        }
        for (commander, units) in strength {
            if units > MOST_UNITS {
                let message = format!("the brigade of {:?} has {units} units", self.army.units[commander].key);
                self.say(commander, "key", "BP-2.1", message, format!("A brigade has at most {MOST_UNITS} units."));
            }
        }
        if self.army.sides.len() != 2 {
            let message = format!("{} cannot fight by these rules", count(self.army.sides.len(), "side"));
            self.say(0, "side", "BP-1.6", message, "Two sides take player turns. Give the units of a third to one of them, or play it by Horse & Musket or Old West.");
        }
    }

    fn formation(&mut self, n: usize, entry: &ArmyListEntry, values: &Regiment) {
        let formation = values.formation;
        if may_form(values, self.book, formation) {
            return;
        }
        let missing = match formation {
            Formation::Skirmish => "It needs the special rule \"skirmish\".",
            Formation::MixedLine | Formation::MixedColumn => "It needs the special rule \"mixed_formation\".",
            _ => "Name a formation of its arm.",
        };
        let message = format!("unit {:?}, {}, cannot stand in {formation}", entry.key, values.troop.word());
        self.say(n, "layout", "BP-4.1", message, missing);
    }

    fn place(&mut self, n: usize, entry: &ArmyListEntry, values: &Regiment, held: &mut BTreeMap<usize, usize>) {
        let Some(outline) = entry.outlines.first() else { return };
        let terrain = self.army.terrain;
        let key = &entry.key;
        if values.formation == Formation::Garrison {
            let Some(building) = building_at(terrain, outline.place.at) else {
                let message = format!("garrison {key:?} stands in no building");
                self.say(n, "at", "BP-8.1", message, "Place it in the middle of its building.");
                return;
            };
            let house = &terrain.buildings[building];
            let most = match house.size.as_deref() {
                Some("small") => Size::Small,
                Some("large") => Size::Large,
                _ => Size::Standard,
            };
            if values.size < most {
                let message = format!("{:?} is too small for unit {key:?}", house.id);
                self.say(
                    n,
                    "at",
                    "BP-8.1",
                    message,
                    "A small building holds a small unit, a medium one a standard unit.",
                );
            }
            if let Some(other) = held.insert(building, n) {
                let message = format!("units {:?} and {key:?} are both in {:?}", self.army.units[other].key, house.id);
                self.say(n, "at", "BP-8.1", message, "A building holds one unit.");
            }
            return;
        }
        let mover = Mover::of(values.troop, values.formation);
        for area in terrain.areas.iter().filter(|area| overlaps(outline, &area.outline)) {
            if mover.rate_over(&self.book.terrain.grounds, &area.kind, &area.ground) <= 0.0 {
                let message =
                    format!("unit {key:?} stands in {:?}, which is closed to it in {}", area.id, values.formation);
                self.say(n, "at", "BP-3.5", message, "Move it, or change its formation.");
            }
        }
        if let Some(house) = terrain.buildings.iter().find(|house| overlaps(outline, &house.outline)) {
            let message = format!("unit {key:?} stands on {:?} without being its garrison", house.id);
            self.say(n, "at", "BP-8.1", message, "Move it, or give it the layout \"garrison\".");
        }
    }
}

/// What is wrong with an army list and with where its units stand.
pub fn problems(book: &Data, army: &ArmyList) -> Vec<ArmyListProblem> {
    let mut checker = Checker { book, army, problems: Vec::new() };
    checker.chain();
    let mut held = BTreeMap::new();
    for (n, entry) in army.units.iter().enumerate() {
        let Some(values) = regiment(book, &entry.unit_entry) else { continue };
        checker.formation(n, entry, &values);
        if entry.unit_entry.arrival.is_none() {
            checker.place(n, entry, &values, &mut held);
        }
    }
    checker.problems
}

/// BP-1.9: whether a whole outline lies inside a zone.
pub fn in_zone(outline: &Outline, zone: &Zone) -> bool {
    let within =
        |corner: &bevy::math::Vec2| inside(*corner, &zone.outline) || distance_to_edge(*corner, &zone.outline) <= 0.01;
    outline.corners().iter().all(within)
}

/// The word of a size as a scenario has it.
pub fn size_words() -> Vec<SmolStr> {
    Size::ALL.iter().map(|size| SmolStr::new_static(size.word())).collect()
}
