//! A label: rows of names, dice, badges, shields and coins, on a slip of paper or written on the map.

use std::sync::Arc;

use bevy_egui::egui::{self, Align2, Color32, CornerRadius, FontId, Galley, Pos2, Rect, Stroke, StrokeKind, Vec2};
use smol_str::SmolStr;

use super::pen::Pen;
use crate::{theme, widgets};
use grapeshot_game::picture::{fonts, symbols};

/// The pale ground under words on the map. It is mixed with what lies under it in linear light, so it looks brighter
/// than paper of the same opacity would.
const GROUND: Color32 = Color32::from_rgba_premultiplied(206, 200, 178, 158);
/// Points that a die is wide.
const DIE: f32 = 17.0;
/// Points that a badge is wide.
const BADGE: f32 = 15.0;
/// Points that the shield of one loss is wide and high.
const SHIELD: Vec2 = Vec2::new(9.0, 12.0);
/// Points that a flag beside a name is long and high.
pub const FLAG: Vec2 = Vec2::new(21.0, 14.0);
/// Points between two things of a row.
const APART: f32 = 4.0;
/// The most shields in a row; more are told by number.
const SHIELDS: u8 = 6;

/// One thing of a row.
#[derive(Clone)]
pub enum Item {
    /// A flag by its word, and the coat of the side.
    Flag(SmolStr, Color32),
    /// The command die of a unit, with this number on top.
    Die(u8),
    /// The rating of a commander.
    Rating(u8),
    /// The name of a unit in its letters.
    Name(Arc<Galley>),
    /// A badge by the word of the state.
    Badge(SmolStr),
    /// A state in words, ivory on a dark pill.
    Pill(Arc<Galley>),
    /// A shield for each loss that the unit can take, and how many of them are crossed out as taken.
    Shields(u8, u8),
    /// A coin for each morale marker.
    Coins(u8),
}

impl Item {
    fn size(&self) -> Vec2 {
        match self {
            Self::Flag(..) => FLAG,
            Self::Die(_) | Self::Rating(_) => Vec2::splat(DIE),
            Self::Name(text) => text.size(),
            Self::Badge(_) => Vec2::splat(BADGE),
            Self::Pill(text) => text.size() + Vec2::new(8.0, 3.0),
            Self::Shields(_, of) if *of > SHIELDS => Vec2::new(SHIELD.x + 30.0, SHIELD.y),
            Self::Shields(_, of) => Vec2::new(SHIELD.x * f32::from(*of) + 1.0, SHIELD.y),
            Self::Coins(_) => Vec2::new(24.0, 18.0),
        }
    }

    fn draw(&self, pen: &Pen, rect: Rect) {
        match self {
            Self::Flag(flag, coat) => widgets::paint_flag(&pen.painter, rect, flag, *coat),
            Self::Die(pips) => widgets::paint_die(&pen.painter, rect, widgets::COMMAND, *pips),
            Self::Rating(rating) => {
                pen.painter.rect_filled(rect.shrink(1.0), CornerRadius::same(4), theme::INK);
                let font = FontId::new(theme::SIZE_SECONDARY, theme::bold_family());
                // Digits of this face stand high in their line.
                let middle = rect.center() + Vec2::new(0.0, 1.5);
                pen.painter.text(middle, Align2::CENTER_CENTER, rating.to_string(), font, theme::IVORY);
            }
            Self::Name(text) => pen.painter.galley(rect.min, Arc::clone(text), theme::INK),
            Self::Badge(word) => {
                let svg = || fonts::document(-14.0, -14.0, 28.0, 29.0, &symbols::badge(word));
                widgets::paint_art(&pen.painter, rect, ("badge", word), svg);
            }
            Self::Pill(text) => {
                pen.painter.rect_filled(rect, CornerRadius::same(3), theme::INK);
                pen.painter.galley(rect.min + Vec2::new(4.0, 1.5), Arc::clone(text), theme::PAPER_LIGHT);
            }
            Self::Shields(taken, of) => shields(pen, rect, *taken, *of),
            Self::Coins(count) => coins(pen, Pos2::new(rect.left() + 9.0, rect.bottom() - 4.0), *count),
        }
    }
}

/// A pale ground under words on the map, so that they are read on wood and hatching too.
pub fn ground(pen: &Pen, rect: Rect) {
    pen.painter.rect_filled(rect.expand2(Vec2::new(2.0, 0.0)), CornerRadius::same(4), GROUND);
}

