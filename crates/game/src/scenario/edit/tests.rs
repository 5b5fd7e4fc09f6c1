use super::*;
use grapeshot_floor::{
    table::{footprint::Footprint, position::Heading},
    turn::vocabulary::UnitKind,
};

const TEXT: &str = "(
    // Ground.
    terrain: (
        areas: [
            (id: \"wood\", kind: \"woods\", outline: [(1, 4), (2, 3), (5.25, 8)]), // old
            (id: \"corn\", kind: \"crops\", outline: [(9, 4), (8, 3), (7, 8)]),
        ],
        hills: [],
    ),
    units: [
        (
            key: \"foot\",
            at: (3, 17), // in the lane
            facing: 350,
        ),
    ],
)
";

fn document() -> Document {
    Document::read(TEXT).expect("it can be read")
}

#[test]
fn a_change_leaves_all_else_as_it_is() {
    let document = document();
    let names: Vec<&str> = document.things().iter().map(|thing| thing.name.as_str()).collect();
    assert_eq!(names, ["wood", "corn", "foot"]);
    assert_eq!(document.shifted(2, Vec2::new(0.5, -1.0)), TEXT.replace("(3, 17)", "(3.5, 16)"));
    assert_eq!(document.turned(2, 15.0), TEXT.replace("350", "5"));
    assert_eq!(document.with_point(0, 2, Vec2::new(6.126, 0.0)), TEXT.replace("(5.25, 8)", "(6.13, 0)"));
    let quarter = TEXT.replace("[(9, 4), (8, 3), (7, 8)]", "[(9, 6), (10, 5), (5, 4)]");
    assert_eq!(document.turned(1, 90.0), quarter, "about its middle");
    assert_eq!(document.with_field(0, "kind", "\"brush\""), TEXT.replace("\"woods\"", "\"brush\""));
    let named = TEXT.replace("(7, 8)])", "(7, 8)], name: \"maize\")");
    assert_eq!(document.with_field(1, "name", "\"maize\""), named, "a field that it had not");
    let laid = TEXT.replace("350,\n", "350,\n            layout: \"line\",\n");
    assert_eq!(document.with_field(2, "layout", "\"line\""), laid);
}

#[test]
fn what_is_told_of_the_battle_itself_is_written_where_it_stands() {
    let text = "(\n    about: (id: \"old\", title: \"Old\"),\n    table: (width: 40, height: 30),\n)\n";
    let document = Document::read(text).expect("it can be read");
    assert_eq!(document.with_battle_field("title", "\"New\""), text.replace("\"Old\"", "\"New\""));
    let dated = text.replace("\"Old\")", "\"Old\", date: \"1811\")");
    assert_eq!(document.with_battle_field("date", "\"1811\""), dated);
    let limited = document.with_battle_field("turns", "8");
    assert_eq!(limited, text.replace("30),\n", "30),\n    turns: 8,\n"));
    let fields = Document::read(&limited).expect("it can be read").battle_fields();
    let fields: Vec<(&str, &str)> = fields.iter().map(|field| (&*field.name, &*field.value)).collect();
    assert_eq!(fields, [("title", "\"Old\""), ("turns", "8")]);
    assert_eq!(meaning(ABOUT, "title"), Some("the name of the battle"));
}

#[test]
fn corners_come_and_go() {
    let document = document();
    let more = document.with_corner(0, Vec2::new(1.5, 3.0)).expect("it has an outline");
    assert_eq!(more, TEXT.replace("(1, 4), (2, 3)", "(1, 4), (1.5, 3), (2, 3)"));
    assert_eq!(document.without_corner(0, 1), Some(TEXT.replace("(2, 3), ", "")));
    assert_eq!(document.without_corner(0, 2), Some(TEXT.replace(", (5.25, 8)", "")));
    assert_eq!(document.without_corner(2, 0), None, "a unit stands somewhere");
}

#[test]
fn a_copy_has_an_id_of_its_own_and_what_is_removed_takes_its_line() {
    let document = document();
    let line = "            (id: \"wood\", kind: \"woods\", outline: [(1, 4), (2, 3), (5.25, 8)])";
    let copy = "            (id: \"wood_2\", kind: \"woods\", outline: [(2, 4), (3, 3), (6.25, 8)])";
    let both = format!("{line}, // old\n{copy},\n");
    let copied = TEXT.replace(&format!("{line}, // old\n"), &both);
    assert_eq!(document.copied(0, Vec2::X), Some(copied), "a remark stays where it is");
    let corn = "            (id: \"corn\", kind: \"crops\", outline: [(9, 4), (8, 3), (7, 8)]),\n";
    assert_eq!(document.without(1), Some(TEXT.replace(corn, "")));
    let unit = "        (\n            key: \"foot\",\n            at: (3, 17), // in the lane\n            facing: 350,\n        ),\n";
    assert_eq!(document.without(2), Some(TEXT.replace(unit, "")));
}

#[test]
fn new_terrain_comes_last_in_its_list_which_is_made_if_need_be() {
    let document = document();
    let fields = [("kind", "\"woods\"".to_owned()), ("outline", points(&[Vec2::ZERO, Vec2::X, Vec2::Y]))];
    let wood = "(id: \"woods\", kind: \"woods\", outline: [(0, 0), (1, 0), (0, 1)])";
    let corn = "outline: [(9, 4), (8, 3), (7, 8)])";
    let after =
        TEXT.replace(corn, &format!("{corn},\n            {}", wood.replace("\"woods\", kind", "\"woods_2\", kind")));
    assert_eq!(document.with_terrain("areas", &fields), Some(after), "the kind woods is a word of the file");
    let hill = document.with_terrain("hills", &fields[1..]).expect("there is terrain");
    assert!(hill.contains("hills: [(id: \"hill\", outline: [(0, 0), (1, 0), (0, 1)])]"), "{hill}");
    let road = document.with_terrain("roads", &fields[1..]).expect("there is terrain");
    assert!(
        road.contains("terrain: (\n        roads: [(id: \"road\", outline: [(0, 0), (1, 0), (0, 1)])],\n"),
        "{road}"
    );
    assert!(Document::read(&road).is_some());
}

#[test]
fn a_new_unit_comes_last_under_the_commander_of_its_side() {
    let text = TEXT.replace("key: \"foot\",", "key: \"foot\", side: \"us\", under: \"scott\",");
    let document = Document::read(&text).expect("it can be read");
    let kind = UnitKind {
        usual: "figures: 4, equipment: [(what: \"gun\", at: $AHEAD), (what: \"limber\", at: $BEHIND)]",
        ..UnitKind::new("foot", "foot", Footprint::Circle { diameter: 1.0 })
    };
    let entry = "(key: \"foot_2\", name: \"Foot 2\", side: \"us\", under: \"scott\", kind: \"foot\", at: (5, 6), facing: 90, \
                 figures: 4, equipment: [(what: \"gun\", at: (5, 9)), (what: \"limber\", at: (5, 2))])";
    let after = document.with_unit("us", &kind, Vec2::new(5.0, 6.0), Heading(90.0));
    assert_eq!(after, text.replace("350,\n        )", &format!("350,\n        ),\n        {entry}")));
    let brigade = text.replace("units: [", "units: [(key: \"scott\", side: \"us\", under: \"brown\", at: (1, 1)),");
    let led = Document::read(&brigade).expect("it can be read");
    let after = led.with_unit("us", &kind, Vec2::new(5.0, 6.0), Heading(90.0));
    assert!(after.contains("side: \"us\", under: \"scott\", kind:"), "{after}");
    let other = document.with_unit("them", &kind, Vec2::new(5.0, 6.0), Heading(90.0));
    assert!(other.contains("side: \"them\", kind:"), "{other}");
    let text = "{\"units\": [{\"key\": \"foot\", \"at\": [3, 17]}]}";
    let document = Document::read(text).expect("it can be read");
    let after = document.with_unit("us", &kind, Vec2::new(5.0, 6.5), Heading(90.0));
    assert!(
        after.contains("\"at\": [5, 6.5], \"facing\": 90, \"figures\": 4, \"equipment\": [{\"what\": \"gun\""),
        "{after}"
    );
    assert!(Document::read(&after).is_some());
}

const EDGED: &str = "(
    table: (width: 40, height: 30.125),
    sides: [(key: \"us\", zone: [(0, 0), (6, 0), (6, 4), (0, 4)], own_edge: \"south\")],
    victory: (
        objectives: [(id: \"o_barn\", at: (20, 15), radius: 4)],
        holds: [(objective: \"o_barn\", points: 2), (objective: \"o_barn\", points: 1, side: \"us\")],
        exits: [(name: \"off\", side: \"us\", line: [(40, 10), (40, 30.125)], each: 1)],
    ),
)
";

fn edged() -> Document {
    Document::read(EDGED).expect("it can be read")
}

#[test]
fn what_lies_on_the_table_stays_on_it_and_an_edge_on_its_edge() {
    let document = edged();
    let shifted = document.shifted(0, Vec2::new(-3.0, 2.0));
    assert_eq!(shifted, EDGED.replace("[(0, 0), (6, 0), (6, 4), (0, 4)]", "[(0, 2), (6, 2), (6, 6), (0, 6)]"));
    assert_eq!(document.shifted(1, Vec2::splat(90.0)), EDGED.replace("(20, 15)", "(40, 30.125)"));
    assert_eq!(document.with_point(0, 2, Vec2::new(7.0, -1.0)), EDGED.replace("(6, 4)", "(7, 0)"));
    let along = EDGED.replace("[(40, 10), (40, 30.125)]", "[(40, 4), (40, 24.13)]");
    assert_eq!(document.shifted(2, Vec2::new(-9.0, -6.0)), along);
    assert_eq!(document.shifted(2, Vec2::new(0.0, 5.0)), EDGED, "it has come to the end of its edge");
    assert_eq!(document.with_point(2, 0, Vec2::new(3.0, 12.0)), EDGED.replace("(40, 10)", "(40, 12)"));
    assert_eq!(document.turned(2, 15.0), EDGED);
    assert_eq!(document.with_corner(2, Vec2::new(40.0, 20.0)), None);
    assert_eq!(document.without_corner(2, 0), None);
}

#[test]
fn an_objective_grows_and_goes_with_what_it_is_worth() {
    let document = edged();
    assert_eq!(document.with_radius(1, 5.5), EDGED.replace("radius: 4", "radius: 5.5"));
    assert_eq!(document.with_radius(1, 0.0), EDGED.replace("radius: 4", "radius: 0.5"));
    let gone = document.without(1).expect("it is there");
    assert!(gone.contains("objectives: [],") && gone.contains("holds: [],"), "{gone}");
    let copied = document.copied(1, Vec2::X).expect("it is there");
    assert_eq!(copied.matches("o_barn_2").count(), 3, "with all that it is worth: {copied}");
    assert!(Document::read(&copied).is_some());
}

#[test]
fn what_an_objective_is_worth_is_among_its_fields() {
    let document = edged();
    let fields: Vec<(String, String)> = document.fields(1).into_iter().map(|field| (field.name, field.value)).collect();
    let worths = [("points", "2"), ("points 2, us", "1")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(fields[3..], worths);
    assert_eq!(document.with_field(1, "points", "6"), EDGED.replace("points: 2", "points: 6"));
    assert_eq!(document.with_field(1, "points 2, us", "4"), EDGED.replace("points: 1", "points: 4"));
    let unworthy =
        EDGED.replace("(objective: \"o_barn\", points: 2), (objective: \"o_barn\", points: 1, side: \"us\")", "");
    let rewarded = Document::read(&unworthy).expect("it can be read").with_field(1, "points", "3");
    assert!(rewarded.contains("holds: [(objective: \"o_barn\", points: 3)]"), "{rewarded}");
}

#[test]
fn of_a_side_only_its_zone_goes_and_it_has_no_copy() {
    let gone = edged().without(0).expect("it has one");
    assert_eq!(gone, EDGED.replace("zone: [(0, 0), (6, 0), (6, 4), (0, 4)], ", ""));
    assert_eq!(edged().copied(0, Vec2::X), None);
}

#[test]
fn json_stays_json() {
    let text = "{\"units\": [{\"key\": \"foot\", \"at\": [3, 17], \"facing\": 90}], \"terrain\": {}}";
    let document = Document::read(text).expect("it can be read");
    let copy = document.copied(0, Vec2::X).expect("it is there");
    assert!(
        copy.contains("[{\"key\": \"foot\", \"at\": [3, 17], \"facing\": 90}, {\"key\": \"foot_2\", \"at\": [4, 17]")
    );
    let hill = document.with_terrain("hills", &[("outline", points(&[Vec2::ZERO]))]).expect("there is terrain");
    assert!(hill.contains("{\n        \"hills\": [{\"id\": \"hill\", \"outline\": [[0, 0]]}]}"), "{hill}");
}
