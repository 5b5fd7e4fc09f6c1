//! Step 5: moves and changes of formation (SB-3.3, SB-4.1 to SB-4.12, SB-5.4), advances of units with ASSAULT orders
//! (SB-3.4), and arrivals (SB-11.6).

use bevy::math::Vec2;

use super::{
    arrivals::toward,
    marching,
    moves::{Terms, Walk},
    pace::Pace,
    straight::wheel_to,
    walker::Own,
};
use crate::{
    book::values::{Chit, Level, Troops, Work},
    state::{
        chits,
        pose::Pose,
        sequence_of_play::{Assault, Step as Stage},
        view::BurtView,
    },
};
use grapeshot_floor::{
    events::RuleId,
    forces::{Fate, UnitId},
    orders::{Order, Plan, Refusal},
    procedure::Found,
    shared::{
        formed::{
            block, cues,
            trail::TRIFLE,
            walk::{Body, Step},
        },
        refuse,
    },
    turn::BattleMut,
};

/// SB-3.4: the least inches that a unit goes that must advance.
const LEAST_ADVANCE: f32 = 1.0;

/// A move as it was checked.
#[derive(Debug, Clone, PartialEq)]
pub struct Marched {
    /// The unit that moves.
    pub unit: UnitId,
    /// Its walk, with the cost.
    pub walk: Walk,
    /// SB-3.2: whether the move proves the unit's order.
    pub proves: bool,
}

