//! What is shown of herds on the table besides their animals: the ground they take, and which way they will go.

use smol_str::SmolStr;

use crate::herds::state::HerdsView;
use grapeshot_combat_patrol::view::rulebook::SkirmishView;
use grapeshot_floor::{
    events::RuleId,
    table::position::{Heading, Place},
    turn::rules::{Thing, ThingAt},
};

/// How wide and how long an arrow before a herd is, in inches.
const ARROW: (f32, f32) = (2.0, 3.0);

/// The ring round each herd within which one goes slowly (OW-9.8), the way of a stampede (OW-9.11), and the way in which
/// a free herd shies that has somebody near (OW-9.2).
pub fn on_the_table(cp: &SkirmishView) -> Vec<Thing> {
    let thing = |look: &'static str, place: Place, size: (f32, f32), label: String, rule: &'static str| Thing {
        look: SmolStr::new_static(look),
        at: ThingAt::Lying(place),
        label,
        side: None,
        size: Some(size),
        reach: None,
        rule: RuleId::new(rule),
    };
    let numbers = cp.herd_numbers();
    let mut signs = Vec::new();
    for (unit, herd) in cp.herds() {
        let middle = cp.view.place(herd.central);
        let name = cp.unit_name(unit);
        let reach = |animal| cp.view.place(animal).at.distance(middle.at) + cp.view.footprint(animal).reach();
        let ring = cp.view.present(unit).map(reach).fold(0.0, f32::max) + numbers.zone;
        let driver = herd.herders.first().map(|driver| cp.unit_name(*driver));
        let whose = driver.map_or_else(|| format!("{name} is free"), |driver| format!("{driver} rides herd on {name}"));
        let upright = Place { facing: Heading(90.0), ..middle };
        signs.push(thing("herd_ground", upright, (2.0 * ring, 2.0 * ring), whose, "OW-9.8"));
        let arrow =
            |facing: Heading| Place { at: middle.at + facing.forward() * (ring + ARROW.1 / 2.0), facing, floor: 0 };
        if let Some(run) = herd.run {
            let label = format!("{name} stampedes this way");
            signs.push(thing("herd_runs", arrow(run.heading), ARROW, label, "OW-9.11"));
        } else if herd.herders.is_empty()
            && let Some((_, near)) = cp.man_near(unit, numbers.shy)
        {
            let away = Heading::from_to(cp.view.place(near).at, middle.at);
            signs.push(thing("herd_shies", arrow(away), ARROW, format!("{name} shies this way"), "OW-9.2"));
        }
    }
    signs
}
