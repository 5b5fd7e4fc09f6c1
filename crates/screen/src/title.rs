//! The title: the menu before the painting of the game, and a slip that says where the player stopped.

use bevy_egui::egui::{self, Align, Align2, Area, CornerRadius, Id, Layout, Order, Pos2, Rect, Sense, Ui, Vec2};

use super::{
    keyboard,
    library::Library,
    pages,
    panels::{shade, shown::Shown},
    pictures::Pictures,
    preferences::Preferences,
    stage::Stage,
    tableau, theme,
    ui_action::UiAction,
    widgets::{self, Cap, Rank},
};
use grapeshot_floor::{english, events::folded};
use grapeshot_game::{home, record::Build};

/// An entry of the menu: key, word, what it says beside it, what it does.
struct Item {
    key: &'static str,
    word: &'static str,
    aside: String,
    ui_action: UiAction,
}

/// What the title remembers.
#[derive(Default)]
pub struct TitlePage {
    /// Whether the player is asked if the program is to end.
    quits: bool,
}

/// Shows the title; `shown` is the battle that can be gone on with.
pub fn show(
    ctx: &egui::Context,
    page: &mut TitlePage,
    library: &Library,
    records: usize,
    shown: Option<&Shown>,
    pictures: &mut Pictures,
    preferences: &Preferences,
    ui_actions: &mut Vec<UiAction>,
) {
    let screen = ctx.content_rect();
    painting(ctx, pictures, preferences);
    let items = items(library, records, preferences);
    if page.quits {
        page.quits = !ask_to_quit(ctx, ui_actions);
    } else {
        for item in items.iter().filter(|item| keyboard::pressed(ctx, item.key)) {
            ui_actions.push(item.ui_action.clone());
        }
        if keyboard::pressed(ctx, "Enter") {
            let first = items.first().map(|item| item.ui_action.clone());
            ui_actions.extend(if shown.is_some() { Some(UiAction::Open(Stage::Battle)) } else { first });
        }
        page.quits = !home::PAGE && keyboard::pressed(ctx, "Escape");
    }
    let more = if shown.is_some() { GOES_ON } else { 0.0 };
    let fold = Fold::of(screen.height() - more);
    let width = MENU_WIDTH.min(screen.width() - 2.0 * fold.margin);
    let at = screen.min + Vec2::splat(fold.margin);
    let height = (screen.height() - 2.0 * fold.margin).min(fold.height + more);
    Area::new(Id::new("title")).order(Order::Middle).constrain(false).fixed_pos(at).show(ctx, |ui| {
        widgets::panel(ui, Vec2::new(width, height), |ui| {
            ui.vertical_centered(|ui| {
                if fold.emblem {
                    ui.add_space(12.0);
                    emblem(ui);
                }
                ui.label(theme::title("Grapeshot", fold.title));
                if fold.emblem {
                    ui.label(theme::italic("horse, foot and guns on one table", theme::SIZE_PANEL));
                    ui.add_space(8.0);
                }
            });
            widgets::rule(ui);
            egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                ui.add_space(if fold.emblem { 10.0 } else { 2.0 });
                ui.spacing_mut().item_spacing.y = if fold.emblem { 10.0 } else { 5.0 };
                if let Some(shown) = shown {
                    go_on(ui, shown, ui_actions);
                }
                for (n, item) in items.iter().enumerate() {
                    let gold = n == 0 && shown.is_none();
                    if entry(ui, item, gold, fold.entry).clicked() {
                        ui_actions.push(item.ui_action.clone());
                    }
                }
                let at_stake = shown.and_then(|shown| shown.session.at_stake());
                let note = at_stake.map_or_else(version, |text| theme::bold(text).color(theme::TARGET));
                ui.vertical_centered(|ui| ui.add(egui::Label::new(note).wrap()));
            });
        });
    });
    if let Some(shown) = shown
        && screen.width() >= MENU_WIDTH + STOPPED_WIDTH + 4.0 * fold.margin
    {
        where_you_stopped(ctx, shown, fold.margin, pictures, preferences, ui_actions);
    }
}

