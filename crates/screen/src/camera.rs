//! The view of the table: where its middle is, how many pixels an inch has, and where the panels leave room.

use bevy::{
    camera::{ClearColorConfig, ScalingMode},
    input::{
        keyboard::Key,
        mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit},
    },
    prelude::*,
    window::PrimaryWindow,
};
use bevy_egui::{egui, input::EguiWantsInput};

use super::{
    preferences::Preferences,
    session::{LookAt, Part, Session},
    stage::{FrameSystems, has_table},
    strokes::Strokes,
};
use grapeshot_floor::{forces::Fate, orders::Verb};
use grapeshot_game::picture::symbols::Detail;

/// The strips of the window on each side that panels cover, in points of the panels.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Insets {
    /// The left strip.
    pub left: f32,
    /// The top strip.
    pub top: f32,
    /// The right strip.
    pub right: f32,
    /// The bottom strip.
    pub bottom: f32,
}

/// Points of the panels to the inch from which on whole figures are drawn.
const NEAR: f32 = 16.0;
/// Points of the panels to the inch from which on bases are drawn.
const MIDDLE: f32 = 8.0;
/// How far below a threshold the detail stays, so that it does not flicker.
const HYSTERESIS: f32 = 1.0;
/// The factor by which one step of the wheel zooms.
const ZOOM_STEP: f32 = 1.25;
/// The fewest and the most pixels to the inch.
const ZOOM_RANGE: (f32, f32) = (2.0, 140.0);
/// The keys that make another key of a letter.
const CTRL: [KeyCode; 4] = [KeyCode::ControlLeft, KeyCode::ControlRight, KeyCode::SuperLeft, KeyCode::SuperRight];
/// Pixels a second that the arrow keys pan.
const KEY_PAN: f32 = 900.0;
/// Seconds in which a pan to a point comes half the way and slows down again.
const PAN_SECONDS: f32 = 0.16;
/// Inches from its goal at which a pan ends.
const ARRIVED: f32 = 0.03;
/// Inches of walnut that stay in sight at the edge of the table.
const RIM: f32 = 1.5;
/// Inches round the pieces that are to be seen with them.
const SEEN_RIM: f32 = 2.5;
/// The share of the free part's height or width that a long table must take where all of it is shown; else it is shown
/// larger, taking the second share, and pieces at its far ends lie under panels until the player pans.
const COVERED: (f32, f32) = (0.82, 0.92);
/// The share of the free part at each side within which nothing counts as well seen. While the table is shown as it was
/// fitted it counts nowhere, so that a piece near one edge does not move the view away from the other.
const EDGE: f32 = 0.12;
const FITTED_EDGE: f32 = 0.02;
/// The share of the free part at each side that the view leaves when it goes somewhere, if what is to be seen fits
/// then.
const COMFORT: f32 = 0.28;

/// The view of the table.
#[derive(Resource, Debug, Clone)]
pub struct BoardView {
    /// The point of the table in the middle of the window, in inches.
    pub centre: Vec2,
    /// Logical pixels of an inch.
    pub scale: f32,
    /// What panels take of the window; they set it.
    pub insets: Insets,
    /// Logical pixels of a point of the panels.
    pub point: f32,
    /// How much of a figure is drawn.
    pub detail: Detail,
    window: Vec2,
    table: Vec2,
    going_to: Option<Vec2>,
    /// The part of this table where the view was last told to look.
    looked: Option<LookAt>,
    /// Inches a second at which the view pans.
    speed: Vec2,
    fitted: bool,
}

impl Default for BoardView {
    fn default() -> Self {
        Self {
            centre: Vec2::ZERO,
            scale: 20.0,
            insets: Insets::default(),
            point: 1.0,
            detail: Detail::Near,
            window: Vec2::new(1280.0, 720.0),
            table: Vec2::ZERO,
            going_to: None,
            looked: None,
            speed: Vec2::ZERO,
            fitted: false,
        }
    }
}

