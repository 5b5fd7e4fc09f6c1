//! The panels of a battle: two bars, the unit that the player looks at on the left, what happened on the right.
//!
//! They show what [`Shown`] answers and collect [`UiAction`]s; [`actions`](super::actions) carries them out.
//!
//! 1. [`top`]: scenario, turn, the question, the line of time. 2. [`bottom`]: verbs and the gold button.
//! 3. [`unit`], [`roster`], [`minimap`]: the left column. 4. [`cards`], [`log`]: the right one.
//! 5. [`odds`]: what the order in hand would do; [`piece_menu`]: what may be done at a piece.
//! 6. [`notices`]: what lies over the table for a while; [`shade`]: what lies over everything, as `menu` and [`key_list`]
//!    do.
//! 7. [`cloth`]: what covers the table while the seat changes. 8. `bouts`: the fights hand to hand that are to come; [`duel`]:
//!    the one that is shown.
//! 9. [`sheet`]: a question that several may answer at once; [`allotment`]: one in which each of several units is given
//!    one of the choices.
//! 10. [`lesson`]: the card of a lesson; [`hint`]: what is told at the first question of a kind.
//! 11. [`steps`]: the steps of a turn, where a ruleset numbers them; [`path_steps`]: those of the order in hand.

pub mod allotment;
pub mod bottom;
mod bouts;
pub mod cards;
pub mod cloth;
pub mod duel;
pub mod hint;
pub mod key_list;
pub mod keys;
pub mod lesson;
pub mod log;
mod menu;
pub mod minimap;
pub mod notices;
pub mod odds;
pub mod path_steps;
pub mod piece_menu;
pub mod roster;
pub mod shade;
pub mod sheet;
pub mod shown;
pub mod steps;
pub mod top;
#[cfg(test)]
pub mod trying;
pub mod unit;

use bevy::ecs::resource::Resource;
use bevy_egui::egui::{self, Area, Id, Order, Pos2, Rect, Ui, Vec2};

use super::{
    camera::{BoardView, Insets},
    pictures::Pictures,
    theme,
    ui_action::UiAction,
    widgets,
};
use grapeshot_floor::{
    english,
    forces::{SideId, UnitId},
};
use shown::{Shown, Worked};

/// The tab of the one left column in a narrow window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tab {
    /// The card of the unit.
    #[default]
    Unit,
    /// The units of a side.
    Roster,
    /// The minimap.
    Map,
    /// The cards and dice; only where the right column has folded into the left one.
    Cards,
    /// The log; only there, too.
    Log,
}

/// How the panels of a battle lie.
#[derive(Resource, Default)]
pub struct Desk {
    /// Whether all panels are hidden.
    pub hidden: bool,
    /// Whether the keys are shown.
    pub help: bool,
    /// Whether the menu is shown.
    pub menu: bool,
    /// Whether the player is asked if he gives the battle up.
    pub gives_up: bool,
    /// The tab of a narrow window.
    pub tab: Tab,
    /// Whether the one column of a small window is open.
    pub drawer: bool,
    /// Whether the unit card shows its back.
    pub card_back: bool,
    /// The side whose roster was chosen.
    pub roster_side: Option<SideId>,
    /// The unit to which the roster scrolled last.
    pub roster_at: Option<UnitId>,
    /// What the log lists.
    pub filter: log::Filter,
    /// The main event whose details are shown, by its place in the log.
    pub unfolded: Option<usize>,
    /// Which of the tries in the odds is explained, by its place.
    pub odds_shown: usize,
    /// Slips that are shown for a while.
    pub toasts: Vec<notices::Toast>,
    /// How many events were looked at for toasts.
    pub toasted: usize,
    /// The turn of the last toast.
    pub toasted_turn: u16,
    /// The Tab keys of this frame: on, or back with `false`.
    pub tabs: Vec<bool>,
    /// Since when the key that lifts the cloth is held, in seconds of the panels' clock.
    pub lifting: Option<f64>,
    /// Whether somebody is about to peek at what is his alone, or does.
    pub peek: cloth::Peek,
    /// Whether the cloth lay over the table when the panels were shown last.
    pub covered: bool,
    /// Frames that are still to be drawn since the cloth was laid or lifted.
    pub fresh: u8,
    /// Whether each of several units had to be given something when the panels were shown last.
    pub allots: bool,
    /// What was chosen on the sheet of a question.
    pub picked: sheet::Picked,
    /// Whether the computer's caption says what else it thought of.
    pub why: bool,
    /// The question that is shown, by the orders before it and whether a person is asked, and since when.
    pub question: ((usize, bool), f64),
    /// What the panels have worked out of the battle.
    pub worked: Worked,
}

