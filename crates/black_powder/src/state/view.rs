//! The rulebook in use, and the battle seen through it.

use bevy::math::Vec2;
use smallvec::SmallVec;
use std::{cell::RefCell, collections::BTreeMap};

use super::{
    melee::{Forecast, Melee},
    pose::Pose,
    sequence_of_play::{Contact, SequenceOfPlay},
};
use crate::book::{
    data::{Data, Effect, Numbers, Special, Weapon},
    marks,
    outlines::{may_form, measures},
    rule_settings::BlackPowderSettings,
    values::{Formation, Officer, Regiment, Size, Troop, Work},
};
use grapeshot_floor::{
    forces::{Fate, PieceId, SideId, Unit, UnitId},
    shared::{
        formed::{
            block::{self, Face},
            contacts,
            going::on_road_at,
        },
        rulebook,
    },
    table::{footprint::Outline, terrain::Building},
    turn::{BattleView, VictoryTerms},
};

/// The rulebook of the battle in this world.
pub type Book = rulebook::Book<Data>;

/// The battle seen through its rulebook.
#[derive(Clone, Copy)]
pub struct BlackPowderView<'w> {
    /// The battle.
    pub view: BattleView<'w>,
    /// The rulebook.
    pub book: &'w Data,
    /// BP-1.3: the factor on every distance.
    pub scale: f32,
    /// Units that are taken to stand elsewhere, each with its pose there.
    pub gone: &'w [(UnitId, Pose)],
    /// What was looked up of all units beforehand, if anything.
    pub roll: Option<&'w RollCall<'w>>,
}

/// Values of all units, looked up once for a question that needs them again and again.
pub struct RollCall<'w> {
    play: &'w SequenceOfPlay,
    units: Vec<Called<'w>>,
    /// The regiments on the table, each with its middle and how far it reaches from it.
    regiments: Vec<(UnitId, Vec2, f32)>,
    /// The commanders that are with a unit.
    joined: Vec<UnitId>,
    /// The forecasts that were made already, by the target and a unit that strikes it.
    pub forecasts: RefCell<BTreeMap<(UnitId, UnitId), Vec<(Melee, Forecast)>>>,
}

/// The values of a unit as they were looked up.
struct Called<'w> {
    unit: &'w Unit,
    /// Where it stands, if it is on the table.
    outline: Option<Outline>,
    /// Its values and its work in this turn, if it is no commander.
    regiment: Option<(&'w Regiment, &'w Work)>,
    officer: Option<&'w Officer>,
    casualties: u8,
    disordered: bool,
}

impl<'w> BlackPowderView<'w> {
    /// The battle of a view, by the rulebook of its world.
    pub fn of(view: BattleView<'w>) -> Self {
        Self::by(view, view.resource::<Book>().judged_in(&view))
    }

    /// The battle of a view, by this rulebook.
    pub fn by(view: BattleView<'w>, book: &'w Data) -> Self {
        Self { view, book, scale: view.resource::<BlackPowderSettings>().scale, gone: &[], roll: None }
    }

    /// The battle as it would be if these units stood elsewhere: when they have carried out their orders (BP-2.5), or
    /// as the computer thinks of them.
    pub fn after<'s>(&'s self, gone: &'s [(UnitId, Pose)]) -> BlackPowderView<'s> {
        BlackPowderView { view: self.view.awhile(), book: self.book, scale: self.scale, gone, roll: self.roll }
    }

