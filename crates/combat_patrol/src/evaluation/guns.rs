//! What the crew of a gun might do where it stands: fire, load a round, turn the gun, fire at movers.

use bevy::math::Vec2;

use super::{
    evaluator::{Evaluator, UnitSummary, frail},
    known::FieldOfFire,
    order,
};
use crate::{
    arms::artillery::aim::GunShot,
    book::{cites::Topic, grade::Grade, rounds::Round},
    orders::{aim::PointOrPiece, reactions, verbs},
    state::guns::Gun,
};
use grapeshot_floor::{
    english::about,
    events::Explained,
    forces::{PieceId, UnitId},
    orders::{Leg, Order, VerbId},
    table::{
        footprint::Outline,
        measure,
        position::{Heading, Place},
        sight,
    },
    turn::Ask,
};

impl Evaluator<'_, '_> {
    /// Whether a unit has its own work to do and goes for no goal: it serves a gun or has a charge.
    pub(super) fn is_bound(&self, unit: UnitId) -> bool {
        self.own_gun(unit).is_some() || self.charge_of(unit).is_some()
    }

    /// The rounds that a gun has.
    fn rounds_of(&self, gun: &Gun) -> impl Iterator<Item = Round> {
        Round::ALL.into_iter().filter(|round| self.cp.require_round(gun, *round).is_ok())
    }

    /// The expected men that a round strikes in a unit at this distance in inches.
    pub fn expected(&self, gun: &Gun, round: Round, block: &UnitSummary, distance: f32) -> f32 {
        let kind = self.cp.gun_kind(gun);
        let (numbers, artillery) = (self.cp.numbers(), self.cp.artillery());
        let formed = || self.cp.supplement().in_body(self.cp, block.man);
        // Men to an inch of front: two ranks base to base, or a line in open order.
        let dense = || if formed() { 2.0 / self.judgement.figures.base } else { 1.0 / self.judgement.moves.spacing };
        let men = f32::from(block.men);
        let across = |half_width: f32| (2.0 * half_width * dense()).min(men);
        let column = |grade: Grade| numbers.start_column.of(grade);
        match round {
            Round::Shot if distance > kind.shot.2 => 0.0,
            Round::Shot => {
                let passed = match formed() {
                    true => 2.0 * self.cp.chance_of_icon(artillery.close_order_icon),
                    false => across(artillery.beside_track) * self.cp.chance_of_icon(artillery.open_order_icon),
                };
                passed * self.judgement.guns.stays_on
            }
            Round::Canister => {
                let (short, medium, long) = kind.canister;
                let [narrow, wide, widest] = self.cp.settings().guns.canister_half_widths;
                let start = column(kind.canister_accuracy);
                match distance {
                    d if d <= short / 2.0 => across(narrow),
                    d if d <= short => across(narrow) * self.chance(start),
                    d if d <= medium => across(wide) * self.chance(start + numbers.shifts.medium),
                    d if d <= long.unwrap_or(medium) => across(widest) * self.chance(start + numbers.shifts.long),
                    _ => 0.0,
                }
            }
            Round::Shell | Round::Case => {
                let Some((least, most)) = kind.shell else { return 0.0 };
                if distance < least || distance > most {
                    return 0.0;
                }
                let on_point = self.chance(column(self.cp.section(gun.unit).accuracy) + numbers.shifts.long);
                let size = if round == Round::Shell { artillery.shell_template } else { artillery.case_template };
                across(self.cp.burst_radius(size)) * self.cp.chance_of_icon(size) * on_point
            }
        }
    }

    /// The best fire of a gun from a place, whichever way it would have to face.
    pub fn field_of_fire(&self, gun: &Gun, at: Vec2) -> FieldOfFire {
        self.memos.fields.get((gun.piece, at), || {
            let mut best = FieldOfFire::default();
            for block in self.enemies() {
                let expected = |round| self.expected(gun, round, block, block.centre.distance(at));
                let most = self.rounds_of(gun).map(expected).fold(0.0, f32::max);
                let worth = most * self.man(block.man) * self.sheltered(block, at);
                if worth > best.worth && self.gun_sees(gun, at, block.man) {
                    best = FieldOfFire { worth, at: Some(block.centre) };
                }
            }
            best
        })
    }

    /// The share of hits, 0 to 1, that cover leaves for a unit fired at from a point.
    fn sheltered(&self, block: &UnitSummary, from: Vec2) -> f32 {
        let cover = self.cp.cover_at(&self.cp.view.outline(block.man), from);
        self.hit(block.frail, self.stops(cover.as_deref())).min(1.0)
    }

