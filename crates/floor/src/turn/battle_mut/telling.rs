//! The sides that learn of what is written into the log; and the log and the markers as a system takes them that
//! changes only what it names.

use bevy::ecs::system::{Query, Res, ResMut, SystemParam};

use crate::{
    events::{BattleEvent, BattleLog, EventKind, Explained, Known, RuleId, Subject, Trial},
    forces::{MarkId, Marks, Piece, PieceId, Roster, SideId, Sides, Unit, UnitId},
    turn::{Clock, Concealment, view::in_english},
};

/// The sides that learn of an event: of what a hidden piece or unit does or suffers only its own side, of what names
/// none only the side under whose veil it happens.
pub(super) fn audience<'u>(
    kind: &EventKind,
    hidden: Option<&Concealment>,
    veil: Option<SideId>,
    roster: &Roster,
    unit: impl Fn(UnitId) -> Option<&'u Unit>,
) -> Known {
    let Some(hidden) = hidden.filter(|hidden| !hidden.is_empty()) else { return Known::All };
    let of_unit = |id: UnitId| {
        let all = |unit: &Unit| !unit.pieces.is_empty() && unit.pieces.iter().all(|piece| hidden.conceals(*piece));
        if unit(id).is_some_and(all) { Known::Only(roster.side_of_unit(id)) } else { Known::All }
    };
    let of_piece = |piece: PieceId| match hidden.conceals(piece) {
        true => Known::Only(roster.side_of_unit(roster.unit_of(piece))),
        false => Known::All,
    };
    match kind {
        EventKind::Moved { piece, .. }
        | EventKind::Turned { piece, .. }
        | EventKind::Reshaped { piece, .. }
        | EventKind::Hit { piece, .. }
        | EventKind::Removed { piece, .. }
        | EventKind::Added { piece, .. }
        | EventKind::Joined { piece, .. }
        | EventKind::Shot { shooter: piece, .. }
        | EventKind::Marked { subject: Subject::Piece(piece), .. } => of_piece(*piece),
        EventKind::Formed { unit, .. }
        | EventKind::Raised { unit, .. }
        | EventKind::Rolled { unit: Some(unit), .. }
        | EventKind::Revealed { unit: Some(unit), .. }
        | EventKind::Veiled { unit, .. }
        | EventKind::Marked { subject: Subject::Unit(unit), .. } => of_unit(*unit),
        EventKind::Appeared { .. }
        | EventKind::Revealed { unit: None, .. }
        | EventKind::Cleared { .. }
        | EventKind::Fought { .. } => Known::All,
        EventKind::Drew(_)
        | EventKind::Rolled { unit: None, .. }
        | EventKind::Covered { .. }
        | EventKind::Phase { .. }
        | EventKind::Note => veil.map_or(Known::All, Known::Only),
    }
}

/// The log, for a system that names what it touches instead of taking the whole battle.
#[derive(SystemParam)]
pub struct Tell<'w, 's> {
    log: ResMut<'w, BattleLog>,
    clock: Res<'w, Clock>,
    hidden: Res<'w, Concealment>,
    roster: Res<'w, Roster>,
    sides: Res<'w, Sides>,
    units: Query<'w, 's, &'static Unit>,
}

impl Tell<'_, '_> {
    /// Appends an event with its explanation to the log; its line begins with a capital, whatever name it begins with.
    pub fn log(
        &mut self,
        side: Option<SideId>,
        kind: EventKind,
        rule: RuleId,
        text: impl AsRef<str>,
        explained: Explained,
    ) {
        self.push(side, kind, rule, text.as_ref(), explained, (false, self.hidden.veil));
    }

    /// Appends a line of text.
    pub fn note(&mut self, side: Option<SideId>, rule: RuleId, text: impl AsRef<str>) {
        self.log(side, EventKind::Note, rule, text, Explained::default());
    }

    /// Appends a line of text about pieces; it is for their own side alone if any of them hides.
    pub fn note_of(&mut self, pieces: &[PieceId], side: Option<SideId>, rule: RuleId, text: impl AsRef<str>) {
        let hides = pieces.iter().find(|piece| self.hidden.conceals(**piece));
        let own = hides.map(|piece| self.roster.side_of_unit(self.roster.unit_of(*piece)));
        let veil = own.or(self.hidden.veil);
        self.push(side, EventKind::Note, rule, text.as_ref(), Explained::default(), (false, veil));
    }

