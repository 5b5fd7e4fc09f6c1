//! The cursor that follows the battle log, and the table as it stood there.
//!
//! The battle itself is always at its end. What the window shows is a [`Tabletop`]: places, fates and marks as
//! they were after the event under the cursor. Events are shown in beats: a unit's march is one beat, a volley
//! is one beat, a card is one beat.

mod tabletop;
#[cfg(test)]
mod tests;

use std::ops::Range;

use grapeshot_floor::{
    english::words::in_words,
    events::{BattleEvent, EventKind, RuleId},
    forces::PieceId,
    table::path,
    turn::vocabulary::Gait,
};
pub use tabletop::{ShownChit, ShownPiece, ShownUnit, Tabletop};

in_words! {
    /// How fast events are shown.
    #[derive(PartialOrd, Ord, Default)]
    pub enum Speed: ALL, label {
        /// Half as fast.
        Half = "×½";
        /// As fast as the motions are meant.
        #[default]
        Normal = "×1";
        /// Twice as fast.
        Double = "×2";
        /// Four times as fast.
        Fourfold = "×4";
        /// Eight times as fast.
        Eightfold = "×8";
        /// At once, without motion.
        Instant = "at once";
    }
}

impl Speed {
    /// The factor on the time of all motions; `None` for at once.
    pub fn factor(self) -> Option<f32> {
        match self {
            Self::Half => Some(0.5),
            Self::Normal => Some(1.0),
            Self::Double => Some(2.0),
            Self::Fourfold => Some(4.0),
            Self::Eightfold => Some(8.0),
            Self::Instant => None,
        }
    }

    /// The next faster speed; after the fastest comes the slowest.
    pub fn next(self) -> Self {
        let at = Self::ALL.iter().position(|speed| *speed == self).unwrap_or(0);
        Self::ALL[(at + 1) % Self::ALL.len()]
    }
}

/// Events that are shown together.
#[derive(Debug, Clone, PartialEq)]
pub struct Beat {
    /// Their indices in the log.
    pub events: Range<usize>,
    /// Seconds since it began, at speed 1.
    pub elapsed: f32,
    /// Its length in seconds, at speed 1.
    pub length: f32,
}

/// The cursor into the log.
#[derive(Debug, Clone, Default)]
pub struct Playback {
    /// The rules by which pieces do not march.
    gaits: Vec<(RuleId, Gait)>,
    start: Tabletop,
    now: Tabletop,
    cursor: usize,
    beat: Option<Beat>,
    speed: Speed,
    paused: bool,
    /// The number of events up to which it goes on though it is paused.
    until: usize,
    /// The number of events at which it stands still until it may go on.
    halt: Option<usize>,
    /// Whether motion is cut to its end state.
    pub reduced_motion: bool,
}

impl Playback {
    /// A cursor over no log yet, in a battle with these gaits.
    pub fn with_gaits(gaits: Vec<(RuleId, Gait)>) -> Self {
        Self { gaits, ..Self::default() }
    }

    /// Lays the table anew as it was before the first event, at the same speed.
    pub fn begin_anew(&mut self, start: Tabletop) {
        (self.now, self.start) = (start.clone(), start);
        self.cursor = 0;
        self.until = 0;
        self.beat = None;
    }

    /// The table after the events that were shown.
    pub fn table(&self) -> &Tabletop {
        &self.now
    }

    /// The number of events that were shown, those of the running beat included.
    pub fn shown(&self) -> usize {
        self.beat.as_ref().map_or(self.cursor, |beat| beat.events.end)
    }

    /// The running beat.
    pub fn beat(&self) -> Option<&Beat> {
        self.beat.as_ref()
    }

    /// How fast events are shown.
    pub fn speed(&self) -> Speed {
        self.speed
    }

    /// The factor on the time of all motions; `None` if events are shown at once.
    pub fn factor(&self) -> Option<f32> {
        if self.reduced_motion { None } else { self.speed.factor() }
    }

    /// Shows events at this speed from now on.
    pub fn set_speed(&mut self, speed: Speed) {
        self.speed = speed;
    }

    /// Whether the cursor stands still.
    pub fn paused(&self) -> bool {
        self.paused
    }

    /// Stops the cursor or lets it go on.
    pub fn set_paused(&mut self, paused: bool) {
        self.until = 0;
        self.paused = paused;
    }

    /// Shows one more beat, then pauses.
    pub fn step_once(&mut self) {
        self.run_to(self.shown() + 1);
    }

    /// Shows beats until this many events were shown, then pauses.
    pub fn run_to(&mut self, events: usize) {
        self.paused = true;
        self.until = events;
    }

