use bevy::prelude::*;
use grapeshot_screen::{session::Session, stage::Stage};

use crate::page;

pub fn plugin(app: &mut App) {
    app.add_systems(Last, show);
}

/// Tells the page what is seen, whenever that changes.
fn show(stage: Res<State<Stage>>, session: Option<Res<Session>>, mut known: Local<(usize, String)>) {
    let changed = session.as_ref().is_some_and(|session| session.is_changed());
    if !stage.is_changed() && !changed {
        return;
    }
    let stage = format!("{:?}", stage.get()).to_lowercase();
    let Some(session) = session else {
        page::show(&stage, 0, "", false);
        return;
    };
    let battle = session.battle();
    let orders = battle.orders().len();
    if session.is_added() || known.0 != orders {
        *known = (orders, format!("{:016x}", battle.checksum()));
    }
    page::show(&stage, orders as u32, &known.1, session.at_stake().is_some());
}
