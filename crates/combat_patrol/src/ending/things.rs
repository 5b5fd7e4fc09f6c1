//! The things that lie or stand on the table and are no pieces: prizes (CP-15.2), led horses (`Mounting`), charges
//! (`LayCharge`), broken doors (CP-9.9), breaches (CP-14.5), places at which somebody is suspected (CP-12.1); and the
//! weapon that a figure has in hand.

use bevy::math::Vec2;
use smol_str::SmolStr;

use super::prizes::PrizeAt;
use crate::{
    book::cites::Topic,
    state::{
        doors::DoorId,
        led_horses::Horses,
        mines::{Mine, Mines, Structure},
        prizes::Prizes,
    },
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    events::RuleId,
    forces::PieceId,
    table::{
        house::{Breach, Breaches, Wall},
        path,
        position::{Heading, Place, UPRIGHT, frame_of},
        terrain::DoorState,
    },
    turn::{
        VictoryTerms,
        rules::{Thing, ThingAt},
    },
};

fn thing(look: &'static str, at: ThingAt, label: impl Into<String>, rule: &'static str) -> Thing {
    Thing {
        look: SmolStr::new_static(look),
        at,
        label: label.into(),
        side: None,
        size: None,
        reach: None,
        rule: RuleId::new(rule),
    }
}

fn lying(at: Vec2, facing: Heading) -> ThingAt {
    ThingAt::Lying(Place { at, facing, floor: 0 })
}

/// How far the stones of a breach lie about, across the wall, in inches.
const BREACH_DEPTH: f32 = 1.4;

