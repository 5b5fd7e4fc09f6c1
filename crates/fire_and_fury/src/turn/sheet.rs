//! The hasty maneuvers of the charged as a sheet: each with the combat that would follow (FF-5.13).

use crate::{book::verbs, charge::hasty::Hasty, state::view::FuryView};
use grapeshot_floor::{
    english::{capital, list},
    events::RuleId,
    forces::UnitId,
    orders::Order,
    turn::{
        Ask,
        sheet::{Sheet, SheetGroup, SheetWay},
    },
};

impl FuryView<'_> {
    /// FF-5.13: what each of the charged units may do in haste, and the combat if it stands.
    pub fn sheet_of_hasty_maneuvers(&self, ask: &Ask) -> Option<Sheet> {
        if ask.kind != "hasty" {
            return None;
        }
        Some(Sheet {
            title: "The charge comes".to_owned(),
            hint: "Choose what a unit does in haste; the others are asked after it.".to_owned(),
            named: Vec::new(),
            groups: self.may_react().into_iter().map(|unit| self.hasty_group(ask, unit)).collect(),
            closes: true,
        })
    }

    fn hasty_group(&self, ask: &Ask, unit: UnitId) -> SheetGroup {
        let chargers = self.chargers_of(unit);
        let names: Vec<&str> = chargers.iter().map(|charger| self.name(*charger)).collect();
        let about = match names.as_slice() {
            [] => "near a unit that is charged".to_owned(),
            names => format!("charged by {}", list(names)),
        };
        let mut ways: Vec<SheetWay> =
            Hasty::CHOICES.iter().filter_map(|(word, label)| self.hasty_way(ask, unit, word, label)).collect();
        ways.push(SheetWay {
            label: "Stand".to_owned(),
            note: "nothing in haste".to_owned(),
            orders: Vec::new(),
            checks: 0,
            chance: None,
            outlook: self.outlook_in_haste(unit, None),
            rule: RuleId::new("FF-5.13"),
        });
        SheetGroup { unit, about, ways }
    }

    /// A hasty maneuver of a unit, if it may make it.
    fn hasty_way(&self, ask: &Ask, unit: UnitId, word: &str, label: &str) -> Option<SheetWay> {
        let order = Order::new(ask.side, &verbs::REACT).pieces(self.stands(unit)).choice(word);
        let plan = self.check(&order).ok()?;
        let (_, hasty) = plan.findings.get::<(UnitId, Hasty)>()?;
        let (note, rule) = match hasty {
            Hasty::Square(_) => ("before any charge moves".to_owned(), "FF-12.3"),
            Hasty::Countercharge(charger) => (format!("meets {} half way", self.name(*charger)), "FF-10.9"),
            Hasty::Evade(_) => ("full retreat, broken".to_owned(), "FF-12.9"),
            Hasty::Shelter(square) => (format!("into the square of {}; the guns stay", self.name(*square)), "FF-12.6"),
        };
        Some(SheetWay {
            label: capital(label),
            note,
            outlook: plan.outlooks.first().cloned(),
            rule: RuleId::new(rule),
            orders: vec![order],
            checks: 0,
            chance: None,
        })
    }
}
