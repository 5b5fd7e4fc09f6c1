//! The section `victory`: objectives, points and who wins.

use bevy::math::Vec2;
use smol_str::SmolStr;

use super::{
    ScenarioUnit,
    lines::{outline, stretch},
    node::Node,
    problem::{Problem, short},
    reading::{Reading, unique},
    sides::side_of,
};
use grapeshot_floor::{
    forces::{Side, UnitId},
    table::{measure, terrain::Terrain},
    turn::{
        BreakTerm, ExitTerm, FallTerm, HoldTerm, HoldWhen, LossTerm, Objective, PrizeReward, PrizeStart, PrizeTerm,
        SpoilState, SpoilTerm, VictoryTerms, ZoneTerm, vocabulary::ValueKind,
    },
};

/// Reads the terms of victory.
pub fn terms(
    section: &Node,
    sides: &[Side],
    units: &[ScenarioUnit],
    terrain: &Terrain,
    reading: &mut Reading,
) -> VictoryTerms {
    let places = section.list("objectives");
    unique(places.iter(), "id", reading);
    let objectives = places.iter().map(|node| objective(node, sides, terrain, reading)).collect::<Vec<_>>();
    let holds = section.list("holds").iter().filter_map(|node| hold(node, &objectives, sides, reading)).collect();
    let zones = section.list("zones").iter().filter_map(|node| {
        let of = units_of(node, units, reading);
        let driven = node.flag("driven");
        if driven && of.is_empty() {
            let problem = Problem::at(node.span_of("driven"), "nobody drives his own men".to_owned());
            reading.problems.push(problem.label("which units?").help("Name them: `of: [\"herd\"]`."));
        }
        Some(ZoneTerm {
            of,
            driven,
            outline: outline(node, "outline", reading),
            side: side_of(node, "side", sides, reading)?,
            each: node.number("each").unwrap_or_default(),
            name: node.text("name").to_owned(),
        })
    });
    let zones = zones.collect();
    let exits = section.list("exits").iter().filter_map(|node| exit(node, sides, units, reading)).collect();
    let falls = section.list("falls").iter().filter_map(|node| fall(node, sides, units, reading)).collect();
    let breaks = section.list("breaks").iter().filter_map(|node| breaking(node, sides, units, reading)).collect();
    let prizes =
        section.list("prizes").iter().filter_map(|node| prize(node, &objectives, sides, units, reading)).collect();
    let spoils = section.list("spoils").iter().filter_map(|node| spoil(node, sides, reading)).collect();
    let mut handicap = vec![0.0; sides.len()];
    for (name, points) in section.get("handicap").map_or(&[][..], Node::fields) {
        match sides.iter().position(|side| side.key == name.text) {
            Some(side) => handicap[side] = points.as_number().unwrap_or_default(),
            None => reading.problems.push(
                Problem::at(name.span.clone(), format!("there is no side {:?}", short(&name.text)))
                    .label("unknown side")
                    .nearest(&name.text, sides.iter().map(|side| side.key.as_str())),
            ),
        }
    }
    VictoryTerms {
        objectives,
        holds,
        losses: losses(section.get("losses"), units, reading),
        zones,
        exits,
        falls,
        breaks,
        prizes,
        spoils,
        handicap,
        margin: section.number("margin").unwrap_or(reading.words.margin),
        otherwise: side_of(section, "otherwise", sides, reading),
    }
}

/// Whether only those inside count; there must be a building then.
fn indoors(node: &Node, at: Vec2, terrain: &Terrain, reading: &mut Reading) -> bool {
    let wanted = node.flag("indoors");
    if wanted && !terrain.buildings.iter().any(|house| measure::inside(at, &house.outline)) {
        reading.problems.push(
            Problem::at(node.span_of("indoors"), format!("objective {:?} lies in no building", short(node.text("id"))))
                .label("nobody can be inside")
                .also(node.span_of("at"), "its middle")
                .help("Put its middle into a building, or leave `indoors` out."),
        );
    }
    wanted
}

fn objective(node: &Node, sides: &[Side], terrain: &Terrain, reading: &mut Reading) -> Objective {
    let at = node.point("at").unwrap_or_default();
    if at.cmplt(Vec2::ZERO).any() || at.cmpgt(reading.size).any() {
        reading.problems.push(
            Problem::at(node.span_of("at"), format!("objective {:?} lies off the table", short(node.text("id"))))
                .label("off the table")
                .help(format!("x goes from 0 to {}, y from 0 to {}.", reading.size.x, reading.size.y)),
        );
    }
    Objective {
        id: node.text("id").into(),
        name: node.text("name").to_owned(),
        at,
        radius: node.number("radius").unwrap_or(1.0),
        indoors: indoors(node, at, terrain, reading),
        held_by: side_of(node, "held_by", sides, reading),
    }
}

