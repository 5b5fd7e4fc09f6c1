//! A fight hand to hand as a duel: both with their cards or dice, their sums, what was to be expected, what came of it,
//! and the button that goes on.

use bevy_egui::egui::{
    self, Align, Align2, Area, CornerRadius, FontId, Id, Layout, Order, Pos2, Rect, Sense, Stroke, StrokeKind, Ui,
    UiBuilder, Vec2,
};

use super::{bouts, odds, shown::Shown};
use crate::{
    camera::BoardView,
    pictures::Pictures,
    session::{ShownFight, duel_of},
    theme,
    ui_action::UiAction,
    widgets::{self, Rank},
};
use grapeshot_floor::{
    english,
    events::{BattleEvent, Drawn, EventKind, Explained},
    forces::PieceId,
};

/// The most points that the panel is wide.
const WIDTH: f32 = 800.0;
/// The most lines of what came of a fight.
const RESULTS: usize = 4;
/// Below this height of the room in points, fights are left out from which the player does not choose.
const LOW: f32 = 640.0;
/// The most pips that are drawn for the fights of a melee.
const PIPS: usize = 14;

/// One of the two who fight.
struct Fighter<'a> {
    piece: PieceId,
    sum: &'a Explained,
    drawn: Option<&'a Drawn>,
    dice: Vec<&'a BattleEvent>,
    won: Option<bool>,
}

/// Whether a fight, or one to come, is to be shown; an order in hand is shown instead.
pub fn wanted(shown: &Shown) -> bool {
    let explained = shown.draft().is_some_and(odds::wanted);
    !explained && (shown.session.shown_fight().is_some() || !bouts::to_tell(shown).is_empty())
}

/// Shows the fight in the part of the room where it covers neither of the two.
pub fn show(
    ctx: &egui::Context,
    room: Rect,
    shown: &Shown,
    pictures: &mut Pictures,
    board: &BoardView,
    ui_actions: &mut Vec<UiAction>,
) {
    let fight = shown.session.shown_fight();
    let id = Id::new("duel");
    let width = (room.width() - 2.0 * theme::MARGIN).min(WIDTH);
    let height = ctx.memory(|memory| memory.area_rect(id).map_or(320.0, |rect| rect.height()));
    let busy = fight.as_ref().and_then(|fight| duel_of(&shown.log[fight.at])).map(|(attacker, defender, ..)| {
        [attacker, defender]
            .map(|piece| shown.session.shown().piece(piece).map(|piece| board.to_points(piece.place.at)))
    });
    let busy: Vec<Pos2> = busy.into_iter().flatten().flatten().collect();
    let (top, bottom) = (room.top() + theme::MARGIN, room.bottom() - height - theme::MARGIN);
    // The free part of the room is the larger of what it leaves above and below them.
    let lies_high = busy.iter().any(|at| at.y - room.top() < room.bottom() - at.y);
    let at = if lies_high { bottom.max(top) } else { top };
    let min = Pos2::new(room.center().x - width / 2.0, at);
    let area = Area::new(id).order(Order::Middle).constrain(true).fixed_pos(min).show(ctx, |ui| {
        widgets::panel(ui, Vec2::new(width, 0.0), |ui| {
            super::scrolled(ui, "fight", room, |ui| {
                // The panel leaves the table what room it can.
                ui.spacing_mut().interact_size.y = 18.0;
                ui.spacing_mut().item_spacing.y = 2.0;
                if let Some(fight) = &fight {
                    duel(ui, shown, pictures, fight, ui_actions);
                }
                bouts::show(ui, shown, fight.is_some(), room.height() < LOW, ui_actions);
            });
        });
    });
    if (area.response.rect.height() - height).abs() > 0.5 {
        ctx.request_repaint();
    }
}

