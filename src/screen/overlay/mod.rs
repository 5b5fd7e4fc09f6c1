//! What lies on the table beside ground and pieces: what is chosen, what may be done, what an order would do.
//!
//! 1. [`under`]: below the pieces, as a mesh: reach, arcs and range bands, zones, objectives, the gold frame.
//! 2. [`over`]: above them, painted before the panels: ghosts' ways, the line of fire, what it costs.
//! 3. [`tags`]: the names of units behind them.
//! 4. [`ghosts`]: the figures where the order would bring them.
//! 5. [`pen`]: lines with a halo, dashes, chips.

pub mod ghosts;
pub mod over;
pub mod pen;
pub mod tags;
pub mod under;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use super::stage::{FrameSystems, Stage};

/// What is painted with egui, in this order: the board's own marks lie under the panels.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PaintSystems {
    /// Tags and overlays of the board.
    Board,
    /// The panels.
    Panels,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<tags::Tags>()
        .init_resource::<tags::TagPlaces>()
        .configure_sets(EguiPrimaryContextPass, (PaintSystems::Board, PaintSystems::Panels).chain())
        .add_systems(
            EguiPrimaryContextPass,
            (over::paint, tags::paint, over::paint_words)
                .chain()
                .in_set(PaintSystems::Board)
                .run_if(in_state(Stage::Battle)),
        )
        .add_systems(Update, (tags::gather, under::draw, ghosts::stand).chain().in_set(FrameSystems::Mark));
}
