//! Foolish orders by the core of Combat Patrol. What is counted, and of what:
//!
//! - **Hopeless shots**, of shots: to-hit cards of men, by order or by reaction, that hit with 6 % or less (CP-6.4).
//! - **Stunned before muskets**, of sprints and gallops (CP-5.7, HM-6.6): activations at whose end at least half of
//!   the men who sprinted, did not fight and are stunned stand in the fire of at least three muskets, or of a gun
//!   loaded with canister: an enemy counts who could shoot at once, as he stands, and would hit with 24 % or more.
//! - **Charges that stop**, of charges (HM-6.33): at least three riders set out against an enemy, one of them at least
//!   into contact, and in the end more than half of the men that no shot struck have fought nobody, closed to nobody
//!   and ridden on nowhere (HM-6.18).
//! - **Hidden units that show themselves**, of marches of hidden units (CP-12.2): marches by order, none of whose paths
//!   ends in contact with an enemy, in which the unit is found.
//! - **Ambushes opened alone**, of openings: a hidden unit of three men or more shoots, or sets out for a fight, while
//!   others of its side hide and none of the men in wait has been found yet, and none of the others is ready.
//!   Ready are units of which three men have a shot that hits with 24 % or more, or that ride and have an enemy within
//!   13 inches.
//! - **Leaders alone among enemies**, of moves of higher leaders by themselves: where the move ends an unstunned enemy
//!   is within 8 inches, and no unstunned man of a friendly unit is as near.
//! - **Canister over own men**, of rounds of canister fired or to be fired by reaction: one of the own men is in the
//!   swath as it is aimed (HM-7.24).
//! - **Moves declared and not made**, of declared moves (CP-2.12): men were declared moving, and nobody of their unit
//!   sets out.

use grapeshot::{
    battle::Battle,
    events::{BattleEvent, EventKind},
    forces::{PieceId, SideId, UnitEntry, UnitId},
    orders::Order,
    rulesets::combat_patrol::{
        book::{cites::Topic, profile::Level, rounds::Round},
        orders::{aim::PointOrPiece, verbs},
        state::{guns::Gun, sequence_of_play::SequenceOfPlay, shot::Manner},
        view::rulebook::SkirmishView,
    },
    table::position::Heading,
    turn::ActiveRulebook,
};

use super::{Kind, Tally, Watcher};

const HOPELESS: usize = 0;
const STUNNED: usize = 1;
const STOPPED: usize = 2;
const SHOWN: usize = 3;
const ALONE: usize = 4;
const LEADER: usize = 5;
const CANISTER: usize = 6;
const STAYED: usize = 7;

const KINDS: [Kind; 8] = [
    Kind { name: "hopeless shots", of: "shots" },
    Kind { name: "stunned before muskets", of: "sprints and gallops" },
    Kind { name: "charges that stop", of: "charges" },
    Kind { name: "hidden units that show themselves", of: "marches of hidden units" },
    Kind { name: "ambushes opened alone", of: "openings" },
    Kind { name: "leaders alone among enemies", of: "moves of leaders" },
    Kind { name: "canister over own men", of: "rounds of canister" },
    Kind { name: "moves declared and not made", of: "declared moves" },
];

/// A shot is hopeless that hits with no more than this.
const HOPE: f32 = 0.06;
/// A shot that hits with this is worth fearing, and worth waiting for.
const GOOD: f32 = 0.24;
/// This many muskets make a volley.
const MUSKETS: usize = 3;
/// Fewer riders make no charge.
const RIDERS: usize = 3;
/// Inches of two movement cards, on the average.
const RIDE: f32 = 13.0;
/// Inches within which an enemy is at hand.
const AT_HAND: f32 = 8.0;

/// The activation that is watched.
struct Acting {
    unit: UnitId,
    /// Whether it has declared who moves.
    declared: bool,
    /// Whether men were declared moving.
    moves: bool,
    /// Whether somebody has set out.
    marched: bool,
    /// Those who sprint.
    sprinters: Vec<PieceId>,
    /// The riders who set out in a charge.
    riders: Vec<PieceId>,
    /// Those who closed to an enemy beside their way, or rode on.
    rode_on: Vec<PieceId>,
    /// The men that a shot struck, cover or not.
    struck: Vec<PieceId>,
    /// Everybody who fought.
    fought: Vec<PieceId>,
    /// Whether the unit marches, hidden, and not to a fight.
    creeps: bool,
    /// Whether a leader by himself has moved.
    led: bool,
}

impl Acting {
    fn new(unit: UnitId) -> Self {
        Self {
            unit,
            declared: false,
            moves: false,
            marched: false,
            sprinters: Vec::new(),
            riders: Vec::new(),
            rode_on: Vec::new(),
            struck: Vec::new(),
            fought: Vec::new(),
            creeps: false,
            led: false,
        }
    }
}

/// Watches a battle.
#[derive(Default)]
pub struct Watch {
    acting: Option<Acting>,
}

