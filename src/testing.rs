//! Small battles for tests of rules: a bare table, figures where the rule wants them, cards and dice forced.

use bevy::math::Vec2;
use serde::Serialize;
use smol_str::{SmolStr, format_smolstr};
use std::sync::Arc;

use crate::{
    battle::{Battle, Bearer, Intervention, Plugins},
    chance::StreamId,
    events::BattleEvent,
    forces::{Arrival, Edge, Enlistment, MarkId, Marks, PieceId, Side, SideId, UnitId, Value, Values},
    orders::{Order, VerbId},
    rulesets,
    scenario::{Scenario, ScenarioUnit, StartPiece},
    table::{
        position::Place,
        terrain::{Area, Building, Crossing, Door, DoorState, Hill, Obstacle, Road, Room, Stream, Terrain, Window},
    },
    turn::{Happening, Rulebooks, VictoryTerms, Vocabulary, Zone},
};

/// The first side.
pub const BLUE: SideId = SideId(0);
/// The second side.
pub const RED: SideId = SideId(1);

/// A battle under construction. Blue's own edge is south, Red's north.
#[derive(Debug, Clone)]
pub struct TestTable {
    scenario: Scenario,
    plugins: Plugins,
}

impl TestTable {
    /// A bare table of 72 by 48 inches under a ruleset, with its settings at their defaults.
    ///
    /// # Panics
    /// If there is no such ruleset.
    pub fn new(ruleset: &str) -> Self {
        let vocabulary = vocabulary(ruleset);
        let settings =
            vocabulary.settings.iter().filter_map(|field| Some((field.name.clone(), field.default.clone()?)));
        let side = |id: SideId, key: &str, own_edge| Side {
            id,
            key: key.into(),
            name: key.to_uppercase(),
            short: key.to_owned(),
            coat: SmolStr::from(if id == BLUE { "french" } else { "british" }),
            flag: SmolStr::from(if id == BLUE { "french" } else { "british" }),
            goes_for: String::new(),
            own_edge,
            exit_edges: Vec::new(),
            dummies: Vec::new(),
        };
        Self {
            plugins: rulesets::plugin,
            scenario: Scenario {
                id: "test".into(),
                title: "Test".into(),
                ruleset: ruleset.into(),
                location: String::new(),
                date: String::new(),
                story: String::new(),
                lesson: String::new(),
                turns: 8,
                terrain: Terrain { size: Vec2::new(72.0, 48.0), ..Terrain::default() },
                sides: vec![side(BLUE, "blue", Edge::South), side(RED, "red", Edge::North)],
                units: Vec::new(),
                deployment: Vec::new(),
                settings: Values(settings.collect()),
                changed_settings: Vec::new(),
                victory: VictoryTerms::default(),
                happenings: Vec::new(),
                hash: 0,
            },
        }
    }

    /// Plays under other rulesets, such as one with data of its own.
    pub fn plugins(mut self, plugins: Plugins) -> Self {
        self.plugins = plugins;
        self
    }

    /// Changes a setting.
    pub fn setting(mut self, name: &str, value: Value) -> Self {
        self.scenario.settings.0.insert(name.into(), value);
        self
    }

    /// Sets the size of the table in inches.
    pub fn size(mut self, width: f32, height: f32) -> Self {
        self.scenario.terrain.size = Vec2::new(width, height);
        self
    }

    /// Sets the number of turns.
    pub fn turns(mut self, turns: u16) -> Self {
        self.scenario.turns = turns;
        self
    }

    /// Opens an edge to a side (CP-5.9).
    pub fn exit(mut self, side: SideId, edge: Edge) -> Self {
        self.scenario.sides[side.index()].exit_edges.push(edge);
        self
    }

    /// Sets the terms of victory.
    pub fn victory(mut self, terms: VictoryTerms) -> Self {
        self.scenario.victory = terms;
        self
    }

