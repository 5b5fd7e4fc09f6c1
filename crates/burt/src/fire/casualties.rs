//! Figures and guns that fall (SB-1.4, SB-6.3, SB-6.10, SB-6.11), and the outline of their unit without them.

use crate::{
    book::{
        bases, marks,
        values::{Arm, Array, Level, Troops, Work},
    },
    cohesion::losses,
    movement::commanders,
    state::view::BurtView,
};
use grapeshot_floor::{
    english::count,
    events::RuleId,
    forces::{Fate, Marks, UnitId},
    shared::formed::block,
    table::{
        footprint::{Footprint, Outline},
        position::Place,
    },
    turn::BattleMut,
};

/// The word for the figures of an arm.
pub fn called(arm: Arm) -> &'static str {
    match arm {
        Arm::Artillery => "gun",
        Arm::Wagon => "wagon",
        _ => "figure",
    }
}

impl BurtView<'_> {
    /// SB-1.4: the outline of a unit that is left with a number of figures: the rear rank goes first, then bases from
    /// both ends, and the middle of its front stays where it is. In a building it is the outline of the building.
    pub fn outline_with(&self, unit: UnitId, figures: u8) -> Outline {
        let (own, row) = (self.outline(unit), self.row(unit));
        match bases::measures(self.book, row, self.array(unit), bases::bases(row, figures)) {
            Some((width, depth)) if own.footprint != (Footprint::Rectangle { width, depth }) => {
                block::by_front(block::front(&own), own.place.facing, width, depth)
            }
            _ => own,
        }
    }
}

/// Sets the outline and the markers of a unit by its bases and its level, without a line in the log: its state was set
/// from outside the rules.
pub fn lay(battle: &mut BattleMut, unit: UnitId) {
    let burt = BurtView::of(battle.view());
    let Some(values) = burt.view.get_unit_part::<Troops>(unit) else { return };
    let piece = burt.piece(unit);
    let outline = match values.array {
        Array::House(index) => block::garrison(&burt.view.terrain().buildings[index], burt.outline(unit).place.facing),
        _ => burt.outline_with(unit, burt.figures(unit)),
    };
    let level = values.level;
    for known in Level::ALL {
        if let Some(mark) = marks::of_level(known) {
            battle.unit_mut::<Marks>(unit).set(&mark, u8::from(known == level));
        }
    }
    *battle.piece_mut::<Footprint>(piece) = outline.footprint;
    *battle.piece_mut::<Place>(piece) = outline.place;
}

/// Takes a number of figures (guns) from a unit, lost to fire or not: its bases and outline change, its commanders are
/// at risk, and it is gone with its last figure.
pub fn fall(battle: &mut BattleMut, unit: UnitId, lost: u8, to_fire: bool, rule: &'static str) {
    let (before, start, now, name, thing) = {
        let burt = BurtView::of(battle.view());
        let (figures, start) = (burt.figures(unit), burt.values(unit).start);
        let now = figures.saturating_sub(lost);
        (figures, start, now, burt.name(unit).to_owned(), called(burt.arm(unit)))
    };
    let lost = before - now;
    if lost == 0 {
        return;
    }
    let outline = (now > 0).then(|| BurtView::of(battle.view()).outline_with(unit, now));
    let text = format!("{name} loses {}: {now} of {start} are left", count(lost.into(), thing));
    battle.note(Some(battle.view().side_of_unit(unit)), RuleId::new(rule), text.clone());
    battle.mark_unit(unit, &marks::LOST, start - now, RuleId::new(rule), text);
    {
        let mut work = battle.unit_mut::<Work>(unit);
        work.lost += lost;
        if to_fire {
            work.lost_to_fire += lost;
        }
    }
    let piece = battle.view().unit(unit).pieces[0];
    if let Some(outline) = outline
        && outline != battle.view().outline(piece)
    {
        let bases = BurtView::of(battle.view()).bases(unit);
        let text = format!("{name} stands on {}", count(bases.into(), "base"));
        battle.reshape_piece(piece, outline.footprint, outline.place, RuleId::new("SB-1.4"), text);
    }
    commanders::at_risk(battle, unit);
    if now == 0 {
        losses::lose(battle, unit, Fate::Casualty, rule, format!("{name} has lost the last {thing}"));
    }
}
