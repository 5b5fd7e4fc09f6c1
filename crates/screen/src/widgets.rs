//! Small things that all panels are made of: panels, key caps, buttons, rule links, pips, dice, flags.

use bevy_egui::egui::{
    self, Align2, Color32, CornerRadius, FontId, Galley, Pos2, Rect, Response, RichText, Sense, Stroke, StrokeKind, Ui,
    Vec2,
};
use std::sync::Arc;

use super::{theme, ui_action::UiAction};
use grapeshot_floor::{
    english::{number, signed},
    events::{Explained, RuleId},
    rulebook_text,
};
use grapeshot_game::picture::{flags, fonts, palette::Rgb};

/// A panel of paper with a double edge, of this size in points; where its height is 0, as high as its contents.
pub fn panel<R>(ui: &mut Ui, size: Vec2, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let frame = theme::panel_frame();
    let margin = frame.total_margin().sum();
    let shown = frame.show(ui, |ui| {
        ui.set_width(size.x - margin.x);
        if size.y > 0.0 {
            ui.set_height(size.y - margin.y);
        }
        contents(ui)
    });
    inner_rule(ui, shown.response.rect);
    #[cfg(test)]
    tell_growth(ui, size, shown.response.rect);
    shown.inner
}

/// A text cut to at most this many letters.
pub fn clip(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    text.chars().take(most.saturating_sub(1)).chain(['\u{2026}']).collect()
}

/// The panels that grew wider than they should since this was asked last, each with the points by which it is too wide.
#[cfg(test)]
pub fn grown_panels(ctx: &egui::Context) -> Vec<(Rect, f32)> {
    ctx.data_mut(|data| data.remove_temp(egui::Id::new(GROWN))).unwrap_or_default()
}

/// The panels that grew higher than they should since this was asked last, each with the points by which it is too high.
#[cfg(test)]
pub fn tall_panels(ctx: &egui::Context) -> Vec<(Rect, f32)> {
    ctx.data_mut(|data| data.remove_temp(egui::Id::new(TALL))).unwrap_or_default()
}

#[cfg(test)]
const GROWN: &str = "grown panels";
#[cfg(test)]
const TALL: &str = "tall panels";

#[cfg(test)]
fn tell_growth(ui: &Ui, wanted: Vec2, rect: Rect) {
    let tell = |id: &str, over: f32| {
        if over > 1.0 {
            ui.data_mut(|data| {
                data.get_temp_mut_or_default::<Vec<(Rect, f32)>>(egui::Id::new(id)).push((rect, over));
            });
        }
    };
    tell(GROWN, rect.width() - wanted.x);
    if wanted.y > 0.0 {
        tell(TALL, rect.height() - wanted.y);
    }
}

/// The fine inner rule of a panel.
pub fn inner_rule(ui: &Ui, rect: Rect) {
    ui.painter().rect_stroke(
        rect.shrink(4.0),
        CornerRadius::same(2),
        Stroke::new(1.0, theme::EDGE),
        StrokeKind::Inside,
    );
}

/// A text shortened until it fits into this many points.
pub fn fitted(ui: &Ui, text: &str, font: &FontId, room: f32) -> String {
    let fits = |text: &str| ui.painter().layout_no_wrap(text.to_owned(), font.clone(), theme::INK).size().x <= room;
    if fits(text) {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    let cut = |n: usize| letters[..n].iter().collect::<String>().trim_end().to_owned() + "\u{2026}";
    (1..letters.len()).rev().map(cut).find(|text| fits(text)).unwrap_or_default()
}

/// The place that is kept under what is painted on the table.
const UNDER: &str = "under the names";

/// Keeps a place in the layer of the table under all that is painted in it from now on in this frame.
pub fn keep_place_under(painter: &egui::Painter) {
    let place = painter.add(egui::Shape::Noop);
    painter.ctx().data_mut(|data| data.insert_temp(egui::Id::new(UNDER), place));
}

/// Paints shapes in the place that was kept.
pub fn paint_under(ctx: &egui::Context, shapes: Vec<egui::Shape>) {
    let place = ctx.data(|data| data.get_temp::<egui::layers::ShapeIdx>(egui::Id::new(UNDER)));
    if let Some(place) = place {
        ctx.layer_painter(egui::LayerId::background()).set(place, shapes);
    }
}

/// A thick over a thin line under a heading.
pub fn rule(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 6.0), Sense::hover());
    let painter = ui.painter();
    painter.hline(rect.x_range(), rect.top() + 1.0, Stroke::new(1.2, theme::INK3));
    painter.hline(rect.x_range(), rect.top() + 3.5, Stroke::new(0.6, theme::INK3));
}

