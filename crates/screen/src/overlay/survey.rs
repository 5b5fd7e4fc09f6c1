//! The layers of a table that is looked at: arrivals, sight, reach, fire, command, distances, as the rules answer.

use bevy::prelude::*;
use bevy_egui::egui;

use super::{
    instruments::draw_look,
    pen::{Chip, Pen, inches},
};
use crate::{session::Session, theme};
use grapeshot_floor::forces::{SideId, UnitId};
use grapeshot_game::picture::map::{Layer, Layers, Survey};

/// The most units of which reach and command are told in words.
const TOLD: usize = 8;

/// What the rules say of the table for the layers that are drawn.
#[derive(Resource, Debug, Default)]
pub struct Surveyed {
    pub survey: Survey,
    /// How often the table was laid, whose eyes look, the layers, and the chosen unit, for which the rules were asked.
    known: Option<(u32, u64, Option<SideId>, Layers, Option<UnitId>)>,
}

/// Asks the rules whenever something else is to be drawn.
pub(super) fn gather(session: Option<Res<Session>>, mut surveyed: ResMut<Surveyed>) {
    let looked_at = session.as_ref().filter(|session| session.is_inspected());
    let known = looked_at.map(|session| {
        let about = session.selection().unit.filter(|unit| session.view().knows_unit(*unit));
        (session.laid(), session.scenario().hash, session.viewer(), session.layers(), about)
    });
    if surveyed.known == known {
        return;
    }
    let survey = looked_at
        .zip(known)
        .map_or_else(Survey::default, |(session, (.., layers, about))| Survey::of(&session.view(), layers, about));
    *surveyed = Surveyed { survey, known };
}

/// Draws lines of sight and distances, and writes beside what is drawn.
pub(super) fn paint(pen: &mut Pen, session: &Session, survey: &Survey) {
    if !session.is_inspected() {
        return;
    }
    for (group, names) in &survey.arrivals {
        for stretch in &group.stretches {
            let chance =
                if stretch.chance < 1.0 { format!(" ({:.0} %)", stretch.chance * 100.0) } else { String::new() };
            let [from, to] = stretch.ends;
            pen.chip(pen.at(from.midpoint(to)), &format!("{names}: {}{chance}", group.when), Chip::Plain);
        }
    }
    for look in &survey.looks {
        draw_look(pen, look);
    }
    for (ends, text) in &survey.distances {
        pen.dashes(ends, false, (10.0, 4.0), 1.4, theme::INK);
        pen.chip(pen.at(ends[0].midpoint(ends[1])), text, Chip::Plain);
    }
    let few = |n: usize| n <= TOLD;
    if session.shows(Layer::Reach) && few(survey.threats.len()) {
        for (_, threat) in &survey.threats {
            let (Some(stride), Some(radius)) = (&threat.stride, threat.radius) else { continue };
            let text = format!("{} with {}  {}", inches(stride.inches), stride.label, stride.rule);
            pen.chip(pen.at(threat.middle + Vec2::new(0.0, radius)), &text, Chip::Plain);
        }
    }
    if few(survey.reaches.len()) {
        for (_, reach) in &survey.reaches {
            let foot = pen.at(reach.centre - Vec2::new(0.0, reach.radius)) + egui::vec2(0.0, 10.0);
            pen.chip(foot, &reach.label, Chip::Plain);
        }
    }
}