    /// Adds a unit of Regulars with muskets, its first figure a Regular sergeant; figures at these places.
    pub fn unit(mut self, key: &str, side: SideId, places: &[(f32, f32, f32)]) -> Self {
        let vocabulary = vocabulary(&self.scenario.ruleset);
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
            enlistment: Enlistment { kind: vocabulary.kinds[0].id.clone(), values, leader, ..Enlistment::default() },
        });
        self
    }

    /// Adds a unit that is one block of a kind in a formation, the middle of its front at a point with a facing; or a
    /// commander, who has no formation.
    pub fn block(mut self, key: &str, side: SideId, kind: &str, formation: &str, at: (f32, f32, f32)) -> Self {
        let vocabulary = vocabulary(&self.scenario.ruleset);
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
            side,
            superior: None,
            pieces: vec![StartPiece {
                name: key.to_owned(),
                place: Place::new(at.0, at.1, at.2),
                footprint: known.footprint_under(&self.scenario.settings),
                look: kind.into(),
            }],
            enlistment: Enlistment { kind: kind.into(), values, ..Enlistment::default() },
        });
        self
    }

    /// Hides the last unit from the other side.
    pub fn hidden(mut self) -> Self {
        self.last().enlistment.hidden = true;
        self
    }

    /// Gives a side places at which its enemy suspects somebody in vain.
    pub fn dummies(mut self, side: SideId, places: &[(f32, f32)]) -> Self {
        self.scenario.sides[side.index()].dummies = points(places);
        self
    }

    /// Makes a figure of the last unit, counted from 1, a hero with these values; the rest is as his men's.
    pub fn hero(mut self, number: usize, values: &[(&str, Value)]) -> Self {
        let values = values.iter().map(|(name, value)| (SmolStr::from(*name), value.clone())).collect();
        self.last().enlistment.heroes.push((number - 1, Values(values)));
        self
    }

    /// Adds an event to the scenario.
    pub fn happening(mut self, happening: Happening) -> Self {
        self.scenario.happenings.push(happening);
        self
    }

    /// Lets the last unit arrive later.
    pub fn arrives(mut self, turn: u16, line: &[(f32, f32)]) -> Self {
        self.last().enlistment.arrival = Some(Arrival { turn, line: points(line) });
        self
    }

    /// Gives sides zones to deploy in.
    pub fn zones(mut self, zones: Vec<Zone>) -> Self {
        self.scenario.deployment = zones;
        self
    }

    /// Sets the size of the last building.
    pub fn building_size(mut self, size: &str) -> Self {
        self.scenario.terrain.buildings.last_mut().expect("add a building first").size = Some(size.into());
        self
    }

    /// The places of blocks are those of their fronts until now.
    fn settle_blocks(&mut self) {
        let world = crate::battle::simulation_world(self.plugins);
        let book = world.resource::<Rulebooks>().get(&self.scenario.ruleset).expect("the ruleset is registered");
        for unit in &mut self.scenario.units {
            for piece in &mut unit.pieces {
                let (settings, terrain) = (&self.scenario.settings, &self.scenario.terrain);
                if let Some(outline) = book.rules.block(&unit.enlistment, settings, terrain, piece.place) {
                    (piece.footprint, piece.place) = (outline.footprint, outline.place);
                }
            }
        }
    }

    fn last(&mut self) -> &mut ScenarioUnit {
        self.scenario.units.last_mut().expect("add a unit first")
    }

    /// Changes a value of the last unit's figures.
    pub fn value(mut self, name: &str, value: Value) -> Self {
        self.last().enlistment.values.0.insert(name.into(), value);
        self
    }

    /// Changes a word of the last unit's figures.
    pub fn word(self, name: &str, word: &str) -> Self {
        self.value(name, Value::Word(word.into()))
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
        self.last().enlistment.leader.0.insert(name.into(), value);
        self
    }

    /// Makes the last unit one of another kind, with its bases.
    ///
    /// # Panics
    /// If the ruleset has no such kind.
    pub fn kind(mut self, kind: &str) -> Self {
        let vocabulary = vocabulary(&self.scenario.ruleset);
        let footprint = vocabulary.kind(kind).expect("the kind is known").footprint_under(&self.scenario.settings);
        let unit = self.last();
        unit.enlistment.kind = kind.into();
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
        let vocabulary = vocabulary(&self.scenario.ruleset);
        let known = vocabulary.kind("artillery").expect("the ruleset knows artillery").clone();
        let settings = self.scenario.settings.clone();
        let unit = self.last();
        unit.enlistment.kind = known.id.clone();
        unit.enlistment.values.0.insert("gun".into(), Value::Word(gun.into()));
        for (piece, (x, y, facing)) in known.equipment.iter().zip([at, limber]) {
            unit.enlistment.equipment.push(piece.id.clone());
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
        let vocabulary = vocabulary(&self.scenario.ruleset);
        let known = vocabulary.kind("train").expect("the ruleset knows wagons").clone();
        let settings = self.scenario.settings.clone();
        let unit = self.last();
        unit.enlistment.kind = known.id.clone();
        let wagon = &known.equipment[0];
        for (n, (x, y, facing)) in places.iter().enumerate() {
            unit.enlistment.equipment.push(wagon.id.clone());
            unit.pieces.push(StartPiece {
                name: format!("{}.{}{}", unit.key, wagon.id, n + 1),
                place: Place::new(*x, *y, *facing),
                footprint: wagon.footprint_under(&settings),
                look: wagon.id.clone(),
            });
        }
        self
    }

    /// Leaves the last unit without a leader.
    pub fn leaderless(mut self) -> Self {
        self.last().enlistment.leader.0.clear();
        self
    }

    /// Puts the last unit under another, named by its key.
    pub fn under(mut self, superior: &str) -> Self {
        let n = self.scenario.units.iter().position(|unit| unit.key == superior).expect("the superior is on the table");
        self.last().superior = Some(UnitId(n as u16));
        self
    }

    /// Adds an area of a kind of ground, a rectangle from corner to corner.
    pub fn area(mut self, kind: &str, from: (f32, f32), to: (f32, f32)) -> Self {
        let vocabulary = vocabulary(&self.scenario.ruleset);
        let ground = vocabulary.grounds.get(kind).expect("the ruleset knows this ground").clone();
        let id = format_smolstr!("{kind}_{}", self.scenario.terrain.areas.len());
        self.scenario.terrain.areas.push(Area {
            id,
            kind: kind.into(),
            name: None,
            outline: rectangle(from, to),
            ground,
        });
        self
    }

    /// Adds a linear obstacle of a kind.
    pub fn obstacle(mut self, kind: &str, line: &[(f32, f32)]) -> Self {
        let vocabulary = vocabulary(&self.scenario.ruleset);
        let barrier = vocabulary.barriers.get(kind).expect("the ruleset knows this obstacle").clone();
        self.scenario.terrain.obstacles.push(Obstacle {
            id: format_smolstr!("{kind}_{}", self.scenario.terrain.obstacles.len()),
            kind: kind.into(),
            line: points(line),
            height: barrier.height,
            cover: barrier.cover,
            bog: barrier.bog,
            stops_shot: None,
        });
        self
    }

    /// Sets the height of the last obstacle in inches.
    pub fn height(mut self, height: f32) -> Self {
        self.scenario.terrain.obstacles.last_mut().expect("add an obstacle first").height = height;
        self
    }

    /// Changes what lies on the table.
    pub fn terrain(mut self, change: impl FnOnce(&mut Terrain)) -> Self {
        change(&mut self.scenario.terrain);
        self
    }

    /// Gives a side another edge to fall back to.
    pub fn own_edge(mut self, side: SideId, edge: Edge) -> Self {
        self.scenario.sides[side.index()].own_edge = edge;
        self
    }

    /// Adds a road two inches wide.
    pub fn road(mut self, line: &[(f32, f32)]) -> Self {
        self.scenario.terrain.roads.push(Road {
            id: "road".into(),
            kind: "road".into(),
            line: points(line),
            width: 2.0,
        });
        self
    }

    /// Adds a stream; deep ones cannot be entered.
    pub fn stream(mut self, line: &[(f32, f32)], width: f32, deep: bool) -> Self {
        let vocabulary = vocabulary(&self.scenario.ruleset);
        let ground = vocabulary.grounds[if deep { "deep" } else { "stream" }].clone();
        self.scenario.terrain.streams.push(Stream {
            id: "stream".into(),
            name: None,
            line: points(line),
            width,
            deep,
            ground,
        });
        self
    }

    /// Adds a bridge, a rectangle from corner to corner.
    pub fn bridge(mut self, from: (f32, f32), to: (f32, f32)) -> Self {
        let vocabulary = vocabulary(&self.scenario.ruleset);
        let ground = vocabulary.grounds["bridge"].clone();
        let crossing = Crossing { id: "bridge".into(), kind: "bridge".into(), outline: rectangle(from, to), ground };
        self.scenario.terrain.crossings.push(crossing);
        self
    }

    /// Adds a building of one storey, a rectangle, with doors and windows by their middle.
    pub fn building(
        mut self,
        from: (f32, f32),
        to: (f32, f32),
        doors: &[(f32, f32, DoorState)],
        windows: &[(f32, f32)],
    ) -> Self {
        let vocabulary = vocabulary(&self.scenario.ruleset);
        self.scenario.terrain.buildings.push(Building {
            id: "house".into(),
            name: "house".into(),
            outline: rectangle(from, to),
            storeys: 1,
            material: vocabulary.materials.first().cloned().unwrap_or_default(),
            doors: doors.iter().map(|(x, y, state)| Door::new(Vec2::new(*x, *y), *state)).collect(),
            windows: points(windows).into_iter().map(Window::on_every_floor).collect(),
            rooms: Vec::new(),
            stairs: Vec::new(),
            cover: vocabulary.building_cover.clone(),
            stops_shot: None,
            size: vocabulary.building_sizes.first().cloned(),
        });
        self
    }

    /// Makes the doors of the last building gates.
    pub fn gate(mut self) -> Self {
        let building = self.scenario.terrain.buildings.last_mut().expect("add a building first");
        building.doors.iter_mut().for_each(|door| door.gate = true);
        self
    }

    /// Sets the storeys of the last building.
    pub fn storeys(mut self, storeys: u8) -> Self {
        self.scenario.terrain.buildings.last_mut().expect("add a building first").storeys = storeys;
        self
    }

    /// Adds stairs to the last building.
    pub fn stairs(mut self, x: f32, y: f32) -> Self {
        let building = self.scenario.terrain.buildings.last_mut().expect("add a building first");
        building.stairs.push(Vec2::new(x, y));
        self
    }

    /// Adds a window to one storey of the last building, 1 the ground floor.
    pub fn window(mut self, storey: u8, x: f32, y: f32) -> Self {
        let building = self.scenario.terrain.buildings.last_mut().expect("add a building first");
        building.windows.push(Window { at: Vec2::new(x, y), floor: Some(storey - 1) });
        self
    }

    /// Adds a room, a rectangle from corner to corner, to a storey of the last building.
    pub fn room(mut self, name: &str, storey: u8, from: (f32, f32), to: (f32, f32)) -> Self {
        let building = self.scenario.terrain.buildings.last_mut().expect("add a building first");
        building.rooms.push(Room { name: name.into(), floor: storey - 1, outline: rectangle(from, to) });
        self
    }

    /// Breaches a wall of the last building (CP-14.5).
    pub fn breach(mut self, x: f32, y: f32) -> Self {
        let building = self.scenario.terrain.buildings.last_mut().expect("add a building first");
        building.doors.push(Door::breach(Vec2::new(x, y)));
        self
    }

    /// Puts a figure of the last unit, 1 the leader, on a storey of the building that it stands in.
    pub fn upstairs(mut self, figure: usize, storey: u8) -> Self {
        self.last().pieces[figure - 1].place.floor = storey - 1;
        self
    }

    /// Puts a figure of a unit on a storey of the building that it stands in.
    ///
    /// # Panics
    /// If the unit is not on the table.
    pub fn upstairs_of(mut self, key: &str, figure: usize, storey: u8) -> Self {
        let unit = self.scenario.units.iter_mut().find(|unit| unit.key == key).expect("the unit is on the table");
        unit.pieces[figure - 1].place.floor = storey - 1;
        self
    }

    /// Gives the doors of the last building an Endurance of their own.
    pub fn door_endurance(mut self, endurance: Option<u8>) -> Self {
        let building = self.scenario.terrain.buildings.last_mut().expect("add a building first");
        building.doors.iter_mut().for_each(|door| door.endurance = endurance);
        self
    }

    /// Adds a hill, a rectangle from corner to corner.
    pub fn hill(mut self, from: (f32, f32), to: (f32, f32), levels: u8, steep: bool) -> Self {
        let rate = if steep { 0.5 } else { 1.0 };
        let hill = Hill { id: "hill".into(), name: None, outline: rectangle(from, to), levels, steep, rate };
        self.scenario.terrain.hills.push(hill);
        self
    }

    /// The scenario as it stands.
    pub fn scenario(mut self) -> Scenario {
        self.settle_blocks();
        self.scenario
    }

    /// The battle, come to its first question.
    pub fn battle(self) -> TestBattle {
        let plugins = self.plugins;
        TestBattle { battle: Battle::with_plugins(&Arc::new(self.scenario()), 1, plugins) }
    }

    /// The battle before any turn began: its first turn stands still at the first card that lets this unit act, which
    /// it does. Command dice and activation cards are forced for that.
    ///
    /// # Panics
    /// If the unit is not on the table.
    pub fn acting(self, key: &str) -> TestBattle {
        let n = self.scenario.units.iter().position(|unit| unit.key == key).expect("the unit is on the table");
        let mut battle = self.battle();
        battle.act_next(UnitId(n as u16));
        battle
    }
}

