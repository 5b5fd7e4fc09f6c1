//! The rulebook in use, and the battle seen through it.

use bevy::math::Vec2;

use super::{
    sequence_of_play::{Charge, ChargeStage, SequenceOfPlay},
    supposed::Supposition,
};
use crate::book::{
    army_list,
    data::{Data, GunKind, Numbers, SmallArm},
    formations::{self, Formation, Pose, Stands},
    rule_settings::FurySettings,
    values::{Arm, Effectiveness, Gun, Leader, OrderState, Troops, Work},
};
use grapeshot_floor::{
    forces::{Fate, PieceId, SideId, UnitId},
    shared::rulebook,
    table::{
        footprint::Outline,
        position::{Heading, Place},
    },
    turn::BattleView,
};

/// The rulebook of the battle in this world.
pub type Book = rulebook::Book<Data>;

/// The battle seen through its rulebook, as far as the viewer knows it. All distances are inches.
#[derive(Clone, Copy)]
pub struct FuryView<'w> {
    /// The battle.
    pub view: BattleView<'w>,
    /// The rulebook.
    pub book: &'w Data,
    /// What is looked at as if it were so.
    pub(super) supposed: Option<&'w Supposition>,
}

impl<'w> FuryView<'w> {
    /// The battle of a view, by the rulebook of its world.
    pub fn of(view: BattleView<'w>) -> Self {
        Self::by(view, view.resource::<Book>().judged_in(&view))
    }

    /// The battle of a view, by this rulebook.
    pub fn by(view: BattleView<'w>, book: &'w Data) -> Self {
        Self { view, book, supposed: None }
    }

