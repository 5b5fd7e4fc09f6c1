//! From the entries of a scenario to units and commanders, and what is wrong with an army list.

use bevy::math::Vec2;
use std::collections::BTreeMap;

use super::{
    bases::{self, array_named},
    data::{Data, TroopRow},
    rule_settings::BurtSettings,
    values::{Arm, Array, Chit, Class, Level, Officer, Role, Troops},
    vocabulary::UNARMED,
};
use grapeshot_floor::{
    english::count,
    events::RuleId,
    forces::{UnitEntry, UnitId, Values},
    shared::{formed::block, settings::Setting},
    table::{footprint::Outline, measure::inside, position::Place, terrain::Terrain},
    turn::{ArmyList, ArmyListEntry, ArmyListProblem},
};

fn number(values: &Values, name: &str) -> u8 {
    values.number(name).unwrap_or_default() as u8
}

/// The arrangement that an arm begins in if the scenario names none.
pub fn usual(arm: Arm) -> &'static str {
    match arm {
        Arm::Infantry | Arm::HeavyCavalry | Arm::LightCavalry => "column",
        Arm::Skirmishers => "open_order",
        Arm::Artillery => "unlimbered",
        Arm::Wagon => "limbered",
    }
}

/// The figures (guns, wagons) that a unit begins with.
fn figures(row: &TroopRow, values: &Values) -> u8 {
    match number(values, "figures") {
        0 => row.strength.0,
        figures => figures,
    }
}

/// The figures (guns, wagons) that a unit has lost before the battle begins.
pub fn lost(values: &Values) -> u8 {
    number(values, "lost")
}

/// The bases that a unit begins on.
fn bases_left(row: &TroopRow, values: &Values) -> u8 {
    bases::bases(row, figures(row, values).saturating_sub(lost(values)).max(1))
}

/// The arrangement that an entry names; none if its arm has no such arrangement.
fn array(row: &TroopRow, values: &Values) -> Option<Array> {
    let word = values.word("formation").map_or_else(|| usual(row.arm), |word| word.as_str());
    let bases = bases_left(row, values);
    let array = array_named(word, row.arm, bases)?;
    match (array, number(values, "wide")) {
        (Array::Ranks(_), wide) if wide > 0 => Some(Array::Ranks(wide.min(bases))),
        _ => Some(array),
    }
}

/// The building in which a unit stands that begins at a point.
fn building_at(terrain: &Terrain, at: Vec2) -> Option<usize> {
    terrain.buildings.iter().position(|building| inside(at, &building.outline))
}

/// A unit of a scenario whose front has its middle at a point; `None` if it is a commander.
pub fn troops(book: &Data, entry: &UnitEntry, terrain: &Terrain, at: Vec2) -> Option<Troops> {
    let (number, row) = book.row(&entry.kind)?;
    let values = &entry.values;
    let array = match array(row, values) {
        Some(Array::House(_)) => building_at(terrain, at).map(Array::House),
        other => other,
    };
    let class = values.0.get("class").and_then(Class::of).unwrap_or(Class::C);
    let order = starting_order(entry);
    Some(Troops {
        row: number,
        arm: row.arm,
        class,
        weapon: values.word("weapon").and_then(|word| book.weapon(word)),
        gun: if row.arm == Arm::Artillery { values.word("gun").and_then(|word| book.gun(word)) } else { None },
        armoured: values.flag("armoured").unwrap_or_default() && row.arm.is_cavalry(),
        lancer: values.flag("lancer").unwrap_or_default() && row.arm.is_cavalry(),
        start: figures(row, values),
        array: array.unwrap_or(Array::Ranks(1)),
        level: level(values).unwrap_or(row.level),
        fired_first: false,
        left_reserve: order != Chit::Reserve,
        pursuing: None,
        must_retreat: false,
        arrived: false,
    })
}

/// The cohesion level that the scenario gives a unit; none if it has the level of its troops.
fn level(values: &Values) -> Option<Level> {
    let word = values.word("level")?;
    Level::ALL.into_iter().find(|level| level.word() == word.as_str())
}

/// The order that a unit begins with.
pub fn starting_order(entry: &UnitEntry) -> Chit {
    entry.values.word("order").and_then(|word| Chit::named(word)).unwrap_or(Chit::Manoeuver)
}

/// A commander of a scenario; `None` if it is a unit.
pub fn officer(entry: &UnitEntry) -> Option<Officer> {
    let role = Role::of(&entry.kind)?;
    Some(Officer { role, leads: None, rides_for: Vec::new(), acted: false, risked: false, lost: None })
}

/// SB-1.4: the outline of a unit or a commander, the middle of its front at the anchor; in a building it is the
/// building's.
pub fn outline(book: &Data, entry: &UnitEntry, terrain: &Terrain, anchor: Place) -> Option<Outline> {
    if Role::of(&entry.kind).is_some() {
        let (width, depth) = book.numbers.staff_base;
        return Some(block::by_front(anchor.at, anchor.facing, width, depth));
    }
    let (_, row) = book.row(&entry.kind)?;
    let values = &entry.values;
    let bases = bases_left(row, values);
    let array = array(row, values).or_else(|| array_named(usual(row.arm), row.arm, bases))?;
    if matches!(array, Array::House(_))
        && let Some(building) = building_at(terrain, anchor.at)
    {
        return Some(block::garrison(&terrain.buildings[building], anchor.facing));
    }
    let (width, depth) = bases::measures(book, row, array, bases)?;
    Some(block::by_front(anchor.at, anchor.facing, width, depth))
}

struct Checker<'r> {
    book: &'r Data,
    list: &'r ArmyList<'r>,
    settings: BurtSettings,
    problems: Vec<ArmyListProblem>,
}

