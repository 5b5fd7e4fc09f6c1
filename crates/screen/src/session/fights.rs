//! The fight that is shown hand to hand, and the halt after it until the player has read it.

use std::ops::Range;

use super::Session;
use grapeshot_floor::{
    events::{BattleEvent, Duel, EventKind},
    forces::{PieceId, UnitId},
    orders::Order,
    turn::{BattleView, rules::Bout},
};

/// A fight of the log: its event, the details under it, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownFight {
    /// The place of its event in the log.
    pub at: usize,
    /// The places of all that belongs to it, as far as it was shown.
    pub events: Range<usize>,
    /// How many fights of the same melee were fought before it.
    pub before: usize,
    /// How many of them are known to come after it.
    pub after: usize,
}

/// How a fight was decided, if an event is one that was.
pub fn duel_of(event: &BattleEvent) -> Option<(PieceId, PieceId, Option<PieceId>, &Duel)> {
    match &event.kind {
        EventKind::Fought { attacker, defender, winner, duel: Some(duel) } => {
            Some((*attacker, *defender, *winner, duel))
        }
        _ => None,
    }
}

/// Whether a melee is over with an event: the next phase begins, or the next card of the common deck is turned.
fn ends_melee(event: &BattleEvent) -> bool {
    match &event.kind {
        EventKind::Phase { .. } => true,
        EventKind::Drew(drawn) => drawn.side.is_none(),
        _ => false,
    }
}

/// The place in a log behind all that came of the fight at a place: where the next fight begins, another order was
/// given, or the melee is over.
fn end_of(log: &[BattleEvent], at: usize) -> usize {
    let step = log[at].step;
    let over = |event: &BattleEvent| event.step != step || duel_of(event).is_some() || ends_melee(event);
    log[at + 1..].iter().position(over).map_or(log.len(), |n| at + 1 + n)
}

/// How many fights of the melee that the fight at a place belongs to come in these events.
fn of_the_same<'e>(view: &BattleView, units: &[UnitId], events: impl Iterator<Item = &'e BattleEvent>) -> usize {
    events
        .take_while(|event| !ends_melee(event))
        .filter_map(duel_of)
        .take_while(|(attacker, defender, ..)| {
            units.contains(&view.unit_of(*attacker)) || units.contains(&view.unit_of(*defender))
        })
        .count()
}

impl Session {
    /// Whether the log halts after each fight until a player goes on, where persons play.
    pub fn set_halts_at_fights(&mut self, halts: bool) {
        self.halts_at_fights = halts;
    }

    /// The fight that was shown last, as long as no other order was given and its melee is not over.
    pub fn shown_fight(&self) -> Option<ShownFight> {
        let shown = self.shown_events();
        let at = shown.iter().rposition(|event| duel_of(event).is_some())?;
        let end = end_of(shown, at);
        if end < shown.len() {
            return None;
        }
        let view = self.battle.view();
        let (attacker, defender, ..) = duel_of(&shown[at])?;
        let units = [view.unit_of(attacker), view.unit_of(defender)];
        let later = &self.events[at + 1..];
        let known = of_the_same(&view, &units, later.iter());
        let open = if later.iter().any(ends_melee) { 0 } else { self.fights_to_come().len() };
        let before = of_the_same(&view, &units, shown[..at].iter().rev());
        Some(ShownFight { at, events: at..end, before, after: known + open })
    }

    /// The fights that the melee under way still has, as the battle stands now.
    pub fn fights_to_come(&self) -> Vec<Bout> {
        let view = self.view();
        let mut bouts = self.battle.rules().fights_to_come(&view);
        bouts.retain(|bout| view.knows_piece(bout.attacker) && view.knows_piece(bout.defender));
        bouts
    }

    /// The candidate that takes the fight of one piece against another as the next: one that names both pieces or, if
    /// the question is about whole melees, a piece of the melee.
    fn engagement(&self, (one, foe): (PieceId, PieceId)) -> Option<Order> {
        let both = |order: &&Order| order.pieces == [one] && order.target == Some(foe);
        let anybody = |order: &&Order| order.unit.is_none() && order.pieces.is_empty() && order.target.is_some();
        let named = self.candidates.iter().find(both).cloned();
        let of_melee = || self.candidates.iter().find(anybody).map(|order| order.clone().target(foe));
        named.or_else(of_melee).filter(|order| self.battle.check(order).is_ok())
    }

