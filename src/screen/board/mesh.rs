//! Painted paths and plain strokes as triangles with coloured corners, so that everything on the table shares one
//! white material.

use bevy::{
    asset::RenderAssetUsages,
    mesh::{Indices, PrimitiveTopology},
    prelude::*,
};
use lyon_tessellation::{
    BuffersBuilder, FillOptions, FillRule, FillTessellator, FillVertex, LineCap, LineJoin, StrokeOptions,
    StrokeTessellator, StrokeVertex, VertexBuffers,
    math::point,
    path::{Path, path::Builder},
};

use crate::picture::paths::{Cap, Join, PaintedPath, Segment};

/// How shapes are laid on the table: from their own units (y down) to inches (y up).
#[derive(Debug, Clone, Copy)]
pub struct Lay {
    /// Inches of one unit.
    pub scale: f32,
    /// Where the shapes' origin lies, in inches.
    pub origin: Vec2,
    /// How far a curve may be off, in inches.
    pub tolerance: f32,
}

impl Lay {
    /// A symbol: 100 units are an inch, its base centre is the origin.
    pub const SYMBOL: Self = Self { scale: 0.01, origin: Vec2::ZERO, tolerance: 0.004 };

    fn at(self, point: [f32; 2]) -> lyon_tessellation::math::Point {
        lyon_tessellation::math::point(self.origin.x + point[0] * self.scale, self.origin.y - point[1] * self.scale)
    }
}

/// Triangles that grow until they become a mesh.
#[derive(Default)]
pub struct Triangles {
    buffers: VertexBuffers<([f32; 3], [f32; 4]), u32>,
}

impl Triangles {
    /// Whether nothing was drawn.
    pub fn is_empty(&self) -> bool {
        self.buffers.indices.is_empty()
    }

    /// Adds painted paths in their order.
    pub fn paint(&mut self, paths: &[PaintedPath], lay: Lay) {
        for painted in paths {
            let path = path_of(&painted.segments, lay);
            if let Some([red, green, blue, alpha]) = painted.fill {
                let rule = if painted.even_odd { FillRule::EvenOdd } else { FillRule::NonZero };
                self.fill_path(&path, rule, Color::srgba_u8(red, green, blue, alpha), lay.tolerance);
            }
            if let Some(stroke) = &painted.stroke {
                let [red, green, blue, alpha] = stroke.colour;
                let options = StrokeOptions::tolerance(lay.tolerance)
                    .with_line_width(stroke.width * lay.scale)
                    .with_line_cap(match stroke.cap {
                        Cap::Butt => LineCap::Butt,
                        Cap::Round => LineCap::Round,
                        Cap::Square => LineCap::Square,
                    })
                    .with_line_join(match stroke.join {
                        Join::Miter => LineJoin::Miter,
                        Join::Round => LineJoin::Round,
                        Join::Bevel => LineJoin::Bevel,
                    });
                self.stroke_path(&path, &options, Color::srgba_u8(red, green, blue, alpha));
            }
        }
    }

    /// Fills a polygon, corners in inches.
    pub fn fill(&mut self, corners: &[Vec2], colour: Color) {
        self.fill_path(&polyline(corners, true), FillRule::NonZero, colour, 0.01);
    }

    /// Draws a line so many inches wide.
    pub fn line(&mut self, corners: &[Vec2], closed: bool, width: f32, colour: Color) {
        let options = StrokeOptions::tolerance(0.01).with_line_width(width).with_line_join(LineJoin::Round);
        self.stroke_path(&polyline(corners, closed), &options, colour);
    }

    /// Draws a dashed line; `on` and `off` in inches.
    pub fn dashes(&mut self, corners: &[Vec2], closed: bool, (on, off): (f32, f32), width: f32, colour: Color) {
        for dash in dashes(corners, closed, on, off) {
            self.line(&dash, false, width, colour);
        }
    }

    fn fill_path(&mut self, path: &Path, rule: FillRule, colour: Color, tolerance: f32) {
        let colour = colour.to_linear().to_f32_array();
        let options = FillOptions::tolerance(tolerance).with_fill_rule(rule);
        let mut corners =
            BuffersBuilder::new(&mut self.buffers, |v: FillVertex| ([v.position().x, v.position().y, 0.0], colour));
        if let Err(error) = FillTessellator::new().tessellate_path(path, &options, &mut corners) {
            tracing::debug!("a shape cannot be filled: {error:?}");
        }
    }

    fn stroke_path(&mut self, path: &Path, options: &StrokeOptions, colour: Color) {
        let colour = colour.to_linear().to_f32_array();
        let mut corners =
            BuffersBuilder::new(&mut self.buffers, |v: StrokeVertex| ([v.position().x, v.position().y, 0.0], colour));
        if let Err(error) = StrokeTessellator::new().tessellate_path(path, options, &mut corners) {
            tracing::debug!("a shape cannot be lined: {error:?}");
        }
    }

    /// The mesh.
    pub fn mesh(self) -> Mesh {
        let (positions, colours): (Vec<_>, Vec<_>) = self.buffers.vertices.into_iter().unzip();
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colours)
            .with_inserted_indices(Indices::U32(self.buffers.indices))
    }
}

