//! The battle as one may read it.

use bevy::ecs::{component::Component, resource::Resource, world::World};
use serde::{Deserialize, Serialize};

use super::{
    concealment::{Concealment, SeenPieces, SuspectedPlace},
    derived::{Derivation, Derived, GroundDerivation},
    glance::Glance,
};
use crate::{
    english::{agreement::agree, capital},
    events::{BattleEvent, BattleLog},
    forces::{Fate, MarkId, Marks, Piece, PieceId, Roster, Side, SideId, Sides, Unit, UnitEntry, UnitId, Values},
    table::{
        footprint::{Footprint, Outline},
        house::Inside,
        index::{PieceIndex, TerrainIndex},
        position::Place,
        terrain::Terrain,
    },
};

/// A line as it is told: it begins with a capital, and its verbs agree with the names of units and sides.
pub(super) fn in_english<'u>(text: &str, units: impl Iterator<Item = &'u Unit>, sides: &Sides) -> String {
    let units = units.map(|unit| unit.name.as_str());
    // A name may begin with a small letter, which the line does not.
    capital(&units.chain(sides.0.iter().map(|side| side.name.as_str())).fold(text.to_owned(), agree))
}

/// Turn and step of the battle.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Clock {
    /// The turn, from 1; 0 before the first.
    pub turn: u16,
    /// The number of orders given.
    pub step: u32,
}

/// The scenario's title and length as the rules see them.
#[derive(Resource, Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ScenarioInfo {
    /// The scenario's id.
    pub id: String,
    pub title: String,
    /// The number of turns.
    pub turns: u16,
}

/// The settings of the rulebook as the scenario has them, defaults filled in.
#[derive(Resource, Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Settings(pub Values);

/// The side of a viewer who belongs to none: he knows what all sides know of each other.
pub const STRANGER: SideId = SideId(u8::MAX);

/// What is known of the markers of hidden units.
static NO_MARKS: Marks = Marks::none();

/// A read-only view of the battle. With a side it answers only what that side may know: enemies who hide from it are
/// not there, as if they had not come to the table yet.
#[derive(Clone, Copy)]
pub struct BattleView<'w> {
    world: &'w World,
    roster: &'w Roster,
    sides: &'w Sides,
    index: &'w PieceIndex,
    ground: &'w TerrainIndex,
    side: Option<SideId>,
    /// The hidden units, if any unit hides.
    hidden: Option<&'w Concealment>,
    /// Whether a seasoned commander looks through it.
    seasoned: bool,
    /// What the question that is asked through this view has found already.
    glance: Option<&'w Glance<'w>>,
}

impl<'w> BattleView<'w> {
    /// The whole battle, as the rules see it.
    ///
    /// # Panics
    /// If no battle was set up in this world.
    pub fn whole(world: &'w World) -> Self {
        let (roster, sides) = (world.resource(), world.resource());
        let (index, ground) = (world.resource(), world.resource());
        let hidden = world.get_resource::<Concealment>().filter(|hidden| !hidden.is_empty());
        Self { world, roster, sides, index, ground, side: None, hidden, seasoned: false, glance: None }
    }

    /// The same view for a shorter while.
    pub fn awhile<'g>(&self) -> BattleView<'g>
    where
        'w: 'g,
    {
        let Self { world, roster, sides, index, ground, side, hidden, seasoned, .. } = *self;
        BattleView { world, roster, sides, index, ground, side, hidden, seasoned, glance: None }
    }

    /// The same view for a question that looks up much: what it finds once it has at hand after that.
    pub fn with<'g>(&self, glance: &'g Glance<'g>) -> BattleView<'g>
    where
        'w: 'g,
    {
        BattleView { glance: Some(glance), ..self.awhile() }
    }

    /// The battle as a side sees it.
    ///
    /// # Panics
    /// If no battle was set up in this world.
    pub fn of(world: &'w World, side: SideId) -> Self {
        if side == STRANGER {
            return Self::of_stranger(world);
        }
        let whole = Self::whole(world);
        let seen = whole.hidden.and_then(|_| world.get_resource::<SeenPieces>()?.of(side));
        Self { side: Some(side), index: seen.unwrap_or(whole.index), ..whole }
    }

    /// The battle as somebody sees it who is of no side: what all sides know of each other.
    ///
    /// # Panics
    /// If no battle was set up in this world.
    pub fn of_stranger(world: &'w World) -> Self {
        let whole = Self::whole(world);
        let seen = whole.hidden.and_then(|_| world.get_resource::<SeenPieces>()?.by_all());
        Self { side: Some(STRANGER), index: seen.unwrap_or(whole.index), ..whole }
    }

