//! The sheet of a table that is changed: the fields of what is chosen, else of the battle; what can be done and added.

use bevy_egui::egui::{self, Color32, CornerRadius, Id, LayerId, Order, Pos2, Rect, Shape, Stroke, TextEdit, Ui};

use super::{
    ROW,
    editing::{self, Editor},
};
use crate::{
    camera::BoardView,
    keyboard::pressed,
    panels::shown::Shown,
    theme,
    ui_action::{Edit, UiAction},
    widgets::{self, Rank},
};
use bevy::math::Vec2;
use grapeshot_floor::{
    forces::Side,
    turn::{BattleView, Vocabulary},
};
use grapeshot_game::scenario::edit::{
    self, Written,
    stakes::{Drawn, Stake},
};

/// Pixels from the middle to the edge of a mark of a point.
const MARK: f32 = 5.0;
/// Letters of a value in one line; more have more lines.
const LINE: usize = 28;

const UNDO: &str = "Ctrl+Z";
const REDO: &str = "Ctrl+Y";
const COPY: &str = "Ctrl+D";
const REMOVE: &str = "Delete";
const LEFT: &str = "Comma";
const RIGHT: &str = "Period";

/// Reads the keys that change the table.
pub fn keys(ctx: &egui::Context, ui_actions: &mut Vec<UiAction>) {
    let finely = ctx.input(|input| input.modifiers.shift);
    let turn = editing::turn(finely);
    let edits = [
        (UNDO, Edit::Undo),
        (REDO, Edit::Redo),
        (COPY, Edit::Copy),
        (REMOVE, Edit::Remove),
        (LEFT, Edit::Turn(turn)),
        (RIGHT, Edit::Turn(-turn)),
    ];
    ui_actions.extend(edits.into_iter().filter(|(key, _)| pressed(ctx, key)).map(|(_, edit)| UiAction::Edit(edit)));
}

/// Shows the sheet, which is scrolled as a whole.
pub fn show(ui: &mut Ui, editor: &Editor, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    let mut button = |ui: &mut Ui, key: &str, word: &str, open: bool, edit: Edit| {
        let rank = if open { Rank::Plain } else { Rank::Struck };
        if widgets::key_button(ui, key, word, rank, ROW).clicked() && open {
            ui_actions.push(UiAction::Edit(edit));
        }
    };
    let (undo, redo) = editor.steps();
    let things = editor.document().things();
    let chosen = editor.chosen.and_then(|chosen| Some((chosen, things.get(chosen)?)));
    widgets::head(ui, "Change the table", "");
    ui.horizontal_wrapped(|ui| {
        button(ui, UNDO, "undo", undo, Edit::Undo);
        button(ui, REDO, "redo", redo, Edit::Redo);
        if let Some((_, thing)) = chosen {
            button(ui, ",", "turn left", thing.turns(), Edit::Turn(editing::turn(false)));
            button(ui, ".", "turn right", thing.turns(), Edit::Turn(-editing::turn(false)));
            button(ui, COPY, "copy", thing.is_copied(), Edit::Copy);
            button(ui, "Del", "remove", true, Edit::Remove);
        }
    });
    match chosen {
        Some((chosen, thing)) => {
            fields(ui, (thing.list.as_str(), thing.name.as_str()), editor.document().fields(chosen), ui_actions);
        }
        None => {
            let how = "Drag a thing, or a point or the rim of the chosen one; with Shift more finely. A click with Alt \
                       puts a corner on the chosen line or outline, or takes one away.";
            ui.add(egui::Label::new(theme::body(how)).wrap());
        }
    }
    let side = add_units(ui, shown, ui_actions);
    if let Some(side) = side {
        add_stakes(ui, editor, shown, side, ui_actions);
    }
    add_terrain(ui, shown, ui_actions);
    if chosen.is_none() {
        fields(ui, (edit::ABOUT, "The battle"), editor.document().battle_fields(), ui_actions);
    }
}