impl BurtView<'_> {
    /// Whether a unit may move by an order in step 5 or 6, by what everybody knows: it has not acted, is on the table
    /// or comes onto it, and nothing binds it.
    pub(super) fn may_move(&self, unit: UnitId) -> Result<(), Refusal> {
        let name = self.name(unit);
        let Some(values) = self.troops(unit) else {
            return refuse("SB-12.1", format!("{name} rides in step 7"));
        };
        if !self.present(unit) {
            if !self.is_due(unit) {
                return refuse("SB-11.6", format!("{name} is not on the table"));
            }
            if self.entry(unit, None).is_none() {
                return refuse("SB-11.6", format!("{name} finds no room on its stretch of the edge and waits"));
            }
        }
        cues::require(&self.view, unit, "SB-3.3")?;
        let work = self.work(unit);
        if work.acted {
            return refuse("SB-2.2", format!("{name} has acted in this step"));
        }
        if values.level == Level::Rout {
            return refuse("SB-7.3", format!("{name} is routing: it moves by compulsion"));
        }
        if values.pursuing.is_some() {
            return refuse("SB-10.2", format!("{name} pursues"));
        }
        if work.retreated {
            return refuse("SB-10.3", format!("{name} has retreated and does nothing else in this turn"));
        }
        if self.in_melee(unit) {
            return refuse("SB-9.15", format!("{name} is in melee"));
        }
        if self.assault_of(unit).is_some() {
            return refuse("SB-9.2", format!("{name} assaults"));
        }
        Ok(())
    }

    /// SB-3.4: the enemy toward which a unit with ASSAULT orders must advance: the nearest that it sees.
    fn nearest_seen(&self, unit: UnitId) -> Option<UnitId> {
        let seen = self.enemies_of(self.side(unit)).filter(|enemy| self.sees(unit, *enemy));
        seen.min_by(|a, b| self.gap(unit, *a).total_cmp(&self.gap(unit, *b)).then(a.cmp(b)))
    }

    /// Whether a unit may act in step 5, as far as the viewer knows.
    ///
    /// # Errors
    /// Why it may not: it has acted, its order or its state does not allow it.
    pub fn may_manoeuvre(&self, unit: UnitId) -> Result<(), Refusal> {
        self.may_move(unit)?;
        let name = self.name(unit);
        match self.chit(unit) {
            None | Some(Chit::Manoeuver | Chit::Fire) => Ok(()),
            Some(Chit::Assault) if self.level(unit) == Level::Shaken => {
                refuse("SB-3.4", format!("{name} is shaken and does not advance"))
            }
            Some(Chit::Assault) if self.nearest_seen(unit).is_none() => {
                refuse("SB-3.4", format!("{name} sees no enemy to advance on"))
            }
            Some(Chit::Assault) => Ok(()),
            Some(Chit::Reserve) => refuse("SB-3.3", format!("{name} has RESERVE orders: it moves in step 6")),
            Some(Chit::Regroup) => refuse("SB-3.3", format!("{name} has REGROUP orders: it does not move")),
        }
    }

    /// SB-9.2: the terms of a move by order; a unit that is marked as assaulted may move about by a quarter of its
    /// move.
    pub(super) fn terms(&self, unit: UnitId, pace: Pace, share: f32, forms: bool) -> Terms {
        let mut leave = self.ordinary_leave();
        leave.zones = self.assaults_on(unit).map(|assault: &Assault| self.outline(assault.unit)).collect();
        let roam = if leave.zones.is_empty() { share } else { share.min(self.numbers().marked_move) };
        Terms { pace, share, roam, forms, leave }
    }

    /// Whether a unit may move as it is ordered, in step 5 or, as a reserve, in step 6; with its walk.
    ///
    /// # Errors
    /// Why it may not.
    pub fn check_march(&self, order: &Order) -> Found<Marched> {
        let unit = self.one_unit(order)?;
        if self.play().step == Stage::Reserves {
            self.may_move_reserve(unit)?;
        } else {
            self.may_manoeuvre(unit)?;
        }
        let Some(chit) = self.chit(unit) else {
            return refuse("SB-3.3", format!("The order of {} is not known", self.name(unit)));
        };
        let walk = self.walk_under(unit, order, chit)?;
        // SB-3.2: a reserve's move, a change of formation, and a longer move than a FIRE unit could make prove the
        // order.
        let far = walk.used > self.numbers().fire_forward + self.numbers().tolerance / 10.0;
        let proves = match chit {
            Chit::Manoeuver => walk.forms() || far,
            Chit::Reserve | Chit::Assault => true,
            Chit::Fire | Chit::Regroup => false,
        };
        Ok((self.march_plan(unit, &walk), Marched { unit, walk, proves }))
    }

    /// The walk that a unit would make by an order if it had this chit.
    ///
    /// # Errors
    /// Why it could not.
    pub fn walk_under(&self, unit: UnitId, order: &Order, chit: Chit) -> Result<Walk, Refusal> {
        let terms = match chit {
            Chit::Manoeuver => self.terms(unit, Pace::Move, 1.0, true),
            Chit::Fire => self.terms(unit, Pace::Move, self.numbers().fire_forward, false),
            Chit::Reserve => self.reserve_terms(unit),
            Chit::Assault => return self.advance_of(unit, order),
            Chit::Regroup => {
                return refuse("SB-3.3", format!("The order of {} does not let it move", self.name(unit)));
            }
        };
        self.ordered_walk(unit, order, terms)
    }

    /// The walk of an order, from where the unit stands or enters.
    fn ordered_walk(&self, unit: UnitId, order: &Order, terms: Terms) -> Result<Walk, Refusal> {
        let (start, terms) = if self.present(unit) {
            (self.pose(unit), terms)
        } else {
            let Some(start) = self.entry(unit, toward(order)) else {
                return refuse("SB-11.6", format!("{} finds no room on its stretch of the edge", self.name(unit)));
            };
            let leave = self.entering(terms.leave.clone(), &start);
            (start, Terms { leave, ..terms })
        };
        let mut steps = self.steps(unit, start, order, &terms)?;
        if !self.present(unit) && steps.is_empty() {
            let inches = self.pace(unit, start.array, terms.pace);
            steps.push(Step::Slide(start.block.place.facing.forward() * inches));
        }
        self.moving(unit, self.walk(unit, start, &steps, &terms))
    }

    /// A walk, if it leads somewhere; else the refusal.
    fn moving(&self, unit: UnitId, walk: Walk) -> Result<Walk, Refusal> {
        if !walk.is_still() && !walk.is_barred() {
            return Ok(walk);
        }
        let why = walk.stopped.unwrap_or_else(|| "say where it goes, or its formation".to_owned());
        refuse(rule_of(&why), format!("{} cannot do that: {why}", self.name(unit)))
    }

    fn march_plan(&self, unit: UnitId, walk: &Walk) -> Plan {
        let name = self.name(unit);
        let inches = walk.inches();
        let label = crate::book::bases::label_of(walk.end().array, self.arm(unit), self.bases(unit));
        let summary = match (inches >= TRIFLE, walk.forms()) {
            (true, true) => format!("{name} moves {inches:.1}\u{2033}, {label}"),
            (true, false) => format!("{name} moves {inches:.1}\u{2033}"),
            (false, true) => format!("{name}: {label}"),
            (false, false) => format!("{name} turns"),
        };
        let mut warnings = Vec::new();
        if walk.disorders && !self.work(unit).lost_order && self.level(unit) < Level::Shaken {
            warnings.push(format!("{name} loses a level to the ground"));
        }
        warnings.extend(
            walk.passed.iter().map(|friend| format!("{name} passes through {}: both lose a level", self.name(*friend))),
        );
        let moves = vec![self.planned_walk(unit, walk)];
        Plan { summary, moves, warnings, ..Plan::default() }
    }

    /// SB-3.4: an advance toward the nearest visible enemy; the rules choose the way if the order names none.
    fn advance_of(&self, unit: UnitId, order: &Order) -> Result<Walk, Refusal> {
        let name = self.name(unit);
        let Some(enemy) = self.nearest_seen(unit) else {
            return refuse("SB-3.4", format!("{name} sees no enemy to advance on"));
        };
        let terms = self.terms(unit, Pace::Move, 1.0, false);
        let walk = if order.path.is_empty() && order.heading.is_none() && order.formation.is_none() {
            let walk = self.advance(unit, enemy, terms, f32::INFINITY);
            self.moving(unit, walk)?
        } else {
            self.ordered_walk(unit, order, terms)?
        };
        let (start, end) = (walk.poses[0].block, walk.end().block);
        let theirs = self.outline(enemy);
        if end.gap(&theirs) > start.gap(&theirs) - TRIFLE {
            let text = format!("{name} has ASSAULT orders: it advances on {}, nowhere else", self.name(enemy));
            return refuse("SB-3.4", text);
        }
        if walk.inches() < LEAST_ADVANCE - self.numbers().tolerance && walk.stopped.is_none() {
            return refuse("SB-3.4", format!("{name} has ASSAULT orders: it advances by an inch at least"));
        }
        Ok(walk)
    }

    /// SB-3.4: a wheel until the front points to an enemy, and `most` inches straight on at most.
    fn advance(&self, unit: UnitId, enemy: UnitId, terms: Terms, most: f32) -> Walk {
        let start = self.pose(unit);
        let point: Vec2 = block::nearest_point(&self.outline(enemy), start.block.front());
        let aside = start
            .block
            .place
            .facing
            .turn_to(grapeshot_floor::table::position::Heading::from_to(start.block.place.at, point));
        let mut steps: Vec<Step<Own>> = Vec::new();
        let mut ahead = start.block;
        if aside.abs() > 90.0 {
            ahead = ahead.turned(180.0);
            steps.push(Step::Own(Own::Turn(180.0)));
        }
        if let Some(degrees) = wheel_to(&ahead, point).filter(|degrees| degrees.abs() > 0.01) {
            ahead = super::straight::wheeled(&ahead, degrees);
            steps.push(Step::Wheel(degrees));
        }
        let far = ahead.front().distance(point).min(most);
        steps.push(Step::Slide(ahead.place.facing.forward() * far));
        self.walk(unit, start, &steps, &terms)
    }
}

