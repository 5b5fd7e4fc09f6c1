//! Moves that results of morale force on figures (CP-11.7), and those who fall back over their own edge (CP-5.9).

use bevy::math::Vec2;

use crate::{
    book::action_card::MoraleResult,
    cards::decks,
    fire::wounds,
    movement::{
        allowance::{Others, Wish},
        setting_out,
    },
    spotting,
    state::{
        activity,
        sequence_of_play::{Cause, SequenceOfPlay, Stage, go_to},
        ways::{Route, Spot, level},
    },
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    english::inches,
    events::{EventKind, Explained, RuleId},
    forces::{Edge, Fate, PieceId},
    table::{
        footprint::Outline,
        measure,
        position::{Heading, Place},
    },
    turn::BattleMut,
};

/// CP-2.11: figures moved or stunned by a result have used their action. A figure that is in cover already and stays
/// has not (CP-11.7).
pub(super) fn touch(battle: &mut BattleMut, figures: &[PieceId]) {
    for figure in figures {
        activity::change(battle, *figure, |activity| activity.touched = true);
        activity::done(battle, *figure);
    }
}

/// CP-11.7: forced movers draw their movement (one draw for the movers of the same result) and their paths are fixed.
pub(super) fn forced_move(battle: &mut BattleMut, book: &BookData, figures: &[PieceId], result: MoraleResult) {
    if figures.is_empty() {
        return;
    }
    let drawn = forced_inches(battle, book, result, figures);
    let mut routes: Vec<Route> = Vec::new();
    let mut taken: Vec<Outline> = Vec::new();
    for figure in figures {
        let side = battle.view().side_of(*figure);
        let cp = SkirmishView { view: battle.view_of(side), book };
        // A figure that a rule keeps where it is is not driven away by a result.
        if let Err(stays) = cp.chapters().may_march(&cp, *figure) {
            let text = format!("{}, and stays there", stays.reason);
            spotting::of_pieces(battle, &[*figure], |battle| {
                battle.detail(Some(side), EventKind::Note, stays.rule, text, Explained::default());
            });
            continue;
        }
        let inches = cp.paces(*figure, result == MoraleResult::RT).inches(&drawn);
        let route = match result {
            MoraleResult::A1 => cp.charge_route(*figure, inches, figures, &taken),
            MoraleResult::C1 | MoraleResult::CA => cp.cover_route(*figure, inches, figures, &taken),
            _ => cp.retreat_route(*figure, inches, figures, &taken),
        };
        let Some(route) = route else { continue };
        taken.push(cp.base_after(&route));
        routes.push(route);
    }
    let moved: Vec<PieceId> = routes.iter().map(|route| route.piece).collect();
    touch(battle, &moved);
    if routes.is_empty() {
        if result == MoraleResult::RT {
            stun_all(battle);
        }
        return;
    }
    setting_out::begin(battle, Cause::Morale(result), routes);
}

/// Carries out what follows a forced movement: figures that ran away are stunned (RT); then comes the next result.
pub fn after_forced_move(battle: &mut BattleMut, result: MoraleResult) {
    if result == MoraleResult::RT {
        stun_all(battle);
    }
    go_to(battle, Stage::MORALE);
}

fn stun_all(battle: &mut BattleMut) {
    let unit = battle.resource::<SequenceOfPlay>().active().unit;
    let figures: Vec<PieceId> = SkirmishView::of(battle.view()).men(unit).collect();
    touch(battle, &figures);
    for figure in figures {
        wounds::stun(battle, figure, RuleId::new("CP-11.4"), ", running away");
    }
}