impl Desk {
    /// Whether the question that is shown was put only just now.
    fn is_young(&mut self, shown: &Shown, now: f64) -> bool {
        let question = (shown.battle.orders().len(), shown.person);
        if self.question.0 != question {
            self.question = (question, now);
        }
        question.0 > 0 && now - self.question.1 < YOUNG
    }

    /// Whether something lies over the battle that wants an answer before it goes on.
    pub fn is_covered(&self) -> bool {
        self.menu || self.help || self.gives_up
    }

    /// Puts away what lies over the battle.
    pub fn put_away(&mut self) {
        (self.menu, self.help, self.gives_up) = (false, false, false);
    }

    /// Forgets what belonged to another battle.
    pub fn clear(&mut self) {
        *self = Self { filter: self.filter, tab: self.tab, why: self.why, ..Self::default() };
    }
}

/// Seconds for which a question is young: a click or key that answered the question before does not answer this one.
const YOUNG: f64 = 0.5;

/// Points across a card beside the table, and those that must be left for what lies over the table.
const CARD: f32 = 300.0;
const LEFT_OVER: f32 = 560.0;

/// Points that the frame of a panel over the table takes above and below what it holds.
const FRAME: f32 = 40.0;

/// Shows what a panel over the table holds; what has no room between the bars is scrolled to.
fn scrolled(ui: &mut Ui, id: &str, room: Rect, contents: impl FnOnce(&mut Ui)) {
    let most = room.height() - FRAME;
    let scroll = egui::ScrollArea::vertical().id_salt(id).max_height(most).min_scrolled_height(most);
    scroll.auto_shrink([false, true]).show(ui, contents);
}

/// Shows a panel over the table that is as high as what it holds, but stays in the room.
fn over_table(ctx: &egui::Context, id: &str, min: Pos2, width: f32, room: Rect, contents: impl FnOnce(&mut Ui)) {
    Area::new(Id::new(id)).order(Order::Middle).constrain(true).fixed_pos(min).show(ctx, |ui| {
        widgets::panel(ui, Vec2::new(width, 0.0), |ui| scrolled(ui, id, room, contents));
    });
}

/// Frames after which everything is seen that was laid out for the first time.
const FRESH: u8 = 3;

/// Below this width in points the left column gets tabs and the bars short words.
const NARROW: f32 = 1500.0;

/// Below this width or height in points one column is all there is room for, and it can be put away.
const SMALL: Vec2 = Vec2::new(1040.0, 520.0);
/// Points that the tabs of that column are wide, and that it is itself.
const DRAWER: (f32, f32) = (70.0, 266.0);

/// Below this height in points the right column has no room for the common card beside the last cards and the log.
const LOW: f32 = 540.0;

/// A panel at a place of the window.
pub fn at(ctx: &egui::Context, id: &str, rect: Rect, contents: impl FnOnce(&mut Ui)) {
    Area::new(Id::new(id)).order(Order::Middle).constrain(false).fixed_pos(rect.min).show(ctx, |ui| {
        ui.set_width(rect.width());
        widgets::panel(ui, rect.size(), contents);
    });
}