fn shields(pen: &Pen, rect: Rect, taken: u8, of: u8) {
    let shield = |at: Pos2, lost: bool| {
        let svg = || fonts::document(-5.5, -6.0, 11.0, 14.0, &symbols::loss_shield(lost));
        widgets::paint_art(&pen.painter, Rect::from_min_size(at, SHIELD), ("shield", lost), svg);
    };
    if of > SHIELDS {
        shield(rect.min, taken > 0);
        let font = FontId::new(theme::SIZE_LINK, theme::bold_family());
        let at = Pos2::new(rect.left() + SHIELD.x + 2.0, rect.center().y);
        pen.painter.text(at, Align2::LEFT_CENTER, format!("{taken}/{of}"), font, theme::INK);
        return;
    }
    for n in 0..of {
        shield(rect.min + Vec2::new(SHIELD.x * f32::from(n), 0.0), n < taken);
    }
}

/// A stack of coins with its count.
fn coins(pen: &Pen, bottom: Pos2, count: u8) {
    for n in 0..count.min(3) {
        let at = bottom - Vec2::new(0.0, f32::from(n) * 4.0);
        pen.painter.add(egui::Shape::ellipse_filled(at, Vec2::new(9.0, 5.0), theme::INK));
        pen.painter.add(egui::Shape::ellipse_filled(at - Vec2::new(0.0, 1.2), Vec2::new(7.8, 3.8), theme::BRASS));
    }
    let top = bottom + Vec2::new(8.0, -8.0);
    pen.painter.circle(top, 7.0, theme::INK, Stroke::new(1.0, theme::FIELD));
    let font = FontId::new(theme::SIZE_LINK, theme::bold_family());
    pen.painter.text(top, Align2::CENTER_CENTER, count.to_string(), font, Color32::WHITE);
}

/// A label: rows of things, one below the other.
#[derive(Default)]
pub struct Slip {
    rows: Vec<Vec<Item>>,
    /// The side bar of a slip of paper; without one it is written on the map.
    paper: Option<Color32>,
}

impl Slip {
    /// Words on the map.
    pub fn on_map(rows: Vec<Vec<Item>>) -> Self {
        Self { rows: rows.into_iter().filter(|row| !row.is_empty()).collect(), paper: None }
    }

    /// A slip of paper with the bar of a side.
    pub fn of_paper(row: Vec<Item>, bar: Color32) -> Self {
        Self { rows: vec![row], paper: Some(bar) }
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    fn row_size(row: &[Item]) -> Vec2 {
        let sizes = row.iter().map(Item::size);
        let (width, height) = sizes.fold((0.0, 0.0f32), |(x, y), size| (x + size.x + APART, y.max(size.y)));
        Vec2::new(width - APART, height)
    }

    /// The width and height of the label, in points.
    pub fn size(&self) -> Vec2 {
        let rows = self.rows.iter().map(|row| Self::row_size(row));
        let size = rows.fold(Vec2::ZERO, |all, row| Vec2::new(all.x.max(row.x), all.y + row.y));
        if self.paper.is_some() { size + Vec2::new(20.0, 6.0) } else { size }
    }

    /// Draws it; a chosen unit's slip has a gold edge.
    pub fn draw(&self, pen: &Pen, rect: Rect, chosen: bool) {
        let mut inside = rect;
        if let Some(bar) = self.paper {
            let radius = CornerRadius::same(3);
            pen.painter.rect_filled(rect.translate(Vec2::new(0.0, 1.5)), radius, Color32::from_black_alpha(90));
            let edge = if chosen { Stroke::new(2.5, theme::SELECT) } else { Stroke::new(1.2, theme::INK) };
            pen.painter.rect(rect, radius, theme::PAPER_LIGHT, edge, StrokeKind::Inside);
            let side = Rect::from_min_size(rect.min, Vec2::new(5.0, rect.height()));
            pen.painter.rect_filled(side, CornerRadius { nw: 3, sw: 3, ..CornerRadius::ZERO }, bar);
            inside = Rect::from_min_max(rect.min + Vec2::new(12.0, 3.0), rect.max - Vec2::new(8.0, 3.0));
        }
        let mut top = inside.top();
        for row in &self.rows {
            let size = Self::row_size(row);
            let mut x = inside.center().x - size.x / 2.0;
            if self.paper.is_none() {
                ground(pen, Rect::from_min_size(Pos2::new(x, top), size));
            }
            for item in row {
                let own = item.size();
                let at = Pos2::new(x, top + (size.y - own.y) / 2.0);
                item.draw(pen, Rect::from_min_size(at, own));
                x += own.x + APART;
            }
            top += size.y;
        }
    }
}
