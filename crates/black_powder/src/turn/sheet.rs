//! The answers to a charge as a sheet: each with its chance and the fight that would follow (BP-6.4).

use crate::{
    book::verbs,
    combat::{forecast::Striker, score::Standing},
    state::{
        sequence_of_play::{Charge, ChargeStage, Response, Task},
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    english::{capital, list},
    events::RuleId,
    orders::{Order, Outlook},
    shared::formed::block::Face,
    turn::{
        Ask,
        sheet::{Sheet, SheetGroup, SheetWay},
    },
};

/// BP-6.9: of the 36 throws of two dice, those with which a square is formed.
const SQUARES: f32 = 35.0;

impl BlackPowderView<'_> {
    /// BP-6.4: all that the target of a charge may answer.
    pub fn sheet_of_answers(&self, ask: &Ask) -> Option<Sheet> {
        let Some(Task::Charge(charge)) = self.play().task() else { return None };
        if charge.stage != ChargeStage::Respond {
            return None;
        }
        let ways = self.responses(charge).into_iter().filter_map(|response| self.way_of_answer(ask, charge, response));
        let chargers: Vec<&str> = charge.chargers.iter().map(|charger| self.name(charger.unit)).collect();
        let about = format!("charged by {}", list(&chargers));
        let group = SheetGroup { unit: charge.target, about, ways: ways.collect() };
        let title = "The charge comes".to_owned();
        let hint = "Choose how it is met; the chargers are moved then.".to_owned();
        Some(Sheet { title, hint, named: Vec::new(), groups: vec![group], closes: true })
    }

    fn way_of_answer(&self, ask: &Ask, charge: &Charge, response: Response) -> Option<SheetWay> {
        let order = Order::new(ask.side, &verbs::RESPOND).choice(response.id());
        let plan = self.check(&order).ok()?;
        let fire = plan.odds.first().map(|odds| {
            let casualties = odds.then.first().map_or(String::new(), |(text, _)| format!("; {text}"));
            format!("{}{casualties}", odds.needs)
        });
        let (note, rule) = match response {
            Response::Hold => ("it stands as it is".to_owned(), "BP-6.4"),
            Response::ClosingFire => (fire.unwrap_or_default(), "BP-6.6"),
            Response::CounterCharge => ("they meet half way, both charging".to_owned(), "BP-6.7"),
            Response::Evade | Response::EvadeFacing => ("one full move away, before they come".to_owned(), "BP-6.8"),
            Response::Square => ("a 2 forms none, a 12 disorders it".to_owned(), "BP-6.9"),
            Response::TurnToFace => ("its front to the charger".to_owned(), "BP-6.10"),
        };
        Some(SheetWay {
            label: capital(response.label()),
            note,
            orders: vec![order],
            checks: 0,
            chance: (response == Response::Square).then_some(SQUARES / 36.0),
            outlook: self.outlook_of_answer(charge, response),
            rule: RuleId::new(rule),
        })
    }

    /// BP-7.5: how the first round would go for the target if it met the charge like that.
    fn outlook_of_answer(&self, charge: &Charge, response: Response) -> Option<Outlook> {
        let strikers: Vec<Striker> = charge
            .chargers
            .iter()
            .filter_map(|charger| {
                let at = charger.course.as_ref()?.contact.outline();
                Some(Striker { unit: charger.unit, at, face: charger.face?, hurt: false })
            })
            .collect();
        if strikers.is_empty() {
            return None;
        }
        let faces = strikers.iter().any(|striker| striker.face != Face::Front);
        if response == Response::ClosingFire {
            let at = self.closing_fire_goes_at(charge, None)?;
            let (wins, ties) = self.round_after_fire(&strikers, &self.closing_fire(charge, at));
            return Some(Outlook { label: "after its fire".into(), wins, ties, rule: RuleId::new("BP-7.5") });
        }
        let (held, label) = match response {
            Response::Hold => (Standing { flanked: faces, ..Standing::default() }, "held"),
            Response::CounterCharge => {
                (Standing { charging: true, home: true, ..Standing::default() }, "counter-charging")
            }
            Response::TurnToFace => (Standing::default(), "turned to face"),
            _ => return None,
        };
        let theirs = self.first_round(&strikers, charge.target, held);
        let wins = 1.0 - theirs.0 - theirs.1;
        Some(Outlook { label: label.into(), wins, ties: theirs.1, rule: RuleId::new("BP-7.5") })
    }
}
