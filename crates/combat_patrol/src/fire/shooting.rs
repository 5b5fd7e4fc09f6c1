//! Shooting (chapter 6): who may shoot, the column, the target area, the hit.

use bevy::math::Vec2;
use smallvec::SmallVec;

use std::{borrow::Cow, collections::BTreeSet};

use crate::{
    book::{
        action_card::ActionCard,
        cites::Topic,
        marks,
        profile::{Band, Engine, Soldier},
    },
    cards::decks,
    fire::{no_shot::NoShot, wounds},
    state::shot::Manner,
    view::{
        rulebook::{BookData, SkirmishView, cites},
        supplement::AfterShot,
    },
};
use grapeshot_floor::{
    english::count,
    events::{EventKind, Explained, RuleId},
    forces::{PieceId, SideId},
    orders::{Odds, Refusal},
    table::{
        footprint::Outline,
        position::{Heading, Place},
        sight,
    },
    turn::BattleMut,
};

/// A shot that may be made.
#[derive(Debug, Clone, PartialEq)]
pub struct Aim {
    pub shooter: PieceId,
    /// The named target.
    pub target: PieceId,
    /// The weapon, by its number.
    pub weapon: u8,
    /// The column and how it came about.
    pub column: Explained,
    /// To-hit cards that may be drawn (CP-6.5).
    pub shots: u8,
}

impl Aim {
    /// The holes needed; a column under 1 counts as 1 (CP-6.3).
    pub fn holes(&self) -> i8 {
        (self.column.total() as i8).max(1)
    }
}

/// No base of the rules reaches farther from its centre than this, in inches (the largest wagon base, CP-1.5).
const LARGEST_REACH: f32 = 3.5;

/// A shot that is possible, in bare numbers; [`SkirmishView::aim`] adds the reasons.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shot {
    /// The weapon, by its number.
    pub weapon: u8,
    /// Its band at the distance of the target.
    pub band: Band,
    /// Inches from base to base.
    pub distance: f32,
    /// The holes needed; a column under 1 counts as 1 (CP-6.3).
    pub holes: i8,
}

/// A line of the column of a shot: its rule, its label, its amount. The label is made only if it is read.
pub type Line<'a> = (RuleId, &'a dyn Fn() -> Cow<'static, str>, i8);

impl<'w> SkirmishView<'w> {
    /// The first ranged weapon of a figure that carries as far as `distance`, or its first ranged weapon at all.
    pub fn ranged_weapon(&self, shooter: PieceId, distance: f32) -> Option<u8> {
        let carries = |n: &u8| self.book.weapon(*n).band(distance).is_some();
        self.ranged_weapons(shooter).find(carries).or_else(|| self.ranged_weapons(shooter).next())
    }

    /// CP-6.1: whether a figure is fit to shoot at all.
    ///
    /// # Errors
    /// If it is stunned or in contact, if it has nothing to shoot with, or nothing that is loaded, or if the rules of the
    /// period forbid it.
    pub fn fit_to_shoot(&self, shooter: PieceId) -> Result<(), NoShot> {
        let marks = self.view.marks(shooter);
        if marks.has(&marks::STUN) {
            return Err(NoShot::Stunned);
        }
        if self.ranged_weapon(shooter, 0.0).is_none() {
            return Err(NoShot::Unarmed);
        }
        if !self.is_loaded(shooter) {
            return Err(if marks.has(&marks::RELOAD) { NoShot::NotLoaded } else { NoShot::OutOfAmmo });
        }
        self.supplement().may_shoot(self, shooter).map_err(NoShot::ByPeriod)?;
        if self.in_contact(shooter) {
            return Err(NoShot::InContact);
        }
        Ok(())
    }

    /// CP-6.1 to CP-6.3: whether a figure may shoot at a named target, and the column it needs.
    ///
    /// # Errors
    /// If the figure is not fit to shoot, or if the target is no enemy, not in its arc, not seen or out of range.
    pub fn aim(&self, shooter: PieceId, target: PieceId, manner: Manner) -> Result<Aim, Refusal> {
        self.fit_to_shoot(shooter).map_err(|why| self.refuse_shot(shooter, why))?;
        self.aim_of_fit(shooter, target, manner)
    }

