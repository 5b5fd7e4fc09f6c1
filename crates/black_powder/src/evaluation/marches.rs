//! Orders to march and to form, of one unit or of several together, and to destroy a bridge.

use bevy::math::Vec2;

use super::{
    detours::legs,
    evaluator::{Evaluator, UnitSummary},
    notes::PositionValue,
    stance::Stance,
    ways::Mates,
};
use crate::{
    book::{
        data::Effect,
        values::{Formation, Troop},
        verbs,
    },
    command::rating::{Chances, chances},
    movement::wording::MOST_MOVES,
    state::sequence_of_play::Part,
};
use grapeshot_floor::{
    events::Explained,
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
            && from.front.distance(to.front) < self.judgement.marches.least
    }

    /// An order to march along a path, with a formation or a facing at the end.
    fn march(&self, commander: Option<UnitId>, units: &[&UnitSummary]) -> Order {
        let pieces: Vec<PieceId> = units.iter().map(|body| body.piece).collect();
        Order { unit: commander, ..Order::new(self.side, &verbs::MARCH).pieces(pieces) }
    }

    /// BP-3.4: an order to form that turns a unit, if it may turn so far in it.
    pub fn turned(&self, order: Order, from: Heading, to: Heading) -> Order {
        if from.angle_to(to) <= self.bp.numbers().form_turn { order.heading(to) } else { order }
    }

    /// The most inches that an order can bring a unit.
    fn farthest(&self, body: &UnitSummary, commander: Option<UnitId>) -> f32 {
        let moves = if commander.is_none() || body.stance.formation == Formation::Square { 1 } else { MOST_MOVES };
        f32::from(moves) * self.bp.move_in(body.unit, body.stance.formation)
    }

    /// The marches and changes of formation of one unit that are worth thinking of.
    pub fn marches(&self, commander: Option<UnitId>, body: &UnitSummary) -> Vec<Order> {
        let says = &self.judgement.marches;
        let mut list = Vec::new();
        let here = body.stance;
        let base = || self.march(commander, &[body]);
        let farthest = self.farthest(body, commander);
        let foe = self.nearest_enemy(&here);
        let aim = self.aim(body);
        if body.coming {
            let by = (aim.corner() - here.front).clamp_length_max(farthest);
            let ways = [here.forward * farthest, by].map(|by| base().path([Leg::To(here.front + by)]));
            return ways.into();
        }
        if body.building.is_some() {
            let heading = Heading::from_to(here.at, foe.map_or(aim.at, |(enemy, _)| enemy.stance.at));
            let forms = [Formation::Skirmish, Formation::Line].into_iter();
            let formed = forms.filter(|formation| self.bp.can_form(body.unit, *formation));
            return formed.map(|formation| base().formation(formation.id()).heading(heading)).collect();
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
            list.extend(self.marches_by_column(body, &base(), farthest));
        }
        let away = aim.corner() - if aim.way.is_empty() { here.at } else { here.front };
        let radius = if aim.way.is_empty() { aim.radius } else { 0.0 };
        let mut ways = vec![away - away.clamp_length_max(radius)];
        ways.extend(self.ways(here.at, here.forward, body.inches, foe.map(|(enemy, gap)| (enemy.stance.at, gap))));
        for (n, by) in ways.into_iter().enumerate().filter(|(_, by)| by.length() > says.least) {
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

    /// Ways from a point: up to the enemy, near him or with care, and back from him.
    pub fn ways(&self, from: Vec2, forward: Vec2, inches: f32, foe: Option<(Vec2, f32)>) -> Vec<Vec2> {
        let Some((enemy, gap)) = foe else { return Vec::new() };
        let toward = (enemy - from).normalize_or_zero();
        let up = [self.close(), self.stand_off()].map(|off| gap - off).into_iter();
        let mut ways: Vec<Vec2> = up.filter(|by| *by > self.judgement.marches.least).map(|by| toward * by).collect();
        // A way back from the enemy, as his proximity allows.
        if gap < self.judgement.position.near {
            let back = if gap <= self.stand_off() { -forward } else { -toward };
            ways.extend((1..MOST_MOVES).map(|moves| back * inches * f32::from(moves)));
        }
        ways
    }

    /// How near to an enemy units come up with care, in inches: beyond his nearness orders are easier (BP-2.4).
    fn stand_off(&self) -> f32 {
        self.bp.inches(self.bp.numbers().near_enemy + self.bp.numbers().berth)
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
        let wanted: &[Formation] = match body.troop {
            _ if body.broken => &[],
            Troop::Infantry => &[Formation::Line, Formation::AttackColumn, Formation::Skirmish, Formation::Square],
            Troop::Cavalry => &[Formation::Line],
            _ => &[],
        };
        for formation in wanted {
            let useless =
                *formation == here.formation || *formation == Formation::Square && !self.horse_near(body, &here);
            if useless || !self.bp.can_form(body.unit, *formation) {
                continue;
            }
            let order = self.march(commander, &[body]).formation(formation.id());
            let heading =
                foe.filter(|(_, gap)| *gap < near).map(|(enemy, _)| Heading::from_to(here.at, enemy.stance.at));
            list.push(match heading {
                Some(heading) => self.turned(order, here.facing, heading),
                None => order,
            });
        }
    }

    /// The orders that guns might get: turn, go into action, limber up and go elsewhere.
    fn guns(&self, commander: Option<UnitId>, body: &UnitSummary, list: &mut Vec<Order>) {
        let (here, by_hand) = (body.stance, self.bp.move_in(body.unit, Formation::Deployed));
        let base = || self.march(commander, &[body]);
        let aim = self.aim(body);
        let away = aim.at - here.at;
        let by = away - away.clamp_length_max(aim.radius);
        // The way to the aim, of this length in inches, or round closed ground.
        let go = |inches: f32| match aim.way.is_empty() {
            true => vec![here.front, here.front + by.clamp_length_max(inches)],
            false => aim.stretch(inches),
        };
        if here.formation == Formation::Deployed {
            let heading = Heading::of(away);
            if here.facing.angle_to(heading) > self.judgement.marches.turn {
                list.push(base().heading(heading));
            }
            // Back, or aside to where the battery has something to shoot at.
            let aside = here.forward.perp();
            let ways = [-here.forward, aside, -aside].map(|by| here.front + by * by_hand);
            list.extend(ways.map(|to| base().path([Leg::To(to)])));
            list.push(base().path(legs(&go(by_hand))));
            if commander.is_some() && by.length() > by_hand && !body.broken {
                let limbered = |inches: f32| {
                    let limber = Leg::Form(Formation::Limbered.id().into());
                    base().path([vec![limber], legs(&go(inches))].concat())
                };
                list.push(limbered(2.0 * body.inches));
                list.push(limbered(body.inches).formation(Formation::Deployed.id()));
            }
            return;
        }
        for moves in 0..MOST_MOVES {
            let way = go(f32::from(moves) * body.inches);
            let (end, before) = (way[way.len() - 1], way[way.len().saturating_sub(2)]);
            let order = if moves > 0 { base().path(legs(&way)) } else { base() };
            if moves > 1 {
                list.push(order.clone());
            }
            if !body.broken {
                let now = if moves > 0 { Heading::from_to(before, end) } else { here.facing };
                let deployed = order.formation(Formation::Deployed.id());
                list.push(self.turned(deployed, now, Heading::from_to(end, aim.at)));
            }
        }
    }

    /// Orders to several units of a brigade at once.
    pub fn group_marches(&self, commander: UnitId, units: &[&UnitSummary]) -> Vec<Order> {
        let (says, near) = (&self.judgement.marches, self.judgement.position.near);
        let mut list = Vec::new();
        for group in self.groups(units) {
            let count = group.len() as f32;
            let first = group[0];
            let centre = group.iter().map(|body| body.stance.at).sum::<Vec2>() / count;
            let farthest = group.iter().map(|body| self.farthest(body, Some(commander))).fold(f32::INFINITY, f32::min);
            let aim = group.iter().map(|body| self.aim(body).corner()).sum::<Vec2>() / count;
            let foe = group
                .iter()
                .filter_map(|body| self.nearest_enemy(&body.stance).map(|(enemy, gap)| (enemy.stance.at, gap)))
                .min_by(|a, b| a.1.total_cmp(&b.1));
            let within = foe.is_some_and(|(_, gap)| gap < near);
            let infantry = first.troop == Troop::Infantry;
            let all = |form: Formation| infantry && group.iter().all(|body| body.stance.formation.body() == form);
            let mut ways = vec![aim - centre];
            ways.extend(self.ways(centre, first.stance.forward, first.inches, foe));
            for (n, by) in ways.into_iter().enumerate().filter(|(_, by)| by.length() > says.least) {
                let by = by.clamp_length_max(farthest);
                // The units ahead go first, out of the way of the others.
                let mut sorted = group.clone();
                let ahead = |body: &UnitSummary| body.stance.at.dot(by);
                sorted.sort_by(|a, b| ahead(b).total_cmp(&ahead(a)).then(a.unit.cmp(&b.unit)));
                let order = self.march(Some(commander), &sorted);
                let front = sorted[0].stance.front;
                list.push(order.clone().path([Leg::To(front + by)]));
                if n == 0 && sorted.iter().all(|body| !self.aim(body).way.is_empty()) {
                    list.extend(self.marches_by_column(sorted[0], &order, farthest));
                }
                // They form for the fight at the end.
                let formed = match (all(Formation::MarchColumn), all(Formation::AttackColumn) && within) {
                    (true, _) => Formation::AttackColumn,
                    (_, true) => Formation::Line,
                    _ => continue,
                };
                for moves in 1..MOST_MOVES {
                    let step = by.clamp_length_max(f32::from(moves) * first.inches);
                    list.push(order.clone().path([Leg::To(front + step)]).formation(formed.id()));
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
        let units = self.named(order);
        let forms = order.formation.is_some() || order.path.iter().any(|leg| matches!(leg, Leg::Form(_)));
        let chances = self.chances(commander, &units, forms, false);
        let mut first = None;
        let mut sum = PositionValue::default();
        let most = if commander.is_some() { MOST_MOVES } else { 1 };
        let mut mates: Vec<(PieceId, Option<Stance>)> = Vec::new();
        for body in &units {
            let steps = self.steps(body, order, &mut first, &mates);
            let now = if body.coming {
                PositionValue { order: -self.judgement.replies.arrives, ..PositionValue::default() }
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
                    sum.order -= says.effort * share / 36.0;
                }
            }
            mates.push((body.piece, last));
        }
        let mut worth = Explained::default();
        sum.explain(&mut worth);
        let part = self.part_before_others(order, &units);
        worth.add_some("BP-3.3", "a friend in the way may go on first", (part - 1.0) * worth.total().max(0.0));
        match commander {
            Some(_) => worth.add("BP-2.2", "an order spent", -says.effort),
            None => worth.add("BP-2.6", "an order it cannot get any more", -says.effort),
        }
        self.add_silence(commander, &units, chances.fails(), &mut worth);
        worth
    }

    /// The part of its way that an order brings its units now, by what it would bring them once friends under the same
    /// commander, who may still get an order, have gone on (BP-3.3).
    fn part_before_others(&self, order: &Order, units: &[&UnitSummary]) -> f32 {
        let ([Leg::To(point), ..], Some(first)) = (order.path.as_slice(), units.first()) else { return 1.0 };
        let by = *point - first.stance.front;
        let mates: Vec<_> = order.pieces.iter().map(|piece| (*piece, None)).collect();
        let go_on = |body: &&UnitSummary| body.brigade == first.brigade && self.bp.may_act(body.unit).is_ok();
        let all: Vec<_> = self.friends().filter(go_on).map(|body| (body.piece, None)).chain(mates.clone()).collect();
        let open = |body: &UnitSummary, mates: &Mates| self.open(body, &body.stance, by, mates, true);
        let opens = units.iter().map(|body| (open(body, &mates), open(body, &all)));
        opens.filter(|(now, then)| now < then).map(|(now, then)| now / then).fold(1.0, f32::min)
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
        let most = if self.giver(order).is_some() { MOST_MOVES } else { 1 };
        let steps = self.steps(body, order, &mut None, &[]);
        !stays(&self.after(body, &steps, most))
    }

    /// BP-2.3: adds what is lost by the chance that a commander gives no more orders: the other units of his that want one.
    pub fn add_silence(&self, of: Option<UnitId>, units: &[&UnitSummary], chance: f32, worth: &mut Explained) {
        let Some(commander) = of.filter(|commander| !self.general(*commander)) else { return };
        let waiting = |body: &&UnitSummary| {
            let named = units.iter().any(|known| known.unit == body.unit);
            let aim = self.aim(body);
            let goes = body.building.is_none() && body.stance.at.distance(aim.at) > aim.radius;
            goes && !named && body.brigade == Some(commander) && self.bp.may_act(body.unit).is_ok()
        };
        let others = self.friends().filter(waiting).count() as f32;
        let cost = -chance * self.judgement.marches.effort * others;
        worth.add_some("BP-2.3", "others may get no more orders", cost);
    }

    /// The order to a unit to destroy its bridge, if it may.
    pub fn demolition(&self, commander: UnitId, body: &UnitSummary) -> Option<Order> {
        self.bp.may_demolish(body.unit).ok()?;
        Some(Order::new(self.side, &verbs::DEMOLISH).unit(commander).pieces([body.piece]))
    }

    /// What such an order is worth.
    pub fn worth_of_demolition(&self, order: &Order) -> Explained {
        let Some(body) = self.named(order).first().copied() else { return Explained::default() };
        let Some(mine) = self.bp.mine_of(body.unit) else { return Explained::default() };
        let commander = self.giver(order);
        let chances = self.chances(commander, &[body], false, false);
        let units = &self.judgement.units;
        let gain = mine.points.max(units.least) * units.point;
        let mut worth =
            Explained::base("BP-3.5", "the bridge may be destroyed", chances.obeys() * mine.chance() * gain);
        self.add_silence(commander, &[body], chances.fails(), &mut worth);
        worth
    }

    /// The commander that gives an order; none by initiative.
    pub fn giver(&self, order: &Order) -> Option<UnitId> {
        if self.bp.play().part == Part::Initiative {
            return None;
        }
        order.unit.or(self.bp.play().commander)
    }
}
