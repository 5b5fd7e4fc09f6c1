//! The cards: the one of the table's common deck with what it brought about, and the last ones of the players.

use bevy_egui::egui::{self, Align, CornerRadius, Layout, Rect, Sense, Stroke, StrokeKind, Ui, Vec2};

use super::shown::{Shown, Worked};
use crate::{pictures::Pictures, theme, ui_action::UiAction, widgets};
use grapeshot_floor::{
    english,
    events::{BattleEvent, Drawn, EventKind, Subject},
};

/// How many lines of what followed from a card are told beside it: the last ones.
const FOLLOWED: usize = 2;
/// Points that the bar in the colour of a side is wide.
const BAR: f32 = 5.0;

/// The share of its time in which a card turns over; then it lies still to be read.
const TURNS: f32 = 0.68;

fn drawn(event: &BattleEvent) -> Option<&Drawn> {
    match &event.kind {
        EventKind::Drew(drawn) => Some(drawn),
        _ => None,
    }
}

/// Whether the ruleset plays with cards at all.
pub fn any(shown: &Shown) -> bool {
    !shown.battle.vocabulary().decks.is_empty()
}

/// Shows the last card of the common deck, and beside it what followed from it.
pub fn common(
    ui: &mut Ui,
    shown: &Shown,
    worked: &mut Worked,
    pictures: &mut Pictures,
    width: u32,
    ui_actions: &mut Vec<UiAction>,
) {
    let events = shown.events();
    let last = events.iter().rposition(|event| drawn(event).is_some_and(|drawn| drawn.side.is_none()));
    let Some((at, card)) = last.and_then(|at| Some((at, drawn(&events[at])?))) else {
        dice(ui, shown, ui_actions);
        return;
    };
    ui.horizontal_top(|ui| {
        let size = Vec2::new(width as f32, width as f32 * 1.4);
        picture(ui, shown, pictures, (&events[at], card), width, size);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            ui.add(egui::Label::new(theme::title("On this card", theme::SIZE_LIST)).truncate());
            ui.add(egui::Label::new(theme::body(&events[at].text)).wrap());
            let told = shown.turn();
            let followed = |event: &&BattleEvent| {
                event.turn == told && !event.detail && event.side.is_some() && drawn(event).is_none()
            };
            let rest: Vec<&BattleEvent> = events[at + 1..].iter().filter(followed).collect();
            let followed = FOLLOWED - usize::from(to_act(ui, shown, worked));
            for event in &rest[rest.len().saturating_sub(followed)..] {
                follow(ui, shown, event);
            }
            ui.horizontal(|ui| {
                ui.label(theme::secondary(format!("{} left", english::count(card.left.into(), "card"))));
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    widgets::rule_link(ui, &events[at].rule, ui_actions);
                });
            });
        });
    });
}

/// Shows the units that act after the one that acts now, in their order; false if there are none, or they are not known
/// yet.
fn to_act(ui: &mut Ui, shown: &Shown, worked: &mut Worked) -> bool {
    let left: &[Subject] = worked.steps(shown).map_or(&[], |steps| &steps.to_act);
    if left.is_empty() || !shown.session.caught_up() {
        return false;
    }
    let view = shown.view();
    let name = |subject: &Subject| match *subject {
        Subject::Unit(unit) => shown.session.short_name(unit),
        Subject::Piece(piece) => view.name_alone(piece),
    };
    let text = format!("Then: {}", left.iter().map(name).collect::<Vec<_>>().join(", "));
    let font = egui::FontId::new(theme::SIZE_SECONDARY, theme::bold_family());
    let mut job = egui::text::LayoutJob::simple(text.clone(), font, theme::INK, ui.available_width());
    job.wrap.max_rows = 2;
    let shown = ui.painter().layout_job(job);
    ui.label(shown).on_hover_text(text);
    true
}

/// Tells what followed from a card, in two rows at most.
fn follow(ui: &mut Ui, shown: &Shown, event: &BattleEvent) {
    let font = egui::FontId::proportional(theme::SIZE_SECONDARY);
    let room = ui.available_width() - BAR - ui.spacing().item_spacing.x;
    let mut job = egui::text::LayoutJob::simple(shown.in_short(&event.text), font, theme::INK2, room);
    job.wrap.max_rows = 2;
    let text = ui.painter().layout_job(job);
    ui.horizontal_top(|ui| {
        let (bar, _) = ui.allocate_exact_size(Vec2::new(BAR, text.size().y), Sense::hover());
        ui.painter().rect_filled(bar, CornerRadius::ZERO, shown.coat_of(event.side));
        ui.label(text).on_hover_text(&event.text);
    });
}

/// The most dice beside which a text has room.
const IN_A_ROW: usize = 4;

