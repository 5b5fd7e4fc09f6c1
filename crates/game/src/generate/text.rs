use bevy::math::Vec2;
use std::fmt::Write;

use super::{
    Tuning,
    forces::Standing,
    ground::{Ground, front},
    plan::{Plan, Prize},
    wish::Wish,
};
use crate::scenario::edit::{AHEAD, BEHIND, number};
use grapeshot_floor::{table::position::Heading, turn::quick::QuickKind};

/// Writes points and directions as they lie on the table, west and east changed if the battle is mirrored.
struct Pen {
    width: f32,
    mirrored: bool,
}

impl Pen {
    fn at(&self, point: Vec2) -> String {
        let x = if self.mirrored { self.width - point.x } else { point.x };
        format!("({}, {})", number(x), number(point.y))
    }

    fn points<'p>(&self, points: impl IntoIterator<Item = &'p Vec2>) -> String {
        let points: Vec<String> = points.into_iter().map(|point| self.at(*point)).collect();
        format!("[{}]", points.join(", "))
    }

    fn facing(&self, degrees: f32) -> f32 {
        if self.mirrored { (540.0 - degrees).rem_euclid(360.0) } else { degrees.rem_euclid(360.0) }
    }

    fn edge(&self, side: usize) -> &'static str {
        if (side == 0) == self.mirrored { "east" } else { "west" }
    }
}

/// The text of a scenario. Its first lines tell how it was made.
pub(super) fn text(plan: &Plan, wish: &Wish, id: &str, tuning: Tuning) -> String {
    let pen = Pen { width: plan.size.x, mirrored: plan.mirrored };
    let mut text = format!("// {}\n", wish.command());
    if tuning != Tuning::default() {
        let [first, second] = tuning.strength.map(|share| (share * 100.0).round());
        let _ = writeln!(text, "// Made even by playing: {first} and {second} of 100 of the strength of the lists.");
    }
    let (title, story) = (title(plan), story(plan));
    let _ = write!(
        text,
        "Scenario(\n    format: 1,\n    about: (\n        id: {id:?},\n        title: {title:?},\n        ruleset: {:?},\n        \
         location: {:?},\n        date: {:?},\n        story: {story:?},\n    ),\n    table: (width: {}, height: {}),\n    \
         turns: {},\n    terrain: (\n",
        wish.ruleset,
        plan.fought.location,
        plan.fought.date,
        number(plan.size.x),
        number(plan.size.y),
        plan.turns
    );
    terrain(&mut text, plan, &pen);
    text.push_str("    ),\n    sides: [\n");
    for (n, army) in plan.armies.iter().enumerate() {
        let (key, edge) = (SIDES[n], pen.edge(n));
        let _ = writeln!(
            text,
            "        (key: {key:?}, name: {:?}, short: {:?}, coat: {:?}, flag: {:?}, goes_for: {:?}, own_edge: {edge:?}),",
            army.name,
            army.short,
            army.coat,
            army.flag,
            goes_for(plan, n)
        );
    }
    text.push_str("    ],\n    units: [\n");
    for unit in &plan.standing {
        let _ = writeln!(text, "        {},", written(unit, &pen));
    }
    let (first, second) = if plan.mirrored { ("right", "left") } else { ("left", "right") };
    let settings = plan.grounds.settings.replace("$FIRST", first).replace("$SECOND", second);
    let _ = writeln!(text, "    ],\n    settings: {settings},");
    victory(&mut text, plan, tuning, &pen);
    text.push_str(")\n");
    text
}

/// The keys of the sides.
const SIDES: [&str; 2] = ["a", "b"];