    /// The same battle as a side sees it.
    pub fn seen_by(&self, side: SideId) -> Self {
        if self.side == Some(side) {
            return *self;
        }
        Self { seasoned: self.seasoned, glance: self.glance, ..Self::of(self.world, side) }
    }

    /// The same view for a seasoned commander, who judges by `seasoned.ron`.
    pub fn seasoned(self) -> Self {
        Self { seasoned: true, ..self }
    }

    /// Whether a seasoned commander looks through it.
    pub fn is_seasoned(&self) -> bool {
        self.seasoned
    }

    /// Whether anybody hides from anybody.
    pub fn anybody_hides(&self) -> bool {
        self.hidden.is_some()
    }

    /// Whether a piece hides from all sides but its own.
    pub fn conceals(&self, id: PieceId) -> bool {
        self.hidden.is_some_and(|hidden| hidden.conceals(id))
    }

    /// Whether a piece hides from the side whose view it is.
    pub fn hides(&self, id: PieceId) -> bool {
        self.conceals(id) && self.side.is_some_and(|side| side != self.side_of(id))
    }

    /// Whether a unit hides with all it has from the side whose view it is.
    pub fn hides_unit(&self, id: UnitId) -> bool {
        self.hidden.is_some()
            && self.side.is_some_and(|side| side != self.side_of_unit(id))
            && !self.unit_part::<Unit>(id).pieces.is_empty()
            && self.unit_part::<Unit>(id).pieces.iter().all(|piece| self.conceals(*piece))
    }

    /// The places at which somebody is suspected who hides from a side, or from the side whose view it is.
    pub fn suspected(&self) -> impl Iterator<Item = &'w SuspectedPlace> + use<'w> {
        let side = self.side;
        let places = self.get_resource::<Concealment>().map_or(&[][..], |hidden| &hidden.places);
        places.iter().filter(move |place| side != Some(place.side))
    }

