//! Aiming (chapter 6): which shots are possible, with which weapon, and the column of each.

use bevy::math::Vec2;
use smallvec::SmallVec;

use std::borrow::Cow;

use crate::{
    book::{
        cites::Topic,
        marks,
        profile::{Band, Engine},
    },
    fire::no_shot::NoShot,
    state::shot::Manner,
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::PieceId,
    orders::Refusal,
    table::{footprint::Outline, position::Place, sight},
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
    pub(super) fn may_use(&self, shooter: PieceId, weapon: u8, manner: Manner) -> Result<(), NoShot> {
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
}
