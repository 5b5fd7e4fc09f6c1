//! Cover (CP-7.5).

use bevy::math::Vec2;
use smol_str::SmolStr;

use crate::view::{
    cover::{Cover, Giver},
    rulebook::SkirmishView,
};
use grapeshot_floor::{
    forces::PieceId,
    table::{footprint::Outline, measure, path},
};

impl SkirmishView<'_> {
    /// CP-7.5: the best cover type that an outline has against a line from a point; none if it has no cover.
    pub fn cover_at(&self, outline: &Outline, from: Vec2) -> Option<SmolStr> {
        self.cover_of(outline, from, |_, _| true).map(|cover| cover.code)
    }

    /// CP-7.5: the best cover that an outline has against a line from a point, of what counts with its type.
    pub fn cover_of(&self, outline: &Outline, from: Vec2, counts: impl Fn(Giver, &str) -> bool) -> Option<Cover> {
        let ground = self.view.ground();
        let terrain = self.view.terrain();
        let at = outline.place.at;
        let mut best: Option<Cover> = None;
        let mut offer = |giver: Giver, code: Option<&SmolStr>| {
            if let Some(code) = code
                && best.as_ref().is_none_or(|known| self.cover_rank(code) < self.cover_rank(&known.code))
                && counts(giver, code)
            {
                best = Some(Cover { code: code.clone(), giver });
            }
        };
        // The figure is inside the feature.
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
            Giver::Obstacle(n) => terrain.obstacles[n].stops_shot,
            // A shot that meets a wall goes no farther, or through it (`ShotTrack`).
            Giver::Building(_) | Giver::Slope | Giver::Piece(_) => None,
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

    /// What gives cover, in words ("the slope").
    pub fn words_of_cover(&self, cover: &Cover) -> String {
        let terrain = self.view.terrain();
        match cover.giver {
            Giver::Area(n) => format!("the {}", path::spoken(&terrain.areas[n].kind)),
            Giver::Building(n) => terrain.buildings[n].the_name(),
            Giver::Obstacle(n) => format!("the {}", path::spoken(&terrain.obstacles[n].kind)),
            Giver::Slope => "the slope".to_owned(),
            Giver::Piece(piece) => self.name(piece).to_owned(),
        }
    }

    /// The cover type that a figure has against another figure's fire.
    pub fn cover_from(&self, target: PieceId, shooter: PieceId) -> Option<SmolStr> {
        self.covered_from(target, shooter).map(|cover| cover.code)
    }

    /// The cover that a figure has against another figure's fire.
    pub fn covered_from(&self, target: PieceId, shooter: PieceId) -> Option<Cover> {
        let from = self.view.place(shooter).at;
        let ground = self.cover_of(&self.view.outline(target), from, |_, _| true);
        let own = self.chapters().cover(self, target, from);
        self.better_cover(ground, own)
    }

    /// CP-7.5: the better of two covers.
    pub fn better_cover(&self, one: Option<Cover>, other: Option<Cover>) -> Option<Cover> {
        one.into_iter().chain(other).min_by_key(|cover| self.cover_rank(&cover.code))
    }

    /// CP-11.6: whether a figure is in cover against an enemy. What its own unit drives gives no cover here: the unit
    /// draws by where it stands.
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
