//! The units of a side, with dice, states and markers.

use bevy_egui::egui::{self, Align, Layout, Response, RichText, Sense, TextStyle, TextWrapMode, Ui, Vec2, WidgetText};

use super::{
    Desk,
    shown::{Shown, Worked},
};
use crate::{theme, ui_action::UiAction, widgets};
use grapeshot_floor::{
    english,
    forces::{Fate, SideId, UnitId},
    turn::BattleView,
};

/// The share of a line that a name may take in any case.
const NAME_SHARE: f32 = 0.62;
/// Points that a badge of markers takes.
const BADGE: f32 = 100.0;
/// Points by which a unit is indented under the unit that leads it.
const STEP_IN: f32 = 12.0;
/// Points from the top to the bottom of a row whose words stand in one line.
const ROW: f32 = 22.0;
/// Points that the die of a unit takes, and what stands in its place.
const DIE: (f32, f32) = (20.0, 4.0);
/// Points beside the name from which on a state and a badge of markers are shown, too.
const BADGE_ROOM: f32 = 190.0;

/// The side whose units are listed: the chosen one, else the side that is asked, else the side of the unit looked at.
/// While the computer decides and its order is shown, the list stays that of the person who plays against it.
fn side(shown: &Shown, desk: &Desk) -> SideId {
    let view = shown.view();
    let plays = |side: &SideId| view.sides().players().any(|player| player == *side);
    let own = shown.session.viewer().filter(plays);
    let asked = shown.ask.map(|ask| ask.side).filter(|_| shown.person || own.is_none());
    let looked_at = shown.unit().map(|unit| view.side_of_unit(unit));
    desk.roster_side.or(asked).or(own).or(looked_at).filter(plays).unwrap_or(SideId(0))
}

/// The units of a side, each behind the unit that leads it, with the number of leaders above it.
fn led(view: &BattleView, side: SideId) -> Vec<(UnitId, usize)> {
    fn add(view: &BattleView, units: &[UnitId], (unit, depth): (UnitId, usize), list: &mut Vec<(UnitId, usize)>) {
        list.push((unit, depth));
        for below in units.iter().filter(|below| view.unit(**below).superior == Some(unit)) {
            add(view, units, (*below, depth + 1), list);
        }
    }
    let units: Vec<UnitId> = view.units().filter(|unit| view.side_of_unit(*unit) == side).collect();
    let mut list = Vec::new();
    for unit in &units {
        if view.unit(*unit).superior.is_none_or(|above| !units.contains(&above)) {
            add(view, &units, (*unit, 0), &mut list);
        }
    }
    list
}

/// Shows the roster.
pub fn show(ui: &mut Ui, shown: &Shown, worked: &mut Worked, desk: &mut Desk, ui_actions: &mut Vec<UiAction>) {
    let view = shown.view();
    let side = side(shown, desk);
    let mut units = led(&shown.moment(), side);
    units.retain(|(unit, _)| view.knows_unit(*unit));
    let men: usize = units.iter().map(|(unit, _)| shown.session.shown().present(*unit).count()).sum();
    let others: Vec<SideId> = view.sides().players().collect();
    ui.horizontal(|ui| {
        let named = view.side_named(side);
        let next = others[(side.index() + 1) % others.len()];
        let title = egui::Label::new(theme::title(&named.short, theme::SIZE_PANEL)).sense(Sense::click());
        let hint = format!("Click for {}", view.side_named(next).name);
        if ui.add(title).on_hover_text(hint).on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
            desk.roster_side = Some(next);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(theme::secondary(format!("{} \u{b7} {men} in play", english::count(units.len(), "unit"))));
        });
    });
    widgets::rule(ui);
    // Each side of each battle is scrolled by itself.
    let salt = ("roster", shown.session.scenario().hash, shown.battle.seed(), side);
    egui::ScrollArea::vertical().id_salt(salt).auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        // The roster scrolls once to the unit that acts or is chosen; then it stays as the player leaves it.
        let acts = shown.unit();
        for (unit, depth) in units {
            let response = row(ui, shown, worked, (unit, depth), ui_actions);
            if acts != Some(unit) || desk.roster_at == acts {
                continue;
            }
            // A row that is not wholly seen need not be reached by scrolling: once is enough.
            desk.roster_at = acts;
            let (seen, row) = (ui.clip_rect().y_range(), response.rect.y_range());
            if !seen.contains(row.min) || !seen.contains(row.max) {
                response.scroll_to_me(Some(Align::Center));
            }
        }
    });
}

