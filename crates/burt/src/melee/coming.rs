//! Assaults come into contact: assaulters strike, countercharges meet them half way, supports come in (SB-9.8, SB-9.9,
//! SB-9.20).

use bevy::math::Vec2;

use crate::{
    assault::{
        pursue,
        strikes::{line_up, strike, touch_others},
        way::Way,
    },
    cohesion::levels,
    movement::{marching, moves::Walk},
    state::{
        fights,
        sequence_of_play::{Assault, AssaultStage, Contact, Countercharge, Reaction, SequenceOfPlay, Support},
        view::BurtView,
    },
};
use grapeshot_floor::{
    english::inches,
    events::RuleId,
    forces::{SideId, UnitId},
    shared::formed::{
        block::{self, Face, by_front},
        contacts,
    },
    table::footprint::Outline,
    turn::BattleMut,
};

/// Brings the next unit into contact in step 11; returns whether there was one.
pub fn go_on(battle: &mut BattleMut) -> bool {
    if let Some(assault) = next_assault(&BurtView::of(battle.view())) {
        come_home(battle, &assault);
        return true;
    }
    if let Some(charge) = battle.view().resource::<SequenceOfPlay>().countercharges.first().copied() {
        battle.resource_mut::<SequenceOfPlay>().countercharges.remove(0);
        charge_home(battle, charge);
        return true;
    }
    let supports = &battle.view().resource::<SequenceOfPlay>().supports;
    if let Some(support) = supports.iter().find(|support| support.against.is_some()).cloned() {
        for known in &mut battle.resource_mut::<SequenceOfPlay>().supports {
            if known.unit == support.unit {
                known.against = None;
            }
        }
        come_in(battle, &support);
        return true;
    }
    false
}

/// The assault that comes into contact next: assaults of the first side come first, and on each side assaults that are
/// met half way.
fn next_assault(burt: &BurtView) -> Option<Assault> {
    let play = burt.play();
    let coming = |side: SideId| {
        let of_side = play
            .assaults
            .iter()
            .filter(move |assault| assault.stage == AssaultStage::GoesIn && burt.side(assault.unit) == side);
        of_side.min_by_key(|assault| !is_met(burt, assault)).cloned()
    };
    coming(play.first).or_else(|| coming(play.first.other()))
}

/// SB-9.8, SB-9.18: whether the target of an assault comes to meet it.
fn is_met(burt: &BurtView, assault: &Assault) -> bool {
    let (unit, target) = (assault.unit, assault.target);
    let countercharge = Countercharge { unit: target, against: unit };
    let mutual = |known: &Assault| known.unit == target && known.target == unit && known.stage == AssaultStage::GoesIn;
    burt.play().countercharges.contains(&countercharge) || burt.play().assaults.iter().any(mutual)
}

fn set_stage(battle: &mut BattleMut, unit: UnitId, target: UnitId, stage: AssaultStage) {
    for assault in &mut battle.resource_mut::<SequenceOfPlay>().assaults {
        if assault.unit == unit && assault.target == target {
            assault.stage = stage;
        }
    }
}

/// Brings one assaulter into contact, or stops it short.
fn come_home(battle: &mut BattleMut, assault: &Assault) {
    let (unit, target) = (assault.unit, assault.target);
    let (met, here) = {
        let burt = BurtView::of(battle.view());
        let fit = |unit| burt.present(unit) && !burt.routing(unit);
        (is_met(&burt, assault), fit(unit) && burt.present(target))
    };
    if !here {
        set_stage(battle, unit, target, AssaultStage::Over);
        return;
    }
    let way = {
        let burt = BurtView::of(battle.view());
        let found = burt.way_home(assault);
        found.and_then(|way| match burt.within(way.cost, assault.left) {
            true => Ok(way),
            false => grapeshot_floor::shared::refuse(
                "SB-9.2",
                format!("it takes {} of {} that are left", inches(way.cost), inches(assault.left)),
            ),
        })
    };
    match way {
        Ok(way) => {
            set_stage(battle, unit, target, AssaultStage::Struck);
            if met {
                set_stage(battle, target, unit, AssaultStage::Struck);
                let countercharge = Countercharge { unit: target, against: unit };
                battle.resource_mut::<SequenceOfPlay>().countercharges.retain(|known| *known != countercharge);
                meet(battle, &way);
            } else {
                strike(battle, &way, &[unit]);
            }
        }
        Err(why) => {
            set_stage(battle, unit, target, AssaultStage::Over);
            let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
            let text = format!("{name} does not reach the target: {}", why.reason);
            battle.note(Some(side), RuleId::new("SB-9.2"), text);
            pursue::run_on(battle, unit, assault.left, "SB-9.2");
        }
    }
}

