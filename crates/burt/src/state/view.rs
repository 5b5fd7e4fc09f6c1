//! The rulebook in use, and the battle seen through it.

use bevy::math::Vec2;
use smallvec::SmallVec;

use super::{
    pose::Pose,
    sequence_of_play::{Assault, AssaultStage, Fight, SequenceOfPlay},
};
use crate::book::{
    bases,
    data::{Data, Gun, Numbers, TroopRow, Weapon},
    marks,
    rule_settings::BurtSettings,
    values::{Arm, Array, Chit, Formation, Level, Officer, Role, Troops, Work},
};
use grapeshot_floor::{
    forces::{Fate, PieceId, SideId, Unit, UnitId},
    orders::Refusal,
    shared::{
        formed::block::{self, Face},
        refuse, rulebook,
    },
    table::footprint::Outline,
    turn::{BattleView, STRANGER},
};

/// The rulebook of the battle in this world.
pub type Book = rulebook::Book<Data>;

/// The battle seen through its rulebook, as far as the viewer knows it. All distances are inches.
#[derive(Clone, Copy)]
pub struct BurtView<'w> {
    /// The battle.
    pub view: BattleView<'w>,
    /// The rulebook.
    pub book: &'w Data,
    /// Units that are looked at as if they stood elsewhere, each with its pose.
    gone: &'w [(UnitId, Pose)],
    /// Units that are looked at as if they were weaker.
    weakened: [Option<Weakened>; 4],
    /// The parts of all units, if they have been looked up.
    roll: Option<&'w RollCall<'w>>,
}

/// How a unit is taken to be weaker.
#[derive(Clone, Copy)]
struct Weakened {
    unit: UnitId,
    /// How many more of its figures are taken to have fallen in this turn.
    fallen: u8,
    /// Whether it is taken to have lost a level.
    loses_level: bool,
}

/// Parts and values of all units, looked up once for a question that needs them again and again.
pub struct RollCall<'w> {
    play: &'w SequenceOfPlay,
    settings: &'w BurtSettings,
    units: Vec<Called<'w>>,
    /// Boxes round what gives cover: first the areas, then the obstacles, then the buildings.
    covers: Vec<(Vec2, Vec2)>,
}

/// A unit as it was looked up.
struct Called<'w> {
    unit: &'w Unit,
    /// Where it stands, if it is on the table.
    outline: Option<Outline>,
    /// Its values and what it did, if it is no commander.
    troops: Option<(&'w Troops, &'w Work)>,
    officer: Option<&'w Officer>,
    /// Figures (guns, wagons) that it has lost.
    lost: u8,
}

/// Whether a box lies within some inches of the circle round an outline.
fn lies_near((from, to): &(Vec2, Vec2), own: &Outline, within: f32) -> bool {
    let reach = own.footprint.reach() + within;
    let (low, high) = (own.place.at - reach, own.place.at + reach);
    from.cmple(high).all() && to.cmpge(low).all()
}

impl<'w> BurtView<'w> {
    /// The battle of a view, by the rulebook of its world.
    pub fn of(view: BattleView<'w>) -> Self {
        Self::by(view, view.resource::<Book>().judged_in(&view))
    }

    /// The battle of a view, by this rulebook.
    pub fn by(view: BattleView<'w>, book: &'w Data) -> Self {
        Self { view, book, gone: &[], weakened: [None; 4], roll: None }
    }

    /// The battle with units in other poses, for rules that measure where and how units stand; the targets of step 9
    /// stay the same.
    pub fn after<'s>(&'s self, gone: &'s [(UnitId, Pose)]) -> BurtView<'s> {
        BurtView { view: self.view.awhile(), book: self.book, gone, weakened: self.weakened, roll: self.roll }
    }

