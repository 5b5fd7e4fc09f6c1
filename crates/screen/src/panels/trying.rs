//! For tests: the panels of a battle without a window, frame by frame, with what is written on them.

use bevy_egui::egui::{self, Event, Key, Modifiers, Pos2, Rect, Shape, Vec2, epaint::ClippedShape};

use super::{Desk, show, shown::Shown};
use crate::{
    camera::BoardView,
    pictures::Pictures,
    preferences::Preferences,
    session::{Controller, Session},
    theme,
    ui_action::UiAction,
};
use grapeshot_floor::{
    forces::PieceId,
    orders::{Order, VerbId},
    turn::Rulebooks,
};
use grapeshot_game::{
    ai::{Level, commander},
    battle::simulation_world,
    scenario,
    testing::{BLUE, RED, TestBattle, TestTable},
};
use grapeshot_rulesets as rulesets;
use std::{path::Path, sync::Arc, time::Duration};

/// Cook's Mills at the first question in which somebody may fire, and an order that does.
pub fn about_to_fire() -> (Session, Order) {
    let world = simulation_world(rulesets::plugin);
    let file = Path::new("../../scenarios/fire_and_fury/cooks_mills.scenario.ron");
    let scenario = scenario::load(file, world.resource::<Rulebooks>()).expect("it ships with the game");
    let people = vec![Controller::Human; 2];
    let mut session = Session::begin(&scenario, rulesets::plugin, 1, people, None, Arc::new(|| {}));
    let mut computer = commander(Level::Regular, 7);
    for _ in 0..40 {
        session.skip();
        if let Some(side) = session.hand_over() {
            session.take_seat(side, false);
        }
        let fire = session.candidates().iter().find(|order| order.verb.0 == "shoot" && order.target.is_some());
        if let Some(fire) = fire.cloned() {
            return (session, fire);
        }
        let ask = session.ask_for_human().cloned().expect("the battle goes on");
        let order = computer.decide(session.battle(), &ask).order;
        assert!(session.answer_with(order), "{:?}", session.notice());
    }
    panic!("nobody could fire");
}

fn order(test: &TestBattle, verb: &str) -> Order {
    let ask = &test.battle.awaiting().asks[0];
    let order = Order::new(ask.side, &VerbId(verb.into()));
    ask.unit.map_or(order.clone(), |unit| order.unit(unit))
}

/// Two pairs of men stand hand to hand, and the owner chooses who fights first: one and the other of blue, of red.
pub fn two_fights() -> (Session, [(PieceId, PieceId); 2]) {
    let mut test = TestTable::new("horse_and_musket", grapeshot_rulesets::plugin)
        .unit("blue", BLUE, &[(20.0, 10.0, 90.0), (24.0, 10.0, 90.0)])
        .weapons(&["sword"])
        .unit("red", RED, &[(20.0, 14.0, 270.0), (24.0, 14.0, 270.0)])
        .weapons(&["sword"])
        .acting("blue");
    let pairs = [1, 2].map(|n| (test.piece("blue", n), test.piece("red", n)));
    test.cards(BLUE, &[4]);
    let declare = order(&test, "declare").pieces(pairs.map(|(man, _)| man));
    test.order(declare);
    for (man, foe) in pairs {
        let assault = order(&test, "assault").pieces([man]).target(foe);
        test.order(assault);
    }
    let march = order(&test, "march");
    test.order(march);
    while test.battle.awaiting().asks[0].kind == "react" {
        let hold = order(&test, "hold");
        test.order(hold);
    }
    assert_eq!(test.battle.awaiting().asks[0].kind, "fight");
    test.cards(BLUE, &[7, 7, 7]);
    test.cards(RED, &[7, 7, 7]);
    let mut session = Session::over(test.battle, vec![Controller::Human; 2], None, Arc::new(|| {}));
    session.set_halts_at_fights(true);
    (session, pairs)
}

/// The panels in a window of some size.
pub struct Panels {
    ctx: egui::Context,
    size: Vec2,
    pub desk: Desk,
    pub preferences: Preferences,
    pictures: Pictures,
    time: f64,
    /// Whether the last frame asked for no other.
    pub rest: bool,
}

impl Panels {
    /// The panels in a window of this width and height in points.
    pub fn new(width: f32, height: f32) -> Self {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        let (size, desk, preferences) = (Vec2::new(width, height), Desk::default(), Preferences::default());
        Self { ctx, size, desk, preferences, pictures: Pictures::default(), time: 0.0, rest: false }
    }

    /// Shows one frame, this many seconds after the last; returns what people did at the panels, and every text with
    /// its place.
    pub fn frame(
        &mut self,
        seconds: f64,
        events: Vec<Event>,
        session: &Session,
    ) -> (Vec<UiAction>, Vec<(String, Rect)>) {
        self.time += seconds;
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, self.size));
        self.ctx.begin_pass(egui::RawInput { screen_rect, time: Some(self.time), events, ..egui::RawInput::default() });
        let mut ui_actions = Vec::new();
        let shown = Shown::of(session, &self.preferences);
        show(&self.ctx, &shown, &mut self.desk, &mut self.pictures, &BoardView::default(), &mut ui_actions);
        let mut output = self.ctx.end_pass();
        output.textures_delta.clear();
        self.rest = output.viewport_output[&egui::ViewportId::ROOT].repaint_delay == Duration::MAX;
        (ui_actions, texts(&output.shapes))
    }

    /// The texts once everything has found its place.
    pub fn texts(&mut self, session: &Session) -> Vec<(String, Rect)> {
        for _ in 0..3 {
            self.frame(0.1, Vec::new(), session);
        }
        self.frame(0.1, Vec::new(), session).1
    }

    /// The place of a panel by its name.
    pub fn place(&self, panel: &'static str) -> Option<Rect> {
        self.ctx.memory(|memory| memory.area_rect(egui::Id::new(panel)))
    }
}

/// A key that is pressed and let go.
pub fn tap(key: Key) -> Vec<Event> {
    [true, false]
        .map(|pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE })
        .to_vec()
}

/// A click of the left button at a point.
pub fn click(pos: Pos2) -> Vec<Event> {
    let button = |pressed| Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    vec![Event::PointerMoved(pos), button(true), button(false)]
}

/// Every text that is painted, with its place.
pub fn texts(shapes: &[ClippedShape]) -> Vec<(String, Rect)> {
    let mut found = Vec::new();
    for clipped in shapes {
        gather(&clipped.shape, clipped.clip_rect, &mut found);
    }
    found
}

fn gather(shape: &Shape, clip: Rect, found: &mut Vec<(String, Rect)>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| gather(shape, clip, found)),
        Shape::Text(text) => {
            let place = text.galley.rect.translate(text.pos.to_vec2());
            if clip.intersects(place) {
                found.push((text.galley.text().to_owned(), place));
            }
        }
        _ => {}
    }
}
