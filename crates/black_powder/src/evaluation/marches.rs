//! Orders to march and to form, of one unit or of several together.

use bevy::math::Vec2;

use super::{
    evaluator::{Evaluator, UnitSummary},
    filing::legs,
    notes::{Aim, PositionValue},
    stance::Stance,
};
use crate::{
    book::{
        data::Effect,
        values::{Formation, Troop},
        verbs,
    },
    command::rating::{Chances, chances},
    state::sequence_of_play::Part,
};
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::{PieceId, UnitId},
    orders::{Leg, Order, Plan},
    table::position::Heading,
};

impl<'w> Evaluator<'_, 'w> {
    /// BP-2.3: the chances of an order of a commander to these units; by initiative it is one move for certain.
    pub fn chances(&self, commander: Option<UnitId>, units: &[&UnitSummary], forms: bool, follow: bool) -> Chances {
        let Some(commander) = commander else { return Chances { moves: [36, 0, 0], ..Chances::default() } };
        let worst = units
            .iter()
            .map(|body| (self.bp.rating_for(commander, body.unit, forms, follow).total() as i32, body.unit))
            .min();
        let Some((rating, unit)) = worst else { return Chances::default() };
        chances(rating, self.bp.has(unit, Effect::EqualGivesNone))
    }

    /// Whether a unit would stay where it is within a few inches.
    pub fn hardly_moves(&self, from: &Stance, to: &Stance) -> bool {
        from.formation == to.formation
            && from.house == to.house
            && from.facing.angle_to(to.facing) < self.judgement.marches.turn
            && from.front.distance(to.front) < self.judgement.marches.short
    }

    /// An order to march along a path, with a formation or a facing at the end.
    fn march(&self, commander: Option<UnitId>, units: &[&UnitSummary]) -> Order {
        let order = Order::new(self.side, &verbs::MARCH);
        let order = match commander {
            Some(commander) => order.unit(commander),
            None => order,
        };
        order.pieces(units.iter().map(|body| body.piece).collect::<Vec<_>>())
    }

    /// The most inches that an order can bring a unit.
    fn farthest(body: &UnitSummary, commander: Option<UnitId>) -> f32 {
        let moves = if commander.is_none() || body.stance.formation == Formation::Square { 1.0 } else { 3.0 };
        moves * body.move_in(body.stance.formation)
    }

    /// The marches and changes of formation of one unit that are worth thinking of.
    pub fn marches(&self, commander: Option<UnitId>, body: &UnitSummary) -> Vec<Order> {
        let says = &self.judgement.marches;
        let mut list = Vec::new();
        let here = body.stance;
        let base = || self.march(commander, &[body]);
        let farthest = Self::farthest(body, commander);
        let foe = self.nearest_enemy(&here);
        let aim = self.aim(body);
        if body.coming {
            let far = here.front + here.forward * farthest;
            list.push(base().path([Leg::To(far)]));
            let by = (aim.corner() - here.front).clamp_length_max(farthest);
            list.push(base().path([Leg::To(here.front + by)]));
            return list;
        }
        if body.building.is_some() {
            let heading = Heading::from_to(here.at, foe.map_or(aim.at, |(enemy, _)| enemy.stance.at));
            let formation =
                if self.bp.can_form(body.unit, Formation::Skirmish) { Formation::Skirmish } else { Formation::Line };
            list.push(base().formation(formation.id()).heading(heading));
            return list;
        }
        if body.troop == Troop::Artillery {
            self.guns(commander, body, &mut list);
            return list;
        }
        let away = aim.at - here.at;
        if body.troop == Troop::Infantry
            && let Some(house) = self.empty_house(body, farthest)
        {
            list.push(base().path([Leg::To(house)]));
        }
        let house = aim.house.is_some_and(|_| aim.way.is_empty() && away.length() < farthest);
        if !aim.way.is_empty() {
            list.extend(self.marches_by_column(body, aim, &base(), farthest));
        }
        for (n, by) in self.goals(commander, body, aim, foe).into_iter().enumerate() {
            let inside = n == 0 && house;
            let by = if inside { aim.at - here.front } else { by.clamp_length_max(farthest) };
            let to = here.front + by;
            list.push(base().path([Leg::To(to)]));
            if inside || here.formation.is_march() {
                continue;
            }
            let heading = Heading::of(by);
            let turn = here.facing.turn_to(heading);
            if turn.abs() > says.turn && by.dot(here.forward) > 0.0 {
                let turned = here.turned(heading);
                list.push(base().path([Leg::Wheel { about: None, degrees: turn }, Leg::To(turned.front + by)]));
            }
        }
        if let Some((enemy, gap)) = foe
            && gap < self.judgement.position.near
            && here.formation != Formation::Skirmish
            && !here.formation.is_march()
        {
            let heading = Heading::from_to(here.at, enemy.stance.at);
            if here.facing.angle_to(heading) > says.turn {
                list.push(base().heading(heading));
            }
        }
        self.forms(commander, body, foe, &mut list);
        list
    }

    /// Ways from where a unit stands: to its aim, up to the nearest enemy, back from him, aside.
    fn goals(
        &self,
        commander: Option<UnitId>,
        body: &UnitSummary,
        aim: &Aim,
        foe: Option<(&UnitSummary, f32)>,
    ) -> Vec<Vec2> {
        let (says, near, here) = (&self.judgement.marches, self.judgement.position.near, body.stance);
        let mut goals: Vec<Vec2> = Vec::new();
        let away = aim.corner() - if aim.way.is_empty() { here.at } else { here.front };
        let radius = if aim.way.is_empty() { aim.radius } else { 0.0 };
        if away.length() > radius + says.least {
            goals.push(away - away.normalize_or_zero() * radius);
        }
        if let Some((enemy, gap)) = foe {
            let toward = (enemy.stance.at - here.at).normalize_or_zero();
            if gap > says.close + says.least {
                goals.push(toward * (gap - says.close));
            }
            if gap > says.stand_off && gap < near {
                goals.push(toward * (gap - says.stand_off));
            }
            // A way back from the enemy, as his proximity allows.
            if gap < near {
                let back = if gap <= says.stand_off { -here.forward } else { -toward };
                goals.push(back * body.inches);
                if commander.is_some() {
                    goals.push(back * (2.0 * body.inches));
                }
            }
        }
        goals
    }

    fn forms(
        &self,
        commander: Option<UnitId>,
        body: &UnitSummary,
        foe: Option<(&UnitSummary, f32)>,
        list: &mut Vec<Order>,
    ) {
        let here = body.stance;
        let near = self.judgement.position.near;
        let gap = foe.map_or(f32::INFINITY, |(_, gap)| gap);
        let wanted: &[Formation] = match (body.troop, here.formation) {
            _ if body.broken => &[],
            (Troop::Infantry, Formation::Square) => &[Formation::Line, Formation::AttackColumn],
            (Troop::Infantry, Formation::AttackColumn | Formation::MixedColumn) if gap < near => {
                &[Formation::Line, Formation::Skirmish, Formation::Square]
            }
            (Troop::Infantry, Formation::Line | Formation::MixedLine) => {
                &[Formation::AttackColumn, Formation::Square, Formation::Skirmish]
            }
            (Troop::Infantry, Formation::Skirmish) => &[Formation::Line, Formation::AttackColumn],
            (Troop::Infantry, Formation::MarchColumn) => &[Formation::AttackColumn, Formation::Line],
            (Troop::Cavalry, Formation::MarchColumn | Formation::Skirmish) => &[Formation::Line],
            _ => &[],
        };
        for formation in wanted {
            if !self.bp.can_form(body.unit, *formation)
                || (*formation == Formation::Square && !self.horse_near(body, &here))
            {
                continue;
            }
            let order = self.march(commander, &[body]).formation(formation.id());
            let heading =
                foe.filter(|(_, gap)| *gap < near).map(|(enemy, _)| Heading::from_to(here.at, enemy.stance.at));
            let order = match heading.filter(|heading| here.facing.angle_to(*heading) <= 90.0) {
                Some(heading) => order.heading(heading),
                None => order,
            };
            list.push(order);
        }
    }

    /// The orders that guns might get: turn, go into action, limber up and go elsewhere.
    fn guns(&self, commander: Option<UnitId>, body: &UnitSummary, list: &mut Vec<Order>) {
        let here = body.stance;
        let base = || self.march(commander, &[body]);
        let aim = self.aim(body);
        let away = aim.at - here.at;
        let heading = Heading::of(away);
        let by = away.clamp_length_max((away.length() - aim.radius).max(0.0));
        // The way to where this slide leads, or, of this length in inches, round closed ground.
        let go = |by: Vec2, inches: f32| {
            if aim.way.is_empty() { vec![here.front, here.front + by] } else { aim.stretch(inches) }
        };
        match here.formation {
            Formation::Deployed => {
                if here.facing.angle_to(heading) > self.judgement.marches.turn {
                    list.push(base().heading(heading));
                }
                let back = -here.forward * body.manhandled;
                list.push(base().path([Leg::To(here.front + back)]));
                // A way aside, to where the battery has something to shoot at.
                if self.rest(body).fire <= 0.0 {
                    let aside = here.forward.perp() * body.manhandled;
                    list.extend([aside, -aside].map(|by| base().path([Leg::To(here.front + by)])));
                }
                list.push(base().path(legs(&go(by.clamp_length_max(body.manhandled), body.manhandled))));
                if commander.is_some() && by.length() > body.manhandled && !body.broken {
                    let limber = || vec![Leg::Form(Formation::Limbered.id().into())];
                    let by = by.clamp_length_max(2.0 * body.inches);
                    list.push(base().path([limber(), legs(&go(by, 2.0 * body.inches))].concat()));
                    let by = by.clamp_length_max(body.inches);
                    let path = [limber(), legs(&go(by, body.inches))].concat();
                    list.push(base().path(path).formation(Formation::Deployed.id()));
                }
            }
            _ => {
                let facing = |from: Vec2| Heading::from_to(from, aim.at);
                for inches in [0.0, body.inches * self.judgement.marches.guns_part, body.inches, 2.0 * body.inches] {
                    let way = go(by.clamp_length_max(inches), inches);
                    let (end, before) = (way[way.len() - 1], way[way.len().saturating_sub(2)]);
                    let order = match inches {
                        0.0 => base(),
                        _ => base().path(legs(&way)),
                    };
                    if !body.broken {
                        let now = if inches > 0.0 { Heading::from_to(before, end) } else { here.facing };
                        let heading = facing(end);
                        let ahead = now.angle_to(heading) <= 90.0;
                        let order = order.clone().formation(Formation::Deployed.id());
                        list.push(if ahead { order.heading(heading) } else { order });
                    }
                    if inches > body.inches {
                        list.push(order);
                    }
                }
            }
        }
    }

    /// Orders to several units of a brigade at once.
    pub fn group_marches(&self, commander: UnitId, units: &[&UnitSummary]) -> Vec<Order> {
        let (says, near) = (&self.judgement.marches, self.judgement.position.near);
        let mut list = Vec::new();
        for group in self.groups(units) {
            let count = group.len() as f32;
            let centre = group.iter().map(|body| body.stance.at).sum::<Vec2>() / count;
            let farthest = group.iter().map(|body| Self::farthest(body, Some(commander))).fold(f32::INFINITY, f32::min);
            let aim = group.iter().map(|body| self.aim(body).corner()).sum::<Vec2>() / count;
            let gap = group
                .iter()
                .filter_map(|body| self.nearest_enemy(&body.stance).map(|(enemy, gap)| (gap, enemy.stance.at)))
                .min_by(|a, b| a.0.total_cmp(&b.0));
            let straight = (aim - centre).clamp_length_max(farthest);
            let mut ways = vec![straight];
            if let Some((gap, at)) = gap {
                let toward = (at - centre).normalize_or_zero();
                if gap > says.close + says.least {
                    ways.push(toward * (gap - says.close).min(farthest));
                }
                if gap > says.stand_off && gap < near {
                    ways.push(toward * (gap - says.stand_off).min(farthest));
                }
                if gap < near {
                    ways.push(-toward * group[0].inches);
                }
            }
            for by in ways.into_iter().filter(|by| by.length() > says.least) {
                // The units ahead go first, out of the way of the others.
                let mut sorted = group.clone();
                let ahead = |body: &UnitSummary| body.stance.at.dot(by);
                sorted.sort_by(|a, b| ahead(b).total_cmp(&ahead(a)).then(a.unit.cmp(&b.unit)));
                let order = self.march(Some(commander), &sorted);
                let front = sorted[0].stance.front;
                list.push(order.clone().path([Leg::To(front + by)]));
                if by == straight && sorted.iter().all(|body| !self.aim(body).way.is_empty()) {
                    list.extend(self.marches_by_column(sorted[0], self.aim(sorted[0]), &order, farthest));
                }
                let infantry = sorted[0].troop == Troop::Infantry;
                if infantry && sorted.iter().all(|body| body.stance.formation == Formation::MarchColumn) {
                    for moves in [1.0, 2.0] {
                        let step = by.clamp_length_max(moves * sorted[0].inches);
                        let formation = Formation::AttackColumn.id();
                        list.push(order.clone().path([Leg::To(front + step)]).formation(formation));
                    }
                }
                let columns = |body: &&UnitSummary| body.stance.formation.body() == Formation::AttackColumn;
                if infantry && sorted.iter().all(columns) && gap.is_some_and(|(gap, _)| gap < near) {
                    let step = by.clamp_length_max(sorted[0].inches);
                    list.push(order.path([Leg::To(front + step)]).formation(Formation::Line.id()));
                }
            }
            let lines = |body: &&UnitSummary| body.stance.formation.body() == Formation::Line;
            let columns = |body: &&UnitSummary| body.stance.formation.body() == Formation::AttackColumn;
            if group[0].troop == Troop::Infantry && !group[0].broken {
                let order = self.march(Some(commander), &group);
                if group.iter().all(lines) {
                    list.push(order.formation(Formation::AttackColumn.id()));
                } else if group.iter().all(columns) {
                    list.push(order.formation(Formation::Line.id()));
                }
            }
        }
        list
    }

    /// BP-2.5: chains of units of one arm.
    fn groups<'b>(&self, units: &[&'b UnitSummary]) -> Vec<Vec<&'b UnitSummary>> {
        let mut groups: Vec<Vec<&UnitSummary>> = Vec::new();
        for troop in [Troop::Infantry, Troop::Cavalry] {
            let fit =
                |body: &&&UnitSummary| body.troop == troop && body.building.is_none() && !body.coming && !body.shaken;
            let mut left: Vec<&UnitSummary> = units.iter().filter(fit).copied().collect();
            while let Some(first) = left.pop() {
                let mut group = vec![first];
                let joined = |group: &[&UnitSummary], body: &UnitSummary| {
                    group
                        .iter()
                        .any(|known| self.bp.within(self.bp.gap(known.unit, body.unit), self.bp.numbers().group_gap))
                };
                while let Some(at) = left.iter().position(|body| joined(&group, body)) {
                    group.push(left.remove(at));
                }
                if group.len() > 1 {
                    group.sort_by_key(|body| body.unit);
                    groups.push(group);
                }
            }
        }
        groups
    }

    /// What an order to march is worth.
    pub fn worth_of_march(&self, order: &Order) -> Explained {
        let says = &self.judgement.marches;
        let commander = self.giver(order);
        let units: Vec<&UnitSummary> =
            order.pieces.iter().filter_map(|piece| self.body(self.bp.view.unit_of(*piece))).collect();
        let forms = order.formation.is_some() || order.path.iter().any(|leg| matches!(leg, Leg::Form(_)));
        let chances = self.chances(commander, &units, forms, false);
        let mut first = None;
        let mut sum = PositionValue::default();
        let most = if commander.is_some() { 3 } else { 1 };
        let mut mates: Vec<(PieceId, Option<Stance>)> = Vec::new();
        for body in &units {
            let steps = self.steps(body, order, &mut first, &mates);
            let now = if body.coming {
                PositionValue { order: -says.coming, ..PositionValue::default() }
            } else {
                self.rest(body)
            };
            let mut best = now;
            let mut last: Option<Stance> = None;
            for moves in 1..=most {
                let stance = self.after(body, &steps, moves);
                if last != Some(stance) {
                    let value = self.value_at(body, &stance);
                    if value.total() > best.total() || body.coming {
                        best = value;
                    }
                    last = Some(stance);
                }
                let mut share = f32::from(chances.moves[usize::from(moves) - 1]);
                if moves == 1 && self.bp.free_move(body.unit).is_some() {
                    share += f32::from(chances.failed);
                }
                sum.gain(share / 36.0, &best, &now);
                if units.len() == 1 && last.is_some_and(|stance| self.hardly_moves(&body.stance, &stance)) {
                    sum.order -= says.fuss * share / 36.0;
                }
            }
            mates.push((body.piece, last));
        }
        let mut worth = Explained::default();
        sum.explain(&mut worth);
        match commander {
            Some(_) => worth.add(RuleId::new("BP-2.2"), "an order spent", -says.effort),
            None => worth.add(RuleId::new("BP-2.6"), "an order it cannot get any more", -says.effort),
        }
        self.add_silence(commander, &units, &chances, &mut worth);
        worth
    }

    /// Whether an order to march hardly moves a unit, as the rules plan it, although it was valued for a longer move.
    pub fn falls_short(&self, order: &Order, plan: &Plan) -> bool {
        let ([piece], [planned]) = (order.pieces.as_slice(), plan.moves.as_slice()) else { return false };
        let Some(body) = self.body(self.bp.view.unit_of(*piece)) else { return false };
        let stays = |stance: &Stance| self.hardly_moves(&body.stance, stance);
        let ends = body.stance.turned(planned.end.facing).moved(planned.end.at - body.stance.at);
        if order.verb != verbs::MARCH || order.formation.is_some() || body.coming || !stays(&ends) {
            return false;
        }
        let most = if self.giver(order).is_some() { 3 } else { 1 };
        let steps = self.steps(body, order, &mut None, &[]);
        !stays(&self.after(body, &steps, most))
    }

    /// BP-2.3: adds the cost of a failure, which ends a commander's orders.
    pub fn add_silence(
        &self,
        commander: Option<UnitId>,
        units: &[&UnitSummary],
        chances: &Chances,
        worth: &mut Explained,
    ) {
        let Some(commander) = commander else { return };
        let failure = f32::from(chances.failed + chances.blunder) / 36.0;
        let general = self.bp.officer(commander).is_some_and(|officer| officer.general);
        let waiting = |body: &&UnitSummary| {
            let named = units.iter().any(|known| known.unit == body.unit);
            let his = general || body.brigade == Some(commander);
            !named && his && self.bp.may_act(body.unit).is_ok() && self.bp.regiment(body.unit).is_some()
        };
        let others = self.friends().filter(waiting).count() as f32;
        if others > 0.0 && !general {
            let says = &self.judgement.marches;
            let label = "a failure would end his orders";
            worth.add(RuleId::new("BP-2.3"), label, -failure * says.silence * others.min(says.silence_most));
        }
    }

    /// The commander that gives an order; none by initiative.
    pub fn giver(&self, order: &Order) -> Option<UnitId> {
        if self.bp.play().part == Part::Initiative {
            return None;
        }
        order.unit.or(self.bp.play().commander)
    }
}
