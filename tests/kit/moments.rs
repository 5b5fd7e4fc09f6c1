//! The law of looking back: any moment of a battle is come to again as it was, with few orders given again.

use bevy::{
    app::App,
    ecs::{resource::Resource, schedule::IntoScheduleConfigs, system::ResMut},
};
use grapeshot::{
    ai::{Level, commander},
    battle::{Battle, Plugins},
    scenario::Scenario,
    turn::{Resolve, ResolveSystems, Rulebooks},
};
use std::sync::Arc;

/// The moments of a battle that are looked back at.
const LOOKS: usize = 12;
/// The next moment is this many orders farther on, where the beginning follows the end. It is a prime, so that none comes
/// twice.
const FARTHER: usize = 7919;

/// How many orders were carried out in a world.
#[derive(Resource, Default)]
struct Given(usize);

fn count(mut given: ResMut<Given>) {
    given.0 += 1;
}

/// Has every ruleset of an app count the orders that are carried out in its world.
pub fn count_orders(app: &mut App) {
    app.init_resource::<Given>();
    let ids: Vec<_> = app.world().resource::<Rulebooks>().iter().map(|book| book.id).collect();
    for id in ids {
        app.add_systems(Resolve::of(id), count.before(ResolveSystems::Obey));
    }
}

/// A battle with this many blind orders, or fewer if it ends before.
pub fn blind(scenario: &Arc<Scenario>, plugins: Plugins, seed: u64, orders: usize) -> Battle {
    let mut battle = Battle::new(scenario, seed, plugins);
    give_blindly(&mut battle, orders);
    battle
}

/// Gives blind orders until this many were given or the battle is over.
pub fn give_blindly(battle: &mut Battle, orders: usize) {
    let mut blind = commander(Level::Random, battle.seed() ^ 0xB11D);
    while let Some(ask) = battle.awaiting().asks.first().cloned().filter(|_| battle.orders().len() < orders) {
        battle.submit(blind.decide(battle, &ask).order).expect("a candidate is allowed");
    }
}

/// Looks back at moments far and near, and at each finds the battle as it was when it was played from its beginning on.
/// Its rulesets count orders. Gives the most orders that were given again for a look.
///
/// # Panics
/// If a moment is another than it was.
pub fn looked_back(battle: &Battle) -> usize {
    let orders = battle.orders().len();
    let moment = |battle: &Battle| (battle.checksum(), battle.awaiting().clone());
    let mut played = Battle::new(battle.scenario(), battle.seed(), battle.plugins());
    played.keep_undo(0);
    let mut moments = vec![moment(&played)];
    for given in 0..orders {
        played.give_as(battle, given);
        moments.push(moment(&played));
    }
    let given = |past: &Battle| past.world().resource::<Given>().0;
    let mut past = battle.at(0);
    past.keep_undo(0);
    let mut most = 0;
    for step in (0..LOOKS).map(|look| look * FARTHER % (orders + 1)) {
        let before = given(&past);
        past.come_to(step, battle);
        most = most.max(given(&past) - before);
        let at = format!("{} seed {} order {step}", battle.scenario().id, battle.seed());
        assert_eq!(past.orders(), &battle.orders()[..step], "{at}: other orders were given");
        assert_eq!(moment(&past), moments[step], "{at}: the moment is another");
        let told = past.log().events();
        assert_eq!(told, &played.log().events()[..told.len()], "{at}: the log tells another story");
    }
    most
}
