//! The track of a solid shot (`ShotTrack`) and what it crosses (`ShotEffect`).

use bevy::math::Vec2;

use crate::view::rulebook::SkirmishView;
use grapeshot_floor::{
    forces::{PieceId, UnitId},
    table::{
        footprint::Outline,
        measure,
        position::{Heading, Place},
        template::Template,
    },
};

/// A straight way from a gun through the point of impact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Track {
    /// The gun, looking along the track.
    pub from: Place,
    /// Inches from the gun to the point of impact.
    pub impact: f32,
    /// Inches from the gun to the end of the track: the end of the shot's run, or what stops it.
    pub end: f32,
}

/// What a track meets: a rank of a close order group, or a man alone.
#[derive(Debug, Clone, PartialEq)]
pub struct Crossed {
    /// Inches from the gun.
    pub at: f32,
    /// The man at stake: the one nearest to the track.
    pub man: PieceId,
    /// Whether he stands in close order.
    pub formed: bool,
}

impl Track {
    /// `ShotTrack`: the dangerous part of the track, as it is drawn.
    pub fn dangerous(&self, half_width: f32) -> Template {
        let point = |along: f32| self.from.offset(along, 0.0);
        Template::Strip { from: point(self.impact.min(self.end)), to: point(self.end), half_width }
    }

    /// Where on the track a convex outline begins and ends, in inches from the gun; none if the track misses it.
    fn cut(&self, hull: &[Vec2]) -> Option<(f32, f32)> {
        let framed: Vec<Vec2> = hull.iter().map(|point| self.from.frame(*point)).collect();
        let mut met: Vec<f32> = Vec::new();
        for (a, b) in measure::edges(&framed) {
            if a.x == 0.0 {
                met.push(a.y);
            }
            if (a.x < 0.0) != (b.x < 0.0) {
                met.push(a.y + (b.y - a.y) * (a.x / (a.x - b.x)));
            }
        }
        let first = met.iter().copied().reduce(f32::min)?;
        let last = met.iter().copied().reduce(f32::max)?;
        Some((first, last))
    }
}

/// The convex outline of some bases.
fn hull(bases: &[Outline]) -> Vec<Vec2> {
    let mut points: Vec<Vec2> = bases.iter().flat_map(Outline::corners).collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    let turn = |a: Vec2, b: Vec2, c: Vec2| (b - a).perp_dot(c - b);
    let half = |points: &mut dyn Iterator<Item = Vec2>| {
        let mut chain: Vec<Vec2> = Vec::new();
        for point in points {
            while chain.len() >= 2 && turn(chain[chain.len() - 2], chain[chain.len() - 1], point) <= 0.0 {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut lower = half(&mut points.iter().copied());
    lower.extend(half(&mut points.iter().rev().copied()));
    lower
}

impl SkirmishView<'_> {
    /// `ShotTrack`: the track of a shot through the point of impact, up to what stops it.
    pub fn track(&self, gun: PieceId, impact: Vec2) -> Track {
        let at = self.view.place(gun).at;
        let from = Place { at, facing: Heading::from_to(at, impact), floor: 0 };
        let impact = at.distance(impact);
        let end = impact + self.artillery().run_on;
        let stop = self.stopped_at(gun, from, end);
        Track { from, impact, end: stop.map_or(end, |stop| stop.min(end)) }
    }

    /// The distance in inches at which a building, an earth bank or higher ground stops a shot. The gun fires over what
    /// it stands behind.
    fn stopped_at(&self, gun: PieceId, from: Place, length: f32) -> Option<f32> {
        let ground = self.view.ground();
        let (start, end) = (from.at, from.offset(length, 0.0));
        let terrain = self.view.terrain();
        let beside = |piece: f32| piece - self.view.footprint(gun).reach() > self.numbers().sight_edge;
        let banks = ground
            .obstacles_crossed(start, end)
            .into_iter()
            .filter(|(n, _)| self.artillery().banks.contains(&terrain.obstacles[*n].kind))
            .map(|(_, share)| share * length)
            .filter(|distance| beside(*distance));
        let cut = |outline: &[Vec2]| {
            let crossed = measure::edges(outline).filter_map(|(a, b)| measure::crossing(start, end, a, b));
            crossed.map(|(share, _)| share * length).reduce(f32::min)
        };
        let walls = terrain.buildings.iter().filter_map(|building| cut(&building.outline));
        let height = ground.level_at(start);
        let hills = terrain.hills.iter().filter(|hill| hill.levels > height).filter_map(|hill| cut(&hill.outline));
        banks.chain(walls).chain(hills).reduce(f32::min)
    }

    /// `ShotTrack`, `ShotEffect`: the ranks and men that a shot puts at stake, from the gun outward.
    pub fn crossed_by(&self, track: &Track) -> Vec<Crossed> {
        let mut crossed = Vec::new();
        for unit in self.view.units() {
            self.crossed_in(track, unit, &mut crossed);
        }
        crossed.sort_by(|a, b| a.at.total_cmp(&b.at).then(a.man.cmp(&b.man)));
        crossed
    }

    fn crossed_in(&self, track: &Track, unit: UnitId, crossed: &mut Vec<Crossed>) {
        let men: Vec<PieceId> = self.men(unit).collect();
        if men.is_empty() {
            return;
        }
        let base = |piece: &PieceId| self.view.outline(*piece);
        // If the round comes down inside a unit, the ranks in front of it are in danger too.
        let inside = track
            .cut(&hull(&men.iter().map(base).collect::<Vec<_>>()))
            .filter(|(first, last)| *first <= track.impact && track.impact <= *last);
        let from = inside.map_or(track.impact, |(first, _)| first);
        let to = track.end;
        let beside = |piece: &PieceId| track.from.frame(self.view.place(*piece).at).x.abs();
        let along = |piece: &PieceId| track.from.frame(self.view.place(*piece).at).y;
        let enfilade = self.settings().guns.enfilade_ranks;
        let mut ranks: Vec<(PieceId, u8, Vec<PieceId>)> = Vec::new();
        for man in &men {
            let body = self.supplement().body_of(self, *man);
            if body.len() < 2 {
                let far = along(man);
                if beside(man) <= self.artillery().beside_track + 1e-4 && (from..=to).contains(&far) {
                    crossed.push(Crossed { at: far, man: *man, formed: false });
                }
                continue;
            }
            let rank = self.supplement().rank_in_body(self, *man);
            match ranks.iter_mut().find(|(first, known, _)| !enfilade && *first == body[0] && *known == rank) {
                Some((.., rank)) => rank.push(*man),
                None => ranks.push((body[0], rank, vec![*man])),
            }
        }
        for (.., rank) in ranks {
            let Some((first, last)) = track.cut(&hull(&rank.iter().map(base).collect::<Vec<_>>())) else { continue };
            if last < from || first > to {
                continue;
            }
            let nearest = rank.iter().min_by(|a, b| beside(a).total_cmp(&beside(b)).then(a.cmp(b)));
            let man = *nearest.expect("a rank has men");
            crossed.push(Crossed { at: first.max(from), man, formed: true });
        }
    }
}
