//! What the table shows of a player turn: its parts, the one that is played, and the charges that are under way.

use crate::{
    book::marks,
    combat::forecast::Striker,
    state::{
        sequence_of_play::{Part, Task},
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    forces::PieceId,
    shared::formed::block::front,
    turn::{
        rules::DeclaredCharge,
        turn_steps::{TurnStep, TurnSteps},
    },
};

/// BP-1.7: the parts of a player turn, each with its word, what happens in it, and its rule.
const PARTS: [(Part, &str, &str, &str); 6] = [
    (Part::Initiative, "Initiative", "units move by initiative", "BP-2.6"),
    (Part::Command, "Orders", "commanders give orders", "BP-2.2"),
    (Part::Officers, "Commanders", "commanders ride", "BP-9.2"),
    (Part::Shooting, "Shooting", "units shoot", "BP-5.1"),
    (Part::Losses, "Break tests", "those who were shot at test", "BP-7.7"),
    (Part::Fighting, "Hand to hand", "combats are fought", "BP-7.1"),
];

impl BlackPowderView<'_> {
    /// BP-1.7: the parts of a player turn, which of them is played, and which side acts in it.
    pub fn turn_steps(&self) -> TurnSteps {
        let part = match self.play().part {
            Part::Begin => Part::Initiative,
            Part::Rally => Part::Command,
            part => part,
        };
        let steps = PARTS.iter().enumerate();
        let steps = steps.map(|(n, (_, label, about, rule))| TurnStep::untold(n + 1, label, about, rule)).collect();
        let now = PARTS.iter().position(|(of, ..)| *of == part);
        let acted = |piece: &PieceId| self.view.unit_marks(self.view.unit_of(*piece)).count(&marks::ACTED) > 0;
        let acted = self.view.pieces().filter(|piece| self.view.in_play(*piece)).filter(acted);
        TurnSteps::asked(steps, now, &self.awaiting(), self.view.sides().players()).with_acted(acted)
    }

    /// BP-6.1: the charges that have not gone home yet, each with the odds of its first round if its target holds.
    pub fn declared_charges(&self) -> Vec<DeclaredCharge> {
        let tasks = self.play().tasks.iter();
        let charges = tasks.filter_map(|task| if let Task::Charge(charge) = task { Some(charge) } else { None });
        let of_each = charges.flat_map(|charge| charge.chargers.iter().map(|charger| (charger.unit, charge.target)));
        of_each
            .filter(|(unit, target)| self.present(*unit) && self.present(*target))
            .filter_map(|(unit, target)| {
                let now = self.pose(unit);
                let way = self.charge_from(unit, &now, target).ok()?;
                let outlook =
                    self.outlook_of_charge(&[Striker { unit, at: way.contact, face: way.face, charges: true }], target);
                let (from, to) = (front(&now.block), front(&way.contact));
                Some(DeclaredCharge { unit, from, to, width: 2.0 * now.block.footprint.half_width(), outlook })
            })
            .collect()
    }
}
