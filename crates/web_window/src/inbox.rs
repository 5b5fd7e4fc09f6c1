use bevy::{
    prelude::*,
    window::{FileDragAndDrop, PrimaryWindow},
};
use grapeshot_floor::files::disk;
use grapeshot_screen::{session::Wake, stage::Wakeup};
use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, OnceLock, PoisonError},
};
use wasm_bindgen::prelude::wasm_bindgen;

/// The files that were dropped and that the window was not told of yet.
static DROPPED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// What wakes the window.
static WAKE: OnceLock<Wake> = OnceLock::new();

/// A file was dropped on the page, or chosen in it.
#[wasm_bindgen]
pub fn dropped(name: &str, bytes: Vec<u8>) {
    let path = Path::new("/dropped").join(name);
    disk::put(path.clone(), bytes, None);
    DROPPED.lock().unwrap_or_else(PoisonError::into_inner).push(path);
    if let Some(wake) = WAKE.get() {
        wake();
    }
}

pub fn plugin(app: &mut App) {
    // A page begins one game.
    let _ = WAKE.set(Arc::clone(&app.world().resource::<Wakeup>().0));
    app.add_systems(PreUpdate, tell_window);
}

/// Tells the window of dropped files as a system does.
fn tell_window(window: Single<Entity, With<PrimaryWindow>>, mut dropping: MessageWriter<FileDragAndDrop>) {
    for path_buf in DROPPED.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
        dropping.write(FileDragAndDrop::DroppedFile { window: *window, path_buf });
    }
}
