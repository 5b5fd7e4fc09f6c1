//! Hidden units and spotting (chapter 12).
//!
//! A hidden unit has the marker of CP-1.9 and its pieces are concealed: no other side has them in its view. It is found
//! by what it does or when an enemy comes near; then the figures that an enemy sees are placed, and the others as soon
//! as one does.
//!
//! 1. This file: which units start hidden, how a unit is found.
//! 2. [`muster`]: what is wrong with hidden units in a scenario.
//! 3. [`on_the_march`]: what movement shows.
//! 4. [`attempt`]: looking for somebody at a suspected place.
//! 5. [`imagine`]: where a side may believe that enemies hide.

pub mod attempt;
pub mod imagine;
pub mod muster;
pub mod on_the_march;

use bevy::math::Vec2;

use crate::{
    book::{marks, rule_settings::SpottingRule},
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{Marks, PieceId, SideId, UnitEntry, UnitId},
    orders::Order,
    table::{footprint::Outline, sight},
    turn::{ActiveRulebook, BattleMut, Concealment, SuspectedPlace},
};

/// CP-12.1: hides the units of the scenario that start hidden, before anybody looks at the table.
pub fn hide(battle: &mut BattleMut) {
    let view = battle.view();
    let rules = view.resource::<ActiveRulebook>().0.rules.clone();
    let hidden: Vec<UnitId> =
        view.units().filter(|unit| rules.begins_hidden(view.unit_part::<UnitEntry>(*unit))).collect();
    let mut hiders: Vec<SideId> = hidden.iter().map(|unit| view.side_of_unit(*unit)).collect();
    hiders.sort_unstable();
    hiders.dedup();
    let pieces: Vec<PieceId> = hidden.iter().flat_map(|unit| view.unit(*unit).pieces.clone()).collect();
    for unit in hidden {
        battle.unit_mut::<Marks>(unit).set(&marks::HIDDEN, 1);
    }
    battle.resource_mut::<Concealment>().hiders = hiders;
    battle.conceal(&pieces);
}

/// CP-12.1: if a scenario has dummies, makes each hidden unit and each dummy a place at which the enemy suspects
/// somebody, in an order that tells nothing.
pub fn mark_places(battle: &mut BattleMut) {
    let cp = SkirmishView::of(battle.view());
    let mut places: Vec<(SideId, Vec2, Option<UnitId>)> = Vec::new();
    for side in cp.view.sides().ids() {
        let dummies = &cp.view.side_named(side).dummies;
        if dummies.is_empty() {
            continue;
        }
        let hidden = cp.view.units().filter(|unit| cp.view.side_of_unit(*unit) == side && cp.is_hidden(*unit));
        places.extend(hidden.filter_map(|unit| Some((side, cp.middle_of(unit)?, Some(unit)))));
        places.extend(dummies.iter().map(|at| (side, *at, None)));
    }
    places.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.x.total_cmp(&b.1.x)).then(a.1.y.total_cmp(&b.1.y)));
    let place = |(number, (side, at, unit))| SuspectedPlace { number, side, at, unit };
    battle.resource_mut::<Concealment>().places = (0..).zip(places).map(place).collect();
}

