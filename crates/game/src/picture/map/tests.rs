//! Whole tables drawn.

use super::*;
use crate::{
    battle::{Battle, rulebooks},
    picture::{sample, things},
    scenario::{self, Scenario, ScenarioUnit, StartPiece},
};
use grapeshot_floor::{
    forces::{Edge, UnitEntry, Values},
    turn::{ExitTerm, HoldTerm, HoldWhen, Objective, TerrainValues, ZoneTerm},
};
use grapeshot_rulesets as rulesets;
use std::path::Path;

fn side(id: u8, coat: &str) -> Side {
    Side {
        id: SideId(id),
        key: coat.into(),
        name: coat.into(),
        short: coat.into(),
        coat: coat.into(),
        flag: coat.into(),
        goes_for: String::new(),
        own_edge: Edge::West,
        exit_edges: Vec::new(),
        dummies: Vec::new(),
        plays: true,
    }
}

fn unit(name: &str, side: u8, first: (f32, f32), step: (f32, f32), facing: f32, looks: &[&str]) -> ScenarioUnit {
    ScenarioUnit {
        key: name.into(),
        name: name.into(),
        short: String::new(),
        colours: "".into(),
        side: SideId(side),
        superior: None,
        pieces: looks
            .iter()
            .enumerate()
            .map(|(i, look)| StartPiece {
                name: String::new(),
                place: Place::new(first.0 + step.0 * i as f32, first.1 + step.1 * i as f32, facing),
                footprint: if look.starts_with("mounted") {
                    Footprint::Rectangle { width: 1.0, depth: 2.0 }
                } else {
                    Footprint::Circle { diameter: 1.0 }
                },
                look: (*look).into(),
            })
            .collect(),
        unit_entry: UnitEntry::default(),
    }
}

fn foraging_party() -> Scenario {
    let eight = ["leader", "foot", "foot", "foot", "foot", "foot", "foot", "foot"];
    let corners = |x: f32, y: f32, w: f32, h: f32| {
        vec![Vec2::new(x, y), Vec2::new(x + w, y), Vec2::new(x + w, y + h), Vec2::new(x, y + h)]
    };
    let objective = |name: &str, x: f32, y: f32, radius: f32| Objective {
        id: name.into(),
        name: name.into(),
        at: Vec2::new(x, y),
        radius,
        indoors: false,
        held_by: None,
    };
    let hold = |objective, points| HoldTerm { objective, points, side: None, when: HoldWhen::Most };
    Scenario {
        id: "foraging_party".into(),
        title: "Foraging Party".into(),
        ruleset: "horse_and_musket".into(),
        location: String::new(),
        date: String::new(),
        story: String::new(),
        lesson: String::new(),
        turns: 10,
        terrain: sample::foraging_party(),
        sides: vec![side(0, "french"), side(1, "british")],
        units: vec![
            unit("Section Corbet", 0, (7.0, 34.0), (0.0, -1.5), 0.0, &eight),
            unit("Section Lebrun", 0, (7.0, 22.0), (-1.0, 0.0), 0.0, &eight[..5]),
            unit("Lieutenant Maurel", 0, (4.0, 16.0), (0.0, 0.0), 0.0, &["officer"]),
            unit("Section Doyle", 1, (53.0, 21.0), (1.0, 0.0), 180.0, &eight[..6]),
            unit("Section Tanner", 1, (55.0, 16.0), (0.0, -1.5), 180.0, &eight),
            unit("Lieutenant Hopwood", 1, (58.0, 18.0), (0.0, 0.0), 180.0, &["mounted_officer"]),
        ],
        deployment: vec![
            Zone { side: SideId(0), outline: corners(0.0, 6.0, 9.0, 28.0) },
            Zone { side: SideId(1), outline: corners(54.0, 4.0, 6.0, 32.0) },
        ],
        settings: Values::default(),
        changed_settings: Vec::new(),
        victory: VictoryTerms {
            objectives: vec![
                objective("the barn", 32.0, 31.5, 4.0),
                objective("the dwelling", 40.75, 31.75, 3.5),
                objective("the dovecote", 24.0, 31.0, 3.0),
            ],
            holds: vec![hold(0, 6.0), hold(1, 3.0), hold(2, 3.0)],
            ..Default::default()
        },
        terrain_values: TerrainValues::default(),
        scenario_events: Vec::new(),
        hash: 0,
    }
}

