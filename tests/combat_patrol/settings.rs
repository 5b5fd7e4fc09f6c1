//! What each setting of the core changes that no chapter has a test of.

use bevy::math::Vec2;
use grapeshot::{
    forces::{Edge, Value, Values},
    rulesets::combat_patrol::book::{
        action_card::Burst,
        marks,
        rule_settings::{CoreSettings, GunSettings, ReshuffleMode, SkirmishSettings},
    },
    table::{footprint::Footprint, position::Heading, template::Template},
    testing::{BLUE, RED},
};

use super::*;

fn numbers(list: &[f32]) -> Value {
    Value::List(list.iter().copied().map(Value::Number).collect())
}

fn foe(table: TestTable) -> TestTable {
    table.unit("foe", RED, &[(60.0, 45.0, 270.0)])
}

/// CP-1.5: the settings `base_mounted`, `base_gun` and `base_limber` give riders, guns and limbers their bases.
#[test]
fn bases_are_as_large_as_set() {
    let table = table()
        .setting("base_mounted", numbers(&[1.25, 2.5]))
        .setting("base_gun", numbers(&[2.0, 3.0]))
        .setting("base_limber", numbers(&[2.0, 5.0]));
    let table = table
        .unit("riders", BLUE, &[(10.0, 10.0, 90.0)])
        .kind("mounted")
        .unit("battery", BLUE, &[(30.0, 10.0, 90.0), (33.0, 10.0, 90.0)])
        .gun("gun_6", (36.0, 12.0, 90.0), (36.0, 4.0, 90.0));
    let test = foe(table).battle();
    let base = |key: &str, number| test.battle.view().footprint(test.piece(key, number));
    assert_eq!(base("riders", 1), Footprint::Rectangle { width: 1.25, depth: 2.5 });
    assert_eq!(base("battery", 3), Footprint::Rectangle { width: 2.0, depth: 3.0 });
    assert_eq!(base("battery", 4), Footprint::Rectangle { width: 2.0, depth: 5.0 });
}

/// CP-4.2: `radius_team`, `radius_platoon` and `radius_company` are the radii of trained leaders.
#[test]
fn the_radii_of_leaders_are_as_set() {
    for (level, name) in [("team", "radius_team"), ("platoon", "radius_platoon"), ("company", "radius_company")] {
        let table = table().setting(name, Value::Number(20.0));
        let leader = table.unit("leader", BLUE, &[(10.0, 10.0, 90.0)]).leader("level", Value::Word(level.into()));
        let test = foe(leader).battle();
        assert_eq!(cp(&test).radius(test.piece("leader", 1)), 20.0, "{level}");
    }
}

/// CP-1.2: `default_reaction` is the Reaction of units that give none.
#[test]
fn units_that_give_no_reaction_have_the_usual_one() {
    let reaction = |table: TestTable| {
        let test = foe(table.unit("men", BLUE, &[(10.0, 10.0, 90.0)])).battle();
        cp(&test).section(test.unit("men")).reaction
    };
    assert_eq!(reaction(table()), 3);
    assert_eq!(reaction(table().setting("default_reaction", Value::Number(5.0))), 5);
}

/// CP-8.1, CP-8.7: `template_radii` and `cone_half_angle` change the templates; a cone is as long as its template is
/// wide.
#[test]
fn templates_are_as_large_as_set() {
    let table =
        table().setting("template_radii", numbers(&[1.0, 2.0, 5.0])).setting("cone_half_angle", Value::Number(40.0));
    let test = foe(table.unit("men", BLUE, &[(10.0, 10.0, 90.0)])).battle();
    let radius = |size| match cp(&test).round_template(size, Vec2::ZERO) {
        Template::Circle { radius, .. } => radius,
        other => panic!("{other:?}"),
    };
    assert_eq!([Burst::Small, Burst::Medium, Burst::Large].map(radius), [1.0, 2.0, 5.0]);
    let cone = cp(&test).cone(Burst::Large, Vec2::ZERO, Heading(90.0));
    assert!(matches!(cone, Template::Cone { half_angle: 40.0, length: 10.0, .. }), "{cone:?}");
}

