//! Units as the bases they are made of: each with the figures on it near by, as a tile from afar; a base that was lost
//! leaves its dashed place.

use std::fmt::Write as _;

use super::{
    palette::{Coat, INK, IVORY, PAPER, Palette, Rgb},
    symbols::{self, Detail},
};
use grapeshot_floor::{table::footprint::Footprint, turn::bases::Base};

/// What stands on bases, as far as their picture goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Arm {
    Foot,
    Loose,
    Horse,
    Guns,
    Teams,
    Wagons,
}

impl Arm {
    fn of(look: &str, formation: &str) -> Self {
        let any = |text: &str, words: &[&str]| words.iter().any(|word| text.contains(word));
        let limbered = formation.contains("limbered") && !formation.contains("unlimbered");
        if any(look, &["wagon", "caisson", "cart"]) {
            Self::Wagons
        } else if any(look, &["gun", "battery", "artillery", "howitzer"]) {
            if limbered { Self::Teams } else { Self::Guns }
        } else if any(look, &["cavalry", "mounted", "hussar", "lancer", "dragoon", "cuirassier", "uhlan"]) {
            Self::Horse
        } else if any(look, &["skirmish"]) || any(formation, &["open", "skirmish"]) {
            Self::Loose
        } else {
            Self::Foot
        }
    }

    /// The figure on its bases, in words of a scenario.
    fn figure(self, look: &str) -> String {
        match self {
            Self::Guns => "gun".to_owned(),
            Self::Teams => "limber".to_owned(),
            Self::Wagons => "wagon".to_owned(),
            Self::Horse => format!("mounted_{look}"),
            Self::Foot | Self::Loose => look.to_owned(),
        }
    }
}

/// A piece made of bases, in units of 100 to the inch, facing up. Its outline is as large as its footprint.
pub fn unit(
    detail: Detail,
    look: &str,
    formation: &str,
    coat: &str,
    palette: Palette,
    footprint: Footprint,
    bases: &[Base],
) -> String {
    let arm = Arm::of(look, formation);
    let colour = palette.coat(Coat::named(coat));
    let drawing = Drawing { detail, arm, figure: arm.figure(look), coat, palette, colour };
    let depth = footprint.half_depth() * 100.0;
    let mut svg = String::new();
    // The rear first, so that no musket lies under a base.
    let mut order: Vec<&Base> = bases.iter().collect();
    order.sort_by(|a, b| a.at.y.total_cmp(&b.at.y));
    for base in &order {
        let _ = write!(
            svg,
            "<g transform=\"translate({:.1} {:.1})rotate({:.1})\">{}</g>",
            base.at.x * 100.0,
            -base.at.y * 100.0,
            -base.turn,
            drawing.base(base)
        );
    }
    svg += &drawing.pointers(footprint.half_width() * 100.0, depth, bases);
    svg
}

struct Drawing<'a> {
    detail: Detail,
    arm: Arm,
    figure: String,
    coat: &'a str,
    palette: Palette,
    colour: Rgb,
}