fn duel(ui: &mut Ui, shown: &Shown, pictures: &mut Pictures, fight: &ShownFight, ui_actions: &mut Vec<UiAction>) {
    let event = &shown.log[fight.at];
    let Some((attacker, defender, winner, duel)) = duel_of(event) else { return };
    let end = fight.events.end.min(shown.cursor);
    let group = &shown.log[fight.at..end];
    let details = group.iter().skip(1).take_while(|event| event.detail).count();
    let (details, results) = group[1..].split_at(details);
    let fighter = |piece: PieceId, sum| {
        let side = shown.view().side_of(piece);
        let drawn = details.iter().find_map(|event| match &event.kind {
            EventKind::Drew(drawn) if drawn.side == Some(side) => Some(drawn),
            _ => None,
        });
        let thrown =
            |event: &&BattleEvent| matches!(event.kind, EventKind::Rolled { side: Some(of), .. } if of == side);
        let before = shown.log[..fight.at]
            .iter()
            .rev()
            .take_while(|before| before.step == event.step && duel_of(before).is_none());
        let mut dice: Vec<&BattleEvent> = if drawn.is_some() { Vec::new() } else { before.filter(thrown).collect() };
        dice.reverse();
        Fighter { piece, sum, drawn, dice, won: winner.map(|winner| winner == piece) }
    };
    let two = [fighter(attacker, &event.explained), fighter(defender, &duel.against)];
    let card = if ui.available_width() < 700.0 { 104 } else { 132 };
    let gap = 20.0;
    let half = (ui.available_width() - gap) / 2.0;
    let whole = ui.available_rect_before_wrap();
    let mut bottom = whole.top();
    for (n, fighter) in two.iter().enumerate() {
        let left = whole.left() + n as f32 * (half + gap);
        let rect = Rect::from_min_size(Pos2::new(left, whole.top()), Vec2::new(half, whole.height()));
        let shown_half = ui.scope_builder(UiBuilder::new().max_rect(rect).id_salt(("half", n)), |ui| {
            self::half(ui, shown, pictures, fighter, card, n == 0, ui_actions);
        });
        bottom = bottom.max(shown_half.response.rect.bottom());
    }
    let between = whole.left() + half + gap / 2.0;
    ui.painter().vline(between, egui::Rangef::new(whole.top(), bottom), Stroke::new(1.0, theme::INK3));
    ui.advance_cursor_after_rect(Rect::from_min_max(whole.min, Pos2::new(whole.right(), bottom)));
    widgets::rule(ui);
    outlook(ui, fight, (duel.wins, duel.ties), shown, attacker);
    for event in results.iter().filter(|event| !event.detail).take(RESULTS) {
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                widgets::rule_link(ui, &event.rule, ui_actions);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let (bar, _) = ui.allocate_exact_size(Vec2::new(4.0, 16.0), Sense::hover());
                    ui.painter().rect_filled(bar, CornerRadius::ZERO, shown.coat_of(event.side));
                    ui.add(egui::Label::new(theme::body(&event.text)).truncate()).on_hover_text(&event.text);
                });
            });
        });
    }
    if shown.session.halted() {
        go_on(ui, fight, ui_actions);
    }
}

/// One of the two: name and unit, the card at the outer edge, the lines of the sum, the score.
fn half(
    ui: &mut Ui,
    shown: &Shown,
    pictures: &mut Pictures,
    fighter: &Fighter,
    card: u32,
    left: bool,
    ui_actions: &mut Vec<UiAction>,
) {
    let view = shown.view();
    let (unit, side) = (view.unit_of(fighter.piece), view.side_of(fighter.piece));
    ui.horizontal(|ui| {
        let (bar, _) = ui.allocate_exact_size(Vec2::new(5.0, 24.0), Sense::hover());
        ui.painter().rect_filled(bar, CornerRadius::ZERO, shown.coat(side));
        let named = view.side_named(side);
        widgets::flag(ui, &named.flag, shown.coat(side), 18.0);
        let alone = view.unit(unit).pieces.len() == 1;
        let aside = if alone { named.short.as_str() } else { shown.session.short_name(unit) };
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(theme::secondary(widgets::clip(aside, 22)));
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(egui::Label::new(theme::title(view.name_alone(fighter.piece), theme::SIZE_PANEL)).truncate());
            });
        });
    });
    ui.add_space(2.0);
    let layout = if left { Layout::left_to_right(Align::Min) } else { Layout::right_to_left(Align::Min) };
    ui.with_layout(layout, |ui| {
        if let Some(drawn) = fighter.drawn {
            let size = Vec2::new(card as f32, card as f32 * 1.4);
            if let Some(texture) = pictures.card(ui.ctx(), shown.battle.vocabulary(), drawn, card) {
                ui.add(egui::Image::new((texture, size)));
            }
        }
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            dice(ui, fighter);
            widgets::sum(ui, fighter.sum, ui_actions);
            widgets::rule(ui);
            score(ui, fighter);
        });
    });
}

