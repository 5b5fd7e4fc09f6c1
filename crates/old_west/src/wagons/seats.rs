//! Boarding, getting down, taking the reins (OW-10.9, OW-10.14).

use super::state::{Aboard, Rolling, Seat, Wagon};
use crate::wagons::state::WagonsView;
use easy_ext::ext;
use grapeshot_combat_patrol::{
    book::profile::Section,
    fire::wounds,
    state::{activity, sequence_of_play::FigureAction},
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    english::does,
    events::RuleId,
    forces::{PieceId, UnitEntry, UnitId},
    orders::{Order, VerbId},
    procedure::{Found, plainly},
    shared::refuse,
    table::{footprint::Outline, position::Place},
    turn::BattleMut,
};

/// Figures board a wagon.
pub const BOARD: VerbId = VerbId::new("board_wagon");
/// Figures get down from a wagon.
pub const GET_DOWN: VerbId = VerbId::new("get_down");
/// A passenger takes the reins.
pub const TAKE_REINS: VerbId = VerbId::new("take_reins");
/// The rule of passengers.
const ABOARD: &str = "OW-10.9";
/// The rule of new drivers.
const REINS: &str = "OW-10.14";
/// How far from a wagon a figure stands that got down, in inches.
const CLEAR: f32 = 0.1;
/// Steps along a wagon in which a place beside it is looked for, in inches.
const STEP: f32 = 0.5;

/// Questions to the view about seats.
#[ext(SeatsView)]
pub impl<'w> SkirmishView<'w> {
    /// OW-10.9: the seats of a wagon on which nobody sits, the driver's left out.
    fn free_seats(&self, wagon: &Wagon) -> Vec<u8> {
        let taken: Vec<u8> = self.passengers(wagon).map(|(number, _)| number).collect();
        (1..self.coach_kind(wagon).seats).filter(|number| !taken.contains(number)).collect()
    }

    /// Whether a figure of the unit that acts could do something on foot now.
    fn is_free_afoot(&self, piece: PieceId) -> bool {
        self.part(piece) == FigureAction::Stationary
            && !self.stunned(piece)
            && !self.mounted(piece)
            && self.carriage(piece).is_none()
    }

    /// OW-10.9: whether a figure of the unit that acts stands beside a wagon that it may board.
    fn could_board(&self, piece: PieceId) -> bool {
        let side = self.view.side_of(piece);
        let room = |unit: UnitId, wagon: &Wagon| {
            !self.view.is_enemy_unit(unit, side)
                && !wagon.overturned
                && wagon.rolling == Rolling::Stopped
                && self.is_beside(piece, wagon.body)
                && !self.free_seats(wagon).is_empty()
        };
        self.is_free_afoot(piece) && self.coaches().any(|(unit, wagon)| room(unit, wagon))
    }

    /// OW-10.9, OW-10.14: whether a figure on board may get down or take the reins.
    fn could_leave_its_seat(&self, piece: PieceId) -> bool {
        let sits = self.carriage(piece).is_some() && self.part(piece) == FigureAction::Stationary;
        let slow = |wagon: &Wagon| matches!(wagon.rolling, Rolling::Stopped | Rolling::Rolling);
        let free = |wagon: &Wagon| slow(wagon) || self.driver_of(wagon).is_none();
        sits && !self.stunned(piece) && self.coach_of(piece).is_some_and(free)
    }

    /// The driver of a wagon, as long as he is on the table.
    fn driver_of(&self, wagon: &Wagon) -> Option<PieceId> {
        wagon.driver.filter(|driver| self.view.in_play(*driver))
    }

    /// OW-10.9: figures board a wagon: each takes a seat.
    fn check_board(&self, order: &Order) -> Found<(UnitId, Vec<u8>)> {
        let named = order.target.and_then(|target| Some((self.coach_of(target)?, target)));
        let Some((wagon, _)) = named else { return refuse(ABOARD, "Name the wagon to board") };
        let (unit, name) = (self.view.unit_of(wagon.body), self.name(wagon.body));
        if self.view.is_enemy_unit(unit, order.side) {
            return refuse(ABOARD, format!("{name} is the enemy's"));
        }
        if wagon.overturned {
            return refuse("OW-10.12", format!("{name} lies on its side"));
        }
        if wagon.rolling != Rolling::Stopped || wagon.moved {
            return refuse(ABOARD, "The wagon must be at a stop to board");
        }
        for piece in &order.pieces {
            let who = self.name(*piece);
            self.require_stationary(*piece)?;
            self.require_unstunned(*piece)?;
            if self.carriage(*piece).is_some() {
                return refuse(ABOARD, format!("{who} sits on a wagon"));
            }
            if self.mounted(*piece) {
                return refuse(ABOARD, format!("{who} must dismount first: nobody boards from the saddle"));
            }
            if !self.is_beside(*piece, wagon.body) {
                return refuse(ABOARD, format!("{who} is not beside {name}"));
            }
        }
        let mut seats = self.free_seats(wagon);
        if seats.len() < order.pieces.len() {
            let left = seats.len();
            return refuse(ABOARD, format!("{name} has {}", grapeshot_floor::english::count(left, "free seat")));
        }
        seats.truncate(order.pieces.len());
        let who = does(order.pieces.len(), "figure", "boards", "board");
        plainly(format!("{who} {name}"), (unit, seats))
    }

