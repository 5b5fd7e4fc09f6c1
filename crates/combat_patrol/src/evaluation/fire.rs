//! What a volley is expected to do, and what a loaded musket is worth.

use bevy::math::Vec2;

use super::{
    evaluator::{Evaluator, UnitSummary, frail},
    known::Volley,
    men, order,
};
use crate::{
    book::{cites::Topic, marks},
    fire::aim::Shot,
    orders::verbs,
    state::{
        sequence_of_play::{FigureAction, SequenceOfPlay},
        shot::Manner,
    },
};
use grapeshot_floor::{
    english,
    events::Explained,
    forces::{PieceId, UnitEntry, UnitId},
    orders::{Leg, Order},
    table::position::Heading,
    turn::{ActiveRulebook, Ask},
};

/// The bases of two men reach no farther than this from their middles, in inches.
const LARGEST: f32 = 3.0;

impl Evaluator<'_, '_> {
    /// The figures of a unit that are worth naming as targets: the nearest to a figure, and the man in the middle.
    fn marks_of(&self, block: &UnitSummary, from: PieceId) -> impl Iterator<Item = PieceId> + use<> {
        let view = self.cp.view;
        let at = view.place(from).at;
        let apart = |piece: &PieceId| view.place(*piece).at.distance_squared(at);
        // Of the men in a house only those at an opening can be seen.
        let indoors = |piece: &PieceId| view.inside(*piece).is_some();
        let men = self.cp.men(block.unit).filter(|piece| !indoors(piece) || self.cp.at_opening(&view.outline(*piece)));
        let nearest = men.min_by(|a, b| apart(a).total_cmp(&apart(b)));
        let middle = Some(block.man).filter(|man| Some(*man) != nearest);
        // A sniper may pick the leader out of all.
        let sniper = self.cp.soldier(from).sniper;
        let leader = self.cp.leader_of(block.unit).filter(|man| sniper && Some(*man) != nearest && *man != block.man);
        nearest.into_iter().chain(middle).chain(leader)
    }

    /// The expected hits of a figure that is fit to shoot; of a weapon with a crew, the hits of one card; none if it
    /// may not shoot at this target.
    pub fn aimed(&self, piece: PieceId, target: PieceId, manner: Manner) -> Option<f32> {
        let hits = |shot: Shot| {
            let cards = self.cp.cards_of(piece, shot.weapon, shot.band, manner);
            self.chance(shot.holes) * f32::from(if self.cp.book.weapon(shot.weapon).crew { 1 } else { cards })
        };
        self.memos.aims.get((piece, target, manner), || self.cp.shot_of_fit(piece, target, manner).ok().map(hits))
    }

    /// The volleys that figures may shoot if they stay where they are.
    pub fn volleys_standing(&self, figures: &[PieceId], manner: Manner) -> Vec<Volley> {
        self.memos.volleyed.get(figures.to_vec(), || self.volleys_of(figures, |_| Some(manner)))
    }

    /// The volleys that figures may shoot, the likeliest targets only.
    fn volleys_of(&self, figures: &[PieceId], manner: impl Fn(PieceId) -> Option<Manner>) -> Vec<Volley> {
        let mut volleys: Vec<Volley> = Vec::new();
        let fit: Vec<(PieceId, Manner)> = figures
            .iter()
            .filter_map(|piece| Some((*piece, manner(*piece)?)))
            .filter(|(piece, _)| self.cp.fit_to_shoot(*piece).is_ok())
            .collect();
        let Some((first, _)) = fit.get(fit.len() / 2).copied() else { return volleys };
        let from = self.cp.view.place(first).at;
        let reach = self.cp.soldier(first).weapons.iter().filter_map(|n| self.cp.book.weapon(*n).bands);
        let reach = reach.map(|(.., long)| long).fold(0.0, f32::max) + self.judgement.fire.spread;
        for block in self.enemies().filter(|block| block.centre.distance(from) <= reach) {
            for target in self.marks_of(block, first) {
                let shooters: Vec<(PieceId, f32)> = fit
                    .iter()
                    .filter_map(|(piece, manner)| Some((*piece, self.aimed(*piece, target, *manner)?)))
                    .collect();
                let shooters = self.worth_their_shots(target, shooters);
                if !shooters.is_empty() {
                    volleys.push(Volley { target, shooters });
                }
            }
        }
        volleys
    }