impl BoardView {
    /// The view in a window of this size in logical pixels, with panels of these insets.
    #[cfg(test)]
    pub fn in_window(window: Vec2, point: f32, insets: Insets) -> Self {
        Self { window, point, insets, ..Self::default() }
    }

    /// Where a point of the table is in the window, in points of the panels.
    pub fn to_points(&self, at: Vec2) -> egui::Pos2 {
        let pixel = self.to_pixels(at) / self.point;
        egui::pos2(pixel.x, pixel.y)
    }

    /// Where a point of the table is in the window, in logical pixels from its upper left corner.
    pub fn to_pixels(&self, at: Vec2) -> Vec2 {
        let delta = (at - self.centre) * self.scale;
        self.window / 2.0 + Vec2::new(delta.x, -delta.y)
    }

    /// The point of the table under a point of the window in logical pixels.
    pub fn to_table(&self, pixel: Vec2) -> Vec2 {
        let delta = (pixel - self.window / 2.0) / self.scale;
        self.centre + Vec2::new(delta.x, -delta.y)
    }

    /// The point of the table under a point of the panels.
    pub fn table_at(&self, point: egui::Pos2) -> Vec2 {
        self.to_table(Vec2::new(point.x, point.y) * self.point)
    }

    /// Points of the panels of an inch: what decides how much is drawn.
    pub fn points_per_inch(&self) -> f32 {
        self.scale / self.point
    }

    /// Inches of a point of the panels.
    pub fn inches(&self, points: f32) -> f32 {
        points * self.point / self.scale
    }

    /// The part of the window that panels leave free, in points of the panels.
    pub fn free(&self) -> egui::Rect {
        let size = self.window / self.point;
        egui::Rect::from_min_max(
            egui::pos2(self.insets.left, self.insets.top),
            egui::pos2(size.x - self.insets.right, size.y - self.insets.bottom),
        )
    }

    /// The part of the table that is seen between the panels, its lower left and upper right corner in inches.
    pub fn seen(&self) -> (Vec2, Vec2) {
        let free = self.free();
        (self.table_at(free.left_bottom()), self.table_at(free.right_top()))
    }

    /// Fits a table of this size into the window: as large as its larger side allows, its edges under the panels at the
    /// sides if need be, but `seen` (a part of the table by its lower left and upper right corner, in inches) within
    /// the part that panels leave free, as long as little of that part stays bare. A longer table is panned along.
    pub fn fit(&mut self, table: Vec2, seen: Option<(Vec2, Vec2)>) {
        self.table = table;
        let free = self.free();
        let room = Vec2::new(free.width(), free.height()).max(Vec2::splat(50.0)) * self.point;
        let whole = table + 2.0 * RIM;
        let inside = (room / whole).min_element();
        // Bars go from side to side, so that nothing can be seen above and below them.
        let filled = (room.y / whole.y).min(self.window.x / whole.x).max(inside);
        let (low, high) = seen.unwrap_or((Vec2::ZERO, table));
        let (low, high) = ((low - SEEN_RIM).max(Vec2::splat(-RIM)), (high + SEEN_RIM).min(table + RIM));
        let needed = (room / (high - low).max(Vec2::ONE)).min_element().max(inside);
        let (scale, covering) = (filled.min(needed), (room / whole).max_element());
        let scale = if scale < covering * COVERED.0 { covering * COVERED.1 } else { scale };
        self.scale = scale.clamp(ZOOM_RANGE.0, ZOOM_RANGE.1);
        self.fitted = true;
        (self.going_to, self.speed) = (None, Vec2::ZERO);
        // The middle of the table lies in the middle of the free part, unless what must be seen were under a panel
        // then.
        let half = room / self.scale / 2.0;
        let hold = |middle: f32, half: f32, low: f32, high: f32| {
            if high - half <= low + half { middle.clamp(high - half, low + half) } else { middle }
        };
        let middle = Vec2::new(hold(table.x / 2.0, half.x, low.x, high.x), hold(table.y / 2.0, half.y, low.y, high.y));
        self.put(middle);
    }