fn row(
    ui: &mut Ui,
    shown: &Shown,
    worked: &mut Worked,
    (unit, depth): (UnitId, usize),
    ui_actions: &mut Vec<UiAction>,
) -> Response {
    let view = shown.view();
    let left = shown.session.shown().present(unit).count();
    let mut pieces = view.unit(unit).pieces.iter().filter_map(|piece| shown.session.shown().piece(*piece));
    let to_come = left == 0 && pieces.any(|piece| piece.fate == Fate::Awaited);
    let gone = left == 0 && !to_come;
    let die = worked.card(shown, unit).die;
    let state = worked.state(shown, unit).unwrap_or_default().to_string();
    let marks = words_of_marks(shown, unit);
    let chosen = shown.unit() == Some(unit);
    let acting = shown.ask.is_some_and(|ask| ask.unit == Some(unit));
    let word = match state.as_str() {
        _ if gone => "gone".to_string(),
        _ if to_come => view.arrives(unit, shown.turn()),
        _ if acting => "acting".to_string(),
        "" => left.to_string(),
        state => state.to_string(),
    };
    let (short, marked) = (shown.session.short_name(unit), !marks.is_empty());
    let response = widgets::row(ui, chosen, |ui| {
        let spacing = ui.spacing().item_spacing.x;
        let before = STEP_IN * depth as f32 + if die.is_some() { DIE.0 + spacing } else { DIE.1 };
        let room = ui.available_width() - before;
        let width = width_of_name(ui, short, &word, (marked, room));
        let height = if marked { ROW } else { height(ui, &word, room - width - spacing) };
        ui.horizontal(|ui| {
            ui.set_height(height);
            ui.add_space(STEP_IN * depth as f32);
            match die {
                Some(face) => {
                    let (rect, _) = ui.allocate_exact_size(Vec2::splat(DIE.0), Sense::hover());
                    widgets::paint_die(ui.painter(), rect, widgets::COMMAND, face);
                }
                None => ui.add_space(DIE.1),
            }
            name(ui, short, gone, width);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if !marked || ui.available_width() > BADGE_ROOM {
                    let word = if marked { widgets::clip(&word, 12) } else { word };
                    let label = egui::Label::new(theme::body(word).color(theme::INK2)).halign(Align::RIGHT);
                    ui.add(if height > ROW { label.wrap() } else { label.truncate() });
                }
                if marked {
                    widgets::badge(ui, &widgets::clip(&marks.join(", "), 14), false);
                }
            });
        });
    });
    if response.clicked() {
        ui_actions.push(UiAction::Select(unit));
        if shown
            .draft()
            .is_some_and(|draft| draft.waits_for() == Some(grapeshot_floor::orders::ArgumentKind::TargetUnit))
        {
            ui_actions.push(UiAction::Aim(unit));
        }
    }
    if response.double_clicked()
        && let Some((_, piece)) = shown.session.shown().present(unit).next()
    {
        ui_actions.push(UiAction::LookAt(piece.place.at));
    }
    response.on_hover_ui(|ui| all_of(ui, (shown, unit), &state, &marks))
}

/// Tells of a unit all that its row has no room for.
fn all_of(ui: &mut Ui, (shown, unit): (&Shown, UnitId), state: &str, marks: &[String]) {
    let entry = shown.view().unit(unit);
    let left = shown.session.shown().present(unit).count();
    ui.label(theme::bold(&entry.name));
    ui.label(theme::body(format!("{left} of {} in play", entry.pieces.len())));
    if !state.is_empty() {
        ui.label(theme::body(state));
    }
    for mark in marks {
        ui.label(theme::body(mark));
    }
    ui.label(theme::secondary("Double click to go there"));
}

/// The marks that lie by a unit, in words.
fn words_of_marks(shown: &Shown, unit: UnitId) -> Vec<String> {
    let Some(unit) = shown.session.shown().units.get(unit.index()) else { return Vec::new() };
    let known = unit.marks.iter().filter_map(|(mark, n)| Some((shown.battle.vocabulary().mark(mark)?.label, n)));
    known.map(|(label, n)| if n > 1 { format!("{label} \u{d7}{n}") } else { label.to_string() }).collect()
}

/// Points from left to right of a text in one line, with some space.
fn wide(ui: &Ui, text: RichText) -> f32 {
    let galley = WidgetText::from(text).into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, TextStyle::Body);
    galley.size().x + 8.0
}

/// The width of the name of a unit. It comes first; its state has what room is left, and some of it in any case.
fn width_of_name(ui: &Ui, name: &str, state: &str, (marked, room): (bool, f32)) -> f32 {
    let badge = if marked { BADGE } else { 0.0 };
    let beside = (wide(ui, theme::body(state)) + badge).min((1.0 - NAME_SHARE) * room);
    wide(ui, theme::title(name, theme::SIZE_LIST)).min(room - beside)
}

/// The height of a row whose state has this room: the state stands in two lines if it fits into these and not into one.
fn height(ui: &Ui, state: &str, room: f32) -> f32 {
    let text = WidgetText::from(theme::body(state));
    let galley = text.into_galley(ui, Some(TextWrapMode::Wrap), room, TextStyle::Body);
    if galley.rows.len() == 2 { galley.size().y.max(ROW) } else { ROW }
}

