//! Figures, guns, wagons, animals and markers, put together from the parts of `pieces.svg`.
//!
//! Pieces are in units of 100 to the inch, facing up, the centre of the base at 0,0; markers are in logical
//! pixels of the screen.

use std::{collections::BTreeMap, fmt::Write as _, sync::OnceLock};

use super::{
    dress::{BLACK, Body, Dress, dress, dress_of},
    flags::flag,
    palette::{Coat, INK, PAPER, Palette, Rgb, TARGET},
};
use grapeshot_floor::turn::vocabulary::MarkShape;

/// How closely one looks, in screen pixels to the inch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// 18 and more: the whole figure.
    Near,
    /// 8 to 18: base, coat, hat, barrel.
    Middle,
    /// Under 8: a dot that shows where the front is.
    Far,
}

impl Detail {
    /// The detail at this many screen pixels to the inch.
    pub fn at(pixels_per_inch: f32) -> Self {
        match pixels_per_inch {
            p if p >= 18.0 => Self::Near,
            p if p >= 8.0 => Self::Middle,
            _ => Self::Far,
        }
    }
}

/// A part of the sheet by its id; empty if there is none.
pub(super) fn part(id: &str) -> &'static str {
    static PARTS: OnceLock<BTreeMap<&'static str, &'static str>> = OnceLock::new();
    PARTS
        .get_or_init(|| {
            include_str!("../../../../assets/pictures/pieces.svg")
                .lines()
                .filter_map(|line| line.strip_prefix("<g id=\"")?.strip_suffix("</g>")?.split_once("\">"))
                .collect()
        })
        .get(id)
        .copied()
        .unwrap_or_default()
}

/// A part of the sheet in the colours of a coat.
pub(super) fn part_in_coat(id: &str, coat: &str, palette: Palette) -> String {
    coloured(part(id), &dress_of(coat), palette.coat(Coat::named(coat)))
}

fn coloured(svg: &str, dress: &Dress, coat: Rgb) -> String {
    let base = match dress.body {
        Body::Mounted => 0.74,
        Body::Gun | Body::Long => 0.80,
        Body::Foot | Body::Beast => 0.66,
    };
    let white = Rgb(255, 255, 255);
    let jacket = dress.jacket.unwrap_or(coat);
    let hat = match dress.hat {
        "hat_wide" => Rgb::hex(0xA9865A),
        "hat_slouch" => Rgb::hex(0x6A5137),
        _ => BLACK,
    };
    let colours = [
        ("coat", coat),
        ("base", coat.towards(PAPER, base)),
        ("jacket-light", jacket.towards(white, 0.32)),
        ("jacket", jacket),
        ("belt", dress.belt),
        ("facing", dress.facing),
        ("lace", dress.facing),
        ("plume", dress.plume),
        ("skin", dress.skin),
        ("hat", hat),
        ("hide", dress.hide),
        ("mane", dress.mane),
    ];
    let mut done = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some(at) = rest.find("var(--") {
        done.push_str(&rest[..at]);
        let token = &rest[at + 6..];
        let end = token.find(')').unwrap_or(token.len());
        let colour = colours.iter().find(|(name, _)| *name == &token[..end]).map_or(INK, |(_, colour)| *colour);
        let _ = write!(done, "{colour}");
        rest = token.get(end + 1..).unwrap_or_default();
    }
    done.push_str(rest);
    done
}

fn near(dress: &Dress, flag: impl FnOnce() -> String) -> String {
    let mut svg = String::new();
    match dress.body {
        Body::Foot => {
            svg += part("base_foot");
            svg += "<g transform=\"scale(1.14)\">";
            svg += part("arms");
            svg += part(&format!("weapon_{}", dress.weapon));
            svg += if dress.pack { part("pack") } else { "" };
            svg += part("shoulders");
            svg += if dress.belts { part("belts") } else { "" };
            svg += if dress.epaulettes { part("epaulettes") } else { "" };
            svg += part(dress.hat);
            svg += "</g>";
            svg += if dress.gorget { part("gorget") } else { "" };
            if dress.flag {
                let _ = write!(svg, "<g transform=\"translate(12 -108)scale(1.7)\">{}</g>", flag());
            }
        }
        Body::Mounted => {
            svg += part("base_mounted");
            svg += part("horse");
            svg += part("saddle_cloth");
            svg += part(match dress.weapon {
                "lance" => "rider_lance",
                "pistol" => "rider_pistol",
                "axe" => "rider_axe",
                "bow" => "rider_bow",
                "musket" | "rifle" => "rider_carbine",
                _ => "rider_sword",
            });
            svg += "<g transform=\"translate(0 8)\">";
            svg += part("rider_arms");
            svg += part("shoulders");
            svg += if dress.belts { part("belts") } else { "" };
            svg += if dress.epaulettes { part("epaulettes") } else { "" };
            svg += part(dress.hat);
            svg += "</g>";
            if dress.gorget {
                let _ = write!(svg, "<g transform=\"translate(0 34)\">{}</g>", part("gorget"));
            }
        }
        Body::Gun => {
            svg += part("base_gun");
            svg += part(dress.thing);
        }
        Body::Long => {
            svg += part("base_wagon");
            svg += part(dress.thing);
        }
        Body::Beast => svg += part(dress.thing),
    }
    svg
}