    /// Stands still when this many events were shown, until it is told another number or none.
    pub fn halt_at(&mut self, events: Option<usize>) {
        self.halt = events;
    }

    /// Whether it stands where it was told to halt.
    fn halts(&self) -> bool {
        self.halt.is_some_and(|halt| self.cursor >= halt)
    }

    /// Whether all events of the log were shown.
    pub fn caught_up(&self, log: &[BattleEvent]) -> bool {
        self.beat.is_none() && self.cursor >= log.len()
    }

    /// Whether something moves now or is about to.
    pub fn is_running(&self, log: &[BattleEvent]) -> bool {
        let goes_on = !self.halts() && (!self.paused || self.cursor < self.until);
        !self.caught_up(log) && (goes_on || self.beat.is_some())
    }

    /// Goes on by this many seconds; true if the table changed.
    pub fn advance(&mut self, seconds: f32, log: &[BattleEvent]) -> bool {
        let factor = self.factor();
        let mut left = seconds * factor.unwrap_or(1.0);
        let mut changed = false;
        loop {
            if let Some(beat) = &mut self.beat {
                changed = true;
                beat.elapsed += left;
                if factor.is_some() && beat.elapsed < beat.length {
                    return true;
                }
                left = (beat.elapsed - beat.length).max(0.0);
                let end = beat.events.end.min(log.len());
                for event in &log[self.cursor.min(end)..end] {
                    self.now.apply(event);
                }
                self.cursor = end;
                self.beat = None;
            }
            if self.cursor >= log.len() || self.halts() || (self.paused && self.cursor >= self.until) {
                return changed;
            }
            self.beat = Some(self.beat_at(log, self.cursor));
        }
    }

    /// Shows all events from the cursor on in one beat, whatever they are.
    pub fn show_together(&mut self, log: &[BattleEvent]) {
        self.beat = Some(self.beat_of(log, self.cursor..log.len()));
    }

    /// How a piece goes in an event.
    pub fn gait(&self, event: &BattleEvent) -> Gait {
        self.gaits.iter().find(|(rule, _)| *rule == event.rule).map_or(Gait::March, |(_, gait)| *gait)
    }

    /// Seconds that an event is seen at speed 1; `nth` is its place in its beat, from 0: shots follow each other.
    pub fn seconds(&self, event: &BattleEvent, nth: usize) -> f32 {
        match &event.kind {
            EventKind::Moved { path, .. } => {
                let pace = match self.gait(event) {
                    Gait::March => 1.0,
                    Gait::Run => RUN,
                    Gait::Charge => CHARGE,
                };
                (path::length(path) * MARCH_INCH).clamp(0.12, MARCH_MOST) / pace
            }
            _ => seconds(event, nth),
        }
    }

    /// The beats in which a log is shown.
    pub fn beats(&self, log: &[BattleEvent]) -> Vec<Beat> {
        let (mut beats, mut from) = (Vec::new(), 0);
        while from < log.len() {
            let beat = self.beat_at(log, from);
            from = beat.events.end;
            beats.push(beat);
        }
        beats
    }

    /// The beat that begins with an event: as many of the following events as are seen at the same time.
    fn beat_at(&self, log: &[BattleEvent], first: usize) -> Beat {
        let family = Family::of(&log[first].kind);
        let mut end = first + 1;
        if let Some(family) = family {
            let mut moved: Vec<PieceId> = mover(&log[first].kind).into_iter().collect();
            while let Some(event) = log.get(end) {
                let same = event.step == log[first].step
                    && match Family::of(&event.kind) {
                        Some(other) => family.takes(other),
                        // Marks that go with the march or the volley do not interrupt it.
                        None => event.detail && matches!(event.kind, EventKind::Marked { .. }),
                    };
                let again = mover(&event.kind).is_some_and(|piece| moved.contains(&piece));
                if !same || again {
                    break;
                }
                moved.extend(mover(&event.kind));
                end += 1;
            }
        }
        self.beat_of(log, first..end)
    }

    fn beat_of(&self, log: &[BattleEvent], events: Range<usize>) -> Beat {
        let lengths = log[events.clone()].iter().enumerate().map(|(n, event)| self.seconds(event, n));
        let length = lengths.fold(0.0, f32::max);
        Beat { events, elapsed: 0.0, length }
    }

    /// Puts the cursor after this many events, without motion.
    pub fn seek(&mut self, events: usize, log: &[BattleEvent]) {
        let events = events.min(log.len());
        self.beat = None;
        self.until = 0;
        if events < self.cursor {
            self.now = self.start.clone();
            self.cursor = 0;
        }
        for event in &log[self.cursor..events] {
            self.now.apply(event);
        }
        self.cursor = events;
    }

