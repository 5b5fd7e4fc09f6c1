use clap::Args;
use std::path::{Path, PathBuf};

use super::{Ending, contact_sheet, drawing::Drawing, game, io};

#[derive(Args)]
pub struct Preview {
    /// The scenario file
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    file: Option<PathBuf>,
    /// Draw all scenarios under a folder, as a contact sheet in HTML
    #[arg(long, value_name = "FOLDER")]
    all: Option<PathBuf>,
    /// The picture, .svg or .png; with --all the folder for the contact sheet
    #[arg(short, long, value_name = "PICTURE", required_unless_present = "watch")]
    output: Option<PathBuf>,
    /// Open a window that follows the file: saved, it shows the new table, or what is wrong
    #[arg(long, conflicts_with_all = ["all", "output", "layers", "side", "unit", "width"])]
    watch: bool,
    #[command(flatten)]
    drawing: Drawing,
}

impl Preview {
    /// Whether a window is to follow the file, which reads data files by itself.
    pub fn watches(&self) -> bool {
        self.watch
    }

    /// Draws, or opens the window; `data` is the folder of the player's data files for the window.
    pub fn run(self, data: Option<PathBuf>) -> Ending {
        match (&self.all, self.file, &self.output) {
            (None, Some(file), None) => game::bench(file, data),
            (None, Some(file), Some(output)) => draw(&file, output, &self.drawing),
            (Some(folder), _, Some(output)) => contact_sheet::make(folder, output, &self.drawing),
            _ => Ending::Usage("preview wants a scenario file, or --all FOLDER.".into()),
        }
    }
}

/// Draws one scenario.
fn draw(file: &Path, output: &Path, drawing: &Drawing) -> Ending {
    let Some(scenario) = io::load(file, &io::books()) else { return Ending::Findings };
    let ending = output.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let bytes = match ending {
        "svg" => drawing.svg(&scenario).map(String::into_bytes),
        "png" => drawing.png(&scenario),
        _ => return Ending::Usage("--output wants a file that ends in .svg or .png.".into()),
    };
    match bytes {
        Ok(bytes) if io::written(output, &bytes) => Ending::Well,
        Ok(_) => Ending::Findings,
        Err(why) => Ending::Usage(why),
    }
}
