//! The answers to a charge as they are carried out (BP-6.6 to BP-6.11).

use super::{
    block::{Face, by_front, front},
    book::Bp,
    breaks,
    charge::{ChargeWay, Short, facing},
    charges::{fall_short, push, put_back, say, side_and_name, still_coming},
    contact::struck,
    data::Effect,
    dice,
    flow::{Cause, Charge, ChargeStage, Charger, Course, Manoeuvre, Response, Task, Test},
    harm,
    moves::{Leave, Pose, Walk},
    shooting::{Manner, Shot},
    values::{Formation, Troop, Work},
    volley::{self, Fired},
};
use crate::{
    events::{Explained, RuleId},
    forces::UnitId,
    table::footprint::Outline,
    turn::Field,
};

/// BP-6.4: the answer is carried out.
pub(super) fn answer(field: &mut Field, charge: Charge) {
    match charge.response.unwrap_or(Response::Hold) {
        Response::Hold => put_back(field, charge, ChargeStage::Terrify),
        Response::ClosingFire => closing_fire(field, charge),
        Response::CounterCharge => counter_charge(field, charge),
        Response::Evade => evade(field, charge, false),
        Response::EvadeFacing => evade(field, charge, true),
        Response::Square => form_square(field, charge),
        Response::TurnToFace => turn_to_face(field, charge),
    }
}

/// Moves a charger along its course until it is within so many inches of the target.
fn come_on(field: &mut Field, charger: &mut Charger, target: UnitId, halt: f32) {
    let (walk, rest) = {
        let bp = Bp::of(field.view());
        let Some((first, rest, _)) = bp.halt(charger, target, halt) else { return };
        let leave = Leave { target: Some(target), charging: true, ..Leave::default() };
        let most = (charger.reach - charger.gone).max(0.0);
        (bp.walk_inches(charger.unit, &first, charger.moves.max(1), Some(most), leave), rest)
    };
    if walk.is_still() {
        return;
    }
    charger.gone += walk.end().cost;
    let stopped = walk.stopped.is_some();
    charger.course = charger.course.take().filter(|_| !stopped).map(|course| Course {
        list: rest,
        cost: (course.cost - walk.end().cost).max(0.0),
        ..course
    });
    let moves = field.view().unit_part::<Work>(charger.unit).moves;
    harm::go(field, charger.unit, &walk, "BP-6.2");
    let one = Bp::of(field.view()).move_inches(charger.unit);
    field.unit_mut::<Work>(charger.unit).moves = moves + (charger.gone / one).ceil() as u8;
}

/// BP-6.6: closing fire with the chargers an inch away, before they strike.
fn closing_fire(field: &mut Field, mut charge: Charge) {
    let target = charge.target;
    let berth = {
        let bp = Bp::of(field.view());
        bp.inches(bp.numbers().berth)
    };
    for charger in &mut charge.chargers {
        come_on(field, charger, target, berth);
    }
    let at = {
        let bp = Bp::of(field.view());
        let wanted = charge.shoots_at.filter(|unit| charge.chargers.iter().any(|charger| charger.unit == *unit));
        let fit = |charger: &&Charger| bp.gives_closing_fire(target, charger);
        wanted.or_else(|| charge.chargers.iter().find(fit).map(|charger| charger.unit))
    };
    let Some(at) = at else {
        put_back(field, charge, ChargeStage::Terrify);
        return;
    };
    let shot = Bp::of(field.view()).shot(target, at, Manner::Closing);
    let test = receive(field, &shot);
    put_back(field, charge, ChargeStage::Terrify);
    if let Some(test) = test {
        push(field, Task::Test(test));
    }
}

/// BP-6.6, BP-9.4: a charger receives closing fire; answers the test it must take.
fn receive(field: &mut Field, shot: &Shot) -> Option<Test> {
    let at = shot.target;
    let fired: Fired = volley::fire(field, shot);
    breaks::take_loss(field, at);
    if fired.casualties == 0 {
        return None;
    }
    harm::risk_officer(field, at);
    let cause = if Bp::of(field.view()).shaken(at) || shot.artillery {
        Cause::B
    } else if breaks::wavers(field, at) {
        Cause::Wavering
    } else {
        return None;
    };
    Some(Test { excess: fired.excess, artillery: shot.artillery, ..Test::new(at, cause) })
}

