use super::*;
use crate::{
    camera::{Insets, fitting},
    panels::{self, Desk, shown::Shown, trying::texts},
    pictures::Pictures,
    preferences::Preferences,
    theme,
};
use bevy::math::Vec2 as Inches;
use bevy_egui::egui;
use grapeshot_floor::{
    forces::{PieceId, UnitId},
    table::footprint::Outline,
    turn::{ExitTerm, Rulebooks, ZoneTerm},
};
use grapeshot_game::{
    ai::{Controller, Level, commander},
    battle::{Battle, simulation_world},
    picture::{palette::Palette, symbols::Detail},
    scenario,
    testing::shipped,
};
use grapeshot_rulesets as rulesets;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// The sizes of windows in which everything is laid out, in pixels.
const WINDOWS: [(f32, f32); 2] = [(1280.0, 720.0), (1600.0, 900.0)];

/// A battle of the computer against itself after this many orders.
fn after(scenario: &Arc<grapeshot_game::scenario::Scenario>, orders: usize) -> Session {
    let mut battle = Battle::new(scenario, 7, grapeshot_rulesets::plugin);
    let mut minds: Vec<_> = scenario.sides.iter().map(|_| commander(Level::Regular, 7)).collect();
    for _ in 0..orders {
        let Some(ask) = battle.awaiting().asks.first().cloned() else { break };
        let decision = minds[ask.side.index()].decide(&battle, &ask);
        battle.submit(decision.order).expect("the computer gives orders that are allowed");
    }
    let computers = vec![Controller::Computer(Level::Regular); scenario.sides.len()];
    Session::over(battle, computers, None, Arc::new(|| {}))
}

thread_local! {
    /// Where the tables of a test lie, one after the other: its letters are drawn once.
    static DESK: egui::Context = {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        ctx
    };
}

struct Table {
    ctx: egui::Context,
    session: Session,
    scene: Scene,
    tags: Tags,
    names: GroundNames,
    view: BoardView,
    /// All that is written on it.
    written: Vec<String>,
}

impl Table {
    fn new(session: Session, window: (f32, f32)) -> Self {
        let ctx = DESK.with(Clone::clone);
        ctx.memory_mut(egui::Memory::reset_areas);
        let preferences = Preferences::default();
        let point = preferences.scale_for(window.1);
        let points = egui::vec2(window.0, window.1) / point;
        let screen_rect = Some(Rect::from_min_size(egui::Pos2::ZERO, points));
        let mut insets = Insets::default();
        for _ in 0..2 {
            ctx.begin_pass(egui::RawInput { screen_rect, ..egui::RawInput::default() });
            let shown = Shown::of(&session, &preferences);
            let (mut desk, mut pictures) = (Desk::default(), Pictures::default());
            insets = panels::show(&ctx, &shown, &mut desk, &mut pictures, &BoardView::default(), &mut Vec::new());
            ctx.end_pass().textures_delta.clear();
        }
        let mut view = BoardView::in_window(Inches::new(window.0, window.1), point, insets);
        view.fit(session.scenario().terrain.size, fitting::to_be_seen(&session));
        let scene = Scene::of(&session);
        let tags = Tags::of(&session, Palette::default());
        let names = GroundNames::of(session.scenario());
        Self { ctx, session, scene, tags, names, view, written: Vec::new() }
    }

    /// Lays everything out; returns the rectangles of words, the rectangles on units, and the units whose tags have a
    /// place.
    fn lay(&mut self) -> (Vec<Rect>, Vec<Rect>, Vec<UnitId>) {
        self.lay_into(&mut TagPlaces::default())
    }

    /// The same with the places that tags had before.
    fn lay_into(&mut self, places: &mut TagPlaces) -> (Vec<Rect>, Vec<Rect>, Vec<UnitId>) {
        self.view.detail = Detail::at(self.view.points_per_inch());
        self.ctx.begin_pass(egui::RawInput::default());
        let room = Room::of(&self.session, &self.view, &self.scene);
        let mut pen = Pen { painter: self.ctx.layer_painter(LayerId::background()), view: &self.view, room };
        let (things, pointer) = (Things::default(), Pointer::default());
        let (scene, names, acted) = (&self.scene, &self.names, &Acted::default());
        let survey = &Survey::default();
        let palette = Palette::default();
        let marked = Marked { scene, things: &things, acted, names, survey, palette };
        label(&mut pen, &self.session, marked, &self.tags, &pointer, places);
        let laid = (pen.room.taken().to_vec(), pen.room.worn().to_vec(), places.units().collect());
        let mut output = self.ctx.end_pass();
        output.textures_delta.clear();
        self.written = texts(&output.shapes).into_iter().map(|(text, _)| text).collect();
        laid
    }

