use clap::Args;
use std::path::{Path, PathBuf};

use super::{
    Ending, contact_sheet,
    drawing::{Drawing, write},
    io,
};

#[derive(Args)]
pub struct Preview {
    /// The scenario file
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    file: Option<PathBuf>,
    /// Draw all scenarios under a folder, as a contact sheet in HTML
    #[arg(long, value_name = "FOLDER")]
    all: Option<PathBuf>,
    /// The picture, .svg or .png; with --all the folder for the contact sheet
    #[arg(short, long, value_name = "PICTURE")]
    output: PathBuf,
    #[command(flatten)]
    drawing: Drawing,
}

impl Preview {
    pub fn run(self) -> Ending {
        match (&self.all, &self.file) {
            (Some(folder), _) => contact_sheet::make(folder, &self.output, &self.drawing),
            (None, Some(file)) => draw(file, &self.output, &self.drawing),
            (None, None) => Ending::Usage("preview wants a scenario file, or --all FOLDER.".into()),
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
        Ok(bytes) => write(output, &bytes),
        Err(why) => Ending::Usage(why),
    }
}