impl Drawing<'_> {
    fn base(&self, base: &Base) -> String {
        let (w, d) = (base.size.x * 100.0, base.size.y * 100.0);
        let (x, y) = (-w / 2.0, -d / 2.0);
        if base.is_lost() {
            return self.place_of_lost(x, y, w, d);
        }
        let pen = (w.min(d) * 0.07).clamp(4.0, 8.0);
        let near = self.detail == Detail::Near;
        let loose = self.arm == Arm::Loose;
        let pale = if near || loose { 0.66 } else { 0.0 };
        let fill = self.colour.towards(PAPER, pale);
        let dashed = if loose { format!(" stroke-dasharray=\"{} {}\"", pen * 3.0, pen * 2.0) } else { String::new() };
        let mut svg = format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{d}\" fill=\"{fill}\" stroke=\"{INK}\" \
             stroke-width=\"{pen}\"{dashed}/>"
        );
        let rim = if near || loose { self.colour } else { self.colour.towards(Rgb(0, 0, 0), 0.45) };
        if !loose {
            let deep = (d * 0.1).clamp(6.0, 12.0);
            let _ = write!(
                svg,
                "<path d=\"M{} {r}H{}\" stroke=\"{rim}\" stroke-width=\"{deep}\"/>",
                x + pen / 2.0,
                -x - pen / 2.0,
                r = y + pen / 2.0 + deep / 2.0
            );
        }
        if self.detail == Detail::Far && self.arm == Arm::Horse {
            let _ = write!(svg, "<path d=\"M{x} {}L{} {y}V{}Z\" fill=\"{IVORY}\"/>", -y, -x, -y);
            let _ = write!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{d}\" stroke=\"{INK}\" fill=\"none\" \
                 stroke-width=\"{pen}\"/>"
            );
        }
        svg + &self.figures(base)
    }

    /// The figures that still stand on a base, from its front rank on.
    fn figures(&self, base: &Base) -> String {
        let (wide, deep) = (base.ranks.0.max(1), base.ranks.1.max(1));
        if self.detail == Detail::Far && matches!(self.arm, Arm::Foot | Arm::Horse) {
            return String::new();
        }
        let (w, d) = (base.size.x * 100.0, base.size.y * 100.0);
        let (step, rank) = (w / f32::from(wide), d / f32::from(deep));
        let own = symbols::own_size(&self.figure, self.coat);
        let scale = (step / (own.0 * 100.0)).min(rank / (own.1 * 100.0)) * 0.96;
        let drawn = match (self.detail, self.arm) {
            (Detail::Near, Arm::Loose | Arm::Guns | Arm::Teams | Arm::Wagons) => Detail::Near,
            (Detail::Middle | Detail::Far, Arm::Foot | Arm::Horse) | (Detail::Far, Arm::Loose) => {
                return self.dots(base, step, rank);
            }
            // So small a figure is seen as from a middle distance.
            _ => Detail::Middle,
        };
        let figure = symbols::at_detail(drawn, &self.figure, self.coat, self.palette);
        self.spots(base, step, rank).fold(String::new(), |mut svg, (x, y)| {
            let _ = write!(svg, "<g transform=\"translate({x:.1} {y:.1})scale({scale:.3})\">{figure}</g>");
            svg
        })
    }

    /// Where the figures stand, the front rank first.
    fn spots(&self, base: &Base, step: f32, rank: f32) -> impl Iterator<Item = (f32, f32)> {
        let (wide, deep) = (base.ranks.0.max(1), base.ranks.1.max(1));
        let (left, front) = (-step * f32::from(wide - 1) / 2.0, -rank * f32::from(deep - 1) / 2.0);
        (0..base.figures).map(move |n| (left + step * f32::from(n % wide), front + rank * f32::from(n / wide)))
    }

    fn dots(&self, base: &Base, step: f32, rank: f32) -> String {
        let radius = (step.min(rank) * 0.26).clamp(6.0, 26.0);
        let fill = if self.arm == Arm::Loose { self.colour } else { self.colour.towards(IVORY, 0.72) };
        self.spots(base, step, rank).fold(String::new(), |mut svg, (x, y)| {
            let _ = match self.arm {
                Arm::Horse => write!(
                    svg,
                    "<ellipse cx=\"{x:.1}\" cy=\"{y:.1}\" rx=\"{:.1}\" ry=\"{:.1}\" fill=\"{fill}\" stroke=\"{INK}\" \
                     stroke-width=\"3\"/>",
                    radius * 0.8,
                    radius * 1.9
                ),
                _ => write!(
                    svg,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{fill}\" stroke=\"{INK}\" \
                     stroke-width=\"3\"/>"
                ),
            };
            svg
        })
    }

    /// The place of a base that was lost: dashed, with a cross.
    fn place_of_lost(&self, x: f32, y: f32, w: f32, d: f32) -> String {
        let (cx, cy) = (w * 0.16, d * 0.16);
        let reach = cx.min(cy);
        format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{PAPER}\" fill-opacity=\".45\" stroke=\"{INK}\" \
             stroke-opacity=\".75\" stroke-width=\"4\" stroke-dasharray=\"14 10\"/>\
             <path d=\"M{n} {n}L{reach} {reach}M{n} {reach}L{reach} {n}\" stroke=\"{INK}\" stroke-opacity=\".75\" \
             stroke-width=\"6\"/>",
            x + 4.0,
            y + 4.0,
            w - 8.0,
            d - 8.0,
            n = -reach
        )
    }

    /// The pointer on the front edge; on all four of a square.
    fn pointers(&self, half_width: f32, half_depth: f32, bases: &[Base]) -> String {
        let square = bases.iter().any(|base| base.turn != 0.0);
        let tip = (half_width.min(half_depth) * 0.34).clamp(14.0, 40.0);
        let ways: &[(i32, f32)] = if square {
            &[(0, half_depth), (90, half_width), (180, half_depth), (270, half_width)]
        } else {
            &[(0, half_depth)]
        };
        ways.iter().fold(String::new(), |mut svg, (turn, far)| {
            let _ = write!(
                svg,
                "<path transform=\"rotate({turn})\" d=\"M{} {f}L0 {}L{tip} {f}Z\" fill=\"{}\" stroke=\"{INK}\" \
                 stroke-width=\"6\"/>",
                -tip,
                -far - tip * 1.1,
                self.colour,
                f = -far
            );
            svg
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::paths::painted_paths;
    use bevy::math::Vec2;

    fn line(figures: &[u8]) -> Vec<Base> {
        let middle = figures.len() as f32 / 2.0 - 0.5;
        let base = |(n, figures): (usize, &u8)| Base {
            at: Vec2::new(n as f32 - middle, 0.0),
            turn: 0.0,
            size: Vec2::ONE,
            ranks: (2, 2),
            figures: *figures,
        };
        figures.iter().enumerate().map(base).collect()
    }

    fn draw(detail: Detail, look: &str, formation: &str, bases: &[Base]) -> String {
        let footprint = Footprint::Rectangle { width: bases.len() as f32, depth: 1.0 };
        unit(detail, look, formation, "french", Palette::Campaign, footprint, bases)
    }

    #[test]
    fn a_unit_looks_otherwise_for_each_figure_that_it_lost_near_by() {
        let mut seen = Vec::new();
        for figures in [[4, 4, 4], [4, 4, 3], [4, 4, 1], [4, 4, 0]] {
            let svg = draw(Detail::Near, "infantry", "line", &line(&figures));
            assert!(!painted_paths(&svg).expect("it is SVG").is_empty());
            assert!(!seen.contains(&svg), "{figures:?}");
            seen.push(svg);
        }
    }

    #[test]
    fn a_lost_base_is_seen_from_afar_too() {
        for look in ["infantry", "heavy_cavalry", "skirmishers", "foot_guns"] {
            let whole = draw(Detail::Far, look, "line", &line(&[1, 1, 1]));
            let less = draw(Detail::Far, look, "line", &line(&[1, 1, 0]));
            assert_ne!(whole, less, "{look}");
            assert!(!less.contains("NaN"), "{look}");
        }
    }

    #[test]
    fn every_arm_has_its_own_look_at_every_distance() {
        for detail in [Detail::Near, Detail::Middle, Detail::Far] {
            let mut seen = Vec::new();
            for (look, formation) in [
                ("infantry", "line"),
                ("skirmishers", "open_order"),
                ("light_cavalry", "line"),
                ("horse_guns", "unlimbered"),
                ("horse_guns", "limbered"),
                ("wagon", "limbered"),
            ] {
                let svg = draw(detail, look, formation, &line(&[1, 1]));
                assert!(!painted_paths(&svg).expect("it is SVG").is_empty());
                assert!(!seen.contains(&svg), "{look} {formation} {detail:?}");
                seen.push(svg);
            }
        }
    }
}
