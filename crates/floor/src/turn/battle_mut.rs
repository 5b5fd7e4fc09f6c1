//! The battle as a ruleset's systems change it. Every change of something that can be seen goes with its event.

mod newcomers;
mod telling;

pub use newcomers::{NewPiece, NewUnit};
pub use telling::{Markers, Tell};

use bevy::ecs::{
    component::{Component, Mutable},
    entity::Entity,
    resource::Resource,
    world::{Mut, World},
};
use bevy::math::Vec2;
use smol_str::SmolStr;

use super::{
    BattleView, Clock, Concealment, Confidential, Secret, SeenPieces, SideSecrets, concealment::conceal,
    derived::Watched,
};
use crate::{
    chance::{Chance, StreamId},
    events::{BattleEvent, EventKind, Explained, Known, RuleId, Subject, Trial},
    forces::{Fate, MarkId, Marks, Piece, PieceId, Roster, SideId, Unit, UnitId},
    orders::{Order, Plan},
    table::{
        footprint::{Footprint, Outline},
        house::{Breach, Breaches},
        index::{PieceIndex, TerrainIndex},
        position::{Heading, Place},
    },
};

/// The order that is being resolved, with the plan that its check gave.
#[derive(Resource, Debug, Clone)]
pub struct InHand {
    pub order: Order,
    /// What the check said it would do.
    pub plan: Plan,
}

/// The battle in the hands of its ruleset.
pub struct BattleMut<'w> {
    world: Watched<'w>,
    /// The sides that may learn of what is written into the log now.
    audience: Known,
}

impl<'w> BattleMut<'w> {
    /// The battle of this world.
    pub fn new(world: &'w mut World) -> Self {
        Self { world: Watched::new(world), audience: Known::All }
    }

