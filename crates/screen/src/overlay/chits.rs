//! The chits with orders that lie beside the units.

use bevy_egui::egui::{Color32, Rect, Vec2, emath::Rot2};

use super::{pen::Pen, stand::Stand};
use crate::{
    chits::{Chit, Wording},
    pieces::motion::Scene,
    session::Session,
};
use grapeshot_floor::{forces::UnitId, turn::chit::ChitFace};
use grapeshot_game::picture::symbols::Detail;

/// Points to the inch under which a chit that lies face down is left out: it says nothing.
const TOO_SMALL: f32 = 5.0;
/// Degrees from a unit's back at which its chit may lie, the best first.
const TURNS: [f32; 9] = [-40.0, 40.0, -65.0, 65.0, -90.0, 90.0, 0.0, -125.0, 125.0];

/// Lays the chit of a unit beside it, where it covers no other unit and no label; on the unit where there is no room.
pub(super) fn lay(pen: &mut Pen, session: &Session, scene: &Scene, unit: UnitId, stand: &Stand, coat: Color32) {
    let Some(shown) = session.shown().units.get(unit.index()).and_then(|unit| unit.chit.as_ref()) else { return };
    let turning = scene.turning.iter().find(|turning| turning.unit == unit);
    let word = turning.map(|turning| &turning.word).or(shown.word.as_ref());
    let face: Option<ChitFace> = word.and_then(|word| session.battle().rules().face_of(word));
    if face.is_none() && pen.view.points_per_inch() < TOO_SMALL {
        return;
    }
    let wordings: &[Wording] = match pen.view.detail {
        Detail::Near => &[Wording::Word, Wording::Letter],
        Detail::Middle => &[Wording::Letter],
        Detail::Far => &[Wording::Sign],
    };
    for (n, wording) in wordings.iter().enumerate() {
        let last = n + 1 == wordings.len();
        let chit = Chit { face: face.as_ref(), shown: shown.shown || turning.is_some(), coat, wording: *wording };
        let size = chit.size(&pen.painter);
        let Some(rect) = place(pen, unit, stand, size, last) else { continue };
        match turning {
            Some(turning) => chit.draw_turning(&pen.painter, rect, turning.share),
            None => chit.draw(&pen.painter, rect),
        }
        return;
    }
}

fn place(pen: &mut Pen, unit: UnitId, stand: &Stand, size: Vec2, on_unit: bool) -> Option<Rect> {
    let beside = |turn: f32| {
        let way = Rot2::from_angle(turn.to_radians()) * stand.back;
        Rect::from_center_size(stand.beside(size, way, 3.0), size)
    };
    let on = on_unit.then(|| Rect::from_center_size(stand.body.center(), size));
    let rects: Vec<Rect> = TURNS.map(beside).into_iter().chain(on).collect();
    pen.room.first_on(unit, rects)
}