/// Shows the panels of a battle.
pub fn show(
    ctx: &egui::Context,
    shown: &Shown,
    desk: &mut Desk,
    pictures: &mut Pictures,
    board: &BoardView,
    ui_actions: &mut Vec<UiAction>,
) -> Insets {
    let screen = ctx.content_rect();
    let narrow = screen.width() < NARROW;
    let mut worked = std::mem::take(&mut desk.worked);
    worked.refresh(shown);
    notices::notice(shown, desk, ctx.input(|input| input.time));
    // The one column of a narrow window turns to the list on which something is given to each unit, once.
    let allots = shown.session.allotment().is_some();
    if allots && !desk.allots {
        (desk.tab, desk.drawer) = (Tab::Roster, true);
    }
    desk.allots = allots;
    let mut insets = Insets::default();
    let covered = cloth::show(ctx, shown, desk, ui_actions) || cloth::peek(ctx, shown, desk, ui_actions);
    // What is laid out for the first time is seen only a frame later.
    if desk.covered != covered {
        desk.fresh = FRESH;
    }
    if desk.fresh > 0 {
        desk.fresh -= 1;
        ctx.request_repaint();
    }
    desk.covered = covered;
    if covered {
        desk.worked = worked;
        return insets;
    }
    let young = desk.is_young(shown, ctx.input(|input| input.time));
    if !lesson::keys(ctx, shown, ui_actions) {
        keys::read(ctx, shown, desk, young, ui_actions);
    }
    if !desk.hidden {
        insets = bars_and_columns(ctx, screen, narrow, shown, desk, pictures, board, &mut worked, young, ui_actions);
    }
    let room = Rect::from_min_max(
        Pos2::new(screen.left() + insets.left, screen.top() + insets.top),
        Pos2::new(screen.right() - insets.right, screen.bottom() - insets.bottom),
    );
    // What lies over the battle lies over the cards, too.
    let room = match desk.is_covered() {
        true => lesson::room_left(ctx, room, shown),
        false => lesson::show(ctx, room, shown, ui_actions),
    };
    (insets.left, insets.top) = (room.left() - screen.left(), room.top() - screen.top());
    let room = if desk.is_covered() { room } else { hint::show(ctx, room, shown, ui_actions) };
    let room = notices::room_beside_stake(path_steps::show(ctx, room, shown, ui_actions), shown);
    let explained = shown.draft().is_some_and(odds::wanted);
    if let Some((draft, plan)) = shown.draft().filter(|_| explained).and_then(|draft| Some((draft, draft.plan()?))) {
        let height = || ctx.memory(|memory| memory.area_rect(Id::new("odds")).map_or(320.0, |rect| rect.height()));
        let before = height();
        let min = free_corner(room, Vec2::new(odds::WIDTH, before), &busy_points(shown, board));
        over_table(ctx, "odds", min, odds::WIDTH, room, |ui| odds::show(ui, draft, plan, desk, ui_actions));
        // The panel was placed by the height it had before.
        if (height() - before).abs() > 0.5 {
            ctx.request_repaint();
        }
    }
    let answers = sheet::wanted(shown);
    if answers {
        sheet::show(ctx, room, shown, desk, board, ui_actions);
    }
    let fights = !answers && duel::wanted(shown);
    if fights {
        duel::show(ctx, room, shown, pictures, board, ui_actions);
    }
    if !desk.is_covered() {
        let lies = |id: &str, lies: bool| lies.then(|| ctx.memory(|memory| memory.area_rect(Id::new(id)))).flatten();
        let there: Vec<Rect> =
            [lies("duel", fights), lies("sheet", answers), lies("odds", explained)].into_iter().flatten().collect();
        notices::toasts(ctx, room, &there, shown, desk, ui_actions);
        if !fights && !answers {
            notices::caption(ctx, room, shown, desk.why, ui_actions);
            notices::result(ctx, room, shown);
            notices::undone(ctx, room, shown, ui_actions);
        }
    }
    piece_menu::show(ctx, shown, board, ui_actions);
    if desk.help {
        key_list::show(ctx, shown, ui_actions);
    }
    if desk.menu {
        menu::show(ctx, shown, ui_actions);
    }
    if desk.gives_up {
        shade::ask_to_give_up(ctx, shown, ui_actions);
    }
    desk.worked = worked;
    insets
}

