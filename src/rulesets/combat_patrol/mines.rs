//! Charges that engineers lay and fire (CP-8.6, HM-8.1, HM-8.2).

use bevy::{ecs::resource::Resource, math::Vec2};
use serde::{Deserialize, Serialize};

use super::{
    book::{BookData, Cp},
    burst::{self, Blast, Shelter},
    cards::Burst,
    check::refuse,
    decks,
    flow::{Activation, Flow, Part},
    wounds,
};
use crate::{
    events::{EventKind, Explained, RuleId},
    forces::{Enlistment, PieceId, UnitId},
    orders::{Odds, Order, Plan, Refusal},
    table::{
        footprint::Outline,
        measure,
        path::Going,
        position::{Heading, Place},
        template::Template,
        terrain::Terrain,
    },
    turn::Field,
};

/// How near the wall of a building a charge lies that is laid at it, in inches.
const AT_WALL: f32 = 1.0;
/// How near the charge an engineer stands who works on it, in inches.
const AT_WORK: f32 = 1.0;
/// Steps in which a place beside a fallen bridge is looked for, in inches and degrees.
const SEARCH: (f32, f32) = (0.5, 15.0);

/// What a charge may destroy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Structure {
    /// A bridge, by the index of its crossing.
    Crossing(usize),
    /// A building, by its index.
    Building(usize),
}

/// A charge of engineers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Mine {
    /// The unit that lays it.
    pub unit: UnitId,
    /// Where it is laid.
    pub at: Vec2,
    /// What it destroys.
    pub structure: Structure,
    /// Activations that it takes to lay.
    pub needed: u8,
    /// Activations in which it was worked on.
    pub done: u8,
    /// Whether it has gone off.
    pub fired: bool,
    /// Points that its side earns when it has gone off.
    pub points: f32,
}

/// The charges of the battle.
#[derive(Resource, Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Mines(pub Vec<Mine>);

impl Mines {
    /// Whether a structure is destroyed.
    pub fn destroyed(&self, structure: Structure) -> bool {
        self.0.iter().any(|mine| mine.fired && mine.structure == structure)
    }
}

/// The bridge or building that a charge at a point would destroy.
pub fn structure_at(terrain: &Terrain, at: Vec2) -> Option<Structure> {
    let bridge = terrain.crossings.iter().position(|crossing| measure::inside(at, &crossing.outline));
    let house = || {
        let near = |outline: &[Vec2]| measure::inside(at, outline) || measure::distance_to_edge(at, outline) <= AT_WALL;
        terrain.buildings.iter().position(|building| near(&building.outline))
    };
    bridge.map(Structure::Crossing).or_else(|| house().map(Structure::Building))
}

/// The point of a charge that the values of a unit name.
pub fn point_of(entry: &Enlistment) -> Option<Vec2> {
    match entry.values.numbers("charge").as_slice() {
        [x, y] => Some(Vec2::new(*x, *y)),
        _ => None,
    }
}

/// HM-8.1: notes the charges of the scenario; where they take a random time it is rolled now.
pub fn open(field: &mut Field) {
    let view = field.view();
    let laid: Vec<(UnitId, Vec2, f32)> = view
        .units()
        .filter_map(|unit| {
            let entry = view.unit_part::<Enlistment>(unit);
            Some((unit, point_of(entry)?, entry.values.number("charge_points").unwrap_or_default()))
        })
        .collect();
    let random = view.settings().flag("charge_random") == Some(true);
    let fixed = view.settings().number("charge_activations").unwrap_or(3.0) as u8;
    let mut mines = Vec::new();
    for (unit, at, points) in laid {
        let Some(structure) = structure_at(field.view().terrain(), at) else { continue };
        let needed = if random { field.roll(&decks::DICE, 6) } else { fixed };
        let view = field.view();
        let (side, name) = (view.side_of_unit(unit), view.unit(unit).name.clone());
        let text = format!("{name} needs {needed} activations to lay its charge");
        if random {
            let kind = EventKind::Rolled { side: Some(side), unit: Some(unit), faces: 6, dice: vec![needed] };
            field.log(Some(side), kind, RuleId::new("HM-8.1"), text, Explained::default());
        }
        mines.push(Mine { unit, at, structure, needed, done: 0, fired: false, points });
    }
    field.resource_mut::<Mines>().0 = mines;
}

