//! SVG to plain painted paths, for painters of triangles: all shapes flat, in drawing order, with transforms,
//! dashes, text and opacity worked in.

use resvg::{
    tiny_skia::{self, PathSegment, Transform},
    usvg,
};

use super::{fonts, raster::PictureError};

/// A step of a path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Segment {
    /// A new contour begins.
    MoveTo([f32; 2]),
    /// A straight line.
    LineTo([f32; 2]),
    /// A curve with one control point.
    QuadTo([f32; 2], [f32; 2]),
    /// A curve with two control points.
    CubicTo([f32; 2], [f32; 2], [f32; 2]),
    /// Back to where the contour began.
    Close,
}

/// How the ends of an open line look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cap {
    /// Cut off.
    Butt,
    Round,
    /// Cut off half a width later.
    Square,
}

/// How the corners of a line look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Join {
    /// Pointed.
    Miter,
    Round,
    /// Cut off.
    Bevel,
}

/// How a path is lined.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    /// Red, green, blue, alpha.
    pub colour: [u8; 4],
    /// Width in the units of the path.
    pub width: f32,
    /// The ends.
    pub cap: Cap,
    /// The corners.
    pub join: Join,
}

/// A path and how it is painted: filled, lined, or (as two entries) both.
#[derive(Debug, Clone, PartialEq)]
pub struct PaintedPath {
    /// Its steps.
    pub segments: Vec<Segment>,
    /// Red, green, blue, alpha of the fill.
    pub fill: Option<[u8; 4]>,
    /// Whether the fill follows the even-odd rule rather than the winding rule.
    pub even_odd: bool,
    /// The line.
    pub stroke: Option<Stroke>,
}

/// The painted paths of an SVG fragment, in the fragment's own units and axes. Clips, filters and masks are left
/// out; a gradient counts as the mean of its stops.
///
/// # Errors
/// If the text is not SVG.
pub fn painted_paths(fragment: &str) -> Result<Vec<PaintedPath>, PictureError> {
    // The frame only has to be there: nothing outside it is cut off.
    let tree = usvg::Tree::from_str(&fonts::document(0.0, 0.0, 100.0, 100.0, fragment), fonts::options())?;
    let mut paths = Vec::new();
    walk(tree.root(), 1.0, Transform::identity(), &mut paths);
    Ok(paths)
}

/// `base` is where the group's own frame lies: letters know only their place in their text.
fn walk(group: &usvg::Group, opacity: f32, base: Transform, paths: &mut Vec<PaintedPath>) {
    let opacity = opacity * group.opacity().get();
    for node in group.children() {
        match node {
            usvg::Node::Group(inner) => walk(inner, opacity, base, paths),
            usvg::Node::Text(text) => walk(text.flattened(), opacity, base.pre_concat(text.abs_transform()), paths),
            usvg::Node::Path(path) if path.is_visible() => paint(path, opacity, base, paths),
            usvg::Node::Path(_) | usvg::Node::Image(_) => {}
        }
    }
}

fn paint(path: &usvg::Path, opacity: f32, base: Transform, paths: &mut Vec<PaintedPath>) {
    let transform = base.pre_concat(path.abs_transform());
    let fill = path.fill().and_then(|fill| {
        Some(PaintedPath {
            segments: segments(path.data(), transform)?,
            fill: Some(colour(fill.paint(), opacity * fill.opacity().get())),
            even_odd: fill.rule() == usvg::FillRule::EvenOdd,
            stroke: None,
        })
    });
    let stroke = path.stroke().and_then(|stroke| {
        let dashed = stroke
            .dasharray()
            .and_then(|dashes| tiny_skia::StrokeDash::new(dashes.to_vec(), stroke.dashoffset()))
            .and_then(|dash| path.data().dash(&dash, 1.0));
        let (sx, sy) = transform.get_scale();
        Some(PaintedPath {
            segments: segments(dashed.as_ref().unwrap_or(path.data()), transform)?,
            fill: None,
            even_odd: false,
            stroke: Some(Stroke {
                colour: colour(stroke.paint(), opacity * stroke.opacity().get()),
                width: stroke.width().get() * (sx * sy).abs().sqrt(),
                cap: match stroke.linecap() {
                    usvg::LineCap::Butt => Cap::Butt,
                    usvg::LineCap::Round => Cap::Round,
                    usvg::LineCap::Square => Cap::Square,
                },
                join: match stroke.linejoin() {
                    usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => Join::Miter,
                    usvg::LineJoin::Round => Join::Round,
                    usvg::LineJoin::Bevel => Join::Bevel,
                },
            }),
        })
    });
    match path.paint_order() {
        usvg::PaintOrder::FillAndStroke => paths.extend(fill.into_iter().chain(stroke)),
        usvg::PaintOrder::StrokeAndFill => paths.extend(stroke.into_iter().chain(fill)),
    }
}