/// Shows the head of a panel: its title, and a word at the right where there is room for it.
pub fn head(ui: &mut Ui, title: &str, aside: &str) {
    let title = theme::title(title, theme::SIZE_PANEL);
    let word = theme::secondary(aside);
    let width = |ui: &Ui, text: RichText| {
        let galley = egui::WidgetText::from(text).into_galley(
            ui,
            Some(egui::TextWrapMode::Extend),
            f32::INFINITY,
            egui::TextStyle::Body,
        );
        galley.size().x
    };
    let needed = width(ui, title.clone()) + width(ui, word.clone()) + 2.0 * ui.spacing().item_spacing.x;
    let fits = needed <= ui.available_width();
    let response = ui.horizontal(|ui| {
        ui.add(egui::Label::new(title).truncate());
        if fits {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| ui.label(word));
        }
    });
    if !fits && !aside.is_empty() {
        response.response.on_hover_text(aside);
    }
    rule(ui);
}

/// An underlined rule id that opens the reader at its paragraph.
pub fn rule_link(ui: &mut Ui, id: &RuleId, ui_actions: &mut Vec<UiAction>) -> Response {
    let text = RichText::new(id.0.as_str()).size(theme::SIZE_LINK).color(theme::LINK).underline();
    let response =
        ui.add(egui::Label::new(text).sense(Sense::click()).extend()).on_hover_cursor(egui::CursorIcon::PointingHand);
    let response = match rulebook_text::rule(&id.0) {
        Some(rule) => response.on_hover_text(format!("{id} {}: open the rule", rule.title)),
        None => response,
    };
    if response.clicked() {
        ui_actions.push(UiAction::OpenRule(id.clone()));
    }
    response
}

/// Shows the lines of a sum, the base first: each with its reason, amount and rule.
pub fn sum(ui: &mut Ui, explained: &Explained, ui_actions: &mut Vec<UiAction>) {
    for (n, modifier) in explained.modifiers().iter().enumerate() {
        let amount = if n == 0 { number(modifier.amount) } else { signed(modifier.amount) };
        sum_line(ui, theme::body(modifier.label.as_ref()), &amount, Some(&modifier.rule), ui_actions);
    }
}

/// One line of a sum: text at the left, the amount and the rule in columns at the right.
pub fn sum_line(ui: &mut Ui, text: RichText, amount: &str, rule: Option<&RuleId>, ui_actions: &mut Vec<UiAction>) {
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.allocate_ui_with_layout(Vec2::new(54.0, 18.0), egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.set_min_width(54.0);
                if let Some(id) = rule {
                    rule_link(ui, id, ui_actions);
                }
            });
            ui.allocate_ui_with_layout(Vec2::new(40.0, 18.0), egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.set_min_width(40.0);
                ui.label(
                    RichText::new(amount).font(FontId::new(theme::SIZE_NUMBER, theme::bold_family())).color(theme::INK),
                );
            });
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add(egui::Label::new(text).truncate());
            });
        });
    });
}

/// How a button of the bottom bar looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rank {
    /// One of several buttons.
    Plain,
    /// The button of the verb in hand.
    Chosen,
    /// The gold button, of which there is one.
    Gold,
    /// A button that cannot be used now: struck through.
    Struck,
    /// A button on the walnut of a bar.
    Bar,
}

/// How far below the top of a line the middle of its capitals is.
fn middle_of_capitals(painter: &egui::Painter, font: FontId) -> f32 {
    painter.layout_no_wrap("H".to_owned(), font, theme::INK).mesh_bounds.center().y
}

/// The letters of a key cap.
pub struct Cap {
    galley: Arc<Galley>,
    /// How far below the top of the galley the middle of its capitals is.
    middle: f32,
    /// Points that the cap is wide.
    pub width: f32,
}

impl Cap {
    /// The height of a cap.
    pub const HEIGHT: f32 = 20.0;