/// The name of a unit, as much of it as has room in this width.
fn name(ui: &mut Ui, name: &str, gone: bool, width: f32) {
    let written = |name: &str| match theme::title(name, theme::SIZE_LIST) {
        text if gone => text.strikethrough().color(theme::INK2),
        text => text,
    };
    let short = shortened(name, |name| wide(ui, theme::title(name, theme::SIZE_LIST)) <= width);
    ui.allocate_ui_with_layout(Vec2::new(width, ROW), Layout::left_to_right(Align::Center), |ui| {
        ui.add(egui::Label::new(written(short.as_deref().unwrap_or(name))).truncate());
    });
}

/// A name that is too long, cut before its last word, by which it differs from others; none if it fits or cannot be cut
/// so.
pub(super) fn shortened(name: &str, fits: impl Fn(&str) -> bool) -> Option<String> {
    if fits(name) {
        return None;
    }
    let (head, last) = name.rsplit_once(' ')?;
    let cuts = head.char_indices().rev().map(|(at, _)| head[..at].trim_end_matches([' ', ',']));
    cuts.filter(|cut| !cut.is_empty()).map(|cut| format!("{cut}\u{2026} {last}")).find(|short| fits(short))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{panels::trying::Panels, preferences::Preferences, session::Session};
    use grapeshot_floor::{forces::UnitEntry, turn::Rulebooks};
    use grapeshot_game::{
        ai::{Controller, Level},
        battle::simulation_world,
        scenario,
    };
    use grapeshot_rulesets as rulesets;
    use std::{path::Path, sync::Arc};

    fn session(file: &str) -> Session {
        let world = simulation_world(rulesets::plugin);
        let file = Path::new("../../scenarios").join(file);
        let scenario = scenario::load(&file, world.resource::<Rulebooks>()).expect("it ships with the game");
        let mut session =
            Session::begin(&scenario, rulesets::plugin, 1, vec![Controller::Human; 2], None, Arc::new(|| {}));
        if let Some(side) = session.hand_over() {
            session.take_seat(side, false);
        }
        session
    }

    /// What the roster of a side shows, from its top to its bottom, once it has scrolled to where it is read.
    fn listed(panels: &mut Panels, session: &Session) -> Vec<String> {
        for _ in 0..2 {
            panels.texts(session);
        }
        let texts = panels.texts(session);
        let place = panels.place("roster").expect("there is a roster");
        texts.into_iter().filter(|(_, at)| place.contains(at.center())).map(|(text, _)| text).collect()
    }

    #[test]
    fn a_unit_to_come_is_not_gone_but_arrives_in_its_turn() {
        for file in [
            "horse_and_musket/stone_house.scenario.ron",
            "black_powder/plancenoit.scenario.ron",
            "fire_and_fury/sacketts_harbor.scenario.ron",
            "old_west/gatling_at_dry_fork.scenario.ron",
        ] {
            let mut session = session(file);
            let info = session.battle().view();
            let arrival = |unit: UnitId| info.unit_part::<UnitEntry>(unit).arrival.clone().map(|arrival| arrival.turn);
            let turns = info.scenario_info().turns;
            let due: Vec<(UnitId, u16)> = info.units().filter_map(|unit| Some((unit, arrival(unit)?))).collect();
            let due: Vec<(UnitId, u16)> = due.into_iter().filter(|(_, turn)| *turn <= turns).collect();
            assert!(!due.is_empty(), "{file}");
            for (unit, turn) in &due {
                let badges = session.battle().rules().unit_card(&info, *unit).badges;
                assert!(badges.contains(&format!("arrives turn {turn}")), "{file}: {badges:?}");
            }
            for (unit, turn) in [due[0], due[due.len() - 1]] {
                let told = format!("arrives turn {turn}");
                let view = session.battle().view();
                let mut panels = Panels::new(1920.0, 1080.0);
                panels.desk.roster_side = Some(view.side_of_unit(unit));
                session.select_unit(Some(unit));
                let listed = listed(&mut panels, &session);
                assert!(listed.contains(&told), "{file}: {told} is not among {listed:?}");
                assert!(!listed.iter().any(|text| text == "gone"), "{file}: {listed:?}");
            }
        }
    }

    #[test]
    fn units_stand_behind_whoever_leads_them() {
        for file in ["fire_and_fury/chippawa.scenario.ron", "black_powder/barrosa.scenario.ron"] {
            let session = session(file);
            let view = session.battle().view();
            let mut deep = 0;
            for side in view.sides().players() {
                let list = led(&view, side);
                assert_eq!(list.len(), view.units().filter(|unit| view.side_of_unit(*unit) == side).count());
                for (n, (unit, depth)) in list.iter().enumerate() {
                    let above = list[..n].iter().rfind(|(_, above)| above < depth).map(|(above, _)| *above);
                    assert_eq!(view.unit(*unit).superior, above, "{file}: {}", view.unit(*unit).name);
                    deep = deep.max(*depth);
                }
            }
            assert!(deep > 0, "{file}");
        }
    }

    #[test]
    fn the_roster_scrolls_to_whoever_is_chosen() {
        let mut session = session("fire_and_fury/new_orleans.scenario.ron");
        let mut panels = Panels::new(1600.0, 700.0);
        let side = session.ask_for_human().expect("somebody is asked").side;
        let list = led(&session.battle().view(), side);
        for (unit, _) in [list[list.len() - 1], list[0], list[list.len() / 2]] {
            session.select_unit(Some(unit));
            let listed = listed(&mut panels, &session);
            let name = session.short_name(unit);
            let last = name.rsplit(' ').next().expect("it has a name");
            let first: String = name.chars().take(4).collect();
            assert!(
                listed.iter().any(|text| text.starts_with(&first) && text.ends_with(last)),
                "{name} is not among {listed:?}"
            );
        }
    }

    /// Where the rounding of points leaves a row a little out of what is seen, no frame brings it nearer.
    #[test]
    fn the_panels_rest_once_a_unit_was_chosen_however_high_the_window_is() {
        for file in ["horse_and_musket/foraging_party.scenario.ron", "fire_and_fury/cooks_mills.scenario.ron"] {
            let mut session = session(file);
            let side = session.ask_for_human().expect("somebody is asked").side;
            session.select_unit(Some(led(&session.battle().view(), side)[0].0));
            for height in (700..1000).step_by(17) {
                let mut panels = Panels::new(1600.0, height as f32);
                for _ in 0..12 {
                    panels.frame(0.5, Vec::new(), &session);
                }
                assert!(panels.rest, "{file}, a window {height} points high");
            }
        }
    }

    #[test]
    fn the_roster_stays_that_of_the_person_while_the_computer_decides() {
        let world = simulation_world(rulesets::plugin);
        let file = Path::new("../../scenarios/black_powder/fuentes_village.scenario.ron");
        let scenario = scenario::load(file, world.resource::<Rulebooks>()).expect("it ships with the game");
        let begin = |players| Session::begin(&scenario, rulesets::plugin, 1, players, None, Arc::new(|| {}));
        let asked = begin(vec![Controller::Human; 2]).waiting().expect("somebody is asked").side;
        let mut players = vec![Controller::Human; 2];
        players[asked.index()] = Controller::Computer(Level::Regular);
        let (session, preferences) = (begin(players), Preferences::default());
        let shown = Shown::of(&session, &preferences);
        assert!(shown.ask.is_some() && !shown.person, "the computer decides");
        assert_ne!(side(&shown, &Desk::default()), asked);
    }

    #[test]
    fn the_roster_of_another_battle_begins_at_its_top() {
        let mut session_before = session("fire_and_fury/new_orleans.scenario.ron");
        let mut panels = Panels::new(1600.0, 700.0);
        let side = session_before.ask_for_human().expect("somebody is asked").side;
        let last = led(&session_before.battle().view(), side).last().map(|(unit, _)| *unit);
        session_before.select_unit(last);
        listed(&mut panels, &session_before);
        let mut another = session("black_powder/barrosa.scenario.ron");
        another.select_unit(None);
        panels.desk.clear();
        let listed = listed(&mut panels, &another);
        let side = another.ask_for_human().expect("somebody is asked").side;
        let first = led(&another.battle().view(), side)[0].0;
        let name: String = another.short_name(first).chars().take(4).collect();
        assert!(listed.iter().any(|text| text.starts_with(&name)), "{name} is not among {listed:?}");
    }

    #[test]
    fn a_state_too_long_for_one_line_stands_in_two() {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        for _ in 0..2 {
            ctx.begin_pass(egui::RawInput::default());
            egui::Area::new(egui::Id::new("rows")).show(&ctx, |ui| {
                let state = "close order, 4 ranks";
                let one = wide(ui, theme::body(state));
                assert_eq!(height(ui, state, one), ROW);
                assert!(height(ui, state, one * 0.7) > ROW);
                assert_eq!(height(ui, state, one * 0.2), ROW, "it is cut, as two lines do not hold it");
            });
            ctx.end_pass().textures_delta.clear();
        }
    }

    #[test]
    fn a_long_name_keeps_its_last_word() {
        let short = |most: usize| shortened("21st Infantry, Section Barrow", |name| name.chars().count() <= most);
        assert_eq!(short(40), None);
        assert_eq!(short(22).as_deref(), Some("21st Infantry\u{2026} Barrow"));
        assert_eq!(short(4), None);
    }
}