    /// Looks up the parts of all units, for [`Self::with`].
    pub fn roll_call(&self) -> RollCall<'w> {
        let call = |unit| Called {
            unit: self.unit(unit),
            outline: self.present(unit).then(|| self.outline(unit)),
            troops: self.troops(unit).map(|values| (values, self.work(unit))),
            officer: self.officer(unit),
            lost: self.lost(unit),
        };
        let units = self.view.unit_ids().map(call).collect();
        RollCall { play: self.play(), settings: self.settings(), units, covers: self.boxes_of_cover() }
    }

    /// The same battle for a question that asks much of its units.
    pub fn with<'s>(&'s self, roll: &'s RollCall<'s>) -> BurtView<'s> {
        BurtView { roll: Some(roll), ..self.after(self.gone) }
    }

    fn called(&self, unit: UnitId) -> Option<&'w Called<'w>> {
        self.roll.and_then(|roll| roll.units.get(unit.index()))
    }

    /// Whether something that gives cover lies within some inches of an outline, as far as it is known.
    pub fn may_be_covered(&self, own: &Outline, within: f32) -> bool {
        self.roll.is_none_or(|roll| roll.covers.iter().any(|cover| lies_near(cover, own, within)))
    }

    /// Whether the box of this place among those of cover lies within some inches of an outline, as far as it is known.
    pub fn may_cover(&self, place: usize, own: &Outline, within: f32) -> bool {
        let cover = self.roll.and_then(|roll| roll.covers.get(place));
        cover.is_none_or(|cover| lies_near(cover, own, within))
    }

    fn gone_to(&self, unit: UnitId) -> Option<&'w Pose> {
        self.gone.iter().find(|(known, _)| *known == unit).map(|(_, pose)| pose)
    }

    /// The units that are looked at as if they stood elsewhere, if these do besides.
    pub fn gone_with(&self, more: impl IntoIterator<Item = (UnitId, Outline)>) -> SmallVec<[(UnitId, Pose); 4]> {
        let moved = more.into_iter().map(|(unit, block)| (unit, Pose { block, ..self.pose(unit) }));
        moved.chain(self.gone.iter().copied()).collect()
    }

    /// The battle as if more figures of a unit had fallen in this turn.
    pub fn if_fallen(&self, unit: UnitId, fallen: u8) -> Self {
        let known = self.weakness_of(unit);
        self.weaker(Weakened { fallen: known.fallen.saturating_add(fallen), ..known })
    }

    /// The battle as if a unit had lost a level besides.
    pub fn if_level_lost(&self, unit: UnitId) -> Self {
        self.weaker(Weakened { loses_level: true, ..self.weakness_of(unit) })
    }

    /// The same battle with a unit weakened; the number of weakened units is limited.
    fn weaker(&self, weakened: Weakened) -> Self {
        let mut list = self.weakened;
        let free = |known: &&mut Option<Weakened>| known.is_none_or(|known| known.unit == weakened.unit);
        if let Some(place) = list.iter_mut().find(free) {
            *place = Some(weakened);
        }
        Self { weakened: list, ..*self }
    }

    fn weakness_of(&self, unit: UnitId) -> Weakened {
        let known = self.weakened.iter().map_while(Option::as_ref).find(|known| known.unit == unit);
        known.copied().unwrap_or(Weakened { unit, fallen: 0, loses_level: false })
    }

    /// Figures (guns, wagons) that have fallen.
    pub fn lost(&self, unit: UnitId) -> u8 {
        self.called(unit).map_or_else(|| self.view.unit_marks(unit).count(&marks::LOST), |called| called.lost)
    }

    /// The figures (guns) that a unit has lost in this turn.
    pub fn lost_this_turn(&self, unit: UnitId) -> u8 {
        self.work(unit).lost + self.weakness_of(unit).fallen
    }

    /// The battle as everybody knows it, without the chits that lie face down.
    pub fn public(&self) -> Self {
        Self { view: self.view.seen_by(STRANGER), ..*self }
    }

    /// The numbers of the rulebook.
    pub fn numbers(&self) -> &'w Numbers {
        &self.book.numbers
    }

    /// The settings of the battle.
    pub fn settings(&self) -> &'w BurtSettings {
        self.roll.map_or_else(|| self.view.resource(), |roll| roll.settings)
    }

    /// Where the sequence of play stands.
    pub fn play(&self) -> &'w SequenceOfPlay {
        self.roll.map_or_else(|| self.view.resource(), |roll| roll.play)
    }

    /// SB-1.1: whether a distance is within this many inches.
    pub fn within(&self, distance: f32, inches: f32) -> bool {
        distance <= inches + self.numbers().tolerance
    }

    /// A unit of troops; none if it is a commander.
    pub fn troops(&self, unit: UnitId) -> Option<&'w Troops> {
        match self.called(unit) {
            Some(called) => called.troops.map(|(values, _)| values),
            None => self.view.get_unit_part(unit),
        }
    }

    /// The values of a unit of troops.
    ///
    /// # Panics
    /// If it is a commander.
    pub fn values(&self, unit: UnitId) -> &'w Troops {
        self.troops(unit).expect("it is no commander")
    }

    /// What a unit of troops did in this turn.
    ///
    /// # Panics
    /// If it is a commander.
    pub fn work(&self, unit: UnitId) -> &'w Work {
        let called = self.called(unit).and_then(|called| called.troops);
        called.map_or_else(|| self.view.unit_part(unit), |(_, work)| work)
    }

    /// A commander; none if it is a unit of troops.
    pub fn officer(&self, unit: UnitId) -> Option<&'w Officer> {
        self.called(unit).map_or_else(|| self.view.get_unit_part(unit), |called| called.officer)
    }

    pub fn unit(&self, unit: UnitId) -> &'w Unit {
        self.called(unit).map_or_else(|| self.view.unit(unit), |called| called.unit)
    }

    /// The kind of troops of a unit.
    pub fn row(&self, unit: UnitId) -> &'w TroopRow {
        &self.book.troops[usize::from(self.values(unit).row)]
    }

    pub fn arm(&self, unit: UnitId) -> Arm {
        self.values(unit).arm
    }

    /// The small arms of a unit, if it has some.
    pub fn weapon(&self, unit: UnitId) -> Option<&'w Weapon> {
        self.values(unit).weapon.map(|number| &self.book.weapons[usize::from(number)])
    }

    /// The guns of a unit, if it is a battery.
    pub fn gun(&self, unit: UnitId) -> Option<&'w Gun> {
        self.values(unit).gun.map(|number| &self.book.guns[usize::from(number)])
    }

    /// SB-3.2: the order of a unit, if the viewer knows it.
    pub fn chit(&self, unit: UnitId) -> Option<Chit> {
        self.view.secret::<Chit>(unit).copied()
    }

    /// Whether a unit has an order as far as the viewer knows: a chit that lies face down may be any.
    pub fn may_have(&self, unit: UnitId, chit: Chit) -> bool {
        self.chit(unit).is_none_or(|known| known == chit)
    }

    /// The one piece of a unit.
    pub fn piece(&self, unit: UnitId) -> PieceId {
        self.unit(unit).pieces[0]
    }

    /// The outline of a unit.
    pub fn outline(&self, unit: UnitId) -> Outline {
        let called = || self.called(unit).and_then(|called| called.outline);
        let found = self.gone_to(unit).map(|pose| pose.block).or_else(called);
        found.unwrap_or_else(|| self.view.outline(self.piece(unit)))
    }

    /// Whether a unit is on the table.
    pub fn present(&self, unit: UnitId) -> bool {
        self.called(unit).map_or_else(|| self.view.in_play(self.piece(unit)), |called| called.outline.is_some())
    }

    /// The fate of a unit.
    pub fn fate(&self, unit: UnitId) -> Fate {
        self.view.fate(self.piece(unit))
    }

    /// SB-11.6: whether a unit has still to arrive.
    pub fn to_come(&self, unit: UnitId) -> bool {
        self.fate(unit) == Fate::Awaited && self.troops(unit).is_some_and(|values| !values.arrived)
    }

    /// The figures (guns) that a unit has lost in the battle, and those it had; a unit that is gone has lost them all.
    pub fn strength_lost(&self, unit: UnitId) -> (usize, usize) {
        let Some(values) = self.troops(unit) else { return (0, 0) };
        let had = usize::from(values.start);
        let gone = !self.present(unit) && !self.to_come(unit);
        (if gone { had } else { had - usize::from(self.figures(unit)).min(had) }, had)
    }

    /// The side of a unit.
    pub fn side(&self, unit: UnitId) -> SideId {
        self.view.side_of_unit(unit)
    }

    /// The name of a unit.
    pub fn name(&self, unit: UnitId) -> &'w str {
        &self.unit(unit).name
    }

    /// All units of troops, with lost units and units still to come, in id order.
    pub fn all_units(&self) -> impl Iterator<Item = UnitId> + use<'w> {
        let burt = *self;
        self.view.units().filter(move |unit| burt.troops(*unit).is_some())
    }

    /// The units of troops on the table, in id order.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + use<'w> {
        let burt = *self;
        self.all_units().filter(move |unit| burt.present(*unit))
    }

    /// The units of troops of a side on the table.
    pub fn units_of(&self, side: SideId) -> impl Iterator<Item = UnitId> + use<'w> {
        let burt = *self;
        self.units().filter(move |unit| burt.side(*unit) == side)
    }

    /// The units of troops of the other side on the table.
    pub fn enemies_of(&self, side: SideId) -> impl Iterator<Item = UnitId> + use<'w> {
        let burt = *self;
        self.units().filter(move |unit| burt.side(*unit) != side)
    }

    /// The commanders of a side on the table.
    pub fn officers_of(&self, side: SideId) -> impl Iterator<Item = UnitId> + use<'w> {
        let burt = *self;
        self.view
            .units()
            .filter(move |unit| burt.officer(*unit).is_some() && burt.side(*unit) == side && burt.present(*unit))
    }

    /// Living figures (guns, wagons) of a unit.
    pub fn figures(&self, unit: UnitId) -> u8 {
        let lost = self.lost(unit).saturating_add(self.weakness_of(unit).fallen);
        self.values(unit).start.saturating_sub(lost)
    }

    /// SB-1.4: the bases of a unit.
    pub fn bases(&self, unit: UnitId) -> u8 {
        bases::bases(self.row(unit), self.figures(unit))
    }

    /// The arrangement of a unit's bases.
    pub fn array(&self, unit: UnitId) -> Array {
        self.gone_to(unit).map_or_else(|| self.values(unit).array, |pose| pose.array)
    }

    /// The formation that a unit's arrangement counts as.
    pub fn formation(&self, unit: UnitId) -> Formation {
        bases::formation(self.array(unit), self.arm(unit), self.bases(unit))
    }

    /// How a unit stands now.
    pub fn pose(&self, unit: UnitId) -> Pose {
        Pose { block: self.outline(unit), array: self.array(unit), cost: 0.0 }
    }

    /// SB-7.1: the cohesion level of a unit.
    pub fn level(&self, unit: UnitId) -> Level {
        let level = self.values(unit).level;
        if self.weakness_of(unit).loses_level { level.worse() } else { level }
    }

    /// Whether a unit is routing.
    pub fn routing(&self, unit: UnitId) -> bool {
        self.level(unit) == Level::Rout
    }

    /// Whether a unit is in a square.
    pub fn in_square(&self, unit: UnitId) -> bool {
        self.array(unit) == Array::Square
    }

    /// Whether a unit has no flank and rear: squares, open order, troops in buildings.
    pub fn all_round(&self, unit: UnitId) -> bool {
        matches!(self.formation(unit), Formation::Square | Formation::Open | Formation::House)
    }

    /// The building that a unit is in, by index.
    pub fn house_of(&self, unit: UnitId) -> Option<usize> {
        match self.array(unit) {
            Array::House(index) => Some(index),
            _ => None,
        }
    }

    /// SB-1.5: the distance between two units.
    pub fn gap(&self, a: UnitId, b: UnitId) -> f32 {
        self.outline(a).gap(&self.outline(b))
    }

    /// The enemy nearest to a unit, with its distance.
    pub fn nearest_enemy(&self, unit: UnitId) -> Option<(UnitId, f32)> {
        let own = self.outline(unit);
        let distances = self.enemies_of(self.side(unit)).map(|enemy| (enemy, own.gap(&self.outline(enemy))));
        distances.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)))
    }

    /// SB-1.6: the zone of `unit` in which the middle of the other's front lies.
    pub fn zone(&self, unit: UnitId, other: UnitId) -> Face {
        block::quarter_of(&self.outline(unit), &self.outline(other))
    }

    /// SB-1.6: the zone of `unit` in which the nearest point of the other lies.
    pub fn zone_of_nearest(&self, unit: UnitId, other: UnitId) -> Face {
        let own = self.outline(unit);
        block::quarter(&own, block::nearest_point(&self.outline(other), own.place.at))
    }

    /// The melees of a unit.
    pub fn fights_of(&self, unit: UnitId) -> impl Iterator<Item = &'w Fight> + use<'w> {
        self.play().fights.iter().filter(move |fight| fight.contact.other(unit).is_some())
    }

    /// Whether a unit is in melee.
    pub fn in_melee(&self, unit: UnitId) -> bool {
        self.fights_of(unit).next().is_some()
    }

    /// The enemies in contact with a unit.
    pub fn fighting(&self, unit: UnitId) -> Vec<UnitId> {
        self.fights_of(unit).filter_map(|fight| fight.contact.other(unit)).collect()
    }

    /// SB-9.2: the assault that a unit makes in this turn.
    pub fn assault_of(&self, unit: UnitId) -> Option<&'w Assault> {
        self.play().assaults.iter().find(|assault| assault.unit == unit && assault.stage != AssaultStage::Over)
    }

    /// SB-9.2: the assaults on a unit in this turn that are still on.
    pub fn assaults_on(&self, unit: UnitId) -> impl Iterator<Item = &'w Assault> + use<'w> {
        self.play().assaults.iter().filter(move |assault| assault.target == unit && assault.stage != AssaultStage::Over)
    }

    /// SB-9.1: whether one more unit may assault an edge of a target; units in contact with it count, too.
    ///
    /// # Errors
    /// How many assault it already.
    pub fn has_room_at(&self, target: UnitId, edge: Face) -> Result<(), Refusal> {
        let name = self.name(target);
        let most = usize::from(self.numbers().assault_target);
        if self.assaults_on(target).count() >= most {
            return refuse("SB-9.1", format!("{most} units assault {name} already"));
        }
        let most = usize::from(self.numbers().assault_edge);
        let struck = self.fights_of(target).filter(|fight| fight.contact.face_of(target) == edge).count();
        if self.assaults_on(target).filter(|assault| assault.edge == edge).count() + struck >= most {
            return refuse("SB-9.1", format!("{most} units assault the {} of {name} already", edge.word()));
        }
        Ok(())
    }

    /// SB-9.2: whether a unit is marked as assaulted.
    pub fn assaulted(&self, unit: UnitId) -> bool {
        self.assaults_on(unit).next().is_some()
    }

    /// SB-12.2: the generals within an inch of a unit, the highest first.
    pub fn generals_with(&self, unit: UnitId) -> Vec<UnitId> {
        let near = |officer: &UnitId| self.within(self.gap(*officer, unit), self.numbers().with_unit);
        let general = |officer: &UnitId| self.officer(*officer).is_some_and(|officer| officer.role.is_general());
        let mut generals: Vec<UnitId> =
            self.officers_of(self.side(unit)).filter(|officer| general(officer) && near(officer)).collect();
        let chief = |unit: &UnitId| self.officer(*unit).is_some_and(|officer| officer.role == Role::CommanderInChief);
        generals.sort_by_key(|officer| !chief(officer));
        generals
    }

    /// SB-11.2: whether a side's army is demoralised.
    pub fn demoralised(&self, side: SideId) -> bool {
        self.play().demoralised[side.index().min(1)]
    }
}