impl Watcher for Watch {
    fn kinds(&self) -> &'static [Kind] {
        &KINDS
    }

    fn before(&mut self, battle: &Battle, order: &Order, tally: &mut Tally) {
        let cp = SkirmishView::of(battle.view());
        let play = battle.view().resource::<SequenceOfPlay>();
        // The same unit may act twice in a row.
        let again = order.verb == verbs::DECLARE && self.acting.as_ref().is_some_and(|acting| acting.declared);
        if again {
            self.finish(&cp, tally);
        }
        if let Some(activation) = &play.activation {
            let acting = self.acting.get_or_insert_with(|| Acting::new(activation.unit));
            acting.declared |= order.verb == verbs::DECLARE;
            if order.verb == verbs::DECLARE {
                acting.moves = order.pieces.iter().any(|piece| cp.is_man(*piece));
                acting.sprinters = order.also.iter().copied().filter(|piece| cp.is_man(*piece)).collect();
            } else if order.verb == verbs::MARCH {
                acting.marched = true;
                let routes = &activation.routes;
                let fights = routes.iter().any(|route| route.target.is_some());
                let charges = routes.iter().filter(|route| route.intended.is_some() && cp.mounted(route.piece));
                acting.riders = charges.map(|route| route.piece).filter(|_| fights).collect();
                acting.creeps = cp.is_hidden(acting.unit) && !fights;
                acting.led = is_lone_leader(&cp, acting.unit);
                if fights {
                    opens(&cp, acting.unit, tally);
                }
            }
        }
        if order.verb == verbs::SHOOT || is_reaction_shot(order) {
            let unit =
                order.pieces.first().filter(|piece| cp.is_man(**piece)).map(|piece| battle.view().unit_of(*piece));
            if let Some(unit) = unit {
                opens(&cp, unit, tally);
            }
        }
        if order.verb == verbs::FIRE || is_reaction_shot(order) {
            for gun in order.pieces.iter().filter_map(|piece| cp.gun(*piece)) {
                fires_canister(&cp, gun, order, tally);
            }
        }
    }

    fn after(&mut self, battle: &Battle, events: &[BattleEvent], tally: &mut Tally) {
        let cp = SkirmishView::of(battle.view());
        for event in events {
            if let (EventKind::Shot { shooter, .. }, Some(trial)) = (&event.kind, &event.trial)
                && cp.is_man(*shooter)
            {
                tally.note(HOPELESS, trial.chance <= HOPE, || event.text.clone());
            }
        }
        let Some(acting) = &mut self.acting else { return };
        for event in events {
            match &event.kind {
                EventKind::Fought { attacker, defender, .. } => acting.fought.extend([*attacker, *defender]),
                EventKind::Moved { piece, .. } if event.rule.0 == "HM-6.18" => acting.rode_on.push(*piece),
                EventKind::Hit { piece, .. } => acting.struck.push(*piece),
                _ => {}
            }
        }
        if acting.creeps {
            let found = !cp.is_hidden(acting.unit);
            let over = battle.view().resource::<SequenceOfPlay>().march.is_none();
            if found || over {
                tally.note(SHOWN, found, || cp.unit_name(acting.unit).to_owned());
                acting.creeps = false;
            }
        }
        let now = battle.view().resource::<SequenceOfPlay>().activation.as_ref().map(|activation| activation.unit);
        if now != Some(acting.unit) || battle.outcome().is_some() {
            self.finish(&cp, tally);
        }
    }
}

impl Watch {
    /// An activation is over.
    fn finish(&mut self, cp: &SkirmishView, tally: &mut Tally) {
        let Some(acting) = self.acting.take() else { return };
        let name = || cp.unit_name(acting.unit).to_owned();
        let side = cp.view.side_of_unit(acting.unit);
        if acting.moves {
            tally.note(STAYED, !acting.marched, name);
        }
        if !acting.sprinters.is_empty() {
            let fought = acting.sprinters.iter().any(|man| acting.fought.contains(man));
            let stunned: Vec<PieceId> =
                acting.sprinters.iter().copied().filter(|man| cp.view.in_play(*man) && cp.stunned(*man)).collect();
            let exposed = stunned.iter().filter(|man| stands_in_fire(cp, side, **man)).count();
            tally.note(STUNNED, !fought && exposed > 0 && 2 * exposed >= stunned.len(), || {
                format!("{}: {exposed} of {}", name(), stunned.len())
            });
        }
        if acting.riders.len() >= RIDERS {
            let able = |rider: &PieceId| cp.view.in_play(*rider) && !acting.struck.contains(rider);
            let riders: Vec<PieceId> = acting.riders.iter().copied().filter(able).collect();
            let stopped = |rider: &&PieceId| !acting.fought.contains(rider) && !acting.rode_on.contains(rider);
            let stopped = riders.iter().filter(stopped).count();
            tally.note(STOPPED, 2 * stopped > riders.len(), || format!("{}: {stopped} of {}", name(), riders.len()));
        }
        if acting.led
            && let Some(leader) = cp.men(acting.unit).next()
        {
            tally.note(LEADER, is_among_enemies(cp, side, leader), name);
        }
    }
}

