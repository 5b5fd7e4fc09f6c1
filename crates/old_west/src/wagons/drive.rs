//! Driving (OW-10.2 to OW-10.7).

use bevy::math::Vec2;
use easy_ext::ext;

use super::{
    overturn,
    state::{Rolling, Wagon},
    way::{Drive, Hazard, Peril},
};
use crate::wagons::{state::WagonsView, way::WayView};
use grapeshot_combat_patrol::{
    cards::decks,
    fire::wounds,
    state::{
        activity,
        sequence_of_play::{FigureAction, SequenceOfPlay},
    },
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    english::{capital, count, inches},
    events::{EventKind, Explained, RuleId},
    forces::UnitId,
    orders::{Leg, Order, Plan, Refusal, VerbId},
    procedure::{Found, plainly},
    shared::refuse,
    table::{
        path,
        position::{Heading, Place},
    },
    turn::BattleMut,
};

/// The driver sets out: the movement of the wagon is drawn.
pub const SET_OUT: VerbId = VerbId::new("set_out");
/// He sets out at a gallop.
pub const WHIP_UP: VerbId = VerbId::new("whip_up");
/// The wagon goes its way.
pub const ROLL: VerbId = VerbId::new("roll");
/// The wagon goes its way and halts at its end.
pub const PULL_UP: VerbId = VerbId::new("pull_up");
/// A standing wagon turns about where it stands.
pub const TURN_ABOUT: VerbId = VerbId::new("turn_about");

/// Questions to the view about drive.
#[ext(DriveView)]
pub impl<'w> SkirmishView<'w> {
    /// The wagon of the unit that acts, which its driver may drive.
    fn coach_in_hand(&self) -> Result<(UnitId, &'w Wagon), Refusal> {
        let unit = self.activation().unit;
        let Some(wagon) = self.coach(unit) else { return refuse("OW-10.1", "There is no wagon to drive") };
        let name = self.name(wagon.body);
        if self.at_the_reins(wagon).is_none() {
            return refuse("OW-10.2", format!("Nobody holds the reins of {name}"));
        }
        if wagon.moved {
            return refuse("OW-10.2", format!("{name} has moved in this activation"));
        }
        if self.draught(wagon).is_none() {
            return refuse("OW-10.8", format!("Nothing draws {name}"));
        }
        if let Some(gun) = wagon.gun.filter(|gun| self.part(*gun) != FigureAction::Stationary) {
            return refuse("OW-6.10", format!("{} has fired in this activation", self.name(gun)));
        }
        if self.activation().pinned {
            return refuse("OW-10.17", format!("{name} does not move in this activation"));
        }
        Ok((unit, wagon))
    }

    /// Whether a driver of the unit that acts could still drive.
    fn could_drive(&self, unit: UnitId, driver: grapeshot_floor::forces::PieceId) -> bool {
        self.coach(unit).is_some_and(|wagon| {
            let free = wagon.drawn.is_some() || self.part(driver) == FigureAction::Stationary;
            self.at_the_reins(wagon) == Some(driver) && free && !wagon.moved && self.draught(wagon).is_some()
        })
    }

    /// OW-10.2: the driver sets out, at a walk or at a gallop, which is his action.
    fn check_set_out(&self, order: &Order) -> Found<(UnitId, bool)> {
        let (unit, wagon) = self.coach_in_hand()?;
        if wagon.drawn.is_some() {
            return refuse("OW-10.2", "Its movement is drawn: say where it goes");
        }
        if let Some(driver) = wagon.driver {
            self.require_stationary(driver)?;
        }
        let gallop = order.verb == WHIP_UP;
        if gallop && wagon.spent {
            return refuse("OW-10.15", "An animal was cut out hurt or dead: it gallops no more");
        }
        if gallop && wagon.reined {
            return refuse("OW-10.13", "The team has only just been reined in");
        }
        let numbers = self.wagon_numbers();
        let cards = if gallop { numbers.gallops } else { numbers.moves };
        let how = if gallop { " at a gallop" } else { "" };
        let text = format!("{} sets out{how}: {}", self.name(wagon.body), count(cards.into(), "movement card"));
        plainly(text, (unit, gallop))
    }

