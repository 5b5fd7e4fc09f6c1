//! The answers to a charge as a sheet: each with its chance and the fight that would follow (BP-6.4).

use crate::{
    book::verbs,
    charge::responses::SQUARES,
    state::{
        sequence_of_play::{Charge, ChargeStage, Response, Task},
        view::BlackPowderView,
    },
};
use grapeshot_floor::{
    english::{capital, list},
    events::RuleId,
    orders::Order,
    turn::{
        Ask,
        sheet::{Sheet, SheetGroup, SheetWay},
    },
};

impl BlackPowderView<'_> {
    /// BP-6.4: all responses that the target of a charge may give.
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
        let fire = fire.unwrap_or_default();
        let (note, then, rule) = match response {
            Response::Hold => ("it stands as it is", "held", "BP-6.4"),
            Response::ClosingFire => (fire.as_str(), "after its fire", "BP-6.6"),
            Response::CounterCharge => ("they meet half way, both charging", "counter-charging", "BP-6.7"),
            Response::Evade | Response::EvadeFacing => ("one full move away, before they come", "", "BP-6.8"),
            Response::Square => ("a 2 forms none, a 12 disorders it", "", "BP-6.9"),
            Response::TurnToFace => ("its front to the charger", "turned to face", "BP-6.10"),
        };
        Some(SheetWay {
            label: capital(response.label()),
            note: note.to_owned(),
            orders: vec![order],
            checks: 0,
            chance: (response == Response::Square).then_some((SQUARES + 1.0) / 36.0),
            outlook: self.forecast_of_answer(charge, response).map(|forecast| forecast.outlook_of_target(then)),
            rule: RuleId::new(rule),
        })
    }
}