    /// The pieces that share a point with a rectangle of the window.
    fn under(&self, rect: Rect) -> Vec<PieceId> {
        let points = (0..=12).flat_map(|x| (0..=4).map(move |y| (x as f32 / 12.0, y as f32 / 4.0)));
        let points: Vec<Inches> = points.map(|(x, y)| self.view.table_at(rect.lerp_inside(egui::vec2(x, y)))).collect();
        let pieces = self.session.shown().pieces.iter().zip(&self.scene.poses).enumerate();
        pieces
            .filter(|(_, (_, pose))| pose.shown)
            .map(|(n, (piece, pose))| (PieceId(n as u32), Outline { footprint: piece.footprint, place: pose.place }))
            .filter(|(_, outline)| points.iter().any(|point| outline.gap_to_point(*point) <= 0.0))
            .map(|(id, _)| id)
            .collect()
    }

    /// How many of the units that are seen have a name, and how many are seen.
    fn check(&mut self, what: &str) -> (usize, usize) {
        let (words, worn, named) = self.lay();
        for (n, one) in words.iter().enumerate() {
            let under = self.under(*one);
            assert!(under.is_empty(), "{what}: a label at {one:?} covers {under:?}");
            for other in words[n + 1..].iter().chain(&worn) {
                assert!(!one.intersects(*other), "{what}: labels at {one:?} and {other:?}");
            }
        }
        for flag in &worn {
            let mut units: Vec<UnitId> =
                self.under(*flag).iter().map(|id| self.session.shown().pieces[id.index()].unit).collect();
            units.dedup();
            assert!(units.len() <= 1, "{what}: a flag at {flag:?} lies on {units:?}");
        }
        let free = self.view.free();
        let seen = |unit: &UnitId| {
            let mut pieces = self.session.shown().present(*unit);
            pieces.any(|(_, piece)| free.contains(self.view.to_points(piece.place.at)))
        };
        let seen: Vec<UnitId> = self.session.view().units().filter(seen).collect();
        (seen.iter().filter(|unit| named.contains(unit)).count(), seen.len())
    }
}

#[test]
fn a_name_by_a_circle_lies_close_outside_a_point_of_it() {
    let size = egui::vec2(200.0, 20.0);
    for turn in (0..360_u16).step_by(30) {
        let way = egui::Vec2::angled(f32::from(turn).to_radians());
        let name = Rect::from_center_size(egui::Pos2::ZERO + over::touching(way, size), size);
        let far = name.signed_distance_to_pos(egui::Pos2::ZERO);
        assert!(far > 2.0 && far < 8.0, "{turn} degrees: {far} points");
    }
}

/// Every shipped battle at set-up and in the thick of it, in two windows: as a whole, and so near and so far that
/// figures and blocks are drawn in each of the three ways.
#[test]
fn no_label_of_any_battle_covers_a_piece_or_another_label() {
    // Where the whole table is seen three of four units carry their names in the small window, five of six in the large
    // one.
    for (window, enough) in WINDOWS.into_iter().zip([0.75, 0.83]) {
        let (mut named, mut seen) = (0, 0);
        for scenario in shipped(rulesets::plugin) {
            for orders in [0, 60] {
                let mut table = Table::new(after(&scenario, orders), window);
                let what = format!("{}, {orders} orders, {window:?}", scenario.id);
                let (with, all) = table.check(&format!("{what}, whole"));
                (named, seen) = (named + with, seen + all);
                let unit = table.session.view().units().find(|unit| table.session.shown().present(*unit).count() > 0);
                let at =
                    unit.and_then(|unit| table.session.shown().present(unit).next()).map(|(_, piece)| piece.place.at);
                for per_inch in [6.0, 12.0, 24.0] {
                    let middle = Inches::new(window.0, window.1) / 2.0;
                    table.view.zoom(per_inch * table.view.point / table.view.scale, middle);
                    table.view.put(at.unwrap_or(scenario.terrain.size / 2.0));
                    table.check(&format!("{what}, {per_inch} points to the inch"));
                }
                // The chosen unit shows its whole tag where that finds room.
                if let Some(unit) = unit {
                    table.session.select_unit(Some(unit));
                    let (_, _, named) = table.lay();
                    assert_eq!(named.first(), Some(&unit), "{what}: the chosen unit's tag");
                    table.check(&format!("{what}, chosen"));
                }
            }
        }
        assert!(named as f32 >= seen as f32 * enough, "{window:?}: {named} of {seen} units carry their names");
    }
}

/// The window shows the table, not the walnut round it.
#[test]
fn every_battle_takes_the_room_that_the_window_has() {
    for scenario in shipped(rulesets::plugin) {
        for window in WINDOWS {
            let table = Table::new(after(&scenario, 0), window);
            let (free, size) = (table.view.free(), scenario.terrain.size);
            let paper = Rect::from_two_pos(table.view.to_points(Inches::ZERO), table.view.to_points(size));
            let share = paper.intersect(free).area() / free.area();
            assert!(share > 0.72, "{}, {window:?}: {:.0} % of the room", scenario.id, share * 100.0);
        }
    }
}