    /// Whether the question is which fight comes next, and the fight of these two pieces may.
    pub fn may_engage(&self, pair: (PieceId, PieceId)) -> bool {
        self.ask_for_human().is_some() && self.engagement(pair).is_some()
    }

    /// Chooses the fight of one piece against another as the next.
    pub fn engage(&mut self, one: PieceId, foe: PieceId) {
        if let Some(order) = self.engagement((one, foe)) {
            self.answer_with(order);
        }
    }

    /// Where the log halts next until a player has read of a fight.
    pub(super) fn next_halt(&self) -> Option<usize> {
        if !self.halts_at_fights || self.hurries || self.watched || self.persons() == 0 {
            return None;
        }
        let unread = self.events.get(self.read_fights..)?;
        let at = self.read_fights + unread.iter().position(|event| duel_of(event).is_some())?;
        Some(end_of(&self.events, at))
    }

    /// Whether the log stands at a fight until a player goes on. It does not halt if he is asked something himself: the
    /// question halts it as well.
    pub fn halted(&self) -> bool {
        self.playback.beat().is_none()
            && self.next_halt().is_some_and(|halt| halt == self.playback.shown())
            && !(self.caught_up() && self.human_ask().is_some())
    }

    /// Goes on after a fight that the player has read; with `rest` the log does not halt at the other fights of the
    /// melee either.
    pub fn leave_fight(&mut self, rest: bool) {
        self.has_read(self.playback.shown());
        self.hurries = rest;
    }

    /// Takes note that players have read the log up to a place.
    pub(super) fn has_read(&mut self, place: usize) {
        (self.read_fights, self.read_results) = (place, place);
    }

    /// Takes note of the fights that were shown since an event without a halt.
    pub(super) fn pass_fights(&mut self, from: usize) {
        let shown = self.playback.shown();
        let new = self.events.get(from..shown).unwrap_or_default();
        if new.iter().any(ends_melee) {
            self.hurries = false;
        }
        let unread = self.events.get(self.read_fights..shown).unwrap_or_default();
        if self.hurries || !unread.iter().any(|event| duel_of(event).is_some()) {
            self.read_fights = shown;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grapeshot_floor::turn::Rulebooks;
    use grapeshot_game::{
        ai::{Controller, Level, commander},
        battle::{Battle, simulation_world},
        scenario,
    };
    use grapeshot_rulesets as rulesets;
    use std::{path::Path, sync::Arc};

    /// A battle of blocks in which a side must say which of several melees comes next.
    fn melees() -> Battle {
        let world = simulation_world(rulesets::plugin);
        let file = Path::new("../../scenarios/black_powder/barrosa.scenario.ron");
        let scenario = scenario::load(file, world.resource::<Rulebooks>()).expect("it ships with the game");
        for seed in 1..20 {
            let mut battle = Battle::new(&scenario, seed, grapeshot_rulesets::plugin);
            let mut minds: Vec<_> = scenario.sides.iter().map(|_| commander(Level::Recruit, seed)).collect();
            while let Some(ask) = battle.awaiting().asks.first().cloned() {
                if ask.kind == "fight" && ask.pieces.len() > 1 {
                    return battle;
                }
                let decision = minds[ask.side.index()].decide(&battle, &ask);
                battle.submit(decision.order).expect("the computer gives orders that are allowed");
            }
        }
        panic!("never two melees at once");
    }

    /// BP-7.1: a melee of the list can be clicked, whichever of its units the list names.
    #[test]
    fn any_melee_of_the_list_can_be_taken_as_the_next() {
        let battle = melees();
        let side = battle.awaiting().asks[0].side;
        let mut session = Session::over(battle, vec![Controller::Human; 2], None, Arc::new(|| {}));
        let bouts = session.fights_to_come();
        assert!(bouts.len() > 1);
        let of = |bout: &Bout, session: &Session| match session.view().side_of(bout.attacker) == side {
            true => (bout.attacker, bout.defender),
            false => (bout.defender, bout.attacker),
        };
        for bout in &bouts {
            assert!(session.may_engage(of(bout, &session)), "{}", bout.odds.label);
        }
        let last = of(bouts.last().expect("there are some"), &session);
        session.engage(last.0, last.1);
        assert!(!session.may_engage(last), "it is fought or under way, and not asked for again");
    }
}
