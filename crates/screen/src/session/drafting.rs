//! Putting an order together.

use bevy::math::Vec2;
use smol_str::SmolStr;

use super::{Draft, Session, draft};
use grapeshot_floor::{
    forces::{PieceId, UnitId},
    orders::{ArgumentKind, Leg, Order, Verb, VerbId},
    turn::Ask,
};

/// Names a point in place of the target, and drops the storey that was named with the target.
fn name_point(order: &mut Order, point: Vec2) {
    (order.target, order.number) = (None, None);
    order.path = vec![Leg::To(point)];
}

/// Names a target, in place of a point if the order goes at one or the other.
pub(super) fn name_target(order: &mut Order, target: PieceId, or_point: bool) {
    order.target = Some(target);
    if or_point {
        order.path.clear();
    }
}

/// Names a target unit in place of a way.
pub(super) fn name_target_unit(order: &mut Order, unit: UnitId) {
    order.target_unit = Some(unit);
    order.path.clear();
}

/// Names a formation as the next step of a way, or as the one at the end of an order.
pub(super) fn name_formation(order: &mut Order, formation: SmolStr, stepwise: bool) {
    if !stepwise {
        order.formation = Some(formation);
        return;
    }
    if let Some(Leg::Form(_)) = order.path.last() {
        order.path.pop();
    }
    order.path.push(Leg::Form(formation));
}

impl Session {
    /// The order that is being put together.
    pub fn draft(&self) -> Option<&Draft> {
        self.draft.as_ref()
    }

    /// Begins an order with a verb that may answer the question.
    pub fn choose_verb(&mut self, id: &VerbId) {
        let Some(ask) = self.ask_for_human().cloned().or_else(|| self.human_ask().cloned()) else { return };
        if !ask.verbs.contains(id) {
            return;
        }
        let Some(verb) = self.battle.vocabulary().verb(id).cloned() else { return };
        let bare = self.bare_order(&ask, &verb);
        let mut order = draft::first_draft(bare, &verb, &ask, &self.candidates);
        if self.selection.pieces.is_empty()
            && let Some(Ok(body)) = self.body_for(&ask, &verb)
        {
            order.pieces = body;
        }
        // If not all pieces of a unit may do it, the order names those that may.
        let whole = Draft::new(verb.clone(), order.clone()).is_whole();
        if whole && !ask.pick && self.selection.pieces.is_empty() && self.battle.check(&order).is_err() {
            let able = self.able_for(&Draft::new(verb.clone(), order.clone()), &order);
            if !able.is_empty() {
                order.pieces = able;
            }
        }
        if let Some(pieces) = self.calmer_pieces(&verb, &order) {
            order.pieces = pieces;
        }
        let mut draft = Draft::new(verb, order);
        if !self.selection.pieces.is_empty() {
            draft.pick_by_hand();
        }
        self.draft = Some(draft);
        self.check_draft();
        if !ask.pick {
            self.name_only_target();
        }
    }

    /// Names the target that is wanted if the rules allow only one.
    fn name_only_target(&mut self) {
        let Some(draft) = &self.draft else { return };
        match (draft.waits_for(), draft.targets(), draft.target_units()) {
            (Some(ArgumentKind::Target), &[only], _) => self.draft_target(only),
            (Some(ArgumentKind::TargetUnit), _, &[only]) => self.draft_target_unit(only),
            _ => {}
        }
    }

    pub(super) fn bare_order(&self, ask: &Ask, verb: &Verb) -> Order {
        let mut order = Order::new(ask.side, &verb.id);
        let view = self.view();
        let own = |unit: &UnitId| view.side_of_unit(*unit) == ask.side;
        // Picked pieces are what an order is about; their unit does not give it.
        let picked = |unit: &UnitId| ask.pick && ask.pieces.iter().any(|piece| view.unit_of(*piece) == *unit);
        // Where a side chooses a word and nothing else, whatever unit is chosen has nothing to do with it.
        let of_side = verb.needs == [ArgumentKind::Choice] && verb.takes.is_empty();
        let chosen = self.selection.unit.filter(|unit| !of_side && own(unit) && !picked(unit));
        // A unit that cannot be picked and commands nobody is what an order of a commander is about, too.
        let commands = |unit: &UnitId| self.battle.rules().readiness(&view, *unit).commander;
        let by_commander = ask.pick && verb.takes.contains(&ArgumentKind::Commander);
        let told = chosen.filter(|unit| by_commander && !commands(unit));
        order.unit = ask.unit.or(chosen.filter(|_| told.is_none()));
        if verb.needs.contains(&ArgumentKind::Pieces) || verb.takes.contains(&ArgumentKind::Pieces) {
            order.pieces = self.default_pieces(ask, order.unit);
            if order.pieces.is_empty() {
                order.pieces.extend(told.into_iter().flat_map(|unit| view.present(unit)));
            }
        }
        order
    }

