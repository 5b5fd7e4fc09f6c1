//! The named colours of the look, and the coats of the three palettes.

use std::fmt;

use grapeshot_floor::english::words::in_words;

/// A colour; it writes itself as `#RRGGBB`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// A colour from its hexadecimal notation.
    pub const fn hex(code: u32) -> Self {
        Self((code >> 16) as u8, (code >> 8) as u8, code as u8)
    }

    /// A colour from the six hexadecimal digits after a `#`.
    pub fn parse(digits: &str) -> Option<Self> {
        (digits.len() == 6).then(|| u32::from_str_radix(digits, 16).ok().map(Self::hex))?
    }

    /// So much of the way (0 to 1) from this colour to another, channel by channel.
    pub fn towards(self, other: Self, share: f32) -> Self {
        let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share).round() as u8;
        Self(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// The three channels.
    pub fn channels(self) -> [u8; 3] {
        [self.0, self.1, self.2]
    }

    /// The grey that is as bright.
    pub fn grey(self) -> Self {
        let bright = 0.2126 * f32::from(self.0) + 0.7152 * f32::from(self.1) + 0.0722 * f32::from(self.2);
        let bright = bright.round() as u8;
        Self(bright, bright, bright)
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02X}{:02X}{:02X}", self.0, self.1, self.2)
    }
}