fn hold(node: &Node, objectives: &[Objective], sides: &[Side], reading: &mut Reading) -> Option<HoldTerm> {
    let side = side_of(node, "side", sides, reading);
    let objective = objective_of(node, "objective", objectives, reading)?;
    let when = match node.text("when") {
        "some" => HoldWhen::Some,
        "denied" => HoldWhen::Denied,
        _ => HoldWhen::Most,
    };
    Some(HoldTerm { objective, points: node.number("points")?, side, when })
}

/// The objective that a field names, by its index.
fn objective_of(node: &Node, field: &str, objectives: &[Objective], reading: &mut Reading) -> Option<usize> {
    let id = node.get(field)?.as_text()?;
    let objective = objectives.iter().position(|objective| objective.id == id);
    if objective.is_none() {
        reading.problems.push(
            Problem::at(node.span_of(field), format!("there is no objective {:?}", short(id)))
                .label("unknown objective")
                .nearest(id, objectives.iter().map(|objective| objective.id.as_str())),
        );
    }
    objective
}

/// The units whose keys a term lists under `of`.
fn units_of(node: &Node, units: &[ScenarioUnit], reading: &mut Reading) -> Vec<UnitId> {
    let listed = node.list("of").iter();
    listed.filter_map(|key| unit_named(key.as_text()?, key.head(), units, reading)).collect()
}

fn unit_named(key: &str, at: std::ops::Range<usize>, units: &[ScenarioUnit], reading: &mut Reading) -> Option<UnitId> {
    let unit = units.iter().position(|unit| unit.key == key);
    if unit.is_none() {
        reading.problems.push(
            Problem::at(at, format!("there is no unit {:?}", short(key)))
                .label("unknown unit")
                .nearest(key, units.iter().map(|unit| unit.key.as_str())),
        );
    }
    Some(UnitId(unit? as u16))
}

fn fall(node: &Node, sides: &[Side], units: &[ScenarioUnit], reading: &mut Reading) -> Option<FallTerm> {
    Some(FallTerm {
        name: node.text("name").to_owned(),
        of: units_of(node, units, reading),
        side: side_of(node, "side", sides, reading)?,
        own_hand: node.flag("own_hand"),
        each: node.number("each")?,
    })
}

fn breaking(node: &Node, sides: &[Side], units: &[ScenarioUnit], reading: &mut Reading) -> Option<BreakTerm> {
    let (of, side) = (units_of(node, units, reading), side_of(node, "side", sides, reading)?);
    if of.is_empty() && node.list("of").is_empty() {
        let problem = Problem::at(node.head(), "this reward does not say which units are to be broken".to_owned());
        reading.problems.push(problem.label("in here").help("Name them: `of: [\"guard_1\", \"guard_2\"]`."));
    }
    if let Some(own) = of.iter().map(|unit| &units[unit.index()]).find(|unit| unit.side == side) {
        let message = format!("unit {:?} is of the side that would earn points for breaking it", short(&own.key));
        let problem = Problem::at(node.span_of("of"), message).label("its own unit");
        reading.problems.push(problem.also(node.span_of("side"), "the side").help("Name units of its enemies."));
    }
    let (share, points) = (node.number("share").unwrap_or(1.0), node.number("points")?);
    Some(BreakTerm { name: node.text("name").to_owned(), side, of, share, points })
}

fn exit(node: &Node, sides: &[Side], units: &[ScenarioUnit], reading: &mut Reading) -> Option<ExitTerm> {
    let line = stretch(node, "line", reading);
    let side = side_of(node, "side", sides, reading)?;
    let of = units_of(node, units, reading);
    if of.is_empty() && sides[side.index()].exit_edges.is_empty() {
        reading.problems.push(
            Problem::at(node.span_of("side"), "this side may leave over no edge".to_owned())
                .label("it never can")
                .help("Give the side `exit_edges`."),
        );
    }
    Some(ExitTerm { side, of, line, each: node.number("each")?, name: node.text("name").to_owned() })
}

