//! A question that several may answer at once: all that each of them may do, with the chance and the result of each
//! way, and one button that gives the answers.

use bevy_egui::egui::{
    self, Align, Align2, Area, CornerRadius, FontId, Id, Layout, Order, Pos2, Rect, Sense, Stroke, Ui, Vec2,
};
use std::collections::BTreeSet;

use super::{Desk, odds, shown::Shown};
use crate::{
    camera::BoardView,
    keyboard, theme,
    ui_action::UiAction,
    widgets::{self, Rank},
};
use grapeshot_floor::{
    english,
    forces::PieceId,
    orders,
    turn::sheet::{Sheet, SheetWay},
};

/// The width of the sheet.
const WIDTH: f32 = 340.0;
/// Points across the ring before a way.
const SIGN: f32 = 18.0;
/// How many ways can be taken by their number.
const NUMBERED: usize = 9;
/// Points that the head and the foot of the sheet take.
const AROUND: f32 = 150.0;
/// The most fights that are told.
const FIGHTS: usize = 4;
/// Points that the bar of a fight takes.
const BAR: f32 = 24.0;

/// What was chosen on a sheet, by the places of the group and of the way in it.
#[derive(Debug, Clone, Default)]
pub struct Picked {
    /// The question for which it was chosen.
    of: Option<(usize, u64)>,
    ways: BTreeSet<(usize, usize)>,
}

impl Picked {
    /// Forgets what was chosen for another question.
    fn refresh(&mut self, shown: &Shown) {
        let now = (shown.battle.orders().len(), shown.battle.seed());
        if self.of != Some(now) {
            *self = Self { of: Some(now), ways: BTreeSet::new() };
        }
    }

    /// Takes a way, or gives it up. Ways that cannot go with it are given up.
    fn toggle(&mut self, sheet: &Sheet, at: (usize, usize)) {
        let Some(chosen) = way(sheet, at) else { return };
        if self.ways.remove(&at) {
            return;
        }
        let goes = |other: &(usize, usize)| match sheet.closes {
            true => false,
            false => other.0 != at.0 || way(sheet, *other).is_some_and(|other| !chosen.excludes(other)),
        };
        self.ways.retain(goes);
        if !chosen.orders.is_empty() {
            self.ways.insert(at);
        }
    }

    /// Whether a way is taken. The way that does nothing is taken where no other of its group is.
    fn takes(&self, sheet: &Sheet, at: (usize, usize)) -> bool {
        match way(sheet, at) {
            Some(way) if way.orders.is_empty() => !self.ways.iter().any(|(group, _)| *group == at.0),
            Some(_) => self.ways.contains(&at),
            None => false,
        }
    }

    fn orders(&self, sheet: &Sheet) -> Vec<orders::Order> {
        self.ways.iter().filter_map(|at| way(sheet, *at)).flat_map(|way| way.orders.clone()).collect()
    }

    fn checks(&self, sheet: &Sheet) -> usize {
        self.ways.iter().filter_map(|at| way(sheet, *at)).map(|way| way.checks).sum()
    }
}

fn way(sheet: &Sheet, (group, way): (usize, usize)) -> Option<&SheetWay> {
    sheet.groups.get(group)?.ways.get(way)
}

/// Whether there is a sheet to show; an order that is put together by hand is shown instead.
pub fn wanted(shown: &Shown) -> bool {
    shown.session.sheet().is_some_and(|sheet| !sheet.groups.is_empty())
        && shown.draft().is_none_or(|draft| draft.plan().is_none())
}