impl SkirmishView<'_> {
    /// All things on the table that are no pieces and that the viewer knows of.
    pub fn things(&self) -> Vec<Thing> {
        let mut things = self.prizes_on_the_table();
        things.extend(self.horses_on_the_table());
        things.extend(self.view.resource::<Mines>().0.iter().filter_map(|mine| self.charge_on_the_table(mine)));
        things.extend(self.broken_doors());
        things.extend(self.gaps_in_walls());
        let found = self.book.core.spotting.found_within + crate::fire::wounds::afoot(&self.settings().core).reach();
        things.extend(self.view.suspected().map(|place| Thing {
            side: Some(place.side),
            reach: Some(found),
            ..thing("suspected", lying(place.at, UPRIGHT), "somebody is suspected here", "CP-12.1")
        }));
        things.extend(self.supplement().things(self));
        things
    }

    fn prizes_on_the_table(&self) -> Vec<Thing> {
        let terms = &self.view.resource::<VictoryTerms>().prizes;
        let bearers = &self.view.resource::<Prizes>().0;
        let knows = |bearer: Option<PieceId>| bearer.is_none_or(|bearer| self.view.knows_piece(bearer));
        let known = terms.iter().zip(bearers).enumerate().filter(|(_, (_, bearer))| knows(**bearer));
        known
            .filter_map(|(number, (term, _))| {
                let at = match self.prize(number) {
                    PrizeAt::Carried(bearer) => ThingAt::Carried(bearer),
                    PrizeAt::Lying(at) => lying(at, UPRIGHT),
                    PrizeAt::Gone(_) => return None,
                };
                Some(thing("prize", at, term.name.as_str(), "CP-15.2"))
            })
            .collect()
    }

    fn horses_on_the_table(&self) -> Vec<Thing> {
        let known = self.view.resource::<Horses>().0.iter().filter(|horse| self.view.knows_unit(horse.unit));
        known
            .map(|horse| Thing {
                side: Some(self.view.side_of_unit(horse.unit)),
                ..thing(
                    "led_horse",
                    ThingAt::Lying(horse.place),
                    format!("led horse of {}", self.unit_name(horse.unit)),
                    self.cites(Topic::Mounting),
                )
            })
            .collect()
    }

    /// `LayCharge`, `FireCharge`: a charge and how much of it is laid, or what it has destroyed. A breach is drawn with
    /// the gaps in walls..
    fn charge_on_the_table(&self, mine: &Mine) -> Option<Thing> {
        let side = Some(self.view.side_of_unit(mine.unit));
        if !mine.fired {
            let left = mine.needed.saturating_sub(mine.done);
            let (look, label) = match (mine.done, left) {
                (_, 0) => ("charge_ready", "the charge is laid, ready to be fired".to_owned()),
                (0, left) => ("charge_planned", format!("here the charge is laid: {left} activations")),
                (_, left) => ("charge", format!("the charge is laid in {left} more activations")),
            };
            return Some(Thing { side, ..thing(look, lying(mine.at, UPRIGHT), label, self.cites(Topic::LayCharge)) });
        }
        let (look, outline) = match mine.structure {
            Structure::Crossing(n) => ("fallen_bridge", &self.view.terrain().crossings[n].outline),
            Structure::Building(n) => ("ruin", &self.view.terrain().buildings[n].outline),
            Structure::Stretch { .. } => return None,
        };
        let (place, size) = frame_of(outline);
        let label = format!("{} is destroyed", self.name_of_structure(mine.structure));
        Some(Thing {
            side,
            size: Some(size),
            ..thing(look, ThingAt::Lying(place), label, self.cites(Topic::FireCharge))
        })
    }

    /// CP-14.5: the gaps in linear obstacles; a breach in the side of a building has the look of the building.
    fn gaps_in_walls(&self) -> Vec<Thing> {
        let terrain = self.view.terrain();
        let gap = |breach: &Breach| {
            let number = match breach.wall {
                Wall::Obstacle(number) => number,
                Wall::Area(number) => {
                    let area = terrain.areas.get(number)?;
                    return Some(self.trampled(&area.outline, &format!("the {}", path::spoken(&area.kind))));
                }
                Wall::House(number) => {
                    let house = self.view.ground().laid_out().buildings.get(number)?;
                    return Some(self.trampled(&house.outline, &house.the_name()));
                }
                Wall::Building(_) | Wall::Crossing(_) => return None,
            };
            let wall = terrain.obstacles.get(number)?;
            // The rest of the wall says which way it ran.
            let parts = (0..terrain.obstacles.len()).filter(|n| terrain.obstacles[*n].id == wall.id);
            let ends = parts.filter_map(|n| terrain.nearest_on_wall(Wall::Obstacle(n), breach.at));
            let end = ends.min_by(|a, b| a.distance_squared(breach.at).total_cmp(&b.distance_squared(breach.at)));
            let across = end.map_or(UPRIGHT, |end| Heading::of((end - breach.at).perp()));
            let label = format!("breach in the {}", path::spoken(&wall.kind));
            let size = Some((breach.width, BREACH_DEPTH));
            Some(Thing { size, ..thing("breach", lying(breach.at, across), label, "CP-14.5") })
        };
        self.view.resource::<Breaches>().0.iter().filter_map(gap).collect()
    }

    /// The remains of something that was trampled flat, where it stood.
    fn trampled(&self, outline: &[Vec2], what: &str) -> Thing {
        let (place, size) = frame_of(outline);
        let label = format!("{what} is trampled flat");
        Thing { size: Some(size), ..thing("trampled", ThingAt::Lying(place), label, "CP-14.5") }
    }

    fn broken_doors(&self) -> Vec<Thing> {
        let houses = self.view.terrain().buildings.iter().enumerate();
        let doors = houses.flat_map(|(building, house)| {
            house.doors.iter().enumerate().map(move |(n, door)| (DoorId { building, door: n }, house, door))
        });
        doors
            .filter(|(id, _, door)| door.state == DoorState::Locked && !self.barred(*id))
            .map(|(_, house, door)| {
                let inward = house.post_behind(door.at, 0, 0.5).map_or(UPRIGHT, |place| place.facing);
                let what = if door.gate { "broken gate" } else { "broken door" };
                Thing { size: Some((door.width, 1.0)), ..thing("broken_door", lying(door.at, inward), what, "CP-9.9") }
            })
            .collect()
    }

    /// The weapon that a figure has in hand: the first one that he has not dropped. A man on foot does not carry a
    /// weapon that only a rider wields.
    pub fn weapon_in_hand(&self, piece: PieceId) -> Option<SmolStr> {
        let soldier = self.soldier(piece);
        if soldier.engine.is_some() {
            return None;
        }
        let wields = |n: &&u8| {
            let of_riders = self.book.weapon(**n).hth_moving.is_some();
            !soldier.dropped.contains(n) && (soldier.mounted || !of_riders)
        };
        soldier.weapons.iter().find(wields).map(|n| self.book.weapon(*n).id.clone())
    }
}
