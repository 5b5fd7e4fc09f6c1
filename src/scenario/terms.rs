//! The section `victory`: objectives, points and who wins.

use smol_str::SmolStr;

use super::{
    ScenarioUnit,
    check::{Reading, unique},
    ground,
    problem::{Problem, short},
    text::Node,
    units::side_of,
};
use crate::{
    forces::Side,
    turn::{HoldTerm, LossTerm, Objective, SpoilState, SpoilTerm, VictoryTerms, ZoneTerm, vocabulary::ValueKind},
};

/// Reads the terms of victory.
pub fn terms(section: &Node, sides: &[Side], units: &[ScenarioUnit], reading: &mut Reading) -> VictoryTerms {
    let places = section.list("objectives");
    unique(places.iter(), "id", reading);
    let objectives = places.iter().map(|node| objective(node, reading)).collect::<Vec<_>>();
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
        spoils,
        handicap,
        margin: section.number("margin").unwrap_or(1.0),
        otherwise: side_of(section, "otherwise", sides, reading),
    }
}

fn objective(node: &Node, reading: &mut Reading) -> Objective {
    let at = node.point("at").unwrap_or_default();
    if at.cmplt(bevy::math::Vec2::ZERO).any() || at.cmpgt(reading.size).any() {
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
    Some(HoldTerm { objective, points: node.number("points")?, side })
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
        line: node.points("line"),
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
        _ => units.iter().filter_map(|unit| unit.enlistment.leader.word("rank")).collect(),
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