fn segments(path: &tiny_skia::Path, transform: Transform) -> Option<Vec<Segment>> {
    let path = path.clone().transform(transform)?;
    let at = |p: tiny_skia::Point| [p.x, p.y];
    Some(
        path.segments()
            .map(|segment| match segment {
                PathSegment::MoveTo(p) => Segment::MoveTo(at(p)),
                PathSegment::LineTo(p) => Segment::LineTo(at(p)),
                PathSegment::QuadTo(c, p) => Segment::QuadTo(at(c), at(p)),
                PathSegment::CubicTo(c, d, p) => Segment::CubicTo(at(c), at(d), at(p)),
                PathSegment::Close => Segment::Close,
            })
            .collect(),
    )
}

fn colour(paint: &usvg::Paint, opacity: f32) -> [u8; 4] {
    let mean = |stops: &[usvg::Stop]| {
        let count = stops.len().max(1) as f32;
        let sum = |channel: fn(&usvg::Stop) -> f32| stops.iter().map(channel).sum::<f32>() / count;
        let rgb = [
            sum(|s| f32::from(s.color().red)),
            sum(|s| f32::from(s.color().green)),
            sum(|s| f32::from(s.color().blue)),
        ];
        (rgb.map(|channel| channel.round() as u8), sum(|s| s.opacity().get()))
    };
    let (rgb, own) = match paint {
        usvg::Paint::Color(colour) => ([colour.red, colour.green, colour.blue], 1.0),
        usvg::Paint::LinearGradient(gradient) => mean(gradient.stops()),
        usvg::Paint::RadialGradient(gradient) => mean(gradient.stops()),
        usvg::Paint::Pattern(_) => ([0, 0, 0], 0.0),
    };
    [rgb[0], rgb[1], rgb[2], (opacity * own * 255.0).round() as u8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_comes_out_moved_lined_and_dimmed() {
        let paths = painted_paths(
            "<g transform=\"translate(10 0)scale(2)\" opacity=\".5\">\
             <path d=\"M0 0H4\" stroke=\"#FF0000\" stroke-width=\"3\" stroke-dasharray=\"1 1\"/></g>",
        )
        .expect("it is SVG");
        let stroke = paths.last().and_then(|path| path.stroke).expect("it is lined");
        assert_eq!(stroke.colour, [255, 0, 0, 128]);
        assert_eq!(stroke.width, 6.0);
        let starts: Vec<_> = paths
            .last()
            .into_iter()
            .flat_map(|path| &path.segments)
            .filter(|s| matches!(s, Segment::MoveTo(_)))
            .collect();
        assert_eq!(starts, [&Segment::MoveTo([10.0, 0.0]), &Segment::MoveTo([14.0, 0.0])]);
    }

    #[test]
    fn text_comes_out_moved_and_scaled_like_its_group() {
        let text = "<text class=\"b\" font-size=\"10\" fill=\"#2B231C\">1</text>";
        let moved = format!("<g transform=\"translate(50 0)scale(0.1)\">{text}</g>");
        let paths = painted_paths(&moved).expect("it is SVG");
        for segment in paths.iter().flat_map(|path| &path.segments) {
            if let Segment::MoveTo([x, y]) | Segment::LineTo([x, y]) = segment {
                assert!((50.0..51.0).contains(x) && (-1.0..0.1).contains(y), "{x} {y}");
            }
        }
    }

    #[test]
    fn text_comes_out_as_outlines() {
        let paths = painted_paths("<text class=\"b\" font-size=\"12\" fill=\"#2B231C\">2</text>").expect("it is SVG");
        assert!(paths.iter().any(|path| path.fill == Some([0x2B, 0x23, 0x1C, 255]) && path.segments.len() > 8));
    }
}