/// A piece as seen near: the look in words of a scenario ("foot", "leader", "mounted_officer", "gun"), the coat in
/// words of a side ("french"), which also decides the hat.
pub fn symbol(look: &str, coat: &str, palette: Palette) -> String {
    let dress = dress(look, coat);
    let colour = palette.coat(Coat::named(coat));
    coloured(&near(&dress, || flag(coat, colour)), &dress, colour)
}

/// A piece at a middle distance: base, front half in the coat, hat, barrel.
pub fn middle(look: &str, coat: &str, palette: Palette) -> String {
    let dress = dress(look, coat);
    let shape = match (dress.body, dress.thing) {
        (Body::Foot, _) if dress.gorget => "middle_leader",
        (Body::Foot, _) => "middle_foot",
        (Body::Mounted, _) => "middle_mounted",
        (Body::Gun, _) => "middle_gun",
        (Body::Long, "limber") => "middle_limber",
        (Body::Long, _) => "middle_wagon",
        (Body::Beast, _) => "middle_beast",
    };
    coloured(part(shape), &dress, palette.coat(Coat::named(coat)))
}

/// A piece from afar: a dot that points to its front.
pub fn far(look: &str, coat: &str, palette: Palette) -> String {
    let dress = dress(look, coat);
    let shape = match dress.body {
        Body::Foot => "far_foot",
        Body::Mounted => "far_mounted",
        Body::Gun => "far_gun",
        Body::Long => "far_wagon",
        Body::Beast => "far_beast",
    };
    coloured(part(shape), &dress, palette.coat(Coat::named(coat)))
}

/// The base that a look is drawn on: inches across and along.
pub fn own_size(look: &str, coat: &str) -> (f32, f32) {
    let dress = dress(look, coat);
    match (dress.body, dress.thing) {
        (Body::Foot, _) => (1.0, 1.0),
        (Body::Mounted, _) => (1.0, 2.0),
        (Body::Gun, _) => (1.5, 2.0),
        (Body::Long, _) => (1.5, 4.0),
        (Body::Beast, "sheep" | "bear") => (1.0, 1.0),
        (Body::Beast, _) => (1.0, 2.0),
    }
}

/// What a look is made of.
pub(super) fn body(look: &str, coat: &str) -> Body {
    dress(look, coat).body
}

/// Whether a look is that of an animal without a rider.
pub fn is_beast(look: &str, coat: &str) -> bool {
    dress(look, coat).body == Body::Beast
}

/// Whether a look is that of a man on foot.
pub fn is_on_foot(look: &str, coat: &str) -> bool {
    dress(look, coat).body == Body::Foot
}

/// A piece at a level of detail.
pub fn at_detail(detail: Detail, look: &str, coat: &str, palette: Palette) -> String {
    match detail {
        Detail::Near => symbol(look, coat, palette),
        Detail::Middle => middle(look, coat, palette),
        Detail::Far => far(look, coat, palette),
    }
}

/// A fallen piece: its figure in flat grey.
pub fn fallen(look: &str, coat: &str) -> String {
    let grey = |colour: Rgb| colour.grey().towards(PAPER, 0.5);
    format!("<g opacity=\".75\">{}</g>", recoloured(&symbol(look, coat, Palette::Campaign), grey))
}

/// A picture of a piece that has acted: its colours paled towards the paper, its ink kept.
pub fn acted(svg: &str) -> String {
    recoloured(svg, |colour| if colour == INK { colour } else { colour.towards(PAPER, 0.45) })
}

