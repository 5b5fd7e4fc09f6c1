//! The player turns (FF-5.1, FF-5.2), from decision to decision.

use bevy::ecs::world::World;

use super::victory;
use crate::{
    book::{
        formations::Pose,
        marks,
        values::{Class, Leader, Troops, Work},
    },
    charge::shelter,
    command::fallen,
    condition::{order_state, places},
    state::{
        light::Light,
        sequence_of_play::{Charge, ChargeStage, SequenceOfPlay, Step, change},
        view::FuryView,
    },
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{Fate, SideId, UnitId},
    shared::{
        arrivals::{choose_edges, is_due, roll_for_turns},
        formed::{cues, going::inward},
    },
    turn::{BattleMut, BattleView, Clock},
};

fn play(battle: &BattleMut) -> SequenceOfPlay {
    battle.resource::<SequenceOfPlay>().clone()
}

/// Carries out what follows by itself from what has happened (FF-12.6, FF-16.2, FF-16.3). A system that runs before
/// each phase.
pub fn settle(world: &mut World) {
    let mut battle = BattleMut::new(world);
    let step = play(&battle).step;
    if step == Step::Over {
        return;
    }
    shelter::look_after(&mut battle);
    if step != Step::SetUp {
        victory::look_at_key_positions(&mut battle);
    }
    if !victory::ends_at_once(&mut battle) && FuryView::of(battle.view()).lost_end().is_none() {
        change(&mut battle, |play| play.lost_ends.clear());
    }
}

/// Goes to the next step; after the last step the player turn ends.
pub fn next_step(battle: &mut BattleMut) {
    match play(battle).step.next() {
        Some(step) => change(battle, |play| {
            play.step = step;
            play.last_checks = false;
            // FF-8.16: a stand that fired at an enemy that passed has used its defensive shot.
            if matches!(step, Step::OffensiveFire | Step::Combats) {
                play.fired.clear();
                play.faces.clear();
            }
            play.shot_at.clear();
        }),
        None => end_player_turn(battle),
    }
}

/// FF-5.1: goes on to the other player's turn, or the next game turn.
fn end_player_turn(battle: &mut BattleMut) {
    let now = play(battle);
    shelter::capture(battle, now.phasing);
    end_of_charges(battle);
    end_of_leaders_turn(battle, now.phasing);
    if now.phasing != now.first {
        if victory::end_turn(battle) {
            return;
        }
        battle.resource_mut::<Clock>().turn += 1;
    }
    change(battle, |play| {
        play.phasing = play.phasing.other();
        play.step = Step::Leaders;
    });
    begin_player_turn(battle);
}

/// Ends the charges of the player turn; squares are no longer hasty (FF-12.5).
fn end_of_charges(battle: &mut BattleMut) {
    let units: Vec<UnitId> = FuryView::of(battle.view()).all_units().collect();
    for unit in units {
        let name = battle.view().unit(unit).name.clone();
        for mark in [&marks::CHARGING, &marks::COLD_STEEL, &marks::COUNTERCHARGING] {
            battle.mark_unit(unit, mark, 0, RuleId::new("FF-1.5"), format!("{name} has made its charge"));
        }
        let text = format!("{name} is in no hasty square any more");
        battle.mark_unit(unit, &marks::HASTY_SQUARE, 0, RuleId::new("FF-12.5"), text);
    }
    // FF-12.9: a unit that charged an evader over bad ground ends the phase in disorder.
    let charges = play(battle).charges;
    let evaded = |unit: UnitId| play(battle).evaded.iter().any(|(evader, _)| *evader == unit);
    let shaken =
        |charge: &&Charge| charge.stage == ChargeStage::Short && charge.class >= Class::Broken && evaded(charge.target);
    let shaken: Vec<UnitId> = charges.iter().filter(shaken).map(|charge| charge.unit).collect();
    for unit in shaken {
        order_state::disorder(battle, unit, "FF-12.9");
    }
    change(battle, |play| {
        play.charges.clear();
        play.reacted.clear();
        play.countercharges.clear();
        play.evaded.clear();
        play.aftermath.clear();
    });
}

/// FF-11.3: a leader that fights on foot does so until the end of his side's next turn.
fn end_of_leaders_turn(battle: &mut BattleMut, side: SideId) {
    let leaders: Vec<UnitId> = FuryView::of(battle.view()).leaders_of(side).collect();
    for leader in leaders {
        let mut of = battle.unit_mut::<Leader>(leader);
        of.on_foot = of.on_foot.saturating_sub(1);
        if of.on_foot == 0 {
            let text = format!("{} has a horse again", battle.view().unit(leader).name);
            battle.mark_unit(leader, &marks::ON_FOOT, 0, RuleId::new("FF-11.3"), text);
        }
    }
}

/// FF-5.1: begins a player turn.
pub fn begin_player_turn(battle: &mut BattleMut) {
    let side = play(battle).phasing;
    let turn = battle.view().clock().turn;
    let text = format!("Turn {turn}: the turn of the {}", battle.view().side_named(side).short);
    let kind = EventKind::Phase { phase: "player turn".into(), turn };
    battle.log(Some(side), kind, RuleId::new("FF-5.1"), text, Explained::default());
    if side == play(battle).first {
        tell_light(battle, turn);
    }
    order_state::begin_turn(battle, side);
    fallen::come_back(battle, side);
    let leaders: Vec<UnitId> = FuryView::of(battle.view()).leaders_of(side).collect();
    for leader in leaders {
        let mut of = battle.unit_mut::<Leader>(leader);
        of.moved = false;
        of.checked = false;
    }
    arrivals(battle, side);
    let waiting: Vec<UnitId> = FuryView::of(battle.view()).units_of(side).collect();
    cues::give(battle, waiting, is_harmed, "FF-5.3");
}

