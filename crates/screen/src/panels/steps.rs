//! The strip of the steps of a turn, below the top bar: which are done, which is played now and by which side, which
//! are to come. A step that is done is ticked, one that was skipped is struck through, the one that is played stands on
//! gold paper with the flags of the sides.

use std::sync::Arc;

use bevy_egui::egui::{
    self, Align2, Area, Color32, CornerRadius, FontId, Galley, Id, Order, Pos2, Rect, Response, Sense, Shape, Stroke,
    StrokeKind, Ui, Vec2,
};

use super::shown::{Shown, Worked};
use crate::{theme, ui_action::UiAction, widgets};
use grapeshot_floor::{
    english::agreement,
    rulebook_text,
    turn::turn_steps::{SideInStep, StepPart, TurnStep, TurnSteps},
};

/// The height of the strip.
pub const HEIGHT: f32 = 32.0;
/// Points across the disc with the number of a step.
const DISC: f32 = 19.0;
/// Points round what stands in a step.
const PAD: f32 = 5.0;
/// Points between two steps.
const GAP: f32 = 3.0;
/// Points that the flag of a side takes, with its sign.
const SIDE: f32 = 40.0;
/// Width and height of such a flag.
const FLAG: Vec2 = Vec2::new(21.0, 14.0);

/// How far a step has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Come {
    Done,
    Skipped,
    Now,
    Ahead,
}

/// The strip as it is shown: at the step that the log was shown up to.
struct Strip {
    steps: Vec<TurnStep>,
    now: Option<usize>,
    /// Whether each step was played in this turn: a step in which nobody can do anything is skipped.
    played: Vec<bool>,
    /// What each side does in the step that is played; empty while the log is being shown.
    sides: Vec<SideInStep>,
}

impl Strip {
    /// The strip of a battle, if its ruleset numbers the steps of a turn.
    fn of(shown: &Shown, worked: &mut Worked) -> Option<Self> {
        let of_turn = worked.steps(shown)?.clone();
        let played = of_turn.played(shown.events());
        let TurnSteps { steps, now, sides, .. } = of_turn;
        if shown.session.caught_up() {
            return Some(Self { steps, now, played, sides });
        }
        let phase = shown.session.shown().phase.as_ref();
        // Where the log does not tell of the steps, it is the one in which the order was given that is being shown.
        let told = phase.and_then(|phase| steps.iter().position(|step| step.phase == *phase));
        let now = told.or(now);
        Some(Self { steps, now, played, sides: Vec::new() })
    }

    fn come(&self, at: usize) -> Come {
        match self.now {
            Some(now) if at < now && !self.played[at] => Come::Skipped,
            Some(now) if at < now => Come::Done,
            Some(now) if at == now => Come::Now,
            _ => Come::Ahead,
        }
    }

    /// What a step is, how far it has come, and who acts in it, in lines.
    fn about(&self, at: usize, shown: &Shown) -> Vec<String> {
        let step = &self.steps[at];
        let come = match self.come(at) {
            Come::Done => "done",
            Come::Skipped => "skipped: nobody had anything to do",
            Come::Now => "now",
            Come::Ahead => "to come",
        };
        let head = format!("Step {} of {}: {} ({come})", step.number, self.steps.len(), step.about);
        let side = |side: &SideInStep| {
            let name = &shown.view().side_named(side.side).name;
            agreement::agree(format!("{name} {}", side.word), name)
        };
        let sides = self.sides.iter().filter(|_| self.come(at) == Come::Now).map(side);
        std::iter::once(head).chain(sides).collect()
    }
}

/// Shows the strip below the top bar; returns its height in points.
pub fn show(
    ctx: &egui::Context,
    screen: Rect,
    shown: &Shown,
    worked: &mut Worked,
    ui_actions: &mut Vec<UiAction>,
) -> f32 {
    let Some(strip) = Strip::of(shown, worked) else { return 0.0 };
    let min = Pos2::new(screen.left(), screen.top() + theme::TOP_BAR);
    Area::new(Id::new("steps")).order(Order::Middle).constrain(false).fixed_pos(min).show(ctx, |ui| {
        let rect = Rect::from_min_size(min, Vec2::new(screen.width(), HEIGHT));
        ui.painter().rect_filled(rect, CornerRadius::ZERO, theme::TABLE_DARK);
        ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, theme::BRASS));
        ui.allocate_rect(rect, Sense::click_and_drag());
        cells(ui, rect.shrink2(Vec2::new(8.0, 3.0)), &strip, shown, ui_actions);
    });
    HEIGHT
}

fn lettering(ui: &Ui, step: &TurnStep, come: Come) -> Arc<Galley> {
    let (font, ink) = match come {
        Come::Now => (FontId::new(theme::SIZE_BODY, theme::bold_family()), theme::INK),
        Come::Done | Come::Skipped => (FontId::proportional(theme::SIZE_BODY), theme::BRASS_LIGHT),
        Come::Ahead => (FontId::proportional(theme::SIZE_BODY), theme::IVORY),
    };
    ui.painter().layout_no_wrap(step.label.to_string(), font, ink)
}