fn recoloured(svg: &str, change: impl Fn(Rgb) -> Rgb) -> String {
    let mut done = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some(at) = rest.find("\"#") {
        done.push_str(&rest[..at + 1]);
        rest = &rest[at + 1..];
        if let Some(colour) = rest.get(1..7).and_then(Rgb::parse) {
            let _ = write!(done, "{}", change(colour));
            rest = &rest[7..];
        } else {
            done.push('#');
            rest = &rest[1..];
        }
    }
    done.push_str(rest);
    done
}

/// A marker, in logical pixels about 0,0; coins carry their count.
pub fn marker(shape: MarkShape, count: u8) -> String {
    match shape {
        MarkShape::Smoke => part("mark_smoke").into(),
        MarkShape::Stars => part("mark_stars").into(),
        MarkShape::Drop => part("mark_drop").into(),
        MarkShape::CartridgeBox => part("mark_cartridge_box").into(),
        MarkShape::Chevron => part("mark_chevron").into(),
        MarkShape::BentArrow => part("mark_bent_arrow").into(),
        MarkShape::Pin => part("mark_pin").into(),
        MarkShape::CrossedEye => part("mark_crossed_eye").into(),
        MarkShape::Tick => format!(
            "<circle cx=\"0\" cy=\"0\" r=\"7\" fill=\"#FBF6E8\" stroke=\"{INK}\" stroke-width=\"1.4\"/>\
             <path d=\"M-3.8 0.2L-1.1 3.2L4 -3.4\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"2.2\"/>"
        ),
        MarkShape::Coins => {
            let stack = part(&format!("mark_coins_{}", count.clamp(1, 3)));
            format!(
                "{stack}<circle cx=\"12\" cy=\"-8\" r=\"7.4\" fill=\"{INK}\" stroke=\"#FFF7E4\" stroke-width=\"1\"/>\
                 <text x=\"12\" y=\"-3.8\" class=\"b\" font-size=\"12\" fill=\"#FFFFFF\" \
                 text-anchor=\"middle\">{count}</text>"
            )
        }
    }
}

/// The counter of a place at which somebody is suspected, in logical pixels.
pub fn suspected_mark() -> String {
    part("mark_suspected").into()
}

/// The mark where a piece was lost, in logical pixels.
pub fn lost_mark() -> String {
    part("mark_lost").into()
}

/// A badge of a unit by its state ("disordered", "shaken", "worn", "silenced"), in logical pixels; empty for words that
/// have none.
pub fn badge(state: &str) -> String {
    match state {
        "disordered" | "shaken" | "broken" => part(&format!("mark_{state}")).into(),
        "routing" => part("mark_broken").into(),
        // Half of what disorders: one wave, not two.
        "unformed" => format!(
            "<path d=\"M0 -13L13 0L0 13L-13 0Z\" fill=\"#FBF6E8\" stroke=\"{INK}\" stroke-width=\"1.5\"/>\
             <path d=\"M-8 1q4 -5 8 0t8 0\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"2\"/>"
        ),
        // A shield that is half empty, and one that is empty.
        "worn" | "spent" => {
            let half = format!("<path d=\"M-11 1Q-11 10 0 14Q11 10 11 1Z\" fill=\"{INK}\"/>");
            format!(
                "<path d=\"M-11 -12H11V1Q11 10 0 14Q-11 10 -11 1Z\" fill=\"#FBF6E8\" stroke=\"{INK}\" \
                 stroke-width=\"1.5\"/>{}",
                if state == "worn" { half } else { String::new() }
            )
        }
        // A muzzle that is crossed out.
        "silenced" => format!(
            "<circle r=\"13\" fill=\"#FBF6E8\" stroke=\"{INK}\" stroke-width=\"1.5\"/>\
             <path d=\"M-9 4L3 -3L6 2L-6 8Z\" fill=\"{INK}\"/><circle cx=\"-4\" cy=\"7\" r=\"3.4\" fill=\"{INK}\"/>\
             <path d=\"M-9 -9L9 9\" stroke=\"{TARGET}\" stroke-width=\"3\"/>"
        ),
        "low on ammunition" => part("mark_cartridge_box").into(),
        _ => String::new(),
    }
}

/// The small shield of one loss, crossed when it was taken, in logical pixels.
pub fn loss_shield(taken: bool) -> String {
    part(if taken { "mark_shield_lost" } else { "mark_shield" }).into()
}

/// The crown of a tree of kind 0, 1 or 2 with a radius of 18 units, or (kind 3) a bush with a radius of 13.
pub fn crown(kind: u8) -> String {
    part(match kind {
        0 => "tree_1",
        1 => "tree_2",
        2 => "tree_3",
        _ => "bush",
    })
    .into()
}