macro_rules! colours {
    ($($(#[$doc:meta])* $name:ident = $code:literal;)*) => {
        $($(#[$doc])* pub const $name: Rgb = Rgb::hex($code);)*
    };
}

colours! {
    /// The ground.
    PAPER = 0xEFE4C8;
    /// Panels and tags.
    PAPER_LIGHT = 0xF8F1DF;
    /// Key caps and wells.
    PAPER_DARK = 0xDECDA3;
    /// The face of a card.
    CARD = 0xFBF5E3;
    /// A field of a card.
    FIELD = 0xFFFCF2;
    /// The inner rule of a panel.
    EDGE = 0xB89F6B;
    /// Lines on the bars.
    BRASS = 0xC9A24B;
    /// Chips for one man.
    BRASS_LIGHT = 0xE7CB82;
    /// Text and outlines.
    INK = 0x2B231C;
    /// Secondary text, borders.
    INK2 = 0x5C4B3A;
    /// Hairlines.
    INK3 = 0x927D5E;
    /// The wood of the table.
    TABLE = 0x3A2C22;
    /// Its shadow.
    TABLE_DARK = 0x2A2019;
    /// Text on the wood.
    IVORY = 0xF6ECD4;
    /// What is mine and now.
    SELECT = 0xE6A817;
    /// Danger and target.
    TARGET = 0xA8321F;
    /// The success share of a bar.
    GOOD = 0x1B7F79;
    /// Rule ids.
    LINK = 0x2B5A8A;
    /// The halo under overlays.
    HALO = 0xFFF7DC;
    /// The open wash.
    MEADOW = 0xDCDAB0;
    /// Tufts of grass.
    TUFT = 0xA9A173;
    /// The floor of a wood.
    WOOD = 0xBDC491;
    /// The floor of brush.
    BRUSH = 0xCBCB9A;
    /// The ink of crowns.
    CROWN_INK = 0x3F4D31;
    /// Streams.
    WATER = 0xA3C0C4;
    /// The light on a stream.
    WATER_LIGHT = 0xC4D8D8;
    /// The bank of a stream.
    BANK = 0x5F7F86;
    /// The floor of a marsh.
    MARSH = 0xBFC9A2;
    /// Roads and tracks.
    ROAD = 0xEBD9AE;
    /// Their edges.
    ROAD_EDGE = 0x8A7350;
    /// Ploughed land.
    PLOUGH = 0xD8BC8A;
    /// Its furrows.
    FURROW = 0xAE8E5C;
    /// Crops.
    CROP = 0xE0CB84;
    /// Their rows.
    CROP_INK = 0xB2973F;
    /// Hedges.
    HEDGE = 0x76894C;
    /// The light on hedges.
    HEDGE_LIGHT = 0x9AAB6B;
    /// Walls.
    STONE = 0xB8AF9E;
    /// Their ink.
    STONE_INK = 0x4E463C;
    /// Rails, logs, planks.
    TIMBER = 0x6E5130;
    /// The light on timber.
    TIMBER_LIGHT = 0xA37B4C;
    /// A tiled roof.
    TILE = 0xB06A4C;
    /// Its dark half.
    TILE_DARK = 0x8C4D36;
    /// A thatched roof.
    THATCH = 0xC6A565;
    /// Its dark half.
    THATCH_DARK = 0xA18046;
    /// A slate roof.
    SLATE = 0x8A9096;
    /// Its dark half.
    SLATE_DARK = 0x686F77;
    /// Hachures.
    HACHURE = 0x7A6647;
    /// The tint of a hill.
    HILL = 0xE4D4A8;
    /// The names of streams.
    WATER_NAME = 0x3F626A;
    /// The names of woods.
    WOOD_NAME = 0x4A5A38;
    /// The names of fields.
    FIELD_NAME = 0x6E5A1E;
}

/// A coat that the palettes tell apart from every other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Coat {
    /// Blue.
    French,
    /// Red.
    British,
    /// Dark blue.
    Prussian,
    /// Light blue.
    American,
    /// Brown homespun.
    Militia,
    /// Pale yellow.
    Indian,
    /// Grey.
    Cowboy,
}

impl Coat {
    /// All coats, in the order of the palettes.
    pub const ALL: [Coat; 7] =
        [Self::French, Self::British, Self::Prussian, Self::American, Self::Militia, Self::Indian, Self::Cowboy];

    /// The coat that a nation or band wears; an unknown word gives the cowboy's grey.
    pub fn named(word: &str) -> Self {
        match word {
            "french" => Self::French,
            "british" | "allied" | "portuguese" | "hanoverian" => Self::British,
            "prussian" | "russian" | "brunswick" | "german" | "law" => Self::Prussian,
            "american" | "army" | "cavalry" | "union" | "bavarian" | "saxon" | "drovers" | "stage" => Self::American,
            "militia" | "spanish" | "mexican" | "landwehr" | "neutral" => Self::Militia,
            "indian" | "cheyenne" | "austrian" | "herders" => Self::Indian,
            _ => Self::Cowboy,
        }
    }

    fn index(self) -> usize {
        self as usize
    }
}

in_words! {
    /// A set of coats that go together.
    #[derive(Default)]
    pub enum Palette: ALL, name, named(name) {
        /// The colours of the period.
        #[default]
        Campaign = "campaign";
        /// High contrast.
        Signal = "signal";
        /// Quiet, as a tinted engraving.
        Aquatint = "aquatint";
    }
}

impl Palette {
    /// The colour of a coat.
    pub fn coat(self, coat: Coat) -> Rgb {
        const CAMPAIGN: [u32; 7] = [0x2F62B5, 0xBC3227, 0x1B2A4D, 0x94BEDC, 0xB3936A, 0xF2DE98, 0x6C726E];
        const SIGNAL: [u32; 7] = [0x084A8A, 0xD56A00, 0x09101A, 0xA2F5FF, 0x573903, 0xFFF44B, 0x0B938A];
        const AQUATINT: [u32; 7] = [0x475E8B, 0xC56336, 0x161926, 0xBBD2EE, 0x482914, 0xE6D7B4, 0x8B8B8B];
        let codes = match self {
            Self::Campaign => CAMPAIGN,
            Self::Signal => SIGNAL,
            Self::Aquatint => AQUATINT,
        };
        Rgb::hex(codes[coat.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::palette::{FromColor, Lab, LinSrgb, Srgb, color_difference::Ciede2000};

    /// Machado, Oliveira and Fernandes 2009 at severity 1, on linear RGB.
    const EYES: [(&str, [[f32; 3]; 3]); 4] = [
        ("every colour", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        (
            "protanopia",
            [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        ),
        (
            "deuteranopia",
            [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        ),
        (
            "tritanopia",
            [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
        ),
    ];

    fn seen(colour: Rgb, eye: [[f32; 3]; 3]) -> Lab {
        let linear: LinSrgb = Srgb::new(colour.0, colour.1, colour.2).into_format::<f32>().into_linear();
        let row = |r: [f32; 3]| (r[0] * linear.red + r[1] * linear.green + r[2] * linear.blue).clamp(0.0, 1.0);
        Lab::from_color(LinSrgb::new(row(eye[0]), row(eye[1]), row(eye[2])))
    }

    fn nearest(colours: &[Rgb], eye: [[f32; 3]; 3]) -> f32 {
        let mut least = f32::INFINITY;
        for (i, a) in colours.iter().enumerate() {
            for b in &colours[i + 1..] {
                least = least.min(seen(*a, eye).difference(seen(*b, eye)));
            }
        }
        least
    }

    #[test]
    fn every_eye_tells_every_pair_of_coats_apart() {
        for palette in Palette::ALL {
            let coats = Coat::ALL.map(|coat| palette.coat(coat));
            for (eye, matrix) in EYES {
                let least = nearest(&coats, matrix);
                assert!(least >= 15.0, "{} to an eye with {eye}: {least:.1}", palette.name());
            }
        }
    }

    #[test]
    fn the_law_and_the_stage_wear_coats_that_are_told_apart_in_grey_too() {
        for palette in Palette::ALL {
            let [law, stage] = ["law", "stage"].map(|word| seen(palette.coat(Coat::named(word)), EYES[0].1).l);
            assert!((law - stage).abs() > 40.0, "{}: {law:.0} and {stage:.0}", palette.name());
        }
    }

    #[test]
    fn every_eye_tells_selection_target_and_success_apart() {
        for (eye, matrix) in EYES {
            let least = nearest(&[SELECT, TARGET, GOOD], matrix);
            assert!(least >= 24.0, "to an eye with {eye}: {least:.1}");
        }
    }

    #[test]
    fn a_colour_reads_what_it_writes() {
        assert_eq!(Rgb::parse(&PAPER.to_string()[1..]), Some(PAPER));
    }
}