impl SkirmishView<'_> {
    /// CP-1.9: whether a unit is hidden and was not found yet.
    pub fn is_hidden(&self, unit: UnitId) -> bool {
        self.view.unit_marks(unit).has(&marks::HIDDEN)
    }

    /// The middle of the figures of a unit, if any are left.
    fn middle_of(&self, unit: UnitId) -> Option<Vec2> {
        let places: Vec<Vec2> = self.men(unit).map(|man| self.view.place(man).at).collect();
        (!places.is_empty()).then(|| grapeshot_floor::table::measure::middle(places.into_iter()))
    }

    /// CP-1.8: whether an outline would be in line of sight of a figure, hidden or not.
    fn in_sight(&self, eye: PieceId, there: &Outline) -> bool {
        sight::is_seen(self.view.ground(), self.sight_rule(), &self.view.outline(eye), there)
    }

    /// CP-12.2: the enemy that finds a figure of a side hidden at this outline, as he is near enough and sees it; none
    /// if nobody does.
    fn found_at(&self, side: SideId, there: &Outline) -> Option<PieceId> {
        let within = self.book.core.spotting.found_within;
        let reach = within + there.footprint.reach() + 3.5;
        self.view.pieces_index().within(there.place.at, reach).into_iter().find(|enemy| {
            self.view.is_enemy(*enemy, side)
                && self.is_man(*enemy)
                && self.view.outline(*enemy).gap(there) <= within
                && self.in_sight(*enemy, there)
        })
    }

    /// Whether any enemy has a piece in line of sight.
    fn in_sight_of_enemy(&self, piece: PieceId) -> bool {
        let outline = self.view.outline(piece);
        let side = self.view.side_of(piece);
        self.enemies(side).any(|enemy| self.in_sight(enemy, &outline))
    }

    /// The units with concealed figures on the table.
    fn concealed_units(&self) -> Vec<UnitId> {
        let concealed = |unit: &UnitId| self.view.present(*unit).any(|piece| self.view.conceals(piece));
        self.view.units().filter(concealed).collect()
    }
}

/// CP-12.2: finds the figures that are found now: by an enemy that sees them within five inches or touches them.
/// Figures of a unit that was found are placed as soon as an enemy sees them. A suspected place that an enemy sees so
/// near is looked through.
pub fn settle(battle: &mut BattleMut) {
    if !battle.view().anybody_hides() || battle.view().clock().turn == 0 {
        return;
    }
    let units = SkirmishView::of(battle.view()).concealed_units();
    for unit in units {
        let cp = SkirmishView::of(battle.view());
        if !cp.is_hidden(unit) {
            place_those_seen(battle, unit);
            continue;
        }
        let side = cp.view.side_of_unit(unit);
        let touched = cp.view.present(unit).find_map(|piece| Some((piece, cp.contacts(piece).next()?)));
        let found = || {
            let men = cp.view.present(unit);
            men.into_iter().find_map(|piece| Some((piece, cp.found_at(side, &cp.view.outline(piece))?)))
        };
        if let Some((piece, enemy)) = touched {
            let why = format!("{} runs into {}", cp.name(enemy), cp.name(piece));
            reveal(battle, unit, &[piece], &why);
        } else if let Some((piece, enemy)) = found() {
            let why = format!("{} comes upon {}", cp.name(enemy), cp.name(piece));
            reveal(battle, unit, &[piece], &why);
        }
    }
    clear_places(battle);
}

/// Takes off the suspected places that an enemy sees within five inches, as nobody is there.
fn clear_places(battle: &mut BattleMut) {
    let cp = SkirmishView::of(battle.view());
    let places = &cp.view.resource::<Concealment>().places;
    let seen = |place: &&SuspectedPlace| cp.found_at(place.side, &cp.man_at(place.at)).is_some();
    let seen: Vec<u16> = places.iter().filter(seen).map(|place| place.number).collect();
    for number in seen {
        clear_place(battle, number, "Nobody is there: a suspected place is empty");
    }
}

/// Takes a suspected place off the table.
fn clear_place(battle: &mut BattleMut, number: u16, text: &str) {
    let mut concealment = battle.resource_mut::<Concealment>();
    let Some(n) = concealment.places.iter().position(|place| place.number == number) else { return };
    let at = concealment.places.remove(n).at;
    battle.log(None, EventKind::Cleared { place: number, at }, RuleId::new("CP-12.2"), text, Explained::default());
}