/// The words of a ruleset.
fn vocabulary(ruleset: &str) -> Arc<Vocabulary> {
    let world = crate::battle::simulation_world(rulesets::plugin);
    let book = world.resource::<Rulebooks>().get(ruleset).expect("the ruleset is registered");
    book.vocabulary.clone()
}

fn points(line: &[(f32, f32)]) -> Vec<Vec2> {
    line.iter().map(|(x, y)| Vec2::new(*x, *y)).collect()
}

fn rectangle(from: (f32, f32), to: (f32, f32)) -> Vec<Vec2> {
    points(&[from, (to.0, from.1), to, (from.0, to.1)])
}

/// A small battle under test.
pub struct TestBattle {
    /// The battle.
    pub battle: Battle,
}

impl TestBattle {
    /// A unit by its key.
    ///
    /// # Panics
    /// If it is not on the table.
    pub fn unit(&self, key: &str) -> UnitId {
        let view = self.battle.view();
        view.units().find(|unit| view.unit(*unit).key == key).expect("the unit is on the table")
    }

    /// A figure by its unit's key and its number, from 1.
    ///
    /// # Panics
    /// If it is not on the table.
    pub fn piece(&self, key: &str, number: usize) -> PieceId {
        self.battle.view().unit(self.unit(key)).pieces[number - 1]
    }