    /// The shot of a figure that is known to be fit to shoot, and the column it needs.
    ///
    /// # Errors
    /// If the target is no enemy, not in the figure's arc, not seen or out of range.
    pub fn aim_of_fit(&self, shooter: PieceId, target: PieceId, manner: Manner) -> Result<Aim, Refusal> {
        let shot = self.shot_of_fit(shooter, target, manner).map_err(|why| self.refuse_shot(shooter, why))?;
        let mut column = Explained::default();
        self.column(shooter, target, &shot, manner, &mut |(rule, label, amount)| {
            column.add(rule, label(), f32::from(amount));
        });
        let shots = self.cards_of(shooter, shot.weapon, shot.band, manner);
        Ok(Aim { shooter, target, weapon: shot.weapon, column, shots })
    }

    /// The shot of a figure that is known to be fit to shoot.
    ///
    /// # Errors
    /// If the target is no enemy, not in the figure's arc, not seen or out of range.
    pub fn shot_of_fit(&self, shooter: PieceId, target: PieceId, manner: Manner) -> Result<Shot, NoShot> {
        if !self.view.in_play(target) {
            return Err(NoShot::TargetGone);
        }
        if !self.is_target(target, self.view.side_of(shooter)) {
            return Err(NoShot::NoEnemy(target));
        }
        if self.engine(target) == Some(Engine::Gun) {
            return Err(NoShot::TargetIsGun);
        }
        self.require_arc(shooter, self.view.place(target).at)?;
        self.shot_as_if_facing(shooter, target, manner)
    }

    /// CP-1.6: whether a figure has a point in its arc as it faces now.
    ///
    /// # Errors
    /// The bearing and the arc, if it has not.
    pub fn require_arc(&self, shooter: PieceId, point: Vec2) -> Result<(), NoShot> {
        let (half_arc, rule) = self.supplement().fire_arc(self, shooter);
        let bearing = self.view.place(shooter).bearing_to(point);
        // CP-1.6 gives the arc a thousandth of a degree.
        if bearing <= half_arc + 0.001 { Ok(()) } else { Err(NoShot::OutOfArc(bearing, half_arc, rule)) }
    }

    /// Whether a figure that is fit to shoot could shoot at an enemy in play, if need be after a turn, which is free in
    /// open order (CP-1.6).
    pub fn could_aim(&self, shooter: PieceId, target: PieceId, manner: Manner) -> bool {
        (self.require_arc(shooter, self.view.place(target).at).is_ok() || !self.supplement().in_body(self, shooter))
            && self.shot_as_if_facing(shooter, target, manner).is_ok()
    }

    /// The shot at an enemy in play, whichever way the shooter faces.
    fn shot_as_if_facing(&self, shooter: PieceId, target: PieceId, manner: Manner) -> Result<Shot, NoShot> {
        let there = self.view.outline(target);
        let (weapon, band, distance) = self.weapon_for(shooter, &there, manner)?;
        if !self.has_in_view(shooter, &there) {
            return Err(NoShot::Unseen(target));
        }
        if self.touched_by(target, |foe| foe != shooter) {
            return Err(NoShot::TargetInContact);
        }
        if let Some(friend) = self.friend_in_the_way(shooter, there.place) {
            return Err(NoShot::BlockedBy(friend));
        }
        let mut shot = Shot { weapon, band, distance, holes: 0 };
        let mut column = 0;
        self.column(shooter, target, &shot, manner, &mut |(.., amount)| column += amount);
        if column > self.numbers().most_holes {
            return Err(NoShot::TooHard(f32::from(column)));
        }
        shot.holes = column.max(1);
        Ok(shot)
    }

