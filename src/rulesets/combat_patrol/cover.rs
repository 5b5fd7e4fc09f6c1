//! Cover (CP-7.5).

use bevy::math::Vec2;
use smol_str::SmolStr;

use super::book::Cp;
use crate::{
    forces::PieceId,
    table::{footprint::Outline, measure},
};

impl Cp<'_> {
    /// CP-7.5: the best cover type that an outline has against a line from a point; none if it has none.
    pub fn cover_at(&self, outline: &Outline, from: Vec2) -> Option<SmolStr> {
        let ground = self.view.ground();
        let terrain = self.view.terrain();
        let at = outline.place.at;
        let mut best: Option<SmolStr> = None;
        let mut offer = |code: Option<&SmolStr>| {
            if let Some(code) = code
                && best.as_ref().is_none_or(|known| self.cover_rank(code) < self.cover_rank(known))
            {
                best = Some(code.clone());
            }
        };
        // Inside the feature.
        for area in ground.areas_at(at) {
            offer(terrain.areas[area].ground.cover.as_ref());
        }
        if let Some(building) = ground.building_at(at) {
            offer(terrain.buildings[building].cover.as_ref());
        }
        // The line of fire crosses the feature near the figure.
        let within = self.numbers().cover_within;
        let apart = from.distance(at);
        if apart > 0.0 {
            // Only the last part of the line can cross anything within reach of the base.
            let reach = (outline.footprint.reach() + within).min(apart);
            let start = at + (from - at) * (reach / apart);
            for (obstacle, share) in ground.obstacles_crossed(start, at) {
                if outline.gap_to_point(start.lerp(at, share)) <= within {
                    offer(terrain.obstacles[obstacle].cover.as_ref());
                }
            }
            for area in &terrain.areas {
                let Some(code) = area.ground.cover.as_ref() else { continue };
                let crosses = measure::edges(&area.outline).any(|(a, b)| {
                    measure::crossing(start, at, a, b)
                        .is_some_and(|(share, _)| outline.gap_to_point(start.lerp(at, share)) <= within)
                });
                if crosses {
                    offer(Some(code));
                }
            }
        }
        // Uphill of the shooter by one level counts as a fence.
        if ground.level_at(at) > ground.level_at(from) {
            offer(Some(&SmolStr::new_static("f")));
        }
        best
    }

    /// The place of a cover type in the order in which the owner takes them; the best is 0.
    fn cover_rank(&self, code: &str) -> usize {
        self.numbers().cover_order.find(code).unwrap_or(usize::MAX)
    }

    /// The word for a cover type.
    pub fn cover_name(&self, code: &str) -> String {
        self.numbers().cover_names.get(code).map_or_else(|| code.to_owned(), |name| name.to_string())
    }

    /// The cover a figure has against another.
    pub fn cover_from(&self, target: PieceId, shooter: PieceId) -> Option<SmolStr> {
        self.cover_at(&self.view.outline(target), self.view.place(shooter).at)
    }

    /// CP-11.6: whether a figure is in or within an inch of any cover, whoever shoots.
    pub fn near_cover(&self, outline: &Outline) -> bool {
        let ground = self.view.ground();
        let terrain = self.view.terrain();
        let within = self.numbers().cover_within;
        let at = outline.place.at;
        let reach = outline.footprint.reach() + within;
        ground.building_at(at).is_some()
            || ground.areas_at(at).into_iter().any(|area| terrain.areas[area].ground.cover.is_some())
            || ground
                .obstacles_near(at, reach)
                .into_iter()
                .any(|(obstacle, _)| terrain.obstacles[obstacle].cover.is_some())
            || terrain
                .areas
                .iter()
                .filter(|area| area.ground.cover.is_some())
                .any(|area| measure::distance_to_edge(at, &area.outline) <= reach)
    }
}
