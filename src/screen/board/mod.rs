//! The ground.
pub mod mesh;
pub(super) fn plugin(_app: &mut bevy::app::App) {}