/// BP-6.7: the target meets the charger half way, no farther than one move from where it stood.
fn counter_charge(field: &mut Field, mut charge: Charge) {
    let target = charge.target;
    if !charge.terrified {
        // BP-11.1: both charge, so both may terrify; the tests come before they meet.
        charge.terrified = true;
        let tests = counter_terror(&Bp::of(field.view()), &charge);
        put_back(field, charge, ChargeStage::Answer);
        for test in tests {
            push(field, Task::Test(test));
        }
        return;
    }
    charge.chargers.retain(|charger| still_coming(field, charger.unit));
    if !still_coming(field, target) || charge.chargers.is_empty() {
        put_back(field, charge, ChargeStage::Strike);
        return;
    }
    say(field, target, "BP-6.7", "counter-charges");
    let Some(first) = charge.chargers.iter().position(|charger| charger.face == Some(Face::Front)) else {
        put_back(field, charge, ChargeStage::Terrify);
        return;
    };
    let met = {
        let bp = Bp::of(field.view());
        let charger = &charge.chargers[first];
        charger.course_to(&bp, target).and_then(|course| meeting(&bp, charger, target, course))
    };
    field.unit_mut::<Work>(target).countered = true;
    let Some((walk, other)) = met else {
        say(field, target, "BP-6.7", "is met where it stands");
        put_back(field, charge, ChargeStage::Terrify);
        return;
    };
    let unit = charge.chargers[first].unit;
    harm::go(field, unit, &walk, "BP-6.7");
    let own = Bp::of(field.view()).outline(target);
    let pose = Pose {
        block: other,
        formation: Bp::of(field.view()).formation(target),
        building: None,
        cost: own.place.at.distance(other.place.at),
    };
    harm::put(field, target, vec![own.place.at, other.place.at], pose, "BP-6.7");
    struck(field, unit, target, Face::Front, Face::Front);
    charge.chargers.remove(first);
    put_back(field, charge, ChargeStage::Terrify);
}

