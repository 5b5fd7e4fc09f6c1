//! The drawing of a block by its formation.

use std::fmt::Write as _;

use crate::picture::palette::{INK, IVORY, Rgb, TILE, TILE_DARK};

/// What a block is drawn with: its size and the width of its pen in units, its coat.
pub(super) struct Block {
    pub(super) w: f32,
    pub(super) d: f32,
    pub(super) pen: f32,
    pub(super) colour: Rgb,
}

impl Block {
    fn outline(&self) -> String {
        format!("fill=\"{}\" stroke=\"{INK}\" stroke-width=\"{}\"", self.colour, self.pen)
    }

    fn shadow(&self) -> String {
        format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{INK}\" opacity=\".3\"/>",
            -self.w / 2.0 + self.pen * 1.4,
            -self.d / 2.0 + self.pen * 1.4,
            self.w,
            self.d
        )
    }

    fn body(&self) -> String {
        format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {}/>",
            -self.w / 2.0,
            -self.d / 2.0,
            self.w,
            self.d,
            self.outline()
        )
    }

    /// The pointer on the front edge.
    fn pointer(&self) -> String {
        let half = (self.w * 0.2).clamp(12.0, 40.0);
        let front = -self.d / 2.0;
        format!("<path d=\"M{} {front}L0 {}L{half} {front}Z\" {}/>", -half, front - half * 1.1, self.outline())
    }

    fn bars(&self, count: u32, colour: Rgb, width: f32) -> String {
        let mut d = String::new();
        for i in 1..=count {
            let y = -self.d / 2.0 + self.d * i as f32 / (count + 1) as f32;
            let _ = write!(d, "M{:.1} {y:.1}H{:.1}", -self.w / 2.0, self.w / 2.0);
        }
        format!("<path d=\"{d}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>")
    }

    fn front(&self) -> String {
        format!(
            "<path d=\"M{} {y}H{}\" stroke=\"{}\" stroke-width=\"{}\"/>",
            -self.w / 2.0,
            self.w / 2.0,
            self.colour.towards(Rgb(0, 0, 0), 0.45),
            self.pen * 1.6,
            y = -self.d / 2.0 + self.pen * 0.7
        )
    }

    pub(super) fn line(&self) -> String {
        self.shadow()
            + &self.pointer()
            + &self.body()
            + &self.bars(2, self.colour.towards(IVORY, 0.44), self.pen * 0.7)
            + &self.front()
    }

    pub(super) fn attack_column(&self) -> String {
        self.shadow() + &self.pointer() + &self.body() + &self.bars(3, IVORY, self.pen * 1.3) + &self.front()
    }

    pub(super) fn links(&self, split: bool) -> String {
        let count = if split { 3 } else { 5 };
        let step = self.d / count as f32;
        let link = step * if split { 0.91 } else { 0.86 };
        let mut svg = self.shadow() + &self.pointer();
        for i in 0..count {
            let y = -self.d / 2.0 + step * i as f32;
            let (left, right) = (-self.w / 2.0, self.w / 2.0);
            let _ = write!(
                svg,
                "<rect x=\"{left}\" y=\"{y:.1}\" width=\"{}\" height=\"{link:.1}\" {}/>",
                self.w,
                self.outline()
            );
            if split {
                let foot = y + link;
                let _ = write!(
                    svg,
                    "<path d=\"M{left} {foot:.1}L{right} {y:.1}V{foot:.1}Z\" fill=\"{IVORY}\" stroke=\"{INK}\" \
                     stroke-width=\"{}\"/>",
                    self.pen
                );
            }
        }
        svg
    }

    pub(super) fn square(&self) -> String {
        let (x, y) = (self.w / 2.0, self.d / 2.0);
        let (ix, iy) = (x * 0.52, y * 0.52);
        let mut svg = self.shadow();
        let _ = write!(
            svg,
            "<path fill-rule=\"evenodd\" d=\"M{} {}H{x}V{y}H{}ZM{} {}V{iy}H{ix}V{}Z\" {}/>",
            -x,
            -y,
            -x,
            -ix,
            -iy,
            -iy,
            self.outline()
        );
        let tip = (x.min(y) * 0.28).clamp(10.0, 36.0);
        for (turn, far) in [(0, y), (90, x), (180, y), (270, x)] {
            let _ = write!(
                svg,
                "<path transform=\"rotate({turn})\" d=\"M{} {}L0 {}L{tip} {}Z\" {}/>",
                -tip,
                -far,
                -far - tip * 1.2,
                -far,
                self.outline()
            );
        }
        svg
    }

    pub(super) fn loose(&self, horse: bool) -> String {
        let mut svg = format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{d}\" rx=\"{r}\" fill=\"{c}\" opacity=\".16\"/>\
             <rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{d}\" rx=\"{r}\" fill=\"none\" stroke=\"{c}\" \
             stroke-width=\"{}\" stroke-dasharray=\"{} {}\"/>",
            self.pen,
            self.pen * 3.0,
            self.pen * 2.2,
            x = -self.w / 2.0,
            y = -self.d / 2.0,
            w = self.w,
            d = self.d,
            r = self.pen * 4.0,
            c = self.colour
        );
        let size = (self.d * 0.23).clamp(8.0, 26.0);
        let count = ((self.w / (size * 4.4)) as u32).clamp(2, 9);
        for i in 0..count {
            let x = -self.w / 2.0 + self.w * (i as f32 + 0.5) / count as f32;
            let y = if i % 2 == 0 { self.d * 0.16 } else { -self.d * 0.12 };
            if horse {
                let (l, r, t, b) = (x - size, x + size, y - size * 0.85, y + size * 0.85);
                let _ = write!(
                    svg,
                    "<path d=\"M{l:.1} {b:.1}V{t:.1}H{r:.1}V{b:.1}Z\" {}/><path d=\"M{l:.1} {b:.1}L{r:.1} \
                     {t:.1}V{b:.1}Z\" fill=\"{IVORY}\"/>",
                    self.outline()
                );
            } else {
                let _ = write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{size:.1}\" {}/>", self.outline());
            }
        }
        svg + &self.pointer()
    }

    pub(super) fn mixed(&self) -> String {
        let mut svg = self.line();
        let count = ((self.w / 70.0) as u32).clamp(3, 9);
        for i in 0..count {
            let x = -self.w / 2.0 + self.w * (i as f32 + 0.5) / count as f32;
            let _ = write!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"{}\" {}/>",
                -self.d / 2.0 - 55.0,
                self.pen * 1.8,
                self.outline()
            );
        }
        svg
    }

    pub(super) fn cavalry(&self) -> String {
        let (x, y) = (self.w / 2.0, self.d / 2.0);
        let mut svg = self.shadow() + &self.pointer() + &self.body();
        let _ = write!(
            svg,
            "<path d=\"M{} {y}L{x} {}V{y}Z\" fill=\"{IVORY}\" stroke=\"{INK}\" stroke-width=\"{}\"/>",
            -x, -y, self.pen
        );
        svg + &self.front()
    }

    pub(super) fn guns(&self) -> String {
        let count = if self.w > 130.0 { 2 } else { 1 };
        let reach = (self.d * 0.5).max(45.0);
        let mut svg = String::new();
        for i in 0..count {
            let x = self.w * ((i as f32 + 0.5) / count as f32 - 0.5);
            let half = (self.w / count as f32 * 0.33).min(48.0);
            let _ = write!(
                svg,
                "<g transform=\"translate({x} 0)\"><path d=\"M{} {a}V{b}M{half} {a}V{b}M{} {c}H{half}\" \
                 stroke=\"{INK}\" stroke-width=\"{}\"/><path d=\"M0 {}V{}\" stroke=\"{INK}\" stroke-width=\"{}\"/>\
                 <path d=\"M0 {}V{}\" stroke=\"{}\" stroke-width=\"{}\"/></g>",
                -half,
                -half,
                self.pen * 2.1,
                reach * 0.8,
                -reach,
                self.pen * 4.0,
                reach * 0.74,
                -reach * 0.94,
                self.colour,
                self.pen * 2.3,
                a = -reach * 0.14,
                b = reach * 0.62,
                c = reach * 0.24
            );
        }
        svg
    }

    pub(super) fn limbered(&self) -> String {
        let y = self.d / 2.0;
        let half = (self.w * 0.3).min(46.0);
        let (rx, ry) = (half * 0.5, self.d * 0.13);
        let mut svg = format!(
            "<path d=\"M0 {y}V{}\" stroke=\"{INK}\" stroke-width=\"{}\"/><path d=\"M0 {}V{}\" stroke=\"{}\" \
             stroke-width=\"{}\"/><path d=\"M{} {a}V{b}M{half} {a}V{b}M{} {c}H{half}\" stroke=\"{INK}\" \
             stroke-width=\"{}\"/>",
            -y * 0.25,
            self.pen * 4.0,
            y * 0.96,
            -y * 0.25,
            self.colour,
            self.pen * 2.3,
            -half,
            -half,
            self.pen * 2.0,
            a = y * 0.36,
            b = y * 0.86,
            c = y * 0.6
        );
        for (side, row) in [(-1.0, 0.83), (1.0, 0.83), (-1.0, 0.26), (1.0, 0.26)] {
            let _ = write!(
                svg,
                "<ellipse cx=\"{}\" cy=\"{}\" rx=\"{rx}\" ry=\"{ry}\" {}/>",
                side * half * 0.62,
                -y * row,
                self.outline()
            );
        }
        svg
    }

    pub(super) fn garrison(&self) -> String {
        let (x, y) = (self.w / 2.0, self.d / 2.0);
        format!(
            "<rect x=\"{l}\" y=\"{t}\" width=\"{w}\" height=\"{d}\" fill=\"{TILE}\"/><rect x=\"{l}\" width=\"{w}\" \
             height=\"{y}\" fill=\"{TILE_DARK}\"/><path d=\"M{l} 0H{x}\" stroke=\"{INK}\" stroke-width=\"{p}\"/>\
             <rect x=\"{l}\" y=\"{t}\" width=\"{w}\" height=\"{d}\" fill=\"none\" stroke=\"{INK}\" \
             stroke-width=\"{}\"/><rect x=\"{l}\" y=\"{t}\" width=\"{w}\" height=\"{d}\" fill=\"none\" stroke=\"{}\" \
             stroke-width=\"{}\"/>",
            self.pen * 4.0,
            self.colour,
            self.pen * 2.6,
            l = -x,
            t = -y,
            w = self.w,
            d = self.d,
            p = self.pen
        )
    }

    pub(super) fn commander(&self) -> String {
        let r = self.w.min(self.d) / 2.0;
        format!(
            "<circle cx=\"{s}\" cy=\"{s}\" r=\"{r}\" fill=\"{INK}\" opacity=\".3\"/><circle r=\"{r}\" fill=\"#FBF6E8\" \
             stroke=\"{INK}\" stroke-width=\"{}\"/><circle r=\"{}\" fill=\"{}\" stroke=\"{INK}\" stroke-width=\"{}\"/>\
             <path d=\"M-30 4Q-14 -17 0 -16Q14 -17 30 4Q14 12 0 12Q-14 12 -30 4Z\" fill=\"#241E1A\" \
             transform=\"scale({})\"/><path d=\"M{} {t}L0 {}L{n} {t}Z\" fill=\"{}\" stroke=\"{INK}\" \
             stroke-width=\"{}\" stroke-linejoin=\"round\"/>",
            self.pen * 1.1,
            r * 0.76,
            self.colour,
            self.pen * 0.8,
            r / 52.0,
            -r * 0.3,
            -r * 1.4,
            self.colour,
            self.pen * 0.8,
            s = self.pen,
            n = r * 0.3,
            t = -r * 0.98
        )
    }
}
