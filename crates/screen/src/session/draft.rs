use smol_str::SmolStr;

use grapeshot_floor::{
    forces::{PieceId, UnitId},
    orders::{ArgumentKind, Leg, Order, Plan, PlannedMove, Refusal, Verb},
    turn::Ask,
};
use grapeshot_game::battle::Checked;

/// An order that a player is putting together, with what the rules say of it so far.
///
/// What is settled is the order; what lies under the pointer but was not clicked yet is the trial. The rules
/// check the trial if there is one, so that the player always sees what a click would do.
#[derive(Debug, Clone)]
pub struct Draft {
    verb: Verb,
    order: Order,
    trial: Option<Order>,
    before: Vec<Order>,
    pub(super) result: Option<Result<Checked, Refusal>>,
    hand_picked: bool,
    /// The formations that could be named at some time since the draft was begun, each with whether it can be now.
    formations: Vec<(SmolStr, bool)>,
    /// The pieces for which those formations were found.
    formed: Vec<PieceId>,
    pub(super) choices: Option<Vec<SmolStr>>,
    /// The choice that is taken if none is named.
    pub(super) implied: Option<SmolStr>,
    pub(super) commanders: Vec<UnitId>,
    /// The pieces and the units that the settled order could name as its target.
    pub(super) targets: Vec<PieceId>,
    pub(super) target_units: Vec<UnitId>,
    /// Whether the question offers none of the pieces that the shown order names.
    pub(super) barred: bool,
    /// Where the pieces stand before and after each change of formation on the way.
    pub(super) stages: Vec<PlannedMove>,
    /// Where the pieces would come if chance cut the shown order short, each with the chance, 0 to 1, to come that far.
    pub(super) parts: Vec<(PlannedMove, f32)>,
}

