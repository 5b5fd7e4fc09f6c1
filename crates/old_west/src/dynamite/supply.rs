//! Which men have dynamite (OW-7.1, OW-7.4).

use bevy::math::Vec2;
use smol_str::SmolStr;

use super::state::{Cache, Charge, Dynamite, Supply};
use crate::{book::settings::OldWestSettings, frontier};
use grapeshot_combat_patrol::{
    book::profile::Soldier,
    explosives::mines,
    spotting,
    state::activity,
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    english::count,
    events::RuleId,
    forces::{PieceId, UnitEntry, UnitId, Value},
    orders::{Order, Refusal},
    procedure::{Found, plainly},
    shared::refuse,
    turn::{
        ArmyList, ArmyListProblem, BattleMut,
        vocabulary::{ValueField, ValueKind},
    },
};

/// How near a man stands to what he handles, in inches (OW-1.3).
pub const ADJACENT: f32 = 1.0;
/// The weapons that are dynamite.
const KINDS: [(&str, &str); 2] = [("stick", "dynamite_stick"), ("bundle", "dynamite_bundle")];

fn field(name: &str, kind: ValueKind, default: Option<Value>, rule: &'static str, hint: &str) -> ValueField {
    ValueField { name: name.into(), kind, default, rule: RuleId::new(rule), hint: hint.into(), sparse: false }
}

/// The values by which a scenario gives dynamite to a unit.
pub fn values() -> Vec<ValueField> {
    let nobody = || Some(Value::Number(0.0));
    let not_said = || Some(Value::List(Vec::new()));
    let no = || Some(Value::Flag(false));
    let kinds: Vec<SmolStr> = KINDS.iter().map(|(word, _)| SmolStr::new_static(word)).collect();
    vec![
        field("dynamite_figure", ValueKind::Integer(0, 12), nobody(), "OW-7.1", "which of its figures has dynamite"),
        field(
            "dynamite_kind",
            ValueKind::Word(kinds),
            Some(Value::Word("stick".into())),
            "OW-7.1",
            "what he throws: sticks, or bundles",
        ),
        field(
            "dynamite_throws",
            ValueKind::Integer(0, 9),
            not_said(),
            "OW-7.4",
            "how many he may throw; without end if it is not said",
        ),
        field(
            "dynamite_bundles",
            ValueKind::Integer(0, 9),
            Some(Value::Number(1.0)),
            "OW-7.4",
            "how many bundles he may place",
        ),
        field(
            "blasting_machine",
            ValueKind::Integer(0, 12),
            nobody(),
            "OW-7.9",
            "which of its figures has a blasting machine",
        ),
        field(
            "dynamite_cache",
            ValueKind::Numbers(2, 0.0, 144.0),
            not_said(),
            "OW-7.1",
            "where a bundle lies that anybody may take up, inches",
        ),
        field(
            "dynamite_cache_bundles",
            ValueKind::Integer(1, 9),
            Some(Value::Number(1.0)),
            "OW-7.1",
            "how many bundles lie there",
        ),
        field(
            "dynamite_cache_hidden",
            ValueKind::Flag,
            no(),
            "OW-7.1",
            "whether only the side of the unit knows of them",
        ),
        field(
            "placed_charge",
            ValueKind::Numbers(2, 0.0, 144.0),
            not_said(),
            "OW-7.5",
            "where a charge of the unit lies when the battle begins, inches",
        ),
        field(
            "placed_fuse",
            ValueKind::Numbers(2, 0.0, 144.0),
            not_said(),
            "OW-7.6",
            "where its fuse ends; at the charge if it is not said",
        ),
        field("placed_machine", ValueKind::Flag, no(), "OW-7.9", "whether a blasting machine is connected to it"),
        field("placed_hidden", ValueKind::Flag, no(), "OW-7.5", "whether only the side of the unit knows of it"),
    ]
}

/// The weapon of a kind of dynamite, by its number.
fn weapon(book: &BookData, kind: Option<&SmolStr>) -> Option<u8> {
    let (_, id) = KINDS.iter().find(|(word, _)| kind.is_some_and(|kind| kind == word))?;
    book.weapons.iter().position(|weapon| weapon.id == *id).map(|n| n as u8)
}

/// The figure of a unit that a value counts, from 1.
fn counted(entry: &UnitEntry, name: &str) -> Option<usize> {
    entry.values.number(name).filter(|number| *number >= 1.0).map(|number| number as usize - 1)
}

