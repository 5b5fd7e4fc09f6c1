//! What all pages besides the battle share: the walnut, the bar with the way back, places for panels.

use bevy_egui::egui::{
    self, Align, Area, CornerRadius, Id, LayerId, Layout, Order, Painter, Pos2, Rect, RichText, Sense, Stroke, Ui, Vec2,
};

use super::{
    theme,
    ui_action::UiAction,
    widgets::{self, Rank},
};

/// Shows a page: walnut, a bar with the way back, the title, and the tools of the page; returns the rectangle below the
/// bar.
pub fn page(
    ctx: &egui::Context,
    name: &str,
    title: &str,
    aside: &str,
    ui_actions: &mut Vec<UiAction>,
    tools: impl FnOnce(&mut Ui, &mut Vec<UiAction>),
) -> Rect {
    let screen = ctx.content_rect();
    ground(ctx, name).rect_filled(screen, CornerRadius::ZERO, theme::TABLE);
    Area::new(Id::new((name, "bar"))).order(Order::Middle).constrain(false).fixed_pos(screen.min).show(ctx, |ui| {
        let rect = Rect::from_min_size(screen.min, Vec2::new(screen.width(), 52.0));
        ui.painter().rect_filled(rect, CornerRadius::ZERO, theme::TABLE_DARK);
        ui.painter().hline(rect.x_range(), rect.bottom() - 1.0, Stroke::new(2.0, theme::BRASS));
        ui.allocate_rect(rect, Sense::hover());
        let inside = rect.shrink2(Vec2::new(16.0, 8.0));
        // The tools take their room first: the title and what stands beside it may be shortened.
        ui.scope_builder(egui::UiBuilder::new().max_rect(inside).layout(Layout::right_to_left(Align::Center)), |ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            tools(ui, ui_actions);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                if widgets::key_button(ui, "Esc", "Back", Rank::Bar, 30.0).clicked() {
                    ui_actions.push(UiAction::Back);
                }
                ui.add_space(8.0);
                let size = if is_narrow(screen.width()) { theme::SIZE_BANNER } else { theme::SIZE_TITLE };
                let title = theme::title(title, size).color(theme::IVORY);
                ui.add(egui::Label::new(title).truncate());
                ui.add_space(8.0);
                let font = egui::FontId::new(theme::SIZE_BODY, theme::bold_family());
                let room = ui.available_width();
                if ui.painter().layout_no_wrap(aside.to_owned(), font.clone(), theme::IVORY).size().x <= room {
                    ui.label(RichText::new(aside).font(font).color(theme::IVORY));
                }
            });
        });
    });
    if escaped(ctx) {
        ui_actions.push(UiAction::Back);
    }
    Rect::from_min_max(Pos2::new(screen.left(), screen.top() + 52.0), screen.max).shrink(theme::MARGIN)
}

/// Whether the page is to be left by Esc, which first leaves a text field. It is asked once in every frame.
pub fn escaped(ctx: &egui::Context) -> bool {
    // The key that leaves a text field has taken its focus by now.
    let wrote = Id::new("text field had the focus");
    let left = ctx.data(|data| data.get_temp::<bool>(wrote)).unwrap_or(false);
    let writes = super::keyboard::writes(ctx);
    ctx.data_mut(|data| data.insert_temp(wrote, writes));
    super::keyboard::pressed(ctx, "Escape") && !left && !writes
}

/// The painter of the ground of a page, over the whole window and from its first frame on; nothing below it is clicked.
pub fn ground(ctx: &egui::Context, name: &str) -> Painter {
    let screen = ctx.content_rect();
    Area::new(Id::new((name, "page"))).order(Order::Background).constrain(false).fixed_pos(screen.min).show(
        ctx,
        |ui| {
            ui.allocate_rect(screen, Sense::click_and_drag());
        },
    );
    // An area is seen only a frame after it was laid out for the first time.
    ctx.layer_painter(LayerId::new(Order::Background, Id::new((name, "ground"))))
}

