//! What comes after a fight (chapter 9): recoil, advance, and that nobody stays in contact.

use bevy::math::Vec2;

use crate::{
    book::{cites::Topic, marks},
    movement::{allowance::CONTACT, room::Wanted},
    state::sequence_of_play::{ACTIVATION, Breakthrough, FollowUp, SequenceOfPlay, Stage, go_to},
    view::rulebook::{SkirmishView, cites},
};
use grapeshot_floor::{
    english::inches,
    events::{BattleEvent, EventKind, Explained, RuleId},
    forces::PieceId,
    table::{
        footprint::Outline,
        path::{self, Part},
        position::{Heading, Place},
    },
    turn::BattleMut,
};

/// Inches by which an advance is shortened until there is room at its end.
const ADVANCE_STEP: f32 = 0.05;

/// How far from its place a figure looks for room that must leave contact, in inches.
const PARTING_REACH: f32 = 4.0;

/// `CaughtFromBehind`: lets a man on foot that was caught from behind and not beaten run on, while the rider stays.
pub fn run_on(battle: &mut BattleMut, man: PieceId, rider: PieceId) {
    let cp = SkirmishView::of(battle.view());
    let place = cp.view.place(man);
    let away = (place.at - cp.view.place(rider).at).normalize_or(Vec2::Y);
    let facing = Heading::of(away);
    let end = cp.room_back(man, away, cp.numbers().recoil, facing);
    let text = format!("{} runs on {}, unhurt", cp.name(man), inches(place.at.distance(end)));
    battle.move_piece(
        man,
        vec![place.at, end],
        Place { at: end, facing, ..place },
        RuleId::new(cites(battle, Topic::CaughtFromBehind)),
        text,
    );
}

/// CP-9.6: moves a figure straight back from its foe, facing him, stopping at the first thing in its way.
pub fn recoil(battle: &mut BattleMut, piece: PieceId, foe: PieceId) {
    let cp = SkirmishView::of(battle.view());
    if !cp.is_man(piece) {
        return;
    }
    if let Some(carriage) = cp.carriage(piece) {
        let (side, text) = (cp.view.side_of(piece), format!("{} stays on board", cp.name(piece)));
        return battle.detail(Some(side), EventKind::Note, carriage.rule, text, Explained::default());
    }
    let distance = cp.numbers().recoil;
    let place = cp.view.place(piece);
    let away = (place.at - cp.view.place(foe).at).normalize_or(Vec2::Y);
    let facing = Heading::of(-away);
    let end = cp.room_back(piece, away, distance, facing);
    let (route, name) = (vec![place.at, end], cp.name(piece).to_owned());
    if end == place.at {
        let turned = Outline { footprint: cp.view.footprint(piece), place: Place { at: end, facing, ..place } };
        let turns = !cp.lies_on_another(&turned, &[piece]);
        let (side, text) = (cp.view.side_of(piece), format!("{name} has no room to fall back"));
        battle.detail(Some(side), EventKind::Note, RuleId::new("CP-9.6"), text, Explained::default());
        if turns {
            battle.turn_piece(piece, facing, RuleId::new("CP-9.6"), format!("{name} turns to the foe"));
        }
        return;
    }
    let text = format!("{name} falls back {}", inches(place.at.distance(end)));
    battle.move_piece(piece, route, Place { at: end, facing, ..place }, RuleId::new("CP-9.6"), text);
}

