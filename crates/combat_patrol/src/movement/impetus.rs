//! Impetus: the last inches of a ride into contact (`Impetus`).

use bevy::math::Vec2;

use crate::{
    state::{sequence_of_play::Ride, ways::Route},
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    forces::PieceId,
    table::{
        path::{self, Going, Part},
        position::Heading,
    },
};

impl SkirmishView<'_> {
    /// `Impetus`: whether a rider that came along these corners has impetus: the last 4 inches are one straight line
    /// along his facing over open, flat ground.
    pub fn has_impetus(&self, rider: PieceId, corners: &[Vec2], facing: Heading) -> bool {
        if !self.mounted(rider) {
            return false;
        }
        let Some(run) = self.straight_run(corners, facing) else { return false };
        let ground = self.view.ground();
        let mover = self.mover(rider);
        let level = ground.level_at(run[1]);
        path::survey(ground, &run).iter().all(|part| match part {
            Part::Crossing { .. } => false,
            Part::Stretch(stretch) => {
                let middle = stretch.from.midpoint(stretch.to);
                let flat = [stretch.from, middle, stretch.to].iter().all(|at| ground.level_at(*at) == level);
                flat && mover.cost_per_inch(&stretch.feature).is_ok_and(|cost| cost <= 1.0)
            }
        })
    }

    /// Whether a rider has impetus at the end of a route.
    pub fn gives_impetus(&self, route: &Route) -> bool {
        let corners: Vec<Vec2> = route.places.iter().map(|place| place.at).collect();
        self.has_impetus(route.piece, &corners, route.end().facing)
    }

    /// The last 4 inches of a way, if they are straight along a facing.
    fn straight_run(&self, corners: &[Vec2], facing: Heading) -> Option<[Vec2; 2]> {
        let end = *corners.last()?;
        let horse = self.horse();
        let mut left = horse.impetus_run;
        for pair in corners.windows(2).rev() {
            let length = pair[0].distance(pair[1]);
            if length < 1e-4 {
                continue;
            }
            if Heading::from_to(pair[0], pair[1]).angle_to(facing) > horse.straight_within {
                return None;
            }
            left -= length;
            // A ten-thousandth of an inch more lets a run of just 4 inches count, whatever the rounding.
            if left <= 1e-4 {
                return Some([end - facing.forward() * horse.impetus_run, end]);
            }
        }
        None
    }

    /// How a figure comes into a fight that went along a route to where it stands.
    pub fn ride_of(&self, route: &Route) -> Ride {
        let corners: Vec<Vec2> = route.places.iter().map(|place| place.at).collect();
        let facing = self.view.place(route.piece).facing;
        Ride { moved: route.length() > 0.01, impetus: self.has_impetus(route.piece, &corners, facing) }
    }
}
