use std::sync::Arc;

use super::{Layer, MapOptions, battle_svg};
use crate::{
    battle::{Battle, Plugins},
    scenario::Scenario,
};

/// How a designer wants to see the table of a scenario.
#[derive(Debug, Clone, Default)]
pub struct Wish<'a> {
    /// What is drawn over the table; the usual if it is empty.
    pub layers: &'a [Layer],
    /// The key of the side that sees it; none for one who knows all.
    pub side: Option<&'a str>,
    /// The key of the unit whose sight, reach, fire, command and distances are drawn; those of all if it is none.
    pub unit: Option<&'a str>,
}

/// A scenario at set-up as SVG, played by these rulesets.
///
/// # Errors
/// If it has no such side, or none of its units that can be seen has such a key.
pub fn set_up_svg(scenario: &Arc<Scenario>, plugins: Plugins, wish: &Wish<'_>) -> Result<String, String> {
    // Nothing that chance decides is drawn.
    let battle = Battle::laid(scenario, 0, plugins);
    let keys = |keys: &mut dyn Iterator<Item = &str>| keys.collect::<Vec<_>>().join(", ");
    let view = match wish.side {
        None => battle.view(),
        Some(key) => {
            let side = scenario.sides.iter().find(|side| side.key == *key).ok_or_else(|| {
                let known = keys(&mut scenario.sides.iter().map(|side| side.key.as_str()));
                format!("{} has no side {key}; its sides are {known}.", scenario.title)
            })?;
            battle.view_of(side.id)
        }
    };
    let about = wish.unit.map(|key| {
        view.units().find(|unit| view.unit(*unit).key == *key).ok_or_else(|| {
            let known = keys(&mut view.units().map(|unit| view.unit(unit).key.as_str()));
            format!("{} has no unit {key} that can be seen; its units are {known}.", scenario.title)
        })
    });
    let mut options = MapOptions { about: about.transpose()?, ..MapOptions::for_table(&scenario.terrain) };
    if !wish.layers.is_empty() {
        options.layers = wish.layers.iter().copied().collect();
    }
    Ok(battle_svg(&view, battle.vocabulary(), &options))
}