    /// OW-10.3: where the wagon goes.
    fn check_roll(&self, order: &Order) -> Found<(UnitId, Drive, bool)> {
        let (unit, wagon) = self.coach_in_hand()?;
        let Some((allowance, gallop)) = wagon.drawn else {
            return refuse("OW-10.2", "Set out first: its movement is not drawn");
        };
        let halt = order.verb == PULL_UP;
        if halt && gallop {
            return refuse("OW-10.4", "A wagon that gallops cannot halt in the same activation");
        }
        let mut corners = vec![self.axle(wagon).at];
        for leg in &order.path {
            match leg {
                Leg::To(at) => corners.push(*at),
                _ => return refuse("OW-10.3", "Wagons go from point to point"),
            }
        }
        if corners.len() < 2 {
            return refuse("OW-10.3", "Say where it goes");
        }
        let drive = self.plan_drive(wagon, &corners, allowance, gallop)?;
        let moves = self.shown_drive(wagon, &drive, allowance);
        let way = inches(path::length(&drive.way));
        let end = if halt { " and halts" } else { "" };
        let warnings = drive.perils.iter().map(|peril| self.warning(peril)).collect();
        let goes = if gallop { "gallops" } else { "rolls" };
        let summary = format!("{} {goes} {way}{end}", self.name(wagon.body));
        Ok((Plan { summary, moves, warnings, ..Plan::default() }, (unit, drive, halt)))
    }

    fn warning(&self, peril: &Peril) -> String {
        let chance = 100.0 * self.chance_of_holes(self.bog_holes(peril.grade.word().to_lowercase().as_str()) as i8);
        let what = capital(&self.word_of(&peril.what));
        let at = if peril.at > 0.0 { format!("after {}", inches(peril.at)) } else { "at once".to_owned() };
        format!("{what} {at}: a bog check, {chance:.0} % fail (OW-10.7)")
    }

    /// What a wagon must pass, in words.
    fn word_of(&self, hazard: &Hazard) -> String {
        match hazard {
            Hazard::Turn(degrees) => format!("a turn of {:.0} degrees", degrees.abs()),
            Hazard::Obstacle(n) => format!("the {}", path::spoken(&self.view.terrain().obstacles[*n].kind)),
            Hazard::Rough(_) => "rough ground".to_owned(),
        }
    }

    /// OW-10.3: a standing wagon turns about in place, which takes its whole activation.
    fn check_turn_about(&self, order: &Order) -> Found<(UnitId, Heading)> {
        let (unit, wagon) = self.coach_in_hand()?;
        if wagon.rolling != Rolling::Stopped || wagon.drawn.is_some() {
            return refuse("OW-10.3", "Only a standing wagon turns about");
        }
        if let Some(driver) = wagon.driver {
            self.require_stationary(driver)?;
        }
        let Some(heading) = order.heading else { return refuse("OW-10.3", "Say which way to turn") };
        let axle = Place { facing: heading.normalized(), ..self.axle(wagon) };
        if !self.coach_fits(wagon, axle) {
            return refuse("OW-10.3", "There is no room to turn");
        }
        plainly(format!("{} turns about", self.name(wagon.body)), (unit, heading.normalized()))
    }
}

/// OW-10.2: the movement of the wagon is drawn.
pub fn resolve_set_out(battle: &mut BattleMut, book: &BookData, order: &Order, (unit, gallop): (UnitId, bool)) {
    let cp = SkirmishView { view: battle.view(), book };
    let Some(wagon) = cp.coach(unit).cloned() else { return };
    let how = if gallop { " at a gallop" } else { "" };
    let text = format!("{} sets out{how}", cp.name(wagon.body));
    let numbers = *cp.wagon_numbers();
    battle.note(Some(order.side), RuleId::new("OW-10.2"), text);
    let cards = if gallop { numbers.gallops } else { numbers.moves };
    let inches = draw(battle, book, unit, cards);
    let rate = SkirmishView { view: battle.view(), book }.draught(&wagon).unwrap_or_default();
    battle.unit_mut::<Wagon>(unit).drawn = Some((inches * rate, gallop));
    if let Some(driver) = wagon.driver {
        activity::done(battle, driver);
    }
}