    /// The battle, read-only.
    pub fn view(&self) -> BattleView<'_> {
        BattleView::whole(self.world.read())
    }

    /// The battle as a side sees it: who plans a way or names a target does it by what his side knows.
    pub fn view_of(&self, side: SideId) -> BattleView<'_> {
        BattleView::of(self.world.read(), side)
    }

    /// The world itself, for what has no event.
    pub fn world(&mut self) -> &mut World {
        self.world.change()
    }

    /// A resource, to read.
    ///
    /// # Panics
    /// If the battle has no such resource.
    pub fn resource<R: Resource>(&self) -> &R {
        self.world.read().resource()
    }

    /// A resource to change.
    ///
    /// # Panics
    /// If the battle has no such resource.
    pub fn resource_mut<R>(&mut self) -> Mut<'_, R>
    where
        R: Resource + Component<Mutability = Mutable>,
    {
        self.world.change().resource_mut::<R>()
    }

    fn piece_entity(&self, id: PieceId) -> Entity {
        self.resource::<Roster>().piece(id).expect("the piece is of this battle")
    }

    fn unit_entity(&self, id: UnitId) -> Entity {
        self.resource::<Roster>().unit(id).expect("the unit is of this battle")
    }

    fn side_of(&self, id: PieceId) -> SideId {
        let roster = self.resource::<Roster>();
        roster.side_of_unit(roster.unit_of(id))
    }

    /// A component of a piece, to change what has no event of its own.
    ///
    /// # Panics
    /// If the piece is not of this battle or has no such component.
    pub fn piece_mut<C: Component<Mutability = Mutable>>(&mut self, id: PieceId) -> Mut<'_, C> {
        let entity = self.piece_entity(id);
        self.world.change().get_mut::<C>(entity).expect("every piece of the battle has this component")
    }

    /// A component of a unit, to change what has no event of its own.
    ///
    /// # Panics
    /// If the unit is not of this battle or has no such component.
    pub fn unit_mut<C: Component<Mutability = Mutable>>(&mut self, id: UnitId) -> Mut<'_, C> {
        let entity = self.unit_entity(id);
        self.world.change().get_mut::<C>(entity).expect("every unit of the battle has this component")
    }

    /// Gives a piece a component of its ruleset, when the battle opens or the piece comes into being.
    pub fn add_piece_part(&mut self, id: PieceId, part: impl Component) {
        let entity = self.piece_entity(id);
        self.world.change().entity_mut(entity).insert(part);
    }

    /// Gives a unit a component of its ruleset, when the battle opens or the unit comes into being.
    pub fn add_unit_part(&mut self, id: UnitId, part: impl Component) {
        let entity = self.unit_entity(id);
        self.world.change().entity_mut(entity).insert(part);
    }

    /// Rolls one die of a stream. The caller logs it.
    pub fn roll(&mut self, stream: &StreamId, faces: u8) -> u8 {
        self.world.change().resource_mut::<Chance>().roll(stream, faces)
    }

    /// Appends an event with its explanation to the log; its line begins with a capital, whatever name it begins with.
    pub fn log(
        &mut self,
        side: Option<SideId>,
        kind: EventKind,
        rule: RuleId,
        text: impl Into<String>,
        explained: Explained,
    ) {
        self.push(side, kind, rule, text.into(), explained, false);
    }

    /// Says of the event just appended how likely its own success was, for the luck page: what was asked, the chance of
    /// each try, 0 to 1, successes and tries.
    pub fn trial(&mut self, what: &'static str, chance: f32, successes: usize, tries: usize) {
        self.world.tell().set_trial(Trial::of_tries(what, chance, successes, tries));
    }

    /// Says of the event just appended how likely each number of successes was, from 0 up, for the luck page, and how
    /// many there were: for tries that hang on each other.
    pub fn trial_of(&mut self, what: &'static str, spread: Vec<f32>, successes: usize) {
        let what = SmolStr::new_static(what);
        let tries = spread.len().saturating_sub(1);
        let mean: f32 = spread.iter().enumerate().map(|(n, share)| n as f32 * share).sum();
        let chance = mean / tries.max(1) as f32;
        let trial = Trial { what, chance, tries: tries as u16, successes: successes as u16, spread };
        self.world.tell().set_trial(trial);
    }

    /// Appends a detail of the last main event.
    pub fn detail(
        &mut self,
        side: Option<SideId>,
        kind: EventKind,
        rule: RuleId,
        text: impl Into<String>,
        explained: Explained,
    ) {
        self.push(side, kind, rule, text.into(), explained, true);
    }

    /// Tells an event, by its place in the log, in other words: what came of it is known only after its details.
    pub fn retell(&mut self, event: usize, text: impl Into<String>) {
        let text = self.in_english(&text.into());
        self.world.tell().retell(event, text);
    }

    /// Puts a heading into the log before the events from this one on, by its place: that there was anything to tell is
    /// known only after them.
    pub fn head(&mut self, from: usize, kind: EventKind, rule: RuleId, text: impl Into<String>) {
        self.log(None, kind, rule, text, Explained::default());
        self.world.tell().last_before(from);
    }

    /// Appends a line of text.
    pub fn note(&mut self, side: Option<SideId>, rule: RuleId, text: impl Into<String>) {
        self.push(side, EventKind::Note, rule, text.into(), Explained::default(), false);
    }

    fn push(
        &mut self,
        side: Option<SideId>,
        kind: EventKind,
        rule: RuleId,
        text: String,
        explained: Explained,
        detail: bool,
    ) {
        let known_to = self.audience_of(&kind);
        let text = self.in_english(&text);
        let Clock { turn, step } = *self.resource::<Clock>();
        self.world.tell().push(BattleEvent {
            step,
            turn,
            side,
            kind,
            text,
            rule,
            explained,
            trial: None,
            detail,
            known_to,
        });
    }

    fn in_english(&self, text: &str) -> String {
        self.view().in_english(text)
    }

    /// Tells one side alone of all that is written into the log meanwhile: what it does in secret. What a secret of its
    /// own was all learn when it is revealed.
    pub fn tell_only<R>(&mut self, side: SideId, deed: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.audience;
        self.audience = before.and(Known::Only(side));
        let done = deed(self);
        self.audience = before;
        done
    }

    fn audience_of(&self, kind: &EventKind) -> Known {
        let seen = self.known_to(kind);
        if matches!(kind, EventKind::Revealed { .. }) { seen } else { self.audience.and(seen) }
    }

    /// The sides that learn of an event, as far as that depends on hidden units.
    fn known_to(&self, kind: &EventKind) -> Known {
        let world = self.world.read();
        let roster = world.resource::<Roster>();
        let unit = |unit: UnitId| world.get::<Unit>(roster.unit(unit)?);
        let hidden = world.get_resource::<Concealment>();
        telling::audience(kind, hidden, hidden.and_then(|hidden| hidden.veil), roster, unit)
    }

    /// Draws a veil over what is written into the log without naming a piece or unit, so that only this side learns of
    /// it, or lifts it; gives back how it was.
    pub fn veil(&mut self, side: Option<SideId>) -> Option<SideId> {
        std::mem::replace(&mut self.world.change().resource_mut::<Concealment>().veil, side)
    }

    /// Nobody at the table learns of the events from this one on, by their number in the log.
    pub fn hush(&mut self, from: usize) {
        self.world.tell().hush(from);
    }

    /// Hides pieces from the other sides, without an event.
    pub fn conceal(&mut self, pieces: &[PieceId]) {
        conceal(self.world.change(), pieces, true);
    }

    /// Places a hidden piece for all to see, as a detail of the last main event.
    pub fn show_piece(&mut self, piece: PieceId, rule: RuleId, text: impl Into<String>) {
        conceal(self.world.change(), &[piece], false);
        let view = self.view();
        let (side, unit, marks) = (view.side_of(piece), view.unit_of(piece), view.marks(piece).clone());
        let Outline { footprint, place } = view.outline(piece);
        let kind = EventKind::Appeared { piece, unit, footprint, place, marks };
        self.detail(Some(side), kind, rule, text, Explained::default());
    }

    /// Gives a unit a secret, or another one for it, as a detail of the last main event that only its side learns of.
    /// One that was revealed is secret again.
    pub fn give_secret<T: Confidential>(&mut self, unit: UnitId, value: T, rule: RuleId, text: impl Into<String>) {
        let (side, entity) = (self.resource::<Roster>().side_of_unit(unit), self.unit_entity(unit));
        self.world.change().entity_mut(entity).insert(Secret::new(value));
        self.tell_only(side, |battle| battle.detail(Some(side), EventKind::Note, rule, text, Explained::default()));
    }

    /// Gives a side a secret, or another one for it, as a detail of the last main event that only it learns of.
    pub fn give_side_secret<T: Confidential>(&mut self, side: SideId, value: T, rule: RuleId, text: impl Into<String>) {
        self.world.change().get_resource_or_init::<SideSecrets<T>>().put(side, Secret::new(value));
        self.tell_only(side, |battle| battle.detail(Some(side), EventKind::Note, rule, text, Explained::default()));
    }

    /// Everybody learns the secret of a unit from now on; nothing happens if they know it, or it has none.
    /// A detail of the last main event.
    pub fn reveal<T: Confidential>(&mut self, unit: UnitId, rule: RuleId, text: impl Into<String>) {
        let (side, entity) = (self.resource::<Roster>().side_of_unit(unit), self.unit_entity(unit));
        let turned = |mut secret: Mut<Secret<T>>| secret.set_shown(true).then(|| secret.word());
        if let Some(value) = self.world.change().get_mut::<Secret<T>>(entity).and_then(turned) {
            let kind = EventKind::Revealed { unit: Some(unit), secret: SmolStr::new_static(T::NAME), value };
            self.detail(Some(side), kind, rule, text, Explained::default());
        }
    }

    /// Everybody learns the secret of a side from now on; nothing happens if they know it, or it has none.
    pub fn reveal_side<T: Confidential>(&mut self, side: SideId, rule: RuleId, text: impl Into<String>) {
        let mut secrets = self.world.change().get_resource_or_init::<SideSecrets<T>>();
        if let Some(value) = secrets.get_mut(side).and_then(|secret| secret.set_shown(true).then(|| secret.word())) {
            let kind = EventKind::Revealed { unit: None, secret: SmolStr::new_static(T::NAME), value };
            self.log(Some(side), kind, rule, text, Explained::default());
        }
    }

    /// What a unit's secret will be nobody else knows any more: a chit is laid face down again. Nothing happens if it
    /// was secret already, or it has none. A detail of the last main event.
    pub fn cover<T: Confidential>(&mut self, unit: UnitId, rule: RuleId, text: impl Into<String>) {
        let (side, entity) = (self.resource::<Roster>().side_of_unit(unit), self.unit_entity(unit));
        if self.world.change().get_mut::<Secret<T>>(entity).is_some_and(|mut secret| secret.set_shown(false)) {
            let kind = EventKind::Veiled { unit, secret: SmolStr::new_static(T::NAME) };
            self.detail(Some(side), kind, rule, text, Explained::default());
        }
    }

    /// CP-14.5: a stretch of a wall goes down round a point of it.
    pub fn breach(&mut self, breach: Breach, rule: RuleId, text: impl Into<String>) {
        self.resource_mut::<Breaches>().0.push(breach);
        let breaches = self.resource::<Breaches>().clone();
        self.world.change().resource_mut::<TerrainIndex>().breach(&breaches);
        self.ground_changed();
        self.note(None, rule, text);
    }

    /// Walls went down or doors were opened: what followed from where the pieces stand holds no longer.
    pub fn ground_changed(&mut self) {
        self.world.change().resource_mut::<PieceIndex>().ground_changed();
        if let Some(mut seen) = self.world.change().get_resource_mut::<SeenPieces>() {
            seen.ground_changed();
        }
    }

    /// Sets where a piece stands.
    fn stand(&mut self, piece: PieceId, place: Place) {
        let view = self.view();
        let (footprint, fate) = (*view.piece_part::<Footprint>(piece), view.fate(piece));
        let (own, concealed) = (view.side_of(piece), view.conceals(piece));
        *self.piece_mut::<Place>(piece) = place;
        if fate == Fate::InPlay {
            let outline = Outline { footprint, place };
            self.world.change().resource_mut::<PieceIndex>().put(piece, outline);
            if let Some(mut seen) = self.world.change().get_resource_mut::<SeenPieces>() {
                seen.put(piece, own, concealed, outline);
            }
        }
    }

    /// Moves a piece along a path to its new place, as a detail of the last main event. A piece that was awaited is on
    /// the table from then on.
    pub fn move_piece(&mut self, piece: PieceId, path: Vec<Vec2>, end: Place, rule: RuleId, text: impl Into<String>) {
        let side = self.side_of(piece);
        if self.view().fate(piece) == Fate::Awaited {
            *self.piece_mut::<Fate>(piece) = Fate::InPlay;
        }
        self.stand(piece, end);
        self.detail(Some(side), EventKind::Moved { piece, path, end }, rule, text, Explained::default());
    }

    /// Stands pieces somewhere else without an event, to see what would be so; the caller puts them back.
    pub fn suppose(&mut self, pieces: &[(PieceId, Place)]) {
        for (piece, place) in pieces {
            self.stand(*piece, *place);
        }
    }

    /// Turns a piece in place.
    pub fn turn_piece(&mut self, piece: PieceId, to: Heading, rule: RuleId, text: impl Into<String>) {
        let side = self.side_of(piece);
        let place = self.view().place(piece);
        if place.facing == to {
            return;
        }
        self.stand(piece, Place { facing: to, ..place });
        self.detail(Some(side), EventKind::Turned { piece, to }, rule, text, Explained::default());
    }

    /// Gives a piece another shape where it stands, or beside it, as a detail of the last main event.
    pub fn reshape_piece(
        &mut self,
        piece: PieceId,
        footprint: Footprint,
        end: Place,
        rule: RuleId,
        text: impl Into<String>,
    ) {
        let side = self.side_of(piece);
        *self.piece_mut::<Footprint>(piece) = footprint;
        self.stand(piece, end);
        self.detail(Some(side), EventKind::Reshaped { piece, footprint, end }, rule, text, Explained::default());
    }

    /// Sets the number of markers of a kind on a piece; nothing happens if it is the same.
    pub fn mark_piece(&mut self, piece: PieceId, mark: &MarkId, now: u8, rule: RuleId, text: impl Into<String>) {
        let mut marks = self.piece_mut::<Marks>(piece);
        let before = marks.count(mark);
        if before == now {
            return;
        }
        marks.set(mark, now);
        let side = self.side_of(piece);
        let kind = EventKind::Marked { subject: Subject::Piece(piece), mark: mark.clone(), before, now };
        self.detail(Some(side), kind, rule, text, Explained::default());
    }

    /// Sets the number of markers of a kind on pieces that have another number of them; one line tells of all.
    pub fn mark_pieces(&mut self, pieces: &[PieceId], mark: &MarkId, now: u8, rule: RuleId, text: impl Into<String>) {
        let mut text = text.into();
        for piece in pieces {
            self.mark_piece(*piece, mark, now, rule.clone(), std::mem::take(&mut text));
        }
    }

    /// Sets the number of markers of a kind on a unit; nothing happens if it is the same.
    pub fn mark_unit(&mut self, unit: UnitId, mark: &MarkId, now: u8, rule: RuleId, text: impl Into<String>) {
        let mut marks = self.unit_mut::<Marks>(unit);
        let before = marks.count(mark);
        if before == now {
            return;
        }
        marks.set(mark, now);
        let side = self.resource::<Roster>().side_of_unit(unit);
        let kind = EventKind::Marked { subject: Subject::Unit(unit), mark: mark.clone(), before, now };
        self.detail(Some(side), kind, rule, text, Explained::default());
    }

    /// A piece leaves its unit for another one of its side, as its last piece.
    ///
    /// # Panics
    /// If the unit is of another side.
    pub fn join_unit(&mut self, piece: PieceId, unit: UnitId, rule: RuleId, text: impl Into<String>) {
        let view = self.view();
        let (from, side) = (view.unit_of(piece), view.side_of(piece));
        assert_eq!(view.side_of_unit(unit), side, "a piece stays on its side");
        if from == unit {
            return;
        }
        self.transfer(piece, unit);
        self.detail(Some(side), EventKind::Joined { piece, unit, post: None }, rule, text, Explained::default());
    }

    /// A piece is the last of another unit from now on.
    fn transfer(&mut self, piece: PieceId, unit: UnitId) {
        let (from, number) = (self.view().unit_of(piece), self.next_number(unit));
        self.unit_mut::<Unit>(from).pieces.retain(|other| *other != piece);
        self.unit_mut::<Unit>(unit).pieces.push(piece);
        let mut part = self.piece_mut::<Piece>(piece);
        (part.unit, part.number) = (unit, number);
        self.world.change().resource_mut::<Roster>().transfer(piece, unit);
    }

    /// The number of the next piece that a unit gets.
    fn next_number(&self, unit: UnitId) -> u16 {
        let view = self.view();
        view.unit(unit).pieces.iter().map(|piece| view.piece(*piece).number).max().unwrap_or_default() + 1
    }

    /// Takes a piece out of play.
    pub fn remove_piece(&mut self, piece: PieceId, fate: Fate, rule: RuleId, text: impl Into<String>) {
        let side = self.take_away(piece, fate);
        self.log(Some(side), EventKind::Removed { piece, fate }, rule, text, Explained::default());
    }

    /// The same as a detail of the last main event, which has told the loss of its unit.
    pub fn remove_piece_of_unit(&mut self, piece: PieceId, fate: Fate, rule: RuleId, text: impl Into<String>) {
        let side = self.take_away(piece, fate);
        self.detail(Some(side), EventKind::Removed { piece, fate }, rule, text, Explained::default());
    }

    fn take_away(&mut self, piece: PieceId, fate: Fate) -> SideId {
        *self.piece_mut::<Fate>(piece) = fate;
        self.world.change().resource_mut::<PieceIndex>().remove(piece);
        if let Some(mut seen) = self.world.change().get_resource_mut::<SeenPieces>() {
            seen.remove(piece);
        }
        self.side_of(piece)
    }
}
