//! Ground in the terms of the duel.

use super::*;

/// DU-1.5: how one walks over an area, and how many a road lets through at once.
pub fn terrain_values() -> Vec<TerrainValue> {
    let class = ValueKind::Word(["open", "rough"].map(Into::into).to_vec());
    let number = ValueKind::Integer(0, 9);
    vec![
        TerrainValue {
            field: field("class", class, Value::Word("open".into()), GOING, "how one walks there"),
            of: vec![TerrainPart::Areas],
            by_kind: [("copse".into(), Value::Word("rough".into()))].into(),
        },
        TerrainValue {
            field: field("defile", ValueKind::Flag, Value::Flag(false), GOING, "whether it is narrow"),
            of: vec![TerrainPart::Roads],
            by_kind: [("causeway".into(), Value::Flag(true))].into(),
        },
        TerrainValue {
            field: field("abreast", number, Value::Number(0.0), GOING, "how many a defile lets through abreast"),
            of: vec![TerrainPart::Roads],
            by_kind: BTreeMap::new(),
        },
    ]
}

/// DU-1.5: the inches that a man walks who begins or ends in an area: half of them in a rough one.
pub fn pace(view: &BattleView, ends: [Vec2; 2]) -> f32 {
    let rough = |area: &Area| {
        let class = view.terrain_values(&area.id).word("class").map(|class| class.as_str());
        class == Some("rough") && ends.iter().any(|end| measure::inside(*end, &area.outline))
    };
    if view.terrain().areas.iter().any(rough) { PACE / 2.0 } else { PACE }
}

pub fn terrain_problems(terrain: &Terrain, values: &TerrainValues) -> Vec<TerrainProblem> {
    let closed = |road: &&Road| {
        let own = values.of(&road.id);
        own.flag("defile") == Some(true) && own.number("abreast") == Some(0.0)
    };
    let problem = |road: &Road| TerrainProblem {
        id: road.id.clone(),
        field: "values",
        rule: GOING,
        message: format!("the defile {:?} lets nobody through", road.id),
        help: "Say how many go abreast: `values: (abreast: 2)`.".to_owned(),
    };
    terrain.roads.iter().filter(closed).map(problem).collect()
}

/// DU-1.5: stands begin on open ground.
pub fn roll_problems(army: &ArmyList) -> Vec<ArmyListProblem> {
    let rough = |area: &&Area| {
        let class = army.terrain_values.of(&area.id).word("class").map(|class| class.as_str());
        class == Some("rough")
    };
    let areas: Vec<&Area> = army.terrain.areas.iter().filter(rough).collect();
    let problem = |(n, entry): (usize, &ArmyListEntry)| {
        let inside = |area: &&&Area| entry.outlines.iter().any(|stand| measure::inside(stand.place.at, &area.outline));
        let area = areas.iter().find(inside).filter(|_| entry.unit_entry.kind == "company")?;
        Some(ArmyListProblem {
            unit: UnitId(n as u16),
            field: "at",
            rule: GOING,
            message: format!("company {:?} begins in {:?}, which is rough", entry.key, area.id),
            help: "Place it in the open.".to_owned(),
        })
    };
    army.units.iter().enumerate().filter_map(problem).collect()
}