#[expect(clippy::too_many_arguments, reason = "they are the whole desk")]
fn bars_and_columns(
    ctx: &egui::Context,
    screen: Rect,
    narrow: bool,
    shown: &Shown,
    desk: &mut Desk,
    pictures: &mut Pictures,
    board: &BoardView,
    worked: &mut Worked,
    young: bool,
    ui_actions: &mut Vec<UiAction>,
) -> Insets {
    let small = screen.width() < SMALL.x || screen.height() < SMALL.y;
    let foot = bottom::height(screen.width());
    let bar = |id: &str, y: f32| {
        Area::new(Id::new(id)).order(Order::Middle).constrain(false).fixed_pos(Pos2::new(screen.left(), y))
    };
    bar("top bar", screen.top()).show(ctx, |ui| {
        ui.set_min_size(Vec2::new(screen.width(), theme::TOP_BAR));
        top::show(ui, screen.width(), narrow, shown, ui_actions);
    });
    bar("bottom bar", screen.bottom() - foot).show(ctx, |ui| {
        ui.set_min_size(Vec2::new(screen.width(), foot));
        bottom::show(ui, screen.width(), narrow, young, shown, ui_actions);
    });
    let bars = theme::TOP_BAR + steps::show(ctx, screen, shown, worked, ui_actions);
    let (left, right) = if narrow { (260.0, 260.0) } else { (320.0, 324.0) };
    let margin = if small { 4.0 } else { theme::MARGIN };
    let top = screen.top() + bars + margin;
    let height = screen.height() - bars - foot - 2.0 * margin;
    if small {
        let column = Rect::from_min_size(Pos2::new(screen.left() + margin, top), Vec2::new(0.0, height));
        let taken = drawer(ctx, column, shown, desk, pictures, board, worked, ui_actions);
        return Insets { left: taken + 2.0 * margin, top: bars, right: 0.0, bottom: foot };
    }
    let column = |x: f32, width: f32| Rect::from_min_size(Pos2::new(x, top), Vec2::new(width, height));
    left_column(
        ctx,
        column(screen.left() + theme::MARGIN, left),
        narrow,
        shown,
        desk,
        pictures,
        board,
        worked,
        ui_actions,
    );
    let place = column(screen.right() - theme::MARGIN - right, right);
    right_column(ctx, place, narrow, shown, desk, worked, pictures, ui_actions);
    Insets { left: left + 2.0 * theme::MARGIN, top: bars, right: right + 2.0 * theme::MARGIN, bottom: foot }
}

