//! The buttons of the verbs: which of them can answer now for the chosen pieces, and why the others cannot.

use super::{Draft, Session, VerbButton};
use grapeshot_floor::{
    forces::PieceId,
    orders::{ArgumentKind, Leg, Order, Refusal, Verb},
    turn::Ask,
};

/// Inches beside a piece at which a place is tried.
const BESIDE: f32 = 0.9;
/// Why nothing can be done that needs a target where none is seen.
const AIMLESS: &str = "nothing in sight can be its target";
/// The most orders that are tried of a verb.
const TRIED: usize = 60;

/// Whether a verb does nothing but go on, so that it has no button beside the one that goes on. A verb whose orders say
/// which pieces do something has both buttons.
pub fn only_goes_on(ask: &Ask, verb: &Verb) -> bool {
    ask.go_on.as_ref() == Some(&verb.id) && verb.needs.is_empty() && !verb.takes.contains(&ArgumentKind::Also)
}

/// Orders with each enemy named, those that name the nearest before all that name the next; orders that know of no enemy as
/// they are.
fn nearest_first(
    orders: Vec<Order>,
    foes: impl Fn(&Order) -> Vec<PieceId>,
    aimed: impl Fn(&Order, PieceId) -> Order,
) -> Vec<Order> {
    let with_foes: Vec<(Order, Vec<PieceId>)> = orders.into_iter().map(|order| (order.clone(), foes(&order))).collect();
    let most = with_foes.iter().map(|(_, foes)| foes.len()).max().unwrap_or(0);
    let aimless = with_foes.iter().filter(|(_, foes)| foes.is_empty()).map(|(order, _)| order.clone());
    let at_rank = |rank: usize| {
        let aimed = &aimed;
        with_foes.iter().filter_map(move |(order, foes)| foes.get(rank).map(|foe| aimed(order, *foe)))
    };
    (0..most).flat_map(at_rank).chain(aimless).collect()
}

impl Session {
    /// Finds for each verb that may answer a question whether it can for the chosen pieces.
    pub(super) fn light_buttons(&mut self, ask: &Ask) {
        let vocabulary = self.battle.vocabulary();
        let verbs = ask.verbs.iter().filter_map(|id| vocabulary.verb(id)).filter(|verb| !verb.gives_up);
        self.buttons = verbs.map(|verb| VerbButton { verb: verb.clone(), open: self.open_or_why(ask, verb) }).collect();
    }

    fn open_or_why(&self, ask: &Ask, verb: &Verb) -> Result<(), Refusal> {
        let bare = self.bare_order(ask, verb);
        // Where the player has still to choose the unit or the pieces, nothing speaks against a verb yet.
        let undecided = if ask.pick {
            !verb.takes.is_empty() || !Draft::new(verb.clone(), bare.clone()).is_whole()
        } else {
            ask.unit.is_none() && !verb.needs.is_empty()
        };
        let picked = &self.selection.pieces;
        let by_chosen = |order: &Order| {
            ask.pick
                || picked.is_empty()
                || order.pieces.is_empty()
                || order.pieces.iter().any(|one| picked.contains(one))
        };
        if undecided || self.candidates.iter().any(|order| order.verb == verb.id && by_chosen(order)) {
            return Ok(());
        }
        match self.body_for(ask, verb) {
            Some(body) => body.map(|_| ()),
            None => self.try_each_way(ask, verb, &bare),
        }
    }

    /// Tries a verb with the missing arguments of its order filled in: each piece that could be meant alone, a place
    /// beside it, the enemies, the nearest first. If all are refused, returns the refusal to the first of them.
    fn try_each_way(&self, ask: &Ask, verb: &Verb, bare: &Order) -> Result<(), Refusal> {
        let aims = [ArgumentKind::Target, ArgumentKind::TargetUnit].iter().any(|kind| verb.needs.contains(kind));
        let mut refused = None;
        for order in self.filled_in(ask, verb, bare).into_iter().take(TRIED) {
            let aimless = aims && order.target.is_none() && order.target_unit.is_none();
            match self.battle.check(&order) {
                Ok(_) => return Ok(()),
                Err(_) if aimless => refused = refused.or_else(|| Some(Refusal::new(verb.rule.clone(), AIMLESS))),
                Err(refusal) => refused = refused.or(Some(refusal)),
            }
        }
        refused.map_or(Ok(()), Err)
    }