/// Shows the sheet where it covers as few as it can of the pieces that it is about.
pub fn show(
    ctx: &egui::Context,
    room: Rect,
    shown: &Shown,
    desk: &mut Desk,
    board: &BoardView,
    ui_actions: &mut Vec<UiAction>,
) {
    let Some(sheet) = shown.session.sheet() else { return };
    desk.picked.refresh(shown);
    let id = Id::new("sheet");
    let most = room.height() - 2.0 * theme::MARGIN;
    let height = ctx.memory(|memory| memory.area_rect(id).map_or(most, |rect| rect.height())).min(most);
    let width = WIDTH.min(room.width() - 2.0 * theme::MARGIN);
    let busy: Vec<Pos2> = about(shown, sheet)
        .into_iter()
        .filter_map(|piece| shown.session.shown().piece(piece))
        .map(|piece| board.to_points(piece.place.at))
        .collect();
    let min = super::corner::free_corner(room, Vec2::new(width, height), None, &busy);
    let mut chosen = keyed(ctx, sheet);
    let mut commit = ctx.memory(|memory| memory.focused().is_none()) && keyboard::pressed(ctx, "Enter");
    let area = Area::new(id).order(Order::Middle).constrain(true).fixed_pos(min).show(ctx, |ui| {
        widgets::panel(ui, Vec2::new(width, 0.0), |ui| {
            super::scrolled(ui, "answers", room, |ui| {
                ui.horizontal(|ui| {
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        if let Some(ask) = shown.ask {
                            widgets::rule_link(ui, &ask.rule, ui_actions);
                        }
                        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                            ui.add(egui::Label::new(theme::title(&sheet.title, theme::SIZE_PANEL)).truncate());
                        });
                    });
                });
                ui.add(egui::Label::new(theme::secondary(&sheet.hint)).wrap());
                widgets::rule(ui);
                // The button stays in sight, however long the list is.
                let fights = fights_of(sheet);
                let bars = if fights.is_empty() { 0.0 } else { BAR * (fights.len() as f32 + 1.5) };
                let list = (most - AROUND - bars).max(120.0);
                egui::ScrollArea::vertical().id_salt("ways").max_height(list).auto_shrink([false, true]).show(
                    ui,
                    |ui| {
                        ui.spacing_mut().item_spacing.y = 2.0;
                        for (text, chance) in &sheet.named {
                            named(ui, text, *chance);
                        }
                        if let Some(at) = groups(ui, shown, desk, sheet, ui_actions) {
                            chosen = Some(at);
                        }
                    },
                );
                if !fights.is_empty() {
                    widgets::rule(ui);
                    odds::outlooks(ui, "First fight", &fights);
                }
                ui.add_space(6.0);
                commit |= ends(ui, shown, desk, sheet, ui_actions);
            });
        });
    });
    if let Some(at) = chosen {
        desk.picked.toggle(sheet, at);
    }
    if commit && !desk.picked.ways.is_empty() {
        ui_actions.push(UiAction::GiveAll(desk.picked.orders(sheet), !sheet.closes));
    }
    if (area.response.rect.height() - height).abs() > 0.5 {
        ctx.request_repaint();
    }
}

/// The pieces that a sheet is about: those that may answer, and those at which they act.
fn about(shown: &Shown, sheet: &Sheet) -> Vec<PieceId> {
    let view = shown.view();
    let orders = sheet.groups.iter().flat_map(|group| &group.ways).flat_map(|way| &way.orders);
    let named = orders.flat_map(|order| order.pieces.iter().copied().chain(order.target));
    let own =
        sheet.groups.iter().filter(|group| view.knows_unit(group.unit)).flat_map(|group| view.present(group.unit));
    named.chain(own).filter(|piece| view.knows_piece(*piece)).collect()
}

/// The way whose number was pressed.
fn keyed(ctx: &egui::Context, sheet: &Sheet) -> Option<(usize, usize)> {
    if ctx.text_edit_focused() {
        return None;
    }
    let pressed = (1..=NUMBERED).find(|n| keyboard::pressed(ctx, &n.to_string()))?;
    places(sheet).nth(pressed - 1)
}

/// The places of all ways in their order.
fn places(sheet: &Sheet) -> impl Iterator<Item = (usize, usize)> {
    sheet.groups.iter().enumerate().flat_map(|(g, group)| (0..group.ways.len()).map(move |w| (g, w)))
}

/// Names what caused the question, which stays in sight, with its chance.
fn named(ui: &mut Ui, text: &str, chance: f32) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(theme::bold(odds::percent(chance)));
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                widgets::badge(ui, "named", true);
                ui.add(egui::Label::new(theme::body(text)).truncate()).on_hover_text(text);
            });
        });
    });
}