/// The one column of a small window: a strip of tabs, and beside it what the chosen one shows, until it is clicked
/// again.
#[expect(clippy::too_many_arguments, reason = "they are the whole desk")]
fn drawer(
    ctx: &egui::Context,
    column: Rect,
    shown: &Shown,
    desk: &mut Desk,
    pictures: &mut Pictures,
    board: &BoardView,
    worked: &mut Worked,
    ui_actions: &mut Vec<UiAction>,
) -> f32 {
    let (strip, wide) = DRAWER;
    let tabs =
        [(Tab::Unit, "Unit"), (Tab::Roster, "Roster"), (Tab::Map, "Map"), (Tab::Cards, "Cards"), (Tab::Log, "Log")];
    Area::new(Id::new("drawer tabs")).order(Order::Middle).constrain(false).fixed_pos(column.min).show(ctx, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        ui.spacing_mut().interact_size.x = strip;
        for (tab, word) in tabs {
            let open = desk.drawer && desk.tab == tab;
            let rank = if open { widgets::Rank::Gold } else { widgets::Rank::Plain };
            if widgets::key_button(ui, "", word, rank, 28.0).clicked() {
                (desk.drawer, desk.tab) = (!open, tab);
            }
        }
    });
    if !desk.drawer {
        return strip;
    }
    let min = Pos2::new(column.left() + strip + 4.0, column.top());
    let (low, high) = board.seen();
    let seen = Some(bevy::math::Rect::from_corners(low, high));
    at(ctx, "drawer", Rect::from_min_size(min, Vec2::new(wide, column.height())), |ui| match desk.tab {
        Tab::Unit => unit_panel(ui, shown, desk, worked, ui_actions),
        Tab::Roster => units_panel(ui, shown, worked, desk, ui_actions),
        Tab::Map => minimap::show(ui, shown, pictures, seen, ui_actions),
        Tab::Cards => {
            egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                cards::common(ui, shown, worked, pictures, 84, ui_actions);
                if cards::any(shown) {
                    ui.add_space(8.0);
                    cards::last(ui, shown, pictures, true, ui_actions);
                }
            });
        }
        Tab::Log => log::show(ui, shown, desk, pictures, ui_actions),
    });
    strip + 4.0 + wide
}

#[expect(clippy::too_many_arguments, reason = "they are the whole desk")]
fn left_column(
    ctx: &egui::Context,
    column: Rect,
    narrow: bool,
    shown: &Shown,
    desk: &mut Desk,
    pictures: &mut Pictures,
    board: &BoardView,
    worked: &mut Worked,
    ui_actions: &mut Vec<UiAction>,
) {
    let (low, high) = board.seen();
    let seen = Some(bevy::math::Rect::from_corners(low, high));
    if narrow {
        at(ctx, "left column", column, |ui| {
            let tabs = [Tab::Unit, Tab::Roster, Tab::Map];
            let chosen = tabs.iter().position(|tab| *tab == desk.tab).unwrap_or(0);
            desk.tab = tabs[chosen];
            if let Some(n) = widgets::segments(ui, &["Unit", "Roster", "Map"], chosen) {
                desk.tab = tabs[n];
            }
            ui.add_space(4.0);
            match desk.tab {
                Tab::Unit => unit_panel(ui, shown, desk, worked, ui_actions),
                Tab::Roster => units_panel(ui, shown, worked, desk, ui_actions),
                Tab::Map | Tab::Cards | Tab::Log => minimap::show(ui, shown, pictures, seen, ui_actions),
            }
        });
        return;
    }
    let map = (column.height() * 0.21).clamp(120.0, 230.0);
    // Where each unit is given something the list of them comes first.
    let share = if shown.session.allotment().is_some() { 0.46 } else { 0.27 };
    let list = (column.height() * share).clamp(130.0, if share > 0.3 { 480.0 } else { 320.0 });
    let card = column.height() - map - list - 2.0 * theme::MARGIN;
    let part = |from: f32, height: f32| {
        Rect::from_min_size(Pos2::new(column.left(), column.top() + from), Vec2::new(column.width(), height))
    };
    at(ctx, "unit", part(0.0, card), |ui| unit_panel(ui, shown, desk, worked, ui_actions));
    at(ctx, "roster", part(card + theme::MARGIN, list), |ui| units_panel(ui, shown, worked, desk, ui_actions));
    at(ctx, "minimap", part(card + list + 2.0 * theme::MARGIN, map), |ui| {
        minimap::show(ui, shown, pictures, seen, ui_actions);
    });
}

/// The units of a side: its roster, or what each of them is given.
fn units_panel(ui: &mut Ui, shown: &Shown, worked: &mut Worked, desk: &mut Desk, ui_actions: &mut Vec<UiAction>) {
    match shown.session.allotment() {
        Some(allotment) => allotment::show(ui, shown, allotment, ui_actions),
        None => roster::show(ui, shown, worked, desk, ui_actions),
    }
}

