//! Dice that roll beside the unit for which they are rolled.

use bevy_egui::egui::{Rect, Vec2};

use super::{pen::Pen, stand::stand_of};
use crate::{pieces::motion::Scene, session::Session, widgets};
use grapeshot_floor::events::EventKind;

/// Points across a die.
const DIE: f32 = 26.0;
/// Points between two dice.
const GAP: f32 = 4.0;
/// The most dice that are shown beside a unit; the panel shows all of them.
const MOST: usize = 8;

/// Shows the dice of the running beat.
pub(super) fn paint(pen: &mut Pen, session: &Session, scene: &Scene) {
    let Some(beat) = session.playback().beat() else { return };
    let share = (beat.elapsed / beat.length.max(0.01)).clamp(0.0, 1.0);
    for event in session.beat_events() {
        let EventKind::Rolled { unit: Some(unit), faces, dice, .. } = &event.kind else { continue };
        let Some(stand) = stand_of(session, scene, pen.view, *unit) else { continue };
        let dice = &dice[..dice.len().min(MOST)];
        let count = dice.len() as f32;
        let size = Vec2::new(count * DIE + (count - 1.0).max(0.0) * GAP, DIE);
        let Some(row) = pen.room.nearest(stand.behind(size), size) else { continue };
        for (n, die) in dice.iter().enumerate() {
            let left = row.left_top() + Vec2::new(n as f32 * (DIE + GAP), 0.0);
            let rect = Rect::from_min_size(left, Vec2::splat(DIE));
            widgets::paint_rolling_die(&pen.painter, rect, *faces, *die, (n, share));
        }
    }
}
