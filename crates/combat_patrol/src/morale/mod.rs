//! Morale (chapter 11): draws, results, and how figures move from them.

use bevy::math::Vec2;

use crate::{
    book::{
        action_card::{ActionCard, MoraleResult},
        marks,
    },
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
    view::{
        period::period,
        rulebook::{BookData, SkirmishView},
    },
};
use grapeshot_floor::{
    english::{count, inches, list},
    events::{EventKind, Explained, RuleId},
    forces::{Edge, Fate, PieceId, SideId, UnitId},
    table::{
        footprint::Outline,
        measure,
        position::{Heading, Place},
    },
    turn::BattleMut,
};

/// CP-11.5, CP-13.3: how many markers the unit's leader, or a lone hero, may remove now.
pub fn most_removals(cp: &SkirmishView, unit: UnitId) -> u8 {
    let markers = cp.view.unit_marks(unit).count(&marks::MORALE);
    if let Some((piece, hero)) = cp.lone_hero(unit).and_then(|piece| Some((piece, cp.hero(piece)?))) {
        return if cp.stunned(piece) { 0 } else { cp.numbers().leader_removes.of(hero.guts).min(markers) };
    }
    let Some(leader) = cp.leader_of(unit) else { return 0 };
    let Some(values) = cp.as_leader(leader) else { return 0 };
    if markers == 0 || cp.stunned(leader) || !values.trained {
        return 0;
    }
    let others: Vec<PieceId> = cp.men(unit).filter(|piece| *piece != leader).collect();
    let radius = cp.radius(leader);
    let near = others.iter().filter(|piece| cp.view.gap(leader, **piece) <= radius).count();
    // "At least half, rounded up" of the unit's other figures within his radius.
    if near < others.len().div_ceil(2) {
        return 0;
    }
    let (extra, _) = cp.supplement().extra_removals(cp, unit);
    (cp.numbers().leader_removes.of(values.guts) + extra).min(markers)
}

/// CP-11.5: the leader removes markers, and is busy for the rest of the activation.
pub fn remove_markers(battle: &mut BattleMut, book: &BookData, removed: u8) {
    let unit = battle.resource::<SequenceOfPlay>().active().unit;
    if let Some(hero) = SkirmishView::of(battle.view()).lone_hero(unit).filter(|_| removed > 0) {
        steady_himself(battle, hero, removed);
    } else if removed > 0 {
        let leader = SkirmishView::of(battle.view()).leader_of(unit);
        battle.resource_mut::<SequenceOfPlay>().active_mut().busy = leader;
        let markers = battle.view().unit_marks(unit).count(&marks::MORALE);
        let cp = SkirmishView::of(battle.view());
        let who = leader.map_or("The leader", |leader| cp.name(leader)).to_owned();
        let text = format!(
            "{who} removes {removed} of {}; the men shoot without a leader",
            count(markers.into(), "morale marker")
        );
        let (side, rule) = (cp.view.side_of_unit(unit), RuleId::new("CP-11.5"));
        let said: Vec<PieceId> = leader.into_iter().collect();
        spotting::of_pieces(battle, &said, |battle| battle.note(Some(side), rule.clone(), text));
        lower_markers(battle, unit, markers - removed, rule);
    } else {
        let (side, name) = (battle.view().side_of_unit(unit), battle.view().unit(unit).name.clone());
        let text = format!("No morale marker of {name} is removed");
        battle.detail(Some(side), EventKind::Note, RuleId::new("CP-11.5"), text, Explained::default());
    }
    draw_all(battle, book);
}

/// Lowers the morale markers of a unit to this number.
fn lower_markers(battle: &mut BattleMut, unit: UnitId, left: u8, rule: RuleId) {
    let text = format!("{} has {} left", battle.view().unit(unit).name, count(left.into(), "morale marker"));
    battle.mark_unit(unit, &marks::MORALE, left, rule, text);
}

/// CP-13.3: removes a lone hero's own markers, which is his whole activation.
fn steady_himself(battle: &mut BattleMut, hero: PieceId, removed: u8) {
    let view = battle.view();
    let (unit, side, rule) = (view.unit_of(hero), view.side_of(hero), RuleId::new("CP-13.3"));
    let left = view.unit_marks(unit).count(&marks::MORALE) - removed;
    let text = format!(
        "{} takes heart, loses {} and does no more",
        view.piece(hero).name,
        count(removed.into(), "morale marker")
    );
    battle.note(Some(side), rule.clone(), text);
    lower_markers(battle, unit, left, rule);
    activity::done(battle, hero);
}