/// Whether a unit has lost stands in this battle, or is in disorder.
fn is_harmed(view: &BattleView, unit: UnitId) -> bool {
    FuryView::of(*view).values(unit).must_check()
        || view.unit(unit).pieces.iter().any(|piece| view.fate(*piece) == Fate::Casualty)
}

/// FF-13: logs changes of the light, and fog when the battle begins.
fn tell_light(battle: &mut BattleMut, turn: u16) {
    let ff = FuryView::of(battle.view());
    let (now, before) = (ff.light_in(turn), if turn > 1 { ff.light_in(turn - 1) } else { Light::Day });
    if now != before {
        let text = match now {
            Light::Day => "It is day".to_owned(),
            Light::Twilight(inches) => format!("Twilight: nobody sees farther than {inches:.0}\u{2033}"),
            Light::Night(inches) => format!("Night: nobody sees farther than {inches:.0}\u{2033}"),
        };
        let rule = RuleId::new(if matches!(now, Light::Night(_)) { "FF-13.3" } else { "FF-13.1" });
        battle.log(None, EventKind::Note, rule, text, Explained::default());
    }
    let fog = FuryView::of(battle.view()).settings().fog_range;
    if turn == 1 && fog > 0.0 {
        let text = format!("Fog: nobody sees farther than {fog:.0}\u{2033}");
        battle.log(None, EventKind::Note, RuleId::new("FF-13.4"), text, Explained::default());
    }
}

/// FF-14.1: brings units and leaders onto the table over their stretch of the edge, with all their stands; that is
/// their maneuver.
fn arrivals(battle: &mut BattleMut, side: SideId) {
    let ff = FuryView::of(battle.view());
    let to_come: Vec<UnitId> = ff.view.units().filter(|unit| ff.side(*unit) == side && ff.to_come(*unit)).collect();
    roll_for_turns(battle, to_come.clone(), "FF-14.1");
    let view = battle.view();
    let units: Vec<UnitId> = to_come.into_iter().filter(|unit| is_due(&view, *unit)).collect();
    choose_edges(battle, units.clone(), "FF-14.1");
    for unit in units {
        arrive(battle, unit);
    }
}

fn arrive(battle: &mut BattleMut, unit: UnitId) {
    let ff = FuryView::of(battle.view());
    let name = ff.name(unit).to_owned();
    let side = ff.side(unit);
    let entry = ff.view.unit_part::<grapeshot_floor::forces::UnitEntry>(unit);
    let Some(arrival) = entry.arrival.clone() else { return };
    let size = ff.view.terrain().size;
    let ends = (arrival.line[0], arrival.line[arrival.line.len() - 1]);
    let told = format!("{name} arrives");
    if ff.troops(unit).is_none() {
        let piece = ff.view.unit(unit).pieces[0];
        let at = ends.0.midpoint(ends.1);
        let facing = inward(at, size);
        let place = grapeshot_floor::table::position::Place { at: at + facing.forward(), facing, floor: 0 };
        battle.log(Some(side), EventKind::Note, RuleId::new("FF-14.1"), told.clone(), Explained::default());
        battle.move_piece(piece, vec![at, place.at], place, RuleId::new("FF-14.1"), told);
        return;
    }
    let pieces = ff.view.unit(unit).pieces.clone();
    let waiting = pieces.iter().filter(|piece| ff.view.fate(**piece) == Fate::Awaited).count();
    let (stands, pose) = (ff.size(unit), ff.pose(unit));
    let depth = crate::book::formations::measures(&pose, waiting, stands).1;
    let middle = ends.0.midpoint(ends.1);
    let facing = inward(middle, size);
    let spots = (0..48).map(|n| {
        let aside = (n as f32 / 2.0).ceil() * 0.5 * if n % 2 == 0 { 1.0 } else { -1.0 };
        pose.at(middle + facing.forward() * (depth + 0.02) + facing.right() * aside, facing)
    });
    let free = |pose: &Pose| ff.free_to_arrive(unit, pose, waiting);
    let Some(pose) = spots.into_iter().find(free) else {
        let text = format!("{name} finds its way barred and waits for a turn");
        battle.note(Some(side), RuleId::new("FF-14.1"), text);
        return;
    };
    battle.log(Some(side), EventKind::Note, RuleId::new("FF-14.1"), told, Explained::default());
    battle.unit_mut::<Troops>(unit).arrived = true;
    places::take(battle, unit, &[pose], "FF-14.1");
    let mut work = battle.unit_mut::<Work>(unit);
    work.checked = true;
    work.done = true;
}

impl FuryView<'_> {
    fn free_to_arrive(&self, unit: UnitId, pose: &Pose, count: usize) -> bool {
        use crate::book::{formations, values::Class};
        use grapeshot_floor::shared::formed::{going::lies_between, walk::thinner};
        let stands = formations::outlines(pose, count, self.size(unit), self.numbers().refuse);
        let table = (bevy::math::Vec2::ZERO, self.view.terrain().size);
        let rides = self.rides(unit);
        stands.iter().all(|stand| {
            lies_between(stand, table, 0.05)
                && self.class_under(stand, rides).0 != Class::Impassable
                && !self.units().any(|other| {
                    self.outlines(other).any(|theirs| thinner(stand).overlap(&theirs) > 0.0)
                        || self.side(other) != self.side(unit)
                            && self.within(
                                self.gap_of(std::iter::once(*stand), &self.outlines(other).collect::<Vec<_>>()),
                                4.0,
                            )
                })
        })
    }
}