    /// The shooters whose shots at a target are worth more than a loaded musket, which may soon have a shot that is
    /// better by one hole. Each comes with the chance of a hit.
    pub(super) fn worth_their_shots(&self, target: PieceId, mut shooters: Vec<(PieceId, f32)>) -> Vec<(PieceId, f32)> {
        if let Some((first, _)) = shooters.first() {
            let (each, _) = self.worth_of_hit(*first, target);
            let patience =
                if self.left > self.judgement.figures.this_turn { self.judgement.fire.patience } else { 0.0 };
            shooters.retain(|(_, chance)| *chance > patience * self.next_better(*chance) && each > 0.0);
        }
        shooters
    }

    /// The chance of a hit if a hole less were needed.
    fn next_better(&self, chance: f32) -> f32 {
        let better = (1..=7).map(|holes| self.chance(holes)).filter(|other| *other > chance + 0.001);
        better.fold(1.0, f32::min)
    }

    /// CP-6.6, CP-6.8: what a hit is worth on the average of the figures that it may fall on; friends count against it.
    pub fn worth_of_hit(&self, shooter: PieceId, target: PieceId) -> (f32, bool) {
        self.memos.struck.get((shooter, target), || self.weigh_hit(shooter, target))
    }

    fn weigh_hit(&self, shooter: PieceId, target: PieceId) -> (f32, bool) {
        let candidates = self.cp.candidates(shooter, target);
        let mut sum = 0.0;
        let mut friends = false;
        for piece in &candidates {
            let cover = self.cp.cover_from(*piece, shooter);
            if !self.cp.view.is_played(self.cp.view.unit_of(*piece)) {
                sum += self.worth_of_hit_on_quarry(*piece);
                continue;
            }
            let hit = self.hit(frail(self.cp, *piece), self.stops(cover.as_deref())) * self.man(*piece);
            if self.cp.view.side_of(*piece) == self.side {
                friends = true;
                sum -= self.judgement.fire.friend * hit;
            } else {
                sum += hit;
            }
        }
        (sum / candidates.len().max(1) as f32, friends)
    }

    /// What a hit on a piece that nobody plays is worth: on a piece that is no man only a hit that fells it counts.
    fn worth_of_hit_on_quarry(&self, piece: PieceId) -> f32 {
        let worth: f32 = self.insights().map(|insight| (insight.quarry)(self, piece)).sum();
        let fells = if self.cp.is_man(piece) { frail(self.cp, piece) } else { self.cp.book.hits.incapacitates };
        worth * fells
    }

    /// What a volley is worth in points, and its expected hits.
    pub fn worth_of(&self, volley: &Volley) -> (f32, f32) {
        let hits: f32 = volley.shooters.iter().map(|(_, chance)| chance).sum();
        let (each, _) = self.worth_of_hit(volley.shooters[0].0, volley.target);
        (hits * each, hits)
    }

    /// The volleys that the unit may shoot now.
    pub(super) fn volleys(&self, ask: &Ask) -> Vec<Order> {
        let activation = self.cp.view.resource::<SequenceOfPlay>().active();
        let crewed = |piece: &PieceId| self.cp.ranged_weapon(*piece, 0.0).is_some_and(|n| self.cp.book.weapon(n).crew);
        let (crewed, others): (Vec<PieceId>, Vec<PieceId>) = ask.pieces.iter().partition(|piece| crewed(piece));
        let manner = |piece| self.cp.manner(activation, piece).ok();
        let mut volleys = self.volleys_of(&others, manner);
        // A sniper, who picks his man, and a weapon that takes a crew, fire by themselves.
        let by_himself = others.iter().filter(|piece| self.cp.soldier(**piece).sniper).chain(&crewed);
        for piece in by_himself {
            volleys.extend(self.volleys_of(&[*piece], manner));
        }
        volleys
            .into_iter()
            .map(|volley| {
                let shooters: Vec<PieceId> = volley.shooters.iter().map(|(piece, _)| *piece).collect();
                order(ask, &verbs::SHOOT).pieces(shooters).target(volley.target)
            })
            .collect()
    }

