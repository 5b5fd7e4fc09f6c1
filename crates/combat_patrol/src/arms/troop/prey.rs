//! The lure of easy prey (`EasyPrey`): which units must go at a vulnerable enemy, and how they go.

use super::super::declaration::declare;
use crate::{
    book::cites::Topic,
    morale,
    movement::{
        allowance::{Others, Wish},
        setting_out,
    },
    orders::verbs,
    state::{
        activity,
        sequence_of_play::{Activation, SequenceOfPlay, Stage},
        ways::{Route, Spot},
    },
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    events::RuleId,
    forces::{PieceId, UnitId},
    orders::Order,
    procedure::{Found, plainly},
    shared::refuse,
    table::footprint::Outline,
    turn::BattleMut,
};

/// By how much a hunter shortens his way at a time until he may stand at its end, in inches of his movement.
const SHORTER: f32 = 0.25;

/// Enemies are equally near whose distances differ by no more than this, in inches.
const EQUALLY_NEAR: f32 = 0.001;

impl SkirmishView<'_> {
    /// `EasyPrey`: the enemies that a unit must go at, with the rule: the nearest in the open that are vulnerable and
    /// near enough, several only if they are equally near.
    pub fn easy_prey(&self, unit: UnitId) -> Option<(Vec<UnitId>, RuleId)> {
        let lure = self.troop(unit)?.easy_prey.as_ref()?;
        let own: Vec<PieceId> = self.men(unit).collect();
        let side = self.view.side_of_unit(unit);
        let near = |enemy: UnitId| {
            let gaps = self.men(enemy).flat_map(|foe| own.iter().map(move |man| self.view.gap(*man, foe)));
            gaps.min_by(f32::total_cmp).filter(|gap| *gap <= lure.within)
        };
        let enemies = self.view.units().filter(|enemy| self.view.is_enemy_unit(*enemy, side));
        let prey = enemies.filter_map(|enemy| Some((near(enemy)?, enemy)));
        let prey: Vec<(f32, UnitId)> =
            prey.filter(|(_, enemy)| self.is_vulnerable(*enemy, own.len()) && self.is_in_the_open(*enemy)).collect();
        let nearest = prey.iter().map(|(gap, _)| *gap).min_by(f32::total_cmp)?;
        let nearest = prey.into_iter().filter(|(gap, _)| *gap <= nearest + EQUALLY_NEAR).map(|(_, enemy)| enemy);
        Some((nearest.collect(), lure.rule.clone()))
    }

    /// `EasyPrey`: whether a unit is vulnerable: fewer than half as many as the hunters, or more than half of them
    /// stunned or wounded.
    fn is_vulnerable(&self, unit: UnitId, hunters: usize) -> bool {
        let [few, hurt] = self.settings().troops.vulnerable;
        let men = self.men(unit).count() as f32;
        let harmed = self.men(unit).filter(|man| self.stunned(*man) || self.wounded(*man)).count() as f32;
        men < few * hunters as f32 || harmed > hurt * men
    }

    /// `EasyPrey`: whether a unit is in the open: not in cover by CP-11.6.
    fn is_in_the_open(&self, unit: UnitId) -> bool {
        let seen = SkirmishView::of(self.view.seen_by(self.view.side_of_unit(unit)));
        !morale::in_cover(&seen, unit)
    }

    /// The figures of a unit that can go at its prey.
    pub fn hunters(&self, activation: &Activation) -> Vec<PieceId> {
        let parts = activation.figures.iter().copied();
        parts.filter(|piece| self.is_man(*piece) && self.may_declare(activation, *piece).is_ok()).collect()
    }

    /// `EasyPrey`: the owner names one of the enemies that are equally near.
    ///
    /// # Errors
    /// If his unit is lured by another.
    pub fn check_hunt(&self, order: &Order, activation: &Activation) -> Found<(UnitId, RuleId)> {
        let lured = self.easy_prey(activation.unit).zip(order.target_unit);
        let Some(((_, rule), unit)) = lured.filter(|((prey, _), unit)| prey.contains(unit)) else {
            return refuse(self.cites(Topic::EasyPrey), "Name one of the enemies who are equally near");
        };
        plainly(format!("{} goes at {}", self.unit_name(activation.unit), self.unit_name(unit)), (unit, rule))
    }

    /// How a figure goes at its prey: into contact with the nearest it can reach, else as near as its move allows. It
    /// must be allowed to stand where it ends.
    fn way_to_prey(
        &self,
        piece: PieceId,
        prey: UnitId,
        inches: f32,
        others: Others,
        may_stand: impl Fn(&Route) -> bool,
    ) -> Option<Route> {
        let mut foes: Vec<PieceId> = self.men(prey).collect();
        foes.sort_by(|a, b| self.view.gap(piece, *a).total_cmp(&self.view.gap(piece, *b)).then(a.cmp(b)));
        let mut in_reach = foes.iter().filter(|foe| self.view.gap(piece, **foe) <= inches);
        if self.in_command(piece)
            && let Some(route) = in_reach.find_map(|foe| {
                let way = self.way_into_contact(piece, *foe, inches, others.moving, others.taken);
                way.ok().map(|(route, _)| route).filter(&may_stand)
            })
        {
            return Some(route);
        }
        let gap = |outline: &Outline| {
            foes.iter().map(|foe| outline.gap(&self.view.outline(*foe))).fold(f32::INFINITY, f32::min)
        };
        let before = gap(&self.view.outline(piece));
        let mut nearest: Option<(f32, Route)> = None;
        for foe in &foes {
            let there = self.view.place(*foe);
            let way = self.way_by_stairs(piece, there.at, there.floor);
            let routes = self.as_far_as_it_may_stand(piece, &way, inches, others, &may_stand);
            let gap = routes.as_ref().map_or(f32::INFINITY, |route| gap(&self.base_after(route)));
            if let Some(route) = routes
                && gap < before
                && nearest.as_ref().is_none_or(|(known, _)| gap < *known)
            {
                nearest = Some((gap, route));
            }
        }
        nearest.map(|(_, route)| route)
    }

    /// The longest part of a way at whose end a figure may stand.
    fn as_far_as_it_may_stand(
        &self,
        piece: PieceId,
        way: &[Spot],
        inches: f32,
        others: Others,
        may_stand: impl Fn(&Route) -> bool,
    ) -> Option<Route> {
        let going = self.mover(piece);
        let mut allowance = inches;
        while allowance > 0.0 {
            let wish = Wish { piece, way, end_facing: None, allowance, target: None, going };
            let (route, _) = self.fix_route(wish, others).ok()?;
            if self.check_rejoins(&route).is_ok() && may_stand(&route) {
                return Some(route);
            }
            allowance = route.cost.min(allowance) - SHORTER;
        }
        None
    }
}

