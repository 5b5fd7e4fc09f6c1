//! Indirect fire from beyond the table (CP-8.5), which lands when the Artillery card is drawn (CP-2.9).

use bevy::{ecs::resource::Resource, math::Vec2};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::burst::{self, Blast, Shelter};
use crate::{
    book::{action_card::Burst, grade::Grade},
    cards::decks,
    fire::shooting,
    orders::aim::PointOrPiece,
    state::sequence_of_play::{Activation, FigureAction},
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    events::{EventKind, Explained, RuleId},
    forces::{Edge, PieceId, SideId, UnitEntry, UnitId},
    orders::{Odds, Order, Plan, Refusal},
    procedure::Found,
    shared::refuse,
    table::{
        footprint::{Footprint, Outline},
        position::Place,
        sight,
    },
    turn::BattleMut,
};

/// A mission that was called and has not landed yet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// The side that called it.
    pub side: SideId,
    /// The unit of the observer.
    pub unit: UnitId,
    /// The observer's Accuracy when he called.
    pub accuracy: Grade,
    /// The point on which it lands, in inches.
    pub point: Vec2,
    /// The template in which it bursts.
    pub burst: Burst,
}

/// The missions of guns beyond the table that are still to be fired.
#[derive(Resource, Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Missions {
    /// Missions that each unit may still call, and their template.
    pub left: Vec<(UnitId, u8, Burst)>,
    /// Missions called, in order.
    pub called: Vec<Call>,
}

/// The sizes of bursts, by their words.
pub const SIZES: [(&str, Burst); 3] = [("small", Burst::Small), ("medium", Burst::Medium), ("large", Burst::Large)];

/// A size of burst by its word.
pub fn size(word: Option<&SmolStr>) -> Option<Burst> {
    SIZES.iter().find(|(known, _)| word.is_some_and(|word| word == known)).map(|(_, size)| *size)
}

/// Notes the missions that the scenario gives its units.
pub fn open(battle: &mut BattleMut) {
    let view = battle.view();
    let given = view.units().filter_map(|unit| {
        let values = &view.unit_part::<UnitEntry>(unit).values;
        let count = values.number("missions").filter(|count| *count > 0.0)?;
        Some((unit, count as u8, size(values.word("mission_burst")).unwrap_or(Burst::Medium)))
    });
    let left = given.collect();
    *battle.resource_mut::<Missions>() = Missions { left, called: Vec::new() };
}

impl<'w> SkirmishView<'w> {
    /// CP-8.5: the missions that a unit may still call, and their template.
    pub fn missions_of(&self, unit: UnitId) -> Option<(u8, Burst)> {
        let missions = self.view.resource::<Missions>();
        missions
            .left
            .iter()
            .find(|(known, count, _)| *known == unit && *count > 0)
            .map(|(_, count, size)| (*count, *size))
    }

    /// CP-8.5: the column of a mission: the observer's Accuracy at long range.
    pub fn mission_column(&self, accuracy: Grade) -> Explained {
        let numbers = self.numbers();
        let start = f32::from(numbers.start_column.of(accuracy));
        let mut column = Explained::base("CP-8.5", format!("{accuracy} observer"), start);
        column.add("CP-8.5", "always at long range", f32::from(numbers.shifts.long));
        column
    }

    /// CP-8.5: the factor on the deviation of a mission that misses.
    fn indirect_factor(&self) -> f32 {
        self.settings().core.indirect_deviation_factor
    }

    /// CP-8.5: the point that an observer names, if he sees it.
    fn observed(&self, man: PieceId, order: &Order) -> Result<Vec2, Refusal> {
        let place = self.view.place(man);
        let (point, seen) = match PointOrPiece::of(order, "CP-8.5")? {
            PointOrPiece::Piece(piece) => (self.view.place(piece).at, self.view.outline(piece)),
            PointOrPiece::Point(at) => {
                let footprint = Footprint::Circle { diameter: 0.1 };
                (at, Outline { footprint, place: Place { at, ..place } })
            }
        };
        if !self.view.ground().on_table(point) {
            return refuse("CP-8.5", "That point is not on the table");
        }
        if !sight::is_seen(self.view.ground(), self.sight_rule(), &self.view.outline(man), &seen) {
            return refuse("CP-8.5", format!("{} does not see that point", self.name(man)));
        }
        Ok(point)
    }

