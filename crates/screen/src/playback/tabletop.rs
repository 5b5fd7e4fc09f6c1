//! The table as it is shown: places, fates and marks after some event of the log.

use smol_str::SmolStr;

use grapeshot_floor::{
    events::{BattleEvent, EventKind, Subject},
    forces::{Fate, Marks, PieceId, UnitEntry, UnitId},
    table::{
        footprint::{Footprint, Outline},
        position::Place,
    },
    turn::{ActiveRulebook, BattleView, chit::OrderChit},
};

/// A piece as it is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownPiece {
    /// Where it stands.
    pub place: Place,
    /// Its shape.
    pub footprint: Footprint,
    /// Whether it stands on the table, and if not, what became of it.
    pub fate: Fate,
    /// Its markers.
    pub marks: Marks,
    pub unit: UnitId,
    /// Whether it hides; only its own side sees that.
    pub hidden: bool,
}

impl ShownPiece {
    /// A piece of which nothing is known but its unit.
    fn awaited(unit: UnitId) -> Self {
        Self {
            place: Place::default(),
            footprint: Footprint::Circle { diameter: 1.0 },
            fate: Fate::Awaited,
            marks: Marks::none(),
            unit,
            hidden: false,
        }
    }

    /// Its shape where it stands.
    pub fn outline(&self) -> Outline {
        Outline { footprint: self.footprint, place: self.place }
    }
}

/// A unit as it is shown.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ShownUnit {
    /// Its markers.
    pub marks: Marks,
    /// Its formation, if the ruleset knows any.
    pub formation: Option<SmolStr>,
    /// The chit with an order beside it, if the ruleset has any.
    pub chit: Option<ShownChit>,
}

/// A chit with an order as it is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownChit {
    /// The word of its order, if the viewer may read it.
    pub word: Option<SmolStr>,
    /// Whether it lies face up for everybody.
    pub shown: bool,
    /// Whether it is of the viewer's side, so that he may read it at any time.
    pub(super) own: bool,
}

impl ShownChit {
    fn of(view: &BattleView, unit: UnitId, chit: OrderChit) -> Self {
        let own = view.side().is_none_or(|side| side == view.side_of_unit(unit));
        Self { word: chit.face.map(|face| face.word), shown: chit.shown, own }
    }
}

/// The table after some event of the log.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tabletop {
    /// Pieces by id.
    pub pieces: Vec<ShownPiece>,
    /// Units by id.
    pub units: Vec<ShownUnit>,
    /// The turn, from 1; 0 is set-up.
    pub turn: u16,
    /// The phase in the ruleset's words.
    pub phase: Option<SmolStr>,
}

impl Tabletop {
    /// The table as the battle stands.
    pub fn of(view: &BattleView) -> Self {
        let rules = &view.resource::<ActiveRulebook>().0.rules;
        // While the sides set up all is out of the others' sight; only some will hide in the battle.
        let hides = |unit| view.clock().turn > 0 || rules.begins_hidden(view.unit_part::<UnitEntry>(unit));
        let pieces = view
            .piece_ids()
            .map(|id| ShownPiece {
                place: view.place(id),
                footprint: view.footprint(id),
                fate: view.fate(id),
                marks: view.marks(id).clone(),
                unit: view.unit_of(id),
                hidden: view.conceals(id) && hides(view.unit_of(id)),
            })
            .collect();
        let unit = |id| ShownUnit {
            marks: view.unit_marks(id).clone(),
            formation: rules.formation(view, id),
            chit: rules.chit(view, id).map(|chit| ShownChit::of(view, id, chit)),
        };
        let units = view.unit_ids().map(unit).collect();
        Self { pieces, units, turn: view.clock().turn, phase: None }
    }

    /// A piece by its id; none if the viewer does not know of it.
    pub fn piece(&self, id: PieceId) -> Option<&ShownPiece> {
        self.pieces.get(id.index())
    }

    /// The pieces of a unit that stand on the table.
    pub fn present(&self, unit: UnitId) -> impl Iterator<Item = (PieceId, &ShownPiece)> {
        self.pieces
            .iter()
            .enumerate()
            .filter(move |(_, piece)| piece.unit == unit && piece.fate == Fate::InPlay)
            .map(|(n, piece)| (PieceId(n as u32), piece))
    }

