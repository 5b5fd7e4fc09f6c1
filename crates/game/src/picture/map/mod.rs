//! A whole table as one picture: ground, zones, objectives, pieces, tags, compass, scale.
//!
//! 1. [`battle_svg`] draws a battle as it stands, from its set-up on, [`ground_svg`] the table without it; a [`Cast`]
//!    is what is laid on the ground, a [`Layer`] what may be drawn over it.
//! 2. [`pieces`]: the pieces, the fallen, crowns, markers; [`tags`]: the names of units, behind them and out of each
//!    other's way.
//! 3. [`survey`]: what the rules say of the units: arrivals, sight, reach, fire, command, distances.
//! 4. [`things`]: prizes, led horses, charges, suspected places.
//! 5. [`furniture`]: names of the map, compass, scale, frame.
//! 6. [`set_up_svg`]: a scenario as its designer wants to see it.

mod furniture;
mod layer;
mod pieces;
mod set_up;
mod survey;
mod tags;
mod things;

use bevy::math::Vec2;
use smol_str::SmolStr;
use std::{collections::BTreeMap, fmt::Write as _};

use super::{
    dress::armed,
    fonts,
    palette::{BRASS_LIGHT, Coat, HALO, INK, Palette},
    terrain::{self, to_picture},
};
use grapeshot_floor::{
    forces::{Fate, PieceId, Side, SideId, UnitId},
    table::{
        footprint::Footprint,
        position::{Heading, Place},
        terrain::Terrain,
    },
    turn::{
        ActiveRulebook, BattleView, Deployment, VictoryTerms, Vocabulary, Zone,
        bases::{Base, SeenShape},
        rules::{Thing, ThingAt},
        vocabulary::MarkShape,
    },
};

pub use super::raster::png as table_png;
pub use layer::{Layer, Layers};
pub use set_up::{Wish, set_up_svg};
pub use survey::Survey;

/// How a table is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MapOptions {
    /// The coats.
    pub palette: Palette,
    /// Logical pixels of the picture to the inch; lettering does not grow with it.
    pub pixels_per_inch: f32,
    /// What is drawn over ground and pieces.
    pub layers: Layers,
    /// The unit whose sight, reach, fire, command and distances are drawn; those of all if it is none.
    pub about: Option<UnitId>,
}

impl MapOptions {
    /// What a scenario says by itself, in a scale that suits the size of the table.
    pub fn for_table(terrain: &Terrain) -> Self {
        Self {
            palette: Palette::default(),
            pixels_per_inch: (1560.0 / terrain.size.x.max(1.0)).clamp(12.0, 26.0),
            layers: Layers::default(),
            about: None,
        }
    }
}

/// A piece as the map sees it.
struct Actor {
    look: SmolStr,
    place: Place,
    /// Where it would stand if it came to the table now.
    ghost: Option<Place>,
    footprint: Footprint,
    fate: Fate,
    marks: Vec<(MarkShape, u8)>,
    bases: Vec<Base>,
}

/// A unit as the map sees it.
struct Troop {
    name: String,
    side: usize,
    formation: String,
    pieces: Vec<Actor>,
    coins: Option<u8>,
    states: Vec<MarkShape>,
}

impl Troop {
    fn present(&self) -> impl Iterator<Item = &Actor> {
        self.pieces.iter().filter(|piece| piece.fate == Fate::InPlay)
    }

    /// The pieces whose places are marked as those of the fallen: the stands of a unit close up over theirs.
    fn fallen(&self) -> impl Iterator<Item = &Actor> {
        let closes_up = |piece: &Actor| self.pieces.len() > 1 && !piece.bases.is_empty();
        self.pieces.iter().filter(move |piece| piece.fate == Fate::Casualty && !closes_up(piece))
    }

    /// The middle of its pieces on the table.
    fn middle(&self) -> Option<Vec2> {
        let count = self.present().count();
        (count > 0).then(|| self.present().map(|piece| piece.place.at).sum::<Vec2>() / count as f32)
    }
}

/// All that stands on a table.
struct Cast<'t> {
    terrain: &'t Terrain,
    sides: &'t [Side],
    zones: &'t [Zone],
    victory: &'t VictoryTerms,
    troops: Vec<Troop>,
    /// Things that are no pieces, each with its own place or the place of the piece that has it.
    things: Vec<(Thing, Place)>,
    survey: Survey,
}

/// The ground of a table with nobody on it, as a whole SVG file.
pub fn ground_svg(terrain: &Terrain, options: &MapOptions) -> String {
    let victory = &VictoryTerms::default();
    let survey = Survey::default();
    Cast { terrain, sides: &[], zones: &[], victory, troops: Vec::new(), things: Vec::new(), survey }.svg(options)
}