/// While a man marches past a unit, its label steps aside once and stays there; at rest it goes back to its best place.
#[test]
fn a_label_does_not_swing_from_side_to_side_while_somebody_marches_past() {
    let world = simulation_world(rulesets::plugin);
    let file = Path::new("../../scenarios/horse_and_musket/foraging_party.scenario.ron");
    let scenario = scenario::load(file, world.resource::<Rulebooks>()).expect("it ships with the game");
    let mut table = Table::new(after(&scenario, 30), WINDOWS[1]);
    table.session.seek(20);
    table.scene = Scene::of(&table.session);
    let units: Vec<UnitId> = table.session.view().units().collect();
    let place = |table: &Table, unit: UnitId| {
        let (id, _) = table.session.shown().present(unit).next().expect("it stands there");
        table.scene.poses[id.index()].place
    };
    let (still, marcher) = (units[0], *units.last().expect("there are several"));
    let (start, goal) = (place(&table, still), place(&table, marcher));
    let men: Vec<usize> = table.session.shown().present(marcher).map(|(id, _)| id.index()).collect();
    let mut places = TagPlaces::default();
    let mut sides: Vec<Inches> = Vec::new();
    for step in 0..60 {
        // They pass right behind the unit, where its label lies, from side to side.
        let aside = start.offset(-2.0, step as f32 * 0.5 - 15.0);
        for (n, man) in men.iter().enumerate() {
            table.scene.poses[*man].place.at = aside + (goal.at - start.at).normalize_or_zero() * n as f32 * 0.4;
        }
        table.lay_into(&mut places);
        if let Some(middle) = places.middle_of(still) {
            sides.push(middle);
        }
    }
    let jumps = sides.windows(2).filter(|pair| pair[0].distance(pair[1]) > 0.01).count();
    assert!(sides.len() > 40 && (1..=3).contains(&jumps), "{jumps} jumps among {} places", sides.len());
    table.session.skip();
    table.scene = Scene::of(&table.session);
    let (mut fresh, mut again) = (TagPlaces::default(), places);
    table.lay_into(&mut fresh);
    table.lay_into(&mut again);
    assert_eq!(again.middle_of(still), fresh.middle_of(still), "at rest it lies where it would lie anyhow");
}

/// Whatever the pointer passes, no label but that of the unit under it moves.
#[test]
fn no_label_moves_as_the_pointer_passes() {
    let world = simulation_world(rulesets::plugin);
    for file in ["black_powder/barrosa", "horse_and_musket/foraging_party"] {
        let file = PathBuf::from(format!("../../scenarios/{file}.scenario.ron"));
        let scenario = scenario::load(&file, world.resource::<Rulebooks>()).expect("it ships with the game");
        let mut table = Table::new(after(&scenario, 30), WINDOWS[1]);
        let (mut places, mut labels) = (TagPlaces::default(), Vec::new());
        let units: Vec<UnitId> = table.session.view().units().collect();
        for unit in [None].into_iter().chain(units.iter().copied().map(Some)) {
            table.session.hovered =
                unit.and_then(|unit| table.session.shown().present(unit).next()).map(|(piece, _)| piece);
            let (words, ..) = table.lay_into(&mut places);
            let middles: Vec<Option<Inches>> = units.iter().map(|unit| places.middle_of(*unit)).collect();
            if unit.is_none() {
                labels = middles;
                assert!(labels.iter().flatten().count() > 3, "{} labels", labels.iter().flatten().count());
                continue;
            }
            for (n, (now, before)) in middles.iter().zip(&labels).enumerate() {
                assert!(unit == Some(units[n]) || now == before, "{unit:?} moves the label of {:?}", units[n]);
            }
            for (n, one) in words.iter().enumerate() {
                assert!(
                    words[n + 1..].iter().all(|other| !one.intersects(*other)),
                    "{unit:?}: {one:?} lies on another"
                );
            }
        }
    }
}

/// Where pieces earn points is said on the table, in sight of whoever plays.
#[test]
fn areas_and_edges_that_earn_points_are_named_on_the_table() {
    let (mut named, mut all) = (0, 0);
    for scenario in shipped(rulesets::plugin) {
        let terms = &scenario.victory;
        let zones = terms.zones.iter().map(ZoneTerm::told);
        let told: Vec<String> = zones.chain(terms.exits.iter().map(ExitTerm::told)).collect();
        if told.is_empty() {
            continue;
        }
        let mut table = Table::new(after(&scenario, 0), WINDOWS[1]);
        table.lay();
        all += told.len();
        named += told.iter().filter(|goal| table.written.contains(goal)).count();
    }
    assert!(all > 0 && named * 2 >= all, "{named} of {all} are named");
}

/// The names of the ground are as large at every zoom and cover nothing that stands there; most are read where the
/// whole table is seen.
#[test]
fn the_ground_is_named_where_nothing_stands() {
    let (mut written, mut all) = (0, 0);
    for scenario in shipped(rulesets::plugin) {
        let mut table = Table::new(after(&scenario, 0), WINDOWS[1]);
        all += table.names.len();
        let (with, ..) = table.lay();
        table.names = GroundNames::default();
        let (without, ..) = table.lay();
        let names: Vec<&Rect> = with.iter().filter(|rect| !without.contains(rect)).collect();
        written += names.len();
        for name in names {
            assert!(name.height() >= 14.0, "{}: {name:?}", scenario.id);
            assert!(table.under(*name).is_empty(), "{}: a name at {name:?} covers a piece", scenario.id);
        }
    }
    assert!(written * 5 >= all * 4, "{written} of {all} names are written");
}
