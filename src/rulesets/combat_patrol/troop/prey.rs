//! The lure of easy prey (HM-8.11): who must go at a vulnerable enemy, and how they go.

use super::super::{
    book::{BookData, Cp},
    check::refuse,
    flow::{Activation, Flow, Part, Stage},
    march, morale,
    movement::{Others, Route, Wish},
    obey, verbs,
};
use crate::{
    events::RuleId,
    forces::{PieceId, UnitId},
    orders::{Order, Plan, Refusal},
    table::footprint::Outline,
    turn::Field,
};

/// Enemies are equally near whose distances differ by no more than this, in inches.
const EQUALLY_NEAR: f32 = 0.001;

impl Cp<'_> {
    /// HM-8.11: the enemies whom a unit must go at, with the rule: the nearest in the open that are vulnerable and near
    /// enough, several only if they are equally near.
    pub fn easy_prey(&self, unit: UnitId) -> Option<(Vec<UnitId>, RuleId)> {
        let lure = self.troop(unit)?.easy_prey.as_ref()?;
        let own: Vec<PieceId> = self.men(unit).collect();
        let side = self.view.side_of_unit(unit);
        let near = |enemy: UnitId| {
            let gaps = self.men(enemy).flat_map(|foe| own.iter().map(move |man| self.view.gap(*man, foe)));
            gaps.min_by(f32::total_cmp).filter(|gap| *gap <= lure.within)
        };
        let enemies = self.view.units().filter(|enemy| self.view.side_of_unit(*enemy) != side);
        let prey = enemies.filter_map(|enemy| Some((near(enemy)?, enemy)));
        let prey: Vec<(f32, UnitId)> =
            prey.filter(|(_, enemy)| self.is_vulnerable(*enemy, own.len()) && self.is_in_the_open(*enemy)).collect();
        let nearest = prey.iter().map(|(gap, _)| *gap).min_by(f32::total_cmp)?;
        let nearest = prey.into_iter().filter(|(gap, _)| *gap <= nearest + EQUALLY_NEAR).map(|(_, enemy)| enemy);
        Some((nearest.collect(), lure.rule.clone()))
    }

    /// HM-8.11: fewer than half as many as the hunters, or more than half of them stunned or wounded.
    fn is_vulnerable(&self, unit: UnitId, hunters: usize) -> bool {
        let shares = self.view.settings().numbers("vulnerable");
        let [few, hurt] = shares[..] else { return false };
        let men = self.men(unit).count() as f32;
        let harmed = self.men(unit).filter(|man| self.stunned(*man) || self.wounded(*man)).count() as f32;
        men < few * hunters as f32 || harmed > hurt * men
    }

    /// HM-8.11: in the open is who is not in cover by CP-11.6.
    fn is_in_the_open(&self, unit: UnitId) -> bool {
        let seen = Cp::of(self.view.seen_by(self.view.side_of_unit(unit)));
        !morale::in_cover(&seen, unit)
    }

    /// The figures of a unit that can go at its prey.
    pub fn hunters(&self, activation: &Activation) -> Vec<PieceId> {
        let parts = activation.parts.iter().map(|(piece, _)| *piece);
        parts.filter(|piece| self.is_man(*piece) && self.may_declare(activation, *piece).is_ok()).collect()
    }

    /// HM-8.11: the owner names one of the enemies who are equally near.
    ///
    /// # Errors
    /// If his unit is lured by another.
    pub fn check_hunt(&self, order: &Order, activation: &Activation) -> Result<Plan, Refusal> {
        let prey = self.easy_prey(activation.unit).map(|(prey, _)| prey).unwrap_or_default();
        let Some(unit) = order.target_unit.filter(|unit| prey.contains(unit)) else {
            return refuse("HM-8.11", "Name one of the enemies who are equally near");
        };
        let summary = format!("{} goes at {}", self.unit_name(activation.unit), self.unit_name(unit));
        Ok(Plan { summary, ..Plan::default() })
    }

    /// How a figure goes at its prey: into contact with the nearest it can reach, else as near as it can come.
    fn way_to_prey(&self, piece: PieceId, prey: UnitId, inches: f32, others: Others) -> Option<Route> {
        let mut foes: Vec<PieceId> = self.men(prey).collect();
        foes.sort_by(|a, b| self.view.gap(piece, *a).total_cmp(&self.view.gap(piece, *b)).then(a.cmp(b)));
        let in_reach = foes.iter().filter(|foe| self.view.gap(piece, **foe) <= inches);
        if self.in_command(piece)
            && let Some((route, _)) = in_reach
                .into_iter()
                .find_map(|foe| self.way_into_contact(piece, *foe, inches, others.moving, others.taken).ok())
        {
            return Some(route);
        }
        let foe = self.view.place(*foes.first()?);
        let way = self.way_by_stairs(piece, foe.at, foe.floor);
        let going = self.mover(piece);
        let wish = Wish { piece, way: &way, end_facing: None, allowance: inches, target: None, going };
        let (route, _) = self.fix_route(wish, others).ok()?;
        self.check_rejoins(&route).ok().map(|()| route)
    }
}

