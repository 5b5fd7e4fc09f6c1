//! The order in hand under the eyes of the rules: what they say of it, and what it could name as far as it is settled.

use smol_str::SmolStr;

use super::{
    Draft, Session,
    drafting::{name_formation, name_target, name_target_unit},
};
use grapeshot_floor::{
    forces::{PieceId, UnitId},
    orders::{ArgumentKind, Leg, Order, Plan, PlannedMove, Refusal},
    turn::{Ask, vocabulary::Formation},
};
use grapeshot_game::battle::Checked;

/// The most choices that are all offered; of more, only those that the rules allow now are.
const FEW_CHOICES: usize = 6;
/// The most answers that are tried with a formation.
const ANSWERS_TRIED: usize = 4;

impl Session {
    pub(super) fn check_draft(&mut self) {
        if let Some(able) = self.able_there()
            && let Some(draft) = &mut self.draft
        {
            draft.leave_to(able);
        }
        self.name_commander();
        let barred = self.draft.as_ref().is_some_and(|draft| self.offers_none_of(draft));
        let whole = self.draft.as_ref().filter(|draft| draft.is_whole());
        let result = whole.map(|draft| self.checked(draft.shown().clone()));
        if let Some(draft) = &mut self.draft {
            draft.barred = barred;
            draft.result = result;
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
            let targets = self.open_targets(draft);
            let target_units = self.open_target_units(draft);
            if let Some(draft) = &mut self.draft {
                draft.set_open_formations(open);
                draft.choices = choices;
                draft.implied = implied;
                draft.targets = targets;
                draft.target_units = target_units;
            }
        }
    }

    /// An order that the rules have checked, or why they refuse it, as it is told to the player.
    fn checked(&self, order: Order) -> Result<Checked, Refusal> {
        let view = self.view();
        let say = |text: &str| view.in_english(text);
        match self.battle.draft(order) {
            Ok(checked) => Ok(checked.told(say)),
            Err(refusal) => Err(Refusal::new(refusal.rule, say(&refusal.reason))),
        }
    }

    /// The pieces that could carry out the shown order, if it names what they do something to; no piece that was picked by
    /// hand is left out.
    fn able_there(&self) -> Option<Vec<PieceId>> {
        let by_pieces = |draft: &&Draft| draft.verb().needs.contains(&ArgumentKind::Pieces) && !draft.hand_picked();
        let draft = self.draft.as_ref().filter(by_pieces).filter(|draft| draft.aims() && draft.is_whole())?;
        Some(self.able_for(draft, draft.shown())).filter(|able| !able.is_empty())
    }

    /// The pieces that could carry out an order together: all that a draft could name or, if these may not, as many as may.
    pub(super) fn able_for(&self, draft: &Draft, order: &Order) -> Vec<PieceId> {
        let could = |pieces: &[PieceId]| self.battle.check(&Order { pieces: pieces.to_vec(), ..order.clone() }).is_ok();
        let all = self.pieces_of(draft);
        if could(&all) {
            return all;
        }
        let mut able = Vec::new();
        for piece in all {
            able.push(piece);
            if !could(&able) {
                able.pop();
            }
        }
        able
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
        let alike = self.answers_like(draft).filter(|order| order.pieces.contains(first)).take(ANSWERS_TRIED);
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
        let bases = self.bases(draft, ArgumentKind::Formation);
        let stepwise = draft.takes(ArgumentKind::Steps);
        let fits = |formation: &&Formation| {
            self.allows_any(&bases, |order| name_formation(order, formation.id.clone(), stepwise))
        };
        self.battle.vocabulary().formations.iter().filter(fits).map(|formation| formation.id.clone()).collect()
    }

    /// The pieces that the rules allow as targets of a draft, be it of one of its pieces alone if these were not picked by hand.
    fn open_targets(&self, draft: &Draft) -> Vec<PieceId> {
        if !draft.takes(ArgumentKind::Target) {
            return Vec::new();
        }
        let view = self.view();
        let mut bases = self.bases(draft, ArgumentKind::Target);
        if draft.verb().needs.contains(&ArgumentKind::Pieces) && !draft.hand_picked() {
            bases.extend(self.pieces_of(draft).into_iter().map(|piece| draft.order().clone().pieces([piece])));
        }
        let or_point = draft.takes_point_or_target();
        let may = |target: &PieceId| self.allows_any(&bases, |order| name_target(order, *target, or_point));
        view.piece_ids().filter(|piece| view.knows_piece(*piece) && view.in_play(*piece)).filter(may).collect()
    }

    /// The units that the rules allow as targets of a draft.
    fn open_target_units(&self, draft: &Draft) -> Vec<UnitId> {
        if !draft.takes(ArgumentKind::TargetUnit) {
            return Vec::new();
        }
        let view = self.view();
        let bases = self.bases(draft, ArgumentKind::TargetUnit);
        let may = |unit: &UnitId| self.allows_any(&bases, |order| name_target_unit(order, *unit));
        let known = view.units().filter(|unit| view.knows_unit(*unit) && view.present(*unit).next().is_some());
        known.filter(may).collect()
    }

    /// Whether the rules allow one of several orders once something more is named in it.
    fn allows_any(&self, orders: &[Order], name: impl Fn(&mut Order)) -> bool {
        orders.iter().any(|order| {
            let mut order = order.clone();
            name(&mut order);
            self.battle.check(&order).is_ok()
        })
    }

    /// The settled order, if it lacks nothing but an argument of this kind; else candidates of the rules, which supply the
    /// rest.
    fn bases(&self, draft: &Draft, kind: ArgumentKind) -> Vec<Order> {
        match draft.lacks_nothing_but(kind) {
            true => vec![draft.order().clone()],
            false => self.answers_like(draft).take(ANSWERS_TRIED).cloned().collect(),
        }
    }

    /// The candidates of the rules with the verb and the unit of a draft. If the player picks the pieces, only the candidates
    /// with a piece that he has picked, so that he is not told beforehand what each could do.
    fn answers_like<'s>(&'s self, draft: &'s Draft) -> impl Iterator<Item = &'s Order> {
        let picks = self.ask_for_human().is_some_and(|ask| ask.pick);
        let picked = &draft.order().pieces;
        let his = move |order: &Order| match picks {
            true => picked.iter().any(|piece| order.pieces.contains(piece)),
            false => draft.order().unit.is_none_or(|unit| order.unit == Some(unit)),
        };
        self.candidates.iter().filter(move |order| order.verb == draft.verb().id && his(order))
    }
}