/// Draws movement for a wagon.
pub fn draw(battle: &mut BattleMut, book: &BookData, unit: UnitId, cards: u8) -> f32 {
    let side = battle.view().side_of_unit(unit);
    let mut sum = 0.0;
    for _ in 0..cards {
        let card = decks::draw(battle, book, side, &["move"], RuleId::new("OW-10.2"), |card| {
            format!("Movement: {}", inches(card.inches.into()))
        });
        sum += f32::from(card.inches);
    }
    sum
}

/// OW-10.4: the wagon goes its way, and rolls on, gallops or stands.
pub fn resolve_roll(
    battle: &mut BattleMut,
    book: &BookData,
    order: &Order,
    (unit, drive, halt): (UnitId, Drive, bool),
) {
    let Some(wagon) = SkirmishView { view: battle.view(), book }.coach(unit).cloned() else { return };
    let gallop = wagon.drawn.is_some_and(|(_, gallop)| gallop);
    let goes = match (gallop, halt) {
        (true, _) => "gallops on",
        (false, true) => "rolls to a halt",
        (false, false) => "rolls on",
    };
    let text = format!("{} {goes}", battle.view().piece(wagon.body).name);
    battle.note(Some(order.side), RuleId::new("OW-10.2"), text);
    let passed = run(battle, book, unit, &drive, false);
    let mut wagon = battle.unit_mut::<Wagon>(unit);
    (wagon.drawn, wagon.moved) = (None, true);
    wagon.rolling = match (passed, gallop, halt) {
        (false, ..) | (true, false, true) => Rolling::Stopped,
        (true, true, _) => Rolling::Galloping,
        (true, false, false) => Rolling::Rolling,
    };
}

/// OW-10.5, OW-10.7: a wagon goes along a way and takes its checks there. Gives whether it came through; one that runs
/// away overturns if it fails.
pub fn run(battle: &mut BattleMut, book: &BookData, unit: UnitId, drive: &Drive, runaway: bool) -> bool {
    let total = path::length(&drive.way);
    for peril in &drive.perils {
        if check(battle, book, unit, peril) {
            continue;
        }
        let stop = match peril.what {
            Hazard::Rough(at) => at,
            Hazard::Obstacle(_) if runaway => (peril.at + 0.5).min(total),
            Hazard::Obstacle(_) => before_obstacle(battle, unit, peril.at),
            Hazard::Turn(_) => peril.at,
        };
        let share = if total > 0.0 { (stop / total).clamp(0.0, 1.0) } else { 0.0 };
        move_along(battle, unit, &path::part_of(&drive.way, share));
        if runaway {
            overturn::overturn(battle, book, unit);
        }
        return false;
    }
    move_along(battle, unit, &drive.way);
    true
}

/// OW-10.7: where a wagon stops before an obstacle: its team does not reach it.
fn before_obstacle(battle: &BattleMut, unit: UnitId, at: f32) -> f32 {
    let cp = SkirmishView::of(battle.view());
    let ahead = cp.coach(unit).map_or(0.0, |wagon| {
        let kind = cp.coach_kind(wagon);
        kind.body.0 - cp.wagon_numbers().axle + wagon.team.map_or(0.0, |_| kind.team.0)
    });
    (at - ahead).max(0.0)
}