    pub(super) fn worth_of_volley(&self, order: &Order) -> Explained {
        let Some(target) = order.target else { return Explained::default() };
        let activation = self.cp.view.resource::<SequenceOfPlay>().active();
        let hits: f32 = order
            .pieces
            .iter()
            .filter_map(|piece| {
                let manner = self.cp.manner(activation, *piece).ok()?;
                self.aimed(*piece, target, manner)
            })
            .sum();
        let Some(first) = order.pieces.first() else { return Explained::default() };
        let (each, friends) = self.worth_of_hit(*first, target);
        let unit = self.cp.unit_name(self.cp.view.unit_of(target));
        let mut worth =
            Explained::base("CP-6.4", format!("{} expected on {unit}", english::about(hits, "hit")), hits * each);
        self.add_price_of_opening(activation.unit, 1.0, &mut worth);
        if friends {
            worth.add("CP-6.6", "friends in the target area", 0.0);
        }
        worth
    }

    /// CP-6.12: the orders that fire the next card of a weapon with a crew, at each enemy that it may be for.
    pub(super) fn answers_to_sweep(&self, ask: &Ask) -> Vec<Order> {
        let near = self.cp.enemies(self.side).filter(|enemy| self.cp.next_card_at(*enemy).is_ok());
        let mut list: Vec<Order> = near.map(|enemy| order(ask, &verbs::SWEEP).target(enemy)).collect();
        list.push(order(ask, &verbs::CEASE));
        list
    }

    pub(super) fn worth_of_sweep(&self, order: &Order) -> Explained {
        let Some(aim) = order.target.and_then(|target| self.cp.next_card_at(target).ok()) else {
            return Explained::default();
        };
        let (each, _) = self.worth_of_hit(aim.shooter, aim.target);
        let chance = self.chance(aim.holes());
        Explained::base("CP-6.12", format!("{} expected", english::about(chance, "hit")), chance * each)
    }

    /// What it is worth to load a musket, for each man.
    pub fn worth_of_load(&self, block: &UnitSummary) -> f32 {
        let Some(enemy) = self.nearest_enemy(block.centre) else { return 0.0 };
        let chance = self.holes(block, enemy.centre.distance(block.centre)).map_or(0.0, |holes| self.chance(holes));
        self.judgement.fire.loaded + self.judgement.fire.shot * chance
    }

    /// What a unit that hides gives up when it is found: the enemy neither shoots at it nor keeps clear of it. It joins
    /// another one that was found.
    pub(super) fn worth_of_hiding(&self, unit: UnitId) -> f32 {
        if !self.cp.is_hidden(unit) || self.who_lay_in_wait(unit).any(|other| !self.cp.is_hidden(other.unit)) {
            return 0.0;
        }
        self.judgement.ambush.hiding * self.cp.men(unit).count() as f32
    }

    /// What a hidden unit gives up by opening fire, times the chance that it does; more if it should wait for the
    /// others.
    pub(super) fn add_price_of_opening(&self, unit: UnitId, chance: f32, worth: &mut Explained) {
        let hiding = self.worth_of_hiding(unit);
        if hiding > 0.0 {
            worth.add("CP-12.2", "is found by its fire", -hiding * chance);
        }
        self.add_patience(unit, chance, worth);
    }