/// SB-9.8: assaulter and target meet in the middle of the gap between them, front against front.
fn meet(battle: &mut BattleMut, way: &Way) {
    let (unit, target) = (way.unit, way.target);
    let Some((walk, place)) = BurtView::of(battle.view()).meeting(way) else {
        strike(battle, way, &[unit, target]);
        return;
    };
    marching::go(battle, unit, &walk, "SB-9.8");
    line_up(battle, target, place, "SB-9.8");
    let contact = Contact { attacker: unit, defender: target, attacker_face: Face::Front, defender_face: Face::Front };
    fights::begin(battle, contact, &[unit, target], "SB-9.8");
    touch_others(battle, unit, target, &[unit]);
    touch_others(battle, target, unit, &[target]);
}

impl BurtView<'_> {
    /// SB-9.8: the walk of an assaulter whose target comes to meet it, and the outline of the target after it; none if
    /// there is no room.
    pub fn meeting(&self, way: &Way) -> Option<(Walk, Outline)> {
        let half = self.part_of_way(way, 0.5, way.cost + 0.1);
        let place = self.meeting_place(way.target, way.unit, &half.end().block)?;
        Some((half, place))
    }

    /// SB-9.8: the outline of a countercharger that stands front against front with an assaulter; none if there is no
    /// room.
    fn meeting_place(&self, unit: UnitId, assaulter: UnitId, its_block: &Outline) -> Option<Outline> {
        let own = self.outline(unit);
        let (left, right) = block::edge(its_block, Face::Front);
        let along = (right - left).normalize_or_zero();
        let middle = block::front(its_block);
        let half = own.footprint.half_width();
        let aside = (block::front(&own) - middle).dot(along).clamp(-half, half);
        let facing = its_block.place.facing.turned(180.0);
        let place = by_front(middle + along * aside, facing, 2.0 * half, 2.0 * own.footprint.half_depth());
        let clear = self.is_clear(unit, &place, assaulter) && {
            let before = Outline { place: its_block.place, footprint: its_block.footprint };
            grapeshot_floor::shared::formed::walk::thinner(&place).overlap(&before) <= 0.0
        };
        clear.then_some(place)
    }

    /// SB-9.20: the outline of a support against an assaulter, and the edge of the assaulter that it touches: a free
    /// stretch of the front at least one base wide; if there is none the nearer flank, or the other; none if there is
    /// no room.
    pub fn place_of_support(&self, unit: UnitId, enemy: UnitId) -> Option<(Outline, Face)> {
        let (own, his) = (self.outline(unit), self.outline(enemy));
        let (width, depth) = (2.0 * own.footprint.half_width(), 2.0 * own.footprint.half_depth());
        let against = |face: Face, at: f32| {
            let (left, right) = block::edge(&his, face);
            let point = left + (right - left).normalize_or_zero() * at;
            by_front(point, block::outward(&his, face).turned(180.0), width, depth)
        };
        let length = block::face_length(&his, Face::Front);
        let base = self.row(unit).base.0;
        let others = self.units().filter(|other| *other != unit && *other != enemy);
        let taken: Vec<(f32, f32)> =
            others.filter_map(|other| contacts::span(&his, Face::Front, &self.outline(other))).collect();
        let (left, right) = block::edge(&his, Face::Front);
        let along = (right - left).normalize_or_zero();
        let straight = (block::front(&own) - left).dot(along);
        let mut places: Vec<f32> = free_stretches(length, &taken)
            .into_iter()
            .filter(|(from, to)| to - from >= base - self.numbers().tolerance)
            .flat_map(|(from, to)| {
                // The support covers at least one base of the stretch, and may reach out over an end of the front.
                let low = if from <= 0.0 { to.min(base) - width / 2.0 } else { from + width / 2.0 };
                let high = if to >= length { from.max(length - base) + width / 2.0 } else { to - width / 2.0 };
                let near = if low <= high { straight.clamp(low, high) } else { low.midpoint(high) };
                [near, low, high]
            })
            .collect();
        places.sort_by(|a, b| (a - straight).abs().total_cmp(&(b - straight).abs()));
        let front = places.into_iter().map(|at| (against(Face::Front, at), Face::Front));
        let beside = |face: Face| (against(face, block::face_length(&his, face) / 2.0), face);
        let mut flanks = [beside(Face::Left), beside(Face::Right)];
        flanks.sort_by(|a, b| {
            let off = |place: &Outline| block::front(place).distance(block::front(&own));
            off(&a.0).total_cmp(&off(&b.0))
        });
        front.chain(flanks).find(|(place, _)| self.is_clear(unit, place, enemy) && self.touches_enough(place, &his))
    }

    /// SB-9.20: whether a support charges through its friend, which costs both a level (SB-4.11).
    pub fn passes_through(&self, unit: UnitId, friend: UnitId, enemy: UnitId) -> bool {
        let front: Vec2 = block::front(&self.outline(unit));
        let point = block::nearest_point(&self.outline(enemy), front);
        self.present(friend) && self.arm(friend).is_close_order() && self.outline(friend).cut_by(front, point)
    }

    fn touches_enough(&self, place: &Outline, his: &Outline) -> bool {
        contacts::span(place, Face::Front, his).is_some_and(|(from, to)| to - from > self.book.melee.overlap)
    }
}

