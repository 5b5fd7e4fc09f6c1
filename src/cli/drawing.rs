//! Drawing the table of a scenario as a picture.

use clap::Args;
use grapeshot::{
    picture::{
        map::{Layer, Wish, set_up_svg},
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
        let wish = Wish { layers: &self.layers, side: self.side.as_deref(), unit: self.unit.as_deref() };
        set_up_svg(scenario, grapeshot::rulesets::plugin, &wish)
    }

    /// A scenario at set-up as PNG.
    pub fn png(&self, scenario: &Arc<Scenario>) -> Result<Vec<u8>, String> {
        let svg = self.svg(scenario)?;
        raster::png(&svg, self.width).map_err(|error| format!("The picture cannot be drawn: {error}."))
    }
}