    /// The sides, other than the one whose view it is, of which everybody knows that some hid when the battle began.
    pub fn hiders(&self) -> impl Iterator<Item = SideId> + use<'w> {
        let side = self.side;
        let hiders = self.get_resource::<Concealment>().map_or(&[][..], |hidden| &hidden.hiders);
        hiders.iter().copied().filter(move |hider| side != Some(*hider))
    }

    /// What happened, as far as the side whose view it is knows of it.
    pub fn events(&self) -> impl Iterator<Item = &'w BattleEvent> + use<'w> {
        let side = self.side;
        self.log().events().iter().filter(move |event| event.known_to.includes(side))
    }

    /// The side whose view it is, if it is one side's.
    pub fn side(&self) -> Option<SideId> {
        self.side
    }

    /// The world that the battle is in.
    pub(super) fn world(&self) -> &'w World {
        self.world
    }

    /// The answer to a question that follows from the battle as it is seen here: found now, or as it was found if
    /// nothing has changed since. The answer must not depend on what is secret of a side; who hides is another matter.
    pub fn derive<D: Derivation>(&self, question: D, find: impl FnOnce() -> D::Answer) -> D::Answer {
        let viewer = (self.side.filter(|_| self.hidden.is_some()), self.seasoned);
        self.resource::<Derived>().answer(viewer, question, find)
    }

    /// The answer to a question that follows from the ground and the rulebook alone: found now, or as it was found if
    /// the ground has not changed since.
    pub fn derive_from_ground<D: GroundDerivation>(&self, question: D, find: impl FnOnce() -> D::Answer) -> D::Answer {
        self.resource::<Derived>().answer_of_ground(self.ground(), self.seasoned, question, find)
    }

    /// A resource of the battle.
    ///
    /// # Panics
    /// If the active ruleset has no such resource.
    pub fn resource<R: Resource>(&self) -> &'w R {
        match self.glance {
            Some(_) => self.get_resource().expect("the ruleset has this resource"),
            None => self.world.resource(),
        }
    }

    /// A resource of the battle, if there is one.
    pub fn get_resource<R: Resource>(&self) -> Option<&'w R> {
        match self.glance {
            Some(glance) => glance.resource(|| self.world.get_resource()),
            None => self.world.get_resource(),
        }
    }

    /// A component of a piece.
    ///
    /// # Panics
    /// If the piece is not of this battle or has no such component; orders are checked for foreign ids first.
    pub fn piece_part<C: Component>(&self, id: PieceId) -> &'w C {
        self.get_piece_part(id).expect("every piece of the battle has this component")
    }

    /// A component of a piece, if it has one.
    pub fn get_piece_part<C: Component>(&self, id: PieceId) -> Option<&'w C> {
        let find = || self.world.get::<C>(self.roster.piece(id)?);
        match self.glance {
            Some(glance) => glance.piece(id.index(), self.roster.pieces().len(), find),
            None => find(),
        }
    }

    /// A component of a unit.
    ///
    /// # Panics
    /// If the unit is not of this battle or has no such component; orders are checked for foreign ids first.
    pub fn unit_part<C: Component>(&self, id: UnitId) -> &'w C {
        self.get_unit_part(id).expect("every unit of the battle has this component")
    }

    /// A component of a unit, if it has one.
    pub fn get_unit_part<C: Component>(&self, id: UnitId) -> Option<&'w C> {
        let find = || self.world.get::<C>(self.roster.unit(id)?);
        match self.glance {
            Some(glance) => glance.unit(id.index(), self.roster.units().len(), find),
            None => find(),
        }
    }

    /// Whether an id is of this battle, and of no piece that hides.
    pub fn knows_piece(&self, id: PieceId) -> bool {
        self.roster.piece(id).is_some() && !self.hides(id)
    }

    /// Whether an id is of this battle, and of no unit that hides.
    pub fn knows_unit(&self, id: UnitId) -> bool {
        self.roster.unit(id).is_some() && !self.hides_unit(id)
    }

    /// Turn and step.
    pub fn clock(&self) -> Clock {
        *self.resource::<Clock>()
    }

    pub fn terrain(&self) -> &'w Terrain {
        self.ground.terrain()
    }

    /// The index of the terrain.
    pub fn ground(&self) -> &'w TerrainIndex {
        self.ground
    }

    /// The index of the pieces in play.
    pub fn pieces_index(&self) -> &'w PieceIndex {
        self.index
    }

    /// The whole battle log; [`BattleView::events`] is what a side may read of it.
    pub fn log(&self) -> &'w BattleLog {
        self.resource::<BattleLog>()
    }

    pub fn sides(&self) -> &'w Sides {
        self.sides
    }

    /// A line or a question as it is told: it begins with a capital, and its verbs agree with the names of units and
    /// sides.
    pub fn in_english(&self, text: &str) -> String {
        in_english(text, self.unit_ids().map(|unit| self.unit(unit)), self.sides)
    }

    /// Whether somebody plays the side of a unit.
    pub fn is_played(&self, unit: UnitId) -> bool {
        self.side_named(self.side_of_unit(unit)).plays
    }

    /// Whether a piece fights against a side.
    pub fn is_enemy(&self, piece: PieceId, side: SideId) -> bool {
        self.sides().are_enemies(self.side_of(piece), side)
    }

    /// Whether a unit fights against a side.
    pub fn is_enemy_unit(&self, unit: UnitId, side: SideId) -> bool {
        self.sides().are_enemies(self.side_of_unit(unit), side)
    }

    /// The settings of the rulebook.
    pub fn settings(&self) -> &'w Values {
        &self.resource::<Settings>().0
    }

    /// The scenario's title and length.
    pub fn scenario_info(&self) -> &'w ScenarioInfo {
        self.resource::<ScenarioInfo>()
    }

    /// All units in id order, but for those that hide.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + use<'w> {
        let view = *self;
        self.roster.units().map(|(id, _)| id).filter(move |id| !view.hides_unit(*id))
    }

    /// All pieces in id order, but for those that hide.
    pub fn pieces(&self) -> impl Iterator<Item = PieceId> + use<'w> {
        let view = *self;
        self.roster.pieces().map(|(id, _)| id).filter(move |id| !view.hides(*id))
    }

    /// The ids of all units, hidden ones too.
    pub fn unit_ids(&self) -> impl ExactSizeIterator<Item = UnitId> + use<'w> {
        self.roster.units().map(|(id, _)| id)
    }

    /// The ids of all pieces, hidden ones too.
    pub fn piece_ids(&self) -> impl ExactSizeIterator<Item = PieceId> + use<'w> {
        self.roster.pieces().map(|(id, _)| id)
    }

    pub fn unit(&self, id: UnitId) -> &'w Unit {
        self.unit_part(id)
    }

    pub fn piece(&self, id: PieceId) -> &'w Piece {
        self.piece_part(id)
    }

    /// What a piece is called by itself: a unit that is one piece by the name of the unit.
    pub fn name_alone(&self, id: PieceId) -> &'w str {
        let unit = self.unit(self.unit_of(id));
        if unit.pieces.len() == 1 { &unit.name } else { &self.piece(id).name }
    }

    /// The unit of a piece.
    pub fn unit_of(&self, id: PieceId) -> UnitId {
        self.roster.unit_of(id)
    }

    pub fn side_of_unit(&self, id: UnitId) -> SideId {
        self.roster.side_of_unit(id)
    }

    /// The side of a piece.
    pub fn side_of(&self, id: PieceId) -> SideId {
        self.side_of_unit(self.unit_of(id))
    }

    pub fn side_named(&self, id: SideId) -> &'w Side {
        self.sides().get(id)
    }

    /// Where a piece stands, or stood last; nobody is told where one stands who hides.
    pub fn place(&self, id: PieceId) -> Place {
        match self.index.outline(id) {
            Some(outline) => outline.place,
            None if self.hides(id) => Place::default(),
            None => *self.piece_part::<Place>(id),
        }
    }

    /// CP-14.1: the building, storey and section in which a piece is; none out of doors.
    pub fn inside(&self, id: PieceId) -> Option<Inside> {
        self.ground.inside(self.place(id))
    }

    /// The shape of a piece.
    pub fn footprint(&self, id: PieceId) -> Footprint {
        match self.index.outline(id) {
            Some(outline) => outline.footprint,
            None => *self.piece_part::<Footprint>(id),
        }
    }

    /// The shape of a piece where it stands.
    pub fn outline(&self, id: PieceId) -> Outline {
        match self.index.outline(id) {
            Some(outline) => outline,
            None => Outline { footprint: *self.piece_part(id), place: self.place(id) },
        }
    }

    /// What became of a piece; one that hides has not come to the table yet.
    pub fn fate(&self, id: PieceId) -> Fate {
        if self.hides(id) { Fate::Awaited } else { *self.piece_part::<Fate>(id) }
    }

    /// What the scenario adds to the sums of a rule that are about a unit: the words and the amount of each.
    pub fn house_rules(&self, unit: UnitId, rule: &'static str) -> impl Iterator<Item = (&'w str, i8)> + use<'w> {
        let all = self.get_unit_part::<UnitEntry>(unit).map_or(&[][..], |entry| entry.house_rules.as_slice());
        all.iter().filter(move |own| own.rule == rule).map(|own| (own.text.as_str(), own.amount))
    }

    /// What one says in a turn of a unit that is not on the table and may come: when it arrives, as far as anybody
    /// knows. A unit that was there from the beginning has left the table.
    pub fn arrives(&self, unit: UnitId, turn: u16) -> String {
        let Some(arrival) = self.get_unit_part::<UnitEntry>(unit).and_then(|entry| entry.arrival.as_ref()) else {
            return "off the table".to_owned();
        };
        if arrival.turn > self.scenario_info().turns {
            return "still to arrive".to_owned();
        }
        let latest = arrival.dice.map(|dice| *dice.range().end());
        let chance = arrival.chance.map(|chance| format!("{chance} in 6 a turn"));
        match (latest.filter(|latest| *latest > arrival.turn), chance) {
            (Some(latest), None) => format!("arrives turn {} to {latest}", arrival.turn),
            (Some(latest), Some(chance)) => format!("may arrive from turn {} to {latest}, {chance}", arrival.turn),
            (None, Some(chance)) => format!("may arrive from turn {}, {chance}", arrival.turn),
            (None, None) if arrival.turn > turn => format!("arrives turn {}", arrival.turn),
            (None, None) => "still to arrive".to_owned(),
        }
    }

    /// Whether a piece is on the table.
    pub fn in_play(&self, id: PieceId) -> bool {
        self.index.outline(id).is_some()
    }

    /// The pieces of a unit that are on the table, in order.
    pub fn present(&self, unit: UnitId) -> impl Iterator<Item = PieceId> + use<'w> {
        let view = *self;
        self.unit(unit).pieces.iter().copied().filter(move |id| view.in_play(*id))
    }

    /// The markers on a piece.
    pub fn marks(&self, id: PieceId) -> &'w Marks {
        if self.hides(id) { &NO_MARKS } else { self.piece_part(id) }
    }

    /// The markers on a unit.
    pub fn unit_marks(&self, id: UnitId) -> &'w Marks {
        if self.hides_unit(id) { &NO_MARKS } else { self.unit_part(id) }
    }

    /// How many markers of a kind lie on a piece.
    pub fn mark(&self, id: PieceId, kind: &MarkId) -> u8 {
        self.marks(id).count(kind)
    }

    /// The gap between the outlines of two pieces in inches (CP-1.7).
    pub fn gap(&self, a: PieceId, b: PieceId) -> f32 {
        self.outline(a).gap(&self.outline(b))
    }
}