/// The free stretches of a length, between stretches that are taken.
pub fn free_stretches(length: f32, taken: &[(f32, f32)]) -> Vec<(f32, f32)> {
    let mut sorted = taken.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut free, mut at) = (Vec::new(), 0.0_f32);
    for (from, to) in sorted {
        if from > at {
            free.push((at, from));
        }
        at = at.max(to);
    }
    if length > at {
        free.push((at, length));
    }
    free
}

/// SB-9.9: a target that countercharges charges an assaulter that failed its test, if the assaulter is in reach of its
/// charge.
fn charge_home(battle: &mut BattleMut, charge: Countercharge) {
    let Countercharge { unit, against } = charge;
    let way = {
        let burt = BurtView::of(battle.view());
        let fit = burt.present(unit) && burt.present(against) && !burt.routing(unit) && !burt.in_melee(unit);
        let reach = burt.charge_reach(unit);
        let way = fit.then(|| burt.way_to(unit, against).ok()).flatten();
        way.filter(|way| burt.within(way.cost, reach))
    };
    if let Some(way) = way {
        strike(battle, &way, &[unit]);
        return;
    }
    let names = [unit, against].map(|unit| battle.view().unit(unit).name.clone());
    let side = battle.view().side_of_unit(unit);
    battle.note(Some(side), RuleId::new("SB-9.9"), format!("{} does not come to blows with {}", names[0], names[1]));
}

/// SB-9.20: a support that countercharges comes in beside its friend.
fn come_in(battle: &mut BattleMut, support: &Support) {
    let (unit, friend) = (support.unit, support.friend);
    let Some(enemy) = support.against.filter(|_| support.reaction == Some(Reaction::Countercharge)) else { return };
    let found = {
        let burt = BurtView::of(battle.view());
        let fit = burt.present(unit) && burt.present(enemy) && !burt.routing(unit) && !burt.in_melee(unit);
        let struck = burt.in_melee(enemy);
        let reaches = burt.within(burt.support_distance(unit, enemy), burt.charge_reach(unit));
        if fit && (struck || reaches) { burt.place_of_support(unit, enemy) } else { None }
    };
    let names = [unit, enemy].map(|unit| battle.view().unit(unit).name.clone());
    let Some((place, face)) = found else {
        let text = format!("{} finds no room beside the friend to strike {}", names[0], names[1]);
        battle.note(Some(battle.view().side_of_unit(unit)), RuleId::new("SB-9.20"), text);
        return;
    };
    let passes = BurtView::of(battle.view()).passes_through(unit, friend, enemy);
    let text = format!("{} comes in against {}", names[0], names[1]);
    battle.note(Some(battle.view().side_of_unit(unit)), RuleId::new("SB-9.20"), text);
    line_up(battle, unit, place, "SB-9.20");
    let contact = Contact { attacker: unit, defender: enemy, attacker_face: Face::Front, defender_face: face };
    fights::begin(battle, contact, &[unit], "SB-9.20");
    touch_others(battle, unit, enemy, &[unit]);
    if passes {
        for one in [unit, friend] {
            levels::lose(battle, one, "SB-4.11");
        }
    }
}