    /// What it is worth for a hidden unit to wait for the others who hide before it opens the ambush.
    pub(super) fn add_patience(&self, unit: UnitId, chance: f32, worth: &mut Explained) {
        if self.waits_for_others(unit) {
            let wait = self.judgement.ambush.wait;
            worth.add("CP-12.2", "the others of the ambush are not ready", -wait * chance);
        }
    }

    /// Whether a hidden unit waits for other hidden units of its side, so that the ambush opens together: as long as
    /// none of them was found, none of the others is ready, no enemy is about to find it, and there is time.
    fn waits_for_others(&self, unit: UnitId) -> bool {
        let ambush = &self.judgement.ambush;
        let Some(block) = self.block(unit).filter(|_| self.cp.is_hidden(unit)) else { return false };
        if self.left < (1.0 - ambush.patience) * f32::from(self.cp.view.scenario_info().turns) {
            return false;
        }
        let others: Vec<&UnitSummary> = self.who_lay_in_wait(unit).collect();
        let waiting = !others.is_empty() && others.iter().all(|other| self.cp.is_hidden(other.unit));
        waiting && !self.is_pressed(block) && !others.iter().any(|other| self.is_ready(other))
    }

    /// The other units of the side that began hidden and are strong enough for an ambush.
    fn who_lay_in_wait(&self, unit: UnitId) -> impl Iterator<Item = &UnitSummary> {
        let rules = &self.cp.view.resource::<ActiveRulebook>().0.rules;
        let body = self.judgement.ground.body;
        self.friends().filter(move |friend| {
            let began_hidden = || rules.begins_hidden(self.cp.view.unit_part::<UnitEntry>(friend.unit));
            friend.unit != unit && friend.men >= body && began_hidden()
        })
    }

    /// Whether an enemy is so near a unit that he is about to find it.
    fn is_pressed(&self, block: &UnitSummary) -> bool {
        let near = self.judgement.ground.close;
        let comes = |man| self.cp.enemies_within(self.side, man, near).any(|enemy| self.cp.sees(man, enemy));
        self.cp.men(block.unit).any(comes)
    }

    /// Whether enough men of a unit have a shot as they stand, or it rides and has an enemy within reach of its
    /// charge.
    fn is_ready(&self, block: &UnitSummary) -> bool {
        let charge = if block.rides { self.pace(block, false) } else { 0.0 };
        let reaches = |man: PieceId| {
            charge > 0.0
                && self
                    .cp
                    .enemies_within(self.side, man, charge + LARGEST)
                    .any(|enemy| self.cp.view.gap(man, enemy) <= charge)
        };
        let shoots = |man: &PieceId| {
            let aimed = |enemy| self.aimed(*man, enemy, Manner::default()).is_some();
            self.cp.fit_to_shoot(*man).is_ok() && self.cp.targets_in_range(*man).any(aimed)
        };
        self.memos.ready.get(block.unit, || {
            let enough = usize::from(self.judgement.ground.body.max(1));
            self.cp.men(block.unit).any(reaches) || self.cp.men(block.unit).filter(shoots).nth(enough - 1).is_some()
        })
    }

    /// Looking for somebody at the suspected places: each figure near one looks at the nearest.
    pub(super) fn lookouts(&self, ask: &Ask) -> Vec<Order> {
        let idle: Vec<PieceId> = self
            .cp
            .with_part(FigureAction::Stationary)
            .filter(|piece| self.cp.view.in_play(*piece) && self.cp.could_spot(*piece))
            .collect();
        let Some(first) = idle.first() else { return Vec::new() };
        let from = self.cp.view.place(*first).at;
        let mut places: Vec<Vec2> = self.cp.view.suspected().map(|place| place.at).collect();
        places.sort_by(|a, b| a.distance_squared(from).total_cmp(&b.distance_squared(from)));
        let look = |at: Vec2| {
            let see = |piece: &PieceId| self.cp.spot_column(*piece, at).is_ok();
            let pieces: Vec<PieceId> = idle.iter().copied().filter(see).collect();
            (!pieces.is_empty()).then(|| order(ask, &verbs::SPOT).pieces(pieces).path([Leg::To(at)]))
        };
        places.into_iter().find_map(look).into_iter().collect()
    }

