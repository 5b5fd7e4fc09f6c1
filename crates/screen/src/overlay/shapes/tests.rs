use super::*;
use crate::session::Tool;
use grapeshot_floor::turn::{Rulebooks, rules::Arc2};
use grapeshot_game::{ai::Controller, battle::simulation_world, scenario};
use grapeshot_rulesets as rulesets;
use std::{path::Path, sync::Arc};

/// How many shapes were meshed anew in the last frame.
#[derive(Resource, Default)]
struct Meshed(usize);

fn count(changed: Query<(), Changed<Shape>>, mut meshed: ResMut<Meshed>) {
    meshed.0 = changed.iter().count();
}

fn session(file: &str) -> Session {
    let world = simulation_world(rulesets::plugin);
    let scenario = scenario::load(Path::new(file), world.resource::<Rulebooks>()).expect("it ships with the game");
    Session::begin(&scenario, rulesets::plugin, 1, vec![Controller::Human; 2], None, Arc::new(|| {}))
}

const BARROSA: &str = "../../scenarios/black_powder/barrosa.scenario.ron";

/// A table without a window, on which only the marks are drawn.
fn table(session: Session) -> App {
    let mut app = App::new();
    let scene = Scene::of(&session);
    app.init_resource::<Assets<ColorMaterial>>()
        .init_resource::<Art>()
        .init_resource::<BoardView>()
        .init_resource::<Cast>()
        .init_resource::<Things>()
        .init_resource::<Meshed>()
        .init_resource::<Surveyed>()
        .insert_resource(scene)
        .insert_resource(session)
        .add_systems(Update, (draw, count).chain());
    app.update();
    app
}

fn kinds(app: &mut App) -> BTreeMap<Kind, usize> {
    let mut kinds = BTreeMap::new();
    for mark in app.world_mut().query::<&Mark>().iter(app.world()) {
        *kinds.entry(mark.kind).or_default() += 1;
    }
    kinds
}

fn meshed(app: &mut App) -> usize {
    app.update();
    app.world().resource::<Meshed>().0
}

/// Tries an order to go to a point.
fn try_march(app: &mut App, to: Vec2) {
    let mut session = app.world_mut().resource_mut::<Session>();
    let unit = session.selection().unit.or_else(|| session.units_to_act().first().copied()).expect("somebody may act");
    session.try_placing(unit, to, 0.0);
}

#[test]
fn each_zone_each_place_and_each_reach_is_one_shape() {
    let mut app = table(session(BARROSA));
    let (zones, objectives) = {
        let scenario = app.world().resource::<Session>().scenario();
        (scenario.deployment.len(), scenario.victory.objectives.len())
    };
    let kinds = kinds(&mut app);
    assert_eq!((kinds.get(&Kind::Zone), kinds.get(&Kind::Objective)), (Some(&zones), Some(&objectives)));
    assert!(kinds.get(&Kind::Reach).is_some_and(|reaches| *reaches > 0), "the commander's: {kinds:?}");
    let marks = app.world_mut().query::<(&Mark, &Shape, &Mesh2d)>().iter(app.world()).count();
    assert_eq!(marks, kinds.values().sum::<usize>(), "each has a shape of its own");
}

/// Areas and edges that earn points are marked while the battle is played, not only at set-up.
#[test]
fn each_area_and_each_edge_that_earns_points_is_one_shape() {
    for file in ["horse_and_musket/raisin_trail", "old_west/stampede_at_the_crossing"] {
        let session = session(&format!("../../scenarios/{file}.scenario.ron"));
        let terms = &session.scenario().victory;
        let goals = terms.zones.len() + terms.exits.len();
        assert!(goals > 0, "{file}");
        let mut app = table(session);
        assert_eq!(kinds(&mut app).get(&Kind::Goal), Some(&goals), "{file}");
    }
}

#[test]
fn a_shape_changes_only_when_what_it_shows_changes() {
    let mut app = table(session(BARROSA));
    assert_eq!(meshed(&mut app), 0, "nothing moves");
    // The battle is told to have changed, but nothing of it did.
    app.world_mut().resource_mut::<Session>().set_changed();
    assert_eq!(meshed(&mut app), 0);
    let before: Vec<Entity> = app.world_mut().query_filtered::<Entity, With<Mark>>().iter(app.world()).collect();
    // A unit is carried elsewhere: its ghost appears, zones and places stay as they are.
    try_march(&mut app, Vec2::new(0.0, 1.0));
    let new = meshed(&mut app);
    assert!(new > 0 && new < 12, "{new} shapes for one ghost");
    assert!(kinds(&mut app).contains_key(&Kind::Ghost));
    let mut marks = app.world_mut().query_filtered::<Entity, With<Mark>>();
    let stay = marks.iter(app.world()).filter(|entity| before.contains(entity)).count();
    assert!(stay + 3 > before.len());
    // A pan changes no shape, zooming changes all: their lines are as wide as before in the window.
    app.world_mut().resource_mut::<BoardView>().put(Vec2::new(20.0, 20.0));
    assert_eq!(meshed(&mut app), 0);
    app.world_mut().resource_mut::<BoardView>().zoom(1.5, Vec2::ZERO);
    assert!(meshed(&mut app) >= before.len());
    let mut session = app.world_mut().resource_mut::<Session>();
    session.drop_draft();
    meshed(&mut app);
    assert!(!kinds(&mut app).contains_key(&Kind::Ghost), "the ghost is gone with the order");
}

/// The threat of each of many enemies is marked faintly; that of the enemy under the pointer is marked whole and alone.
#[test]
fn the_threat_of_many_is_faint_and_that_of_one_who_is_pointed_at_whole() {
    let mut app = table(session(BARROSA));
    app.world_mut().resource_mut::<Session>().take_tool(Tool::Threat, None);
    meshed(&mut app);
    let all = kinds(&mut app);
    let threats = app.world().resource::<Session>().threats(None);
    assert_eq!(all.get(&Kind::Threat), Some(&threats.len()), "{all:?}");
    let mut session = app.world_mut().resource_mut::<Session>();
    let enemy = threats[2].unit;
    let piece = session.shown().present(enemy).next().map(|(id, _)| id);
    session.bypass_change_detection().hovered = piece;
    meshed(&mut app);
    assert_eq!(kinds(&mut app).get(&Kind::Threat), Some(&1), "what is pointed at is seen without another change");
    app.world_mut().remove_resource::<Session>();
    meshed(&mut app);
    assert!(kinds(&mut app).is_empty());
}

#[test]
fn a_field_of_fire_is_its_edges_and_one_shape_for_each_band() {
    let mut marks = Marks { pixel: 0.05, ..Marks::default() };
    let arc = Arc2 {
        apex: Vec2::new(10.0, 10.0),
        heading: grapeshot_floor::table::position::Heading(90.0),
        half_angle: 45.0,
        bands: vec![(5.0, "short".into()), (10.0, "medium".into()), (20.0, "long".into())],
    };
    under::mark_arc(&mut marks, 0, &arc);
    let kinds: Vec<Kind> = marks.kinds().collect();
    assert_eq!(kinds, [Kind::Arc, Kind::Band, Kind::Band, Kind::Band]);
    assert!(marks.list.values().all(|look| !look.is_empty()));
}
