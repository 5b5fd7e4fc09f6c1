//! The terrain of a scenario, written down.

use super::{
    Writer,
    record::{Record, code, point, points, text, values},
};
use grapeshot_floor::{
    table::terrain::{Building, DoorState, Ground, SightThrough},
    turn::{TerrainPart, vocabulary::ValueField},
};

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

impl Writer<'_> {
    pub(super) fn terrain(&self) -> String {
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