/// `EasyPrey`: a unit that begins its activation near easy prey must use it to go at that enemy; if several are equally
/// near its owner is asked which. Returns whether it is lured.
pub fn lure(battle: &mut BattleMut, book: &BookData) -> bool {
    let unit = battle.resource::<SequenceOfPlay>().active().unit;
    let cp = SkirmishView { view: battle.view_of(battle.view().side_of_unit(unit)), book };
    let Some((prey, rule)) = cp.easy_prey(unit) else { return false };
    if cp.hunters(cp.view.resource::<SequenceOfPlay>().active()).is_empty() {
        return false;
    }
    match prey.as_slice() {
        [only] => go_at(battle, book, *only, &rule),
        _ => battle.resource_mut::<SequenceOfPlay>().stage = Stage::PREY,
    }
    true
}

/// `EasyPrey`: the unit that acts goes at its prey.
pub fn go_at(battle: &mut BattleMut, book: &BookData, prey: UnitId, rule: &RuleId) {
    let unit = battle.resource::<SequenceOfPlay>().active().unit;
    let side = battle.view().side_of_unit(unit);
    let cp = SkirmishView { view: battle.view_of(side), book };
    let hunters = cp.hunters(cp.view.resource::<SequenceOfPlay>().active());
    let text = format!("{} must go at {}, easy prey", cp.unit_name(unit), cp.unit_name(prey));
    crate::spotting::of_unit(battle, unit, |battle| battle.note(Some(side), rule.clone(), text));
    declare(battle, book, &Order::new(side, &verbs::DECLARE).unit(unit).pieces(hunters.clone()));
    let cp = SkirmishView { view: battle.view_of(side), book };
    let routes = hunt(&cp, &hunters, prey);
    for hunter in hunters {
        activity::done(battle, hunter);
    }
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    let activation = play.active_mut();
    activation.marched = true;
    if !routes.is_empty() {
        activation.routes = routes;
        setting_out::set_out(battle);
    }
}

/// The ways of all hunters, those nearest to the prey first. A hunter that finds no way at first looks again when it is
/// known where the others come to stand.
fn hunt(cp: &SkirmishView, hunters: &[PieceId], prey: UnitId) -> Vec<Route> {
    let activation = cp.view.resource::<SequenceOfPlay>().active();
    let gap = |piece: PieceId| cp.men(prey).map(|foe| cp.view.gap(piece, foe)).fold(f32::INFINITY, f32::min);
    let mut order = hunters.to_vec();
    order.sort_by(|a, b| gap(*a).total_cmp(&gap(*b)).then(a.cmp(b)));
    let mut moving = order.clone();
    let mut routes: Vec<Route> = Vec::new();
    for again in [false, true] {
        for piece in &order {
            if routes.iter().any(|route| route.piece == *piece) {
                continue;
            }
            if again {
                moving.push(*piece);
            }
            let taken: Vec<Outline> = routes.iter().map(|route| cp.base_after(route)).collect();
            let inches = cp.activity(*piece).inches().unwrap_or_default();
            let may_stand = |route: &Route| {
                let ends = routes.iter().chain([route]).map(|route| (route.piece, cp.base_after(route)));
                cp.may_end_so(activation.unit, &ends.collect::<Vec<_>>()).is_ok()
            };
            match cp.way_to_prey(*piece, prey, inches, Others { moving: &moving, taken: &taken }, may_stand) {
                Some(route) => routes.push(route),
                None => moving.retain(|id| id != piece),
            }
        }
    }
    routes
}
