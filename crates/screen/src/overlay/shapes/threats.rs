//! What units could reach and shoot at, as marks.

use super::{Kind, Marks, OVER, UNDER, of};
use crate::{
    overlay::{
        instruments::{MarkedThreat, threats},
        pen::{HALO, arc, circle},
    },
    session::Session,
    theme,
};
use grapeshot_floor::turn::rules::Arc2;
use grapeshot_game::battle::reconnaissance::Threat;

/// Marks the threat of the tool that lies on the table: whole for those that are looked at, faint for all others.
pub(super) fn mark(marks: &mut Marks, session: &Session) {
    for MarkedThreat { threat, whole } in threats(session) {
        let unit = threat.unit.index();
        if let Some(fire) = &threat.fire {
            mark_fire(marks, unit, fire, whole);
        }
        let Threat { middle, radius: Some(radius), .. } = threat else { continue };
        let ring = circle(middle, radius);
        if whole {
            let look = marks.mark(Kind::Threat, unit, OVER).line(&ring, true, 3.6, of(HALO, 0.6));
            look.dashes(&ring, true, (9.0, 5.0), 1.6, of(theme::INK, 1.0));
        } else {
            marks.mark(Kind::Threat, unit, UNDER).dashes(&ring, true, (2.0, 6.0), 1.2, of(theme::INK2, 0.7));
        }
    }
}

/// Marks a field of fire, nearer bands darker; if it is one of many, only its wash.
pub(super) fn mark_fire(marks: &mut Marks, unit: usize, fire: &Arc2, whole: bool) {
    let (from, to) = (fire.heading.0 - fire.half_angle, fire.heading.0 + fire.half_angle);
    let farthest = fire.bands.len().saturating_sub(1);
    for (n, (radius, _)) in fire.bands.iter().enumerate() {
        if !whole && n < farthest {
            continue;
        }
        let mut outline = arc(fire.apex, *radius, from, to);
        if fire.half_angle < 179.0 {
            outline.push(fire.apex);
        }
        let look = marks.mark(Kind::Fire, unit, UNDER);
        look.fill(&outline, of(theme::TARGET, if whole { 0.12 } else { 0.08 }));
        let (points, alpha) = if whole { (1.4, 1.0) } else { (0.8, 0.4) };
        look.line(&outline, true, points, of(theme::TARGET, alpha));
    }
}