/// CP-11.7: the inches of forced movers by the normal movement cards, one more for RT, drawn once for all movers of the
/// same result.
fn forced_inches(battle: &mut BattleMut, book: &BookData, result: MoraleResult, figures: &[PieceId]) -> Vec<f32> {
    let known = battle.resource::<SequenceOfPlay>().active().forced_inches.iter().find(|(r, _)| *r == result).cloned();
    let mut drawn = known.map(|(_, drawn)| drawn).unwrap_or_default();
    let side = battle.view().side_of(figures[0]);
    let cp = SkirmishView { view: battle.view(), book };
    let most = figures.iter().map(|figure| cp.paces(*figure, result == MoraleResult::RT).cards).max();
    while drawn.len() < usize::from(most.unwrap_or_default()) {
        let card = decks::draw(battle, book, side, &["move"], RuleId::new("CP-11.7"), |card| {
            format!("Movement: {}", inches(card.inches.into()))
        });
        drawn.push(f32::from(card.inches));
    }
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    let known = &mut play.active_mut().forced_inches;
    known.retain(|(r, _)| *r != result);
    known.push((result, drawn.clone()));
    drawn
}

impl SkirmishView<'_> {
    fn forced(
        &self,
        piece: PieceId,
        way: &[Spot],
        inches: f32,
        target: Option<PieceId>,
        moving: &[PieceId],
        taken: &[Outline],
    ) -> Option<Route> {
        let going = self.mover(piece);
        let wish = Wish { piece, way, end_facing: None, allowance: inches, target, going };
        self.fix_route(wish, Others { moving, taken }).ok().map(|(route, _)| route)
    }

    /// CP-11.7, charges: the shortest path to the nearest visible enemy, else toward the nearest one known.
    fn charge_route(&self, piece: PieceId, inches: f32, moving: &[PieceId], taken: &[Outline]) -> Option<Route> {
        let side = self.view.side_of(piece);
        let nearest = || {
            self.enemies(side)
                .min_by(|a, b| self.view.gap(piece, *a).total_cmp(&self.view.gap(piece, *b)).then(a.cmp(b)))
        };
        let enemy = self.nearest_visible_enemy(&[piece]).or_else(nearest)?;
        let there = self.view.place(enemy);
        let way = self.way_by_stairs(piece, there.at, there.floor);
        self.forced(piece, &way, inches, Some(enemy), moving, taken)
            .or_else(|| self.forced(piece, &way, inches, None, moving, taken))
    }

    /// CP-11.7, runs for cover: to the nearest place in cover from the nearest visible enemy; if none is within reach,
    /// straight away from that enemy; a figure in cover stays.
    fn cover_route(&self, piece: PieceId, inches: f32, moving: &[PieceId], taken: &[Outline]) -> Option<Route> {
        let enemy = self.nearest_visible_enemy(&[piece])?;
        let threat = self.view.place(enemy).at;
        if self.cover_from(piece, enemy).is_some() {
            return None;
        }
        let floor = self.view.place(piece).floor;
        for place in self.cover_places(piece, threat, inches) {
            let way = self.way_by_stairs(piece, place, floor);
            let going = self.mover(piece);
            if self.walk_and_climb(piece, &way, inches, &going).stopped.is_some() {
                continue;
            }
            if let Some(route) = self.forced(piece, &way, inches, None, moving, taken) {
                let outline = self.base_after(&route);
                if self.cover_at(&outline, threat).is_some() {
                    return Some(route);
                }
            }
        }
        let at = self.view.place(piece).at;
        let away = (at - threat).normalize_or(Vec2::Y);
        self.forced(piece, &level(&[at, at + away * inches], floor), inches, None, moving, taken)
    }

    /// Places in cover from a point, within this many inches of a figure, nearest first; none within `cover_from_enemy`
    /// inches of an enemy.
    pub fn cover_places(&self, piece: PieceId, threat: Vec2, inches: f32) -> Vec<Vec2> {
        let at = self.view.place(piece).at;
        let Outline { footprint, place: own } = self.view.outline(piece);
        let terrain = self.view.terrain();
        let behind = footprint.half_depth() + 0.1;
        let mut places: Vec<Vec2> = Vec::new();
        for (obstacle, _) in self.view.ground().obstacles_near(at, inches) {
            let obstacle = &terrain.obstacles[obstacle];
            if obstacle.cover.is_none() {
                continue;
            }
            for pair in obstacle.line.windows(2) {
                let near = measure::nearest_on_segment(at, pair[0], pair[1]);
                let across = (pair[1] - pair[0]).perp().normalize_or(Vec2::Y);
                let side = if (threat - near).dot(across) > 0.0 { -across } else { across };
                places.push(near + side * behind);
            }
        }
        for area in &terrain.areas {
            if area.ground.cover.is_none()
                || area.ground.rate <= 0.0
                || measure::distance_to_edge(at, &area.outline) > inches
            {
                continue;
            }
            for (a, b) in measure::edges(&area.outline) {
                let near = measure::nearest_on_segment(at, a, b);
                let across = (b - a).perp().normalize_or(Vec2::Y);
                for inward in [across, -across] {
                    let place = near + inward * behind;
                    if measure::inside(place, &area.outline) {
                        places.push(place);
                    }
                }
            }
        }
        let keep_off = self.numbers().cover_from_enemy;
        let side = self.view.side_of(piece);
        let size = terrain.size;
        places.retain(|place| {
            let outline = Outline { footprint, place: Place { at: *place, facing: Heading(0.0), ..own } };
            place.x > 0.0
                && place.y > 0.0
                && place.x < size.x
                && place.y < size.y
                && at.distance(*place) <= inches
                && self.cover_at(&outline, threat).is_some()
                && !self
                    .view
                    .pieces_index()
                    .within(*place, keep_off + 2.0)
                    .into_iter()
                    .any(|other| self.view.is_enemy(other, side) && outline.gap(&self.view.outline(other)) < keep_off)
        });
        places.sort_by(|a, b| a.distance_squared(at).total_cmp(&b.distance_squared(at)));
        places
    }

    /// CP-11.7, falls back: straight toward its own table edge, and off the table if it crosses it.
    fn retreat_route(&self, piece: PieceId, inches: f32, moving: &[PieceId], taken: &[Outline]) -> Option<Route> {
        let at = self.view.place(piece).at;
        let size = self.view.terrain().size;
        let (edge, facing) = match self.view.side_named(self.view.side_of(piece)).own_edge {
            Edge::West => (Vec2::new(0.0, at.y), Heading(180.0)),
            Edge::East => (Vec2::new(size.x, at.y), Heading(0.0)),
            Edge::South => (Vec2::new(at.x, 0.0), Heading(270.0)),
            Edge::North => (Vec2::new(at.x, size.y), Heading(90.0)),
        };
        let way = self.way_by_stairs(piece, edge, 0);
        let going = self.mover(piece);
        let wish = Wish { piece, way: &way, end_facing: Some(facing), allowance: inches, target: None, going };
        self.fix_route(wish, Others { moving, taken }).ok().map(|(route, _)| route)
    }

    /// CP-5.9: whether a figure that falls back has reached its own edge and leaves the table.
    pub fn at_own_edge(&self, piece: PieceId) -> bool {
        let at = self.view.place(piece).at;
        let size = self.view.terrain().size;
        let reach = self.view.footprint(piece).half_depth();
        match self.view.side_named(self.view.side_of(piece)).own_edge {
            Edge::West => at.x <= reach,
            Edge::East => at.x >= size.x - reach,
            Edge::South => at.y <= reach,
            Edge::North => at.y >= size.y - reach,
        }
    }
}

/// CP-5.9: takes a figure that falls back over its own edge out of the game.
pub fn leave_over_edge(battle: &mut BattleMut, piece: PieceId) {
    let unit = battle.view().unit_of(piece);
    let text = format!("{} leaves the table", battle.view().piece(piece).name);
    battle.remove_piece(piece, Fate::Fled, RuleId::new("CP-5.9"), text);
    wounds::lose_leader(battle, unit, piece);
}
