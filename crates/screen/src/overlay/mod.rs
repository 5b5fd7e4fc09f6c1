//! What lies on the table beside ground and pieces: what is chosen, what may be done, what an order would do.
//!
//! 1. [`shapes`]: reaches, arcs and range bands, zones, objectives, templates, ways, frames, as shapes.
//! 2. [`over`]: above them, painted before the panels: what ways cost, the reticle; [`chances`]: of men
//!    under fire, of fights to come; [`rolls`]: dice that roll.
//! 3. [`tags`]: what units carry: flags, names, states, losses; [`chits`]: their orders; both beside where they
//!    [`stand`]; [`ground`]: the names of the ground; [`aims`]: what an order aims at and goes over.
//! 4. [`room`]: where words may lie, so that they cover no piece and no other word.
//! 5. [`instruments`]: ruler, lines of sight, what units could reach; [`survey`]: the same of a table that is looked at.
//! 6. [`ghosts`]: the figures where the order would bring them.
//! 7. [`pen`]: lines with a halo, dashes, chips.

mod aims;
mod chances;
mod chits;
pub mod ghosts;
mod ground;
mod instruments;
pub mod over;
pub mod pen;
mod rolls;
pub mod room;
mod shapes;
mod slip;
mod stand;
pub mod survey;
pub mod tags;
#[cfg(test)]
mod tests;

use bevy::{ecs::system::SystemParam, prelude::*};
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{LayerId, Rect, Vec2},
};

use self::{ground::GroundNames, pen::Pen, room::Room, survey::Surveyed, tags::Tags};
use super::{
    camera::BoardView,
    pieces::{Acted, art::Art, motion::Scene, things::Things},
    pointer::{Pointer, tag_places::TagPlaces},
    session::{Draft, Session},
    stage::{FrameSystems, has_table},
    widgets,
};
use grapeshot_game::picture::{
    map::{Layer, Survey},
    palette::Palette,
};

/// What is painted with egui, in this order: the board's own marks lie under the panels.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PaintSystems {
    /// Tags and marks of the board.
    Board,
    /// The panels over the board.
    Panels,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Tags>()
        .init_resource::<TagPlaces>()
        .init_resource::<GroundNames>()
        .init_resource::<Surveyed>()
        .configure_sets(EguiPrimaryContextPass, (PaintSystems::Board, PaintSystems::Panels).chain())
        .add_systems(EguiPrimaryContextPass, paint.in_set(PaintSystems::Board).run_if(has_table))
        .add_systems(
            Update,
            (tags::gather, ground::gather, survey::gather, shapes::draw, ghosts::stand)
                .chain()
                .in_set(FrameSystems::Mark),
        );
}

/// What is seen of the table.
#[derive(SystemParam)]
struct Seen<'w> {
    view: Res<'w, BoardView>,
    scene: Res<'w, Scene>,
    things: Res<'w, Things>,
    acted: Res<'w, Acted>,
    tags: Res<'w, Tags>,
    names: Res<'w, GroundNames>,
    surveyed: Res<'w, Surveyed>,
    art: Res<'w, Art>,
    pointer: Res<'w, Pointer>,
}

fn paint(
    mut contexts: EguiContexts,
    session: Option<Res<Session>>,
    seen: Seen,
    mut places: ResMut<TagPlaces>,
) -> Result {
    let Some(session) = session else {
        *places = TagPlaces::default();
        return Ok(());
    };
    let painter = contexts.ctx_mut()?.layer_painter(LayerId::background());
    widgets::keep_place_under(&painter);
    let room = Room::of(&session, &seen.view, &seen.scene);
    let mut pen = Pen { painter, view: &seen.view, room };
    let (scene, things, acted, names) = (&seen.scene, &seen.things, &seen.acted, &seen.names);
    let marked = Marked { scene, things, acted, names, survey: &seen.surveyed.survey, palette: seen.art.palette() };
    label(&mut pen, &session, marked, &seen.tags, &seen.pointer, &mut places);
    Ok(())
}

/// What lies on the table, and what is known of it.
#[derive(Clone, Copy)]
struct Marked<'s> {
    scene: &'s Scene,
    things: &'s Things,
    acted: &'s Acted,
    names: &'s GroundNames,
    survey: &'s Survey,
    palette: Palette,
}

/// Paints marks and words on the table. What comes first finds the better place: the order in hand, the unit that is
/// chosen, then ranges and places, then all other units and the ground. The piece under the pointer gets the room that
/// they leave, so that nothing moves as the pointer passes.
fn label(
    pen: &mut Pen,
    session: &Session,
    Marked { scene, things, acted, names, survey, palette }: Marked,
    tags: &Tags,
    pointer: &Pointer,
    places: &mut TagPlaces,
) {
    places.begin(session.caught_up());
    crate::panels::lesson::rings_on_table(&pen.painter, session, pen.view);
    if let Some(draft) = session.draft() {
        keep_clear(pen, session, draft);
    }
    instruments::paint(pen, session);
    survey::paint(pen, session, survey);
    over::paint_order(pen, session);
    rolls::paint(pen, session, scene);
    chances::paint_fights(pen, session);
    chances::paint_charges(pen, session);
    chances::paint_parts(pen, session);
    tags::paint_chosen(pen, session, scene, tags, places);
    over::paint_names(pen, session, things, scene);
    over::draw_scale(pen);
    if session.shows(Layer::Names) {
        tags::paint_rest(pen, session, scene, tags, places);
    }
    ground::paint(pen, names);
    over::name_goals(pen, session, palette);
    over::paint_pointed(pen, session, pointer, things, scene, acted);
    tags::paint_pointed(pen, session, scene, tags, places);
}

/// Keeps words off the ends of the planned moves and off the target.
fn keep_clear(pen: &mut Pen, session: &Session, draft: &Draft) {
    for planned in draft.plan().into_iter().flat_map(|plan| &plan.moves) {
        if let Some(piece) = session.shown().piece(planned.piece) {
            pen.room.stand(pen.view, planned.outline(piece.footprint));
        }
    }
    if let Some(target) = draft.shown().target.and_then(|target| session.shown().piece(target)) {
        let around = Vec2::splat(pen.view.points_per_inch() + 16.0);
        pen.room.take(Rect::from_center_size(pen.at(target.place.at), around));
    }
}