fn terrain(text: &mut String, plan: &Plan, pen: &Pen) {
    let Ground { areas, obstacles, roads, stream, crossings, houses, hills } = &plan.ground;
    let mut list = |name: &str, entries: Vec<String>| {
        if !entries.is_empty() {
            let _ = writeln!(text, "        {name}: [\n            {},\n        ],", entries.join(",\n            "));
        }
    };
    let numbered = |word: &str, n: usize| format!("{word}_{}", n + 1);
    let areas = areas.iter().enumerate().map(|(n, area)| {
        let name = area.name.as_ref().map_or_else(String::new, |name| format!(", name: {name:?}"));
        let (id, outline) = (numbered(&area.kind, n), pen.points(&area.outline));
        format!("(id: {id:?}, kind: {:?}{name}, outline: {outline})", area.kind)
    });
    list("areas", areas.collect());
    let obstacles = obstacles.iter().enumerate().map(|(n, (kind, line))| {
        format!("(id: {:?}, kind: {kind:?}, line: {})", numbered(&format!("line_{kind}"), n), pen.points(line))
    });
    list("obstacles", obstacles.collect());
    let width = number(plan.grounds.road);
    let roads_written = roads.iter().enumerate().map(|(n, line)| {
        let kind = &plan.vocabulary.roads[usize::from(n > 0).min(plan.vocabulary.roads.len() - 1)];
        format!("(id: {:?}, kind: {kind:?}, line: {}, width: {width})", numbered("road", n), pen.points(line))
    });
    list("roads", roads_written.collect());
    let streams = stream.iter().map(|line| {
        let deep = if plan.kind == QuickKind::Crossing && plan.grounds.deep { ", deep: true" } else { "" };
        let (line, width) = (pen.points(line), number(plan.grounds.stream));
        format!("(id: \"water\", name: {:?}, line: {line}, width: {width}{deep})", plan.water)
    });
    list("streams", streams.collect());
    let crossings = crossings.iter().enumerate().map(|(n, crossing)| {
        let kind = if crossing.bridge { "bridge" } else { "ford" };
        format!("(id: {:?}, kind: {kind:?}, outline: {})", numbered("crossing", n), pen.points(&crossing.outline))
    });
    list("crossings", crossings.collect());
    let house = &plan.grounds.house;
    let houses = houses.iter().enumerate().map(|(n, built)| {
        let mut says = if house.says.is_empty() { String::new() } else { format!(", {}", house.says) };
        if plan.vocabulary.plays("terrain: buildings: doors") {
            let (door, windows) = front(built, roads);
            let _ =
                write!(says, ", doors: [(at: {}, state: \"open\")], windows: {}", pen.at(door), pen.points(&windows));
        }
        let name = plan.houses.get(n).map_or_else(|| format!("house {}", n + 1), |name| (*name).to_owned());
        format!(
            "(id: {:?}, name: {name:?}, outline: {}, material: {:?}{says})",
            numbered("house", n),
            pen.points(&built.corners),
            house.material
        )
    });
    list("buildings", houses.collect());
    let hills = hills
        .iter()
        .enumerate()
        .map(|(n, outline)| format!("(id: {:?}, outline: {})", numbered("hill", n), pen.points(outline)));
    list("hills", hills.collect());
}

/// A unit as a scenario has it.
fn written(unit: &Standing, pen: &Pen) -> String {
    let (key, name) = (&unit.key, unit.name);
    let side = &key[..1];
    let mut text = format!("(key: {key:?}, name: {name:?}, side: {side:?}");
    if let Some(under) = &unit.under {
        let _ = write!(text, ", under: {under:?}");
    }
    if let Some(layout) = unit.layout {
        let _ = write!(text, ", layout: {layout:?}");
    }
    match unit.comes {
        Some((turn, line)) => {
            let _ = write!(text, ", arrives: (turn: {turn}, line: {})", pen.points(&line));
        }
        None => {
            let _ = write!(text, ", at: {}", pen.at(unit.at));
        }
    }
    let along = |inches: f32| pen.at(unit.at + Heading(unit.facing).forward() * inches);
    let last = name.rsplit(' ').next().unwrap_or(name);
    let says = unit.listed.says.replace("$NAME", name).replace("$LAST", last);
    let says = says.replace("$AHEAD", &along(AHEAD)).replace("$BEHIND", &along(-BEHIND));
    let _ = write!(text, ", facing: {}, {says}", number(pen.facing(unit.facing)));
    if unit.hidden {
        text.push_str(", hidden: true");
    }
    text.push(')');
    text
}