impl Checker<'_> {
    fn say(&mut self, unit: usize, field: &'static str, rule: &'static str, message: String, help: impl Into<String>) {
        let rule = RuleId::new(rule);
        self.problems.push(ArmyListProblem { unit: UnitId(unit as u16), field, rule, message, help: help.into() });
    }

    fn role(&self, unit: usize) -> Option<Role> {
        self.list.units.get(unit).and_then(|entry| Role::of(&entry.unit_entry.kind))
    }

    /// SB-1.2, SB-3.1: checks which commander each unit is under, and how many units a brigade has.
    fn chain(&mut self) {
        let mut strength: BTreeMap<usize, usize> = BTreeMap::new();
        let mut first: BTreeMap<u8, usize> = BTreeMap::new();
        for (n, entry) in self.list.units.iter().enumerate() {
            let above = entry.superior.map(UnitId::index);
            let key = &entry.key;
            if let Some(role) = self.role(n) {
                if role == Role::CommanderInChief
                    && let Some(other) = first.insert(entry.side.0, n)
                {
                    let message =
                        format!("{key:?} is a second commander-in-chief beside {:?}", self.list.units[other].key);
                    self.say(n, "kind", "SB-12.2", message, "Make him a unit of kind \"general\".");
                }
                continue;
            }
            let close = self.book.row(&entry.unit_entry.kind).is_some_and(|(_, row)| row.arm.is_close_order());
            match above {
                Some(above) if self.role(above) == Some(Role::Brigade) => *strength.entry(above).or_default() += 1,
                Some(_) => {
                    let message = format!("unit {key:?} is under a unit that is no command element");
                    self.say(n, "under", "SB-1.2", message, "Name a unit of kind \"command_element\".");
                }
                None if close => {
                    let message = format!("unit {key:?} is of no brigade");
                    let help = "Name the command element of its brigade: `under: \"...\"`, a unit of kind \"command_element\".";
                    self.say(n, "under", "SB-1.2", message, help);
                }
                None => {}
            }
        }
        for (element, units) in strength {
            if !(2..=4).contains(&units) && !self.settings.free_organisation {
                let message = format!("the brigade of {:?} has {}", self.list.units[element].key, count(units, "unit"));
                let help = "A brigade has 2 to 4 units; the setting `free_organisation` allows others.";
                self.say(element, "key", "SB-1.2", message, help);
            }
        }
        if self.list.sides.iter().filter(|side| side.plays).count() != 2 {
            let message = format!("{} cannot fight by these rules", count(self.list.sides.len(), "side"));
            self.say(0, "side", "SB-2.2", message, "Two sides act in turn. Give the units of a third to one of them, or play it by Horse & Musket or Old West.");
        }
    }

    fn unit(&mut self, n: usize, entry: &ArmyListEntry) {
        let Some((_, row)) = self.book.row(&entry.unit_entry.kind) else { return };
        let values = &entry.unit_entry.values;
        let key = &entry.key;
        let strength = figures(row, values);
        let (least, most) = row.strength;
        if !(least..=most).contains(&strength) {
            let message = format!("unit {key:?} has {strength} of {}", row.label);
            self.say(n, "values", "SB-1.2", message, format!("{least} to {most} are a unit: `figures`."));
        }
        let gone = lost(values);
        if gone >= strength {
            let message = format!("unit {key:?} has lost {gone} of {strength}");
            self.say(n, "values", "SB-1.4", message, "One at least is left: `lost`.");
        }
        if array(row, values).is_none() {
            let message = format!("unit {key:?}, {}, cannot stand like that", row.label);
            self.say(n, "layout", "SB-5.1", message, "Name a formation of its arm.");
        }
        let order = starting_order(&entry.unit_entry);
        if order == Chit::Assault && !row.arm.is_close_order() {
            let message = format!("unit {key:?}, {}, begins with the order ASSAULT", row.label);
            self.say(n, "values", "SB-3.3", message, "This troop type cannot assault: give it another `order`.");
        }
        if row.arm == Arm::Artillery && values.word("gun").is_none_or(|word| word == UNARMED) {
            let message = format!("battery {key:?} has no guns");
            self.say(n, "values", "SB-1.4", message, "Name them: `gun: \"6pdr\"`.");
        }
    }

    fn place(&mut self, n: usize, entry: &ArmyListEntry) {
        let (Some(outline), Some((_, row))) = (entry.outlines.first(), self.book.row(&entry.unit_entry.kind)) else {
            return;
        };
        let key = &entry.key;
        let terrain = self.list.terrain;
        if matches!(array(row, &entry.unit_entry.values), Some(Array::House(_))) {
            if building_at(terrain, outline.place.at).is_none() {
                let message = format!("unit {key:?} stands in no building");
                self.say(n, "at", "SB-4.9", message, "Place it in the middle of its building.");
            }
            return;
        }
        if let Some(house) = terrain.buildings.iter().find(|house| block::overlaps(outline, &house.outline)) {
            let message = format!("unit {key:?} stands on {:?} without being in it", house.id);
            self.say(n, "at", "SB-4.9", message, "Move it, or give it the layout \"house\".");
        }
    }
}

/// What is wrong with an army list and with where its units stand.
pub fn problems(book: &Data, list: &ArmyList) -> Vec<ArmyListProblem> {
    let settings = BurtSettings::read(list.settings);
    let mut checker = Checker { book, list, settings, problems: Vec::new() };
    checker.chain();
    for (n, entry) in list.units.iter().enumerate() {
        checker.unit(n, entry);
        if entry.unit_entry.arrival.is_none() {
            checker.place(n, entry);
        }
    }
    checker.problems
}