/// CP-11.6: whether a unit draws in the cover column.
pub fn in_cover(cp: &SkirmishView, unit: UnitId) -> bool {
    let figures: Vec<PieceId> = cp.men(unit).collect();
    let needed = figures.len().div_ceil(2);
    let enemy = cp.nearest_visible_enemy(&figures);
    let covered = figures
        .iter()
        .filter(|piece| {
            let outline = cp.view.outline(**piece);
            match enemy {
                Some(enemy) => cp.is_sheltered(**piece, enemy) || cp.in_building_or_wood(**piece),
                None => cp.near_cover(&outline) || cp.is_passenger(**piece),
            }
        })
        .count();
    covered >= needed
}

impl SkirmishView<'_> {
    /// Whether a figure stands inside a building or a wood.
    fn in_building_or_wood(&self, piece: PieceId) -> bool {
        let at = self.view.place(piece).at;
        let ground = self.view.ground();
        ground.building_at(at).is_some()
            || ground.areas_at(at).into_iter().any(|area| self.view.terrain().areas[area].ground.cover.is_some())
    }
}

/// CP-11.2, CP-11.3: one draw for each marker; then the results are put in the order in which they apply.
pub fn draw_all(battle: &mut BattleMut, book: &BookData) {
    let unit = battle.resource::<SequenceOfPlay>().active().unit;
    let markers = battle.view().unit_marks(unit).count(&marks::MORALE);
    let mut results = Vec::new();
    if markers > 0 {
        let cp = SkirmishView::of(battle.view());
        let side = cp.view.side_of_unit(unit);
        let (grade, raised) = cp.supplement().morale_grade(&cp, unit);
        let cover = in_cover(&SkirmishView::of(cp.view.seen_by(side)), unit);
        let place = if cover { "in cover" } else { "in the open" };
        let name = cp.unit_name(unit).to_owned();
        let cards = count(markers.into(), "card");
        let mut text = format!("{name} draws {cards} for morale as {grade} {place}");
        if raised.is_some() && grade != cp.section(unit).guts {
            text.push_str(", one grade up in close order");
        }
        battle.note(Some(side), raised.unwrap_or(RuleId::new("CP-11.3")), text);
        let deck = &book.core.action_deck;
        let holds = deck.iter().filter(|card| card.morale(grade, cover) == MoraleResult::OK).count();
        let held = holds as f32 / deck.len() as f32;
        for _ in 0..markers {
            let read = ActionCard::morale_field(grade, cover);
            let card = decks::draw(battle, book, side, &[read], RuleId::new("CP-11.3"), |card| {
                let result = card.morale(grade, cover);
                format!("Morale: {result}, {}", result.words())
            });
            let result = card.morale(grade, cover);
            battle.trial("Morale holds", held, usize::from(result == MoraleResult::OK), 1);
            results.push(result);
        }
        battle.mark_unit(
            unit,
            &marks::MORALE,
            0,
            RuleId::new("CP-11.3"),
            format!("The morale markers of {name} come off"),
        );
    }
    let worst = results.iter().copied().filter(|r| r.severity() > 0).max_by_key(|r| r.severity());
    let mut ordered: Vec<MoraleResult> = results.into_iter().filter(|r| r.single()).collect();
    ordered.extend(worst);
    {
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        play.active_mut().results = ordered;
        play.stage = Stage::MORALE;
    }
}

/// Carries out the next morale result, or goes on to the declaration; returns whether play goes on without a decision.
pub fn carry_out(battle: &mut BattleMut, book: &BookData) -> bool {
    let next = {
        let mut play = battle.resource_mut::<SequenceOfPlay>();
        let activation = play.active_mut();
        if activation.results.is_empty() { None } else { Some(activation.results.remove(0)) }
    };
    let unit = battle.resource::<SequenceOfPlay>().active().unit;
    match next {
        Some(_) if SkirmishView::of(battle.view()).men(unit).next().is_none() => {}
        None => go_to(battle, Stage::DECLARE),
        Some(result) if period(battle).chapters.carry_out(battle, book, unit, result) => {}
        Some(result) if result.single() => single(battle, book, unit, result),
        Some(result) => whole(battle, book, unit, result),
    }
    true
}

/// CP-11.4: carries out a result that names one figure, chosen with the pick of a second card among the unit's
/// unstunned figures that no result of this activation has touched.
fn single(battle: &mut BattleMut, book: &BookData, unit: UnitId, result: MoraleResult) {
    let cp = SkirmishView::of(battle.view());
    let side = cp.view.side_of_unit(unit);
    let candidates: Vec<PieceId> =
        cp.men(unit).filter(|piece| !cp.stunned(*piece) && !cp.activity(*piece).touched).collect();
    if candidates.is_empty() {
        let text = format!("{result}: no figure of {} is left that it could name", cp.unit_name(unit));
        battle.note(Some(side), RuleId::new("CP-11.4"), text);
        return;
    }
    let count = how_many(battle, book, unit).min(candidates.len());
    let chosen = choose(battle, book, side, candidates, count);
    for piece in &chosen {
        activity::change(battle, *piece, |activity| activity.touched = true);
    }
    let names: Vec<&str> = chosen.iter().map(|piece| SkirmishView::of(battle.view()).name(*piece)).collect();
    let text = format!("{result}: {} {}", list(&names), result.deed(names.len()));
    spotting::of_pieces(battle, &chosen, |battle| battle.note(Some(side), RuleId::new("CP-11.4"), text));
    match result {
        MoraleResult::S1 => {
            touch(battle, &chosen);
            for piece in chosen {
                wounds::stun(battle, piece, RuleId::new("CP-11.4"), "");
            }
        }
        _ => forced_move(battle, book, &chosen, result),
    }
}