fn victory(text: &mut String, plan: &Plan, tuning: Tuning, pen: &Pen) {
    text.push_str("    victory: (\n        objectives: [\n");
    for Prize { id, name, at, .. } in &plan.prizes {
        let radius = number(plan.radius);
        let _ = writeln!(text, "            (id: {id:?}, name: {name:?}, at: {}, radius: {radius}),", pen.at(*at));
    }
    text.push_str("        ],\n        holds: [\n");
    for Prize { id, points, some, .. } in &plan.prizes {
        for (side, points) in SIDES.iter().zip(points).filter(|(_, points)| **points > 0.0) {
            let when = if *some && *side == "a" { ", when: \"some\"" } else { "" };
            let _ =
                writeln!(text, "            (objective: {id:?}, points: {}, side: {side:?}{when}),", number(*points));
        }
    }
    text.push_str("        ],\n");
    if let Some(through) = &plan.through {
        let of: Vec<String> = through.of.iter().map(|key| format!("{key:?}")).collect();
        let of = if of.is_empty() { String::new() } else { format!(", of: [{}]", of.join(", ")) };
        let (outline, each) = (pen.points(&through.outline), number(through.each));
        let _ = writeln!(
            text,
            "        zones: [(name: \"come through\", side: \"a\"{of}, outline: {outline}, each: {each})],"
        );
    }
    if let Some(losses) = &plan.grounds.losses {
        let _ = writeln!(text, "        losses: {losses},");
    }
    let handicap: Vec<String> = (SIDES.iter().zip(tuning.handicap))
        .filter(|(_, points)| *points > 0.0)
        .map(|(side, points)| format!("{side}: {}", number(points)))
        .collect();
    if !handicap.is_empty() {
        let _ = writeln!(text, "        handicap: ({}),", handicap.join(", "));
    }
    text.push_str("    ),\n");
}

fn title(plan: &Plan) -> String {
    let village = plan.village;
    match plan.kind {
        QuickKind::Meeting => format!("Meeting at {village}"),
        QuickKind::Attack => format!("The attack on {village}"),
        QuickKind::Convoy => format!("The convoy to {village}"),
        QuickKind::Raid => format!("The raid on {village}"),
        QuickKind::Crossing => capital(&format!("{} at {village}", the(plan.water))),
        QuickKind::Ambush => format!("Ambush before {village}"),
    }
}

/// What a side is after.
fn goes_for(plan: &Plan, side: usize) -> String {
    let village = plan.village;
    match (plan.kind, side) {
        (QuickKind::Meeting, _) => format!("{village} and the ground on both sides of it"),
        (QuickKind::Attack, 0) => format!("take {village}"),
        (QuickKind::Raid, 0) => format!("be at {village} at the end"),
        (QuickKind::Crossing, 0) => "cross the water and stay on the far bank".to_owned(),
        (QuickKind::Convoy | QuickKind::Ambush, 0) => format!("come through to {village}"),
        (QuickKind::Convoy | QuickKind::Ambush, _) => "let nobody come through".to_owned(),
        _ => format!("keep {village}"),
    }
}

/// How it came to this, in two sentences.
fn story(plan: &Plan) -> String {
    let [first, second] = plan.armies.map(|army| format!("the {}", army.short));
    let (village, water, country) = (plan.village, the(plan.water), &plan.country.name);
    let came = format!("{}, {}, {country}: {first} came", plan.fought.location, plan.fought.date);
    let then = match plan.kind {
        QuickKind::Meeting => format!(
            "{came} to be first at {village}. {second} had the same order and came by the same road from the other side."
        ),
        QuickKind::Attack => {
            format!(
                "{came} down the road until {second} barred it before {village}. The place had to be taken before night."
            )
        }
        QuickKind::Convoy => format!(
            "{came} in column with a train that was to reach {village} before night. {second} had heard of it and stood across \
             the road."
        ),
        QuickKind::Raid => format!(
            "{came} round the outposts, to be at {village} before anybody could help. {second} had few men there and more on \
             the way."
        ),
        QuickKind::Crossing => format!(
            "{came} as far as {water}, which has to be crossed at {village}. {second} held the far bank and what leads \
             over to it."
        ),
        QuickKind::Ambush => format!(
            "{came} in column and without scouts, within sight of {village}. {second} lay on both sides of the road and let the \
             head of the column pass."
        ),
    };
    capital(&then)
}

/// The name of a stream with its article; creeks and runs have none.
fn the(water: &str) -> String {
    let bare = water.starts_with("the ") || [" Creek", " Run"].iter().any(|end| water.ends_with(end));
    if bare { water.to_owned() } else { format!("the {water}") }
}

/// The same with a capital letter at its beginning and after each full stop.
fn capital(text: &str) -> String {
    let mut capital = true;
    text.chars()
        .map(|letter| {
            let shown = if capital && letter.is_alphabetic() { letter.to_ascii_uppercase() } else { letter };
            capital = if letter == '.' { true } else { capital && !letter.is_alphanumeric() };
            shown
        })
        .collect()
}
