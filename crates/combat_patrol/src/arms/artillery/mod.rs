//! Guns, their crews and their limbers, which all periods of this family share.
//!
//! A round goes through the files in this order:
//!
//! 1. [`crew`]: the men that serve a gun, how long loading takes, which round is declared, helpers.
//! 2. [`aim`]: where a gun may fire, and the odds; [`indirect`]: fire at what its crew does not see.
//! 3. [`fire`]: the round in the air: [`track`] of a solid shot, the swath of canister, shells and walls.
//! 4. [`team`]: limbers: hooking up, moving, being shot at.
//!
//! [`card`] holds the lines of a unit card about it.

pub mod aim;
pub mod card;
pub mod crew;
pub mod fire;
pub mod indirect;
pub mod team;
pub mod track;

use smol_str::SmolStr;

use super::wagons;
use crate::{
    book::{profile::Engine, rounds::Round},
    state::guns::{Gun, Guns},
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    forces::{PieceId, UnitEntry, Value, Values},
    table::footprint::Footprint,
    turn::{
        BattleMut,
        vocabulary::{Equipment, UnitKind},
    },
};

/// The kind of gun units in scenarios.
const KIND: &str = "artillery";
/// The gun in a scenario's equipment.
pub const GUN: &str = "gun";
/// The limber in a scenario's equipment.
pub const LIMBER: &str = "limber";

/// Gun units as scenarios name them, with what they say of a usual one.
pub fn kind(usual: &'static str) -> UnitKind {
    let engine = |id: &'static str, depth, setting, needed| Equipment {
        id: SmolStr::new_static(id),
        footprint: Footprint::Rectangle { width: 1.5, depth },
        size_setting: Some(SmolStr::new_static(setting)),
        needed,
        most: 1,
        bears_unit_name: false,
    };
    let mut values = Values::default();
    values.0.insert("gun".into(), Value::Word("gun_6".into()));
    UnitKind {
        id: SmolStr::new_static(KIND),
        label: "artillery",
        footprint: Footprint::Circle { diameter: 1.0 },
        size_setting: Some(SmolStr::new_static("base_foot")),
        pieces: (1, 8),
        enters_buildings: true,
        takes_room: true,
        values,
        // A gun on a ship or in a fixed work needs no limber.
        equipment: vec![engine(GUN, 2.0, "base_gun", true), engine(LIMBER, 4.0, "base_limber", false)],
        usual,
    }
}

/// The gun or limber that a piece of a unit is, by the piece's number in the unit; none if it is a man.
pub fn engine_of(entry: &UnitEntry, pieces: usize, number: usize) -> Option<Engine> {
    let men = pieces - entry.equipment.len().min(pieces);
    match entry.equipment.get(number.checked_sub(men)?)?.as_str() {
        LIMBER => Some(Engine::Limber),
        wagons::WAGON => Some(Engine::Wagon),
        GUN => Some(Engine::Gun),
        _ => Some(Engine::Own),
    }
}

/// Brings the guns of the scenario into the battle, loaded or not (`Unlimber`).
pub fn roll_out(battle: &mut BattleMut, book: &BookData) {
    let cp = SkirmishView { view: battle.view(), book };
    let mut guns = Vec::new();
    for unit in cp.view.units() {
        let pieces = &cp.view.unit(unit).pieces;
        let of = |engine| pieces.iter().copied().find(|piece| cp.engine(*piece) == Some(engine));
        let Some(piece) = of(Engine::Gun) else { continue };
        let values = &cp.view.unit_part::<UnitEntry>(unit).values;
        let named = values.word("gun").and_then(|id| book.guns.iter().position(|kind| kind.id == *id));
        let kind = named.unwrap_or_default();
        let limbered = values.flag("limbered").unwrap_or(false);
        let loaded = !limbered && cp.settings().guns.guns_start_loaded;
        let declared = values.word("round").and_then(|id| Round::named(id)).unwrap_or(Round::Shot);
        guns.push(Gun {
            piece,
            limber: of(Engine::Limber),
            unit,
            kind: kind as u8,
            pounds: values.number("pounds").unwrap_or(book.guns[kind].pounds),
            round: (loaded && book.guns[kind].fires_as.is_none()).then_some(declared),
            loads: 0,
            limbered,
            fixed: values.flag("fixed").unwrap_or(false),
            indirect: values.flag("indirect").unwrap_or(false),
            dry: false,
            helpers: Vec::new(),
        });
    }
    let empty: Vec<PieceId> =
        guns.iter().filter(|gun| gun.round.is_none() && !gun.limbered).map(|gun| gun.piece).collect();
    battle.resource_mut::<Guns>().0 = guns;
    for gun in empty {
        crew::empty(battle, book, gun);
    }
}

/// A gun, to change.
fn gun_mut(battle: &mut BattleMut, piece: PieceId, change: impl FnOnce(&mut Gun)) {
    let mut guns = battle.resource_mut::<Guns>();
    change(guns.0.iter_mut().find(|gun| gun.piece == piece).expect("the piece is a gun"));
}

impl<'w> SkirmishView<'w> {}
