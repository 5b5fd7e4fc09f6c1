//! The section `victory`: objectives, points and who wins.

use bevy::math::Vec2;
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
    table::{measure, terrain::Terrain},
    turn::{HoldTerm, HoldWhen, LossTerm, Objective, VictoryTerms, ZoneTerm, vocabulary::ValueKind},
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