    fn gun_sees(&self, gun: &Gun, at: Vec2, man: PieceId) -> bool {
        let eye = Outline {
            footprint: self.cp.view.footprint(gun.piece),
            place: Place { at, facing: Heading(0.0), floor: 0 },
        };
        sight::is_seen(self.cp.view.ground(), self.cp.sight_rule(), &eye, &self.cp.view.outline(man))
    }

    /// Men that a unit may lose at a point to the canister of the enemy's guns, in an activation.
    pub(super) fn danger_of_guns(&self, block: &UnitSummary, at: Vec2) -> f32 {
        let arc = self.gun_arc();
        let guns = self.cp.guns().iter().filter(|gun| {
            self.cp.view.is_enemy_unit(gun.unit, self.side) && !gun.limbered && self.cp.view.in_play(gun.piece)
        });
        guns.map(|gun| {
            let place = self.cp.view.place(gun.piece);
            let distance = place.at.distance(at);
            let men = self.expected(gun, Round::Canister, block, distance);
            let served = || self.cp.load_time(gun).is_some() && measure::in_arc(&place, arc, at);
            if men > 0.0 && served() && self.sees(gun.piece, &self.outline_at(block.man, at)) {
                self.judgement.guns.over_time * men
            } else {
                0.0
            }
        })
        .sum()
    }

    pub(super) fn gun_arc(&self) -> f32 {
        self.cp.settings().guns.gun_arc
    }

    /// The orders for the crews of the guns that are asked about.
    pub(super) fn gunnery(&self, ask: &Ask) -> Vec<Order> {
        let mut list = Vec::new();
        for gun in ask.pieces.iter().filter_map(|piece| self.cp.gun(*piece)) {
            let orders = |verb: &VerbId| order(ask, verb).pieces([gun.piece]);
            let at = self.cp.view.place(gun.piece).at;
            let toward = self.field_of_fire(gun, at).at.or(self.nearest_enemy(at).map(|block| block.centre));
            let heading = toward.map(|there| Heading::from_to(at, there));
            if gun.limbered {
                let unlimbers = heading.filter(|_| self.has_arrived(gun));
                list.extend(unlimbers.map(|heading| orders(&verbs::UNLIMBER).heading(heading)));
                continue;
            }
            if self.cp.require_loaded(gun).is_ok() {
                list.extend(self.enemies().flat_map(|block| self.aims_at(ask, gun, block)));
            } else {
                let rounds: Vec<Round> = gun.round.map_or_else(|| self.rounds_of(gun).collect(), |round| vec![round]);
                list.extend(rounds.into_iter().map(|round| orders(&verbs::LOAD).choice(round.id())));
            }
            if !self.is_laid(gun) {
                list.extend(heading.map(|heading| orders(&verbs::FACE).heading(heading)));
            }
            if self.wants_to_go(gun) {
                list.push(orders(&verbs::LIMBER));
            }
        }
        list
    }

    /// Rounds that a gun might fire at a unit: at the man in its middle, or at the wall of the house that it is in;
    /// canister that would strike own men there is aimed at the man at either end of the unit.
    fn aims_at(&self, ask: &Ask, gun: &Gun, block: &UnitSummary) -> Vec<Order> {
        let fire = order(ask, &verbs::FIRE).pieces([gun.piece]);
        let mut list: Vec<Order> =
            self.men_to_aim_at(gun, block).into_iter().map(|man| fire.clone().target(man)).collect();
        if let Some(building) =
            self.cp.view.ground().building_at(block.centre).filter(|_| gun.round == Some(Round::Shot))
        {
            let at = self.cp.view.place(gun.piece).at;
            let outline = &self.cp.view.terrain().buildings[building].outline;
            let nearest = measure::edges(outline)
                .map(|(a, b)| measure::nearest_on_segment(block.centre, a, b))
                .min_by(|a, b| a.distance_squared(at).total_cmp(&b.distance_squared(at)));
            list.extend(nearest.map(|point| fire.path([Leg::To(point)]).number(1.0)));
        }
        list
    }

