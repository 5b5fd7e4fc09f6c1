//! Bog checks (CP-5.10) of riders, in bad ground and at linear obstacles (`RidersGround` to `BogAtObstacle`).

use smol_str::SmolStr;

use crate::{
    book::cites::Topic,
    cards::decks,
    state::{
        sequence_of_play::{Bog, BogPlace, March, SequenceOfPlay, change_march},
        ways::Route,
    },
    view::rulebook::{BookData, SkirmishView, cites},
};
use grapeshot_floor::{
    english::count,
    events::RuleId,
    forces::PieceId,
    table::{
        index::Feature,
        path::{self, Crossed, Part},
    },
    turn::BattleMut,
};

/// Ground or an obstacle on a rider's way: the share at which he is there, and the share at which he stops if he bogs.
struct Met {
    place: BogPlace,
    grade: SmolStr,
    at: f32,
    stop: f32,
}

impl Route {
    /// The share of the way after this many inches of it.
    fn share_after(&self, inches: f32) -> f32 {
        let mut left = inches;
        for (n, pair) in self.places.windows(2).enumerate() {
            let length = pair[0].at.distance(pair[1].at);
            if left <= length && length > 0.0 {
                return self.shares[n] + (self.shares[n + 1] - self.shares[n]) * left / length;
            }
            left -= length;
        }
        1.0
    }
}

impl SkirmishView<'_> {
    /// The bog checks that movers come to, in the order in which their first mover comes to them (CP-2.15). All movers
    /// are of one unit, which makes its own checks.
    pub fn bogs_on(&self, routes: &[Route]) -> Vec<Bog> {
        let mut bogs: Vec<Bog> = Vec::new();
        for route in routes.iter().filter(|route| self.mounted(route.piece) || !self.is_man(route.piece)) {
            for met in self.met_on(route) {
                let mover = (route.piece, met.at, met.stop);
                match bogs.iter_mut().find(|bog| bog.place == met.place) {
                    Some(bog) => {
                        bog.share = bog.share.min(met.at);
                        bog.movers.push(mover);
                    }
                    None => {
                        let Met { place, grade, at, .. } = met;
                        bogs.push(Bog { place, grade, share: at, movers: vec![mover] });
                    }
                }
            }
        }
        bogs.sort_by(|a, b| a.share.total_cmp(&b.share));
        bogs
    }

    /// The bog checks on one rider's way: each kind of ground once, with half of his way inside it; each obstacle that
    /// he crosses.
    fn met_on(&self, route: &Route) -> Vec<Met> {
        let ground = self.view.ground();
        let corners: Vec<_> = route.places.iter().map(|place| place.at).collect();
        // Stretches by kind of ground: where each begins on the way, and its length.
        let mut inside: Vec<(SmolStr, SmolStr, Vec<(f32, f32)>)> = Vec::new();
        let mut met = Vec::new();
        let mut gone = 0.0;
        for part in path::survey(ground, &corners) {
            match part {
                Part::Stretch(stretch) => {
                    let wheeled = !self.is_man(route.piece);
                    let of = match &stretch.feature {
                        // `LimberedMove`: for wheels all bad ground counts as one kind.
                        Feature::Area(_, of) | Feature::Stream(_, of) | Feature::Crossing(_, of)
                            if wheeled && of.rate < 1.0 =>
                        {
                            Some(self.artillery().bog.clone())
                        }
                        Feature::Slope(_, hill) if wheeled && hill.rate < 1.0 => Some(self.artillery().bog.clone()),
                        _ if wheeled => None,
                        Feature::Area(_, of) | Feature::Stream(_, of) | Feature::Crossing(_, of) => of.bog.clone(),
                        _ => None,
                    };
                    if let Some(grade) = of {
                        let kind = path::ground_word(ground, &stretch.feature);
                        match inside.iter_mut().find(|(known, ..)| *known == kind) {
                            Some((.., stretches)) => stretches.push((gone, stretch.length)),
                            None => inside.push((kind, grade, vec![(gone, stretch.length)])),
                        }
                    }
                    gone += stretch.length;
                }
                Part::Crossing { crossed: Crossed::Obstacle(n), .. } => {
                    if let Some(grade) = &ground.terrain().obstacles[n].bog {
                        let over = gone + self.view.footprint(route.piece).half_depth() + self.touch_tolerance() / 2.0;
                        let (at, stop) = (route.share_after(gone), route.share_after(over));
                        met.push(Met { place: BogPlace::Obstacle(n), grade: grade.clone(), at, stop });
                    }
                }
                Part::Crossing { .. } => {}
            }
        }
        for (kind, grade, stretches) in inside {
            let mut half = stretches.iter().map(|(_, length)| length).sum::<f32>() / 2.0;
            let mut stop = 0.0;
            for (from, length) in &stretches {
                stop = from + half.min(*length);
                half -= length;
                if half <= 0.0 {
                    break;
                }
            }
            let (at, stop) = (route.share_after(stretches[0].0), route.share_after(stop));
            met.push(Met { place: BogPlace::Ground(kind), grade, at, stop });
        }
        met
    }

    /// CP-5.10: the holes that bog a mover in ground of this grade.
    pub fn bog_holes(&self, grade: &str) -> u8 {
        let holes = &self.numbers().bog_holes;
        match grade {
            "elite" => holes.elite,
            "green" => holes.green,
            _ => holes.regular,
        }
    }
}

