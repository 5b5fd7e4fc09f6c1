//! The units of a small battle.

use smol_str::SmolStr;

use super::{TestTable, points, vocabulary};
use crate::{
    battle::simulation_world,
    scenario::{ScenarioUnit, StartPiece},
};
use grapeshot_floor::{
    files::dice_sum::DiceSum,
    forces::{Arrival, Elsewhere, HouseRule, SideId, UnitEntry, UnitId, Value, Values},
    table::position::{Heading, Place},
    turn::Rulebooks,
};

impl TestTable {
    /// Adds a unit of Regulars with muskets, its first figure a Regular sergeant; figures at these places.
    pub fn unit(mut self, key: &str, side: SideId, places: &[(f32, f32, f32)]) -> Self {
        let vocabulary = vocabulary(&self.scenario.ruleset, self.plugins);
        let footprint = vocabulary.kinds[0].footprint_under(&self.scenario.settings);
        let word = |word: &str| Value::Word(word.into());
        let mut values = Values::default();
        for field in &vocabulary.unit_values {
            if let Some(default) = &field.default {
                values.0.insert(field.name.clone(), default.clone());
            }
        }
        values.0.insert("guts".into(), word("Regular"));
        values.0.insert("accuracy".into(), word("Regular"));
        values.0.insert("weapons".into(), Value::List(vec![word("musket")]));
        let mut leader = Values::default();
        leader.0.insert("level".into(), word("team"));
        leader.0.insert("rank".into(), word("sergeant"));
        self.scenario.units.push(ScenarioUnit {
            key: key.into(),
            name: key.to_uppercase(),
            short: String::new(),
            colours: "".into(),
            side,
            superior: None,
            pieces: places
                .iter()
                .enumerate()
                .map(|(n, (x, y, facing))| StartPiece {
                    name: format!("{key}.{}", n + 1),
                    place: Place::new(*x, *y, *facing),
                    footprint,
                    look: SmolStr::from(if n == 0 { "leader" } else { "foot" }),
                })
                .collect(),
            unit_entry: UnitEntry { kind: vocabulary.kinds[0].id.clone(), values, leader, ..UnitEntry::default() },
        });
        self
    }

    /// Adds a unit that is one block of a kind in a formation, the middle of its front at a point with a facing; or a
    /// commander, who has no formation.
    pub fn block(mut self, key: &str, side: SideId, kind: &str, formation: &str, at: (f32, f32, f32)) -> Self {
        let vocabulary = vocabulary(&self.scenario.ruleset, self.plugins);
        let known = vocabulary.kind(kind).expect("the ruleset knows this kind of unit");
        let mut values = known.values.clone();
        for field in &vocabulary.unit_values {
            if let Some(default) = &field.default {
                values.0.entry(field.name.clone()).or_insert_with(|| default.clone());
            }
        }
        if !formation.is_empty() {
            values.0.insert("formation".into(), Value::Word(formation.into()));
        }
        self.scenario.units.push(ScenarioUnit {
            key: key.into(),
            name: key.to_uppercase(),
            short: String::new(),
            colours: "".into(),
            side,
            superior: None,
            pieces: vec![StartPiece {
                name: key.to_owned(),
                place: Place::new(at.0, at.1, at.2),
                footprint: known.footprint_under(&self.scenario.settings),
                look: kind.into(),
            }],
            unit_entry: UnitEntry { kind: kind.into(), values, ..UnitEntry::default() },
        });
        self
    }

    /// Gives the last unit this many stands, which its ruleset lays out.
    ///
    /// # Panics
    /// If it has no piece.
    #[must_use]
    pub fn stands(mut self, count: usize) -> Self {
        let unit = self.last();
        let first = unit.pieces.first().cloned().expect("the unit has a piece");
        unit.pieces = vec![first; count];
        self
    }

    /// Hides the last unit from the other side.
    pub fn hidden(mut self) -> Self {
        self.last().unit_entry.hidden = true;
        self
    }

    /// Makes a figure of the last unit, counted from 1, a hero with these values; the rest is as his men's.
    pub fn hero(mut self, number: usize, values: &[(&str, Value)]) -> Self {
        let values = values.iter().map(|(name, value)| (SmolStr::from(*name), value.clone())).collect();
        self.last().unit_entry.heroes.push((number - 1, Values(values)));
        self
    }

    /// Puts the led horses of the last unit, which begins on foot, where they stand, all facing north.
    pub fn led_horses(mut self, places: &[(f32, f32)]) -> Self {
        self.last().unit_entry.led_horses = places.iter().map(|at| Place::new(at.0, at.1, 90.0)).collect();
        self
    }

    /// Lets the last unit arrive later.
    pub fn arrives(mut self, turn: u16, line: &[(f32, f32)]) -> Self {
        self.last().unit_entry.arrival = Some(Arrival::in_turn(turn, points(line)));
        self
    }

