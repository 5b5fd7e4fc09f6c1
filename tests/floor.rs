//! What a ruleset takes from the floor under the rulesets when a scenario is read, with a ruleset small enough to read
//! at once.

mod duel;

use bevy::math::Vec2;
use grapeshot::{
    battle::{Battle, rulebooks},
    forces::SideId,
    orders::{Leg, Order},
    scenario::{self, Problems, Scenario},
    simulate::{Campaign, simulate},
    table::{footprint::Outline, position::Heading},
};
use std::sync::{Arc, atomic::AtomicBool};

/// A scenario of the duel with these lines for its first unit and its terrain.
fn written(unit: &str, terrain: &str) -> String {
    format!(
        "(
    format: 1,
    about: (id: \"stands\", title: \"Stands\", ruleset: \"duel\", location: \"here\", date: \"1812\", story: \"Two meet.\"),
    table: (width: 40, height: 30),
    turns: 6,
    terrain: ({terrain}),
    sides: [
        (key: \"red\", name: \"The red\", short: \"Red\", coat: \"british\", flag: \"british\", own_edge: \"west\"),
        (key: \"blue\", name: \"The blue\", short: \"Blue\", coat: \"french\", flag: \"french\", own_edge: \"east\"),
    ],
    units: [
        (key: \"r\", name: \"Red men\", side: \"red\", {unit}),
        (key: \"b\", name: \"Blue men\", side: \"blue\", kind: \"foot\", at: (36, 15), facing: 180),
    ],
)"
    )
}

fn read(unit: &str, terrain: &str) -> Result<Arc<Scenario>, Problems> {
    scenario::read("test.scenario.ron", &written(unit, terrain), &rulebooks(duel::plugin))
}

fn good(unit: &str) -> Arc<Scenario> {
    read(unit, "").unwrap_or_else(|problems| panic!("{problems}"))
}

fn outlines(scenario: &Scenario) -> Vec<Outline> {
    let outline = |piece: &scenario::StartPiece| Outline { footprint: piece.footprint, place: piece.place };
    scenario.units[0].pieces.iter().map(outline).collect()
}

/// The first message and its help.
fn told(problems: Result<Arc<Scenario>, Problems>) -> (String, String) {
    let problems = problems.expect_err("something is wrong");
    let first = problems.iter().next().expect("something is wrong");
    (first.message.clone(), first.help.clone().unwrap_or_default())
}

#[test]
fn each_stand_of_a_unit_has_its_own_place() {
    let frame = good("kind: \"company\", figures: 5, layout: \"frame\", at: (10, 15), facing: 0");
    let stands = outlines(&frame);
    let places: Vec<(f32, f32)> = stands.iter().map(|stand| (stand.place.at.x, stand.place.at.y)).collect();
    assert_eq!(places, [(9.75, 16.0), (9.75, 15.0), (9.75, 14.0), (9.25, 16.0), (9.25, 15.0)]);
    let battle = Battle::new(&frame, 1, duel::plugin);
    let there: Vec<Outline> = battle.view().pieces().take(5).map(|piece| battle.view().outline(piece)).collect();
    assert_eq!(there, stands, "they stand so in the battle");
}

#[test]
fn stands_of_a_unit_may_look_each_its_own_way() {
    let stands = outlines(&good("kind: \"company\", figures: 8, layout: \"square\", at: (10, 15), facing: 0"));
    let facings: Vec<f32> = stands.iter().map(|stand| stand.place.facing.0).collect();
    let right = Heading(-90.0).normalized().0;
    let left = Heading(-270.0).normalized().0;
    let about = Heading(-180.0).normalized().0;
    assert_eq!(facings, [0.0, 0.0, right, right, about, about, left, left]);
    for (n, one) in stands.iter().enumerate() {
        assert!(stands[n + 1..].iter().all(|other| one.overlap(other) < 1e-3), "stand {n} stands on another");
        let middle = Vec2::new(8.5, 15.0);
        assert!((one.place.at - middle).dot(one.place.facing.forward()) > 0.0, "stand {n} looks outward");
    }
}

#[test]
fn a_unit_of_stands_is_written_down_as_it_was_read() {
    for unit in [
        "kind: \"company\", figures: 5, layout: \"frame\", at: (10, 15), facing: 30",
        "kind: \"company\", figures: 8, layout: \"square\", at: (10, 15), facing: 0",
        "kind: \"company\", points: [(5, 5), (7, 5)], facing: 0",
    ] {
        if let Err(problems) = scenario::verify("again", &good(unit), &rulebooks(duel::plugin)) {
            panic!("{unit}: {problems}");
        }
    }
    // So is one of single men, which nobody lays out.
    scenario::verify("again", &duel::scenario(3, 6), &rulebooks(duel::plugin))
        .unwrap_or_else(|wrong| panic!("{wrong}"));
}

#[test]
fn stands_that_have_no_room_are_named() {
    let (message, _) = told(read("kind: \"company\", figures: 5, layout: \"frame\", at: (10, 0.7), facing: 0", ""));
    assert_eq!(message, "figure 3 of unit \"r\" stands off the table");
    let (message, help) = told(read("kind: \"company\", figures: 30, layout: \"frame\", at: (10, 15), facing: 0", ""));
    assert_eq!(message, "a unit of kind \"company\" cannot have 30 figures");
    assert_eq!(help, "Give it 1 to 24 figures.");
}

const FOOT: &str = "kind: \"foot\", at: (4, 15), facing: 0";
const SQUARE: &str = "outline: [(2, 10), (20, 10), (20, 20), (2, 20)]";

/// What an area of a kind, with more of its own, is in the ruleset's terms.
fn class(kind: &str, more: &str) -> Result<String, Problems> {
    let area = format!("areas: [(id: \"a\", kind: \"{kind}\", {SQUARE}{more})]");
    read(FOOT, &area).map(|scenario| scenario.terrain_values.of("a").word("class").expect("it has one").to_string())
}

#[test]
fn ground_has_values_of_its_ruleset_by_kind_by_default_or_of_its_own() {
    assert_eq!(class("meadow", "").as_deref().ok(), Some("open"));
    assert_eq!(class("copse", "").as_deref().ok(), Some("rough"));
    assert_eq!(class("copse", ", values: (class: \"open\")").as_deref().ok(), Some("open"));
}

#[test]
fn rules_read_the_values_of_the_ground() {
    let walk = |kind: &str| {
        let area = format!("areas: [(id: \"a\", kind: \"{kind}\", {SQUARE})]");
        let scenario = read(FOOT, &area).unwrap_or_else(|problems| panic!("{problems}"));
        let battle = Battle::new(&scenario, 1, duel::plugin);
        let man = battle.view().pieces().next().expect("he is there");
        let order = Order::new(SideId(0), &duel::WALK).pieces([man]).path([Leg::To(Vec2::new(9.0, 15.0))]);
        battle.check(&order).map(drop).map_err(|refusal| refusal.reason)
    };
    assert_eq!(walk("meadow"), Ok(()));
    assert_eq!(walk("copse"), Err("it is too far".into()));
}

#[test]
fn a_word_of_the_ground_that_is_wrong_is_named_with_the_right_one() {
    let (message, help) =
        told(read(FOOT, &format!("areas: [(id: \"a\", kind: \"copse\", {SQUARE}, values: (clas: \"open\"))]")));
    assert_eq!(message, "the area \"a\" has no value `clas`");
    assert!(help.contains("class"), "{help}");
    let (message, help) =
        told(read(FOOT, &format!("areas: [(id: \"a\", kind: \"copse\", {SQUARE}, values: (class: \"ruogh\"))]")));
    assert_eq!(message, "`class` cannot be \"ruogh\"");
    assert!(help.contains("rough"), "{help}");
    let road = |kind: &str, more: &str| {
        told(read(FOOT, &format!("roads: [(id: \"r\", kind: \"{kind}\", line: [(0, 5), (40, 5)], width: 2{more})]")))
    };
    let (message, help) = road("cuaseway", "");
    assert_eq!(message, "there is no kind of road \"cuaseway\"");
    assert!(help.contains("causeway"), "{help}");
    let (message, _) = road("lane", ", values: (class: \"open\")");
    assert_eq!(message, "the road \"r\" has no value `class`", "areas have it, roads have not");
    let (message, help) = road("causeway", "");
    assert_eq!(message, "the defile \"r\" lets nobody through");
    assert!(help.contains("abreast"), "{help}");
}

#[test]
fn the_forces_are_checked_against_what_the_ground_is() {
    let company = "kind: \"company\", figures: 4, layout: \"frame\", at: (10, 15), facing: 0";
    let on = |kind: &str| read(company, &format!("areas: [(id: \"a\", kind: \"{kind}\", {SQUARE})]"));
    assert!(on("meadow").is_ok());
    assert_eq!(told(on("copse")).0, "company \"r\" begins in \"a\", which is rough");
}

#[test]
fn what_ground_is_is_written_down_as_it_was_read() {
    let ground = format!(
        "areas: [(id: \"a\", kind: \"copse\", {SQUARE}), (id: \"m\", kind: \"meadow\", {SQUARE})],
         roads: [(id: \"r\", kind: \"causeway\", line: [(0, 5), (40, 5)], width: 2, values: (abreast: 2))]"
    );
    let scenario = read(FOOT, &ground).unwrap_or_else(|problems| panic!("{problems}"));
    scenario::verify("again", &scenario, &rulebooks(duel::plugin)).unwrap_or_else(|problems| panic!("{problems}"));
}

#[test]
fn losses_are_counted_as_the_ruleset_counts_them() {
    let campaign =
        Campaign { plugins: duel::plugin, ..Campaign::new(duel::scenario(3, 30), 4, 42, grapeshot::rulesets::plugin) };
    let report = simulate(&campaign, &AtomicBool::new(false), &|| ()).expect("nothing is recorded");
    for result in &report.results {
        // The points of a side are its men that are left of three.
        let lost: Vec<u32> = result.points.iter().map(|left| 30 * (3 - *left as u32)).collect();
        assert_eq!(result.casualties, lost);
    }
    assert!(report.results.iter().any(|result| result.casualties.iter().sum::<u32>() > 0));
}

#[test]
fn a_ruleset_tells_the_time_of_day() {
    let battle = Battle::new(&duel::scenario(3, 30), 1, duel::plugin);
    let hour = |turn| battle.rules().clock(&battle.view(), turn);
    assert_eq!((hour(1).as_deref(), hour(7).as_deref()), (Some("05:00"), Some("06:30")));
}