fn is_reaction_shot(order: &Order) -> bool {
    order.verb == verbs::REACT && order.choice.as_deref() == Some("shoot")
}

/// Whether a unit is a higher leader by himself.
fn is_lone_leader(cp: &SkirmishView, unit: UnitId) -> bool {
    let [leader] = cp.view.unit(unit).pieces.as_slice() else { return false };
    cp.as_leader(*leader).is_some_and(|values| values.level > Level::Team)
}

/// Whether enough muskets, or a gun with canister, could fire at a man at once who is of a side.
fn stands_in_fire(cp: &SkirmishView, side: SideId, man: PieceId) -> bool {
    let good = |enemy: &PieceId| shoots_well(cp, *enemy, man);
    cp.enemies(side).filter(good).nth(MUSKETS - 1).is_some()
        || cp.guns().iter().any(|gun| {
            let theirs = cp.view.side_of_unit(gun.unit) != side && cp.view.in_play(gun.piece);
            theirs
                && gun.round == Some(Round::Canister)
                && cp.load_time(gun).is_some()
                && cp.gun_shot(gun, PointOrPiece::Piece(man), None).is_ok()
        })
}

/// Whether a man could shoot at an enemy as he stands, and would hit him well enough.
fn shoots_well(cp: &SkirmishView, man: PieceId, enemy: PieceId) -> bool {
    let shot = || cp.shot_of_fit(man, enemy, Manner::default()).ok();
    cp.fit_to_shoot(man).is_ok() && shot().is_some_and(|shot| cp.chance_of_holes(shot.holes) >= GOOD)
}

/// A hidden unit is about to shoot, or to set out for a fight.
fn opens(cp: &SkirmishView, unit: UnitId, tally: &mut Tally) {
    let side = cp.view.side_of_unit(unit);
    let hides = |unit: &UnitId| cp.is_hidden(*unit) && cp.men(*unit).count() >= MUSKETS;
    let rules = &cp.view.resource::<ActiveRulebook>().0.rules;
    let opened = |unit: UnitId| {
        let lay_in_wait =
            rules.begins_hidden(cp.view.unit_part::<UnitEntry>(unit)) && cp.view.unit(unit).pieces.len() >= MUSKETS;
        cp.view.side_of_unit(unit) == side && lay_in_wait && !cp.is_hidden(unit)
    };
    if cp.view.unit_ids().any(opened) {
        return;
    }
    let others: Vec<UnitId> = cp
        .view
        .unit_ids()
        .filter(|other| *other != unit && cp.view.side_of_unit(*other) == side && hides(other))
        .collect();
    if !hides(&unit) || others.is_empty() {
        return;
    }
    let ready = |unit: &UnitId| {
        let shoots = |man: &PieceId| cp.enemies(side).any(|enemy| shoots_well(cp, *man, enemy));
        let rides = |man: &PieceId| cp.mounted(*man) && cp.enemies(side).any(|enemy| cp.view.gap(*man, enemy) <= RIDE);
        cp.men(*unit).filter(shoots).nth(MUSKETS - 1).is_some() || cp.men(*unit).any(|man| rides(&man))
    };
    tally.note(ALONE, !others.iter().any(ready), || cp.unit_name(unit).to_owned());
}

/// Whether the enemy is nearer to a leader than any man of his side, and at hand.
fn is_among_enemies(cp: &SkirmishView, side: SideId, leader: PieceId) -> bool {
    let gap = |other: PieceId| cp.view.gap(leader, other);
    let able = |man: &PieceId| cp.is_man(*man) && cp.view.in_play(*man) && !cp.stunned(*man);
    let enemy = cp.enemies(side).filter(able).map(gap).fold(f32::INFINITY, f32::min);
    let in_a_unit = |man: &PieceId| cp.view.unit(cp.view.unit_of(*man)).pieces.len() > 1;
    let friends = cp.view.pieces().filter(|man| cp.view.side_of(*man) == side && able(man) && in_a_unit(man));
    enemy <= AT_HAND && friends.map(gap).fold(f32::INFINITY, f32::min) > enemy
}

/// A gun is about to fire, or to try to; only canister counts.
fn fires_canister(cp: &SkirmishView, gun: &Gun, order: &Order, tally: &mut Tally) {
    let side = cp.view.side_of_unit(gun.unit);
    let shot = PointOrPiece::of(order, cp.cites(Topic::AimGun)).and_then(|at| cp.gun_shot(gun, at, None));
    let Some(shot) = shot.ok().filter(|shot| shot.round == Round::Canister) else { return };
    let swath = cp.swath(gun, Heading::from_to(cp.view.place(gun.piece).at, shot.point));
    let own = cp.men_in_swath(gun, &swath).iter().filter(|(man, ..)| cp.view.side_of(*man) == side).count();
    tally.note(CANISTER, own > 0, || format!("{}: {own} own men", cp.name(gun.piece)));
}