    /// Lets dice say in which turn the last unit arrives that arrives later.
    pub fn by_dice(mut self, dice: &str) -> Self {
        let dice = DiceSum::parse(dice).expect("dice as a scenario writes them");
        if let Some(arrival) = &mut self.last().unit_entry.arrival {
            (arrival.turn, arrival.dice) = (*dice.range().start(), Some(dice));
        }
        self
    }

    /// Lets the last unit, which arrives later, come in a turn only if a die shows this many or fewer.
    pub fn by_chance(mut self, chance: u8) -> Self {
        if let Some(arrival) = &mut self.last().unit_entry.arrival {
            arrival.chance = Some(chance);
        }
        self
    }

    /// Lets the last unit, which arrives later, come over another stretch if a die shows this many or fewer.
    pub fn or_elsewhere(mut self, die: u8, line: &[(f32, f32)]) -> Self {
        let elsewhere = Elsewhere { die, line: points(line), facing: Some(Heading(180.0)) };
        if let Some(arrival) = &mut self.last().unit_entry.arrival {
            arrival.elsewhere = Some(elsewhere);
        }
        self
    }

    /// Gives the last unit a modifier of its own in the sums of a rule.
    pub fn house_rule(mut self, rule: &str, amount: i8, text: &str) -> Self {
        let own = HouseRule { rule: rule.into(), amount, text: text.to_owned() };
        self.last().unit_entry.house_rules.push(own);
        self
    }

    /// Changes a value of the last unit's figures.
    pub fn value(mut self, name: &str, value: Value) -> Self {
        self.last().unit_entry.values.0.insert(name.into(), value);
        self
    }

    /// Changes a word of the last unit's figures.
    pub fn word(self, name: &str, word: &str) -> Self {
        self.value(name, Value::Word(word.into()))
    }

    /// A wagon with its driver and a team, its body at a place.
    ///
    /// # Panics
    /// If the ruleset has no such wagon.
    #[must_use]
    pub fn wagon(self, key: &str, side: SideId, kind: &str, (x, y, facing): (f32, f32, f32)) -> Self {
        let vocabulary = vocabulary(&self.scenario.ruleset, self.plugins);
        let known = vocabulary.kind(kind).expect("the ruleset knows this wagon").clone();
        let mut table = self.unit(key, side, &[(x, y, facing)]).kind(kind).leaderless();
        let settings = table.scenario.settings.clone();
        let body = Place::new(x, y, facing);
        let mut front = 0.0;
        let unit = table.last();
        // Its body and its team.
        for (n, piece) in known.equipment.iter().take(2).enumerate() {
            let footprint = piece.footprint_under(&settings);
            let half = footprint.half_depth();
            let forward = if n == 0 { 0.0 } else { front + half };
            front += if n == 0 { half } else { 2.0 * half };
            unit.unit_entry.equipment.push(piece.id.clone());
            unit.pieces.push(StartPiece {
                name: format!("{}.{}", unit.key, piece.id),
                place: Place { at: body.offset(forward, 0.0), ..body },
                footprint,
                look: piece.id.clone(),
            });
        }
        table
    }

    /// Leaves the last unit, a wagon, without its driver.
    pub fn driverless(mut self) -> Self {
        self.last().pieces.remove(0);
        self
    }

    /// Puts a gun of a kind on the last unit, a wagon, with this many men to serve it besides the driver.
    ///
    /// # Panics
    /// If that wagon takes no gun.
    #[must_use]
    pub fn wagon_gun(mut self, gun: &str, crew: usize) -> Self {
        let vocabulary = vocabulary(&self.scenario.ruleset, self.plugins);
        let settings = self.scenario.settings.clone();
        let unit = self.last();
        let known = vocabulary.kind(&unit.unit_entry.kind).expect("the ruleset knows this wagon");
        let piece = known.equipment.last().expect("a wagon takes a gun");
        unit.unit_entry.values.0.insert("gun".into(), Value::Word(gun.into()));
        let driver = unit.pieces[0].clone();
        for n in 0..crew {
            unit.pieces.insert(1, StartPiece { name: format!("{}.{}", unit.key, crew + 1 - n), ..driver.clone() });
        }
        unit.unit_entry.equipment.push(piece.id.clone());
        unit.pieces.push(StartPiece {
            name: format!("{}.{}", unit.key, piece.id),
            place: driver.place,
            footprint: piece.footprint_under(&settings),
            look: piece.id.clone(),
        });
        self
    }

    /// The weapons of a unit by its key.
    #[must_use]
    pub fn weapons_of(mut self, key: &str, weapons: &[&str]) -> Self {
        let unit = self.scenario.units.iter_mut().find(|unit| unit.key == key).expect("the unit is on the table");
        let words = weapons.iter().map(|word| Value::Word((*word).into())).collect();
        unit.unit_entry.values.0.insert("weapons".into(), Value::List(words));
        self
    }

    /// A value of a unit by its key that is a word.
    #[must_use]
    pub fn word_of(mut self, key: &str, name: &str, word: &str) -> Self {
        let unit = self.scenario.units.iter_mut().find(|unit| unit.key == key).expect("the unit is on the table");
        unit.unit_entry.values.0.insert(name.into(), Value::Word(word.into()));
        self
    }

