//! Old West: skirmish on the American frontier, one figure to one man, on the core of Combat Patrol.
//!
//! The core does the turn, cards, shooting, fights and morale, horse, guns and troops that fight in their own way; this
//! folder adds weapons of the frontier and what the supplement changes. The rooms, in their order:
//!
//! 1. [`book`]: the supplement's numbers, what may stand in their files, its settings, and which of its rules stand
//!    behind the chapters of the core that it takes.
//! 2. [`frontier`]: what it changes in the core's own rules.
//! 3. [`gatling`]: the gun that fires by a crank.
//! 4. [`dynamite`]: sticks and bundles, fuses and blasting machines.
//! 5. [`herds`]: animals that nobody plays; [`wagons`]: drivers, bodies and teams.

pub mod book;
pub mod dynamite;
pub mod frontier;
pub mod gatling;
pub mod herds;
pub mod wagons;

use bevy::app::App;
use smol_str::SmolStr;
use std::sync::Arc;

use book::{
    cites::cites,
    data::{Class, Data},
    settings::OldWestSettings,
};
use grapeshot_combat_patrol as combat_patrol;
use grapeshot_combat_patrol::{
    CombatPatrol,
    arms::{self, artillery, mounted, troop},
    book::{
        gaits, marks,
        rule_settings::{CoreSettings, EngineerSettings, GunSettings, HorseSettings, TroopSettings},
    },
    evaluation::family::Chapter,
    turn::{chapters, settings},
};
use grapeshot_floor::{
    files::{DataFile, DataFiles, Sheets},
    turn::{
        RulesetId,
        quick::QuickLists,
        vocabulary::{Gait, ValueField, Vocabulary},
    },
};
use herds::book::Livestock;
use wagons::book::WagonPark;

/// The id of this ruleset.
pub const OLD_WEST: RulesetId = RulesetId("old_west");

/// Adds the ruleset.
///
/// # Panics
/// If a data file of the user is wrong; they are checked before, by [`book::files::check`].
pub fn plugin(app: &mut App) {
    let user = app.world().get_resource::<DataFiles>().cloned().unwrap_or_default();
    let data = match user.made(Data::read) {
        Ok(data) => data,
        Err((file, problem)) => panic!("{}: {}", file.name, problem.message),
    };
    let (livestock, park) = (herds::problems::known(&user), WagonPark::known(&user));
    let vocabulary = vocabulary(&data, &livestock, &park);
    let weapons = data.arms.iter().map(Into::into).collect();
    let supplement = frontier::OldWest {
        data: data.clone(),
        lying: vec![dynamite::charge::on_the_table, herds::signs::on_the_table],
    };
    let rules = CombatPatrol::new(
        &user,
        weapons,
        data.guns.clone(),
        Arc::new(supplement),
        cites,
        chapters(&livestock, &park, &data),
    );
    combat_patrol::add_ruleset(app, OLD_WEST, "Old West", &["OW", "HM", "CP"], vocabulary, rules);
}

/// The data files of the supplement, of its chapters, and of the core it stands on.
pub fn files() -> Vec<&'static DataFile> {
    let mut files = book::files::files();
    files.extend([&herds::book::LIVESTOCK, &wagons::book::WAGONS]);
    files
}

/// Says what the tables of these files do not.
pub fn check(sheets: &mut Sheets) {
    book::files::check(sheets);
    if sheets.are_good() {
        let wrong = [Livestock::read(sheets.files).err(), WagonPark::read(sheets.files).err()];
        for (file, problem) in wrong.into_iter().flatten() {
            sheets.say(file, problem);
        }
    }
}

/// The chapters: those that it takes of the core, and its own.
fn chapters(livestock: &Livestock, park: &WagonPark, data: &Arc<Data>) -> Vec<Chapter> {
    let mut core = chapters::core(cites);
    frontier::with_choices(&mut core.verbs);
    vec![
        core,
        chapters::horse(cites),
        chapters::guns(cites),
        chapters::troops(cites),
        frontier::chapter(),
        gatling::chapter(data),
        dynamite::chapter(),
        herds::chapter(livestock),
        wagons::chapter(park, data),
    ]
}

/// The values of units that belong to chapters of the core which it leaves: engineers lay no charges here.
const LEFT: [&str; 5] = ["charge", "charge_effect", "charge_burst", "charge_penetration", "charge_points"];

/// What a scenario may say of a unit.
fn unit_values(data: &Data, weapons: &[SmolStr]) -> Vec<ValueField> {
    let guns: Vec<SmolStr> = data.guns.iter().map(|gun| gun.id.clone()).collect();
    let mut values = settings::unit_values(cites, weapons, &guns);
    values.retain(|field| !LEFT.contains(&field.name.as_str()));
    values.push(troop::value(cites, &data.troops));
    values.push(frontier::saddle::value());
    values.extend(dynamite::supply::values());
    values.extend(herds::unit_values());
    values.extend(wagons::problems::unit_values());
    values
}

