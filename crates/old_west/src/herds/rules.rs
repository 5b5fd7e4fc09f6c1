//! What animals change in the core: who may be fired at and attacked, on which man a hit falls, whose die counts.

use bevy::math::Vec2;

use super::{
    book::Livestock,
    layout::{self, HERD},
    trample,
};
use crate::herds::{herding::HerdingView, state::HerdsView};
use grapeshot_combat_patrol::{
    book::{action_card::Severity, marks, profile::Engine},
    view::{
        chapter_rules::{ChapterRules, Drag},
        rulebook::{BookData, SkirmishView},
    },
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{PieceId, UnitEntry, UnitId},
    table::{footprint::Outline, position::Place, terrain::Terrain},
    turn::BattleMut,
};

/// The engine that an animal of a herd is: it has no man's attributes.
pub const ANIMAL: Engine = Engine::Own;

/// What animals change in the core.
pub struct Animals(pub Livestock);

impl ChapterRules for Animals {
    /// OW-9.9, OW-9.13: animals may be fired at and attacked by everybody.
    fn is_quarry(&self, cp: &SkirmishView, piece: PieceId) -> bool {
        cp.is_animal(piece)
    }

    /// OW-9.3: herds and beasts have a command die.
    fn has_die(&self, cp: &SkirmishView, unit: UnitId) -> Option<bool> {
        let animals = cp.herd(unit).is_some() || cp.beast(unit).is_some();
        animals.then(|| cp.view.present(unit).next().is_some())
    }

    /// OW-9.3, OW-9.7, OW-9.11: a herd that is herded or stampedes does not act on its die.
    fn heeds_die(&self, cp: &SkirmishView, unit: UnitId) -> Option<bool> {
        let free = cp.herd(unit).is_none_or(|herd| herd.herders.is_empty() && herd.run.is_none());
        self.has_die(cp, unit).map(|there| there && free)
    }

    /// OW-9.9: a herd is one target: the hit takes the animal nearest to the firer, the central one only if no other is
    /// left. CP-6.6: one among the men who are fired at is one candidate, by its animals in the target area.
    fn candidates(&self, cp: &SkirmishView, shooter: PieceId, target: PieceId, found: &mut Vec<PieceId>) {
        let from = cp.view.place(shooter).at;
        let far = |animal: &PieceId| cp.view.place(*animal).at.distance(from);
        let nearest = |animals: &mut dyn Iterator<Item = PieceId>, central: PieceId| {
            let last = |animal: &PieceId| *animal == central;
            animals.min_by(|a, b| last(a).cmp(&last(b)).then(far(a).total_cmp(&far(b))).then(a.cmp(b)))
        };
        let fired_at = cp.view.unit_of(target);
        if let Some(herd) = cp.herd(fired_at) {
            let first = nearest(&mut cp.view.present(fired_at), herd.central).unwrap_or(herd.central);
            found.retain(|piece| cp.view.unit_of(*piece) != fired_at);
            found.insert(0, first);
        }
        for (unit, herd) in cp.herds().filter(|(unit, _)| *unit != fired_at) {
            let of_it = |animal: PieceId| cp.view.unit_of(animal) == unit && cp.sees(shooter, animal);
            if !cp.in_target_area(shooter, target).any(of_it) {
                continue;
            }
            let Some(animal) = nearest(&mut cp.view.present(unit), herd.central) else { continue };
            let gap = cp.view.gap(shooter, animal);
            let at = found.iter().position(|piece| cp.view.gap(shooter, *piece) > gap).unwrap_or(found.len());
            found.insert(at, animal);
        }
    }

    /// OW-9.9: a burst strikes each animal under it.
    fn is_under_burst(&self, cp: &SkirmishView, piece: PieceId) -> bool {
        cp.herd_of(piece).is_some()
    }

    /// OW-9.9, OW-9.13: a wound on an animal of a herd is ignored, else it is gone.
    fn hit_own(&self, battle: &mut BattleMut, _: &BookData, piece: PieceId, severity: Severity) -> bool {
        if SkirmishView::of(battle.view()).herd_of(piece).is_none() {
            return false;
        }
        match severity {
            Severity::Incapacitated => trample::lose(battle, piece, "OW-9.9", "falls"),
            Severity::Wound => {
                let text = format!("{} is scratched", battle.view().piece(piece).name);
                let side = battle.view().side_of(piece);
                battle.detail(Some(side), EventKind::Note, RuleId::new("OW-9.9"), text, Explained::default());
            }
        }
        true
    }

    /// OW-9.8: within an inch of an animal foot go at a quarter, riders and wagons at half of their rate.
    fn drag(&self, cp: &SkirmishView, piece: PieceId, from: Vec2, to: Vec2) -> Option<Drag> {
        if cp.is_animal(piece) || cp.herds().next().is_none() {
            return None;
        }
        let numbers = &self.0.0.numbers;
        let (way, length) = ((to - from).normalize_or_zero(), from.distance(to));
        let near = cp.view.pieces_index().along(from, to, numbers.zone + 2.0);
        let mut stretches: Vec<(f32, f32)> = near
            .into_iter()
            .filter(|animal| cp.herd_of(*animal).is_some())
            .filter_map(|animal| {
                let reach = cp.view.footprint(animal).reach() + numbers.zone;
                let delta = cp.view.place(animal).at - from;
                let (along, aside) = (delta.dot(way), delta.perp_dot(way).abs());
                let half = (reach * reach - aside * aside).max(0.0).sqrt();
                let (start, end) = ((along - half).max(0.0), (along + half).min(length));
                (end > start + 1e-4).then_some((start, end))
            })
            .collect();
        stretches.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut apart: Vec<(f32, f32)> = Vec::new();
        for (start, end) in stretches {
            match apart.last_mut() {
                Some(last) if start <= last.1 => last.1 = last.1.max(end),
                _ => apart.push((start, end)),
            }
        }
        let on_foot = cp.is_man(piece) && !cp.mounted(piece);
        let rate = if on_foot { numbers.slow_foot } else { numbers.slow_others };
        (!apart.is_empty()).then(|| Drag { what: "herd".into(), stretches: apart, rate })
    }

    /// OW-9.7, OW-9.9: a man that rides herd may still have the herd to move; others may take a herd over, or shoot at animals.
    fn has_work(&self, cp: &SkirmishView, piece: PieceId) -> bool {
        cp.herd_waits_for(cp.view.unit_of(piece), piece) || cp.could_ride_herd(piece) || cp.could_hunt(piece)
    }

    /// OW-9.7: a herd is driven by the unit that was assigned to it first.
    fn driver_of(&self, cp: &SkirmishView, unit: UnitId) -> Option<UnitId> {
        cp.herd(unit)?.herders.first().copied()
    }

    /// CP-5.2, OW-9.5: one marker counts for all animals of a unit.
    fn is_moving(&self, cp: &SkirmishView, piece: PieceId) -> bool {
        cp.is_animal(piece) && cp.view.unit_marks(cp.view.unit_of(piece)).has(&marks::MOVED)
    }

    /// OW-9.6: how a herd is laid out.
    fn layout(&self, entry: &UnitEntry, terrain: &Terrain, anchor: Place, count: usize) -> Option<Vec<Outline>> {
        let number = self.0.number(&entry.kind)?;
        let table = &self.0.0;
        (entry.values.word("formation").is_some_and(|word| word == HERD))
            .then(|| layout::lay_out(&table.species[usize::from(number)], &table.numbers, terrain, anchor, count))
    }
}
