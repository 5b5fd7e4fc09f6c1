//! The movement phase (CP-2.15): all movers set out together, each in proportion to its own path.

use crate::{
    arms::{artillery::team, mounted},
    book::{action_card::MoraleResult, cites::Topic},
    fire::wounds,
    melee::fight::is_behind,
    morale,
    movement::{
        bog,
        company::come_along,
        resume,
        setting_out::{movers, went},
        stops::{company_on, stops},
    },
    reaction,
    spotting::{self, on_the_march},
    state::{
        activity::{self, Activity},
        sequence_of_play::{Cause, Contact, FigureAction, March, SequenceOfPlay, Stage, change_march, go_to},
        ways::Route,
    },
    view::rulebook::{Book, BookData, SkirmishView, cites},
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{Edge, Fate, PieceId, SideId},
    table::{footprint::Outline, position::Place},
    turn::{BattleMut, Glance},
};

/// CP-10.1: the pause comes at half the way.
const HALF: f32 = 0.5;

/// Steps in which the second half of the paths is searched for the first point where an enemy sees a mover.
const SIGHT_STEPS: u8 = 16;

/// The movement under way, as it is now.
pub fn under_way(battle: &BattleMut) -> Option<March> {
    battle.resource::<SequenceOfPlay>().march.clone()
}

/// Goes on with the movement to the pause, or to the end; returns whether play goes on without a decision.
pub fn go(battle: &mut BattleMut, book: &BookData, march: &March) -> bool {
    if !march.paused {
        let pause = pause_at(battle, march);
        change_march(battle, |march| march.paused = true);
        if let Some(share) = pause {
            let there: Vec<(PieceId, Place)> =
                march.routes.iter().map(|route| (route.piece, route.at(share))).collect();
            // A hidden mover is not reacted to before it is found.
            let found = !SkirmishView::of(battle.view()).movers_found(march, share).is_empty();
            if found {
                bog::check_until(battle, book, share);
                walk_to(battle, share);
            }
            let reactors = reactors_if(battle, &there);
            if !reactors.is_empty() {
                if !found {
                    bog::check_until(battle, book, share);
                    walk_to(battle, share);
                }
                let mut sides: Vec<SideId> = reactors.iter().map(|piece| battle.view().side_of(*piece)).collect();
                sides.sort_unstable();
                sides.dedup();
                // A mover that came less far than expected is reacted to where it is.
                let cp = SkirmishView::of(battle.view());
                let came = there.iter().all(|(piece, place)| cp.view.place(*piece) == *place);
                let reactors = if came { reactors } else { reaction::reactors(&cp, &movers(&cp)) };
                change_march(battle, |march| (march.asking, march.reactors) = (sides, reactors));
                go_to(battle, Stage::REACT);
                return false;
            }
        }
    }
    finish(battle, book);
    true
}

/// The figures that would gain from a reaction if the movers were at these places; if there are none, the movement does
/// not seem to stop.
fn reactors_if(battle: &mut BattleMut, there: &[(PieceId, Place)]) -> Vec<PieceId> {
    let here: Vec<(PieceId, Place)> = there.iter().map(|(piece, _)| (*piece, battle.view().place(*piece))).collect();
    battle.suppose(there);
    let cp = SkirmishView::of(battle.view());
    let reactors = reaction::reactors(&cp, &movers(&cp));
    battle.suppose(&here);
    reactors
}

/// CP-12.2: adds the figures that may react to hidden movers found at the pause.
pub fn look_again(battle: &mut BattleMut) {
    if battle.resource::<SequenceOfPlay>().stage != Stage::REACT {
        return;
    }
    let cp = SkirmishView::of(battle.view());
    let reactors = reaction::reactors(&cp, &movers(&cp));
    if let Some(march) = &mut battle.resource_mut::<SequenceOfPlay>().march {
        march.reactors = reactors;
    }
}

