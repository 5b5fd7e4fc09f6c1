//! Marks on the table as shapes: each reach, band, zone, template, track, way, frame and ghost is one entity with a
//! [`Shape`], its halo, hatching and dashes are its children. It changes only when what it shows changes.
//!
//! 1. [`gather`] lists what is to be marked: [`under`] the pieces, [`ways`] over them, [`threats`] of the enemy, the
//!    [`layers`] of a table that is looked at.
//! 2. [`draw`] compares that with what is marked, and spawns, changes and despawns.

mod layers;
mod look;
mod strokes;
mod threats;
mod under;
mod ways;

use std::collections::BTreeMap;

use bevy::{camera::visibility::NoFrustumCulling, prelude::*};
use bevy_egui::egui::Color32;
use bevy_prototype_lyon::prelude::Shape;

use self::look::Look;
pub(super) use self::under::arcs;
use super::survey::Surveyed;
use crate::{
    camera::BoardView,
    pieces::{Cast, art::Art, motion::Scene, things::Things},
    session::{InHand, Session},
};
use grapeshot_floor::forces::{PieceId, SideId};
use grapeshot_game::picture::{map::Survey, palette::Coat};

/// The layer of range bands, reach and command radii: over the buildings, under the walnut that ends the table.
const UNDER: f32 = 7.85;
/// The layer of the gold frame round what is chosen.
const FRAME: f32 = 9.5;
/// The layer of ways and of the ends of moves: over the crowns of trees, so that a way through a wood is seen.
const OVER: f32 = 13.8;
/// The difference in height from one mark to the next within a layer, and from the parts of a mark to the next.
const STEP: f32 = 1e-4;

/// What a mark stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Where a side may set up.
    Zone,
    /// A place worth holding.
    Objective,
    /// An area or a stretch of the edge that earns points.
    Goal,
    /// Where units come later.
    Arrival,
    /// A command radius.
    Reach,
    /// The edges of a field of fire.
    Arc,
    /// A range band.
    Band,
    /// What an order would cover, or has covered.
    Template,
    /// Where somebody may be found.
    Suspected,
    /// The gold frame of a chosen unit or piece.
    Frame,
    /// How far an enemy could come.
    Threat,
    /// What an enemy could shoot at.
    Fire,
    /// Ground that makes a way dear.
    Slow,
    /// The way of a piece.
    Way,
    /// Where a move would end.
    Ghost,
    /// The way of the piece that pays most for it.
    Longest,
    /// A line of fire.
    Aim,
    /// A charge that was declared.
    Charge,
}

/// A mark on the table, known by its kind and two numbers.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark {
    /// What it stands for.
    pub kind: Kind,
    /// Which unit, piece, place or arc.
    pub of: usize,
    /// Which part of it.
    pub part: usize,
}

/// All marks that are to lie on the table now.
#[derive(Debug, Default)]
pub struct Marks {
    list: BTreeMap<Mark, Look>,
    /// Inches to one point of the panels.
    pixel: f32,
}

impl Marks {
    /// Adds a mark in a layer; the caller draws its look.
    fn mark(&mut self, kind: Kind, of: usize, layer: f32) -> &mut Look {
        let parts = self.list.range(Mark { kind, of, part: 0 }..=Mark { kind, of, part: usize::MAX }).count();
        let place = layer + (self.list.len() as f32) * STEP * 8.0;
        self.list.entry(Mark { kind, of, part: parts }).or_insert_with(|| Look::new(place, self.pixel))
    }

    /// The kinds of the marks.
    #[cfg(test)]
    pub fn kinds(&self) -> impl Iterator<Item = Kind> {
        self.list.keys().map(|mark| mark.kind)
    }
}

/// A colour of the panels for shapes.
fn of(colour: Color32, alpha: f32) -> Color {
    Color::srgba_u8(colour.r(), colour.g(), colour.b(), (alpha * 255.0) as u8)
}

/// The colour of a side's coat for shapes.
fn coat(session: &Session, art: &Art, side: SideId, alpha: f32) -> Color {
    let coat = session.scenario().sides.get(side.index()).map_or("", |side| side.coat.as_str());
    let [red, green, blue] = art.palette().coat(Coat::named(coat)).channels();
    Color::srgba_u8(red, green, blue, (alpha * 255.0) as u8)
}

/// Gathers all marks that are to lie on the table now.
fn gather(
    session: Option<&Session>,
    view: &BoardView,
    cast: &Cast,
    scene: &Scene,
    things: &Things,
    art: &Art,
    survey: &Survey,
) -> Marks {
    let mut marks = Marks { pixel: view.inches(1.0), ..Marks::default() };
    if let Some(session) = session {
        under::mark_scenario(&mut marks, session, art);
        under::mark_chosen(&mut marks, session, cast, scene);
        threats::mark(&mut marks, session);
        layers::mark(&mut marks, session, art, survey);
        ways::mark(&mut marks, session, things);
    }
    marks
}

/// Spawns, changes and despawns what the marks are drawn with.
pub(super) fn draw(
    mut commands: Commands,
    session: Option<Res<Session>>,
    view: Res<BoardView>,
    cast: Res<Cast>,
    scene: Res<Scene>,
    things: Res<Things>,
    art: Res<Art>,
    surveyed: Res<Surveyed>,
    drawn: Query<(Entity, &Mark, &Look)>,
    mut pointed: Local<Option<(Option<PieceId>, Option<InHand>)>>,
) {
    // The piece under the pointer changes while the battle does not.
    let now = session.as_ref().map(|session| (session.hovered, session.tool));
    let changed = session.as_ref().is_some_and(|session| session.is_changed())
        || view.is_changed()
        || cast.is_changed()
        || scene.is_changed()
        || things.is_changed()
        || surveyed.is_changed()
        || *pointed != now;
    *pointed = now;
    if !changed {
        return;
    }
    let mut wanted = gather(session.as_deref(), &view, &cast, &scene, &things, &art, &surveyed.survey).list;
    wanted.retain(|_, look| !look.is_empty());
    for (entity, mark, look) in &drawn {
        match wanted.remove(mark) {
            None => commands.entity(entity).despawn(),
            Some(now) if now == *look => {}
            Some(now) => {
                commands.entity(entity).despawn_children();
                put(&mut commands, entity, now);
            }
        }
    }
    for (mark, look) in wanted {
        let entity = commands.spawn(mark).id();
        put(&mut commands, entity, look);
    }
}

/// Gives a mark its shape and its children.
fn put(commands: &mut Commands, entity: Entity, look: Look) {
    let mut parts = look.shapes();
    let Some(own) = parts.next() else { return };
    let rest: Vec<Shape> = parts.collect();
    // The extent of a shape changes with it; it is never worth culling.
    commands.entity(entity).insert((own, Transform::from_xyz(0.0, 0.0, look.layer), NoFrustumCulling, look));
    commands.entity(entity).with_children(|children| {
        for (n, shape) in rest.into_iter().enumerate() {
            children.spawn((shape, Transform::from_xyz(0.0, 0.0, (n + 1) as f32 * STEP), NoFrustumCulling));
        }
    });
}

#[cfg(test)]
mod tests;