    /// The weapon that a shooter would use against a target at its distance, its band and the distance.
    fn weapon_for(&self, shooter: PieceId, target: &Outline, manner: Manner) -> Result<(u8, Band, f32), NoShot> {
        let distance = self.view.outline(shooter).gap(target);
        if let Some(with) = manner.with.filter(|with| !self.ranged_weapons(shooter).any(|weapon| weapon == *with)) {
            return Err(NoShot::Lacks(with));
        }
        let wanted = |weapon: &u8| manner.with.is_none_or(|with| with == *weapon);
        let ready: SmallVec<[u8; 4]> =
            self.ranged_weapons(shooter).filter(wanted).filter(|weapon| self.is_ready_with(shooter, *weapon)).collect();
        let Some(first) = ready.first().copied() else { return Err(NoShot::NotLoaded) };
        let band = |weapon: u8| self.supplement().band(self, weapon, distance);
        let carry: SmallVec<[u8; 4]> = ready.into_iter().filter(|weapon| band(*weapon).is_some()).collect();
        if carry.is_empty() {
            return Err(NoShot::OutOfRange(distance, first));
        }
        let mut may: SmallVec<[u8; 4]> = SmallVec::new();
        let mut why = None;
        for weapon in carry {
            match self.may_use(shooter, weapon, manner) {
                Ok(()) => may.push(weapon),
                Err(refused) => why = why.or(Some(refused)),
            }
        }
        let weapon = self.supplement().first_choice(self, shooter, &may, distance, manner);
        match (weapon.and_then(|weapon| Some((weapon, band(weapon)?))), why) {
            (Some((weapon, band)), _) => Ok((weapon, band, distance)),
            (None, Some(why)) => Err(why),
            (None, None) => Err(NoShot::OutOfRange(distance, first)),
        }
    }

    /// Whether a weapon may be used in this manner.
    fn may_use(&self, shooter: PieceId, weapon: u8, manner: Manner) -> Result<(), NoShot> {
        if manner.moving_fire && self.book.weapon(weapon).crew {
            return Err(NoShot::NotOnTheMove(weapon));
        }
        self.supplement().may_fire(self, shooter, weapon, manner).map_err(NoShot::ByPeriod)
    }

    /// The expected hits of a weapon at a distance in inches, without the shifts that come with the target.
    pub fn promise_of(&self, shooter: PieceId, weapon: u8, distance: f32, manner: Manner) -> f32 {
        let Some(band) = self.supplement().band(self, weapon, distance) else { return 0.0 };
        let mut column = 0;
        let shot = Shot { weapon, band, distance, holes: 0 };
        self.lines_of_range(shooter, &shot, manner, &mut |(.., amount)| column += amount);
        self.lines_of_shooter(shooter, manner, &mut |(.., amount)| column += amount);
        let cards = f32::from(self.cards_of(shooter, weapon, band, manner));
        if column > self.numbers().most_holes { 0.0 } else { cards * self.chance_of_holes(column.max(1)) }
    }

    /// CP-1.8: whether a shooter sees a base.
    fn has_in_view(&self, shooter: PieceId, there: &Outline) -> bool {
        self.eyes(shooter).iter().any(|eye| sight::is_seen(self.view.ground(), self.sight_rule(), eye, there))
    }

    /// CP-6.15: the shot of a figure that is fit to shoot at something that is no figure, without its holes; none if it
    /// does not see the thing.
    ///
    /// # Errors
    /// If the thing is not in the figure's arc or out of range.
    pub fn shot_at(&self, shooter: PieceId, thing: &Outline, manner: Manner) -> Result<Option<Shot>, NoShot> {
        let (weapon, band, distance) = self.weapon_for(shooter, thing, manner)?;
        if !self.has_in_view(shooter, thing) {
            return Ok(None);
        }
        match self.friend_in_the_way(shooter, thing.place) {
            Some(friend) => Err(NoShot::BlockedBy(friend)),
            None => Ok(Some(Shot { weapon, band, distance, holes: 0 })),
        }
    }

    /// CP-6.5, `RidersMovingFire`: the to-hit cards of a shot: on the move a man on foot fires once, a rider his full
    /// number.
    pub fn cards_of(&self, shooter: PieceId, weapon: u8, band: Band, manner: Manner) -> u8 {
        let full = self.has_its_crew(shooter, weapon) && (!manner.moving_fire || self.mounted(shooter));
        if full { self.book.weapon(weapon).rate_at(band) } else { 1 }
    }