    /// Looks up the values that [`Self::with`] keeps at hand.
    pub fn roll_call(&self) -> RollCall<'w> {
        let call = |unit| Called {
            unit: self.unit(unit),
            outline: self.present(unit).then(|| self.outline(unit)),
            regiment: self.regiment(unit).map(|values| (values, self.work(unit))),
            officer: self.officer(unit),
            casualties: self.casualties(unit),
            disordered: self.disordered(unit),
        };
        let units: Vec<Called> = self.view.unit_ids().map(call).collect();
        let joined = |unit: &UnitId| units[unit.index()].officer.is_some_and(|officer| officer.with.is_some());
        let joined = self.view.unit_ids().filter(joined).collect();
        let stands = |unit: UnitId| (unit, self.outline(unit).place.at, self.outline(unit).footprint.reach());
        let regiments = self.regiments().map(stands).collect();
        RollCall { play: self.play(), regiments, joined, units, forecasts: RefCell::default() }
    }

    /// This view for a question that needs the values of units again and again.
    pub fn with<'s>(&'s self, roll: &'s RollCall<'s>) -> BlackPowderView<'s> {
        BlackPowderView { roll: Some(roll), ..self.after(self.gone) }
    }

    fn called(&self, unit: UnitId) -> Option<&'w Called<'w>> {
        self.roll.and_then(|roll| roll.units.get(unit.index()))
    }

    fn gone_to(&self, unit: UnitId) -> Option<&'w Pose> {
        self.gone.iter().find(|(known, _)| *known == unit).map(|(_, pose)| pose)
    }

    /// The numbers of the rulebook.
    pub fn numbers(&self) -> &'w Numbers {
        &self.book.numbers
    }

    /// Inches of the rulebook on this table (BP-1.3).
    pub fn inches(&self, rulebook: f32) -> f32 {
        rulebook * self.scale
    }

    /// BP-1.4: whether a distance is within this many inches of the rulebook.
    pub fn within(&self, distance: f32, rulebook: f32) -> bool {
        distance <= self.inches(rulebook) + self.numbers().tolerance
    }

    /// Where the sequence of play stands.
    pub fn play(&self) -> &'w SequenceOfPlay {
        self.roll.map_or_else(|| self.view.resource(), |roll| roll.play)
    }

    /// The settings of the battle.
    pub fn settings(&self) -> &'w BlackPowderSettings {
        self.view.resource()
    }

    /// The regiment that a unit is; none if it is a commander.
    pub fn regiment(&self, unit: UnitId) -> Option<&'w Regiment> {
        match self.called(unit) {
            Some(called) => called.regiment.map(|(values, _)| values),
            None => self.view.get_unit_part(unit),
        }
    }

    /// The values of a unit that is known to be a regiment.
    ///
    /// # Panics
    /// If it is a commander.
    pub fn values(&self, unit: UnitId) -> &'w Regiment {
        self.regiment(unit).expect("it is no commander")
    }

    /// What a unit did in this player turn.
    ///
    /// # Panics
    /// If it is a commander.
    pub fn work(&self, unit: UnitId) -> &'w Work {
        let called = self.called(unit).and_then(|called| called.regiment);
        called.map_or_else(|| self.view.unit_part(unit), |(_, work)| work)
    }

    /// The commander that a unit is, if it is one.
    pub fn officer(&self, unit: UnitId) -> Option<&'w Officer> {
        self.called(unit).map_or_else(|| self.view.get_unit_part(unit), |called| called.officer)
    }

    /// The entry of a unit in the battle.
    pub fn unit(&self, unit: UnitId) -> &'w Unit {
        self.called(unit).map_or_else(|| self.view.unit(unit), |called| called.unit)
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

    /// What became of a unit.
    pub fn fate(&self, unit: UnitId) -> Fate {
        self.view.fate(self.piece(unit))
    }

    /// The side of a unit.
    pub fn side(&self, unit: UnitId) -> SideId {
        self.view.side_of_unit(unit)
    }

    /// The name of a unit.
    pub fn name(&self, unit: UnitId) -> &'w str {
        &self.unit(unit).name
    }

    /// All regiments on the table, in id order.
    pub fn regiments(&self) -> impl Iterator<Item = UnitId> + use<'w> {
        let bp = *self;
        self.view.unit_ids().filter(move |unit| bp.regiment(*unit).is_some() && bp.present(*unit))
    }

    /// The regiments on the table that reach into a circle about a point, in id order.
    pub fn regiments_near(&self, at: Vec2, radius: f32) -> SmallVec<[UnitId; 8]> {
        let near = |middle: Vec2, reach: f32| middle.distance_squared(at) <= (radius + reach) * (radius + reach);
        let stands_near = |block: &Outline| near(block.place.at, block.footprint.reach());
        let Some(roll) = self.roll else {
            return self.regiments().filter(|unit| stands_near(&self.outline(*unit))).collect();
        };
        let known = roll.regiments.iter().filter(|(unit, middle, reach)| {
            self.gone_to(*unit).map_or_else(|| near(*middle, *reach), |pose| stands_near(&pose.block))
        });
        known.map(|(unit, ..)| *unit).collect()
    }

    /// The regiments of a side on the table.
    pub fn regiments_of(&self, side: SideId) -> impl Iterator<Item = UnitId> + use<'w> {
        let bp = *self;
        self.regiments().filter(move |unit| bp.side(*unit) == side)
    }

    /// The regiments of all other sides on the table.
    pub fn enemies_of(&self, side: SideId) -> impl Iterator<Item = UnitId> + use<'w> {
        let bp = *self;
        self.regiments().filter(move |unit| bp.side(*unit) != side)
    }

    /// The commanders of a side on the table.
    pub fn officers_of(&self, side: SideId) -> impl Iterator<Item = UnitId> + use<'w> {
        let bp = *self;
        self.view.units().filter(move |unit| bp.officer(*unit).is_some() && bp.side(*unit) == side && bp.present(*unit))
    }

    /// All units of a brigade, lost ones too, by its commander.
    pub fn brigade(&self, commander: UnitId) -> impl Iterator<Item = UnitId> + use<'w> {
        let bp = *self;
        self.view.units().filter(move |unit| bp.regiment(*unit).is_some() && bp.unit(*unit).superior == Some(commander))
    }

    /// The commanders that have a brigade, of a side, in id order.
    pub fn brigades_of(&self, side: SideId) -> impl Iterator<Item = UnitId> + use<'w> {
        let bp = *self;
        self.view.units().filter(move |unit| {
            bp.officer(*unit).is_some() && bp.side(*unit) == side && bp.brigade(*unit).next().is_some()
        })
    }

    /// How a unit stands now.
    pub fn pose(&self, unit: UnitId) -> Pose {
        let (formation, building) = (self.formation(unit), self.building(unit));
        Pose { block: self.outline(unit), formation, building, cost: 0.0 }
    }

    /// BP-10.3: the points that a unit brings its side for leaving by an exit.
    pub fn worth_off(&self, unit: UnitId) -> f32 {
        let exits = self.view.resource::<VictoryTerms>().exits.iter().filter(|exit| exit.side == self.side(unit));
        let best = exits.filter(|exit| exit.counts((exit.side, unit))).map(|exit| exit.each).fold(0.0, f32::max);
        self.values(unit).worth_off + best
    }

    /// BP-1.4: the distance between two units.
    pub fn gap(&self, a: UnitId, b: UnitId) -> f32 {
        self.outline(a).gap(&self.outline(b))
    }

    /// BP-1.4: the distance from the centre of a commander to a unit; with the unit it is 0.
    pub fn distance_from(&self, commander: UnitId, unit: UnitId) -> f32 {
        if self.officer(commander).is_some_and(|officer| officer.with == Some(unit)) {
            return 0.0;
        }
        self.outline(unit).gap_to_point(self.outline(commander).place.at)
    }

    /// The nearest enemy of a unit, with its distance.
    pub fn nearest_enemy(&self, unit: UnitId) -> Option<(UnitId, f32)> {
        let own = self.outline(unit);
        let distances = self.enemies_of(self.side(unit)).map(|enemy| (enemy, own.gap(&self.outline(enemy))));
        distances.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)))
    }

    /// BP-2.4, BP-2.6: whether an enemy is within 12 inches.
    pub fn enemy_near(&self, unit: UnitId) -> bool {
        let own = self.outline(unit);
        let near = self.numbers().near_enemy;
        let reach = self.inches(near) + own.footprint.reach() + 1.0;
        self.enemies_of(self.side(unit)).any(|enemy| {
            let other = self.outline(enemy);
            let far = other.place.at.distance(own.place.at) > reach + other.footprint.reach();
            !far && self.within(own.gap(&other), near)
        })
    }

    /// BP-5.8: the casualties of a unit.
    pub fn casualties(&self, unit: UnitId) -> u8 {
        let looked_up = || self.view.unit_marks(unit).count(&marks::CASUALTY);
        self.called(unit).map_or_else(looked_up, |called| called.casualties)
    }

    /// BP-6.5: whether a unit is disordered.
    pub fn disordered(&self, unit: UnitId) -> bool {
        let looked_up = || self.view.unit_marks(unit).has(&marks::DISORDERED);
        self.called(unit).map_or_else(looked_up, |called| called.disordered)
    }

    /// BP-5.9: whether a unit is shaken.
    pub fn shaken(&self, unit: UnitId) -> bool {
        self.regiment(unit).is_some_and(|values| self.casualties(unit) >= values.stamina)
    }

    /// BP-5.4, BP-7.3: whether a unit is shaken or disordered, which count once together.
    pub fn unsteady(&self, unit: UnitId) -> bool {
        self.disordered(unit) || self.shaken(unit)
    }

    /// The formation of a unit.
    pub fn formation(&self, unit: UnitId) -> Formation {
        self.gone_to(unit).map_or_else(|| self.values(unit).formation, |pose| pose.formation)
    }

    /// BP-4.4, BP-8.1: whether a unit has dice for each of its faces: squares and garrisons. A tiny unit has a single
    /// die (BP-1.1).
    pub fn has_dice_by_face(&self, unit: UnitId) -> bool {
        matches!(self.formation(unit), Formation::Square | Formation::Garrison) && self.values(unit).size != Size::Tiny
    }

    /// The arm of a unit.
    pub fn troop(&self, unit: UnitId) -> Troop {
        self.values(unit).troop
    }

    /// The special rules of a unit.
    pub fn specials(&self, unit: UnitId) -> impl Iterator<Item = &'w Special> + use<'w> {
        let book = self.book;
        self.values(unit).rules.iter().map(move |number| &book.specials[usize::from(*number)])
    }

    /// What the special rules of a unit do, each with the rule's name.
    pub fn effects(&self, unit: UnitId) -> impl Iterator<Item = (&'w Special, Effect)> + use<'w> {
        self.specials(unit).flat_map(|special| special.effects.iter().map(move |effect| (special, *effect)))
    }

    /// Whether a special rule of a unit has this effect.
    pub fn has(&self, unit: UnitId, effect: Effect) -> bool {
        self.effects(unit).any(|(_, known)| known == effect)
    }

    /// The weapon of a unit.
    pub fn weapon(&self, unit: UnitId) -> Option<&'w Weapon> {
        self.values(unit).weapon.map(|number| &self.book.weapons[usize::from(number)])
    }

    /// The enemies in contact with a unit.
    pub fn fighting(&self, unit: UnitId) -> Vec<UnitId> {
        let others = self.play().contacts.iter().filter_map(|contact| contact.other(unit));
        others.collect()
    }

    /// Whether a unit is in combat.
    pub fn in_combat(&self, unit: UnitId) -> bool {
        self.play().contacts.iter().any(|contact| contact.other(unit).is_some())
    }

    /// The contact between two units.
    pub fn contact(&self, a: UnitId, b: UnitId) -> Option<&'w Contact> {
        self.play().contacts.iter().find(|contact| contact.other(a) == Some(b))
    }

    /// How many units strike a face of a target already.
    pub fn on_face(&self, target: UnitId, face: Face) -> usize {
        contacts::on_face(&self.play().contacts, target, face)
    }

    /// The building that a unit holds, by its index.
    pub fn building(&self, unit: UnitId) -> Option<usize> {
        self.gone_to(unit).map_or_else(|| self.values(unit).building, |pose| pose.building)
    }

    /// The building that a unit holds.
    pub fn building_of(&self, unit: UnitId) -> Option<&'w Building> {
        self.building(unit).map(|index| &self.view.terrain().buildings[index])
    }

    /// The unit that holds a building.
    pub fn garrison(&self, building: usize) -> Option<UnitId> {
        self.regiments().find(|unit| self.building(*unit) == Some(building))
    }

    /// The commanders that are with a unit.
    pub fn officers_with(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + use<'w> {
        let bp = *self;
        let known = self.roll.map(|roll| roll.joined.as_slice());
        let all = self.view.units().take(if known.is_some() { 0 } else { usize::MAX });
        all.chain(known.unwrap_or_default().iter().copied()).filter(move |other| {
            bp.officer(*other).is_some_and(|officer| officer.with == Some(unit)) && bp.present(*other)
        })
    }

    /// BP-10.2: whether the brigade of a unit is broken.
    pub fn broken(&self, unit: UnitId) -> bool {
        self.unit(unit).superior.is_some_and(|commander| self.play().broken.contains(&commander))
    }

    /// One move of a unit in inches of this table (BP-3.1).
    pub fn move_inches(&self, unit: UnitId) -> f32 {
        self.move_in(unit, self.formation(unit))
    }

    /// One move of a unit in a formation.
    pub fn move_in(&self, unit: UnitId, formation: Formation) -> f32 {
        let values = self.values(unit);
        self.inches(if formation == Formation::Deployed { values.manhandled } else { values.inches })
    }

    /// BP-1.3: the front width and depth of a unit in a formation, `None` if its arm has no such formation.
    pub fn measures(&self, unit: UnitId, formation: Formation) -> Option<(f32, f32)> {
        let values = self.values(unit);
        measures(self.book, self.scale, values.troop, values.size, formation)
    }

    /// BP-1.5: the quarter of `unit` in which the middle of the other's front lies.
    pub fn quarter(&self, unit: UnitId, other: UnitId) -> Face {
        block::quarter_of(&self.outline(unit), &self.outline(other))
    }

    /// Whether a unit may stand in a formation at all (BP-4.1).
    pub fn can_form(&self, unit: UnitId, formation: Formation) -> bool {
        let values = self.values(unit);
        may_form(values, self.book, formation)
    }

    /// Whether a point lies on a road, a track or a bridge.
    pub fn on_road_at(&self, point: Vec2) -> bool {
        on_road_at(self.view.ground(), point)
    }

    /// BP-2.4: whether a march column stands on a road: its head and its middle do.
    pub fn on_road(&self, unit: UnitId) -> bool {
        let block = self.outline(unit);
        self.on_road_at(block.place.offset(block.footprint.half_depth() - 0.05, 0.0)) && self.on_road_at(block.place.at)
    }
}
