//! A charge from its order to contact (BP-6.1 to BP-6.13).

use bevy::math::Vec2;

use super::{
    block::{self, Face, by_front, front},
    book::Bp,
    breaks,
    charge::ChargeWay,
    data::Effect,
    dice,
    flow::{Cause, Charge, ChargeStage, Charger, Contact, Flow, Manoeuvre, Response, Task, Test},
    harm,
    moves::{Leave, Pose, Walk},
    shooting::{self, Manner},
    values::{Formation, Regiment, Stood, Troop, Work},
};
use crate::{
    events::{EventKind, Explained, RuleId},
    forces::UnitId,
    table::footprint::Outline,
    turn::Field,
};

impl Charger {
    /// A unit that is to charge with so many moves.
    pub fn new(unit: UnitId, list: Vec<Manoeuvre>, moves: u8) -> Self {
        Self { unit, list, moves, reach: 0.0, gone: 0.0, from: None, face: None, needs: 0 }
    }
}

impl Charge {
    /// A charge of these units.
    pub fn new(chargers: Vec<Charger>, target: UnitId) -> Self {
        Self {
            chargers,
            target,
            stage: ChargeStage::Approach,
            response: None,
            shoots_at: None,
            sweep: false,
            blunder: false,
            missed: Vec::new(),
        }
    }
}

fn push(field: &mut Field, task: Task) {
    field.resource_mut::<Flow>().tasks.push(task);
}

fn side_and_name(field: &Field, unit: UnitId) -> (crate::forces::SideId, String) {
    (field.view().side_of_unit(unit), field.view().unit(unit).name.clone())
}

/// The charge goes on by one stage, and is put back if it is not over.
pub fn go_on(field: &mut Field, charge: Charge) {
    match charge.stage {
        ChargeStage::Approach => approach(field, charge),
        ChargeStage::Measure => measure(field, charge),
        ChargeStage::Answer => answer(field, charge),
        ChargeStage::Terrify => terrify(field, charge),
        ChargeStage::Strike => strike(field, charge),
        ChargeStage::Respond | ChargeStage::Redirect | ChargeStage::Halted | ChargeStage::Over => {}
    }
}

fn put_back(field: &mut Field, mut charge: Charge, stage: ChargeStage) {
    charge.stage = stage;
    push(field, Task::Charge(charge));
}

/// BP-2.13: what comes before the charge is done first.
fn approach(field: &mut Field, mut charge: Charge) {
    field.resource_mut::<Flow>().driven.clear();
    for charger in &mut charge.chargers {
        let list = std::mem::take(&mut charger.list);
        if !list.is_empty() {
            let walk = Bp::of(field.view()).walk(charger.unit, &list, charger.moves, Leave::default());
            charger.moves = charger.moves.saturating_sub(walk.moves);
            harm::go(field, charger.unit, &walk, "BP-2.13");
        }
        let bp = Bp::of(field.view());
        charger.reach = f32::from(charger.moves) * bp.move_inches(charger.unit);
        charger.from = Some(Stood::of(bp.outline(charger.unit)));
    }
    put_back(field, charge, ChargeStage::Measure);
}

/// BP-6.1, BP-6.4: who reaches the target; the others go as far as they can. Then its owner answers.
fn measure(field: &mut Field, mut charge: Charge) {
    let target = charge.target;
    let mut coming: Vec<(f32, Charger)> = Vec::new();
    for mut charger in std::mem::take(&mut charge.chargers) {
        let bp = Bp::of(field.view());
        if !bp.present(charger.unit) || !bp.present(target) {
            continue;
        }
        let able = bp.can_charge(charger.unit).is_ok();
        let way = if able { bp.charge_way(charger.unit, target) } else { None };
        match way {
            Some(way) if way.cost <= charger.reach + bp.numbers().tolerance => {
                charger.face = Some(way.face);
                charger.needs = bp.moves_needed(charger.unit, way.cost);
                coming.push((way.cost, charger));
            }
            way => fall_short(field, &charger, target, way.as_ref()),
        }
    }
    coming.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.unit.cmp(&b.1.unit)));
    charge.chargers = coming.into_iter().map(|(_, charger)| charger).collect();
    if charge.chargers.is_empty() {
        return;
    }
    for charger in &charge.chargers {
        let (side, name) = side_and_name(field, charger.unit);
        let text = format!("{name} charges {}", field.view().unit(target).name);
        field.note(Some(side), RuleId::new("BP-6.1"), text);
    }
    let responses = Bp::of(field.view()).responses(&charge);
    match responses[..] {
        [only] => {
            charge.response = Some(only);
            put_back(field, charge, ChargeStage::Answer);
        }
        _ => put_back(field, charge, ChargeStage::Respond),
    }
}