/// The table of a scenario, of whatever ruleset, as its units stand in it.
fn set_up(scenario: &Scenario) -> String {
    let troops = scenario
        .units
        .iter()
        .map(|unit| Troop {
            name: unit.name.clone(),
            side: unit.side.index(),
            formation: unit.unit_entry.values.word("formation").map(ToString::to_string).unwrap_or_default(),
            pieces: unit
                .pieces
                .iter()
                .enumerate()
                .map(|(n, piece)| Actor {
                    look: armed(&piece.look, unit.unit_entry.weapon_in_hand(n, unit.pieces.len()).as_ref()),
                    place: piece.place,
                    ghost: None,
                    footprint: piece.footprint,
                    fate: Fate::InPlay,
                    marks: Vec::new(),
                    bases: Vec::new(),
                })
                .collect(),
            coins: None,
            states: Vec::new(),
        })
        .collect();
    Cast {
        terrain: &scenario.terrain,
        sides: &scenario.sides,
        zones: &scenario.deployment,
        victory: &scenario.victory,
        troops,
        things: Vec::new(),
        survey: Survey::default(),
    }
    .svg(&MapOptions::for_table(&scenario.terrain))
}

#[test]
fn the_set_up_table_shows_all_units_objectives_and_zones() {
    let scenario = foraging_party();
    let svg = set_up(&scenario);
    for text in ["Section Corbet", "Lieutenant Hopwood", "the barn", "Azava Brook", ">6<"] {
        assert!(svg.contains(text), "{text}");
    }
    let png = table_png(&svg, 1560).expect("it can be drawn");
    sample::keep("table.png", &png);
}

#[test]
fn an_objective_says_what_it_is_worth_to_each_side_where_that_differs() {
    let mut scenario = foraging_party();
    let of = |side, points| HoldTerm { objective: 0, points, side: Some(SideId(side)), when: HoldWhen::Most };
    scenario.victory.holds = vec![of(0, 6.0), of(1, 2.0)];
    let [first, second] = [0, 1].map(|side: usize| scenario.sides[side].short.clone());
    assert!(set_up(&scenario).contains(&format!(">{first} 6, {second} 2<")));
    scenario.victory.holds = vec![of(0, 6.0), of(1, 6.0)];
    assert!(set_up(&scenario).contains(">6<"));
    scenario.victory.holds = vec![of(1, 2.0)];
    assert!(set_up(&scenario).contains(">2<"), "only one side earns anything");
}

/// CP-15.1, CP-15.2: where pieces must come through or leave the table is drawn and named with what it earns.
#[test]
fn areas_and_edges_that_earn_points_are_drawn_with_their_names() {
    let mut scenario = foraging_party();
    let dashes = |scenario: &Scenario| set_up(scenario).matches("stroke-dasharray=\"14 6\"").count();
    let before = dashes(&scenario);
    scenario.victory.zones = vec![ZoneTerm {
        side: SideId(0),
        of: Vec::new(),
        driven: false,
        outline: vec![Vec2::new(48.0, 0.0), Vec2::new(60.0, 0.0), Vec2::new(60.0, 40.0), Vec2::new(48.0, 40.0)],
        each: 5.0,
        name: "come through".into(),
    }];
    let line = vec![Vec2::ZERO, Vec2::new(0.0, 40.0)];
    scenario.victory.exits =
        vec![ExitTerm { side: SideId(1), of: Vec::new(), line, each: 0.5, name: "off the west edge".into() }];
    let svg = set_up(&scenario);
    assert!(svg.contains(">come through, 5 each<") && svg.contains(">way out: off the west edge, 0.5 each<"));
    assert_eq!(dashes(&scenario), before + 2);
}

#[test]
fn every_kind_of_ground_and_block_has_a_picture() {
    let mut scenario = foraging_party();
    scenario.terrain = sample::every_kind();
    scenario.victory = VictoryTerms::default();
    scenario.deployment.clear();
    scenario.units.clear();
    for (i, (look, formation)) in [
        ("infantry", "line"),
        ("infantry", "attack_column"),
        ("infantry", "square"),
        ("infantry", "skirmish"),
        ("infantry", "mixed"),
        ("cavalry", "line"),
        ("battery", "unlimbered"),
        ("commander", ""),
    ]
    .into_iter()
    .enumerate()
    {
        let mut block = unit(look, (i % 2) as u8, (6.0 + 7.0 * i as f32, 27.0), (0.0, 0.0), 90.0, &[look]);
        let (width, depth) = match formation {
            "attack_column" | "square" => (2.2, 2.2),
            "" => (1.3, 1.3),
            _ => (4.0, 1.0),
        };
        block.pieces[0].footprint = Footprint::Rectangle { width, depth };
        block.name = format!("{look} {formation}");
        block.unit_entry.values.0.insert("formation".into(), grapeshot_floor::forces::Value::Word(formation.into()));
        scenario.units.push(block);
    }
    let svg = set_up(&scenario);
    assert!(svg.contains("Windmill Hill"));
    let png = table_png(&svg, 1560).expect("it can be drawn");
    sample::keep("kinds.png", &png);
}