    /// Changes a number of the last unit's figures.
    pub fn number(self, name: &str, number: f32) -> Self {
        self.value(name, Value::Number(number))
    }

    /// Arms the last unit.
    pub fn weapons(self, weapons: &[&str]) -> Self {
        self.value("weapons", Value::List(weapons.iter().map(|word| Value::Word((*word).into())).collect()))
    }

    /// Changes a value of the last unit's leader.
    pub fn leader(mut self, name: &str, value: Value) -> Self {
        self.last().unit_entry.leader.0.insert(name.into(), value);
        self
    }

    /// Leaves the last unit without a leader.
    pub fn leaderless(mut self) -> Self {
        self.last().unit_entry.leader.0.clear();
        self
    }

    /// Puts the last unit under another, named by its key.
    pub fn under(mut self, superior: &str) -> Self {
        let n = self.scenario.units.iter().position(|unit| unit.key == superior).expect("the superior is on the table");
        self.last().superior = Some(UnitId(n as u16));
        self
    }

    /// Makes the last unit one of another kind, with its bases.
    ///
    /// # Panics
    /// If the ruleset has no such kind.
    pub fn kind(mut self, kind: &str) -> Self {
        let vocabulary = vocabulary(&self.scenario.ruleset, self.plugins);
        let known = vocabulary.kind(kind).expect("the kind is known");
        let footprint = known.footprint_under(&self.scenario.settings);
        let unit = self.last();
        unit.unit_entry.kind = kind.into();
        unit.unit_entry.values.0.extend(known.values.0.clone());
        for piece in &mut unit.pieces {
            piece.footprint = footprint;
        }
        self
    }

    /// Gives the last unit a gun of a kind, and a limber: its men are gunners.
    ///
    /// # Panics
    /// If the ruleset knows no artillery.
    pub fn gun(mut self, gun: &str, at: (f32, f32, f32), limber: (f32, f32, f32)) -> Self {
        let vocabulary = vocabulary(&self.scenario.ruleset, self.plugins);
        let known = vocabulary.kind("artillery").expect("the ruleset knows artillery").clone();
        let settings = self.scenario.settings.clone();
        let unit = self.last();
        unit.unit_entry.kind = known.id.clone();
        unit.unit_entry.values.0.insert("gun".into(), Value::Word(gun.into()));
        for (piece, (x, y, facing)) in known.equipment.iter().zip([at, limber]) {
            unit.unit_entry.equipment.push(piece.id.clone());
            unit.pieces.push(StartPiece {
                name: format!("{}.{}", unit.key, piece.id),
                place: Place::new(x, y, facing),
                footprint: piece.footprint_under(&settings),
                look: piece.id.clone(),
            });
        }
        self
    }

    /// Makes the last unit the men of a train with wagons at these places.
    ///
    /// # Panics
    /// If the ruleset knows no wagons.
    pub fn wagons(mut self, places: &[(f32, f32, f32)]) -> Self {
        let vocabulary = vocabulary(&self.scenario.ruleset, self.plugins);
        let known = vocabulary.kind("train").expect("the ruleset knows wagons").clone();
        let settings = self.scenario.settings.clone();
        let unit = self.last();
        unit.unit_entry.kind = known.id.clone();
        let wagon = &known.equipment[0];
        for (n, (x, y, facing)) in places.iter().enumerate() {
            unit.unit_entry.equipment.push(wagon.id.clone());
            unit.pieces.push(StartPiece {
                name: format!("{}.{}{}", unit.key, wagon.id, n + 1),
                place: Place::new(*x, *y, *facing),
                footprint: wagon.footprint_under(&settings),
                look: wagon.id.clone(),
            });
        }
        self
    }

    /// The places of blocks are those of their fronts until now.
    pub(super) fn settle_blocks(&mut self) {
        let world = simulation_world(self.plugins);
        let book = world.resource::<Rulebooks>().get(&self.scenario.ruleset).expect("the ruleset is registered");
        for unit in &mut self.scenario.units {
            let (settings, terrain) = (&self.scenario.settings, &self.scenario.terrain);
            if let Some(footprint) = book.rules.footprint(&unit.unit_entry, settings) {
                unit.pieces.iter_mut().for_each(|piece| piece.footprint = footprint);
            }
            let Some(anchor) = unit.pieces.first().map(|piece| piece.place) else { continue };
            if unit.pieces.iter().any(|piece| piece.place != anchor) {
                continue;
            }
            let laid = book.rules.layout(&unit.unit_entry, settings, terrain, anchor, unit.pieces.len());
            for (piece, outline) in unit.pieces.iter_mut().zip(laid.into_iter().flatten()) {
                (piece.footprint, piece.place) = (outline.footprint, outline.place);
            }
        }
    }

    pub(super) fn last(&mut self) -> &mut ScenarioUnit {
        self.scenario.units.last_mut().expect("add a unit first")
    }
}