/// What the title offers.
fn items(library: &Library, records: usize, preferences: &Preferences) -> Vec<Item> {
    let item = |key, word, aside: String, ui_action| Item { key, word, aside, ui_action };
    let battles = english::count(library.entries.len(), "battle");
    let rulesets = english::count(library.books.iter().count(), "ruleset");
    let finished = library.lessons.iter().filter(|lesson| preferences.finished.contains(&*lesson.scenario.id)).count();
    let of = library.lessons.len();
    let aside = match finished {
        0 => format!("{}, ten minutes each", english::count(of, "lesson")),
        _ => format!("{finished} of {of} lessons finished"),
    };
    let learn = (of > 0).then(|| item("T", "Learn", aside, UiAction::Open(Stage::Lessons)));
    let begin = [
        item("N", "New battle", format!("{battles}, {rulesets}"), UiAction::Open(Stage::Setup)),
        item("B", "Quick battle", "made for you from a seed".into(), UiAction::Open(Stage::Quick)),
    ];
    // A page in a browser has no bench in its window.
    let design = (!home::PAGE)
        .then(|| item("D", "Design", "a battle of your own, on the bench".into(), UiAction::Open(Stage::Design)));
    let rest = [
        item("L", "Battles begun", format!("{records} kept: go on, or replay"), UiAction::Open(Stage::Records)),
        item("W", "Won and lost", "your battles and your luck".into(), UiAction::Open(Stage::Statistics)),
        item("R", "Rules", "every rule by its number".into(), UiAction::Open(Stage::Reader)),
        item("S", "Settings", "palette, size, speed, keys".into(), UiAction::Open(Stage::Settings)),
    ];
    let quit = (!home::PAGE).then(|| item("Q", "Quit", "Esc: quit, asks first".into(), UiAction::Quit));
    // As long as none was finished, the lessons come first.
    let (first, later) = if finished == 0 { (learn, None) } else { (None, learn) };
    first.into_iter().chain(begin).chain(later).chain(design).chain(rest).chain(quit).collect()
}

/// Asks whether the program is to end; returns whether that was answered.
fn ask_to_quit(ctx: &egui::Context, ui_actions: &mut Vec<UiAction>) -> bool {
    let mut answered = false;
    shade::over_all(ctx, "Quit Grapeshot?", |ui| {
        ui.add(egui::Label::new(theme::body("Every battle is kept as it stands.")).wrap());
        ui.horizontal(|ui| {
            let mut answer = |key: &str, word: &str, rank: Rank| {
                widgets::key_button(ui, key, word, rank, 34.0).clicked() || keyboard::pressed(ctx, key)
            };
            let (stays, quits) = (answer("Escape", "Stay", Rank::Gold), answer("Q", "Quit", Rank::Plain));
            answered = stays || quits;
            if quits {
                ui_actions.push(UiAction::Quit);
            }
        });
    });
    answered
}

/// The painting behind the menu, which fills the window whatever its shape.
fn painting(ctx: &egui::Context, pictures: &mut Pictures, preferences: &Preferences) {
    let screen = ctx.content_rect();
    let painter = pages::ground(ctx, "title");
    painter.rect_filled(screen, CornerRadius::ZERO, theme::PAPER);
    let across = screen.width().max(screen.height() * tableau::SIZE.x / tableau::SIZE.y) * ctx.pixels_per_point();
    if let Some(texture) = pictures.title(ctx, &preferences.palette, across) {
        painter.image(texture, screen, covering(screen.size()), egui::Color32::WHITE);
    }
}

/// The part of the painting that is seen in a window of a size: as much of its middle as has the window's shape.
fn covering(window: Vec2) -> Rect {
    let (wide, high) = (window.x / window.y.max(1.0), tableau::SIZE.x / tableau::SIZE.y);
    let part = if wide > high { Vec2::new(1.0, high / wide) } else { Vec2::new(wide / high, 1.0) };
    Rect::from_center_size(Pos2::new(0.5, 0.5), part)
}

