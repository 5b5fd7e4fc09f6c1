//! What the table shows of a turn: the parts of an activation, and the one that is played.

use crate::{
    state::{
        activity::Activity,
        sequence_of_play::{Actor, FigureAction, SequenceOfPlay, Stage},
    },
    view::rulebook::SkirmishView,
};
use grapeshot_floor::{
    events::Subject,
    forces::PieceId,
    turn::turn_steps::{TurnStep, TurnSteps},
};

/// CP-2.1: the parts of a turn: its word, the stages that belong to it, what happens in it, and its rule.
const PARTS: [(&str, &[Stage], &str, &str); 7] = [
    ("Card", &[Stage::NEW_TURN, Stage::CARD, Stage::NEXT_UNIT, Stage::LEAD], "a card says who acts next", "CP-2.3"),
    ("Morale", &[Stage::STEADY, Stage::MORALE, Stage::PREY], "the unit draws for its markers", "CP-11.3"),
    ("Declare", &[Stage::DECLARE], "the owner says who moves", "CP-2.11"),
    ("Act", &[Stage::ACT, Stage::SWEEP, Stage::UNPLAYED], "figures shoot, load and do more", "CP-2.12"),
    ("Move", &[Stage::MARCH, Stage::RESUME, Stage::RIDE_ON], "figures go along their ways", "CP-2.15"),
    ("Reactions", &[Stage::REACT, Stage::REACTIONS], "the enemy answers what he sees", "CP-10.1"),
    ("Fights", &[Stage::FIGHTS, Stage::FOLLOW_UP, Stage::BREAKTHROUGH], "men fight hand to hand", "CP-9.1"),
];

impl SkirmishView<'_> {
    /// CP-2.1, CP-2.9: the parts of an activation, which of them is played, and which side acts in it.
    pub fn turn_steps(&self) -> TurnSteps {
        let stage = &self.view.resource::<SequenceOfPlay>().stage;
        let steps = PARTS.iter().enumerate();
        let steps = steps.map(|(n, (label, _, about, rule))| TurnStep::untold(n + 1, label, about, rule)).collect();
        let now = PARTS.iter().position(|(_, stages, ..)| stages.contains(stage));
        let steps = TurnSteps::asked(steps, now, &self.awaiting(), self.view.sides().players());
        TurnSteps { to_act: self.still_to_act(), ..steps.with_acted(self.acted_on_card()) }
    }

    /// CP-2.5: the units, and the heroes by themselves, that still act on this card, in their order.
    fn still_to_act(&self) -> Vec<Subject> {
        let known = |actor: &Actor| match *actor {
            Actor::Unit(unit) => self.view.knows_unit(unit) && self.men(unit).next().is_some(),
            Actor::Hero(piece) => self.view.knows_piece(piece) && self.view.in_play(piece),
        };
        let subject = |actor: &Actor| match *actor {
            Actor::Unit(unit) => Subject::Unit(unit),
            Actor::Hero(piece) => Subject::Piece(piece),
        };
        self.view.resource::<SequenceOfPlay>().queue.iter().filter(|actor| known(actor)).map(subject).collect()
    }

    /// CP-2.5, CP-2.11: the figures that have acted on this card: the figures of units that had their activation, those
    /// of the acting unit that have used their action, and heroes that acted by themselves.
    fn acted_on_card(&self) -> Vec<PieceId> {
        let play = self.view.resource::<SequenceOfPlay>();
        let active = |unit| play.activation.as_ref().is_some_and(|activation| activation.unit == unit);
        let acted = |piece: &PieceId| {
            let unit = self.view.unit_of(*piece);
            match Activity::of(&self.view, *piece).action {
                Some(part) => part == FigureAction::Done,
                None => play.acted.contains(&unit) && !active(unit) || play.heroes_acted.contains(piece),
            }
        };
        self.view.pieces().filter(|piece| self.view.in_play(*piece)).filter(acted).collect()
    }
}