    /// The cap of a key by its name.
    pub fn of(painter: &egui::Painter, key: &str) -> Self {
        let word = match key {
            "Escape" => "Esc",
            "Delete" => "Del",
            "Left" => "\u{2190}",
            "Right" => "\u{2192}",
            key => key,
        };
        let size = if word.chars().count() > 1 { theme::SIZE_LINK } else { theme::SIZE_SECONDARY };
        let letters =
            |word: &str| painter.layout_no_wrap(word.to_owned(), FontId::new(size, theme::bold_family()), theme::INK);
        let galley = letters(word);
        let width = galley.size().x.max(10.0) + 12.0;
        Self { galley, middle: letters("H").mesh_bounds.center().y, width }
    }

    /// Paints the cap about a point, with its letters in its middle.
    pub fn paint(self, painter: &egui::Painter, at: Pos2, fill: Color32) {
        let rect = Rect::from_center_size(at, Vec2::new(self.width, Self::HEIGHT));
        painter.rect(rect, CornerRadius::same(3), fill, Stroke::new(1.0, theme::INK2), StrokeKind::Inside);
        let letters = rect.center() - Vec2::new(self.galley.mesh_bounds.center().x, self.middle);
        painter.galley(letters, self.galley, theme::INK);
    }
}

/// The lettering of a button with a key cap.
struct Lettering {
    cap: Option<Cap>,
    text: Arc<Galley>,
    /// How far below the top of the text the middle of its capitals is.
    middle: f32,
    gap: f32,
    width: f32,
    ink: Color32,
}

impl Lettering {
    fn of(ui: &Ui, key: &str, label: &str, rank: Rank) -> Self {
        let font = match rank {
            Rank::Gold => FontId::new(theme::SIZE_BODY, theme::bold_family()),
            _ => FontId::proportional(theme::SIZE_BODY),
        };
        let ink = match rank {
            Rank::Struck => theme::INK2,
            Rank::Bar => theme::IVORY,
            _ => theme::INK,
        };
        let cap = (!key.is_empty()).then(|| Cap::of(ui.painter(), key));
        let middle = middle_of_capitals(ui.painter(), font.clone());
        let text = ui.painter().layout_no_wrap(label.to_string(), font, ink);
        let cap_width = cap.as_ref().map_or(0.0, |cap| cap.width);
        let gap = if cap.is_some() && !label.is_empty() { 8.0 } else { 0.0 };
        let width = (9.0 + cap_width + gap + text.size().x + 11.0).max(ui.spacing().interact_size.x);
        Self { cap, text, middle, gap, width, ink }
    }
}

/// Points that a button with a key cap is wide.
pub fn key_button_width(ui: &Ui, key: &str, label: &str) -> f32 {
    Lettering::of(ui, key, label, Rank::Plain).width
}

/// Where the place of a button with this word is kept, with the number of the pass in which it was drawn.
fn kept_place(word: &str) -> egui::Id {
    egui::Id::new(("button", word))
}

/// The place of a button with this word, if it was drawn in this pass or the one before.
pub fn place_of_button(ctx: &egui::Context, word: &str) -> Option<Rect> {
    let kept = ctx.data(|data| data.get_temp::<(Rect, u64)>(kept_place(word)));
    kept.filter(|(_, pass)| *pass + 1 >= ctx.cumulative_pass_nr()).map(|(rect, _)| rect)
}