    /// OW-10.9: figures get down; each stands beside the wagon.
    fn check_get_down(&self, order: &Order) -> Found<Vec<Place>> {
        let mut places: Vec<Place> = Vec::new();
        for piece in &order.pieces {
            let who = self.name(*piece);
            self.require_stationary(*piece)?;
            self.require_unstunned(*piece)?;
            let Some(wagon) = self.coach_of(*piece).filter(|_| self.is_man(*piece)) else {
                return refuse(ABOARD, format!("{who} sits on no wagon"));
            };
            match wagon.rolling {
                Rolling::Galloping => return refuse(ABOARD, format!("{who} cannot get down at a gallop")),
                Rolling::Runaway => return refuse(ABOARD, format!("{who} cannot get down: the team runs away")),
                Rolling::Stopped | Rolling::Rolling => {}
            }
            match self.place_beside(*piece, wagon, &places) {
                Some(place) => places.push(place),
                None => return refuse(ABOARD, format!("{who} has no room to get down")),
            }
        }
        plainly(does(order.pieces.len(), "figure", "gets down", "get down"), places)
    }

    /// OW-10.9: the free place beside a wagon that is nearest to a figure's seat; others take some.
    fn place_beside(&self, piece: PieceId, wagon: &Wagon, taken: &[Place]) -> Option<Place> {
        let (seat, body) = (self.view.place(piece), self.view.outline(wagon.body));
        let foot = wounds::afoot(&self.settings().core);
        let (along, across) = (body.footprint.half_depth(), body.footprint.half_width());
        let out = foot.reach() + CLEAR;
        let frame = body.place.frame(seat.at);
        let own = if frame.x < 0.0 { -1.0 } else { 1.0 };
        let steps = (2.0 * along / STEP) as u8;
        let mut spots: Vec<(f32, f32)> = Vec::new();
        for side in [own, -own] {
            let at = |n: u8| (f32::from(n) * STEP - along, side * (across + out));
            let mut of_side: Vec<(f32, f32)> = (0..=steps).map(at).collect();
            of_side.insert(0, (frame.y, side * (across + out)));
            of_side.sort_by(|a, b| (a.0 - frame.y).abs().total_cmp(&(b.0 - frame.y).abs()));
            spots.extend(of_side);
        }
        spots.push((-along - out, 0.0));
        let ground = self.view.ground();
        let places =
            spots.into_iter().map(|(ahead, right)| Place { at: body.place.offset(ahead, right), ..body.place });
        { places }.find(|place| {
            let outline = Outline { footprint: foot, place: *place };
            let other = |there: &Place| outline.overlap(&Outline { footprint: foot, place: *there }) <= 0.0;
            ground.on_table(place.at)
                && taken.iter().all(other)
                && !self.lies_on_another(&outline, &[piece])
                && self.across_a_wall(&outline).is_none()
                && ground.obstacles_crossed(seat.at, place.at).is_empty()
                && !self.too_near_an_enemy(piece, &outline, &[])
        })
    }

    /// OW-10.14: a passenger takes the reins.
    fn check_take_reins(&self, order: &Order) -> Found<UnitId> {
        let [piece] = *order.pieces.as_slice() else { return refuse(REINS, "Name one figure") };
        let who = self.name(piece);
        self.require_stationary(piece)?;
        self.require_unstunned(piece)?;
        let Some(wagon) = self.seat_of(piece).and_then(|seat| self.coach(seat.wagon)) else {
            return refuse(REINS, format!("{who} is no passenger"));
        };
        let unit = self.view.unit_of(wagon.body);
        if let Some(driver) = self.driver_of(wagon) {
            return refuse(REINS, format!("{} holds the reins", self.name(driver)));
        }
        if self.view.side_of_unit(unit) != order.side {
            return refuse(REINS, format!("{} is not of his side", self.name(wagon.body)));
        }
        plainly(format!("{who} takes the reins of {}", self.name(wagon.body)), unit)
    }
}

