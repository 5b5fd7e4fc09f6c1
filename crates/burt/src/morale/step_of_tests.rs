//! Step 12: the tests of the turn, in their order (SB-8.2, SB-8.6, SB-10.5, SB-11.2).

use super::{modifiers::Circumstances, tests};
use crate::{
    book::values::{Arm, ArmyMorale, Chit, Level, Reason},
    cohesion::{forced, levels, pursuit},
    state::{sequence_of_play::SequenceOfPlay, view::BurtView},
};
use grapeshot_floor::{
    events::RuleId,
    forces::{SideId, UnitId},
    turn::BattleMut,
};

/// The tests of step 12 in their order. Rallies from rout and from pursuit come together.
const ORDER: [Reason; 4] = [Reason::Casualties, Reason::FriendsRouting, Reason::ArmyMorale, Reason::RallyRout];

/// Takes the next test of step 12; returns whether there was one.
pub fn go_on(battle: &mut BattleMut) -> bool {
    loop {
        let testing = battle.view().resource::<SequenceOfPlay>().testing;
        if testing == Reason::ArmyMorale {
            demoralise(battle);
        }
        let next = {
            let burt = BurtView::of(battle.view());
            burt.units().find_map(|unit| burt.due(unit, testing).map(|reason| (unit, reason)))
        };
        if let Some((unit, reason)) = next {
            take(battle, unit, reason);
            return true;
        }
        let place = ORDER.iter().position(|reason| *reason == testing).unwrap_or_default();
        let after = ORDER.get(place + 1).copied();
        battle.resource_mut::<SequenceOfPlay>().testing = after.unwrap_or(ORDER[0]);
        if after.is_none() {
            return false;
        }
    }
}

impl BurtView<'_> {
    /// The reason for which a unit must still test, among the tests that step 12 has reached.
    fn due(&self, unit: UnitId, testing: Reason) -> Option<Reason> {
        let (values, work) = (self.values(unit), self.work(unit));
        let routing = values.level == Level::Rout;
        let due = match testing {
            Reason::Casualties => (!routing && self.lost_a_tenth_to_fire(unit)).then_some(testing),
            Reason::FriendsRouting => {
                let steady = !routing && values.pursuing.is_none();
                (steady && self.sees_friends_routing(unit)).then_some(testing)
            }
            Reason::ArmyMorale => {
                let just_now = self.play().dealt_with.contains(&unit);
                (!routing && just_now).then_some(testing)
            }
            _ if work.began_late => None,
            _ if routing => self.may_rally(unit).then_some(Reason::RallyRout),
            _ => values.pursuing.map(|_| Reason::RallyPursuit),
        };
        due.filter(|reason| !work.tested.contains(reason))
    }

    /// SB-8.2: whether a unit lost a tenth of the figures with which it began the turn to fire, or any gun.
    pub fn lost_a_tenth_to_fire(&self, unit: UnitId) -> bool {
        let work = self.work(unit);
        let lost = f32::from(work.lost_to_fire);
        let tenth = lost >= f32::from(work.figures) * self.numbers().casualty_test - 1e-4;
        work.lost_to_fire > 0 && (self.arm(unit) == Arm::Artillery || tenth)
    }

    /// SB-8.6: whether a unit sees friends that broke in this turn, or that routed past it. Routing skirmishers and
    /// wagons frighten skirmishers alone.
    pub fn sees_friends_routing(&self, unit: UnitId) -> bool {
        let range = self.settings().rout_sight_range;
        let frightens = |friend: &UnitId| match self.arm(*friend) {
            Arm::Infantry | Arm::HeavyCavalry | Arm::LightCavalry => true,
            Arm::Skirmishers | Arm::Wagon => self.arm(unit) == Arm::Skirmishers,
            Arm::Artillery => false,
        };
        let routs = |friend: &UnitId| {
            let work = self.work(*friend);
            self.routing(*friend) && (work.broke || self.routed_past(*friend, unit))
        };
        self.units_of(self.side(unit)).any(|friend| {
            friend != unit
                && frightens(&friend)
                && routs(&friend)
                && self.within(self.gap(unit, friend), range)
                && self.sees(unit, friend)
        })
    }

    /// SB-8.6: whether a friend routed past a unit in this turn: the strip that the friend crossed came near enough.
    fn routed_past(&self, friend: UnitId, unit: UnitId) -> bool {
        let half = self.outline(friend).footprint.half_width();
        let gap = self.outline(unit).gap_to_line(&self.work(friend).rout_way) - half;
        self.within(gap, self.numbers().rout_past)
    }

    /// SB-10.5: whether a routing unit may test: no enemy is within 4 inches.
    pub fn may_rally(&self, unit: UnitId) -> bool {
        self.nearest_enemy(unit).is_none_or(|(_, gap)| !self.within(gap, self.numbers().rally_clear))
    }
}

/// SB-11.2: demoralises armies whose morale has reached 0; all their units that do not rout must test once.
fn demoralise(battle: &mut BattleMut) {
    for side in [SideId(0), SideId(1)] {
        let spent = battle.view().side_secret::<ArmyMorale>(side).is_some_and(|morale| morale.0 == 0);
        if !spent || BurtView::of(battle.view()).demoralised(side) {
            continue;
        }
        let text = format!("The army of {} is demoralised", battle.view().side_named(side).name);
        battle.note(Some(side), RuleId::new("SB-11.2"), text);
        let burt = BurtView::of(battle.view());
        let units: Vec<UnitId> = burt.units_of(side).filter(|unit| !burt.routing(*unit)).collect();
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        play.demoralised[side.index()] = true;
        play.dealt_with.extend(units);
    }
}

/// Lets a unit take a test of step 12, with its effects.
fn take(battle: &mut BattleMut, unit: UnitId, reason: Reason) {
    let enemies = match reason {
        Reason::Casualties => BurtView::of(battle.view()).work(unit).shot_by.clone(),
        _ => Vec::new(),
    };
    let passes = tests::test(battle, unit, reason, &Circumstances { enemies, ..Circumstances::default() });
    match (reason, passes) {
        (Reason::RallyRout, true) => {
            levels::set(battle, unit, Level::Shaken, "SB-10.5");
            forced::order(battle, unit, Chit::Regroup, "SB-3.7");
        }
        (Reason::RallyPursuit, true) => {
            pursuit::end(battle, unit, "SB-10.5");
            forced::order(battle, unit, Chit::Regroup, "SB-3.7");
        }
        (Reason::RallyRout | Reason::RallyPursuit, false) | (_, true) => {}
        (_, false) => levels::lose(battle, unit, "SB-8.2"),
    }
}
