//! How charges go in, and units follow to support them (FF-5.2 step 5, FF-10.2, FF-10.3, FF-10.9, FF-12.9).

use bevy::math::Vec2;

use super::ways::{Allowance, Way};
use crate::{
    book::values::{Class, Effect, Troops, Work},
    condition::{order_state, places},
    fire::passing::{self, Halt, Passage},
    movement::{maneuvers::Maneuver, march::Purpose},
    state::{
        orders::planned,
        sequence_of_play::{Charge, ChargeStage, change},
        view::FuryView,
    },
};
use grapeshot_floor::{
    english::list,
    events::{EventKind, Explained, RuleId},
    forces::UnitId,
    orders::{Order, Plan, Refusal},
    procedure::Found,
    shared::{
        formed::walk::{Body, Step},
        refuse,
    },
    table::footprint::Outline,
    turn::BattleMut,
};

/// A charge as it goes in.
#[derive(Debug, Clone, PartialEq)]
pub struct GoingIn {
    unit: UnitId,
    way: Way,
    /// FF-8.16: the place where it is halted for enemies to fire at it, if any may.
    halt: Option<Halt>,
    /// FF-10.17: whether it was behind the front of the enemy that it meets when it was declared.
    outflanks: bool,
    /// FF-10.2: the enemies that it meets together with that one, each with whether it was behind their front.
    also: Vec<(UnitId, bool)>,
    /// FF-10.3: friends that may follow it.
    followers: Vec<UnitId>,
    told: String,
}

/// What a unit does in the step of charges.
#[derive(Debug, Clone)]
pub enum Go {
    /// Its charge goes in.
    In(GoingIn),
    /// FF-10.3: it follows a charge.
    After(Passage),
}