fn prize(
    node: &Node,
    objectives: &[Objective],
    sides: &[Side],
    units: &[ScenarioUnit],
    reading: &mut Reading,
) -> Option<PrizeTerm> {
    let start = match (node.get("bearer"), node.get("aboard"), node.point("at")) {
        (None, Some(wagon), None) => {
            let unit = unit_named(wagon.as_text()?, node.span_of("aboard"), units, reading)?;
            if units[unit.index()].unit_entry.equipment.is_empty() {
                let problem = Problem::at(node.span_of("aboard"), "this unit has nothing on wheels".to_owned());
                reading.problems.push(problem.label("nothing to lie on"));
            }
            Some(PrizeStart::Aboard(unit))
        }
        (Some(bearer), None, None) => {
            unit_named(bearer.as_text()?, node.span_of("bearer"), units, reading).map(PrizeStart::With)
        }
        (None, None, Some(at)) => {
            if at.cmplt(Vec2::ZERO).any() || at.cmpgt(reading.size).any() {
                let problem = Problem::at(node.span_of("at"), "it lies off the table".to_owned());
                reading.problems.push(problem.label("off the table"));
            }
            Some(PrizeStart::Lying(at))
        }
        _ => {
            let problem =
                Problem::at(node.head(), "either somebody carries a prize at the start, or it lies".to_owned());
            let help = "Give it `bearer` or `aboard`, the key of a unit, or `at: (x, y)`.";
            reading.problems.push(problem.label("in here").help(help));
            None
        }
    };
    let reward = |reward: &Node, reading: &mut Reading| {
        let off = reward.get("off").is_some().then(|| stretch(reward, "off", reading));
        let at = match reward.get("at").and_then(Node::as_text) {
            Some(_) => Some(objective_of(reward, "at", objectives, reading)?),
            None => None,
        };
        Some(PrizeReward {
            side: side_of(reward, "side", sides, reading)?,
            points: reward.number("points")?,
            off,
            at,
            untouched: reward.flag("untouched"),
        })
    };
    let rewards = node.list("rewards").iter().filter_map(|node| reward(node, reading)).collect();
    Some(PrizeTerm {
        name: node.text("name").to_owned(),
        start: start?,
        weight: node.number("weight").unwrap_or_default(),
        rewards,
    })
}

fn spoil(node: &Node, sides: &[Side], reading: &mut Reading) -> Option<SpoilTerm> {
    let of = node.text("of");
    let words = reading.words;
    let known = words.equipment();
    if node.get("of").is_some() && !known.contains(of) {
        reading.problems.push(
            Problem::at(node.span_of("of"), format!("there is no equipment {:?}", short(of)))
                .label("unknown equipment")
                .nearest(of, known),
        );
    }
    let when = match node.text("when") {
        "off" => SpoilState::Off,
        "taken" => SpoilState::Taken,
        "left" => SpoilState::Left,
        "inside" => SpoilState::Inside,
        "wrecked" => SpoilState::Wrecked,
        _ => SpoilState::Worked,
    };
    if when == SpoilState::Off && node.get("line").is_none() {
        let problem = Problem::at(node.head(), "this reward does not say where to go off").label("in here");
        reading.problems.push(problem.help("Add `line: [(x, y), (x, y)]`, a stretch of the table's edge."));
    }
    if when == SpoilState::Inside && node.get("outline").is_none() {
        let problem = Problem::at(node.head(), "this reward does not say where to be".to_owned()).label("in here");
        reading.problems.push(problem.help("Add `outline: [(x, y), ...]`, the corners of an area."));
    }
    Some(SpoilTerm {
        name: node.text("name").to_owned(),
        side: side_of(node, "side", sides, reading)?,
        of: of.into(),
        when,
        line: if node.get("line").is_some() { stretch(node, "line", reading) } else { Vec::new() },
        outline: if node.get("outline").is_some() { outline(node, "outline", reading) } else { Vec::new() },
        each: node.number("each").unwrap_or_default(),
    })
}

fn losses(node: Option<&Node>, units: &[ScenarioUnit], reading: &mut Reading) -> LossTerm {
    let Some(node) = node else { return LossTerm::default() };
    let mut term = LossTerm { each: node.number("each").unwrap_or_default(), ..LossTerm::default() };
    term.guns = node.number("guns").unwrap_or_default();
    term.heroes = node.number("heroes").unwrap_or_default();
    term.horses = node.number("horses").unwrap_or_default();
    term.own_hand = node.flag("own_hand");
    let words = reading.words;
    // Which ranks there are, the ruleset says; if any word is a rank to it, those that the leaders have.
    let registered = words.leader_values.iter().find(|field| field.name == "rank").map(|field| &field.kind);
    let ranks: Vec<&SmolStr> = match registered {
        Some(ValueKind::Word(words)) if !words.is_empty() => words.iter().collect(),
        _ => units.iter().filter_map(|unit| unit.unit_entry.leader.word("rank")).collect(),
    };
    for (name, points) in node.get("by_rank").map_or(&[][..], Node::fields) {
        if !ranks.iter().any(|rank| **rank == name.text) {
            reading.problems.push(
                Problem::at(name.span.clone(), format!("there is no rank {:?}", short(&name.text)))
                    .label("unknown rank")
                    .nearest(&name.text, ranks.iter().map(|rank| rank.as_str())),
            );
        }
        term.by_rank.insert(name.text.as_str().into(), points.as_number().unwrap_or_default());
    }
    term
}
