//! What a battle begins with: brigades (SB-1.2), set-up in zones (SB-2.4), and states in which no battle can be.

use std::path::Path;

use bevy::math::Vec2;
use grapeshot::{
    battle::{Bearer, Intervention, rulebooks},
    orders::Order,
    rulesets::{
        self,
        burt::{
            book::{
                marks,
                values::{Array, Chit},
                verbs,
            },
            state::sequence_of_play::Step,
        },
    },
    scenario,
    table::position::Heading,
    turn::Zone,
};
use serde_json::{Value, json};

use crate::kit::*;

/// What is said of a scenario; nothing if it is good.
fn said(text: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("battle.scenario.ron");
    std::fs::write(&path, text).expect("it can be written");
    let loaded = scenario::load(&path, &rulebooks(rulesets::plugin));
    loaded.map_or_else(|problems| problems.render(false), |_| String::new())
}

/// SB-1.2: a brigade has 2 to 4 battalions or squadrons beside its command element, unless the scenario says with
/// `free_organisation` that it may have any number.
#[test]
fn a_brigade_has_two_to_four_units_unless_the_scenario_frees_it() {
    let path = Path::new("tests/bad_scenarios/burt/bad_army_list.scenario.ron");
    let text = std::fs::read_to_string(path).expect("the scenario is there");
    let of_brigades = |text: &str| said(text).matches("the brigade of").count();
    assert_eq!(of_brigades(&text), 2, "{}", said(&text));
    let end = text.trim_end().strip_suffix(')').expect("it is a record");
    let freed = format!("{end}    settings: (free_organisation: true),\n)");
    assert_eq!(of_brigades(&freed), 0, "{}", said(&freed));
    assert!(said(&freed).contains("is of no brigade"), "only the number is free");
}

/// SB-1.2: a battalion has 20 to 30 figures, a squadron 12 to 18, skirmishers 4 to 12, a battery 1 to 4 guns.
#[test]
fn each_kind_of_unit_has_its_strength() {
    let rows = &burt(&two_zones(Vec::new()).battle()).book.troops.clone();
    let strength = |id: &str| rows.iter().find(|row| row.id == id).expect("it is a kind of troops").strength;
    let kinds = ["infantry", "heavy_cavalry", "light_cavalry", "skirmishers", "foot_guns", "horse_guns"];
    assert_eq!(kinds.map(strength), [(20, 30), (12, 18), (12, 18), (4, 12), (1, 4), (1, 4)]);
    let path = Path::new("tests/bad_scenarios/burt/bad_army_list.scenario.ron");
    let text = std::fs::read_to_string(path).expect("the scenario is there");
    for (figures, wrong) in [(19, true), (20, false), (30, false), (31, true)] {
        let text = text.replacen("values: (figures: 24)", &format!("values: (figures: {figures})"), 1);
        assert_eq!(said(&text).contains("20 to 30 are a unit"), wrong, "{figures}: {}", said(&text));
    }
}

fn zone(side: grapeshot::forces::SideId, low: f32, high: f32) -> Zone {
    let corners = [(0.0, low), (96.0, low), (96.0, high), (0.0, high)];
    Zone { side, outline: corners.map(|(x, y)| Vec2::new(x, y)).to_vec() }
}

/// Two blue battalions with their staff and a red one, and a house at (50,5).
fn two_zones(zones: Vec<Zone>) -> TestTable {
    table()
        .building((48.0, 4.0), (52.0, 7.0), &[], &[])
        .commander("staff", BLUE, "command_element", (30.0, 4.0, 90.0))
        .foot("a", BLUE, 24, "line", (20.0, 10.0, 90.0))
        .under("staff")
        .foot("b", BLUE, 24, "line", (40.0, 10.0, 90.0))
        .under("staff")
        .foot("r", RED, 24, "line", (40.0, 50.0, 270.0))
        .zones(zones)
}

fn both_zones() -> TestTable {
    two_zones(vec![zone(BLUE, 0.0, 12.0), zone(RED, 48.0, 60.0)])
}

fn places(test: &TestBattle, key: &str, x: f32, y: f32) -> Order {
    told(test, &verbs::PLACE, key).path([to(x, y)])
}

/// SB-2.4: the sides place one unit in turn, the first side first, anywhere in their zones and in any formation; what a
/// side does not place stands where the scenario puts it.
#[test]
fn units_are_placed_in_turn_in_their_zones() {
    let mut test = both_zones().battle();
    assert_eq!((step(&test), asked(&test), asked_side(&test)), (Step::Deploy, "deploy".to_owned(), BLUE));
    assert!(["staff", "a", "b"].iter().all(|key| may_act(&test, key)) && !may_act(&test, "r"));
    let column = places(&test, "a", 30.0, 11.0).formation("column").heading(Heading(45.0));
    test.order(column);
    near_point(front(&test, "a"), 30.0, 11.0);
    near(facing(&test, "a"), 45.0);
    assert_eq!(burt(&test).array(test.unit("a")), Array::Ranks(2));
    assert_eq!(asked_side(&test), RED);
    let order = places(&test, "r", 60.0, 49.0);
    test.order(order);
    near_point(front(&test, "r"), 60.0, 49.0);
    assert_eq!((asked_side(&test), may_act(&test, "a")), (BLUE, false), "red has nobody left to place");
    let order = places(&test, "staff", 60.0, 3.0);
    test.order(order);
    test.order(ready(BLUE));
    assert_eq!(step(&test), Step::Orders);
    near_point(front(&test, "b"), 40.0, 10.0);
}