/// What a scenario may choose for its whole battle.
fn battle_settings() -> Vec<ValueField> {
    let mut settings = CoreSettings::fields(cites);
    settings.extend(GunSettings::fields(cites));
    settings.extend(HorseSettings::fields(cites));
    settings.extend(TroopSettings::fields(cites));
    settings.extend(EngineerSettings::fields(cites));
    settings.retain(|field| !field.name.starts_with("charge_"));
    settings.extend(OldWestSettings::fields());
    settings.extend(herds::book::HerdSettings::fields());
    settings.extend(wagons::book::WagonSettings::fields());
    settings
}

/// The sides and units of a battle that a designer begins with.
const NEW_BATTLE: &str = r#"    sides: [
        (key: "law", name: "The law", short: "Law", coat: "law", flag: "american", own_edge: "south"),
        (key: "outlaws", name: "The outlaws", short: "Gang", coat: "outlaws", flag: "outlaws", own_edge: "north"),
    ],
    units: [
        (key: "marshal", name: "Marshal Reed", side: "law", kind: "foot", at: ($X, $NEAR), facing: 90, values: (guts: "Regular", accuracy: "Regular", melee: 0, endurance: 3, reaction: 3, weapons: ["shotgun", "revolver"]),
            leader: (name: "Marshal Reed", values: (level: "squad"))),
        (key: "deputies", name: "Deputies", side: "law", under: "marshal", kind: "foot", figures: 4, layout: "line", at: ($X, $NEARER), facing: 90,
            values: (guts: "Regular", accuracy: "Regular", melee: 0, endurance: 3, reaction: 3, weapons: ["rifle", "revolver"]), leader: (name: "Deputy Cole", values: (level: "team", trained: false))),
        (key: "boss", name: "Black Jack", side: "outlaws", kind: "foot", at: ($X, $FAR), facing: 270, values: (guts: "Regular", accuracy: "Regular", melee: 0, endurance: 3, reaction: 3, weapons: ["revolver"]),
            leader: (name: "Black Jack", values: (level: "squad"))),
        (key: "gang", name: "The gang", side: "outlaws", under: "boss", kind: "foot", figures: 4, layout: "line", at: ($X, $FARTHER), facing: 270,
            values: (guts: "Regular", accuracy: "Regular", melee: 0, endurance: 3, reaction: 3, weapons: ["rifle", "revolver"]), leader: (name: "Lefty", values: (level: "team", trained: false))),
    ],
"#;

/// What scenarios say of usual units, by their kinds.
const USUAL_FOOT: &str = r#"figures: 4, layout: "line", values: (guts: "Regular", accuracy: "Regular", melee: 0, endurance: 3, reaction: 3, weapons: ["rifle", "revolver"])"#;
const USUAL_MOUNTED: &str = r#"figures: 4, layout: "line", values: (guts: "Regular", accuracy: "Regular", melee: 0, endurance: 3, reaction: 3, weapons: ["revolver"])"#;
const USUAL_ARTILLERY: &str = r#"figures: 4, layout: "two_ranks", values: (guts: "Regular", accuracy: "Regular", melee: 0, endurance: 3, reaction: 3, weapons: ["revolver"]), equipment: [(what: "gun", at: $AHEAD), (what: "limber", at: $BEHIND)]"#;

fn vocabulary(data: &Data, livestock: &Livestock, park: &WagonPark) -> Vocabulary {
    // Dynamite and Gatlings are not given with the weapons of all men.
    let carried = data.arms.iter().filter(|arm| !matches!(arm.class, Class::Thrown | Class::Crew));
    let mut weapons: Vec<SmolStr> = carried.map(|arm| arm.id.clone()).collect();
    weapons.push(SmolStr::new_static("bayonet"));
    Vocabulary {
        marks: marks::marks(cites).into_iter().chain(wagons::marks()).collect(),
        formations: chapters::formations().into_iter().chain([herds::formation()]).collect(),
        kinds: [arms::foot(USUAL_FOOT), mounted::kind(USUAL_MOUNTED), artillery::kind(USUAL_ARTILLERY)]
            .into_iter()
            .chain(livestock.kinds())
            .chain(park.kinds())
            .collect(),
        gaits: gaits::gaits(cites, [("OW-9.11", Gait::Run), ("OW-10.11", Gait::Run)]),
        unit_values: unit_values(data, &weapons),
        leader_values: settings::leader_values(cites, &weapons),
        hero_values: settings::hero_values(cites, &weapons),
        house_rules: settings::HOUSE_RULES.to_vec(),
        settings: battle_settings(),
        grounds: data.terrain.grounds.clone(),
        barriers: data.terrain.barriers.clone(),
        roads: ["road", "track"].map(SmolStr::new_static).to_vec(),
        building_cover: data.terrain.building_cover.clone(),
        terrain_values: vec![herds::course::terrain_value()],
        materials: data.terrain.materials.clone(),
        steep_rate: data.terrain.steep_rate,
        turns: settings::TURNS,
        margin: settings::MARGIN,
        losses: settings::losses(),
        unplayed: settings::UNPLAYED.to_vec(),
        streams: vec![frontier::mix::stream()],
        new_battle: NEW_BATTLE,
        quick: QuickLists::new(&data.armies, &data.country),
        ..Vocabulary::default()
    }
}