    /// CP-6.3: the column and its shifts, line by line. All add up; no line counts twice.
    fn column(&self, shooter: PieceId, target: PieceId, shot: &Shot, manner: Manner, add: &mut dyn FnMut(Line)) {
        self.lines_of_range(shooter, shot, manner, add);
        let (counted, band_rule) = self.supplement().band_against(self, target, shot.band);
        if let Some(band_rule) = band_rule
            && counted != shot.band
        {
            let amount = self.band_shift(counted) - self.band_shift(shot.band);
            add((band_rule, &|| format!("target in close order, counts as {}", counted.word()).into(), amount));
        }
        if manner.target_moving || self.chapters().is_moving(self, target) {
            add((RuleId::new("CP-6.3"), &|| "target moving".into(), self.numbers().shifts.target_moving));
        }
        self.lines_of_shooter(shooter, manner, add);
    }

    /// CP-6.3: the shift of a range band.
    pub fn band_shift(&self, band: Band) -> i8 {
        match band {
            Band::Short => 0,
            Band::Medium => self.numbers().shifts.medium,
            Band::Long => self.numbers().shifts.long,
        }
    }

    /// CP-6.3: the start column and the shift of the range band.
    pub fn lines_of_range(&self, shooter: PieceId, shot: &Shot, manner: Manner, add: &mut dyn FnMut(Line)) {
        let weapon = self.book.weapon(shot.weapon);
        let accuracy = self.accuracy_with(shooter, shot.weapon, manner);
        let start = self.numbers().start_column.of(accuracy);
        add((RuleId::new("CP-6.3"), &|| format!("{accuracy} {}", weapon.name).into(), start));
        let label = || format!("{:.1} inches is {}", shot.distance, shot.band.word()).into();
        add((RuleId::new("CP-6.2"), &label, self.band_shift(shot.band)));
    }

    /// CP-6.3: adds the shifts that come from the shooter, whatever the target.
    pub fn lines_of_shooter(&self, shooter: PieceId, manner: Manner, add: &mut dyn FnMut(Line)) {
        let shifts = &self.numbers().shifts;
        if manner.moving_fire {
            let stood = self.view.mark(shooter, &marks::MOVED) == 0;
            let driven = self.carriage(shooter).filter(|carriage| carriage.moves);
            let label = || match (&driven, stood) {
                (Some(carriage), _) => format!("moving fire: on {}", self.name(carriage.body)).into(),
                (None, true) => "moving fire: was declared to move".into(),
                (None, false) => "moving fire".into(),
            };
            add((RuleId::new("CP-6.10"), &label, shifts.moving_fire));
        }
        if self.soldier(shooter).sniper {
            add((RuleId::new("CP-6.13"), &|| "sniper".into(), shifts.sniper));
        }
        if self.mounted(shooter) && !self.supplement().is_horseman(self, shooter) {
            add((RuleId::new(self.cites(Topic::FireFromHorseback)), &|| "from the saddle".into(), shifts.mounted));
        }
        if self.wounded(shooter) {
            add((RuleId::new("CP-7.3"), &|| "shooter wounded".into(), shifts.wounded));
        }
        if !self.leader_present(shooter, manner.busy) {
            add((RuleId::new("CP-4.4"), &|| "leader not present".into(), shifts.leader_absent));
        }
        for (label, amount) in self.view.house_rules(self.view.unit_of(shooter), "CP-6.3") {
            add((RuleId::new("CP-6.3"), &|| label.to_owned().into(), amount));
        }
    }