    /// Fits the whole of a table of this size into the part that panels leave free.
    fn fit_whole(&mut self, table: Vec2) {
        self.table = table;
        let free = self.free();
        let room = Vec2::new(free.width(), free.height()).max(Vec2::splat(50.0)) * self.point;
        self.scale = (room / (table + 2.0 * RIM)).min_element().clamp(ZOOM_RANGE.0, ZOOM_RANGE.1);
        self.fitted = true;
        self.put(table / 2.0);
    }

    /// Zooms by a factor; the point of the table under the pixel stays where it is.
    pub fn zoom(&mut self, factor: f32, about: Vec2) {
        let fixed = self.to_table(about);
        self.scale = (self.scale * factor).clamp(ZOOM_RANGE.0, ZOOM_RANGE.1);
        self.centre += fixed - self.to_table(about);
        (self.going_to, self.fitted) = (None, false);
    }

    /// Puts a point of the table into the middle of the free part, at once.
    pub fn put(&mut self, at: Vec2) {
        let free = self.free().center();
        let middle = self.table_at(free);
        self.centre += at - middle;
        (self.going_to, self.speed) = (None, Vec2::ZERO);
    }

    /// Moves the view to the part that the battle wants to be seen.
    pub fn look(&mut self, look: LookAt) {
        self.looked = Some(look);
        match look {
            LookAt::Point(at) => self.go_to(at),
            LookAt::Doings { now, soon, unless_seen } => self.follow(now, soon, unless_seen),
        }
    }

    /// Pans no farther than it must so that what goes on is well seen: what comes soon with what goes on now, if both
    /// have room in the free part, else only that.
    fn follow(&mut self, now: Part, soon: Part, unless_seen: bool) {
        let free = self.free();
        // Where it will be when it has gone where it is going.
        let ahead = self.going_to.map_or(Vec2::ZERO, |goal| goal - self.centre);
        let seen = |part: Part, edge: f32| {
            let rect = free.shrink2(free.size() * edge);
            let (low, high) = (self.table_at(rect.left_bottom()) + ahead, self.table_at(rect.right_top()) + ahead);
            (part.0.cmpge(low).all() && part.1.cmple(high).all(), low, high)
        };
        let bare = if unless_seen { 0.0 } else { self.edge() };
        let fits = |part: Part, (_, low, high): (bool, Vec2, Vec2)| (part.1 - part.0).cmple(high - low).all();
        let wanted = [soon, now].into_iter().find(|part| fits(*part, seen(*part, EDGE)));
        let middle = (now.0 + now.1) / 2.0;
        let part = wanted.unwrap_or((middle, middle));
        if seen(now, bare).0 && (unless_seen || seen(part, bare).0) {
            return;
        }
        let edge = if fits(part, seen(part, COMFORT)) { COMFORT } else { EDGE };
        let (_, low, high) = seen(part, edge);
        let by = (part.1 - high).max(Vec2::ZERO) - (low - part.0).max(Vec2::ZERO);
        self.pan_by(ahead + by);
    }

    fn edge(&self) -> f32 {
        if self.fitted { FITTED_EDGE } else { EDGE }
    }

    /// Sets out for a place this many inches away, held so that no more walnut comes into sight than must.
    fn pan_by(&mut self, by: Vec2) {
        let middle = self.table_at(self.free().center());
        let at = self.held(middle + by);
        if at.distance(middle) > 0.5 {
            self.going_to = Some(self.centre + at - middle);
        }
    }

    /// Pans to a point of the table if it does not lie well inside the free part.
    pub fn go_to(&mut self, at: Vec2) {
        let free = self.free();
        if free.shrink2(free.size() * self.edge()).contains(self.to_points(at)) {
            return;
        }
        let middle = self.table_at(free.center());
        self.pan_by(at - middle);
    }