/// The dice that were thrown for the fight, where no card was drawn.
fn dice(ui: &mut Ui, fighter: &Fighter) {
    for event in &fighter.dice {
        let EventKind::Rolled { dice, faces, .. } = &event.kind else { continue };
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            for die in dice {
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(20.0), Sense::hover());
                widgets::paint_die(ui.painter(), rect, *faces, *die);
            }
        })
        .response
        .on_hover_text(&event.text);
    }
}

fn score(ui: &mut Ui, fighter: &Fighter) {
    let won = fighter.won == Some(true);
    let (word, ink) = match fighter.won {
        Some(true) => ("wins", theme::TARGET),
        Some(false) => ("beaten", theme::TARGET),
        None => ("a tie", theme::INK2),
    };
    ui.horizontal(|ui| {
        ui.vertical(|ui| {
            ui.label(theme::bold("Score"));
            ui.label(theme::bold(word).color(ink));
        });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::new(64.0, 42.0), Sense::hover());
            if won {
                let radius = CornerRadius::same(4);
                ui.painter().rect(rect, radius, theme::FIELD, Stroke::new(2.5, theme::SELECT), StrokeKind::Inside);
            }
            let font = FontId::new(36.0, theme::bold_family());
            let ink = if won { theme::INK } else { theme::INK2 };
            let score = english::number(fighter.sum.total());
            ui.painter().text(rect.center() + Vec2::new(0.0, 2.0), Align2::CENTER_CENTER, score, font, ink);
        });
    });
}

/// Tells what was to be expected, and which fight of how many it is.
fn outlook(ui: &mut Ui, fight: &ShownFight, (wins, ties): (f32, f32), shown: &Shown, attacker: PieceId) {
    ui.horizontal(|ui| {
        let name = shown.view().name_alone(attacker);
        let loses = (1.0 - wins - ties).max(0.0);
        let text = format!(
            "Odds were: {} wins {}, tie {}, loses {}",
            widgets::clip(name, 24),
            odds::percent(wins),
            odds::percent(ties),
            odds::percent(loses)
        );
        ui.label(theme::secondary(text));
        let all = fight.before + 1 + fight.after;
        if all > 1 {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(theme::secondary(format!("fight {} of {all}", fight.before + 1)));
                pips(ui, fight.before, all);
            });
        }
    });
}

/// A pip for each fight of the melee: those fought, the one shown in gold, those to come.
fn pips(ui: &mut Ui, before: usize, all: usize) {
    if all > PIPS {
        return;
    }
    let step = 18.0;
    let (rect, _) = ui.allocate_exact_size(Vec2::new(step * all as f32, 12.0), Sense::hover());
    for n in 0..all {
        let min = Pos2::new(rect.left() + step * n as f32, rect.top() + 1.0);
        let pip = Rect::from_min_size(min, Vec2::new(14.0, 10.0));
        let fill = match n.cmp(&before) {
            std::cmp::Ordering::Less => theme::INK,
            std::cmp::Ordering::Equal => theme::SELECT,
            std::cmp::Ordering::Greater => theme::FIELD,
        };
        ui.painter().rect(pip, CornerRadius::same(2), fill, Stroke::new(1.2, theme::INK), StrokeKind::Inside);
    }
}

