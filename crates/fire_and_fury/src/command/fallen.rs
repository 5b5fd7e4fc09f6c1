//! Leaders and brave colonels in danger (FF-11.3 to FF-11.5).

use crate::{
    book::{
        dice, marks,
        values::{Leader, Level, Troops},
    },
    condition::displaced,
    state::{sequence_of_play::SequenceOfPlay, view::FuryView},
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{Fate, UnitId},
    table::position::Place,
    turn::BattleMut,
};

/// FF-11.3, FF-11.4: the number of his side's turns that begin until a leader lost for a turn is back.
const AWAY: u8 = 2;

/// FF-11.3, FF-11.4: tests whether the leader attached to a unit, or its brave colonel, falls. `leader` is the one that
/// was attached to it before it lost its stands.
pub fn risk(battle: &mut BattleMut, unit: UnitId, leader: Option<UnitId>, rule: &'static str) {
    if let Some(leader) = leader {
        leader_in_danger(battle, leader, rule);
    } else if battle.view().unit_part::<Troops>(unit).has_brave_colonel() && FuryView::of(battle.view()).present(unit) {
        colonel_in_danger(battle, unit);
    }
}

fn colonel_in_danger(battle: &mut BattleMut, unit: UnitId) {
    let die = battle.roll(&dice::LEADERS, dice::FACES);
    let ff = FuryView::of(battle.view());
    let (lost, away) = (die >= ff.book.charge.leader_removed, die == ff.book.charge.leader_absent);
    let (name, side) = (ff.name(unit).to_owned(), ff.side(unit));
    let what = match (lost, away) {
        (true, _) => "falls",
        (_, true) => "has a flesh wound and leaves it for a turn",
        _ => "is unhurt",
    };
    let text = format!("The colonel of {name} {what}: {die}");
    dice::log(battle, (side, unit), die, "FF-11.4", text, Explained::default());
    if lost {
        battle.unit_mut::<Troops>(unit).flags.brave_colonel = false;
    } else if away {
        battle.unit_mut::<Troops>(unit).colonel_away = AWAY;
    }
}

fn leader_in_danger(battle: &mut BattleMut, leader: UnitId, rule: &'static str) {
    let die = battle.roll(&dice::LEADERS, dice::FACES);
    let ff = FuryView::of(battle.view());
    let table = &ff.book.charge;
    let (removed, absent, on_foot) =
        (die >= table.leader_removed, die == table.leader_absent, die == table.leader_dismounted);
    let (name, side) = (ff.name(leader).to_owned(), ff.side(leader));
    let what = match die {
        10 => "is shot dead in the saddle",
        9 => "is mortally wounded",
        8 => "is grievously wounded",
        7 => "has a flesh wound",
        6 => "has his horse shot",
        5 => "has his coat pierced",
        4 => "sees a staff officer struck",
        _ => "ignores the fire",
    };
    let delay = ff.settings().replacement_delay;
    dice::log(battle, (side, leader), die, "FF-11.3", format!("{name} {what}: {die}"), Explained::default());
    let piece = battle.view().unit(leader).pieces[0];
    if removed || absent {
        displaced::remove(battle, leader, if removed { 1 + delay } else { AWAY }, removed);
        battle.remove_piece(piece, Fate::Casualty, RuleId::new(rule), format!("{name} is carried away"));
    } else if on_foot {
        let phasing = battle.resource::<SequenceOfPlay>().phasing;
        // If he is hit in his own side's turn, the end of this turn counts.
        battle.unit_mut::<Leader>(leader).on_foot = 1 + u8::from(phasing == side);
        battle.mark_unit(leader, &marks::ON_FOOT, 1, RuleId::new("FF-11.3"), format!("{name} is on foot"));
    }
}

/// FF-11.3 to FF-11.5: brings back absent leaders and brave colonels, or the successors of leaders, at the beginning of
/// a side's turn.
pub fn come_back(battle: &mut BattleMut, side: grapeshot_floor::forces::SideId) {
    let ff = FuryView::of(battle.view());
    let away: Vec<UnitId> =
        ff.units().filter(|unit| ff.side(*unit) == side && ff.values(*unit).colonel_away > 0).collect();
    for unit in away {
        battle.unit_mut::<Troops>(unit).colonel_away -= 1;
        if battle.view().unit_part::<Troops>(unit).has_brave_colonel() {
            let text = format!("The colonel of {} is back", FuryView::of(battle.view()).name(unit));
            battle.log(Some(side), EventKind::Note, RuleId::new("FF-11.4"), text, Explained::default());
        }
    }
    let ff = FuryView::of(battle.view());
    let gone = |unit: &UnitId| {
        ff.side(*unit) == side && ff.leader(*unit).is_some_and(|leader| leader.absent > 0) && !ff.present(*unit)
    };
    let leaders: Vec<UnitId> = ff.view.units().filter(gone).collect();
    for leader in leaders {
        let left = {
            let mut of = battle.unit_mut::<Leader>(leader);
            of.absent -= 1;
            of.absent
        };
        let of = battle.view().unit_part::<Leader>(leader).clone();
        if left > 0 || of.removed && of.level == Level::Army {
            continue;
        }
        let ff = FuryView::of(battle.view());
        let under = |unit: &UnitId| ff.side(*unit) == side && ff.commands(leader, *unit);
        let Some(unit) = ff.units().find(under) else { continue };
        let pose = ff.pose(unit);
        let at = pose.front - pose.facing.forward() * (ff.measures(unit).1 + 1.0);
        let name = ff.name(leader).to_owned();
        let piece = ff.view.unit(leader).pieces[0];
        let text = if of.removed { format!("A successor takes over from {name}") } else { format!("{name} is back") };
        battle.log(Some(side), EventKind::Note, RuleId::new("FF-11.5"), text.clone(), Explained::default());
        *battle.piece_mut::<Fate>(piece) = Fate::Awaited;
        battle.move_piece(
            piece,
            vec![at, at],
            Place { at, facing: pose.facing, floor: 0 },
            RuleId::new("FF-11.5"),
            text,
        );
        let rating = FuryView::of(battle.view()).settings().replacement_rating;
        let mut back = battle.unit_mut::<Leader>(leader);
        if back.removed {
            back.rating = rating;
        }
        back.moved = false;
        back.checked = false;
    }
}
