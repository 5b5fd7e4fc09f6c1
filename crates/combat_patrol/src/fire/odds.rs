//! The odds of a shot, and the figures in its target area (chapter 6).

use bevy::math::Vec2;

use crate::{
    book::{cites::Topic, marks},
    fire::{aim::Aim, shooting::needs},
    state::shot::Manner,
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    events::RuleId,
    forces::PieceId,
    orders::Odds,
    table::position::{Heading, Place},
};

impl<'w> SkirmishView<'w> {
    /// CP-6.4: the chance that a card shows at least this many holes.
    pub fn chance_of_holes(&self, holes: i8) -> f32 {
        let deck = &self.book.core.action_deck;
        let hits = deck.iter().filter(|card| card.holes as i8 >= holes).count();
        hits as f32 / deck.len() as f32
    }

    /// CP-6.5: the to-hit cards of a shot that are for its target: all of them, or only the first of a weapon that
    /// takes a crew.
    pub fn cards_at_target(&self, aim: &Aim) -> u8 {
        if self.book.weapon(aim.weapon).crew { 1 } else { aim.shots }
    }

    /// CP-6.5: the chances of 0, 1, 2 ... hits of a shot, which ends with a card that is out of ammunition.
    pub fn spread_of_hits(&self, aim: &Aim) -> Vec<f32> {
        let deck = &self.book.core.action_deck;
        let hit = self.chance_of_holes(aim.holes());
        let last = deck.iter().filter(|card| card.ooa).count() as f32 / deck.len() as f32;
        let cards = usize::from(self.cards_at_target(aim));
        let (mut spread, mut going) = (vec![0.0; cards + 1], vec![1.0]);
        for _ in 0..cards {
            let mut next = vec![0.0; going.len() + 1];
            for (hits, share) in going.into_iter().enumerate() {
                spread[hits] += share * last;
                next[hits] += share * (1.0 - hit - last);
                next[hits + 1] += share * hit;
            }
            going = next;
        }
        spread.iter_mut().zip(going).for_each(|(all, share)| *all += share);
        spread
    }

    /// The odds of a shot, for the player's eyes; from the same [`Aim`] that is resolved.
    pub fn odds_of(&self, aim: &Aim) -> Odds {
        let holes = aim.holes();
        let mut then = self.other_weapons(aim);
        let cards = self.cards_at_target(aim);
        if cards > 1 {
            then.push((format!("{cards} cards, until one is out of ammunition"), RuleId::new("CP-6.5")));
        }
        let candidates = self.candidates(aim.shooter, aim.target);
        if candidates.len() > 1 {
            let text = format!("a hit falls on one of {} figures in the target area", candidates.len());
            then.push((text, RuleId::new("CP-6.6")));
        }
        if let Some(cover) = self.covered_from(aim.target, aim.shooter) {
            let share = 100.0 * self.book.hits.cover_stops(&cover.code);
            let (what, kind) = (self.words_of_cover(&cover), self.cover_name(&cover.code));
            then.push((format!("the cover of {what} ({kind}) stops {share:.0} %: stunned"), RuleId::new("CP-6.8")));
        }
        Odds {
            label: format!("{} at {}", self.name(aim.shooter), self.name(aim.target)),
            explained: aim.column.clone(),
            needs: needs(holes),
            chance: self.chance_of_holes(holes),
            then,
        }
    }

    /// `Weapons`: what the shooter's other weapons would do at that distance, beside the one of a shot.
    fn other_weapons(&self, aim: &Aim) -> Vec<(String, RuleId)> {
        let distance = self.view.gap(aim.shooter, aim.target);
        let mut told = vec![aim.weapon];
        let mut lines = Vec::new();
        for weapon in self.ranged_weapons(aim.shooter) {
            if told.contains(&weapon) || !self.is_ready_with(aim.shooter, weapon) {
                continue;
            }
            told.push(weapon);
            let manner = Manner { moving_fire: self.view.mark(aim.shooter, &marks::MOVED) > 0, ..Manner::default() };
            let hits = self.promise_of(aim.shooter, weapon, distance, manner);
            if hits > 0.0 && self.may_use(aim.shooter, weapon, manner).is_ok() {
                let name = &self.book.weapon(weapon).name;
                lines.push((format!("with the {name} {hits:.2} hits"), RuleId::new(self.cites(Topic::Weapons))));
            }
        }
        lines
    }

    /// CP-6.6: the pieces in the target area of a shot, whatever they are.
    pub fn in_target_area(&self, shooter: PieceId, target: PieceId) -> impl Iterator<Item = PieceId> {
        let from = self.view.place(shooter).at;
        let Place { at: named, floor, .. } = self.view.place(target);
        let settings = &self.settings().core;
        let (half_width, depth) = (settings.target_area_width / 2.0, settings.target_area_depth);
        let before = self.numbers().target_area_before;
        let line = Heading::from_to(from, named);
        let (onward, right) = (line.forward(), line.right());
        let reach = Vec2::new(half_width, depth.max(before)).length();
        let near = self.view.pieces_index().within(named, reach).into_iter();
        near.filter(move |id| *id != shooter && self.view.place(*id).floor == floor).filter(move |id| {
            let delta = self.view.place(*id).at - named;
            let (along, aside) = (delta.dot(onward), delta.dot(right).abs());
            // A ten-thousandth of an inch keeps figures on the edge inside, whatever the rounding.
            aside <= half_width + 1e-4 && along >= -before - 1e-4 && along <= depth + 1e-4
        })
    }

    /// CP-6.6: the figures that a hit may fall on, nearest to the shooter first.
    pub fn candidates(&self, shooter: PieceId, target: PieceId) -> Vec<PieceId> {
        // CP-6.13: a sniper hits the man he named.
        if self.soldier(shooter).sniper {
            return vec![target];
        }
        let side = self.view.side_of(shooter);
        let mut found: Vec<(f32, PieceId)> = self
            .in_target_area(shooter, target)
            .filter(|id| *id == target || self.is_man(*id))
            .filter(|id| *id == target || self.sees(shooter, *id))
            .filter(|id| *id == target || !self.touched_by(*id, |foe| self.view.side_of(foe) == side))
            .map(|id| (self.view.gap(shooter, id), id))
            .collect();
        // `LimberHit`: a limber near its gun is always a candidate when the crew is fired at.
        let limber = self.gun_of(self.view.unit_of(target)).filter(|_| self.is_man(target)).and_then(|gun| {
            gun.limber.filter(|limber| self.view.gap(gun.piece, *limber) <= self.artillery().limber_reach + 1e-4)
        });
        found.extend(limber.map(|limber| (self.view.gap(shooter, limber), limber)));
        found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut found = found.into_iter().map(|(_, id)| id).collect();
        self.chapters().candidates(self, shooter, target, &mut found);
        found
    }
}