/// The button that goes on, while the log stands still for the player.
fn go_on(ui: &mut Ui, fight: &ShownFight, ui_actions: &mut Vec<UiAction>) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let label = match fight.after {
            0 => "Go on".to_owned(),
            after => format!("Next fight: {} of {}", fight.before + 2, fight.before + 1 + after),
        };
        if widgets::key_button(ui, "Enter", &label, Rank::Gold, 32.0).clicked() {
            ui_actions.push(UiAction::LeaveFight(false));
        }
        if fight.after > 0 && widgets::key_button(ui, "Tab", "all fights at once", Rank::Plain, 32.0).clicked() {
            ui_actions.push(UiAction::LeaveFight(true));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::{
        bottom,
        trying::{Panels, click, tap, two_fights},
    };
    use bevy_egui::egui::Key;

    fn has(texts: &[(String, Rect)], wanted: &str) -> bool {
        texts.iter().any(|(text, _)| text.contains(wanted))
    }

    #[test]
    fn a_fight_is_shown_with_both_sums_and_halts_until_the_player_goes_on() {
        let (mut session, pairs) = two_fights();
        session.engage(pairs[1].0, pairs[1].1);
        for _ in 0..40 {
            session.go_on_showing(0.5);
        }
        assert!(session.halted() && !session.caught_up(), "the first of the two stays on the screen");
        for size in [(1280.0, 720.0), (1600.0, 900.0)] {
            let mut panels = Panels::new(size.0, size.1);
            let texts = panels.texts(&session);
            let fight = session.shown_fight().expect("a fight is shown");
            let (_, _, winner, duel) = duel_of(&session.events()[fight.at]).expect("it is a fight");
            assert!(winner.is_none(), "both drew the same card");
            let sums = [session.events()[fight.at].explained.total(), duel.against.total()];
            for sum in sums {
                assert!(texts.iter().any(|(text, _)| *text == english::number(sum)), "{sum}: {texts:?}");
            }
            assert!(has(&texts, "fight 1 of 2") && has(&texts, "Next fight: 2 of 2"), "{texts:?}");
            let place = panels.place("duel").expect("the panel lies there");
            let bars =
                Rect::from_min_max(Pos2::new(0.0, theme::TOP_BAR), Pos2::new(size.0, size.1 - theme::BOTTOM_BAR));
            assert!(bars.contains_rect(place), "{place:?} lies over a bar");
        }
        let mut panels = Panels::new(1280.0, 720.0);
        assert_eq!(panels.frame(0.1, tap(Key::Enter), &session).0, [UiAction::LeaveFight(false)]);
        session.leave_fight(false);
        for _ in 0..40 {
            session.go_on_showing(0.5);
        }
        let fight = session.shown_fight();
        assert!(session.halted() && fight.is_some_and(|fight| fight.before == 1), "then the second one is");
        session.leave_fight(false);
        session.go_on_showing(60.0);
        assert!(session.caught_up() && !session.halted());
    }

    #[test]
    fn the_bar_goes_on_from_a_fight_whose_own_button_has_no_room() {
        let (mut session, pairs) = two_fights();
        session.engage(pairs[1].0, pairs[1].1);
        for _ in 0..40 {
            session.go_on_showing(0.5);
        }
        assert!(session.halted());
        for size in [(640.0, 360.0), (1280.0, 720.0)] {
            let mut panels = Panels::new(size.0, size.1);
            let texts = panels.texts(&session);
            let (_, place) = texts.iter().find(|(text, _)| text == "Go on").expect("the bar has the button");
            assert!(place.top() > size.1 - bottom::height(size.0), "{place:?}");
            let ui_actions = panels.frame(0.1, click(place.center()), &session).0;
            assert_eq!(ui_actions, [UiAction::LeaveFight(false)]);
        }
    }

    #[test]
    fn a_player_may_see_the_rest_of_the_fights_without_a_halt() {
        let (mut session, pairs) = two_fights();
        session.engage(pairs[0].0, pairs[0].1);
        for _ in 0..40 {
            session.go_on_showing(0.5);
        }
        session.leave_fight(true);
        for _ in 0..40 {
            session.go_on_showing(0.5);
        }
        assert!(session.caught_up());
    }
}