/// Whether each step is named, where its row has `room` points: the step that is played first, then those after it in
/// their order, then those before it, the last first. `bare` are the points of the row without names.
fn named(widths: &[f32], now: Option<usize>, bare: f32, room: f32) -> Vec<bool> {
    let mut named = vec![false; widths.len()];
    let from = now.unwrap_or(0);
    let mut left = room - bare;
    let order = (from..widths.len()).chain((0..from).rev());
    for at in order {
        if widths[at] > left {
            break;
        }
        left -= widths[at];
        named[at] = true;
    }
    named
}

fn cells(ui: &mut Ui, rect: Rect, strip: &Strip, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    let count = strip.steps.len();
    let words: Vec<Arc<Galley>> =
        strip.steps.iter().enumerate().map(|(at, step)| lettering(ui, step, strip.come(at))).collect();
    let sides = SIDE * strip.sides.len() as f32;
    let bare = count as f32 * (DISC + 2.0 * PAD + GAP) - GAP + sides;
    let widths: Vec<f32> = words.iter().map(|word| word.size().x + PAD).collect();
    let named = named(&widths, strip.now, bare, rect.width());
    let used = bare + widths.iter().zip(&named).filter(|(_, named)| **named).map(|(width, _)| width).sum::<f32>();
    // What is left is shared among the steps, so that the strip is as wide as the bar.
    let spare = ((rect.width() - used) / count as f32).clamp(0.0, 26.0);
    let mut x = rect.left() + (rect.width() - used - spare * count as f32).max(0.0) / 2.0;
    for (at, step) in strip.steps.iter().enumerate() {
        let come = strip.come(at);
        let word = if named[at] { widths[at] } else { 0.0 };
        let flags = if come == Come::Now { sides } else { 0.0 };
        let width = DISC + 2.0 * PAD + word + flags + spare;
        let cell = Rect::from_min_size(Pos2::new(x, rect.top()), Vec2::new(width, rect.height()));
        x += width + GAP;
        let response = ui.interact(cell, Id::new(("step", at)), Sense::click());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, step.label.as_str()));
        paint(ui, cell, step, come, named[at].then(|| Arc::clone(&words[at])), response.hovered());
        if come == Come::Now {
            let right = Rect::from_min_max(Pos2::new(cell.right() - flags - PAD / 2.0, cell.top()), cell.max);
            paint_sides(ui, right, strip, shown);
        }
        tell(response, strip, at, shown, ui_actions);
    }
}

/// Shows the tooltip of a step, which names its rule; a click opens the rule.
fn tell(response: Response, strip: &Strip, at: usize, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    let rule = &strip.steps[at].rule;
    if response.clicked() {
        ui_actions.push(UiAction::OpenRule(rule.clone()));
    }
    response.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_ui(|ui| {
        for (n, line) in strip.about(at, shown).into_iter().enumerate() {
            ui.label(if n == 0 { theme::bold(line) } else { theme::body(line) });
        }
        let title = rulebook_text::rule(&rule.0).map(|rule| format!(" {}", rule.title)).unwrap_or_default();
        ui.label(theme::secondary(format!("{rule}{title}: click to open the rule")));
    });
}

fn paint(ui: &Ui, cell: Rect, step: &TurnStep, come: Come, word: Option<Arc<Galley>>, hovered: bool) {
    let painter = ui.painter();
    let radius = CornerRadius::same(4);
    match come {
        Come::Now => {
            let stroke = Stroke::new(2.0, theme::SELECT);
            painter.rect(cell, radius, theme::PAPER_LIGHT, stroke, StrokeKind::Inside);
        }
        _ if hovered => {
            painter.rect(cell, radius, theme::TABLE, Stroke::new(1.0, theme::BRASS_LIGHT), StrokeKind::Inside);
        }
        _ => {}
    }
    let middle = Pos2::new(cell.left() + PAD + DISC / 2.0, cell.center().y);
    let (fill, edge, ink) = match come {
        Come::Now => (theme::SELECT, Stroke::new(1.5, theme::INK), theme::INK),
        Come::Done => (theme::BRASS, Stroke::NONE, theme::TABLE_DARK),
        Come::Skipped => (Color32::TRANSPARENT, Stroke::new(1.3, theme::BRASS), theme::BRASS),
        Come::Ahead => (Color32::TRANSPARENT, Stroke::new(1.3, theme::BRASS_LIGHT), theme::IVORY),
    };
    painter.circle(middle, DISC / 2.0, fill, edge);
    let font = FontId::new(theme::SIZE_BODY, theme::bold_family());
    painter.text(middle + Vec2::new(0.0, 1.0), Align2::CENTER_CENTER, step.number.to_string(), font, ink);
    if come == Come::Done {
        // A tick at the shoulder of the number.
        let at = middle + Vec2::new(DISC * 0.36, -DISC * 0.36);
        painter.circle_filled(at, 5.5, theme::TABLE_DARK);
        let tick = vec![at + Vec2::new(-3.0, 0.0), at + Vec2::new(-0.8, 2.6), at + Vec2::new(3.4, -2.8)];
        painter.add(Shape::line(tick, Stroke::new(1.8, theme::IVORY)));
    }
    let mut right = middle.x + DISC / 2.0;
    if let Some(word) = word {
        let at = Pos2::new(cell.left() + 2.0 * PAD + DISC, cell.center().y - word.size().y / 2.0);
        let ink = if come == Come::Now { theme::INK } else { theme::IVORY };
        right = at.x + word.size().x;
        painter.galley(at, word, ink);
    }
    if come == Come::Skipped {
        let left = cell.left() + PAD;
        painter.hline(left..=right, cell.center().y, Stroke::new(1.5, theme::BRASS));
    }
}