/// A button with a key cap. A struck one keeps its place and can still be hovered.
pub fn key_button(ui: &mut Ui, key: &str, label: &str, rank: Rank, height: f32) -> Response {
    let Lettering { cap, text, middle, gap, width, ink } = Lettering::of(ui, key, label, rank);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, height), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, rank != Rank::Struck, label));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let pass = ui.ctx().cumulative_pass_nr();
    ui.data_mut(|data| data.insert_temp(kept_place(label), (rect, pass)));
    let hovered = response.hovered() && rank != Rank::Struck;
    let (fill, edge) = match rank {
        Rank::Plain | Rank::Chosen if hovered => (theme::PAPER, theme::INK),
        Rank::Plain => (theme::FIELD, theme::INK2),
        Rank::Chosen => (theme::FIELD, theme::SELECT),
        Rank::Gold if hovered => (theme::BRASS_LIGHT, theme::INK),
        Rank::Gold => (theme::SELECT, theme::INK),
        Rank::Struck => (theme::PAPER_DARK.gamma_multiply(0.75), theme::INK3),
        Rank::Bar if hovered => (theme::TABLE_DARK, theme::BRASS_LIGHT),
        Rank::Bar => (Color32::TRANSPARENT, theme::BRASS),
    };
    let painter = ui.painter();
    let radius = CornerRadius::same(4);
    painter.rect(rect, radius, fill, Stroke::new(1.4, edge), StrokeKind::Inside);
    if rank == Rank::Chosen {
        painter.rect_stroke(rect.expand(2.0), radius, Stroke::new(2.0, theme::SELECT), StrokeKind::Outside);
    }
    if response.has_focus() {
        painter.rect_stroke(rect.expand(3.0), radius, Stroke::new(1.5, theme::IVORY), StrokeKind::Outside);
    }
    let mut x = rect.left() + 9.0;
    if let Some(cap) = cap {
        let fill = if rank == Rank::Gold { theme::FIELD } else { theme::PAPER_DARK };
        let across = cap.width;
        cap.paint(painter, Pos2::new(x + across / 2.0, rect.center().y), fill);
        x += across + gap;
    }
    let at = Pos2::new(x, rect.center().y - middle);
    let width = text.size().x;
    painter.galley(at, text, ink);
    if rank == Rank::Struck {
        let struck = if label.is_empty() { rect.x_range().shrink(6.0) } else { egui::Rangef::new(x, x + width) };
        painter.hline(struck, rect.center().y, Stroke::new(1.2, theme::INK2));
    }
    response
}

/// A button with a key cap that its key presses, too, unless somebody writes text; returns whether it was pressed.
pub fn keyed_button(ui: &mut Ui, key: &str, label: &str, rank: Rank, height: f32) -> bool {
    let clicked = key_button(ui, key, label, rank, height).clicked();
    clicked || (!super::keyboard::writes(ui.ctx()) && super::keyboard::pressed(ui.ctx(), key))
}

/// A chip with a word; dark or brass.
pub fn badge(ui: &mut Ui, text: &str, dark: bool) -> Response {
    let (fill, ink) = if dark { (theme::INK, theme::IVORY) } else { (theme::BRASS_LIGHT, theme::INK) };
    let font = FontId::proportional(theme::SIZE_SECONDARY);
    let middle = middle_of_capitals(ui.painter(), font.clone());
    let word = ui.painter().layout_no_wrap(text.to_owned(), font, ink);
    let (rect, response) = ui.allocate_exact_size(word.size() + Vec2::new(14.0, 6.0), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, text));
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(3), fill, Stroke::new(1.0, theme::INK2), StrokeKind::Inside);
    painter.galley(Pos2::new(rect.left() + 7.0, rect.center().y - middle), word, ink);
    response
}

/// How many pips are drawn of a number of turns, and the points that each takes.
fn pips_of(turns: u16) -> (u16, f32) {
    let of = turns.clamp(1, 30);
    (of, if of > 12 { 9.0 } else { 13.0 })
}

/// Points that the pips of a number of turns are wide.
pub fn turn_pips_width(turns: u16) -> f32 {
    let (of, step) = pips_of(turns);
    step * f32::from(of)
}

/// Pips of the turns: those gone by are filled.
pub fn turn_pips(ui: &mut Ui, turn: u16, turns: u16) {
    let (of, step) = pips_of(turns);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(step * f32::from(of), 16.0), Sense::hover());
    for n in 0..of {
        let at = Pos2::new(rect.left() + step * (f32::from(n) + 0.5), rect.center().y);
        if n < turn {
            ui.painter().circle_filled(at, step * 0.32, theme::BRASS_LIGHT);
        } else {
            ui.painter().circle_stroke(at, step * 0.3, Stroke::new(1.0, theme::BRASS));
        }
    }
    response.on_hover_text(format!("Turn {turn} of {turns}"));
}

/// The faces of a die of command.
pub const COMMAND: u8 = 6;

/// A die of command that shows a number.
pub fn die(ui: &mut Ui, face: u8, size: f32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(size), Sense::hover());
    paint_die(ui.painter(), rect, COMMAND, face);
    response.on_hover_text(format!("Command die: {face}"))
}

