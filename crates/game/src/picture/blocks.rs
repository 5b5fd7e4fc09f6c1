//! Units as blocks: one shape for each formation, in the unit's own width and depth.

use std::fmt::Write as _;

use super::{
    dress::Body,
    palette::{Coat, INK, IVORY, Palette, Rgb, TILE, TILE_DARK},
    symbols::{self, Detail},
    wheels,
};
use grapeshot_floor::table::footprint::Footprint;

/// The size of an animal that is longer than wide, for each inch of its round base.
const LONG_BEAST: f32 = 0.72;

/// Words of the looks of cavalry.
const HORSE: &[&str] =
    &["cavalry", "mounted", "horse", "hussar", "lancer", "dragoon", "cuirassier", "uhlan", "chasseur_a"];
/// Words of the looks of guns.
const GUNS: &[&str] = &["gun", "battery", "artillery", "howitzer"];

/// What goes and fires when a piece does, as far as the eye sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mover {
    Foot,
    Horse,
    Guns,
    Wagons,
    Beasts,
}

impl Mover {
    /// What a piece of a look and a coat is, on its base.
    pub fn of(look: &str, coat: &str, footprint: Footprint) -> Self {
        let any = |words: &[&str]| words.iter().any(|word| look.contains(word));
        let body = symbols::body(look, coat);
        match footprint {
            Footprint::Circle { .. } if body == Body::Beast => Self::Beasts,
            // A rider or gunner on a round base is on foot.
            Footprint::Circle { .. } => Self::Foot,
            Footprint::Rectangle { width, depth } => match body {
                Body::Beast => Self::Beasts,
                Body::Mounted => Self::Horse,
                Body::Gun => Self::Guns,
                Body::Long => Self::Wagons,
                Body::Foot if any(GUNS) => Self::Guns,
                Body::Foot if any(HORSE) || (width, depth) == (1.0, 2.0) => Self::Horse,
                Body::Foot => Self::Foot,
            },
        }
    }
}

/// How a block is drawn up, as far as its picture goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Line,
    AttackColumn,
    MarchColumn,
    Square,
    Skirmish,
    Mixed,
    Cavalry,
    CavalryColumn,
    CavalrySkirmish,
    GunsDeployed,
    GunsLimbered,
    Garrison,
    Commander,
}

impl Shape {
    fn of(look: &str, formation: &str) -> Self {
        let any = |text: &str, words: &[&str]| words.iter().any(|word| text.contains(word));
        let (horse, guns) = (any(look, HORSE), any(look, GUNS));
        let column = any(formation, &["column", "march", "road"]);
        let loose = any(formation, &["skirmish", "open", "swarm"]) || look.contains("skirmish");
        if any(look, &["command", "general", "leader", "officer", "marshal", "adc"]) {
            Self::Commander
        } else if formation.contains("garrison") {
            Self::Garrison
        } else if guns {
            if any(formation, &["limbered", "column"]) && !formation.contains("unlimbered") || look.contains("limber") {
                Self::GunsLimbered
            } else {
                Self::GunsDeployed
            }
        } else if horse {
            if loose {
                Self::CavalrySkirmish
            } else if column {
                Self::CavalryColumn
            } else {
                Self::Cavalry
            }
        } else if formation.contains("square") {
            Self::Square
        } else if formation.contains("mixed") {
            Self::Mixed
        } else if loose {
            Self::Skirmish
        } else if any(formation, &["march", "road"]) {
            Self::MarchColumn
        } else if column {
            Self::AttackColumn
        } else {
            Self::Line
        }
    }
}

/// A piece in its own footprint: a figure, gun or wagon if it is as large as one, else a block. `formation` is the
/// word of its unit's formation, or empty. Units of 100 to the inch, facing up.
pub fn piece(
    detail: Detail,
    look: &str,
    formation: &str,
    coat: &str,
    palette: Palette,
    footprint: Footprint,
) -> String {
    match footprint {
        Footprint::Circle { diameter } => {
            // A rider on a man's base has dismounted or lost his horse.
            let beast = symbols::is_beast(look, coat);
            let afoot = match symbols::own_size(look, coat) {
                (1.0, 2.0) if !beast => format!("{look}_dismounted"),
                _ => look.to_owned(),
            };
            let figure = symbols::at_detail(detail, &afoot, coat, palette);
            let (_, length) = symbols::own_size(look, coat);
            // An animal that is longer than its base reaches over it by as much as it stands on.
            let diameter = if beast && length > 1.0 { diameter * LONG_BEAST } else { diameter };
            if (diameter - 1.0).abs() < 0.05 {
                figure
            } else {
                format!("<g transform=\"scale({diameter})\">{figure}</g>")
            }
        }
        Footprint::Rectangle { width, depth } => {
            let colour = palette.coat(Coat::named(coat));
            if let Some(part) = wheels::drawn(look, detail, colour, width, depth) {
                return part;
            }
            let mut look = look.to_owned();
            let (mut own_width, mut own_depth) = symbols::own_size(&look, coat);
            // A man on foot by his look but on a rider's base is a rider: the leader of a mounted section.
            if (own_width, own_depth) == (1.0, 1.0) && (width, depth) == (1.0, 2.0) {
                look = format!("mounted_{look}");
                (own_width, own_depth) = (1.0, 2.0);
            }
            let look = look.as_str();
            let (across, along) = (width / own_width, depth / own_depth);
            // Men on foot stand on round bases; what is on a square one is a stand with several of them.
            let stand = symbols::is_on_foot(look, coat);
            if !stand && (0.7..1.45).contains(&across) && (0.7..1.45).contains(&along) {
                let figure = symbols::at_detail(detail, look, coat, palette);
                if (across - 1.0).abs() < 0.05 && (along - 1.0).abs() < 0.05 {
                    figure
                } else {
                    format!("<g transform=\"scale({across} {along})\">{figure}</g>")
                }
            } else {
                block(look, formation, coat, palette, width, depth)
            }
        }
    }
}