/// CP-10.1: the share of the way at which the pause comes: half; if no enemy sees a mover then, the first point where
/// one does; none if no enemy ever does.
fn pause_at(battle: &BattleMut, march: &March) -> Option<f32> {
    let glance = Glance::default();
    let cp = SkirmishView::of(battle.view().with(&glance));
    let side = cp.view.side_of(march.routes.first()?.piece);
    let mut shares = (0..=SIGHT_STEPS).map(|step| HALF + (1.0 - HALF) * f32::from(step) / f32::from(SIGHT_STEPS));
    let in_view: Vec<Option<f32>> = march.routes.iter().map(|route| cp.share_in_view(march, route)).collect();
    let seen = |share: f32, enemies: &[PieceId]| {
        let shown = march.routes.iter().zip(&in_view).filter(|(_, from)| from.is_some_and(|from| from <= share));
        shown.into_iter().any(|(route, _)| cp.seen_on_the_way(route, share, enemies))
    };
    // A pause matters only where an enemy that could use it sees a mover.
    let able = reaction::able_near(&cp, side, &march.routes);
    let first = shares.clone().find(|share| seen(*share, &able))?;
    let others: Vec<PieceId> = cp.enemies(side).filter(|enemy| !cp.stunned(*enemy) && !able.contains(enemy)).collect();
    // If another enemy sees a mover earlier, the pause comes then, and passes unused.
    let earlier = shares.find(|share| *share >= first || seen(*share, &others))?;
    (earlier >= first).then_some(first)
}

impl SkirmishView<'_> {
    /// Whether a mover that goes up to a share of its way has any of it left.
    fn goes_on(&self, march: &March, route: &Route, until: f32) -> bool {
        self.view.in_play(route.piece) && !self.stunned(route.piece) && until > march.gone && route.length() > 0.0
    }

    /// Whether any of these enemies sees a mover at a share of its way.
    fn seen_on_the_way(&self, route: &Route, share: f32, enemies: &[PieceId]) -> bool {
        let mover = Outline { footprint: self.view.footprint(route.piece), place: route.at(share) };
        enemies.iter().any(|enemy| {
            let eye = self.view.outline(*enemy);
            grapeshot_floor::table::sight::is_seen(self.view.ground(), self.sight_rule(), &eye, &mover)
        })
    }
}

/// Moves every mover along its path to a share of it, or to where it stops before.
fn walk_to(battle: &mut BattleMut, share: f32) {
    let Some(march) = under_way(battle) else { return };
    let rule = march.rule();
    let at_end = share >= 1.0;
    let cp = SkirmishView::of(battle.view());
    let stops = stops(&cp, &march, share);
    let found = cp.movers_found(&march, share);
    for (n, route) in march.routes.iter().enumerate() {
        let piece = route.piece;
        let Some(stop) = stops[n] else { continue };
        if at_end {
            change_march(battle, |march| march.until[n] = stop.share);
        }
        let view = battle.view();
        let (from, end) = (view.place(piece), stop.place);
        let why = stop.why.map(|why| why.words(&SkirmishView::of(view)));
        if end == from {
            if let Some(why) = why {
                let text = format!("{} goes no farther: {why}", view.piece(piece).name);
                goes_no_farther(battle, piece, rule.clone(), text);
            }
            continue;
        }
        // A man that goes with a gun waits while the gun finds no room for its company on the way.
        let Ok(company) = company_on(&SkirmishView::of(view), &march, &stops, n) else { continue };
        let mut corners = stop.corners(route, march.gone);
        corners[0] = from.at;
        let inside = view.ground().inside(end).filter(|there| Some(there) != view.ground().inside(from).as_ref());
        let to = inside.map_or(String::new(), |there| format!(", to {}", there.words(view.terrain())));
        let mut text = went(&view.piece(piece).name, "moves", length(&corners), &to);
        if let Some(why) = why {
            text += &format!(" and stops: {why}");
        }
        battle.move_piece(piece, corners, end, rule.clone(), text);
        if let Some(company) = company {
            let mut men = company.men.clone();
            men.retain(|(man, place)| battle.view().place(*man) != *place);
            come_along(battle, &company);
            let men: Vec<PieceId> = men.into_iter().map(|(man, _)| man).collect();
            wounds::moved(battle, &men);
        }
    }
    change_march(battle, |march| march.gone = share);
    if let Some(now) = under_way(battle).filter(|_| battle.view().anybody_hides()) {
        on_the_march::look_back(battle, &now, march.gone, &found);
    }
}

fn goes_no_farther(battle: &mut BattleMut, piece: PieceId, rule: RuleId, text: String) {
    let side = battle.view().side_of(piece);
    spotting::of_pieces(battle, &[piece], |battle| {
        battle.detail(Some(side), EventKind::Note, rule, text, Explained::default());
    });
}