/// BP-11.1, Terrifying Charge: who tests before a charger and a counter-charger meet.
fn counter_terror(bp: &Bp, charge: &Charge) -> Vec<Test> {
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
fn meeting(bp: &Bp, charger: &Charger, target: UnitId, course: &Course) -> Option<(Walk, Outline)> {
    if course.cost <= bp.inches(bp.numbers().berth) {
        return None;
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
    let clear = bp.on_table(&other)
        && bp
            .regiments()
            .filter(|unit| *unit != target && *unit != charger.unit)
            .all(|unit| other.overlap(&bp.outline(unit)) <= 0.01)
        && bp.open_ground(target, bp.formation(target), &other);
    clear.then_some((walk, other))
}

/// BP-6.8: the target goes one full move straight away, then the charger has its whole reach.
fn evade(field: &mut Field, mut charge: Charge, facing_them: bool) {
    let target = charge.target;
    let nearest = charge.chargers[0].unit;
    if Bp::of(field.view()).has(target, Effect::FiresEvading) && !field.view().unit_part::<Work>(target).closing {
        let shot = {
            let bp = Bp::of(field.view());
            let range = bp.weapon(target).map_or(0.0, |weapon| weapon.range);
            let bears = bp.within(bp.gap(target, nearest), range);
            bears.then(|| bp.shot(target, nearest, Manner::Evading)).filter(|shot| shot.count() > 0)
        };
        if let Some(shot) = shot
            && let Some(test) = receive(field, &shot)
        {
            charge.response = Some(if facing_them { Response::EvadeFacing } else { Response::Evade });
            put_back(field, charge, ChargeStage::Answer);
            push(field, Task::Test(test));
            return;
        }
    }
    charge.chargers.retain(|charger| still_coming(field, charger.unit));
    if charge.chargers.is_empty() {
        return;
    }
    let walk = evasion(&Bp::of(field.view()), target, nearest, facing_them);
    say(field, target, "BP-6.8", "evades");
    let moves = field.view().unit_part::<Work>(target).moves;
    harm::go(field, target, &walk, "BP-6.8");
    field.unit_mut::<Work>(target).moves = moves;
    let mut caught = Vec::new();
    let mut missed = Vec::new();
    for mut charger in std::mem::take(&mut charge.chargers) {
        let bp = Bp::of(field.view());
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
        harm::disorder(field, target, "BP-6.8");
        let strike = Charge { chargers: caught, stage: ChargeStage::Terrify, ..charge.clone() };
        push(field, Task::Charge(strike));
    }
    charge.missed.push(target);
    for charger in missed.into_iter().rev() {
        let alone = Charge { chargers: vec![charger], response: None, ..charge.clone() };
        turn_on_another(field, alone);
    }
}

/// BP-6.8: the way of an evader: one full move straight away from the nearest charger, facing at its end as its player
/// chose. Without room to turn at once it goes as it stands and turns at the end, or where it last has room.
fn evasion(bp: &Bp, unit: UnitId, nearest: UnitId, facing_them: bool) -> Walk {
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

/// BP-6.8: a charger whose target has gone turns on another enemy, or goes its full distance.
fn turn_on_another(field: &mut Field, charge: Charge) {
    let any = !Bp::of(field.view()).redirects(&charge, &charge.chargers[0]).is_empty();
    if any {
        put_back(field, charge, ChargeStage::Redirect);
    } else {
        run_out(field, &charge);
    }
}

/// BP-6.8: a charger that caught nobody stops after its full distance.
pub fn run_out(field: &mut Field, charge: &Charge) {
    let charger = &charge.chargers[0];
    let way = Bp::of(field.view()).charge_way(charger.unit, charge.target);
    fall_short(field, charger, charge.target, &Short { way, why: "it has evaded".to_owned() });
}

/// BP-6.9: cavalry halts at three inches and the target tries to form square.
fn form_square(field: &mut Field, mut charge: Charge) {
    let target = charge.target;
    let halt = {
        let bp = Bp::of(field.view());
        bp.inches(bp.numbers().square_halt)
    };
    for charger in &mut charge.chargers {
        if Bp::of(field.view()).troop(charger.unit) == Troop::Cavalry {
            come_on(field, charger, target, halt);
        }
    }
    let rolled = dice::roll(field, &dice::SQUARES, 2);
    let total = rolled[0] + rolled[1];
    let (side, name) = side_and_name(field, target);
    let units: Vec<UnitId> = charge.chargers.iter().map(|charger| charger.unit).collect();
    let place = if total == 2 { None } else { Bp::of(field.view()).square_place(target, &units) };
    let what = match (&place, total) {
        (None, 2) => "no square",
        (None, _) => "no room for a square",
        (Some(_), _) if Bp::of(field.view()).disordered(target) => "square, still disordered",
        (Some(_), 12) => "square, disordered",
        (Some(_), _) => "square",
    };
    dice::log(
        field,
        (side, target),
        &rolled,
        "BP-6.9",
        format!("{name} forms square: {total}, {what}"),
        Explained::default(),
    );
    let Some(block) = place else {
        harm::disorder(field, target, "BP-6.9");
        put_back(field, charge, ChargeStage::Terrify);
        return;
    };
    let from = Bp::of(field.view()).outline(target).place.at;
    let pose = Pose { block, formation: Formation::Square, building: None, cost: 0.0 };
    harm::put(field, target, vec![from, block.place.at], pose, "BP-6.9");
    if total == 12 {
        harm::disorder(field, target, "BP-6.9");
    }
    let steady = !Bp::of(field.view()).unsteady(target);
    let mut halted = Vec::new();
    let mut coming = Vec::new();
    for charger in std::mem::take(&mut charge.chargers) {
        let horse = Bp::of(field.view()).troop(charger.unit) == Troop::Cavalry;
        if horse && steady { halted.push(charger) } else { coming.push(charger) }
    }
    for charger in halted {
        let left = {
            let bp = Bp::of(field.view());
            let begun = (charger.gone / bp.move_inches(charger.unit)).ceil() as u8;
            charger.moves.saturating_sub(begun)
        };
        say(field, charger.unit, "BP-6.11", "stops before the square");
        if left > 0 {
            let alone = Charge { chargers: vec![charger], stage: ChargeStage::Halted, ..charge.clone() };
            push(field, Task::Charge(alone));
        }
    }
    if !coming.is_empty() {
        charge.chargers = coming;
        put_back(field, charge, ChargeStage::Terrify);
    }
}

/// BP-6.10.
fn turn_to_face(field: &mut Field, mut charge: Charge) {
    let turned = Bp::of(field.view()).turned_to_face(&charge);
    if let Some(block) = turned {
        let piece = field.view().unit(charge.target).pieces[0];
        let turn = harm::turning(field.view().place(piece).facing, block.place.facing);
        let turn = turn.unwrap_or_else(|| "turns to face the charge".to_owned());
        let text = format!("{} {turn}", field.view().unit(charge.target).name);
        say(field, charge.target, "BP-6.10", "turns to face");
        field.turn_piece(piece, block.place.facing, RuleId::new("BP-6.10"), text);
        let bp = Bp::of(field.view());
        for charger in &mut charge.chargers {
            charger.face = Some(bp.face_for(charger.unit, charge.target));
        }
        charge.chargers[0].face = Some(Face::Front);
    }
    put_back(field, charge, ChargeStage::Terrify);
}