/// The face of a command die, 26 units wide about 0,0.
pub fn die(pips: u8) -> String {
    let spots: &[(i8, i8)] = match pips {
        1 => &[(0, 0)],
        2 => &[(-7, -7), (7, 7)],
        3 => &[(-7, -7), (0, 0), (7, 7)],
        4 => &[(-7, -7), (7, -7), (-7, 7), (7, 7)],
        5 => &[(-7, -7), (7, -7), (-7, 7), (7, 7), (0, 0)],
        6 => &[(-7, -7), (7, -7), (-7, 0), (7, 0), (-7, 7), (7, 7)],
        _ => &[],
    };
    let mut svg = format!(
        "<rect x=\"-13\" y=\"-13\" width=\"26\" height=\"26\" rx=\"5.2\" fill=\"#FBF6E8\" stroke=\"{INK}\" \
         stroke-width=\"1.6\"/>"
    );
    for (x, y) in spots {
        let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"2.6\" fill=\"{INK}\"/>");
    }
    svg
}

/// The reticle on a target, with a radius of 19 units.
pub fn reticle() -> String {
    format!(
        "<circle r=\"19\" fill=\"none\" stroke=\"#FFF7DC\" stroke-width=\"4.6\"/>\
         <circle r=\"19\" fill=\"none\" stroke=\"{TARGET}\" stroke-width=\"2.6\"/>\
         <path d=\"M10 10L18 18M-10 10L-18 18M-10 -10L-18 -18M10 -10L18 -18\" fill=\"none\" stroke=\"{TARGET}\" \
         stroke-width=\"3\"/>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::dress::armed;
    use crate::picture::paths::painted_paths;

    const LOOKS: [&str; 30] = [
        "foot",
        "leader",
        "officer",
        "colours",
        "light",
        "rifle",
        "grenadier",
        "gunner",
        "engineer",
        "bow",
        "pistol",
        "trapper",
        "civilian",
        "mounted",
        "mounted_leader",
        "mounted_officer",
        "lancer",
        "dragoon",
        "hussar",
        "gun",
        "gatling",
        "limber",
        "wagon",
        "cart",
        "stagecoach",
        "cattle",
        "sheep",
        "bear",
        "loose",
        "mounted_pistol",
    ];
    const COATS: [&str; 10] =
        ["french", "british", "prussian", "american", "militia", "indian", "cowboy", "austrian", "russian", "spanish"];

    #[test]
    fn every_look_in_every_coat_is_a_picture_without_open_colours() {
        for coat in COATS {
            for look in LOOKS {
                for detail in [Detail::Near, Detail::Middle, Detail::Far] {
                    let svg = at_detail(detail, look, coat, Palette::Campaign);
                    assert!(!svg.contains("var("), "{look} {coat}");
                    assert!(!painted_paths(&svg).expect("it is SVG").is_empty(), "{look} {coat}");
                }
            }
        }
    }

    #[test]
    fn every_named_part_is_on_the_sheet() {
        let code = concat!(include_str!("symbols.rs"), include_str!("dress.rs"));
        let named = code.split('"').filter(|word| {
            ["base_", "hat_", "rider_", "middle_", "far_", "mark_s", "tree_"].iter().any(|p| word.starts_with(p))
                && word.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
                && !word.ends_with('_')
                && *word != "mark_s"
        });
        for id in named {
            assert!(!part(id).is_empty(), "{id}");
        }
    }

    #[test]
    fn each_weapon_in_a_rider_s_hand_is_drawn_as_itself() {
        let drawn = |weapon: &str| {
            let look = armed("mounted", Some(&weapon.into()));
            symbol(&look, "french", Palette::Campaign)
        };
        let weapons = ["sword", "lance", "carbine", "pistol", "axe"].map(drawn);
        for (n, one) in weapons.iter().enumerate() {
            assert!(!weapons[n + 1..].contains(one), "{n}");
        }
        assert_eq!(drawn("sabre"), drawn("sword"));
    }

    #[test]
    fn a_gunner_keeps_his_rammer_though_he_wears_a_sword() {
        let look = armed("artillery", Some(&"sword".into()));
        assert_eq!(symbol(&look, "french", Palette::Campaign), symbol("artillery", "french", Palette::Campaign));
    }

    #[test]
    fn an_unknown_look_and_coat_is_still_a_man() {
        assert!(symbol("grenade thrower", "martian", Palette::Signal).contains("#0B938A"));
    }

    #[test]
    fn the_fallen_keep_no_colour() {
        let svg = fallen("foot", "french");
        assert!(!svg.contains("#2F62B5"));
    }
}
