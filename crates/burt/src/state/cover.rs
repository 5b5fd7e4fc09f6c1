//! Cover, by the direction of the fire or the fight (SB-6.9).

use bevy::math::Vec2;

use super::view::BurtView;
use grapeshot_floor::{
    forces::UnitId,
    shared::formed::{block, sight::inches_inside},
    table::{
        footprint::Outline,
        measure::{crossing, distance_to_edge, edges, inside},
        path::spoken,
        terrain::{Area, Obstacle},
    },
};

/// How good cover is, the better last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cover {
    /// Woods, hedges, crops, fences.
    Soft,
    /// Walls, buildings, entrenchments.
    Hard,
}

impl Cover {
    /// The cover of a code in the table of terrain; none if it gives none.
    fn of(code: Option<&str>) -> Option<Self> {
        match code? {
            "soft" => Some(Self::Soft),
            "hard" => Some(Self::Hard),
            _ => None,
        }
    }
}

/// Inches by which a unit must be in a piece of ground for its cover to count.
const INSIDE: f32 = 0.01;

impl BurtView<'_> {
    /// SB-6.9: the best cover of a unit against an enemy, and what gives it.
    pub fn cover(&self, unit: UnitId, enemy: UnitId) -> Option<(Cover, String)> {
        let own = self.outline(unit);
        let mut found = self.covers(&own, self.building_held(unit), enemy);
        found.sort_by_key(|(cover, _)| *cover);
        found.pop()
    }

    /// Boxes round what gives cover: first the areas, then the obstacles, then the buildings.
    pub fn boxes_of_cover(&self) -> Vec<(Vec2, Vec2)> {
        let terrain = self.view.terrain();
        let areas = terrain.areas.iter().filter(|area| area.ground.cover.is_some()).map(|area| &area.outline);
        let obstacles = terrain.obstacles.iter().filter(|obstacle| obstacle.cover.is_some());
        let buildings = terrain.buildings.iter().filter(|building| building.cover.is_some());
        let all = areas.chain(obstacles.map(|obstacle| &obstacle.line)).chain(buildings.map(|house| &house.outline));
        let corner =
            |points: &[Vec2], of: fn(Vec2, Vec2) -> Vec2| points.iter().copied().reduce(of).unwrap_or_default();
        all.map(|points| (corner(points, Vec2::min), corner(points, Vec2::max))).collect()
    }

    /// The building that a unit is in; commanders are in none.
    fn building_held(&self, unit: UnitId) -> Option<usize> {
        self.troops(unit).and_then(|_| self.house_of(unit))
    }

    /// SB-6.9: all cover of an outline against an enemy: the building that it is in, or ground at its nearest edge and
    /// what lies between within an inch. The walls of the house that the enemy is in are the enemy's cover.
    fn covers(&self, own: &Outline, house: Option<usize>, enemy: UnitId) -> Vec<(Cover, String)> {
        if let Some(house) = house {
            return self.walls(house).into_iter().collect();
        }
        let within = self.book.fire.cover_within + self.numbers().tolerance;
        if !self.may_be_covered(own, within) {
            return Vec::new();
        }
        let eye = self.outline(enemy).place.at;
        let mut found = self.ground_covers(own, eye);
        found.extend(self.obstacle_covers(own, eye));
        let goals = goals(own, eye);
        let theirs = self.building_held(enemy);
        for (_, building) in self.view.terrain().buildings.iter().enumerate().filter(|(n, _)| Some(*n) != theirs) {
            let walls = || edges(&building.outline);
            let between = || walls().any(|(a, b)| goals.iter().any(|goal| crossing(eye, *goal, a, b).is_some()));
            if building.cover.is_some() && between() && walls().any(|(a, b)| own.gap_to_segment(a, b) <= within) {
                found.extend(offered(building.cover.as_deref(), || format!("behind {}", building.name)));
            }
        }
        found
    }

    /// The cover of a unit in a building.
    fn walls(&self, house: usize) -> Option<(Cover, String)> {
        let house = self.view.terrain().buildings.get(house)?;
        offered(house.cover.as_deref(), || format!("in {}", house.name))
    }

    /// SB-6.9: the ground that covers an outline against a point: at its nearest edge, or within an inch before it.
    fn ground_covers(&self, own: &Outline, eye: Vec2) -> Vec<(Cover, String)> {
        let within = self.book.fire.cover_within + self.numbers().tolerance;
        let goals = goals(own, eye);
        let covers = self.view.terrain().areas.iter().filter(|area| area.ground.cover.is_some()).enumerate();
        let around = covers.filter(|(place, _)| self.may_cover(*place, own, within)).map(|(_, area)| area);
        let areas = around.filter(|area| {
            goals.into_iter().any(|goal| {
                let toward = goal + (eye - goal).clamp_length_max(within);
                let near = || distance_to_edge(goal, &area.outline) <= within;
                inside(goal, &area.outline) || near() && inches_inside(goal, toward, &area.outline) > INSIDE
            })
        });
        let offer =
            |area: &Area| offered(area.ground.cover.as_deref(), || format!("in or behind {}", spoken(&area.kind)));
        areas.filter_map(offer).collect()
    }

    /// SB-6.9: the linear obstacles that cover an outline against a point: between them, within an inch of it.
    pub fn obstacle_covers(&self, own: &Outline, eye: Vec2) -> Vec<(Cover, String)> {
        let within = self.book.fire.cover_within + self.numbers().tolerance;
        let goals = goals(own, eye);
        let between = |obstacle: &&Obstacle| {
            let mut legs = obstacle.line.windows(2);
            obstacle.cover.is_some()
                && legs.any(|leg| goals.iter().any(|goal| crossing(eye, *goal, leg[0], leg[1]).is_some()))
                && own.gap_to_line(&obstacle.line) <= within
        };
        let offer =
            |obstacle: &Obstacle| offered(obstacle.cover.as_deref(), || format!("behind a {}", spoken(&obstacle.kind)));
        self.view.terrain().obstacles.iter().filter(between).filter_map(offer).collect()
    }

    /// SB-9.11: the best cover of an outline in melee: the building that it is in, the ground in which its edge touches,
    /// and what lies within an inch toward a point behind the enemy.
    pub fn melee_cover(&self, own: &Outline, house: Option<usize>, behind: Vec2) -> Option<(Cover, String)> {
        if let Some(house) = house {
            return self.walls(house);
        }
        if !self.may_be_covered(own, self.book.fire.cover_within + self.numbers().tolerance) {
            return None;
        }
        let mut found = self.ground_covers(own, block::nearest_point(own, behind));
        found.extend(self.obstacle_covers(own, behind));
        found.sort_by_key(|(cover, _)| *cover);
        found.pop()
    }
}

/// The points of an outline at which fire from a point is aimed.
fn goals(own: &Outline, eye: Vec2) -> [Vec2; 2] {
    [block::nearest_point(own, eye), block::entry(own, eye)]
}

/// Cover of a code in the table of terrain, with what gives it.
fn offered(code: Option<&str>, label: impl FnOnce() -> String) -> Option<(Cover, String)> {
    Some((Cover::of(code)?, label()))
}