fn unit_panel(ui: &mut Ui, shown: &Shown, desk: &mut Desk, worked: &mut Worked, ui_actions: &mut Vec<UiAction>) {
    egui::ScrollArea::vertical().id_salt("unit").auto_shrink([false, false]).show(ui, |ui| match shown.unit() {
        Some(id) => unit::show(ui, shown, worked, desk, id, ui_actions),
        None => {
            ui.label(theme::title("No unit chosen", theme::SIZE_PANEL));
            widgets::rule(ui);
            ui.add(egui::Label::new(theme::body("Click a piece on the table or a unit in the roster.")).wrap());
            standings(ui, shown, ui_actions);
        }
    });
}

/// Shows the points of the sides, with the reasons.
pub fn standings(ui: &mut Ui, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    for standing in shown.battle.rules().standings(&shown.moment()) {
        ui.add_space(6.0);
        // The total stands with the name, where no long sum hides it.
        ui.horizontal(|ui| {
            ui.label(theme::title(&shown.view().side_named(standing.side).short, theme::SIZE_LIST));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.label(theme::bold(english::amount(standing.points.total(), "point")));
            });
        });
        widgets::sum(ui, &standing.points, ui_actions);
    }
}

#[expect(clippy::too_many_arguments, reason = "they are the whole desk")]
fn right_column(
    ctx: &egui::Context,
    column: Rect,
    narrow: bool,
    shown: &Shown,
    desk: &mut Desk,
    worked: &mut Worked,
    pictures: &mut Pictures,
    ui_actions: &mut Vec<UiAction>,
) {
    let mut top = column.top();
    let mut part = |height: f32| {
        let rect = Rect::from_min_size(Pos2::new(column.left(), top), Vec2::new(column.width(), height));
        top += height + theme::MARGIN;
        rect
    };
    let common = match (cards::any(shown), narrow) {
        (true, false) => 190.0,
        (true, true) => 172.0,
        (false, _) => 152.0,
    };
    // In a low window the log needs the room of the common card, or it would hang over the bar.
    if column.height() >= LOW || !cards::any(shown) {
        at(ctx, "common card", part(common), |ui| {
            ui.set_clip_rect(ui.max_rect().expand(2.0));
            cards::common(ui, shown, worked, pictures, if narrow { 84 } else { 116 }, ui_actions);
        });
    }
    if cards::any(shown) {
        let height = if narrow { 226.0 } else { 304.0 };
        at(ctx, "last cards", part(height), |ui| cards::last(ui, shown, pictures, narrow, ui_actions));
    }
    let used = part(0.0).top();
    at(ctx, "log panel", Rect::from_min_max(Pos2::new(column.left(), used), column.max), |ui| {
        log::show(ui, shown, desk, pictures, ui_actions);
    });
}

/// The points of the window that the order in hand is about: its ends, its target and the pieces that act.
fn busy_points(shown: &Shown, board: &BoardView) -> Vec<Pos2> {
    let Some(draft) = shown.draft() else { return Vec::new() };
    let view = shown.view();
    // Where the rules choose the pieces, the plan alone names them.
    let summary = draft.plan().filter(|_| draft.shown().pieces.is_empty()).map_or("", |plan| &plan.summary);
    let named = view.units().filter(|unit| view.knows_unit(*unit) && summary.contains(&*view.unit(*unit).name));
    let acting = named.flat_map(|unit| view.present(unit));
    let ways = draft.plan().into_iter().flat_map(|plan| &plan.moves);
    let ends = ways.flat_map(|way| along(&way.path).into_iter().chain([way.end.at]));
    let target = draft.shown().target.filter(|piece| shown.view().knows_piece(*piece));
    let own = draft.shown().pieces.iter().copied().filter(|piece| shown.view().knows_piece(*piece));
    ends.chain(target.into_iter().chain(own).chain(acting).map(|piece| shown.view().place(piece).at))
        .map(|point| board.to_points(point))
        .collect()
}