    /// The point nearest to this one that may lie in the middle of the free part: no more walnut comes into sight than
    /// must, and a table that fits is put whole into the free part.
    fn held(&self, at: Vec2) -> Vec2 {
        let free = self.free();
        let room = Vec2::new(free.width(), free.height()) * self.point / self.scale / 2.0;
        let hold = |at: f32, room: f32, size: f32| {
            let (low, high) = (room - RIM, size + RIM - room);
            if low > high { size / 2.0 } else { at.clamp(low, high) }
        };
        Vec2::new(hold(at.x, room.x, self.table.x), hold(at.y, room.y, self.table.y))
    }

    /// Pans on for this many seconds, as a spring without swinging does: it neither starts nor turns with a jerk, even
    /// if it is sent elsewhere on its way.
    fn pan(&mut self, seconds: f32) {
        let Some(goal) = self.going_to else { return };
        let omega = 1.0 / PAN_SECONDS;
        let fading = bevy::math::ops::exp(-omega * seconds);
        let away = self.centre - goal;
        let drift = (self.speed + away * omega) * seconds;
        self.speed = (self.speed - drift * omega) * fading;
        self.centre = goal + (away + drift) * fading;
        if self.centre.distance(goal) < ARRIVED && self.speed.length() < 1.0 {
            (self.centre, self.speed, self.going_to) = (goal, Vec2::ZERO, None);
        }
    }

    /// Whether the view is on its way.
    pub fn moving(&self) -> bool {
        self.going_to.is_some()
    }

    fn keep_on(&mut self, table: Vec2) {
        self.centre = self.centre.clamp(Vec2::splat(-RIM), table + RIM);
    }
}

/// The camera of the table.
#[derive(Component)]
pub struct BoardCamera;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BoardView>()
        .add_systems(Startup, put_up_camera)
        .add_systems(
            Update,
            (follow_window, fit_new_table, steer.run_if(has_table), glide, choose_detail)
                .chain()
                .in_set(FrameSystems::Look),
        )
        // The table is drawn with the same view as the panels of the frame: at rest no other frame follows to mend it.
        .add_systems(
            PostUpdate,
            aim.before(bevy::transform::TransformSystems::Propagate).before(bevy::camera::CameraUpdateSystems),
        );
}

fn put_up_camera(mut commands: Commands) {
    commands.spawn((
        BoardCamera,
        Camera2d,
        Camera { clear_color: ClearColorConfig::Custom(Color::srgb_u8(0x3A, 0x2C, 0x22)), ..default() },
        Projection::Orthographic(OrthographicProjection {
            scaling_mode: ScalingMode::WindowSize,
            scale: 1.0 / 20.0,
            ..OrthographicProjection::default_2d()
        }),
    ));
}

fn follow_window(
    window: Single<&Window, With<PrimaryWindow>>,
    mut contexts: bevy_egui::EguiContexts,
    mut view: ResMut<BoardView>,
) {
    let size = Vec2::new(window.width(), window.height());
    let point = contexts.ctx_mut().map_or(1.0, |ctx| ctx.pixels_per_point() / window.scale_factor());
    if view.window != size || view.point != point {
        // What was in the middle stays there.
        view.window = size;
        view.point = point;
    }
}

fn choose_detail(mut view: ResMut<BoardView>) {
    let per_inch = view.points_per_inch();
    let stays = |limit: f32, held: bool| per_inch >= if held { limit - HYSTERESIS } else { limit };
    let detail = if stays(NEAR, view.detail == Detail::Near) {
        Detail::Near
    } else if stays(MIDDLE, view.detail != Detail::Far) {
        Detail::Middle
    } else {
        Detail::Far
    };
    if view.detail != detail {
        view.detail = detail;
    }
}