    /// The men of a unit that a gun might be aimed at.
    fn men_to_aim_at(&self, gun: &Gun, block: &UnitSummary) -> Vec<PieceId> {
        if gun.round != Some(Round::Canister) || !self.strikes_friends(gun, block.man) {
            return vec![block.man];
        }
        let from = self.cp.view.place(gun.piece).at;
        let middle = Heading::from_to(from, block.centre);
        let aside = |man: &PieceId| middle.turn_to(Heading::from_to(from, self.cp.view.place(*man).at));
        let left = self.cp.men(block.unit).max_by(|a, b| aside(a).total_cmp(&aside(b)));
        let right = self.cp.men(block.unit).min_by(|a, b| aside(a).total_cmp(&aside(b)));
        let worth = |man: PieceId| {
            self.cp.gun_shot(gun, PointOrPiece::Piece(man), None).map(|shot| self.worth_of_shot(gun, &shot).1)
        };
        let aims = left.into_iter().chain(right).chain([block.man]);
        aims.filter(|man| worth(*man).is_ok_and(|worth| worth > 0.0)).collect()
    }

    /// `CanisterSwath`: whether own men are in the swath of canister that is fired at a man.
    fn strikes_friends(&self, gun: &Gun, man: PieceId) -> bool {
        let place = self.cp.view.place(gun.piece);
        let swath = self.cp.swath(gun, Heading::from_to(place.at, self.cp.view.place(man).at));
        let own = self.friends().flat_map(|block| self.cp.men(block.unit));
        let near: Vec<PieceId> = own.filter(|own| swath.band(self.cp.view.place(*own).at).is_some()).collect();
        !near.is_empty() && self.cp.men_in_swath(gun, &swath).iter().any(|(man, ..)| near.contains(man))
    }

    /// What the men are worth that a round is expected to strike, friends counted against it.
    pub(super) fn worth_of_gunfire(&self, order: &Order) -> Explained {
        let Some(gun) = order.pieces.first().and_then(|piece| self.cp.gun(*piece)) else {
            return Explained::default();
        };
        let storey = order.number.map(|number| number as u8);
        let shot =
            PointOrPiece::of(order, self.cp.cites(Topic::AimGun)).and_then(|at| self.cp.gun_shot(gun, at, storey));
        let Ok(shot) = shot else { return Explained::default() };
        let (men, points) = self.worth_of_shot(gun, &shot);
        let mut worth = Explained::base(self.cp.cites(Topic::AimGun), format!("{} struck", about(men, "man")), points);
        worth.add(self.cp.cites(Topic::LoadGun), "must be loaded", -self.judgement.guns.kept * self.terms.losses.each);
        worth
    }

    /// The expected men struck, friends counted against them, and what they are worth in points.
    fn worth_of_shot(&self, gun: &Gun, shot: &GunShot) -> (f32, f32) {
        let from = self.cp.view.place(gun.piece).at;
        let mut sum = (0.0, 0.0);
        let mut strike = |man: PieceId, chance: f32| {
            let times = if self.cp.view.side_of(man) == self.side { -self.judgement.guns.friend } else { 1.0 };
            sum.0 += times * chance;
            sum.1 += times * chance * self.man(man);
        };
        let artillery = self.cp.artillery();
        match (shot.round, shot.face) {
            (Round::Shot, Some((face, ..))) => {
                let through = self.cp.protection(face.building);
                let through = through.map_or(0.0, |wall| self.cp.chance_to_penetrate(gun.pounds / 2.0, wall));
                let template = self.cp.round_template(artillery.shell_template, shot.point);
                let inside = |man: &PieceId| {
                    self.cp.view.ground().building_at(self.cp.view.place(*man).at) == Some(face.building)
                };
                for man in self.cp.men_under(&template, shot.point).into_iter().filter(inside) {
                    strike(man, self.chance(shot.holes()) * through * self.cp.chance_of_icon(artillery.shell_template));
                }
            }
            (Round::Shot, None) => {
                for met in self.cp.crossed_by(&self.cp.track(gun.piece, shot.point)) {
                    let icon = if met.formed { artillery.close_order_icon } else { artillery.open_order_icon };
                    strike(met.man, self.cp.chance_of_icon(icon));
                }
            }
            (Round::Canister, _) => {
                let swath = self.cp.swath(gun, Heading::from_to(from, shot.point));
                for (man, band, unit) in self.cp.men_in_swath(gun, &swath) {
                    let column = self.cp.canister_column(gun, &swath, man, band, unit);
                    let chance = column.map_or(1.0, |column| self.chance(column.total() as i8));
                    let cover = self.cp.cover_at(&self.cp.view.outline(man), from);
                    strike(man, chance * self.hit(frail(self.cp, man), self.stops(cover.as_deref())));
                }
            }
            (Round::Shell | Round::Case, _) => {
                let (template, icon) = match shot.round {
                    Round::Shell => {
                        (self.cp.round_template(artillery.shell_template, shot.point), artillery.shell_template)
                    }
                    _ => (
                        self.cp.cone(artillery.case_template, shot.point, Heading::from_to(from, shot.point)),
                        artillery.case_template,
                    ),
                };
                for man in self.cp.men_under(&template, shot.point) {
                    strike(man, self.chance(shot.holes()) * self.cp.chance_of_icon(icon));
                }
            }
        }
        sum
    }