/// CP-2.15: draws the checks that the movers come to before a share of their way.
pub fn check_until(battle: &mut BattleMut, book: &BookData, share: f32) {
    loop {
        let next = change_march(battle, |march| {
            let due = march.bogs.first().is_some_and(|bog| bog.share <= share);
            due.then(|| march.bogs.remove(0))
        });
        let cp = SkirmishView { view: battle.view(), book };
        let (Some(bog), Some(march)) = (next, &cp.view.resource::<SequenceOfPlay>().march) else { return };
        let still = |piece: PieceId, at: f32| {
            let until = march.routes.iter().zip(&march.until).find(|(route, _)| route.piece == piece);
            cp.view.in_play(piece) && !cp.stunned(piece) && until.is_some_and(|(_, until)| *until > at)
        };
        let movers: Vec<_> = bog.movers.iter().copied().filter(|(piece, at, _)| still(*piece, *at)).collect();
        let just_over = all_just_over(&cp, march, &movers);
        check(battle, book, &bog, &movers, just_over);
    }
}

/// `BogInGround`, `BogAtObstacle`: draws one check; figures that bog stop on their way. `just_over` says whether none
/// of them goes on more than 2 inches beyond the obstacle.
fn check(battle: &mut BattleMut, book: &BookData, bog: &Bog, movers: &[(PieceId, f32, f32)], just_over: bool) {
    let Some((first, ..)) = movers.first() else { return };
    let cp = SkirmishView { view: battle.view(), book };
    let (side, unit) = (cp.view.side_of(*first), cp.view.unit_of(*first));
    let (needed, name) = (cp.bog_holes(&bog.grade), cp.unit_name(unit).to_owned());
    let (what, rule) = match &bog.place {
        BogPlace::Ground(kind) => (path::spoken(kind), cites(battle, Topic::BogInGround)),
        BogPlace::Obstacle(n) => {
            (path::spoken(&cp.view.terrain().obstacles[*n].kind), cites(battle, Topic::BogAtObstacle))
        }
    };
    let chance = cp.chance_of_holes(needed as i8);
    let (card, drawn) = decks::take(battle, book, side, &["holes", "ooa"]);
    let bogged = !card.ooa && card.holes >= needed;
    let result = if bogged { "bogged" } else { "they get through" };
    battle.note(
        Some(side),
        RuleId::new(rule),
        format!("{name} at the {what}: the card shows {}, {needed} bog: {result}", count(card.holes.into(), "hole")),
    );
    battle.trial("To get through bad ground", 1.0 - chance, usize::from(!bogged), 1);
    decks::show(battle, drawn, RuleId::new("CP-5.10"), format!("Bog check: card {}", card.id));
    if !bogged {
        return;
    }
    match bog.place {
        BogPlace::Ground(_) => movers.iter().for_each(|(piece, _, stop)| halt(battle, *piece, *stop)),
        BogPlace::Obstacle(_) => {
            let mut order = movers.to_vec();
            order.sort_by_key(|(piece, ..)| *piece);
            let card =
                decks::draw(battle, book, side, &["pick"], RuleId::new(cites(battle, Topic::BogAtObstacle)), |card| {
                    format!("Which rider: pick {}", card.pick)
                });
            let (piece, _, stop) = order[card.choose(order.len())];
            let name = battle.view().piece(piece).name.clone();
            if just_over {
                battle.note(
                    Some(side),
                    RuleId::new(cites(battle, Topic::BogAtObstacle)),
                    format!("{name} comes over last, and is shaken"),
                );
                change_march(battle, |march| march.shaken.push(piece));
            } else {
                battle.note(
                    Some(side),
                    RuleId::new(cites(battle, Topic::BogAtObstacle)),
                    format!("{name} is stuck just over the {what}"),
                );
                halt(battle, piece, stop);
            }
        }
    }
}

/// `BogAtObstacle`: whether no rider goes on more than 2 inches beyond the obstacle.
fn all_just_over(cp: &SkirmishView, march: &March, movers: &[(PieceId, f32, f32)]) -> bool {
    movers.iter().all(|(piece, _, just_over)| {
        let riders = march.riders.iter().map(|route| (route, 1.0));
        let all = march.routes.iter().zip(march.until.iter().copied()).chain(riders);
        all.filter(|(route, _)| route.piece == *piece).all(|(route, until)| {
            let beyond = path::length(&route.corners(*just_over, until.max(*just_over)));
            beyond <= cp.horse().bog_together
        })
    })
}

/// Stops a mover at this share of its way.
fn halt(battle: &mut BattleMut, piece: PieceId, share: f32) {
    change_march(battle, |march| {
        let now = march.gone;
        if let Some(rider) = march.riders.iter_mut().find(|route| route.piece == piece) {
            *rider = rider.clone().cut(share);
            return;
        }
        let found = march.routes.iter().position(|route| route.piece == piece);
        if let Some(n) = found {
            march.until[n] = march.until[n].min(share.max(now));
            march.halted.push(piece);
        }
    });
}

/// `CounterCharge`: draws the checks of riders that counter-charge; a rider that bogs goes no farther.
pub fn check_riders(battle: &mut BattleMut, book: &BookData) {
    let bogs = change_march(battle, |march| std::mem::take(&mut march.rider_bogs));
    for bog in bogs {
        let cp = SkirmishView { view: battle.view(), book };
        let Some(march) = &cp.view.resource::<SequenceOfPlay>().march else { return };
        let movers: Vec<_> =
            bog.movers.iter().copied().filter(|(piece, ..)| cp.view.in_play(*piece) && !cp.stunned(*piece)).collect();
        let just_over = all_just_over(&cp, march, &movers);
        check(battle, book, &bog, &movers, just_over);
    }
}
