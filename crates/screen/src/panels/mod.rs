//! The panels of a battle: two bars, the unit that the player looks at on the left, what happened on the right.
//!
//! They show what [`Shown`] answers and collect [`UiAction`]s; [`actions`](super::actions) carries them out.
//!
//! 1. [`top`]: scenario, turn, the question, the line of time. 2. [`bottom`]: verbs and the gold button.
//! 3. [`unit`], [`standings`], [`roster`], [`minimap`]: the left column. 4. [`cards`], [`log`]: the right one.
//! 5. `corner`: where a panel over the table covers least; [`odds`]: what the order in hand would do; [`piece_menu`]:
//!    what may be done at a piece.
//! 6. [`notices`]: what lies over the table for a while; [`shade`]: what lies over everything, as `menu` and [`key_list`]
//!    do.
//! 7. [`cloth`]: what covers the table while the seat changes. 8. `bouts`: the fights hand to hand that are to come; [`duel`]:
//!    the one that is shown.
//! 9. [`sheet`]: a question that several may answer at once; [`allotment`]: one in which each of several units is given
//!    one of the choices.
//! 10. [`lesson`]: the card of a lesson; [`hint`]: what is told at the first question of a kind.
//! 11. [`steps`]: the steps of a turn, where a ruleset numbers them; [`path_steps`]: those of the order in hand.
//! 12. `columns`: the bars and the columns, as they lie at the edges of the window.

pub mod allotment;
pub mod bottom;
mod bouts;
pub mod cards;
pub mod cloth;
mod columns;
mod corner;
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
pub mod standings;
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
    ui_action::UiAction,
    widgets,
};
use columns::bars_and_columns;
use corner::{aim, busy_points, free_corner};
use grapeshot_floor::forces::{SideId, UnitId};
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
    /// The question that a person is asked, by the orders before it, or that nobody is asked, and since when.
    pub question: (Option<usize>, f64),
    /// What the panels have worked out of the battle.
    pub worked: Worked,
}

impl Desk {
    /// Whether a person was asked this only just now, or was asked something until just now.
    fn is_young(&mut self, shown: &Shown, now: f64) -> bool {
        let question = shown.person.then(|| shown.battle.orders().len());
        if self.question.0 != question {
            self.question = (question, now);
        }
        !shown.battle.orders().is_empty() && now - self.question.1 < YOUNG
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

/// Seconds for which a question is young: a click or key that answered the question before neither answers this one nor
/// pauses what comes of it.
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

/// Shows a panel over the table that is as high as what it holds, but stays in the room; a panel that cannot be touched lets
/// the pointer through to the table.
fn over_table(
    ctx: &egui::Context,
    (id, touchable): (&str, bool),
    min: Pos2,
    width: f32,
    room: Rect,
    contents: impl FnOnce(&mut Ui),
) {
    let area = Area::new(Id::new(id)).order(Order::Middle).interactable(touchable).constrain(true).fixed_pos(min);
    area.show(ctx, |ui| widgets::panel(ui, Vec2::new(width, 0.0), |ui| scrolled(ui, id, room, contents)));
}

/// Frames after which everything is seen that was laid out for the first time.
const FRESH: u8 = 3;

/// Below this width in points the left column gets tabs and the bars short words.
const NARROW: f32 = 1500.0;

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
        insets = bars_and_columns(ctx, screen, shown, desk, pictures, board, &mut worked, young, ui_actions);
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
    insets.card = (room.left() - screen.left() - insets.left).max(0.0);
    (insets.left, insets.top) = (room.left() - screen.left(), room.top() - screen.top());
    let room = if desk.is_covered() { room } else { hint::show(ctx, room, shown, ui_actions) };
    let room = notices::room_beside_stake(path_steps::show(ctx, room, shown, ui_actions), shown);
    show_over_table(ctx, room, shown, desk, pictures, board, ui_actions);
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

/// Shows what lies in the room between the columns: the odds of the order in hand, a sheet or a fight, and the notices
/// clear of them.
fn show_over_table(
    ctx: &egui::Context,
    room: Rect,
    shown: &Shown,
    desk: &mut Desk,
    pictures: &mut Pictures,
    board: &BoardView,
    ui_actions: &mut Vec<UiAction>,
) {
    let explained = shown.draft().is_some_and(odds::wanted);
    if let Some((draft, plan)) = shown.draft().filter(|_| explained).and_then(|draft| Some((draft, draft.plan()?))) {
        let height = || ctx.memory(|memory| memory.area_rect(Id::new("odds")).map_or(320.0, |rect| rect.height()));
        let before = height();
        let size = Vec2::new(odds::WIDTH, before);
        let min = free_corner(room, size, aim(shown, board), &busy_points(shown, board));
        // What is only pointed at stays pointed at, even where the panel comes to lie over it.
        let area = ("odds", !draft.is_trial());
        over_table(ctx, area, min, odds::WIDTH, room, |ui| odds::show(ui, draft, plan, desk, ui_actions));
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{preferences::Preferences, session::Session, theme};
    use grapeshot_floor::turn::Rulebooks;
    use grapeshot_game::{
        ai::{Controller, Level},
        battle::simulation_world,
        scenario,
    };
    use grapeshot_rulesets as rulesets;
    use std::{path::Path, sync::Arc};

    fn hot_seat() -> Session {
        session_of(vec![Controller::Human; 2])
    }

    fn session_of(players: Vec<Controller>) -> Session {
        let world = simulation_world(rulesets::plugin);
        let file = Path::new("../../scenarios/horse_and_musket/hold_the_bridge.scenario.ron");
        let scenario = scenario::load(file, world.resource::<Rulebooks>()).expect("it ships with the game");
        Session::begin(&scenario, rulesets::plugin, 1, players, None, Arc::new(|| {}))
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
    fn what_answers_a_question_does_not_pause_what_comes_of_it() {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        let mut session = session_of(vec![Controller::Human, Controller::Computer(Level::Regular)]);
        let mut desk = Desk::default();
        let mut tap = |at: f64, session: &Session| frame(&ctx, at, trying::tap(egui::Key::Space), session, &mut desk);
        assert_eq!(tap(9.0, &session), [UiAction::GoOn]);
        assert!(session.go_on(), "the person stands as he shall");
        assert_eq!(tap(9.1, &session), [], "the question was answered just now");
        assert_eq!(tap(9.7, &session), [UiAction::Pause]);
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
}