/// The flag of each side in the step that is played: a pointer before a side that acts, a bar through a side that does
/// no more.
fn paint_sides(ui: &Ui, rect: Rect, strip: &Strip, shown: &Shown) {
    let painter = ui.painter();
    for (n, in_step) in strip.sides.iter().enumerate() {
        let left = rect.left() + SIDE * n as f32;
        let flag = Rect::from_center_size(Pos2::new(left + 13.0 + FLAG.x / 2.0, rect.center().y), FLAG);
        let named = shown.view().side_named(in_step.side);
        let coat = shown.coat(in_step.side);
        widgets::paint_flag(painter, flag, &named.flag, coat);
        match in_step.part {
            StepPart::Acts => {
                let at = Pos2::new(left + 6.0, flag.center().y);
                let head = vec![at + Vec2::new(-3.5, -6.0), at + Vec2::new(5.0, 0.0), at + Vec2::new(-3.5, 6.0)];
                painter.add(Shape::convex_polygon(head, theme::INK, Stroke::NONE));
                painter.rect_stroke(
                    flag.expand(1.5),
                    CornerRadius::ZERO,
                    Stroke::new(1.6, theme::INK),
                    StrokeKind::Outside,
                );
            }
            StepPart::Waits => {}
            StepPart::Done => {
                let line = [flag.left_bottom() + Vec2::new(-2.0, 2.0), flag.right_top() + Vec2::new(2.0, -2.0)];
                painter.line_segment(line, Stroke::new(4.0, theme::PAPER_LIGHT));
                painter.line_segment(line, Stroke::new(2.0, theme::INK));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{preferences::Preferences, session::Session};
    use grapeshot_floor::turn::Rulebooks;
    use grapeshot_game::{
        ai::{Controller, Level, commander},
        battle::simulation_world,
        scenario,
    };
    use grapeshot_rulesets as rulesets;
    use std::path::Path;

    /// In the skirmish the log does not tell of the parts of an activation.
    #[test]
    fn while_an_order_is_shown_the_strip_stays_where_it_was_given() {
        let world = simulation_world(rulesets::plugin);
        let file = Path::new("../../scenarios/horse_and_musket/foraging_party.scenario.ron");
        let scenario = scenario::load(file, world.resource::<Rulebooks>()).expect("it ships with the game");
        let people = vec![Controller::Human; 2];
        let mut session = Session::begin(&scenario, rulesets::plugin, 1, people, None, Arc::new(|| {}));
        let preferences = Preferences::default();
        let step = |session: &Session| {
            let strip = Strip::of(&Shown::of(session, &preferences), &mut Worked::default());
            strip.expect("the parts of an activation are numbered").now
        };
        let (mut computer, mut seen) = (commander(Level::Regular, 7), 0);
        for _ in 0..30 {
            session.skip();
            if let Some(side) = session.hand_over() {
                session.take_seat(side, false);
            }
            let ask = session.ask_for_human().cloned().expect("the battle goes on");
            let before = step(&session);
            let order = computer.decide(session.battle(), &ask).order;
            assert!(session.answer_with(order), "{:?}", session.notice());
            session.go_on_showing(0.01);
            if !session.caught_up() && before.is_some() {
                assert_eq!(step(&session), before);
                seen += 1;
            }
        }
        assert!(seen > 0, "nothing was shown");
    }

    #[test]
    fn the_step_that_is_played_keeps_its_name_longest() {
        let widths = [50.0; 4];
        assert_eq!(named(&widths, Some(2), 100.0, 300.0), [true; 4]);
        assert_eq!(named(&widths, Some(2), 100.0, 250.0), [false, true, true, true]);
        assert_eq!(named(&widths, Some(2), 100.0, 150.0), [false, false, true, false]);
        assert_eq!(named(&widths, None, 100.0, 220.0), [true, true, false, false]);
    }
}
