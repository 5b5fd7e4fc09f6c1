//! How a unit stands in the window, for what is written beside it.

use bevy::math::Vec2;
use bevy_egui::egui::{self, Pos2, Rect};

use crate::{camera::BoardView, pieces::motion::Scene, pointer::tag_places::Slot, session::Session};
use grapeshot_floor::{
    forces::UnitId,
    table::footprint::{Footprint, Outline},
};

/// How a unit stands in the window.
pub(super) struct Stand {
    /// The rectangle round its pieces.
    pub(super) body: Rect,
    /// The direction away from the enemy.
    pub(super) back: egui::Vec2,
    /// The outline of its one piece, or of the piece in its middle.
    pub(super) block: Outline,
}

pub(super) fn stand_of(session: &Session, scene: &Scene, view: &BoardView, unit: UnitId) -> Option<Stand> {
    let outlines: Vec<Outline> = session
        .shown()
        .present(unit)
        .filter_map(|(id, piece)| {
            Some(Outline { footprint: piece.footprint, place: scene.poses.get(id.index())?.place })
        })
        .collect();
    let facing = outlines.iter().map(|outline| outline.place.facing.forward()).sum::<Vec2>().normalize_or(Vec2::Y);
    let bounds = |outline: &Outline| match outline.footprint {
        Footprint::Circle { diameter } => {
            let size = egui::Vec2::splat(diameter * view.points_per_inch());
            Rect::from_center_size(view.to_points(outline.place.at), size)
        }
        Footprint::Rectangle { .. } => {
            let corners = outline.corners().into_iter().map(|corner| Rect::from_pos(view.to_points(corner)));
            corners.fold(Rect::NOTHING, Rect::union)
        }
    };
    let body = outlines.iter().map(bounds).fold(Rect::NOTHING, Rect::union);
    let middle = outlines.iter().map(|outline| outline.place.at).sum::<Vec2>() / outlines.len().max(1) as f32;
    let far = |outline: &Outline| outline.place.at.distance(middle);
    let block = *outlines.iter().min_by(|a, b| far(a).total_cmp(&far(b)))?;
    Some(Stand { body, back: egui::vec2(-facing.x, facing.y), block })
}

impl Stand {
    /// The middle of a label just behind the unit.
    pub(super) fn behind(&self, size: egui::Vec2) -> Pos2 {
        self.beside(size, self.back, 4.0)
    }

    /// The middle of a label beside the unit on the way to somewhere, `gap` points from it.
    pub(super) fn beside(&self, size: egui::Vec2, way: egui::Vec2, gap: f32) -> Pos2 {
        let reach = self.body.size() / 2.0 + size / 2.0 + egui::Vec2::splat(gap);
        let along = |way: f32, reach: f32| if way.abs() < 1e-3 { f32::INFINITY } else { reach / way.abs() };
        self.body.center() + way * along(way.x, reach.x).min(along(way.y, reach.y))
    }

    /// The place for a label of a size in a slot.
    pub(super) fn at(&self, size: egui::Vec2, slot: Slot) -> Rect {
        let way = egui::emath::Rot2::from_angle(slot.turn.to_radians()) * self.back;
        Rect::from_center_size(self.beside(size, way, slot.gap), size)
    }
}