    /// The numbers of the rulebook.
    pub fn numbers(&self) -> &'w Numbers {
        &self.book.numbers
    }

    /// The settings of the battle.
    pub fn settings(&self) -> &'w FurySettings {
        self.view.resource()
    }

    /// Where the sequence of play stands.
    pub fn play(&self) -> &'w SequenceOfPlay {
        self.view.resource()
    }

    /// FF-1.4: whether a distance is within this many inches.
    pub fn within(&self, distance: f32, inches: f32) -> bool {
        distance <= inches + self.numbers().tolerance
    }

    /// A unit of troops or guns; none if it is a leader.
    pub fn troops(&self, unit: UnitId) -> Option<&'w Troops> {
        self.supposed_of(unit).map(|known| &known.troops).or_else(|| self.view.get_unit_part(unit))
    }

    /// The values of a unit of troops or guns.
    ///
    /// # Panics
    /// If it is a leader.
    pub fn values(&self, unit: UnitId) -> &'w Troops {
        self.supposed_of(unit).map_or_else(|| self.view.unit_part(unit), |known| &known.troops)
    }

    /// What a unit of troops or guns does in this player turn.
    ///
    /// # Panics
    /// If it is a leader.
    pub fn work(&self, unit: UnitId) -> &'w Work {
        self.view.unit_part(unit)
    }

    /// A leader; none if it is a unit of troops or guns.
    pub fn leader(&self, unit: UnitId) -> Option<&'w Leader> {
        self.view.get_unit_part(unit)
    }

    /// The small arms of a unit, if it has some.
    pub fn small_arm(&self, unit: UnitId) -> Option<&'w SmallArm> {
        self.values(unit).weapon.map(|number| &self.book.weapons.small_arms[usize::from(number)])
    }

    /// The gun that a stand is, with its line of the table of guns; none if it is no gun.
    pub fn gun(&self, piece: PieceId) -> Option<(&'w Gun, &'w GunKind)> {
        let gun: &Gun = self.view.get_piece_part(piece)?;
        Some((gun, &self.book.weapons.guns[usize::from(gun.kind)]))
    }

    /// FF-15.2: whether a battery has a gun on a heavy carriage.
    pub fn has_heavy_guns(&self, unit: UnitId) -> bool {
        self.view.present(unit).any(|piece| self.gun(piece).is_some_and(|(_, kind)| kind.heavy))
    }

    /// The stands of a unit on the table, in their order.
    pub fn stands(&self, unit: UnitId) -> Vec<PieceId> {
        let mut stands: Vec<PieceId> = self.view.present(unit).collect();
        stands.truncate(stands.len() - self.supposed_of(unit).map_or(0, |known| known.lost));
        stands
    }

    /// How many stands a unit has on the table.
    pub fn count(&self, unit: UnitId) -> usize {
        let lost = self.supposed_of(unit).map_or(0, |known| known.lost);
        self.view.present(unit).count().saturating_sub(lost)
    }

    /// FF-3.10: whether a unit is gone that has no more stands left: guns with none, troops with one or none.
    pub fn is_gone_with(&self, unit: UnitId, left: usize) -> bool {
        left == 0 || !self.values(unit).is_guns() && left + self.holders(unit).len() == 1
    }

    /// FF-6.19: the stands of dismounted cavalry that hold its horses, off the table.
    pub fn holders(&self, unit: UnitId) -> Vec<PieceId> {
        let values = self.values(unit);
        if values.arm != Arm::Cavalry || values.mounted || !values.arrived {
            return Vec::new();
        }
        let pieces = self.view.unit(unit).pieces.iter().copied();
        pieces.filter(|piece| self.view.fate(*piece) == Fate::Awaited).collect()
    }

    /// FF-2.1, FF-3.9: whether a stand is among the two that are removed last: the command stand and the label stand.
    pub fn is_kept(&self, unit: UnitId, piece: PieceId) -> bool {
        let pieces = &self.view.unit(unit).pieces;
        let middle = pieces.len() / 2;
        let at = pieces.iter().position(|other| *other == piece);
        at.is_some_and(|at| at == middle || at + 1 == middle)
    }

    /// FF-6.19: the stands that a unit has on the table once it is mounted, or has dismounted: with the stands that
    /// hold its horses, or without them.
    pub fn stands_if(&self, unit: UnitId, mounted: bool) -> Vec<PieceId> {
        let (values, mut stands) = (self.values(unit), self.stands(unit));
        if values.arm != Arm::Cavalry || values.mounted == mounted {
            return stands;
        }
        if mounted {
            stands.extend(self.holders(unit));
            stands.sort_unstable();
            return stands;
        }
        let hold = (stands.len() as f32 * self.settings().horse_holders + 1e-4) as usize;
        for _ in 0..hold {
            let last = stands.iter().rposition(|piece| !self.is_kept(unit, *piece));
            stands.remove(last.unwrap_or(stands.len() - 1));
        }
        stands
    }

    /// The outlines of the stands of a unit, in their order.
    pub fn outlines(&self, unit: UnitId) -> impl Iterator<Item = Outline> + use<'w> {
        let supposed = self.supposed_of(unit);
        let elsewhere = supposed.and_then(|known| known.stands.as_deref());
        let most = if supposed.is_some() { self.count(unit) } else { usize::MAX };
        let (view, here) = (self.view, if elsewhere.is_some() { 0 } else { most });
        let here = view.present(unit).take(here).map(move |piece| view.outline(piece));
        here.chain(elsewhere.unwrap_or_default().iter().take(most).copied())
    }

    /// The outline of a stand.
    pub fn outline(&self, piece: PieceId) -> Outline {
        let unit = self.view.unit_of(piece);
        let elsewhere = self.supposed_of(unit).and_then(|known| known.stands.as_ref());
        let Some(stands) = elsewhere else { return self.view.outline(piece) };
        let number = self.view.present(unit).position(|stand| stand == piece).unwrap_or_default();
        stands[number]
    }

    /// Whether a unit or a leader is on the table.
    pub fn present(&self, unit: UnitId) -> bool {
        self.view.present(unit).next().is_some()
    }

    /// Whether a unit or a leader has still to arrive.
    pub fn to_come(&self, unit: UnitId) -> bool {
        self.view.unit(unit).pieces.iter().all(|piece| self.view.fate(*piece) == Fate::Awaited)
    }

    /// The stands of a unit that are lost, and those it had at the start.
    pub fn stands_lost(&self, unit: UnitId) -> (usize, usize) {
        let Some(values) = self.troops(unit) else { return (0, 0) };
        let had = usize::from(values.start);
        let left = |piece: &&PieceId| matches!(self.view.fate(**piece), Fate::InPlay | Fate::Awaited);
        (had - self.view.unit(unit).pieces.iter().filter(left).count().min(had), had)
    }

    /// The side of a unit.
    pub fn side(&self, unit: UnitId) -> SideId {
        self.view.side_of_unit(unit)
    }

    /// The name of a unit.
    pub fn name(&self, unit: UnitId) -> &'w str {
        &self.view.unit(unit).name
    }

    /// All units of troops and guns, lost ones and those still to come included, in id order.
    pub fn all_units(&self) -> impl Iterator<Item = UnitId> + use<'w> {
        let ff = *self;
        self.view.units().filter(move |unit| ff.troops(*unit).is_some())
    }

    /// The units of troops and guns on the table, in id order.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + use<'w> {
        let ff = *self;
        self.all_units().filter(move |unit| ff.present(*unit))
    }

    /// The units of troops and guns of a side on the table.
    pub fn units_of(&self, side: SideId) -> impl Iterator<Item = UnitId> + use<'w> {
        let ff = *self;
        self.units().filter(move |unit| ff.side(*unit) == side)
    }

    /// The units of troops and guns of the other side on the table.
    pub fn enemies_of(&self, side: SideId) -> impl Iterator<Item = UnitId> + use<'w> {
        self.units_of(side.other())
    }

    /// The leaders of a side on the table.
    pub fn leaders_of(&self, side: SideId) -> impl Iterator<Item = UnitId> + use<'w> {
        let ff = *self;
        self.view.units().filter(move |unit| ff.leader(*unit).is_some() && ff.side(*unit) == side && ff.present(*unit))
    }

    /// FF-1.3: the width and the depth of the stands of a unit.
    pub fn size(&self, unit: UnitId) -> (f32, f32) {
        let values = self.values(unit);
        self.size_in(unit, &values.pose, values.mounted)
    }

    /// FF-1.3, FF-4.6: the width and the depth of the stands of a unit in a pose; of a garrison those of all stands
    /// together.
    pub fn size_in(&self, unit: UnitId, pose: &Pose, mounted: bool) -> (f32, f32) {
        army_list::size_in(self.numbers(), self.view.terrain(), self.values(unit).arm, mounted, pose)
    }

    /// FF-3.1: how a unit stands.
    pub fn pose(&self, unit: UnitId) -> Pose {
        self.values(unit).pose
    }

    /// The stands of a unit as one body.
    pub fn body(&self, unit: UnitId) -> Stands {
        self.body_in(unit, &self.pose(unit))
    }

    /// The stands of a unit as one body in a pose.
    pub fn body_in(&self, unit: UnitId, pose: &Pose) -> Stands {
        Stands::new(pose, self.count(unit), self.size_in(unit, pose, self.values(unit).mounted), self.numbers().refuse)
    }

    /// The stands of a unit as they stood in a pose before it was lost or fled: a unit that is gone counts as two
    /// stands.
    pub fn former_body(&self, unit: UnitId, pose: &Pose) -> Stands {
        Stands::new(pose, self.count(unit).max(2), self.size(unit), self.numbers().refuse)
    }

    /// The formation of a unit.
    pub fn formation(&self, unit: UnitId) -> Formation {
        self.pose(unit).formation
    }

    /// FF-12.3: whether a unit stands in a square that it has formed in haste.
    pub fn in_hasty_square(&self, unit: UnitId) -> bool {
        let haste = self.play().reacted.contains(&unit) || self.supposed_of(unit).is_some_and(|known| known.in_haste);
        haste && self.formation(unit) == Formation::Square
    }

    /// FF-3.2: the inches of the front of a unit, and of its depth.
    pub fn measures(&self, unit: UnitId) -> (f32, f32) {
        formations::measures(&self.pose(unit), self.count(unit), self.size(unit))
    }

    /// FF-2.6: how effective a unit is. Stands that hold its horses are not lost.
    pub fn effectiveness(&self, unit: UnitId) -> Effectiveness {
        let values = self.values(unit);
        let stands = self.count(unit) + self.holders(unit).len();
        self.book.effectiveness_of(values.start, stands as u8, values.morale)
    }

    /// FF-1.4: the distance between outlines.
    pub fn gap_of(&self, own: impl Iterator<Item = Outline>, theirs: &[Outline]) -> f32 {
        let mut least = f32::INFINITY;
        for own in own {
            for other in theirs {
                // Outlines whose circles are no nearer than the best gap make no difference.
                let apart = own.place.at.distance(other.place.at) - own.footprint.reach() - other.footprint.reach();
                if apart < least {
                    least = least.min(own.gap(other));
                }
            }
        }
        least
    }

    /// The middle of a unit's body, or of a leader's base, in inches.
    pub fn middle(&self, unit: UnitId) -> Vec2 {
        let places: Vec<Vec2> = self.outlines(unit).map(|outline| outline.place.at).collect();
        if places.is_empty() { Vec2::ZERO } else { places.iter().sum::<Vec2>() / places.len() as f32 }
    }

    /// The enemy unit nearest to a unit, with its distance.
    pub fn nearest_enemy(&self, unit: UnitId) -> Option<(UnitId, f32)> {
        let distances = self.enemies_of(self.side(unit)).map(|enemy| (enemy, self.gap(unit, enemy)));
        distances.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)))
    }

    /// FF-14.2: the heading straight toward the friendly edge of a side.
    pub fn homeward(&self, side: SideId) -> Heading {
        self.view.side_named(side).own_edge.outward()
    }

    /// How many inches a point is from the friendly edge of a side; below zero beyond it.
    pub fn inches_home(&self, side: SideId, point: Vec2) -> f32 {
        let (middle, home) = (self.view.terrain().size / 2.0, self.homeward(side).forward());
        (middle * home).length() - (point - middle).dot(home)
    }

    /// Whether troops are in good order, or guns are ready.
    pub fn in_good_order(&self, unit: UnitId) -> bool {
        let values = self.values(unit);
        if values.is_guns() { !values.silenced } else { values.order == OrderState::Good }
    }

    /// FF-11.2: the leader attached to a unit, the first of several.
    pub fn attached_to(&self, unit: UnitId) -> Option<UnitId> {
        self.leaders_of(self.side(unit))
            .find(|leader| self.leader(*leader).is_some_and(|leader| leader.attached == Some(unit)))
    }

    /// FF-5.6: whether a leader commands a unit, himself or through leaders under him.
    pub fn commands(&self, leader: UnitId, unit: UnitId) -> bool {
        let mut above = self.view.unit(unit).superior;
        // A chain of command has no more members than there are units.
        for _ in 0..self.view.unit_ids().len() {
            match above {
                Some(found) if found == leader => return true,
                Some(found) => above = self.view.unit(found).superior,
                None => return false,
            }
        }
        false
    }

    /// FF-10.1: the charges of this player turn.
    pub fn charges(&self) -> impl Iterator<Item = &'w Charge> + use<'w> {
        let supposed = self.supposed.map_or(&[][..], |supposed| &supposed.charges);
        let known = move |charge: &&Charge| !supposed.iter().any(|other| other.unit == charge.unit);
        self.play().charges.iter().filter(known).chain(supposed)
    }

    /// FF-10.1: the charge that a unit makes in this player turn, as long as it is on.
    pub fn charge_of(&self, unit: UnitId) -> Option<&'w Charge> {
        let on = |charge: &&Charge| !matches!(charge.stage, ChargeStage::Over | ChargeStage::Short);
        self.charges().filter(on).find(|charge| charge.unit == unit)
    }

    /// FF-10.4: whether a unit charges with cold steel in this player turn, or has done so and met no enemy.
    pub fn has_steel(&self, unit: UnitId) -> bool {
        self.charges().any(|charge| charge.unit == unit && charge.cold_steel)
    }

    /// FF-10.1: the units that charge a unit in this player turn.
    pub fn chargers_of(&self, unit: UnitId) -> Vec<UnitId> {
        let met = |charge: &&Charge| charge.stage == ChargeStage::Contact && charge.targets().any(|met| met == unit);
        let charges = self.charges().filter(|charge| charge.target == unit || met(charge));
        let on = charges.filter(|charge| !matches!(charge.stage, ChargeStage::Over | ChargeStage::Short));
        on.map(|charge| charge.unit).filter(|charger| self.present(*charger)).collect()
    }

    /// FF-2.3: whether a unit is a battery: two or more gun stands that maneuver together.
    pub fn is_battery(&self, unit: UnitId) -> bool {
        self.values(unit).arm == Arm::Artillery && self.count(unit) >= 2
    }

    /// The middle of the front of a unit and its heading.
    pub fn anchor(&self, unit: UnitId) -> Option<Place> {
        let pose = self.troops(unit)?.pose;
        Some(Place { at: pose.front, facing: pose.facing, floor: 0 })
    }
}