fn length(corners: &[bevy::math::Vec2]) -> f32 {
    corners.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

/// CP-10.3: after successful reactions the mover may shorten his paths; there is nothing to decide if nobody can go on.
pub fn may_shorten(battle: &mut BattleMut, book: &BookData, march: &March) -> bool {
    let cp = SkirmishView::of(battle.view());
    let reacted = march.tries.iter().any(|attempt| attempt.success == Some(true));
    let able = march.routes.iter().zip(&march.until).any(|(route, until)| cp.goes_on(march, route, *until));
    if reacted && able && march.cause == Cause::Ordered {
        return false;
    }
    finish(battle, book);
    true
}

/// Lets the movers finish their paths; riders that met nobody may have to go on before the movement is over.
pub fn finish(battle: &mut BattleMut, book: &BookData) {
    let Some(now) = under_way(battle) else { return };
    if !now.tries.is_empty() {
        // The rest of the march is no longer part of the reactions.
        let cp = SkirmishView::of(battle.view());
        let mut going = now.routes.iter().zip(&now.until).filter(|(route, until)| cp.goes_on(&now, route, **until));
        if let Some((first, _)) = going.next() {
            let text = format!("{} goes on", cp.unit_name(cp.view.unit_of(first.piece)));
            battle.note(Some(battle.view().side_of(first.piece)), now.rule(), text);
        }
    }
    bog::check_until(battle, book, 1.0);
    if now.riders.is_empty() {
        walk_to(battle, 1.0);
        if let Some(now) = under_way(battle) {
            resume::close_up(battle, &now);
        }
    } else {
        mounted::counter::meet(battle, book);
    }
    let Some(now) = under_way(battle) else { return };
    let cp = SkirmishView { view: battle.view(), book };
    let formed = now.routes.iter().filter(|route| cp.supplement().keeps_body_bonus(&cp, route, &now.routes));
    let formed = formed.map(|route| route.piece).collect();
    let lines = cp.lines_of_contact(&now);
    change_march(battle, |march| (march.formed, march.lines) = (formed, lines));
    go_to(battle, Stage::RIDE_ON);
}

/// Lets riders that met nobody close to an enemy or ride on, and ends the movement.
pub fn ride_on(battle: &mut BattleMut, _: &BookData, march: &March) -> bool {
    let done = mounted::beyond::ride_on(battle, march);
    if done && let Some(march) = battle.resource_mut::<SequenceOfPlay>().march.take() {
        conclude(battle, &march);
    }
    done
}

/// Ends the movement: notes the contacts, and the activation goes on.
fn conclude(battle: &mut BattleMut, march: &March) {
    for piece in &march.shaken {
        if battle.view().in_play(*piece) {
            wounds::stun(battle, *piece, RuleId::new(cites(battle, Topic::BogAtObstacle)), " at the obstacle");
        }
    }
    let view = battle.view();
    let moved = march.routes.iter().zip(&march.until).filter(|(route, until)| {
        let left = view.place(route.piece).at != route.places[0].at || route.length() * **until > 0.0;
        view.in_play(route.piece) && left
    });
    let moved: Vec<PieceId> = moved.map(|(route, _)| route.piece).collect();
    wounds::moved(battle, &moved);
    let mut walked: Vec<Route> = Vec::new();
    for (route, until) in march.routes.iter().zip(&march.until) {
        let piece = route.piece;
        if !battle.view().in_play(piece) {
            continue;
        }
        if leaves(battle, march.cause, piece) {
            continue;
        }
        if matches!(march.cause, Cause::Ordered) {
            let met = route.target.is_some() || SkirmishView::of(battle.view()).in_contact(piece);
            if met && Activity::of(&battle.view(), piece).part() == FigureAction::Moving {
                activity::done(battle, piece);
            }
        }
        walked.push(route.clone().cut(*until));
    }
    let cp = SkirmishView::of(battle.view());
    let riders: Vec<&Route> = march.riders.iter().filter(|rider| cp.view.in_play(rider.piece)).collect();
    let came: Vec<&Route> = walked.iter().chain(riders.iter().copied()).collect();
    let mut contacts: Vec<Contact> = Vec::new();
    for route in &walked {
        let formed = march.formed.contains(&route.piece) && !march.rode_on.contains(&route.piece);
        contacts.extend(contact_of(&cp, route, formed, &came, march));
    }
    for rider in riders {
        // A rider that rode against a mover that touches him fights that mover; else he attacks the man that he has
        // reached.
        let formed = rider.body.is_some() && cp.supplement().in_body(&cp, rider.piece);
        if !contacts.iter().any(|contact| contact.defender == rider.piece) {
            contacts.extend(contact_of(&cp, rider, formed, &came, march));
        }
    }
    note_who_moved_in(battle, &contacts);
    let book = Book::of(battle);
    let caught = mounted::counter::pursue(battle, &book, march);
    note_who_moved_in(battle, &caught);
    contacts.extend(caught);
    SkirmishView::of(battle.view()).one_pair_an_opening(&mut contacts);
    let fights = !contacts.is_empty();
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    play.active_mut().contacts.extend(contacts);
    match march.cause {
        Cause::Ordered => go_to(battle, Stage::ACT),
        Cause::Morale(result) => {
            morale::after_forced_move(battle, result);
            if fights && march.tries.iter().any(|attempt| attempt.success == Some(true)) {
                // CP-9.1: figures that a reaction brought into contact fight at its end.
                flow_fights_first(battle);
            }
        }
    }
}

/// Takes a figure that moved off the table, if its way ends there; returns whether it has.
fn leaves(battle: &mut BattleMut, cause: Cause, piece: PieceId) -> bool {
    match cause {
        Cause::Morale(result) => {
            let falls_back = matches!(result, MoraleResult::F1 | MoraleResult::FB | MoraleResult::RT);
            let leaves = falls_back && SkirmishView::of(battle.view()).at_own_edge(piece);
            if leaves {
                morale::leave_over_edge(battle, piece);
            }
            leaves
        }
        Cause::Ordered => {
            let leaves = leaves_by_exit(battle, piece);
            if leaves {
                let text = format!("{} leaves the table", battle.view().piece(piece).name);
                let unit = battle.view().unit_of(piece);
                battle.remove_piece(piece, Fate::Exited, RuleId::new("CP-5.9"), text);
                wounds::lose_leader(battle, unit, piece);
                team::follow_off(battle, piece);
            }
            leaves
        }
    }
}

/// Puts the fights before the next morale result.
fn flow_fights_first(battle: &mut BattleMut) {
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    let next = std::mem::replace(&mut play.stage, Stage::FIGHTS);
    play.active_mut().then = Some(next);
}

/// CP-5.9: whether a figure ended on an edge that the scenario opens to its side.
fn leaves_by_exit(battle: &BattleMut, piece: PieceId) -> bool {
    let view = battle.view();
    let at = view.place(piece).at;
    let size = view.terrain().size;
    view.side_named(view.side_of(piece)).exit_edges.iter().any(|edge| {
        let gap = match edge {
            Edge::West => at.x,
            Edge::East => size.x - at.x,
            Edge::South => at.y,
            Edge::North => size.y - at.y,
        };
        gap <= 0.01
    })
}

/// `Lance`: notes the figures that moved into contact; they count as moving in every fight of the activation.
fn note_who_moved_in(battle: &mut BattleMut, contacts: &[Contact]) {
    for Contact { attacker, attacker_ride, defender, defender_ride, .. } in contacts {
        for (figure, ride) in [(attacker, attacker_ride), (defender, defender_ride)] {
            if ride.moved {
                activity::change(battle, *figure, |activity| activity.moved_in = true);
            }
        }
    }
}

/// CP-9.2: the contact that a mover made: with the enemy that it named if it touches him, else with the nearest that it
/// touches. Guns, limbers and wagons fight nobody (CP-1.1): an enemy may have come up to them, and they may still touch
/// him when they stop.
fn contact_of(cp: &SkirmishView, route: &Route, formed: bool, came: &[&Route], march: &March) -> Option<Contact> {
    let piece = route.piece;
    if cp.stunned(piece) || !cp.is_man(piece) {
        return None;
    }
    let touched: Vec<PieceId> = cp.contacts(piece).collect();
    let quarry = |target: &PieceId| cp.chapters().is_quarry(cp, *target) && cp.touch(piece, *target);
    let named = route.target.filter(|target| touched.contains(target) || quarry(target));
    let defender = named.or_else(|| {
        touched.into_iter().min_by(|a, b| cp.view.gap(piece, *a).total_cmp(&cp.view.gap(piece, *b)).then(a.cmp(b)))
    })?;
    let from_rear = is_behind(cp.view.place(defender), cp.view.place(piece).at);
    let ride_of = |route: &Route| {
        let mut way = route.clone();
        if march.rode_on.contains(&route.piece) {
            way.go_on_to(cp.view.place(route.piece));
        }
        cp.ride_of(&way)
    };
    let against = came.iter().find(|other| other.piece == defender);
    Some(Contact {
        attacker: piece,
        defender,
        attacker_in_body: formed,
        defender_in_body: cp.supplement().in_body(cp, defender),
        from_rear,
        attacker_ride: ride_of(route),
        defender_ride: against.map(|other| ride_of(other)).unwrap_or_default(),
        caught: false,
        second: false,
    })
}