/// The share of its time in which a die rolls; then it lies still.
const ROLLS: f32 = 0.75;
/// The faces that come up while it rolls.
const TUMBLES: f32 = 6.0;
/// How high it leaps first, as a share of its height.
const LEAPS: f32 = 0.45;

/// Draws a die on its way: it tumbles from face to face, leaps lower and lower, and lies with the face that it showed;
/// `share`, 0 to 1, is the share of its time, `nth` its place among those that are rolled with it.
pub fn paint_rolling_die(painter: &egui::Painter, rect: Rect, faces: u8, face: u8, (nth, share): (usize, f32)) {
    let rolled = (share / ROLLS).min(1.0);
    let leap = (bevy::math::ops::sin(rolled * TUMBLES * std::f32::consts::FRAC_PI_2) * (1.0 - rolled)).abs();
    let up = Vec2::new(0.0, -rect.height() * LEAPS * leap);
    paint_die(painter, rect.translate(up), faces, tumbling(faces, face, nth, rolled));
}

/// The face of a die that has rolled a share of its way.
fn tumbling(faces: u8, face: u8, nth: usize, rolled: f32) -> u8 {
    if rolled >= 1.0 || faces < 2 {
        return face;
    }
    let tumble = (rolled * TUMBLES) as usize;
    // Neighbours do not tumble alike, and each tumble brings another face up.
    1 + ((usize::from(face) + nth * 2 + tumble * 5 + 1) % usize::from(faces)) as u8
}

