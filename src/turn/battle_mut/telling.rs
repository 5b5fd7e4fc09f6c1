//! Who learns of what is written into the log; and the log as a system takes it that changes only what it names.

use bevy::ecs::system::{Query, Res, ResMut, SystemParam};

use crate::{
    english::capital,
    events::{BattleEvent, BattleLog, EventKind, Explained, Known, RuleId, Subject},
    forces::{PieceId, Roster, SideId, Unit, UnitId},
    turn::{Clock, Concealment},
};

/// Who learns of an event: of what a hidden piece or unit does or suffers only its own side, of what names none only
/// the side under whose veil it happens.
pub(super) fn audience<'u>(
    kind: &EventKind,
    hidden: Option<&Concealment>,
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
        | EventKind::Note => hidden.veil.map_or(Known::All, Known::Only),
    }
}

/// The log, for a system that names what it touches instead of taking the whole battle.
#[derive(SystemParam)]
pub struct Tell<'w, 's> {
    log: ResMut<'w, BattleLog>,
    clock: Res<'w, Clock>,
    hidden: Res<'w, Concealment>,
    roster: Res<'w, Roster>,
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
        let unit = |id: UnitId| self.units.get(self.roster.unit(id)?).ok();
        let known_to = audience(&kind, Some(&*self.hidden), &self.roster, unit);
        let Clock { turn, step } = *self.clock;
        let (text, trial, detail) = (capital(text.as_ref()), None, false);
        self.log.push(BattleEvent { step, turn, side, kind, text, rule, explained, trial, detail, known_to });
    }
}