/// A battle as it stands, as a whole SVG file: current places and markers, a lost mark for each casualty, and what lies
/// on the table besides, as far as he whose view it is knows of it.
pub fn battle_svg(view: &BattleView, words: &Vocabulary, options: &MapOptions) -> String {
    let rules = &view.resource::<ActiveRulebook>().0.rules;
    let survey = Survey::of(view, options.layers, options.about);
    let ghosts: BTreeMap<PieceId, Place> =
        survey.arrivals.iter().flat_map(|(group, _)| group.ghosts.iter().copied()).collect();
    let shapes = |marks: &grapeshot_floor::forces::Marks| -> Vec<(MarkShape, u8)> {
        marks.iter().filter_map(|(id, count)| words.mark(id).map(|mark| (mark.shape, count))).collect()
    };
    let troops = view
        .units()
        .map(|id| {
            let unit = view.unit(id);
            let marks = shapes(view.unit_marks(id));
            // What several figures form is seen from where each is.
            let formation = rules.formation(view, id).filter(|word| unit.pieces.len() == 1 || words.is_block(word));
            let formation = formation.map(String::from).unwrap_or_default();
            let bases = |piece: PieceId| {
                let (footprint, marks) = (view.footprint(piece), view.unit_marks(id));
                rules.bases(view, piece, SeenShape { formation: &formation, footprint, marks })
            };
            Troop {
                name: unit.name.clone(),
                side: unit.side.index(),
                pieces: unit
                    .pieces
                    .iter()
                    .map(|piece| Actor {
                        look: armed(&view.piece(*piece).look, rules.weapon_in_hand(view, *piece).as_ref()),
                        place: view.place(*piece),
                        ghost: ghosts.get(piece).copied(),
                        footprint: view.footprint(*piece),
                        fate: view.fate(*piece),
                        marks: shapes(view.marks(*piece)),
                        bases: bases(*piece),
                    })
                    .collect(),
                formation: formation.clone(),
                coins: marks.iter().find(|(shape, _)| *shape == MarkShape::Coins).map(|(_, count)| *count),
                states: marks.iter().map(|(shape, _)| *shape).filter(|shape| *shape != MarkShape::Coins).collect(),
            }
        })
        .collect();
    let things = rules
        .things(view)
        .into_iter()
        .map(|thing| {
            let place = match thing.at {
                ThingAt::Lying(place) => place,
                ThingAt::Carried(piece) => view.place(piece),
            };
            (thing, place)
        })
        .collect();
    let victory = view.get_resource::<VictoryTerms>().cloned().unwrap_or_default();
    let zones = view.get_resource::<Deployment>().map(|zones| zones.0.as_slice()).unwrap_or_default();
    let (terrain, sides) = (view.terrain(), &view.sides().0);
    Cast { terrain, sides, zones, victory: &victory, troops, things, survey }.svg(options)
}