/// A unit or stand as a block this many inches wide and deep, in units of 100 to the inch, facing up.
pub fn block(look: &str, formation: &str, coat: &str, palette: Palette, width: f32, depth: f32) -> String {
    let colour = palette.coat(Coat::named(coat));
    // Lines are as thick as on a block of usual size; a small stand has finer ones.
    let pen = (width.min(depth) * 9.0).clamp(4.0, 11.0);
    let drawing = Block { w: width * 100.0, d: depth * 100.0, pen, colour };
    match Shape::of(look, formation) {
        Shape::Line => drawing.line(),
        Shape::AttackColumn => drawing.attack_column(),
        Shape::MarchColumn => drawing.links(false),
        Shape::Square => drawing.square(),
        Shape::Skirmish => drawing.loose(false),
        Shape::Mixed => drawing.mixed(),
        Shape::Cavalry => drawing.cavalry(),
        Shape::CavalryColumn => drawing.links(true),
        Shape::CavalrySkirmish => drawing.loose(true),
        Shape::GunsDeployed => drawing.guns(),
        Shape::GunsLimbered => drawing.limbered(),
        Shape::Garrison => drawing.garrison(),
        Shape::Commander => drawing.commander(),
    }
}

/// What a block is drawn with: its size and the width of its pen in units, its coat.
struct Block {
    w: f32,
    d: f32,
    pen: f32,
    colour: Rgb,
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

    fn line(&self) -> String {
        self.shadow()
            + &self.pointer()
            + &self.body()
            + &self.bars(2, self.colour.towards(IVORY, 0.44), self.pen * 0.7)
            + &self.front()
    }

    fn attack_column(&self) -> String {
        self.shadow() + &self.pointer() + &self.body() + &self.bars(3, IVORY, self.pen * 1.3) + &self.front()
    }

    fn links(&self, split: bool) -> String {
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

    fn square(&self) -> String {
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

    fn loose(&self, horse: bool) -> String {
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

    fn mixed(&self) -> String {
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

    fn cavalry(&self) -> String {
        let (x, y) = (self.w / 2.0, self.d / 2.0);
        let mut svg = self.shadow() + &self.pointer() + &self.body();
        let _ = write!(
            svg,
            "<path d=\"M{} {y}L{x} {}V{y}Z\" fill=\"{IVORY}\" stroke=\"{INK}\" stroke-width=\"{}\"/>",
            -x, -y, self.pen
        );
        svg + &self.front()
    }

    fn guns(&self) -> String {
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

    fn limbered(&self) -> String {
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

    fn garrison(&self) -> String {
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

    fn commander(&self) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::paths::painted_paths;

    #[test]
    fn every_formation_has_its_own_shape() {
        let mut seen = Vec::new();
        for (look, formation) in [
            ("infantry", "line"),
            ("infantry", "attack_column"),
            ("infantry", "march_column"),
            ("infantry", "square"),
            ("infantry", "skirmish"),
            ("infantry", "mixed"),
            ("infantry", "garrison"),
            ("cavalry", "line"),
            ("cavalry", "column"),
            ("cavalry", "skirmish"),
            ("battery", "unlimbered"),
            ("battery", "limbered"),
            ("commander", ""),
        ] {
            let svg = block(look, formation, "french", Palette::Campaign, 4.0, 1.5);
            assert!(!painted_paths(&svg).expect("it is SVG").is_empty());
            assert!(!seen.contains(&svg), "{look} {formation}");
            seen.push(svg);
        }
    }

    #[test]
    fn a_small_stand_of_foot_is_a_block_and_no_single_man() {
        let footprint = Footprint::Rectangle { width: 1.0, depth: 0.75 };
        let stand = piece(Detail::Near, "infantry", "", "french", Palette::Campaign, footprint);
        assert_eq!(stand, block("infantry", "", "french", Palette::Campaign, 1.0, 0.75));
        let gun = Footprint::Rectangle { width: 1.5, depth: 2.0 };
        let gun = piece(Detail::Near, "gun", "", "french", Palette::Campaign, gun);
        assert_eq!(gun, symbols::symbol("gun", "french", Palette::Campaign));
    }

    #[test]
    fn a_rider_on_a_rider_s_base_is_a_figure_and_on_a_wide_one_a_block() {
        let draw = |width, depth| {
            let footprint = Footprint::Rectangle { width, depth };
            piece(Detail::Near, "mounted", "", "french", Palette::Campaign, footprint)
        };
        assert_eq!(draw(1.0, 2.0), symbols::symbol("mounted", "french", Palette::Campaign));
        let base = Footprint::Rectangle { width: 1.0, depth: 2.0 };
        let leader = piece(Detail::Near, "leader", "", "french", Palette::Campaign, base);
        assert_eq!(leader, symbols::symbol("mounted_leader", "french", Palette::Campaign));
        assert_eq!(draw(5.0, 1.5), block("mounted", "", "french", Palette::Campaign, 5.0, 1.5));
    }
}
