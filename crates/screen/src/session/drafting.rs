//! Putting an order together.

use bevy::math::Vec2;
use smol_str::SmolStr;

use super::{Draft, Session, draft};
use grapeshot_floor::{
    forces::{PieceId, UnitId},
    orders::{ArgumentKind, Leg, Order, Plan, PlannedMove, Verb, VerbId},
    turn::{Ask, vocabulary::Formation},
};

/// Names a point in place of the target, and drops the storey that was named with the target.
fn name_point(order: &mut Order, point: Vec2) {
    (order.target, order.number) = (None, None);
    order.path = vec![Leg::To(point)];
}

/// Names a formation as the next step of a way, or as the one at the end of an order.
fn name_formation(order: &mut Order, formation: SmolStr, stepwise: bool) {
    if !stepwise {
        order.formation = Some(formation);
        return;
    }
    if let Some(Leg::Form(_)) = order.path.last() {
        order.path.pop();
    }
    order.path.push(Leg::Form(formation));
}

/// The most choices that are all offered; of more, only those that the rules allow now are.
const FEW_CHOICES: usize = 6;
/// The most answers that are tried with a formation.
const ANSWERS_TRIED: usize = 4;

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
            let allowed =
                self.candidates.iter().find(|candidate| candidate.verb == verb.id && candidate.unit == order.unit);
            order.pieces = allowed.map_or(order.pieces, |allowed| allowed.pieces.clone());
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
        let ask = self.ask_for_human().filter(|ask| !ask.pieces.is_empty()).map(|ask| ask.pieces.clone());
        let of_unit = || self.draft.as_ref().and_then(|draft| draft.order().unit);
        ask.or_else(|| Some(self.view().present(of_unit()?).collect())).unwrap_or_default()
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
        let name = self.naming(target);
        self.settle(name);
    }

    fn naming(&self, target: PieceId) -> impl FnOnce(&mut Order) + use<> {
        let pieces = self.pieces_for(|order| order.target == Some(target));
        let no_point = self.draft.as_ref().is_some_and(Draft::takes_point_or_target);
        move |order: &mut Order| {
            order.target = Some(target);
            if no_point {
                order.path.clear();
            }
            if let Some(pieces) = pieces {
                order.pieces = pieces;
            }
        }
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
        let name = self.naming(target);
        self.try_out(name);
    }

    pub(super) fn pieces_for(&self, fits: impl Fn(&Order) -> bool) -> Option<Vec<PieceId>> {
        let draft = self.draft.as_ref()?;
        if draft.hand_picked() {
            return None;
        }
        self.candidates
            .iter()
            .filter(|order| order.verb == draft.verb().id && order.unit == draft.order().unit && fits(order))
            .map(|order| order.pieces.clone())
            .max_by_key(Vec::len)
            .filter(|pieces| !pieces.is_empty())
    }

    /// Names the target unit.
    pub fn draft_target_unit(&mut self, unit: UnitId) {
        self.settle(|order| {
            order.target_unit = Some(unit);
            order.path.clear();
        });
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

    /// The pieces that could act at the place that the draft names; no piece that was picked by hand is left out.
    fn able_there(&self) -> Option<Vec<PieceId>> {
        let draft = self.draft.as_ref().filter(|draft| draft.names_a_place() && !draft.hand_picked())?;
        let could = |piece: &PieceId| {
            let alone = Order { pieces: vec![*piece], ..draft.shown().clone() };
            self.battle.check(&alone).is_ok()
        };
        let able: Vec<PieceId> = self.pieces_of_draft().into_iter().filter(could).collect();
        (!able.is_empty() && draft.is_whole()).then_some(able)
    }

    pub(super) fn check_draft(&mut self) {
        if let Some(able) = self.able_there()
            && let Some(draft) = &mut self.draft
        {
            draft.leave_to(able);
        }
        self.name_commander();
        let barred = self.draft.as_ref().is_some_and(|draft| self.offers_none_of(draft));
        if let Some(draft) = &mut self.draft {
            draft.barred = barred;
            draft.result = draft.is_whole().then(|| self.battle.draft(draft.shown().clone()));
        }
        self.forget_prompt();
        let stages = self.draft.as_ref().map_or_else(Vec::new, |draft| self.stages_of(draft));
        if let Some(draft) = &mut self.draft {
            draft.stages = stages;
        }
        let parts = self.draft.as_ref().filter(|draft| draft.plan().is_some()).map_or_else(Vec::new, |draft| {
            let order = draft.shown();
            self.battle.rules().parts_of_way(&self.battle.view_of(order.side), order)
        });
        if let Some(draft) = &mut self.draft {
            draft.parts = parts;
        }
        if let Some(draft) = self.draft.as_ref().filter(|draft| !draft.is_trial()) {
            let open = self.open_formations(draft);
            let choices = self.open_choices(draft);
            let implied = self.implied_choice(draft);
            if let Some(draft) = &mut self.draft {
                draft.set_open_formations(open);
                draft.choices = choices;
                draft.implied = implied;
            }
        }
    }

    /// Whether pieces are to be picked, and the shown order of a draft names none that the question offers.
    fn offers_none_of(&self, draft: &Draft) -> bool {
        let pieces = &draft.shown().pieces;
        let offers = |ask: &Ask| pieces.iter().any(|piece| ask.pieces.contains(piece));
        !pieces.is_empty() && self.ask_for_human().is_some_and(|ask| ask.pick && !offers(ask))
    }

    /// Takes the notice away that told the player to name something that is named now.
    fn forget_prompt(&mut self) {
        let told = self.notice();
        let was_told =
            |draft: &&Draft| draft.verb().needs.iter().any(|kind| told == Some(draft.prompt_for(Some(*kind))));
        if self.draft.as_ref().filter(was_told).is_some_and(Draft::is_whole) {
            self.clear_notice();
        }
    }

    /// Has the nearest commander that may give the settled order give it, unless the player has named one.
    fn name_commander(&mut self) {
        let Some(draft) = self.draft.as_ref().filter(|draft| !draft.is_trial()) else { return };
        let commanders = self.open_commanders(draft);
        let named = draft.order().unit;
        if let Some(draft) = &mut self.draft {
            match commanders.first() {
                Some(nearest) if !named.is_some_and(|named| commanders.contains(&named)) => draft.give_by(*nearest),
                _ => {}
            }
            draft.commanders = commanders;
        }
    }

    /// The commanders above the first unit of a draft that could give it, as far as it is settled.
    fn open_commanders(&self, draft: &Draft) -> Vec<UnitId> {
        let Some(first) = draft.order().pieces.first().filter(|_| draft.takes(ArgumentKind::Commander)) else {
            return Vec::new();
        };
        let view = self.view();
        let alike = self.candidates.iter().filter(|order| order.verb == draft.order().verb);
        let alike = alike.filter(|order| order.pieces.contains(first)).take(ANSWERS_TRIED);
        let bases: Vec<&Order> = std::iter::once(draft.order()).chain(alike).collect();
        let may =
            |commander: &UnitId| bases.iter().any(|base| self.battle.check(&(*base).clone().unit(*commander)).is_ok());
        let above = |unit: &UnitId| view.unit(*unit).superior;
        std::iter::successors(above(&view.unit_of(*first)), above).filter(may).collect()
    }

    /// Where the pieces of a draft stand before and after each change of formation on the way.
    fn stages_of(&self, draft: &Draft) -> Vec<PlannedMove> {
        let path = &draft.shown().path;
        if !draft.takes(ArgumentKind::Steps) || draft.shown().target.is_some() {
            return Vec::new();
        }
        let forms = |leg: Option<&Leg>| matches!(leg, Some(Leg::Form(_)));
        let steps = (1..path.len()).filter(|step| forms(path.get(*step)) || forms(path.get(step - 1)));
        let so_far = |step: usize| Order {
            path: path[..step].to_vec(),
            heading: None,
            formation: None,
            ..draft.shown().clone()
        };
        steps.filter_map(|step| self.battle.check(&so_far(step)).ok()).flat_map(|plan| plan.moves).collect()
    }

    /// The choices that an order could name as far as it is settled, where it may name one out of many.
    fn open_choices(&self, draft: &Draft) -> Option<Vec<SmolStr>> {
        let ask = self.ask_for_human()?;
        let all: Vec<&SmolStr> = ask.choices_of(&draft.verb().id).map(|(word, _)| word).collect();
        if all.len() <= FEW_CHOICES || !draft.verb().takes.contains(&ArgumentKind::Choice) {
            return None;
        }
        let fits = |word: &&SmolStr| {
            let order = draft.order().clone().choice((*word).clone());
            draft.order().choice.as_ref() == Some(*word) || self.battle.check(&order).is_ok()
        };
        Some(all.into_iter().filter(fits).cloned().collect())
    }

    /// The choice that the settled order takes if it names none of a few: the only one with which the order does the
    /// same.
    fn implied_choice(&self, draft: &Draft) -> Option<SmolStr> {
        let ask = self.ask_for_human()?;
        let plan = draft.plan().filter(|_| draft.order().choice.is_none())?;
        let does = |plan: &Plan| (plan.summary.clone(), plan.moves.clone(), plan.odds.clone(), plan.warnings.clone());
        let (own, done) = (ask.choices_of(&draft.verb().id), does(plan));
        let all: Vec<&SmolStr> = own.map(|(word, _)| word).collect();
        if all.len() > FEW_CHOICES || !draft.verb().takes.contains(&ArgumentKind::Choice) {
            return None;
        }
        let same = |word: &&&SmolStr| {
            let order = draft.order().clone().choice((**word).clone());
            self.battle.check(&order).is_ok_and(|plan| does(&plan) == done)
        };
        let mut alike = all.iter().filter(same);
        let first = alike.next()?;
        alike.next().is_none().then(|| (*first).clone())
    }

    /// The formations that an order could name as far as it is settled; if it is not complete, candidates of the rules
    /// supply the rest.
    fn open_formations(&self, draft: &Draft) -> Vec<SmolStr> {
        if !draft.takes(ArgumentKind::Formation) {
            return Vec::new();
        }
        let settled = draft.order();
        let whole = draft.waits_for().is_none_or(|kind| kind == ArgumentKind::Formation);
        let alike = self.candidates.iter().filter(|order| order.verb == settled.verb && order.unit == settled.unit);
        let bases: Vec<&Order> = if whole { vec![settled] } else { alike.take(ANSWERS_TRIED).collect() };
        let stepwise = draft.takes(ArgumentKind::Steps);
        let fits = |formation: &&Formation| {
            bases.iter().any(|base| {
                let mut order = (*base).clone();
                name_formation(&mut order, formation.id.clone(), stepwise);
                self.battle.check(&order).is_ok()
            })
        };
        self.battle.vocabulary().formations.iter().filter(fits).map(|formation| formation.id.clone()).collect()
    }

    /// The pieces that the rules accept as targets of the draft's verb.
    pub fn possible_targets(&self) -> Vec<PieceId> {
        let Some(draft) = &self.draft else { return Vec::new() };
        let mut targets: Vec<PieceId> = self.answers_like(draft).filter_map(|order| order.target).collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    /// The candidates of the rules with the verb of a draft. If the player picks the pieces, only the candidates with a
    /// piece that he has picked, so that he is not told beforehand what each could do.
    pub(super) fn answers_like<'s>(&'s self, draft: &'s Draft) -> impl Iterator<Item = &'s Order> {
        let picks = self.ask_for_human().is_some_and(|ask| ask.pick);
        let picked = &draft.order().pieces;
        let his = move |order: &Order| !picks || picked.iter().any(|piece| order.pieces.contains(piece));
        self.candidates.iter().filter(move |order| order.verb == draft.verb().id && his(order))
    }
}