/// BP-6.1: a charger whose moves are too few goes its full distance straight toward the target.
fn fall_short(field: &mut Field, charger: &Charger, target: UnitId, way: Option<&ChargeWay>) {
    if charger.moves == 0 {
        return;
    }
    let walk = {
        let bp = Bp::of(field.view());
        let own = bp.outline(charger.unit);
        let straight = || {
            let point = block::nearest_point(&bp.outline(target), front(&own));
            vec![Manoeuvre::Slide { by: point - front(&own) }]
        };
        let list = way.map_or_else(straight, |way| way.list.clone());
        bp.walk(charger.unit, &list, charger.moves, Leave::default())
    };
    let (side, name) = side_and_name(field, charger.unit);
    let text = format!("{name} does not reach {}", field.view().unit(target).name);
    field.note(Some(side), RuleId::new("BP-6.1"), text);
    harm::go(field, charger.unit, &walk, "BP-6.1");
}

fn say(field: &mut Field, unit: UnitId, rule: &'static str, what: &str) {
    let (side, name) = side_and_name(field, unit);
    field.note(Some(side), RuleId::new(rule), format!("{name}: {what}"));
}

/// BP-6.4: the answer is carried out.
fn answer(field: &mut Field, charge: Charge) {
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

/// Moves a charger along its way until so many inches are left of the way straight on; answers the inches gone.
fn come_on(field: &mut Field, charger: &mut Charger, target: UnitId, halt: f32) {
    let Some(walk) = ({
        let bp = Bp::of(field.view());
        bp.charge_way(charger.unit, target).map(|way| {
            let mut list = way.list.clone();
            if let Some(Manoeuvre::Slide { by }) = list.last_mut() {
                let length = by.length();
                *by = by.normalize_or_zero() * (length - halt).max(0.0);
            }
            let leave = Leave { target: Some(target), ..Leave::default() };
            let most = (charger.reach - charger.gone).max(0.0);
            bp.walk_inches(charger.unit, &list, charger.moves.max(1), Some(most), leave)
        })
    }) else {
        return;
    };
    charger.gone += walk.end().cost;
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
    let before = Bp::of(field.view()).casualties(at);
    field.resource_mut::<Flow>().losses.retain(|loss| loss.unit != at);
    let fired = shooting::fire(field, &shot);
    let _ = before;
    breaks::take_loss(field, at);
    if fired.casualties > 0 {
        harm::risk_officer(field, at);
    }
    let mut causes = Vec::new();
    let shaken = Bp::of(field.view()).shaken(at);
    if fired.casualties > 0 && (shaken || shot.artillery) {
        causes.push(Cause::B);
    } else if fired.casualties > 0 && breaks::wavers(field, at) {
        causes.push(Cause::Wavering);
    }
    put_back(field, charge, ChargeStage::Terrify);
    if !causes.is_empty() {
        let artillery = shot.artillery && fired.casualties > 0;
        let test = Test { causes, excess: fired.excess, artillery, enemies: vec![target], ..Test::new(at, Cause::B) };
        push(field, Task::Test(test));
    }
}

/// BP-6.7: the target meets the charger half way, no farther than one move from where it stood.
fn counter_charge(field: &mut Field, mut charge: Charge) {
    let target = charge.target;
    say(field, target, "BP-6.7", "counter-charges");
    let Some(first) = charge.chargers.iter().position(|charger| charger.face == Some(Face::Front)) else {
        put_back(field, charge, ChargeStage::Terrify);
        return;
    };
    let met = {
        let bp = Bp::of(field.view());
        let charger = &charge.chargers[first];
        bp.charge_way(charger.unit, target).and_then(|way| meeting(&bp, charger, target, &way))
    };
    field.unit_mut::<Work>(target).countered = true;
    let Some((walk, other)) = met else {
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

/// Where charger and counter-charger meet: the charger's walk and the other's block.
fn meeting(bp: &Bp, charger: &Charger, target: UnitId, way: &ChargeWay) -> Option<(Walk, Outline)> {
    if way.cost <= bp.inches(bp.numbers().berth) {
        return None;
    }
    let half = (way.cost / 2.0).min(bp.move_inches(target)).min(way.straight);
    let leave = Leave { target: Some(target), ..Leave::default() };
    let walk = bp.walk_inches(charger.unit, &way.list, charger.moves, Some(way.cost - half), leave);
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
        if let Some(shot) = shot {
            let fired = shooting::fire(field, &shot);
            breaks::take_loss(field, nearest);
            let shaken = Bp::of(field.view()).shaken(nearest);
            if fired.casualties > 0 && shaken {
                charge.response = Some(if facing_them { Response::EvadeFacing } else { Response::Evade });
                put_back(field, charge, ChargeStage::Answer);
                let test = Test { excess: fired.excess, enemies: vec![target], ..Test::new(nearest, Cause::B) };
                push(field, Task::Test(test));
                return;
            }
        }
    }
    charge.chargers.retain(|charger| still_coming(field, charger.unit));
    if charge.chargers.is_empty() {
        return;
    }
    let walk = {
        let bp = Bp::of(field.view());
        let away = bp.evading_from(target, nearest);
        let own = bp.outline(target);
        let start = Pose {
            block: super::charge::facing(&own, away),
            formation: bp.formation(target),
            building: None,
            cost: 0.0,
        };
        let inches = bp.move_inches(target);
        let mut list = vec![Manoeuvre::Slide { by: away.forward() * inches }];
        if facing_them {
            list.push(Manoeuvre::About);
        }
        let fits = bp.is_clear(target, target, &start.block);
        if fits {
            bp.walk_from(target, start, &list, 1, Leave::default())
        } else {
            bp.walk(target, &list, 1, Leave::default())
        }
    };
    say(field, target, "BP-6.8", "evades");
    let moves = field.view().unit_part::<Work>(target).moves;
    harm::go(field, target, &walk, "BP-6.8");
    field.unit_mut::<Work>(target).moves = moves;
    let mut caught = Vec::new();
    let mut missed = Vec::new();
    for mut charger in std::mem::take(&mut charge.chargers) {
        let bp = Bp::of(field.view());
        let way = bp.charge_way_on(charger.unit, target, Face::Rear);
        match way {
            Some(way) if way.cost <= charger.reach + bp.numbers().tolerance => {
                charger.face = Some(Face::Rear);
                caught.push(charger);
            }
            _ => missed.push(charger),
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
    fall_short(field, charger, charge.target, way.as_ref());
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
        let text = format!("{} turns to face the charge", field.view().unit(charge.target).name);
        say(field, charge.target, "BP-6.10", "turns to face");
        field.turn_piece(piece, block.place.facing, RuleId::new("BP-6.10"), text);
        charge.chargers[0].face = Some(Face::Front);
    }
    put_back(field, charge, ChargeStage::Terrify);
}

/// Whether a charger has not been driven off.
fn still_coming(field: &Field, unit: UnitId) -> bool {
    let bp = Bp::of(field.view());
    bp.present(unit) && !bp.flow().driven.contains(&unit)
}

/// BP-11.1, Terrifying Charge: the target tests just before contact.
fn terrify(field: &mut Field, mut charge: Charge) {
    charge.chargers.retain(|charger| still_coming(field, charger.unit));
    let terror = {
        let bp = Bp::of(field.view());
        bp.present(charge.target)
            && !bp.flow().driven.contains(&charge.target)
            && charge
                .chargers
                .iter()
                .any(|charger| bp.has(charger.unit, Effect::Terrifies) && !plain(&bp, charger.unit, charge.target))
    };
    let (target, enemies) = (charge.target, charge.chargers.iter().map(|charger| charger.unit).collect());
    put_back(field, charge, ChargeStage::Strike);
    if terror {
        push(field, Task::Test(Test { enemies, ..Test::new(target, Cause::Terror) }));
    }
}

/// BP-6.11, BP-7.3: whether a charge earns neither bonus nor special rules.
fn plain(bp: &Bp, unit: UnitId, target: UnitId) -> bool {
    match bp.formation(target) {
        Formation::Square => bp.troop(unit) == Troop::Cavalry,
        Formation::Garrison => true,
        _ => false,
    }
}

/// BP-6.2: the chargers strike, the nearest first.
fn strike(field: &mut Field, mut charge: Charge) {
    charge.chargers.retain(|charger| still_coming(field, charger.unit));
    let target = charge.target;
    for charger in charge.chargers.clone() {
        let gone = {
            let bp = Bp::of(field.view());
            !bp.present(target) || bp.flow().driven.contains(&target)
        };
        if gone {
            stand_on_place(field, &charger, target);
        } else {
            hit_home(field, &charge, &charger);
        }
    }
    if let Some(first) = charge.chargers.first().filter(|_| charge.sweep)
        && Bp::of(field.view()).in_combat(first.unit)
    {
        super::combat::begin(field, first.unit);
    }
}

/// BP-11.1: the enemy is gone: the charger goes to the place of contact and stops.
fn stand_on_place(field: &mut Field, charger: &Charger, target: UnitId) {
    let walk = {
        let bp = Bp::of(field.view());
        let own = bp.outline(charger.unit);
        let point = block::nearest_point(&bp.outline(target), front(&own));
        let by = if bp.present(target) { Vec2::ZERO } else { point - front(&own) };
        let list = [Manoeuvre::Slide { by: by.clamp_length_max(charger.reach) }];
        bp.walk(charger.unit, &list, charger.moves.max(1), Leave::default())
    };
    harm::go(field, charger.unit, &walk, "BP-6.2");
}

/// One charger comes into contact.
fn hit_home(field: &mut Field, charge: &Charge, charger: &Charger) {
    let (unit, target) = (charger.unit, charge.target);
    let goal = {
        let bp = Bp::of(field.view());
        let due = charger.face.unwrap_or_else(|| bp.face_for(unit, target));
        let formation = bp.formation(unit);
        bp.charge_way_on(unit, target, due).and_then(|way| {
            let left = charger.reach - charger.gone + bp.numbers().tolerance;
            let far = charger.gone > 0.0 || way.cost <= left;
            let room = bp.flush(unit, target, way.face, formation);
            room.filter(|_| far).map(|block| (way, block))
        })
    };
    let Some((way, block)) = goal.or_else(|| make_room(field, charge, charger)) else {
        say(field, unit, "BP-6.3", "finds no room to strike");
        fall_short(field, charger, target, None);
        return;
    };
    let (path, formation, cost) = {
        let bp = Bp::of(field.view());
        let own = bp.outline(unit);
        (vec![own.place.at, way.contact.place.at, block.place.at], bp.formation(unit), way.cost)
    };
    let pose = Pose { block, formation, building: None, cost };
    harm::put(field, unit, path, pose, "BP-6.2");
    let needs = charger.needs.max(1);
    {
        let mut work = field.unit_mut::<Work>(unit);
        work.moves = work.moves.max(needs);
    }
    let face = match charge.response {
        // BP-6.8: it strikes the rear of the evader.
        Some(Response::Evade | Response::EvadeFacing) => Face::Rear,
        _ => way.face,
    };
    struck(field, unit, target, Face::Front, face);
    if let Some(second) = way.second {
        let touches = {
            let bp = Bp::of(field.view());
            bp.present(second) && bp.gap(unit, second) <= bp.inches(bp.numbers().berth)
        };
        if touches {
            let face = Bp::of(field.view()).quarter(second, unit);
            struck(field, unit, second, Face::Front, face);
        }
    }
}

/// BP-6.13: two chargers share a face: the first stands aside as far as the second needs.
fn make_room(field: &mut Field, charge: &Charge, charger: &Charger) -> Option<(ChargeWay, Outline)> {
    let target = charge.target;
    let face = charger.face?;
    let first = {
        let bp = Bp::of(field.view());
        let contact = bp.flow().contacts.iter().find(|contact| {
            contact.defender == target
                && contact.defender_face == face
                && charge.chargers.iter().any(|other| other.unit == contact.attacker)
        });
        contact.map(|contact| contact.attacker)
    }?;
    let (aside, own) = {
        let bp = Bp::of(field.view());
        let own = bp.outline(first);
        let (width, _) = bp.measures(charger.unit, bp.formation(charger.unit))?;
        let along = own.place.facing.right();
        let to = (front(&bp.outline(charger.unit)) - own.place.at).dot(along);
        let by = along * if to >= 0.0 { -width / 2.0 } else { width / 2.0 };
        let aside = block::moved(&own, by);
        (bp.is_clear(first, target, &aside).then_some(aside)?, own)
    };
    let formation = Bp::of(field.view()).formation(first);
    let pose = Pose { block: aside, formation, building: None, cost: 0.0 };
    harm::put(field, first, vec![own.place.at, aside.place.at], pose, "BP-6.13");
    let bp = Bp::of(field.view());
    let way = bp.charge_way_on(charger.unit, target, face)?;
    let block = bp.flush(charger.unit, target, way.face, bp.formation(charger.unit))?;
    Some((way, block))
}

/// Two units are in contact now.
fn struck(field: &mut Field, unit: UnitId, target: UnitId, own: Face, face: Face) {
    let plain_charge = plain(&Bp::of(field.view()), unit, target);
    {
        let mut work = field.unit_mut::<Work>(unit);
        work.charged = Some(target);
        work.plain_charge = plain_charge;
    }
    let contact = Contact { attacker: unit, defender: target, attacker_face: own, defender_face: face };
    {
        let mut flow = field.resource_mut::<Flow>();
        flow.contacts.push(contact);
        // BP-7.3: what was won counts in that combat only.
        flow.won.retain(|known| *known != unit);
    }
    for one in [unit, target] {
        take_in_screen(field, one);
    }
    let (side, name) = side_and_name(field, unit);
    let enemy = field.view().unit(target).name.clone();
    let text = format!("{name} strikes the {} of {enemy}", face.word());
    let (attacker, defender) = (field.view().unit(unit).pieces[0], field.view().unit(target).pieces[0]);
    let kind = EventKind::Fought { attacker, defender, winner: None };
    field.log(Some(side), kind, RuleId::new("BP-6.3"), text, Explained::default());
}

/// BP-4.3: on contact the screen is taken in.
fn take_in_screen(field: &mut Field, unit: UnitId) {
    let formation = field.view().unit_part::<Regiment>(unit).formation;
    if !formation.screened() {
        return;
    }
    field.unit_mut::<Regiment>(unit).formation = formation.body();
    let (side, name) = side_and_name(field, unit);
    let kind = EventKind::Formed { unit, formation: formation.body().id().into() };
    let text = format!("{name} takes its skirmishers in");
    field.detail(Some(side), kind, RuleId::new("BP-4.3"), text, Explained::default());
}