/// Shows the last roll, where the ruleset has no common deck: the dice of both sides, if they rolled against each
/// other.
fn dice(ui: &mut Ui, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    let rolls = last_rolls(shown.events());
    let Some(last) = rolls.last() else {
        ui.label(theme::title("Chance", theme::SIZE_PANEL));
        ui.label(theme::secondary("No die was rolled yet."));
        return;
    };
    ui.horizontal(|ui| {
        ui.label(theme::title("The last dice", theme::SIZE_PANEL));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| widgets::rule_link(ui, &last.rule, ui_actions));
    });
    widgets::rule(ui);
    show_rolls(ui, rolls, |event| shown.share_of(event));
}

/// The dice of one roll with what they say below them, or of two, each in a row with as much of its text as has room.
fn show_rolls(ui: &mut Ui, rolls: &[BattleEvent], share_of: impl Fn(&BattleEvent) -> f32) {
    for event in rolls {
        let EventKind::Rolled { dice, faces, .. } = &event.kind else { continue };
        let thrown = |ui: &mut Ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for (n, die) in dice.iter().enumerate() {
                let (rect, response) = ui.allocate_exact_size(Vec2::splat(32.0), Sense::hover());
                widgets::paint_rolling_die(ui.painter(), rect, *faces, *die, (n, share_of(event)));
                response.on_hover_text(format!("d{faces}: {die}"));
            }
        };
        if rolls.len() == 1 {
            ui.horizontal_wrapped(thrown);
            ui.add(egui::Label::new(theme::body(&event.text)).wrap());
        } else if dice.len() > IN_A_ROW {
            ui.horizontal_wrapped(thrown);
        } else {
            ui.horizontal(|ui| {
                thrown(ui);
                ui.add(egui::Label::new(theme::body(&event.text)).truncate()).on_hover_text(&event.text);
            });
        }
    }
}

/// The last roll that was told, and the other side's just before it by the same rule, in their order.
fn last_rolls(events: &[BattleEvent]) -> &[BattleEvent] {
    let roller = |event: &BattleEvent| match event.kind {
        EventKind::Rolled { side, .. } => Some(side),
        _ => None,
    };
    let Some(end) = events.iter().rposition(|event| roller(event).is_some()) else { return &[] };
    let before = end.checked_sub(1).map(|before| (&events[before], &events[end]));
    let against = before.is_some_and(|(one, other)| {
        one.rule == other.rule
            && roller(one).is_some_and(|side| {
                side.is_some() && roller(other).is_some_and(|other| other.is_some() && side != other)
            })
    });
    &events[end - usize::from(against)..=end]
}

/// The id of a card as it is spoken of ("Card 12", "Black 4").
fn in_words(card: &str) -> String {
    if card.starts_with(|letter: char| letter.is_ascii_digit()) {
        return format!("Card {card}");
    }
    let mut letters = card.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}", letters.as_str().replace('_', " "))
}

/// The face of a card; larger, with what it was drawn for and by which rule, under the pointer.
fn picture(
    ui: &mut Ui,
    shown: &Shown,
    pictures: &mut Pictures,
    (event, card): (&BattleEvent, &Drawn),
    width: u32,
    size: Vec2,
) {
    let turned = (shown.share_of(event) / TURNS).min(1.0);
    let response = match pictures.card(ui.ctx(), shown.battle.vocabulary(), card, width) {
        Some(texture) if turned < 1.0 => turn(ui, texture, shown.coat_of(event.side), size, turned),
        Some(texture) => ui.add(egui::Image::new((texture, size))),
        None => {
            let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
            let painter = ui.painter();
            painter.rect(rect, CornerRadius::same(6), theme::CARD, Stroke::new(1.4, theme::INK), StrokeKind::Inside);
            let font = egui::FontId::new(theme::SIZE_BODY, theme::title_family());
            painter.text(rect.center(), egui::Align2::CENTER_CENTER, &card.card, font, theme::INK);
            response
        }
    };
    response.on_hover_ui(|ui| {
        if let Some(texture) = pictures.card(ui.ctx(), shown.battle.vocabulary(), card, 260) {
            ui.add(egui::Image::new((texture, Vec2::new(260.0, 364.0))));
        }
        ui.set_max_width(260.0);
        ui.add(egui::Label::new(theme::bold(&event.text)).wrap());
        let read = if card.read.is_empty() { String::new() } else { format!(", read: {}", card.read.join(", ")) };
        ui.label(theme::secondary(format!("{}{read}, {}", in_words(&card.card), event.rule)));
    });
}

