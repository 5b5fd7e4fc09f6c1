use clap::Args;
use grapeshot::{
    battle::Battle,
    files::write_whole,
    picture::{
        map::{MapOptions, battle_svg},
        raster,
    },
};
use std::path::PathBuf;

use super::{Ending, io};

#[derive(Args)]
pub struct Preview {
    /// The scenario file
    file: PathBuf,
    /// The picture, .svg or .png
    #[arg(short, long, value_name = "PICTURE")]
    output: PathBuf,
    /// Pixels across, of a .png
    #[arg(long, default_value_t = 1600, value_parser = clap::value_parser!(u32).range(64..=8192))]
    width: u32,
}

impl Preview {
    pub fn run(self) -> Ending {
        let Some(scenario) = io::load(&self.file, &io::books()) else { return Ending::Findings };
        // Nothing that chance decides is drawn.
        let battle = Battle::new(&scenario, 0, grapeshot::rulesets::plugin);
        let svg = battle_svg(&battle.view(), battle.vocabulary(), &MapOptions::for_table(&scenario.terrain));
        let ending = self.output.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let bytes = match ending {
            "svg" => svg.into_bytes(),
            "png" => match raster::png(&svg, self.width) {
                Ok(bytes) => bytes,
                Err(error) => {
                    io::tell(&format!("The picture cannot be drawn: {error}."));
                    return Ending::Findings;
                }
            },
            _ => return Ending::Usage("--output wants a file that ends in .svg or .png.".into()),
        };
        match write_whole(&self.output, &bytes) {
            Ok(()) => Ending::Well,
            Err(error) => {
                io::tell(&format!("{} cannot be written: {error}.", self.output.display()));
                Ending::Findings
            }
        }
    }
}