/// The version of the program, with its commit if that is known.
fn version() -> egui::RichText {
    let known = Build::own().map(|build| build.commit.as_str()).filter(|commit| *commit != "unknown");
    let commit = known.map_or_else(String::new, |commit| format!(" ({commit})"));
    let version = env!("CARGO_PKG_VERSION");
    theme::secondary(format!("version {version}{commit} \u{b7} same seed, same battle on every machine"))
}

/// Points that the menu is wide, where there is room.
const MENU_WIDTH: f32 = 460.0;
/// Points that the button which goes on takes more: an entry and a half.
const GOES_ON: f32 = 90.0;
/// Points across the slip that says where the player stopped.
const STOPPED_WIDTH: f32 = 400.0;
/// The number of last lines of the log on that slip.
const LINES: usize = 3;
/// The share of the window's height that the picture of the table on that slip takes, and the height in points below
/// which it has none.
const PICTURE: f32 = 0.3;
const LEAST_PICTURE: f32 = 120.0;

/// How the title is laid out.
struct Fold {
    margin: f32,
    /// Points that the menu is high at most.
    height: f32,
    emblem: bool,
    title: f32,
    entry: f32,
}

impl Fold {
    /// The layout in this many points of height, without what the button takes which goes on.
    fn of(height: f32) -> Self {
        match height {
            ..560.0 => Self { margin: 12.0, height: 540.0, emblem: false, title: 34.0, entry: 34.0 },
            560.0..820.0 => Self { margin: 24.0, height: 540.0, emblem: false, title: 48.0, entry: 41.0 },
            _ => Self { margin: 52.0, height: 820.0, emblem: true, title: 64.0, entry: 48.0 },
        }
    }
}

/// A grenade with its flame.
fn emblem(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(Vec2::new(80.0, 64.0), Sense::hover());
    let painter = ui.painter();
    let c = rect.center() + Vec2::new(0.0, 10.0);
    painter.circle_filled(c, 17.0, theme::INK);
    let flame =
        [(-11.0, -14.0), (-13.0, -26.0), (-6.0, -22.0), (0.0, -38.0), (6.0, -22.0), (13.0, -28.0), (11.0, -14.0)];
    for pair in flame.windows(2) {
        let points = [pair[0], pair[1], (0.0, -10.0)].map(|(x, y)| c + Vec2::new(x, y)).to_vec();
        painter.add(egui::Shape::convex_polygon(points, theme::INK, egui::Stroke::NONE));
    }
    painter.circle_filled(c + Vec2::new(-5.0, -5.0), 3.0, theme::EDGE);
    for side in [-1.0, 1.0] {
        for n in 0..5 {
            let at = c + Vec2::new(side * (24.0 + 2.5 * (2.0 - (n as f32 - 2.0).abs())), 14.0 - 9.0 * n as f32);
            painter.circle_filled(at, 3.6, theme::INK2);
        }
    }
}

fn entry(ui: &mut Ui, item: &Item, gold: bool, height: f32) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), height), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, item.word));
    let painter = ui.painter();
    let fill = match (gold, response.hovered()) {
        (true, _) => theme::SELECT,
        (false, true) => theme::PAPER,
        (false, false) => theme::FIELD,
    };
    let stroke = egui::Stroke::new(1.4, theme::INK2);
    painter.rect(rect, CornerRadius::same(4), fill, stroke, egui::StrokeKind::Inside);
    // Enter presses the gold button too.
    let cap = Cap::of(painter, if gold { "Enter" } else { item.key });
    let middle = (rect.left() + 14.0 + cap.width / 2.0).max(rect.left() + 26.0);
    let right = middle + cap.width / 2.0;
    cap.paint(painter, Pos2::new(middle, rect.center().y), if gold { theme::FIELD } else { theme::PAPER_DARK });
    let title = egui::FontId::new(theme::SIZE_TITLE, theme::title_family());
    painter.text(Pos2::new(right + 16.0, rect.center().y), Align2::LEFT_CENTER, item.word, title, theme::INK);
    let small = egui::FontId::proportional(theme::SIZE_BODY);
    painter.text(
        Pos2::new(rect.right() - 14.0, rect.center().y),
        Align2::RIGHT_CENTER,
        &item.aside,
        small,
        theme::INK2,
    );
    response.on_hover_cursor(egui::CursorIcon::PointingHand)
}

