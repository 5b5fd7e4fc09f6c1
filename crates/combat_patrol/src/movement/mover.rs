//! What ground costs a figure that moves (chapter 5).

use smol_str::SmolStr;

use crate::{
    book::cites::{Cites, Topic},
    state::{
        doors::{DoorId, Doors, Hold},
        mines::{Mines, Structure},
    },
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    events::Explained,
    forces::PieceId,
    table::{
        index::{Feature, TerrainIndex},
        path::{Crossed, Going, PathCost},
        terrain::{DoorState, Ground, Terrain},
    },
};

/// The factor on all costs of a man on foot that carries too much.
const LADEN: f32 = 2.0;
/// CP-5.3: the rate among the stones of a building that was blown up.
const RUIN: f32 = 0.5;

/// What ground and obstacles cost a figure (CP-5.3 to CP-5.6, `WoundedRider`, `RidersGround`).
#[derive(Debug, Clone, Copy)]
pub struct Mover<'w> {
    /// The numbers of the core.
    pub numbers: &'w crate::book::data::CoreNumbers,
    /// The Endurance that each door has lost (CP-9.9).
    pub doors: &'w Doors,
    /// The Endurance of doors and gates.
    pub hold: Hold,
    /// The charges, with what they have destroyed (`FireCharge`).
    pub mines: &'w Mines,
    /// How many storeys above the ground it is.
    pub floor: u8,
    /// Whether it is wounded and on foot: all costs double.
    pub wounded: bool,
    /// Whether it carries too much on foot: all costs double (CP-15.2).
    pub laden: bool,
    /// Whether it rides: obstacles cost nothing, buildings are closed to it.
    pub mounted: bool,
    /// Whether it goes on wheels: bad ground does not slow it, but no obstacle can be crossed.
    pub wheeled: bool,
    /// Whether bad ground slows its wheels all the same.
    pub slowed: bool,
    /// The terrain with the kinds of ground that do not slow it (`Troops`).
    pub free: Option<(&'w Terrain, &'w [SmolStr])>,
    /// If it moves in close order, the inches of allowance for each inch of rough ground; it uses no doors.
    pub close_order: Option<f32>,
}

impl Mover<'_> {
    /// The factor on all costs.
    pub fn times(&self) -> f32 {
        let wounded = if self.wounded { self.numbers.wounded_cost } else { 1.0 };
        if self.laden { wounded * LADEN } else { wounded }
    }

    /// `Troops`: whether an area does not slow it.
    fn is_free(&self, area: usize) -> bool {
        self.free.is_some_and(|(terrain, kinds)| kinds.contains(&terrain.areas[area].kind))
    }

    /// CP-5.11: the rate over some ground, which may be closed to men on foot or to riders.
    fn over(&self, ground: &Ground, what: &str) -> Result<f32, String> {
        let (who, how) = match (self.mounted, self.wheeled) {
            (true, _) => ("mounted", "on horseback"),
            (false, true) => ("wheeled", "on wheels"),
            (false, false) => ("foot", "on foot"),
        };
        if ground.closed_to.iter().any(|closed| closed == who) {
            return Err(format!("{what} cannot be entered {how}"));
        }
        self.at_rate(ground.rate, what)
    }

    fn at_rate(&self, rate: f32, what: &str) -> Result<f32, String> {
        if rate <= 0.0 {
            return Err(format!("{what} cannot be entered"));
        }
        let cost = match self.close_order {
            _ if self.wheeled && !self.slowed => 1.0,
            Some(rough) if rate < 1.0 => rough,
            _ => 1.0 / rate,
        };
        Ok(cost * self.times())
    }
}