    /// CP-8.5: an observer calls a mission down on a point that he sees.
    ///
    /// # Errors
    /// If the order does not name one observer, if his unit has no mission left, if he is stunned or has used his
    /// action, or if he does not see the point.
    pub fn check_call(&self, order: &Order, activation: &Activation) -> Found<Call> {
        let [man] = *order.pieces.as_slice() else { return refuse("CP-8.5", "Name one observer") };
        let name = self.name(man);
        let Some((left, size)) = self.missions_of(activation.unit) else {
            return refuse("CP-8.5", format!("{} has no mission left to call", self.unit_name(activation.unit)));
        };
        self.require_unstunned(man)?;
        if self.part(man) != FigureAction::Stationary {
            return refuse("CP-2.12", format!("{name} has moved or used its action"));
        }
        let point = self.observed(man, order)?;
        let (side, unit, accuracy) = (order.side, activation.unit, self.soldier(man).accuracy);
        let column = self.mission_column(accuracy);
        let holes = (column.total() as i8).max(1);
        let template = self.round_template(size, point);
        let friends = self.men_under(&template, point).into_iter().filter(|it| self.view.side_of(*it) == order.side);
        let warnings = match friends.count() {
            0 => Vec::new(),
            n => vec![format!("{n} of your own men are under it (CP-8.2)")],
        };
        let odds = Odds {
            label: "The guns beyond the table at the point".into(),
            explained: column,
            needs: format!("{}, or it deviates", shooting::needs(holes)),
            chance: self.chance_of_holes(holes),
            then: vec![("It lands when the Artillery card is drawn".into(), RuleId::new("CP-2.9"))],
        };
        let summary = format!("{name} calls a mission, {} more after it", left - 1);
        let call = Call { side, unit, accuracy, point, burst: size };
        Ok((Plan { summary, odds: vec![odds], templates: vec![template], warnings, ..Plan::default() }, call))
    }
}

/// CP-2.9: lands the missions that were called, in that order, when the Artillery card is drawn.
pub fn land(battle: &mut BattleMut, book: &BookData) {
    let called = std::mem::take(&mut battle.resource_mut::<Missions>().called);
    for call in called {
        let cp = SkirmishView { view: battle.view(), book };
        let column = cp.mission_column(call.accuracy);
        let (holes, factor) = ((column.total() as i8).max(1), cp.indirect_factor());
        let chance = cp.chance_of_holes(holes);
        let from = behind_own_edge(&cp, call.side, call.point);
        let (card, drawn) = decks::take(battle, book, call.side, &["holes", "ooa"]);
        let hit = !card.ooa && card.holes as i8 >= holes;
        let result = if hit { "on the point" } else { "it deviates" };
        let text =
            format!("A mission of {} lands: {}: {result}", name(battle, call.unit), shooting::shows(holes, card));
        battle.log(Some(call.side), EventKind::Note, RuleId::new("CP-2.9"), text, column);
        battle.trial("To hit a point", chance, usize::from(hit), 1);
        decks::show(battle, drawn, RuleId::new("CP-8.5"), format!("To hit: card {}", card.id));
        let at = match hit {
            true => call.point,
            false => burst::deviated(from, call.point, burst::deviation(battle, book, call.side, factor)),
        };
        let template = SkirmishView { view: battle.view(), book }.round_template(call.burst, at);
        let blast = Blast {
            by: call.side,
            from: None,
            at,
            template,
            icon: call.burst,
            shelter: Shelter::From(at),
            rule: RuleId::new("CP-8.5"),
        };
        burst::blast(battle, book, &blast, &|_, _| true);
    }
}

fn name(battle: &BattleMut, unit: UnitId) -> String {
    battle.view().unit(unit).name.clone()
}

/// The point behind their side's own edge from which guns beyond the table fire, straight over it.
fn behind_own_edge(cp: &SkirmishView, side: SideId, point: Vec2) -> Vec2 {
    let size = cp.view.terrain().size;
    match cp.view.side_named(side).own_edge {
        Edge::West => Vec2::new(-size.x, point.y),
        Edge::East => Vec2::new(2.0 * size.x, point.y),
        Edge::South => Vec2::new(point.x, -size.y),
        Edge::North => Vec2::new(point.x, 2.0 * size.y),
    }
}
