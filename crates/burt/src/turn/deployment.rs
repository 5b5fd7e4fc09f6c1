//! Set-up in zones, before the battle: the sides place one unit in turn (SB-2.4).

use bevy::math::Vec2;

use super::steps::{both_ready, phase};
use crate::{
    book::{
        army_list::usual,
        bases::{self, array_named},
        values::{Array, Troops},
        verbs,
    },
    evaluation::family::{Chapter, Handler, Question},
    state::{
        orders::planned,
        phase::Phase,
        pose::Pose,
        sequence_of_play::{SequenceOfPlay, Step},
        view::BurtView,
    },
};
use grapeshot_floor::{
    events::{Explained, RuleId},
    forces::{SideId, UnitId},
    orders::{ArgumentKind as A, Leg, Order, Plan, Verb},
    procedure::{Found, plainly},
    shared::{formed::block, refuse},
    table::measure::{distance_to_edge, inside},
    turn::{Ask, Awaiting, BattleMut, Deployment, Zone},
};

/// Where an order puts a unit before the battle.
#[derive(Debug, Clone, PartialEq)]
struct Placement {
    unit: UnitId,
    pose: Pose,
}

/// The chapter of set-up.
pub fn chapter() -> Chapter {
    let mut chapter = Chapter::new("set-up");
    chapter.verbs = vec![
        Verb::new(verbs::PLACE, "Place", "Place a unit anywhere in its zone", 'P', "SB-2.4")
            .needs(&[A::Pieces, A::Place])
            .takes(&[A::Heading, A::Formation]),
    ];
    let deploy = Phase::At(Step::Deploy);
    chapter.handlers = vec![
        Handler::new(verbs::PLACE, |burt, order| burt.check_place(order), resolve_place),
        Handler::new(verbs::READY, |_, _| plainly("All others stand where the scenario puts them", ()), resolve_ready)
            .during([deploy]),
    ];
    chapter.questions = vec![Question::new(
        deploy,
        ("deploy", "a side sets up in its zone", "SB-2.4"),
        |burt, _| burt.ask_deploy(),
        |_, ask| vec![(Order::new(ask.side, &verbs::READY), Explained::default())],
    )];
    chapter.phases = vec![phase(deploy, "wait_for_places", |battle| both_ready(battle, |_| {}))];
    chapter
}

