//! Indirect fire of guns on the table (CP-8.5): shell at a point that the crew does not see but an observer does.

use super::KIND;
use crate::{
    book::{cites::Topic, rounds::Round},
    state::guns::Gun,
    view::rulebook::{BookData, SkirmishView},
};
use grapeshot_floor::{
    events::RuleId,
    forces::{PieceId, UnitId},
    orders::Refusal,
    shared::refuse,
    table::{footprint::Outline, sight},
    turn::{ArmyList, ArmyListProblem},
};

impl SkirmishView<'_> {
    /// CP-8.5: the observer for a gun that fires at something its crew does not see: of the unstunned men of its side
    /// that see it, the one with the best Accuracy.
    ///
    /// # Errors
    /// If the gun may not fire at what its crew does not see, if the round is no shell, or if no such man sees the
    /// target.
    pub fn observer_for(&self, gun: &Gun, round: Round, seen: &Outline) -> Result<PieceId, Refusal> {
        if !gun.indirect {
            return refuse(
                self.cites(Topic::AimGun),
                format!("The crew of {} does not see that point", self.name(gun.piece)),
            );
        }
        if round != Round::Shell {
            let reason = format!("Only shell is fired at what the crew does not see, not {}", round.word());
            return refuse("CP-8.5", reason);
        }
        let side = self.view.side_of_unit(gun.unit);
        let eyes = self.view.pieces().filter(|man| {
            let own = self.view.in_play(*man) && self.view.side_of(*man) == side;
            own && self.is_man(*man) && !self.stunned(*man)
        });
        let sees =
            |man: &PieceId| sight::is_seen(self.view.ground(), self.sight_rule(), &self.view.outline(*man), seen);
        let best = eyes.filter(sees).min_by_key(|man| {
            let accuracy = self.soldier(*man).accuracy;
            (self.numbers().start_column.of(accuracy), *man)
        });
        best.map_or_else(|| refuse("CP-8.5", "Nobody of that side observes that point"), Ok)
    }
}

/// CP-8.5: gun units of a scenario that are to fire indirectly and have no round or no gun for it.
pub fn problems(book: &BookData, army: &ArmyList) -> Vec<ArmyListProblem> {
    let units = army.units.iter().enumerate();
    let stray =
        units.filter(|(_, unit)| unit.unit_entry.values.flag("indirect") == Some(true)).filter_map(|(n, unit)| {
            let named = unit.unit_entry.values.word("gun").filter(|_| unit.unit_entry.kind == KIND);
            let kind = named.and_then(|id| book.guns.iter().find(|kind| kind.id == *id));
            let message = match kind {
                Some(kind) if kind.shell.is_some() => return None,
                Some(kind) => format!("a {} has no shell to fire at what its crew does not see", kind.name),
                None => "only guns fire at what their crew does not see".to_owned(),
            };
            Some(ArmyListProblem {
                unit: UnitId(n as u16),
                field: "values",
                rule: RuleId::new("CP-8.5"),
                message,
                help: "Leave `indirect` out, or give it a gun with shell such as a howitzer.".into(),
            })
        });
    stray.collect()
}
