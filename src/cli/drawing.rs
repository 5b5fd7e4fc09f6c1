//! Drawing the table of a scenario as a picture.

use clap::Args;
use grapeshot::{
    battle::Battle,
    picture::{
        map::{Layer, MapOptions, battle_svg},
        raster,
    },
    scenario::Scenario,
};
use std::sync::Arc;

/// How tables are drawn.
#[derive(Args)]
pub struct Drawing {
    /// Pixels across, of a .png
    #[arg(long, default_value_t = 1600, value_parser = clap::value_parser!(u32).range(64..=8192))]
    pub width: u32,
    /// What is drawn over the table: names, zones, objectives and arrivals if not given, also sight, reach, fire,
    /// command, distances
    #[arg(long, value_name = "LAYER", value_delimiter = ',')]
    layers: Vec<Layer>,
    /// Draw the table as this side knows it, by its key
    #[arg(long, value_name = "KEY", conflicts_with = "all")]
    side: Option<String>,
    /// Draw sight, reach, fire, command and distances of this unit alone, by its key
    #[arg(long, value_name = "KEY", conflicts_with = "all")]
    unit: Option<String>,
}

impl Drawing {
    /// A scenario at set-up as SVG, or why it cannot be drawn so.
    pub fn svg(&self, scenario: &Arc<Scenario>) -> Result<String, String> {
        // Nothing that chance decides is drawn.
        let battle = Battle::new(scenario, 0, grapeshot::rulesets::plugin);
        let keys = |keys: &mut dyn Iterator<Item = &str>| keys.collect::<Vec<_>>().join(", ");
        let view = match &self.side {
            None => battle.view(),
            Some(key) => {
                let side = scenario.sides.iter().find(|side| side.key == *key).ok_or_else(|| {
                    let known = keys(&mut scenario.sides.iter().map(|side| side.key.as_str()));
                    format!("{} has no side {key}; its sides are {known}.", scenario.title)
                })?;
                battle.view_of(side.id)
            }
        };
        let about = self.unit.as_ref().map(|key| {
            view.units().find(|unit| view.unit(*unit).key == *key).ok_or_else(|| {
                let known = keys(&mut view.units().map(|unit| view.unit(unit).key.as_str()));
                format!("{} has no unit {key} that can be seen; its units are {known}.", scenario.title)
            })
        });
        let mut options = MapOptions { about: about.transpose()?, ..MapOptions::for_table(&scenario.terrain) };
        if !self.layers.is_empty() {
            options.layers = self.layers.iter().copied().collect();
        }
        Ok(battle_svg(&view, battle.vocabulary(), &options))
    }

    /// A scenario at set-up as PNG.
    pub fn png(&self, scenario: &Arc<Scenario>) -> Result<Vec<u8>, String> {
        let svg = self.svg(scenario)?;
        raster::png(&svg, self.width).map_err(|error| format!("The picture cannot be drawn: {error}."))
    }
}