impl FuryView<'_> {
    /// FF-5.2: the units whose charges have still to go in.
    pub fn still_to_go(&self) -> Vec<UnitId> {
        let declared = self.play().charges.iter().filter(|charge| charge.stage == ChargeStage::Declared);
        declared.map(|charge| charge.unit).filter(|unit| self.present(*unit)).collect()
    }

    /// FF-10.3: the units that may follow a charge that has gone in, with that charge.
    pub fn still_to_follow(&self) -> Vec<(UnitId, &Charge)> {
        let gone = self.play().charges.iter().filter(|charge| charge.stage == ChargeStage::Contact);
        let pairs = gone.flat_map(|charge| charge.followers.iter().map(move |unit| (*unit, charge)));
        pairs.filter(|(unit, _)| self.may_follow(*unit)).collect()
    }

    /// FF-10.3: whether a unit could support a charge: it has its maneuver still to make and does not charge itself.
    fn may_follow(&self, unit: UnitId) -> bool {
        let (values, work) = (self.values(unit), self.work(unit));
        self.present(unit)
            && !values.is_guns()
            && !values.is_broken()
            && !work.done
            && work.effect.is_some_and(Effect::is_usable)
            && !self.play().charges.iter().any(|charge| charge.unit == unit)
    }

    /// FF-5.2, FF-10.2, FF-10.3: whether a charge goes in now, or a unit follows one to support it, and how.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn check_go_in(&self, order: &Order) -> Found<Go> {
        let unit = self.one_unit(order)?;
        if let Some((_, charge)) = self.still_to_follow().into_iter().find(|(known, _)| *known == unit) {
            return self.check_follow(order, unit, charge);
        }
        if !self.still_to_go().contains(&unit) {
            return refuse("FF-10.2", format!("{} has no charge to make", self.name(unit)));
        }
        let Some(charge) = self.charge_of(unit) else {
            return refuse("FF-10.2", format!("{} has no charge to make", self.name(unit)));
        };
        let going = self.going_in(order, charge)?;
        let end = going.way.poses[going.way.poses.len() - 1];
        let laid: Vec<Outline> = self.body_in(unit, &end).outlines().collect();
        let cost = Explained::base("FF-10.2", "the way", going.way.cost);
        let moves = self.stands(unit).into_iter().zip(laid).map(|(piece, outline)| {
            let path = vec![self.view.place(piece).at, outline.place.at];
            planned(piece, path, outline.place, None, cost.clone(), None, None)
        });
        let (summary, moves) = (going.told.clone(), moves.collect());
        let warnings = going.halt.iter().flat_map(|halt| self.told_of(unit, halt)).collect();
        Ok((Plan { summary, moves, warnings, ..Plan::default() }, Go::In(going)))
    }

    /// FF-10.2, FF-12.9: the way by which a charge goes in, as an order says.
    fn going_in(&self, order: &Order, charge: &Charge) -> Result<GoingIn, Refusal> {
        let (unit, target) = (charge.unit, charge.target);
        let name = self.name(unit);
        let effect = self.work(unit).effect.unwrap_or(Effect::Tardy);
        let raised = self.present(target) && self.in_hasty_square(target);
        let allowance = Allowance { raised, ..Allowance::of(effect, charge.disordered) };
        let left = self.play().evaded.iter().find(|(evader, _)| *evader == target).map(|(_, pose)| *pose);
        let there = self.present(target);
        let follows = match order.choice.as_deref() {
            Some("follow") if left.is_none() || !there => {
                return refuse("FF-12.9", format!("{} has nobody to go on after", self.name(unit)));
            }
            Some("follow") => true,
            None | Some("stop") => left.is_none(),
            _ => return refuse("FF-12.9", "Say whether it goes on after the evader: follow, or stop"),
        };
        let way = if there && !charge.storm.is_empty() {
            self.storm_way(unit, target, effect, &charge.storm)?
        } else if !order.path.is_empty() {
            self.laid_way(order, charge, allowance)?
        } else if there && follows {
            let theirs: Vec<Outline> = self.outlines(target).collect();
            let way = self.charge_home(unit, target, allowance);
            way.unwrap_or_else(|| self.charge_short(unit, &theirs, allowance))
        } else if let Some(left) = left {
            let theirs: Vec<Outline> = self.former_body(target, &left).outlines().collect();
            self.charge_short(unit, &theirs, allowance)
        } else {
            Way { poses: vec![self.pose(unit)], class: Class::Open, cost: 0.0, meets: None, also: Vec::new() }
        };
        let told = match way.meets {
            Some(met) if met == target => format!("{name} charges home, {:.1}\u{2033}", way.cost),
            Some(met) => format!("{name} runs into {}, {:.1}\u{2033}", self.name(met), way.cost),
            None if left.is_some() && follows => {
                format!("{name} goes on after {}, {:.1}\u{2033}, and does not reach it", self.name(target), way.cost)
            }
            None if left.is_some() => format!("{name} goes where {} stood", self.name(target)),
            None => format!("{name} stops short of {}", self.name(target)),
        };
        let outflanks = match way.meets {
            Some(met) if met != target => !self.countercharges(met) && self.declares_on_flank(unit, met),
            _ => charge.outflanks,
        };
        let on_flank = |met: &UnitId| (*met, !self.countercharges(*met) && self.declares_on_flank(unit, *met));
        let also = way.also.iter().map(on_flank).collect();
        let told = self.told_of_others(told, &way);
        let halt = self.halt_of(unit, &way.poses, self.values(unit).mounted);
        Ok(GoingIn { unit, way, halt, outflanks, also, followers: self.followers_of(unit), told })
    }

    /// FF-10.2: the line of the log about a charge, with the enemies that it meets together with its target.
    fn told_of_others(&self, told: String, way: &Way) -> String {
        if way.also.is_empty() {
            return told;
        }
        let names: Vec<&str> = way.also.iter().map(|met| self.name(*met)).collect();
        format!("{told}, and meets {} too", list(&names))
    }

    /// FF-10.3: the friends within two inches of a unit that may follow its charge.
    fn followers_of(&self, unit: UnitId) -> Vec<UnitId> {
        let near = self.numbers().support;
        let friends = self.units_of(self.side(unit)).filter(|friend| *friend != unit && self.may_follow(*friend));
        friends.filter(|friend| self.within(self.gap(unit, *friend), near)).collect()
    }

    /// FF-10.2: the way that the player lays for a charge.
    fn laid_way(&self, order: &Order, charge: &Charge, allowance: Allowance) -> Result<Way, Refusal> {
        let (unit, name) = (charge.unit, self.name(charge.unit));
        let from = self.setting_out(unit);
        let legs = self.legs(unit, order, &from)?;
        if legs.before.is_some() || legs.after.is_some() || legs.about {
            return refuse("FF-10.2", format!("{name} charges in its formation, to its front"));
        }
        let most = self.numbers().wheel;
        if !allowance.raised && legs.wheels.iter().any(|degrees| degrees.abs() > most + 0.01) {
            return refuse("FF-10.2", format!("{name} wheels no more than {most:.0}\u{b0}"));
        }
        if legs.wheels.len() + legs.obliques > 1 {
            return refuse("FF-10.2", format!("{name} wheels once, or goes oblique once"));
        }
        let mut ahead = from.facing.forward();
        for (n, step) in legs.steps.iter().enumerate() {
            match step {
                Step::Wheel(degrees) => ahead = Vec2::from_angle(degrees.to_radians()).rotate(ahead),
                Step::Slide(way) if way.dot(ahead) <= 0.0 => {
                    return refuse("FF-10.2", format!("{name} charges ahead"));
                }
                Step::Slide(way) if n > 0 && way.normalize_or_zero().dot(ahead) < 0.9999 => {
                    return refuse("FF-10.2", format!("{name} goes oblique only at the beginning of its charge"));
                }
                _ => {}
            }
        }
        let reached = self.charge_along(unit, charge.target, &legs.steps, allowance);
        reached.ok_or_else(|| {
            let why = format!("{name} does not come to {} that way", self.name(charge.target));
            Refusal::new(RuleId::new("FF-10.2"), why)
        })
    }

    /// FF-10.3: whether and how a unit follows a charge: as far as the charge went, or by a way that its owner lays, to
    /// within two inches.
    fn check_follow(&self, order: &Order, unit: UnitId, charge: &Charge) -> Found<Go> {
        let name = self.name(unit);
        let effect = self.work(unit).effect.unwrap_or(Effect::Tardy);
        let disordered = match order.choice.as_deref() {
            Some("disordered") if !effect.is_tardy() => {
                return refuse("FF-6.4", format!("{name} needs no disorder to follow so far"));
            }
            Some("disordered") => true,
            None => false,
            _ => return refuse("FF-10.3", format!("{name} supports: it follows the charge")),
        };
        let from = self.setting_out(unit);
        let mut steps = vec![Step::Slide(charge.moved)];
        if !order.path.is_empty() {
            let legs = self.legs(unit, order, &from)?;
            if legs.before.is_some() || legs.after.is_some() || legs.about {
                return refuse("FF-10.3", format!("{name} follows in its formation"));
            }
            self.may_turn(unit, &legs, from.formation)?;
            steps = legs.steps;
        } else if charge.moved.normalize_or_zero().dot(from.facing.forward()) < self.least_oblique() {
            steps = vec![Step::Slide(from.facing.forward() * charge.moved.length())];
        }
        let allowance = Allowance::of(effect, disordered);
        let (share, double_quick) = (allowance.share, allowance.double_quick);
        let rate = from.formation;
        let walked =
            self.walk(unit, &from, &Purpose { steps: &steps, share, rate, double_quick, passes: false, goals: &[] });
        let laid: Vec<Outline> = self.body_in(unit, walked.end()).outlines().collect();
        let theirs: Vec<Outline> = self.outlines(charge.unit).collect();
        if !self.within(self.gap_of(laid.into_iter(), &theirs), self.numbers().support) {
            return refuse("FF-10.3", format!("{name} does not come near enough to {}", self.name(charge.unit)));
        }
        let maneuver = self.done(unit, &walked, "follows the charge", "FF-10.3");
        let (plan, passage) = self.watched(Maneuver { disordered: disordered.then_some("FF-6.4"), ..maneuver });
        Ok((plan, Go::After(passage)))
    }

    /// The cosine of the angle of the widest oblique.
    fn least_oblique(&self) -> f32 {
        bevy::math::ops::cos(self.numbers().oblique.to_radians()) - 1e-4
    }
}