/// Draws a die with this number of faces into a rectangle: a cube with its pips, any other as a kite with the figure.
pub fn paint_die(painter: &egui::Painter, rect: Rect, faces: u8, face: u8) {
    let figure = |at: Pos2, share: f32| {
        let font = FontId::new(rect.height() * share, theme::bold_family());
        painter.text(at, Align2::CENTER_CENTER, face.to_string(), font, theme::INK);
    };
    if faces != COMMAND {
        let inner = rect.shrink(1.0);
        let shoulder = inner.top() + inner.height() * 0.58;
        let kite = vec![
            inner.center_top(),
            Pos2::new(inner.right(), shoulder),
            inner.center_bottom(),
            Pos2::new(inner.left(), shoulder),
        ];
        painter.add(egui::Shape::convex_polygon(kite, theme::FIELD, Stroke::new(1.5, theme::INK)));
        figure(Pos2::new(inner.center().x, inner.top() + inner.height() * 0.54), 0.46);
        return;
    }
    painter.rect(
        rect.shrink(1.0),
        CornerRadius::same(3),
        theme::FIELD,
        Stroke::new(1.5, theme::INK),
        StrokeKind::Inside,
    );
    let s = rect.width() * 0.25;
    let pip = |x: f32, y: f32| {
        painter.circle_filled(rect.center() + Vec2::new(x * s, y * s), rect.width() * 0.085, theme::INK);
    };
    let corners: &[(f32, f32)] = match face {
        1 => &[(0.0, 0.0)],
        2 => &[(-1.0, -1.0), (1.0, 1.0)],
        3 => &[(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
        4 => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)],
        5 => &[(-1.0, -1.0), (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
        6 => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
        _ => {
            figure(rect.center(), 0.55);
            &[]
        }
    };
    for (x, y) in corners {
        pip(*x, *y);
    }
}

/// A little flag.
pub fn flag(ui: &mut Ui, flag: &str, coat: Color32, height: f32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(height * 1.5, height), Sense::hover());
    paint_flag(ui.painter(), rect, flag, coat);
    response
}

/// Draws a flag into a rectangle.
pub fn paint_flag(painter: &egui::Painter, rect: Rect, flag: &str, coat: Color32) {
    let (length, height) = (flags::LENGTH, flags::HEIGHT);
    paint_art(painter, rect, ("flag", flag, coat), || {
        fonts::document(0.0, 0.0, length, height, &flags::flag(flag, Rgb(coat.r(), coat.g(), coat.b())))
    });
}

/// Draws a whole SVG file into a rectangle, from a texture that is made once for each size. The id stands for the file.
pub fn paint_art(
    painter: &egui::Painter,
    rect: Rect,
    id: impl std::hash::Hash + std::fmt::Debug,
    svg: impl FnOnce() -> String,
) {
    let ctx = painter.ctx();
    let pixels = (rect.size() * ctx.pixels_per_point()).round().max(Vec2::splat(1.0));
    let id = egui::Id::new(("art", id, pixels.x as u32, pixels.y as u32));
    let kept = ctx.data(|data| data.get_temp::<Option<egui::TextureHandle>>(id));
    let texture = kept.unwrap_or_else(|| {
        let made = super::pictures::texture(ctx, "art", &svg(), pixels.x as u32, pixels.y as u32);
        ctx.data_mut(|data| data.insert_temp(id, made.clone()));
        made
    });
    if let Some(texture) = texture {
        let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        painter.image(texture.id(), rect, whole, Color32::WHITE);
    }
}

/// A row that can be chosen: washed in gold when it is. The contents are laid out inside.
pub fn row(ui: &mut Ui, chosen: bool, contents: impl FnOnce(&mut Ui)) -> Response {
    let wash = ui.painter().add(egui::Shape::Noop);
    // The row senses its clicks beneath its contents, so that links inside it stay links.
    let response = ui
        .scope_builder(egui::UiBuilder::new().sense(Sense::click()), |ui| {
            egui::Frame::NONE.inner_margin(egui::Margin::symmetric(6, 2)).show(ui, |ui| {
                ui.set_width(ui.available_width());
                contents(ui);
            });
        })
        .response;
    let fill = if chosen {
        theme::SELECT_WASH
    } else if response.hovered() {
        theme::PAPER
    } else {
        Color32::TRANSPARENT
    };
    let edge = if chosen { theme::SELECT } else { Color32::TRANSPARENT };
    ui.painter().set(
        wash,
        egui::epaint::RectShape::new(
            response.rect,
            CornerRadius::same(3),
            fill,
            Stroke::new(1.2, edge),
            StrokeKind::Inside,
        ),
    );
    response.on_hover_cursor(egui::CursorIcon::PointingHand)
}

/// Has what is scrolled in this part end beside its bar, which else lies on the words at the right.
pub fn clear_of_bars(ui: &mut Ui) {
    let scroll = &mut ui.spacing_mut().scroll;
    scroll.floating_allocated_width = scroll.bar_width;
}

/// Begins to write in a field of text, so that what is typed takes the place of what stands there.
pub fn write_anew(ctx: &egui::Context, field: &mut egui::text_edit::TextEditOutput, text: &str) {
    field.response.request_focus();
    let end = egui::text::CCursor::new(text.chars().count());
    let all = egui::text::CCursorRange::two(egui::text::CCursor::default(), end);
    field.state.cursor.set_char_range(Some(all));
    field.state.clone().store(ctx, field.response.id);
}

/// The step that the arrow keys make in a list of this page, 1 or -1, if one was pressed and nobody writes text.
pub fn list_step(ctx: &egui::Context) -> Option<isize> {
    if super::keyboard::writes(ctx) {
        return None;
    }
    ctx.input(|input| {
        let pressed = |key| input.key_pressed(key);
        if pressed(egui::Key::ArrowDown) {
            Some(1)
        } else if pressed(egui::Key::ArrowUp) {
            Some(-1)
        } else {
            None
        }
    })
}

/// Shows several words of which one is chosen; returns the new choice if another was clicked.
pub fn segments(ui: &mut Ui, labels: &[&str], chosen: usize) -> Option<usize> {
    let mut clicked = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for (n, label) in labels.iter().enumerate() {
            let rank = if n == chosen { theme::SELECT_WASH } else { theme::FIELD };
            let text = if n == chosen { theme::bold(*label) } else { theme::body(*label) };
            if ui.add(egui::Button::new(text).fill(rank).min_size(Vec2::new(0.0, 28.0))).clicked() {
                clicked = Some(n);
            }
        }
    });
    clicked
}

/// A text link that is no rule.
pub fn text_link(ui: &mut Ui, text: &str) -> Response {
    let text = RichText::new(text).size(theme::SIZE_SECONDARY).color(theme::LINK).underline();
    ui.add(egui::Label::new(text).sense(Sense::click())).on_hover_cursor(egui::CursorIcon::PointingHand)
}
