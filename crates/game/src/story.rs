//! A battle as a page of HTML: the table at the end of each turn, what happened in it, what it cost, and the luck.

use maud::{Markup, html};

use crate::{
    battle::{Battle, Plugins, replay_watching},
    html::{document, table},
    luck::{Luck, Tally},
    picture::palette::{Coat, Palette},
    record::Journal,
};
use grapeshot_floor::{
    events::{BattleEvent, folded},
    forces::SideId,
};

/// Pixels across, of the picture of a table.
const WIDTH: u32 = 1000;

/// A battle as it is told while it is played anew.
#[derive(Default)]
pub struct Story {
    /// The turn under way.
    turn: u16,
    /// The turns that are over, each with the table at its end.
    turns: Vec<(u16, Markup)>,
}

impl Story {
    /// The page of the battle of a record, which is played anew with these rulesets.
    ///
    /// # Errors
    /// If it cannot be played.
    pub fn of(journal: &Journal, plugins: Plugins) -> Result<String, String> {
        let mut story = Self::default();
        let replayed = replay_watching(journal, None, plugins, &mut |battle, _| story.watch(battle))?;
        Ok(story.page(&replayed.battle))
    }

    /// Looks at the battle before an order: the first order of a turn sees the table at the end of the turn before.
    pub fn watch(&mut self, battle: &Battle) {
        let turn = battle.view().clock().turn;
        if turn != self.turn {
            let caption = if self.turn == 0 { "The set-up".into() } else { format!("After turn {}", self.turn) };
            self.turns.push((self.turn, table(&caption, battle, WIDTH)));
            self.turn = turn;
        }
    }

    /// The page, once the battle has been played as far as it goes.
    pub fn page(mut self, battle: &Battle) -> String {
        self.turns.push((self.turn, table(&format!("After turn {}", self.turn), battle, WIDTH)));
        let (scenario, view) = (battle.scenario(), battle.view());
        let events = battle.log().events();
        let tally = Tally::of(&view, events);
        let place = [&scenario.location, &scenario.date].map(String::as_str);
        let place: Vec<&str> = place.into_iter().filter(|words| !words.is_empty()).collect();
        let body = html! {
            h1 { (scenario.title) }
            p.quiet { (place.join(", ")) }
            @for paragraph in scenario.story.split("\n\n") { p { (paragraph) } }
            @for (turn, picture) in &self.turns {
                h2 {
                    @if *turn == 0 { "Set-up" } @else { "Turn " (turn) }
                    @if let Some(hour) = battle.rules().clock(&view, *turn) { ", " (hour) }
                }
                ul.log { @for event in lines(events, *turn) { (line(battle, event)) } }
                (picture)
            }
            @if let Some(outcome) = battle.outcome() { h2 { "The end" } p { (outcome.text) } }
            h2 { "What it cost" }
            (losses(battle, &tally, self.turn))
            @if !tally.honours.is_empty() {
                h2 { "Mentioned" }
                ul { @for honour in &tally.honours { li { (honour.who) " " (honour.what) } } }
            }
            h2 { "Luck" }
            (luck(battle, &tally))
        };
        document(&scenario.title, &body)
    }
}

/// The main lines of a turn.
fn lines(events: &[BattleEvent], turn: u16) -> impl Iterator<Item = &BattleEvent> {
    let main = folded(events).into_iter().map(|line| &events[line.start]);
    main.filter(move |event| event.turn == turn && !event.text.is_empty())
}

fn line(battle: &Battle, event: &BattleEvent) -> Markup {
    let side = event.side.map(|side| battle.view().side_named(side));
    let colour = side.map(|side| format!("border-color: {}", Palette::default().coat(Coat::named(&side.coat))));
    html! {
        li style=[colour] title=[side.map(|side| &side.short)] { (event.text) " " span.quiet { (event.rule) } }
    }
}

/// The losses of each side up to the end of each turn.
fn losses(battle: &Battle, tally: &Tally, turns: u16) -> Markup {
    let until = |side: SideId, turn: u16| {
        let counts = tally.losses.get(&side).map(Vec::as_slice).unwrap_or_default();
        counts.iter().take_while(|(at, _)| *at < f64::from(turn + 1)).last().map_or(0, |(_, lost)| *lost)
    };
    html! {
        table {
            tr { th { "After turn" } @for turn in 1..=turns { th { (turn) } } }
            @for side in battle.view().sides().players() {
                tr {
                    td { (battle.view().side_named(side).short) }
                    @for turn in 1..=turns { td { (until(side, turn)) } }
                }
            }
        }
    }
}

/// What cards and dice gave each side, against what was to be expected.
fn luck(battle: &Battle, tally: &Tally) -> Markup {
    let row = |what: &str, side: SideId, luck: &Luck| {
        html! {
            tr {
                td { (what) } td { (battle.view().side_named(side).short) } td { (luck.tries()) } td { (luck.drawn) }
                td { (format!("{:.1}", luck.expected())) } td { (format!("{:.0} of 100", luck.percentile() * 100.0)) }
            }
        }
    };
    html! {
        table {
            tr { th { "" } th { "Side" } th { "Tries" } th { "Succeeded" } th { "Expected" } th { "Luckier than" } }
            @for (what, by_side) in &tally.luck {
                @for (side, of) in by_side { (row(what, *side, of)) }
            }
            @for (side, of) in &tally.all { (row("in all", *side, of)) }
        }
    }
}
