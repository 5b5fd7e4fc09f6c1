//! A scenario written down as a file again: one that does not come out of a file, but out of a record, is read as any
//! other is, and all that is wrong with it is said with its place and what to do.

use bevy::math::Vec2;
use serde_json::Value as Json;
use std::fmt::{Display, Write};

use super::{
    Scenario, ScenarioUnit, StartPiece,
    check::read_again,
    migrate::of_today,
    problem::{Problem, Problems},
};
use grapeshot_floor::{
    forces::{Edge, Layout, SideId, UnitId, Value, Values},
    table::{
        position::Place,
        terrain::{Building, DoorState, Ground, SightThrough},
    },
    turn::{
        HoldWhen, LossTerm, Objective, PrizeStart, PrizeTerm, Rulebook, Rulebooks, SpoilState, SpoilTerm, Strikes,
        TerrainPart, VictoryTerms, vocabulary::ValueField,
    },
};

/// Numbers that differ by less are the same: places are worked out from others.
const SAME: f64 = 1e-3;
/// Letters after which a long text goes on in the next line.
const LINE: usize = 100;
/// The value in which a unit's layout is kept.
const FORMATION: &str = "formation";

/// Checks a scenario as the file is checked that would say the same; the name stands in the messages.
///
/// # Errors
/// All that is wrong with it, with its place in that file, or what no file could say.
pub fn verify(name: &str, scenario: &Scenario, books: &Rulebooks) -> Result<(), Problems> {
    let Some(book) = books.get(&scenario.ruleset) else {
        let problem = Problem::at(0..0, format!("this Grapeshot has no ruleset {:?}", scenario.ruleset));
        return Err(Problems::new(name, "", vec![problem.help("Use one that has.")]));
    };
    let scenario = &of_today(scenario, book);
    let text = Writer { scenario, book }.whole();
    let mut again = Scenario::clone(&*read_again(name, &text, books)?);
    again.hash = scenario.hash;
    for (again, unit) in again.units.iter_mut().zip(&scenario.units) {
        // Where each figure stands says it all, so the layout is not written down.
        if let Some(Value::Word(layout)) = unit.unit_entry.values.0.get(FORMATION)
            && Layout::named(layout).is_some()
        {
            again.unit_entry.values.0.entry(FORMATION.into()).or_insert_with(|| Value::Word(layout.clone()));
        }
    }
    let json = |scenario: &Scenario| serde_json::to_value(scenario).unwrap_or_default();
    match difference(&json(&again), &json(scenario), "the scenario".into()) {
        None => Ok(()),
        Some(what) => {
            let problem = Problem::at(0..0, format!("no scenario file could say this: {what}"));
            Err(Problems::new(
                name,
                "",
                vec![problem.help("The rules or the record were changed since; use unedited ones.")],
            ))
        }
    }
}

/// Where two values first differ, and how.
fn difference(wanted: &Json, found: &Json, at: String) -> Option<String> {
    match (wanted, found) {
        (Json::Object(wanted), Json::Object(found)) => {
            let names = wanted.keys().chain(found.keys().filter(|name| !wanted.contains_key(*name)));
            names.into_iter().find_map(|name| {
                let part = |fields: &serde_json::Map<String, Json>| fields.get(name).cloned().unwrap_or_default();
                difference(&part(wanted), &part(found), format!("{at}.{name}"))
            })
        }
        (Json::Array(wanted), Json::Array(found)) if wanted.len() == found.len() => {
            let mut pairs = wanted.iter().zip(found).enumerate();
            pairs.find_map(|(n, (wanted, found))| difference(wanted, found, format!("{at}[{n}]")))
        }
        (Json::Number(wanted), Json::Number(number)) => match (wanted.as_f64(), number.as_f64()) {
            (Some(wanted), Some(number)) if (wanted - number).abs() <= SAME => None,
            _ => Some(format!("{at} is {found}, and should be {wanted}")),
        },
        _ if wanted == found => None,
        _ => Some(format!("{at} is {}, and should be {}", cut(found), cut(wanted))),
    }
}