/// FF-10.9: moves the next cavalry that countercharges to meet its charger half way, if it comes that far; returns
/// whether there was one. The charger fights it, and not its target, if it can reach it.
pub fn countercharge(battle: &mut BattleMut) -> bool {
    let ff = FuryView::of(battle.view());
    let next = ff.play().countercharges.iter().find(|known| !known.moved).cloned();
    let Some(next) = next else { return false };
    let (unit, charger) = (next.unit, next.charger);
    change(battle, |play| play.countercharges.iter_mut().for_each(|known| known.moved |= *known == next));
    let ff = FuryView::of(battle.view());
    let Some(charge) = ff.charge_of(charger).cloned().filter(|_| ff.present(unit) && ff.present(charger)) else {
        return true;
    };
    let start = ff.turned_to(unit, ff.middle(charger));
    let start = if ff.has_room(unit, &start, true).is_ok() { start } else { ff.pose(unit) };
    let steps = [Step::Slide(start.facing.forward() * (ff.gap(unit, charger) / 2.0))];
    let goals = [charger];
    let rate = start.formation;
    let purpose = Purpose { steps: &steps, share: 0.5, rate, double_quick: false, passes: false, goals: &goals };
    let walked = ff.walk(unit, &start, &purpose);
    // FF-4.7: it may pass friends in open order and guns, but it does not stop on them.
    let mut poses = walked.poses();
    while poses.last().is_some_and(|end| ff.has_room(unit, end, true).is_err()) {
        poses.pop();
    }
    let inches = poses.last().map_or(0.0, |end| end.front.distance(start.front));
    if poses.is_empty() {
        poses.push(start);
    }
    let (name, side) = (ff.name(unit).to_owned(), ff.side(unit));
    let text = format!("{name} countercharges {inches:.1}\u{2033}");
    battle.log(Some(side), EventKind::Note, RuleId::new("FF-10.9"), text, Explained::default());
    places::take(battle, unit, &poses, "FF-10.9");
    let ff = FuryView::of(battle.view());
    let effect = ff.work(charger).effect.unwrap_or(Effect::Tardy);
    if ff.charge_way(charger, unit, Allowance::of(effect, charge.disordered)).is_some() {
        change(battle, |play| {
            for charge in play.charges.iter_mut().filter(|charge| charge.unit == charger) {
                charge.target = unit;
                charge.outflanks = false;
                charge.also.clear();
            }
        });
    }
    true
}