impl BurtView<'_> {
    /// The zone in which a side sets up; none if its units stand where the scenario puts them.
    fn zone_of_side(&self, side: SideId) -> Option<&Zone> {
        self.view.resource::<Deployment>().0.iter().find(|zone| zone.side == side)
    }

    /// The units and commanders of a side that are still to be placed.
    fn unplaced(&self, side: SideId) -> Vec<UnitId> {
        if self.zone_of_side(side).is_none() || self.play().ready[side.index().min(1)] {
            return Vec::new();
        }
        let yet = |unit: &UnitId| self.side(*unit) == side && self.present(*unit) && !self.play().placed.contains(unit);
        self.view.units().filter(yet).collect()
    }

    /// Whether a side has anything to place.
    pub fn sets_up(&self, side: SideId) -> bool {
        !self.unplaced(side).is_empty()
    }

    /// The question for the next unit to place, to the side that acts.
    fn ask_deploy(&self) -> Awaiting {
        let side = self.play().acting;
        let units = self.unplaced(side);
        let question = format!("The {} place their next unit", self.view.side_named(side).short);
        let ask = Ask::new("deploy", side, "SB-2.4", question, [verbs::PLACE, verbs::READY])
            .pick(units.into_iter().map(|unit| self.piece(unit)))
            .go_on(verbs::READY);
        Awaiting::one(ask)
    }

    /// Whether a unit may be placed where it is ordered.
    ///
    /// # Errors
    /// Why it may not.
    fn check_place(&self, order: &Order) -> Found<Placement> {
        let unit = self.one_unit(order)?;
        let name = self.name(unit);
        if !self.unplaced(order.side).contains(&unit) {
            return refuse("SB-2.4", format!("{name} stands already"));
        }
        let [Leg::To(at)] = order.path[..] else { return refuse("SB-2.4", "Name the place") };
        let facing = order.heading.unwrap_or(self.outline(unit).place.facing).normalized();
        let houses = &self.view.terrain().buildings;
        let house = houses.iter().position(|house| inside(at, &house.outline));
        let pose = match (self.troops(unit), house) {
            (Some(_), Some(index)) => {
                if let Err(why) = self.may_occupy(unit, index) {
                    return refuse("SB-4.9", format!("{name}: {why}"));
                }
                Pose { block: block::garrison(&houses[index], facing), array: Array::House(index), cost: 0.0 }
            }
            (None, _) => {
                let (width, depth) = self.numbers().staff_base;
                let block = block::by_front(at, facing, width, depth);
                Pose { block, array: Array::Ranks(1), cost: 0.0 }
            }
            (Some(values), None) => {
                let bases = self.bases(unit);
                let array = match (&order.formation, values.array) {
                    (Some(word), _) => array_named(word, values.arm, bases),
                    // The unit comes out of the building in which the scenario puts it.
                    (None, Array::House(_)) => array_named(usual(values.arm), values.arm, bases),
                    (None, array) => Some(array),
                };
                let array = array.filter(|array| !matches!(array, Array::House(_)));
                let measures = array.and_then(|array| {
                    bases::measures(self.book, self.row(unit), array, bases).map(|size| (array, size))
                });
                let Some((array, (width, depth))) = measures else {
                    return refuse("SB-5.1", format!("{name} cannot stand like that"));
                };
                Pose { block: block::by_front(at, facing, width, depth), array, cost: 0.0 }
            }
        };
        let Some(zone) = self.zone_of_side(order.side) else {
            return refuse("SB-2.4", "This side has no zone: its units stand where the scenario puts them");
        };
        let within = |corner: &Vec2| {
            inside(*corner, &zone.outline) || distance_to_edge(*corner, &zone.outline) <= self.numbers().tolerance
        };
        if !pose.block.corners().iter().all(within) {
            return refuse("SB-2.4", format!("{name} would stand outside the zone"));
        }
        let mut others = self.units().filter(|other| *other != unit);
        if self.troops(unit).is_some()
            && let Some(other) =
                others.find(|other| pose.block.overlap(&self.outline(*other)) > self.numbers().tolerance)
        {
            return refuse("SB-4.11", format!("No room for the unit here: {} stands there", self.name(other)));
        }
        let beside = !matches!(pose.array, Array::House(_));
        if beside && houses.iter().any(|house| block::overlaps(&pose.block, &house.outline)) {
            return refuse("SB-4.9", format!("{name} cannot stand on a building"));
        }
        let shape = self.troops(unit).map(|values| pose.shape(values.arm, self.bases(unit)));
        let way = vec![self.outline(unit).place.at, pose.block.place.at];
        let moves = vec![planned(self.piece(unit), way, pose.block.place, shape, Explained::default(), None, None)];
        Ok((Plan { summary: format!("{name} is placed"), moves, ..Plan::default() }, Placement { unit, pose }))
    }
}

/// Places the unit of the order in hand; the other side is next if it has one left.
fn resolve_place(battle: &mut BattleMut, _: &Order, Placement { unit, pose }: Placement) {
    let piece = battle.view().unit(unit).pieces[0];
    let name = battle.view().unit(unit).name.clone();
    let rule = RuleId::new("SB-2.4");
    let from = battle.view().place(piece).at;
    battle.move_piece(
        piece,
        vec![from, pose.block.place.at],
        pose.block.place,
        rule.clone(),
        format!("{name} is placed"),
    );
    if battle.view().get_unit_part::<Troops>(unit).is_some() {
        battle.unit_mut::<Troops>(unit).array = pose.array;
        battle.reshape_piece(piece, pose.block.footprint, pose.block.place, rule, format!("{name} draws up"));
    }
    battle.resource_mut::<SequenceOfPlay>().placed.push(unit);
    pass_on(battle);
}

/// Leaves the other units of a side where the scenario puts them.
fn resolve_ready(battle: &mut BattleMut, order: &Order, (): ()) {
    battle.resource_mut::<SequenceOfPlay>().ready[order.side.index().min(1)] = true;
    pass_on(battle);
}

/// Lets the first side begin to place, if it has anything to place.
pub fn begin(battle: &mut BattleMut) {
    let first = battle.view().resource::<SequenceOfPlay>().acting;
    next_is(battle, first);
}

/// Lets the other side place next if it has anything left to place.
fn pass_on(battle: &mut BattleMut) {
    let acting = battle.view().resource::<SequenceOfPlay>().acting;
    next_is(battle, acting.other());
}

/// Lets a side place next if it has anything left to place, else the other; a side that has nothing left is ready.
fn next_is(battle: &mut BattleMut, side: SideId) {
    let left = [SideId(0), SideId(1)].map(|side| BurtView::of(battle.view()).sets_up(side));
    let mut play = battle.resource_mut::<SequenceOfPlay>();
    for (ready, left) in play.ready.iter_mut().zip(left) {
        *ready |= !left;
    }
    play.acting = if left[side.index().min(1)] { side } else { side.other() };
}
