//! The names of the ground: each on its ground where nothing stands, as large at every zoom.

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, FontId, Rect, TextFormat, text::LayoutJob};

use super::{pen::Pen, slip};
use crate::{session::Session, theme};
use grapeshot_game::{
    picture::{
        symbols::Detail,
        terrain::{Label, LabelStyle, Spot, labels},
    },
    scenario::Scenario,
};

/// Points between a name and what it stands beside.
const GAP: f32 = 3.0;

/// The names of the ground of the table that is laid.
#[derive(Resource, Debug, Default)]
pub struct GroundNames {
    list: Vec<Label>,
    /// The hash of the scenario.
    known: Option<u64>,
}

impl GroundNames {
    /// The names of a scenario; a place that is an objective is named with it instead.
    pub fn of(scenario: &Scenario) -> Self {
        let is_objective = |label: &Label| {
            label.style == LabelStyle::Place
                && scenario
                    .victory
                    .objectives
                    .iter()
                    .any(|objective| objective.at.distance(label.at) < objective.radius.max(2.0) + 3.0)
        };
        let mut list = labels(&scenario.terrain);
        list.retain(|label| !is_objective(label));
        Self { list, known: Some(scenario.hash) }
    }
}

#[cfg(test)]
impl GroundNames {
    /// The number of names.
    pub fn len(&self) -> usize {
        self.list.len()
    }
}

/// Gathers the names of the ground when another table is laid.
pub(super) fn gather(session: Option<Res<Session>>, mut names: ResMut<GroundNames>) {
    let scenario = session.as_ref().map(|session| session.scenario());
    if names.known != scenario.map(|scenario| scenario.hash) {
        *names = scenario.map(|scenario| GroundNames::of(scenario)).unwrap_or_default();
    }
}

/// Writes the names that are in sight, where there is room for them.
pub(super) fn paint(pen: &mut Pen, names: &GroundNames) {
    for label in &names.list {
        let text = lettering(pen, label);
        let size = text.size();
        let place = |spot: &Spot| {
            let way = egui::vec2(spot.way.x, -spot.way.y);
            let reach = way.abs() * (size / 2.0 + egui::Vec2::splat(GAP));
            Rect::from_center_size(pen.at(spot.at) + way * reach.length(), size)
        };
        let places: Vec<Rect> = label.spots.iter().map(place).collect();
        let Some(rect) = pen.room.first(places) else { continue };
        slip::ground(pen, rect);
        pen.painter.galley(rect.min, text, theme::INK);
    }
}

/// A name in the letters of its kind.
fn lettering(pen: &Pen, label: &Label) -> std::sync::Arc<egui::Galley> {
    let place = label.style == LabelStyle::Place;
    let size = match (pen.view.detail, place) {
        (Detail::Near, false) => theme::SIZE_BANNER,
        (Detail::Near, true) | (Detail::Middle, false) => theme::SIZE_NUMBER,
        _ => theme::SIZE_BODY,
    };
    let family = if place { theme::title_family() } else { theme::italic_family() };
    let [red, green, blue] = label.style.colour().channels();
    let format = TextFormat {
        font_id: FontId::new(size, family),
        color: Color32::from_rgb(red, green, blue),
        extra_letter_spacing: label.style.tracking() / 2.0,
        ..TextFormat::default()
    };
    pen.painter.layout_job(LayoutJob::single_section(label.text.clone(), format))
}