/// CP-1.4: the table is as large as the scenario has it: nobody walks beyond its edge.
#[test]
fn the_table_is_as_large_as_said() {
    let end = |height: f32| {
        let mut test = foe(table().unit("men", BLUE, &[(20.0, 40.0, 90.0)])).size(72.0, height).acting("men");
        let man = test.piece("men", 1);
        declare(&mut test, vec![man], 4);
        let go = order(&test, "move").pieces([man]).path([to(20.0, 49.0)]);
        test.battle.check(&go).map_or(40.0, |plan| plan.moves[0].end.at.y)
    };
    assert!(end(48.0) <= 48.0 && end(48.0) > 46.9, "{}", end(48.0));
    assert!((end(60.0) - 49.0).abs() < 0.01);
}

/// CP-11.7: a side falls back to the edge that the scenario gives it (`own_edge`).
#[test]
fn a_side_falls_back_to_its_own_edge() {
    for (edge, at) in [(Edge::South, Vec2::new(20.0, 14.0)), (Edge::West, Vec2::new(14.0, 20.0))] {
        let men = table().own_edge(BLUE, edge).unit("men", BLUE, &[(20.0, 20.0, 90.0)]);
        let mut test = foe(men.leader("guts", Value::Word("Green".into()))).acting("foe");
        let unit = test.unit("men");
        test.mark_unit(unit, &marks::MORALE, 1);
        // Card 31 is F1 for Regulars in the open, card 16 moves six inches.
        test.cards(BLUE, &[31, 1, 16]);
        test.act_next(unit);
        let there = test.battle.view().place(test.piece("men", 1)).at;
        assert!(there.distance(at) < 0.01, "{edge:?}: {there}");
    }
}

/// CP-1.2: what a ruleset does not let scenarios set is as the tables of the settings have it, and so is what a
/// scenario leaves out.
#[test]
fn settings_that_are_left_out_have_the_defaults_of_their_tables() {
    let nothing = SkirmishSettings::read(&Values::default());
    let fields = CoreSettings::fields(|_| "CP-1.2").into_iter().chain(GunSettings::fields(|_| "CP-1.2"));
    let defaults = Values(fields.map(|field| (field.name, field.default.expect("settings have defaults"))).collect());
    assert_eq!(SkirmishSettings::read(&defaults), nothing);
    let battle = foe(table().unit("men", BLUE, &[(10.0, 10.0, 90.0)])).battle();
    let own = battle.battle.view().resource::<SkirmishSettings>();
    let core = CoreSettings { endurance: ENDURANCE, ..nothing.core.clone() };
    assert_eq!(*own, SkirmishSettings { core, ..nothing });
}

/// CP-2.14, CP-4.2: the settings of a battle are parsed when it opens: words, numbers, lists of them.
#[test]
fn a_battle_opens_with_the_settings_of_its_scenario() {
    let table = table()
        .setting("reshuffle_mode", Value::Word("double".into()))
        .setting("crew_size", Value::Number(4.0))
        .setting("radius_untrained", numbers(&[5.0, 6.0, 7.0, 8.0]))
        .setting("spherical_case", Value::Word("french".into()))
        .setting("gun_reaction_fire", Value::Flag(false));
    let test = foe(table.unit("men", BLUE, &[(10.0, 10.0, 90.0)])).battle();
    let settings = cp(&test).settings();
    assert_eq!(settings.core.reshuffle_mode, ReshuffleMode::Double);
    assert_eq!(settings.guns.crew_size, 4);
    assert_eq!(settings.core.radius_untrained, [5.0, 6.0, 7.0, 8.0]);
    assert_eq!(settings.guns.spherical_case, ["french"]);
    assert!(!settings.guns.gun_reaction_fire);
}
