//! The section `victory`: objectives, points and who wins.

use bevy::math::Vec2;
use smol_str::SmolStr;

use super::{
    ScenarioUnit,
    check::{Reading, unique},
    ground,
    node::Node,
    problem::{Problem, short},
    units::side_of,
};
use crate::{
    forces::{Side, UnitId},
    table::{measure, terrain::Terrain},
    turn::{
        ExitTerm, HoldTerm, HoldWhen, LossTerm, Objective, PrizeReward, PrizeTerm, SpoilState, SpoilTerm, VictoryTerms,
        ZoneTerm, vocabulary::ValueKind,
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
    let objectives = places.iter().map(|node| objective(node, terrain, reading)).collect::<Vec<_>>();
    let holds = section.list("holds").iter().filter_map(|node| hold(node, &objectives, sides, reading)).collect();
    let zones = section.list("zones").iter().filter_map(|node| {
        Some(ZoneTerm {
            outline: ground::outline(node, "outline", reading),
            side: side_of(node, "side", sides, reading)?,
            each: node.number("each").unwrap_or_default(),
            name: node.text("name").to_owned(),
        })
    });
    let zones = zones.collect();
    let exits = section.list("exits").iter().filter_map(|node| exit(node, sides, reading)).collect();
    let prizes = section.list("prizes").iter().filter_map(|node| prize(node, sides, units, reading)).collect();
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
        prizes,
        spoils,
        handicap,
        margin: section.number("margin").unwrap_or(1.0),
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

fn objective(node: &Node, terrain: &Terrain, reading: &mut Reading) -> Objective {
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
    }
}

fn hold(node: &Node, objectives: &[Objective], sides: &[Side], reading: &mut Reading) -> Option<HoldTerm> {
    let id = node.get("objective")?.as_text()?;
    let side = side_of(node, "side", sides, reading);
    let Some(objective) = objectives.iter().position(|objective| objective.id == id) else {
        reading.problems.push(
            Problem::at(node.span_of("objective"), format!("there is no objective {:?}", short(id)))
                .label("unknown objective")
                .nearest(id, objectives.iter().map(|objective| objective.id.as_str())),
        );
        return None;
    };
    let when = match node.text("when") {
        "some" => HoldWhen::Some,
        "denied" => HoldWhen::Denied,
        _ => HoldWhen::Most,
    };
    Some(HoldTerm { objective, points: node.number("points")?, side, when })
}

/// A stretch of an edge of the table.
pub fn stretch(node: &Node, field: &str, reading: &mut Reading) -> Vec<Vec2> {
    let line = node.points(field);
    let size = reading.size;
    let on_table = |at: &Vec2| (0.0..=size.x).contains(&at.x) && (0.0..=size.y).contains(&at.y);
    let on_edge = |at: &Vec2| on_table(at) && (at.x == 0.0 || at.y == 0.0 || at.x == size.x || at.y == size.y);
    if !line.iter().all(on_edge) {
        reading.problems.push(
            Problem::at(node.span_of(field), "this is no stretch of an edge of the table".to_owned())
                .label("off the edge")
                .help(format!("x is 0 or {}, or y is 0 or {}.", size.x, size.y)),
        );
    }
    line
}

fn exit(node: &Node, sides: &[Side], reading: &mut Reading) -> Option<ExitTerm> {
    let line = stretch(node, "line", reading);
    let side = side_of(node, "side", sides, reading)?;
    if sides[side.index()].exit_edges.is_empty() {
        reading.problems.push(
            Problem::at(node.span_of("side"), "this side may leave over no edge".to_owned())
                .label("it never can")
                .help("Give the side `exit_edges`."),
        );
    }
    Some(ExitTerm { side, line, each: node.number("each")?, name: node.text("name").to_owned() })
}

fn prize(node: &Node, sides: &[Side], units: &[ScenarioUnit], reading: &mut Reading) -> Option<PrizeTerm> {
    let key = node.get("bearer")?.as_text()?;
    let bearer = units.iter().position(|unit| unit.key == key);
    if bearer.is_none() {
        reading.problems.push(
            Problem::at(node.span_of("bearer"), format!("there is no unit {:?}", short(key)))
                .label("unknown unit")
                .nearest(key, units.iter().map(|unit| unit.key.as_str())),
        );
    }
    let reward = |reward: &Node, reading: &mut Reading| {
        let off = reward.get("off").is_some().then(|| stretch(reward, "off", reading));
        Some(PrizeReward { side: side_of(reward, "side", sides, reading)?, points: reward.number("points")?, off })
    };
    let rewards = node.list("rewards").iter().filter_map(|node| reward(node, reading)).collect();
    Some(PrizeTerm { name: node.text("name").to_owned(), bearer: UnitId(bearer? as u16), rewards })
}

fn spoil(node: &Node, sides: &[Side], reading: &mut Reading) -> Option<SpoilTerm> {
    let of = node.text("of");
    let words = reading.words;
    let known: Vec<&str> = words.kinds.iter().flat_map(|kind| &kind.equipment).map(|piece| piece.id.as_str()).collect();
    if node.get("of").is_some() && !known.contains(&of) {
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
        _ => SpoilState::Worked,
    };
    if when == SpoilState::Off && node.get("line").is_none() {
        let problem = Problem::at(node.head(), "this reward does not say where to go off").label("in here");
        reading.problems.push(problem.help("Add `line: [(x, y), (x, y)]`, a stretch of the table's edge."));
    }
    Some(SpoilTerm {
        name: node.text("name").to_owned(),
        side: side_of(node, "side", sides, reading)?,
        of: of.into(),
        when,
        line: if node.get("line").is_some() { stretch(node, "line", reading) } else { Vec::new() },
        each: node.number("each").unwrap_or_default(),
    })
}

fn losses(node: Option<&Node>, units: &[ScenarioUnit], reading: &mut Reading) -> LossTerm {
    let Some(node) = node else { return LossTerm::default() };
    let mut term = LossTerm { each: node.number("each").unwrap_or_default(), ..LossTerm::default() };
    term.guns = node.number("guns").unwrap_or_default();
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
