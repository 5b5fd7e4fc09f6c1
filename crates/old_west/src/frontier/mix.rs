//! How common a weapon was (OW-5.8).

use crate::book::settings::{Frontier, WeaponMix};
use grapeshot_combat_patrol::{
    book::profile::{Soldier, Weapon},
    view::rulebook::{Book, SkirmishView},
};
use grapeshot_floor::{
    chance::StreamId,
    events::{EventKind, Explained, RuleId},
    forces::PieceId,
    turn::{BattleMut, ChanceStream, Draws},
};

/// The dice that say who has the newer weapon.
const DICE: StreamId = StreamId::new("weapons");

/// The stream of these dice as a ruleset registers it.
pub fn stream() -> ChanceStream {
    ChanceStream {
        id: DICE.0,
        draws: Draws::Dice(10),
        by_side: false,
        hint: "who carries the newer weapon of a family, where weapons are mixed (OW-5.8)",
    }
}

/// OW-5.8: how many men of ten have a weapon of this date in a year, if they do not have a newer one.
pub fn tenths(year: u16, date: u16) -> u8 {
    (i32::from(year) - i32::from(date) + 1).clamp(0, 10) as u8
}

/// OW-5.8: where the scenario mixes weapons, each man draws which of a family he carries.
pub fn arm(battle: &mut BattleMut) {
    let settings = battle.view().resource::<Frontier>().0.clone();
    if settings.weapon_mix == WeaponMix::List {
        return;
    }
    let book = Book::of(battle);
    let men: Vec<PieceId> = battle.view().pieces().collect();
    for piece in men {
        let carried = SkirmishView::of(battle.view()).soldier(piece).weapons.clone();
        let taken: Vec<u8> =
            carried.iter().map(|weapon| draw(battle, &book.weapons, *weapon, settings.year as u16)).collect();
        if taken == carried {
            continue;
        }
        let names: Vec<&str> = taken.iter().map(|weapon| book.weapon(*weapon).name.as_str()).collect();
        let text = format!("{} carries: {}", battle.view().piece(piece).name, names.join(", "));
        let side = battle.view().side_of(piece);
        battle.detail(Some(side), EventKind::Note, RuleId::new("OW-5.8"), text, Explained::default());
        battle.piece_mut::<Soldier>(piece).weapons = taken;
    }
}

/// The weapon of the same family that a man carries: the newest one whose share comes up, else the oldest.
fn draw(battle: &mut BattleMut, weapons: &[Weapon], weapon: u8, year: u16) -> u8 {
    let Some(family) = &weapons[usize::from(weapon)].family else { return weapon };
    let mut of_family: Vec<u8> =
        (0..weapons.len() as u8).filter(|n| weapons[usize::from(*n)].family.as_ref() == Some(family)).collect();
    of_family.sort_by_key(|n| std::cmp::Reverse(weapons[usize::from(*n)].year));
    let newer: Vec<u8> = of_family.iter().copied().filter(|n| weapons[usize::from(*n)].year > 0).collect();
    for n in newer {
        let share = tenths(year, weapons[usize::from(n)].year);
        if share == 10 || share > 0 && battle.roll(&DICE, 10) <= share {
            return n;
        }
    }
    // Of several old weapons each keeps his own.
    if weapons[usize::from(weapon)].year == 0 { weapon } else { *of_family.last().unwrap_or(&weapon) }
}
