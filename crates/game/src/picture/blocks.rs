//! Units as blocks: one shape for each formation, in the unit's own width and depth.

mod drawing;

use drawing::Block;

use super::{
    dress::Body,
    palette::{Coat, Palette},
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
