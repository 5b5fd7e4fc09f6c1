use grapeshot_floor::{chance::seed_of, events::folded};
use grapeshot_game::{
    ai::{Commander, Controller, Level},
    battle::Battle,
    picture::map::{MapOptions, battle_svg},
    record::{Header, JournalWriter, sink::Memory},
    scenario::Scenario,
    simulate::run::commanders,
};
use grapeshot_rulesets as rulesets;
use serde_json::json;
use std::{path::Path, sync::Arc};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen::prelude::wasm_bindgen;

/// A battle that the computer plays against itself, order by order.
#[cfg_attr(target_arch = "wasm32", wasm_bindgen)]
pub struct Watch {
    battle: Battle,
    commanders: Vec<Box<dyn Commander>>,
    writer: JournalWriter,
    record: Memory,
    /// The events of the log that were told.
    told: usize,
}

impl Watch {
    /// A battle at its first question, all sides played by commanders of this level.
    pub fn new(scenario: &Arc<Scenario>, seed: u64, level: Level) -> Self {
        let seed = seed_of(seed, 0);
        let players = scenario.players();
        let sides = players.iter().map(|side| (side.key.clone(), Controller::Computer(level).to_string())).collect();
        let record = Memory::default();
        let header = Header::new(scenario, seed, sides, None);
        let mut battle = Battle::new(scenario, seed, rulesets::plugin);
        battle.keep_undo(0);
        Self {
            battle,
            commanders: commanders(&vec![level; players.len()], seed),
            writer: JournalWriter::into_sink(Path::new("watched"), Box::new(record.clone()), &header),
            record,
            told: 0,
        }
    }
}

#[cfg_attr(target_arch = "wasm32", wasm_bindgen)]
impl Watch {
    /// Gives the next order; says whether the battle goes on.
    ///
    /// # Errors
    /// If the computer gives an order that is not allowed, which is a fault of the game.
    pub fn go_on(&mut self) -> Result<bool, String> {
        let Some(ask) = self.battle.awaiting().asks.first().cloned() else { return Ok(false) };
        let decision = self.commanders[ask.side.index()].decide(&self.battle, &ask);
        let events = decision.carry_out(&mut self.battle).map_err(|refusal| refusal.to_string())?;
        // Memory takes whatever is written to it.
        let _ = self.writer.order(self.battle.recorded(events.len()));
        if let Some(outcome) = self.battle.outcome() {
            let _ = self.writer.outcome(outcome);
        }
        Ok(self.battle.outcome().is_none())
    }

    /// What is new since this was asked last, as JSON: `lines` of the log with turn, text and rule; and `turn`, `orders`,
    /// `checksum` and `outcome` as they are now.
    pub fn news(&mut self) -> String {
        let events = self.battle.log().events();
        let fresh = folded(events).into_iter().filter(|line| line.start >= self.told).map(|line| &events[line.start]);
        let lines: Vec<_> = fresh
            .filter(|event| !event.text.is_empty())
            .map(|event| json!({ "turn": event.turn, "text": event.text, "rule": event.rule.to_string() }))
            .collect();
        self.told = events.len();
        json!({
            "lines": lines,
            "turn": self.battle.view().clock().turn,
            "orders": self.battle.orders().len(),
            "checksum": format!("{:016x}", self.battle.checksum()),
            "outcome": self.battle.outcome().map(|outcome| &outcome.text),
        })
        .to_string()
    }

    /// The table as it stands, as SVG.
    pub fn picture(&self) -> String {
        let options = MapOptions::for_table(&self.battle.scenario().terrain);
        battle_svg(&self.battle.view(), self.battle.vocabulary(), &options)
    }

    /// The record of what was played so far, which the program opens as it does its own.
    pub fn record(&self) -> Vec<u8> {
        self.record.bytes()
    }
}