/// FF-10.2: moves a charge in; one that does not reach its target stops short.
fn go_in(battle: &mut BattleMut, going: &GoingIn) {
    let unit = going.unit;
    let side = battle.view().side_of_unit(unit);
    let Some(charge) = FuryView::of(battle.view()).charge_of(unit).cloned() else { return };
    battle.unit_mut::<Work>(unit).done = true;
    if charge.disordered {
        order_state::disorder(battle, unit, "FF-6.4");
    }
    let cost = Explained::base("FF-10.2", "the way", going.way.cost);
    battle.log(Some(side), EventKind::Note, RuleId::new("FF-10.2"), going.told.clone(), cost);
    let start = battle.view().unit_part::<Troops>(unit).pose.front;
    let moved = going.way.poses[going.way.poses.len() - 1].front - start;
    change(battle, |play| {
        for known in play.charges.iter_mut().filter(|known| known.unit == unit) {
            known.stage = if going.way.meets.is_some() { ChargeStage::Contact } else { ChargeStage::Short };
            known.target = going.way.meets.unwrap_or(known.target);
            known.outflanks = going.outflanks;
            known.also = going.also.clone();
            known.class = going.way.class;
            known.followers = going.followers.clone();
            known.moved = moved;
        }
    });
    if passing::go(battle, unit, (&going.way.poses, going.halt.as_ref()), true, "FF-10.2") {
        arrive(battle, unit);
    }
}

/// FF-10.2: ends the way of a charge: it is in contact, unless fire on the way has taken the stands that would touch.
pub fn arrive(battle: &mut BattleMut, unit: UnitId) {
    let ff = FuryView::of(battle.view());
    let contact = |charge: &&Charge| charge.stage == ChargeStage::Contact;
    let Some(charge) = ff.charge_of(unit).filter(contact) else { return };
    let met = std::iter::once((charge.target, charge.outflanks)).chain(charge.also.iter().copied());
    let mut met = met.filter(|(enemy, _)| ff.present(unit) && ff.touch(unit, *enemy));
    if let Some((target, outflanks)) = met.next() {
        let also: Vec<(UnitId, bool)> = met.collect();
        change(battle, |play| {
            for known in play.charges.iter_mut().filter(|known| known.unit == unit) {
                (known.target, known.outflanks, known.also) = (target, outflanks, also.clone());
            }
        });
        return;
    }
    let stage = if ff.present(unit) { ChargeStage::Short } else { ChargeStage::Over };
    if stage == ChargeStage::Short {
        let text = format!("{} has lost those who would have reached {}", ff.name(unit), ff.name(charge.target));
        battle.note(Some(battle.view().side_of_unit(unit)), RuleId::new("FF-10.2"), text);
    }
    change(battle, |play| {
        play.charges.iter_mut().filter(|known| known.unit == unit).for_each(|known| known.stage = stage);
    });
}

/// Has a charge go in, or a unit follow it, as the order in hand says.
pub fn resolve_go(battle: &mut BattleMut, _: &Order, go: Go) {
    match go {
        Go::In(going) => go_in(battle, &going),
        Go::After(passage) => passing::pass(battle, &passage),
    }
}