    /// Whether a gun points at the best enemy that it sees.
    fn is_laid(&self, gun: &Gun) -> bool {
        let place = self.cp.view.place(gun.piece);
        self.field_of_fire(gun, place.at).at.is_none_or(|there| place.bearing_to(there) <= self.gun_arc())
    }

    /// What it is worth to load, to turn a gun, to take it off its limber or hook it up.
    pub(super) fn worth_of_serving(&self, order: &Order) -> Explained {
        let each = self.terms.losses.each;
        let serves = self.judgement.limbers.serves * each;
        let Some(gun) = order.pieces.first().and_then(|piece| self.cp.gun(*piece)) else {
            return Explained::default();
        };
        match &order.verb {
            v if *v == verbs::LOAD => {
                let mut worth = Explained::base(self.cp.cites(Topic::LoadGun), "the gun is loaded", serves);
                if let Some(round) = order.choice.as_deref().and_then(Round::named) {
                    let men = self.next_target_of(gun, round);
                    worth.add(
                        self.cp.cites(Topic::DeclareRound),
                        format!("{men:.1} men for {}", round.word()),
                        men * each,
                    );
                }
                worth
            }
            v if *v == verbs::UNLIMBER => self.worth_of_unlimbering(gun),
            v if *v == verbs::LIMBER => self.worth_of_limbering(gun),
            _ if self.is_laid(gun) => Explained::default(),
            _ => Explained::base(self.cp.cites(Topic::Manhandle), "the gun is laid", serves),
        }
    }

    /// The expected men that a round strikes once it is loaded.
    fn next_target_of(&self, gun: &Gun, round: Round) -> f32 {
        let at = self.cp.view.place(gun.piece).at;
        let men = self.enemies().map(|block| self.expected(gun, round, block, block.centre.distance(at)));
        men.fold(0.0, f32::max)
    }

    /// `AimGun`: the rounds that guns might fire at movers by reaction.
    pub(super) fn reactions_of_guns(&self, ask: &Ask, movers: &[PieceId]) -> Vec<Order> {
        let guns = ask.pieces.iter().filter_map(|piece| self.cp.gun(*piece));
        let guns = guns.filter(|gun| self.cp.fires_as(gun).is_none());
        guns.filter_map(|gun| {
            let at = self.cp.view.place(gun.piece).at;
            let far = |mover: &PieceId| self.cp.view.place(*mover).at.distance_squared(at);
            let mut near: Vec<PieceId> = movers.to_vec();
            near.sort_by(|a, b| far(a).total_cmp(&far(b)).then(a.cmp(b)));
            let middle = near.get(near.len() / 2).copied();
            let aims = near.first().copied().into_iter().chain(middle);
            let rated = aims.filter_map(|mover| {
                let shot = self.cp.gun_reaction(gun.piece, mover).ok()?;
                Some((self.worth_of_shot(gun, &shot).1, mover))
            });
            // The round is kept if it would strike too many own men.
            let (_, mover) = rated.filter(|(worth, _)| *worth > 0.0).max_by(|a, b| a.0.total_cmp(&b.0))?;
            Some(order(ask, &verbs::REACT).pieces([gun.piece]).choice(reactions::SHOOT).target(mover))
        })
        .collect()
    }

    /// What a round fired by reaction is worth.
    pub(super) fn worth_of_gun_reaction(&self, gun: &Gun, order: &Order, success: f32) -> Explained {
        let shot = order.target.and_then(|mover| self.cp.gun_reaction(gun.piece, mover).ok());
        let Some(shot) = shot else { return Explained::default() };
        let (men, points) = self.worth_of_shot(gun, &shot);
        let mut worth = Explained::base(
            self.cp.cites(Topic::AimGun),
            format!("{} struck on the move", about(men, "man")),
            points * success,
        );
        worth.add(
            self.cp.cites(Topic::LoadGun),
            "a round kept for later",
            -self.judgement.guns.kept * success * self.terms.losses.each,
        );
        worth
    }
}
