//! How long the main thread works on a drawn frame of the window with 2,000 figures on the table: while nothing moves on
//! it, while the view goes over it, while its figures move, and while men run and volleys are fired. No graphics driver
//! draws it, so none is waited for. And how long a look back into a long battle takes.

use bevy::{
    app::App,
    ecs::change_detection::DetectChangesMut,
    math::{Vec2, ops},
};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use grapeshot::{
    ai::{Level, commander},
    battle::Battle,
    events::{BattleEvent, EventKind, Explained, Known, RuleId},
    forces::PieceId,
    rulesets,
    screen::{
        Start,
        camera::BoardView,
        pieces::motion::Scene,
        session::{Controller, Session},
        unseen,
    },
    table::position::Place,
    testing::{BLUE, RED, TestTable},
};
use std::sync::Arc;

/// Units of each side.
const UNITS: usize = 25;
/// Figures of a unit, in two ranks.
const FIGURES: usize = 40;
/// Inches across and along the table.
const TABLE: Vec2 = Vec2::new(180.0, 120.0);

/// Two armies in two lines each, two ranks deep.
fn window() -> App {
    let mut table = TestTable::new("horse_and_musket", rulesets::plugin).size(TABLE.x, TABLE.y);
    for (side, name, facing) in [(BLUE, "blue", 90.0_f32), (RED, "red", 270.0)] {
        for unit in 0..UNITS {
            let (column, line) = (unit % 7, unit / 7);
            let away = 14.0 + 8.0 * line as f32;
            let (y, back) = if facing > 180.0 { (TABLE.y - away, 1.2) } else { (away, -1.2) };
            let place = |n: usize| {
                let (file, rank) = (n / 2, n % 2);
                (4.0 + 25.0 * column as f32 + 1.1 * file as f32, y + back * rank as f32, facing)
            };
            let places: Vec<(f32, f32, f32)> = (0..FIGURES).map(place).collect();
            table = table.unit(&format!("{name}_{unit}"), side, &places);
        }
    }
    let battle = Box::new(table.battle().battle);
    let controllers = vec![Controller::Human; 2];
    let mut app = unseen(Start::Resume { battle, controllers, record: None, told: None }, rulesets::plugin);
    // The first frames lay the table, put the figures on it and settle the panels.
    for _ in 0..20 {
        app.update();
    }
    app
}

/// The men of a unit of one side run, and four units of the other fire.
fn forty_men_and_four_volleys(session: &Session) -> Vec<BattleEvent> {
    let event = |kind| BattleEvent {
        step: 1,
        turn: 1,
        side: Some(BLUE),
        kind,
        text: String::new(),
        // By this rule they run, in dust.
        rule: RuleId::new("CP-11.7"),
        explained: Explained::default(),
        trial: None,
        detail: true,
        known_to: Known::All,
    };
    let men = (0..FIGURES).map(|n| PieceId(n as u32));
    let run = |piece: PieceId| {
        let from = session.shown().piece(piece).map_or(Place::default(), |piece| piece.place);
        let to = Place { at: from.at + Vec2::new(3.0, -9.0), ..from };
        event(EventKind::Moved { piece, path: vec![from.at, to.at], end: to })
    };
    let first = (UNITS * FIGURES) as u32;
    let shooters = (0..4 * FIGURES).map(|n| PieceId(first + n as u32));
    let shoot = |shooter| event(EventKind::Shot { shooter, target: PieceId(0), hit: true });
    men.map(run).chain(shooters.map(shoot)).collect()
}

fn frame(criterion: &mut Criterion) {
    let mut app = window();
    let mut group = criterion.benchmark_group("2,000 figures");
    group.sample_size(30);
    group.bench_function("a frame at rest", |bench| bench.iter(|| app.update()));
    let mut turn = 0.0_f32;
    group.bench_function("a frame as the view goes", |bench| {
        bench.iter(|| {
            turn += 0.1;
            let (sin, cos) = ops::sin_cos(turn);
            let aside = Vec2::new(sin, cos) * 4.0;
            app.world_mut().resource_mut::<BoardView>().put(TABLE / 2.0 + aside);
            app.update();
        });
    });
    group.bench_function("a frame as figures move", |bench| {
        bench.iter(|| {
            app.world_mut().resource_mut::<Session>().set_changed();
            app.world_mut().resource_mut::<Scene>().set_changed();
            app.update();
        });
    });
    let events = forty_men_and_four_volleys(app.world().resource::<Session>());
    group.bench_function("a frame with forty men and four volleys in motion", |bench| {
        bench.iter(|| {
            let mut session = app.world_mut().resource_mut::<Session>();
            if session.playback().beat().is_none() {
                session.pretend(events.clone());
            }
            session.go_on_showing(0.004);
            app.update();
        });
    });
}

/// Orders of the battle that is looked back into, if it lasts as long.
const LONG: usize = 3000;

/// Ten units of ten a side, a hundred inches apart, who were given blind orders.
fn long_battle() -> Battle {
    let mut table = TestTable::new("horse_and_musket", rulesets::plugin).size(TABLE.x, TABLE.y).turns(400);
    for (side, name, y, facing) in [(BLUE, "blue", 10.0, 90.0), (RED, "red", TABLE.y - 10.0, 270.0)] {
        for unit in 0..10 {
            let place = |n: usize| (6.0 + 17.0 * unit as f32 + 1.1 * n as f32, y, facing);
            let places: Vec<(f32, f32, f32)> = (0..10).map(place).collect();
            table = table.unit(&format!("{name}_{unit}"), side, &places);
        }
    }
    let mut battle = table.battle().battle;
    let mut blind = commander(Level::Random, 7);
    while let Some(ask) = battle.awaiting().asks.first().cloned().filter(|_| battle.orders().len() < LONG) {
        battle.submit(blind.decide(&battle, &ask).order).expect("a candidate is allowed");
    }
    battle
}

fn look_back(criterion: &mut Criterion) {
    let battle = long_battle();
    let orders = battle.orders().len();
    let opened = || Session::over(battle.at(orders), vec![Controller::Human; 2], None, Arc::new(|| {}));
    let mut group = criterion.benchmark_group(format!("look_back into {orders} orders"));
    group.sample_size(30);
    group.bench_function("the first look", |bench| {
        bench.iter_batched_ref(opened, |session| session.seek(orders / 2), BatchSize::PerIteration);
    });
    let (mut session, mut step) = (opened(), 0);
    group.bench_function("a look at another moment", |bench| {
        bench.iter(|| {
            step = (step + 997) % orders;
            session.seek(step);
        });
    });
}

criterion_group!(benches, frame, look_back);
criterion_main!(benches);