impl Draft {
    pub fn new(verb: Verb, order: Order) -> Self {
        Self {
            verb,
            order,
            trial: None,
            before: Vec::new(),
            result: None,
            hand_picked: false,
            formations: Vec::new(),
            formed: Vec::new(),
            choices: None,
            implied: None,
            commanders: Vec::new(),
            targets: Vec::new(),
            target_units: Vec::new(),
            barred: false,
            stages: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// The verb that was chosen.
    pub fn verb(&self) -> &Verb {
        &self.verb
    }

    /// The order as far as it is settled.
    pub fn order(&self) -> &Order {
        &self.order
    }

    /// The order with what lies under the pointer added.
    pub fn shown(&self) -> &Order {
        self.trial.as_ref().unwrap_or(&self.order)
    }

    /// Whether the shown order holds something that is only pointed at.
    pub fn is_trial(&self) -> bool {
        self.trial.is_some()
    }

    /// What the rules say of [`Draft::shown`]; nothing while an argument it needs is missing.
    pub fn result(&self) -> Option<Result<&Plan, &Refusal>> {
        self.result.as_ref().map(|result| result.as_ref().map(Checked::plan))
    }

    /// The shown order as it was checked, if the rules allow it.
    pub(super) fn checked(&self) -> Option<&Checked> {
        self.result.as_ref()?.as_ref().ok()
    }

    /// What the shown order would do, if the rules allow it.
    pub fn plan(&self) -> Option<&Plan> {
        self.checked().map(Checked::plan)
    }

    /// Why the shown order is not allowed, if the rules forbid it. An order is not refused while none of the arguments
    /// that its verb can take was named, its commander apart, who is there from the beginning. Pieces that may not act
    /// are refused at once.
    pub fn refusal(&self) -> Option<&Refusal> {
        let (needs, takes) = (self.verb.needs, self.verb.takes);
        let mut others = takes.iter().filter(|kind| **kind != ArgumentKind::Commander).peekable();
        let unsaid = needs.iter().all(|kind| *kind == ArgumentKind::Pieces)
            && others.peek().is_some()
            && !others.any(|kind| has(self.shown(), *kind));
        self.result.as_ref()?.as_ref().err().filter(|_| self.barred || !unsaid)
    }

    /// The formations that the order could name at some time since it was begun, by id, each with whether it could now,
    /// so that each button keeps its place while the way is drawn.
    pub fn formations(&self) -> &[(SmolStr, bool)] {
        &self.formations
    }

    /// Takes note of the formations that are open now, in the order of the vocabulary.
    pub(super) fn set_open_formations(&mut self, open: Vec<SmolStr>) {
        if self.formed != self.order.pieces {
            self.formed.clone_from(&self.order.pieces);
            self.formations.clear();
        }
        self.formations.iter_mut().for_each(|(word, is_open)| *is_open = open.contains(word));
        for word in open {
            if self.formations.iter().all(|(known, _)| *known != word) {
                self.formations.push((word, true));
            }
        }
    }

    /// Whether the settled order takes a formation: the last that is named.
    pub fn takes_up(&self, formation: &SmolStr) -> bool {
        let formed = self.order.path.iter().rev().find_map(|leg| match leg {
            Leg::Form(word) => Some(word),
            _ => None,
        });
        self.order.formation.as_ref().or(formed) == Some(formation)
    }

    /// The commanders that may give the settled order, the nearest above the ordered units first.
    pub fn commanders(&self) -> &[UnitId] {
        &self.commanders
    }

    /// The pieces that the rules allow as targets of the settled order; if its pieces were not picked by hand, of any of the
    /// pieces that it could name.
    pub fn targets(&self) -> &[PieceId] {
        &self.targets
    }

    /// The units that the rules allow as targets of the settled order.
    pub fn target_units(&self) -> &[UnitId] {
        &self.target_units
    }

    /// Where the pieces stand before and after each change of formation on the way, without its end.
    pub fn stages(&self) -> &[PlannedMove] {
        &self.stages
    }

    /// Where the pieces would come if chance cut the shown order short, each with the chance, 0 to 1, to come that far.
    pub fn parts(&self) -> &[(PlannedMove, f32)] {
        &self.parts
    }

    /// Whether the settled order could name a choice. This is known only for long lists of choices that may be left
    /// out; all other choices count as open.
    pub fn is_open(&self, choice: &str) -> bool {
        self.choices.as_ref().is_none_or(|open| open.iter().any(|word| word == choice))
    }

    /// Whether the settled order has a choice, be it named, or taken because none is named.
    pub fn chooses(&self, choice: &SmolStr) -> bool {
        self.order.choice.as_ref().or(self.implied.as_ref()) == Some(choice)
    }

    /// Whether pieces were picked by hand, so that they are left as they are.
    pub fn hand_picked(&self) -> bool {
        self.hand_picked
    }

    /// The next argument that the settled order needs and does not have.
    pub fn waits_for(&self) -> Option<ArgumentKind> {
        self.verb.needs.iter().copied().find(|kind| !has(&self.order, *kind))
    }

    /// Whether the verb needs or takes an argument of this kind.
    pub fn takes(&self, kind: ArgumentKind) -> bool {
        self.verb.needs.contains(&kind) || self.verb.takes.contains(&kind)
    }

    /// Whether a point of the table may be named in place of a target: the verb takes both, needs neither, and asks for
    /// no way.
    pub fn takes_point_or_target(&self) -> bool {
        let (needs, takes) = (self.verb.needs, self.verb.takes);
        let either = [ArgumentKind::FreePath, ArgumentKind::Target];
        either.iter().all(|kind| takes.contains(kind) && !needs.contains(kind)) && !self.takes(ArgumentKind::Heading)
    }

    /// Whether the shown order names what its pieces do something to: a target, or a place of the table where the verb asks
    /// for that and for pieces and takes nothing else.
    pub(super) fn aims(&self) -> bool {
        let at_place = self.verb.needs == [ArgumentKind::Pieces, ArgumentKind::FreePath] && self.verb.takes.is_empty();
        at_place || self.shown().target.is_some()
    }

    /// Whether the settled order has all that its verb needs but an argument of this kind.
    pub(super) fn lacks_nothing_but(&self, kind: ArgumentKind) -> bool {
        self.verb.needs.iter().all(|need| *need == kind || has(&self.order, *need))
    }

    /// What the player has to do next, in a sentence.
    pub fn prompt(&self) -> String {
        self.prompt_for(self.waits_for()).to_owned()
    }

    /// What the player has to do to name an argument of a kind.
    pub(super) fn prompt_for(&self, kind: Option<ArgumentKind>) -> &str {
        match kind {
            Some(ArgumentKind::Commander) => "Choose who gives the order.",
            Some(ArgumentKind::Pieces) => "Choose on the table who does it.",
            Some(ArgumentKind::Also) => "Choose the men for the second part.",
            Some(ArgumentKind::Target) if self.targets.is_empty() && self.lacks_nothing_but(ArgumentKind::Target) => {
                "Nobody can be the target now. Point at one to be told why."
            }
            Some(ArgumentKind::Target) => "Point at a target.",
            Some(ArgumentKind::TargetUnit) => "Point at a unit.",
            Some(ArgumentKind::FreePath) if !self.takes(ArgumentKind::Heading) => "Point at the place on the table.",
            Some(ArgumentKind::FreePath) => "Point at the way to go; drag to face.",
            Some(ArgumentKind::Place) => "Drag a unit where it shall stand; its handle turns it.",
            Some(ArgumentKind::BodyPath | ArgumentKind::Steps) => {
                "Drag the body forward or aside, or an end man to wheel."
            }
            Some(ArgumentKind::Heading) => "Drag to the new facing.",
            Some(ArgumentKind::Formation) => "Choose a formation.",
            Some(ArgumentKind::Bend) => "Drag an end of the line back, or choose one.",
            Some(ArgumentKind::Choice) => "Choose one.",
            Some(ArgumentKind::Number) => "Choose a number.",
            None if self.takes_point_or_target() => "Point at a target, or at a point of the table.",
            None => self.verb.hint,
        }
    }

    pub(super) fn settle(&mut self, order: Order) {
        let former = std::mem::replace(&mut self.order, order);
        self.before.push(former);
        self.trial = None;
    }

    /// Has these pieces carry out the shown order.
    pub(super) fn leave_to(&mut self, pieces: Vec<PieceId>) {
        self.trial.as_mut().unwrap_or(&mut self.order).pieces = pieces;
    }

    /// Has this commander give the settled order.
    pub(super) fn give_by(&mut self, commander: UnitId) {
        self.order.unit = Some(commander);
        if let Some(trial) = &mut self.trial {
            trial.unit = Some(commander);
        }
    }

    pub(super) fn try_out(&mut self, order: Option<Order>) {
        self.trial = order;
    }

    pub(super) fn pick_by_hand(&mut self) {
        self.hand_picked = true;
    }

    /// Takes the last settled step back; false if there is none.
    pub(super) fn back(&mut self) -> bool {
        self.trial = None;
        match self.before.pop() {
            Some(order) => {
                self.order = order;
                true
            }
            None => false,
        }
    }

    /// Whether the shown order has all its verb needs.
    pub(super) fn is_whole(&self) -> bool {
        self.verb.needs.iter().all(|kind| has(self.shown(), *kind))
    }
}

/// Whether an order carries an argument of this kind.
fn has(order: &Order, kind: ArgumentKind) -> bool {
    match kind {
        ArgumentKind::Commander => order.unit.is_some(),
        ArgumentKind::Pieces => !order.pieces.is_empty(),
        ArgumentKind::Also => !order.also.is_empty(),
        ArgumentKind::Target => order.target.is_some(),
        ArgumentKind::TargetUnit => order.target_unit.is_some(),
        ArgumentKind::FreePath | ArgumentKind::Place | ArgumentKind::BodyPath | ArgumentKind::Steps => {
            !order.path.is_empty()
        }
        ArgumentKind::Heading => order.heading.is_some(),
        ArgumentKind::Formation => order.formation.is_some(),
        ArgumentKind::Bend | ArgumentKind::Choice => order.choice.is_some(),
        ArgumentKind::Number => order.number.is_some(),
    }
}

/// A new order of a verb with every argument but its target on which all its candidates agree, so that the player is not asked
/// for what has only one answer.
pub(super) fn first_draft(mut order: Order, verb: &Verb, ask: &Ask, candidates: &[Order]) -> Order {
    let own: Vec<&Order> = candidates.iter().filter(|candidate| candidate.verb == verb.id).collect();
    let takes = |kind| verb.needs.contains(&kind);
    // What the player picks first decides the rest.
    if let (Some(first), false) = (own.first(), ask.pick) {
        if order.unit.is_none() {
            order.unit = agreed(&own, |o| o.unit);
        }
        if takes(ArgumentKind::Formation) {
            order.formation = agreed(&own, |o| o.formation.clone());
        }
        if takes(ArgumentKind::Choice) {
            order.choice = agreed(&own, |o| o.choice.clone());
        }
        if takes(ArgumentKind::Number) {
            order.number = agreed(&own, |o| o.number);
        }
        if takes(ArgumentKind::Also) && own.iter().all(|o| o.also == first.also) {
            order.also.clone_from(&first.also);
        }
    }
    // A number that must be named begins at the highest that is allowed.
    if takes(ArgumentKind::Number) && order.number.is_none() {
        order.number = ask.numbers.map(|(_, most)| most);
    }
    if takes(ArgumentKind::Choice)
        && order.choice.is_none()
        && let [(only, _)] = ask.choices_of(&verb.id).collect::<Vec<_>>()[..]
    {
        order.choice = Some(only.clone());
    }
    order
}

fn agreed<T: PartialEq>(orders: &[&Order], part: impl Fn(&Order) -> Option<T>) -> Option<T> {
    let first = part(orders.first()?)?;
    orders.iter().all(|order| part(order).as_ref() == Some(&first)).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grapeshot_floor::{events::RuleId, forces::SideId, orders::VerbId};

    #[test]
    fn an_order_is_not_refused_before_anything_but_its_commander_is_named() {
        let (needs, takes) = (&[ArgumentKind::Pieces], &[ArgumentKind::Commander, ArgumentKind::BodyPath]);
        let verb = Verb::new(VerbId::new("march"), "March", "", 'M', "X-1.1").needs(needs).takes(takes);
        let mut order = Order::new(SideId(0), &verb.id).pieces([PieceId(0)]);
        order.unit = Some(UnitId(1));
        let mut draft = Draft::new(verb.clone(), order.clone());
        draft.result = Some(Err(Refusal::new(RuleId::new("X-1.1"), "say where it goes")));
        assert_eq!(draft.refusal(), None, "nothing was said yet");
        draft.barred = true;
        assert!(draft.refusal().is_some(), "its pieces may not act wherever they go");
        order.path = vec![Leg::March { inches: 90.0, aside: 0.0 }];
        let mut draft = Draft::new(verb, order);
        draft.result = Some(Err(Refusal::new(RuleId::new("X-1.1"), "it is too far")));
        assert!(draft.refusal().is_some());
    }

    #[test]
    fn an_order_that_no_target_is_allowed_for_says_so() {
        let verb = Verb::new(VerbId::new("charge"), "Charge", "", 'C', "X-1.1").needs(&[ArgumentKind::Target]);
        let mut draft = Draft::new(verb.clone(), Order::new(SideId(0), &verb.id));
        assert!(draft.prompt().starts_with("Nobody can be the target"), "{}", draft.prompt());
        draft.targets = vec![PieceId(3)];
        assert_eq!(draft.prompt(), "Point at a target.");
    }

    #[test]
    fn a_number_that_must_be_named_is_there_from_the_beginning() {
        let verb = Verb::new(VerbId::new("steady"), "Steady", "", 'S', "X-1.1").needs(&[ArgumentKind::Number]);
        let ask = Ask::new("steady", SideId(0), "X-1.1", "How many?", [verb.id.clone()]).numbers(0.0, 2.0);
        let order = first_draft(Order::new(SideId(0), &verb.id), &verb, &ask, &[]);
        assert_eq!(order.number, Some(2.0));
        assert!(Draft::new(verb, order).is_whole(), "it can be given at once");
    }
}
