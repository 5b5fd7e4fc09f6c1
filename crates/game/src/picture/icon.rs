//! The icon of the program.

use super::{
    palette::{Palette, TABLE},
    symbols,
};

/// A gun on the wood of the table, as SVG.
pub fn icon() -> String {
    let gun = symbols::symbol("gun", "british", Palette::Campaign);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"256\" height=\"256\" viewBox=\"-128 -128 256 256\">\
         <rect x=\"-124\" y=\"-124\" width=\"248\" height=\"248\" rx=\"40\" fill=\"{TABLE}\"/>\
         <g transform=\"scale(1.1)\">{gun}</g></svg>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::raster;

    #[test]
    fn the_icon_is_wood_round_the_edges_and_a_gun_in_the_middle() {
        let image = raster::raster(&icon(), 64, 64).expect("it is SVG");
        let at = |x: usize, y: usize| &image.rgba[4 * (64 * y + x)..][..4];
        let [red, green, blue] = TABLE.channels();
        assert_eq!(at(0, 0)[3], 0, "its corners are round");
        assert_eq!(at(4, 32), [red, green, blue, 255]);
        assert_ne!(at(32, 32), [red, green, blue, 255]);
    }
}