/// Points along a way, its corners among them.
fn along(path: &[bevy::math::Vec2]) -> Vec<bevy::math::Vec2> {
    let between = |leg: &[bevy::math::Vec2]| [0.0, 0.25, 0.5, 0.75].map(|share| leg[0].lerp(leg[1], share));
    path.windows(2).flat_map(between).collect()
}

/// The corner of the free room whose panel would cover the fewest of these points; the lower right one if all are
/// as good.
fn free_corner(room: Rect, size: Vec2, busy: &[Pos2]) -> Pos2 {
    let margin = 10.0;
    let (left, right) = (room.left() + margin, room.right() - size.x - margin);
    let (top, bottom) = (room.top() + margin, (room.bottom() - size.y - margin).max(room.top() + margin));
    let corners = [(right, bottom), (right, top), (left, bottom), (left, top)];
    let covered = |(x, y): (f32, f32)| {
        let rect = Rect::from_min_size(Pos2::new(x, y), size).expand(24.0);
        busy.iter().filter(|point| rect.contains(**point)).count()
    };
    let best = corners.into_iter().min_by_key(|corner| covered(*corner)).unwrap_or(corners[0]);
    Pos2::new(best.0, best.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{preferences::Preferences, session::Session};
    use grapeshot_floor::turn::Rulebooks;
    use grapeshot_game::{ai::Controller, battle::simulation_world, scenario};
    use grapeshot_rulesets as rulesets;
    use std::{path::Path, sync::Arc};

    fn hot_seat() -> Session {
        let world = simulation_world(rulesets::plugin);
        let file = Path::new("../../scenarios/horse_and_musket/hold_the_bridge.scenario.ron");
        let scenario = scenario::load(file, world.resource::<Rulebooks>()).expect("it ships with the game");
        Session::begin(&scenario, rulesets::plugin, 1, vec![Controller::Human; 2], None, Arc::new(|| {}))
    }

    /// Shows the panels in a frame at a time in seconds; returns what people did at them.
    fn frame(
        ctx: &egui::Context,
        time: f64,
        events: Vec<egui::Event>,
        session: &Session,
        desk: &mut Desk,
    ) -> Vec<UiAction> {
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, Vec2::new(1280.0, 720.0)));
        ctx.begin_pass(egui::RawInput { screen_rect, time: Some(time), events, ..egui::RawInput::default() });
        let preferences = Preferences::default();
        let mut ui_actions = Vec::new();
        let shown = Shown::of(session, &preferences);
        show(ctx, &shown, desk, &mut Pictures::default(), &BoardView::default(), &mut ui_actions);
        ctx.end_pass().textures_delta.clear();
        ui_actions
    }

    fn enter(pressed: bool) -> egui::Event {
        let modifiers = egui::Modifiers::NONE;
        egui::Event::Key { key: egui::Key::Enter, physical_key: None, pressed, repeat: false, modifiers }
    }

    #[test]
    fn the_cloth_closes_the_menu_and_is_lifted_by_holding_enter() {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        let session = hot_seat();
        assert!(session.hand_over().is_some());
        let mut desk = Desk { menu: true, help: true, ..Desk::default() };
        assert_eq!(frame(&ctx, 0.0, Vec::new(), &session, &mut desk), []);
        assert!(!desk.menu && !desk.help, "what lay open is closed");
        assert_eq!(frame(&ctx, 1.0, vec![enter(true), enter(false)], &session, &mut desk), [], "it was only tapped");
        assert_eq!(frame(&ctx, 2.0, vec![enter(true)], &session, &mut desk), []);
        assert_eq!(frame(&ctx, 2.3, Vec::new(), &session, &mut desk), []);
        assert_eq!(frame(&ctx, 2.7, Vec::new(), &session, &mut desk), [UiAction::TakeSeat(false)]);
    }

    #[test]
    fn enter_gives_the_order_in_hand_and_space_goes_on() {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        let mut session = hot_seat();
        let side = session.hand_over().expect("somebody must sit down");
        session.take_seat(side, false);
        let mut desk = Desk::default();
        let space = egui::Event::Key {
            key: egui::Key::Space,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: egui::Modifiers::NONE,
        };
        assert_eq!(frame(&ctx, 0.0, vec![space], &session, &mut desk), [UiAction::GoOn]);
        session.walk(true);
        let unit = session.selection().unit.expect("Tab chooses somebody");
        session.try_placing(unit, bevy::math::Vec2::new(0.0, 0.5), 0.0);
        assert_eq!(frame(&ctx, 0.1, vec![enter(true)], &session, &mut desk), [UiAction::Commit]);
    }

    #[test]
    fn what_answers_a_question_does_not_go_on_with_the_next() {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        let mut session = hot_seat();
        session.set_speed(crate::playback::Speed::Instant);
        let mut desk = Desk::default();
        let take_seat = |session: &mut Session| {
            session.go_on_showing(0.1);
            if let Some(side) = session.hand_over() {
                session.take_seat(side, false);
            }
        };
        take_seat(&mut session);
        assert!(session.go_on(), "the first side stands as it shall");
        take_seat(&mut session);
        let space = |pressed: bool| egui::Event::Key {
            key: egui::Key::Space,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: egui::Modifiers::NONE,
        };
        assert_eq!(frame(&ctx, 9.0, Vec::new(), &session, &mut desk), []);
        assert_eq!(frame(&ctx, 9.3, vec![space(true)], &session, &mut desk), [], "the question is young");
        assert_eq!(frame(&ctx, 10.0, vec![space(true)], &session, &mut desk), [], "the key was not let go");
        assert_eq!(frame(&ctx, 10.1, vec![space(false)], &session, &mut desk), []);
        assert_eq!(frame(&ctx, 10.2, vec![space(true)], &session, &mut desk), [UiAction::GoOn]);
    }

    #[test]
    fn escape_closes_a_list_before_it_opens_the_menu() {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        let mut session = hot_seat();
        let side = session.hand_over().expect("somebody must sit down");
        session.take_seat(side, false);
        let mut desk = Desk::default();
        egui::Popup::open_id(&ctx, Id::new("a list"));
        assert_eq!(frame(&ctx, 0.0, trying::tap(egui::Key::Escape), &session, &mut desk), []);
        egui::Popup::close_all(&ctx);
        assert_eq!(frame(&ctx, 0.1, trying::tap(egui::Key::Escape), &session, &mut desk), [UiAction::Menu]);
    }

    #[test]
    fn an_order_to_fire_is_about_the_stands_that_the_rules_choose() {
        let (mut session, fire) = trying::about_to_fire();
        session.choose_verb(&fire.verb);
        session.draft_target(fire.target.expect("it has one"));
        let view = session.view();
        let plan = session.draft().and_then(|draft| draft.plan()).expect("it may fire");
        let fires =
            |unit: &UnitId| view.side_of_unit(*unit) == fire.side && plan.summary.starts_with(&*view.unit(*unit).name);
        let shooter = view.units().find(fires).and_then(|unit| view.present(unit).next());
        let at = view.place(shooter.expect("the plan names it")).at;
        let (preferences, board) = (Preferences::default(), BoardView::default());
        let busy = busy_points(&Shown::of(&session, &preferences), &board);
        assert!(busy.contains(&board.to_points(at)), "{}", plan.summary);
    }

    #[test]
    fn the_odds_panel_flips_away_from_the_target() {
        let room = Rect::from_min_max(Pos2::ZERO, Pos2::new(1000.0, 700.0));
        let calm = free_corner(room, Vec2::new(odds::WIDTH, 300.0), &[Pos2::new(100.0, 100.0)]);
        assert!(calm.x > 500.0 && calm.y > 300.0);
        let flipped = free_corner(room, Vec2::new(odds::WIDTH, 300.0), &[Pos2::new(900.0, 600.0)]);
        assert!(flipped.x > 500.0 && flipped.y < 300.0);
    }
}
