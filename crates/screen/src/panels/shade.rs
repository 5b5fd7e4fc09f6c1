//! What lies over everything else, which is in the shade then: a question that wants an answer before anything goes on.

use bevy_egui::egui::{self, Align2, Area, Color32, CornerRadius, Id, Order, Sense, Ui, Vec2};

use super::shown::Shown;
use crate::{
    keyboard, theme,
    ui_action::UiAction,
    widgets::{self, Rank},
};
use grapeshot_floor::orders::Order as BattleOrder;

pub(super) fn shade(ctx: &egui::Context, id: &str) -> bool {
    let screen = ctx.content_rect();
    let shade = Area::new(Id::new(id)).order(Order::Middle).fixed_pos(screen.min).show(ctx, |ui| {
        ui.painter().rect_filled(screen, CornerRadius::ZERO, Color32::from_black_alpha(110));
        ui.allocate_rect(screen, Sense::click()).clicked()
    });
    // The shade lies over what was clicked before.
    ctx.move_to_top(shade.response.layer_id);
    shade.inner
}

/// A panel over everything else, which lies in the shade.
pub fn over_all(ctx: &egui::Context, title: &str, contents: impl FnOnce(&mut Ui)) {
    shade(ctx, "question shade");
    let middle = ctx.content_rect().center();
    let area = Area::new(Id::new("question")).order(Order::Foreground).pivot(Align2::CENTER_CENTER).fixed_pos(middle);
    area.show(ctx, |ui| {
        widgets::panel(ui, Vec2::new(440.0_f32.min(ctx.content_rect().width() - 40.0), 0.0), |ui| {
            widgets::head(ui, title, "");
            ui.spacing_mut().item_spacing.y = 8.0;
            contents(ui);
        });
    });
}

/// A question over everything else, with the key, word and action of its two answers.
fn ask(
    ctx: &egui::Context,
    title: &str,
    text: &str,
    answers: [(&str, &str, UiAction); 2],
    ui_actions: &mut Vec<UiAction>,
) {
    over_all(ctx, title, |ui| {
        ui.add(egui::Label::new(theme::body(text)).wrap());
        for (n, (key, label, ui_action)) in answers.into_iter().enumerate() {
            let rank = if n == 0 { Rank::Gold } else { Rank::Plain };
            if widgets::key_button(ui, key, label, rank, 34.0).clicked() || keyboard::pressed(ctx, key) {
                ui_actions.push(ui_action);
            }
        }
    });
}

/// Asks whether a battle is to be left of which something would be lost.
pub fn ask_to_leave(ctx: &egui::Context, at_stake: &str, ui_actions: &mut Vec<UiAction>) {
    let text = format!("{at_stake} If you leave now, they are lost.");
    let answers = [("Esc", "Stay", UiAction::Stay), ("L", "Leave", UiAction::Leave)];
    ask(ctx, "Leave the battle?", &text, answers, ui_actions);
}

/// Asks whether the player who is asked gives the battle up.
pub(super) fn ask_to_give_up(ctx: &egui::Context, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    let (Some(asked), Some(verb)) = (shown.session.ask_for_human(), shown.session.way_out()) else {
        ui_actions.push(UiAction::GiveUp);
        return;
    };
    let name = &shown.view().side_named(asked.side).name;
    let text = format!("{name}: the battle is over at once, and the others win.");
    let gives_up = UiAction::GiveAll(vec![BattleOrder::new(asked.side, &verb.id)], false);
    let answers = [("Esc", "Fight on", UiAction::GiveUp), ("G", "Give it up", gives_up)];
    ask(ctx, "Give the battle up?", &text, answers, ui_actions);
}
