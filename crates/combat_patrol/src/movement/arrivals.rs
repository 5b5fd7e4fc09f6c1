//! Units that come onto the table after the battle has begun.

use bevy::math::Vec2;

use crate::{state::led_horses::Horses, view::rulebook::SkirmishView};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{Arrival, Fate, PieceId, UnitEntry, UnitId},
    shared::arrivals,
    table::{
        footprint::Outline,
        path::Going,
        position::{Heading, Place},
    },
    turn::BattleMut,
};

/// Inches between the places that are tried along a stretch of the edge.
const STEP: f32 = 0.5;
/// The distance of arriving bases from the edge itself, in inches.
const HAIR: f32 = 0.01;

impl SkirmishView<'_> {
    /// Whether figures of a unit are still to come.
    pub fn is_awaited(&self, unit: UnitId) -> bool {
        self.view.unit(unit).pieces.iter().any(|piece| self.view.fate(*piece) == Fate::Awaited)
    }

    /// How far a unit that comes must be shifted to stand on the table at its stretch of the edge, all of it free: as
    /// near to the middle of the stretch as it can.
    fn shift_onto_table(&self, unit: UnitId, line: &[Vec2]) -> Option<Vec2> {
        let outlines: Vec<Outline> =
            self.view.unit(unit).pieces.iter().map(|piece| self.view.outline(*piece)).collect();
        let corners: Vec<Vec2> = outlines.iter().flat_map(|outline| outline.corners()).collect();
        let (low, high) = (corners.iter().copied().reduce(Vec2::min)?, corners.iter().copied().reduce(Vec2::max)?);
        let (half, middle) = ((high - low) / 2.0, (low + high) / 2.0);
        let size = self.view.terrain().size;
        let (from, to) = (*line.first()?, *line.last()?);
        let steps = (from.distance(to) / STEP).ceil().max(1.0) as u16;
        let mut shares: Vec<f32> = (0..=steps).map(|n| f32::from(n) / f32::from(steps)).collect();
        shares.sort_by(|a, b| (a - 0.5).abs().total_cmp(&(b - 0.5).abs()));
        shares.into_iter().find_map(|share| {
            // A figure that arrives stands wholly on the table, a hair from its edge.
            let inset = half + HAIR;
            let at = from.lerp(to, share).clamp(inset.min(size / 2.0), (size - inset).max(size / 2.0));
            let shift = at - middle;
            outlines
                .iter()
                .zip(&self.view.unit(unit).pieces)
                .all(|(outline, piece)| {
                    let there = Outline { place: Place { at: outline.place.at + shift, ..outline.place }, ..*outline };
                    self.may_stand(*piece, &there)
                })
                .then_some(shift)
        })
    }

    /// Whether a piece could stand with this outline: on the table, on nobody, out of contact, on ground that it can
    /// enter, across nothing.
    fn may_stand(&self, piece: PieceId, there: &Outline) -> bool {
        let ground = self.view.ground();
        let reach = there.footprint.reach();
        there.corners().iter().all(|corner| ground.on_table(*corner))
            && !self.lies_on_another(there, &[])
            && !self.too_near_an_enemy(piece, there, &[])
            && self.across_a_wall(there).is_none()
            && self.mover(piece).cost_per_inch(&ground.feature_at(there.place.at)).is_ok()
            && ground.obstacles_near(there.place.at, reach).into_iter().all(|(n, _)| {
                let line = &self.view.terrain().obstacles[n].line;
                !line.windows(2).any(|ab| there.cut_by(ab[0], ab[1]))
            })
    }
}

/// Lets units whose turn has come wait on their stretch of the edge from now on.
pub fn come(battle: &mut BattleMut) {
    let all: Vec<UnitId> = battle.view().units().collect();
    arrivals::roll_for_turns(battle, all, "CP-5.9");
    let view = battle.view();
    let units: Vec<UnitId> = view.units().filter(|unit| arrivals::is_due(&view, *unit)).collect();
    for unit in units {
        bring(battle, unit);
    }
}

/// The stretch of an edge over which a unit comes: if it has two, a die says which, each time that it would come.
fn over_which(battle: &mut BattleMut, unit: UnitId, arrival: &Arrival) -> (Vec<Vec2>, Option<Heading>) {
    let Some(other) = &arrival.elsewhere else { return (arrival.line.clone(), None) };
    let there = arrivals::comes_elsewhere(battle, unit, other, "CP-5.9");
    if there { (other.line.clone(), other.facing) } else { (arrival.line.clone(), None) }
}

/// Brings a unit onto the table, if there is room for it; else it waits for the next turn.
pub fn bring(battle: &mut BattleMut, unit: UnitId) {
    let cp = SkirmishView::of(battle.view());
    if !cp.is_awaited(unit) {
        return;
    }
    let (side, name) = (cp.view.side_of_unit(unit), cp.unit_name(unit).to_owned());
    let rule = RuleId::new("CP-5.9");
    let Some(arrival) = cp.view.unit_part::<UnitEntry>(unit).arrival.clone() else { return };
    let (line, facing) = over_which(battle, unit, &arrival);
    let Some(shift) = SkirmishView::of(battle.view()).shift_onto_table(unit, &line) else {
        battle.note(Some(side), rule, format!("{name} finds no room at the edge and waits"));
        return;
    };
    battle.log(Some(side), EventKind::Note, rule.clone(), format!("{name} comes onto the table"), Explained::default());
    for piece in battle.view().unit(unit).pieces.clone() {
        let from = battle.view().place(piece);
        let end = Place { at: from.at + shift, facing: facing.unwrap_or(from.facing), ..from };
        let text = format!("{} is there", battle.view().piece(piece).name);
        battle.move_piece(piece, vec![end.at, end.at], end, rule.clone(), text);
    }
    for horse in battle.resource_mut::<Horses>().0.iter_mut().filter(|horse| horse.unit == unit) {
        horse.place.at += shift;
    }
}