    /// The pieces of a new draft: those picked on the table if the question allows them, else all that the question is
    /// about.
    pub(super) fn default_pieces(&self, ask: &Ask, unit: Option<UnitId>) -> Vec<PieceId> {
        // Beside the units that are given a choice there may be others that have other orders.
        let view = self.view();
        let given = |unit: UnitId| ask.pieces.iter().any(|piece| view.unit_of(*piece) == unit);
        if let Some(beside) = unit.filter(|unit| self.allotment.is_some() && !given(*unit)) {
            return view.present(beside).collect();
        }
        let allowed: Vec<PieceId> = if ask.pieces.is_empty() {
            unit.map(|unit| self.view().present(unit).collect()).unwrap_or_default()
        } else {
            ask.pieces.clone()
        };
        let picked: Vec<PieceId> =
            self.selection.pieces.iter().copied().filter(|piece| allowed.contains(piece)).collect();
        // The stands of one regiment are not picked one by one.
        let one = allowed.first().map(|first| view.unit_of(*first)).filter(|unit| self.is_block(*unit));
        let together = one.is_some_and(|unit| allowed.iter().all(|piece| view.unit_of(*piece) == unit));
        if !picked.is_empty() || (ask.pick && allowed.len() > 1 && !together) { picked } else { allowed }
    }

    /// The pieces that an order names at first if the rules warn against naming all of them: the pieces of a candidate
    /// without a warning.
    fn calmer_pieces(&self, verb: &Verb, order: &Order) -> Option<Vec<PieceId>> {
        if !verb.takes.contains(&ArgumentKind::Pieces) || !self.selection.pieces.is_empty() {
            return None;
        }
        let calm = |order: &Order| self.battle.check(order).is_ok_and(|plan| plan.warnings.is_empty());
        let mut alike = self.candidates.iter().filter(|other| other.verb == order.verb && other.unit == order.unit);
        if calm(order) { None } else { alike.find(|other| calm(other)).map(|other| other.pieces.clone()) }
    }

    /// Puts the draft away.
    pub fn drop_draft(&mut self) {
        self.draft = None;
    }

    /// Changes the settled part of the draft; the rules check it at once.
    pub fn settle(&mut self, change: impl FnOnce(&mut Order)) {
        if let Some(draft) = &mut self.draft {
            let mut order = draft.order().clone();
            change(&mut order);
            draft.settle(order);
            self.check_draft();
        }
    }

    /// Tries a change that is only pointed at; the settled order stays.
    pub fn try_out(&mut self, change: impl FnOnce(&mut Order)) {
        if let Some(draft) = &mut self.draft {
            let mut order = draft.order().clone();
            change(&mut order);
            if draft.shown() != &order {
                draft.try_out(Some(order));
                self.check_draft();
            }
        }
    }

    /// Forgets what was only pointed at.
    pub fn stop_trying(&mut self) {
        if let Some(draft) = &mut self.draft
            && draft.is_trial()
        {
            draft.try_out(None);
            self.check_draft();
        }
    }

    /// Picks the pieces of the draft by hand.
    pub fn draft_pieces(&mut self, pieces: Vec<PieceId>) {
        if let Some(draft) = &mut self.draft {
            draft.pick_by_hand();
        }
        self.settle(|order| order.pieces = pieces);
    }

    /// The pieces that the draft could name.
    pub fn pieces_of_draft(&self) -> Vec<PieceId> {
        self.draft.as_ref().map(|draft| self.pieces_of(draft)).unwrap_or_default()
    }

    pub(super) fn pieces_of(&self, draft: &Draft) -> Vec<PieceId> {
        let ask = self.ask_for_human().filter(|ask| !ask.pieces.is_empty()).map(|ask| ask.pieces.clone());
        ask.or_else(|| Some(self.view().present(draft.order().unit?).collect())).unwrap_or_default()
    }

    /// Names all pieces that the draft could name, or none.
    pub fn draft_all(&mut self, all: bool) {
        let pieces = if all { self.pieces_of_draft() } else { Vec::new() };
        if let Some(draft) = &mut self.draft {
            draft.pick_by_hand();
        }
        self.settle(|order| {
            order.pieces = pieces;
            order.also.retain(|_| all);
        });
        self.choose_drafted();
    }

    /// Whether all pieces of the draft that may do so do the second part, too.
    pub fn all_hasten(&self) -> bool {
        let Some(draft) = &self.draft else { return false };
        !draft.order().also.is_empty() && self.who_may_hasten().iter().all(|piece| draft.order().also.contains(piece))
    }

    /// The pieces of the draft that may do the second part.
    fn who_may_hasten(&self) -> Vec<PieceId> {
        let Some(draft) = &self.draft else { return Vec::new() };
        let alone = |piece: &PieceId| Order { also: vec![*piece], ..draft.order().clone() };
        let may = |piece: &&PieceId| self.battle.check(&alone(piece)).is_ok();
        draft.order().pieces.iter().filter(may).copied().collect()
    }

