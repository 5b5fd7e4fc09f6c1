//! Files on the march: the head goes its way and each other stand follows on the path behind it (FF-7.1, FF-7.2).

use bevy::math::Vec2;

use super::going::{Going, Stage};
use crate::{
    book::formations::{Bend, Formation, Pose, Stands},
    state::view::FuryView,
};
use grapeshot_floor::{
    forces::UnitId,
    orders::Refusal,
    shared::{
        formed::walk::{Body, Ground, Marching, Moment, Purse, USED_UP, Walker, thinner},
        refuse,
    },
    table::{measure::nearest_on_segment, position::Heading},
};

/// Inches of a step in which the walk of a file is worked out.
const FINE: f32 = 0.1;
/// Inches between the moments of that walk that are kept.
const KEPT: f32 = 0.5;

impl Going<'_> {
    /// FF-7.2: walks the head of a file along legs, while the others follow on its path.
    pub(super) fn file(&self, walker: &mut Walker<'_, Self>, legs: &[Vec2]) {
        let start = walker.now().clone();
        let whole: f32 = legs.iter().map(|leg| leg.length()).sum();
        let (middle, reach) = (start.body.place().at, start.body.reach() + whole);
        let others = self.bars(&start, middle, reach);
        let ground = self.ground(&start, middle - reach, middle + reach);
        // The track is the way behind the head, its end first.
        let mut track = start.pose.track(start.body.half_depth() * 2.0);
        track.reverse();
        for leg in legs.iter().filter(|leg| leg.length() > 1e-3) {
            let corner = track[track.len() - 1];
            let (ahead, length) = (leg.normalize(), leg.length());
            let (mut gone, mut kept, mut unpaid) = (0.0, 0.0, 0.0);
            while gone < length - 1e-4 {
                let (pace, even) = ground.pace(corner + ahead * gone, ahead, FINE);
                let step = even.min(length - gone);
                let filed = |inches: f32| self.filed(&start, &track, corner + ahead * inches, Heading::of(ahead));
                let body = filed(gone + step);
                let before = walker.now().body.clone();
                let why =
                    others.iter().find(|bar| presses(&body, &before, bar.outline)).map(|bar| self.barred_by(bar.who));
                let (rate, name) = ground.rate(&body);
                let closed = (rate <= 0.0).then(|| self.closed(&body, name));
                let crossed =
                    || ground.across(&body).into_iter().find_map(|index| self.crossing(index, &walker.purse).err());
                let left = walker.purse.left();
                if let Some(why) = why.or(closed).or_else(crossed) {
                    keep(walker, filed(gone), unpaid);
                    walker.stop(why);
                    return;
                }
                let inches = step.min(left * pace);
                walker.pay(inches / pace, "the way of the file".into(), "FF-7.2");
                gone += inches;
                kept += inches;
                unpaid += inches / pace;
                if inches < step - 1e-4 {
                    keep(walker, filed(gone), unpaid);
                    walker.stop(USED_UP);
                    return;
                }
                if kept >= KEPT {
                    keep(walker, filed(gone), unpaid);
                    (kept, unpaid) = (0.0, 0.0);
                }
            }
            if unpaid > 0.0 {
                let end = self.filed(&start, &track, corner + *leg, Heading::of(ahead));
                keep(walker, end, unpaid);
            }
            track.push(corner + *leg);
        }
    }

    /// The stands of a file whose head is at a point, the others on the track behind it.
    fn filed(&self, start: &Stage, track: &[Vec2], head: Vec2, facing: Heading) -> Stands {
        let straight = Pose { bend: Bend::default(), ..start.pose.at(head, facing) };
        let behind: Vec<Vec2> = track.iter().rev().copied().collect();
        let pose = Pose { bend: Bend::behind(&straight, &behind, start.body.half_depth() * 2.0), ..straight };
        self.ff.body_in(self.unit, &pose)
    }
}

fn keep(walker: &mut Walker<'_, Going<'_>>, body: Stands, cost: f32) {
    let next = walker.now().with(body, walker.now().cost + cost);
    walker.moments.push(next);
}

/// Whether a body presses deeper into an outline than it did before.
fn presses(body: &Stands, before: &Stands, outline: grapeshot_floor::table::footprint::Outline) -> bool {
    body.outlines().zip(before.outlines()).any(|(now, before)| {
        thinner(&now).overlap(&outline) > 0.0 && now.overlap(&outline) > before.overlap(&outline) + 1e-4
    })
}

impl FuryView<'_> {
    /// FF-7.1: the pose of a unit that touches a road as a file on it: its head where it is nearest to the road, the
    /// others behind it along the road, in the direction of the road that is nearer to a heading.
    ///
    /// # Errors
    /// If it touches no road.
    pub fn on_road(&self, unit: UnitId, from: &Pose, to: Formation, wanted: Heading) -> Result<Pose, Refusal> {
        let tolerance = self.numbers().tolerance;
        let body = self.body_in(unit, from);
        let touches = |road: &&grapeshot_floor::table::terrain::Road| {
            body.outlines().any(|stand| stand.gap_to_line(&road.line) <= road.width / 2.0 + tolerance)
        };
        let Some(road) = self.view.terrain().roads.iter().find(touches) else {
            return refuse("FF-7.1", format!("{} touches no road", self.name(unit)));
        };
        let spots =
            road.line.windows(2).enumerate().map(|(n, leg)| (n, nearest_on_segment(from.front, leg[0], leg[1])));
        let nearest = spots.min_by(|a, b| a.1.distance(from.front).total_cmp(&b.1.distance(from.front)));
        let Some((leg, head)) = nearest else {
            return refuse("FF-7.1", format!("{} touches no road", self.name(unit)));
        };
        let along = Heading::from_to(road.line[leg], road.line[leg + 1]);
        let onward = along.angle_to(wanted) <= 90.0;
        let facing = if onward { along } else { along.about() };
        let behind: Vec<Vec2> = match onward {
            true => road.line[..=leg].iter().rev().copied().collect(),
            false => road.line[leg + 1..].to_vec(),
        };
        let straight = from.form(to).at(head, facing);
        let depth = self.count(unit) as f32 * self.size(unit).1;
        let track: Vec<Vec2> = std::iter::once(head).chain(behind).collect();
        Ok(Pose { bend: Bend::behind(&straight, &track, depth), ..straight })
    }
}