/// Shows the ways of all units; returns the way that was clicked.
fn groups(
    ui: &mut Ui,
    shown: &Shown,
    desk: &Desk,
    sheet: &Sheet,
    ui_actions: &mut Vec<UiAction>,
) -> Option<(usize, usize)> {
    let view = shown.view();
    let mut clicked = None;
    let mut number = 0;
    for (g, group) in sheet.groups.iter().enumerate() {
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            let (bar, _) = ui.allocate_exact_size(Vec2::new(4.0, 20.0), Sense::hover());
            ui.painter().rect_filled(bar, CornerRadius::ZERO, shown.coat(view.side_of_unit(group.unit)));
            ui.add(egui::Label::new(theme::title(shown.session.short_name(group.unit), theme::SIZE_LIST)).truncate());
        });
        ui.add(egui::Label::new(theme::secondary(&group.about)).wrap());
        for (w, way) in group.ways.iter().enumerate() {
            number += 1;
            let taken = desk.picked.takes(sheet, (g, w));
            let response = widgets::row(ui, taken, |ui| one(ui, way, taken, number, ui_actions));
            response.widget_info(|| {
                egui::WidgetInfo::selected(egui::WidgetType::RadioButton, true, taken, way.label.as_str())
            });
            if response.clicked() {
                clicked = Some((g, w));
            }
        }
    }
    clicked
}

/// One way: its number in its sign, what it is, its chance and rule, what it leads to.
fn one(ui: &mut Ui, way: &SheetWay, taken: bool, number: usize, ui_actions: &mut Vec<UiAction>) {
    ui.spacing_mut().interact_size.y = 18.0;
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut beside = false;
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            widgets::rule_link(ui, &way.rule, ui_actions);
            if let Some(chance) = way.chance {
                ui.label(theme::bold(odds::percent(chance)));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                sign(ui, taken, number);
                let text = if taken { theme::bold(&way.label) } else { theme::body(&way.label) };
                ui.add(egui::Label::new(text).truncate());
                beside = way.chance.is_none() && fits(ui, &way.note);
                if beside {
                    ui.label(theme::secondary(&way.note));
                }
            });
        });
    });
    if !beside && !way.note.is_empty() {
        ui.horizontal(|ui| {
            ui.add_space(SIGN + 8.0);
            ui.add(egui::Label::new(theme::secondary(&way.note)).wrap());
        });
    }
}

/// Whether a note has room in the rest of its line.
fn fits(ui: &Ui, note: &str) -> bool {
    let font = FontId::proportional(theme::SIZE_SECONDARY);
    ui.painter().layout_no_wrap(note.to_owned(), font, theme::INK2).size().x <= ui.available_width()
}

/// The ring of a way with the number that takes it; filled where it is taken.
fn sign(ui: &mut Ui, taken: bool, number: usize) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(SIGN), Sense::hover());
    let fill = if taken { theme::INK } else { theme::FIELD };
    ui.painter().circle(rect.center(), SIGN / 2.0 - 1.0, fill, Stroke::new(1.4, theme::INK));
    if number <= NUMBERED {
        let ink = if taken { theme::IVORY } else { theme::INK };
        let font = FontId::new(theme::SIZE_LINK, theme::bold_family());
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, number.to_string(), font, ink);
    }
}

/// The fights that would follow, each told once.
fn fights_of(sheet: &Sheet) -> Vec<orders::Outlook> {
    let mut all: Vec<orders::Outlook> = Vec::new();
    for outlook in sheet.groups.iter().flat_map(|group| &group.ways).filter_map(|way| way.outlook.clone()) {
        if !all.contains(&outlook) {
            all.push(outlook);
        }
    }
    all.truncate(FIGHTS);
    all
}