fn path_of(segments: &[Segment], lay: Lay) -> Path {
    let mut builder = Path::builder();
    let mut open = false;
    let close = |builder: &mut Builder, open: &mut bool, closed: bool| {
        if std::mem::take(open) {
            builder.end(closed);
        }
    };
    let mut first = [0.0, 0.0];
    for segment in segments {
        if !open && !matches!(segment, Segment::MoveTo(_) | Segment::Close) {
            builder.begin(lay.at(first));
            open = true;
        }
        match *segment {
            Segment::MoveTo(to) => {
                close(&mut builder, &mut open, false);
                builder.begin(lay.at(to));
                first = to;
                open = true;
            }
            Segment::LineTo(to) => {
                builder.line_to(lay.at(to));
            }
            Segment::QuadTo(by, to) => {
                builder.quadratic_bezier_to(lay.at(by), lay.at(to));
            }
            Segment::CubicTo(by, and, to) => {
                builder.cubic_bezier_to(lay.at(by), lay.at(and), lay.at(to));
            }
            Segment::Close => close(&mut builder, &mut open, true),
        }
    }
    close(&mut builder, &mut open, false);
    builder.build()
}

fn polyline(corners: &[Vec2], closed: bool) -> Path {
    let mut builder = Path::builder();
    if let Some((first, rest)) = corners.split_first() {
        builder.begin(point(first.x, first.y));
        for corner in rest {
            builder.line_to(point(corner.x, corner.y));
        }
        builder.end(closed);
    }
    builder.build()
}

/// The dashes of a line.
pub fn dashes(corners: &[Vec2], closed: bool, on: f32, off: f32) -> Vec<Vec<Vec2>> {
    let mut line = corners.to_vec();
    if closed && let Some(first) = corners.first() {
        line.push(*first);
    }
    let period = on + off;
    let mut result: Vec<Vec<Vec2>> = Vec::new();
    if period <= 0.0 {
        return vec![line];
    }
    let mut gone: f32 = 0.0;
    let mut drawing = false;
    for pair in line.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let length = a.distance(b);
        if length <= f32::EPSILON {
            continue;
        }
        let mut at = 0.0;
        while at < length {
            let phase = (gone + at) % period;
            let inside = phase < on;
            let until = at + if inside { on - phase } else { period - phase }.max(period * 1e-3);
            let end = until.min(length);
            if inside {
                let start = a + (b - a) * (at / length);
                match result.last_mut() {
                    Some(dash) if drawing => dash.push(a + (b - a) * (end / length)),
                    _ => result.push(vec![start, a + (b - a) * (end / length)]),
                }
            }
            drawing = inside && until > length;
            at = end;
        }
        gone += length;
    }
    result
}

/// Parallel strokes at 45 degrees over a polygon, so many inches apart.
pub fn hatch(corners: &[Vec2], apart: f32) -> Vec<[Vec2; 2]> {
    let direction = Vec2::new(1.0, 1.0).normalize();
    let across = Vec2::new(-direction.y, direction.x);
    let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
    for corner in corners {
        low = low.min(corner.dot(across));
        high = high.max(corner.dot(across));
    }
    let mut strokes = Vec::new();
    if !low.is_finite() || apart <= 0.0 {
        return strokes;
    }
    let mut level = (low / apart).ceil() * apart;
    while level < high {
        let mut cuts: Vec<f32> = Vec::new();
        for (n, a) in corners.iter().enumerate() {
            let b = corners[(n + 1) % corners.len()];
            let (da, db) = (a.dot(across) - level, b.dot(across) - level);
            if (da < 0.0) != (db < 0.0) {
                let share = da / (da - db);
                cuts.push((*a + (b - *a) * share).dot(direction));
            }
        }
        cuts.sort_by(f32::total_cmp);
        for pair in cuts.chunks_exact(2) {
            strokes.push([direction * pair[0] + across * level, direction * pair[1] + across * level]);
        }
        level += apart;
    }
    strokes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_go_round_corners() {
        let line = [Vec2::ZERO, Vec2::new(3.0, 0.0), Vec2::new(3.0, 3.0)];
        let drawn = dashes(&line, false, 2.0, 0.5);
        assert_eq!(drawn[0], vec![Vec2::ZERO, Vec2::new(2.0, 0.0)]);
        assert_eq!(drawn[1], vec![Vec2::new(2.5, 0.0), Vec2::new(3.0, 0.0), Vec2::new(3.0, 1.5)]);
    }

    #[test]
    fn hatching_stays_inside_its_polygon() {
        let square = [Vec2::ZERO, Vec2::new(4.0, 0.0), Vec2::new(4.0, 4.0), Vec2::new(0.0, 4.0)];
        let strokes = hatch(&square, 0.5);
        assert!(strokes.len() > 8);
        for end in strokes.iter().flatten() {
            assert!(end.x > -0.01 && end.x < 4.01 && end.y > -0.01 && end.y < 4.01, "{end}");
        }
    }

    #[test]
    fn a_painted_path_becomes_triangles_with_y_upward() {
        let square = PaintedPath {
            segments: vec![
                Segment::MoveTo([0.0, 0.0]),
                Segment::LineTo([100.0, 0.0]),
                Segment::LineTo([100.0, 100.0]),
                Segment::LineTo([0.0, 100.0]),
                Segment::Close,
            ],
            fill: Some([255, 0, 0, 255]),
            even_odd: false,
            stroke: None,
        };
        let mut triangles = Triangles::default();
        triangles.paint(&[square], Lay::SYMBOL);
        assert_eq!(triangles.buffers.indices.len(), 6);
        assert!(triangles.buffers.vertices.iter().all(|(at, _)| at[1] <= 0.0 && at[1] >= -1.0));
    }
}