/// The fields of the chosen thing, else of the battle itself, as the file has them; what is written into one is taken
/// with Enter, and stays there if it is refused.
fn fields(ui: &mut Ui, (list, name): (&str, &str), known: Vec<Written>, ui_actions: &mut Vec<UiAction>) {
    widgets::head(ui, name, list);
    let count = known.len();
    for field in known {
        let id = Id::new(("field", list, name, &field.name));
        let mut value = written(ui.ctx(), id, &field.value);
        let label = ui.label(theme::secondary(&field.name));
        if let Some(meaning) = edit::meaning(list, &field.name) {
            label.on_hover_text(meaning);
        }
        let lines = 1 + field.value.len() / LINE;
        let line = TextEdit::multiline(&mut value)
            .margin(egui::Margin::symmetric(6, 4))
            .desired_rows(lines.min(5))
            .return_key(None)
            .desired_width(f32::INFINITY);
        let response = ui.add(line);
        if response.changed() {
            write(ui.ctx(), id, &field.value, &value);
        }
        if response.has_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) && value != field.value {
            ui_actions.push(UiAction::Edit(Edit::Field(field.name, value)));
            response.surrender_focus();
        }
    }
    another_field(ui, (list, name), count, ui_actions);
}

/// What stands in a field: what was written over the value that the file has, else that value. As soon as the file has
/// another, what was written over the one before is forgotten.
fn written(ctx: &egui::Context, id: Id, value: &str) -> String {
    let known: Option<(String, String)> = ctx.data(|data| data.get_temp(id));
    let Some((over, words)) = known else { return value.to_owned() };
    if over == value {
        return words;
    }
    ctx.data_mut(|data| data.remove_temp::<(String, String)>(id));
    value.to_owned()
}

/// Keeps what is written into a field over the value that the file has.
fn write(ctx: &egui::Context, id: Id, value: &str, words: &str) {
    ctx.data_mut(|data| data.insert_temp(id, (value.to_owned(), words.to_owned())));
}

/// A line for a field that is not there yet: what is written into it is taken with Enter.
fn another_field(ui: &mut Ui, (list, name): (&str, &str), fields: usize, ui_actions: &mut Vec<UiAction>) {
    // As soon as there is one field more, the line is empty again.
    let id = Id::new(("another field", list, name, fields));
    let mut words: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let line = TextEdit::singleline(&mut words)
        .hint_text("another field: value")
        .margin(egui::Margin::symmetric(6, 4))
        .desired_width(f32::INFINITY);
    let response = ui.add(line);
    if response.changed() {
        ui.data_mut(|data| data.insert_temp(id, words.clone()));
    }
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    if let Some((name, value)) = words.split_once(':').filter(|_| entered) {
        let field = Edit::Field(name.trim().to_owned(), value.trim().to_owned());
        ui_actions.push(UiAction::Edit(field));
    }
}

/// The sides, and the units that can be added to the chosen one, which it returns.
fn add_units<'s>(ui: &mut Ui, shown: &'s Shown, ui_actions: &mut Vec<UiAction>) -> Option<&'s Side> {
    let id = Id::new("sheet side");
    let sides = &shown.battle.view().sides().0;
    let mut chosen = ui.data(|data| data.get_temp(id)).unwrap_or(0).min(sides.len().saturating_sub(1));
    widgets::head(ui, "Add a unit", "to the middle");
    ui.horizontal_wrapped(|ui| {
        for (n, side) in sides.iter().enumerate() {
            let rank = if n == chosen { Rank::Chosen } else { Rank::Plain };
            if widgets::key_button(ui, "", &side.short, rank, ROW).clicked() {
                chosen = n;
                ui.data_mut(|data| data.insert_temp(id, n));
            }
        }
    });
    let side = sides.get(chosen)?;
    ui.horizontal_wrapped(|ui| {
        for kind in &shown.battle.vocabulary().kinds {
            if widgets::key_button(ui, "", &kind.id.replace('_', " "), Rank::Plain, ROW).clicked() {
                let unit = Edit::Unit(side.key.clone(), kind.id.clone(), side.own_edge.outward().about());
                ui_actions.push(UiAction::Edit(unit));
            }
        }
    });
    Some(side)
}