    /// CP-6.1: the friend that blocks the line of fire with his base, if there is one; a friend that touches the
    /// shooter or stands within an inch of him does not.
    fn friend_in_the_way(&self, shooter: PieceId, target: Place) -> Option<PieceId> {
        let side = self.view.side_of(shooter);
        let from = self.view.place(shooter);
        // Figures on other storeys do not block it.
        let levels = [from.floor, target.floor];
        let (from, to) = (from.at, target.at);
        let near = self.view.pieces_index().along(from, to, LARGEST_REACH);
        near.into_iter().find(|other| {
            *other != shooter
                && self.view.side_of(*other) == side
                && levels.contains(&self.view.place(*other).floor)
                && self.view.outline(*other).cut_by(from, to)
                && self.view.gap(shooter, *other) > self.numbers().friend_beside
                && !self.rides_with(shooter, *other)
        })
    }

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

/// What a card must show, in words.
pub fn needs(holes: i8) -> String {
    format!("Needs {}", in_holes(holes))
}

/// A number of holes in words; a negative number reads as none.
pub fn in_holes(holes: i8) -> String {
    count(holes.max(0) as usize, "hole")
}

/// What a card must show and what it shows, in words.
pub fn shows(holes: i8, card: &ActionCard) -> String {
    format!("needs {}, the card shows {}", in_holes(holes), card.holes)
}

/// The line of the log about one piece of fire, under which its cards fold away.
pub struct FireLine {
    /// Its place in the log.
    at: usize,
    /// What is fired at what, in words.
    text: String,
}

impl FireLine {
    /// Begins such a line.
    pub fn begin(battle: &mut BattleMut, side: SideId, rule: RuleId, text: String) -> Self {
        let at = battle.view().log().len();
        battle.note(Some(side), rule, text.clone());
        Self { at, text }
    }

    /// Ends the line: it tells how many shots were fired, and how many of them hit.
    pub fn end(self, battle: &mut BattleMut) {
        let fired = battle.view().log().events()[self.at..].iter().filter_map(|event| match event.kind {
            EventKind::Shot { hit, .. } => Some(hit),
            _ => None,
        });
        let fired: Vec<bool> = fired.collect();
        let came = match (fired.len(), fired.iter().filter(|hit| **hit).count()) {
            (0, _) => "no shot".to_owned(),
            (shots, 0) => format!("{}, no hit", count(shots, "shot")),
            (shots, hits) => format!("{}, {}", count(shots, "shot"), count(hits, "hit")),
        };
        battle.retell(self.at, format!("{}: {came}", self.text));
    }