impl<'w> Cp<'w> {
    /// The charge of a unit of engineers.
    pub fn mine_of(&self, unit: UnitId) -> Option<&'w Mine> {
        self.view.resource::<Mines>().0.iter().find(|mine| mine.unit == unit)
    }

    /// What a structure is called.
    pub fn name_of_structure(&self, structure: Structure) -> &'w str {
        let terrain = self.view.terrain();
        match structure {
            Structure::Crossing(n) => &terrain.crossings[n].kind,
            Structure::Building(n) => &terrain.buildings[n].name,
        }
    }

    /// Whether a point lies on or in a structure.
    pub fn lies_on(&self, at: Vec2, structure: Structure) -> bool {
        let terrain = self.view.terrain();
        match structure {
            Structure::Crossing(n) => measure::inside(at, &terrain.crossings[n].outline),
            Structure::Building(n) => measure::inside(at, &terrain.buildings[n].outline),
        }
    }

    /// Those who stand on or in a structure.
    pub fn all_on(&self, structure: Structure) -> Vec<PieceId> {
        let on = |piece: &PieceId| self.view.in_play(*piece) && self.lies_on(self.view.place(*piece).at, structure);
        self.view.pieces().filter(on).collect()
    }

    /// HM-8.1: whether an engineer stands where his charge is laid.
    pub fn at_charge(&self, piece: PieceId, mine: &Mine) -> bool {
        self.view.outline(piece).gap_to_point(mine.at) <= AT_WORK + 1e-4
    }

    fn engineers(&self, order: &Order, activation: &Activation, rule: &'static str) -> Result<&'w Mine, Refusal> {
        let Some(mine) = self.mine_of(activation.unit) else {
            return refuse(rule, format!("{} has no charge", self.unit_name(activation.unit)));
        };
        if mine.fired {
            return refuse(rule, "The charge has been fired");
        }
        for piece in &order.pieces {
            let name = self.name(*piece);
            if self.stunned(*piece) {
                return refuse("CP-7.4", format!("{name} is stunned and can only recover"));
            }
            if activation.part(*piece) != Part::Stationary || self.view.unit_of(*piece) != mine.unit {
                return refuse("CP-2.12", format!("{name} has moved or used its action"));
            }
        }
        Ok(mine)
    }

    /// HM-8.1: engineers at the charge spend their action; several in one activation count once.
    ///
    /// # Errors
    /// Why they cannot.
    pub fn check_lay(&self, order: &Order, activation: &Activation) -> Result<Plan, Refusal> {
        let mine = self.engineers(order, activation, "HM-8.1")?;
        if mine.done >= mine.needed {
            return refuse("HM-8.1", "The charge is laid");
        }
        if activation.laid {
            return refuse("HM-8.1", "The charge has been worked on in this activation: several engineers count once");
        }
        if let Some(piece) = order.pieces.iter().find(|piece| !self.at_charge(**piece, mine)) {
            return refuse("HM-8.1", format!("{} is not at the charge", self.name(*piece)));
        }
        let left = mine.needed - mine.done - 1;
        let summary = match left {
            0 => "The charge is laid".to_owned(),
            left => format!("The charge is laid in {left} more activations"),
        };
        Ok(Plan { summary, ..Plan::default() })
    }

    /// HM-8.2: an engineer within reach of the finished charge fires it.
    ///
    /// # Errors
    /// Why he cannot.
    pub fn check_fire_charge(&self, order: &Order, activation: &Activation) -> Result<Plan, Refusal> {
        let mine = self.engineers(order, activation, "HM-8.2")?;
        let [piece] = order.pieces.as_slice() else { return refuse("HM-8.2", "Name one engineer") };
        if mine.done < mine.needed {
            let left = mine.needed - mine.done;
            return refuse("HM-8.2", format!("The charge is not ready: it takes {left} more activations"));
        }
        let reach = self.book.core.burst.fuse;
        let gap = self.view.outline(*piece).gap_to_point(mine.at);
        if gap > reach {
            return refuse(
                "HM-8.2",
                format!("{} is {gap:.1} inches from the charge, not {reach:.0}", self.name(*piece)),
            );
        }
        let on: Vec<PieceId> = self.all_on(mine.structure).into_iter().filter(|piece| self.is_man(*piece)).collect();
        let odds = Odds {
            label: format!("{} fires the charge", self.name(*piece)),
            explained: Explained::default(),
            needs: "Needs a card with a hole".into(),
            chance: self.chance_of_holes(1),
            then: vec![(format!("{} figures are on it, under a large burst", on.len()), RuleId::new("HM-8.2"))],
        };
        let friends = on.iter().filter(|piece| self.view.side_of(**piece) == order.side).count();
        let warnings = match friends {
            0 => Vec::new(),
            n => vec![format!("{n} of your own men are on it (HM-8.2)")],
        };
        let summary = format!("The charge at the {} is fired", self.name_of_structure(mine.structure));
        Ok(Plan { summary, odds: vec![odds], warnings, ..Plan::default() })
    }

    /// Whether an engineer could work on his charge or fire it.
    pub fn has_work_at_charge(&self, activation: &Activation, piece: PieceId) -> bool {
        let Some(mine) = self.mine_of(self.view.unit_of(piece)).filter(|mine| !mine.fired) else { return false };
        match mine.done < mine.needed {
            true => !activation.laid && self.at_charge(piece, mine),
            false => self.view.outline(piece).gap_to_point(mine.at) <= self.book.core.burst.fuse,
        }
    }

    /// A template over the whole of a structure.
    fn over(&self, structure: Structure) -> (Vec2, Template) {
        let terrain = self.view.terrain();
        let outline = match structure {
            Structure::Crossing(n) => &terrain.crossings[n].outline,
            Structure::Building(n) => &terrain.buildings[n].outline,
        };
        let centre = outline.iter().copied().sum::<Vec2>() / outline.len() as f32;
        let radius = outline.iter().map(|corner| corner.distance(centre)).fold(0.0, f32::max);
        (centre, Template::Circle { centre, radius })
    }

    /// The free firm ground nearest to a piece that stood on a bridge which has fallen.
    fn bank_beside(&self, piece: PieceId) -> Option<Place> {
        let (here, going) = (self.view.place(piece), self.mover(piece));
        let footprint = self.view.footprint(piece);
        let ground = self.view.ground();
        let most = self.view.terrain().size.max_element();
        let rings = (most / SEARCH.0) as u16;
        let turns = (360.0 / SEARCH.1) as u16;
        (1..=rings).find_map(|ring| {
            (0..turns).find_map(|turn| {
                let way = Heading(f32::from(turn) * SEARCH.1).forward() * (f32::from(ring) * SEARCH.0);
                let place = Place { at: here.at + way, ..here };
                let outline = Outline { footprint, place };
                let firm = ground.on_table(place.at) && going.cost_per_inch(&ground.feature_at(place.at)).is_ok();
                let outdoors = ground.building_at(place.at).is_none();
                (firm && outdoors && !self.lies_on_another(&outline, &[piece]) && !self.would_touch(piece, &outline))
                    .then_some(place)
            })
        })
    }

    fn would_touch(&self, piece: PieceId, outline: &Outline) -> bool {
        let side = self.view.side_of(piece);
        let near = self.view.pieces_index().near(outline.place.at, outline.footprint.reach() + 5.0);
        near.filter(|other| self.view.side_of(*other) != side)
            .any(|enemy| outline.gap(&self.view.outline(enemy)) <= self.touch_tolerance())
    }
}

