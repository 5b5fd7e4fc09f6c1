//! What a mark looks like: outlines, lines and dashes with their colours.

use bevy::prelude::*;
use bevy_prototype_lyon::prelude::{
    Fill, FillOptions, FillRule, LineJoin, Shape, ShapeBuilder, ShapeBuilderBase, ShapePath, Stroke, StrokeOptions,
};

use super::strokes;

/// Inches by which a drawn curve may stray from the true one.
const TOLERANCE: f32 = 0.01;

/// One part of a look, which one shape draws.
#[derive(Debug, Clone, PartialEq)]
struct Part {
    lines: Vec<Vec<Vec2>>,
    closed: bool,
    fill: Option<Color>,
    /// The colour and the width in inches.
    stroke: Option<(Color, f32)>,
}

impl Part {
    fn shape(&self) -> Shape {
        let mut path = ShapePath::new();
        for line in &self.lines {
            let Some((first, rest)) = line.split_first() else { continue };
            path = rest.iter().fold(path.move_to(*first), |path, corner| path.line_to(*corner));
            if self.closed {
                path = path.close();
            }
        }
        let builder = ShapeBuilder::with(&path);
        let fill = self
            .fill
            .map(|color| Fill { options: FillOptions::tolerance(TOLERANCE).with_fill_rule(FillRule::NonZero), color });
        let stroke = self.stroke.map(|(color, inches)| Stroke {
            options: StrokeOptions::tolerance(TOLERANCE).with_line_width(inches).with_line_join(LineJoin::Round),
            color,
        });
        match (fill, stroke) {
            (Some(fill), Some(stroke)) => builder.fill(fill).stroke(stroke).build(),
            (Some(fill), None) => builder.fill(fill).build(),
            (None, stroke) => builder.stroke(stroke.unwrap_or_default()).build(),
        }
    }
}

/// What a mark looks like. Widths and dashes are in points of the panels.
#[derive(Component, Debug, Clone, PartialEq)]
pub struct Look {
    /// The height at which it is drawn, as layers of the table are.
    pub layer: f32,
    pixel: f32,
    parts: Vec<Part>,
}

impl Look {
    /// A look of which nothing is drawn yet; `pixel` are the inches to one point of the panels.
    pub fn new(layer: f32, pixel: f32) -> Self {
        Self { layer, pixel, parts: Vec::new() }
    }

    /// Whether nothing is drawn.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The shapes that draw the mark, the lowest first.
    pub fn shapes(&self) -> impl Iterator<Item = Shape> {
        self.parts.iter().map(Part::shape).collect::<Vec<Shape>>().into_iter()
    }

    fn add(&mut self, lines: Vec<Vec<Vec2>>, closed: bool, fill: Option<Color>, stroke: Option<(Color, f32)>) {
        let lines: Vec<Vec<Vec2>> = lines.into_iter().filter(|line| line.len() > 1).collect();
        if !lines.is_empty() {
            let stroke = stroke.map(|(colour, points)| (colour, points * self.pixel));
            self.parts.push(Part { lines, closed, fill, stroke });
        }
    }

    /// A wash over an outline.
    pub fn fill(&mut self, outline: &[Vec2], colour: Color) -> &mut Self {
        self.add(vec![outline.to_vec()], true, Some(colour), None);
        self
    }

    /// A line of this width in points.
    pub fn line(&mut self, corners: &[Vec2], closed: bool, points: f32, colour: Color) -> &mut Self {
        self.add(vec![corners.to_vec()], closed, None, Some((colour, points)));
        self
    }

    /// Several lines of this width in points.
    pub fn lines(&mut self, lines: Vec<Vec<Vec2>>, points: f32, colour: Color) -> &mut Self {
        self.add(lines, false, None, Some((colour, points)));
        self
    }

    /// A dashed line: points of a dash and of the gap after it, points of its width.
    pub fn dashes(
        &mut self,
        corners: &[Vec2],
        closed: bool,
        (on, off): (f32, f32),
        points: f32,
        colour: Color,
    ) -> &mut Self {
        let dashes = strokes::dashes(corners, closed, on * self.pixel, off * self.pixel);
        self.add(dashes, false, None, Some((colour, points)));
        self
    }

    /// Strokes at 45 degrees over an outline, `apart` points apart and `points` points wide.
    pub fn hatch(&mut self, outline: &[Vec2], apart: f32, points: f32, colour: Color) -> &mut Self {
        let strokes = strokes::hatch(outline, apart * self.pixel);
        self.add(strokes.into_iter().map(|stroke| stroke.to_vec()).collect(), false, None, Some((colour, points)));
        self
    }
}