impl Going for Mover<'_> {
    fn cost_per_inch(&self, feature: &Feature) -> Result<f32, String> {
        match feature {
            Feature::Building(_) if self.wheeled => Err("no wheels go into a building".into()),
            Feature::Building(_) if self.mounted => Err("no horse goes into a building".into()),
            Feature::Building(n) if self.mines.destroyed(Structure::Building(*n)) => self.at_rate(RUIN, "the ruin"),
            Feature::Crossing(n, _) if self.mines.destroyed(Structure::Crossing(*n)) => {
                Err("the bridge is destroyed".into())
            }
            Feature::Open | Feature::Road(_) | Feature::Building(_) => Ok(self.times()),
            Feature::Crossing(_, ground) => self.over(ground, "the crossing"),
            Feature::Stream(_, ground) => self.over(ground, "deep water"),
            Feature::Area(n, ground) if self.is_free(*n) && ground.rate > 0.0 && ground.closed_to.is_empty() => {
                Ok(self.times())
            }
            Feature::Area(_, ground) => self.over(ground, "impassable ground"),
            Feature::Slope(_, hill) => self.at_rate(hill.rate, "the slope"),
        }
    }

    fn cost_to_cross(&self, terrain: &TerrainIndex, crossed: &Crossed) -> Result<f32, String> {
        let formed = self.close_order.is_some();
        let ruined = crossed.building().is_some_and(|n| self.mines.destroyed(Structure::Building(n)));
        match crossed {
            _ if ruined && !self.wheeled && !self.mounted => Ok(self.numbers.obstacle_cost * self.times()),
            Crossed::Obstacle(n) if self.wheeled => {
                let kind = terrain.terrain().obstacles[*n].kind.replace('_', " ");
                Err(format!("wheels cannot cross the {kind}"))
            }
            Crossed::Door { .. } | Crossed::Window { .. } if self.wheeled => Err("no wheels go into a building".into()),
            Crossed::Obstacle(n) => {
                let obstacle = &terrain.terrain().obstacles[*n];
                if obstacle.height > self.numbers.obstacle_limit {
                    return Err(format!("the {} is too high to climb", obstacle.kind.replace('_', " ")));
                }
                // `GroupMove`: a group pays for obstacles from its allowance, once each, not along the path.
                // `RidersGround`: they cost a rider nothing.
                Ok(if formed || self.mounted { 0.0 } else { self.numbers.obstacle_cost * self.times() })
            }
            Crossed::Wall { building } => {
                Err(format!("the wall of {}", terrain.terrain().buildings[*building].the_name()))
            }
            Crossed::Door { .. } | Crossed::Window { .. } if self.mounted => {
                Err("no horse goes into a building".into())
            }
            Crossed::Door { .. } | Crossed::Window { .. } if formed => {
                Err("close order cannot go through a door or window".into())
            }
            // CP-5.5: a figure upstairs comes down by the stairs.
            Crossed::Door { .. } | Crossed::Window { .. } if self.floor > 0 => {
                Err("nobody leaps from an upper storey".into())
            }
            Crossed::Door { building, door } => {
                let known = &terrain.terrain().buildings[*building].doors[*door];
                let lost = self.doors.lost(DoorId { building: *building, door: *door });
                match known.state {
                    _ if lost >= self.hold.of(known) => Ok(0.0),
                    DoorState::Open => Ok(0.0),
                    DoorState::Closed => Ok(self.numbers.door_closed_cost * self.times()),
                    DoorState::Locked => Err("the door is locked".into()),
                }
            }
            Crossed::Window { building, window } => {
                let house = &terrain.terrain().buildings[*building];
                match house.windows[*window].is_on(0) {
                    true => Ok(self.numbers.window_cost * self.times()),
                    false => Err(format!("the wall of {}", house.the_name())),
                }
            }
            Crossed::TableEdge => Err("the table ends".into()),
        }
    }
}

/// The bill of a way as an explained sum.
pub fn bill(cites: Cites, charges: &[PathCost], going: &Mover) -> Explained {
    let mut sum = Explained::default();
    let mut seen: Vec<(String, f32)> = Vec::new();
    for charge in charges {
        let rule = match charge.what.as_str() {
            "door" | "window" | "stairs" => "CP-5.5",
            _ if going.close_order.is_some() && charge.inches > 0.0 && charge.cost > charge.inches => {
                cites(Topic::GroupGround)
            }
            _ if charge.inches > 0.0 => "CP-5.3",
            _ => "CP-5.4",
        };
        // The same ground twice on one path is one line of the sum.
        let label = if charge.inches > 0.0 { charge.what.to_string() } else { charge.label() };
        let amount = match seen.iter_mut().find(|(known, _)| *known == label) {
            Some((_, total)) => {
                *total += charge.cost;
                *total
            }
            None => {
                seen.push((label.clone(), charge.cost));
                charge.cost
            }
        };
        sum.add(rule, label, amount);
    }
    sum
}

impl<'w> SkirmishView<'w> {
    /// What ground costs a figure that moves by itself.
    pub fn mover(&self, piece: PieceId) -> Mover<'w> {
        let soldier = self.soldier(piece);
        Mover {
            numbers: self.numbers(),
            doors: self.view.resource(),
            hold: self.hold(),
            mines: self.view.resource(),
            floor: self.view.place(piece).floor,
            wounded: !soldier.mounted && self.wounded(piece),
            laden: !soldier.mounted && self.is_laden(piece),
            mounted: soldier.mounted,
            wheeled: soldier.engine.is_some(),
            slowed: soldier.engine.is_some() && self.supplement().slows_wheels(self, piece),
            free: self
                .troop(self.view.unit_of(piece))
                .and_then(|troop| troop.woods.as_ref())
                .map(|free| (self.view.terrain(), &free.kinds[..])),
            close_order: None,
        }
    }
}
