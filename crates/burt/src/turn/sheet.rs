//! The answers to an assault as a sheet: each with the fight that would follow (SB-9.6, SB-9.20).

use crate::{
    assault::reactions::Reacts,
    book::verbs,
    state::{sequence_of_play::Reaction, tasks::Task, view::BurtView},
};
use grapeshot_floor::{
    english::{capital, list},
    events::RuleId,
    forces::UnitId,
    orders::{Order, Plan},
    turn::{
        Ask,
        sheet::{Sheet, SheetGroup, SheetWay},
    },
};

impl BurtView<'_> {
    /// SB-9.6, SB-9.20: all reactions of an assaulted unit, or of one that supports it.
    pub fn sheet_of_reactions(&self, ask: &Ask) -> Option<Sheet> {
        let task = self.play().task()?;
        let (unit, friend) = match task {
            Task::React { unit } => (*unit, None),
            Task::Support { unit } => (*unit, Some(self.support_of(*unit)?.friend)),
            _ => return None,
        };
        let assaulters = self.assaulters_of(friend.unwrap_or(unit));
        let names: Vec<&str> = assaulters.iter().map(|enemy| self.name(*enemy)).collect();
        let about = match friend {
            Some(friend) => format!("supports {}, assaulted by {}", self.name(friend), list(&names)),
            None => format!("assaulted by {}", list(&names)),
        };
        let ways = ask.choices.iter().flat_map(|(word, label)| self.ways_of_reaction(ask, word, label, &assaulters));
        Some(Sheet {
            title: "The assault comes".to_owned(),
            hint: "Choose how it is met; the assaulters test then.".to_owned(),
            named: Vec::new(),
            groups: vec![SheetGroup { unit, about, ways: ways.collect() }],
            closes: true,
        })
    }

    /// The ways of one reaction, for each assaulter if it is aimed at one of several; only those that are allowed.
    fn ways_of_reaction(&self, ask: &Ask, word: &str, label: &str, assaulters: &[UnitId]) -> Vec<SheetWay> {
        let order = Order::new(ask.side, &verbs::REACT).choice(word);
        let aimed = !matches!(Reaction::named(word), Some(Reaction::Hold | Reaction::Evade) | None);
        let each = |enemy: &UnitId| {
            let order = order.clone().target(self.piece(*enemy));
            let plan = self.check(&order).ok()?;
            Some(way(order, &plan, format!("{} at {}", capital(label), self.name(*enemy))))
        };
        if aimed && assaulters.len() > 1 {
            return assaulters.iter().filter_map(each).collect();
        }
        let plan = self.check(&order).ok();
        plan.map(|plan| way(order, &plan, capital(label))).into_iter().collect()
    }
}

/// An answer with the numbers of its plan.
fn way(order: Order, plan: &Plan, label: String) -> SheetWay {
    let reaction = plan.findings.get::<Reacts>().map_or(Reaction::Hold, |reacts| reacts.reaction);
    let expected = plan.odds.first().and_then(|odds| Some(format!("{}; {}", odds.needs, odds.then.last()?.0)));
    let (note, rule) = match reaction {
        Reaction::Hold => ("it stands as it is".to_owned(), "SB-9.6"),
        Reaction::Countercharge => ("they meet half way, both charging".to_owned(), "SB-9.8"),
        Reaction::Evade => ("away by its move and two dice; REGROUP orders".to_owned(), "SB-9.7"),
        Reaction::Fire | Reaction::Canister | Reaction::Ball => (expected.unwrap_or_default(), "SB-9.6"),
    };
    SheetWay {
        label,
        note,
        orders: vec![order],
        checks: 0,
        chance: None,
        outlook: plan.outlooks.first().cloned(),
        rule: RuleId::new(rule),
    }
}