/// OW-10.9: they sit in their seats.
pub fn resolve_board(battle: &mut BattleMut, _: &BookData, order: &Order, (unit, seats): (UnitId, Vec<u8>)) {
    for (piece, number) in order.pieces.iter().zip(seats) {
        let cp = SkirmishView::of(battle.view());
        let Some(wagon) = cp.coach(unit) else { return };
        let text = format!("{} boards {}", cp.name(*piece), cp.name(wagon.body));
        let seated = cp.wagon_numbers().seated();
        battle.note(Some(order.side), RuleId::new(ABOARD), text);
        battle.add_piece_part(*piece, Aboard(Some(Seat { wagon: unit, number })));
        let place = SkirmishView::of(battle.view()).seated_place(*piece);
        let text = format!("{} sits down", battle.view().piece(*piece).name);
        battle.reshape_piece(*piece, seated, place, RuleId::new(ABOARD), text);
        activity::done(battle, *piece);
    }
}

/// Questions to the view about seats.
#[ext(SeatedView)]
pub impl SkirmishView<'_> {
    /// Where somebody on board of a wagon sits, as that stands.
    fn seated_place(&self, piece: PieceId) -> Place {
        let wagon = self.coach_of(piece);
        let seats = wagon.map(|wagon| self.coach_at(wagon, self.axle(wagon))).unwrap_or_default();
        let own = seats.into_iter().find(|(known, _)| *known == piece);
        own.map_or(self.view.place(piece), |(_, place)| place)
    }
}

/// OW-10.9: they stand beside the wagon.
pub fn resolve_get_down(battle: &mut BattleMut, _: &BookData, order: &Order, places: Vec<Place>) {
    for (piece, place) in order.pieces.iter().zip(places) {
        let text = format!("{} gets down", battle.view().piece(*piece).name);
        battle.note(Some(order.side), RuleId::new(ABOARD), text);
        activity::done(battle, *piece);
        alight(battle, *piece, place, ABOARD);
    }
}

/// Somebody leaves his seat and stands on foot at a place.
pub fn alight(battle: &mut BattleMut, piece: PieceId, place: Place, rule: &'static str) {
    let cp = SkirmishView::of(battle.view());
    let foot = wounds::afoot(&cp.settings().core);
    let text = format!("{} stands beside the wagon", cp.name(piece));
    let driven = cp.coach_of(piece).filter(|wagon| wagon.driver == Some(piece)).map(|wagon| wagon.body);
    if let Some(body) = driven {
        let unit = battle.view().unit_of(body);
        battle.unit_mut::<Wagon>(unit).driver = None;
    }
    battle.add_piece_part(piece, Aboard(None));
    battle.reshape_piece(piece, foot, place, RuleId::new(rule), text);
}

/// OW-10.14: he is the driver from now on: one of the wagon's unit, which has his Guts.
pub fn resolve_take_reins(battle: &mut BattleMut, _: &BookData, order: &Order, unit: UnitId) {
    let piece = order.pieces[0];
    let cp = SkirmishView::of(battle.view());
    let from = cp.view.unit_of(piece);
    let guts = cp.hero(piece).map_or(cp.section(from).guts, |hero| hero.guts);
    let name = cp.name(piece).to_owned();
    activity::done(battle, piece);
    battle.note(Some(order.side), RuleId::new(REINS), format!("{name} takes the reins"));
    wounds::lose_leader(battle, from, piece);
    battle.join_unit(piece, unit, RuleId::new(REINS), format!("{name} drives from now on"));
    battle.unit_mut::<Section>(unit).guts = guts;
    battle.add_piece_part(piece, Aboard(None));
    battle.unit_mut::<Wagon>(unit).driver = Some(piece);
    let place = SkirmishView::of(battle.view()).seated_place(piece);
    let text = format!("{name} sits on the box");
    let from = battle.view().place(piece).at;
    battle.move_piece(piece, vec![from, place.at], place, RuleId::new(REINS), text);
}

/// Seats those who begin the battle on board: the crew of a wagon's Gatling, and the passengers that the scenario names.
pub fn seat_all(battle: &mut BattleMut) {
    let view = battle.view();
    let cp = SkirmishView::of(view);
    let mut seated: Vec<(PieceId, Seat)> = Vec::new();
    for unit in view.unit_ids() {
        let own = cp.coach(unit).map(|_| unit);
        let named = view.unit_part::<UnitEntry>(unit).values.word(super::problems::ON_BOARD).cloned();
        let by_key = |key: &str| view.unit_ids().find(|other| view.unit(*other).key == key);
        let Some(wagon) = own.or_else(|| named.and_then(|key| by_key(&key))) else { continue };
        let Some(coach) = cp.coach(wagon) else { continue };
        for man in cp.men(unit).filter(|man| coach.driver != Some(*man)) {
            let number = 1 + seated.iter().filter(|(_, seat)| seat.wagon == wagon).count() as u8;
            seated.push((man, Seat { wagon, number }));
        }
    }
    let base = cp.wagon_numbers().seated();
    for (piece, seat) in seated {
        battle.add_piece_part(piece, Aboard(Some(seat)));
        *battle.piece_mut::<grapeshot_floor::table::footprint::Footprint>(piece) = base;
        let place = SkirmishView::of(battle.view()).seated_place(piece);
        battle.suppose(&[(piece, place)]);
    }
}