    /// Has all pieces of the draft that may do so do the second part, too, or none.
    pub fn draft_haste(&mut self, all: bool) {
        let also = if all { self.who_may_hasten() } else { Vec::new() };
        self.settle(|order| order.also = also);
    }

    /// Chooses the pieces of the draft on the table.
    fn choose_drafted(&mut self) {
        if let Some(draft) = &self.draft {
            self.selection.pieces.clone_from(&draft.order().pieces);
        }
    }

    /// Names a piece by a list: it is taken into the draft or out of it if the draft could name it, else it is chosen.
    pub fn name_piece(&mut self, piece: PieceId) {
        let unit = self.shown().piece(piece).map(|piece| piece.unit);
        let drafted = self.draft.as_ref().is_some_and(|draft| {
            let order = draft.order();
            draft.takes(ArgumentKind::Pieces) && (order.unit == unit || order.pieces.contains(&piece))
        });
        if drafted {
            self.draft_toggle(piece, false);
        } else {
            self.select_pieces(&[piece], !self.selection.pieces.is_empty());
        }
    }

    /// Takes a piece into the draft or out of it; into its second part or out of that with `second`.
    pub fn draft_toggle(&mut self, piece: PieceId, second: bool) {
        if let Some(draft) = &mut self.draft {
            draft.pick_by_hand();
        }
        self.settle(|order| {
            let part = if second { &mut order.also } else { &mut order.pieces };
            match part.iter().position(|known| *known == piece) {
                Some(at) => {
                    part.remove(at);
                }
                None => {
                    part.push(piece);
                    part.sort_unstable();
                }
            }
            // A piece that does the second part does the first; one that does not do the first does not do the second.
            if second && order.also.contains(&piece) && !order.pieces.contains(&piece) {
                order.pieces.push(piece);
                order.pieces.sort_unstable();
            } else if !second && !order.pieces.contains(&piece) {
                order.also.retain(|known| *known != piece);
            }
        });
        self.choose_drafted();
    }

    /// Names the target; if the pieces were not picked by hand, all that can reach it act.
    pub fn draft_target(&mut self, target: PieceId) {
        let or_point = self.draft.as_ref().is_some_and(Draft::takes_point_or_target);
        self.settle(|order| name_target(order, target, or_point));
    }

    /// Names a point of the table in place of a target.
    pub fn draft_point(&mut self, point: Vec2) {
        self.settle(|order| name_point(order, point));
    }

    /// Points at a point of the table without settling it.
    pub fn try_point(&mut self, point: Vec2) {
        self.try_out(|order| name_point(order, point));
    }

    /// Points at a target without settling it.
    pub fn try_target(&mut self, target: PieceId) {
        let or_point = self.draft.as_ref().is_some_and(Draft::takes_point_or_target);
        self.try_out(|order| name_target(order, target, or_point));
    }

    /// Names the target unit.
    pub fn draft_target_unit(&mut self, unit: UnitId) {
        self.settle(|order| name_target_unit(order, unit));
    }

    /// Adds a leg to the path.
    pub fn draft_leg(&mut self, leg: Leg) {
        self.settle(|order| order.path.push(leg));
    }

    /// Names a formation: as the next step of an order that is a list of steps, in place of a formation named just
    /// before; else as the formation at its end.
    pub fn draft_formation(&mut self, formation: impl Into<SmolStr>) {
        let formation = formation.into();
        let stepwise = self.draft.as_ref().is_some_and(|draft| draft.takes(ArgumentKind::Steps));
        self.settle(|order| name_formation(order, formation, stepwise));
    }

    /// Has this commander give the order.
    pub fn draft_commander(&mut self, commander: UnitId) {
        self.settle(|order| order.unit = Some(commander));
    }

    /// Leaves a step of the way out.
    pub fn drop_step(&mut self, step: usize) {
        self.settle(|order| {
            if step < order.path.len() {
                order.path.remove(step);
            }
        });
    }

    /// Puts a step of the way before the one that precedes it.
    pub fn hasten_step(&mut self, step: usize) {
        self.settle(|order| {
            if (1..order.path.len()).contains(&step) {
                order.path.swap(step - 1, step);
            }
        });
    }

    /// Sets the choice.
    pub fn draft_choice(&mut self, choice: impl Into<SmolStr>) {
        let choice = choice.into();
        self.settle(|order| order.choice = Some(choice));
    }

    /// Sets the number.
    pub fn draft_number(&mut self, number: f32) {
        self.settle(|order| order.number = Some(number));
    }

    /// Takes the last step of the draft back, or puts the draft away if it had none.
    pub fn draft_back(&mut self) {
        if let Some(draft) = &mut self.draft {
            if draft.back() {
                self.check_draft();
            } else {
                self.draft = None;
            }
        }
    }
}