impl SkirmishView<'_> {
    /// How far a figure can go in a straight line over passable ground, past friends, to a place of its own with this
    /// facing.
    fn room_back(&self, piece: PieceId, direction: Vec2, distance: f32, facing: Heading) -> Vec2 {
        let start = self.view.place(piece).at;
        let corners = [start, start + direction * distance];
        let going = self.mover(piece);
        // The way back is a result, not a move: ground does not slow it, only obstacles and impassable ground stop it.
        let mut reach = distance;
        let mut gone = 0.0;
        for part in path::survey(self.view.ground(), &corners) {
            match part {
                Part::Stretch(stretch) => {
                    if path::Going::cost_per_inch(&going, &stretch.feature).is_err() {
                        reach = gone;
                        break;
                    }
                    gone += stretch.length;
                }
                Part::Crossing { at, .. } => {
                    reach = (start.distance(at) - self.view.footprint(piece).half_depth()).max(0.0);
                    break;
                }
            }
        }
        let stop = start + direction * reach.min(distance);
        let clipped = self.short_of_enemies(piece, start, stop);
        if clipped.distance(start) < 0.01 {
            return start;
        }
        // CP-9.6: friends in the way are stepped through; if the place is taken, the nearest free place, no farther
        // from it than the figure itself was.
        let wanted = Wanted {
            piece,
            from: start,
            goal: Place { at: clipped, facing, ..self.view.place(piece) },
            first: Heading::from_to(clipped, start),
            within: clipped.distance(start),
            away: &[],
            taken: &[],
        };
        let apart = |outline: &Outline| !self.crowds_an_enemy(piece, outline);
        self.room_near(wanted, apart).or_else(|| self.room_near(wanted, |_| true)).map_or(start, |place| place.at)
    }

    /// Where a figure that goes straight from one point to another stops for an enemy, or the other point.
    fn short_of_enemies(&self, piece: PieceId, start: Vec2, stop: Vec2) -> Vec2 {
        match self.stopped_by_enemy_at_all(piece, &[start, stop]) {
            Some(share) => start.lerp(stop, share),
            None => stop,
        }
    }

    /// The share of a way at which a figure must stop before an enemy that it does not touch yet: half an inch from an
    /// enemy that is not stunned (CP-5.8), or as near as it begins; just out of contact with any other.
    fn stopped_by_enemy_at_all(&self, piece: PieceId, corners: &[Vec2; 2]) -> Option<f32> {
        let side = self.view.side_of(piece);
        let mut outline = self.view.outline(piece);
        outline.place.at = corners[0];
        let tolerance = self.touch_tolerance();
        self.view
            .pieces_index()
            .along(corners[0], corners[1], outline.footprint.reach() + 3.5)
            .into_iter()
            .filter(|other| self.view.is_enemy(*other, side))
            .filter_map(|other| {
                let there = self.view.outline(other);
                if outline.gap(&there) <= tolerance {
                    return None;
                }
                self.sweep_past_walls(&outline, corners[1], &there, self.berth_of(other, outline.gap(&there)))
            })
            .min_by(f32::total_cmp)
    }

    /// CP-5.8: how near a figure may come to an enemy that it is not to contact, if it begins `from` inches from it.
    fn berth_of(&self, enemy: PieceId, from: f32) -> f32 {
        let least = self.stand_off();
        let keeps_off = self.is_man(enemy) && !self.stunned(enemy);
        if keeps_off { self.numbers().enemy_berth.min(from - CONTACT).max(least) } else { least }
    }

    /// Whether a base would stand nearer to an enemy than CP-5.8 lets a figure come there from where it stands.
    fn crowds_an_enemy(&self, piece: PieceId, outline: &Outline) -> bool {
        let side = self.view.side_of(piece);
        let here = self.view.outline(piece);
        let near = self.view.pieces_index().near(outline.place.at, self.contact_reach(piece));
        near.filter(|other| self.view.is_enemy(*other, side)).any(|enemy| {
            let there = self.view.outline(enemy);
            outline.gap(&there) < self.berth_of(enemy, here.gap(&there)) - CONTACT
                && !self.parted(outline.place, there.place)
        })
    }
}

/// CP-9.7: offers the winner an advance of up to an inch, never into contact.
pub fn offer_advance(battle: &mut BattleMut, winner: PieceId, direction: Vec2) {
    let cp = SkirmishView::of(battle.view());
    let played = cp.view.is_played(cp.view.unit_of(winner));
    let seated = cp.carriage(winner).is_some();
    if !cp.view.in_play(winner) || !played || seated || cp.stunned(winner) || cp.in_contact(winner) {
        return;
    }
    let toward = Heading::of(direction.normalize_or(Vec2::Y));
    let start = cp.view.place(winner).at;
    let most = cp.room_forward(winner, toward, cp.numbers().advance).distance(start);
    if most < 0.05 {
        return;
    }
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    play.follow_up = Some(FollowUp { winner, toward, most });
    play.stage = Stage::FOLLOW_UP;
}