/// Fits a table into the window that was just laid, all of it between the panels if it is only looked at.
fn fit_new_table(
    session: Option<Res<Session>>,
    mut view: ResMut<BoardView>,
    mut shown: Local<Option<(String, (Vec2, Insets, f32, bool, Vec2))>>,
) {
    let Some(session) = session else { return };
    let scenario = session.scenario();
    // When all sides are set up, units stand there that nobody saw before.
    let begun = session.shown().turn > 0;
    let table = scenario.terrain.size;
    let known = (scenario.id.clone(), (view.window, view.insets, view.point, begun, table));
    let fit = |view: &mut BoardView| {
        if session.is_inspected() { view.fit_whole(table) } else { view.fit(table, to_be_seen(&session)) }
    };
    match shown.as_ref() {
        Some((id, room)) if *id == known.0 => {
            // Panels find their places in the first frames; until the player moves the view, it follows them.
            if *room != known.1 && view.fitted {
                fit(&mut view);
                if let Some(look) = view.looked {
                    view.look(look);
                }
            }
        }
        _ => {
            view.looked = None;
            fit(&mut view);
        }
    }
    if shown.as_ref() != Some(&known) {
        *shown = Some(known);
    }
}

/// The part of the table with all pieces of a battle on it, and while the sides set up with their zones; none if
/// nothing is there.
pub(super) fn to_be_seen(session: &Session) -> Option<Part> {
    let there = session.shown().pieces.iter().filter(|piece| piece.fate == Fate::InPlay).map(|piece| piece.place.at);
    let zones = session.scenario().deployment.iter().filter(|_| session.shown().turn == 0);
    let all = there.chain(zones.flat_map(|zone| zone.outline.iter().copied())).map(|at| (at, at));
    all.reduce(|(low, high), (at, _)| (low.min(at), high.max(at)))
}

#[expect(clippy::too_many_arguments, reason = "each is one source of input")]
fn steer(
    keys: Res<ButtonInput<KeyCode>>,
    letters: Res<ButtonInput<Key>>,
    buttons: Res<ButtonInput<MouseButton>>,
    motion: Res<AccumulatedMouseMotion>,
    scroll: Res<AccumulatedMouseScroll>,
    window: Single<&Window, With<PrimaryWindow>>,
    strokes: Res<Strokes>,
    wants: Res<EguiWantsInput>,
    time: Res<Time<Real>>,
    session: Option<Res<Session>>,
    preferences: Res<Preferences>,
    mut view: ResMut<BoardView>,
    mut panning: Local<bool>,
) {
    let Some(session) = session else { return };
    let table = session.scenario().terrain.size;
    let mut next = view.clone();

    let pan = [MouseButton::Middle, MouseButton::Right];
    if buttons.any_just_pressed(pan) && !wants.wants_any_pointer_input() {
        *panning = true;
    }
    if !buttons.any_pressed(pan) {
        *panning = false;
    }
    if *panning && motion.delta != Vec2::ZERO {
        let delta = motion.delta / view.scale;
        next.centre += Vec2::new(-delta.x, delta.y);
        next.going_to = None;
    }

    if let Some(pointer) = strokes.pixel(&window)
        && scroll.delta.y != 0.0
        && !wants.wants_any_pointer_input()
    {
        let steps = match scroll.unit {
            MouseScrollUnit::Line => scroll.delta.y,
            MouseScrollUnit::Pixel => scroll.delta.y / 40.0,
        };
        next.zoom(bevy::math::ops::powf(ZOOM_STEP, steps.clamp(-4.0, 4.0)), pointer);
    }

    if !wants.wants_keyboard_input() {
        let middle = view.to_pixels(view.centre);
        let sign = |sign: &str| letters.just_pressed(Key::Character(sign.into()));
        if sign("+") || sign("=") {
            next.zoom(ZOOM_STEP, middle);
        }
        if sign("-") {
            next.zoom(1.0 / ZOOM_STEP, middle);
        }
        if keys.just_pressed(KeyCode::Home) {
            next.fit_whole(table);
            // In a battle it stays so when panels come and go.
            next.fitted = session.is_inspected();
            *view = next;
            return;
        }
        let mut way = Vec2::ZERO;
        // A thing in hand takes the arrow keys first, and a letter with Ctrl is another key.
        let arrows = !session.takes_arrows();
        let with_ctrl = keys.any_pressed(CTRL);
        for (arrow, letter, step) in [
            (KeyCode::ArrowLeft, "a", Vec2::NEG_X),
            (KeyCode::ArrowRight, "d", Vec2::X),
            (KeyCode::ArrowUp, "w", Vec2::Y),
            (KeyCode::ArrowDown, "s", Vec2::NEG_Y),
        ] {
            // A letter that is the key of an open verb takes up that verb.
            let is = |verb: &Verb| preferences.verb_key(verb).eq_ignore_ascii_case(letter);
            let free = !with_ctrl && !session.buttons().iter().any(|button| is(&button.verb));
            if (arrows && keys.pressed(arrow)) || (free && letters.pressed(Key::Character(letter.into()))) {
                way += step;
            }
        }
        if way != Vec2::ZERO {
            next.centre += way.normalize() * KEY_PAN * time.delta_secs().min(0.05) / view.scale;
            next.going_to = None;
        }
    }
    next.keep_on(table);
    if next.centre != view.centre || next.scale != view.scale {
        next.fitted = false;
        if next.going_to.is_none() {
            next.speed = Vec2::ZERO;
        }
        *view = next;
    }
}