/// The button that gives the answers, and the one that gives none; returns whether the first was clicked.
fn ends(ui: &mut Ui, shown: &Shown, desk: &Desk, sheet: &Sheet, ui_actions: &mut Vec<UiAction>) -> bool {
    let checks = desk.picked.checks(sheet);
    let some = !desk.picked.ways.is_empty();
    ui.horizontal(|ui| {
        let label = match checks {
            _ if !some => "Choose above".to_owned(),
            0 => "So be it".to_owned(),
            checks => format!("Draw {}", english::count(checks, "check")),
        };
        let rank = if some { Rank::Gold } else { Rank::Struck };
        let clicked = widgets::key_button(ui, "Enter", &label, rank, 34.0).clicked();
        let none = shown.ask.is_some_and(|ask| ask.go_on.is_some());
        let word = if sheet.named.is_empty() { "None" } else { "No more" };
        if none && widgets::key_button(ui, "Space", word, Rank::Plain, 34.0).clicked() {
            ui_actions.push(UiAction::GoOn);
        }
        clicked
    })
    .inner
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        panels::trying::{Panels, click, tap},
        session::Session,
    };
    use bevy_egui::egui::Key;
    use grapeshot_floor::orders::VerbId;
    use grapeshot_game::{
        ai::Controller,
        testing::{BLUE, RED, TestTable},
    };
    use std::sync::Arc;

    /// A man of blue comes at men of red who may fire at him.
    fn paused() -> Session {
        let mut test = TestTable::new("horse_and_musket", grapeshot_rulesets::plugin)
            .unit("blue", BLUE, &[(20.0, 10.0, 90.0), (50.0, 5.0, 90.0)])
            .weapons(&["sword"])
            .unit("red", RED, &[(20.0, 15.0, 270.0), (22.0, 15.0, 270.0)])
            .weapons(&["musket"])
            .acting("blue");
        let (man, foe) = (test.piece("blue", 1), test.piece("red", 1));
        let order = |test: &grapeshot_game::testing::TestBattle, verb: &str| {
            let ask = &test.battle.awaiting().asks[0];
            orders::Order::new(ask.side, &VerbId(verb.into())).unit(ask.unit.expect("a unit acts"))
        };
        test.cards(BLUE, &[4]);
        let declare = order(&test, "declare").pieces([man]);
        test.order(declare);
        let assault = order(&test, "assault").pieces([man]).target(foe);
        test.order(assault);
        let march = order(&test, "march");
        test.order(march);
        assert_eq!(test.battle.awaiting().asks[0].kind, "react");
        Session::over(test.battle, vec![Controller::Human; 2], None, Arc::new(|| {}))
    }

    #[test]
    fn all_tries_are_on_one_sheet_and_given_with_one_key() {
        for (width, height) in [(1280.0, 720.0), (1600.0, 900.0)] {
            let mut session = paused();
            let mut panels = Panels::new(width, height);
            let texts = panels.texts(&session);
            let at = |wanted: &str| texts.iter().find(|(text, _)| text == wanted).map(|(_, place)| place.center());
            let fire = at("Fire at the movers").expect("it is one of the tries");
            assert!(at("Stand").is_some() && at("Choose above").is_some(), "{texts:?}");
            assert_eq!(panels.frame(0.1, tap(Key::Enter), &session).0, [], "nothing was chosen yet");
            panels.frame(0.1, click(fire), &session);
            panels.frame(0.1, Vec::new(), &session);
            let texts = panels.texts(&session);
            assert!(texts.iter().any(|(text, _)| text == "Draw 2 checks"), "{texts:?}");
            let place = panels.place("sheet").expect("the sheet lies there");
            let bars = Rect::from_min_max(Pos2::new(0.0, theme::TOP_BAR), Pos2::new(width, height - theme::BOTTOM_BAR));
            assert!(bars.contains_rect(place), "{place:?} lies over a bar");
            let ui_actions = panels.frame(0.1, tap(Key::Enter), &session).0;
            let [UiAction::GiveAll(orders, true)] = ui_actions.as_slice() else { panic!("{ui_actions:?}") };
            assert!(session.give_all(orders.clone(), true));
            assert!(session.battle().awaiting().asks.iter().all(|ask| ask.kind != "react"));
        }
    }

    #[test]
    fn of_two_ways_that_the_same_men_would_go_only_the_last_is_taken() {
        let session = paused();
        let sheet = session.sheet().expect("it is a question for a sheet");
        let stand = (0, sheet.groups[0].ways.len() - 1);
        let mut picked = Picked::default();
        assert!(picked.takes(sheet, stand), "who names nothing stands");
        picked.toggle(sheet, (0, 0));
        assert!(picked.takes(sheet, (0, 0)) && !picked.takes(sheet, stand));
        picked.toggle(sheet, stand);
        assert!(picked.takes(sheet, stand) && picked.orders(sheet).is_empty());
    }
}