impl SkirmishView<'_> {
    /// How far a figure can go forward, as [`SkirmishView::room_back`], but over walls and through doors and windows
    /// (CP-9.7).
    fn room_forward(&self, piece: PieceId, toward: Heading, distance: f32) -> Vec2 {
        let start = self.view.place(piece).at;
        let going = self.mover(piece);
        let way = [start, start + toward.forward() * distance];
        let stop = path::walk(self.view.ground(), &way, f32::INFINITY, &going).end();
        let most = self.short_of_enemies(piece, start, stop).distance(start);
        let steps = (most / ADVANCE_STEP) as u8;
        let inches = (0..=steps).map(|step| most - f32::from(step) * ADVANCE_STEP);
        let mut places = inches.map(|inches| start + toward.forward() * inches);
        places.find(|at| self.facing_after_advance(piece, *at, toward).is_some()).unwrap_or(start)
    }

    /// CP-9.7: the facing of a winner that has advanced to a point: the way he went, or as he faced if he lacks the
    /// room to turn; none if he would stand on another base, across a wall or in contact.
    fn facing_after_advance(&self, winner: PieceId, at: Vec2, toward: Heading) -> Option<Heading> {
        let place = self.view.place(winner);
        let free = |facing: &Heading| {
            let outline =
                Outline { footprint: self.view.footprint(winner), place: Place { at, facing: *facing, ..place } };
            !self.lies_on_another(&outline, &[winner])
                && !self.too_near_an_enemy(winner, &outline, &[])
                && self.across_a_wall(&outline).is_none()
        };
        [toward, place.facing].into_iter().find(free)
    }
}

/// CP-9.7: moves the winner forward by the inches that he wishes.
pub fn follow_up(battle: &mut BattleMut, wished: f32) {
    let follow_up = battle.resource_mut::<SequenceOfPlay>().follow_up.take();
    if let Some(FollowUp { winner, toward, most }) = follow_up {
        let cp = SkirmishView::of(battle.view());
        if wished <= 0.0 {
            let (side, text) = (cp.view.side_of(winner), format!("{} stays", cp.name(winner)));
            battle.detail(Some(side), EventKind::Note, RuleId::new("CP-9.7"), text, Explained::default());
            return go_to(battle, Stage::FIGHTS);
        }
        let start = cp.view.place(winner);
        let at = cp.room_forward(winner, toward, wished.min(most));
        let facing = cp.facing_after_advance(winner, at, toward).unwrap_or(start.facing);
        let end = Place { at, facing, ..start };
        let text = format!("{} advances {}", battle.view().piece(winner).name, inches(at.distance(start.at)));
        battle.move_piece(winner, vec![start.at, end.at], end, RuleId::new("CP-9.7"), text);
    }
    go_to(battle, Stage::FIGHTS);
}

/// CP-9.8: parts opposing figures that still touch: the mover steps back until the gap is 1 inch; if he cannot, the
/// other does.
pub fn part_all(battle: &mut BattleMut) {
    let cp = SkirmishView::of(battle.view());
    let moves = |piece: PieceId| (cp.acts(piece), cp.view.marks(piece).has(&marks::MOVED));
    let mut touching: Vec<[PieceId; 2]> = Vec::new();
    for man in cp.stirred().into_iter().filter(|piece| cp.view.in_play(*piece) && cp.is_man(*piece)) {
        touching.extend(cp.contacts(man).map(|enemy| [man.min(enemy), man.max(enemy)]));
    }
    touching.sort_unstable();
    touching.dedup();
    let mover_first = |[a, b]: [PieceId; 2]| if moves(b) > moves(a) { [b, a] } else { [a, b] };
    let pairs: Vec<[PieceId; 2]> = touching.into_iter().map(mover_first).collect();
    for [mover, other] in pairs {
        if !step_apart(battle, mover, other) {
            step_apart(battle, other, mover);
        }
    }
}