/// Gives the figures of the scenario their dynamite.
pub fn open(battle: &mut BattleMut) {
    let view = battle.view();
    let mut dynamite = Dynamite::default();
    let mut given: Vec<(PieceId, Supply, Option<u8>)> = Vec::new();
    for unit in view.units() {
        let entry = view.unit_part::<UnitEntry>(unit);
        let pieces = &view.unit(unit).pieces;
        let cp = SkirmishView::of(view);
        if let Some(piece) = counted(entry, "dynamite_figure").and_then(|n| pieces.get(n)) {
            let throws = entry.values.number("dynamite_throws").map(|throws| throws as u8);
            let bundles = entry.values.number("dynamite_bundles").unwrap_or(1.0) as u8;
            let thrown = weapon(cp.book, entry.values.word("dynamite_kind")).filter(|_| throws != Some(0));
            given.push((*piece, Supply { throws, bundles, carries: true, ..Supply::default() }, thrown));
        }
        if let Some(piece) = counted(entry, "blasting_machine").and_then(|n| pieces.get(n)) {
            match given.iter_mut().find(|(known, ..)| known == piece) {
                Some((_, supply, _)) => supply.machine = true,
                None => given.push((*piece, Supply { machine: true, ..Supply::default() }, None)),
            }
        }
        if let [x, y] = *entry.values.numbers("dynamite_cache").as_slice() {
            let bundles = entry.values.number("dynamite_cache_bundles").unwrap_or(1.0) as u8;
            let hidden = entry.values.flag("dynamite_cache_hidden") == Some(true);
            let hidden_by = hidden.then(|| view.side_of_unit(unit));
            dynamite.caches.push(Cache { at: Vec2::new(x, y), bundles, hidden_by });
        }
        dynamite.charges.extend(placed(&cp, unit));
    }
    for (piece, supply, thrown) in given {
        battle.add_piece_part(piece, supply);
        battle.piece_mut::<Soldier>(piece).weapons.extend(thrown);
    }
    battle.world().insert_resource(dynamite);
}

/// OW-7.5: the charge of a unit that lies on the table when the battle begins; its fuse is set.
fn placed(cp: &SkirmishView, unit: UnitId) -> Option<Charge> {
    let values = &cp.view.unit_part::<UnitEntry>(unit).values;
    let [x, y] = *values.numbers("placed_charge").as_slice() else { return None };
    let at = Vec2::new(x, y);
    let fuse = match *values.numbers("placed_fuse").as_slice() {
        [x, y] => vec![at, Vec2::new(x, y)],
        _ => Vec::new(),
    };
    Some(Charge {
        at,
        floor: 0,
        by: *cp.view.unit(unit).pieces.first()?,
        side: cp.view.side_of_unit(unit),
        wall: mines::wall_at(cp.book, cp.view.terrain(), at),
        fuse,
        laid: 0,
        set: true,
        busy: false,
        lit: None,
        connected: values.flag("placed_machine") == Some(true),
        gone: false,
        hidden: values.flag("placed_hidden") == Some(true),
    })
}

/// OW-7.1: the weapon as which a figure throws one of the bundles that he has to place, if he throws something else.
pub fn bundle_to_throw(cp: &SkirmishView, piece: PieceId) -> Option<u8> {
    let supply = of(cp, piece);
    let (_, bundle) = KINDS[1];
    let number = cp.book.weapons.iter().position(|weapon| weapon.id == bundle)? as u8;
    let throws_it = cp.soldier(piece).weapons.contains(&number);
    (supply.bundles > 0 && !supply.prepared && !throws_it).then_some(number)
}

/// OW-1.1, OW-7.1, OW-8.11: dynamite in scenarios that have none, in the hands of Indians, or of nobody; throws and
/// bundles of nobody.
pub fn problems(army: &ArmyList) -> Vec<ArmyListProblem> {
    let settings = OldWestSettings::read(army.settings);
    let mut found = Vec::new();
    for (n, unit) in (0..).zip(army.units) {
        let entry = &unit.unit_entry;
        let mut say = |rule: &'static str, message: String, help: &str| {
            let (unit, field) = (UnitId(n), "values");
            found.push(ArmyListProblem { unit, field, rule: RuleId::new(rule), message, help: help.into() });
        };
        let carrier = counted(entry, "dynamite_figure");
        let has_any = carrier.is_some()
            || counted(entry, "blasting_machine").is_some()
            || !entry.values.numbers("dynamite_cache").is_empty()
            || !entry.values.numbers("placed_charge").is_empty();
        if has_any && !settings.has_dynamite() {
            let help = "Say `dynamite_allowed: true` in `settings`, or take it away.";
            say("OW-1.1", "dynamite is not available in this scenario".into(), help);
        }
        if carrier.is_some() && entry.values.word("troop").is_some_and(|troop| troop.starts_with("indian")) {
            say("OW-7.1", "Indians do not use dynamite".into(), "Take it away from them.");
        }
        if carrier.is_none() && entry.values.number("dynamite_throws").is_some() {
            let help = "Say who has it: `dynamite_figure`, counted from 1.";
            say("OW-7.4", "`dynamite_throws` is given, but no figure has dynamite".into(), help);
        }
        let placed = !entry.values.numbers("placed_charge").is_empty();
        if !placed
            && (!entry.values.numbers("placed_fuse").is_empty() || entry.values.flag("placed_machine") == Some(true))
        {
            let help = "Say where it lies: `placed_charge`.";
            say("OW-7.6", "a fuse or a machine is given to a charge that does not lie anywhere".into(), help);
        }
        for name in ["dynamite_figure", "blasting_machine"] {
            let men = unit.outlines.len();
            if let Some(number) = counted(entry, name).filter(|number| *number >= men) {
                let message = format!("`{name}` counts to {}, but the unit has {men} figures", number + 1);
                say("OW-7.1", message, "Figures are counted from 1, the leader.");
            }
        }
    }
    found
}

