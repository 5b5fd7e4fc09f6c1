//! Cover (CP-7.5).

use bevy::math::Vec2;
use smol_str::SmolStr;

use crate::view::rulebook::SkirmishView;
use grapeshot_floor::{
    forces::PieceId,
    table::{footprint::Outline, measure},
};

/// What gives a figure cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Giver {
    /// An area, by its index.
    Area(usize),
    /// A building, by its index.
    Building(usize),
    /// A linear obstacle, by its index.
    Obstacle(usize),
    /// The slope above the shooter.
    Slope,
}

impl SkirmishView<'_> {
    /// CP-7.5: the best cover type that an outline has against a line from a point; none if it has none.
    pub fn cover_at(&self, outline: &Outline, from: Vec2) -> Option<SmolStr> {
        self.cover_of(outline, from, |_, _| true)
    }

    /// CP-7.5: the best cover type that an outline has against a line from a point, of what counts with its type.
    pub fn cover_of(&self, outline: &Outline, from: Vec2, counts: impl Fn(Giver, &str) -> bool) -> Option<SmolStr> {
        let ground = self.view.ground();
        let terrain = self.view.terrain();
        let at = outline.place.at;
        let mut best: Option<SmolStr> = None;
        let mut offer = |giver: Giver, code: Option<&SmolStr>| {
            if let Some(code) = code
                && best.as_ref().is_none_or(|known| self.cover_rank(code) < self.cover_rank(known))
                && counts(giver, code)
            {
                best = Some(code.clone());
            }
        };
        // Inside the feature.
        for area in ground.areas_at(at) {
            offer(Giver::Area(area), terrain.areas[area].ground.cover.as_ref());
        }
        if let Some(building) = ground.building_at(at) {
            offer(Giver::Building(building), terrain.buildings[building].cover.as_ref());
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
                    offer(Giver::Obstacle(obstacle), terrain.obstacles[obstacle].cover.as_ref());
                }
            }
            for (n, area) in terrain.areas.iter().enumerate() {
                let Some(code) = area.ground.cover.as_ref() else { continue };
                let crosses = measure::edges(&area.outline).any(|(a, b)| {
                    measure::crossing(start, at, a, b)
                        .is_some_and(|(share, _)| outline.gap_to_point(start.lerp(at, share)) <= within)
                });
                if crosses {
                    offer(Giver::Area(n), Some(code));
                }
            }
        }
        // Uphill of the shooter by one level counts as a fence.
        if ground.level_at(at) > ground.level_at(from) {
            offer(Giver::Slope, Some(&SmolStr::new_static("f")));
        }
        best
    }

    /// `ShotCover`: whether what gives cover of a type stops a solid shot: as the scenario says of this feature, else
    /// as its type does.
    pub fn stops_solid_shot(&self, giver: Giver, code: &str) -> bool {
        let terrain = self.view.terrain();
        let own = match giver {
            Giver::Area(n) => terrain.areas[n].ground.stops_shot,
            Giver::Building(n) => terrain.buildings[n].stops_shot,
            Giver::Obstacle(n) => terrain.obstacles[n].stops_shot,
            Giver::Slope => None,
        };
        own.unwrap_or_else(|| !self.artillery().no_cover_from_shot.contains(code))
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
        let from = self.view.place(shooter).at;
        let ground = self.cover_at(&self.view.outline(target), from);
        let own = self.book.chapters.cover(self, target, from);
        self.better_cover(ground, own)
    }

    /// CP-7.5: the better of two types of cover.
    pub fn better_cover(&self, one: Option<SmolStr>, other: Option<SmolStr>) -> Option<SmolStr> {
        one.into_iter().chain(other).min_by_key(|code| self.cover_rank(code))
    }

    /// CP-11.6: whether a figure is in cover against an enemy. What its own unit drives is none: that draws by where it
    /// stands.
    pub fn is_sheltered(&self, figure: PieceId, enemy: PieceId) -> bool {
        if self.carriage(figure).is_some() && !self.is_passenger(figure) {
            return self.cover_at(&self.view.outline(figure), self.view.place(enemy).at).is_some();
        }
        self.cover_from(figure, enemy).is_some()
    }

    /// CP-11.6: whether a figure is in or within an inch of any cover, against any shooter.
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