/// The gold button that says what it goes on with.
fn go_on(ui: &mut Ui, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 78.0), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, "Continue"));
    let painter = ui.painter();
    let fill = if response.hovered() { theme::BRASS_LIGHT } else { theme::SELECT };
    painter.rect(rect, CornerRadius::same(4), fill, egui::Stroke::new(2.0, theme::INK), egui::StrokeKind::Inside);
    let title = egui::FontId::new(theme::SIZE_TITLE, theme::title_family());
    let cap = Cap::of(painter, "Enter");
    let after = 16.0 + cap.width + 12.0;
    cap.paint(painter, rect.min + Vec2::new(16.0 + (after - 28.0) / 2.0, 22.0), theme::FIELD);
    painter.text(rect.min + Vec2::new(after, 8.0), Align2::LEFT_TOP, "Continue", title, theme::INK);
    let view = shown.view();
    let scenario_info = view.scenario_info();
    let clock = view.clock();
    let state = format!(
        "{} \u{b7} turn {} of {}, order {}",
        scenario_info.title,
        clock.turn.max(1),
        scenario_info.turns,
        clock.step
    );
    let bold = egui::FontId::new(theme::SIZE_BODY, theme::bold_family());
    let mut job = egui::text::LayoutJob::simple(state, bold, theme::INK, rect.width() - 28.0);
    job.wrap.max_rows = 1;
    let state = painter.layout_job(job);
    painter.galley(rect.min + Vec2::new(16.0, 38.0), state, theme::INK);
    let ask = shown.session.waiting();
    let who = match (ask, shown.battle.outcome()) {
        (Some(ask), _) => shown.question_of(ask),
        (None, Some(outcome)) => outcome.text.clone(),
        _ => String::new(),
    };
    let small = egui::FontId::proportional(theme::SIZE_BODY);
    let mut job = egui::text::LayoutJob::simple(who, small, theme::INK, rect.width() - 28.0);
    job.wrap.max_rows = 1;
    let who = painter.layout_job(job);
    painter.galley(rect.min + Vec2::new(16.0, 56.0), who, theme::INK);
    if let Some(ask) = ask {
        let flag = egui::Rect::from_min_size(rect.right_top() + Vec2::new(-50.0, 12.0), Vec2::new(36.0, 24.0));
        widgets::paint_flag(painter, flag, &view.side_named(ask.side).flag, shown.coat(ask.side));
    }
    if response.clicked() {
        ui_actions.push(UiAction::Open(Stage::Battle));
    }
}