/// What a battle of a ruleset can be about; a side that nobody plays earns and places nothing.
fn offered(words: &Vocabulary, side: &Side) -> impl Iterator<Item = Stake> {
    Stake::ALL.into_iter().filter(move |stake| stake.is_played(words) && (side.plays || !stake.is_of_a_side()))
}

/// What the battle can be about, and what of it is in hand to be drawn.
fn add_stakes(ui: &mut Ui, editor: &Editor, shown: &Shown, side: &Side, ui_actions: &mut Vec<UiAction>) {
    widgets::head(ui, "Add what counts", "to be drawn");
    ui.horizontal_wrapped(|ui| {
        for stake in offered(shown.battle.vocabulary(), side) {
            let in_hand = editor.stake().is_some_and(|(known, key)| *known == stake && *key == side.key);
            let word = match stake.is_of_a_side() {
                true => format!("{}, {}", stake.word(), side.short),
                false => stake.word().to_owned(),
            };
            let rank = if in_hand { Rank::Chosen } else { Rank::Plain };
            if widgets::key_button(ui, "", &word, rank, ROW).on_hover_text(stake.meaning()).clicked() {
                ui_actions.push(UiAction::Edit(Edit::Draw(stake, side.key.clone())));
            }
        }
    });
}

/// How the stake in hand comes to the table.
pub fn how_to_draw(editor: &Editor) -> Option<String> {
    let (stake, _) = editor.stake()?;
    Some(format!("{} Its button puts it into the middle, Esc lays it down.", stake.how()))
}

/// Words that stand among the grounds too, as they have rates there; each is offered once.
const STREAMS: [&str; 1] = ["stream"];
const CROSSINGS: [&str; 2] = ["ford", "bridge"];

/// The terrain that can be added; it comes to the middle of what is seen.
fn add_terrain(ui: &mut Ui, shown: &Shown, ui_actions: &mut Vec<UiAction>) {
    let words = shown.battle.vocabulary();
    let is_water = |kind: &str| STREAMS.iter().chain(&CROSSINGS).any(|known| *known == kind);
    let texts =
        |words: &mut dyn Iterator<Item = &smol_str::SmolStr>| words.map(ToString::to_string).collect::<Vec<_>>();
    let lists: [(&'static str, Vec<String>); 7] = [
        ("areas", texts(&mut words.grounds.keys().filter(|kind| !is_water(kind)))),
        ("obstacles", texts(&mut words.barriers.keys())),
        ("roads", texts(&mut words.roads.iter())),
        ("streams", STREAMS.map(str::to_owned).to_vec()),
        ("crossings", CROSSINGS.map(str::to_owned).to_vec()),
        ("buildings", vec!["house".to_owned()]),
        ("hills", vec!["hill".to_owned()]),
    ];
    widgets::head(ui, "Add terrain", "to the middle");
    ui.horizontal_wrapped(|ui| {
        for (list, kinds) in lists {
            for kind in kinds {
                if widgets::key_button(ui, "", &kind.replace('_', " "), Rank::Plain, ROW).clicked() {
                    ui_actions.push(UiAction::Edit(Edit::Terrain(list, kind)));
                }
            }
        }
    });
}

/// Draws the chosen thing over the table: its points, and where they would come to lie, those of a unit with its bases;
/// or what is drawn of the stake in hand.
pub fn draw(ctx: &egui::Context, editor: &Editor, table: &BattleView, board: &BoardView) {
    let mut lines = Lines { board, shapes: Vec::new(), ink: theme::TARGET };
    if let Some(drawn) = editor.drawn() {
        match drawn {
            Drawn::Round(middle, radius) => lines.round(middle, radius),
            Drawn::Area(corners) => lines.line(&corners, true),
            Drawn::Edge(ends) => lines.line(&ends, false),
        }
    } else if let Some(thing) = editor.chosen.and_then(|chosen| editor.document().things().get(chosen)) {
        if !editor.is_dragging() {
            lines.ink = theme::BRASS_LIGHT;
        }
        editor.bases(table).iter().for_each(|base| lines.line(base, true));
        let places = editor.ghost();
        let mut from = 0;
        for line in thing.points.chunk_by(|one, next| one.line == next.line) {
            if line[0].is_of_a_line() {
                lines.line(&places[from..from + line.len()], line[0].closes());
            }
            from += line.len();
        }
        if let Some((middle, radius)) = editor.rim() {
            lines.round(middle, radius);
        }
        places.into_iter().for_each(|place| lines.point(place));
    }
    ctx.layer_painter(LayerId::new(Order::Background, Id::new("bench edit"))).extend(lines.shapes);
}

/// What is drawn over the table.
struct Lines<'b> {
    board: &'b BoardView,
    shapes: Vec<Shape>,
    ink: Color32,
}