    /// A unit by its id, added if it is new. Units with lower ids of which the viewer does not know become entries
    /// without anything to show.
    fn unit_mut(&mut self, unit: UnitId) -> &mut ShownUnit {
        let known = self.units.len().max(unit.index() + 1);
        self.units.resize(known, ShownUnit::default());
        &mut self.units[unit.index()]
    }

    /// A piece of a unit by its id, added if it is new. Pieces with lower ids of which the viewer does not know become
    /// entries off the table.
    fn piece_mut(&mut self, piece: PieceId, unit: UnitId) -> &mut ShownPiece {
        self.unit_mut(unit);
        let known = self.pieces.len().max(piece.index() + 1);
        self.pieces.resize(known, ShownPiece::awaited(unit));
        let piece = &mut self.pieces[piece.index()];
        piece.unit = unit;
        piece
    }

    /// Changes the table by one event.
    pub fn apply(&mut self, event: &BattleEvent) {
        self.turn = event.turn;
        match &event.kind {
            EventKind::Moved { piece, end, .. } => {
                if let Some(piece) = self.pieces.get_mut(piece.index()) {
                    piece.place = *end;
                    if piece.fate == Fate::Awaited {
                        piece.fate = Fate::InPlay;
                    }
                }
            }
            EventKind::Reshaped { piece, footprint, end } => {
                if let Some(piece) = self.pieces.get_mut(piece.index()) {
                    (piece.footprint, piece.place) = (*footprint, *end);
                }
            }
            EventKind::Turned { piece, to } => {
                if let Some(piece) = self.pieces.get_mut(piece.index()) {
                    piece.place.facing = *to;
                }
            }
            EventKind::Marked { subject: Subject::Piece(piece), mark, now, .. } => {
                if let Some(piece) = self.pieces.get_mut(piece.index()) {
                    piece.marks.set(mark, *now);
                }
            }
            EventKind::Marked { subject: Subject::Unit(unit), mark, now, .. } => {
                self.unit_mut(*unit).marks.set(mark, *now);
            }
            EventKind::Appeared { piece, unit, footprint, place, marks } => {
                let piece = self.piece_mut(*piece, *unit);
                (piece.place, piece.footprint) = (*place, *footprint);
                (piece.fate, piece.marks) = (Fate::InPlay, marks.clone());
                piece.hidden = false;
            }
            EventKind::Raised { unit, .. } => {
                self.unit_mut(*unit);
            }
            EventKind::Added { piece, unit, footprint, place } => {
                let piece = self.piece_mut(*piece, *unit);
                (piece.place, piece.footprint, piece.fate) = (*place, *footprint, Fate::InPlay);
            }
            EventKind::Removed { piece, fate } => {
                if let Some(piece) = self.pieces.get_mut(piece.index()) {
                    piece.fate = *fate;
                }
            }
            EventKind::Joined { piece, unit, .. } => {
                self.piece_mut(*piece, *unit);
            }
            EventKind::Formed { unit, formation } => {
                self.unit_mut(*unit).formation = Some(formation.clone());
            }
            EventKind::Phase { phase, turn } => {
                self.phase = Some(phase.clone());
                self.turn = *turn;
            }
            EventKind::Revealed { unit: Some(unit), value: Some(value), .. } => {
                if let Some(chit) = self.chit_mut(*unit) {
                    (chit.word, chit.shown) = (Some(value.clone()), true);
                }
            }
            EventKind::Veiled { unit, .. } => {
                if let Some(chit) = self.chit_mut(*unit) {
                    chit.shown = false;
                    chit.word = chit.word.take().filter(|_| chit.own);
                }
            }
            EventKind::Drew(_)
            | EventKind::Rolled { .. }
            | EventKind::Shot { .. }
            | EventKind::Fought { .. }
            | EventKind::Hit { .. }
            | EventKind::Covered { .. }
            | EventKind::Revealed { .. }
            | EventKind::Cleared { .. }
            | EventKind::Note => {}
        }
    }

    fn chit_mut(&mut self, unit: UnitId) -> Option<&mut ShownChit> {
        self.units.get_mut(unit.index())?.chit.as_mut()
    }
}