/// HM-8.11: a unit that begins its activation near easy prey must use it to go at that enemy; if several are equally near
/// its owner is asked which. Gives whether it is lured.
pub fn lure(field: &mut Field, book: &BookData) -> bool {
    let unit = field.view().resource::<Flow>().active().unit;
    let cp = Cp { view: field.view_of(field.view().side_of_unit(unit)), book };
    let Some((prey, _)) = cp.easy_prey(unit) else { return false };
    if cp.hunters(cp.view.resource::<Flow>().active()).is_empty() {
        return false;
    }
    match prey.as_slice() {
        [only] => go_at(field, book, *only),
        _ => field.resource_mut::<Flow>().stage = Stage::Prey,
    }
    true
}

/// HM-8.11: the unit that acts goes at its prey.
pub fn go_at(field: &mut Field, book: &BookData, prey: UnitId) {
    let unit = field.view().resource::<Flow>().active().unit;
    let side = field.view().side_of_unit(unit);
    let cp = Cp { view: field.view_of(side), book };
    let Some((_, rule)) = cp.easy_prey(unit) else { return };
    let hunters = cp.hunters(cp.view.resource::<Flow>().active());
    let text = format!("{} must go at {}, easy prey", cp.unit_name(unit), cp.unit_name(prey));
    super::super::spotting::of_unit(field, unit, |field| field.note(Some(side), rule, text));
    obey::declare(field, book, &Order::new(side, &verbs::DECLARE).unit(unit).pieces(hunters.clone()));
    let cp = Cp { view: field.view_of(side), book };
    let routes = hunt(&cp, &hunters, prey);
    let mut flow = field.resource_mut::<Flow>();
    let activation = flow.active_mut();
    for hunter in hunters {
        activation.set_part(hunter, Part::Done);
    }
    activation.marched = true;
    if !routes.is_empty() {
        activation.routes = routes;
        march::set_out(field);
    }
}

/// The ways of all who go, those nearest to the prey first.
fn hunt(cp: &Cp, hunters: &[PieceId], prey: UnitId) -> Vec<Route> {
    let activation = cp.view.resource::<Flow>().active();
    let gap = |piece: PieceId| cp.men(prey).map(|foe| cp.view.gap(piece, foe)).fold(f32::INFINITY, f32::min);
    let mut order = hunters.to_vec();
    order.sort_by(|a, b| gap(*a).total_cmp(&gap(*b)).then(a.cmp(b)));
    let mut waiting = order.clone();
    let mut ends: Vec<(PieceId, Outline)> = Vec::new();
    let mut routes: Vec<Route> = Vec::new();
    for piece in order {
        let taken: Vec<Outline> = ends.iter().map(|(_, outline)| *outline).collect();
        let inches = activation.inches(piece).unwrap_or_default();
        let route = cp.way_to_prey(piece, prey, inches, Others { moving: &waiting, taken: &taken });
        let end = route.as_ref().map(|route| cp.base_after(route));
        let stands = end.is_some_and(|end| {
            let all: Vec<_> = ends.iter().copied().chain([(piece, end)]).collect();
            cp.may_end_so(activation.unit, &all).is_ok()
        });
        match (route, end) {
            (Some(route), Some(end)) if stands => {
                ends.push((piece, end));
                routes.push(route);
            }
            _ => waiting.retain(|id| *id != piece),
        }
    }
    routes
}
