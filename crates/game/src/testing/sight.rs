//! All that a side can see and hear of a battle, and weigh for its next order, to be compared: what is secret must not
//! be in it.

use std::fmt::Write;

use crate::battle::Battle;
use grapeshot_floor::forces::SideId;

/// All that a side knows of a battle, in lines: questions, events, standings, units with their cards, tags and badges,
/// pieces, things; and of its own decision the candidates, what each is worth and would do.
///
/// Two battles that differ only in what is secret from this side must give the same.
pub fn known_to(battle: &Battle, side: SideId) -> String {
    let view = battle.view_of(side);
    let rules = battle.rules();
    let mut told = String::new();
    let mut line = |what: &str, value: String| writeln!(told, "{what}: {value}").expect("a text can be written to");
    for ask in &battle.awaiting().asks {
        line("asked", format!("{:?}", ask.as_known(&view)));
    }
    for event in view.events() {
        line("event", format!("{event:?}"));
    }
    line("clock", format!("{:?}", view.clock()));
    line("outcome", format!("{:?}", battle.outcome()));
    line("standings", format!("{:?}", rules.standings(&view)));
    for unit in view.units() {
        line("unit", format!("{:?} {:?} {:?}", view.unit(unit), view.unit_marks(unit), rules.formation(&view, unit)));
        line("tag", format!("{:?} {:?}", rules.unit_state(&view, unit), rules.emblem(&view, unit)));
        line("card", format!("{:?}", rules.unit_card(&view, unit)));
        line("reaches", format!("{:?} {:?}", rules.reaches(&view, unit), rules.stride(&view, unit)));
    }
    for piece in view.pieces() {
        let (fate, marks) = (view.fate(piece), view.marks(piece));
        line("piece", format!("{piece} {fate:?} {:?} {marks:?}", view.outline(piece)));
        line("arc", format!("{:?} {:?}", rules.arc(&view, piece), rules.weapon_in_hand(&view, piece)));
    }
    line("things", format!("{:?}", rules.things(&view)));
    line("fights", format!("{:?}", rules.fights_to_come(&view)));
    line("charges", format!("{:?}", rules.declared_charges(&view)));
    line("ways", format!("{:?}", rules.fixed_ways(&view)));
    let Some(ask) = battle.awaiting().of(side) else { return told };
    line("sheet", format!("{:?}", rules.sheet(&view, ask)));
    for order in rules.candidates(&view, ask) {
        line("candidate", format!("{order:?}"));
        line("plan", format!("{:?}", battle.check(&order)));
    }
    for (order, worth) in rules.prospects(&view, ask) {
        line("worth", format!("{order:?} {worth:?}"));
    }
    told
}