    /// Ends the line of a round: it tells how many men it struck, counting only men that all sides can see.
    pub fn end_round(self, battle: &mut BattleMut) {
        let struck: BTreeSet<PieceId> = battle.view().log().events()[self.at..]
            .iter()
            .filter_map(|event| match event.kind {
                EventKind::Hit { piece, .. } if event.known_to.is_all() => Some(piece),
                _ => None,
            })
            .collect();
        let came = match struck.len() {
            0 => "nobody hit".to_owned(),
            men => format!("{} hit", count(men, "man")),
        };
        battle.retell(self.at, format!("{}: {came}", self.text));
    }
}

/// CP-6.4 to CP-6.9: resolves one shot with all its cards. Returns whether anybody was struck.
pub fn resolve_shot(battle: &mut BattleMut, book: &BookData, aim: &Aim) -> bool {
    let mut struck: Vec<PieceId> = Vec::new();
    let mut laid = AfterShot::default();
    for _ in 0..aim.shots {
        if !battle.view().in_play(aim.target) || one_card(battle, book, aim, &mut struck, &mut laid) {
            break;
        }
    }
    !struck.is_empty()
}

/// CP-6.4: resolves one to-hit card of a shot with all that follows from it, and notes the figures it has struck and
/// the markers it has laid. Returns whether the weapon is out of ammunition, which ends the shot.
pub fn one_card(
    battle: &mut BattleMut,
    book: &BookData,
    aim: &Aim,
    struck: &mut Vec<PieceId>,
    laid: &mut AfterShot,
) -> bool {
    let side = battle.view().side_of(aim.shooter);
    let holes = aim.holes();
    let (card, drawn) = decks::take(battle, book, side, &["holes", "ooa", "hr"]);
    let hit = !card.ooa && card.holes as i8 >= holes;
    let cp = SkirmishView::of(battle.view());
    let result = if hit { "hit" } else { "miss" };
    let text = format!("{} fires at {}: {}: {result}", cp.name(aim.shooter), cp.name(aim.target), shows(holes, card));
    let kind = EventKind::Shot { shooter: aim.shooter, target: aim.target, hit };
    let chance = cp.chance_of_holes(holes);
    battle.detail(Some(side), kind, RuleId::new("CP-6.4"), text, aim.column.clone());
    battle.trial("To hit", chance, usize::from(hit), 1);
    decks::show(battle, drawn, RuleId::new("CP-6.4"), format!("To hit: card {}", card.id));
    after_shot(battle, book, (aim.shooter, aim.weapon), card, laid);
    if hit {
        let victim = strike(battle, book, aim);
        // CP-6.11: a figure struck twice by one attack brings one marker.
        if !struck.contains(&victim) && SkirmishView::of(battle.view()).is_man(victim) {
            struck.push(victim);
            wounds::add_morale_marker(battle, battle.view().unit_of(victim), RuleId::new("CP-6.11"));
        }
    }
    card.ooa
}

/// `Reload`, `Misfire`, CP-6.9: lays the markers of a card on the shooter and his weapon, beyond those that earlier
/// cards of the same shot have laid.
pub fn after_shot(
    battle: &mut BattleMut,
    book: &BookData,
    (shooter, number): (PieceId, u8),
    card: &ActionCard,
    laid: &mut AfterShot,
) {
    let cp = SkirmishView { view: battle.view(), book };
    let weapon = book.weapon(number);
    let whole = cp.supplement().after_shot(&cp, weapon, card);
    let (reload, out) = (whole.reload.saturating_sub(laid.reload), whole.out_of_ammo.saturating_sub(laid.out_of_ammo));
    let on_weapon = cp.supplement().markers_on_weapons(&cp, shooter);
    let name = cp.name(shooter).to_owned();
    let whose = if on_weapon { format!("{name}: the {}", weapon.name) } else { name.clone() };
    if reload + out > 0 && on_weapon {
        let unloaded = &mut battle.piece_mut::<Soldier>(shooter).unloaded;
        // The weapon that the same shot has emptied already is the last in the list.
        match unloaded.last_mut().filter(|(n, _)| *n == number && laid.reload + laid.out_of_ammo > 0) {
            Some((_, markers)) => *markers += reload + out,
            None => unloaded.push((number, reload + out)),
        }
    }
    (laid.reload, laid.out_of_ammo) = (laid.reload + reload, laid.out_of_ammo + out);
    if reload > 0 {
        let now = battle.view().mark(shooter, &marks::RELOAD) + reload;
        let (rule, text) = if whole.reload > 1 {
            (RuleId::new(cites(battle, Topic::Misfire)), format!("{whose} misfires and must reload twice"))
        } else {
            (RuleId::new(cites(battle, Topic::Reload)), format!("{whose} must reload"))
        };
        battle.mark_piece(shooter, &marks::RELOAD, now, rule, text);
    }
    if out > 0 {
        let now = battle.view().mark(shooter, &marks::OUT_OF_AMMO) + out;
        let text = format!("{whose} is out of ammunition");
        battle.mark_piece(shooter, &marks::OUT_OF_AMMO, now, RuleId::new("CP-6.9"), text);
    }
}

/// CP-6.7, CP-6.8: lets the hit fall on one of the candidates, and returns him.
fn strike(battle: &mut BattleMut, book: &BookData, aim: &Aim) -> PieceId {
    let side = battle.view().side_of(aim.shooter);
    let candidates = SkirmishView::of(battle.view_of(side)).candidates(aim.shooter, aim.target);
    let (card, drawn) = decks::take(battle, book, side, &["pick", "loc", "cover", "sev"]);
    let victim = candidates[card.choose(candidates.len())];
    if !SkirmishView::of(battle.view()).is_man(victim) {
        let text = format!("Damage card {}: {}", card.id, battle.view().piece(victim).name);
        decks::show(battle, drawn, RuleId::new("CP-6.7"), text);
        wounds::hit_engine(battle, book, victim, card.sev);
        return victim;
    }
    let cover = SkirmishView::of(battle.view()).covered_from(victim, aim.shooter);
    wounds::hit_by_fire(battle, book, side, victim, card, drawn, cover.as_ref());
    victim
}
