//! The view of the table: where its middle is, how many pixels an inch has, and where the panels leave room.
//!
//! `fitting`: a table that was just laid; `panning`: the way to what is to be seen; `steering`: what the player does with
//! the view.

pub(super) mod fitting;
mod panning;
mod steering;

use bevy::{
    camera::{ClearColorConfig, ScalingMode},
    prelude::*,
    window::PrimaryWindow,
};
use bevy_egui::egui;

use self::{fitting::fit_new_table, panning::glide, steering::steer};
use super::{
    session::LookAt,
    stage::{FrameSystems, has_table},
};
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
    /// How much of the left strip only a card at its top covers.
    pub card: f32,
}

/// Points of the panels to the inch from which on whole figures are drawn.
const NEAR: f32 = 16.0;
/// Points of the panels to the inch from which on bases are drawn.
const MIDDLE: f32 = 8.0;
/// How far below a threshold the detail stays, so that it does not flicker.
const HYSTERESIS: f32 = 1.0;
/// The fewest and the most pixels to the inch.
const ZOOM_RANGE: (f32, f32) = (2.0, 140.0);
/// Inches of walnut that stay in sight at the edge of the table.
const RIM: f32 = 1.5;

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

    pub(super) fn view() -> BoardView {
        BoardView {
            insets: Insets { left: 300.0, top: 56.0, right: 300.0, bottom: 68.0, card: 0.0 },
            window: Vec2::new(1600.0, 900.0),
            ..BoardView::default()
        }
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
