//! What the card of a mounted unit says beyond a foot unit's (`HorseCard`).

use crate::{book::cites::Topic, view::rulebook::SkirmishView};
use grapeshot_floor::{
    english::signed,
    forces::{PieceId, UnitEntry, UnitId},
    shared::card::table,
    turn::rules::CardTable,
};

fn lines(rows: Vec<(&str, String)>) -> Vec<Vec<String>> {
    rows.into_iter().map(|(label, value)| vec![label.to_owned(), value]).collect()
}

impl SkirmishView<'_> {
    /// Whether a unit began with horses, or has come by some.
    pub fn of_horse(&self, unit: UnitId) -> bool {
        self.view.unit_part::<UnitEntry>(unit).kind == super::KIND
            || self.led_horses(unit).next().is_some()
            || self.men(unit).any(|man| self.mounted(man))
    }

    fn heavy_unit(&self, unit: UnitId) -> bool {
        self.view.unit(unit).pieces.iter().any(|piece| self.soldier(*piece).heavy)
    }

    /// `RidersPace`, `Gallop` to `BogAtObstacle`: cards, gallop, bog checks.
    pub fn movement_lines_of_horse(&self, unit: UnitId) -> Vec<Vec<String>> {
        let (horse, bog) = (self.horse(), &self.numbers().bog_holes);
        let paces = if self.heavy_unit(unit) { horse.heavy } else { horse.light };
        let cards = |cards: u8| match paces.plus {
            0.0 => format!("{cards} cards"),
            plus => format!("{cards} cards {}\u{2033}", signed(plus)),
        };
        lines(vec![
            ("mounted", cards(paces.cards)),
            ("gallop, then stunned", cards(paces.cards + 1)),
            ("mounted, each obstacle", "bog check".into()),
            ("bogs: Green, Regular, Elite", format!("{}, {}, {} holes", bog.green, bog.regular, bog.elite)),
            ("counter-charge, pursuit", "1 card".into()),
        ])
    }

    /// `Impetus` to `Lance`: impetus and lance.
    pub fn melee_lines_of_horse(&self, unit: UnitId) -> Vec<Vec<String>> {
        let horse = self.horse();
        let mut rows = vec![("impetus: last 4\u{2033} straight, open ground", signed(horse.impetus.into()))];
        if self.heavy_unit(unit) {
            rows.push(("the same, heavy in close order", signed(horse.impetus_heavy.into())));
            rows.push(("heavy cavalry", signed(horse.heavy_melee.into())));
        }
        for weapon in &self.book.weapons {
            if let Some(moving) = weapon.hth_moving {
                rows.push(("lance moving, still", format!("{moving}, {}", weapon.hth)));
            }
        }
        lines(rows)
    }

    /// `Breakthrough`: the breakthrough table.
    pub fn breakthrough_table(&self) -> CardTable {
        let (horse, core) = (self.horse(), self.numbers());
        let back = format!("back {:.0}\u{2033}", core.recoil);
        let may = format!("may advance {:.0}\u{2033}", core.advance);
        let rows = [
            ["no opponent".into(), format!("on to {:.0}\u{2033} beyond", horse.beyond_nobody), "stops".into()],
            ["won, foe wounded".into(), format!("on to {:.0}\u{2033} beyond him", horse.beyond_wounded), may.clone()],
            ["won, foe out of action".into(), format!("on {:.0}\u{2033}", horse.beyond_fallen), may],
            ["tie, or lost".into(), back.clone(), back],
        ];
        table(
            "Breakthrough",
            &["Result", "with impetus", "without"],
            rows.map(|row| row.to_vec()).to_vec(),
            self.cites(Topic::Breakthrough),
        )
    }

    /// Whether a figure of a mounted unit rides, and whether he dropped his lance.
    pub fn states_of_rider(&self, piece: PieceId) -> Vec<String> {
        let mut states = Vec::new();
        if self.of_horse(self.view.unit_of(piece)) {
            states.push(if self.mounted(piece) { "mounted".into() } else { "on foot".into() });
        }
        states.extend(self.soldier(piece).dropped.iter().map(|n| format!("{} dropped", self.book.weapon(*n).name)));
        states
    }
}