impl Lines<'_> {
    /// A line through places of the table, or round an area.
    fn line(&mut self, places: &[Vec2], closes: bool) {
        let back = places.first().filter(|_| closes);
        let points: Vec<Pos2> = places.iter().chain(back).map(|place| self.board.to_points(*place)).collect();
        self.shapes.push(Shape::line(points.clone(), Stroke::new(5.0, Color32::from_black_alpha(110))));
        self.shapes.push(Shape::line(points, Stroke::new(2.5, self.ink)));
    }

    /// A circle of a radius in inches.
    fn round(&mut self, middle: Vec2, radius: f32) {
        let (middle, radius) = (self.board.to_points(middle), radius * self.board.points_per_inch());
        let edge = Stroke::new(5.0, Color32::from_black_alpha(110));
        self.shapes.push(Shape::circle_stroke(middle, radius, edge));
        self.shapes.push(Shape::circle_stroke(middle, radius, Stroke::new(2.5, self.ink)));
    }

    /// A point that can be taken.
    fn point(&mut self, place: Vec2) {
        let square = Rect::from_center_size(self.board.to_points(place), egui::Vec2::splat(2.0 * MARK));
        self.shapes.push(Shape::rect_filled(square, CornerRadius::ZERO, theme::IVORY));
        let edge = Stroke::new(2.0, theme::INK);
        self.shapes.push(Shape::rect_stroke(square, CornerRadius::ZERO, edge, egui::StrokeKind::Middle));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grapeshot_floor::turn::Rulebooks;
    use grapeshot_game::{
        battle::{Battle, simulation_world},
        scenario,
    };
    use grapeshot_rulesets as rulesets;
    use std::path::Path;

    #[test]
    fn nothing_of_a_side_is_offered_to_one_that_nobody_plays() {
        let file = Path::new("../../scenarios/horse_and_musket/foraging_party.scenario.ron");
        let world = simulation_world(rulesets::plugin);
        let scenario = scenario::load(file, world.resource::<Rulebooks>()).expect("it ships with the game");
        let battle = Battle::laid(&scenario, 0, rulesets::plugin);
        let mut side = scenario.sides[0].clone();
        let of_a_side = |side: &Side| offered(battle.vocabulary(), side).any(Stake::is_of_a_side);
        assert!(of_a_side(&side));
        side.plays = false;
        assert!(!of_a_side(&side));
        assert!(offered(battle.vocabulary(), &side).any(|stake| stake == Stake::Objective));
    }

    #[test]
    fn what_is_written_into_a_field_stays_until_the_file_has_another_value() {
        let (ctx, id) = (egui::Context::default(), Id::new("field"));
        assert_eq!(written(&ctx, id, "\"foot\""), "\"foot\"");
        write(&ctx, id, "\"foot\"", "\"cook\"");
        // It was refused: the file is as it was, and nothing is to be written anew.
        assert_eq!(written(&ctx, id, "\"foot\""), "\"cook\"");
        write(&ctx, id, "\"foot\"", "\"mounted\"");
        // It was taken, then taken back.
        assert_eq!(written(&ctx, id, "\"mounted\""), "\"mounted\"");
        assert_eq!(written(&ctx, id, "\"foot\""), "\"foot\"");
    }
}
