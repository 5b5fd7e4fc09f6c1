//! Painted paths as triangles with coloured corners, so that everything on the table shares one
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

use grapeshot_game::picture::paths::{Cap, Join, PaintedPath, Segment};

/// How shapes are laid on the table: from their own units (y down) to inches (y up).
#[derive(Debug, Clone, Copy)]
pub struct Lay {
    /// Inches to one unit of the shapes.
    pub scale: f32,
    /// Where the shapes' origin lies, in inches.
    pub origin: Vec2,
    /// How far a drawn curve may stray from the true one, in inches.
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
        self.fill_path(&polygon(corners), FillRule::NonZero, colour, 0.01);
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

fn polygon(corners: &[Vec2]) -> Path {
    let mut builder = Path::builder();
    if let Some((first, rest)) = corners.split_first() {
        builder.begin(point(first.x, first.y));
        for corner in rest {
            builder.line_to(point(corner.x, corner.y));
        }
        builder.end(true);
    }
    builder.build()
}

#[cfg(test)]
mod tests {
    use super::*;

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