/// Moves the view where a panel or the battle asked it to look.
fn glide(
    time: Res<Time<Real>>,
    buttons: Res<ButtonInput<MouseButton>>,
    session: Option<ResMut<Session>>,
    mut view: ResMut<BoardView>,
    mut redraw: MessageWriter<bevy::window::RequestRedraw>,
) {
    if let Some(mut session) = session
        && session.look_at.is_some()
        && !buttons.any_pressed([MouseButton::Left, MouseButton::Middle, MouseButton::Right])
        && let Some(at) = session.bypass_change_detection().look_at.take()
    {
        view.look(at);
    }
    if view.moving() {
        view.pan(time.delta_secs().min(0.05));
        redraw.write(bevy::window::RequestRedraw);
    }
}

fn aim(view: Res<BoardView>, camera: Single<(&mut Transform, &mut Projection), With<BoardCamera>>) {
    if !view.is_changed() {
        return;
    }
    let (mut transform, mut projection) = camera.into_inner();
    transform.translation.x = view.centre.x;
    transform.translation.y = view.centre.y;
    if let Projection::Orthographic(projection) = &mut *projection {
        projection.scale = 1.0 / view.scale;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grapeshot_floor::turn::Rulebooks;
    use grapeshot_game::{
        battle::{Battle, simulation_world},
        scenario,
    };
    use grapeshot_rulesets as rulesets;
    use std::{path::Path, sync::Arc};

    fn view() -> BoardView {
        BoardView {
            insets: Insets { left: 300.0, top: 56.0, right: 300.0, bottom: 68.0 },
            window: Vec2::new(1600.0, 900.0),
            ..BoardView::default()
        }
    }

    #[test]
    fn a_fitted_table_lies_between_the_panels_if_there_are_pieces_on_all_of_it() {
        let mut view = view();
        let table = Vec2::new(60.0, 40.0);
        view.fit(table, Some((Vec2::ZERO, table)));
        for corner in [Vec2::ZERO, table] {
            assert!(view.free().contains(view.to_points(corner)), "{corner}");
        }
    }

    #[test]
    fn a_fitted_table_goes_under_the_panels_rather_than_leave_the_window_bare() {
        let mut view = view();
        let (low, high) = (Vec2::new(10.0, 6.0), Vec2::new(80.0, 54.0));
        view.fit(Vec2::new(96.0, 60.0), Some((low, high)));
        let free = view.free();
        for corner in [low, high] {
            assert!(free.contains(view.to_points(corner)), "{corner}");
        }
        let (top, bottom) = (view.to_points(Vec2::new(48.0, 60.0)).y, view.to_points(Vec2::new(48.0, 0.0)).y);
        assert!(bottom - top > free.height() * 0.9, "it is {} of {} points high", bottom - top, free.height());
    }

    #[test]
    fn the_whole_of_a_long_table_can_be_seen_between_the_panels() {
        let mut view = view();
        let table = Vec2::new(96.0, 48.0);
        view.fit_whole(table);
        for corner in [Vec2::ZERO, table] {
            assert!(view.free().contains(view.to_points(corner)), "{corner}");
        }
    }

    /// A long table lies whole beside each panel, until the view is moved by hand.
    #[test]
    fn a_table_that_is_only_looked_at_is_fitted_anew_when_panels_come_and_go() {
        let file = Path::new("../../scenarios/black_powder/guilford.scenario.ron");
        let books = simulation_world(rulesets::plugin);
        let scenario = scenario::load(file, books.resource::<Rulebooks>()).expect("it ships with the game");
        let table = scenario.terrain.size;
        let battle = Battle::new(&scenario, 0, rulesets::plugin);
        let mut app = App::new();
        app.insert_resource(Session::inspect(battle, Arc::new(|| {})))
            .insert_resource(view())
            .add_systems(Update, fit_new_table);
        let mut scale_beside = |right: f32, zoom: f32| {
            let mut view = app.world_mut().resource_mut::<BoardView>();
            view.insets.right = right;
            if zoom != 1.0 {
                view.zoom(zoom, Vec2::new(800.0, 450.0));
            }
            app.update();
            let view = app.world().resource::<BoardView>();
            let whole = [Vec2::ZERO, table].iter().all(|corner| view.free().contains(view.to_points(*corner)));
            (view.scale, whole)
        };
        let (alone, whole) = scale_beside(0.0, 1.0);
        assert!(whole, "it is whole beside one panel");
        let (between, whole) = scale_beside(350.0, 1.0);
        assert!(whole && between < alone, "it is whole between two panels: {between} of {alone} pixels to the inch");
        assert_eq!(scale_beside(0.0, 1.0).0, alone);
        let (near, _) = scale_beside(0.0, 2.0);
        assert_eq!(scale_beside(350.0, 1.0).0, near, "the view was chosen by hand");
    }

    #[test]
    fn a_table_that_fits_does_not_move_for_a_unit_at_its_edge() {
        let mut view = view();
        view.fit(Vec2::new(60.0, 40.0), Some((Vec2::ZERO, Vec2::new(60.0, 40.0))));
        view.go_to(Vec2::new(1.0, 1.0));
        assert!(!view.moving());
        view.zoom(3.0, Vec2::new(800.0, 450.0));
        view.go_to(Vec2::new(1.0, 1.0));
        assert!(view.moving());
    }

    #[test]
    fn a_pan_starts_turns_and_ends_without_a_jerk() {
        let mut view = view();
        view.fit(Vec2::new(60.0, 40.0), None);
        view.zoom(4.0, Vec2::new(800.0, 450.0));
        view.go_to(Vec2::new(5.0, 5.0));
        assert!(view.moving());
        let mut before = Vec2::ZERO;
        for frame in 0..600 {
            if frame == 12 {
                view.go_to(Vec2::new(55.0, 35.0));
            }
            view.pan(1.0 / 60.0);
            let change = view.speed.distance(before);
            assert!(change < 40.0, "frame {frame}: the speed changes by {change} inches a second");
            before = view.speed;
        }
        assert!(!view.moving());
        assert!(view.free().contains(view.to_points(Vec2::new(55.0, 35.0))));
    }

    /// A wide table leaves neither a third of the window bare nor a piece where the view cannot come to see it.
    #[test]
    fn a_long_table_fills_the_window_and_is_panned_along() {
        for table in [Vec2::new(96.0, 48.0), Vec2::new(48.0, 96.0), Vec2::new(60.0, 40.0)] {
            let mut view = view();
            view.fit(table, Some((Vec2::ONE, table - 1.0)));
            let free = view.free();
            let paper = egui::Rect::from_two_pos(view.to_points(Vec2::ZERO), view.to_points(table));
            let share = paper.intersect(free).area() / free.area();
            assert!(share > 0.77, "{table}: {:.0} % of the room", share * 100.0);
            for corner in [Vec2::ONE, table - 1.0] {
                view.go_to(corner);
                for _ in 0..300 {
                    view.pan(1.0 / 60.0);
                }
                assert!(free.contains(view.to_points(corner)), "{table}: {corner}");
            }
        }
    }

    /// A question about a figure that is seen at the edge of the fitted table brings no pan, which would hide the
    /// figures at the other edge.
    #[test]
    fn a_table_as_it_was_fitted_stays_for_whoever_is_seen() {
        let mut view = view();
        let table = Vec2::new(60.0, 40.0);
        let (low, high) = (Vec2::new(5.0, 5.0), Vec2::new(55.0, 35.0));
        view.fit(table, Some((low, high)));
        for at in [low, high] {
            view.go_to(at);
            view.look(LookAt::Doings { now: (at, at), soon: (low, high), unless_seen: false });
            assert!(!view.moving(), "{at}");
        }
    }

    /// Events all about a part that has room in the window are seen by one pan; well seen events move nothing.
    #[test]
    fn the_view_follows_what_goes_on_by_few_and_short_pans() {
        let mut view = view();
        view.fit(Vec2::new(60.0, 40.0), None);
        view.zoom(3.0, Vec2::new(800.0, 450.0));
        view.put(Vec2::new(30.0, 20.0));
        let at = |x: f32, y: f32| (Vec2::new(x, y), Vec2::new(x, y));
        view.look(LookAt::Doings { now: at(31.0, 21.0), soon: at(29.0, 19.0), unless_seen: false });
        assert!(!view.moving(), "it is well seen");
        let soon = (Vec2::new(40.0, 20.0), Vec2::new(46.0, 24.0));
        view.look(LookAt::Doings { now: at(40.0, 20.0), soon, unless_seen: false });
        let goal = view.going_to.expect("it goes there");
        for now in [at(40.0, 20.0), at(46.0, 24.0), at(43.0, 22.0)] {
            view.look(LookAt::Doings { now, soon, unless_seen: false });
            assert_eq!(view.going_to, Some(goal), "one pan is enough");
        }
        assert!(goal.x < 43.0, "it goes no farther than it must: {goal}");
        view.put(Vec2::new(30.0, 20.0));
        let (low, high) = view.seen();
        let edge = at(high.x - 0.5, (low.y + high.y) / 2.0);
        view.look(LookAt::Doings { now: edge, soon: edge, unless_seen: true });
        assert!(!view.moving(), "a player's view stays as long as it is seen at all");
        let out = at(high.x + 2.0, 20.0);
        view.look(LookAt::Doings { now: out, soon: out, unless_seen: true });
        assert!(view.moving());
    }

    #[test]
    fn zooming_keeps_the_point_under_the_pointer() {
        let mut view = view();
        let pointer = Vec2::new(400.0, 300.0);
        let before = view.to_table(pointer);
        view.zoom(1.25, pointer);
        assert!(view.to_table(pointer).distance(before) < 1e-3);
    }

    #[test]
    fn window_and_table_points_are_each_others_inverse() {
        let view = BoardView { point: 1.5, ..view() };
        let at = Vec2::new(12.0, 7.0);
        assert!(view.table_at(view.to_points(at)).distance(at) < 1e-3);
    }
}