/// The rule that a reason to stop comes from.
fn rule_of(why: &str) -> &'static str {
    let rules: [(&str, &str); 18] = [
        ("guns and wagons do not", "SB-4.6"),
        ("to cross", "SB-4.6"),
        ("edge of the table", "SB-1.3"),
        ("the table", "SB-11.6"),
        ("no entry", "SB-4.9"),
        ("a reserve ends", "SB-3.5"),
        ("comes no nearer", "SB-4.12"),
        ("front zone", "SB-9.2"),
        ("no room for the unit here", "SB-4.11"),
        ("no room for it to stand", "SB-5.4"),
        ("frontage", "SB-5.4"),
        ("limber", "SB-4.5"),
        ("crew", "SB-4.1"),
        ("building", "SB-4.9"),
        ("holds", "SB-4.9"),
        ("is in the way", "SB-4.12"),
        ("touch", "SB-9.3"),
        ("turn", "SB-4.2"),
    ];
    rules.into_iter().find(|(words, _)| why.contains(words)).map_or("SB-4.2", |(_, rule)| rule)
}

/// Moves the unit of the order in hand.
pub fn resolve_march(battle: &mut BattleMut, _: &Order, Marched { unit, walk, proves }: Marched) {
    go(battle, unit, &walk);
    if proves {
        chits::show(battle, unit);
    }
}

