//! SVG to pixels.

use resvg::{tiny_skia, usvg};
use thiserror::Error;

use super::fonts;

/// Why a picture could not be drawn.
#[derive(Debug, Error)]
pub enum PictureError {
    /// The SVG text is wrong.
    #[error("the picture is not valid SVG: {0}")]
    Svg(#[from] usvg::Error),
    /// It is too large, or empty.
    #[error("a picture of {0} x {1} pixels cannot be drawn; choose 1 to 16384 pixels a side")]
    Size(u32, u32),
    /// The PNG could not be written.
    #[error("the picture could not be written as PNG: {0}")]
    Png(String),
}

/// Pixels, row by row from the upper left, red green blue alpha, alpha not multiplied in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Four bytes a pixel.
    pub rgba: Vec<u8>,
}

fn draw(svg: &str, width: u32, height: u32) -> Result<tiny_skia::Pixmap, PictureError> {
    let tree = usvg::Tree::from_str(svg, fonts::options())?;
    let mut pixels = (width <= 16384 && height <= 16384)
        .then(|| tiny_skia::Pixmap::new(width, height))
        .flatten()
        .ok_or(PictureError::Size(width, height))?;
    let size = tree.size();
    let scale = tiny_skia::Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
    resvg::render(&tree, scale, &mut pixels.as_mut());
    Ok(pixels)
}

/// Draws a whole SVG file at a size in pixels.
///
/// # Errors
/// If the text is not SVG or the size is 0 or beyond 16384 pixels a side.
pub fn raster(svg: &str, width: u32, height: u32) -> Result<Image, PictureError> {
    let mut rgba = draw(svg, width, height)?.take();
    for pixel in rgba.chunks_exact_mut(4) {
        let alpha = u32::from(pixel[3]);
        if alpha != 0 && alpha != 255 {
            for channel in &mut pixel[..3] {
                *channel = ((u32::from(*channel) * 255 + alpha / 2) / alpha).min(255) as u8;
            }
        }
    }
    Ok(Image { width, height, rgba })
}

/// Draws a whole SVG file as a PNG this many pixels wide, its height after its shape.
///
/// # Errors
/// As [`raster`], or if the PNG cannot be written.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PictureError> {
    let size = usvg::Tree::from_str(svg, fonts::options())?.size();
    let height = (width as f32 * size.height() / size.width()).round() as u32;
    draw(svg, width, height)?.encode_png().map_err(|error| PictureError::Png(error.to_string()))
}

/// Pixels that hide what is behind them, as a PNG.
///
/// # Errors
/// If they do not fill their size, or the PNG cannot be written.
pub fn opaque_png(mut image: Image) -> Result<Vec<u8>, PictureError> {
    let Image { width, height, .. } = image;
    image.rgba.chunks_exact_mut(4).for_each(|pixel| pixel[3] = u8::MAX);
    let size = tiny_skia::IntSize::from_wh(width, height);
    let pixels = size.and_then(|size| tiny_skia::Pixmap::from_vec(image.rgba, size));
    let pixels = pixels.ok_or(PictureError::Size(width, height))?;
    pixels.encode_png().map_err(|error| PictureError::Png(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opaque_pixels_keep_their_colours_whatever_their_alpha() {
        let image = Image { width: 2, height: 1, rgba: vec![200, 100, 50, 0, 1, 2, 3, 128] };
        let png = opaque_png(image).expect("it is a picture");
        let read = tiny_skia::Pixmap::decode_png(&png).expect("it was just written");
        assert_eq!(read.data(), [200, 100, 50, 255, 1, 2, 3, 255]);
        assert!(opaque_png(Image { width: 2, height: 2, rgba: vec![0; 4] }).is_err());
    }
}