/// CP-12.2: reveals a hidden unit: places its figures that any enemy sees, and those in `certain` in any case.
pub fn reveal(battle: &mut BattleMut, unit: UnitId, certain: &[PieceId], why: &str) {
    if !SkirmishView::of(battle.view()).is_hidden(unit) {
        certain.iter().for_each(|piece| place(battle, *piece));
        return;
    }
    let side = battle.view().side_of_unit(unit);
    let acts = battle
        .view()
        .resource::<crate::state::sequence_of_play::SequenceOfPlay>()
        .activation
        .as_ref()
        .is_some_and(|acts| acts.unit == unit);
    if acts {
        battle.veil(None);
    }
    let veil = battle.veil(None);
    let text = format!("{} is found: {why}", battle.view().unit(unit).name);
    battle.note(Some(side), RuleId::new("CP-12.2"), text);
    for piece in certain {
        place(battle, *piece);
    }
    place_those_seen(battle, unit);
    let text = format!("{} is no longer hidden", battle.view().unit(unit).name);
    battle.mark_unit(unit, &marks::HIDDEN, 0, RuleId::new("CP-12.2"), text);
    battle.veil(veil);
    let places = &battle.resource::<Concealment>().places;
    let own = places.iter().find(|place| place.unit == Some(unit)).map(|place| place.number);
    if let Some(number) = own {
        clear_place(battle, number, "Who was suspected there is found");
    }
}

/// Places the figures of a unit that any enemy sees; a gun comes with its crew.
fn place_those_seen(battle: &mut BattleMut, unit: UnitId) {
    let pieces: Vec<PieceId> = battle.view().present(unit).collect();
    for piece in pieces {
        let view = battle.view();
        if view.conceals(piece) && SkirmishView::of(view).in_sight_of_enemy(piece) {
            place(battle, piece);
        }
    }
}

fn place(battle: &mut BattleMut, piece: PieceId) {
    if battle.view().conceals(piece) && battle.view().in_play(piece) {
        let text = format!("{} is placed", battle.view().piece(piece).name);
        battle.show_piece(piece, RuleId::new("CP-12.2"), text);
    }
}

/// CP-12.2: a figure that shoots is found, unless its weapon is silent and the scenario spares silent weapons
/// (`BeginHidden`).
pub fn by_shooting(battle: &mut BattleMut, shooter: PieceId, silent: bool) {
    let unit = battle.view().unit_of(shooter);
    let spared = silent && SkirmishView::of(battle.view()).settings().core.spotting_rule == SpottingRule::SilentShots;
    if !spared && battle.view().conceals(shooter) {
        let why = format!("{} shoots", battle.view().piece(shooter).name);
        reveal(battle, unit, &[shooter], &why);
    }
}

/// CP-12.2: finds the figures that are about to shoot by an order, before their shots.
pub fn before_shots(battle: &mut BattleMut, order: &Order) {
    for piece in &order.pieces {
        let cp = SkirmishView::of(battle.view());
        let silent = order.target.and_then(|target| cp.ranged_weapon(*piece, cp.view.gap(*piece, target)));
        let silent = silent.is_some_and(|weapon| cp.book.weapon(weapon).silent);
        by_shooting(battle, *piece, silent);
    }
}

/// Logs what `say` logs for the unit's own side alone, if the unit hides.
pub fn of_unit<T>(battle: &mut BattleMut, unit: UnitId, say: impl FnOnce(&mut BattleMut) -> T) -> T {
    let veil = veil_of(battle, unit).or_else(|| battle.resource::<Concealment>().veil);
    let before = battle.veil(veil);
    let said = say(battle);
    battle.veil(before);
    said
}

/// Logs what `say` logs for the figures' own side alone, if any of them is not placed (CP-15.3).
pub fn of_pieces<T>(battle: &mut BattleMut, pieces: &[PieceId], say: impl FnOnce(&mut BattleMut) -> T) -> T {
    let hides = pieces.iter().find(|piece| battle.view().conceals(**piece));
    let veil = hides.map(|piece| battle.view().side_of(*piece));
    let veil = veil.or_else(|| battle.resource::<Concealment>().veil);
    let before = battle.veil(veil);
    let said = say(battle);
    battle.veil(before);
    said
}

/// The side that alone learns what a unit does, if all of the unit hides.
pub fn veil_of(battle: &BattleMut, unit: UnitId) -> Option<SideId> {
    let view = battle.view();
    let hides = view.anybody_hides() && view.unit(unit).pieces.iter().all(|piece| view.conceals(*piece));
    hides.then(|| view.side_of_unit(unit))
}