/// A panel at a place of a page.
pub fn place(ctx: &egui::Context, name: &str, rect: Rect, contents: impl FnOnce(&mut Ui)) {
    Area::new(Id::new(name)).order(Order::Middle).constrain(false).fixed_pos(rect.min).show(ctx, |ui| {
        ui.set_width(rect.width());
        widgets::panel(ui, rect.size(), contents);
    });
}

/// Below this width in points the parts of a page are shown one at a time.
const NARROW: f32 = 1050.0;
/// Below this height in points panels that lie one below the other are shown one at a time.
const LOW: f32 = 560.0;
/// The height of the tabs over a part.
const TABS: f32 = 34.0;

/// Whether the parts of a page are shown one at a time in a width of this many points.
pub fn is_narrow(width: f32) -> bool {
    width < NARROW
}

/// Whether a height of this many points is too little for panels one below the other.
pub fn is_low(height: f32) -> bool {
    height < LOW
}

/// The one part of a page that is shown under its tabs, by its place in their words, and the room it has.
pub fn tabbed(ctx: &egui::Context, name: &str, room: Rect, words: &[&str]) -> (usize, Rect) {
    let id = Id::new((name, "tab"));
    let mut chosen = ctx.data(|data| data.get_temp::<usize>(id)).unwrap_or(0).min(words.len().saturating_sub(1));
    Area::new(id).order(Order::Middle).constrain(false).fixed_pos(room.min).show(ctx, |ui| {
        ui.set_max_width(room.width());
        if let Some(n) = widgets::segments(ui, words, chosen) {
            chosen = n;
        }
    });
    turn_to(ctx, name, chosen);
    (chosen, Rect::from_min_max(Pos2::new(room.left(), room.top() + TABS), room.max))
}

/// Shows another part of a page whose parts are shown one at a time.
pub fn turn_to(ctx: &egui::Context, name: &str, part: usize) {
    ctx.data_mut(|data| data.insert_temp(Id::new((name, "tab")), part));
}

/// The parts of a page side by side, by share; in a narrow window one of them under tabs.
pub fn parts<const N: usize>(
    ctx: &egui::Context,
    name: &str,
    room: Rect,
    words: [&str; N],
    shares: [f32; N],
) -> [Option<Rect>; N] {
    if !is_narrow(room.width()) {
        return columns(room, shares).map(Some);
    }
    let (shown, room) = tabbed(ctx, name, room, &words);
    std::array::from_fn(|n| (n == shown).then_some(room))
}

/// Parts of a rectangle side by side, by share, with the margin between them.
pub fn columns<const N: usize>(rect: Rect, shares: [f32; N]) -> [Rect; N] {
    let room = rect.width() - theme::MARGIN * (N as f32 - 1.0);
    let all: f32 = shares.iter().sum();
    let mut left = rect.left();
    shares.map(|share| {
        let width = room * share / all;
        let part = Rect::from_min_size(Pos2::new(left, rect.top()), Vec2::new(width, rect.height()));
        left += width + theme::MARGIN;
        part
    })
}

/// Parts of a rectangle one below the other, by share, with the margin between them.
pub fn rows<const N: usize>(rect: Rect, shares: [f32; N]) -> [Rect; N] {
    let room = rect.height() - theme::MARGIN * (N as f32 - 1.0);
    let all: f32 = shares.iter().sum();
    let mut top = rect.top();
    shares.map(|share| {
        let height = room * share / all;
        let part = Rect::from_min_size(Pos2::new(rect.left(), top), Vec2::new(rect.width(), height));
        top += height + theme::MARGIN;
        part
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_fill_the_room_and_keep_their_margin() {
        let room = Rect::from_min_size(Pos2::ZERO, Vec2::new(1000.0, 500.0));
        let [left, right] = columns(room, [1.0, 3.0]);
        assert_eq!(right.left() - left.right(), theme::MARGIN);
        assert_eq!(right.right(), room.right());
        let [_, low] = rows(room, [2.0, 1.0]);
        assert!((low.bottom() - room.bottom()).abs() < 1e-3);
    }
}