/// A card as it turns over, its back first; `turned`, 0 to 1, is how far.
fn turn(ui: &mut Ui, face: egui::TextureId, back: egui::Color32, size: Vec2, turned: f32) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let width = (size.x * (1.0 - 2.0 * turned).abs()).max(2.0);
    let card = Rect::from_center_size(rect.center(), Vec2::new(width, size.y));
    if turned < 0.5 {
        ui.painter().rect(card, CornerRadius::same(6), back, Stroke::new(1.4, theme::INK), StrokeKind::Inside);
    } else {
        let whole = Rect::from_min_max(egui::Pos2::ZERO, egui::Pos2::new(1.0, 1.0));
        ui.painter().image(face, card, whole, egui::Color32::WHITE);
    }
    response
}

/// Shows the last cards of the players, the newest large and in front.
pub fn last(ui: &mut Ui, shown: &Shown, pictures: &mut Pictures, narrow: bool, ui_actions: &mut Vec<UiAction>) {
    let (big, small, count) = if narrow { (124, 0, 1) } else { (180, 124, 3) };
    let cards: Vec<(&BattleEvent, &Drawn)> = shown
        .events()
        .iter()
        .rev()
        .filter_map(|event| Some((event, drawn(event)?)))
        .filter(|(_, drawn)| drawn.side.is_some())
        .take(count)
        .collect();
    let Some((newest, _)) = cards.first() else {
        ui.label(theme::title("Last cards", theme::SIZE_PANEL));
        ui.label(theme::secondary("No card was turned yet."));
        return;
    };
    let (area, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), big as f32 * 1.4), Sense::hover());
    let rest = (cards.len() - 1) as f32;
    let step = if rest > 0.0 { ((area.width() - big as f32 - 4.0) / rest).min(small as f32) } else { 0.0 };
    for (n, (event, card)) in cards.iter().enumerate().rev() {
        let width = if n == 0 { big } else { small };
        let size = Vec2::new(width as f32, width as f32 * 1.4);
        let left = area.right() - big as f32 - step * n as f32;
        let rect = Rect::from_min_size(egui::Pos2::new(left, area.bottom() - size.y), size);
        ui.scope_builder(egui::UiBuilder::new().max_rect(rect).id_salt(("card", n)), |ui| {
            picture(ui, shown, pictures, (event, card), width, size);
        });
    }
    ui.horizontal(|ui| {
        let (bar, _) = ui.allocate_exact_size(Vec2::new(5.0, 18.0), Sense::hover());
        ui.painter().rect_filled(bar, CornerRadius::ZERO, shown.coat_of(newest.side));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            widgets::rule_link(ui, &newest.rule, ui_actions);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(egui::Label::new(theme::bold(&newest.text)).truncate()).on_hover_text(&newest.text);
            });
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use grapeshot_floor::{
        events::{Explained, Known, RuleId},
        forces::SideId,
    };

    fn event(kind: EventKind) -> BattleEvent {
        BattleEvent {
            step: 0,
            turn: 1,
            side: None,
            kind,
            text: String::new(),
            rule: RuleId::new("SB-1.10"),
            explained: Explained::default(),
            trial: None,
            detail: true,
            known_to: Known::All,
        }
    }

    fn roll(side: u8, die: u8) -> BattleEvent {
        event(EventKind::Rolled { side: Some(SideId(side)), unit: None, faces: 6, dice: vec![die] })
    }

    /// SB-1.10: both sides roll for initiative; one battalion's dice are shown alone.
    #[test]
    fn dice_that_were_rolled_against_each_other_are_shown_together() {
        let dice = |events: &[BattleEvent]| last_rolls(events).len();
        assert_eq!(dice(&[]), 0);
        assert_eq!(dice(&[roll(0, 2), roll(1, 5)]), 2);
        assert_eq!(dice(&[roll(0, 2), roll(0, 5)]), 1);
        assert_eq!(dice(&[roll(0, 2), event(EventKind::Note), roll(1, 5), event(EventKind::Note)]), 1);
    }

    /// SB-8.1: two tests that follow each other stay in their panel, however long their texts are.
    #[test]
    fn a_long_text_beside_dice_makes_their_panel_no_higher() {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        let rolls = [roll(0, 6), roll(1, 5)].map(|event| BattleEvent {
            text: "The 2nd battalion, 87th Foot tests morale for losses by fire: 5+ needed, 6: passed".into(),
            ..event
        });
        for _ in 0..2 {
            ctx.begin_pass(egui::RawInput::default());
            egui::Area::new(egui::Id::new("dice")).show(&ctx, |ui| {
                widgets::panel(ui, Vec2::new(280.0, 110.0), |ui| show_rolls(ui, &rolls, |_| 1.0));
            });
            ctx.end_pass().textures_delta.clear();
        }
        assert_eq!(widgets::tall_panels(&ctx), []);
    }

    #[test]
    fn cards_are_spoken_of_by_number_or_name() {
        assert_eq!(in_words("12"), "Card 12");
        assert_eq!(in_words("black_4"), "Black 4");
        assert_eq!(in_words("hero"), "Hero");
    }
}