/// What a figure carries.
pub fn of(cp: &SkirmishView, piece: PieceId) -> Supply {
    cp.view.get_piece_part::<Supply>(piece).copied().unwrap_or_default()
}

/// Whether a unit has anybody with bundles.
pub fn unit_carries(cp: &SkirmishView, unit: UnitId) -> bool {
    cp.men(unit).any(|man| of(cp, man).bundles > 0)
}

/// Whether any cache is left.
pub fn any_cache(cp: &SkirmishView) -> bool {
    !cp.view.resource::<Dynamite>().caches.is_empty()
}

/// Changes what a figure carries.
pub fn change(battle: &mut BattleMut, piece: PieceId, change: impl FnOnce(&mut Supply)) {
    let mut supply = of(&SkirmishView::of(battle.view()), piece);
    change(&mut supply);
    battle.add_piece_part(piece, supply);
}

/// All dynamite of a figure is gone (OW-7.3, OW-7.10).
pub fn empty(battle: &mut BattleMut, book: &BookData, piece: PieceId) {
    change(battle, piece, |supply| {
        (supply.throws, supply.bundles, supply.prepared, supply.carries) = (Some(0), 0, false, false);
    });
    battle.piece_mut::<Soldier>(piece).weapons.retain(|n| book.weapon(*n).burst.is_none());
}

/// OW-1.1, OW-7.1: whether a figure may handle dynamite.
///
/// # Errors
/// If the scenario has none, if he is an Indian, is stunned, or has something else to do.
pub fn require_hand(cp: &SkirmishView, man: PieceId) -> Result<(), Refusal> {
    if !frontier::settings(cp).has_dynamite() {
        return refuse("OW-1.1", "Dynamite is not available in this scenario");
    }
    if cp.troop(cp.view.unit_of(man)).is_some() {
        return refuse("OW-7.1", "Indians do not use dynamite");
    }
    cp.require_unstunned(man)
}

/// The one man that an order names, free to handle dynamite.
///
/// # Errors
/// If the order names more than one man, or one who may not.
pub fn hand(cp: &SkirmishView, order: &Order, rule: &'static str) -> Result<PieceId, Refusal> {
    let [man] = *order.pieces.as_slice() else { return refuse(rule, "Name one man") };
    require_hand(cp, man)?;
    cp.require_stationary(man)?;
    Ok(man)
}

/// OW-1.3: whether a figure is adjacent to a point.
pub fn is_at(cp: &SkirmishView, man: PieceId, at: Vec2) -> bool {
    let outline = cp.view.outline(man);
    let from = outline.place;
    let clear = cp.view.ground().wall_in_the_way(from.at, at, |_| from.floor).is_none();
    outline.gap_to_point(at) <= ADJACENT + 1e-4 && clear
}

/// OW-7.1: a figure takes up the dynamite that lies beside him.
pub fn check_pick_up(cp: &SkirmishView, order: &Order) -> Found<usize> {
    let man = hand(cp, order, "OW-7.1")?;
    let caches = &cp.view.resource::<Dynamite>().caches;
    match caches.iter().position(|cache| cache.known_to(Some(order.side)) && is_at(cp, man, cache.at)) {
        Some(n) => plainly(format!("{} takes up {}", cp.name(man), count(caches[n].bundles.into(), "bundle")), n),
        None => refuse("OW-7.1", format!("No dynamite lies beside {}", cp.name(man))),
    }
}

/// OW-7.1: he carries it from now on.
pub fn resolve_pick_up(battle: &mut BattleMut, _: &BookData, order: &Order, cache: usize) {
    let man = order.pieces[0];
    let taken = battle.resource_mut::<Dynamite>().caches.remove(cache);
    change(battle, man, |supply| {
        (supply.bundles, supply.carries) = (supply.bundles + taken.bundles, true);
    });
    activity::done(battle, man);
    let bundles = count(taken.bundles.into(), "bundle");
    let text = format!("{} takes up {bundles} of dynamite", battle.view().piece(man).name);
    spotting::of_pieces(battle, &[man], |battle| battle.note(Some(order.side), RuleId::new("OW-7.1"), text));
}
