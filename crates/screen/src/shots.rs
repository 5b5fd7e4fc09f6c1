//! Pictures of the window as it is seen.

use std::path::{Path, PathBuf};

use bevy::{
    image::Image,
    prelude::*,
    render::view::screenshot::{Screenshot, ScreenshotCaptured},
    window::RequestRedraw,
};

use super::keeping::{self, Errand};
use grapeshot_game::picture::raster;

/// Frames in which a picture of the window is waited for.
const PATIENCE: u32 = 300;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Last, draw_until_taken);
}

/// Keeps a picture of the window, as the next frame shows it, as a PNG of this name in a folder; what came of it is told.
pub fn take(commands: &mut Commands, folder: PathBuf, name: String, told: Errand) {
    commands.spawn(Screenshot::primary_window()).observe(move |captured: On<ScreenshotCaptured>| {
        // It is taken once.
        let _ = told.set(match keep(&captured.image, &folder, &name) {
            Ok(file) => format!("The picture is kept as {file}."),
            Err(trouble) => format!("The picture could not be kept as {trouble}."),
        });
    });
}

fn keep(image: &Image, folder: &Path, name: &str) -> Result<String, String> {
    let pixels = image.clone().try_into_dynamic().map_err(|error| format!("{name}: {error}"))?.to_rgba8();
    let (width, height) = pixels.dimensions();
    let png = raster::opaque_png(raster::Image { width, height, rgba: pixels.into_raw() });
    keeping::keep(folder, name, "png", &png.map_err(|error| format!("{name}: {error}"))?)
}

/// A picture comes some frames after it was asked for, in which a resting window would not be drawn.
fn draw_until_taken(
    waiting: Query<(), With<Screenshot>>,
    mut frames: Local<u32>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    *frames = if waiting.is_empty() { 0 } else { *frames + 1 };
    if (1..PATIENCE).contains(&*frames) {
        redraw.write(RequestRedraw);
    }
}