/// `MoraleSpreads`: how many figures a result takes that names one: one, or with some troops as many as another card
/// shows.
fn how_many(battle: &mut BattleMut, book: &BookData, unit: UnitId) -> usize {
    let cp = SkirmishView { view: battle.view(), book };
    let Some(rule) = cp.troop(unit).and_then(|troop| troop.morale_spreads.clone()) else { return 1 };
    let side = cp.view.side_of_unit(unit);
    let card = decks::draw(battle, book, side, &["hr"], rule, |card| format!("How many figures: {}", card.hr));
    usize::from(card.hr)
}

/// CP-11.4: a number of these figures, chosen one by one with the pick of one card each.
fn choose(
    battle: &mut BattleMut,
    book: &BookData,
    side: SideId,
    mut candidates: Vec<PieceId>,
    count: usize,
) -> Vec<PieceId> {
    let mut chosen = Vec::new();
    for _ in 0..count {
        let card = decks::draw(battle, book, side, &["pick"], RuleId::new("CP-11.4"), |card| {
            format!("Which figure: pick {}", card.pick)
        });
        chosen.push(candidates.remove(card.choose(candidates.len())));
    }
    chosen
}

/// CP-11.4: carries out a result for the whole unit; it does not move a figure again that a single result has moved.
fn whole(battle: &mut BattleMut, book: &BookData, unit: UnitId, result: MoraleResult) {
    let cp = SkirmishView::of(battle.view());
    let side = cp.view.side_of_unit(unit);
    let text = format!("{} {result}: {}", cp.unit_name(unit), result.words());
    let figures: Vec<PieceId> = cp.men(unit).collect();
    let movers: Vec<PieceId> =
        figures.iter().copied().filter(|piece| !cp.activity(*piece).touched && !cp.stunned(*piece)).collect();
    battle.note(Some(side), RuleId::new("CP-11.4"), text);
    match result {
        MoraleResult::P => {
            battle.resource_mut::<SequenceOfPlay>().active_mut().pinned = true;
            let text = format!("{} is pinned: no figure may move in this activation", battle.view().unit(unit).name);
            battle.mark_unit(unit, &marks::PINNED, 1, RuleId::new("CP-11.4"), text);
        }
        MoraleResult::SA => {
            touch(battle, &figures);
            for piece in figures {
                wounds::stun(battle, piece, RuleId::new("CP-11.4"), "");
            }
        }
        MoraleResult::CA | MoraleResult::FB => {
            forced_move(battle, book, &movers, result);
        }
        MoraleResult::RT => forced_move(battle, book, &movers, result),
        MoraleResult::OK | MoraleResult::A1 | MoraleResult::S1 | MoraleResult::C1 | MoraleResult::F1 => {}
    }
}

/// CP-2.11: figures moved or stunned by a result have used their action. A figure that is in cover already and stays
/// has not (CP-11.7).
fn touch(battle: &mut BattleMut, figures: &[PieceId]) {
    for figure in figures {
        activity::change(battle, *figure, |activity| activity.touched = true);
        activity::done(battle, *figure);
    }
}

/// CP-11.7: forced movers draw their movement (one draw for the movers of the same result) and their paths are fixed.
fn forced_move(battle: &mut BattleMut, book: &BookData, figures: &[PieceId], result: MoraleResult) {
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

/// The explained chance of each result for a unit, for its card.
pub fn chances(cp: &SkirmishView, unit: UnitId) -> Vec<(MoraleResult, f32)> {
    let (grade, _) = cp.supplement().morale_grade(cp, unit);
    let cover = in_cover(cp, unit);
    let deck = &cp.book.core.action_deck;
    use MoraleResult as R;
    [R::OK, R::A1, R::S1, R::C1, R::P, R::F1, R::CA, R::SA, R::FB, R::RT]
        .into_iter()
        .map(|result| {
            let cards = deck.iter().filter(|card| card.morale(grade, cover) == result).count();
            (result, cards as f32 / deck.len() as f32)
        })
        .collect()
}