    /// Lays the chits of the side that looks as they lay then: the log does not tell what was chosen face down.
    pub fn lay_own_chits(&mut self, then: &Tabletop) {
        for (now, then) in self.now.units.iter_mut().zip(&then.units) {
            if let (Some(now), Some(then)) = (&mut now.chit, &then.chit)
                && now.own
            {
                now.word.clone_from(&then.word);
            }
        }
    }

    /// Takes the table as the battle has it; for the end of the log, where both must agree.
    pub fn settle(&mut self, table: Tabletop) {
        let Tabletop { pieces, units, turn, .. } = table;
        (self.now.pieces, self.now.units, self.now.turn) = (pieces, units, turn);
    }
}

/// Kinds of event that are shown in one beat.
#[derive(PartialEq, Eq, Clone, Copy)]
enum Family {
    March,
    /// A unit takes a formation, and its pieces go to their places in it.
    Form,
    Volley,
    Arrival,
}

impl Family {
    fn of(kind: &EventKind) -> Option<Self> {
        match kind {
            EventKind::Moved { .. } | EventKind::Turned { .. } | EventKind::Reshaped { .. } => Some(Self::March),
            EventKind::Formed { .. } => Some(Self::Form),
            EventKind::Shot { .. } => Some(Self::Volley),
            EventKind::Appeared { .. } => Some(Self::Arrival),
            _ => None,
        }
    }

    /// Whether events of another family are seen in a beat of this one.
    fn takes(self, other: Self) -> bool {
        self == other || (self, other) == (Self::Form, Self::March)
    }
}

/// The piece that an event moves: it can go but one way in a beat.
fn mover(kind: &EventKind) -> Option<PieceId> {
    match kind {
        EventKind::Moved { piece, .. } | EventKind::Turned { piece, .. } | EventKind::Reshaped { piece, .. } => {
            Some(*piece)
        }
        EventKind::Shot { shooter, .. } => Some(*shooter),
        _ => None,
    }
}

/// Seconds that an event without a way is seen at speed 1.
fn seconds(event: &BattleEvent, nth: usize) -> f32 {
    match &event.kind {
        EventKind::Turned { .. } => 0.12,
        EventKind::Reshaped { .. } => FORM,
        EventKind::Moved { .. } | EventKind::Formed { .. } | EventKind::Raised { .. } | EventKind::Added { .. } => 0.1,
        EventKind::Drew(_) => 0.38,
        EventKind::Rolled { .. } => 0.35,
        EventKind::Shot { .. } => nth as f32 * RIPPLE + SHOT,
        EventKind::Covered { .. } => SHOT,
        EventKind::Fought { duel: Some(_), .. } => DUEL,
        EventKind::Fought { .. } => BLOWS,
        EventKind::Hit { .. } => 0.32,
        EventKind::Marked { .. } => 0.16,
        EventKind::Removed { .. } | EventKind::Appeared { .. } => 0.4,
        EventKind::Revealed { unit: Some(_), value: Some(_), .. } => FLIP,
        EventKind::Cleared { .. } | EventKind::Revealed { .. } | EventKind::Veiled { .. } => 0.2,
        EventKind::Joined { .. } => 0.05,
        EventKind::Phase { .. } => 0.4,
        EventKind::Note if event.detail => 0.05,
        EventKind::Note => 0.3,
    }
}

/// Seconds for an inch of marching.
const MARCH_INCH: f32 = 0.12;
/// Seconds for the longest march.
const MARCH_MOST: f32 = 1.6;
/// How much faster than a march pieces run.
const RUN: f32 = 1.8;
/// How much faster than a march a charge is on the whole.
const CHARGE: f32 = 1.4;
/// Seconds in which a formation flows into another one.
const FORM: f32 = 0.6;
/// Seconds between two shots of a volley.
pub(super) const RIPPLE: f32 = 0.04;
/// Seconds that a shot is seen: the flash, and the smoke until it thins.
pub(super) const SHOT: f32 = 0.76;
/// Seconds in which a chit turns over, and stands still to be read.
pub(super) const FLIP: f32 = 0.55;
/// Seconds of half a lunge.
const LUNGE: f32 = 0.09;
/// Seconds of the blows of a fight.
pub(super) const BLOWS: f32 = 2.0 * LUNGE + 0.1;
/// Seconds that a fight is seen before what comes of it: the cards and the sums are read.
const DUEL: f32 = 1.6;
