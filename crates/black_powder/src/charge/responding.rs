//! How responses to a charge are carried out (BP-6.6 to BP-6.11).

use super::{
    contact::struck,
    course::{come_on, fall_short, say, side_and_name, still_coming},
    onward::Onward,
    ways::{ChargeWay, Short},
};
use crate::{
    book::{
        data::Effect,
        dice,
        values::{Formation, Troop, Work},
    },
    combat::breaks,
    movement::{marching, moves::Walk, walker::Leave},
    shooting::{
        casualties,
        shot::{Manner, Shot},
        volley::{self, Fired},
    },
    state::{
        pose::Pose,
        sequence_of_play::{Cause, Charge, ChargeStage, Charger, Course, Manoeuvre, Response, Task, Test},
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::UnitId,
    shared::formed::{
        block::{Face, by_front, facing, front},
        trail,
    },
    table::footprint::Outline,
    turn::BattleMut,
};

/// BP-6.4: carries out the response.
pub(super) fn respond(battle: &mut BattleMut, charge: &mut Charge) -> Onward {
    match charge.response.unwrap_or(Response::Hold) {
        Response::Hold => Onward::to(ChargeStage::Terrify),
        Response::ClosingFire => closing_fire(battle, charge),
        Response::CounterCharge => counter_charge(battle, charge),
        Response::Evade => evade(battle, charge, false),
        Response::EvadeFacing => evade(battle, charge, true),
        Response::Square => form_square(battle, charge),
        Response::TurnToFace => turn_to_face(battle, charge),
    }
}

/// BP-6.6: gives closing fire at the chargers an inch away, before they strike.
fn closing_fire(battle: &mut BattleMut, charge: &mut Charge) -> Onward {
    let target = charge.target;
    let berth = {
        let bp = BlackPowderView::of(battle.view());
        bp.inches(bp.numbers().berth)
    };
    for charger in &mut charge.chargers {
        come_on(battle, charger, target, berth);
    }
    let at = BlackPowderView::of(battle.view()).closing_fire_goes_at(charge, charge.shoots_at);
    let Some(at) = at else { return Onward::to(ChargeStage::Terrify) };
    let shot = BlackPowderView::of(battle.view()).shot(target, at, Manner::Closing);
    Onward::after_tests(receive(battle, &shot), ChargeStage::Terrify)
}

/// BP-6.6, BP-9.4: carries out closing fire on a charger; returns the test that it must take.
fn receive(battle: &mut BattleMut, shot: &Shot) -> Option<Test> {
    let at = shot.target;
    let fired: Fired = volley::fire(battle, shot);
    breaks::take_loss(battle, at);
    if fired.casualties == 0 {
        return None;
    }
    casualties::risk_officer(battle, at);
    let bp = BlackPowderView::of(battle.view());
    let cause = bp.cause_of_closing_fire(at, bp.shaken(at), shot.artillery)?;
    Some(Test { excess: fired.excess, artillery: shot.artillery, ..Test::new(at, cause) })
}

/// BP-6.7: lets the target meet the charger half way, no farther than one move from where it stood.
fn counter_charge(battle: &mut BattleMut, charge: &mut Charge) -> Onward {
    let target = charge.target;
    if !charge.terrified {
        // BP-11.1: both units charge, so both may terrify; the tests come before they meet.
        charge.terrified = true;
        let tests = counter_terror(&BlackPowderView::of(battle.view()), charge);
        return Onward::after_tests(tests, ChargeStage::Answer);
    }
    charge.chargers.retain(|charger| still_coming(battle, charger.unit));
    if !still_coming(battle, target) || charge.chargers.is_empty() {
        return Onward::to(ChargeStage::Strike);
    }
    say(battle, target, "BP-6.7", "counter-charges");
    let Some(first) = charge.chargers.iter().position(|charger| charger.face == Some(Face::Front)) else {
        return Onward::to(ChargeStage::Terrify);
    };
    let met = {
        let bp = BlackPowderView::of(battle.view());
        let charger = &charge.chargers[first];
        let course = charger.course_to(&bp, target);
        course.map_or(Err(None), |course| meeting(&bp, charger, target, course))
    };
    battle.unit_mut::<Work>(target).countered = true;
    let (walk, other) = match met {
        Ok(met) => met,
        Err(why) => {
            let why = why.map(|why| format!(": {why}")).unwrap_or_default();
            say(battle, target, "BP-6.7", &format!("is met where it stands{why}"));
            return Onward::to(ChargeStage::Terrify);
        }
    };
    let unit = charge.chargers[first].unit;
    marching::go(battle, unit, &walk, "BP-6.7");
    let own = BlackPowderView::of(battle.view()).outline(target);
    let pose = Pose {
        block: other,
        formation: BlackPowderView::of(battle.view()).formation(target),
        building: None,
        cost: own.place.at.distance(other.place.at),
    };
    marching::put(battle, target, vec![own.place.at, other.place.at], pose, "BP-6.7");
    struck(battle, unit, target, Face::Front, Face::Front);
    charge.chargers.remove(first);
    Onward::to(ChargeStage::Terrify)
}

/// BP-11.1, Terrifying Charge: the tests before a charger and a counter-charger meet.
fn counter_terror(bp: &BlackPowderView, charge: &Charge) -> Vec<Test> {
    let mut tests = Vec::new();
    if bp.has(charge.target, Effect::Terrifies) {
        let met = charge.chargers.iter().find(|charger| charger.face == Some(Face::Front));
        tests.extend(met.map(|charger| Test::new(charger.unit, Cause::Terror)));
    }
    if charge.chargers.iter().any(|charger| bp.has(charger.unit, Effect::Terrifies)) {
        tests.push(Test::new(charge.target, Cause::Terror));
    }
    tests
}

/// Where charger and counter-charger meet: the charger's walk and the other's block.
///
/// # Errors
/// If the counter-charger is met where it stands, with what leaves no room at the meeting point, if that is the reason.
fn meeting(
    bp: &BlackPowderView,
    charger: &Charger,
    target: UnitId,
    course: &Course,
) -> Result<(Walk, Outline), Option<String>> {
    if course.cost <= bp.inches(bp.numbers().berth) {
        return Err(None);
    }
    let straight = ChargeWay::along(course, Face::Front).straight();
    let half = (course.cost / 2.0).min(bp.move_inches(target)).min(straight);
    let leave = Leave { target: Some(target), charging: true, ..Leave::default() };
    let walk = bp.walk_inches(charger.unit, &course.list, charger.moves, Some(course.cost - half), leave);
    let end = walk.end().block;
    let own = bp.outline(target);
    let out = end.place.facing;
    let other = by_front(
        front(&end) + out.forward() * 0.002,
        out.about(),
        2.0 * own.footprint.half_width(),
        2.0 * own.footprint.half_depth(),
    );
    let mut others = bp.regiments().filter(|unit| *unit != target && *unit != charger.unit);
    if let Some(unit) = others.find(|unit| other.overlap(&bp.outline(*unit)) > 0.01) {
        return Err(Some(format!("{} stands where they would meet", bp.name(unit))));
    }
    if !bp.on_table(&other) || !bp.open_ground(target, bp.formation(target), &other) {
        return Err(Some("it cannot stand where they would meet".to_owned()));
    }
    Ok((walk, other))
}

/// BP-6.8: moves the target one full move straight away; then the charger may go its whole reach.
fn evade(battle: &mut BattleMut, charge: &mut Charge, facing_them: bool) -> Onward {
    let target = charge.target;
    let nearest = charge.chargers[0].unit;
    if BlackPowderView::of(battle.view()).has(target, Effect::FiresEvading)
        && !battle.view().unit_part::<Work>(target).closing
    {
        let shot = {
            let bp = BlackPowderView::of(battle.view());
            let range = bp.weapon(target).map_or(0.0, |weapon| weapon.range);
            let bears = bp.within(bp.gap(target, nearest), range);
            bears.then(|| bp.shot(target, nearest, Manner::Evading)).filter(|shot| shot.count() > 0)
        };
        if let Some(shot) = shot
            && let Some(test) = receive(battle, &shot)
        {
            return Onward::after_tests(Some(test), ChargeStage::Answer);
        }
    }
    charge.chargers.retain(|charger| still_coming(battle, charger.unit));
    if charge.chargers.is_empty() {
        return Onward::to(ChargeStage::Over);
    }
    let walk = evasion(&BlackPowderView::of(battle.view()), target, nearest, facing_them);
    say(battle, target, "BP-6.8", "evades");
    let moves = battle.view().unit_part::<Work>(target).moves;
    marching::go(battle, target, &walk, "BP-6.8");
    battle.unit_mut::<Work>(target).moves = moves;
    let mut caught = Vec::new();
    let mut missed = Vec::new();
    for mut charger in std::mem::take(&mut charge.chargers) {
        let bp = BlackPowderView::of(battle.view());
        // The face that looks at the charger now; whichever it is, it counts as the rear (`contact::hit_home`).
        let due = bp.quarter(target, charger.unit);
        match bp.strike_way(charger.unit, target, due, charger.reach) {
            Ok(strike) => {
                charger.takes(&bp, &strike, target);
                caught.push(charger);
            }
            Err(_) => missed.push(charger),
        }
    }
    if !caught.is_empty() {
        casualties::disorder(battle, target, "BP-6.8");
    }
    let alone = |charger: Charger| {
        let missed = charge.missed.iter().copied().chain([target]).collect();
        Charge { chargers: vec![charger], response: None, stage: ChargeStage::Redirect, missed, ..charge.clone() }
    };
    // The chargers are asked in the order in which they came; of the tasks the last goes on first.
    let mut before = Vec::new();
    for charge in missed.into_iter().rev().map(alone) {
        if BlackPowderView::of(battle.view()).redirects(&charge, &charge.chargers[0]).is_empty() {
            run_out(battle, &charge);
        } else {
            before.push(Task::Charge(charge));
        }
    }
    let stage = if caught.is_empty() { ChargeStage::Over } else { ChargeStage::Terrify };
    charge.chargers = caught;
    Onward { before, ..Onward::to(stage) }
}

/// BP-6.8: the way of an evader: one full move straight away from the nearest charger, facing at its end as its player
/// chose. Without room to turn at once it goes as it stands and turns at the end, or where it last has room.
fn evasion(bp: &BlackPowderView, unit: UnitId, nearest: UnitId, facing_them: bool) -> Walk {
    let away = bp.evading_from(unit, nearest);
    let wanted = if facing_them { away.about() } else { away };
    let pose = bp.pose(unit);
    let turned = facing(&pose.block, away);
    let fits = bp.is_clear(unit, unit, &turned);
    let start = Pose { block: if fits { turned } else { pose.block }, ..pose };
    let list = [Manoeuvre::Slide { by: away.forward() * bp.move_inches(unit) }];
    let mut walk = bp.walk_from(unit, start, &list, 1, Leave::default());
    let clear = |block: &Outline| {
        bp.on_table(block) && bp.blocked_at(unit, block, None).is_none() && bp.open_ground(unit, pose.formation, block)
    };
    bp.end_facing(&mut walk, wanted, clear);
    walk
}

/// BP-6.8: moves a charger that caught nobody its full distance.
pub fn run_out(battle: &mut BattleMut, charge: &Charge) {
    let charger = &charge.chargers[0];
    let way = BlackPowderView::of(battle.view()).charge_way(charger.unit, charge.target);
    fall_short(battle, charger, charge.target, &Short { way, why: "it has evaded".to_owned() });
}

/// BP-6.9: halts cavalry at three inches and lets the target try to form square.
fn form_square(battle: &mut BattleMut, charge: &mut Charge) -> Onward {
    let target = charge.target;
    let halt = {
        let bp = BlackPowderView::of(battle.view());
        bp.inches(bp.numbers().square_halt)
    };
    for charger in &mut charge.chargers {
        if BlackPowderView::of(battle.view()).troop(charger.unit) == Troop::Cavalry {
            come_on(battle, charger, target, halt);
        }
    }
    let rolled = dice::roll(battle, &dice::SQUARES, 2);
    let total = rolled[0] + rolled[1];
    let (side, name) = side_and_name(battle, target);
    let units: Vec<UnitId> = charge.chargers.iter().map(|charger| charger.unit).collect();
    let place = if total == 2 { None } else { BlackPowderView::of(battle.view()).square_place(target, &units) };
    let what = match (&place, total) {
        (None, 2) => "no square",
        (None, _) => "no room for a square",
        (Some(_), _) if BlackPowderView::of(battle.view()).disordered(target) => "square, still disordered",
        (Some(_), 12) => "square, disordered",
        (Some(_), _) => "square",
    };
    dice::log(
        battle,
        (side, target),
        &rolled,
        "BP-6.9",
        format!("{name} forms square: {total}, {what}"),
        Explained::default(),
    );
    let Some(block) = place else {
        casualties::disorder(battle, target, "BP-6.9");
        return Onward::to(ChargeStage::Terrify);
    };
    let from = BlackPowderView::of(battle.view()).outline(target).place.at;
    let pose = Pose { block, formation: Formation::Square, building: None, cost: 0.0 };
    marching::put(battle, target, vec![from, block.place.at], pose, "BP-6.9");
    if total == 12 {
        casualties::disorder(battle, target, "BP-6.9");
    }
    let steady = !BlackPowderView::of(battle.view()).unsteady(target);
    let mut halted = Vec::new();
    let mut coming = Vec::new();
    for charger in std::mem::take(&mut charge.chargers) {
        let horse = BlackPowderView::of(battle.view()).troop(charger.unit) == Troop::Cavalry;
        if horse && steady { halted.push(charger) } else { coming.push(charger) }
    }
    let mut after = Vec::new();
    for charger in halted {
        let left = {
            let bp = BlackPowderView::of(battle.view());
            let begun = (charger.gone / bp.move_inches(charger.unit)).ceil() as u8;
            charger.moves.saturating_sub(begun)
        };
        say(battle, charger.unit, "BP-6.11", "stops before the square");
        if left > 0 {
            after.push(Charge { chargers: vec![charger], stage: ChargeStage::Halted, ..charge.clone() });
        }
    }
    let stage = if coming.is_empty() { ChargeStage::Over } else { ChargeStage::Terrify };
    charge.chargers = coming;
    Onward { after, ..Onward::to(stage) }
}

/// BP-6.10: turns the target to face the charger.
fn turn_to_face(battle: &mut BattleMut, charge: &mut Charge) -> Onward {
    let turned = BlackPowderView::of(battle.view()).turned_to_face(charge);
    if let Some(block) = turned {
        let piece = battle.view().unit(charge.target).pieces[0];
        let turn = trail::turning(battle.view().place(piece).facing, block.place.facing);
        let turn = turn.unwrap_or_else(|| "turns to face the charge".to_owned());
        let text = format!("{} {turn}", battle.view().unit(charge.target).name);
        say(battle, charge.target, "BP-6.10", "turns to face");
        battle.turn_piece(piece, block.place.facing, RuleId::new("BP-6.10"), text);
        let bp = BlackPowderView::of(battle.view());
        for charger in &mut charge.chargers {
            charger.face = Some(bp.face_for(charger.unit, charge.target));
        }
        charge.chargers[0].face = Some(Face::Front);
    }
    Onward::to(ChargeStage::Terrify)
}