/// CP-5.10: one check; gives whether the wagon passes.
fn check(battle: &mut BattleMut, book: &BookData, unit: UnitId, peril: &Peril) -> bool {
    let cp = SkirmishView { view: battle.view(), book };
    let needed = cp.bog_holes(peril.grade.word().to_lowercase().as_str());
    let (side, name, what) = (cp.view.side_of_unit(unit), cp.unit_name(unit).to_owned(), cp.word_of(&peril.what));
    let chance = cp.chance_of_holes(needed as i8);
    let (card, drawn) = decks::take(battle, book, side, &["holes", "ooa"]);
    let bogged = !card.ooa && card.holes >= needed;
    let came = if bogged { "it fails" } else { "it comes through" };
    let text = format!("{name} at {what}: the card shows {}, {needed} fail: {came}", count(card.holes.into(), "hole"));
    battle.note(Some(side), RuleId::new("OW-10.7"), text);
    battle.trial("To get through at speed", 1.0 - chance, usize::from(!bogged), 1);
    decks::show(battle, drawn, RuleId::new("CP-5.10"), format!("Bog check: card {}", card.id));
    !bogged
}

/// The pieces of a wagon go along a way of its rear axle.
pub fn move_along(battle: &mut BattleMut, unit: UnitId, way: &[Vec2]) {
    let cp = SkirmishView::of(battle.view());
    let Some(wagon) = cp.coach(unit).cloned() else { return };
    let axle = cp.axle(&wagon);
    let Some(at) = way.last().copied().filter(|_| path::length(way) > 1e-3) else { return };
    let end = Place { at, facing: super::way::heading_at_end(axle.facing, way), floor: 0 };
    for (piece, place) in cp.coach_at(&wagon, end) {
        let view = battle.view();
        let from = view.place(piece).at;
        let mut corners: Vec<Vec2> = way.iter().map(|at| from + (*at - axle.at)).collect();
        if let Some(last) = corners.last_mut() {
            *last = place.at;
        }
        // One line tells of all that goes with the body.
        let text = match piece == wagon.body {
            true => format!("{} goes {}", view.piece(piece).name, inches(path::length(way))),
            false => String::new(),
        };
        battle.move_piece(piece, corners, place, RuleId::new("OW-10.3"), text);
    }
    wounds::moved(battle, &[wagon.body]);
}

/// OW-10.3: the wagon stands the other way.
pub fn resolve_turn_about(battle: &mut BattleMut, _: &BookData, order: &Order, (unit, heading): (UnitId, Heading)) {
    let cp = SkirmishView::of(battle.view());
    let Some(wagon) = cp.coach(unit).cloned() else { return };
    let axle = Place { facing: heading, ..cp.axle(&wagon) };
    let text = format!("{} turns about", cp.name(wagon.body));
    let places = cp.coach_at(&wagon, axle);
    battle.log(Some(order.side), EventKind::Note, RuleId::new("OW-10.3"), text, Explained::default());
    for (piece, place) in places {
        let from = battle.view().place(piece).at;
        battle.move_piece(piece, vec![from, place.at], place, RuleId::new("OW-10.3"), "");
    }
    wounds::moved(battle, &[wagon.body]);
    battle.unit_mut::<Wagon>(unit).moved = true;
    if let Some(driver) = wagon.driver {
        activity::done(battle, driver);
    }
}

/// What was drawn and done in an activation is over with it.
pub fn forget(battle: &mut BattleMut) {
    let Some(unit) = battle.resource::<SequenceOfPlay>().activation.as_ref().map(|acts| acts.unit) else { return };
    let Some(wagon) = SkirmishView::of(battle.view()).coach(unit).cloned() else { return };
    // OW-10.4: a wagon that did not move stands; OW-10.17: one whose driver was stunned coasts on.
    let cp = SkirmishView::of(battle.view());
    let rested = !wagon.moved && wagon.rolling != Rolling::Runaway && cp.at_the_reins(&wagon).is_some();
    let rolling = if rested { Rolling::Stopped } else { wagon.rolling };
    let now = Wagon { drawn: None, moved: false, reined: false, rolling, ..wagon.clone() };
    if now != wagon {
        *battle.unit_mut::<Wagon>(unit) = now;
    }
}