impl Cast<'_> {
    fn svg(&self, options: &MapOptions) -> String {
        let scale = options.pixels_per_inch;
        let size = self.terrain.size * scale;
        let mut svg = format!(
            "<defs><clipPath id=\"sheet\"><rect width=\"{}\" height=\"{}\"/></clipPath></defs>\
             <g clip-path=\"url(#sheet)\"><g transform=\"scale({scale})\">",
            size.x, size.y
        );
        for layer in terrain::layers(self.terrain) {
            svg += &layer.svg;
        }
        svg += "</g>";
        let has = |layer| options.layers.has(layer);
        if has(Layer::Zones) {
            svg += &self.zones(options);
        }
        if has(Layer::Objectives) {
            svg += &self.goals(options);
        }
        svg += &survey::under(self, options);
        svg += &things::on_the_ground(self, options);
        svg += &self.lost(scale);
        svg += &self.pieces(options);
        svg += &self.crowns(scale);
        svg += &things::goods(self, options);
        svg += &self.markers(scale);
        svg += &things::signs(self, scale);
        svg += &survey::over(self, options);
        if has(Layer::Objectives) {
            svg += &self.objectives(scale);
        }
        let mut taken = self.taken(options);
        svg += &furniture::names(self.terrain, scale, &mut taken);
        if has(Layer::Objectives) {
            svg += &tags::objectives(self, scale, &mut taken);
            svg += &tags::goals(self, options, &mut taken);
        }
        if has(Layer::Names) {
            svg += &tags::troops(self, options, &mut taken);
        }
        svg += &survey::words(self, options, &mut taken);
        svg += &furniture::compass_and_scale(scale, &taken);
        svg += &furniture::frame(size);
        svg += "</g>";
        fonts::document(0.0, 0.0, size.x, size.y, &svg)
    }

    fn coat(&self, side: usize) -> &str {
        self.sides.get(side).map_or("", |side| side.coat.as_str())
    }

    fn colour(&self, side: usize, options: &MapOptions) -> super::palette::Rgb {
        options.palette.coat(Coat::named(self.coat(side)))
    }

    fn spot(&self, point: Vec2, scale: f32) -> Vec2 {
        to_picture(self.terrain, point) * scale
    }

    /// Deployment zones: hatched and edged in the coat.
    fn zones(&self, options: &MapOptions) -> String {
        let scale = options.pixels_per_inch;
        let mut svg = String::new();
        for zone in self.zones {
            let outline: Vec<Vec2> = zone.outline.iter().map(|p| self.spot(*p, scale)).collect();
            let colour = self.colour(zone.side.index(), options);
            let _ = write!(
                svg,
                "<path d=\"{}\" stroke=\"{colour}\" stroke-width=\"1\" opacity=\".32\"/><path d=\"{}\" fill=\"{colour}\" \
                 fill-opacity=\".06\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"9 5\"/>",
                terrain::hatching(&outline, 135.0, 7.0),
                terrain::outline(&outline)
            );
        }
        svg
    }

    /// The areas in which pieces earn points, and the stretches of the edge over which they earn some, in the coat of the
    /// side that gets them.
    fn goals(&self, options: &MapOptions) -> String {
        let scale = options.pixels_per_inch;
        let mut svg = String::new();
        for zone in &self.victory.zones {
            let outline: Vec<Vec2> = zone.outline.iter().map(|p| self.spot(*p, scale)).collect();
            let _ = write!(
                svg,
                "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"3\" stroke-dasharray=\"14 6\"/>",
                terrain::outline(&outline),
                self.colour(zone.side.index(), options)
            );
        }
        for exit in &self.victory.exits {
            let points = exit.line.iter().map(|p| self.spot(*p, scale));
            let points: Vec<String> = points.map(|p| format!("{:.1} {:.1}", p.x, p.y)).collect();
            let _ = write!(
                svg,
                "<path d=\"M{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"20\" stroke-dasharray=\"14 6\"/>",
                points.join("L"),
                self.colour(exit.side.index(), options)
            );
        }
        svg
    }

    fn objectives(&self, scale: f32) -> String {
        let mut svg = String::new();
        for (i, objective) in self.victory.objectives.iter().enumerate() {
            let at = self.spot(objective.at, scale);
            let radius = objective.radius * scale;
            let _ = write!(
                svg,
                "<g transform=\"translate({:.1} {:.1})\"><circle r=\"{radius:.1}\" fill=\"none\" stroke=\"{HALO}\" \
                 stroke-width=\"4\"/><circle r=\"{radius:.1}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"2\" \
                 stroke-dasharray=\"6 4\"/>",
                at.x, at.y
            );
            // What is only to be reached earns nothing by being held.
            if let Some(worth) = self.victory.worth_told(i, self.sides) {
                let half = worth_half(&worth);
                let _ = write!(
                    svg,
                    "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"14\" fill=\"{INK}\" \
                     stroke=\"{BRASS_LIGHT}\" stroke-width=\"2\"/><text y=\"5.6\" class=\"b\" font-size=\"16\" \
                     fill=\"{BRASS_LIGHT}\" text-anchor=\"middle\">{}</text>",
                    -half.x,
                    -half.y,
                    2.0 * half.x,
                    2.0 * half.y,
                    fonts::escape(&worth)
                );
            }
            svg += "</g>";
        }
        svg
    }

    /// Where nothing more may be written: pieces and objectives.
    fn taken(&self, options: &MapOptions) -> tags::Taken {
        let scale = options.pixels_per_inch;
        let mut taken = tags::Taken::new(self.terrain.size * scale);
        for piece in self.troops.iter().flat_map(Troop::present) {
            let reach = piece.footprint.reach() * scale * 0.9;
            taken.piece(self.spot(piece.place.at, scale), Vec2::splat(reach));
        }
        for (_, place) in self.survey.arrivals.iter().flat_map(|(group, _)| &group.ghosts) {
            taken.piece(self.spot(place.at, scale), Vec2::splat(0.5 * scale));
        }
        for (thing, place) in &self.things {
            let at = self.spot(place.at, scale);
            taken.piece(at, Vec2::splat(0.4 * scale));
            if let Some((middle, half)) = things::word(thing) {
                taken.text(at + middle, half);
            }
        }
        if options.layers.has(Layer::Objectives) {
            for (i, objective) in self.victory.objectives.iter().enumerate() {
                let half = self.victory.worth_told(i, self.sides).map_or(Vec2::splat(14.0), |worth| worth_half(&worth));
                taken.text(self.spot(objective.at, scale), half + 3.0);
            }
        }
        taken
    }

    /// The way to the enemies of a side from a point of the table.
    fn enemy_way(&self, side: SideId, from: Vec2) -> Option<Vec2> {
        let (mut sum, mut count) = (Vec2::ZERO, 0.0);
        for troop in self.troops.iter().filter(|troop| troop.side != side.index()) {
            for piece in troop.present() {
                sum += piece.place.at;
                count += 1.0;
            }
        }
        (count > 0.0).then(|| (sum / count - from).normalize_or_zero()).filter(|way| *way != Vec2::ZERO)
    }
}

/// Half the size of the disc with what an objective is worth, as long as its words.
fn worth_half(worth: &str) -> Vec2 {
    Vec2::new((fonts::width("b", 16.0, worth) / 2.0 + 7.0).max(14.0), 14.0)
}

/// The heading that a troop faces on the whole.
fn facing(troop: &Troop) -> Vec2 {
    let sum: Vec2 = troop.present().map(|piece| piece.place.facing.forward()).sum();
    sum.normalize_or(Heading(90.0).forward())
}

#[cfg(test)]
mod tests;