    pub(super) fn worth_of_lookout(&self, order: &Order) -> Explained {
        let Some(Leg::To(at)) = order.path.first() else { return Explained::default() };
        let miss = |piece: &PieceId| match self.cp.spot_column(*piece, *at) {
            Ok(column) => 1.0 - self.cp.chance_of_holes(column.total() as i8),
            Err(_) => 1.0,
        };
        let found = 1.0 - order.pieces.iter().map(miss).product::<f32>();
        Explained::base(
            "CP-12.3",
            format!("{:.0} % to spot who hides there", found * 100.0),
            self.judgement.figures.least * found,
        )
    }

    /// Recovering and reloading, for all who can.
    pub(super) fn upkeep(&self, ask: &Ask) -> Vec<Order> {
        let mut stunned = Vec::new();
        let mut unloaded = Vec::new();
        for piece in self.cp.with_part(FigureAction::Stationary).filter(|piece| self.cp.view.in_play(*piece)) {
            let marks = self.cp.view.marks(piece);
            if marks.has(&marks::STUN) {
                stunned.push(piece);
            } else if self.cp.markers_to_load(piece) > 0 {
                unloaded.push(piece);
            }
        }
        let mut list = Vec::new();
        if !stunned.is_empty() {
            list.push(order(ask, &verbs::RECOVER).pieces(stunned));
        }
        if !unloaded.is_empty() {
            list.push(order(ask, &verbs::RELOAD).pieces(unloaded));
        }
        list
    }

    pub(super) fn worth_of_upkeep(&self, order: &Order) -> Explained {
        let count = order.pieces.len() as f32;
        if order.verb == verbs::RECOVER {
            let what = men(order.pieces.len(), "is fit again", "are fit again");
            return Explained::base("CP-7.4", what, self.judgement.figures.ready * count);
        }
        let block = order.pieces.first().and_then(|piece| self.block(self.cp.view.unit_of(*piece)));
        let each = block.map_or(0.0, |block| self.worth_of_load(block));
        Explained::base(self.cp.cites(Topic::Reload), format!("{count} more loaded"), each * count)
    }

    /// CP-1.6: figures in open order that look away from the enemy turn to him.
    pub(super) fn facings(&self, ask: &Ask) -> Vec<Order> {
        let mut turned: Vec<PieceId> = Vec::new();
        let mut heading = None;
        for piece in self.cp.with_part(FigureAction::Stationary).filter(|piece| self.cp.view.in_play(*piece)) {
            let place = self.cp.view.place(piece);
            let Some(enemy) = self.nearest_enemy(place.at) else { break };
            if self.looks_away(piece)
                && enemy.centre.distance(place.at) < self.judgement.fire.turn_within
                && !self.cp.stunned(piece)
                && !self.cp.supplement().in_body(self.cp, piece)
            {
                heading.get_or_insert(Heading::from_to(place.at, enemy.centre));
                turned.push(piece);
            }
        }
        heading.map(|heading| order(ask, &verbs::FACE).pieces(turned).heading(heading)).into_iter().collect()
    }

    /// Whether a man looks away from the nearest enemy.
    fn looks_away(&self, man: PieceId) -> bool {
        let place = self.cp.view.place(man);
        let enemy = self.nearest_enemy(place.at);
        enemy.is_some_and(|enemy| place.bearing_to(enemy.centre) > self.judgement.fire.turned_away)
    }

    pub(super) fn worth_of_facing(&self, order: &Order) -> Explained {
        let turned = order.pieces.iter().filter(|piece| self.looks_away(**piece)).count();
        let worth = if turned > 0 { self.judgement.fire.turn } else { 0.0 };
        Explained::base("CP-1.6", men(turned, "turns to the enemy", "turn to the enemy"), worth)
    }
}
