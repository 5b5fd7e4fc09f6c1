//! Pictures of the window as it is seen.

use std::{
    io,
    path::{Path, PathBuf},
};

use bevy::{
    image::Image,
    prelude::*,
    render::view::screenshot::{Screenshot, ScreenshotCaptured},
    window::RequestRedraw,
};

use super::keeping::Errand;
use grapeshot_floor::files::{disk, write_whole};
use grapeshot_game::picture::raster;

/// Frames in which a picture of the window is waited for.
const PATIENCE: u32 = 300;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Last, draw_until_taken);
}

/// Keeps a picture of the window, as the next frame shows it, as a PNG; what came of it is told.
pub fn take(commands: &mut Commands, file: PathBuf, told: Errand) {
    commands.spawn(Screenshot::primary_window()).observe(move |captured: On<ScreenshotCaptured>| {
        let kept = keep(&captured.image, &file);
        // It is taken once.
        let _ = told.set(match kept {
            Ok(()) => format!("The picture is kept as {}.", file.display()),
            Err(trouble) => format!("The picture could not be kept as {}: {trouble}.", file.display()),
        });
    });
}

fn keep(image: &Image, file: &Path) -> Result<(), String> {
    let pixels = image.clone().try_into_dynamic().map_err(|error| error.to_string())?.to_rgba8();
    let (width, height) = pixels.dimensions();
    let png = raster::opaque_png(raster::Image { width, height, rgba: pixels.into_raw() });
    let png = png.map_err(|error| error.to_string())?;
    let write = || -> io::Result<()> {
        disk::make_folder(file.parent().unwrap_or(file))?;
        write_whole(file, &png)
    };
    write().map_err(|error| error.to_string())
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