/// CP-12.1: a figure that hides is drawn for its own side and for onlookers; a stranger, as the enemy, sees where
/// somebody is suspected, and what is carried in the open.
#[test]
fn a_table_shows_those_who_hide_only_to_whom_they_are_known() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/horse_and_musket/raisin_trail.scenario.ron");
    let scenario = scenario::load(&file, &rulebooks(rulesets::plugin)).expect("it is shipped");
    let battle = Battle::new(&scenario, 0, grapeshot_rulesets::plugin);
    let drawn = |view: &BattleView| battle_svg(view, battle.vocabulary(), &MapOptions::for_table(&scenario.terrain));
    let places = |svg: &str| svg.matches(">suspected<").count();
    let (all, americans) = (drawn(&battle.view()), drawn(&battle.view_of(SideId(0))));
    let (warriors, stranger) = (drawn(&battle.view_of(SideId(1))), drawn(&battle.view_of_stranger()));
    for (svg, sees, suspects) in
        [(&all, true, true), (&americans, false, true), (&warriors, true, false), (&stranger, false, true)]
    {
        assert_eq!((svg.contains("Potawatomi"), places(svg) > 0), (sees, suspects));
        assert!(svg.contains("Mail rider") && svg.contains(&things::carried("the mail")));
    }
    assert_eq!(places(&stranger), places(&americans));
}

/// OW-9.2: herds and beasts that nobody plays may act before anybody is asked; a battle that is only laid has them where
/// the scenario puts them.
#[test]
fn a_battle_that_is_only_laid_has_everybody_where_the_scenario_puts_him() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/old_west/grizzly_pass.scenario.ron");
    let scenario = scenario::load(&file, &rulebooks(rulesets::plugin)).expect("it is shipped");
    let stands = |battle: &Battle| -> Vec<Vec2> {
        let view = battle.view();
        let pieces = view.units().flat_map(|unit| view.unit(unit).pieces.clone());
        pieces.map(|piece| view.place(piece).at).collect()
    };
    let in_file: Vec<Vec2> =
        scenario.units.iter().flat_map(|unit| unit.pieces.iter().map(|piece| piece.place.at)).collect();
    let laid = Battle::laid(&scenario, 0, rulesets::plugin);
    assert_eq!(stands(&laid), in_file);
    assert_eq!((laid.view().clock().turn, laid.awaiting().asks.len()), (0, 0));
    let begun = Battle::new(&scenario, 0, rulesets::plugin);
    assert!(!begun.awaiting().asks.is_empty(), "a battle that is begun has come to its first question");
}

/// CP-1.8, BP-1.8: the layers show what the rules answer, unit for unit: a line for each two units of which one sees the
/// other, a circle for each unit that can move.
#[test]
fn the_layers_show_what_the_rules_answer() {
    for file in ["horse_and_musket/stone_house", "black_powder/barrosa", "fire_and_fury/cooks_mills"] {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../scenarios/{file}.scenario.ron"));
        let scenario = scenario::load(&file, &rulebooks(rulesets::plugin)).expect("it is shipped");
        let battle = Battle::new(&scenario, 0, grapeshot_rulesets::plugin);
        let (view, rules) = (battle.view(), battle.rules());
        let layers = [Layer::Sight, Layer::Reach].into_iter().collect();
        let options = MapOptions { layers, ..MapOptions::for_table(&scenario.terrain) };
        let svg = battle_svg(&view, battle.vocabulary(), &options);
        let there: Vec<UnitId> = view.units().filter(|unit| view.present(*unit).next().is_some()).collect();
        let sees = |one: UnitId, other: UnitId| {
            let own: Vec<PieceId> = view.present(one).collect();
            let eye = own[own.len() / 2];
            let away = |piece: &PieceId| view.place(*piece).at.distance(view.place(eye).at);
            let target = view.present(other).min_by(|a, b| away(a).total_cmp(&away(b))).expect("it stands there");
            rules.sightline(&view, eye, target).is_some_and(|line| line.blocker.is_none())
        };
        let pairs =
            there.iter().enumerate().flat_map(|(n, one)| there[n + 1..].iter().map(move |other| (*one, *other)));
        let foes = pairs.filter(|(one, other)| view.side_of_unit(*one) != view.side_of_unit(*other));
        let free = foes.filter(|(one, other)| sees(*one, *other) || sees(*other, *one)).count();
        let drawn = |sign: &str| svg.matches(sign).count();
        let line = format!("stroke=\"{}\" stroke-width=\"1.3\"", crate::picture::palette::GOOD);
        assert!(free > 0, "{}", scenario.id);
        assert_eq!(drawn(&line), free, "{}", scenario.id);
        let movers = there.iter().filter(|unit| rules.stride(&view, **unit).is_some()).count();
        assert_eq!(
            drawn("stroke-width=\"1.6\" stroke-dasharray=\"3 5\"") - 1,
            movers,
            "{}: one is in the legend",
            scenario.id
        );
    }
}