    /// Appends a detail of the last main event.
    pub fn detail(&mut self, side: Option<SideId>, kind: EventKind, rule: RuleId, text: impl AsRef<str>) {
        self.push(side, kind, rule, text.as_ref(), Explained::default(), (true, self.hidden.veil));
    }

    /// Appends a line of text with its sum as a detail of the last main event.
    pub fn sum(&mut self, side: Option<SideId>, rule: RuleId, text: impl AsRef<str>, explained: Explained) {
        self.push(side, EventKind::Note, rule, text.as_ref(), explained, (true, self.hidden.veil));
    }

    /// Says of the event just appended how likely its own success was, for the luck page: what was asked, the chance of
    /// each try, 0 to 1, successes and tries.
    pub fn trial(&mut self, what: &'static str, chance: f32, successes: usize, tries: usize) {
        self.log.set_trial(Trial::of_tries(what, chance, successes, tries));
    }

    fn push(
        &mut self,
        side: Option<SideId>,
        kind: EventKind,
        rule: RuleId,
        text: &str,
        explained: Explained,
        (detail, veil): (bool, Option<SideId>),
    ) {
        let unit = |id: UnitId| self.units.get(self.roster.unit(id)?).ok();
        let known_to = audience(&kind, Some(&*self.hidden), veil, &self.roster, unit);
        let Clock { turn, step } = *self.clock;
        let units = self.roster.units().filter_map(|(_, entity)| self.units.get(entity).ok());
        let (text, trial) = (in_english(text, units, &self.sides), None);
        self.log.push(BattleEvent { step, turn, side, kind, text, rule, explained, trial, detail, known_to });
    }

    /// The turn, from 1; 0 before the first.
    pub fn turn(&self) -> u16 {
        self.clock.turn
    }

    /// The name of a unit, as a line of the log has it.
    ///
    /// # Panics
    /// If the unit is not of this battle.
    pub fn unit_name(&self, unit: UnitId) -> &str {
        let entity = self.roster.unit(unit).expect("the unit is of this battle");
        &self.units.get(entity).expect("every unit has its name").name
    }
}

/// The pieces with their markers, for a system that names what it touches instead of taking the whole battle.
#[derive(SystemParam)]
pub struct Markers<'w, 's> {
    roster: Res<'w, Roster>,
    pieces: Query<'w, 's, (&'static Piece, &'static mut Marks)>,
}

impl Markers<'_, '_> {
    /// The name of a piece, as a line of the log has it.
    ///
    /// # Panics
    /// If the piece is not of this battle.
    pub fn name(&self, piece: PieceId) -> &str {
        &self.of(piece).0.name
    }

    /// How many markers of a kind lie on a piece.
    ///
    /// # Panics
    /// If the piece is not of this battle.
    pub fn count(&self, piece: PieceId, mark: &MarkId) -> u8 {
        self.of(piece).1.count(mark)
    }

    fn of(&self, piece: PieceId) -> (&Piece, &Marks) {
        let entity = self.roster.piece(piece).expect("the piece is of this battle");
        self.pieces.get(entity).expect("every piece has its markers")
    }

    /// Sets the number of markers of a kind on a piece, as a detail of the last main event; nothing happens if it is the
    /// same.
    pub fn put(
        &mut self,
        tell: &mut Tell,
        piece: PieceId,
        mark: &MarkId,
        now: u8,
        rule: RuleId,
        text: impl AsRef<str>,
    ) {
        let known = self.roster.piece(piece).and_then(|entity| self.pieces.get_mut(entity).ok());
        let Some((_, mut marks)) = known.filter(|(_, marks)| marks.count(mark) != now) else { return };
        let before = marks.count(mark);
        marks.set(mark, now);
        let side = self.roster.side_of_unit(self.roster.unit_of(piece));
        let kind = EventKind::Marked { subject: Subject::Piece(piece), mark: mark.clone(), before, now };
        tell.detail(Some(side), kind, rule, text);
    }
}
