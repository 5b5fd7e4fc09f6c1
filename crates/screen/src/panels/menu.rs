//! The menu of a battle: where one goes from here, what is kept, who plays each side.

use bevy_egui::egui::{self, Align2, Area, Id, Order, Ui, Vec2};

use super::{shade::shade, shown::Shown};
use crate::{
    keyboard,
    session::Session,
    stage::Stage,
    theme,
    ui_action::UiAction,
    widgets::{self, Rank},
};
use grapeshot_floor::forces::SideId;
use grapeshot_game::{
    ai::{Controller, Level},
    home,
};

/// Shows the menu of a battle.
pub(super) fn show(ctx: &egui::Context, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    if shade(ctx, "menu shade") {
        ui_actions.push(UiAction::Menu);
    }
    let middle = ctx.content_rect().center();
    Area::new(Id::new("menu")).order(Order::Foreground).pivot(Align2::CENTER_CENTER).fixed_pos(middle).show(
        ctx,
        |ui| {
            widgets::panel(ui, Vec2::new(360.0, 0.0), |ui| {
                widgets::head(ui, "Menu", &format!("order {}", shown.order()));
                let most = ctx.content_rect().height() - 90.0;
                // All of it is shown where there is room for it.
                let list = egui::ScrollArea::vertical().max_height(most).min_scrolled_height(most);
                list.show(ui, |ui| menu_entries(ui, shown, ui_actions));
            });
        },
    );
}

fn menu_entries(ui: &mut Ui, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    ui.spacing_mut().item_spacing.y = 8.0;
    let mut entries = vec![
        ("Esc", "Back to the battle", UiAction::Menu),
        ("", "Rules", UiAction::Open(Stage::Reader)),
        ("", "Settings", UiAction::Open(Stage::Settings)),
        ("", "How it stands", UiAction::Open(Stage::Report)),
        ("", "Same battle, new cards and dice", UiAction::Again(shown.battle.seed().wrapping_add(1))),
        ("", "Another battle", UiAction::Open(Stage::Setup)),
        ("", "Title", UiAction::Open(Stage::Title)),
        ("", "Quit", UiAction::Quit),
        ("P", "Keep a picture of the table", UiAction::Picture),
        ("E", "Export the battle as one file", UiAction::Export),
    ];
    entries.retain(|(.., ui_action)| !home::PAGE || *ui_action != UiAction::Quit);
    // The cards of a lesson are the same each time, and they play the other sides.
    let teaches = shown.session.lesson_script().is_some();
    entries.retain(|(.., ui_action)| !teaches || !matches!(ui_action, UiAction::Again(_)));
    let buttons = ui.spacing().interact_size;
    ui.spacing_mut().interact_size.x = ui.available_width();
    // What has no letter has a number: the entries, then the sides.
    let mut numbers = (1..).map(|n: usize| n.to_string());
    for (n, (letter, label, ui_action)) in entries.into_iter().enumerate() {
        let key = if letter.is_empty() { numbers.next().unwrap_or_default() } else { letter.to_owned() };
        let rank = if n == 0 { Rank::Gold } else { Rank::Plain };
        if widgets::key_button(ui, &key, label, rank, 34.0).clicked() || (n > 0 && keyboard::pressed(ui.ctx(), &key)) {
            ui_actions.push(ui_action);
        }
    }
    if let Some(verb) = shown.session.way_out().filter(|_| !teaches || shown.session.lesson_is_over()) {
        let key = shown.preferences.verb_key(verb);
        if widgets::key_button(ui, &key, verb.label, Rank::Plain, 34.0).clicked() || keyboard::pressed(ui.ctx(), &key) {
            ui_actions.push(UiAction::GiveUp);
        }
    }
    ui.spacing_mut().interact_size = buttons;
    widgets::rule(ui);
    if !shown.session.is_watched() && !teaches {
        for (side, key) in shown.view().sides().players().zip(numbers) {
            who_plays(ui, shown, side, &key, ui_actions);
        }
    }
    let text = theme::secondary(format!("Seed {}. {}", shown.battle.seed(), kept(shown.session)));
    ui.add(egui::Label::new(text).wrap());
}

/// What becomes of the battle when it is left now.
fn kept(session: &Session) -> String {
    match (session.at_stake(), session.journal()) {
        (Some(at_stake), _) => at_stake,
        (None, Some(_)) if session.is_watched() => "What is played from here gets a record of its own.".into(),
        (None, Some(_)) => "Every order is kept as it is given: nothing is lost by leaving.".into(),
        (None, None) if session.lesson_script().is_some() && !session.lesson_is_over() => {
            "The lesson goes on at the card that lies open.".into()
        }
        (None, None) => "No record keeps this battle.".into(),
    }
}

/// The player of a side, to be changed in the middle of the battle with a click or a key.
fn who_plays(ui: &mut Ui, shown: &Shown, side: SideId, key: &str, ui_actions: &mut Vec<UiAction>) {
    let now = shown.session.controller(side);
    ui.horizontal(|ui| {
        ui.label(theme::body(format!("{}:", shown.view().side_named(side).short)));
        let chosen = usize::from(now != Controller::Human);
        let clicked = widgets::segments(ui, &["Human", "Computer"], chosen);
        let pressed = widgets::keyed_button(ui, key, "", Rank::Plain, 28.0).then_some(1 - chosen);
        let next = match clicked.or(pressed) {
            Some(0) => Controller::Human,
            Some(_) if chosen == 0 => Controller::Computer(Level::Regular),
            _ => return,
        };
        ui_actions.push(UiAction::Hand(side, next));
    });
}