    /// All figures of a unit.
    pub fn pieces(&self, key: &str) -> Vec<PieceId> {
        self.battle.view().unit(self.unit(key)).pieces.clone()
    }

    /// Puts a value of the registered state on a figure.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn put(&mut self, piece: PieceId, state: &str, value: impl Serialize) {
        self.set(state, Some(Bearer::Piece(piece)), value);
    }

    /// Puts a value of the registered state on a unit.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn put_unit(&mut self, unit: UnitId, state: &str, value: impl Serialize) {
        self.set(state, Some(Bearer::Unit(unit)), value);
    }

    fn set(&mut self, state: &str, of: Option<Bearer>, value: impl Serialize) {
        let value = serde_json::to_value(value).expect("a value of the state is plain data");
        self.battle.intervene(Intervention::Put { state: state.into(), of, value }).expect("the state is registered");
    }

    /// Lays so many markers of a kind on a figure.
    pub fn mark(&mut self, piece: PieceId, mark: &MarkId, count: u8) {
        let mut marks = self.battle.view().marks(piece).clone();
        marks.set(mark, count);
        self.put(piece, "marks", marks);
    }

    /// Lays so many markers of a kind on a unit.
    pub fn mark_unit(&mut self, unit: UnitId, mark: &MarkId, count: u8) {
        let mut marks: Marks = self.battle.view().unit_marks(unit).clone();
        marks.set(mark, count);
        self.put_unit(unit, "marks", marks);
    }

    /// Puts a figure somewhere else.
    pub fn stand(&mut self, piece: PieceId, x: f32, y: f32, facing: f32) {
        self.put(piece, "place", Place::new(x, y, facing));
    }

    /// Makes these action cards of a side come next, by their printed numbers.
    pub fn cards(&mut self, side: SideId, cards: &[u16]) {
        let stream = StreamId(format_smolstr!("action {}", side.0));
        self.battle.force(&stream, cards.iter().map(|card| card - 1).collect());
    }

    /// Makes these activation cards come next, by their place in the deck's list: 0 to 5 black 1 to 6, 6 to 11 red,
    /// 12 Reshuffle, 13 Elite, 14 Green, 15 Hero, 16 Event.
    pub fn activation_cards(&mut self, cards: &[u16]) {
        self.battle.force(&StreamId::new("activation"), cards.to_vec());
    }

    /// Makes these command dice come next, by unit.
    pub fn dice(&mut self, dice: &[u16]) {
        self.battle.force(&StreamId::new("command dice"), dice.to_vec());
    }

    /// Ends what is going on until a turn begins with these command dice, by unit, and these activation cards; it stands
    /// at the first question in it.
    ///
    /// # Panics
    /// If the battle ends before.
    pub fn begin_turn(&mut self, dice: &[u16], cards: &[u16]) {
        self.dice(dice);
        self.activation_cards(&[&[12], cards].concat());
        let turn = self.battle.view().clock().turn;
        while self.battle.view().clock().turn == turn {
            self.go_on();
        }
    }

    /// Answers the first question in the way that ends most: the unit passes, nobody reacts, the march goes on.
    ///
    /// # Panics
    /// If the battle is over.
    pub fn go_on(&mut self) {
        let ask = self.battle.awaiting().asks.first().cloned().expect("the battle is not over");
        let go_on = ["end", "hold", "press_on"].map(VerbId::new).into_iter().find(|verb| ask.verbs.contains(verb));
        let order = match go_on {
            Some(verb) => Order::new(ask.side, &verb),
            None => self.battle.rules().candidates(&self.battle.view(), &ask)[0].clone(),
        };
        self.battle.submit(order).expect("going on is always allowed");
    }

    /// Ends what is going on until a unit acts alone: it alone shows a 1 in the next turn, and the first card is a 1.
    pub fn act_next(&mut self, unit: UnitId) {
        let units = self.battle.view().unit_ids().len();
        // Several rounds of the same dice and cards, so that the turn after this one begins as wished whenever it comes.
        let dice: Vec<u16> = (0..units).map(|n| if n == unit.index() { 1 } else { 6 }).collect();
        self.dice(&dice);
        self.activation_cards(&[12, 0]);
        for _ in 0..200 {
            let Some(ask) = self.battle.awaiting().asks.first().cloned() else { break };
            let clock = self.battle.view().clock();
            if clock.turn >= 2 && ask.unit == Some(unit) {
                return;
            }
            self.go_on();
        }
        panic!("the unit never came to act: {:?}", self.battle.awaiting());
    }

    /// Gives an order that must be allowed; the events it caused.
    ///
    /// # Panics
    /// If it is refused.
    pub fn order(&mut self, order: Order) -> Vec<BattleEvent> {
        match self.battle.submit(order.clone()) {
            Ok(events) => self.battle.log().events()[events].to_vec(),
            Err(refusal) => panic!("refused: {refusal}: {order:?}"),
        }
    }

    /// The reason and rule with which an order is refused; it must change nothing.
    ///
    /// # Panics
    /// If it is allowed, or changes something.
    pub fn refused(&mut self, order: Order) -> (String, String) {
        let before = self.battle.checksum();
        let refusal = self.battle.submit(order.clone()).expect_err("the rules forbid this order");
        assert_eq!(self.battle.checksum(), before, "a refused order changed something: {order:?}");
        (refusal.reason, refusal.rule.to_string())
    }
}