    fn filled_in(&self, ask: &Ask, verb: &Verb, bare: &Order) -> Vec<Order> {
        let view = self.battle.view_of(ask.side);
        let needs = |kind: ArgumentKind| verb.needs.contains(&kind);
        let mut orders = vec![bare.clone()];
        if needs(ArgumentKind::Pieces) && bare.pieces.len() != 1 {
            let of_unit = || bare.unit.map(|unit| view.present(unit).collect()).unwrap_or_default();
            let men: Vec<PieceId> = if bare.pieces.is_empty() { of_unit() } else { bare.pieces.clone() };
            orders.extend(men.into_iter().map(|man| Order { pieces: vec![man], ..bare.clone() }));
            // A refusal to one man tells more than a refusal to all.
            orders.rotate_left(1);
        }
        let with = |orders: Vec<Order>, fill: &dyn Fn(Order) -> Vec<Order>| -> Vec<Order> {
            orders.into_iter().flat_map(fill).collect()
        };
        let doer = |order: &Order| order.pieces.first().copied().or_else(|| view.present(order.unit?).next());
        if needs(ArgumentKind::FreePath) || needs(ArgumentKind::Place) {
            orders = with(orders, &|order| {
                let Some(place) = doer(&order).map(|piece| view.place(piece)) else { return vec![order] };
                let beside = [(BESIDE, 0.0), (-BESIDE, 0.0), (0.0, BESIDE), (0.0, -BESIDE)];
                let points = beside.map(|(ahead, aside)| place.offset(ahead, aside));
                points.map(|at| Order { path: vec![Leg::To(at)], ..order.clone() }).to_vec()
            });
        }
        if needs(ArgumentKind::Heading) {
            orders = with(orders, &|order| {
                let heading = doer(&order).map(|piece| view.place(piece).facing.about());
                vec![Order { heading, ..order }]
            });
        }
        let foes = |order: &Order| -> Vec<PieceId> {
            let Some(from) = doer(order).map(|piece| view.place(piece).at) else { return Vec::new() };
            let known = view.piece_ids().filter(|piece| view.knows_piece(*piece) && view.in_play(*piece));
            let mut foes: Vec<PieceId> = known.filter(|piece| view.side_of(*piece) != ask.side).collect();
            let far = |piece: &PieceId| view.place(*piece).at.distance(from);
            foes.sort_by(|a, b| far(a).total_cmp(&far(b)));
            foes
        };
        if needs(ArgumentKind::Target) || needs(ArgumentKind::TargetUnit) {
            let aimed = |order: &Order, foe: PieceId| Order {
                target: needs(ArgumentKind::Target).then_some(foe),
                target_unit: needs(ArgumentKind::TargetUnit).then(|| view.unit_of(foe)),
                ..order.clone()
            };
            orders = nearest_first(orders, foes, aimed);
        }
        if Draft::new(verb.clone(), bare.clone()).takes_point_or_target() {
            orders = with(orders, &|order| {
                let Some(place) = doer(&order).map(|piece| view.place(piece)) else { return vec![order] };
                let at_foe = foes(&order).first().map(|foe| order.clone().target(*foe));
                let beside = Order { path: vec![Leg::To(place.offset(BESIDE, 0.0))], ..order };
                at_foe.into_iter().chain([beside]).collect()
            });
        }
        if needs(ArgumentKind::Choice) {
            let words: Vec<_> = ask.choices_of(&verb.id).map(|(word, _)| word.clone()).collect();
            orders = with(orders, &|order| words.iter().map(|word| order.clone().choice(word.clone())).collect());
        }
        if needs(ArgumentKind::Number) {
            let least = ask.numbers.map_or(1.0, |(least, _)| least);
            orders = with(orders, &|order| vec![Order { number: Some(least), ..order }]);
        }
        orders
    }
}