/// Takes a figure out of contact with an enemy: straight back to a gap of 1 inch; if it has no room there, to the
/// nearest place with that gap, or to any out of contact. Returns whether the two are apart.
fn step_apart(battle: &mut BattleMut, piece: PieceId, enemy: PieceId) -> bool {
    let cp = SkirmishView::of(battle.view());
    if !cp.touch(piece, enemy) {
        return true;
    }
    if cp.carriage(piece).is_some() {
        return false;
    }
    let (place, there) = (cp.view.place(piece), cp.view.outline(enemy));
    let away = (place.at - there.place.at).normalize_or(Vec2::Y);
    let facing = Heading::of(-away);
    let gap = cp.numbers().parting;
    let back = Place { at: place.at + away * (gap - cp.view.gap(piece, enemy)).max(0.0), facing, ..place };
    let wanted = Wanted {
        piece,
        from: place.at,
        goal: back,
        first: Heading::of(away),
        within: PARTING_REACH,
        away: &[],
        taken: &[],
    };
    let apart = |outline: &Outline| outline.gap(&there) >= gap - CONTACT;
    let Some(end) = cp.room_near(wanted, apart).or_else(|| cp.room_near(wanted, |_| true)) else { return false };
    let text = format!("{} steps back from {}", cp.name(piece), cp.name(enemy));
    battle.move_piece(piece, vec![place.at, end.at], end, RuleId::new("CP-9.8"), text);
    true
}

impl SkirmishView<'_> {
    /// The pieces that may have come into contact in the activation under way: those that act or have moved, and all if
    /// something burst, as that may have broken down what stood between them.
    fn stirred(&self) -> Vec<PieceId> {
        let begins =
            |event: &&BattleEvent| matches!(&event.kind, EventKind::Phase { phase, .. } if phase == ACTIVATION);
        let mut stirred: Vec<PieceId> = Vec::new();
        for event in self.view.log().events().iter().rev().take_while(|event| !begins(event)) {
            match &event.kind {
                EventKind::Covered { .. } => return self.view.pieces().collect(),
                EventKind::Moved { piece, .. }
                | EventKind::Turned { piece, .. }
                | EventKind::Reshaped { piece, .. }
                | EventKind::Appeared { piece, .. }
                | EventKind::Added { piece, .. } => stirred.push(*piece),
                _ => {}
            }
        }
        let activation = self.view.resource::<SequenceOfPlay>().activation.as_ref();
        stirred.extend(activation.into_iter().flat_map(|activation| &activation.figures));
        stirred.sort_unstable();
        stirred.dedup();
        stirred
    }

    /// `Breakthrough`: how far a rider who won with impetus must go: to an inch beyond the rear of the foe who fell
    /// back, or 4 inches if the foe is out of action.
    pub fn breakthrough(&self, winner: PieceId, loser: PieceId) -> Breakthrough {
        let horse = self.horse();
        if !self.view.in_play(loser) {
            return Breakthrough { winner, inches: horse.beyond_fallen, through: None };
        }
        let place = self.view.place(winner);
        let onward = place.frame(self.view.place(loser).at).y;
        let own = self.view.footprint(winner).half_depth();
        let inches = onward + self.view.footprint(loser).half_depth() + horse.beyond_wounded + own;
        Breakthrough { winner, inches: inches.max(0.0), through: Some(loser) }
    }
}

/// Asks the winner whether he veers as he rides on.
pub fn begin_breakthrough(battle: &mut BattleMut, winner: PieceId, loser: PieceId) {
    let breakthrough = SkirmishView::of(battle.view()).breakthrough(winner, loser);
    battle.resource_mut::<SequenceOfPlay>().breakthrough = Some(breakthrough);
    go_to(battle, Stage::BREAKTHROUGH);
}