/// SB-2.4: a side that has placed all its units is ready; without zones nobody places anything.
#[test]
fn the_battle_begins_when_all_are_placed() {
    let mut test = both_zones().battle();
    for (key, x, y) in [("a", 20.0, 9.0), ("r", 60.0, 49.0), ("b", 40.0, 9.0), ("staff", 30.0, 5.0)] {
        assert_eq!(step(&test), Step::Deploy);
        let order = places(&test, key, x, y);
        test.order(order);
    }
    assert_eq!(step(&test), Step::Orders);
    assert_eq!(step(&two_zones(Vec::new()).battle()), Step::Orders);
    let mut test = two_zones(vec![zone(RED, 48.0, 60.0)]).battle();
    assert_eq!((step(&test), asked_side(&test)), (Step::Deploy, RED));
    test.order(ready(RED));
    assert_eq!(step(&test), Step::Orders);
}

/// SB-2.4, Illegal: a corner outside the zone; SB-4.11: on a friend; SB-5.1: in a formation that its arm does not have; a
/// unit that stands already.
#[test]
fn nobody_is_placed_outside_his_zone_or_on_a_friend() {
    let mut test = both_zones().battle();
    for (order, rule) in [
        (places(&test, "a", 20.0, 12.1), "SB-2.4"),
        (places(&test, "a", 20.0, 0.5), "SB-2.4"),
        (places(&test, "staff", 95.8, 3.0), "SB-2.4"),
        (places(&test, "a", 43.0, 10.5), "SB-4.11"),
        (places(&test, "a", 47.0, 5.0), "SB-4.9"),
        (places(&test, "a", 20.0, 9.0).formation("open_order"), "SB-5.1"),
    ] {
        let (why, refused) = test.refused(order.clone());
        assert_eq!(refused, rule, "{order:?}: {why}");
    }
    let order = places(&test, "a", 20.0, 9.0);
    test.order(order);
    test.order(ready(RED));
    let order = places(&test, "a", 20.0, 8.0);
    let (why, rule) = test.refused(order);
    assert_eq!(rule, "SB-2.4");
    assert!(why.contains("stands already"), "{why}");
}

/// SB-2.4, SB-4.9: a unit may be placed as the garrison of a building in its zone, by infantry and by one unit only.
#[test]
fn a_garrison_is_placed_in_its_building() {
    let horse = both_zones().troops("horse", BLUE, "heavy_cavalry", 12, "column", (70.0, 10.0, 90.0));
    let mut test = horse.battle();
    let order = places(&test, "horse", 50.0, 5.0);
    let (why, rule) = test.refused(order);
    assert_eq!((rule.as_str(), why.contains("only infantry and skirmishers")), ("SB-4.9", true), "{why}");
    let order = places(&test, "a", 50.0, 5.0);
    test.order(order);
    assert_eq!(burt(&test).house_of(test.unit("a")), Some(0));
    near_point(outline(&test, "a").place.at, 50.0, 5.5);
    test.order(ready(RED));
    let order = places(&test, "b", 50.0, 6.0);
    let (why, rule) = test.refused(order);
    assert_eq!((rule.as_str(), why.contains("holds")), ("SB-4.9", true), "{why}");
}

/// Why a state that is put from outside is refused.
fn why_unsound(state: &str, of: Option<Bearer>, change: impl FnOnce(&mut Value)) -> String {
    let mut test = two_zones(Vec::new()).battle();
    let mut value = test.battle.state_of(state, of).expect("the state is there");
    change(&mut value);
    let before = test.battle.checksum();
    let refused = test.battle.intervene(Intervention::Put { state: state.into(), of, value });
    assert_eq!(test.battle.checksum(), before, "a refused state changes nothing");
    refused.expect_err("it makes no sense").to_string()
}

/// SB-2.1: a battle does not take a state in which no battle can be, and says what is wrong with it.
#[test]
fn a_battle_with_an_unsound_state_is_refused() {
    let test = two_zones(Vec::new()).battle();
    let [a, b, r, staff] = ["a", "b", "r", "staff"].map(|key| test.unit(key));
    let of = |unit| Some(Bearer::Unit(unit));
    let ids = [a, b, r, staff].map(|unit| json!(unit));
    let contact = |enemy: &Value| {
        json!({"contact": {"attacker": ids[0], "defender": enemy, "attacker_face": "Front", "defender_face": "Front"},
            "fought": false, "impetus": []})
    };
    let troops = |field: &'static str, wrong: Value| move |value: &mut Value| value[field] = wrong;
    let play = "burt_sequence_of_play";
    let said = [
        (why_unsound("burt_troops", of(a), troops("row", json!(200))), "of no kind of troops"),
        (why_unsound("burt_troops", of(a), troops("weapon", json!(99))), "a weapon that the rulebook does not know"),
        (why_unsound("burt_troops", of(a), troops("gun", json!(99))), "a weapon that the rulebook does not know"),
        (why_unsound("burt_troops", of(a), troops("array", json!({"House": 7}))), "is not on the table"),
        (why_unsound("marks", of(a), |value| *value = json!([[marks::LOST, 24]])), "without a figure"),
        (why_unsound(play, None, |value| value["fights"] = json!([contact(&ids[1])])), "which is a friend"),
        (why_unsound(play, None, |value| value["fights"] = json!([contact(&ids[3])])), "that there is not"),
        (why_unsound(play, None, |value| value["acting"] = json!(7)), "there is no side 7"),
        (why_unsound(play, None, |value| value["step"] = json!("Initiative")), "nobody says who acts first"),
        (why_unsound(play, None, |value| value["tasks"] = json!([{"Rout": {"unit": ids[0]}}])), "by orders"),
    ];
    for (why, part) in said {
        assert!(why.contains(part), "{part}: {why}");
    }
    // What makes sense is taken.
    let mut test = test;
    put_play(&mut test, |play| play.first = RED);
    put_chit(&mut test, "a", Chit::Fire);
}
