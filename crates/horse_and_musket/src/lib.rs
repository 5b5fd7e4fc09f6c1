//! Horse & Musket: Napoleonic skirmish, one figure to one man, on the core of Combat Patrol.
//!
//! The core does the turn, cards, shooting, fights and morale; this folder adds weapons and their loading (chapter 3)
//! and close order (chapter 5):
//!
//! 1. `data` and [`files`]: the supplement's numbers, and what belongs together in their files.
//! 2. `groups`: which figures are in close order with each other, and in which rank.
//! 3. `body`: how a group moves as one.
//! 4. `close_order`: what close order does to fire, fights, morale and activation.

mod body;
mod close_order;
mod data;
pub mod files;
mod groups;

use bevy::app::App;
use smol_str::SmolStr;
use std::{collections::BTreeMap, sync::Arc};

use data::Data;
use grapeshot_combat_patrol as combat_patrol;
use grapeshot_combat_patrol::{
    CombatPatrol,
    arms::{self, troop},
    book::{
        cites::horse_and_musket as cites,
        gaits,
        rule_settings::{CoreSettings, EngineerSettings, GunSettings, HorseSettings, TroopSettings},
    },
    turn::{chapters, settings},
};
use grapeshot_floor::{
    files::DataFiles,
    shared::settings::with_default,
    turn::{RulesetId, Unplayed, quick::QuickLists, vocabulary::Vocabulary},
};

/// The id of this ruleset.
pub const HORSE_AND_MUSKET: RulesetId = RulesetId("horse_and_musket");

/// HM-3.6: default Endurance.
const ENDURANCE: u8 = 2;

/// Herds are driven, and here are none.
const NO_HERDS: Unplayed =
    Unplayed::new("victory: zones: driven", "Leave it out: nobody drives herds in these rules, as in Old West.");

/// Adds the ruleset.
///
/// # Panics
/// If a data file of the user is wrong; they are checked before, by [`files::check`].
pub fn plugin(app: &mut App) {
    let user = app.world().get_resource::<DataFiles>().cloned().unwrap_or_default();
    let data = match user.made(Data::read) {
        Ok(data) => data,
        Err((file, problem)) => panic!("{}: {}", file.name, problem.message),
    };
    let vocabulary = vocabulary(&data);
    let supplement =
        close_order::HorseAndMusket::new(data.close_order.clone(), data.troops.clone(), data.worth.clone());
    let rules = CombatPatrol::new(
        &user,
        data.weapons.clone(),
        data.guns.clone(),
        Arc::new(supplement),
        cites,
        chapters::all(cites),
    );
    combat_patrol::add_ruleset(app, HORSE_AND_MUSKET, "Horse & Musket", &["HM", "CP"], vocabulary, rules);
}

/// The sides and units of a battle that a designer begins with.
const NEW_BATTLE: &str = r#"    sides: [
        (key: "british", name: "British patrol", short: "British", coat: "british", flag: "british", own_edge: "south"),
        (key: "french", name: "French patrol", short: "French", coat: "french", flag: "french", own_edge: "north"),
    ],
    units: [
        (key: "br_lt", name: "Lieutenant Grey", side: "british", kind: "foot", at: ($X, $NEAR), facing: 90, values: (guts: "Regular", accuracy: "Regular", melee: 0, endurance: 2, reaction: 3, weapons: ["sword", "pistol"]),
            leader: (name: "Lieutenant Grey", values: (level: "platoon", rank: "lieutenant"))),
        (key: "br_1", name: "Section Hale", side: "british", under: "br_lt", kind: "foot", figures: 6, layout: "line", at: ($X, $NEARER), facing: 90,
            values: (guts: "Regular", accuracy: "Regular", melee: 0, endurance: 2, reaction: 3, weapons: ["musket", "bayonet"]), leader: (name: "Sergeant Hale", values: (level: "team", rank: "sergeant"))),
        (key: "fr_lt", name: "Lieutenant Roche", side: "french", kind: "foot", at: ($X, $FAR), facing: 270, values: (guts: "Regular", accuracy: "Regular", melee: 0, endurance: 2, reaction: 3, weapons: ["sword", "pistol"]),
            leader: (name: "Lieutenant Roche", values: (level: "platoon", rank: "lieutenant"))),
        (key: "fr_1", name: "Section Petit", side: "french", under: "fr_lt", kind: "foot", figures: 6, layout: "line", at: ($X, $FARTHER), facing: 270,
            values: (guts: "Regular", accuracy: "Regular", melee: 0, endurance: 2, reaction: 3, weapons: ["musket", "bayonet"]), leader: (name: "Sergeant Petit", values: (level: "team", rank: "sergeant"))),
    ],