/// HM-8.1: the charge is worked on.
pub fn lay(field: &mut Field, order: &Order) {
    let mut flow = field.resource_mut::<Flow>();
    let activation = flow.active_mut();
    activation.laid = true;
    let unit = activation.unit;
    for piece in &order.pieces {
        activation.set_part(*piece, Part::Done);
    }
    let mut mines = field.resource_mut::<Mines>();
    let mine = mines.0.iter_mut().find(|mine| mine.unit == unit).expect("the order was checked");
    mine.done += 1;
    let left = mine.needed - mine.done;
    let text = match left {
        0 => "The charge is laid".to_owned(),
        left => format!("The charge is worked on: {left} more activations"),
    };
    field.note(Some(order.side), RuleId::new("HM-8.1"), text);
}

/// HM-8.2: a card decides whether the charge goes off: then what it lies at is destroyed, and all on it are under a
/// large burst.
pub fn fire(field: &mut Field, book: &BookData, order: &Order) {
    let piece = order.pieces[0];
    let unit = field.view().unit_of(piece);
    let cp = Cp { view: field.view(), book };
    let (mine, chance) = (cp.mine_of(unit).expect("the order was checked").clone(), cp.chance_of_holes(1));
    let (name, what) = (cp.name(piece).to_owned(), cp.name_of_structure(mine.structure).to_owned());
    field.resource_mut::<Flow>().active_mut().set_part(piece, Part::Done);
    let (card, drawn) = decks::take(field, book, order.side, &["holes"]);
    let goes = card.holes > 0;
    let text = match goes {
        true => format!("{name} fires the charge: the {what} is destroyed"),
        false => format!("{name} fires the charge, but it fails"),
    };
    field.note(Some(order.side), RuleId::new("HM-8.2"), text);
    field.trial("To fire a charge", chance, usize::from(goes), 1);
    decks::show(field, drawn, RuleId::new("HM-8.2"), format!("Card {}: {} holes", card.id, card.holes));
    if !goes {
        return;
    }
    for known in field.resource_mut::<Mines>().0.iter_mut().filter(|known| known.structure == mine.structure) {
        known.fired |= known.unit == unit;
    }
    let (at, template) = Cp { view: field.view(), book }.over(mine.structure);
    let blast = Blast {
        by: order.side,
        from: Some(piece),
        at,
        template,
        icon: Burst::Large,
        shelter: Shelter::None,
        rule: RuleId::new("HM-8.2"),
    };
    burst::blast(field, book, &blast, &|cp, man| cp.lies_on(cp.view.place(man).at, mine.structure));
    if matches!(mine.structure, Structure::Crossing(_)) {
        fall(field, mine.structure);
    }
}

/// Who is left on a bridge that has fallen comes to the nearest firm ground; who finds none is lost.
fn fall(field: &mut Field, structure: Structure) {
    for piece in Cp::of(field.view()).all_on(structure) {
        let cp = Cp::of(field.view());
        let (name, from) = (cp.name(piece).to_owned(), cp.view.place(piece).at);
        match cp.bank_beside(piece) {
            Some(place) => {
                let text = format!("{name} gets to firm ground");
                field.move_piece(piece, vec![from, place.at], place, RuleId::new("HM-8.2"), text);
            }
            None => wounds::incapacitate(field, piece, format!("{name} is lost with the bridge")),
        }
    }
}