fn cut(value: &Json) -> String {
    let text = value.to_string();
    if text.chars().count() > 60 { format!("{}...", text.chars().take(60).collect::<String>()) } else { text }
}

/// A record of a file that is being written.
#[derive(Default)]
struct Record(Vec<String>);

impl Record {
    fn with(mut self, name: &str, value: impl Display) -> Self {
        self.0.push(format!("{name}: {value}"));
        self
    }

    fn maybe(self, name: &str, value: Option<impl Display>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// A list, if anything is in it.
    fn list(self, name: &str, entries: impl IntoIterator<Item = String>) -> Self {
        let entries: Vec<String> = entries.into_iter().collect();
        if entries.is_empty() { self } else { self.with(name, format!("[\n{}]", entries.join(",\n"))) }
    }

    fn flag(self, name: &str, flag: bool) -> Self {
        if flag { self.with(name, true) } else { self }
    }

    fn end(self) -> String {
        format!("({})", self.0.join(",\n"))
    }
}

/// A text in quotes.
pub(super) fn text(text: impl AsRef<str>) -> String {
    let mut quoted = String::from("\"");
    for letter in text.as_ref().chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\n' => quoted.push('\n'),
            letter if letter.is_control() => {
                let _ = write!(quoted, "\\u{{{:x}}}", u32::from(letter));
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

/// A long text in quotes over several lines, which are joined when it is read.
fn prose(long: &str) -> Option<String> {
    let mut folded = String::new();
    let mut letters = long.chars().peekable();
    let mut length = 0;
    while let Some(letter) = letters.next() {
        length = if letter == '\n' { 0 } else { length + 1 };
        // Lines are joined by one space, so only a single one can become the end of a line.
        let alone = !folded.ends_with(char::is_whitespace) && letters.peek().is_some_and(|next| !next.is_whitespace());
        if letter == ' ' && length > LINE && alone {
            folded.push('\n');
            length = 0;
        } else {
            folded.push(letter);
        }
    }
    (!long.is_empty()).then(|| text(folded))
}

fn point(at: Vec2) -> String {
    format!("({}, {})", at.x, at.y)
}

fn points(list: &[Vec2]) -> impl Iterator<Item = String> {
    list.iter().map(|at| point(*at))
}

pub(super) fn edge(edge: Edge) -> String {
    text(match edge {
        Edge::West => "west",
        Edge::East => "east",
        Edge::South => "south",
        Edge::North => "north",
    })
}

fn value(value: &Value) -> String {
    match value {
        Value::Flag(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Word(word) => text(word),
        Value::List(list) => format!("[{}]", list.iter().map(self::value).collect::<Vec<_>>().join(", ")),
    }
}

/// The code of cover or bog, of which there may be none.
fn code(code: Option<&smol_str::SmolStr>) -> String {
    text(code.map_or("none", |code| code.as_str()))
}

/// How one goes over ground.
fn going(record: Record, ground: &Ground) -> Record {
    record
        .maybe("rate", ground.own_rate.then_some(ground.rate))
        .with("bog", code(ground.bog.as_ref()))
        .with("closed_to", format!("[{}]", ground.closed_to.iter().map(text).collect::<Vec<_>>().join(", ")))
}

/// How one goes over ground, and how it shelters and hides.
fn ground(record: Record, ground: &Ground) -> String {
    let sight = match ground.sight {
        SightThrough::Free => text("free"),
        SightThrough::Blocked => text("blocked"),
        SightThrough::Inside(inches) => inches.to_string(),
    };
    going(record, ground)
        .with("cover", code(ground.cover.as_ref()))
        .with("sight", sight)
        .maybe("stops_shot", ground.stops_shot)
        .end()
}

/// Named values, but for those that are so if nothing is said: in the rest, or by default.
fn values(given: &Values, fields: &[ValueField], rest: &[&Values]) -> String {
    let usual = |name: &str| {
        let field = fields.iter().find(|field| field.name == name);
        rest.iter().find_map(|rest| rest.0.get(name)).or(field.and_then(|field| field.default.as_ref()))
    };
    let mut record = Record::default();
    for (name, given) in &given.0 {
        let known = fields.iter().any(|field| field.name == *name);
        if usual(name) != Some(given) && (known || name != FORMATION) {
            record = record.with(name, value(given));
        }
    }
    record.end()
}

struct Writer<'w> {
    scenario: &'w Scenario,
    book: &'w Rulebook,
}

impl Writer<'_> {
    fn whole(&self) -> String {
        let scenario = self.scenario;
        let about = Record::default()
            .with("id", text(&scenario.id))
            .with("title", text(&scenario.title))
            .with("ruleset", text(&scenario.ruleset))
            .with("location", text(&scenario.location))
            .with("date", text(&scenario.date))
            .maybe("story", prose(&scenario.story))
            .maybe("lesson", prose(&scenario.lesson));
        let size = scenario.terrain.size;
        let changed = scenario.changed_settings.iter();
        let changed = changed.filter_map(|name| Some(format!("{name}: {}", value(scenario.settings.0.get(name)?))));
        Record::default()
            .with("format", super::file::FORMAT)
            .with("about", about.end())
            .with("table", format!("(width: {}, height: {})", size.x, size.y))
            .with("turns", scenario.turns)
            .with("terrain", self.terrain())
            .list("sides", (0..scenario.sides.len()).map(|n| self.side(n)))
            .list("units", scenario.units.iter().map(|unit| self.unit(unit)))
            .with("settings", Record(changed.collect()).end())
            .with("victory", self.victory(&scenario.victory))
            .list(
                "events",
                scenario.scenario_events.iter().map(|scenario_event| {
                    let by_side = scenario_event
                        .points
                        .iter()
                        .map(|(side, points)| format!("{}: {points}", self.side_key(*side)));
                    let by_unit = scenario_event
                        .markers
                        .iter()
                        .map(|(unit, markers)| format!("{}: {markers}", self.unit_key(unit.index())));
                    let joined = |list: Vec<String>| (!list.is_empty()).then(|| format!("({})", list.join(", ")));
                    Record::default()
                        .with("name", text(&scenario_event.name))
                        .maybe("text", prose(&scenario_event.text))
                        .maybe("turn", scenario_event.turn)
                        .maybe("points", joined(by_side.collect()))
                        .maybe("markers", joined(by_unit.collect()))
                        .list("comes", scenario_event.arrives.iter().map(|unit| text(self.unit_key(unit.index()))))
                        .maybe("strikes", scenario_event.strikes.as_ref().map(|strikes| self.strikes(strikes)))
                        .end()
                }),
            )
            .end()
    }

    fn strikes(&self, strikes: &Strikes) -> String {
        let areas = &self.scenario.terrain.areas;
        let ids = strikes.areas.iter().filter_map(|n| areas.get(*n)).map(|area| text(&area.id));
        Record::default().list("areas", ids).with("within", strikes.within).end()
    }

    fn side_key(&self, side: SideId) -> &str {
        self.scenario.sides.get(side.index()).map_or("?", |side| side.key.as_str())
    }

    fn unit_key(&self, unit: usize) -> &str {
        self.scenario.units.get(unit).map_or("?", |unit| unit.key.as_str())
    }

    fn terrain(&self) -> String {
        let terrain = &self.scenario.terrain;
        let entry = |id: &str, part: TerrainPart| {
            Record::default().with("id", text(id)).maybe("values", self.own_terms(id, part))
        };
        Record::default()
            .list(
                "areas",
                terrain.areas.iter().map(|area| {
                    let record = entry(&area.id, TerrainPart::Areas)
                        .with("kind", text(&area.kind))
                        .maybe("name", area.name.as_ref().map(text));
                    ground(record.list("outline", points(&area.outline)), &area.ground)
                }),
            )
            .list(
                "obstacles",
                terrain.obstacles.iter().map(|wall| {
                    entry(&wall.id, TerrainPart::Obstacles)
                        .with("kind", text(&wall.kind))
                        .list("line", points(&wall.line))
                        .with("height", wall.height)
                        .with("cover", code(wall.cover.as_ref()))
                        .with("bog", code(wall.bog.as_ref()))
                        .maybe("stops_shot", wall.stops_shot)
                        .end()
                }),
            )
            .list(
                "roads",
                terrain.roads.iter().map(|road| {
                    entry(&road.id, TerrainPart::Roads)
                        .with("kind", text(&road.kind))
                        .list("line", points(&road.line))
                        .with("width", road.width)
                        .end()
                }),
            )
            .list(
                "streams",
                terrain.streams.iter().map(|stream| {
                    let record = entry(&stream.id, TerrainPart::Streams).maybe("name", stream.name.as_ref().map(text));
                    let record = record.list("line", points(&stream.line)).with("width", stream.width);
                    going(record.with("deep", stream.deep), &stream.ground).end()
                }),
            )
            .list(
                "crossings",
                terrain.crossings.iter().map(|crossing| {
                    let record = entry(&crossing.id, TerrainPart::Crossings).with("kind", text(&crossing.kind));
                    going(record.list("outline", points(&crossing.outline)), &crossing.ground).end()
                }),
            )
            .list(
                "buildings",
                terrain
                    .buildings
                    .iter()
                    .map(|house| building(house, self.own_terms(&house.id, TerrainPart::Buildings))),
            )
            .list(
                "hills",
                terrain.hills.iter().map(|hill| {
                    entry(&hill.id, TerrainPart::Hills)
                        .maybe("name", hill.name.as_ref().map(text))
                        .list("outline", points(&hill.outline))
                        .with("levels", hill.levels)
                        .with("steep", hill.steep)
                        .with("rate", hill.rate)
                        .end()
                }),
            )
            .end()
    }

    /// What a piece of terrain is in the ruleset's own terms, if the ruleset knows any for such a piece.
    fn own_terms(&self, id: &str, part: TerrainPart) -> Option<String> {
        let known = self.book.vocabulary.terrain_values.iter().filter(|value| value.of.contains(&part));
        let fields: Vec<ValueField> = known.map(|value| ValueField { default: None, ..value.field.clone() }).collect();
        (!fields.is_empty()).then(|| values(self.scenario.terrain_values.of(id), &fields, &[]))
    }

    fn side(&self, number: usize) -> String {
        let side = &self.scenario.sides[number];
        let zone = self.scenario.deployment.iter().find(|zone| zone.side.index() == number);
        Record::default()
            .with("key", text(&side.key))
            .with("name", text(&side.name))
            .with("short", text(&side.short))
            .with("coat", text(&side.coat))
            .with("flag", text(&side.flag))
            .maybe("goes_for", (!side.goes_for.is_empty()).then(|| text(&side.goes_for)))
            .with("own_edge", edge(side.own_edge))
            .list("exit_edges", side.exit_edges.iter().copied().map(edge))
            .list("zone", zone.into_iter().flat_map(|zone| points(&zone.outline)))
            .list("dummies", points(&side.dummies))
            .with("plays", side.plays)
            .end()
    }

    fn unit(&self, unit: &ScenarioUnit) -> String {
        let words = &self.book.vocabulary;
        let unit_entry = &unit.unit_entry;
        let (men, train) = unit.pieces.split_at(unit.pieces.len().saturating_sub(unit_entry.equipment.len()));
        let leads = men.first().is_some_and(|piece| ["leader", "officer"].contains(&piece.look.as_str()));
        let kind = words.kind(&unit_entry.kind);
        let own: Vec<&Values> = kind.iter().map(|kind| &kind.values).collect();
        let leader = leads.then(|| {
            let values = values(&unit_entry.leader, &words.leader_values, &[&unit_entry.values]);
            Record::default().with("name", text(&men[0].name)).with("values", values).end()
        });
        let heroes = unit_entry.heroes.iter().map(|(figure, own)| {
            let leads = leads && *figure == 0;
            let name = men.get(*figure).filter(|_| !leads).map(|piece| text(&piece.name));
            let rest: &[&Values] =
                if leads { &[&unit_entry.leader, &unit_entry.values] } else { &[&unit_entry.values] };
            let values = values(own, &words.hero_values, rest);
            Record::default().with("figure", figure + 1).maybe("name", name).with("values", values).end()
        });
        let equipment = train.iter().map(|piece| {
            Record::default()
                .with("what", text(&piece.look))
                .with("at", point(piece.place.at))
                .with("facing", piece.place.facing.0)
                .end()
        });
        let led_horses = unit_entry.led_horses.first().map(|first| {
            let places = unit_entry.led_horses.iter().map(|place| point(place.at));
            Record::default().list("points", places).with("facing", first.facing.0).end()
        });
        let arrives = unit_entry.arrival.as_ref().map(|arrival| {
            let elsewhere = arrival.elsewhere.as_ref();
            let elsewhere = elsewhere.map(|other| {
                let record = Record::default().with("die", other.die).list("line", points(&other.line));
                record.maybe("facing", other.facing.map(|facing| facing.0)).end()
            });
            let record = match arrival.dice {
                Some(dice) => Record::default().with("turn", text(dice.to_string())),
                None => Record::default().with("turn", arrival.turn),
            };
            let record = record.maybe("chance", arrival.chance).list("line", points(&arrival.line));
            record.maybe("elsewhere", elsewhere).end()
        });
        let house_rules = unit_entry.house_rules.iter().map(|own| {
            let record = Record::default().with("rule", text(&own.rule)).with("amount", own.amount);
            record.with("text", text(&own.text)).end()
        });
        let record = Record::default()
            .with("key", text(&unit.key))
            .with("name", text(&unit.name))
            .maybe("short", (!unit.short.is_empty()).then(|| text(&unit.short)))
            .maybe("colours", (!unit.colours.is_empty()).then(|| text(&unit.colours)))
            .with("side", text(self.side_key(unit.side)))
            .maybe("under", unit.superior.map(|superior| text(self.unit_key(superior.index()))))
            .with("kind", text(&unit_entry.kind))
            .with("facing", men.first().map_or(0.0, |piece| piece.place.facing.0));
        self.standing(record, unit, men)
            .with("values", values(&unit_entry.values, &words.unit_values, &own))
            .maybe("leader", leader)
            .list("men", men.iter().skip(usize::from(leads)).map(|piece| text(&piece.name)))
            .list("heroes", heroes)
            .list("equipment", equipment)
            .maybe("led_horses", led_horses)
            .maybe("arrives", arrives)
            .list("house_rules", house_rules)
            .flag("hidden", unit_entry.hidden)
            .end()
    }

    /// Where the figures stand: each for itself, or all by the place from which the ruleset lays them out.
    fn standing(&self, record: Record, unit: &ScenarioUnit, men: &[StartPiece]) -> Record {
        let Some(man) = men.first() else { return record.with("figures", 0) };
        let layout = unit.unit_entry.values.word(FORMATION).filter(|word| self.book.vocabulary.is_block(word));
        // A figure upstairs is written with its storey.
        let blocks = self.book.vocabulary.formations.iter().any(|formation| formation.block);
        let alone = men.len() == 1 && man.place.floor == 0 && blocks;
        match self.anchor(unit, men).filter(|_| layout.is_some() || alone) {
            Some(at) => {
                let figures = (men.len() > 1).then_some(men.len());
                record.with("at", point(at)).maybe("figures", figures).maybe("layout", layout.map(text))
            }
            None if alone => record.with("at", point(man.place.at)).maybe("layout", layout.map(text)),
            None => Self::each_by_itself(record, men),
        }
    }

    /// The point from which the ruleset lays the pieces of a unit out as they stand, if there is one.
    fn anchor(&self, unit: &ScenarioUnit, men: &[StartPiece]) -> Option<Vec2> {
        let first = men.first()?.place;
        let lay = |at: Vec2| {
            let anchor = Place { at, ..first };
            let (settings, terrain) = (&self.scenario.settings, &self.scenario.terrain);
            self.book.rules.layout(&unit.unit_entry, settings, terrain, anchor, men.len())
        };
        let laid_there = lay(first.at)?;
        let ahead = first.facing.forward() * men[0].footprint.half_depth();
        let beside = first.at - laid_there.first()?.place.at;
        let fits = |at: &Vec2| {
            lay(*at).is_some_and(|laid| {
                laid.len() == men.len()
                    && laid.iter().zip(men).all(|(outline, man)| outline.place.at.distance(man.place.at) < SAME as f32)
            })
        };
        [first.at, first.at + ahead, first.at + beside].into_iter().find(fits)
    }

    fn each_by_itself(mut record: Record, men: &[StartPiece]) -> Record {
        // Figures on the ground come first; then each run of figures on one storey.
        let ground = men.iter().take_while(|piece| piece.place.floor == 0).count();
        record = record.list("points", men[..ground].iter().map(|piece| point(piece.place.at)));
        let mut left = &men[ground..];
        let mut upstairs = Vec::new();
        while let Some(first) = left.first() {
            let floor = first.place.floor;
            let run = left.iter().take_while(|piece| piece.place.floor == floor).count();
            let places = left[..run].iter().map(|piece| point(piece.place.at));
            upstairs.push(Record::default().with("storey", u16::from(floor) + 1).list("points", places).end());
            left = &left[run..];
        }
        record.list("points_on", upstairs)
    }

    fn unit_keys(&self, units: &[UnitId]) -> Vec<String> {
        units.iter().map(|unit| text(self.unit_key(unit.index()))).collect()
    }

    fn of_side(&self, side: SideId) -> Record {
        Record::default().with("side", text(self.side_key(side)))
    }

    fn victory(&self, terms: &VictoryTerms) -> String {
        let handicap = terms.handicap.iter().enumerate().filter(|(_, points)| **points != 0.0);
        let handicap: Vec<String> =
            handicap.map(|(n, points)| format!("{}: {points}", self.side_key(SideId(n as u8)))).collect();
        Record::default()
            .list(
                "objectives",
                terms.objectives.iter().map(|objective| {
                    Record::default()
                        .with("id", text(&objective.id))
                        .with("name", text(&objective.name))
                        .with("at", point(objective.at))
                        .with("radius", objective.radius)
                        .flag("indoors", objective.indoors)
                        .maybe("held_by", objective.held_by.map(|side| text(self.side_key(side))))
                        .end()
                }),
            )
            .list(
                "holds",
                terms.holds.iter().map(|hold| {
                    let objective = terms.objectives.get(hold.objective).map_or("?", |objective| objective.id.as_str());
                    Record::default()
                        .with("objective", text(objective))
                        .with("points", hold.points)
                        .maybe("side", hold.side.map(|side| text(self.side_key(side))))
                        .with(
                            "when",
                            text(match hold.when {
                                HoldWhen::Most => "most",
                                HoldWhen::Some => "some",
                                HoldWhen::Denied => "denied",
                            }),
                        )
                        .end()
                }),
            )
            .with("losses", losses(&terms.losses))
            .list(
                "zones",
                terms.zones.iter().map(|zone| {
                    let record = self.of_side(zone.side).with("name", text(&zone.name));
                    let record = record.list("of", self.unit_keys(&zone.of)).flag("driven", zone.driven);
                    record.list("outline", points(&zone.outline)).with("each", zone.each).end()
                }),
            )
            .list(
                "exits",
                terms.exits.iter().map(|exit| {
                    let record = self.of_side(exit.side).with("name", text(&exit.name));
                    let record = record.list("of", self.unit_keys(&exit.of));
                    record.list("line", points(&exit.line)).with("each", exit.each).end()
                }),
            )
            .list(
                "falls",
                terms.falls.iter().map(|fall| {
                    let record = self.of_side(fall.side).with("name", text(&fall.name));
                    let record = record.list("of", self.unit_keys(&fall.of)).flag("own_hand", fall.own_hand);
                    record.with("each", fall.each).end()
                }),
            )
            .list(
                "breaks",
                terms.breaks.iter().map(|term| {
                    let record = self.of_side(term.side).with("name", text(&term.name));
                    let record = record.list("of", self.unit_keys(&term.of)).with("share", term.share);
                    record.with("points", term.points).end()
                }),
            )
            .list("prizes", terms.prizes.iter().map(|prize| self.prize(prize, &terms.objectives)))
            .list("spoils", terms.spoils.iter().map(|spoil| self.spoil(spoil)))
            .with("handicap", format!("({})", handicap.join(", ")))
            .with("margin", terms.margin)
            .maybe("otherwise", terms.otherwise.map(|side| text(self.side_key(side))))
            .end()
    }

    fn prize(&self, prize: &PrizeTerm, objectives: &[Objective]) -> String {
        let rewards = prize.rewards.iter().map(|reward| {
            let record = self.of_side(reward.side).with("points", reward.points);
            let record = record.list("off", reward.off.iter().flat_map(|line| points(line)));
            let at = reward.at.and_then(|n| objectives.get(n)).map(|known| text(&known.id));
            record.maybe("at", at).flag("untouched", reward.untouched).end()
        });
        let record = Record::default().with("name", text(&prize.name));
        let record = match prize.start {
            PrizeStart::With(unit) => record.with("bearer", text(self.unit_key(unit.index()))),
            PrizeStart::Aboard(unit) => record.with("aboard", text(self.unit_key(unit.index()))),
            PrizeStart::Lying(at) => record.with("at", point(at)),
        };
        record.maybe("weight", Some(prize.weight).filter(|weight| *weight > 0.0)).list("rewards", rewards).end()
    }

    fn spoil(&self, spoil: &SpoilTerm) -> String {
        let when = match spoil.when {
            SpoilState::Off => "off",
            SpoilState::Taken => "taken",
            SpoilState::Left => "left",
            SpoilState::Worked => "worked",
            SpoilState::Inside => "inside",
            SpoilState::Wrecked => "wrecked",
        };
        let record = self.of_side(spoil.side).with("name", text(&spoil.name)).with("of", text(&spoil.of));
        let record = record.with("when", text(when)).list("line", points(&spoil.line));
        record.list("outline", points(&spoil.outline)).with("each", spoil.each).end()
    }
}

fn losses(term: &LossTerm) -> String {
    let by_rank: Vec<String> = term.by_rank.iter().map(|(rank, points)| format!("{rank}: {points}")).collect();
    Record::default()
        .with("each", term.each)
        .with("by_rank", format!("({})", by_rank.join(", ")))
        .with("guns", term.guns)
        .maybe("heroes", Some(term.heroes).filter(|points| *points > 0.0))
        .maybe("horses", Some(term.horses).filter(|points| *points > 0.0))
        .flag("own_hand", term.own_hand)
        .end()
}

fn building(house: &Building, own_terms: Option<String>) -> String {
    let doors = house.doors.iter().filter(|door| !door.is_breach()).map(|door| {
        Record::default()
            .with("at", point(door.at))
            .with(
                "state",
                text(match door.state {
                    DoorState::Open => "open",
                    DoorState::Closed => "closed",
                    DoorState::Locked => "locked",
                }),
            )
            .with("gate", door.gate)
            .maybe("endurance", door.endurance)
            .end()
    });
    let everywhere = house.windows.iter().filter(|window| window.floor.is_none()).map(|window| point(window.at));
    let on_one = house.windows.iter().filter_map(|window| {
        let storey = u16::from(window.floor?) + 1;
        Some(Record::default().with("storey", storey).with("points", format!("[{}]", point(window.at))).end())
    });
    let rooms = house.rooms.iter().map(|room| {
        Record::default()
            .with("storey", u16::from(room.floor) + 1)
            .with("name", text(&room.name))
            .list("outline", points(&room.outline))
            .end()
    });
    Record::default()
        .with("id", text(&house.id))
        .maybe("values", own_terms)
        .with("name", text(&house.name))
        .list("outline", points(&house.outline))
        .with("storeys", house.storeys)
        .with("material", text(&house.material))
        .list("doors", doors)
        .list("windows", everywhere)
        .list("windows_on", on_one)
        .list("breaches", house.doors.iter().filter(|door| door.is_breach()).map(|door| point(door.at)))
        .list("rooms", rooms)
        .list("stairs", points(&house.stairs))
        .with("cover", code(house.cover.as_ref()))
        .maybe("size", house.size.as_ref().map(text))
        .end()
}