fn where_you_stopped(
    ctx: &egui::Context,
    shown: &Shown,
    margin: f32,
    pictures: &mut Pictures,
    preferences: &Preferences,
    ui_actions: &mut Vec<UiAction>,
) {
    let screen = ctx.content_rect();
    let at = screen.max - Vec2::splat(margin);
    let table = shown.view().terrain().size;
    Area::new(Id::new("stopped")).order(Order::Middle).pivot(Align2::RIGHT_BOTTOM).fixed_pos(at).show(ctx, |ui| {
        widgets::panel(ui, Vec2::new(STOPPED_WIDTH, 0.0), |ui| {
            widgets::head(ui, "Where you stopped", &shown.view().scenario_info().title);
            let scale = (ui.available_width() / table.x.max(1.0)).min(screen.height() * PICTURE / table.y.max(1.0));
            let size = Vec2::new(table.x, table.y) * scale;
            if size.y > LEAST_PICTURE
                && let Some(texture) = pictures.left(ctx, shown.session, &preferences.palette)
            {
                ui.vertical_centered(|ui| {
                    let picture = ui.add(egui::Image::new((texture, size)));
                    let stroke = egui::Stroke::new(1.2, theme::INK2);
                    ui.painter().rect_stroke(picture.rect, CornerRadius::ZERO, stroke, egui::StrokeKind::Inside);
                });
                ui.add_space(4.0);
            }
            for line in folded(shown.log).iter().rev().take(LINES).rev() {
                let event = &shown.log[line.start];
                ui.horizontal(|ui| {
                    let (bar, _) = ui.allocate_exact_size(Vec2::new(5.0, 18.0), Sense::hover());
                    ui.painter().rect_filled(bar, CornerRadius::ZERO, shown.coat_of(event.side));
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        widgets::rule_link(ui, &event.rule, ui_actions);
                        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                            ui.add(egui::Label::new(theme::body(&event.text)).wrap());
                        });
                    });
                });
            }
            widgets::rule(ui);
            if let Some(ask) = shown.session.waiting() {
                ui.add(egui::Label::new(theme::bold(format!("Next: {}", shown.question_of(ask)))).wrap());
            }
            let given = shown.session.steps().1;
            ui.label(theme::secondary(format!("seed {}, order {given}", shown.battle.seed())));
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::trying::{about_to_fire, tap, texts};
    use grapeshot_rulesets as rulesets;

    #[test]
    fn the_painting_fills_a_window_of_any_shape_and_keeps_its_own() {
        for (x, y) in [(1280.0, 720.0), (640.0, 360.0), (720.0, 1280.0), (3440.0, 1440.0), (1024.0, 768.0)] {
            let part = covering(Vec2::new(x, y));
            assert!(part.min.x >= 0.0 && part.min.y >= 0.0 && part.max.x <= 1.0 && part.max.y <= 1.0, "{part:?}");
            assert!((part.width() - 1.0).abs() < 1e-4 || (part.height() - 1.0).abs() < 1e-4, "as much as there is");
            let across = part.width() * tableau::SIZE.x / x;
            let down = part.height() * tableau::SIZE.y / y;
            assert!((across / down - 1.0).abs() < 1e-3, "men stay round");
        }
    }

    #[test]
    fn every_entry_of_the_menu_is_seen_in_usual_windows() {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        let library = Library::new(rulesets::plugin);
        let (mut page, mut pictures) = (TitlePage::default(), Pictures::default());
        let (session, _) = about_to_fire();
        let preferences = Preferences::default();
        let shown = Shown::of(&session, &preferences);
        for size in [Vec2::new(1280.0, 720.0), Vec2::new(1600.0, 900.0), Vec2::new(1920.0, 1080.0)] {
            for begun in [None, Some(&shown)] {
                let mut painted = Vec::new();
                for _ in 0..3 {
                    let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, size));
                    ctx.begin_pass(egui::RawInput { screen_rect, ..egui::RawInput::default() });
                    let actions = &mut Vec::new();
                    show(&ctx, &mut page, &library, 3, begun, &mut pictures, &preferences, actions);
                    let mut output = ctx.end_pass();
                    output.textures_delta.clear();
                    painted = texts(&output.shapes);
                }
                let menu = ctx.memory(|memory| memory.area_rect(Id::new("title"))).expect("there is a menu");
                let (_, last) = painted.iter().find(|(text, _)| text == "Quit").expect("it stands in the menu");
                assert!(last.bottom() + 16.0 <= menu.bottom(), "{size}, {}: {last:?}", begun.is_some());
            }
        }
    }

    #[test]
    fn esc_quits_only_after_it_was_asked() {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        let library = Library::new(rulesets::plugin);
        let (mut page, mut pictures) = (TitlePage::default(), Pictures::default());
        let mut press = |events| {
            let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, Vec2::new(1280.0, 720.0)));
            ctx.begin_pass(egui::RawInput { screen_rect, events, ..egui::RawInput::default() });
            let (mut done, preferences) = (Vec::new(), Preferences::default());
            show(&ctx, &mut page, &library, 0, None, &mut pictures, &preferences, &mut done);
            ctx.end_pass().textures_delta.clear();
            done
        };
        assert_eq!(press(tap(egui::Key::Escape)), []);
        assert_eq!(press(tap(egui::Key::N)), [], "it is asked");
        assert_eq!(press(tap(egui::Key::Escape)), [], "they stay");
        assert_eq!(press(tap(egui::Key::Escape)), []);
        assert_eq!(press(tap(egui::Key::Q)), [UiAction::Quit]);
    }
}