/// Moves a unit along its walk by order; a unit that arrives comes onto the table.
pub(super) fn go(battle: &mut BattleMut, unit: UnitId, walk: &Walk) {
    let piece = battle.view().unit(unit).pieces[0];
    let rule = if battle.view().fate(piece) == Fate::Awaited { "SB-11.6" } else { "SB-4.2" };
    if rule == "SB-11.6" {
        let start: Pose = walk.poses[0];
        battle.unit_mut::<Troops>(unit).arrived = true;
        let text = format!("{} comes onto the table", battle.view().unit(unit).name);
        battle.note(Some(battle.view().side_of_unit(unit)), RuleId::new(rule), text.clone());
        let at = start.block.place;
        battle.move_piece(piece, vec![at.at], at, RuleId::new(rule), text);
        if start.array != battle.view().unit_part::<Troops>(unit).array {
            marching::put(battle, unit, start);
        }
    }
    marching::go(battle, unit, walk, rule);
}

/// Ends step 5: deals with units with ASSAULT orders that could have advanced and did not go an inch (SB-3.4).
pub fn end(battle: &mut BattleMut) {
    let units: Vec<UnitId> = BurtView::of(battle.view()).units().collect();
    for unit in units {
        let (walk, nearer) = {
            let burt = BurtView::of(battle.view());
            let must = burt.chit(unit) == Some(Chit::Assault) && !burt.work(unit).moved;
            if !must || burt.work(unit).acted || burt.may_manoeuvre(unit).is_err() {
                continue;
            }
            let Some(enemy) = burt.nearest_seen(unit) else { continue };
            let terms = burt.terms(unit, Pace::Move, 1.0, false);
            let walk = burt.advance(unit, enemy, terms, LEAST_ADVANCE);
            let (start, end, theirs) = (walk.poses[0].block, walk.end().block, burt.outline(enemy));
            let about = start.place.facing.angle_to(end.place.facing) > 90.0;
            let nearer = end.gap(&theirs) < start.gap(&theirs) - TRIFLE;
            (walk, nearer || about)
        };
        // A unit that is barred stays, rather than turn on the spot from turn to turn.
        if walk.is_still() || walk.is_barred() || !nearer {
            continue;
        }
        marching::go(battle, unit, &walk, "SB-3.4");
        chits::show(battle, unit);
        battle.unit_mut::<Work>(unit).acted = true;
    }
}
