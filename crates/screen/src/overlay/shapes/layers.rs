//! The layers of a table that is looked at, as marks: where units come, what they could reach and shoot at, command
//! radii.

use super::{Kind, Marks, UNDER, coat, of, threats::mark_fire};
use crate::{
    overlay::pen::{HALO, circle},
    pieces::art::Art,
    session::Session,
    theme,
};
use grapeshot_game::picture::map::{Layer, Survey};

/// The most units whose fields of fire are marked with all their bands.
const WHOLE: usize = 4;

/// Marks what the rules say of the units, in the colours of their sides.
pub(super) fn mark(marks: &mut Marks, session: &Session, art: &Art, survey: &Survey) {
    for (group, _) in &survey.arrivals {
        for (n, stretch) in group.stretches.iter().enumerate() {
            let colour = coat(session, art, group.side, 1.0);
            let look = marks.mark(Kind::Arrival, group.side.index(), UNDER);
            look.line(&stretch.ends, false, 13.0, of(HALO, 0.8));
            match n {
                0 => look.line(&stretch.ends, false, 9.0, colour),
                _ => look.dashes(&stretch.ends, false, (9.0, 6.0), 9.0, colour),
            };
        }
    }
    let whole = survey.threats.len() <= WHOLE;
    for (side, threat) in &survey.threats {
        let unit = threat.unit.index();
        if let Some(fire) = threat.fire.as_ref().filter(|_| session.shows(Layer::Fire)) {
            mark_fire(marks, unit, fire, whole);
        }
        if let Some(radius) = threat.radius.filter(|_| session.shows(Layer::Reach)) {
            let ring = circle(threat.middle, radius);
            let look = marks.mark(Kind::Threat, unit, UNDER).line(&ring, true, 3.0, of(HALO, 0.45));
            look.dashes(&ring, true, (3.0, 5.0), 1.6, coat(session, art, *side, 1.0));
        }
    }
    for (n, (side, reach)) in survey.reaches.iter().enumerate() {
        let ring = circle(reach.centre, reach.radius);
        let look = marks.mark(Kind::Reach, n, UNDER).line(&ring, true, 3.5, of(theme::PAPER_LIGHT, 0.5));
        look.dashes(&ring, true, (9.0, 5.0), 1.8, coat(session, art, *side, 0.9));
    }
}
