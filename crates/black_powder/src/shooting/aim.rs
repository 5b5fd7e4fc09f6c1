//! Aiming (chapter 5): which units may shoot, and at which targets.

use super::shot::{Manner, Shot};
use crate::{
    book::values::{Formation, Troop},
    state::view::BlackPowderView,
};
use grapeshot_floor::{
    english,
    forces::UnitId,
    orders::Refusal,
    shared::{
        formed::block::{self, Face, front},
        refuse,
    },
    table::{footprint::Outline, position::Heading},
};

impl<'w> BlackPowderView<'w> {
    /// BP-5.1: whether a unit may shoot in this shooting part.
    ///
    /// # Errors
    /// If it is in combat, has shot, has nothing to shoot with, or stands or moved in a way in which its kind does not
    /// shoot.
    pub fn may_shoot(&self, unit: UnitId) -> Result<(), Refusal> {
        let name = self.name(unit);
        if self.in_combat(unit) {
            return refuse("BP-5.1", format!("{name} is in combat"));
        }
        let work = self.work(unit);
        if work.shot {
            return refuse("BP-5.1", format!("{name} has shot"));
        }
        self.armed(unit)?;
        if self.troop(unit) == Troop::Artillery && work.moves > 1 {
            return refuse("BP-5.1", format!("{name}: guns that made more than one move do not shoot"));
        }
        Ok(())
    }

    /// BP-5.1: whether a unit has something to shoot with, and stands so that its kind shoots.
    fn armed(&self, unit: UnitId) -> Result<(), Refusal> {
        let (name, values) = (self.name(unit), self.values(unit));
        if values.formation == Formation::MarchColumn {
            return refuse("BP-4.5", format!("{name}: a march column does not shoot"));
        }
        if values.weapon.is_none() || values.shoot == [0; 3] {
            return refuse("BP-5.1", format!("{name} has nothing to shoot with"));
        }
        if values.troop == Troop::Artillery && values.formation != Formation::Deployed {
            return refuse("BP-5.1", format!("{name}: only deployed guns shoot"));
        }
        Ok(())
    }

    /// BP-5.2: whether an enemy lies where a unit can shoot at all, seen or not: range, quarter, no combat. Returns the
    /// facing to which guns must turn, if they must.
    fn bears(&self, unit: UnitId, own: &Outline, target: UnitId) -> Option<Option<Heading>> {
        let weapon = self.weapon(unit)?;
        let other = self.outline(target);
        let range = self.inches(weapon.range);
        if own.place.at.distance(other.place.at) > range + own.footprint.reach() + other.footprint.reach() + 0.1
            || own.gap(&other) > range + self.numbers().tolerance
            || self.in_combat(target)
        {
            return None;
        }
        let formation = self.formation(unit);
        if formation.is_all_round() {
            let face = block::quarter_of(own, &other);
            let used = formation != Formation::Skirmish && self.play().faces.contains(&(unit, face));
            return (!used).then_some(None);
        }
        if block::quarter_of(own, &other) == Face::Front {
            return Some(None);
        }
        if formation != Formation::Deployed {
            return None;
        }
        let most = self.numbers().free_pivot;
        let turn = own.place.facing.turn_to(Heading::from_to(own.place.at, front(&other))).clamp(-most, most);
        let turned = block::facing(own, own.place.facing.turned(turn));
        let bears = block::quarter_of(&turned, &other) == Face::Front && self.is_clear(unit, unit, &turned);
        bears.then_some(Some(turned.place.facing))
    }

    /// BP-5.1 to BP-5.3: the inches at which a unit could shoot at another as both stand, whatever it has done in this turn.
    pub fn range_of_fire(&self, unit: UnitId, target: UnitId) -> Option<f32> {
        self.armed(unit).ok().filter(|()| !self.in_combat(unit))?;
        self.bears(unit, &self.outline(unit), target)?;
        let seen = self.sight(unit, target, self.guns(unit).0).lines > 0;
        seen.then(|| self.gap(unit, target))
    }

    /// BP-5.2: the enemies at which a unit may shoot, the nearest first.
    pub fn targets(&self, unit: UnitId) -> Vec<UnitId> {
        if self.may_shoot(unit).is_err() {
            return Vec::new();
        }
        let own = self.outline(unit);
        let (guns, _) = self.guns(unit);
        let mut within: Vec<(f32, UnitId)> = self
            .enemies_of(self.side(unit))
            .filter(|enemy| self.bears(unit, &own, *enemy).is_some())
            .map(|enemy| (own.gap(&self.outline(enemy)), enemy))
            .collect();
        within.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let any = guns && !self.enemy_near(unit);
        let by_face = self.has_dice_by_face(unit);
        // A square and a garrison choose for each face, other units as a whole.
        let mut nearest: Vec<(Option<Face>, f32)> = Vec::new();
        let mut targets = Vec::new();
        let margin = self.inches(self.numbers().nearly_as_near);
        for (gap, enemy) in within {
            let face = by_face.then(|| block::quarter_of(&own, &self.outline(enemy)));
            let known = nearest.iter().find(|(of, _)| *of == face).map(|(_, gap)| *gap);
            let near_enough = known.is_none_or(|least| gap <= least + margin + self.numbers().tolerance);
            if !near_enough && !any {
                continue;
            }
            let seen = self.sight(unit, enemy, guns);
            if seen.lines == 0 {
                continue;
            }
            if near_enough || seen.lines == 3 {
                targets.push(enemy);
            }
            if known.is_none() {
                nearest.push((face, gap));
            }
        }
        targets
    }

    /// BP-5.2: whether a unit may shoot at an enemy, and how.
    ///
    /// # Errors
    /// If the target is no enemy that may be shot at, if it is out of range, not in front or not seen, if that face of
    /// the unit has shot, or if a nearer enemy must be shot at.
    pub fn aim(&self, unit: UnitId, target: UnitId) -> Result<Shot, Refusal> {
        self.may_shoot(unit)?;
        if self.regiment(target).is_none() {
            return refuse("BP-5.2", "Commanders are no targets");
        }
        if self.side(target) == self.side(unit) || !self.present(target) {
            return refuse("BP-5.2", "Only an enemy unit can be shot at");
        }
        let (name, enemy) = (self.name(unit), self.name(target));
        if self.in_combat(target) {
            return refuse("BP-5.2", format!("{enemy} is in combat"));
        }
        let own = self.outline(unit);
        let range = self.weapon(unit).map_or(0.0, |weapon| self.inches(weapon.range));
        if own.gap(&self.outline(target)) > range + self.numbers().tolerance {
            return refuse("BP-5.3", format!("{enemy} is out of range: {}", english::inches(range)));
        }
        let Some(pivot) = self.bears(unit, &own, target) else {
            if self.formation(unit).is_all_round() {
                return refuse("BP-4.4", format!("This face of {name} has shot"));
            }
            return refuse("BP-5.2", format!("{enemy} is not in front of {name}"));
        };
        if self.sight(unit, target, self.guns(unit).0).lines == 0 {
            return refuse("BP-1.8", format!("{name} does not see {enemy}"));
        }
        if !self.targets(unit).contains(&target) {
            return refuse("BP-5.2", format!("{name} must shoot at the nearest enemy"));
        }
        Ok(Shot { pivot, ..self.shot(unit, target, Manner::Ordinary) })
    }
}