"#;

/// What scenarios say of usual units, by their kinds.
const USUAL_FOOT: &str = r#"figures: 6, layout: "line", values: (guts: "Regular", accuracy: "Regular", melee: 0, endurance: 2, reaction: 3, weapons: ["musket", "bayonet"])"#;
const USUAL_MOUNTED: &str = r#"figures: 6, layout: "line", values: (guts: "Regular", accuracy: "Regular", melee: 0, endurance: 2, reaction: 3, weapons: ["sword", "pistol"])"#;
const USUAL_ARTILLERY: &str = r#"figures: 4, layout: "two_ranks", values: (guts: "Regular", accuracy: "Regular", melee: 0, endurance: 2, reaction: 3, weapons: ["sword"]), equipment: [(what: "gun", at: $AHEAD), (what: "limber", at: $BEHIND)]"#;
const USUAL_TRAIN: &str = r#"figures: 2, layout: "line", values: (guts: "Regular", accuracy: "Regular", melee: 0, endurance: 2, reaction: 3, weapons: ["musket"]), equipment: [(what: "wagon", at: $BEHIND)]"#;

fn vocabulary(data: &Data) -> Vocabulary {
    let mut weapons: Vec<SmolStr> = data.weapons.iter().map(|weapon| weapon.id.clone()).collect();
    weapons.push(SmolStr::new_static("bayonet"));
    let guns: Vec<SmolStr> = data.guns.iter().map(|gun| gun.id.clone()).collect();
    let mut settings = CoreSettings::fields(cites);
    with_default(&mut settings, "endurance", &ENDURANCE, "HM-3.6");
    settings.extend(GunSettings::fields(cites));
    settings.extend(HorseSettings::fields(cites));
    settings.extend(TroopSettings::fields(cites));
    settings.extend(EngineerSettings::fields(cites));
    let mut unit_values = settings::unit_values(cites, &weapons, &guns);
    unit_values.push(troop::value(cites, &data.troops));
    Vocabulary {
        verbs: Vec::new(),
        marks: combat_patrol::book::marks::marks(cites),
        formations: chapters::formations(),
        kinds: vec![
            arms::foot(USUAL_FOOT),
            arms::mounted::kind(USUAL_MOUNTED),
            arms::artillery::kind(USUAL_ARTILLERY),
            arms::wagons::kind(USUAL_TRAIN),
        ],
        gaits: gaits::gaits(cites, []),
        unit_values,
        leader_values: settings::leader_values(cites, &weapons),
        hero_values: settings::hero_values(cites, &weapons),
        house_rules: settings::HOUSE_RULES.to_vec(),
        settings,
        grounds: data.terrain.grounds.clone(),
        rates: BTreeMap::new(),
        barriers: data.terrain.barriers.clone(),
        roads: ["road", "track"].map(SmolStr::new_static).to_vec(),
        terrain_values: Vec::new(),
        building_cover: data.terrain.building_cover.clone(),
        materials: data.terrain.materials.clone(),
        building_sizes: Vec::new(),
        steep_rate: data.terrain.steep_rate,
        turns: settings::TURNS,
        margin: settings::MARGIN,
        losses: settings::losses(),
        decks: Vec::new(),
        unplayed: [settings::UNPLAYED, &[NO_HERDS]].concat(),
        old_values: &[],
        streams: Vec::new(),
        questions: Vec::new(),
        new_battle: NEW_BATTLE,
        quick: QuickLists::new(&data.armies, &data.country),
    }
}
