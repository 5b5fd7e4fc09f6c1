//! What is seen beside the pieces while the log is shown: fire and smoke, shot, dust and water, cloths that fall.
//!
//! All of it follows from the log and the moment at which it is shown, so that it is the same whenever it is looked at.
//!
//! 1. [`speck`]: the few things of which all of it consists.
//! 2. [`smoke`]: a volley and what it leaves behind; [`drift`]: the smoke of the volleys before, as it thins.
//! 3. [`shot`]: a ball on its way; [`ground`]: dust and water under feet and hoofs; [`cloth`]: a cloth that falls.
//! 4. [`ways`]: where pieces went, for a player who wants nothing to move.
//! 5. [`canvas`]: specks as two meshes, one under the pieces and one over them, which are written anew in place.

pub mod canvas;
pub mod cloth;
pub mod drift;
pub mod ground;
pub mod shot;
pub mod smoke;
pub mod speck;
pub mod ways;

use bevy::prelude::*;

use self::{drift::Bank, ground::Underfoot, speck::Speck};
use super::{
    pieces::{
        art::Art,
        beat::mover_of,
        motion::{Going, Scene},
    },
    session::Session,
    stage::FrameSystems,
};
use grapeshot_game::picture::{blocks::Mover, palette::Palette};

/// The most specks that are drawn at once: the smoke of old volleys is left out first.
const MOST: usize = 1500;

/// What is seen beside the pieces in this moment.
#[derive(Resource, Debug, Default, PartialEq)]
pub struct Effects {
    /// Those that move first, then the smoke that lies.
    pub specks: Vec<Speck>,
    banks: Vec<Bank>,
}

impl Effects {
    /// Takes what is seen in a moment of a battle.
    pub fn take(&mut self, session: &Session, scene: &Scene, palette: Palette) {
        self.specks.clear();
        let playback = session.playback();
        if playback.reduced_motion {
            ways::lay(session.shown_events(), &mut self.specks);
            return;
        }
        self.move_with(session, scene, palette);
        let (view, shown) = (session.view(), session.shown());
        let guns = |piece| mover_of(&view, shown, piece) == Mover::Guns;
        drift::banks(session.settled_events(), shown, &guns, &mut self.banks);
        let under_way = playback.beat().map_or(0.0, |beat| (beat.elapsed / beat.length.max(0.01)).min(1.0));
        drift::lie(&self.banks, under_way, &mut self.specks);
        self.specks.truncate(MOST);
    }

    /// What the running beat brings.
    fn move_with(&mut self, session: &Session, scene: &Scene, palette: Palette) {
        let out = &mut self.specks;
        for firing in &scene.firing {
            smoke::fire(firing, out);
            shot::fly(firing, out);
        }
        if !scene.going.is_empty() {
            let view = session.view();
            let ground = view.ground();
            scene.going.iter().filter(|going| Self::stirs(going)).for_each(|going| {
                ground::stir(going, &|at| Underfoot::at(ground, at), out);
            });
        }
        scene.cloths.iter().for_each(|falling| cloth::fall(falling, palette, out));
    }

    /// Whether a piece is still on its way.
    fn stirs(going: &Going) -> bool {
        going.share > 0.0 && going.share < 1.0
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Effects>()
        .add_systems(Startup, canvas::lay)
        .add_systems(Update, (take, canvas::paint).chain().in_set(FrameSystems::Mark));
}

fn take(
    session: Option<Res<Session>>,
    scene: Res<Scene>,
    art: Res<Art>,
    mut effects: ResMut<Effects>,
    mut there: Local<bool>,
) {
    let changed = scene.is_changed() || session.as_ref().is_some_and(|session| session.is_changed());
    if !changed && session.is_some() == *there {
        return;
    }
    *there = session.is_some();
    let next = effects.bypass_change_detection();
    let before = !next.specks.is_empty();
    match &session {
        Some(session) => next.take(session, &scene, art.palette()),
        None => next.specks.clear(),
    }
    if before || !next.specks.is_empty() {
        effects.set_changed();
    }
}

#[cfg(test)]
mod tests;
